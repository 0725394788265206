//! Board games: counts of positions, and the engine's moves against the referee's.

mod advance;
mod branches;
mod counts;
mod levels;
mod perft;
mod scholar;

use std::sync::Arc;

use parlour_engine::action::ActionList;
use parlour_engine::diagnostic::SourceFile;
use parlour_engine::game::{Config, Game};
use parlour_engine::ids::Seat;
use parlour_engine::pack::Library;
use parlour_engine::script::Host;
use parlour_engine::state::State;

/// A game of the repository's packs.
fn game(name: &str) -> Arc<Game> {
    let mut library = Library::default();
    library.add_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../rules"));
    library.load(name).and_then(|pack| pack.configure(&Config::default())).unwrap_or_else(|faults| panic!("{faults}"))
}

fn host(name: &str) -> Host {
    Host::new(game(name)).unwrap_or_else(|faults| panic!("{faults}"))
}

/// The position of some rows with a seat, from 0, to act.
fn position(host: &mut Host, rows: &[String], seat: usize) -> State {
    let file = SourceFile::new("board", rows.join("\n"));
    let cells = host.game().read_board(&file).unwrap_or_else(|fault| panic!("{fault}"));
    host.position(Some(&cells), Some(Seat::from_index(seat))).unwrap_or_else(|fault| panic!("{fault}"))
}

/// The legal actions with the rows of the board after each.
fn legal_boards(host: &mut Host, state: &State) -> Vec<(String, Vec<String>)> {
    let game = host.game().clone();
    let mut list = ActionList::new();
    host.legal(state, &mut list).unwrap_or_else(|fault| panic!("{fault}"));
    list.iter(&game)
        .map(|action| {
            let mut after = state.clone();
            host.apply(&mut after, &action, None).unwrap_or_else(|fault| panic!("{fault}"));
            (game.action_text(&action), game.board_rows(&after, 0))
        })
        .collect()
}
