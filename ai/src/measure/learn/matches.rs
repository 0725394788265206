//! Training examples: a robot's decisions with their features, its choices and the outcomes for its seat.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use parlour_engine::action::Action;
use parlour_engine::diagnostic::{Code, Diagnostic, Faults};
use parlour_engine::ids::Seat;
use parlour_engine::play::{ActError, Match};

use super::{Features, MOST_ACTIONS, Names, Outcome, Row};
use crate::base::player::RobotError;
use crate::measure::arena::Arena;
use crate::measure::runner::{self, RunEnd};
use crate::players::Pool;
use crate::players::RobotLibrary;
use crate::players::seated::{Chosen, Director, Next, SeatedMatch, is_endless, rules_failed, share};

/// The matches of the first table of an arena, with the learning task.
pub(super) struct Matches<'a> {
    pub(super) arena: &'a Arena,
    pub(super) library: &'a RobotLibrary,
    pub(super) names: &'a Names,
    pub(super) outcome: Outcome,
}

impl Matches<'_> {
    /// Plays all matches, and returns for each the decisions of the first robot's seats, in order; once `stop` is set,
    /// those of the finished matches. The number of threads doesn't change the result.
    ///
    /// # Errors
    /// Robots that can't be seated, the robot when it fails, and rules that do.
    pub(super) fn moments(
        &self,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(u64),
    ) -> Result<BTreeMap<u64, Vec<Row>>, Faults> {
        runner::all(
            (self.arena.jobs, self.arena.games),
            &|| stop.load(Ordering::Acquire),
            |end| {
                let mut pool = Pool::new(&self.arena.game);
                move |game| self.of_game(&mut pool, game, &end)
            },
            progress,
        )
    }

    /// Plays a match and collects its rows; `None` if it was stopped.
    fn of_game(&self, pool: &mut Pool, game: u64, end: &RunEnd) -> Result<Option<Vec<Row>>, Faults> {
        let Self { arena, outcome, names, .. } = *self;
        let (deal, by) = turned(arena, game);
        let table = &arena.tables[0];
        let robot = |seat: usize| arena.robots[table[(seat + by) % table.len()]].clone();
        let dealt = arena.openings.deal(pool, (arena.seed, deal), (0..table.len()).map(robot).collect())?;
        let mut seated = pool.seat(dealt, self.library, arena.thinking())?;
        let learner = &arena.robots[table[0]];
        let (most_plies, is_choosing) = (arena.most_plies, outcome == Outcome::Chosen);
        let mut listener = Listener { learner, is_choosing, end, most_plies, heard: Vec::new() };
        let is_over = seated.play(&mut listener)?;
        let heard = listener.heard;
        let played = &seated.played;
        let is_played = is_over || is_endless(played, most_plies);
        let mut rows = Vec::new();
        for (n, moment) in heard.iter().enumerate().filter(|_| is_played) {
            let next = heard[n + 1..].iter().position(|other| other.seat == moment.seat).map_or(0, |gap| gap + 1);
            for (at, action) in moment.actions.iter().enumerate() {
                let (came, next) = match outcome {
                    Outcome::Won => (share(played, moment.seat), next),
                    Outcome::Margin => (margin(played, moment.seat), next),
                    Outcome::Chosen => {
                        (f64::from(u8::from(at == moment.chosen)), usize::from(at + 1 < moment.actions.len()))
                    }
                };
                rows.push(names.row(action, came, next)?);
            }
        }
        pool.clear(seated);
        Ok(is_played.then_some(rows))
    }
}

/// The deal of a match.
pub(super) fn deal_of(arena: &Arena, game: u64) -> u64 {
    turned(arena, game).0
}

/// The deal of a match, and its rotation. Each deal is played in every rotation of the seats, and once if the same
/// robot has all of them.
fn turned(arena: &Arena, game: u64) -> (u64, usize) {
    let turns = arena.turns(0);
    (game / turns as u64, game as usize % turns)
}

/// The score of a seat's team minus the best of the others.
fn margin(played: &Match, seat: Seat) -> f64 {
    let (game, state) = (played.game(), played.state());
    let team = game.team_of(seat);
    let others = (0..game.teams().len()).filter(|&other| other != team).map(|other| game.team_score(state, other));
    game.team_score(state, team) - others.reduce(f64::max).unwrap_or(0.0)
}

/// A recorded decision.
struct Heard {
    seat: Seat,
    /// The features of the actions that are learned from.
    actions: Vec<Features>,
    /// The index of the chosen one.
    chosen: usize,
}

/// Director that records the features of decisions.
struct Listener<'a> {
    learner: &'a str,
    /// True if it records the features of all legal actions.
    is_choosing: bool,
    end: &'a RunEnd,
    most_plies: u64,
    heard: Vec<Heard>,
}

impl Listener<'_> {
    /// The features of a decision and its choice; `None` if it isn't learned from.
    fn hear(&self, seated: &mut SeatedMatch, seat: Seat, action: &Action) -> Result<Option<Heard>, Diagnostic> {
        let failed = |error: RobotError| Diagnostic::new(Code::BadLesson, format!("{}: {error}", self.learner));
        let mut heard = Heard { seat, actions: Vec::new(), chosen: 0 };
        let count = if self.is_choosing { seated.played.legal().len() } else { 1 };
        for n in 0..count {
            let played = &seated.played;
            let other = if self.is_choosing { played.legal().get(played.game(), n) } else { action.clone() };
            let told = seated.features(seat, &other).map_err(failed)?;
            if other == *action {
                if told.is_none() {
                    return Ok(None);
                }
                heard.chosen = heard.actions.len();
            }
            heard.actions.extend(told);
            if heard.actions.len() > MOST_ACTIONS {
                let message =
                    format!("{}: `features` describes more than {MOST_ACTIONS} actions of a moment", self.learner);
                let help = "let it return nil for those that never come into question, or for all of such a moment";
                return Err(Diagnostic::new(Code::BadLesson, message).help(help));
            }
        }
        let least = if self.is_choosing { 2 } else { 1 };
        Ok((heard.actions.len() >= least).then_some(heard))
    }
}

impl Director for Listener<'_> {
    type Error = Faults;

    fn next(&mut self, seated: &mut SeatedMatch, seat: Seat) -> Result<Next, Faults> {
        self.end.asks(seated.stop_handle(seat));
        Ok(Next::ask_unless(self.end.is_near() || is_endless(&seated.played, self.most_plies)))
    }

    fn chosen(&mut self, seated: &mut SeatedMatch, chosen: &Chosen) -> Result<ControlFlow<()>, Faults> {
        if self.end.is_near() {
            return Ok(ControlFlow::Break(()));
        }
        let robot = &seated.played.players()[chosen.seat.index()];
        // Random moves after a robot's failure are no training data.
        let failed = |error: &dyn std::fmt::Display| {
            let message = format!("{robot}: {error}");
            Faults::from(Diagnostic::new(Code::ScriptError, message).help("mend the robot before anything is learnt"))
        };
        if let Some(fault) = &chosen.fault {
            return Err(failed(fault));
        }
        if robot == self.learner
            && let Some(action) = &chosen.action
        {
            let heard = self.hear(seated, chosen.seat, action)?;
            self.heard.extend(heard);
        }
        Ok(ControlFlow::Continue(()))
    }

    fn refused(&mut self, error: ActError) -> Faults {
        rules_failed(&error)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::path::Path;

    use parlour_engine::pack::Library;

    use super::*;

    #[test]
    fn a_deal_is_not_played_twice_alike() {
        let mut packs = Library::default();
        packs.add_folder(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures"));
        let game = packs.load("dice").unwrap().configure(&parlour_engine::Config::default()).unwrap();
        let turned = |robots: &[&str]| -> Vec<(u64, usize)> {
            let robots: Vec<String> = robots.iter().map(|&robot| robot.to_owned()).collect();
            let arena = Arena::new(game.clone(), robots);
            (0..4).map(|game| turned(&arena, game)).collect()
        };
        assert_eq!(turned(&["a", "a"]), [(0, 0), (1, 0), (2, 0), (3, 0)]);
        assert_eq!(turned(&["a", "b"]), [(0, 0), (0, 1), (1, 0), (1, 1)]);
        assert_eq!(turned(&["a", "b", "a", "b"]), [(0, 0), (0, 1), (1, 0), (1, 1)]);
        assert_eq!(turned(&["a", "a", "b"]), [(0, 0), (0, 1), (0, 2), (1, 0)]);
    }
}
