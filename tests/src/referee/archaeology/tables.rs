//! The game's configurable numbers.

use std::collections::BTreeMap;

/// The id of the card that opens chambers.
pub const MAP: &str = "map";
/// The id of the card that robs another seat.
pub const THIEF: &str = "thief";
/// The id of the card that costs everybody half a hand.
pub const SANDSTORM: &str = "sandstorm";

/// One kind of treasure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Treasure {
    /// Its name in zones and actions.
    pub id: String,
    /// The number of its cards.
    pub count: usize,
    /// Its value in a trade.
    pub trade: i64,
    /// The prices of the museum for sets of 1, 2, 3 ... cards.
    pub sets: Vec<i64>,
}

/// One chamber of the pyramid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chamber {
    /// Its name after `explore`.
    pub name: String,
    /// The cards dealt to it.
    pub cards: usize,
    /// The number of maps that open it.
    pub price: usize,
}

/// The rule on digs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dig {
    /// A turn begins with a dig while there is something to dig.
    Required,
    /// A seat may skip the dig.
    Optional,
}

/// The tables of a pack, the game's own by default, and additional requirements for the referee.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tables {
    /// The treasures in the order of the card table.
    pub treasures: Vec<Treasure>,
    /// The number of thieves.
    pub thieves: usize,
    /// The number of sandstorms by the number of seats.
    pub sandstorms: BTreeMap<usize, usize>,
    /// Cards dealt to each seat.
    pub start_hand: usize,
    /// Cards dealt to the market.
    pub start_market: usize,
    /// The chambers of the pyramid.
    pub chambers: Vec<Chamber>,
    /// The rule on digs, unless the options set it.
    pub dig: Dig,
    /// The ply limit after which a match is ended by the count of money, unless the options set it.
    pub ply_limit: usize,
    /// The length up to which a list of legal actions must be complete. With open trades that applies only with
    /// `tight_trades_listed`; otherwise the list may be incomplete as soon as there is a trade.
    pub complete_up_to: usize,
    /// True if an incomplete list must contain every tight trade: one in which no given card could be kept, none more
    /// could be taken, and no kind is on both sides.
    pub tight_trades_listed: bool,
}

impl Default for Tables {
    fn default() -> Self {
        let treasure =
            |id: &str, count, trade, sets: &[i64]| Treasure { id: id.to_owned(), count, trade, sets: sets.to_vec() };
        let chamber = |name: &str, cards, price| Chamber { name: name.to_owned(), cards, price };
        Tables {
            treasures: vec![
                treasure("pot_shard", 18, 1, &[1, 2, 3, 4, 15]),
                treasure("parchment_scrap", 16, 1, &[1, 2, 3, 10]),
                treasure("coin", 14, 2, &[2, 5, 10, 18, 30]),
                treasure("talisman", 8, 3, &[3, 7, 14, 24, 40]),
                treasure("broken_cup", 6, 2, &[2, 15]),
                treasure(MAP, 6, 3, &[3]),
                treasure("pharaohs_mask", 4, 4, &[4, 12, 26, 50]),
            ],
            thieves: 8,
            sandstorms: BTreeMap::from([(2, 6), (3, 5), (4, 4), (5, 3)]),
            start_hand: 4,
            start_market: 5,
            chambers: vec![chamber("small", 3, 1), chamber("medium", 5, 2), chamber("large", 7, 3)],
            dig: Dig::Required,
            ply_limit: 10_000,
            complete_up_to: 50,
            tight_trades_listed: false,
        }
    }
}

impl Tables {
    /// The card of this id: treasures in table order, then thief, sandstorm.
    pub(super) fn card(&self, id: &str) -> Option<usize> {
        match id {
            THIEF => Some(self.thief()),
            SANDSTORM => Some(self.sandstorm()),
            _ => self.treasure(id),
        }
    }

    /// The treasure of this id.
    pub(super) fn treasure(&self, id: &str) -> Option<usize> {
        self.treasures.iter().position(|kind| kind.id == id)
    }

    /// The id of a card.
    pub(super) fn id(&self, card: usize) -> &str {
        match self.treasures.get(card) {
            Some(kind) => &kind.id,
            None if card == self.thief() => THIEF,
            None => SANDSTORM,
        }
    }

    pub(super) fn thief(&self) -> usize {
        self.treasures.len()
    }

    pub(super) fn sandstorm(&self) -> usize {
        self.treasures.len() + 1
    }

    pub(super) fn map(&self) -> Option<usize> {
        self.treasure(MAP)
    }

    /// The number of each card for a number of seats.
    pub(super) fn deck(&self, seats: usize) -> Vec<usize> {
        let mut deck: Vec<usize> = self.treasures.iter().map(|kind| kind.count).collect();
        deck.push(self.thieves);
        deck.push(self.sandstorms.get(&seats).copied().unwrap_or(0));
        deck
    }
}
