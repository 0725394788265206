//! The words of zones: looking and counting, moving cards from one to another, dealing.

use std::rc::Rc;

use super::EVENT_BYTES;
use super::writer::{Writer, number_list, resets};
use crate::template::{File, Holes};
use parlour_game::Game;
use parlour_model::event::FieldSpec;
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

    /// The number of a member from 0, as notes have it.
    fn member(&self, index: &str) -> String {
        if self.stride == 0 { "0".to_owned() } else { format!("{index} - 1") }
    }

    /// The number of members to select from.
    pub(super) fn members(&self) -> Option<usize> {
        (self.stride != 0).then_some(self.members)
    }

    /// The offset of member `index`, from that of the first.
    pub(super) fn at(&self, first: usize, index: &str) -> String {
        if self.stride == 0 {
            return first.to_string();
        }
        let base = first as i64 - self.stride as i64;
        format!("{base} + {index} * {}", self.stride)
    }
}

/// The mask of the seats that see a zone's cards by its kind alone.
fn implicit(game: &Game, zone: &ZoneSpec, index: &str) -> String {
    match zone.seen {
        Seen::All => ((1_u32 << game.seat_count()) - 1).to_string(),
        Seen::Owner => format!("bit32.lshift(1, {index} - 1)"),
        Seen::Others => format!("({} - bit32.lshift(1, {index} - 1))", (1_u32 << game.seat_count()) - 1),
        Seen::None => "0".to_owned(),
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

/// The offset of the record of cards of a bag shown to everybody.
fn told(game: &Game, zone: usize, index: &str) -> Option<String> {
    let of = |layout: &ZoneLayout| match layout {
        ZoneLayout::Bag(bag) => bag.told,
        ZoneLayout::Pile(_) => None,
    };
    let family = Family::of_zone(game, zone);
    let members = &game.layout().zones[zone];
    let first = members.first().and_then(of)?;
    let stride = members.get(1).and_then(of).map_or(family.stride, |second| second - first);
    Some(Family { stride, ..family }.at(first, index))
}

/// The condition, in Luau, that `card` can lie in the zone `from` and not in member `j` of the zone `to`; `None` if all
/// can lie in both.
fn barred(game: &Game, from: usize, to: usize) -> Option<String> {
    let (zones, layout) = (&game.pack().zones, game.layout());
    let can_come = |card: &usize| (0..layout.zones[from].len()).any(|member| zones[from].holds.allows(member, *card));
    let comes: Vec<usize> = (0..game.pack().card_types()).filter(can_come).collect();
    let of_member = |member: usize| -> Vec<usize> {
        comes.iter().filter(|&&card| !zones[to].holds.allows(member, card)).map(|card| card + 1).collect()
    };
    let members: Vec<Vec<usize>> = (0..layout.zones[to].len()).map(of_member).collect();
    let first = members.first()?;
    if members.iter().all(|barred| barred == first) {
        return (!first.is_empty()).then(|| is_one_of(first));
    }
    let of = |(member, barred): (usize, &Vec<usize>)| {
        (!barred.is_empty()).then(|| format!("(j == {} and ({}))", member + 1, is_one_of(barred)))
    };
    Some(any_of(&members.iter().enumerate().filter_map(of).collect::<Vec<_>>()))
}

/// The condition, in Luau, that `card` is one of some numbers in ascending order.
fn is_one_of(cards: &[usize]) -> String {
    let runs = cards.chunk_by(|before, after| before + 1 == *after);
    let within = |run: &[usize]| match run {
        [only] => format!("card == {only}"),
        run => format!("(card >= {} and card <= {})", run[0], run[run.len() - 1]),
    };
    any_of(&runs.map(within).collect::<Vec<_>>())
}

/// Limit of conditions in a linear chain.
const FEW: usize = 16;

/// The disjunction of conditions in Luau: a balanced tree, which bounds the nesting.
fn any_of(conditions: &[String]) -> String {
    if conditions.len() <= FEW {
        return conditions.join(" or ");
    }
    let (some, others) = conditions.split_at(conditions.len() / 2);
    format!("({}) or ({})", any_of(some), any_of(others))
}

/// The variables that mark the cards of a family of piles.
fn marks(game: &Game, zone: usize) -> Vec<Marks> {
    let vars = game.pack().vars.iter().enumerate();
    let vars = vars.filter(|(_, var)| var.marks.is_some_and(|marked| marked.index() == zone));
    let marks = vars.map(|(n, var)| {
        let layout = game.layout().vars[n];
        let stride = if var.per == Per::One { 0 } else { 4 * layout.length };
        let family = Family { members: layout.count, stride };
        let start = game.var_range(VarId::from_index(n), 0, 0).start;
        Marks { family, offset: layout.offset, length: layout.length, start }
    });
    marks.collect()
}

/// A variable that marks cards.
struct Marks {
    family: Family,
    offset: usize,
    length: usize,
    start: i32,
}

impl Marks {
    fn at(&self, index: &str) -> String {
        self.family.at(self.offset, index)
    }

    /// Clears all marks of a pile.
    fn none(&self, index: &str) -> String {
        format!("core.unmark_all({}, {}, {}) ", self.at(index), self.length, self.start)
    }

    /// Removes the mark of the card at the place `from` of `n`.
    fn take(&self, number: usize) -> String {
        format!("local mark{number} = core.unmark({}, {}, {}, from, n) ", self.at("i"), self.length, self.start)
    }

    /// Marks the card that has come to `place`: with the removed mark, or the initial one.
    fn put(&self, taken: Option<usize>) -> String {
        let mark = taken.map_or(self.start.to_string(), |number| format!("mark{number}"));
        format!("core.mark({}, {}, {mark}, place, m) ", self.at("j"), self.length)
    }
}

/// A zone in a transfer: values of the holes as its source and as its target.
pub(super) struct Ends {
    source: Rc<Holes>,
    target: Rc<Holes>,
}

impl Writer<'_> {
    pub(super) fn zone(&mut self, n: usize) {
        let (game, family) = (self.game, Family::of_zone(self.game, n));
        let zone = &game.pack().zones[n];
        let Some(layout) = game.layout().zones[n].first() else {
            return;
        };
        let holes = self.holes().with("zone", &zone.name).with("i", family.index("i"));
        let holes = holes.with("number", n).with("member", family.member("i"));
        let holes = holes.with("sees", implicit(game, zone, "i"));
        let holes = holes.with_some("members", family.members()).with("size", family.at(layout.size(), "i"));
        match layout {
            ZoneLayout::Pile(pile) => {
                let masks = pile.masks.map(|masks| family.at(masks, "i"));
                let holes = holes.clone().with("cards", family.at(pile.cards, "i")).with_some("masks", masks);
                let unmarked: String = marks(game, n).iter().map(|marks| marks.none("i")).collect();
                let holes = holes.with("unmarked", unmarked);
                let trick = zone.trick.zip(game.pack().tables.first()).map(|(trick, cards)| {
                    let column = |n: usize| cards.columns[n].name.as_str();
                    holes.clone().with("suit", column(trick.suit)).with("rank", column(trick.rank))
                });
                self.write(File::Pile, holes);
                if let Some(holes) = trick {
                    self.write(File::Trick, holes);
                }
            }
            ZoneLayout::Bag(bag) => {
                let holes = holes.clone().with("counts", family.at(bag.counts - 1, "i"));
                let holes = holes.with_some("known", bag.known.map(|known| family.at(known, "i")));
                let holes = holes.with_some("told", told(game, n, "i"));
                let holes = holes.with("any_known", family.at(bag.any_known, "i"));
                let shared = Rc::new(holes.clone());
                self.write_with(File::Bag, holes, |writer| writer.bag_by_column(&shared));
            }
        }
        if family.stride > 0 {
            self.write(File::Family, holes.with("size_of_other", family.at(layout.size(), "other")));
        }
    }

    /// The turn in tricks, which uses the words of variables and turns.
    pub(super) fn trick_turn(&mut self) {
        let pack = self.game.pack();
        let Some(tricks) = &pack.tricks else { return };
        let out = tricks.out.map(|out| &pack.vars[out.index()].name);
        let holes = self.holes().with("zone", &pack.zones[tricks.pile.index()].name);
        let holes = holes.with("leader", &pack.vars[tricks.leader.index()].name).with_some("out", out);
        let phase = member_name(&pack.phases[tricks.phase].name);
        self.write(File::TrickTurn, holes.with("phase", phase));
    }

    /// All zones in transfers; `None` for families without members.
    pub(super) fn ends(&self) -> Vec<Option<Ends>> {
        let (game, zones) = (self.game, &self.game.pack().zones);
        let ends = zones.iter().enumerate().map(|(n, zone)| {
            let (family, layout) = (Family::of_zone(game, n), game.layout().zones[n].first()?);
            let sees_some = matches!(zone.seen, Seen::Owner | Seen::Others);
            let source = Holes::default()
                .with("from", &zone.name)
                .with("from_zone", n)
                .with("from_member", family.member("i"))
                .with("from_title", &zone.title)
                .with("i", family.index("i"))
                .with_some("from_members", family.members())
                .with("from_size", family.at(layout.size(), "i"))
                .with("from_sees", implicit(game, zone, "i"))
                .with_flag("from_some", sees_some);
            let target = Holes::default()
                .with("to", &zone.name)
                .with("to_zone", n)
                .with("to_member", family.member("j"))
                .with("to_title", &zone.title)
                .with("j", family.index("j"))
                .with_some("to_members", family.members())
                .with("to_size", family.at(layout.size(), "j"))
                .with("to_sees", implicit(game, zone, "j"));
            let (source, target) = match layout {
                ZoneLayout::Pile(pile) => (
                    source
                        .with(
                            "from_marks",
                            marks(game, n).iter().enumerate().map(|(k, m)| m.take(k)).collect::<String>(),
                        )
                        .with("from_unmarked", marks(game, n).iter().map(|m| m.none("i")).collect::<String>())
                        .with_flag("from_pile", true)
                        .with("from_cards", family.at(pile.cards, "i"))
                        .with_some("from_masks", pile.masks.map(|masks| family.at(masks, "i"))),
                    target
                        .with_flag("to_pile", true)
                        .with("to_cards", family.at(pile.cards, "j"))
                        .with("to_capacity", pile.capacity)
                        .with_some("to_masks", pile.masks.map(|masks| family.at(masks, "j"))),
                ),
                ZoneLayout::Bag(bag) => (
                    source
                        .with_flag("from_pile", false)
                        .with("from_counts", family.at(bag.counts - 1, "i"))
                        .with("from_any_known", family.at(bag.any_known, "i"))
                        .with_some("from_known", bag.known.map(|known| family.at(known, "i")))
                        .with_some("from_told", told(game, n, "i")),
                    target
                        .with_flag("to_pile", false)
                        .with("to_counts", family.at(bag.counts - 1, "j"))
                        .with("to_any_known", family.at(bag.any_known, "j"))
                        .with_some("to_known", bag.known.map(|known| family.at(known, "j"))),
                ),
            };
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
                let holes = Holes::around(&[source, target, &self.holes]);
                let turns_over = is_single_pile(from) && is_single_pile(to);
                // Marks stay with a card inside a family.
                let put = |(k, marks): (usize, &Marks)| marks.put(Some(k).filter(|_| from == to));
                let marks: String = marks(self.game, to).iter().enumerate().map(put).collect();
                let from_shows = zones[from].seen == Seen::Owner && zones[to].seen != Seen::All;
                let holes = holes
                    .with_flag("from_shows", from_shows)
                    .with_flag("turns_over", turns_over)
                    .with_some("to_barred", barred(self.game, from, to))
                    .with("to_marks", marks);
                self.write(File::Transfer, holes);
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
        let is_kept: Vec<String> = pack.setup.hold_back.iter().map(|card| format!("[{}]=true", card + 1)).collect();
        let holes = self
            .holes()
            .with("kept", if piles.iter().any(|pile| !pile.kept.is_empty()) { "true" } else { "" })
            .with("is_kept", format!("{{{}}}", is_kept.join(",")));
        let inlined = |piece: &str, arguments: &dyn Fn(&SourcePile) -> Option<Vec<String>>| {
            let mut out = String::new();
            for arguments in piles.iter().filter_map(arguments) {
                let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
                File::Setup.inline(piece, &arguments, &holes, &mut out);
            }
            out
        };
        let laid = inlined("lay", &|pile| {
            let (size, cards) = (pile.size.clone(), pile.cards.clone());
            let lay = vec![size, cards, pile.dealt.len().to_string(), pile.bytes(&pile.dealt)];
            Some([lay, pile.numbers()].concat())
        });
        let mixed = inlined("mix", &|pile| Some(vec![pile.name.clone(), pile.index.clone()]));
        let mixed_in = inlined("mix_in", &|pile| {
            let (size, cards) = (pile.size.clone(), pile.cards.clone());
            let kept = vec![pile.name.clone(), pile.index.clone(), size, cards, pile.kept.len().to_string()];
            (!pile.kept.is_empty()).then(|| [kept, vec![pile.bytes(&pile.kept)], pile.numbers()].concat())
        });
        let put_back = inlined("put_back", &|pile| {
            let order = number_list(pile.listed.iter().map(|&card| card as i64));
            let put_back = || [vec![order, pile.size.clone(), pile.cards.clone()], pile.numbers()].concat();
            (!pile.kept.is_empty()).then(put_back)
        });
        let holes = holes
            .with("zones", first)
            .with("zones_length", last - first)
            .with("resets", resets(game, |resets| resets.at_deal))
            .with("laid", laid)
            .with("mixed", mixed)
            .with("mixed_in", mixed_in)
            .with("put_back", put_back)
            .with("deals", self.deals(&piles))
            .with("told", self.told_deal());
        self.write(File::Setup, holes);
    }

    /// Code that tells each seat's cards after the deals by the event `deal`, if the engine does.
    fn told_deal(&self) -> String {
        let (game, pack) = (self.game, self.game.pack());
        let event = pack.events.iter().zip(1..).find(|(event, _)| event.name == "deal");
        let mut out = String::new();
        let Some(((event, number), zone)) = event.zip(pack.setup.told) else { return out };
        for (bag, seat) in game.layout().zones[zone.index()].iter().zip(1..) {
            let ZoneLayout::Bag(bag) = bag else { continue };
            let field = |field: &FieldSpec| match field.kind {
                Kind::Cards => {
                    format!("buffer.copy(EVTS, o + {}, STATE, {}, {})", field.offset, bag.counts, pack.card_types())
                }
                _ => format!("buffer.writei32(EVTS, o + {}, {seat})", field.offset),
            };
            let fields = event.fields.iter().map(field).collect::<Vec<String>>().join(" ");
            let last_place = EVENT_BYTES - event.width;
            let [size, number, last_place, width] = [bag.size, number, last_place, event.width].map(|n| n.to_string());
            let arguments = [&size, &number, &fields, &last_place, &width].map(String::as_str);
            File::Setup.inline("tell_dealt", &arguments, &self.holes, &mut out);
        }
        out
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
                size: layout.size.to_string(),
                cards: layout.cards.to_string(),
                width: layout.width,
                kept,
                dealt,
                listed,
            })
        };
        setup.sources.iter().enumerate().filter_map(pile).collect()
    }

    /// Code that deals to one zone after the other.
    fn deals(&self, piles: &[SourcePile]) -> String {
        let mut out = String::new();
        for group in self.game.deals() {
            let most = group.iter().map(|deal| deal.count).max().unwrap_or(0);
            let Some(first) = group.first() else {
                continue;
            };
            let target = &self.game.pack().zones[first.zone.index()];
            let mut deal = |piece: &str, from: usize, count: usize, to: &[&str]| {
                let Some(pile) = piles.iter().find(|pile| pile.source == from) else { return };
                let (one, count) = (format!("{}.to_{}", pile.name, target.name), count.to_string());
                let arguments = [&[one.as_str(), pile.index.as_str(), count.as_str()], to].concat();
                File::Setup.inline(piece, &arguments, &self.holes, &mut out);
            };
            let alive = self.game.dealt_by(first.zone);
            let is_dealt = |member: &str| alive.map_or_else(|| "true".to_owned(), |alive| alive.test(member));
            if target.per == Per::One {
                deal("deal_to_one", first.from, most, &[]);
            } else if group.iter().all(|deal| (deal.count, deal.from) == (most, first.from)) {
                deal("deal_round", first.from, most, &[&group.len().to_string(), &is_dealt("j")]);
            } else {
                // Families of different sizes, such as chambers, are filled one after the other.
                for one in group {
                    let member = (one.member + 1).to_string();
                    deal("deal_to_member", one.from, one.count, &[&member, &is_dealt(&member)]);
                }
            }
        }
        out
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
    size: String,
    cards: String,
    /// Bytes of a card.
    width: usize,
    /// The cards that are dealt, those that are shuffled in afterwards, and all of them in their given order.
    dealt: Vec<usize>,
    kept: Vec<usize>,
    listed: Vec<usize>,
}

impl SourcePile {
    /// The zone and the index in its family, as notes have them.
    fn numbers(&self) -> Vec<String> {
        vec![self.zone.to_string(), self.member.to_string()]
    }

    /// Cards as bytes of the block, as a Luau literal.
    fn bytes(&self, cards: &[usize]) -> String {
        let byte = |card: usize, n: usize| format!("\\{:03}", card >> (8 * n) & 255);
        let each = cards.iter().flat_map(|&card| (0..self.width).map(move |n| byte(card, n)));
        format!("\"{}\"", each.collect::<String>())
    }
}
