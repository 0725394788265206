//! Queries of a viewer to the rules about a position: the pack's display script, danger, reachable squares,
//! expressions.

use std::collections::BTreeMap;

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
use parlour_engine::worlds::WorldCounts;
use parlour_engine::worlds::Worlds;
use serde_json::{Map, Value};

use crate::told;
use crate::view::SeatView;
use crate::viewer::Sight;

/// The number of worlds in a trial of the draws.
const TRIAL_WORLDS: usize = 50;

/// A query context for a position, as a viewer may see it; read-only.
#[derive(Debug)]
pub struct Look<'a> {
    played: &'a mut Match,
    sight: Sight,
    view: SeatView,
}

/// The result of an expression over the rules, run on a copy.
#[derive(Debug)]
#[non_exhaustive]
pub struct Trial {
    /// Its value as text.
    pub value: Result<String, Faults>,
    /// The rules' output.
    pub printed: Vec<String>,
    /// The zones, boards and variables of the copy, before and after.
    pub before: Map<String, Value>,
    /// After.
    pub after: Map<String, Value>,
    /// True if hidden information was sampled in the copy.
    pub is_dealt: bool,
}

impl<'a> Look<'a> {
    pub(crate) fn of(played: &'a mut Match, sight: Sight) -> Self {
        let view = SeatView::of_match(played, sight);
        Self { played, sight, view }
    }

    /// The viewer's view of the position.
    pub fn view(&self) -> &SeatView {
        &self.view
    }

    /// The viewer's view of another state of the match.
    pub(crate) fn view_of(&self, state: &State) -> SeatView {
        SeatView::of(self.played.game(), state, self.sight)
    }

    /// The view, for changes.
    pub(crate) fn view_mut(&mut self) -> &mut SeatView {
        &mut self.view
    }

    /// The players of the seats.
    pub(crate) fn players(&self) -> &[String] {
        self.played.players()
    }

    /// For each board, the squares that the last action has changed or names.
    pub fn last_squares(&self) -> Vec<Vec<usize>> {
        told::last_squares(self.played, self.sight)
    }

    /// The position before the last action, as the viewer may see it; `None` at the start.
    pub(crate) fn before(&self) -> Option<SeatView> {
        let before = self.played.previous()?;
        let mut view = SeatView::of(self.played.game(), before, self.sight);
        view.carry_kinds(&self.view, [before, self.played.state()]);
        Some(view)
    }

    /// The position at the beginning of the match, as the viewer may see it; `None` where it can't be computed.
    pub(crate) fn first(&self) -> Option<SeatView> {
        self.first_in(self.sight)
    }

    fn first_in(&self, sight: Sight) -> Option<SeatView> {
        Some(SeatView::of(self.played.game(), &*self.played.state_before(0).ok()?, sight))
    }

    /// The positions at the beginning and now, with all that is hidden.
    pub(crate) fn open(&self) -> Option<[SeatView; 2]> {
        let sight = Sight { all: true, ..self.sight };
        Some([self.first_in(sight)?, SeatView::of(self.played.game(), self.played.state(), sight)])
    }

    /// For each square of a board, the seat of the last action that named it.
    pub(crate) fn actors(&self, board: BoardId) -> BTreeMap<usize, Seat> {
        let (game, mut actors) = (self.played.game(), BTreeMap::new());
        for step in self.played.steps() {
            let args = game.pack().verbs[step.action.verb().index()].args.iter();
            for arg in args.filter(|arg| arg.kind == Kind::Square(board)) {
                if let Some(square) = Square::from_number(step.action.number(arg)) {
                    actors.insert(square.index(), step.decision.seat);
                }
            }
        }
        actors
    }

    /// For each seat, the number of its actions with one of some verbs.
    pub(crate) fn times(&self, verbs: &[usize]) -> Vec<usize> {
        let mut times = vec![0; self.played.game().seat_count()];
        for step in self.played.steps().iter().filter(|step| verbs.contains(&step.action.verb().index())) {
            times[step.decision.seat.index()] += 1;
        }
        times
    }

    /// The positions before the last actions, the latest first, as the viewer may see them.
    pub(crate) fn earlier(&self) -> impl Iterator<Item = SeatView> {
        let states = (0..self.played.steps().len()).rev().map_while(|n| self.played.state_before(n).ok());
        states.map(|state| SeatView::of(self.played.game(), &state, self.sight))
    }

    /// The events of the last action, as the viewer may know them; empty before the first.
    pub(crate) fn last_events(&self) -> Vec<told::EventTold> {
        let last = self.played.steps().last();
        last.map(|step| told::events(self.played.game(), &step.events, self.sight)).unwrap_or_default()
    }

    /// The output of the pack's display script for the position; empty if it has none.
    ///
    /// # Errors
    /// A display script that fails.
    pub fn shown(&mut self) -> Result<Shown, Diagnostic> {
        let number = self.sight.seat.map_or(0, Seat::number);
        Ok(self.played.host().display(self.view.state(), number)?.unwrap_or_default())
    }

    /// The view after each legal action, each tried in a sampled world with this seed, and `None` where the rules fail
    /// in it; empty if there are too many actions, or the viewer may not know them.
    pub(crate) fn tried(&mut self, seed: u64) -> Vec<Option<SeatView>> {
        let Some(due) = self.played.decision() else { return Vec::new() };
        if !may_look(self.played, self.sight, due.seat) || self.played.legal().len() > MAX_TRIED {
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
                // An endless loop in the rules would repeat for each action.
                Err(fault) if fault.code == Code::ScriptBudget => return Vec::new(),
                Err(_) => after.push(None),
            }
        }
        after
    }

    /// The worlds of the viewer; `None` if nothing is hidden from it.
    fn imagined(&mut self) -> Option<Worlds> {
        if self.sight.all || !self.played.game().has_secrets() {
            return None;
        }
        let view = self.played.view(self.sight.seat);
        self.played.host().worlds(&view).ok().filter(Worlds::is_imagined)
    }

    /// The numbers of worlds drawn and rejected in a trial for the viewer, and true if every deal of the hidden cards is equally
    /// likely; `None` if nothing is hidden from the viewer, or no world is found.
    pub fn try_worlds(&mut self, seed: u64) -> Option<(WorldCounts, bool)> {
        let worlds = self.imagined()?;
        let host = self.played.host();
        let mut generator = Generator::from_seed(seed);
        for _ in 0..TRIAL_WORLDS {
            host.draw(&worlds, &mut generator).ok()?;
        }
        Some((worlds.counts(), worlds.are_even()))
    }

    /// A world as a search imagines it for the viewer, in the form of [`SeatView::to_json`]; `None` if nothing is hidden
    /// from the viewer, or no world is found.
    pub fn a_world(&mut self, seed: u64) -> Option<Value> {
        let worlds = self.imagined()?;
        let world = self.played.host().draw(&worlds, &mut Generator::from_seed(seed)).ok()?;
        Some(self.played.game().state_json(&world))
    }

    /// The legal actions as text, each with the view after it as [`Look::tried`] has them; without those that fail.
    pub(crate) fn tried_actions(&mut self, seed: u64) -> Vec<(String, SeatView)> {
        let after = self.tried(seed);
        if after.is_empty() {
            return Vec::new();
        }
        let game = self.view.game().clone();
        let actions: Vec<Action> = self.played.legal().iter(&game).collect();
        let texts = actions.iter().map(|action| game.action_text(action));
        texts.zip(after).filter_map(|(text, view)| Some((text, view?))).collect()
    }

    /// The seats whose royal pieces are attacked, with their squares.
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

    /// The actions from a square as verbs and target squares, sorted. For a piece they are given on other seats' turns
    /// too.
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

    /// Evaluates a Lua expression over the viewer's view, with the API of robots.
    pub fn evaluate(&self, expression: &str, thinking: Thinking, seed: u64) -> Said {
        let seat = self.sight.seat;
        let view = self.played.view(seat);
        let is_own = seat.is_some() && self.played.decision().map(|decision| decision.seat) == seat;
        let legal = if is_own { self.played.legal().clone() } else { ActionList::new() };
        let request = Request { view: &view, legal: &legal, time: thinking.time, nodes: thinking.nodes };
        parlour_ai::evaluate(self.view.game(), self.view.state(), &request, expression, seed)
    }

    /// Evaluates a Lua expression that calls the pack's own functions, on a sampled copy of the match that fits the
    /// view.
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

/// The maximum number of actions that are tried.
const MAX_TRIED: usize = 100;

/// True if a viewer may know a seat's options.
pub(crate) fn may_look(played: &Match, sight: Sight, seat: Seat) -> bool {
    sight.all || !played.game().has_secrets() || sight.seat == Some(seat)
}
