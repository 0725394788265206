//! Alpha-beta for two-player games of open information: iterative deepening with aspiration windows. The tree below the
//! root is in `negamax`.

use parlour_engine::action::ActionList;
use parlour_engine::chance::Generator;
use parlour_engine::grammar::VerbSpec;
use parlour_engine::ids::Seat;
use parlour_engine::kind::{Domain, Kind};
use parlour_engine::outcomes::Outcomes;

use super::negamax::{CAPTURES, DECIDED, Halt, UNIT, WON, Walk};
use super::weights::{EvaluationWeights, Weights};
use super::{
    Ask, Form, Found, Judge, OptionSpec, OptionsSpec, Rated, Search, SearchError, SearchSpec, TreeOptions, WEIGHTS,
    odds,
};

/// The report of alpha-beta.
pub(crate) const FORM: Form = Form {
    name: "alphabeta",
    has_leads: true,
    heading: "lead",
    effort: |found| format!("alpha-beta, depth {}, {} positions", found.visits, found.nodes),
};

/// `search.alphabeta`
pub(super) const ALPHABETA: SearchSpec = SearchSpec {
    name: "alphabeta",
    help: "For two seats and nothing hidden: every answer is looked at, one ply deeper each time.",
    options: &OptionsSpec {
        name: "DeepOptions",
        help: "What alpha-beta takes.",
        nodes: "Positions",
        own: &[
            OptionSpec {
                name: "evaluate",
                kind: WEIGHTS,
                help: "How good a position is: a function for your seat, or weights.",
            },
            OptionSpec {
                name: "scale",
                kind: "number?",
                help: "The unit of values: they are told apart down to a thousandth of it.",
            },
            OptionSpec { name: "depth", kind: "number?", help: "The deepest iteration." },
            OptionSpec { name: "selective", kind: "boolean?", help: "Lines that look bad are searched less deeply." },
            OptionSpec { name: "captures", kind: "boolean?", help: "False: nothing is looked at beyond the depth." },
            OptionSpec {
                name: "greedy",
                kind: "(\"me\" | \"other\" | \"both\")?",
                help: "Who always takes the most points that can be had at once.",
            },
            OptionSpec {
                name: "exact",
                kind: "boolean?",
                help: "Every action's own value is found, and none is a bound.",
            },
        ],
    },
    is_random: false,
    run: |search, ask, options, judge, _| {
        let usual = TreeOptions::default();
        let greedy = options.word("greedy", &["me", "other", "both"])?;
        let deep = DeepOptions {
            greedy: greedy.map_or([false; 2], |n| [n != 1, n != 0]),
            described: options.weights()?,
            selective: options.flag("selective")?.unwrap_or(false),
            abrupt: !options.flag("captures")?.unwrap_or(true),
            every: ask.deep.every || options.flag("exact")?.unwrap_or(false),
        };
        let options = TreeOptions {
            depth: options.number("depth", 0.0, 1e6)?.map_or(usual.depth, |n| n as u32),
            scale: options.number("scale", 1e-9, 1e9)?.unwrap_or(usual.scale),
            ..usual
        };
        search.alpha_beta(&Ask { options, deep, ..ask }, judge)
    },
};

/// The deepest iteration.
const DEEPEST: u32 = 64;
/// Half-width of the aspiration window.
const WINDOW: i32 = UNIT / 2;

/// Below this many nodes per action, quiescence search at the first depth is limited to short lines.
const SHORT: u64 = 64;
const BRIEF: usize = 2;
/// Nodes per action of the first depth that are searched regardless of the budget.
const LEAST: u64 = 8;

/// Values beyond this are proven wins or losses; they start at twice this and shrink by the plies to the end.
pub const SURE: f64 = 0.5e9;

/// Options of alpha-beta.
#[derive(Clone, Debug, Default)]
pub struct DeepOptions {
    /// An evaluation given as weights.
    pub described: Option<EvaluationWeights>,
    /// Enables selective search: null move and late move reductions.
    pub selective: bool,
    /// Disables quiescence search.
    pub abrupt: bool,
    /// Searches every root action with a full window, so that each has an exact value and a line.
    pub every: bool,
    /// For the searching seat and the other one: true if it always takes the greatest immediate gain.
    pub greedy: [bool; 2],
}

impl Search {
    /// Finds the best of the legal actions with the given indices. `depth` of the options is the maximum iteration.
    ///
    /// # Errors
    /// A game without exactly two seats, rules or a robot that fail, or a stop.
    pub(crate) fn alpha_beta(&mut self, ask: &Ask<'_>, judge: &mut dyn Judge) -> Result<Found, SearchError> {
        if self.game.is_together() {
            let reason = "it is for two seats against each other; use `search.ismcts`";
            return Err(SearchError::Unfit(reason.to_owned()));
        }
        if self.game.seat_count() != 2 {
            return Err(SearchError::Unfit("it is for two seats".to_owned()));
        }
        if self.game.has_secrets() {
            return Err(SearchError::Unfit("it is for games without hidden cards; use `search.ismcts`".to_owned()));
        }
        let Some(decision) = ask.view.state().decision() else {
            return Err(SearchError::Unfit("the match is over".to_owned()));
        };
        let unit = f64::from(UNIT) / ask.options.scale;
        let unfit = || SearchError::Unfit("an `evaluate` of weights is for two seats and pieces on a board".to_owned());
        let weights = match &ask.deep.described {
            Some(described) => Some(described.compile(&self.game, unit).ok_or_else(unfit)?),
            None if judge.has_evaluate() || self.host.has_worth() => None,
            // The default evaluation from the pack's piece scores.
            None => Weights::of_game(&self.game, unit),
        };
        if self.dice.is_none() {
            self.dice = Some(Outcomes::new(&self.game)?);
        }
        self.memory.begin(ask.view.state());
        let mut walk = Walk {
            game: &self.game,
            host: &mut self.host,
            memory: &mut self.memory,
            budget: &ask.budget,
            judge,
            deep: &ask.deep,
            weights,
            dice: self.dice.as_mut().and_then(Option::as_mut),
            unit,
            seat: decision.seat,
            reach: 0,
            captures: 0,
            least: LEAST * ask.among.len() as u64,
        };
        walk.deepen(ask, decision.seat)
    }
}

impl Found {
    /// True if alpha-beta has searched the whole game, or proven a win or loss.
    pub(super) fn is_decided(&self) -> bool {
        self.value.abs() > SURE || self.visits >= u64::from(DEEPEST)
    }
}

/// An action of the root.
#[derive(Clone, Copy, Debug, Default)]
struct Ranked {
    /// Its index among the requested actions.
    place: usize,
    /// Its value in its deepest search.
    value: i32,
    /// True if the value is only an upper bound.
    is_bound: bool,
    /// True if it was searched at all.
    is_known: bool,
}

impl Walk<'_> {
    /// Iterative deepening until the budget is used up or the game is decided.
    fn deepen(&mut self, ask: &Ask<'_>, seat: Seat) -> Result<Found, SearchError> {
        let root = &mut self.memory.plies[0];
        self.host.branches_of(ask.view.state(), ask.legal, ask.among, &mut root.branches);
        self.begin(ask.view.state());
        let plays_on = !self.deep.abrupt && self.host.knows_gains();
        let is_short = self.budget.nodes.is_some_and(|nodes| nodes < SHORT * ask.among.len() as u64);
        // Best first.
        let mut ranked: Vec<Ranked> = (0..ask.among.len()).map(|place| Ranked { place, ..Ranked::default() }).collect();
        let state = ask.view.state();
        if self.weights.is_none() && !self.game.remembers_positions() {
            // Of equal actions the first is taken, and a hook finds many equal. Where positions may recur as often as they
            // like, another order at each ply keeps a piece from going to and fro. Kinds of action keep the order of the
            // rules, in which the usual one comes first, and so do actions that name no square but an empty one: they put
            // something down.
            let mut generator = Generator::from_seed(state.position_hash() ^ u64::from(state.ply()));
            generator.shuffle(&mut ranked);
            let moves = |verb: &VerbSpec| {
                verb.args.iter().any(|arg| matches!(arg.kind, Kind::Square(_)) && arg.domain != Domain::Empty)
            };
            let moves: Vec<bool> = self.game.pack().verbs.iter().map(moves).collect();
            ranked.sort_by_key(|ranked| {
                let verb = ask.legal.record(ask.among[ranked.place])[0];
                (verb, if moves[usize::from(verb) - 1] { 0 } else { ranked.place })
            });
        }
        let mut done = 0;
        for depth in 1..=ask.options.depth.clamp(1, DEEPEST) {
            self.reach = (depth as usize + 24).min(self.memory.plies.len() - 2);
            self.captures = if !plays_on {
                0
            } else if depth == 1 && is_short {
                BRIEF
            } else {
                CAPTURES
            };
            match self.iterate(&mut ranked, depth as i32, seat) {
                Ok(()) => (done, self.least) = (depth, 0),
                Err(Halt::Budget) if depth == 1 => {
                    self.glance(&mut ranked, seat)?;
                    break;
                }
                Err(Halt::Budget) => break,
                Err(Halt::Failed(error)) => return Err(*error),
            }
            let is_decided = |ranked: &Ranked| ranked.value.abs() > DECIDED;
            let enough = if ask.deep.every {
                ranked.iter().all(is_decided)
            } else {
                ranked.first().is_some_and(is_decided) || ask.legal.len() == 1
            };
            if enough {
                break;
            }
        }
        let unit = self.unit;
        let shown = |value: i32| match value {
            _ if value > DECIDED => 2.0 * SURE - f64::from(WON - value),
            _ if value < -DECIDED => f64::from(WON + value) - 2.0 * SURE,
            _ => f64::from(value) / unit,
        };
        let nodes = self.memory.nodes;
        let mut all = Vec::with_capacity(ranked.len());
        for &Ranked { place, value, is_bound, .. } in &ranked {
            let (index, value) = (ask.among[place], shown(value));
            let odds =
                if value.abs() > SURE { f64::from(u8::from(value > 0.0)) } else { odds(value, ask.options.scale) };
            let is_told = ask.deep.every && done > 0;
            let line = if is_told { self.line(ask.legal.record(index), place, done as usize)? } else { Vec::new() };
            all.push(Rated { index, visits: 0, value, odds, is_bound, line });
        }
        let (best, value) = all.first().map_or((ask.among[0], 0.0), |best| (best.index, best.value));
        Ok(Found { form: &FORM, best, value, nodes, visits: u64::from(done), all })
    }

    /// Evaluates the unsearched root actions statically, if the budget was too short for a single iteration, and moves
    /// the best to the front.
    fn glance(&mut self, ranked: &mut [Ranked], seat: Seat) -> Result<(), SearchError> {
        for action in ranked.iter_mut().filter(|action| !action.is_known) {
            let branch = self.memory.plies[0].branches.as_slice()[action.place];
            action.value = self.look(seat, branch).map_err(Halt::into_error)?;
        }
        ranked.sort_by_key(|action| -action.value);
        Ok(())
    }

    /// Searches all root actions to a depth and moves the best to the front, keeping the order of the others. If the
    /// budget ends in the middle, a better action found until then counts.
    fn iterate(&mut self, ranked: &mut [Ranked], depth: i32, seat: Seat) -> Result<(), Halt> {
        let guess = ranked.first().map_or(0, |best| best.value);
        let mut width = WINDOW;
        let (mut alpha, mut beta) = (-WON, WON);
        if depth > 2 && guess.abs() < DECIDED && !self.deep.every {
            (alpha, beta) = (guess - width, guess + width);
        }
        loop {
            let best = self.root(ranked, depth, seat, alpha, beta)?;
            width = width.saturating_mul(4);
            if best <= alpha && alpha > -WON {
                alpha = if width > 64 * WINDOW { -WON } else { alpha.saturating_sub(width) };
            } else if best >= beta && beta < WON {
                beta = if width > 64 * WINDOW { WON } else { beta.saturating_add(width) };
            } else {
                return Ok(());
            }
        }
    }

    /// Searches all root actions within a window; returns the best value.
    fn root(&mut self, ranked: &mut [Ranked], depth: i32, seat: Seat, mut alpha: i32, beta: i32) -> Result<i32, Halt> {
        let mut best = -WON - 1;
        let window = alpha;
        let root = &mut self.memory.plies[0];
        root.list.clear();
        root.list.extend(ranked.iter().map(|action| root.branches.as_slice()[action.place]));
        for n in 0..ranked.len() {
            let window = if self.deep.every { -WON } else { window };
            let value = match self.deep.every {
                true => self.explore_alone(seat, depth - 1, n)?,
                false => self.explore(seat, depth - 1, 0, 0, n, alpha, beta)?,
            };
            let is_bound = !self.deep.every && self.dice.is_none() && value <= alpha;
            ranked[n] = Ranked { value, is_bound, is_known: true, ..ranked[n] };
            if value > best {
                best = value;
                // Values at or below alpha are only bounds: the order of the last iteration is more reliable.
                if value > window {
                    ranked[..=n].rotate_right(1);
                }
            }
            alpha = alpha.max(value);
            if alpha >= beta && !self.deep.every {
                break;
            }
        }
        if self.deep.every {
            ranked.sort_by_key(|action| -action.value);
        }
        Ok(best)
    }

    /// The exact value of a root action, independent of the others.
    fn explore_alone(&mut self, seat: Seat, depth: i32, n: usize) -> Result<i32, Halt> {
        let branch = self.memory.plies[0].list[n];
        if self.dice.is_some() {
            return self.explore(seat, depth, 0, 0, n, -WON, WON);
        }
        self.follow(0, branch)?;
        self.child(seat, depth, 0, -WON, WON)
    }

    /// The principal variation of a root action, from the transposition table.
    fn line(&mut self, first: &[u8], place: usize, depth: usize) -> Result<Vec<Vec<u8>>, SearchError> {
        let mut line = vec![first.to_vec()];
        if self.dice.is_some() {
            // A chance node follows.
            return Ok(line);
        }
        self.reach = (depth + 24).min(self.memory.plies.len() - 2);
        let branch = self.memory.plies[0].branches.as_slice()[place];
        self.follow(0, branch).map_err(Halt::into_error)?;
        let (mut list, mut after) = (ActionList::new(), ActionList::new());
        for ply in 1..depth.min(self.memory.plies.len() - 2) {
            let key = self.key(ply);
            let Some(entry) = self.memory.table.get(key).filter(|entry| entry.best != 0) else { break };
            if !self.list(ply, false).map_err(Halt::into_error)? {
                break;
            }
            let branch = self.memory.plies[ply].list.iter().find(|branch| branch.id == entry.best).copied();
            let Some(branch) = branch else { break };
            self.follow(ply, branch).map_err(Halt::into_error)?;
            let (here, there) =
                (self.memory.plies[ply].state.clone(), self.memory.plies[ply + 1].state.position_hash());
            self.host.legal(&here, &mut list)?;
            let mut found = None;
            for n in 0..list.len() {
                let mut state = here.clone();
                self.host.step(&mut state, list.record(n), &mut after)?;
                if state.position_hash() == there {
                    found = Some(list.record(n).to_vec());
                    break;
                }
            }
            let Some(record) = found else { break };
            line.push(record);
        }
        Ok(line)
    }
}
