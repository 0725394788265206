//! Pieces, their moves and the endings of a board game, as a pack declares them.

use super::boards::{BoardSpec, Heading, add_symbol, glyph, headings};
use super::load::places::quantity;
use super::spec::{Cell, Column, ColumnKind, DataTable, EndingSpec, Quantity, Row, Span, VarSpec};
use super::symbols::Symbol;
use super::tree::{Node, Section, Value};
use crate::diagnostic::suggest;
use crate::event::{EventSpec, FieldKind, FieldSpec};
use crate::grammar::{ArgKind, VerbSpec};

/// A cell's byte is a bit of a 64-bit mask, with one for nothing.
const MOST_SYMBOLS: usize = 63;

/// The declared moves of the pieces of one board.
#[derive(Clone, Debug, Default)]
pub struct MovesSpec {
    /// The board, by place.
    pub board: usize,
    /// The pieces, in step with the rows of the table `piece`.
    pub pieces: Vec<PieceSpec>,
    /// Moves that bring something onto the board, open to every seat.
    pub places: Vec<MoveSpec>,
    /// The endings, in the order in which they are looked at.
    pub ends: Vec<EndSpec>,
}

impl MovesSpec {
    /// Whether the pack leaves moves to the engine.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty() && self.pieces.iter().all(|piece| piece.moves.is_empty())
    }

    /// The verbs whose actions the engine lists and applies itself.
    pub fn verbs(&self) -> impl Iterator<Item = usize> + '_ {
        self.pieces.iter().flat_map(|piece| &piece.moves).chain(&self.places).map(|rule| rule.verb)
    }
}

/// A kind of piece; every seat has its own of it.
#[derive(Clone, Debug)]
pub struct PieceSpec {
    /// Its name.
    pub name: String,
    /// The character for each seat.
    pub glyphs: Vec<char>,
    /// What it counts.
    pub score: i32,
    /// Whether it is never captured, and no action may leave it where it could be.
    pub royal: bool,
    /// How many of it a seat can have at most.
    pub most: Option<usize>,
    /// The squares on which it stands at the start, besides those of the board's rows.
    pub start: Option<Area>,
    /// Where it protects pieces of its own side from being captured or shot.
    pub protects: Vec<Offset>,
    /// Its moves.
    pub moves: Vec<MoveSpec>,
    /// Where it is declared.
    pub span: Span,
}

/// So many squares to the right and forward, as the piece looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Offset {
    /// To the right.
    pub right: i32,
    /// Forward.
    pub forward: i32,
}

/// What an action does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Effect {
    /// The piece goes to the target.
    Move,
    /// The piece goes to the target in place of what stands there.
    Capture,
    /// What stands on the target is removed; the piece stays.
    Shoot,
    /// Something is put on the target; the piece stays.
    Build,
    /// The piece and what stands on the target change places.
    Swap,
    /// What stands on the target changes sides; the piece stays.
    Convert,
    /// The piece goes to the target, and what it passes over is removed.
    Jump,
    /// Something is put on the target; no piece moves.
    Place,
}

/// The words for effects.
pub const EFFECTS: &[(&str, Effect)] = &[
    ("move", Effect::Move),
    ("capture", Effect::Capture),
    ("shoot", Effect::Shoot),
    ("build", Effect::Build),
    ("swap", Effect::Swap),
    ("convert", Effect::Convert),
    ("jump", Effect::Jump),
    ("place", Effect::Place),
];

/// What may stand on a square, as the seat that acts sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Standing {
    /// Nothing.
    Empty,
    /// A piece of the seat's own.
    Own,
    /// A piece of another seat.
    Enemy,
    /// Anything or nothing.
    Any,
    /// A piece of this kind, of any seat.
    Piece(usize),
    /// This symbol that belongs to nobody, by its cell's byte.
    Symbol(u8),
}

/// A part of the board: squares in all that is listed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Area {
    /// Rows as the seat sees them: 1 is its own first, -1 the farthest.
    pub rows: Vec<i64>,
    /// Columns from the left.
    pub columns: Vec<i64>,
    /// Squares by name.
    pub squares: Vec<String>,
    /// Where it is written.
    pub span: Span,
}

/// One move of a piece, or one way to place something.
#[derive(Clone, Debug)]
pub struct MoveSpec {
    /// The verb of the action.
    pub verb: usize,
    /// What it does.
    pub effect: Effect,
    /// One step in each direction.
    pub offsets: Vec<Offset>,
    /// Fewest steps.
    pub least: usize,
    /// Most steps.
    pub most: usize,
    /// What may stand on the target.
    pub on: Vec<Standing>,
    /// What may not, all the same.
    pub except: Vec<Standing>,
    /// What may stand on the squares on the way.
    pub way: Vec<Standing>,
    /// Where the piece must stand.
    pub from: Option<Area>,
    /// Where the target must be.
    pub to: Option<Area>,
    /// Only for a piece that has not moved yet.
    pub unmoved: bool,
    /// What is built or placed.
    pub puts: Option<Standing>,
    /// What the piece becomes, and where.
    pub becomes: Option<Becomes>,
    /// What is placed falls to the last empty square on this side.
    pub falls: Option<Heading>,
    /// Enemies in a row between the target and a piece of one's own change sides; there must be one.
    pub encloses: Vec<Offset>,
    /// Where it is written.
    pub span: Span,
}

/// A promotion.
#[derive(Clone, Debug)]
pub struct Becomes {
    /// The pieces to choose from.
    pub pieces: Vec<usize>,
    /// Where it happens; everywhere if it does not say.
    pub area: Option<Area>,
}

/// Who wins by an ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The seat that it happens to.
    Win,
    /// The others.
    Lose,
    /// Nobody.
    Draw,
    /// Those with the highest score of pieces; nobody if all are even.
    Score,
}

/// An ending that is declared.
#[derive(Clone, Debug)]
pub struct EndSpec {
    /// What brings it about.
    pub when: When,
    /// Who wins then.
    pub verdict: Verdict,
    /// The ending, by place in the pack's list.
    pub ending: usize,
    /// The ending if the scores are even, by place.
    pub even: usize,
    /// Where it is written.
    pub span: Span,
}

/// What brings an ending about.
#[derive(Clone, Debug)]
pub enum When {
    /// The seat to act has no legal action; `Some` if only in danger, or only out of it.
    NoMove(Option<bool>),
    /// So many full turns were played.
    Turns(Quantity),
    /// The seat that acted has a piece of these (any, if empty) in the area.
    Reach(Vec<usize>, Area),
    /// The seat that acted has so many of its pieces in a row.
    Line(usize),
    /// A seat has no piece of these (of any, if empty) left.
    Captured(Vec<usize>),
    /// The same position, with the same seat to act, for the so-manieth time; so many plies are remembered.
    Repetition(usize, usize),
}

/// What a variable is kept in step with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Follows {
    /// Full turns completed.
    Turns,
    /// The scores of a seat's pieces.
    Score,
    /// The number of a seat's pieces.
    Pieces,
    /// The square that the last action came from.
    LastFrom,
    /// The target of the last action.
    LastTo,
}

/// The words for what a variable can follow.
pub(super) const FOLLOWS: &[(&str, Follows)] = &[
    ("turns", Follows::Turns),
    ("score", Follows::Score),
    ("pieces", Follows::Pieces),
    ("last_from", Follows::LastFrom),
    ("last_to", Follows::LastTo),
];

/// A piece whose moves are still to be read, when the verbs are known.
pub(super) struct Draft<'a> {
    spec: PieceSpec,
    section: Section<'a>,
}

/// Reads the pieces up to their moves, and puts them among the symbols of their board and into a table `piece`.
pub(super) fn read_pieces<'a>(
    top: &Section<'a>,
    boards: &mut [BoardSpec],
    seats: &[String],
    tables: &mut Vec<DataTable>,
) -> (usize, Vec<Draft<'a>>) {
    let sections = top.rows("piece");
    let mut drafts: Vec<Draft<'a>> = Vec::new();
    let mut board = 0;
    let mut table = DataTable {
        name: "piece".to_owned(),
        columns: vec![Column { name: "score".to_owned(), kind: ColumnKind::Int(0, 1_000_000), default: None }],
        rows: Vec::new(),
    };
    for section in sections {
        let Some(on) = board_of(&section, boards) else {
            continue;
        };
        if !drafts.is_empty() && on != board {
            section.sink.fault("wrong-board", &section.value_span("board"), "all pieces must be on one board");
        }
        board = on;
        let Some(name) = section.required_string("name", "a name for the piece") else {
            continue;
        };
        let glyphs = read_glyphs(&section, seats);
        for (seat, (seat_name, &glyph)) in seats.iter().zip(&glyphs).enumerate() {
            let symbol =
                Symbol { name: format!("{name}_{seat_name}"), glyph, piece: Some((drafts.len(), seat)), place: None };
            add_symbol(&section, &mut boards[board], symbol);
        }
        let title = section.string("title").unwrap_or_else(|| name.replace('_', " "));
        let score = section.int("score", 0..=1_000_000).unwrap_or(0);
        let royal = section.bool("royal").unwrap_or(false);
        let most = section.int("most", 1..=1024).map(|n| n as usize);
        if royal && most.is_some_and(|n| n > 1) {
            section.sink.fault("out-of-range", &section.value_span("most"), "a seat can have just one royal piece");
        }
        table.rows.push(Row {
            name: name.clone(),
            plural: section.string("plural").unwrap_or_else(|| format!("{title}s")),
            title,
            cells: vec![Cell::Int(score)],
            span: section.span.clone(),
        });
        let spec = PieceSpec {
            name,
            glyphs,
            score: score as i32,
            royal,
            most: if royal { Some(1) } else { most },
            start: section.node("start").and_then(|node| read_area(&section, "start", node)),
            protects: section.node("protects").map_or_else(Vec::new, |node| read_offsets(&section, node)),
            moves: Vec::new(),
            span: section.span.clone(),
        };
        drafts.push(Draft { spec, section });
    }
    if drafts.iter().filter(|draft| draft.spec.royal).count() > 1 {
        top.sink.fault("too-many", &top.value_span("piece"), "just one kind of piece can be royal");
    }
    if let Some(board) = boards.get(board).filter(|board| board.symbols.len() > MOST_SYMBOLS) {
        let message = format!("{} things can stand on `{}`", board.symbols.len(), board.name);
        top.sink.fault_help("too-many", &board.span, message, format!("expected at most {MOST_SYMBOLS}"));
    }
    if !table.rows.is_empty() {
        tables.push(table);
    }
    (board, drafts)
}

/// The board that a piece is for.
fn board_of(section: &Section<'_>, boards: &[BoardSpec]) -> Option<usize> {
    match section.string("board") {
        Some(name) => {
            let found = boards.iter().position(|board| board.name == name);
            if found.is_none() {
                let help = suggest(&name, boards.iter().map(|board| board.name.as_str()));
                section.sink.fault_help(
                    "unknown-name",
                    &section.value_span("board"),
                    format!("there is no board `{name}`"),
                    help,
                );
            }
            found
        }
        None if boards.is_empty() => {
            section.sink.fault_help(
                "no-board",
                &section.span,
                "a piece needs a board",
                "expected a table such as `[boards.main]`",
            );
            None
        }
        None => Some(0),
    }
}

/// A character for every seat: listed, or one letter whose upper case is the first seat's and lower case the second's.
fn read_glyphs(section: &Section<'_>, seats: &[String]) -> Vec<char> {
    if let Some(node) = section.node("glyph") {
        let glyphs: Vec<char> = glyph(section, node)
            .into_iter()
            .flat_map(|glyph| [glyph.to_ascii_uppercase(), glyph.to_ascii_lowercase()])
            .take(seats.len())
            .collect();
        if glyphs.len() < seats.len() || glyphs.first() == glyphs.get(1) {
            section.sink.fault_help(
                "bad-glyph",
                &node.span,
                "upper and lower case of this can't tell the seats apart",
                "expected a letter for two seats, or a list `glyphs` with a character for each",
            );
        }
        return glyphs;
    }
    let Some(Node { value: Value::Array(items), span }) = section.node("glyphs") else {
        section.missing("glyph", "a letter, or a list `glyphs` with a character for each seat");
        return Vec::new();
    };
    if items.len() != seats.len() {
        let message = format!("{} characters for {} seats", items.len(), seats.len());
        section.sink.fault("wrong-count", span, message);
    }
    items.iter().filter_map(|item| glyph(section, item)).collect()
}

/// What the moves are read with.
struct Reader<'a> {
    pieces: Vec<String>,
    board: Option<&'a BoardSpec>,
    verbs: &'a [VerbSpec],
}

/// Reads the moves of the pieces, the placings and the endings.
pub(super) fn read_moves(
    top: &Section<'_>,
    board: usize,
    drafts: Vec<Draft<'_>>,
    boards: &[BoardSpec],
    verbs: &[VerbSpec],
    vars: &[VarSpec],
    endings: &[EndingSpec],
) -> MovesSpec {
    let reader = Reader {
        pieces: drafts.iter().map(|draft| draft.spec.name.clone()).collect(),
        board: boards.get(board),
        verbs,
    };
    let mut spec = MovesSpec { board, ..MovesSpec::default() };
    for Draft { spec: mut piece, section } in drafts {
        for row in section.rows("moves") {
            reader.moves(row, false, &mut piece.moves);
        }
        section.finish();
        spec.pieces.push(piece);
    }
    for row in top.rows("place") {
        reader.moves(row, true, &mut spec.places);
    }
    for row in top.rows("end") {
        if let Some(end) = reader.end(&row, endings, vars) {
            spec.ends.push(end);
        }
        row.finish();
    }
    let end = spec.ends.iter().any(|end| matches!(end.when, When::NoMove(_)));
    if !spec.is_empty() && !end {
        top.missing("end", "what happens when a seat has no legal action: a row `[[end]]` with `when = \"no_move\"`");
    }
    spec
}

impl Reader<'_> {
    /// Reads one row: a move for each of its effects.
    fn moves(&self, row: Section<'_>, placing: bool, out: &mut Vec<MoveSpec>) {
        let mut effects = Vec::new();
        if placing {
            effects.push(("place", Effect::Place, row.span.clone()));
        } else {
            let words = row.strings("do").unwrap_or_default();
            if words.is_empty() {
                row.missing("do", "what the piece does: \"move\", \"capture\", \"shoot\", \"build\", \"swap\", ...");
            }
            for (word, span) in words {
                match EFFECTS.iter().find(|(name, effect)| *name == word && *effect != Effect::Place) {
                    Some(&(name, effect)) => effects.push((name, effect, span)),
                    None => row.sink.fault_help(
                        "unknown-word",
                        &span,
                        format!("a piece can't `{word}`"),
                        suggest(&word, EFFECTS.iter().map(|(name, _)| *name).filter(|name| *name != "place")),
                    ),
                }
            }
        }
        let (offsets, least, most, way) = if placing { (Vec::new(), 0, 0, Vec::new()) } else { self.pattern(&row) };
        let on = row.node("on").map(|_| self.standings(&row, "on"));
        let except = self.standings(&row, "except");
        let area = |key: &str| row.node(key).and_then(|node| read_area(&row, key, node));
        let (from, to) = if placing { (None, area("to")) } else { (area("from"), area("to")) };
        let unmoved = !placing && row.bool("unmoved").unwrap_or(false);
        let puts = self.puts(&row, &effects);
        let becomes = if placing { None } else { self.becomes(&row) };
        let falls = if placing { headings(&row, "falls").first().copied() } else { None };
        let encloses = match row.node("encloses") {
            Some(node) if placing => read_offsets(&row, node),
            _ => Vec::new(),
        };
        let written_verb = row.string("verb");
        for (name, effect, span) in effects {
            let verb_span = if written_verb.is_some() { row.value_span("verb") } else { span };
            let Some(verb) = self.verb(&row, written_verb.as_deref().unwrap_or(name), &verb_span, effect) else {
                continue;
            };
            if unmoved && matches!(effect, Effect::Capture | Effect::Shoot | Effect::Jump) {
                let message = "what a piece can take can't depend on whether it has moved";
                row.sink.fault("bad-move", &row.value_span("unmoved"), message);
            }
            out.push(MoveSpec {
                verb,
                effect,
                offsets: offsets.clone(),
                least,
                most,
                on: on.clone().unwrap_or_else(|| vec![usual_target(effect)]),
                except: except.clone(),
                way: if effect == Effect::Jump && row.node("way").is_none() {
                    vec![Standing::Enemy]
                } else {
                    way.clone()
                },
                from: from.clone(),
                to: to.clone(),
                unmoved,
                puts,
                becomes: becomes.clone(),
                falls,
                encloses: encloses.clone(),
                span: row.span.clone(),
            });
        }
        row.finish();
    }

    /// Directions, fewest and most steps, and what may stand on the way.
    fn pattern(&self, row: &Section<'_>) -> (Vec<Offset>, usize, usize, Vec<Standing>) {
        const PATTERNS: [&str; 4] = ["step", "slide", "leap", "ray"];
        let written: Vec<&str> = PATTERNS.into_iter().filter(|key| row.node(key).is_some()).collect();
        let Some(&key) = written.first() else {
            row.missing("step", "a pattern: `step`, `slide`, `leap` or `ray` with directions");
            return (Vec::new(), 1, 1, Vec::new());
        };
        if let Some(second) = written.get(1) {
            row.sink.fault(
                "bad-move",
                &row.value_span(second),
                format!("a move has one pattern, not `{key}` and this"),
            );
        }
        let offsets = row.node(key).map_or_else(Vec::new, |node| read_offsets(row, node));
        let far = matches!(key, "slide" | "ray");
        let least = row.int("least", 1..=64).unwrap_or(1);
        let most = row.int("most", 1..=64).unwrap_or(if far { 64 } else { least.max(1) });
        if least > most {
            row.sink.fault_help(
                "bad-move",
                &row.value_span("least"),
                format!("at least {least} and at most {most} steps are impossible"),
                "expected `least` to be no more than `most`",
            );
        }
        let way = match row.node("way") {
            Some(_) => self.standings(row, "way"),
            None if matches!(key, "leap" | "ray") => vec![Standing::Any],
            None => vec![Standing::Empty],
        };
        (offsets, least as usize, most.max(least) as usize, way)
    }

    fn standings(&self, row: &Section<'_>, key: &str) -> Vec<Standing> {
        row.strings(key).unwrap_or_default().iter().filter_map(|(word, span)| self.standing(row, word, span)).collect()
    }

    fn standing(&self, row: &Section<'_>, word: &str, span: &Span) -> Option<Standing> {
        const WORDS: [(&str, Standing); 4] =
            [("empty", Standing::Empty), ("own", Standing::Own), ("enemy", Standing::Enemy), ("any", Standing::Any)];
        if let Some((_, standing)) = WORDS.iter().find(|(name, _)| *name == word) {
            return Some(*standing);
        }
        if let Some(n) = self.pieces.iter().position(|piece| piece == word) {
            return Some(Standing::Piece(n));
        }
        let symbols = self.board.map(|board| board.symbols.as_slice()).unwrap_or_default();
        let terrain = || symbols.iter().enumerate().filter(|(_, symbol)| symbol.piece.is_none());
        if let Some((n, _)) = terrain().find(|(_, symbol)| symbol.name == word) {
            return Some(Standing::Symbol(n as u8 + 1));
        }
        let known = WORDS
            .iter()
            .map(|(name, _)| *name)
            .chain(self.pieces.iter().map(String::as_str))
            .chain(terrain().map(|(_, symbol)| symbol.name.as_str()));
        let help = suggest(word, known);
        row.sink.fault_help("unknown-word", span, format!("nothing called `{word}` can stand on a square"), help);
        None
    }

    fn puts(&self, row: &Section<'_>, effects: &[(&str, Effect, Span)]) -> Option<Standing> {
        let wanted = effects.iter().any(|(_, effect, _)| matches!(effect, Effect::Build | Effect::Place));
        if !wanted {
            return None;
        }
        let word = row.required_string("puts", "what is put on the square: a piece or a symbol of the board")?;
        let span = row.value_span("puts");
        match self.standing(row, &word, &span)? {
            standing @ (Standing::Piece(_) | Standing::Symbol(_)) => Some(standing),
            _ => {
                row.sink.fault("unknown-word", &span, format!("`{word}` is nothing that can be put on a square"));
                None
            }
        }
    }

    fn becomes(&self, row: &Section<'_>) -> Option<Becomes> {
        let node = row.node("becomes")?;
        let (section, key);
        let (owner, key) = if matches!(node.value, Value::Table(_)) {
            section = row.section("becomes")?;
            key = "piece";
            (&section, key)
        } else {
            (row, "becomes")
        };
        let pieces = self.piece_list(owner, key);
        if pieces.is_empty() {
            owner.missing(key, "the piece, or the list of pieces to choose from");
        }
        let mut area = None;
        if let Value::Table(_) = &node.value {
            area = owner.node("in").and_then(|node| read_area(owner, "in", node));
            // Whatever else stands in the table is reported with the rest.
            if let Value::Table(table) = &node.value {
                for entry in table.0.iter().filter(|entry| entry.key != "piece" && entry.key != "in") {
                    owner.sink.fault_help(
                        "unknown-key",
                        &entry.key_span,
                        format!("`{}` is no key that is known here", owner.name(&entry.key)),
                        suggest(&entry.key, ["piece", "in"]),
                    );
                }
            }
        }
        Some(Becomes { pieces, area })
    }

    fn piece_list(&self, section: &Section<'_>, key: &str) -> Vec<usize> {
        let mut out = Vec::new();
        for (word, span) in section.strings(key).unwrap_or_default() {
            match self.pieces.iter().position(|piece| *piece == word) {
                Some(n) => out.push(n),
                None => section.sink.fault_help(
                    "unknown-piece",
                    &span,
                    format!("there is no piece `{word}`"),
                    suggest(&word, self.pieces.iter().map(String::as_str)),
                ),
            }
        }
        out
    }

    /// The verb of a move; its usage must say what the move needs to be told.
    fn verb(&self, row: &Section<'_>, name: &str, span: &Span, effect: Effect) -> Option<usize> {
        let Some(n) = self.verbs.iter().position(|verb| verb.name == name) else {
            let help = suggest(name, self.verbs.iter().map(|verb| verb.name.as_str()));
            row.sink.fault_help("unknown-action", span, format!("there is no action `{name}`"), help);
            return None;
        };
        let square = |wanted: &str| {
            self.verbs[n].args.iter().any(|arg| arg.name == wanted && matches!(arg.kind, ArgKind::Square(_)))
        };
        let column = self.verbs[n].args.iter().any(|arg| arg.name == "column" && arg.kind == ArgKind::Number);
        let told = if effect == Effect::Place { square("to") || column } else { square("from") && square("to") };
        if !told {
            row.sink.fault_help(
                "bad-usage",
                span,
                format!("the usage of `{name}` does not say which squares"),
                if effect == Effect::Place {
                    "expected the argument `{to:square}`, or `{column:number}` for what falls"
                } else {
                    "expected the arguments `{from:square}` and `{to:square}`"
                },
            );
            return None;
        }
        Some(n)
    }

    fn end(&self, row: &Section<'_>, endings: &[EndingSpec], vars: &[VarSpec]) -> Option<EndSpec> {
        const WHEN: [&str; 6] = ["no_move", "turns", "reach", "line", "captured", "repetition"];
        let written =
            row.required_string("when", "what brings the end about: \"no_move\", \"turns\", \"reach\", ...")?;
        let when = match written.as_str() {
            "no_move" => When::NoMove(row.bool("danger")),
            "turns" => {
                if !vars.iter().any(|var| var.follows == Some(Follows::Turns)) {
                    let message = "no variable counts the turns";
                    row.sink.fault_help(
                        "missing-var",
                        &row.value_span("when"),
                        message,
                        "expected a variable with `follows = \"turns\"`",
                    );
                }
                let limit = quantity(row, "limit");
                if limit.is_none() && row.node("limit").is_none() {
                    row.missing("limit", "the number of full turns");
                }
                When::Turns(limit?)
            }
            "reach" => {
                if row.node("to").is_none() {
                    row.missing("to", "an area, such as `{ rows = [-1] }`");
                }
                let area = row.node("to").and_then(|node| read_area(row, "to", node));
                When::Reach(self.piece_list(row, "piece"), area?)
            }
            "line" => {
                if row.node("length").is_none() {
                    row.missing("length", "how many in a row");
                }
                When::Line(row.int("length", 2..=64)? as usize)
            }
            "captured" => When::Captured(self.piece_list(row, "piece")),
            "repetition" => When::Repetition(
                row.int("times", 2..=10).unwrap_or(3) as usize,
                row.int("within", 4..=1024).unwrap_or(100) as usize,
            ),
            other => {
                row.sink.fault_help(
                    "unknown-word",
                    &row.value_span("when"),
                    format!("`{}` can't be `{other}`", row.name("when")),
                    suggest(other, WHEN),
                );
                return None;
            }
        };
        const VERDICTS: &[(&str, Verdict)] =
            &[("win", Verdict::Win), ("lose", Verdict::Lose), ("draw", Verdict::Draw), ("score", Verdict::Score)];
        if row.node("result").is_none() {
            row.missing("result", "\"win\", \"lose\", \"draw\" or \"score\", for the seat that it happens to");
        }
        let verdict = row.word("result", VERDICTS);
        let ending = |key: &str| {
            let name = row.string(key)?;
            let found = endings.iter().position(|ending| ending.name == name);
            if found.is_none() {
                row.sink.fault_help(
                    "unknown-ending",
                    &row.value_span(key),
                    format!("there is no ending `{name}`"),
                    suggest(&name, endings.iter().map(|ending| ending.name.as_str())),
                );
            }
            found
        };
        if row.node("ending").is_none() {
            row.missing("ending", "the name of one of the `[endings]`");
        }
        let (ending, even) = (ending("ending"), ending("even"));
        if verdict == Some(Verdict::Score) && row.node("even").is_none() {
            row.missing("even", "the name of the ending when the scores are even");
        }
        let ending = ending?;
        Some(EndSpec { when, verdict: verdict?, ending, even: even.unwrap_or(ending), span: row.span.clone() })
    }
}

fn usual_target(effect: Effect) -> Standing {
    match effect {
        Effect::Move | Effect::Build | Effect::Place | Effect::Jump => Standing::Empty,
        Effect::Capture | Effect::Shoot | Effect::Convert => Standing::Enemy,
        Effect::Swap => Standing::Own,
    }
}

const fn offset(right: i32, forward: i32) -> Offset {
    Offset { right, forward }
}

const DIRECTIONS: &[(&str, &[Offset])] = &[
    ("forward", &[offset(0, 1)]),
    ("back", &[offset(0, -1)]),
    ("left", &[offset(-1, 0)]),
    ("right", &[offset(1, 0)]),
    ("forward-left", &[offset(-1, 1)]),
    ("forward-right", &[offset(1, 1)]),
    ("back-left", &[offset(-1, -1)]),
    ("back-right", &[offset(1, -1)]),
    ("ahead", &[offset(-1, 1), offset(0, 1), offset(1, 1)]),
    ("sideways", &[offset(-1, 0), offset(1, 0)]),
    ("forward-diagonal", &[offset(-1, 1), offset(1, 1)]),
    ("back-diagonal", &[offset(-1, -1), offset(1, -1)]),
    ("orthogonal", &[offset(0, 1), offset(1, 0), offset(0, -1), offset(-1, 0)]),
    ("diagonal", &[offset(1, 1), offset(1, -1), offset(-1, -1), offset(-1, 1)]),
    (
        "all",
        &[
            offset(0, 1),
            offset(1, 1),
            offset(1, 0),
            offset(1, -1),
            offset(0, -1),
            offset(-1, -1),
            offset(-1, 0),
            offset(-1, 1),
        ],
    ),
];

/// Reads directions: a name, a list of names, of pairs `[a, b]` for every leap of a squares one way and b squares
/// across, or of tables `{ forward = 1, right = 2 }` for just that one.
fn read_offsets(row: &Section<'_>, node: &Node) -> Vec<Offset> {
    let mut out = Vec::new();
    match &node.value {
        Value::Array(items) if !items.iter().any(|item| matches!(item.value, Value::Int(_))) => {
            for item in items {
                read_offset(row, item, &mut out);
            }
        }
        _ => read_offset(row, node, &mut out),
    }
    out.sort_unstable();
    out.dedup();
    if out.is_empty() {
        row.sink.fault("bad-direction", &node.span, "no direction is given");
    }
    out
}

fn read_offset(row: &Section<'_>, node: &Node, out: &mut Vec<Offset>) {
    let number = |node: &Node| match node.value {
        Value::Int(n) if (-64..=64).contains(&n) => Some(n as i32),
        _ => None,
    };
    let found: Option<Vec<Offset>> = match &node.value {
        Value::Str(name) => match DIRECTIONS.iter().find(|(word, _)| word == name) {
            Some((_, offsets)) => Some(offsets.to_vec()),
            None => {
                row.sink.fault_help(
                    "unknown-word",
                    &node.span,
                    format!("there is no direction `{name}`"),
                    suggest(name, DIRECTIONS.iter().map(|(word, _)| *word)),
                );
                return;
            }
        },
        Value::Array(pair) => match pair.as_slice() {
            [a, b] => number(a).zip(number(b)).map(|(a, b)| {
                let turned = [(a, b), (a, -b), (-a, b), (-a, -b), (b, a), (b, -a), (-b, a), (-b, -a)];
                turned.into_iter().map(|(right, forward)| offset(right, forward)).collect()
            }),
            _ => None,
        },
        Value::Table(table) => {
            let part = |key: &str| table.get(key).map_or(Some(0), |entry| number(&entry.node));
            let known = table.0.iter().all(|entry| entry.key == "forward" || entry.key == "right");
            part("right").zip(part("forward")).filter(|_| known).map(|(right, forward)| vec![offset(right, forward)])
        }
        _ => None,
    };
    match found {
        Some(offsets) if !offsets.contains(&offset(0, 0)) => out.extend(offsets),
        Some(_) => row.sink.fault("bad-direction", &node.span, "a move of no squares leads nowhere"),
        None => row.sink.fault_help(
            "bad-direction",
            &node.span,
            "this is no direction",
            "expected a name, a pair such as `[1, 2]`, or a table such as `{ forward = 2, right = 1 }`",
        ),
    }
}

/// Reads an area such as `{ rows = [1, 2] }`.
fn read_area(row: &Section<'_>, key: &str, node: &Node) -> Option<Area> {
    let section = row.section(key)?;
    let numbers = |key: &str| {
        let Some(node) = section.node(key) else {
            return Vec::new();
        };
        let items = match &node.value {
            Value::Array(items) => items.as_slice(),
            _ => std::slice::from_ref(node),
        };
        items
            .iter()
            .filter_map(|item| match item.value {
                Value::Int(n) if n != 0 => Some(n),
                _ => {
                    section.sink.fault_help(
                        "wrong-type",
                        &item.span,
                        format!("`{}` must be whole numbers", section.name(key)),
                        "1 is the first, -1 the last",
                    );
                    None
                }
            })
            .collect()
    };
    let area = Area {
        rows: numbers("rows"),
        columns: numbers("columns"),
        squares: section.strings("squares").unwrap_or_default().into_iter().map(|(name, _)| name).collect(),
        span: node.span.clone(),
    };
    if area.rows.is_empty() && area.columns.is_empty() && area.squares.is_empty() {
        section.missing("rows", "`rows`, `columns` or `squares`");
    }
    section.finish();
    Some(area)
}

/// Adds an event for each verb that the engine applies itself and that has none of its own, and checks those that
/// it has: the engine fills in fields by their names.
pub(super) fn complete_events(top: &Section<'_>, spec: &MovesSpec, verbs: &[VerbSpec], events: &mut Vec<EventSpec>) {
    let mut wanted: Vec<usize> = spec.verbs().collect();
    wanted.sort_unstable();
    wanted.dedup();
    for verb in wanted.into_iter().map(|n| &verbs[n]) {
        if let Some(event) = events.iter().find(|event| event.name == verb.name) {
            for field in &event.fields {
                if !EVENT_FIELDS.iter().any(|(name, fits)| *name == field.name && fits(field.kind)) {
                    top.sink.fault_help(
                        "unknown-field",
                        &top.value_span("events"),
                        format!("the event `{}` can't fill its field `{}`", event.name, field.name),
                        "expected `seat: seat`, `from: square`, `to: square`, `piece: symbol`, `target: symbol` or `column: number`",
                    );
                }
            }
            continue;
        }
        let mut event = EventSpec { name: verb.name.clone(), width: 1, ..EventSpec::default() };
        let has = |name: &str| verb.args.iter().any(|arg| arg.name == name);
        let fields = [
            ("seat", FieldKind::Seat),
            ("piece", FieldKind::Symbol(spec.board)),
            ("from", FieldKind::Square(spec.board)),
            ("to", FieldKind::Square(spec.board)),
            ("target", FieldKind::Symbol(spec.board)),
        ];
        for (name, kind) in fields.into_iter().filter(|(name, _)| *name != "from" || has("from")) {
            let field =
                FieldSpec { name: name.to_owned(), kind, seen_by: Vec::new(), secret: false, offset: event.width };
            event.width += 4;
            event.fields.push(field);
        }
        let told = if has("from") { "{from} {to}" } else { "{to}" };
        if let Ok(sentence) = event.sentence(&format!("{{seat}}: {} {told}.", verb.name)) {
            event.texts.push(("all".to_owned(), sentence));
        }
        events.push(event);
    }
}

type Fits = fn(FieldKind) -> bool;

/// The fields that the engine can fill in.
const EVENT_FIELDS: [(&str, Fits); 6] = [
    ("seat", |kind| kind == FieldKind::Seat),
    ("from", |kind| matches!(kind, FieldKind::Square(_))),
    ("to", |kind| matches!(kind, FieldKind::Square(_))),
    ("piece", |kind| matches!(kind, FieldKind::Symbol(_))),
    ("target", |kind| matches!(kind, FieldKind::Symbol(_))),
    ("column", |kind| kind == FieldKind::Number),
];
