//! The words that look at many cards at once: what is in all zones of a kind, sums and extremes of a column, cards
//! by what stands in a column, parts of a hand.

use std::collections::HashMap;

use super::writer::{Family, Writer, join, number_list};
use crate::game::Game;
use crate::layout::{BagLayout, ZoneLayout};
use crate::pack::spec::{Cell, ColumnKind};

/// A column of the card table by which cards can be counted and found.
struct ByColumn<'a> {
    name: &'a str,
    /// How many words its list has; `None` if it holds numbers.
    words: Option<usize>,
    /// For each value, the card types that have it.
    groups: Vec<(i64, Vec<usize>)>,
}

impl ByColumn<'_> {
    /// Refuses a `value` that is not a word of the list.
    fn check(&self, what: &str) -> String {
        match self.words {
            Some(most) => format!(
                "if not (value >= 1 and value <= {most}) then core.outside(\"{what}: {}\", value, {most}) end ",
                self.name
            ),
            None => String::new(),
        }
    }
}

/// Fills a bunch with `left` cards of a bag, those of the first types from a type on.
fn fill(from: &str, types: usize, counts: &str, bunch: &str) -> String {
    format!(
        "for c = {from}, {types} do local k = math.min(buffer.readu8(STATE, {counts} + c), left) \
         buffer.writeu8(ACTS, {bunch} + c - 1, k) left -= k end "
    )
}

/// The columns of the card table that hold one number or one word.
fn columns(game: &Game) -> Vec<ByColumn<'_>> {
    let pack = game.pack();
    let Some(table) = pack.tables.first().filter(|_| !pack.cards.is_empty()) else {
        return Vec::new();
    };
    let mut out = Vec::new();
    for (n, column) in table.columns.iter().enumerate() {
        let list = match &column.kind {
            ColumnKind::Int(..) => None,
            ColumnKind::Word(list) => pack.lists.iter().find(|known| known.name == *list),
            ColumnKind::Ints(..) | ColumnKind::Bool | ColumnKind::Text | ColumnKind::Unread => continue,
        };
        let mut groups: Vec<(i64, Vec<usize>)> = Vec::new();
        let mut places: HashMap<i64, usize> = HashMap::new();
        for (row, card) in table.rows.iter().zip(1..) {
            let value = match (&row.cells[n], list) {
                (Cell::Int(number), _) => *number,
                (Cell::Text(word), Some(list)) => {
                    list.words.iter().position(|known| known == word).map_or(0, |at| at as i64 + 1)
                }
                _ => 0,
            };
            let place = *places.entry(value).or_insert_with(|| {
                groups.push((value, Vec::new()));
                groups.len() - 1
            });
            groups[place].1.push(card);
        }
        out.push(ByColumn { name: &column.name, words: list.map(|list| list.words.len()), groups });
    }
    out
}

impl Writer<'_> {
    /// What the words of bags are made with, and the same words for bunches and the card table itself.
    pub(super) fn cards_at_once(&mut self) {
        let (game, types) = (self.game, self.types());
        if types == 0 {
            return;
        }
        self.constant("core", "no_cards", "No types of card.", "table.freeze({})");
        for column in columns(game) {
            let name = column.name;
            let list = |cards: &[usize]| number_list(cards.iter().map(|&card| card as i64));
            let groups: Vec<String> =
                column.groups.iter().map(|(value, cards)| format!("[{value}]=table.freeze({})", list(cards))).collect();
            let by = format!("by_{name}");
            self.constant("core", &by, "The types of card with each value.", format!("{{{}}}", groups.join(",")));
            let with = format!("with_{name}");
            self.ask(
                "card",
                &with,
                &format!("The types of card whose `{name}` is this, as a list: `for _, c in card.{with}(...) do`."),
                "value: number",
                format!("{}return core.{by}[value] or core.no_cards", column.check(&format!("card.{with}"))),
            );
            if column.words.is_none() {
                self.ask(
                    "bunch",
                    &format!("sum_{name}"),
                    &format!("The `{name}` of all cards of a bunch together."),
                    "bunch: number",
                    format!(
                        "local n = 0 for c = 1, {types} do \
                         n += buffer.readu8(ACTS, bunch + c - 1) * card.all_{name}[c] end return n"
                    ),
                );
            }
        }
        self.ask(
            "core",
            "next_part",
            "The next part of a bag after the one in a bunch; a bunch with a minus sign holds the first.",
            "counts: number, at: number",
            format!(
                "if at <= 0 then return if at == 0 then nil else -at end {}local behind, room = 0, 0 \
                 for card = {types}, 1, -1 do local k = buffer.readu8(ACTS, at + card - 1) \
                 if k > 0 and behind < room then buffer.writeu8(ACTS, at + card - 1, k - 1) \
                 local left = behind + 1 {}return at end \
                 behind += k room += buffer.readu8(STATE, counts + card) end return nil",
                self.writable("at", "parts"),
                fill("card + 1", types, "counts", "at")
            ),
        );
    }

    /// What tells of all zones of a family together.
    pub(super) fn families(&mut self, family: &Family, layout: &ZoneLayout) {
        if family.stride == 0 {
            return;
        }
        let ns = family.name.as_str();
        let size = match layout {
            ZoneLayout::Pile(pile) => pile.size,
            ZoneLayout::Bag(bag) => bag.size,
        };
        let members = family.members;
        self.ask(
            ns,
            "total",
            "How many cards there are in all of these together.",
            "",
            format!(
                "local n = 0 for i = 1, {members} do n += buffer.readu16(STATE, {}) end return n",
                family.at(size, "i")
            ),
        );
        self.ask(
            ns,
            "next_other",
            "The next of these after one, 0 for the first, that has cards and is not `i`: `for other in hand.next_other, seat, 0 do`.",
            "i: number, after: number",
            format!(
                "{}for other = after + 1, {members} do \
                 if other ~= i and buffer.readu16(STATE, {}) ~= 0 then return other end end return nil",
                family.check("i", ns),
                family.at(size, "other")
            ),
        );
    }

    /// What tells of many cards of a bag at once.
    pub(super) fn bag_at_once(&mut self, family: &Family, bag: &BagLayout) {
        let (game, types) = (self.game, self.types());
        let ns = family.name.as_str();
        let (index, check) = (family.parameter("i"), family.check("i", ns));
        let counts = family.at(bag.counts - 1, "i");
        let each = format!("for c = 1, {types} do local held = buffer.readu8(STATE, {counts} + c) ");
        self.ask(
            ns,
            "names",
            "The names of the cards that are known to be here, as a list, in the order of the card table.",
            &index,
            format!(
                "{check}local out = {{}} {each}for _ = 1, held do table.insert(out, card.all_names[c]) end end return out"
            ),
        );
        self.ask(
            ns,
            "lacks",
            "The first type of card of which a bunch has more than are known to be here; 0 if there is none.",
            &join(&[&index, "cards: number"]),
            format!("{check}{each}if buffer.readu8(ACTS, cards + c - 1) > held then return c end end return 0"),
        );
        self.ask(
            ns,
            "contents",
            "Puts all cards that are known to be here into a bunch, and returns it.",
            &join(&[&index, "into: number"]),
            format!(
                "{check}{}{each}buffer.writeu8(ACTS, into + c - 1, held) end return into",
                self.writable("into", &format!("{ns}.contents"))
            ),
        );
        self.ask(
            ns,
            "parts",
            "Puts every part of n cards of what is here into a bunch, one after the other, and gives it: \
             `for part in hand.parts(seat, 2, bunch.scratch(1)) do`.",
            &join(&[&index, "n: number, into: number"]),
            format!(
                "{check}if not (n >= 0) then core.fail(`{ns}.parts: expected 0 cards or more, got {{n}}`) end \
                 {}local left = n {}return core.next_part, {counts}, if left == 0 then -into else 0",
                self.writable("into", &format!("{ns}.parts")),
                fill("1", types, &counts, "into")
            ),
        );
        for column in columns(game) {
            self.by_column(family, &column, &counts);
        }
    }

    /// What tells of the cards of a bag by a column of the card table.
    fn by_column(&mut self, family: &Family, column: &ByColumn<'_>, counts: &str) {
        let types = self.types();
        let (ns, name) = (family.name.as_str(), column.name);
        let (index, check) = (family.parameter("i"), family.check("i", ns));
        let each = format!("for c = 1, {types} do local held = buffer.readu8(STATE, {counts} + c) ");
        let these = format!("for _, c in core.by_{name}[value] or core.no_cards do ");
        let (count, pick) = (format!("count_{name}"), format!("pick_{name}"));
        self.ask(
            ns,
            &count,
            &format!("How many cards are known to be here whose `{name}` is this."),
            &join(&[&index, "value: number"]),
            format!(
                "{check}{}local n = 0 {these}n += buffer.readu8(STATE, {counts} + c) end return n",
                column.check(&format!("{ns}.{count}"))
            ),
        );
        self.ask(
            ns,
            &pick,
            &format!("Puts n cards whose `{name}` is this into a bunch, the first of the card table, and returns it."),
            &join(&[&index, "value: number, n: number, into: number"]),
            format!(
                "{check}{}{}for c = 1, {types} do buffer.writeu8(ACTS, into + c - 1, 0) end local left = n \
                 {these}local k = math.max(0, math.min(buffer.readu8(STATE, {counts} + c), left)) \
                 buffer.writeu8(ACTS, into + c - 1, k) left -= k end \
                 if left ~= 0 then core.fail(`{ns}.{pick}: {{n}} cards are asked for, {{n - left}} are here`) end \
                 return into",
                column.check(&format!("{ns}.{pick}")),
                self.writable("into", &format!("{ns}.{pick}"))
            ),
        );
        if column.words.is_some() {
            return;
        }
        self.ask(
            ns,
            &format!("sum_{name}"),
            &format!("The `{name}` of all cards together that are known to be here."),
            &index,
            format!("{check}local n = 0 {each}n += held * card.all_{name}[c] end return n"),
        );
        self.ask(
            ns,
            &format!("any_{name}"),
            &format!("Whether a card is known to be here whose `{name}` is from `least` to `most`."),
            &join(&[&index, "least: number, most: number"]),
            format!(
                "{check}{each}if held ~= 0 then local value = card.all_{name}[c] \
                 if value >= least and value <= most then return true end end end return false"
            ),
        );
    }
}
