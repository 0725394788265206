//! Actions: typed values with a text form.

use smallvec::SmallVec;

use crate::game::Game;
use crate::grammar::{Arg, Piece, SeenBy};
use crate::ids::{BoardId, Seat, Square, Verb};
use crate::kind::{Kind, Value};
use crate::play::Step;
use crate::state::squares::{square_named, square_text};

/// An action in the game's binary form: the verb's number, then its arguments at their offsets.
///
/// ```
/// use parlour_engine::{Config, Library};
///
/// # let mut library = Library::default();
/// # library.add_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../rules"));
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
    pub fn new(game: &Game, verb: Verb) -> Self {
        let mut bytes = SmallVec::from_elem(0, game.pack().verbs[verb.index()].width);
        bytes[0] = verb.number();
        Self { bytes }
    }

    /// From a record of a list of actions; what stands behind the verb's arguments is cut off.
    pub fn from_record(game: &Game, record: &[u8]) -> Self {
        let width = record
            .first()
            .and_then(|&number| Verb::from_number(number))
            .and_then(|verb| game.pack().verbs.get(verb.index()))
            .map_or(record.len(), |verb| verb.width.min(record.len()));
        Self { bytes: SmallVec::from_slice(&record[..width]) }
    }

    /// The binary form.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The verb.
    pub fn verb(&self) -> Verb {
        Verb(self.bytes[0].saturating_sub(1))
    }

    /// The number in an argument that is not of the type cards; cards, seats, words and squares count from 1.
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

    pub(crate) fn set_number(&mut self, arg: &Arg, number: u16) {
        self.bytes[arg.offset..arg.offset + 2].copy_from_slice(&number.to_le_bytes());
    }

    pub(crate) fn cards_mut(&mut self, arg: &Arg, card_types: usize) -> &mut [u8] {
        &mut self.bytes[arg.offset..arg.offset + card_types]
    }
}

/// Legal actions in one piece of memory, all records of one width: filled again and again without allocating.
///
/// ```
/// use parlour_engine::{ActionList, Config, Library, Rules};
///
/// # let mut library = Library::default();
/// # library.add_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../rules"));
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
    pub(crate) bytes: Vec<u8>,
    pub(crate) width: usize,
    pub(crate) incomplete: bool,
}

impl ActionList {
    /// An empty list.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes all actions out; the width of records stays.
    pub(crate) fn clear(&mut self) {
        self.bytes.clear();
        self.incomplete = false;
    }

    /// Keeps the actions whose records pass a test.
    pub(crate) fn retain(&mut self, mut test: impl FnMut(&[u8]) -> bool) {
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

    /// How many actions.
    pub fn len(&self) -> usize {
        self.bytes.len().checked_div(self.width).unwrap_or(0)
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Whether these are all the legal actions; if not, others are accepted as well.
    pub fn is_complete(&self) -> bool {
        !self.incomplete
    }

    /// The record of an action; what stands behind its verb's arguments means nothing.
    pub fn record(&self, n: usize) -> &[u8] {
        &self.bytes[n * self.width..(n + 1) * self.width]
    }

    /// An action as a value of its own.
    pub fn get(&self, game: &Game, n: usize) -> Action {
        Action::from_record(game, self.record(n))
    }

    /// All actions in order.
    pub fn iter<'a>(&'a self, game: &'a Game) -> impl ExactSizeIterator<Item = Action> + 'a {
        (0..self.len()).map(|n| self.get(game, n))
    }

    /// The place of an action.
    pub fn position(&self, _game: &Game, action: &Action) -> Option<usize> {
        let width = action.bytes.len();
        (0..self.len()).find(|&n| self.record(n).get(..width) == Some(action.bytes()))
    }
}

/// Why a text is not an action of the game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseError {
    /// Nothing was written.
    #[error("no action was given")]
    Empty,
    /// More was written than any action has.
    #[error("an action has at most {most} bytes, but this has {length}", most = Self::LONGEST)]
    TooLong {
        /// How many bytes were written.
        length: usize,
    },
    /// No action begins like this.
    #[error("there is no action `{word}`; {help}")]
    UnknownAction {
        /// What was written.
        word: String,
        /// What is there instead.
        help: String,
    },
    /// The action is known, but not in this form.
    #[error("{message}{} form is `{usage}`", if message.ends_with('?') { " The" } else { "; the" })]
    Malformed {
        /// What is wrong.
        message: String,
        /// The form of the action.
        usage: String,
    },
    /// It is only the beginning of an action.
    #[error("`{text}` can go on as {}", candidates.join(" or "))]
    Unfinished {
        /// What was written.
        text: String,
        /// What it is the beginning of.
        candidates: Vec<String>,
    },
    /// The squares are there, but nothing legal can be done with them.
    #[error("nothing legal can be done with {}", squares.join(" and "))]
    NothingWith {
        /// The squares.
        squares: Vec<String>,
    },
    /// A piece and a square are there, but no such piece can go to it.
    #[error(
        "no {piece} {} {square}{}{}",
        if reasons.is_empty() { "of yours reaches" } else { "can go to" },
        if reasons.is_empty() { String::new() } else { format!(": {}", reasons.join("; ")) },
        if candidates.is_empty() { String::new() } else { format!("; possible: {}", candidates.join(", ")) }
    )]
    NoPiece {
        /// The title of the piece.
        piece: String,
        /// Where it should go.
        square: String,
        /// What keeps those from it that could go there else.
        reasons: Vec<String>,
        /// What such pieces can do.
        candidates: Vec<String>,
    },
    /// It is the name of actions that are written without it.
    #[error("`{name}` is written {}", usages.join(" or "))]
    WrittenOtherwise {
        /// What was written.
        name: String,
        /// How such actions look.
        usages: Vec<String>,
    },
    /// There are several actions in a line.
    #[error("give one action at a time: `{first}` first")]
    Several {
        /// The first of them.
        first: String,
        /// What is written behind it, with its first word.
        rest: String,
    },
    /// The action is known, but nothing of its kind can be done now.
    #[error("`{word}` is not possible now: {due}; possible: {possible}")]
    NotNow {
        /// The first word of the action.
        word: String,
        /// What is to be done now.
        due: String,
        /// The forms of the actions that are possible.
        possible: String,
    },
    /// Several actions fit.
    #[error("`{text}` can mean {}", candidates.join(" or "))]
    Ambiguous {
        /// What was written.
        text: String,
        /// What fits.
        candidates: Vec<String>,
    },
}

impl ParseError {
    /// The most bytes that the text of an action has.
    pub const LONGEST: usize = 16 << 10;
}

impl Game {
    /// The canonical text of an action: the whole truth, for whoever acts.
    pub fn action_text(&self, action: &Action) -> String {
        self.text_with(action, |arg| Some(self.argument_text(action, arg)))
    }

    /// The text of a step's action as a viewer may know it (`None` for an onlooker): an argument that is hidden from the
    /// viewer is a `?`. `everything` hides nothing.
    pub fn step_text(&self, step: &Step, viewer: Option<Seat>, everything: bool) -> String {
        if step.sealed && !everything && viewer != Some(step.decision.seat) {
            return "?".to_owned();
        }
        let is_known = |arg: &Arg| everything || self.may_know(step, arg, viewer);
        self.text_with(&step.action, |arg| is_known(arg).then(|| self.argument_text(&step.action, arg)))
    }

    /// Whether a viewer may know all arguments of a step's action.
    pub fn may_know_all(&self, step: &Step, viewer: Option<Seat>) -> bool {
        if step.sealed && viewer != Some(step.decision.seat) {
            return false;
        }
        let verb = &self.pack().verbs[step.action.verb().index()];
        verb.args.iter().all(|arg| self.may_know(step, arg, viewer))
    }

    /// Whether a viewer may know an argument of a step's action.
    pub fn may_know(&self, step: &Step, arg: &Arg, viewer: Option<Seat>) -> bool {
        if step.sealed && viewer != Some(step.decision.seat) {
            return false;
        }
        let SeenBy::Actor(others) = &arg.seen_by else { return true };
        let Some(viewer) = viewer else { return false };
        let args = &self.pack().verbs[step.action.verb().index()].args;
        viewer == step.decision.seat
            || others.iter().any(|&n| step.action.number(&args[n]) == u16::from(viewer.number()))
    }

    /// The text of an action with the texts of its arguments, `None` for one that is hidden.
    pub(crate) fn text_with(&self, action: &Action, text: impl Fn(&Arg) -> Option<String>) -> String {
        let Some(verb) = self.pack().verbs.get(action.verb().index()) else {
            return String::new();
        };
        let mut out = String::new();
        let mut n = 0;
        while n < verb.pieces.len() {
            match &verb.pieces[n] {
                // Beside what was left out there are not two blanks.
                Piece::Literal(text) if out.ends_with(' ') => out.push_str(text.trim_start()),
                Piece::Literal(text) => out.push_str(text),
                Piece::Arg(arg) => out.push_str(&text(&verb.args[*arg]).unwrap_or_else(|| "?".to_owned())),
                Piece::Open => {
                    let close = verb.pieces[n..].iter().position(|piece| *piece == Piece::Close).unwrap_or(0);
                    let given = verb.pieces[n..n + close].iter().any(|piece| match piece {
                        // Whether something hidden was given is hidden as well.
                        Piece::Arg(arg) => self.is_given(action, &verb.args[*arg]) || text(&verb.args[*arg]).is_none(),
                        _ => false,
                    });
                    if !given {
                        n += close;
                    }
                }
                Piece::Close => {}
            }
            n += 1;
        }
        out.trim().to_owned()
    }

    fn is_given(&self, action: &Action, arg: &Arg) -> bool {
        match action.value(arg, self.pack().card_types()) {
            Value::Cards(counts) => counts.iter().any(|&n| n > 0),
            Value::Number(number) => number > 0,
            Value::Numbers(_) => true,
        }
    }

    /// An argument in its canonical text.
    pub fn argument_text(&self, action: &Action, arg: &Arg) -> String {
        self.value_text(arg.kind, action.value(arg, self.pack().card_types()))
    }

    /// The name of a square: `a1` is the lower left; squares of a single row have numbers.
    pub fn square_name(&self, board: BoardId, square: Square) -> String {
        let naming = self.pack().boards[board.index()].naming;
        square_text(&self.layout().boards[board.index()], naming, square.index())
    }

    /// The square with a name.
    pub fn square_named(&self, board: BoardId, name: &str) -> Option<Square> {
        let spec = &self.pack().boards[board.index()];
        let square = square_named(&self.layout().boards[board.index()], spec.naming, name).map(Square::from_index)?;
        self.has_square(board, square).then_some(square)
    }
}
