//! A match with those who play it: robots on their seats, people on theirs.

use std::time::Duration;

use parlour_engine::action::Action;
use parlour_engine::diagnostic::Faults;
use parlour_engine::ids::Seat;
use parlour_engine::play::{ActError, Match, Step};
use parlour_engine::script::StopHandle;

use crate::robots::{Choice, Player, Request, RobotLibrary};
use crate::seats::{HUMAN, RANDOM};

/// How much a robot may think about one action.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Thinking {
    /// The longest it may take.
    pub(crate) time: Duration,
    /// How many nodes a search may look at; with it a choice is the same again for the same seed.
    pub(crate) nodes: Option<u64>,
}

impl Thinking {
    /// As long as a person likes to wait.
    pub(crate) const AT_THE_KEYBOARD: Self = Self { time: Duration::from_millis(800), nodes: None };
    /// The same choice for the same seed, on any machine.
    pub(crate) const REPRODUCIBLE: Self = Self { time: Duration::from_secs(60), nodes: Some(20_000) };
}

/// A match and its players.
pub(crate) struct Table {
    /// The match.
    pub(crate) played: Match,
    chairs: Vec<Option<Box<dyn Player>>>,
    fallback: Vec<Box<dyn Player>>,
    /// How long robots think.
    pub(crate) thinking: Thinking,
}

/// What a robot wants to do.
#[derive(Debug)]
pub(crate) struct Wish {
    /// The action.
    pub(crate) action: Action,
    /// Why, in the robot's words.
    pub(crate) reason: Option<String>,
    /// What went wrong, if the action is that of the fallback.
    pub(crate) fault: Option<String>,
}

impl Table {
    /// Puts the players of a match on their seats and lets them see how it began.
    ///
    /// # Errors
    /// Robots that can't be loaded.
    pub(crate) fn new(played: Match, robots: &RobotLibrary, thinking: Thinking) -> Result<Self, Faults> {
        let mut table = Self { played, chairs: Vec::new(), fallback: Vec::new(), thinking };
        table.seat_all(robots)?;
        Ok(table)
    }

    /// Puts fresh players on all seats, who then see all that has happened so far.
    ///
    /// # Errors
    /// Robots that can't be loaded; the seats are as they were.
    pub(crate) fn seat_all(&mut self, robots: &RobotLibrary) -> Result<(), Faults> {
        let seats: Vec<Seat> = self.played.game().seats().collect();
        let chairs = seats.iter().map(|&seat| self.chair(robots, seat)).collect::<Result<_, _>>()?;
        let fallback = seats.iter().map(|&seat| self.make(robots, seat, RANDOM)).collect::<Result<_, _>>()?;
        self.chairs = chairs;
        self.fallback = fallback;
        Ok(())
    }

    /// Puts somebody on a seat.
    ///
    /// # Errors
    /// A robot that can't be loaded; the seat is as it was.
    pub(crate) fn seat(&mut self, robots: &RobotLibrary, seat: Seat, spec: &str) -> Result<(), Faults> {
        let before = self.played.players().get(seat.index()).cloned().unwrap_or_default();
        self.played.set_player(seat, spec.to_owned());
        match self.chair(robots, seat) {
            Ok(chair) => self.chairs[seat.index()] = chair,
            Err(faults) => {
                self.played.set_player(seat, before);
                return Err(faults);
            }
        }
        Ok(())
    }

    fn chair(&self, robots: &RobotLibrary, seat: Seat) -> Result<Option<Box<dyn Player>>, Faults> {
        match self.played.players().get(seat.index()).map(String::as_str) {
            None | Some(HUMAN) => Ok(None),
            Some(spec) => self.make(robots, seat, spec).map(Some),
        }
    }

    /// A robot that has seen all that has happened so far.
    ///
    /// # Errors
    /// A robot that can't be loaded.
    pub(crate) fn make(&self, robots: &RobotLibrary, seat: Seat, spec: &str) -> Result<Box<dyn Player>, Faults> {
        let seed = self.played.seed() ^ (seat.index() as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut player = robots.seat(self.played.game(), seat, spec, seed)?;
        player.observe(self.played.opening());
        for step in self.played.steps() {
            player.observe(&step.events);
        }
        Ok(player)
    }

    /// Whether a person sits on a seat.
    pub(crate) fn is_human(&self, seat: Seat) -> bool {
        self.chairs.get(seat.index()).is_none_or(Option::is_none)
    }

    /// The seats of people.
    pub(crate) fn humans(&self) -> Vec<Seat> {
        self.played.game().seats().filter(|&seat| self.is_human(seat)).collect()
    }

    /// What stops the robot on a seat while it thinks.
    pub(crate) fn stop_handle(&self, seat: Seat) -> Option<StopHandle> {
        self.chairs.get(seat.index())?.as_ref()?.stop_handle()
    }

    /// What the robot that is to act wants to do; the fallback's choice where a person sits or the robot errs.
    /// `None` if the match is over.
    pub(crate) fn wish(&mut self) -> Option<Wish> {
        let seat = self.played.decision()?.seat;
        let view = self.played.view(Some(seat));
        let legal = self.played.legal().clone();
        let request = Request { view: &view, legal: &legal, time: self.thinking.time, nodes: self.thinking.nodes };
        let mut fault = None;
        if let Some(player) = self.chairs.get_mut(seat.index()).and_then(Option::as_mut) {
            match ask(player.as_mut(), &request, &mut self.played) {
                Ok(Choice { action, reason }) => return Some(Wish { action, reason, fault: None }),
                Err(error) => fault = Some(error),
            }
        }
        let choice = self.fallback.get_mut(seat.index()).and_then(|player| player.choose(&request).ok());
        let action = choice.map_or_else(|| legal.get(self.played.game(), 0), |choice| choice.action);
        Some(Wish { action, reason: None, fault })
    }

    /// Takes an action, and lets the robots see what happened.
    ///
    /// # Errors
    /// A refusal or a failing script; nothing has changed then.
    pub(crate) fn act(&mut self, action: &Action) -> Result<&Step, ActError> {
        let step = self.played.act(action)?;
        for player in self.chairs.iter_mut().flatten() {
            player.observe(&step.events);
        }
        Ok(step)
    }
}

/// Asks a player, and makes sure that the answer is legal.
///
/// # Errors
/// What went wrong, in words.
pub(crate) fn ask(player: &mut dyn Player, request: &Request<'_>, played: &mut Match) -> Result<Choice, String> {
    let choice = player.choose(request).map_err(|error| error.to_string())?;
    let is_legal = match played.check(&choice.action) {
        Ok(checked) => checked.map_err(|refusal| refusal.to_string()),
        Err(error) => Err(error.to_string()),
    };
    is_legal.map_err(|reason| {
        format!("`{}` was chosen, but that is not legal: {reason}", played.game().action_text(&choice.action))
    })?;
    Ok(choice)
}
