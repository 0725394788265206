//! A game ready to be played: a pack with its variant, options and number of seats settled, and the layout that
//! follows from them. Immutable, and shared between threads.

use std::sync::Arc;

use crate::board::BoardRules;
use crate::diagnostic::Faults;
use crate::ids::{BoardId, CardType, Seat, VarId, Verb, ZoneId};
use crate::layout::Layout;
use crate::pack::Pack;
use crate::pack::spec::{OptionValue, Per};
use crate::scatter::BoardStart;
use crate::scenario::Scenario;

use configure::Configuring;

mod configure;
mod room;

/// What is asked of a pack: everything left out has the pack's own default.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// The variant's name.
    pub variant: Option<String>,
    /// How many seats.
    pub seats: Option<usize>,
    /// Options as typed: key and value.
    pub set: Vec<(String, String)>,
    /// The moment to begin at.
    pub scenario: Option<Arc<Scenario>>,
}

/// Cards that are dealt to one zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deal {
    /// The zone family.
    pub zone: ZoneId,
    /// The member of the family, from 0.
    pub member: usize,
    /// How many cards.
    pub count: usize,
}

/// The range and start of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VarRange {
    /// Least value.
    pub min: i32,
    /// Greatest value.
    pub max: i32,
    /// The value in a fresh match.
    pub start: i32,
}

/// A game ready to be played.
#[derive(Clone, Debug)]
pub struct Game {
    pack: Arc<Pack>,
    variant: Option<usize>,
    seats: usize,
    options: Vec<OptionValue>,
    layout: Layout,
    /// How each board lies when a match begins.
    board_starts: Vec<BoardStart>,
    /// How many cards of each type are in the match.
    counts: Vec<usize>,
    /// The deals in order, grouped: within a group the cards go round one at a time.
    deals: Vec<Vec<Deal>>,
    /// For each variable family, the range of each of its members.
    ranges: Vec<Vec<VarRange>>,
    /// For each roll, its number of sides.
    rolls: Vec<u32>,
    /// For each verb, the least and the greatest number that each of its arguments can be.
    bounds: Vec<Vec<(u16, u16)>>,
    ply_limit: Option<u32>,
    /// For each `[[end]]` row by a counter, the number that it reaches or falls to.
    end_limits: Vec<i64>,
    action_width: usize,
    board_rules: Option<Arc<BoardRules>>,
    scenario: Option<Arc<Scenario>>,
}

impl Game {
    /// The pack behind the game.
    pub fn pack(&self) -> &Arc<Pack> {
        &self.pack
    }

    /// The name of the game.
    pub fn name(&self) -> &str {
        &self.pack.name
    }

    /// The variant's name, if the pack has variants.
    pub fn variant(&self) -> Option<&str> {
        self.variant.map(|n| self.pack.variants[n].name.as_str())
    }

    /// How many seats.
    pub fn seat_count(&self) -> usize {
        self.seats
    }

    /// The seats in the order of play.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.seats).map(Seat::from_index)
    }

    /// The boards in the order of the pack.
    pub fn boards(&self) -> impl Iterator<Item = BoardId> + use<> {
        (0..self.pack.boards.len()).map(BoardId::from_index)
    }

    /// A seat's name.
    pub fn seat_name(&self, seat: Seat) -> &str {
        self.pack.seats.names.get(seat.index()).map_or("?", String::as_str)
    }

    /// The seat with a name.
    pub fn seat_named(&self, name: &str) -> Option<Seat> {
        self.seats().find(|&seat| self.seat_name(seat) == name)
    }

    /// Every option with its value, in the order of the pack.
    pub fn options(&self) -> impl Iterator<Item = (&str, &OptionValue)> {
        self.pack.options.iter().map(|option| option.key.as_str()).zip(&self.options)
    }

    /// The value of an option.
    pub fn option(&self, key: &str) -> Option<&OptionValue> {
        self.options().find(|(name, _)| *name == key).map(|(_, value)| value)
    }

    /// Where every field of the state is.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// How each board lies when a match begins.
    pub(crate) fn board_starts(&self) -> &[BoardStart] {
        &self.board_starts
    }

    /// How many cards of each type are in the match.
    pub fn card_counts(&self) -> &[usize] {
        &self.counts
    }

    /// A card type's name, as in scenarios and records.
    pub fn card_name(&self, card: CardType) -> &str {
        self.pack.card_rows().get(card.index()).map_or("?", |row| row.name.as_str())
    }

    /// The deals in order; within a group the cards go round one at a time.
    pub fn deals(&self) -> &[Vec<Deal>] {
        &self.deals
    }

    /// The range of a variable.
    pub fn var_range(&self, var: VarId, member: usize) -> VarRange {
        self.ranges[var.index()][member]
    }

    /// How many outcomes a chance has.
    pub fn outcomes(&self, chance: usize) -> u32 {
        self.rolls[chance]
    }

    /// The least and the greatest number that an argument of a verb can be; all numbers unless its domain is a range.
    pub fn argument_range(&self, verb: Verb, arg: usize) -> (u16, u16) {
        self.bounds[verb.index()][arg]
    }

    /// After how many plies the match is ended, if there is such a limit.
    pub fn ply_limit(&self) -> Option<u32> {
        self.ply_limit
    }

    /// The number that the counter of an `[[end]]` row, by place, reaches or falls to.
    pub(crate) fn end_limit(&self, end: usize) -> i64 {
        self.end_limits[end]
    }

    /// Bytes of the longest action.
    pub fn action_width(&self) -> usize {
        self.action_width
    }

    /// The compiled moves, if the pack leaves moves to the engine.
    pub(crate) fn board_rules(&self) -> Option<&Arc<BoardRules>> {
        self.board_rules.as_ref()
    }

    /// The moment that matches begin at, if it is not the usual start.
    pub fn scenario(&self) -> Option<&Arc<Scenario>> {
        self.scenario.as_ref()
    }

    /// The same game with room in its states for so many prescribed outcomes of each chance; all else lies where it
    /// lies in this one's.
    ///
    /// # Errors
    /// None that this game didn't have before.
    pub(crate) fn with_chance_room(&self, chance_room: usize) -> Result<Arc<Self>, Faults> {
        let (pack, options, seats, variant) = (&self.pack, self.options.clone(), self.seats, self.variant);
        let scenario = self.scenario.clone();
        Configuring { pack, options, seats, variant, scenario, chance_room }.build().map(Arc::new)
    }

    /// The variant, options and seats, as they would be asked for without the scenario.
    pub(crate) fn config_without_scenario(&self) -> Config {
        Config {
            variant: self.variant().map(str::to_owned),
            seats: Some(self.seats),
            set: self.options().map(|(key, value)| (key.to_owned(), value.to_string())).collect(),
            scenario: None,
        }
    }

    /// The name of a member of a family: `hand.left`, `chamber.small`, or just `deck`.
    pub fn member_name(&self, name: &str, per: &Per, member: usize) -> String {
        match per {
            Per::One => name.to_owned(),
            Per::Seat => format!("{name}.{}", self.seat_name(Seat::from_index(member))),
            Per::Table(n) => {
                let row = self.pack.tables[*n].rows.get(member).map_or("?", |row| row.name.as_str());
                format!("{name}.{row}")
            }
        }
    }
}
