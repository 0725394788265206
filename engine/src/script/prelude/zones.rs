//! The words of a zone: looking and counting; and dealing.

use std::fmt::Write as _;

use super::control;
use super::writer::{Family, Writer, below, join, number_list, zone_end, zone_start};
use crate::layout::{BagLayout, PileLayout, RNG, ZoneLayout};
use crate::pack::spec::{Per, Seen, ZoneSpec};

impl Writer<'_> {
    pub(super) fn zone(&mut self, n: usize) {
        let (game, family) = (self.game, self.family(n));
        let Some(layout) = game.layout().zones[n].first() else {
            return;
        };
        match layout {
            ZoneLayout::Pile(pile) => self.pile(n, &family, pile),
            ZoneLayout::Bag(bag) => {
                self.bag(n, &family, bag);
                self.bag_at_once(&family, bag);
                self.show(&game.pack().zones[n], &family, bag);
            }
        }
        self.families(&family, layout);
    }

    pub(super) fn pile(&mut self, _n: usize, family: &Family, pile: &PileLayout) {
        let ns = family.name.clone();
        let ns = ns.as_str();
        let (index, check) = (family.parameter("i"), family.check("i", ns));
        let (size, cards) = (family.at(pile.size, "i"), family.at(pile.cards, "i"));
        let (read, each) = match pile.width {
            1 => ("buffer.readu8", format!("for o = first, first + buffer.readu16(STATE, {size}) - 1 do")),
            width => (
                "buffer.readu16",
                format!("for o = first, first + {width} * buffer.readu16(STATE, {size}) - 1, {width} do"),
            ),
        };
        self.ask(
            ns,
            "size",
            "How many cards lie here.",
            &index,
            format!("{check}return buffer.readu16(STATE, {size})"),
        );
        self.ask(
            ns,
            "at",
            "The card at a place, counted from 1 at the bottom; 0 if it is not known.",
            &join(&[&index, "place: number"]),
            format!(
                "{check}local n = buffer.readu16(STATE, {size}) if not (place >= 1 and place <= n) then core.outside(\"{ns}.at\", place, n) end \
                 return {}",
                self.card_at(&cards, "place - 1")
            ),
        );
        self.ask(
            ns,
            "top",
            "The card on top; 0 if there is none or it is not known.",
            &index,
            format!(
                "{check}local n = buffer.readu16(STATE, {size}) if n == 0 then return 0 end return {}",
                self.card_at(&cards, "n - 1")
            ),
        );
        self.ask(
            ns,
            "count",
            "How many cards of a type are known to lie here.",
            &join(&[&index, "card: number"]),
            format!(
                "{check}local k = 0 local first = {cards} {each} \
                 if {read}(STATE, o) == card then k += 1 end end return k"
            ),
        );
        self.ask(
            ns,
            "unknown",
            "How many cards here are not known.",
            &index,
            format!(
                "{check}local k = 0 local first = {cards} {each} \
                 if {read}(STATE, o) == 0 then k += 1 end end return k"
            ),
        );
        let clear_masks = match pile.masks {
            Some(masks) => format!("buffer.fill(STATE, {}, 0, 2 * n) ", family.at(masks, "i")),
            None => String::new(),
        };
        self.change(
            ns,
            "shuffle",
            "Shuffles the pile.",
            &index,
            format!(
                "{check}local n = buffer.readu16(STATE, {size}) local first = {cards} \
                 for i = n, 2, -1 do {} \
                 local a, b = {}, {} {} {} end {clear_masks}",
                below("STATE", RNG, "i", "core.again"),
                self.card_at("first", "i - 1"),
                self.card_at("first", "hi"),
                self.put_card("first", "i - 1", "b"),
                self.put_card("first", "hi", "a"),
            ),
        );
    }

    pub(super) fn bag(&mut self, _n: usize, family: &Family, bag: &BagLayout) {
        let types = self.types();
        let ns = family.name.clone();
        let ns = ns.as_str();
        let (index, check) = (family.parameter("i"), family.check("i", ns));
        let card_check = |what: &str| {
            format!(
                "if not (card >= 1 and card <= {types}) then core.outside(\"{ns}.{what}: card\", card, {types}) end "
            )
        };
        let size = family.at(bag.size, "i");
        let counts = family.at(bag.counts - 1, "i");
        self.ask(
            ns,
            "size",
            "How many cards are here.",
            &index,
            format!("{check}return buffer.readu16(STATE, {size})"),
        );
        self.ask(
            ns,
            "count",
            "How many cards of a type are known to be here.",
            &join(&[&index, "card: number"]),
            format!("{check}{}return buffer.readu8(STATE, {counts} + card)", card_check("count")),
        );
        self.ask(
            ns,
            "next",
            "The next type of card after a type that is known to be here: `for c in hand.next, seat, 0 do`.",
            &join(&[&index, "card: number"]),
            format!(
                "{check}local o, last = {counts} + card + 1, {counts} + {types} \
                 while o <= last do \
                 if o + 3 <= last and buffer.readu32(STATE, o) == 0 then o += 4 \
                 elseif buffer.readu8(STATE, o) ~= 0 then return o - ({counts}) \
                 else o += 1 end end return nil"
            ),
        );
        self.ask(
            ns,
            "unknown",
            "How many cards here are not known.",
            &index,
            format!(
                "{check}local n = buffer.readu16(STATE, {size}) local first = {counts} for o = first + 1, first + {types} do n -= buffer.readu8(STATE, o) end return n"
            ),
        );
        self.change(
            ns,
            "random",
            "A random card that is here; 0 if there is none. It stays where it is.",
            &index,
            format!(
                "{check}local n = buffer.readu16(STATE, {size}) if n == 0 then return 0 end \
                 local k = core.below(n) local first = {counts} \
                 for card = 1, {types} do k -= buffer.readu8(STATE, first + card) if k < 0 then return card end end return 0"
            ),
        );
    }

    /// The word that shows to everyone that a card is in a bag whose cards not everyone sees.
    pub(super) fn show(&mut self, zone: &ZoneSpec, family: &Family, bag: &BagLayout) {
        let Some(known) = bag.known else { return };
        let (ns, types) = (zone.name.as_str(), self.types());
        let (index, check) = (family.parameter("i"), family.check("i", &zone.name));
        self.change(
            ns,
            "show",
            "Shows to everyone that a card of a type is here, as when its holder is asked whether to play it.",
            &join(&[&index, "card: number"]),
            format!(
                "{check}if not (card >= 1 and card <= {types}) then core.outside(\"{ns}.show: card\", card, {types}) end \
                 if buffer.readu8(STATE, {counts} + card) == 0 then core.fail(\"{ns}.show: there is no such card\") end \
                 for v = 0, {last} do local o = {known} + v * {types} + card - 1 \
                 if buffer.readu8(STATE, o) == 0 and bit32.extract({sees}, v) == 0 then \
                 buffer.writeu8(STATE, o, 1) buffer.writeu8(STATE, {any}, 1) end end",
                counts = family.at(bag.counts - 1, "i"),
                last = self.game.seat_count() - 1,
                known = family.at(known, "i"),
                any = family.at(bag.any_known, "i"),
                sees = self.implicit(zone, "i"),
            ),
        );
    }

    /// The mask of those who see a zone's cards by its kind alone.
    pub(super) fn implicit(&self, zone: &ZoneSpec, index: &str) -> String {
        match zone.seen {
            Seen::All => ((1_u32 << self.game.seat_count()) - 1).to_string(),
            Seen::Owner => format!("bit32.lshift(1, {index} - 1)"),
            Seen::None => "0".to_owned(),
        }
    }

    /// Deals the cards as the pack's `[setup]` says: also between the rounds of a match.
    pub(super) fn deal(&mut self) {
        let game = self.game;
        let pack = game.pack();
        let Some(source) = pack.setup.source else {
            return;
        };
        let Some(ZoneLayout::Pile(pile)) = game.layout().zones[source.index()].first() else {
            return;
        };
        let first = zone_start(&game.layout().zones);
        let last = zone_end(game);
        // Every card back into the box: the zones lie next to each other in the block.
        let mut body = format!("buffer.fill(STATE, {first}, 0, {}) local n = 0 ", last - first);
        let deck = game.scenario().and_then(|scenario| scenario.deck.clone());
        let held: Vec<usize> = pack.setup.hold_back.clone();
        let listed: Vec<usize> = match &deck {
            Some(deck) => deck.iter().map(|card| card.index() + 1).collect(),
            None => game.card_counts().iter().enumerate().flat_map(|(n, &k)| std::iter::repeat_n(n + 1, k)).collect(),
        };
        let (kept, dealt): (Vec<usize>, Vec<usize>) = listed.iter().partition(|card| held.contains(&(**card - 1)));
        let byte = |card: usize, n: usize| format!("\\{:03}", card >> (8 * n) & 255);
        let bytes = |cards: &[usize]| {
            let each = cards.iter().flat_map(|&card| (0..pile.width).map(move |n| byte(card, n)));
            format!("\"{}\"", each.collect::<String>())
        };
        let source_name = &pack.zones[source.index()].name;
        let (size, cards) = (pile.size, pile.cards);
        let count = |cards: &[usize]| cards.len();
        self.constant("core", "deal_cards", "The cards that are dealt.", bytes(&dealt));
        self.constant("core", "kept_cards", "The cards that are shuffled in after the deal.", bytes(&kept));
        let _ = write!(
            body,
            "buffer.writestring(STATE, {cards}, core.deal_cards) buffer.writeu16(STATE, {size}, {}) \
             local loose = buffer.readu8(CTRL, {}) == 0 if loose then {source_name}.shuffle() end ",
            count(&dealt),
            control::UNSHUFFLED
        );
        for group in game.deals() {
            let most = group.iter().map(|deal| deal.count).max().unwrap_or(0);
            let Some(zone) = group.first().map(|deal| deal.zone) else {
                continue;
            };
            let target = &pack.zones[zone.index()];
            let uniform = group.iter().all(|deal| deal.count == most);
            let one = format!("{source_name}.to_{}", target.name);
            let _ = if target.per == Per::One {
                write!(body, "for _ = 1, {most} do {one}() end ")
            } else if uniform {
                write!(body, "for _ = 1, {most} do for j = 1, {} do {one}(j) end end ", group.len())
            } else {
                // Families of different sizes, such as chambers, are filled one after the other.
                let mut out = String::new();
                for deal in group {
                    let _ = write!(out, "for _ = 1, {} do {one}({}) end ", deal.count, deal.member + 1);
                }
                body.push_str(&out);
                Ok(())
            };
        }
        if !kept.is_empty() {
            let _ = write!(
                body,
                "n = buffer.readu16(STATE, {size}) if loose then \
                 buffer.writestring(STATE, {cards} + {n}, core.kept_cards) \
                 buffer.writeu16(STATE, {size}, n + {kept}) {source_name}.shuffle() \
                 else core.deal_in_order() end ",
                kept = count(&kept),
                n = if pile.width == 1 { "n" } else { "2 * n" },
            );
            // As the cards lie: what is kept back stays at its place in the deck, and the deals pass over it.
            let order = number_list(listed.iter().map(|&card| card as i64));
            let is_kept: Vec<String> = held.iter().map(|n| format!("[{}]=true", n + 1)).collect();
            self.constant("core", "deck_order", "The deck as it lies.", order);
            self.constant("core", "is_kept", "The cards that are not dealt.", format!("{{{}}}", is_kept.join(",")));
            self.change(
                "core",
                "deal_in_order",
                "Puts the cards that were kept back where they lay.",
                "",
                format!(
                    "local left = buffer.readu16(STATE, {size}) local n, passed = 0, 0 \
                     for _, card in core.deck_order do \
                     if core.is_kept[card] then {put} n += 1 \
                     elseif passed < left then passed += 1 {put} n += 1 end end \
                     buffer.writeu16(STATE, {size}, n)",
                    put = self.put_card(&cards.to_string(), "n", "card")
                ),
            );
        }
        self.change("setup", "deal", "Takes all cards back, shuffles them and deals as the pack says.", "", body);
    }
}
