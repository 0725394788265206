//! The words of tables, bunches of cards, variables and boards.

use super::writer::{Writer, end_of_bunches, number_list, outcomes, quote, text_list};
use super::zones::Family;
use crate::fields::{Fields, list};
use crate::words::File;
use parlour_game::boards::Steps;
use parlour_game::{Game, VarRange};
use parlour_model::combination::{Combination, CombinationShape};
use parlour_model::ids::{BoardId, Square, VarId};
use parlour_pack::boards::{BoardSpec, Joints, Places, Shape};
use parlour_pack::spec::{Cell, ColumnKind, DataTable, Per, Row, Seen};
use parlour_pack::symbols::Symbol;

/// The most squares of an irregular board whose distances are computed at load time.
const MAX_MEASURED: usize = 200;

impl Writer<'_> {
    pub(super) fn tables(&mut self) {
        let pack = self.game.pack();
        for table in &pack.tables {
            self.table(table);
        }
        for table in &pack.constants {
            for constant in &table.entries {
                let place = constant.place.to_string();
                self.named(&table.name, &constant.name, |_| false, "A constant of the pack.", place);
            }
        }
        let taken =
            |name: &str| pack.tables.first().is_some_and(|t| t.columns.iter().any(|column| column.name == name));
        if !pack.cards.is_empty() && !taken("copies") {
            let copies = number_list(self.game.card_counts().iter().map(|&n| n as i64));
            self.write(File::Cards, self.constants().with("copies", copies));
        }
        let table_names: Vec<&str> = pack.tables.iter().map(|table| table.name.as_str()).collect();
        for list in pack.lists.iter().filter(|list| !table_names.contains(&list.name.as_str())) {
            let constants = self.constants().with("list", &list.name).with("count", list.words.len());
            let constants = constants.with("all_names", text_list(list.words.iter().map(String::as_str)));
            self.write_with(File::List, constants, |writer| {
                for (n, word) in list.words.iter().enumerate() {
                    let is_taken = |id: &str| id == "count" || id == "name";
                    writer.named(&list.name, word, is_taken, &format!("The word `{word}`."), (n + 1).to_string());
                }
            });
        }
    }

    fn table(&mut self, table: &DataTable) {
        let texts = |text: fn(&Row) -> &str| text_list(table.rows.iter().map(text));
        let constants = self
            .constants()
            .with("rows", &table.name)
            .with("count", table.rows.len())
            .with("all_names", texts(|row| &row.name))
            .with("all_titles", texts(|row| &row.title))
            .with("all_plurals", texts(|row| &row.plural));
        self.write_with(File::Table, constants, |writer| {
            for (n, row) in table.rows.iter().enumerate() {
                let is_taken = |id: &str| {
                    ["count", "name", "title", "plural", "all"].contains(&id)
                        || table.columns.iter().any(|column| column.name == id)
                };
                writer.named(
                    &table.name,
                    &row.name,
                    is_taken,
                    &format!("The row `{}`.", row.name),
                    (n + 1).to_string(),
                );
            }
        });
        for (c, column) in table.columns.iter().enumerate() {
            let word_list = match &column.kind {
                ColumnKind::Word(list) => self.game.pack().lists.iter().find(|l| l.name == *list),
                _ => None,
            };
            let value = |cell: &Cell| match cell {
                Cell::Int(n) => n.to_string(),
                Cell::Ints(numbers) => format!("table.freeze({})", number_list(numbers.iter().copied())),
                Cell::Bool(flag) => flag.to_string(),
                Cell::Text(text) => match word_list.and_then(|l| l.words.iter().position(|w| w == text)) {
                    Some(n) => (n + 1).to_string(),
                    None => quote(text),
                },
            };
            let values: Vec<String> = table.rows.iter().map(|row| value(&row.cells[c])).collect();
            let kind = match &column.kind {
                ColumnKind::Int(..) | ColumnKind::Word(_) => "number",
                ColumnKind::Ints(..) => "{ number }",
                ColumnKind::Bool => "boolean",
                ColumnKind::Text => "string",
                ColumnKind::Unread => "any",
            };
            let constants = self.constants().with("rows", &table.name).with("column", &column.name).with("type", kind);
            self.write(File::Column, constants.with("values", format!("{{{}}}", values.join(","))));
        }
    }

    pub(super) fn bunches(&mut self) {
        let types = self.types();
        if types == 0 {
            return;
        }
        let before_scratch = self.game.action_width() as i64 - types as i64;
        let constants = self.constants().with("before_scratch", before_scratch);
        self.write(File::Bunch, constants);
        // A column of that name goes first.
        let cards = self.game.pack().tables.iter().filter(|table| table.name == "card");
        if !cards.flat_map(|table| &table.columns).any(|column| column.name == "text") {
            let constants = self.constants();
            self.write(File::CardText, constants);
        }
    }

    pub(super) fn combinations(&mut self) {
        let all = &self.game.pack().combinations;
        if all.is_empty() {
            return;
        }
        let groupings = Groupings::of(self.game);
        let constants = self
            .constants()
            .with("looks", groupings.start())
            .with("looks_size", groupings.size())
            .with("groupings", groupings.written())
            .with("count", all.len())
            .with("all_names", text_list(all.iter().map(|combination| combination.title.as_str())))
            .with(
                "rows",
                list(
                    all.iter()
                        .enumerate()
                        .map(|(n, combination)| shape(n + 1, combination, groupings.of_groups(&combination.groups))),
                ),
            );
        self.write_with(File::Combination, constants, |writer| {
            for (n, combination) in all.iter().enumerate() {
                let is_taken = |id: &str| ["count", "name", "of"].contains(&id);
                let doc = format!("The combination `{}`: {}.", combination.title, combination.meaning);
                writer.named("combination", &combination.name, is_taken, &doc, (n + 1).to_string());
            }
        });
    }

    pub(super) fn var(&mut self, n: usize) {
        let game = self.game;
        let (spec, layout) = (&game.pack().vars[n], game.layout().vars[n]);
        let is_left_out = !spec.only_if.holds(game.option_values());
        let has_teams = game.pack().seats.have_partners();
        let by_seat = spec.per == Per::Seat && spec.is_single() && has_teams;
        if is_left_out {
            let family = match spec.per {
                Per::Seat => Family { members: game.seat_count(), stride: 4 },
                _ => Family { members: 1, stride: 0 },
            };
            let start = game.var_range(VarId::from_index(n), 0, 0).start;
            let constants = self.constants().with("var", &spec.name).with("i", family.index("i")).with("start", start);
            let constants = constants.with_some("members", family.members()).with_flag("by_seat", by_seat);
            self.write(File::LeftOut, constants);
            return;
        }
        if layout.count == 0 {
            return;
        }
        let stride = if spec.per == Per::One { 0 } else { 4 * layout.length };
        let family = Family { members: layout.count, stride };
        // Entries of a second table have ranges of their own.
        let entries = if spec.each().is_some() { layout.length } else { 1 };
        let range = |part: usize| game.var_range(VarId::from_index(n), part / entries, part % entries);
        let parts = layout.count * entries;
        let bounds = |of: fn(VarRange) -> i32| (0..parts).map(move |part| i64::from(of(range(part))));
        let (leasts, mosts) = (|| bounds(|range| range.min), || bounds(|range| range.max));
        let differ =
            |mut bounds: Box<dyn Iterator<Item = i64> + '_>| bounds.next().is_some_and(|one| bounds.any(|b| b != one));
        let has_ranges = differ(Box::new(leasts())) || differ(Box::new(mosts()));
        let constants = self
            .constants()
            .with("var", &spec.name)
            .with("i", family.index("i"))
            .with_some("members", family.members())
            .with_flag("by_seat", by_seat)
            .with("last", 4 * (layout.length - 1))
            .with("at", family.base(layout.offset))
            .with("stride", stride)
            .with_some("length", Some(layout.length).filter(|_| !spec.is_single()))
            .with_flag(
                "rings",
                family.members().is_some() && layout.length > 1 && spec.each().is_none() && spec.seen == Seen::All,
            )
            .with_flag("clamp", spec.clamp)
            .with_flag("ranges", has_ranges)
            .with_flag("by_slot", spec.each().is_some())
            .with_some("least", leasts().next().filter(|_| !has_ranges))
            .with_some("most", mosts().next().filter(|_| !has_ranges))
            .with("leasts", number_list(leasts()))
            .with("mosts", number_list(mosts()))
            .with_flag("hides", spec.seen != Seen::All);
        let Some(dice) = spec.dice else {
            self.write(File::Var, constants);
            return;
        };
        let chance = game.layout().chances[dice.chance];
        let constants = constants
            .with("count", layout.length)
            .with("bytes", 4 * layout.length)
            .with("faces", game.outcomes(dice.chance))
            .with_flag("sorted", dice.sorted)
            .with_some("rolls", chance.rolls());
        let constants = outcomes(constants, chance);
        self.write(File::Dice, constants);
    }

    pub(super) fn board(&mut self, n: usize) {
        let game = self.game;
        let (spec, layout) = (&game.pack().boards[n], game.layout().boards[n]);
        let lit = game.layout().lit[n];
        let squares = layout.width * layout.height;
        let id = BoardId::from_index(n);
        let name = |square: Square| match game.has_square(id, square) {
            true => game.square_name(id, square),
            false => String::new(),
        };
        let names: Vec<String> = (0..squares).map(Square::from_index).map(name).collect();
        let has_gaps = game.has_gaps(id);
        let is_listed = has_gaps || matches!(spec.shape, Shape::Lines(_));
        let there = || (0..squares).map(|square| game.has_square(id, Square::from_index(square)).to_string());
        let has_royal = game.board_rules().is_some_and(|rules| rules.has_royal()) && game.pack().moves.board == n;
        let has_pieces = game.pack().moves.board == n && !game.pack().moves.pieces.is_empty();
        let kind = |symbol: &Symbol| symbol.piece.map_or(0, |(piece, _)| piece + 1);
        let owner = |symbol: &Symbol| {
            symbol.piece.filter(|(_, seat)| *seat < game.seat_count()).map_or(0, |(_, seat)| seat + 1)
        };
        let pieces_of = (0..game.seat_count()).map(|seat| {
            let symbol = |piece: usize| spec.symbols.iter().position(|symbol| symbol.piece == Some((piece, seat)));
            number_list((0..game.pack().moves.pieces.len()).map(|piece| symbol(piece).map_or(0, |n| n as i64 + 1)))
        });
        let lengths = game.lengths(id);
        let constants = self
            .constants()
            .with_flag("sides", !game.sides(id).is_empty())
            .with("all_sides", number_list(game.sides(id).iter().map(|&side| i64::from(side))))
            .with_flag("long", lengths.iter().any(|&length| length > 1))
            .with("all_lengths", number_list(lengths.iter().map(|&length| length as i64)))
            .with("along", number_list(game.along(id).into_iter().map(|way| way as i64 + 1)))
            .with("board", &spec.name)
            .with("offset", layout.offset)
            .with("width", layout.width)
            .with("height", layout.height)
            .with("squares", squares)
            .with("symbols", spec.symbols.len())
            .with("all_names", text_list(names.iter().map(String::as_str)))
            .with_flag("royal", has_royal)
            .with_flag("stacks", layout.stacks.is_some())
            .with("under", layout.stacks.map_or(0, |stacks| stacks.offset))
            .with("capacity", layout.stacks.map_or(0, |stacks| stacks.capacity))
            .with_flag("pieces", has_pieces)
            .with_flag("hidden", spec.kinds.is_some())
            .with_flag("squares_hidden", lit.is_some())
            .with("lit", lit.unwrap_or_default())
            .with("kinds", game.pack().moves.pieces.len())
            .with("all_kinds", number_list(spec.symbols.iter().map(|symbol| kind(symbol) as i64)))
            .with("all_owners", number_list(spec.symbols.iter().map(|symbol| owner(symbol) as i64)))
            .with("all_pieces", format!("{{{}}}", pieces_of.collect::<Vec<_>>().join(",")))
            .with_flag("hexes", matches!(spec.shape, Shape::Hexes))
            .with("all_squares", number_list(game.squares(id).map(|square| i64::from(square.number()))))
            .with_flag("gaps", has_gaps)
            .with("all_there", format!("{{{}}}", there().collect::<Vec<_>>().join(",")))
            .with_flag("listed", is_listed)
            .with("all_neighbours", number_lists(game.neighbours(id)));
        let steps = game.steps(id);
        let is_regular = matches!(&steps, Steps::Ways(_)) && !has_gaps;
        let is_measured = !is_regular && squares <= MAX_MEASURED;
        let distances = || (0..squares).map(|from| game.distances(id, from));
        let constants = constants
            .with_flag("measured", is_measured)
            .with("all_distances", if is_measured { lists(distances().map(number_list)) } else { String::new() });
        let constants = match &steps {
            Steps::Ways(ways) => constants
                .with_flag("grid", true)
                .with_flag("regular", is_regular)
                .with("ways", ways.len())
                .with("all_right", number_list(ways.iter().map(|way| i64::from(way.0))))
                .with("all_down", number_list(ways.iter().map(|way| i64::from(way.1)))),
            Steps::Lines(next) => constants
                .with_flag("grid", false)
                .with_flag("regular", false)
                .with("ways", next.len())
                .with("all_next", lists(next.iter().map(|next| number_list(next.iter().map(|&square| square as i64))))),
        };
        let of_stacks = constants.clone();
        self.write_with(File::Board, constants, |writer| {
            let joints = if spec.joints.is_some() { File::Joints.words() } else { &[] };
            let stacks = if layout.stacks.is_some() { File::Stacks.words() } else { &[] };
            let words = File::Board.words().iter().chain(joints).chain(stacks).map(|word| word.name);
            let words: Vec<&str> = words.filter(|name| !DIRECTIONS.contains(name)).collect();
            for (k, symbol) in spec.symbols.iter().enumerate() {
                let is_taken = |id: &str| words.contains(&id);
                let doc = format!("The symbol `{}`.", symbol.glyph);
                writer.named(&spec.name, &symbol.name, is_taken, &doc, (k + 1).to_string());
            }
        });
        if let Some(joints) = spec.joints {
            self.joints(id, joints);
        }
        if layout.stacks.is_some() {
            self.write(File::Stacks, of_stacks);
        }
        for (name, seen) in game.areas(id) {
            let of_seat = |seen: &Vec<bool>| lists(seen.iter().map(bool::to_string));
            let constants = self
                .constants()
                .with("board", &spec.name)
                .with("area", name)
                .with("squares", squares)
                .with("all_in", lists(seen.iter().map(of_seat)));
            self.write(File::Area, constants);
        }
    }

    /// The words of a board of edges or corners.
    fn joints(&mut self, id: BoardId, joints: Joints) {
        let game = self.game;
        let (pack, layouts) = (game.pack(), &game.layout().boards);
        let (spec, layout) = (&pack.boards[id.index()], layouts[id.index()]);
        let (under, of) = (&layouts[joints.board], BoardId::from_index(joints.board));
        let size = (layout.width, layout.height);
        let is_there = |&square: &usize| game.has_square(of, Square::from_index(square));
        let joined = |place: usize| -> Vec<usize> {
            match game.has_square(id, Square::from_index(place)) {
                true => joints.places.joined(place, size).into_iter().filter(is_there).collect(),
                false => Vec::new(),
            }
        };
        let joined: Vec<Vec<usize>> = (0..layout.squares()).map(joined).collect();
        let of_square = |square: usize| (0..layout.squares()).filter(|&n| joined[n].contains(&square)).collect();
        let of_squares = (0..under.squares()).map(of_square).collect();
        let middle = |square: usize| joints.places.middle(square, size) as i64 + 1;
        let has_edges = matches!(joints.places, Places::Edges { .. });
        let texts = match has_edges {
            true => ["edge", "edges", "an edge", "two, or one at the rim"],
            false => ["corner", "corners", "a corner", "four, or fewer at the rim"],
        };
        let is_corners = |other: &BoardSpec| {
            let joints = other.joints.filter(|other| other.board == joints.board);
            joints.is_some_and(|joints| matches!(joints.places, Places::Corners { .. }))
        };
        let corners = pack.boards.iter().position(is_corners);
        let constants = self
            .constants()
            .with("board", &spec.name)
            .with("under", &pack.boards[joints.board].name)
            .with("place", texts[0])
            .with("places", texts[1])
            .with("a_place", texts[2])
            .with("joined", texts[3])
            .with("offset", layout.offset)
            .with("two_rows", 2 * layout.width)
            .with("squares", layout.squares())
            .with("squares_under", under.squares())
            .with("all_middles", number_list((0..under.squares()).map(middle)))
            .with("all_joined", number_lists(joined))
            .with("all_of", number_lists(of_squares))
            .with_flag("gaps", (0..under.squares()).any(|square| !is_there(&square)))
            .with_flag("edges", has_edges)
            .with_some("corners", corners.map(|corners| &pack.boards[corners].name));
        let from = |corners: usize| {
            let all = &layouts[corners];
            let edge = |corner: usize, way: (i32, i32)| {
                let edge = joints.places.edge_from((all.places, all.width), corner, way, size);
                edge.filter(|&edge| game.has_square(id, Square::from_index(edge))).map_or(0, |edge| edge as i64 + 1)
            };
            let way = |&way: &(i32, i32)| number_list((0..all.squares()).map(|corner| edge(corner, way)));
            let id = BoardId::from_index(corners);
            let onward = |corner: usize, (right, down): (i32, i32)| {
                let column = (corner % all.width).checked_add_signed(right as isize).filter(|&n| n < all.width)?;
                let row = (corner / all.width).checked_add_signed(down as isize).filter(|&n| n < all.height)?;
                let next = row * all.width + column;
                game.has_square(id, Square::from_index(next)).then_some(next as i64 + 1)
            };
            let next =
                |&way: &(i32, i32)| number_list((0..all.squares()).map(|corner| onward(corner, way).unwrap_or(0)));
            match game.steps(id) {
                Steps::Ways(ways) => (ways.len(), lists(ways.iter().map(way)), lists(ways.iter().map(next))),
                Steps::Lines(_) => (0, "{}".to_owned(), "{}".to_owned()),
            }
        };
        let constants = match corners {
            Some(corners) => {
                let (ways, all_from, all_onward) = from(corners);
                let constants =
                    constants.with("squares_corners", layouts[corners].squares()).with("ways_corners", ways);
                constants.with("all_from", all_from).with("all_onward", all_onward)
            }
            None => constants,
        };
        self.write(File::Joints, constants);
    }
}

/// The words for directions, in whose place a symbol of the same name stands.
const DIRECTIONS: [&str; 8] = ["up", "up_right", "right", "down_right", "down", "down_left", "left", "up_left"];

/// The neighbours of each square of a board, as a Luau table.
fn number_lists(all: Vec<Vec<usize>>) -> String {
    lists(all.into_iter().map(|list| number_list(list.into_iter().map(|square| square as i64 + 1))))
}

/// Luau tables in a table.
fn lists(all: impl Iterator<Item = String>) -> String {
    format!("{{{}}}", all.collect::<Vec<_>>().join(","))
}

/// The ways in which the combinations of a game group its card types, with the bytes in which a bunch is counted by them.
pub(super) struct Groupings<'a> {
    /// Groups of card types, by index.
    all: Vec<&'a [Vec<usize>]>,
    /// The largest number of cards that is asked of a group besides other groups.
    last: usize,
    /// The offset of the first byte.
    start: usize,
}

impl<'a> Groupings<'a> {
    /// Those of a game, behind all bunches of the action buffer.
    pub(super) fn of(game: &'a Game) -> Self {
        let combinations = &game.pack().combinations;
        let mut all: Vec<&[Vec<usize>]> = Vec::new();
        for combination in combinations {
            if !all.contains(&combination.groups.as_slice()) {
                all.push(&combination.groups);
            }
        }
        let asked = combinations.iter().map(|combination| match &combination.shape {
            CombinationShape::Same => 0,
            CombinationShape::Run { each, .. } => *each,
            CombinationShape::Groups(sizes) => sizes.iter().copied().max().unwrap_or(0),
        });
        Self { all, last: asked.max().unwrap_or(0), start: end_of_bunches(game).next_multiple_of(8) }
    }

    /// The offset of the first byte.
    pub(super) fn start(&self) -> usize {
        self.start
    }

    /// The number of bytes.
    pub(super) fn size(&self) -> usize {
        self.all.iter().map(|groups| self.width(groups)).sum()
    }

    /// The index of a way to group the card types.
    fn of_groups(&self, groups: &[Vec<usize>]) -> usize {
        self.all.iter().position(|known| *known == groups).unwrap_or(0)
    }

    /// The bytes of one: two for each group from 0, and one for each number of cards from 0, with one more for all beyond.
    fn width(&self, groups: &[Vec<usize>]) -> usize {
        (2 * (groups.len() + 1) + self.last + 2).next_multiple_of(8)
    }

    /// All of them as a list of Luau.
    fn written(&self) -> String {
        let mut counts = self.start;
        let rows = self.all.iter().map(|groups| {
            let mut group_of = vec![0; groups.iter().map(Vec::len).sum()];
            for (group, cards) in groups.iter().enumerate() {
                cards.iter().for_each(|&card| group_of[card] = group as i64 + 1);
            }
            let row = Fields::default()
                .with("counts", counts)
                .with("tallies", counts + 2 * (groups.len() + 1))
                .with("last", self.last + 1)
                .with("group_of", number_list(group_of));
            counts += self.width(groups);
            row
        });
        list(rows.collect::<Vec<Fields>>())
    }
}

/// The shape of a combination as a table of Luau.
fn shape(number: usize, combination: &Combination, grouping: usize) -> Fields {
    let numbers = |numbers: &[usize]| number_list(numbers.iter().map(|&n| n as i64 + 1));
    let firsts = combination.groups.iter().scan(0, |end, group| {
        *end += group.len();
        Some(*end)
    });
    let firsts: Vec<usize> = std::iter::once(0).chain(firsts).collect();
    let fields = Fields::default()
        .with("number", number)
        .with("fewest", combination.cards.0)
        .with("most", combination.cards.1)
        .with("types", numbers(&combination.groups.concat()))
        .with("firsts", numbers(&firsts))
        .with("grouping", grouping + 1)
        .with("values", number_list(combination.values.iter().copied()))
        .with_flag("once", combination.is_listed_once);
    match &combination.shape {
        CombinationShape::Same => fields,
        CombinationShape::Run { each, chains } => fields
            .with("each", each)
            .with("chains", list(chains.iter().map(|chain| numbers(&chain.groups))))
            .with("starts", number_list(chains.iter().map(|chain| chain.start))),
        CombinationShape::Groups(sizes) => {
            let mut counted: Vec<(usize, i64)> = Vec::new();
            for &size in sizes {
                match counted.last_mut().filter(|(last, _)| *last == size) {
                    Some((_, n)) => *n += 1,
                    None => counted.push((size, 1)),
                }
            }
            fields
                .with("parts", number_list(sizes.iter().map(|&size| size as i64)))
                .with("sizes", list(counted.iter().map(|&(size, n)| number_list([size as i64, n]))))
        }
    }
}
