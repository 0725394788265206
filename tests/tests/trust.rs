//! Covert channels and hidden state of untrusted scripts, and their prevention: memory usage of the machine, garbage
//! collection, traces of earlier calls.
//!
//! Each attack is a case of a table. A file that could keep state is refused when it is loaded, or when the offending
//! function is called; otherwise its results are independent of earlier calls.

use std::sync::Arc;
use std::time::Duration;

use parlour_ai::{Player, Request, RobotLibrary};
use parlour_engine::game::{Config, Game};
use parlour_engine::ids::Seat;
use parlour_engine::pack::Pack;
use parlour_engine::play::Match;
use parlour_engine::rules::Rules;
use parlour_tests::work::processor_time;

use crate::packs::{game, library};

/// Robots of connect-four: `mine.lua` first, further files beside it.
struct Robots {
    game: Arc<Game>,
    library: RobotLibrary,
    _folder: tempfile::TempDir,
}

impl Robots {
    fn new(text: &str, beside: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("connect-four");
        std::fs::create_dir_all(path.join("lib")).unwrap();
        std::fs::write(path.join("mine.lua"), text).unwrap();
        std::fs::write(path.join("lib/beside.lua"), beside).unwrap();
        let mut library = RobotLibrary::new();
        library.add_folder(folder.path());
        Self { game: game("connect-four", None, 2, &[]), library, _folder: folder }
    }

    fn seat(&self) -> Result<Box<dyn Player>, String> {
        self.library.seat(&self.game, Seat(0), "mine", 1).map_err(|faults| faults.to_string())
    }

    fn begin(&self) -> Match {
        Match::new(self.game.clone(), 1, vec![String::new(); 2]).unwrap()
    }
}

/// Asks a robot for an action; returns its output, or its error.
fn ask(player: &mut dyn Player, played: &Match) -> Result<Vec<String>, String> {
    let view = played.view(Some(Seat(0)));
    let request = Request { view: &view, legal: played.legal(), time: Duration::from_secs(1), nodes: Some(50) };
    player.choose(&request).map_err(|error| error.to_string())?;
    Ok(player.take_output())
}

/// A robot's output at each of its choices in a match; with `saved` it is saved and loaded before each.
fn course(robots: &Robots, saved: bool) -> Result<Vec<String>, String> {
    let (mut player, mut played, mut said) = (robots.seat()?, robots.begin(), Vec::new());
    for _ in 0..4 {
        if saved {
            let memory = player.memory().unwrap();
            player = robots.seat()?;
            player.restore(&memory);
        }
        said.extend(ask(player.as_mut(), &played)?);
        for _ in 0..2 {
            let action = played.legal().get(&robots.game, 0);
            played.act(&action).unwrap();
        }
    }
    Ok(said)
}

/// Ways to keep state between choices: the file's code, the output of `choose`, the text of `lib/beside.lua`, and the
/// error; no error if no state is observable.
const KEPT: &[(&str, &str, &str, &str)] = &[
    ("local it = string.gmatch('abcdefgh', '.')", "it()", "", "a local of the file holds an iterator"),
    ("local it = { { (string.gmatch('abcdefgh', '.')) } }", "it[1][1]()", "", "a local of the file holds an iterator"),
    ("local t = setmetatable({}, { __index = string.gmatch('abcdefgh', '.') })", "t[1]", "", "holds an iterator"),
    (
        "local function make() local it = string.gmatch('abcdefgh', '.') return function() return it() end end \
         local f = make()",
        "f()",
        "",
        "a local of the file holds an iterator",
    ),
    (
        "local function make(it) return function() return it() end end local f = make(string.gmatch('abc', '.'))",
        "f()",
        "",
        "an iterator",
    ),
    (
        "local it = coroutine.wrap(function() for n = 1, 9 do coroutine.yield(n) end end)",
        "it()",
        "",
        "holds a coroutine",
    ),
    // The results of `memo`.
    (
        "local m = memo(function() local n = 0 return function() n += 1 return n end end)",
        "m(1)()",
        "",
        "memo: a function could change",
    ),
    ("local m = memo(function() return { f = function() end } end)", "m(1).f", "", "memo: a function could change"),
    ("local m = memo(function() return { [function() end] = 1 } end)", "m(1)", "", "memo: a function could change"),
    ("local m = memo(function() return { { buffer.create(8) } } end)", "m(1)[1]", "", "memo: a buffer could change"),
    ("local m = memo(function() return buffer.create(8) end)", "m(1)", "", "memo: a buffer could change"),
    ("local m = memo(function() return coroutine.create(print) end)", "m(1)", "", "memo: a thread could change"),
    ("local m = memo(function() return coroutine.wrap(print) end)", "m(1)", "", "memo: a function could change"),
    (
        "local m = memo(function() return (string.gmatch('abc', '.')) end)",
        "m(1)()",
        "",
        "memo: a function could change",
    ),
    (
        "local m = memo(function() return setmetatable({}, {}) end)",
        "m(1)",
        "",
        "memo: a table with a metatable could change",
    ),
    (
        "local m = memo(function() return { setmetatable({}, { __metatable = false }) } end)",
        "m(1)",
        "",
        "a table with a metatable",
    ),
    ("local m = memo(function() return { 1 } end)", "rawset(m(1), 1, 2)", "", "attempt to modify a readonly table"),
    ("local m = memo(function(n) return { n } end)", "m(2)[1]", "", ""),
    // Its arguments.
    ("local m = memo(function(_, list) return #list end)", "m(1, legal)", "", "memo: expected one argument"),
    (
        "local m = memo(function(list) return #list end)",
        "m(legal)",
        "",
        "memo: expected a number, a text, true or false as the argument, got table",
    ),
    ("local m = memo(function(f) return f() end)", "m(function() return 1 end)", "", "as the argument, got function"),
    ("local m = memo(function() return 1 end)", "m()", "", "as the argument, got nil"),
    ("local m = memo(function(n) return 1 / n end)", "m(if me.memory.n then -0 else 0)", "", ""),
    ("local m = memo(function(n) return n end)", "m(0 / 0) ~= m(0 / 0)", "", ""),
    // Its function.
    ("local m = memo(function() return main.at(1) end)", "m(1)", "", "mine.lua:1:34: `main.at` is of the match"),
    (
        "local function f() return main.at(1) end local m = memo(f)",
        "m(1)",
        "",
        "mine.lua:1:27: `main.at` is of the match",
    ),
    (
        "local lib = require('lib/beside') local m = memo(function() return lib() end)",
        "m(1)",
        "return function() return main.at(1) end",
        "",
    ),
    ("local lib = require('lib/beside') local m = memo(lib)", "m(1)", "return function() return match.ply() end", ""),
    (
        "local m = memo(function() return random.below(9) end)",
        "m(1)",
        "",
        "`random.below` gives another result each time",
    ),
    (
        "local m = memo(function() search.spend(1) return 1 end)",
        "m(1)",
        "",
        "`search.spend` gives another result each time",
    ),
    (
        "local r = random local m = memo(function() return r['bel' .. 'ow'](9) end)",
        "m(1)",
        "",
        "can't draw, search or count",
    ),
    (
        "local s = search local m = memo(function() return s['le' .. 'ft']() end)",
        "m(1)",
        "",
        "can't draw, search or count",
    ),
    (
        "local m = memo(function(n) return coroutine.yield(n) end)",
        "coroutine.wrap(function() m(1) end)()",
        "",
        "attempt to yield across",
    ),
    (
        "local m = memo(function(n) return coroutine.yield(n) end)",
        "(function() local w = memo(function() local t = coroutine.create(m) coroutine.resume(t, 1) \
         return select(2, coroutine.resume(t, me.memory.n)) end) w(1) return m(1) end)()",
        "",
        "attempt to yield",
    ),
    // The value of a file required in a call.
    ("", "require('lib/beside')()", "local n = main.at(1) return function() return n end", ""),
    ("", "#require('lib/beside')", "return table.create(main.at(1) + 1, 1)", ""),
    ("", "require('lib/beside')", "return random.below(99)", "can't draw, search or count"),
    (
        "",
        "require('lib/beside')",
        "return buffer.create(8)",
        "`lib/beside.lua` returns a buffer, which functions could change",
    ),
    ("", "require('lib/beside')()", "return coroutine.wrap(print)", "`lib/beside.lua` returns a coroutine"),
    ("", "require('lib/beside')()", "return string.gmatch('abc', '.')", "`lib/beside.lua` returns an iterator"),
    (
        "",
        "require('lib/beside').it()",
        "return { it = (string.gmatch('abc', '.')) }",
        "`lib/beside.lua` returns an iterator",
    ),
    ("", "require('lib/beside')()", "local n = 0 return function() n += 1 return n end", "sets `n`"),
    // Tables of the host.
    (
        "",
        "(function() local s = '' for k in me do s ..= k end if not me.memory.n then for n = 1, 999 do rawset(me, n .. 'x', n) end end return s end)()",
        "",
        "",
    ),
    ("", "(function() local s = '' for k in legal[1] do s ..= k end rawset(legal[1], 'x', 1) return s end)()", "", ""),
    ("", "(function() local s = rawget(me, 'left') rawset(me, 'left', 1) return tostring(s) end)()", "", ""),
];

#[test]
fn a_robot_keeps_nothing() {
    let mut wrong = Vec::new();
    for (file, printed, beside, expected) in KEPT {
        let text = format!(
            "{file}\nreturn {{ choose = function(me, legal)\nprint({printed})\nme.memory.n = (me.memory.n or 0) + 1 return legal[1]\nend }}"
        );
        let robots = Robots::new(&text, beside);
        match course(&robots, false) {
            Err(said) if !expected.is_empty() && said.contains(expected) && said.contains(".lua:") => {}
            Ok(said) if expected.is_empty() && course(&robots, true).as_ref() == Ok(&said) => {}
            other => wrong.push(format!("{file} | {printed} | {beside}: {other:?}, {:?}", course(&robots, true))),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A game with a hook `setup` that prints a value, as `rules`, and a display script.
fn rules_with(file: &str, printed: &str, beside: &str, display: &str) -> Arc<Game> {
    let mut files = library().files("connect-four").unwrap();
    let rules = format!(
        "local rules = table.clone(require 'original')\n{file}\nlocal set_up = rules.setup\nfunction rules.setup()\n\
         print({printed})\nset_up()\nend\nreturn rules"
    );
    files.texts.insert("original.lua".to_owned(), "return { setup = function() end }".into());
    files.texts.insert("rules.lua".to_owned(), rules.into());
    files.texts.insert("lib/beside.lua".to_owned(), beside.into());
    if !display.is_empty() {
        files.texts.insert("display.lua".to_owned(), display.into());
    }
    let pack = Pack::load(files).unwrap_or_else(|faults| panic!("{faults}")).into_shared();
    pack.configure(&Config::default()).unwrap()
}

/// The output of `setup` in two matches with the same scripts.
fn begun_twice(game: &Arc<Game>) -> Result<[Vec<String>; 2], String> {
    let mut rules = Rules::new(game.clone()).map_err(|faults| faults.to_string())?;
    let mut begin = || {
        rules.start(1, &mut Vec::new()).map_err(|fault| fault.to_string())?;
        Ok::<_, String>(rules.take_output())
    };
    Ok([begin()?, begin()?])
}

#[test]
fn rules_keep_nothing() {
    let mut wrong = Vec::new();
    let is_of_rules =
        |text: &str| !["me.", "me,", "legal", "random", "search", " me "].iter().any(|word| text.contains(word));
    let cases =
        KEPT.iter().filter(|(file, printed, beside, _)| [file, printed, beside].iter().all(|text| is_of_rules(text)));
    for (file, printed, beside, expected) in cases {
        match begun_twice(&rules_with(file, printed, beside, "")) {
            Err(said)
                if !expected.is_empty()
                    && said.contains(expected.split("mine.lua:").last().unwrap().split(": ").last().unwrap()) => {}
            Ok([first, second]) if expected.is_empty() && first == second => {}
            other => wrong.push(format!("{file} | {printed} | {beside}: {other:?}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Ways to make a weak table, which would reveal garbage collection.
const WEAK: &[&str] = &[
    "setmetatable({}, { __mode = 'v' })",
    "local set = setmetatable set({}, { ['__mo' .. 'de'] = 'k' })",
    "local m = {} setmetatable({}, m) m.__mode = 'v'",
    "local m = {} setmetatable({}, m) rawset(m, '__mode', 'v')",
    "local t = setmetatable({}, {}) getmetatable(t).__mode = 'kv'",
    "local m = table.clone({ __mode = 'v' }) setmetatable({}, table.freeze(m))",
    "local t = setmetatable({}, { __metatable = { __mode = 'v' } }) getmetatable(t).x = 1 local m = getmetatable(t) setmetatable({}, m)",
    "_G.setmetatable({}, { __mode = 'v' })",
    "select(2, next({ setmetatable }))({}, { __mode = 'v' })",
];

#[test]
fn no_table_is_weak() {
    for body in WEAK {
        let print = format!("(function() {body} return 1 end)()");
        let robots =
            Robots::new(&format!("return {{ choose = function(_, legal)\nprint({print})\nreturn legal[1] end }}"), "");
        let of_robot = course(&robots, false).unwrap_err();
        let of_rules = begun_twice(&rules_with("", &print, "", "")).unwrap_err();
        let game = rules_with("", "1", "", &format!("return function()\nprint({print})\nreturn 'x' end"));
        let mut host = Rules::new(game).unwrap();
        let state = host.start(1, &mut Vec::new()).unwrap();
        let of_display = host.display(&state, 0).unwrap_err().to_string();
        for said in [of_robot, of_rules, of_display] {
            let is_told =
                ["`__mode` can't be set", "attempt to modify a readonly table"].iter().any(|told| said.contains(told));
            assert!(is_told && said.contains(".lua:"), "{body}: {said}");
        }
    }
}

/// Keys by address are detected however they are set, also in compiled rules.
#[test]
fn rules_see_keys_by_address_however_they_are_set() {
    for made in [
        "_G.rawset(t, { i }, i)",
        "_G['rawset'](t, { i }, i)",
        "local set = _G['raw' .. 'set'] set(t, { i }, i)",
        "local g = _G g.rawset(t, { i }, i)",
        "getmetatable(_G).__index.rawset(t, { i }, i)",
        "for name, f in _G do if name == 'rawset' then f(t, { i }, i) end end rawset(t, { i }, i)",
    ] {
        let body =
            format!("(function() local t = {{}} for i = 1, 9 do {made} end for k in t do print(k[1]) end end)()");
        let said = begun_twice(&rules_with("", &body, "", ""));
        let said = said.unwrap_err();
        let is_told = said.contains("as a key can't be gone over") || said.contains("attempt to");
        assert!(is_told && said.contains("rules.lua:5"), "{made}: {said}");
    }
}

/// Attacks on memory, recursion depth, and time.
const TOO_MUCH: &[(&str, &str)] = &[
    ("local t = {} while true do t[#t + 1] = string.rep('x', 1e5) .. #t end", "the script needs too much memory"),
    ("local _ = string.rep('x', 1e8)", "the script needs too much memory"),
    ("local _ = buffer.create(1e9)", "the script needs too much memory"),
    ("local _ = table.create(3e7, 1)", "the script needs too much memory"),
    ("local function f(n) return 1 + f(n + 1) end local _ = f(1)", "stack overflow"),
    ("local function f() table.sort({ 1, 2 }, function() f() return false end) end f()", "stack overflow"),
    ("while true do end", "the script ran too long and was stopped"),
];

/// Ways to catch an error: `f` fails.
const CATCHES: &[&str] = &[
    "pcall(f)",
    "print(pcall(f)) print(pcall(f))",
    "xpcall(f, print)",
    "xpcall(f, function() error('again') end)",
    "xpcall(f, function() local t = {} return t.x.y end)",
    "pcall(pcall, f) pcall(xpcall, f, print)",
    "coroutine.resume(coroutine.create(f))",
    "local t = coroutine.create(f) coroutine.resume(t) coroutine.close(t)",
    "pcall(coroutine.wrap(f))",
    "coroutine.wrap(function() pcall(f) end)()",
    "pcall(memo(f), 1)",
    "pcall(table.sort, { 1, 2 }, f)",
    "pcall(string.gsub, 'x', 'x', f)",
    "pcall(function() for _ in f do end end)",
    "pcall(function() return #setmetatable({}, { __len = f }) end)",
    "local ok, fault = pcall(f) local m = memo(function(n) return n end) pcall(m, 1)",
];

#[test]
fn no_script_catches_what_ends_it() {
    let mut wrong = Vec::new();
    let state = Rules::new(rules_with("", "1", "", "")).unwrap().start(1, &mut Vec::new()).unwrap();
    for (body, expected) in TOO_MUCH {
        for (n, catch) in CATCHES.iter().enumerate() {
            // Each endless case takes its whole budget.
            if *body == "while true do end" && n % 5 != 0 {
                continue;
            }
            let print = format!("(function() local function f() {body} end {catch} end)()");
            let robots = Robots::new(
                &format!(
                    "return {{ choose = function(me, legal)\nme.memory.n = (me.memory.n or 0) + 1 if me.memory.n == 1 then print({print}) end\nprint('fine')\nreturn legal[1] end }}"
                ),
                "",
            );
            let (mut player, mut played) = (robots.seat().unwrap(), robots.begin());
            if !body.starts_with("while true") {
                let said = ask(player.as_mut(), &played);
                let is_told = said.as_ref().is_err_and(|said| said.contains(expected) && said.contains("mine.lua:"));
                for _ in 0..2 {
                    let action = played.legal().get(&robots.game, 0);
                    played.act(&action).unwrap();
                }
                player.take_output();
                // It leaves nothing for the next script.
                let after = ask(player.as_mut(), &played);
                if !is_told || after.as_deref().ok() != Some(&["fine".to_owned()]) {
                    wrong.push(format!("{catch} of {body}: {said:?}, then {after:?}"));
                }
            }
            let game = rules_with("", &print, "", "return function()\nreturn string.rep('x', 10) end");
            let mut rules = Rules::new(game).unwrap();
            // Other limits are reached before the time limit, at any load of the machine.
            rules.set_budget(Duration::from_millis(if body.starts_with("while true") { 50 } else { 60_000 }));
            let said = rules.start(1, &mut Vec::new()).err().map(|fault| fault.to_string()).unwrap_or_default();
            let shown = rules.display(&state, 0);
            if !said.contains(expected) || !said.contains("rules.lua:") || shown.is_err() {
                wrong.push(format!("{catch} of {body} in rules: {said}, then {shown:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Rules that exceed a limit end the robot that searches with them, whatever it catches.
#[test]
fn a_robot_does_not_catch_what_ends_the_rules() {
    for (body, expected) in [
        ("local t = {} while true do t[#t + 1] = string.rep('x', 1e5) .. #t end", "too much memory"),
        ("while true do end", "ran too long"),
    ] {
        let mut files = library().files("connect-four").unwrap();
        let rules = format!(
            "return {{ actions = {{ drop = {{ after = function() if match.ply() > 3 then {body} end end }} }} }}"
        );
        files.texts.insert("rules.lua".to_owned(), rules.into());
        let pack = Pack::load(files).unwrap_or_else(|faults| panic!("{faults}")).into_shared();
        let game = pack.configure(&Config::default()).unwrap();
        let robots = Robots::new(
            "return { choose = function(_, legal) print(pcall(search.uct, { nodes = 50 })) return legal[1] end }",
            "",
        );
        let robots = Robots { game, ..robots };
        let said = ask(robots.seat().unwrap().as_mut(), &robots.begin()).unwrap_err();
        assert!(said.contains(expected), "{said}");
    }
}

/// Memoized results never fill the machine, in a match of any length.
#[test]
fn what_is_remembered_leaves_room() {
    let text = "local m = memo(function(n) return { string.rep('x', 1e6) .. n } end)\n\
                return { choose = function(me, legal)\n\
                me.memory.n = (me.memory.n or 0) + 1\n\
                for k = 1, 9 do assert(m(9 * me.memory.n + k)[1]) end\n\
                return legal[1] end }";
    let robots = Robots::new(text, "");
    let (mut player, played) = (robots.seat().unwrap(), robots.begin());
    for _ in 0..50 {
        ask(player.as_mut(), &played).unwrap();
    }
}

/// Calls of every library function with numeric texts, fractions, infinities and NaN in every numeric parameter, each
/// group in a choice of its own, counted by `me.memory.n`.
const CALLS: &str = r#"
local numbers = { "1", "2000000000", "-2e9", "0x7fffffff", 0 / 0, 1e300, -1e300, 2 ^ 31 - 1, -2 ^ 31, 2 ^ 53, 0.5, "1e10", -1 / 0 }
local functions = {}
for name, library in _G do
	if type(library) == "table" and library ~= _G and name ~= "search" and name ~= "random" then
		for member, f in library do
			if type(f) == "function" then
				table.insert(functions, { `{name}.{member}`, f })
			end
		end
	end
end
table.sort(functions, function(a, b)
	return a[1] < b[1]
end)
local kinds = {
	function(a, b, c)
		return {}, a, b, c, {}
	end,
	function(a, b, c)
		return { 1, 2, 3 }, a, b, c
	end,
	function(a, b, c)
		return { 1, 2, 3 }, ",", a, b, c
	end,
	function(a, b, c)
		return "some text", a, b, c
	end,
	function(a, b, c)
		return "", a, b, c
	end,
	function(a, b, c)
		return string.rep("x", 1e5), "x", a, b
	end,
	function(a, b, c)
		return buffer.create(100), a, b, c
	end,
	function(a, b, c)
		return buffer.create(100), a, buffer.create(100), b, c
	end,
	function(a, b, c)
		return a, b, c
	end,
	function(a, b, c)
		return `c{a}i{b}`, c
	end,
}
local function choose(me, legal)
	local n = (me.memory.n or -1) + 1
	me.memory.n = n
	local f = functions[n // (#kinds * #numbers) + 1]
	if not f then
		print("all")
		return legal[1]
	end
	local arguments = kinds[n % #kinds + 1]
	local a = numbers[n // #kinds % #numbers + 1]
	for _, b in numbers do
		pcall(f[2], arguments(a, b, a))
	end
	print(f[1])
	return legal[1]
end
return { choose = choose }
"#;

#[test]
fn no_number_keeps_a_library_function_busy() {
    let robots = Robots::new(CALLS, "");
    let played = robots.begin();
    let mut player = robots.seat().unwrap();
    let (mut slow, mut count, mut names) = (Vec::new(), 0, std::collections::BTreeSet::new());
    loop {
        let begun = processor_time();
        let said = ask(player.as_mut(), &played);
        let took = processor_time().saturating_sub(begun);
        if took > Duration::from_millis(1500) {
            slow.push(format!("{count}: {took:?}, {said:?}"));
        }
        match said {
            Ok(said) if said == ["all"] => break,
            Ok(said) => names.extend(said),
            // A robot's counter advances even if its call fails.
            Err(said) => {
                let memory = serde_json::json!({ "memory": { "n": count } });
                player.restore(&memory);
                assert!(said.contains("too much memory") || said.contains("stack overflow"), "{count}: {said}");
            }
        }
        count += 1;
    }
    assert!(slow.is_empty(), "{}", slow.join("\n"));
    assert!(names.len() > 80 && names.contains("table.move"), "{names:?}");
}
