//! A hidden layer of rectified units beside the regression, learnt by Adam.

use std::ops::Range;

use parlour_engine::chance::Generator;

use super::fit::{Model, Row, link, moments, scales};
use super::{Outcome, Unit};

/// Moments that a step learns from.
const BATCH: usize = 128;
/// How far a step goes at first; it gets shorter to the end.
const RATE: f32 = 2e-3;
/// How long slopes and their squares are remembered (Kingma and Ba, "Adam: a method for stochastic optimization", 2015).
const SLOPES: f32 = 0.9;
const SQUARES: f32 = 0.999;
const TINY: f32 = 1e-8;

/// How a hidden layer is learnt.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lessons {
    /// Units; 0 for no layer.
    pub(super) hidden: usize,
    /// How often all rows are gone through.
    pub(super) passes: u32,
    pub(super) ridge: f64,
    pub(super) lambda: f64,
}

/// All numbers that are learnt in one list, and where each kind begins: for each column a weight of every unit, then the
/// units' biases and what they count, the weights beside the layer, and the bias of all.
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

    /// The sums of the units, into `sums`, and the sum of all.
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

    /// Adds to `slopes` by how much each number raises what is off, times `off`. `sums` are those of the units, and are
    /// used up.
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
    /// The model with a hidden layer, which begins with units at random that count nothing yet, so that it is as good as
    /// without; then all weights are learnt together. `passed` hears how often the rows were gone through, and says whether
    /// to go on; `None` if not.
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

/// What learns a network.
struct Learner {
    network: Network,
    /// What each column is multiplied by, so that its numbers are around 1; 0 if it is left out.
    sizes: Vec<f32>,
    /// What values are divided by, so that they are around 1.
    unit: f32,
    /// How much a weight is drawn back to 0 for each moment.
    ridge: f32,
    /// Of the numbers: the slopes of the batch, their mean, and that of their squares.
    slopes: Vec<f32>,
    means: Vec<f32>,
    squares: Vec<f32>,
    /// Steps that were taken, and all.
    steps: (u32, u32),
    /// Of the rows of a moment: the sums of the units, and what is predicted.
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
        // Sums of units are around 1 to begin with (He and others, "Delving deep into rectifiers", 2015).
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

    /// Puts a row as the network has it into `row`.
    fn read(&mut self, row: &Row) {
        let sizes = &self.sizes;
        let sized = |&(column, value): &(u32, f32)| (column as usize, value * sizes[column as usize]);
        self.row.clear();
        self.row.extend(row.values.iter().map(sized));
    }

    /// Learns from some moments.
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
        // Biases are free of the ridge.
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

    /// What was learnt, for numbers as they are.
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

/// How far apart targets lie.
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

    /// Rows of two numbers of which one alone means the opposite of both: no sum of weights tells them apart.
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
