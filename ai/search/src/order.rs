//! Move ordering: the transposition table's best action, captures, killer and history heuristics (Akl and Newborn,
//! 1977; Schaeffer, 1989).

use parlour_engine::rules::Branch;

/// Entries of the history table; a power of two.
const HISTORY: usize = 1 << 13;
/// Lower bounds of the weights of the table's best action, of captures, and of killers.
const BEST: i32 = i32::MAX;
const WINS: i32 = 1 << 28;
const KILLER: i32 = 1 << 27;
/// Upper bound of history values.
const MOST: i32 = 1 << 26;

/// Statistics of actions, independent of the position.
#[derive(Debug, Default)]
pub(super) struct Order {
    /// Two killers per ply.
    killers: Vec<[u64; 2]>,
    /// The history of each action's cutoffs, by seat and id.
    history: Vec<i32>,
}

fn place(seat: usize, id: u64) -> usize {
    let mixed = (id ^ (seat as u64) << 60).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> 40) as usize & (HISTORY - 1)
}

impl Order {
    /// Begins a search with a ply limit.
    pub(super) fn begin(&mut self, plies: usize) {
        self.killers.clear();
        self.killers.resize(plies, [0; 2]);
        self.history.clear();
        self.history.resize(HISTORY, 0);
    }

    /// Computes the weights of actions; greater ones are searched earlier.
    pub(super) fn weigh(&self, list: &[Branch], seat: usize, ply: usize, first: u64, out: &mut Vec<i32>) {
        let killers = self.killers[ply];
        out.clear();
        out.extend(list.iter().map(|branch| {
            if branch.id == first {
                BEST
            } else if branch.gain > 0 {
                // Most valuable victim, least valuable attacker.
                WINS + 64 * branch.gain.min(1 << 20) - branch.worth.clamp(0, 63)
            } else if killers[0] == branch.id {
                KILLER + 1
            } else if killers[1] == branch.id {
                KILLER
            } else {
                self.history[place(seat, branch.id)] + branch.gain.max(-MOST)
            }
        }));
    }

    /// True if an action is a killer of the ply.
    pub(super) fn is_killer(&self, ply: usize, id: u64) -> bool {
        self.killers[ply].contains(&id)
    }

    /// Rewards an action for a cutoff; the actions `tried` before it are penalized.
    pub(super) fn reward(&mut self, seat: usize, ply: usize, depth: i32, branch: &Branch, tried: &[Branch]) {
        if branch.gain > 0 {
            return;
        }
        let killers = &mut self.killers[ply];
        if killers[0] != branch.id {
            *killers = [branch.id, killers[0]];
        }
        let bonus = (depth * depth).clamp(1, 1 << 10);
        let entry = &mut self.history[place(seat, branch.id)];
        *entry = (*entry + 16 * bonus).min(MOST);
        for other in tried.iter().filter(|other| other.gain <= 0 && other.id != branch.id) {
            let entry = &mut self.history[place(seat, other.id)];
            *entry = (*entry - bonus).max(-MOST);
        }
    }
}

/// Selection sort step: swaps the heaviest of the actions from `n` on to index `n`; ties by order.
pub(super) fn pick(list: &mut [Branch], weights: &mut [i32], n: usize) {
    let mut best = n;
    for other in n + 1..list.len() {
        if weights[other] > weights[best] {
            best = other;
        }
    }
    list.swap(n, best);
    weights.swap(n, best);
}
