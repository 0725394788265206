//! Threads with tables, and threads on which robots think.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use parlour_engine::play::Record;
use parlour_engine::rules::Rules;
use parlour_table::judging::{Decision, Judged};
use parlour_table::{Opened, Reply, Robots, Saves, Seed, Table, Thinker, Thinking};
use serde_json::{Map, Value, json};
use tokio::sync::mpsc::Sender;
use tokio::sync::oneshot;

use crate::alarms::Alarms;
use crate::desk::{Asked, Desk, Found, Studied};
use crate::desks::Desks;
use crate::error::Refused;
use crate::limits::Limits;
use crate::message::{Ask, Id, Out};
use crate::order::{HUMAN, Order, player};
use crate::shared::Shared;
use crate::store::{Fair, Papers};
use crate::token::{self, Hash};

/// How often clocks are looked at where nothing else happens.
const TICK: Duration = Duration::from_millis(100);
/// How often it is written down that the server is there, in milliseconds.
const NOTED_EVERY: u64 = 5000;

/// What is said of a table whose match the rules can't replay, or whose rules can't be read. Its match is kept.
const STUCK: &str = "by the rules as they are now the match of this table can't be gone on with";

/// What a worker is asked to do.
pub(crate) enum Job {
    /// A new table is wanted.
    Make(String, Order, oneshot::Sender<Result<Value, Refused>>),
    /// A saved match is to be gone on with or looked at.
    TakeUp(String, String, oneshot::Sender<Result<Value, Refused>>),
    /// Somebody from the lobby wants a seat.
    Claim(String, oneshot::Sender<Result<Value, Refused>>),
    /// A client says something.
    Heard { table: String, client: u64, out: Sender<Out>, ask: Ask },
    /// A client is gone.
    Left { table: String, client: u64 },
    /// A robot has answered.
    Replied { table: String, reply: Box<Reply>, hint: Option<(u64, Id)> },
    /// Decisions of a match were judged.
    Judged { table: String, found: Found },
    /// Packs or robots have changed.
    Reload,
    /// The server ends.
    Stop,
}

/// A match that is to be judged.
pub(crate) struct Studying {
    table: String,
    studied: Studied,
    back: SyncSender<Job>,
}

/// What a thinker is asked to do.
pub(crate) struct Task {
    table: String,
    asked: Asked,
    back: SyncSender<Job>,
}

/// What a worker has.
pub(crate) struct Worker {
    shared: Arc<Shared>,
    /// Which of how many it is.
    place: (usize, usize),
    own: SyncSender<Job>,
    thinkers: SyncSender<Task>,
    reviewer: SyncSender<Studying>,
    desks: Desks,
    alarms: Alarms,
    /// When it was written down last that the server is there.
    noted: u64,
}

/// Which of so many workers has a table.
pub(crate) fn worker_of(table: &str, count: usize) -> usize {
    table.bytes().fold(0_usize, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into())) % count
}

impl Worker {
    pub(crate) fn new(
        shared: Arc<Shared>,
        place: (usize, usize),
        own: SyncSender<Job>,
        (thinkers, reviewer): (SyncSender<Task>, SyncSender<Studying>),
    ) -> Self {
        let desks = Desks::new(shared.limits.loaded.div_ceil(place.1));
        let alarms = Alarms::default();
        Self { shared, place, own, thinkers, reviewer, desks, alarms, noted: 0 }
    }

    /// Does what comes until the server ends.
    pub(crate) fn run(mut self, inbox: &Receiver<Job>) {
        loop {
            match inbox.recv_timeout(TICK) {
                Ok(Job::Stop) | Err(RecvTimeoutError::Disconnected) => break,
                Ok(job) => self.work(job),
                Err(RecvTimeoutError::Timeout) => {}
            }
            self.look_at_clocks();
        }
        self.shared.store.note_alive(self.shared.time.now());
    }

    fn work(&mut self, job: Job) {
        match job {
            Job::Stop => {}
            Job::Make(id, order, answer) => {
                let made = self.make(&id, order);
                self.after(&id, true);
                // Who has gone meanwhile is not told.
                let _ = answer.send(made);
            }
            Job::TakeUp(id, text, answer) => {
                let taken = self.take_in(&id, &text);
                self.after(&id, true);
                // As for a new table.
                let _ = answer.send(taken);
            }
            Job::Judged { table, found } => {
                if let Some(desk) = self.desks.get_mut(&table) {
                    desk.judged(&found);
                }
            }
            Job::Reload => self.reload(),
            Job::Claim(table, answer) => {
                let claimed = self.desk(&table).map_err(|why| Refused::new(404, why)).and_then(Desk::claim);
                self.after(&table, true);
                // As for a new table.
                let _ = answer.send(claimed);
            }
            Job::Heard { table, client, out, ask } => {
                let is_new = matches!(ask, Ask::Sit { .. } | Ask::Seat { .. });
                match self.desk(&table) {
                    Ok(desk) => desk.heard(client, &out, ask),
                    Err(why) => _ = out.try_send(Out::Close(4004, why)),
                }
                self.play_again(&table);
                self.after(&table, is_new);
            }
            Job::Left { table, client } => {
                if let Some(desk) = self.desks.get_mut(&table) {
                    desk.leave(client);
                }
            }
            Job::Replied { table, reply, hint } => {
                if let Some(desk) = self.desks.get_mut(&table) {
                    desk.replied(*reply, hint);
                }
                self.after(&table, false);
            }
        }
    }

    /// Takes over packs and robots as they are now.
    fn reload(&mut self) {
        for table in self.desks.ids() {
            if let Some(desk) = self.desks.get_mut(&table) {
                desk.reload(&self.shared.library);
            }
            self.after(&table, false);
        }
    }

    /// After something has happened at a table: robots are asked, its clock is watched, and the lobby tells of it where who
    /// sits there may have changed.
    fn after(&mut self, table: &str, is_shown: bool) {
        self.send_errands(table);
        let alarm = self.desks.get_mut(table).and_then(|desk| desk.alarm());
        if self.desks.has(table) {
            self.alarms.set(table, alarm);
        }
        if is_shown {
            self.show(table);
        }
    }

    /// Ends matches whose clocks have run out, and writes down now and then that the server is there.
    fn look_at_clocks(&mut self) {
        let now = self.shared.time.now();
        while let Some(table) = self.alarms.due(now) {
            if let Ok(desk) = self.desk(&table) {
                desk.look_at_clocks();
            }
            self.after(&table, true);
        }
        if self.place.0 == 0 && now.saturating_sub(self.noted) >= NOTED_EVERY {
            self.noted = now;
            self.shared.store.note_alive(now);
        }
    }

    /// Says in the lobby whether a table waits for people.
    fn show(&mut self, table: &str) {
        if let Some(desk) = self.desks.get_mut(table) {
            self.shared.lobby.show(table, desk.waiting());
        }
    }

    /// Gives thinkers what a table wants to ask.
    fn send_errands(&mut self, table: &str) {
        let Some(desk) = self.desks.get_mut(table) else { return };
        for asked in std::mem::take(&mut desk.errands) {
            let task = Task { table: table.to_owned(), asked, back: self.own.clone() };
            // Tables put few errands at a time; where all thinkers are behind, this worker waits for them.
            if let Err(TrySendError::Full(task)) = self.thinkers.try_send(task) {
                let _ = self.thinkers.send(task);
            }
        }
        for studied in std::mem::take(&mut desk.studies) {
            let studying = Studying { table: table.to_owned(), studied, back: self.own.clone() };
            if self.reviewer.try_send(studying).is_err() {
                desk.refuse_review();
            }
        }
    }

    /// A table, taken up from its folder if it isn't here; otherwise why it can't be.
    fn desk(&mut self, id: &str) -> Result<&mut Desk, &'static str> {
        if !self.desks.has(id) {
            let papers = self.shared.store.papers(id).ok_or(Refused::NO_TABLE)?;
            let desk = self.take_up(id, papers).ok_or(STUCK)?;
            self.desks.insert(id, desk);
        }
        self.desks.get_mut(id).ok_or(Refused::NO_TABLE)
    }

    fn take_up(&mut self, id: &str, mut papers: Papers) -> Option<Desk> {
        let mut table = match &papers.fair {
            Some(fair) if !fair.is_dealt => self.begin(papers.order.clone()).ok()?.0,
            _ => self.kept(id, &papers).ok()?,
        };
        table.go_on_from(&papers.history);
        // What was written down before it was done, and then wasn't.
        let steps = table.step_count();
        papers.recent.retain(|recent| recent.why.is_some() || recent.at < steps);
        if let Some(clocks) = &mut papers.clocks {
            clocks.pause(self.shared.away);
        }
        Some(Desk::new(id, table, papers, self.shared.clone()))
    }

    /// The match of a table as it is kept.
    fn kept(&self, id: &str, papers: &Papers) -> Result<Table, parlour_table::Error> {
        let (file, saves) = (self.shared.store.file(id, &papers.save), self.shared.store.saves(id));
        let (path, record) = saves.load(&self.shared.library, &file.to_string_lossy())?;
        let opened = self.replayed(&saves, path, record)?;
        let robots = self.shared.robots.elsewhere();
        let mut table = opened.sit(&robots, thinking(&papers.order))?;
        if let Some(at) = papers.at.filter(|&at| at < table.step_count()) {
            table.go_back(&robots, at)?;
        }
        Ok(table)
    }

    /// A saved match, played again by rules of a game that other tables have as well, where it isn't a scenario.
    fn replayed(&self, saves: &Saves, path: PathBuf, record: Record) -> Result<Opened, parlour_table::Error> {
        let order = Order::of_save(&record).filter(|_| record.scenario.is_none());
        match order.and_then(|order| Rules::new(self.shared.games.of(&order).ok()?).ok()) {
            Some(rules) => Opened::replay_by(saves, rules, path, record),
            None => Opened::replay(saves, &self.shared.library, path, record),
        }
    }

    fn make(&mut self, id: &str, order: Order) -> Result<Value, Refused> {
        let (table, order) = self.begin(order)?;
        self.open(id, table, order)
    }

    /// Makes a table of a saved match.
    fn take_in(&mut self, id: &str, text: &str) -> Result<Value, Refused> {
        let refuse = |error: &dyn std::fmt::Display| Refused::new(422, error.to_string());
        let mut record = Record::read("the save", text).map_err(|error| refuse(&error))?;
        if record.actions.len() > Limits::LONGEST_MATCH {
            return Err(refuse(&format!("a match of more than {} actions isn't taken", Limits::LONGEST_MATCH)));
        }
        let order = Order::of_save(&record).ok_or_else(|| Refused::new(422, "the save can't be read"))?;
        let game = self.shared.games.of(&order)?;
        // Whoever can't sit at a table of a server leaves the seat to a person.
        let seated = |spec: &String| player(spec, &game, &self.shared.robots).unwrap_or_else(|_| HUMAN.to_owned());
        record.players = record.players.iter().map(seated).collect();
        let order = Order { seats: record.players.clone(), ..order };
        let (saves, path) = (self.shared.store.saves(id), self.shared.store.incoming(id));
        let opened = self.replayed(&saves, path, record).map_err(|error| refuse(&error))?;
        let table = opened.sit(&self.shared.robots.elsewhere(), thinking(&order)).map_err(|error| refuse(&error))?;
        self.open(id, table, order)
    }

    /// Lets people sit down at a table: a token for each seat of a person, and the others.
    fn open(&mut self, id: &str, table: Table, order: Order) -> Result<Value, Refused> {
        let count = table.players().len();
        let tokens = (0..count + 2).map(|_| token::fresh()).collect::<Result<Vec<_>, _>>();
        let tokens = tokens.map_err(|error| Refused::new(500, error.to_string()))?;
        let (host, watch) = (&tokens[count], &tokens[count + 1]);
        let game = table.game().clone();
        let open: Vec<_> = game.seats().filter(|seat| table.is_human(*seat)).collect();
        let seats = game.seats().map(|seat| open.contains(&seat).then(|| Hash::of(&tokens[seat.index()])));
        let papers = Papers::new(order, Hash::of(host), Hash::of(watch), seats.collect());
        self.keep(id, table, papers)?;
        let named = open.iter().map(|&seat| (game.seat_name(seat).to_owned(), json!(tokens[seat.index()])));
        let seats: Map<String, Value> = named.collect();
        Ok(json!({ "table": id, "host": host, "seats": seats, "watch": watch }))
    }

    /// The match of a new table.
    fn begin(&mut self, order: Order) -> Result<(Table, Order), Refused> {
        let game = self.shared.games.of(&order)?;
        let players = order.players(&game, &self.shared.robots)?;
        order.check()?;
        let order = Order { seats: players.clone(), ..order };
        let seed = order.seed.map_or_else(Seed::fresh, Seed::Chosen);
        let table = Table::begin(game, players, seed, &self.shared.robots.elsewhere());
        let mut table = table.map_err(|error| Refused::new(422, error.to_string()))?;
        table.set_thinking(thinking(&order));
        Ok((table, order))
    }

    /// Keeps a new table from now on.
    fn keep(&mut self, id: &str, mut table: Table, mut papers: Papers) -> Result<(), Refused> {
        if papers.order.fair {
            // The match that is kept begins with the deal.
            papers.fair = Some(Fair::new(papers.seats.len())?);
        } else {
            // A match that was saved has its place already.
            if table.name().is_none() {
                table.keep_in(&self.shared.store.saves(id));
            }
            table.autosave();
        }
        papers.save = table.name().unwrap_or_default().to_owned();
        self.shared.store.write(id, &papers).map_err(|error| Refused::new(500, error.to_string()))?;
        let desk = Desk::new(id, table, papers, self.shared.clone());
        self.desks.insert(id, desk);
        self.shared.count_table();
        Ok(())
    }

    /// Makes the table at which those of another play once more, each on the next seat, and leads them there.
    fn play_again(&mut self, table: &str) {
        let Some(order) = self.desks.get_mut(table).and_then(|desk| desk.rematch()) else { return };
        let made = self.begin(order).and_then(|(next, order)| {
            let id = self.fresh_id()?;
            let Some(desk) = self.desks.get_mut(table) else { return Err(Refused::no_table()) };
            let papers = desk.papers_of_next(order);
            self.keep(&id, next, papers)?;
            Ok(id)
        });
        if let Some(desk) = self.desks.get_mut(table) {
            desk.lead(made.as_deref().map_err(|why| why.why.as_str()));
        }
        if let Ok(next) = made {
            self.after(&next, true);
        }
    }

    /// The name of a new table that is this worker's.
    fn fresh_id(&self) -> Result<String, Refused> {
        if self.shared.is_full() {
            return Err(Refused::full());
        }
        loop {
            let id = token::fresh_id().map_err(|error| Refused::new(500, error.to_string()))?;
            if worker_of(&id, self.place.1) == self.place.0 {
                return Ok(id);
            }
        }
    }
}

/// How much robots think at a table: by nodes where a seed was chosen, and never for long.
fn thinking(order: &Order) -> Thinking {
    match order.seed {
        Some(_) => Thinking { time: Duration::from_secs(10), nodes: Some(5000) },
        None => Thinking::AT_THE_KEYBOARD,
    }
}

/// Goes on errands until there are no more workers. Answers are given at multiples of a time, so that how long a robot
/// thinks tells nothing of what it holds.
pub(crate) fn think(
    tasks: &Arc<Mutex<Receiver<Task>>>,
    robots: Robots,
    grid: Duration,
    runtime: &tokio::runtime::Handle,
) {
    let mut thinker = Thinker::new(robots);
    loop {
        let task = tasks.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(Task { table, asked, back }) = task else { return };
        let begun = Instant::now();
        let reply = Box::new(thinker.think(asked.errand));
        let steps = begun.elapsed().as_nanos() / grid.as_nanos().max(1) + 1;
        let due = begun + grid * u32::try_from(steps).unwrap_or(u32::MAX);
        let job = Job::Replied { table, reply, hint: asked.hint };
        runtime.spawn(async move {
            tokio::time::sleep_until(due.into()).await;
            // Where the worker is behind, this waits on a thread that may wait.
            let _ = tokio::task::spawn_blocking(move || back.send(job).is_ok()).await;
        });
    }
}

/// Judges matches until there are no more workers, on a thread of its own: robots that are to move don't wait for it.
pub(crate) fn review(matches: &Receiver<Studying>, robots: &Robots) {
    for Studying { table, studied, back } in matches {
        let Studied { study, nodes, version, is_wanted } = studied;
        let (mut decisions, mut told) = (Vec::new(), Instant::now());
        let tell = |decisions: &mut Vec<Decision>, is_done| {
            let found = Found { version, decisions: std::mem::take(decisions), is_done };
            back.send(Job::Judged { table: table.clone(), found }).is_ok()
        };
        // Rules that fail leave a review of what came before.
        let _ = study.judge(robots, nodes, &mut |judged| {
            if let Judged::Decision(decision) = judged {
                decisions.push(decision.clone());
            }
            let is_late = told.elapsed() >= TOLD_EVERY && !decisions.is_empty();
            let is_heard = !is_late || tell(&mut decisions, false);
            if is_late {
                told = Instant::now();
            }
            if is_heard && is_wanted.load(Ordering::Relaxed) {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        tell(&mut decisions, true);
    }
}

/// How often those who wait are told of decisions that were judged.
const TOLD_EVERY: Duration = Duration::from_millis(200);
