//! Quiescence search: captures are searched beyond the nominal depth until the position is quiet.

use parlour_engine::ids::Seat;

use super::negamax::{Halt, WON, Walk};
use super::order::pick;
use super::weights::Weights;

/// Plies of captures after which only the greatest gains are searched, which bounds long exchanges.
const BROAD: usize = 4;

impl Walk<'_> {
    /// The value of a position after its captures; the seat to move may stand pat or capture.
    pub(super) fn quiesce(
        &mut self,
        seat: Seat,
        ply: usize,
        mut alpha: i32,
        beta: i32,
        past: usize,
    ) -> Result<i32, Halt> {
        self.count()?;
        if self.memory.plies[ply].state.is_over() {
            return Ok(self.ending(seat, ply));
        }
        let greedy = self.is_greedy(seat);
        let stand = self.evaluate(seat, ply)?;
        let ends = past >= self.captures || ply + 2 >= self.memory.plies.len();
        if ends || (stand >= beta && !greedy) {
            return if self.host.is_stuck(&self.memory.plies[ply].state) { self.stuck(seat, ply) } else { Ok(stand) };
        }
        if !self.list(ply, true)? {
            return Ok(self.ending(seat, ply));
        }
        let here = &mut self.memory.plies[ply];
        let most = here.list.iter().map(|branch| branch.gain).max().unwrap_or(0);
        if most <= 0 {
            return Ok(stand);
        }
        let mut best = -WON;
        if greedy {
            here.list.retain(|branch| branch.gain == most);
        } else {
            best = stand;
            alpha = alpha.max(stand);
            // Delta pruning: captures that can't raise the value to alpha, with a margin of two points, are skipped.
            let point = self.weights.as_ref().map_or(0, Weights::point);
            here.list.retain(|branch| {
                branch.gain > 0
                    && (point == 0 || i64::from(stand) + i64::from((branch.gain + 2) * point) > alpha.into())
            });
        }
        if past >= BROAD {
            self.keep_greediest(ply);
        }
        self.weigh(ply, seat, 0);
        for n in 0..self.memory.plies[ply].list.len() {
            let here = &mut self.memory.plies[ply];
            pick(&mut here.list, &mut here.weights, n);
            let branch = here.list[n];
            self.follow(ply, branch)?;
            let next = self.memory.plies[ply + 1].state.decision().map(|decision| decision.seat);
            let value = if next == Some(seat) {
                self.quiesce(seat, ply + 1, alpha, beta, past + 1)?
            } else {
                let other = Seat::from_index(1 - seat.index());
                -self.quiesce(other, ply + 1, -beta, -alpha, past + 1)?
            };
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        Ok(best)
    }

    /// Ends the match at a ply without legal actions, by the rules.
    fn stuck(&mut self, seat: Seat, ply: usize) -> Result<i32, Halt> {
        self.list(ply, false)?;
        Ok(self.ending(seat, ply))
    }
}
