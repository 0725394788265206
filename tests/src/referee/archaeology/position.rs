//! The state in terms of the game.

use super::hand::Hand;
use super::tables::Tables;
use crate::referee::line::State;
use crate::referee::reader::Reader;
use crate::referee::watch::Notes;

/// The contents of a state. Hands and the market are multisets; the other zones are piles, bottom first, of card
/// numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Position {
    pub(super) dig_site: Vec<usize>,
    pub(super) chambers: Vec<Vec<usize>>,
    pub(super) market: Hand,
    pub(super) hands: Vec<Hand>,
    pub(super) museums: Vec<Vec<usize>>,
    pub(super) discard: Vec<usize>,
    pub(super) removed: Vec<usize>,
    pub(super) money: Vec<i64>,
    pub(super) sold: Vec<i64>,
    /// Consecutive passes.
    pub(super) passes: i64,
    /// True if a sale is due before a turn can end.
    pub(super) must_sell: bool,
    /// True if the turn has had its dig.
    pub(super) dug: bool,
    /// True if the turn has had a trade, an exploration or a sale.
    pub(super) acted: bool,
}

impl Position {
    /// Parses a state; reports all faults and returns `None` if there are any.
    pub(super) fn read(state: &State, tables: &Tables, seats: &[String], notes: &mut Notes) -> Option<Position> {
        let mut from = Reader::new(state);
        let pile = |from: &mut Reader<'_>, name: &str| from.zone(name, |id| tables.card(id));
        let treasures = |from: &mut Reader<'_>, name: &str| {
            let mut hand = Hand::empty(tables);
            for kind in from.zone(name, |id| tables.treasure(id)) {
                hand.0[kind] += 1;
            }
            hand
        };
        let position = Position {
            dig_site: pile(&mut from, "dig_site"),
            chambers: tables
                .chambers
                .iter()
                .map(|chamber| from.zone(&format!("chamber.{}", chamber.name), |id| tables.treasure(id)))
                .collect(),
            market: treasures(&mut from, "market"),
            hands: seats.iter().map(|seat| treasures(&mut from, &format!("hand.{seat}"))).collect(),
            museums: seats.iter().map(|seat| from.zone(&format!("museum.{seat}"), |id| tables.treasure(id))).collect(),
            discard: pile(&mut from, "discard"),
            removed: pile(&mut from, "removed"),
            money: seats.iter().map(|seat| from.number(&format!("money.{seat}"))).collect(),
            sold: seats.iter().map(|seat| from.number(&format!("sold.{seat}"))).collect(),
            passes: from.number("passes"),
            must_sell: from.flag("must_sell"),
            dug: from.flag("dug"),
            acted: from.flag("acted"),
        };
        for stranger in from.strangers() {
            notes.add_once(stranger);
        }
        let faults = from.into_faults();
        let sound = faults.is_empty();
        for fault in faults {
            notes.add(fault);
        }
        sound.then_some(position)
    }

    /// The number of each card over all zones.
    pub(super) fn cards(&self, tables: &Tables) -> Vec<usize> {
        let mut cards = vec![0; tables.sandstorm() + 1];
        let piles = self.chambers.iter().chain(&self.museums);
        let piles = piles.chain([&self.dig_site, &self.discard, &self.removed]);
        for card in piles.flatten() {
            cards[*card] += 1;
        }
        for hand in self.hands.iter().chain([&self.market]) {
            for (kind, n) in hand.0.iter().enumerate() {
                cards[kind] += n;
            }
        }
        cards
    }

    /// The differences of the `found` position from this one, in words.
    pub(super) fn differences(&self, found: &Position, tables: &Tables, seats: &[String]) -> Vec<String> {
        let mut list = Vec::new();
        let mut compare = |name: &str, due: String, is: String| {
            if due != is {
                list.push(format!("{name} should be {due}, is {is}"));
            }
        };
        let pile = |cards: &[usize]| {
            let ids: Vec<&str> = cards.iter().map(|card| tables.id(*card)).collect();
            format!("[{}]", ids.join(" "))
        };
        let hand = |cards: &Hand| format!("[{}]", cards.text(tables));
        compare("dig_site", pile(&self.dig_site), pile(&found.dig_site));
        compare("discard", pile(&self.discard), pile(&found.discard));
        compare("removed", pile(&self.removed), pile(&found.removed));
        compare("market", hand(&self.market), hand(&found.market));
        for (i, chamber) in tables.chambers.iter().enumerate() {
            compare(&format!("chamber.{}", chamber.name), pile(&self.chambers[i]), pile(&found.chambers[i]));
        }
        for (i, seat) in seats.iter().enumerate() {
            let name = |zone: &str| format!("{zone}.{seat}");
            compare(&name("hand"), hand(&self.hands[i]), hand(&found.hands[i]));
            compare(&name("museum"), pile(&self.museums[i]), pile(&found.museums[i]));
            compare(&name("money"), self.money[i].to_string(), found.money[i].to_string());
            compare(&name("sold"), self.sold[i].to_string(), found.sold[i].to_string());
        }
        compare("passes", self.passes.to_string(), found.passes.to_string());
        let flag = |value: bool| u8::from(value).to_string();
        compare("must_sell", flag(self.must_sell), flag(found.must_sell));
        compare("dug", flag(self.dug), flag(found.dug));
        compare("acted", flag(self.acted), flag(found.acted));
        list
    }
}
