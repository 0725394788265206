//! A match with its players, and the loop over their turns: ask the player to move, apply the answer, notify everyone.
//!
//! There is one loop, [`SeatedMatch::play`]. The differences between a session at a keyboard, a command and the arena
//! (notifications, recording, stopping) are in a [`Director`].

use std::borrow::Cow;
use std::cell::RefCell;
use std::fmt;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use parlour_engine::action::Action;
use parlour_engine::chance::Generator;
use parlour_engine::diagnostic::{Code, Diagnostic, Faults, debug_as_display};
use parlour_engine::game::Game;
use parlour_engine::ids::Seat;
use parlour_engine::play::{ActError, Conclusion, Match, Record, Step};
use parlour_engine::rules::Playout;
use parlour_engine::script::StopHandle;
use parlour_engine::state::State;
use serde_json::Value;

use super::RobotLibrary;
use super::random::generator;
use super::worker::{self, Reply};
use parlour_engine::Words;
use parlour_search::player::{Choice, History, Player, Request, RobotError, Thinking};
use parlour_search::report::Report;
use parlour_search::spec::HUMAN;

/// The default ply limit after which a match among robots without an ending is broken off.
pub const MAX_PLIES: u64 = 10_000;

/// True if a match has reached its ply limit and is broken off.
pub fn is_endless(played: &Match, most_plies: u64) -> bool {
    played.steps().len() as u64 >= most_plies && played.decision().is_some()
}

/// The advice on ending the matches of a game that were broken off, which may have a ply limit already.
pub fn what_ends_matches(ply_limit: Option<u32>) -> String {
    match ply_limit {
        Some(limit) => format!("its `ply_limit` is {limit}: a smaller one ends such matches"),
        None => "a `ply_limit` ends such matches".to_owned(),
    }
}

/// A seat's share of the win: 1, a fraction of a shared win, or 1 / teams if nobody has won; in cooperative and
/// single-player games 0 if nobody has won.
pub(crate) fn share(played: &Match, seat: Seat) -> f64 {
    share_of(played.game(), played.state(), seat)
}

/// The share of the win in a state.
pub(crate) fn share_of(game: &Game, state: &State, seat: Seat) -> f64 {
    let (team, teams) = (game.team_of(seat), game.teams().len());
    let has_won = |team: usize| game.members(team).any(|seat| state.has_won(seat));
    match (0..teams).filter(|&team| has_won(team)).count() {
        0 if game.is_together() => 0.0,
        0 => 1.0 / teams as f64,
        winners if has_won(team) => 1.0 / winners as f64,
        _ => 0.0,
    }
}

/// The choice made for a seat.
#[derive(Debug)]
pub struct Chosen {
    /// The seat.
    pub seat: Seat,
    /// The action; `None` if the player resigns.
    pub action: Option<Action>,
    /// The reason, in the player's words.
    pub reason: Option<String>,
    /// The error, if the player erred and the action was picked at random.
    pub fault: Option<Fault>,
    /// The player's output.
    pub printed: Vec<String>,
    /// The player's thinking time.
    pub took: Duration,
}

impl Chosen {
    /// An action that doesn't come from a player.
    fn given(seat: Seat, action: Action) -> Self {
        Self { seat, action: Some(action), reason: None, fault: None, printed: Vec::new(), took: Duration::ZERO }
    }
}

/// The reason why a player gave no action.
#[derive(thiserror::Error)]
pub enum Fault {
    /// It was stopped or has failed.
    #[error(transparent)]
    Robot(#[from] RobotError),
    /// It chose an illegal action.
    #[error("the robot `{robot}` chose `{action}`, which is not legal: {reason}")]
    Illegal {
        /// The robot.
        robot: String,
        /// The chosen action.
        action: String,
        /// The reason why it isn't legal.
        reason: String,
    },
    /// The rules failed while checking its choice.
    #[error("the robot `{robot}` chose `{action}`, about which the rules failed: {fault}")]
    Rules {
        /// The robot.
        robot: String,
        /// The chosen action.
        action: String,
        /// The error of the rules.
        fault: Box<Diagnostic>,
    },
    /// It was late once and isn't asked any more.
    #[error("the robot `{robot}` was late in this match, and is not asked again")]
    GivenUp {
        /// The robot.
        robot: String,
    },
}

debug_as_display!(Fault);

impl Fault {
    /// True if the player ran until its time limit.
    pub fn is_late(&self) -> bool {
        matches!(self, Self::Robot(error) if error.is_late())
    }

    /// True if the player resigns.
    pub fn is_resignation(&self) -> bool {
        matches!(self, Self::Robot(RobotError::Resigned { .. }))
    }

    /// True if a person has stopped the player.
    pub fn is_stop(&self) -> bool {
        matches!(self, Self::Robot(RobotError::Stopped { .. }))
    }
}

/// The source of the next action.
#[derive(Clone, Debug)]
pub enum Next {
    /// The player on the seat; an action picked at random if the seat has none or the player errs.
    Ask,
    /// This action, independent of the player on the seat.
    Take(Action),
    /// None: play pauses.
    Rest,
}

impl Next {
    /// Asks the player on the seat, unless play pauses.
    pub const fn ask_unless(rests: bool) -> Self {
        if rests { Self::Rest } else { Self::Ask }
    }
}

/// The error of a match among robots in which an action wasn't applied.
pub(crate) fn rules_failed(error: &ActError) -> Faults {
    Diagnostic::new(Code::RulesFailed, error.to_string()).into()
}

/// Directs a match: supplies actions, and is notified of each.
pub trait Director {
    /// The error that ends play.
    type Error;

    /// The source of the next action. Called before each action, while the match isn't over.
    ///
    /// # Errors
    /// The director's own.
    fn next(&mut self, _seated: &mut SeatedMatch, _seat: Seat) -> Result<Next, Self::Error> {
        Ok(Next::Ask)
    }

    /// Called after a player's choice; it is applied unless the director breaks off.
    ///
    /// # Errors
    /// The director's own.
    fn chosen(&mut self, _seated: &mut SeatedMatch, _chosen: &Chosen) -> Result<ControlFlow<()>, Self::Error> {
        Ok(ControlFlow::Continue(()))
    }

    /// Called after an action was applied and the players were notified.
    ///
    /// # Errors
    /// The director's own.
    fn acted(&mut self, _seated: &mut SeatedMatch, _chosen: &Chosen) -> Result<(), Self::Error> {
        Ok(())
    }

    /// Called after a player has resigned, which ends the match.
    ///
    /// # Errors
    /// The director's own.
    fn resigned(&mut self, _seated: &mut SeatedMatch, _chosen: &Chosen) -> Result<(), Self::Error> {
        Ok(())
    }

    /// Converts a refused action or a failure of the rules into an error; the match is unchanged, and play ends.
    fn refused(&mut self, error: ActError) -> Self::Error;
}

/// A seat with its player.
struct Chair {
    /// `None` for a person.
    player: Option<Box<dyn Player>>,
    /// True if the player isn't asked any more.
    is_given_up: bool,
}

impl Chair {
    fn new(player: Option<Box<dyn Player>>) -> Self {
        Self { player, is_given_up: false }
    }
}

/// The choice from a player's answer: an action picked at random if there is no player or the player has erred.
fn chosen(
    played: &Match,
    seat: Seat,
    choice: Option<Result<Choice, Fault>>,
    (printed, took): (Vec<String>, Duration),
) -> Chosen {
    let picked = || Some(any_action(played, &mut generator_at(seat, played)));
    let (action, reason, fault) = match choice {
        Some(Ok(Choice { action, reason })) => (Some(action), reason, None),
        Some(Err(fault)) if fault.is_resignation() => (None, None, None),
        Some(Err(fault)) => (picked(), None, Some(fault)),
        None => (picked(), None, None),
    };
    Chosen { seat, action, reason, fault, printed, took }
}

/// The generator of a random replacement action; it depends only on the seat and the state of the match, so that it is
/// the same after saving and loading.
fn generator_at(seat: Seat, played: &Match) -> Generator {
    Generator::from_seed(generator(seat, played.seed()).seed() ^ played.steps().len() as u64)
}

/// A random legal action: a uniform verb, then a uniform case of it.
pub(crate) fn any_action(played: &Match, generator: &mut Generator) -> Action {
    let n = Playout::ByVerb.choose(played.legal(), generator);
    played.legal().get(played.game(), n.unwrap_or(0))
}

/// The memory of the robot on a seat, with its specification; `None` without one.
pub type Memory = Option<(String, Value)>;
/// The memories of a match's robots, by seat.
pub type Memories = Vec<Memory>;

/// A match and its players.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use parlour_ai::seated::{Chosen, Director};
/// use parlour_ai::{RobotLibrary, SeatedMatch, Thinking};
/// use parlour_engine::play::ActError;
/// use parlour_engine::{Config, Library, Match, Words};
///
/// /// Writes down what the robots do.
/// #[derive(Default)]
/// struct Scribe(Vec<String>);
///
/// impl Director for Scribe {
///     type Error = ActError;
///
///     fn chosen(&mut self, seated: &mut SeatedMatch, chosen: &Chosen) -> Result<ControlFlow<()>, ActError> {
///         self.0.extend(chosen.action.iter().map(|action| seated.played.game().action_text(action)));
///         Ok(ControlFlow::Continue(()))
///     }
///
///     fn refused(&mut self, error: ActError) -> ActError {
///         error
///     }
/// }
///
/// # let mut library = Library::default();
/// # library.add_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../rules"));
/// # let mut robots = RobotLibrary::new();
/// # robots.add_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/robots"));
/// let game = library.load("tic-tac-toe")?.configure(&Config::default())?;
/// let played = Match::new(game, 7, vec!["random".to_owned(); 2])?;
/// let mut seated = SeatedMatch::new(played, &robots, Thinking::REPRODUCIBLE)?;
/// let mut scribe = Scribe::default();
/// assert!(seated.play(&mut scribe)?);
/// assert!(scribe.0.len() >= 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct SeatedMatch {
    /// The match.
    pub played: Match,
    /// The thinking budget of players.
    pub thinking: Thinking,
    chairs: Vec<Chair>,
}

impl fmt::Debug for SeatedMatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SeatedMatch")
            .field("played", &self.played)
            .field("thinking", &self.thinking)
            .finish_non_exhaustive()
    }
}

impl SeatedMatch {
    /// Seats the players of a match and shows them its initial state.
    ///
    /// # Errors
    /// Robots that can't be loaded.
    pub fn new(played: Match, robots: &RobotLibrary, thinking: Thinking) -> Result<Self, Faults> {
        let mut seated = Self { played, thinking, chairs: Vec::new() };
        seated.seat_all(robots)?;
        Ok(seated)
    }

    /// Seats existing players, in seat order, and shows them the match's initial state. Seats without one are for
    /// people.
    ///
    /// # Errors
    /// Rules that fail in replay.
    pub fn with_players(played: Match, players: Vec<Box<dyn Player>>, thinking: Thinking) -> Result<Self, Faults> {
        let mut players = players.into_iter();
        let mut chairs = Vec::new();
        for seat in played.game().seats() {
            let mut player = players.next();
            if let Some(player) = &mut player {
                see(player.as_mut(), seat, &played)?;
            }
            chairs.push(Chair::new(player));
        }
        Ok(Self { played, thinking, chairs })
    }

    /// Restores a saved match with the memories of its robots.
    ///
    /// # Errors
    /// Robots that can't be loaded.
    pub fn restore(played: Match, record: &Record, robots: &RobotLibrary, thinking: Thinking) -> Result<Self, Faults> {
        let seats: Vec<Seat> = played.game().seats().collect();
        let memories: Vec<Option<Value>> =
            seats.iter().map(|&seat| record.memory.get(played.game().seat_name(seat)).cloned()).collect();
        let mut seated = Self { played, thinking, chairs: Vec::new() };
        seated.seat_remembering(robots, &memories)?;
        Ok(seated)
    }

    /// Takes apart the match and its players, in seat order.
    pub fn into_parts(self) -> (Match, Vec<Option<Box<dyn Player>>>) {
        (self.played, self.chairs.into_iter().map(|chair| chair.player).collect())
    }

    /// The record of the match, with the memories of its robots.
    pub fn record(&self) -> Record {
        let mut record = self.played.record();
        for (seat, chair) in self.played.game().seats().zip(&self.chairs) {
            if let Some(memory) = chair.player.as_ref().and_then(|player| player.memory()) {
                record.memory.insert(self.played.game().seat_name(seat).to_owned(), memory);
            }
        }
        record
    }

    /// The current memories of the robots.
    pub fn memories(&self) -> Memories {
        let of_robot =
            |(name, chair): (&String, &Chair)| Some((name.clone(), chair.player.as_ref().and_then(|p| p.memory())?));
        self.played.players().iter().zip(&self.chairs).map(of_robot).collect()
    }

    /// Seats fresh players on all seats and shows them all that has happened.
    ///
    /// # Errors
    /// Robots that can't be loaded; the seats are unchanged.
    pub fn seat_all(&mut self, robots: &RobotLibrary) -> Result<(), Faults> {
        self.seat_remembering(robots, &[])
    }

    /// Seats players with memories, by seat, and shows them all that has happened.
    fn seat_remembering(&mut self, robots: &RobotLibrary, memories: &[Option<Value>]) -> Result<(), Faults> {
        let played = &self.played;
        let chair = |seat: Seat| {
            let memory = memories.get(seat.index()).and_then(Option::as_ref);
            let spec = played.players().get(seat.index()).filter(|spec| *spec != HUMAN);
            let make = |spec: &String| {
                let mut player = robots.seat(played.game(), seat, spec, played.seed())?;
                see_remembering(player.as_mut(), seat, played, memory)?;
                Ok::<_, Faults>(player)
            };
            Ok(Chair::new(spec.map(make).transpose()?))
        };
        self.chairs = played.game().seats().map(chair).collect::<Result<_, Faults>>()?;
        Ok(())
    }

    /// Seats fresh players after undo or redo; robots with the same specification as at that moment get their memory of
    /// it.
    ///
    /// # Errors
    /// Robots that can't be loaded; the seats are unchanged.
    pub fn seat_again(&mut self, robots: &RobotLibrary, memories: &[Memory]) -> Result<(), Faults> {
        let of_seat = |(name, memory): (&String, &Memory)| {
            memory.as_ref().filter(|(robot, _)| robot == name).map(|(_, memory)| memory.clone())
        };
        let memories: Vec<Option<Value>> = self.played.players().iter().zip(memories).map(of_seat).collect();
        self.seat_remembering(robots, &memories)
    }

    /// Seats a player.
    ///
    /// # Errors
    /// A robot that can't be loaded; the seat is unchanged.
    pub fn seat(&mut self, robots: &RobotLibrary, seat: Seat, spec: &str) -> Result<(), Faults> {
        let player = if spec == HUMAN { None } else { Some(self.make(robots, seat, spec)?) };
        if let Some(chair) = self.chairs.get_mut(seat.index()) {
            (chair.player, chair.is_given_up) = (player, false);
            self.played.set_player(seat, spec.to_owned());
        }
        Ok(())
    }

    /// Lets robots play the seats of people until [`SeatedMatch::give_back`].
    ///
    /// # Errors
    /// A robot that can't be loaded.
    pub fn stand_in(&mut self, robots: &RobotLibrary, spec: &str) -> Result<(), Faults> {
        for seat in self.humans() {
            let player = self.make(robots, seat, spec)?;
            self.chairs[seat.index()].player = Some(player);
        }
        Ok(())
    }

    /// Returns the seats of people to them.
    pub fn give_back(&mut self) {
        for seat in self.humans() {
            self.chairs[seat.index()].player = None;
        }
    }

    /// A player that has seen all that has happened.
    ///
    /// # Errors
    /// A robot that can't be loaded.
    pub fn make(&self, robots: &RobotLibrary, seat: Seat, spec: &str) -> Result<Box<dyn Player>, Faults> {
        let mut player = robots.seat(self.played.game(), seat, spec, self.played.seed())?;
        see(player.as_mut(), seat, &self.played)?;
        Ok(player)
    }

    /// True if a person sits on a seat.
    pub fn is_human(&self, seat: Seat) -> bool {
        self.played.players().get(seat.index()).is_none_or(|player| player == HUMAN)
    }

    /// The seats of people.
    pub fn humans(&self) -> Vec<Seat> {
        self.played.game().seats().filter(|&seat| self.is_human(seat)).collect()
    }

    /// The seat to move; `None` when the match is over.
    pub fn due(&self) -> Option<Seat> {
        Some(self.played.decision()?.seat)
    }

    /// A handle that stops the player on a seat while it thinks.
    pub fn stop_handle(&self, seat: Seat) -> Option<StopHandle> {
        self.chairs.get(seat.index())?.player.as_ref()?.stop_handle()
    }

    /// Stops asking the player on a seat for the rest of the match.
    pub fn give_up(&mut self, seat: Seat) {
        if let Some(chair) = self.chairs.get_mut(seat.index()) {
            chair.is_given_up = true;
        }
    }

    /// Recovers from a fault in a match of robots: a player that exceeded its time limit isn't asked any more in this
    /// match.
    ///
    /// # Errors
    /// The rules have failed.
    pub fn get_over(&mut self, chosen: &Chosen) -> Result<(), Diagnostic> {
        match &chosen.fault {
            Some(Fault::Rules { fault, .. }) => return Err(Diagnostic::clone(fault)),
            Some(fault) if fault.is_late() => self.give_up(chosen.seat),
            _ => {}
        }
        Ok(())
    }

    /// Plays until the match is over or its director pauses; returns true if it is over.
    ///
    /// # Errors
    /// Errors of the director.
    pub fn play<D: Director>(&mut self, director: &mut D) -> Result<bool, D::Error> {
        while let Some(seat) = self.due() {
            let chosen = match director.next(self, seat)? {
                Next::Rest => return Ok(false),
                Next::Take(action) => Chosen::given(seat, action),
                Next::Ask => {
                    let chosen = self.choose_for(seat);
                    if director.chosen(self, &chosen)?.is_break() {
                        return Ok(false);
                    }
                    chosen
                }
            };
            match &chosen.action {
                Some(action) => {
                    self.act(action).map_err(|error| director.refused(error))?;
                    director.acted(self, &chosen)?;
                }
                None => {
                    let resignation = Conclusion::Resignation { seat };
                    self.conclude(resignation).map_err(|error| director.refused(error))?;
                    director.resigned(self, &chosen)?;
                }
            }
        }
        Ok(true)
    }

    /// The choice for the seat to move; an action picked at random if a person sits there or the player errs. `None` if
    /// the match is over.
    pub fn choose(&mut self) -> Option<Chosen> {
        self.due().map(|seat| self.choose_for(seat))
    }

    fn choose_for(&mut self, seat: Seat) -> Chosen {
        let Self { played, thinking, chairs } = self;
        let chair = &mut chairs[seat.index()];
        let started = Instant::now();
        let choice = match &mut chair.player {
            None => None,
            Some(_) if chair.is_given_up => Some(Err(Fault::GivenUp { robot: name(played, seat) })),
            Some(player) => Some(ask(played, player.as_mut(), *thinking)),
        };
        let took = started.elapsed();
        let printed = chair.player.as_ref().map_or_else(Vec::new, |player| player.take_output());
        chosen(played, seat, choice, (printed, took))
    }

    /// Asks a player for the seat to move, and checks that the answer is legal.
    ///
    /// # Errors
    /// The fault of the player.
    pub fn ask(&mut self, player: &mut dyn Player) -> Result<Choice, Fault> {
        ask(&mut self.played, player, self.thinking)
    }

    /// The request for the robot on a seat, for a background worker; `None` if no robot sits there.
    pub fn request(&self, seat: Seat) -> Option<worker::Request> {
        let robot = self.played.players().get(seat.index()).filter(|player| *player != HUMAN)?.clone();
        let memory = self.chairs.get(seat.index())?.player.as_ref().and_then(|player| player.memory());
        Some(worker::Request { standing: self.played.standing(), seat, robot, memory, thinking: self.thinking })
    }

    /// The choice from a worker's reply: a legal action, picked at random if the robot has erred. Stores the robot's
    /// memory.
    pub fn choose_by_reply(&mut self, reply: Reply) -> Chosen {
        let Reply { seat, choice, memory, printed, took, .. } = reply;
        if let (Some(memory), Some(player)) =
            (memory, self.chairs.get_mut(seat.index()).and_then(|c| c.player.as_mut()))
        {
            player.restore(&memory);
        }
        chosen(&self.played, seat, Some(choice), (printed, took))
    }

    /// Ends the match by a decision of its players, and notifies them.
    ///
    /// # Errors
    /// The match is over, or the scores can't be counted; the match is unchanged then.
    pub fn conclude(&mut self, conclusion: Conclusion) -> Result<(), ActError> {
        self.played.conclude(conclusion)?;
        self.tell_end();
        Ok(())
    }

    fn tell_end(&mut self) {
        let played = &self.played;
        for (n, chair) in self.chairs.iter_mut().enumerate() {
            if let Some(player) = &mut chair.player {
                player.end(&played.view(Some(Seat::from_index(n))));
            }
        }
    }

    /// Applies an action, and notifies the players.
    ///
    /// # Errors
    /// A refusal or a failing script; the match is unchanged then.
    pub fn act(&mut self, action: &Action) -> Result<&Step, ActError> {
        self.played.act(action)?;
        let (played, events) = (&self.played, self.played.steps().last().map_or(&[][..], |step| &step.events));
        for (n, chair) in self.chairs.iter_mut().enumerate() {
            if let Some(player) = &mut chair.player {
                player.observe(events, &|| played.view(Some(Seat::from_index(n))));
            }
        }
        if self.played.decision().is_none() {
            self.tell_end();
        }
        self.played.steps().last().ok_or(ActError::Refused(parlour_engine::rules::Refusal::Over))
    }
}

/// The choice of a robot for the seat to move, if it joined the match now and had seen all of it.
///
/// # Errors
/// A robot that can't be loaded; inside, the fault of the robot.
pub fn choice_of(
    robots: &RobotLibrary,
    played: &mut Match,
    seat: Seat,
    spec: &str,
    thinking: Thinking,
) -> Result<Result<Choice, Fault>, Faults> {
    Ok(thought_of(robots, played, seat, spec, thinking)?.choice)
}

/// A robot's choice with its search report.
#[derive(Debug)]
pub struct Thought {
    /// The choice, or the fault.
    pub choice: Result<Choice, Fault>,
    /// The report of its last search, if it searches.
    pub report: Option<Report>,
    /// Its output.
    pub printed: Vec<String>,
}

/// The choice of a newly seated robot with its search report.
///
/// # Errors
/// A robot that can't be loaded.
pub fn thought_of(
    robots: &RobotLibrary,
    played: &mut Match,
    seat: Seat,
    spec: &str,
    thinking: Thinking,
) -> Result<Thought, Faults> {
    let mut player = robots.seat(played.game(), seat, spec, played.seed())?;
    see(player.as_mut(), seat, played)?;
    let choice = ask(played, player.as_mut(), thinking);
    Ok(Thought { choice, report: player.thought(played.legal()), printed: player.take_output() })
}

/// The choice of a newly seated robot, with the value of every action in the report.
///
/// # Errors
/// A robot that can't be loaded.
pub fn judgement_of(
    robots: &RobotLibrary,
    played: &mut Match,
    seat: Seat,
    spec: &str,
    thinking: Thinking,
) -> Result<Thought, Faults> {
    let mut player = robots.seat(played.game(), seat, spec, played.seed())?;
    player.judge_each();
    see(player.as_mut(), seat, played)?;
    let choice = ask(played, player.as_mut(), thinking);
    Ok(Thought { choice, report: player.thought(played.legal()), printed: player.take_output() })
}

/// Shows a player all that has happened.
///
/// # Errors
/// Rules that fail in replay.
pub fn see(player: &mut dyn Player, seat: Seat, played: &Match) -> Result<(), Diagnostic> {
    see_remembering(player, seat, played, None)
}

/// The key in a robot's memory for the number of actions before it was saved; absent, it is current.
const AT: &str = "at";

/// Shows a player all that has happened, and restores its memory at the point at which it was saved, so that it
/// observes everything after.
pub(crate) fn see_remembering(
    player: &mut dyn Player,
    seat: Seat,
    played: &Match,
    memory: Option<&Value>,
) -> Result<(), Diagnostic> {
    let steps = played.steps();
    let failed = RefCell::new(None);
    let after = |n: usize| {
        let state = played.state_before(n).unwrap_or_else(|fault| {
            failed.replace(Some(fault));
            Cow::Borrowed(played.state())
        });
        played.game().view(&state, Some(seat))
    };
    let at = memory.and_then(|memory| memory.get(AT)?.as_u64()).and_then(|at| usize::try_from(at).ok());
    let at = at.unwrap_or(steps.len()).min(steps.len());
    player.observe(played.opening(), &|| after(0));
    for n in 0..=steps.len() {
        if let Some(memory) = memory.filter(|_| n == at) {
            player.restore(memory);
        }
        if let Some(step) = steps.get(n) {
            player.observe(&step.events, &|| after(n + 1));
        }
    }
    failed.into_inner().map_or(Ok(()), Err)
}

/// A player's memory, marked with the number of actions.
pub(crate) fn remembered(player: &dyn Player, played: &Match) -> Option<Value> {
    let mut memory = player.memory()?;
    memory[AT] = played.steps().len().into();
    Some(memory)
}

/// Asks a player for the seat to move, and checks that the answer is legal.
pub fn ask(played: &mut Match, player: &mut dyn Player, thinking: Thinking) -> Result<Choice, Fault> {
    let seat = played.decision().map(|decision| decision.seat);
    let view = played.view(seat);
    let thinking = player.thinking().unwrap_or(thinking);
    let request = Request { view: &view, legal: played.legal(), time: thinking.time, nodes: thinking.nodes };
    if played.game().is_open() {
        player.follow(&History(played));
    }
    let choice = player.choose(&request)?;
    let checked = played.check(&choice.action);
    let robot = || seat.map_or_else(String::new, |seat| name(played, seat));
    let action = || played.game().action_text(&choice.action);
    match checked {
        Ok(()) => Ok(choice),
        Err(error) => Err(match error.refusal() {
            Ok(refusal) => Fault::Illegal { robot: robot(), action: action(), reason: refusal.to_string() },
            Err(fault) => Fault::Rules { robot: robot(), action: action(), fault: Box::new(fault) },
        }),
    }
}

/// The specification of the player on a seat.
fn name(played: &Match, seat: Seat) -> String {
    played.players().get(seat.index()).cloned().unwrap_or_default()
}
