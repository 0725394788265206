//! Attacks of scripts on a host: statements, and returned values.

/// An attack, as statements; the last may return.
pub(super) struct Script {
    pub(super) name: &'static str,
    pub(super) text: String,
    /// True if only the watchdog ends it.
    pub(super) is_endless: bool,
}

/// Loops, in plain code and within error handlers.
const ENDLESS: &[(&str, &str)] = &[
    ("while", "while true do end"),
    ("for", "for n = 1, math.huge do local _ = n end"),
    ("pcall", "while true do pcall(function() while true do end end) end"),
    ("xpcall", "while true do xpcall(function() while true do end end, function() while true do end end) end"),
    ("coroutines", "while true do coroutine.wrap(function() coroutine.yield(1) end)() end"),
    (
        "endless coroutine",
        "local c = coroutine.wrap(function() while true do coroutine.yield(1) end end) while true do c() end",
    ),
    ("caught in a coroutine", "while true do coroutine.resume(coroutine.create(function() while true do end end)) end"),
    ("__index", "local t t = setmetatable({}, { __index = function() while true do end end }) local _ = t.x"),
    ("__iter", "for _ in setmetatable({}, { __iter = function() return function() return 1 end end }) do end"),
    ("__concat", "local t = setmetatable({}, { __concat = function() while true do end end }) local _ = t .. t"),
    ("__lt", "local m = { __lt = function() while true do end end } local t = setmetatable({}, m) local _ = t < t"),
    ("__tostring", "error(setmetatable({}, { __tostring = function() while true do end end }))"),
    ("pattern", "local s = string.rep('a', 30) while true do string.match(s, string.rep('a-', 12) .. 'b') end"),
    ("gsub", "while true do string.gsub(string.rep('x', 1000), '.', function() return 'y' end) end"),
    ("short texts", "local n = 0 while true do n += 1 local _ = tostring(n) .. 'x' end"),
    ("short tables", "while true do local _ = { {}, {} } end"),
    ("print", "while true do print('x') end"),
    ("long lines", "local s = string.rep('x', 1e6) while true do print(s, s) end"),
    (
        "sort that lies",
        "while true do local t = table.create(1000, 1) pcall(table.sort, t, function() return true end) end",
    ),
    ("errors kept", "local t = {} while true do local _, e = pcall(require, 'nowhere') t[#t % 50000 + 1] = e end"),
];

/// Library functions with huge arguments, memory, recursion depth, odd errors. Each ends by itself without limits.
const ENDING: &[(&str, &str)] = &[
    (
        "errors of coroutines kept",
        "local t, n = {}, 0 while true do n += 1 local c = coroutine.create(require) coroutine.resume(c, 'nowhere') t[n % 20000] = c end",
    ),
    ("find", "local _ = string.find(string.rep('a', 4e7), string.rep('a', 2e7) .. 'b', 1, true)"),
    ("find without specials", "local _ = string.find(string.rep('a', 3e7), string.rep('a', 3e6) .. 'b')"),
    ("find caught", "for _ = 1, 1e9 do pcall(string.find, string.rep('a', 1e6), string.rep('a', 1e5) .. 'b') end"),
    (
        "find at its bound",
        "local a, b = string.rep('a', 8000), string.rep('a', 4000) .. 'b' for _ = 1, 1e9 do local _ = string.find(a, b, 1, true) end",
    ),
    ("match of a class", "local _ = string.match(string.rep('a', 1e7), '[' .. string.rep('b', 1e6) .. 'a]*c')"),
    ("gmatch of a class", "for _ in string.gmatch(string.rep('a', 1e7), '[' .. string.rep('b', 1e6) .. 'a]*c') do end"),
    ("gsub of a class", "local _ = string.gsub(string.rep('a', 1e7), '[' .. string.rep('b', 1e6) .. 'a]*c', '')"),
    ("many quantifiers", "local _ = string.find(string.rep('a', 5000), string.rep('a*', 200) .. 'b')"),
    ("balance", "local _ = string.find(string.rep('(', 1e6), '%b()')"),
    ("split", "local _ = string.split(string.rep('a', 4e7), string.rep('a', 1e7) .. 'b')"),
    ("split into letters", "local _ = string.split(string.rep('a', 9e7), '')"),
    ("rep", "local _ = string.rep('x', 1e9)"),
    ("rep of nothing", "local _ = string.rep('', 2e9)"),
    ("doubling", "local s = 'x' while true do s ..= s end"),
    ("reverse", "local s = string.rep('x', 3e7) for _ = 1, 1e9 do s = string.reverse(s) end"),
    ("upper", "local s = string.rep('x', 3e7) for _ = 1, 1e9 do local _ = string.upper(s) end"),
    ("format", "local _ = string.format(string.rep('%%', 4e7))"),
    ("format of long texts", "local s = string.rep('x', 3e7) local _ = string.format('%s%s%s%s%s', s, s, s, s, s)"),
    ("pack", "local _ = string.pack(string.rep('x', 5e7))"),
    ("packsize", "local _ = string.packsize(string.rep('<', 5e7))"),
    ("byte", "local _ = { string.byte(string.rep('x', 1e7), 1, -1) }"),
    (
        "comparison",
        "local a = string.rep('x', 4e7) .. 'a' local b = string.rep('x', 4e7) .. 'b' for _ = 1, 1e9 do local _ = a < b end",
    ),
    ("concatenation", "local s = string.rep('x', 1e7) for _ = 1, 1e9 do local _ = s .. 'a' .. s .. 'b' end"),
    ("utf8", "local s = string.rep('x', 3e7) for _ = 1, 1e9 do local _ = utf8.len(s) end"),
    ("utf8.char", "local _ = utf8.char(table.unpack(table.create(1e6, 65)))"),
    ("tonumber", "local s = string.rep('9', 3e7) for _ = 1, 1e9 do local _ = tonumber(s) end"),
    ("tostring", "local s = string.rep('9', 3e7) for _ = 1, 1e9 do local _ = tostring(s) end"),
    ("move", "table.move({}, 1, 2 ^ 31 - 2, 2)"),
    ("move down", "table.move({ 1 }, -2 ^ 31 + 1, -2, -2 ^ 31 + 2)"),
    ("move by texts", "table.move({}, '1', '2000000000', 2, {})"),
    ("move by texts of hexadecimal numbers", "table.move({}, '0x1', '0x7ffffffe', 2)"),
    ("move from no number", "table.move({}, 0 / 0, -2, -2000000000, {})"),
    ("move from far away", "table.move({}, -1e300, -2, -2000000000, {})"),
    ("move from where no whole number is", "table.move({}, 1e10, -2, -2000000000, {})"),
    ("move between fractions", "table.move({}, 0.5, 2147483646.5, 2)"),
    ("move caught", "for _ = 1, 1e9 do pcall(table.move, {}, 1, 4e6, 2) end"),
    (
        "sort of long texts",
        "local a, b, t = string.rep('x', 3e7) .. 'a', string.rep('x', 3e7) .. 'b', {} for n = 1, 3e5 do t[n] = if n % 2 == 0 then a else b end table.sort(t)",
    ),
    ("sort of many", "local t = table.create(3e6, 1) table.sort(t)"),
    ("sort by a library function", "local t = table.create(3e6, 1) table.sort(t, rawequal)"),
    (
        "sort by a search",
        "local a, b, t = string.rep('a', 1e6), string.rep('a', 50) .. 'b', {} for n = 1, 1e5 do t[n] = if n % 2 == 0 then a else b end table.sort(t, string.find)",
    ),
    (
        "sort by a coroutine",
        "local t = table.create(3e6, 1) table.sort(t, coroutine.wrap(function() while true do coroutine.yield(false) end end))",
    ),
    ("concat", "local t = table.create(5e6, '') for _ = 1, 1e9 do local _ = table.concat(t) end"),
    ("concat of long texts", "local _ = table.concat(table.create(1000, string.rep('x', 1e7)), ',')"),
    ("find in a table", "local t = table.create(5e6, 1) for _ = 1, 1e9 do local _ = table.find(t, 2) end"),
    ("insert at the front", "local t = table.create(5e6, 1) for _ = 1, 1e9 do table.insert(t, 1, 1) end"),
    ("remove at the front", "local t = table.create(5e6, 1) for _ = 1, 1e9 do table.remove(t, 1) end"),
    ("create", "local _ = table.create(2 ^ 26, 1)"),
    ("create again", "for _ = 1, 1e9 do pcall(table.create, 5e6, 1) end"),
    ("clone", "local t = table.create(2e6, 1) for _ = 1, 1e9 do local _ = table.clone(t) end"),
    ("clear", "local t = table.create(5e6, 1) for _ = 1, 1e9 do table.clear(t) end"),
    ("unpack", "local _ = { table.unpack({}, 1, 1e6) }"),
    ("unpack of all", "local _ = { table.unpack({}, 1, 2 ^ 31 - 2) }"),
    ("select", "local t = table.create(5e5, 1) for _ = 1, 1e9 do local _ = select('#', table.unpack(t)) end"),
    (
        "holes",
        "local t = table.create(5e6, 1) for n = 1, 5e6 - 1 do t[n] = nil end for _ = 1, 1e9 do local _ = next(t), #t end",
    ),
    ("buffer", "local _ = buffer.create(1e9)"),
    ("buffers", "local t = {} while true do t[#t + 1] = buffer.create(1e6) end"),
    ("buffer.fill", "local b = buffer.create(8e7) for _ = 1, 1e9 do buffer.fill(b, 0, 1) end"),
    ("buffer.copy", "local b = buffer.create(4e7) for _ = 1, 1e9 do buffer.copy(b, 1, b, 0, 3e7) end"),
    ("buffer.tostring", "local b = buffer.create(2e7) for _ = 1, 1e9 do local _ = buffer.tostring(b) end"),
    ("bit32", "local t = table.create(7000, 1) for _ = 1, 1e9 do local _ = bit32.band(table.unpack(t)) end"),
    ("max", "local t = table.create(7000, 1) for _ = 1, 1e9 do local _ = math.max(table.unpack(t)) end"),
    ("tables", "local t = {} while true do t[#t + 1] = { t, {}, {} } end"),
    ("texts", "local t = {} while true do t[#t + 1] = string.rep('x', 1e5) .. #t end"),
    ("functions", "local t = {} while true do t[#t + 1] = function() return t end end"),
    (
        "coroutines kept",
        "local t = {} while true do t[#t + 1] = coroutine.create(function() coroutine.yield(t) end) end",
    ),
    ("keys", "local t = {} for n = 1, 1e9 do t[`key {n}`] = n end"),
    ("chain", "local t = {} while true do t = { t } end"),
    (
        "memory caught",
        "local t = {} while true do pcall(function() while true do t[#t + 1] = string.rep('x', 1e5) .. #t end end) end",
    ),
    (
        "memory caught in coroutines",
        "while true do coroutine.resume(coroutine.create(function() local t = {} while true do t[#t + 1] = string.rep('x', 1e5) .. #t end end)) end",
    ),
    (
        "memory caught by a handler",
        "while true do xpcall(function() local t = {} while true do t[#t + 1] = string.rep('x', 1e5) .. #t end end, function() while true do end end) end",
    ),
    (
        "memory remembered",
        "local m = memo(function(n) return string.rep('x', 1e5) .. n end) for n = 1, 1e9 do m(n) end",
    ),
    ("remembering without an end", "local m m = memo(function(n) return m(n + 1) end) m(1)"),
    ("weak tables", "while true do pcall(setmetatable, {}, { __mode = 'v' }) end"),
    ("recursion", "local function f(n) return 1 + f(n + 1) end local _ = f(1)"),
    ("recursive pcall", "local function f() pcall(f) return f() end while true do pcall(f) end"),
    ("recursion caught", "local function f() pcall(f) pcall(f) end f()"),
    ("recursion of coroutines", "local function f() coroutine.wrap(f)() end f()"),
    (
        "recursion in __index",
        "local t t = setmetatable({}, { __index = function(_, k) return t[k .. 'x'] end }) local _ = t.x",
    ),
    ("chain of __index", "local t = {} for _ = 1, 1e5 do t = setmetatable({}, { __index = t }) end local _ = t.x"),
    ("__index on itself", "local t = {} setmetatable(t, { __index = t }) local _ = t.x"),
    ("recursion in a sort", "local function f() table.sort({ 1, 2, 3 }, function() f() return false end) end f()"),
    ("recursion in gsub", "local function f() string.gsub('xx', 'x', f) end f()"),
    ("require", "for _ = 1, 1e9 do pcall(require, string.rep('x', 1e6)) end"),
    ("long name", "local _ = ({})[string.rep('x', 9e7)].y"),
    ("error of a long text", "error(string.rep('x', 4e7))"),
    ("error of a long line", "error(string.rep('x\\n', 2e7), 0)"),
    ("error of a table", "local t = {} for _ = 1, 30 do t = { t, t } end error(t)"),
    ("error of nothing", "error()"),
    ("error of a function", "error(print)"),
    (
        "error in an error",
        "xpcall(error, function() error('again') end) error(setmetatable({}, { __tostring = error }))",
    ),
    ("error that calls itself stopped", "error('stopped by the watchdog', 0)"),
    ("error that calls itself memory", "error('not enough memory', 0)"),
    (
        "global",
        "pcall(function() getmetatable(_G).__newindex = print end) error('the script sets the global variable `x`', 0)",
    ),
    (
        "libraries changed",
        "for _, l in { string, table, math, coroutine } do pcall(function() l.find = nil l.sort = nil end) end",
    ),
    ("metatable of texts", "getmetatable('').__index = function() while true do end end"),
];

/// Invalid values returned for a text, a table or an action.
const RETURNED: &[(&str, &str)] = &[
    ("a long text", "string.rep('x', 9e7)"),
    ("a text of nothing", "string.rep('\\0', 5e7)"),
    ("shared tables", "(function() local t = {} for _ = 1, 30 do t = { t, t } end return t end)()"),
    ("a ring", "(function() local t = {} t.t = t t[1] = t return t end)()"),
    ("a deep table", "(function() local t = {} for _ = 1, 1e6 do t = { t } end return t end)()"),
    ("a wide table", "table.create(5e6, 'x')"),
    ("many keys", "(function() local t = {} for n = 1, 3e5 do t[`key {n}`] = n end return t end)()"),
    ("a table of long texts", "table.create(1e6, string.rep('x', 1e6))"),
    (
        "a table that loops",
        "setmetatable({}, { __index = function() while true do end end, __len = function() while true do end end, __iter = function() while true do end end, __tostring = function() while true do end end, __call = function() while true do end end })",
    ),
    ("a list that loops", "setmetatable({ 1, 2 }, { __index = function() while true do end end })"),
    (
        "hooks that loop",
        "{ actions = setmetatable({}, { __index = function() while true do end end }), choose = setmetatable({}, { __call = function() while true do end end }) }",
    ),
    ("keys that loop", "{ [setmetatable({}, { __tostring = function() while true do end end })] = 1 }"),
    ("a function that loops", "function() while true do end end"),
    ("a function of long texts", "function() return string.rep('x', 9e7) end"),
    ("no number", "0 / 0"),
    ("infinity", "math.huge"),
    ("a coroutine", "coroutine.create(function() while true do end end)"),
    ("a buffer", "buffer.create(5e7)"),
    ("a vector", "vector.create(1, 2, 3)"),
    ("many values", "table.unpack(table.create(1e5, 'x'))"),
];

/// All attacks.
pub(super) fn scripts() -> Vec<Script> {
    let script =
        |is_endless| move |(name, text): &(&'static str, &str)| Script { name, text: (*text).to_owned(), is_endless };
    let returned =
        |(name, value): &(&'static str, &str)| Script { name, text: format!("return {value}"), is_endless: false };
    let all = ENDLESS.iter().map(script(true)).chain(ENDING.iter().map(script(false)));
    all.chain(RETURNED.iter().map(returned)).collect()
}
