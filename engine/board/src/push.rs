//! Pushing: a piece steps to a square, and what stands there moves on by one square in the same direction, with all that
//! stands behind it in a line.

use parlour_pack::pieces::PushedOff;
use smallvec::SmallVec;

use super::sink::Sink;
use super::{BoardRules, Move};

/// A line that is pushed.
#[derive(Debug)]
pub struct Pushed {
    /// The squares of what is pushed, the nearest first.
    pub squares: SmallVec<[u16; 8]>,
    /// The empty square behind them; `None` where the last one falls off the board.
    pub end: Option<u16>,
}

/// An obstacle to a push.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resistance {
    /// There is nothing to push.
    Nothing,
    /// Something on this square stays where it is: a symbol without an owner, or an own piece behind others.
    Fixed(u16),
    /// There are more own pieces than can be moved at once: this many.
    TooManyOwn(u8),
    /// There are more of the others than can be pushed: this many.
    TooManyOthers(u8),
    /// The last piece would fall off the board.
    Edge,
}

impl BoardRules {
    /// The line that a move pushes.
    ///
    /// # Errors
    /// A resistance: nothing is pushed then.
    pub fn pushed(&self, cells: &[u8], seat: usize, taken: Move) -> Result<Pushed, Resistance> {
        let Some(spec) = self.rules[usize::from(taken.rule)].push else { return Err(Resistance::Nothing) };
        let from = usize::from(taken.from);
        let way = self.grid.apart(from, usize::from(taken.to));
        let (mut squares, mut own, mut others) = (SmallVec::new(), 0, 0);
        let mut ahead = (1..).map_while(|steps| self.grid.step(from, way, steps));
        let end = loop {
            let Some(square) = ahead.next() else { break None };
            let cell = cells[square];
            if cell == 0 {
                break Some(square as u16);
            }
            match usize::from(self.owner[cell]) {
                0 => return Err(Resistance::Fixed(square as u16)),
                owner if owner != seat + 1 => others += 1,
                _ if others > 0 => return Err(Resistance::Fixed(square as u16)),
                _ => own += 1,
            }
            squares.push(square as u16);
        };
        let may_fall = match spec.off {
            PushedOff::Others => others > 0,
            PushedOff::Any => true,
            PushedOff::None => false,
        };
        if squares.is_empty() {
            Err(Resistance::Nothing)
        } else if own > spec.own {
            Err(Resistance::TooManyOwn(own))
        } else if others > spec.others.unwrap_or(own) {
            Err(Resistance::TooManyOthers(others))
        } else if end.is_none() && !may_fall {
            Err(Resistance::Edge)
        } else {
            Ok(Pushed { squares, end })
        }
    }

    /// The cell of the piece that a move pushes off the board; 0 if none.
    pub(super) fn pushed_off(&self, cells: &[u8], seat: usize, taken: Move) -> u8 {
        match self.pushed(cells, seat, taken) {
            Ok(Pushed { squares, end: None }) => squares.last().map_or(0, |&last| cells[usize::from(last)]),
            _ => 0,
        }
    }
}

/// Passes on the actions that nothing resists.
pub(super) struct Pushing<'a> {
    pub(super) rules: &'a BoardRules,
    pub(super) cells: &'a [u8],
    pub(super) seat: usize,
    pub(super) sink: &'a mut dyn Sink,
}

impl Sink for Pushing<'_> {
    fn take(&mut self, rules: &[u16], from: u16, to: u16) -> bool {
        rules.iter().all(|&rule| self.take_one(rule, from, to))
    }

    fn take_one(&mut self, rule: u16, from: u16, to: u16) -> bool {
        let pushes = self.rules.rules[usize::from(rule)].push.is_some();
        let is_free = !pushes || self.rules.pushed(self.cells, self.seat, Move { rule, from, to }).is_ok();
        !is_free || self.sink.take_one(rule, from, to)
    }
}
