//! Endings and consequences of an action, in this fixed order:
//!
//! 1. variables derived from the board; if tables have given the turn to a seat that is out, it passes on;
//! 2. the `[[end]]` rows in the order of the file, except repetition;
//! 3. an ending that a script has called;
//! 4. repetition of the whole position;
//! 5. `ply_limit`.
//!
//! The first ending that applies counts. Then come the winners, if the ending doesn't name them, and the scores.

use std::sync::Arc;

use parlour_board::{BoardCondition, BoardRules, Changes, FormationKind, Scratch};
use parlour_game::Game;
use parlour_model::ids::ZoneId;
use parlour_model::layout::{AliveLayout, HistoryLayout, ZoneLayout};
use parlour_model::state::State;
use parlour_pack::pieces::{EndSpec, Follows, Verdict, When};
use parlour_pack::spec::{Cell, Per, ScoreRule};

/// A row of `[[end]]`, compiled.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) trigger: Trigger,
    /// True if it depends on pieces or their moves.
    is_about_pieces: bool,
    verdict: Verdict,
    /// The seat that the verdict is about, if the row names one.
    seat: Option<usize>,
    ending: usize,
    even: usize,
    /// The komi of each seat, added to its area.
    bonus: Vec<i32>,
}

/// The trigger of an ending.
#[derive(Clone, Debug)]
pub(super) enum Trigger {
    /// The seat to act has no action; with `Some`, only if in danger (true), or only if not (false).
    NoMove(Option<bool>),
    /// A number of full turns was played, by the variable at an offset.
    Turns { at: usize, limit: i32 },
    /// A condition on the board.
    Board(BoardCondition),
    /// A variable, or that of any seat, has reached a number.
    Counter { at: usize, per_seat: bool, at_least: bool, limit: i32 },
    /// No cards are left in the zones with these sizes, all of them or that of any seat.
    Empty { sizes: Vec<usize>, per_seat: bool },
    /// At most one side is left.
    Last,
    /// The position has occurred a number of times.
    Repetition { times: i32, by_danger: bool },
}

/// Queries about moves, for endings that depend on them.
pub(super) trait Moves {
    /// The error of a query.
    type Error;

    /// True if the seat to act has no action.
    fn is_stuck(&mut self, state: &State) -> Result<bool, Self::Error>;

    /// True if a seat's royal piece is attacked.
    fn is_in_danger(&mut self, state: &State, seat: usize) -> Result<bool, Self::Error>;
}

/// Queries answered by tables alone.
pub(super) struct TableMoves<'a> {
    pub(super) board: &'a BoardRules,
    pub(super) scratch: &'a mut Scratch,
    /// True if the caller knows that there is no action.
    pub(super) is_stuck: bool,
}

impl Moves for TableMoves<'_> {
    type Error = std::convert::Infallible;

    fn is_stuck(&mut self, state: &State) -> Result<bool, Self::Error> {
        Ok(self.is_stuck || !self.board.has_options(self.scratch, state))
    }

    fn is_in_danger(&mut self, state: &State, seat: usize) -> Result<bool, Self::Error> {
        Ok(self.board.in_danger(self.board.cells(&state.bytes), seat))
    }
}

/// The source of the final scores.
#[derive(Clone, Debug)]
enum Scores {
    /// 1 for winners, 0 for the others.
    Wins,
    /// For each seat, the variable at this index.
    Vars(Vec<usize>),
    /// For each seat, the sum of values of the cards in its own zone.
    Held { zone: ZoneId, values: Vec<i32> },
    /// The rules' script.
    Script,
}

/// A criterion of winning.
#[derive(Clone, Debug)]
struct Winning {
    /// For each seat, the variables that are summed for it.
    places: Vec<Vec<usize>>,
    /// True if the most wins; false if the least does.
    most: bool,
}

/// The endings of a game, with the rules of winners and scores.
#[derive(Debug)]
pub(super) struct Endings {
    pub(super) board: Option<Arc<BoardRules>>,
    seats: usize,
    /// For each seat, its team as a mask.
    teams: Vec<u16>,
    alive: Option<AliveLayout>,
    /// The rows in the order of the file, except repetition.
    pub(super) rows: Vec<Row>,
    /// Rows by repetition.
    pub(super) repetitions: Vec<Row>,
    /// The history of positions, if any ending is by repetition.
    pub(super) history: Option<HistoryLayout>,
    /// True if the history includes the seat that acted, and if it attacked a royal piece.
    pub(super) marks_danger: bool,
    /// True if no ending follows one that depends on moves: then the next listing of actions decides it.
    pub(super) is_simple: bool,
    /// The offset of the first seat's score.
    offset: usize,
    scores: Scores,
    winning: Vec<Winning>,
    zones: Vec<Vec<ZoneLayout>>,
}

impl Endings {
    pub(super) fn of(game: &Game) -> Self {
        let (pack, layout, seats) = (game.pack(), game.layout(), game.seat_count());
        let board = game.board_rules().cloned();
        let rows = pack.moves.ends.iter().enumerate();
        let rows = rows.filter(|(_, spec)| spec.is_there(game.option_values()) && spec.verdict != Verdict::Forbidden);
        let rows = rows.filter_map(|(n, spec)| Row::of(game, board.as_deref(), n, spec));
        let (repetitions, rows): (Vec<Row>, Vec<Row>) =
            rows.partition(|row| matches!(row.trigger, Trigger::Repetition { .. }));
        let asks = |row: &Row| matches!(row.trigger, Trigger::NoMove(_));
        let first = rows.iter().position(asks).unwrap_or(rows.len());
        let has_passes = board.as_ref().is_some_and(|board| board.order.has_passes());
        let is_simple =
            rows[first..].iter().all(asks) && (repetitions.is_empty() || first == rows.len()) && !has_passes;
        let winning = pack.winners.iter().map(|rule| {
            let places = game.seats().map(|seat| {
                let members = game.members(game.team_of(seat));
                let mut places: Vec<usize> = members.map(|member| game.offset_for(rule.var, member)).collect();
                places.dedup();
                places
            });
            Winning { places: places.collect(), most: rule.most }
        });
        let value = |cell: &Cell| if let Cell::Int(number) = cell { *number as i32 } else { 0 };
        let scores = match pack.scores {
            ScoreRule::Wins => Scores::Wins,
            ScoreRule::Var(var) => Scores::Vars(game.seats().map(|seat| game.offset_for(var, seat)).collect()),
            ScoreRule::Held { zone, column } => {
                Scores::Held { zone, values: pack.card_rows().iter().map(|row| value(&row.cells[column])).collect() }
            }
            ScoreRule::Script => Scores::Script,
        };
        Self {
            seats,
            teams: game.seats().map(|seat| game.teams()[game.team_of(seat)]).collect(),
            alive: layout.alive,
            history: layout.history.filter(|_| !repetitions.is_empty()),
            marks_danger: repetitions
                .iter()
                .any(|row| matches!(row.trigger, Trigger::Repetition { by_danger: true, .. })),
            is_simple,
            rows,
            repetitions,
            offset: layout.scores,
            scores,
            winning: winning.collect(),
            zones: layout.zones.clone(),
            board,
        }
    }

    /// True if a script computes the scores.
    pub(super) fn are_scored_by_script(&self) -> bool {
        matches!(self.scores, Scores::Script)
    }

    /// The number of full turns after which the match ends, if there is such an ending, with the offset of their
    /// counter.
    pub(super) fn turn_limit(&self) -> Option<(usize, i32)> {
        self.rows.iter().find_map(|row| match row.trigger {
            Trigger::Turns { at, limit } => Some((at, limit)),
            _ => None,
        })
    }

    /// True if a row may apply after an action in a game of scripts alone.
    pub(super) fn may_apply(&self, state: &State) -> bool {
        let may = |row: &Row| row.is_about_pieces || self.happened(row, state, 0, None).is_some();
        !self.repetitions.is_empty() || self.rows.iter().any(may)
    }

    /// Ends the match by the first row that applies after an action of a seat. `changes` are those of the action; with
    /// `None` the whole board is examined.
    pub(super) fn by_rows<M: Moves>(
        &self,
        state: &mut State,
        actor: usize,
        changes: Option<&Changes>,
        moves: &mut M,
    ) -> Result<(), M::Error> {
        let mut is_stuck = None;
        for row in &self.rows {
            let seat = match row.trigger {
                Trigger::NoMove(danger) => {
                    let is_stuck = match is_stuck {
                        Some(known) => known,
                        None => *is_stuck.insert(moves.is_stuck(state)?),
                    };
                    self.stuck(state, danger, is_stuck, moves)?
                }
                _ => self.happened(row, state, actor, changes),
            };
            if let Some(seat) = seat {
                self.close(state, row, seat);
                return Ok(());
            }
        }
        Ok(())
    }

    /// The same for a caller that lists the actions next, which reveals if there is one: a row that depends on moves is
    /// evaluated only if a later one applies.
    pub(super) fn by_rows_but_moves<M: Moves>(
        &self,
        state: &mut State,
        actor: usize,
        changes: &Changes,
        moves: &mut M,
    ) -> Result<(), M::Error> {
        if self.is_simple {
            self.by_rows_without_moves(state, actor, changes);
            return Ok(());
        }
        // The listing finds a pass, even if no seat has any other action.
        let finds_passes = self.board.as_ref().is_some_and(|board| board.order.has_passes());
        let asks = |row: &Row| matches!(row.trigger, Trigger::NoMove(_));
        let came_about =
            |row: &Row, state: &State| !asks(row) && self.happened(row, state, actor, Some(changes)).is_some();
        if finds_passes
            || self
                .rows
                .iter()
                .position(asks)
                .is_none_or(|first| self.rows[first + 1..].iter().any(|row| came_about(row, state)))
        {
            return self.by_rows(state, actor, Some(changes), moves);
        }
        self.by_rows_without_moves(state, actor, changes);
        Ok(())
    }

    /// Ends the match by the first row that applies, except those that depend on moves.
    #[inline]
    fn by_rows_without_moves(&self, state: &mut State, actor: usize, changes: &Changes) {
        for row in &self.rows {
            if let Some(seat) = self.happened(row, state, actor, Some(changes)) {
                self.close(state, row, seat);
                return;
            }
        }
    }

    /// Ends the match if the position has occurred often enough.
    pub(super) fn by_repetition(&self, state: &mut State, actor: usize) {
        for row in &self.repetitions {
            if let Some(seat) = self.happened(row, state, actor, None) {
                self.close(state, row, seat);
                return;
            }
        }
    }

    /// True if a row ends the match because an action's changes have captured another seat's royal piece.
    pub(super) fn is_royal_gone(&self, state: &State, actor: usize, changes: &Changes) -> bool {
        let Some(board) = &self.board else { return false };
        self.rows.iter().filter_map(|row| row.asks(FormationKind::Captured)).any(|asked| {
            let seat = board.condition_met_by(asked, state, actor, Some(changes));
            seat.is_some_and(|seat| seat != actor && asked.masks[seat][board.royal[seat]])
        })
    }

    /// The seat without an action, if an ending is about it.
    fn stuck<M: Moves>(
        &self,
        state: &State,
        danger: Option<bool>,
        is_stuck: bool,
        moves: &mut M,
    ) -> Result<Option<usize>, M::Error> {
        let Some(decision) = state.decision().filter(|_| is_stuck) else {
            return Ok(None);
        };
        let seat = decision.seat.index();
        let is_meant = match danger {
            Some(danger) => danger == moves.is_in_danger(state, seat)?,
            None => true,
        };
        Ok(is_meant.then_some(seat))
    }

    /// The seat to which an ending has happened; `None` for one that depends on moves.
    #[inline]
    fn happened(&self, row: &Row, state: &State, actor: usize, changes: Option<&Changes>) -> Option<usize> {
        // An action may affect other seats' conditions as well; the seat that acted comes first.
        let from_actor = || (0..self.seats).map(|n| (actor + n) % self.seats);
        match &row.trigger {
            Trigger::NoMove(_) => None,
            Trigger::Board(asked) => self.board.as_ref()?.condition_met_by(asked, state, actor, changes),
            Trigger::Turns { at, limit } => {
                let is_last = self.board.as_ref()?.is_last_in_turn(state, actor);
                (is_last && state.i32(*at) >= *limit).then_some(actor)
            }
            &Trigger::Counter { at, per_seat, at_least, limit } => {
                let seats = if per_seat { self.seats } else { 1 };
                from_actor().take(seats).find(|seat| {
                    let value = state.i32(at + if per_seat { 4 * seat } else { 0 });
                    if at_least { value >= limit } else { value <= limit }
                })
            }
            Trigger::Empty { sizes, per_seat: true } => from_actor().find(|&seat| state.u16(sizes[seat]) == 0),
            Trigger::Empty { sizes, .. } => sizes.iter().all(|&size| state.u16(size) == 0).then_some(actor),
            Trigger::Last => {
                let alive = self.alive?;
                let mut standing = (0..self.seats).filter(|&seat| alive.is_alive(state, seat));
                match standing.next() {
                    // A single side without opponents isn't the last one left.
                    Some(first) if self.teams.iter().all(|team| *team == self.teams[first]) => None,
                    Some(first) => standing.all(|seat| self.teams[seat] == self.teams[first]).then_some(first),
                    None => Some(actor),
                }
            }
            &Trigger::Repetition { times, by_danger } => {
                let history = self.history?;
                let is_there = self.times(state, history) >= times;
                match by_danger {
                    false => is_there.then_some(actor),
                    true if is_there => self.pursuer(state, history, times),
                    true => None,
                }
            }
        }
    }

    /// Ends the match by a row that has happened to a seat.
    pub(super) fn close(&self, state: &mut State, row: &Row, seat: usize) {
        let seat = row.seat.filter(|&seat| seat < self.seats).unwrap_or(seat);
        let areas = self.note_areas(state, row);
        let all = ((1_u32 << self.seats) - 1) as u16;
        let is_nobody = || self.alive.is_some_and(|alive| (0..self.seats).all(|seat| !alive.is_alive(state, seat)));
        let (ending, winners) = match row.verdict {
            _ if matches!(row.trigger, Trigger::Last) && is_nobody() => (row.even, 0),
            Verdict::Win => (row.ending, self.teams[seat]),
            Verdict::Lose => (row.ending, all & !self.teams[seat]),
            // Winners by the pack's ranking are determined with the scores.
            Verdict::Draw | Verdict::Winners => (row.ending, 0),
            Verdict::Forbidden => return,
            Verdict::Score | Verdict::Area => {
                let own: Vec<i32> = match (&row.verdict, &self.board) {
                    (Verdict::Score, Some(board)) => {
                        (0..self.seats).map(|seat| board.material(&state.bytes, seat)).collect()
                    }
                    _ => areas,
                };
                let of_team = |team: &u16| (0..self.seats).filter(|n| team >> n & 1 != 0).map(|n| own[n]).sum();
                let scores: Vec<i32> = self.teams.iter().map(of_team).collect();
                let best = scores.iter().copied().max().unwrap_or(0);
                if scores.iter().all(|score| *score == best) {
                    (row.even, 0)
                } else {
                    let winners = scores.iter().enumerate().filter(|(_, score)| **score == best);
                    (row.ending, winners.fold(0, |mask, (seat, _)| mask | 1 << seat))
                }
            }
        };
        state.finish(ending, winners);
    }

    /// The area of each seat with its komi, if a row or a variable needs it; it is stored in the variable.
    fn note_areas(&self, state: &mut State, row: &Row) -> Vec<i32> {
        let Some(board) = &self.board else { return Vec::new() };
        let area = board.followed.iter().find(|followed| followed.follows == Follows::Area);
        if row.verdict != Verdict::Area && area.is_none() {
            return Vec::new();
        }
        let mut areas = board.areas(board.cells(&state.bytes));
        areas.iter_mut().zip(&row.bonus).for_each(|(area, bonus)| *area = area.saturating_add(*bonus));
        if let Some(area) = area {
            areas.iter().enumerate().for_each(|(seat, &n)| state.set_i32(area.offset + area.stride * seat, n));
        }
        areas
    }

    /// Computes the winners of a match that is over, if its ending has named none, and the scores, except those of
    /// scripts.
    pub(super) fn score(&self, state: &mut State) {
        if state.winners() == 0 && !self.winning.is_empty() {
            let numbers = |seat: usize| -> Vec<i64> {
                let number = |rule: &Winning| {
                    let sum: i64 = rule.places[seat].iter().map(|&at| i64::from(state.i32(at))).sum();
                    if rule.most { sum } else { -sum }
                };
                self.winning.iter().map(number).collect()
            };
            let numbers: Vec<Vec<i64>> = (0..self.seats).map(numbers).collect();
            let best = numbers.iter().max();
            let winners = numbers.iter().enumerate().filter(|(_, own)| Some(*own) == best);
            state.set_winners(winners.fold(0, |mask, (seat, _)| mask | 1 << seat));
        }
        self.count(state);
    }

    /// Computes the scores of a match that is over, except those of scripts.
    pub(super) fn count(&self, state: &mut State) {
        for seat in 0..self.seats {
            let score = match &self.scores {
                Scores::Wins => i32::from(state.winners() >> seat & 1),
                Scores::Vars(places) => state.i32(places[seat]),
                Scores::Held { zone, values } => self.held(state, *zone, seat, values),
                Scores::Script => return,
            };
            state.set_i32(self.offset + 4 * seat, score);
        }
    }

    /// The sum of values of the cards in a seat's part of a zone.
    fn held(&self, state: &State, zone: ZoneId, seat: usize, values: &[i32]) -> i32 {
        match self.zones[zone.index()].get(seat) {
            Some(ZoneLayout::Bag(bag)) => {
                let counts = &state.bytes[bag.counts..bag.counts + values.len()];
                counts.iter().zip(values).map(|(&count, value)| i32::from(count) * value).sum()
            }
            Some(ZoneLayout::Pile(pile)) => {
                let places = (0..usize::from(state.u16(pile.size))).map(|n| pile.cards + n * pile.width);
                let card = |at: usize| usize::from(state.narrow(at, pile.width));
                places.map(|at| card(at).checked_sub(1).and_then(|n| values.get(n)).copied().unwrap_or(0)).sum()
            }
            None => 0,
        }
    }
}

impl Row {
    /// A row of the pack; `None` if the game lacks the thing that it is about.
    fn of(game: &Game, board: Option<&BoardRules>, n: usize, spec: &EndSpec) -> Option<Self> {
        let (pack, layout) = (game.pack(), game.layout());
        let narrow = |number: i64| number.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32;
        let limit = || narrow(game.end_limit(n));
        let trigger = match &spec.when {
            When::NoMove(danger) => Trigger::NoMove(*danger),
            When::Turns(_) => {
                let turns = board?.followed.iter().find(|followed| followed.follows == Follows::Turns)?;
                Trigger::Turns { at: turns.offset, limit: limit().max(1) }
            }
            When::Counter { var, at_least, .. } => Trigger::Counter {
                at: layout.vars[*var].offset,
                per_seat: pack.vars[*var].per == Per::Seat,
                at_least: *at_least,
                limit: limit(),
            },
            When::Empty { zones, per_seat } => Trigger::Empty { sizes: layout.sizes(zones), per_seat: *per_seat },
            When::Last => Trigger::Last,
            When::Repetition { times, danger, .. } => Trigger::Repetition { times: *times as i32, by_danger: *danger },
            When::Formation(_) => Trigger::Board(board?.conditions.get(n)?.clone()?),
        };
        let bonus = game.end_bonus(n).iter().map(|&bonus| narrow(bonus)).collect();
        Some(Self {
            trigger,
            is_about_pieces: spec.when.is_about_pieces(),
            verdict: spec.verdict,
            seat: spec.seat,
            ending: spec.ending,
            even: spec.even,
            bonus,
        })
    }

    /// The row's condition on the board, if it is of a kind.
    pub(super) fn asks(&self, kind: FormationKind) -> Option<&BoardCondition> {
        match &self.trigger {
            Trigger::Board(asked) if asked.kind == kind => Some(asked),
            _ => None,
        }
    }
}
