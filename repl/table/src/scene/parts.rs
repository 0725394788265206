//! The parts of a scene.

use std::collections::BTreeMap;
use std::sync::Arc;

use parlour_engine::english;
use parlour_engine::pack::art::Art;
use serde::Serialize;

/// The scene of a table for a viewer: places, things, labels and highlights, as plain data.
///
/// It describes objects and their logical layout, without screen positions or colours, which the painter chooses. It is
/// made from a [`SeatView`](crate::SeatView) alone, and so holds no hidden information.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Scene {
    /// The game's title.
    pub title: String,
    /// The viewer's own seat.
    pub viewer: Option<String>,
    /// The seats: the viewer's own first, or else the first one, the others after it in the order of play.
    pub seats: Vec<SeatScene>,
    /// Facts about the table as a whole, without empty ones.
    pub facts: Vec<Fact>,
    /// The boards.
    pub boards: Vec<BoardScene>,
    /// Tracks: numbers of the rules shown as things on spaces.
    pub tracks: Vec<Track>,
    /// Zones, each with its cards.
    pub places: Vec<Place>,
    /// Tables of numbers, such as the boxes of a score sheet.
    pub sheets: Vec<Sheet>,
    /// Dice.
    pub dice: Vec<Dice>,
    /// The dice of the last roll, if no dice stay on the table.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rolled: Vec<Dice>,
    /// The dice that the last action uncovered and that have left the table since, or have been rolled anew.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub uncovered: Vec<Dice>,
    /// The faces of the visible cards and of the legend, by name.
    pub faces: BTreeMap<String, Face>,
    /// The legend of cards, only if they have lists of numbers.
    pub key: Option<CardKey>,
    /// Lines of the pack's display script.
    pub lines: Vec<String>,
    /// The buttons of actions without arguments, by action, where the display script has them: `call 16`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub labels: BTreeMap<String, String>,
    /// True if it counts which suits are red and which are black: then they have two colours.
    pub has_two_colours: bool,
    /// The prompt of the display script, which takes precedence over that of the phase.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub due: Option<String>,
}

/// A seat with its status and facts.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct SeatScene {
    /// Its name.
    pub seat: String,
    /// Its index in the order of play, from 0.
    pub number: usize,
    /// Its player: `human`, or a robot.
    pub player: String,
    /// True for the viewer's own seat.
    pub is_own: bool,
    /// True for a seat that plays in the viewer's team.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_partner: bool,
    /// True if it is to move.
    pub is_due: bool,
    /// True if it is still in the match.
    pub is_in: bool,
    /// True if it has won; false while the match goes on.
    pub has_won: bool,
    /// Its colour, if its pieces or the pack give it one.
    pub tint: Option<Tint>,
    /// The picture of its only kind of piece, where pieces are pictures alone.
    #[serde(skip)]
    pub mark: Option<Arc<Art>>,
    /// Its score.
    pub score: Option<Fact>,
    /// Its other facts, without empty ones.
    pub facts: Vec<Fact>,
    /// A note by the pack's display script.
    pub note: Option<String>,
    /// The sets of cards that it has laid down, as the pack's display script tells them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sets: Vec<CardSet>,
    /// The pieces it has captured since the match began, if captures are permanent.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub taken: Vec<Held>,
    /// The excess of the scores of its pieces over those of the other seat, if it is ahead and captures are shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ahead: Option<i32>,
}

/// A named number or text, or a sentence without a name.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Fact {
    /// The variable, by its name in views.
    pub name: String,
    /// Its title; empty if the value is self-explanatory.
    pub title: String,
    /// Its value as text.
    pub value: String,
    /// Its presentation.
    #[serde(skip_serializing_if = "FactLook::is_words")]
    pub look: FactLook,
    /// Its value as a number, if it is shown as things.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<i32>,
    /// Its maximum, for tokens and bars.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most: Option<i32>,
    /// For a score that stops at a target: the target.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goal: Option<i32>,
    /// For such a score: the value that it had before its last change.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<i32>,
    /// True if it matters only later, and needs no space before.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_minor: bool,
    /// For flags that were all set at the start: for each from 1, true if it remains.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub flags: Vec<bool>,
    /// The pieces of a hand.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub held: Vec<Held>,
    /// The zone family at which it is shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// The dice of a claim, of which its number is the count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim: Option<Claimed>,
    /// The picture of the counted thing, if the pack has one.
    #[serde(skip)]
    pub art: Option<Arc<Art>>,
}

/// The dice of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Claimed {
    /// Their face; `None` if nothing is claimed of it.
    pub face: Option<i32>,
    /// The seat that makes the claim, by index in the order of play.
    pub by: Option<usize>,
    /// True if it was settled by the last action, and is told only beside the dice that this uncovered.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_settled: bool,
}

/// A set of equal cards that a seat has laid down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct CardSet {
    /// The card, by its name in actions.
    pub card: String,
    /// The number of cards.
    pub count: usize,
    /// What the card's list of numbers has for that many.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub worth: Option<i64>,
}

/// The presentation of a fact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum FactLook {
    /// In words.
    #[default]
    Words,
    /// As a stack of chips or coins with its amount.
    Stack,
    /// As tokens, its number out of its maximum.
    Tokens,
    /// As a bar that is full at the maximum.
    Bar,
    /// As a token at the seat that is its value.
    Button,
    /// As a large sign.
    Sign,
    /// As dice that are claimed.
    Dice,
}

impl FactLook {
    /// True for the presentation in words.
    pub fn is_words(&self) -> bool {
        *self == Self::Words
    }
}

/// Pieces of a kind off the board: in a hand, or captured.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Held {
    /// The kind of piece, by its name in actions.
    pub piece: String,
    /// Its appearance.
    pub figure: Figure,
    /// The number of pieces.
    pub count: usize,
}

impl Fact {
    /// The name as it follows the value: in the singular after 1.
    ///
    /// ```
    /// let mut fact = parlour_table::scene::Fact::default();
    /// (fact.title, fact.value) = ("points".to_owned(), "1".to_owned());
    /// assert_eq!(fact.noun(), "point");
    /// fact.title = "matches".to_owned();
    /// assert_eq!(fact.noun(), "match");
    /// ```
    pub fn noun(&self) -> String {
        let title = self.title.as_str();
        if self.value != "1" || !english::is_plural(title) {
            return title.to_owned();
        }
        // `matches` isn't the plural of `matche`.
        let endings = [("ies", "y"), ("sses", "ss"), ("xes", "x"), ("shes", "sh"), ("ches", "ch"), ("s", "")];
        let mut singulars =
            endings.into_iter().filter_map(|(end, one)| Some(format!("{}{one}", title.strip_suffix(end)?)));
        singulars.find(|one| english::plural(one) == title).unwrap_or_else(|| title.to_owned())
    }

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
    /// The shape of its cells.
    pub shape: BoardShape,
    /// Its style.
    pub look: BoardLook,
    /// The tokens of pieces that are shown by a letter or a sign.
    pub tokens: Tokens,
    /// The number of rows below a river, where lines except the outermost are interrupted.
    pub river: Option<usize>,
    /// The size of the palaces, blocks in the middle of both ends with diagonals.
    pub palace: Option<usize>,
    /// True if it stands upright: pieces fall to its lowest free squares.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_upright: bool,
    /// True if seats have tokens on it, as in games of dice.
    #[serde(skip)]
    pub has_tokens: bool,
    /// The name of the place of tokens that aren't on it, from what is said of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// True if the viewer sits at its top, so that it is shown turned round.
    pub is_turned: bool,
    /// For a board of lines: the squares along each line, as indices into `squares`.
    pub lines: Vec<Vec<usize>>,
    /// The squares in row-major order from the top left, not turned; `None` for gaps.
    pub squares: Vec<Option<SquareScene>>,
    /// The labels of rows, the top row first, not turned.
    pub rows: Vec<String>,
    /// The labels of columns, the left one first, not turned.
    pub columns: Vec<String>,
    /// The legend of its symbols, only where needed.
    pub key: Vec<Figure>,
    /// For each entry of the legend, the same piece of another seat, if it has another picture, as the general of xiangqi.
    #[serde(skip)]
    pub twins: Vec<Option<Figure>>,
    /// The seats that own its top, right, bottom and left side, in connection games; not turned.
    pub sides: Vec<Option<usize>>,
    /// The sides of seats that the whole board consists of, that of the viewer first; empty if it has no such parts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub panels: Vec<Panel>,
    /// The squares between which it lies, if its squares are edges or corners of those.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub joints: Option<Joints>,
    /// True if actions name its squares.
    #[serde(skip)]
    pub is_target: bool,
    /// True if pieces can stand on each other.
    #[serde(skip)]
    pub has_stacks: bool,
    /// True if pieces of a seat on neighbouring squares are one thing: shapes of several squares are laid there.
    #[serde(skip)]
    pub is_joined: bool,
}

/// The side of a seat of a board, a rectangle of squares.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Panel {
    /// The seat, by index in the order of play.
    pub seat: usize,
    /// Its first column from the left, and the number of columns.
    pub columns: (usize, usize),
    /// Its first row from the top, and the number of rows.
    pub rows: (usize, usize),
}

/// The relation of a board of edges or corners to the board of the squares, on which it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Joints {
    /// The board of the squares, by index.
    pub board: usize,
    /// True for edges, false for corners.
    pub are_edges: bool,
    /// True if those at the rim belong to it.
    pub has_rim: bool,
    /// True if actions name them.
    #[serde(skip)]
    pub is_target: bool,
}

/// The shape of a board's cells.
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

/// The style of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum BoardLook {
    /// Uniform squares.
    Plain,
    /// Chequered squares, the bottom left one dark.
    Chequered,
    /// Pieces are on the crossings of lines.
    Points,
    /// Water.
    Water,
}

/// The tokens of pieces that are shown by a letter or a sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Tokens {
    /// Discs of the colour of their seat.
    Discs,
    /// Light discs with a ring in their seat's colour.
    Rings,
    /// Five-sided tiles that point away from their seat.
    Tiles,
    /// Plain pictures, in the colour of their seat.
    Figures,
}

/// A square of a board.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct SquareScene {
    /// Its name.
    pub name: String,
    /// Its name on the side of a seat, if the board consists of sides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Its contents.
    pub figure: Option<Figure>,
    /// The symbol that lies on it wherever nothing stands there, while something does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub under: Option<Figure>,
    /// On a board of stacks what stands under its contents, the bottom one first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stack: Vec<Figure>,
    /// The seats whose tokens are on it as well, by index in the order of play.
    pub tokens: Vec<usize>,
    /// True if the last action changed or named it.
    pub is_last: bool,
    /// Of an edge or a corner with a symbol of no seat, such as a line: the seat that acted there last, by index in the
    /// order of play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<usize>,
    /// Its part in the last turn on the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trace: Option<Trace>,
    /// True if an attacked royal piece is on it.
    pub is_danger: bool,
    /// True for a star point of its board.
    pub is_star: bool,
    /// True if the pack says that it matters now, such as one where something can be closed.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_noted: bool,
    /// True if a piece that reaches it ends the match.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_goal: bool,
    /// The seat whose goal it is, by index in the order of play; `None` if it is a goal of several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goal_of: Option<usize>,
    /// The seat whose pieces stood there at the start, on a board of hexes, by index in the order of play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub home_of: Option<usize>,
    /// True if its contents have won the match: a line, a chain between two sides.
    pub is_winning: bool,
    /// At the end of a match in which areas count, the seat that surrounds it while it is empty, by index in the order of
    /// play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub territory_of: Option<usize>,
    /// True if the viewer doesn't see it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_unseen: bool,
    /// True if its piece is shown to everyone on a board that hides squares, such as a part of a ship that was hit.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_open: bool,
    /// The viewer's knowledge of its hidden contents.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub known: Option<String>,
    /// The same in a word or two, if it is that short.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub caption: Option<String>,
    /// The piece that the viewer knows or remembers on it, though it doesn't see it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remembered: Option<Figure>,
}

/// The part of a square or space in the last turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Trace {
    /// A piece of the acting seat left it, or acted from it.
    From,
    /// Something was put on it or came to it.
    To,
    /// A piece was captured on it, and it is empty.
    Taken,
    /// Its contents changed in another way, such as a disc that was flipped.
    Changed,
}

/// The contents of a square.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Figure {
    /// Its name.
    pub name: String,
    /// The title for people.
    pub title: String,
    /// Its character.
    pub glyph: String,
    /// Its seat's index in the order of play; `None` for neutral ones.
    pub seat: Option<usize>,
    /// Its form.
    pub form: Form,
    /// True if its seat is at the top of the unturned board.
    pub is_down: bool,
    /// True for a piece promoted on the board, which returns to a hand unpromoted.
    pub is_promoted: bool,
    /// True for a royal piece.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_royal: bool,
    /// The number of squares that it lies on, with a part of it on each.
    #[serde(skip_serializing_if = "is_one")]
    pub length: usize,
    /// Its picture, if the pack has one.
    #[serde(skip)]
    pub art: Option<Arc<Art>>,
}

/// True for the length of most pieces.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]
fn is_one(length: &usize) -> bool {
    *length == 1
}

/// The form of a board's contents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Form {
    /// A piece with a picture of its own, as in chess.
    Figure,
    /// A piece shown by a letter.
    Token,
    /// A stone or man: the only kind of piece of its seat.
    Stone,
    /// Ground: a wall, or an effect of the square.
    Ground,
}

/// A row of spaces with things on them that are numbers to the rules, such as fencers on a strip or checkers on points.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Track {
    /// The variable, by its name in views.
    pub name: String,
    /// The title for people.
    pub title: String,
    /// Its layout.
    pub lies: TrackLies,
    /// True if the viewer sits at its far end, so that it is shown turned round.
    pub is_turned: bool,
    /// The seat whose things alone can be on it, by index in the order of play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<usize>,
    /// The spaces in order.
    pub spaces: Vec<Space>,
    /// The picture of the things on it, if the pack has one.
    #[serde(skip)]
    pub art: Option<Arc<Art>>,
    /// Things off the track: borne off, on the bar.
    pub beside: Vec<Beside>,
}

/// The layout of a track.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum TrackLies {
    /// A row, folded if space is short.
    Strip,
    /// The points of backgammon: two rows of equal length, the first one below from right to left.
    Points,
    /// The pits of one of two seats, which face those of the other.
    Pits,
}

/// A space of a track.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Space {
    /// Its name in actions.
    pub name: String,
    /// The things on it by seat, with counts.
    pub stands: Vec<Stands>,
    /// True if the last action changed it.
    pub is_last: bool,
    /// Its part in the last action.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trace: Option<Trace>,
    /// The legal actions by which the viewer's own thing gets here, as text.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub leads: Vec<String>,
}

/// Things of a seat on a space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Stands {
    /// The seat's index in the order of play.
    pub seat: usize,
    /// The number of things.
    pub count: usize,
}

/// A collection beside a track.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Beside {
    /// The variable, by its name in views.
    pub name: String,
    /// The title for people.
    pub title: String,
    /// The things in it by seat, with counts.
    pub stands: Vec<Stands>,
}

/// A zone with its cards.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Place {
    /// Its name, as in `hand.a`.
    pub name: String,
    /// The zone family, as in `hand`.
    pub zone: String,
    /// The title for people.
    pub title: String,
    /// The member of the family: the name of a seat, team, row or word.
    pub of: Option<String>,
    /// Its place at the table.
    pub at: At,
    /// True if the viewer may play its cards though it lies at a partner, as a dummy's.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_ours: bool,
    /// The layout of its cards.
    pub lies: Lies,
    /// The number of cards.
    pub count: usize,
    /// True if its cards are out of play, as those of a seat that has folded.
    pub is_idle: bool,
    /// The sum of its cards, if the pack declares one and all of them are visible.
    pub sum: Option<Fact>,
    /// The pack's note about it while it has cards, such as its price.
    pub note: Option<Fact>,
    /// The viewer's knowledge of its hidden cards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub known: Option<String>,
    /// The number of cards that it has room for, if its empty places are shown.
    #[serde(skip_serializing_if = "is_zero")]
    pub room: usize,
    /// For a pile face down that began with one card of each number from 1, while all cards that have left it are seen:
    /// for each number, true if it is still to come.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub to_come: Vec<bool>,
    /// The numbers of cards that belong together, the first ones first, such as the melds in a hand.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<usize>,
    /// True if its cards are numbers of a variable, such as bids, and no cards of the deck.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub has_numbers: bool,
    /// The cards, those of a pile from the bottom up; identical cards of a bag are merged. A pile that shows only its
    /// top has just that card.
    pub cards: Vec<CardScene>,
}

/// True for no number, which is left out.
fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// The place of a zone at the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum At {
    /// The viewer's own hand, below.
    Hand,
    /// At a seat, by index in the order of play.
    Seat(usize),
    /// Common piles to draw from or discard to.
    Supply,
    /// The middle of the table.
    Centre,
}

/// The layout of a zone's cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Lies {
    /// Side by side, with visible corners.
    Fan,
    /// On top of each other.
    Pile,
    /// Side by side, fully visible.
    Row,
    /// A stack for each kind, with its count.
    Stacks,
    /// A tile for each kind, with its name and count.
    Grid,
    /// Top down, overlapping with visible corners.
    Cascade,
    /// Each in front of the seat that played it.
    Trick,
    /// Small cards in rows, for many cards that are only looked up.
    Small,
    /// Small signs with a count, for cards too many or unimportant to be laid out.
    Chips,
}

/// A card, or several identical ones.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct CardScene {
    /// Its name, the key of its face; `None` for a card face down.
    pub card: Option<String>,
    /// The number of identical cards.
    pub count: usize,
    /// Its index in its zone, from 1, if actions name cards by their order; `None` in a bag.
    pub nth: Option<usize>,
    /// In a trick, the seat that played it, by index in the order of play.
    pub by: Option<usize>,
    /// Annotations, such as clues in Hanabi.
    pub marks: Vec<String>,
    /// The numbers in its lower corners as they are now, if annotations such as `+2 attack` change those of its face.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub corners: Vec<i64>,
    /// The annotations as lists of possibilities, if they are sets of what the card can still be.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub known: Vec<Vec<Possible>>,
    /// True if the last action brought it here.
    pub is_last: bool,
    /// True if the pack says that it decides, as one of the best five at a showdown.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_deciding: bool,
}

/// A possible property of a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Possible {
    /// A number or a word.
    pub word: String,
    /// Its colour, if it is named after one.
    pub tint: Option<Tint>,
    /// True if it is still possible.
    pub is_open: bool,
}

/// The face of a kind of card.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Face {
    /// The title for people.
    pub title: String,
    /// The plural of the title.
    pub plural: String,
    /// Its group: the name of its colour or suit, if it has one.
    pub family: Option<String>,
    /// The text in its corner: a rank, a number; empty if it has none.
    pub index: String,
    /// The sign below the corner: that of the suit, or a word's first letter.
    pub sign: Option<String>,
    /// The colour of corner and sign.
    pub tint: Option<Tint>,
    /// Numbers along its foot, such as the values of 1, 2, 3, ... of it.
    pub ladder: Vec<i64>,
    /// Words along its foot.
    pub words: Vec<String>,
    /// Two numbers in its lower corners, each with its title: those that its text begins with, as in `2/3`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub corners: Vec<(String, i64)>,
    /// Its picture, if the pack has one.
    #[serde(skip)]
    pub art: Option<Arc<Art>>,
}

/// The legend of the cards that seats can hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct CardKey {
    /// Their names, in the order of the pack.
    pub cards: Vec<String>,
    /// The title of the number in the corner; empty if there is none.
    pub index: String,
    /// The title of the numbers along the foot.
    pub ladder: String,
}

/// A named colour. The painter chooses its appearance in light and dark themes.
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
    /// Cyan.
    Cyan,
}

/// A table of numbers: counts by row for each seat.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Sheet {
    /// The variable, by its name in views.
    pub name: String,
    /// The title for people.
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
    /// Its name in actions.
    pub name: String,
    /// The title for people.
    pub title: String,
    /// Its colour, if it is named after one.
    pub tint: Option<Tint>,
    /// Its values, one for each column; `None` for open or hidden ones.
    pub values: Vec<Option<String>>,
    /// The values that legal actions would write into open cells.
    pub would: Vec<Option<String>>,
    /// Its picture, if the pack has one.
    #[serde(skip)]
    pub art: Option<Arc<Art>>,
}

/// A group of dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Dice {
    /// The dice, by their name in views.
    pub name: String,
    /// The title for people.
    pub title: String,
    /// The owner's index in the order of play.
    pub seat: Option<usize>,
    /// The number of faces of each.
    pub faces: i32,
    /// The values shown; `None` for one under a cup.
    pub shown: Vec<Option<i32>>,
    /// The values of the dice of the same roll that have been used and are off the table.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub spent: Vec<i32>,
    /// The number of dice at most.
    pub most: usize,
    /// The faces that count for a claim that was settled, or that an action can use now while others can't be used;
    /// empty if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub counted: Vec<i32>,
}
