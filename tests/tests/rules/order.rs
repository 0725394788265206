//! Guards and precedence of verbs, and errors reported at their cause.

use super::{Edit, act, failure, rules, set_up, texts, why};
use parlour_engine::Words;

#[test]
fn an_action_of_tables_can_need_something() {
    let script = "return { actions = { move = {
        needs = function(seat) return seat == 1 or 'black only captures' end,
    } } }";
    let mut host = rules("breakthrough", &[("rules.lua", "", script)]);
    let state = set_up(&mut host, "8/8/2p4p/1P6/8/8/8/8", 1);
    assert_eq!(texts(&mut host, &state), ["c6xb5"]);
    assert_eq!(why(&mut host, &state, "h6-h5"), "black only captures");
    let mut state = set_up(&mut host, "8/8/7p/1P6/8/8/8/8", 0);
    act(&mut host, &mut state, "b5-b6");
    let said = host.game().ending_text(&state);
    assert_eq!(said.as_deref(), Some("white wins: the other side has nothing to move"));
}

/// A capture forbidden by a guard causes no danger.
#[test]
fn what_a_seat_may_not_take_is_in_no_danger() {
    let script = "return { actions = { capture = {
        needs = function(seat) return seat == 1 or 'black takes nothing' end,
    } } }";
    let rows = "3g5/9/9/9/9/4r4/9/9/4S4/4G4";
    let mut host = rules("xiangqi", &[("rules.lua", "", script)]);
    let state = set_up(&mut host, rows, 0);
    assert_eq!(why(&mut host, &state, "e1-d1"), "allowed", "the general on d10 takes nothing either");
    let mut host = rules("xiangqi", &[]);
    let state = set_up(&mut host, rows, 0);
    assert_eq!(why(&mut host, &state, "e1-d1"), "`e1-d1` is not allowed: it would leave your general in danger");
}

const MUST: &[Edit<'static>] = &[
    (
        "game.toml",
        "{from:square}x{to:square}[={as:piece}]\", help",
        "{from:square}x{to:square}[={as:piece}]\", must = true, help",
    ),
    ("game.toml", "e.p.\", help", "e.p.\", must = true, help"),
];

#[test]
fn captures_of_tables_and_of_scripts_that_go_first_stand_side_by_side() {
    let mut host = rules("scripted-chess", MUST);
    let mut state = set_up(&mut host, "k7/2p5/8/1P6/8/7p/6P1/K7", 1);
    act(&mut host, &mut state, "h3xg2");
    let mut state = set_up(&mut host, "k7/2p5/8/1P6/7p/8/6P1/K7", 1);
    act(&mut host, &mut state, "c7-c5");
    assert_eq!(texts(&mut host, &state), ["b5xc6 e.p."]);
    assert_eq!(why(&mut host, &state, "g2-g3"), "`g2-g3` is not allowed: `en_passant` is possible, and it goes first");
    let mut state = set_up(&mut host, "k7/2p5/8/1P6/8/8/5r2/K5B1", 1);
    act(&mut host, &mut state, "c7-c5");
    assert_eq!(texts(&mut host, &state), ["g1xf2", "b5xc6 e.p."]);
    let mut host = rules("scripted-chess", &MUST[..1]);
    let mut state = set_up(&mut host, "k7/2p5/8/1P6/8/8/5r2/K5B1", 1);
    act(&mut host, &mut state, "c7-c5");
    assert_eq!(texts(&mut host, &state), ["g1xf2"], "what is not a capture by its verb waits");
    let passing = why(&mut host, &state, "b5xc6 e.p.");
    assert_eq!(passing, "`b5xc6 e.p.` is not allowed: `capture` is possible, and it goes first");
}

#[test]
fn an_action_of_a_script_that_is_not_offered_is_just_not_allowed() {
    let mut host = rules("scripted-chess", &[]);
    let state = host.start(1, &mut Vec::new()).unwrap();
    assert_eq!(why(&mut host, &state, "e2xd3 e.p."), "`e2xd3 e.p.` is not allowed now");
    // No other action is possible in this phase, and the queried one isn't legal.
    let edit = (
        "rules.lua",
        "function play.allow(seat, c)\n\treturn hand.count(seat, c) >= 1 or `you hold no {card.name(c)}`\nend\n",
        "",
    );
    let mut host = rules("duel", &[edit]);
    let state = host.start(1, &mut Vec::new()).unwrap();
    let legal = texts(&mut host, &state);
    let other =
        ["play dagger", "play blade", "play buckler"].into_iter().find(|text| !legal.contains(&(*text).to_owned()));
    let other = other.unwrap();
    assert_eq!(why(&mut host, &state, other), format!("`{other}` is not allowed now"));
}

/// A failing script is reported at its line, in hooks of tables and of scripts.
#[test]
fn a_number_out_of_range_is_told_where_it_is_set() {
    let script = "-- Counts.

local function note()
	steps.add(1)
end

return { actions = { move = { after = note }, capture = {
	after = function()
		steps.set(9)
	end,
} } }";
    let vars = ("game.toml", "[phases]\n", "[vars]\nsteps = { max = 1 }\n\n[phases]\n");
    let mut host = rules("breakthrough", &[("rules.lua", "", script), vars]);
    let mut state = set_up(&mut host, "8/8/2p4p/1P6/8/8/8/8", 0);
    let error = failure(&mut host, &state, "b5xc6");
    assert!(error.starts_with("breakthrough/rules.lua:9:"), "{error}");
    assert!(error.contains("steps: expected 0 to 1, got 9") && error.contains("`after` of `capture`"), "{error}");
    act(&mut host, &mut state, "b5-b6");
    let error = failure(&mut host, &state, "h6-h5");
    assert!(error.starts_with("breakthrough/rules.lua:4:"), "{error}");
}

/// A hook `after` gets the former contents of the target: nothing, the captured piece, or the jumped one.
#[test]
fn a_hook_after_knows_what_was_met() {
    let script = "local function tell(_, from, to, target)
	error(`met {main.kind(target)} of {main.owner(target)}`)
end
return { actions = { move = { after = tell }, jump = { after = tell } } }";
    let mut host = rules("draughts", &[("rules.lua", "", script)]);
    for (rows, action, met) in [
        ("8/8/1m6/2m5/3M4/8/8/8", "b6-a5", "met 0 of 0"),
        ("8/8/8/2m5/3M4/8/8/8", "c5xe3", "met 1 of 1"),
        ("8/8/8/2m5/3K4/8/8/8", "c5xe3", "met 2 of 1"),
    ] {
        let state = set_up(&mut host, rows, 1);
        let error = failure(&mut host, &state, action);
        assert!(error.contains(met), "{action}: {error}");
    }
}

/// When an action is only tried, to test if it leaves a king in danger, no range is exceeded.
#[test]
fn trying_actions_does_not_count() {
    let narrow = ("game.toml", "quiet_for = { max = \"quiet_limit\"", "quiet_for = { max = 0");
    let mut host = rules("scripted-chess", &[narrow]);
    let state = host.start(1, &mut Vec::new()).unwrap();
    assert_eq!(texts(&mut host, &state).len(), 20);
    let error = failure(&mut host, &state, "g1-f3");
    assert!(error.contains("quiet_for: expected 0 to 0, got 1"), "{error}");
    assert!(error.starts_with("scripted-chess/rules.lua:52:"), "{error}");
}
