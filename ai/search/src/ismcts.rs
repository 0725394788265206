//! Monte Carlo tree search over determinised states.
//!
//! One tree over the searching seat's information sets (single-observer ISMCTS: Cowling, Powley and Whitehouse,
//! "Information Set Monte Carlo Tree Search", 2012): every simulation samples a determinization and descends the tree
//! by the actions that are legal in it. Without hidden information this is UCT (Kocsis and Szepesvári, 2006). With many
//! actions, a node tries only as many as its visits allow (progressive widening: Coulom, "Computing Elo ratings of move
//! patterns in the game of Go", 2007). Each seat maximizes its own utility; in cooperative and single-player games that
//! is the score, normalized by the least and the greatest value seen. What robots call is in
//! [`tree_searches`](super::tree_searches).

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use parlour_engine::action::{Action, ActionList};
use parlour_engine::chance::Generator;
use parlour_engine::game::Game;
use parlour_engine::ids::Seat;
use parlour_engine::state::State;
use parlour_engine::worlds::Worlds;
use xxhash_rust::xxh3::xxh3_64;

use super::sampler::WorldSampler;
use super::{Ask, Budget, Form, Found, Judge, Policy, Rated, Search, SearchError, TreeOptions};

/// The report of a tree.
pub(crate) const FORM: Form =
    Form { name: "ismcts", has_leads: false, heading: "tried", effort: |found| format!("{} simulations", found.nodes) };

/// Below this many actions progressive widening is off.
const FEW: usize = 6;
/// Node limit of the tree; simulations continue without growing it.
const MAX_NODES: usize = 4_000_000;

/// A node: an action under its parent.
#[derive(Clone, Copy, Debug, Default)]
struct Node {
    visits: u32,
    /// Availability count: how often the action was legal when its parent was visited (Cowling et al., 2012).
    available: u32,
    /// The sum of utilities for the acting seat.
    total: f64,
    /// At the root, the sum of the win shares among these, without margins.
    shares: f64,
}

/// A pass-through hasher: keys are hashes already.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Passed(u64);

impl Hasher for Passed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0 = xxh3_64(bytes);
    }

    fn write_u64(&mut self, n: u64) {
        self.0 = n;
    }
}

/// The tree and the working memory of simulations, kept between searches.
#[derive(Debug, Default)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    children: HashMap<u64, u32, BuildHasherDefault<Passed>>,
    path: Vec<(u32, Seat)>,
    /// For each legal action its node, 0 for none.
    tried: Vec<u32>,
    list: ActionList,
    utilities: Vec<f64>,
    /// The least and the greatest utility seen, by which utilities are normalized.
    reach: (f64, f64),
}

/// The initial hash of joint actions, which keeps their keys distinct from those of single actions.
const JOINT: u64 = 0x6a6f_696e_746c_7921;

/// The maximum length of a reported line.
const LINE: usize = 10;
/// The minimum number of visits of a node in one.
const TRIED: u32 = 4;

/// The actions available to a simulation at a node: at the root only the requested ones.
struct Offered<'a, P> {
    list: &'a ActionList,
    count: usize,
    place: P,
}

impl<P: Fn(usize) -> usize> Offered<'_, P> {
    fn record(&self, n: usize) -> &[u8] {
        self.list.record((self.place)(n))
    }
}

/// Compares two actions by visits.
fn rank(a: &Rated, b: &Rated) -> std::cmp::Ordering {
    a.visits.cmp(&b.visits).then(a.value.total_cmp(&b.value))
}

/// The parent key of a seat's simultaneous choice at a node.
fn unseen(node: u32, seat: Seat) -> u64 {
    u64::from(node) | u64::from(seat.number()) << 32
}

/// The key of an action under a node.
fn key(game: &Game, parent: u64, record: &[u8]) -> u64 {
    xxh3_64(Action::without_rest(game, record)) ^ parent.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

impl Search {
    /// Finds the best of the legal actions with the given indices, over worlds that fit the view.
    ///
    /// # Errors
    /// Rules or a robot that fail, or a stop.
    pub(crate) fn monte_carlo(
        &mut self,
        worlds: &Worlds,
        ask: &Ask<'_>,
        judge: &mut dyn Judge,
        generator: &mut Generator,
    ) -> Result<Found, SearchError> {
        let mut tree = std::mem::take(&mut self.tree);
        tree.nodes.clear();
        tree.nodes.push(Node::default());
        tree.children.clear();
        tree.reach = if self.game.is_together() { (f64::INFINITY, f64::NEG_INFINITY) } else { (0.0, 1.0) };
        self.forget_means(&ask.options);
        let mut simulations = 0;
        let run = loop {
            match ask.budget.allows(simulations) {
                Ok(true) => {}
                // At least one simulation, even without any time.
                Ok(false) if simulations > 0 => break Ok(()),
                Ok(false) => {}
                Err(error) => break Err(error),
            }
            if let Err(error) = self.simulate_in_a_world(&mut tree, worlds, ask, judge, generator) {
                break Err(error);
            }
            simulations += 1;
        };
        let game = self.game.clone();
        let state = ask.view.state();
        let root = state.decision().filter(|_| game.decides_unseen(state)).map_or(0, |due| unseen(0, due.seat));
        let found = run.map(|()| {
            let rated = |&index: &usize| {
                let node = tree.nodes[*tree.children.get(&key(&game, root, ask.legal.record(index)))? as usize];
                let (visits, mean) = (u64::from(node.visits), |sum: f64| sum / f64::from(node.visits.max(1)));
                let (value, odds) = (mean(node.total), mean(node.shares));
                Some(Rated { index, visits, value, odds, ..Rated::default() })
            };
            let all: Vec<Rated> = ask.among.iter().filter_map(rated).collect();
            let best = all.iter().max_by(|a, b| rank(a, b)).cloned();
            let best = best.unwrap_or_else(|| Rated { index: ask.among[0], ..Rated::default() });
            Found { form: &FORM, best: best.index, value: best.value, nodes: simulations, visits: best.visits, all }
        });
        let found = match found {
            Ok(mut found) if ask.deep.every => {
                found.all.sort_by(|a, b| rank(b, a));
                for rated in &mut found.all {
                    rated.line =
                        self.line(&tree, (worlds, &ask.budget), ask.legal.record(rated.index), root, generator)?;
                }
                Ok(found)
            }
            found => found,
        };
        self.tree = tree;
        found
    }

    /// The most visited line of a root action, in one of the worlds.
    fn line(
        &mut self,
        tree: &Tree,
        (worlds, budget): (&Worlds, &Budget),
        first: &[u8],
        root: u64,
        generator: &mut Generator,
    ) -> Result<Vec<Vec<u8>>, SearchError> {
        let mut sampler = WorldSampler::of(worlds);
        loop {
            let state = sampler.draw(self, generator)?;
            match self.line_in(state, tree, first, root) {
                Err(error) => sampler.reject(self, error, budget)?,
                line => return line,
            }
        }
    }

    fn line_in(&mut self, mut state: State, tree: &Tree, first: &[u8], root: u64) -> Result<Vec<Vec<u8>>, SearchError> {
        let (game, mut list) = (self.game.clone(), ActionList::new());
        game.ask_once_more(&mut state);
        self.first.extend_from_slice(first);
        let mut line = vec![first.to_vec()];
        let mut at = tree.children.get(&key(&game, root, first)).copied().unwrap_or(0);
        self.host.step(&mut state, first, &mut list)?;
        while at != 0 && line.len() < LINE && !state.is_over() && !game.decides_unseen(&state) {
            let visited = (0..list.len()).filter_map(|n| {
                let child = *tree.children.get(&key(&game, u64::from(at), list.record(n)))?;
                Some((tree.nodes.get(child as usize)?.visits, n, child))
            });
            let Some((_, n, child)) = visited.max().filter(|(visits, ..)| *visits >= TRIED) else { break };
            let record = list.record(n).to_vec();
            self.host.step(&mut state, &record, &mut list)?;
            line.push(record);
            at = child;
        }
        Ok(line)
    }

    /// One simulation, in a world that isn't rejected.
    fn simulate_in_a_world(
        &mut self,
        tree: &mut Tree,
        worlds: &Worlds,
        ask: &Ask<'_>,
        judge: &mut dyn Judge,
        generator: &mut Generator,
    ) -> Result<(), SearchError> {
        let mut sampler = WorldSampler::of(worlds);
        loop {
            let state = sampler.draw(self, generator)?;
            let Err(error) = self.simulate(tree, state, ask, judge, generator) else { return Ok(()) };
            tree.nodes[0].visits -= 1;
            sampler.reject(self, error, &ask.budget)?;
        }
    }

    /// One simulation: selection, expansion by one node, playout, backpropagation.
    fn simulate(
        &mut self,
        tree: &mut Tree,
        mut state: State,
        ask: &Ask<'_>,
        judge: &mut dyn Judge,
        generator: &mut Generator,
    ) -> Result<(), SearchError> {
        let (among, options) = (ask.among, &ask.options);
        self.game.ask_once_more(&mut state);
        let mut list = std::mem::take(&mut tree.list);
        list.clone_from(ask.legal);
        tree.path.clear();
        self.taken.clear();
        let mut at = 0_u32;
        // The joint action of simultaneous choices, all made at the node where the round begins.
        let mut together = JOINT;
        tree.nodes[0].visits += 1;
        while let Some(decision) = state.decision() {
            let root = tree.path.is_empty();
            let is_unseen = self.game.decides_unseen(&state);
            let parent = if is_unseen { unseen(at, decision.seat) } else { u64::from(at) };
            let place = |n: usize| if root { among[n] } else { n };
            let offered = Offered { list: &list, count: if root { among.len() } else { list.len() }, place };
            let (n, is_new) = tree.choose(&self.game, &offered, (at, parent), options, generator);
            let action = place(n);
            let chosen = key(&self.game, parent, list.record(action));
            let node = if is_new { tree.grow(chosen) } else { tree.tried[n] };
            tree.path.push((node, decision.seat));
            if options.policy == Policy::Learnt {
                self.taken.push(self.host.taken(&state, list.record(action)));
            }
            self.action.clear();
            self.action.extend_from_slice(list.record(action));
            if root {
                self.first.clone_from(&self.action);
            }
            self.host.step(&mut state, &self.action, &mut list)?;
            if is_new || node == 0 || options.flat {
                break;
            }
            if !is_unseen {
                at = node;
                continue;
            }
            together = together.rotate_left(5) ^ chosen;
            if self.game.decided(&state).is_empty() {
                // All have decided: the next node depends on the joint action.
                let known = tree.children.get(&together).copied();
                let joint = known.unwrap_or_else(|| tree.grow(together));
                tree.path.push((joint, decision.seat));
                if known.is_none() || joint == 0 {
                    break;
                }
                (at, together) = (joint, JOINT);
            }
        }
        tree.list = list;
        self.playout(&mut state, options, judge, generator)?;
        let mut utilities = std::mem::take(&mut tree.utilities);
        self.utilities(&state, options, judge, &mut utilities)?;
        if self.game.is_together() {
            let (least, most) = utilities.iter().fold(tree.reach, |(least, most), &u| (least.min(u), most.max(u)));
            tree.reach = (least, most);
        }
        for taken in self.taken.drain(..) {
            self.means.add(taken, utilities[usize::from(taken.seat)]);
        }
        if let Some(&(node, seat)) = tree.path.first() {
            let share = if state.is_over() { self.shares(&state)(seat) } else { utilities[seat.index()] };
            tree.nodes[node as usize].shares += share;
        }
        for &(node, seat) in tree.path.iter().filter(|(node, _)| *node != 0) {
            let node = &mut tree.nodes[node as usize];
            node.visits += 1;
            node.total += utilities[seat.index()];
        }
        tree.utilities = utilities;
        Ok(())
    }
}

impl Tree {
    /// Selection: the action a simulation takes at a node, and true if it is untried.
    fn choose<P: Fn(usize) -> usize>(
        &mut self,
        game: &Game,
        offered: &Offered<'_, P>,
        (at, parent): (u32, u64),
        options: &TreeOptions,
        generator: &mut Generator,
    ) -> (usize, bool) {
        let count = offered.count;
        self.tried.clear();
        let mut known = 0_usize;
        for n in 0..count {
            let child = self.children.get(&key(game, parent, offered.record(n))).copied().unwrap_or(0);
            if child != 0 {
                known += 1;
                self.nodes[child as usize].available += 1;
            }
            self.tried.push(child);
        }
        let visits = f64::from(self.nodes[at as usize].visits);
        let allowed = if count <= FEW { count } else { FEW + (options.widen * visits.sqrt()) as usize };
        if known < count.min(allowed.max(1)) && (self.nodes.len() < MAX_NODES || known == 0) {
            return (self.pick_new(offered, generator), true);
        }
        let mut best = (f64::NEG_INFINITY, 0);
        let (least, width) = (self.reach.0, (self.reach.1 - self.reach.0).max(f64::MIN_POSITIVE));
        for (n, &child) in self.tried.iter().enumerate().filter(|(_, child)| **child != 0) {
            let node = &self.nodes[child as usize];
            let tries = f64::from(node.visits.max(1));
            let value = (node.total / tries - least) / width
                + options.exploration * (f64::from(node.available).ln() / tries).sqrt();
            if value > best.0 {
                best = (value, n);
            }
        }
        (best.1, false)
    }

    /// An untried action: a uniform verb among those with any, then a uniform case.
    fn pick_new<P: Fn(usize) -> usize>(&self, offered: &Offered<'_, P>, generator: &mut Generator) -> usize {
        let verb = |n: usize| offered.record(n).first().copied();
        let (mut chosen, mut kinds, mut cases, mut last) = (0, 0, 0, None);
        for n in (0..offered.count).filter(|&n| self.tried[n] == 0) {
            if last != Some(verb(n)) {
                last = Some(verb(n));
                kinds += 1;
                cases = 0;
                // Reservoir sampling: the new verb replaces the chosen one with probability 1 / verbs.
                if generator.below(kinds) != 0 {
                    cases = u32::MAX;
                }
            }
            if cases != u32::MAX {
                cases += 1;
                if generator.below(cases) == 0 {
                    chosen = n;
                }
            }
        }
        chosen
    }

    /// Expansion: adds an action under a node; 0 if the tree is full.
    fn grow(&mut self, key: u64) -> u32 {
        if self.nodes.len() >= MAX_NODES {
            return 0;
        }
        let n = self.nodes.len() as u32;
        self.nodes.push(Node { available: 1, ..Node::default() });
        self.children.insert(key, n);
        n
    }
}
