//! A game ready to be played: a pack with its variant, options and number of seats settled, and the layout that
//! follows from them. Immutable, and shared between threads.

use std::sync::Arc;

use crate::board::BoardRules;
use crate::diagnostic::{Diagnostic, Faults, suggest};
use crate::ids::{CardType, Seat};
use crate::layout::{
    Allocator, BagLayout, BoardLayout, ChanceLayout, HistoryLayout, Layout, PileLayout, STACK, VarLayout, ZoneLayout,
};
use crate::pack::Pack;
use crate::pack::pieces::When;
use crate::pack::spec::{Cell, ChanceKind, OptionValue, Per, Quantity, Seen, VarKind, ZoneKind};
use crate::scatter::{BoardStart, no_room};
use crate::scenario::Scenario;

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
    /// The zone family, by place in the pack's zones.
    pub zone: usize,
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
    ply_limit: Option<u32>,
    action_width: usize,
    board_rules: Option<Arc<BoardRules>>,
    scenario: Option<Arc<Scenario>>,
}

impl Pack {
    /// Settles variant, options and seats.
    ///
    /// # Errors
    /// Unknown variants or options, values out of range, a number of seats that the game can't take, or numbers
    /// that can't work together, such as a deck too small to deal.
    pub fn configure(self: &Arc<Self>, config: &Config) -> Result<Arc<Game>, Faults> {
        let variant = match &config.variant {
            None => self.default_variant,
            Some(name) => Some(self.variant_index(name)?),
        };
        let mut options: Vec<OptionValue> = self.options.iter().map(|option| option.default.clone()).collect();
        if let Some(variant) = variant {
            for (n, value) in &self.variants[variant].set {
                options[*n] = value.clone();
            }
        }
        let mut seats = config.seats;
        for (key, text) in &config.set {
            if key == "players" && !self.options.iter().any(|option| option.key == "players") {
                let wanted = self.players(text)?;
                if seats.is_some_and(|seats| seats != wanted) {
                    return Err(Diagnostic::new(
                        "wrong-seats",
                        format!("players={wanted} does not fit the seats given"),
                    )
                    .into());
                }
                seats = Some(wanted);
                continue;
            }
            let (n, value) = self.option_value(key, text)?;
            options[n] = value;
        }
        let seats = seats.unwrap_or(self.seats.default);
        if !(self.seats.min..=self.seats.max).contains(&seats) {
            let range = if self.seats.min == self.seats.max {
                format!("{}", self.seats.min)
            } else {
                format!("{} to {}", self.seats.min, self.seats.max)
            };
            return Err(Diagnostic::new("wrong-seats", format!("{} can't be played by {seats}", self.title))
                .help(format!("expected {range} seats"))
                .into());
        }
        let scenario = config.scenario.clone();
        Configuring { pack: self, options, seats, variant, scenario, chance_room: 0 }.build().map(Arc::new)
    }

    /// The place of an option and what a text stands for there.
    ///
    /// # Errors
    /// Unknown options, values out of range.
    pub(crate) fn option_value(&self, key: &str, text: &str) -> Result<(usize, OptionValue), Diagnostic> {
        let Some(n) = self.options.iter().position(|option| option.key == key) else {
            let known = self.options.iter().map(|option| option.key.as_str());
            return Err(Diagnostic::new("unknown-option", format!("{} has no option `{key}`", self.title))
                .help(suggest(key, known)));
        };
        let value = self.options[n].parse(text).map_err(|expected| {
            Diagnostic::new("out-of-range", format!("the option `{key}` can't be `{text}`"))
                .help(format!("expected {expected}"))
        })?;
        Ok((n, value))
    }

    /// The place of a variant.
    ///
    /// # Errors
    /// Unknown variants.
    pub(crate) fn variant_index(&self, name: &str) -> Result<usize, Diagnostic> {
        self.variants.iter().position(|variant| variant.name == name).ok_or_else(|| {
            let help = if self.variants.is_empty() {
                "it has no variants".to_owned()
            } else {
                suggest(name, self.variants.iter().map(|variant| variant.name.as_str()))
            };
            Diagnostic::new("unknown-variant", format!("{} has no variant `{name}`", self.title)).help(help)
        })
    }

    fn players(&self, text: &str) -> Result<usize, Diagnostic> {
        text.trim().parse::<usize>().ok().filter(|n| (self.seats.min..=self.seats.max).contains(n)).ok_or_else(|| {
            Diagnostic::new("out-of-range", format!("players can't be `{text}`"))
                .help(format!("expected {} to {}", self.seats.min, self.seats.max))
        })
    }
}

/// The values gathered so far, while the rest is worked out.
struct Configuring<'a> {
    pack: &'a Arc<Pack>,
    options: Vec<OptionValue>,
    seats: usize,
    variant: Option<usize>,
    scenario: Option<Arc<Scenario>>,
    /// How many outcomes of each chance can be prescribed at least.
    chance_room: usize,
}

impl Configuring<'_> {
    fn members(&self, per: &Per) -> usize {
        match per {
            Per::One => 1,
            Per::Seat => self.seats,
            Per::Table(n) => self.pack.tables[*n].rows.len(),
        }
    }

    /// A quantity for one member of a family; names were checked when the pack was read.
    fn quantity(&self, quantity: &Quantity, per: &Per, member: usize) -> i64 {
        match quantity {
            Quantity::Fixed(n) => *n,
            Quantity::BySeats(by) => {
                // A number of seats that is not listed has the value of the next smaller one that is.
                let mut sorted = by.clone();
                sorted.sort_unstable();
                sorted.iter().rev().find(|(seats, _)| *seats <= self.seats).or(sorted.first()).map_or(0, |(_, n)| *n)
            }
            Quantity::ByVariant(by, _) => {
                let variant = self.variant.map(|n| self.pack.variants[n].name.as_str());
                let found = by.iter().find(|(name, _)| Some(name.as_str()) == variant).or(by.first());
                found.map_or(0, |(_, inner)| self.quantity(inner, per, member))
            }
            Quantity::Named(name, _) => {
                if let Per::Table(table) = per {
                    let table = &self.pack.tables[*table];
                    if let Some(column) = table.columns.iter().position(|column| column.name == *name)
                        && let Some(Cell::Int(n)) = table.rows.get(member).map(|row| &row.cells[column])
                    {
                        return *n;
                    }
                }
                let option = self.pack.options.iter().position(|option| option.key == *name);
                match option.map(|n| &self.options[n]) {
                    Some(OptionValue::Int(n)) => *n,
                    _ => 0,
                }
            }
        }
    }

    fn build(self) -> Result<Game, Faults> {
        let pack = self.pack.clone();
        let file = &pack.table_file;
        let mut faults = Vec::new();
        let mut counts = Vec::new();
        for (card, row) in pack.cards.iter().zip(pack.card_rows()) {
            let n = self.quantity(&card.count, &Per::One, 0);
            if !(0..=255).contains(&n) {
                faults.push(
                    Diagnostic::new("out-of-range", format!("there can't be {n} cards `{}`", row.name))
                        .in_file(file, &card.count_span)
                        .help("expected 0 to 255"),
                );
            }
            counts.push(n.clamp(0, 255) as usize);
        }
        let own_cards = self.scenario.as_ref().filter(|scenario| scenario.deck.is_some());
        if let Some(deck) = own_cards.and_then(|scenario| scenario.deck.as_ref()) {
            counts = vec![0; counts.len()];
            for card in deck {
                counts[card.index()] += 1;
            }
            if let (Some(n), Some(scenario)) = (counts.iter().position(|&count| count > 255), own_cards) {
                let name = &pack.card_rows()[n].name;
                faults.push(
                    Diagnostic::new("out-of-range", format!("there can't be {} cards `{name}`", counts[n]))
                        .at(scenario.deck_place())
                        .help("expected 0 to 255"),
                );
            }
        }
        let deals = self.deals(&counts, &mut faults);
        let mut ranges = Vec::new();
        for var in &pack.vars {
            let members = self.members(&var.per);
            ranges.push((0..members).map(|member| self.range(var, member, &mut faults)).collect());
        }
        let mut rolls = Vec::new();
        for chance in &pack.chances {
            rolls.push(match &chance.kind {
                ChanceKind::Roll(sides) => {
                    let n = self.quantity(sides, &Per::One, 0);
                    if !(1..=255).contains(&n) {
                        faults.push(Diagnostic::new(
                            "out-of-range",
                            format!("`{}` rolls 1 to {n}; expected 1 to 255 sides", chance.name),
                        ));
                    }
                    n.clamp(1, 255) as u32
                }
                ChanceKind::Word(list) => pack.lists[*list].words.len() as u32,
                ChanceKind::Seat => self.seats as u32,
                ChanceKind::Card => pack.card_types() as u32,
            });
        }
        let layout = self.layout(&counts, &mut faults);
        let board_starts = self.board_starts(&layout, &mut faults);
        let ply_limit =
            pack.ply_limit.as_ref().map(|limit| self.quantity(limit, &Per::One, 0).clamp(1, 1 << 30) as u32);
        let limit = |quantity: &Quantity| self.quantity(quantity, &Per::One, 0);
        let board_rules = BoardRules::compile(&pack, &layout, self.seats, limit, &mut faults);
        if !faults.is_empty() {
            return Err(Faults(faults).sorted());
        }
        Ok(Game {
            board_rules: board_rules.map(Arc::new),
            action_width: pack.verbs.iter().map(|verb| verb.width).max().unwrap_or(1),
            variant: self.variant,
            seats: self.seats,
            options: self.options,
            scenario: self.scenario,
            pack,
            layout,
            board_starts,
            counts,
            deals,
            ranges,
            rolls,
            ply_limit,
        })
    }

    fn range(&self, var: &crate::pack::spec::VarSpec, member: usize, faults: &mut Vec<Diagnostic>) -> VarRange {
        let clamp = |n: i64| n.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32;
        let (min, max) = match &var.kind {
            VarKind::Int(min, max) => {
                (clamp(self.quantity(min, &var.per, member)), clamp(self.quantity(max, &var.per, member)))
            }
            VarKind::Seat => (0, self.seats as i32),
            VarKind::Word(list) => (0, self.pack.lists[*list].words.len() as i32),
            VarKind::Square(board) => {
                let board = &self.pack.boards[*board];
                let area = self.quantity(&board.width, &Per::One, 0) * self.quantity(&board.height, &Per::One, 0);
                (0, clamp(area))
            }
        };
        let start = clamp(self.quantity(&var.start, &var.per, member));
        if !(min..=max).contains(&start) {
            faults.push(
                Diagnostic::new("out-of-range", format!("the variable `{}` starts at {start}", var.name))
                    .in_file(&self.pack.table_file, &var.span)
                    .help(format!("expected {min} to {max}")),
            );
        }
        VarRange { min, max, start }
    }

    fn deals(&self, counts: &[usize], faults: &mut Vec<Diagnostic>) -> Vec<Vec<Deal>> {
        let pack = self.pack;
        let held: usize = pack.setup.hold_back.iter().map(|&n| counts[n]).sum();
        let all: usize = counts.iter().sum();
        let available = all - held;
        let mut needed = 0;
        // The first deal for which there are not enough cards.
        let mut too_much = None;
        // The cards lie as the scenario says, be they enough to deal or not.
        let lies_as_named =
            self.scenario.as_ref().is_some_and(|scenario| scenario.names_zones() && scenario.deck.is_some());
        let mut groups = Vec::new();
        for deal in &pack.setup.deals {
            let per = &pack.zones[deal.to].per;
            let mut group = Vec::new();
            for member in 0..self.members(per) {
                let count = self.quantity(&deal.count, per, member);
                if count < 0 {
                    faults.push(
                        Diagnostic::new("out-of-range", format!("{count} cards can't be dealt"))
                            .in_file(&pack.table_file, &deal.span)
                            .help("expected 0 or more"),
                    );
                }
                let count = count.max(0) as usize;
                needed += count;
                group.push(Deal { zone: deal.to, member, count });
            }
            groups.push(group);
            if needed > available {
                too_much.get_or_insert(&deal.span);
            }
        }
        if let Some(span) = too_much.filter(|_| !lies_as_named) {
            let kept = if held > 0 { format!(" ({held} more are kept out of the deal)") } else { String::new() };
            let there = if available == 1 { "is" } else { "are" };
            let message = format!(
                "the deck is too small to deal: {needed} cards are needed with {} seats, {available} {there} there{kept}",
                self.seats
            );
            let fault = Diagnostic::new("deck-too-small", message);
            let own_deck = self.scenario.as_ref().filter(|scenario| scenario.deck.is_some());
            faults.push(match own_deck {
                Some(scenario) => fault.at(scenario.deck_place()).help("name more cards, or name `[zones]`"),
                None => fault.in_file(&pack.table_file, span).help("deal fewer cards or raise a `count`"),
            });
        }
        groups
    }

    /// How the boards lie at the start; symbols that there is no room for are faults.
    fn board_starts(&self, layout: &Layout, faults: &mut Vec<Diagnostic>) -> Vec<BoardStart> {
        let file = &self.pack.table_file;
        let mut starts = Vec::new();
        for (spec, board) in self.pack.boards.iter().zip(&layout.boards) {
            let cells = spec.start_cells(board, file, faults);
            let mut start = BoardStart { cells, ..BoardStart::default() };
            for (n, symbol) in spec.symbols.iter().enumerate() {
                let Some((row, column)) = &symbol.place else { continue };
                let (row, column) = (self.quantity(row, &Per::One, 0), self.quantity(column, &Per::One, 0));
                if !(1..=board.height as i64).contains(&row) || !(1..=board.width as i64).contains(&column) {
                    let message = format!("`{}` lies on row {row}, column {column} of `{}`", symbol.name, spec.name);
                    let size = format!("expected a square of the {} rows and {} columns", board.height, board.width);
                    faults.push(Diagnostic::new("out-of-range", message).in_file(file, &spec.span).help(size));
                    continue;
                }
                start.cells[((row - 1) * board.width as i64 + column - 1) as usize] = n as u8 + 1;
            }
            if let Some(scatter) = &spec.scatter {
                let sets = self.quantity(&scatter.sets, &Per::One, 0);
                for row in 0..self.pack.tables[scatter.table].rows.len() {
                    let count = self.quantity(&scatter.count, &Per::Table(scatter.table), row);
                    let copies = count.saturating_mul(sets).clamp(0, 100_000) as usize;
                    start.loose.extend(std::iter::repeat_n(row as u8 + 1, copies));
                }
                let most = scatter.most_per_line.as_ref().map_or(i64::MAX, |most| self.quantity(most, &Per::One, 0));
                start.most_per_line = usize::try_from(most).unwrap_or(0);
                let sizes = [&scatter.count, &scatter.sets, &spec.width, &spec.height];
                let keys = sizes.into_iter().chain(&scatter.most_per_line).filter_map(|q| self.key(q));
                let fault = no_room(&spec.name, board, &start, &keys.collect::<Vec<_>>());
                faults.extend(fault.map(|fault| fault.in_file(file, &scatter.span)));
            }
            starts.push(start);
        }
        starts
    }

    /// The option or column that a quantity is the value of.
    fn key<'q>(&self, quantity: &'q Quantity) -> Option<&'q str> {
        match quantity {
            Quantity::Named(name, _) => Some(name),
            Quantity::ByVariant(by, _) => {
                let variant = self.variant.map(|n| self.pack.variants[n].name.as_str());
                by.iter().find(|(name, _)| Some(name.as_str()) == variant).and_then(|(_, inner)| self.key(inner))
            }
            Quantity::Fixed(_) | Quantity::BySeats(_) => None,
        }
    }

    fn layout(&self, counts: &[usize], faults: &mut Vec<Diagnostic>) -> Layout {
        let pack = self.pack;
        let types = pack.card_types();
        let mut out = Allocator(STACK);
        let stack = 2 * self.seats + 8;
        out.take(2 * stack);
        out.align(4);
        let scores = out.take(4 * self.seats);
        let mut vars = Vec::new();
        for var in &pack.vars {
            let count = self.members(&var.per);
            let length = self.quantity(&var.length, &var.per, 0).clamp(1, 4096) as usize;
            vars.push(VarLayout { offset: out.take(4 * length * count), length, count });
        }
        let mut zones = Vec::new();
        for zone in &pack.zones {
            let capacity: usize =
                if zone.holds.is_empty() { counts.iter().sum() } else { zone.holds.iter().map(|&n| counts[n]).sum() };
            let members = self.members(&zone.per);
            let mut family = Vec::new();
            for _ in 0..members {
                out.align(2);
                let size = out.take(2);
                family.push(match zone.kind {
                    ZoneKind::Pile => {
                        let masks = (zone.seen != Seen::All).then(|| out.take(2 * capacity));
                        ZoneLayout::Pile(PileLayout { size, cards: out.take(capacity), masks, capacity })
                    }
                    ZoneKind::Bag => {
                        let any_known = out.take(1);
                        let counts = out.take(types);
                        let known = (zone.seen != Seen::All).then(|| out.take(self.seats * types));
                        ZoneLayout::Bag(BagLayout { size, any_known, counts, known })
                    }
                });
            }
            zones.push(family);
        }
        let mut boards = Vec::new();
        for board in &pack.boards {
            let width = self.quantity(&board.width, &Per::One, 0);
            let height = self.quantity(&board.height, &Per::One, 0);
            if !(1..=250).contains(&width) || !(1..=250).contains(&height) || width * height > 1024 {
                faults.push(
                    Diagnostic::new("out-of-range", format!("the board `{}` is {width} x {height}", board.name))
                        .in_file(&pack.table_file, &board.span)
                        .help("expected 1 to 250 columns and rows, and at most 1024 squares"),
                );
            }
            let (width, height) = (width.clamp(1, 250) as usize, height.clamp(1, 250) as usize);
            boards.push(BoardLayout { offset: out.take(width * height), width, height });
        }
        let moves = &pack.moves;
        let needs_touched = moves.pieces.iter().flat_map(|piece| &piece.moves).any(|rule| rule.unmoved);
        let touched = needs_touched.then(|| out.take(boards[moves.board].width * boards[moves.board].height));
        let history = moves.ends.iter().find_map(|end| match end.when {
            When::Repetition(_, within) => {
                out.align(2);
                Some(HistoryLayout { offset: out.take(2 + 8 * within), capacity: within })
            }
            _ => None,
        });
        let mut chances = Vec::new();
        for (n, _) in pack.chances.iter().enumerate() {
            let named = self.scenario.as_ref().and_then(|s| s.chance.get(n)).map_or(0, Vec::len);
            let capacity = named.max(self.chance_room);
            out.align(2);
            chances.push(ChanceLayout { cursor: out.take(if capacity > 0 { 4 + capacity } else { 0 }), capacity });
        }
        out.align(8);
        Layout { stack, scores, vars, zones, boards, touched, history, chances, size: out.0 }
    }
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
    pub fn var_range(&self, var: usize, member: usize) -> VarRange {
        self.ranges[var][member]
    }

    /// How many outcomes a chance has.
    pub fn outcomes(&self, chance: usize) -> u32 {
        self.rolls[chance]
    }

    /// After how many plies the match is ended, if there is such a limit.
    pub fn ply_limit(&self) -> Option<u32> {
        self.ply_limit
    }

    /// Bytes of the longest action.
    pub fn action_width(&self) -> usize {
        self.action_width
    }

    /// The compiled moves, if the pack leaves moves to the engine.
    pub(crate) fn board_rules(&self) -> Option<&BoardRules> {
        self.board_rules.as_deref()
    }

    /// The moment that matches begin at, if it is not the usual start.
    pub fn scenario(&self) -> Option<&Arc<Scenario>> {
        self.scenario.as_ref()
    }

    /// The same game with room in its states for so many prescribed outcomes of each chance; all else lies where it
    /// lies in this one's.
    ///
    /// # Errors
    /// None that this game has not had.
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
