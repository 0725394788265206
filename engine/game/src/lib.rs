//! A game ready to be played: a pack with its variant, options and number of seats settled, and the resulting layout.
//! Immutable, and shared between threads.

use std::sync::Arc;

use crate::scenario::Scenario;
use parlour_board::start::BoardStart;
use parlour_board::{BoardRules, NamedArea};
use parlour_model::action::Widths;
use parlour_model::diagnostic::Faults;
use parlour_model::ids::{BoardId, CardType, Seat, Square, VarId, Verb, ZoneId};
use parlour_model::layout::{AliveLayout, BoardLayout, Layout, VarLayout};
use parlour_model::state::State;
use parlour_pack::spec::{OptionValue, Per, ScoreRule, VarSpec};
use parlour_pack::{Alive, Pack};

use configure::Configuring;

mod allocation;
pub mod boards;
mod configure;
pub mod enemies;
pub mod kinds;
pub mod knowledge;
mod names;
mod never;
pub mod observation;
pub mod observed;
mod opening;
pub(crate) mod round;
mod runs;
mod scatter;
pub mod scenario;
pub(crate) mod sight;
pub mod step;
pub mod unseen;
pub mod view;
pub mod words;

/// A configuration of a pack; everything omitted has the pack's default.
///
/// ```
/// use parlour_engine::{Config, Library};
///
/// # let mut library = Library::default();
/// # library.add_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../../rules"));
/// let config = Config { seats: Some(3), set: vec![("dig".to_owned(), "optional".to_owned())], ..Config::default() };
/// let game = library.load("archaeology")?.configure(&config)?;
/// assert_eq!(game.seat_count(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// The variant's name.
    pub variant: Option<String>,
    /// The number of seats.
    pub seats: Option<usize>,
    /// Options as typed: key and value.
    pub set: Vec<(String, String)>,
    /// The scenario to begin at.
    pub scenario: Option<Arc<Scenario>>,
}

/// Cards that are dealt to one zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deal {
    /// The zone family.
    pub zone: ZoneId,
    /// The member of the family, from 0.
    pub member: usize,
    /// The source of the cards, by index.
    pub from: usize,
    /// The number of cards.
    pub count: usize,
}

/// The range and initial value of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VarRange {
    /// Least value.
    pub min: i32,
    /// Greatest value.
    pub max: i32,
    /// The initial value.
    pub start: i32,
}

/// Initial numbers of variables in the block.
#[derive(Clone, Copy, Debug)]
pub struct VarStart {
    /// The offset of the first number.
    pub offset: usize,
    /// The number of numbers.
    pub count: usize,
    /// The value of each.
    pub value: i32,
}

impl VarStart {
    /// Writes the numbers to a state.
    pub fn put(self, state: &mut State) {
        for n in 0..self.count {
            state.set_i32(self.offset + 4 * n, self.value);
        }
    }
}

/// A game ready to be played.
///
/// ```
/// use parlour_engine::{Config, Library, Seat};
///
/// # let mut library = Library::default();
/// # library.add_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../../rules"));
/// let game = library.load("chess")?.configure(&Config::default())?;
/// assert_eq!(game.seat_count(), 2);
/// assert_eq!(game.seat_name(Seat(0)), "white");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    pack: Arc<Pack>,
    variant: Option<usize>,
    seats: usize,
    /// The seats of each team, as masks.
    teams: Vec<u16>,
    options: Vec<OptionValue>,
    layout: Layout,
    /// The initial layout of each board.
    board_starts: Vec<BoardStart>,
    /// For each board with sides the seat, from 1, on whose side each square is, 0 for none; empty for the others.
    sides: Vec<Vec<u8>>,
    /// For each board its named areas.
    areas: Vec<Vec<NamedArea>>,
    /// The number of cards of each type in the match.
    counts: Vec<usize>,
    /// The deals in order, grouped: within a group the cards are dealt one at a time in turn.
    deals: Vec<Vec<Deal>>,
    /// For each variable family, the range of each of its members.
    ranges: Vec<Vec<VarRange>>,
    /// For each roll, its number of sides.
    rolls: Vec<u32>,
    /// For each verb, minimum and maximum of each of its arguments.
    bounds: Vec<Vec<(u16, u16)>>,
    ply_limit: Option<u32>,
    /// For each `[[end]]` row by a counter or by turns, its limit.
    end_limits: Vec<i64>,
    /// For each `[[end]]` row, the komi of each seat, added to its area.
    end_bonuses: Vec<Vec<i64>>,
    action_width: usize,
    board_rules: Option<Arc<BoardRules>>,
    scenario: Option<Arc<Scenario>>,
}

impl Game {
    /// The pack of the game.
    pub fn pack(&self) -> &Arc<Pack> {
        &self.pack
    }

    /// Bytes of a state.
    pub fn state_bytes(&self) -> usize {
        self.layout.size
    }

    /// The name of the game.
    pub fn name(&self) -> &str {
        &self.pack.name
    }

    /// The variant's name, if the pack has variants.
    pub fn variant(&self) -> Option<&str> {
        self.variant.map(|n| self.pack.variants[n].name.as_str())
    }

    /// The seat that acts first in a match from the start, if tables declare it.
    pub fn first_seat(&self) -> Seat {
        let first = self.pack.seats.first_of(self.variant());
        Seat::from_index(if first < self.seat_count() { first } else { 0 })
    }

    /// The number of seats.
    pub fn seat_count(&self) -> usize {
        self.seats
    }

    /// The seats in the order of play.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.seats).map(Seat::from_index)
    }

    /// The seats of each team, as masks with the first seat lowest; a seat that plays for itself is a team of one.
    pub fn teams(&self) -> &[u16] {
        &self.teams
    }

    /// The team of a seat, by index among the [teams](Game::teams).
    pub fn team_of(&self, seat: Seat) -> usize {
        self.teams.iter().position(|team| team >> seat.0 & 1 != 0).unwrap_or(0)
    }

    /// The seats of a team in the order of play.
    pub fn members(&self, team: usize) -> impl Iterator<Item = Seat> + use<> {
        let mask = self.teams.get(team).copied().unwrap_or(0);
        self.seats().filter(move |seat| mask >> seat.0 & 1 != 0)
    }

    /// True if the game is cooperative or for a single player: only the score counts.
    pub fn is_together(&self) -> bool {
        self.teams.len() == 1
    }

    /// True if moves have a piece notation, such as `exf6`: matches of the game have a notation.
    pub fn writes_moves(&self) -> bool {
        self.pack.notation.as_ref().is_some_and(|spec| spec.games.is_some())
    }

    /// True if the match can be drawn, so that its players may agree to a draw: there are two sides, and some ending
    /// other than `limit` names no winner.
    pub fn has_draws(&self) -> bool {
        let ends = &self.pack.moves.ends;
        let is_used = |n: usize| {
            let mut rows = ends.iter().filter(|row| row.ending == n || row.even == n).peekable();
            rows.peek().is_none() || rows.any(|row| row.is_there(&self.options))
        };
        let mut endings = self.pack.endings.iter().enumerate();
        let is_draw = |text: &str| !text.contains("{winner");
        self.teams.len() == 2
            && endings
                .any(|(n, ending)| ending.name != parlour_pack::spec::LIMIT && is_draw(&ending.text) && is_used(n))
    }

    /// True if some seats play together against others.
    pub fn has_teams(&self) -> bool {
        self.teams.len() > 1 && self.teams.len() < self.seats
    }

    /// A team's name: its seats' names, as in `a+c`.
    pub fn team_name(&self, team: usize) -> String {
        let names: Vec<&str> = self.members(team).map(|seat| self.seat_name(seat)).collect();
        names.join("+")
    }

    /// The result of a match for a team: the mean of its seats' scores.
    pub fn team_score(&self, state: &State, team: usize) -> f64 {
        let scores: Vec<i32> = self.members(team).map(|seat| self.score(state, seat)).collect();
        scores.iter().map(|&score| f64::from(score)).sum::<f64>() / scores.len().max(1) as f64
    }

    /// The current score of an unfinished cooperative match: the variable of the final score, averaged over the seats;
    /// 0 if there is none.
    pub fn score_so_far(&self, state: &State) -> f64 {
        let ScoreRule::Var(var) = self.pack.scores else { return 0.0 };
        let values = self.seats().map(|seat| f64::from(state.i32(self.offset_for(var, seat))));
        values.sum::<f64>() / self.seats as f64
    }

    /// The offset of a seat's value of a variable: one per seat or per team, or one for all.
    pub fn offset_for(&self, var: VarId, seat: Seat) -> usize {
        let layout = self.layout.vars[var.index()];
        let member = match self.pack.vars[var.index()].per {
            Per::Seat => seat.index(),
            Per::Team => self.team_of(seat),
            Per::One | Per::Table(_) | Per::List(_) => 0,
        };
        layout.offset + 4 * layout.length * member
    }

    /// The ranking of the seats in a match that is over, each with its place; equal seats share a place. Winners are
    /// first; the others follow by the criteria of winning, or by their scores. The direction of the scores follows
    /// from the winners'; without winners higher is better.
    pub fn ranking(&self, state: &State) -> Vec<(Seat, usize)> {
        let scores: Vec<i32> = self.seats().map(|seat| self.score(state, seat)).collect();
        let has_won = |seat: Seat| state.has_won(seat);
        let of =
            |won: bool| self.seats().filter(move |&seat| state.has_won(seat) == won).map(|seat| scores[seat.index()]);
        let falls = of(true).max().zip(of(false).min()).is_some_and(|(most, least)| least > most);
        let key = |seat: Seat| -> Vec<i64> {
            let mut key = vec![i64::from(!has_won(seat))];
            key.extend(self.pack.winners.iter().map(|rule| {
                let n = i64::from(state.i32(self.offset_for(rule.var, seat)));
                if rule.most { -n } else { n }
            }));
            if self.pack.winners.is_empty() {
                let score = i64::from(scores[seat.index()]);
                key.push(if falls { score } else { -score });
            }
            key
        };
        let mut order: Vec<Seat> = self.seats().collect();
        order.sort_by_cached_key(|&seat| key(seat));
        let place = |seat: Seat| order.iter().position(|&other| key(other) == key(seat)).unwrap_or(0) + 1;
        order.iter().map(|&seat| (seat, place(seat))).collect()
    }

    /// The boards in the order of the pack.
    pub fn boards(&self) -> impl Iterator<Item = BoardId> + use<> {
        (0..self.pack.boards.len()).map(BoardId::from_index)
    }

    /// True if a seat is still in the match, by the `alive` of `[seats]`; without it all are. Accepts a view as well as
    /// a state.
    pub fn is_alive(&self, state: &State, seat: Seat) -> bool {
        seat.index() < self.seats && self.layout.alive.is_none_or(|alive| alive.is_alive(state, seat.index()))
    }

    /// The seats that a zone's cards are dealt to, if seats that are out get none: by a variable, since zones and dice
    /// may be empty before the deal.
    pub fn dealt_by(&self, zone: ZoneId) -> Option<AliveLayout> {
        let by_variable = matches!(self.pack.seats.alive, Some(Alive::Var(_)));
        self.layout.alive.filter(|_| by_variable && self.pack.zones[zone.index()].per == Per::Seat)
    }

    /// A seat's name.
    pub fn seat_name(&self, seat: Seat) -> &str {
        self.pack.seats.names.get(seat.index()).map_or("?", String::as_str)
    }

    /// The seat with a name.
    pub fn seat_named(&self, name: &str) -> Option<Seat> {
        self.seats().find(|&seat| self.seat_name(seat) == name)
    }

    /// The values of the options, in the order of the pack.
    pub fn option_values(&self) -> &[OptionValue] {
        &self.options
    }

    /// Every option with its value, in the order of the pack.
    pub fn options(&self) -> impl Iterator<Item = (&str, &OptionValue)> {
        self.pack.options.iter().map(|option| option.key.as_str()).zip(&self.options)
    }

    /// The value of an option.
    pub fn option(&self, key: &str) -> Option<&OptionValue> {
        self.options().find(|(name, _)| *name == key).map(|(_, value)| value)
    }

    /// True for a regular match: without a scenario, with the options at the defaults of the game or the variant.
    pub fn is_usual(&self) -> bool {
        self.scenario().is_none() && self.chosen_options().next().is_none()
    }

    /// The options with other values than the defaults of the game or the variant.
    pub fn chosen_options(&self) -> impl Iterator<Item = (&str, &OptionValue)> {
        let pack = self.pack();
        let variant = pack.variants.iter().find(|variant| Some(variant.name.as_str()) == self.variant());
        let set = move |place: usize| variant?.set.iter().find(|(at, _)| *at == place).map(|(_, value)| value);
        let usual = move |place: usize| set(place).unwrap_or(&pack.options[place].default);
        self.options().enumerate().filter(move |(place, (_, value))| *value != usual(*place)).map(|(_, option)| option)
    }

    /// The layout of the state.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The size of a board, the key for [`State::cells`].
    pub fn board(&self, board: BoardId) -> BoardLayout {
        self.layout.boards[board.index()]
    }

    /// The size of a variable, the key for [`State::value`].
    pub fn var(&self, var: VarId) -> VarLayout {
        self.layout.vars[var.index()]
    }

    /// The number of zones of a family: one for each seat, team or row, or one.
    pub fn zone_count(&self, zone: ZoneId) -> usize {
        self.layout.zones[zone.index()].len()
    }

    /// A seat's final score.
    pub fn score(&self, state: &State, seat: Seat) -> i32 {
        state.score(&self.layout, seat)
    }

    /// The initial layout of each board.
    pub fn board_starts(&self) -> &[BoardStart] {
        &self.board_starts
    }

    /// The named areas of a board.
    pub fn areas(&self, board: BoardId) -> &[NamedArea] {
        &self.areas[board.index()]
    }

    /// For each square of a board the seat, from 1, on whose side it is, 0 for none; empty if there are no sides.
    pub fn sides(&self, board: BoardId) -> &[u8] {
        &self.sides[board.index()]
    }

    /// The seat on whose side of a board a square is, if the board has sides.
    pub fn side_of(&self, board: BoardId, square: Square) -> Option<Seat> {
        let side = self.sides(board).get(square.index())?;
        side.checked_sub(1).map(|seat| Seat::from_index(usize::from(seat)))
    }

    /// True if a square of a board exists. It doesn't if the initial rows have a blank there, or on a board of lines if
    /// no line passes there; nor beyond the last.
    pub fn has_square(&self, board: BoardId, square: Square) -> bool {
        let layout = self.layout.boards[board.index()];
        square.index() < layout.width * layout.height
            && self.board_starts[board.index()].there.contains(square.index() as u16)
    }

    /// True if a board has missing squares.
    pub fn has_gaps(&self, board: BoardId) -> bool {
        let layout = self.layout.boards[board.index()];
        self.squares(board).count() < layout.width * layout.height
    }

    /// The existing squares of a board, row by row from the top left.
    pub fn squares(&self, board: BoardId) -> impl Iterator<Item = Square> + '_ {
        let layout = self.layout.boards[board.index()];
        let all = (0..layout.width * layout.height).map(Square::from_index);
        all.filter(move |&square| self.has_square(board, square))
    }

    /// The number of cards of each type in the match.
    pub fn card_counts(&self) -> &[usize] {
        &self.counts
    }

    /// A card type's name, as in scenarios and records.
    pub fn card_name(&self, card: CardType) -> &str {
        self.pack.card_rows().get(card.index()).map_or("?", |row| row.name.as_str())
    }

    /// The deals in order; within a group the cards are dealt one at a time in turn.
    pub fn deals(&self) -> &[Vec<Deal>] {
        &self.deals
    }

    /// The range of a variable, or of an entry of a list; only those of a second table differ.
    pub fn var_range(&self, var: VarId, member: usize, entry: usize) -> VarRange {
        let ranges = &self.ranges[var.index()];
        match self.pack.vars[var.index()].each() {
            None => ranges[member],
            Some(_) => ranges[member * self.layout.vars[var.index()].length + entry],
        }
    }

    /// The initial numbers of some variables in the block: offset, count, and value.
    pub fn starts_of(&self, wanted: impl Fn(&VarSpec) -> bool) -> Vec<VarStart> {
        let mut starts: Vec<VarStart> = Vec::new();
        for (n, layout) in self.layout.vars.iter().enumerate().filter(|(n, _)| wanted(&self.pack.vars[*n])) {
            // The entries of a list share a range, those of a second table have one each.
            let each = layout.count * layout.length / self.ranges[n].len().max(1);
            for (part, range) in self.ranges[n].iter().enumerate().take(layout.count * layout.length) {
                let (offset, value) = (layout.offset + 4 * part * each, range.start);
                match starts.last_mut() {
                    Some(last) if last.value == value && last.offset + 4 * last.count == offset => {
                        last.count += each;
                    }
                    _ => starts.push(VarStart { offset, count: each, value }),
                }
            }
        }
        starts
    }

    /// The number of outcomes of a chance.
    pub fn outcomes(&self, chance: usize) -> u32 {
        self.rolls[chance]
    }

    /// Minimum and maximum of an argument of a verb; all numbers unless its domain is a range.
    pub fn argument_range(&self, verb: Verb, arg: usize) -> (u16, u16) {
        self.bounds[verb.index()][arg]
    }

    /// The limit of plies, if there is one.
    pub fn ply_limit(&self) -> Option<u32> {
        self.ply_limit
    }

    /// The limit of the counter of an `[[end]]` row, by index, or its number of turns.
    pub fn end_limit(&self, end: usize) -> i64 {
        self.end_limits[end]
    }

    /// The komi of each seat in an `[[end]]` row, by index.
    pub fn end_bonus(&self, end: usize) -> &[i64] {
        &self.end_bonuses[end]
    }

    /// Bytes of the longest action.
    pub fn action_width(&self) -> usize {
        self.action_width
    }

    /// The compiled moves, if the pack declares any.
    pub fn board_rules(&self) -> Option<&Arc<BoardRules>> {
        self.board_rules.as_ref()
    }

    /// True if a verb's actions are listed and applied from tables, and not by a script.
    pub fn is_by_tables(&self, verb: usize) -> bool {
        self.board_rules().is_some_and(|rules| rules.has_verb(Verb::from_index(verb)))
    }

    /// The scenario that matches begin at, if there is one.
    pub fn scenario(&self) -> Option<&Arc<Scenario>> {
        self.scenario.as_ref()
    }

    /// The same game with a capacity of prescribed outcomes of each chance; all other offsets are unchanged.
    ///
    /// # Errors
    /// None that this game didn't have before.
    pub fn with_chance_room(&self, chance_room: usize) -> Result<Arc<Self>, Faults> {
        let (pack, options, seats, variant) = (&self.pack, self.options.clone(), self.seats, self.variant);
        let scenario = self.scenario.clone();
        Configuring { pack, options, seats, variant, scenario, chance_room }.build().map(Arc::new)
    }

    /// The configuration without the scenario.
    pub fn config_without_scenario(&self) -> Config {
        Config {
            variant: self.variant().map(str::to_owned),
            seats: Some(self.seats),
            set: self.options().map(|(key, value)| (key.to_owned(), value.to_string())).collect(),
            scenario: None,
        }
    }

    /// The name of a member of a family: `hand.left`, `chamber.small`, or just `deck`.
    pub fn member_name(&self, name: &str, per: &Per, member: usize) -> String {
        match self.entry_name(per, member) {
            Some(entry) => format!("{name}.{entry}"),
            None => name.to_owned(),
        }
    }

    /// The name of an entry of an index set: a seat, a team, a row of a table, a word of a list.
    pub fn entry_name(&self, per: &Per, entry: usize) -> Option<String> {
        Some(match per {
            Per::One => return None,
            Per::Seat => self.seat_name(Seat::from_index(entry)).to_owned(),
            Per::Team => self.team_name(entry),
            Per::Table(n) => self.pack.tables[*n].rows.get(entry).map_or("?", |row| row.name.as_str()).to_owned(),
            Per::List(n) => self.pack.lists[*n].words.get(entry).map_or("?", String::as_str).to_owned(),
        })
    }
}

impl Widths for Game {
    fn width_of(&self, verb: Verb) -> Option<usize> {
        self.pack.verbs.get(verb.index()).map(|verb| verb.width)
    }
}
