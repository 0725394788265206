//! The input lines of an engine. They are read while it thinks, since some of them end its thinking.

use std::collections::VecDeque;
use std::io::{BufRead, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use parlour_engine::script::StopHandle;

/// The interval of repeated stop requests: a search that is about to begin misses a single one.
const AGAIN: Duration = Duration::from_millis(10);

/// State shared by the reader thread and the engine.
#[derive(Default)]
struct Shared {
    /// Queued lines.
    lines: VecDeque<String>,
    /// True at the end of input.
    has_ended: bool,
    /// True while a search runs.
    is_on: bool,
    /// True if the search was told to stop.
    is_stopped: bool,
    /// Stop handles of the search.
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
    /// Starts reading standard input. A line for which `stops` is true ends the running search; one for which `at_once`
    /// returns an answer is answered immediately.
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

    /// Marks the begin of a search. It is stopped at once if a queued line says so.
    pub(super) fn begin(&self) {
        let mut shared = lock(&self.shared.0);
        shared.is_on = true;
        shared.is_stopped = shared.has_ended || shared.lines.iter().any(|line| (self.stops)(line));
    }

    /// Registers a stop handle of the running search.
    pub(super) fn stops(&self, handle: Option<StopHandle>) {
        let mut shared = lock(&self.shared.0);
        shared.handles.extend(handle);
        if shared.is_stopped {
            insist(&self.shared);
        }
    }

    /// Forgets the stop handles: what the engine does from now on isn't stopped.
    pub(super) fn release(&self) {
        lock(&self.shared.0).handles.clear();
    }

    /// True if the search was told to stop.
    pub(super) fn is_stopped(&self) -> bool {
        lock(&self.shared.0).is_stopped
    }

    /// Marks the end of the search.
    pub(super) fn end(&self) {
        let mut shared = lock(&self.shared.0);
        (shared.is_on, shared.is_stopped) = (false, false);
        shared.handles.clear();
    }
}

/// Repeats stop requests until the search ends.
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
            // The other program may have exited.
            let _ = writeln!(std::io::stdout().lock(), "{answer}");
            continue;
        }
        if stops(&line) {
            stop(&mut known);
        }
        known.lines.push_back(line);
        shared.1.notify_all();
    }
    // The engine may have exited.
    let mut known = lock(&shared.0);
    known.has_ended = true;
    stop(&mut known);
    shared.1.notify_all();
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;

    #[test]
    fn nothing_is_stopped_after_a_release() {
        let input = Input { shared: Arc::default(), stops: |_| false };
        lock(&input.shared.0).has_ended = true;
        input.begin();
        let flag = Arc::new(AtomicBool::new(false));
        input.stops(Some(StopHandle::for_flag(&flag)));
        while !flag.load(Ordering::Acquire) {
            std::thread::yield_now();
        }
        input.release();
        flag.store(false, Ordering::Release);
        std::thread::sleep(3 * AGAIN);
        assert!(!flag.load(Ordering::Acquire));
        input.end();
    }
}
