//! Alpha-beta for two seats without hidden cards: iterative deepening, a transposition table, killer moves and
//! history for the order of actions, and windows around the value of the depth before.

use parlour_engine::action::ActionList;
use parlour_engine::ids::Seat;
use parlour_engine::state::State;

use super::{Ask, Found, Judge, Search, SearchError};

/// The value of a won game; a win that takes fewer plies is worth more.
const WON: f64 = 1e9;
/// Values beyond this are won or lost games.
const DECIDED: f64 = WON / 2.0;
/// The deepest iteration.
const DEEPEST: u32 = 64;
/// Entries of the transposition table.
const ENTRIES: usize = 1 << 18;

/// What a value means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u64,
    value: f64,
    depth: u32,
    bound: Bound,
    /// The hash of the best action.
    best: u64,
}

/// What a search keeps from position to position.
#[derive(Debug, Default)]
pub(super) struct Memory {
    table: Vec<Option<Entry>>,
    /// For each ply two actions that cut off lately.
    killers: Vec<[u64; 2]>,
    /// How much an action has cut off, by its hash.
    history: std::collections::HashMap<u64, u32>,
    /// For each ply the list of actions, their order and the position after the action.
    plies: Vec<Ply>,
    nodes: u64,
}

#[derive(Clone, Debug, Default)]
struct Ply {
    list: ActionList,
    order: Vec<(u32, u64, usize)>,
    state: Option<State>,
    action: Vec<u8>,
}

/// What does not change during a search.
struct Frame<'a, 'b> {
    ask: &'a Ask<'b>,
    judge: &'a mut dyn Judge,
    seat: Seat,
}

impl Search {
    /// The best of the legal actions with the given indices. `depth` of the options is the deepest iteration.
    ///
    /// # Errors
    /// A game that has not two seats, rules or a robot that fail, or a stop.
    pub(crate) fn alpha_beta(&mut self, ask: &Ask<'_>, judge: &mut dyn Judge) -> Result<Found, SearchError> {
        if self.game.seat_count() != 2 {
            return Err(SearchError::Unfit("it is for two seats".to_owned()));
        }
        if self.game.has_secrets() {
            return Err(SearchError::Unfit("it is for games without hidden cards; use `search.ismcts`".to_owned()));
        }
        let Some(decision) = ask.view.state().decision() else {
            return Err(SearchError::Unfit("the match is over".to_owned()));
        };
        let mut memory = std::mem::take(&mut self.memory);
        memory.table.clear();
        memory.table.resize(ENTRIES, None);
        memory.history.clear();
        memory.killers.clear();
        memory.killers.resize(DEEPEST as usize + 2, [0; 2]);
        memory.plies.resize(DEEPEST as usize + 2, Ply::default());
        memory.nodes = 0;
        let found = self.deepen(&mut memory, &mut Frame { ask, judge, seat: decision.seat });
        self.memory = memory;
        found
    }

    /// One depth after the other, until the budget is used up or the game is decided.
    fn deepen(&mut self, memory: &mut Memory, frame: &mut Frame<'_, '_>) -> Result<Found, SearchError> {
        let ask = frame.ask;
        let root = ask.view.state().clone();
        // Index and value of each action, the best first.
        let mut ranked: Vec<(usize, f64)> = ask.among.iter().map(|&n| (n, 0.0)).collect();
        let mut done = 0;
        for depth in 1..=ask.options.depth.clamp(1, DEEPEST) {
            let mut values: Vec<(usize, f64)> = Vec::with_capacity(ranked.len());
            let mut alpha = f64::NEG_INFINITY;
            let mut stopped = false;
            for &(n, _) in &ranked {
                match self.root_action(memory, frame, &root, n, depth, alpha) {
                    Ok(Some(value)) => {
                        alpha = alpha.max(value);
                        values.push((n, value));
                    }
                    Ok(None) => {
                        stopped = true;
                        break;
                    }
                    Err(error) => return Err(error),
                }
            }
            if stopped {
                // The best action of the depth before was searched first: a better one that was found counts.
                if let Some(&best) = values.iter().reduce(|a, b| if b.1 > a.1 { b } else { a }) {
                    ranked.retain(|(n, _)| *n != best.0);
                    ranked.insert(0, best);
                }
                break;
            }
            // Stable: of equals the one that was better before stays in front.
            values.sort_by(|a, b| b.1.total_cmp(&a.1));
            ranked = values;
            done = depth;
            if ranked.first().is_some_and(|(_, value)| value.abs() > DECIDED) || ranked.len() == 1 {
                break;
            }
        }
        let (best, value) = ranked.first().copied().unwrap_or((ask.among[0], 0.0));
        let all = ranked.iter().map(|&(n, value)| (n, 0, value)).collect();
        Ok(Found { best, value, nodes: memory.nodes, visits: u64::from(done), all })
    }

    /// The value of an action of the root; `None` when the budget is used up.
    fn root_action(
        &mut self,
        memory: &mut Memory,
        frame: &mut Frame<'_, '_>,
        root: &State,
        n: usize,
        depth: u32,
        alpha: f64,
    ) -> Result<Option<f64>, SearchError> {
        let mut state = root.clone();
        let record = frame.ask.legal.record(n).to_vec();
        let mut list = std::mem::take(&mut memory.plies[1].list);
        self.host.step(&mut state, &record, &mut list)?;
        memory.plies[1].list = list;
        // What is no better than the best so far need not be known exactly.
        self.value(memory, frame, &state, depth - 1, 1, alpha, f64::INFINITY)
    }

    /// The value of a position for the searching seat, exact if it is between `alpha` and `beta`. The legal actions
    /// are in the list of the ply. `None` when the budget is used up.
    #[allow(clippy::too_many_arguments)]
    fn value(
        &mut self,
        memory: &mut Memory,
        frame: &mut Frame<'_, '_>,
        state: &State,
        depth: u32,
        ply: usize,
        mut alpha: f64,
        mut beta: f64,
    ) -> Result<Option<f64>, SearchError> {
        memory.nodes += 1;
        // Depth 1 is always finished, so that there is an answer.
        if (depth > 0 || ply > 1) && memory.nodes.is_multiple_of(16) && !frame.ask.budget.allows(memory.nodes)? {
            return Ok(None);
        }
        let Some(decision) = state.decision() else {
            return Ok(Some(self.ending(frame, state, ply)));
        };
        if depth == 0 {
            let value = frame.judge.evaluate(state, frame.seat)?.unwrap_or(0.0);
            return Ok(Some(value.clamp(-DECIDED, DECIDED)));
        }
        let ours = decision.seat == frame.seat;
        let key = state.position_hash();
        let slot = key as usize % ENTRIES;
        let known = memory.table[slot].filter(|entry| entry.key == key);
        if let Some(entry) = known.filter(|entry| entry.depth >= depth) {
            match entry.bound {
                Bound::Exact => return Ok(Some(entry.value)),
                Bound::AtLeast => alpha = alpha.max(entry.value),
                Bound::AtMost => beta = beta.min(entry.value),
            }
            if alpha >= beta {
                return Ok(Some(entry.value));
            }
        }
        let window = (alpha, beta);
        let list = std::mem::take(&mut memory.plies[ply].list);
        let order = memory.order(&list, ply, known.map_or(0, |entry| entry.best));
        let mut best = (if ours { f64::NEG_INFINITY } else { f64::INFINITY }, 0);
        let mut out_of_budget = false;
        for &(_, hash, n) in &order {
            let mut after = match memory.plies[ply].state.take() {
                Some(mut spare) => {
                    spare.clone_from(state);
                    spare
                }
                None => state.clone(),
            };
            let mut action = std::mem::take(&mut memory.plies[ply].action);
            action.clear();
            action.extend_from_slice(list.record(n));
            let mut next = std::mem::take(&mut memory.plies[ply + 1].list);
            self.host.step(&mut after, &action, &mut next)?;
            memory.plies[ply + 1].list = next;
            memory.plies[ply].action = action;
            let value = self.value(memory, frame, &after, depth - 1, ply + 1, alpha, beta)?;
            memory.plies[ply].state = Some(after);
            let Some(value) = value else {
                out_of_budget = true;
                break;
            };
            if if ours { value > best.0 } else { value < best.0 } {
                best = (value, hash);
            }
            if ours {
                alpha = alpha.max(value);
            } else {
                beta = beta.min(value);
            }
            if alpha >= beta {
                memory.reward(ply, depth, hash);
                break;
            }
        }
        memory.plies[ply].list = list;
        memory.plies[ply].order = order;
        if out_of_budget {
            return Ok(None);
        }
        let bound = if best.0 <= window.0 {
            Bound::AtMost
        } else if best.0 >= window.1 {
            Bound::AtLeast
        } else {
            Bound::Exact
        };
        memory.table[slot] = Some(Entry { key, value: best.0, depth, bound, best: best.1 });
        Ok(Some(best.0))
    }

    fn ending(&self, frame: &Frame<'_, '_>, state: &State, ply: usize) -> f64 {
        let winners = self.game.seats().filter(|&seat| state.has_won(seat)).count();
        match (winners, state.has_won(frame.seat)) {
            (1, true) => WON - ply as f64,
            (1, false) => ply as f64 - WON,
            _ => 0.0,
        }
    }
}

impl Memory {
    /// The actions in the order in which they are tried: weight, hash and index.
    fn order(&mut self, list: &ActionList, ply: usize, first: u64) -> Vec<(u32, u64, usize)> {
        let mut order = std::mem::take(&mut self.plies[ply].order);
        order.clear();
        let killers = self.killers[ply];
        order.extend((0..list.len()).map(|n| {
            let hash = xxhash_rust::xxh3::xxh3_64(list.record(n)) | 1;
            let weight = if hash == first {
                u32::MAX
            } else if killers.contains(&hash) {
                u32::MAX - 1
            } else {
                self.history.get(&hash).copied().unwrap_or(0)
            };
            (weight, hash, n)
        }));
        order.sort_by(|a, b| b.0.cmp(&a.0).then(a.2.cmp(&b.2)));
        order
    }

    /// Notes that an action has cut off the rest.
    fn reward(&mut self, ply: usize, depth: u32, hash: u64) {
        let killers = &mut self.killers[ply];
        if killers[0] != hash {
            *killers = [hash, killers[0]];
        }
        let entry = self.history.entry(hash).or_default();
        *entry = entry.saturating_add(depth * depth).min(u32::MAX - 2);
    }
}
