//! The words of zones: looking and counting, moving cards from one to another, dealing.

use std::rc::Rc;

use super::writer::{Writer, number_list, resets};
use crate::fields::{Fields, list};
use crate::words::{Constants, File};
use parlour_game::Game;
use parlour_model::identifiers::member_name;
use parlour_model::ids::VarId;
use parlour_model::kind::Kind;
use parlour_model::layout::ZoneLayout;
use parlour_pack::spec::{Per, Seen, Source, ZoneSpec};

/// A family of zones or variables, one for each seat or row, selected by an index. A single one has no index.
#[derive(Clone, Copy)]
pub(super) struct Family {
    pub(super) members: usize,
    /// Bytes from one member to the next; 0 for a single one.
    pub(super) stride: usize,
}

impl Family {
    pub(super) fn of_zone(game: &Game, zone: usize) -> Self {
        let layouts = &game.layout().zones[zone];
        let stride = match (&game.pack().zones[zone].per, layouts.as_slice()) {
            (Per::One, _) => 0,
            (_, [first, second, ..]) => second.size() - first.size(),
            // One member of a family still takes its index.
            _ => 1,
        };
        Self { members: layouts.len(), stride }
    }

    /// The index, or an empty text.
    pub(super) fn index<'i>(&self, index: &'i str) -> &'i str {
        if self.stride == 0 { "" } else { index }
    }

    /// The number of members to select from.
    pub(super) fn members(&self) -> Option<usize> {
        (self.stride != 0).then_some(self.members)
    }

    /// The offset to which the index times the stride is added, by that of the first member.
    pub(super) fn base(&self, first: usize) -> i64 {
        first as i64 - self.stride as i64
    }
}

/// The seats that see a zone's cards by its kind alone: a mask, and whether the owner is added (1) or taken away (-1).
fn viewers(game: &Game, zone: &ZoneSpec) -> (u32, i32) {
    let everyone = (1_u32 << game.seat_count()) - 1;
    match zone.seen {
        Seen::All => (everyone, 0),
        Seen::Owner => (0, 1),
        Seen::Others => (everyone, -1),
        Seen::None => (0, 0),
    }
}

/// The end of a zone.
fn end(game: &Game, layout: &ZoneLayout) -> usize {
    let (types, seats) = (game.pack().card_types(), game.seat_count());
    match layout {
        ZoneLayout::Pile(pile) => pile.cards + pile.capacity * pile.width,
        ZoneLayout::Bag(bag) => bag.known.map_or(bag.counts + types, |known| known + seats * types),
    }
}

/// The record of cards of a bag shown to everybody: its family and the offset of the first.
fn told(game: &Game, zone: usize) -> Option<(Family, usize)> {
    let of = |layout: &ZoneLayout| match layout {
        ZoneLayout::Bag(bag) => bag.told,
        ZoneLayout::Pile(_) => None,
    };
    let family = Family::of_zone(game, zone);
    let members = &game.layout().zones[zone];
    let first = members.first().and_then(of)?;
    let stride = members.get(1).and_then(of).map_or(family.stride, |second| second - first);
    Some((Family { stride, ..family }, first))
}

/// For each member of the zone `to` and each type of card, true if it can lie in the zone `from` and never in that member, as a
/// list of Luau; `None` if all can lie in both.
fn barred(game: &Game, from: usize, to: usize) -> Option<String> {
    let (zones, layout) = (&game.pack().zones, game.layout());
    let can_come = |card: usize| (0..layout.zones[from].len()).any(|member| zones[from].holds.allows(member, card));
    let is_barred = |member: usize, card: usize| can_come(card) && !zones[to].holds.allows(member, card);
    let of_member = |member| (0..game.pack().card_types()).map(move |card| is_barred(member, card)).collect::<Vec<_>>();
    let members: Vec<Vec<bool>> = (0..layout.zones[to].len()).map(of_member).collect();
    members.iter().flatten().any(|barred| *barred).then(|| list(members.into_iter().map(list)))
}

/// The variables that mark the cards of a family of piles, as a list of Luau; `None` if there are none.
fn marks(game: &Game, zone: usize) -> Option<String> {
    let vars = game.pack().vars.iter().enumerate();
    let vars = vars.filter(|(_, var)| var.marks.is_some_and(|marked| marked.index() == zone));
    let marks = vars.map(|(n, var)| {
        let layout = game.layout().vars[n];
        let family = Family { members: layout.count, stride: if var.per == Per::One { 0 } else { 4 * layout.length } };
        let fields = Fields::default().with("at", family.base(layout.offset)).with("stride", family.stride);
        fields.with("length", layout.length).with("start", game.var_range(VarId::from_index(n), 0, 0).start)
    });
    let marks: Vec<Fields> = marks.collect();
    (!marks.is_empty()).then(|| list(marks))
}

/// A zone in a transfer: constants of it as the source and as the target.
pub(super) struct Ends {
    source: Rc<Constants>,
    target: Rc<Constants>,
}

impl Writer<'_> {
    pub(super) fn zone(&mut self, n: usize) {
        let (game, family) = (self.game, Family::of_zone(self.game, n));
        let zone = &game.pack().zones[n];
        let Some(layout) = game.layout().zones[n].first() else {
            return;
        };
        let (mask, own) = viewers(game, zone);
        let constants = self.constants().with("zone", &zone.name).with("i", family.index("i")).with("number", n);
        let constants = constants.with("sees", mask).with("own", own).with("stride", family.stride);
        let constants = constants.with_some("members", family.members()).with("size", family.base(layout.size()));
        match layout {
            ZoneLayout::Pile(pile) => {
                let masks = pile.masks.map(|masks| family.base(masks));
                let constants = constants.clone().with("cards", family.base(pile.cards)).with_some("masks", masks);
                let constants = constants.with("capacity", pile.capacity).with_some("marked", marks(game, n));
                let constants = constants.with_flag("seen_by_some", own != 0);
                let trick = zone.trick.zip(game.pack().tables.first()).map(|(trick, cards)| {
                    let column = |n: usize| cards.columns[n].name.as_str();
                    constants.clone().with("suit", column(trick.suit)).with("rank", column(trick.rank))
                });
                self.write(File::Pile, constants);
                if let Some(constants) = trick {
                    self.write(File::Trick, constants);
                }
            }
            ZoneLayout::Bag(bag) => {
                let told = told(game, n);
                let constants = constants.clone().with("counts", family.base(bag.counts) - 1);
                let constants = constants
                    .with_some("known", bag.known.map(|known| family.base(known)))
                    .with_some("told", told.map(|(family, first)| family.base(first)))
                    .with("told_stride", told.map_or(0, |(family, _)| family.stride))
                    .with("any_known", family.base(bag.any_known));
                let shared = Rc::new(constants.clone());
                self.write_with(File::Bag, constants, |writer| writer.bag_by_column(&shared));
            }
        }
        if family.stride > 0 {
            self.write(File::Family, constants);
        }
    }

    /// The turn in tricks, which uses the words of variables and turns.
    pub(super) fn trick_turn(&mut self) {
        let pack = self.game.pack();
        let Some(tricks) = &pack.tricks else { return };
        let out = tricks.out.map(|out| &pack.vars[out.index()].name);
        let constants = self.constants().with("zone", &pack.zones[tricks.pile.index()].name);
        let constants = constants.with("leader", &pack.vars[tricks.leader.index()].name).with_some("out", out);
        let phase = member_name(&pack.phases[tricks.phase].name);
        self.write(File::TrickTurn, constants.with("phase", phase));
    }

    /// All zones in transfers; `None` for families without members.
    pub(super) fn ends(&self) -> Vec<Option<Ends>> {
        let (game, zones) = (self.game, &self.game.pack().zones);
        let ends = zones.iter().enumerate().map(|(n, zone)| {
            let (family, layout) = (Family::of_zone(game, n), game.layout().zones[n].first()?);
            let marked = marks(game, n).is_some();
            let (cards, masks) = match layout {
                ZoneLayout::Pile(pile) => (Some(pile.cards), pile.masks),
                ZoneLayout::Bag(_) => (None, None),
            };
            let source = Constants::default()
                .with("from", &zone.name)
                .with("from_zone", n)
                .with("from_title", &zone.title)
                .with("i", family.index("i"))
                .with_some("from_members", family.members())
                .with_flag("from_pile", cards.is_some())
                .with_flag("from_marked", marked)
                .with("from_size", layout.size())
                .with_some("from_cards", cards)
                .with_some("from_masks", masks);
            let (mask, own) = viewers(game, zone);
            let target = Constants::default()
                .with("to", &zone.name)
                .with("to_zone", n)
                .with("to_title", &zone.title)
                .with("j", family.index("j"))
                .with_some("to_members", family.members())
                .with("to_sees", mask)
                .with("to_own", own)
                .with_flag("to_pile", cards.is_some())
                .with_flag("to_marked", marked)
                .with("to_size", layout.size())
                .with_some("to_cards", cards)
                .with_some("to_masks", masks);
            Some(Ends { source: Rc::new(source), target: Rc::new(target) })
        });
        ends.collect()
    }

    /// The words that move cards from each zone to each other one.
    pub(super) fn transfers(&mut self) {
        let (layout, zones, ends) = (self.game.layout(), &self.game.pack().zones, self.ends());
        let is_single_pile =
            |n: usize| zones[n].per == Per::One && matches!(layout.zones[n].first(), Some(ZoneLayout::Pile(_)));
        for (from, source) in ends.iter().enumerate() {
            for (to, target) in ends.iter().enumerate() {
                let (Some(Ends { source, .. }), Some(Ends { target, .. })) = (source, target) else { continue };
                if from == to && zones[from].per == Per::One {
                    continue;
                }
                let constants = Constants::around(&[source, target, &self.constants]);
                let constants = constants
                    .with("pair", format!("{from}_{to}"))
                    .with_flag("shows", zones[from].seen == Seen::Owner && zones[to].seen != Seen::All)
                    .with_flag("turns_over", is_single_pile(from) && is_single_pile(to))
                    // Marks stay with a card inside a family.
                    .with_flag("within", from == to && marks(self.game, to).is_some())
                    .with_some("barred", barred(self.game, from, to));
                self.write(File::Transfer, constants);
            }
        }
    }

    /// The word that deals the cards by the pack's `[setup]`, also between the rounds of a match.
    pub(super) fn deal(&mut self) {
        let game = self.game;
        let pack = game.pack();
        let piles = self.sources();
        if piles.is_empty() {
            return;
        }
        let layouts = || game.layout().zones.iter().flatten();
        let first = layouts().map(ZoneLayout::size).min().unwrap_or(0);
        let last = layouts().map(|layout| end(game, layout)).max().unwrap_or(0);
        let is_kept = (0..pack.card_types()).map(|card| pack.setup.hold_back.contains(&card));
        let has_kept = piles.iter().any(|pile| !pile.kept.is_empty());
        let told = self.told_deal();
        let constants = self
            .constants()
            .with_flag("kept", has_kept)
            .with("is_kept", list(is_kept))
            .with("zones", first)
            .with("zones_length", last - first)
            .with_some("resets", resets(game, |resets| resets.at_deal))
            .with("sources", list(piles.iter().map(|pile| pile.row(has_kept))))
            .with("deals", self.deals(&piles))
            .with_some("told", told.as_ref().map(|(_, _, rows)| rows))
            .with("told_number", told.as_ref().map_or(0, |(number, ..)| *number))
            .with("told_width", told.as_ref().map_or(0, |(_, width, _)| *width));
        self.write(File::Setup, constants);
    }

    /// The event `deal`, if the engine tells each seat's cards by it after the deals: its number, its bytes, and for each seat
    /// where its cards are counted and which fields of the event get them or the seat.
    fn told_deal(&self) -> Option<(usize, usize, String)> {
        let (game, pack) = (self.game, self.game.pack());
        let (event, number) = pack.events.iter().zip(1..).find(|(event, _)| event.name == "deal")?;
        let zone = pack.setup.told?;
        let offsets = |of_cards: bool| {
            let fields = event.fields.iter().filter(|field| (field.kind == Kind::Cards) == of_cards);
            number_list(fields.map(|field| field.offset as i64))
        };
        let row = |layout: &ZoneLayout| match layout {
            ZoneLayout::Bag(bag) => {
                let fields = Fields::default().with("size", bag.size).with("counts", bag.counts);
                Some(fields.with("cards", offsets(true)).with("seats", offsets(false)))
            }
            ZoneLayout::Pile(_) => None,
        };
        let rows: Vec<Fields> = game.layout().zones[zone.index()].iter().filter_map(row).collect();
        Some((number, event.width, list(rows)))
    }

    /// The piles that cards come from, with the cards that begin in each.
    fn sources(&self) -> Vec<SourcePile> {
        let (game, pack) = (self.game, self.game.pack());
        let setup = &pack.setup;
        let deck = game.scenario().and_then(|scenario| scenario.deck.clone());
        let listed: Vec<usize> = match &deck {
            Some(deck) => deck.iter().map(|card| card.index() + 1).collect(),
            None => game.card_counts().iter().enumerate().flat_map(|(n, &k)| std::iter::repeat_n(n + 1, k)).collect(),
        };
        let pile = |(n, source): (usize, &Source)| {
            let zone = source.zone.index();
            // With fewer seats there are fewer piles.
            let Some(ZoneLayout::Pile(layout)) = game.layout().zones[zone].get(source.member) else { return None };
            let listed: Vec<usize> = listed.iter().copied().filter(|card| setup.origins[card - 1] == n).collect();
            let (kept, dealt) = listed.iter().partition(|&&card| setup.hold_back.contains(&(card - 1)));
            let is_alone = pack.zones[zone].per == Per::One;
            Some(SourcePile {
                source: n,
                name: pack.zones[zone].name.clone(),
                zone,
                member: source.member,
                index: if is_alone { String::new() } else { (source.member + 1).to_string() },
                size: layout.size,
                cards: layout.cards,
                width: layout.width,
                kept,
                dealt,
                listed,
            })
        };
        setup.sources.iter().enumerate().filter_map(pile).collect()
    }

    /// The deals as a list of Luau, to one zone after the other.
    fn deals(&self, piles: &[SourcePile]) -> String {
        let mut rows = Vec::new();
        for group in self.game.deals() {
            let most = group.iter().map(|deal| deal.count).max().unwrap_or(0);
            let Some(first) = group.first() else {
                continue;
            };
            let target = &self.game.pack().zones[first.zone.index()];
            let is_single = target.per == Per::One;
            let to_seats = self.game.dealt_by(first.zone).is_some();
            let mut deal = |from: usize, count: usize, (first, last): (usize, usize)| {
                let Some(pile) = piles.iter().find(|pile| pile.source == from) else { return };
                let to = if is_single { "" } else { "j" };
                let indices: Vec<&str> =
                    [pile.index.as_str(), to].into_iter().filter(|index| !index.is_empty()).collect();
                let deal = format!("{}.to_{}({})", pile.name, target.name, indices.join(", "));
                let row = Fields::default().with("deal", format!("function(j) {deal} end")).with("count", count);
                rows.push(row.with("first", first).with("last", last).with_flag("to_seats", to_seats));
            };
            if is_single {
                deal(first.from, most, (1, 1));
            } else if group.iter().all(|deal| (deal.count, deal.from) == (most, first.from)) {
                deal(first.from, most, (1, group.len()));
            } else {
                // Families of different sizes, such as chambers, are filled one after the other.
                group.iter().for_each(|one| deal(one.from, one.count, (one.member + 1, one.member + 1)));
            }
        }
        list(rows)
    }
}

/// A pile that cards come from. Card types count from 1.
struct SourcePile {
    /// Its index among the sources.
    source: usize,
    name: String,
    /// Its number as a zone, from 0.
    zone: usize,
    member: usize,
    /// The index in its family; empty for a single one.
    index: String,
    /// Offsets of its size and its cards.
    size: usize,
    cards: usize,
    /// Bytes of a card.
    width: usize,
    /// The cards that are dealt, those that are shuffled in afterwards, and all of them in their given order.
    dealt: Vec<usize>,
    kept: Vec<usize>,
    listed: Vec<usize>,
}

impl SourcePile {
    /// The row of `core.sources` in setup.luau.
    fn row(&self, has_kept: bool) -> Fields {
        let fields = Fields::default()
            .with("size", self.size)
            .with("cards", self.cards)
            .with("number", self.zone)
            .with("member", self.member)
            .with("shuffle", format!("function() {}.shuffle({}) end", self.name, self.index))
            .with("dealt", self.bytes(&self.dealt))
            .with("count", self.dealt.len());
        if !has_kept {
            return fields;
        }
        let order = number_list(self.listed.iter().map(|&card| card as i64));
        fields.with("kept", self.bytes(&self.kept)).with("kept_count", self.kept.len()).with("order", order)
    }

    /// Cards as bytes of the block, as a Luau literal.
    fn bytes(&self, cards: &[usize]) -> String {
        let byte = |card: usize, n: usize| format!("\\{:03}", card >> (8 * n) & 255);
        let each = cards.iter().flat_map(|&card| (0..self.width).map(move |n| byte(card, n)));
        format!("\"{}\"", each.collect::<String>())
    }
}
