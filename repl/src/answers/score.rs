//! Wins, draws and losses of the person at the keyboard in saved matches, by game and level.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;

use parlour_ai::HUMAN;
use parlour_engine::Pack;
use parlour_engine::play::{RESULT, Record};
use parlour_table::saves;
use parlour_table::{Level, Outcome, Shelf};
use serde_json::{Value, json};

use crate::context::Context;
use crate::failure::Failure;
use crate::marks::escape;

/// Counts of wins, draws and losses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Score {
    wins: u64,
    draws: u64,
    losses: u64,
}

/// The result of a match for its only person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Result {
    Won,
    Drawn,
    Lost,
}

impl Score {
    fn count(&mut self, result: Result) {
        match result {
            Result::Won => self.wins += 1,
            Result::Drawn => self.draws += 1,
            Result::Lost => self.losses += 1,
        }
    }

    fn played(self) -> u64 {
        self.wins + self.draws + self.losses
    }
}

/// The opponents: a level, or robots by name.
type Opponents = (u8, String);

/// Shows the score by game and level, as text or as JSON.
///
/// # Errors
/// Output that can't be written.
pub(crate) fn show(context: &Context, is_json: bool) -> std::result::Result<(), Failure> {
    let scores = scores(context);
    let screen = &context.screen;
    if is_json {
        let entry = |((game, (_, opponents)), score): (&(String, Opponents), &Score)| {
            json!({
                "game": game, "level": opponents, "played": score.played(),
                "wins": score.wins, "draws": score.draws, "losses": score.losses,
            })
        };
        return screen.json(&json!({ "record": scores.iter().map(entry).collect::<Vec<Value>>() }));
    }
    if scores.is_empty() {
        return screen.show("There are no finished matches of one person against robots.");
    }
    let width = |text: &dyn Fn(&(String, Opponents)) -> usize, least: usize| {
        scores.keys().map(text).max().unwrap_or(0).max(least)
    };
    let games = width(&|(game, _)| game.chars().count(), "game".len());
    let levels = width(&|(_, (_, level))| level.chars().count(), "level".len());
    let mut out = String::new();
    // Writing to a `String` doesn't fail.
    let heading = ["played", "won", "drawn", "lost"].map(|word| format!("{word:>6}")).join("  ");
    let _ = writeln!(out, "[bold]{:games$}  {:levels$}  {heading}[/]", "game", "level");
    for ((game, (_, level)), score) in &scores {
        let counts = [score.played(), score.wins, score.draws, score.losses].map(|n| format!("{n:>6}")).join("  ");
        let (game, level) = (format!("{game:games$}"), format!("{level:levels$}"));
        let _ = writeln!(out, "{}  {}  {counts}", escape(&game), escape(&level));
    }
    screen.show(&out)
}

/// The scores of all finished saved matches of one person against robots.
fn scores(context: &Context) -> BTreeMap<(String, Opponents), Score> {
    let mut replays = Shelf::new(&context.library);
    let mut seen = HashSet::new();
    let mut scores: BTreeMap<(String, Opponents), Score> = BTreeMap::new();
    for saved in context.saves.all() {
        let name = saved.path.display().to_string();
        let record = saves::read(&saved.path).ok().and_then(|text| Record::read(&name, &text).ok());
        // A match that was also saved under a name counts once.
        let Some(record) = record.filter(|record| seen.insert((record.game.clone(), record.seed, record.hash.clone())))
        else {
            continue;
        };
        let Some(person) = only_person(&record) else { continue };
        let Some(result) = result(context, &record, &replays.outcome(&record), person) else { continue };
        let opponents = opponents(context, &record);
        scores.entry((record.game.clone(), opponents)).or_default().count(result);
    }
    scores
}

/// The seat of the only person among robots.
fn only_person(record: &Record) -> Option<usize> {
    let mut people = (0..record.players.len()).filter(|&seat| record.players[seat] == HUMAN);
    people.next().filter(|_| people.next().is_none() && record.players.len() > 1)
}

/// The result of a seat: by the rules, or by the save's conclusion (resignation, time); `None` while the match goes on.
fn result(context: &Context, record: &Record, outcome: &Outcome, seat: usize) -> Option<Result> {
    let pack = context.library.load(&record.game).ok()?;
    let game = pack.configure(&record.config(&pack).ok()?).ok()?;
    if game.is_together() {
        return None;
    }
    let name = game.seats().nth(seat).map(|seat| game.seat_name(seat).to_owned())?;
    if let Outcome::Over(ending) = outcome {
        return Some(match ending.winners.as_slice() {
            [] => Result::Drawn,
            winners if !winners.contains(&name) => Result::Lost,
            winners if winners.len() == game.seat_count() => Result::Drawn,
            _ => Result::Won,
        });
    }
    let told = &record.tags.iter().find(|(key, _)| key == RESULT)?.1;
    match (told.as_str(), seat) {
        ("1/2-1/2", _) => Some(Result::Drawn),
        ("1-0", 0) | ("0-1", 1) => Some(Result::Won),
        ("1-0", _) | ("0-1", _) => Some(Result::Lost),
        (told, _) => {
            let winners = told.strip_suffix(" won")?;
            let has_won = winners.split([',', ' ']).any(|winner| winner == name);
            Some(if has_won { Result::Won } else { Result::Lost })
        }
    }
}

/// The opponents: a level if all have the same, and else the robots by name.
fn opponents(context: &Context, record: &Record) -> Opponents {
    let robots: Vec<(usize, &String)> =
        record.players.iter().enumerate().filter(|(_, player)| *player != HUMAN).collect();
    if let Ok(pack) = context.library.load(&record.game)
        && let Some(place) = Level::ALL.iter().position(|&level| is_of(context, &pack, level, &robots))
    {
        return (u8::try_from(place).unwrap_or(u8::MAX), Level::ALL[place].name().to_owned());
    }
    let mut names: Vec<&str> = robots.iter().map(|(_, player)| player.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    (u8::MAX, names.join(", "))
}

fn is_of(context: &Context, pack: &Pack, level: Level, robots: &[(usize, &String)]) -> bool {
    robots.iter().all(|(seat, player)| level.robot(pack, &context.robots, *seat) == **player)
}
