//! Linear systems with a symmetric positive definite matrix, by Cholesky decomposition (Golub and Van Loan, "Matrix
//! Computations", 4.2).

use std::ops::{Index, IndexMut};

/// A symmetric matrix, stored as its lower triangle: `matrix[(row, column)]` with `column <= row`.
#[derive(Clone, Debug)]
pub(super) struct Symmetric {
    size: usize,
    /// In column-major order.
    numbers: Vec<f64>,
}

impl Symmetric {
    /// A matrix of zeros.
    pub(super) fn zeros(size: usize) -> Self {
        Self { size, numbers: vec![0.0; size * size] }
    }

    /// Solves `matrix * x = right`. `None` if the matrix isn't positive definite, or has non-finite entries.
    pub(super) fn solve(mut self, right: &[f64]) -> Option<Vec<f64>> {
        self.decompose()?;
        let size = self.size;
        let mut x = right.to_vec();
        for n in 0..size {
            x[n] /= self[(n, n)];
            let known = x[n];
            let below = &self.numbers[n * size + n + 1..(n + 1) * size];
            x[n + 1..].iter_mut().zip(below).for_each(|(x, factor)| *x -= factor * known);
        }
        for n in (0..size).rev() {
            let below = &self.numbers[n * size + n + 1..(n + 1) * size];
            let known: f64 = x[n + 1..].iter().zip(below).map(|(x, factor)| x * factor).sum();
            x[n] = (x[n] - known) / self[(n, n)];
        }
        Some(x)
    }

    /// Replaces the lower triangle by its Cholesky factor.
    fn decompose(&mut self) -> Option<()> {
        let size = self.size;
        for n in 0..size {
            let (done, rest) = self.numbers.split_at_mut(n * size);
            let column = &mut rest[n..size];
            for earlier in done.chunks(size) {
                let factor = earlier[n];
                column.iter_mut().zip(&earlier[n..]).for_each(|(number, other)| *number -= factor * other);
            }
            let pivot = column[0];
            if pivot.is_nan() || pivot <= 0.0 {
                return None;
            }
            column[0] = pivot.sqrt();
            let root = column[0];
            column[1..].iter_mut().for_each(|number| *number /= root);
        }
        Some(())
    }
}

impl Index<(usize, usize)> for Symmetric {
    type Output = f64;

    fn index(&self, (row, column): (usize, usize)) -> &f64 {
        &self.numbers[column * self.size + row]
    }
}

impl IndexMut<(usize, usize)> for Symmetric {
    fn index_mut(&mut self, (row, column): (usize, usize)) -> &mut f64 {
        &mut self.numbers[column * self.size + row]
    }
}

#[cfg(test)]
mod tests {
    use parlour_engine::chance::Generator;

    use super::*;

    fn of(rows: &[&[f64]]) -> Symmetric {
        let mut matrix = Symmetric::zeros(rows.len());
        for (n, row) in rows.iter().enumerate() {
            row.iter().enumerate().for_each(|(m, &number)| matrix[(n, m)] = number);
        }
        matrix
    }

    #[test]
    fn a_known_matrix_is_decomposed() {
        let mut matrix = of(&[&[4.0], &[12.0, 37.0], &[-16.0, -43.0, 98.0]]);
        matrix.decompose().unwrap();
        let triangle = [(0, 0, 2.0), (1, 0, 6.0), (1, 1, 1.0), (2, 0, -8.0), (2, 1, 5.0), (2, 2, 3.0)];
        for (row, column, number) in triangle {
            assert_eq!(matrix[(row, column)], number, "{row} {column}");
        }
        assert_eq!(of(&[&[4.0], &[2.0, 5.0]]).solve(&[8.0, 12.0]), Some(vec![1.0, 2.0]));
        assert_eq!(Symmetric::zeros(0).solve(&[]), Some(Vec::new()));
    }

    #[test]
    fn what_was_multiplied_is_found_again() {
        // A random matrix times its transpose, with a ridge, is positive definite.
        let mut generator = Generator::from_seed(5);
        let mut any = || f64::from(generator.below(2001)) / 1000.0 - 1.0;
        for size in [1, 2, 7, 40] {
            let factors: Vec<Vec<f64>> = (0..size).map(|_| (0..size).map(|_| any()).collect()).collect();
            let product = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
            let mut matrix = Symmetric::zeros(size);
            for row in 0..size {
                for column in 0..=row {
                    matrix[(row, column)] = product(&factors[row], &factors[column]);
                }
                matrix[(row, row)] += 0.1;
            }
            let expected: Vec<f64> = (0..size).map(|_| any()).collect();
            let at = |row: usize, column: usize| matrix[(row.max(column), row.min(column))];
            let right: Vec<f64> =
                (0..size).map(|row| (0..size).map(|column| at(row, column) * expected[column]).sum()).collect();
            for (found, expected) in matrix.clone().solve(&right).unwrap().iter().zip(&expected) {
                assert!((found - expected).abs() < 1e-9, "{size}: {found} {expected}");
            }
        }
    }

    #[test]
    fn what_is_not_positive_definite_is_refused() {
        for matrix in [of(&[&[0.0]]), of(&[&[-1.0]]), of(&[&[1.0], &[2.0, 4.0]]), of(&[&[1.0], &[3.0, 1.0]])] {
            assert!(matrix.clone().solve(&vec![1.0; matrix.size]).is_none(), "{matrix:?}");
        }
        assert!(of(&[&[f64::NAN]]).solve(&[1.0]).is_none());
        assert!(of(&[&[1.0], &[f64::INFINITY, 1.0]]).solve(&[1.0, 1.0]).is_none());
    }
}
