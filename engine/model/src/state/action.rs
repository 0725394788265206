//! Actions as records of bytes.

use std::sync::Arc;

use smallvec::SmallVec;
use xxhash_rust::xxh3::xxh3_64;

use crate::grammar::Arg;
use crate::ids::{CardType, Verb};
use crate::kind::{Kind, Value};

/// The lengths of the records of a game's actions; a `Game` implements it.
pub trait Widths {
    /// The bytes of an action of a verb, including the verb; `None` if the verb doesn't exist.
    fn width_of(&self, verb: Verb) -> Option<usize>;
}

impl<T: Widths + ?Sized> Widths for &T {
    fn width_of(&self, verb: Verb) -> Option<usize> {
        (**self).width_of(verb)
    }
}

impl<T: Widths + ?Sized> Widths for Arc<T> {
    fn width_of(&self, verb: Verb) -> Option<usize> {
        (**self).width_of(verb)
    }
}

/// An action in the game's binary form: the verb's number, then its arguments at their offsets.
///
/// ```
/// use parlour_engine::{Config, Library, Words};
///
/// # let mut library = Library::default();
/// # library.add_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../../rules"));
/// let game = library.load("chess")?.configure(&Config::default())?;
/// let action = game.parse_action("E2-E4", None)?;
/// assert_eq!(game.action_text(&action), "e2-e4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Action {
    bytes: SmallVec<[u8; 24]>,
}

impl Action {
    /// An action of a verb with all arguments 0.
    pub fn new(game: &impl Widths, verb: Verb) -> Self {
        let mut bytes = SmallVec::from_elem(0, game.width_of(verb).unwrap_or(1));
        bytes[0] = verb.number();
        Self { bytes }
    }

    /// An action from a record of a list of actions; bytes behind the verb's arguments are cut off.
    pub fn from_record(game: &impl Widths, record: &[u8]) -> Self {
        Self { bytes: SmallVec::from_slice(Self::without_rest(game, record)) }
    }

    /// The significant bytes of a record of a list of actions: the binary form of its action.
    pub fn without_rest<'a>(game: &impl Widths, record: &'a [u8]) -> &'a [u8] {
        let verb = record.first().and_then(|&number| Verb::from_number(number));
        let width = verb.and_then(|verb| game.width_of(verb)).map_or(record.len(), |width| width.min(record.len()));
        &record[..width]
    }

    /// The binary form.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The verb.
    pub fn verb(&self) -> Verb {
        Verb(self.bytes[0].saturating_sub(1))
    }

    /// The number in an argument of a type other than cards; cards, seats, words and squares count from 1.
    pub fn number(&self, arg: &Arg) -> u16 {
        u16::from_le_bytes([self.bytes[arg.offset], self.bytes[arg.offset + 1]])
    }

    /// The counts in an argument of the type cards.
    pub fn cards(&self, arg: &Arg, card_types: usize) -> &[u8] {
        &self.bytes[arg.offset..arg.offset + card_types]
    }

    /// An argument's value.
    pub fn value(&self, arg: &Arg, card_types: usize) -> Value<'_> {
        match arg.kind {
            Kind::Cards => Value::Cards(self.cards(arg, card_types)),
            _ => Value::Number(self.number(arg).into()),
        }
    }

    /// Sets an argument of a type other than cards; 0 omits it.
    pub fn set_number(&mut self, arg: &Arg, number: u16) {
        self.bytes[arg.offset..arg.offset + 2].copy_from_slice(&number.to_le_bytes());
    }

    /// Sets the number of cards of a type in an argument of the type cards.
    pub fn set_count(&mut self, arg: &Arg, card: CardType, count: u8) {
        self.bytes[arg.offset + card.index()] = count;
    }

    /// The counts of an argument of the type cards, one for each card type.
    pub fn cards_mut(&mut self, arg: &Arg, card_types: usize) -> &mut [u8] {
        &mut self.bytes[arg.offset..arg.offset + card_types]
    }
}

/// Legal actions in one buffer, all records of one width; reusable without allocating.
///
/// ```
/// use parlour_engine::{ActionList, Config, Library, Rules};
///
/// # let mut library = Library::default();
/// # library.add_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../../rules"));
/// let game = library.load("tic-tac-toe")?.configure(&Config::default())?;
/// let mut rules = Rules::new(game.clone())?;
/// let mut state = rules.start(7, &mut Vec::new())?;
/// let mut legal = ActionList::new();
/// rules.legal(&state, &mut legal)?;
/// assert_eq!(legal.len(), 9);
/// let first = legal.get(&game, 0);
/// rules.apply(&mut state, &first, None)?;
/// rules.legal(&state, &mut legal)?;
/// assert_eq!(legal.len(), 8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ActionList {
    /// The records, one after another.
    pub bytes: Vec<u8>,
    /// Bytes of a record.
    pub width: usize,
    /// True if some legal actions aren't listed.
    pub incomplete: bool,
}

impl ActionList {
    /// An empty list.
    pub fn new() -> Self {
        Self::default()
    }

    /// Removes all actions; the width of records stays.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.incomplete = false;
    }

    /// Blanks the bytes behind the arguments of verbs with shorter records.
    pub fn blank_rests(&mut self, game: &impl Widths) {
        blank_rests(&mut self.bytes, self.width, game);
    }

    /// The index of the first action of each verb, and the number of all actions; those of a verb are consecutive.
    pub fn starts(&self) -> SmallVec<[usize; 8]> {
        let verb = |n: usize| self.record(n)[0];
        let len = self.len();
        (0..len).filter(|&n| n == 0 || verb(n) != verb(n - 1)).chain([len]).collect()
    }

    /// Keeps the actions whose records satisfy a predicate.
    pub fn retain(&mut self, mut test: impl FnMut(&[u8]) -> bool) {
        let width = self.width;
        let mut kept = 0;
        for n in 0..self.len() {
            if test(self.record(n)) {
                self.bytes.copy_within(n * width..(n + 1) * width, kept * width);
                kept += 1;
            }
        }
        self.bytes.truncate(kept * width);
    }

    /// The number of actions.
    #[inline]
    pub fn len(&self) -> usize {
        self.bytes.len().checked_div(self.width).unwrap_or(0)
    }

    /// The bytes of a record.
    pub fn record_width(&self) -> usize {
        self.width
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// True if these are all the legal actions; if not, others are accepted as well.
    pub fn is_complete(&self) -> bool {
        !self.incomplete
    }

    /// A hash of the actions, independent of their order.
    pub fn hash(&self) -> u64 {
        let hashes = (0..self.len()).map(|n| xxh3_64(self.record(n)));
        hashes.fold(self.len() as u64, u64::wrapping_add)
    }

    /// The record of an action; bytes behind its verb's arguments are insignificant.
    #[inline]
    pub fn record(&self, n: usize) -> &[u8] {
        &self.bytes[n * self.width..(n + 1) * self.width]
    }

    /// An action as a value of its own.
    pub fn get(&self, game: &impl Widths, n: usize) -> Action {
        Action::from_record(game, self.record(n))
    }

    /// All actions in order.
    pub fn iter<'a>(&'a self, game: &'a impl Widths) -> impl ExactSizeIterator<Item = Action> + 'a {
        (0..self.len()).map(|n| self.get(game, n))
    }

    /// The index of an action.
    pub fn position(&self, _game: &impl Widths, action: &Action) -> Option<usize> {
        let width = action.bytes.len();
        (0..self.len()).find(|&n| self.record(n).get(..width) == Some(action.bytes()))
    }
}

/// Blanks the bytes behind the arguments of verbs in records of one width.
pub fn blank_rests(records: &mut [u8], record_width: usize, game: &impl Widths) {
    // The actions of a verb are consecutive: its width is looked up once for all of them.
    let (mut verb, mut width) = (0, record_width);
    for record in records.chunks_exact_mut(record_width.max(1)) {
        if record[0] != verb {
            (verb, width) = (record[0], Action::without_rest(game, record).len());
        }
        if width < record.len() {
            record[width..].fill(0);
        }
    }
}
