//! What happens between two lines: robots move, seats change, the position is shown.

use parlour_engine::ids::Seat;
use parlour_engine::trace;

use super::input::Input;
use super::telling::has_secrets;
use super::{Next, Session};
use crate::excerpt::Told;
use crate::failure::Failure;
use crate::interrupt::Watch;
use crate::marks::{escape, wrap};
use crate::saves;

/// Longer matches are saved less often while robots play.
const LONG: usize = 500;

impl Session<'_> {
    /// Takes actions of the script and of robots until a person is needed, and shows how it stands then.
    pub(super) fn advance(&mut self, input: &mut Input) -> Result<(), Failure> {
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
        self.change_places(input)?;
        if !self.is_handed_over() {
            self.show_if_new()?;
        }
        self.end_script()
    }

    /// Who is to act; `None` without a match or when it is over.
    pub(super) fn due(&self) -> Option<Seat> {
        Some(self.table.as_ref()?.played.decision()?.seat)
    }

    pub(super) fn is_human(&self, seat: Seat) -> bool {
        self.table.as_ref().is_some_and(|table| table.is_human(seat))
    }

    /// Whether those at the keyboard may know what a seat can do.
    pub(super) fn may_look(&self, seat: Seat) -> bool {
        let open = self.table.as_ref().is_some_and(|table| !has_secrets(table.played.game()));
        self.reveals || open || self.is_human(seat) && !self.is_handed_over()
    }

    /// Takes the next action of the script; false if there is none.
    fn scripted(&mut self) -> Result<bool, Failure> {
        let Some((script, table)) = self.script.as_mut().zip(self.table.as_mut()) else { return Ok(false) };
        let Some(action) = script.next(&table.played)? else {
            self.script = None;
            return Ok(false);
        };
        table.act(&action).map_err(|error| script.refusal(error))?;
        self.after_action()?;
        Ok(true)
    }

    /// Refuses the lines of a script that come after the end of the match.
    fn end_script(&mut self) -> Result<(), Failure> {
        if self.table.is_none() || self.due().is_some() {
            return Ok(());
        }
        self.script.take().map_or(Ok(()), |mut script| script.finish())
    }

    /// Lets a robot move, unless Ctrl-C stops it.
    pub(super) fn robot_moves(&mut self, seat: Seat, watch: &Watch) -> Result<(), Failure> {
        let Some(table) = self.table.as_mut() else { return Ok(()) };
        watch.stops(table.stop_handle(seat));
        let wish = table.choose();
        watch.stops(None);
        let Some(wish) = wish else { return Ok(()) };
        for line in &wish.printed {
            self.context.screen.show(&format!(
                "[dim]{}: {}[/]",
                escape(table.played.game().seat_name(seat)),
                escape(line)
            ))?;
        }
        if watch.is_pressed() || wish.fault.as_ref().is_some_and(|fault| fault.is_stop()) {
            self.is_paused = true;
            let more = if table.is_human(seat) { "It is your turn." } else { "Enter or `auto` lets the robots go on." };
            let text = format!("[yellow]Stopped.[/] {more}");
            self.context.screen.say(&wrap(&text, self.context.screen.width, 0));
            return Ok(());
        }
        if let Some(fault) = &wish.fault {
            self.context.screen.blame(&Told::of_robot(fault, "; `random` moves instead"));
        }
        if let Err(error) = table.act(&wish.action) {
            self.is_paused = true;
            return Err(error.into());
        }
        let (game, player) = (table.played.game(), &table.played.players()[seat.index()]);
        let did = |reason| format!("{} ({player}), {}: {reason}", game.seat_name(seat), game.action_text(&wish.action));
        self.reason = wish.reason.map(did);
        self.after_action()
    }

    /// Saves and tells what an action has brought about.
    pub(super) fn after_action(&mut self) -> Result<(), Failure> {
        self.remember();
        let Some(table) = &self.table else { return Ok(()) };
        let n = table.played.steps().len();
        let robot_acted = table.played.steps().last().is_some_and(|step| !table.is_human(step.decision.seat));
        let is_over = table.played.decision().is_none();
        if n < LONG || !robot_acted || n % LONG == 0 || is_over {
            self.autosave();
        }
        if self.traces {
            self.show_trace_line()?;
        }
        self.tell()
    }

    pub(super) fn autosave(&mut self) {
        let Some(table) = &self.table else { return };
        let result = saves::autosave(&table.record(), &self.autosave, table.played.decision().is_none());
        if let (Err(failure), false) = (&result, self.cannot_save) {
            self.context.screen.fault(format!("the match can't be saved on the way: {failure}"));
        }
        self.cannot_save = result.is_err();
    }

    fn show_trace_line(&mut self) -> Result<(), Failure> {
        let Some(table) = &mut self.table else { return Ok(()) };
        let line = trace::visible_step(&mut table.played, self.viewer, self.reveals)?;
        line.map_or(Ok(()), |line| self.context.screen.show(&escape(&line.to_string())))
    }

    /// Whether the keyboard goes to another person, who may know what those before it may not.
    pub(super) fn is_handed_over(&self) -> bool {
        let Some(table) = &self.table else { return false };
        let person = self.due().filter(|&seat| table.is_human(seat));
        person.is_some() && person != self.viewer && has_secrets(table.played.game()) && !self.reveals
    }

    /// The last person has left the keyboard, or the next one is there. Nothing secret stays on the screen.
    pub(super) fn hand_over(&mut self) -> Result<Next, Failure> {
        self.viewer = match self.viewer {
            Some(_) => None,
            None => self.due(),
        };
        if let (None, Some(table)) = (self.viewer, &self.table) {
            // Whoever looks on has heard everything.
            self.told[0] = table.played.steps().len() + 1;
        }
        self.context.screen.clear()?;
        Ok(Next::GoOn)
    }

    /// When the keyboard goes to another person, they are asked to come before anything is shown; a pipe is not.
    fn change_places(&mut self, input: &mut Input) -> Result<(), Failure> {
        let Some(table) = &self.table else { return Ok(()) };
        let Some(seat) = self.due().filter(|&seat| table.is_human(seat)) else { return Ok(()) };
        if self.viewer == Some(seat) {
            return Ok(());
        }
        let game = table.played.game().clone();
        let name = game.seat_name(seat);
        self.tell()?;
        if self.is_handed_over() {
            if input.is_terminal() {
                return Ok(());
            }
            self.context.screen.show(&format!("\n-- {} is at the keyboard now", escape(name)))?;
        } else {
            // Everybody has seen everything.
            let told = self.told[self.viewer.map_or(0, |seat| seat.index() + 1)];
            self.told[seat.index() + 1] = told;
        }
        self.viewer = Some(seat);
        Ok(())
    }

    /// Shows the position if it is another one than was shown last.
    fn show_if_new(&mut self) -> Result<(), Failure> {
        let Some(table) = &self.table else { return Ok(()) };
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
            (Some(table), Some(seat)) if !table.is_human(seat) => {
                format!("{} (waiting)> ", table.played.game().seat_name(seat))
            }
            (Some(table), Some(seat)) => {
                let name = table.played.game().seat_name(seat);
                match self.viewer {
                    _ if !self.is_handed_over() => format!("{name}> "),
                    Some(_) => format!("Press Enter, and give the keyboard to {name}. "),
                    None => format!("{name}: press Enter to see your cards. "),
                }
            }
        }
    }

    /// Who is to do what, or how it ended.
    pub(super) fn show_status(&self) -> Result<(), Failure> {
        let Some(table) = &self.table else { return Ok(()) };
        let game = table.played.game();
        let Some(decision) = table.played.decision() else {
            return self.show_ending();
        };
        let seat = escape(game.seat_name(decision.seat));
        if table.is_human(decision.seat) {
            let due = escape(&game.pack().phases[decision.phase.index()].text);
            return self.context.screen.tell(&format!("[bold]{seat}[/] to act: {due}"));
        }
        let robots = if table.humans().is_empty() { "Robots only" } else { "The robots wait" };
        self.context.screen.tell(&format!(
            "[bold]{seat}[/] to act. {robots}: `watch` shows how they play on, `auto` just plays, `auto 1` one action."
        ))
    }
}
