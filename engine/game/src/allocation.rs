//! Allocation of the state's layout, and the initial layouts of the boards.

use super::configure::Configuring;
use parlour_board::start::{BoardStart, no_room};
use parlour_board::{Net, SquareSet, net};
use parlour_model::diagnostic::{Code, Diagnostic};
use parlour_model::kind::Kind;
use parlour_model::layout::{
    AliveLayout, Allocator, BagLayout, BoardLayout, ChanceLayout, HistoryLayout, Layout, PileLayout, RoundLayout,
    STACK, StackLayout, VarLayout, ZoneLayout, card_width,
};
use parlour_model::state::squares::square_text;
use parlour_pack::Alive;
use parlour_pack::boards::{Chosen, Laid, Places};
use parlour_pack::pieces::When;
use parlour_pack::spec::{Order, Per, Quantity, Seen, Span, Values, ZoneKind};

/// Limit of the cards of a zone: their number is stored in 16 bits.
const MAX_IN_ZONE: usize = u16::MAX as usize;

/// Limit of the bytes of a state. Matches, searches and undo copy states by the hundred.
const MAX_BYTES: usize = 8 << 20;

/// The size of a part of the state.
struct Cost<'a> {
    /// The part, as in a message.
    what: String,
    /// The place of its declaration.
    span: Option<&'a Span>,
    bytes: usize,
}

impl Configuring<'_> {
    /// The initial layouts of the boards; symbols without room are faults.
    pub(super) fn board_starts(&self, layout: &Layout, faults: &mut Vec<Diagnostic>) -> Vec<BoardStart> {
        let file = &self.pack.table_file;
        let mut starts = Vec::new();
        let value = |quantity: &Quantity| self.quantity(quantity, &[]);
        let chosen = Chosen { variant: self.variant_name(), seats: self.seats, value: &value };
        for (n, (spec, board)) in self.pack.boards.iter().zip(&layout.boards).enumerate() {
            let Laid { cells, there: has_room } = spec.laid_out(&chosen, board, file, faults);
            let mut has_room = has_room;
            if let Some(joints) = spec.joints {
                let under = (&self.pack.boards[joints.board], &layout.boards[joints.board]);
                let squares = under.0.laid_out(&chosen, under.1, file, &mut Vec::new()).there;
                for place in 0..cells.len() {
                    has_room[place] &= is_joint(joints.places, place, board, &squares);
                    if !has_room[place] && cells[place] != 0 {
                        let span =
                            spec.start_rows(&chosen).get(place / board.width).map_or(&spec.span, |(_, span)| span);
                        let (row, column) = (place / board.width + 1, place % board.width + 1);
                        let message = format!(
                            "something stands on row {row}, column {column} of `{}`, where it has no square",
                            spec.name
                        );
                        faults.push(Diagnostic::new(Code::UnknownSquare, message).in_file(file, span));
                    }
                }
            }
            let mut there: SquareSet = (0..cells.len()).filter(|&square| has_room[square]).collect();
            let rows = spec.start_rows(&chosen);
            if let Net::Lines(lines) = net(self.pack, n, board, faults) {
                there = lines.into_iter().flatten().collect();
                let mut tell = |square: usize, message: String| {
                    let span = &rows[square / board.width].1;
                    faults.push(Diagnostic::new(Code::UnknownSquare, message).in_file(file, span));
                };
                let name = |square: usize| square_text(board, spec.naming, square);
                let is_off = |square: &usize| cells[*square] != 0 && !there.contains(*square as u16);
                if let Some(square) = (0..cells.len()).find(is_off) {
                    let message =
                        format!("something stands on {}, which is on no line of `{}`", name(square), spec.name);
                    tell(square, message);
                }
                let is_left_out = |square: &usize| !has_room[*square] && there.contains(*square as u16);
                if let Some(square) = (0..cells.len()).find(is_left_out) {
                    let message =
                        format!("a line of `{}` goes to {}, where its start has a blank", spec.name, name(square));
                    tell(square, message);
                }
            } else if there == SquareSet::EMPTY {
                let span = rows.first().map_or(&spec.span, |(_, span)| span);
                let message = format!("no square of `{}` is there", spec.name);
                let help = "expected `.` for each empty square: a blank stands for a place without one";
                faults.push(Diagnostic::new(Code::UnknownSquare, message).in_file(file, span).help(help));
            }
            let blank = (0..cells.len()).filter(|&square| !has_room[square]).collect();
            let mut start = BoardStart { cells, there, blank, ..BoardStart::default() };
            for (n, symbol) in spec.symbols.iter().enumerate() {
                let Some((row, column)) = &symbol.place else { continue };
                let (row, column) = (self.quantity(row, &[]), self.quantity(column, &[]));
                if !(1..=board.height as i64).contains(&row) || !(1..=board.width as i64).contains(&column) {
                    let message = format!("`{}` lies on row {row}, column {column} of `{}`", symbol.name, spec.name);
                    let size = format!("expected a square of the {} rows and {} columns", board.height, board.width);
                    faults.push(Diagnostic::new(Code::OutOfRange, message).in_file(file, &spec.span).help(size));
                    continue;
                }
                let square = ((row - 1) * board.width as i64 + column - 1) as usize;
                if !start.there.contains(square as u16) {
                    let message = format!(
                        "`{}` lies on row {row}, column {column} of `{}`, where there is no square",
                        symbol.name, spec.name
                    );
                    faults.push(Diagnostic::new(Code::UnknownSquare, message).in_file(file, &spec.span));
                    continue;
                }
                start.cells[square] = n as u8 + 1;
            }
            if let Some(scatter) = &spec.scatter {
                let sets = self.quantity(&scatter.sets, &[]);
                for row in 0..self.pack.tables[scatter.table].rows.len() {
                    let count = self.quantity(&scatter.count, &[(&Per::Table(scatter.table), row)]);
                    let copies = count.saturating_mul(sets).clamp(0, 100_000) as usize;
                    start.loose.extend(std::iter::repeat_n(row as u8 + 1, copies));
                }
                let most = scatter.most_per_line.as_ref().map_or(i64::MAX, |most| self.quantity(most, &[]));
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
            Quantity::ByName(by, _) => {
                let variant = self.variant.map(|n| self.pack.variants[n].name.as_str());
                by.iter().find(|(name, _)| Some(name.as_str()) == variant).and_then(|(_, inner)| self.key(inner))
            }
            Quantity::Fixed(_) | Quantity::BySeats(..) => None,
        }
    }

    pub(super) fn layout(&self, counts: &[usize], faults: &mut Vec<Diagnostic>) -> Layout {
        let pack = self.pack;
        let types = pack.card_types();
        let mut out = Allocator(STACK);
        let stack = 2 * self.seats + 8;
        out.take(2 * stack);
        out.align(4);
        let scores = out.take(4 * self.seats);
        let mut costs: Vec<Cost<'_>> = Vec::new();
        let mut vars = Vec::new();
        for var in &pack.vars {
            let is_there = var.only_if.holds(&self.options);
            let count = if is_there { self.members(&var.per) } else { 0 };
            let length = match &var.values {
                Values::One => 1,
                Values::Count(count) => self.quantity(count, &[(&var.per, 0)]).clamp(1, 4096) as usize,
                Values::Each(each) => self.members(each),
            };
            let bytes = 4 * length * count;
            costs.push(Cost { what: format!("the variable `{}`", var.name), span: None, bytes });
            vars.push(VarLayout { offset: out.take(bytes), length, count });
        }
        let mut zones = Vec::new();
        for zone in &pack.zones {
            let members = self.members(&zone.per);
            // All members of a family have the same capacity.
            let room = |member: usize| match zone.holds.types(member) {
                None => counts.iter().sum(),
                Some(types) => types.iter().map(|&n| counts[n]).sum(),
            };
            let capacity: usize = (0..members).map(room).max().unwrap_or(0);
            if capacity > MAX_IN_ZONE && faults.iter().all(|fault| fault.code != Code::ManyCards) {
                let message = format!("`{}` can hold {}", zone.name, parlour_model::english::count(capacity, "card"));
                let help = format!("expected at most {MAX_IN_ZONE}: fewer cards, or `holds` with fewer kinds");
                faults.push(Diagnostic::new(Code::ManyCards, message).in_file(&pack.table_file, &zone.span).help(help));
            }
            let begin = out.0;
            let mut family = Vec::new();
            for member in 0..members {
                out.align(2);
                let size = out.take(2);
                family.push(match zone.kind {
                    ZoneKind::Pile => {
                        let masks = (zone.seen != Seen::All).then(|| out.take(2 * capacity));
                        let width = card_width(types);
                        ZoneLayout::Pile(PileLayout { size, cards: out.take(capacity * width), masks, capacity, width })
                    }
                    ZoneKind::Bag => {
                        let any_known = out.take(1);
                        let counts = out.take(types);
                        let known = (zone.seen != Seen::All).then(|| out.take(self.seats * types));
                        let told = known.filter(|_| zone.seen == Seen::Owner).map(|known| known + member * types);
                        ZoneLayout::Bag(BagLayout { size, any_known, counts, known, told })
                    }
                });
            }
            let what = format!("the zone `{}`", zone.name);
            costs.push(Cost { what, span: Some(&zone.span), bytes: out.0 - begin });
            zones.push(family);
        }
        let mut boards = Vec::new();
        for board in &pack.boards {
            let (width, height) = self.board_size(board);
            if !(1..=250).contains(&width) || !(1..=250).contains(&height) || width * height > 1024 {
                faults.push(
                    Diagnostic::new(Code::OutOfRange, format!("the board `{}` is {width} x {height}", board.name))
                        .in_file(&pack.table_file, &board.span)
                        .help("expected 1 to 250 columns and rows, and at most 1024 squares"),
                );
            }
            let (width, height) = (width.clamp(1, 250) as usize, height.clamp(1, 250) as usize);
            let offset = out.take(width * height);
            let stacks = board.stack.map(|capacity| {
                let bytes = width * height * capacity;
                costs.push(Cost { what: format!("the board `{}`", board.name), span: Some(&board.span), bytes });
                StackLayout { offset: out.take(bytes), capacity }
            });
            boards.push(BoardLayout { offset, width, height, places: board.places(), stacks });
        }
        let lit = pack.boards.iter().zip(&boards).map(|(board, layout)| {
            board.sight.map(|_| {
                out.align(2);
                out.take(2 * layout.squares())
            })
        });
        let lit = lit.collect();
        let moves = &pack.moves;
        let needs_touched = moves.pieces.iter().flat_map(|piece| &piece.moves).any(|rule| rule.unmoved);
        let touched = needs_touched.then(|| out.take(boards[moves.board].width * boards[moves.board].height));
        let ends = moves.ends.iter().filter(|end| end.is_there(&self.options));
        let history = ends.filter_map(|end| match end.when {
            When::Repetition { within, .. } => Some(within),
            _ => None,
        });
        let history = history.max().map(|capacity| {
            out.align(2);
            let (what, bytes) = ("the positions that are remembered".to_owned(), 2 + 8 * capacity);
            costs.push(Cost { what, span: None, bytes });
            HistoryLayout { offset: out.take(bytes), capacity }
        });
        let round = pack.phases.iter().any(|phase| phase.simultaneous).then(|| {
            out.align(2);
            let width = pack.verbs.iter().map(|verb| verb.width).max().unwrap_or(1);
            let round = RoundLayout { offset: 0, width };
            RoundLayout { offset: out.take(round.slot(self.seats)), width }
        });
        let mut chances = Vec::new();
        for (n, spec) in pack.chances.iter().enumerate() {
            let named = self.scenario.as_ref().and_then(|s| s.chance.get(n)).map_or(0, Vec::len);
            let capacity = named.max(self.chance_room);
            out.align(2);
            let is_wide = spec.kind != Kind::Card && self.outcomes(spec) > 255;
            let width = if spec.kind == Kind::Card { card_width(types) } else { 1 + usize::from(is_wide) };
            let in_rolls = spec.dice == Some(Order::Sorted);
            let mut chance = ChanceLayout { cursor: 0, capacity, width, in_rolls };
            chance.cursor = out.take(chance.size());
            chances.push(chance);
        }
        out.align(8);
        faults.extend(self.too_large(out.0, &costs));
        let alive = self.alive(&vars, &zones);
        Layout { stack, scores, vars, zones, boards, lit, touched, history, chances, round, alive, size: out.0 }
    }
}

impl Configuring<'_> {
    /// The fault of a state that is too large: its largest part, and the place of its declaration.
    fn too_large(&self, size: usize, costs: &[Cost<'_>]) -> Option<Diagnostic> {
        let most = costs.iter().max_by_key(|cost| cost.bytes).filter(|_| size > MAX_BYTES)?;
        let message = format!("a state with {} seats takes {size} bytes", self.seats);
        let help = format!("expected at most {MAX_BYTES}; {} takes {} of them", most.what, most.bytes);
        let fault = Diagnostic::new(Code::LargeState, message).help(help);
        Some(fault.in_file(&self.pack.table_file, most.span.unwrap_or(&(0..0))))
    }

    /// The location of the seats still in. If options leave out that variable, all seats are.
    fn alive(&self, vars: &[VarLayout], zones: &[Vec<ZoneLayout>]) -> Option<AliveLayout> {
        match self.pack.seats.alive? {
            Alive::Var(var) => {
                let layout = vars[var.index()];
                let (offset, stride) = (layout.offset, 4 * layout.length);
                (layout.count > 0).then_some(AliveLayout { offset, stride, is_wide: true })
            }
            Alive::Zone(zone) => {
                let sizes: Vec<usize> = zones[zone.index()].iter().map(ZoneLayout::size).collect();
                let offset = *sizes.first()?;
                let stride = sizes.get(1).map_or(0, |second| second - offset);
                Some(AliveLayout { offset, stride, is_wide: false })
            }
        }
    }
}

/// True if an edge or a corner is at a place of a board, from the squares that are there: all that meet at an inner one,
/// one at the rim.
fn is_joint(places: Places, place: usize, board: &BoardLayout, squares: &[bool]) -> bool {
    let joined = places.joined(place, (board.width, board.height));
    let is_there = |square: &usize| squares.get(*square) == Some(&true);
    let whole = if matches!(places, Places::Edges { .. }) { 2 } else { 4 };
    match places.has_rim() {
        true => joined.iter().any(is_there),
        false => joined.len() == whole && joined.iter().all(is_there),
    }
}
