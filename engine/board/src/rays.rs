//! Placings that must enclose pieces of others, as in Othello.

use super::{BoardRules, PerCell, Rule};

/// The rays from each square of a board, one list for all: each ray has its length before its squares.
#[derive(Clone, Debug)]
pub struct Rays {
    lists: Vec<u16>,
    /// The start of each square's rays, and one more.
    starts: Vec<u32>,
}

impl Rays {
    /// Lists the rays of squares; a ray of a single square can't enclose anything and is left out.
    pub(crate) fn new(squares: impl Iterator<Item = Vec<Vec<u16>>>) -> Self {
        let (mut lists, mut starts) = (Vec::new(), vec![0]);
        for rays in squares {
            for ray in rays.iter().filter(|ray| ray.len() > 1) {
                lists.push(ray.len() as u16);
                lists.extend(ray);
            }
            starts.push(lists.len() as u32);
        }
        Self { lists, starts }
    }

    /// The rays from a square.
    #[inline]
    pub(crate) fn of(&self, square: u16) -> impl Iterator<Item = &[u16]> {
        let square = usize::from(square);
        let mut rest = &self.lists[self.starts[square] as usize..self.starts[square + 1] as usize];
        std::iter::from_fn(move || {
            let (&length, after) = rest.split_first()?;
            let (ray, after) = after.split_at(usize::from(length));
            rest = after;
            Some(ray)
        })
    }
}

/// The seats' pieces as a placing that must enclose sees them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sides<'r> {
    owner: &'r PerCell<u8>,
    own: u8,
}

impl Sides<'_> {
    /// The enemies at the beginning of a ray that an own piece closes off.
    #[inline]
    pub(crate) fn enclosed<'a>(self, cells: &[u8], ray: &'a [u16]) -> &'a [u16] {
        let owner = |square: &u16| self.owner[cells[usize::from(*square)]];
        let is_enemy = |owner: u8| owner != 0 && owner != self.own;
        let run = ray.iter().take_while(|square| is_enemy(owner(square))).count();
        let is_closed = run > 0 && ray.get(run).is_some_and(|square| owner(square) == self.own);
        if is_closed { &ray[..run] } else { &[] }
    }

    /// True if a placing on a square encloses something.
    #[inline]
    pub(crate) fn enclose(self, cells: &[u8], rays: &Rays, square: u16) -> bool {
        rays.of(square).any(|ray| !self.enclosed(cells, ray).is_empty())
    }
}

impl BoardRules {
    /// The pieces of a seat and those of the others.
    #[inline]
    pub(crate) fn sides(&self, seat: usize) -> Sides<'_> {
        Sides { owner: &self.owner, own: seat as u8 + 1 }
    }

    /// The rays of a placing that has to enclose enemies.
    pub(crate) fn rays(&self, rule: &Rule) -> Option<&Rays> {
        self.placing_of(rule)?.rays.as_ref()
    }
}
