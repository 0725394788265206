//! The table: a match in progress with its players, its persistence and its changes.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use parlour_ai::seated::{Chosen, Fault};
use parlour_ai::{Analyst, HUMAN, Report, RobotLibrary, SeatedMatch, Thinking};
use parlour_engine::Words;
use parlour_engine::as_sentence;
use parlour_engine::diagnostic::Faults;
use parlour_engine::english::listed;
use parlour_engine::game::Game;
use parlour_engine::ids::{Seat, Square, ZoneId};
use parlour_engine::pack::Library;
use parlour_engine::play::{ActError, Conclusion, Match, RESULT, Record, TERMINATION};
use parlour_engine::script::StopHandle;
use parlour_engine::state::{Decision, State};
use parlour_engine::view::View;
use parlour_engine::{Action, ActionLine, CheckError, ParseError};
use serde_json::{Map, Value};

use crate::advice::{Advice, Adviser};
use crate::branches::{self, Line};
use crate::changes::{ChangeTold, Changes, History};
use crate::choices::{self, Legal, Run};
use crate::error::Error;
use crate::keeping::{Keeping, Known, Note, Remembered};
use crate::look::{self, Look};
use crate::moments::{self, Learnt, go};
use crate::offers::Offer;
use crate::opened;
use crate::past::Past;
use crate::reload::{self, Reloaded};
use crate::saves::{Place, Saves};
use crate::seats::{self, Player};
use crate::seed::Seed;
use crate::told::{self, Ending, EventTold, StepTold};
use crate::view::SeatView;
use crate::viewer::{Sight, Viewer};

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
    known_to: Option<usize>,
    /// The intermediate states of the last action, computed on demand, with the table version they belong to.
    within: (u64, Vec<State>),
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
        self.keep_at(saves.clone(), place);
    }

    pub(crate) fn keep_at(&mut self, saves: Saves, place: Place) {
        self.keeping = Some(Keeping::new(&self.seated, saves, place));
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

/// Information of a viewer.
impl Table {
    /// True if hidden information is open to all.
    pub(crate) fn is_free(&self) -> bool {
        seed_is_open(self.played())
    }

    /// The access of a viewer; an unknown seat has that of an onlooker.
    fn sight(&self, viewer: Viewer) -> Sight {
        let sight = Sight::of(viewer, self.is_free());
        Sight { seat: sight.seat.filter(|&seat| self.demand_seat(seat).is_ok()), ..sight }
    }

    /// The viewer at a seat.
    ///
    /// # Errors
    /// A seat that the game doesn't have. [`Viewer::of`] takes any seat: the access of an unknown one is an onlooker's.
    pub fn viewer(&self, seat: Seat) -> Result<Viewer, Error> {
        self.demand_seat(seat).map(|()| Viewer::of(seat))
    }

    fn demand_seat(&self, seat: Seat) -> Result<(), Error> {
        let seats = self.game().seat_count();
        match seat.index() < seats {
            true => Ok(()),
            false => Err(Error::NoSeat { seat: seat.index(), last: seats - 1 }),
        }
    }

    /// True if a viewer may know a seat's options.
    pub fn may_look(&self, viewer: Viewer, seat: Seat) -> bool {
        look::may_look(self.played(), self.sight(viewer), seat)
    }

    /// The seat to move, if the viewer may know its options.
    ///
    /// # Errors
    /// The match is over, or another's seat is to act.
    pub fn own_turn(&self, viewer: Viewer) -> Result<Seat, Error> {
        let seat = self.due().ok_or(Error::Over)?;
        if self.may_look(viewer, seat) { Ok(seat) } else { Err(self.not_yours(seat)) }
    }

    fn not_yours(&self, due: Seat) -> Error {
        Error::NotYourTurn { seat: self.game().seat_name(due).to_owned() }
    }

    /// The position.
    pub fn view(&self, viewer: Viewer) -> SeatView {
        SeatView::of_match(self.played(), self.sight(viewer))
    }

    /// The cards that a viewer knows to be in zones that it doesn't see completely, from its past observations: the
    /// zones by name, each with the names of its known cards. Where pieces or squares are hidden also squares, each with
    /// what is known of it, and the pieces that aren't seen.
    pub fn known(&self, viewer: Viewer) -> Vec<(String, Vec<String>)> {
        let (game, sight) = (self.game(), self.sight(viewer));
        let view = self.played().view(sight.seat);
        let mut out = if sight.all { Vec::new() } else { known_on_boards(game, &view) };
        let Some(knowledge) = view.knowledge().filter(|_| !sight.all) else { return out };
        let zones = (0..game.pack().zones.len()).map(ZoneId::from_index);
        let members = zones.flat_map(|zone| (0..game.zone_count(zone)).map(move |member| (zone, member)));
        let known =
            members.filter(|&(zone, member)| game.zone_cards(view.state(), zone, member).iter().any(Option::is_none));
        let known = known.map(|(zone, member)| {
            let spec = &game.pack().zones[zone.index()];
            let cards = knowledge.at_least(zone, member).into_iter();
            let names = cards.flat_map(|(card, n)| std::iter::repeat_n(game.card_name(card).to_owned(), n as usize));
            (game.member_name(&spec.label, &spec.per, member), names.collect::<Vec<String>>())
        });
        out.extend(known.filter(|(_, cards)| !cards.is_empty()));
        out
    }

    /// The intermediate states of the last action, computed once.
    pub(crate) fn within_last(&mut self) -> Vec<State> {
        let version = self.version();
        if self.within.0 != version {
            self.within = (version, self.seated.played.within_last());
        }
        self.within.1.clone()
    }

    /// A query context for the position, for queries to the rules.
    pub fn look(&mut self, viewer: Viewer) -> Look<'_> {
        let sight = self.sight(viewer);
        Look::of(&mut self.seated.played, sight)
    }

    /// The pending decision in words; `None` when the match is over. The text depends on the legal actions, so that
    /// viewers who may not know them get the phase's text.
    pub fn due_text(&self, viewer: Viewer) -> Option<&str> {
        let decision = self.decision()?;
        match self.may_look(viewer, decision.seat) {
            true => self.played().due_text(),
            false => Some(&self.game().pack().phases[decision.phase.index()].text),
        }
    }

    /// The legal actions with the domains of their arguments; none, completely listed, for a viewer who isn't to move
    /// or may not know them. In [simultaneous phases](Table#phases-in-which-all-decide) one seat at a time is to move.
    pub fn legal(&self, viewer: Viewer) -> Legal {
        match self.own_turn(viewer) {
            Ok(seat) => choices::legal(self.played(), &self.view(Viewer::of(seat))),
            Err(_) => Legal::none(),
        }
    }

    /// The texts of the legal actions, grouped into runs that differ in one number; empty for a viewer who may not know
    /// them.
    pub fn legal_runs(&self, viewer: Viewer) -> Vec<Run> {
        self.own_turn(viewer).map_or_else(|_| Vec::new(), |_| choices::runs(self.played()))
    }

    /// True if the list of legal actions is complete.
    pub fn is_legal_complete(&self) -> bool {
        self.played().legal().is_complete()
    }

    /// Explains why an action is legal or not.
    ///
    /// # Errors
    /// The viewer may not know the options; a text that isn't an action; rules that fail.
    pub fn why(&mut self, viewer: Viewer, text: &str) -> Result<Why, Error> {
        self.own_turn(viewer)?;
        let action = self.played().parse(text)?;
        let refusal = self.seated.played.check(&action).err().map(CheckError::refusal).transpose()?;
        let reason = refusal.as_ref().map(ToString::to_string);
        // A refused action is named as it was written, by its squares: it may be no piece's move.
        let name = match &reason {
            None => self.played().told(&action),
            Some(_) => self.game().action_phrase(&action),
        };
        let text = match &reason {
            None => {
                let help = &self.game().pack().verbs[action.verb().index()].help;
                format!("`{name}` is allowed: {}", if help.is_empty() { "it is legal now." } else { help })
            }
            // Some refusals name the action already.
            Some(reason) if reason.starts_with('`') => reason.clone(),
            Some(reason) => format!("`{name}` is not allowed: {reason}"),
        };
        Ok(Why { allowed: reason.is_none(), action: self.game().action_text(&action), text, reason })
    }

    /// The events of the set-up.
    pub fn opening(&self, viewer: Viewer) -> Vec<EventTold> {
        told::events(self.game(), self.played().opening(), self.sight(viewer))
    }

    /// A past action, by index from 0.
    pub fn step(&self, n: usize, viewer: Viewer) -> Option<StepTold> {
        told::step(self.played(), n, self.sight(viewer))
    }

    /// All past actions.
    pub fn steps(&self, viewer: Viewer) -> impl Iterator<Item = StepTold> + '_ {
        let sight = self.sight(viewer);
        (0..self.step_count()).filter_map(move |n| told::step(self.played(), n, sight))
    }

    /// A sequence of actions from now on, in people's words.
    pub fn told_line(&mut self, line: &[Action]) -> Vec<String> {
        self.seated.played.told_line(line)
    }

    /// The table version: the number of the last change, from 1.
    pub fn version(&self) -> u64 {
        self.changes.version()
    }

    /// True if a client with a version can get just the changes since.
    pub fn has_version(&self, version: u64) -> bool {
        self.changes.has(version)
    }

    /// The part that has to be stored beside the match, so that version numbers continue when it is resumed.
    pub fn history(&self) -> History {
        self.changes.history()
    }

    /// Continues the version numbers from before the match was resumed.
    pub fn go_on_from(&mut self, history: &History) {
        let steps = self.step_count();
        self.changes.go_on(history, steps);
    }

    /// The changes after a version, as a viewer may know them now. Undone actions are omitted.
    ///
    /// # Errors
    /// A version that the table hasn't reached.
    pub fn since(&self, version: u64, viewer: Viewer) -> Result<Vec<ChangeTold>, Error> {
        match self.version() {
            last if version > last => Err(Error::NoVersion { version, last }),
            _ => Ok(self.changes.since(self.played(), version, self.sight(viewer))),
        }
    }

    /// The last action of a robot, with its reason.
    pub fn last_reason(&self, viewer: Viewer) -> Option<Reason> {
        let (n, reason) = self.reason.as_ref()?;
        let step = self.step(*n, viewer)?;
        let player = self.players().get(step.seat.index())?.clone();
        Some(Reason { seat: step.seat, player, action: step.action, reason: step.is_known.then(|| reason.clone()) })
    }

    /// The default viewer for looking back: the only person in the match. With several people, or none, it is an
    /// onlooker.
    pub fn reader(&self) -> Viewer {
        let person = match self.humans().as_slice() {
            [only] => Some(*only),
            _ => None,
        };
        Viewer::of_seat(person).asking_for_all(true)
    }

    /// A replay cursor over the match.
    pub fn past(&mut self, viewer: Viewer) -> Past<'_> {
        let is_free = self.is_free();
        Past::of(&mut self.seated.played, viewer, is_free)
    }

    /// A robot that can be asked for advice.
    ///
    /// # Errors
    /// As for [`Table::own_turn`]; a robot that can't be loaded.
    pub fn adviser(&self, viewer: Viewer, robots: &RobotLibrary, robot: &str) -> Result<Adviser, Error> {
        Adviser::new(self.played(), self.own_turn(viewer)?, robots, robot)
    }

    /// A robot's advice now.
    ///
    /// # Errors
    /// A robot that has observed another moment.
    pub fn advice(&mut self, adviser: &mut Adviser) -> Result<Advice, Error> {
        let thinking = self.thinking();
        adviser.ask(&mut self.seated.played, thinking)
    }

    /// Analyses each action, by the knowledge of the seat to move.
    ///
    /// # Errors
    /// As for [`Table::own_turn`]; a search that fails.
    pub fn analyse(&self, viewer: Viewer, analyst: &mut Analyst, thinking: Thinking) -> Result<Report, Error> {
        let seat = self.own_turn(viewer)?;
        Ok(analyst.analyse(&self.played().view(Some(seat)), self.played().legal(), thinking)?)
    }
}

/// Actions.
impl Table {
    /// Parses an action of the seat to move, as a person writes it.
    ///
    /// # Errors
    /// A text that isn't an action; the match is over, or it is another's turn.
    pub fn parse(&self, seat: Seat, text: &str) -> Result<Action, Error> {
        self.demand_seat(seat)?;
        match self.due() {
            // A line that isn't an action at all gets the parser's error.
            None => self.played().parse(text).map_err(Error::from).and(Err(Error::Over)),
            Some(due) if due != seat => Err(self.not_yours(due)),
            Some(_) => Ok(self.played().parse(text)?),
        }
    }

    /// Parses a line with one or several actions of the seat, to be taken one after the other; several are all checked
    /// before the first is taken, without revealing hidden information.
    ///
    /// # Errors
    /// As for [`Table::parse`]; actions that can't be combined, or of which one isn't legal in its turn.
    pub fn read(&mut self, seat: Seat, text: &str) -> Result<ActionLine, Error> {
        match self.parse(seat, text) {
            Err(Error::Action(ActError::Parse(ParseError::Several { .. }))) => {
                Ok(self.seated.played.read_line(text)?)
            }
            Err(error) => Err(error),
            Ok(action) => Ok(action.into()),
        }
    }

    /// The text of an action given as verb and named values, in the form of [`Table::legal`].
    ///
    /// # Errors
    /// An unknown verb; a missing, unknown or invalid argument.
    pub fn text_of(&self, verb: &str, args: &Map<String, Value>) -> Result<String, Error> {
        Ok(choices::text_of(self.game(), verb, args)?)
    }

    /// Applies a line that a person has written for a seat: one action or several. Those after a simultaneous decision
    /// of other seats are queued as [intended](Table::take_intended).
    ///
    /// # Errors
    /// As for [`Table::read`]; actions of which one reveals information before the next; a refusal, rules that fail.
    /// The table is unchanged then, unless the rules fail at a later action.
    pub fn act(&mut self, seat: Seat, text: &str) -> Result<(), Error> {
        let ActionLine { actions, rest, .. } = self.read(seat, text)?;
        let Some((first, others)) = actions.split_first() else { return Ok(()) };
        if let Some(rest) = rest {
            return Err(ParseError::Several { first: self.game().action_text(first), rest }.into());
        }
        self.take(seat, first)?;
        self.intend(seat, others.iter().cloned());
        while self.due() == Some(seat) && self.take_intended()? {}
        Ok(())
    }

    /// Queues the actions of a seat for its next decisions, replacing earlier ones.
    pub fn intend(&mut self, seat: Seat, actions: impl IntoIterator<Item = Action>) {
        self.intended.retain(|(of, _)| *of != seat);
        self.intended.extend(actions.into_iter().map(|action| (seat, action)));
    }

    /// True if the seat to move has a queued action.
    pub fn is_intended(&self) -> bool {
        self.due().is_some_and(|seat| self.intended.iter().any(|(of, _)| *of == seat))
    }

    /// Applies the queued action of the seat to move, if any; returns true if there was one.
    ///
    /// # Errors
    /// An action that has become illegal; all queued actions of the seat are dropped.
    pub fn take_intended(&mut self) -> Result<bool, Error> {
        let Some(seat) = self.due() else { return Ok(false) };
        let Some(at) = self.intended.iter().position(|(of, _)| *of == seat) else { return Ok(false) };
        let (_, action) = self.intended.remove(at);
        let taken = self.take(seat, &action);
        if taken.is_err() {
            self.intended.retain(|(of, _)| *of != seat);
        }
        taken.map(|()| true)
    }

    /// Applies an action of a seat.
    ///
    /// # Errors
    /// The match is over, or another seat is to move; a refusal, rules that fail. The table is unchanged then.
    pub fn take(&mut self, seat: Seat, action: &Action) -> Result<(), Error> {
        match self.due() {
            None => return Err(Error::Over),
            Some(due) if due != seat => return Err(self.not_yours(due)),
            Some(_) => {}
        }
        let before = self.step_count();
        self.seated.act(action)?;
        self.changes.acted(&self.seated.played, before);
        if self.offer.as_ref().is_some_and(|offer| offer.waits_for.contains(&seat)) {
            // Playing on declines the offer.
            self.decline(seat);
        }
        if self.is_over() {
            self.offer = None;
        }
        self.is_seed_open |= self.is_over();
        self.remembered.keep(&self.seated);
        if self.known_to.take().is_some() {
            self.mark(Known::Back);
        }
        if let Some(keeping) = &mut self.keeping {
            keeping.acted(&self.seated);
        }
        Ok(())
    }

    /// Asks the player to move; a random action if a person sits there or the player errs. `None` if the match is over.
    /// Blocks while the player thinks.
    pub fn ask(&mut self) -> Option<Answer> {
        self.seated.choose().map(Answer)
    }

    /// Applies a player's choice.
    ///
    /// # Errors
    /// As for [`Table::take`].
    pub fn take_answer(&mut self, answer: Answer) -> Result<(), Error> {
        let Some(action) = &answer.0.action else { return self.resign(answer.0.seat) };
        self.take(answer.0.seat, action)?;
        let step = self.step_count() - 1;
        self.reason = answer.0.reason.map(|reason| (step, reason));
        Ok(())
    }

    /// Lets robots act until a person is to act or the match is over, or `tell` breaks; it is called after each action.
    ///
    /// # Errors
    /// Rules that fail.
    pub fn let_robots_act(&mut self, mut tell: impl FnMut(&mut Self) -> ControlFlow<()>) -> Result<(), Error> {
        while self.is_intended() || self.due().is_some_and(|seat| !self.is_human(seat)) {
            if !self.take_intended()? {
                let Some(answer) = self.ask() else { break };
                self.take_answer(answer)?;
            }
            if tell(self).is_break() {
                break;
            }
        }
        Ok(())
    }

    /// Changes the player of a seat. If a person and a robot change seats in a game with hidden information, the match
    /// is marked: people may know what another seat holds. A person joining a match of robots alone marks nothing.
    ///
    /// # Errors
    /// A seat that the game doesn't have, a robot that can't be loaded; the seat is unchanged.
    pub fn seat(&mut self, robots: &RobotLibrary, seat: Seat, player: &str) -> Result<(), Error> {
        self.demand_seat(seat)?;
        let (was_human, had_people) = (self.is_human(seat), !self.humans().is_empty());
        let player = self.put(robots, seat, player)?;
        if self.is_human(seat) != was_human && had_people {
            self.mark(Known::Seats);
        }
        self.note_seated(seat, &player);
        Ok(())
    }

    /// Lets a robot fill in for a person, or returns the seat to that person. The match isn't marked: the caller
    /// guarantees that it is the same person, so that no hidden information spreads.
    ///
    /// # Errors
    /// A robot that can't be loaded; the seat is unchanged.
    pub fn fill_in(&mut self, robots: &RobotLibrary, seat: Seat, player: &str) -> Result<(), Error> {
        let player = self.put(robots, seat, player)?;
        self.note_seated(seat, &player);
        Ok(())
    }

    /// Changes the player of a seat, and returns its full specification.
    fn put(&mut self, robots: &RobotLibrary, seat: Seat, player: &str) -> Result<String, Error> {
        self.demand_seat(seat)?;
        self.intend(seat, []);
        let player = seats::settled(player, self.game().pack(), robots, seat.index());
        self.seated.seat(robots, seat, &player)?;
        Ok(player)
    }

    fn note_seated(&mut self, seat: Seat, player: &str) {
        self.changes.seated(self.seated.played.game().seat_name(seat), player);
        self.autosave();
    }

    /// Lets a robot act for people until [`Table::give_back`].
    ///
    /// # Errors
    /// A robot that can't be loaded.
    pub fn stand_in(&mut self, robots: &RobotLibrary, robot: &str) -> Result<(), Error> {
        let robot = seats::settled(robot, self.game().pack(), robots, 0);
        Ok(self.seated.stand_in(robots, &robot)?)
    }

    /// Returns the seats of people to them.
    pub fn give_back(&mut self) {
        self.seated.give_back();
        self.autosave();
    }

    /// Marks the match, if it has hidden information and isn't marked yet.
    pub(crate) fn mark(&mut self, known: Known) {
        if !self.is_free() {
            self.seated.played.mark_revealed();
            self.changes.revealed();
            self.notes.push(Note::Marked(known));
        }
    }

    /// Marks the match for an undo by somebody who has seen the results of chance or hidden cards: see
    /// [`Table::would_reveal`]. Also applies to games that hide nothing but chance.
    pub fn mark_back(&mut self) {
        if !self.is_revealed() {
            self.seated.played.mark_revealed();
            self.changes.revealed();
            self.notes.push(Note::Marked(Known::Back));
            self.autosave();
        }
    }

    /// Marks the match as revealed: from now on hidden information is shown to viewers that ask for it.
    pub fn reveal(&mut self) {
        self.seated.played.mark_revealed();
        self.is_seed_open = true;
        self.changes.revealed();
        self.autosave();
    }
}

/// Conclusions by players.
impl Table {
    /// The conclusion by the players, if any.
    pub fn conclusion(&self) -> Option<Conclusion> {
        self.played().conclusion()
    }

    /// Ends the match by a decision of its players. Hidden information becomes open, as at every end.
    ///
    /// # Errors
    /// The match is over; rules that fail to count the scores.
    pub fn conclude(&mut self, conclusion: Conclusion) -> Result<(), Error> {
        if self.is_over() {
            return Err(Error::Over);
        }
        self.seated.conclude(conclusion)?;
        let game = self.game().clone();
        let kind = match conclusion {
            Conclusion::Resignation { .. } => "resign",
            Conclusion::Agreement => "agreement",
            Conclusion::Time { .. } => "time",
        };
        let seat = conclusion.loser().map(|&seat| game.seat_name(seat));
        self.changes.said(kind, seat, conclusion.told(&game));
        self.tell_result(&conclusion.reason(&game));
        self.is_seed_open = true;
        self.offer = None;
        self.known_to = None;
        self.autosave();
        Ok(())
    }

    /// Stores the conclusion in the save's tags, for readers that interpret only tags.
    fn tell_result(&mut self, why: &str) {
        let (game, state) = (self.game().clone(), self.played().state());
        let won: Vec<&str> =
            game.seats().filter(|&seat| state.has_won(seat)).map(|seat| game.seat_name(seat)).collect();
        let first = game.seats().next().map(|seat| game.seat_name(seat));
        let result = match (won.as_slice(), game.seat_count()) {
            ([], _) => "1/2-1/2".to_owned(),
            ([one], 2) if first == Some(*one) => "1-0".to_owned(),
            ([_], 2) => "0-1".to_owned(),
            ([one], _) => format!("{one} won"),
            (several, _) => format!("{} won", listed(several, "and")),
        };
        let mut tags = self.tags_without_end();
        tags.extend([(RESULT.to_owned(), result), (TERMINATION.to_owned(), why.to_owned())]);
        let told_at = self.step_count();
        self.seated.played.set_tags(tags, told_at);
    }

    fn tags_without_end(&self) -> Vec<(String, String)> {
        let is_end = |name: &str| [RESULT, TERMINATION].contains(&name);
        self.played().tags().iter().filter(|(name, _)| !is_end(name)).cloned().collect()
    }

    /// Resigns for a seat: its side loses, and all others still in the match win.
    ///
    /// # Errors
    /// As for [`Table::conclude`]; a seat that is out of the match.
    pub fn resign(&mut self, seat: Seat) -> Result<(), Error> {
        if !self.is_over() && !self.is_in(seat) {
            return Err(Error::Out { seat: self.game().seat_name(seat).to_owned() });
        }
        self.conclude(Conclusion::Resignation { seat })
    }

    /// Continues a match that its players have ended; returns true if they had. The match is marked, since hidden
    /// information was open.
    ///
    /// # Errors
    /// Rules or robots that fail.
    pub fn take_back_end(&mut self, robots: &RobotLibrary) -> Result<bool, Error> {
        if !self.seated.played.reopen()? {
            return Ok(false);
        }
        let (tags, now) = (self.tags_without_end(), self.step_count());
        self.seated.played.set_tags(tags, now);
        if !self.is_revealed() && self.game().has_secrets() {
            self.known_to = self.known_to.max(Some(now + 1));
        }
        self.changes.taken_back(&self.seated.played);
        self.moved(robots)?;
        Ok(true)
    }

    /// The pending draw offer.
    pub fn offer(&self) -> Option<&Offer> {
        self.offer.as_ref()
    }

    /// Offers a draw to the other side, or accepts that side's offer.
    ///
    /// # Errors
    /// The match is over, the game has no draws, an offer is pending, or the last one was declined at this move.
    pub fn offer_draw(&mut self, by: Seat) -> Result<(), Error> {
        if self.is_over() {
            return Err(Error::Over);
        }
        let game = self.game().clone();
        if !game.has_draws() {
            return Err(Error::NoDraws { title: game.pack().title.clone() });
        }
        match &self.offer {
            Some(offer) if offer.waits_for.contains(&by) => return self.answer_draw(by, true),
            Some(_) => return Err(Error::Offer("a draw is offered already")),
            None => {}
        }
        let acted_since = |at: usize| (at..self.step_count()).any(|n| self.actor(n) == Some(by));
        if self.declined.is_some_and(|(seat, at)| seat == by && !acted_since(at)) {
            return Err(Error::Offer("your last offer was declined: make a move before the next one"));
        }
        let side = game.team_of(by);
        let waits_for = game.seats().filter(|&seat| game.team_of(seat) != side && self.is_in(seat)).collect();
        self.offer = Some(Offer { by, waits_for, at: self.step_count() });
        let name = game.seat_name(by);
        self.changes.said("offer", Some(name), as_sentence(format!("{name} offers a draw.")));
        Ok(())
    }

    /// Answers a draw offer for a seat; the match is drawn once all have accepted.
    ///
    /// # Errors
    /// No draw is offered to the seat; rules that fail to count the scores.
    pub fn answer_draw(&mut self, seat: Seat, accepts: bool) -> Result<(), Error> {
        let Some(offer) = self.offer.as_mut().filter(|offer| offer.waits_for.contains(&seat)) else {
            return Err(Error::Offer("no draw is offered to you"));
        };
        if !accepts {
            self.decline(seat);
            return Ok(());
        }
        offer.waits_for.retain(|&other| other != seat);
        if offer.waits_for.is_empty() { self.conclude(Conclusion::Agreement) } else { Ok(()) }
    }

    fn decline(&mut self, seat: Seat) {
        let Some(offer) = self.offer.take() else { return };
        self.declined = Some((offer.by, offer.at));
        let name = self.game().seat_name(seat).to_owned();
        self.changes.said("decline", Some(&name), as_sentence(format!("{name} declines the draw.")));
    }

    /// The robot that has to answer a draw offer.
    pub(crate) fn asked_robot(&self) -> Option<Seat> {
        self.offer.as_ref()?.waits_for.iter().copied().find(|&seat| !self.is_human(seat))
    }

    /// Lets robots answer a draw offer, until one declines. Blocks while they think.
    ///
    /// # Errors
    /// Rules or robots that fail.
    pub fn let_robots_answer(&mut self, robots: &RobotLibrary) -> Result<(), Error> {
        while let Some(seat) = self.asked_robot() {
            let robot = self.players()[seat.index()].clone();
            let accepts = parlour_ai::offers::accepts_draw(robots, &mut self.seated.played, seat, &robot)?;
            self.answer_draw(seat, accepts)?;
        }
        Ok(())
    }
}

/// Undo and redo.
impl Table {
    /// The number of actions left after undoing a person's last action and everything after it, a number of times;
    /// among robots alone one action at a time. `None` if there is nothing to undo.
    pub fn back_to(&self, times: usize) -> Option<usize> {
        let humans = self.humans();
        let is_mine = |at: &usize| self.actor(*at).is_some_and(|seat| humans.is_empty() || humans.contains(&seat));
        let mine: Vec<usize> = (0..self.step_count()).rev().filter(is_mine).collect();
        mine.get(times.min(mine.len()).saturating_sub(1)).copied()
    }

    /// The viewers that have learned something since a number of actions that an undo would hide: if there are none it
    /// is harmless, and otherwise needs the others' consent.
    pub fn would_reveal(&mut self, to: usize) -> Learnt {
        moments::learnt(&mut self.seated.played, to)
    }

    /// Records people's knowledge before an undo to a number of actions. Playing on with knowledge that the undo hides
    /// marks the match.
    fn goes_back_to(&mut self, to: usize) {
        let (now, is_over) = (self.step_count(), self.is_over());
        if to >= now || self.is_revealed() || !self.game().has_secrets() {
            return;
        }
        // At the end everything is open.
        let people = self.humans();
        let mut has_learnt = |seat| moments::has_learnt(&mut self.seated.played, to, Some(seat));
        if is_over || people.into_iter().any(&mut has_learnt) {
            self.known_to = self.known_to.max(Some(now));
        }
    }

    /// Undoes to a number of actions, and returns how many were undone. Robots are reset, with their memories of that
    /// moment. Playing on with knowledge that the undo hides marks the match.
    ///
    /// # Errors
    /// Rules or robots that fail.
    pub fn go_back(&mut self, robots: &RobotLibrary, to: usize) -> Result<usize, Error> {
        let now = self.step_count();
        let to = to.min(now);
        let is_turn = self.back_to(1) == Some(to);
        if let Some(keeping) = &mut self.keeping {
            keeping.goes_back(now, to, is_turn);
        }
        self.goes_back_to(to);
        go(&mut self.seated.played, to)?;
        self.changes.taken_back(&self.seated.played);
        self.moved(robots)?;
        Ok(now - to)
    }

    /// Redoes undone actions up to the next decision of a person, a number of times; returns the number of actions.
    ///
    /// # Errors
    /// Rules or robots that fail.
    pub fn go_forth(&mut self, robots: &RobotLibrary, times: usize) -> Result<usize, Error> {
        let (humans, before) = (self.humans(), self.step_count());
        for _ in 0..times {
            let begun = self.step_count();
            while self.seated.played.redo(1)? > 0 {
                if humans.is_empty() || self.due().is_some_and(|seat| humans.contains(&seat)) {
                    break;
                }
            }
            if self.step_count() == begun {
                break;
            }
        }
        let done = self.step_count() - before;
        self.known_to = self.known_to.filter(|&known| known > self.step_count());
        if done > 0 {
            self.changes.acted(&self.seated.played, before);
            self.moved(robots)?;
        }
        Ok(done)
    }

    /// After an undo or redo: resets robots, with their memories of this moment.
    fn moved(&mut self, robots: &RobotLibrary) -> Result<(), Error> {
        self.intended.clear();
        self.is_seed_open |= self.is_over();
        self.offer = None;
        let memories = self.remembered.now(&self.seated);
        self.seated.seat_again(robots, &memories)?;
        self.reason = None;
        self.autosave();
        Ok(())
    }

    /// Undoes to a number of actions, to play on from there as a branch. If only robots play, a person takes the seat
    /// to move, which is returned.
    ///
    /// # Errors
    /// Rules or robots that fail.
    pub fn play_from(&mut self, robots: &RobotLibrary, to: usize) -> Result<Option<Seat>, Error> {
        self.goes_back_to(to);
        go(&mut self.seated.played, to)?;
        let seat = self.due().filter(|_| self.humans().is_empty());
        if let Some(seat) = seat {
            self.seated.seat(robots, seat, HUMAN)?;
        }
        self.changes.taken_back(&self.seated.played);
        if let Some(seat) = seat {
            self.changes.seated(self.seated.played.game().seat_name(seat), HUMAN);
        }
        self.moved(robots)?;
        Ok(seat)
    }

    /// Reloads packs and robots, if the match replays identically under them, or with `again` if it replays at all.
    ///
    /// # Errors
    /// Robots that can't be loaded; the match is unchanged.
    pub fn reload(&mut self, library: &Library, robots: &RobotLibrary, again: bool) -> Result<Reloaded, Faults> {
        self.intended.clear();
        let record = self.seated.record();
        let played = match reload::by_the_new_rules(library, &record, self.played()) {
            Ok(played) => played,
            Err(why) => return Ok(Reloaded::Unplayable(why)),
        };
        let is_other = played.game().pack().fingerprint != self.game().pack().fingerprint;
        if !again && let Some(difference) = reload::other_way(self.played(), &played)? {
            return Ok(Reloaded::OtherWay(difference));
        }
        self.seated = SeatedMatch::restore(played, &record, robots, self.seated.thinking)?;
        self.remembered = Remembered::default();
        self.remembered.keep(&self.seated);
        self.changes.reloaded();
        if is_other {
            self.mark(Known::Rules);
        }
        self.autosave();
        Ok(Reloaded::New)
    }
}

/// Persistence.
impl Table {
    /// Autosaves the match, if it is saved.
    pub fn autosave(&mut self) {
        if let Some(keeping) = &mut self.keeping {
            keeping.autosave(&self.seated);
        }
    }

    /// Takes the pending notifications about persistence.
    pub fn take_notes(&mut self) -> Vec<Note> {
        let kept = self.keeping.as_mut().map_or_else(Vec::new, |keeping| std::mem::take(&mut keeping.notes));
        let mut notes = std::mem::take(&mut self.notes);
        notes.extend(kept);
        notes
    }

    /// Saves the match where a person wants it: under a name in the folder of saves, or in a file.
    ///
    /// # Errors
    /// A file that can't be written, or that exists with other contents.
    pub fn save(&mut self, file: &str) -> Result<PathBuf, Error> {
        let keeping = self.keeping.as_mut().ok_or(crate::saves::SaveError::NoFolder)?;
        Ok(keeping.save(&self.seated, file)?)
    }

    /// The match in the game's notation, if it has one.
    ///
    /// # Errors
    /// Rules that fail.
    pub fn notation_of_match(&self) -> Result<Option<String>, Faults> {
        parlour_notation::write(self.played())
    }

    /// The match in the game's notation for a file: with a date, and with the comments and variations of the file it
    /// was read from.
    ///
    /// # Errors
    /// Rules that fail.
    pub fn notation_to_keep(&self) -> Result<Option<String>, Faults> {
        parlour_notation::write_whole(self.played())
    }

    /// The name of the autosave.
    pub fn name(&self) -> Option<&str> {
        self.keeping.as_ref().map(Keeping::name)
    }

    /// The name of the autosave, if it could be written.
    pub fn saved_name(&self) -> Option<&str> {
        self.keeping.as_ref().and_then(Keeping::saved_name)
    }

    /// True if the autosave has every action.
    pub fn is_kept(&self) -> bool {
        self.keeping.as_ref().is_some_and(|keeping| keeping.has_all(&self.seated))
    }

    /// The source of the match, if it is saved nowhere else.
    pub fn source(&self) -> Option<&str> {
        self.keeping.as_ref().and_then(Keeping::source)
    }

    /// True if the match is unchanged since a person saved it or it began.
    pub fn is_saved(&self) -> bool {
        self.keeping.as_ref().is_some_and(|keeping| keeping.is_saved(&self.seated))
    }

    /// All saved lines of this match, each after the one that it branches from.
    pub fn lines(&self, saves: &Saves) -> Vec<Line> {
        branches::lines(saves, &self.seated.record())
    }

    /// A replayed copy of the match, for looking back while this one is unchanged.
    ///
    /// # Errors
    /// A match that can't be replayed.
    pub fn copy_to_study(&self, library: &Library) -> Result<Self, Error> {
        opened::study(library, Path::new(self.name().unwrap_or_default()), &self.seated.record())
    }
}

/// The squares of a view whose content isn't seen, with what is known of it, and the pieces that aren't seen.
fn known_on_boards(game: &Game, view: &View) -> Vec<(String, Vec<String>)> {
    let mut out = Vec::new();
    if let Some((board, kinds)) = game.piece_board().zip(view.kinds()) {
        for square in 0..game.board(board).squares() {
            let names: Vec<String> = kinds.possible(game, square).into_iter().map(str::to_owned).collect();
            if names.len() > 1 {
                out.push((game.square_name(board, Square::from_index(square)), names));
            }
        }
    }
    if let Some(unseen) = view.unseen() {
        for (square, what, age) in unseen.remembered(game) {
            out.push((square, vec![if age == 0 { what } else { format!("{what}, {age} unseen actions ago") }]));
        }
        let pieces = unseen.hidden_pieces(game, view.state()).into_iter();
        let pieces: Vec<String> = pieces.map(|(what, n)| if n == 1 { what } else { format!("{n} {what}s") }).collect();
        if !pieces.is_empty() {
            out.push(("unseen".to_owned(), pieces));
        }
    }
    out
}
