//! Areas of a board of a settled size.

use super::SquareSet;
use super::geometry::{Grid, Net};
use parlour_model::diagnostic::{Code, Diagnostic, SourceFile};
use parlour_model::layout::BoardLayout;
use parlour_model::state::squares::square_named;
use parlour_pack::boards::BoardSpec;
use parlour_pack::pieces::Area;
use parlour_pack::spec::Quantity;

/// A board of a settled size, with the named areas of its declaration.
pub(crate) struct Plot<'g, 'a> {
    pub(crate) grid: &'g Grid,
    pub(crate) board: &'g BoardLayout,
    pub(crate) spec: &'a BoardSpec,
    /// The file of the declaration.
    pub(crate) file: &'g SourceFile,
    pub(crate) seats: usize,
    /// The number that a quantity stands for.
    pub(crate) limit: &'g dyn Fn(&Quantity) -> i64,
}

/// An area with its squares resolved: the union of its parts.
pub(crate) struct Zone<'a>(Vec<Part<'a>>);

struct Part<'a> {
    area: &'a Area,
    named: Vec<usize>,
    /// The number of rows at the seat's own side, and at the far side.
    ends: [Option<usize>; 2],
}

/// A named area: for each seat, for each square, true if the seat sees it in the area.
pub type NamedArea = (String, Vec<Vec<bool>>);

/// The named areas of a board of a settled size, of which these squares exist.
pub fn named_areas(
    (spec, file): (&BoardSpec, &SourceFile),
    (board, there): (&BoardLayout, &SquareSet),
    (seats, limit): (usize, &dyn Fn(&Quantity) -> i64),
    faults: &mut Vec<Diagnostic>,
) -> Vec<NamedArea> {
    let grid = Grid {
        width: board.width,
        height: board.height,
        forward: (0..seats).map(|seat| spec.forward(seat)).collect(),
        net: Net::Squares,
        there: there.clone(),
    };
    let plot = Plot { grid: &grid, board, spec, file, seats, limit };
    let named = |(name, area): &(String, Area)| {
        let zone = plot.zone(area, faults);
        let has = |seat: usize, square: usize| grid.exists(square) && zone.has(&grid, seat, square);
        let seen = (0..seats).map(|seat| (0..grid.squares()).map(|square| has(seat, square)).collect());
        (name.clone(), seen.collect())
    };
    spec.areas.iter().map(named).collect()
}

impl<'a> Plot<'_, 'a> {
    /// The squares of an area. Those that aren't on the board, and names of areas that it doesn't have, are faults.
    pub(crate) fn zone<'z>(&self, area: &'z Area, faults: &mut Vec<Diagnostic>) -> Zone<'z>
    where
        'a: 'z,
    {
        let spec = self.spec;
        for part in area.unknown(&spec.areas) {
            let name = part.name.as_deref().unwrap_or_default();
            let known: Vec<String> = spec.areas.iter().map(|(name, _)| format!("`{name}`")).collect();
            let known = if known.is_empty() { "has none".to_owned() } else { format!("has {}", known.join(", ")) };
            let message = format!("there is no area `{name}`: the board `{}` {known}", spec.name);
            faults.push(Diagnostic::new(Code::UnknownWord, message).in_file(self.file, &part.span));
        }
        Zone(area.leaves(&spec.areas).into_iter().map(|leaf| self.part(leaf, faults)).collect())
    }

    fn part<'z>(&self, area: &'z Area, faults: &mut Vec<Diagnostic>) -> Part<'z> {
        let (width, height) = (self.grid.width as i64, self.grid.height as i64);
        let mut fault =
            |code: Code, message: String| faults.push(Diagnostic::new(code, message).in_file(self.file, &area.span));
        let far = |numbers: &[i64], most: usize| numbers.iter().find(|n| n.abs() > most as i64).copied();
        let rows = (0..self.seats).map(|seat| self.grid.rank(seat, 0).1).max().unwrap_or(0);
        let columns = (0..self.seats).map(|seat| self.grid.file(seat, 0).1).max().unwrap_or(0);
        if let Some(n) = far(&area.rows, rows).or(far(&area.columns, columns)) {
            fault(Code::OutOfRange, format!("a board of {width} x {height} doesn't have a row or column {n}"));
        }
        let mut named = Vec::new();
        for name in &area.squares {
            match square_named(self.board, self.spec.naming, name) {
                Some(square) if self.grid.exists(square) => named.push(square),
                _ => {
                    fault(Code::UnknownSquare, format!("a board of {width} x {height} doesn't have a square `{name}`"))
                }
            }
        }
        let ends = [&area.first, &area.last].map(|rows| rows.as_ref().map(self.limit));
        if let Some(n) = ends.into_iter().flatten().find(|n| !(1..=rows as i64).contains(n)) {
            fault(Code::OutOfRange, format!("a board of {width} x {height} doesn't have {n} rows"));
        }
        Part { area, named, ends: ends.map(|n| n.map(|n| n.clamp(1, 250) as usize)) }
    }
}

impl Zone<'_> {
    /// True if a square is in it, as a seat sees it.
    pub(crate) fn has(&self, grid: &Grid, seat: usize, square: usize) -> bool {
        self.0.iter().any(|part| {
            let (rank, ranks) = grid.rank(seat, square);
            let [first, last] = part.ends;
            let is_at_end = part.ends == [None, None]
                || first.is_some_and(|rows| rank < rows)
                || last.is_some_and(|rows| rank + rows >= ranks);
            is_at_end && grid.is_in(part.area, &part.named, seat, square)
        })
    }
}
