//! Playouts on boards that only fill up (pieces never move or disappear): the sets of open squares are maintained
//! incrementally. They are kept as lanes, each with at most one open square; a square without gravity is a lane of its
//! own.

use crate::rules::ends::{Endings, Trigger};
use crate::rules::tables::Tables;
use parlour_board::{BoardCondition, BoardRules, FormationKind, Move, NOWHERE, Scratch, SquareSet};
use parlour_model::cells::CellSet;
use parlour_model::layout::STACK;
use parlour_model::state::State;
use parlour_model::state::playout::AtRandom;

/// A set of squares.
type Squares = u128;
/// Limit of the squares of a board.
const MAX_SQUARES: usize = Squares::BITS as usize;

/// Precomputed tables for playouts on a board that only fills up.
#[derive(Clone, Debug)]
pub(crate) struct Lanes {
    /// The fillable squares, lane by lane, the last one to be filled first; a square without gravity is a lane of its
    /// own.
    squares: Vec<u16>,
    /// The start of each lane, and one more; in the order in which a playout counts its choices.
    starts: Vec<u16>,
    /// The entry square of each lane, by the lane's start.
    entries: Vec<u16>,
    /// The cell that each seat puts, and its rule.
    puts: Vec<u8>,
    rules: Vec<u16>,
    /// The lines of endings, one ending after the other.
    lines: Vec<Lines>,
    /// The areas that a group must connect, if that ends the match.
    joined: Option<Joined>,
}

/// The lines of an ending.
#[derive(Clone, Debug)]
struct Lines {
    /// The ending, by its row.
    end: usize,
    through: Vec<Squares>,
    /// The start of the lines through each square, and one more.
    starts: Vec<u32>,
}

impl Lines {
    /// True if some squares, one of them `square`, fill a line through it.
    #[inline]
    fn are_filled(&self, squares: Squares, square: u16) -> bool {
        let square = usize::from(square);
        let lines = &self.through[self.starts[square] as usize..self.starts[square + 1] as usize];
        lines.iter().any(|&line| line & !squares == 0)
    }
}

/// An ending by a group that connects areas.
#[derive(Clone, Debug)]
struct Joined {
    /// Its index among the endings.
    end: usize,
    /// For each seat and square, its areas, as bits.
    marks: Vec<Vec<u8>>,
    /// The bits of all areas.
    all: u8,
}

/// The groups of a playout as disjoint sets (union-find): each square points towards its group's representative, which
/// stores the areas reached.
struct Union {
    towards: [u8; MAX_SQUARES],
    reached: [u8; MAX_SQUARES],
}

impl Union {
    #[inline]
    fn find(&mut self, mut square: u8) -> u8 {
        loop {
            let next = self.towards[usize::from(square) & (MAX_SQUARES - 1)];
            if next == square {
                return square;
            }
            let after = self.towards[usize::from(next) & (MAX_SQUARES - 1)];
            self.towards[usize::from(square) & (MAX_SQUARES - 1)] = after;
            square = after;
        }
    }

    /// Adds a square to a seat's squares; returns the areas that its group reaches.
    #[inline]
    fn add(&mut self, rules: &BoardRules, own: Squares, square: u16, mark: u8) -> u8 {
        let mut root = square as u8;
        self.towards[usize::from(square)] = root;
        self.reached[usize::from(square)] = mark;
        for &next in rules.near(square) {
            if own >> next & 1 != 0 {
                let other = self.find(next as u8);
                if other != root {
                    let reached = self.reached[usize::from(other)] | self.reached[usize::from(root)];
                    self.towards[usize::from(root)] = other;
                    root = other;
                    self.reached[usize::from(root)] = reached;
                }
            }
        }
        self.reached[usize::from(root)]
    }
}

impl Joined {
    fn new(rules: &BoardRules, end: usize, rule: &BoardCondition) -> Option<Self> {
        let areas = rule.joins.first().map_or(0, Vec::len);
        if areas == 0 || areas > 8 || rule.around.is_some() || rule.masks != rules.own {
            return None;
        }
        let mark = |joins: &Vec<SquareSet>, square: usize| {
            let reached = joins.iter().enumerate().filter(|(_, area)| area.contains(square as u16));
            reached.fold(0, |mark, (n, _)| mark | 1_u8 << n)
        };
        let of_seat = |joins| (0..rules.squares()).map(|square| mark(joins, square)).collect();
        Some(Self { end, marks: rule.joins.iter().map(of_seat).collect(), all: ((1_u16 << areas) - 1) as u8 })
    }
}

impl Lanes {
    /// Prepares the playouts of a game whose other tables are complete; `None` if the game isn't of this sort.
    pub(super) fn new(rules: &BoardRules, ends: &Endings) -> Option<Self> {
        let only_places = rules.steps.is_empty()
            && rules.royal.iter().all(|cell| *cell == 0)
            && rules.followed.is_empty()
            && rules.touched.is_none()
            && rules.hands.is_none()
            && rules.line_captures.is_empty()
            && !rules.custody.is_any()
            && rules.order.is_plain()
            && rules.has_no_free_pass()
            && rules.phase_verbs[..] == [rules.verbs];
        if !only_places || rules.squares() > MAX_SQUARES || !ends.is_simple {
            return None;
        }
        let (mut puts, mut numbers, mut entries) = (Vec::new(), Vec::new(), Vec::new());
        let mut all: Option<(Vec<u16>, Vec<u16>)> = None;
        for (seat, placings) in rules.placings_of.iter().enumerate() {
            let [number] = placings[..] else { return None };
            let placing = &rules.placings[usize::from(number)];
            let cell = rules.rules[usize::from(placing.rule)].puts;
            if placing.on != CellSet::VACANT.into()
                || placing.limit.is_some()
                || placing.surrounds.is_some()
                || placing.rays.is_some()
                || usize::from(rules.owner[cell]) != seat + 1
            {
                return None;
            }
            puts.push(cell);
            numbers.push(placing.rule);
            entries.clear();
            let (mut list, mut starts) = (Vec::new(), vec![0]);
            for (n, &square) in placing.squares.iter().enumerate() {
                match placing.lanes.get(n) {
                    Some(lane) => list.extend(lane),
                    None => list.push(square),
                }
                starts.push(list.len() as u16);
                entries.resize(list.len(), square);
            }
            let lanes = (list, starts);
            if *all.get_or_insert_with(|| lanes.clone()) != lanes {
                return None;
            }
        }
        let (list, starts) = all?;
        let is_once = |square: &u16| list.iter().filter(|other| *other == square).count() == 1;
        let (mut lines, mut joined) = (Vec::new(), None);
        if !ends.repetitions.is_empty() {
            return None;
        }
        for (end, row) in ends.rows.iter().enumerate() {
            if let Some(asked) = row.asks(FormationKind::Joined).filter(|_| joined.is_none()) {
                joined = Some(Joined::new(rules, end, asked)?);
            } else if let Some(asked) = row.asks(FormationKind::Line).filter(|asked| asked.masks == rules.own) {
                lines.push(Lines::new(rules, end, asked.length as usize));
            } else if !matches!(row.trigger, Trigger::NoMove(_)) {
                return None;
            }
        }
        list.iter().all(is_once).then_some(Self { squares: list, starts, entries, puts, rules: numbers, lines, joined })
    }
}

impl Lines {
    /// All lines of an ending.
    fn new(rules: &BoardRules, end: usize, length: usize) -> Self {
        let (mut through, mut starts) = (Vec::new(), vec![0]);
        for square in 0..rules.squares() {
            for (one, other) in rules.grid.lines_through(square) {
                let all: Vec<usize> = other.iter().rev().chain([&square]).chain(&one).copied().collect();
                let with = all.windows(length).enumerate();
                let with = with.filter(|(n, line)| (*n..n + line.len()).contains(&other.len()));
                through.extend(with.map(|(_, line)| line.iter().fold(0, |set: Squares, square| set | 1 << square)));
            }
            starts.push(through.len() as u32);
        }
        Self { end, through, starts }
    }
}

impl Tables {
    /// Plays at random on lanes, with any policy: there is only one verb.
    pub(super) fn playout_on_lanes(
        &self,
        lanes: &Lanes,
        scratch: &mut Scratch,
        state: &mut State,
        random: AtRandom<'_>,
    ) -> u32 {
        let AtRandom { generator, most, taken: mut record, means, .. } = random;
        let Some(first) = state.decision() else {
            return 0;
        };
        let board = &*self.board;
        let mut seat = first.seat.index();
        let cells = board.cells(&state.bytes);
        let mut taken: [Squares; 16] = [0; 16];
        for (square, &cell) in cells.iter().enumerate() {
            if let Some(owner) = usize::from(board.owner[cell]).checked_sub(1) {
                taken[owner] |= 1 << square;
            }
        }
        // For each open lane, its start and the square after the next one.
        let mut union = Union { towards: [0; MAX_SQUARES], reached: [0; MAX_SQUARES] };
        if let Some(joined) = &lanes.joined {
            for (seat, taken) in taken.iter().enumerate().take(board.seats) {
                let mut own = 0;
                for square in (0..board.squares() as u16).filter(|square| taken >> square & 1 != 0) {
                    own |= 1 << square;
                    union.add(board, own, square, joined.marks[seat][usize::from(square)]);
                }
            }
        }
        let open = &mut scratch.open;
        open.clear();
        for lane in lanes.starts.windows(2) {
            let squares = &lanes.squares[usize::from(lane[0])..usize::from(lane[1])];
            let empty = squares.iter().take_while(|square| cells[usize::from(**square)] == 0).count();
            if empty > 0 {
                open.push((lane[0], lane[0] + empty as u16));
            }
        }
        let mut plies = 0;
        let mut over = None;
        while !open.is_empty() && plies < most && over.is_none() {
            let entered = |&(begin, _): &(u16, u16)| {
                let to = lanes.entries[usize::from(begin)];
                Move { rule: lanes.rules[seat], from: NOWHERE, to }.taken_by(seat)
            };
            let guided = means.and_then(|means| means.choose(generator, open.len(), |n| entered(&open[n])));
            let place = guided.unwrap_or_else(|| generator.below(open.len() as u32) as usize);
            let (begin, after) = open[place];
            let square = lanes.squares[usize::from(after) - 1];
            if let Some(record) = &mut record {
                record.push(entered(&open[place]));
            }
            if after - 1 == begin {
                open.remove(place);
            } else {
                open[place].1 = after - 1;
            }
            state.bytes[board.offset + usize::from(square)] = lanes.puts[seat];
            taken[seat] |= 1 << square;
            plies += 1;
            let own = taken[seat];
            over = lanes.lines.iter().find(|lines| lines.are_filled(own, square)).map(|lines| (lines.end, seat));
            if let Some(joined) = &lanes.joined
                && union.add(board, own, square, joined.marks[seat][usize::from(square)]) == joined.all
                && over.is_none_or(|(end, _)| end > joined.end)
            {
                over = Some((joined.end, seat));
            }
            seat += 1;
            if seat == board.seats {
                seat = 0;
            }
        }
        let is_stuck = open.is_empty();
        state.set_ply(state.ply() + plies);
        state.bytes[STACK + 1] = seat as u8 + 1;
        match over {
            Some((end, winner)) => {
                self.ends.close(state, &self.ends.rows[end], winner);
                self.ends.score(state);
            }
            None if is_stuck => self.end_stuck(scratch, state, (seat + board.seats - 1) % board.seats),
            None => {}
        }
        plies
    }
}
