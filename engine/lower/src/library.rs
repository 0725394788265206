//! The global functions and the libraries.

use wasm_encoder::Instruction;

use crate::evaluator::{Done, Lowering, Place};
use crate::expressions::text;
use crate::kind::{Class, EXACT, Kind};
use crate::luau::{Plain, plain};
use crate::value::{Dynamic, Key, Value, as_integer};
use parlour_luau::tree::Binary;

/// Libraries as tables of functions.
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
            "math.modf",
            "math.log10",
            "math.sin",
            "math.cos",
            "math.tan",
            "math.asin",
            "math.acos",
            "math.atan",
            "math.atan2",
            "math.rad",
            "math.deg",
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

/// Functions without a library.
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
    /// Defines the globals of scripts.
    pub(crate) fn add_library(&mut self) {
        for (library, members) in LIBRARIES {
            let table = self.new_table();
            for member in *members {
                let name = member.rsplit('.').next().unwrap_or(member);
                self.tables[table].put(Key::Text(name.into()), Value::Library(member));
            }
            if *library == "math" {
                for (name, value) in [("huge", f64::INFINITY), ("pi", std::f64::consts::PI)] {
                    self.tables[table].put(Key::Text(name.into()), Value::Number(value));
                }
            }
            self.tables[table].frozen = Some(Value::Boolean(true));
            self.globals.insert((*library).into(), Value::Table(table));
        }
        self.libraries = self.tables.len();
        for name in PLAIN {
            self.globals.insert((*name).into(), Value::Library(name));
        }
        self.load_library();
    }

    pub(crate) fn call_library(&mut self, name: &'static str, arguments: Vec<Value>) -> Done<Vec<Value>> {
        let one = |value: Value| Ok(vec![value]);
        let hands_on = matches!(name, "sealed" | "ordered");
        // With a number, `select` also drops absent arguments.
        let is_by_number = name == "select" && matches!(arguments.first(), Some(Value::Number(_)));
        let arguments = if hands_on || is_by_number { arguments } else { self.guard_all(&arguments)? };
        if self.is_emitting()
            && !hands_on
            && let Some(Value::Unknown(reason)) = arguments.iter().find(|value| matches!(value, Value::Unknown(_)))
        {
            return self.unsupported(reason.to_string());
        }
        if arguments.len() < least_arguments(name) {
            return self.unsupported(format!("`{name}` of too little"));
        }
        let first = arguments.first().cloned().unwrap_or(Value::Nil);
        let second = arguments.get(1).cloned().unwrap_or(Value::Nil);
        if let Some(function) = name.strip_prefix("buffer.") {
            return self.call_buffer(function, &arguments);
        }
        if !self.is_emitting()
            && !name.starts_with("table.")
            && let Some(unknown) = arguments.iter().find(|value| matches!(value, Value::Unknown(_)))
            && !matches!(name, "pairs" | "ipairs" | "next" | "error" | "assert" | "require" | "pcall" | "sealed")
        {
            return one(unknown.clone());
        }
        // The 0 of an integer range may be -0 at run time, which turns an angle round.
        let may_be_signed = |value: &Value| matches!(value, Value::Number(0.0));
        if name == "math.atan2" && self.is_emitting() && arguments.iter().any(may_be_signed) {
            return self.unsupported("the angle of a number that may be 0 or -0");
        }
        if is_asked(name) && arguments.iter().all(|value| matches!(value, Value::Number(_))) {
            return match self.ask(name, &arguments) {
                results if self.is_emitting() && matches!(results[..], [Value::Unknown(_)]) => {
                    self.unsupported(format!("`{name}` of these numbers"))
                }
                results => Ok(results),
            };
        }
        if let Some(function) = name.strip_prefix("bit32.") {
            return self.call_bits(function, &arguments).map(|value| vec![value]);
        }
        let first = if name.starts_with("math.") { self.guard_number(&first)? } else { first };
        match name {
            "math.floor" => one(match first {
                Value::Number(number) => Value::Number(number.floor()),
                _ => self.rounded(&first, Some(Instruction::F64Floor))?,
            }),
            "math.ceil" => one(self.rounded(&first, Some(Instruction::F64Ceil))?),
            "math.min" | "math.max" => one(self.extreme(&arguments, name == "math.max")?),
            "math.clamp" => {
                let third = arguments.get(2).cloned().unwrap_or(Value::Nil);
                self.guard_order(&second, &third)?;
                let low = self.extreme(&[first, second], true)?;
                one(self.extreme(&[low, third], false)?)
            }
            "math.abs" => one(match self.number_kind(&first)?.integer {
                Some((least, _)) if least >= 0 => first,
                Some(_) => {
                    let negative = self.binary(Binary::Subtract, &Value::Number(0.0), &first)?;
                    let both = self.extreme(&[first.clone(), negative], true)?;
                    let Value::Dynamic(dynamic) = &both else { return one(both) };
                    let most = dynamic.kind.integer.map_or(EXACT, |(_, most)| most);
                    self.narrowed(dynamic, Kind::integer(0, most))
                }
                None => {
                    self.push_float(&first)?;
                    self.plain(Instruction::F64Abs);
                    self.pop(Kind::float())
                }
            }),
            "math.sign" => {
                if self.number_kind(&first)?.float {
                    return self.sign_of_float(&first).map(|value| vec![value]);
                }
                let low = self.extreme(&[first, Value::Number(-1.0)], true)?;
                one(self.extreme(&[low, Value::Number(1.0)], false)?)
            }
            "math.sqrt" => {
                self.push_float(&first)?;
                self.plain(Instruction::F64Sqrt);
                one(self.pop(Kind::float()))
            }
            "math.pow" => one(self.binary(Binary::Power, &first, &second)?),
            "error" | "assert" if name == "error" || first.truthy() == Some(false) => self.unsupported(match first {
                Value::Text(message) if name == "error" => message.to_string(),
                _ => "an error".to_owned(),
            }),
            "assert" if first.truthy() == Some(true) => Ok(arguments),
            "type" | "typeof" => match first {
                Value::Dynamic(dynamic) if dynamic.kind.class().is_none() || dynamic.kind.is_reference() => {
                    one(self.type_in_play(&dynamic)?)
                }
                Value::Region(_) if name == "type" => one(text("buffer")),
                value => one(text(value.type_name())),
            },
            "tostring" => match first {
                Value::Text(_) | Value::Bytes(_) => one(first),
                value => one(self.known_text(&value).map_or_else(|| self.unknown_text(), |known| text(&known))),
            },
            "tonumber" => match first {
                Value::Number(_) if arguments.len() == 1 => one(first),
                Value::Number(_) | Value::Text(_) => {
                    let number = self.ask(name, &arguments);
                    match number[..] {
                        [Value::Unknown(_)] if self.is_emitting() => self.unsupported("the number of a text"),
                        _ => Ok(number),
                    }
                }
                _ => self.unsupported("the number of a text"),
            },
            "select" => match first {
                Value::Number(n) if n >= 1.0 && as_integer(n).is_some_and(|n| n <= MAX_SELECTED) => {
                    Ok(arguments.into_iter().skip(n as usize).collect())
                }
                Value::Text(mark) if &*mark == "#" => one(Value::Number((arguments.len() - 1) as f64)),
                _ => self.unsupported("`select` by a number that is not known"),
            },
            "pairs" | "ipairs" => {
                let table = match first {
                    Value::Dynamic(dynamic) if dynamic.kind.is_reference() => self.guard_reference(&dynamic),
                    first => first,
                };
                let is_table = match &table {
                    Value::Table(_) => true,
                    Value::Dynamic(dynamic) => {
                        let is_table = |atom: &u32| matches!(self.atoms[*atom as usize], Value::Table(_));
                        dynamic.kind.is_reference() && dynamic.kind.atoms.iter().all(is_table)
                    }
                    // Its type is checked at run time.
                    Value::Unknown(_) => !self.is_emitting(),
                    _ => false,
                };
                match (is_table, name) {
                    (false, _) => self.unsupported(format!("`{name}` of what is not a table, or may not be")),
                    (true, "pairs") => Ok(vec![Value::Library("next"), table, Value::Nil]),
                    (true, _) => Ok(vec![Value::Library("rows"), table, Value::Number(0.0)]),
                }
            }
            "unpack" | "table.unpack" => {
                let Value::Table(table) = first else { return self.unsupported("what is unpacked is not known") };
                if self.lists.contains_key(&table) || arguments.len() > 1 {
                    return self.unsupported("what is unpacked is known only at run time");
                }
                let length = self.border(table)? as i64;
                self.spend(length as usize);
                Ok((1..=length).map(|n| self.read(&Place::Field(table, Key::Integer(n)))).collect())
            }
            "next" if arguments.len() == 1 => self.first_row(&first),
            "rawequal" => one(self.binary(Binary::Equal, &first, &second)?),
            "rawget" => one(self.index(&first, &second)?),
            "rawlen" => one(self.unary(parlour_luau::tree::Unary::Length, &first)?),
            "setmetatable" => {
                // The engine's own tables of words, whose metatables only refuse absent fields.
                let is_own = self.frames.last().is_some_and(|frame| &*frame.closure.function.name == "prelude");
                let Value::Table(table) = first else {
                    return self.unsupported("a metatable of something that is not known");
                };
                if self.is_emitting() || !is_own {
                    return self.unsupported("a table with a metatable");
                }
                self.tables[table].is_strict = true;
                one(first)
            }
            "sealed" => Ok(arguments.into_iter().skip(1).collect()),
            "ordered" => Ok(arguments),
            "lasting" if !self.is_emitting() => Ok(Vec::new()),
            // It calls a function of a script, so it has no value at compile time.
            "memo" if !self.is_emitting() => one(Value::Unknown("what `memo` remembers".into())),
            "require" => {
                let Value::Text(name) = first else { return self.unsupported("what is required is not known") };
                self.required(&name).map(|value| vec![value])
            }
            "print" if !self.is_emitting() => Ok(Vec::new()),
            _ if name.starts_with("table.") => self.call_table(name, &arguments),
            _ if name.starts_with("string.") && !self.is_emitting() => Ok(self.ask(name, &arguments)),
            _ => self.unsupported(format!("`{name}`")),
        }
    }

    /// The result of `next` without a key: the first row.
    fn first_row(&mut self, table: &Value) -> Done<Vec<Value>> {
        let table = &match table {
            Value::Dynamic(dynamic) if dynamic.kind.is_reference() => self.guard_reference(dynamic),
            table => table.clone(),
        };
        if let Value::Table(table) = table
            && !self.lists.contains_key(table)
        {
            let fields = &self.tables[*table].fields;
            if fields.is_empty() {
                return Ok(vec![Value::Nil]);
            }
            if self.border(*table)? != self.tables[*table].fields.len() || self.tables[*table].is_scattered {
                return self.unsupported("the first field of a table, in Luau's own order");
            }
        }
        let is_whole = match table {
            Value::Dynamic(dynamic) if dynamic.kind.class() == Some(Class::Record) => {
                let heap_class = self.heap_class_of(&dynamic.kind)?;
                self.has_only_rows(heap_class)
            }
            Value::Table(_) => true,
            _ => false,
        };
        if !is_whole {
            return self.unsupported("the first field of a table, in Luau's own order");
        }
        let length = self.unary(parlour_luau::tree::Unary::Length, table)?;
        let one = Value::Number(1.0);
        let value = self.index(table, &one)?;
        // The number, or nil.
        let end = self.new_join();
        let number = self.meet(end, |lowering| {
            let is_empty = lowering.compare(Binary::Less, &length, &one)?;
            match is_empty {
                Some(true) => Ok(vec![Value::Nil]),
                Some(false) => Ok(vec![one.clone()]),
                None => {
                    let ((), inner) = lowering.detached(|lowering| lowering.go_to(end, vec![Value::Nil]));
                    lowering.push(crate::code::Op::If(inner, Vec::new()));
                    Ok(vec![one.clone()])
                }
            }
        })?;
        // For an empty table `next` returns one value alone.
        Ok(vec![number.into_iter().next().unwrap_or(Value::Nil), value.perhaps()])
    }

    /// Bails out if a number exceeds another.
    fn guard_order(&mut self, least: &Value, most: &Value) -> Done<()> {
        match self.compare(Binary::LessEqual, least, most)? {
            Some(true) => Ok(()),
            Some(false) => self.unsupported("a number lies between bounds that are in the wrong order"),
            None => {
                self.plain(Instruction::I32Eqz);
                self.bail_out_if("a number lies between bounds that are in the wrong order");
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
        Ok(self.pop(Kind::integer(-1, 1)))
    }

    /// The minimum or maximum of numbers.
    pub(crate) fn extreme(&mut self, values: &[Value], greatest: bool) -> Done<Value> {
        let mut numbers = Vec::with_capacity(values.len());
        for value in values {
            numbers.push(self.guard_number(value)?);
        }
        let Some(first) = numbers.first() else { return self.unsupported("the extreme of nothing") };
        self.number_kind(first)?;
        let mut best = first.clone();
        for value in &numbers[1..] {
            let (a, b) = (self.number_kind(&best)?, self.number_kind(value)?);
            if let (Value::Number(x), Value::Number(y)) = (&best, value) {
                best = Value::Number(if if greatest { y > x } else { y < x } { *y } else { *x });
                continue;
            }
            // An infinite bound decides against any integer.
            let endless = |value: &Value| matches!(value, Value::Number(number) if number.is_infinite());
            if endless(&best) || endless(value) {
                let (bound, other) =
                    if endless(value) { (value.clone(), best.clone()) } else { (best.clone(), value.clone()) };
                let is_above = matches!(bound, Value::Number(number) if number > 0.0);
                if self.number_kind(&other)?.integer.is_some() {
                    best = if is_above == greatest { bound } else { other };
                    continue;
                }
            }
            let (Some(x), Some(y)) = (a.integer, b.integer) else {
                // As in Luau: a value that compares greater or less replaces the best.
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
            self.push_integer(&best)?;
            self.push_integer(value)?;
            self.push_integer(&best)?;
            self.push_integer(value)?;
            self.plain(if greatest { Instruction::I64GtS } else { Instruction::I64LtS });
            self.plain(Instruction::Select);
            let kind = match greatest {
                true => Kind::integer(x.0.max(y.0), x.1.max(y.1)),
                false => Kind::integer(x.0.min(y.0), x.1.min(y.1)),
            };
            best = self.pop(kind);
        }
        Ok(best)
    }

    /// The type name of a dynamic value.
    fn type_in_play(&mut self, dynamic: &Dynamic) -> Done<Value> {
        let mut names = Vec::new();
        for class in dynamic.kind.classes() {
            let name = match class {
                Class::Nil => "nil",
                Class::Boolean => "boolean",
                Class::Integer | Class::Float => "number",
                Class::Record => "table",
                Class::Atom => {
                    let mut types = dynamic.kind.atoms.iter().map(|atom| self.atoms[*atom as usize].type_name());
                    let first = types.next().unwrap_or("table");
                    if types.any(|name| name != first) || first == "buffer" {
                        return self.unsupported("the type of a value that may be a text, a table or a function");
                    }
                    first
                }
            };
            names.push((class, text(name)));
        }
        let atoms = names.iter().filter_map(|(_, name)| self.atom(name)).collect();
        let kind = Kind { atoms, ..Kind::default() };
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

    /// Asks Luau for the results of a function of its library on values known at compile time; unknown if they aren't plain.
    fn ask(&mut self, name: &'static str, arguments: &[Value]) -> Vec<Value> {
        let given: Option<Vec<Plain>> = arguments.iter().map(plain).collect();
        let answers = given.and_then(|given| self.luau.call(name, &given));
        self.spend(self.luau.work());
        match answers {
            Some(answers) => answers.into_iter().map(|answer| self.answer(answer)).collect(),
            None => vec![Value::Unknown(format!("`{name}`").into())],
        }
    }

    /// The value of an answer.
    fn answer(&mut self, answer: Plain) -> Value {
        match answer {
            Plain::Nil => Value::Nil,
            Plain::Boolean(truth) => Value::Boolean(truth),
            Plain::Number(number) => Value::Number(number),
            Plain::Text(bytes) => {
                self.spend_text(bytes.len());
                match String::from_utf8(bytes) {
                    Ok(text) => Value::Text(text.into()),
                    Err(wrong) => Value::Bytes(wrong.into_bytes().into()),
                }
            }
            Plain::List(rows) => {
                let table = self.new_table();
                for (row, n) in rows.into_iter().zip(1..) {
                    let row = self.answer(row);
                    self.note(Place::Field(table, Key::Integer(n)), row);
                }
                Value::Table(table)
            }
        }
    }
}

/// True if Luau is asked for the results of a function on known numbers. Rounding and comparing, which checks of arguments do
/// by the thousand, are folded here.
fn is_asked(name: &str) -> bool {
    let is_folded = || matches!(name, "math.floor" | "math.min" | "math.max" | "math.clamp" | "math.pow");
    name.starts_with("bit32.") || name.starts_with("math.") && !is_folded() && name != "math.random"
}

/// Limit of arguments of `select`.
const MAX_SELECTED: i64 = 1000;

/// The minimum number of arguments of a library function: with fewer Luau raises an error, even where nil is accepted.
fn least_arguments(name: &str) -> usize {
    match name {
        "rawset" => 3,
        "rawequal" | "rawget" | "setmetatable" | "table.find" | "table.insert" => 2,
        "assert" | "getmetatable" | "ipairs" | "next" | "pairs" | "pcall" | "rawlen" | "select" | "tonumber"
        | "tostring" | "type" | "typeof" => 1,
        _ => 0,
    }
}
