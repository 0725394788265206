//! The referee of Archaeology: dig, trade, explore the pyramid and sell sets to
//! the museum.
//!
//! Pending decisions (the victim of a theft, the discards of a sandstorm) aren't completely in the state, so the
//! referee keeps them from step to step.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use super::line::{End, Event, Header, Step};
use super::watch::{MatchReferee, Notes, Phases, watch};
use super::{Start, Violation};

mod action;
mod hand;
mod position;
mod rules;
#[cfg(test)]
mod selfplay;
mod tables;
#[cfg(test)]
mod tests;
mod trades;

use action::Action;
use position::Position;
use rules::{Decision, Moment, Next, Outcome, Theft};
pub use tables::{Chamber, Dig, MAP, SANDSTORM, THIEF, Tables, Treasure};

/// The names of the seats; a match has the first two to five of them.
const SEATS: [&str; 5] = ["a", "b", "c", "d", "e"];

/// Checks a trace of matches with these tables and returns every violation.
pub fn referee(tables: &Tables, start: Start, lines: impl Iterator<Item = String>) -> Vec<Violation> {
    watch("archaeology", lines, |header, notes| {
        Match::open(tables.clone(), start, header).map_err(|message| notes.add(message)).ok()
    })
}

/// A match in progress.
struct Match {
    tables: Tables,
    seats: Vec<String>,
    /// The number of each card.
    deck: Vec<usize>,
    phases: Phases,
    steps: usize,
    due: Due,
}

/// The expectation for the next line of the trace.
enum Due {
    /// The first state of the match.
    First(Start),
    /// One of these: several only if the stolen card is unknown.
    OneOf(Vec<Outcome>),
}

impl Match {
    fn open(mut tables: Tables, start: Start, header: &Header) -> Result<Match, String> {
        let seats = header.seats.clone();
        if !(2..=SEATS.len()).contains(&seats.len()) || seats[..] != SEATS[..seats.len()] {
            return Err(format!("the seats are {seats:?}"));
        }
        if let Some(variant) = &header.variant {
            return Err(format!("'{variant}' is not a variant of the game"));
        }
        tables.dig = match header.text_option("dig")? {
            None => tables.dig,
            Some("required") => Dig::Required,
            Some("optional") => Dig::Optional,
            Some(other) => return Err(format!("dig = '{other}'")),
        };
        let count = |name: &str, default: usize| match header.number_option(name)? {
            None => Ok(default),
            Some(n) => usize::try_from(n).map_err(|_| format!("option '{name}' is {n}")),
        };
        tables.ply_limit = count("ply_limit", tables.ply_limit)?;
        tables.start_hand = count("start_hand", tables.start_hand)?;
        tables.start_market = count("start_market", tables.start_market)?;
        Ok(Match {
            deck: tables.deck(seats.len()),
            tables,
            seats,
            phases: Phases::default(),
            steps: 0,
            due: Due::First(start),
        })
    }

    /// Checks a position against the expectation and returns the pending decision; `None` if it can't be known. At the
    /// end of a match no seat is to move.
    fn check_moment(&mut self, found: &Position, to_act: Option<usize>, notes: &mut Notes) -> Option<Next> {
        let due = match &self.due {
            Due::First(start) => {
                match start {
                    Start::Fresh => self.check_deal(found, notes),
                    Start::Composed => self.deck = found.cards(&self.tables),
                }
                return Some(match to_act {
                    Some(seat) => Next::Choice(seat, Decision::Turn),
                    None => Next::Over,
                });
            }
            Due::OneOf(outcomes) => outcomes,
        };
        if let Some(met) = due.iter().find(|outcome| outcome.position == *found) {
            return Some(met.next.clone());
        }
        let nearest = due.iter().min_by_key(|outcome| {
            let differences = outcome.position.differences(found, &self.tables, &self.seats);
            differences.len()
        })?;
        for difference in nearest.position.differences(found, &self.tables, &self.seats) {
            notes.add(difference);
        }
        Some(nearest.next.clone())
    }

    /// Checks the first position of a match: hands, market and chambers dealt without maps, everything else in the dig
    /// site.
    fn check_deal(&self, found: &Position, notes: &mut Notes) {
        let tables = &self.tables;
        let seats = self.seats.len();
        let fresh = Position {
            dig_site: found.dig_site.clone(),
            chambers: found.chambers.clone(),
            market: found.market.clone(),
            hands: found.hands.clone(),
            museums: vec![Vec::new(); seats],
            discard: Vec::new(),
            removed: Vec::new(),
            money: vec![0; seats],
            sold: vec![0; seats],
            passes: 0,
            must_sell: false,
            dug: false,
            acted: false,
        };
        for difference in fresh.differences(found, tables, &self.seats) {
            notes.add(format!("at the start: {difference}"));
        }
        let mut dealt = |name: String, size: usize, due: usize, maps: usize| {
            if size != due {
                notes.add(format!("{size} cards are dealt to {name}, not {due}"));
            }
            if maps > 0 {
                notes.add(format!("a map is dealt to {name}"));
            }
        };
        let map = tables.map();
        for (hand, seat) in found.hands.iter().zip(&self.seats) {
            let maps = map.map_or(0, |map| hand.0[map]);
            dealt(seat.clone(), hand.size(), tables.start_hand, maps);
        }
        let maps = map.map_or(0, |map| found.market.0[map]);
        let size = found.market.size();
        dealt("the market".into(), size, tables.start_market, maps);
        for (cards, chamber) in found.chambers.iter().zip(&tables.chambers) {
            let maps = cards.iter().filter(|card| Some(**card) == map).count();
            dealt(chamber.name.clone(), cards.len(), chamber.cards, maps);
        }
    }

    /// Checks that cards are conserved.
    fn check_cards(&self, found: &Position, notes: &mut Notes) {
        for (card, (is, due)) in found.cards(&self.tables).iter().zip(&self.deck).enumerate() {
            if is != due {
                let id = self.tables.id(card);
                notes.add(format!("there are {is} cards {id}, not {due}"));
            }
        }
    }

    /// Parses an action and reports why it isn't legal.
    fn legal_action(&self, text: &str, moment: &Moment<'_>, notes: &mut Notes) -> Option<Action> {
        let Some(action) = Action::parse(text, &self.tables, &self.seats) else {
            notes.add(format!("'{text}' is not an action of the game"));
            return None;
        };
        if action.text(&self.tables, &self.seats) != text {
            notes.add(format!("'{text}' is not the canonical text"));
        }
        if let Some(why) = moment.refusal(&action) {
            notes.add(format!("'{text}' is not legal: {why}"));
            return None;
        }
        Some(action)
    }

    fn check_legal(&self, step: &Step, moment: &Moment<'_>, notes: &mut Notes) {
        let listed: BTreeSet<Action> =
            step.legal.iter().filter_map(|text| self.legal_action(text, moment, notes)).collect();
        let plain = moment.plain_actions();
        for action in plain.iter().filter(|action| !listed.contains(action)) {
            let text = action.text(&self.tables, &self.seats);
            notes.add(format!("'{text}' is legal but not listed"));
        }
        let many = match moment.decision {
            Decision::Discard { .. } => {
                let choices = moment.hand_choices();
                let discards = count(&listed, |a| matches!(a, Action::Discard(_)));
                if step.legal_complete && discards != choices {
                    notes.add(format!("{discards} discards are listed of {choices}"));
                }
                choices
            }
            Decision::Turn if moment.trades_are_open() => self.check_trades(step, &listed, moment, notes),
            Decision::Turn | Decision::Steal => 0,
        };
        let all = many + plain.len() as u128;
        let may_be_cut = moment.trades_are_open() && !self.tables.tight_trades_listed;
        let short = if may_be_cut { plain.len() } else { self.tables.complete_up_to };
        if !step.legal_complete && all <= short as u128 {
            notes.add(format!("the list is incomplete though only {all} are legal"));
        }
    }

    /// Checks the listed trades against all legal ones and returns their number.
    fn check_trades(&self, step: &Step, listed: &BTreeSet<Action>, moment: &Moment<'_>, notes: &mut Notes) -> u128 {
        let trades = moment.trades();
        let all = trades.count();
        let tight = !step.legal_complete;
        if tight && !self.tables.tight_trades_listed {
            return all;
        }
        let due = if tight { trades.count_tight() } else { all };
        let is = count(listed, |action| match action {
            Action::Trade { give, take } => !tight || trades.is_tight(give, take),
            _ => false,
        });
        if is != due {
            let listed = listed.iter().filter_map(|action| match action {
                Action::Trade { give, take } => Some((give.clone(), take.clone())),
                _ => None,
            });
            let example = trades
                .missing(&listed.collect(), tight)
                .map(|(give, take)| Action::Trade { give, take })
                .map(|trade| format!(", not '{}'", trade.text(&self.tables, &self.seats)));
            notes.add(format!(
                "{is} {}trades are listed of {due}{}",
                if tight { "tight " } else { "" },
                example.unwrap_or_default()
            ));
        }
        all
    }

    /// The possible stolen cards: that of the event, or any card of the hand if the event is missing or invalid.
    fn stolen(&self, step: &Step, before: &Position, theft: Option<Theft>, notes: &mut Notes) -> Vec<Option<usize>> {
        let events: Vec<&Event> = step.events_of("steal").collect();
        let Some(theft) = theft else {
            if !events.is_empty() {
                notes.add("an event of a theft, but nothing is stolen");
            }
            return vec![None];
        };
        let any = before.hands[theft.from].kinds().map(Some).collect();
        let [event] = events[..] else {
            notes.add(format!("{} events of one theft", events.len()));
            return any;
        };
        let facts = |name: &str| event.text(name);
        let (from, to, card) = match (facts("from"), facts("to"), facts("card")) {
            (Ok(from), Ok(to), Ok(card)) => (from, to, card),
            (from, to, card) => {
                for fault in [from, to, card].into_iter().filter_map(Result::err) {
                    notes.add(fault);
                }
                return any;
            }
        };
        if from != self.seats[theft.from] || to != self.seats[theft.to] {
            notes.add(format!("the event has a theft from {from} to {to}"));
        }
        match self.tables.treasure(card) {
            Some(kind) if before.hands[theft.from].0[kind] > 0 => vec![Some(kind)],
            _ => {
                notes.add(format!("'{card}' is stolen from a hand without it"));
                any
            }
        }
    }

    fn check_result(&self, end: &End, last: &Position, notes: &mut Notes) {
        let best = (0..self.seats.len()).map(|seat| (last.money[seat], -last.sold[seat])).max();
        let due: BTreeSet<&str> = (0..self.seats.len())
            .filter(|seat| Some((last.money[*seat], -last.sold[*seat])) == best)
            .map(|seat| self.seats[seat].as_str())
            .collect();
        let winners: BTreeSet<&str> = end.winners.iter().map(String::as_str).collect();
        if winners != due {
            notes.add(format!("{winners:?} won, it should be {due:?}"));
        }
        let money = self.seats.iter().zip(&last.money);
        let scores: BTreeMap<String, f64> = money.map(|(seat, money)| (seat.clone(), *money as f64)).collect();
        if end.scores != scores {
            notes.add(format!("the scores are {:?}, not {scores:?}", end.scores));
        }
    }
}

impl MatchReferee for Match {
    fn step(&mut self, step: &Step, stopped: bool, notes: &mut Notes) -> ControlFlow<()> {
        let Some(found) = Position::read(&step.state, &self.tables, &self.seats, notes) else {
            return ControlFlow::Break(());
        };
        let Some(seat) = self.seats.iter().position(|seat| *seat == step.to_act) else {
            return ControlFlow::Break(());
        };
        let decision = match self.check_moment(&found, Some(seat), notes) {
            Some(Next::Choice(due, decision)) if due == seat => decision,
            Some(Next::Choice(due, _)) => {
                notes.add(format!("{} should be to act", self.seats[due]));
                return ControlFlow::Break(());
            }
            Some(Next::Over) => {
                notes.add("the match goes on though it is over");
                return ControlFlow::Break(());
            }
            None => return ControlFlow::Break(()),
        };
        self.check_cards(&found, notes);
        self.phases.check(&step.phase, decision.kind(), notes);
        let moment = Moment { tables: &self.tables, position: &found, seat, decision: &decision };
        self.check_legal(step, &moment, notes);
        if stopped {
            return ControlFlow::Continue(());
        }
        if self.steps >= self.tables.ply_limit {
            notes.add("an action beyond the limit of actions");
        }
        self.steps += 1;
        let Some(action) = self.legal_action(&step.action, &moment, notes) else {
            return ControlFlow::Break(());
        };
        let outcomes = self
            .stolen(step, &found, moment.theft(&action), notes)
            .into_iter()
            .map(|stolen| moment.play(&action, stolen))
            .collect();
        self.due = Due::OneOf(outcomes);
        ControlFlow::Continue(())
    }

    fn end(&mut self, end: &End, notes: &mut Notes) {
        let Some(found) = Position::read(&end.state, &self.tables, &self.seats, notes) else {
            return;
        };
        let first = matches!(self.due, Due::First(_));
        let next = self.check_moment(&found, None, notes);
        self.check_cards(&found, notes);
        let over = match next {
            Some(Next::Over) => !first || rules::is_over(&found),
            _ => false,
        };
        if !over && self.steps < self.tables.ply_limit {
            notes.add("the match ends though it is not over");
        }
        self.check_result(end, &found, notes);
    }
}

fn count(actions: &BTreeSet<Action>, which: impl Fn(&Action) -> bool) -> u128 {
    actions.iter().filter(|action| which(action)).count() as u128
}
