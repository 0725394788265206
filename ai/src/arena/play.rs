//! What one thread of the arena does: it keeps its machines and plays game after game.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use parlour_engine::action::Action;
use parlour_engine::chance::Generator;
use parlour_engine::diagnostic::{Code, Diagnostic, Faults};
use parlour_engine::event::Event;
use parlour_engine::game::Game;
use parlour_engine::ids::{EventKind, Seat};
use parlour_engine::pack::spec::ScoreRule;
use parlour_engine::play::{ActError, Match};
use parlour_engine::rules::Rules;
use parlour_engine::script::StopHandle;
use xxhash_rust::xxh3::Xxh3;

use super::tally::{GameTally, RobotTally, WIN};
use super::{Arena, Field, GameNumber, Log};
use crate::library::RobotLibrary;
use crate::player::{Player, RobotError};
use crate::table::{Chosen, Director, Fault, Next, Table, Thinking, is_endless};

/// The player that a thread is asking, so that it can be stopped from another one.
pub(super) type Asked = Mutex<Option<StopHandle>>;

/// One thread's rules and robots. They last from game to game: making a machine takes longer than a quick game.
pub(super) struct Worker<'a> {
    arena: &'a Arena,
    /// A copy: whoever plays counts references to the game, and threads that count together wait for each other.
    game: Arc<Game>,
    library: &'a RobotLibrary,
    stop: &'a AtomicBool,
    asked: &'a Asked,
    fields: &'a [Field],
    log: Option<Log<'a>>,
    /// The rules, with the game of the opening that they are of if it is a scenario.
    host: Option<(Rules, Option<Arc<Game>>)>,
    /// By the list of robots.
    pub(super) players: Vec<Option<Box<dyn Player>>>,
}

impl<'a> Worker<'a> {
    pub(super) fn new(
        arena: &'a Arena,
        library: &'a RobotLibrary,
        fields: &'a [Field],
        stop: &'a AtomicBool,
        asked: &'a Asked,
        log: Option<Log<'a>>,
    ) -> Self {
        let players = arena.robots.iter().map(|_| None).collect();
        let game = Arc::new(Game::clone(&arena.game));
        Self { arena, game, library, stop, asked, fields, log, host: None, players }
    }

    /// Plays a game; `None` if it was stopped.
    pub(super) fn play(&mut self, number: GameNumber) -> Result<Option<GameTally>, Faults> {
        let arena = self.arena;
        let table = &arena.tables[number.table];
        // The place of the table whose robot sits on each seat.
        let places: Vec<usize> = (0..table.len()).map(|seat| (seat + number.rotation) % table.len()).collect();
        let names = places.iter().map(|&place| arena.robots[table[place]].clone()).collect();
        let (played, scene) = self.deal(number.deal, names)?;
        let seed = played.seed();
        let start = played.state().position_hash();
        let opening = played.steps().len();
        let mut players = Vec::new();
        for (n, &place) in places.iter().enumerate() {
            players.push(self.seat(Seat::from_index(n), table[place], seed)?);
        }
        let thinking = Thinking { time: arena.time, nodes: arena.nodes };
        let mut seated = Table::with_players(played, players, thinking);
        let tallies = vec![RobotTally::default(); table.len()];
        let mut counter = Counter { worker: self, places: &places, number: number.game, tallies, lines: String::new() };
        let is_over = seated.play(&mut counter)?;
        let Counter { mut tallies, lines, .. } = counter;
        if let Some(log) = self.log.filter(|_| !lines.is_empty()) {
            log(&lines);
        }
        let (played, players) = seated.into_parts();
        for (player, &place) in players.into_iter().zip(&places) {
            self.players[table[place]] = player;
        }
        let is_endless = is_endless(&played, arena.most_plies);
        let tally = (is_over || is_endless).then(|| {
            count_outcome(&played, &places, &mut tallies);
            let state = played.state();
            GameTally {
                game: number.game,
                table: number.table,
                plies: (played.steps().len() - opening) as u64,
                is_cut: played.game().ply_limit().is_some_and(|limit| state.ply() >= limit),
                is_endless,
                start,
                hash: hash(&played),
                ranks: ranks(&played, &places),
                seats: places.iter().enumerate().fold(vec![0; places.len()], |mut seats, (seat, &place)| {
                    seats[place] = seat;
                    seats
                }),
                places: tallies,
            }
        });
        self.keep(played, scene);
        Ok(tally)
    }

    /// The match of a deal after its opening, and the game of the opening if that is a scenario.
    pub(super) fn deal(&mut self, deal: u64, names: Vec<String>) -> Result<(Match, Option<Arc<Game>>), Faults> {
        let openings = &self.arena.openings;
        let mut mixer = Generator::numbered(self.arena.seed, deal);
        let seed = mixer.seed();
        let scene = openings.game(deal).cloned();
        let same = |other: &Option<Arc<Game>>| match (other, &scene) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b),
            (a, b) => a.is_none() && b.is_none(),
        };
        let host = match self.host.take().filter(|(_, other)| same(other)) {
            Some((host, _)) => host,
            None => Rules::new(scene.as_ref().map_or_else(|| self.game.clone(), |game| Arc::new(Game::clone(game))))?,
        };
        let mut played = Match::with_host(host, seed, names)?;
        openings.play(&mut played, deal, &mut mixer)?;
        Ok((played, scene))
    }

    /// Keeps the rules of a match that is over for the next one.
    pub(super) fn keep(&mut self, played: Match, scene: Option<Arc<Game>>) {
        self.host = Some((played.into_host(), scene));
    }

    /// Puts a robot on a seat: the one of the last game, or a new one.
    pub(super) fn seat(&mut self, seat: Seat, robot: usize, seed: u64) -> Result<Box<dyn Player>, Faults> {
        if let Some(mut player) = self.players[robot].take()
            && player.begin(seat, seed)?
        {
            return Ok(player);
        }
        self.library.seat(&self.game, seat, &self.arena.robots[robot], seed)
    }

    /// Takes a robot back that was on a seat.
    pub(super) fn leave(&mut self, robot: usize, player: Box<dyn Player>) {
        self.players[robot] = Some(player);
    }
}

/// Counts what the robots do in one game.
struct Counter<'a> {
    worker: &'a Worker<'a>,
    /// The place of the table whose robot sits on each seat.
    places: &'a [usize],
    number: u64,
    /// By the places of the table.
    tallies: Vec<RobotTally>,
    /// What the log is told of the game.
    lines: String,
}

impl Counter<'_> {
    /// Notes what a robot has printed, and how it failed.
    fn note(&mut self, table: &Table, chosen: &Chosen) {
        let (played, seat) = (&table.played, chosen.seat);
        let robot = &played.players()[seat.index()];
        let at = played.steps().len() + 1;
        let mut line = |text: &str| {
            let (game, name) = (self.number, played.game().seat_name(seat));
            // Writing to a `String` does not fail.
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

    fn next(&mut self, table: &mut Table, seat: Seat) -> Result<Next, Faults> {
        *self.worker.asked.lock().unwrap_or_else(PoisonError::into_inner) = table.stop_handle(seat);
        let rests = self.worker.stop.load(Ordering::Acquire) || is_endless(&table.played, self.worker.arena.most_plies);
        Ok(if rests { Next::Rest } else { Next::Ask })
    }

    fn chosen(&mut self, table: &mut Table, chosen: &Chosen) -> Result<ControlFlow<()>, Faults> {
        if self.worker.stop.load(Ordering::Acquire) {
            return Ok(ControlFlow::Break(()));
        }
        if self.worker.log.is_some() {
            self.note(table, chosen);
        }
        match &chosen.fault {
            Some(Fault::Rules { fault, .. }) => return Err(Diagnostic::clone(fault).into()),
            // Robots that never end would each time take as long as they may.
            Some(fault) if fault.is_late() => table.give_up(chosen.seat),
            _ => {}
        }
        Ok(ControlFlow::Continue(()))
    }

    fn acted(&mut self, table: &mut Table, chosen: &Chosen) -> Result<(), Faults> {
        let tally = &mut self.tallies[self.places[chosen.seat.index()]];
        tally.micros += u64::try_from(chosen.took.as_micros()).unwrap_or(u64::MAX);
        tally.moves += 1;
        // Whoever errs is moved at random, and the error counts.
        if let Some(fault) = &chosen.fault {
            tally.note_error(self.number, fault.to_string());
        }
        let events = table.played.steps().last().map_or(&[][..], |step| &step.events);
        self.worker.count_step(&chosen.action, events, tally);
        Ok(())
    }

    fn refused(&mut self, error: ActError) -> Faults {
        Diagnostic::new(Code::RulesFailed, error.to_string()).into()
    }
}

impl Worker<'_> {
    /// Counts an action and what came of it.
    fn count_step(&self, action: &Action, events: &[Event], tally: &mut RobotTally) {
        let game = &self.game;
        let name = |kind: EventKind| &game.pack().events[kind.index()].name;
        let count = |counts: &mut BTreeMap<String, u64>, key: &str| match counts.get_mut(key) {
            Some(n) => *n += 1,
            None => drop(counts.insert(key.to_owned(), 1)),
        };
        count(&mut tally.actions, &game.pack().verbs[action.verb().index()].name);
        for event in events {
            count(&mut tally.events, name(event.kind));
            for field in self.fields.iter().filter(|field| field.kind == event.kind.index()) {
                let told = game.event_json(event, None, true);
                let value = match &told[&field.field] {
                    serde_json::Value::String(text) => text.clone(),
                    other => other.to_string(),
                };
                count(tally.counts.entry(field.key.clone()).or_default(), &value);
            }
        }
    }
}

/// A hash of who sat where, how the match began, and all that was done in it.
fn hash(played: &Match) -> u64 {
    let mut hasher = Xxh3::new();
    for player in played.players() {
        hasher.update(player.as_bytes());
        hasher.update(&[0]);
    }
    for step in played.steps() {
        hasher.update(&step.before.position_hash().to_le_bytes());
        hasher.update(step.action.bytes());
    }
    hasher.update(&played.state().position_hash().to_le_bytes());
    hasher.digest()
}

/// The place in which each robot of the table came in, from 1.
fn ranks(played: &Match, places: &[usize]) -> Vec<u32> {
    let mut ranks = vec![1; places.len()];
    for (seat, rank) in played.game().ranking(played.state()) {
        ranks[places[seat.index()]] = u32::try_from(rank).unwrap_or(u32::MAX);
    }
    ranks
}

/// Counts how a match came out.
fn count_outcome(played: &Match, places: &[usize], tallies: &mut [RobotTally]) {
    let (game, state) = (played.game(), played.state());
    let won: Vec<bool> = game.seats().map(|seat| state.has_won(seat)).collect();
    // A team is one side, and what it wins each of its seats has won.
    let teams = game.teams().len();
    let winners = (0..teams).filter(|&team| game.members(team).any(|seat| won[seat.index()])).count();
    for (n, &place) in places.iter().enumerate() {
        let tally = &mut tallies[place];
        tally.games += 1;
        let score = i64::from(state.score(game.layout(), Seat::from_index(n)));
        tally.score += score;
        tally.squares += u128::from(score.unsigned_abs()).pow(2);
        match (winners, won[n]) {
            // Nobody plays against anybody: what nobody has won, all have lost, unless only the score counts.
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
