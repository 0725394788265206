//! Draws of what stands on squares that a viewer doesn't see.
//!
//! Pieces are kept where they were last seen, the less often the more has happened since, and the others are put at
//! random on squares that they can reach by the tables, within domains that the observations narrow ([`contents`]), since
//! few placings at random would agree with these.
//!
//! [`contents`]: super::contents

use parlour_board::{BoardRules, Reachable};
use parlour_game::Game;
use parlour_game::unseen::{Last, Remembered};
use parlour_game::view::View;
use parlour_model::action::ActionList;
use parlour_model::cells::CellSet;
use parlour_model::chance::Generator;
use parlour_model::ids::{Seat, Square};
use parlour_model::state::State;
use parlour_pack::boards::SquaresSeen;
use parlour_pack::pieces::Follows;

use super::contents::{Domains, Observer};
use super::ships::Ships;

/// One in this many unseen pieces that can be promoted is taken to be.
const PROMOTED: u32 = 24;

/// One in this many worlds is drawn from the domains as they are before observations narrow them.
const LOOSE: u32 = 6;

/// The unseen squares of all boards, and what can stand there.
#[derive(Clone, Debug)]
pub(super) struct HiddenSquares {
    boards: Vec<HiddenBoard>,
    /// The offsets of variables that tell whether pieces of other seats have moved.
    unmoved: Vec<usize>,
    /// True if scripts move pieces of seats on them.
    are_moved_by_scripts: bool,
}

/// The unseen squares of a board.
#[derive(Clone, Debug)]
struct HiddenBoard {
    offset: usize,
    squares: Vec<usize>,
    /// The cells that can stand on each square by the tables and by what is remembered.
    domains: Domains,
    /// The same, narrowed by what the viewer observes now.
    narrowed: Domains,
    /// Pieces that lie on several squares.
    ships: Vec<Ships>,
    groups: Vec<Group>,
}

/// The unseen pieces of a seat, or what belongs to nobody.
#[derive(Clone, Debug)]
struct Group {
    /// The cells as far as they are known.
    pieces: Vec<u8>,
    /// Their number.
    count: usize,
    /// Squares on which one was last seen, with its cell, 0 for an unknown one, and the number of actions since then.
    last: Vec<(usize, u8, u32)>,
    /// The promotions of each cell.
    promotions: Vec<Vec<u8>>,
    is_of_seat: bool,
}

impl HiddenSquares {
    /// The unseen squares of a view; `None` if there are none. Where tables alone move pieces (`by_tables`), what they can
    /// reach is known.
    pub(super) fn of(game: &Game, view: &View, by_tables: bool) -> Option<Self> {
        let known = view.unseen()?;
        let viewer = view.viewer();
        let of_board =
            |known| HiddenBoard::of(game, (view.state(), viewer), known, (by_tables, view.legal().map(AsRef::as_ref)));
        let boards: Vec<HiddenBoard> = known.boards().iter().filter_map(of_board).collect();
        let vars = game.pack().vars.iter().zip(&game.layout().vars);
        let unmoved = vars.filter(|(spec, _)| spec.follows == Some(Follows::Unmoved)).flat_map(|(_, layout)| {
            let others = (0..layout.count).filter(|&member| viewer.is_none_or(|seat| seat.index() != member));
            others.map(|member| layout.offset + 4 * member * layout.length)
        });
        let unmoved = unmoved.collect();
        let are_moved_by_scripts = !by_tables
            && game.board_rules().is_none()
            && boards.iter().all(|board| board.ships.is_empty())
            && boards.iter().flat_map(|board| &board.groups).any(|group| group.is_of_seat && group.count > 0);
        (!boards.is_empty()).then_some(Self { boards, unmoved, are_moved_by_scripts })
    }

    /// True if scripts move pieces of seats on them, so that the tables don't tell where these can be.
    pub(super) fn are_moved_by_scripts(&self) -> bool {
        self.are_moved_by_scripts
    }

    /// Empties the unseen squares.
    pub(super) fn clear(&self, state: &mut State) {
        for board in &self.boards {
            board.squares.iter().for_each(|square| state.bytes[board.offset + square] = 0);
        }
    }

    /// Places pieces; false if this draw has come to nothing.
    pub(super) fn draw(&self, game: &Game, state: &mut State, generator: &mut Generator) -> bool {
        for board in &self.boards {
            if !board.draw(game, state, generator) {
                return false;
            }
        }
        true
    }

    /// Draws whether unseen pieces have moved, where they still stand as at the start.
    pub(super) fn draw_unmoved(&self, game: &Game, state: &mut State, generator: &mut Generator) {
        for &at in &self.unmoved {
            state.set_i32(at, generator.below(2) as i32);
        }
        if let Some(rules) = game.board_rules() {
            rules.settle_rights(state);
        }
    }
}

impl HiddenBoard {
    fn of(
        game: &Game,
        (view, viewer): (&State, Option<Seat>),
        known: &Remembered,
        (by_tables, legal): (bool, Option<&ActionList>),
    ) -> Option<Self> {
        let board = known.board;
        let spec = &game.pack().boards[board.index()];
        let layout = game.layout().boards[board.index()];
        let unseen = spec.sight?.unseen;
        let cells = game.cells_of(view, board);
        let is_there = |square: &usize| game.has_square(board, Square::from_index(*square));
        let squares: Vec<usize> = (0..cells.len()).filter(|&square| cells[square] == unseen).filter(is_there).collect();
        if squares.is_empty() {
            return None;
        }
        let mut left = known.pool.clone();
        cells.iter().for_each(|&cell| left[usize::from(cell)] = left[usize::from(cell)].saturating_sub(1));
        let rules = game.board_rules().filter(|rules| rules.board == board.index()).map(AsRef::as_ref);
        // A seat sees its own pieces, unless it sees none at all.
        let own = viewer.filter(|_| spec.sight.is_some_and(|sight| sight.seen != SquaresSeen::None));
        let owners = [None].into_iter().chain(game.seats().filter(|&seat| Some(seat) != own).map(Some));
        let reachable = rules.filter(|_| by_tables).and_then(BoardRules::reachable);
        let domains = Self::domains(game, cells, known, own, reachable.as_ref());
        let is_open = |square: usize| !(domains[square] & !CellSet::VACANT).is_empty();
        let ships = Ships::all(game, cells, known, &is_open);
        ships.iter().for_each(|ships| left[usize::from(ships.cell)] = 0);
        let laid = |owner: Option<Seat>| -> usize {
            let is_of = |ships: &&Ships| spec.seat_of(ships.cell) == owner.map(Seat::index);
            ships.iter().filter(is_of).map(|ships| ships.hidden).sum()
        };
        let groups = owners.map(|owner| {
            let mut group = Group::of(game, (cells, &left), owner, known);
            group.count = group.count.saturating_sub(if owner.is_some() { laid(owner) } else { 0 });
            group
        });
        let groups = groups.collect();
        let legal = game.board_rules().map(AsRef::as_ref).filter(|rules| rules.board == board.index()).zip(legal);
        let is_all = by_tables && legal.is_some_and(|(rules, _)| rules.order.is_plain() && !rules.has_royal());
        let mut narrowed = domains.clone();
        Observer { game, board, viewer, legal, is_all }.narrow(view, &mut narrowed);
        Some(Self { offset: layout.offset, squares, domains, narrowed, ships, groups })
    }

    /// The cells that can stand on each square that isn't seen, by the tables and by what is certainly remembered.
    fn domains(
        game: &Game,
        cells: &[u8],
        known: &Remembered,
        own: Option<Seat>,
        reachable: Option<&Reachable>,
    ) -> Domains {
        let spec = &game.pack().boards[known.board.index()];
        let unseen = spec.sight.map_or(0, |sight| sight.unseen);
        let all: Vec<u8> = (1..=spec.symbols.len() as u8)
            .filter(|&cell| cell != unseen && (own.is_none() || spec.seat_of(cell) != own.map(Seat::index)))
            .collect();
        let of_square = |square: usize| {
            if cells[square] != unseen || !game.has_square(known.board, Square::from_index(square)) {
                return CellSet::EMPTY;
            }
            let can = |&&cell: &&u8| {
                let is_remembered = known.age[square] > 0
                    || match known.last[square] {
                        Last::Never => true,
                        Last::Cell(last) => last == cell,
                        Last::PieceOf(seat) => spec.seat_of(cell) == Some(seat),
                    };
                is_remembered && reachable.is_none_or(|reachable| reachable.has(cell, square))
            };
            let can_be_empty = known.age[square] > 0 || matches!(known.last[square], Last::Never | Last::Cell(0));
            all.iter().filter(can).chain(can_be_empty.then_some(&0)).copied().collect()
        };
        (0..cells.len()).map(of_square).collect()
    }

    fn draw(&self, game: &Game, state: &mut State, generator: &mut Generator) -> bool {
        let domains = if generator.below(LOOSE) == 0 { &self.domains } else { &self.narrowed };
        let mut free: Vec<bool> = vec![false; domains.len()];
        self.squares.iter().for_each(|&square| free[square] = true);
        let mut occupied: Vec<usize> = self.squares.iter().copied().filter(|&n| !domains[n].has(0)).collect();
        let rules = game.board_rules().map(AsRef::as_ref);
        let cells = &mut state.bytes[self.offset..self.offset + free.len()];
        cells.iter_mut().zip(&free).for_each(|(cell, free)| *cell = if *free { 0 } else { *cell });
        let Some(ships) = Ships::draw(&self.ships, free.len(), generator) else { return false };
        for (line, cell) in ships {
            line.iter().for_each(|&square| (cells[square], free[square]) = (cell, false));
            occupied.retain(|square| !line.contains(square));
        }
        for group in &self.groups {
            let wanted = if group.is_of_seat { std::mem::take(&mut occupied) } else { Vec::new() };
            let Some((placed, left)) = group.draw((&self.squares, domains), (&mut free, wanted), rules, generator)
            else {
                return false;
            };
            for (square, cell) in placed {
                cells[square] = cell;
            }
            occupied.extend(left);
        }
        occupied.is_empty()
    }
}

/// A number below `n`; 0 if `n` is 0.
fn below(generator: &mut Generator, n: usize) -> usize {
    if n == 0 { 0 } else { generator.below(n as u32) as usize }
}

/// Pieces with their squares, and the occupied squares that are left to others.
type Placed = (Vec<(usize, u8)>, Vec<usize>);

impl Group {
    fn of(game: &Game, (cells, left): (&[u8], &[u32]), owner: Option<Seat>, known: &Remembered) -> Self {
        let spec = &game.pack().boards[known.board.index()];
        let seat = owner.map(Seat::index);
        let unseen = spec.sight.map_or(0, |sight| sight.unseen);
        let is_of = |cell: u8| cell > 0 && cell != unseen && spec.seat_of(cell) == seat;
        let of_group = (0..=u8::MAX).take(left.len()).filter(|&cell| is_of(cell));
        let pieces: Vec<u8> =
            of_group.flat_map(|cell| std::iter::repeat_n(cell, left[usize::from(cell)] as usize)).collect();
        let in_sight = cells.iter().filter(|&&cell| is_of(cell)).count();
        let count = seat.map_or(pieces.len(), |seat| (known.totals[seat] as usize).saturating_sub(in_sight));
        let last = (0..cells.len()).filter(|&square| cells[square] == unseen);
        let last = last.filter_map(|square| match known.last[square] {
            Last::Cell(cell) if is_of(cell) && left[usize::from(cell)] > 0 => Some((square, cell, known.age[square])),
            Last::PieceOf(other) if Some(other) == seat => Some((square, 0, known.age[square])),
            _ => None,
        });
        let last = last.collect();
        let promotions = (0..=spec.symbols.len()).map(|cell| {
            let piece = cell.checked_sub(1).and_then(|n| spec.symbols[n].piece).filter(|_| known.actions >= 4);
            let Some((piece, of)) = piece.filter(|(_, of)| Some(*of) == seat) else { return Vec::new() };
            let becomes = game.pack().moves.pieces[piece].moves.iter().filter_map(|row| row.becomes.as_ref());
            let becomes = becomes.flat_map(|becomes| &becomes.pieces).filter_map(|&other| {
                let place = spec.symbols.iter().position(|symbol| symbol.piece == Some((other, of)))?;
                u8::try_from(place + 1).ok()
            });
            becomes.collect()
        });
        Self { pieces, count, last, promotions: promotions.collect(), is_of_seat: owner.is_some() }
    }

    /// The pieces of a draw: as many as there are.
    fn pieces(&self, generator: &mut Generator) -> Vec<u8> {
        let mut pieces = self.pieces.clone();
        generator.shuffle(&mut pieces);
        pieces.truncate(self.count);
        while pieces.len() < self.count && !self.pieces.is_empty() {
            pieces.push(self.pieces[below(generator, self.pieces.len())]);
        }
        pieces
    }

    /// Promotes some of the pieces.
    fn promote(&self, pieces: &mut [u8], generator: &mut Generator) {
        for piece in pieces {
            let choices = &self.promotions[usize::from(*piece)];
            if !choices.is_empty() && generator.below(PROMOTED) == 0 {
                *piece = choices[below(generator, choices.len())];
            }
        }
    }

    /// Places the pieces on free squares; `wanted` are squares that must be occupied, of which those that no piece is left
    /// for are returned. `None` if a piece has no square.
    fn draw(
        &self,
        (squares, domains): (&[usize], &Domains),
        (free, mut wanted): (&mut [bool], Vec<usize>),
        rules: Option<&BoardRules>,
        generator: &mut Generator,
    ) -> Option<Placed> {
        let has = |square: usize, cell: u8| domains[square].has(cell);
        let mut pieces = self.pieces(generator);
        let mut placed: Vec<(usize, u8)> = Vec::new();
        // The squares that pieces have left, with their cells, 0 for any; the number of those placed for certain.
        let (mut gone, mut certain): (Vec<(usize, u8)>, usize) = (Vec::new(), 0);
        let mut last = self.last.clone();
        generator.shuffle(&mut last);
        // A piece seen in two places is where it was seen last.
        last.sort_by_key(|(_, _, age)| *age);
        last.retain(|(square, ..)| free[*square]);
        let one_in = self.count.clamp(2, 8) as u32;
        for (square, cell, age) in last {
            // One piece moves with each action, and two at the most.
            let has_gone = age > 0 && gone.len() <= age as usize && {
                let stays = (0..age.min(20)).all(|_| generator.below(one_in) != 0);
                !stays
            };
            if cell == 0 {
                if has_gone {
                    gone.push((square, 0));
                } else {
                    wanted.retain(|other| *other != square);
                    wanted.insert(0, square);
                }
                continue;
            }
            let Some(n) = pieces.iter().position(|piece| *piece == cell) else { continue };
            if has_gone || !has(square, cell) {
                gone.push((square, cell));
                continue;
            }
            pieces.swap_remove(n);
            free[square] = false;
            wanted.retain(|other| *other != square);
            if age == 0 {
                placed.insert(certain, (square, cell));
                certain += 1;
            } else {
                placed.push((square, cell));
            }
        }
        self.promote(&mut pieces, generator);
        let mut left = Vec::new();
        for square in wanted.into_iter().filter(|square| free[*square]).collect::<Vec<_>>() {
            let can = |cell: u8| has(square, cell);
            let loose = (0..pieces.len()).filter(|&n| can(pieces[n])).collect::<Vec<_>>();
            if !loose.is_empty() {
                let cell = pieces.swap_remove(loose[below(generator, loose.len())]);
                placed.push((square, cell));
            } else {
                let kept: Vec<usize> = (certain..placed.len()).filter(|&n| can(placed[n].1)).collect();
                if kept.is_empty() {
                    left.push(square);
                    continue;
                }
                let n = kept[below(generator, kept.len())];
                free[placed[n].0] = true;
                placed[n].0 = square;
            }
            free[square] = false;
        }
        for cell in pieces {
            let can = |&square: &usize| free[square] && has(square, cell);
            let open: Vec<usize> = squares.iter().copied().filter(can).collect();
            let from = gone.iter().position(|(_, other)| *other == cell || *other == 0).map(|n| gone.remove(n).0);
            let near: Vec<usize> = match from.zip(rules).filter(|_| generator.below(5) != 0) {
                Some((from, rules)) => open.iter().copied().filter(|&to| rules.goes(cell, from, to)).collect(),
                None => Vec::new(),
            };
            let from = if near.is_empty() { open } else { near };
            let square = *from.get(below(generator, from.len()))?;
            free[square] = false;
            placed.push((square, cell));
        }
        Some((placed, left))
    }
}
