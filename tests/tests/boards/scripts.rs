//! Games of tables with additional scripts.

use parlour_engine::Words;
use parlour_engine::ids::VarId;
use parlour_engine::rules::Rules;
use parlour_engine::state::State;

use super::{Edit, changed, position, texts};

fn host(name: &str, edits: &[Edit<'_>]) -> Rules {
    changed(name, edits).and_then(Rules::new).unwrap_or_else(|faults| panic!("{faults}"))
}

#[track_caller]
fn act(host: &mut Rules, state: &mut State, text: &str) {
    let action = host.game().parse_action(text, None).unwrap();
    host.apply(state, &action, None).unwrap();
}

fn why(host: &mut Rules, state: &State, text: &str) -> String {
    let action = host.game().parse_action(text, None).unwrap();
    match host.check(state, &action) {
        Ok(()) => "allowed".to_owned(),
        Err(error) => error.refusal().unwrap_or_else(|fault| panic!("{text}: {fault}")).to_string(),
    }
}

#[test]
fn a_text_of_allow_is_why_an_action_is_refused() {
    let rules = "return { actions = { move = { allow = function(seat, from, to)
        if main.column(to) == 1 then return `{main.name(to)} is closed` end
        return main.column(to) ~= 8
    end } } }";
    let mut host = host("breakthrough", &[("rules.lua", "", rules)]);
    let state = host.start(1, &mut Vec::new()).unwrap();
    let legal = texts(&mut host, &state);
    assert!(legal.contains(&"b2-c3".to_owned()), "{legal:?}");
    assert!(!legal.iter().any(|text| text.ends_with("a3") || text.ends_with("h3")), "{legal:?}");
    assert_eq!(why(&mut host, &state, "b2-a3"), "a3 is closed");
    assert_eq!(why(&mut host, &state, "g2-h3"), "`g2-h3` is not allowed now");
    assert_eq!(why(&mut host, &state, "b2-b5"), "`b2-b5` is not allowed: the pawn on b2 can't move like that");
    assert_eq!(why(&mut host, &state, "b2-c3"), "allowed");
}

#[test]
fn lists_of_numbers_can_be_added_to_within_their_range() {
    let rules = "return { actions = { move = { after = function(seat, from, to)
        if steps.add(seat, 2, 2) ~= steps.get(seat, 2) or steps.length ~= 3 then error(`wrong`) end
    end } } }";
    let vars = "[phases]\n";
    let more = "[vars]\nsteps = { per = \"seat\", length = 3, max = 3 }\n\n[phases]\n";
    let mut host = host("breakthrough", &[("rules.lua", "", rules), ("game.toml", vars, more)]);
    let mut state = host.start(1, &mut Vec::new()).unwrap();
    act(&mut host, &mut state, "b2-b3");
    act(&mut host, &mut state, "b7-b6");
    assert_eq!(host.game().var_json(&state, VarId(0), 0).to_string(), "[0,2,0]");
    let action = host.game().parse_action("c2-c3", None).unwrap();
    let error = host.apply(&mut state, &action, None).unwrap_err().to_string();
    assert!(error.contains("steps: expected 0 to 3, got 4"), "{error}");
}

/// `allow` is called for each tier of actions: a forbidden action neither obliges a seat nor continues a chain.
#[test]
fn what_a_script_forbids_need_not_be_done() {
    let rules = "return { actions = { jump = { allow = function(seat, from, to) return main.row(to) > 2 end } } }";
    let mut host = host("draughts", &[("rules.lua", "", rules)]);
    let rows = ["........", "........", "...m....", "........", ".m......", "M.......", "......M.", "........"];
    let rows = rows.map(str::to_owned);
    let mut state = position(&mut host, &rows, 0);
    assert_eq!(texts(&mut host, &state), ["a3xc5"]);
    act(&mut host, &mut state, "a3xc5");
    let due = state.decision().unwrap().seat.index();
    assert_eq!(due, 1, "the jump from c5 to e7 is forbidden");
    let rows = ["........", "........", "...m....", "..M.....", "........", "........", "......M.", "........"];
    let state = position(&mut host, &rows.map(str::to_owned), 0);
    assert_eq!(texts(&mut host, &state), ["c5-b6", "g2-f3", "g2-h3"]);
}

#[test]
fn a_pass_is_no_way_out_while_a_script_offers_something() {
    let rules = "return { actions = { wait = {
        legal = function(seat) if seat == 2 then offer.wait() end end,
        apply = function(seat) turn.turn(1) end,
    } } }";
    let mut host = host(
        "othello",
        &[
            ("rules.lua", "", rules),
            ("game.toml", "\"place\", \"pass\"", "\"place\", \"pass\", \"wait\""),
            ("game.toml", "[actions]\n", "[actions]\nwait = {}\n"),
        ],
    );
    let mut rows = vec!["........".to_owned(); 8];
    rows[0] = "XO......".to_owned();
    let state = position(&mut host, &rows, 1);
    assert_eq!(texts(&mut host, &state), ["wait"]);
}

#[test]
fn a_line_that_an_action_makes_for_another_seat_counts() {
    let rules = "return { actions = { place = { after = function(seat, to)
        if to == main.square(1, 3) then
            for column = 2, 3 do main.set(main.square(3, column), main.at(main.square(3, 1))) end
        end
    end } } }";
    let mut host = host("tic-tac-toe", &[("rules.lua", "", rules)]);
    let mut state = host.start(1, &mut Vec::new()).unwrap();
    let square = |row: usize, column: usize| format!("{}{}", char::from(b'a' + column as u8 - 1), 4 - row);
    for (row, column) in [(2, 2), (3, 1), (1, 3)] {
        assert!(!state.is_over());
        act(&mut host, &mut state, &square(row, column));
    }
    let winners: Vec<bool> = host.game().seats().map(|seat| state.has_won(seat)).collect();
    assert_eq!((state.is_over(), winners), (true, vec![false, true]));
}
