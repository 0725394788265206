//! Conclusions by players at the keyboard: resignation, and draw offers.

use parlour_engine::ids::Seat;
use parlour_table::{Error, Table};

use super::lobby::Lobby;
use super::sitting::{Sitting, is_over};
use crate::answers::thoughts;
use crate::failure::Failure;
use crate::marks::escape;
use crate::notice::Notice;

impl Sitting {
    /// The seat for which the person at the keyboard speaks: the seat to move if a person has it, or else their own.
    fn speaker(&self) -> Result<Seat, Failure> {
        let due = self.table.due().ok_or_else(is_over)?;
        let humans = self.table.humans();
        let own = self.audience.viewer.filter(|seat| humans.contains(seat)).or(humans.first().copied());
        let speaker = Some(due).filter(|seat| humans.contains(seat)).or(own);
        speaker.ok_or_else(|| Failure::Input("nobody at the keyboard plays: `seat SEAT human` sits down".to_owned()))
    }

    /// Resigns the match.
    pub(super) fn resign(&mut self, _: &mut Lobby, rest: &str) -> Result<(), Failure> {
        nothing_behind("resign", rest)?;
        let seat = self.speaker()?;
        self.table.resign(seat)?;
        self.audience.ended();
        Ok(())
    }

    /// Offers a draw; robots answer at once.
    pub(super) fn offer_draw(&mut self, lobby: &mut Lobby, rest: &str) -> Result<(), Failure> {
        if !["", "draw", "a draw"].contains(&rest.to_lowercase().as_str()) {
            return Err(Failure::Input("a draw can be offered, and nothing else: `offer draw`".to_owned()));
        }
        let (seat, before) = (self.speaker()?, self.table.version());
        self.table.offer_draw(seat)?;
        if let Some(offer) = self.table.offer() {
            let name = |seat: &Seat| escape(self.game().seat_name(*seat));
            let robot = offer.waits_for.iter().find(|&&seat| !self.table.is_human(seat));
            let others: Vec<String> = offer.waits_for.iter().map(name).collect();
            let screen = &lobby.context.screen;
            if robot.is_none() {
                let (by, others) = (name(&seat), others.join(" and "));
                screen.tell(&format!("{by} offers a draw. {others} answers `accept` or `decline`, or plays on."))?;
            }
        }
        let notice = Notice::begin(&lobby.context.screen, "Robots think about the draw ...");
        self.table.let_robots_answer(&lobby.context.robots)?;
        drop(notice);
        self.tell_answers(lobby, before)
    }

    /// Agrees to a draw.
    pub(super) fn accept(&mut self, lobby: &mut Lobby, rest: &str) -> Result<(), Failure> {
        nothing_behind("accept", rest)?;
        self.answer(lobby, true)
    }

    /// Declines a draw.
    pub(super) fn decline(&mut self, lobby: &mut Lobby, rest: &str) -> Result<(), Failure> {
        nothing_behind("decline", rest)?;
        self.answer(lobby, false)
    }

    fn answer(&mut self, lobby: &Lobby, accepts: bool) -> Result<(), Failure> {
        let person = asked_person(&self.table);
        let seat = person.ok_or(Error::Offer("no draw is offered: `offer draw` offers one"))?;
        let before = self.table.version();
        self.table.answer_draw(seat, accepts)?;
        self.tell_answers(lobby, before)
    }

    /// Shows the answers to draw offers since a version, without the person's own offer.
    fn tell_answers(&mut self, lobby: &Lobby, before: u64) -> Result<(), Failure> {
        for change in self.table.since(before, self.audience.looker())? {
            for event in change.events().iter().filter(|event| event.kind != "offer") {
                let text = event.text.as_deref().unwrap_or_default();
                lobby.context.screen.show(&escape(text))?;
            }
        }
        if self.table.is_over() {
            self.audience.ended();
        }
        Ok(())
    }

    /// A hint's advice on ending the match early, from the odds of its search; `None` if it should go on.
    pub(super) fn early_end(&self, odds: Option<f64>) -> Option<String> {
        let odds = odds.filter(|_| !self.game().is_together())?;
        let percent = thoughts::odds(self.game(), odds);
        if self.table.offer().is_some() && asked_person(&self.table).is_some() {
            let is_welcome = parlour_ai::offers::is_drawish(odds, self.table.step_count());
            let advice = if is_welcome { "`accept` the draw" } else { "`decline` the draw, and play on" };
            return Some(format!("Your odds are {percent}: {advice}."));
        }
        if odds < HOPELESS && self.game().has_draws() {
            return Some(format!("Your odds are {percent}: you may `resign`, or play on and hope for a mistake."));
        }
        let is_late = parlour_ai::offers::is_drawish(0.5, self.table.step_count());
        let is_even = (0.45..=0.55).contains(&odds);
        let may = is_even && is_late && self.game().has_draws();
        may.then(|| format!("Your odds are {percent}: you may `offer draw`."))
    }
}

/// The odds below which a hint suggests resigning.
const HOPELESS: f64 = 0.05;

/// The person who has to answer a draw offer.
fn asked_person(table: &Table) -> Option<Seat> {
    table.offer()?.waits_for.iter().copied().find(|&seat| table.is_human(seat))
}

fn nothing_behind(command: &str, rest: &str) -> Result<(), Failure> {
    match rest {
        "" => Ok(()),
        _ => Err(Failure::Input(format!("`{command}` stands alone on its line"))),
    }
}
