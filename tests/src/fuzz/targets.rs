//! The fuzz targets, and their invariants.

use std::fmt::Display;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use parlour_ai::{RobotLibrary, SeatedMatch, Thinking, read_answer, spec};
use parlour_engine::Words;
use parlour_engine::action::ActionList;
use parlour_engine::chance::Generator;
use parlour_engine::diagnostic::SourceFile;
use parlour_engine::game::{Config, Game};
use parlour_engine::pack::{Library, Pack};
use parlour_engine::play::{Match, Record};
use parlour_engine::rules::{Playout, Rules};
use parlour_engine::scenario::{Scenario, scenario_game};
use parlour_engine::scenario_of_board;

use super::{Target, positions, seeds};

/// Maximum length of a message about a text, in bytes.
const LONGEST_MESSAGE: usize = 64 << 10;

/// The number of actions played after loading.
const PLIES: u32 = 60;

/// All targets.
pub static TARGETS: &[Target] = &[
    Target { name: "packs", seeds: seeds::packs_of_toml, run: packs },
    Target { name: "scripts", seeds: seeds::scripts, run: scripts },
    Target { name: "lowered", seeds: seeds::rules, run: lowered },
    Target { name: "scenarios", seeds: seeds::scenarios, run: scenarios },
    Target { name: "saves", seeds: seeds::saves, run: saves },
    Target { name: "actions", seeds: seeds::actions, run: actions },
    Target { name: "boards", seeds: seeds::boards, run: boards },
    Target { name: "answers", seeds: seeds::answers, run: answers },
];

/// The time limit of a hook in comparisons of compiled and interpreted scripts.
const LOWERED_BUDGET: Duration = Duration::from_millis(200);

/// The number of compared actions of a match.
const LOWERED_PLIES: u32 = 25;

/// Checks the length of a message.
#[track_caller]
fn told(message: &impl Display) {
    let message = message.to_string();
    assert!(!message.trim().is_empty(), "a message without words");
    assert!(message.len() <= LONGEST_MESSAGE, "a message of {} bytes: {:.300}", message.len(), message);
}

/// Plays a game for a while; failures must have a message.
fn play(game: Arc<Game>) {
    let mut rules = match Rules::new(game.clone()) {
        Ok(rules) => rules,
        Err(faults) => return told(&faults),
    };
    let mut events = Vec::new();
    let mut state = match rules.begin(1, &mut events) {
        Ok(state) => state,
        Err(faults) => return told(&faults),
    };
    for event in &events {
        let _ = game.event_sentence(event, None, false);
    }
    let mut rng = Generator::from_seed(1);
    if !state.is_over()
        && let Err(fault) = rules.playout(&mut state, &mut rng, Playout::ByVerb, PLIES)
    {
        told(&fault);
    }
    for viewer in game.seats() {
        let view = game.view(&state, Some(viewer));
        match rules.determinize(&view, &mut rng) {
            Ok(other) => drop(game.state_json(&other)),
            Err(fault) => told(&fault),
        }
    }
    let _ = (game.state_json(&state), game.ending_text(&state), game.write_board(&state));
    if !state.is_over() {
        let mut legal = ActionList::new();
        match rules.legal(&state, &mut legal) {
            Ok(()) => legal.iter(&game).take(20).for_each(|action| drop(game.action_text(&action))),
            Err(fault) => told(&fault),
        }
    }
}

/// A pack with the text as its `game.toml`; the other files are those of the pack named in the first line after `#`.
fn packs(text: &str) {
    let name = text.lines().next().and_then(|line| line.strip_prefix("# ")).unwrap_or_default();
    let of_name = positions::files().iter().find(|files| files.name == name.trim());
    let mut files = of_name.cloned().unwrap_or_default();
    files.texts.insert("game.toml".to_owned(), text.into());
    let pack = match Pack::load(files) {
        Ok(pack) => pack.into_shared(),
        Err(faults) => return told(&faults),
    };
    let variants: Vec<Option<String>> =
        [None].into_iter().chain(pack.variants.iter().map(|variant| Some(variant.name.clone()))).collect();
    for variant in variants.into_iter().take(3) {
        match pack.configure(&Config { variant, ..Config::default() }) {
            Ok(game) => play(game),
            Err(faults) => told(&faults),
        }
    }
}

/// A pack with the text as one of its scripts. It is loaded and checked, but its hooks aren't called, since these may
/// use up their budgets.
fn scripts(text: &str) {
    let first = text.lines().next().and_then(|line| line.strip_prefix("-- ")).unwrap_or_default();
    let (name, path) = first.split_once(' ').unwrap_or(("archaeology", "rules.lua"));
    let Some(files) = positions::files().iter().find(|files| files.name == name) else { return };
    let mut files = files.clone();
    files.texts.insert(path.to_owned(), text.into());
    if let Err(faults) = Pack::load(files) {
        told(&faults);
    }
}

/// Like [`scripts`], with matches played: compiled scripts must do the same as interpreted ones.
fn lowered(text: &str) {
    let first = text.lines().next().and_then(|line| line.strip_prefix("-- ")).unwrap_or_default();
    let (name, path) = first.split_once(' ').unwrap_or(("hearts", "rules.lua"));
    let Some(files) = positions::files().iter().find(|files| files.name == name) else { return };
    let mut files = files.clone();
    files.texts.insert(path.to_owned(), text.into());
    let Ok(pack) = Pack::load(files) else { return };
    let Ok(game) = pack.into_shared().configure(&Config::default()) else { return };
    let (Ok(mut fast), Ok(mut plain)) = (Rules::new(game.clone()), Rules::new(game.clone())) else { return };
    fast.set_budget(LOWERED_BUDGET);
    plain.set_budget(LOWERED_BUDGET);
    // Waits for the compilation.
    fast.in_luau();
    plain.keep_in_luau();
    let begins = (fast.start(1, &mut Vec::new()), plain.start(1, &mut Vec::new()));
    let (Ok(mut state), Ok(other)) = begins else { return };
    assert!(state == other, "the match begins differently");
    let mut rng = Generator::from_seed(1);
    let (mut list, mut expected) = (ActionList::new(), ActionList::new());
    for ply in 0..LOWERED_PLIES {
        if state.is_over() {
            return;
        }
        // A failing script fails in both; if it is only slow, one of them may finish in time.
        let (Ok(()), Ok(())) = (fast.legal(&state, &mut list), plain.legal(&state, &mut expected)) else { return };
        assert!(list == expected, "ply {ply}: what is legal differs");
        let Some(n) = Playout::ByVerb.choose(&list, &mut rng) else { return };
        let (action, before) = (list.get(&game, n), state.clone());
        let mut other = state.clone();
        let (Ok(_), Ok(_)) = (fast.apply(&mut state, &action, None), plain.apply(&mut other, &action, None)) else {
            return;
        };
        assert!(state == other, "ply {ply}: the states differ");
        let (mut one, mut two) = (before.clone(), before);
        let (mut first, mut second) = (rng.clone(), rng.clone());
        let plies = (
            fast.playout(&mut one, &mut first, Playout::ByVerb, 5),
            plain.playout(&mut two, &mut second, Playout::ByVerb, 5),
        );
        let (Ok(fast_plies), Ok(plain_plies)) = plies else { return };
        assert!(fast_plies == plain_plies && one == two && first == second, "ply {ply}: playouts differ");
    }
}

fn scenarios(text: &str) {
    let file = SourceFile::new("scenario.toml", text);
    let name = match scenario_game(&file) {
        Ok(name) => name,
        Err(faults) => return told(&faults),
    };
    let Some(pack) = positions::pack(&name) else { return };
    match Scenario::read(file, pack) {
        Ok(scenario) => begin(pack, scenario),
        Err(faults) => told(&faults),
    }
}

fn begin(pack: &Arc<Pack>, scenario: Scenario) {
    let config = Config {
        variant: scenario.variant.clone(),
        seats: scenario.players,
        set: scenario.options.clone(),
        scenario: Some(Arc::new(scenario)),
    };
    match pack.configure(&config) {
        Ok(game) => play(game),
        Err(faults) => told(&faults),
    }
}

/// The rows of a board, after a line with the name of the game and a seat.
fn boards(text: &str) {
    let (first, rows) = text.split_once('\n').unwrap_or((text, ""));
    let (name, seat) = first.split_once(' ').unwrap_or((first, ""));
    let Some(pack) = positions::pack(name) else { return };
    let seat = pack.seats.names.iter().find(|known| *known == seat).unwrap_or(&pack.seats.names[0]);
    match scenario_of_board(SourceFile::new("board.txt", rows), pack, &Config::default(), seat) {
        Ok(scenario) => begin(pack, scenario),
        Err(faults) => told(&faults),
    }
}

/// A save, as it is and without its checksum, which would refuse nearly everything.
fn saves(text: &str) {
    save(text);
    if let Ok(serde_json::Value::Object(mut parts)) = serde_json::from_str(text)
        && parts.remove("proof").is_some()
    {
        save(&serde_json::Value::Object(parts).to_string());
    }
}

fn save(text: &str) {
    let record = match Record::read("match.json", text) {
        Ok(record) => record,
        Err(error) => return told(&error),
    };
    let written = record.write();
    match Record::read("match.json", &written) {
        Ok(again) => assert_eq!(again, record, "a record that was written is read as it was"),
        Err(error) => panic!("a record that was written isn't read: {error}"),
    }
    let library = Library::new(positions::files().iter().cloned());
    let played = match record.replay(&library, None) {
        Ok(played) => played,
        Err(error) => return told(&error),
    };
    assert_eq!(format!("{:016x}", played.hash()), record.hash);
    // Programs named by a file aren't started here either.
    if played.players().iter().any(|player| spec::program(player).is_some()) {
        return;
    }
    let mut robots = RobotLibrary::new();
    robots.add_folder(Path::new(env!("CARGO_MANIFEST_DIR")).join("../ai/robots"));
    match SeatedMatch::restore(played, &record, &robots, Thinking { nodes: Some(20), ..Thinking::REPRODUCIBLE }) {
        Ok(mut seated) => {
            if seated.due().is_some_and(|seat| !seated.is_human(seat)) {
                seated.choose();
            }
            let _ = seated.record().write();
        }
        Err(faults) => told(&faults),
    }
}

/// A line with a moment, then the text of an action.
fn actions(text: &str) {
    let (moment, text) = text.split_once('\n').unwrap_or((text, ""));
    positions::at(moment, |played| {
        for legal in [None, Some(played.legal().clone())] {
            match played.game().parse_action(text, legal.as_ref()) {
                Ok(action) => {
                    let written = played.game().action_text(&action);
                    let again = played.game().parse_action(&written, legal.as_ref());
                    assert_eq!(again.as_ref(), Ok(&action), "`{written}` is read as something else");
                    try_it(played, &action);
                }
                Err(error) => told(&error),
            }
        }
    });
}

fn try_it(played: &mut Match, action: &parlour_engine::action::Action) {
    match played.check(action) {
        Ok(()) => {
            let mut after = played.state().clone();
            let mut events = Vec::new();
            if let Err(fault) = played.host().apply(&mut after, action, Some(&mut events)) {
                panic!("`{}` is allowed, but fails: {fault}", played.game().action_text(action));
            }
        }
        Err(error) => told(&error),
    }
}

/// A line with a moment, then the answer of an outside program.
fn answers(text: &str) {
    let (moment, line) = text.split_once('\n').unwrap_or((text, ""));
    positions::at(moment, |played| {
        let read = read_answer(played.game(), played.legal(), "./program", line);
        match read {
            Ok(choice) => try_it(played, &choice.action),
            Err(error) => {
                let message = error.to_string();
                assert!(message.len() < 4_000, "a message of {} bytes", message.len());
            }
        }
    });
}
