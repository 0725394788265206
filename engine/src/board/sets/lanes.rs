//! Boards on which one thing is put after the other, and nothing ever moves or goes away: the sets of squares where
//! something can be put need not be found again for each ply. They are kept as lanes, of which each has one open square
//! or none; a square onto which nothing falls is a lane of its own.

use crate::board::ending::Kind;
use crate::board::{BoardRules, Scratch};
use crate::chance::Generator;
use crate::layout::STACK;
use crate::state::State;

/// A set of squares.
type Squares = u128;

/// What is worked out beforehand for playouts on such a board.
#[derive(Clone, Debug)]
pub(crate) struct Lanes {
    /// The squares that can be filled, lane by lane, those that fill last first; what does not fall is a lane of its
    /// own.
    squares: Vec<u16>,
    /// Where each lane begins, and one more; in the order in which a playout counts its choices.
    starts: Vec<u16>,
    /// The cell that each seat puts.
    puts: Vec<u8>,
    /// The lines of the endings by lines, one ending after the other.
    lines: Vec<Lines>,
}

/// The lines with which an ending happens.
#[derive(Clone, Debug)]
struct Lines {
    /// The ending, by place in [`BoardRules::ends`].
    end: usize,
    through: Vec<Squares>,
    /// Where the lines through each square begin, and one more.
    starts: Vec<u32>,
}

impl Lines {
    /// Whether some squares, one of them `square`, fill a line through it.
    #[inline]
    fn are_filled(&self, squares: Squares, square: u16) -> bool {
        let square = usize::from(square);
        let lines = &self.through[self.starts[square] as usize..self.starts[square + 1] as usize];
        lines.iter().any(|&line| line & !squares == 0)
    }
}

impl Lanes {
    /// Prepares the playouts of a game whose other tables are complete; `None` if more happens in it.
    pub(crate) fn new(rules: &BoardRules) -> Option<Self> {
        let only_places = rules.steps.is_empty()
            && rules.royal.iter().all(|cell| *cell == 0)
            && rules.followed.is_empty()
            && rules.touched.is_none()
            && rules.turning.is_plain()
            && rules.phase_verbs[..] == [rules.verbs];
        if !only_places || rules.squares() > super::MOST_SQUARES || !rules.simple_ends {
            return None;
        }
        let mut puts = Vec::new();
        let mut all: Option<(Vec<u16>, Vec<u16>)> = None;
        for (seat, placings) in rules.placings_of.iter().enumerate() {
            let [number] = placings[..] else { return None };
            let placing = &rules.placings[usize::from(number)];
            let cell = rules.rules[usize::from(placing.rule)].puts;
            if placing.on != 1
                || placing.limit.is_some()
                || !placing.rays.is_empty()
                || usize::from(rules.owner[usize::from(cell)]) != seat + 1
            {
                return None;
            }
            puts.push(cell);
            let (mut list, mut starts) = (Vec::new(), vec![0]);
            for (n, &square) in placing.squares.iter().enumerate() {
                match placing.lanes.get(n) {
                    Some(lane) => list.extend(lane),
                    None => list.push(square),
                }
                starts.push(list.len() as u16);
            }
            let lanes = (list, starts);
            if *all.get_or_insert_with(|| lanes.clone()) != lanes {
                return None;
            }
        }
        let (list, starts) = all?;
        let is_once = |square: &u16| list.iter().filter(|other| *other == square).count() == 1;
        let mut lines = Vec::new();
        for (end, rule) in rules.ends.iter().enumerate() {
            match rule.kind {
                Kind::Line => lines.push(rules.lines(end, rule.limit as usize)),
                Kind::NoMove(_) => {}
                _ => return None,
            }
        }
        list.iter().all(is_once).then_some(Self { squares: list, starts, puts, lines })
    }
}

impl BoardRules {
    /// All lines of an ending.
    fn lines(&self, end: usize, length: usize) -> Lines {
        let (mut through, mut starts) = (Vec::new(), vec![0]);
        for square in 0..self.squares() {
            for (one, other) in self.grid.lines_through(square) {
                let all: Vec<usize> = other.iter().rev().chain([&square]).chain(&one).copied().collect();
                let with = all.windows(length).enumerate();
                let with = with.filter(|(n, line)| (*n..n + line.len()).contains(&other.len()));
                through.extend(with.map(|(_, line)| line.iter().fold(0, |set: Squares, square| set | 1 << square)));
            }
            starts.push(through.len() as u32);
        }
        Lines { end, through, starts }
    }

    /// Plays at random on lanes, whatever the policy: there is just one verb.
    pub(super) fn playout_on_lanes(
        &self,
        lanes: &Lanes,
        scratch: &mut Scratch,
        state: &mut State,
        generator: &mut Generator,
        most: u32,
    ) -> u32 {
        let Some(first) = state.decision() else {
            return 0;
        };
        let mut seat = first.seat.index();
        let cells = self.cells(&state.bytes);
        let mut taken: [Squares; 16] = [0; 16];
        for (square, &cell) in cells.iter().enumerate() {
            if let Some(owner) = usize::from(self.owner[usize::from(cell) & 63]).checked_sub(1) {
                taken[owner] |= 1 << square;
            }
        }
        // For each lane that is open, where it begins and the square after the one that is next.
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
            let place = generator.below(open.len() as u32) as usize;
            let (begin, after) = open[place];
            let square = lanes.squares[usize::from(after) - 1];
            if after - 1 == begin {
                open.remove(place);
            } else {
                open[place].1 = after - 1;
            }
            state.bytes[self.offset + usize::from(square)] = lanes.puts[seat];
            taken[seat] |= 1 << square;
            plies += 1;
            let own = taken[seat];
            over = lanes.lines.iter().find(|lines| lines.are_filled(own, square)).map(|lines| (lines.end, seat));
            seat += 1;
            if seat == self.seats {
                seat = 0;
            }
        }
        let is_stuck = open.is_empty();
        state.set_ply(state.ply() + plies);
        state.bytes[STACK + 1] = seat as u8 + 1;
        match over {
            Some((end, winner)) => self.finish(state, &self.ends[end], winner),
            None if is_stuck => self.end_stuck(scratch, state),
            None => {}
        }
        plies
    }
}
