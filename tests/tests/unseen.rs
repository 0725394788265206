//! Simultaneous decisions.

use std::sync::Arc;

use parlour_engine::chance::Generator;
use parlour_engine::game::{Config, Game};
use parlour_engine::ids::Seat;
use parlour_engine::pack::{Pack, PackFiles};
use parlour_engine::play::Match;
use parlour_engine::rules::{Playout, Rules};
use parlour_engine::trace::visible_step;

use crate::packs;
use parlour_engine::Words;

/// Three seats choose numbers simultaneously; `setup` asks them, `rules` is the body of the table of rules.
fn try_game(setup: &str, rules: &str) -> Result<Arc<Game>, String> {
    let tables = "[game]\ntitle = \"Say\"\n[seats]\nmin = 3\nmax = 3\n[vars]\nsaid = { per = \"seat\" }\n\
         [phases]\nsay = { actions = [\"say\", \"rest\"], simultaneous = true }\nturn = { actions = [\"go\"] }\n\
         [actions]\nsay = { usage = \"say {n:number 1 to 3}\" }\nrest = {}\ngo = {}\n[endings]\ndone = \"over\"\n";
    let script = format!(
        "return {{\n\tsetup = function() {setup} end,\n\tactions = {{\n\
         \t\tsay = {{ allow = function() return true end, apply = function(seat, n) said.set(seat, n) end }},\n\
         \t\trest = {{ apply = function() end }},\n\t\tgo = {{ apply = function() ending.done() end }},\n\t}},\n{rules}}}\n"
    );
    let texts = [("game.toml", tables.to_owned()), ("rules.lua", script)];
    let texts = texts.into_iter().map(|(path, text)| (path.to_owned(), text.into())).collect();
    let files = PackFiles { name: "say".to_owned(), texts, ..PackFiles::default() };
    let pack = Pack::load(files).map_err(|faults| faults.to_string())?.into_shared();
    pack.configure(&Config::default()).map_err(|faults| faults.to_string())
}

fn game(setup: &str, rules: &str) -> Arc<Game> {
    try_game(setup, rules).unwrap_or_else(|faults| panic!("{faults}"))
}

fn begin(game: &Arc<Game>) -> Match {
    Match::new(game.clone(), 1, vec![String::new(); game.seat_count()]).unwrap_or_else(|faults| panic!("{faults}"))
}

fn act(played: &mut Match, text: &str) {
    let action = played.parse(text).unwrap();
    played.act(&action).unwrap();
}

fn due(played: &Match) -> Option<usize> {
    played.decision().map(|decision| decision.seat.index())
}

const ALL: &str = "decide.all_say()";
const THEN_GO: &str = "\tdecided = { say = function() turn.turn(math.max(said.get(1), 1)) end },\n";

#[test]
fn all_is_done_when_the_last_has_decided() {
    let game = game(ALL, THEN_GO);
    let mut played = begin(&game);
    assert_eq!(due(&played), Some(0), "seats are asked in their order");
    act(&mut played, "say 2");
    assert_eq!(game.state_json(played.state())["vars"]["said.a"], 0, "nothing is done yet");
    assert_eq!(game.state_json(played.state())["vars"]["decided.a"], "say 2");
    act(&mut played, "rest");
    assert_eq!(due(&played), Some(2));
    act(&mut played, "say 3");
    let vars = &game.state_json(played.state())["vars"];
    assert_eq!((&vars["said.a"], &vars["said.c"]), (&2.into(), &3.into()));
    assert_eq!(due(&played), Some(1), "the hook sees all of it");
    act(&mut played, "go");
    assert!(played.state().is_over());
}

#[test]
fn what_is_decided_is_hidden_from_the_others() {
    let game = game(ALL, THEN_GO);
    let seen = |first: &str, viewer: Option<Seat>| {
        let mut played = begin(&game);
        act(&mut played, first);
        let step = visible_step(&mut played, viewer, false).unwrap();
        let line = step.map(|line| line["action"].to_string());
        (played.view(viewer), game.step_text(&played.steps()[0], viewer, false), line)
    };
    for viewer in [None, Some(Seat(1)), Some(Seat(2))] {
        let (view, text, line) = seen("say 2", viewer);
        assert_eq!((view, text.as_str(), line.as_deref()), (seen("rest", viewer).0, "?", Some("\"?\"")));
        assert_eq!(seen("rest", viewer).1, "?");
    }
    assert_eq!(seen("say 2", Some(Seat(0))).1, "say 2");
    let mut played = begin(&game);
    for text in ["say 2", "say 1", "rest"] {
        act(&mut played, text);
    }
    assert_eq!(game.step_text(&played.steps()[0], Some(Seat(1)), false), "say 2", "then it is known");
    played.undo(1).unwrap();
    assert_eq!(game.step_text(&played.steps()[0], Some(Seat(1)), false), "?");
    assert_eq!(game.step_text(&played.steps()[1], Some(Seat(1)), false), "say 1");
}

#[test]
fn in_sampled_states_the_others_have_chosen_anything() {
    let game = game(ALL, THEN_GO);
    let mut played = begin(&game);
    act(&mut played, "say 2");
    let view = played.view(Some(Seat(1)));
    let mut rules = Rules::new(game.clone()).unwrap();
    let mut rng = Generator::from_seed(5);
    let mut met = [0; 4];
    for _ in 0..200 {
        let mut state = rules.determinize(&view, &mut rng).unwrap();
        assert_eq!(state.decision(), played.decision());
        assert_eq!(game.view(&state, Some(Seat(1))), view);
        let mut again = state.clone();
        game.ask_once_more(&mut again);
        assert_eq!((again.decision(), again.pending().count(), again.ply()), (played.decision(), 3, 0));
        rules.playout(&mut state, &mut rng, Playout::ByAction, 2).unwrap();
        assert_eq!(state.ply(), 3);
        met[game.state_json(&state)["vars"]["said.a"].as_u64().unwrap() as usize] += 1;
    }
    assert!(met.iter().all(|&n| n > 20), "a rests or says anything: {met:?}");
    // The seat's own choice stays.
    let mine = rules.determinize(&played.view(Some(Seat(0))), &mut rng).unwrap();
    assert_eq!(game.committed(&mine, Seat(0)).map(|action| game.action_text(&action)).as_deref(), Some("say 2"));
}

#[test]
fn some_seats_can_be_asked_and_called_off() {
    let some = game("decide.say(3) decide.say(1)", THEN_GO);
    let mut played = begin(&some);
    assert_eq!(due(&played), Some(0));
    act(&mut played, "say 3");
    assert_eq!(due(&played), Some(2));
    act(&mut played, "rest");
    assert_eq!(due(&played), Some(2), "the second seat is not asked, and the hook gives the turn to the third");
    let off = game("turn.turn(2) decide.all_say() decide.call_off()", THEN_GO);
    assert_eq!(begin(&off).state().pending().count(), 1);
    assert_eq!(due(&begin(&off)), Some(1));
}

#[test]
fn slips_are_told() {
    let fault = |setup: &str, rules: &str| {
        let game = try_game(setup, rules);
        game.map(|game| Match::new(game, 1, vec![String::new(); 3]).err().map_or(String::new(), |f| f.to_string()))
            .unwrap_or_else(|faults| faults)
    };
    assert!(fault("decide.say(1) decide.say(1)", "").contains("asked twice"));
    assert!(fault("decide.all_say() turn.turn(1)", "").contains("seats decide at the same time"));
    assert!(fault(ALL, "\tdecided = { turn = function() end },\n").contains("`decided` has no hook `turn`"));
    assert!(fault("turn.say(1)", "").contains("there is no `turn.say`"));
    let nobody = game(ALL, "");
    let mut played = begin(&nobody);
    act(&mut played, "rest");
    act(&mut played, "rest");
    let last = played.parse("rest").unwrap();
    let error = played.act(&last).unwrap_err().to_string();
    let nobody = "all seats have decided in phase `say`, and nobody is to act then (`turn.PHASE(seat)` gives somebody";
    assert!(error.contains(nobody) && error.contains("rules.lua:1:1: "), "{error}");
    assert_eq!(played.steps().len(), 2, "nothing has changed");
}

/// A failure after the last decision names its hook, and so does an impossible continuation, on every path.
#[test]
fn faults_after_the_last_decision_name_their_place() {
    let last = |rules: &str| {
        let mut played = begin(&game(ALL, rules));
        act(&mut played, "rest");
        act(&mut played, "rest");
        played.act(&played.parse("rest").unwrap()).unwrap_err().to_string()
    };
    let failed = last("\tdecided = { say = function()\n\t\terror('no')\n\tend },\n");
    assert!(failed.ends_with("rules.lua:9:3: no, in `decided.say`"), "{failed}");
    let nobody = last("\tdecided = {\n\t\tsay = function() end },\n");
    assert!(nobody.contains("rules.lua:9:3: all seats have decided in phase `say`"), "{nobody}");

    // Nothing is legal for the first seat, for which a playout or the sampling of a seat's choice would have to choose.
    let stuck = "allow = function(seat) return seat > 1 or last.get() == 0 end,";
    let stuck = try_stuck(stuck);
    let mut host = Rules::new(stuck.clone()).unwrap();
    let mut state = host.start(1, &mut Vec::new()).unwrap();
    let fault = host.playout(&mut state, &mut Generator::from_seed(1), Playout::ByVerb, 10).unwrap_err().to_string();
    let none = "rules.lua:3:2: no legal action is offered in phase `turn` for seat `a`, and the match is not over";
    assert!(fault.contains(none) && !fault.contains("driver"), "{fault}");
}

/// Two seats alternate, until the first has no legal action.
fn try_stuck(allow: &str) -> Arc<Game> {
    let tables = "[game]\ntitle = \"Stuck\"\n[seats]\nmin = 2\nmax = 2\n[vars]\nlast = {}\n[phases]\n\
         turn = { actions = [\"go\"] }\n[actions]\ngo = {}\n";
    let script = format!(
        "return {{\n\tsetup = function() turn.turn(1) end,\n\tactions = {{ go = {{ {allow} apply = function(seat)\n\
         \t\tlast.set(seat) turn.turn(3 - seat)\n\tend }} }},\n}}\n"
    );
    let texts = [("game.toml", tables.to_owned()), ("rules.lua", script)];
    let texts = texts.into_iter().map(|(path, text)| (path.to_owned(), text.into())).collect();
    let files = PackFiles { name: "stuck".to_owned(), texts, ..PackFiles::default() };
    let pack = Pack::load(files).unwrap_or_else(|faults| panic!("{faults}")).into_shared();
    pack.configure(&Config::default()).unwrap_or_else(|faults| panic!("{faults}"))
}

#[test]
fn a_save_in_the_middle_goes_on() {
    let game = packs::game("goofspiel", None, 3, &[]);
    let mut played = Match::new(game, 4, vec![String::new(); 3]).unwrap();
    for text in ["bid 3", "bid 4", "bid 13", "bid 7"] {
        act(&mut played, text);
    }
    let again = played.record().replay(&packs::library(), None).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(again.state(), played.state());
    assert_eq!(again.game().step_text(&again.steps()[3], None, false), "?");
}
