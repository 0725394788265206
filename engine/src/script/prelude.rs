//! The prelude: small Luau functions over the flat block, made from a game's layout.
//!
//! Each function is written once, as text with the offsets filled in. From it come the local functions that are
//! put in front of a script, the tables for scripts that use a namespace as a value, and the type definitions for
//! editors. Functions that change the state are marked, so that robots and views get only those that read.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write as _;

use super::rewrite::{Names, bind};
use crate::diagnostic::SourceFile;
use crate::event::FieldKind;
use crate::game::Game;
use crate::grammar::ArgKind;
use crate::layout::{BagLayout, DEPTH, ENDING, OVER, PLY, PileLayout, RNG, STACK, WINNERS, ZoneLayout};
use crate::pack::spec::{Cell, ChanceKind, ColumnKind, OptionValue, Per, ScoreRule, Seen, ZoneSpec};

/// Where things are in the control block that host and scripts share.
pub(crate) mod control {
    /// The end of the list of actions in the action buffer: `u32`.
    pub(crate) const LIST_END: usize = 0;
    /// 1 if legal actions were left out of the list.
    pub(crate) const INCOMPLETE: usize = 4;
    /// The end of the events in the event buffer: `u32`.
    pub(crate) const EVENTS_END: usize = 8;
    /// 1 if events are wanted.
    pub(crate) const EVENTS_ON: usize = 12;
    /// 1 if the deck lies as a scenario says and is not to be shuffled.
    pub(crate) const UNSHUFFLED: usize = 13;
    /// 1 if a scenario says where the cards are, so that what happens only at the start of a match does not happen.
    pub(crate) const COMPOSED: usize = 14;
    /// The verb whose hook `legal` was called last, from 1; only in machines that run scripts as written.
    pub(crate) const VERB: usize = 15;
    /// The generator of playouts: four words.
    pub(crate) const POLICY_RNG: usize = 16;
    /// Bytes in all.
    pub(crate) const LEN: usize = 64;
}

/// Scratch card sets that a script can use at a time.
const SCRATCH: usize = 512;
/// Bytes that are copied word by word.
const MOST_UNROLLED: usize = 40;
/// Bytes of the action buffer.
pub(crate) const ACTION_BYTES: usize = 4 << 20;
/// Bytes of the event buffer.
pub(crate) const EVENT_BYTES: usize = 1 << 18;

/// Whether a member reads or changes the match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Does {
    Ask,
    Change,
}

#[derive(Debug)]
enum Code {
    /// An expression that never changes.
    Constant(String),
    /// Parameters in parentheses, then the body, without `function` and `end`.
    Function(String, String),
}

#[derive(Debug)]
struct Member {
    namespace: String,
    name: String,
    code: Code,
    does: Does,
    doc: String,
}

/// The functions of a game.
#[derive(Debug)]
pub(crate) struct Prelude {
    members: Vec<Member>,
    index: HashMap<(String, String), usize>,
    namespaces: Vec<String>,
    /// Where the list of actions begins in the action buffer.
    pub(crate) list_start: usize,
    /// Only what reads.
    views_only: bool,
}

impl Names for Prelude {
    fn members(&self, namespace: &str) -> Option<Vec<&str>> {
        if !self.namespaces.iter().any(|name| name == namespace) {
            return None;
        }
        Some(
            self.members
                .iter()
                .filter(|m| m.namespace == namespace && !(self.views_only && m.does == Does::Change))
                .map(|member| member.name.as_str())
                .collect(),
        )
    }
}

/// The prelude's names while its own bodies are bound.
struct Inside<'a>(&'a Prelude);

impl Names for Inside<'_> {
    fn members(&self, namespace: &str) -> Option<Vec<&str>> {
        self.0.all_members(namespace)
    }

    fn allows_hiding(&self) -> bool {
        true
    }
}

/// The local names that every bound script begins with.
pub(crate) const BUFFERS: &str = "local STATE, ACTS, CTRL, EVTS = ... ";

impl Prelude {
    /// The members of a namespace, those of `core` too.
    pub(crate) fn all_members(&self, namespace: &str) -> Option<Vec<&str>> {
        let members: Vec<&str> = self
            .members
            .iter()
            .filter(|member| member.namespace == namespace)
            .map(|member| member.name.as_str())
            .collect();
        (!members.is_empty()).then_some(members)
    }

    pub(crate) fn new(game: &Game, views_only: bool) -> Self {
        let mut writer = Writer::new(game);
        writer.core();
        writer.seats();
        writer.options();
        writer.tables();
        writer.bunches();
        for n in 0..game.pack().vars.len() {
            writer.var(n);
        }
        for n in 0..game.pack().zones.len() {
            writer.zone(n);
        }
        for n in 0..game.pack().boards.len() {
            writer.board(n);
        }
        for from in 0..game.pack().zones.len() {
            for to in 0..game.pack().zones.len() {
                writer.transfer(from, to);
            }
        }
        writer.turns();
        writer.chances();
        writer.offers();
        writer.events();
        writer.deal();
        let mut namespaces: Vec<String> = writer.members.iter().map(|member| member.namespace.clone()).collect();
        namespaces.sort();
        namespaces.dedup();
        namespaces.retain(|name| name != "core");
        let index = writer
            .members
            .iter()
            .enumerate()
            .map(|(n, member)| ((member.namespace.clone(), member.name.clone()), n))
            .collect();
        Self { index, namespaces, list_start: writer.list_start, members: writer.members, views_only }
    }

    /// What is put in front of a script: the members that it uses and whatever those use, as local functions on
    /// one line. `extra` are members of `core` that the host's own scripts use.
    pub(crate) fn prefix(&self, used: &BTreeSet<(String, String)>) -> String {
        let mut wanted = BTreeSet::new();
        let mut bodies = HashMap::new();
        let mut queue: Vec<usize> = used.iter().filter_map(|key| self.index.get(key).copied()).collect();
        while let Some(n) = queue.pop() {
            if !wanted.insert(n) {
                continue;
            }
            let Code::Function(parameters, body) = &self.members[n].code else {
                continue;
            };
            let source = SourceFile::new("prelude", body.as_str());
            // The bodies are the engine's own, and a test binds every one of them.
            if let Ok(bound) = bind(&source, &Inside(self)) {
                queue.extend(bound.used.iter().filter_map(|key| self.index.get(key).copied()));
                bodies.insert(n, (parameters, bound.text));
            }
        }
        let mut out = BUFFERS.to_owned();
        for n in wanted {
            let Member { namespace, name, code, .. } = &self.members[n];
            // Writing to a `String` does not fail.
            let _ = match (code, bodies.get(&n)) {
                (Code::Constant(value), _) => write!(out, "local {namespace}__{name} = {value} "),
                (Code::Function(..), Some((parameters, body))) => {
                    write!(out, "local function {namespace}__{name}({parameters}) {body} end ")
                }
                (Code::Function(..), None) => Ok(()),
            };
        }
        out
    }

    /// A script that makes the namespaces as tables and returns them by name.
    pub(crate) fn tables(&self) -> String {
        let mut out = BUFFERS.to_owned();
        out.push_str("local core = {}\n");
        for namespace in &self.namespaces {
            let _ = writeln!(out, "local {namespace} = {{}}");
        }
        for Member { namespace, name, code, does, .. } in &self.members {
            if self.views_only && *does == Does::Change {
                continue;
            }
            let _ = match code {
                Code::Constant(value) => writeln!(out, "{namespace}[\"{name}\"] = {value}"),
                Code::Function(parameters, body) => {
                    writeln!(out, "{namespace}[\"{name}\"] = function({parameters}) {body} end")
                }
            };
        }
        out.push_str("return {");
        for namespace in &self.namespaces {
            let _ = write!(out, "{namespace} = table.freeze({namespace}), ");
        }
        out.push('}');
        out
    }

    /// Type definitions for editors, in the form that luau-lsp reads.
    pub(crate) fn definitions(&self) -> String {
        let mut out = String::from("-- The words that the scripts of this game can use.\n");
        for namespace in &self.namespaces {
            let _ = writeln!(out, "\ndeclare {namespace}: {{");
            for member in self.members.iter().filter(|member| member.namespace == *namespace) {
                if self.views_only && member.does == Does::Change {
                    continue;
                }
                let _ = writeln!(out, "\t-- {}", member.doc);
                let kind = match &member.code {
                    Code::Constant(value) if value.starts_with('"') => "string".to_owned(),
                    Code::Constant(value) if value == "true" || value == "false" => "boolean".to_owned(),
                    Code::Constant(_) => "number".to_owned(),
                    Code::Function(parameters, _) => format!("({parameters}) -> any"),
                };
                let _ = writeln!(out, "\t{}: {kind},", member.name);
            }
            out.push_str("}\n");
        }
        out
    }

    /// The names and one-line descriptions of a namespace, for help.
    pub(crate) fn describe(&self) -> Vec<(String, String)> {
        self.members
            .iter()
            .filter(|member| member.namespace != "core" && !(self.views_only && member.does == Does::Change))
            .map(|member| {
                let parameters = match &member.code {
                    Code::Function(parameters, _) => format!("({parameters})"),
                    Code::Constant(_) => String::new(),
                };
                (format!("{}.{}{parameters}", member.namespace, member.name), member.doc.clone())
            })
            .collect()
    }
}

/// Gathers the members.
struct Writer<'a> {
    game: &'a Game,
    members: Vec<Member>,
    list_start: usize,
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
const DOWN: &str = "2.3283064365386963e-10";

/// The next 32 bits of the generator at a place, as the local `r`.
fn bits(buffer: &str, at: usize) -> String {
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
fn clear(at: &str, len: usize) -> String {
    if len > MOST_UNROLLED {
        return format!("buffer.fill(ACTS, {at}, 0, {len}) ");
    }
    let words = (0..len / 4).map(|n| format!("buffer.writeu32(ACTS, {at} + {}, 0) ", 4 * n));
    words.chain((len / 4 * 4..len).map(|n| format!("buffer.writeu8(ACTS, {at} + {n}, 0) "))).collect()
}

fn number_list(numbers: impl IntoIterator<Item = i64>) -> String {
    let items: Vec<String> = numbers.into_iter().map(|n| n.to_string()).collect();
    format!("{{{}}}", items.join(","))
}

fn text_list<'t>(texts: impl IntoIterator<Item = &'t str>) -> String {
    let items: Vec<String> = texts.into_iter().map(quote).collect();
    format!("{{{}}}", items.join(","))
}

/// An identifier made from a name: `mat.spaces` becomes `mat_spaces`; `None` if it can't be one.
fn identifier(name: &str) -> Option<String> {
    let name: String = name.chars().map(|c| if c == '.' || c == '-' || c == ' ' { '_' } else { c }).collect();
    let fine = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !name.starts_with(|c: char| c.is_ascii_digit())
        && !name.is_empty();
    (fine && !KEYWORDS.contains(&name.as_str())).then_some(name)
}

const KEYWORDS: &[&str] = &[
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "if", "in", "local", "nil", "not", "or",
    "repeat", "return", "then", "true", "until", "while",
];

/// The index into a family: a parameter, and the offset of member `i` given that of the first.
struct Family {
    members: usize,
    stride: usize,
    name: String,
}

impl Family {
    /// The parameter in front of others, or nothing if there is just one member.
    fn parameter(&self, index: &str) -> String {
        if self.members == 1 && self.stride == 0 { String::new() } else { format!("{index}: number") }
    }

    fn check(&self, index: &str, what: &str) -> String {
        if self.stride == 0 {
            return String::new();
        }
        format!(
            "if not ({index} >= 1 and {index} <= {}) then core.outside(\"{what}\", {index}, {}) end ",
            self.members, self.members
        )
    }

    /// `first` moved to member `index`.
    fn at(&self, first: usize, index: &str) -> String {
        if self.stride == 0 {
            return first.to_string();
        }
        let base = first as i64 - self.stride as i64;
        format!("{base} + {index} * {}", self.stride)
    }
}

fn join(parts: &[&str]) -> String {
    parts.iter().filter(|part| !part.is_empty()).copied().collect::<Vec<_>>().join(", ")
}

impl<'a> Writer<'a> {
    fn new(game: &'a Game) -> Self {
        let types = game.pack().card_types();
        let list_start = (game.action_width() + SCRATCH * types).next_multiple_of(8);
        Self { game, members: Vec::new(), list_start }
    }

    fn push(&mut self, namespace: &str, name: &str, does: Does, doc: &str, code: Code) {
        // A word that Luau keeps for itself takes an underscore: `offer.end_()`.
        let tail = if KEYWORDS.contains(&name) { "_" } else { "" };
        self.members.push(Member {
            namespace: namespace.to_owned(),
            name: format!("{name}{tail}"),
            code,
            does,
            doc: doc.to_owned(),
        });
    }

    fn constant(&mut self, namespace: &str, name: &str, doc: &str, value: impl Into<String>) {
        self.push(namespace, name, Does::Ask, doc, Code::Constant(value.into()));
    }

    fn ask(&mut self, namespace: &str, name: &str, doc: &str, parameters: &str, body: impl Into<String>) {
        self.push(namespace, name, Does::Ask, doc, Code::Function(parameters.to_owned(), body.into()));
    }

    fn change(&mut self, namespace: &str, name: &str, doc: &str, parameters: &str, body: impl Into<String>) {
        self.push(namespace, name, Does::Change, doc, Code::Function(parameters.to_owned(), body.into()));
    }

    fn types(&self) -> usize {
        self.game.pack().card_types()
    }

    fn family(&self, zone: usize) -> Family {
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

    fn core(&mut self) {
        self.ask("core", "fail", "Ends the script with a message.", "message: string", "error(message, 3)");
        self.ask(
            "core",
            "outside",
            "Refuses a number that is out of range.",
            "what: string, got: any, most: number",
            "error(`{what}: expected a number from 1 to {most}, got {got}`, 3)",
        );
        self.change("core", "bits", "32 random bits.", "", format!("{}return r", bits("STATE", RNG)));
        let policy_bits = format!("{}return r", bits("CTRL", control::POLICY_RNG));
        self.change("core", "policy_bits", "32 random bits of a playout.", "", policy_bits);
        for (name, bits) in [("again", "core.bits"), ("policy_again", "core.policy_bits")] {
            self.change(
                "core",
                name,
                "Draws once more as long as a product of n and 32 random bits would favour some numbers.",
                "n: number, x: number",
                format!(
                    "local threshold = (4294967296 - n) % n local hi = math.floor(x * {DOWN}) \
                     while x - hi * 4294967296 < threshold do x = {bits}() * n hi = math.floor(x * {DOWN}) end \
                     return hi"
                ),
            );
        }
        let body = format!("{}return hi", below("STATE", RNG, "n", "core.again"));
        self.change("core", "below", "A random number from 0 to n - 1.", "n: number", body);
        let (seats, types) = (self.game.seat_count(), self.types());
        self.change(
            "core",
            "learn",
            "Notes that the seats of a mask know one card more of a type in a bag.",
            "any: number, known: number, card: number, mask: number",
            format!(
                "buffer.writeu8(STATE, any, 1) \
                 for v = 0, {} do if bit32.extract(mask, v) ~= 0 then \
                 local o = known + v * {types} + card - 1 buffer.writeu8(STATE, o, buffer.readu8(STATE, o) + 1) end end",
                seats - 1
            ),
        );
        self.change(
            "core",
            "forget",
            "Notes that a card of a type left a bag, seen only by the seats of a mask; returns those who know all the same.",
            "any: number, known: number, card: number, mask: number, size: number",
            format!(
                "local sure, left = 0, 0 \
                 for v = 0, {} do local row = known + v * {types} local o = row + card - 1 local k = buffer.readu8(STATE, o) \
                 if bit32.extract(mask, v) ~= 0 or k == size then \
                 if k > 0 then buffer.writeu8(STATE, o, k - 1) end \
                 if k == size then sure = bit32.bor(sure, bit32.lshift(1, v)) end \
                 else for x = row, row + {} do local n = buffer.readu8(STATE, x) if n > 0 then buffer.writeu8(STATE, x, n - 1) end end end \
                 for x = row, row + {} do left += buffer.readu8(STATE, x) end end \
                 if left == 0 then buffer.writeu8(STATE, any, 0) end return sure",
                seats - 1,
                types.saturating_sub(1),
                types.saturating_sub(1)
            ),
        );
    }

    fn seats(&mut self) {
        let game = self.game;
        let n = game.seat_count();
        self.constant("seats", "count", "How many seats there are.", n.to_string());
        let names: Vec<&str> = game.seats().map(|seat| game.seat_name(seat)).collect();
        for (index, name) in names.iter().enumerate() {
            if let Some(id) = identifier(name).filter(|id| !["count", "next", "before", "name"].contains(&id.as_str()))
            {
                self.constant("seats", &id, &format!("The seat `{name}`."), (index + 1).to_string());
            }
        }
        self.constant("seats", "all_names", "The names of the seats.", text_list(names));
        self.ask("seats", "next", "The seat to the left, clockwise.", "seat: number", format!("return seat % {n} + 1"));
        self.ask(
            "seats",
            "before",
            "The seat to the right.",
            "seat: number",
            format!("return (seat + {}) % {n} + 1", n + n - 2),
        );
        self.ask("seats", "name", "The name of a seat.", "seat: number", "return seats.all_names[seat] or \"\"");
    }

    fn options(&mut self) {
        for (key, value) in self.game.options() {
            let text = match value {
                OptionValue::Int(n) => n.to_string(),
                OptionValue::Bool(flag) => flag.to_string(),
                OptionValue::Word(word) => quote(word),
            };
            if let Some(id) = identifier(key) {
                self.constant("option", &id, &format!("The option `{key}`."), text);
            }
        }
        if let Some(variant) = self.game.variant() {
            self.constant("option", "variant", "The variant's name.", quote(variant));
        }
    }

    fn tables(&mut self) {
        let pack = self.game.pack();
        for table in &pack.tables {
            let ns = table.name.as_str();
            self.constant(ns, "count", "How many rows the table has.", table.rows.len().to_string());
            for (n, row) in table.rows.iter().enumerate() {
                let taken = |id: &String| {
                    !["count", "name", "title", "plural", "all"].contains(&id.as_str())
                        && !table.columns.iter().any(|column| column.name == *id)
                };
                if let Some(id) = identifier(&row.name).filter(taken) {
                    self.constant(ns, &id, &format!("The row `{}`.", row.name), (n + 1).to_string());
                }
            }
            let texts = [
                ("name", "The name of a row.", table.rows.iter().map(|row| row.name.as_str()).collect::<Vec<_>>()),
                ("title", "What a person calls a row.", table.rows.iter().map(|row| row.title.as_str()).collect()),
                ("plural", "The plural of that.", table.rows.iter().map(|row| row.plural.as_str()).collect()),
            ];
            for (name, doc, values) in texts {
                let list = format!("all_{name}s");
                self.constant(ns, &list, "The values of all rows.", text_list(values));
                self.ask(ns, name, doc, "row: number", format!("return {ns}.{list}[row] or \"\""));
            }
            for (c, column) in table.columns.iter().enumerate() {
                let cells = table.rows.iter().map(|row| &row.cells[c]);
                let word_list = match &column.kind {
                    ColumnKind::Word(list) => pack.lists.iter().find(|l| l.name == *list),
                    _ => None,
                };
                let values: Vec<String> = cells
                    .map(|cell| match cell {
                        Cell::Int(n) => n.to_string(),
                        Cell::Ints(numbers) => {
                            format!("table.freeze({})", number_list(numbers.iter().copied()))
                        }
                        Cell::Bool(flag) => flag.to_string(),
                        Cell::Text(text) => match word_list.and_then(|l| l.words.iter().position(|w| w == text)) {
                            Some(n) => (n + 1).to_string(),
                            None => quote(text),
                        },
                    })
                    .collect();
                let list = format!("all_{}", column.name);
                self.constant(ns, &list, "The values of all rows.", format!("{{{}}}", values.join(",")));
                let doc = format!("The column `{}` of a row.", column.name);
                self.ask(ns, &column.name, &doc, "row: number", format!("return {ns}.{list}[row]"));
            }
        }
        for table in &pack.constants {
            for (name, place) in &table.entries {
                if let Some(id) = identifier(name) {
                    self.constant(&table.name, &id, "A constant of the pack.", place.to_string());
                }
            }
        }
        let taken =
            |name: &str| pack.tables.first().is_some_and(|t| t.columns.iter().any(|column| column.name == name));
        if !pack.cards.is_empty() && !taken("copies") {
            let copies = number_list(self.game.card_counts().iter().map(|&n| n as i64));
            self.constant("card", "all_copies", "The numbers of copies of all cards.", copies);
            let doc = "How many cards of a type are in the match.";
            self.ask("card", "copies", doc, "row: number", "return card.all_copies[row]");
        }
        let table_names: Vec<&str> = pack.tables.iter().map(|table| table.name.as_str()).collect();
        for list in pack.lists.iter().filter(|list| !table_names.contains(&list.name.as_str())) {
            let ns = list.name.as_str();
            self.constant(ns, "count", "How many words the list has.", list.words.len().to_string());
            for (n, word) in list.words.iter().enumerate() {
                if let Some(id) = identifier(word).filter(|id| id != "count" && id != "name") {
                    self.constant(ns, &id, &format!("The word `{word}`."), (n + 1).to_string());
                }
            }
            self.constant(ns, "all_names", "The words.", text_list(list.words.iter().map(String::as_str)));
            self.ask(
                ns,
                "name",
                "The word with a number.",
                "word: number",
                format!("return {ns}.all_names[word] or \"\""),
            );
        }
    }

    fn bunches(&mut self) {
        let types = self.types();
        if types == 0 {
            return;
        }
        let scratch = self.game.action_width();
        self.ask(
            "bunch",
            "scratch",
            &format!("A bunch of cards to work with, by a number from 1 to {SCRATCH}; it keeps what was in it."),
            "n: number",
            format!(
                "if not (n >= 1 and n <= {SCRATCH}) then core.outside(\"bunch.scratch\", n, {SCRATCH}) end return {} + n * {types}",
                scratch as i64 - types as i64
            ),
        );
        self.ask("bunch", "clear", "Empties a bunch.", "bunch: number", clear("bunch", types));
        let check = |what: &str| {
            format!("if not (card >= 1 and card <= {types}) then core.outside(\"{what}\", card, {types}) end ")
        };
        self.ask(
            "bunch",
            "count",
            "How many cards of a type are in a bunch.",
            "bunch: number, card: number",
            format!("{}return buffer.readu8(ACTS, bunch + card - 1)", check("bunch.count")),
        );
        self.ask(
            "bunch",
            "set",
            "Puts so many cards of a type into a bunch.",
            "bunch: number, card: number, n: number",
            format!("{}buffer.writeu8(ACTS, bunch + card - 1, n)", check("bunch.set")),
        );
        self.ask(
            "bunch",
            "size",
            "How many cards are in a bunch.",
            "bunch: number",
            format!("local n = 0 for o = bunch, bunch + {} do n += buffer.readu8(ACTS, o) end return n", types - 1),
        );
        self.ask(
            "bunch",
            "text",
            "A bunch in words: `2 coins, 1 map`.",
            "bunch: number",
            "local parts = {} for c = 1, card.count do local n = bunch.count(bunch, c) \
             if n > 0 then table.insert(parts, `{n} {if n == 1 then card.title(c) else card.plural(c)}`) end end \
             return table.concat(parts, \", \")"
                .replace("bunch.count(bunch, c)", "buffer.readu8(ACTS, bunch + c - 1)"),
        );
        self.ask(
            "card",
            "text",
            "So many cards in words: `2 coins`.",
            "n: number, card: number",
            "return `{n} {if n == 1 then card.all_titles[card] else card.all_plurals[card]}`"
                .replace("card.all", "CARD.all")
                .replace("CARD.all", "card.all"),
        );
    }

    fn var(&mut self, n: usize) {
        let game = self.game;
        let spec = &game.pack().vars[n];
        let layout = game.layout().vars[n];
        let ns = spec.name.as_str();
        let family = Family {
            members: layout.count,
            stride: if spec.per == Per::One { 0 } else { 4 * layout.length },
            name: spec.name.clone(),
        };
        let uniform = (0..layout.count).all(|m| game.var_range(n, m) == game.var_range(n, 0));
        let range = if layout.count == 0 { None } else { Some(game.var_range(n, 0)) };
        let Some(range) = range else { return };
        let (index, check) = (family.parameter("i"), family.check("i", ns));
        if layout.length > 1 {
            let slot = format!(
                "if not (slot >= 1 and slot <= {}) then core.outside(\"{ns}\", slot, {}) end ",
                layout.length, layout.length
            );
            let at = format!("{} + (slot - 1) * 4", family.at(layout.offset, "i"));
            self.constant(ns, "length", "How many values the list holds.", layout.length.to_string());
            self.ask(
                ns,
                "get",
                "The value in a slot of the list.",
                &join(&[&index, "slot: number"]),
                format!("{check}{slot}return buffer.readi32(STATE, {at})"),
            );
            self.change(
                ns,
                "set",
                "Sets a slot of the list.",
                &join(&[&index, "slot: number", "value: number"]),
                format!("{check}{slot}buffer.writei32(STATE, {at}, value)"),
            );
            return;
        }
        let at = family.at(layout.offset, "i");
        let bounds = if uniform {
            format!(
                "if not (value >= {} and value <= {}) then core.fail(`{ns}: expected {} to {}, got {{value}}`) end ",
                range.min, range.max, range.min, range.max
            )
        } else {
            String::new()
        };
        self.ask(ns, "get", "The value.", &index, format!("{check}return buffer.readi32(STATE, {at})"));
        self.change(
            ns,
            "set",
            "Sets the value.",
            &join(&[&index, "value: number"]),
            format!("{check}{bounds}buffer.writei32(STATE, {at}, value)"),
        );
        self.change(
            ns,
            "add",
            "Adds to the value and returns the new one.",
            &join(&[&index, "by: number"]),
            format!("{check}local value = buffer.readi32(STATE, {at}) + by {bounds}buffer.writei32(STATE, {at}, value) return value"),
        );
    }

    fn zone(&mut self, n: usize) {
        let game = self.game;
        let family = self.family(n);
        match &game.layout().zones[n].first() {
            Some(ZoneLayout::Pile(pile)) => self.pile(n, &family, pile),
            Some(ZoneLayout::Bag(bag)) => self.bag(n, &family, bag),
            None => {}
        }
    }

    fn pile(&mut self, _n: usize, family: &Family, pile: &PileLayout) {
        let ns = family.name.clone();
        let ns = ns.as_str();
        let (index, check) = (family.parameter("i"), family.check("i", ns));
        let (size, cards) = (family.at(pile.size, "i"), family.at(pile.cards, "i"));
        self.ask(
            ns,
            "size",
            "How many cards lie here.",
            &index,
            format!("{check}return buffer.readu16(STATE, {size})"),
        );
        self.ask(
            ns,
            "at",
            "The card at a place, counted from 1 at the bottom; 0 if it is not known.",
            &join(&[&index, "place: number"]),
            format!(
                "{check}local n = buffer.readu16(STATE, {size}) if not (place >= 1 and place <= n) then core.outside(\"{ns}.at\", place, n) end \
                 return buffer.readu8(STATE, {cards} + place - 1)"
            ),
        );
        self.ask(
            ns,
            "top",
            "The card on top; 0 if there is none or it is not known.",
            &index,
            format!(
                "{check}local n = buffer.readu16(STATE, {size}) if n == 0 then return 0 end return buffer.readu8(STATE, {cards} + n - 1)"
            ),
        );
        self.ask(
            ns,
            "count",
            "How many cards of a type are known to lie here.",
            &join(&[&index, "card: number"]),
            format!(
                "{check}local k = 0 local first = {cards} for o = first, first + buffer.readu16(STATE, {size}) - 1 do \
                 if buffer.readu8(STATE, o) == card then k += 1 end end return k"
            ),
        );
        self.ask(
            ns,
            "unknown",
            "How many cards here are not known.",
            &index,
            format!(
                "{check}local k = 0 local first = {cards} for o = first, first + buffer.readu16(STATE, {size}) - 1 do \
                 if buffer.readu8(STATE, o) == 0 then k += 1 end end return k"
            ),
        );
        let clear_masks = match pile.masks {
            Some(masks) => format!("buffer.fill(STATE, {}, 0, 2 * n) ", family.at(masks, "i")),
            None => String::new(),
        };
        self.change(
            ns,
            "shuffle",
            "Shuffles the pile.",
            &index,
            format!(
                "{check}local n = buffer.readu16(STATE, {size}) local first = {cards} \
                 for i = n, 2, -1 do {} \
                 local a, b = buffer.readu8(STATE, first + i - 1), buffer.readu8(STATE, first + hi) \
                 buffer.writeu8(STATE, first + i - 1, b) buffer.writeu8(STATE, first + hi, a) end {clear_masks}",
                below("STATE", RNG, "i", "core.again")
            ),
        );
    }

    fn bag(&mut self, _n: usize, family: &Family, bag: &BagLayout) {
        let types = self.types();
        let ns = family.name.clone();
        let ns = ns.as_str();
        let (index, check) = (family.parameter("i"), family.check("i", ns));
        let card_check = |what: &str| {
            format!(
                "if not (card >= 1 and card <= {types}) then core.outside(\"{ns}.{what}: card\", card, {types}) end "
            )
        };
        let size = family.at(bag.size, "i");
        let counts = family.at(bag.counts - 1, "i");
        self.ask(
            ns,
            "size",
            "How many cards are here.",
            &index,
            format!("{check}return buffer.readu16(STATE, {size})"),
        );
        self.ask(
            ns,
            "count",
            "How many cards of a type are known to be here.",
            &join(&[&index, "card: number"]),
            format!("{check}{}return buffer.readu8(STATE, {counts} + card)", card_check("count")),
        );
        self.ask(
            ns,
            "next",
            "The next type of card after a type that is known to be here: `for c in hand.next, seat, 0 do`.",
            &join(&[&index, "card: number"]),
            format!(
                "{check}local o, last = {counts} + card + 1, {counts} + {types} \
                 while o <= last do \
                 if o + 3 <= last and buffer.readu32(STATE, o) == 0 then o += 4 \
                 elseif buffer.readu8(STATE, o) ~= 0 then return o - ({counts}) \
                 else o += 1 end end return nil"
            ),
        );
        self.ask(
            ns,
            "unknown",
            "How many cards here are not known.",
            &index,
            format!(
                "{check}local n = buffer.readu16(STATE, {size}) local first = {counts} for o = first + 1, first + {types} do n -= buffer.readu8(STATE, o) end return n"
            ),
        );
        self.change(
            ns,
            "random",
            "A random card that is here; 0 if there is none. It stays where it is.",
            &index,
            format!(
                "{check}local n = buffer.readu16(STATE, {size}) if n == 0 then return 0 end \
                 local k = core.below(n) local first = {counts} \
                 for card = 1, {types} do k -= buffer.readu8(STATE, first + card) if k < 0 then return card end end return 0"
            ),
        );
    }

    /// The mask of those who see a zone's cards by its kind alone.
    fn implicit(&self, zone: &ZoneSpec, index: &str) -> String {
        match zone.seen {
            Seen::All => ((1_u32 << self.game.seat_count()) - 1).to_string(),
            Seen::Owner => format!("bit32.lshift(1, {index} - 1)"),
            Seen::None => "0".to_owned(),
        }
    }

    fn transfer(&mut self, from: usize, to: usize) {
        let game = self.game;
        let pack = game.pack();
        let (source, target) = (&pack.zones[from], &pack.zones[to]);
        let (Some(source_layout), Some(target_layout)) =
            (game.layout().zones[from].first(), game.layout().zones[to].first())
        else {
            return;
        };
        if from == to && source.per == Per::One {
            return;
        }
        let (f, t) = (self.family(from), self.family(to));
        let name = format!("to_{}", target.name);
        let (i, j) = (f.parameter("i"), t.parameter("j"));
        let what = format!("{}.{name}", source.name);
        let (check_i, check_j) = (f.check("i", &what), t.check("j", &what));
        let all = (1_u32 << game.seat_count()) - 1;
        let by_card = matches!(source_layout, ZoneLayout::Bag(_));
        let mut body = format!("{check_i}{check_j}");
        // Taking: leaves the card's type in `card`, and in `seen` the mask of those who know it.
        body.push_str(&self.take(source, source_layout, target, &f, &what));
        // Putting.
        let target_sees = self.implicit(target, "j");
        match target_layout {
            ZoneLayout::Pile(pile) => {
                let (size, cards) = (t.at(pile.size, "j"), t.at(pile.cards, "j"));
                let _ = write!(
                    body,
                    "local m = buffer.readu16(STATE, {size}) if m >= {} then core.fail(\"{what}: no more than {} cards fit here\") end \
                     buffer.writeu16(STATE, {size}, m + 1) buffer.writeu8(STATE, {cards} + m, card) ",
                    pile.capacity, pile.capacity
                );
                if let Some(masks) = pile.masks {
                    let _ = write!(
                        body,
                        "buffer.writeu16(STATE, {} + 2 * m, bit32.band(seen, bit32.bnot({target_sees}))) ",
                        t.at(masks, "j")
                    );
                }
            }
            ZoneLayout::Bag(bag) => {
                let (size, counts) = (t.at(bag.size, "j"), t.at(bag.counts - 1, "j"));
                let _ = write!(
                    body,
                    "buffer.writeu16(STATE, {size}, buffer.readu16(STATE, {size}) + 1) \
                     buffer.writeu8(STATE, {counts} + card, buffer.readu8(STATE, {counts} + card) + 1) "
                );
                if let Some(known) = bag.known {
                    let _ = write!(
                        body,
                        "if seen ~= 0 then local others = bit32.band(seen, bit32.bnot({target_sees})) \
                         if others ~= 0 then core.learn({}, {}, card, others) end end ",
                        t.at(bag.any_known, "j"),
                        t.at(known, "j")
                    );
                }
            }
        }
        body.push_str("return card");
        let doc = format!(
            "Moves {} from {} to {}, and returns it.",
            if by_card { "a card of a type" } else { "the top card" },
            source.title,
            target.title
        );
        let card = if by_card { "card: number" } else { "" };
        let _ = all;
        self.change(&source.name, &name, &doc, &join(&[&i, card, &j]), body);
        self.transfer_many(source, target, &f, &t, by_card, source_layout, target_layout);
    }

    /// The half of a transfer that takes the card.
    fn take(&self, source: &ZoneSpec, layout: &ZoneLayout, target: &ZoneSpec, family: &Family, what: &str) -> String {
        let all = (1_u32 << self.game.seat_count()) - 1;
        let mut body = String::new();
        let source_sees = self.implicit(source, "i");
        match layout {
            ZoneLayout::Pile(pile) => {
                let (size, cards) = (family.at(pile.size, "i"), family.at(pile.cards, "i"));
                let _ = write!(
                    body,
                    "local n = buffer.readu16(STATE, {size}) if n == 0 then core.fail(\"{what}: there is no card to take\") end \
                     local card = buffer.readu8(STATE, {cards} + n - 1) \
                     buffer.writeu16(STATE, {size}, n - 1) buffer.writeu8(STATE, {cards} + n - 1, 0) "
                );
                match pile.masks {
                    Some(masks) => {
                        let masks = family.at(masks, "i");
                        let _ = write!(
                            body,
                            "local seen = buffer.readu16(STATE, {masks} + 2 * (n - 1)) \
                             if seen ~= 0 then buffer.writeu16(STATE, {masks} + 2 * (n - 1), 0) end "
                        );
                        if source.seen == Seen::Owner {
                            let _ = write!(body, "seen = bit32.bor(seen, {source_sees}) ");
                        }
                    }
                    None => {
                        let _ = write!(body, "local seen = {all} ");
                    }
                }
            }
            ZoneLayout::Bag(bag) => {
                let types = self.types();
                let (size, counts) = (family.at(bag.size, "i"), family.at(bag.counts - 1, "i"));
                let _ = write!(
                    body,
                    "if not (card >= 1 and card <= {types}) then core.outside(\"{what}: card\", card, {types}) end \
                     local n = buffer.readu8(STATE, {counts} + card) \
                     if n == 0 then core.fail(\"{what}: there is no such card to take\") end \
                     local s = buffer.readu16(STATE, {size}) \
                     buffer.writeu8(STATE, {counts} + card, n - 1) buffer.writeu16(STATE, {size}, s - 1) "
                );
                match bag.known {
                    Some(known) => {
                        let target_sees = self.implicit(target, "j");
                        let _ = write!(
                            body,
                            "local seen = {source_sees} \
                             if buffer.readu8(STATE, {any}) ~= 0 then \
                             seen = bit32.bor(seen, core.forget({any}, {known}, card, bit32.bor(seen, {target_sees}), s)) end ",
                            any = family.at(bag.any_known, "i"),
                            known = family.at(known, "i"),
                        );
                    }
                    None => {
                        let _ = write!(body, "local seen = {all} ");
                    }
                }
            }
        }
        body
    }

    #[allow(clippy::too_many_arguments)]
    fn transfer_many(
        &mut self,
        source: &ZoneSpec,
        target: &ZoneSpec,
        f: &Family,
        t: &Family,
        by_card: bool,
        source_layout: &ZoneLayout,
        target_layout: &ZoneLayout,
    ) {
        let one = format!("{}.to_{}", source.name, target.name);
        let i = if f.stride == 0 { "" } else { "i" };
        let j = if t.stride == 0 { "" } else { "j" };
        let (pi, pj) = (f.parameter("i"), t.parameter("j"));
        if by_card {
            self.change(
                &source.name,
                &format!("bunch_to_{}", target.name),
                &format!("Moves a bunch of cards from {} to {}.", source.title, target.title),
                &join(&[&pi, "cards: number", &pj]),
                format!(
                    "for card = 1, {} do for _ = 1, buffer.readu8(ACTS, cards + card - 1) do {one}({}) end end",
                    self.types(),
                    join(&[i, "card", j])
                ),
            );
            self.change(
                &source.name,
                &format!("all_to_{}", target.name),
                &format!("Moves all cards from {} to {}.", source.title, target.title),
                &join(&[&pi, &pj]),
                format!(
                    "for card = 1, {} do for _ = 1, {}.count({}) do {one}({}) end end",
                    self.types(),
                    source.name,
                    join(&[i, "card"]),
                    join(&[i, "card", j])
                ),
            );
            return;
        }
        self.change(
            &source.name,
            &format!("all_to_{}", target.name),
            &format!("Moves all cards from {} to {}, the top card first.", source.title, target.title),
            &join(&[&pi, &pj]),
            format!("for _ = 1, {}.size({i}) do {one}({}) end", source.name, join(&[i, j])),
        );
        // Turning a pile over keeps what everyone knows: whoever has seen a card still knows where it is.
        if let (ZoneLayout::Pile(a), ZoneLayout::Pile(b)) = (source_layout, target_layout)
            && source.per == Per::One
            && target.per == Per::One
        {
            let all = (1_u32 << self.game.seat_count()) - 1;
            let seen = match a.masks {
                Some(masks) => format!("buffer.readu16(STATE, {masks} + 2 * o)"),
                None => all.to_string(),
            };
            let put_mask = match b.masks {
                Some(masks) => format!("buffer.writeu16(STATE, {masks} + 2 * m, {seen}) "),
                None => String::new(),
            };
            let shift_mask = match a.masks {
                Some(masks) => format!(
                    "buffer.writeu16(STATE, {masks} + 2 * o, if o < keep then buffer.readu16(STATE, {masks} + 2 * (n - keep + o)) else 0) "
                ),
                None => String::new(),
            };
            self.change(
                &source.name,
                &format!("turn_over_to_{}", target.name),
                &format!(
                    "Turns {} over onto {}, unshuffled, so that its bottom card comes to lie on top; `keep` cards of its top stay.",
                    source.title, target.title
                ),
                "keep: number",
                format!(
                    "local n, m = buffer.readu16(STATE, {asize}), buffer.readu16(STATE, {bsize}) if n <= keep then return 0 end \
                     for o = n - keep - 1, 0, -1 do buffer.writeu8(STATE, {bcards} + m, buffer.readu8(STATE, {acards} + o)) {put_mask}m += 1 end \
                     for o = 0, n - 1 do buffer.writeu8(STATE, {acards} + o, if o < keep then buffer.readu8(STATE, {acards} + n - keep + o) else 0) {shift_mask}end \
                     buffer.writeu16(STATE, {asize}, keep) buffer.writeu16(STATE, {bsize}, m) return n - keep",
                    asize = a.size, bsize = b.size, acards = a.cards, bcards = b.cards
                ),
            );
        }
    }

    fn board(&mut self, n: usize) {
        let game = self.game;
        let spec = &game.pack().boards[n];
        let layout = game.layout().boards[n];
        let ns = spec.name.as_str();
        let squares = layout.width * layout.height;
        self.constant(ns, "width", "Columns of the board.", layout.width.to_string());
        self.constant(ns, "height", "Rows of the board.", layout.height.to_string());
        self.constant(ns, "squares", "Squares of the board.", squares.to_string());
        for (k, symbol) in spec.symbols.iter().enumerate() {
            if let Some(id) = identifier(&symbol.name).filter(|id| {
                !["width", "height", "squares", "at", "set", "square", "row", "column", "name", "all_names"]
                    .contains(&id.as_str())
            }) {
                self.constant(ns, &id, &format!("The symbol `{}`.", symbol.glyph), (k + 1).to_string());
            }
        }
        let check = format!(
            "if not (square >= 1 and square <= {squares}) then core.outside(\"{ns}: square\", square, {squares}) end "
        );
        self.ask(
            ns,
            "at",
            "The symbol on a square, 0 for none. Squares count from 1, row by row.",
            "square: number",
            format!("{check}return buffer.readu8(STATE, {} + square)", layout.offset as i64 - 1),
        );
        let names: Vec<String> = (0..squares).map(|square| game.square_name(n, square)).collect();
        self.constant(ns, "all_names", "The names of the squares.", text_list(names.iter().map(String::as_str)));
        self.ask(
            ns,
            "name",
            "The name of a square, as in actions.",
            "square: number",
            format!("return {ns}.all_names[square] or \"\""),
        );
        self.ask(
            ns,
            "row",
            "The row of a square, from 1 at the top.",
            "square: number",
            format!("return (square - 1) // {} + 1", layout.width),
        );
        self.ask(
            ns,
            "column",
            "The column of a square, from 1 at the left.",
            "square: number",
            format!("return (square - 1) % {} + 1", layout.width),
        );
        self.ask(
            ns,
            "square",
            "The square in a row and column; 0 if that is off the board.",
            "row: number, column: number",
            format!(
                "if row >= 1 and row <= {} and column >= 1 and column <= {} then return (row - 1) * {} + column end return 0",
                layout.height, layout.width, layout.width
            ),
        );
        self.change(ns, "set", "Puts a symbol on a square, 0 for none.", "square: number, symbol: number", format!("{check}if not (symbol >= 0 and symbol <= {}) then core.outside(\"{ns}.set: symbol\", symbol, {}) end buffer.writeu8(STATE, {} + square, symbol)", spec.symbols.len(), spec.symbols.len(), layout.offset as i64 - 1));
    }

    fn turns(&mut self) {
        let game = self.game;
        let pack = game.pack();
        for (n, phase) in pack.phases.iter().enumerate() {
            let number = n + 1;
            let seat_check = |word: &str| {
                let seats = game.seat_count();
                format!(
                    "if not (seat and seat >= 1 and seat <= {seats}) then core.outside(\"{word}.{}\", seat, {seats}) end ",
                    phase.name
                )
            };
            self.change(
                "turn",
                &phase.name,
                &format!("Gives the turn to a seat: {}.", phase.text),
                "seat: number",
                format!("{}buffer.writeu8(STATE, {STACK}, {number}) buffer.writeu8(STATE, {}, seat) if buffer.readu8(STATE, {DEPTH}) == 0 then buffer.writeu8(STATE, {DEPTH}, 1) end", seat_check("turn"), STACK + 1),
            );
            self.change(
                "decide",
                &phase.name,
                &format!("Asks a seat for a decision before anything else goes on: {}.", phase.text),
                "seat: number",
                format!(
                    "{}local d = buffer.readu8(STATE, {DEPTH}) if d >= {most} then core.fail(\"more than {most} decisions are pending\") end \
                     buffer.writeu8(STATE, {STACK} + 2 * d, {number}) buffer.writeu8(STATE, {} + 2 * d, seat) buffer.writeu8(STATE, {DEPTH}, d + 1)",
                    seat_check("decide"),
                    STACK + 1,
                    most = game.layout().stack
                ),
            );
        }
        self.ask(
            "match",
            "seat",
            "Whose turn it is; a pending decision may be another seat's.",
            "",
            format!("return buffer.readu8(STATE, {})", STACK + 1),
        );
        self.ask("match", "ply", "How many actions were taken.", "", format!("return buffer.readu32(STATE, {PLY})"));
        self.ask(
            "match",
            "won",
            "Whether a seat has won; false while the match goes on.",
            "seat: number",
            format!(
                "if not (seat >= 1 and seat <= {n}) then core.outside(\"match.won\", seat, {n}) end \
                 return bit32.extract(buffer.readu16(STATE, {WINNERS}), seat - 1) ~= 0",
                n = game.seat_count()
            ),
        );
        self.ask(
            "match",
            "over",
            "Whether the match is over.",
            "",
            format!("return buffer.readu8(STATE, {OVER}) ~= 0"),
        );
        self.ask(
            "match",
            "pending",
            "How many decisions are pending besides the turn itself.",
            "",
            format!("return buffer.readu8(STATE, {DEPTH}) - 1"),
        );
        let winner_check = format!(
            "if not (seat >= 1 and seat <= {n}) then core.outside(\"winner\", seat, {n}) end ",
            n = game.seat_count()
        );
        let mark = format!(
            "{winner_check}buffer.writeu16(STATE, {WINNERS}, bit32.bor(buffer.readu16(STATE, {WINNERS}), bit32.lshift(1, seat - 1)))"
        );
        self.change(
            "match",
            "winner",
            "Counts a seat among the winners, before the match is ended.",
            "seat: number",
            mark.clone(),
        );
        for (n, ending) in pack.endings.iter().enumerate() {
            self.change(
                "ending",
                &ending.name,
                "Ends the match; a seat that is given is counted among the winners.",
                "seat: number?",
                format!("buffer.writeu8(STATE, {OVER}, 1) buffer.writeu8(STATE, {ENDING}, {}) if seat then match.winner(seat) end", n + 1),
            );
        }
        if pack.scores == ScoreRule::Script {
            let at = game.layout().scores as i64 - 4;
            self.change(
                "score",
                "set",
                "Sets a seat's score at the end.",
                "seat: number, value: number",
                format!("{winner_check}buffer.writei32(STATE, {at} + seat * 4, value)"),
            );
        }
    }

    fn chances(&mut self) {
        let game = self.game;
        let pack = game.pack();
        for (n, chance) in pack.chances.iter().enumerate() {
            let layout = game.layout().chances[n];
            let prescribed = |random: String| {
                if layout.capacity == 0 {
                    return random;
                }
                let at = layout.cursor;
                format!(
                    "local k = buffer.readu16(STATE, {at}) if k < buffer.readu16(STATE, {}) then \
                     buffer.writeu16(STATE, {at}, k + 1) return buffer.readu8(STATE, {} + k) end {random}",
                    at + 2,
                    at + 4
                )
            };
            if chance.kind != ChanceKind::Card {
                let doc = format!("A random outcome from 1 to {}.", game.outcomes(n));
                self.change(
                    "chance",
                    &chance.name,
                    &doc,
                    "",
                    prescribed(format!("return core.below({}) + 1", game.outcomes(n))),
                );
                continue;
            }
            for (z, zone) in pack.zones.iter().enumerate() {
                if !matches!(game.layout().zones[z].first(), Some(ZoneLayout::Bag(_))) {
                    continue;
                }
                let family = self.family(z);
                let (index, i) = (family.parameter("i"), if family.stride == 0 { "" } else { "i" });
                let body = if layout.capacity == 0 {
                    format!("return {}.random({i})", zone.name)
                } else {
                    let at = layout.cursor;
                    format!(
                        "local k = buffer.readu16(STATE, {at}) if k < buffer.readu16(STATE, {}) then \
                         local card = buffer.readu8(STATE, {} + k) \
                         if {}.count({}) == 0 then core.fail(\"the scenario prescribes a card for `{}` that is not there\") end \
                         buffer.writeu16(STATE, {at}, k + 1) return card end return {}.random({i})",
                        at + 2,
                        at + 4,
                        zone.name,
                        join(&[i, "card"]),
                        chance.name,
                        zone.name
                    )
                };
                let doc = format!("A random card of {}; it stays where it is.", zone.title);
                self.change("chance", &format!("{}_from_{}", chance.name, zone.name), &doc, &index, body);
            }
        }
    }

    fn offers(&mut self) {
        let game = self.game;
        let (stride, types) = (game.action_width(), self.types());
        for (n, verb) in game.pack().verbs.iter().enumerate() {
            let mut body = format!(
                "local o = buffer.readu32(CTRL, {end}) if o > {most} then core.fail(\"more actions than can be listed\") end \
                 buffer.writeu8(ACTS, o, {}) ",
                n + 1,
                end = control::LIST_END,
                most = ACTION_BYTES - stride
            );
            let mut parameters = Vec::new();
            for arg in &verb.args {
                let name = format!("{}_", arg.name);
                let optional = if arg.optional { "?" } else { "" };
                let _ = match arg.kind {
                    ArgKind::Cards => {
                        body.push_str(&copy(("ACTS", "o", arg.offset), ("ACTS", &name), types));
                        Ok(())
                    }
                    _ if arg.optional => write!(body, "buffer.writeu16(ACTS, o + {}, {name} or 0) ", arg.offset),
                    _ => write!(body, "buffer.writeu16(ACTS, o + {}, {name}) ", arg.offset),
                };
                parameters.push(format!("{name}: number{optional}"));
            }
            let _ = write!(body, "buffer.writeu32(CTRL, {}, o + {stride})", control::LIST_END);
            let doc = format!("Offers `{}` as a legal action.", verb.usage());
            self.change("offer", &verb.name, &doc, &parameters.join(", "), body);
        }
        self.change(
            "offers",
            "incomplete",
            "Says that legal actions were left out of the list.",
            "",
            format!("buffer.writeu8(CTRL, {}, 1)", control::INCOMPLETE),
        );
    }

    fn events(&mut self) {
        let types = self.types();
        for (n, event) in self.game.pack().events.iter().enumerate() {
            let mut parameters = Vec::new();
            let mut names = Vec::new();
            let mut body = format!(
                "local o = buffer.readu32(CTRL, {end}) if o > {most} then core.fail(\"too many events\") end buffer.writeu8(EVTS, o, {}) ",
                n + 1,
                end = control::EVENTS_END,
                most = EVENT_BYTES - event.width
            );
            for field in &event.fields {
                let name = format!("{}_", field.name);
                let _ = match field.kind {
                    FieldKind::Cards => {
                        body.push_str(&copy(("EVTS", "o", field.offset), ("ACTS", &name), types));
                        Ok(())
                    }
                    _ => write!(body, "buffer.writei32(EVTS, o + {}, {name}) ", field.offset),
                };
                parameters.push(format!("{name}: number"));
                names.push(name);
            }
            let _ = write!(body, "buffer.writeu32(CTRL, {}, o + {})", control::EVENTS_END, event.width);
            let parameters = parameters.join(", ");
            let writer = format!("event_{}", event.name);
            self.change("core", &writer, "Writes an event.", &parameters, body);
            self.change(
                "event",
                &event.name,
                "Tells that this happened.",
                &parameters,
                format!(
                    "if buffer.readu8(CTRL, {}) ~= 0 then core.{writer}({}) end",
                    control::EVENTS_ON,
                    names.join(", ")
                ),
            );
        }
    }

    /// Deals the cards as the pack's `[setup]` says: also between the rounds of a match.
    fn deal(&mut self) {
        let game = self.game;
        let pack = game.pack();
        let Some(source) = pack.setup.source else {
            return;
        };
        let Some(ZoneLayout::Pile(pile)) = game.layout().zones[source].first() else {
            return;
        };
        let first = zone_start(&game.layout().zones);
        let last = zone_end(game);
        // Every card back into the box: the zones lie next to each other in the block.
        let mut body = format!("buffer.fill(STATE, {first}, 0, {}) local n = 0 ", last - first);
        let deck = game.scenario().and_then(|scenario| scenario.deck.clone());
        let held: Vec<usize> = pack.setup.hold_back.clone();
        let listed: Vec<usize> = match &deck {
            Some(deck) => deck.iter().map(|card| card.index() + 1).collect(),
            None => game.card_counts().iter().enumerate().flat_map(|(n, &k)| std::iter::repeat_n(n + 1, k)).collect(),
        };
        let (kept, dealt): (Vec<usize>, Vec<usize>) = listed.iter().partition(|card| held.contains(&(**card - 1)));
        let bytes =
            |cards: &[usize]| format!("\"{}\"", cards.iter().map(|card| format!("\\{card:03}")).collect::<String>());
        let source_name = &pack.zones[source].name;
        let (size, cards) = (pile.size, pile.cards);
        let count = |cards: &[usize]| cards.len();
        self.constant("core", "deal_cards", "The cards that are dealt.", bytes(&dealt));
        self.constant("core", "kept_cards", "The cards that are shuffled in after the deal.", bytes(&kept));
        let _ = write!(
            body,
            "buffer.writestring(STATE, {cards}, core.deal_cards) buffer.writeu16(STATE, {size}, {}) \
             local loose = buffer.readu8(CTRL, {}) == 0 if loose then {source_name}.shuffle() end ",
            count(&dealt),
            control::UNSHUFFLED
        );
        for group in game.deals() {
            let most = group.iter().map(|deal| deal.count).max().unwrap_or(0);
            let Some(zone) = group.first().map(|deal| deal.zone) else {
                continue;
            };
            let target = &pack.zones[zone];
            let uniform = group.iter().all(|deal| deal.count == most);
            let one = format!("{source_name}.to_{}", target.name);
            let _ = if target.per == Per::One {
                write!(body, "for _ = 1, {most} do {one}() end ")
            } else if uniform {
                write!(body, "for _ = 1, {most} do for j = 1, {} do {one}(j) end end ", group.len())
            } else {
                // Families of different sizes, such as chambers, are filled one after the other.
                let mut out = String::new();
                for deal in group {
                    let _ = write!(out, "for _ = 1, {} do {one}({}) end ", deal.count, deal.member + 1);
                }
                body.push_str(&out);
                Ok(())
            };
        }
        if !kept.is_empty() {
            let _ = write!(
                body,
                "n = buffer.readu16(STATE, {size}) if loose then \
                 buffer.writestring(STATE, {cards} + n, core.kept_cards) \
                 buffer.writeu16(STATE, {size}, n + {kept}) {source_name}.shuffle() \
                 else core.deal_in_order() end ",
                kept = count(&kept)
            );
            // As the cards lie: what is kept back stays at its place in the deck, and the deals pass over it.
            let order = number_list(listed.iter().map(|&card| card as i64));
            let is_kept: Vec<String> = held.iter().map(|n| format!("[{}]=true", n + 1)).collect();
            self.constant("core", "deck_order", "The deck as it lies.", order);
            self.constant("core", "is_kept", "The cards that are not dealt.", format!("{{{}}}", is_kept.join(",")));
            self.change(
                "core",
                "deal_in_order",
                "Puts the cards that were kept back where they lay.",
                "",
                format!(
                    "local left = buffer.readu16(STATE, {size}) local n, passed = 0, 0 \
                     for _, card in core.deck_order do \
                     if core.is_kept[card] then buffer.writeu8(STATE, {cards} + n, card) n += 1 \
                     elseif passed < left then passed += 1 buffer.writeu8(STATE, {cards} + n, card) n += 1 end end \
                     buffer.writeu16(STATE, {size}, n)"
                ),
            );
        }
        self.change("setup", "deal", "Takes all cards back, shuffles them and deals as the pack says.", "", body);
    }
}

fn zone_start(zones: &[Vec<ZoneLayout>]) -> usize {
    zones.iter().flatten().map(layout_start).min().unwrap_or(0)
}

fn layout_start(layout: &ZoneLayout) -> usize {
    match layout {
        ZoneLayout::Pile(pile) => pile.size,
        ZoneLayout::Bag(bag) => bag.size,
    }
}

/// The end of the last zone.
fn zone_end(game: &Game) -> usize {
    let (types, seats) = (game.pack().card_types(), game.seat_count());
    game.layout()
        .zones
        .iter()
        .flatten()
        .map(|layout| match layout {
            ZoneLayout::Pile(pile) => pile.cards + pile.capacity,
            ZoneLayout::Bag(bag) => bag.known.map_or(bag.counts + types, |known| known + seats * types),
        })
        .max()
        .unwrap_or(0)
}
