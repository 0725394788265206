//! Work and memory are bounded by counting, at compile time and at run time.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use parlour_lower::{BailedOut, Lowering, Machine, Module, Parameter, Unsupported};

/// Bytes of the block that scripts have as `B`.
const BLOCK: usize = 1 << 20;

/// Work budget of a call.
const WORK: u32 = 10_000_000;

/// Timeout of work that should take a fraction of a second.
const GUARD: Duration = Duration::from_secs(120);

/// Limit of the memory from a script to machine code, in bytes.
const MAX_MEMORY: usize = 128 << 20;

/// A global allocator that counts the memory of each thread.
struct Counting;

thread_local! {
    static NOW: Cell<usize> = const { Cell::new(0) };
    static PEAK: Cell<usize> = const { Cell::new(0) };
}

fn note(more: usize, less: usize) {
    // A thread that is ending has no counters any more.
    let _ = NOW.try_with(|now| {
        now.set(now.get().saturating_add(more).saturating_sub(less));
        let _ = PEAK.try_with(|peak| peak.set(peak.get().max(now.get())));
    });
}

// SAFETY: every request is passed on to the system's allocator.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        note(layout.size(), 0);
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        note(layout.size(), 0);
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        note(0, layout.size());
        unsafe { System.dealloc(at, layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        note(size, layout.size());
        unsafe { System.realloc(at, layout, size) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// Compiles a script: a function of two numbers, over a block `B`.
fn lowered(text: &str) -> Result<Lowering, Unsupported> {
    let mut lowering = Lowering::new(crate::library::Library::default());
    let block = lowering.add_block(BLOCK);
    let script = lowering.load("script", &format!("local B = ... {text}"))?;
    let function = lowering.run(&script, vec![block])?.into_iter().next().unwrap_or_else(parlour_lower::Known::nil);
    lowering.entry("entry", &function, &[Parameter::Integer(-1000, 1000); 2])?;
    Ok(lowering)
}

/// Constructs in bodies that run until they are stopped.
const ENDLESS: &[(&str, &str)] = &[
    ("loops of few rounds, nested", "return function(a, b) local s = 0
        for i = 1, 4096 do for j = 1, 4096 do for k = 1, 4096 do for l = 1, 4096 do s += 1 end end end end return s end"),
    ("loops that are written out, nested", "return function(a, b) local s = 0
        for h = 1, 60 do for i = 1, 60 do for j = 1, 60 do for k = 1, 60 do for l = 1, 60 do for m = 1, 60 do
            s += buffer.readu8(B, m) end end end end end end return s end"),
    ("a loop of many rounds", "return function(a, b) local s = 0 for i = 1, 1e12 do s += i % 3 end return s end"),
    ("a loop whose rounds are known at run time", "return function(a, b) local s, n = 0, (a + 2000) * 1000000000
        for i = 1, n do s += i % 3 end return s end"),
    ("a loop downwards by steps", "return function(a, b) local s = 0
        for i = 1e12, 1, -7 do s += i % 3 end return s end"),
    ("while", "return function(a, b) local s = a while s < 5000 do s = (s + 1) % 4000 end return s end"),
    ("repeat", "return function(a, b) local s = a repeat s = (s + 1) % 4000 until s > 5000 return s end"),
    ("continue", "return function(a, b) local s = a
        while true do s = (s + 1) % 4000 if s % 2 == 0 then continue end if s > 5000 then break end end return s end"),
    ("a long body", "return function(a, b) local s = 0
        for i = 1, 1e9 do for j = 1, 8 do for k = 1, 8 do s += buffer.readu8(B, k * j) end end end return s end"),
    ("ways of a body that are long", "return function(a, b) local s = 0
        for i = 1, 1e9 do
            if i % 2 == 0 then for k = 1, 64 do s += buffer.readu8(B, k) end
            elseif i % 3 == 0 then for k = 1, 64 do s += buffer.readu8(B, k + 64) end
            else for k = 1, 64 do s += buffer.readu8(B, k + 128) end end
        end return s end"),
    ("a function that calls itself", "local function f(n) if n < 2 then return n end return f(n - 1) + f(n - 2) end
        return function(a, b) return f(60 + a % 2) end"),
    ("functions that call each other", "local f local function g(n) if n < 2 then return n end return f(n - 1) + f(n - 2) end
        function f(n) if n < 2 then return 1 end return g(n - 1) + g(n - 2) end
        return function(a, b) return f(60 + a % 2) end"),
    ("a great function in a loop", "local function f(n) local s = n
            for k = 1, 60 do s += buffer.readu8(B, k) * k end for k = 1, 60 do s += buffer.readu8(B, k + 60) * k end
            for k = 1, 60 do s += buffer.readu8(B, k + 120) * k end return s end
        return function(a, b) local s = 0 for i = 1, 1e9 do s += f(i) % 7 end return s end"),
    ("a function chosen at run time", "local F = { function(n) return n + 1 end, function(n) return n + 2 end }
        return function(a, b) local s = 0 for i = 1, 1e9 do s = F[i % 2 + 1](s) % 5 end return s end"),
    ("what a function gives time after time", "return function(a, b) local s = 0
        for n in function(_, n) return (n or 0) % 7 + 1 end do s = (s + n) % 5 end return s end"),
    ("the rows of a table of the file", "local T = {} for i = 1, 50000 do T[i] = i % 5 end
        return function(a, b) local s = 0
        for _, x in T do for _, y in T do for _, z in T do if x + y + z == a then s += 1 end end end end return s end"),
    ("the fields of a table of the file", "local T = { a = 1, b = 2, c = 3 }
        return function(a, b) local s = 0 for i = 1, 1e9 do for _, x in pairs(T) do s = (s + x) % 7 end end return s end"),
    ("rows of one of some tables of the file", "local T = { {}, {} } for i = 1, 4000 do T[1][i], T[2][i] = i, 7 end
        return function(a, b) local s = 0
        for i = 1, 1e9 do for _, x in T[i % 2 + 1] do s = (s + x) % 7 end end return s end"),
    ("the rows of a list", "return function(a, b) local t, s = {}, 0
        for i = 1, 200 + a % 2 do t[#t + 1] = i end
        for i = 1, 1e9 do for _, x in t do s = (s + x) % 7 end end return s end"),
    ("table.find in a table of the file", "local T = {} for i = 1, 50000 do T[i] = i end
        return function(a, b) local s = 0 for i = 1, 1e9 do if table.find(T, -i) then s += 1 end end return s end"),
    ("table.find in a list", "return function(a, b) local t, s = {}, 0
        for i = 1, 200 + a % 2 do table.insert(t, i) end
        for i = 1, 1e9 do if table.find(t, -i) then s += 1 end end return s end"),
    ("table.insert at the beginning", "return function(a, b) local all = { {}, {} } local t = all[1 + a % 2]
        for i = 1, 16000 do table.insert(t, i) end
        for i = 1, 1e9 do table.insert(t, 1, i) table.remove(t) end return #t end"),
    ("table.remove at the beginning", "return function(a, b) local all = { {}, {} } local t = all[1 + a % 2]
        for i = 1, 16000 do table.insert(t, i) end
        for i = 1, 1e9 do table.remove(t, 1) table.insert(t, i) end return #t end"),
    ("rows far behind the last", "return function(a, b) local s = 0
        for i = 1, 1e9 do local all = { {}, {} } local t = all[1 + a % 2] t[1] = i t[16000] = i s += t[1] % 3 end return s end"),
    ("table.create", "return function(a, b) local s = 0
        for i = 1, 1e9 do local t = table.create(240 + i % 2, i) s += t[1] % 3 end return s end"),
    ("table.clone", "return function(a, b) local t, s = {}, 0 for i = 1, 200 + a % 2 do t[#t + 1] = i end
        for i = 1, 1e9 do local c = table.clone(t) s += c[1] % 3 end return s end"),
    ("table.clear", "return function(a, b) local t, s = {}, 0
        for i = 1, 1e9 do table.clear(t) for k = 1, 200 + a % 2 do t[k] = k end s += t[1] % 3 end return s end"),
    ("table.sort", "return function(a, b) local t, s = {}, 0
        for i = 1, 1e9 do table.clear(t) for k = 1, 200 + a % 2 do t[k] = k * 7919 % 211 end table.sort(t) s += t[1] end
        return s end"),
    ("table.sort by a function", "return function(a, b) local t, s = {}, 0
        for i = 1, 1e9 do table.clear(t) for k = 1, 200 + a % 2 do t[k] = k * 7919 % 211 end
            table.sort(t, function(x, y) return x > y end) s += t[1] end
        return s end"),
    ("table.concat", "return function(a, b) local t, s = {}, 0 for i = 1, 200 + a % 2 do t[#t + 1] = i end
        for i = 1, 1e9 do local text = table.concat(t) if text then s = (s + i) % 7 end end return s end"),
    ("records that are kept", "return function(a, b) local first = { n = 0 } local s = 0
        for i = 1, 1e9 do local next = { n = i % 7, before = first.n } first = next s += first.n
            if i % 1000 == 0 then break end end
        for i = 1, 1e9 do s = (s + first.n) % 11 end return s end"),
    ("buffer.fill", "return function(a, b) for i = 1, 1e9 do buffer.fill(B, 0, i % 256, 1048576) end return 1 end"),
    ("buffer.fill of a length known at run time", "return function(a, b)
        for i = 1, 1e9 do buffer.fill(B, 0, i % 256, 1048000 + i % 3) end return 1 end"),
    ("buffer.copy", "return function(a, b) for i = 1, 1e9 do buffer.copy(B, 0, B, 512, 1048000) end return 1 end"),
    ("buffer.copy of a length known at run time", "return function(a, b)
        for i = 1, 1e9 do buffer.copy(B, i % 3, B, 512, 1047000 + i % 5) end return 1 end"),
    ("buffer.writestring", "local T = string.rep('x', 900) local U = T .. T .. T .. T .. T .. T .. T .. T local V = U .. U .. U .. U .. U .. U
        return function(a, b) for i = 1, 1e9 do buffer.writestring(B, i % 3, V) end return 1 end"),
    ("bits and numbers", "return function(a, b) local s = 0
        for i = 1, 1e12 do s = bit32.bxor(s, bit32.lrotate(i % 4096, 3)) // 3 % 1000 + math.max(i % 3, math.abs(s % 5)) end return s end"),
    ("numbers that are not whole", "return function(a, b) local s = 0.5
        for i = 1, 1e12 do s = math.sqrt(s / 3 + i % 7) + math.floor(s) % 3 end return s end"),
    ("powers", "return function(a, b) local s = 0 for i = 1, 1e12 do s += 2 ^ (i % 8) % 3 end return s end"),
    ("values that may be nothing", "return function(a, b) local s, x = 0, nil
        for i = 1, 1e12 do x = if i % 2 == 0 then i else nil s = (s + (x or 1)) % 7 end return s end"),
    ("texts that are chosen", "local T = { 'one', 'two', 'three' }
        return function(a, b) local s = 0 for i = 1, 1e12 do if T[i % 3 + 1] == 'two' then s = (s + 1) % 7 end end return s end"),
];

/// The machine code of a script, or the reason that there is none.
fn machine(text: &str) -> Result<Machine, String> {
    let lowering = lowered(text).map_err(|unsupported| unsupported.to_string())?;
    let module = Module::new(&lowering).map_err(|error| error.to_string())?;
    Machine::new(Arc::new(module)).map_err(|error| error.to_string())
}

/// `ONLY` is a part of the names of the constructs to run.
#[test]
fn every_construct_is_given_up_once_its_work_is_done() {
    let only = std::env::var("ONLY").unwrap_or_default();
    for (name, text) in ENDLESS.iter().filter(|(name, _)| name.contains(&only)) {
        let (done, ends) = channel();
        std::thread::spawn(move || {
            let mut machine = machine(text).unwrap_or_else(|reason| panic!("{reason}\n{text}"));
            // The same count ends it at the same place.
            for _ in 0..2 {
                let begun = Instant::now();
                let given_up = machine.call(0, &[3, 4], WORK);
                let unsupported = machine.last_unsupported().cloned();
                let _ = done.send((given_up, unsupported, begun.elapsed()));
            }
        });
        let mut first = None;
        for _ in 0..2 {
            let (given_up, unsupported, took) =
                ends.recv_timeout(GUARD).unwrap_or_else(|error| panic!("{name}: {error}"));
            println!("{name}: {took:?}");
            assert_eq!(given_up, Err(BailedOut), "{name}");
            assert!(unsupported.as_ref().is_some_and(Unsupported::is_of_work), "{name}: {unsupported:?}");
            assert!(
                first.replace(unsupported.clone()).is_none_or(|first| first == unsupported),
                "{name}: {unsupported:?}"
            );
        }
    }
}

/// Functions that each call the previous one twice.
fn doubling(count: usize) -> String {
    let mut text = "local function f0(x) return x end ".to_owned();
    for n in 1..=count {
        let before = n - 1;
        text += &format!(
            "local function f{n}(x) if x % {} > 1 then return f{before}(x+1) + f{before}(x+2) else return f{before}(x*2) end end ",
            n + 2
        );
    }
    text + &format!("return function(a, b) return f{count}(a) end")
}

/// Scripts that are expensive to compile.
fn greedy() -> Vec<(&'static str, String)> {
    let all = |count: usize, part: &dyn Fn(usize) -> String| (1..=count).map(part).collect::<String>();
    vec![
        ("functions that call the one before twice", doubling(60)),
        (
            "functions that call three others with what is made at run time",
            all(40, &|n| {
                let [x, y, z] = [1, 2, 3].map(|k| n.saturating_sub(k));
                if n < 4 {
                    return format!("local function g{n}(t) t[#t + 1] = {n} return t end ");
                }
                format!(
                    "local function g{n}(t) if #t % {n} == 1 then return g{x}(t) elseif #t > 7 then return g{y}({{1, 2}}) end return g{z}(t) end "
                )
            }) + "return function(a, b) return #g40({ a, b }) end",
        ),
        (
            "many ways, one behind the other",
            format!(
                "return function(a, b) local s = 0 {} return s end",
                all(3000, &|n| format!("if a % {n} == 1 then s += b % {n} elseif b > {n} then s -= a end "))
            ),
        ),
        (
            "as many ways as become code",
            format!(
                "return function(a, b) local s = 0 {} return s end",
                all(700, &|n| format!("if a % {n} == 1 then s += b % {n} elseif b > {n} then s -= a end "))
            ),
        ),
        (
            "as many ways with many variables as become code",
            format!(
                "return function(a, b) local s, t, u, v, w = a, b, a, b, a {} return s + t + u + v + w end",
                all(420, &|n| format!(
                    "if a % {n} == 1 then s += t % {n} u -= s elseif b > {n} then t -= u v += w else w = v + {n} end "
                ))
            ),
        ),
        (
            "as many variables that meet as become code",
            format!(
                "return function(a, b) {} {} return {} end",
                all(190, &|n| format!("local v{n} = {n} ")),
                all(75, &|k| format!("if a > {k} then {} end ", all(190, &|n| format!("v{n} += {k} ")))),
                (1..=190).map(|n| format!("v{n}")).collect::<Vec<_>>().join("+")
            ),
        ),
        (
            "many variables that meet",
            format!(
                "return function(a, b) {} {} return {} end",
                all(190, &|n| format!("local v{n} = {n} ")),
                all(150, &|k| format!("if a > {k} then {} end ", all(190, &|n| format!("v{n} += {k} ")))),
                (1..=190).map(|n| format!("v{n}")).collect::<Vec<_>>().join("+")
            ),
        ),
        (
            "loops that are written out within loops",
            "return function(a, b) local s = 0
            for h = 1, 60 do local t = {} for i = 1, 60 do t[i] = {} for j = 1, 60 do t[i][j] = a + j end end
                for i = 1, 60 do for j = 1, 60 do s += t[i][j] end end end return s end"
                .to_owned(),
        ),
        (
            "a text that doubles",
            "local s = 'x' for i = 1, 60 do s = s .. s end return function(a, b) return #s end".to_owned(),
        ),
        (
            "a text that doubles at run time",
            format!("return function(a, b) local s = 'x' {} return #s end", "s = s .. s ".repeat(60)),
        ),
        (
            "a text that is repeated",
            "local s = 'x' for i = 1, 40 do s = string.rep(s, 999) end return function(a, b) return #s end".to_owned(),
        ),
        (
            "a text that is put together of pieces",
            "local t = {} for i = 1, 1000 do t[i] = string.rep('x', 999) end local u = table.concat(t) local v = {}
            for i = 1, 1000 do v[i] = table.concat(t, tostring(i)) end return function(a, b) return #v[a % 3 + 1] end"
                .to_owned(),
        ),
        (
            "a table that grows",
            "local t = {} for i = 1, 3000000 do t[i] = i end return function(a, b) return t[a] end".to_owned(),
        ),
        (
            "tables of tables",
            "local t = {} for i = 1, 900000 do t[i] = { i, i } end return function(a, b) return t[7][1] end".to_owned(),
        ),
        (
            "a table whose first row comes and goes",
            "local t = {} for i = 1, 100000 do t[i] = i end
            for i = 1, 1000000 do local x = t[1] t[1] = nil t[1] = x end return function(a, b) return t[1] end"
                .to_owned(),
        ),
        (
            "a table that is copied",
            "local t = {} for i = 1, 10000 do t[i] = i end local all = {}
            for i = 1, 100000 do all[i] = table.clone(t) end return function(a, b) return all[1][1] end"
                .to_owned(),
        ),
        (
            "rows that are put in at the beginning",
            "local t = {} for i = 1, 100000 do table.insert(t, 1, i) end return function(a, b) return t[1] end"
                .to_owned(),
        ),
        (
            "a long table that is asked for at many places",
            format!(
                "local T = {{}} for i = 1, 20000 do T[i] = 'row' .. i end
                return function(a, b) local s = 0 {} return s end",
                all(2000, &|n| format!("if T[a * a + {n}] == T[b * b + {n}] then s += {n} end "))
            ),
        ),
        (
            "the rows of a long table, written out",
            "local T = {} for i = 1, 20000 do T[i] = if i % 2 == 0 then i else 'x' end
            return function(a, b) local s = 0 for _, x in T do if x == a then s += 1 end end return s end"
                .to_owned(),
        ),
        (
            "as many rows as become code, written out",
            "local T = {} for i = 1, 2500 do T[i] = if i % 2 == 0 then i else 'x' end
            return function(a, b) local s = 0 for _, x in T do if x == a then s += 1 end end return s end"
                .to_owned(),
        ),
        (
            "a great table that is written out",
            format!("local T = {{ {} }} return function(a, b) return T[a] end", "1,".repeat(1_000_000)),
        ),
        ("a long text", format!("local T = '{}' return function(a, b) return #T end", "x".repeat(4_000_000))),
        (
            "tables within tables",
            format!("local T = {}1{} return function(a, b) return a end", "{".repeat(190), "}".repeat(190)),
        ),
        (
            "functions within functions",
            format!(
                "return function(a, b) return {} a {} end",
                all(60, &|n| format!("(function(x{n}) return x{n} + ")),
                all(60, &|_| ")(a) ".replace(')', "end)").to_owned())
            ),
        ),
        (
            "a function for each of many kinds of argument",
            format!(
                "local function f(n, x, y, z) if n == 0 then return 0 end return f(n - 1, y, z, x) + 1 end
                return function(a, b) local s = 0 {} return s end",
                all(400, &|n| format!("s += f({n}, {{ {n}, a }}, {{ b }}, if a > {n} then nil else b) "))
            ),
        ),
    ]
}

#[test]
fn what_takes_too_much_before_play_is_left_out() {
    let only = std::env::var("ONLY").unwrap_or_default();
    for (name, text) in greedy().into_iter().filter(|(name, _)| name.contains(&only)) {
        let (done, ends) = channel();
        let compile = move || {
            let before = NOW.get();
            PEAK.set(before);
            let reason = match lowered(&text) {
                Ok(lowering) => {
                    Module::in_place_of(lowering).map_or_else(|error| error.to_string(), |_| "code".to_owned())
                }
                Err(unsupported) => unsupported.reason,
            };
            let _ = done.send((PEAK.get().saturating_sub(before), reason));
        };
        std::thread::Builder::new().stack_size(128 << 20).spawn(compile).unwrap();
        let (peak, reason) = ends.recv_timeout(GUARD).unwrap_or_else(|error| panic!("{name}: {error}"));
        println!("{name}: {} MB, {reason}", peak >> 20);
        assert!(peak <= MAX_MEMORY, "{name}: {} MB, {reason}", peak >> 20);
    }
}

/// The variables of rounds and calls that have ended take no memory.
#[test]
fn what_is_worked_out_before_play_and_dropped_is_not_counted() {
    let text = "local best, of = 0, {}
        local function value(i, j) local a, b, c = i % 7, j % 11, i * j return a * b + c % 3 end
        for i = 1, 500 do
            of[i] = function() return i end
            for j = 1, 500 do local first, second = value(i, j), value(j, i) best = math.max(best, first, second) end
        end
        return function(a, b) return best + of[7]() + a end";
    let mut machine = machine(text).unwrap_or_else(|reason| panic!("{reason}"));
    machine.call(0, &[3, 4], WORK).unwrap();
}
