//! Configuration: settles variant, options and seats, and every number that depends on them.

use std::sync::Arc;

use super::{Config, Deal, Game, VarRange};
use crate::scenario::Scenario;
use parlour_board::start::BoardStart;
use parlour_board::{BoardRules, NamedArea, Settled, SquareSet, longest_line, named_areas};
use parlour_model::chance::MAX_OUTCOMES;
use parlour_model::diagnostic::{Code, Diagnostic, Faults};
use parlour_model::grammar::{Arg, VerbSpec};
use parlour_model::kind::{Domain, Kind};
use parlour_model::layout::{BoardLayout, Layout};
use parlour_model::options::Beyond;
use parlour_model::state::squares::square_named;
use parlour_pack::boards::{BoardSpec, Chosen};
use parlour_pack::pieces::{Formation, When};
use parlour_pack::spec::{Cell, ChanceSpec, OptionValue, Per, Quantity, Span, VarSpec, by_seats};
use parlour_pack::{Pack, Settings};

impl Settings for Config {
    type Settled = Game;

    fn settle(&self, pack: &Arc<Pack>) -> Result<Game, Faults> {
        let variant = match &self.variant {
            None => pack.default_variant,
            Some(name) => Some(pack.variant_index(name)?),
        };
        let mut options: Vec<OptionValue> = pack.options.iter().map(|option| option.default.clone()).collect();
        if let Some(variant) = variant {
            for (n, value) in &pack.variants[variant].set {
                options[*n] = value.clone();
            }
        }
        let mut seats = self.seats;
        for (key, text) in &self.set {
            if key == "players" && !pack.options.iter().any(|option| option.key == "players") {
                let wanted = pack.players(text)?;
                if seats.is_some_and(|seats| seats != wanted) {
                    return Err(Diagnostic::new(
                        Code::WrongSeats,
                        format!("players={wanted} does not fit the seats given"),
                    )
                    .into());
                }
                seats = Some(wanted);
                continue;
            }
            let (n, value) = pack.option_value(key, text)?;
            options[n] = value;
        }
        hold_bounds(pack, &options, self.scenario.as_deref())?;
        let seats = seats.unwrap_or(pack.seats.default);
        if !pack.seats.takes(seats) {
            let range = pack.seats.counts_text();
            return Err(Diagnostic::new(Code::WrongSeats, format!("{} can't be played by {seats}", pack.title))
                .help(format!("expected {range} seats"))
                .into());
        }
        if let Some(fault) = self.scenario.as_ref().and_then(|scenario| scenario.but_with_seats(seats)) {
            return Err(fault.into());
        }
        let scenario = self.scenario.clone();
        Configuring { pack, options, seats, variant, scenario, chance_room: 0 }.build()
    }
}

/// Checks options against bounds that are other options, once each has its value.
fn hold_bounds(pack: &Pack, values: &[OptionValue], scenario: Option<&Scenario>) -> Result<(), Faults> {
    let fault = |beyond: &Beyond<'_>| {
        let set_there = |n: usize| scenario?.option_place(&pack.options[n].key, &values[n].to_string());
        match set_there(beyond.option).or_else(|| set_there(beyond.bound)) {
            Some(place) => beyond.fault().at(place),
            None => beyond.fault(),
        }
    };
    let faults: Vec<Diagnostic> = Beyond::all(&pack.options, values).iter().map(fault).collect();
    if faults.is_empty() { Ok(()) } else { Err(Faults(faults)) }
}

/// The values settled so far.
pub(super) struct Configuring<'a> {
    pub(super) pack: &'a Arc<Pack>,
    pub(super) options: Vec<OptionValue>,
    pub(super) seats: usize,
    pub(super) variant: Option<usize>,
    pub(super) scenario: Option<Arc<Scenario>>,
    /// The minimum capacity of prescribed outcomes of each chance.
    pub(super) chance_room: usize,
}

impl Configuring<'_> {
    /// The seats of each team, as masks.
    fn teams(&self) -> Vec<u16> {
        let spec = &self.pack.seats;
        if spec.together {
            return vec![((1_u32 << self.seats) - 1) as u16];
        }
        match spec.teams.iter().find(|(seats, _)| *seats == self.seats) {
            Some((_, teams)) => teams.iter().map(|team| team.iter().fold(0, |mask, seat| mask | 1 << seat)).collect(),
            None => (0..self.seats).map(|seat| 1 << seat).collect(),
        }
    }

    pub(super) fn members(&self, per: &Per) -> usize {
        match per {
            Per::One => 1,
            Per::Seat => self.seats,
            Per::Team => self.teams().len(),
            Per::Table(n) => self.pack.tables[*n].rows.len(),
            Per::List(n) => self.pack.lists[*n].words.len(),
        }
    }

    /// The number of outcomes of a chance.
    pub(super) fn outcomes(&self, chance: &ChanceSpec) -> i64 {
        match chance.kind {
            Kind::Number => self.quantity(&chance.sides, &[]),
            Kind::Seat => self.seats as i64,
            kind => self.pack.value_names(kind).len() as i64,
        }
    }

    /// A quantity for the entries of index sets; names were checked when the pack was read.
    pub(super) fn quantity(&self, quantity: &Quantity, over: &[(&Per, usize)]) -> i64 {
        match quantity {
            Quantity::Fixed(n) => *n,
            Quantity::BySeats(by, _) => by_seats(by, self.seats).copied().unwrap_or(0),
            Quantity::ByName(by, _) => {
                let variant = self.variant.map(|n| self.pack.variants[n].name.as_str());
                let seat = over.iter().find(|(per, _)| **per == Per::Seat);
                let seat = seat.map(|(_, seat)| self.pack.seats.names[*seat].as_str());
                let find = |wanted: Option<&str>| by.iter().find(|(name, _)| Some(name.as_str()) == wanted);
                let found = find(variant).or_else(|| find(seat)).or(by.first());
                found.map_or(0, |(_, inner)| self.quantity(inner, over))
            }
            Quantity::Named(name, _) => {
                for (per, entry) in over {
                    let Per::Table(table) = per else { continue };
                    let table = &self.pack.tables[*table];
                    if let Some(column) = table.columns.iter().position(|column| column.name == *name)
                        && let Some(Cell::Int(n)) = table.rows.get(*entry).map(|row| &row.cells[column])
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

    /// The name of the variant, if there are any.
    pub(super) fn variant_name(&self) -> Option<&str> {
        self.variant.map(|n| self.pack.variants[n].name.as_str())
    }

    /// The columns and rows of a board.
    pub(super) fn board_size(&self, board: &BoardSpec) -> (i64, i64) {
        let value = |quantity: &Quantity| self.quantity(quantity, &[]);
        if let Some(joints) = &board.joints {
            return joints.places.size(self.board_size(&self.pack.boards[joints.board]));
        }
        match board.sized_rows(&value) {
            Some(rows) => (rows.first().map_or(0, |(row, _)| row.chars().count()) as i64, rows.len() as i64),
            None => (value(&board.width), value(&board.height)),
        }
    }

    pub(super) fn build(self) -> Result<Game, Faults> {
        let pack = self.pack.clone();
        let file = &pack.table_file;
        let mut faults = Vec::new();
        let mut counts = Vec::new();
        for (card, row) in pack.cards.iter().zip(pack.card_rows()) {
            let n = self.quantity(&card.count, &[]);
            if !(0..=255).contains(&n) {
                faults.push(
                    Diagnostic::new(Code::OutOfRange, format!("there can't be {n} cards `{}`", row.name))
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
                    Diagnostic::new(Code::OutOfRange, format!("there can't be {} cards `{name}`", counts[n]))
                        .at(scenario.deck_place())
                        .help("expected 0 to 255"),
                );
            }
        }
        let deals = self.deals(&counts, &mut faults);
        let mut ranges = Vec::new();
        for var in &pack.vars {
            let members = 0..self.members(&var.per);
            ranges.push(match var.each() {
                None => members.map(|member| self.range(var, &[(&var.per, member)], &mut faults)).collect(),
                Some(each) => {
                    let entries = self.members(each);
                    let pairs = members.flat_map(|member| (0..entries).map(move |entry| (member, entry)));
                    let over = pairs.map(|(member, entry)| [(&var.per, member), (each, entry)]);
                    over.map(|over| self.range(var, &over, &mut faults)).collect()
                }
            });
        }
        let mut rolls = Vec::new();
        for chance in &pack.chances {
            let n = self.outcomes(chance);
            if !(1..=i64::from(MAX_OUTCOMES)).contains(&n) {
                faults.push(
                    Diagnostic::new(Code::OutOfRange, format!("`{}` rolls 1 to {n}", chance.name))
                        .in_file(file, &chance.span)
                        .help(format!("expected 1 to {MAX_OUTCOMES}")),
                );
            }
            rolls.push(n.clamp(1, i64::from(MAX_OUTCOMES)) as u32);
        }
        let bounds = self.bounds(&mut faults);
        let layout = self.layout(&counts, &mut faults);
        let board_starts = self.board_starts(&layout, &mut faults);
        self.check_lines(&layout, &board_starts, &mut faults);
        let sides = self.sides(&layout, &mut faults);
        let areas = self.areas(&layout, &board_starts, &mut faults);
        let ply_limit = pack.ply_limit.as_ref().map(|limit| self.quantity(limit, &[]).clamp(1, 1 << 30) as u32);
        let limit = |quantity: &Quantity| self.quantity(quantity, &[]);
        let end_limits = pack.moves.ends.iter().map(|end| end.limit().map_or(0, limit)).collect();
        let end_bonuses = pack.moves.ends.iter().map(|end| end.bonus.iter().map(limit).collect()).collect();
        let teams = self.teams();
        let chosen = Chosen { variant: self.variant_name(), seats: self.seats, value: &limit };
        let settled = Settled { chosen, options: &self.options, starts: &board_starts };
        let board_rules = BoardRules::compile(&pack, &layout, &teams, &settled, &mut faults);
        if !faults.is_empty() {
            return Err(Faults(faults).sorted());
        }
        Ok(Game {
            board_rules: board_rules.map(Arc::new),
            action_width: pack.verbs.iter().map(|verb| verb.width).max().unwrap_or(1),
            variant: self.variant,
            seats: self.seats,
            teams,
            options: self.options,
            scenario: self.scenario,
            pack,
            layout,
            board_starts,
            sides,
            areas,
            counts,
            deals,
            ranges,
            rolls,
            bounds,
            ply_limit,
            end_limits,
            end_bonuses,
        })
    }

    /// The seat on whose side each square of each board is.
    fn sides(&self, layout: &Layout, faults: &mut Vec<Diagnostic>) -> Vec<Vec<u8>> {
        let of_board = |(spec, board): (&BoardSpec, &BoardLayout)| {
            let mut out = if spec.sides.is_empty() { Vec::new() } else { vec![0; board.squares()] };
            for (seat, (text, span)) in spec.sides.iter().enumerate().take(self.seats) {
                let corner = |name: &str| square_named(board, spec.naming, name);
                let Some((a, b)) = text.split_once(':').and_then(|(a, b)| corner(a).zip(corner(b))) else {
                    let message = format!("`{text}` isn't a part of the board `{}`", spec.name);
                    let fault = Diagnostic::new(Code::WrongShape, message).in_file(&self.pack.table_file, span);
                    faults.push(fault.help("expected two opposite corners, such as `a1:d2`"));
                    continue;
                };
                let within = |n: usize, a: usize, b: usize| (a.min(b)..=a.max(b)).contains(&n);
                for (square, side) in out.iter_mut().enumerate() {
                    let [at, a, b] = [square, a, b].map(|square| (square / board.width, square % board.width));
                    if within(at.0, a.0, b.0) && within(at.1, a.1, b.1) {
                        *side = seat as u8 + 1;
                    }
                }
            }
            if !out.is_empty() && spec.sides.len() < self.seats {
                let message = format!("{} of `{}` for {} seats", spec.sides.len(), spec.name, self.seats);
                let fault = Diagnostic::new(Code::WrongLength, format!("there are {message}"));
                faults.push(fault.in_file(&self.pack.table_file, &spec.span).help("expected a side for each seat"));
            }
            out
        };
        self.pack.boards.iter().zip(&layout.boards).map(of_board).collect()
    }

    /// For each board its named areas, with the squares as each seat sees them.
    fn areas(&self, layout: &Layout, starts: &[BoardStart], faults: &mut Vec<Diagnostic>) -> Vec<Vec<NamedArea>> {
        let limit = |quantity: &Quantity| self.quantity(quantity, &[]);
        let of_board = |(n, spec): (usize, &BoardSpec)| {
            let place = (&layout.boards[n], &starts[n].there);
            named_areas((spec, &self.pack.table_file), place, (self.seats, &limit), faults)
        };
        self.pack.boards.iter().enumerate().map(of_board).collect()
    }

    /// Reports lines longer than the board.
    fn check_lines(&self, layout: &Layout, starts: &[BoardStart], faults: &mut Vec<Diagnostic>) {
        let n = self.pack.moves.board;
        let (Some(board), Some(start)) = (layout.boards.get(n), starts.get(n)) else {
            return;
        };
        let is_whole = start.there == SquareSet::first(board.width * board.height);
        let longest = if is_whole { board.width.max(board.height) } else { longest_line(self.pack, n, board, start) };
        for end in self.pack.moves.ends.iter().filter(|end| end.is_there(&self.options)) {
            if let When::Formation(Formation::Line(length, _)) = end.when
                && length > longest
            {
                let name = &self.pack.boards[self.pack.moves.board].name;
                faults.push(
                    Diagnostic::new(Code::OutOfRange, format!("no line of `{name}` has {length} squares"))
                        .in_file(&self.pack.table_file, &end.about)
                        .help(match is_whole {
                            true => {
                                let (width, height) = (board.width, board.height);
                                format!("expected at most {longest}: it has {width} columns and {height} rows")
                            }
                            false => {
                                format!("expected at most {longest}, as on the longest line of squares that are there")
                            }
                        }),
                );
            }
        }
    }

    /// Minimum and maximum of each argument of each verb.
    fn bounds(&self, faults: &mut Vec<Diagnostic>) -> Vec<Vec<(u16, u16)>> {
        let bound = |quantity: &Quantity| self.quantity(quantity, &[]);
        let mut of_arg = |verb: &VerbSpec, arg: &Arg| {
            let Domain::Range(least, most) = &arg.domain else { return (0, u16::MAX) };
            let (least, most) = (bound(least), bound(most));
            match (u16::try_from(least), u16::try_from(most)) {
                (Ok(least), Ok(most)) if least <= most => (least, most),
                _ => {
                    let message = format!("`{}` of `{}` can't be a number {least} to {most}", arg.name, verb.name);
                    let span = arg.domain.quantities().find_map(Quantity::span);
                    let fault = Diagnostic::new(Code::OutOfRange, message)
                        .help("expected a number from 0 to 65535 and one that is not below it");
                    faults.push(match span {
                        Some(span) => fault.in_file(&self.pack.table_file, span),
                        None => fault,
                    });
                    (0, u16::MAX)
                }
            }
        };
        let verbs = self.pack.verbs.iter();
        verbs.map(|verb| verb.args.iter().map(|arg| of_arg(verb, arg)).collect()).collect()
    }

    fn range(&self, var: &VarSpec, over: &[(&Per, usize)], faults: &mut Vec<Diagnostic>) -> VarRange {
        let clamp = |n: i64| n.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32;
        let (min, max) = match var.kind {
            Kind::Number => {
                let (min, max) = &var.range;
                (clamp(self.quantity(min, over)), clamp(self.quantity(max, over)))
            }
            Kind::Seat => (0, self.seats as i32),
            Kind::Square(board) => {
                let board = &self.pack.boards[board.index()];
                let (width, height) = self.board_size(board);
                (0, clamp(width * height))
            }
            kind => (0, self.pack.value_names(kind).len() as i32),
        };
        let start = clamp(self.quantity(&var.start, over));
        if !(min..=max).contains(&start) {
            faults.push(
                Diagnostic::new(Code::OutOfRange, format!("the variable `{}` starts at {start}", var.name))
                    .in_file(&self.pack.table_file, &var.span)
                    .help(format!("expected {min} to {max}")),
            );
        }
        VarRange { min, max, start }
    }

    fn deals(&self, counts: &[usize], faults: &mut Vec<Diagnostic>) -> Vec<Vec<Deal>> {
        let pack = self.pack;
        let setup = &pack.setup;
        let is_held = |card: usize| setup.hold_back.contains(&card);
        // For each source the number of cards that can be dealt, and of those held back.
        let mut piles = vec![(0, 0); setup.sources.len()];
        for (card, &count) in counts.iter().enumerate() {
            let Some(pile) = setup.origins.get(card).and_then(|&origin| piles.get_mut(origin)) else { continue };
            *if is_held(card) { &mut pile.1 } else { &mut pile.0 } += count;
        }
        for (n, source) in setup.sources.iter().enumerate() {
            if source.member >= self.members(&pack.zones[source.zone.index()].per) && piles[n] != (0, 0) {
                faults.push(self.no_pile(n, counts));
            }
        }
        let mut needed = vec![0; piles.len()];
        // For each source the first deal without enough cards.
        let mut too_much: Vec<Option<&Span>> = vec![None; piles.len()];
        // The scenario's cards are laid out even if they don't suffice for the deals.
        let lies_as_named =
            self.scenario.as_ref().is_some_and(|scenario| scenario.names_zones() && scenario.deck.is_some());
        let mut groups = Vec::new();
        for deal in &pack.setup.deals {
            let per = &pack.zones[deal.to.index()].per;
            let mut group = Vec::new();
            for member in 0..self.members(per) {
                let count = self.quantity(&deal.count, &[(per, member)]);
                if count < 0 {
                    faults.push(
                        Diagnostic::new(
                            Code::OutOfRange,
                            format!("{} can't be dealt", parlour_model::english::count(count, "card")),
                        )
                        .in_file(&pack.table_file, &deal.span)
                        .help("expected 0 or more"),
                    );
                }
                let count = count.max(0) as usize;
                let from = deal.from[member];
                needed[from] += count;
                group.push(Deal { zone: deal.to, member, from, count });
            }
            groups.push(group);
            for n in (0..piles.len()).filter(|&n| needed[n] > piles[n].0) {
                too_much[n].get_or_insert(&deal.span);
            }
        }
        for (n, span) in too_much.into_iter().enumerate().filter(|_| !lies_as_named) {
            let (Some(span), (available, held), needed) = (span, piles[n], needed[n]) else { continue };
            let pile = match piles.len() {
                1 => "the deck".to_owned(),
                _ => format!("`{}`", setup.sources[n].name),
            };
            let kept = if held > 0 { format!(" ({held} more are kept out of the deal)") } else { String::new() };
            let there = if available == 1 { "is" } else { "are" };
            let message = format!(
                "{pile} is too small to deal: {needed} cards are needed with {} seats, {available} {there} there{kept}",
                self.seats
            );
            let fault = Diagnostic::new(Code::DeckTooSmall, message);
            let own_deck = self.scenario.as_ref().filter(|scenario| scenario.deck.is_some());
            faults.push(match own_deck {
                Some(scenario) => fault.at(scenario.deck_place()).help("name more cards, or name `[zones]`"),
                None => fault.in_file(&pack.table_file, span).help("deal fewer cards or raise a `count`"),
            });
        }
        groups
    }

    /// The fault of cards from a pile of a missing seat.
    fn no_pile(&self, n: usize, counts: &[usize]) -> Diagnostic {
        let pack = self.pack;
        let cards = counts.iter().enumerate();
        let card =
            cards.filter(|(card, count)| **count > 0 && pack.setup.origins.get(*card) == Some(&n)).map(|(n, _)| n);
        let card = card.min().unwrap_or(0);
        let name = pack.card_rows().get(card).map_or("?", |row| row.name.as_str());
        let pile = &pack.setup.sources[n].name;
        let message = format!("`{name}` comes from `{pile}`, which is not there with {} seats", self.seats);
        let fault = Diagnostic::new(Code::WrongCard, message).help("a `count` by the number of seats can be 0");
        match pack.cards.get(card) {
            Some(card) => fault.in_file(&pack.table_file, &card.count_span),
            None => fault,
        }
    }
}
