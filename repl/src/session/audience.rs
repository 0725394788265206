//! Those who look at a match: who sits at the keyboard, what they were told, and what of it is on the screen.

use parlour_ai::Table;
use parlour_engine::ids::Seat;
use parlour_engine::play::Step;
use parlour_engine::state::{Decision, State};
use parlour_engine::trace;

use super::telling::{actions, has_secrets, sentences, show_ending, step_sentences};
use crate::board;
use crate::context::Screen;
use crate::excerpt::Told;
use crate::failure::Failure;
use crate::marks::{escape, wrap};
use crate::picture::{self, Picture};

/// So many screens may be filled before the whole of a position is drawn again.
const SCREENS: usize = 3;

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
    /// The seed may be shown. From a seed that nobody chose hidden cards could be found, so it waits until nothing is
    /// hidden any more.
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
        let told = vec![0; table.played.game().seat_count() + 1];
        let reveals = table.played.is_revealed();
        let knows_seed = reveals || table.played.decision().is_none() || !has_secrets(table.played.game());
        Self {
            viewer,
            reveals,
            traces: false,
            knows_seed,
            told,
            shown: Shown::Nothing,
            drawn: None,
            due: None,
            told_due: None,
        }
    }

    /// The match as those at the keyboard may see it.
    pub(super) fn view(&self, table: &Table) -> State {
        let played = &table.played;
        if self.reveals { played.state().clone() } else { played.view(self.viewer).state().clone() }
    }

    /// Whether nothing of the past is hidden from those at the keyboard: it was revealed, or the match is over.
    pub(super) fn knows_all(&self, table: &Table) -> bool {
        self.reveals || table.played.decision().is_none()
    }

    /// Tells the seed, now that nothing is hidden, if it wasn't told before.
    pub(super) fn tell_seed(&mut self, table: &Table, screen: &Screen) -> Result<(), Failure> {
        if std::mem::replace(&mut self.knows_seed, true) {
            return Ok(());
        }
        screen.show(&format!("[dim]Seed {}.[/]", table.played.seed()))
    }

    /// Whether those at the keyboard may know what a seat can do.
    pub(super) fn may_look(&self, table: &Table, seat: Seat) -> bool {
        let is_open = !has_secrets(table.played.game());
        self.reveals || is_open || table.is_human(seat) && !self.is_handed_over(table)
    }

    /// Whether the keyboard goes to another person, who may know what those before it may not.
    pub(super) fn is_handed_over(&self, table: &Table) -> bool {
        let person = table.due().filter(|&seat| table.is_human(seat));
        person.is_some() && person != self.viewer && has_secrets(table.played.game()) && !self.reveals
    }

    /// The last person has left the keyboard, or the next one is there. Nothing secret stays on the screen.
    pub(super) fn hand_over(&mut self, table: &Table, screen: &Screen) -> Result<(), Failure> {
        self.look(match self.viewer {
            Some(_) => None,
            None => table.due(),
        });
        if self.viewer.is_none() {
            // Whoever looks on has heard everything.
            self.told[0] = table.played.steps().len() + 1;
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
            screen.show(&format!("\n-- {} is at the keyboard now", escape(table.played.game().seat_name(seat))))?;
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
        self.told.fill(table.played.steps().len() + 1);
        self.look(viewer);
    }

    fn look(&mut self, viewer: Option<Seat>) {
        self.viewer = viewer;
        (self.shown, self.drawn) = (Shown::Nothing, None);
    }

    /// The match stands elsewhere, and nothing of how it came there is told.
    pub(super) fn moved(&mut self, table: &Table) {
        self.told.fill(table.played.steps().len() + 1);
        (self.shown, self.drawn) = (Shown::Nothing, None);
    }

    /// Tells what an action has brought about.
    pub(super) fn acted(&mut self, table: &mut Table, screen: &Screen) -> Result<(), Failure> {
        self.shown = Shown::Nothing;
        if self.traces
            && let Some(line) = trace::visible_step(&mut table.played, self.viewer, self.reveals)?
        {
            screen.json(&line)?;
        }
        // What a robot does in one turn is told in one go.
        let goes_on = |step: &Step| table.due() == Some(step.decision.seat) && !table.is_human(step.decision.seat);
        if screen.is_interactive && !self.traces && table.played.steps().last().is_some_and(goes_on) {
            return Ok(());
        }
        self.tell(table, screen)
    }

    /// Tells the viewer what has happened since the last time.
    fn tell(&mut self, table: &Table, screen: &Screen) -> Result<(), Failure> {
        let (game, steps) = (table.played.game(), table.played.steps());
        let told = std::mem::replace(&mut self.told[place(self.viewer)], steps.len() + 1);
        let mut lines = Vec::new();
        if told == 0 {
            lines.extend(sentences(game, table.played.opening(), self.viewer, self.reveals));
        }
        // That somebody decides unseen is told once, and of people only: nobody waits for robots.
        let is_told = |&n: &usize| {
            let (step, next) = (&steps[n], steps.get(n + 1).map(|next| next.decision.seat));
            let (seat, next) = (step.decision.seat, next.or(table.due()));
            let is_unseen = step.sealed && !self.reveals && self.viewer != Some(seat);
            !is_unseen || table.is_human(seat) && next != Some(seat)
        };
        let steps_told = (told.saturating_sub(1).min(steps.len())..steps.len()).filter(is_told);
        let steps_told: Vec<&Step> = steps_told.map(|n| &steps[n]).collect();
        // What one action brings about is told in one go, so that a small terminal holds it beside the picture.
        let is_one_turn = |step: &&Step, next: &&Step| {
            screen.is_interactive && step.decision.seat == next.decision.seat && !table.is_human(next.decision.seat)
        };
        let sentences = |step: &&Step| step_sentences(game, step, self.viewer, self.reveals);
        let turns = steps_told.chunk_by(is_one_turn);
        lines.extend(turns.map(|turn| turn.iter().flat_map(sentences).collect::<Vec<String>>().join(" ")));
        lines.retain(|line| !line.is_empty());
        lines.iter().try_for_each(|line| screen.show(&wrap(line, screen.width, 2)))
    }

    /// Tells the viewer of a match that goes on the last few things again.
    pub(super) fn recall(&mut self, table: &Table, screen: &Screen) -> Result<(), Failure> {
        let n = table.played.steps().len();
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
            if table.played.decision().is_none() {
                self.tell_seed(table, screen)?;
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
        let is_board = !table.played.game().pack().boards.is_empty() && !picture.is_brief;
        let Some(drawn) = self.drawn.as_mut().filter(|drawn| drawn.viewer == self.viewer) else {
            return self.draw_whole(picture, screen);
        };
        let changed = picture::changed(&picture, &drawn.parts);
        let is_own = |step: &Step| Some(step.decision.seat) == table.due() && table.due() == self.viewer;
        let goes_on = table.played.steps().last().is_some_and(is_own);
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
        let (view, style) = (self.view(table), screen.style());
        let last = board::last_squares(&table.played, self.viewer, self.reveals);
        let mut picture = match picture::of(table.played.host(), &view, self.viewer, &last, style) {
            Ok(picture) => picture,
            Err(fault) => {
                screen.blame(&Told::about(&fault, &fault));
                picture::plain(table.played.game(), &view, self.viewer, (&last, &[]), style)
            }
        };
        self.due = picture.due.take();
        picture
    }

    /// What the person at the keyboard is to do now.
    pub(super) fn due_text(&self, table: &Table) -> Option<String> {
        self.due.clone().or_else(|| table.played.due_text().map(str::to_owned))
    }

    /// Who is to do what, unless that was told with the same picture, or how it ended.
    fn show_status(&mut self, table: &mut Table, screen: &Screen) -> Result<(), Failure> {
        let game = table.played.game().clone();
        let Some(decision) = table.played.decision() else {
            return show_ending(table, screen);
        };
        let seat = escape(game.seat_name(decision.seat));
        if table.is_human(decision.seat) {
            let due = self.due_text(table).unwrap_or_default();
            let is_told = self.told_due.as_ref().is_some_and(|(told, text)| {
                // Where it stands behind the prompt as well, only another kind of decision is told.
                *told == decision && (screen.has_ghosts() || *text == due)
            });
            if !is_told {
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

/// Where it stands how much somebody was told: onlookers first, then the seats.
fn place(viewer: Option<Seat>) -> usize {
    viewer.map_or(0, |seat| seat.index() + 1)
}
