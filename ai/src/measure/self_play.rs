//! Learning an evaluation by self-play: TD(lambda) (Sutton, "Learning to predict by the methods of temporal
//! differences", 1988) on n-tuple networks, with learning rates for each weight by temporal coherence (Beal and Smith,
//! "Temporal coherence and prediction decay in TD learning", 1999; Bagheri, Thill, Koch and Konen, "Online Adaptable
//! Learning Rates for the Game Connect-4", 2016).

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use parlour_engine::action::{Action, ActionList};
use parlour_engine::chance::Generator;
use parlour_engine::diagnostic::{Code, Diagnostic, Faults};
use parlour_engine::game::Game;
use parlour_engine::ids::Seat;
use parlour_engine::rules::{Playout, Rules};
use parlour_engine::state::State;

use parlour_search::{Evaluation, odds, shares};

/// The part of a match over which traces decay to 1/e: so an outcome reaches what led to it in long matches as well.
const TRACE: f64 = 0.125;
/// The bounds of the decay of traces (lambda).
const LAMBDAS: (f64, f64) = (0.7, 0.98);
/// The least coherence. Where dice decide much, errors have both signs, and steps would become too small to learn by.
const LEAST_COHERENCE: f32 = 0.1;
/// The learning rate of a whole prediction: by how much its log odds move for an error of 1 before temporal coherence.
const RATE: f32 = 1.0;
/// The part of the moves that are explored at random, at the beginning and at the end.
const EXPLORING: (f64, f64) = (0.2, 0.05);
/// Of more legal actions than this a random sample of this size is looked at.
const MAX_LOOKED_AT: usize = 80;
/// Outcomes of chance, and states that the seat can't tell apart, that are looked at for an action.
const SAMPLES: usize = 3;
/// Matches are cut after this many plies, and judged by the evaluation.
const LONGEST: usize = 2_000;
/// Random matches from which the unit of scores is taken, where all play together.
const PROBES: u64 = 50;
/// Points of the curve.
const POINTS: u32 = 10;
/// Matches of a point at most; together they take at most this part of the time.
const TRIALS: u64 = 60;
const SHARE: f64 = 40.0;

/// The parameters of a learning run.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    /// The game.
    pub game: Arc<Game>,
    /// The seed of all chance.
    pub seed: u64,
    /// The time, matches of the curve included.
    pub time: Duration,
    /// The number of matches, if that is what limits it; then the result depends on the seed alone.
    pub games: Option<u64>,
    /// An earlier evaluation, which is learnt further.
    pub from: Option<Evaluation>,
}

/// A point of the learning curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurvePoint {
    /// Matches of self-play until then.
    pub games: u64,
    /// The win rate of one seat that looks one action ahead against random players, on all seats in turn; where all play
    /// together, the mean score.
    pub strength: f64,
    /// Matches from which that is measured.
    pub trials: u64,
}

impl SelfPlay {
    /// Plays and learns until the time is over or `stop` is raised; `progress` is told each point of the curve.
    ///
    /// # Errors
    /// Rules that fail, and games without a state to learn from.
    pub fn run(&self, stop: &AtomicBool, progress: &mut dyn FnMut(CurvePoint)) -> Result<Evaluation, Faults> {
        let rules = Rules::new(self.game.clone())?;
        rules.set_budget(Duration::from_secs(2));
        let evaluation = self.from.clone().unwrap_or_else(|| Evaluation::new(&self.game, self.seed));
        let mut learner = Learner::new(&self.game, rules, evaluation, self.seed);
        if self.from.is_none() && self.game.is_together() {
            learner.measure_scores()?;
        }
        let begun = Instant::now();
        let (mut played, mut points) = (0, 0);
        loop {
            let done = match self.games {
                Some(games) => played as f64 / games.max(1) as f64,
                None => begun.elapsed().as_secs_f64() / self.time.as_secs_f64().max(1e-3),
            };
            let is_over = done >= 1.0 || stop.load(Ordering::Relaxed);
            if is_over || done * f64::from(POINTS) >= f64::from(points + 1) {
                points = (done * f64::from(POINTS)) as u32;
                progress(learner.curve_point(self.games.is_none().then_some(self.time.div_f64(SHARE)), stop)?);
            }
            if is_over {
                return Ok(learner.evaluation);
            }
            learner.play(EXPLORING.0 + (EXPLORING.1 - EXPLORING.0) * done, stop)?;
            played += 1;
        }
    }
}

/// A position of a match of self-play.
#[derive(Clone, Debug, Default)]
struct Visited {
    /// For each observer, where its active weights begin in the list of all; one observer more than there are for the end.
    active: Vec<usize>,
    /// True if the action that follows was explored.
    is_explored: bool,
}

/// Learns from matches, one after another.
struct Learner<'a> {
    game: &'a Game,
    rules: Rules,
    evaluation: Evaluation,
    /// For each weight the sum of its errors and of their magnitudes (temporal coherence).
    errors: Vec<(f32, f32)>,
    /// The part of a step for each active weight of a state.
    parts: Vec<f32>,
    generator: Generator,
    /// Working memory.
    legal: ActionList,
    vector: Vec<u16>,
    active: Vec<u32>,
    visited: Vec<Visited>,
}

impl<'a> Learner<'a> {
    fn new(game: &'a Game, rules: Rules, evaluation: Evaluation, seed: u64) -> Self {
        Self {
            game,
            rules,
            errors: vec![(0.0, 0.0); evaluation.weights.len()],
            parts: evaluation.parts(),
            evaluation,
            generator: Generator::from_seed(seed),
            legal: ActionList::new(),
            vector: Vec::new(),
            active: Vec::new(),
            visited: Vec::new(),
        }
    }

    /// Takes the zero and the unit of scores from random matches.
    fn measure_scores(&mut self) -> Result<(), Diagnostic> {
        let mut scores = Vec::new();
        for seed in 0..PROBES {
            let mut state = self.rules.start(seed, &mut Vec::new())?;
            self.rules.playout(&mut state, &mut self.generator, Playout::ByVerb, LONGEST as u32)?;
            scores.push(self.game.team_score(&state, 0));
        }
        let mean = scores.iter().sum::<f64>() / scores.len() as f64;
        let variance = scores.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / scores.len() as f64;
        (self.evaluation.offset, self.evaluation.scale) = (mean as f32, variance.sqrt().max(1e-3) as f32);
        Ok(())
    }

    /// The seats whose predictions are learnt.
    fn observers(&self) -> impl Iterator<Item = Seat> + use<> {
        let count = if self.evaluation.is_duel() || self.game.is_together() { 1 } else { self.game.seat_count() };
        (0..count).map(Seat::from_index)
    }

    /// The share of a win of a seat in a match that is over; where all play together, the score in its unit.
    fn outcome(&self, state: &State, seat: Seat) -> f32 {
        let share = shares(self.game, state)(seat);
        if self.game.is_together() {
            return (share as f32 - self.evaluation.offset) / self.evaluation.scale;
        }
        share as f32
    }

    /// The prediction by a sum of weights.
    fn predicted(&self, sum: f32) -> f32 {
        if self.game.is_together() { sum } else { odds(f64::from(sum), 1.0) as f32 }
    }

    /// The value of a state for the seat that chooses, larger is better.
    fn worth(&mut self, state: &State, seat: Seat) -> f32 {
        if state.is_over() {
            let share = self.outcome(state, seat);
            if self.game.is_together() {
                return self.evaluation.offset + self.evaluation.scale * share;
            }
            return (share.clamp(1e-4, 1.0 - 1e-4) / (1.0 - share.clamp(1e-4, 1.0 - 1e-4))).ln();
        }
        self.evaluation.value(state, seat, &mut self.vector)
    }

    /// States in which the seat to act sees what it really sees, in place of one in which something is hidden from it; none
    /// if nothing is, or none is found.
    fn imagined(&mut self, state: &State, seat: Seat) -> Vec<State> {
        if !self.game.has_secrets() {
            return Vec::new();
        }
        let view = self.game.view(state, Some(seat));
        let Ok(worlds) = self.rules.worlds(&view) else { return Vec::new() };
        if !worlds.is_imagined() {
            return Vec::new();
        }
        (0..SAMPLES).filter_map(|_| self.rules.draw(&worlds, &mut self.generator).ok()).collect()
    }

    /// The action after which the state is worth most to the seat to act, by looking one action ahead. Where something is
    /// hidden from the seat, it looks at states that it can't tell from this one, and never at this one itself.
    fn best(&mut self, state: &State, spare: &mut State) -> Result<usize, Diagnostic> {
        let Some(due) = state.decision() else { return Ok(0) };
        let worlds = self.imagined(state, due.seat);
        let (legal, mut best) = (std::mem::take(&mut self.legal), (0, f32::NEG_INFINITY));
        let count = legal.len();
        let seed = self.generator.seed();
        // Of equal values any may be the first.
        let start = if count > 1 { self.generator.below(count as u32) as usize } else { 0 };
        let mut looked_at = Ok(());
        for n in 0..count.min(MAX_LOOKED_AT) {
            let n = match count > MAX_LOOKED_AT {
                true => self.generator.below(count as u32) as usize,
                false => (start + n) % count,
            };
            let action = Action::from_record(self.game, legal.record(n));
            let worth = match worlds.as_slice() {
                [] => self.outlook(state, spare, (&action, due.seat), seed),
                worlds => Ok(self.outlook_of(worlds, spare, (&action, due.seat), seed)),
            };
            match worth {
                Ok(worth) if worth > best.1 => best = (n, worth),
                Ok(_) => {}
                Err(fault) => {
                    looked_at = Err(fault);
                    break;
                }
            }
        }
        self.legal = legal;
        looked_at.map(|()| best.0)
    }

    /// The value of the state after an action for a seat, in the mean of some outcomes of chance. They are the same for all
    /// actions of a decision, and not those of the match: a player that foresaw its dice would learn to run risks.
    fn outlook(
        &mut self,
        state: &State,
        spare: &mut State,
        (action, seat): (&Action, Seat),
        seed: u64,
    ) -> Result<f32, Diagnostic> {
        let mut sum = 0.0;
        for sample in 0..SAMPLES {
            let seed = seed.wrapping_add(sample as u64);
            spare.copy_from(state);
            spare.reseed(seed);
            self.rules.apply(spare, action, None)?;
            let worth = self.worth(spare, seat);
            if sample == 0 && !spare.has_drawn(seed) {
                return Ok(worth);
            }
            sum += worth;
        }
        Ok(sum / SAMPLES as f32)
    }

    /// The same in the mean of imagined states. One in which the action fails doesn't count.
    fn outlook_of(&mut self, worlds: &[State], spare: &mut State, (action, seat): (&Action, Seat), seed: u64) -> f32 {
        let (mut sum, mut count) = (0.0, 0.0);
        for (n, world) in worlds.iter().enumerate() {
            spare.copy_from(world);
            spare.reseed(seed.wrapping_add(n as u64));
            if self.rules.apply(spare, action, None).is_ok() {
                sum += self.worth(spare, seat);
                count += 1.0;
            }
        }
        if count > 0.0 { sum / count } else { f32::MIN }
    }

    /// Plays a match against itself and learns from it.
    /// A match that is stopped teaches nothing.
    fn play(&mut self, exploring: f64, stop: &AtomicBool) -> Result<(), Diagnostic> {
        let seed = self.generator.seed();
        let mut state = self.rules.start(seed, &mut Vec::new())?;
        let mut spare = state.clone();
        self.active.clear();
        self.visited.clear();
        while !state.is_over() && self.visited.len() < LONGEST {
            if stop.load(Ordering::Relaxed) {
                return Ok(());
            }
            let mut legal = std::mem::take(&mut self.legal);
            let listed = self.rules.legal(&state, &mut legal);
            self.legal = legal;
            listed?;
            if self.legal.is_empty() {
                return Err(Diagnostic::new(Code::ScriptError, "a seat that is to act has no action"));
            }
            let mut visited = Visited::default();
            for seat in self.observers() {
                visited.active.push(self.active.len());
                self.evaluation.active(&state, seat, &mut self.vector, &mut self.active);
            }
            visited.active.push(self.active.len());
            let is_random =
                self.legal.len() > 1 && self.generator.below(1 << 20) < (exploring * f64::from(1 << 20)) as u32;
            let n = if is_random {
                visited.is_explored = true;
                Playout::ByVerb.choose(&self.legal, &mut self.generator).unwrap_or(0)
            } else if self.legal.len() == 1 {
                0
            } else {
                self.best(&state, &mut spare)?
            };
            self.visited.push(visited);
            let action = Action::from_record(self.game, self.legal.record(n));
            self.rules.apply(&mut state, &action, None)?;
        }
        for (n, seat) in self.observers().enumerate() {
            let end = if state.is_over() {
                self.outcome(&state, seat)
            } else {
                self.active.truncate(self.visited.last().map_or(0, |last| last.active[last.active.len() - 1]));
                let start = self.active.len();
                self.evaluation.active(&state, seat, &mut self.vector, &mut self.active);
                self.predicted(self.evaluation.sum(&self.active[start..]))
            };
            self.learn(n, end);
        }
        self.evaluation.games += 1;
        self.evaluation.plies += self.visited.len() as u64;
        Ok(())
    }

    /// Moves the predictions of an observer towards the lambda returns of the match, from its end backwards.
    fn learn(&mut self, observer: usize, outcome: f32) {
        let plies = (self.evaluation.plies + self.visited.len() as u64) as f64 / (self.evaluation.games + 1) as f64;
        let lambda = (1.0 - 1.0 / (TRACE * plies).max(1.0)).clamp(LAMBDAS.0, LAMBDAS.1) as f32;
        let mut target = outcome;
        for n in (0..self.visited.len()).rev() {
            let range = self.visited[n].active[observer]..self.visited[n].active[observer + 1];
            let predicted = self.predicted(self.evaluation.sum(&self.active[range.clone()]));
            if self.visited[n].is_explored {
                // What an explored action led to says nothing of good play (Watkins, 1989).
                target = predicted;
                continue;
            }
            let error = target - predicted;
            for (&weight, part) in self.active[range].iter().zip(&self.parts) {
                let (sum, magnitude) = &mut self.errors[weight as usize];
                let coherence = if *magnitude > 0.0 { sum.abs() / *magnitude } else { 1.0 }.max(LEAST_COHERENCE);
                self.evaluation.weights[weight as usize] += RATE * part * coherence * error;
                *sum += error;
                *magnitude += error.abs();
            }
            target = lambda * target + (1.0 - lambda) * predicted;
        }
    }

    /// The strength of the evaluation at present, from as many matches as there is time for, and at least from one.
    fn curve_point(&mut self, time: Option<Duration>, stop: &AtomicBool) -> Result<CurvePoint, Diagnostic> {
        let seats = self.game.seat_count() as u64;
        let (begun, mut trials) = (Instant::now(), 0);
        let mut strength = 0.0;
        for trial in 0..TRIALS {
            let is_late = time.is_some_and(|time| begun.elapsed() >= time) || stop.load(Ordering::Relaxed);
            if trials > 0 && is_late {
                break;
            }
            trials += 1;
            let seat = Seat::from_index((trial % seats) as usize);
            let mut state = self.rules.start(trial / seats, &mut Vec::new())?;
            let mut spare = state.clone();
            let mut plies = 0;
            while let Some(due) = state.decision().filter(|_| !state.is_over() && plies < LONGEST) {
                if plies > 0 && stop.load(Ordering::Relaxed) {
                    break;
                }
                if due.seat == seat || self.game.is_together() {
                    let mut legal = std::mem::take(&mut self.legal);
                    let listed = self.rules.legal(&state, &mut legal);
                    self.legal = legal;
                    listed?;
                    let n = self.best(&state, &mut spare)?;
                    let action = Action::from_record(self.game, self.legal.record(n));
                    self.rules.apply(&mut state, &action, None)?;
                } else {
                    self.rules.playout(&mut state, &mut self.generator, Playout::ByVerb, 1)?;
                }
                plies += 1;
            }
            strength += match state.is_over() {
                _ if self.game.is_together() => self.game.team_score(&state, 0),
                true => f64::from(self.outcome(&state, seat)),
                false => 1.0 / self.game.teams().len() as f64,
            };
        }
        Ok(CurvePoint { games: self.evaluation.games, strength: strength / trials as f64, trials })
    }
}
