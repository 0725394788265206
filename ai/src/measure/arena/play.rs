//! The worker of one thread of the arena: it keeps its machines and plays game after game.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::ControlFlow;

use parlour_engine::action::Action;
use parlour_engine::diagnostic::{Diagnostic, Faults};
use parlour_engine::event::Event;
use parlour_engine::game::Game;
use parlour_engine::ids::{EventKind, Seat};
use parlour_engine::pack::spec::ScoreRule;
use parlour_engine::play::{ActError, Match};
use xxhash_rust::xxh3::Xxh3;

use super::tally::{GameTally, RobotTally, WIN};
use super::{Arena, Field, GameNumber, Log};
use crate::measure::runner::RunEnd;
use crate::players::Pool;
use crate::players::RobotLibrary;
use crate::players::seated::{Chosen, Director, Fault, Next, SeatedMatch, is_endless, rules_failed};
use parlour_engine::Words;
use parlour_search::player::{RobotError, Thinking};

/// One thread's rules and robots, kept from game to game.
pub(super) struct Worker<'a> {
    arena: &'a Arena,
    library: &'a RobotLibrary,
    fields: &'a [Field],
    log: Option<Log<'a>>,
    end: RunEnd,
    pool: Pool,
}

impl<'a> Worker<'a> {
    pub(super) fn new(
        arena: &'a Arena,
        library: &'a RobotLibrary,
        fields: &'a [Field],
        log: Option<Log<'a>>,
        end: RunEnd,
    ) -> Self {
        Self { arena, library, fields, log, end, pool: Pool::new(&arena.game) }
    }

    /// Plays a game; `None` if it was stopped.
    pub(super) fn play(&mut self, number: GameNumber) -> Result<Option<GameTally>, Faults> {
        Ok(self.record(number, |_, _| ())?.map(|(tally, ())| tally))
    }

    /// Plays a game, and takes a record of it when it is over; `None` if it was stopped.
    pub(super) fn record<T>(
        &mut self,
        number: GameNumber,
        record: impl FnOnce(&Match, &GameTally) -> T,
    ) -> Result<Option<(GameTally, T)>, Faults> {
        let arena = self.arena;
        let table = &arena.tables[number.table];
        // For each seat the table index of its robot.
        let places: Vec<usize> = (0..table.len()).map(|seat| (seat + number.rotation) % table.len()).collect();
        let names = places.iter().map(|&place| arena.robots[table[place]].clone()).collect();
        let played = arena.openings.deal(&mut self.pool, (arena.seed, number.deal), names)?;
        let start = played.state().position_hash();
        let opening = played.steps().len();
        let mut seated = self.pool.seat(played, self.library, arena.thinking())?;
        let tallies = vec![RobotTally::default(); table.len()];
        let mut counter = Counter { worker: self, places: &places, number: number.game, tallies, lines: String::new() };
        let is_over = seated.play(&mut counter)?;
        let Counter { mut tallies, lines, .. } = counter;
        if let Some(log) = self.log.filter(|_| !lines.is_empty()) {
            log(&lines);
        }
        let played = &seated.played;
        let is_endless = is_endless(played, arena.most_plies);
        let tally = if is_over || is_endless {
            count_outcome(played, &places, &mut tallies);
            let state = played.state();
            Some(GameTally {
                game: number.game,
                table: number.table,
                plies: (played.steps().len() - opening) as u64,
                is_cut: played.game().ply_limit().is_some_and(|limit| state.ply() >= limit),
                is_endless,
                start,
                hash: hash(played)?,
                ranks: ranks(played, &places),
                seats: places.iter().enumerate().fold(vec![0; places.len()], |mut seats, (seat, &place)| {
                    seats[place] = seat;
                    seats
                }),
                places: tallies,
            })
        } else {
            None
        };
        let recorded = tally.map(|tally| {
            let record = record(&seated.played, &tally);
            (tally, record)
        });
        self.pool.clear(seated);
        Ok(recorded)
    }
}

impl Arena {
    /// The thinking budget of a move.
    pub(crate) const fn thinking(&self) -> Thinking {
        Thinking { time: self.time, nodes: self.nodes }
    }
}

/// Director that counts the robots' actions and errors in one game.
struct Counter<'a> {
    worker: &'a Worker<'a>,
    /// For each seat the table index of its robot.
    places: &'a [usize],
    number: u64,
    /// One for each table index.
    tallies: Vec<RobotTally>,
    /// Lines of the game for the log.
    lines: String,
}

impl Counter<'_> {
    /// Logs a robot's output and error.
    fn note(&mut self, seated: &SeatedMatch, chosen: &Chosen) {
        let (played, seat) = (&seated.played, chosen.seat);
        let robot = &played.players()[seat.index()];
        let at = played.steps().len() + 1;
        let mut line = |text: &str| {
            let (game, name) = (self.number, played.game().seat_name(seat));
            // Writing to a `String` doesn't fail.
            let _ = writeln!(self.lines, "game {game}, action {at}, {name} ({robot}): {text}");
        };
        chosen.printed.iter().for_each(|printed| line(printed));
        let Some(fault) = &chosen.fault else { return };
        line(&fault.to_string());
        if let Fault::Robot(RobotError::Script { fault, .. }) = fault {
            fault.calls.iter().for_each(|call| line(&call.to_string()));
        }
    }
}

impl Director for Counter<'_> {
    type Error = Faults;

    fn next(&mut self, seated: &mut SeatedMatch, seat: Seat) -> Result<Next, Faults> {
        let Worker { arena, end, .. } = self.worker;
        end.asks(seated.stop_handle(seat));
        Ok(Next::ask_unless(end.is_near() || is_endless(&seated.played, arena.most_plies)))
    }

    fn chosen(&mut self, seated: &mut SeatedMatch, chosen: &Chosen) -> Result<ControlFlow<()>, Faults> {
        if self.worker.end.is_near() {
            return Ok(ControlFlow::Break(()));
        }
        if self.worker.log.is_some() {
            self.note(seated, chosen);
        }
        seated.get_over(chosen)?;
        Ok(ControlFlow::Continue(()))
    }

    fn acted(&mut self, seated: &mut SeatedMatch, chosen: &Chosen) -> Result<(), Faults> {
        let tally = &mut self.tallies[self.places[chosen.seat.index()]];
        tally.micros += u64::try_from(chosen.took.as_micros()).unwrap_or(u64::MAX);
        tally.moves += 1;
        // After an error the move is random, and the error counts.
        if let Some(fault) = &chosen.fault {
            tally.note_error(self.number, fault.to_string());
        }
        let events = seated.played.steps().last().map_or(&[][..], |step| &step.events);
        if let Some(action) = &chosen.action {
            count_step(seated.played.game(), self.worker.fields, action, events, tally);
        }
        Ok(())
    }

    fn resigned(&mut self, _seated: &mut SeatedMatch, chosen: &Chosen) -> Result<(), Faults> {
        self.tallies[self.places[chosen.seat.index()]].resignations += 1;
        Ok(())
    }

    fn refused(&mut self, error: ActError) -> Faults {
        rules_failed(&error)
    }
}

/// Counts an action and its events.
fn count_step(game: &Game, fields: &[Field], action: &Action, events: &[Event], tally: &mut RobotTally) {
    let name = |kind: EventKind| &game.pack().events[kind.index()].name;
    let count = |counts: &mut BTreeMap<String, u64>, key: &str| match counts.get_mut(key) {
        Some(n) => *n += 1,
        None => drop(counts.insert(key.to_owned(), 1)),
    };
    count(&mut tally.actions, &game.pack().verbs[action.verb().index()].name);
    for event in events {
        count(&mut tally.events, name(event.kind));
        for field in fields.iter().filter(|field| field.kind == event.kind.index()) {
            let told = game.event_json(event, None, true);
            let value = match &told[&field.field] {
                serde_json::Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            count(tally.counts.entry(field.key.clone()).or_default(), &value);
        }
    }
}

/// A hash of the seating, the initial position and all actions.
///
/// # Errors
/// Rules that fail in replay.
pub(super) fn hash(played: &Match) -> Result<u64, Diagnostic> {
    let mut hasher = Xxh3::new();
    for player in played.players() {
        hasher.update(player.as_bytes());
        hasher.update(&[0]);
    }
    for (n, step) in played.steps().iter().enumerate() {
        hasher.update(&played.state_before(n)?.position_hash().to_le_bytes());
        hasher.update(step.action.bytes());
    }
    hasher.update(&played.state().position_hash().to_le_bytes());
    if played.conclusion().is_some() {
        let winners: Vec<u8> = played.game().seats().map(|seat| u8::from(played.state().has_won(seat))).collect();
        hasher.update(&winners);
    }
    Ok(hasher.digest())
}

/// The rank of each robot of the table, from 1.
fn ranks(played: &Match, places: &[usize]) -> Vec<u32> {
    let mut ranks = vec![1; places.len()];
    for (seat, rank) in played.game().ranking(played.state()) {
        ranks[places[seat.index()]] = u32::try_from(rank).unwrap_or(u32::MAX);
    }
    ranks
}

/// Counts the outcome of a match.
fn count_outcome(played: &Match, places: &[usize], tallies: &mut [RobotTally]) {
    let (game, state) = (played.game(), played.state());
    let won: Vec<bool> = game.seats().map(|seat| state.has_won(seat)).collect();
    // A team is one side: each of its seats gets the team's win.
    let teams = game.teams().len();
    let winners = (0..teams).filter(|&team| game.members(team).any(|seat| won[seat.index()])).count();
    for (n, &place) in places.iter().enumerate() {
        let tally = &mut tallies[place];
        tally.games += 1;
        let score = i64::from(game.score(state, Seat::from_index(n)));
        tally.score += score;
        tally.squares += u128::from(score.unsigned_abs()).pow(2);
        match (winners, won[n]) {
            // In a cooperative game no winner means that all have lost, unless only the score counts.
            (0, _) if game.is_together() => {
                tally.draws += u64::from(game.pack().scores != ScoreRule::Wins);
                tally.losses += u64::from(game.pack().scores == ScoreRule::Wins);
            }
            (0, _) => {
                tally.draws += 1;
                tally.points += WIN / teams as u64;
            }
            (1, true) => {
                tally.wins += 1;
                tally.points += WIN;
            }
            (_, true) => {
                tally.draws += 1;
                tally.points += WIN / winners as u64;
            }
            (_, false) => tally.losses += 1,
        }
    }
}
