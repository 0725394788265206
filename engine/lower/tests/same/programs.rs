//! Random programs that do what scripts of games do.

use super::compare::Dice;

/// The type of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Type {
    Number,
    /// A number or nil.
    Maybe,
    Boolean,
    /// A string or nil.
    Text,
    /// A list of numbers.
    List,
    /// A table with the numeric fields `x` and `y`.
    Pair,
    /// A list of pairs.
    Pairs,
    /// A list of lists of numbers.
    Lists,
}

/// A program under construction.
struct Program {
    dice: Dice,
    lines: Vec<String>,
    variables: Vec<(String, Type)>,
    /// Functions of the file, with their number of parameters.
    functions: Vec<(String, usize)>,
    /// Functions of the file that take a list of numbers, a table with `x` and `y` or nil, and a number.
    takers: Vec<String>,
    /// Local functions, which take one number.
    closures: Vec<String>,
    /// True if there are nested tables, and recursive functions over captured variables.
    has_more: bool,
    names: usize,
    /// True if there are fractions.
    has_floats: bool,
    depth: usize,
    loops: usize,
    /// True inside a loop of the current function that a statement may leave.
    is_in_loop: bool,
    /// The number of results of the current function.
    results: usize,
}

/// A program with functions and tables of its own.
pub(crate) fn program(seed: u64) -> String {
    let mut program = Program {
        dice: Dice(seed),
        lines: Vec::new(),
        variables: Vec::new(),
        functions: Vec::new(),
        takers: Vec::new(),
        closures: Vec::new(),
        names: 0,
        has_floats: seed % 4 == 3,
        has_more: !seed.is_multiple_of(3),
        depth: 0,
        loops: 0,
        is_in_loop: false,
        results: 1,
    };
    program.write();
    program.lines.join("\n")
}

impl Program {
    fn name(&mut self, of: &str) -> String {
        self.names += 1;
        format!("{of}{}", self.names)
    }

    fn line(&mut self, line: String) {
        self.lines.push(format!("{}{line}", "\t".repeat(self.depth)));
    }

    fn write(&mut self) {
        self.line("local B, C = ...".to_owned());
        self.tables();
        for _ in 0..self.dice.below(4) {
            if self.has_more && self.dice.chance(30) {
                self.taker();
            } else {
                self.function();
            }
        }
        self.line("return function(a, b)".to_owned());
        self.variables = vec![("a".to_owned(), Type::Number), ("b".to_owned(), Type::Number)];
        self.results = 3;
        self.body(4 + self.dice.clone().below(8));
        self.line("end".to_owned());
    }

    /// The compile-time tables.
    fn tables(&mut self) {
        let row = |dice: &mut Dice| {
            let numbers: Vec<String> = (0..6).map(|_| format!("{}", dice.below(20) as i64 - 4)).collect();
            format!("{{ {} }}", numbers.join(", "))
        };
        let (first, second, third) = (row(&mut self.dice), row(&mut self.dice), row(&mut self.dice));
        self.line(format!("local T = {first}"));
        self.line(format!("local D = {{ {first}, {second}, {third} }}"));
        self.line("local N = { { n = 3, s = 'x' }, { n = -2 }, { n = 500, s = 'y' }, { n = 0, s = 'x' } }".to_owned());
    }

    /// A function of the file; it may be recursive.
    fn function(&mut self) {
        let name = self.name("f");
        let parameters = 1 + self.dice.below(2);
        let names: Vec<String> = (0..parameters).map(|_| self.name("p")).collect();
        self.variables = names.iter().map(|name| (name.clone(), Type::Number)).collect();
        self.closures.clear();
        self.results = 1 + self.dice.below(2);
        self.line(format!("local function {name}({})", names.join(", ")));
        let calls_itself = self.dice.chance(40);
        if calls_itself {
            self.depth += 1;
            let (result, smaller) = (self.results_of(), format!("{} // 2 - 1", names[0]));
            self.line(format!("if {} < 1 then return {result} end", names[0]));
            let result = self.name("v");
            let arguments: Vec<String> = names.iter().skip(1).cloned().collect();
            let arguments = std::iter::once(smaller).chain(arguments).collect::<Vec<_>>().join(", ");
            self.line(format!("local {result} = {name}({arguments})"));
            self.variables.push((result, Type::Number));
            self.depth -= 1;
        }
        let statements = 1 + self.dice.below(5);
        self.body(statements);
        self.line("end".to_owned());
        self.functions.push((name, parameters));
    }

    /// A function of the file that takes tables, changes them and may pass them on to itself; it returns a number and a
    /// table.
    fn taker(&mut self) {
        let (name, list, pair, number) = (self.name("h"), self.name("p"), self.name("p"), self.name("p"));
        self.closures.clear();
        self.line(format!("local function {name}({list}, {pair}, {number})"));
        let known = self.name("v");
        self.line(format!("\tlocal {known} = {pair} or {{ x = 3, y = {number} }}"));
        self.variables = vec![(list.clone(), Type::List), (known.clone(), Type::Pair), (number.clone(), Type::Number)];
        self.line(format!("\tif #{list} < 25 then table.insert({list}, {number}) end"));
        let calls_itself = self.dice.chance(50);
        if calls_itself {
            let value = self.number(1);
            let given = self.dice.pick(&["nil", "#", "{ x = 1, y = 2 }", "{ x = #.y, y = 0 }"]).replace('#', &known);
            let result = self.name("v");
            self.line(format!("\tif {number} < 1 then return {value} end"));
            self.line(format!("\tlocal {result} = {name}({list}, {given}, {number} // 2 - 1)"));
            self.variables.push((result, Type::Number));
        }
        self.results = 1;
        let kept = std::mem::take(&mut self.takers);
        let count = self.dice.below(5);
        self.depth += 1;
        for _ in 0..count {
            self.statement();
        }
        self.depth -= 1;
        self.takers = kept;
        let result = self.number(2);
        let table = self.dice.pick(&["nil", "#", "{ x = 4, y = 5 }"]).replace('#', &known);
        self.line(format!("\treturn {result}, {table}"));
        self.line("end".to_owned());
        self.takers.push(name);
    }

    /// A call of a function that takes tables.
    fn taking(&mut self) {
        if self.takers.is_empty() {
            return self.declaration();
        }
        let name = self.takers[self.dice.below(self.takers.len())].clone();
        let list = self.variable(Type::List).unwrap_or_else(|| "{ 1, 2 }".to_owned());
        let pair = match (self.variable(Type::Pair), self.variable(Type::Pairs)) {
            (Some(pair), _) if self.dice.chance(50) => pair,
            (_, Some(pairs)) => format!("{pairs}[1]"),
            _ => (*self.dice.pick(&["nil", "{ x = 7, y = 8 }"])).to_owned(),
        };
        let (number, result, table) = (self.number(1), self.name("v"), self.name("v"));
        self.line(format!("local {result}, {table} = {name}({list}, {pair}, ({number}) % 9)"));
        self.line(format!("{table} = {table} or {{ x = 0, y = 1 }}"));
        self.variables.push((result, Type::Number));
        self.variables.push((table, Type::Pair));
    }

    fn body(&mut self, statements: usize) {
        let kept = (std::mem::replace(&mut self.is_in_loop, false), self.loops);
        self.loops = 0;
        self.block(statements, true);
        (self.is_in_loop, self.loops) = kept;
    }

    /// Statements in a scope of their own; those of a function end with its results.
    fn block(&mut self, statements: usize, is_body: bool) {
        let (variables, closures) = (self.variables.len(), self.closures.len());
        self.depth += 1;
        for _ in 0..statements {
            self.statement();
        }
        if is_body {
            let results = self.results_of();
            self.line(format!("return {results}"));
        }
        self.depth -= 1;
        self.variables.truncate(variables);
        self.closures.truncate(closures);
    }

    /// The results of the current function; the first is a number.
    fn results_of(&mut self) -> String {
        let mut results = vec![self.number(2)];
        for _ in 1..self.results {
            results.push(match self.dice.below(6) {
                0 => self.truth(2),
                1 => self.maybe(2),
                2 => self.text(),
                _ => self.number(2),
            });
        }
        results.join(", ")
    }

    fn variable(&mut self, of: Type) -> Option<String> {
        let all: Vec<&String> = self.variables.iter().filter(|(_, is)| *is == of).map(|(name, _)| name).collect();
        if all.is_empty() { None } else { Some(all[self.dice.below(all.len())].clone()) }
    }

    fn statement(&mut self) {
        let is_deep = self.depth > 5;
        if self.has_more && self.dice.chance(22) {
            return match self.dice.below(11) {
                0..=4 => self.pairs_statement(),
                5..=7 => self.lists_statement(),
                8 | 9 => self.taking(),
                _ if is_deep => self.assignment(),
                _ => self.search(),
            };
        }
        match self.dice.below(if is_deep { 20 } else { 34 }) {
            0..=2 => self.declaration(),
            3..=8 => self.assignment(),
            9..=11 => self.writing(),
            12..=14 => self.list_statement(),
            15 => self.pair_statement(),
            16 => self.several(),
            17 => self.leaving(),
            18 => self.unwritten(),
            19 => self.change_of_type(),
            20..=24 => self.choice(),
            25..=27 => self.counted(),
            28 | 29 => self.conditional(),
            30 => self.over(),
            31 => self.iterator(),
            32 => self.closure(),
            _ => {
                self.line("do".to_owned());
                self.block(2, false);
                self.line("end".to_owned());
            }
        }
    }

    fn declaration(&mut self) {
        let (of, value) = match self.dice.below(9) {
            0 => (Type::Boolean, self.truth(2)),
            1 | 2 => (Type::Maybe, self.maybe(2)),
            3 => (Type::Text, self.text()),
            4 => (Type::List, self.list()),
            5 => {
                let (x, y) = (self.number(1), self.number(1));
                (Type::Pair, format!("{{ x = {x}, y = {y} }}"))
            }
            _ => (Type::Number, self.number(3)),
        };
        let name = self.name("v");
        self.line(format!("local {name} = {value}"));
        self.variables.push((name, of));
    }

    fn list(&mut self) -> String {
        match self.dice.below(4) {
            0 => "{ 4, 5, 6 }".to_owned(),
            1 => {
                let number = self.number(1);
                format!("{{ {number} }}")
            }
            2 => format!("table.create({}, 7)", self.dice.below(4)),
            _ => "{}".to_owned(),
        }
    }

    fn assignment(&mut self) {
        match self.dice.below(8) {
            0 => {
                if let Some(name) = self.variable(Type::Boolean) {
                    let value = self.truth(2);
                    self.line(format!("{name} = {value}"));
                }
            }
            1 | 2 => {
                if let Some(name) = self.variable(Type::Maybe) {
                    let value = self.maybe(2);
                    self.line(format!("{name} = {value}"));
                }
            }
            3 => {
                if let Some(name) = self.variable(Type::Text) {
                    let value = self.text();
                    self.line(format!("{name} = {value}"));
                }
            }
            _ => {
                let Some(name) = self.variable(Type::Number) else { return };
                let operator = self.dice.pick(&["=", "=", "+=", "-=", "*=", "//=", "%="]);
                let value = match operator {
                    "*=" => format!("{}", self.dice.below(5) as i64 - 2),
                    "//=" | "%=" => self.divisor(),
                    _ => self.number(3),
                };
                self.line(format!("{name} {operator} {value}"));
            }
        }
    }

    fn writing(&mut self) {
        let (at, value) = (self.place(), self.number(2));
        let of = self.dice.pick(&["u8", "i8", "u16", "i16", "u32", "i32"]);
        match self.dice.below(8) {
            0 => self.line(format!("buffer.fill(B, {at}, {value}, 5)")),
            1 => {
                let from = self.place();
                let count = self.dice.below(8);
                self.line(format!("buffer.copy(B, {at}, B, {from}, {count})"));
            }
            2 => self.line(format!("buffer.copy(C, 3, B, {at}, 7)")),
            _ => self.line(format!("buffer.write{of}(B, {at}, {value})")),
        }
    }

    /// An offset in the first block, with eight bytes behind it.
    fn place(&mut self) -> String {
        if self.dice.chance(50) {
            return format!("{}", self.dice.below(57));
        }
        let number = self.number(1);
        format!("({number}) % {}", 1 + self.dice.below(57))
    }

    fn list_statement(&mut self) {
        let Some(list) = self.variable(Type::List) else { return self.declaration() };
        let value = self.number(2);
        match self.dice.below(10) {
            0 => self.line(format!("table.insert({list}, {value})")),
            1..=3 => self.line(format!("if #{list} < 30 then {list}[#{list} + 1] = {value} end")),
            4 => {
                let name = self.name("v");
                self.line(format!("local {name} = table.remove({list})"));
                self.variables.push((name, Type::Maybe));
            }
            5 => self.line(format!("table.clear({list})")),
            6 => self.line(format!("{list}[1] = {value}")),
            7 => {
                let at = self.number(1);
                self.line(format!("{list}[({at}) % 5 + 1] = {value}"));
            }
            8 => {
                if let Some(other) = self.variable(Type::List) {
                    self.line(format!("{list} = {other}"));
                }
            }
            _ => {
                let new = self.list();
                self.line(format!("{list} = {new}"));
            }
        }
    }

    fn pair_statement(&mut self) {
        let Some(pair) = self.variable(Type::Pair) else { return self.declaration() };
        let (value, field) = (self.number(2), self.dice.pick(&["x", "y"]));
        match self.dice.below(5) {
            0 => self.line(format!("{pair}.x, {pair}.y = {pair}.y, {pair}.x")),
            1 => self.line(format!("{pair}.{field} += {value}")),
            2 => {
                if let Some(other) = self.variable(Type::Pair) {
                    self.line(format!("{pair} = {other}"));
                }
            }
            _ => self.line(format!("{pair}.{field} = {value}")),
        }
    }

    /// A list of tables: made, changed, iterated, sorted, passed on.
    fn pairs_statement(&mut self) {
        let Some(pairs) = self.variable(Type::Pairs) else {
            let name = self.name("v");
            let (count, x, y) = (self.dice.below(7), self.number(1), self.number(1));
            self.line(format!("local {name} = {{}}"));
            let counter = self.name("i");
            self.line(format!(
                "for {counter} = 1, {count} do table.insert({name}, {{ x = {x} + {counter}, y = {y} }}) end"
            ));
            return self.variables.push((name, Type::Pairs));
        };
        let (value, at, field) = (self.number(2), self.number(1), self.dice.pick(&["x", "y"]));
        match self.dice.below(14) {
            0 => self.line(format!("if #{pairs} < 30 then table.insert({pairs}, {{ x = {value}, y = {at} }}) end")),
            1 => self.line(format!("if #{pairs} > 0 then {pairs}[({at}) % #{pairs} + 1].{field} = {value} end")),
            2 => self.line(format!("if {pairs}[1] then {pairs}[1].{field} += {value} end")),
            3 => {
                let name = self.name("v");
                self.line(format!("local {name} = {pairs}[({at}) % 5 + 1] or {{ x = {value}, y = 2 }}"));
                self.variables.push((name, Type::Pair));
            }
            4 => {
                if let Some(pair) = self.variable(Type::Pair) {
                    self.line(format!("if #{pairs} < 30 then table.insert({pairs}, {pair}) end"));
                }
            }
            5 => {
                let order = self.dice.pick(&["p.x < q.x", "p.y > q.y", "p.x + p.y < q.x + q.y", "p.x % 3 < q.x % 3"]);
                self.line(format!("table.sort({pairs}, function(p, q) return {order} end)"));
            }
            6 => self.line(format!("if #{pairs} > 1 then table.remove({pairs}, ({at}) % #{pairs} + 1) end")),
            7 => self.line(format!("if #{pairs} < 30 then table.insert({pairs}, 1, {{ x = {value}, y = {at} }}) end")),
            8 => {
                if let Some(other) = self.variable(Type::Pairs) {
                    self.line(format!("{pairs} = {other}"));
                }
            }
            9 => self.line(format!("{pairs} = table.clone({pairs})")),
            10 => self.line(format!("{pairs} = {{ {{ x = {value}, y = {at} }} }}")),
            11 if self.loops < 2 => {
                let (key, pair) = (self.name("k"), self.name("v"));
                self.line(format!("for {key}, {pair} in {pairs} do"));
                self.looped(&[(key, Type::Number), (pair, Type::Pair)]);
                self.line("end".to_owned());
            }
            12 => {
                let name = self.name("v");
                self.line(format!("if {pairs}[2] then {pairs}[2].z = {value} end"));
                self.line(format!("local {name} = {pairs}[({at}) % 4 + 1] and {pairs}[({at}) % 4 + 1].z"));
                // Nil, not false, if there is no such table.
                self.line(format!("{name} = {name} or nil"));
                self.variables.push((name, Type::Maybe));
            }
            _ => {
                let condition = self.condition(1);
                self.line(format!(
                    "if #{pairs} < 30 and {condition} then {pairs}[#{pairs} + 1] = {pairs}[1] or {{ x = 1, y = {value} }} end"
                ));
            }
        }
    }

    /// A list of lists.
    fn lists_statement(&mut self) {
        let Some(lists) = self.variable(Type::Lists) else {
            let (name, list) = (self.name("v"), self.list());
            self.line(format!("local {name} = {{ {list}, {{ 1, 2 }} }}"));
            return self.variables.push((name, Type::Lists));
        };
        let (value, at) = (self.number(2), self.number(1));
        match self.dice.below(8) {
            0 => {
                let list = self.list();
                self.line(format!("if #{lists} < 20 then table.insert({lists}, {list}) end"));
            }
            1 => {
                let name = self.name("v");
                self.line(format!("local {name} = {lists}[({at}) % #{lists} + 1]"));
                self.variables.push((name, Type::List));
            }
            2 => self.line(format!("{lists}[({at}) % 4 + 1] = {lists}[({at}) % 4 + 1] or {{}}")),
            3 => {
                if let Some(list) = self.variable(Type::List) {
                    self.line(format!("{lists}[1] = {list}"));
                }
            }
            4 => self.line(format!("if #{lists}[1] < 20 then table.insert({lists}[1], {value}) end")),
            5 => self.line(format!("{lists}[2][({at}) % 3 + 1] = {value}")),
            6 => self.line(format!("table.sort({lists}[1])")),
            _ if self.loops < 2 => {
                let (key, list) = (self.name("k"), self.name("v"));
                self.line(format!("for {key}, {list} in {lists} do"));
                self.looped(&[(key, Type::Number), (list, Type::List)]);
                self.line("end".to_owned());
            }
            _ => self.line(format!("{lists} = {{ {{ {value} }}, {lists}[1] }}")),
        }
    }

    /// A recursive local function that sets captured variables.
    fn search(&mut self) {
        if self.loops > 0 {
            return self.assignment();
        }
        let Some(outer) = self.variable(Type::Number) else { return };
        let (name, depth, parameter) = (self.name("g"), self.name("n"), self.name("p"));
        self.line(format!("local function {name}({depth}, {parameter})"));
        let closures = std::mem::take(&mut self.closures);
        let kept = (self.results, self.is_in_loop, self.loops);
        // No loops inside: there are enough calls.
        (self.results, self.is_in_loop, self.loops) = (1, false, 9);
        self.variables.push((parameter, Type::Number));
        let (end, more) = (self.number(1), self.number(1));
        self.line(format!("\tif {depth} <= 0 then return {end} end"));
        self.line(format!("\t{outer} = {outer} % 1000 + {more} % 50"));
        let result = self.name("v");
        let argument = self.number(1);
        self.line(format!("\tlocal {result} = {name}({depth} - 1, {argument})"));
        self.variables.push((result, Type::Number));
        if self.dice.chance(50) {
            let argument = self.number(1);
            self.line(format!("\t{name}({depth} // 2 - 1, {argument})"));
        }
        let count = self.dice.below(3);
        self.block(count, true);
        self.variables.truncate(self.variables.len() - 2);
        (self.results, self.is_in_loop, self.loops) = kept;
        self.closures = closures;
        self.line("end".to_owned());
        let (most, argument, result) = (self.number(1), self.number(1), self.name("v"));
        self.line(format!("local {result} = {name}(({most}) % 7, {argument})"));
        self.variables.push((result, Type::Number));
    }

    /// Multiple assignment.
    fn several(&mut self) {
        let (Some(one), Some(other)) = (self.variable(Type::Number), self.variable(Type::Number)) else { return };
        if self.dice.chance(50) {
            return self.line(format!("{one}, {other} = {other}, {one}"));
        }
        let (x, y) = (self.name("v"), self.name("v"));
        let call = self.call(1);
        self.line(format!("local {x}, {y} = {call}"));
        self.variables.push((x, Type::Number));
    }

    /// A conditional `break`, `continue`, `return` or error.
    fn leaving(&mut self) {
        let condition = self.condition(2);
        let what = match self.dice.below(5) {
            0 | 1 if self.is_in_loop => "break".to_owned(),
            2 if self.is_in_loop => "continue".to_owned(),
            3 => "error('left')".to_owned(),
            _ => format!("return {}", self.results_of()),
        };
        self.line(format!("if {condition} then {what} end"));
    }

    /// A field that only one of two paths writes.
    fn unwritten(&mut self) {
        let Some(pair) = self.variable(Type::Pair) else { return self.declaration() };
        let (condition, value) = (self.condition(1), self.number(1));
        self.line(format!("if {condition} then {pair}.z = {value} end"));
        let name = self.name("v");
        self.line(format!("local {name} = {pair}.z"));
        self.variables.push((name, Type::Maybe));
    }

    /// A variable that holds values of several types.
    fn change_of_type(&mut self) {
        let (name, condition) = (self.name("v"), self.condition(1));
        let (truth, number, text) = (self.truth(1), self.number(1), self.text());
        self.line(format!("local {name} = if {condition} then {truth} else {number}"));
        let condition = self.condition(1);
        self.line(format!("if {condition} then {name} = {text} end"));
        let result = self.name("v");
        let (first, second, third) = (self.number(1), self.truth(1), self.text());
        self.line(format!(
            "local {result} = if {name} == {first} then 1 elseif {name} == ({second}) then 2 elseif {name} == {third} then 3 else 4"
        ));
        self.variables.push((result, Type::Number));
    }

    fn choice(&mut self) {
        let condition = self.condition(3);
        self.line(format!("if {condition} then"));
        let count = 1 + self.dice.below(3);
        self.block(count, false);
        while self.dice.chance(30) {
            let condition = self.condition(2);
            self.line(format!("elseif {condition} then"));
            self.block(1 + count / 2, false);
        }
        if self.dice.chance(50) {
            self.line("else".to_owned());
            let count = 1 + self.dice.below(2);
            self.block(count, false);
        }
        self.line("end".to_owned());
    }

    /// The body of a loop.
    fn looped(&mut self, variables: &[(String, Type)]) {
        let known = self.variables.len();
        self.variables.extend_from_slice(variables);
        let kept = std::mem::replace(&mut self.is_in_loop, true);
        self.loops += 1;
        let count = 1 + self.dice.below(3);
        self.block(count, false);
        self.loops -= 1;
        self.is_in_loop = kept;
        self.variables.truncate(known);
    }

    fn counted(&mut self) {
        if self.loops > 1 {
            return self.assignment();
        }
        let name = self.name("i");
        let (first, last) = (self.number(1), self.number(1));
        let bounds = match self.dice.below(5) {
            0 => format!("1, {}", 1 + self.dice.below(5)),
            1 => format!("({last}) % 9, ({first}) % 3, -1"),
            2 => format!("({first}) % 5, ({last}) % 30, {}", 1 + self.dice.below(3)),
            3 => format!("{}, 1, -2", self.dice.below(9)),
            _ => format!("1, ({last}) % 7"),
        };
        self.line(format!("for {name} = {bounds} do"));
        self.looped(&[(name, Type::Number)]);
        self.line("end".to_owned());
    }

    /// A conditional loop, whose rounds are counted so that it ends.
    fn conditional(&mut self) {
        if self.loops > 1 {
            return self.assignment();
        }
        let fuel = self.name("n");
        let condition = self.condition(2);
        let rounds = 1 + self.dice.below(12);
        self.line(format!("local {fuel} = {rounds}"));
        let is_while = self.dice.chance(60);
        self.line(if is_while { format!("while {fuel} > 0 and ({condition}) do") } else { "repeat".to_owned() });
        self.line(format!("\t{fuel} -= 1"));
        self.looped(&[]);
        self.line(if is_while { "end".to_owned() } else { format!("until {fuel} <= 0 or {condition}") });
    }

    fn over(&mut self) {
        if self.loops > 1 {
            return self.assignment();
        }
        let (key, value) = (self.name("k"), self.name("v"));
        let row = self.number(1);
        let over = match self.dice.below(5) {
            0 => "T".to_owned(),
            1 => format!("D[({row}) % 3 + 1]"),
            2 => "ipairs(T)".to_owned(),
            _ => self.variable(Type::List).unwrap_or_else(|| "T".to_owned()),
        };
        self.line(format!("for {key}, {value} in {over} do"));
        self.looped(&[(key, Type::Number), (value, Type::Number)]);
        self.line("end".to_owned());
    }

    fn iterator(&mut self) {
        if self.loops > 1 {
            return self.assignment();
        }
        let (next, value) = (self.name("next"), self.name("v"));
        let (number, most) = (self.number(1), 1 + self.dice.below(9));
        self.line(format!("local function {next}(s, c) if c >= s then return nil end return c + 1, {number} end"));
        let other = self.name("v");
        self.line(format!("for {value}, {other} in {next}, {most}, 0 do"));
        self.looped(&[(value, Type::Number), (other, Type::Number)]);
        self.line("end".to_owned());
    }

    /// A local function that sets a captured variable.
    fn closure(&mut self) {
        let Some(outer) = self.variable(Type::Number) else { return };
        let (name, parameter) = (self.name("g"), self.name("p"));
        self.line(format!("local function {name}({parameter})"));
        let closures = std::mem::take(&mut self.closures);
        let kept = (self.results, self.is_in_loop, self.loops);
        (self.results, self.is_in_loop, self.loops) = (1, false, 0);
        self.variables.push((parameter, Type::Number));
        if self.dice.chance(70) {
            let number = self.number(1);
            self.line(format!("\t{outer} = {outer} + {number}"));
        }
        let count = self.dice.below(3);
        self.block(count, true);
        self.variables.pop();
        (self.results, self.is_in_loop, self.loops) = kept;
        self.closures = closures;
        self.line("end".to_owned());
        self.closures.push(name);
    }

    // Expressions.

    /// A call of a function of the file, or of the current function.
    fn call(&mut self, depth: usize) -> String {
        let which = self.dice.below(self.functions.len() + self.closures.len() + 1);
        if let Some((name, parameters)) = self.functions.get(which).cloned() {
            let arguments: Vec<String> = (0..parameters).map(|_| self.number(depth)).collect();
            return format!("{name}({})", arguments.join(", "));
        }
        let argument = self.number(depth);
        match self.closures.get(which.wrapping_sub(self.functions.len())) {
            Some(name) => format!("{name}({argument})"),
            None => format!("math.abs({argument})"),
        }
    }

    fn constant(&mut self) -> String {
        let special =
            ["255", "256", "65535", "-1", "1000", "2147483648", "4294967295", "0x7FFFFFFF", "4503599627370496"];
        if self.dice.chance(5) {
            return (*self.dice.pick(&special)).to_owned();
        }
        format!("{}", self.dice.below(12) as i64 - 2)
    }

    fn divisor(&mut self) -> String {
        match self.dice.below(6) {
            0 => format!("-{}", 1 + self.dice.below(6)),
            1 => format!("{}", 1 << self.dice.below(6)),
            2 => {
                let number = self.number(1);
                format!("(({number}) % 5 + 1)")
            }
            3 => {
                let number = self.number(1);
                format!("(({number}) % -5 - 1)")
            }
            _ => format!("{}", 1 + self.dice.below(12)),
        }
    }

    fn number(&mut self, depth: usize) -> String {
        if depth == 0 || self.dice.chance(25) {
            return match self.dice.below(3) {
                0 => self.constant(),
                _ => self.variable(Type::Number).unwrap_or_else(|| "3".to_owned()),
            };
        }
        let depth = depth - 1;
        if self.has_floats && self.dice.chance(12) {
            let number = self.number(depth);
            return self
                .dice
                .pick(&["(#) / 4", "(#) * 0.5", "0.25", "math.floor((#) / 3)", "-(#)", "(#) / 2 + 0.5"])
                .replace('#', &number);
        }
        match self.dice.below(22) {
            0..=4 => {
                let (x, y) = (self.number(depth), self.number(depth));
                format!("({x} {} {y})", self.dice.pick(&["+", "-", "+", "-", "*"]))
            }
            5 | 6 => {
                let (x, y) = (self.number(depth), self.divisor());
                format!("({x} {} {y})", self.dice.pick(&["//", "%"]))
            }
            7 | 8 => {
                let at = self.place();
                format!("buffer.read{}(B, {at})", self.dice.pick(&["u8", "u8", "i8", "u16", "i16", "u32", "i32"]))
            }
            9 => {
                let at = self.number(depth);
                self.dice
                    .pick(&["T[# % 6 + 1]", "(T[#] or 9)", "D[# % 3 + 1][2]", "N[# % 4 + 1].n"])
                    .replace('#', &format!("({at})"))
            }
            10 => {
                let (x, y) = (self.number(depth), self.number(depth));
                format!("D[({x}) % 3 + 1][({y}) % 6 + 1]")
            }
            11 => self.library(depth),
            12 => self.bits(depth),
            13 | 14 => {
                let (condition, x, y) = (self.condition(depth), self.number(depth), self.number(depth));
                match self.dice.below(2) {
                    0 => format!("(if {condition} then {x} else {y})"),
                    _ => format!("({condition} and {x} or {y})"),
                }
            }
            15 => {
                let (maybe, number) = (self.maybe(depth), self.number(depth));
                format!("({maybe} or {number})")
            }
            16 => format!("-{}", self.variable(Type::Number).unwrap_or_else(|| "(4)".to_owned())),
            17 => match self.variable(Type::List) {
                _ if self.dice.chance(40) => match (self.variable(Type::Pairs), self.variable(Type::Lists)) {
                    (Some(pairs), _) => self
                        .dice
                        .pick(&["#@", "(if #@ > 0 then @[#@].y else 3)", "(if @[2] then @[2].x else 1)"])
                        .replace('@', &pairs),
                    (None, Some(lists)) => self.dice.pick(&["#@", "#@[2]", "(@[1][2] or 4)"]).replace('@', &lists),
                    (None, None) => "8".to_owned(),
                },
                Some(list) => format!("#{list}"),
                None => "#T".to_owned(),
            },
            18 => match self.variable(Type::Pair) {
                Some(pair) => format!("{pair}.{}", self.dice.pick(&["x", "y"])),
                None => "2".to_owned(),
            },
            _ => {
                let call = self.call(depth);
                if self.dice.chance(50) { format!("({call} or 1)") } else { call }
            }
        }
    }

    fn library(&mut self, depth: usize) -> String {
        let (x, y) = (self.number(depth), self.number(depth));
        let divisor = self.divisor();
        match self.dice.below(7) {
            0 => format!("math.min({x}, {y})"),
            1 => format!("math.max({x}, {y}, 0)"),
            2 => format!("math.abs({x})"),
            3 => format!("math.floor(({x}) / {divisor})"),
            4 => format!("math.ceil(({x}) / {divisor})"),
            5 => format!("math.clamp({x}, -3, 40)"),
            _ => format!("math.sign({x})"),
        }
    }

    fn bits(&mut self, depth: usize) -> String {
        let (x, y) = (self.number(depth), self.number(depth));
        let count = self.dice.below(32);
        match self.dice.below(10) {
            0 => format!("bit32.band({x}, {y})"),
            1 => format!("bit32.bor({x}, {y})"),
            2 => format!("bit32.bxor({x}, {y})"),
            3 => format!("bit32.bnot({x})"),
            4 => format!("bit32.lshift({x}, {count})"),
            5 => format!("bit32.rshift({x}, ({y}) % 40)"),
            6 => format!("bit32.extract({x}, ({y}) % 30, 2)"),
            7 => format!("bit32.countrz({x})"),
            8 => format!("bit32.lrotate({x}, {count})"),
            _ => format!("bit32.replace({x}, {y}, {}, 3)", count.min(29)),
        }
    }

    fn maybe(&mut self, depth: usize) -> String {
        let depth = depth.saturating_sub(1);
        match self.dice.below(8) {
            0 => "nil".to_owned(),
            1 | 2 => self.variable(Type::Maybe).unwrap_or_else(|| "nil".to_owned()),
            3 => {
                let (condition, number) = (self.condition(depth), self.number(depth));
                format!("(if {condition} then {number} else nil)")
            }
            4 => match self.variable(Type::List) {
                Some(list) => {
                    let at = self.number(depth);
                    format!("{list}[{at}]")
                }
                None => "T[9]".to_owned(),
            },
            5 => {
                let at = self.number(depth);
                format!("T[{at}]")
            }
            _ => self.number(depth),
        }
    }

    fn text(&mut self) -> String {
        match self.dice.below(6) {
            0 | 1 => self.variable(Type::Text).unwrap_or_else(|| "'y'".to_owned()),
            2 => {
                let at = self.number(1);
                format!("N[({at}) % 4 + 1].s")
            }
            3 => {
                let condition = self.condition(1);
                format!("(if {condition} then 'x' else nil)")
            }
            _ => (*self.dice.pick(&["'x'", "'y'", "'zed'"])).to_owned(),
        }
    }

    fn truth(&mut self, depth: usize) -> String {
        match self.dice.below(5) {
            0 => self.variable(Type::Boolean).unwrap_or_else(|| "true".to_owned()),
            1 => {
                let condition = self.condition(depth.saturating_sub(1));
                format!("not ({condition})")
            }
            2 => "false".to_owned(),
            _ => self.comparison(depth.saturating_sub(1)),
        }
    }

    fn comparison(&mut self, depth: usize) -> String {
        let (x, y) = (self.number(depth), self.number(depth));
        format!("{x} {} {y}", self.dice.pick(&["<", "<=", ">", ">=", "==", "~="]))
    }

    fn condition(&mut self, depth: usize) -> String {
        let smaller = depth.saturating_sub(1);
        match self.dice.below(if depth == 0 { 4 } else { 12 }) {
            0 => match self.variable(Type::Maybe) {
                Some(name) => self.dice.pick(&["#", "# == nil", "# ~= nil", "not #", "# == 3"]).replace('#', &name),
                None => self.comparison(0),
            },
            1 => match self.variable(Type::Text) {
                Some(name) => format!("{name} == '{}'", self.dice.pick(&["x", "y"])),
                None => self.comparison(0),
            },
            2 => match self.variable(Type::Boolean) {
                Some(name) => name,
                None => self.comparison(0),
            },
            3..=7 => self.comparison(smaller.min(1)),
            8 => {
                let (one, other) = (self.condition(smaller), self.condition(smaller));
                format!("({one} and {other})")
            }
            9 => {
                let (one, other) = (self.condition(smaller), self.condition(smaller));
                format!("({one} or {other})")
            }
            10 => {
                let one = self.condition(smaller);
                format!("not ({one})")
            }
            _ => {
                let (one, other) = (self.maybe(1), self.maybe(1));
                format!("({one}) == ({other})")
            }
        }
    }
}
