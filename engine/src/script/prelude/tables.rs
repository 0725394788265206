//! The words of tables, bunches of cards, variables and boards.

use super::writer::{Family, Writer, clear, join, number_list, quote, text_list};
use super::{SCRATCH, control};
use crate::ids::{BoardId, Square, VarId};
use crate::pack::spec::{Cell, ColumnKind, Per};

impl Writer<'_> {
    pub(super) fn tables(&mut self) {
        let pack = self.game.pack();
        for table in &pack.tables {
            let ns = table.name.as_str();
            self.constant(ns, "count", "How many rows the table has.", table.rows.len().to_string());
            for (n, row) in table.rows.iter().enumerate() {
                let is_taken = |id: &str| {
                    ["count", "name", "title", "plural", "all"].contains(&id)
                        || table.columns.iter().any(|column| column.name == id)
                };
                self.named(ns, &row.name, is_taken, &format!("The row `{}`.", row.name), (n + 1).to_string());
            }
            let texts = [
                ("name", "The name of a row.", table.rows.iter().map(|row| row.name.as_str()).collect::<Vec<_>>()),
                ("title", "What a person calls a row.", table.rows.iter().map(|row| row.title.as_str()).collect()),
                ("plural", "The plural of that.", table.rows.iter().map(|row| row.plural.as_str()).collect()),
            ];
            for (name, doc, values) in texts {
                let list = format!("all_{name}s");
                self.constant(ns, &list, "The values of all rows.", text_list(values));
                self.ask(ns, name, doc, "row: number", format!("return {ns}.{list}[row] or \"\""));
            }
            for (c, column) in table.columns.iter().enumerate() {
                let cells = table.rows.iter().map(|row| &row.cells[c]);
                let word_list = match &column.kind {
                    ColumnKind::Word(list) => pack.lists.iter().find(|l| l.name == *list),
                    _ => None,
                };
                let values: Vec<String> = cells
                    .map(|cell| match cell {
                        Cell::Int(n) => n.to_string(),
                        Cell::Ints(numbers) => {
                            format!("table.freeze({})", number_list(numbers.iter().copied()))
                        }
                        Cell::Bool(flag) => flag.to_string(),
                        Cell::Text(text) => match word_list.and_then(|l| l.words.iter().position(|w| w == text)) {
                            Some(n) => (n + 1).to_string(),
                            None => quote(text),
                        },
                    })
                    .collect();
                let list = format!("all_{}", column.name);
                self.constant(ns, &list, "The values of all rows.", format!("{{{}}}", values.join(",")));
                let doc = format!("The column `{}` of a row.", column.name);
                self.ask(ns, &column.name, &doc, "row: number", format!("return {ns}.{list}[row]"));
            }
        }
        for table in &pack.constants {
            for constant in &table.entries {
                self.named(
                    &table.name,
                    &constant.name,
                    |_| false,
                    "A constant of the pack.",
                    constant.place.to_string(),
                );
            }
        }
        let taken =
            |name: &str| pack.tables.first().is_some_and(|t| t.columns.iter().any(|column| column.name == name));
        if !pack.cards.is_empty() && !taken("copies") {
            let copies = number_list(self.game.card_counts().iter().map(|&n| n as i64));
            self.constant("card", "all_copies", "The numbers of copies of all cards.", copies);
            let doc = "How many cards of a type are in the match.";
            self.ask("card", "copies", doc, "row: number", "return card.all_copies[row]");
        }
        let table_names: Vec<&str> = pack.tables.iter().map(|table| table.name.as_str()).collect();
        for list in pack.lists.iter().filter(|list| !table_names.contains(&list.name.as_str())) {
            let ns = list.name.as_str();
            self.constant(ns, "count", "How many words the list has.", list.words.len().to_string());
            for (n, word) in list.words.iter().enumerate() {
                let is_taken = |id: &str| id == "count" || id == "name";
                self.named(ns, word, is_taken, &format!("The word `{word}`."), (n + 1).to_string());
            }
            self.constant(ns, "all_names", "The words.", text_list(list.words.iter().map(String::as_str)));
            self.ask(
                ns,
                "name",
                "The word with a number.",
                "word: number",
                format!("return {ns}.all_names[word] or \"\""),
            );
        }
    }

    pub(super) fn bunches(&mut self) {
        let types = self.types();
        if types == 0 {
            return;
        }
        let scratch = self.game.action_width();
        self.ask(
            "bunch",
            "scratch",
            &format!("A bunch of cards to work with, by a number from 1 to {SCRATCH}; it keeps what was in it."),
            "n: number",
            format!(
                "if not (n >= 1 and n <= {SCRATCH}) then core.outside(\"bunch.scratch\", n, {SCRATCH}) end return {} + n * {types}",
                scratch as i64 - types as i64
            ),
        );
        let empty = self.writable("bunch", "bunch.clear") + &clear("bunch", types);
        self.ask("bunch", "clear", "Empties a bunch.", "bunch: number", empty);
        let check = |what: &str| {
            format!("if not (card >= 1 and card <= {types}) then core.outside(\"{what}\", card, {types}) end ")
        };
        self.ask(
            "bunch",
            "count",
            "How many cards of a type are in a bunch.",
            "bunch: number, card: number",
            format!("{}return buffer.readu8(ACTS, bunch + card - 1)", check("bunch.count")),
        );
        self.ask(
            "bunch",
            "set",
            "Puts so many cards of a type into a bunch.",
            "bunch: number, card: number, n: number",
            format!(
                "{}{}buffer.writeu8(ACTS, bunch + card - 1, n)",
                check("bunch.set"),
                self.writable("bunch", "bunch.set")
            ),
        );
        self.ask(
            "bunch",
            "size",
            "How many cards are in a bunch.",
            "bunch: number",
            format!("local n = 0 for o = bunch, bunch + {} do n += buffer.readu8(ACTS, o) end return n", types - 1),
        );
        self.ask(
            "bunch",
            "text",
            "A bunch in words: `2 coins, 1 map`.",
            "bunch: number",
            "local parts = {} for c = 1, card.count do local n = bunch.count(bunch, c) \
             if n > 0 then table.insert(parts, `{n} {if n == 1 then card.title(c) else card.plural(c)}`) end end \
             return table.concat(parts, \", \")"
                .replace("bunch.count(bunch, c)", "buffer.readu8(ACTS, bunch + c - 1)"),
        );
        self.ask(
            "card",
            "text",
            "So many cards in words: `2 coins`, `no coins`.",
            "n: number, card: number",
            "return `{if n == 0 then \"no\" else n} {if n == 1 then card.all_titles[card] else card.all_plurals[card]}`",
        );
    }

    pub(super) fn var(&mut self, n: usize) {
        const TRIED: usize = control::TRIED;
        let game = self.game;
        let spec = &game.pack().vars[n];
        let layout = game.layout().vars[n];
        let ns = spec.name.as_str();
        let family = Family {
            members: layout.count,
            stride: if spec.per == Per::One { 0 } else { 4 * layout.length },
            name: spec.name.clone(),
        };
        let id = VarId::from_index(n);
        let uniform = (0..layout.count).all(|m| game.var_range(id, m) == game.var_range(id, 0));
        let range = if layout.count == 0 { None } else { Some(game.var_range(id, 0)) };
        let Some(range) = range else { return };
        let (index, check) = (family.parameter("i"), family.check("i", ns));
        let bounds = if uniform {
            let (min, max) = (range.min, range.max);
            format!(
                "if not (value >= {min} and value <= {max}) then \
                 if buffer.readu8(CTRL, {TRIED}) == 0 then core.fail(`{ns}: expected {min} to {max}, got {{value}}`) end \
                 value = math.clamp(value, {min}, {max}) end "
            )
        } else {
            String::new()
        };
        if layout.length > 1 {
            let slot = format!(
                "if not (slot >= 1 and slot <= {}) then core.outside(\"{ns}\", slot, {}) end ",
                layout.length, layout.length
            );
            let at = format!("{} + (slot - 1) * 4", family.at(layout.offset, "i"));
            self.constant(ns, "length", "How many values the list holds.", layout.length.to_string());
            self.ask(
                ns,
                "get",
                "The value in a slot of the list.",
                &join(&[&index, "slot: number"]),
                format!("{check}{slot}return buffer.readi32(STATE, {at})"),
            );
            self.change(
                ns,
                "set",
                "Sets a slot of the list.",
                &join(&[&index, "slot: number", "value: number"]),
                format!("{check}{slot}{bounds}buffer.writei32(STATE, {at}, value)"),
            );
            self.change(
                ns,
                "add",
                "Adds to a slot of the list and returns the new value.",
                &join(&[&index, "slot: number", "by: number"]),
                format!(
                    "{check}{slot}local value = buffer.readi32(STATE, {at}) + by {bounds}buffer.writei32(STATE, {at}, value) return value"
                ),
            );
            return;
        }
        let at = family.at(layout.offset, "i");
        self.ask(ns, "get", "The value.", &index, format!("{check}return buffer.readi32(STATE, {at})"));
        self.change(
            ns,
            "set",
            "Sets the value.",
            &join(&[&index, "value: number"]),
            format!("{check}{bounds}buffer.writei32(STATE, {at}, value)"),
        );
        self.change(
            ns,
            "add",
            "Adds to the value and returns the new one.",
            &join(&[&index, "by: number"]),
            format!("{check}local value = buffer.readi32(STATE, {at}) + by {bounds}buffer.writei32(STATE, {at}, value) return value"),
        );
    }

    pub(super) fn board(&mut self, n: usize) {
        let game = self.game;
        let spec = &game.pack().boards[n];
        let layout = game.layout().boards[n];
        let ns = spec.name.as_str();
        let squares = layout.width * layout.height;
        self.constant(ns, "width", "Columns of the board.", layout.width.to_string());
        self.constant(ns, "height", "Rows of the board.", layout.height.to_string());
        self.constant(ns, "squares", "Squares of the board.", squares.to_string());
        for (k, symbol) in spec.symbols.iter().enumerate() {
            let is_taken = |id: &str| {
                ["width", "height", "squares", "at", "set", "square", "row", "column", "name", "all_names", "attacked"]
                    .contains(&id)
            };
            let doc = format!("The symbol `{}`.", symbol.glyph);
            self.named(ns, &symbol.name, is_taken, &doc, (k + 1).to_string());
        }
        let check = format!(
            "if not (square >= 1 and square <= {squares}) then core.outside(\"{ns}: square\", square, {squares}) end "
        );
        self.ask(
            ns,
            "at",
            "The symbol on a square, 0 for none. Squares count from 1, row by row.",
            "square: number",
            format!("{check}return buffer.readu8(STATE, {} + square)", layout.offset as i64 - 1),
        );
        let names: Vec<String> =
            (0..squares).map(|square| game.square_name(BoardId::from_index(n), Square::from_index(square))).collect();
        self.constant(ns, "all_names", "The names of the squares.", text_list(names.iter().map(String::as_str)));
        self.ask(
            ns,
            "name",
            "The name of a square, as in actions.",
            "square: number",
            format!("return {ns}.all_names[square] or \"\""),
        );
        self.ask(
            ns,
            "row",
            "The row of a square, from 1 at the top.",
            "square: number",
            format!("return (square - 1) // {} + 1", layout.width),
        );
        self.ask(
            ns,
            "column",
            "The column of a square, from 1 at the left.",
            "square: number",
            format!("return (square - 1) % {} + 1", layout.width),
        );
        self.ask(
            ns,
            "square",
            "The square in a row and column; 0 if that is off the board.",
            "row: number, column: number",
            format!(
                "if row >= 1 and row <= {} and column >= 1 and column <= {} then return (row - 1) * {} + column end return 0",
                layout.height, layout.width, layout.width
            ),
        );
        let seats = game.seat_count();
        if game.board_rules().is_some_and(|rules| rules.has_royal()) && game.pack().moves.board == n {
            self.ask(
                ns,
                "attacked",
                "Whether the royal piece of a seat could be captured on a square.",
                "square: number, seat: number",
                format!(
                    "{check}if not (seat >= 1 and seat <= {seats}) then core.outside(\"{ns}.attacked: seat\", seat, {seats}) end return ATTACKED(square, seat)"
                ),
            );
        }
        self.change(ns, "set", "Puts a symbol on a square, 0 for none.", "square: number, symbol: number", format!("{check}if not (symbol >= 0 and symbol <= {}) then core.outside(\"{ns}.set: symbol\", symbol, {}) end buffer.writeu8(STATE, {} + square, symbol)", spec.symbols.len(), spec.symbols.len(), layout.offset as i64 - 1));
    }
}
