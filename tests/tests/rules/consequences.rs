//! Consequences of an action, in their fixed order: variables, rows of `[[end]]` in the order of the file, endings of
//! scripts, repetition, the ply limit.

use super::{Edit, act, changed_game, rules, set_up};
use crate::boards::faults;
use parlour_engine::Words;
use parlour_engine::action::ActionList;
use parlour_engine::chance::Generator;
use parlour_engine::ids::VarId;
use parlour_engine::rules::{Playout, Rules};
use parlour_engine::state::State;

fn ending(host: &Rules, state: &State) -> Option<String> {
    host.game().ending_text(state)
}

/// The value of a variable for a seat.
#[track_caller]
fn number(host: &Rules, state: &State, name: &str, seat: usize) -> String {
    let n = host.game().pack().vars.iter().position(|var| var.name == name).unwrap();
    host.game().var_json(state, VarId::from_index(n), seat).to_string()
}

const LIMIT: Edit<'static> =
    ("game.toml", "[game]\ntitle = \"Draughts\"", "ply_limit = 3\n\n[game]\ntitle = \"Draughts\"");
const LONG: Edit<'static> = ("game.toml", "[endings]\n", "[endings]\nlimit = \"too long\"\n");

#[test]
fn a_limit_of_actions_holds_for_actions_of_tables() {
    for script in ["", "return {}", "return { actions = { move = { after = function() end } } }"] {
        let edit = ("rules.lua", "", script);
        let edits = [LIMIT, LONG, edit];
        let mut host = rules("draughts", if script.is_empty() { &edits[..2] } else { &edits });
        let mut state = host.start(1, &mut Vec::new()).unwrap();
        for text in ["a3-b4", "b6-a5"] {
            act(&mut host, &mut state, text);
            assert_eq!(ending(&host, &state), None);
        }
        act(&mut host, &mut state, "c3-d4");
        assert_eq!(ending(&host, &state).as_deref(), Some("too long"), "`{script}`");
        let mut state = host.start(1, &mut Vec::new()).unwrap();
        let plies = host.playout(&mut state, &mut Generator::from_seed(1), Playout::ByAction, 50).unwrap();
        assert_eq!((plies, ending(&host, &state).as_deref()), (3, Some("too long")));
    }
}

#[test]
fn an_ending_by_rows_goes_before_the_limit_of_actions() {
    let limit = ("game.toml", "[game]\ntitle = \"Breakthrough\"", "ply_limit = 1\n\n[game]\ntitle = \"Breakthrough\"");
    let mut host = rules("breakthrough", &[limit, LONG]);
    let mut state = set_up(&mut host, "8/P7/8/8/8/8/7p/8", 0);
    act(&mut host, &mut state, "a7-a8");
    assert_eq!(ending(&host, &state).as_deref(), Some("white has broken through"));
}

/// A limit of one quiet action, equal to the variable's maximum.
const QUIET: &[Edit<'static>] = &[("game.toml", "quiet_limit = { default = 100", "quiet_limit = { default = 1")];

const MATE: &str = "k7/8/1K6/8/8/8/8/7R";

#[test]
fn mate_goes_before_a_draw_by_counting_where_its_row_does() {
    let mut host = rules("scripted-chess", QUIET);
    let mut state = set_up(&mut host, MATE, 0);
    act(&mut host, &mut state, "h1-h8");
    assert_eq!(ending(&host, &state).as_deref(), Some("white wins: checkmate"));
    let mut state = set_up(&mut host, MATE, 0);
    act(&mut host, &mut state, "h1-h7");
    assert_eq!(ending(&host, &state).as_deref(), Some("a draw: too long without a capture or a pawn's move"));
}

#[test]
fn a_draw_by_counting_goes_before_mate_where_its_row_does() {
    const COUNTER: &str = "[[end]]\nwhen = \"counter\"\nvar = \"quiet_for\"\nreaches = \"quiet_limit\"\nresult = \"draw\"\nending = \"quiet\"\n\n";
    let first = format!("{COUNTER}[[end]]\nwhen = \"no_move\"\ndanger = true");
    let edits = [
        QUIET[0],
        ("game.toml", COUNTER, ""),
        ("game.toml", "[[end]]\nwhen = \"no_move\"\ndanger = true", first.as_str()),
    ];
    let mut host = rules("scripted-chess", &edits);
    let mut state = set_up(&mut host, MATE, 0);
    act(&mut host, &mut state, "h1-h8");
    assert_eq!(ending(&host, &state).as_deref(), Some("a draw: too long without a capture or a pawn's move"));
}

#[test]
fn an_ending_of_a_script_comes_after_the_rows() {
    let script = "return { actions = { move = { after = function(seat) ending.stuck(seats.next(seat)) end } } }";
    let mut host = rules("breakthrough", &[("rules.lua", "", script)]);
    let mut state = set_up(&mut host, "8/P7/8/8/8/8/1P5p/8", 0);
    let before = state.clone();
    act(&mut host, &mut state, "a7-a8");
    assert_eq!(ending(&host, &state).as_deref(), Some("white has broken through"));
    let mut state = before;
    act(&mut host, &mut state, "b2-b3");
    assert_eq!(ending(&host, &state).as_deref(), Some("black wins: the other side has nothing to move"));
}

/// The number of plies until a match with a king moving to and fro ends.
fn plies_until_repeated(host: &mut Rules, rows: &str) -> usize {
    let mut state = set_up(host, rows, 0);
    for (ply, text) in ["e1-e2", "h8-h7", "e2-e1", "h7-h8"].into_iter().cycle().take(20).enumerate() {
        if state.is_over() {
            assert_eq!(ending(host, &state).as_deref(), Some("a draw: the same position for the third time"));
            return ply;
        }
        act(host, &mut state, text);
    }
    20
}

/// The counter of quiet actions isn't part of the position; castling rights are.
#[test]
fn the_same_position_has_the_same_rights() {
    let mut host = rules("scripted-chess", &[]);
    assert_eq!(plies_until_repeated(&mut host, "7k/8/8/8/8/8/8/4K3"), 8, "nobody could castle");
    assert_eq!(plies_until_repeated(&mut host, "7k/8/8/8/8/8/8/R3K3"), 9, "the first position could castle");
}

#[test]
fn a_number_that_is_not_passing_makes_positions_differ() {
    let lasting = ("game.toml", "max = \"quiet_limit\", passing = true", "max = \"quiet_limit\"");
    let mut host = rules("scripted-chess", &[lasting]);
    assert_eq!(plies_until_repeated(&mut host, "7k/8/8/8/8/8/8/4K3"), 20);
}

/// Derived variables are correct before the first action, after any set-up.
#[test]
fn what_follows_the_board_follows_what_setup_puts_there() {
    let vars = ("game.toml", "[vars]\n", "[vars]\nleft = { per = \"seat\", follows = \"pieces\" }\n");
    let empty = (
        "game.toml",
        "english = [\".m.m.m.m\", \"m.m.m.m.\", \".m.m.m.m\", \"........\", \"........\", \"M.M.M.M.\", \".M.M.M.M\", \"M.M.M.M.\"]",
        "english = []",
    );
    let script = "return { setup = function()
        main.set(main.square(1, 2), main.man_white)
        main.set(main.square(8, 1), main.man_black)
        main.set(main.square(8, 3), main.king_black)
    end }";
    let mut host = rules("draughts", &[vars, empty, ("rules.lua", "", script)]);
    let state = host.start(1, &mut Vec::new()).unwrap();
    assert_eq!((number(&host, &state, "left", 0), number(&host, &state, "left", 1)), ("2".into(), "1".into()));
}

/// An ending by a counter for Duel, a card game.
fn counted(row: &str) -> Rules {
    let end = format!(
        "[[end]]\nwhen = \"counter\"\n{row}\nending = \"counted\"\n\n[endings]\ncounted = \"counted for {{winner}}\"\n"
    );
    rules("duel", &[("game.toml", "[endings]\n", &end)])
}

/// Plays the first legal actions until the match is over; returns the number of plies and the seat that acted last.
fn play_first(host: &mut Rules, state: &mut State) -> (u32, String) {
    let mut last = String::new();
    while !state.is_over() {
        let mut list = ActionList::new();
        host.legal(state, &mut list).unwrap();
        last = host.game().seat_name(state.decision().unwrap().seat).to_owned();
        let action = list.get(host.game(), 0);
        host.apply(state, &action, None).unwrap();
    }
    (state.ply(), last)
}

#[test]
fn a_counter_ends_a_match_of_cards() {
    let mut host = counted("var = \"points\"\nreaches = 1\nresult = \"win\"");
    let mut state = host.start(1, &mut Vec::new()).unwrap();
    let (plies, actor) = play_first(&mut host, &mut state);
    assert_eq!((plies, ending(&host, &state)), (1, Some(format!("counted for {actor}"))));
    let mut host = counted("var = \"played\"\nreaches = 2\nresult = \"lose\"");
    let mut state = host.start(1, &mut Vec::new()).unwrap();
    let (plies, actor) = play_first(&mut host, &mut state);
    let said = ending(&host, &state).unwrap();
    assert!(plies == 2 && said.starts_with("counted for ") && !said.contains(&actor), "{said} {actor}");
    let mut host = counted("var = \"points\"\nfalls_to = 0\nresult = \"draw\"");
    let mut state = host.start(1, &mut Vec::new()).unwrap();
    assert_eq!(play_first(&mut host, &mut state).0, 1, "the other seat has none yet");
}

#[test]
fn a_counter_goes_before_the_ending_of_a_script() {
    let mut plain = rules("duel", &[]);
    let mut state = plain.start(1, &mut Vec::new()).unwrap();
    let (all, _) = play_first(&mut plain, &mut state);
    let mut host = counted(&format!("var = \"played\"\nreaches = {all}\nresult = \"win\""));
    let mut state = host.start(1, &mut Vec::new()).unwrap();
    let (plies, actor) = play_first(&mut host, &mut state);
    assert_eq!((plies, ending(&host, &state)), (all, Some(format!("counted for {actor}"))));
    let mut state = host.start(1, &mut Vec::new()).unwrap();
    let played = host.playout(&mut state, &mut Generator::from_seed(3), Playout::ByAction, 99).unwrap();
    assert_eq!(played, all);
    assert!(ending(&host, &state).unwrap().starts_with("counted for"));
}

#[test]
fn endings_about_pieces_are_refused_where_there_are_none() {
    let refused = |row: &str| {
        let end = format!("[[end]]\n{row}\nending = \"out\"\n\n[endings]\n");
        faults("duel", &[("game.toml", "[endings]\n", &end)])
    };
    assert_eq!(
        refused("when = \"no_move\"\nresult = \"lose\""),
        [
            "duel/game.toml:88:8: `end[1].when` is about pieces, and the pack has none (expected `counter`, `empty` or `last`; or a script \
          ends the match, as in `ending.NAME(winner)`)"
        ]
    );
    assert_eq!(
        refused("when = \"counter\"\nvar = \"played\"\nreaches = 1\nresult = \"score\"\neven = \"out\""),
        [
            "duel/game.toml:91:10: `end[1].result` is about pieces, and the pack has none (expected `win`, `lose`, `draw` or `winners`)"
        ]
    );
    changed_game(
        "duel",
        &[(
            "game.toml",
            "[endings]\n",
            "[[end]]\nwhen = \"counter\"\nvar = \"played\"\nreaches = 9\nresult = \"draw\"\nending = \"out\"\n\n[endings]\n",
        )],
    );
}
