//! Pairings: tables as lists of indices into the list of robots.

/// All robots at one table.
pub fn one_table(robots: usize) -> Vec<Vec<usize>> {
    vec![(0..robots).collect()]
}

/// All tables of a number of seats that the robots can form.
pub fn round_robin(robots: usize, seats: usize) -> Vec<Vec<usize>> {
    let mut tables = vec![Vec::new()];
    for _ in 0..seats {
        tables = tables
            .into_iter()
            .flat_map(|table: Vec<usize>| {
                let from = table.last().map_or(0, |last| last + 1);
                (from..robots).map(move |robot| [table.as_slice(), &[robot]].concat())
            })
            .collect();
    }
    tables
}

/// Each robot of a list with the same partners, which are listed after the robots.
pub fn with_partners(robots: usize, partners: usize) -> Vec<Vec<usize>> {
    (0..robots).map(|robot| std::iter::once(robot).chain(robots..robots + partners).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_group_meets_once() {
        assert_eq!(round_robin(3, 2), [[0, 1], [0, 2], [1, 2]]);
        assert_eq!(round_robin(5, 4).len(), 5);
        assert!(round_robin(2, 3).is_empty());
        assert_eq!(with_partners(2, 2), [[0, 2, 3], [1, 2, 3]]);
    }
}
