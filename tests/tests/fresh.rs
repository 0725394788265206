//! Every match begins with fresh environments: no script state reaches the next match.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use parlour_ai::arena::Arena;
use parlour_ai::seated::Chosen;
use parlour_ai::{Request, RobotLibrary, SeatedMatch, Thinking};
use parlour_engine::game::{Config, Game};
use parlour_engine::ids::Seat;
use parlour_engine::pack::Pack;
use parlour_engine::play::{Match, Record};
use parlour_engine::rules::Rules;

use crate::packs::{begin, game, library};
use parlour_engine::Words;

/// Rules that try to count matches, and leave cards in a working set.
const RULES: &str = r#"
local rules = table.clone(require("original"))
local beside = require("beside")
local set_up, matches = rules.setup, { n = 0 }
local function count(where)
	return (pcall(function()
		where.n += 1
	end))
end
function rules.setup(...)
	local kept = bunch.scratch(510)
	print(count(matches), count(beside), bunch.size(kept))
	bunch.set(kept, 1, 3)
	return set_up(...)
end
-- Nor does anything last from one call to the next.
rules.actions = table.clone(rules.actions)
for name, action in rules.actions do
	local apply = action.apply
	if apply then
		action = table.clone(action)
		rules.actions[name] = action
		action.apply = function(...)
			local kept = bunch.scratch(510)
			print(bunch.size(kept))
			bunch.set(kept, 1, 3)
			return apply(...)
		end
	end
end
return rules
"#;

fn counting() -> Arc<Game> {
    let mut files = library().files("archaeology").unwrap();
    files.texts.insert("original.lua".to_owned(), files.texts["rules.lua"].clone());
    files.texts.insert("beside.lua".to_owned(), "return { n = 0 }".into());
    files.texts.insert("rules.lua".to_owned(), RULES.into());
    let pack = Pack::load(files).unwrap_or_else(|faults| panic!("{faults}"));
    pack.into_shared().configure(&Config::default()).unwrap()
}

#[test]
fn rules_keep_nothing_from_match_to_match() {
    let mut host = Rules::new(counting()).unwrap();
    for seed in 0..3 {
        let mut played = begin(host, seed);
        let state = played.state().clone();
        assert_eq!(played.host().take_output(), ["false\tfalse\t0"], "match {seed}");
        assert!(played.host().display(&state, 1).unwrap().is_some());
        while played.decision().is_some() && played.steps().len() < 9 {
            let action = played.legal().get(played.game(), 0);
            played.act(&action).unwrap();
        }
        let told = played.host().take_output();
        assert!(!told.is_empty() && told.iter().all(|line| line == "0"), "{told:?}");
        host = played.into_host();
    }
}

/// A robot that leaves state in every possible place, and plays by it.
const ROBOT: &str = r#"
local kept = { n = 0 }
local function leave(where)
	local ok = pcall(function()
		where.left = (where.left or 0) + 1
	end)
	local found, left = pcall(function()
		return where.left
	end)
	return if ok and found and type(left) == "number" then left else 0
end
local function choose(me, legal)
	pcall(table.insert, kept, legal)
	local n = #kept + leave(kept) + leave(getmetatable(legal)) + leave(getmetatable(legal).__index) + leave(getmetatable(me))
	n += leave(getmetatable(me.params)) + leave(getmetatable("")) + leave(string) + leave(search) + leave(random)
	n += leave(getmetatable(legal[1])) + leave(getmetatable(legal.of(legal, legal[1].verb)))
	return legal[n % #legal + 1]
end
return { choose = choose }
"#;

fn rates(game: &Arc<Game>, robots: &RobotLibrary, jobs: usize) -> String {
    let mut arena = Arena::new(game.clone(), vec!["keeper".to_owned(), "keeper".to_owned()]);
    (arena.games, arena.jobs, arena.seed) = (24, jobs, 5);
    let tally = arena.run(robots, None, &AtomicBool::new(false), &mut |_, _| {}).unwrap();
    let figures = tally.standings().figures();
    assert!(figures.iter().all(|figure| figure.errors == 0), "{:?}", tally.first_errors());
    format!("{:?}", figures.iter().map(|figure| (figure.wins, figure.draws, &figure.actions)).collect::<Vec<_>>())
}

#[test]
fn robots_keep_nothing_from_match_to_match() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("connect-four");
    std::fs::create_dir_all(&path).unwrap();
    std::fs::write(Path::new(&path).join("keeper.lua"), ROBOT).unwrap();
    let mut robots = RobotLibrary::new();
    robots.add_folder(folder.path());
    let game = game("connect-four", None, 2, &[]);
    let alone = rates(&game, &robots, 1);
    for jobs in [2, 5, 24] {
        assert_eq!(rates(&game, &robots, jobs), alone, "--jobs {jobs}");
    }
}

/// A robot that keeps state of earlier choices in every possible place, and plays by it.
const KEEPER: &str = r#"
local kept = { {} }
local rooms = { n = 0 }
do
	local hidden = { n = 0 }
	function rooms.hidden()
		hidden.n += 1
		return hidden.n
	end
end
local function count(where)
	pcall(function()
		where.n = (where.n or 0) + 1
	end)
	local found, n = pcall(function()
		return where.n
	end)
	return if found and type(n) == "number" then n else 0
end
local function choose(me, legal)
	local memory, n = me.memory, 0
	for _, where in { kept, kept[1], rooms, me, me.params, getmetatable(me), getmetatable(legal), memory } do
		n += count(where)
	end
	pcall(rawset, me, "n", n)
	local found, hidden = pcall(rooms.hidden)
	n += if found then hidden else 0
	-- The order of what was remembered, and tables that are one.
	memory[`key {n}`] = { n }
	memory.first = memory.first or memory[`key {n}`]
	memory.last = memory.first
	memory.last[1] += 1
	for key in memory do
		n = (31 * n + #key) % 1000
	end
	return legal[(n + memory.first[1]) % #legal + 1]
end
return { choose = choose, on_event = choose and function(me)
	me.memory.heard = (me.memory.heard or 0) + 1
end }
"#;

/// A robot's answers in a match; with `saved` it is saved and loaded before each choice.
fn answers(game: &Arc<Game>, robots: &RobotLibrary, saved: bool) -> Vec<String> {
    let seat = |n| robots.seat(game, Seat(n), "keeper", 5).unwrap_or_else(|faults| panic!("{faults}"));
    let mut players = [seat(0), seat(1)];
    let mut played = begin(Rules::new(game.clone()).unwrap(), 3);
    let mut answers = Vec::new();
    while let Some(decision) = played.decision() {
        let n = decision.seat.index();
        if saved {
            let memory = players[n].memory().unwrap();
            players[n] = seat(n as u8);
            players[n].restore(&memory);
        }
        let view = played.view(Some(decision.seat));
        let request = Request { view: &view, legal: played.legal(), time: Duration::from_secs(1), nodes: Some(10) };
        let action = players[n].choose(&request).unwrap_or_else(|error| panic!("{error}")).action;
        answers.push(game.action_text(&action));
        let events = played.act(&action).unwrap().events.clone();
        for (n, player) in players.iter_mut().enumerate() {
            player.observe(&events, &|| played.view(Some(Seat::from_index(n))));
        }
    }
    answers
}

#[test]
fn a_robot_that_was_saved_goes_on_as_if_it_had_not_been() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(folder.path().join("connect-four")).unwrap();
    std::fs::write(folder.path().join("connect-four/keeper.lua"), KEEPER).unwrap();
    let mut robots = RobotLibrary::new();
    robots.add_folder(folder.path());
    let game = game("connect-four", None, 2, &[]);
    assert_eq!(answers(&game, &robots, true), answers(&game, &robots, false));
}

/// The values of a loaded file are immutable, wherever they are referenced.
#[test]
fn what_a_file_holds_can_not_be_changed() {
    let cases = [
        ("local seen = {}", "seen.x = 1"),
        ("local seen = { {} }", "local list = seen[1] list[1] = 1"),
        ("local seen = {}", "table.insert(seen, 1)"),
        ("local seen = setmetatable({}, { __index = {} })", "getmetatable(seen).__index.x = 1"),
        ("local seen = setmetatable({}, { __metatable = 1 })", "rawset(seen, 'x', 1)"),
        ("local add do local seen = {} function add() seen.x = 1 end end", "add()"),
        ("local seen = {} local mine = seen local seen = 1", "mine.x = 1 return seen"),
        ("local adds = {} for _, list in { {}, {} } do adds[1] = function() list.x = 1 end end", "adds[1]()"),
        ("local lib = require('lib/held')", "lib.held.x = 1"),
        ("local double = memo(function(n) return { n } end)", "double(2)[1] = 3"),
        ("local function store() local t = {} return function() t.x = 1 end end local add = store()", "add()"),
        ("local function store(t) return function() t.x = 1 end end local add = store({})", "add()"),
        ("local add = require('lib/store')()", "add()"),
    ];
    let game = game("connect-four", None, 2, &[]);
    for (held, body) in cases {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(folder.path().join("connect-four/lib")).unwrap();
        let text = format!("{held}\nreturn {{ choose = function(_, legal)\n{body}\nend }}");
        std::fs::write(folder.path().join("connect-four/keeper.lua"), text).unwrap();
        std::fs::write(folder.path().join("connect-four/lib/held.lua"), "return { held = {} }").unwrap();
        let store = "return function()\nlocal t = {}\nreturn function() t.x = 1 end end";
        std::fs::write(folder.path().join("connect-four/lib/store.lua"), store).unwrap();
        let mut robots = RobotLibrary::new();
        robots.add_folder(folder.path());
        let mut player = robots.seat(&game, Seat(0), "keeper", 1).unwrap_or_else(|faults| panic!("{held}: {faults}"));
        let played = begin(Rules::new(game.clone()).unwrap(), 1);
        let view = played.view(Some(Seat(0)));
        let request = Request { view: &view, legal: played.legal(), time: Duration::from_secs(1), nodes: None };
        let said = player.choose(&request).unwrap_err().to_string();
        assert!(
            said.contains("attempt to modify a readonly table (what a file's locals hold")
                && (said.contains("keeper.lua:") || said.contains("lib/store.lua:3")),
            "{held}: {said}"
        );
    }
}

/// Pure results can be memoized by argument.
#[test]
fn results_can_be_remembered() {
    let text = "local counts, told = memo(function(n) print(n) return { n + 5 } end), 0\n\
        return { choose = function(_, legal)\n\
        \tlocal one, two = counts(2), counts(2)\n\
        \tprint(one[1], one == two, counts(3)[1], told)\n\
        \tprint(pcall(memo(function() return print end), 1))\n\
        \tprint(pcall(memo, 1))\n\
        \treturn legal[1]\nend }";
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(folder.path().join("connect-four")).unwrap();
    std::fs::write(folder.path().join("connect-four/keeper.lua"), text).unwrap();
    let mut robots = RobotLibrary::new();
    robots.add_folder(folder.path());
    let game = game("connect-four", None, 2, &[]);
    let mut player = robots.seat(&game, Seat(0), "keeper", 1).unwrap_or_else(|faults| panic!("{faults}"));
    let played = begin(Rules::new(game.clone()).unwrap(), 1);
    let view = played.view(Some(Seat(0)));
    let request = Request { view: &view, legal: played.legal(), time: Duration::from_secs(1), nodes: None };
    player.choose(&request).unwrap();
    let said = player.take_output();
    assert_eq!(said[..3], ["2", "3", "7\ttrue\t8\t0"]);
    assert!(said[3].ends_with("memo: a function could change; expected a result that stays as it is"), "{said:?}");
    assert!(said[4].ends_with("memo: expected a function, got number"), "{said:?}");
}

#[test]
fn a_file_can_not_hold_what_can_not_be_sealed() {
    for (held, what) in [
        ("buffer.create(8)", "a buffer"),
        ("{ { buffer.create(8) } }", "a buffer"),
        ("coroutine.create(print)", "a coroutine"),
        ("coroutine.wrap(print)", "a coroutine"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(folder.path().join("connect-four")).unwrap();
        let text = format!("\nlocal held = {held}\nreturn {{ choose = function() return held end }}");
        std::fs::write(folder.path().join("connect-four/keeper.lua"), text).unwrap();
        let mut robots = RobotLibrary::new();
        robots.add_folder(folder.path());
        let said = robots.seat(&game("connect-four", None, 2, &[]), Seat(0), "keeper", 1).err().unwrap().to_string();
        let expected = format!("keeper.lua:3:1: a local of the file holds {what}, which functions could change");
        assert!(said.contains(&expected), "{held}: {said}");
    }
}

/// A closure created at load time that assigns an upvalue would keep state, so it is refused.
#[test]
fn no_function_that_sets_what_lasts_is_left_by_a_file() {
    const COUNTER: &str = "local function counter() local n = 0 return function() n += 1 return n end end";
    let refused = [
        format!("{COUNTER} local left = counter()"),
        format!("{COUNTER} local left = {{ {{ counter() }} }}"),
        "local function counter(n) return function() n += 1 return n end end local left = counter(0)".to_owned(),
        "local function make() local n = 0 local function up() n = 1 end return function() up() end end \
         local left = make()"
            .to_owned(),
        "local function make() local n = 0 return function() return (function() n += 1 return n end)() end end \
         local left = make()"
            .to_owned(),
        "local function make() local n, t = 0, {} function t.up() n += 1 end return t end local left = make()"
            .to_owned(),
    ];
    let accepted = [
        "local function sum(list) local s = 0 local function add(x) s += x end for _, x in list do add(x) end return s \
         end local left = sum({ 1, 2 })"
            .to_owned(),
        format!("{COUNTER} local first = counter()(); local left = function() local n = counter() return n() + n() end"),
    ];
    let accepted = accepted.map(|text| (text, false));
    for (text, is_refused) in refused.map(|text| (text, true)).into_iter().chain(accepted) {
        let fault = |file: &str, returned: &str| {
            let mut files = library().files("connect-four").unwrap();
            files.texts.insert(file.to_owned(), format!("\n{text}\n{returned}").into());
            let game = Pack::load(files).unwrap().into_shared().configure(&Config::default()).unwrap();
            Rules::new(game).err().map(|faults| faults.to_string()).unwrap_or_default()
        };
        let rules = fault("rules.lua", "return { setup = function() print(left) end }");
        let display = fault("display.lua", "return function() return `{left}` end");
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(folder.path().join("connect-four")).unwrap();
        let robot = format!("\n{text}\nreturn {{ choose = function(_, legal) print(left) return legal[1] end }}");
        std::fs::write(folder.path().join("connect-four/keeper.lua"), robot).unwrap();
        let mut robots = RobotLibrary::new();
        robots.add_folder(folder.path());
        let robot = robots.seat(&game("connect-four", None, 2, &[]), Seat(0), "keeper", 1).err();
        let robot = robot.map(|faults| faults.to_string()).unwrap_or_default();
        for (said, file) in [(rules, "rules.lua"), (display, "display.lua"), (robot, "keeper.lua")] {
            let expected =
                format!("{file}:2:1: a function that is left when the file has run sets `n`, which would last");
            assert_eq!(said.contains(&expected), is_refused, "{text}: {said}");
            assert_eq!(said.is_empty(), !is_refused, "{text}: {said}");
        }
    }
}

/// Iteration order is the same in every process, or the loop is refused at its line.
#[test]
fn no_loop_goes_by_addresses() {
    let refused = [
        "for _ in held do end",
        "for _ in pairs(held) do end",
        "for _ in next, held do end",
        "for _ in next, held, nil do end",
        "next(held)",
        "local f, s = pairs(held) f(s)",
        "for _ in (function() return held end)() do end",
        "for _ in setmetatable({}, { __iter = function() return next, held end }) do end",
        "for _ in setmetatable({}, { __iter = function() return pairs(held) end, __metatable = 1 }) do end",
        "local f = next for _ in f, held do end",
        "for k in { [print] = 1 } do end",
        "for k in { 1, 2, 3, [legal] = 1 } do end",
        "for k in { 1, nil, 3, x = 1, [legal] = 1 } do end",
        "for k in { [coroutine.create(print)] = 1 } do end",
    ];
    let accepted = [
        "for _, x in { 1, 2, 3 } do end for k in { a = 1, [2.5] = 2, [true] = 3 } do end",
        "local n = 0 for _, x in pairs({ 4, 5, z = 6 }) do n += x end assert(n == 15)",
        "local n = 0 for k, x in next, { 4, 5, z = 6 } do n += x end assert(n == 15)",
        "assert(held[legal] == 1 and not pcall(pairs))",
        "for n, x in ipairs({ 4, 5 }) do assert(x == n + 3) end for x in string.gmatch('ab', '.') do end",
        "local n = 0 for _, x in { 1, 2, nil, 4 } do n += x end assert(n == 7)",
        "local n = 0 for x in setmetatable({}, { __iter = function() return next, { 4, 5 } end }) do n += x end assert(n == 3)",
        "local i = 0 for x in function() i += 1 return if i < 4 then i else nil end do end assert(i == 4)",
    ];
    let game = game("connect-four", None, 2, &[]);
    for (body, is_refused) in refused.map(|body| (body, true)).into_iter().chain(accepted.map(|body| (body, false))) {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(folder.path().join("connect-four")).unwrap();
        let text = format!(
            "return {{ choose = function(_, legal)\nlocal held = {{ [legal] = 1 }}\n{body} return legal[1]\nend }}"
        );
        std::fs::write(folder.path().join("connect-four/keeper.lua"), text).unwrap();
        let mut robots = RobotLibrary::new();
        robots.add_folder(folder.path());
        let mut player = robots.seat(&game, Seat(0), "keeper", 1).unwrap_or_else(|faults| panic!("{body}: {faults}"));
        let played = begin(Rules::new(game.clone()).unwrap(), 1);
        let view = played.view(Some(Seat(0)));
        let request = Request { view: &view, legal: played.legal(), time: Duration::from_secs(1), nodes: None };
        match player.choose(&request) {
            Ok(_) => assert!(!is_refused, "{body}"),
            Err(error) => {
                let said = error.to_string();
                let expected = "keeper.lua:3:1: a table with a ";
                let is_told =
                    said.contains(expected) && said.contains(" as a key can't be gone over: its order differs");
                assert!(is_refused && is_told, "{body}: {said}");
            }
        }
    }
}

/// Rules refuse it, compiled or not, also if another file makes the table.
#[test]
fn no_loop_of_rules_goes_by_addresses() {
    for (made, body, is_refused) in [
        ("return {}", "local held = {} held[legal] = 1 for _ in held do end", true),
        ("return { held = { [print] = 1 } }", "for _ in made.held do end", true),
        ("return { held = { [print] = 1 } }", "for _ in { 1, 2 } do end", false),
        ("return {}", "for _ in made do end", false),
    ] {
        let mut files = library().files("connect-four").unwrap();
        let rules =
            format!("local made = require 'made'\nlocal legal = {{}}\nreturn {{ setup = function()\n{body}\nend }}");
        files.texts.insert("rules.lua".to_owned(), rules.into());
        files.texts.insert("made.lua".to_owned(), made.into());
        let game = Pack::load(files).unwrap().into_shared().configure(&Config::default()).unwrap();
        let said = Rules::new(game)
            .unwrap()
            .start(1, &mut Vec::new())
            .err()
            .map(|error| error.to_string())
            .unwrap_or_default();
        let expected = " as a key can't be gone over: its order differs";
        assert_eq!(said.contains("rules.lua:4:1") && said.contains(expected), is_refused, "{body}: {said}");
        assert_eq!(said.is_empty(), !is_refused, "{body}: {said}");
    }
}

/// A robot whose memory can't be saved after its first choice and after an event.
const FORGETFUL: &str = r#"
-- Puts functions into its memory.
local function choose(me, legal)
	local memory = me.memory
	memory.asked = (memory.asked or 0) + 1
	print(memory.asked)
	if memory.asked == 2 then
		memory.tool = print
	end
	return legal[memory.asked % #legal + 1]
end
local function on_event(me, event)
	local memory = me.memory
	memory.heard = (memory.heard or 0) + 1
	if memory.heard == 5 then
		memory.heard = print
	end
end
return { choose = choose, on_event = on_event }
"#;

/// The actions, output and errors of a match's robots; with `saved` the match is saved and resumed before each choice.
fn course(game: &Arc<Game>, robots: &RobotLibrary, saved: bool) -> Vec<String> {
    let played = Match::new(game.clone(), 3, vec!["forgetful".to_owned(); 2]).unwrap();
    let mut seated = SeatedMatch::new(played, robots, Thinking::REPRODUCIBLE).unwrap();
    let mut told = Vec::new();
    while seated.due().is_some() {
        if saved {
            let record = Record::read("saved", &seated.record().write()).unwrap();
            let played = record.replay(&library(), None).unwrap();
            seated = SeatedMatch::restore(played, &record, robots, Thinking::REPRODUCIBLE).unwrap();
        }
        let Chosen { action, fault, printed, .. } = seated.choose().unwrap();
        let fault = fault.map_or_else(String::new, |fault| fault.to_string());
        let action = action.unwrap();
        told.push(format!("{} {printed:?} {fault}", game.action_text(&action)));
        seated.act(&action).unwrap();
    }
    told
}

#[test]
fn a_memory_that_can_not_be_saved_fails_where_it_was_kept_and_is_dropped() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(folder.path().join("connect-four")).unwrap();
    std::fs::write(folder.path().join("connect-four/forgetful.lua"), FORGETFUL).unwrap();
    let mut robots = RobotLibrary::new();
    robots.add_folder(folder.path());
    let game = game("connect-four", None, 2, &[]);
    let told = course(&game, &robots, false);
    assert_eq!(course(&game, &robots, true), told);
    // The choice that stores a function fails, and its counter is rolled back; the next choice is asked normally.
    let failing: Vec<&str> = told.iter().map(|line| line.split_once(" [").unwrap().1).collect();
    assert_eq!(failing[..2], ["\"1\"] ", "\"1\"] "]);
    for line in &failing[2..5] {
        assert!(line.starts_with("\"2\"] the robot `forgetful` failed: "), "{line}");
        assert!(line.contains("`me.memory.tool` holds a function, which can't be saved"), "{line}");
    }
    // An error in an event handler is reported at the next choice.
    assert!(failing[5].starts_with("] the robot") && failing[5].contains("`me.memory.heard` holds"), "{}", failing[5]);
}
