//! The table-driven engine of board games: declared pieces, moves and endings are compiled once to tables for each
//! square, and legal actions are generated and applied on the bytes of the state without scripts.

mod actions;
mod areas;
mod attack;
mod branch;
mod chains;
mod change;
mod compile;
mod custody;
mod ending;
mod entered;
mod fit;
mod generate;
mod geometry;
mod groups;
mod hand;
pub mod liberties;
mod line_captures;
mod material;
pub mod net;
mod obstacle;
mod precedence;
mod push;
mod rays;
mod reachable;
mod sink;
mod special;
mod stacks;
pub mod start;
pub mod superko;
mod walls;

pub use areas::{NamedArea, named_areas};
pub use attack::{Attacker, Threat};
pub use branch::Branch;
pub use change::Changes;
pub use compile::Settled;
pub use ending::{BoardCondition, FormationKind};
pub use fit::{Fit, Lying, Misfit};
pub(crate) use material::Material;
pub use net::{longest_line, neighbours, net};
pub use precedence::Tier;
pub use push::{Pushed, Resistance};
pub use rays::Rays;
pub use reachable::Reachable;
pub use sink::{Any, Count, List};
pub use special::Castle;

use geometry::Grid;
pub use geometry::{CLOCKWISE, HEX_CLOCKWISE, Net, SquareSet};
use parlour_model::cells::{CELLS, CellSet, CellTables, PerCell};
use parlour_model::ids::Verb;
use parlour_model::layout::AliveLayout;
use parlour_pack::Pack;
use parlour_pack::pieces::{Effect, PushSpec, Surrounds};

/// No square: the origin of a placing.
pub const NOWHERE: u16 = u16::MAX;

/// A move without its squares. Moves with the same effect share one rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rule {
    /// The verb's number.
    pub verb: u8,
    /// The effect of the action.
    pub effect: Effect,
    /// The cell that is put on the target.
    pub puts: u8,
    /// The cell after a promotion; 0 if there is none.
    pub becomes: u8,
    /// The number of the chosen piece; 0 if there is no choice.
    pub choice: u8,
    /// Only for a piece that has not moved yet.
    pub unmoved: bool,
    /// For a placing, its index in [`BoardRules::placings`], from 1.
    pub(crate) placing: u16,
    /// The number of hurdles that the piece has to pass over.
    pub over: u8,
    /// The symbol that stands for pieces jumped over until the piece has stopped.
    pub leaves: u8,
    /// True if it promotes only where it stops.
    pub stopping: bool,
    /// True if the square that it passes over is recorded.
    pub(crate) passes: bool,
    /// Its line capture, by index in [`BoardRules::line_captures`] from 1; 0 if it has none.
    pub(crate) line_capture: u8,
    /// The square of a piece that it also captures, from 1; 0 if there is none.
    pub takes: u16,
    /// True if what stands under the piece goes with it.
    pub carries: bool,
    /// The line that a push moves.
    pub push: Option<PushSpec>,
}

impl Rule {
    /// The rule without an effect.
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
        carries: false,
        push: None,
    };
}

/// A move: a rule and its squares. A falling piece is still at its entry square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The rule, by index in [`BoardRules::rules`].
    pub rule: u16,
    /// The square of the piece, or [`NOWHERE`].
    pub from: u16,
    /// The target square.
    pub to: u16,
}

/// One square on the ray of a piece.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The square; a number beyond those of the board is a wall's place.
    pub square: u16,
    /// The actions possible there, by the cell's contents.
    pub gate: u16,
    /// The next step if this one blocks the piece: the first of the next ray, or, on a ray with hurdles, the next one
    /// behind the hurdle.
    pub next: u32,
}

/// The actions possible on a square with a cell: the number of an emission or of a rule, and two bits.
pub(crate) type Gate = u16;
/// The bit of a gate that lets a piece pass.
pub const PASSES: u16 = 0x8000;
/// The bit of a gate with the number of a single rule, which needs no check but king safety.
pub(crate) const DIRECT: u16 = 0x4000;
/// The number in a gate.
pub(crate) const NUMBER: u16 = 0x3fff;

/// The rules that fit a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Emission {
    pub(crate) start: u32,
    pub(crate) len: u16,
    /// The number of them, at the end, that protection forbids.
    pub(crate) guarded: u16,
    /// True if none of them needs another check.
    pub(crate) plain: bool,
}

/// A square of a possible attacker, on a ray outwards from the attacked square.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AttackStep {
    pub(crate) square: u16,
    /// The part of each cell there, by its table in [`BoardRules::parts_in_attacks`].
    pub(crate) table: u16,
    pub(crate) next: u32,
}

/// A ray of attack with hurdles, outwards from the attacked square.
#[derive(Clone, Debug)]
pub(crate) struct Crossing {
    /// The number of hurdles.
    pub(crate) count: u8,
    /// The squares with their tables, and the cells and verbs that attack from there.
    pub(crate) squares: Vec<(u16, u16)>,
    pub(crate) verbs: Vec<Vec<(u8, u8)>>,
}

/// A bit of a cell's part in an attack: it attacks from its square.
pub(crate) const ATTACKS: u8 = 1;
/// It lets attacks from farther out pass.
pub(crate) const LETS_PASS: u8 = 2;
/// It is a hurdle.
pub(crate) const HURDLE: u8 = 4;

/// A placing: a piece put onto the board.
#[derive(Clone, Debug)]
pub struct Placing {
    /// The rule, by index in [`BoardRules::rules`].
    pub rule: u16,
    /// The cells on which it may be put.
    pub on: PerCell<bool>,
    /// The cell and its maximum number on the board, if there is a limit.
    pub limit: Option<(u8, usize)>,
    /// The squares of the placing; for a falling piece, of its entry.
    pub squares: Vec<u16>,
    /// For falling pieces, the squares from the entry down, by entry.
    pub lanes: Vec<Vec<u16>>,
    /// For falling pieces, the index of each square's lane.
    pub(crate) lane_of: Vec<u16>,
    /// The treatment of groups without liberties, if it captures them.
    pub surrounds: Option<Surrounds>,
    /// For placings that must enclose, the rays from each square.
    pub rays: Option<Rays>,
    /// The restrictions of a drop.
    pub drop: Option<Dropping>,
    /// The conditions on what is around it, by index in [`BoardRules::fits`], if there are any.
    pub fit: Option<u16>,
    /// Its shape, if it covers several squares.
    pub lying: Option<Lying>,
}

/// A drop from the seat's hand.
#[derive(Clone, Debug)]
pub struct Dropping {
    /// The offset of the number of these pieces in the hand.
    pub(crate) count: usize,
    /// The number of each square's line, if another of these pieces mustn't be on it.
    pub lines: Option<Vec<u8>>,
    /// The squares from which it could never move, if it can't be dropped there.
    pub stuck: Vec<u16>,
    /// True if it may checkmate.
    pub mates: bool,
}

/// The location of the seats' hands in the state.
#[derive(Clone, Debug)]
pub struct Hands {
    /// The offset of the first piece of the first seat.
    pub(crate) offset: usize,
    /// The number of kinds of piece.
    pub(crate) kinds: usize,
    /// True if captured pieces go to the hand of the capturing seat.
    pub captures: bool,
    /// For each cell its kind of piece in hand, from 1; 0 if it isn't a piece.
    pub(crate) kind_of: PerCell<u8>,
    /// For each seat the cells of the kinds.
    pub(crate) cells: Vec<Vec<u8>>,
    /// Each seat's initial hand, kind by kind.
    pub stock: Vec<i32>,
}

impl Hands {
    /// The offset of the number of a seat's pieces of a kind.
    #[inline]
    pub(crate) fn at(&self, seat: usize, kind: usize) -> usize {
        self.offset + 4 * (seat * self.kinds + kind)
    }
}

/// The offsets of a verb's arguments in its record; 0 for missing ones.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Arguments {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) choice: usize,
    pub(crate) column: usize,
    pub(crate) take: usize,
}

/// The offset and stride of a tracked variable.
#[derive(Clone, Copy, Debug)]
pub struct Followed {
    /// The subject that it tracks.
    pub follows: parlour_pack::pieces::Follows,
    /// The offset of its first value in the state.
    pub offset: usize,
    /// Bytes from the value of a seat to that of the next; 0 for a common one.
    pub stride: usize,
}

/// The compiled rules of a board game.
#[derive(Debug)]
pub struct BoardRules {
    /// The board, by index in the pack's boards.
    pub board: usize,
    /// The squares and their neighbours.
    pub grid: Grid,
    /// The offset of the cells in the state.
    pub offset: usize,
    /// The location of what stands under the top pieces, on a board of stacks.
    pub stacks: Option<parlour_model::layout::StackLayout>,
    /// The edges and corners on which things stop moves; none on most boards.
    pub(crate) walls: walls::Walls,
    /// The number of seats.
    pub seats: usize,
    /// The number of each cell's owner; 0 for none.
    pub owner: PerCell<u8>,
    pub(crate) score: PerCell<i32>,
    /// The worth of each cell's piece in gains.
    pub(crate) worth: PerCell<i32>,
    /// The cells of each seat.
    pub own: Vec<PerCell<bool>>,
    /// The cells of a seat that has one or two, for each seat.
    pub(crate) few: Vec<Option<[u8; 2]>>,
    /// For each seat, the cell of the same piece of that seat.
    pub converted: Vec<PerCell<u8>>,
    /// The distinct rules.
    pub rules: Vec<Rule>,
    /// True if some of them push.
    pub(crate) pushes: bool,
    /// The verb of each rule, by number.
    pub verb_of: Vec<u8>,
    /// The only rule for a cell and a verb's number, or `MANY`.
    pub rule_of: Vec<Vec<u16>>,
    /// The distinct gates.
    pub(crate) gates: CellTables<Gate>,
    pub(crate) emissions: Vec<Emission>,
    pub(crate) listed: Vec<u16>,
    /// The steps of all rays.
    pub steps: Vec<Step>,
    /// The start of the steps of a cell on a square: `cell * squares + square`, and one more.
    pub starts: Vec<u32>,
    /// The same for moves with a condition on the number of pieces.
    pub(crate) gaits: Vec<line_captures::Gait>,
    /// The moves that are repeated in one action, by verb.
    pub(crate) chains: Vec<chains::Chains>,
    /// The verbs of moves by steps.
    pub(crate) step_verbs: u64,
    /// The line captures.
    pub line_captures: Vec<line_captures::LineCapture>,
    /// For each rule with a line capture, the first of the rules with a captured square; 0 for others.
    pub(crate) takers: Vec<u16>,
    /// The placings of each seat.
    pub placings: Vec<Placing>,
    /// The conditions of placings on what is around them, and of shapes, by row and seat.
    pub fits: Vec<Fit>,
    /// Bits behind each row of squares in sets of [`fit`].
    pub(crate) pad: usize,
    /// The distances in sets between the first square of a shape and its others; the first is 0.
    pub(crate) shifts: Vec<usize>,
    /// The byte ranges of what seats have left of shapes.
    pub(crate) stocks: Vec<std::ops::Range<usize>>,
    /// For each seat, its placings, by index.
    pub placings_of: Vec<Vec<u16>>,
    /// The royal cell of each seat; 0 for none.
    pub royal: Vec<u8>,
    pub(crate) attacks: Vec<AttackStep>,
    pub(crate) parts_in_attacks: CellTables<u8>,
    /// The start of the attacks on a seat's square: `seat * squares + square`, and one more.
    pub(crate) attack_starts: Vec<u32>,
    /// The rays of attack with hurdles.
    pub(crate) crossings: Vec<Crossing>,
    /// The start of those on a seat's square: `seat * squares + square`, and one more; empty if there are none.
    pub(crate) crossing_starts: Vec<u32>,
    /// True if some blocked step leads to another of the same ray.
    pub(crate) forks: bool,
    /// Custodial captures, and what lies under pieces.
    pub custody: custody::Custody,
    /// The symbols that stand for pieces jumped over until the piece has stopped.
    pub(crate) left: CellSet,
    /// The promotion of a piece where it stops: `cell * squares + square`; 0 for none. Empty if there is none at all.
    pub(crate) late: Vec<u8>,
    /// True if an action that touches no square on a ray to the royal piece can't change its safety.
    pub(crate) quiet: bool,
    /// For each seat's square, the squares from which the cells of a set protect it.
    pub(crate) shields: Vec<Vec<(u16, CellSet)>>,
    /// True if some square can be protected.
    pub(crate) has_shields: bool,
    /// True if two moves of one piece can be the same action.
    pub repeats: bool,
    /// For each phase, the verbs that are possible, by number.
    pub phase_verbs: Vec<u64>,
    /// The verbs that are the engine's, by number.
    pub verbs: u64,
    /// Those of them that can capture a piece in place.
    pub taking: u64,
    /// For each step of the attacks, the cells and verbs that attack from there.
    pub(crate) attack_verbs: Vec<Vec<(u8, u8)>>,
    /// Precedence of actions, and the turn after them.
    pub order: precedence::ActionOrder,
    pub(crate) arguments: Vec<Arguments>,
    /// The seat that acts first.
    pub first: usize,
    /// Bytes of an action's record.
    pub action_width: usize,
    /// The tracked variables.
    pub followed: Vec<Followed>,
    /// The material counters.
    pub materials: Vec<Material>,
    /// The hands of the seats, if there are any.
    pub hands: Option<Hands>,
    /// Moves that rays can't describe: castling and en passant.
    pub special: special::Special,
    /// The event of each verb's action.
    pub(crate) events: Vec<Option<usize>>,
    /// The offset of the marks of pieces that have moved, one byte for each square.
    pub touched: Option<usize>,
    /// The cells whose moves depend on having moved.
    pub minds_touch: CellSet,
    /// The byte ranges of a state that make up a position, without the seat to act.
    pub lasting: Vec<std::ops::Range<usize>>,
    /// The conditions of endings, by the rows of the pack; `None` if one isn't about the board.
    pub conditions: Vec<Option<BoardCondition>>,
    /// The rules of actions without a square.
    pub bare: Vec<u16>,
    /// The neighbours of each square, concatenated, and the start of each list.
    pub(crate) near: Vec<u16>,
    pub(crate) near_starts: Vec<u32>,
    /// The Zobrist keys of cells, `cell * squares + square`; empty if boards aren't hashed.
    pub(crate) zobrist_keys: Vec<u64>,
    /// The history of earlier boards, if they may not be repeated.
    pub superko_history: Option<parlour_model::layout::HistoryLayout>,
    /// The board at the start.
    pub start: Vec<u8>,
    /// Limits of the number of a cell on the board.
    pub(crate) most: Vec<(u8, usize)>,
    /// The location of the seats still in, if seats can be out.
    pub(crate) alive: Option<AliveLayout>,
}

/// In [`BoardRules::rule_of`]: several, which the squares distinguish.
pub(crate) const MANY: u16 = u16::MAX;
/// In [`BoardRules::rule_of`]: none.
pub const NONE: u16 = u16::MAX - 1;

impl BoardRules {
    /// The number of squares.
    pub fn squares(&self) -> usize {
        self.grid.squares()
    }

    /// The offset of the board's cells in a state.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// True if a verb is one of the tables.
    pub fn has_verb(&self, verb: Verb) -> bool {
        self.verbs >> verb.number() & 1 != 0
    }

    /// True if a seat has a royal piece.
    pub fn has_royal(&self) -> bool {
        self.royal.iter().any(|&cell| cell != 0)
    }

    /// The excess number of a piece on a board as a message, and the square, from 0, of the first one too many.
    pub fn too_many(&self, cells: &[u8], pack: &Pack) -> Option<(usize, String)> {
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
    pub fn cells<'a>(&self, bytes: &'a [u8]) -> &'a [u8] {
        &bytes[self.offset..self.offset + self.squares()]
    }

    /// The board's cells in a state, to be changed.
    #[inline]
    pub fn cells_mut<'a>(&self, bytes: &'a mut [u8]) -> &'a mut [u8] {
        let len = self.squares();
        &mut bytes[self.offset..self.offset + len]
    }

    /// True if the board has the maximum number of a cell.
    pub fn is_used_up(&self, cells: &[u8], (cell, most): (u8, usize)) -> bool {
        cells.iter().filter(|&&other| other == cell).count() >= most
    }

    /// The square of a seat's royal piece.
    #[inline]
    pub fn royal_square(&self, cells: &[u8], seat: usize) -> Option<u16> {
        let cell = self.royal[seat];
        if cell == 0 {
            return None;
        }
        cells.iter().position(|&c| c == cell).map(|n| n as u16)
    }
}

/// Reusable buffers of move generation.
#[derive(Debug, Default)]
pub struct Scratch {
    /// A copy of the cells to make moves on.
    pub cells: Vec<u8>,
    /// The generated moves.
    pub moves: Vec<Move>,
    /// The groups of the board, if captures depend on them.
    pub groups: liberties::Groups,
    /// Sort keys of the moves.
    pub keys: Vec<u64>,
    /// The open lanes of a playout.
    pub open: Vec<(u16, u16)>,
    /// The changes of the last move.
    pub changes: change::Changes,
    /// The depth of the chain being followed.
    pub(crate) chain: u32,
    /// The squares reached by a chain in one action.
    pub(crate) reached: chains::Reached,
    /// The sets of a row of placings.
    pub(crate) fitting: fit::Fitting,
}
