//! Texts of refusals.

use crate::Game;
use crate::words::Words;
use parlour_model::ids::{CardType, Seat, VarId, ZoneId};
use parlour_model::kind::Value;
use parlour_model::layout::ZoneLayout;
use parlour_model::state::State;
use parlour_model::text::{self, Values as _};
use parlour_pack::refusals::{Filling, RefusalSpec};
use parlour_pack::spec::Per;

/// The values for the holes of a refusal's text.
struct Reason<'a> {
    game: &'a Game,
    refusal: &'a RefusalSpec,
    arguments: &'a [Value<'a>],
    state: &'a State,
    seat: Seat,
}

/// The text of a refusal with its holes filled, for an acting seat.
pub fn refusal_text(
    game: &Game,
    refusal: &RefusalSpec,
    arguments: &[Value<'_>],
    state: &State,
    seat: Option<Seat>,
) -> String {
    let seat = seat.unwrap_or(Seat::from_index(0));
    text::write(&refusal.parts, &Reason { game, refusal, arguments, state, seat })
}

impl text::Values<Filling> for Reason<'_> {
    fn value(&self, hole: &Filling, _: bool) -> String {
        match *hole {
            Filling::Argument(n) => {
                let value = self.arguments.get(n).copied().unwrap_or(Value::Number(0));
                self.game.value_title(self.refusal.arguments[n].kind, value)
            }
            Filling::Var(var) => self.variable(var),
            Filling::Zone(zone) => self.cards(zone).map_or_else(String::new, |counts| self.game.cards_phrase(counts)),
        }
    }

    fn number(&self, hole: &Filling) -> Option<i32> {
        match *hole {
            Filling::Argument(n) => match self.arguments.get(n) {
                Some(Value::Number(number)) => Some(*number),
                _ => Some(0),
            },
            _ => None,
        }
    }

    fn count(&self, number: &Filling, card: &Filling) -> String {
        let [one, several] = self.card_names(card);
        match self.number(number).unwrap_or(0) {
            0 => format!("no {several}"),
            1 => format!("1 {one}"),
            n => format!("{n} {several}"),
        }
    }

    fn plural(&self, card: &Filling) -> String {
        self.card_names(card)[1].to_owned()
    }

    fn names(&self, cards: &Filling) -> String {
        let Filling::Zone(zone) = *cards else { return String::new() };
        let counts = self.cards(zone).unwrap_or_default();
        let each = counts.iter().enumerate().flat_map(|(n, &k)| std::iter::repeat_n(n, usize::from(k)));
        let names: Vec<&str> = each.map(|n| self.game.card_name(CardType::from_index(n))).collect();
        names.join(" ")
    }

    fn is_empty(&self, hole: &Filling) -> bool {
        matches!(*hole, Filling::Argument(n) if self.arguments.get(n).is_none_or(|value| *value == Value::Number(0)))
    }
}

impl Reason<'_> {
    /// Singular and plural of a card's name; for other values, these words.
    fn card_names(&self, card: &Filling) -> [&str; 2] {
        let row = self.number(card).and_then(|row| usize::try_from(row).ok()?.checked_sub(1));
        let row = row.and_then(|row| self.game.pack().card_rows().get(row));
        row.map_or(["card", "cards"], |row| [&row.title, &row.plural])
    }

    fn variable(&self, var: VarId) -> String {
        let spec = &self.game.pack().vars[var.index()];
        let number = self.state.i32(self.game.offset_for(var, self.seat));
        self.game.value_title(spec.kind, Value::Number(number))
    }

    /// The cards of a bag, by type.
    fn cards(&self, zone: ZoneId) -> Option<&[u8]> {
        let member = match self.game.pack().zones[zone.index()].per {
            Per::Seat => self.seat.index(),
            Per::Team => self.game.team_of(self.seat),
            Per::One | Per::Table(_) | Per::List(_) => 0,
        };
        match self.game.layout().zones[zone.index()].get(member)? {
            ZoneLayout::Bag(bag) => self.state.bytes.get(bag.counts..bag.counts + self.game.pack().card_types()),
            _ => None,
        }
    }
}
