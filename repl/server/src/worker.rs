//! The thread of a table: what it is asked to do, how it is taken up, made and kept. A thread of its own judges matches.

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
use crate::store::{Fair, KnownBy, Papers};
use crate::tables::Tables;
use crate::thinkers::Task;
use crate::token::{self, Hash};

/// How often a table that rests looks whether it has rested enough.
const LOOKS: Duration = Duration::from_secs(1);
/// The longest that a match is judged.
const LONGEST_REVIEW: Duration = Duration::from_secs(120);

/// What is said of a table whose match the rules can't replay, or whose rules can't be read. Its match is kept.
const STUCK: &str = "by the rules as they are now the match of this table can't be gone on with";

/// Why a table can't be taken up for a while.
const RESTS: &str = "the rules of this game take too long; try again in a while";

/// What the thread of a table is asked to do.
pub(crate) enum Job {
    /// A new table is wanted.
    Make(String, Order, oneshot::Sender<Result<Value, Refused>>),
    /// A saved match is to be gone on with or looked at.
    TakeUp(String, String, oneshot::Sender<Result<Value, Refused>>),
    /// Somebody from the lobby wants a seat.
    Claim(IpAddr, oneshot::Sender<Result<Value, Refused>>),
    /// Somebody with a token wants to know how the table stands.
    Standing(String, oneshot::Sender<Result<Value, Refused>>),
    /// A client says something.
    Heard { client: u64, from: IpAddr, out: Sender<Out>, ask: Ask },
    /// A client is gone.
    Left { client: u64 },
    /// A robot has answered, for so much processor time.
    Replied { reply: Box<Reply>, hint: Option<(u64, Id)>, used: Duration },
    /// Decisions of a match were judged.
    Judged(Found),
    /// A clock may have run out.
    Alarm,
    /// The table was made by another.
    Begin,
    /// Others need the room: the table leaves if nothing goes on.
    Rest,
    /// Packs or robots have changed.
    Reload,
    /// The server ends.
    Stop,
}

/// A match that is to be judged.
pub(crate) struct Studying {
    studied: Studied,
    back: SyncSender<Job>,
}

/// A table with its thread.
pub(crate) struct Worker {
    tables: Arc<Tables>,
    shared: Arc<Shared>,
    /// The table.
    id: String,
    /// The number of the thread.
    number: u64,
    own: SyncSender<Job>,
    desk: Option<Desk>,
    /// When something was asked for last.
    used: Instant,
    /// What the table may use of the processors.
    share: Share,
    /// What waits while it rests.
    waiting: VecDeque<Job>,
    is_to_go: bool,
}

impl Worker {
    pub(crate) fn new(tables: Arc<Tables>, (id, number): (String, u64), own: SyncSender<Job>) -> Self {
        let (shared, now) = (tables.shared.clone(), Instant::now());
        let (share, waiting) = (Share::new(now), VecDeque::new());
        Self { tables, shared, id, number, own, desk: None, used: now, share, waiting, is_to_go: false }
    }

    /// Does what comes until the table leaves or the server ends.
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

    /// How long it waits for something to do.
    fn waits(&self) -> Duration {
        match self.share.rests(Instant::now()) {
            Some(rest) if !self.waiting.is_empty() => rest.min(LOOKS),
            _ => self.shared.limits.rest.saturating_sub(self.used.elapsed()).max(LOOKS),
        }
    }

    /// True if the table need not be in memory any more.
    fn is_done(&self) -> bool {
        let is_over = self.is_to_go || self.used.elapsed() >= self.shared.limits.rest;
        self.waiting.is_empty() && self.desk.as_ref().is_none_or(|desk| is_over && desk.is_idle())
    }

    /// Does something now, or later if the table rests.
    fn take(&mut self, job: Job) {
        self.go_on();
        match (job, self.share.rests(Instant::now())) {
            (Job::Rest, _) => self.is_to_go = true,
            (job @ Job::Reload, _) | (job, None) => self.work(job),
            (job, Some(rest)) => self.put_off(job, rest),
        }
    }

    /// Leaves something for later, or refuses it.
    fn put_off(&mut self, job: Job, rest: Duration) {
        let why = Refused::rests(rest).why;
        match job {
            Job::Heard { out, ask, .. } if ask.id().is_some() => {
                let answer = ask.id().map(|id| message::refused(id, &why));
                // A full queue is one of a client that is about to be sent away.
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

    /// Does what has waited, as far as the table's share goes.
    fn go_on(&mut self) {
        while self.share.rests(Instant::now()).is_none() {
            let Some(job) = self.waiting.pop_front() else { return };
            self.work(job);
        }
    }

    /// Does something and counts how long it takes.
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
                // Who has gone meanwhile is not told.
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
                // Thinking takes as long as it may; rules that run without an end while a robot thinks count as here.
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
                // One that can't be taken up says so when somebody comes.
                let _ = self.desk();
                self.after(true);
            }
        }
    }

    /// After something has happened at the table: robots are asked, its clock is watched, and the lobby tells of it where who
    /// sits there may have changed.
    fn after(&mut self, is_shown: bool) {
        self.send_errands();
        let Some(desk) = &mut self.desk else { return };
        self.tables.set_alarm(&self.id, desk.alarm());
        if is_shown {
            self.shared.lobby.show(&self.id, desk.waiting());
        }
    }

    /// Gives thinkers what the table wants to ask.
    fn send_errands(&mut self) {
        let Some(desk) = &mut self.desk else { return };
        let is_greedy = self.share.is_greedy(Instant::now());
        for asked in std::mem::take(&mut desk.errands) {
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

    /// The table, taken up from its folder if it isn't here; otherwise why it can't be.
    fn desk(&mut self) -> Result<&mut Desk, &'static str> {
        if self.desk.is_none() {
            let papers = self.shared.store.papers(&self.id).ok_or(Refused::NO_TABLE)?;
            let (id, game, begun) = (self.id.clone(), papers.order.game.clone(), processor_time());
            self.tables.may_begin(&game).map_err(|_| RESTS)?;
            self.desk = self.take_up(&id, papers);
            if self.desk.is_none() {
                self.tables.has_begun(&game, processor_time().saturating_sub(begun));
                return Err(STUCK);
            }
        }
        self.desk.as_mut().ok_or(Refused::NO_TABLE)
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
        if papers.is_marked {
            table.mark_back();
        }
        if let Some(clocks) = &mut papers.clocks {
            clocks.go_on(self.shared.time.now());
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
        let known_by = order.seed.map(|_| KnownBy::Seed);
        self.open(id, table, order, known_by)
    }

    /// Makes a table of a saved match.
    fn take_in(&mut self, id: &str, text: &str) -> Result<Value, Refused> {
        let shared = self.shared.clone();
        let refuse = |error: &dyn std::fmt::Display| Refused::new(422, shared.without_folders(&error.to_string()));
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
        let opened = self.replayed(&saves, path, record).map_err(|error| match error {
            // Where it would have been kept is the server's.
            parlour_table::Error::Replay { error, .. } => refuse(&error),
            error => refuse(&error),
        })?;
        let table = opened.sit(&self.shared.robots.elsewhere(), thinking(&order)).map_err(|error| refuse(&error))?;
        self.open(id, table, order, Some(KnownBy::Save))
    }

    /// Lets people sit down at a table: a token for each seat of a person, and the others.
    fn open(&mut self, id: &str, table: Table, order: Order, known_by: Option<KnownBy>) -> Result<Value, Refused> {
        let count = table.players().len();
        let tokens = (0..count + 2).map(|_| token::fresh()).collect::<Result<Vec<_>, _>>();
        let tokens = tokens.map_err(|error| Refused::new(500, error.to_string()))?;
        let (host, watch) = (&tokens[count], &tokens[count + 1]);
        let game = table.game().clone();
        let open: Vec<_> = game.seats().filter(|seat| table.is_human(*seat)).collect();
        let seats = game.seats().map(|seat| open.contains(&seat).then(|| Hash::of(&tokens[seat.index()])));
        let papers = Papers::new(order, Hash::of(host), Hash::of(watch), seats.collect());
        let papers = Papers { known_by, ..papers };
        self.keep(id, table, papers)?;
        let named = open.iter().map(|&seat| (game.seat_name(seat).to_owned(), json!(tokens[seat.index()])));
        let seats: Map<String, Value> = named.collect();
        Ok(json!({ "table": id, "host": host, "seats": seats, "watch": watch }))
    }

    /// Why a match can't begin, for who wants it.
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
        let table = Table::begin(game.clone(), players, seed, &self.shared.robots.elsewhere());
        self.tables.has_begun(game.name(), processor_time().saturating_sub(begun));
        let mut table = table.map_err(|error| self.failed(game.name(), &error))?;
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
        self.shared.count_table();
        if id == self.id {
            self.desk = Some(Desk::new(id, table, papers, self.shared.clone()));
        } else {
            self.shared.lobby.show(id, lobby::told(id, table.game(), &papers));
        }
        Ok(())
    }

    /// Makes the table at which those of this one play once more, each on the next seat, and leads them there.
    fn play_again(&mut self) {
        let Some(order) = self.desk.as_ref().and_then(Desk::rematch) else { return };
        let made = self.begin(order).and_then(|(next, order)| {
            if self.shared.is_full() {
                return Err(Refused::full());
            }
            let id = token::fresh_id().map_err(|error| Refused::new(500, error.to_string()))?;
            let Some(desk) = &self.desk else { return Err(Refused::no_table()) };
            let papers = desk.papers_of_next(order);
            self.keep(&id, next, papers)?;
            Ok(id)
        });
        if let Some(desk) = &mut self.desk {
            desk.lead(made.as_deref().map_err(|why| why.why.as_str()));
        }
        if let Ok(next) = made {
            // Where there is no room now, it is taken up when they come.
            let _ = self.tables.send(&next, Job::Begin);
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

/// Judges matches until there are no more workers, on a thread of its own: robots that are to move don't wait for it.
pub(crate) fn review(matches: &Receiver<Studying>, robots: &Robots) {
    for Studying { studied, back } in matches {
        let Studied { study, nodes, version, is_wanted } = studied;
        let begun = Instant::now();
        let (mut decisions, mut told) = (Vec::new(), begun);
        let tell = |decisions: &mut Vec<Decision>, is_done| {
            let found = Found { version, decisions: std::mem::take(decisions), is_done };
            back.send(Job::Judged(found)).is_ok()
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
            if is_heard && is_wanted.load(Ordering::Relaxed) && begun.elapsed() < LONGEST_REVIEW {
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
