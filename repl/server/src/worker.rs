//! Threads with tables, and threads on which robots think.

use std::sync::mpsc::{Receiver, SyncSender, TrySendError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use parlour_engine::Library;
use parlour_table::{History, Opened, Reply, Robots, Seed, Table, Thinker, Thinking};
use serde_json::{Map, Value, json};
use tokio::sync::mpsc::Sender;
use tokio::sync::oneshot;

use crate::desk::{Asked, Desk};
use crate::desks::Desks;
use crate::error::Refused;
use crate::games::Games;
use crate::lobby::Lobby;
use crate::message::{Ask, Id, Out};
use crate::order::{HUMAN, Order};
use crate::store::{Papers, Store};
use crate::token::{self, Hash};

/// What a worker is asked to do.
pub(crate) enum Job {
    /// A new table is wanted.
    Make(String, Order, oneshot::Sender<Result<Value, Refused>>),
    /// Somebody from the lobby wants a seat.
    Claim(String, oneshot::Sender<Result<Value, Refused>>),
    /// A client says something.
    Heard { table: String, client: u64, out: Sender<Out>, ask: Ask },
    /// A client is gone.
    Left { table: String, client: u64 },
    /// A robot has answered.
    Replied { table: String, reply: Box<Reply>, hint: Option<(u64, Id)> },
    /// The server ends.
    Stop,
}

/// What a thinker is asked to do.
pub(crate) struct Task {
    table: String,
    asked: Asked,
    back: SyncSender<Job>,
}

/// What a worker has.
pub(crate) struct Worker {
    pub(crate) library: Library,
    pub(crate) robots: Robots,
    pub(crate) store: Store,
    pub(crate) own: SyncSender<Job>,
    pub(crate) thinkers: SyncSender<Task>,
    lobby: Arc<Lobby>,
    desks: Desks,
    games: Games,
}

impl Worker {
    pub(crate) fn new(
        (library, robots): (Library, Robots),
        store: Store,
        own: SyncSender<Job>,
        thinkers: SyncSender<Task>,
        (lobby, loaded): (Arc<Lobby>, usize),
    ) -> Self {
        let (desks, games) = (Desks::new(loaded), Games::new(library.clone()));
        Self { library, robots, store, own, thinkers, lobby, desks, games }
    }

    /// Does what comes until the server ends.
    pub(crate) fn run(mut self, inbox: &Receiver<Job>) {
        for job in inbox {
            match job {
                Job::Stop => return,
                Job::Make(id, order, answer) => {
                    // Who has gone meanwhile is not told.
                    let _ = answer.send(self.make(&id, order));
                    self.send_errands(&id);
                    self.show(&id);
                }
                Job::Claim(table, answer) => {
                    let claimed = self.desk(&table).map_or_else(|| Err(Refused::no_table()), Desk::claim);
                    // As for a new table.
                    let _ = answer.send(claimed);
                    self.show(&table);
                }
                Job::Heard { table, client, out, ask } => {
                    let is_new = matches!(ask, Ask::Sit { .. });
                    match self.desk(&table) {
                        Some(desk) => desk.heard(client, &out, ask),
                        None => _ = out.try_send(Out::Close(4004, "there is no such table")),
                    }
                    self.send_errands(&table);
                    if is_new {
                        self.show(&table);
                    }
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
                    self.send_errands(&table);
                }
            }
        }
    }

    /// Says in the lobby whether a table waits for people.
    fn show(&mut self, table: &str) {
        if let Some(desk) = self.desks.get_mut(table) {
            self.lobby.show(table, desk.waiting());
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
    }

    /// A table, taken up from its folder if it isn't here.
    fn desk(&mut self, id: &str) -> Option<&mut Desk> {
        if !self.desks.has(id) {
            let papers = self.store.papers(id)?;
            let desk = self.take_up(id, papers).ok()?;
            self.desks.insert(id, desk);
        }
        self.desks.get_mut(id)
    }

    fn take_up(&self, id: &str, mut papers: Papers) -> Result<Desk, parlour_table::Error> {
        let file = self.store.file(id, &papers.save);
        let opened = Opened::load(&self.store.saves(id), &self.library, &file.to_string_lossy())?;
        let robots = self.robots.elsewhere();
        let mut table = opened.sit(&robots, thinking(&papers.order))?;
        if let Some(at) = papers.at.filter(|&at| at < table.step_count()) {
            table.go_back(&robots, at)?;
        }
        table.go_on_from(&papers.history);
        // What was written down before it was done, and then wasn't.
        let steps = table.step_count();
        papers.recent.retain(|recent| recent.why.is_some() || recent.at < steps);
        Ok(Desk::new(id, table, papers, self.store.clone(), self.robots.clone()))
    }

    fn make(&mut self, id: &str, order: Order) -> Result<Value, Refused> {
        let broken = |error: &dyn std::fmt::Display| Refused::new(500, error.to_string());
        let game = self.games.of(&order)?;
        let players = order.players(&game, &self.robots)?;
        let seed = order.seed.map_or_else(Seed::fresh, Seed::Chosen);
        let table = Table::begin(game.clone(), players.clone(), seed, &self.robots.elsewhere());
        let mut table = table.map_err(|error| Refused::new(422, error.to_string()))?;
        table.set_thinking(thinking(&order));
        let tokens = (0..players.len() + 2).map(|_| token::fresh()).collect::<Result<Vec<_>, _>>();
        let tokens = tokens.map_err(|error| broken(&error))?;
        let (host, watch) = (&tokens[players.len()], &tokens[players.len() + 1]);
        let open = |n: usize| players[n] == HUMAN;
        let papers = Papers {
            order,
            save: String::new(),
            at: None,
            host: Hash::of(host),
            watch: Hash::of(watch),
            seats: (0..players.len()).map(|n| open(n).then(|| Hash::of(&tokens[n]))).collect(),
            taken: vec![false; players.len()],
            names: vec![None; players.len()],
            history: History::default(),
            recent: Vec::new(),
        };
        table.keep_in(&self.store.saves(id));
        table.autosave();
        let papers = Papers { save: table.name().unwrap_or_default().to_owned(), ..papers };
        self.store.write(id, &papers).map_err(|error| broken(&error))?;
        let named = game.seats().filter(|seat| open(seat.index()));
        let seats: Map<String, Value> =
            named.map(|seat| (game.seat_name(seat).to_owned(), json!(tokens[seat.index()]))).collect();
        let answer = json!({ "table": id, "host": host, "seats": seats, "watch": watch });
        let desk = Desk::new(id, table, papers, self.store.clone(), self.robots.clone());
        self.desks.insert(id, desk);
        Ok(answer)
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
