//! What a pack declares of pieces, moves and endings.

use super::spec::{OptionValue, Quantity, Span};
use super::squares::Heading;
use crate::grammar::Flag;
use crate::ids::ZoneId;

/// The declared moves of the pieces of one board.
#[derive(Clone, Debug, Default)]
pub struct MovesSpec {
    /// The board, by place.
    pub(crate) board: usize,
    /// The pieces, in step with the rows of the table `piece`.
    pub pieces: Vec<PieceSpec>,
    /// Moves that bring something onto the board, open to every seat.
    pub places: Vec<MoveSpec>,
    /// The verbs by which a seat that can do nothing else passes.
    pub(crate) passes: Vec<usize>,
    /// Actions that name no square.
    pub(crate) bare: Vec<BareSpec>,
    /// Moves of two pieces at once.
    pub(crate) castles: Vec<CastleSpec>,
    /// What actions take that complete a line.
    pub(crate) line_captures: Vec<LineCaptureSpec>,
    /// The endings, in the order in which they are looked at.
    pub ends: Vec<EndSpec>,
}

impl MovesSpec {
    /// Whether the pack leaves nothing to the engine: neither moves nor endings that ask about pieces.
    pub(crate) fn is_empty(&self) -> bool {
        let has_moves = self.pieces.iter().any(|piece| !piece.moves.is_empty());
        let asks =
            self.pieces.iter().any(|_| !self.passes.is_empty() || self.ends.iter().any(EndSpec::is_about_pieces));
        self.places.is_empty() && !has_moves && !asks
    }

    /// Whether there is nothing that could stand on a board.
    pub(crate) fn has_no_pieces(&self) -> bool {
        self.places.is_empty() && self.pieces.is_empty()
    }

    /// The numbers that areas and pieces have from options.
    pub(crate) fn quantities(&self) -> impl Iterator<Item = &Quantity> {
        let moves = self.pieces.iter().flat_map(|piece| &piece.moves).chain(&self.places);
        let of_moves = moves.flat_map(|rule| {
            let becomes = rule.becomes.as_ref().and_then(|becomes| becomes.area.as_ref());
            [rule.from.as_ref(), rule.to.as_ref(), becomes]
        });
        let of_pieces = self.pieces.iter().map(|piece| piece.start.as_ref());
        let of_ends = self.ends.iter().flat_map(|end| match &end.when {
            When::Formation(Formation::Reach(_, area) | Formation::Entered { to: area, .. }) => {
                std::slice::from_ref(area)
            }
            When::Formation(Formation::Joined(areas)) => areas,
            _ => &[],
        });
        let areas = of_moves.chain(of_pieces).flatten().chain(of_ends);
        let moves = self.pieces.iter().flat_map(|piece| &piece.moves);
        let counts = moves.flat_map(|rule| &rule.pieces).flat_map(|count| [&count.above, &count.most]).flatten();
        let stocks = self.pieces.iter().map(|piece| &piece.stock);
        areas.flat_map(|area| [&area.first, &area.last]).flatten().chain(stocks).chain(counts)
    }

    /// What rows ask of options.
    pub(crate) fn conditions(&self) -> impl Iterator<Item = &Condition> {
        let moves = self.pieces.iter().flat_map(|piece| &piece.moves).chain(&self.places);
        moves.map(|rule| &rule.only_if).chain(self.ends.iter().flat_map(|end| [&end.only_if, &end.unless]))
    }

    /// The verbs whose actions the engine lists and applies itself.
    pub(crate) fn verbs(&self) -> impl Iterator<Item = usize> + '_ {
        let moves = self.pieces.iter().flat_map(|piece| &piece.moves).chain(&self.places);
        moves
            .flat_map(MoveSpec::verbs)
            .chain(self.passes.iter().copied())
            .chain(self.bare.iter().map(|bare| bare.verb))
            .chain(self.castles.iter().map(|castle| castle.verb))
    }
}

/// A move of two pieces at once, in the seat's own first row: the royal one, and another that it passes or meets.
#[derive(Clone, Debug)]
pub(crate) struct CastleSpec {
    /// The verb of the action.
    pub(crate) verb: usize,
    /// The variable per seat, by place, that must be 1.
    pub(crate) right: usize,
    /// The columns that the royal piece goes from and to, from 1.
    pub(crate) royal: [usize; 2],
    /// The same of the other piece.
    pub(crate) other: [usize; 2],
    /// The event that tells it, by name, if that is not the action's.
    pub(crate) event: Option<String>,
    /// Where it is written.
    pub(crate) span: Span,
}

/// What an action takes that completes a line of pieces of its seat.
#[derive(Clone, Debug)]
pub(crate) struct LineCaptureSpec {
    /// The verb of the action.
    pub(crate) verb: usize,
    /// How many pieces make a line.
    pub(crate) line: usize,
    /// Whether pieces in such lines are taken only where there are no others.
    pub(crate) spares: Flag,
    /// Where it is written.
    pub(crate) span: Span,
}

/// How many pieces a seat has, those in hand included.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PieceCount {
    /// More than so many.
    pub(crate) above: Option<Quantity>,
    /// At most so many.
    pub(crate) most: Option<Quantity>,
}

/// An action that names no square.
#[derive(Clone, Debug)]
pub(crate) struct BareSpec {
    /// The verb of the action.
    pub(crate) verb: usize,
    /// What it does.
    pub(crate) effect: Effect,
    /// At 0 there is no such action.
    pub(crate) given: Option<Quantity>,
}

/// A kind of piece; every seat has its own of it.
#[derive(Clone, Debug)]
pub struct PieceSpec {
    /// Its name.
    pub name: String,
    /// The character for each seat.
    pub glyphs: Vec<char>,
    /// What it counts.
    pub score: i32,
    /// Whether it is never captured, and no action may leave it where it could be.
    pub royal: bool,
    /// How many of it a seat can have at most.
    pub(crate) most: Option<usize>,
    /// How actions and positions write it, if not by its name and its glyph.
    pub sign: Option<String>,
    /// The piece as which it goes to a hand, by place; itself if it does not say.
    pub demotes: Option<usize>,
    /// How many of it each seat has in hand at the start.
    pub(crate) stock: Quantity,
    /// The squares on which it stands at the start, besides those of the board's rows.
    pub(crate) start: Option<Area>,
    /// Where it protects pieces of its own side from being captured or shot.
    pub(crate) protects: Vec<Offset>,
    /// Its moves.
    pub moves: Vec<MoveSpec>,
    /// Where it is declared.
    pub span: Span,
}

/// So many squares to the right and forward, as the piece looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Offset {
    /// To the right.
    pub(crate) right: i32,
    /// Forward.
    pub(crate) forward: i32,
}

impl Offset {
    /// To every other square of the board. No step that a pack can write is as far.
    pub(crate) const ANYWHERE: Self = Self { right: 4096, forward: 0 };
}

/// What an action does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub(crate) enum Effect {
    /// The piece goes to the target.
    Move,
    /// The piece goes to the target in place of what stands there.
    Capture,
    /// What stands on the target is removed; the piece stays.
    Shoot,
    /// Something is put on the target; the piece stays.
    Build,
    /// The piece and what stands on the target change places.
    Swap,
    /// What stands on the target changes sides; the piece stays.
    Convert,
    /// The piece goes to the target, and what it passes over is removed.
    Jump,
    /// Something is put on the target; no piece moves.
    Place,
    /// Nothing happens.
    Pass,
    /// The piece goes to the target, which something has just passed over, and takes that.
    Overtake,
    /// Two pieces go at once.
    Castle,
    /// All pieces change sides, and on a board as wide as high rows become columns.
    TakeOver,
}

impl Effect {
    /// What stands on the target unless `on` says it.
    pub(crate) fn usual_target(self) -> Standing {
        match self {
            Self::Move
            | Self::Build
            | Self::Place
            | Self::Jump
            | Self::Pass
            | Self::TakeOver
            | Self::Overtake
            | Self::Castle => Standing::Empty,
            Self::Capture | Self::Shoot | Self::Convert => Standing::Enemy,
            Self::Swap => Standing::Own,
        }
    }

    /// Whether an enemy stands on the target.
    pub(crate) fn takes(self) -> bool {
        self.usual_target() == Standing::Enemy
    }

    /// Whether it removes what it meets on the target, so that a royal piece is in danger from it and protection helps.
    pub(crate) fn hits(self) -> bool {
        matches!(self, Self::Capture | Self::Shoot)
    }

    /// Whether it removes what it meets, on the target or on the way.
    pub(crate) fn removes(self) -> bool {
        self.hits() || self == Self::Jump
    }

    /// Whether the piece goes to the target by a move of its own.
    pub(crate) fn goes(self) -> bool {
        matches!(self, Self::Move | Self::Capture | Self::Jump | Self::Swap)
    }
}

/// The words for effects.
pub(crate) const EFFECTS: &[(&str, Effect)] = &[
    ("move", Effect::Move),
    ("capture", Effect::Capture),
    ("shoot", Effect::Shoot),
    ("build", Effect::Build),
    ("swap", Effect::Swap),
    ("convert", Effect::Convert),
    ("jump", Effect::Jump),
    ("place", Effect::Place),
];

/// What may stand on a square, as the seat that acts sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Standing {
    /// Nothing.
    Empty,
    /// A piece of the seat's own.
    Own,
    /// A piece of another seat.
    Enemy,
    /// Anything or nothing.
    Any,
    /// A piece of this kind, of any seat.
    Piece(usize),
    /// This symbol that belongs to nobody, by its cell's byte.
    Symbol(u8),
}

/// A part of the board: squares in all that is listed.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Area {
    /// Rows as the seat sees them: 1 is its own first, -1 the farthest.
    pub(crate) rows: Vec<i64>,
    /// Columns from the left; for a seat that looks sideways, from the top.
    pub(crate) columns: Vec<i64>,
    /// So many rows that are the seat's own first.
    pub(crate) first: Option<Quantity>,
    /// So many rows that are the farthest.
    pub(crate) last: Option<Quantity>,
    /// Squares by name.
    pub(crate) squares: Vec<String>,
    /// Where it is written.
    pub(crate) span: Span,
}

/// One move of a piece, or one way to place something.
#[derive(Clone, Debug)]
pub struct MoveSpec {
    /// The verb of the action.
    pub verb: usize,
    /// What it does.
    pub(crate) effect: Effect,
    /// One step in each direction.
    pub(crate) offsets: Vec<Offset>,
    /// Fewest steps.
    pub(crate) least: usize,
    /// Most steps.
    pub(crate) most: usize,
    /// What may stand on the target.
    pub(crate) on: Vec<Standing>,
    /// What may not, all the same.
    pub(crate) except: Vec<Standing>,
    /// What may stand on the squares on the way.
    pub(crate) way: Vec<Standing>,
    /// How a leap goes through squares on its way, if it does.
    pub(crate) leg: Option<Leg>,
    /// What it has to pass over besides, if anything.
    pub(crate) over: Option<Over>,
    /// What stands in place of what a jump has passed over until the piece has stopped.
    pub(crate) leaves: Option<u8>,
    /// With which options there is such a move.
    pub(crate) only_if: Condition,
    /// With how many pieces of its seat there is such a move.
    pub(crate) pieces: Option<PieceCount>,
    /// Where the piece must stand.
    pub(crate) from: Option<Area>,
    /// Where the target must be.
    pub(crate) to: Option<Area>,
    /// Only for a piece that has not moved yet.
    pub(crate) unmoved: bool,
    /// The square that it passes over is noted, so that it can be taken there.
    pub(crate) passes: bool,
    /// What is built or placed.
    pub(crate) puts: Option<Standing>,
    /// What the piece becomes, and where.
    pub(crate) becomes: Option<Becomes>,
    /// What is placed falls to the last empty square on this side.
    pub(crate) falls: Option<Heading>,
    /// Enemies in a row between the target and a piece of one's own change sides; there must be one.
    pub(crate) encloses: Vec<Offset>,
    /// What is placed removes groups of enemies that have no liberties then.
    pub(crate) surrounds: Option<Surrounds>,
    /// What is placed comes from the seat's hand.
    pub(crate) drop: Option<Drop>,
    /// Where it is written.
    pub span: Span,
}

impl MoveSpec {
    /// The verbs of its actions.
    pub(crate) fn verbs(&self) -> impl Iterator<Item = usize> + use<> {
        let promotes = self.becomes.as_ref().and_then(|becomes| becomes.verb);
        std::iter::once(self.verb).chain(promotes)
    }
}

/// What holds of a piece that is put onto the board from a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Drop {
    /// The line of the board on which no other piece of the same seat and kind may stand.
    pub(crate) once: Option<Line>,
    /// Only where it could ever move from.
    pub(crate) mobile: bool,
    /// Whether it may leave an enemy with nothing to do and its royal piece in danger.
    pub(crate) mates: bool,
}

/// A line of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Line {
    /// A row.
    Row,
    /// A column.
    Column,
}

/// What becomes of groups without liberties.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Surrounds {
    /// Whether what is placed may leave its own group without liberties, which removes that.
    pub(crate) suicide: bool,
}

/// Values that options must have for a row to count.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Condition(pub(crate) Vec<(usize, OptionValue)>);

impl Condition {
    /// Whether options have these values.
    pub(crate) fn holds(&self, options: &[OptionValue]) -> bool {
        self.0.iter().all(|(n, value)| options.get(*n) == Some(value))
    }
}

/// The steps that a leap takes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Leg {
    /// Orthogonal ones.
    Orthogonal,
    /// Diagonal ones.
    Diagonal,
}

impl Offset {
    /// The squares that a leap of this offset comes through, the target last.
    pub(crate) fn legs(self, first: Leg) -> Vec<Offset> {
        let Self { right, forward } = self;
        let diagonal = right.abs().min(forward.abs());
        let straight = right.abs().max(forward.abs()) - diagonal;
        let aslant = Self { right: right.signum(), forward: forward.signum() };
        let along = if right.abs() > forward.abs() { (right.signum(), 0) } else { (0, forward.signum()) };
        let along = Self { right: along.0, forward: along.1 };
        let legs = match first {
            Leg::Orthogonal => [(along, straight), (aslant, diagonal)],
            Leg::Diagonal => [(aslant, diagonal), (along, straight)],
        };
        let steps = legs.into_iter().flat_map(|(step, count)| (0..count).map(move |_| step));
        steps
            .scan(Self { right: 0, forward: 0 }, |at, step| {
                *at = Self { right: at.right + step.right, forward: at.forward + step.forward };
                Some(*at)
            })
            .collect()
    }
}

/// So many things that a piece passes over on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Over {
    /// What they are.
    pub(crate) on: Standing,
    /// How many.
    pub(crate) count: u8,
}

/// A promotion.
#[derive(Clone, Debug)]
pub(crate) struct Becomes {
    /// The pieces to choose from.
    pub(crate) pieces: Vec<usize>,
    /// Where it happens; everywhere if it does not say.
    pub(crate) area: Option<Area>,
    /// Whether it happens only to a piece that doesn't go on from there.
    pub(crate) stopping: bool,
    /// Whether it happens as well to a piece that comes from there.
    pub(crate) leaving: bool,
    /// Whether the piece may stay what it is, where it could ever move from.
    pub(crate) optional: bool,
    /// The verb of the action by which it becomes another, if that is one of its own.
    pub(crate) verb: Option<usize>,
}

/// Who wins by an ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The seat that it happens to.
    Win,
    /// The others.
    Lose,
    /// Nobody.
    Draw,
    /// Those with the highest score of pieces; nobody if all are even.
    Score,
    /// Those with the largest area: pieces, and empty squares from which only theirs can be reached.
    Area,
    /// Whom the pack's rules of who wins name.
    Winners,
    /// The action that would bring it about is not legal.
    Forbidden,
}

/// An ending that is declared.
#[derive(Clone, Debug)]
pub struct EndSpec {
    /// What brings it about.
    pub(crate) when: When,
    /// Who wins then.
    pub(crate) verdict: Verdict,
    /// The seat that the verdict is about; the one that it happens to where none is named.
    pub(crate) seat: Option<usize>,
    /// The ending, by place in the pack's list.
    pub ending: usize,
    /// The ending if the scores are even, by place.
    pub even: usize,
    /// What each seat has besides its area.
    pub(crate) bonus: Vec<Quantity>,
    /// With which options there is such an ending.
    pub(crate) only_if: Condition,
    /// With which options there is none; with none where nothing is named.
    pub(crate) unless: Condition,
    /// Where the length of a line is written, or else what brings it about.
    pub about: Span,
}

impl EndSpec {
    /// True if there is such an ending with some options.
    pub(crate) fn is_there(&self, options: &[OptionValue]) -> bool {
        self.only_if.holds(options) && (self.unless.0.is_empty() || !self.unless.holds(options))
    }

    /// The number at which it comes about.
    pub(crate) fn limit(&self) -> Option<&Quantity> {
        match &self.when {
            When::Turns(limit) | When::Counter { limit, .. } => Some(limit),
            _ => None,
        }
    }

    /// The numbers that it has from options, but for those of areas.
    pub(crate) fn quantities(&self) -> impl Iterator<Item = &Quantity> {
        let points: &[Quantity] = match &self.when {
            When::Formation(Formation::Entered { points, .. }) => points,
            _ => &[],
        };
        self.bonus.iter().chain(points).chain(self.limit())
    }

    /// Whether the board has to be looked at to notice it.
    fn is_about_pieces(&self) -> bool {
        !matches!(self.when, When::Counter { .. } | When::Empty { .. } | When::Last)
            || matches!(self.verdict, Verdict::Score | Verdict::Area)
    }
}

/// What brings an ending about.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub(crate) enum When {
    /// The seat to act has no legal action; `Some` if only in danger, or only out of it.
    NoMove(Option<bool>),
    /// So many full turns were played.
    Turns(Quantity),
    /// The pieces stand so on the board.
    Formation(Formation),
    /// A variable has come up to a number, or down to it; if there is one for each seat, that of some seat.
    Counter {
        /// The variable, by place.
        var: usize,
        /// The number.
        limit: Quantity,
        /// Whether it is enough to be this high; else, to be this low.
        at_least: bool,
    },
    /// No cards are left in any of these zones, or in that of a seat.
    Empty {
        /// The zones.
        zones: Vec<ZoneId>,
        /// There is one for each seat, and it is enough that a seat's is empty.
        per_seat: bool,
    },
    /// One seat, or one team, is still in; or none is.
    Last,
    /// The same position, with the same seat to act, has come up so many times.
    Repetition {
        /// How many times.
        times: usize,
        /// How many plies are remembered.
        within: usize,
        /// Only if each action of one seat since the first time has put another's royal piece in danger; it happens to
        /// that seat.
        danger: bool,
    },
}

/// How pieces stand that bring an ending about.
#[derive(Clone, Debug)]
pub(crate) enum Formation {
    /// The seat that acted has a piece of these (any, if empty) in the area.
    Reach(Vec<usize>, Area),
    /// The seat that acted has so many of its pieces in a row.
    Line(usize),
    /// A group of pieces of the seat that acted reaches all of these areas.
    Joined(Vec<Area>),
    /// A seat has no piece of these (of any, if empty) left.
    Captured(Vec<usize>),
    /// Nothing is left that could mate: royal pieces, some kinds in any number, and one of some kinds, or others all on
    /// squares of one colour.
    Bare {
        /// The kinds of which any number may be left.
        any_number: Vec<usize>,
        /// The kinds of which one may be left.
        single: Vec<usize>,
        /// The kinds that may be left on squares of one colour.
        one_colour: Vec<usize>,
    },
    /// The royal piece of the seat to act stands in an area and in no danger, with others of the seat.
    Entered {
        /// The area.
        to: Area,
        /// How many others there are.
        others: usize,
        /// What pieces, by place, count there and in hand; the others count 1.
        worth: Vec<(usize, i32)>,
        /// How much that must be together: for all, or for each seat.
        points: Vec<Quantity>,
    },
}

/// The words for what brings an ending about.
pub(crate) const ENDS: &[&str] = &[
    "no_move",
    "turns",
    "reach",
    "line",
    "joined",
    "captured",
    "counter",
    "empty",
    "last",
    "repetition",
    "bare",
    "entered",
];

/// What a variable is kept in step with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Follows {
    /// Full turns completed.
    Turns,
    /// The scores of a seat's pieces.
    Score,
    /// The number of a seat's pieces.
    Pieces,
    /// The square that the last action came from.
    LastFrom,
    /// The target of the last action.
    LastTo,
    /// The square of the piece that has to go on.
    GoesOn,
    /// How many actions in succession were passes.
    Passes,
    /// A seat's area, worked out when the match ends.
    Area,
    /// 1 as long as what stood on some squares at the start has not left them.
    Unmoved,
    /// The square that was just passed over, where an enemy stands that could take there.
    Passed,
    /// Actions in succession without a capture or a move of some pieces.
    Quiet,
    /// Actions since no more than certain pieces are left.
    Material,
    /// What a seat has in hand: a number for each kind of piece.
    Hand,
    /// How often a seat has put a royal piece of another in danger.
    Checks,
}

/// The words for what a variable can follow.
pub(crate) const FOLLOWS: &[(&str, Follows)] = &[
    ("turns", Follows::Turns),
    ("score", Follows::Score),
    ("pieces", Follows::Pieces),
    ("last_from", Follows::LastFrom),
    ("last_to", Follows::LastTo),
    ("goes_on", Follows::GoesOn),
    ("passes", Follows::Passes),
    ("area", Follows::Area),
    ("hand", Follows::Hand),
    ("unmoved", Follows::Unmoved),
    ("passed", Follows::Passed),
    ("quiet", Follows::Quiet),
    ("material", Follows::Material),
    ("checks", Follows::Checks),
];
