//! Exchanges: actions that trade cards of a hand for cards of a market of no greater value.
//!
//! With few cards, every legal exchange is listed. Otherwise any multiset may be traded for any other of no greater
//! value, which is far too many to list. Then only the irreducible ones are listed: no card is given that isn't needed,
//! no kind is on both sides, and the exchange can't be split into two that are legal by themselves. Every other
//! exchange is a sequence of listed ones or gives more than it must. They are computed when the scripts are loaded; at
//! run time hand and market only select those that they allow.

use std::collections::BTreeSet;

use mlua::{Lua, Table};

use crate::fields::Fields;
use crate::prelude::writer::quote;
use crate::prelude::{Prelude, member_name};
use parlour_game::Game;
use parlour_model::grammar::VerbSpec;
use parlour_pack::spec::{Cell, ExchangeSpec, ZoneSpec};

/// Number of combinations of hand and market up to which every exchange is listed.
const FEW: usize = 200;

/// Bunches of an exchange before those of its sets: cards given and taken, and the kinds in the hand and the market.
const KEPT: usize = 4;

/// Bits of a hand's or market's signature: one for each kind of card and count.
const BITS: usize = 32;

/// A set of cards for one side of an exchange.
struct Set {
    /// The kinds of its cards, by index, in order.
    cards: Vec<usize>,
    value: i64,
    /// The least value of a card.
    least: i64,
    /// A bit for each card that it needs of each kind.
    needs: u32,
    /// The values of its proper subsets.
    parts: BTreeSet<i64>,
}

/// The most cards on a side of a listed exchange. With few kinds four covers nearly all; with more kinds it is fewer,
/// so that the bits suffice.
fn most_cards(kinds: usize) -> usize {
    (BITS / kinds.max(1)).clamp(1, 4)
}

/// Every set of cards for a side of a listed exchange, of kinds with the given values.
fn sets(values: &[i64]) -> Vec<Set> {
    fn extend(values: &[i64], from: usize, cards: &mut Vec<usize>, out: &mut Vec<Set>) {
        let most = most_cards(values.len());
        for kind in from..values.len().min(BITS) {
            cards.push(kind);
            out.push(set(values, cards, most));
            if cards.len() < most {
                extend(values, kind, cards, out);
            }
            cards.pop();
        }
    }
    let mut out = Vec::new();
    extend(values, 0, &mut Vec::new(), &mut out);
    out
}

fn set(values: &[i64], cards: &[usize], most: usize) -> Set {
    let mut needs = 0_u32;
    for (n, &kind) in cards.iter().enumerate() {
        let earlier = cards[..n].iter().filter(|&&other| other == kind).count();
        needs |= 1 << (kind * most + earlier);
    }
    let worth = |mask: usize| -> i64 {
        cards.iter().enumerate().filter(|(n, _)| mask >> n & 1 == 1).map(|(_, &kind)| values[kind]).sum()
    };
    let all = (1 << cards.len()) - 1;
    Set {
        cards: cards.to_vec(),
        value: worth(all),
        least: cards.iter().map(|&kind| values[kind]).min().unwrap_or(0),
        needs,
        parts: (1..all).map(worth).collect(),
    }
}

/// True if trading one set for another is legal and irreducible.
fn is_listed(give: &Set, take: &Set) -> bool {
    let is_needed = give.value >= take.value && give.value - give.least < take.value;
    let splits = || {
        let pairs = give.parts.iter().flat_map(|g| take.parts.iter().map(move |t| (g, t)));
        pairs.into_iter().any(|(g, t)| g >= t && give.value - g >= take.value - t)
    };
    is_needed && !give.cards.iter().any(|kind| take.cards.contains(kind)) && !splits()
}

/// The card types that can be on both sides, from 1, with their values.
fn kinds(game: &Game, spec: &ExchangeSpec) -> Vec<(usize, i64)> {
    let pack = game.pack();
    let column = pack.tables[0].columns.iter().position(|column| column.name == spec.value);
    let holds = |zone: &ZoneSpec, card: usize| (0..game.seat_count()).any(|seat| zone.holds.allows(seat, card));
    let fits =
        |card: &usize| holds(&pack.zones[spec.give.index()], *card) && holds(&pack.zones[spec.take.index()], *card);
    let value = |card: usize| match column.map(|n| &pack.card_rows()[card].cells[n]) {
        Some(Cell::Int(value)) => *value,
        _ => 1,
    };
    (0..pack.card_types()).filter(fits).map(|card| (card + 1, value(card))).collect()
}

/// The tables of exchanges for the driver. For each exchange: its card types; for each card type the sets to give that
/// begin with it, flattened: required bits, bunch, list of takes (bits and bunches), its length; and the lengths of
/// those lists. The cards of the sets are written into `actions`.
pub(super) fn tables(lua: &Lua, game: &Game, prelude: &Prelude, actions: &mut [u8]) -> mlua::Result<Table> {
    let out = lua.create_table()?;
    for (place, spec) in exchanges(game).enumerate() {
        let kinds = kinds(game, spec);
        let values: Vec<i64> = kinds.iter().map(|(_, value)| *value).collect();
        let sets = sets(&values);
        let bunch = |n: usize| prelude.own_bunch(game, place, n + KEPT);
        for (n, set) in sets.iter().enumerate() {
            for &kind in &set.cards {
                actions[bunch(n) + kinds[kind].0 - 1] += 1;
            }
        }
        let mut listed = vec![Vec::new(); game.pack().card_types()];
        let mut lengths = vec![0; listed.len()];
        for (g, give) in sets.iter().enumerate() {
            let takes: Vec<usize> = (0..sets.len()).filter(|&t| is_listed(give, &sets[t])).collect();
            if let Some(first) = give.cards.first().filter(|_| !takes.is_empty()) {
                let takes = takes.iter().flat_map(|&t| [f64::from(sets[t].needs), bunch(t) as f64]);
                let takes = lua.create_sequence_from(takes)?;
                let length = takes.raw_len() as f64;
                let card = kinds[*first].0 - 1;
                lengths[card] += 4;
                listed[card].push((f64::from(give.needs), bunch(g) as f64, takes, length));
            }
        }
        let lists = lua.create_table()?;
        for list in listed {
            let flat = lua.create_table_with_capacity(4 * list.len(), 0)?;
            for (needs, bunch, takes, length) in list {
                flat.raw_push(needs)?;
                flat.raw_push(bunch)?;
                flat.raw_push(takes)?;
                flat.raw_push(length)?;
            }
            lists.raw_push(flat)?;
        }
        let types = lua.create_sequence_from(kinds.iter().map(|(card, _)| *card))?;
        out.raw_push(lua.create_sequence_from([types, lists, lua.create_sequence_from(lengths)?])?)?;
    }
    Ok(out)
}

/// The exchanges of a game, in the order of their verbs.
fn exchanges(game: &Game) -> impl Iterator<Item = &ExchangeSpec> {
    game.pack().verbs.iter().filter_map(|verb| verb.exchange.as_ref())
}

/// The driver's data of the exchange of a verb, and its words; `place` is the number of exchanges before it.
pub(super) fn parts(game: &Game, prelude: &Prelude, place: usize, verb: &VerbSpec, spec: &ExchangeSpec) -> [Fields; 2] {
    let pack = game.pack();
    let name = verb.name.as_str();
    let article = if name.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    let event = pack.events.iter().find(|event| event.name == *name);
    let fields = event.map(|event| {
        let field = |name: &str| match name {
            "give" => "given",
            "take" => "taken",
            _ => "seat",
        };
        let fields: Vec<&str> = event.fields.iter().map(|of_event| field(&of_event.name)).collect();
        format!("event.{}({})", member_name(name), fields.join(", "))
    });
    let (market, hand) = (&pack.zones[spec.take.index()], &pack.zones[spec.give.index()].name);
    let of_game = Fields::default()
        .with("place", place + 1)
        .with("a_verb", quote(&format!("{article} {}", name.replace('_', " "))))
        .with("market", quote(&market.title))
        .with("types", pack.card_types())
        .with("give", prelude.own_bunch(game, place, 0))
        .with("take", prelude.own_bunch(game, place, 1))
        .with("held", prelude.own_bunch(game, place, 2))
        .with("there", prelude.own_bunch(game, place, 3))
        .with("most", most_cards(kinds(game, spec).len()))
        .with("few", FEW);
    let (market, value) = (&market.name, &spec.value);
    let words = Fields::default()
        .with("count_held", format!("{hand}.count"))
        .with("count_there", format!("{market}.count"))
        .with("values", format!("card.all_{value}"))
        .with("sum", format!("bunch.sum_{value}"))
        .with("lacks", format!("{hand}.lacks"))
        .with("to_market", format!("{hand}.to_{market}"))
        .with("to_hand", format!("{market}.to_{hand}"))
        .with("tell", format!("function(seat, given, taken) {} end", fields.unwrap_or_default()));
    [of_game, words]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The listed exchanges of kinds with the given values, as `give>take`, a letter for each card.
    fn listed(values: &[i64]) -> Vec<String> {
        let sets = sets(values);
        let text = |set: &Set| -> String { set.cards.iter().map(|&kind| char::from(b'a' + kind as u8)).collect() };
        let mut out = Vec::new();
        for give in &sets {
            let takes = sets.iter().filter(|take| is_listed(give, take));
            out.extend(takes.map(|take| format!("{}>{}", text(give), text(take))));
        }
        out
    }

    #[test]
    fn what_is_made_of_smaller_exchanges_is_not_listed() {
        // Two of value 1 for one of 2; one of 2 for one of 1, or for two.
        assert_eq!(listed(&[1, 2]), ["aa>b", "b>a", "b>aa"]);
        // Kinds of equal value are traded one for one.
        assert_eq!(listed(&[3, 3]), ["a>b", "b>a"]);
        // One of 5 for two of 2; three of 2 for one of 5, but two of 5 for five of 2 is more cards than are listed.
        assert_eq!(listed(&[2, 5]), ["aaa>b", "b>a", "b>aa"]);
    }

    #[test]
    fn the_bits_suffice_for_any_number_of_kinds() {
        for kinds in [0, 1, 7, 8, 9, 16, 17, 32, 40] {
            let sets = sets(&vec![1; kinds]);
            assert!(sets.len() + KEPT <= crate::prelude::OWN_BUNCHES, "{kinds} kinds");
            let cards: usize = sets.iter().map(|set| set.needs.count_ones() as usize).max().unwrap_or(0);
            assert_eq!(cards, if kinds == 0 { 0 } else { most_cards(kinds) });
        }
    }
}
