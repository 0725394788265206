//! Completions of the arguments of commands.

use parlour_ai::{HUMAN, SEARCHES};
use parlour_engine::pack::spec::{OptionKind, OptionSpec};
use parlour_engine::script::view_words;
use parlour_table::Level;

use super::Session;
use super::command::COMMANDS;
use super::lobby::PLAYERS;

/// No completions.
pub(super) fn nothing(_: &Session) -> Vec<String> {
    Vec::new()
}

pub(super) fn games(session: &Session) -> Vec<String> {
    session.lobby.context.library.names()
}

pub(super) fn saves(session: &Session) -> Vec<String> {
    session.lobby.context.saves.names()
}

/// The commands and the actions of the game.
pub(super) fn topics(session: &Session) -> Vec<String> {
    let verbs = session.sitting.iter().flat_map(|sitting| &sitting.game().pack().verbs);
    let commands = COMMANDS.iter().map(|command| command.name.to_owned());
    commands.chain(verbs.map(|verb| verb.name.clone())).collect()
}

pub(super) fn on_off(_: &Session) -> Vec<String> {
    ["on", "off"].map(str::to_owned).to_vec()
}

pub(super) fn speeds(_: &Session) -> Vec<String> {
    ["slow", "normal", "fast"].map(str::to_owned).to_vec()
}

/// The robots of the game.
pub(super) fn robots(session: &Session) -> Vec<String> {
    let Some(sitting) = &session.sitting else { return Vec::new() };
    let names = session.lobby.context.robots.names(sitting.game().name());
    let levels = Level::ALL.map(|level| level.name().to_owned());
    levels.into_iter().filter(|level| !names.contains(level)).chain(names.clone()).collect()
}

/// The seats and the levels for a rematch.
pub(super) fn again(session: &Session) -> Vec<String> {
    let Some(sitting) = &session.sitting else { return Vec::new() };
    let seats = sitting.game().seats().map(|seat| sitting.game().seat_name(seat).to_owned());
    seats.chain(Level::ALL.map(|level| level.name().to_owned())).collect()
}

/// The squares of all boards.
pub(super) fn squares(session: &Session) -> Vec<String> {
    let Some(sitting) = &session.sitting else { return Vec::new() };
    let game = sitting.game();
    let squares =
        game.boards().flat_map(|board| game.squares(board).map(move |square| game.square_name(board, square)));
    squares.collect()
}

/// Each seat with each possible player.
pub(super) fn seats(session: &Session) -> Vec<String> {
    let Some(sitting) = &session.sitting else { return Vec::new() };
    let players: Vec<String> = std::iter::once(HUMAN.to_owned()).chain(robots(session)).collect();
    let seats = sitting.game().seats().map(|seat| sitting.game().seat_name(seat));
    seats.flat_map(|seat| players.iter().map(move |player| format!("{seat} {player}"))).collect()
}

/// The paths for `inspect`.
pub(super) fn paths(session: &Session) -> Vec<String> {
    session.sitting.as_ref().map_or_else(Vec::new, |sitting| sitting.paths())
}

/// The options of the game with their values.
pub(super) fn settings(session: &Session) -> Vec<String> {
    let Some(sitting) = &session.sitting else { return Vec::new() };
    let game = sitting.game();
    let values = |spec: &OptionSpec, value: String| match &spec.kind {
        OptionKind::Bool => vec!["true".to_owned(), "false".to_owned()],
        OptionKind::Word(words) => words.clone(),
        OptionKind::Numbers(numbers) => numbers.iter().map(ToString::to_string).collect(),
        _ => vec![value],
    };
    let options = game.pack().options.iter().zip(game.options());
    let seats = &game.pack().seats;
    let players = (seats.min < seats.max).then(|| format!("{PLAYERS} {}", game.seat_count()));
    let options = options.flat_map(|(spec, (key, value))| {
        values(spec, value.to_string()).into_iter().map(move |value| format!("{key} {value}"))
    });
    options.chain(players).collect()
}

/// The names of the script API, for a Lua expression.
pub(super) fn lua(session: &Session) -> Vec<String> {
    let Some(sitting) = &session.sitting else { return Vec::new() };
    let own = ["legal", "me.seat"].map(str::to_owned).into_iter();
    let searches = SEARCHES.map(|search| format!("search.{}()", search.name));
    let pack = sitting.game().pack();
    let of_rules = pack.verbs.iter().filter(|_| pack.rules.is_some());
    let of_rules = of_rules.map(|verb| format!("rules.actions.{}", verb.name)).chain(["rules".to_owned()]);
    own.chain(searches).chain(of_rules).chain(view_words(sitting.game())).collect()
}
