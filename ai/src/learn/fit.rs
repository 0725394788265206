//! Regression with a ridge.

use nalgebra::{Cholesky, DMatrix, DVector};

use super::Outcome;

/// Steps of Newton's method; a few are enough.
const STEPS: usize = 50;
/// How little a step may change before it is the last one.
const STILL: f64 = 1e-7;
/// Predictions are kept so far from 0 and 1.
const SURE: f64 = 1e-6;

/// A moment as a line of the table of all.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    /// What is not 0, by column.
    pub(super) values: Vec<(u32, f32)>,
    pub(super) base: f64,
    pub(super) outcome: f64,
}

/// Weights.
#[derive(Clone, Debug)]
pub(super) struct Model {
    pub(super) bias: f64,
    pub(super) weights: Vec<f64>,
}

/// How far a prediction is off: the logarithmic loss, or the square.
pub(super) fn loss(predicted: f64, came: f64, outcome: Outcome) -> f64 {
    match outcome {
        Outcome::Won => {
            let p = predicted.clamp(SURE, 1.0 - SURE);
            -(came * p.ln() + (1.0 - came) * (1.0 - p).ln())
        }
        Outcome::Margin => (came - predicted).powi(2),
    }
}

/// The prediction that goes with a sum of weights.
fn linked(sum: f64, outcome: Outcome) -> f64 {
    if outcome == Outcome::Won { 1.0 / (1.0 + (-sum).exp()) } else { sum }
}

impl Model {
    fn sum(&self, row: &Row) -> f64 {
        let values = row.values.iter().map(|&(column, value)| self.weights[column as usize] * f64::from(value));
        row.base + self.bias + values.sum::<f64>()
    }

    pub(super) fn predict(&self, row: &Row, outcome: Outcome) -> f64 {
        linked(self.sum(row), outcome)
    }

    /// The model that fits best. Numbers are scaled to the same size where they aren't 0, so that the ridge counts the
    /// moments that a weight is known from; the bias is free of it. `None` where the numbers are beyond what can be
    /// reckoned with.
    pub(super) fn fit(rows: &[Row], columns: usize, outcome: Outcome, ridge: f64) -> Option<Self> {
        let scales = scales(rows, columns);
        let mut model = Self { bias: 0.0, weights: vec![0.0; columns] };
        let mut worst = model.cost(rows, &scales, outcome, ridge);
        for _ in 0..STEPS {
            let (matrix, slope) = model.curvature(rows, &scales, outcome, ridge);
            let step = Cholesky::new(matrix)?.solve(&slope);
            // Newton's method can go too far where chances are near 0 or 1.
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

    /// What the fit makes as small as it can.
    fn cost(&self, rows: &[Row], scales: &[f64], outcome: Outcome, ridge: f64) -> f64 {
        let half = if outcome == Outcome::Won { 1.0 } else { 0.5 };
        let losses: f64 = rows.iter().map(|row| half * loss(self.predict(row, outcome), row.outcome, outcome)).sum();
        let weights: f64 = self.weights.iter().zip(scales).map(|(weight, scale)| (weight * scale).powi(2)).sum();
        losses + 0.5 * ridge * weights
    }

    /// The second derivatives of the cost by the scaled weights, the bias last, and the slope that leads down.
    fn curvature(&self, rows: &[Row], scales: &[f64], outcome: Outcome, ridge: f64) -> (DMatrix<f64>, DVector<f64>) {
        let bias = self.weights.len();
        let (mut matrix, mut slope) = (DMatrix::zeros(bias + 1, bias + 1), DVector::zeros(bias + 1));
        let mut values: Vec<(usize, f64)> = Vec::new();
        for row in rows {
            let predicted = self.predict(row, outcome);
            let weight = if outcome == Outcome::Won { (predicted * (1.0 - predicted)).max(SURE) } else { 1.0 };
            values.clear();
            values.extend(row.values.iter().filter_map(|&(column, value)| {
                let scale = scales[column as usize];
                (scale > 0.0).then(|| (column as usize, f64::from(value) / scale))
            }));
            values.push((bias, 1.0));
            for &(i, a) in &values {
                slope[i] += a * (row.outcome - predicted);
                for &(j, b) in &values {
                    // Cholesky looks at the lower half only.
                    if j <= i {
                        matrix[(i, j)] += weight * a * b;
                    }
                }
            }
        }
        for (n, scale) in scales.iter().enumerate() {
            matrix[(n, n)] += ridge.max(SURE);
            slope[n] -= ridge * self.weights[n] * scale;
        }
        (matrix, slope)
    }

    /// The model after a step.
    fn moved(&self, step: &DVector<f64>, scales: &[f64], length: f64) -> Self {
        let weight = |(n, weight): (usize, &f64)| {
            if scales[n] > 0.0 { weight + length * step[n] / scales[n] } else { 0.0 }
        };
        Self {
            bias: self.bias + length * step[self.weights.len()],
            weights: self.weights.iter().enumerate().map(weight).collect(),
        }
    }
}

/// The usual size of each column where it is not 0; 0 for those that are always the same, which tell nothing that the
/// bias doesn't.
fn scales(rows: &[Row], columns: usize) -> Vec<f64> {
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
            Row { values: vec![(0, x as f32), (1, (n % 3) as f32)], base: 0.0, outcome: outcome(x, n) }
        };
        (0..700).map(row).collect()
    }

    #[test]
    fn a_line_is_found() {
        let model = Model::fit(&rows(|x, _| 2.0 * x + 5.0), 3, Outcome::Margin, 1e-6).unwrap();
        assert!((model.bias - 5.0).abs() < 1e-4 && (model.weights[0] - 2.0).abs() < 1e-4, "{model:?}");
        // A column that never came up has no weight.
        assert!(model.weights[1].abs() < 1e-4 && model.weights[2] == 0.0, "{model:?}");
        let kept = Model::fit(&rows(|x, _| 2.0 * x + 5.0), 2, Outcome::Margin, 700.0).unwrap();
        assert!((kept.weights[0] - 1.0).abs() < 0.1, "as strong as all rows together, the ridge takes half: {kept:?}");
        // What came up once is hardly believed, where what came up always is.
        let mut seldom = rows(|_, _| 0.0);
        seldom[5] = Row { values: vec![(2, 0.01)], base: 0.0, outcome: 100.0 };
        let kept = Model::fit(&seldom, 3, Outcome::Margin, 9.0).unwrap();
        assert!((kept.weights[2] * 0.01 - 10.0).abs() < 1.0, "{kept:?}");
    }

    #[test]
    fn odds_are_found_even_where_they_are_certain() {
        // Won in 3 of 4 rows where x > 0, in 1 of 4 elsewhere.
        let often = |x: f64, n: usize| f64::from(u8::from((n / 7 % 4 < 3) == (x > 0.0)));
        let model = Model::fit(&rows(often), 2, Outcome::Won, 1.0).unwrap();
        let at = |x: f32| model.predict(&Row { values: vec![(0, x)], base: 0.0, outcome: 0.0 }, Outcome::Won);
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
}
