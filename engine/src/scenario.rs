//! Scenarios: a TOML file that sets up any moment of a match.

use std::ops::Range;
use std::sync::Arc;

use crate::diagnostic::{Faults, Place, SourceFile, suggest};
use crate::event::Event;
use crate::game::Game;
use crate::ids::CardType;
use crate::layout::{BagLayout, PileLayout, ZoneLayout};
use crate::pack::Pack;
use crate::pack::pieces::Follows;
use crate::pack::spec::VarKind;
use crate::pack::tree::{Node, Section, Sink, Value, parse};
use crate::script::Host;
use crate::state::State;

mod chances;

/// A moment of a match as it is written: names are known to exist, but not yet to fit together.
#[derive(Debug)]
pub struct Scenario {
    /// The file.
    pub file: SourceFile,
    /// The game that it is for.
    pub game: String,
    /// The variant, if it names one.
    pub variant: Option<String>,
    /// Options that it sets: key and value as text.
    pub options: Vec<(String, String)>,
    /// How many seats it needs, if it says so or names seats.
    pub players: Option<usize>,
    /// Who is to act.
    to_act: Option<(String, Range<usize>)>,
    /// The cards of the match, bottom first, if they are not the pack's own.
    pub deck: Option<Vec<CardType>>,
    deck_span: Range<usize>,
    /// Prescribed outcomes for each chance of the pack; numbers from 1.
    pub chance: Vec<Vec<u8>>,
    chance_spans: chances::Places,
    zones: Vec<Named>,
    vars: Vec<Named>,
    boards: Vec<Named>,
    names_zones: bool,
}

/// An entry of a scenario's table, to be read when the number of seats and the layout are settled.
#[derive(Debug)]
struct Named {
    name: String,
    key_span: Range<usize>,
    node: Node,
}

/// The game that a scenario is for, before the pack is known.
///
/// # Errors
/// A file that is no TOML or names no game.
pub fn scenario_game(file: &SourceFile) -> Result<String, Faults> {
    let sink = Sink::new(file.clone());
    let root = parse(&sink);
    if let (true, Value::Table(table)) = (sink.is_empty(), &root.value) {
        match table.get("game").map(|entry| &entry.node.value) {
            Some(Value::Str(name)) => return Ok(name.clone()),
            _ => sink.fault_help("missing-key", &(0..0), "the scenario names no game", "expected `game = \"...\"`"),
        }
    }
    Err(Faults(sink.into_faults()).sorted())
}

impl Scenario {
    /// Reads a scenario for a pack.
    ///
    /// # Errors
    /// Everything in it that the pack doesn't know.
    pub fn read(file: SourceFile, pack: &Pack) -> Result<Self, Faults> {
        let sink = Sink::new(file.clone());
        let root = parse(&sink);
        if !sink.is_empty() {
            return Err(Faults(sink.into_faults()).sorted());
        }
        let scenario = Section::new(&sink, &root, "").map(|top| read_top(top, file, pack));
        match scenario {
            Some(scenario) if sink.is_empty() => Ok(scenario),
            _ => Err(Faults(sink.into_faults()).sorted()),
        }
    }

    /// Whether it says where cards are.
    pub fn names_zones(&self) -> bool {
        self.names_zones
    }

    /// Holds what it says of variables that follow from the board against the state that it led to.
    fn check_what_follows(&self, game: &Game, state: &State) -> Result<(), Faults> {
        let sink = Sink::new(self.file.clone());
        for (n, spec) in game.pack().vars.iter().enumerate() {
            if !matches!(spec.follows, Some(Follows::Score | Follows::Pieces)) {
                continue;
            }
            for member in 0..game.layout().vars[n].count {
                let name = game.member_name(&spec.label, &spec.per, member);
                let is = game.var_json(state, n, member);
                if let Some(entry) = self.vars.iter().find(|entry| entry.name == name)
                    && !matches!(entry.node.value, Value::Int(said) if is == said)
                {
                    let message = format!("`{name}` follows from the board and can't be this");
                    sink.fault_help("out-of-range", &entry.node.span, message, format!("expected {is}"));
                }
            }
        }
        if sink.is_empty() { Ok(()) } else { Err(Faults(sink.into_faults()).sorted()) }
    }

    /// Where its cards stand.
    pub(crate) fn deck_place(&self) -> Place {
        self.file.place(self.deck_span.start)
    }

    /// Where it says something about a zone, a board or a variable, or else who is to act, or else its first line.
    pub(crate) fn place_about(&self, name: &str) -> Place {
        let entry = self.zones.iter().chain(&self.vars).chain(&self.boards).find(|entry| entry.name == name);
        let to_act = || self.to_act.as_ref().map(|(_, span)| span);
        match entry.map(|entry| &entry.node.span).or_else(to_act) {
            Some(span) => self.file.place(span.start),
            None => self.file.line_place(1),
        }
    }
}

fn read_top(top: Section<'_>, file: SourceFile, pack: &Pack) -> Scenario {
    let game = top.required_string("game", "the name of the game").unwrap_or_default();
    if game != pack.name {
        top.sink.fault(
            "wrong-game",
            &top.value_span("game"),
            format!("this scenario is for `{game}`, not for `{}`", pack.name),
        );
    }
    let to_act = top.string("to_act").map(|seat| (seat, top.value_span("to_act")));
    let deck = top.strings("deck").map(|names| read_deck(&top, &names, pack));
    let entries = |section: Option<Section<'_>>| -> Vec<Named> {
        section.map_or_else(Vec::new, |section| {
            section
                .entries()
                .map(|entry| Named {
                    name: entry.key.clone(),
                    key_span: entry.key_span.clone(),
                    node: entry.node.clone(),
                })
                .collect()
        })
    };
    let names_zones = top.node("zones").is_some();
    let zones = entries(top.section("zones"));
    let vars = entries(top.section("vars"));
    let boards = entries(top.section("boards"));
    let (chance, chance_spans) = chances::read(&top, pack);
    let options =
        entries(top.section("options")).into_iter().filter_map(|entry| read_option(top.sink, entry, pack)).collect();
    let seats = pack.seats.min as i64..=pack.seats.max as i64;
    let named: Vec<&str> =
        zones.iter().chain(&vars).filter_map(|entry| entry.name.split_once('.')).map(|(_, m)| m).collect();
    let highest = pack
        .seats
        .names
        .iter()
        .rposition(|name| named.contains(&name.as_str()) || to_act.as_ref().is_some_and(|(seat, _)| seat == name));
    let players = top
        .int("players", seats)
        .map(|n| n as usize)
        .or_else(|| highest.map(|n| (n + 1).clamp(pack.seats.min, pack.seats.max)));
    let variant = top.string("variant");
    if let Some(Err(fault)) = variant.as_deref().map(|name| pack.variant_index(name)) {
        top.sink.push(fault.in_file(&top.sink.file, &top.value_span("variant")));
    }
    let deck_span = top.value_span("deck");
    top.finish();
    Scenario {
        file,
        game,
        variant,
        options,
        players,
        to_act,
        deck,
        deck_span,
        chance,
        chance_spans,
        zones,
        vars,
        boards,
        names_zones,
    }
}

/// An option with its value as text; what the pack doesn't know is reported.
fn read_option(sink: &Sink, entry: Named, pack: &Pack) -> Option<(String, String)> {
    let text = match &entry.node.value {
        Value::Str(text) => text.clone(),
        Value::Int(number) => number.to_string(),
        Value::Bool(flag) => flag.to_string(),
        _ => {
            let message = format!("the option `{}` can't be {}", entry.name, entry.node.kind());
            sink.fault("wrong-type", &entry.node.span, message);
            return None;
        }
    };
    if entry.name != "players"
        && let Err(fault) = pack.option_value(&entry.name, &text)
    {
        let is_known = pack.options.iter().any(|option| option.key == entry.name);
        let span = if is_known { &entry.node.span } else { &entry.key_span };
        sink.push(fault.in_file(&sink.file, span));
        return None;
    }
    Some((entry.name, text))
}

fn read_deck(top: &Section<'_>, names: &[(String, Range<usize>)], pack: &Pack) -> Vec<CardType> {
    names.iter().filter_map(|(name, span)| find_card(top.sink, name, span, pack)).collect()
}

fn find_card(sink: &Sink, name: &str, span: &Range<usize>, pack: &Pack) -> Option<CardType> {
    let rows = pack.card_rows();
    let found = rows.iter().position(|row| row.name == name);
    if found.is_none() {
        sink.fault_help(
            "unknown-card",
            span,
            format!("there is no card `{name}`"),
            suggest(name, rows.iter().map(|row| row.name.as_str())),
        );
    }
    found.map(CardType::from_index)
}

impl Host {
    /// Begins a match: at the game's scenario if it has one, else with a fresh deal.
    ///
    /// # Errors
    /// A scenario whose parts don't fit together, or a script that fails.
    pub fn begin(&mut self, seed: u64, events: &mut Vec<Event>) -> Result<State, Faults> {
        let game = self.game().clone();
        let Some(scenario) = game.scenario().cloned() else {
            return Ok(self.start(seed, events)?);
        };
        let own_cards = scenario.names_zones && scenario.deck.is_some();
        let mut state = if own_cards { self.start_without_cards(seed)? } else { self.start(seed, events)? };
        let sink = Sink::new(scenario.file.clone());
        let mut builder = Builder { game: &game, scenario: &scenario, sink: &sink, state: &mut state };
        if scenario.names_zones {
            events.clear();
            builder.zones(seed);
        }
        builder.boards();
        builder.vars();
        chances::check(&game, &scenario.chance, &scenario.chance_spans, &sink);
        let to_act = builder.seat_to_act();
        if !sink.is_empty() {
            return Err(Faults(sink.into_faults()).sorted());
        }
        let whole = !scenario.names_zones && scenario.vars.is_empty() && scenario.boards.is_empty();
        if whole && to_act.is_none() {
            return Ok(state);
        }
        // A start that ended the match at once does not count any more.
        let current = to_act.or_else(|| state.decision().map(|decision| decision.seat.number())).unwrap_or(1);
        state.bytes[crate::layout::OVER] = 0;
        state.bytes[crate::layout::ENDING] = 0;
        state.set_u16(crate::layout::WINNERS, 0);
        self.resume(&mut state, current, events)?;
        scenario.check_what_follows(&game, &state)?;
        Ok(state)
    }
}

/// Puts the parts of a scenario into a freshly started state.
struct Builder<'a> {
    game: &'a Game,
    scenario: &'a Scenario,
    sink: &'a Sink,
    state: &'a mut State,
}

impl Builder<'_> {
    /// The family and member that a name such as `hand.a` stands for.
    fn member(&self, entry: &Named, what: &str, families: &[(String, Vec<String>)]) -> Option<(usize, usize)> {
        for (family, (_, members)) in families.iter().enumerate() {
            if let Some(member) = members.iter().position(|name| *name == entry.name) {
                return Some((family, member));
            }
        }
        let known: Vec<&str> = families.iter().flat_map(|(_, members)| members).map(String::as_str).collect();
        self.sink.fault_help(
            "unknown-name",
            &entry.key_span,
            format!("there is no {what} `{}`", entry.name),
            suggest(&entry.name, known),
        );
        None
    }

    fn zone_names(&self) -> Vec<(String, Vec<String>)> {
        let zones = &self.game.pack().zones;
        zones
            .iter()
            .zip(&self.game.layout().zones)
            .map(|(spec, family)| {
                let members = (0..family.len()).map(|n| self.game.member_name(&spec.label, &spec.per, n));
                (spec.name.clone(), members.collect())
            })
            .collect()
    }

    fn var_names(&self) -> Vec<(String, Vec<String>)> {
        let vars = &self.game.pack().vars;
        vars.iter()
            .zip(&self.game.layout().vars)
            .map(|(spec, layout)| {
                let members = (0..layout.count).map(|n| self.game.member_name(&spec.label, &spec.per, n));
                (spec.name.clone(), members.collect())
            })
            .collect()
    }

    fn zones(&mut self, seed: u64) {
        let game = self.game;
        let pack = game.pack();
        for layout in game.layout().zones.iter().flatten() {
            clear_zone(self.state, layout, game);
        }
        let names = self.zone_names();
        let mut left: Vec<usize> = game.card_counts().to_vec();
        let mut named: Vec<(usize, usize)> = Vec::new();
        for entry in &self.scenario.zones {
            let Some((zone, member)) = self.member(entry, "zone", &names) else {
                continue;
            };
            named.push((zone, member));
            let Value::Array(items) = &entry.node.value else {
                self.sink.fault("wrong-type", &entry.node.span, format!("`{}` must be a list of cards", entry.name));
                continue;
            };
            for item in items {
                let Value::Str(name) = &item.value else {
                    self.sink.fault("wrong-type", &item.span, format!("a card must be a text, but is {}", item.kind()));
                    continue;
                };
                let Some(card) = find_card(self.sink, name, &item.span, pack) else {
                    continue;
                };
                let holds = &pack.zones[zone].holds;
                if !holds.is_empty() && !holds.contains(&card.index()) {
                    self.sink.fault("wrong-card", &item.span, format!("`{name}` can't be in `{}`", entry.name));
                    continue;
                }
                let rest = &mut left[card.index()];
                if *rest == 0 {
                    let all = game.card_counts()[card.index()];
                    self.sink.fault("too-many", &item.span, format!("too many `{name}`: the match has {all}"));
                    continue;
                }
                *rest -= 1;
                put_card(self.state, &game.layout().zones[zone][member], card.number());
            }
        }
        self.fill(&left, &named, seed);
    }

    /// Zones left out are filled from the remaining cards: first as many as are dealt to them, then the rest goes
    /// to the first zone left out that takes it.
    fn fill(&mut self, left: &[usize], named: &[(usize, usize)], seed: u64) {
        let game = self.game;
        let pack = game.pack();
        let mut generator = crate::chance::Generator::from_seed(seed ^ 0x5ce0_a71f);
        let mut cards: Vec<usize> =
            left.iter().enumerate().flat_map(|(card, &n)| std::iter::repeat_n(card, n)).collect();
        generator.shuffle(&mut cards);
        for deal in game.deals().iter().flatten() {
            if named.contains(&(deal.zone, deal.member)) {
                continue;
            }
            for _ in 0..deal.count {
                let holds = &pack.zones[deal.zone].holds;
                let fits =
                    |card: &usize| !pack.setup.hold_back.contains(card) && (holds.is_empty() || holds.contains(card));
                let Some(at) = cards.iter().rposition(fits) else {
                    break;
                };
                let card = cards.remove(at);
                put_card(self.state, &game.layout().zones[deal.zone][deal.member], card as u8 + 1);
            }
        }
        for &zone in &pack.setup.rest {
            if named.iter().any(|(family, _)| *family == zone) {
                continue;
            }
            let holds = &pack.zones[zone].holds;
            let (fitting, others): (Vec<usize>, Vec<usize>) =
                cards.iter().partition(|card| holds.is_empty() || holds.contains(card));
            for card in fitting {
                put_card(self.state, &game.layout().zones[zone][0], card as u8 + 1);
            }
            cards = others;
        }
    }

    fn boards(&mut self) {
        for entry in &self.scenario.boards {
            let boards = &self.game.pack().boards;
            let Some(n) = boards.iter().position(|board| board.name == entry.name) else {
                self.sink.fault_help(
                    "unknown-name",
                    &entry.key_span,
                    format!("there is no board `{}`", entry.name),
                    suggest(&entry.name, boards.iter().map(|board| board.name.as_str())),
                );
                continue;
            };
            let layout = self.game.layout().boards[n];
            let Value::Array(rows) = &entry.node.value else {
                self.sink.fault("wrong-type", &entry.node.span, format!("`{}` must be a list of rows", entry.name));
                continue;
            };
            if rows.len() != layout.height {
                self.sink.fault(
                    "wrong-length",
                    &entry.node.span,
                    format!("the board `{}` has {} rows, not {}", entry.name, layout.height, rows.len()),
                );
                continue;
            }
            for (y, row) in rows.iter().enumerate() {
                let Value::Str(text) = &row.value else {
                    self.sink.fault("wrong-type", &row.span, format!("a row must be a text, but is {}", row.kind()));
                    continue;
                };
                let length = text.chars().count();
                if length != layout.width {
                    self.sink.fault(
                        "wrong-length",
                        &row.span,
                        format!("a row of `{}` has {} squares, not {length}", entry.name, layout.width),
                    );
                    continue;
                }
                for (x, (at, glyph)) in text.char_indices().enumerate() {
                    match self.game.pack().boards[n].cell(glyph) {
                        Some(cell) => self.state.bytes[layout.offset + y * layout.width + x] = cell,
                        None => self.sink.fault(
                            "unknown-symbol",
                            &self.sink.file.character(&row.span, text, at),
                            format!("`{glyph}` is nothing that can stand on `{}`", entry.name),
                        ),
                    }
                }
            }
            let cells = &self.state.bytes[layout.offset..layout.offset + layout.width * layout.height];
            if let Some((row, message)) = self.game.surplus(n, cells) {
                self.sink.fault("too-many", &rows[row].span, message);
            }
        }
    }

    fn vars(&mut self) {
        let names = self.var_names();
        for entry in &self.scenario.vars {
            let Some((var, member)) = self.member(entry, "variable", &names) else {
                continue;
            };
            let layout = self.game.layout().vars[var];
            let range = self.game.var_range(var, member);
            let at = layout.offset + 4 * member * layout.length;
            let nodes = match &entry.node.value {
                Value::Array(nodes) if layout.length > 1 && nodes.len() == layout.length => nodes.as_slice(),
                _ if layout.length > 1 => {
                    self.sink.fault_help(
                        "wrong-type",
                        &entry.node.span,
                        format!("`{}` can't be this", entry.name),
                        format!("expected a list of {} values", layout.length),
                    );
                    continue;
                }
                _ => std::slice::from_ref(&entry.node),
            };
            for (slot, node) in nodes.iter().enumerate() {
                match self.var_value(node, var) {
                    Some(value) if (i64::from(range.min)..=i64::from(range.max)).contains(&value) => {
                        self.state.set_i32(at + 4 * slot, value as i32);
                    }
                    Some(value) => self.sink.fault_help(
                        "out-of-range",
                        &node.span,
                        format!("`{}` is {value}", entry.name),
                        format!("expected {} to {}", range.min, range.max),
                    ),
                    None => self.sink.fault_help(
                        "wrong-type",
                        &node.span,
                        format!("`{}` can't be this", entry.name),
                        self.expected(var),
                    ),
                }
            }
        }
    }

    fn expected(&self, var: usize) -> String {
        match &self.game.pack().vars[var].kind {
            VarKind::Int(..) => "expected a whole number".to_owned(),
            VarKind::Seat => {
                let names: Vec<&str> = self.game.seats().map(|seat| self.game.seat_name(seat)).collect();
                format!("expected \"\" or one of {}", names.join(", "))
            }
            VarKind::Word(list) => {
                format!("expected \"\" or one of {}", self.game.pack().lists[*list].words.join(", "))
            }
            VarKind::Square(board) if self.game.layout().boards[*board].height == 1 => {
                "expected the number of a square, 0 for off the board".to_owned()
            }
            VarKind::Square(board) if self.game.pack().boards[*board].by_row_and_column => {
                "expected \"row,column\", \"0,0\" for off the board".to_owned()
            }
            VarKind::Square(board) => {
                format!("expected a square such as \"{}\", \"\" for off the board", self.game.square_name(*board, 0))
            }
        }
    }

    fn var_value(&self, node: &Node, var: usize) -> Option<i64> {
        let place = |n: Option<usize>| n.and_then(|n| i64::try_from(n + 1).ok());
        match (&self.game.pack().vars[var].kind, &node.value) {
            (VarKind::Int(..), Value::Int(n)) => Some(*n),
            (VarKind::Int(..), Value::Bool(flag)) => Some(i64::from(*flag)),
            (VarKind::Seat | VarKind::Word(_), Value::Str(text)) if text.is_empty() => Some(0),
            (VarKind::Seat, Value::Str(name)) => self.game.seat_named(name).map(|seat| i64::from(seat.number())),
            (VarKind::Word(list), Value::Str(word)) => {
                place(self.game.pack().lists[*list].words.iter().position(|w| w == word))
            }
            (VarKind::Square(board), Value::Int(n)) if self.game.layout().boards[*board].height == 1 => Some(*n),
            (VarKind::Square(board), Value::Str(text)) if self.game.layout().boards[*board].height > 1 => {
                match text.replace(' ', "").as_str() {
                    "" | "0,0" => Some(0),
                    name => place(self.game.square_named(*board, name)),
                }
            }
            _ => None,
        }
    }

    fn seat_to_act(&self) -> Option<u8> {
        let (name, span) = self.scenario.to_act.as_ref()?;
        let seat = self.game.seat_named(name);
        if seat.is_none() {
            let names: Vec<&str> = self.game.seats().map(|seat| self.game.seat_name(seat)).collect();
            self.sink.fault_help("unknown-seat", span, format!("there is no seat `{name}`"), suggest(name, names));
        }
        seat.map(crate::ids::Seat::number)
    }
}

fn clear_zone(state: &mut State, layout: &ZoneLayout, game: &Game) {
    match layout {
        ZoneLayout::Pile(PileLayout { size, cards, masks, capacity }) => {
            state.set_u16(*size, 0);
            state.bytes[*cards..cards + capacity].fill(0);
            if let Some(masks) = masks {
                state.bytes[*masks..masks + 2 * capacity].fill(0);
            }
        }
        ZoneLayout::Bag(BagLayout { size, any_known, counts, known }) => {
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

fn put_card(state: &mut State, layout: &ZoneLayout, number: u8) {
    match layout {
        ZoneLayout::Pile(pile) => {
            let n = state.u16(pile.size);
            if usize::from(n) < pile.capacity {
                state.bytes[pile.cards + usize::from(n)] = number;
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

/// A scenario that others share.
pub type SharedScenario = Arc<Scenario>;
