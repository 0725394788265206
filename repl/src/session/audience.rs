//! The people at the keyboard: the current viewer, the events shown to each, and the state of the screen.

use parlour_engine::ids::Seat;
use parlour_engine::rules::Shown as Said;
use parlour_engine::state::Decision;
use parlour_table::{LegalAction, SeatView, StepTold, Table, Viewer, sentences};

use crate::answers::ending::{actions, show_ending, show_next_steps};
use crate::context::Screen;
use crate::excerpt::Told;
use crate::failure::Failure;
use crate::marks::{columns, escape, wrap};
use crate::picture::{self, Picture};

/// The number of screens of output before the whole position is drawn again.
const SCREENS: usize = 3;

/// The maximum number of lines of events that are joined into one paragraph.
const MAX_FILLED: usize = 3;

/// The part of the current position that is on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Shown {
    /// The position has changed since it was drawn.
    Nothing,
    /// The position, but not the seat to move.
    Position,
    /// The position, and the seat to move or the ending.
    All,
}

/// The viewers of a match.
pub(super) struct Audience {
    /// The person at the keyboard; `None` while it is handed over.
    pub(super) viewer: Option<Seat>,
    /// True if hidden information is shown.
    pub(super) reveals: bool,
    /// True if every step is printed as a line of JSON.
    pub(super) traces: bool,
    /// True if the seed was shown.
    pub(super) knows_seed: bool,
    /// For onlookers and then for each seat: 0, or 1 plus the number of steps shown to it.
    told: Vec<usize>,
    shown: Shown,
    /// The last drawn picture, with its viewer.
    drawn: Option<Drawn>,
    /// The pending decision as described by the display script.
    due: Option<String>,
    /// The last announced decision, with its text.
    told_due: Option<(Decision, String)>,
}

/// A drawn picture.
struct Drawn {
    parts: Vec<String>,
    viewer: Option<Seat>,
    /// The number of lines shown when the whole picture was drawn.
    at: usize,
}

impl Audience {
    /// The viewers of a new or resumed match, to whom nothing was shown.
    pub(super) fn new(table: &Table, viewer: Option<Seat>) -> Self {
        Self {
            viewer,
            reveals: false,
            traces: false,
            knows_seed: table.seed().is_some(),
            told: vec![0; table.game().seat_count() + 1],
            shown: Shown::Nothing,
            drawn: None,
            due: None,
            told_due: None,
        }
    }

    /// The viewer of the current position.
    pub(super) fn looker(&self) -> Viewer {
        Viewer::of_seat(self.viewer).asking_for_all(self.reveals)
    }

    /// The viewer for looking back, with hidden information if the match was revealed or is over.
    pub(super) fn looker_back(&self, table: &Table) -> Viewer {
        Viewer::of_seat(self.viewer).asking_for_all(self.reveals || table.is_over())
    }

    /// The match as the current viewer may see it.
    pub(super) fn view(&self, table: &Table) -> SeatView {
        table.view(self.looker())
    }

    /// The cards that the viewer knows to be in zones that it doesn't see completely.
    pub(super) fn known(&self, table: &Table) -> Vec<(String, Vec<String>)> {
        table.known(self.looker())
    }

    /// Shows the seed once nothing is hidden, unless it was shown before.
    pub(super) fn tell_seed(&mut self, table: &Table, screen: &Screen) -> Result<(), Failure> {
        match table.seed() {
            Some(seed) if !std::mem::replace(&mut self.knows_seed, true) => {
                screen.show(&format!("[dim]Seed {seed}.[/]"))
            }
            _ => Ok(()),
        }
    }

    /// True if the viewer may know a seat's options.
    pub(super) fn may_look(&self, table: &Table, seat: Seat) -> bool {
        table.may_look(self.looker(), seat)
    }

    /// True if the keyboard passes to another person with other private information.
    pub(super) fn is_handed_over(&self, table: &Table) -> bool {
        let person = table.due().filter(|&seat| table.is_human(seat));
        person.is_some() && person != self.viewer && table.game().has_secrets_between_seats() && !self.reveals
    }

    /// Hands the keyboard over, with an empty screen.
    pub(super) fn hand_over(&mut self, table: &Table, screen: &Screen) -> Result<(), Failure> {
        self.look(match self.viewer {
            Some(_) => None,
            None => table.due(),
        });
        if self.viewer.is_none() {
            // Onlookers have seen everything.
            self.told[0] = table.step_count() + 1;
        }
        screen.clear()
    }

    /// Asks the next person to come before private information is shown; without a terminal it is only announced.
    pub(super) fn change_places(&mut self, table: &Table, screen: &Screen, can_ask: bool) -> Result<(), Failure> {
        let Some(seat) = table.due().filter(|&seat| table.is_human(seat) && self.viewer != Some(seat)) else {
            return Ok(());
        };
        self.tell(table, screen)?;
        if self.is_handed_over(table) {
            if can_ask {
                return Ok(());
            }
            screen.show(&format!("\n-- {} is at the keyboard now", escape(table.game().seat_name(seat))))?;
        } else {
            // Everybody has seen everything.
            self.told[seat.index() + 1] = self.told[place(self.viewer)];
        }
        self.look(Some(seat));
        Ok(())
    }

    /// Changes the viewer, unless the current one still has a seat; nothing is repeated.
    pub(super) fn sit_down(&mut self, table: &Table, viewer: Option<Seat>) {
        if self.viewer.is_some_and(|seat| table.is_human(seat)) {
            // The picture is the same, but the seat to move may be announced differently.
            self.shown = self.shown.min(Shown::Position);
            return;
        }
        // The new person has seen the same as onlookers.
        self.told.fill(table.step_count() + 1);
        self.look(viewer);
    }

    fn look(&mut self, viewer: Option<Seat>) {
        self.viewer = viewer;
        (self.shown, self.drawn) = (Shown::Nothing, None);
    }

    /// The match has moved to another position; no events are shown.
    pub(super) fn moved(&mut self, table: &Table) {
        self.told.fill(table.step_count() + 1);
        (self.shown, self.drawn) = (Shown::Nothing, None);
    }

    /// The players have ended the match: the ending is shown.
    pub(super) fn ended(&mut self) {
        self.shown = Shown::Nothing;
    }

    /// Shows the events of an action.
    pub(super) fn acted(&mut self, table: &mut Table, screen: &Screen) -> Result<(), Failure> {
        self.shown = Shown::Nothing;
        if self.traces
            && let Some(line) = table.look(self.looker()).trace_line()?
        {
            screen.json(&line)?;
        }
        // The actions of a robot's turn are shown together.
        let goes_on = |seat: Seat| table.due() == Some(seat) && !table.is_human(seat);
        if screen.is_interactive && !self.traces && last_actor(table).is_some_and(goes_on) {
            return Ok(());
        }
        self.tell(table, screen)
    }

    /// Shows the viewer the events since the last time.
    fn tell(&mut self, table: &Table, screen: &Screen) -> Result<(), Failure> {
        let (looker, count) = (self.looker(), table.step_count());
        let told = std::mem::replace(&mut self.told[place(self.viewer)], count + 1);
        let mut lines = Vec::new();
        if told == 0 {
            lines.extend(sentences(&table.opening(looker)));
        }
        // A sealed decision is announced once, and only for people: nobody waits for robots.
        let is_told = |step: &StepTold| {
            let next = table.actor(step.n).or(table.due());
            !step.is_unseen || table.is_human(step.seat) && next != Some(step.seat)
        };
        let steps = (told.saturating_sub(1).min(count)..count).filter_map(|n| table.step(n, looker));
        let steps: Vec<StepTold> = steps.filter(is_told).collect();
        // The events of one action are one paragraph, so that a small terminal holds it beside the picture.
        let is_one_turn = |step: &StepTold, next: &StepTold| {
            screen.is_interactive && step.seat == next.seat && !table.is_human(next.seat)
        };
        let turns = steps.chunk_by(is_one_turn);
        // Many events, as at the end of a deal, get a line each.
        let lines_of = |turn: &[StepTold]| {
            let told = without_repeats(turn.iter().flat_map(|step| step.lines.clone()).collect());
            let length: usize = told.iter().map(|line| line.chars().count() + 1).sum();
            told.join(if length > MAX_FILLED * screen.width { "\n" } else { " " })
        };
        lines.extend(turns.map(lines_of));
        lines.retain(|line| !line.is_empty());
        lines.iter().try_for_each(|line| screen.show(&wrap(&escape(line), screen.width, 2)))
    }

    /// Repeats the last few events of a match in progress.
    pub(super) fn recall(&mut self, table: &Table, screen: &Screen) -> Result<(), Failure> {
        let n = table.step_count();
        if n == 0 {
            return Ok(());
        }
        self.told.fill(n + 1);
        self.told[place(self.viewer)] = (n + 1).saturating_sub(2).max(1);
        screen.tell(&format!("[dim]After {}; the last ones again:[/]", actions(n)))
    }

    /// Shows the changes: events, the position, and the seat to move.
    pub(super) fn show(&mut self, table: &mut Table, screen: &Screen) -> Result<(), Failure> {
        if self.shown == Shown::Nothing {
            self.tell(table, screen)?;
            self.draw_changes(table, screen)?;
        }
        if self.shown == Shown::Position {
            self.show_status(table, screen)?;
            if table.is_over() {
                self.tell_seed(table, screen)?;
                show_next_steps(table, screen)?;
            }
            self.shown = Shown::All;
        }
        Ok(())
    }

    /// Draws the position.
    pub(super) fn draw(&mut self, table: &mut Table, screen: &Screen) -> Result<(), Failure> {
        let picture = self.picture(table, screen);
        self.draw_whole(picture, screen)
    }

    /// Draws only the changed parts of the position, within a turn or if the whole picture is still visible: on a
    /// terminal, in games without a board, whose parts say little.
    fn draw_changes(&mut self, table: &mut Table, screen: &Screen) -> Result<(), Failure> {
        let picture = self.picture(table, screen);
        let is_board = !table.game().pack().boards.is_empty() && !picture.is_brief;
        let Some(drawn) = self.drawn.as_mut().filter(|drawn| drawn.viewer == self.viewer) else {
            return self.draw_whole(picture, screen);
        };
        let changed = picture::changed(&picture, &drawn.parts);
        let is_own = |seat: Seat| Some(seat) == table.due() && table.due() == self.viewer;
        let goes_on = last_actor(table).is_some_and(is_own);
        let is_near = goes_on || screen.lines_shown() - drawn.at <= screen.height.saturating_mul(SCREENS);
        let is_little = picture.is_brief || 3 * changed.len() <= 2 * picture.parts.len();
        if is_board || !screen.is_interactive || !is_near || !is_little || table.due().is_none() {
            return self.draw_whole(picture, screen);
        }
        if picture.is_brief && !changed.is_empty() {
            screen.show(&wrap(&changed.join(" "), screen.width, 2))?;
        } else if !changed.is_empty() {
            screen.show(&picture::fitted(changed, screen.width))?;
        }
        drawn.parts = picture.parts;
        self.shown = Shown::Position;
        Ok(())
    }

    fn draw_whole(&mut self, picture: Picture, screen: &Screen) -> Result<(), Failure> {
        let at = screen.lines_shown();
        screen.gap()?;
        screen.show(&picture.text)?;
        self.drawn = Some(Drawn { parts: picture.parts, viewer: self.viewer, at });
        self.told_due = None;
        self.shown = Shown::Position;
        Ok(())
    }

    /// Renders the position.
    fn picture(&mut self, table: &mut Table, screen: &Screen) -> Picture {
        let (mut look, style) = (table.look(self.looker()), screen.style());
        let mut picture = match picture::of(&mut look, style) {
            Ok(picture) => picture,
            Err(fault) => {
                screen.blame(&Told::about(&fault, &fault));
                picture::plain(&mut look, (&[], Said::default()), style)
            }
        };
        self.due = picture.due.take();
        picture
    }

    /// The pending decision of the person at the keyboard.
    pub(super) fn due_text(&self, table: &Table) -> Option<String> {
        let due = self.due.clone().or_else(|| table.due_text(self.looker()))?;
        let is_enter = self.enters(table).unwrap_or(false);
        Some(if is_enter { format!("{due} (Enter is enough)") } else { due })
    }

    /// Tests if an empty line is an action now.
    fn enters(&self, table: &Table) -> Option<bool> {
        let pack = table.game().pack();
        let enter = pack.phases[table.decision()?.phase.index()].enter?;
        let is_it = |action: &LegalAction| action.verb == pack.verbs[enter].name;
        Some(table.legal(self.looker()).actions.iter().any(is_it))
    }

    /// Shows the seat to move with its decision, unless it was shown with the same picture, or the ending.
    fn show_status(&mut self, table: &mut Table, screen: &Screen) -> Result<(), Failure> {
        let game = table.game().clone();
        let Some(decision) = table.decision() else {
            return show_ending(table, screen);
        };
        let seat = escape(game.seat_name(decision.seat));
        if table.is_human(decision.seat) {
            let due = self.due_text(table).unwrap_or_default();
            let is_told = self.told_due.as_ref().is_some_and(|(told, text)| {
                // If it is behind the prompt as well, only another kind of decision is announced.
                *told == decision && (screen.has_ghosts() || *text == due)
            });
            // It is behind the prompt already, if it fits there.
            let is_behind = screen.has_ghosts() && columns(&seat) + columns(&escape(&due)) + 3 < screen.width;
            if is_behind {
                self.told_due = Some((decision, due));
            } else if !is_told {
                screen.tell(&format!("[bold]{seat}[/] to act: {}", escape(&due)))?;
                self.told_due = Some((decision, due));
            }
            return Ok(());
        }
        let robots = if table.humans().is_empty() { "Robots only" } else { "The robots wait" };
        screen.tell(&format!(
            "[bold]{seat}[/] to act. {robots}: `watch` shows how they play on, `auto` just plays, `auto 1` one action."
        ))
    }

    /// Draws the position again, with the seat to move.
    pub(super) fn show_again(&mut self, table: &mut Table, screen: &Screen) -> Result<(), Failure> {
        self.draw(table, screen)?;
        self.show(table, screen)
    }
}

/// The seat that took the last action.
fn last_actor(table: &Table) -> Option<Seat> {
    table.actor(table.step_count().checked_sub(1)?)
}

/// The index of a viewer in `told`: onlookers first, then the seats.
fn place(viewer: Option<Seat>) -> usize {
    viewer.map_or(0, |seat| seat.index() + 1)
}

/// Merges runs of identical sentences, with a count.
fn without_repeats(lines: Vec<String>) -> Vec<String> {
    let told = |same: &[String]| match (same.len(), same[0].strip_suffix('.')) {
        (1, _) | (_, None) => same.to_vec(),
        (count, Some(text)) => vec![format!("{text}, {count} times.")],
    };
    lines.chunk_by(|a, b| a == b).flat_map(told).collect()
}

#[cfg(test)]
mod tests {
    use super::without_repeats;

    #[test]
    fn what_is_told_several_times_in_a_row_stands_once() {
        let lines = ["b draws a card.", "b draws a card.", "b draws a card.", "b plays 2C.", "b draws a card."];
        let told = without_repeats(lines.map(str::to_owned).to_vec());
        assert_eq!(told, ["b draws a card, 3 times.", "b plays 2C.", "b draws a card."]);
    }
}
