//! What a scene is made of.

use std::collections::BTreeMap;
use std::sync::Arc;

use parlour_engine::pack::art::Art;
use serde::Serialize;

/// A table as it looks to a viewer: places, things, labels and marks, as plain data.
///
/// It says what there is and how it lies, never where on a screen or in which colours: that is a painter's. What is hidden
/// from the viewer is not in it; it is made of a [`SeatView`](crate::SeatView) alone.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Scene {
    /// What people call the game.
    pub title: String,
    /// The viewer's own seat.
    pub viewer: Option<String>,
    /// The seats: the viewer's own first, or else the first one, the others after it in the order of play.
    pub seats: Vec<SeatScene>,
    /// Numbers and words of the table as a whole; those that say nothing yet are left out.
    pub facts: Vec<Fact>,
    /// The boards.
    pub boards: Vec<BoardScene>,
    /// Tracks on which things stand that are numbers to the rules.
    pub tracks: Vec<Track>,
    /// Zones, each with its cards.
    pub places: Vec<Place>,
    /// Tables of numbers, such as the boxes of a score sheet.
    pub sheets: Vec<Sheet>,
    /// Dice.
    pub dice: Vec<Dice>,
    /// What the last action has rolled, where no dice stay on the table.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rolled: Vec<Dice>,
    /// The faces of the cards that are in sight or in the key, by name.
    pub faces: BTreeMap<String, Face>,
    /// What cards there are, as a key: only where lists of numbers are on them.
    pub key: Option<CardKey>,
    /// Lines of the pack's own about this table.
    pub lines: Vec<String>,
}

/// A seat and what belongs to it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct SeatScene {
    /// Its name.
    pub seat: String,
    /// Its place in the order of play, from 0.
    pub number: usize,
    /// Who sits there: `human`, or a robot.
    pub player: String,
    /// Whether it is the viewer's own.
    pub is_own: bool,
    /// Whether it is to act.
    pub is_due: bool,
    /// Whether it is still in the match.
    pub is_in: bool,
    /// Whether it has won, once the match is over.
    pub has_won: bool,
    /// Its colour, if its pieces or the pack give it one.
    pub tint: Option<Tint>,
    /// The number that counts most.
    pub score: Option<Fact>,
    /// Its other numbers and words; those that say nothing yet are left out.
    pub facts: Vec<Fact>,
    /// What the pack's script says of it.
    pub note: Option<String>,
    /// The pieces of others that were taken from them since the match began, where these are off the board for good.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub taken: Vec<Held>,
}

/// A number or a word with its name, or a sentence without.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Fact {
    /// The variable, by the name that it has in views.
    pub name: String,
    /// What people call it; empty where the value says it all.
    pub title: String,
    /// Its value, as it is read.
    pub value: String,
    /// How it is shown.
    #[serde(skip_serializing_if = "FactLook::is_words")]
    pub look: FactLook,
    /// Its value as a number, of one that is shown as things.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<i32>,
    /// The greatest value that it can have, of tokens and bars.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most: Option<i32>,
    /// True if it matters only later on, and needs no room before.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_minor: bool,
    /// Of numbers that were all there at the start: for each from 1 whether it is left.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub flags: Vec<bool>,
    /// The pieces that it stands for, of a hand.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub held: Vec<Held>,
    /// The picture of what it counts, where the pack names one.
    #[serde(skip)]
    pub art: Option<Arc<Art>>,
}

/// How a fact is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum FactLook {
    /// In words.
    #[default]
    Words,
    /// As a stack of chips or coins with its amount.
    Stack,
    /// As tokens, as many as its number of as many as it can be.
    Tokens,
    /// As a bar that is full at the greatest value.
    Bar,
    /// As a token at the seat that is its value.
    Button,
}

impl FactLook {
    /// True if it is shown in words.
    pub fn is_words(&self) -> bool {
        *self == Self::Words
    }
}

/// Pieces of a kind that are off the board: in a hand, or taken.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Held {
    /// The kind of piece, by the name that it has in actions.
    pub piece: String,
    /// What it looks like.
    pub figure: Figure,
    /// How many.
    pub count: usize,
}

impl Fact {
    /// The name and the value, or the sentence.
    pub fn told(&self) -> String {
        if self.title.is_empty() { self.value.clone() } else { format!("{} {}", self.title, self.value) }
    }
}

/// A board.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct BoardScene {
    /// Its name.
    pub name: String,
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// What its squares are.
    pub shape: BoardShape,
    /// How it is painted.
    pub look: BoardLook,
    /// What its pieces are made like that are told by a letter or a sign.
    pub tokens: Tokens,
    /// The rows below a river, where lines but the outermost stop.
    pub river: Option<usize>,
    /// The size of the blocks in the middle of both ends whose corners are joined.
    pub palace: Option<usize>,
    /// Whether the viewer sits at its top, so that it is shown turned round.
    pub is_turned: bool,
    /// Of a board of lines: the squares along each line, by their places in `squares`.
    pub lines: Vec<Vec<usize>>,
    /// The squares, row by row from the top left, not turned; `None` where there is none.
    pub squares: Vec<Option<SquareScene>>,
    /// What stands beside the rows, the top row first, and below the columns, the left one first, not turned.
    pub rows: Vec<String>,
    /// What stands below the columns, the left one first.
    pub columns: Vec<String>,
    /// What can stand on it, as a key: only what needs one.
    pub key: Vec<Figure>,
    /// The seats that own its top, right, bottom and left side, where sides have owners: not turned.
    pub sides: Vec<Option<usize>>,
}

/// What the squares of a board are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum BoardShape {
    /// Squares.
    Squares,
    /// Hexes, each row half a hex to the right of the one above it.
    Hexes,
    /// Points that lines join.
    Lines,
}

/// How a board is painted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum BoardLook {
    /// Squares that look alike.
    Plain,
    /// Dark and light squares in turn, the bottom left one dark.
    Chequered,
    /// Things stand where lines cross.
    Points,
}

/// What the pieces of a board are made like that are told by a letter or a sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Tokens {
    /// Discs of the colour of their seat.
    Discs,
    /// Light discs with a ring of that colour.
    Rings,
    /// Five-sided tiles that point away from their seat.
    Tiles,
    /// Nothing but the pictures themselves, in the colour of their seat.
    Figures,
}

/// A square of a board.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct SquareScene {
    /// Its name.
    pub name: String,
    /// What stands on it.
    pub figure: Option<Figure>,
    /// The seats whose tokens stand on it besides, by their places in the order of play.
    pub tokens: Vec<usize>,
    /// Whether the last action changed or named it.
    pub is_last: bool,
    /// Whether a royal piece stands on it that could be taken.
    pub is_danger: bool,
    /// Whether it is marked as a star of its board.
    pub is_star: bool,
    /// Whether what stands on it has won the match: a line, a chain between two sides.
    pub is_winning: bool,
}

/// What stands on a square.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Figure {
    /// Its name.
    pub name: String,
    /// What people call it.
    pub title: String,
    /// The character that stands for it.
    pub glyph: String,
    /// The place of its seat in the order of play; `None` for what is nobody's.
    pub seat: Option<usize>,
    /// What it is.
    pub form: Form,
    /// Whether its seat sits at the top of the board, where this isn't turned round.
    pub is_down: bool,
    /// Whether it has become what it is on the board, and goes to a hand as what it was.
    pub is_promoted: bool,
    /// Its picture, where the pack has one.
    #[serde(skip)]
    pub art: Option<Arc<Art>>,
}

/// What a thing on a board is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Form {
    /// A piece with a picture of its own, as in chess.
    Figure,
    /// A piece told by a letter.
    Token,
    /// A stone or man: the only kind of its seat.
    Stone,
    /// Ground: a wall, an effect of the square.
    Ground,
}

/// A row of spaces on which things stand that are numbers to the rules, as fencers on a strip or checkers on points.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Track {
    /// The variable, by the name that it has in views.
    pub name: String,
    /// What people call it.
    pub title: String,
    /// How it is laid out.
    pub lies: TrackLies,
    /// Whether the viewer sits at its far end, so that it is shown turned round.
    pub is_turned: bool,
    /// The spaces in order.
    pub spaces: Vec<Space>,
    /// The picture of what stands on it, where the pack names one.
    #[serde(skip)]
    pub art: Option<Arc<Art>>,
    /// What is off the track: borne off, on the bar.
    pub beside: Vec<Beside>,
}

/// How a track is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum TrackLies {
    /// In a row, folded where there is no room.
    Strip,
    /// As the points of backgammon: two rows of half as many, the first one below from right to left.
    Points,
}

/// A space of a track.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Space {
    /// Its name, as it is written in actions.
    pub name: String,
    /// Whose things stand here, and how many.
    pub stands: Vec<Stands>,
    /// Whether the last action changed that.
    pub is_last: bool,
}

/// Things of a seat that stand together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Stands {
    /// The place of the seat in the order of play.
    pub seat: usize,
    /// How many.
    pub count: usize,
}

/// What is beside a track.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Beside {
    /// The variable, by the name that it has in views.
    pub name: String,
    /// What people call it.
    pub title: String,
    /// Whose things are there, and how many.
    pub stands: Vec<Stands>,
}

/// A zone with its cards.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Place {
    /// Its name, as in `hand.a`.
    pub name: String,
    /// The family, as in `hand`.
    pub zone: String,
    /// What people call it.
    pub title: String,
    /// The member of the family: the name of a seat, of a team, of a row or a word.
    pub of: Option<String>,
    /// Where it is at the table.
    pub at: At,
    /// How its cards lie.
    pub lies: Lies,
    /// How many cards there are.
    pub count: usize,
    /// Whether its cards play no more, as those of a seat that has folded.
    pub is_idle: bool,
    /// What they come to together, where the pack counts that and all of them are in sight.
    pub sum: Option<Fact>,
    /// What the pack tells of it besides as long as it has cards, such as its price.
    pub note: Option<Fact>,
    /// The cards, those of a pile from the bottom up; of a bag those that look alike as one. Of a pile that shows only its
    /// top that one alone.
    pub cards: Vec<CardScene>,
}

/// Where a zone is at the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum At {
    /// The viewer's own hand, below.
    Hand,
    /// At a seat, by its place in the order of play.
    Seat(usize),
    /// Piles that all draw from or lay down on.
    Supply,
    /// The middle of the table.
    Centre,
}

/// How the cards of a zone lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Lies {
    /// Side by side, each with its corner in sight.
    Fan,
    /// One on the other.
    Pile,
    /// One beside the other, whole.
    Row,
    /// A stack for each kind, with how many.
    Stacks,
    /// A tile for each kind, with its name and how many.
    Grid,
    /// From the top down, each over the one before it with its corner in sight.
    Cascade,
    /// Each before the seat that played it.
    Trick,
    /// A number of signs, too many or too unimportant to be laid out.
    Chips,
}

/// A card, or several that look alike.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct CardScene {
    /// Its name, by which its face is found; `None` for a back.
    pub card: Option<String>,
    /// How many of it lie here.
    pub count: usize,
    /// Its place in its zone, from 1, where the cards lie in an order that actions name; `None` for those of a bag.
    pub nth: Option<usize>,
    /// The seat that played it, in a trick, by its place in the order of play.
    pub by: Option<usize>,
    /// What is known of it besides, as clues in Hanabi.
    pub marks: Vec<String>,
    /// The same possibility by possibility, list by list, where it is a set of what the card can still be.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub known: Vec<Vec<Possible>>,
    /// Whether the last action brought it here.
    pub is_last: bool,
}

/// Something that a card can be, or can't any more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Possible {
    /// What: a number or a word.
    pub word: String,
    /// Its colour, if it is called by one.
    pub tint: Option<Tint>,
    /// True if the card can still be that.
    pub is_open: bool,
}

/// The face of a kind of card.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Face {
    /// What people call it.
    pub title: String,
    /// What people call several of it.
    pub plural: String,
    /// What it belongs with: the name of its colour or suit, if it has one.
    pub family: Option<String>,
    /// What stands in its corner: a rank, a number; empty if it has none.
    pub index: String,
    /// The sign below the corner: that of a suit, or the first letter of a word.
    pub sign: Option<String>,
    /// The colour of corner and sign.
    pub tint: Option<Tint>,
    /// Numbers along its foot, such as what 1, 2, 3, ... of it are worth.
    pub ladder: Vec<i64>,
    /// Words along its foot.
    pub words: Vec<String>,
    /// Its picture, where the pack has one.
    #[serde(skip)]
    pub art: Option<Arc<Art>>,
}

/// The cards that seats can hold, for a table of what is on them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct CardKey {
    /// Their names, in the order of the pack.
    pub cards: Vec<String>,
    /// What people call the number in the corner; empty if they have none.
    pub index: String,
    /// What people call the numbers along the foot.
    pub ladder: String,
}

/// A colour by name. What it looks like is the painter's, by day and by night.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Tint {
    /// Black: clubs, spades.
    Black,
    /// White.
    White,
    /// Red: hearts, diamonds.
    Red,
    /// Blue.
    Blue,
    /// Green.
    Green,
    /// Yellow.
    Yellow,
    /// Purple.
    Purple,
    /// Orange.
    Orange,
    /// Brown.
    Brown,
    /// Grey.
    Grey,
}

/// A table of numbers: what is counted row by row for each seat.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Sheet {
    /// The variable, by the name that it has in views.
    pub name: String,
    /// What people call it.
    pub title: String,
    /// The heads of its columns: seats, or nothing where there is one column.
    pub columns: Vec<String>,
    /// Its rows.
    pub rows: Vec<SheetRow>,
}

/// A row of a sheet.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct SheetRow {
    /// Its name, as it is written in actions.
    pub name: String,
    /// What people call it.
    pub title: String,
    /// Its colour, if it is called by one.
    pub tint: Option<Tint>,
    /// Its values, one for each column; `None` for what is not filled yet or not seen.
    pub values: Vec<Option<String>>,
    /// What an action that is legal now would write into each that is not filled yet.
    pub would: Vec<Option<String>>,
    /// Its picture, where the pack has one.
    #[serde(skip)]
    pub art: Option<Arc<Art>>,
}

/// Dice that lie together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Dice {
    /// The dice, by the name that they have in views.
    pub name: String,
    /// What people call them.
    pub title: String,
    /// The place of the seat whose they are in the order of play.
    pub seat: Option<usize>,
    /// How many faces each has.
    pub faces: i32,
    /// What they show; `None` for one under a cup.
    pub shown: Vec<Option<i32>>,
}
