//! A hidden layer of rectified linear units beside the linear model, trained by Adam.

use std::ops::Range;

use parlour_engine::chance::Generator;

use super::fit::{Model, Row, link, moments, scales};
use super::{Outcome, Unit};

/// Batch size, in examples.
const BATCH: usize = 128;
/// Initial learning rate; it decays to zero.
const RATE: f32 = 2e-3;
/// Decay rates beta1 and beta2 of Adam (Kingma and Ba, "Adam: a method for stochastic optimization", 2015).
const SLOPES: f32 = 0.9;
const SQUARES: f32 = 0.999;
const TINY: f32 = 1e-8;

/// Hyperparameters of the hidden layer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lessons {
    /// Hidden units; 0 for no layer.
    pub(super) hidden: usize,
    /// Number of epochs.
    pub(super) passes: u32,
    pub(super) ridge: f64,
    pub(super) lambda: f64,
}

/// All parameters in one vector, with the offsets of their kinds: for each column the weights of every unit, then the
/// units' biases and output weights, the weights of the linear part, and the bias.
#[derive(Debug)]
struct Network {
    units: usize,
    columns: usize,
    numbers: Vec<f32>,
}

impl Network {
    fn biases(&self) -> usize {
        self.columns * self.units
    }

    fn outs(&self) -> usize {
        self.biases() + self.units
    }

    fn beside(&self) -> usize {
        self.outs() + self.units
    }

    fn bias(&self) -> usize {
        self.beside() + self.columns
    }

    /// Forward pass: the units' pre-activations, into `sums`, and the network's output.
    fn sum(&self, row: &[(usize, f32)], sums: &mut [f32]) -> f32 {
        let (units, numbers) = (self.units, &self.numbers);
        sums.copy_from_slice(&numbers[self.biases()..self.outs()]);
        let mut all = numbers[self.bias()];
        for &(column, x) in row {
            all += x * numbers[self.beside() + column];
            let weights = &numbers[column * units..(column + 1) * units];
            sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += x * weight);
        }
        let outs = &numbers[self.outs()..self.beside()];
        all + sums.iter().zip(outs).map(|(sum, out)| sum.max(0.0) * out).sum::<f32>()
    }

    /// Backpropagation: adds `off`, the derivative of the loss by the output, times the gradient of the output to
    /// `slopes`. `sums` holds the units' pre-activations and is overwritten.
    fn blame(&self, row: &[(usize, f32)], sums: &mut [f32], off: f32, slopes: &mut [f32]) {
        let units = self.units;
        for (n, sum) in sums.iter_mut().enumerate() {
            let is_on = *sum > 0.0;
            slopes[self.outs() + n] += off * sum.max(0.0);
            *sum = if is_on { off * self.numbers[self.outs() + n] } else { 0.0 };
            slopes[self.biases() + n] += *sum;
        }
        for &(column, x) in row {
            slopes[self.beside() + column] += off * x;
            let weights = &mut slopes[column * units..(column + 1) * units];
            weights.iter_mut().zip(&*sums).for_each(|(slope, sum)| *slope += x * sum);
        }
        slopes[self.bias()] += off;
    }
}

impl Model {
    /// The model with a hidden layer, which starts with random input weights and zero output weights, equivalent to the
    /// linear model; then all weights are trained together. `passed` is called with the number of completed epochs, and
    /// returns whether to continue; `None` if not.
    pub(super) fn deepened(
        self,
        rows: &mut [Row],
        outcome: Outcome,
        lessons: &Lessons,
        seed: u64,
        passed: &mut dyn FnMut(u32) -> bool,
    ) -> Option<Self> {
        if lessons.hidden == 0 {
            return Some(self);
        }
        let mut generator = Generator::from_seed(seed);
        let mut learner = Learner::new(&self, rows, outcome, lessons, &mut generator);
        let mut order: Vec<Range<usize>> = moments(rows, outcome).collect();
        let mut model = self;
        for pass in 0..lessons.passes {
            if lessons.lambda < 1.0 && pass > 0 {
                model.aim(rows, outcome, lessons.lambda);
            }
            generator.shuffle(&mut order);
            for batch in order.chunks(BATCH) {
                learner.step(rows, batch, outcome);
            }
            model = learner.model();
            if !passed(pass + 1) {
                return None;
            }
        }
        Some(model)
    }
}

/// The training state of a network.
struct Learner {
    network: Network,
    /// The factor of each column that scales its features to about 1; 0 for columns left out.
    sizes: Vec<f32>,
    /// The scale of targets, which are divided by it.
    unit: f32,
    /// The ridge penalty per example.
    ridge: f32,
    /// The batch gradient, and Adam's first and second moment estimates.
    slopes: Vec<f32>,
    means: Vec<f32>,
    squares: Vec<f32>,
    /// Steps taken, and total steps.
    steps: (u32, u32),
    /// For the rows of a decision: the units' pre-activations, and the predictions.
    sums: Vec<f32>,
    predicted: Vec<f64>,
    row: Vec<(usize, f32)>,
}

impl Learner {
    fn new(model: &Model, rows: &[Row], outcome: Outcome, lessons: &Lessons, generator: &mut Generator) -> Self {
        let (units, columns) = (lessons.hidden, model.weights.len());
        let of = moments(rows, outcome).count();
        let scales = scales(rows, columns);
        let unit = if outcome == Outcome::Margin { spread(rows) } else { 1.0 };
        let held: usize = rows.iter().map(|row| row.values.len()).sum();
        // Initial pre-activations are around 1 (He and others, "Delving deep into rectifiers", 2015).
        let reach = (6.0 * rows.len() as f32 / held.max(1) as f32).sqrt();
        let any = |generator: &mut Generator| (generator.bits() as f32 / u32::MAX as f32 * 2.0 - 1.0) * reach;
        let mut numbers: Vec<f32> = (0..columns * units).map(|_| any(generator)).collect();
        numbers.resize(numbers.len() + 2 * units, 0.0);
        numbers.extend(model.weights.iter().zip(&scales).map(|(weight, scale)| (weight * scale) as f32 / unit));
        numbers.push(model.bias as f32 / unit);
        let blank = vec![0.0; numbers.len()];
        Self {
            network: Network { units, columns, numbers },
            sizes: scales.iter().map(|&scale| if scale > 0.0 { (1.0 / scale) as f32 } else { 0.0 }).collect(),
            unit,
            ridge: (lessons.ridge / of as f64) as f32,
            slopes: blank.clone(),
            means: blank.clone(),
            squares: blank,
            steps: (0, lessons.passes * of.div_ceil(BATCH) as u32),
            sums: Vec::new(),
            predicted: Vec::new(),
            row: Vec::new(),
        }
    }

    /// Writes the scaled features of a row into `row`.
    fn read(&mut self, row: &Row) {
        let sizes = &self.sizes;
        let sized = |&(column, value): &(u32, f32)| (column as usize, value * sizes[column as usize]);
        self.row.clear();
        self.row.extend(row.values.iter().map(sized));
    }

    /// Trains on one batch.
    fn step(&mut self, rows: &[Row], batch: &[Range<usize>], outcome: Outcome) {
        self.slopes.fill(0.0);
        let units = self.network.units;
        for moment in batch {
            let rows = &rows[moment.clone()];
            self.sums.resize(self.sums.len().max(rows.len() * units), 0.0);
            self.predicted.clear();
            for (n, row) in rows.iter().enumerate() {
                self.read(row);
                let sum = self.network.sum(&self.row, &mut self.sums[n * units..(n + 1) * units]);
                self.predicted.push(row.base + f64::from(sum * self.unit));
            }
            link(&mut self.predicted, outcome);
            for (n, row) in rows.iter().enumerate() {
                if rows.len() > 1 {
                    self.read(row);
                }
                let off = (self.predicted[n] - row.target) as f32 / self.unit / batch.len() as f32;
                self.network.blame(&self.row, &mut self.sums[n * units..(n + 1) * units], off, &mut self.slopes);
            }
        }
        self.steps.0 += 1;
        let (step, all) = self.steps;
        let rate = RATE * (1.0 - (step - 1) as f32 / all as f32);
        let (known, known_squares) = (1.0 - SLOPES.powi(step as i32), 1.0 - SQUARES.powi(step as i32));
        // Biases aren't regularized.
        for n in (0..self.network.biases()).chain(self.network.outs()..self.network.bias()) {
            self.slopes[n] += self.ridge * self.network.numbers[n];
        }
        for (n, number) in self.network.numbers.iter_mut().enumerate() {
            let slope = self.slopes[n];
            let (mean, square) = (&mut self.means[n], &mut self.squares[n]);
            *mean = SLOPES * *mean + (1.0 - SLOPES) * slope;
            *square = SQUARES * *square + (1.0 - SQUARES) * slope * slope;
            *number -= rate * (*mean / known) / ((*square / known_squares).sqrt() + TINY);
        }
    }

    /// The trained model, for unscaled features.
    fn model(&self) -> Model {
        let (network, unit) = (&self.network, self.unit);
        let number = |at: usize, size: f32| f64::from(network.numbers[at] * size);
        let weights = |first: usize, apart: usize, unit: f32| {
            self.sizes.iter().enumerate().map(|(n, size)| number(first + n * apart, size * unit)).collect()
        };
        Model {
            bias: number(network.bias(), unit),
            weights: weights(network.beside(), 1, unit),
            hidden: (0..network.units)
                .map(|n| Unit {
                    bias: number(network.biases() + n, 1.0),
                    out: number(network.outs() + n, unit),
                    weights: weights(n, network.units, 1.0),
                })
                .collect(),
        }
    }
}

/// The spread of targets.
fn spread(rows: &[Row]) -> f32 {
    let mean = |of: &dyn Fn(&Row) -> f64| rows.iter().map(of).sum::<f64>() / rows.len() as f64;
    let usual = mean(&|row| row.target - row.base);
    let spread = mean(&|row| (row.target - row.base - usual).powi(2)).sqrt();
    if spread > 0.0 { spread as f32 } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LESSONS: Lessons = Lessons { hidden: 16, passes: 100, ridge: 1.0, lambda: 1.0 };

    /// The XOR of two features, which a linear model can't learn.
    fn rows(low: f64, high: f64) -> Vec<Row> {
        let row = |n: usize| {
            let (a, b) = (n % 2, n / 2 % 2);
            let values = [(0, a as f32), (1, 5.0 * b as f32), (2, (n % 7) as f32)].into_iter().filter(|v| v.1 != 0.0);
            Row::new(values.collect(), 0.0, if a == b { low } else { high }, 0)
        };
        (0..4000).map(row).collect()
    }

    fn learnt(rows: &mut [Row], outcome: Outcome) -> Model {
        let model = Model::learn(rows, 4, outcome, 1.0, 1.0).unwrap();
        model.deepened(rows, outcome, &LESSONS, 5, &mut |_| true).unwrap()
    }

    #[test]
    fn what_numbers_mean_together_is_found() {
        for (outcome, low, high) in [(Outcome::Won, 0.0, 1.0), (Outcome::Margin, -30.0, 50.0)] {
            let mut rows = rows(low, high);
            let model = learnt(&mut rows, outcome);
            assert_eq!(model.hidden.len(), 16);
            let far = high - low;
            for (row, predicted) in rows[..28].iter().zip(model.predict(&rows, outcome)) {
                assert!((predicted - row.outcome).abs() < 0.1 * far, "{predicted} for {row:?}");
            }
            // The fourth number never came up.
            assert!(model.hidden.iter().all(|unit| unit.weights[3] == 0.0) && model.weights[3] == 0.0);
        }
    }

    #[test]
    fn it_follows_from_the_seed_and_can_be_stopped() {
        let again = || learnt(&mut rows(0.0, 1.0), Outcome::Won);
        assert_eq!(format!("{:?}", again()), format!("{:?}", again()));
        let mut rows = rows(0.0, 1.0);
        let model = Model::learn(&mut rows, 4, Outcome::Won, 1.0, 1.0).unwrap();
        let mut heard = Vec::new();
        let stopped = model.deepened(&mut rows, Outcome::Won, &LESSONS, 5, &mut |pass| {
            heard.push(pass);
            pass < 3
        });
        assert!(stopped.is_none());
        assert_eq!(heard, [1, 2, 3]);
    }
}
