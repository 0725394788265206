//! The keys of `game.toml` with their documentation: the source of `rules/REFERENCE.md` and of the schema, and the
//! words, ranges and required keys by which values are read. A test checks that these are the keys that the readers
//! query. Unknown keys are reported by the reader (`Section::finish`).

use std::ops::RangeInclusive;

mod components;
mod pieces;
mod play;
mod shape;
mod state;
#[cfg(test)]
mod tests;

use components::COMPONENTS;
use pieces::PIECES;
use play::PLAY;
pub use shape::Shape;
use state::STATE;

#[cfg(test)]
pub(super) use tests::{Asked, note, note_asked};

/// A key, the shape of its value, and its documentation.
pub type Key = (&'static str, Shape, &'static str);

/// Required keys of tables, each with what is expected in its place: without them a table is refused.
pub const REQUIRED: &[(&str, &[(&str, &str)])] = &[
    (
        "",
        &[
            ("game", "a table `[game]` with the title of the game"),
            ("seats", "a table `[seats]` with `names` or with `min` and `max`"),
        ],
    ),
    ("game", &[("title", "the name of the game")]),
    ("columns.*.*", &[("type", "int, ints, bool, text or the name of a list")]),
    ("card[]", &[("name", "a name for the row")]),
    ("*[]", &[("name", "a name for the row")]),
    (
        "zones.*",
        &[
            ("kind", "\"pile\" (in order) or \"bag\" (so many of each card)"),
            ("seen", "who sees the cards: \"all\", \"owner\", \"others\" or \"none\""),
        ],
    ),
    (
        "zones.*.trick",
        &[
            ("suit", "the column of the card table that is followed"),
            ("rank", "the column of the card table by which the highest card is found"),
        ],
    ),
    (
        "auction",
        &[
            ("bid", "the action that bids"),
            ("pass", "the action that passes"),
            ("highest", "a number, or a word of a list, for the highest bid"),
            ("bidder", "a variable with `type = \"seat\"`, the seat of the highest bid"),
        ],
    ),
    (
        "climbing",
        &[
            ("play", "the action that plays cards"),
            ("pass", "the action that plays nothing"),
            ("pile", "a single bag that all see, for the cards that are to be beaten"),
            ("to", "a single zone, to which cards go when they are beaten"),
            ("leader", "a variable with `type = \"seat\"`, the seat that has played what is to be beaten"),
        ],
    ),
    (
        "trick",
        &[
            ("actions", "the actions that play cards, such as `[\"play\"]`"),
            ("leader", "a variable with `type = \"seat\"`, the seat that leads"),
            ("to", "the zone that a trick goes to when it is taken"),
        ],
    ),
    ("dice.*", &[("faces", "how many faces each die has")]),
    ("boards.*.symbol[]", &[("name", "a name for the symbol"), ("glyph", "one character")]),
    ("boards.*.sizes", &[("option", "the name of an option that holds a whole number")]),
    (
        "notation",
        &[
            ("name", "what people call it, such as `FEN`"),
            ("fields", "what stands there, such as `[\"board\", \"seat\"]`"),
        ],
    ),
    ("setup", &[("source", "the pile that the cards are dealt from, or a list of piles")]),
    ("setup.deal[]", &[("to", "the zone that is dealt to"), ("count", "how many cards")]),
    ("actions.*.takes", &[("line", "how many pieces make a line")]),
    ("piece[]", &[("name", "a name for the piece")]),
    ("place[]", &[("puts", "what is put on the square: a piece or a symbol of the board")]),
    ("shape[]", &[("name", "a name for the shape"), ("rows", "the rows of the shape: `[\"xx\", \"x.\"]`")]),
    (
        "castle[]",
        &[
            ("verb", "the action"),
            ("right", "a variable per seat that is 1 as long as this is possible"),
            ("royal", "the columns from and to, such as `[5, 7]`"),
            ("other", "the columns from and to, such as `[8, 6]`"),
        ],
    ),
    ("custody[]", &[("verb", "the action after which pieces are taken")]),
    ("end[]", &[("when", "what brings the end about: \"no_move\", \"turns\", \"reach\", ...")]),
];

/// The words of a reader's list of words and their values.
macro_rules! words {
    ($list:expr) => {
        const { &$crate::keys::words_of::<{ $list.len() }, _>($list) }
    };
}
use words;

const fn words_of<const COUNT: usize, T>(list: &[(&'static str, T)]) -> [&'static str; COUNT] {
    let (mut out, mut n) = ([""; COUNT], 0);
    while n < COUNT {
        out[n] = list[n].0;
        n += 1;
    }
    out
}

/// The documentation of the key `art`.
const ART: &str = "its picture: one of the pack's own, `art/NAME.svg`, or else a built-in symbol; unless given, the \
                   one of its own name";

/// Limit of keys named when a table is expected but something else is found.
const MAX_NAMED: usize = 8;

/// Removed keys: the table, the key, and the replacement.
pub(super) const GONE: &[(&str, &str, &str)] = &[(
    "",
    "recall",
    "leave it out: a seat knows a card as long as it sees where the card goes; what else follows from what everybody \
     knows, the hook `possible` can say",
)];

/// Keys by other words that people try: the table, the word, and the key.
const OTHER_WORDS: &[(&str, &str, &str)] = &[
    ("dice.*", "side", "faces"),
    ("dice.*", "sides", "faces"),
    ("chance.*", "side", "roll"),
    ("chance.*", "sides", "roll"),
    ("chance.*", "faces", "roll"),
    ("chance.*", "die", "roll"),
    ("end[]", "pieces", "piece"),
    ("end[]", "winner", "result"),
];

/// The key of a table that another word probably means.
pub(super) fn other_word(path: &str, word: &str) -> Option<&'static str> {
    OTHER_WORDS.iter().find(|(of, other, _)| *of == path && *other == word).map(|(.., key)| *key)
}

/// A table of a pack and its keys.
#[derive(Clone, Copy, Debug)]
pub struct KeyTable {
    /// Its path: `*` is a name of the pack's own, `[]` one of a list of tables.
    pub path: &'static str,
    /// Its notation.
    pub written: &'static str,
    /// Its purpose.
    pub about: &'static str,
    /// Its keys, the shape of each value, and its documentation. A table with names of the pack's own, such as columns,
    /// lists only the fixed ones.
    pub keys: &'static [Key],
    /// True if there are also keys with names of the pack's own.
    pub(crate) has_own: bool,
}

/// A table with just these keys.
const fn table(path: &'static str, written: &'static str, about: &'static str, keys: &'static [Key]) -> KeyTable {
    KeyTable { path, written, about, keys, has_own: false }
}

/// A table with keys of the pack's own besides.
const fn open(path: &'static str, written: &'static str, about: &'static str, keys: &'static [Key]) -> KeyTable {
    KeyTable { path, written, about, keys, has_own: true }
}

/// All tables, in the order in which a pack usually has them.
pub const TABLES: &[KeyTable] =
    &joined::<{ COMPONENTS.len() + STATE.len() + PLAY.len() + PIECES.len() }>(&[COMPONENTS, STATE, PLAY, PIECES]);

/// Concatenates lists of tables, of which there is at least one.
const fn joined<const COUNT: usize>(lists: &[&[KeyTable]]) -> [KeyTable; COUNT] {
    let mut out = [lists[0][0]; COUNT];
    let (mut at, mut list) = (0, 0);
    while list < lists.len() {
        let mut n = 0;
        while n < lists[list].len() {
            out[at] = lists[list][n];
            (at, n) = (at + 1, n + 1);
        }
        list += 1;
    }
    out
}

impl KeyTable {
    /// The documented table for a path in messages.
    pub(super) fn of(path: &str) -> Option<&'static Self> {
        let path = general(path);
        TABLES.iter().find(|table| table.path == path)
    }

    /// The expectation when something else is found instead of a table: its keys, or those of its subtables.
    pub(super) fn expected(path: &str) -> String {
        let keys = |table: &Self| {
            let names: Vec<String> = table.keys.iter().take(MAX_NAMED).map(|(key, ..)| format!("`{key}`")).collect();
            let more = table.keys.len().saturating_sub(MAX_NAMED);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            format!("{}{more}", names.join(", "))
        };
        let with_keys = |path: &str| Self::of(path).filter(|table| !table.keys.is_empty());
        let inner = with_keys(&format!("{path}.NAME")).filter(|_| !path.contains(['.', '[']));
        match (inner, with_keys(path)) {
            (Some(table), _) => format!("expected a table `[{path}.NAME]` for each, with keys such as {}", keys(table)),
            (None, Some(table)) => format!("expected a table with keys such as {}", keys(table)),
            (None, None) => format!("expected `KEY = VALUE` in a table `[{path}]`"),
        }
    }

    /// The required keys, each with what is expected in its place.
    pub(super) fn required(&self) -> &'static [(&'static str, &'static str)] {
        REQUIRED.iter().find(|(path, _)| *path == self.path).map_or(&[], |(_, keys)| *keys)
    }

    /// The range of integers of a key.
    pub(super) fn range(&self, key: &str) -> RangeInclusive<i64> {
        match self.keys.iter().find(|(known, ..)| *known == key) {
            Some((_, Shape::Range(least, most), _)) => *least..=*most,
            _ => i64::MIN..=i64::MAX,
        }
    }
}

/// The path in [`TABLES`] of a table of a pack.
fn general(path: &str) -> String {
    let parts: Vec<&str> = path.split('.').collect();
    let bare = |part: &str| part.split('[').next().unwrap_or_default().to_owned();
    let of_list = |part: &str| if part.contains('[') { bare(part) + "[]" } else { part.to_owned() };
    let rows = |part: &str| match of_list(part).as_str() {
        known @ ("card[]" | "piece[]" | "shape[]" | "place[]" | "castle[]" | "custody[]" | "end[]") => known.to_owned(),
        other if other.ends_with("[]") => "*[]".to_owned(),
        other => other.to_owned(),
    };
    let is_area = |last: &str| {
        let key = last.split('[').next().unwrap_or_default();
        matches!(key, "to" | "from" | "start" | "in" | "covers") || key == "between" && last.contains('[')
    };
    match parts.as_slice() {
        ["options", ..] => "options.*".to_owned(),
        [first, .., last] if first.contains('[') && is_area(last) => "AREA".to_owned(),
        ["vars", _, last] if bare(last) == "of" => "AREA".to_owned(),
        ["boards", _, "areas", ..] => "AREA".to_owned(),
        [first, "pieces"] if first.starts_with("place[") => "place[].pieces".to_owned(),
        [first, "worth"] if first.starts_with("end[") => "end[].worth".to_owned(),
        ["columns", ..] => "columns.*.*".to_owned(),
        ["setup", rest] => format!("setup.{}", of_list(rest)),
        [first] => rows(first),
        [first, second, rest @ ..] if !first.contains('[') => {
            let _ = second;
            let rest: String = rest.iter().map(|part| format!(".{}", of_list(part))).collect();
            format!("{first}.*{rest}")
        }
        [first, rest @ ..] if first.starts_with("piece[") => {
            let rest: String = rest.iter().map(|part| format!(".{}", of_list(part))).collect();
            format!("piece[]{rest}")
        }
        _ => "*[].*".to_owned(),
    }
}
