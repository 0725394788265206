//! The thread pool of robots. It grows on demand, up to a limit, and idle threads end after a while, with the rules
//! they have loaded. Each table may use only a few threads, and tables over their CPU quota share a few.

use std::collections::{HashMap, VecDeque};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use parlour_table::{Robots, Thinker};
use tokio::runtime::Handle;

use crate::desk::Asked;
use crate::share::processor_time;
use crate::worker::Job;

/// Maximum number of threads.
const MOST: usize = 32;
/// Maximum number of threads for a table.
const OF_A_TABLE: usize = 2;
/// Maximum number of threads for all tables over their quota.
const OF_GREEDY: usize = 4;
/// Idle time after which a thread ends.
const STAYS: Duration = Duration::from_secs(60);

/// A request to a robot.
pub(crate) struct Task {
    pub(crate) table: String,
    pub(crate) asked: Asked,
    pub(crate) back: SyncSender<Job>,
    /// True if the table is over its quota.
    pub(crate) is_greedy: bool,
}

/// The thread pool of robots.
pub(crate) struct Thinkers {
    robots: Robots,
    /// Answers are delivered at multiples of this.
    grid: Duration,
    runtime: Handle,
    pool: Mutex<Pool>,
}

#[derive(Default)]
struct Pool {
    waiting: VecDeque<Task>,
    /// Idle threads, most recently used last.
    idle: Vec<(u64, SyncSender<Task>)>,
    /// The id of the next thread.
    next: u64,
    threads: usize,
    /// Running tasks by table.
    working: HashMap<String, usize>,
    /// Running tasks of tables over their quota.
    greedy: usize,
}

impl Pool {
    /// The next task that the limits allow.
    fn take(&mut self) -> Option<Task> {
        let may = |task: &Task| {
            self.working.get(&task.table).is_none_or(|&count| count < OF_A_TABLE)
                && (!task.is_greedy || self.greedy < OF_GREEDY)
        };
        let task = self.waiting.iter().position(may).and_then(|n| self.waiting.remove(n))?;
        *self.working.entry(task.table.clone()).or_default() += 1;
        self.greedy += usize::from(task.is_greedy);
        Some(task)
    }

    /// Ends the accounting of a task that is done, or wasn't started.
    fn end(&mut self, table: &str, is_greedy: bool) {
        if let Some(count) = self.working.get_mut(table) {
            *count -= 1;
            if *count == 0 {
                self.working.remove(table);
            }
        }
        self.greedy -= usize::from(is_greedy);
    }
}

impl Thinkers {
    pub(crate) fn new(robots: Robots, grid: Duration, runtime: Handle) -> Self {
        Self { robots, grid, runtime, pool: Mutex::default() }
    }

    fn pool(&self) -> MutexGuard<'_, Pool> {
        self.pool.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues a task.
    pub(crate) fn ask(self: &Arc<Self>, task: Task) {
        let mut pool = self.pool();
        pool.waiting.push_back(task);
        self.hand_out(&mut pool);
    }

    /// Gives queued tasks to idle threads, or to new ones.
    fn hand_out(self: &Arc<Self>, pool: &mut Pool) {
        while !pool.idle.is_empty() || pool.threads < MOST {
            let Some(task) = pool.take() else { return };
            let given = match pool.idle.pop() {
                Some((_, idle)) => idle
                    .try_send(task)
                    .map_err(|(TrySendError::Full(task) | TrySendError::Disconnected(task))| Box::new(task)),
                None => self.begin(pool, task),
            };
            if let Err(task) = given {
                // It stays queued until another task ends or arrives.
                pool.end(&task.table, task.is_greedy);
                pool.waiting.push_front(*task);
                return;
            }
        }
    }

    /// Gives a task to a new thread; returns it if none can be started.
    fn begin(self: &Arc<Self>, pool: &mut Pool, task: Task) -> Result<(), Box<Task>> {
        let (send, tasks) = sync_channel(1);
        let (number, own) = (pool.next, self.clone());
        let (first, idle) = (Arc::new(Mutex::new(Some(task))), send);
        let given = first.clone();
        let take = |task: &Mutex<Option<Task>>| task.lock().unwrap_or_else(PoisonError::into_inner).take();
        let work = move || {
            if let Some(task) = take(&given) {
                own.work(number, task, &tasks, &idle);
            }
        };
        if std::thread::Builder::new().name("robots".to_owned()).spawn(work).is_err() {
            return take(&first).map_or(Ok(()), |task| Err(Box::new(task)));
        }
        pool.next += 1;
        pool.threads += 1;
        Ok(())
    }

    /// Runs a task and later ones, until the thread has been idle for a while.
    fn work(self: &Arc<Self>, number: u64, mut task: Task, tasks: &Receiver<Task>, own: &SyncSender<Task>) {
        let mut thinker = Thinker::new(self.robots.clone());
        loop {
            let (table, is_greedy) = (task.table.clone(), task.is_greedy);
            self.think(&mut thinker, task);
            let mut pool = self.pool();
            pool.end(&table, is_greedy);
            task = match pool.take() {
                Some(next) => next,
                None => {
                    pool.idle.push((number, own.clone()));
                    drop(pool);
                    match tasks.recv_timeout(STAYS) {
                        Ok(next) => next,
                        Err(_) => match self.go(number, tasks) {
                            Some(next) => next,
                            None => return,
                        },
                    }
                }
            };
        }
    }

    /// Removes an idle thread; returns a task that arrived at the last moment.
    fn go(&self, number: u64, tasks: &Receiver<Task>) -> Option<Task> {
        let mut pool = self.pool();
        if let Ok(task) = tasks.try_recv() {
            return Some(task);
        }
        pool.idle.retain(|(idle, _)| *idle != number);
        pool.threads -= 1;
        None
    }

    /// Asks a robot. The answer is delivered at a multiple of a fixed time, so that the thinking time reveals nothing
    /// about hidden cards.
    fn think(&self, thinker: &mut Thinker, task: Task) {
        let Task { asked, back, .. } = task;
        let (begun, used) = (Instant::now(), processor_time());
        let reply = Box::new(thinker.think(asked.request));
        let used = processor_time().saturating_sub(used);
        let steps = begun.elapsed().as_nanos() / self.grid.as_nanos().max(1) + 1;
        let due = begun + self.grid * u32::try_from(steps).unwrap_or(u32::MAX);
        let job = Job::Replied { reply, hint: asked.hint, used };
        self.runtime.spawn(async move {
            tokio::time::sleep_until(due.into()).await;
            // If the table's queue is full, this blocks on a thread that may block.
            let _ = tokio::task::spawn_blocking(move || back.send(job).is_ok()).await;
        });
    }
}
