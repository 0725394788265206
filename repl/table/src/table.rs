//! The table: a match in progress with those who play it, what is kept of it and what has changed.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use parlour_ai::seated::{Chosen, Fault};
use parlour_ai::{Analyst, HUMAN, Report, RobotLibrary, SeatedMatch, Thinking};
use parlour_engine::Words;
use parlour_engine::as_sentence;
use parlour_engine::diagnostic::Faults;
use parlour_engine::game::Game;
use parlour_engine::ids::{Seat, ZoneId};
use parlour_engine::pack::Library;
use parlour_engine::play::{ActError, Conclusion, Match, RESULT, Record, TERMINATION};
use parlour_engine::script::StopHandle;
use parlour_engine::state::{Decision, State};
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

/// A match in progress or finished, with those who play it.
///
/// The true state is inside and stays there: whatever is asked for is asked for by a [`Viewer`] and answered as that viewer
/// may know it.
///
/// A table is not `Send`: rules stay on the thread that made them, and a front end with several clients gives it a thread that
/// takes requests from a queue. What it answers is plain data that goes anywhere. Where the compiler says that
/// `Rc<StaysOnItsThread>` cannot be sent between threads safely, a table was moved to another thread: make it
/// there, and send what it is made of (`Arc<Game>`, the players, the seed, `Robots`), or requests and answers. `EMBEDDING.md`
/// has a worker to copy.
///
/// # Phases in which all decide
///
/// Where all seats decide at once, unseen by each other, a table asks them one after the other: [`Table::due`] is the first
/// that has not decided, and what it does is hidden from the others until all have. A front end that lets people decide in
/// any order keeps the answers of those who aren't due yet and gives them to the table when they are.
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
    /// The place of the last step that a robot took, and why it did so.
    reason: Option<(usize, String)>,
    /// The seed, if a person has chosen it.
    chosen: Option<u64>,
    /// The seed may be told. From a seed that nobody chose hidden cards could be found, so it waits until nothing is hidden
    /// any more.
    is_seed_open: bool,
    /// People know what happened up to so many actions, which the match has gone back behind: who goes on from here knows
    /// what is hidden.
    known_to: Option<usize>,
    /// The states in the middle of the last action, once they are asked for, and the version of the table then.
    within: (u64, Vec<State>),
    /// What is still to be said.
    notes: Vec<Note>,
    /// A draw that is offered.
    pub(crate) offer: Option<Offer>,
    /// The seat that offered the last draw that was declined, and the number of actions before the offer.
    declined: Option<(Seat, usize)>,
    /// Actions that seats have written ahead, in their order.
    intended: Vec<(Seat, Action)>,
}

/// What the player on a seat has chosen, before it is done.
#[derive(Debug)]
pub struct Answer(pub(crate) Chosen);

impl Answer {
    /// The seat.
    pub fn seat(&self) -> Seat {
        self.0.seat
    }

    /// What went wrong, if the player erred and the action was picked at random.
    pub fn fault(&self) -> Option<&Fault> {
        self.0.fault.as_ref()
    }

    /// What the player has printed.
    pub fn printed(&self) -> &[String] {
        &self.0.printed
    }

    /// How long the player took.
    pub fn took(&self) -> Duration {
        self.0.took
    }
}

/// Whether and why an action is allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Why {
    /// Whether it is.
    pub allowed: bool,
    /// The action.
    pub action: String,
    /// What it does, or why it isn't allowed, in a sentence.
    pub text: String,
    /// Why it isn't allowed, where the sentence names the action as well.
    pub reason: Option<String>,
}

/// What the last robot did, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reason {
    /// The seat.
    pub seat: Seat,
    /// Who sits there.
    pub player: String,
    /// The action, as the viewer may know it.
    pub action: String,
    /// Why; `None` until the viewer may know the action.
    pub reason: Option<String>,
}

/// Whether the seed of a match that is taken up may be told.
pub(crate) fn seed_is_open(played: &Match) -> bool {
    played.is_revealed() || played.decision().is_none() || !played.game().has_secrets()
}

/// Beginning, and what lasts.
impl Table {
    /// Begins a match. Levels stand for robots, and seats for which nobody is named get the robots of the pack.
    ///
    /// # Errors
    /// More players than seats; rules or robots that fail.
    pub fn begin(game: Arc<Game>, players: Vec<String>, seed: Seed, robots: &RobotLibrary) -> Result<Self, Error> {
        let robot = |seat| seats::default_robot(game.pack(), robots, seat);
        let players = seats::filled(&game, robots, &players, robot)?;
        Self::seated(Match::new(game, seed.number(), players)?, seed, robots)
    }

    /// The same match from the beginning with another seed: the same game and players, who remember nothing, and the rules
    /// that are loaded already, which takes a small part of the time of [`Table::begin`].
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

    /// A saved match to look back at; nobody sits at it, and no program is started. Where the rules have changed since and
    /// it is not over, they may show more than those by which it was played: it is marked, and a note says so.
    ///
    /// # Errors
    /// A match that can't be played again, or that can't be marked since somebody else plays it.
    pub fn study(library: &Library, saves: &Saves, path: &Path, record: &Record) -> Result<Self, Error> {
        let mut table = opened::study(library, path, record)?;
        if !record.changes(table.game().pack()).is_empty() && !table.is_free() {
            branches::mark(saves, path, record)?;
            table.notes.push(Note::Marked(Known::Rules));
        }
        Ok(table)
    }

    /// Keeps the match in a folder from now on, under a name of its own.
    pub fn keep_in(&mut self, saves: &Saves) {
        let game = self.game().name().to_owned();
        saves.prune(&game);
        let place = saves.new_place(&game, self.chosen);
        self.keep_at(saves.clone(), place);
    }

    pub(crate) fn keep_at(&mut self, saves: Saves, place: Place) {
        self.keeping = Some(Keeping::new(&self.seated, saves, place));
    }

    /// How long players think who don't say it themselves.
    pub fn thinking(&self) -> Thinking {
        self.seated.thinking
    }

    /// Says how long players think.
    pub fn set_thinking(&mut self, thinking: Thinking) {
        self.seated.thinking = thinking;
    }
}

/// What everybody may know.
impl Table {
    /// The game.
    pub fn game(&self) -> &Arc<Game> {
        self.played().game()
    }

    pub(crate) fn played(&self) -> &Match {
        &self.seated.played
    }

    /// Who sits where, as they were asked for.
    pub fn players(&self) -> &[String] {
        self.played().players()
    }

    /// Who sits on a seat.
    pub fn player(&self, seat: Seat) -> Player {
        self.players().get(seat.index()).map_or(Player::Human, |player| Player::read(player))
    }

    /// Who played a seat, by the file that the match was read from if that says it.
    pub fn who(&self, seat: Seat) -> &str {
        parlour_notation::who(self.played(), seat)
    }

    /// Whether a person sits on a seat.
    pub fn is_human(&self, seat: Seat) -> bool {
        self.seated.is_human(seat)
    }

    /// The seats of people.
    pub fn humans(&self) -> Vec<Seat> {
        self.seated.humans()
    }

    /// Who is to act; `None` when the match is over.
    pub fn due(&self) -> Option<Seat> {
        self.seated.due()
    }

    /// The decision that is due; `None` when the match is over.
    pub fn decision(&self) -> Option<Decision> {
        self.played().decision()
    }

    /// Whether the match is over.
    pub fn is_over(&self) -> bool {
        self.due().is_none()
    }

    /// How many actions were taken.
    pub fn step_count(&self) -> usize {
        self.played().steps().len()
    }

    /// Who took an action, by its place.
    pub fn actor(&self, step: usize) -> Option<Seat> {
        self.played().steps().get(step).map(|step| step.decision.seat)
    }

    /// Whether hidden things were revealed on the way.
    pub fn is_revealed(&self) -> bool {
        self.played().is_revealed()
    }

    /// Whether a seat is still in the match.
    pub fn is_in(&self, seat: Seat) -> bool {
        self.view(Viewer::ONLOOKER).is_in(seat)
    }

    /// The seed, if it may be told: it was chosen by a person, or nothing is hidden any more.
    pub fn seed(&self) -> Option<u64> {
        self.is_seed_open.then(|| self.played().seed())
    }

    /// How the match ended; `None` while it goes on.
    pub fn ending(&self) -> Option<Ending> {
        told::ending(self.played())
    }

    /// How the match ended by the file that it was read from, where the rules say otherwise.
    pub fn told_end(&self) -> Option<String> {
        parlour_notation::told_end(self.played())
    }

    /// Says of the match what its rules don't, for who reads its save: things by name.
    pub fn say(&mut self, things: Vec<(String, String)>) {
        let mut tags = self.played().tags().to_vec();
        tags.retain(|(name, _)| things.iter().all(|(other, _)| other != name));
        let at = tags.iter().position(|(name, _)| name == RESULT).unwrap_or(tags.len());
        tags.splice(at..at, things);
        let told_at = self.step_count();
        self.seated.played.set_tags(tags, told_at);
        self.autosave();
    }

    /// What its save says of the match by a name, apart from what the rules do.
    pub fn said(&self, name: &str) -> Option<&str> {
        self.played().tag(name)
    }

    /// What stops the player on a seat while it thinks, from any thread.
    pub fn stop_handle(&self, seat: Seat) -> Option<StopHandle> {
        self.seated.stop_handle(seat)
    }

    /// What the rules have printed since the last time.
    pub fn take_output(&mut self) -> Vec<String> {
        self.seated.played.host().take_output()
    }

    /// Whether a line begins like an action of the game, whatever else is wrong with it.
    pub fn is_like_an_action(&self, line: &str) -> bool {
        let is_open = self.due().is_none_or(|seat| self.is_human(seat)) || !self.game().has_secrets();
        let read = if is_open { self.played().parse(line) } else { self.game().parse_action(line, None) };
        !matches!(read, Err(ParseError::UnknownAction { .. }))
    }
}

/// What a viewer may know.
impl Table {
    /// Whether what is hidden is hidden from nobody any more.
    pub(crate) fn is_free(&self) -> bool {
        seed_is_open(self.played())
    }

    /// What a viewer is shown; of a seat that there isn't, what somebody who looks on is.
    fn sight(&self, viewer: Viewer) -> Sight {
        let sight = Sight::of(viewer, self.is_free());
        Sight { seat: sight.seat.filter(|&seat| self.demand_seat(seat).is_ok()), ..sight }
    }

    /// The viewer who sits on a seat.
    ///
    /// # Errors
    /// A seat that the game doesn't have. [`Viewer::of`] takes any: such a viewer sees what somebody who looks on does.
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

    /// Whether a viewer may know what a seat can do.
    pub fn may_look(&self, viewer: Viewer, seat: Seat) -> bool {
        look::may_look(self.played(), self.sight(viewer), seat)
    }

    /// The seat that is to act, if the viewer may know what it can do.
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
        SeatView::of(self.game(), self.played().state(), self.sight(viewer))
    }

    /// The cards that a viewer knows to lie in zones that it doesn't see whole, by all that it has observed: the names of
    /// such zones, each with those of the cards.
    pub fn known(&self, viewer: Viewer) -> Vec<(String, Vec<String>)> {
        let (game, sight) = (self.game(), self.sight(viewer));
        let view = self.played().view(sight.seat);
        let Some(knowledge) = view.knowledge().filter(|_| !sight.all) else { return Vec::new() };
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
        known.filter(|(_, cards)| !cards.is_empty()).collect()
    }

    /// The states in the middle of the last action, computed once.
    pub(crate) fn within_last(&mut self) -> Vec<State> {
        let version = self.version();
        if self.within.0 != version {
            self.within = (version, self.seated.played.within_last());
        }
        self.within.1.clone()
    }

    /// A look at the position, for what the rules have to be asked about.
    pub fn look(&mut self, viewer: Viewer) -> Look<'_> {
        let sight = self.sight(viewer);
        Look::of(&mut self.seated.played, sight)
    }

    /// What is to be done now, in words; `None` when the match is over. It is told of what is legal, so only to whom that may
    /// be known; to others as of the kind of decision.
    pub fn due_text(&self, viewer: Viewer) -> Option<&str> {
        let decision = self.decision()?;
        match self.may_look(viewer, decision.seat) {
            true => self.played().due_text(),
            false => Some(&self.game().pack().phases[decision.phase.index()].text),
        }
    }

    /// The legal actions with what their arguments can be; none, and these are all, for a viewer who isn't to act or may not
    /// know what can be done. Where all seats decide at once ([simultaneous phases](Table#phases-in-which-all-decide)) it is
    /// still one seat that is to act after the other.
    pub fn legal(&self, viewer: Viewer) -> Legal {
        match self.own_turn(viewer) {
            Ok(seat) => choices::legal(self.played(), &self.view(Viewer::of(seat))),
            Err(_) => Legal::none(),
        }
    }

    /// The texts of the legal actions, those that differ in one number alone together; none for a viewer who may not know
    /// them.
    pub fn legal_runs(&self, viewer: Viewer) -> Vec<Run> {
        self.own_turn(viewer).map_or_else(|_| Vec::new(), |_| choices::runs(self.played()))
    }

    /// Whether the legal actions that are listed are all.
    pub fn is_legal_complete(&self) -> bool {
        self.played().legal().is_complete()
    }

    /// Whether and why an action is allowed.
    ///
    /// # Errors
    /// The viewer may not know what can be done; a text that isn't an action; rules that fail.
    pub fn why(&mut self, viewer: Viewer, text: &str) -> Result<Why, Error> {
        self.own_turn(viewer)?;
        let action = self.played().parse(text)?;
        let refusal = self.seated.played.check(&action).err().map(CheckError::refusal).transpose()?;
        let reason = refusal.as_ref().map(ToString::to_string);
        // What isn't allowed is named as it was meant, by its squares: it may be no piece's move.
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

    /// What happened while the match was set up.
    pub fn opening(&self, viewer: Viewer) -> Vec<EventTold> {
        told::events(self.game(), self.played().opening(), self.sight(viewer))
    }

    /// An action that was taken, by its place from 0.
    pub fn step(&self, n: usize, viewer: Viewer) -> Option<StepTold> {
        told::step(self.played(), n, self.sight(viewer))
    }

    /// Everything that was done.
    pub fn steps(&self, viewer: Viewer) -> impl Iterator<Item = StepTold> + '_ {
        let sight = self.sight(viewer);
        (0..self.step_count()).filter_map(move |n| told::step(self.played(), n, sight))
    }

    /// Actions one after the other from now on, as people say them.
    pub fn told_line(&mut self, line: &[Action]) -> Vec<String> {
        self.seated.played.told_line(line)
    }

    /// The number of the last change of the table, from 1.
    pub fn version(&self) -> u64 {
        self.changes.version()
    }

    /// Whether a client that has a version can be told what it missed since.
    pub fn has_version(&self, version: u64) -> bool {
        self.changes.has(version)
    }

    /// What has to be kept beside the match, so that the numbers of changes go on when it is taken up again.
    pub fn history(&self) -> History {
        self.changes.history()
    }

    /// Lets the numbers of changes go on from those of before the match was taken up.
    pub fn go_on_from(&mut self, history: &History) {
        let steps = self.step_count();
        self.changes.go_on(history, steps);
    }

    /// The changes after a version, as a viewer may know them now. What was taken back since is not told.
    ///
    /// # Errors
    /// A version that the table hasn't come to yet.
    pub fn since(&self, version: u64, viewer: Viewer) -> Result<Vec<ChangeTold>, Error> {
        match self.version() {
            last if version > last => Err(Error::NoVersion { version, last }),
            _ => Ok(self.changes.since(self.played(), version, self.sight(viewer))),
        }
    }

    /// What the last robot did and why.
    pub fn last_reason(&self, viewer: Viewer) -> Option<Reason> {
        let (n, reason) = self.reason.as_ref()?;
        let step = self.step(*n, viewer)?;
        let player = self.players().get(step.seat.index())?.clone();
        Some(Reason { seat: step.seat, player, action: step.action, reason: step.is_known.then(|| reason.clone()) })
    }

    /// Who looks back at a match of which nobody says who asks: the one person who plays it. Where several do, or nobody,
    /// it is somebody who looks on.
    pub fn reader(&self) -> Viewer {
        let person = match self.humans().as_slice() {
            [only] => Some(*only),
            _ => None,
        };
        Viewer::of_seat(person).asking_for_all(true)
    }

    /// A look back at the match.
    pub fn past(&mut self, viewer: Viewer) -> Past<'_> {
        let is_free = self.is_free();
        Past::of(&mut self.seated.played, viewer, is_free)
    }

    /// A robot that can be asked what it would do.
    ///
    /// # Errors
    /// As for [`Table::own_turn`]; a robot that can't be loaded.
    pub fn adviser(&self, viewer: Viewer, robots: &RobotLibrary, robot: &str) -> Result<Adviser, Error> {
        Adviser::new(self.played(), self.own_turn(viewer)?, robots, robot)
    }

    /// What a robot would do now.
    ///
    /// # Errors
    /// A robot that was told of another moment.
    pub fn advice(&mut self, adviser: &mut Adviser) -> Result<Advice, Error> {
        let thinking = self.thinking();
        adviser.ask(&mut self.seated.played, thinking)
    }

    /// What a search thinks of each action, by what the seat that is to act knows.
    ///
    /// # Errors
    /// As for [`Table::own_turn`]; a search that fails.
    pub fn analyse(&self, viewer: Viewer, analyst: &mut Analyst, thinking: Thinking) -> Result<Report, Error> {
        let seat = self.own_turn(viewer)?;
        Ok(analyst.analyse(&self.played().view(Some(seat)), self.played().legal(), thinking)?)
    }
}

/// Acting.
impl Table {
    /// Reads an action of the seat that is to act, as a person writes it.
    ///
    /// # Errors
    /// A text that isn't an action; the match is over, or it is another's turn.
    pub fn parse(&self, seat: Seat, text: &str) -> Result<Action, Error> {
        self.demand_seat(seat)?;
        match self.due() {
            // A line that is not an action at all is answered as such.
            None => self.played().parse(text).map_err(Error::from).and(Err(Error::Over)),
            Some(due) if due != seat => Err(self.not_yours(due)),
            Some(_) => Ok(self.played().parse(text)?),
        }
    }

    /// Reads a line in which several actions of the seat may stand, to be taken one after the other; of several all are tried
    /// before one is taken, without telling anything that is hidden.
    ///
    /// # Errors
    /// As for [`Table::parse`]; several actions that can't be taken at once, or of which one isn't legal in its turn.
    pub fn read(&mut self, seat: Seat, text: &str) -> Result<ActionLine, Error> {
        match self.parse(seat, text) {
            Err(Error::Action(ActError::Parse(ParseError::Several { .. }))) => {
                Ok(self.seated.played.read_line(text)?)
            }
            Err(error) => Err(error),
            Ok(action) => Ok(action.into()),
        }
    }

    /// The text of an action that is given as verb and named values, as [`Table::legal`] has them.
    ///
    /// # Errors
    /// A verb that there isn't, an argument that is missing, isn't the verb's or isn't a value.
    pub fn text_of(&self, verb: &str, args: &Map<String, Value>) -> Result<String, Error> {
        Ok(choices::text_of(self.game(), verb, args)?)
    }

    /// Takes what a person on a seat has written: an action, or several of the same seat in a line. Those before which other
    /// seats decide unseen are [intended](Table::take_intended) and wait for that.
    ///
    /// # Errors
    /// As for [`Table::read`]; actions of which one shows something before the next; a refusal, rules that fail. Nothing has
    /// changed then, unless the rules fail at a later action.
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

    /// Notes what a seat will do when it is to act again, in place of what was noted before.
    pub fn intend(&mut self, seat: Seat, actions: impl IntoIterator<Item = Action>) {
        self.intended.retain(|(of, _)| *of != seat);
        self.intended.extend(actions.into_iter().map(|action| (seat, action)));
    }

    /// Whether the seat that is to act has said already what it does.
    pub fn is_intended(&self) -> bool {
        self.due().is_some_and(|seat| self.intended.iter().any(|(of, _)| *of == seat))
    }

    /// Takes the action that the seat which is to act has intended, if there is one; says whether.
    ///
    /// # Errors
    /// What has become impossible meanwhile, with the other actions that the seat has intended: they are forgotten.
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

    /// Takes an action of a seat.
    ///
    /// # Errors
    /// The match is over, or it is another's turn; a refusal, rules that fail. Nothing has changed then.
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
            // Who plays on has declined.
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

    /// Asks the player who is to act; a random action where a person sits or the player errs. `None` if the match is over.
    /// It takes as long as the player thinks.
    pub fn ask(&mut self) -> Option<Answer> {
        self.seated.choose().map(Answer)
    }

    /// Takes what a player has chosen.
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

    /// Lets robots act until a person is to act or the match is over, or `tell` breaks off; it is called after each action.
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

    /// Puts somebody on a seat. Where a person and a robot change places the match is marked, if it hides something: people
    /// know then what a seat holds on which they don't sit, or didn't. That a person sits down where only robots have
    /// played marks nothing.
    ///
    /// # Errors
    /// A seat that the game doesn't have, a robot that can't be loaded; the seat is as it was.
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

    /// Lets a robot play for the person whose seat it is, or gives that person the seat back. Nobody comes to know what
    /// another seat holds, so that nothing is marked: whoever calls this answers for it that the person is the same.
    ///
    /// # Errors
    /// A robot that can't be loaded; the seat is as it was.
    pub fn fill_in(&mut self, robots: &RobotLibrary, seat: Seat, player: &str) -> Result<(), Error> {
        let player = self.put(robots, seat, player)?;
        self.note_seated(seat, &player);
        Ok(())
    }

    /// Lets a player have a seat, and gives its whole name.
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

    /// Lets a robot act on the seats of people until [`Table::give_back`].
    ///
    /// # Errors
    /// A robot that can't be loaded.
    pub fn stand_in(&mut self, robots: &RobotLibrary, robot: &str) -> Result<(), Error> {
        let robot = seats::settled(robot, self.game().pack(), robots, 0);
        Ok(self.seated.stand_in(robots, &robot)?)
    }

    /// Gives people their seats back.
    pub fn give_back(&mut self) {
        self.seated.give_back();
        self.autosave();
    }

    /// Marks the match, if it hides something and isn't marked: somebody may know what is hidden.
    pub(crate) fn mark(&mut self, known: Known) {
        if !self.is_free() {
            self.seated.played.mark_revealed();
            self.changes.revealed();
            self.notes.push(Note::Marked(known));
        }
    }

    /// Marks the match since somebody goes back in it who has seen what chance or hidden cards bring: as
    /// [`Table::would_reveal`] says, also where nothing but chance is hidden.
    pub fn mark_back(&mut self) {
        if !self.is_revealed() {
            self.seated.played.mark_revealed();
            self.changes.revealed();
            self.notes.push(Note::Marked(Known::Back));
            self.autosave();
        }
    }

    /// Marks the match as revealed: what is hidden may be shown to those who ask for it from now on.
    pub fn reveal(&mut self) {
        self.seated.played.mark_revealed();
        self.is_seed_open = true;
        self.changes.revealed();
        self.autosave();
    }
}

/// Ends that players make.
impl Table {
    /// How the players have ended the match, if they have.
    pub fn conclusion(&self) -> Option<Conclusion> {
        self.played().conclusion()
    }

    /// Ends the match as its players have made it end. What was hidden is open then, as at every end.
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

    /// Says in the save what the players have made of the match, for whoever reads no more of it than its tags.
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
            ([others @ .., last], _) => format!("{} and {last} won", others.join(", ")),
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

    /// Gives the match up for a seat: its side has lost, and all others that are still in the match have won.
    ///
    /// # Errors
    /// As for [`Table::conclude`]; a seat that is out of the match.
    pub fn resign(&mut self, seat: Seat) -> Result<(), Error> {
        if !self.is_over() && !self.is_in(seat) {
            return Err(Error::Out { seat: self.game().seat_name(seat).to_owned() });
        }
        self.conclude(Conclusion::Resignation { seat })
    }

    /// Lets a match go on that its players have ended; says whether they had. Who goes on knowing what was hidden marks it.
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

    /// The draw that is offered.
    pub fn offer(&self) -> Option<&Offer> {
        self.offer.as_ref()
    }

    /// Offers a draw to the other side; where that side has offered one, it is accepted.
    ///
    /// # Errors
    /// The match is over, the game has no draws, a draw is offered already, or the last was declined at this move.
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

    /// Answers the draw that is offered to a seat; it is a draw once all have accepted.
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

    /// The robot that is to answer a draw.
    pub(crate) fn asked_robot(&self) -> Option<Seat> {
        self.offer.as_ref()?.waits_for.iter().copied().find(|&seat| !self.is_human(seat))
    }

    /// Lets the robots answer to which a draw is offered, until one declines. It takes as long as they think.
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

/// Going back and forth.
impl Table {
    /// How many actions are left if a person's last action and what came after it is taken back, so many times; where only
    /// robots play, one action each time. `None` if there is nothing to take back.
    pub fn back_to(&self, times: usize) -> Option<usize> {
        let humans = self.humans();
        let is_mine = |at: &usize| self.actor(*at).is_some_and(|seat| humans.is_empty() || humans.contains(&seat));
        let mine: Vec<usize> = (0..self.step_count()).rev().filter(is_mine).collect();
        mine.get(times.min(mine.len()).saturating_sub(1)).copied()
    }

    /// Who has learnt something since the moment after so many actions that would be hidden then: to go back there is free
    /// if nobody has, and else up to the others.
    pub fn would_reveal(&mut self, to: usize) -> Learnt {
        moments::learnt(&mut self.seated.played, to)
    }

    /// Notes what people know before the match goes back to the moment after so many actions. Who has learnt something
    /// since that is hidden then, and goes on from there, marks the match.
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

    /// Goes back to the moment after so many actions, and says how many were taken back. Robots begin afresh, and remember
    /// what they did at that moment. Who goes on from there knowing what was hidden then marks the match.
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

    /// Does again what was taken back, up to the next decision of a person, so many times; says how many actions that were.
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

    /// After going back or forth: robots begin afresh, and remember what they did at this moment.
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

    /// Goes back to the moment after so many actions, to play on from there as a branch. Where only robots play, a person
    /// takes the seat that is to act, which is returned.
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

    /// Goes on by packs and robots as they are now, if the match still plays by them and goes the same way, or if it plays
    /// at all and goes `again` through them.
    ///
    /// # Errors
    /// Robots that can't be loaded; the match goes on as it was.
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

/// What is kept.
impl Table {
    /// Saves the match without being asked, if it is kept.
    pub fn autosave(&mut self) {
        if let Some(keeping) = &mut self.keeping {
            keeping.autosave(&self.seated);
        }
    }

    /// What is to be said of how the match is kept, since the last time.
    pub fn take_notes(&mut self) -> Vec<Note> {
        let kept = self.keeping.as_mut().map_or_else(Vec::new, |keeping| std::mem::take(&mut keeping.notes));
        let mut notes = std::mem::take(&mut self.notes);
        notes.extend(kept);
        notes
    }

    /// Saves the match where a person wants it: under a name in the folder of saves, or in a file.
    ///
    /// # Errors
    /// A file that can't be written, or that is there and is something else.
    pub fn save(&mut self, file: &str) -> Result<PathBuf, Error> {
        let keeping = self.keeping.as_mut().ok_or(crate::saves::SaveError::NoFolder)?;
        Ok(keeping.save(&self.seated, file)?)
    }

    /// The match in the notation of its game's matches, if it has one.
    ///
    /// # Errors
    /// Rules that fail.
    pub fn notation_of_match(&self) -> Result<Option<String>, Faults> {
        parlour_notation::write(self.played())
    }

    /// The same as a file that is kept: with a date, and with the comments and variations of the file that it was read
    /// from.
    ///
    /// # Errors
    /// Rules that fail.
    pub fn notation_to_keep(&self) -> Result<Option<String>, Faults> {
        parlour_notation::write_whole(self.played())
    }

    /// The name under which the match is kept.
    pub fn name(&self) -> Option<&str> {
        self.keeping.as_ref().map(Keeping::name)
    }

    /// The name under which the match is kept, if it could be written.
    pub fn saved_name(&self) -> Option<&str> {
        self.keeping.as_ref().and_then(Keeping::saved_name)
    }

    /// Whether what is kept has every action.
    pub fn is_kept(&self) -> bool {
        self.keeping.as_ref().is_some_and(|keeping| keeping.has_all(&self.seated))
    }

    /// What the match came from, if it is kept nowhere else.
    pub fn source(&self) -> Option<&str> {
        self.keeping.as_ref().and_then(Keeping::source)
    }

    /// Whether the match is as a person has saved it, or as it began.
    pub fn is_saved(&self) -> bool {
        self.keeping.as_ref().is_some_and(|keeping| keeping.is_saved(&self.seated))
    }

    /// All saved lines of this match, each behind the one that it goes on from.
    pub fn lines(&self, saves: &Saves) -> Vec<Line> {
        branches::lines(saves, &self.seated.record())
    }

    /// The match played again, to look back at while this one stands.
    ///
    /// # Errors
    /// A match that can't be played again.
    pub fn copy_to_study(&self, library: &Library) -> Result<Self, Error> {
        opened::study(library, Path::new(self.name().unwrap_or_default()), &self.seated.record())
    }
}
