//! The table: a match in progress with its players, its persistence and its changes.

mod ending;
mod history;
mod keeping;
mod playing;
mod viewing;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use parlour_ai::seated::{Chosen, Fault};
use parlour_ai::{RobotLibrary, SeatedMatch, Thinking};
use parlour_engine::Words;
use parlour_engine::game::Game;
use parlour_engine::ids::Seat;
use parlour_engine::pack::Library;
use parlour_engine::play::{Match, RESULT, Record};
use parlour_engine::script::StopHandle;
use parlour_engine::state::{Decision, State};
use parlour_engine::{Action, ParseError};

use crate::branches;
use crate::changes::Changes;
use crate::error::Error;
use crate::keeping::{Keeping, Known, Note, Remembered};
use crate::offers::Offer;
use crate::opened;
use crate::saves::{Place, Saves};
use crate::seats::{self, Player};
use crate::seed::Seed;
use crate::told::{self, Ending};
use crate::viewer::Viewer;

/// A match in progress or finished, with its players.
///
/// The true state never leaves it: every query names a [`Viewer`] and is answered with what that viewer may know.
///
/// A table isn't `Send`: rules stay on the thread that created them, and a front end with several clients gives it a
/// thread that takes requests from a queue. Its answers are plain data and `Send`. If the compiler says that
/// `Rc<StaysOnItsThread>` cannot be sent between threads safely, a table was moved to another thread: create it there
/// from data that is `Send` (`Arc<Game>`, the players, the seed, `Robots`), or send requests and answers.
/// `EMBEDDING.md` has a worker to copy.
///
/// # Phases in which all decide
///
/// In simultaneous phases a table asks the seats one after the other: [`Table::due`] is the first that hasn't decided,
/// and its action is hidden from the others until all have decided. A front end that lets people decide in any order
/// queues the early answers and submits them in turn.
///
/// ```compile_fail
/// fn goes_anywhere<T: Send>() {}
/// goes_anywhere::<parlour_table::Table>();
/// ```
///
/// ```
/// # fn goes_anywhere<T: Send>() {}
/// goes_anywhere::<(parlour_table::Snapshot, parlour_table::SeatView, parlour_table::Error)>();
/// ```
///
/// ```
/// use parlour_engine::{Config, Library, Seat};
/// use parlour_table::{Robots, Seed, Table, Viewer};
///
/// # let mut library = Library::default();
/// # library.add_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../../rules"));
/// let game = library.load("tic-tac-toe")?.configure(&Config::default())?;
/// let mut table = Table::begin(game, vec!["human".to_owned()], Seed::Chosen(7), &Robots::new())?;
/// table.act(Seat(0), "b2")?;
/// assert!(table.act(Seat(0), "a1").is_err(), "it is the other's turn");
/// while table.due().is_some_and(|seat| !table.is_human(seat)) {
///     let Some(answer) = table.ask() else { break };
///     table.take_answer(answer)?;
/// }
/// assert_eq!(table.step_count(), 2);
/// assert_eq!(table.legal(Viewer::of(Seat(0))).actions.len(), 7);
/// assert!(table.why(Viewer::of(Seat(0)), "b2").is_ok_and(|why| !why.allowed));
/// # Ok::<(), parlour_table::Error>(())
/// ```
#[derive(Debug)]
pub struct Table {
    pub(crate) seated: SeatedMatch,
    keeping: Option<Keeping>,
    remembered: Remembered,
    changes: Changes,
    /// The index of the last step by a robot, and its reason.
    reason: Option<(usize, String)>,
    /// The seed, if a person has chosen it.
    chosen: Option<u64>,
    /// True if the seed may be shown. A random seed would reveal hidden cards, so it stays secret until nothing is
    /// hidden.
    is_seed_open: bool,
    /// After an undo, the number of actions up to which people know the events: anybody who goes on from here knows
    /// hidden information.
    pub(crate) known_to: Option<usize>,
    /// The intermediate states of the last action, computed on demand, with the table version they belong to.
    within: (u64, Vec<(usize, State)>),
    /// Pending notifications.
    notes: Vec<Note>,
    /// The pending draw offer.
    pub(crate) offer: Option<Offer>,
    /// The seat whose draw offer was last declined, and the number of actions before the offer.
    declined: Option<(Seat, usize)>,
    /// Conditional actions that seats have entered ahead, in order.
    intended: Vec<(Seat, Action)>,
}

/// A player's choice before it is applied.
#[derive(Debug)]
pub struct Answer(pub(crate) Chosen);

impl Answer {
    /// The seat.
    pub fn seat(&self) -> Seat {
        self.0.seat
    }

    /// The error, if the player erred and the action was picked at random.
    pub fn fault(&self) -> Option<&Fault> {
        self.0.fault.as_ref()
    }

    /// The player's output.
    pub fn printed(&self) -> &[String] {
        &self.0.printed
    }

    /// The player's thinking time.
    pub fn took(&self) -> Duration {
        self.0.took
    }
}

/// The explanation of an action's legality.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Why {
    /// True if it is legal.
    pub allowed: bool,
    /// The action.
    pub action: String,
    /// The effect of the action, or the refusal, in a sentence.
    pub text: String,
    /// The refusal, if the sentence names the action as well.
    pub reason: Option<String>,
}

/// The last action of a robot, with its reason.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reason {
    /// The seat.
    pub seat: Seat,
    /// The player.
    pub player: String,
    /// The action, as the viewer may know it.
    pub action: String,
    /// The reason; `None` until the viewer may know the action.
    pub reason: Option<String>,
}

/// True if the seed of a resumed match may be shown.
pub(crate) fn seed_is_open(played: &Match) -> bool {
    played.is_revealed() || played.decision().is_none() || !played.game().has_secrets()
}

/// Beginning, and settings.
impl Table {
    /// Begins a match. Levels are replaced by their robots, and seats without a named player get the pack's robots.
    ///
    /// # Errors
    /// More players than seats; rules or robots that fail.
    pub fn begin(game: Arc<Game>, players: Vec<String>, seed: Seed, robots: &RobotLibrary) -> Result<Self, Error> {
        let robot = |seat| seats::default_robot(game.pack(), robots, seat);
        let players = seats::filled(&game, robots, &players, robot)?;
        Self::seated(Match::new(game, seed.number(), players)?, seed, robots)
    }

    /// The same match from the beginning with another seed: the same game and players without memories, and the loaded
    /// rules, which is much faster than [`Table::begin`].
    ///
    /// ```
    /// use parlour_engine::{Config, Library, Seat};
    /// use parlour_table::{Robots, Seed, Table};
    ///
    /// # let mut library = Library::default();
    /// # library.add_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../../rules"));
    /// let game = library.load("tic-tac-toe")?.configure(&Config::default())?;
    /// let mut table = Table::begin(game, vec!["human".to_owned()], Seed::Chosen(7), &Robots::new())?;
    /// table.act(Seat(0), "b2")?;
    /// let table = table.again(Seed::Chosen(8), &Robots::new())?;
    /// assert_eq!((table.step_count(), table.seed()), (0, Some(8)));
    /// # Ok::<(), parlour_table::Error>(())
    /// ```
    ///
    /// # Errors
    /// Rules or robots that fail.
    pub fn again(self, seed: Seed, robots: &RobotLibrary) -> Result<Self, Error> {
        Self::seated(self.seated.into_parts().0.again(seed.number())?, seed, robots)
    }

    fn seated(played: Match, seed: Seed, robots: &RobotLibrary) -> Result<Self, Error> {
        let is_open = seed.chosen().is_some() || seed_is_open(&played);
        let thinking = if seed.chosen().is_some() { Thinking::REPRODUCIBLE } else { Thinking::AT_THE_KEYBOARD };
        let table = Self::of(SeatedMatch::new(played, robots, thinking)?, is_open);
        Ok(Self { chosen: seed.chosen(), ..table })
    }

    pub(crate) fn of(seated: SeatedMatch, is_seed_open: bool) -> Self {
        let mut remembered = Remembered::default();
        remembered.keep(&seated);
        let changes = Changes::new(&seated.played);
        Self {
            seated,
            keeping: None,
            remembered,
            changes,
            reason: None,
            chosen: None,
            is_seed_open,
            known_to: None,
            within: (0, Vec::new()),
            notes: Vec::new(),
            offer: None,
            declined: None,
            intended: Vec::new(),
        }
    }

    /// A saved match for looking back; no players are seated, and no program is started. If the rules have changed
    /// since and the match isn't over, they may show more than the old ones: the match is marked, with a notification.
    ///
    /// # Errors
    /// A match that can't be replayed, or that can't be marked since another session has it open.
    pub fn study(library: &Library, saves: &Saves, path: &Path, record: &Record) -> Result<Self, Error> {
        let mut table = opened::study(library, path, record)?;
        if !record.changes(table.game().pack()).is_empty() && !table.is_free() {
            branches::mark(saves, path, record)?;
            table.notes.push(Note::Marked(Known::Rules));
        }
        Ok(table)
    }

    /// Saves the match in a folder from now on, under a unique name.
    pub fn keep_in(&mut self, saves: &Saves) {
        let game = self.game().name().to_owned();
        saves.prune(&game);
        let place = saves.new_place(&game, self.chosen);
        self.keep_at(saves.clone(), place, None);
    }

    pub(crate) fn keep_at(&mut self, saves: Saves, place: Place, kept: Option<Record>) {
        self.keeping = Some(Keeping::new(&self.seated, kept, saves, place));
    }

    /// The default thinking budget of players.
    pub fn thinking(&self) -> Thinking {
        self.seated.thinking
    }

    /// Sets the default thinking budget of players.
    pub fn set_thinking(&mut self, thinking: Thinking) {
        self.seated.thinking = thinking;
    }
}

/// Public information.
impl Table {
    /// The game.
    pub fn game(&self) -> &Arc<Game> {
        self.played().game()
    }

    pub(crate) fn played(&self) -> &Match {
        &self.seated.played
    }

    /// The players of the seats, as specified.
    pub fn players(&self) -> &[String] {
        self.played().players()
    }

    /// The player of a seat.
    pub fn player(&self, seat: Seat) -> Player {
        self.players().get(seat.index()).map_or(Player::Human, |player| Player::read(player))
    }

    /// The player of a seat as named in the match's file, if it names one.
    pub fn who(&self, seat: Seat) -> &str {
        parlour_notation::who(self.played(), seat)
    }

    /// True if a person sits on a seat.
    pub fn is_human(&self, seat: Seat) -> bool {
        self.seated.is_human(seat)
    }

    /// The seats of people.
    pub fn humans(&self) -> Vec<Seat> {
        self.seated.humans()
    }

    /// The seat to move; `None` when the match is over.
    pub fn due(&self) -> Option<Seat> {
        self.seated.due()
    }

    /// The pending decision; `None` when the match is over.
    pub fn decision(&self) -> Option<Decision> {
        self.played().decision()
    }

    /// True if the match is over.
    pub fn is_over(&self) -> bool {
        self.due().is_none()
    }

    /// The number of actions taken.
    pub fn step_count(&self) -> usize {
        self.played().steps().len()
    }

    /// The seat that took an action, by index.
    pub fn actor(&self, step: usize) -> Option<Seat> {
        self.played().steps().get(step).map(|step| step.decision.seat)
    }

    /// True if hidden information was revealed during the match.
    pub fn is_revealed(&self) -> bool {
        self.played().is_revealed()
    }

    /// True if a seat is still in the match.
    pub fn is_in(&self, seat: Seat) -> bool {
        self.view(Viewer::ONLOOKER).is_in(seat)
    }

    /// The seed, if it may be shown: a person has chosen it, or nothing is hidden any more.
    pub fn seed(&self) -> Option<u64> {
        self.is_seed_open.then(|| self.played().seed())
    }

    /// The ending; `None` while the match goes on.
    pub fn ending(&self) -> Option<Ending> {
        told::ending(self.played())
    }

    /// The ending in the match's file, if it differs from that of the rules.
    pub fn told_end(&self) -> Option<String> {
        parlour_notation::told_end(self.played())
    }

    /// Sets tags of the match's save: named texts beyond the rules.
    pub fn say(&mut self, things: Vec<(String, String)>) {
        let mut tags = self.played().tags().to_vec();
        tags.retain(|(name, _)| things.iter().all(|(other, _)| other != name));
        let at = tags.iter().position(|(name, _)| name == RESULT).unwrap_or(tags.len());
        tags.splice(at..at, things);
        let told_at = self.step_count();
        self.seated.played.set_tags(tags, told_at);
        self.autosave();
    }

    /// A tag of the match's save.
    pub fn said(&self, name: &str) -> Option<&str> {
        self.played().tag(name)
    }

    /// A handle that stops the player on a seat while it thinks, from any thread.
    pub fn stop_handle(&self, seat: Seat) -> Option<StopHandle> {
        self.seated.stop_handle(seat)
    }

    /// Takes the rules' output since the last call.
    pub fn take_output(&mut self) -> Vec<String> {
        self.seated.played.host().take_output()
    }

    /// True if a line begins like an action of the game, valid or not.
    pub fn is_like_an_action(&self, line: &str) -> bool {
        let is_open = self.due().is_none_or(|seat| self.is_human(seat)) || !self.game().has_secrets();
        let read = if is_open { self.played().parse(line) } else { self.game().parse_action(line, None) };
        !matches!(read, Err(ParseError::UnknownAction { .. }))
    }
}
