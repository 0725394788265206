//! Writing of words: members of namespaces, and the constants that they are linked with.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::member::Member;
use super::tables::Groupings;
use super::{ACTION_BYTES, EVENT_BYTES, NOTE_BYTES, SCRATCH, control};
use crate::fields::{Fields, list};
use crate::words::{Constants, File, Is};
use parlour_game::view::UNKNOWN;
use parlour_game::{Game, VarStart};
use parlour_luau::is_keyword;
use parlour_model::grammar::VerbSpec;
use parlour_model::identifiers::{identifier, member_name};
use parlour_model::kind::{Domain, Kind, MAX_NUMBERS};
use parlour_model::layout::{ChanceLayout, DEPTH, ENDING, OVER, PLY, RNG, STACK, WINNERS, card_width};
use parlour_model::state::notes::kind as note;
use parlour_pack::spec::Resets;

/// Collects the members.
pub(super) struct Writer<'a> {
    pub(super) game: &'a Game,
    pub(super) members: Vec<Member>,
    pub(super) list_start: usize,
    /// The constants shared by all words.
    pub(super) constants: Rc<Constants>,
}

/// A text as a Luau literal.
pub(crate) fn quote(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\0' => out.push_str("\\0"),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// The variables that get their initial values at a moment, as a list of Luau; `None` if there are none.
pub(super) fn resets(game: &Game, wanted: impl Fn(&Resets) -> bool) -> Option<String> {
    let row = |start: VarStart| {
        let last = start.offset + 4 * (start.count - 1);
        Fields::default().with("first", start.offset).with("last", last).with("value", start.value)
    };
    let rows: Vec<Fields> = game.starts_of(|var| wanted(&var.resets)).into_iter().map(row).collect();
    (!rows.is_empty()).then(|| list(rows))
}

pub(crate) fn number_list(numbers: impl IntoIterator<Item = i64>) -> String {
    let items: Vec<String> = numbers.into_iter().map(|n| n.to_string()).collect();
    format!("{{{}}}", items.join(","))
}

pub(super) fn text_list<'t>(texts: impl IntoIterator<Item = &'t str>) -> String {
    let items: Vec<String> = texts.into_iter().map(quote).collect();
    format!("{{{}}}", items.join(","))
}

/// The bunches of an argument that is a combination.
const PER_COMBINATION: usize = 2;

/// The arguments that are combinations, each the verb and its place.
fn combinations(game: &Game) -> impl Iterator<Item = (usize, usize)> + '_ {
    let args = |(n, verb): (usize, &'_ VerbSpec)| -> Vec<(usize, usize)> {
        let all = verb.args.iter().enumerate();
        all.filter(|(_, arg)| matches!(arg.domain, Domain::Combinations(..))).map(|(place, _)| (n, place)).collect()
    };
    game.pack().verbs.iter().enumerate().flat_map(args)
}

/// The number of bunches: scratch ones, and the engine's own.
fn bunches(game: &Game) -> usize {
    SCRATCH + PER_COMBINATION * combinations(game).count()
}

/// The offset of the bunch in which the combinations of an argument are put together; behind it is one for the cards that
/// they are compared with.
pub(crate) fn own_bunch(game: &Game, verb: usize, place: usize) -> usize {
    let before = combinations(game).position(|argument| argument == (verb, place)).unwrap_or(0);
    game.action_width() + (SCRATCH + PER_COMBINATION * before) * game.pack().card_types()
}

/// The start of the list of actions in the action buffer, behind an action, the bunches, and what they are counted by.
pub(super) fn list_start(game: &Game) -> usize {
    let groupings = Groupings::of(game);
    (groupings.start() + groupings.size()).next_multiple_of(8)
}

/// The end of the bunches in the action buffer.
pub(super) fn end_of_bunches(game: &Game) -> usize {
    game.action_width() + bunches(game) * game.pack().card_types()
}

/// Adds what reads the prescribed outcomes of a chance.
pub(super) fn outcomes(constants: Constants, layout: ChanceLayout) -> Constants {
    let cursor = (layout.capacity > 0).then_some(layout.cursor);
    constants.with_some("cursor", cursor).with("outcome_width", layout.width)
}

/// The offsets of the bunches among the arguments of actions.
fn bunch_arguments(game: &Game) -> String {
    let args = game.pack().verbs.iter().flat_map(|verb| &verb.args);
    let offsets: BTreeSet<usize> = args.filter(|arg| arg.kind == Kind::Cards).map(|arg| arg.offset).collect();
    number_list(offsets.into_iter().map(|offset| offset as i64))
}

/// The constants shared by all words of a game.
fn constants(game: &Game) -> Constants {
    let (seats, types) = (game.seat_count(), game.pack().card_types());
    let (scratch, alive) = (game.action_width(), game.layout().alive);
    Constants::default()
        .with_flag("says_alive", game.pack().seats.alive.is_some())
        .with_some("alive", alive.map(|alive| alive.offset as i64 - alive.stride as i64))
        .with("alive_stride", alive.map_or(0, |alive| alive.stride))
        .with_flag("alive_wide", alive.is_some_and(|alive| alive.is_wide))
        .with("first_scratch", scratch)
        .with("last_scratch", scratch + (SCRATCH - 1) * types)
        .with("last_bunch", scratch + (bunches(game) - 1) * types)
        .with("action_width", game.action_width())
        .with("list_start", list_start(game))
        .with("bunch_arguments", bunch_arguments(game))
        .with("most_numbers", MAX_NUMBERS)
        .with("seats", seats)
        .with("last_seat", seats - 1)
        .with("everyone", (1_u32 << seats) - 1)
        .with_some("types", Some(types).filter(|&types| types > 0))
        .with("last_type", types.saturating_sub(1))
        .with_flag("wide", card_width(types) > 1)
        .with("card_width", card_width(types))
        .with("most_pending", game.layout().stack)
        .with_some("round", game.layout().round.map(|round| round.offset))
        .with_some("round_size", game.layout().round.map(|round| round.slot(seats) - round.offset))
        .with("RNG", RNG)
        .with("PLY", PLY)
        .with("OVER", OVER)
        .with("ENDING_AT", ENDING)
        .with("WINNERS", WINNERS)
        .with("DEPTH", DEPTH)
        .with("STACK", STACK)
        .with("SCRATCH", SCRATCH)
        .with("UNKNOWN", UNKNOWN)
        .with("LAST_OFFER", ACTION_BYTES - game.action_width())
        .with("LIST_END", control::LIST_END)
        .with("INCOMPLETE", control::INCOMPLETE)
        .with("EVENTS_END", control::EVENTS_END)
        .with("EVENTS_ON", control::EVENTS_ON)
        .with("NOTES_END", control::NOTES_END)
        .with("NOTES_ON", control::NOTES_ON)
        .with("notes", EVENT_BYTES)
        .with("notes_last", NOTE_BYTES)
        .with_flag("noted", game.notes())
        .with("NOTE_MOVE", note::MOVE)
        .with("NOTE_SHUFFLE", note::SHUFFLE)
        .with("NOTE_SHOW", note::SHOW)
        .with("NOTE_CLEAR", note::CLEAR)
        .with("NOTE_LAY", note::LAY)
        .with("NOTE_PIECE", note::PIECE)
        .with("NOTE_SET", note::SET)
        .with("NOTE_LACK", note::LACK)
        .with("UNSHUFFLED", control::UNSHUFFLED)
        .with("TRIED", control::TRIED)
        .with("RESUMED", control::RESUMED)
}

impl<'a> Writer<'a> {
    pub(super) fn new(game: &'a Game) -> Self {
        Self { game, members: Vec::new(), list_start: list_start(game), constants: Rc::new(constants(game)) }
    }

    pub(super) fn types(&self) -> usize {
        self.game.pack().card_types()
    }

    /// The shared constants, for more to be added.
    pub(super) fn constants(&self) -> Constants {
        Constants::around(&[&self.constants])
    }

    /// Adds the words of a file.
    pub(super) fn write(&mut self, file: File, constants: Constants) {
        self.write_with(file, constants, |_| {});
    }

    /// Adds the words of a file, and `more` at its `more()`.
    pub(super) fn write_with(&mut self, file: File, constants: Constants, more: impl Fn(&mut Self)) {
        let constants = Rc::new(constants);
        for word in file.words() {
            if word.is == Is::More {
                more(self);
            }
            self.members.extend(Member::written(word, &constants));
        }
    }

    /// Adds a constant with a name of the pack: as a member if the name is an identifier and free, and as a key.
    pub(super) fn named(
        &mut self,
        namespace: &str,
        name: &str,
        is_taken: impl Fn(&str) -> bool,
        doc: &str,
        value: String,
    ) {
        let keyword = || is_keyword(name).then(|| name.to_owned());
        let id = identifier(name).or_else(keyword).filter(|id| !is_taken(id));
        let is_also_key = id.as_ref().is_none_or(|id| member_name(id) != name);
        if let Some(id) = id {
            self.members.push(Member::constant(namespace, member_name(&id), false, doc, value.clone()));
        }
        if is_also_key {
            self.members.push(Member::constant(namespace, name.to_owned(), true, doc, value));
        }
    }
}
