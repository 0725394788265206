//! Board games that a pack declares: its pieces, moves and endings are compiled once to tables for each square, and
//! legal actions are found and applied over the bytes of the state without any script.

mod actions;
mod attack;
mod branch;
mod change;
mod compile;
mod ending;
mod entered;
mod generate;
mod geometry;
mod groups;
mod hand;
mod liberties;
mod line_captures;
mod material;
mod net;
mod obstacle;
mod reachable;
mod special;
pub(crate) mod start;
mod turning;

pub(crate) use attack::{Attacker, Threat};
pub use branch::Branch;
pub(crate) use change::Changes;
pub(crate) use compile::Settled;
pub(crate) use ending::{Condition, Kind};
pub(crate) use generate::{Any, Count, List};
pub(crate) use line_captures::squares_of;
pub(crate) use material::Material;
pub(crate) use net::{longest_line, neighbours, net};
pub(crate) use special::Castle;
pub(crate) use turning::Tier;

use crate::ids::Verb;
use crate::layout::AliveLayout;
use crate::pack::Pack;
use crate::pack::pieces::{Effect, Surrounds};
use geometry::Grid;
pub(crate) use geometry::{Net, SquareSet};

/// No square: where a placing comes from.
pub(crate) const NOWHERE: u16 = u16::MAX;
/// Cells are bits of a 64-bit mask.
pub(crate) const CELLS: usize = 64;

/// What an action does, apart from where. Two moves that do the same share one rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Rule {
    /// The verb's number.
    pub(crate) verb: u8,
    pub(crate) effect: Effect,
    /// The cell that is put on the target.
    pub(crate) puts: u8,
    /// The cell that the piece becomes; 0 if it stays what it is.
    pub(crate) becomes: u8,
    /// The number of the piece that is chosen; 0 if nothing is to be chosen.
    pub(crate) choice: u8,
    /// Only for a piece that has not moved yet.
    pub(crate) unmoved: bool,
    /// For a placing, its place in [`BoardRules::placings`], from 1.
    pub(crate) placing: u16,
    /// How many things the piece has to pass over, besides what may stand on its way.
    pub(crate) over: u8,
    /// What stands in place of what it has passed over until the piece has stopped.
    pub(crate) leaves: u8,
    /// Whether it becomes another only where it stops.
    pub(crate) stopping: bool,
    /// Whether the square that it passes over is noted.
    pub(crate) passes: bool,
    /// What completing a line by it takes, by place in [`BoardRules::line_captures`] from 1; 0 if nothing.
    pub(crate) line_capture: u8,
    /// The square from which it takes something besides, from 1; 0 if it takes nothing.
    pub(crate) takes: u16,
}

impl Rule {
    /// What does nothing.
    pub(crate) const NOTHING: Self = Self {
        verb: 0,
        effect: Effect::Pass,
        puts: 0,
        becomes: 0,
        choice: 0,
        unmoved: false,
        placing: 0,
        over: 0,
        leaves: 0,
        stopping: false,
        passes: false,
        line_capture: 0,
        takes: 0,
    };
}

/// An action before it has its binary form. What falls is still at the square where it enters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Move {
    pub(crate) rule: u16,
    pub(crate) from: u16,
    pub(crate) to: u16,
}

/// One square on a way that a piece may go.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub(crate) square: u16,
    /// What may be done there, by what stands there.
    pub(crate) gate: u16,
    /// The step to look at if this one doesn't let the piece pass: the first of the next way; or, on a way that has to
    /// pass over something, the next one behind that.
    pub(crate) next: u32,
}

/// What may be done on a square, for each cell's byte: the number of an emission or of a rule, and two bits.
pub(crate) type Gate = [u16; CELLS];
/// The bit of a gate that lets a piece go on.
pub(crate) const PASSES: u16 = 0x8000;
/// The bit of a gate with the number of the one rule that fits, which needs no look at anything but danger.
pub(crate) const DIRECT: u16 = 0x4000;
/// The number in a gate.
pub(crate) const NUMBER: u16 = 0x3fff;

/// The rules that fit a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Emission {
    pub(crate) start: u32,
    pub(crate) len: u16,
    /// How many of them, the last ones, protection forbids.
    pub(crate) guarded: u16,
    /// Whether all of them need no look at anything else.
    pub(crate) plain: bool,
}

/// A square from which something could attack, on a way from the attacked square outwards.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AttackStep {
    /// The cells that attack from here.
    pub(crate) attackers: u64,
    /// The cells that let an attack from farther out pass.
    pub(crate) pass: u64,
    pub(crate) square: u16,
    pub(crate) next: u32,
}

/// A way on which an attack has to pass over something, from the attacked square outwards.
#[derive(Clone, Debug)]
pub(crate) struct Crossing {
    /// The cells that it passes over as often as it likes.
    pub(crate) pass: u64,
    /// The cells of which it passes over so many.
    pub(crate) over: u64,
    pub(crate) count: u8,
    /// The squares with the cells that attack from there and the verbs by which they do.
    pub(crate) squares: Vec<(u16, u64)>,
    pub(crate) verbs: Vec<Vec<(u8, u8)>>,
}

/// One way to put something onto the board.
#[derive(Clone, Debug)]
pub(crate) struct Placing {
    pub(crate) rule: u16,
    /// The cells on which it may be put.
    pub(crate) on: u64,
    /// The cell that there can't be more of than a number, if there is such a limit.
    pub(crate) limit: Option<(u8, usize)>,
    /// The squares where it may be put or, if it falls, enter.
    pub(crate) squares: Vec<u16>,
    /// For what falls, the squares from the entry down, by entry.
    pub(crate) lanes: Vec<Vec<u16>>,
    /// For what falls, the place of the lane that each square is in, by square.
    pub(crate) lane_of: Vec<u16>,
    /// What becomes of groups without liberties, if it captures them.
    pub(crate) surrounds: Option<Surrounds>,
    /// For what must enclose, the rays from each square.
    pub(crate) rays: Vec<Vec<Vec<u16>>>,
    /// What holds of it if it comes from a hand.
    pub(crate) drop: Option<Dropping>,
}

/// A piece that comes from its seat's hand.
#[derive(Clone, Debug)]
pub(crate) struct Dropping {
    /// Where the number of such pieces in the hand is.
    pub(crate) count: usize,
    /// The number of the line that each square is on, if no other such piece may stand on that.
    pub(crate) lines: Option<Vec<u8>>,
    /// The squares from which it could never move, if it may not be put there.
    pub(crate) stuck: Vec<u16>,
    /// Whether it may mate.
    pub(crate) mates: bool,
}

/// Where the hands of seats are.
#[derive(Clone, Debug)]
pub(crate) struct Hands {
    /// The number of the first piece of the first seat.
    pub(crate) offset: usize,
    /// How many kinds of piece there are.
    pub(crate) kinds: usize,
    /// Whether what a seat captures goes to its hand.
    pub(crate) captures: bool,
    /// For each cell the kind of piece as which it goes to a hand, from 1; 0 if it is not a piece.
    pub(crate) kind_of: [u8; CELLS],
    /// For each seat the cells of the kinds.
    pub(crate) cells: Vec<Vec<u8>>,
    /// What each seat has at the start, kind by kind.
    pub(crate) stock: Vec<i32>,
}

impl Hands {
    /// Where the number of a seat's pieces of a kind is.
    #[inline]
    pub(crate) fn at(&self, seat: usize, kind: usize) -> usize {
        self.offset + 4 * (seat * self.kinds + kind)
    }
}

/// Where the arguments of a verb are in its record; 0 for those that it doesn't have.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Arguments {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) choice: usize,
    pub(crate) column: usize,
    pub(crate) take: usize,
}

/// Where a variable that follows the board is, and in which steps.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Followed {
    pub(crate) follows: crate::pack::pieces::Follows,
    pub(crate) offset: usize,
    pub(crate) stride: usize,
}

/// The compiled rules of a board game.
#[derive(Debug)]
pub(crate) struct BoardRules {
    /// The board, by place in the pack's boards.
    pub(crate) board: usize,
    pub(crate) grid: Grid,
    /// Where the cells are in the state.
    pub(crate) offset: usize,
    pub(crate) seats: usize,
    /// The number of the seat that a cell belongs to; 0 for none.
    pub(crate) owner: [u8; CELLS],
    pub(crate) score: [i32; CELLS],
    /// What each cell's piece counts in what an action gains.
    pub(crate) worth: [i32; CELLS],
    /// The cells of each seat.
    pub(crate) own: Vec<u64>,
    /// For each seat, the cell of the same piece of that seat.
    pub(crate) converted: Vec<[u8; CELLS]>,
    pub(crate) rules: Vec<Rule>,
    /// The verb of each rule, by number.
    pub(crate) verb_of: Vec<u8>,
    /// The only rule for a cell and a verb's number, or `MANY`.
    pub(crate) rule_of: Vec<Vec<u16>>,
    pub(crate) gates: Vec<Gate>,
    pub(crate) emissions: Vec<Emission>,
    pub(crate) listed: Vec<u16>,
    pub(crate) steps: Vec<Step>,
    /// Where the steps of a cell on a square begin: `cell * squares + square`, and one more.
    pub(crate) starts: Vec<u32>,
    /// The same for moves that are there only with so many pieces.
    pub(crate) gaits: Vec<line_captures::Gait>,
    /// The verbs of moves that pieces make by steps.
    pub(crate) step_verbs: u64,
    /// What completing a line takes.
    pub(crate) line_captures: Vec<line_captures::LineCapture>,
    /// For each rule that takes something by a line, the first of the rules that say from which square; 0 for others.
    pub(crate) takers: Vec<u16>,
    /// The placings of each seat.
    pub(crate) placings: Vec<Placing>,
    pub(crate) placings_of: Vec<Vec<u16>>,
    /// The royal cell of each seat; 0 for none.
    pub(crate) royal: Vec<u8>,
    pub(crate) attacks: Vec<AttackStep>,
    /// Where the attacks on a seat's square begin: `seat * squares + square`, and one more.
    pub(crate) attack_starts: Vec<u32>,
    /// The ways of attacks that pass over something.
    pub(crate) crossings: Vec<Crossing>,
    /// Where those on a seat's square begin: `seat * squares + square`, and one more; empty if there are none.
    pub(crate) crossing_starts: Vec<u32>,
    /// Whether some step leads, if it doesn't let a piece pass, to another of the same way.
    pub(crate) forks: bool,
    /// The symbols that stand in place of what was jumped over until the piece has stopped.
    pub(crate) left: u64,
    /// What a piece becomes where it stops: `cell * squares + square`; 0 for nothing. Empty if none does.
    pub(crate) late: Vec<u8>,
    /// Whether an action that touches no square on a way to the royal piece leaves its danger as it is.
    pub(crate) quiet: bool,
    /// For each seat's square, the squares from which the cells of a mask protect it.
    pub(crate) shields: Vec<Vec<(u16, u64)>>,
    pub(crate) has_shields: bool,
    /// Whether two moves of one piece can be the same action.
    pub(crate) repeats: bool,
    /// For each phase, the verbs that are possible, by number.
    pub(crate) phase_verbs: Vec<u64>,
    /// The verbs that are the engine's, by number.
    pub(crate) verbs: u64,
    /// Those of them that can take a piece where it stands.
    pub(crate) taking: u64,
    /// For each step of the attacks, the cells and verbs that attack from there.
    pub(crate) attack_verbs: Vec<Vec<(u8, u8)>>,
    /// Which actions go before others, and who acts after them.
    pub(crate) turning: turning::Turning,
    pub(crate) arguments: Vec<Arguments>,
    /// The seat that acts first.
    pub(crate) first: usize,
    pub(crate) action_width: usize,
    pub(crate) followed: Vec<Followed>,
    /// What variables count actions of since it is all that is left.
    pub(crate) materials: Vec<Material>,
    /// What seats have in hand, if they have hands.
    pub(crate) hands: Option<Hands>,
    /// What no way of a piece tells.
    pub(crate) special: special::Special,
    /// Which event tells an action of a verb.
    pub(crate) events: Vec<Option<usize>>,
    pub(crate) touched: Option<usize>,
    /// The cells whose moves depend on whether they have moved.
    pub(crate) minds_touch: u64,
    /// The bytes of a state that make a position, apart from who is to act.
    pub(crate) lasting: Vec<std::ops::Range<usize>>,
    /// What endings ask of the board, by the rows of the pack; nothing where one asks for something else.
    pub(crate) conditions: Vec<Option<ending::Condition>>,
    /// The rules of actions that name no square.
    pub(crate) bare: Vec<u16>,
    /// The squares next to each square, one list after the other, and where each list begins.
    pub(crate) near: Vec<u16>,
    pub(crate) near_starts: Vec<u32>,
    /// What a cell on a square adds to a board's number, `cell * squares + square`; empty where boards need none.
    pub(crate) parts: Vec<u64>,
    /// Where the boards that were there are, if none of them may come back.
    pub(crate) forbidden: Option<crate::layout::HistoryLayout>,
    /// The board at the start.
    pub(crate) start: Vec<u8>,
    /// How many of a cell there can be.
    pub(crate) most: Vec<(u8, usize)>,
    /// Which seats are still in, where the pack says so.
    pub(crate) alive: Option<AliveLayout>,
}

/// In [`BoardRules::rule_of`]: there are several, and the squares decide.
pub(crate) const MANY: u16 = u16::MAX;
/// In [`BoardRules::rule_of`]: there is none.
pub(crate) const NONE: u16 = u16::MAX - 1;

impl BoardRules {
    pub(crate) fn squares(&self) -> usize {
        self.grid.squares()
    }

    /// Where the board's cells begin in a state.
    pub(crate) fn offset(&self) -> usize {
        self.offset
    }

    /// Whether a verb is the engine's own.
    pub(crate) fn has_verb(&self, verb: Verb) -> bool {
        self.verbs >> verb.number() & 1 != 0
    }

    /// Whether a seat has a piece that is never captured.
    pub(crate) fn has_royal(&self) -> bool {
        self.royal.iter().any(|&cell| cell != 0)
    }

    /// What there is too much of on a board, and the square, from 0, of the first piece too many.
    pub(crate) fn too_many(&self, cells: &[u8], pack: &Pack) -> Option<(usize, String)> {
        self.most.iter().find_map(|&(cell, most)| {
            let squares: Vec<usize> = (0..cells.len()).filter(|&square| cells[square] == cell).collect();
            let surplus = *squares.get(most)?;
            let (piece, seat) = pack.boards[self.board].symbols[usize::from(cell) - 1].piece?;
            let (piece, name) = (&pack.moves.pieces[piece].name, &pack.seats.names[seat]);
            let count = squares.len();
            Some((surplus, format!("{name} has {count} pieces `{piece}` on the board; at most {most} can be there")))
        })
    }

    /// The board's cells in a state.
    #[inline]
    pub(crate) fn cells<'a>(&self, bytes: &'a [u8]) -> &'a [u8] {
        &bytes[self.offset..self.offset + self.squares()]
    }

    #[inline]
    pub(crate) fn cells_mut<'a>(&self, bytes: &'a mut [u8]) -> &'a mut [u8] {
        let len = self.squares();
        &mut bytes[self.offset..self.offset + len]
    }

    /// Whether there is as much of a cell on the board as there can be.
    pub(crate) fn is_used_up(&self, cells: &[u8], (cell, most): (u8, usize)) -> bool {
        cells.iter().filter(|&&other| other == cell).count() >= most
    }

    /// The square of a seat's royal piece.
    #[inline]
    pub(crate) fn royal_square(&self, cells: &[u8], seat: usize) -> Option<u16> {
        let cell = self.royal[seat];
        if cell == 0 {
            return None;
        }
        cells.iter().position(|&c| c == cell).map(|n| n as u16)
    }
}

/// What the search for legal actions works with, kept from one time to the next.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    /// A copy of the cells to try actions on.
    pub(crate) cells: Vec<u8>,
    pub(crate) moves: Vec<Move>,
    pub(crate) groups: liberties::Groups,
    pub(crate) keys: Vec<u64>,
    /// The open lanes of a playout.
    pub(crate) open: Vec<(u16, u16)>,
    pub(crate) changes: change::Changes,
    /// How many actions a chain has that is being followed.
    pub(crate) chain: u32,
}
