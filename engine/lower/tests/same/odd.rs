//! Short programs that call everything in Luau's library, with valid arguments and invalid ones: missing, extra, of
//! another type, negative, fractional, huge, NaN, with holes, frozen.

use super::compare::Dice;

/// The functions of the library, with a letter for each argument: `n` a number, `i` a small integer, `s` a string, `t`
/// a table, `f` a function, `v` any value, `k` a key, `b` a block, `o` an offset in it. `?` precedes an optional
/// argument, `*` a repeatable one.
const SIGNATURES: &[&str] = &[
    "assert v ?s",
    "error ?s ?i",
    "getmetatable v",
    "ipairs t",
    "next t ?k",
    "pairs t",
    "pcall f ?v",
    "rawequal v v",
    "rawget t k",
    "rawlen t",
    "rawset t k v",
    "select i *v",
    "setmetatable t t",
    "tonumber v ?i",
    "tostring v",
    "type v",
    "typeof v",
    "unpack t ?i ?i",
    "bit32.arshift n i",
    "bit32.band n *n",
    "bit32.bnot n",
    "bit32.bor n *n",
    "bit32.btest n *n",
    "bit32.bxor n *n",
    "bit32.byteswap n",
    "bit32.countlz n",
    "bit32.countrz n",
    "bit32.extract n i ?i",
    "bit32.lrotate n i",
    "bit32.lshift n i",
    "bit32.replace n n i ?i",
    "bit32.rrotate n i",
    "bit32.rshift n i",
    "buffer.copy b o b ?o ?i",
    "buffer.fill b o n ?i",
    "buffer.len b",
    "buffer.readbits b o i",
    "buffer.readf32 b o",
    "buffer.readf64 b o",
    "buffer.readi16 b o",
    "buffer.readi32 b o",
    "buffer.readi8 b o",
    "buffer.readstring b o i",
    "buffer.readu16 b o",
    "buffer.readu32 b o",
    "buffer.readu8 b o",
    "buffer.writef32 b o n",
    "buffer.writef64 b o n",
    "buffer.writei16 b o n",
    "buffer.writei32 b o n",
    "buffer.writei8 b o n",
    "buffer.writestring b o s ?i",
    "buffer.writeu16 b o n",
    "buffer.writeu32 b o n",
    "buffer.writeu8 b o n",
    "math.abs n",
    "math.acos n",
    "math.atan2 n n",
    "math.ceil n",
    "math.clamp n n n",
    "math.cos n",
    "math.deg n",
    "math.exp n",
    "math.floor n",
    "math.fmod n n",
    "math.frexp n",
    "math.ldexp n i",
    "math.lerp n n n",
    "math.log n ?n",
    "math.log10 n",
    "math.map n n n n n",
    "math.max n *n",
    "math.min n *n",
    "math.modf n",
    "math.noise n",
    "math.pow n n",
    "math.rad n",
    "math.round n",
    "math.sign n",
    "math.sin n",
    "math.sqrt n",
    "math.tan n",
    "string.byte s ?i ?i",
    "string.char *i",
    "string.find s s ?i ?v",
    "string.format s *v",
    "string.gmatch s s",
    "string.gsub s s s ?i",
    "string.len s",
    "string.lower s",
    "string.match s s ?i",
    "string.pack s *n",
    "string.rep s i",
    "string.reverse s",
    "string.split s ?s",
    "string.sub s i ?i",
    "string.unpack s s",
    "string.upper s",
    "table.clear t",
    "table.clone t",
    "table.concat t ?s ?i ?i",
    "table.create i ?v",
    "table.find t v ?i",
    "table.freeze t",
    "table.getn t",
    "table.insert t v",
    "table.insert t i v",
    "table.isfrozen t",
    "table.maxn t",
    "table.move t i i i ?t",
    "table.pack *v",
    "table.remove t ?i",
    "table.sort t ?f",
    "table.unpack t ?i ?i",
    "utf8.char *i",
    "utf8.codepoint s ?i",
    "utf8.len s ?i",
    "utf8.offset s i",
];

/// Functions that are called more often, because they are compiled.
const OFTEN: &[&str] = &[
    "next t ?k",
    "rawequal v v",
    "rawget t k",
    "rawlen t",
    "select i *v",
    "tonumber v ?i",
    "tostring v",
    "type v",
    "unpack t ?i ?i",
    "math.abs n",
    "math.ceil n",
    "math.clamp n n n",
    "math.floor n",
    "math.max n *n",
    "math.min n *n",
    "math.pow n n",
    "math.sign n",
    "math.sqrt n",
    "table.clear t",
    "table.clone t",
    "table.concat t ?s ?i ?i",
    "table.create i ?v",
    "table.find t v ?i",
    "table.freeze t",
    "table.insert t v",
    "table.insert t i v",
    "table.remove t ?i",
    "table.sort t ?f",
    "bit32.extract n i ?i",
    "bit32.replace n n i ?i",
    "string.sub s i ?i",
    "string.byte s ?i ?i",
    "string.rep s i",
    "assert v ?s",
];

/// Tables that are immutable, as all of a file's are once it is loaded; functions with a varying number of results;
/// functions that are identical or not.
const FILE: &str = "local T, E, H, N = { 3, 1, 2 }, {}, { 1, nil, 3 }, { { n = 1 }, { n = -2.5 }, { n = 300 } }
local Z, Y, K = table.freeze({ 5, 4, 6 }), table.freeze({}), table.freeze({ x = 1, y = 2, 7 })
for _, held in { T, E, H, N, N[1], N[2], N[3] } do table.freeze(held) end
local S, X, M = 'hello', -0, math.huge
local function f0(x) if x > 3 then return end return 1 end
local function f1(x) if x > 3 then return 1 end return 1, 2 end
local function f2(x) if x > 3 then return nil end return end
local function f3(x) if x < 1 then return end if x < 3 then return x end return f3(x // 2), 1 end
local function f4(x) if x > 5 then return 1, nil, 3 elseif x > 0 then return nil, 2 end return 'x', 'y', 'z' end
local function va(...) return ... end
local function count(...) return select('#', ...) end
local function last(...) local n = select('#', ...) if n == 0 then return -1 end return (select(n, ...)) end
local function second(...) local x, y = ... return y, x end
local function mk1() return function() return 1 end end
local function mk2(x) return function() return x end end
local function mk3() local y = 7 return function() return y end end
local function mk4() return function() return T end end
local function less(x, y) return x < y end";

/// Unusual numerals.
const NUMBERS: &[&str] = &[
    "0.5",
    "2.5",
    "-1.5",
    "1e15",
    "1e16",
    "2147483647",
    "2147483648",
    "-2147483649",
    "4294967295",
    "4294967296",
    "9007199254740991",
    "9007199254740992",
    "9007199254740993",
    "1e308",
    "math.huge",
    "-math.huge",
    "(0/0)",
    "-0",
    "X",
    "M",
    "'3'",
    "0x7fffffff",
    "1e-7",
    "1e100",
    "-1",
    "-2",
    "32",
    "31",
    "33",
    "64",
    "255",
    "256",
    "2000000000",
    "3.0",
    "math.pi",
];

/// Strings.
const TEXTS: &[&str] = &[
    "''",
    "'a'",
    "'hello'",
    "'3'",
    "' 7 '",
    "'0x10'",
    "'1e2'",
    "'-5'",
    "'a,b,c'",
    "'#'",
    "'%d'",
    "'%s %q'",
    "'z9'",
    "S",
    "'l+'",
    "'\u{a0}4'",
    "'4\u{a0}'",
    "'é'",
    "'\\0a'",
    "'inf'",
    "'nan'",
    "'0b11'",
    "'1_000'",
    "'.5'",
    "'5.'",
    "'+5'",
    "'- 5'",
    "'--5'",
    "'\\v5\\f'",
    "'ff'",
    "'99999999999999999999'",
    "`{X}`",
    "`a{1}b`",
    "'-0'",
    "'-'",
];

/// String and number literals.
const LITERALS: &[&str] = &[
    "#[[\r\na\r\nb]]",
    "#[[\na]]",
    "#[==[\r\n]]\r]==]",
    "#'a\\z \u{a0}b'",
    "#'a\\z\n\t b'",
    "'\\65\\066\\x41\\u{48}'",
    "#'\\u{20AC}'",
    "1e+3",
    "0X1F",
    "0b101",
    "1__000",
    ".5e1",
    "5e-1",
    "0xffffffffffffffff",
    "#'\\\n'",
    "#'\\\r\n'",
    "#`a\\{{1}b`",
    "0x_f",
    "#'\\'\\\"'",
    "-2 ^ 2",
    "2 ^ -1",
    "2 ^ 3 ^ 2",
    "not nil == true",
    "1 .. 2",
    "#'a' + 1",
    "-'2'",
    "'10' + 5",
    "7 // 2 * 2",
    "-7 // 2",
    "-7 % 3",
    "7 % -3",
    "5.5 // 1.5",
    "-5.5 % 2",
    "1 / -0",
    "0 / 0 == 0 / 0",
    "math.huge % 3",
    "3 % math.huge",
    "-3 % math.huge",
    "math.huge // 1",
    "3 // 0",
    "-3 // 0",
    "0.1 + 0.2",
    "100000000000000",
    "1e15 + 0.5",
    "2 ^ 53 + 1",
    "#{ 1, 2, nil }",
    "#{ nil }",
    "#{ n = 1 }",
    "(f1(1))",
    "'a' < 'b'",
    "'a' < 'B'",
    "'' < 'a'",
    "'é' < 'z'",
    "'a\\0b' < 'a\\0c'",
];

/// A program under construction.
struct Program {
    dice: Dice,
    lines: Vec<String>,
    tables: Vec<String>,
    /// Variables of any type.
    values: Vec<String>,
    names: usize,
    /// True if the code being written runs at run time.
    is_in_play: bool,
}

/// A program whose function takes two numbers.
pub(crate) fn program(seed: u64) -> String {
    let mut program = Program {
        dice: Dice(seed ^ 0x5EED_0DD5),
        lines: vec!["local B, C = ...".to_owned()],
        tables: ["T", "E", "H", "Z", "Y", "K"].map(str::to_owned).to_vec(),
        values: Vec::new(),
        names: 0,
        is_in_play: false,
    };
    program.lines.extend(FILE.lines().map(str::to_owned));
    program.write();
    program.lines.join("\n")
}

impl Program {
    fn name(&mut self, of: &str) -> String {
        self.names += 1;
        format!("{of}{}", self.names)
    }

    fn line(&mut self, line: String) {
        self.lines.push(line);
    }

    fn write(&mut self) {
        // At compile time only valid calls: an error in Luau leaves nothing to compare.
        for _ in 0..if self.dice.chance(35) { 1 + self.dice.below(2) } else { 0 } {
            self.load();
        }
        self.line("return function(a, b)".to_owned());
        self.is_in_play = true;
        for _ in 0..self.dice.below(3) {
            self.new_table();
        }
        for _ in 0..1 + self.dice.below(3) {
            // A bail-out ends the call: sometimes not all calls are reached.
            if self.dice.chance(25) {
                self.values.push("w".to_owned());
                let (tables, values) = (self.tables.len(), self.values.len());
                self.line("local w = 0".to_owned());
                let condition = self.dice.pick(&["a > 3", "b < 2", "a % 2 == 0", "a > b", "f0(a)"]).to_owned();
                self.line(format!("if {condition} then"));
                self.action();
                let value = self.any();
                self.line(format!("w = {value}"));
                self.line("end".to_owned());
                self.tables.truncate(tables);
                self.values.truncate(values);
            } else {
                self.action();
            }
        }
        let mut results: Vec<String> = self.values.clone();
        let tables = self.tables.clone();
        for table in &tables[6..] {
            results.push(self.seen(table));
        }
        if self.dice.chance(30) {
            results.push(self.literal());
        }
        results.truncate(30);
        self.line(format!("return {}", if results.is_empty() { "a".to_owned() } else { results.join(", ") }));
        self.line("end".to_owned());
    }

    /// A comparable property of a table.
    fn seen(&mut self, table: &str) -> String {
        self.dice
            .pick(&[
                "#@",
                "@[1]",
                "@[2]",
                "@[3], @[1]",
                "@.x",
                "@[1], @[2], @[3], @[4]",
                "@[a]",
                "#@, @[#@]",
                "@ == T",
                "type(@)",
            ])
            .replace('@', table)
    }

    /// Code that runs at compile time.
    fn load(&mut self) {
        let name = self.name("L");
        let value = match self.dice.below(8) {
            0..=3 => self.call(4),
            4 | 5 => self.literal(),
            6 => self.operation(),
            _ => {
                let count = self.call(4);
                format!("select('#', {count})")
            }
        };
        self.line(format!("local {name} = {value}"));
        self.values.push(name);
    }

    fn literal(&mut self) -> String {
        (*self.dice.pick(LITERALS)).to_owned()
    }

    fn new_table(&mut self) {
        let name = self.name("t");
        let (x, y, n) = (self.number(), self.any(), self.dice.below(5));
        let text = match self.dice.below(24) {
            0 => "local @ = { 3, 1, 2 }".to_owned(),
            1 => "local @ = { a, b }".to_owned(),
            2 => "local @ = {}".to_owned(),
            3 => "local @ = {} for i = 1, a % 5 do @[i] = (i * 7) % 5 end".to_owned(),
            4 => format!("local @ = {{}} for i = 1, {n} do @[#@ + 1] = i * b end"),
            5 => "local all = {} for i = 1, 3 do all[i] = { i, a, x = i } end local @ = all[b % 3 + 1]".to_owned(),
            6 => format!("local @ = table.create({n}, {y})"),
            7 => "local @ = table.create(a % 4, 2)".to_owned(),
            8 => "local @ = { x = a, y = b }".to_owned(),
            9 => "local @ = { a, b, x = 1 }".to_owned(),
            10 => "local @ = { 1, nil, 3 }".to_owned(),
            11 => "local @ = { f1(a) }".to_owned(),
            12 => "local @ = { f4(a), f4(b) }".to_owned(),
            13 => "local @ = table.freeze({ a, b })".to_owned(),
            14 => "local @ = table.freeze({})".to_owned(),
            15 => "local @ = table.clone(T)".to_owned(),
            16 => "local @ = { 1, 2, 3, 4 } @[2] = nil".to_owned(),
            17 => "local @ = { 1, 2, 3 } @[3] = nil".to_owned(),
            18 => "local @ = { 1, 2, 3 } @[a % 3 + 1] = nil".to_owned(),
            19 => "local @ = { 5, 6 } if a > 2 then @ = T end".to_owned(),
            20 => "local @ = if a > b then Z else { 7, 8, 9 }".to_owned(),
            21 => "local @ = { 1, a, 2 } if a > 2 then table.freeze(@) end".to_owned(),
            22 => "local all = {} for i = 1, 3 do all[i] = { i * 2, b, i } end local @ = all[a % 3 + 1]".to_owned(),
            _ => format!("local @ = {{ {x}, {y} }}"),
        };
        self.line(text.replace('@', &name));
        self.tables.push(name);
    }

    fn action(&mut self) {
        match self.dice.below(20) {
            0..=6 => self.called(12),
            7 | 8 => self.several(),
            9..=11 => self.gone_over(),
            12 => self.identity(),
            13 | 14 => {
                let (name, value) = (self.name("v"), self.operation());
                self.line(format!("local {name} = {value}"));
                self.values.push(name);
            }
            15 => self.counted(),
            16 | 17 => self.indexed(),
            18 => self.frozen(),
            _ => {
                let (name, value) = (self.name("v"), self.any());
                self.line(format!("local {name} = {value}"));
                self.values.push(name);
            }
        }
    }

    /// A call and its results; `odd` is the percentage of invalid arguments.
    fn called(&mut self, odd: usize) {
        let call = self.call(odd);
        match self.dice.below(8) {
            0 => self.line(call),
            1 => {
                let name = self.name("v");
                self.line(format!("local {name} = select('#', {call})"));
                self.values.push(name);
            }
            2 => {
                let (name, other) = (self.name("v"), self.name("v"));
                self.line(format!("local {name}, {other} = second({call})"));
                self.values.extend([name, other]);
            }
            3 => {
                let name = self.name("t");
                self.line(format!("local {name} = {{ {call} }}"));
                self.tables.push(name);
            }
            _ => {
                let (name, other) = (self.name("v"), self.name("v"));
                self.line(format!("local {name}, {other} = {call}"));
                self.values.extend([name, other]);
            }
        }
    }

    fn call(&mut self, odd: usize) -> String {
        let signature = self.dice.pick(if self.dice.clone().chance(60) { OFTEN } else { SIGNATURES });
        let mut parts = signature.split(' ');
        let name = parts.next().unwrap_or_default();
        let mut arguments = Vec::new();
        for part in parts {
            let letter = part.chars().last().unwrap_or('v');
            match part.chars().next() {
                Some('?') if self.dice.chance(45) => break,
                Some('*') => {
                    for _ in 0..self.dice.below(4) {
                        let argument = self.fitting(letter, odd);
                        arguments.push(argument);
                    }
                }
                _ => {
                    let argument = self.fitting(letter, odd);
                    arguments.push(argument);
                }
            }
        }
        if self.dice.chance(odd / 2) {
            arguments.pop();
        }
        if self.dice.chance(odd / 2) {
            let more = self.wild();
            arguments.push(more);
        }
        if self.dice.chance(odd) {
            // A call with several results, or none.
            let _ = if self.dice.chance(60) { arguments.pop() } else { None };
            let call = self.call_of_several();
            arguments.push(call);
        }
        format!("{name}({})", arguments.join(", "))
    }

    fn fitting(&mut self, letter: char, odd: usize) -> String {
        if self.dice.chance(odd) {
            return self.wild();
        }
        match letter {
            'n' => self.number(),
            'i' => match self.dice.below(5) {
                0 => self.number(),
                1 if self.is_in_play => (*self.dice.pick(&["a % 4", "b", "a", "(b % 3 - 1)"])).to_owned(),
                _ => format!("{}", self.dice.below(7) as i64 - 1),
            },
            'o' => match self.dice.below(4) {
                0 => self.number(),
                1 if self.is_in_play => "a % 50".to_owned(),
                _ => format!("{}", self.dice.below(32)),
            },
            's' => self.text(),
            't' => self.table(),
            'f' => self.function(),
            'k' => match self.dice.below(4) {
                0 => "'x'".to_owned(),
                1 => self.any(),
                _ => self.number(),
            },
            'b' => (*self.dice.pick(&["B", "C", "B"])).to_owned(),
            _ => self.any(),
        }
    }

    fn number(&mut self) -> String {
        match self.dice.below(10) {
            0..=2 => format!("{}", self.dice.below(9) as i64 - 2),
            3 | 4 => (*self.dice.pick(NUMBERS)).to_owned(),
            5..=8 if self.is_in_play => {
                let all = [
                    "a",
                    "b",
                    "a % 4",
                    "a / 2",
                    "(a % 3 - 1)",
                    "-(a % 2)",
                    "a * 0.5",
                    "(if a > b then a else nil)",
                    "buffer.readu8(B, 3)",
                    "(f0(a) or 2)",
                    "-a",
                    "a * 1e300",
                    "buffer.readf64(B, 8)",
                    "(b + 0.5)",
                    "T[a % 3 + 1]",
                    "T[a]",
                    "N[a % 3 + 1].n",
                    "a * b",
                    "(a / 3) // 1",
                    "a * math.huge",
                    "(a % 2 == 0 and 1 or 2.5)",
                    "b * 4294967296",
                    "(a - 0.25)",
                    "buffer.readi32(B, 20)",
                ];
                (*self.dice.pick(&all)).to_owned()
            }
            _ => (*self.dice.pick(&["T[2]", "#T", "X", "#S", "Z[1]", "N[2].n", "1", "2"])).to_owned(),
        }
    }

    fn text(&mut self) -> String {
        match self.dice.below(6) {
            0 if self.is_in_play => (*self.dice.pick(&[
                "(if a > b then 'x' else 'yy')",
                "tostring(a)",
                "(if a > 3 then S else nil)",
                "('n' .. a)",
            ]))
            .to_owned(),
            _ => (*self.dice.pick(TEXTS)).to_owned(),
        }
    }

    fn table(&mut self) -> String {
        let (made, n) = (self.tables.len() - 6, self.dice.below(self.tables.len()));
        if made > 0 && self.dice.chance(70) {
            return self.tables[6 + n % made].clone();
        }
        if self.dice.chance(50) {
            return self.tables[n % 6].clone();
        }
        let in_play = [
            "{ a, b }",
            "{ a / 2, 1 }",
            "{ f1(a) }",
            "table.freeze({ a })",
            "N[a % 3 + 1]",
            "{ n = a }",
            "(if a > 2 then T else Z)",
        ];
        let before = [
            "{}",
            "{ 1, 2, 3 }",
            "{ 'a', 'b', 'c' }",
            "{ 2, 1 }",
            "table.freeze({})",
            "{ 1, nil, 3 }",
            "{ x = 1 }",
            "{ 0, 6, 5 }",
            "{ 5, 6, 5 }",
            "table.freeze({ 1, 2, 3 })",
            "{ 0.5, 'a' }",
            "{ true }",
            "{ 'b', 'a', 3 }",
            "{ {} }",
            "{ 3, 2.5, -0, 0 }",
            "{ -0, 0, 0/0, 1 }",
            "{ nil, 2 }",
        ];
        (*if self.is_in_play && self.dice.chance(40) { self.dice.pick(&in_play) } else { self.dice.pick(&before) })
            .to_owned()
    }

    fn function(&mut self) -> String {
        (*self.dice.pick(&[
            "less",
            "function(x, y) return x > y end",
            "f0",
            "va",
            "mk1()",
            "math.abs",
            "type",
            "function() return nil end",
            "nil",
            "function(x, y) return x % 3 < y % 3 end",
            "error",
            "function(x, y) return x end",
        ]))
        .to_owned()
    }

    fn any(&mut self) -> String {
        match self.dice.below(12) {
            0..=4 => self.number(),
            5 | 6 => self.text(),
            7 => self.table(),
            8 => (*self.dice.pick(&["true", "false", "nil"])).to_owned(),
            9 if self.is_in_play => {
                (*self.dice.pick(&["a > b", "(if a > 2 then nil else true)", "f0(a)", "(if a > b then a else 'x')"]))
                    .to_owned()
            }
            10 if !self.values.is_empty() => self.values[self.dice.below(self.values.len())].clone(),
            _ => self.number(),
        }
    }

    /// Any value, including ones that hardly ever fit.
    fn wild(&mut self) -> String {
        match self.dice.below(9) {
            0 => "nil".to_owned(),
            1 => (*self.dice.pick(&["true", "false", "B", "utf8", "undefined", "math"])).to_owned(),
            2 => self.text(),
            3 => self.table(),
            4 => self.function(),
            5 => (*self.dice.pick(NUMBERS)).to_owned(),
            6 => self.call_of_several(),
            _ => self.any(),
        }
    }

    fn call_of_several(&mut self) -> String {
        let number = if self.is_in_play {
            self.dice.pick(&["a", "b", "a % 6", "5", "1", "0"])
        } else {
            self.dice.pick(&["0", "1", "4", "5", "9"])
        }
        .to_owned();
        self.dice
            .pick(&[
                "f0(@)",
                "f1(@)",
                "f2(@)",
                "f3(@)",
                "f4(@)",
                "va(f0(@))",
                "va(f1(@))",
                "va()",
                "(f0(@))",
                "va(@, f0(@))",
                "table.unpack(T)",
                "second(f4(@))",
                "va(nil)",
            ])
            .replace('@', &number)
    }

    /// Values by their number.
    fn several(&mut self) {
        let (call, other, n) = (self.call_of_several(), self.call_of_several(), self.number());
        let (x, y, z) = (self.name("v"), self.name("v"), self.name("v"));
        let text = match self.dice.below(12) {
            0 => format!("local {x} = select('#', {call}) local {y}, {z} = count({call}), count({other}, {call})"),
            1 => format!("local {x}, {y}, {z} = select({n}, {call})"),
            2 => format!("local {x}, {y}, {z} = select({n}, {other}, {call})"),
            3 => format!("local {x}, {y}, {z} = {call}"),
            4 => format!("local {x}, {y}, {z} = {other}, {call}"),
            5 => format!("local {x}, {y}, {z} = last({call}), last({other}), last(1, {call})"),
            6 => format!("local {x} = #{{ {call} }} local {y} = {{ {other}, {call} }} local {z} = {y}[2] {y} = {y}[1]"),
            7 => format!("local {x}, {y}, {z} = second({call}), ({other})"),
            8 => format!(
                "local {x}, {y} = type({call}), tostring({other}) == 'nil' local {z} = rawequal({call}, {other})"
            ),
            9 => format!(
                "local function h(...) local p, q = ... return select('#', ...), q, p end local {x}, {y}, {z} = h({call})"
            ),
            10 => format!("local {x}, {y}, {z} = table.unpack({{ {call} }})"),
            _ => format!(
                "local {x}, {y}, {z} = (function(...) if select('#', ...) > 1 then return ... end return 7 end)({other}, {call})"
            ),
        };
        self.line(text);
        self.values.extend([x, y, z]);
    }

    /// A loop over a table that changes it.
    fn gone_over(&mut self) {
        let table = self.table();
        let (s, n, held) = (self.name("s"), self.name("n"), self.name("t"));
        let value = self.number();
        let over = self
            .dice
            .pick(&[
                "ipairs(@)",
                "ipairs(@)",
                "ipairs(@)",
                "pairs(@)",
                "@",
                "next, @",
                "next, @, nil",
                "next, @, 1",
                "ipairs(T), @, 1",
                "ipairs(T), @, 0",
                "va(ipairs(@))",
                "pairs(@, 2)",
                "(function(p, i) i += 1 if p[i] then return i, p[i] end end), @, 0",
            ])
            .replace('@', &held);
        let over = if self.dice.chance(4) { self.wild() } else { over };
        let change = match self.dice.below(16) {
            0 => "@[2] = nil".to_owned(),
            1 => "@[i] = nil".to_owned(),
            2 => "@[i + 1] = nil".to_owned(),
            3 => "@[#@ + 1] = i".to_owned(),
            4 => "table.remove(@)".to_owned(),
            5 => "table.remove(@, 1)".to_owned(),
            6 => format!("if i == 1 then table.insert(@, 1, {value}) end"),
            7 => "table.clear(@)".to_owned(),
            8 => "if i == 1 then @[5] = 1 end".to_owned(),
            9 => format!("@[2] = {value}"),
            10 => "if a > 2 then @[3] = nil end".to_owned(),
            _ => String::new(),
        }
        .replace('@', &held);
        self.line(format!("local {held}, {s}, {n} = {table}, 0, 0"));
        self.line(format!("for i, v in {over} do"));
        self.line(change);
        self.line(format!("{n} += 1 {s} = {s} % 1000 * 3 + (if type(i) == 'number' then i else 5) + (if type(v) == 'number' then v else 7)"));
        self.line(format!("if {n} > 9 then break end"));
        self.line("end".to_owned());
        self.values.extend([s, n]);
        self.tables.push(held);
    }

    /// Identity of functions.
    fn identity(&mut self) {
        let name = self.name("v");
        let make = self
            .dice
            .pick(&["mk1()", "mk2(a)", "mk2(1)", "mk3()", "mk4()", "less", "va", "type", "ipairs(T)"])
            .to_owned();
        let text = match self.dice.below(9) {
            0 | 1 => "local @ = $ == $",
            2 => "local @ = $ ~= $",
            3 => "local @ = rawequal($, $)",
            4 => "local @ = table.find({ 1, $ }, $)",
            5 => "local k = {} k[$] = 1 local @ = k[$]",
            6 => {
                "local @, g = 0, nil for i = 1, 3 do local h = function() return 1 end if g == h then @ += 1 end g = h end"
            }
            7 => {
                "local @, g = 0, nil for i = 1, a % 4 do local h = function() return i end if g == h then @ += 1 end g = h end"
            }
            _ => "local p, q = $, $ local @ = if p == q then 1 elseif p == p then 2 else 3",
        };
        self.line(text.replace('@', &name).replace('$', &make));
        self.values.push(name);
    }

    fn operation(&mut self) -> String {
        let (x, y) = (self.operand(), self.operand());
        match self.dice.below(10) {
            0 => format!("-({x})"),
            1 => format!("#({x})"),
            2 => format!("not ({x})"),
            3 => format!("({x}) ^ {}", self.dice.pick(&["2", "3", "0.5", "-1", "0", "b", "2.5"])),
            4 | 5 => format!("({x}) {} ({y})", self.dice.pick(&["==", "~=", "<", "<=", ">", ">="])),
            6 => format!("({x}) {} ({y})", self.dice.pick(&["and", "or", ".."])),
            _ => format!("({x}) {} ({y})", self.dice.pick(&["+", "-", "*", "/", "//", "%", "^"])),
        }
    }

    fn operand(&mut self) -> String {
        match self.dice.below(8) {
            0 if self.is_in_play => self.wild(),
            1 => self.text(),
            2 => self.any(),
            _ => self.number(),
        }
    }

    fn counted(&mut self) {
        let (s, n) = (self.name("s"), self.name("n"));
        let (first, last, step) = (self.number(), self.number(), self.number());
        let step = if self.dice.chance(50) { String::new() } else { format!(", {step}") };
        self.line(format!("local {s}, {n} = 0, 0"));
        self.line(format!("for i = {first}, {last}{step} do"));
        self.line(format!("{s} += i {n} += 1 if {n} > 20 then break end"));
        self.line("end".to_owned());
        self.values.extend([s, n]);
    }

    /// Reads and writes of a table by unusual keys.
    fn indexed(&mut self) {
        let (table, key, value) = (self.table(), self.fitting('k', 15), self.any());
        let name = self.name("v");
        match self.dice.below(5) {
            0 | 1 => {
                self.line(format!("local {name} = ({table})[{key}]"));
                self.values.push(name);
            }
            2 | 3 => {
                self.line(format!("local {name} = {table}"));
                self.line(format!("{name}[{key}] = {value}"));
                self.tables.push(name);
            }
            _ => {
                self.line(format!("local {name} = {{ [{key}] = {value}, {value} }}"));
                self.tables.push(name);
            }
        }
    }

    fn frozen(&mut self) {
        let (table, value) = (self.table(), self.any());
        let name = self.name("t");
        let change = self
            .dice
            .pick(&[
                "table.clear(@)",
                "table.sort(@)",
                "table.freeze(@)",
                "table.insert(@, $)",
                "table.insert(@, nil)",
                "table.insert(@, 1, $)",
                "table.remove(@)",
                "table.remove(@, 1)",
                "table.remove(@, 9)",
                "@[1] = $",
                "@[9] = nil",
                "@.x = nil",
                "@.y = $",
                "@[1] = @[1]",
                "table.sort(@, less)",
                "@ = table.clone(@) @[1] = 5",
                "rawset(@, 1, 2)",
                "table.move(T, 1, 0, 1, @)",
                "table.clear(@) table.clear(@)",
                "table.freeze(table.freeze(@))",
            ])
            .replace('@', &name)
            .replace('$', &value);
        let freezes =
            self.dice.pick(&["", "", "table.freeze(@)", "if a > 2 then table.freeze(@) end"]).replace('@', &name);
        self.line(format!("local {name} = {table}"));
        self.line(freezes);
        self.line(change);
        self.tables.push(name);
    }
}
