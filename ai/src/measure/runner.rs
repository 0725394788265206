//! The thread pool that plays games in parallel, shared by everything that plays many of them.
//!
//! Each thread owns its rules and robots and takes one game after the other; the caller receives finished games in any
//! order. Results must not depend on that order, so that the number of threads doesn't change them.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use parlour_engine::diagnostic::Faults;
use parlour_engine::script::StopHandle;

/// The interval at which a waiting run polls its stop flag.
const TICK: Duration = Duration::from_millis(20);

/// The cancellation flag of a run, as one of its threads sees it.
#[derive(Clone, Debug, Default)]
pub(crate) struct RunEnd {
    is_near: Arc<AtomicBool>,
    /// The player that the thread is asking, so that another thread can stop it.
    asked: Arc<Mutex<Option<StopHandle>>>,
}

impl RunEnd {
    /// True if the run is being cancelled and the current game is to be dropped.
    pub(crate) fn is_near(&self) -> bool {
        self.is_near.load(Ordering::Acquire)
    }

    /// Registers the player being asked: it is stopped when the run ends.
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

/// Plays the games numbered from 0 on `jobs` threads.
///
/// `thread` makes the function that plays one thread's games; that returns `None` for a game dropped by the
/// cancellation of the run. `hear` receives each finished game, and returns whether to continue. Games in progress are
/// dropped once it doesn't, once `stop` is set, and once one has failed.
///
/// # Errors
/// The first game that failed.
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
    // A bounded channel: a thread waits until its last game was counted, so that a stopped run hasn't played far beyond
    // the games that count.
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
                        // Rules and robots report errors when they are interrupted.
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
                // Repeated, since a thread may have been between two requests.
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

/// Plays games as [`run`] does, and returns the results by game number. `progress` is called with the number of
/// finished games.
///
/// # Errors
/// The first game that failed.
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
