//! Those who look at a match: who sits at the keyboard, what they were told, and what of it is on the screen.

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

/// So many screens may be filled before the whole of a position is drawn again.
const SCREENS: usize = 3;

/// What is told in one go fills so many lines at most.
const MOST_FILLED: usize = 3;

/// What the screen shows of the match as it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Shown {
    /// Something has changed since the position was drawn.
    Nothing,
    /// The position, but not who is to act.
    Position,
    /// The position, and who is to act or how it ended.
    All,
}

/// Who looks at a match.
pub(super) struct Audience {
    /// Who sits at the keyboard; nobody while it is handed over.
    pub(super) viewer: Option<Seat>,
    /// Hidden things are shown.
    pub(super) reveals: bool,
    /// Every step is written as a line of JSON.
    pub(super) traces: bool,
    /// The seed was shown.
    pub(super) knows_seed: bool,
    /// For onlookers and then for each seat: 0, or 1 and how many steps it was told.
    told: Vec<usize>,
    shown: Shown,
    /// The picture as it was drawn last, and whose it is.
    drawn: Option<Drawn>,
    /// What is to be done now, as the pack's display says.
    due: Option<String>,
    /// Whose decision of which phase was told last, and in which words.
    told_due: Option<(Decision, String)>,
}

/// A picture that was drawn.
struct Drawn {
    parts: Vec<String>,
    viewer: Option<Seat>,
    /// How many lines had been shown when the whole of it was drawn.
    at: usize,
}

impl Audience {
    /// Those who look at a match that begins or goes on; they were told nothing.
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

    /// Who looks at the position, for the table to show what they may see of it.
    pub(super) fn looker(&self) -> Viewer {
        Viewer::of_seat(self.viewer).asking_for_all(self.reveals)
    }

    /// Who looks back: nothing of the past is hidden from them where the match was revealed or is over.
    pub(super) fn looker_back(&self, table: &Table) -> Viewer {
        Viewer::of_seat(self.viewer).asking_for_all(self.reveals || table.is_over())
    }

    /// The match as those at the keyboard may see it.
    pub(super) fn view(&self, table: &Table) -> SeatView {
        table.view(self.looker())
    }

    /// The cards that those at the keyboard know to lie in zones that they don't see whole.
    pub(super) fn known(&self, table: &Table) -> Vec<(String, Vec<String>)> {
        table.known(self.looker())
    }

    /// Tells the seed, now that nothing is hidden, if it wasn't told before.
    pub(super) fn tell_seed(&mut self, table: &Table, screen: &Screen) -> Result<(), Failure> {
        match table.seed() {
            Some(seed) if !std::mem::replace(&mut self.knows_seed, true) => {
                screen.show(&format!("[dim]Seed {seed}.[/]"))
            }
            _ => Ok(()),
        }
    }

    /// Whether those at the keyboard may know what a seat can do.
    pub(super) fn may_look(&self, table: &Table, seat: Seat) -> bool {
        table.may_look(self.looker(), seat)
    }

    /// Whether the keyboard goes to another person, who may know what those before it may not.
    pub(super) fn is_handed_over(&self, table: &Table) -> bool {
        let person = table.due().filter(|&seat| table.is_human(seat));
        person.is_some() && person != self.viewer && table.game().has_secrets_between_seats() && !self.reveals
    }

    /// The last person has left the keyboard, or the next one is there. Nothing secret stays on the screen.
    pub(super) fn hand_over(&mut self, table: &Table, screen: &Screen) -> Result<(), Failure> {
        self.look(match self.viewer {
            Some(_) => None,
            None => table.due(),
        });
        if self.viewer.is_none() {
            // Whoever looks on has heard everything.
            self.told[0] = table.step_count() + 1;
        }
        screen.clear()
    }

    /// When the keyboard goes to another person, they are asked to come before anything is shown; where nobody can be
    /// asked, it is only said.
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

    /// Somebody else may sit at the keyboard, unless the one who did still has a seat; nothing is told again.
    pub(super) fn sit_down(&mut self, table: &Table, viewer: Option<Seat>) {
        if self.viewer.is_some_and(|seat| table.is_human(seat)) {
            // The picture is the same, but perhaps not whom it waits for.
            self.shown = self.shown.min(Shown::Position);
            return;
        }
        // Who sits down now has seen what onlookers have.
        self.told.fill(table.step_count() + 1);
        self.look(viewer);
    }

    fn look(&mut self, viewer: Option<Seat>) {
        self.viewer = viewer;
        (self.shown, self.drawn) = (Shown::Nothing, None);
    }

    /// The match stands elsewhere, and nothing of how it came there is told.
    pub(super) fn moved(&mut self, table: &Table) {
        self.told.fill(table.step_count() + 1);
        (self.shown, self.drawn) = (Shown::Nothing, None);
    }

    /// The players have ended the match: its end is to be shown.
    pub(super) fn ended(&mut self) {
        self.shown = Shown::Nothing;
    }

    /// Tells what an action has brought about.
    pub(super) fn acted(&mut self, table: &mut Table, screen: &Screen) -> Result<(), Failure> {
        self.shown = Shown::Nothing;
        if self.traces
            && let Some(line) = table.look(self.looker()).trace_line()?
        {
            screen.json(&line)?;
        }
        // What a robot does in one turn is told in one go.
        let goes_on = |seat: Seat| table.due() == Some(seat) && !table.is_human(seat);
        if screen.is_interactive && !self.traces && last_actor(table).is_some_and(goes_on) {
            return Ok(());
        }
        self.tell(table, screen)
    }

    /// Tells the viewer what has happened since the last time.
    fn tell(&mut self, table: &Table, screen: &Screen) -> Result<(), Failure> {
        let (looker, count) = (self.looker(), table.step_count());
        let told = std::mem::replace(&mut self.told[place(self.viewer)], count + 1);
        let mut lines = Vec::new();
        if told == 0 {
            lines.extend(sentences(&table.opening(looker)));
        }
        // That somebody decides unseen is told once, and of people only: nobody waits for robots.
        let is_told = |step: &StepTold| {
            let next = table.actor(step.n).or(table.due());
            !step.is_unseen || table.is_human(step.seat) && next != Some(step.seat)
        };
        let steps = (told.saturating_sub(1).min(count)..count).filter_map(|n| table.step(n, looker));
        let steps: Vec<StepTold> = steps.filter(is_told).collect();
        // What one action brings about is told in one go, so that a small terminal holds it beside the picture.
        let is_one_turn = |step: &StepTold, next: &StepTold| {
            screen.is_interactive && step.seat == next.seat && !table.is_human(next.seat)
        };
        let turns = steps.chunk_by(is_one_turn);
        // Of much, as of the end of a deal, each thing has a line of its own.
        let lines_of = |turn: &[StepTold]| {
            let told = without_repeats(turn.iter().flat_map(|step| step.lines.clone()).collect());
            let length: usize = told.iter().map(|line| line.chars().count() + 1).sum();
            told.join(if length > MOST_FILLED * screen.width { "\n" } else { " " })
        };
        lines.extend(turns.map(lines_of));
        lines.retain(|line| !line.is_empty());
        lines.iter().try_for_each(|line| screen.show(&wrap(&escape(line), screen.width, 2)))
    }

    /// Tells the viewer of a match that goes on the last few things again.
    pub(super) fn recall(&mut self, table: &Table, screen: &Screen) -> Result<(), Failure> {
        let n = table.step_count();
        if n == 0 {
            return Ok(());
        }
        self.told.fill(n + 1);
        self.told[place(self.viewer)] = (n + 1).saturating_sub(2).max(1);
        screen.tell(&format!("[dim]After {}; the last ones again:[/]", actions(n)))
    }

    /// Shows what has changed: what happened, the position, and who is to act.
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

    /// Draws only what has changed of the position while a seat goes on with its turn, or where the whole of it is not far
    /// up: on a terminal, without a board, of which parts say little.
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

    /// How the position looks.
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

    /// What the person at the keyboard is to do now.
    pub(super) fn due_text(&self, table: &Table) -> Option<String> {
        let due = self.due.clone().or_else(|| table.due_text(self.looker()).map(str::to_owned))?;
        let is_enter = self.enters(table).unwrap_or(false);
        Some(if is_enter { format!("{due} (Enter is enough)") } else { due })
    }

    /// Whether there is an action now for which Enter is enough.
    fn enters(&self, table: &Table) -> Option<bool> {
        let pack = table.game().pack();
        let enter = pack.phases[table.decision()?.phase.index()].enter?;
        let is_it = |action: &LegalAction| action.verb == pack.verbs[enter].name;
        Some(table.legal(self.looker()).actions.iter().any(is_it))
    }

    /// Who is to do what, unless that was told with the same picture, or how it ended.
    fn show_status(&mut self, table: &mut Table, screen: &Screen) -> Result<(), Failure> {
        let game = table.game().clone();
        let Some(decision) = table.decision() else {
            return show_ending(table, screen);
        };
        let seat = escape(game.seat_name(decision.seat));
        if table.is_human(decision.seat) {
            let due = self.due_text(table).unwrap_or_default();
            let is_told = self.told_due.as_ref().is_some_and(|(told, text)| {
                // Where it stands behind the prompt as well, only another kind of decision is told.
                *told == decision && (screen.has_ghosts() || *text == due)
            });
            // Behind the prompt it is told already, if it fits there.
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

    /// Draws the position again, with who is to act.
    pub(super) fn show_again(&mut self, table: &mut Table, screen: &Screen) -> Result<(), Failure> {
        self.draw(table, screen)?;
        self.show(table, screen)
    }
}

/// Who took the last action.
fn last_actor(table: &Table) -> Option<Seat> {
    table.actor(table.step_count().checked_sub(1)?)
}

/// Where it stands how much somebody was told: onlookers first, then the seats.
fn place(viewer: Option<Seat>) -> usize {
    viewer.map_or(0, |seat| seat.index() + 1)
}

/// Sentences in which one that is told several times in a row stands once, with how often.
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
