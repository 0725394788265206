//! The actor of a table: a thread that owns it and processes its queue of jobs; loading, creating and saving tables. A
//! separate thread reviews matches.

use std::collections::VecDeque;
use std::net::IpAddr;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender};
use std::time::{Duration, Instant};

use parlour_engine::play::Record;
use parlour_engine::rules::Rules;
use parlour_table::judging::{Decision, Judged};
use parlour_table::{Opened, Reply, Robots, Saves, Seed, Table, Thinking};
use serde_json::{Map, Value, json};
use tokio::sync::mpsc::Sender;
use tokio::sync::oneshot;

use crate::desk::{Desk, Found, Studied};
use crate::error::Refused;
use crate::faults;
use crate::limits::Limits;
use crate::lobby;
use crate::message::{self, Ask, Id, Out};
use crate::order::{HUMAN, Order, player};
use crate::share::{Share, processor_time};
use crate::shared::Shared;
use crate::store::{Fair, KnownBy, TableMetadata};
use crate::tables::Tables;
use crate::thinkers::Task;
use crate::token::{self, Hash};

/// The interval at which a suspended table checks its quota.
const LOOKS: Duration = Duration::from_secs(1);
/// Time limit of a review.
const LONGEST_REVIEW: Duration = Duration::from_secs(120);

/// The message for a table whose match can't be replayed, or whose rules can't be loaded. Its match is kept.
const STUCK: &str = "by the rules as they are now the match of this table can't be gone on with";

/// The message for a suspended table.
const RESTS: &str = "the rules of this game take too long; try again in a while";

/// A job of a table's thread.
pub(crate) enum Job {
    /// Make a new table.
    Make(String, Order, oneshot::Sender<Result<Value, Refused>>),
    /// Make a table from a saved match.
    TakeUp(String, String, oneshot::Sender<Result<Value, Refused>>),
    /// Claim a seat from the lobby.
    Claim(IpAddr, oneshot::Sender<Result<Value, Refused>>),
    /// Report the table's status to the holder of a token.
    Standing(String, oneshot::Sender<Result<Value, Refused>>),
    /// A client's request.
    Heard { client: u64, from: IpAddr, out: Sender<Out>, ask: Ask },
    /// A client has disconnected.
    Left { client: u64 },
    /// A robot has answered, using some CPU time.
    Replied { reply: Box<Reply>, hint: Option<(u64, Id)>, used: Duration },
    /// Part of a review is done.
    Judged(Found),
    /// A timer has expired.
    Alarm,
    /// The table was just made by another table's thread.
    Begin,
    /// Unload the table if it is idle, to make room.
    Rest,
    /// Packs or robots have changed.
    Reload,
    /// The server is shutting down.
    Stop,
}

/// A match to be reviewed.
pub(crate) struct Studying {
    studied: Studied,
    back: SyncSender<Job>,
}

/// The state of a table's thread.
pub(crate) struct Worker {
    tables: Arc<Tables>,
    shared: Arc<Shared>,
    /// The table's id.
    id: String,
    /// The id of the thread.
    number: u64,
    own: SyncSender<Job>,
    desk: Option<Desk>,
    /// The time of the last request.
    used: Instant,
    /// The table's CPU quota.
    share: Share,
    /// Jobs queued during a suspension.
    waiting: VecDeque<Job>,
    is_to_go: bool,
}

impl Worker {
    pub(crate) fn new(tables: Arc<Tables>, (id, number): (String, u64), own: SyncSender<Job>) -> Self {
        let (shared, now) = (tables.shared.clone(), Instant::now());
        let (share, waiting) = (Share::new(now), VecDeque::new());
        Self { tables, shared, id, number, own, desk: None, used: now, share, waiting, is_to_go: false }
    }

    /// Processes jobs until the table is unloaded or the server shuts down.
    pub(crate) fn run(mut self, jobs: &Receiver<Job>) {
        loop {
            match jobs.recv_timeout(self.waits()) {
                Ok(Job::Stop) | Err(RecvTimeoutError::Disconnected) => return,
                Ok(job) => self.take(job),
                Err(RecvTimeoutError::Timeout) => {}
            }
            self.go_on();
            while self.is_done() {
                match self.tables.leave(&self.id, self.number, jobs) {
                    None | Some(Job::Stop) => return,
                    Some(job) => self.take(job),
                }
            }
            self.is_to_go = false;
        }
    }

    /// The time limit for waiting on the next job.
    fn waits(&self) -> Duration {
        match self.share.rests(Instant::now()) {
            Some(rest) if !self.waiting.is_empty() => rest.min(LOOKS),
            _ => self.shared.limits.rest.saturating_sub(self.used.elapsed()).max(LOOKS),
        }
    }

    /// True if the table can be unloaded.
    fn is_done(&self) -> bool {
        let is_over = self.is_to_go || self.used.elapsed() >= self.shared.limits.rest;
        self.waiting.is_empty() && self.desk.as_ref().is_none_or(|desk| is_over && desk.is_idle())
    }

    /// Runs a job, or queues it during a suspension.
    fn take(&mut self, job: Job) {
        self.go_on();
        match (job, self.share.rests(Instant::now())) {
            (Job::Rest, _) => self.is_to_go = true,
            (job @ Job::Reload, _) | (job, None) => self.work(job),
            (job, Some(rest)) => self.put_off(job, rest),
        }
    }

    /// Queues a job for later, or refuses it.
    fn put_off(&mut self, job: Job, rest: Duration) {
        let why = Refused::rests(rest).why;
        match job {
            Job::Heard { out, ask, .. } if ask.id().is_some() => {
                let answer = ask.id().map(|id| message::refused(id, &why));
                // A client with a full queue is about to be disconnected.
                answer.into_iter().for_each(|answer| _ = out.try_send(Out::Text(answer.to_string())));
            }
            Job::Heard { out, .. } if self.waiting.len() >= Limits::INBOX => {
                let _ = out.try_send(Out::Close(1013, RESTS));
            }
            Job::Heard { ref out, ask: Ask::Sit { .. }, .. } => {
                let _ = out.try_send(Out::Text(message::error(&why).to_string()));
                self.waiting.push_back(job);
            }
            Job::Claim(_, answer) | Job::Standing(_, answer) => _ = answer.send(Err(Refused::rests(rest))),
            job => self.waiting.push_back(job),
        }
    }

    /// Runs queued jobs within the table's quota.
    fn go_on(&mut self) {
        while self.share.rests(Instant::now()).is_none() {
            let Some(job) = self.waiting.pop_front() else { return };
            self.work(job);
        }
    }

    /// Runs a job and charges its CPU time.
    fn work(&mut self, job: Job) {
        let begun = processor_time();
        self.used = Instant::now();
        let is_rested = self.share.rests(self.used).is_none();
        self.do_job(job);
        let now = Instant::now();
        self.share.spend(processor_time().saturating_sub(begun), now);
        if let Some(rest) = self.share.rests(now).filter(|_| is_rested)
            && let Some(desk) = &mut self.desk
        {
            desk.say_rest(rest);
        }
    }

    fn do_job(&mut self, job: Job) {
        match job {
            Job::Stop | Job::Rest => {}
            Job::Make(id, order, answer) => {
                let made = self.make(&id, order);
                self.after(true);
                // The requester may have disconnected.
                let _ = answer.send(made);
            }
            Job::TakeUp(id, text, answer) => {
                let taken = self.take_in(&id, &text);
                self.after(true);
                // As for a new table.
                let _ = answer.send(taken);
            }
            Job::Judged(found) => {
                if let Some(desk) = &mut self.desk {
                    desk.judged(&found);
                }
            }
            Job::Reload => {
                self.share = Share::new(Instant::now());
                if let Some(desk) = &mut self.desk {
                    desk.reload(&self.shared.library);
                }
                self.after(false);
            }
            Job::Claim(from, answer) => {
                let claimed = self.desk().map_err(|why| Refused::new(404, why)).and_then(|desk| desk.claim(&from));
                self.after(true);
                // As for a new table.
                let _ = answer.send(claimed);
            }
            Job::Standing(token, answer) => {
                let standing = self.desk().map_err(|why| Refused::new(404, why));
                let _ = answer.send(standing.and_then(|desk| desk.standing(&token)));
            }
            Job::Heard { client, from, out, ask } => {
                let is_new = matches!(ask, Ask::Sit { .. } | Ask::Seat { .. });
                match self.desk() {
                    Ok(desk) => desk.heard(client, &from, &out, ask),
                    Err(why) => _ = out.try_send(Out::Close(if why == RESTS { 1013 } else { 4004 }, why)),
                }
                self.play_again();
                self.after(is_new);
            }
            Job::Left { client } => {
                if let Some(desk) = &mut self.desk {
                    desk.leave(client);
                }
            }
            Job::Replied { reply, hint, used } => {
                // Thinking time isn't charged; endless rules during a robot's thinking are charged as if run here.
                if reply.faults().is_some_and(|faults| faults::is_endless(&faults)) {
                    self.share.spend(used, Instant::now());
                }
                if let Some(desk) = &mut self.desk {
                    desk.replied(*reply, hint);
                }
                self.after(false);
            }
            Job::Alarm => {
                if let Ok(desk) = self.desk() {
                    desk.look_at_clocks();
                }
                self.after(true);
            }
            Job::Begin => {
                // A table that can't be loaded reports it when somebody connects.
                let _ = self.desk();
                self.after(true);
            }
        }
    }

    /// After a job: asks robots, sets the timer, and updates the lobby if the players may have changed.
    fn after(&mut self, is_shown: bool) {
        self.send_errands();
        let Some(desk) = &mut self.desk else { return };
        self.tables.set_alarm(&self.id, desk.alarm());
        if is_shown {
            self.shared.lobby.show(&self.id, desk.waiting());
        }
    }

    /// Queues the table's requests to robots.
    fn send_errands(&mut self) {
        let Some(desk) = &mut self.desk else { return };
        let is_greedy = self.share.is_greedy(Instant::now());
        for asked in std::mem::take(&mut desk.requests) {
            let (table, back) = (self.id.clone(), self.own.clone());
            self.tables.thinkers.ask(Task { table, asked, back, is_greedy });
        }
        for studied in std::mem::take(&mut desk.studies) {
            let studying = Studying { studied, back: self.own.clone() };
            if self.tables.reviewer.try_send(studying).is_err() {
                desk.refuse_review();
            }
        }
    }

    /// The table, loaded if needed; otherwise the reason why it can't be.
    fn desk(&mut self) -> Result<&mut Desk, &'static str> {
        if self.desk.is_none() {
            let metadata = self.shared.store.metadata(&self.id).ok_or(Refused::NO_TABLE)?;
            let (id, game, begun) = (self.id.clone(), metadata.order.game.clone(), processor_time());
            self.tables.may_begin(&game).map_err(|_| RESTS)?;
            self.desk = self.take_up(&id, metadata);
            if self.desk.is_none() {
                self.tables.has_begun(&game, processor_time().saturating_sub(begun));
                return Err(STUCK);
            }
        }
        self.desk.as_mut().ok_or(Refused::NO_TABLE)
    }

    fn take_up(&mut self, id: &str, mut metadata: TableMetadata) -> Option<Desk> {
        let mut table = match &metadata.fair {
            Some(fair) if !fair.is_dealt => self.begin(metadata.order.clone()).ok()?.0,
            _ => self.kept(id, &metadata).ok()?,
        };
        table.go_on_from(&metadata.history);
        // Recorded actions that were never applied.
        let steps = table.step_count();
        metadata.recent.retain(|recent| recent.why.is_some() || recent.at < steps);
        if metadata.is_marked {
            table.mark_back();
        }
        if let Some(clocks) = &mut metadata.clocks {
            clocks.go_on(self.shared.time.now());
        }
        Some(Desk::new(id, table, metadata, self.shared.clone()))
    }

    /// Restores the match of a table from its save.
    fn kept(&self, id: &str, metadata: &TableMetadata) -> Result<Table, parlour_table::Error> {
        let (file, saves) = (self.shared.store.file(id, &metadata.save), self.shared.store.saves(id));
        let (path, record) = saves.load(&self.shared.library, &file.to_string_lossy())?;
        let opened = self.replayed(&saves, path, record)?;
        let robots = self.shared.robots.for_workers();
        let mut table = opened.sit(&robots, thinking(&metadata.order))?;
        if let Some(at) = metadata.at.filter(|&at| at < table.step_count()) {
            table.go_back(&robots, at)?;
        }
        Ok(table)
    }

    /// Replays a saved match, by rules shared with other tables unless it is a scenario.
    fn replayed(&self, saves: &Saves, path: PathBuf, record: Record) -> Result<Opened, parlour_table::Error> {
        let order = Order::of_save(&record).filter(|_| record.scenario.is_none());
        match order.and_then(|order| Rules::new(self.shared.games.of(&order).ok()?).ok()) {
            Some(rules) => Opened::replay_by(saves, rules, path, record),
            None => Opened::replay(saves, &self.shared.library, path, record),
        }
    }

    fn make(&mut self, id: &str, order: Order) -> Result<Value, Refused> {
        let (table, order) = self.begin(order)?;
        let known_by = order.seed.map(|_| KnownBy::Seed);
        self.open(id, table, order, known_by)
    }

    /// Makes a table from an uploaded match.
    fn take_in(&mut self, id: &str, text: &str) -> Result<Value, Refused> {
        let shared = self.shared.clone();
        let refuse = |error: &dyn std::fmt::Display| Refused::new(422, shared.without_folders(&error.to_string()));
        let mut record = Record::read("the save", text).map_err(|error| refuse(&error))?;
        if record.actions.len() > Limits::LONGEST_MATCH {
            return Err(refuse(&format!("a match of more than {} actions isn't taken", Limits::LONGEST_MATCH)));
        }
        let order = Order::of_save(&record).ok_or_else(|| Refused::new(422, "the save can't be read"))?;
        let game = self.shared.games.of(&order)?;
        // A player that isn't allowed at a server's table is replaced by a person.
        let seated = |spec: &String| player(spec, &game, &self.shared.robots).unwrap_or_else(|_| HUMAN.to_owned());
        record.players = record.players.iter().map(seated).collect();
        let order = Order { seats: record.players.clone(), ..order };
        let (saves, path) = (self.shared.store.saves(id), self.shared.store.incoming(id));
        let opened = self.replayed(&saves, path, record).map_err(|error| match error {
            // The nominal path is internal to the server.
            parlour_table::Error::Replay { error, .. } => refuse(&error),
            error => refuse(&error),
        })?;
        let table = opened.sit(&self.shared.robots.for_workers(), thinking(&order)).map_err(|error| refuse(&error))?;
        self.open(id, table, order, Some(KnownBy::Save))
    }

    /// Opens a table for people: issues tokens for the host, for onlookers and for each seat of a person.
    fn open(&mut self, id: &str, table: Table, order: Order, known_by: Option<KnownBy>) -> Result<Value, Refused> {
        let count = table.players().len();
        let tokens = (0..count + 2).map(|_| token::fresh()).collect::<Result<Vec<_>, _>>();
        let tokens = tokens.map_err(|error| Refused::new(500, error.to_string()))?;
        let (host, watch) = (&tokens[count], &tokens[count + 1]);
        let game = table.game().clone();
        let open: Vec<_> = game.seats().filter(|seat| table.is_human(*seat)).collect();
        let seats = game.seats().map(|seat| open.contains(&seat).then(|| Hash::of(&tokens[seat.index()])));
        let metadata = TableMetadata::new(order, Hash::of(host), Hash::of(watch), seats.collect());
        let metadata = TableMetadata { known_by, ..metadata };
        self.keep(id, table, metadata)?;
        let named = open.iter().map(|&seat| (game.seat_name(seat).to_owned(), json!(tokens[seat.index()])));
        let seats: Map<String, Value> = named.collect();
        Ok(json!({ "table": id, "host": host, "seats": seats, "watch": watch }))
    }

    /// The refusal for a match that can't begin.
    fn failed(&self, game: &str, error: &parlour_table::Error) -> Refused {
        if error.faults().is_some() {
            self.shared.log(&format!("{game}: no match can begin: {error}"));
        }
        Refused::new(422, self.shared.without_folders(&error.to_string()))
    }

    /// The match of a new table.
    fn begin(&mut self, order: Order) -> Result<(Table, Order), Refused> {
        let game = self.shared.games.of(&order)?;
        let players = order.players(&game, &self.shared.robots)?;
        order.check()?;
        let order = Order { seats: players.clone(), ..order };
        let seed = order.seed.map_or_else(Seed::fresh, Seed::Chosen);
        self.tables.may_begin(game.name())?;
        let begun = processor_time();
        let table = Table::begin(game.clone(), players, seed, &self.shared.robots.for_workers());
        self.tables.has_begun(game.name(), processor_time().saturating_sub(begun));
        let mut table = table.map_err(|error| self.failed(game.name(), &error))?;
        table.set_thinking(thinking(&order));
        Ok((table, order))
    }

    /// Persists a new table from now on.
    fn keep(&mut self, id: &str, mut table: Table, mut metadata: TableMetadata) -> Result<(), Refused> {
        if metadata.order.fair {
            // The persisted match begins with the deal.
            metadata.fair = Some(Fair::new(metadata.seats.len())?);
        } else {
            // A loaded match has its autosave already.
            if table.name().is_none() {
                table.keep_in(&self.shared.store.saves(id));
            }
            table.autosave();
        }
        metadata.save = table.name().unwrap_or_default().to_owned();
        self.shared.store.write(id, &metadata).map_err(|error| Refused::new(500, error.to_string()))?;
        self.shared.count_table();
        if id == self.id {
            self.desk = Some(Desk::new(id, table, metadata, self.shared.clone()));
        } else {
            self.shared.lobby.show(id, lobby::told(id, table.game(), &metadata));
        }
        Ok(())
    }

    /// Makes the rematch table, with seats rotated, and sends everybody there.
    fn play_again(&mut self) {
        let Some(order) = self.desk.as_ref().and_then(Desk::rematch) else { return };
        let made = self.begin(order).and_then(|(next, order)| {
            if self.shared.is_full() {
                return Err(Refused::full());
            }
            let id = token::fresh_id().map_err(|error| Refused::new(500, error.to_string()))?;
            let Some(desk) = &self.desk else { return Err(Refused::no_table()) };
            let metadata = desk.metadata_of_next(order);
            self.keep(&id, next, metadata)?;
            Ok(id)
        });
        if let Some(desk) = &mut self.desk {
            desk.lead(made.as_deref().map_err(|why| why.why.as_str()));
        }
        if let Ok(next) = made {
            // If it can't be loaded now, it is when they connect.
            let _ = self.tables.send(&next, Job::Begin);
        }
    }
}

/// The thinking budget of robots at a table: nodes if a seed was chosen, always with a time limit.
fn thinking(order: &Order) -> Thinking {
    match order.seed {
        Some(_) => Thinking { time: Duration::from_secs(10), nodes: Some(5000) },
        None => Thinking::AT_THE_KEYBOARD,
    }
}

/// The review thread: runs until all senders are dropped. Robots to move don't wait for reviews.
pub(crate) fn review(matches: &Receiver<Studying>, robots: &Robots) {
    for Studying { studied, back } in matches {
        let Studied { study, nodes, version, is_wanted } = studied;
        let begun = Instant::now();
        let (mut decisions, mut told) = (Vec::new(), begun);
        let tell = |decisions: &mut Vec<Decision>, is_done| {
            let found = Found { version, decisions: std::mem::take(decisions), is_done };
            back.send(Job::Judged(found)).is_ok()
        };
        // Failing rules leave a partial review.
        let _ = study.judge(robots, nodes, &mut |judged| {
            if let Judged::Decision(decision) = judged {
                decisions.push(decision.clone());
            }
            let is_late = told.elapsed() >= TOLD_EVERY && !decisions.is_empty();
            let is_heard = !is_late || tell(&mut decisions, false);
            if is_late {
                told = Instant::now();
            }
            if is_heard && is_wanted.load(Ordering::Relaxed) && begun.elapsed() < LONGEST_REVIEW {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        tell(&mut decisions, true);
    }
}

/// The interval of progress reports of a review.
const TOLD_EVERY: Duration = Duration::from_millis(200);
