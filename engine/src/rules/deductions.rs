//! Deductions from actions: an action of a later tier tells that its seat had none of an earlier one.
//!
//! If public information decides the legality of a verb whose only argument is a card, a seat that takes an action of a
//! later tier, such as a pass, holds no card for which the verb would have been legal.

use super::Rules;
use super::pipeline::Pipeline;
use parlour_board::Tier;
use parlour_model::action::{Action, ActionList};
use parlour_model::diagnostic::Diagnostic;
use parlour_model::ids::{CardType, ZoneId};
use parlour_model::layout::ZoneLayout;
use parlour_model::state::State;
use parlour_model::state::notes::{Note, Spot};
use parlour_pack::order::bit;

impl Rules {
    /// Notes of the cards that the seat to act lacks, since it takes an action.
    ///
    /// # Errors
    /// A hook that fails.
    pub(crate) fn lacking(&mut self, state: &State, action: &Action) -> Result<Vec<Note>, Diagnostic> {
        self.pipeline.lacking(state, action)
    }
}

impl Pipeline {
    fn lacking(&mut self, state: &State, action: &Action) -> Result<Vec<Note>, Diagnostic> {
        let (game, Some(decision)) = (self.game.clone(), state.decision()) else { return Ok(Vec::new()) };
        let is_sealed = game.pack().phases[decision.phase.index()].simultaneous;
        if self.host.is_none() || is_sealed || !game.notes_cards() || game.hides_squares() {
            return Ok(Vec::new());
        }
        let tiers = self.tiers(state, decision);
        let own = tiers.iter().position(|tier| tier.verbs & bit(action.verb().index()) != 0).unwrap_or(0);
        let mut out = Vec::new();
        for tier in tiers.iter().take(own) {
            let verbs = (0..game.pack().verbs.len()).filter(|&verb| tier.verbs & bit(verb) != 0);
            let telling: Vec<(usize, ZoneId)> = verbs.filter_map(|verb| Some((verb, self.telling(verb)?))).collect();
            for (verb, zone) in telling {
                let seat = decision.seat.index();
                let Some(ZoneLayout::Bag(bag)) = game.layout().zones[zone.index()].get(seat) else { continue };
                let holds = &game.pack().zones[zone.index()].holds;
                // Each card is judged by itself, whatever else is held.
                let mut supposed = state.clone();
                let absent = |card: &usize| state.bytes[bag.counts + card] == 0 && holds.allows(seat, *card);
                let absent: Vec<usize> = (0..game.card_counts().len()).filter(absent).collect();
                absent.iter().for_each(|card| supposed.bytes[bag.counts + card] = 1);
                supposed.set_u16(bag.size, supposed.u16(bag.size) + absent.len() as u16);
                let mut list = ActionList::new();
                self.cases(&supposed, decision, Tier { verbs: bit(verb), only: None }, &mut list)?;
                let arg = &game.pack().verbs[verb].args[0];
                let named = |n: usize| Action::from_record(&game, list.record(n)).number(arg);
                let legal: Vec<usize> = (0..list.len()).map(|n| usize::from(named(n))).collect();
                let at = Spot { zone: zone.index() as u16, member: seat as u16, place: 0 };
                let lacks = absent.into_iter().filter(|card| legal.contains(&(card + 1)));
                out.extend(lacks.map(|card| Note::Lack { card: CardType::from_index(card).index() as u16, at }));
            }
        }
        Ok(out)
    }

    /// The hidden hand whose cards decide a verb by what everyone sees, if one does. Tricks keep voids of their own.
    fn telling(&self, verb: usize) -> Option<ZoneId> {
        let spec = self.game.pack().verbs.get(verb).filter(|_| !self.game.pack().plays_by_table(verb))?;
        spec.zone_of_card().filter(|_| self.host.as_ref().is_some_and(|host| host.borrow().is_public(verb)))
    }
}
