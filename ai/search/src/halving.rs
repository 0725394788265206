//! Sequential halving: candidates are tried in common worlds, one world after the other, and the worse half of them is
//! eliminated in each round, so that the budget concentrates on the best ones (Karnin, Koren and Somekh, "Almost
//! optimal exploration in multi-armed bandits", 2013).

use super::Form;

/// The report of trials.
pub const FORM: Form =
    Form { name: "halving", has_leads: false, heading: "tried", effort: |found| format!("{} trials", found.nodes) };

/// Tries candidates.
pub trait Trial {
    /// The error of a trial.
    type Error;

    /// The remaining share of the budget, from 1 at the start to 0.
    fn left(&mut self) -> Result<f64, Self::Error>;

    /// Samples another world.
    fn deal(&mut self) -> Result<(), Self::Error>;

    /// The reward of a candidate in the current world; more is better.
    fn attempt(&mut self, candidate: usize) -> Result<f64, Self::Error>;
}

/// A candidate after its trials.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tried {
    /// Its index among the candidates, from 0.
    pub candidate: usize,
    /// The number of worlds in which it was tried.
    pub worlds: u64,
    /// The mean reward; 0 if it wasn't tried.
    pub mean: f64,
}

/// Ranks the candidates, best first, those eliminated earlier behind. Each candidate's prior in `priors` is added to
/// its mean, and at most `most` worlds are sampled. A world in which the budget didn't suffice for all remaining
/// candidates doesn't count.
///
/// # Errors
/// A trial that fails.
pub fn halving<T: Trial>(trial: &mut T, priors: &[f64], most: u64) -> Result<Vec<Tried>, T::Error> {
    let tried = |candidate| Tried { candidate, worlds: 0, mean: 0.0 };
    let mut order: Vec<Tried> = (0..priors.len()).map(tried).collect();
    if order.is_empty() {
        return Ok(order);
    }
    let mut values = Vec::with_capacity(order.len());
    let mut alive = order.len();
    let stages = alive.ilog2() + u32::from(!alive.is_power_of_two());
    let mut stage = 1;
    for world in 0..most {
        let gone = (1.0 - trial.left()?).max(world as f64 / most as f64);
        if stage < stages && gone > f64::from(stage) / f64::from(stages) {
            stage += 1;
            sort(&mut order[..alive], priors);
            alive = alive.div_ceil(2);
        }
        trial.deal()?;
        values.clear();
        for entry in &order[..alive] {
            if trial.left()? == 0.0 {
                break;
            }
            values.push(trial.attempt(entry.candidate)?);
        }
        if values.len() < alive {
            break;
        }
        for (entry, value) in order.iter_mut().zip(&values) {
            entry.worlds += 1;
            entry.mean += (value - entry.mean) / entry.worlds as f64;
        }
    }
    sort(&mut order[..alive], priors);
    Ok(order)
}

/// Sorts best first; stable.
fn sort(entries: &mut [Tried], priors: &[f64]) {
    let worth = |entry: &Tried| entry.mean + priors[entry.candidate];
    entries.sort_by(|a, b| worth(b).total_cmp(&worth(a)));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Trials with fixed rewards and a node budget.
    struct FixedValues<'a> {
        values: &'a [f64],
        nodes: u64,
        spent: u64,
    }

    impl Trial for FixedValues<'_> {
        type Error = std::convert::Infallible;

        fn left(&mut self) -> Result<f64, Self::Error> {
            Ok(1.0 - self.spent as f64 / self.nodes as f64)
        }

        fn deal(&mut self) -> Result<(), Self::Error> {
            Ok(())
        }

        fn attempt(&mut self, candidate: usize) -> Result<f64, Self::Error> {
            self.spent += 1;
            Ok(self.values[candidate])
        }
    }

    fn told(values: &[f64], priors: &[f64], nodes: u64, most: u64) -> (Vec<usize>, Vec<u64>, u64) {
        let mut trial = FixedValues { values, nodes, spent: 0 };
        let Ok(order) = halving(&mut trial, priors, most);
        let worlds = order.iter().map(|entry| entry.worlds).collect();
        (order.iter().map(|entry| entry.candidate).collect(), worlds, trial.spent)
    }

    #[test]
    fn the_worse_half_is_given_up_again_and_again() {
        let values = [0.1, 0.8, 0.3, 0.7, 0.2, 0.6, 0.4, 0.5];
        // A third of the nodes for 8, for 4 and for the last 2.
        let (order, worlds, spent) = told(&values, &[0.0; 8], 240, 1000);
        assert_eq!(order, [1, 3, 5, 7, 6, 2, 4, 0]);
        assert_eq!(worlds, [68, 68, 30, 30, 11, 11, 11, 11]);
        assert_eq!(spent, 240);
    }

    #[test]
    fn the_number_of_worlds_parts_the_stages_where_it_ends_first() {
        let (order, worlds, _) = told(&[0.5, 0.1, 0.9, 0.2], &[0.0; 4], 1_000_000, 10);
        assert_eq!((order, worlds), (vec![2, 0, 3, 1], vec![10, 10, 6, 6]));
    }

    #[test]
    fn likings_weigh_with_the_mean_and_alone_where_nothing_could_be_tried() {
        assert_eq!(told(&[0.5, 0.4], &[0.0, 0.2], 100, 100).0, [1, 0]);
        assert_eq!(told(&[0.9, 0.1, 0.1], &[0.0, 0.0, 0.2], 2, 100), (vec![2, 0, 1], vec![0, 0, 0], 2));
        assert_eq!(told(&[0.3], &[0.0], 5, 100), (vec![0], vec![5], 5));
    }
}
