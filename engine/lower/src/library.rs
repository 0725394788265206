//! The functions of the library, and the bytes of buffers.

use wasm_encoder::{Instruction, ValType};

use crate::code::Op;
use crate::expressions::{MADE, argument, text};
use crate::kind::{Class, EXACT, Kind};
use crate::lowering::{Done, Lowering, Place, Stop};
use crate::syntax::Binary;
use crate::value::{Dynamic, Key, Value, as_whole};

/// Libraries that are tables of functions.
const LIBRARIES: &[(&str, &[&str])] = &[
    (
        "buffer",
        &[
            "buffer.readu8",
            "buffer.readi8",
            "buffer.readu16",
            "buffer.readi16",
            "buffer.readu32",
            "buffer.readi32",
            "buffer.writeu8",
            "buffer.writei8",
            "buffer.writeu16",
            "buffer.writei16",
            "buffer.writeu32",
            "buffer.writei32",
            "buffer.copy",
            "buffer.fill",
            "buffer.len",
            "buffer.writestring",
            "buffer.readf64",
            "buffer.writef64",
            "buffer.readstring",
            "buffer.create",
        ],
    ),
    (
        "bit32",
        &[
            "bit32.band",
            "bit32.bor",
            "bit32.bxor",
            "bit32.bnot",
            "bit32.btest",
            "bit32.lshift",
            "bit32.rshift",
            "bit32.lrotate",
            "bit32.rrotate",
            "bit32.extract",
            "bit32.replace",
            "bit32.countrz",
            "bit32.countlz",
            "bit32.arshift",
        ],
    ),
    (
        "math",
        &[
            "math.floor",
            "math.ceil",
            "math.min",
            "math.max",
            "math.abs",
            "math.clamp",
            "math.sign",
            "math.sqrt",
            "math.log",
            "math.exp",
            "math.pow",
            "math.round",
            "math.fmod",
            "math.random",
        ],
    ),
    (
        "table",
        &[
            "table.insert",
            "table.remove",
            "table.concat",
            "table.create",
            "table.freeze",
            "table.clear",
            "table.sort",
            "table.unpack",
            "table.find",
            "table.clone",
            "table.move",
            "table.isfrozen",
            "table.maxn",
        ],
    ),
    (
        "string",
        &[
            "string.format",
            "string.rep",
            "string.sub",
            "string.len",
            "string.upper",
            "string.lower",
            "string.byte",
            "string.char",
            "string.find",
            "string.match",
            "string.gmatch",
            "string.gsub",
            "string.split",
            "string.reverse",
        ],
    ),
];

/// Functions that have no library.
const PLAIN: &[&str] = &[
    "error",
    "assert",
    "type",
    "typeof",
    "tostring",
    "tonumber",
    "select",
    "pairs",
    "ipairs",
    "next",
    "unpack",
    "rawget",
    "rawequal",
    "rawlen",
    "rawset",
    "pcall",
    "print",
    "setmetatable",
    "getmetatable",
    "require",
    "memo",
];

impl Lowering {
    /// What scripts find without being told.
    pub(crate) fn furnish(&mut self) {
        for (library, members) in LIBRARIES {
            let table = self.new_table();
            for member in *members {
                let name = member.rsplit('.').next().unwrap_or(member);
                self.tables[table].fields.insert(Key::Text(name.into()), Value::Library(member));
            }
            if *library == "math" {
                for (name, value) in [("huge", f64::INFINITY), ("pi", std::f64::consts::PI)] {
                    self.tables[table].fields.insert(Key::Text(name.into()), Value::Number(value));
                }
            }
            self.tables[table].frozen = Some(Value::Truth(true));
            self.globals.insert((*library).into(), Value::Table(table));
        }
        self.libraries = self.tables.len();
        for name in PLAIN {
            self.globals.insert((*name).into(), Value::Library(name));
        }
    }

    pub(crate) fn call_library(&mut self, name: &'static str, arguments: Vec<Value>) -> Done<Vec<Value>> {
        let one = |value: Value| Ok(vec![value]);
        let first = arguments.first().cloned().unwrap_or(Value::Nil);
        let second = arguments.get(1).cloned().unwrap_or(Value::Nil);
        if let Some(function) = name.strip_prefix("buffer.") {
            return self.call_buffer(function, &arguments);
        }
        if !self.is_in_play()
            && !name.starts_with("table.")
            && let Some(unknown) = arguments.iter().find(|value| matches!(value, Value::Unknown(_)))
            && !matches!(name, "pairs" | "ipairs" | "next" | "error" | "assert" | "require" | "pcall" | "sealed")
        {
            return one(unknown.clone());
        }
        if let Some(function) = name.strip_prefix("bit32.") {
            return self.call_bits(function, &arguments).map(|value| vec![value]);
        }
        let first = if name.starts_with("math.") { self.demand_number(&first)? } else { first };
        match name {
            "math.floor" => one(match first {
                Value::Number(number) => Value::Number(number.floor()),
                _ => self.rounded(&first, Some(Instruction::F64Floor))?,
            }),
            "math.ceil" => one(match first {
                Value::Number(number) => Value::Number(number.ceil()),
                _ => self.rounded(&first, Some(Instruction::F64Ceil))?,
            }),
            "math.min" | "math.max" => one(self.extreme(&arguments, name == "math.max")?),
            "math.clamp" => {
                let third = arguments.get(2).cloned().unwrap_or(Value::Nil);
                self.demand_order(&second, &third)?;
                let low = self.extreme(&[first, second], true)?;
                one(self.extreme(&[low, third], false)?)
            }
            "math.abs" => one(match &first {
                Value::Number(number) => Value::Number(number.abs()),
                _ => {
                    let kind = self.number_kind(&first)?;
                    match kind.whole {
                        Some((least, _)) if least >= 0 => first,
                        Some(_) => {
                            let negative = self.binary(Binary::Subtract, &Value::Number(0.0), &first)?;
                            let both = self.extreme(&[first.clone(), negative], true)?;
                            let Value::Dynamic(dynamic) = &both else { return one(both) };
                            let most = dynamic.kind.whole.map_or(EXACT, |(_, most)| most);
                            self.narrowed(dynamic, Kind::whole(0, most))
                        }
                        None => {
                            self.push_float(&first)?;
                            self.plain(Instruction::F64Abs);
                            self.pop(Kind::float())
                        }
                    }
                }
            }
            .clone()),
            "math.sign" => {
                if let Value::Number(number) = first {
                    return one(Value::Number(f64::from(i8::from(number > 0.0) - i8::from(number < 0.0))));
                }
                if self.number_kind(&first)?.float {
                    return self.sign_of_float(&first).map(|value| vec![value]);
                }
                let low = self.extreme(&[first, Value::Number(-1.0)], true)?;
                one(self.extreme(&[low, Value::Number(1.0)], false)?)
            }
            "math.sqrt" => match first {
                Value::Number(number) => one(Value::Number(number.sqrt())),
                _ => {
                    self.push_float(&first)?;
                    self.plain(Instruction::F64Sqrt);
                    one(self.pop(Kind::float()))
                }
            },
            "math.pow" => one(self.binary(Binary::Power, &first, &second)?),
            "error" | "assert" if name == "error" || first.truthy() == Some(false) => self.gap(match first {
                Value::Text(message) if name == "error" => message.to_string(),
                _ => "an error".to_owned(),
            }),
            "assert" if first.truthy() == Some(true) => Ok(arguments),
            "type" | "typeof" | "tostring" | "tonumber" if arguments.is_empty() => self.gap("a function of nothing"),
            "type" | "typeof" => match first {
                Value::Dynamic(dynamic) if dynamic.kind.class().is_none() || !dynamic.kind.atoms.is_empty() => {
                    one(self.type_in_play(&dynamic)?)
                }
                Value::Region(_) if name == "type" => one(text("buffer")),
                value => one(text(value.type_name())),
            },
            "tostring" => match first {
                Value::Text(_) => one(first),
                value => one(self.known_text(&value).map_or_else(|| self.unknown_text(), |known| text(&known))),
            },
            "tonumber" => match first {
                Value::Number(_) => one(first),
                Value::Text(text) if arguments.len() == 1 && &*text != MADE => {
                    match text.trim().strip_prefix('-').unwrap_or(text.trim()) {
                        "" => one(Value::Nil),
                        digits if digits.bytes().all(|byte| byte.is_ascii_digit()) => {
                            one(text.trim().parse().map_or(Value::Nil, Value::Number))
                        }
                        _ if self.is_in_play() => self.gap("the number of a text"),
                        _ => one(Value::Unknown("the number of a text".into())),
                    }
                }
                _ => self.gap("the number of a text"),
            },
            "select" => match first {
                Value::Number(n) if n >= 1.0 => Ok(arguments.into_iter().skip(n as usize).collect()),
                Value::Text(mark) if &*mark == "#" => one(Value::Number((arguments.len() - 1) as f64)),
                _ => self.gap("`select` by a number that is not known"),
            },
            "pairs" => Ok(vec![Value::Library("next"), first, Value::Nil]),
            "ipairs" => Ok(vec![Value::Library("rows"), first, Value::Number(0.0)]),
            "unpack" | "table.unpack" => {
                let Value::Table(table) = first else { return self.gap("what is unpacked is not known") };
                if self.lists.contains_key(&table) || arguments.len() > 1 {
                    return self.gap("what is unpacked is known only in play");
                }
                let length = self.border(table)? as i64;
                Ok((1..=length).map(|n| self.read(&Place::Field(table, Key::Whole(n)))).collect())
            }
            "rawequal" => one(self.binary(Binary::Equal, &first, &second)?),
            "rawget" => one(self.index(&first, &second)?),
            "rawlen" => one(self.unary(crate::syntax::Unary::Length, &first)?),
            "setmetatable" => {
                // The engine's own tables of words, whose metatables only say what there is not.
                let is_own = self.frames.last().is_some_and(|frame| &*frame.closure.function.name == "prelude");
                let Value::Table(table) = first else { return self.gap("a metatable of something that is not known") };
                if self.is_in_play() || !is_own {
                    return self.gap("a table with a metatable");
                }
                self.tables[table].is_strict = true;
                one(first)
            }
            "sealed" => Ok(arguments.into_iter().skip(1).collect()),
            "ordered" => Ok(arguments),
            "lasting" if !self.is_in_play() => Ok(Vec::new()),
            // What it calls is a script's, and so it has no value before play.
            "memo" if !self.is_in_play() => one(Value::Unknown("what `memo` remembers".into())),
            "require" => {
                let Value::Text(name) = first else { return self.gap("what is required is not known") };
                self.required(&name).map(|value| vec![value])
            }
            "print" if !self.is_in_play() => Ok(Vec::new()),
            _ if name.starts_with("table.") => self.call_table(name, &arguments),
            _ if name.starts_with("string.") && !self.is_in_play() => one(self.call_text(name, &arguments)),
            _ => self.gap(format!("`{name}`")),
        }
    }

    /// Gives the call up if a number is not at most another.
    fn demand_order(&mut self, least: &Value, most: &Value) -> Done<()> {
        match self.compare(Binary::LessEqual, least, most)? {
            Some(true) => Ok(()),
            Some(false) => self.gap("a number lies between bounds that are in the wrong order"),
            None => {
                self.plain(Instruction::I32Eqz);
                self.trap_if("a number lies between bounds that are in the wrong order");
                Ok(())
            }
        }
    }

    fn sign_of_float(&mut self, value: &Value) -> Done<Value> {
        for compare in [Instruction::F64Gt, Instruction::F64Lt] {
            self.push_float(value)?;
            self.plain(Instruction::F64Const(0.0.into()));
            self.plain(compare);
        }
        self.plain(Instruction::I32Sub);
        self.plain(Instruction::I64ExtendI32S);
        Ok(self.pop(Kind::whole(-1, 1)))
    }

    /// The least or greatest of some numbers.
    pub(crate) fn extreme(&mut self, values: &[Value], greatest: bool) -> Done<Value> {
        let mut numbers = Vec::with_capacity(values.len());
        for value in values {
            numbers.push(self.demand_number(value)?);
        }
        let Some(first) = numbers.first() else { return self.gap("the extreme of nothing") };
        self.number_kind(first)?;
        let mut best = first.clone();
        for value in &numbers[1..] {
            let (a, b) = (self.number_kind(&best)?, self.number_kind(value)?);
            if let (Value::Number(x), Value::Number(y)) = (&best, value) {
                best = Value::Number(if if greatest { y > x } else { y < x } { *y } else { *x });
                continue;
            }
            // A bound that lies beyond all whole numbers decides.
            let endless = |value: &Value| matches!(value, Value::Number(number) if number.is_infinite());
            if endless(&best) || endless(value) {
                let (bound, other) =
                    if endless(value) { (value.clone(), best.clone()) } else { (best.clone(), value.clone()) };
                let is_above = matches!(bound, Value::Number(number) if number > 0.0);
                if self.number_kind(&other)?.whole.is_some() {
                    best = if is_above == greatest { bound } else { other };
                    continue;
                }
            }
            let (Some(x), Some(y)) = (a.whole, b.whole) else {
                // As Luau does it: what is greater or less takes the place.
                self.push_float(value)?;
                self.push_float(&best)?;
                self.push_float(value)?;
                self.push_float(&best)?;
                self.plain(if greatest { Instruction::F64Gt } else { Instruction::F64Lt });
                self.plain(Instruction::Select);
                best = self.pop(Kind::float());
                continue;
            };
            if if greatest { y.1 <= x.0 } else { y.0 >= x.1 } {
                continue;
            }
            if if greatest { x.1 <= y.0 } else { x.0 >= y.1 } {
                best = value.clone();
                continue;
            }
            self.push_whole(&best)?;
            self.push_whole(value)?;
            self.push_whole(&best)?;
            self.push_whole(value)?;
            self.plain(if greatest { Instruction::I64GtS } else { Instruction::I64LtS });
            self.plain(Instruction::Select);
            let kind = match greatest {
                true => Kind::whole(x.0.max(y.0), x.1.max(y.1)),
                false => Kind::whole(x.0.min(y.0), x.1.min(y.1)),
            };
            best = self.pop(kind);
        }
        Ok(best)
    }

    fn call_table(&mut self, name: &'static str, arguments: &[Value]) -> Done<Vec<Value>> {
        let Some(Value::Table(table)) = arguments.first().cloned() else {
            if name == "table.create" {
                return self.create_table(arguments);
            }
            return self.gap(format!("`{name}` of a table that is not known"));
        };
        let list = self.lists.get(&table).cloned();
        let second = arguments.get(1).cloned().unwrap_or(Value::Nil);
        match (name, list) {
            ("table.insert", Some(list)) => {
                match arguments {
                    [_, value] => self.append(&list, value)?,
                    [_, _, _] => return self.gap("a value is put into the middle of a list"),
                    _ => return self.gap("`table.insert` of nothing"),
                }
                Ok(Vec::new())
            }
            ("table.insert", None) => {
                let length = self.border(table)? as i64;
                match arguments {
                    [_, value] => {
                        self.set_index(&Value::Table(table), &Value::Number((length + 1) as f64), value.clone())?
                    }
                    [_, Value::Number(at), value] => {
                        let at = *at as i64;
                        if !(1..=length + 1).contains(&at) {
                            return self.gap("`table.insert` at a place that is not there");
                        }
                        for n in (at..=length).rev() {
                            let moved = self.read(&Place::Field(table, Key::Whole(n)));
                            self.set_index(&Value::Table(table), &Value::Number((n + 1) as f64), moved)?;
                        }
                        self.set_index(&Value::Table(table), &Value::Number(at as f64), value.clone())?;
                    }
                    _ => return self.gap("`table.insert` at a place that is not known"),
                }
                Ok(Vec::new())
            }
            ("table.remove", Some(list)) if arguments.len() == 1 => Ok(vec![self.remove_last(&list)?]),
            ("table.remove", None) if arguments.len() == 1 => {
                let length = self.border(table)? as i64;
                if length == 0 {
                    return Ok(Vec::new());
                }
                let value = self.read(&Place::Field(table, Key::Whole(length)));
                self.write(Place::Field(table, Key::Whole(length)), Value::Nil)?;
                Ok(vec![value])
            }
            ("table.clear", Some(list)) => self.clear_list(&list).map(|()| Vec::new()),
            ("table.clear", None) => {
                let keys: Vec<Key> = self.tables[table].fields.keys().cloned().collect();
                for key in keys {
                    self.write(Place::Field(table, key), Value::Nil)?;
                }
                Ok(Vec::new())
            }
            ("table.freeze", None) => {
                let is_known = self.loaded.is_some_and(|(_, loaded)| table < loaded);
                if is_known && matches!(self.read(&Place::Frozen(table)), Value::Nil) {
                    return self.gap("a table that was made when the file was loaded is frozen in play");
                }
                self.note(Place::Frozen(table), Value::Truth(true));
                Ok(vec![arguments[0].clone()])
            }
            ("table.clone", None) => {
                let copy = self.new_table();
                self.tables[copy].is_scattered = self.tables[table].is_scattered;
                let fields: Vec<(Key, Value)> =
                    self.tables[table].fields.iter().map(|(key, value)| (key.clone(), value.clone())).collect();
                for (key, value) in fields {
                    self.note(Place::Field(copy, key), value);
                }
                Ok(vec![Value::Table(copy)])
            }
            ("table.find", Some(list)) if arguments.len() == 2 => {
                self.demand_comparable(&second)?;
                self.find_in(&list, &second).map(|found| vec![found])
            }
            ("table.find", None) if self.is_in_play() && arguments.len() == 2 => {
                self.demand_comparable(&second)?;
                let dynamic = Dynamic { kind: self.kind(&Value::Table(table))?, payload: 0, class: None };
                if let Some(list) = self.frozen_list(&[Value::Table(table)], &dynamic) {
                    return self.find_in(&list, &second).map(|found| vec![found]);
                }
                let length = self.border(table)? as i64;
                let end = self.new_join();
                self.meet(end, |lowering| {
                    for n in 1..=length {
                        let value = lowering.read(&Place::Field(table, Key::Whole(n)));
                        lowering.go_if_equal(&value, &second, end, Value::Number(n as f64))?;
                    }
                    Ok(vec![Value::Nil])
                })
            }
            ("table.find", None) if !self.is_in_play() => {
                let length = self.border(table)? as i64;
                let found = (1..=length).find(|n| self.read(&Place::Field(table, Key::Whole(*n))).is_same(&second));
                Ok(vec![found.map_or(Value::Nil, |n| Value::Number(n as f64))])
            }
            ("table.concat", None) if !self.is_in_play() => {
                let length = self.border(table)? as i64;
                let mut out = String::new();
                for n in 1..=length {
                    if let (Value::Text(between), true) = (&second, n > 1) {
                        out.push_str(between);
                    }
                    let piece = self.read(&Place::Field(table, Key::Whole(n)));
                    match self.known_text(&piece).filter(|_| self.is_text_or_number(&piece)) {
                        Some(piece) => out.push_str(&piece),
                        None => return Ok(vec![Value::Unknown("texts that are put together".into())]),
                    }
                }
                Ok(vec![text(&out)])
            }
            ("table.sort", None) if !self.is_in_play() && arguments.len() == 1 => {
                let length = self.border(table)? as i64;
                let mut numbers = Vec::new();
                for n in 1..=length {
                    match self.read(&Place::Field(table, Key::Whole(n))) {
                        Value::Number(number) => numbers.push(number),
                        _ => return self.gap("`table.sort` of something else than numbers"),
                    }
                }
                numbers.sort_by(f64::total_cmp);
                for (n, number) in (1..).zip(numbers) {
                    self.write(Place::Field(table, Key::Whole(n)), Value::Number(number))?;
                }
                Ok(Vec::new())
            }
            _ => self.gap(format!("`{name}`")),
        }
    }

    /// What is looked for must not be a text that is put together in play.
    fn demand_comparable(&mut self, value: &Value) -> Done<()> {
        match value {
            Value::Text(text) if &**text == MADE => self.gap("a text that is made in play is looked for"),
            Value::Dynamic(_) if self.made_among(value).is_some() => {
                self.gap("a text that is made in play is looked for")
            }
            _ => Ok(()),
        }
    }

    /// Goes where ways meet, with a number, if two values are equal.
    fn go_if_equal(&mut self, value: &Value, other: &Value, join: usize, number: Value) -> Done<()> {
        match self.compare(Binary::Equal, value, other)? {
            Some(true) => {
                self.go_to(join, vec![number]);
                Err(Stop::Gone)
            }
            Some(false) => Ok(()),
            None => {
                let ((), inner) = self.apart(|lowering| lowering.go_to(join, vec![number]));
                self.push(Op::If(inner, Vec::new()));
                Ok(())
            }
        }
    }

    /// The number of the first value of a list that is equal to another; nil if there is none.
    fn find_in(&mut self, list: &crate::lists::List, wanted: &Value) -> Done<Value> {
        let end = self.new_join();
        let found = self.meet(end, |lowering| {
            lowering.each_of_list(list, |lowering, number, value| lowering.go_if_equal(&value, wanted, end, number))?;
            Ok(vec![Value::Nil])
        })?;
        Ok(found.into_iter().next().unwrap_or(Value::Nil))
    }

    /// The name of the type of a value of which only in play is known what it is.
    fn type_in_play(&mut self, dynamic: &Dynamic) -> Done<Value> {
        let mut names = Vec::new();
        for class in dynamic.kind.classes() {
            let name = match class {
                Class::Nil => "nil",
                Class::Truth => "boolean",
                Class::Whole | Class::Float => "number",
                Class::Atom => {
                    let mut types = dynamic.kind.atoms.iter().map(|atom| self.atoms[*atom as usize].type_name());
                    let first = types.next().unwrap_or("table");
                    if types.any(|name| name != first) || first == "buffer" {
                        return self.gap("the type of a value that may be a text, a table or a function");
                    }
                    first
                }
            };
            names.push((class, text(name)));
        }
        let mut kind = Kind::default();
        for (_, name) in &names {
            kind.atoms.extend(self.atom(name));
        }
        let Some(class) = dynamic.class else { return Ok(names.pop().map_or(Value::Nil, |(_, name)| name)) };
        for (n, (of, name)) in names.iter().enumerate() {
            let atom = self.atom(name).unwrap_or_default();
            self.plain(Instruction::I64Const(i64::from(atom)));
            if n > 0 {
                self.plain(Instruction::LocalGet(class));
                self.plain(Instruction::I32Const(*of as i32));
                self.plain(Instruction::I32Ne);
                self.plain(Instruction::Select);
            }
        }
        Ok(self.pop(kind))
    }

    fn create_table(&mut self, arguments: &[Value]) -> Done<Vec<Value>> {
        let (Some(Value::Number(count)), value) = (arguments.first(), arguments.get(1)) else {
            return self.gap("`table.create` of a number that is not known");
        };
        if *count < 0.0 || as_whole(*count).is_none() {
            return self.gap("`table.create` of a number that it can't be of");
        }
        if self.is_in_play() {
            let site = self.call_site;
            if self.listed.contains(&site) {
                let values =
                    vec![value.cloned().unwrap_or(Value::Nil); if value.is_some() { *count as usize } else { 0 }];
                return Ok(vec![self.new_list(site, &values)?]);
            }
            let table = self.tables.len();
            self.table_sites.insert(table, site);
        }
        let table = self.new_table();
        if let Some(value) = value {
            for n in 1..=*count as i64 {
                self.step()?;
                self.note(Place::Field(table, Key::Whole(n)), value.clone());
            }
        }
        Ok(vec![Value::Table(table)])
    }

    /// Functions of texts, before play.
    fn call_text(&mut self, name: &'static str, arguments: &[Value]) -> Value {
        let unknown = Value::Unknown(format!("`{name}`").into());
        let Some(Value::Text(first)) = arguments.first() else { return unknown };
        let number = |n: usize| match arguments.get(n) {
            Some(Value::Number(number)) => as_whole(*number),
            _ => None,
        };
        match name {
            "string.len" => Value::Number(first.len() as f64),
            "string.upper" => text(&first.to_ascii_uppercase()),
            "string.lower" => text(&first.to_ascii_lowercase()),
            "string.rep" => match number(1).filter(|_| arguments.len() == 2) {
                Some(n) if (0..1000).contains(&n) => text(&first.repeat(n as usize)),
                _ => unknown,
            },
            "string.sub" => {
                let (length, from, to) = (first.len() as i64, number(1), number(2).or(Some(-1)));
                let (Some(from), Some(to)) = (from, to) else { return unknown };
                let from = if from < 0 { (length + from + 1).max(1) } else { from.max(1) };
                let to = if to < 0 { length + to + 1 } else { to.min(length) };
                if from > to {
                    return text("");
                }
                first.get(from as usize - 1..to as usize).map_or(unknown, text)
            }
            "string.byte" if arguments.len() <= 2 => {
                let at = number(1).or(if arguments.len() == 1 { Some(1) } else { None });
                let byte = at.and_then(|at| usize::try_from(at - 1).ok()).and_then(|at| first.as_bytes().get(at));
                byte.map_or(unknown, |byte| Value::Number(f64::from(*byte)))
            }
            _ => unknown,
        }
    }

    // Bits.

    fn call_bits(&mut self, name: &str, arguments: &[Value]) -> Done<Value> {
        const MOST: i64 = u32::MAX as i64;
        let mut all = Vec::with_capacity(arguments.len());
        for value in arguments {
            all.push(self.demand_whole(value)?);
        }
        let bits = |n: usize| match all.get(n) {
            Some((Value::Number(number), _)) => Some(*number as i64),
            _ => None,
        };
        if all.iter().all(|(value, _)| matches!(value, Value::Number(_))) {
            let numbers: Vec<i64> = (0..all.len()).filter_map(bits).collect();
            if let Some(known) = known_bits(name, &numbers) {
                return Ok(known);
            }
        }
        let Some((first, range)) = all.first().cloned() else { return self.gap("bits of nothing") };
        let second = all.get(1).cloned();
        let is_bits = |range: crate::kind::Range| range.0 >= 0 && range.1 <= MOST;
        let push = |lowering: &mut Self, n: usize| -> Done<()> {
            let (value, range) = &all[n];
            lowering.push_whole(value)?;
            if !is_bits(*range) {
                lowering.plain(Instruction::I64Const(MOST));
                lowering.plain(Instruction::I64And);
            }
            Ok(())
        };
        // The bits that can be set at all.
        let mask = |range: crate::kind::Range| if is_bits(range) { mask_of(range.1) } else { MOST };
        match name {
            "band" | "bor" | "bxor" | "btest" => {
                push(self, 0)?;
                let mut most = mask(range);
                for (n, (_, range)) in all.iter().enumerate().skip(1) {
                    push(self, n)?;
                    self.plain(match name {
                        "bor" => Instruction::I64Or,
                        "bxor" => Instruction::I64Xor,
                        _ => Instruction::I64And,
                    });
                    most = if matches!(name, "bor" | "bxor") { most | mask(*range) } else { most & mask(*range) };
                }
                if name == "btest" {
                    self.plain(Instruction::I64Const(0));
                    self.plain(Instruction::I64Ne);
                    return Ok(self.pop_truth());
                }
                Ok(self.pop(Kind::whole(0, most)))
            }
            "bnot" => {
                push(self, 0)?;
                self.plain(Instruction::I64Const(MOST));
                self.plain(Instruction::I64Xor);
                Ok(self.pop(Kind::whole(0, MOST)))
            }
            "lshift" | "rshift" => {
                let Some((by, by_range)) = second else { return self.gap("bits that are shifted by nothing") };
                // By a negative number bits go the other way.
                self.demand_within(&by, by_range, (0, by_range.1))?;
                push(self, 0)?;
                self.push_whole(&by)?;
                if by_range.1 > 63 {
                    // Nothing is left from 32 on.
                    self.plain(Instruction::I64Const(63));
                    self.push_whole(&by)?;
                    self.plain(Instruction::I64Const(63));
                    self.plain(Instruction::I64LtS);
                    self.plain(Instruction::Select);
                }
                let most = if name == "lshift" {
                    self.plain(Instruction::I64Shl);
                    let most = if by_range.1 < 32 && mask(range) << by_range.1 <= MOST {
                        mask(range) << by_range.1
                    } else {
                        MOST
                    };
                    if most == MOST {
                        self.plain(Instruction::I64Const(MOST));
                        self.plain(Instruction::I64And);
                    }
                    most
                } else {
                    self.plain(Instruction::I64ShrU);
                    mask(range) >> by_range.0.clamp(0, 63)
                };
                Ok(self.pop(Kind::whole(0, most)))
            }
            "lrotate" | "rrotate" => {
                let Some((by, by_range)) = second else { return self.gap("bits that are rotated by nothing") };
                self.demand_within(&by, by_range, (i64::from(i32::MIN), i64::from(i32::MAX)))?;
                self.push_whole(&first)?;
                self.plain(Instruction::I32WrapI64);
                self.push_whole(&by)?;
                self.plain(Instruction::I32WrapI64);
                self.plain(if name == "lrotate" { Instruction::I32Rotl } else { Instruction::I32Rotr });
                self.plain(Instruction::I64ExtendI32U);
                Ok(self.pop(Kind::whole(0, MOST)))
            }
            "countrz" | "countlz" => {
                self.push_whole(&first)?;
                self.plain(Instruction::I32WrapI64);
                self.plain(if name == "countrz" { Instruction::I32Ctz } else { Instruction::I32Clz });
                self.plain(Instruction::I64ExtendI32U);
                Ok(self.pop(Kind::whole(0, 32)))
            }
            "extract" => {
                let width = if all.len() > 2 { bits(2) } else { Some(1) };
                let (Some((field, field_range)), Some(width @ 1..=31)) = (second, width) else {
                    return self.gap("bits of a width that is not known");
                };
                self.demand_within(&field, field_range, (0, 32 - width))?;
                push(self, 0)?;
                self.push_whole(&field)?;
                self.plain(Instruction::I64ShrU);
                self.plain(Instruction::I64Const((1 << width) - 1));
                self.plain(Instruction::I64And);
                Ok(self.pop(Kind::whole(0, (1 << width) - 1)))
            }
            "replace" => {
                let width = if all.len() > 3 { bits(3) } else { Some(1) };
                let (Some((field, field_range)), Some(width @ 1..=31)) = (all.get(2).cloned(), width) else {
                    return self.gap("bits of a width that is not known");
                };
                self.demand_within(&field, field_range, (0, 32 - width))?;
                let ones = (1_i64 << width) - 1;
                push(self, 0)?;
                self.plain(Instruction::I64Const(ones));
                self.push_whole(&field)?;
                self.plain(Instruction::I64Shl);
                self.plain(Instruction::I64Const(-1));
                self.plain(Instruction::I64Xor);
                self.plain(Instruction::I64And);
                push(self, 1)?;
                self.plain(Instruction::I64Const(ones));
                self.plain(Instruction::I64And);
                self.push_whole(&field)?;
                self.plain(Instruction::I64Shl);
                self.plain(Instruction::I64Or);
                Ok(self.pop(Kind::whole(0, MOST)))
            }
            _ => self.gap(format!("`bit32.{name}`")),
        }
    }

    /// Gives the call up if a number is not between two bounds.
    pub(crate) fn demand_within(
        &mut self,
        value: &Value,
        range: crate::kind::Range,
        (least, most): crate::kind::Range,
    ) -> Done<()> {
        if range.0 >= least && range.1 <= most {
            return Ok(());
        }
        if range.1 < least || range.0 > most {
            return self.gap("a number lies beyond what is allowed");
        }
        self.push_whole(value)?;
        if least != 0 {
            self.plain(Instruction::I64Const(least));
            self.plain(Instruction::I64Sub);
        }
        self.plain(Instruction::I64Const(most - least));
        self.plain(Instruction::I64GtU);
        self.trap_if("a number lies beyond what is allowed");
        Ok(())
    }

    // Bytes.

    /// A place in a block: demands that so many bytes are there.
    fn demand_bytes(&mut self, region: usize, at: &Value, bytes: i64) -> Done<Value> {
        let length = self.regions[region].bytes.len() as i64;
        let (at, range) = self.demand_whole(at)?;
        if bytes > length {
            return self.gap("bytes lie beyond their block");
        }
        self.demand_within(&at, range, (0, length - bytes))?;
        Ok(at)
    }

    fn push_address_of(&mut self, at: &Value) -> Done<()> {
        match at {
            Value::Number(number) => self.plain(Instruction::I32Const(*number as i64 as i32)),
            _ => {
                self.push_whole(at)?;
                self.plain(Instruction::I32WrapI64);
            }
        }
        Ok(())
    }

    fn call_buffer(&mut self, name: &str, arguments: &[Value]) -> Done<Vec<Value>> {
        let Some(Value::Region(region)) = arguments.first() else {
            return match (name, self.is_in_play()) {
                ("create", false) => Ok(vec![Value::Unknown("a buffer of the script's own".into())]),
                _ => self.gap(format!("`buffer.{name}` of a buffer of the script's own")),
            };
        };
        let region = *region;
        let base = self.regions[region].base;
        let at = arguments.get(1).cloned().unwrap_or(Value::Nil);
        let value = arguments.get(2).cloned().unwrap_or(Value::Nil);
        if let Some(of) = name.strip_prefix("read") {
            let Some((bytes, kind)) = number_type(of) else { return self.gap(format!("`buffer.{name}`")) };
            let at = self.demand_bytes(region, &at, bytes)?;
            if let (Value::Number(at), false) = (&at, self.is_in_play()) {
                return Ok(vec![Value::Number(read_known(&self.regions[region].bytes, *at as usize, of))]);
            }
            if let Value::Number(at) = &at
                && let Some(known) = self.facts.get(&(region, *at as usize))
            {
                return Ok(vec![Value::Number(*known)]);
            }
            self.push_address_of(&at)?;
            self.plain(match of {
                "u8" => Instruction::I64Load8U(argument(base, 0)),
                "i8" => Instruction::I64Load8S(argument(base, 0)),
                "u16" => Instruction::I64Load16U(argument(base, 0)),
                "i16" => Instruction::I64Load16S(argument(base, 0)),
                "u32" => Instruction::I64Load32U(argument(base, 0)),
                "i32" => Instruction::I64Load32S(argument(base, 0)),
                _ => Instruction::F64Load(argument(base, 0)),
            });
            return Ok(vec![self.pop(kind)]);
        }
        match name {
            "len" => Ok(vec![Value::Number(self.regions[region].bytes.len() as f64)]),
            "writestring" => {
                let Value::Text(string) = &value else { return self.gap("a text that is not known is written") };
                if &**string == MADE || arguments.len() > 3 {
                    return self.gap("a text that is made in play, or a part of one, is written");
                }
                let string = string.clone();
                let at = self.demand_bytes(region, &at, string.len() as i64)?;
                if let (Value::Number(at), false) = (&at, self.is_in_play()) {
                    let at = *at as usize;
                    self.regions[region].bytes[at..at + string.len()].copy_from_slice(string.as_bytes());
                    return Ok(Vec::new());
                }
                let words: Vec<u64> = string.bytes().map(u64::from).collect();
                let from = self.put_data(&words, 1);
                self.push_address_of(&at)?;
                self.plain(Instruction::I32Const(base as i32));
                self.plain(Instruction::I32Add);
                self.plain(Instruction::I32Const(from as i32));
                self.plain(Instruction::I32Const(string.len() as i32));
                self.plain(Instruction::MemoryCopy { src_mem: 0, dst_mem: 0 });
                Ok(Vec::new())
            }
            "fill" => {
                let (value, _) = self.demand_whole(&value)?;
                let length = self.regions[region].bytes.len() as i64;
                let count = match arguments.get(3) {
                    Some(count) => count.clone(),
                    None => self.binary(Binary::Subtract, &Value::Number(length as f64), &at)?,
                };
                let (at, count) = self.demand_run(region, &at, &count)?;
                if let (Value::Number(at), Value::Number(count), Value::Number(value), false) =
                    (&at, &count, &value, self.is_in_play())
                {
                    let at = *at as usize;
                    self.regions[region].bytes[at..at + *count as usize].fill(*value as i64 as u8);
                    return Ok(Vec::new());
                }
                self.push_address_of(&at)?;
                self.plain(Instruction::I32Const(base as i32));
                self.plain(Instruction::I32Add);
                self.push_address_of(&value)?;
                self.push_address_of(&count)?;
                self.plain(Instruction::MemoryFill(0));
                Ok(Vec::new())
            }
            "copy" => {
                // The target, its place, the source, its place, and how many.
                let Value::Region(source) = value else { return self.gap("bytes of a buffer of the script's own") };
                let from = arguments.get(3).cloned().unwrap_or(Value::Number(0.0));
                let length = self.regions[source].bytes.len() as f64;
                let count = match arguments.get(4) {
                    Some(count) => count.clone(),
                    None => self.binary(Binary::Subtract, &Value::Number(length), &from)?,
                };
                let (at, count) = self.demand_run(region, &at, &count)?;
                let (from, count) = self.demand_run(source, &from, &count)?;
                if let (Value::Number(at), Value::Number(from), Value::Number(count), false) =
                    (&at, &from, &count, self.is_in_play())
                {
                    let from = *from as usize;
                    let bytes = self.regions[source].bytes[from..from + *count as usize].to_vec();
                    let at = *at as usize;
                    self.regions[region].bytes[at..at + bytes.len()].copy_from_slice(&bytes);
                    return Ok(Vec::new());
                }
                let source_base = self.regions[source].base;
                if let Value::Number(count) = count
                    && (0.0..=40.0).contains(&count)
                {
                    return self.copy_few((base, &at), (source_base, &from), count as usize).map(|()| Vec::new());
                }
                self.push_address_of(&at)?;
                self.plain(Instruction::I32Const(base as i32));
                self.plain(Instruction::I32Add);
                self.push_address_of(&from)?;
                self.plain(Instruction::I32Const(source_base as i32));
                self.plain(Instruction::I32Add);
                self.push_address_of(&count)?;
                self.plain(Instruction::MemoryCopy { src_mem: 0, dst_mem: 0 });
                Ok(Vec::new())
            }
            _ => {
                let Some(of) = name.strip_prefix("write") else { return self.gap(format!("`buffer.{name}`")) };
                let Some((bytes, kind)) = number_type(of) else { return self.gap(format!("`buffer.{name}`")) };
                let at = self.demand_bytes(region, &at, bytes)?;
                if let (Value::Number(at), Value::Number(value), false) = (&at, &value, self.is_in_play()) {
                    let (at, value) = (*at as usize, *value);
                    let bytes = bytes as usize;
                    let written = if kind.float { value.to_le_bytes() } else { (value as i64).to_le_bytes() };
                    self.regions[region].bytes[at..at + bytes].copy_from_slice(&written[..bytes]);
                    return Ok(Vec::new());
                }
                if kind.float {
                    self.demand_some(&value)?;
                    self.push_address_of(&at)?;
                    self.push_float(&value)?;
                    self.plain(Instruction::F64Store(argument(base, 0)));
                    return Ok(Vec::new());
                }
                let (value, _) = self.demand_whole(&value)?;
                self.push_address_of(&at)?;
                self.push_whole(&value)?;
                self.plain(match bytes {
                    1 => Instruction::I64Store8(argument(base, 0)),
                    2 => Instruction::I64Store16(argument(base, 0)),
                    _ => Instruction::I64Store32(argument(base, 0)),
                });
                Ok(Vec::new())
            }
        }
    }

    /// A few bytes from one place to another, all of which are read first.
    fn copy_few(&mut self, (base, at): (usize, &Value), (source, from): (usize, &Value), count: usize) -> Done<()> {
        let mut pieces = Vec::new();
        let mut done = 0;
        while done < count {
            let width = [8, 4, 2, 1].into_iter().find(|width| done + width <= count).unwrap_or(1);
            self.push_address_of(from)?;
            let place = argument(source + done, 0);
            self.plain(match width {
                8 => Instruction::I64Load(place),
                4 => Instruction::I64Load32U(place),
                2 => Instruction::I64Load16U(place),
                _ => Instruction::I64Load8U(place),
            });
            let piece = self.local(ValType::I64);
            self.plain(Instruction::LocalSet(piece));
            pieces.push((done, width, piece));
            done += width;
        }
        for (done, width, piece) in pieces {
            self.push_address_of(at)?;
            self.plain(Instruction::LocalGet(piece));
            let place = argument(base + done, 0);
            self.plain(match width {
                8 => Instruction::I64Store(place),
                4 => Instruction::I64Store32(place),
                2 => Instruction::I64Store16(place),
                _ => Instruction::I64Store8(place),
            });
        }
        Ok(())
    }

    /// A run of bytes of a block: demands that they are there.
    fn demand_run(&mut self, region: usize, at: &Value, count: &Value) -> Done<(Value, Value)> {
        let length = self.regions[region].bytes.len() as i64;
        let (at, range) = self.demand_whole(at)?;
        let (count, counts) = self.demand_whole(count)?;
        self.demand_within(&at, range, (0, length))?;
        self.demand_within(&count, counts, (0, length))?;
        if range.0.saturating_add(counts.0) > length {
            return self.gap("bytes lie beyond their block");
        }
        if range.1.saturating_add(counts.1) > length {
            self.push_whole(&at)?;
            self.push_whole(&count)?;
            self.plain(Instruction::I64Add);
            self.plain(Instruction::I64Const(length));
            self.plain(Instruction::I64GtS);
            self.trap_if("bytes lie beyond their block");
        }
        Ok((at, count))
    }
}

/// The least mask that holds all numbers up to one.
fn mask_of(most: i64) -> i64 {
    let most = most.max(0) as u64;
    if most == 0 { 0 } else { (u64::MAX >> most.leading_zeros()) as i64 }
}

/// How many bytes a number of a type has, and what it can be.
fn number_type(of: &str) -> Option<(i64, Kind)> {
    Some(match of {
        "u8" => (1, Kind::whole(0, 255)),
        "i8" => (1, Kind::whole(-128, 127)),
        "u16" => (2, Kind::whole(0, 65535)),
        "i16" => (2, Kind::whole(-32768, 32767)),
        "u32" => (4, Kind::whole(0, i64::from(u32::MAX))),
        "i32" => (4, Kind::whole(i64::from(i32::MIN), i64::from(i32::MAX))),
        "f64" => (8, Kind::float()),
        _ => return None,
    })
}

fn read_known(bytes: &[u8], at: usize, of: &str) -> f64 {
    let mut word = [0; 8];
    let width = number_type(of).map_or(0, |(width, _)| width as usize);
    word[..width].copy_from_slice(&bytes[at..at + width]);
    let bits = u64::from_le_bytes(word);
    match of {
        "i8" => f64::from(bits as i8),
        "i16" => f64::from(bits as i16),
        "i32" => f64::from(bits as i32),
        "f64" => f64::from_bits(bits),
        _ => bits as f64,
    }
}

/// What a function of bits gives for numbers that are known.
fn known_bits(name: &str, numbers: &[i64]) -> Option<Value> {
    let first = *numbers.first()? as u32;
    // How far bits are moved: not in the other direction.
    let by = numbers.get(1).and_then(|by| u32::try_from(*by).ok()).filter(|by| *by < 1 << 31);
    let all = numbers.iter().map(|number| *number as u32);
    let bits = match name {
        "band" => all.fold(u32::MAX, |a, b| a & b),
        "bor" => all.fold(0, |a, b| a | b),
        "bxor" => all.fold(0, |a, b| a ^ b),
        "btest" => return Some(Value::Truth(all.fold(u32::MAX, |a, b| a & b) != 0)),
        "bnot" => !first,
        "lshift" => first.checked_shl(by?).unwrap_or(0),
        "rshift" => first.checked_shr(by?).unwrap_or(0),
        "lrotate" => first.rotate_left(by? & 31),
        "rrotate" => first.rotate_right(by? & 31),
        "countrz" => first.trailing_zeros(),
        "countlz" => first.leading_zeros(),
        "extract" => {
            let (field, width) = (by?, numbers.get(2).copied().unwrap_or(1));
            if !(1..=32).contains(&width) || i64::from(field) + width > 32 {
                return None;
            }
            (first >> field) & (u32::MAX >> (32 - width))
        }
        _ => return None,
    };
    Some(Value::Number(f64::from(bits)))
}
