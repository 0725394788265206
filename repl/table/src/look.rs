//! What a viewer can ask the rules about a position: what the pack says of it, what is in danger, what can be done from a
//! square, what an expression comes to.

use parlour_ai::{Request, Said, Thinking};
use parlour_engine::Words;
use parlour_engine::action::{Action, ActionList};
use parlour_engine::chance::Generator;
use parlour_engine::diagnostic::{Code, Diagnostic, Faults};
use parlour_engine::ids::{BoardId, Seat, Square, Verb};
use parlour_engine::kind::Kind;
use parlour_engine::play::Match;
use parlour_engine::rules::{Rules, Shown};
use parlour_engine::state::State;
use parlour_engine::trace;
use serde_json::{Map, Value};

use crate::told;
use crate::view::SeatView;
use crate::viewer::Sight;

/// A look at a position, by somebody who sees what a viewer may see of it; nothing changes by it.
#[derive(Debug)]
pub struct Look<'a> {
    played: &'a mut Match,
    sight: Sight,
    view: SeatView,
}

/// What an expression over the rules has come to, tried on a copy.
#[derive(Debug)]
#[non_exhaustive]
pub struct Trial {
    /// Its value, written out.
    pub value: Result<String, Faults>,
    /// What the rules have printed.
    pub printed: Vec<String>,
    /// The zones, boards and variables of the copy, before and after.
    pub before: Map<String, Value>,
    /// After.
    pub after: Map<String, Value>,
    /// What the viewer can't see was dealt at random in the copy.
    pub is_dealt: bool,
}

impl<'a> Look<'a> {
    pub(crate) fn of(played: &'a mut Match, sight: Sight) -> Self {
        let view = SeatView::of(played.game(), played.state(), sight);
        Self { played, sight, view }
    }

    /// The position as the viewer sees it.
    pub fn view(&self) -> &SeatView {
        &self.view
    }

    /// Another state of the match as the viewer would see it.
    pub(crate) fn view_of(&self, state: &State) -> SeatView {
        SeatView::of(self.played.game(), state, self.sight)
    }

    /// What is looked at.
    pub(crate) fn view_mut(&mut self) -> &mut SeatView {
        &mut self.view
    }

    /// Who sits on each seat.
    pub(crate) fn players(&self) -> &[String] {
        self.played.players()
    }

    /// For each board, the squares that the last action has changed or names.
    pub fn last_squares(&self) -> Vec<Vec<usize>> {
        told::last_squares(self.played, self.sight)
    }

    /// The position before the last action, as the viewer may see it; `None` at the start.
    pub(crate) fn before(&self) -> Option<SeatView> {
        Some(SeatView::of(self.played.game(), self.played.previous()?, self.sight))
    }

    /// The position at the beginning of the match, as the viewer may see it; `None` where it can't be computed.
    pub(crate) fn first(&self) -> Option<SeatView> {
        Some(SeatView::of(self.played.game(), &*self.played.state_before(0).ok()?, self.sight))
    }

    /// What the last action has brought about, as the viewer may know it; nothing before the first.
    pub(crate) fn last_events(&self) -> Vec<told::EventTold> {
        let last = self.played.steps().last();
        last.map(|step| told::events(self.played.game(), &step.events, self.sight)).unwrap_or_default()
    }

    /// What the pack's own script says of the position; nothing if it has none.
    ///
    /// # Errors
    /// A display script that fails.
    pub fn shown(&mut self) -> Result<Shown, Diagnostic> {
        let number = self.sight.seat.map_or(0, Seat::number);
        Ok(self.played.host().display(self.view.state(), number)?.unwrap_or_default())
    }

    /// What the position would be after each legal action, each tried in a world of what the viewer may know that is drawn
    /// by this seed, and `None` where the rules fail in it; nothing at all where there are too many actions, or what can be
    /// done isn't the viewer's to know.
    pub(crate) fn tried(&mut self, seed: u64) -> Vec<Option<SeatView>> {
        let Some(due) = self.played.decision() else { return Vec::new() };
        if !may_look(self.played, self.sight, due.seat) || self.played.legal().len() > MOST_TRIED {
            return Vec::new();
        }
        let (game, view) = (self.view.game().clone(), self.played.view(self.sight.seat));
        let actions: Vec<Action> = self.played.legal().iter(&game).collect();
        let host = self.played.host();
        let Ok(world) = host.determinize(&view, &mut Generator::from_seed(seed)) else { return Vec::new() };
        let mut after = Vec::with_capacity(actions.len());
        for action in &actions {
            let mut state = world.clone();
            match host.apply(&mut state, action, None) {
                Ok(_) => after.push(Some(SeatView::of(&game, &state, self.sight))),
                // Rules that run without an end would do so for each action.
                Err(fault) if fault.code == Code::ScriptBudget => return Vec::new(),
                Err(_) => after.push(None),
            }
        }
        after
    }

    /// The seats whose royal pieces could be captured where they stand.
    ///
    /// # Errors
    /// Rules that fail.
    pub fn endangered(&mut self) -> Result<Vec<(Seat, Square)>, Diagnostic> {
        let mut danger = Vec::new();
        for seat in self.view.game().seats() {
            let square = self.played.host().endangered(self.view.state(), seat)?;
            danger.extend(square.map(|square| (seat, square)));
        }
        Ok(danger)
    }

    /// What can be done from a square: kinds of actions and the squares that they lead to, sorted. Of a piece this is told
    /// whoever's turn it is.
    ///
    /// # Errors
    /// Rules that fail.
    pub fn reach(&mut self, board: BoardId, square: Square) -> Result<Vec<(Verb, Square)>, Diagnostic> {
        let game = self.view.game().clone();
        if game.piece_board() == Some(board) {
            let targets = self.played.host().targets(self.view.state(), square)?;
            if !targets.is_empty() {
                let mut reach: Vec<(Verb, Square)> =
                    targets.into_iter().map(|target| (target.verb, target.square)).collect();
                reach.sort_unstable();
                return Ok(reach);
            }
        }
        let mut reach: Vec<(Verb, Square)> = Vec::new();
        let may_look = self.played.decision().is_some_and(|due| may_look(self.played, self.sight, due.seat));
        for action in self.played.legal().iter(&game).filter(|_| may_look) {
            let args = game.pack().verbs[action.verb().index()].args.iter();
            let squares = args.filter(|arg| arg.kind == Kind::Square(board));
            let squares: Vec<Square> = squares.filter_map(|arg| Square::from_number(action.number(arg))).collect();
            if squares.first() == Some(&square) {
                reach.push((action.verb(), squares.get(1).copied().unwrap_or(square)));
            }
        }
        reach.sort_unstable();
        reach.dedup();
        Ok(reach)
    }

    /// The last step as a line of a trace, as far as the viewer may see it; `None` before the first.
    ///
    /// # Errors
    /// Rules that fail.
    pub fn trace_line(&mut self) -> Result<Option<Value>, Diagnostic> {
        trace::visible_step(self.played, self.sight.seat, self.sight.all)
    }

    /// A Lua expression over what the viewer sees, with everything that robots have.
    pub fn evaluate(&self, expression: &str, thinking: Thinking, seed: u64) -> Said {
        let seat = self.sight.seat;
        let view = self.played.view(seat);
        let is_own = seat.is_some() && self.played.decision().map(|decision| decision.seat) == seat;
        let legal = if is_own { self.played.legal().clone() } else { ActionList::new() };
        let request = Request { view: &view, legal: &legal, time: thinking.time, nodes: thinking.nodes };
        parlour_ai::evaluate(self.view.game(), self.view.state(), &request, expression, seed)
    }

    /// A Lua expression that calls the pack's own functions, on a copy of the match as the viewer may know it.
    ///
    /// # Errors
    /// Rules that fail.
    pub fn try_rules(&self, expression: &str, seed: u64) -> Result<Trial, Faults> {
        let game = self.view.game().clone();
        let mut rules = Rules::new(game.clone())?;
        let is_dealt = !(self.sight.all || game.is_open());
        let before = match is_dealt {
            true => rules.determinize(&self.played.view(self.sight.seat), &mut Generator::from_seed(seed))?,
            false => self.played.state().clone(),
        };
        let mut after = before.clone();
        let value = rules.evaluate_on(&mut after, expression);
        let inside = |state| game.state_json(state).as_object().cloned().unwrap_or_default();
        let printed = rules.take_output();
        Ok(Trial { value, printed, before: inside(&before), after: inside(&after), is_dealt })
    }
}

/// More actions than this are not tried.
const MOST_TRIED: usize = 100;

/// Whether what a seat could do may be told to a viewer.
pub(crate) fn may_look(played: &Match, sight: Sight, seat: Seat) -> bool {
    sight.all || !played.game().has_secrets() || sight.seat == Some(seat)
}
