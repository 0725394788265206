//! One turn: the roll and its consequences.

use super::{LOUNGE, NOTHING, Position, Square, TREASURE, TreasureHunt};

/// The number of squares of an arrow's move.
const ARROW: i64 = 3;

/// A turn in progress; its player is the one to move.
pub(super) struct Turn<'a> {
    rules: &'a TreasureHunt,
    pub(super) position: Position,
    /// Events so far: landings, effects and meetings.
    pub(super) happenings: usize,
    /// The last displacement of the player.
    last: Square,
    /// Effects so far.
    effects: i64,
}

/// The end of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TurnEnd {
    /// The match continues.
    Stands,
    /// The match is won by this player.
    Wins(usize),
}

impl<'a> Turn<'a> {
    pub(super) fn new(rules: &'a TreasureHunt, position: Position) -> Turn<'a> {
        Turn { rules, position, happenings: 0, last: (0, 0), effects: 0 }
    }

    /// Plays the turn to its end.
    pub(super) fn play(&mut self, rolled: Square) -> TurnEnd {
        let mut displacement = Some(rolled);
        while let Some(by) = displacement {
            if !self.travel(by) {
                return TurnEnd::Stands;
            }
            let player = self.position.to_act;
            if self.position.glyph(self.position.squares[player]) == TREASURE {
                return TurnEnd::Wins(player);
            }
            displacement = self.take_effect();
            if self.position.lives[player] == 0 {
                return TurnEnd::Wins(1 - player);
            }
        }
        TurnEnd::Stands
    }

    /// Moves the player, who may meet the other one; false if it would leave the board: then it stays, which isn't a
    /// landing.
    fn travel(&mut self, by: Square) -> bool {
        let player = self.position.to_act;
        let from = self.position.squares[player];
        let mut to = (from.0 + by.0, from.1 + by.1);
        if from == LOUNGE {
            // Down enters the first column, right the first row.
            to = (to.0.max(1), to.1.max(1));
        }
        if !self.rules.is_on_board(to) {
            return false;
        }
        self.last = by;
        self.position.squares[player] = to;
        self.happenings += 1;
        if self.position.squares[1 - player] == to {
            self.position.squares[1 - player] = LOUNGE;
            self.happenings += 1;
        }
        true
    }

    /// Applies the effect of the player's square; returns the displacement it causes, if any.
    fn take_effect(&mut self) -> Option<Square> {
        let player = self.position.to_act;
        let mut effect = self.position.glyph(self.position.squares[player]);
        if effect == NOTHING || !self.counts_one_more() {
            return None;
        }
        if effect == 'N' {
            effect = self.nearest()?;
            if !self.counts_one_more() {
                return None;
            }
        }
        match effect {
            '@' => self.position.squares[player] = LOUNGE,
            '#' => self.position.wait[player] += 1,
            'L' => self.position.lives[player] += 1,
            'X' => self.position.lives[player] -= 1,
            '►' => return Some((0, ARROW)),
            '◄' => return Some((0, -ARROW)),
            '▼' => return Some((ARROW, 0)),
            '▲' => return Some((-ARROW, 0)),
            '*' => return Some(self.last),
            _ => {}
        }
        None
    }

    /// Counts an effect; false beyond the turn's limit.
    fn counts_one_more(&mut self) -> bool {
        let may = self.effects < self.rules.max_chain;
        if may {
            self.effects += 1;
            self.happenings += 1;
        }
        may
    }

    /// The effect nearest to the player other than N; ties go to the square nearer to the treasure, then to the lower
    /// row, then to the lower column.
    fn nearest(&self) -> Option<char> {
        let here = self.position.squares[self.position.to_act];
        let treasure = self.rules.treasure();
        let effects = self.position.glyphs().filter(|(_, g)| ![NOTHING, TREASURE, 'N'].contains(g));
        effects
            .min_by_key(|(square, _)| (walk(here, *square), walk(*square, treasure), *square))
            .map(|(_, effect)| effect)
    }
}

/// The walking distance of two squares.
fn walk(from: Square, to: Square) -> i64 {
    (from.0 - to.0).abs() + (from.1 - to.1).abs()
}
