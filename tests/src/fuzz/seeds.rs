//! The seed corpus: files of the repository, and texts generated from games.

use std::path::Path;

use parlour_engine::Words;
use parlour_engine::play::Match;

use super::positions::{at, files, packs};

/// The number of a position's actions in the corpus.
const LISTED: usize = 6;

/// The tables of the packs, with the name of the pack in the first line.
pub(super) fn packs_of_toml() -> Vec<String> {
    let table =
        |files: &parlour_engine::pack::PackFiles| Some(format!("# {}\n{}", files.name, files.texts.get("game.toml")?));
    files().iter().filter_map(table).collect()
}

/// The scripts of the packs, with the name of the pack and the file in the first line.
pub(super) fn scripts() -> Vec<String> {
    let scripts = files().iter().flat_map(|files| {
        let lua = files.texts.iter().filter(|(path, _)| path.ends_with(".lua"));
        lua.map(|(path, text)| format!("-- {} {path}\n{text}", files.name))
    });
    scripts.collect()
}

/// The scripts among them that are rules.
pub(super) fn rules() -> Vec<String> {
    let is_rules = |text: &String| text.lines().next().is_some_and(|line| !line.ends_with(" display.lua"));
    scripts().into_iter().filter(is_rules).collect()
}

/// A moment as a scenario.
fn scenario(played: &Match) -> String {
    let (game, state) = (played.game(), played.state());
    let json = game.state_json(state);
    let mut out = format!("game = \"{}\"\n", game.name());
    if let Some(variant) = game.variant() {
        out += &format!("variant = \"{variant}\"\n");
    }
    if let Some(decision) = state.decision() {
        out += &format!("to_act = \"{}\"\n", game.seat_name(decision.seat));
    }
    for table in ["vars", "zones", "boards"] {
        let entries = json[table].as_object().into_iter().flatten();
        let lines: String = entries.map(|(name, value)| format!("\"{name}\" = {value}\n")).collect();
        if !lines.is_empty() {
            out += &format!("[{table}]\n{lines}");
        }
    }
    out
}

pub(super) fn scenarios() -> Vec<String> {
    let mut out = Vec::new();
    for pack in packs() {
        for plies in [0, 10] {
            at(&format!("{} {plies}", pack.name), |played| out.push(scenario(played)));
        }
    }
    out.push("game = \"treasure-hunt\"\nvariant = \"line\"\n[chance]\ndie = [2, 4, 6]\n".to_owned());
    out.push("game = \"final-card-down\"\ndeck = [\"2 red clubs\", \"A blue diamonds\"]\n".to_owned());
    out
}

/// Saves of the archive, two of each game.
pub(super) fn saves() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("archive");
    let mut out = Vec::new();
    for pack in packs() {
        let entries = std::fs::read_dir(folder.join(&pack.name)).into_iter().flatten();
        let mut paths: Vec<_> = entries.filter_map(Result::ok).map(|entry| entry.path()).collect();
        paths.sort();
        out.extend(paths.iter().step_by(6).filter_map(|path| std::fs::read_to_string(path).ok()));
    }
    out
}

/// Lines that name a moment, each followed by a line for one of its actions.
fn lines(line: impl Fn(&str) -> String) -> Vec<String> {
    let mut out = Vec::new();
    for pack in packs() {
        for plies in [0, 10, 30] {
            let moment = format!("{} {plies}", pack.name);
            at(&moment, |played| {
                let game = played.game();
                let step = (played.legal().len() / LISTED).max(1);
                let texts = played.legal().iter(game).step_by(step).map(|action| game.action_text(&action));
                out.extend(texts.map(|text| format!("{moment}\n{}", line(&text))));
            });
        }
    }
    out
}

pub(super) fn actions() -> Vec<String> {
    lines(str::to_owned)
}

pub(super) fn answers() -> Vec<String> {
    lines(|text| serde_json::json!({ "action": text, "reason": "it is there" }).to_string())
}

/// Boards, after a line with the name of the game and a seat.
pub(super) fn boards() -> Vec<String> {
    let mut out = Vec::new();
    for pack in packs().iter().filter(|pack| !pack.boards.is_empty()) {
        for plies in [0, 10, 40] {
            at(&format!("{} {plies}", pack.name), |played| {
                let seat = pack.seats.names.first().map_or("", String::as_str);
                out.push(format!("{} {seat}\n{}", pack.name, played.game().write_board(played.state())));
            });
        }
    }
    out
}
