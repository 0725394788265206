//! States and events as JSON.

use serde_json::{Map, Value, json};

use crate::event::{Event, EventSpec, FieldKind, FieldSpec, Part};
use crate::game::Game;
use crate::ids::{CardType, Seat};
use crate::layout::ZoneLayout;
use crate::pack::spec::VarKind;
use crate::state::State;

impl Game {
    /// A state (or a view, whose unknown cards are `?`) as `{"zones":...,"boards":...,"vars":...}`.
    pub fn state_json(&self, state: &State) -> Value {
        let pack = self.pack();
        let mut zones = Map::new();
        for (zone, spec) in pack.zones.iter().enumerate() {
            for member in 0..self.layout().zones[zone].len() {
                let cards = self.zone_cards(state, zone, member);
                let names =
                    cards.into_iter().map(|card| card.map_or("?", |card| self.card_name(card))).map(Value::from);
                zones.insert(self.member_name(&spec.label, &spec.per, member), names.collect());
            }
        }
        let mut boards = Map::new();
        for (n, board) in pack.boards.iter().enumerate() {
            boards.insert(board.name.clone(), self.board_rows(state, n).into_iter().map(Value::from).collect());
        }
        let mut vars = Map::new();
        for (n, spec) in pack.vars.iter().enumerate() {
            if spec.internal {
                continue;
            }
            for member in 0..self.layout().vars[n].count {
                vars.insert(self.member_name(&spec.label, &spec.per, member), self.var_json(state, n, member));
            }
        }
        json!({ "zones": zones, "boards": boards, "vars": vars })
    }

    /// The cards of a zone, the bottom one first (those of a bag in the order of the card table); `None` for a card
    /// that a view does not show.
    pub fn zone_cards(&self, state: &State, zone: usize, member: usize) -> Vec<Option<CardType>> {
        match &self.layout().zones[zone][member] {
            ZoneLayout::Pile(pile) => {
                let size = state.u16(pile.size) as usize;
                state.bytes[pile.cards..pile.cards + size].iter().map(|&n| CardType::from_number(n)).collect()
            }
            ZoneLayout::Bag(bag) => {
                let size = state.u16(bag.size) as usize;
                let counts = &state.bytes[bag.counts..bag.counts + self.pack().card_types()];
                let mut cards: Vec<_> = counts
                    .iter()
                    .enumerate()
                    .flat_map(|(n, &k)| std::iter::repeat_n(Some(CardType::from_index(n)), usize::from(k)))
                    .collect();
                cards.resize(size.max(cards.len()), None);
                cards
            }
        }
    }

    /// The rows of a board as text, the top one first; `.` stands for nothing.
    pub fn board_rows(&self, state: &State, board: usize) -> Vec<String> {
        let layout = self.layout().boards[board];
        let spec = &self.pack().boards[board];
        state.bytes[layout.offset..layout.offset + layout.width * layout.height]
            .chunks(layout.width)
            .map(|row| row.iter().map(|&cell| spec.glyph(cell)).collect())
            .collect()
    }

    /// A variable's value, or the list of its values.
    pub fn var_json(&self, state: &State, var: usize, member: usize) -> Value {
        let layout = self.layout().vars[var];
        let at = layout.offset + 4 * member * layout.length;
        if layout.length > 1 {
            return (0..layout.length).map(|slot| self.value_json(var, state.i32(at + 4 * slot))).collect();
        }
        self.value_json(var, state.i32(at))
    }

    fn value_json(&self, var: usize, value: i32) -> Value {
        let index = usize::try_from(value).ok().and_then(|n| n.checked_sub(1));
        match &self.pack().vars[var].kind {
            VarKind::Int(..) => json!(value),
            VarKind::Seat => {
                json!(index.map_or("", |n| self.seat_name(Seat::from_index(n))))
            }
            VarKind::Word(list) => {
                json!(index.and_then(|n| self.pack().lists[*list].words.get(n)).map_or("", String::as_str))
            }
            VarKind::Square(board) => self.square_json(*board, index),
        }
    }

    /// A square as traces have it: a number on a board of one row, else its name; off the board `0`, `0,0` where
    /// squares are named by row and column, else an empty text.
    fn square_json(&self, board: usize, square: Option<usize>) -> Value {
        match square {
            _ if self.layout().boards[board].height == 1 => json!(square.map_or(0, |n| n + 1)),
            Some(n) => json!(self.square_name(board, n)),
            None if self.pack().boards[board].by_row_and_column => json!("0,0"),
            None => json!(""),
        }
    }

    /// An event as `{"kind":...}` with the fields that a viewer may see. `everything` shows all of them.
    pub fn event_json(&self, event: &Event, viewer: Option<Seat>, everything: bool) -> Value {
        let spec = &self.pack().events[event.kind.index()];
        let mut out = Map::new();
        out.insert("kind".to_owned(), json!(spec.name));
        for field in &spec.fields {
            if everything || spec.may_see(event, field, viewer) {
                out.insert(field.name.clone(), self.field_json(event, field));
            }
        }
        Value::Object(out)
    }

    fn field_json(&self, event: &Event, field: &FieldSpec) -> Value {
        let value = event.number(field);
        let index = usize::try_from(value).ok().and_then(|n| n.checked_sub(1));
        match field.kind {
            FieldKind::Number => json!(value),
            FieldKind::Square(board) => self.square_json(board, index),
            FieldKind::Cards => {
                let counts = event.cards(field, self.pack().card_types());
                counts
                    .iter()
                    .enumerate()
                    .flat_map(|(n, &k)| std::iter::repeat_n(CardType::from_index(n), usize::from(k)))
                    .map(|card| Value::from(self.card_name(card)))
                    .collect()
            }
            _ => json!(self.field_text(event, field, false)),
        }
    }

    /// A field in words.
    fn field_text(&self, event: &Event, field: &FieldSpec, for_people: bool) -> String {
        let value = event.number(field);
        let index = usize::try_from(value).ok().and_then(|n| n.checked_sub(1));
        let pack = self.pack();
        match (field.kind, index) {
            (FieldKind::Number, _) => value.to_string(),
            (FieldKind::Cards, _) if for_people => self.cards_phrase(event.cards(field, pack.card_types())),
            (FieldKind::Cards, _) => self.cards_text(event.cards(field, pack.card_types())),
            (FieldKind::Square(board), Some(n)) => self.square_name(board, n),
            (_, None) => String::new(),
            (FieldKind::Card, Some(n)) if for_people => {
                pack.card_rows().get(n).map_or_else(String::new, |row| row.title.clone())
            }
            (FieldKind::Card, Some(n)) => self.card_name(CardType::from_index(n)).to_owned(),
            (FieldKind::Seat, Some(n)) => self.seat_name(Seat::from_index(n)).to_owned(),
            (FieldKind::Word(list), Some(n)) => {
                let word = pack.lists[list].words.get(n).cloned().unwrap_or_default();
                let table = pack.tables.iter().find(|table| table.name == pack.lists[list].name);
                match table.and_then(|table| table.rows.get(n)) {
                    Some(row) if for_people => row.title.clone(),
                    _ => word,
                }
            }
            (FieldKind::Symbol(board), Some(n)) if for_people => self.symbol_title(board, n),
            (FieldKind::Symbol(board) | FieldKind::Glyph(board), Some(n)) => {
                pack.boards[board].symbols.get(n).map_or_else(String::new, |symbol| symbol.glyph.to_string())
            }
        }
    }

    /// What a person calls a symbol of a board, by place.
    pub fn symbol_title(&self, board: usize, symbol: usize) -> String {
        let pack = self.pack();
        let Some(symbol) = pack.boards[board].symbols.get(symbol) else {
            return String::new();
        };
        let table = pack.tables.iter().find(|table| table.name == "piece");
        match symbol.piece.and_then(|(piece, _)| table?.rows.get(piece)) {
            Some(row) => row.title.clone(),
            None => symbol.name.replace('_', " "),
        }
    }

    /// Cards in words: `2 coins and 1 map`.
    pub fn cards_phrase(&self, counts: &[u8]) -> String {
        let rows = self.pack().card_rows();
        let mut parts: Vec<String> = counts
            .iter()
            .zip(rows)
            .filter(|(n, _)| **n > 0)
            .map(|(&n, row)| format!("{n} {}", if n == 1 { &row.title } else { &row.plural }))
            .collect();
        match parts.pop() {
            None => "nothing".to_owned(),
            Some(last) if parts.is_empty() => last,
            Some(last) => format!("{} and {last}", parts.join(", ")),
        }
    }

    /// The sentence that tells an event to a viewer (`None` for an onlooker); `None` if the pack has none for it.
    /// `everything` tells it as to everyone it concerns.
    pub fn event_sentence(&self, event: &Event, viewer: Option<Seat>, everything: bool) -> Option<String> {
        let spec: &EventSpec = &self.pack().events[event.kind.index()];
        let is_for = |audience: &str| {
            if audience == "all" {
                return true;
            }
            let field = spec.fields.iter().find(|field| field.name == audience);
            match (field, viewer) {
                (Some(field), Some(viewer)) => event.number(field) == i32::from(viewer.number()),
                _ => false,
            }
        };
        let (_, template) = spec
            .texts
            .iter()
            .find(|(audience, _)| audience != "all" && is_for(audience))
            .or_else(|| spec.texts.iter().find(|(audience, _)| audience == "all"))?;
        let shown = |n: usize| everything || spec.may_see(event, &spec.fields[n], viewer);
        let field = |n: usize| {
            if shown(n) { self.field_text(event, &spec.fields[n], true) } else { "a card".to_owned() }
        };
        let text = template.0.iter().map(|part| match *part {
            Part::Text(ref text) => text.clone(),
            Part::Field(n) => field(n),
            Part::Count { number, card } => {
                let n = event.number(&spec.fields[number]);
                let row = usize::try_from(event.number(&spec.fields[card]) - 1).ok();
                match row.and_then(|row| self.pack().card_rows().get(row)).filter(|_| shown(card)) {
                    Some(row) => format!("{n} {}", if n == 1 { &row.title } else { &row.plural }),
                    None => format!("{n} {}", if n == 1 { "card" } else { "cards" }),
                }
            }
        });
        let text = text.collect();
        Some(if matches!(template.0.first(), Some(Part::Field(_))) { as_sentence(text) } else { text })
    }

    /// How the match ended, in words; `None` while it goes on.
    pub fn ending_text(&self, state: &State) -> Option<String> {
        if !state.is_over() {
            return None;
        }
        let winners: Vec<&str> =
            self.seats().filter(|&seat| state.has_won(seat)).map(|seat| self.seat_name(seat)).collect();
        let winners = if winners.is_empty() { "nobody".to_owned() } else { winners.join(" and ") };
        let text =
            state.ending().and_then(|n| self.pack().endings.get(n)).map_or("the match is over", |e| e.text.as_str());
        Some(text.replace("{winner}", &winners))
    }
}

/// A text that begins with a name, as a sentence: with a capital, unless the name is a single letter.
fn as_sentence(text: String) -> String {
    let word = text.chars().take_while(|c| c.is_alphanumeric()).count();
    match text.chars().next() {
        Some(first) if word > 1 => first.to_uppercase().chain(text.chars().skip(1)).collect(),
        _ => text,
    }
}
