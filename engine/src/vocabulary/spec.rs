//! What a pack declares, as written: names resolved where the pack alone can resolve them, quantities still open
//! to options and the number of seats.

use std::ops::Range;

use super::holes::{Piece, pieces};
use super::pieces::Condition;
use crate::diagnostic::debug_as_display;
use crate::ids::{Seat, VarId, ZoneId};
use crate::kind::Kind;

/// A byte range in `game.toml`.
pub type Span = Range<usize>;

/// The type and range of an option's value.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum OptionKind {
    /// A whole number within a range, both ends included.
    Int {
        /// Least value.
        min: Bound,
        /// Greatest value.
        max: Bound,
    },
    /// True or false.
    Bool,
    /// One of a few words.
    Word(Vec<String>),
    /// One of a few whole numbers.
    Numbers(Vec<i64>),
}

/// An end of an option's range. As text it is the number, or the key of the option that is the bound.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Bound {
    /// The number; where another option is the bound, the same end of that one's range, which no value can be beyond.
    pub number: i64,
    /// The key of the option whose value is the bound.
    pub option: Option<String>,
}

/// The value of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OptionValue {
    /// A whole number.
    Int(i64),
    /// True or false.
    Bool(bool),
    /// A word.
    Word(String),
}

/// What an option can be, where a text was not a value of it: `a whole number from 1 to 9`.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Expected(pub(crate) String);

debug_as_display!(Expected);

impl OptionSpec {
    /// Reads a value as typed by a person or written in a table. Whether it fits the options that are its bounds can
    /// be told only when these have their values.
    ///
    /// # Errors
    /// What was expected instead.
    pub fn parse(&self, text: &str) -> Result<OptionValue, Expected> {
        match &self.kind {
            OptionKind::Int { min, max } => match text.trim().parse::<i64>() {
                Ok(number) if (min.number..=max.number).contains(&number) => Ok(OptionValue::Int(number)),
                _ => Err(Expected(format!("a whole number from {}", super::bounds::told(min, max)))),
            },
            OptionKind::Bool => match text.trim() {
                "true" | "yes" | "on" => Ok(OptionValue::Bool(true)),
                "false" | "no" | "off" => Ok(OptionValue::Bool(false)),
                _ => Err(Expected("true or false".to_owned())),
            },
            OptionKind::Word(words) => words
                .iter()
                .find(|word| word.eq_ignore_ascii_case(text.trim()))
                .map(|word| OptionValue::Word(word.clone()))
                .ok_or_else(|| Expected(format!("one of {}", words.join(", ")))),
            OptionKind::Numbers(numbers) => match text.trim().parse::<i64>() {
                Ok(number) if numbers.contains(&number) => Ok(OptionValue::Int(number)),
                _ => Err(Expected(format!("one of {}", listed(numbers)))),
            },
        }
    }
}

/// Numbers as a person is told of them: `6, 8, 10`.
fn listed(numbers: &[i64]) -> String {
    let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    numbers.join(", ")
}

impl std::fmt::Display for Bound {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.option {
            Some(key) => f.write_str(key),
            None => write!(f, "{}", self.number),
        }
    }
}

impl std::fmt::Display for OptionValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Int(n) => write!(f, "{n}"),
            Self::Bool(flag) => write!(f, "{flag}"),
            Self::Word(word) => f.write_str(word),
        }
    }
}

/// Something that a player may set before a match: `--set hand_size=6`.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct OptionSpec {
    /// The key; groups are joined by dots, as in `mat.spaces`.
    pub key: String,
    /// Type and range.
    pub kind: OptionKind,
    /// The value unless a variant or a player says otherwise.
    pub default: OptionValue,
    /// One sentence.
    pub help: String,
    /// Where it is declared.
    pub span: Span,
}

/// A named set of options.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct VariantSpec {
    /// The name, as in `--variant standard`.
    pub name: String,
    /// One sentence.
    pub help: String,
    /// The options that it sets, by their place in the pack's list.
    pub set: Vec<(usize, OptionValue)>,
}

/// A number that may depend on an option, on the number of seats, or on a column of the table that a zone or
/// variable is laid out over.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Quantity {
    /// As it stands.
    Fixed(i64),
    /// The value of an option, or of a column.
    Named(String, Span),
    /// By the number of seats, ascending.
    BySeats(Vec<(usize, i64)>),
    /// By the name of the variant, or by that of the seat whose thing it is.
    ByName(Vec<(String, Quantity)>, Span),
}

/// What is listed for a number of seats: one that is not listed has what the next smaller one has that is. The list is
/// sorted by numbers of seats.
pub(crate) fn by_seats<T>(listed: &[(usize, T)], seats: usize) -> Option<&T> {
    listed.iter().rev().find(|(count, _)| *count <= seats).or(listed.first()).map(|(_, of)| of)
}

impl Quantity {
    /// Where it is written, if it names something.
    pub(crate) fn span(&self) -> Option<&Span> {
        match self {
            Self::Named(_, span) | Self::ByName(_, span) => Some(span),
            Self::Fixed(_) | Self::BySeats(_) => None,
        }
    }
}

/// The type of a column of a data table.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ColumnKind {
    /// A whole number within a range.
    Int(i64, i64),
    /// A list of whole numbers, with its least length and the range of each.
    Ints(usize, i64, i64),
    /// True or false.
    Bool,
    /// A text.
    Text,
    /// A word of one of the pack's lists.
    Word(String),
    /// One that can't be read, which is reported; a pack that has one is refused.
    Unread,
}

/// A value of a column.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Cell {
    /// A whole number.
    Int(i64),
    /// Whole numbers.
    Ints(Vec<i64>),
    /// True or false.
    Bool(bool),
    /// A text.
    Text(String),
}

impl Cell {
    /// The text, if it is one.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }
}

/// A column of a data table.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Column {
    /// Its key in each row.
    pub name: String,
    /// What people call it.
    pub title: String,
    /// Its type.
    pub kind: ColumnKind,
    /// The value of rows that leave it out; a column without one is required.
    pub default: Option<Cell>,
}

/// A table of the pack's own, written `[[name]]`, with its columns declared in `[columns.name]`.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct DataTable {
    /// The name of the table.
    pub name: String,
    /// The columns after the row's name.
    pub columns: Vec<Column>,
    /// The rows in order.
    pub rows: Vec<Row>,
}

/// The picture that a table names for a thing: one of the pack's own, or else a symbol that comes with Parlour.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ArtName {
    pub(crate) name: String,
    pub(crate) span: Span,
}

/// A row of a data table.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Row {
    /// The row's name, unique in the table.
    pub name: String,
    /// What a person reads.
    pub title: String,
    /// The plural of that.
    pub plural: String,
    /// The values, one for each column.
    pub cells: Vec<Cell>,
    /// Where each value is written; the row, where it is not.
    pub(crate) cell_spans: Vec<Span>,
    /// The picture that it names.
    pub(crate) art: Option<ArtName>,
}

impl Row {
    /// One of it in words: `a map`, `an idol`; a name such as `QS` or `7 red clubs` stands for itself.
    pub fn with_article(&self) -> String {
        let begin = self.title.chars().next();
        if self.plural == self.title || !begin.is_some_and(char::is_lowercase) {
            return self.title.clone();
        }
        crate::english::with_article(&self.title)
    }
}

/// The ending by which a match ends at its limit of actions, if the rules have no hook for that.
pub(crate) const LIMIT: &str = "limit";

/// A kind of card and how many of it there are.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CardSpec {
    /// The row's name, title and plural, and its names with other words for those of lists, without marks and capitals:
    /// as they are looked for in what a person writes.
    pub plain_names: Vec<String>,
    /// How many cards of the kind.
    pub(crate) count: Quantity,
    /// Where the count is written.
    pub(crate) count_span: Span,
    /// Where the name is written; that of a row with `each` is the same for all its cards.
    pub(crate) name_span: Span,
}

/// What a zone, variable or deal is laid out over.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Per {
    /// There is just one.
    One,
    /// One for each seat.
    Seat,
    /// One for each team; a seat that is in no team is one by itself.
    Team,
    /// One for each row of a data table.
    Table(usize),
    /// One for each word of a list.
    List(usize),
}

impl Per {
    /// Whether each seat has one: its own, that of its team, or the only one.
    pub(crate) fn is_of_seats(&self) -> bool {
        matches!(self, Self::One | Self::Seat | Self::Team)
    }
}

/// The values of a variable, or of each variable of a family.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Values {
    /// A single one.
    One,
    /// A list of so many. It is a list where it has one entry as well, so that scripts are the same with all options.
    Count(Quantity),
    /// A list with one for each entry of a second table.
    Each(Per),
}

/// Who sees the faces of the cards in a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Seen {
    /// Everyone.
    All,
    /// The seat whose zone it is.
    Owner,
    /// Every seat but the one whose zone it is.
    Others,
    /// Nobody.
    None,
}

impl Seen {
    /// Whether a viewer sees what a member of a family holds.
    pub(crate) fn by(self, viewer: Option<Seat>, member: usize) -> bool {
        match self {
            Self::All => true,
            Self::Owner => viewer.is_some_and(|seat| seat.index() == member),
            Self::Others => viewer.is_some_and(|seat| seat.index() != member),
            Self::None => false,
        }
    }
}

/// How a zone keeps its cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ZoneKind {
    /// In order; cards come and go at the top.
    Pile,
    /// Without order: so many of each type.
    Bag,
}

/// Which cards can be in a zone: card types, by place in the card table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Holds {
    /// All of them.
    #[default]
    All,
    /// These.
    Only(Vec<usize>),
    /// For each member of the family others.
    ByMember(Vec<Vec<usize>>),
}

impl Holds {
    /// The types that can be in a member of the family; `None` for all.
    pub fn types(&self, member: usize) -> Option<&[usize]> {
        match self {
            Self::All => None,
            Self::Only(types) => Some(types),
            Self::ByMember(types) => Some(types.get(member).map_or(&[], Vec::as_slice)),
        }
    }

    /// Whether a type can be in a member of the family.
    pub fn allows(&self, member: usize, card: usize) -> bool {
        self.types(member).is_none_or(|types| types.contains(&card))
    }
}

/// What decides who takes a trick: columns of the card table, by place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TrickSpec {
    /// What is followed.
    pub(crate) suit: usize,
    /// By which the highest card is found.
    pub(crate) rank: usize,
}

/// A place for cards.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ZoneSpec {
    /// Its name in scripts, as in `hand`.
    pub name: String,
    /// Its name in traces and scenarios; the same unless the pack says otherwise.
    pub label: String,
    /// What a person reads.
    pub title: String,
    /// Ordered or not.
    pub kind: ZoneKind,
    /// Who sees the faces.
    pub seen: Seen,
    /// One zone, or one for each seat or row.
    pub per: Per,
    /// Which cards can be here. This is public knowledge.
    pub holds: Holds,
    /// For a pile in which tricks are played: what decides who takes them.
    pub trick: Option<TrickSpec>,
    /// How its cards lie, if the pack says it.
    pub look: Option<super::looks::ZoneLook>,
    /// The column of the cards, by place, whose sum is told with the zone.
    pub sum: Option<usize>,
    /// The column, by place, of the table over which it is laid out that is told with the zone.
    pub note: Option<usize>,
    /// Where it is declared.
    pub(crate) span: Span,
}

/// When a variable falls back to its start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Resets {
    /// When the cards are dealt.
    pub(crate) at_deal: bool,
    /// When the turn is given to a seat in one of these phases.
    pub(crate) phases: Vec<usize>,
}

/// How dice are rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DiceSpec {
    /// The chance that they are rolled by, by place.
    pub(crate) chance: usize,
    /// They are kept in the order of their faces, so that it does not matter which die shows which.
    pub(crate) sorted: bool,
}

/// Numbers of the state, or things that are counted from 1.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct VarSpec {
    /// With which options there is such a variable; with others it is what it begins with.
    pub(crate) only_if: Condition,
    /// Its name in scripts, as in `money`.
    pub name: String,
    /// Its name in traces and scenarios; the same unless the pack says otherwise.
    pub label: String,
    /// What people call it.
    pub title: String,
    /// Its type.
    pub kind: Kind,
    /// The least and the greatest value of a number, both included; other types have the range of their values.
    pub(crate) range: (Quantity, Quantity),
    /// One variable, or one for each seat or row.
    pub per: Per,
    /// The values that it holds.
    pub(crate) values: Values,
    /// The value at the start.
    pub(crate) start: Quantity,
    /// A value out of range becomes the nearest one that is in it; else it is refused.
    pub(crate) clamp: bool,
    /// When it falls back to its start.
    pub(crate) resets: Resets,
    /// What the engine keeps it in step with, if anything.
    pub follows: Option<super::pieces::Follows>,
    /// The squares on which something must not have moved.
    pub(crate) area: Option<super::pieces::Area>,
    /// The pieces, by place, whose moves begin a count anew.
    pub pieces: Vec<usize>,
    /// What is left on the board where it counts from: rows with the pieces of each seat, by place, and how many.
    pub(crate) left: Vec<Vec<Vec<(usize, u8)>>>,
    /// What a seat captures goes to its hand, which this is.
    pub(crate) captures: bool,
    /// Kept out of traces and inspection by default: bookkeeping for the display.
    pub internal: bool,
    /// Does not count for which positions are the same.
    pub passing: bool,
    /// The family of piles whose cards it marks: value `n` of the list is of the card at place `n`, and goes with it.
    pub marks: Option<ZoneId>,
    /// The family of zones whose cards play no more where it isn't 0.
    pub idles: Option<ZoneId>,
    /// Its numbers are sets: what their bits stand for.
    pub set_of: Option<super::looks::SetOf>,
    /// The list of words, by place, that its values are called by.
    pub names: Option<usize>,
    /// How it is painted, if the pack says it.
    pub look: Option<super::looks::VarLook>,
    /// The picture of what stands on its spaces.
    pub(crate) art: Option<ArtName>,
    /// What is said of it instead of its name and value.
    pub says: Option<super::looks::Says>,
    /// Who sees its values. That a value is 0 is seen by everyone.
    pub seen: Seen,
    /// For dice, whose values are the faces that they show, those that are there first: how they are rolled.
    pub dice: Option<DiceSpec>,
    /// Where it is declared.
    pub(crate) span: Span,
}

impl VarSpec {
    /// Whether it holds one value, or one for each member of its family.
    pub fn is_single(&self) -> bool {
        self.values == Values::One
    }

    /// What a family of families is laid out over in the second place.
    pub fn each(&self) -> Option<&Per> {
        match &self.values {
            Values::Each(per) => Some(per),
            Values::One | Values::Count(_) => None,
        }
    }
}

/// The words that an argument, a variable or a chance can take.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct WordList {
    /// The list's name.
    pub name: String,
    /// The words in order.
    pub words: Vec<String>,
    /// Other words that people write for each of them; none, or as many entries as there are words.
    pub(crate) also: Vec<Vec<String>>,
}

impl WordList {
    /// A word, first as it stands in the list, and what else people write for it.
    pub(crate) fn written<'a>(&'a self, word: &'a str) -> impl Iterator<Item = &'a str> {
        let n = self.words.iter().position(|listed| listed == word);
        let also = n.and_then(|n| self.also.get(n)).into_iter().flatten();
        std::iter::once(word).chain(also.map(String::as_str))
    }
}

/// A table of the pack's own that gives names to words of a list, such as `[special]` with `skip = "A"`.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ConstantTable {
    /// The name of the table.
    pub name: String,
    /// Its names, in the order of the file.
    pub entries: Vec<Constant>,
    /// Where it is written.
    pub(crate) span: Span,
}

/// A name that stands for a word of a list.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Constant {
    /// The name.
    pub name: String,
    /// The place of the word in the list, from 1; 0 for an empty text.
    pub(crate) place: usize,
    /// Where the name is written.
    pub(crate) span: Span,
}

/// A kind of decision.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PhaseSpec {
    /// Its name.
    pub name: String,
    /// What the seat has to do, for a prompt.
    pub text: String,
    /// What it has to do at moments that the text doesn't fit; the first row that fits is taken.
    pub(crate) moments: Vec<MomentSpec>,
    /// The verbs that are possible.
    pub actions: Vec<usize>,
    /// The verb that a line without anything on it stands for.
    pub enter: Option<usize>,
    /// Whether the seats that are asked decide unseen by each other, and what they have chosen is done at once.
    pub simultaneous: bool,
    /// Where it is declared.
    pub(crate) span: Span,
}

/// What is to be done while some verbs of a phase are possible, and others are not.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct MomentSpec {
    /// The verbs of which each has a legal action.
    pub(crate) can: Vec<usize>,
    /// The verbs of which none has one.
    pub(crate) cannot: Vec<usize>,
    /// What the seat has to do, for a prompt.
    pub(crate) text: String,
}

/// How the match can end.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct EndingSpec {
    /// Its name.
    pub name: String,
    /// The reason in words; `{winner}` stands for the winners, `{winner:is|are}` for the first word where one has won, or
    /// nobody, and for the second where several have.
    pub text: String,
}

impl EndingSpec {
    /// The two words of a hole such as `winner:is|are`.
    pub(crate) fn forms(hole: &str) -> Option<(&str, &str)> {
        let (one, several) = hole.strip_prefix("winner:")?.split_once('|')?;
        (![one, several].iter().any(|word| word.is_empty() || word.contains('|'))).then_some((one, several))
    }

    /// Whether it names the winners.
    pub(crate) fn names_winner(&self) -> bool {
        self.text.contains("{winner}")
    }

    /// The reason, for those who have won.
    pub(crate) fn sentence(&self, winners: &[&str]) -> String {
        let names = if winners.is_empty() { "nobody".to_owned() } else { winners.join(" and ") };
        let filled = |piece| match piece {
            Piece::Text(text) => text,
            Piece::Hole(hole) => match Self::forms(hole) {
                Some((_, several)) if winners.len() > 1 => several,
                Some((one, _)) => one,
                None => &names,
            },
        };
        pieces(&self.text).flatten().map(filled).collect()
    }
}

/// Whether it matters in which order dice come up that are rolled together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Order {
    /// Each die has its place.
    ByPlace,
    /// They are sorted.
    Sorted,
}

/// A random outcome that scenarios can prescribe.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ChanceSpec {
    /// Its name, as in `die`.
    pub(crate) name: String,
    /// The type of its outcomes; a number is a roll, a card a random card of a bag.
    pub(crate) kind: Kind,
    /// The greatest number of a roll, which begins at 1.
    pub(crate) sides: Quantity,
    /// Where that is written, or what else its outcomes are.
    pub(crate) span: Span,
    /// For dice: whether it matters in which order the outcomes of one roll come up.
    pub(crate) dice: Option<Order>,
}

/// Cards that are dealt at the start.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct DealSpec {
    /// The zone.
    pub(crate) to: ZoneId,
    /// For each member of that zone's family, as many as there can be, the source that its cards come from, by place.
    pub(crate) from: Vec<usize>,
    /// How many for each.
    pub(crate) count: Quantity,
    /// Where it is written.
    pub(crate) span: Span,
}

/// A pile that cards come from.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Source {
    /// What people call it: `deck`, or `deck.red` of a family.
    pub(crate) name: String,
    /// The pile, or the family of piles.
    pub(crate) zone: ZoneId,
    /// The member of the family, from 0.
    pub(crate) member: usize,
}

/// How the cards lie at the start.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct SetupSpec {
    /// The piles that the cards come from, each of a family by itself; none for a game without cards.
    pub(crate) sources: Vec<Source>,
    /// For each card type the source that it begins in, by place: the first that may hold it.
    pub(crate) origins: Vec<usize>,
    /// Card types kept out of the deals and shuffled in afterwards, each into its own source.
    pub(crate) hold_back: Vec<usize>,
    /// The deals, in order; each goes round the table one card at a time.
    pub(crate) deals: Vec<DealSpec>,
    /// Zones that take what a scenario leaves over, the first that it does not name.
    pub(crate) rest: Vec<ZoneId>,
}

/// An action that gives cards of a hand for cards of a market of no greater value.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExchangeSpec {
    /// The bag of each seat that cards are given from.
    pub(crate) give: ZoneId,
    /// The bag that cards are taken from.
    pub(crate) take: ZoneId,
    /// The column of the card table that says what a card is worth, 1 or more.
    pub(crate) value: String,
}

/// What the winners have most or least of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WinnerRule {
    /// The variable per seat.
    pub var: VarId,
    /// Most of it; else least.
    pub most: bool,
}

/// What the scores at the end are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ScoreRule {
    /// 1 for a winner, 0 for the others.
    Wins,
    /// The value of a variable per seat or team, or of a single one for all.
    Var(VarId),
    /// What a column of all cards that a seat holds in a zone comes to together.
    Held {
        /// The bag of each seat.
        zone: ZoneId,
        /// The column of the card table, by place.
        column: usize,
    },
    /// What the script sets.
    Script,
}

#[cfg(test)]
mod tests {
    use super::EndingSpec;

    #[test]
    fn an_ending_is_told_of_one_winner_of_several_and_of_nobody() {
        let text = "at last {winner} {winner:is|are} out, {winner:alone|together}".to_owned();
        let ending = EndingSpec { name: "out".to_owned(), text };
        assert_eq!(ending.sentence(&["b"]), "at last b is out, alone");
        assert_eq!(ending.sentence(&["b", "d"]), "at last b and d are out, together");
        assert_eq!(ending.sentence(&[]), "at last nobody is out, alone");
        assert_eq!(EndingSpec::forms("winner:is"), None);
        assert_eq!(EndingSpec::forms("winner:is|are|be"), None);
    }
}
