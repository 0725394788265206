//! What a viewer of a table may know.

use parlour_ai::{Analyst, Report, RobotLibrary, Thinking};
use parlour_engine::Words;
use parlour_engine::game::Game;
use parlour_engine::ids::{Seat, Square, ZoneId};
use parlour_engine::state::State;
use parlour_engine::view::View;
use parlour_engine::{Action, CheckError};

use super::{Reason, Table, Why, seed_is_open};
use crate::advice::{Advice, Adviser};
use crate::changes::{ChangeTold, History};
use crate::choices::{self, Legal, Run};
use crate::error::Error;
use crate::look::{self, Look};
use crate::past::Past;
use crate::told::{self, EventTold, StepTold};
use crate::view::SeatView;
use crate::viewer::{Sight, Viewer};

impl Table {
    /// True if hidden information is open to all.
    pub(crate) fn is_free(&self) -> bool {
        seed_is_open(self.played())
    }

    /// The access of a viewer; an unknown seat has that of an onlooker.
    pub(crate) fn sight(&self, viewer: Viewer) -> Sight {
        let sight = Sight::of(viewer, self.is_free());
        Sight { seat: sight.seat.filter(|&seat| self.demand_seat(seat).is_ok()), ..sight }
    }

    /// The viewer at a seat.
    ///
    /// # Errors
    /// A seat that the game doesn't have. [`Viewer::of`] takes any seat: the access of an unknown one is an onlooker's.
    pub fn viewer(&self, seat: Seat) -> Result<Viewer, Error> {
        self.demand_seat(seat).map(|()| Viewer::of(seat))
    }

    pub(super) fn demand_seat(&self, seat: Seat) -> Result<(), Error> {
        let seats = self.game().seat_count();
        match seat.index() < seats {
            true => Ok(()),
            false => Err(Error::NoSeat { seat: seat.index(), last: seats - 1 }),
        }
    }

    /// True if a viewer may know a seat's options.
    pub fn may_look(&self, viewer: Viewer, seat: Seat) -> bool {
        look::may_look(self.played(), self.sight(viewer), seat)
    }

    /// The seat to move, if the viewer may know its options.
    ///
    /// # Errors
    /// The match is over, or another's seat is to act.
    pub fn own_turn(&self, viewer: Viewer) -> Result<Seat, Error> {
        let seat = self.due().ok_or(Error::Over)?;
        if self.may_look(viewer, seat) { Ok(seat) } else { Err(self.not_yours(seat)) }
    }

    pub(super) fn not_yours(&self, due: Seat) -> Error {
        Error::NotYourTurn { seat: self.game().seat_name(due).to_owned() }
    }

    /// The position.
    pub fn view(&self, viewer: Viewer) -> SeatView {
        SeatView::of_match(self.played(), self.sight(viewer))
    }

    /// The cards that a viewer knows to be in zones that it doesn't see completely, from its past observations: the
    /// zones by name, each with the names of its known cards. Where pieces or squares are hidden also squares, each with
    /// what is known of it, and the pieces that aren't seen.
    pub fn known(&self, viewer: Viewer) -> Vec<(String, Vec<String>)> {
        let (game, sight) = (self.game(), self.sight(viewer));
        let view = self.played().view(sight.seat);
        let mut out = if sight.all { Vec::new() } else { known_on_boards(game, &view) };
        let Some(knowledge) = view.knowledge().filter(|_| !sight.all) else { return out };
        let zones = (0..game.pack().zones.len()).map(ZoneId::from_index);
        let members = zones.flat_map(|zone| (0..game.zone_count(zone)).map(move |member| (zone, member)));
        let known =
            members.filter(|&(zone, member)| game.zone_cards(view.state(), zone, member).iter().any(Option::is_none));
        let known = known.map(|(zone, member)| {
            let spec = &game.pack().zones[zone.index()];
            let cards = knowledge.at_least(zone, member).into_iter();
            let names = cards.flat_map(|(card, n)| std::iter::repeat_n(game.card_name(card).to_owned(), n as usize));
            (game.member_name(&spec.label, &spec.per, member), names.collect::<Vec<String>>())
        });
        out.extend(known.filter(|(_, cards)| !cards.is_empty()));
        out
    }

    /// The intermediate states of the last action with the numbers of their events, computed once.
    pub(crate) fn within_last(&mut self) -> Vec<(usize, State)> {
        let version = self.version();
        if self.within.0 != version {
            self.within = (version, self.seated.played.within_last());
        }
        self.within.1.clone()
    }

    /// A query context for the position, for queries to the rules.
    pub fn look(&mut self, viewer: Viewer) -> Look<'_> {
        let sight = self.sight(viewer);
        Look::of(&mut self.seated.played, sight)
    }

    /// The pending decision in words; `None` when the match is over. The text depends on the legal actions, so that
    /// viewers who may not know them get the phase's text.
    pub fn due_text(&self, viewer: Viewer) -> Option<String> {
        let decision = self.decision()?;
        match self.may_look(viewer, decision.seat) {
            true => self.played().due_text(),
            false => Some(self.game().pack().phases[decision.phase.index()].text.clone()),
        }
    }

    /// The legal actions with the domains of their arguments; none, completely listed, for a viewer who isn't to move
    /// or may not know them. In [simultaneous phases](Table#phases-in-which-all-decide) one seat at a time is to move.
    pub fn legal(&self, viewer: Viewer) -> Legal {
        match self.own_turn(viewer) {
            Ok(seat) => choices::legal(self.played(), &self.view(Viewer::of(seat))),
            Err(_) => Legal::none(),
        }
    }

    /// The texts of the legal actions, grouped into runs that differ in one number; empty for a viewer who may not know
    /// them.
    pub fn legal_runs(&self, viewer: Viewer) -> Vec<Run> {
        self.own_turn(viewer).map_or_else(|_| Vec::new(), |_| choices::runs(self.played()))
    }

    /// True if the list of legal actions is complete.
    pub fn is_legal_complete(&self) -> bool {
        self.played().legal().is_complete()
    }

    /// Explains why an action is legal or not.
    ///
    /// # Errors
    /// The viewer may not know the options; a text that isn't an action; rules that fail.
    pub fn why(&mut self, viewer: Viewer, text: &str) -> Result<Why, Error> {
        self.own_turn(viewer)?;
        let action = self.played().parse(text)?;
        let refusal = self.seated.played.check(&action).err().map(CheckError::refusal).transpose()?;
        let reason = refusal.as_ref().map(ToString::to_string);
        // A refused action is named as it was written, by its squares: it may be no piece's move.
        let name = match &reason {
            None => self.played().told(&action),
            Some(_) => self.game().action_phrase(&action),
        };
        let text = match &reason {
            None => {
                let help = &self.game().pack().verbs[action.verb().index()].help;
                format!("`{name}` is allowed: {}", if help.is_empty() { "it is legal now." } else { help })
            }
            // Some refusals name the action already.
            Some(reason) if reason.starts_with('`') => reason.clone(),
            Some(reason) => format!("`{name}` is not allowed: {reason}"),
        };
        Ok(Why { allowed: reason.is_none(), action: self.game().action_text(&action), text, reason })
    }

    /// The events of the set-up.
    pub fn opening(&self, viewer: Viewer) -> Vec<EventTold> {
        told::events(self.game(), self.played().opening(), self.sight(viewer))
    }

    /// A past action, by index from 0.
    pub fn step(&self, n: usize, viewer: Viewer) -> Option<StepTold> {
        told::step(self.played(), n, self.sight(viewer))
    }

    /// All past actions.
    pub fn steps(&self, viewer: Viewer) -> impl Iterator<Item = StepTold> + '_ {
        let sight = self.sight(viewer);
        (0..self.step_count()).filter_map(move |n| told::step(self.played(), n, sight))
    }

    /// A sequence of actions from now on, in people's words.
    pub fn told_line(&mut self, line: &[Action]) -> Vec<String> {
        self.seated.played.told_line(line)
    }

    /// The table version: the number of the last change, from 1.
    pub fn version(&self) -> u64 {
        self.changes.version()
    }

    /// True if a client with a version can get just the changes since.
    pub fn has_version(&self, version: u64) -> bool {
        self.changes.has(version)
    }

    /// The part that has to be stored beside the match, so that version numbers continue when it is resumed.
    pub fn history(&self) -> History {
        self.changes.history()
    }

    /// Continues the version numbers from before the match was resumed.
    pub fn go_on_from(&mut self, history: &History) {
        let steps = self.step_count();
        self.changes.go_on(history, steps);
    }

    /// The changes after a version, as a viewer may know them now. Undone actions are omitted.
    ///
    /// # Errors
    /// A version that the table hasn't reached.
    pub fn since(&self, version: u64, viewer: Viewer) -> Result<Vec<ChangeTold>, Error> {
        match self.version() {
            last if version > last => Err(Error::NoVersion { version, last }),
            _ => Ok(self.changes.since(self.played(), version, self.sight(viewer))),
        }
    }

    /// The last action of a robot, with its reason.
    pub fn last_reason(&self, viewer: Viewer) -> Option<Reason> {
        let (n, reason) = self.reason.as_ref()?;
        let step = self.step(*n, viewer)?;
        let player = self.players().get(step.seat.index())?.clone();
        Some(Reason { seat: step.seat, player, action: step.action, reason: step.is_known.then(|| reason.clone()) })
    }

    /// The default viewer for looking back: the only person in the match. With several people, or none, it is an
    /// onlooker.
    pub fn reader(&self) -> Viewer {
        let person = match self.humans().as_slice() {
            [only] => Some(*only),
            _ => None,
        };
        Viewer::of_seat(person).asking_for_all(true)
    }

    /// A replay cursor over the match.
    pub fn past(&mut self, viewer: Viewer) -> Past<'_> {
        let is_free = self.is_free();
        Past::of(&mut self.seated.played, viewer, is_free)
    }

    /// A robot that can be asked for advice.
    ///
    /// # Errors
    /// As for [`Table::own_turn`]; a robot that can't be loaded.
    pub fn adviser(&self, viewer: Viewer, robots: &RobotLibrary, robot: &str) -> Result<Adviser, Error> {
        Adviser::new(self.played(), self.own_turn(viewer)?, robots, robot)
    }

    /// A robot's advice now.
    ///
    /// # Errors
    /// A robot that has observed another moment.
    pub fn advice(&mut self, adviser: &mut Adviser) -> Result<Advice, Error> {
        let thinking = self.thinking();
        adviser.ask(&mut self.seated.played, thinking)
    }

    /// Analyses each action, by the knowledge of the seat to move.
    ///
    /// # Errors
    /// As for [`Table::own_turn`]; a search that fails.
    pub fn analyse(&self, viewer: Viewer, analyst: &mut Analyst, thinking: Thinking) -> Result<Report, Error> {
        let seat = self.own_turn(viewer)?;
        Ok(analyst.analyse(&self.played().view(Some(seat)), self.played().legal(), thinking)?)
    }
}

/// The squares of a view whose content isn't seen, with what is known of it, and the pieces that aren't seen.
fn known_on_boards(game: &Game, view: &View) -> Vec<(String, Vec<String>)> {
    let mut out = Vec::new();
    if let Some((board, kinds)) = game.piece_board().zip(view.kinds()) {
        for square in 0..game.board(board).squares() {
            let names: Vec<String> = kinds.possible(game, square).into_iter().map(str::to_owned).collect();
            if names.len() > 1 {
                out.push((game.square_name(board, Square::from_index(square)), names));
            }
        }
    }
    if let Some(unseen) = view.unseen() {
        for (square, what, age) in unseen.remembered(game) {
            out.push((square, vec![if age == 0 { what } else { format!("{what}, {age} unseen actions ago") }]));
        }
        let pieces = unseen.hidden_pieces(game, view.state()).into_iter();
        let pieces: Vec<String> = pieces.map(|(what, n)| if n == 1 { what } else { format!("{n} {what}s") }).collect();
        if !pieces.is_empty() {
            out.push(("unseen".to_owned(), pieces));
        }
    }
    out
}
