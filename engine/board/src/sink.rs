//! Consumers of generated actions.

use super::Move;

/// A consumer of generated actions.
pub trait Sink {
    /// Takes one action for each rule, all between the same squares; returns false to stop.
    fn take(&mut self, rules: &[u16], from: u16, to: u16) -> bool;

    /// Takes one action; returns false to stop.
    #[inline]
    fn take_one(&mut self, rule: u16, from: u16, to: u16) -> bool {
        self.take(&[rule], from, to)
    }
}

/// Counts the actions.
#[derive(Default)]
pub struct Count(pub u64);

impl Sink for Count {
    #[inline]
    fn take(&mut self, rules: &[u16], _: u16, _: u16) -> bool {
        self.0 += rules.len() as u64;
        true
    }
}

/// Stops at the first action.
#[derive(Default)]
pub struct Any(pub bool);

impl Sink for Any {
    #[inline]
    fn take(&mut self, rules: &[u16], _: u16, _: u16) -> bool {
        self.0 |= !rules.is_empty();
        !self.0
    }
}

/// Collects the actions.
pub struct List<'a>(pub &'a mut Vec<Move>);

impl Sink for List<'_> {
    #[inline]
    fn take(&mut self, rules: &[u16], from: u16, to: u16) -> bool {
        for &rule in rules {
            self.0.push(Move { rule, from, to });
        }
        true
    }

    #[inline]
    fn take_one(&mut self, rule: u16, from: u16, to: u16) -> bool {
        self.0.push(Move { rule, from, to });
        true
    }
}
