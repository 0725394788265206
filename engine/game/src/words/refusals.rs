//! Texts of refusals.

use crate::Game;
use crate::words::Words;
use parlour_model::english;
use parlour_model::ids::{CardType, Seat, VarId, ZoneId};
use parlour_model::kind::Value;
use parlour_model::layout::ZoneLayout;
use parlour_model::state::State;
use parlour_pack::refusals::{Part, RefusalSpec};
use parlour_pack::spec::Per;

/// The state of formatting a refusal.
struct Filling<'a> {
    game: &'a Game,
    refusal: &'a RefusalSpec,
    values: &'a [Value<'a>],
    state: &'a State,
    seat: Seat,
    out: String,
}

/// The text of a refusal with its holes filled, for an acting seat.
pub fn refusal_text(
    game: &Game,
    refusal: &RefusalSpec,
    values: &[Value<'_>],
    state: &State,
    seat: Option<Seat>,
) -> String {
    let seat = seat.unwrap_or(Seat::from_index(0));
    let mut filling = Filling { game, refusal, values, state, seat, out: String::new() };
    filling.write(&refusal.parts);
    filling.out
}

impl Filling<'_> {
    fn number(&self, hole: usize) -> i32 {
        match self.values.get(hole) {
            Some(Value::Number(number)) => *number,
            _ => 0,
        }
    }

    /// Singular and plural of a card's name; for other values, these words.
    fn names(&self, hole: usize) -> [&str; 2] {
        let row = usize::try_from(self.number(hole)).ok().and_then(|row| row.checked_sub(1));
        let row = row.and_then(|row| self.game.pack().card_rows().get(row));
        row.map_or(["card", "cards"], |row| [&row.title, &row.plural])
    }

    fn write(&mut self, parts: &[Part]) {
        // The text of the pack before a hole ends with an article, which has to fit.
        let mut has_article = false;
        for part in parts {
            let text = match part {
                Part::Text(text) => text.clone(),
                Part::Hole(hole) => {
                    let value = self.values.get(*hole).copied().unwrap_or(Value::Number(0));
                    self.game.value_title(self.refusal.holes[*hole].kind, value)
                }
                Part::Words(number) => english::number_in_words(self.number(*number)),
                Part::Forms { number, one, several } => if self.number(*number) == 1 { one } else { several }.clone(),
                Part::Plural(card) => self.names(*card)[1].to_owned(),
                Part::Count { number, card } => {
                    let (n, [one, several]) = (self.number(*number), self.names(*card));
                    match n {
                        0 => format!("no {several}"),
                        1 => format!("1 {one}"),
                        n => format!("{n} {several}"),
                    }
                }
                Part::Var(var) => self.variable(*var),
                Part::Zone { zone, by_name } => self.zone(*zone, *by_name),
                Part::Optional(hole, inner) => {
                    if self.values.get(*hole).is_some_and(|value| *value != Value::Number(0)) {
                        self.write(inner);
                    }
                    continue;
                }
            };
            match part {
                Part::Hole(_) if has_article => english::fill(&mut self.out, &text),
                _ => self.out.push_str(&text),
            }
            has_article = matches!(part, Part::Text(text) if english::ends_with_article(text));
        }
    }

    fn variable(&self, var: VarId) -> String {
        let spec = &self.game.pack().vars[var.index()];
        let number = self.state.i32(self.game.offset_for(var, self.seat));
        self.game.value_title(spec.kind, Value::Number(number))
    }

    fn zone(&self, zone: ZoneId, by_name: bool) -> String {
        let member = match self.game.pack().zones[zone.index()].per {
            Per::Seat => self.seat.index(),
            Per::Team => self.game.team_of(self.seat),
            Per::One | Per::Table(_) | Per::List(_) => 0,
        };
        let Some(ZoneLayout::Bag(bag)) = self.game.layout().zones[zone.index()].get(member) else {
            return String::new();
        };
        let counts = &self.state.bytes[bag.counts..bag.counts + self.game.pack().card_types()];
        if !by_name {
            return self.game.cards_phrase(counts);
        }
        let each = counts.iter().enumerate().flat_map(|(n, &k)| std::iter::repeat_n(n, usize::from(k)));
        let names: Vec<&str> = each.map(|n| self.game.card_name(CardType::from_index(n))).collect();
        names.join(" ")
    }
}
