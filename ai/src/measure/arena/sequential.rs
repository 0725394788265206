//! An anytime-valid sequential test: is a robot's rate above one bound, or below another?
//!
//! It is a test by betting. A gambler who starts with 1 and bets at fair odds that the mean of numbers from 0 to 1 is
//! above `m` has, under the null hypothesis, a capital that is a nonnegative supermartingale; so it ever reaches `1 /
//! error` with a probability of at most `error` (Ville, "Étude critique de la notion de collectif", 1939). Once it
//! does, the mean is above `m`, and the run may stop at once. Nothing is assumed of the numbers but that rounds are
//! exchangeable: draws, shared wins, more than two seats and correlated games of the same deal need no model, as they
//! would in a sequential probability ratio test. See Waudby-Smith and Ramdas, "Estimating means of bounded random
//! variables by betting", Journal of the Royal Statistical Society B 86 (2024). The stakes are spread evenly over a
//! grid of constant shares of the capital, as in Cover, "Universal portfolios" (1991), so that the capital depends only
//! on the counts of each number.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The number of grid points of the stakes.
const GRID: u32 = 64;
/// Rates and probabilities are stored in multiples of this fraction, so that files hold them exactly.
const PARTS: f64 = 1e6;

/// A stopping rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StopRule {
    /// In millionths.
    low: u32,
    /// In millionths.
    high: u32,
    /// In millionths.
    error: u32,
}

/// The result of a run that stopped early, each wrong with at most the requested probability.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The rate of the first robot is above the lower bound.
    Above,
    /// It is below the upper bound.
    Below,
    /// It is between the two.
    Between,
}

impl StopRule {
    /// A rule that stops once a rate is known to be above `low`, or below `high`, with an error probability of at most
    /// `error`. `None` unless 0 < `low` <= `high` < 1 and 0 < `error` < 1.
    pub fn new(low: f64, high: f64, error: f64) -> Option<Self> {
        let inside = |x: f64| (1.0 / PARTS..1.0 - 0.5 / PARTS).contains(&x);
        let parts = |x: f64| (x * PARTS).round() as u32;
        let fits = inside(low) && inside(high) && inside(error) && low <= high;
        fits.then(|| Self { low: parts(low), high: parts(high), error: parts(error) })
    }

    /// The two bounds.
    pub fn rates(self) -> [f64; 2] {
        [f64::from(self.low) / PARTS, f64::from(self.high) / PARTS]
    }

    /// The probability of a wrong verdict.
    pub fn error(self) -> f64 {
        f64::from(self.error) / PARTS
    }

    /// The verdict of the rounds; `None` if the test is undecided.
    pub(super) fn verdict(self, rounds: &Rounds) -> Option<Verdict> {
        let goal = -self.error().ln();
        let [low, high] = self.rates();
        match (rounds.capital(low, false) >= goal, rounds.capital(high, true) >= goal) {
            (true, true) => Some(Verdict::Between),
            (true, false) => Some(Verdict::Above),
            (false, true) => Some(Verdict::Below),
            (false, false) => None,
        }
    }
}

/// The count of each outcome: points out of `most`.
#[derive(Clone, Debug)]
pub(super) struct Rounds<'a> {
    pub(super) counts: &'a BTreeMap<u64, u64>,
    pub(super) most: u64,
}

impl Rounds<'_> {
    /// The logarithm of the capital of the bet that the mean is above a bound, or below it.
    fn capital(&self, bound: f64, below: bool) -> f64 {
        let bound = if below { 1.0 - bound } else { bound };
        let logs: Vec<f64> = (1..=GRID)
            .map(|n| {
                // A share of the greatest stake that doesn't risk ruin.
                let part = f64::from(n) / f64::from(GRID + 1);
                self.counts
                    .iter()
                    .map(|(&points, &n)| {
                        let x = points as f64 / self.most as f64;
                        let x = if below { 1.0 - x } else { x };
                        n as f64 * (1.0 + part * (x / bound - 1.0)).ln()
                    })
                    .sum()
            })
            .collect();
        let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        most + (logs.iter().map(|log| (log - most).exp()).sum::<f64>() / f64::from(GRID)).ln()
    }

    /// A 95% confidence sequence for the rate, valid at any time.
    pub(super) fn interval(&self) -> [f64; 2] {
        // The 5% are split between both ends.
        let goal = 40_f64.ln();
        let end = |below: bool| {
            let (mut refuted, mut open) = (if below { 1.0 } else { 0.0 }, self.mean());
            for _ in 0..40 {
                let middle: f64 = (refuted + open) / 2.0;
                let is_refuted = middle > 0.0 && middle < 1.0 && self.capital(middle, below) >= goal;
                *(if is_refuted { &mut refuted } else { &mut open }) = middle;
            }
            open
        };
        if self.counts.is_empty() { [0.0, 1.0] } else { [end(false), end(true)] }
    }

    fn mean(&self) -> f64 {
        let n: u64 = self.counts.values().sum();
        let points: u64 = self.counts.iter().map(|(points, n)| points * n).sum();
        points as f64 / (self.most * n.max(1)) as f64
    }
}

#[cfg(test)]
mod tests {
    use parlour_engine::chance::Generator;

    use super::*;

    /// Plays rounds of two games, at most 500, until there is a verdict; each game's probability of a win is in
    /// percent.
    fn settle(rule: StopRule, percent: u32, generator: &mut Generator) -> (Option<Verdict>, u64) {
        let mut counts = BTreeMap::new();
        for n in 1..=500 {
            let won = u64::from(generator.below(100) < percent) + u64::from(generator.below(100) < percent);
            *counts.entry(won).or_default() += 1;
            if let Some(verdict) = rule.verdict(&Rounds { counts: &counts, most: 2 }) {
                return (Some(verdict), n);
            }
        }
        (None, 500)
    }

    #[test]
    fn wrong_verdicts_are_as_rare_as_was_asked_for() {
        let mut generator = Generator::from_seed(1);
        let rule = StopRule::new(0.5, 0.5, 0.05).unwrap();
        let found: Vec<_> = (0..200).map(|_| settle(rule, 50, &mut generator).0).collect();
        let of = |verdict| found.iter().filter(|one| **one == Some(verdict)).count();
        // Each is wrong at most 10 times of 200 on average; 19 is three standard deviations more.
        assert!(of(Verdict::Above) <= 19 && of(Verdict::Below) <= 19, "{found:?}");
        let rule = StopRule::new(0.5, 0.6, 0.05).unwrap();
        let wrong = (0..200).filter(|_| settle(rule, 60, &mut generator).0 == Some(Verdict::Below)).count();
        assert!(wrong <= 19, "{wrong}");
    }

    #[test]
    fn what_is_clear_is_settled_soon() {
        let mut generator = Generator::from_seed(2);
        let rule = StopRule::new(0.5, 0.5, 0.05).unwrap();
        let runs: Vec<_> = (0..100).map(|_| settle(rule, 70, &mut generator)).collect();
        assert!(runs.iter().all(|(verdict, _)| *verdict == Some(Verdict::Above)));
        let mean = runs.iter().map(|(_, n)| n).sum::<u64>() / 100;
        // A test with known rates would need some 18 rounds of two games; unknown rates cost more.
        assert!(mean < 50, "{mean}");
        assert!(runs.iter().all(|(_, n)| *n >= 7), "seven rounds won outright are the least that settles it");
    }

    #[test]
    fn a_rate_between_the_bounds_is_settled_too() {
        let mut generator = Generator::from_seed(3);
        let rule = StopRule::new(0.3, 0.7, 0.05).unwrap();
        assert!(settle(rule, 50, &mut generator).0.is_some());
        assert!(StopRule::new(0.7, 0.3, 0.05).is_none() && StopRule::new(0.0, 0.5, 0.05).is_none());
    }

    #[test]
    fn the_interval_holds_the_rate_at_every_moment() {
        let mut generator = Generator::from_seed(4);
        let mut missed = 0;
        for _ in 0..100 {
            let mut counts = BTreeMap::new();
            let held = (0..200).all(|_| {
                *counts.entry(u64::from(generator.below(100) < 30)).or_default() += 1;
                let [low, high] = Rounds { counts: &counts, most: 1 }.interval();
                low <= 0.3 && 0.3 <= high
            });
            missed += usize::from(!held);
        }
        assert!(missed <= 11, "{missed} of 100");
        let all = BTreeMap::from([(1, 100)]);
        let [low, high] = Rounds { counts: &all, most: 1 }.interval();
        assert!(low > 0.9 && high == 1.0, "{low} {high}");
    }
}
