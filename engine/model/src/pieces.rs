//! Declarations of pieces, moves and endings.

use super::options::OptionValue;
use super::quantity::{Quantity, Span};
use super::squares::Heading;
use crate::grammar::Flag;
use crate::ids::ZoneId;

/// The declared moves of the pieces of one board.
#[derive(Clone, Debug, Default)]
pub struct MovesSpec {
    /// The board, by index.
    pub board: usize,
    /// The pieces, in the order of the rows of the table `piece`.
    pub pieces: Vec<PieceSpec>,
    /// Shapes of several squares.
    pub shapes: Vec<ShapeSpec>,
    /// Placings, open to every seat.
    pub places: Vec<MoveSpec>,
    /// The verbs by which a seat without any other action passes.
    pub passes: Vec<usize>,
    /// Actions without a square.
    pub bare: Vec<BareSpec>,
    /// Moves of two pieces at once, such as castling.
    pub castles: Vec<CastleSpec>,
    /// Captures by completing a line.
    pub line_captures: Vec<LineCaptureSpec>,
    /// Custodial captures, in the order in which they are looked for.
    pub custody: Vec<CustodySpec>,
    /// Actions after which the same piece acts in another phase.
    pub thens: Vec<ThenSpec>,
    /// The endings, in the order of evaluation.
    pub ends: Vec<EndSpec>,
}

/// A custodial capture: what stands between a piece that has moved and something hostile, or is surrounded.
#[derive(Clone, Debug)]
pub struct CustodySpec {
    /// The verb, by index.
    pub verb: usize,
    /// The pieces that are taken, by index; any if empty.
    pub pieces: Vec<usize>,
    /// The pieces and squares that hold a piece in custody.
    pub hostile: Vec<Standing>,
    /// True if it must stand on all sides, and not on two opposite ones.
    pub surrounds: bool,
    /// The area of the pieces that are taken, as the seat that takes sees it.
    pub area: Option<Area>,
    /// True if the piece stays on its square.
    pub stays: bool,
    /// The variable that counts, by index.
    pub counts: Option<usize>,
    /// The event.
    pub event: Option<String>,
    /// The condition on options.
    pub only_if: Condition,
}

/// An action after which its piece acts once more, in another phase of the same turn.
#[derive(Clone, Copy, Debug)]
pub struct ThenSpec {
    /// The verb, by index.
    pub verb: usize,
    /// The phase, by index.
    pub phase: usize,
}

impl MovesSpec {
    /// True if the engine has nothing to do: there are neither moves nor endings about pieces.
    pub fn is_empty(&self) -> bool {
        let has_moves = self.pieces.iter().any(|piece| !piece.moves.is_empty());
        let asks =
            self.pieces.iter().any(|_| !self.passes.is_empty() || self.ends.iter().any(EndSpec::is_about_pieces));
        self.places.is_empty() && !has_moves && !asks
    }

    /// True if the board can't have anything on it.
    pub fn has_no_pieces(&self) -> bool {
        self.places.is_empty() && self.pieces.is_empty()
    }

    /// The numbers of areas and pieces that may depend on options.
    pub fn quantities(&self) -> impl Iterator<Item = &Quantity> {
        let moves = self.pieces.iter().flat_map(|piece| &piece.moves).chain(&self.places);
        let of_moves = moves.flat_map(|rule| {
            let becomes = rule.becomes.as_ref().and_then(|becomes| becomes.area.as_ref());
            let covers = rule.fit.as_ref().and_then(|fit| fit.covers.as_ref());
            [rule.from.as_ref(), rule.to.as_ref(), becomes, covers]
        });
        let of_pieces = self.pieces.iter().map(|piece| piece.start.as_ref());
        let of_ends = self.ends.iter().filter_map(|end| end.when.formation()).flat_map(Formation::areas);
        let of_custody = self.custody.iter().filter_map(|row| row.area.as_ref());
        let areas = of_moves.chain(of_pieces).flatten().chain(of_ends).chain(of_custody);
        let moves = self.pieces.iter().flat_map(|piece| &piece.moves).chain(&self.places);
        let counts = moves.flat_map(|rule| &rule.pieces).flat_map(|count| [&count.above, &count.most]).flatten();
        let stocks = self.pieces.iter().map(|piece| &piece.stock);
        areas.flat_map(Area::quantities).chain(stocks).chain(counts)
    }

    /// The conditions of rows on options.
    pub fn conditions(&self) -> impl Iterator<Item = &Condition> {
        let moves = self.pieces.iter().flat_map(|piece| &piece.moves).chain(&self.places);
        let moves = moves.map(|rule| &rule.only_if).chain(self.custody.iter().map(|row| &row.only_if));
        moves.chain(self.ends.iter().flat_map(|end| [&end.only_if, &end.unless]))
    }

    /// The verbs whose actions the engine lists and applies.
    pub fn verbs(&self) -> impl Iterator<Item = usize> + '_ {
        let moves = self.pieces.iter().flat_map(|piece| &piece.moves).chain(&self.places);
        moves
            .flat_map(MoveSpec::verbs)
            .chain(self.passes.iter().copied())
            .chain(self.bare.iter().map(|bare| bare.verb))
            .chain(self.castles.iter().map(|castle| castle.verb))
    }
}

/// A move of two pieces at once, in the seat's own first row: the royal one, and another that it passes or meets
/// (castling).
#[derive(Clone, Debug)]
pub struct CastleSpec {
    /// The verb of the action.
    pub verb: usize,
    /// The variable per seat, by index, that must be 1.
    pub right: usize,
    /// The columns from and to which the royal piece moves, from 1.
    pub royal: [usize; 2],
    /// The same of the other piece.
    pub other: [usize; 2],
    /// The name of its event, if it isn't the action's.
    pub event: Option<String>,
    /// The place of its declaration.
    pub span: Span,
}

/// The captures of an action that completes a line of pieces of its seat (a mill).
#[derive(Clone, Debug)]
pub struct LineCaptureSpec {
    /// The verb of the action.
    pub verb: usize,
    /// The number of pieces of a line.
    pub line: usize,
    /// True if pieces in such lines can be captured only if there are no others.
    pub spares: Flag,
    /// The place of its declaration.
    pub span: Span,
}

/// The line of pieces that a push moves: own ones first, then others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PushSpec {
    /// The greatest number of own pieces, without the one that acts.
    pub own: u8,
    /// The greatest number of others; `None` if they must be fewer than the own ones, with the one that acts.
    pub others: Option<u8>,
    /// The pieces that can be pushed off the board.
    pub off: PushedOff,
}

/// The pieces that can be pushed off the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PushedOff {
    /// Pieces of others.
    Others,
    /// Any piece.
    Any,
    /// None.
    None,
}

/// A condition on the number of a seat's pieces, including those in hand.
#[derive(Clone, Debug, PartialEq)]
pub struct PieceCount {
    /// More than this.
    pub above: Option<Quantity>,
    /// At most this.
    pub most: Option<Quantity>,
}

/// An action without a square.
#[derive(Clone, Debug)]
pub struct BareSpec {
    /// The verb of the action.
    pub verb: usize,
    /// Its effect.
    pub effect: Effect,
    /// If 0, there is no such action.
    pub given: Option<Quantity>,
}

/// A kind of piece; every seat has its own.
#[derive(Clone, Debug)]
pub struct PieceSpec {
    /// Its name.
    pub name: String,
    /// The character for each seat.
    pub glyphs: Vec<char>,
    /// Its score.
    pub score: i32,
    /// Royal: it is never captured, and no action may leave it attacked.
    pub royal: bool,
    /// The most of it that a seat can have.
    pub most: Option<usize>,
    /// The number of squares in a straight line that it covers, each with a part of it.
    pub length: usize,
    /// Its notation in actions and positions, if not by its name and its glyph.
    pub sign: Option<String>,
    /// The piece as which it goes to a hand, by index; itself if `None`.
    pub demotes: Option<usize>,
    /// The number of it in each seat's hand at the start.
    pub stock: Quantity,
    /// Its initial squares, besides those of the board's rows.
    pub start: Option<Area>,
    /// The offsets at which it protects pieces of its own side from being captured or shot.
    pub protects: Vec<Offset>,
    /// Its moves.
    pub moves: Vec<MoveSpec>,
    /// The place of its declaration.
    pub span: Span,
}

/// An offset in squares to the right and forward, in the piece's own direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Offset {
    /// To the right.
    pub right: i32,
    /// Forward.
    pub forward: i32,
}

impl Offset {
    /// To every other square of the board. No declared step is as long.
    pub const ANYWHERE: Self = Self { right: 4096, forward: 0 };
}

/// The effect of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Effect {
    /// The piece moves to the target.
    Move,
    /// The piece moves to the target and captures the piece there.
    Capture,
    /// The piece on the target is removed; the acting piece stays.
    Shoot,
    /// A symbol is put on the target; the piece stays.
    Build,
    /// The piece and the one on the target change places.
    Swap,
    /// The piece on the target changes sides; the acting piece stays.
    Convert,
    /// The piece moves to the target, and the pieces that it passes over are removed.
    Jump,
    /// A symbol is put on the target; no piece moves.
    Place,
    /// None.
    Pass,
    /// The piece moves to the target, and what stands there moves on by one square in the same direction, with all that
    /// stands behind it in a line.
    Push,
    /// The piece moves to the target, which another has just passed over, and captures that one (en passant).
    Overtake,
    /// Two pieces move at once.
    Castle,
    /// All pieces change sides, and on a square board rows become columns (the pie rule).
    TakeOver,
    /// The piece that goes on stops.
    Stop,
}

impl Effect {
    /// The default contents of the target, if `on` isn't declared.
    pub fn usual_target(self) -> Standing {
        match self {
            Self::Move
            | Self::Build
            | Self::Place
            | Self::Jump
            | Self::Pass
            | Self::TakeOver
            | Self::Stop
            | Self::Overtake
            | Self::Castle => Standing::Empty,
            Self::Capture | Self::Shoot | Self::Convert => Standing::Enemy,
            Self::Swap => Standing::Own,
            Self::Push => Standing::Any,
        }
    }

    /// True if the target holds an enemy.
    pub fn takes(self) -> bool {
        self.usual_target() == Standing::Enemy
    }

    /// True if it removes the piece on the target, so that it attacks royal pieces and protection helps.
    pub fn hits(self) -> bool {
        match self {
            Self::Capture | Self::Shoot => true,
            Self::Move | Self::Build | Self::Swap | Self::Convert | Self::Jump | Self::Push | Self::Place => false,
            Self::Pass | Self::Overtake | Self::Castle | Self::TakeOver | Self::Stop => false,
        }
    }

    /// True if it removes a piece, on the target or on the way.
    pub fn removes(self) -> bool {
        self.hits() || self == Self::Jump
    }

    /// True if the piece moves to the target by itself.
    pub fn goes(self) -> bool {
        match self {
            Self::Move | Self::Capture | Self::Jump | Self::Swap | Self::Push => true,
            Self::Shoot | Self::Build | Self::Convert | Self::Place => false,
            Self::Pass | Self::Overtake | Self::Castle | Self::TakeOver | Self::Stop => false,
        }
    }
}

/// The words for effects of moves.
pub const EFFECTS: &[(&str, Effect)] = &[
    ("move", Effect::Move),
    ("capture", Effect::Capture),
    ("shoot", Effect::Shoot),
    ("build", Effect::Build),
    ("swap", Effect::Swap),
    ("convert", Effect::Convert),
    ("jump", Effect::Jump),
    ("push", Effect::Push),
];

/// The contents of a square, relative to the acting seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Standing {
    /// Empty.
    Empty,
    /// A piece of the seat's own.
    Own,
    /// A piece of another seat.
    Enemy,
    /// Anything, or empty.
    Any,
    /// A piece of this kind, of any seat.
    Piece(usize),
    /// This symbol without an owner, by its cell's byte.
    Symbol(u8),
}

/// A part of the board: the intersection of the listed conditions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Area {
    /// Rows relative to the seat: 1 is its own first, -1 the farthest.
    pub rows: Vec<i64>,
    /// Columns from the left; for a seat that faces sideways, from the top.
    pub columns: Vec<i64>,
    /// The number of the seat's own first rows.
    pub first: Option<Quantity>,
    /// The number of the farthest rows.
    pub last: Option<Quantity>,
    /// Squares by name.
    pub squares: Vec<String>,
    /// The areas whose union it is, if it is one.
    pub parts: Vec<Self>,
    /// The area of the board that it names, if it names one.
    pub name: Option<String>,
    /// The place of its declaration.
    pub span: Span,
}

/// The named areas of a board; each may name those before it.
pub type Areas = [(String, Area)];

impl Area {
    /// The areas without parts and names whose union it is. A name that isn't known stands for none.
    pub fn leaves<'a>(&'a self, known: &'a Areas) -> Vec<&'a Self> {
        match &self.name {
            Some(name) => match known.iter().position(|(known, _)| known == name) {
                Some(at) => known[at].1.leaves(&known[..at]),
                None => Vec::new(),
            },
            None if self.parts.is_empty() => vec![self],
            None => self.parts.iter().flat_map(|part| part.leaves(known)).collect(),
        }
    }

    /// Its parts that name an area which isn't among the known ones.
    pub fn unknown<'a>(&'a self, known: &Areas) -> Vec<&'a Self> {
        match &self.name {
            Some(name) if known.iter().all(|(known, _)| known != name) => vec![self],
            _ => self.parts.iter().flat_map(|part| part.unknown(known)).collect(),
        }
    }

    /// Its numbers of rows.
    pub(crate) fn quantities(&self) -> Vec<&Quantity> {
        let own = [&self.first, &self.last].into_iter().flatten();
        own.chain(self.parts.iter().flat_map(Self::quantities)).collect()
    }

    /// True if neither options nor named squares are needed to tell its squares.
    pub fn is_fixed(&self) -> bool {
        self.first.is_none() && self.last.is_none() && self.squares.is_empty()
    }
}

/// A move of a piece, or a placing.
#[derive(Clone, Debug)]
pub struct MoveSpec {
    /// The verb of the action.
    pub verb: usize,
    /// Its effect.
    pub effect: Effect,
    /// One step in each direction.
    pub offsets: Vec<Offset>,
    /// Fewest steps.
    pub least: usize,
    /// Most steps.
    pub most: usize,
    /// The allowed contents of the target.
    pub on: Vec<Standing>,
    /// Exceptions from those.
    pub except: Vec<Standing>,
    /// The allowed contents of the squares on the way.
    pub way: Vec<Standing>,
    /// The first leg of a leap that passes through squares, if it does.
    pub leg: Option<Leg>,
    /// The hurdles that it has to pass over, if any.
    pub over: Option<Over>,
    /// The symbol that stands for pieces jumped over until the piece has stopped.
    pub leaves: Option<u8>,
    /// True if what stands under the piece goes with it.
    pub carries: bool,
    /// The line that a push moves.
    pub push: Option<PushSpec>,
    /// True if it is repeated as often as its piece likes, in one action.
    pub chains: bool,
    /// The condition on options.
    pub only_if: Condition,
    /// The condition on the number of its seat's pieces.
    pub pieces: Option<PieceCount>,
    /// The area of the piece's square.
    pub from: Option<Area>,
    /// The area of the target.
    pub to: Option<Area>,
    /// True if only a piece that hasn't moved can make it.
    pub unmoved: bool,
    /// True if the square that it passes over is recorded, so that the piece can be captured there (en passant).
    pub passes: bool,
    /// The symbol that is built or placed.
    pub puts: Option<Standing>,
    /// The promotion of the piece.
    pub becomes: Option<Becomes>,
    /// Gravity: a placed piece falls to the last empty square on this side.
    pub falls: Option<Heading>,
    /// Custodial conversion: enemies in a row between the target and an own piece change sides; there must be one.
    pub encloses: Vec<Offset>,
    /// A placing removes enemy groups without liberties.
    pub surrounds: Option<Surrounds>,
    /// A placing comes from the seat's hand (a drop).
    pub drop: Option<Drop>,
    /// A placing's shape, and its conditions on what is around it.
    pub fit: Option<FitSpec>,
    /// The place of its declaration.
    pub span: Span,
}

impl MoveSpec {
    /// True if it is a placing that takes enemy groups without liberties.
    pub fn takes_groups(&self) -> bool {
        self.surrounds.is_some()
    }

    /// The verbs of its actions.
    pub fn verbs(&self) -> impl Iterator<Item = usize> + use<> {
        let promotes = self.becomes.as_ref().and_then(|becomes| becomes.verb);
        std::iter::once(self.verb).chain(promotes)
    }
}

/// A shape of several squares.
#[derive(Clone, Debug)]
pub struct ShapeSpec {
    /// Its name.
    pub name: String,
    /// Its distinct orientations: rows and columns of their squares from 0, sorted.
    pub orientations: Vec<Vec<(usize, usize)>>,
}

impl ShapeSpec {
    /// The names of its orientations: its own, with a letter if there are several.
    pub fn orientation_names(&self) -> impl Iterator<Item = String> {
        let letters = ('a'..).take(self.orientations.len());
        letters.map(|letter| match self.orientations.len() {
            1 => self.name.clone(),
            _ => format!("{}{letter}", self.name),
        })
    }

    /// The number of rows and of columns of an orientation.
    pub fn extent(squares: &[(usize, usize)]) -> (usize, usize) {
        squares.iter().fold((0, 0), |(rows, columns), square| (rows.max(square.0 + 1), columns.max(square.1 + 1)))
    }

    /// The rows of an orientation as they are drawn: `x` for its squares, `.` for others.
    pub fn drawn(squares: &[(usize, usize)]) -> Vec<String> {
        let (rows, columns) = Self::extent(squares);
        let sign = |row: usize, column: usize| if squares.contains(&(row, column)) { 'x' } else { '.' };
        (0..rows).map(|row| (0..columns).map(|column| sign(row, column)).collect()).collect()
    }

    /// The squares of an orientation by its name.
    pub fn orientation(&self, name: &str) -> Option<&Vec<(usize, usize)>> {
        self.orientation_names().zip(&self.orientations).find(|(of, _)| of == name).map(|(_, squares)| squares)
    }
}

/// The shape of a placing, and its conditions on what is around it.
#[derive(Clone, Debug, Default)]
pub struct FitSpec {
    /// True if it puts a shape; a single square if not.
    pub shapes: bool,
    /// The variable that counts what each seat has left of each shape, by index.
    pub uses: Option<usize>,
    /// The area in which one of its squares must lie.
    pub covers: Option<Area>,
    /// The contents of which one must be orthogonally adjacent to a square of it; no condition if empty.
    pub beside: Vec<Standing>,
    /// The contents of which one must be diagonally adjacent to a square of it; no condition if empty.
    pub corner: Vec<Standing>,
    /// The contents that must not be orthogonally adjacent to any square of it.
    pub apart: Vec<Standing>,
}

/// Restrictions of a drop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drop {
    /// The line of the board on which another piece of the same seat and kind must not be.
    pub once: Option<Line>,
    /// Only where it could ever move from.
    pub mobile: bool,
    /// True if it may checkmate an enemy.
    pub mates: bool,
}

/// A line of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Line {
    /// A row.
    Row,
    /// A column.
    Column,
}

/// The treatment of groups without liberties.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Surrounds {
    /// True if suicide is allowed: a placing may leave its own group without liberties, which removes it.
    pub suicide: bool,
}

/// A condition on options: the values that they must have.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Condition(pub Vec<(usize, OptionValue)>);

impl Condition {
    /// True if options have these values.
    pub fn holds(&self, options: &[OptionValue]) -> bool {
        self.0.iter().all(|(n, value)| options.get(*n) == Some(value))
    }
}

/// The first leg of a leap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Leg {
    /// Orthogonal ones.
    Orthogonal,
    /// Diagonal ones.
    Diagonal,
}

impl Offset {
    /// The squares that a leap of this offset passes through, the target last.
    pub fn legs(self, first: Leg) -> Vec<Offset> {
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

/// The hurdles that a piece passes over on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Over {
    /// Their contents.
    pub on: Standing,
    /// Their number.
    pub count: u8,
}

/// A promotion.
#[derive(Clone, Debug)]
pub struct Becomes {
    /// The pieces to choose from.
    pub pieces: Vec<usize>,
    /// The area where it happens; everywhere if `None`.
    pub area: Option<Area>,
    /// True if it only applies to a piece that doesn't go on from there.
    pub stopping: bool,
    /// True if it also applies to a piece that comes from there.
    pub leaving: bool,
    /// True if it is optional on squares from which the piece could ever move.
    pub optional: bool,
    /// The verb of the promoting action, if it is a separate one.
    pub verb: Option<usize>,
}

/// The winner of an ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The seat that it happens to.
    Win,
    /// The others.
    Lose,
    /// Nobody: a draw.
    Draw,
    /// The seats with the highest score of pieces; nobody if all are equal.
    Score,
    /// The seats with the largest area: pieces, and empty squares from which only theirs can be reached.
    Area,
    /// The winners by the pack's ranking.
    Winners,
    /// The action that would cause it is illegal.
    Forbidden,
}

/// A declared ending.
#[derive(Clone, Debug)]
pub struct EndSpec {
    /// Its condition.
    pub when: When,
    /// Its winner.
    pub verdict: Verdict,
    /// The seat that the verdict is about; the one that it happens to if `None`.
    pub seat: Option<usize>,
    /// The ending, by index in the pack's list.
    pub ending: usize,
    /// The ending if the scores are equal, by index.
    pub even: usize,
    /// The komi of each seat, added to its area.
    pub bonus: Vec<Quantity>,
    /// The condition on options.
    pub only_if: Condition,
    /// The condition on options that disables it; an empty one never does.
    pub unless: Condition,
    /// The place of the length of a line, or else of the condition.
    pub about: Span,
}

impl EndSpec {
    /// True if it exists with these options.
    pub fn is_there(&self, options: &[OptionValue]) -> bool {
        self.only_if.holds(options) && (self.unless.0.is_empty() || !self.unless.holds(options))
    }

    /// The number at which it happens.
    pub fn limit(&self) -> Option<&Quantity> {
        match &self.when {
            When::Turns(limit) | When::Counter { limit, .. } => Some(limit),
            When::NoMove(_) | When::Formation(_) | When::Empty { .. } | When::Last | When::Repetition { .. } => None,
        }
    }

    /// Its numbers that may depend on options, except those of areas.
    pub fn quantities(&self) -> impl Iterator<Item = &Quantity> {
        let points = self.when.formation().map_or(&[][..], Formation::points);
        self.bonus.iter().chain(points).chain(self.limit())
    }

    /// True if it depends on the board.
    fn is_about_pieces(&self) -> bool {
        self.when.is_about_pieces() || matches!(self.verdict, Verdict::Score | Verdict::Area)
    }
}

/// The condition of an ending.
#[derive(Clone, Debug)]
pub enum When {
    /// The seat to act has no legal action; with `Some`, only if in danger (true), or only if not (false).
    NoMove(Option<bool>),
    /// A number of full turns was played.
    Turns(Quantity),
    /// A formation of pieces.
    Formation(Formation),
    /// A variable has reached a number, from below or above; if there is one for each seat, that of any seat.
    Counter {
        /// The variable, by index.
        var: usize,
        /// The number.
        limit: Quantity,
        /// True for at least the number; false for at most.
        at_least: bool,
    },
    /// No cards are left in any of these zones, or in that of a seat.
    Empty {
        /// The zones.
        zones: Vec<ZoneId>,
        /// True if there is one for each seat, and a single empty one is enough.
        per_seat: bool,
    },
    /// At most one seat, or one team, is still in.
    Last,
    /// The same position, with the same seat to act, has occurred a number of times.
    Repetition {
        /// The number of occurrences.
        times: usize,
        /// The number of plies remembered.
        within: usize,
        /// True if it requires that each action of one seat since the first occurrence has attacked another's royal
        /// piece (perpetual check); it happens to that seat.
        danger: bool,
    },
}

impl When {
    /// The formation that it is about, if it is about one.
    pub fn formation(&self) -> Option<&Formation> {
        if let Self::Formation(formation) = self { Some(formation) } else { None }
    }

    /// True if it depends on pieces or their moves, so that a pack without pieces can't have it.
    pub fn is_about_pieces(&self) -> bool {
        match self {
            Self::NoMove(_) | Self::Turns(_) | Self::Formation(_) | Self::Repetition { .. } => true,
            Self::Counter { .. } | Self::Empty { .. } | Self::Last => false,
        }
    }
}

/// A formation of pieces that ends the match.
#[derive(Clone, Debug)]
pub enum Formation {
    /// The seat that acted has one of these pieces (any, if empty) in the area.
    Reach(Vec<usize>, Area),
    /// The seat that acted has this number of its pieces (of these, unless empty) in a row.
    Line(usize, Vec<usize>),
    /// A group of pieces of a seat reaches all of these areas; without areas, all of its pieces are one group.
    Joined {
        /// The pieces, by index; any if empty.
        pieces: Vec<usize>,
        /// The areas.
        areas: Vec<Area>,
        /// True if pieces that touch at a corner are connected.
        corners: bool,
    },
    /// A seat has none of these pieces (of any, if empty) left.
    Captured(Vec<usize>),
    /// Insufficient material: royal pieces, any number of some kinds, and one piece of some kinds, or others all on
    /// squares of one colour.
    Bare {
        /// The kinds of which any number may be left.
        any_number: Vec<usize>,
        /// The kinds of which one may be left.
        single: Vec<usize>,
        /// The kinds that may be left on squares of one colour.
        one_colour: Vec<usize>,
    },
    /// The royal piece of the seat to act is in an area and not attacked, with others of the seat (impasse).
    Entered {
        /// The area.
        to: Box<Area>,
        /// The number of others.
        others: usize,
        /// Points of pieces, by index, there and in hand; the others count 1.
        worth: Vec<(usize, i32)>,
        /// The points required: for all, or for each seat.
        points: Vec<Quantity>,
    },
}

impl Formation {
    /// Its areas.
    fn areas(&self) -> &[Area] {
        match self {
            Self::Reach(_, area) => std::slice::from_ref(area),
            Self::Entered { to, .. } => std::slice::from_ref(to),
            Self::Joined { areas, .. } => areas,
            Self::Line(..) | Self::Captured(_) | Self::Bare { .. } => &[],
        }
    }

    /// The points that it requires.
    fn points(&self) -> &[Quantity] {
        match self {
            Self::Entered { points, .. } => points,
            Self::Reach(..) | Self::Line(..) | Self::Joined { .. } | Self::Captured(_) | Self::Bare { .. } => &[],
        }
    }
}

/// The words for conditions of endings.
pub const ENDS: &[&str] = &[
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

/// The quantity that a variable tracks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// The square of the piece that has to continue.
    GoesOn,
    /// The number of consecutive passes.
    Passes,
    /// A seat's area, computed when the match ends.
    Area,
    /// 1 as long as the pieces initially on some squares haven't left them (castling rights).
    Unmoved,
    /// The square that was just passed over, if an enemy could capture there (en passant).
    Passed,
    /// Consecutive actions without a capture or a move of some pieces.
    Quiet,
    /// Actions since at most certain pieces are left.
    Material,
    /// A seat's hand: a number for each kind of piece.
    Hand,
    /// The number of times that a seat has attacked a royal piece of another.
    Checks,
}

/// The words for tracked quantities.
pub const FOLLOWS: &[(&str, Follows)] = &[
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
