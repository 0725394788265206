//! The moves of pieces, `[[place]]`, `[[castle]]` and `[[end]]`.

mod ends;
mod pattern;
mod results;

pub(crate) use ends::VERDICTS;
pub(crate) use pattern::LEGS;
pub(crate) use results::{CAPTURES, LINES, PUSHED_OFF};

use std::cell::RefCell;
use std::collections::HashSet;

use ends::demand_counter;
use pattern::{Pattern, is_far, pattern_key};
use results::surrounds;

use super::condition::read_condition;
use super::line_captures::read_piece_count;
use super::order::check_order;
use super::rows::Draft;
use super::squares::{read_area, read_offsets};
use crate::boards::{BoardSpec, Shape, headings};
use crate::reader::Section;
use crate::spec::{DataTable, EndingSpec, OptionSpec, PhaseSpec, Span, VarSpec, WordList, ZoneSpec};
use parlour_model::diagnostic::{Code, suggest};
use parlour_model::grammar::{Flag, VerbSpec};
use parlour_model::kind::Kind;
use parlour_model::pieces::{
    BareSpec, Condition, EFFECTS, Effect, Follows, MoveSpec, MovesSpec, PushSpec, ShapeSpec, Standing, Verdict, When,
};

/// The other parts of a pack that moves and endings refer to.
pub(crate) struct PackParts<'a> {
    pub(crate) seats: &'a [String],
    pub(crate) boards: &'a [BoardSpec],
    pub(crate) verbs: &'a [VerbSpec],
    pub(crate) vars: &'a [VarSpec],
    pub(crate) phases: &'a [PhaseSpec],
    pub(crate) zones: &'a [ZoneSpec],
    pub(crate) endings: &'a [EndingSpec],
    pub(crate) lists: &'a [WordList],
    pub(crate) tables: &'a [DataTable],
    pub(crate) options: &'a [OptionSpec],
    /// True if the pack tells which seats are out.
    pub(crate) has_alive: bool,
}

/// The context of reading moves.
pub(super) struct Reader<'a> {
    seats: &'a [String],
    pub(super) pieces: Vec<String>,
    board: Option<&'a BoardSpec>,
    boards: &'a [BoardSpec],
    pub(super) verbs: &'a [VerbSpec],
    pub(super) options: &'a [OptionSpec],
    /// The verbs already reported as not naming squares.
    untold: RefCell<HashSet<usize>>,
    /// The kind of an argument that names a piece.
    piece_kind: Option<Kind>,
    /// The kind of an argument that names a shape and how it lies.
    pub(super) orientation_kind: Option<Kind>,
    pub(super) tables: &'a [DataTable],
    /// True if a variable holds the square that was passed over (en passant).
    has_passed: bool,
    /// True if a piece is royal.
    has_royal: bool,
    /// True if the pack tells which seats are out.
    has_alive: bool,
}

/// Reads the moves of the pieces, the placings and the endings.
pub(crate) fn read_moves(
    top: &Section<'_>,
    (board, drafts, shapes): (usize, Vec<Draft<'_>>, Vec<ShapeSpec>),
    known: &PackParts<'_>,
) -> MovesSpec {
    let &PackParts { seats, boards, verbs, vars, zones, endings, lists, tables, options, has_alive, .. } = known;
    let kind_of = |name: &str| lists.iter().position(|list| list.name == name).map(Kind::Word);
    let reader = Reader {
        seats,
        pieces: drafts.iter().map(|draft| draft.spec.name.clone()).collect(),
        board: boards.get(board),
        boards,
        verbs,
        options,
        untold: RefCell::default(),
        has_passed: vars.iter().any(|var| var.follows == Some(Follows::Passed)),
        has_royal: drafts.iter().any(|draft| draft.spec.royal),
        has_alive,
        piece_kind: kind_of("piece"),
        orientation_kind: kind_of("orientation"),
        tables,
    };
    let mut spec = MovesSpec { board, shapes, ..MovesSpec::default() };
    for Draft { spec: mut piece, section } in drafts {
        for row in section.rows("moves") {
            reader.moves(row, None, &mut piece.moves);
        }
        piece.demotes = reader.piece_list(&section, "demotes").first().copied();
        for key in ["demotes", "stock"].into_iter().filter(|key| section.node(key).is_some()) {
            demand_hand(&section, key, vars);
        }
        section.finish();
        spec.pieces.push(piece);
    }
    for row in top.rows("place") {
        if row.node("hand").is_some() {
            demand_hand(&row, "hand", vars);
        }
        // Packs that extend this one refer to rows by these keys.
        row.pass_texts(&["id", "after"]);
        reader.moves(row, Some(vars), &mut spec.places);
    }
    for row in top.rows("castle") {
        spec.castles.extend(reader.castle(&row, vars));
        row.finish();
    }
    for row in top.rows("custody") {
        let read = reader.custody(&row, &spec, vars);
        spec.custody.extend(read);
        row.finish();
    }
    check_order(top, &mut spec, verbs, vars, known.phases, options);
    let mut ends = 0;
    for row in top.rows("end") {
        ends += 1;
        row.pass_texts(&["id", "after"]);
        if let Some(end) = reader.end(&row, endings, vars, zones) {
            if spec.has_no_pieces() {
                demand_counter(&row, &end);
            }
            spec.ends.push(end);
        }
        row.finish();
    }
    if let Some(board) = boards.get(board).filter(|board| board.stack.is_some()) {
        check_stacks(top, &spec, verbs, board);
    }
    if let Some(board) = boards.get(board).filter(|board| !board.walls.is_empty()) {
        check_walls(top, &spec, board);
    }
    if let Some(board) = boards.get(board) {
        check_pushes(top, &spec, board);
    }
    // A seat that may always pass is never without an action.
    let is_free = |bare: &BareSpec| bare.effect == Effect::Pass && bare.given.is_none();
    let end = spec.ends.iter().any(|end| matches!(end.when, When::NoMove(_))) || spec.bare.iter().any(is_free);
    // A faulty one may be the one.
    let all_are_read = spec.ends.len() == ends;
    if !spec.is_empty() && !end && all_are_read {
        demand_end(top, &spec, verbs);
    }
    spec
}

/// Reports a missing ending of a seat without a legal action, unless it can pass.
fn demand_end(top: &Section<'_>, spec: &MovesSpec, verbs: &[VerbSpec]) {
    let expected = "what happens when a seat has no legal action: a row `[[end]]` with `when = \"no_move\"`";
    let pass = spec.passes.first().map(|&n| verbs[n].name.as_str());
    let actions = pass.and_then(|_| top.section("actions"));
    let Some(action) = pass.and_then(|pass| actions.as_ref()?.section(pass)) else {
        return top.missing("end", expected);
    };
    top.sink.fault_help(
        Code::MissingKey,
        &action.value_span("pass"),
        "a pass needs an end for a seat that can't even pass, and `end` is missing",
        "expected a row `[[end]]` with `when = \"no_move\"`: it is held against a seat whose royal piece is in danger",
    );
}

impl Reader<'_> {
    /// The shape of the board with the pieces.
    pub(super) fn shape(&self) -> &Shape {
        self.board.map_or(&Shape::Squares, |board| &board.shape)
    }

    /// True if pieces stand on each other on the board with the pieces.
    pub(super) fn has_stacks(&self) -> bool {
        self.board.is_some_and(|board| board.stack.is_some())
    }

    /// Reads one row: a move for each of its effects; a placing, which can count in variables, if these are given.
    fn moves(&self, row: Section<'_>, placing_with: Option<&[VarSpec]>, out: &mut Vec<MoveSpec>) {
        let placing = placing_with.is_some();
        let mut effects = Vec::new();
        if placing {
            effects.push(("place", Effect::Place, row.span.clone()));
        } else {
            let words = row.strings("do").unwrap_or_default();
            if words.is_empty() {
                row.missing("do", "what the piece does: \"move\", \"capture\", \"shoot\", \"build\", \"swap\", ...");
            }
            let written = words.len();
            for (word, span) in words {
                match EFFECTS.iter().find(|(name, _)| *name == word) {
                    Some(&(name, effect)) => effects.push((name, effect, span)),
                    None => row.sink.fault_help(
                        Code::UnknownWord,
                        &span,
                        format!("a piece can't `{word}`"),
                        suggest(&word, EFFECTS.iter().map(|(name, _)| *name)),
                    ),
                }
            }
            if written == 0 || effects.len() < written {
                // A faulty value may be the one that puts something.
                row.node("puts");
            }
        }
        let Pattern { offsets, least, most, way, leg, over } =
            if placing { Pattern::default() } else { self.pattern(&row) };
        let on = row.node("on").map(|_| self.standings(&row, "on"));
        let except = self.standings(&row, "except");
        let area = |key: &str| row.node(key).and_then(|node| read_area(&row, key, node));
        let (from, to) = if placing { (None, area("to")) } else { (area("from"), area("to")) };
        let passes = !placing && row.bool("passes").unwrap_or(false);
        let overtakes = !placing && row.bool("overtakes").unwrap_or(false);
        let unmoved = !placing && row.bool("unmoved").unwrap_or(false);
        let chains = !placing && row.bool("chains").unwrap_or(false);
        let carries = !placing && row.bool("carries").unwrap_or(false);
        if carries && !self.has_stacks() {
            let message = "no piece stands under another on this board";
            row.fault_help("carries", Code::BadMove, message, "expected a board with `stack`");
        }
        let push = effects.iter().any(|(_, effect, _)| *effect == Effect::Push).then(|| self.push(&row));
        let puts = self.puts(&row, &effects);
        let drop = if placing { self.drop(&row, &puts) } else { None };
        let becomes = if placing { None } else { self.becomes(&row) };
        let leaves = if placing { None } else { self.leaves(&row, &effects) };
        let only_if = self.condition(&row);
        let doing: Vec<Effect> = effects.iter().map(|(_, effect, _)| *effect).collect();
        let pieces = read_piece_count(&row, &doing);
        let fit = placing_with.and_then(|vars| self.fit(&row, vars));
        let falls = if placing { headings(&row, "falls").first().copied() } else { None };
        if chains {
            check_chains(&row, &doing, on.as_deref());
        }
        let encloses = if placing { row.node("encloses") } else { None };
        let encloses = encloses.map_or_else(Vec::new, |node| read_offsets(&row, node, self.shape()));
        let surrounds = if placing { surrounds(&row) } else { None };
        let written_verb = row.string("verb");
        if overtakes {
            effects.retain_mut(|(_, effect, _)| {
                let captures = *effect == Effect::Capture;
                *effect = Effect::Overtake;
                captures
            });
        }
        if (passes || overtakes) && !self.has_passed {
            let key = if passes { "passes" } else { "overtakes" };
            row.fault_help(
                key,
                Code::MissingVar,
                "no variable holds the square that was passed over",
                "expected a variable with `type = \"square of BOARD\"` and `follows = \"passed\"`",
            );
        }
        for (name, effect, span) in effects {
            let verb_span = if written_verb.is_some() { row.value_span("verb") } else { span };
            let Some(verb) = self.verb(&row, written_verb.as_deref().unwrap_or(name), &verb_span, effect) else {
                continue;
            };
            let choices = becomes
                .as_ref()
                .map_or(0, |becomes| becomes.pieces.len() + usize::from(becomes.optional && becomes.verb.is_none()));
            if choices > 1 {
                self.check_choice(&row, "becomes", becomes.as_ref().and_then(|becomes| becomes.verb).unwrap_or(verb));
            }
            let is_shape = fit.as_ref().is_some_and(|fit| fit.shapes);
            if puts.len() > 1 || is_shape {
                self.check_choice(&row, if is_shape { "shapes" } else { "puts" }, verb);
            }
            if puts.len() > 1 && is_shape {
                row.fault_help(
                    "puts",
                    Code::BadMove,
                    "a shape is of one kind of piece",
                    "expected one piece or symbol",
                );
            }
            if effect == Effect::Jump && over.is_none() && !is_far(&offsets, least) {
                row.fault_help(
                    if row.node("least").is_some() { "least" } else { pattern_key(&row) },
                    Code::BadMove,
                    "a jump of one step passes over nothing",
                    "expected at least two steps of one square each, as in `leap = \"diagonal\", least = 2`",
                );
            }
            if effect == Effect::Push && (least, most, leg.is_some() || over.is_some()) != (1, 1, false) {
                row.fault_help(
                    "do",
                    Code::BadMove,
                    "a push goes one step, and what stands there one step on",
                    "expected a pattern such as `step = \"all\"`",
                );
            }
            if unmoved && effect.removes() {
                let message = "what a piece can take can't depend on whether it has moved";
                row.fault("unmoved", Code::BadMove, message);
            }
            let spec = MoveSpec {
                verb,
                effect,
                offsets: offsets.clone(),
                least,
                most,
                on: on.clone().unwrap_or_else(|| match push {
                    Some(PushSpec { own, .. }) if effect == Effect::Push => match own {
                        0 => vec![Standing::Enemy],
                        _ => vec![Standing::Own, Standing::Enemy],
                    },
                    _ => vec![effect.usual_target()],
                }),
                except: except.clone(),
                leg,
                over,
                leaves,
                chains,
                carries,
                push: push.filter(|_| effect == Effect::Push),
                only_if: only_if.clone(),
                pieces: pieces.clone(),
                way: if effect == Effect::Jump && over.is_none() && row.node("way").is_none() {
                    vec![Standing::Enemy]
                } else {
                    way.clone()
                },
                from: from.clone(),
                to: to.clone(),
                unmoved,
                passes,
                puts: None,
                becomes: becomes.clone(),
                falls,
                encloses: encloses.clone(),
                surrounds,
                drop,
                fit: fit.clone(),
                span: row.span.clone(),
            };
            match puts.as_slice() {
                [] => out.push(spec),
                all => out.extend(all.iter().map(|&puts| MoveSpec { puts: Some(puts), ..spec.clone() })),
            }
        }
        row.finish();
    }

    /// The options that a row requires: `if = { flying = true }`.
    fn condition(&self, row: &Section<'_>) -> Condition {
        read_condition(row, self.options)
    }

    pub(super) fn standings(&self, row: &Section<'_>, key: &str) -> Vec<Standing> {
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
        let is_elsewhere = |board: &&BoardSpec| board.symbols.iter().any(|symbol| symbol.name == word);
        let (message, help) = match (self.boards.iter().find(is_elsewhere), self.board) {
            (Some(other), Some(board)) => (
                format!("`{word}` is a symbol of the board `{}`", other.name),
                format!("expected one of `{}`, the board of the pieces: scripts fill the other boards", board.name),
            ),
            _ => (format!("nothing called `{word}` can stand on a square"), suggest(word, known)),
        };
        row.sink.fault_help(Code::UnknownWord, span, message, help);
        None
    }

    pub(super) fn piece_list(&self, section: &Section<'_>, key: &str) -> Vec<usize> {
        let known = || self.pieces.iter().map(String::as_str);
        let find =
            |(name, span): &(String, Span)| section.sink.find((Code::UnknownPiece, "piece"), name, span, known());
        section.strings(key).unwrap_or_default().iter().filter_map(find).collect()
    }

    /// The verb of a move; its usage must have the arguments that the move needs.
    fn verb(&self, row: &Section<'_>, name: &str, span: &Span, effect: Effect) -> Option<usize> {
        // The absence of any action is reported where actions are read.
        if self.verbs.is_empty() {
            return None;
        }
        let known = self.verbs.iter().map(|verb| verb.name.as_str());
        let n = row.sink.find((Code::UnknownAction, "action"), name, span, known)?;
        let square = |wanted: &str| self.verbs[n].args.iter().any(|arg| arg.name == wanted && arg.kind.is_square());
        let column = self.verbs[n].args.iter().any(|arg| arg.name == "column" && arg.kind == Kind::Number);
        let told = if effect == Effect::Place { square("to") || column } else { square("from") && square("to") };
        // Faults of an unreadable usage are reported.
        let is_read = !self.verbs[n].pieces.is_empty();
        if !told && is_read && self.untold.borrow_mut().insert(n) {
            let square = match self.board {
                Some(board) if self.boards.len() > 1 => format!("square of {}", board.name),
                _ => "square".to_owned(),
            };
            let message = format!("the usage of `{name}` does not say which squares");
            let expected = if effect == Effect::Place {
                format!("expected the argument `{{to:{square}}}`, or `{{column:number}}` for what falls")
            } else {
                format!("expected the arguments `{{from:{square}}}` and `{{to:{square}}}`")
            };
            row.sink.fault_help(Code::BadUsage, span, message, expected);
        }
        told.then_some(n)
    }
}

/// Reports what the tables of a board of stacks can't say: what looks beyond the present action sees top pieces only.
fn check_stacks(top: &Section<'_>, spec: &MovesSpec, verbs: &[VerbSpec], board: &BoardSpec) {
    let moves = || spec.pieces.iter().flat_map(|piece| &piece.moves).chain(&spec.places);
    let faults = [
        ("a royal piece", spec.pieces.iter().any(|piece| piece.royal)),
        ("`longest` chains", verbs.iter().any(|verb| verb.order.longest != Flag::No)),
        ("`leaves`", moves().any(|rule| rule.leaves.is_some())),
        ("`chains`", moves().any(|rule| rule.chains)),
        ("`falls`", moves().any(|rule| rule.falls.is_some())),
        ("`captures = \"surrounded\"`", moves().any(|rule| rule.surrounds.is_some())),
        ("`does = \"take_over\"`", spec.bare.iter().any(|bare| bare.effect == Effect::TakeOver)),
        ("symbols with `under`", board.symbols.iter().any(|symbol| !symbol.under.is_empty())),
        ("a repetition that is forbidden", spec.ends.iter().any(|end| end.verdict == Verdict::Forbidden)),
        ("pieces with a `length`", spec.pieces.iter().any(|piece| piece.length > 1)),
    ];
    let sections = top.section("boards");
    let Some(section) = sections.as_ref().and_then(|boards| boards.section(&board.name)) else { return };
    for (what, _) in faults.into_iter().filter(|(_, is_there)| *is_there) {
        let message = format!("a board of stacks can't have {what}");
        section.fault_help("stack", Code::WrongShape, message, "expected scripts to do it, or a board without `stack`");
    }
}

/// Reports what pushes don't go with: they change squares beyond their target.
fn check_pushes(top: &Section<'_>, spec: &MovesSpec, board: &BoardSpec) {
    let mut moves = spec.pieces.iter().flat_map(|piece| &piece.moves);
    let Some(push) = moves.find(|rule| rule.push.is_some()) else { return };
    let faults = [
        ("a royal piece", spec.pieces.iter().any(|piece| piece.royal)),
        ("pieces with a `length`", spec.pieces.iter().any(|piece| piece.length > 1)),
        ("a board of stacks", board.stack.is_some()),
        ("a board with walls", !board.walls.is_empty()),
        ("a board of lines", matches!(board.shape, Shape::Lines(..))),
        ("a board that hides squares", board.sight.is_some()),
    ];
    for (what, _) in faults.into_iter().filter(|(_, is_there)| *is_there) {
        top.sink.fault_help(
            Code::BadMove,
            &push.span,
            format!("pushing doesn't go with {what}"),
            "expected a script to do it, as by `main.set`",
        );
    }
}

/// Reports what walls don't go with: attacks are looked up without them.
fn check_walls(top: &Section<'_>, spec: &MovesSpec, board: &BoardSpec) {
    let sections = top.section("boards");
    let Some(section) = sections.as_ref().and_then(|boards| boards.section(&board.name)) else { return };
    if spec.pieces.iter().any(|piece| piece.royal) {
        let message = "a board with walls can't have a royal piece";
        section.fault_help(
            "walls",
            Code::WrongShape,
            message,
            "expected an `[[end]]` with `when = \"captured\"` for it",
        );
    }
}

/// Reports what can't be in a row with chains in one action.
fn check_chains(row: &Section<'_>, doing: &[Effect], on: Option<&[Standing]>) {
    let is_plain = doing.iter().all(|&effect| effect == Effect::Move);
    let is_free = |standing: &Standing| matches!(standing, Standing::Empty | Standing::Symbol(_));
    if !is_plain || on.is_some_and(|on| !on.iter().all(is_free)) {
        let message = "a chain in one action doesn't say what is taken or changed on its way";
        let help = "expected `do = \"move\"` onto empty squares; an action with `again` makes chains of captures, each an action \
                    of its own";
        row.fault_help("chains", Code::BadMove, message, help);
    }
    for key in ["becomes", "unmoved", "passes", "pieces"].into_iter().filter(|key| row.node(key).is_some()) {
        let message = format!("a move with `chains` can't have `{key}` as well");
        row.fault_help(key, Code::BadMove, message, "expected a row of its own for this");
    }
}

/// Reports a key about hands in a game without hands.
fn demand_hand(row: &Section<'_>, key: &str, vars: &[VarSpec]) {
    if !vars.iter().any(|var| var.follows == Some(Follows::Hand)) {
        row.fault_help(
            key,
            Code::MissingVar,
            "no variable holds what seats have in hand",
            "expected a variable with `per = \"seat\"` and `follows = \"hand\"`",
        );
    }
}
