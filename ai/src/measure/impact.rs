//! Impact of a rule change: robots play the same deals under both versions of a game, and measures of the matches are
//! compared pairwise.
//!
//! Both matches of a pair begin from the same seed, with the same robots on the same seats; in deterministic games,
//! after a few random plies, or deterministic robots would repeat one match. The interval of a difference is that of
//! the mean of paired differences (Student's t), which cancels the variance that the deals share.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use parlour_engine::action::Action;
use parlour_engine::diagnostic::{Code, Diagnostic, Faults};
use parlour_engine::game::Game;
use parlour_engine::ids::{CardType, Seat, VarId};
use parlour_engine::kind::Kind;
use parlour_engine::pack::spec::{Per, ScoreRule};
use parlour_engine::play::{ActError, Match, Step};
use parlour_engine::state::State;

use crate::measure::arena::Openings;
use crate::measure::runner::{self, RunEnd};
use crate::players::Pool;
use crate::players::RobotLibrary;
use crate::players::seated::{Chosen, Director, MAX_PLIES, Next, SeatedMatch, is_endless, rules_failed, share};
use parlour_search::player::Thinking;
use parlour_search::spec::RANDOM;

/// The configuration of a comparison.
///
/// ```
/// use std::sync::atomic::AtomicBool;
///
/// use parlour_ai::impact::Impact;
/// use parlour_ai::{RobotLibrary, Thinking};
/// use parlour_engine::{Config, Library};
///
/// # let mut library = Library::default();
/// # library.add_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../rules"));
/// let pack = library.load("final-card-down")?;
/// let set = vec![("hand_size".to_owned(), "4".to_owned())];
/// let impact = Impact {
///     before: pack.configure(&Config::default())?,
///     after: pack.configure(&Config { set, ..Config::default() })?,
///     robots: vec!["random".to_owned(); 4],
///     games: 4,
///     seed: 7,
///     thinking: Thinking::REPRODUCIBLE,
///     jobs: 1,
///     deadline: None,
/// };
/// let findings = impact.run(&RobotLibrary::new(), &AtomicBool::new(false), &mut |_, _| {})?;
/// let length = findings.measures.iter().find(|measure| measure.name == "length").unwrap();
/// println!("{} plies before, {} after, the difference {:?}", length.before, length.after, length.ci95);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Impact {
    /// The game before the change.
    pub before: Arc<Game>,
    /// The game after the change, with as many seats.
    pub after: Arc<Game>,
    /// The robots, one for each seat. They rotate from deal to deal.
    pub robots: Vec<String>,
    /// Number of pairs of matches.
    pub games: u64,
    /// The seed of all randomness.
    pub seed: u64,
    /// The thinking budget for a move.
    pub thinking: Thinking,
    /// The number of threads.
    pub jobs: usize,
    /// Deadline; the pairs completed by then count.
    pub deadline: Option<Instant>,
}

/// A measure under both versions.
#[derive(Clone, Debug, PartialEq)]
pub struct Measure {
    /// The name of the measure.
    pub name: String,
    /// The kind of a usage measure, `action`, `card` or `piece`; `None` for measures of the whole match.
    pub use_of: Option<&'static str>,
    /// The mean before the change.
    pub before: f64,
    /// The mean after the change.
    pub after: f64,
    /// The mean of the paired differences.
    pub difference: f64,
    /// The 95% confidence interval of that mean; unbounded with fewer than two pairs.
    pub ci95: [f64; 2],
}

impl Measure {
    /// True if the interval excludes zero.
    pub fn is_certain(&self) -> bool {
        self.ci95[0] > 0.0 || self.ci95[1] < 0.0
    }

    /// The effect size: the difference divided by half its interval.
    pub fn clearness(&self) -> f64 {
        let half = (self.ci95[1] - self.ci95[0]) / 2.0;
        if self.difference == 0.0 { 0.0 } else { self.difference.abs() / half }
    }
}

/// The results of a comparison.
#[derive(Clone, Debug, PartialEq)]
pub struct Findings {
    /// Pairs of matches of the robots among themselves.
    pub games: u64,
    /// The measures, in the order of the report.
    pub measures: Vec<Measure>,
    /// The first error of a robot, if any.
    pub error: Option<String>,
}

/// The measures of a match by rank and name: those of all matches first, then those of seats, then usage.
type Sample = BTreeMap<(u8, String), f64>;

/// The first rank of measures that are 0 in a match without them: endings, then usage.
const ENDINGS: u8 = 6;
const USES: u8 = ENDINGS + 1;
const USED: [&str; 3] = ["action", "card", "piece"];
/// The gap between the first robot and `random`, measured in separate matches.
const GAP: u8 = 5;

/// Results of the matches of a pair.
struct Pair {
    number: u64,
    is_gap: bool,
    before: Sample,
    after: Sample,
    error: Option<String>,
}

impl Impact {
    /// Plays the pairs and measures them. `progress` is called with the number of completed pairs; once `stop` is set,
    /// the pairs completed so far count.
    ///
    /// # Errors
    /// Numbers of seats that differ, robots that can't be seated, rules that fail.
    pub fn run(
        &self,
        library: &RobotLibrary,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<Findings, Faults> {
        let seats = self.before.seat_count();
        if self.after.seat_count() != seats || self.robots.len() != seats {
            let message =
                format!("{seats} seats before, {} after, {} robots", self.after.seat_count(), self.robots.len());
            return Err(Diagnostic::new(Code::WrongSeats, message).help("the same deals need the same seats").into());
        }
        for (game, robot) in
            [&self.before, &self.after].into_iter().flat_map(|g| self.robots.iter().map(move |r| (g, r)))
        {
            library.fingerprint(game, robot)?;
        }
        // There is no gap if all robots are `random`.
        let has_gap = seats > 1 && !self.after.is_together() && self.robots.iter().any(|robot| robot != RANDOM);
        let total = if has_gap { self.games + self.games.div_ceil(2) } else { self.games };
        let all_random = self.robots.iter().all(|robot| robot == RANDOM);
        let openings = match Openings::fitting(&self.before, all_random)? {
            Openings::Start => Openings::fitting(&self.after, all_random)?,
            plies => plies,
        };
        let deadline = || self.deadline.is_some_and(|end| Instant::now() >= end);
        let pairs = runner::all(
            (self.jobs, total),
            &|| stop.load(Ordering::Acquire) || deadline(),
            |end| {
                let pools = [&self.before, &self.after].map(|game| Pool::new(game));
                let mut worker = Worker { impact: self, library, openings: &openings, end, pools };
                move |number| worker.pair(number, has_gap)
            },
            &mut |done| progress(done, total),
        )?;
        // Sums are bitwise the same in any order of completion.
        let mut pairs: Vec<Pair> = pairs.into_values().collect();
        pairs.sort_by_key(|pair| (pair.is_gap, pair.number));
        Ok(findings(&pairs))
    }
}

/// One thread's rules and robots, before and after the change.
struct Worker<'a> {
    impact: &'a Impact,
    library: &'a RobotLibrary,
    openings: &'a Openings,
    end: RunEnd,
    pools: [Pool; 2],
}

impl Worker<'_> {
    /// Plays a deal under both versions; `None` if it was stopped. Every third pair measures the gap, if wanted.
    fn pair(&mut self, number: u64, has_gap: bool) -> Result<Option<Pair>, Faults> {
        let impact = self.impact;
        let seats = impact.robots.len();
        let is_gap = has_gap && number % 3 == 2;
        let number = match (has_gap, is_gap) {
            (false, _) => number,
            (true, true) => number / 3,
            (true, false) => number / 3 * 2 + number % 3,
        };
        let turn = (number % seats as u64) as usize;
        let players: Vec<String> = match is_gap {
            true => {
                let strong = impact.robots.iter().find(|robot| *robot != RANDOM);
                let strong = |seat: usize| strong.filter(|_| seat == turn).map_or(RANDOM, String::as_str).to_owned();
                (0..seats).map(strong).collect()
            }
            false => (0..seats).map(|seat| impact.robots[(seat + turn) % seats].clone()).collect(),
        };
        let strong = is_gap.then(|| Seat::from_index(turn));
        let mut error = None;
        let mut samples = Vec::new();
        for pool in &mut self.pools {
            let played = self.openings.deal(pool, (impact.seed, number), players.clone())?;
            let mut seated = pool.seat(played, self.library, impact.thinking)?;
            let mut watcher = Watcher { end: &self.end, error: None, leads: Leads::default() };
            if !seated.play(&mut watcher)? && !is_endless(&seated.played, MAX_PLIES) {
                return Ok(None);
            }
            error = error.or(watcher.error);
            samples.push(match strong {
                Some(strong) => gap_sample(&seated.played, strong),
                None => sample(&seated.played, watcher.leads.changes)?,
            });
            pool.clear(seated);
        }
        let (Some(after), Some(before)) = (samples.pop(), samples.pop()) else { return Ok(None) };
        Ok(Some(Pair { number, is_gap, before, after, error }))
    }
}

/// Director that observes a match.
struct Watcher<'a> {
    end: &'a RunEnd,
    error: Option<String>,
    leads: Leads,
}

impl Director for Watcher<'_> {
    type Error = Faults;

    fn next(&mut self, seated: &mut SeatedMatch, seat: Seat) -> Result<Next, Faults> {
        self.end.asks(seated.stop_handle(seat));
        Ok(Next::ask_unless(self.end.is_near() || is_endless(&seated.played, MAX_PLIES)))
    }

    fn chosen(&mut self, seated: &mut SeatedMatch, chosen: &Chosen) -> Result<ControlFlow<()>, Faults> {
        if self.end.is_near() {
            return Ok(ControlFlow::Break(()));
        }
        seated.get_over(chosen)?;
        if let Some(fault) = &chosen.fault {
            self.error.get_or_insert_with(|| fault.to_string());
        }
        Ok(ControlFlow::Continue(()))
    }

    fn acted(&mut self, seated: &mut SeatedMatch, _chosen: &Chosen) -> Result<(), Faults> {
        self.leads.look(seated.played.game(), seated.played.state());
        Ok(())
    }

    fn refused(&mut self, error: ActError) -> Faults {
        rules_failed(&error)
    }
}

/// The leading team, and the number of lead changes.
#[derive(Debug, Default)]
struct Leads {
    leader: Option<usize>,
    changes: u32,
}

impl Leads {
    fn look(&mut self, game: &Game, state: &State) {
        let Some((var, most)) = lead_var(game) else { return };
        let value = |seat: Seat| {
            let layout = game.var(var);
            let member = if game.pack().vars[var.index()].per == Per::Team { game.team_of(seat) } else { seat.index() };
            let value = i64::from(state.value(layout, member));
            if most { value } else { -value }
        };
        let best = game.seats().map(value).max();
        let mut leaders = game.seats().filter(|&seat| Some(value(seat)) == best).map(|seat| game.team_of(seat));
        let Some(first) = leaders.next() else { return };
        // A tie has no leader.
        if leaders.any(|team| team != first) {
            return;
        }
        if self.leader.replace(first).is_some_and(|leader| leader != first) {
            self.changes += 1;
        }
    }
}

/// The variable that determines the lead, and true if more of it is better.
fn lead_var(game: &Game) -> Option<(VarId, bool)> {
    let pack = game.pack();
    let of_scores = match pack.scores {
        ScoreRule::Var(var) => Some((var, true)),
        _ => None,
    };
    let var = pack.winners.first().map(|rule| (rule.var, rule.most)).or(of_scores);
    var.filter(|(var, _)| matches!(pack.vars[var.index()].per, Per::Seat | Per::Team) && !game.is_together())
}

fn gap_sample(played: &Match, strong: Seat) -> Sample {
    let name = format!("{} against {RANDOM}", played.players()[strong.index()]);
    BTreeMap::from([((GAP, name), share(played, strong))])
}

/// The measures of a finished match.
///
/// # Errors
/// Rules that fail in replay.
fn sample(played: &Match, lead_changes: u32) -> Result<Sample, Diagnostic> {
    let (game, state) = (played.game(), played.state());
    let pack = game.pack();
    let mut sample = Sample::new();
    let mut put = |order: u8, name: String, value: f64| {
        sample.insert((order, name), value);
    };
    let share_of = |yes: bool| f64::from(u8::from(yes));
    let teams = game.teams().len();
    let winners = (0..teams).filter(|&team| game.members(team).any(|seat| state.has_won(seat))).count();
    put(0, "length".to_owned(), played.steps().len() as f64);
    let is_limit = game.ply_limit().is_some_and(|limit| state.ply() >= limit) || played.decision().is_some();
    put(1, "limit share".to_owned(), share_of(is_limit));
    if game.is_together() {
        put(1, "win share".to_owned(), share_of(winners > 0));
    } else {
        put(1, "decisive share".to_owned(), share_of(winners == 1));
        put(1, "tie share".to_owned(), share_of(winners != 1));
        if lead_var(game).is_some() {
            put(2, "lead changes".to_owned(), f64::from(lead_changes));
        }
        for seat in game.seats() {
            put(4, format!("wins of {}", game.seat_name(seat)), share(played, seat));
        }
    }
    if pack.scores != ScoreRule::Wins {
        let scores: Vec<f64> = game.seats().map(|seat| f64::from(game.score(state, seat))).collect();
        put(3, "mean score".to_owned(), scores.iter().sum::<f64>() / scores.len() as f64);
    }
    for (n, ending) in pack.endings.iter().enumerate() {
        put(ENDINGS, format!("ending {}", ending.name), share_of(state.ending() == Some(n)));
    }
    let mut uses: BTreeMap<(u8, String), u64> = BTreeMap::new();
    for (n, step) in played.steps().iter().enumerate() {
        count_uses(game, step, &*played.state_before(n)?, &mut uses);
    }
    sample.extend(uses.into_iter().map(|(name, n)| (name, n as f64)));
    Ok(sample)
}

/// Counts the action, the cards and the piece of a step.
fn count_uses(game: &Game, step: &Step, before: &State, uses: &mut BTreeMap<(u8, String), u64>) {
    let pack = game.pack();
    let action = &step.action;
    let mut add = |kind: &str, name: &str, n: u64| {
        let order = USED.iter().position(|used| *used == kind).unwrap_or(0) as u8;
        *uses.entry((USES + order, format!("{kind} {name}"))).or_default() += n;
    };
    let verb = &pack.verbs[action.verb().index()];
    add("action", &verb.name, 1);
    for arg in &verb.args {
        let cards = cards_of(game, action, arg, pack.card_types());
        for (card, n) in cards {
            add("card", game.card_name(CardType::from_index(card)), n);
        }
    }
    let mut squares = verb.args.iter().filter_map(|arg| match arg.kind {
        Kind::Square(board) => Some((board, usize::from(action.number(arg)).checked_sub(1)?)),
        _ => None,
    });
    if let Some((board, square)) = squares.next() {
        let cell = before.cells(game.board(board)).get(square).copied().unwrap_or(0);
        let symbol = usize::from(cell).checked_sub(1).and_then(|n| pack.boards[board.index()].symbols.get(n));
        if let Some((piece, _)) = symbol.and_then(|symbol| symbol.piece) {
            add("piece", &pack.moves.pieces[piece].name, 1);
        }
    }
}

/// The cards in an argument, as indices into the list of card types, with counts.
fn cards_of(game: &Game, action: &Action, arg: &parlour_engine::grammar::Arg, types: usize) -> Vec<(usize, u64)> {
    match arg.kind {
        Kind::Card => {
            let card = usize::from(action.number(arg)).checked_sub(1);
            card.filter(|&card| card < game.pack().card_types()).map(|card| (card, 1)).into_iter().collect()
        }
        Kind::Cards => {
            let counts = action.cards(arg, types).iter().enumerate();
            counts.filter(|(_, n)| **n > 0).map(|(card, &n)| (card, u64::from(n))).collect()
        }
        _ => Vec::new(),
    }
}

/// Aggregates the measures of all pairs.
fn findings(pairs: &[Pair]) -> Findings {
    let mut names: Vec<&(u8, String)> =
        pairs.iter().flat_map(|pair| pair.before.keys().chain(pair.after.keys())).collect();
    names.sort();
    names.dedup();
    let measure = |key: &&(u8, String)| -> Measure {
        let is_gap = key.0 == GAP;
        let of = |sample: &Sample| match sample.get(*key) {
            None if key.0 < ENDINGS => f64::NAN,
            value => value.copied().unwrap_or(0.0),
        };
        let values = pairs.iter().filter(|pair| pair.is_gap == is_gap).map(|pair| (of(&pair.before), of(&pair.after)));
        let use_of = key.0.checked_sub(USES).and_then(|n| USED.get(usize::from(n)).copied());
        Measure { use_of, ..compared(key.1.clone(), values.collect()) }
    };
    Findings {
        games: pairs.iter().filter(|pair| !pair.is_gap).count() as u64,
        // A measure that only one of the versions has can't be compared.
        measures: names.iter().map(measure).filter(|measure| measure.difference.is_finite()).collect(),
        error: pairs.iter().find_map(|pair| pair.error.clone()),
    }
}

/// The means of pairs of values, and the interval of the difference.
fn compared(name: String, values: Vec<(f64, f64)>) -> Measure {
    let n = values.len() as f64;
    let mean = |of: &dyn Fn(&(f64, f64)) -> f64| values.iter().map(of).sum::<f64>() / n;
    let difference = mean(&|(before, after)| after - before);
    let half = match values.len() {
        0 | 1 => f64::INFINITY,
        _ => {
            let squares: f64 = values.iter().map(|(before, after)| (after - before - difference).powi(2)).sum();
            student(n - 1.0) * (squares / (n - 1.0) / n).sqrt()
        }
    };
    Measure {
        name,
        use_of: None,
        before: mean(&|(before, _)| *before),
        after: mean(&|(_, after)| *after),
        difference,
        ci95: [difference - half, difference + half],
    }
}

/// The quantile of Student's t for 95% intervals, by the Cornish-Fisher expansion ("Moments and cumulants in the
/// specification of distributions", 1938); exact for one and two degrees of freedom.
fn student(freedom: f64) -> f64 {
    const Z: f64 = 1.959_963_984_540_054;
    match freedom {
        f if f < 1.5 => 12.706_204_736,
        f if f < 2.5 => 4.302_652_730,
        f => {
            let (z3, z5, z7) = (Z.powi(3), Z.powi(5), Z.powi(7));
            Z + (z3 + Z) / (4.0 * f)
                + (5.0 * z5 + 16.0 * z3 + 3.0 * Z) / (96.0 * f * f)
                + (3.0 * z7 + 19.0 * z5 + 17.0 * z3 - 15.0 * Z) / (384.0 * f.powi(3))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_quantile_is_that_of_the_tables() {
        for (freedom, table) in
            [(1.0, 12.706), (2.0, 4.303), (4.0, 2.776), (10.0, 2.228), (30.0, 2.042), (199.0, 1.972)]
        {
            assert!((student(freedom) - table).abs() < 0.02, "{freedom}: {}", student(freedom));
        }
    }

    #[test]
    fn what_deals_have_in_common_falls_out_of_the_interval() {
        let values = vec![(10.0, 11.0), (200.0, 201.0), (3000.0, 3001.0)];
        let measure = compared("length".to_owned(), values);
        assert_eq!((measure.difference, measure.ci95), (1.0, [1.0, 1.0]));
        assert!(measure.is_certain());
        let unknown = compared("length".to_owned(), vec![(1.0, 2.0)]);
        assert!(!unknown.is_certain() && unknown.ci95[1].is_infinite());
    }
}
