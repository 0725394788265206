//! Starting a match at the position of a scenario.

mod build;

use build::Builder;

use super::Rules;
use parlour_game::Game;
use parlour_game::scenario::Scenario;
use parlour_game::scenario::chances::Places;
use parlour_game::words::Words;
use parlour_model::diagnostic::{Code, Diagnostic, Faults};
use parlour_model::event::Event;
use parlour_model::ids::VarId;
use parlour_model::state::State;
use parlour_pack::pieces::{EndSpec, Follows, Formation, When};
use parlour_pack::reader::{Sink, Value};

impl Rules {
    /// Starts a match: at the game's scenario if it has one, otherwise with a fresh deal.
    ///
    /// # Errors
    /// A scenario with inconsistent parts, or a script that fails.
    pub fn begin(&mut self, seed: u64, events: &mut Vec<Event>) -> Result<State, Faults> {
        self.note_cards(true);
        let begun = self.begin_noted(seed, events);
        self.note_cards(false);
        begun
    }

    fn begin_noted(&mut self, seed: u64, events: &mut Vec<Event>) -> Result<State, Faults> {
        let game = self.game().clone();
        let Some(scenario) = game.scenario().cloned() else {
            return Ok(self.start(seed, events)?);
        };
        let own_cards = scenario.names_zones && scenario.deck.is_some();
        let mut state = if own_cards { self.start_without_cards(seed)? } else { self.start(seed, events)? };
        let sink = Sink::new(scenario.file.clone());
        let mut builder = Builder { game: &game, scenario: &scenario, sink: &sink, state: &mut state };
        builder.boards();
        builder.vars();
        // After the variables, which tell which seats are still in.
        if scenario.names_zones {
            events.clear();
            builder.zones(seed);
        }
        check_chances(&game, &scenario.chance, &scenario.chance_spans, &sink);
        let to_act = builder.seat_to_act();
        if !sink.is_empty() {
            return Err(Faults(sink.into_faults()).sorted());
        }
        let whole = !scenario.names_zones && scenario.vars.is_empty() && scenario.boards.is_empty();
        if whole && to_act.is_none() {
            return Ok(state);
        }
        // An ending of the initial state is void now.
        let current = to_act.or_else(|| state.decision().map(|decision| decision.seat.number())).unwrap_or(1);
        state.bytes[parlour_model::layout::OVER] = 0;
        state.bytes[parlour_model::layout::ENDING] = 0;
        state.set_u16(parlour_model::layout::WINNERS, 0);
        self.resume(&mut state, current, events)?;
        if scenario.is_strict {
            self.demand_safe(&scenario, &state)?;
        }
        self.end_if_decided(&mut state, current);
        check_what_follows(&scenario, &game, &state)?;
        Ok(state)
    }

    /// Refuses a position in which a royal piece of a seat that isn't to act is attacked: no action may leave it so.
    fn demand_safe(&mut self, scenario: &Scenario, state: &State) -> Result<(), Faults> {
        let game = self.game().clone();
        let current = state.pending().last().map(|decision| decision.seat);
        for seat in game.seats().filter(|seat| Some(*seat) != current) {
            if let Some((square, board)) = self.endangered(state, seat)?.zip(game.piece_board()) {
                let name = |seat: parlour_model::ids::Seat| game.seat_name(seat);
                let message = format!(
                    "{} could take what stands on {}, and {} is not to act",
                    current.map_or("another seat", name),
                    game.square_name(board, square),
                    name(seat)
                );
                let fault = Diagnostic::new(Code::BadPosition, message);
                let place = scenario.place_about(&game.pack().boards[board.index()].name);
                return Err(fault.at(place).help("expected a position that a match can come to").into());
            }
        }
        Ok(())
    }

    /// Ends a match that is decided by a line or an arrived piece of any seat: the rules only examine those of the seat
    /// that acted last.
    fn end_if_decided(&mut self, state: &mut State, current: u8) {
        let game = self.game().clone();
        let ends = game.pack().moves.ends.iter().filter(|end| end.is_there(game.option_values()));
        let ends: Vec<&EndSpec> = ends.collect();
        let is_there = |when: &When| {
            matches!(when, When::Formation(Formation::Line(..) | Formation::Reach(..) | Formation::Joined { .. }))
        };
        if !ends.iter().any(|end| is_there(&end.when)) {
            return;
        }
        // An ending with other triggers isn't evidence: another one may apply with another seat to act.
        let decides = |ending: usize| {
            let mut by = ends.iter().filter(|end| end.ending == ending || end.even == ending).peekable();
            by.peek().is_some() && by.all(|end| is_there(&end.when))
        };
        for seat in game.seats().map(parlour_model::ids::Seat::number).filter(|seat| *seat != current) {
            let mut other = state.clone();
            // If another seat can't be to act, nothing is known; that error isn't reported.
            let asked = !state.is_over() && self.resume(&mut other, seat, &mut Vec::new()).is_ok();
            if asked && other.ending().is_some_and(decides) {
                *state = other;
            }
        }
    }
}

/// Checks the scenario's values of derived variables against the resulting state.
fn check_what_follows(scenario: &Scenario, game: &Game, state: &State) -> Result<(), Faults> {
    let sink = Sink::new(scenario.file.clone());
    for (n, spec) in game.pack().vars.iter().enumerate() {
        if !matches!(spec.follows, Some(Follows::Score | Follows::Pieces)) {
            continue;
        }
        for member in 0..game.layout().vars[n].count {
            let name = game.member_name(&spec.label, &spec.per, member);
            let is = game.var_json(state, VarId::from_index(n), member);
            if let Some(entry) = scenario.vars.iter().find(|entry| entry.name == name)
                && !matches!(entry.node.value, Value::Int(said) if is == said)
            {
                let message = format!("`{name}` follows from the board and can't be this");
                sink.fault_help(Code::OutOfRange, &entry.node.span, message, format!("expected {is}"));
            }
        }
    }
    if sink.is_empty() { Ok(()) } else { Err(Faults(sink.into_faults()).sorted()) }
}

/// Reports prescribed outcomes that the dice of a configuration don't have.
fn check_chances(game: &Game, outcomes: &[Vec<u16>], places: &Places, sink: &Sink) {
    for (n, (outcomes, places)) in outcomes.iter().zip(places).enumerate() {
        let most = game.outcomes(n);
        for (outcome, place) in outcomes.iter().zip(places) {
            if u32::from(*outcome) > most {
                let message = format!("`{}` can't come out as {outcome}", game.pack().chances[n].name);
                sink.fault_help(Code::BadOutcome, place, message, format!("expected 1 to {most}"));
            }
        }
    }
}
