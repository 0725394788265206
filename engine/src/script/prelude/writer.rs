//! What the words are written with: members of namespaces, families of zones, pieces of Luau.

use std::cell::OnceCell;
use std::fmt::Write as _;

use super::{Code, Does, MOST_UNROLLED, Member, OWN_BUNCHES, SCRATCH};
use crate::game::Game;
use crate::layout::{ZoneLayout, card_width};
use crate::pack::spec::Per;

/// Gathers the members.
pub(super) struct Writer<'a> {
    pub(super) game: &'a Game,
    pub(super) members: Vec<Member>,
    pub(super) list_start: usize,
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

/// Copies a fixed number of bytes: a call of `buffer.copy` costs more than reading and writing a few words.
pub(crate) fn copy(target: (&str, &str, usize), source: (&str, &str), len: usize) -> String {
    let ((to, at, offset), (from, start)) = (target, source);
    if len > MOST_UNROLLED {
        return format!("buffer.copy({to}, {at} + {offset}, {from}, {start}, {len}) ");
    }
    let mut out = String::new();
    let mut done = 0;
    while done < len {
        let (bytes, kind) = match len - done {
            4.. => (4, "u32"),
            2 | 3 => (2, "u16"),
            _ => (1, "u8"),
        };
        // Writing to a `String` does not fail.
        let to_at = offset + done;
        let _ = write!(out, "buffer.write{kind}({to}, {at} + {to_at}, buffer.read{kind}({from}, {start} + {done})) ");
        done += bytes;
    }
    out
}

/// Two to the power of -32.
pub(super) const DOWN: &str = "2.3283064365386963e-10";

/// The next 32 bits of the generator at a place, as the local `r`.
pub(super) fn bits(buffer: &str, at: usize) -> String {
    let (at1, at2, at3) = (at + 4, at + 8, at + 12);
    format!(
        "local s0, s1, s2, s3 = buffer.readu32({buffer}, {at}), buffer.readu32({buffer}, {at1}), \
         buffer.readu32({buffer}, {at2}), buffer.readu32({buffer}, {at3}) \
         local r = bit32.bor(bit32.lrotate(bit32.bor(s0 + s3), 7) + s0) \
         local t = bit32.lshift(s1, 9) \
         s2 = bit32.bxor(s2, s0) s3 = bit32.bxor(s3, s1) \
         buffer.writeu32({buffer}, {at1}, bit32.bxor(s1, s2)) buffer.writeu32({buffer}, {at}, bit32.bxor(s0, s3)) \
         buffer.writeu32({buffer}, {at2}, bit32.bxor(s2, t)) buffer.writeu32({buffer}, {at3}, bit32.lrotate(s3, 11)) "
    )
}

/// A random number from 0 to `n` - 1, as the local `hi`: without a call, as one costs more than the number.
/// `again` is the function for the rare case that a number must be drawn once more.
pub(crate) fn below(buffer: &str, at: usize, n: &str, again: &str) -> String {
    format!(
        "{}local x = r * {n} local hi = math.floor(x * {DOWN}) \
         if x - hi * 4294967296 < {n} then hi = {again}({n}, x) end ",
        bits(buffer, at)
    )
}

/// Sets a fixed number of bytes of the action buffer to 0.
pub(super) fn clear(at: &str, len: usize) -> String {
    if len > MOST_UNROLLED {
        return format!("buffer.fill(ACTS, {at}, 0, {len}) ");
    }
    let words = (0..len / 4).map(|n| format!("buffer.writeu32(ACTS, {at} + {}, 0) ", 4 * n));
    words.chain((len / 4 * 4..len).map(|n| format!("buffer.writeu8(ACTS, {at} + {n}, 0) "))).collect()
}

pub(super) fn number_list(numbers: impl IntoIterator<Item = i64>) -> String {
    let items: Vec<String> = numbers.into_iter().map(|n| n.to_string()).collect();
    format!("{{{}}}", items.join(","))
}

pub(super) fn text_list<'t>(texts: impl IntoIterator<Item = &'t str>) -> String {
    let items: Vec<String> = texts.into_iter().map(quote).collect();
    format!("{{{}}}", items.join(","))
}

/// An identifier made from a name: `mat.spaces` becomes `mat_spaces`; `None` if it can't be one.
pub(crate) fn identifier(name: &str) -> Option<String> {
    let name: String = name.chars().map(|c| if c == '.' || c == '-' || c == ' ' { '_' } else { c }).collect();
    let fine = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !name.starts_with(|c: char| c.is_ascii_digit())
        && !name.is_empty();
    (fine && !KEYWORDS.contains(&name.as_str())).then_some(name)
}

/// What a member of a namespace is called: a word that Luau keeps for itself takes an underscore, `offer.end_()`.
pub(crate) fn member_name(name: &str) -> String {
    let tail = if KEYWORDS.contains(&name) { "_" } else { "" };
    format!("{name}{tail}")
}

const KEYWORDS: &[&str] = &[
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "if", "in", "local", "nil", "not", "or",
    "repeat", "return", "then", "true", "until", "while",
];

/// The index into a family: a parameter, and the offset of member `i` given that of the first.
pub(super) struct Family {
    pub(super) members: usize,
    pub(super) stride: usize,
    pub(super) name: String,
}

impl Family {
    /// The parameter in front of others, or nothing if there is just one member.
    pub(super) fn parameter(&self, index: &str) -> String {
        if self.members == 1 && self.stride == 0 { String::new() } else { format!("{index}: number") }
    }

    pub(super) fn check(&self, index: &str, what: &str) -> String {
        if self.stride == 0 {
            return String::new();
        }
        format!(
            "if not ({index} >= 1 and {index} <= {}) then core.outside(\"{what}\", {index}, {}) end ",
            self.members, self.members
        )
    }

    /// `first` moved to member `index`.
    pub(super) fn at(&self, first: usize, index: &str) -> String {
        if self.stride == 0 {
            return first.to_string();
        }
        let base = first as i64 - self.stride as i64;
        format!("{base} + {index} * {}", self.stride)
    }
}

pub(super) fn join(parts: &[&str]) -> String {
    parts.iter().filter(|part| !part.is_empty()).copied().collect::<Vec<_>>().join(", ")
}

impl<'a> Writer<'a> {
    pub(super) fn new(game: &'a Game) -> Self {
        let types = game.pack().card_types();
        let exchanges = game.pack().verbs.iter().filter(|verb| verb.exchange.is_some()).count();
        let bunches = SCRATCH + OWN_BUNCHES * exchanges;
        let list_start = (game.action_width() + bunches * types).next_multiple_of(8);
        Self { game, members: Vec::new(), list_start }
    }

    pub(super) fn push(&mut self, namespace: &str, name: &str, does: Does, doc: &str, code: Code) {
        self.members.push(Member {
            namespace: namespace.to_owned(),
            name: member_name(name),
            code,
            does,
            doc: doc.to_owned(),
            is_key: false,
            own: OnceCell::new(),
        });
    }

    /// A constant by a name of the pack: as a member where the name is an identifier and free, and as a key.
    pub(super) fn named(
        &mut self,
        namespace: &str,
        name: &str,
        is_taken: impl Fn(&str) -> bool,
        doc: &str,
        value: String,
    ) {
        let id = identifier(name).filter(|id| !is_taken(id));
        if let Some(id) = &id {
            self.constant(namespace, id, doc, value.clone());
        }
        if id.is_none_or(|id| member_name(&id) != name) {
            self.members.push(Member {
                namespace: namespace.to_owned(),
                name: name.to_owned(),
                code: Code::Constant(value),
                does: Does::Ask,
                doc: doc.to_owned(),
                is_key: true,
                own: OnceCell::new(),
            });
        }
    }

    pub(super) fn constant(&mut self, namespace: &str, name: &str, doc: &str, value: impl Into<String>) {
        self.push(namespace, name, Does::Ask, doc, Code::Constant(value.into()));
    }

    pub(super) fn ask(&mut self, namespace: &str, name: &str, doc: &str, parameters: &str, body: impl Into<String>) {
        self.push(namespace, name, Does::Ask, doc, Code::Function(parameters.to_owned(), body.into()));
    }

    pub(super) fn change(&mut self, namespace: &str, name: &str, doc: &str, parameters: &str, body: impl Into<String>) {
        self.push(namespace, name, Does::Change, doc, Code::Function(parameters.to_owned(), body.into()));
    }

    pub(super) fn types(&self) -> usize {
        self.game.pack().card_types()
    }

    /// Refuses to write to a bunch that is none to work with: whatever number a script gives, it writes nowhere else.
    pub(super) fn writable(&self, bunch: &str, what: &str) -> String {
        let (first, types) = (self.game.action_width(), self.types());
        let last = first + (SCRATCH - 1) * types;
        format!(
            "if not ({bunch} >= {first} and {bunch} <= {last}) then \
             core.fail(\"{what}: expected a bunch to write to, as `bunch.scratch(1)` gives it\") end "
        )
    }

    /// What reads the card at a place of a pile, from 0.
    pub(super) fn card_at(&self, cards: &str, place: &str) -> String {
        match card_width(self.types()) {
            1 => format!("buffer.readu8(STATE, {cards} + {place})"),
            width => format!("buffer.readu16(STATE, {cards} + {width} * ({place}))"),
        }
    }

    /// What puts a card at a place of a pile, from 0.
    pub(super) fn put_card(&self, cards: &str, place: &str, card: &str) -> String {
        match card_width(self.types()) {
            1 => format!("buffer.writeu8(STATE, {cards} + {place}, {card})"),
            width => format!("buffer.writeu16(STATE, {cards} + {width} * ({place}), {card})"),
        }
    }

    pub(super) fn family(&self, zone: usize) -> Family {
        let layouts = &self.game.layout().zones[zone];
        let size = |layout: &ZoneLayout| match layout {
            ZoneLayout::Pile(pile) => pile.size,
            ZoneLayout::Bag(bag) => bag.size,
        };
        let spec = &self.game.pack().zones[zone];
        let stride = match (&spec.per, layouts.as_slice()) {
            (Per::One, _) => 0,
            (_, [first, second, ..]) => size(second) - size(first),
            // One member of a family still takes its index.
            _ => 1,
        };
        Family { members: layouts.len(), stride, name: spec.name.clone() }
    }
}

pub(super) fn zone_start(zones: &[Vec<ZoneLayout>]) -> usize {
    zones.iter().flatten().map(layout_start).min().unwrap_or(0)
}

fn layout_start(layout: &ZoneLayout) -> usize {
    match layout {
        ZoneLayout::Pile(pile) => pile.size,
        ZoneLayout::Bag(bag) => bag.size,
    }
}

/// The end of the last zone.
pub(super) fn zone_end(game: &Game) -> usize {
    let (types, seats) = (game.pack().card_types(), game.seat_count());
    game.layout()
        .zones
        .iter()
        .flatten()
        .map(|layout| match layout {
            ZoneLayout::Pile(pile) => pile.cards + pile.capacity * pile.width,
            ZoneLayout::Bag(bag) => bag.known.map_or(bag.counts + types, |known| known + seats * types),
        })
        .max()
        .unwrap_or(0)
}
