//! The view of a position, as typed data.

use std::collections::BTreeMap;
use std::sync::Arc;

use parlour_engine::Words;
use parlour_engine::game::Game;
use parlour_engine::ids::{BoardId, CardType, Seat, Square, VarId, ZoneId};
use parlour_engine::pack::spec::ZoneKind;
use parlour_engine::play::Match;
use parlour_engine::state::{Decision, State};
use serde::Serialize;
use serde_json::Value;

use crate::notes::Notes;
use crate::viewer::Sight;

/// The value of a variable that is hidden.
const UNKNOWN: i32 = i32::MIN;

/// A position as a viewer sees it, without hidden information.
///
/// Only a [`Table`](crate::Table) makes one. It is equal for positions that the viewer can't distinguish.
///
/// ```
/// use parlour_engine::{Config, Library, Seat};
/// use parlour_table::{Robots, Seed, Table, Viewer};
///
/// # let mut library = Library::default();
/// # library.add_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../../rules"));
/// let game = library.load("archaeology")?.configure(&Config::default())?;
/// let table = Table::begin(game, vec!["human".to_owned(); 2], Seed::Chosen(7), &Robots::new())?;
/// let view = table.view(Viewer::of(Seat(0)));
/// let hand = |name: &str| view.zones().into_iter().find(|zone| zone.name == name);
/// assert!(hand("hand.a").is_some_and(|hand| hand.cards.iter().all(Option::is_some)));
/// assert!(hand("hand.b").is_some_and(|hand| hand.cards.iter().all(Option::is_none)));
/// # Ok::<(), parlour_table::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct SeatView {
    game: Arc<Game>,
    state: State,
    sight: Sight,
    notes: Arc<Notes>,
}

impl PartialEq for SeatView {
    fn eq(&self, other: &Self) -> bool {
        self.sight == other.sight && self.game.name() == other.game.name() && self.state == other.state
    }
}

impl Eq for SeatView {}

/// The cards of a zone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ZoneView {
    /// Its name: `deck`, or that of a member of a family, as in `hand.a`.
    pub name: String,
    /// The zone family, as in `hand`.
    pub zone: String,
    /// The member of the family: the name of a seat, team, row or word.
    pub of: Option<String>,
    /// True if the cards are ordered.
    pub is_pile: bool,
    /// The cards by name, the bottom one first; `None` for a hidden one.
    pub cards: Vec<Option<String>>,
}

/// The contents of a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct BoardView {
    /// Its name.
    pub board: String,
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// The symbol on each square in row-major order from the top left, as an index into the board's list.
    pub cells: Vec<Option<usize>>,
    /// The rows as text, the top one first.
    pub rows: Vec<String>,
    /// On a board of stacks what stands under the top pieces, the bottom one first, by the names of the squares.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub under: BTreeMap<String, Vec<usize>>,
}

/// The value of a variable.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct VarView {
    /// Its name: `round`, or that of a member of a family, as in `money.a`.
    pub name: String,
    /// The variable family, as in `money`.
    pub var: String,
    /// The member of the family: the name of a seat, team, row or word.
    pub of: Option<String>,
    /// The value, a list of values, or `?` for hidden ones.
    pub value: Value,
}

/// The status of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct SeatStands {
    /// Its name.
    pub seat: String,
    /// True if it is still in the match.
    pub is_in: bool,
    /// True if it is to move.
    pub is_due: bool,
    /// True if it has won; false while the match goes on.
    pub has_won: bool,
    /// Its final score; `None` while the match goes on.
    pub score: Option<i32>,
}

impl SeatView {
    pub(crate) fn of(game: &Arc<Game>, state: &State, sight: Sight) -> Self {
        let state = if sight.all { state.clone() } else { game.blanked(state, sight.seat) };
        Self { game: game.clone(), state, sight, notes: Arc::default() }
    }

    /// The view of the present state of a match, with all that the viewer has observed.
    pub(crate) fn of_match(played: &Match, sight: Sight) -> Self {
        let game = played.game().clone();
        if sight.all {
            return Self::of(&game, played.state(), sight);
        }
        let view = played.view(sight.seat);
        let notes = Arc::new(Notes::of(&game, &view));
        Self { game, state: view.state().clone(), sight, notes }
    }

    /// Shows pieces whose kinds are known in the view that follows, where the last action has changed nothing.
    pub(crate) fn carry_kinds(&mut self, after: &Self, states: [&State; 2]) {
        self.game.carry_kinds(&mut self.state, &after.state, states);
    }

    pub(crate) fn state(&self) -> &State {
        &self.state
    }

    /// Notes of the viewer's knowledge of hidden places.
    pub(crate) fn notes(&self) -> &Notes {
        &self.notes
    }

    /// The game.
    pub fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// The viewer's own seat.
    pub fn seat(&self) -> Option<Seat> {
        self.sight.seat
    }

    /// True if hidden information is shown as well.
    pub fn shows_all(&self) -> bool {
        self.sight.all
    }

    /// The pending decision; `None` when the match is over.
    pub fn due(&self) -> Option<Decision> {
        self.state.decision()
    }

    /// The cards of a member of a zone, the bottom one first; `None` for a hidden one.
    pub fn cards(&self, zone: ZoneId, member: usize) -> Vec<Option<CardType>> {
        self.game.zone_cards(&self.state, zone, member)
    }

    /// The cells of a board in row-major order from the top left: 0 for empty, else the index of a symbol in the
    /// board's list, from 1.
    pub fn cells(&self, board: BoardId) -> &[u8] {
        self.state.cells(self.game.board(board))
    }

    /// The symbol on a square, as an index into the board's list.
    pub fn symbol(&self, board: BoardId, square: Square) -> Option<usize> {
        usize::from(*self.cells(board).get(square.index())?).checked_sub(1)
    }

    /// What stands under the top piece of a square, the bottom one first, as indices into the board's list.
    pub fn under(&self, board: BoardId, square: Square) -> Vec<usize> {
        let under = self.state.under(self.game.board(board), square.index());
        under.iter().filter_map(|&cell| usize::from(cell).checked_sub(1)).collect()
    }

    /// The value of a member of a variable, as JSON.
    pub fn value(&self, var: VarId, member: usize) -> Value {
        self.game.var_json(&self.state, var, member)
    }

    /// A slot of a member of a variable; `None` if it is hidden.
    pub fn number(&self, var: VarId, member: usize, slot: usize) -> Option<i32> {
        Some(self.state.value_in(self.game.var(var), member, slot)).filter(|&number| number != UNKNOWN)
    }

    /// A named slot of a variable: `hand.a.pawn`.
    pub fn part(&self, name: &str) -> Option<Value> {
        self.game.part_json(&self.state, name)
    }

    /// The position on one line in the game's notation, if it has one.
    pub fn notation(&self) -> Option<String> {
        self.game.notation(&self.state)
    }

    /// True if a seat is still in the match.
    pub fn is_in(&self, seat: Seat) -> bool {
        self.game.is_alive(&self.state, seat)
    }

    /// All zones.
    pub fn zones(&self) -> Vec<ZoneView> {
        let game = &self.game;
        let mut zones = Vec::new();
        for (n, spec) in game.pack().zones.iter().enumerate() {
            for member in 0..game.zone_count(ZoneId::from_index(n)) {
                let cards = self.cards(ZoneId::from_index(n), member).into_iter();
                zones.push(ZoneView {
                    name: game.member_name(&spec.label, &spec.per, member),
                    zone: spec.label.clone(),
                    of: game.entry_name(&spec.per, member),
                    is_pile: spec.kind == ZoneKind::Pile,
                    cards: cards.map(|card| Some(game.card_name(card?).to_owned())).collect(),
                });
            }
        }
        zones
    }

    /// All boards.
    pub fn boards(&self) -> Vec<BoardView> {
        let view = |board: BoardId| {
            let layout = self.game.board(board);
            let cells = self.cells(board).iter();
            BoardView {
                board: self.game.pack().boards[board.index()].name.clone(),
                width: layout.width,
                height: layout.height,
                cells: cells.map(|&cell| usize::from(cell).checked_sub(1)).collect(),
                rows: self.game.board_rows(&self.state, board),
                under: (0..layout.squares())
                    .map(Square::from_index)
                    .map(|square| (self.game.square_name(board, square), self.under(board, square)))
                    .filter(|(_, under)| !under.is_empty())
                    .collect(),
            }
        };
        self.game.boards().map(view).collect()
    }

    /// All variables, without internal ones.
    pub fn vars(&self) -> Vec<VarView> {
        let game = &self.game;
        let mut vars = Vec::new();
        for (n, spec) in game.pack().vars.iter().enumerate().filter(|(_, spec)| !spec.internal) {
            for member in 0..game.var(VarId::from_index(n)).count {
                vars.push(VarView {
                    name: game.member_name(&spec.label, &spec.per, member),
                    var: spec.label.clone(),
                    of: game.entry_name(&spec.per, member),
                    value: self.value(VarId::from_index(n), member),
                });
            }
        }
        vars
    }

    /// All seats.
    pub fn seats(&self) -> Vec<SeatStands> {
        let (game, state) = (&self.game, &self.state);
        let stands = |seat: Seat| SeatStands {
            seat: game.seat_name(seat).to_owned(),
            is_in: self.is_in(seat),
            is_due: self.due().is_some_and(|due| due.seat == seat),
            has_won: state.has_won(seat),
            score: state.is_over().then(|| game.score(state, seat)),
        };
        game.seats().map(stands).collect()
    }

    /// The view as JSON for outside programs: `{"zones":...,"boards":...,"vars":...}`, with `?` for hidden values.
    pub fn to_json(&self) -> Value {
        self.game.state_json(&self.state)
    }
}

impl Serialize for SeatView {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_json().serialize(serializer)
    }
}
