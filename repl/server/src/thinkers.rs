//! Threads on which robots think. There are as many as are needed, up to a limit, and those that have nothing to do go after a
//! while: what they have loaded goes with them. No table has more than a few of them, and those that take more than their
//! share have few together.

use std::collections::{HashMap, VecDeque};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use parlour_table::{Robots, Thinker};
use tokio::runtime::Handle;

use crate::desk::Asked;
use crate::share::processor_time;
use crate::worker::Job;

/// Threads in all.
const MOST: usize = 32;
/// Threads for one table.
const OF_A_TABLE: usize = 2;
/// Threads for all tables that take more than their share.
const OF_GREEDY: usize = 4;
/// A thread goes that has had nothing to do for so long.
const STAYS: Duration = Duration::from_secs(60);

/// What a thinker is asked to do.
pub(crate) struct Task {
    pub(crate) table: String,
    pub(crate) asked: Asked,
    pub(crate) back: SyncSender<Job>,
    /// The table takes more than its share.
    pub(crate) is_greedy: bool,
}

/// The threads on which robots think.
pub(crate) struct Thinkers {
    robots: Robots,
    /// Answers are given at multiples of this.
    grid: Duration,
    runtime: Handle,
    pool: Mutex<Pool>,
}

#[derive(Default)]
struct Pool {
    waiting: VecDeque<Task>,
    /// Threads without work, the one that was at work last behind the others.
    idle: Vec<(u64, SyncSender<Task>)>,
    /// The number of the next thread.
    next: u64,
    threads: usize,
    /// How many think for each table.
    working: HashMap<String, usize>,
    /// How many think for tables that take more than their share.
    greedy: usize,
}

impl Pool {
    /// The next task that may be done now.
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

    /// A task is done, or couldn't be handed out.
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

    /// Has a robot asked.
    pub(crate) fn ask(self: &Arc<Self>, task: Task) {
        let mut pool = self.pool();
        pool.waiting.push_back(task);
        self.hand_out(&mut pool);
    }

    /// Gives what waits to threads that have nothing to do, or to new ones.
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
                // It waits until another task is done or comes.
                pool.end(&task.table, task.is_greedy);
                pool.waiting.push_front(*task);
                return;
            }
        }
    }

    /// Gives a task to a new thread; gives it back if there can't be one.
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

    /// Does a task and those that come, until none has come for a while.
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

    /// Takes a thread out that goes; gives it what it was given at the last moment.
    fn go(&self, number: u64, tasks: &Receiver<Task>) -> Option<Task> {
        let mut pool = self.pool();
        if let Ok(task) = tasks.try_recv() {
            return Some(task);
        }
        pool.idle.retain(|(idle, _)| *idle != number);
        pool.threads -= 1;
        None
    }

    /// Asks a robot. The answer is given at a multiple of a time, so that how long a robot thinks tells nothing of what it
    /// holds.
    fn think(&self, thinker: &mut Thinker, task: Task) {
        let Task { asked, back, .. } = task;
        let (begun, used) = (Instant::now(), processor_time());
        let reply = Box::new(thinker.think(asked.errand));
        let used = processor_time().saturating_sub(used);
        let steps = begun.elapsed().as_nanos() / self.grid.as_nanos().max(1) + 1;
        let due = begun + self.grid * u32::try_from(steps).unwrap_or(u32::MAX);
        let job = Job::Replied { reply, hint: asked.hint, used };
        self.runtime.spawn(async move {
            tokio::time::sleep_until(due.into()).await;
            // Where the table is behind, this waits on a thread that may wait.
            let _ = tokio::task::spawn_blocking(move || back.send(job).is_ok()).await;
        });
    }
}
