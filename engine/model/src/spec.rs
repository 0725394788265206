//! Declarations of a pack, as written: names are resolved where the pack alone can do it; quantities may still depend
//! on options and the number of seats.

use super::pieces::Condition;
use super::text::{Piece, pieces};
use crate::ids::{Seat, VarId, ZoneId};
use crate::kind::Kind;
pub use crate::options::{Bound, Expected, OptionKind, OptionSpec, OptionValue, VariantSpec};
pub use crate::quantity::{Quantity, Span, by_seats};

/// The type of a column of a data table.
#[derive(Clone, Debug, PartialEq)]
pub enum ColumnKind {
    /// An integer within a range.
    Int(i64, i64),
    /// A list of integers, with its minimum length and the range of each.
    Ints(usize, i64, i64),
    /// True or false.
    Bool,
    /// A text.
    Text,
    /// A word of one of the pack's lists.
    Word(String),
    /// An unreadable type, which is reported; the pack is refused.
    Unread,
}

/// A value of a column.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// An integer.
    Int(i64),
    /// Integers.
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
pub struct Column {
    /// Its key in each row.
    pub name: String,
    /// Its title.
    pub title: String,
    /// Its type.
    pub kind: ColumnKind,
    /// The default value; a column without one is required.
    pub default: Option<Cell>,
}

/// A table of the pack's own, written `[[name]]`, with its columns declared in `[columns.name]`.
#[derive(Clone, Debug, Default)]
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
pub struct ArtName {
    /// The name of the picture.
    pub name: String,
    /// Its place.
    pub span: Span,
}

/// A row of a data table.
#[derive(Clone, Debug)]
pub struct Row {
    /// The row's name, unique in the table.
    pub name: String,
    /// Its title.
    pub title: String,
    /// The plural of the title.
    pub plural: String,
    /// The values, one for each column.
    pub cells: Vec<Cell>,
    /// The place of each value; that of the row, if it is a default.
    pub cell_spans: Vec<Span>,
    /// The picture that it names.
    pub art: Option<ArtName>,
}

impl Row {
    /// One of it with its article: `a map`, `an idol`; a name such as `QS` or `7 red clubs` has none.
    pub fn with_article(&self) -> String {
        let begin = self.title.chars().next();
        if self.plural == self.title || !begin.is_some_and(char::is_lowercase) {
            return self.title.clone();
        }
        crate::english::with_article(&self.title)
    }
}

/// The ending at the limit of actions, if the rules have no hook for it.
pub const LIMIT: &str = "limit";

/// A card type and its count.
#[derive(Clone, Debug)]
pub struct CardSpec {
    /// The row's name, title and plural, and its names with synonyms, in the normalized form of name lookup: without
    /// punctuation and capitals.
    pub plain_names: Vec<String>,
    /// The number of cards of the type.
    pub count: Quantity,
    /// The place of the count.
    pub count_span: Span,
    /// The place of the name; a row with `each` has the same one for all its cards.
    pub name_span: Span,
}

/// The index set of a family of zones, variables or deals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Per {
    /// A single one.
    One,
    /// One for each seat.
    Seat,
    /// One for each team; a seat without a team is one by itself.
    Team,
    /// One for each row of a data table.
    Table(usize),
    /// One for each word of a list.
    List(usize),
}

impl Per {
    /// True if each seat has one: its own, that of its team, or the only one.
    pub fn is_of_seats(&self) -> bool {
        matches!(self, Self::One | Self::Seat | Self::Team)
    }
}

/// The values of a variable, or of each variable of a family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Values {
    /// A single one.
    One,
    /// A list of this length. It is a list with one entry as well, so that scripts are the same with all options.
    Count(Quantity),
    /// A list with one for each entry of a second table.
    Each(Per),
}

/// Visibility of the faces of the cards in a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    /// Everyone.
    All,
    /// The owner of the zone.
    Owner,
    /// Every seat but the owner.
    Others,
    /// Nobody.
    None,
}

impl Seen {
    /// True if a viewer sees the contents of a member of a family.
    pub fn by(self, viewer: Option<Seat>, member: usize) -> bool {
        match self {
            Self::All => true,
            Self::Owner => viewer.is_some_and(|seat| seat.index() == member),
            Self::Others => viewer.is_some_and(|seat| seat.index() != member),
            Self::None => false,
        }
    }
}

/// The structure of a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ZoneKind {
    /// Ordered; cards come and go at the top.
    Pile,
    /// Unordered: a count of each type.
    Bag,
}

/// The cards allowed in a zone: card types, by index in the card table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Holds {
    /// All of them.
    #[default]
    All,
    /// These.
    Only(Vec<usize>),
    /// A separate list for each member of the family.
    ByMember(Vec<Vec<usize>>),
}

impl Holds {
    /// The types allowed in a member of the family; `None` for all.
    pub fn types(&self, member: usize) -> Option<&[usize]> {
        match self {
            Self::All => None,
            Self::Only(types) => Some(types),
            Self::ByMember(types) => Some(types.get(member).map_or(&[], Vec::as_slice)),
        }
    }

    /// True if a type is allowed in a member of the family.
    pub fn allows(&self, member: usize, card: usize) -> bool {
        self.types(member).is_none_or(|types| types.contains(&card))
    }
}

/// The columns of the card table, by index, that decide who takes a trick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrickSpec {
    /// The suit to follow.
    pub suit: usize,
    /// The rank, by which the highest card wins.
    pub rank: usize,
}

/// The trump suit of tricks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trump {
    /// A word of the list of suits, from 1.
    Word(usize),
    /// A variable with the suit, 0 for none.
    Var(VarId),
}

/// An action that plays a card to a trick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrickVerb {
    /// The verb, by index.
    pub verb: usize,
    /// The bag that its card comes from: that of the seat, or a single one.
    pub from: ZoneId,
}

/// The refusals of cards in tricks: of one that doesn't follow suit, of a suit that isn't led yet, and of another lead than
/// the card that opens.
pub const TRICK_REFUSALS: [&str; 3] = ["follow", "unbroken", "opening"];

/// Tricks that the engine plays, from `[trick]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TricksSpec {
    /// The pile.
    pub pile: ZoneId,
    /// The columns that decide who takes a trick.
    pub columns: TrickSpec,
    /// The list of suits, by index.
    pub suits: usize,
    /// The actions that play cards.
    pub verbs: Vec<TrickVerb>,
    /// The first phase of such an action, by index.
    pub phase: usize,
    /// The variable with the seat that leads.
    pub leader: VarId,
    /// The zone of cards that are taken, of the seat or team that takes them if each has one.
    pub to: ZoneId,
    /// The variable that counts tricks taken.
    pub won: Option<VarId>,
    /// The trump suit.
    pub trump: Option<Trump>,
    /// The card that must be led by who holds it, by index.
    pub opens: Option<usize>,
    /// The suit, from 1, that isn't led before one was played, and the variable that is 1 from then on.
    pub unbroken: Option<(usize, VarId)>,
    /// The variable of each seat with 1 for each suit that it hasn't.
    pub voids: Option<VarId>,
    /// The variable of each seat that isn't 0 if it sits out.
    pub out: Option<VarId>,
    /// The open hand of a partner.
    pub dummy: Option<DummySpec>,
}

/// An open hand, played by the partner of its seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DummySpec {
    /// The variable with the seat whose cards lie open once a card is led.
    pub seat: VarId,
    /// The bag of seats that its cards come from, and the one in which they lie open.
    pub hand: ZoneId,
    /// The open bag.
    pub open: ZoneId,
    /// The phase in which the partner plays a card of it, by index.
    pub phase: usize,
}

impl TricksSpec {
    /// The pile in which tricks are played.
    pub fn pile(&self) -> ZoneId {
        self.pile
    }

    /// The variable with the seat that leads.
    pub fn leader(&self) -> VarId {
        self.leader
    }

    /// The variable of each seat that isn't 0 if it sits out.
    pub fn out(&self) -> Option<VarId> {
        self.out
    }

    /// True if an action plays a card to a trick.
    pub fn plays(&self, verb: usize) -> bool {
        self.verbs.iter().any(|play| play.verb == verb)
    }

    /// The bags of seats whose hidden cards follow from what was played.
    pub fn restricted<'a>(&'a self, zones: &'a [ZoneSpec]) -> impl Iterator<Item = ZoneId> + 'a {
        let is_told = self.voids.is_some() || self.opens.is_some();
        let zones = self.verbs.iter().map(|verb| verb.from).filter(|from| zones[from.index()].per == Per::Seat);
        zones.filter(move |_| is_told)
    }
}

/// The refusals of climbing: of cards that can't be compared with those to be beaten, of cards that are too low, and of
/// passing where there is nothing to beat.
pub const CLIMBING_REFUSALS: [&str; 3] = ["kind", "too_low", "lead"];

/// Climbing that the engine plays, from `[climbing]`: each seat in turn plays higher cards in the same combination, or
/// passes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClimbingSpec {
    /// The action that plays cards, by index.
    pub play: usize,
    /// The bag that they come from: that of the seat, or a single one.
    pub from: ZoneId,
    /// The action that passes, by index.
    pub pass: usize,
    /// The first phase of these actions, by index.
    pub phase: usize,
    /// The zone of the cards that are to be beaten.
    pub pile: ZoneId,
    /// The zone that they go to when they are beaten.
    pub to: ZoneId,
    /// The variable with the seat that has played them.
    pub leader: VarId,
    /// The variable of each seat that is 1 once it has passed, if it is out of the round then.
    pub passed: Option<VarId>,
    /// Combinations, by index, that beat all others; the later ones beat those before them.
    pub bombs: Vec<usize>,
    /// Combinations, by index, of which each beats those before it with as many cards.
    pub order: Vec<usize>,
}

impl ClimbingSpec {
    /// True if an action plays cards or passes.
    pub fn plays(&self, verb: usize) -> bool {
        self.play == verb || self.pass == verb
    }
}

/// The refusal of a bid that isn't above the highest one.
pub const AUCTION_REFUSAL: &str = "underbid";

/// The end of an auction, with the variable that tells how far it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AuctionEnd {
    /// All other seats have passed in succession; the variable counts them.
    Passes(VarId),
    /// All other seats have passed, each for good; the variable of a seat is 1 then.
    Passed(VarId),
    /// Every seat has called once; the variable counts them.
    Asked(VarId),
}

/// An auction that the engine plays, from `[auction]`: each seat in turn bids more than the highest bid, or passes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuctionSpec {
    /// The action that bids, by index.
    pub bid: usize,
    /// The action that passes, by index.
    pub pass: usize,
    /// Other actions in place of a bid or a pass, by index.
    pub calls: Vec<usize>,
    /// The first phase of the bids, by index.
    pub phase: usize,
    /// The variable with the value of the highest bid, 0 before one.
    pub highest: VarId,
    /// The variable with the seat that has made it.
    pub bidder: VarId,
    /// The end.
    pub ends: AuctionEnd,
    /// The value of a bid that ends the auction at once.
    pub most: Option<i64>,
}

impl AuctionSpec {
    /// True if an action bids, passes or calls something else.
    pub fn plays(&self, verb: usize) -> bool {
        self.bid == verb || self.pass == verb || self.calls.contains(&verb)
    }
}

/// A zone of cards.
#[derive(Clone, Debug)]
pub struct ZoneSpec {
    /// Its name in scripts, as in `hand`.
    pub name: String,
    /// Its name in traces and scenarios; the same unless the pack says otherwise.
    pub label: String,
    /// Its title.
    pub title: String,
    /// Ordered or not.
    pub kind: ZoneKind,
    /// Visibility of the faces.
    pub seen: Seen,
    /// One zone, or one for each seat or row.
    pub per: Per,
    /// The cards allowed here. This is public knowledge.
    pub holds: Holds,
    /// For a pile in which tricks are played: the columns that decide them.
    pub trick: Option<TrickSpec>,
    /// The layout of its cards, if declared.
    pub look: Option<super::looks::ZoneLook>,
    /// The column of the cards, by index, whose sum is shown with the zone.
    pub sum: Option<usize>,
    /// The column, by index, of the table over which it is laid out that is shown with the zone.
    pub note: Option<usize>,
    /// The number of cards that it has room for, if its empty places are shown.
    pub room: usize,
    /// The place of its declaration.
    pub span: Span,
}

/// The resets of a variable.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Resets {
    /// True if it is reset when the cards are dealt.
    pub at_deal: bool,
    /// Phases in which giving the turn to a seat resets it.
    pub phases: Vec<usize>,
}

/// Rolling of dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiceSpec {
    /// The chance of the roll, by index.
    pub chance: usize,
    /// True if they are kept sorted by face, so that the dice are indistinguishable.
    pub sorted: bool,
}

/// Numbers of the state, or elements that are counted from 1.
#[derive(Clone, Debug)]
pub struct VarSpec {
    /// The condition on options; without them it has its initial value.
    pub only_if: Condition,
    /// Its name in scripts, as in `money`.
    pub name: String,
    /// Its name in traces and scenarios; the same unless the pack says otherwise.
    pub label: String,
    /// Its title.
    pub title: String,
    /// Its type.
    pub kind: Kind,
    /// Minimum and maximum of a number, inclusive; other types have the range of their values.
    pub range: (Quantity, Quantity),
    /// One variable, or one for each seat or row.
    pub per: Per,
    /// Its values.
    pub values: Values,
    /// Its initial value.
    pub start: Quantity,
    /// True if values out of range are clamped; otherwise they are errors.
    pub clamp: bool,
    /// Its resets.
    pub resets: Resets,
    /// The quantity that it tracks, if any.
    pub follows: Option<super::pieces::Follows>,
    /// The squares whose pieces must not have moved.
    pub area: Option<super::pieces::Area>,
    /// The pieces, by index, whose moves reset a count.
    pub pieces: Vec<usize>,
    /// The remaining material at which it starts counting: rows with the pieces of each seat, by index, and their
    /// number.
    pub left: Vec<Vec<Vec<(usize, u8)>>>,
    /// True if it is a hand that gets the pieces that its seat captures.
    pub captures: bool,
    /// True if traces and inspection leave it out by default: bookkeeping for the display.
    pub internal: bool,
    /// True if it is ignored when positions are compared.
    pub passing: bool,
    /// The family of piles whose cards it marks: value `n` of the list belongs to the card at place `n`, and moves with
    /// it.
    pub marks: Option<ZoneId>,
    /// The family of zones whose cards don't play while it isn't 0.
    pub idles: Option<ZoneId>,
    /// The single zone that belongs to the seat that it holds.
    pub owns: Option<ZoneId>,
    /// The elements of its bits, if its numbers are sets.
    pub set_of: Option<super::looks::SetOf>,
    /// The list of words, by index, with the names of its values.
    pub names: Option<usize>,
    /// Its appearance, if declared.
    pub look: Option<super::looks::VarLook>,
    /// The zone at which it is shown.
    pub at: Option<ZoneId>,
    /// The variables shown with it as one claim.
    pub claim: super::looks::Claim,
    /// The picture of the things on its spaces.
    pub art: Option<ArtName>,
    /// Sentences that replace its name and value.
    pub says: Option<super::looks::Says>,
    /// Visibility of its values. Everyone sees if a value is 0.
    pub seen: Seen,
    /// For dice, whose values are their faces, present ones first: how they are rolled.
    pub dice: Option<DiceSpec>,
    /// The place of its declaration.
    pub span: Span,
}

impl VarSpec {
    /// True if it holds one value, or one for each member of its family.
    pub fn is_single(&self) -> bool {
        self.values == Values::One
    }

    /// The second index set of a family with two indices.
    pub fn each(&self) -> Option<&Per> {
        match &self.values {
            Values::Each(per) => Some(per),
            Values::One | Values::Count(_) => None,
        }
    }
}

/// The words that an argument, a variable or a chance can have.
#[derive(Clone, Debug)]
pub struct WordList {
    /// The list's name.
    pub name: String,
    /// The words in order.
    pub words: Vec<String>,
    /// Synonyms of each word; empty, or as many entries as there are words.
    pub also: Vec<Vec<String>>,
}

impl WordList {
    /// The notations of a word: the word itself first, then its synonyms.
    pub fn written<'a>(&'a self, word: &'a str) -> impl Iterator<Item = &'a str> {
        let n = self.words.iter().position(|listed| listed == word);
        let also = n.and_then(|n| self.also.get(n)).into_iter().flatten();
        std::iter::once(word).chain(also.map(String::as_str))
    }
}

/// A table of the pack's own that assigns names to words of a list, such as `[special]` with `skip = "A"`.
#[derive(Clone, Debug)]
pub struct ConstantTable {
    /// The name of the table.
    pub name: String,
    /// The list whose words it names.
    pub list: String,
    /// Its names, in the order of the file.
    pub entries: Vec<Constant>,
    /// The place of its declaration.
    pub span: Span,
}

/// A name for a word of a list.
#[derive(Clone, Debug)]
pub struct Constant {
    /// The name.
    pub name: String,
    /// The index of the word in the list, from 1; 0 for an empty text.
    pub place: usize,
    /// The place of the name.
    pub span: Span,
}

/// A kind of decision.
#[derive(Clone, Debug)]
pub struct PhaseSpec {
    /// Its name.
    pub name: String,
    /// The task of the seat, for a prompt.
    pub text: String,
    /// Its task in states that the text doesn't fit; the first row that fits is used.
    pub moments: Vec<MomentSpec>,
    /// The possible verbs.
    pub actions: Vec<usize>,
    /// The verb of an empty line.
    pub enter: Option<usize>,
    /// The verb that leaves a matter to the next seat asked; any other one calls off the decisions of this phase that
    /// are still pending.
    pub pass: Option<usize>,
    /// True if no seat decides: a script runs when the stack of decisions comes to it.
    pub is_step: bool,
    /// True if the seats decide simultaneously: hidden from each other, and applied together.
    pub simultaneous: bool,
    /// The place of its declaration.
    pub span: Span,
}

/// A task while some verbs of a phase are possible, and others aren't.
#[derive(Clone, Debug)]
pub struct MomentSpec {
    /// The verbs that must each have a legal action.
    pub can: Vec<usize>,
    /// The verbs that must not have any.
    pub cannot: Vec<usize>,
    /// The task of the seat, for a prompt.
    pub text: String,
}

/// An ending of the match.
#[derive(Clone, Debug)]
pub struct EndingSpec {
    /// Its name.
    pub name: String,
    /// The reason in words; `{winner}` is the winners, `{winner:is|are}` the first word for at most one winner, the
    /// second for several.
    pub text: String,
}

impl EndingSpec {
    /// The two words of a hole such as `winner:is|are`.
    pub fn forms(hole: &str) -> Option<(&str, &str)> {
        let (one, several) = hole.strip_prefix("winner:")?.split_once('|')?;
        (![one, several].iter().any(|word| word.is_empty() || word.contains('|'))).then_some((one, several))
    }

    /// True if it names the winners.
    pub fn names_winner(&self) -> bool {
        self.text.contains("{winner}")
    }

    /// The reason, with the winners filled in.
    pub fn sentence(&self, winners: &[&str]) -> String {
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

/// Order of dice that are rolled together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Order {
    /// Significant: each die has its place.
    ByPlace,
    /// Insignificant: they are sorted.
    Sorted,
}

/// A random outcome that scenarios can prescribe.
#[derive(Clone, Debug)]
pub struct ChanceSpec {
    /// Its name, as in `die`.
    pub name: String,
    /// The type of its outcomes; a number is a roll, a card is drawn at random from a bag.
    pub kind: Kind,
    /// The maximum of a roll, which begins at 1.
    pub sides: Quantity,
    /// The place of that, or of its other outcomes.
    pub span: Span,
    /// For dice: the order of the outcomes of a roll.
    pub dice: Option<Order>,
}

/// Cards that are dealt at the start.
#[derive(Clone, Debug)]
pub struct DealSpec {
    /// The zone.
    pub to: ZoneId,
    /// For each member of that zone's family, at its largest, the source of its cards, by index.
    pub from: Vec<usize>,
    /// The number for each.
    pub count: Quantity,
    /// The place of its declaration.
    pub span: Span,
}

/// A pile that cards come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Its name in messages: `deck`, or `deck.red` of a family.
    pub name: String,
    /// The pile, or the family of piles.
    pub zone: ZoneId,
    /// The member of the family, from 0.
    pub member: usize,
}

/// The initial distribution of the cards.
#[derive(Clone, Debug, Default)]
pub struct SetupSpec {
    /// The source piles, each member of a family by itself; none for a game without cards.
    pub sources: Vec<Source>,
    /// For each card type its source, by index: the first that may hold it.
    pub origins: Vec<usize>,
    /// Card types kept out of the deals and shuffled in afterwards, each into its own source.
    pub hold_back: Vec<usize>,
    /// The deals, in order; each goes round the table one card at a time.
    pub deals: Vec<DealSpec>,
    /// The bags of the seats whose cards the event `deal` tells after the deals, if no script emits it.
    pub told: Option<ZoneId>,
    /// Zones that get the cards that a scenario leaves over: the first that it doesn't name.
    pub rest: Vec<ZoneId>,
}

/// A criterion of the ranking of winners.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WinnerRule {
    /// The variable per seat.
    pub var: VarId,
    /// True if the most wins; false if the least does.
    pub most: bool,
}

/// The rule of the final scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoreRule {
    /// 1 for a winner, 0 for the others.
    Wins,
    /// The value of a variable per seat or team, or of a single one for all.
    Var(VarId),
    /// The sum of a column over all cards that a seat holds in a zone.
    Held {
        /// The bag of each seat.
        zone: ZoneId,
        /// The column of the card table, by index.
        column: usize,
    },
    /// Set by the script.
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
