//! What happens between two lines: robots move, seats change, the position is shown.

use parlour_engine::ids::Seat;

use super::Session;
use super::input::Input;
use crate::failure::Failure;
use crate::interrupt::Watch;
use crate::marks::escape;

impl Session<'_> {
    /// Takes actions of the script and of robots until a person is needed, and shows how it stands then.
    pub(super) fn advance(&mut self, _input: &mut Input) -> Result<(), Failure> {
        let watch = Watch::begin();
        while let Some(seat) = self.due() {
            if self.scripted()? {
                continue;
            }
            if self.is_paused || self.is_human(seat) {
                break;
            }
            self.robot_moves(seat, &watch)?;
        }
        drop(watch);
        self.show_if_new()
    }

    /// Who is to act; `None` without a match or when it is over.
    pub(super) fn due(&self) -> Option<Seat> {
        Some(self.table.as_ref()?.played.decision()?.seat)
    }

    fn is_human(&self, seat: Seat) -> bool {
        self.table.as_ref().is_some_and(|table| table.is_human(seat))
    }

    /// Takes the next action of the script; false if there is none.
    fn scripted(&mut self) -> Result<bool, Failure> {
        let Some((line, text)) = self.script.as_mut().and_then(|script| script.next()) else {
            return Ok(false);
        };
        let Some(table) = self.table.as_mut() else { return Ok(false) };
        let taken = table.played.parse(&text).map_err(Into::into).and_then(|action| table.act(&action).map(|_| ()));
        if let Err(error) = taken {
            self.strict = true;
            return Err(self
                .script
                .as_ref()
                .map_or_else(|| Failure::Input(error.to_string()), |script| script.refusal(line, &text, &error)));
        }
        self.after_action()?;
        Ok(true)
    }

    /// Lets a robot move, unless Ctrl-C stops it.
    pub(super) fn robot_moves(&mut self, seat: Seat, watch: &Watch) -> Result<(), Failure> {
        let Some(table) = self.table.as_mut() else { return Ok(()) };
        watch.stops(table.stop_handle(seat));
        let wish = table.wish();
        watch.stops(None);
        if watch.is_pressed() {
            self.is_paused = true;
            self.context
                .screen
                .say("[yellow]Stopped.[/] `auto 1` lets the robot think again, `seat` changes the seat.");
            return Ok(());
        }
        let Some(wish) = wish else { return Ok(()) };
        if let Some(fault) = &wish.fault {
            self.context.screen.fault(format!("{fault}; `random` moves instead"));
        }
        table.act(&wish.action).map_err(|error| Failure::Input(error.to_string()))?;
        self.after_action()?;
        watch.sleep(self.pause);
        Ok(())
    }

    /// Tells what an action has brought about.
    pub(super) fn after_action(&mut self) -> Result<(), Failure> {
        self.tell()
    }

    /// Shows the position if it is another one than was shown last.
    fn show_if_new(&mut self) -> Result<(), Failure> {
        let Some(table) = &self.table else { return Ok(()) };
        if let Some(decision) = table.played.decision()
            && table.is_human(decision.seat)
        {
            self.viewer = Some(decision.seat);
        }
        let now = (table.played.steps().len(), self.viewer);
        if self.shown == Some(now) {
            return Ok(());
        }
        self.tell()?;
        self.shown = Some(now);
        self.show_position()?;
        self.show_status()
    }

    /// The prompt of the next line.
    pub(super) fn prompt(&self) -> String {
        match (&self.table, self.due()) {
            (None, _) => "parlour> ".to_owned(),
            (Some(table), None) => format!("{} (over)> ", table.played.game().name()),
            (Some(table), Some(seat)) => format!("{}> ", table.played.game().seat_name(seat)),
        }
    }

    /// Who is to do what, or how it ended.
    pub(super) fn show_status(&self) -> Result<(), Failure> {
        let Some(table) = &self.table else { return Ok(()) };
        let game = table.played.game();
        let Some(decision) = table.played.decision() else {
            return self.show_ending();
        };
        let seat = game.seat_name(decision.seat);
        let due = &game.pack().phases[decision.phase.index()].text;
        self.context.screen.show(&format!("[bold]{}[/] to act: {}", escape(seat), escape(due)))
    }
}
