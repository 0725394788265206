//! Options for the next match of a game.

use parlour_engine::diagnostic::suggest;
use parlour_engine::game::{Config, Game};
use parlour_engine::pack::spec::{OptionKind, OptionSpec};

use super::lobby::{Lobby, PLAYERS};
use super::sitting::Sitting;
use crate::failure::Failure;
use crate::marks::{escape, wrap};

impl Sitting {
    /// Sets an option for the next match of the game, or lists the options.
    pub(super) fn set_option(&mut self, lobby: &mut Lobby, rest: &str) -> Result<(), Failure> {
        let game = self.game().clone();
        if rest.is_empty() {
            return list(&game, lobby);
        }
        let (key, value) = rest
            .split_once([' ', '='])
            .map(|(key, value)| (key.trim(), value.trim()))
            .ok_or_else(|| Failure::Input("expected a key and a value, as in `set hand_size 6`".to_owned()))?;
        check(&game, key, value)?;
        let others = lobby.waiting.of(game.name()).filter(|(set, _)| *set != key);
        let together: Vec<(String, String)> =
            others.chain([(key, value)]).map(|(key, value)| (key.to_owned(), value.to_owned())).collect();
        let says_players = takes_players(&game) && together.iter().any(|(key, _)| key == PLAYERS);
        let config = Config {
            variant: game.variant().map(str::to_owned),
            seats: (!says_players).then(|| game.seat_count()),
            set: together,
            ..Config::default()
        };
        // Options with which no match could begin are refused.
        game.pack().configure(&config)?;
        lobby.waiting.put(game.name(), key, value);
        let text = format!("{key} will be {value} in the next match: `{}` begins it.", self.play_again());
        lobby.context.screen.tell(&escape(&text))
    }
}

/// True if the number of seats can be chosen, and no option of the game has that name.
fn takes_players(game: &Game) -> bool {
    let seats = &game.pack().seats;
    seats.min < seats.max && game.pack().options.iter().all(|spec| spec.key != PLAYERS)
}

/// Shows the options of a game, with their current values and those for the next match.
fn list(game: &Game, lobby: &Lobby) -> Result<(), Failure> {
    let screen = &lobby.context.screen;
    let seats = &game.pack().seats;
    let next = |key: &str| {
        let value = lobby.waiting.value(game.name(), key);
        value.map_or_else(String::new, |value| format!(", {} in the next match", escape(value)))
    };
    if takes_players(game) {
        let (now, next) = (game.seat_count(), next(PLAYERS));
        screen.show(&format!("  [bold]{PLAYERS}[/] = {now}{next}  [dim]({})[/]  Seats.", seats.counts_text()))?;
    }
    for (spec, (key, value)) in game.pack().options.iter().zip(game.options()) {
        let line = format!("  [bold]{key}[/] = {value}{}  [dim]({})[/]  {}", next(key), range(spec), spec.help);
        screen.show(&wrap(&line, screen.width, 6))?;
    }
    Ok(())
}

/// # Errors
/// An unknown option, or an invalid value.
fn check(game: &Game, key: &str, value: &str) -> Result<(), Failure> {
    let wrong = |expected: String| Failure::Input(format!("`{key}` can't be `{value}`; expected {expected}"));
    let takes_players = takes_players(game);
    let seats = &game.pack().seats;
    if let Some(spec) = game.pack().options.iter().find(|spec| spec.key == key) {
        return spec.parse(value).map(|_| ()).map_err(|expected| wrong(expected.to_string()));
    }
    if !(takes_players && key == PLAYERS) {
        let known = game.pack().options.iter().map(|spec| spec.key.as_str());
        let known = known.chain(takes_players.then_some(PLAYERS));
        return Err(Failure::Input(format!("there is no option `{key}`; {}", suggest(key, known))));
    }
    if !value.parse().is_ok_and(|n| seats.counts.contains(&n)) {
        let counts = seats.counts_text();
        return Err(wrong(if counts.contains(" to ") { format!("a whole number from {counts}") } else { counts }));
    }
    Ok(())
}

/// The allowed values of an option.
fn range(spec: &OptionSpec) -> String {
    match &spec.kind {
        OptionKind::Int { min, max } => escape(&format!("{min} to {max}")),
        OptionKind::Bool => "true or false".to_owned(),
        OptionKind::Word(words) => escape(&words.join(", ")),
        OptionKind::Numbers(numbers) => numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
        _ => String::new(),
    }
}
