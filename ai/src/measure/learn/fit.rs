//! Ridge regression, linear and logistic, and the optional hidden layer's model.

use std::ops::Range;

use super::cholesky::Symmetric;
use super::{Outcome, Unit};
use crate::search::odds;

/// Maximum number of Newton steps.
const STEPS: usize = 50;
/// Relative decrease of the cost at which Newton's method has converged.
const STILL: f64 = 1e-7;
/// Maximum number of rounds of the lambda-return iteration, and the change of targets, relative to their spread, at
/// which it has converged.
const ROUNDS: usize = 100;
const SETTLED: f64 = 1e-3;
/// Probabilities are clamped to this distance from 0 and 1.
const SURE: f64 = 1e-6;

/// A training example: the features of an action at a decision.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    /// The nonzero features, by column.
    pub(super) values: Vec<(u32, f32)>,
    pub(super) base: f64,
    /// The outcome of the match; for choices 1 for the chosen action and 0 for the others.
    pub(super) outcome: f64,
    /// The training target.
    pub(super) target: f64,
    /// Offset of the next row: of the same seat's next decision in the match, or of the next action of the same
    /// decision; 0 for the last.
    pub(super) next: usize,
}

impl Row {
    /// A row whose target is its outcome.
    pub(super) fn new(values: Vec<(u32, f32)>, base: f64, outcome: f64, next: usize) -> Self {
        Self { values, base, outcome, target: outcome, next }
    }
}

/// A fitted model.
#[derive(Clone, Debug)]
pub(super) struct Model {
    pub(super) bias: f64,
    pub(super) weights: Vec<f64>,
    /// The hidden layer, empty if there is none.
    pub(super) hidden: Vec<Unit<Vec<f64>>>,
}

/// The loss of a prediction: log loss or squared error. Of the actions of a decision only the chosen one contributes.
pub(super) fn loss(predicted: f64, came: f64, outcome: Outcome) -> f64 {
    let p = predicted.clamp(SURE, 1.0 - SURE);
    match outcome {
        Outcome::Won => -(came * p.ln() + (1.0 - came) * (1.0 - p).ln()),
        Outcome::Margin => (came - predicted).powi(2),
        Outcome::Chosen => -came * p.ln(),
    }
}

/// Applies the inverse link function to linear predictors: identity, logistic, or softmax over the actions of a
/// decision.
pub(super) fn link(sums: &mut [f64], outcome: Outcome) {
    match outcome {
        Outcome::Won => sums.iter_mut().for_each(|sum| *sum = odds(*sum, 1.0)),
        Outcome::Margin => {}
        Outcome::Chosen => {
            let most = sums.iter().copied().fold(f64::MIN, f64::max);
            sums.iter_mut().for_each(|sum| *sum = (*sum - most).exp());
            let all: f64 = sums.iter().sum();
            sums.iter_mut().for_each(|sum| *sum /= all);
        }
    }
}

/// The row ranges whose predictions are coupled: single rows, or all actions of a decision.
pub(super) fn moments(rows: &[Row], outcome: Outcome) -> impl Iterator<Item = Range<usize>> {
    let mut from = 0;
    let is_last = move |row: &Row| outcome != Outcome::Chosen || row.next == 0;
    let ends = rows.iter().enumerate().filter(move |(_, row)| is_last(row)).map(|(n, _)| n + 1);
    ends.map(move |end| std::mem::replace(&mut from, end)..end)
}

impl Model {
    fn sum(&self, row: &Row) -> f64 {
        let weighed = |weights: &[f64]| -> f64 {
            row.values.iter().map(|&(column, value)| weights[column as usize] * f64::from(value)).sum()
        };
        let units = self.hidden.iter().map(|unit| unit.out * (unit.bias + weighed(&unit.weights)).max(0.0));
        row.base + self.bias + weighed(&self.weights) + units.sum::<f64>()
    }

    /// The predictions for all rows.
    pub(super) fn predict(&self, rows: &[Row], outcome: Outcome) -> Vec<f64> {
        let mut predicted: Vec<f64> = rows.iter().map(|row| self.sum(row)).collect();
        moments(rows, outcome).for_each(|moment| link(&mut predicted[moment], outcome));
        predicted
    }

    /// Fits a model to the outcomes or, for a `lambda` below 1, to the lambda-returns of the model itself (Sutton,
    /// "Learning to predict by the methods of temporal differences", 1988), iterated to a fixed point. `None` as for
    /// [`Model::fit`].
    pub(super) fn learn(rows: &mut [Row], columns: usize, outcome: Outcome, ridge: f64, lambda: f64) -> Option<Self> {
        let mut model = Self::fit(rows, columns, outcome, ridge)?;
        let n = rows.len() as f64;
        let mean = rows.iter().map(|row| row.outcome).sum::<f64>() / n;
        let spread = rows.iter().map(|row| (row.outcome - mean).powi(2)).sum::<f64>();
        for _ in 0..ROUNDS {
            let change = model.aim(rows, outcome, lambda);
            if change <= SETTLED * SETTLED * spread {
                break;
            }
            model = Self::fit(rows, columns, outcome, ridge)?;
        }
        Some(model)
    }

    /// Recomputes the targets as lambda-returns. Returns the sum of the squared changes of targets.
    pub(super) fn aim(&self, rows: &mut [Row], outcome: Outcome, lambda: f64) -> f64 {
        if outcome == Outcome::Chosen {
            return 0.0;
        }
        let (predicted, mut change) = (self.predict(rows, outcome), 0.0);
        for at in (0..rows.len()).rev() {
            let target = match rows[at].next {
                0 => rows[at].outcome,
                next => (1.0 - lambda) * predicted[at + next] + lambda * rows[at + next].target,
            };
            change += (target - rows[at].target).powi(2);
            rows[at].target = target;
        }
        change
    }

    /// Fits a model to the targets by Newton's method. Features are scaled to unit size over their nonzero values, so
    /// that the ridge weighs against the number of examples behind a weight; the bias isn't regularized. `None` on
    /// numeric overflow.
    pub(super) fn fit(rows: &[Row], columns: usize, outcome: Outcome, ridge: f64) -> Option<Self> {
        let scales = scales(rows, columns);
        let mut model = Self { bias: 0.0, weights: vec![0.0; columns], hidden: Vec::new() };
        let mut worst = model.cost(rows, &scales, outcome, ridge);
        for _ in 0..STEPS {
            let (matrix, slope) = model.curvature(rows, &scales, outcome, ridge);
            let step = matrix.solve(&slope)?;
            // A full Newton step can overshoot where probabilities are near 0 or 1: backtracking line search.
            let mut length = 1.0;
            let (next, cost) = loop {
                let next = model.moved(&step, &scales, length);
                let cost = next.cost(rows, &scales, outcome, ridge);
                if cost <= worst || length < 1e-6 {
                    break (next, cost);
                }
                length /= 2.0;
            };
            if !cost.is_finite() {
                return None;
            }
            let is_still = worst - cost <= STILL * worst.abs();
            (model, worst) = (next, cost);
            if is_still {
                break;
            }
        }
        Some(model)
    }

    /// The objective: the losses plus the ridge penalty.
    fn cost(&self, rows: &[Row], scales: &[f64], outcome: Outcome, ridge: f64) -> f64 {
        let half = if outcome == Outcome::Margin { 0.5 } else { 1.0 };
        let predicted = self.predict(rows, outcome);
        let losses: f64 = rows.iter().zip(predicted).map(|(row, p)| half * loss(p, row.target, outcome)).sum();
        let weights: f64 = self.weights.iter().zip(scales).map(|(weight, scale)| (weight * scale).powi(2)).sum();
        losses + 0.5 * ridge * weights
    }

    /// The Hessian of the cost by the scaled weights, the bias last, and the negative gradient.
    fn curvature(&self, rows: &[Row], scales: &[f64], outcome: Outcome, ridge: f64) -> (Symmetric, Vec<f64>) {
        let bias = self.weights.len();
        let (mut matrix, mut slope) = (Symmetric::zeros(bias + 1), vec![0.0; bias + 1]);
        let predicted = self.predict(rows, outcome);
        let mut values: Vec<(usize, f64)> = Vec::new();
        let mut usual = Usual::new(bias);
        for moment in moments(rows, outcome) {
            for (row, &predicted) in rows[moment.clone()].iter().zip(&predicted[moment]) {
                values.clear();
                values.extend(row.values.iter().filter_map(|&(column, value)| {
                    let scale = scales[column as usize];
                    (scale > 0.0).then(|| (column as usize, f64::from(value) / scale))
                }));
                let weight = match outcome {
                    Outcome::Won => (predicted * (1.0 - predicted)).max(SURE),
                    Outcome::Margin => 1.0,
                    Outcome::Chosen => {
                        usual.add(&values, predicted);
                        predicted
                    }
                };
                if outcome != Outcome::Chosen {
                    values.push((bias, 1.0));
                }
                for &(i, a) in &values {
                    slope[i] += a * (row.target - predicted);
                    spread(&mut matrix, &values, (i, a), weight);
                }
            }
            // Differences from the expectation: features that all actions of a decision share don't affect the choice.
            let values = usual.take();
            values.iter().for_each(|&value| spread(&mut matrix, &values, value, -1.0));
        }
        if outcome == Outcome::Chosen {
            matrix[(bias, bias)] = 1.0;
        }
        for (n, scale) in scales.iter().enumerate() {
            matrix[(n, n)] += ridge.max(SURE);
            slope[n] -= ridge * self.weights[n] * scale;
        }
        (matrix, slope)
    }

    /// The model after a step.
    fn moved(&self, step: &[f64], scales: &[f64], length: f64) -> Self {
        let weight = |(n, weight): (usize, &f64)| {
            if scales[n] > 0.0 { weight + length * step[n] / scales[n] } else { 0.0 }
        };
        Self {
            bias: self.bias + length * step[self.weights.len()],
            weights: self.weights.iter().enumerate().map(weight).collect(),
            hidden: Vec::new(),
        }
    }
}

/// Adds a value's products with other values to a matrix.
fn spread(matrix: &mut Symmetric, values: &[(usize, f64)], (i, a): (usize, f64), weight: f64) {
    for &(j, b) in values {
        if j <= i {
            matrix[(i, j)] += weight * a * b;
        }
    }
}

/// The expected features of a decision's actions under the predicted probabilities.
struct Usual {
    sums: Vec<f64>,
    columns: Vec<usize>,
}

impl Usual {
    fn new(columns: usize) -> Self {
        Self { sums: vec![0.0; columns], columns: Vec::new() }
    }

    fn add(&mut self, values: &[(usize, f64)], odds: f64) {
        for &(column, value) in values {
            if self.sums[column] == 0.0 {
                self.columns.push(column);
            }
            self.sums[column] += odds * value;
        }
    }

    /// Takes the nonzero entries and resets the sum.
    fn take(&mut self) -> Vec<(usize, f64)> {
        let Self { sums, columns } = self;
        columns
            .drain(..)
            .map(|column| (column, std::mem::take(&mut sums[column])))
            .filter(|value| value.1 != 0.0)
            .collect()
    }
}

/// The root mean square of each column over its nonzero values; 0 for constant columns, which duplicate the bias.
pub(super) fn scales(rows: &[Row], columns: usize) -> Vec<f64> {
    let mut sums = vec![(0_usize, 0.0, 0.0); columns];
    for &(column, value) in rows.iter().flat_map(|row| &row.values) {
        let (count, sum, squares) = &mut sums[column as usize];
        *count += 1;
        *sum += f64::from(value);
        *squares += f64::from(value).powi(2);
    }
    let n = rows.len() as f64;
    let scale = |(count, sum, squares): (usize, f64, f64)| {
        let variance = squares / n - (sum / n).powi(2);
        if variance > 1e-9 * squares / n { (squares / count as f64).sqrt() } else { 0.0 }
    };
    sums.into_iter().map(scale).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows of two columns in which the outcome follows from the first.
    fn rows(outcome: impl Fn(f64, usize) -> f64) -> Vec<Row> {
        let row = |n: usize| {
            let x = (n % 7) as f64 - 3.0;
            Row::new(vec![(0, x as f32), (1, (n % 3) as f32)], 0.0, outcome(x, n), 0)
        };
        (0..700).map(row).collect()
    }

    #[test]
    fn a_line_is_found() {
        let model = Model::fit(&rows(|x, _| 2.0 * x + 5.0), 3, Outcome::Margin, 1e-6).unwrap();
        assert!((model.bias - 5.0).abs() < 1e-4 && (model.weights[0] - 2.0).abs() < 1e-4, "{model:?}");
        // A column that never occurs has no weight.
        assert!(model.weights[1].abs() < 1e-4 && model.weights[2] == 0.0, "{model:?}");
        let kept = Model::fit(&rows(|x, _| 2.0 * x + 5.0), 2, Outcome::Margin, 700.0).unwrap();
        assert!((kept.weights[0] - 1.0).abs() < 0.1, "as strong as all rows together, the ridge takes half: {kept:?}");
        // The ridge shrinks the weight of a feature that occurred once, but not of one that always occurs.
        let mut seldom = rows(|_, _| 0.0);
        seldom[5] = Row::new(vec![(2, 0.01)], 0.0, 100.0, 0);
        let kept = Model::fit(&seldom, 3, Outcome::Margin, 9.0).unwrap();
        assert!((kept.weights[2] * 0.01 - 10.0).abs() < 1.0, "{kept:?}");
    }

    /// Sutton's random walk of five places: from the middle to the right or the left, until it falls off; the right end
    /// is worth 1.
    fn walks(count: usize) -> Vec<Row> {
        let (mut rows, mut random): (Vec<Row>, u64) = (Vec::new(), 7);
        for _ in 0..count {
            let (mut place, mut walk) = (2, Vec::new());
            while (0..5).contains(&place) {
                walk.push(place as u32);
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                place += if random >> 63 == 0 { 1 } else { -1 };
            }
            let outcome = f64::from(u8::from(place == 5));
            let next = |n: usize| usize::from(n + 1 < walk.len());
            rows.extend(walk.iter().enumerate().map(|(n, &at)| Row::new(vec![(at, 1.0)], 0.0, outcome, next(n))));
        }
        rows
    }

    #[test]
    fn what_comes_next_tells_more_than_how_it_ended() {
        for outcome in [Outcome::Margin, Outcome::Won] {
            let error = |lambda: f64, count: usize| {
                let mut rows = walks(count);
                let model = Model::learn(&mut rows, 5, outcome, 0.01, lambda).unwrap();
                let at = |n: u32| Row::new(vec![(n, 1.0)], 0.0, 0.0, 0);
                let off = |n: u32| (model.predict(&[at(n)], outcome)[0] - f64::from(n + 1) / 6.0).powi(2);
                ((0..5).map(off).sum::<f64>() / 5.0).sqrt()
            };
            assert!(error(1.0, 2000) < 0.03 && error(0.0, 2000) < 0.03, "{} {}", error(1.0, 2000), error(0.0, 2000));
            assert!(error(0.3, 40) < 0.8 * error(1.0, 40), "{} {}", error(0.3, 40), error(1.0, 40));
        }
    }

    #[test]
    fn odds_are_found_even_where_they_are_certain() {
        // Won in 3 of 4 rows where x > 0, in 1 of 4 elsewhere.
        let often = |x: f64, n: usize| f64::from(u8::from((n / 7 % 4 < 3) == (x > 0.0)));
        let model = Model::fit(&rows(often), 2, Outcome::Won, 1.0).unwrap();
        let at = |x: f32| model.predict(&[Row::new(vec![(0, x)], 0.0, 0.0, 0)], Outcome::Won)[0];
        assert!(at(3.0) > 0.7 && at(-3.0) < 0.3, "{model:?}");
        let always = Model::fit(&rows(|x, _| f64::from(u8::from(x > 0.0))), 2, Outcome::Won, 0.01).unwrap();
        assert!(always.weights[0].is_finite() && always.weights[0] > 3.0, "{always:?}");
        let known = |row: Row| Row { base: 4.0, ..row };
        let base: Vec<Row> = rows(|_, n| f64::from(u8::from(n % 2 == 0))).into_iter().map(known).collect();
        assert!(
            (Model::fit(&base, 2, Outcome::Won, 1.0).unwrap().bias + 4.0).abs() < 0.3,
            "what is known is taken off"
        );
    }

    #[test]
    fn what_is_chosen_shows_what_is_liked() {
        // Of three actions, 20 in 100 choose the first, 30 the second and 50 the third; features that they share have
        // no effect.
        let mut rows = Vec::new();
        for n in 0..1000 {
            let chosen = [1, 1, 2, 2, 2, 3, 3, 3, 3, 3][n % 10];
            for action in 1..=3_u32 {
                let came = f64::from(u8::from(action == chosen));
                rows.push(Row::new(vec![(0, 3.0), (action, 1.0)], 0.0, came, usize::from(action < 3)));
            }
        }
        let mut model = Model::learn(&mut rows, 5, Outcome::Chosen, 0.01, 1.0).unwrap();
        let odds = model.predict(&rows[..6], Outcome::Chosen);
        for (n, expected) in [0.2, 0.3, 0.5, 0.2, 0.3, 0.5].into_iter().enumerate() {
            assert!((odds[n] - expected).abs() < 1e-3, "{odds:?}");
        }
        assert!(model.bias == 0.0 && model.weights[0] == 0.0 && model.weights[4] == 0.0, "{model:?}");
        // With a ridge as strong as many decisions all actions become equally likely.
        model = Model::learn(&mut rows, 5, Outcome::Chosen, 1e6, 1.0).unwrap();
        assert!(model.predict(&rows[..3], Outcome::Chosen).iter().all(|odds| (odds - 1.0 / 3.0).abs() < 0.01));
        // The base is subtracted.
        for row in rows.iter_mut().filter(|row| row.values[1].0 == 3) {
            row.base = 0.5_f64.ln();
        }
        model = Model::learn(&mut rows, 5, Outcome::Chosen, 0.01, 1.0).unwrap();
        assert!((model.predict(&rows[..3], Outcome::Chosen)[2] - 0.5).abs() < 1e-3);
        assert!((model.weights[3] - model.weights[2] - (5.0_f64 / 3.0 * 2.0).ln()).abs() < 1e-2, "{model:?}");
    }
}
