//! Confidence intervals and ratings.

/// The quantile of the normal distribution for intervals of 95%.
const Z: f64 = 1.959_963_984_540_054;
/// Elo points for a factor of e in the odds.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// The 95% score interval of a rate (Wilson, "Probable inference, the law of succession, and statistical inference",
/// 1927). Without games it is unbounded.
pub fn wilson(rate: f64, n: f64) -> [f64; 2] {
    if n <= 0.0 {
        return [0.0, 1.0];
    }
    let z2 = Z * Z;
    let centre = (rate + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = Z / (1.0 + z2 / n) * (rate * (1.0 - rate) / n + z2 / (4.0 * n * n)).sqrt();
    [(centre - half).max(0.0), (centre + half).min(1.0)]
}

/// The 95% interval of a rate over `games` games clustered by deal: Wilson's interval for the effective sample size
/// (Kish, "Survey Sampling", 1965). `rates` holds the rate of each deal. The effective size lies between the number of
/// deals and the number of games.
pub(crate) fn rate_interval(rate: f64, rates: &[f64], games: u64) -> [f64; 2] {
    let deals = rates.len() as f64;
    let worth = match variance(rates) {
        Some(variance) if variance > 0.0 => rate * (1.0 - rate) * deals / variance,
        _ => deals,
    };
    wilson(rate, worth.clamp(deals, (games as f64).max(deals)))
}

/// The mean of paired differences of two rates in the same deals, and its 95% interval, again Wilson's: (1 +
/// difference) / 2 lies between 0 and 1, as a rate does. If no deal differs, the mean is bounded by the greatest share
/// of differing deals consistent with seeing none (Hanley and Lippman-Hand, "If Nothing Goes Wrong, Is Everything All
/// Right?", 1983).
pub(crate) fn difference_interval(differences: &[f64]) -> (f64, [f64; 2]) {
    let n = differences.len() as f64;
    if differences.is_empty() {
        return (0.0, [-1.0, 1.0]);
    }
    if differences.iter().all(|&difference| difference == 0.0) {
        let most = 1.0 - 0.05_f64.powf(1.0 / n);
        return (0.0, [-most, most]);
    }
    let mean = differences.iter().sum::<f64>() / n;
    let rate = f64::midpoint(mean, 1.0);
    let worth = match variance(differences) {
        Some(variance) if variance > 0.0 => rate * (1.0 - rate) * n / (variance / 4.0),
        _ => n,
    };
    (mean, wilson(rate, worth.max(n)).map(|x| 2.0 * x - 1.0))
}

/// The sample variance; `None` for fewer than two values.
fn variance(values: &[f64]) -> Option<f64> {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    (values.len() > 1).then(|| values.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (n - 1.0))
}

/// A rating and its 95% interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rating {
    pub(crate) elo: f64,
    pub(crate) interval: [f64; 2],
}

/// The results of a table: its robots (one may have several entries), the games, and the points of each entry, a win
/// being 1 and shared wins fractions.
#[derive(Clone, Debug)]
pub(crate) struct TablePoints {
    pub(crate) robots: Vec<usize>,
    pub(crate) games: f64,
    pub(crate) points: Vec<f64>,
}

/// Elo ratings with mean 0: a difference of 400 points means odds of 10 to 1 at the same table.
pub(crate) fn ratings(robots: usize, tables: &[TablePoints]) -> Vec<Rating> {
    rated(&fit(robots, tables, 1.0))
}

/// Strengths fitted to results.
#[derive(Clone, Debug)]
pub(super) struct Fit {
    /// The strength of each robot; their geometric mean is 1.
    pub(super) strength: Vec<f64>,
    /// The information matrix of log strengths; their sum is undetermined.
    pub(super) information: Vec<Vec<f64>>,
}

/// Fits the Plackett-Luce model (Luce, "Individual Choice Behavior", 1959), which for two seats is that of Bradley and
/// Terry, by the MM algorithm (Hunter, "MM algorithms for generalized Bradley-Terry models", 2004). Each table that played
/// gets additional shared games as a prior, so that a clean sweep has a finite rating.
pub(super) fn fit(robots: usize, tables: &[TablePoints], shared: f64) -> Fit {
    let n = robots;
    let tables: Vec<&TablePoints> = tables.iter().filter(|table| table.games > 0.0).collect();
    let mut won = vec![0.0_f64; n];
    for table in &tables {
        for (&robot, points) in table.robots.iter().zip(&table.points) {
            won[robot] += points + shared / table.robots.len() as f64;
        }
    }
    let mut strength = vec![1.0_f64; n];
    for _ in 0..10_000 {
        let mut met = vec![0.0_f64; n];
        for table in &tables {
            let all: f64 = table.robots.iter().map(|&robot| strength[robot]).sum();
            for &robot in &table.robots {
                met[robot] += (table.games + shared) / all;
            }
        }
        let mut most = 0.0_f64;
        for i in (0..n).filter(|&i| met[i] > 0.0) {
            let new = won[i] / met[i];
            most = most.max((new / strength[i]).ln().abs());
            strength[i] = new;
        }
        let mean = strength.iter().map(|s| s.ln()).sum::<f64>() / n as f64;
        strength.iter_mut().for_each(|s| *s /= mean.exp());
        if most < 1e-10 {
            break;
        }
    }
    let mut information = vec![vec![0.0; n]; n];
    for table in &tables {
        let all: f64 = table.robots.iter().map(|&robot| strength[robot]).sum();
        for &i in &table.robots {
            let p = strength[i] / all;
            information[i][i] += (table.games + shared) * p;
            for &j in &table.robots {
                information[i][j] -= (table.games + shared) * p * strength[j] / all;
            }
        }
    }
    Fit { strength, information }
}

/// The ratings by fitted strengths, with the mean held fixed. Intervals come from the information matrix; they are
/// infinite where nothing is known.
pub(super) fn rated(fit: &Fit) -> Vec<Rating> {
    let n = fit.strength.len();
    let held: Vec<Vec<f64>> =
        fit.information.iter().map(|row| row.iter().map(|entry| entry + 1.0 / n as f64).collect()).collect();
    // A robot that met nobody has an unbounded rating.
    let covariance = inverse(held);
    (0..n)
        .map(|i| {
            let elo = ELO * fit.strength[i].ln();
            let variance = covariance.as_ref().map_or(f64::INFINITY, |covariance| covariance[i][i]);
            let half = Z * ELO * (variance - 1.0 / n as f64).max(0.0).sqrt();
            Rating { elo, interval: [elo - half, elo + half] }
        })
        .collect()
}

/// The inverse of a small matrix, by Gauss-Jordan elimination; `None` for a singular one.
pub(super) fn inverse(mut a: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let n = a.len();
    let mut inverse: Vec<Vec<f64>> = (0..n).map(|i| (0..n).map(|j| f64::from(u8::from(i == j))).collect()).collect();
    for column in 0..n {
        let pivot = (column..n).max_by(|&x, &y| a[x][column].abs().total_cmp(&a[y][column].abs())).unwrap_or(column);
        a.swap(column, pivot);
        inverse.swap(column, pivot);
        let scale = a[column][column];
        if scale.abs() < 1e-12 {
            return None;
        }
        for k in 0..n {
            a[column][k] /= scale;
            inverse[column][k] /= scale;
        }
        for row in (0..n).filter(|&row| row != column) {
            let factor = a[row][column];
            for k in 0..n {
                a[row][k] -= factor * a[column][k];
                inverse[row][k] -= factor * inverse[column][k];
            }
        }
    }
    Some(inverse)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilsons_interval_is_that_of_the_tables() {
        let [low, high] = wilson(0.7, 50.0);
        assert!((low - 0.5624).abs() < 1e-3 && (high - 0.8090).abs() < 1e-3, "{low} {high}");
        assert!((wilson(1.0, 10.0)[1] - 1.0).abs() < 1e-12);
    }

    #[test]
    fn games_of_one_deal_tell_as_much_as_they_differ() {
        // A hundred pairs of identical games are worth a hundred games, not two hundred.
        let alike: Vec<f64> = (0..100).map(|n| f64::from(u8::from(n % 10 < 7))).collect();
        let (pairs, games) = (rate_interval(0.7, &alike, 200), wilson(0.7, 100.0));
        assert!((pairs[0] - games[0]).abs() < 2e-3 && (pairs[1] - games[1]).abs() < 2e-3, "{pairs:?} {games:?}");
        // Pairs that are shared would be worth more than independent games; the effective size is capped there.
        let shared = [vec![0.5; 90], vec![1.0; 10]].concat();
        assert_eq!(rate_interval(0.55, &shared, 200), wilson(0.55, 200.0));
        // One deal is one observation, even if it was played many times.
        assert_eq!(rate_interval(1.0, &[1.0], 60), wilson(1.0, 1.0));
    }

    #[test]
    fn differences_have_intervals_around_them() {
        let apart: Vec<f64> = (0..400).map(|n| [0.5, 0.0, -0.5, 0.4][n % 4]).collect();
        let (mean, [low, high]) = difference_interval(&apart);
        // The standard error of the mean is 0.0197.
        assert!((mean - 0.1).abs() < 1e-9 && (mean - low - 0.0386).abs() < 2e-3, "{mean} {low} {high}");
        assert_eq!(difference_interval(&[]).1, [-1.0, 1.0]);
        // None of three hundred deals differs: at most one in a hundred does.
        let (mean, [low, high]) = difference_interval(&[0.0; 300]);
        assert!(mean == 0.0 && (high - 0.00994).abs() < 1e-4 && low == -high, "{mean} {low} {high}");
    }

    fn table(robots: &[usize], points: &[f64]) -> TablePoints {
        TablePoints { robots: robots.to_vec(), games: points.iter().sum(), points: points.to_vec() }
    }

    #[test]
    fn ratings_give_back_the_odds() {
        // 3 to 1 is 191 points.
        let found = ratings(2, &[table(&[0, 1], &[3000.0, 1000.0])]);
        let apart = found[0].elo - found[1].elo;
        assert!((apart - 190.8).abs() < 0.5, "{apart}");
        assert!((found[0].elo + found[1].elo).abs() < 1e-6);
        // The standard error of a difference of log odds from 4,000 games at 3 to 1, halved by the fixed mean.
        let half = (found[0].interval[1] - found[0].interval[0]) / 2.0;
        let expected = Z * ELO / (4001.0 * 0.1875_f64).sqrt() / 2.0;
        assert!((half - expected).abs() < 0.1, "{half} {expected}");
    }

    #[test]
    fn a_robot_on_several_seats_has_one_rating() {
        // One against three equal robots, winning half of the games: odds of 3 to 1 against each of them.
        let found = ratings(2, &[table(&[1, 1, 1, 0], &[400.0, 300.0, 300.0, 1000.0])]);
        assert!((found[0].elo - found[1].elo - 190.8).abs() < 0.7, "{found:?}");
        // Self-play gives no information.
        assert!(ratings(1, &[table(&[0, 0], &[9.0, 1.0])])[0].elo.abs() < 1e-9);
    }

    #[test]
    fn nothing_is_known_of_who_has_not_played() {
        let found = ratings(2, &[table(&[0, 1], &[0.0, 0.0])]);
        assert!(found[0].interval[1].is_infinite() && found[0].elo == 0.0);
    }
}
