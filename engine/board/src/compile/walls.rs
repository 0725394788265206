//! Finds the places where walls can stand.

use super::Compiler;
use crate::NOWHERE;
use parlour_model::diagnostic::Code;
use parlour_model::places::Places;

impl Compiler<'_> {
    pub(super) fn walls(&mut self) {
        let pack = self.pack;
        let (board, spec) = (self.layout.boards[pack.moves.board], &pack.boards[pack.moves.board]);
        for &walls in &spec.walls {
            let layout = self.layout.boards[walls];
            let first = layout.offset - board.offset;
            let places = first..first + layout.squares();
            if places.end > usize::from(NOWHERE) {
                let message =
                    format!("the boards `{}` and `{}` are too large for walls", spec.name, pack.boards[walls].name);
                self.fault(Code::TooMany, &spec.span, message);
                return;
            }
            for place in 0..layout.squares() {
                // An edge parts two squares, and a corner those that meet there diagonally.
                match (layout.places, layout.places.joined(place, (layout.width, layout.height)).as_slice()) {
                    (Places::Edges { .. }, &[one, other]) => self.wall(one, other, first + place),
                    (Places::Corners { .. }, &[a, b, c, d]) => {
                        self.wall(a, d, first + place);
                        self.wall(b, c, first + place);
                    }
                    _ => {}
                }
            }
            self.out.walls.end = self.out.walls.end.max(places.end);
            self.out.walls.boards.push((walls, places));
        }
    }

    fn wall(&mut self, one: usize, other: usize, place: usize) {
        self.out.walls.between.insert((one, other), place as u16);
    }
}
