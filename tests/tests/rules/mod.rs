//! Rules in tables, in scripts and in both are equivalent: counts, play and endings agree.

mod attacks;
mod beside;
mod consequences;
mod hands;
mod hooked;
mod inherited;
mod kept;
mod notation;
mod order;
mod pairs;
mod passing;
mod scripted;
mod search;
mod shogi;
mod xiangqi;

use std::sync::Arc;

use parlour_engine::action::ActionList;
use parlour_engine::diagnostic::SourceFile;
use parlour_engine::game::Game;
use parlour_engine::pack::Pack;
use parlour_engine::rules::Rules;
use parlour_engine::scenario::Scenario;
use parlour_engine::state::State;

use crate::boards::{Edit, changed, position};
use parlour_engine::Words;

/// A game of an edited pack that must be valid.
#[track_caller]
fn changed_game(name: &str, edits: &[Edit<'_>]) -> Arc<Game> {
    changed(name, edits).unwrap_or_else(|faults| panic!("{faults}"))
}

/// The rules of an edited pack that must be valid.
#[track_caller]
fn rules(name: &str, edits: &[Edit<'_>]) -> Rules {
    Rules::new(changed_game(name, edits)).unwrap_or_else(|faults| panic!("{faults}"))
}

/// A position by its rows from the top, separated by `/` as in FEN, with digits for empty squares.
fn set_up(host: &mut Rules, rows: &str, seat: usize) -> State {
    let empty = |c: char| c.to_digit(10).map_or_else(|| c.to_string(), |n| ".".repeat(n as usize));
    let rows: Vec<String> = rows.split('/').map(|row| row.chars().map(empty).collect()).collect();
    position(host, &rows, seat)
}

/// The moment of a scenario in a game of a pack.
fn moment(pack: &Arc<Pack>, text: &str) -> (Rules, State) {
    let file = SourceFile::new("moment.toml", format!("game = \"{}\"\n{text}", pack.name));
    let scenario = Arc::new(Scenario::read(file, pack).unwrap_or_else(|faults| panic!("{faults}")));
    let mut host = Rules::new(pack.configure(&scenario.config()).unwrap()).unwrap();
    let state = host.begin(1, &mut Vec::new()).unwrap_or_else(|faults| panic!("{faults}"));
    (host, state)
}

/// The texts of the legal actions, in order.
fn texts(host: &mut Rules, state: &State) -> Vec<String> {
    let mut list = ActionList::new();
    host.legal(state, &mut list).unwrap_or_else(|fault| panic!("{fault}"));
    let game = host.game().clone();
    list.iter(&game).map(|action| game.action_text(&action)).collect()
}

/// The refusal of an action, or `allowed`.
#[track_caller]
fn why(host: &mut Rules, state: &State, text: &str) -> String {
    let action = host.game().parse_action(text, None).unwrap();
    match host.check(state, &action) {
        Ok(()) => "allowed".to_owned(),
        Err(error) => error.refusal().unwrap_or_else(|fault| panic!("{text}: {fault}")).to_string(),
    }
}

/// Takes a legal action.
#[track_caller]
fn act(host: &mut Rules, state: &mut State, text: &str) {
    assert_eq!(why(host, state, text), "allowed", "{text}");
    let action = host.game().parse_action(text, None).unwrap();
    host.apply(state, &action, None).unwrap_or_else(|fault| panic!("{text}: {fault}"));
}

/// The error of the script of a legal action.
#[track_caller]
fn failure(host: &mut Rules, state: &State, text: &str) -> String {
    let action = host.game().parse_action(text, None).unwrap();
    host.apply(&mut state.clone(), &action, None).unwrap_err().to_string()
}

/// The perft counts of a state.
fn nodes(host: &mut Rules, state: &State, depth: u32) -> Vec<u64> {
    host.perft(state, depth).unwrap_or_else(|fault| panic!("{fault}")).nodes
}
