//! The order in which actions are tried: the best of an earlier look, what wins most at once, and what has cut off
//! other lines (killer and history heuristics: Akl and Newborn, 1977; Schaeffer, 1989).

use parlour_engine::rules::Branch;

/// Places for what is known of actions; a power of two.
const HISTORY: usize = 1 << 13;
/// From here on the weights of what was best before, of what wins something, and of killers.
const BEST: i32 = i32::MAX;
const WINS: i32 = 1 << 28;
const KILLER: i32 = 1 << 27;
/// History stays below this.
const MOST: i32 = 1 << 26;

/// What is known of actions, whatever the position.
#[derive(Debug, Default)]
pub(super) struct Order {
    /// For each ply two actions that cut off lately.
    killers: Vec<[u64; 2]>,
    /// How much an action has cut off, by seat and id.
    history: Vec<i32>,
}

fn place(seat: usize, id: u64) -> usize {
    let mixed = (id ^ (seat as u64) << 60).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> 40) as usize & (HISTORY - 1)
}

impl Order {
    /// Begins a search with so many plies at most.
    pub(super) fn begin(&mut self, plies: usize) {
        self.killers.clear();
        self.killers.resize(plies, [0; 2]);
        self.history.clear();
        self.history.resize(HISTORY, 0);
    }

    /// Weighs actions: the greater, the earlier.
    pub(super) fn weigh(&self, list: &[Branch], seat: usize, ply: usize, first: u64, out: &mut Vec<i32>) {
        let killers = self.killers[ply];
        out.clear();
        out.extend(list.iter().map(|branch| {
            if branch.id == first {
                BEST
            } else if branch.gain > 0 {
                // Much is won with little at stake.
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

    /// Whether an action has cut off another line of this length lately.
    pub(super) fn is_killer(&self, ply: usize, id: u64) -> bool {
        self.killers[ply].contains(&id)
    }

    /// Notes that an action has cut off the rest; those `tried` before it did not.
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

/// Puts the heaviest of the actions from `n` on into place `n`; of equals the one that stands first.
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
