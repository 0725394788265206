//! Small scripts, each with a construct that machine code has to evaluate exactly as Luau does.

/// The extent to which a script is compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lowered {
    /// Completely: no call that succeeds in Luau bails out.
    Wholly,
    /// Partly: some calls bail out.
    Partly,
    /// Not at all: all calls bail out, or there is no code.
    Never,
}

use Lowered::{Never, Partly, Wholly};

/// The scripts, each a function of two numbers; `B` and `C` are the blocks.
pub(crate) const SCRIPTS: &[(&str, Lowered, &str)] = &[
    // Numbers.
    ("sums and products", Wholly, "return function(a, b) return a + b, a - b, a * b, -a - b * 3 end"),
    ("a quotient by zero", Partly, "return function(a, b) return a // b, a % b end"),
    ("quotients with all signs", Wholly, "return function(a, b)
        return a // 7, a // -7, a % 7, a % -7 end"),
    ("more quotients with all signs", Wholly, "return function(a, b)
        local d = b < 0 and -3 or 5
        return a // d, a % d, a // 8, a % 8, a // -8, a % -8 end"),
    ("quotients of what is not negative", Wholly, "return function(a, b)
        local x, y = buffer.readu8(B, 0), buffer.readu8(B, 1) + 1
        return x // y, x % y, x // 10, x % 10, x % 300 end"),
    ("a product that is always beyond what is exact", Never, "return function(a, b)
        return ((if a < 0 then -1 else 1) + 4503599627370496) * (if b < 0 then -4 else -3) end"),
    ("great rests", Partly, "return function(a, b)
        local x = buffer.readu32(B, 0) * 2097152 + 2097151
        return x % 3, -x % 7, -x % 3, x % -10, -x % 8 end"),
    ("rests of known numbers", Wholly, "local X, Y, Z = 5.3 % 0.1, -5.5 % 2, 9007199254740991 % 3
        return function(a, b) return X, Y, Z, 5.3 % 0.7, -7 % 3, 7 % -3 end"),
    ("numbers at the edge of what is exact", Partly, "return function(a, b)
        local x = 9007199254740992 - buffer.readu8(B, 0)
        local y = x + a
        return x, y, y - x, x * 1, -x end"),
    ("products that are rounded", Wholly, "return function(a, b)
        local x = buffer.readu32(B, 0) * buffer.readu32(B, 4)
        return x end"),
    ("quotients that are not whole", Wholly, "return function(a, b)
        return a / 4, math.floor(a / 4), math.ceil(b / 3), (a + 0.5) * 2, a / 4 // 1 end"),
    ("what is divided by nothing", Partly, "return function(a, b) return 1 / (a - b) end"),
    ("minus nothing", Never, "return function(a, b)
        local x = -buffer.readu8(B, 0)
        return 1 / x, 1 / (x * 0.5), 1 / (0 * a) end"),
    ("minus nothing in a block", Partly, "return function(a, b)
        buffer.writef64(C, 0, -buffer.readu8(B, 0))
        buffer.writef64(C, 8, buffer.readu8(B, 1) * -1)
        buffer.writef64(C, 16, -(a / 2)) end"),
    ("floats in a block", Partly, "return function(a, b)
        buffer.writef64(C, 0, a / 3)
        local x = buffer.readf64(C, 0)
        buffer.writef64(C, 8, x * 3 + 0.25)
        return x, x < 0, x == a / 3, x ~= x end"),
    ("no number", Wholly, "return function(a, b)
        local x = buffer.readf64(B, 0)
        local n = x - x
        return n < 1, n > 1, n == n, not (n <= 1), if n < 1 then 1 else 2 end"),
    ("powers", Wholly, "return function(a, b)
        local n = buffer.readu8(B, 0) % 12
        return 2 ^ n, a ^ 2, 0.5 ^ n, 2 ^ (n - 3), 3 ^ n end"),
    ("comparisons", Wholly, "return function(a, b)
        return a < b, a <= b, a > b, a >= b, a == b, a ~= b, a < 10, 10 <= b, a == 1.5, a / 2 < b / 2 end"),
    ("texts are compared", Wholly, "return function(a, b)
        local s = if a > b then 'x' elseif a < b then 'y' else nil
        return s == 'x', s ~= 'y', s == nil, s, 'a' < 'b' end"),
    ("precedence", Wholly, "return function(a, b)
        return -a * 2 + b - 3 - 4, not a == b, 2 + a // 3 * 4 % 5, a + b == b + a and a < b or b < a, -2 ^ 2 end"),
    ("numbers as they are written", Wholly, "return function(a, b)
        return 0x1F + a, 0b101 * b, 1_000 - a, 1e3, .5, 5., 1e-2 end"),

    // Truthiness.
    ("and and or", Wholly, "return function(a, b)
        local n = if a > 0 then a else nil
        local f = a > b
        return n and 1, n or 2, f and a, f or b, n and f, f and n or 0, (a and false) == false, not n end"),
    ("nothing and zero count differently", Wholly, "return function(a, b)
        local z = a - a
        return z and 1 or 2, (if z then 1 else 2), nil and 1, false or nil, (0 or 1) end"),
    ("conditions with several parts", Wholly, "return function(a, b)
        local r = 0
        if a > 0 and (b > 0 or a > 10) and not (a == 5) then r += 1 end
        if not (a > 0 or b > 0) then r += 2 end
        if (a > b) == (b > 3) then r += 4 end
        if a > 0 ~= (b > 0) then r += 8 end
        return r end"),
    ("a value of several classes is told apart", Wholly, "return function(a, b)
        local x = if a > 0 then (if b > 0 then true else a) else false
        local t, n = b > 5, b * b
        local r = 0
        if x == t then r += 1 elseif x == n then r += 2 else return x, r end
        return x, r end"),
    ("a value of several classes is whole again", Wholly, "return function(a, b)
        local x = if a > 0 then (if b > 0 then b > 2 else 'x') else a
        local r = 0
        if x == b then r = 1 elseif x == 'x' then r = 2 elseif x == (b > 7) then r = 3 else r = 4 end
        return x, r, x == a end"),
    ("nothing as a number", Wholly, "return function(a, b)
        local x = if a > 0 then a else nil
        return x + 1 end"),
    ("nothing as a float", Wholly, "return function(a, b)
        local x = if a > 0 then a / 2 else nil
        local y = x
        if x then y = x + 1 end
        return y, x == nil, x + 1 end"),
    ("floats and whole numbers and nothing", Wholly, "return function(a, b)
        local x = if a > 0 then a / 2 elseif b > 0 then b else nil
        return x, x == nil end"),

    // Loops.
    ("loops over numbers", Wholly, "return function(a, b)
        local s = 0
        for i = 1, 5 do s = s * 3 + i end
        for i = 5, 1, -1 do s += i end
        for i = 1, a % 7 do s += i * i end
        for i = b % 9, 2, -2 do s -= i end
        for i = 3, 1 do s += 1000 end
        for i = 0, 1, 0.25 do s += i end
        return s end"),
    ("a loop whose bound is not whole", Never, "return function(a, b)
        local s = 0
        for i = 1, a / 100 do s += i end
        return s end"),
    ("a loop with very many rounds", Never, "return function(a, b)
        local s = 0
        for i = 1, 1e19 do s += i if s > 100 then break end end
        for i = 1, math.huge do s += i if s > 1000 then break end end
        return s end"),
    ("the bounds of a loop are worked out once", Wholly, "return function(a, b)
        local n, s = a % 5, 0
        for i = 1, n do n = 100 s += i i = 7 s += i end
        return n, s end"),
    ("nested loops are left and gone on with", Wholly, "return function(a, b)
        local s = 0
        for i = 1, 10 do
            if i % 3 == a % 3 then continue end
            for j = i, 10 do
                if j * i > b then break end
                if j == 5 then continue end
                s += i * 100 + j
            end
            if s > 5000 then break end
        end
        return s end"),
    ("while and repeat", Wholly, "return function(a, b)
        local n, s = a % 50, 0
        while n > 0 do
            n -= 1
            if n % 4 == 1 then continue end
            s += n
            if s > 500 then break end
        end
        repeat
            local odd = s % 2 == 1
            s = s // 2
            if s == 77 then break end
        until odd or s == 0
        return n, s end"),
    ("a loop that ends with nothing", Wholly, "return function(a, b)
        local x: number? = a % 20
        local n = 0
        while x do
            n += x
            x = if x > 2 then x - 3 else nil
        end
        return n, x end"),
    ("values change places in a loop", Wholly, "return function(a, b)
        local x, y, z = 1, 2, 3
        for i = 1, a % 10 do x, y, z = y, z, x end
        local p, q = a % 7, b % 7
        while p > 0 do p, q = q % 5 - 1, p end
        return x, y, z, p, q end"),
    ("what a loop finds is kept", Wholly, "return function(a, b)
        local last, found = 0, nil
        for i = 1, 40 do
            local v = buffer.readu8(B, i)
            if v > 3 and v % 5 == a % 5 then found = i break end
            last = v
        end
        return last, found end"),
    ("a variable of a loop is kept beyond it", Wholly, "return function(a, b)
        local before, now = 0, 0
        for i = 1, a % 9 do
            before = now
            for j = 1, i do now = j * i end
        end
        return before, now end"),

    // Functions.
    ("several results", Wholly, "local function two(x) if x > 3 then return x, x + 1 end return x end
        return function(a, b)
            local p, q = two(a)
            local r, s, t = two(b), two(a)
            return p, q, r, s, t, (two(b)) end"),
    ("rest", Wholly, "local function all(...) local x, y = ... return select('#', ...), x, y, select(2, ...) end
        return function(a, b) return all(a, b, 3) end"),
    ("recursion", Wholly, "local function fib(n) if n < 2 then return n end return fib(n - 1) + fib(n - 2) end
        local function down(n, x) if n == 0 then return x, n end return down(n - 1, x * 2 + n) end
        return function(a, b) return fib(a % 12), down(b % 10, a) end"),
    ("recursion whose results widen", Wholly, "local function f(n)
            if n <= 0 then return 0 end
            if n % 7 == 3 then return nil end
            local x = f(n - 1)
            if x == nil then return n * 1000 end
            return x + 300
        end
        return function(a, b) return f(a % 40) end"),
    ("functions that call each other", Wholly, "local odd
        local function even(n, x) if n == 0 then return x end return odd(n - 1, x + 1) end
        function odd(n, x) if n == 0 then return nil end return even(n - 1, x * 2) end
        return function(a, b) return even(a % 20, b), odd(b % 20, a) end"),
    ("functions that call each other and widen", Wholly, "local g
        local function f(n) if n <= 0 then return 0 end local x = g(n - 1) return x + 1 end
        function g(n)
            if n <= 0 then return 5 end
            local x, y = f(n - 1), f(n - 2)
            if n % 5 == 2 then return x * 1000 end
            return x + y
        end
        return function(a, b) return f(a % 14), g(b % 14) end"),
    ("a function that is not lowered within another", Wholly, "local g
        local function f(n, h) if n <= 0 then return 0 end if n == 77 then return string.rep('x', n) end return g(n - 1) + 1 end
        function g(n) if n <= 0 then return 1 end return f(n - 2) end
        return function(a, b) return g(a % 9), f(b % 9) end"),
    ("functions that calls return, compared", Wholly, "local function f(x) return function(y) return x + y end end
        local p, q, fs = f(1), f(1), {}
        for i = 1, 3 do fs[i] = function() return i end end
        return function(a, b)
            local one, other = (if a > b then p else q), (if a > 3 then p else q)
            local some = if a > b then fs[1] elseif a > 0 then fs[2] else fs[3]
            return one == p, one == other, some == fs[2], p == q, one(a), some() end"),
    ("sets of numbers far apart", Wholly, "return function(a, b)
        local seen, n = {}, 0
        for i = 1, 5 do
            local x, y = buffer.readu8(B, i) % 12, buffer.readu8(B, i + 1) % 12
            if not seen[x * 1000 + y + 1] then seen[x * 1000 + y + 1] = true n += 1 end
            seen[x + 1] = i
        end
        return n, seen[a % 12 + 1], seen[2001] end"),
    ("loops over values of which one may be nothing", Partly, "return function(a, b)
        local x, n = if a > 5 then a else nil, 0
        for k, v in { b, x } do n += k * v end
        for k, v in ipairs({ x, b }) do n += k * v end
        return n end"),
    ("closures", Wholly, "return function(a, b)
        local n = a
        local function add(x) n += x return n end
        local p = add(b)
        local q = add(1)
        local get = function() return n * 2 end
        n = 5
        return p, q, get(), n end"),
    ("closures keep what differs where ways meet", Wholly, "local function make(n)
            local x = n
            local g = function() return x end
            if n > 5 then return g end
            x = 100
            return g
        end
        return function(a, b) local g = make(a) return g() end"),
    ("tables keep what differs where ways meet", Wholly, "local function make(n)
            local t = { a = 1 }
            if n > 5 then return t end
            t.x = 2
            return t
        end
        return function(a, b) local t = make(a) return t.x or 7, t.a end"),
    ("a closure of each round", Never, "return function(a, b)
        local f = function() return -1 end
        for i = 1, a % 9 do
            local x = i * b
            if i == 3 then f = function() return x end end
        end
        return f() end"),
    ("functions as arguments", Wholly, "local function apply(f, x, y) return f(x, y) end
        local function add(x, y) return x + y end
        return function(a, b)
            local less = function(x, y) return x < y end
            return apply(add, a, b), apply(less, a, b), apply(if a > b then add else less, 1, 2) end"),
    ("functions of a table", Wholly, "local F = { function(x) return x + 1 end, function(x) return x * 2 end, function(x) return -x end }
        return function(a, b) return F[a % 3 + 1](b) end"),
    ("iterators", Wholly, "local function count(s, c) if c < s then return c + 1, c * 10 end return nil end
        local function of(n) return count, n, 0 end
        return function(a, b)
            local s = 0
            for c in count, a % 8, 0 do s += c * c end
            for c, d in of(b % 5) do if c == 3 then continue end s += d end
            return s end"),
    ("iterators with a state", Wholly, "return function(a, b)
        local at = a % 5
        local function take() at += 1 if at > 30 then return nil end local v = buffer.readu8(B, at) if v == 0 then return nil end return v, at end
        local s = 0
        for v, n in take do s += v * n end
        return s, at end"),
    ("a variable is changed while it is used", Never, "return function(a, b)
        local x = a
        local function f() x = b return 1 end
        return x + f() end"),
    ("a variable is changed while it is added to", Never, "return function(a, b)
        local x = a
        local function f() x = b * 3 return 1 end
        x += f()
        return x end"),
    ("a variable is changed while it is compared", Never, "return function(a, b)
        local x = buffer.readu8(B, 0)
        local function f() x = x + 10 return a end
        if x < f() then return x, 1 end
        return x, 2 end"),
    ("a variable is changed while the library gets it", Never, "return function(a, b)
        local x = a
        local function f() x = b * 3 return 1 end
        return math.max(x, f()) end"),
    ("a place is changed while it is written", Never, "return function(a, b)
        local i, t = 1, { 0, 0, 0 }
        local function f() i = 2 return a end
        t[i] = f()
        return t[1], t[2], i end"),
    ("several are assigned", Wholly, "return function(a, b)
        local x, y, t = a, b, { 1, 2 }
        x, y = y, x
        t[1], t[2] = t[2], x
        x, x = 5, 6
        t[1], t[1] = 8, 9
        return x, y, t[1], t[2] end"),

    // Compile-time tables.
    ("static tables", Wholly, "local T, N = { 3, 1, 4, 1, 5 }, { [0] = 7, [3] = -9, [5] = 2 }
        return function(a, b)
            return T[a % 5 + 1], T[a], N[b], N[b % 6] or 100, #T end"),
    ("static tables of floats, texts and truths", Wholly, "local F, S, Q = { 0.5, 1.5, 2.5 }, { 'x', 'y', 'zed' }, { true, false, true }
        return function(a, b) return F[a % 3 + 1], S[a % 3 + 1], S[b], Q[b % 3 + 1], Q[b], F[b] end"),
    ("static tables of tables", Wholly, "local T = { { 1, 2, 3 }, { 4, 5, 6 }, { 7, 8, 9, 10 } }
        return function(a, b)
            local row, s = T[a % 3 + 1], 0
            for _, x in row do s = s * 3 + x end
            for i, x in T[b % 3 + 1] do s += i * x end
            return T[a % 3 + 1][b % 4 + 1], T[b % 4 + 1] == nil, #row, s end"),
    ("static tables of tables of floats", Wholly, "local F = { { 0.5, 2 }, { 1.25 }, {}, { 1, 2, 3, 4.75 } }
        return function(a, b)
            local t, s = F[a % 4 + 1], 0
            for i, x in t do s += i * x end
            return s, #t, t[b] or -1, t[1] == nil, (F[b % 4 + 1][2] or 0) * 3, F[4][b] end"),
    ("static tables with fields", Wholly, "local T = { { name = 'a', cost = 3 }, { name = 'b' }, { name = 'c', cost = 9 } }
        return function(a, b)
            local x = T[a % 3 + 1]
            return x.name, x.cost, x.cost or b, x == T[1] end"),
    ("what a static table doesn't have", Wholly, "local T = { 1, 2, 3 } return function(a, b) return T[a] + 1 end"),
    ("loops over static tables", Wholly, "local T, D = { 5, 6, 7, 8, 9, 10, 11, 12, 13, 14 }, { a = 3 }
        return function(a, b)
            local s = 0
            for i, x in T do if x == a % 12 then break end s += i * x end
            for i, x in ipairs(T) do s += x end
            for k, x in pairs(D) do s += x end
            return s end"),
    ("the length of tables with gaps", Never, "local T = { 1, nil, 3 } return function(a, b) local t = { a, nil, b } return #T, #t end"),
    ("ipairs ends at the rows", Wholly, "local T = { 1, 2, x = 50 }
        return function(a, b) local s = 0 for _, v in ipairs(T) do s += v end return s end"),
    ("an order that is Luau's own", Never, "local T = { [3] = 1, [2] = 10, [1] = 100, }
        return function(a, b) local s = 0 for _, v in T do s = s * 2 + v end return s end"),
    ("fields in Luau's order", Wholly, "local T = { draws = 1, acts = 2, buys = 3, coins = 4, points = 5, wood = 6, ore = 7 }
        local F = { draws = function(n) return n + 1 end, acts = function(n) return n * 2 end, coins = function(n) return n - 7 end }
        return function(a, b)
            local s, n = 0, b
            for key, v in pairs(T) do s = s * 10 + v if key == 'wood' and a > 5 then break end end
            for _, f in F do n = f(n) end
            local t = { north = a, south = b, east = a + b, west = 1 }
            t.east = 5
            for key, v in t do s = s * 3 + v end
            return s, n end"),
    ("fields that came later", Never, "local T = { x = 1, y = 2, z = 3 }
        T.later = 4
        return function(a, b) local s = 0 for _, v in pairs(T) do s = s * 10 + v end return s end"),
    ("texts and numbers at load time", Wholly, "local A = tonumber('0x10') local Z = tostring(1e100) .. 'x' local Y = 'n' .. 1e-7 local X = `{0.1} {1e15} {-0.5}`
        return function(a, b) return A, Z, Y, X, 'v' .. 12 .. 0.25 end"),
    ("signs at load time", Wholly, "local A, Z = math.sign(0 / 0), math.sign(-3) return function(a, b) return A, Z end"),
    ("gaps filled at load time", Wholly, "local T = {} for i = 1, 10 do T[i] = i * i end T[5] = nil T[5] = 7 T[11] = 1
        return function(a, b) return T[a % 11 + 1], #T end"),
    ("a table that is frozen at run time", Never, "return function(a, b) local t = table.freeze({ a }) t[1] = b return t[1] end"),
    ("globals that are not known", Never, "return function(a, b) return if utf8 then 1 else 2, if math.sin then 3 else 4 end"),

    // Lists made at run time.
    ("lists that grow", Wholly, "return function(a, b)
        local t = {}
        for i = 1, a % 12 do
            local v = buffer.readu8(B, i)
            if v % 2 == 0 then table.insert(t, v) else t[#t + 1] = -v end
        end
        local s = 0
        for i, v in t do s += i * v end
        return #t, s, t[1], t[#t], t[b] end"),
    ("lists that shrink", Wholly, "return function(a, b)
        local t, s = { 1, 2 }, 0
        for i = 1, a % 12 do table.insert(t, i * 3) end
        for i = 1, b % 20 do
            local v = table.remove(t)
            if v == nil then s += 1000 break end
            s = s * 2 + v
        end
        return #t, s end"),
    ("a known table that shrinks in a loop", Wholly, "return function(a, b)
        local t, n = { a, b, a + b }, 0
        while n < b % 7 do
            n += 1
            if table.remove(t) == nil then n += 100 end
        end
        return n, #t end"),
    ("a known table that may have a unsupported", Wholly, "return function(a, b)
        local t = { 1, 2 }
        if a > 0 then t[2] = nil end
        local x = table.remove(t)
        return x, t[1], t[2] end"),
    ("what may be nothing is unpacked", Never, "local function count(...) return select('#', ...) end
        return function(a, b)
            local t = { 1, 2 }
            if a > 0 then t[2] = nil end
            return count(table.unpack(t)) end"),
    ("lists with holes", Partly, "return function(a, b)
        local t = {}
        t[a % 9 + 1] = 5
        t[b % 9 + 1] = 6
        local s = 0
        for i = 1, 9 do s = s * 3 + (t[i] or 1) end
        return s, t[3], #t end"),
    ("lists are cleared", Wholly, "return function(a, b)
        local t, s = {}, 0
        for i = 1, 5 do
            table.clear(t)
            for j = 1, (a + i) % 6 do t[j] = i * j end
            s += #t + (t[3] or 0)
        end
        return s end"),
    ("lists of a round", Wholly, "return function(a, b)
        local s = 0
        for i = 1, a % 40 do
            local t, u = {}, {}
            for j = 1, i do t[#t + 1] = j u[#u + 1] = j * 2 end
            s += #t * 3 + u[#u] + t[1]
        end
        return s end"),
    ("a list of a round is kept", Wholly, "return function(a, b)
        local kept = { 7 }
        for i = 1, a % 10 do
            local t = {}
            for j = 1, i do t[#t + 1] = i * j end
            if i == 3 then kept = t end
        end
        return #kept, kept[#kept] end"),
    ("a list leaves its loop", Wholly, "return function(a, b)
        local found
        for i = 1, 30 do
            local t = {}
            for j = 1, i do t[#t + 1] = j + a end
            if #t > b % 10 then found = t break end
        end
        local u = {}
        for i = 1, 8 do u[#u + 1] = i end
        return if found then found[#found] else nil, #u end"),
    ("lists that are results", Wholly, "local function evens(n) local t = {} for i = 1, n do if i % 2 == 0 then table.insert(t, i) end end return t end
        return function(a, b)
            local t, u = evens(a % 15), evens(b % 15)
            return #t, #u, t[#t], u[1], t == u end"),
    ("lists of lists", Wholly, "return function(a, b)
        local t = {}
        for i = 1, a % 5 do t[#t + 1] = { i, i * b } end
        return #t end"),
    ("lists of tables known before", Wholly, "local T = { { n = 1 }, { n = 20 }, { n = 300 } }
        return function(a, b)
            local t, s = {}, 0
            for i = 1, a % 7 do t[#t + 1] = T[(i * b) % 3 + 1] end
            for _, x in t do s += x.n end
            return s, #t end"),
    ("lists of truths and texts", Wholly, "return function(a, b)
        local t, u, s = {}, {}, 0
        for i = 1, a % 9 do t[i] = i * b % 3 == 0 u[i] = if i % 2 == 0 then 'x' else 'y' end
        for i, v in t do if v then s += i end end
        return s, t[2], t[20], u[b], u[3] == 'x' end"),
    ("a list grows while it is gone over", Wholly, "return function(a, b)
        local t, n = { a % 10 }, 0
        for i, v in t do if v > 0 then table.insert(t, v - 1) end n += v * i end
        return n, #t end"),
    ("a known table grows while it is gone over", Wholly, "return function(a, b)
        local t, n = { a, b }, 0
        for i, v in t do if i < 5 then t[#t + 1] = i end n += v * i end
        return n, #t end"),
    ("tables that are created", Wholly, "return function(a, b)
        local t, u = table.create(5, a), table.create(3)
        t[b % 5 + 1] = 9
        u[#u + 1] = b
        return t[1], t[5], #t, u[1], #u end"),
    ("something is put between", Never, "return function(a, b)
        local t = { 1, 2, 3 }
        table.insert(t, 2, a)
        table.insert(t, 1, b)
        local u = { 1, 2, 3 }
        table.insert(u, 0, a)
        table.insert(u, -1, a)
        return t[1], t[2], t[3], t[4], t[5], u[0], u[1], u[2], u[3], u[4] end"),
    ("a list that is long", Wholly, "return function(a, b)
        local t = {}
        for i = 1, 240 + a % 100 do t[i] = i end
        return #t end"),
    ("a list that is too long", Partly, "return function(a, b)
        local t = {}
        for i = 1, 1000 + a % 100 do t[#t + 1] = i end
        return #t end"),
    ("a list that grows by numbers that are known", Wholly, "return function(a, b)
        local t = {}
        for i = 1, 361 do t[i] = i * a end
        return #t, t[300] end"),
    ("nothing is put into a list", Wholly, "return function(a, b)
        local t = {}
        for i = 1, 5 do local v = if i * a > b then i else nil table.insert(t, v) end
        return #t end"),
    ("a table of fields", Wholly, "return function(a, b)
        local t = { x = a, y = b, n = 0 }
        for i = 1, a % 6 do t.x += i t.y, t.x = t.x, t.y t.n = t.n + 1 end
        if b > 0 then t.z = 5 end
        return t.x, t.y, t.n, t.z end"),

    // Blocks.
    ("numbers are read", Wholly, "return function(a, b)
        local at = a % 50
        return buffer.readu8(B, at), buffer.readi8(B, at), buffer.readu16(B, at), buffer.readi16(B, at),
            buffer.readu32(B, at), buffer.readi32(B, at), buffer.len(B) + buffer.len(C) end"),
    ("numbers are written", Wholly, "return function(a, b)
        local at = a % 50
        buffer.writeu8(B, at, b) buffer.writei8(B, at + 1, b) buffer.writeu16(B, at + 2, b * 7)
        buffer.writei16(B, at + 4, -b) buffer.writeu32(B, at + 6, b * 100000) buffer.writei32(B, at + 10, -b * 99999) end"),
    ("great numbers are written", Wholly, "return function(a, b)
        buffer.writeu8(B, 0, a * 4294967296 + 77) buffer.writeu16(B, 2, -a * 65536 - 3) buffer.writeu32(B, 4, a * 4294967296 + b) end"),
    ("numbers beyond a block", Wholly, "return function(a, b)
        buffer.writeu8(B, 1, 9)
        buffer.writeu16(C, b, 5)
        return buffer.readu32(B, a) end"),
    ("bytes are copied", Wholly, "return function(a, b)
        buffer.copy(B, a % 20, B, b % 20, 30)
        buffer.copy(B, b % 20, B, a % 20, 7)
        buffer.copy(C, 0, B, 32)
        buffer.copy(C, 3, B, a % 10, b % 10)
        buffer.copy(B, a % 5 + 40, C, 1, 16) end"),
    ("bytes beyond a block", Wholly, "return function(a, b) buffer.copy(C, a, B, b, 10) buffer.fill(C, b, 1, a) end"),
    ("bytes are filled", Wholly, "return function(a, b)
        buffer.fill(B, a % 30, b, 9)
        buffer.fill(C, b % 20, 258)
        buffer.fill(B, a % 10, a, b % 10) end"),
    ("a great byte is filled in", Wholly, "return function(a, b) buffer.fill(B, a % 30, 2147483653, 9) end"),
    ("texts are written", Wholly, "return function(a, b)
        buffer.writestring(B, a % 30, 'hello, \\n\\0x') buffer.writestring(B, 50, if a > b then 'yes' else 'yes') end"),
    ("a part of a text is written", Never, "return function(a, b) buffer.writestring(B, 3, 'hello', 2) end"),
    ("a text made at run time is written", Never, "return function(a, b) buffer.writestring(B, 3, 'x' .. a) end"),
    ("numbers written are read again", Wholly, "return function(a, b)
        for i = 0, 20 do
            local x = buffer.readu16(B, i)
            buffer.writeu16(B, i + 1, x * 3 + a)
            if x > 60000 then buffer.writeu8(B, 60, i) end
        end end"),

    // Bits.
    ("bits", Wholly, "return function(a, b)
        return bit32.band(a, b), bit32.bor(a, b, 1), bit32.bxor(a, b), bit32.bnot(a), bit32.btest(a, 6),
            bit32.countlz(a), bit32.countrz(b), bit32.band(a), bit32.lrotate(a, 5), bit32.rrotate(a, b) end"),
    ("bits are shifted", Partly, "return function(a, b)
        local x = buffer.readu32(B, 0)
        return bit32.lshift(x, 3), bit32.rshift(x, 5), bit32.lshift(x, b), bit32.rshift(x, b), bit32.lshift(a, 31) end"),
    ("bits are shifted far", Wholly, "return function(a, b)
        local x, n = buffer.readu32(B, 0), buffer.readu8(B, 4)
        return bit32.lshift(x, n), bit32.rshift(x, n), bit32.lshift(x, 32), bit32.rshift(x, 40), bit32.lshift(1, n % 33) end"),
    ("bits are taken out and put in", Wholly, "return function(a, b)
        local x = buffer.readu32(B, 0)
        return bit32.extract(x, 3), bit32.extract(x, 4, 5), bit32.extract(x, a % 40, 2), bit32.replace(x, b, 8, 8),
            bit32.replace(x, a, 31), bit32.replace(x, 5, b % 30, 3) end"),
    ("bits of known numbers", Wholly, "local A, Z = bit32.lshift(1, 31), bit32.bor(-1)
        return function(a, b)
            if a > 900 then return bit32.extract(5, -1) end
            if a > 800 then return bit32.lshift(5) end
            return A, Z, bit32.lshift(3, 40), bit32.rshift(-1, 4), bit32.lrotate(1, 33), bit32.extract(255, 4, 4), bit32.rrotate(1, 1) end"),
    ("bits of too little", Never, "return function(a, b) return bit32.lshift(a) end"),
    ("bits of numbers that are not whole", Partly, "return function(a, b) return bit32.band(a / 2, 255), bit32.bor(b / 4) end"),

    // Mathematics.
    ("least and greatest", Wholly, "return function(a, b)
        return math.min(a, b), math.max(a, b, 3), math.min(a, 5, b), math.max(a, -math.huge), math.min(a / 2, b),
            math.max(a / 2, b / 3) end"),
    ("no number among the least", Partly, "return function(a, b)
        local n = (a - a) / (b - b + 1) local x = buffer.readf64(B, 0) x = (x - x) / (x - x)
        return math.max(x, a) == a, math.max(a, x) == a, math.min(x, a) == a, math.min(a / 2, x) == a / 2 end"),
    ("between bounds", Wholly, "return function(a, b) return math.clamp(a, -5, 5), math.clamp(a, b, 10), math.clamp(3, a, b) end"),
    ("signs", Wholly, "return function(a, b) return math.sign(a), math.sign(-3), math.sign(a / 1000) end"),
    ("without a sign", Wholly, "return function(a, b) return math.abs(a), math.abs(a / 2), math.abs(-7), math.abs(buffer.readi8(B, 1)) end"),
    ("rounded", Wholly, "return function(a, b)
        return math.floor(a / 3), math.ceil(a / 3), math.floor(b), math.floor(2.5), math.ceil(-2.5), math.sqrt(16), math.sqrt(a * a) end"),
    ("not rounded at run time", Never, "return function(a, b) return math.round(a / 2) end"),

    // Texts and errors.
    ("texts are given", Wholly, "return function(a, b) return if a > b then 'more' elseif a < b then 'less' else '', 'x' end"),
    ("a text made at run time is given", Never, "return function(a, b) return 'x' .. a end"),
    ("a text made at run time is compared", Never, "return function(a, b)
        local s = if a > 0 then `{b}` else '5'
        return s == '5' end"),
    ("texts of what is not a text", Never, "return function(a, b)
        local s = if a > 0 then 'x' else nil
        local t = 'a' .. s
        return 1 end"),
    ("texts of nothing", Never, "return function(a, b) local t = a .. nil return 1 end"),
    ("texts that nobody reads", Wholly, "return function(a, b) local t = 'x' .. a .. `{b} {a > b}` local u = tostring(a) return a end"),
    ("errors", Wholly, "return function(a, b)
        if a > b then error('more') end
        assert(true, 'x')
        if a == 0 then error({ code = a }) end
        return a end"),
    ("types", Wholly, "return function(a, b) return type(a), type(nil), type('x'), type({}), typeof(B), type(a > b) end"),

    // Narrowing, and values that change during evaluation.
    ("a variable is narrowed in a loop", Wholly, "return function(a, b)
        local x, n, s = if a > 0 then a else nil, 0, 0
        while n < 5 do
            n += 1
            if x == nil then s += 1 x = if n > b then n else nil continue end
            if x == 3 then s += 100 end
            s += x
            if x > 500 then x = nil else x += 1 end
        end
        return x, n, s end"),
    ("a counter is compared with its bound", Wholly, "return function(a, b)
        local n, last = 0, a % 30
        for i = 1, last do if i == last then n += 1000 elseif i ~= 4 then n += 1 end if last < i then n = -1 end end
        return n end"),
    ("functions with values of several classes", Wholly, "local function f(x, y, z)
            local s = 0
            if x == nil then s += 1 elseif x == true then s += 2 elseif x == false then s += 4 else s += x end
            for i = 1, 3 do if y then s += i * y end if z == 'p' then s -= 1 elseif z == 'q' then s -= 1000 end end
            if s > 100 then return s, z elseif s > 10 then return nil, x end
            return x, y, s
        end
        return function(a, b)
            local x = if a > 5 then nil elseif a > 0 then b > 0 else a
            local y = if b > 3 then b else nil
            local p, q, r = f(x, y, if a > b then 'p' else 'q')
            local s, t = f(if b > 0 then a else b > -3, nil, nil)
            return p, q, r, s, t end"),
    ("three functions that call each other", Wholly, "local g, h
        local function f(n) if n <= 0 then return 0, 'f' end local x, y = g(n - 1) if n % 3 == 0 then return x + n, y end return x / 2, 'F' end
        function g(n) if n <= 0 then return 1, nil end local x, y = h(n - 2) return x + 1, y end
        function h(n) if n <= 0 then return 2, 'h' end local x, y = f(n - 1) local p = g(n - 3) return x + p, y or 'n' end
        return function(a, b) return f(a % 13), (g(b % 13)), h(a % 7) end"),
    ("closures of a loop that is written out", Wholly, "return function(a, b)
        local t = {}
        for i = 1, 3 do local x = i * a t[i] = function(y) x += y return x + i end end
        return t[1](b), t[2](1), t[1](b), t[3](0) end"),
    ("closures share variables", Wholly, "local function pair(n) return function() n += 1 return n end, function(x) n = x end end
        return function(a, b)
            local get, set = pair(a)
            local other = pair(b)
            get() set(if a > b then 5 else 7)
            local x = other()
            for i = 1, b % 4 do get() end
            return get(), x, other() end"),
    ("a closure is chosen", Wholly, "return function(a, b)
        local n = 0
        local f, g = function(x) n += x end, function(x) n -= x end
        local h = if a > b then f else g
        for i = 1, a % 6 do h(i) h = if i % 2 == 0 then f else g end
        return n end"),
    ("tables within tables", Wholly, "return function(a, b)
        local t = { p = { x = a, y = { z = b } }, q = { x = 1, y = { z = 2 } } }
        local u = if a > 0 then t.p else t.q
        if b > 0 then t.p, t.q = t.q, t.p t.p.x += 5 end
        for i = 1, a % 4 do t.q.y.z += t.p.x end
        return t.p.x, t.q.x, t.p.y.z, t.q.y.z, u.x, u == t.p end"),
    ("keys that are chosen", Wholly, "local T = { x = 3, y = 4 }
        return function(a, b)
            local t = { x = a, y = b, [true] = 5, [T] = 6 }
            return t[true], t[T], t[false], T[if a > b then 'x' else 'y'] end"),
    ("methods", Wholly, "local O = { n = 3 } function O.get(self, x) return self.n * x end function O:more(x) return self:get(x) + 1 end
        return function(a, b) local p = { n = b, get = O.get } return O:more(a), p:get(a) end"),
    ("rest in a table", Wholly, "local function sum(...) local t, s = { ... }, 0 for i, v in t do s += v * i end return s, #t end
        return function(a, b) return sum(a, b, 3), sum(), (sum(b)) end"),
    ("lists by ipairs, pairs and next", Wholly, "return function(a, b)
        local t, s = {}, 0
        for i = 1, a % 9 do t[#t + 1] = i * b end
        for i, v in ipairs(t) do s += i * v end
        for i, v in pairs(t) do s -= v if i > 4 then break end end
        for i, v in next, t do s += i end
        return s end"),
    ("a list of functions", Wholly, "local F = { function(x) return x + 1 end, function(x) return x * 3 end }
        return function(a, b)
            local t, s = {}, b
            for i = 1, a % 6 do t[#t + 1] = F[(i * b) % 2 + 1] end
            for _, f in t do s = f(s) end
            return s end"),
    ("a list is changed by a function", Wholly, "local function push(t, x) if x > 3 then t[#t + 1] = x return true end return false end
        return function(a, b)
            local t, u, n = {}, {}, 0
            for i = 1, a % 15 do if push(t, i * b % 7) then n += 1 else push(u, i) end end
            return #t, #u, n, t[2], u[#u] end"),
    ("a list of a round is left by several ways", Wholly, "return function(a, b)
        local s = 0
        for i = 1, 20 do
            local t = { i }
            if i % 3 == 0 then continue end
            for j = 1, i do t[#t + 1] = j if #t > 5 then break end end
            local u = { 9, 9, 9 }
            if i == a then return s, #t, u[3] end
            s += t[#t] + #u * t[1]
        end
        return s end"),
    ("what a list gives is kept while it changes", Wholly, "return function(a, b)
        local t = { 1, 2, 3 }
        local i = a % 3 + 1
        local x, n = t[i], #t
        t[i] = b
        t[#t + 1] = x
        t[i], t[1] = t[1], t[i]
        return x, n, t[i], t[1], #t end"),
    ("lists change places", Wholly, "return function(a, b)
        local t, u = { 1 }, { 2, 3 }
        for i = 1, a % 5 do t[#t + 1] = i end
        if b > 0 then t, u = u, t end
        return #t, #u, t[1], u[1] end"),
    ("one of several lists is gone over", Wholly, "return function(a, b)
        local t, s = {}, 0
        if a > b then for i = 1, b % 7 do t[#t + 1] = i * a end s = t[b] or 1 else t = {} end
        for i, v in t do s += i * v end
        for i, v in ipairs(t) do s += v end
        return s end"),
    ("false, nothing and what is compared with them", Wholly, "return function(a, b)
        local x = if a > 5 then nil elseif a > 0 then false elseif b > 0 then true else 0
        return x == false, x == nil, x ~= true, x == 0, not x, x and 1, x or 2 end"),
    ("several conditions on one value", Wholly, "return function(a, b)
        local x = buffer.readi8(B, 3)
        if x > 5 and x < 50 and x ~= 20 then return x, 1 end
        if x <= 5 and x >= -3 then if x == 0 then return x * 5, 2 end return 10 // (if x == 0 then 1 else x), 3 end
        if not (x < 0) then return x, 4 end
        return -x, 5 end"),
    ("floats are carried by loops", Wholly, "return function(a, b)
        local x, n, m = 1, 0, nil
        while x < 1000 and n < 30 do
            n += 1
            x = if n % 3 == 0 then x * 1.5 else x + a % 7
            if x > 50 then m = x end
        end
        return x, n, m end"),
    ("floats as keys and places", Partly, "local T = { 5, 6, 7 }
        return function(a, b)
            local x = math.abs(a) / 2
            buffer.writeu8(B, x % 8, 5)
            return T[x % 3 + 1], buffer.readu8(B, (b % 8) / 1) end"),
    ("names hide others", Wholly, "return function(a, b)
        local x = a
        do local x = x + 1 a = x end
        for x = 1, 3 do local x = x * 2 b += x end
        local function x2(x) local y = x do local x = 9 y += x end return y + x end
        return x, a, b, x2(x) end"),
    ("repeat goes on with what follows", Wholly, "return function(a, b)
        local n, s = 0, 0
        repeat
            n += 1
            local m = n * a
            if m % 3 == 1 then s += 1 elseif m % 5 == 2 then s += 10 end
            for i = 1, 2 do if i == n % 3 then break end s += 100 end
        until m > b or n > 12
        return n, s end"),

    // Tables of tables.
    ("records in a list", Wholly, "return function(a, b)
        local melds, sum = {}, 0
        for i = 1, a % 9 do table.insert(melds, { first = i * b, size = 3, run = i % 2 == 0 }) end
        for i, m in melds do
            if m.run then m.size += i m.extra = i end
            sum += m.first * m.size + (m.extra or 100)
        end
        local last = melds[#melds]
        return #melds, sum, if last then last.size else nil, melds[3] and melds[3].extra end"),
    ("records that point to each other", Wholly, "return function(a, b)
        local head, n, s = nil, 0, 0
        for i = 1, a % 20 do head = { value = i * b, next = head } end
        local at = head
        while at do n += 1 s += at.value * n at = at.next end
        return n, s, head == nil end"),
    ("lists of lists of lists", Wholly, "return function(a, b)
        local t, s = {}, 0
        for i = 1, a % 6 do
            t[i] = {}
            for j = 1, i do
                t[i][j] = { j, j * b, i }
                if j % 2 == 0 then table.insert(t[i][j], 1000) end
            end
        end
        for i, row in t do for j, cell in row do s += cell[1] * cell[2] + cell[3] + #cell end end
        return #t, s, t[2] and t[2][1][2], t[2] and #t[2][2] end"),
    ("groups by a number", Wholly, "return function(a, b)
        local by, s = {}, 0
        for i = 1, 20 do
            local r = buffer.readu8(B, i) % 7
            by[r + 1] = by[r + 1] or {}
            table.insert(by[r + 1], i)
        end
        for r = 1, 7 do
            local group = by[r]
            if group and #group >= 2 then s += r * group[1] + group[#group] end
        end
        return s, by[a] == nil end"),
    ("a list takes another's place and grows", Wholly, "return function(a, b)
        local now, rounds, seen = { a % 30 }, 0, {}
        while #now > 0 and rounds < 12 do
            local next = {}
            for _, x in now do
                for _, y in { x * 2 % 31, x + 7 } do
                    if y < 200 and not seen[y + 1] then seen[y + 1] = true table.insert(next, y) end
                end
            end
            now = next
            rounds += 1
        end
        return rounds, #now, seen[5], seen[100] end"),
    ("a record or nothing as an argument", Wholly, "local function value(at, extra)
            local s = 0
            for i = 1, 8 do
                local v = buffer.readu8(B, i)
                if extra and extra.at == i then v = extra.v end
                if extra and extra.gone == i then v = 0 elseif v > 100 then v -= 1 end
                if i == at then s += v * 3 elseif i < at then s += v else s -= v end
                if s > 500 then s -= if extra then 10 else 20 end
            end
            return s
        end
        return function(a, b)
            local best = -10000
            for i = 1, 5 do best = math.max(best, value(i, { at = i + 1, v = a })) end
            local e = if a > b then { at = 2, v = b, gone = a % 9 } else nil
            return best, value(3), value(a % 8, e), value(2, { at = 1, v = 2, gone = 3 }) end"),
    ("a record is changed by a function", Wholly, "local function move(p, dx, dy) p.x += dx p.y += dy p.moves = (p.moves or 0) + 1 return p end
        return function(a, b)
            local ps = {}
            for i = 1, 5 do ps[i] = { x = i, y = a } end
            for i = 1, b % 10 do move(ps[i % 5 + 1], i, -i) end
            local q = move(ps[2], 1, 1)
            return q == ps[2], q.x, q.y, q.moves, ps[1].moves, ps[5].x end"),
    ("records of several kinds", Wholly, "return function(a, b)
        local t, s = {}, 0
        for i = 1, a % 12 do
            table.insert(t, if i % 3 == 0 then { kind = 'jump', over = i } elseif i % 3 == 1 then { kind = 'step' } else { kind = 'drop', piece = b, over = 2 })
        end
        for _, m in t do
            if m.kind == 'jump' then s += m.over elseif m.kind == 'drop' then s += m.piece * m.over else s += 100 end
            if not m.over then s += 1 end
        end
        return s, type(t[1]), t[2] and t[2].kind end"),
    ("values of several types in a list", Wholly, "return function(a, b)
        local t, n = {}, 0
        for i = 1, a % 10 do t[i] = if i % 3 == 0 then true elseif i % 3 == 1 then i * b else 'x' end
        for i, v in t do if v == true then n += 1 elseif v == 'x' then n += 100 else n += v end end
        return n, t[1], t[2], t[3], t[40] end"),
    ("floats in a list", Wholly, "return function(a, b)
        local t, s = {}, 0
        for i = 1, a % 10 do t[i] = i / 4 end
        for i, v in t do s += v end
        return s, t[2], t[50], #t end"),
    ("values are taken out of a list", Partly, "return function(a, b)
        local t = { 1, 2, 3, 4, 5 }
        for i = 6, 9 do t[i] = i end
        t[a % 12 + 1] = nil
        if b > 0 then t[3] = if a > 0 then nil else 7 end
        return t[1], t[2], t[3], t[8], t[9], #t end"),
    ("values are put between and taken from between", Wholly, "return function(a, b)
        local t, s = {}, 0
        for i = 1, 7 do table.insert(t, 1 + (i * b) % #(if i == 1 then { 1 } else t), i) end
        local x = table.remove(t, a % 7 + 1)
        local y = table.remove(t, 1)
        table.insert(t, #t + 1, 50)
        table.insert(t, 1, { 3 } and 9)
        for i, v in t do s = s * 3 + v end
        return s, x, y, #t end"),
    ("a place between that isn't there", Partly, "return function(a, b)
        local t = {}
        for i = 1, a % 5 do t[i] = i end
        local x = table.remove(t, b % 5 + 1)
        return x, #t end"),
    ("nothing that was removed is put in", Wholly, "return function(a, b)
        local t, u = {}, {}
        for i = 1, a % 3 do t[i] = i end
        for i = 1, 2 do table.insert(u, table.remove(t)) end
        return #u end"),
    ("copies of lists and records", Wholly, "return function(a, b)
        local t, all = {}, {}
        for i = 1, a % 6 do
            t[#t + 1] = i * b
            local copy = table.clone(t)
            table.insert(copy, -1)
            table.insert(all, { list = copy, n = #t, at = { x = i } })
        end
        local s = 0
        for i, one in all do
            local c = table.clone(one)
            c.n += 100
            c.at.x += 1
            table.insert(c.list, 5)
            s += c.n * 7 + one.n + one.at.x + #one.list + one.list[1]
        end
        return s, #t end"),
    ("tables that are created of numbers known only at run time", Wholly, "return function(a, b)
        local t, u = table.create(a % 7, b), table.create(400, 0)
        u[b % 300 + 1] = 5
        local s = 0
        for i, v in t do s += i * v end
        for i = 1, #u do s += u[i] * i end
        return s, #t, #u, t[3] end"),
    ("a table of tables is cleared", Wholly, "return function(a, b)
        local t = {}
        for i = 1, a % 5 do t[i] = { i } end
        if b > 0 then table.clear(t) end
        t[#t + 1] = { 7 }
        return #t, t[#t][1], t[1][1] end"),
    ("fields by texts that are chosen", Wholly, "return function(a, b)
        local all = {}
        for i = 1, 3 do all[i] = { wood = i, ore = a } end
        local r = all[a % 3 + 1]
        for i = 1, b % 8 do
            local key = if i % 2 == 0 then 'wood' else 'ore'
            r[key] += i
        end
        return r.wood, r.ore, all[1].wood, r[if a > 0 then 'wood' else 'gold'] end"),
    ("things are counted by their names", Wholly, "local N = { 'wood', 'ore', 'clay' }
        return function(a, b)
            local counts, best = {}, nil
            for i = 1, a % 12 do
                local name = N[(i * b) % 3 + 1]
                counts[name] = (counts[name] or 0) + i
                if best == nil or counts[name] > counts[best] then best = name end
            end
            return counts.wood, counts.ore, counts.clay, best end"),
    ("the first row", Wholly, "return function(a, b)
        local t, u = {}, { { 1 }, { 2 } }
        for i = 1, a % 3 do t[i] = i + b end
        local all = { t, u, {} }
        local n, v = next(t)
        return n, v, next(u) ~= nil, next(all[b % 3 + 1]) == nil, next({}), (next({ a, b })) end"),
    ("0 and what is below it as numbers of a table", Partly, "return function(a, b)
        local all = {}
        for i = 1, 3 do all[i] = { [0] = i, 5, 6 } end
        local t = all[a % 3 + 1]
        return t[0], t[1], t[b], #t end"),
    ("a table with rows and fields is gone over", Never, "return function(a, b)
        local all, s = {}, 0
        for i = 1, 2 do all[i] = { 1, 2, x = 3 } end
        for _, v in all[a % 2 + 1] do s += v end
        return s end"),
    ("very many tables", Partly, "return function(a, b)
        local kept = {}
        for i = 1, 30000 * (a % 8) do kept[i % 10 + 1] = { i, i, i, i, i, i, i, i, n = i } end
        return kept[1] and kept[1].n end"),
    ("tables of a round are nobody else's", Wholly, "return function(a, b)
        local s = 0
        for i = 1, 20000 do
            local t = {}
            t[1] = { x = i, y = { i } }
            t[2] = if i % 2 == 0 then t[1] else { x = a, y = { 1, 2 } }
            s += t[2].x + #t[2].y
        end
        return s end"),
    ("tables of a call are nobody else's", Wholly, "local function f(n)
            local t = {}
            for i = 1, n % 5 + 1 do t[i] = { x = i * n, y = if i > 2 then t[i - 1] else nil } end
            local s = 0
            for _, r in t do s += r.x + (if r.y then r.y.x else 1) if s > 100000 then s -= 100000 end end
            if s % 2 == 0 then for i = 1, 3 do s += i * n end elseif s % 3 == 0 then for i = 1, 4 do s -= i * n end end
            return s, if n < 0 then t[1] else nil
        end
        return function(a, b)
            local s, kept = 0, {}
            for i = 1, 30000 do s += (f(i)) % 7 end
            for i = 1, 5 do local n, r = f(-i) kept[i] = { r } end
            return s, kept[1][1].x, kept[5][1].x end"),

    // Numbers of values.
    ("how many values a call gives", Partly, "local function f(x) if x > 3 then return 1 end return 1, 2 end
        return function(a, b) return select('#', f(a)) * 10 + select('#', f(b)) end"),
    ("no value and one are counted", Partly, "local function f(x) if x > 3 then return end return x end
        local function count(...) return select('#', ...) end
        return function(a, b) return count(f(a)), count(1, f(b)), (f(a)) end"),
    ("values of which some are missing, by their numbers", Wholly, "local function f(x) if x > 3 then return 7 end return 8, 9 end
        return function(a, b)
            local x, y = select(2, f(a))
            local t = { f(b) }
            return x, y, t[1], t[2], (f(a)) end"),
    ("how many values a function gives that calls itself", Partly, "local function f(x) if x < 1 then return end if x < 3 then return x end return f(x // 2), 1 end
        return function(a, b) return select('#', f(a)), (f(b)) end"),
    ("a type of nothing", Never, "local function f(x) if x > 3 then return end return x end
        return function(a, b) return type(f(a)), tostring(f(a)) == tostring(nil) end"),
    ("nothing is compared", Never, "return function(a, b) return rawequal(a) end"),
    ("a row of nothing", Never, "return function(a, b) return rawget({ a }) end"),
    ("values from a number on that is none", Never, "return function(a, b) return select(1.5, a, b), select(-1, a, b), select(0, a) end"),
    ("a removed value is counted", Partly, "return function(a, b)
        local t = {}
        for i = 1, a % 4 do t[i] = i end
        return select('#', table.remove(t)) end"),

    // Rows and holes.
    ("ipairs ends where a round has made a hole", Wholly, "return function(a, b)
        local t, s = { 1, 2, 3, 4 }, 0
        for _, v in ipairs(t) do t[2] = nil s += v end
        return s end"),
    ("a loop over all goes on behind a hole", Wholly, "return function(a, b)
        local t, s = { 1, 2, 3, 4 }, 0
        for _, v in pairs(t) do t[2] = nil s += v end
        return s end"),
    ("ipairs from a row on", Never, "return function(a, b)
        local step, t, s = ipairs({ 1 }), { 5, 6, 7 }, 0
        for _, v in step, t, 1 do s += v end
        return s end"),
    ("a number is gone over", Never, "return function(a, b) local _ = pairs(5) return 1 end"),
    ("a function is gone over by its rows", Never, "return function(a, b) for i in ipairs(math.abs) do return i end return 1 end"),
    ("something or nothing is gone over", Wholly, "return function(a, b)
        local t, s = if a > 3 then { 1, 2 } else nil, 0
        for _, v in ipairs(t) do s += v end
        return s end"),

    // Frozen tables.
    ("an empty table that can't be changed is cleared", Never, "return function(a, b) local t = table.freeze({}) table.clear(t) return a end"),
    ("a table of the file is cleared", Never, "local T = table.freeze({}) return function(a, b) table.clear(T) return a end"),
    ("a table is made unchangeable twice", Never, "return function(a, b) local t = table.freeze({ x = a }) table.freeze(t) return a end"),
    ("a sorted table that can't be changed is sorted", Never, "return function(a, b) local t = table.freeze({ 1, 2, 3 }) table.sort(t) return a end"),
    ("one value that can't be changed is sorted", Never, "return function(a, b) local t = table.freeze({ a }) table.sort(t) return a end"),
    ("an order that is not a function", Never, "return function(a, b) local t = { a } table.sort(t, 5) return a end"),
    ("nothing is removed from an empty table that can't be changed", Wholly, "local E = table.freeze({})
        return function(a, b) return table.remove(E), table.remove(table.freeze({})) end"),

    // Identity of functions.
    ("functions that hold nothing", Never, "local function make() return function() return 1 end end return function(a, b) return make() == make() end"),
    ("functions that hold what never differs", Never, "return function(a, b)
        local x = 7
        local function make() return function() return x end end
        return make() ~= make(), rawequal(make(), make()) end"),
    ("a function is the same as itself", Wholly, "local function f() return 1 end
        return function(a, b)
            local g = function() return a end
            local h = if a > b then f else g
            return g == g, f == f, f == g, h == f, h == g, table.find({ f, g }, g) end"),
    ("a function as a key", Never, "local function make() return function() return 1 end end
        return function(a, b) local t = {} t[make()] = 1 return t[make()] end"),

    // String concatenation.
    ("some rows are put together", Wholly, "local F = #table.concat({ 'a', 'b', 'c' }, '', 2, 3)
        return function(a, b)
            return F, table.concat({ 'a', 'b', 'c' }, '', 2, 3), table.concat({ 1, 2, 3 }, 7), table.concat({ 'a', 'b' }, '-', 2, 1), table.concat({ 5, 'x' }, nil) end"),
    ("more rows are put together than there are", Never, "return function(a, b) return #table.concat({ 'a', 'b', 'c' }, '', 2, 7) end"),
    ("something between that is no text", Never, "return function(a, b) return #table.concat({ 'a' }, true) end"),
    ("a text of several between", Never, "return function(a, b)
        local between = if a > 3 then '-' else nil
        local text = table.concat({ 'a', 'b' }, between)
        if b > 3 then return text end
        return 1 end"),

    // Library calls at compile time.
    ("found at load time", Wholly, "local X, Y, Z, N = table.find({ 5, 6, 5 }, 5, 2), table.find({ 0, 6 }, -0), table.find({ 0 / 0 }, 0 / 0), table.find({ 'a' }, 'a', 2)
        return function(a, b) return X, Y, Z, N end"),
    ("parts of texts at load time", Wholly, "local X, Y = string.sub('hello', 1, 2.5), string.sub('hello', 2, nil) return function(a, b) return X, Y end"),
    ("texts by a format at load time", Wholly, "local X = string.format('%02d %s %.3f %q', 7, 'x', 1 / 3, 'y') return function(a, b) return X, #X end"),
    ("several results of the library at load time", Wholly, "local i, j, x = string.find('a12b', '(%d+)') local s, n = string.gsub('banana', 'a', 'o')
        local p, q, r = string.byte('xyz', 1, -1) return function(a, b) return i, j, x, s, n, p, q, r end"),
    ("lists of texts at load time", Wholly, "local T = string.split('red,green,blue', ',') local N = {}
        for n, name in T do N[name] = n * 10 end return function(a, b) return T[a % 3 + 1], #T, N.green + b end"),
    ("functions of angles and roots at load time", Wholly, "local X = math.floor(100 * (math.sin(1) + math.log(8, 2) + math.exp(0.5) + math.fmod(-7, 3)))
        return function(a, b) return X + a, math.round(2.5), math.log10(1000) end"),
    ("an angle of what may be -0", Partly, "return function(a, b) local x = -a if x == 0 then return math.atan2(x, -1) end return 1 end"),
    ("what fails in the library at load time, if it is caught", Never, "local X = pcall(string.rep) return function(a, b) return X end"),
    ("numbers of texts at load time", Wholly, "local X, Y, Z = tonumber(' 5\\t'), tonumber('\\v-7\\r\\n'), tonumber(' ') return function(a, b) return X, Y, Z end"),
    ("blanks that are none", Wholly, "local X = tonumber('\u{a0}5') return function(a, b) return X end"),
    ("a number by another base", Wholly, "local X = tonumber(10, 16) return function(a, b) return X end"),
    ("ends of lines in texts", Wholly, "return function(a, b) return #[[\r\na\r\nb]], #[==[\r\n]]\r]==], #'a\\\r\nb', #'a\\z\r\n  b', #'a\\z\u{a0}b' end"),
    ("bits at load time", Wholly, "local X, Y = bit32.replace(5, 1, 3), bit32.replace(255, 9, 4, 4) return function(a, b) return X, Y end"),
    ("bits that are rotated back at load time", Wholly, "local X = bit32.lrotate(1, -3) return function(a, b) return X end"),
    ("great numbers are written at load time", Never, "buffer.writeu8(B, 3, 1e300) return function(a, b) return buffer.readu8(B, 3) end"),
    ("roots and cubes that Luau works out in two ways", Never, "local T = { -math.huge }
        return function(a, b) return T[1] ^ 0.5, (0.7 + 1 / 97) ^ 3 end"),
    ("squares of what is not whole", Partly, "return function(a, b)
        local x, two = a / 7, 2
        if b > 0 then return x ^ two, math.pow(x, 2) end
        return x ^ 2, a ^ two end"),
    ("the type of what is not known", Never, "return function(a, b) return type(undefined), type(utf8) end"),
    ("a root of what may be nothing", Wholly, "return function(a, b)
        local x = if a > 0 then a else nil
        if b > 900 then return math.sqrt(nil) end
        return math.sqrt(x) end"),

    // Sorting.
    ("numbers are sorted", Wholly, "return function(a, b)
        local t, s = {}, 0
        for i = 1, a % 40 + 3 do t[i] = (i * 37 + b * 11) % 23 end
        table.sort(t)
        for i, v in t do s = (s * 31 + v) % 1000003 end
        return s, t[1], t[#t] end"),
    ("records are sorted, equal ones too", Wholly, "return function(a, b)
        local t, s, n = {}, 0, 0
        for i = 1, buffer.readu8(B, 5) % 60 do t[i] = { key = buffer.readu8(B, i % 50) % 5, id = i } end
        table.sort(t, function(x, y) n += 1 return x.key > y.key end)
        for i, v in t do s = (s * 31 + v.id) % 1000003 end
        return s, n, t[1] and t[1].id end"),
    ("long lists are sorted", Wholly, "return function(a, b)
        local t, s = {}, 0
        for i = 1, 200 do t[i] = if b % 3 == 0 then i elseif b % 3 == 1 then -i else (i * (a + 1001)) % 97 end
        table.sort(t, function(x, y) return x // 2 < y // 2 end)
        for i, v in t do s = (s * 31 + v) % 1000003 end
        return s end"),
    ("an order that is none", Wholly, "return function(a, b)
        local t, s = {}, 0
        for i = 1, a % 30 do t[i] = (i * 17) % 13 end
        table.sort(t, function(x, y) return if b > 0 then x <= y else true end)
        for i, v in t do s = (s * 31 + v) % 1000003 end
        return s end"),
    ("tables are sorted at load time", Wholly, "local T = { { n = 3, s = 'a' }, { n = 1, s = 'b' }, { n = 2, s = 'c' }, { n = 1, s = 'd' }, { n = 3, s = 'e' } }
        table.sort(T, function(x, y) return x.n < y.n end)
        return function(a, b) return T[a % 5 + 1].n, T[1].s, T[2].s, T[5].s, T[4].s end"),
    ("texts that are sorted", Never, "return function(a, b)
        local t = {}
        for i = 1, 5 do t[i] = if (i * a) % 3 == 0 then 'x' else 'y' end
        table.sort(t)
        return t[1], t[5] end"),

    // Recursive functions with shared variables.
    ("a search shares a list", Wholly, "return function(a, b)
        local board, seen, count = {}, {}, 0
        for i = 1, 25 do board[i] = buffer.readu8(B, i) % 3 end
        local function walk(at, colour)
            if seen[at] or board[at] ~= colour then return end
            seen[at] = true
            count += 1
            if at % 5 ~= 0 then walk(at + 1, colour) end
            if at % 5 ~= 1 then walk(at - 1, colour) end
            if at > 5 then walk(at - 5, colour) end
            if at <= 20 then walk(at + 5, colour) end
        end
        walk(a % 25 + 1, board[a % 25 + 1])
        return count, seen[1], seen[13] end"),
    ("a search counts and remembers", Wholly, "return function(a, b)
        local best, way, ways, chosen = -1, nil, 0, {}
        local function go(from, sum, n)
            ways += 1
            if sum > best then best = sum way = n end
            for k = from, 6 do
                local v = buffer.readu8(B, k)
                if sum + v <= 300 and ways < 200 then
                    chosen[n + 1] = k
                    go(k + 1, sum + v, n + 1)
                end
            end
        end
        go(1, 0, 0)
        return best, way, ways, chosen[1], chosen[2] end"),
    ("two functions that call each other share variables", Wholly, "return function(a, b)
        local n, log = 0, {}
        local odd
        local function even(x) n += 1 log[#log + 1] = x if x <= 0 then return 0 end return odd(x - 1) + 1 end
        function odd(x) n += 10 if x <= 0 then return 100 end return even(x - 1) * 2 end
        local r = even(a % 15)
        return r, n, #log, log[#log], odd(b % 6), n end"),
    ("a search makes records", Wholly, "return function(a, b)
        local all, deepest = {}, 0
        local function split(low, high, depth)
            if depth > deepest then deepest = depth end
            if low >= high then
                local leaf = { value = low }
                table.insert(all, leaf)
                return leaf
            end
            local middle = (low + high) // 2
            local node = { left = split(low, middle, depth + 1), right = split(middle + 1, high, depth + 1) }
            node.value = node.left.value + node.right.value
            return node
        end
        local root = split(1, a % 20 + 1, 0)
        return root.value, #all, deepest, root.left and root.left.value end"),
    ("a search is given a function", Wholly, "local function ways(n, visit)
            local used = 0
            local function go(from, sum)
                visit(sum, used)
                for k = from, n do used += 1 go(k + 1, sum + k) end
            end
            go(1, 0)
        end
        return function(a, b)
            local most, count, least = 0, 0, math.huge
            ways(a % 6, function(sum) most = math.max(most, sum) count += 1 end)
            ways(b % 5, function(sum, used)
                if sum > 3 then least = math.min(least, sum * 10 + used) end
                ways(2, function(inner) count += inner end)
            end)
            return most, count, least end"),
    ("a table of fields is shared by a search", Wholly, "return function(a, b)
        local state = { depth = 0, most = 0, flag = false }
        local function down(n)
            state.depth += 1
            state.most = math.max(state.most, state.depth)
            if n > 1 then down(n - 1) down(n - 2) else state.flag = true end
            state.depth -= 1
        end
        down(a % 9)
        return state.depth, state.most, state.flag end"),
    ("a variable is changed by a search while it is used", Never, "return function(a, b)
        local x = 1
        local function f(n) x += n if n > 0 then f(n - 1) end return n end
        return x + f(3) end"),
    ("what a search gives widens", Wholly, "return function(a, b)
        local seen = nil
        local function f(n)
            if n == 0 then return nil end
            if n % 3 == 0 then seen = 'x' end
            local r = f(n - 1)
            if n % 4 == 0 then seen = n end
            return if r then r + 1000 else n
        end
        local r = f(a % 17)
        return r, seen end"),
    ("a table with names is cleared while a loop goes over it", Wholly, "return function(a, b)
        local t, s = { x = a, y = b }, 0
        for _, v in pairs(t) do s += 1 if a > 3 then table.clear(t) end end return s end"),
    ("the same by next", Wholly, "return function(a, b)
        local t, s = { n = a }, 0
        for _, v in next, t, nil do s += 1 if a > 3 then table.clear(t) end end return s end"),
    ("a part of a text from a place beyond 32 bits", Wholly, "local T = string.sub('abc', 4294967296, 3)
        return function(a, b) return T end"),
];
