//! States and events as JSON.

use serde_json::{Map, Value, json};

use crate::Game;
use crate::sight::UNKNOWN;
use crate::words::Words;
use parlour_model::action::Action;
use parlour_model::english;
use parlour_model::english::capitalized;
use parlour_model::english::listed;
use parlour_model::event::{Event, EventSpec};
use parlour_model::ids::{BoardId, Seat, Square, VarId, Verb, ZoneId};
use parlour_model::kind::{self, Kind};
use parlour_model::state::State;
use parlour_model::text::{self, Part};
use parlour_pack::spec::{Per, Row, Seen};

/// A state (or a view, whose unknown cards are `?`) as `{"zones":...,"boards":...,"vars":...}`. In a game with
/// simultaneous decisions the variables `decided` are the choices so far.
pub(crate) fn state_json(game: &Game, state: &State) -> Value {
    let pack = game.pack();
    let mut zones = Map::new();
    for (zone, spec) in pack.zones.iter().enumerate() {
        for member in 0..game.layout().zones[zone].len() {
            let cards = game.zone_cards(state, ZoneId::from_index(zone), member);
            let names = cards.into_iter().map(|card| card.map_or("?", |card| game.card_name(card))).map(Value::from);
            zones.insert(game.member_name(&spec.label, &spec.per, member), names.collect());
        }
    }
    let mut boards = Map::new();
    for (n, board) in pack.boards.iter().enumerate() {
        let rows = board_rows(game, state, BoardId::from_index(n));
        boards.insert(board.name.clone(), rows.into_iter().map(Value::from).collect());
        boards.extend(shown_squares(game, state, BoardId::from_index(n)));
        boards.extend(under_squares(game, state, BoardId::from_index(n)));
    }
    let mut vars = Map::new();
    for (n, spec) in pack.vars.iter().enumerate() {
        if spec.internal {
            continue;
        }
        for member in 0..game.layout().vars[n].count {
            vars.insert(
                game.member_name(&spec.label, &spec.per, member),
                var_json(game, state, VarId::from_index(n), member),
            );
        }
    }
    if game.layout().round.is_some() {
        let decided = game.decided(state);
        for seat in game.seats() {
            let text = match game.committed(state, seat) {
                Some(action) => game.action_text(&action),
                None if decided.contains(&seat) => "?".to_owned(),
                None => String::new(),
            };
            vars.insert(game.member_name("decided", &Per::Seat, seat.index()), text.into());
        }
    }
    // Moved, not copied: with thousands of cards copying would dominate.
    let parts = [("zones", zones), ("boards", boards), ("vars", vars)];
    Value::Object(parts.into_iter().map(|(name, part)| (name.to_owned(), Value::Object(part))).collect())
}

/// The squares that scripts show of a board that hides squares, by name: `main.lit` those shown to everyone, `main.lit.a`
/// those shown to a seat and not to everyone. Without squares there is no entry.
fn shown_squares(game: &Game, state: &State, board: BoardId) -> Map<String, Value> {
    let mut shown = Map::new();
    if !game.has_lit(board) {
        return shown;
    }
    let name = &game.pack().boards[board.index()].name;
    for square in (0..game.layout().boards[board.index()].squares()).map(Square::from_index) {
        let mut add = |key: String| {
            let squares = shown.entry(key).or_insert_with(|| Value::Array(Vec::new()));
            squares.as_array_mut().into_iter().for_each(|list| list.push(game.square_name(board, square).into()));
        };
        if game.is_shown_to_all(state, board, square) {
            add(format!("{name}.lit"));
        } else {
            let seats = game.seats().filter(|seat| game.is_lit(state, board, square, *seat));
            seats.for_each(|seat| add(format!("{name}.lit.{}", game.seat_name(seat))));
        }
    }
    shown
}

/// What stands under the top pieces of a board of stacks, by square: `main.under.c3`, the glyphs, the bottom one first.
fn under_squares(game: &Game, state: &State, board: BoardId) -> Map<String, Value> {
    let (layout, spec) = (game.layout().boards[board.index()], &game.pack().boards[board.index()]);
    let glyphs = |square: usize| -> Option<(String, Value)> {
        let under: String = state.under(layout, square).iter().map(|&cell| spec.glyph(cell)).collect();
        let name = game.square_name(board, Square::from_index(square));
        (!under.is_empty()).then(|| (format!("{}.under.{name}", spec.name), under.into()))
    };
    (0..layout.squares()).filter_map(glyphs).collect()
}

/// The rows of a board as text, the top one first; `.` is an empty square, a blank a place where the initial rows have
/// one.
pub(crate) fn board_rows(game: &Game, state: &State, board: BoardId) -> Vec<String> {
    let layout = game.layout().boards[board.index()];
    let spec = &game.pack().boards[board.index()];
    let blank = &game.board_starts()[board.index()].blank;
    let glyph = |square: usize| match blank.contains(square as u16) {
        true => ' ',
        false => spec.glyph(state.bytes[layout.offset + square]),
    };
    (0..layout.height).map(|y| (y * layout.width..(y + 1) * layout.width).map(glyph).collect()).collect()
}

/// A value of a variable with several named ones, by its name, as in `hand.a.pawn` or `sheet.a.ones`.
pub(crate) fn part_json(game: &Game, state: &State, name: &str) -> Option<Value> {
    let (whole, part) = name.rsplit_once('.')?;
    let vars = (0..game.pack().vars.len()).map(VarId::from_index);
    vars.filter_map(|var| Some((var, game.part_names(var)?))).find_map(|(var, parts)| {
        let (spec, layout) = (&game.pack().vars[var.index()], game.layout().vars[var.index()]);
        let member = (0..layout.count).find(|&member| game.member_name(&spec.label, &spec.per, member) == whole)?;
        let slot = parts.iter().position(|known| known == part)?;
        Some(number_json(game, state, var, layout.offset + 4 * (member * layout.length + slot)))
    })
}

/// One value of a variable, at an offset.
fn number_json(game: &Game, state: &State, var: VarId, at: usize) -> Value {
    let spec = &game.pack().vars[var.index()];
    match state.i32(at) {
        UNKNOWN if spec.seen != Seen::All => json!("?"),
        number => game.value_json(spec.kind, kind::Value::Number(number)),
    }
}

/// A variable's value, or the list of its values; a hand by its kinds of piece that aren't 0; the dice that are
/// present. A hidden value is `?`.
pub(crate) fn var_json(game: &Game, state: &State, var: VarId, member: usize) -> Value {
    let layout = game.layout().vars[var.index()];
    let at = layout.offset + 4 * member * layout.length;
    let spec = &game.pack().vars[var.index()];
    let value = |at: usize| number_json(game, state, var, at);
    if let Some(kinds) = game.hand_kinds(var) {
        let held = kinds.iter().enumerate().map(|(n, piece)| (&piece.name, state.i32(at + 4 * n)));
        return held
            .filter(|(_, n)| *n != 0)
            .map(|(name, n)| (name.clone(), Value::from(n)))
            .collect::<Map<_, _>>()
            .into();
    }
    if !spec.is_single() {
        let slots = (0..layout.length).map(|slot| at + 4 * slot);
        return slots.filter(|&at| spec.dice.is_none() || state.i32(at) != 0).map(value).collect();
    }
    value(at)
}

/// An event as `{"kind":...}` with the fields that a viewer may see. `everything` shows all of them.
pub(crate) fn event_json(game: &Game, event: &Event, viewer: Option<Seat>, everything: bool) -> Value {
    let spec = &game.pack().events[event.kind.index()];
    let mut out = Map::new();
    out.insert("kind".to_owned(), json!(spec.name));
    for field in &spec.fields {
        if everything || spec.may_see(event, field, viewer) {
            let value = event.value(field, game.pack().card_types());
            out.insert(field.name.clone(), game.value_json(field.kind, value));
        }
    }
    Value::Object(out)
}

/// The arguments of an action by name, without omitted ones.
pub(crate) fn action_args(game: &Game, action: &Action) -> Map<String, Value> {
    let mut args = Map::new();
    for arg in &game.pack().verbs[action.verb().index()].args {
        let value = action.value(arg, game.pack().card_types());
        if !(arg.optional && matches!(value, kind::Value::Number(0))) {
            args.insert(arg.name.clone(), game.value_json(arg.kind, value));
        }
    }
    args
}

/// The sentence of an event for a viewer (`None` for a spectator); `None` if the pack has none for it. `everything`
/// chooses the most complete one.
pub(crate) fn event_sentence(game: &Game, event: &Event, viewer: Option<Seat>, everything: bool) -> Option<String> {
    if !everything && event.is_unseen(viewer) {
        return None;
    }
    let spec: &EventSpec = &game.pack().events[event.kind.index()];
    let is_for = |audience: &str| {
        if audience == "all" {
            return true;
        }
        let field = spec.fields.iter().find(|field| field.name == audience);
        match (field, viewer) {
            (Some(field), Some(viewer)) => event.number(field) == i32::from(viewer.number()),
            _ => false,
        }
    };
    let (_, template) = spec
        .texts
        .iter()
        .find(|(audience, _)| audience != "all" && is_for(audience))
        .or_else(|| spec.texts.iter().find(|(audience, _)| audience == "all"))?;
    let text = with_seats_agreeing(game, text::write(template, &Told { game, spec, event, viewer, everything }));
    Some(if matches!(template.first(), Some(Part::Value(_))) { as_sentence(text) } else { text })
}

/// The fields of an event as a viewer is told them.
struct Told<'a> {
    game: &'a Game,
    spec: &'a EventSpec,
    event: &'a Event,
    viewer: Option<Seat>,
    everything: bool,
}

impl text::Values<usize> for Told<'_> {
    fn value(&self, &n: &usize, fits: bool) -> String {
        let field = &self.spec.fields[n];
        let value = match field.turned {
            Some(_) => kind::Value::Number(self.spec.counted(self.event, field, self.viewer)),
            None => self.event.value(field, self.game.pack().card_types()),
        };
        match field.kind {
            _ if self.is_shown(n) => self.game.value_title(field.kind, value),
            Kind::Card | Kind::Cards if fits => "card".to_owned(),
            Kind::Card | Kind::Cards => "a card".to_owned(),
            Kind::Symbol(board)
                if self.game.pack().boards[board.index()].symbols.iter().any(|symbol| symbol.piece.is_some()) =>
            {
                "piece".to_owned()
            }
            _ => "?".to_owned(),
        }
    }

    fn number(&self, &n: &usize) -> Option<i32> {
        self.is_shown(n).then(|| self.event.number(&self.spec.fields[n]))
    }

    fn count(&self, number: &usize, card: &usize) -> String {
        let n = self.event.number(&self.spec.fields[*number]);
        match self.card(*card).filter(|_| self.is_shown(*card)) {
            Some(row) if n == 1 => row.with_article(),
            Some(row) => format!("{n} {}", row.plural),
            None if n == 1 => "a card".to_owned(),
            None => format!("{n} cards"),
        }
    }

    fn plural(&self, card: &usize) -> String {
        self.card(*card).filter(|_| self.is_shown(*card)).map_or("cards", |row| &row.plural).to_owned()
    }

    fn is_empty(&self, &n: &usize) -> bool {
        let field = &self.spec.fields[n];
        self.is_shown(n)
            && match field.kind {
                Kind::Cards => self.event.cards(field, self.game.pack().card_types()).iter().all(|&count| count == 0),
                _ => self.event.number(field) == 0,
            }
    }
}

impl Told<'_> {
    fn is_shown(&self, n: usize) -> bool {
        self.everything || self.spec.may_see(self.event, &self.spec.fields[n], self.viewer)
    }

    /// The row of a card.
    fn card(&self, n: usize) -> Option<&Row> {
        let row = usize::try_from(self.event.number(&self.spec.fields[n]) - 1).ok();
        row.and_then(|row| self.game.pack().card_rows().get(row))
    }
}

/// The sentence of an action for other seats if no event describes it, if the pack has one.
pub(crate) fn told_text(game: &Game, verb: Verb, seat: Seat) -> Option<String> {
    let told = game.pack().verbs[verb.index()].told.as_ref()?;
    Some(as_sentence(with_seats_agreeing(game, told.replace("{seat}", game.seat_name(seat)))))
}

/// A sentence whose verbs agree with plural names of seats, such as `defenders`.
fn with_seats_agreeing(game: &Game, text: String) -> String {
    game.seats().fold(text, |text, seat| english::agree(text, game.seat_name(seat)))
}

/// The ending of the match, in words; `None` if it isn't over.
pub(crate) fn ending_text(game: &Game, state: &State) -> Option<String> {
    if !state.is_over() {
        return None;
    }
    let winners: Vec<&str> =
        game.seats().filter(|&seat| state.has_won(seat)).map(|seat| game.seat_name(seat)).collect();
    let ending = state.ending().and_then(|n| game.pack().endings.get(n));
    // A conclusion by players, such as a resignation, isn't in the state.
    let by_players = || match winners.as_slice() {
        [] => "the match is over".to_owned(),
        [one] => format!("{one} wins"),
        several => format!("{} win", listed(several, "and")),
    };
    let text = ending.map_or_else(by_players, |ending| ending.sentence(&winners));
    Some(with_seats_agreeing(game, text))
}

/// A text that begins with a name, as a sentence: capitalized, unless the name is a single letter.
pub fn as_sentence(text: String) -> String {
    let word = text.chars().take_while(|c| c.is_alphanumeric()).count();
    if word > 1 { capitalized(&text) } else { text }
}
