//! Fuzzing of the script API: no call from a script crashes the program. Everything that rules, displays and robots can
//! reach is called with every kind of value, and the host reads the resulting state.
//!
//! The seeds are fixed. `cargo test` makes some calls in each place; `PARLOUR_CALLS=10 cargo test --release -p
//! parlour-tests calls:: -- --nocapture` takes ten seeds in each place: a quarter of an hour of CPU time; 500 take a
//! night.

use std::cell::RefCell;
use std::fmt::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::Once;
use std::time::Duration;

use parlour_ai::{Request, RobotLibrary};
use parlour_engine::action::ActionList;
use parlour_engine::chance::Generator;
use parlour_engine::game::{Config, Game};
use parlour_engine::ids::Seat;
use parlour_engine::pack::{Pack, PackFiles};
use parlour_engine::play::Match;
use parlour_engine::rules::{Playout, Rules};
use parlour_engine::script::ViewScripts;
use parlour_engine::state::State;

use crate::packs::{choose, library};
use parlour_engine::Words;

const HOSTILE: &str = include_str!("../fixtures/calls/hostile.lua");

thread_local! {
    /// Panics on this thread, including those caught by a script's `pcall`.
    static PANICS: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// Runs a closure and returns the message and the place of each panic.
fn panics(work: impl FnOnce()) -> Vec<String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            PANICS.with_borrow_mut(|panics| panics.push(panic.to_string()));
            usual(panic);
        }));
    });
    PANICS.take();
    let done = catch_unwind(AssertUnwindSafe(work));
    let told = PANICS.take();
    if done.is_err() && told.is_empty() { vec!["a panic that says nothing".to_owned()] } else { told }
}

/// The number of seeds in each place.
fn seeds(usually: u64) -> u64 {
    std::env::var("PARLOUR_CALLS").ok().and_then(|text| text.parse().ok()).unwrap_or(usually)
}

/// The API as a script that returns a list of names and values. Refusals with placeholders aren't values: they are
/// called.
fn listed(words: &[(String, String)]) -> String {
    let mut out = String::from("return {\n");
    for (word, _) in words {
        let (name, arguments) = word.split_once('(').unwrap_or((word, ""));
        let names: Vec<&str> = arguments.split([',', ')']).filter_map(|part| part.split(':').next()).collect();
        let names = names.join(",").trim_end_matches([',', ' ']).to_owned();
        let value = match name.starts_with("refusal.") && !names.is_empty() {
            true => format!("function({names}) return {name}({names}) end"),
            false => name.to_owned(),
        };
        writeln!(out, "\t{{ \"{name}\", {value} }},").unwrap();
    }
    out + "}\n"
}

/// The packs with their files and texts.
fn packs() -> Vec<PackFiles> {
    let mut library = library();
    library.add_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures"));
    let is_pack = |files: &PackFiles| files.texts.contains_key("game.toml");
    library.names().iter().map(|name| library.files(name).unwrap()).filter(is_pack).collect()
}

fn configured(files: PackFiles) -> Arc<Game> {
    let pack = Pack::load(files).unwrap_or_else(|faults| panic!("{faults}"));
    pack.into_shared().configure(&Config::default()).unwrap_or_else(|faults| panic!("{faults}"))
}

/// The hooks of rules. Only `apply` may change state through a pack's own functions; elsewhere changes are refused, but
/// must be harmless.
const HOOKS: &[&str] =
    &["setup", "opening", "scores", "on_limit", "worth", "needs", "allow", "legal", "apply", "after", "display"];

/// A Luau function that distinguishes moments: a number derived from the progress of the match and the hook's
/// arguments.
fn moment(first: u64) -> String {
    format!(
        "local function moment(...)\n\
         local mixed = {first} + 104729 * match.ply()\n\
         for n = 1, select(\"#\", ...) do\n\
         local given = select(n, ...)\n\
         mixed = (mixed * 48271 + (if type(given) == \"number\" then given * 7919 else n)) % 2147483647\n\
         end\n\
         return mixed end\n"
    )
}

/// A pack whose rules make hostile calls in one hook, and then continue normally.
fn hostile(files: &PackFiles, game: &Game, words: &str, hook: &str, seed: u64) -> PackFiles {
    let mut files = files.clone();
    let original = files.texts.get("rules.lua").cloned().unwrap_or_else(|| "return {}".into());
    let display = files.texts.get("display.lua").cloned().unwrap_or_else(|| "return function() return '' end".into());
    files.texts.insert("original.lua".to_owned(), original);
    files.texts.insert("shown.lua".to_owned(), display);
    files.texts.insert("hostile.lua".to_owned(), HOSTILE.into());
    files.texts.insert("words.lua".to_owned(), words.into());
    // A hook called for many cases makes its calls only in some.
    let of = match hook {
        "needs" | "allow" | "legal" => 128,
        "apply" | "after" | "display" => 8,
        _ => 1,
    };
    let begin = format!("{}local hostile, words = require(\"hostile\"), require(\"words\")\n", moment(seed * 7919 + 1));
    let wrapped = format!(
        "local function wrap(f) return function(...)\n\
         local now = moment(...)\n\
         if now % {of} ~= 0 then return f(...) end\n\
         local calls = hostile(words, now)\n\
         calls.run(60, ...)\n\
         if calls.below(8) == 0 then return calls.value(), calls.value() end\n\
         return f(...) end end\n"
    );
    let mut rules = format!("{begin}{wrapped}local rules = table.clone(require(\"original\"))\n");
    let is_top = ["setup", "opening", "scores", "on_limit", "worth"].contains(&hook);
    if is_top {
        writeln!(rules, "if rules.{hook} then rules.{hook} = wrap(rules.{hook}) end").unwrap();
    } else if hook != "display" {
        rules += "rules.actions = table.clone(rules.actions or {})\n";
        for verb in &game.pack().verbs {
            let name = format!("{:?}", verb.name);
            let made = match hook {
                "needs" | "allow" => "function() return true end",
                _ => "function() end",
            };
            let may = matches!(hook, "needs" | "allow" | "after");
            writeln!(
                rules,
                "do local hooks = table.clone(rules.actions[{name}] or {{}}) rules.actions[{name}] = hooks\n\
                 if hooks.{hook} or {may} then hooks.{hook} = wrap(hooks.{hook} or {made}) end end"
            )
            .unwrap();
        }
    }
    files.texts.insert("rules.lua".to_owned(), (rules + "return rules\n").into());
    if hook == "display" {
        let display = format!("{begin}{wrapped}return wrap(require(\"shown\"))\n");
        files.texts.insert("display.lua".to_owned(), display.into());
    }
    files
}

/// Reads everything readable of a match.
fn read(played: &mut Match, rng: &mut Generator) {
    let (game, state) = (played.game().clone(), played.state().clone());
    read_state(played.host(), &state, rng);
    let record = played.record();
    drop(record.write());
    played.end_json();
    for viewer in game.seats().map(Some).chain([None]) {
        let view = played.view(viewer);
        let number = viewer.map_or(0, Seat::number);
        let _ = played.host().display(view.state(), number);
        for event in played.opening().iter().chain(played.steps().iter().flat_map(|step| &step.events)) {
            game.event_json(event, viewer, false);
            game.event_sentence(event, viewer, true);
        }
    }
    played.legal().iter(&game).for_each(|action| drop(game.action_text(&action)));
    drop(played.host().take_output());
}

fn read_state(host: &mut Rules, state: &State, rng: &mut Generator) {
    let game = host.game().clone();
    game.state_json(state);
    game.ending_text(state);
    for seat in game.seats() {
        let _ = host.worth(state, seat);
    }
    for viewer in game.seats().map(Some).chain([None]) {
        let view = game.view(state, viewer);
        game.state_json(view.state());
        // Hostile rules may lead to a view without consistent worlds.
        let _ = host.determinize(&view, rng).map(|world| game.state_json(&world));
    }
}

fn play_hostile(game: &Arc<Game>, seed: u64) {
    let mut rng = Generator::from_seed(seed);
    let host = Rules::new(game.clone()).unwrap_or_else(|faults| panic!("{faults}"));
    host.set_budget(Duration::from_millis(100));
    // A match that can't begin is refused with a message.
    let Ok(mut played) = Match::with_host(host, seed, vec!["x".to_owned(); game.seat_count()]) else { return };
    for _ in 0..6 {
        read(&mut played, &mut rng);
        if played.decision().is_none() || played.legal().is_empty() {
            break;
        }
        let action = choose(game, played.legal(), &mut rng);
        let _ = played.check(&action);
        let state = played.state().clone();
        let mut tried = state.clone();
        let _ = played.host().playout(&mut tried, &mut rng, Playout::ByVerb, 3);
        read_state(played.host(), &tried, &mut rng);
        let mut list = ActionList::new();
        let _ = played.host().step(&mut state.clone(), action.bytes(), &mut list);
        list.iter(game).for_each(|action| drop(game.action_text(&action)));
        // A refused or failed action leaves the match unchanged.
        let _ = played.act(&action);
    }
    let _ = played.undo(2);
    let _ = played.redo(1);
    read(&mut played, &mut rng);
}

#[test]
fn no_call_from_rules_or_a_display_panics() {
    let mut failed = Vec::new();
    for files in packs() {
        let plain = configured(files.clone());
        let words = listed(&Rules::new(plain.clone()).unwrap().words());
        for hook in HOOKS {
            for seed in 0..seeds(1) {
                let what = format!("{}, {hook}, seed {seed}", files.name);
                let game = configured(hostile(&files, &plain, &words, hook, seed));
                let told = panics(|| play_hostile(&game, seed));
                failed.extend(told.into_iter().map(|panic| format!("{what}: {panic}")));
            }
        }
    }
    assert!(failed.is_empty(), "a panic in {failed:#?}");
}

/// A robot that makes hostile calls in each of its hooks.
const ROBOT: &str = r#"
local words = table.clone(require("lib/words"))
for name, member in search do
	table.insert(words, { `search.{name}`, member })
end
for name, member in random do
	table.insert(words, { `random.{name}`, member })
end
local make = require("lib/hostile")
local options = {
	"time", "nodes", "among", "evaluate", "scale", "depth", "selective", "captures", "greedy", "rollout", "exploration",
	"margin", "widen", "policy",
}
MOMENT
local function choose(me, legal)
	local hostile = make(words, moment(), options)
	hostile.run(60, me, legal, legal[1], search, random)
	local function judge(...)
		hostile.run(2, ...)
		return if hostile.below(3) == 0 then hostile.value() else 1
	end
	local function pick(list)
		hostile.run(2, list)
		return if hostile.below(3) == 0 then hostile.value() else list[1]
	end
	pcall(search.flat, { nodes = 4, depth = 2, evaluate = judge })
	pcall(search.ismcts, { nodes = 4, rollout = pick })
	pcall(search.alphabeta, { nodes = 20, evaluate = judge })
	pcall(search.look, legal[1], function(list)
		hostile.run(10, list, list[1])
		return judge()
	end)
	pcall(search.suppose, "turns", hostile.value(), pick)
	hostile.run(20)
	me.memory.kept = if hostile.below(3) == 0 then hostile.value() else 1
	if hostile.below(2) == 0 then
		return hostile.value(), hostile.value()
	end
	return legal:random(), hostile.value()
end

return {
	choose = choose,
	on_event = function(me, event)
		local now = moment()
		if now % 32 == 0 then
			make(words, now, options).run(8, me, event)
		end
	end,
}
"#;

/// Such a robot with hardly any memory left.
const HUNGRY: &str = r#"
local words = table.clone(require("lib/words"))
for name, member in search do
	table.insert(words, { `search.{name}`, member })
end
local make = require("lib/hostile")
MOMENT
local function choose(me, legal)
	local hostile = make(words, moment(), {})
	hostile.fill()
	hostile.run(30, me, legal, legal[1], search, random)
	return legal:random(), hostile.value()
end

return { choose = choose }
"#;

fn play_robot(game: &Arc<Game>, robots: &RobotLibrary, seed: u64) {
    let mut player = robots.seat(game, Seat(0), "hostile", seed).unwrap_or_else(|faults| panic!("{faults}"));
    let mut rng = Generator::from_seed(seed);
    let mut played = Match::new(game.clone(), seed, vec!["x".to_owned(); game.seat_count()]).unwrap();
    player.observe(played.opening(), &|| played.view(Some(Seat(0))));
    for n in 0..3 {
        let Some(decision) = played.decision() else { break };
        let view = played.view(Some(decision.seat));
        let time = Duration::from_millis(10);
        let chosen = player.choose(&Request { view: &view, legal: played.legal(), time, nodes: None });
        let action = chosen.map_or_else(|_| choose(game, played.legal(), &mut rng), |choice| choice.action);
        if let Ok(step) = played.act(&action) {
            let events = step.events.clone();
            player.observe(&events, &|| played.view(Some(Seat(0))));
        }
        if let Some(memory) = player.memory() {
            player.restore(&memory);
        }
        drop(player.take_output());
        if n == 1 {
            let _ = player.begin(Seat(0), seed);
        }
    }
}

/// Seats a robot in every pack, with every seed, and returns the panics.
fn panics_of_robots(text: &str) -> Vec<String> {
    let mut failed = Vec::new();
    for files in packs() {
        let game = configured(files.clone());
        let words = ViewScripts::new(&game, Duration::from_secs(2)).unwrap().words();
        for seed in 0..seeds(1) {
            let folder = tempfile::tempdir().unwrap();
            let lib = folder.path().join(game.name()).join("lib");
            std::fs::create_dir_all(&lib).unwrap();
            std::fs::write(lib.join("hostile.lua"), HOSTILE).unwrap();
            std::fs::write(lib.join("words.lua"), listed(&words)).unwrap();
            let robot = text.replace("MOMENT", &moment(seed * 104_729 + 7));
            std::fs::write(folder.path().join(game.name()).join("hostile.lua"), robot).unwrap();
            let mut robots = RobotLibrary::new();
            robots.add_folder(folder.path());
            let told = panics(|| play_robot(&game, &robots, seed));
            failed.extend(told.into_iter().map(|panic| format!("{}, seed {seed}: {panic}", game.name())));
        }
    }
    failed
}

#[test]
fn no_call_from_a_robot_panics() {
    assert_eq!(panics_of_robots(ROBOT), Vec::<String>::new());
}

#[test]
fn no_call_from_a_robot_without_memory_panics() {
    assert_eq!(panics_of_robots(HUNGRY), Vec::<String>::new());
}

/// The hostile script really calls the whole API.
#[test]
fn the_hostile_calls_reach_every_library() {
    let files = packs().into_iter().find(|files| files.name == "archaeology").unwrap();
    let plain = configured(files.clone());
    let words = Rules::new(plain.clone()).unwrap().words();
    let mut hostile = hostile(&files, &plain, &listed(&words), "setup", 1);
    let names = "local rules, hostile, words = table.clone(require(\"original\")), require(\"hostile\"), require(\"words\")\n\
                 function rules.setup()\n\
                 local names = {} for _, call in hostile(words, 1).calls do names[call[1]] = true end\n";
    let functions =
        words.iter().filter(|(word, _)| word.contains('(')).map(|(word, _)| word.split('(').next().unwrap());
    let wanted: Vec<&str> = functions
        .chain(["print", "tostring", "pcall", "setmetatable", "require", "string.format", "table.move", "buffer.copy"])
        .chain(["coroutine.wrap", "math.floor", "bit32.extract", "utf8.char", "vector.create", "next"])
        .collect();
    let mut rules = names.to_owned();
    for name in wanted {
        rules += &format!("assert(names[\"{name}\"], \"{name}\")\n");
    }
    hostile.texts.insert("rules.lua".to_owned(), (rules + "error(\"all are there\") end\nreturn rules\n").into());
    let mut rules = Rules::new(configured(hostile)).unwrap_or_else(|faults| panic!("{faults}"));
    let told = rules.start(1, &mut Vec::new()).unwrap_err();
    assert!(told.to_string().contains("all are there"), "{told}");
}
