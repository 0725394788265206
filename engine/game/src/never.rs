//! Endings that can never happen.

use std::collections::BTreeSet;

use super::Game;
use parlour_model::diagnostic::{Code, Diagnostic};
use parlour_pack::pieces::{Effect, Formation, MoveSpec, Standing};

impl Game {
    /// The faults of endings about pieces that no seat ever has: they aren't in the initial position, and nothing
    /// places them or promotes to them. Not checked if scripts change boards.
    pub fn never_happens(&self) -> Vec<Diagnostic> {
        let pack = self.pack();
        let moves = &pack.moves;
        if pack.rules.is_some() || moves.ends.is_empty() {
            return Vec::new();
        }
        let there = self.pieces_that_can_be();
        let fault = |pieces: &[usize], span, what: &str| {
            let missing = pieces.iter().all(|piece| !there.contains(piece)) && !pieces.is_empty();
            let name = |piece: &usize| format!("`{}`", moves.pieces[*piece].name);
            let names: Vec<String> = pieces.iter().map(name).collect();
            let message = format!("no seat ever has a piece {}, so that {what}", names.join(" or "));
            let fault = Diagnostic::new(Code::NeverHappens, message).in_file(&pack.table_file, span);
            missing.then(|| {
                fault.help("expected a piece that stands on the board at the start, is put there or promoted to")
            })
        };
        let ends = moves.ends.iter().filter(|end| end.is_there(&self.options));
        let faults = ends.filter_map(|end| match end.when.formation()? {
            Formation::Captured(pieces) => fault(pieces, &end.about, "none can be captured"),
            Formation::Reach(pieces, _) => fault(pieces, &end.about, "none can come there"),
            Formation::Line(..) | Formation::Joined { .. } | Formation::Bare { .. } | Formation::Entered { .. } => None,
        });
        faults.collect()
    }

    /// The pieces, by index, that any seat can have on the board of pieces at some time.
    fn pieces_that_can_be(&self) -> BTreeSet<usize> {
        let pack = self.pack();
        let moves = &pack.moves;
        let mut there = BTreeSet::new();
        if let (Some(start), Some(board)) = (self.board_starts.get(moves.board), pack.boards.get(moves.board)) {
            let symbols = start.cells.iter().filter_map(|&cell| board.symbols.get(usize::from(cell).checked_sub(1)?));
            there.extend(symbols.filter_map(|symbol| symbol.piece.map(|(piece, _)| piece)));
        }
        for (n, piece) in moves.pieces.iter().enumerate() {
            let has_stock = !matches!(piece.stock, parlour_pack::spec::Quantity::Fixed(0));
            if has_stock || piece.start.is_some() {
                there.insert(n);
            }
        }
        let puts = |rule: &MoveSpec| match rule.puts {
            Some(Standing::Piece(piece)) => Some(piece),
            _ => None,
        };
        there.extend(moves.places.iter().filter_map(puts));
        // Promotions count once the piece itself is possible.
        loop {
            let before = there.len();
            for (n, piece) in moves.pieces.iter().enumerate() {
                let is_there = there.contains(&n) || piece.moves.iter().any(|rule| rule.effect == Effect::Place);
                if !is_there {
                    continue;
                }
                there.extend(piece.demotes);
                for rule in &piece.moves {
                    there.extend(puts(rule));
                    there.extend(rule.becomes.iter().flat_map(|becomes| becomes.pieces.iter().copied()));
                }
            }
            if there.len() == before {
                return there;
            }
        }
    }
}
