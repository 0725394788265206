//! The lines that a program writes to an engine. They are read while the engine thinks, since some of them end its thinking.

use std::collections::VecDeque;
use std::io::{BufRead, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use parlour_engine::script::StopHandle;

/// How often a search is told again that it is to stop: one that is just about to begin doesn't hear it at first.
const AGAIN: Duration = Duration::from_millis(10);

/// What the thread that reads and the engine share.
#[derive(Default)]
struct Shared {
    /// The lines that wait.
    lines: VecDeque<String>,
    /// No more come.
    has_ended: bool,
    /// A search runs.
    is_on: bool,
    /// The search was told to stop.
    is_stopped: bool,
    /// Every way to stop it.
    handles: Vec<StopHandle>,
}

/// The input of an engine.
pub(super) struct Input {
    shared: Arc<(Mutex<Shared>, Condvar)>,
    stops: fn(&str) -> bool,
}

fn lock(shared: &Mutex<Shared>) -> MutexGuard<'_, Shared> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Input {
    /// Reads standard input from now on. A line for which `stops` is true ends the search under way; one for which
    /// `at_once` gives an answer is answered while the engine thinks.
    pub(super) fn open(stops: fn(&str) -> bool, at_once: fn(&str) -> Option<&'static str>) -> Self {
        let shared: Arc<(Mutex<Shared>, Condvar)> = Arc::default();
        let known = shared.clone();
        std::thread::spawn(move || read(&known, stops, at_once));
        Self { shared, stops }
    }

    /// The next line; `None` at the end.
    pub(super) fn next(&self) -> Option<String> {
        let (shared, changed) = &*self.shared;
        let mut shared = lock(shared);
        loop {
            if let Some(line) = shared.lines.pop_front() {
                return Some(line);
            }
            if shared.has_ended {
                return None;
            }
            shared = changed.wait(shared).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Notes that a search begins. It is told to stop already where what waits says so.
    pub(super) fn begin(&self) {
        let mut shared = lock(&self.shared.0);
        shared.is_on = true;
        shared.is_stopped = shared.has_ended || shared.lines.iter().any(|line| (self.stops)(line));
    }

    /// Notes what stops the search that has begun.
    pub(super) fn stops(&self, handle: Option<StopHandle>) {
        let mut shared = lock(&self.shared.0);
        shared.handles.extend(handle);
        if shared.is_stopped {
            insist(&self.shared);
        }
    }

    /// True if the search was told to stop.
    pub(super) fn is_stopped(&self) -> bool {
        lock(&self.shared.0).is_stopped
    }

    /// Notes that the search is over.
    pub(super) fn end(&self) {
        let mut shared = lock(&self.shared.0);
        (shared.is_on, shared.is_stopped) = (false, false);
        shared.handles.clear();
    }
}

/// Tells the search to stop until it is over.
fn insist(shared: &Arc<(Mutex<Shared>, Condvar)>) {
    let known = shared.clone();
    std::thread::spawn(move || {
        loop {
            {
                let shared = lock(&known.0);
                if !shared.is_stopped {
                    return;
                }
                shared.handles.iter().for_each(StopHandle::stop);
            }
            std::thread::sleep(AGAIN);
        }
    });
}

fn read(shared: &Arc<(Mutex<Shared>, Condvar)>, stops: fn(&str) -> bool, at_once: fn(&str) -> Option<&'static str>) {
    let stop = |known: &mut Shared| {
        if known.is_on && !known.is_stopped {
            known.is_stopped = true;
            insist(shared);
        }
    };
    let mut input = std::io::stdin().lock();
    loop {
        let mut line = Vec::new();
        match input.read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => break,
            Ok(_) => {}
        }
        let line = String::from_utf8_lossy(&line).trim().to_owned();
        let mut known = lock(&shared.0);
        if let Some(answer) = at_once(&line).filter(|_| known.is_on) {
            // Nobody is there any more who could be answered.
            let _ = writeln!(std::io::stdout().lock(), "{answer}");
            continue;
        }
        if stops(&line) {
            stop(&mut known);
        }
        known.lines.push_back(line);
        shared.1.notify_all();
    }
    // Nobody waits for an answer any more.
    let mut known = lock(&shared.0);
    known.has_ended = true;
    stop(&mut known);
    shared.1.notify_all();
}
