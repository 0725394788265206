//! Compiles captures by completing a line.

use super::Compiler;
use crate::Rule;
use crate::line_captures::{Gait, LineCapture};
use parlour_model::diagnostic::Code;
use parlour_pack::pieces::{Effect, PieceCount};

impl Compiler<'_> {
    /// The lines of capturing actions. The rules that place or move refer to them by number.
    pub(super) fn line_captures(&mut self) {
        let (pack, options) = (self.pack, self.options);
        for spec in &pack.moves.line_captures {
            let squares = self.grid.squares();
            let through: Vec<_> = (0..squares).map(|square| self.grid.lines_through(square)).collect();
            self.out.line_captures.push(LineCapture::new(spec.line, spec.spares.is_set(options), &through));
        }
    }

    /// The number of a verb's line capture, from 1; 0 if it has none.
    pub(super) fn line_capture(&self, verb: usize, effect: Effect) -> u8 {
        let by_line = matches!(effect, Effect::Move | Effect::Place);
        let number = self.pack.moves.line_captures.iter().position(|taking| by_line && taking.verb == verb);
        number.map_or(0, |n| n as u8 + 1)
    }

    /// For each rule with a line capture, one rule for each square of a captured piece.
    pub(super) fn takers(&mut self) {
        let squares = self.grid.squares();
        let plain = self.out.rules.clone();
        if plain.iter().all(|rule| rule.line_capture == 0) {
            return;
        }
        for rule in &plain {
            let first = self.out.rules.len();
            if rule.line_capture == 0 || first + squares > usize::from(u16::MAX) {
                self.out.takers.push(0);
                if rule.line_capture != 0 {
                    let span = self.pack.moves.line_captures[usize::from(rule.line_capture) - 1].span.clone();
                    self.fault(Code::TooMany, &span, "the board is too large for taking by lines".to_owned());
                }
                continue;
            }
            self.out.takers.push(first as u16);
            self.out.rules.extend((1..=squares as u16).map(|takes| Rule { takes, ..*rule }));
        }
        // A rule with a captured square leads to no other.
        self.out.takers.resize(self.out.rules.len(), 0);
        self.out.verb_of = self.out.rules.iter().map(|rule| rule.verb & 63).collect();
    }

    /// The bounds of a piece count, in the sense of [`Gait`].
    pub(super) fn bounds(&self, count: &PieceCount) -> (i32, i32) {
        let bound = |n: i64| n.clamp(-1, 1 << 20) as i32;
        let above = count.above.as_ref().map_or(-1, |n| bound((self.limit)(n)));
        (above, count.most.as_ref().map_or(i32::MAX, |n| bound((self.limit)(n))))
    }

    /// The kinds of move with a condition on the number of pieces.
    pub(super) fn new_gaits(&self) -> Vec<Gait> {
        let mut gaits: Vec<Gait> = Vec::new();
        let rows = self.pack.moves.pieces.iter().flat_map(|piece| &piece.moves);
        for count in rows.filter(|row| row.only_if.holds(self.options)).filter_map(|row| row.pieces.as_ref()) {
            let (above, most) = self.bounds(count);
            if !gaits.iter().any(|gait| (gait.above, gait.most) == (above, most)) {
                gaits.push(Gait { above, most, starts: Vec::new() });
            }
        }
        gaits
    }
}
