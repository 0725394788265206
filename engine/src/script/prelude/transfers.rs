//! The words that move cards from one zone to another.

use std::fmt::Write as _;

use super::writer::{Family, Writer, join};
use crate::layout::ZoneLayout;
use crate::pack::spec::{Per, Seen, ZoneSpec};

impl Writer<'_> {
    pub(super) fn transfer(&mut self, from: usize, to: usize) {
        let game = self.game;
        let pack = game.pack();
        let (source, target) = (&pack.zones[from], &pack.zones[to]);
        let (Some(source_layout), Some(target_layout)) =
            (game.layout().zones[from].first(), game.layout().zones[to].first())
        else {
            return;
        };
        if from == to && source.per == Per::One {
            return;
        }
        let (f, t) = (self.family(from), self.family(to));
        let name = format!("to_{}", target.name);
        let (i, j) = (f.parameter("i"), t.parameter("j"));
        let what = format!("{}.{name}", source.name);
        let (check_i, check_j) = (f.check("i", &what), t.check("j", &what));
        let all = (1_u32 << game.seat_count()) - 1;
        let by_card = matches!(source_layout, ZoneLayout::Bag(_));
        let mut body = format!("{check_i}{check_j}");
        // Taking: leaves the card's type in `card`, and in `seen` the mask of those who know it.
        body.push_str(&self.take(source, source_layout, target, &f, &what));
        // Putting.
        let target_sees = self.implicit(target, "j");
        match target_layout {
            ZoneLayout::Pile(pile) => {
                let (size, cards) = (t.at(pile.size, "j"), t.at(pile.cards, "j"));
                let _ = write!(
                    body,
                    "local m = buffer.readu16(STATE, {size}) if m >= {} then core.fail(\"{what}: no more than {} cards fit here\") end \
                     buffer.writeu16(STATE, {size}, m + 1) {} ",
                    pile.capacity,
                    pile.capacity,
                    self.put_card(&cards, "m", "card")
                );
                if let Some(masks) = pile.masks {
                    let _ = write!(
                        body,
                        "buffer.writeu16(STATE, {} + 2 * m, bit32.band(seen, bit32.bnot({target_sees}))) ",
                        t.at(masks, "j")
                    );
                }
            }
            ZoneLayout::Bag(bag) => {
                let (size, counts) = (t.at(bag.size, "j"), t.at(bag.counts - 1, "j"));
                let _ = write!(
                    body,
                    "buffer.writeu16(STATE, {size}, buffer.readu16(STATE, {size}) + 1) \
                     buffer.writeu8(STATE, {counts} + card, buffer.readu8(STATE, {counts} + card) + 1) "
                );
                if let Some(known) = bag.known {
                    let _ = write!(
                        body,
                        "if seen ~= 0 then local others = bit32.band(seen, bit32.bnot({target_sees})) \
                         if others ~= 0 then core.learn({}, {}, card, others) end end ",
                        t.at(bag.any_known, "j"),
                        t.at(known, "j")
                    );
                }
            }
        }
        body.push_str("return card");
        let doc = format!(
            "Moves {} from {} to {}, and returns it.",
            if by_card { "a card of a type" } else { "the top card" },
            source.title,
            target.title
        );
        let card = if by_card { "card: number" } else { "" };
        let _ = all;
        self.change(&source.name, &name, &doc, &join(&[&i, card, &j]), body);
        self.transfer_many(source, target, &f, &t, by_card, source_layout, target_layout);
    }

    /// The half of a transfer that takes the card.
    pub(super) fn take(
        &self,
        source: &ZoneSpec,
        layout: &ZoneLayout,
        target: &ZoneSpec,
        family: &Family,
        what: &str,
    ) -> String {
        let all = (1_u32 << self.game.seat_count()) - 1;
        let mut body = String::new();
        let source_sees = self.implicit(source, "i");
        match layout {
            ZoneLayout::Pile(pile) => {
                let (size, cards) = (family.at(pile.size, "i"), family.at(pile.cards, "i"));
                let _ = write!(
                    body,
                    "local n = buffer.readu16(STATE, {size}) if n == 0 then core.fail(\"{what}: there is no card to take\") end \
                     local card = {} buffer.writeu16(STATE, {size}, n - 1) {} ",
                    self.card_at(&cards, "n - 1"),
                    self.put_card(&cards, "n - 1", "0")
                );
                match pile.masks {
                    Some(masks) => {
                        let masks = family.at(masks, "i");
                        let _ = write!(
                            body,
                            "local seen = buffer.readu16(STATE, {masks} + 2 * (n - 1)) \
                             if seen ~= 0 then buffer.writeu16(STATE, {masks} + 2 * (n - 1), 0) end "
                        );
                        if source.seen == Seen::Owner {
                            let _ = write!(body, "seen = bit32.bor(seen, {source_sees}) ");
                        }
                    }
                    None => {
                        let _ = write!(body, "local seen = {all} ");
                    }
                }
            }
            ZoneLayout::Bag(bag) => {
                let types = self.types();
                let (size, counts) = (family.at(bag.size, "i"), family.at(bag.counts - 1, "i"));
                let _ = write!(
                    body,
                    "if not (card >= 1 and card <= {types}) then core.outside(\"{what}: card\", card, {types}) end \
                     local n = buffer.readu8(STATE, {counts} + card) \
                     if n == 0 then core.fail(\"{what}: there is no such card to take\") end \
                     local s = buffer.readu16(STATE, {size}) \
                     buffer.writeu8(STATE, {counts} + card, n - 1) buffer.writeu16(STATE, {size}, s - 1) "
                );
                match bag.known {
                    Some(known) => {
                        let target_sees = self.implicit(target, "j");
                        let _ = write!(
                            body,
                            "local seen = {source_sees} \
                             if buffer.readu8(STATE, {any}) ~= 0 then \
                             seen = bit32.bor(seen, core.forget({any}, {known}, card, bit32.bor(seen, {target_sees}), s)) end ",
                            any = family.at(bag.any_known, "i"),
                            known = family.at(known, "i"),
                        );
                    }
                    None => {
                        let _ = write!(body, "local seen = {all} ");
                    }
                }
            }
        }
        body
    }

    #[allow(clippy::too_many_arguments)]
    pub(super) fn transfer_many(
        &mut self,
        source: &ZoneSpec,
        target: &ZoneSpec,
        f: &Family,
        t: &Family,
        by_card: bool,
        source_layout: &ZoneLayout,
        target_layout: &ZoneLayout,
    ) {
        let one = format!("{}.to_{}", source.name, target.name);
        let i = if f.stride == 0 { "" } else { "i" };
        let j = if t.stride == 0 { "" } else { "j" };
        let (pi, pj) = (f.parameter("i"), t.parameter("j"));
        if by_card {
            self.change(
                &source.name,
                &format!("bunch_to_{}", target.name),
                &format!("Moves a bunch of cards from {} to {}.", source.title, target.title),
                &join(&[&pi, "cards: number", &pj]),
                format!(
                    "for card = 1, {} do for _ = 1, buffer.readu8(ACTS, cards + card - 1) do {one}({}) end end",
                    self.types(),
                    join(&[i, "card", j])
                ),
            );
            self.change(
                &source.name,
                &format!("all_to_{}", target.name),
                &format!("Moves all cards from {} to {}.", source.title, target.title),
                &join(&[&pi, &pj]),
                format!(
                    "for card = 1, {} do for _ = 1, {}.count({}) do {one}({}) end end",
                    self.types(),
                    source.name,
                    join(&[i, "card"]),
                    join(&[i, "card", j])
                ),
            );
            return;
        }
        self.change(
            &source.name,
            &format!("all_to_{}", target.name),
            &format!("Moves all cards from {} to {}, the top card first.", source.title, target.title),
            &join(&[&pi, &pj]),
            format!("for _ = 1, {}.size({i}) do {one}({}) end", source.name, join(&[i, j])),
        );
        // Turning a pile over keeps what everyone knows: whoever has seen a card still knows where it is.
        if let (ZoneLayout::Pile(a), ZoneLayout::Pile(b)) = (source_layout, target_layout)
            && source.per == Per::One
            && target.per == Per::One
        {
            let all = (1_u32 << self.game.seat_count()) - 1;
            let seen = match a.masks {
                Some(masks) => format!("buffer.readu16(STATE, {masks} + 2 * o)"),
                None => all.to_string(),
            };
            let put_mask = match b.masks {
                Some(masks) => format!("buffer.writeu16(STATE, {masks} + 2 * m, {seen}) "),
                None => String::new(),
            };
            let shift_mask = match a.masks {
                Some(masks) => format!(
                    "buffer.writeu16(STATE, {masks} + 2 * o, if o < keep then buffer.readu16(STATE, {masks} + 2 * (n - keep + o)) else 0) "
                ),
                None => String::new(),
            };
            let (acards, bcards) = (a.cards.to_string(), b.cards.to_string());
            let put = self.put_card(&bcards, "m", &self.card_at(&acards, "o"));
            let kept = self.card_at(&acards, "n - keep + o");
            let shift = self.put_card(&acards, "o", &format!("if o < keep then {kept} else 0"));
            self.change(
                &source.name,
                &format!("turn_over_to_{}", target.name),
                &format!(
                    "Turns {} over onto {}, unshuffled, so that its bottom card comes to lie on top; `keep` cards of its top stay.",
                    source.title, target.title
                ),
                "keep: number",
                format!(
                    "local n, m = buffer.readu16(STATE, {asize}), buffer.readu16(STATE, {bsize}) if n <= keep then return 0 end \
                     for o = n - keep - 1, 0, -1 do {put} {put_mask}m += 1 end \
                     for o = 0, n - 1 do {shift} {shift_mask}end \
                     buffer.writeu16(STATE, {asize}, keep) buffer.writeu16(STATE, {bsize}, m) return n - keep",
                    asize = a.size, bsize = b.size
                ),
            );
        }
    }
}
