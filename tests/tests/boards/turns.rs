//! Passes, mandatory actions, and continued captures: Othello and draughts.

use std::sync::Arc;

use parlour_engine::action::ActionList;
use parlour_engine::chance::Generator;
use parlour_engine::event::Event;
use parlour_engine::game::Config;
use parlour_engine::ids::VarId;
use parlour_engine::pack::{Pack, PackFiles};
use parlour_engine::rules::{Playout, Rules};
use parlour_engine::state::State;

use super::{changed, faults, host, position, texts};
use crate::packs::rules_folder;
use parlour_engine::Words;

pub(super) fn act(host: &mut Rules, state: &mut State, text: &str) -> Vec<Event> {
    let action = host.game().parse_action(text, None).unwrap();
    let mut events = Vec::new();
    host.check(state, &action).unwrap_or_else(|refusal| panic!("{refusal}"));
    host.apply(state, &action, Some(&mut events)).unwrap();
    events
}

#[track_caller]
fn refused(host: &mut Rules, state: &State, text: &str, expected: &str) {
    let action = host.game().parse_action(text, None).unwrap();
    let refusal = host.check(state, &action).unwrap_err().refusal().unwrap();
    assert_eq!(refusal.to_string(), expected);
}

fn seat(state: &State) -> usize {
    state.decision().unwrap().seat.index()
}

pub(super) fn board(rows: &[&str]) -> Vec<String> {
    rows.iter().map(|row| (*row).to_owned()).collect()
}

#[test]
fn othello_has_its_known_counts() {
    let mut host = host("othello");
    let start = host.position(None, None).unwrap();
    assert_eq!(host.perft(&start, 7).unwrap().nodes, [4, 12, 56, 244, 1_396, 8_200, 55_092]);
}

#[test]
fn a_seat_without_a_move_passes_and_the_match_ends_when_neither_has_one() {
    let mut host = host("othello");
    let rows = board(&["XO......", "........", "........", "........", "........", "........", "........", "........"]);
    let mut state = position(&mut host, &rows, 1);
    assert_eq!(texts(&mut host, &state), ["pass"], "white has nothing to enclose");
    refused(&mut host, &state, "c1", "`c1` is not allowed: it would enclose nothing");
    act(&mut host, &mut state, "pass");
    assert_eq!((seat(&state), texts(&mut host, &state)), (0, vec!["c8".to_owned()]));
    refused(&mut host, &state, "pass", "`pass` is not allowed: there is something else that you can do");
    act(&mut host, &mut state, "c8");
    assert!(state.is_over(), "neither can enclose anything");
    assert_eq!(host.game().ending_text(&state).unwrap(), "black has more discs");
}

#[test]
fn matches_of_othello_and_draughts_end() {
    for name in ["othello", "draughts"] {
        let mut host = host(name);
        let mut stepped = ActionList::new();
        for seed in 0..30 {
            let mut state = host.start(seed, &mut Vec::new()).unwrap();
            let (mut whole, mut generator) = (state.clone(), Generator::from_seed(seed));
            host.playout(&mut whole, &mut generator, Playout::ByAction, 300).unwrap();
            let mut generator = Generator::from_seed(seed);
            for _ in 0..300 {
                if state.is_over() {
                    break;
                }
                let before = texts(&mut host, &state);
                let mut list = ActionList::new();
                host.legal(&state, &mut list).unwrap();
                let mut after = state.clone();
                let record = list.record(generator.below(before.len() as u32) as usize).to_vec();
                host.step(&mut after, &record, &mut stepped).unwrap();
                state = after;
                if !state.is_over() {
                    let mut listed = ActionList::new();
                    host.legal(&state, &mut listed).unwrap();
                    assert_eq!(stepped, listed, "{name}, seed {seed}");
                }
            }
            assert_eq!(whole.is_over(), state.is_over(), "{name}, seed {seed}");
        }
    }
}

/// The number of sequences of turns, with every action applied.
fn turns(host: &mut Rules, state: &State, depth: u32) -> u64 {
    if depth == 0 || state.is_over() {
        return u64::from(depth == 0);
    }
    let mut list = ActionList::new();
    host.legal(state, &mut list).unwrap();
    let game = host.game().clone();
    let count = |action| {
        let mut after = state.clone();
        host.apply(&mut after, &action, None).unwrap();
        let goes_on = !after.is_over() && seat(&after) == seat(state);
        turns(host, &after, if goes_on { depth } else { depth - 1 })
    };
    list.iter(&game).map(count).sum()
}

#[test]
fn turns_are_counted_as_they_are_taken() {
    let twice = "return { actions = { move = { after = function(seat) if match.ply() % 4 < 2 then turn.turn(seat) end end } } }\n";
    let two_steps = changed("breakthrough", &[("rules.lua", "", twice)]).unwrap_or_else(|faults| panic!("{faults}"));
    let mut two_steps = Rules::new(two_steps).unwrap();
    let start = two_steps.position(None, None).unwrap();
    assert!(two_steps.perft_by_turns(&start, 1).unwrap().nodes[0] > two_steps.perft(&start, 1).unwrap().nodes[0]);
    let mut games: Vec<(Rules, u32)> = ["draughts", "othello", "xiangqi", "chess"].map(|name| (host(name), 3)).into();
    games.push((two_steps, 2));
    for (mut host, depth) in games {
        let start = host.position(None, None).unwrap();
        let counted = host.perft_by_turns(&start, depth).unwrap();
        let taken: Vec<u64> = (1..=depth).map(|depth| turns(&mut host, &start, depth)).collect();
        assert_eq!(counted.nodes, taken, "{}", host.game().name());
    }
}

/// The published counts of English draughts.
#[track_caller]
fn count_draughts(expected: &[u64]) {
    let mut host = host("draughts");
    let start = host.position(None, None).unwrap();
    let counted = host.perft_by_turns(&start, expected.len() as u32).unwrap();
    assert_eq!(counted.nodes, expected);
}

/// International draughts, a chain being one turn.
#[test]
fn international_draughts_has_its_known_counts() {
    let mut host = international();
    let start = host.position(None, None).unwrap();
    assert_eq!(host.perft_by_turns(&start, 5).unwrap().nodes, [9, 81, 658, 4_265, 27_117]);
}

/// `cargo test --release -p parlour-tests boards::turns -- --ignored`
#[test]
#[ignore = "takes seconds without optimisation"]
fn international_draughts_has_its_known_counts_deeper() {
    let mut host = international();
    let start = host.position(None, None).unwrap();
    let counts = [9, 81, 658, 4_265, 27_117, 167_140];
    assert_eq!(host.perft_by_turns(&start, 6).unwrap().nodes, counts);
}

fn international() -> Rules {
    let pack = Pack::load(PackFiles::read(&rules_folder().join("draughts")).unwrap()).unwrap();
    let config = Config { variant: Some("international".to_owned()), ..Config::default() };
    Rules::new(Arc::new(pack).configure(&config).unwrap()).unwrap()
}

/// White begins (FMJD), and in English draughts black.
#[test]
fn the_first_seat_goes_by_the_variant() {
    let mut host = international();
    let start = host.position(None, None).unwrap();
    assert_eq!(host.game().seat_name(start.decision().unwrap().seat), "white");
    let mut host = self::host("draughts");
    let start = host.position(None, None).unwrap();
    assert_eq!(host.game().seat_name(start.decision().unwrap().seat), "black");
}

/// Plays an endgame at random, without allowing captures: the number of actions and the text of the ending; `None` at a
/// moment without a safe action.
fn quiet_endgame(row: &str, seed: u64) -> Option<(u32, String)> {
    let mut host = international();
    let mut rows = vec!["..........".to_owned(); 10];
    rows[9] = row.to_owned();
    rows[0] = ".k........".to_owned();
    let mut state = position(&mut host, &rows, 0);
    let mut generator = parlour_engine::chance::Generator::from_seed(seed);
    let (mut list, mut count) = (ActionList::new(), 0);
    while !state.is_over() {
        host.legal(&state, &mut list).unwrap();
        let game = host.game().clone();
        let quiet: Vec<_> = list.iter(&game).filter(|action| game.action_text(action).contains('-')).collect();
        let mut safe = Vec::new();
        for action in quiet {
            let mut after = state.clone();
            host.apply(&mut after, &action, None).unwrap();
            host.legal(&after, &mut list).unwrap();
            if list.iter(&game).all(|answer| game.action_text(&answer).contains('-')) {
                safe.push(after);
            }
        }
        if safe.is_empty() {
            return None;
        }
        state = safe.swap_remove(generator.below(safe.len() as u32) as usize);
        count += 1;
    }
    Some((count, host.game().ending_text(&state).unwrap_or_default()))
}

/// Five moves of each with a king against two pieces or one, sixteen against three (FMJD, 6.3 and 6.4).
#[test]
fn endgames_of_international_draughts_are_draws() {
    for (row, moves, words) in
        [("K.........", 10, "five moves"), ("K.K.......", 10, "five moves"), ("K.K.K.....", 32, "sixteen moves")]
    {
        let ends: Vec<_> = (0..40).filter_map(|seed| quiet_endgame(row, seed)).take(3).collect();
        assert!(!ends.is_empty(), "{row}: no endgame without a capture");
        for (count, text) in ends {
            assert!(count == moves && text.contains(words), "{row}: {count} actions, {text}");
        }
    }
}

/// The legal actions on a board of international draughts.
fn legal_on(rows: [&str; 10], seat: usize) -> Vec<String> {
    let mut host = international();
    let state = position(&mut host, &rows.map(str::to_owned), seat);
    let mut list = ActionList::new();
    host.legal(&state, &mut list).unwrap();
    let game = host.game().clone();
    list.iter(&game).map(|action| game.action_text(&action)).collect()
}

#[test]
fn a_flying_king_lands_anywhere_behind_the_one_piece_that_it_jumps() {
    let rows = [
        "..........",
        "..........",
        "..........",
        "..........",
        "....m.....",
        "..........",
        "..........",
        ".K........",
        "..........",
        "..........",
    ];
    assert_eq!(legal_on(rows, 0), ["b3xi10", "b3xh9", "b3xg8", "b3xf7"]);
    let doubled = [rows[0], rows[1], rows[2], ".....m....", rows[4], rows[5], rows[6], rows[7], rows[8], rows[9]];
    assert!(legal_on(doubled, 0).iter().all(|text| text.contains('-')), "two in a line can't be jumped");
}

/// Jumped pieces stay until the end of the move, and aren't jumped twice; the longest chain is mandatory.
#[test]
fn most_must_be_taken_and_nothing_is_jumped_twice() {
    let rows = [
        "..........",
        "..........",
        "..........",
        "....m.....",
        "..........",
        "....m.m...",
        "...M......",
        "....m.....",
        "..........",
        "..........",
    ];
    assert_eq!(legal_on(rows, 0), ["d4xf6"], "d4xf2 takes one, d4xf6 goes on to d8 or h4");
    let mut host = international();
    let mut state = position(&mut host, &rows.map(str::to_owned), 0);
    let take = |host: &mut Rules, state: &mut State, text: &str| {
        let action = host.game().parse_action(text, None).unwrap();
        host.check(state, &action).unwrap_or_else(|error| panic!("{text}: {error}"));
        host.apply(state, &action, None).unwrap();
    };
    take(&mut host, &mut state, "d4xf6");
    assert!(host.game().write_board(&state).contains('x'), "what was jumped still stands");
    take(&mut host, &mut state, "f6xd8");
    assert!(!host.game().write_board(&state).contains('x'), "it goes when the piece stops");
}

/// A man that only passes the last row isn't promoted.
#[test]
fn a_man_becomes_a_king_only_where_it_stops() {
    let rows = [
        "..........",
        "...m.m....",
        "..M.......",
        "..........",
        "..........",
        "..........",
        "..........",
        "..........",
        "..........",
        ".m........",
    ];
    let mut host = international();
    let mut state = position(&mut host, &rows.map(str::to_owned), 0);
    for text in ["c8xe10", "e10xg8"] {
        let action = host.game().parse_action(text, None).unwrap();
        host.apply(&mut state, &action, None).unwrap();
    }
    assert!(!host.game().write_board(&state).contains('K'), "{}", host.game().write_board(&state));
}

#[test]
fn draughts_has_its_known_counts() {
    count_draughts(&[7, 49, 302, 1_469, 7_361, 36_768, 179_740]);
}

/// `cargo test --release -p parlour-tests boards::turns -- --ignored`
#[test]
#[ignore = "takes a minute without optimisation"]
fn draughts_has_its_known_counts_deeper() {
    count_draughts(&[7, 49, 302, 1_469, 7_361, 36_768, 179_740, 845_931, 3_963_680]);
}

/// With kings and without a capture a match ends after a number of actions; a capture or a man's step resets the
/// counter.
#[test]
fn draughts_without_a_jump_or_a_man_s_step_is_a_draw() {
    let game = changed("draughts", &[("game.toml", "default = 80, min = 10", "default = 4, min = 4")]);
    let mut host = Rules::new(game.unwrap_or_else(|faults| panic!("{faults}"))).unwrap();
    let rows = [".....k..", "........", "........", "........", "........", "........", "........", "K...M..."];
    let mut state = position(&mut host, &board(&rows), 0);
    for text in ["a1-b2", "f8-e7", "e1-d2", "e7-f8", "b2-a1", "f8-e7", "a1-b2"] {
        assert!(!state.is_over(), "before {text}");
        act(&mut host, &mut state, text);
    }
    assert_eq!(host.game().ending_text(&state).as_deref(), Some("a draw: no jump and no man's step for too long"));
}

/// Only a piece that was a man before its step resets the counter: a king that reaches the far row doesn't, and a man
/// that is promoted there does.
#[test]
fn a_king_on_the_far_row_counts_towards_a_draw() {
    let quiet_for = |host: &Rules, state: &State| {
        let n = host.game().pack().vars.iter().position(|var| var.name == "quiet_for").unwrap();
        host.game().var_json(state, VarId::from_index(n), 0).to_string()
    };
    let mut host = host("draughts");
    let rows = ["........", "K...M...", "........", "..m.....", "...K....", "........", ".k......", "........"];
    let mut state = position(&mut host, &board(&rows), 0);
    for (text, count) in [
        ("d4xb6", "0"),
        ("b2-c1", "1"),
        ("a7-b8", "2"),
        ("c1-d2", "3"),
        ("e7-d8", "0"),
        ("d2-e1", "1"),
        ("d8-e7", "2"),
        ("e1-d2", "3"),
        ("e7-f8", "4"),
    ] {
        act(&mut host, &mut state, text);
        assert_eq!(quiet_for(&host, &state), count, "{text}");
    }
}

#[test]
fn draughts_is_a_draw_when_the_same_position_comes_for_the_third_time() {
    let mut host = host("draughts");
    let rows = [".....k..", "........", "........", "........", "........", "........", "........", "K......."];
    let mut state = position(&mut host, &board(&rows), 0);
    for text in ["a1-b2", "f8-e7", "b2-a1", "e7-f8", "a1-b2", "f8-e7", "b2-a1", "e7-f8"] {
        assert!(!state.is_over(), "before {text}");
        act(&mut host, &mut state, text);
    }
    assert_eq!(host.game().ending_text(&state).as_deref(), Some("a draw: the same position again and again"));
}

#[test]
fn who_can_jump_must_and_goes_on_with_the_same_piece() {
    let mut host = host("draughts");
    let rows = board(&["........", "........", "...m....", "........", ".m.m....", "M.......", "......M.", "........"]);
    let mut state = position(&mut host, &rows, 0);
    assert_eq!(texts(&mut host, &state), ["a3xc5"]);
    refused(&mut host, &state, "g2-f3", "`g2-f3` is not allowed: `jump` is possible, and it goes first");
    let events = act(&mut host, &mut state, "a3xc5");
    let target = host.game().event_json(&events[0], None, true).to_string();
    assert!(target.contains("\"target\":\"m\""), "{target}");
    assert_eq!(seat(&state), 0, "the turn stays");
    assert_eq!(texts(&mut host, &state), ["c5xe7"]);
    refused(&mut host, &state, "g2-f3", "`g2-f3` is not allowed: the man on c5 has to go on");
    act(&mut host, &mut state, "c5xe7");
    assert_eq!(seat(&state), 1);
    assert_eq!(host.game().var_json(&state, VarId(0), 0), "");
}

#[test]
fn a_man_that_becomes_a_king_stops() {
    let mut host = host("draughts");
    let rows = board(&["........", ".m.m....", "M.......", "........", "........", "........", "........", "........"]);
    let mut state = position(&mut host, &rows, 0);
    act(&mut host, &mut state, "a6xc8");
    assert_eq!(seat(&state), 1, "the king could jump on from c8");
}

#[test]
fn a_jump_over_nothing_is_refused() {
    let refused = |old: &str, new: &str, expected: &str| {
        assert_eq!(faults("draughts", &[("game.toml", old, new)]), [expected]);
    };
    let help = "(expected at least two steps of one square each, as in `leap = \"diagonal\", least = 2`)";
    let jump = "{ do = \"jump\", leap = \"diagonal\", least = 2, if = { flying = false } }";
    for (new, column) in [
        ("{ do = \"jump\", step = \"diagonal\" }", 27),
        ("{ do = \"jump\", leap = \"diagonal\", least = 1 }", 47),
        ("{ do = \"jump\", leap = { forward = 2, right = 2 } }", 27),
    ] {
        refused(jump, new, &format!("draughts/game.toml:66:{column}: a jump of one step passes over nothing {help}"));
    }
}

#[test]
fn what_actions_say_of_their_order_must_fit() {
    let refused = |name: &str, old: &str, new: &str, expected: &str| {
        assert_eq!(faults(name, &[("game.toml", old, new)]), [expected]);
    };
    refused(
        "draughts",
        "jumping = { type = \"square of main\", follows = \"goes_on\" }\n",
        "",
        "draughts/game.toml:104:68: no variable holds the piece that goes on (expected a variable with \
         `type = \"square of BOARD\"` and `follows = \"goes_on\"`)",
    );
    refused(
        "draughts",
        "again = \"unchanged\"",
        "again = \"twice\"",
        "draughts/game.toml:105:68: `actions.jump.again` can't be `twice` (known here: always, unchanged)",
    );
    refused(
        "othello",
        "place = { usage = \"{to:square}\"",
        "place = { usage = \"{to:square}\", again = \"always\"",
        "othello/game.toml:49:42: `place` doesn't say which piece goes on, and from where (`again` is for an \
         action with the arguments `{from:square}` and `{to:square}`)",
    );
    refused(
        "othello",
        "place = { usage = \"{to:square}\"",
        "place = { usage = \"{to:square}\", pass = true",
        "othello/game.toml:49:41: `place` does something, so it is not a pass (`pass` is for an action without \
         arguments that nothing else names)",
    );
    refused(
        "othello",
        "pass = true",
        "pass = true, must = true",
        "othello/game.toml:50:46: `pass` is a pass, and nothing else is legal beside it anyway (leave out `must` or \
         `pass`)",
    );
}

/// The maximum number of a piece applies to placing too, so that matches reach only boards that a scenario can set up.
#[test]
fn no_more_is_placed_than_there_may_be() {
    let edit = ("game.toml", "name = \"mark\"\n", "name = \"mark\"\nmost = 2\n");
    let game = super::changed("tic-tac-toe", &[edit]).unwrap_or_else(|faults| panic!("{faults}"));
    let mut host = Rules::new(game).unwrap();
    let mut state = host.start(1, &mut Vec::new()).unwrap();
    for text in ["a1", "b1", "a2"] {
        act(&mut host, &mut state, text);
    }
    act(&mut host, &mut state, "b2");
    assert!(state.is_over(), "both have placed all that they may");
    let state = position(&mut host, &board(&["...", "X..", "XO."]), 1);
    assert_eq!(texts(&mut host, &state).len(), 6);
}

/// Offsets may be given in any two of the four directions.
#[test]
fn an_offset_is_told_forward_or_back_and_left_or_right() {
    let host = |leap: &str| {
        let jump = "{ do = \"jump\", leap = \"forward-diagonal\", least = 2,";
        let edit = ("game.toml", jump, &*format!("{{ do = \"jump\", leap = {leap}, least = 2,"));
        changed("draughts", &[edit]).map(|game| Rules::new(game).unwrap())
    };
    let rows = board(&["........", "........", "...m....", "........", ".m.m....", "..M.....", "......M.", "........"]);
    for (leap, expected) in [
        ("[{ forward = 1, left = 1 }]", "c3xa5"),
        ("[{ back = -1, right = -1 }]", "c3xa5"),
        ("[{ forward = 1, left = -1 }]", "c3xe5"),
    ] {
        let mut host = host(leap).unwrap_or_else(|faults| panic!("{faults}"));
        let state = position(&mut host, &rows, 0);
        assert_eq!(texts(&mut host, &state), [expected]);
    }
    assert_eq!(
        host("{ forward = 1, back = 1 }").unwrap_err().to_string(),
        "draughts/game.toml:55:27: this is not a direction (expected a name, a pair such as `[1, 2]`, or a table such \
         as `{ forward = 2, left = 1 }`)"
    );
}

/// The argument for a promotion may have any name, and is required.
#[test]
fn a_promotion_is_told_by_an_argument_of_type_piece() {
    let usages = [("capture", "x"), ("move", "-")];
    let renamed = usages.map(|(_, sign)| {
        (
            format!("{{from:square}}{sign}{{to:square}}[={{as:piece}}]"),
            format!("{{from:square}}{sign}{{to:square}}[={{into:piece}}]"),
        )
    });
    let edits: Vec<_> = renamed.iter().map(|(old, new)| ("game.toml", old.as_str(), new.as_str())).collect();
    let game = changed("chess", &edits).unwrap_or_else(|faults| panic!("{faults}"));
    let mut host = Rules::new(game).unwrap();
    let rows = board(&["........", "P.......", "........", "........", "........", "........", "k.......", "..K....."]);
    let state = position(&mut host, &rows, 0);
    let texts = texts(&mut host, &state);
    assert_eq!(texts.iter().filter(|text| text.starts_with("a7-a8=")).count(), 4, "{texts:?}");
    let untold = ("game.toml", "{from:square}x{to:square}[={as:piece}]", "{from:square}x{to:square}");
    let told = faults("chess", &[untold]);
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].contains("the usage of `capture` doesn't say which of several pieces it becomes"), "{told:?}");
}
