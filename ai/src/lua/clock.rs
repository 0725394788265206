//! The robot's remaining budget for a decision.

use std::cell::Cell;
use std::time::{Duration, Instant};

use parlour_search::player::Request;

/// The share of its time that a robot spends on searching; the rest covers everything around it.
const SHARE: f64 = 0.9;

/// The budget of one choice: a time, or nodes. The clock is ignored if nodes are counted.
#[derive(Debug)]
pub(super) struct Clock {
    started: Instant,
    time: Duration,
    nodes: Option<u64>,
    spent: Cell<u64>,
}

impl Clock {
    /// Starts a clock for a request.
    pub(super) fn start(request: &Request<'_>) -> Self {
        Self { started: Instant::now(), time: request.time, nodes: request.nodes, spent: Cell::new(0) }
    }

    /// The remaining share of the budget, from 1 at the start to 0.
    pub(super) fn left(&self) -> f64 {
        let (spent, whole) = match self.nodes {
            Some(nodes) => (self.spent.get() as f64, nodes as f64),
            None => (self.started.elapsed().as_secs_f64(), self.time.as_secs_f64() * SHARE),
        };
        if spent < whole { 1.0 - spent / whole } else { 0.0 }
    }

    /// Counts visited nodes.
    pub(super) fn spend(&self, nodes: u64) {
        self.spent.set(self.spent.get().saturating_add(nodes));
    }

    /// The node limit of a search that asks for at most `most`.
    pub(super) fn nodes(&self, most: Option<u64>) -> Option<u64> {
        let left = self.nodes.map(|nodes| nodes.saturating_sub(self.spent.get()));
        left.into_iter().chain(most).min()
    }

    /// The deadline of a search that asks for at most `seconds`; `None` if nodes are counted.
    pub(super) fn deadline(&self, seconds: Option<f64>) -> Option<Instant> {
        if self.nodes.is_some() {
            return None;
        }
        let whole = self.time.mul_f64(SHARE);
        let wanted = seconds.map_or(whole, |seconds| whole.min(Duration::from_secs_f64(seconds)));
        Some((self.started + whole).min(Instant::now() + wanted))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(nodes: u64) -> Clock {
        Clock { started: Instant::now(), time: Duration::ZERO, nodes: Some(nodes), spent: Cell::new(0) }
    }

    #[test]
    fn counted_nodes_run_out_whatever_the_time() {
        let clock = counted(100);
        assert_eq!((clock.left(), clock.nodes(None), clock.nodes(Some(30))), (1.0, Some(100), Some(30)));
        clock.spend(75);
        assert_eq!((clock.left(), clock.nodes(Some(30)), clock.deadline(Some(1.0))), (0.25, Some(25), None));
        clock.spend(50);
        assert_eq!((clock.left(), clock.nodes(None)), (0.0, Some(0)));
    }

    #[test]
    fn time_runs_out_before_the_robot_is_late() {
        let clock = |ago| Clock {
            started: Instant::now() - Duration::from_millis(ago),
            time: Duration::from_secs(1),
            nodes: None,
            spent: Cell::new(0),
        };
        let half = clock(450).left();
        assert!((0.4..=0.5).contains(&half), "{half}");
        assert_eq!(clock(901).left(), 0.0);
        let clock = clock(0);
        clock.spend(1_000_000);
        assert!(clock.left() > 0.9);
        assert_eq!(clock.nodes(Some(7)), Some(7));
        let until = clock.deadline(Some(0.1)).unwrap().duration_since(Instant::now());
        assert!(until <= Duration::from_millis(100));
    }
}
