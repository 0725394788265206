//! Sight: the squares of a board that a viewer sees, and what it observes of an action by them.
//!
//! A board with `seen` hides squares with all that stands on them. A seat sees the squares of its own pieces (`owner`),
//! also those that they reach by a move of tables on the present board, whoever is to act (`reach`), those within some
//! steps of its own pieces (`sight`), those of its side (`sides`), and those that scripts show it by marks in the block. Sight follows from the
//! block alone, so that a view needs no script.

use super::Game;
use parlour_board::{List, NOWHERE, Scratch, Tier};
use parlour_model::action::Action;
use parlour_model::event::{Blanks, Event};
use parlour_model::ids::{BoardId, EventKind, Seat, Square};
use parlour_model::kind::Kind;
use parlour_model::state::State;
use parlour_pack::boards::{Sight, SquaresSeen};
use parlour_pack::pieces::{Effect, Follows};

/// The value in a view of a hidden variable that isn't 0.
pub const UNKNOWN: i32 = i32::MIN;

/// For each square of a board, true if it is one of a set.
pub(crate) type Squares = Vec<bool>;

/// The changes of an action that a viewer observes on a board.
struct Observed {
    board: BoardId,
    /// The squares that it sees before the action.
    before: Squares,
    /// The squares that it sees after it.
    after: Squares,
    /// The squares whose change it observes.
    change: Squares,
}

impl Game {
    /// True if there are boards of which not everyone sees all squares.
    pub fn hides_squares(&self) -> bool {
        self.sighted_boards().next().is_some()
    }

    /// The boards of which not everyone sees all squares.
    pub(crate) fn sighted_boards(&self) -> impl Iterator<Item = (BoardId, Sight)> + '_ {
        let boards = self.pack().boards.iter().enumerate();
        boards.filter_map(|(n, board)| Some((BoardId::from_index(n), board.sight?)))
    }

    /// True if a symbol of a board, by index, stands for the content of squares that aren't seen.
    pub fn is_unseen_symbol(&self, board: BoardId, symbol: usize) -> bool {
        self.pack().boards[board.index()].sight.is_some_and(|sight| usize::from(sight.unseen) == symbol + 1)
    }

    /// The cells of a board in a state.
    pub fn cells_of<'a>(&self, state: &'a State, board: BoardId) -> &'a [u8] {
        let layout = self.layout().boards[board.index()];
        &state.bytes[layout.offset..layout.offset + layout.squares()]
    }

    /// The squares of a board that a viewer sees in a state; in a view, those that it shows.
    pub fn sight(&self, state: &State, board: BoardId, viewer: Option<Seat>) -> Squares {
        let (spec, cells) = (&self.pack().boards[board.index()], self.cells_of(state, board));
        let Some(sight) = spec.sight else { return vec![true; cells.len()] };
        if cells.contains(&sight.unseen) {
            return cells.iter().map(|cell| *cell != sight.unseen).collect();
        }
        let mut seen = self.lit(state, board, viewer);
        let of_side = viewer.map_or(u8::MAX, |seat| seat.0 + 1);
        seen.iter_mut().zip(self.sides(board)).for_each(|(seen, side)| *seen |= *side == of_side);
        let Some(seat) = viewer.filter(|_| sight.seen != SquaresSeen::None) else { return seen };
        let own: Squares = cells.iter().map(|&cell| spec.seat_of(cell) == Some(seat.index())).collect();
        seen.iter_mut().zip(&own).for_each(|(seen, own)| *seen |= own);
        if sight.seen == SquaresSeen::Reach {
            self.add_reached(state, board, seat, &mut seen);
        }
        if sight.steps > 0 {
            self.add_near(board, sight.steps, own, &mut seen);
        }
        seen
    }

    /// The squares that scripts show to a viewer, to a spectator those that they show to every seat; and places without a
    /// square.
    fn lit(&self, state: &State, board: BoardId, viewer: Option<Seat>) -> Squares {
        let squares = self.layout().boards[board.index()].squares();
        let Some(at) = self.layout().lit[board.index()] else { return vec![true; squares] };
        let mask = viewer.map_or(u16::MAX >> (16 - self.seat_count().min(16)), |seat| 1 << seat.0);
        let is_there = |square: usize| self.has_square(board, Square::from_index(square));
        (0..squares).map(|square| !is_there(square) || state.u16(at + 2 * square) & mask == mask).collect()
    }

    /// True if scripts show a square of a board that hides squares to every seat.
    pub fn is_shown_to_all(&self, state: &State, board: BoardId, square: Square) -> bool {
        let everyone = u16::MAX >> (16 - self.seat_count().min(16));
        let mask = self.layout().lit[board.index()].map(|at| state.u16(at + 2 * square.index()));
        mask.is_some_and(|mask| mask & everyone == everyone)
    }

    /// True if scripts can show squares of a board.
    pub fn has_lit(&self, board: BoardId) -> bool {
        self.layout().lit[board.index()].is_some()
    }

    /// True if scripts show a square to a seat.
    pub(crate) fn is_lit(&self, state: &State, board: BoardId, square: Square, seat: Seat) -> bool {
        let mask = self.layout().lit[board.index()].map(|at| state.u16(at + 2 * square.index()));
        mask.is_some_and(|mask| mask & 1 << seat.0 != 0)
    }

    /// Shows a square to a seat, or to everyone.
    pub fn light(&self, state: &mut State, board: BoardId, square: Square, seat: Option<Seat>) {
        if let Some(at) = self.layout().lit[board.index()].map(|at| at + 2 * square.index()) {
            let mask = state.u16(at);
            state.set_u16(at, mask | seat.map_or(u16::MAX, |seat| 1 << seat.0));
        }
    }

    /// Adds the squares that a seat's pieces go to, capture on or pass over by a move of tables.
    fn add_reached(&self, state: &State, board: BoardId, seat: Seat, seen: &mut Squares) {
        let Some(rules) = self.board_rules().filter(|rules| rules.board == board.index()) else { return };
        let mut moves = Vec::new();
        let tier = Tier { verbs: rules.verbs, only: None };
        rules.search_unjudged(&mut Scratch::default(), &state.bytes, seat.index(), tier, &mut List(&mut moves));
        let mut add = |square: u16| seen.iter_mut().skip(usize::from(square)).take(1).for_each(|seen| *seen = true);
        for taken in moves.into_iter().filter(|taken| taken.from != NOWHERE && taken.to != NOWHERE) {
            add(taken.to);
            let rule = &rules.rules[usize::from(taken.rule)];
            rule.takes.checked_sub(1).into_iter().for_each(&mut add);
            match rule.effect {
                Effect::Jump => rules.between(taken.from, taken.to).into_iter().for_each(&mut add),
                Effect::Overtake => rules.overtaken(seat.index(), taken).into_iter().for_each(&mut add),
                Effect::Move | Effect::Capture | Effect::Shoot | Effect::Build | Effect::Swap | Effect::Convert => {}
                Effect::Push | Effect::Place | Effect::Castle | Effect::Pass | Effect::TakeOver | Effect::Stop => {}
            }
        }
    }

    /// Adds the squares within some steps of a set, from neighbour to neighbour.
    fn add_near(&self, board: BoardId, steps: usize, mut reached: Squares, seen: &mut Squares) {
        let neighbours = self.neighbours(board);
        for _ in 0..steps {
            let from: Vec<usize> = (0..reached.len()).filter(|&square| reached[square]).collect();
            from.into_iter().flat_map(|square| &neighbours[square]).for_each(|&square| reached[square] = true);
        }
        seen.iter_mut().zip(reached).for_each(|(seen, reached)| *seen |= reached);
    }

    /// Blanks the squares of a state that a viewer doesn't see, and what tells of them.
    pub(crate) fn blank_squares(&self, out: &mut State, viewer: Option<Seat>) {
        let everyone = u16::MAX >> (16 - self.seat_count().min(16));
        for (board, sight) in self.sighted_boards() {
            let layout = self.layout().boards[board.index()];
            let touched = self.layout().touched.filter(|_| self.pack().moves.board == board.index());
            let seen = self.sight(out, board, viewer);
            for square in (0..seen.len()).filter(|&square| !seen[square]) {
                out.bytes[layout.offset + square] = sight.unseen;
                touched.into_iter().for_each(|at| out.bytes[at + square] = 0);
            }
            for at in self.layout().lit[board.index()].iter().flat_map(|at| (0..seen.len()).map(move |n| at + 2 * n)) {
                let mask = out.u16(at);
                // What everyone is shown everyone knows.
                let kept = match viewer {
                    _ if mask & everyone == everyone => mask,
                    Some(seat) => mask & 1 << seat.0,
                    None => 0,
                };
                out.set_u16(at, kept);
            }
            if self.board_rules().is_some_and(|rules| rules.board == board.index()) {
                self.blank_followed(out, viewer);
            }
        }
        // Numbers of earlier positions are made of what stood where.
        if let Some(history) = self.layout().history.filter(|_| self.hides_squares()) {
            out.bytes[history.offset..history.offset + 2 + 8 * history.capacity].fill(0);
        }
    }

    /// Blanks the variables that follow the board: the squares of the last action, the square passed over unless the
    /// viewer can capture there now, and whether pieces of others have moved.
    fn blank_followed(&self, out: &mut State, viewer: Option<Seat>) {
        let acts = viewer.is_some() && out.decision().map(|due| due.seat) == viewer;
        for (spec, layout) in self.pack().vars.iter().zip(&self.layout().vars) {
            let blank = match spec.follows {
                Some(Follows::LastFrom | Follows::LastTo) => 0,
                Some(Follows::Passed) if !acts => 0,
                Some(Follows::Unmoved) => UNKNOWN,
                _ => continue,
            };
            let is_own = |member: &usize| blank == UNKNOWN && viewer.is_some_and(|seat| seat.index() == *member);
            for member in (0..layout.count).filter(|member| !is_own(member)) {
                out.set_i32(layout.offset + 4 * member * layout.length, blank);
            }
        }
    }

    /// The changes of the sighted boards that a viewer observes. It observes the change of a square that it sees before
    /// and after, of one that an own piece stands on before or after, of one that scripts show it after, and of one that
    /// its own action names.
    fn observed(&self, action: Option<&Action>, [before, after]: [&State; 2], viewer: Option<Seat>) -> Vec<Observed> {
        let acts = viewer.is_some() && before.decision().map(|due| due.seat) == viewer;
        let of_board = |(board, sight): (BoardId, Sight)| {
            let spec = &self.pack().boards[board.index()];
            let [was, is] = [before, after].map(|state| self.sight(state, board, viewer));
            let mut change = self.lit(after, board, viewer);
            let cells = [before, after].map(|state| self.cells_of(state, board));
            let is_own = |cell: u8| viewer.is_some_and(|seat| spec.seat_of(cell) == Some(seat.index()));
            for (square, change) in change.iter_mut().enumerate() {
                let own = sight.seen != SquaresSeen::None && cells.iter().any(|cells| is_own(cells[square]));
                *change |= own || was[square] && is[square];
            }
            if let Some(action) = action.filter(|_| acts) {
                self.squares_of(action, board).for_each(|square| change[square] = true);
            }
            Observed { board, before: was, after: is, change }
        };
        self.sighted_boards().map(of_board).collect()
    }

    /// The squares of a board that an action names.
    fn squares_of<'a>(&'a self, action: &'a Action, board: BoardId) -> impl Iterator<Item = usize> + 'a {
        let args = self.pack().verbs[action.verb().index()].args.iter();
        let args = args.filter(move |arg| arg.kind == Kind::Square(board));
        let squares = args.filter_map(|arg| Square::from_number(action.number(arg)).map(Square::index));
        squares.filter(move |square| *square < self.layout().boards[board.index()].squares())
    }

    /// True if a viewer sees of a state's boards what a view shows, on the same squares.
    pub fn shows_squares(&self, state: &State, shown: &State, viewer: Option<Seat>) -> bool {
        self.sighted_boards().all(|(board, sight)| {
            let (cells, shown) = (self.cells_of(state, board), self.cells_of(shown, board));
            let seen = self.sight(state, board, viewer);
            (0..cells.len()).all(|n| if seen[n] { cells[n] == shown[n] } else { shown[n] == sight.unseen })
        })
    }

    /// The viewers: the seats, and a spectator.
    fn viewers(&self) -> impl Iterator<Item = Option<Seat>> + use<> {
        self.seats().map(Some).chain([None])
    }

    /// Notes with events which viewers don't observe them, or some of their fields, by what they see on boards.
    pub fn blank_events(&self, action: Option<&Action>, states: [&State; 2], events: &mut [Event]) {
        if !self.hides_squares() {
            return;
        }
        for event in events.iter_mut() {
            event.blanks = Blanks::default();
        }
        for viewer in self.viewers() {
            let observed = self.observed(action, states, viewer);
            for event in events.iter_mut() {
                self.blank_event(event, &observed, viewer);
            }
        }
    }

    fn blank_event(&self, event: &mut Event, observed: &[Observed], viewer: Option<Seat>) {
        let spec = &self.pack().events[EventKind::index(event.kind)];
        let is_table = self.pack().verbs.iter().any(|verb| verb.name == spec.name)
            && self.pack().moves.verbs().any(|verb| self.pack().verbs[verb].name == spec.name);
        for on in observed {
            let square = |event: &Event, n: usize| {
                let field = &spec.fields[n];
                let square = usize::try_from(event.number(field) - 1).ok()?;
                (field.kind == Kind::Square(on.board) && square < on.change.len()).then_some(square)
            };
            let named =
                |event: &Event, name: &str| square(event, spec.fields.iter().position(|field| field.name == name)?);
            let squares: Vec<usize> = (0..spec.fields.len()).filter_map(|n| square(event, n)).collect();
            let is_all = squares.iter().all(|&square| on.change[square]);
            if squares.last().is_some_and(|&last| !on.change[last]) {
                event.blanks.hide(viewer);
            }
            for (n, field) in spec.fields.iter().enumerate() {
                let is_seen = match field.kind {
                    Kind::Square(board) if board == on.board => square(event, n).is_none_or(|square| on.change[square]),
                    Kind::Symbol(board) if board == on.board && is_table => match field.name.as_str() {
                        "target" => {
                            let of = named(event, "take").or_else(|| named(event, "to"));
                            of.is_none_or(|square| on.change[square] && on.before[square])
                        }
                        _ => {
                            let (from, to) = (named(event, "from"), named(event, "to"));
                            from.is_some_and(|from| on.change[from] && on.before[from])
                                || to.is_none_or(|to| on.change[to] && on.after[to])
                        }
                    },
                    Kind::Symbol(board) if board == on.board => is_all,
                    _ => true,
                };
                if !is_seen {
                    event.blanks.hide_part(field.offset, viewer);
                }
            }
        }
    }

    /// The viewers that don't observe an action, or some of its arguments, by what they see on boards.
    pub fn blanks_of(&self, action: &Action, states: [&State; 2]) -> Blanks {
        let mut blanks = Blanks::default();
        let actor = states[0].decision().map(|due| due.seat);
        for viewer in self.viewers().filter(|viewer| viewer.is_none() || *viewer != actor) {
            for on in self.observed(Some(action), states, viewer) {
                let squares: Vec<usize> = self.squares_of(action, on.board).collect();
                let cells = states.map(|state| self.cells_of(state, on.board));
                let is_unseen = match squares.last() {
                    Some(&last) => !on.change[last],
                    None => (0..on.change.len()).any(|n| cells[0][n] != cells[1][n] && !on.change[n]),
                };
                if is_unseen {
                    blanks.hide(viewer);
                }
                for arg in &self.pack().verbs[action.verb().index()].args {
                    let is_seen = match arg.kind {
                        Kind::Square(board) if board == on.board => Square::from_number(action.number(arg))
                            .is_none_or(|square| on.change.get(square.index()) != Some(&false)),
                        Kind::Symbol(_) | Kind::Word(_) => {
                            squares.last().is_none_or(|&last| on.change[last] && on.after[last])
                        }
                        _ => true,
                    };
                    if !is_seen {
                        blanks.hide_part(arg.offset, viewer);
                    }
                }
            }
        }
        blanks
    }

    /// The squares of a board that have changed from one state to another as far as a viewer observes it.
    pub fn changed_squares(&self, board: BoardId, [before, after]: [&State; 2], viewer: Option<Seat>) -> Vec<usize> {
        let observed = self.observed(None, [before, after], viewer).into_iter().find(|on| on.board == board);
        let cells = [before, after].map(|state| self.cells_of(state, board));
        let layout = self.board(board);
        let is_same_under = |square: usize| before.under(layout, square) == after.under(layout, square);
        let has_changed = |square: &usize| cells[0][*square] != cells[1][*square] || !is_same_under(*square);
        let is_observed = |square: &usize| observed.as_ref().is_none_or(|on| on.change[*square]);
        (0..cells[0].len()).filter(|square| has_changed(square) && is_observed(square)).collect()
    }
}
