//! A match with those who play it: robots on their seats, people on theirs.

use std::time::Duration;

use parlour_engine::action::Action;
use parlour_engine::diagnostic::Faults;
use parlour_engine::ids::Seat;
use parlour_engine::play::{ActError, Match, Record, Step};
use parlour_engine::script::StopHandle;
use serde_json::Value;

use crate::seats::{HUMAN, RANDOM};
use parlour_ai::{Choice, Player, Request, RobotError, RobotLibrary};

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

/// What the robots remember, by seat, each with the robot that it is.
type Memories = Vec<Option<(String, Value)>>;

/// A match and its players.
pub(crate) struct Table {
    /// The match.
    pub(crate) played: Match,
    chairs: Vec<Option<Box<dyn Player>>>,
    fallback: Vec<Box<dyn Player>>,
    /// How long robots think.
    pub(crate) thinking: Thinking,
    /// What the robots remembered after so many actions; `None` where the match never goes back.
    memories: Option<Vec<Memories>>,
}

/// What a robot wants to do.
#[derive(Debug)]
pub(crate) struct Wish {
    /// The action.
    pub(crate) action: Action,
    /// Why, in the robot's words.
    pub(crate) reason: Option<String>,
    /// What went wrong, if the action is that of the fallback.
    pub(crate) fault: Option<Fault>,
    /// What the robot has printed.
    pub(crate) printed: Vec<String>,
}

/// Why a robot has no action.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Fault {
    /// It was stopped or has failed.
    #[error(transparent)]
    Robot(#[from] RobotError),
    /// It wants what the rules forbid.
    #[error("the robot `{robot}` chose `{action}`, which is not legal: {reason}")]
    Illegal {
        /// The robot.
        robot: String,
        /// What it wants.
        action: String,
        /// Why not.
        reason: String,
    },
}

impl Fault {
    /// Whether it ran until it was stopped for it.
    pub(crate) fn is_late(&self) -> bool {
        matches!(self, Self::Robot(error) if error.is_late())
    }

    /// Whether a person has stopped the robot.
    pub(crate) fn is_stop(&self) -> bool {
        matches!(self, Self::Robot(RobotError::Stopped { .. }))
    }
}

impl Table {
    /// Puts the players of a match on their seats and lets them see how it began.
    ///
    /// # Errors
    /// Robots that can't be loaded.
    pub(crate) fn new(played: Match, robots: &RobotLibrary, thinking: Thinking) -> Result<Self, Faults> {
        let mut table = Self { played, chairs: Vec::new(), fallback: Vec::new(), thinking, memories: None };
        table.seat_all(robots)?;
        Ok(table)
    }

    /// From now on what the robots remember after an action is kept, for [`Table::seat_again`].
    pub(crate) fn goes_back(mut self) -> Self {
        self.memories = Some(Vec::new());
        self.remember();
        self
    }

    /// The table of a saved match, at which robots remember what they did.
    ///
    /// # Errors
    /// Robots that can't be loaded.
    pub(crate) fn restore(
        played: Match,
        record: &Record,
        robots: &RobotLibrary,
        thinking: Thinking,
    ) -> Result<Self, Faults> {
        let mut table = Self::new(played, robots, thinking)?;
        for seat in table.played.game().seats() {
            let memory = record.memory.get(table.played.game().seat_name(seat));
            if let (Some(memory), Some(Some(player))) = (memory, table.chairs.get_mut(seat.index())) {
                player.restore(memory);
            }
        }
        Ok(table)
    }

    /// The record of the match, with what its robots remember.
    pub(crate) fn record(&self) -> Record {
        let mut record = self.played.record();
        for (seat, chair) in self.played.game().seats().zip(&self.chairs) {
            if let Some(memory) = chair.as_ref().and_then(|player| player.memory()) {
                record.memory.insert(self.played.game().seat_name(seat).to_owned(), memory);
            }
        }
        record
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

    /// Keeps what the robots remember now, for when the match comes back to this moment.
    fn remember(&mut self) {
        let Some(memories) = &mut self.memories else { return };
        memories.resize_with(self.played.steps().len(), Vec::new);
        let of_robot = |(player, chair): (&String, &Option<Box<dyn Player>>)| {
            Some((player.clone(), chair.as_ref().and_then(|chair| chair.memory())?))
        };
        memories.push(self.played.players().iter().zip(&self.chairs).map(of_robot).collect());
    }

    /// Puts fresh players on all seats after the match has gone back or forth; they remember what the same robots did
    /// at that moment.
    ///
    /// # Errors
    /// Robots that can't be loaded; the seats are as they were.
    pub(crate) fn seat_again(&mut self, robots: &RobotLibrary) -> Result<(), Faults> {
        self.seat_all(robots)?;
        let memories = self.memories.iter().filter_map(|memories| memories.get(self.played.steps().len())).flatten();
        for ((chair, player), memory) in self.chairs.iter_mut().zip(self.played.players()).zip(memories) {
            if let (Some(chair), Some((robot, memory))) = (chair, memory)
                && robot == player
            {
                chair.restore(memory);
            }
        }
        Ok(())
    }

    /// Puts somebody on a seat.
    ///
    /// # Errors
    /// A robot that can't be loaded; the seat is as it was.
    pub(crate) fn seat(&mut self, robots: &RobotLibrary, seat: Seat, spec: &str) -> Result<(), Faults> {
        let chair = if spec == HUMAN { None } else { Some(self.make(robots, seat, spec)?) };
        if let Some(place) = self.chairs.get_mut(seat.index()) {
            *place = chair;
            self.played.set_player(seat, spec.to_owned());
        }
        Ok(())
    }

    /// Lets robots act on the seats of people until [`Table::give_back`].
    ///
    /// # Errors
    /// A robot that can't be loaded.
    pub(crate) fn stand_in(&mut self, robots: &RobotLibrary, spec: &str) -> Result<(), Faults> {
        for seat in self.humans() {
            let player = self.make(robots, seat, spec)?;
            self.chairs[seat.index()] = Some(player);
        }
        Ok(())
    }

    /// Gives people their seats back.
    pub(crate) fn give_back(&mut self) {
        for seat in self.humans() {
            self.chairs[seat.index()] = None;
        }
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
        let mut player = robots.seat(self.played.game(), seat, spec, self.played.seed())?;
        player.observe(self.played.opening());
        for step in self.played.steps() {
            player.observe(&step.events);
        }
        Ok(player)
    }

    /// Whether a person sits on a seat.
    pub(crate) fn is_human(&self, seat: Seat) -> bool {
        self.played.players().get(seat.index()).is_none_or(|player| player == HUMAN)
    }

    /// The seats of people.
    pub(crate) fn humans(&self) -> Vec<Seat> {
        self.played.game().seats().filter(|&seat| self.is_human(seat)).collect()
    }

    /// What stops the robot on a seat while it thinks.
    pub(crate) fn stop_handle(&self, seat: Seat) -> Option<StopHandle> {
        self.chairs.get(seat.index())?.as_ref()?.stop_handle()
    }

    /// What the robot that is to act wants to do; the fallback's choice where nobody sits or the robot errs.
    /// `None` if the match is over.
    pub(crate) fn wish(&mut self) -> Option<Wish> {
        let seat = self.played.decision()?.seat;
        let (mut fault, mut printed) = (None, Vec::new());
        if let Some(mut player) = self.chairs.get_mut(seat.index()).and_then(Option::take) {
            let choice = self.ask(player.as_mut());
            printed = player.take_output();
            self.chairs[seat.index()] = Some(player);
            match choice {
                Ok(Choice { action, reason }) => return Some(Wish { action, reason, fault: None, printed }),
                Err(error) => fault = Some(error),
            }
        }
        let view = self.played.view(Some(seat));
        let legal = self.played.legal();
        let request = Request { view: &view, legal, time: self.thinking.time, nodes: self.thinking.nodes };
        let choice = self.fallback.get_mut(seat.index()).and_then(|player| player.choose(&request).ok());
        let action = choice.map_or_else(|| legal.get(self.played.game(), 0), |choice| choice.action);
        Some(Wish { action, reason: None, fault, printed })
    }

    /// Does not ask the robot on a seat any more: the fallback acts for it.
    pub(crate) fn give_up(&mut self, seat: Seat) {
        if let Some(chair) = self.chairs.get_mut(seat.index()) {
            *chair = None;
        }
    }

    /// Asks a player what to do for the seat that is to act, and makes sure that the answer is legal.
    ///
    /// # Errors
    /// What went wrong.
    pub(crate) fn ask(&mut self, player: &mut dyn Player) -> Result<Choice, Fault> {
        let seat = self.played.decision().map(|decision| decision.seat);
        let view = self.played.view(seat);
        let legal = self.played.legal().clone();
        let request = Request { view: &view, legal: &legal, time: self.thinking.time, nodes: self.thinking.nodes };
        let choice = player.choose(&request)?;
        let reason = match self.played.check(&choice.action) {
            Ok(Ok(())) => return Ok(choice),
            Ok(Err(refusal)) => refusal.to_string(),
            Err(error) => error.to_string(),
        };
        Err(Fault::Illegal {
            robot: seat.and_then(|seat| self.played.players().get(seat.index())).cloned().unwrap_or_default(),
            action: self.played.game().action_text(&choice.action),
            reason,
        })
    }

    /// Takes an action, and lets the robots see what happened.
    ///
    /// # Errors
    /// A refusal or a failing script; nothing has changed then.
    pub(crate) fn act(&mut self, action: &Action) -> Result<(), ActError> {
        let step = self.played.act(action)?;
        for player in self.chairs.iter_mut().flatten() {
            player.observe(&step.events);
        }
        self.remember();
        if self.played.decision().is_none() {
            for (n, chair) in self.chairs.iter_mut().enumerate() {
                if let Some(player) = chair {
                    player.end(&self.played.view(Some(Seat::from_index(n))));
                }
            }
        }
        Ok(())
    }

    /// The step that was taken last.
    pub(crate) fn last_step(&self) -> Option<&Step> {
        self.played.steps().last()
    }
}
