//! Review of a match's decisions with a progress bar, interruptible by Ctrl-C.

use std::ops::ControlFlow;

use parlour_engine::ids::Seat;
use parlour_table::judging::{Decision, Judge, Judged};
use parlour_table::{Error, Past};

use crate::context::Screen;
use crate::failure::Failure;
use crate::interrupt::Watch;

/// Reviews the decisions of a match, of one seat or all, within a range of action numbers, until `is_enough` is true of
/// one.
///
/// # Errors
/// A robot or rules that fail; Ctrl-C.
pub(crate) fn judged(
    screen: &Screen,
    past: &mut Past<'_>,
    judge: &mut Judge,
    (from, to): (usize, usize),
    only: Option<Seat>,
    mut is_enough: impl FnMut(&Decision) -> bool,
) -> Result<Vec<Decision>, Failure> {
    let bar = screen.progress_bar((to - from) as u64, "{pos} of {len} actions, {eta} left");
    let watch = Watch::begin();
    let mut decisions = Vec::new();
    let result = past.judge_with(judge, (from, to), only, &mut |step| match step {
        Judged::Before(_) if watch.is_pressed() => ControlFlow::Break(()),
        Judged::Before(n) => {
            bar.set_position((n - from) as u64);
            ControlFlow::Continue(())
        }
        Judged::Decision(decision) => {
            decisions.push(decision.clone());
            if is_enough(decision) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        }
    });
    bar.finish_and_clear();
    result.map(|()| decisions).map_err(judging_failed)
}

/// The error of a failed review.
pub(crate) fn judging_failed(error: Error) -> Failure {
    match error {
        Error::Robot(fault) => Failure::Input(format!("--robot: {fault}")),
        other => other.into(),
    }
}
