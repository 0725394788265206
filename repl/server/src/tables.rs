//! The tables in memory. Each has a thread of its own, so that rules which take long hold up nobody at another table: the
//! system shares the processors among threads. A table leaves at which nothing has gone on for a while, and comes back from
//! what is kept of it when somebody asks for it.

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

/// How often clocks are looked at where nothing else happens.
const TICK: Duration = Duration::from_millis(100);
/// How often it is written down that the server is there, in milliseconds.
const NOTED_EVERY: u64 = 5000;
/// So many tables more than there may be are taken up while others leave.
const LEAVING: usize = 64;
/// So many games are remembered that have used up much.
const GAMES: usize = 1000;

/// The tables in memory.
pub(crate) struct Tables {
    pub(crate) shared: Arc<Shared>,
    pub(crate) thinkers: Arc<Thinkers>,
    pub(crate) reviewer: SyncSender<Studying>,
    live: Mutex<Live>,
    alarms: Mutex<Alarms>,
    /// What new tables of games may use of the processors.
    games: Mutex<HashMap<String, Share>>,
}

#[derive(Default)]
struct Live {
    all: HashMap<String, Running>,
    /// The number of the next thread.
    next: u64,
    /// The server ends: no table is taken up any more.
    is_closed: bool,
}

/// The thread of a table.
struct Running {
    number: u64,
    inbox: SyncSender<Job>,
    /// When it was asked for something last.
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

    /// Asks a table for something, and takes it up if need be.
    ///
    /// # Errors
    /// Gives the job back if the table is behind, or there is no room for it.
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
                // Its thread has failed; what is kept is good.
                Err(TrySendError::Disconnected(back)) => job = back,
            }
        }
        // Who has left a table that isn't here has left it.
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

    /// Begins the thread of a table.
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

    /// Lets the thread of a table go; gives it what it was asked for at the last moment.
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

    /// Asks all tables in memory for something.
    pub(crate) fn send_all(&self, job: impl Fn() -> Job) {
        let inboxes: Vec<_> = self.live().all.values().map(|running| running.inbox.clone()).collect();
        for inbox in inboxes {
            // One that is gone has nothing left to do.
            let _ = inbox.send(job());
        }
    }

    /// Ends all tables; what is under way is written then.
    pub(crate) fn close(&self) {
        let all = {
            let mut live = self.live();
            live.is_closed = true;
            std::mem::take(&mut live.all)
        };
        for running in all.values() {
            // As for all.
            let _ = running.inbox.send(Job::Stop);
        }
        for running in all.into_values() {
            let _ = running.thread.join();
        }
        self.shared.store.note_alive(self.shared.time.now());
    }

    /// Says when something is to be done at a table, or that nothing is.
    pub(crate) fn set_alarm(&self, table: &str, at: Option<u64>) {
        self.alarms().set(table, at);
    }

    /// Makes sure that a game may have another table.
    ///
    /// # Errors
    /// Its rules have used up their share.
    pub(crate) fn may_begin(&self, game: &str) -> Result<(), Refused> {
        let games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        match games.get(game).and_then(|share| share.rests(Instant::now())) {
            Some(rest) => Err(Refused::rests(rest)),
            None => Ok(()),
        }
    }

    /// Notes how long a new table of a game has taken.
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

    /// Rules have changed: games begin with whole shares.
    pub(crate) fn forgive(&self) {
        self.games.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// Looks at clocks, and writes down now and then that the server is there, until it ends.
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
    /// Asks the tables to leave that were used last the longest; those stay at which something goes on.
    fn make_room(&self, count: usize) {
        let mut used: Vec<_> = self.all.values().map(|running| (running.used, &running.inbox)).collect();
        used.sort_unstable_by_key(|(used, _)| *used);
        for (_, inbox) in used.into_iter().take(count) {
            // One that has something to do stays.
            let _ = inbox.try_send(Job::Rest);
        }
    }
}
