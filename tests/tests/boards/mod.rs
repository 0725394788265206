//! Board games: perft counts, and comparison with the referee's moves.

mod advance;
mod areas;
mod branches;
mod chains;
mod chess;
mod counters;
mod counts;
mod custody;
mod gaps;
mod joints;
mod levels;
mod many_kinds;
mod mills;
mod perft;
mod placed;
mod polyominoes;
mod pushes;
mod ranked;
mod scholar;
mod scripts;
mod shapes;
mod stacks;
mod turns;
mod walls;

use std::sync::Arc;

use parlour_engine::Words;
use parlour_engine::action::ActionList;
use parlour_engine::diagnostic::{Faults, SourceFile};
use parlour_engine::game::{Config, Game};
use parlour_engine::ids::{BoardId, Seat};
use parlour_engine::pack::{Library, Pack, PackFiles};
use parlour_engine::rules::Rules;
use parlour_engine::state::State;

pub(crate) fn library() -> Library {
    let mut library = Library::default();
    library.add_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures"));
    library.add_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../rules"));
    library
}

/// A pack of a table and, unless it is empty, a script.
fn pack_of(table: &str, script: &str) -> Result<Arc<Pack>, Faults> {
    let texts = [("game.toml", table), ("rules.lua", script)].into_iter().filter(|(_, text)| !text.is_empty());
    let texts = texts.map(|(name, text)| (name.to_owned(), text.into())).collect();
    Pack::load(PackFiles { name: "test".to_owned(), texts, ..PackFiles::default() }).map(Pack::into_shared)
}

/// Its game.
fn game_of(table: &str, script: &str) -> Result<Arc<Game>, Faults> {
    pack_of(table, script)?.configure(&Config::default())
}

/// Its rules, with a match that begins.
fn begun(table: &str, script: &str) -> (Rules, State) {
    let mut rules = Rules::new(game_of(table, script).unwrap_or_else(|faults| panic!("{faults}"))).unwrap();
    let state = rules.start(1, &mut Vec::new()).unwrap();
    (rules, state)
}

/// An edit of a pack: file, old text, which occurs once, and new text. An empty old text means the whole file, and an
/// empty new text then removes it.
pub(crate) type Edit<'a> = (&'a str, &'a str, &'a str);

/// A game of an edited pack, named as if in the current folder.
pub(crate) fn changed(name: &str, edits: &[Edit<'_>]) -> Result<Arc<Game>, Faults> {
    let files = library().files(name).unwrap();
    let mut files = PackFiles { prefix: format!("{name}/"), folder: None, ..files };
    for (file, old, new) in edits {
        if old.is_empty() {
            files.texts.remove(*file);
            if !new.is_empty() {
                files.texts.insert((*file).to_owned(), (*new).into());
            }
            continue;
        }
        let text = files.texts[*file].to_string();
        assert_eq!(text.matches(old).count(), 1, "`{old}` should stand once in {name}/{file}");
        files.texts.insert((*file).to_owned(), text.replacen(old, new, 1).into());
    }
    Pack::load(files)?.into_shared().configure(&Config::default())
}

/// The faults of an edited pack.
pub(crate) fn faults(name: &str, edits: &[Edit<'_>]) -> Vec<String> {
    match changed(name, edits) {
        Ok(_) => Vec::new(),
        Err(faults) => faults.0.iter().map(ToString::to_string).collect(),
    }
}

/// A game of the repository's packs, or of the fixtures.
pub(crate) fn game(name: &str) -> Arc<Game> {
    changed(name, &[]).unwrap_or_else(|faults| panic!("{faults}"))
}

pub(crate) fn host(name: &str) -> Rules {
    Rules::new(game(name)).unwrap_or_else(|faults| panic!("{faults}"))
}

/// The position of some rows with a seat, from 0, to move.
pub(crate) fn position(host: &mut Rules, rows: &[String], seat: usize) -> State {
    let file = SourceFile::new("board", rows.join("\n"));
    let cells = host.game().read_board(&file).unwrap_or_else(|fault| panic!("{fault}"));
    host.position(Some(&cells), Some(Seat::from_index(seat))).unwrap_or_else(|fault| panic!("{fault}"))
}

/// The legal actions with the rows of the board after each.
fn legal_boards(host: &mut Rules, state: &State) -> Vec<(String, Vec<String>)> {
    let game = host.game().clone();
    let mut list = ActionList::new();
    host.legal(state, &mut list).unwrap_or_else(|fault| panic!("{fault}"));
    list.iter(&game)
        .map(|action| {
            let mut after = state.clone();
            host.apply(&mut after, &action, None).unwrap_or_else(|fault| panic!("{fault}"));
            (game.action_text(&action), game.board_rows(&after, BoardId(0)))
        })
        .collect()
}

/// The texts of the legal actions, in listing order.
pub(crate) fn texts(rules: &mut Rules, state: &State) -> Vec<String> {
    let mut list = ActionList::new();
    rules.legal(state, &mut list).unwrap();
    let game = rules.game().clone();
    list.iter(&game).map(|action| game.action_text(&action)).collect()
}

/// The texts of the legal actions, sorted.
pub(crate) fn sorted_texts(rules: &mut Rules, state: &State) -> Vec<String> {
    let mut texts = texts(rules, state);
    texts.sort();
    texts
}
