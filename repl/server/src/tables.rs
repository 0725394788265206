//! The tables in memory. Each has a thread of its own, so that slow rules block no other table: the system shares the
//! processors among threads. An idle table is unloaded, and restored from its folder at the next request.

use std::collections::HashMap;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::alarms::Alarms;
use crate::error::Refused;
use crate::limits::Limits;
use crate::share::Share;
use crate::shared::Shared;
use crate::thinkers::Thinkers;
use crate::worker::{Job, Studying, Worker};

/// The interval at which timers are checked.
const TICK: Duration = Duration::from_millis(100);
/// The interval of heartbeats, in milliseconds.
const NOTED_EVERY: u64 = 5000;
/// The number of tables beyond the limit that may be loaded while others are unloaded.
const LEAVING: usize = 64;
/// The number of games whose used quotas are remembered.
const GAMES: usize = 1000;

/// The tables in memory.
pub(crate) struct Tables {
    pub(crate) shared: Arc<Shared>,
    pub(crate) thinkers: Arc<Thinkers>,
    pub(crate) reviewer: SyncSender<Studying>,
    live: Mutex<Live>,
    alarms: Mutex<Alarms>,
    /// CPU quotas for new tables, by game.
    games: Mutex<HashMap<String, Share>>,
}

#[derive(Default)]
struct Live {
    all: HashMap<String, Running>,
    /// The id of the next thread.
    next: u64,
    /// True if the server is shutting down: no table is loaded any more.
    is_closed: bool,
}

/// The thread of a table.
struct Running {
    number: u64,
    inbox: SyncSender<Job>,
    /// The time of the last request.
    used: Instant,
    thread: JoinHandle<()>,
}

impl Tables {
    pub(crate) fn new(shared: Arc<Shared>, thinkers: Arc<Thinkers>, reviewer: SyncSender<Studying>) -> Self {
        let (live, alarms, games) = (Mutex::default(), Mutex::default(), Mutex::default());
        Self { shared, thinkers, reviewer, live, alarms, games }
    }

    fn live(&self) -> MutexGuard<'_, Live> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn alarms(&self) -> MutexGuard<'_, Alarms> {
        self.alarms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends a job to a table, loading it if needed.
    ///
    /// # Errors
    /// Returns the job if the table's queue is full, or there is no room to load it.
    pub(crate) fn send(self: &Arc<Self>, table: &str, job: Job) -> Result<(), Box<Job>> {
        let mut live = self.live();
        if live.is_closed {
            return Err(Box::new(job));
        }
        let mut job = job;
        if let Some(running) = live.all.get_mut(table) {
            match running.inbox.try_send(job) {
                Ok(()) => {
                    running.used = Instant::now();
                    return Ok(());
                }
                Err(TrySendError::Full(back)) => return Err(Box::new(back)),
                // The thread has panicked; its persisted state is good.
                Err(TrySendError::Disconnected(back)) => job = back,
            }
        }
        // A client that leaves an unloaded table needs no notification.
        if matches!(job, Job::Left { .. }) {
            return Ok(());
        }
        let most = self.shared.limits.loaded;
        if live.all.len() >= most {
            live.make_room(most.div_ceil(8));
        }
        if live.all.len() >= most + most.div_ceil(8).max(LEAVING) {
            return Err(Box::new(job));
        }
        self.begin(&mut live, table, job)
    }

    /// Starts the thread of a table.
    fn begin(self: &Arc<Self>, live: &mut Live, table: &str, job: Job) -> Result<(), Box<Job>> {
        let (inbox, jobs) = sync_channel(Limits::INBOX);
        if let Err(TrySendError::Full(job) | TrySendError::Disconnected(job)) = inbox.try_send(job) {
            return Err(Box::new(job));
        }
        let jobs = Arc::new(Mutex::new(Some(jobs)));
        let take = |jobs: &Mutex<Option<Receiver<Job>>>| jobs.lock().unwrap_or_else(PoisonError::into_inner).take();
        let (number, given, own, back, id) = (live.next, jobs.clone(), self.clone(), inbox.clone(), table.to_owned());
        let work = move || {
            if let Some(jobs) = take(&given) {
                Worker::new(own, (id, number), back).run(&jobs);
            }
        };
        match std::thread::Builder::new().name("table".to_owned()).spawn(work) {
            Ok(thread) => {
                live.next += 1;
                live.all.insert(table.to_owned(), Running { number, inbox, used: Instant::now(), thread });
                Ok(())
            }
            Err(_) => take(&jobs).and_then(|jobs| jobs.try_recv().ok()).map_or(Ok(()), |job| Err(Box::new(job))),
        }
    }

    /// Removes the thread of a table; returns a job that arrived at the last moment.
    pub(crate) fn leave(&self, table: &str, number: u64, jobs: &Receiver<Job>) -> Option<Job> {
        let mut live = self.live();
        if let Ok(job) = jobs.try_recv() {
            return Some(job);
        }
        if live.all.get(table).is_some_and(|running| running.number == number) {
            live.all.remove(table);
        }
        None
    }

    /// Sends a job to all tables in memory.
    pub(crate) fn send_all(&self, job: impl Fn() -> Job) {
        let inboxes: Vec<_> = self.live().all.values().map(|running| running.inbox.clone()).collect();
        for inbox in inboxes {
            // A thread that has ended has nothing left to do.
            let _ = inbox.send(job());
        }
    }

    /// Stops all tables; pending changes are written then.
    pub(crate) fn close(&self) {
        let all = {
            let mut live = self.live();
            live.is_closed = true;
            std::mem::take(&mut live.all)
        };
        for running in all.values() {
            // As in `send_all`.
            let _ = running.inbox.send(Job::Stop);
        }
        for running in all.into_values() {
            let _ = running.thread.join();
        }
        self.shared.store.note_alive(self.shared.time.now());
    }

    /// Sets or clears the timer of a table.
    pub(crate) fn set_alarm(&self, table: &str, at: Option<u64>) {
        self.alarms().set(table, at);
    }

    /// Checks that a game's quota allows another table.
    ///
    /// # Errors
    /// The quota is used up.
    pub(crate) fn may_begin(&self, game: &str) -> Result<(), Refused> {
        let games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        match games.get(game).and_then(|share| share.rests(Instant::now())) {
            Some(rest) => Err(Refused::rests(rest)),
            None => Ok(()),
        }
    }

    /// Charges a game for the start of a table.
    pub(crate) fn has_begun(&self, game: &str, used: Duration) {
        // Most take a few milliseconds, and many may begin at once.
        if used < Duration::from_millis(500) {
            return;
        }
        let now = Instant::now();
        let mut games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        if games.len() >= GAMES {
            games.retain(|_, share| !share.is_whole(now));
        }
        games.entry(game.to_owned()).or_insert_with(|| Share::new(now)).spend(used, now);
    }

    /// Resets all quotas after a change of rules.
    pub(crate) fn forgive(&self) {
        self.games.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// The timekeeper thread: checks timers and writes heartbeats until it is stopped.
    pub(crate) fn keep_time(of: &Weak<Self>, until: &Receiver<()>) {
        let mut noted = 0;
        while matches!(until.recv_timeout(TICK), Err(RecvTimeoutError::Timeout)) {
            let Some(tables) = of.upgrade() else { return };
            let now = tables.shared.time.now();
            let mut late = Vec::new();
            while let Some(table) = tables.take_due(now) {
                if tables.send(&table, Job::Alarm).is_err() {
                    late.push(table);
                }
            }
            late.iter().for_each(|table| tables.set_alarm(table, Some(now)));
            if now.saturating_sub(noted) >= NOTED_EVERY {
                noted = now;
                tables.shared.store.note_alive(now);
            }
        }
    }

    fn take_due(&self, now: u64) -> Option<String> {
        self.alarms().due(now)
    }
}

impl Live {
    /// Asks the least recently used tables to unload; active ones stay.
    fn make_room(&self, count: usize) {
        let mut used: Vec<_> = self.all.values().map(|running| (running.used, &running.inbox)).collect();
        used.sort_unstable_by_key(|(used, _)| *used);
        for (_, inbox) in used.into_iter().take(count) {
            // A full queue means that the table is active.
            let _ = inbox.try_send(Job::Rest);
        }
    }
}
