//! Builds a state from a scenario, part by part.

use parlour_game::Game;
use parlour_game::scenario::read::find_card;
use parlour_game::scenario::{Named, Scenario};
use parlour_game::words::board::file::read_cell;
use parlour_game::words::value::read::{exact_value, expected_value};
use parlour_model::diagnostic::{Code, Diagnostic, suggest};
use parlour_model::ids::{BoardId, Seat, Square, VarId};
use parlour_model::layout::{BagLayout, PileLayout, ZoneLayout};
use parlour_model::state::State;
use parlour_pack::reader::{Sink, Value};
use parlour_pack::spec::Per;

/// Writes the parts of a scenario into a newly started state.
pub(super) struct Builder<'a> {
    pub(super) game: &'a Game,
    pub(super) scenario: &'a Scenario,
    pub(super) sink: &'a Sink,
    pub(super) state: &'a mut State,
}

impl Builder<'_> {
    /// The family and member with a name such as `hand.a`.
    fn member(&self, entry: &Named, name: &str, what: &str, families: &[Vec<String>]) -> Option<(usize, usize)> {
        for (family, members) in families.iter().enumerate() {
            if let Some(member) = members.iter().position(|member| *member == name) {
                return Some((family, member));
            }
        }
        let known: Vec<&str> = families.iter().flatten().map(String::as_str).collect();
        self.sink.fault_help(
            Code::UnknownName,
            &entry.key_span,
            format!("there is no {what} `{}`", entry.name),
            suggest(&entry.name, known),
        );
        None
    }

    fn zone_names(&self) -> Vec<Vec<String>> {
        let families = self.game.pack().zones.iter().zip(&self.game.layout().zones);
        families.map(|(spec, family)| self.member_names(&spec.label, &spec.per, family.len())).collect()
    }

    fn var_names(&self) -> Vec<Vec<String>> {
        let families = self.game.pack().vars.iter().zip(&self.game.layout().vars);
        families.map(|(spec, layout)| self.member_names(&spec.label, &spec.per, layout.count)).collect()
    }

    /// The names of the values of a variable that has several named ones, by the variable's name; and the noun for one
    /// of them.
    fn parts_of(&self, name: &str, families: &[Vec<String>]) -> Option<(&str, Vec<String>)> {
        let var = families.iter().position(|members| members.iter().any(|member| member == name))?;
        let pack = self.game.pack();
        let what = pack.vars[var].each().and_then(|each| pack.per_name(each)).unwrap_or("piece");
        Some((what, self.game.part_names(VarId::from_index(var))?))
    }

    fn member_names(&self, label: &str, per: &Per, count: usize) -> Vec<String> {
        (0..count).map(|member| self.game.member_name(label, per, member)).collect()
    }

    pub(super) fn zones(&mut self, seed: u64) {
        let game = self.game;
        let pack = game.pack();
        for layout in game.layout().zones.iter().flatten() {
            clear_zone(self.state, layout, game);
        }
        let names = self.zone_names();
        let mut left: Vec<usize> = game.card_counts().to_vec();
        let mut named: Vec<(usize, usize)> = Vec::new();
        for entry in &self.scenario.zones {
            let Some((zone, member)) = self.member(entry, &entry.name, "zone", &names) else {
                continue;
            };
            named.push((zone, member));
            let Value::Array(items) = &entry.node.value else {
                self.sink.fault(Code::WrongType, &entry.node.span, format!("`{}` must be a list of cards", entry.name));
                continue;
            };
            for item in items {
                let Value::Str(name) = &item.value else {
                    self.sink.fault(
                        Code::WrongType,
                        &item.span,
                        format!("a card must be a text, but is {}", item.kind()),
                    );
                    continue;
                };
                let Some(card) = find_card(self.sink, name, &item.span, pack) else {
                    continue;
                };
                if !pack.zones[zone].holds.allows(member, card.index()) {
                    self.sink.fault(Code::WrongCard, &item.span, format!("`{name}` can't be in `{}`", entry.name));
                    continue;
                }
                let rest = &mut left[card.index()];
                if *rest == 0 {
                    let all = game.card_counts()[card.index()];
                    self.sink.fault(Code::TooMany, &item.span, format!("too many `{name}`: the match has {all}"));
                    continue;
                }
                *rest -= 1;
                put_card(self.state, &game.layout().zones[zone][member], card.number());
            }
        }
        self.fill(&left, &named, seed);
    }

    /// Fills zones that were left out from the remaining cards: first by their deals, then the rest goes to the first
    /// of them that takes it.
    fn fill(&mut self, left: &[usize], named: &[(usize, usize)], seed: u64) {
        let game = self.game;
        let pack = game.pack();
        let mut generator = parlour_model::chance::Generator::from_seed(seed ^ 0x5ce0_a71f);
        let mut cards: Vec<usize> =
            left.iter().enumerate().flat_map(|(card, &n)| std::iter::repeat_n(card, n)).collect();
        generator.shuffle(&mut cards);
        for deal in game.deals().iter().flatten() {
            let is_named = named.contains(&(deal.zone.index(), deal.member));
            let is_out = game.dealt_by(deal.zone).is_some_and(|alive| !alive.is_alive(self.state, deal.member));
            if is_named || is_out {
                continue;
            }
            for _ in 0..deal.count {
                let holds = &pack.zones[deal.zone.index()].holds;
                let fits = |card: &usize| {
                    let is_dealt = pack.setup.origins[*card] == deal.from && !pack.setup.hold_back.contains(card);
                    is_dealt && holds.allows(deal.member, *card)
                };
                let Some(at) = cards.iter().rposition(fits) else {
                    break;
                };
                let card = cards.remove(at);
                put_card(self.state, &game.layout().zones[deal.zone.index()][deal.member], card as u16 + 1);
            }
        }
        let sources = &pack.setup.sources;
        let is_source = |zone: usize| sources.iter().any(|source| source.zone.index() == zone);
        // With several sources, each gets back only the cards that come from it.
        let is_home = |zone: usize, member: usize, card: usize| {
            let own = sources.get(pack.setup.origins[card]);
            !is_source(zone) || own.is_some_and(|own| (own.zone.index(), own.member) == (zone, member))
        };
        for zone in pack.setup.rest.iter().map(|zone| zone.index()) {
            // In another family the first member takes the rest.
            let members = if is_source(zone) { game.layout().zones[zone].len() } else { 1 };
            let is_free =
                |member: &usize| !named.iter().any(|entry| entry.0 == zone && (entry.1 == *member || !is_source(zone)));
            let holds = &pack.zones[zone].holds;
            for member in (0..members).filter(is_free) {
                let fits = |card: &usize| holds.allows(member, *card) && is_home(zone, member, *card);
                let (fitting, others): (Vec<usize>, Vec<usize>) = cards.iter().partition(|card| fits(card));
                for card in fitting {
                    put_card(self.state, &game.layout().zones[zone][member], card as u16 + 1);
                }
                cards = others;
            }
        }
    }

    /// Shows squares of a board that hides them, to a seat or else to everyone.
    fn lit(&mut self, entry: &Named, name: &str, whom: Option<&str>) {
        let game = self.game;
        let boards: Vec<BoardId> = game.boards().filter(|&board| game.has_lit(board)).collect();
        let known = boards.iter().map(|board| game.pack().boards[board.index()].name.as_str());
        let Some(n) = self.sink.find((Code::UnknownName, "board that hides squares"), name, &entry.key_span, known)
        else {
            return;
        };
        let mut seat = None;
        if let Some(whom) = whom {
            let seats: Vec<&str> = game.seats().map(|seat| game.seat_name(seat)).collect();
            let known = seats.iter().copied();
            seat = self.sink.find((Code::UnknownName, "seat"), whom, &entry.key_span, known).map(Seat::from_index);
            if seat.is_none() {
                return;
            }
        }
        let Value::Array(squares) = &entry.node.value else {
            let message = format!("`{}` must be a list of squares, but is {}", entry.name, entry.node.kind());
            return self.sink.fault(Code::WrongType, &entry.node.span, message);
        };
        for square in squares {
            let named = if let Value::Str(text) = &square.value { game.square_named(boards[n], text) } else { None };
            match named {
                Some(square) => game.light(self.state, boards[n], square, seat),
                None => {
                    let message = format!("there is no such square of `{name}`");
                    self.sink.fault_help(Code::UnknownName, &square.span, message, "expected names such as \"a1\"");
                }
            }
        }
    }

    /// Puts what stands under a piece of a board of stacks: `"main.under" = { c3 = "fF" }`, the bottom one first.
    fn under(&mut self, entry: &Named, name: &str, square: &str) {
        let game = self.game;
        let boards: Vec<BoardId> = game.boards().filter(|&board| game.board(board).stacks.is_some()).collect();
        let known = boards.iter().map(|board| game.pack().boards[board.index()].name.as_str());
        let Some(n) = self.sink.find((Code::UnknownName, "board with `stack`"), name, &entry.key_span, known) else {
            return;
        };
        let (board, layout) = (boards[n], game.board(boards[n]));
        let Some(stacks) = layout.stacks else { return };
        let Some(place) = game.square_named(board, square).map(Square::index) else {
            let message = format!("there is no square `{square}` of `{name}`");
            return self.sink.fault_help(Code::UnknownName, &entry.key_span, message, "expected names such as \"a1\"");
        };
        let span = &entry.node.span;
        let Value::Str(glyphs) = &entry.node.value else {
            let message = format!("what stands under a piece must be a text, but is {}", entry.node.kind());
            return self.sink.fault(Code::WrongType, span, message);
        };
        let mut under = Vec::new();
        for (at, glyph) in glyphs.char_indices() {
            let fault = match read_cell(game, board, place, glyph) {
                Ok(Some(cell)) if cell != 0 => {
                    under.push(cell);
                    continue;
                }
                Ok(_) => Diagnostic::new(Code::UnknownSymbol, format!("`{glyph}` can't stand on `{name}`")),
                Err(fault) => fault,
            };
            let span = self.sink.file.character(span, glyphs, at);
            self.sink.fault_help(fault.code, &span, fault.message, fault.help.unwrap_or_default());
        }
        if self.state.bytes[layout.offset + place] == 0 && !under.is_empty() {
            let message = format!("nothing stands on {square} above `{glyphs}`");
            let help = format!("expected the top piece in the rows of `{name}`, before this line");
            self.sink.fault_help(Code::WrongBoard, span, message, help);
        } else if under.len() >= stacks.capacity {
            let message = format!("{} pieces stand on {square}", under.len() + 1);
            let help = format!("expected at most {}, as `stack` of `{name}` says", stacks.capacity);
            self.sink.fault_help(Code::TooMany, span, message, help);
        } else {
            stacks.set_under(&mut self.state.bytes, place, &under);
        }
    }

    pub(super) fn boards(&mut self) {
        for entry in &self.scenario.boards {
            let boards = &self.game.pack().boards;
            if let Some((name, whom)) = entry.name.split_once(".lit") {
                self.lit(entry, name, whom.strip_prefix('.'));
                continue;
            }
            if let Some((name, square)) = entry.name.split_once(".under.") {
                self.under(entry, name, square);
                continue;
            }
            let known = boards.iter().map(|board| board.name.as_str());
            let Some(n) = self.sink.find((Code::UnknownName, "board"), &entry.name, &entry.key_span, known) else {
                continue;
            };
            let layout = self.game.layout().boards[n];
            let Value::Array(rows) = &entry.node.value else {
                self.sink.fault(Code::WrongType, &entry.node.span, format!("`{}` must be a list of rows", entry.name));
                continue;
            };
            if rows.len() != layout.height {
                self.sink.fault(
                    Code::WrongLength,
                    &entry.node.span,
                    format!(
                        "the board `{}` has {}, not {}",
                        entry.name,
                        parlour_model::english::count(layout.height, "row"),
                        rows.len()
                    ),
                );
                continue;
            }
            for (y, row) in rows.iter().enumerate() {
                let Value::Str(text) = &row.value else {
                    self.sink.fault(Code::WrongType, &row.span, format!("a row must be a text, but is {}", row.kind()));
                    continue;
                };
                let length = text.chars().count();
                if length != layout.width {
                    self.sink.fault(
                        Code::WrongLength,
                        &row.span,
                        format!(
                            "a row of `{}` has {}, not {length}",
                            entry.name,
                            parlour_model::english::count(layout.width, "square")
                        ),
                    );
                    continue;
                }
                for (x, (at, glyph)) in text.char_indices().enumerate() {
                    let square = y * layout.width + x;
                    let span = self.sink.file.character(&row.span, text, at);
                    match read_cell(self.game, BoardId::from_index(n), square, glyph) {
                        Ok(Some(cell)) => self.state.bytes[layout.offset + square] = cell,
                        Ok(None) => self.sink.fault(
                            Code::UnknownSymbol,
                            &span,
                            format!("`{glyph}` can't stand on `{}`", entry.name),
                        ),
                        Err(fault) => {
                            self.sink.fault_help(fault.code, &span, fault.message, fault.help.unwrap_or_default());
                        }
                    }
                }
            }
            let place = |square: usize| {
                let row = &rows[square / layout.width];
                let text = if let Value::Str(text) = &row.value { text.as_str() } else { "" };
                let at = text.char_indices().nth(square % layout.width).map_or(0, |(at, _)| at);
                self.sink.file.character(&row.span, text, at)
            };
            let cells = &mut self.state.bytes[layout.offset..layout.offset + layout.width * layout.height];
            if let Some((square, message)) = self.game.surplus(BoardId::from_index(n), cells) {
                self.sink.fault(Code::TooMany, &place(square), message);
            }
            for (square, message) in self.game.put_what_stays(BoardId::from_index(n), cells) {
                self.sink.fault(Code::WrongBoard, &place(square), message);
            }
        }
    }

    pub(super) fn vars(&mut self) {
        let names = self.var_names();
        self.empty_named_hands(&names);
        for entry in &self.scenario.vars {
            let mut whole = entry.name.as_str();
            let mut part = None;
            // `hand.a.pawn` is one number of the hand `hand.a`.
            if let Some((before, name)) = entry.name.rsplit_once('.')
                && let Some((what, parts)) = self.parts_of(before, &names)
            {
                whole = before;
                let known = parts.iter().map(String::as_str);
                part = self.sink.find((Code::UnknownName, what), name, &entry.key_span, known);
                if part.is_none() {
                    continue;
                }
            }
            let Some((var, member)) = self.member(entry, whole, "variable", &names) else {
                continue;
            };
            if part.is_none() && self.game.hand_kinds(VarId::from_index(var)).is_some() {
                if matches!(&entry.node.value, Value::Table(table) if table.0.is_empty()) {
                    continue;
                }
                let message = format!("`{}` can't be this", entry.name);
                self.sink.fault_help(Code::WrongType, &entry.node.span, message, "expected such as `{ PIECE = 2 }`");
                continue;
            }
            let layout = self.game.layout().vars[var];
            let spec = &self.game.pack().vars[var];
            let kind = spec.kind;
            let fits = |n: usize| n == layout.length || spec.dice.is_some() && n < layout.length;
            // A single die can be written as a list, and a list of one as a number.
            let is_list = match &entry.node.value {
                Value::Array(_) => spec.dice.is_some() || !spec.is_single(),
                _ => !(spec.is_single() || spec.dice.is_some() && layout.length == 1),
            };
            let is_list = part.is_none() && is_list;
            let at = layout.offset + 4 * member * layout.length;
            let nodes = match &entry.node.value {
                Value::Array(nodes) if is_list && fits(nodes.len()) => nodes.as_slice(),
                _ if is_list => {
                    self.sink.fault_help(
                        Code::WrongType,
                        &entry.node.span,
                        format!("`{}` can't be this", entry.name),
                        format!(
                            "expected a list of {}{} values",
                            if spec.dice.is_some() { "at most " } else { "" },
                            layout.length
                        ),
                    );
                    continue;
                }
                _ => std::slice::from_ref(&entry.node),
            };
            if spec.dice.is_some() {
                (0..layout.length).for_each(|slot| self.state.set_i32(at + 4 * slot, 0));
            }
            for (slot, node) in nodes.iter().enumerate() {
                let slot = part.unwrap_or(slot);
                let range = self.game.var_range(VarId::from_index(var), member, slot);
                let least = if spec.dice.is_some() && is_list { 1 } else { range.min };
                match exact_value(self.game, kind, &node.value) {
                    Some(value) if (i64::from(least)..=i64::from(range.max)).contains(&value) => {
                        self.state.set_i32(at + 4 * slot, value as i32);
                    }
                    Some(value) => self.sink.fault_help(
                        Code::OutOfRange,
                        &node.span,
                        format!("`{}` is {value}", entry.name),
                        format!("expected {least} to {}", range.max),
                    ),
                    None => self.sink.fault_help(
                        Code::WrongType,
                        &node.span,
                        format!("`{}` can't be this", entry.name),
                        expected_value(self.game, kind),
                    ),
                }
            }
            // The order of sorted dice has no meaning: they are always sorted.
            if spec.dice.as_ref().is_some_and(|dice| dice.sorted) {
                let mut faces: Vec<i32> = (0..nodes.len()).map(|slot| self.state.i32(at + 4 * slot)).collect();
                faces.sort_unstable();
                faces.iter().enumerate().for_each(|(slot, &face)| self.state.set_i32(at + 4 * slot, face));
            }
        }
    }

    /// Empties the hands that are named, so that they hold only what is written.
    fn empty_named_hands(&mut self, names: &[Vec<String>]) {
        for (var, members) in names.iter().enumerate() {
            if self.game.hand_kinds(VarId::from_index(var)).is_none() {
                continue;
            }
            let layout = self.game.layout().vars[var];
            for (member, name) in members.iter().enumerate() {
                let is_of = |entry: &Named| {
                    let rest = entry.name.strip_prefix(name.as_str());
                    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
                };
                if self.scenario.vars.iter().any(is_of) {
                    let at = layout.offset + 4 * member * layout.length;
                    self.state.bytes[at..at + 4 * layout.length].fill(0);
                }
            }
        }
    }

    pub(super) fn seat_to_act(&self) -> Option<u8> {
        let (name, span) = self.scenario.to_act.as_ref()?;
        let seat = self.game.seat_named(name);
        if seat.is_none() {
            let names: Vec<&str> = self.game.seats().map(|seat| self.game.seat_name(seat)).collect();
            self.sink.fault_help(Code::UnknownSeat, span, format!("there is no seat `{name}`"), suggest(name, names));
        }
        seat.map(parlour_model::ids::Seat::number)
    }
}

fn clear_zone(state: &mut State, layout: &ZoneLayout, game: &Game) {
    match layout {
        ZoneLayout::Pile(PileLayout { size, cards, masks, capacity, width }) => {
            state.set_u16(*size, 0);
            state.bytes[*cards..cards + capacity * width].fill(0);
            if let Some(masks) = masks {
                state.bytes[*masks..masks + 2 * capacity].fill(0);
            }
        }
        ZoneLayout::Bag(BagLayout { size, any_known, counts, known, .. }) => {
            let types = game.pack().card_types();
            state.set_u16(*size, 0);
            state.bytes[*any_known] = 0;
            state.bytes[*counts..counts + types].fill(0);
            if let Some(known) = known {
                state.bytes[*known..known + types * game.seat_count()].fill(0);
            }
        }
    }
}

fn put_card(state: &mut State, layout: &ZoneLayout, number: u16) {
    match layout {
        ZoneLayout::Pile(pile) => {
            let n = state.u16(pile.size);
            if usize::from(n) < pile.capacity {
                state.set_card(pile, n.into(), number);
                state.set_u16(pile.size, n + 1);
            }
        }
        ZoneLayout::Bag(bag) => {
            state.bytes[bag.counts + usize::from(number) - 1] += 1;
            let n = state.u16(bag.size);
            state.set_u16(bag.size, n + 1);
        }
    }
}
