//! Games on several threads: the one runner of everything that plays many of them.
//!
//! Each thread has what it plays with to itself and takes one game after the other; whoever asked for the run hears of
//! each that is over, in any order. What is made of them must not depend on that order, and then the number of threads
//! changes nothing.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use parlour_engine::diagnostic::Faults;
use parlour_engine::script::StopHandle;

/// How often a waiting run looks whether it is to stop.
const TICK: Duration = Duration::from_millis(20);

/// The end of a run, for one of its threads.
#[derive(Clone, Debug, Default)]
pub(crate) struct RunEnd {
    is_near: Arc<AtomicBool>,
    /// The player that the thread is asking, so that it can be stopped from another one.
    asked: Arc<Mutex<Option<StopHandle>>>,
}

impl RunEnd {
    /// Whether the run ends, so that the game is to be dropped.
    pub(crate) fn is_near(&self) -> bool {
        self.is_near.load(Ordering::Acquire)
    }

    /// Notes which player is asked now: it is stopped when the run ends.
    pub(crate) fn asks(&self, player: Option<StopHandle>) {
        *self.asked.lock().unwrap_or_else(PoisonError::into_inner) = player;
    }

    fn come(&self) {
        self.is_near.store(true, Ordering::Release);
        if let Some(player) = &*self.asked.lock().unwrap_or_else(PoisonError::into_inner) {
            player.stop();
        }
    }
}

/// Plays games with the numbers from 0 on `jobs` threads.
///
/// `thread` makes what plays the games of a thread; that returns nothing for a game that it has dropped because the run
/// ends. `hear` is told of each game that is over, and says whether to go on. Games under way are dropped once it doesn't,
/// once `stop` says so, and once one has failed.
///
/// # Errors
/// The first game that has failed.
pub(crate) fn run<T: Send, P: FnMut(u64) -> Result<Option<T>, Faults>>(
    (jobs, games): (usize, u64),
    stop: &dyn Fn() -> bool,
    thread: impl Fn(RunEnd) -> P + Sync,
    hear: &mut dyn FnMut(u64, T) -> ControlFlow<()>,
) -> Result<(), Faults> {
    let jobs = jobs.clamp(1, usize::try_from(games).unwrap_or(usize::MAX).max(1));
    let is_near = Arc::new(AtomicBool::new(stop()));
    let ends: Vec<RunEnd> = (0..jobs).map(|_| RunEnd { is_near: is_near.clone(), asked: Arc::default() }).collect();
    let next = AtomicU64::new(0);
    // A thread waits until its last game was counted: a run that is stopped has not played far beyond what counts.
    let (send, receive) = sync_channel(jobs);
    let mut failed = None;
    std::thread::scope(|scope| {
        for end in &ends {
            let (send, next, thread) = (send.clone(), &next, &thread);
            scope.spawn(move || {
                let mut play = thread(end.clone());
                loop {
                    let game = next.fetch_add(1, Ordering::Relaxed);
                    if game >= games || end.is_near() {
                        return;
                    }
                    let played = match play(game) {
                        // Stopped in the middle of something, rules and robots complain.
                        Ok(None) | Err(_) if end.is_near() => return,
                        Ok(None) => continue,
                        Ok(Some(played)) => Ok((game, played)),
                        Err(faults) => Err(faults),
                    };
                    let has_failed = played.is_err();
                    if send.send(played).is_err() || has_failed {
                        return;
                    }
                }
            });
        }
        drop(send);
        let mut is_over = false;
        loop {
            if is_over || stop() {
                // Again and again: a thread may have been between two questions.
                ends.iter().for_each(RunEnd::come);
            }
            match receive.recv_timeout(TICK) {
                Ok(Ok((game, played))) if !is_over => is_over = hear(game, played).is_break(),
                Ok(Ok(_)) => {}
                Ok(Err(faults)) => {
                    failed.get_or_insert(faults);
                    is_over = true;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
    });
    failed.map_or(Ok(()), Err)
}

/// Plays games as [`run`] does, and gives what came of them by their numbers. `progress` is told how many are over.
///
/// # Errors
/// The first game that has failed.
pub(crate) fn all<T: Send, P: FnMut(u64) -> Result<Option<T>, Faults>>(
    jobs_and_games: (usize, u64),
    stop: &dyn Fn() -> bool,
    thread: impl Fn(RunEnd) -> P + Sync,
    progress: &mut dyn FnMut(u64),
) -> Result<BTreeMap<u64, T>, Faults> {
    let mut all = BTreeMap::new();
    run(jobs_and_games, stop, thread, &mut |game, played| {
        all.insert(game, played);
        progress(all.len() as u64);
        ControlFlow::Continue(())
    })?;
    Ok(all)
}

#[cfg(test)]
mod tests {
    use parlour_engine::diagnostic::{Code, Diagnostic};

    use super::*;

    #[test]
    fn every_game_is_played_once_whatever_the_number_of_threads() {
        for jobs in [1, 3, 100] {
            let mut told = Vec::new();
            let squares = |_| |game: u64| Ok((game != 4).then_some(game * game));
            let all = all((jobs, 7), &|| false, squares, &mut |done| told.push(done)).unwrap();
            assert_eq!(all.into_iter().collect::<Vec<_>>(), [(0, 0), (1, 1), (2, 4), (3, 9), (5, 25), (6, 36)]);
            assert_eq!(told, [1, 2, 3, 4, 5, 6]);
        }
        assert_eq!(all((2, 0), &|| false, |_| |_| Ok(Some(())), &mut |_| {}), Ok(BTreeMap::new()));
    }

    #[test]
    fn a_run_ends_when_it_is_stopped_has_heard_enough_or_has_failed() {
        let endless = |end: RunEnd| move |game: u64| Ok((!end.is_near()).then_some(game));
        assert_eq!(all((2, u64::MAX), &|| true, endless, &mut |_| {}), Ok(BTreeMap::new()));
        let heard = AtomicU64::new(0);
        let enough = || heard.load(Ordering::Relaxed) >= 9;
        assert!(
            all((2, u64::MAX), &enough, endless, &mut |done| heard.store(done, Ordering::Relaxed)).unwrap().len() >= 9
        );
        let mut count = 0;
        run((2, u64::MAX), &|| false, endless, &mut |_, _| {
            count += 1;
            if count < 5 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })
        .unwrap();
        assert!(count >= 5);
        let failing = |_| {
            |game: u64| match game {
                20 => Err(Diagnostic::new(Code::RulesFailed, "the twentieth").into()),
                game => Ok(Some(game)),
            }
        };
        let failed = all((3, u64::MAX), &|| false, failing, &mut |_| {}).unwrap_err();
        assert_eq!(failed.to_string(), "the twentieth");
    }

    #[test]
    fn the_player_that_is_asked_is_stopped_with_the_run() {
        let flag = Arc::new(AtomicBool::new(false));
        let thinking = |end: RunEnd| {
            let flag = flag.clone();
            move |_| {
                end.asks(Some(StopHandle::for_flag(&flag)));
                while !flag.load(Ordering::Acquire) {
                    std::thread::yield_now();
                }
                Ok(None::<()>)
            }
        };
        let begun = std::time::Instant::now();
        assert!(all((1, 1), &|| begun.elapsed() > TICK, thinking, &mut |_| {}).unwrap().is_empty());
    }
}
