//! Who plays: seats, and robots that play on by themselves.

use std::time::Duration;

use super::playing::count;
use super::telling::has_secrets;
use super::{PACE, Session};
use crate::failure::Failure;
use crate::interrupt::Watch;
use crate::marks::escape;
use crate::seats;

impl Session<'_> {
    pub(super) fn show_seats(&self) -> Result<(), Failure> {
        let Some(table) = &self.table else { return Ok(()) };
        let game = table.played.game();
        for seat in game.seats() {
            let mut line = format!("  {}: {}", game.seat_name(seat), table.played.players()[seat.index()]);
            if self.viewer == Some(seat) && table.humans().len() == 1 {
                line.push_str(" (you)");
            }
            if self.due() == Some(seat) {
                line.push_str(", to act");
            }
            self.context.screen.show(&escape(&line))?;
        }
        Ok(())
    }

    /// Puts somebody else on a seat.
    pub(super) fn change_seat(&mut self, rest: &str) -> Result<(), Failure> {
        let Some(table) = self.table.as_mut() else { return Ok(()) };
        let game = table.played.game().clone();
        let names: Vec<&str> = game.seats().map(|seat| game.seat_name(seat)).collect();
        let Some((name, spec)) = rest.split_once(char::is_whitespace).map(|(name, spec)| (name, spec.trim())) else {
            return Err(Failure::Input("expected a seat and who is to play it, as in `seat b random`".to_owned()));
        };
        let Some(seat) = game.seats().find(|&seat| game.seat_name(seat).eq_ignore_ascii_case(name)) else {
            return Err(Failure::Input(format!("there is no seat `{name}`; there are {}", names.join(", "))));
        };
        table.seat(&self.context.robots, seat, spec)?;
        let humans = table.humans();
        if !self.viewer.is_some_and(|viewer| humans.contains(&viewer)) {
            // Who sits down now has seen what onlookers have.
            // Where several have secrets from each other, each is asked to come first.
            let is_shared = humans.len() > 1 && has_secrets(&game);
            self.viewer = humans.first().copied().filter(|_| !is_shared);
            self.told.fill(table.played.steps().len() + 1);
        }
        self.is_paused = humans.is_empty();
        self.shown = None;
        self.autosave();
        self.context.screen.show(&escape(&format!("{} is {spec} now.", game.seat_name(seat))))
    }

    /// Lets robots play on for all seats.
    pub(super) fn auto(&mut self, rest: &str) -> Result<(), Failure> {
        self.play_on(count(rest)?, false)
    }

    /// The same, showing each position for a while.
    pub(super) fn watch(&mut self, rest: &str) -> Result<(), Failure> {
        self.play_on(count(rest)?, true)
    }

    fn play_on(&mut self, most: Option<usize>, shows: bool) -> Result<(), Failure> {
        let Some(table) = self.table.as_mut() else { return Ok(()) };
        if table.played.decision().is_none() {
            return Err(Failure::Input("the match is over: `play` begins another, `undo` takes back".to_owned()));
        }
        let robot = seats::default_robot(table.played.game().pack(), &self.context.robots, 1);
        table.stand_in(&self.context.robots, &robot)?;
        let result = self.robots_alone(most, shows);
        if let Some(table) = self.table.as_mut() {
            table.give_back();
        }
        self.autosave();
        result
    }

    fn robots_alone(&mut self, most: Option<usize>, shows: bool) -> Result<(), Failure> {
        let watch = Watch::begin();
        self.is_paused = false;
        let mut left = most.unwrap_or(usize::MAX);
        while let Some(seat) = self.due()
            && left > 0
            && !self.is_paused
        {
            self.robot_moves(seat, &watch)?;
            left -= 1;
            if shows && !self.is_paused && self.due().is_some() {
                self.show_position()?;
                watch.sleep(self.pace);
                self.is_paused = watch.is_pressed();
            }
        }
        // Robots wait again where nobody else can act, or where so many actions were asked for.
        self.is_paused |= most.is_some() || self.table.as_ref().is_some_and(|table| table.humans().is_empty());
        Ok(())
    }

    pub(super) fn set_speed(&mut self, rest: &str) -> Result<(), Failure> {
        self.pace = match rest {
            "" => return self.context.screen.show(&format!("`watch` rests {} ms.", self.pace.as_millis())),
            "slow" => PACE * 3,
            "normal" => PACE,
            "fast" => PACE / 7,
            ms => match ms.parse::<u64>() {
                Ok(ms) if ms <= 60_000 => Duration::from_millis(ms),
                _ => {
                    return Err(Failure::Input(format!(
                        "`{ms}` is no speed; expected slow, normal, fast or milliseconds up to 60000"
                    )));
                }
            },
        };
        Ok(())
    }
}
