//! Captures by completing a line (as in mills), and moves that depend on the number of the seat's pieces.

use crate::load::quantities::quantity;
use crate::load::words::read_flag;
use crate::pieces::Effect;
use crate::reader::{Section, Value};
use crate::spec::{OptionSpec, Quantity};
use parlour_model::diagnostic::Code;
use parlour_model::grammar::VerbSpec;
use parlour_model::kind::Kind;
use parlour_model::pieces::{LineCaptureSpec, MovesSpec, PieceCount};

/// Reads `takes` of an action: `{ line = 3, spares_lines = true }`.
pub(super) fn read_line_capture(
    section: &Section<'_>,
    verb: usize,
    verbs: &[VerbSpec],
    options: &[OptionSpec],
) -> Option<LineCaptureSpec> {
    section.node("takes")?;
    let inner = section.section("takes")?;
    let line = inner.int("line");
    let spares = read_flag(&inner, "spares_lines", options);
    let span = section.value_span("takes");
    inner.finish();
    let VerbSpec { name, args, pieces, .. } = &verbs[verb];
    let is_told = args.iter().any(|arg| arg.name == "take" && arg.optional && matches!(arg.kind, Kind::Square(_)));
    if !is_told && !pieces.is_empty() {
        section.sink.fault_help(
            Code::BadUsage,
            &span,
            format!("the usage of `{name}` doesn't say what is taken"),
            "expected an argument that may be left out, as in `{to:square}[x{take:square}]`",
        );
    }
    Some(LineCaptureSpec { verb, line: line? as usize, spares, span })
}

/// Reports features that can't be combined with captures by lines: effects other than moving and placing, and royal
/// pieces.
pub(super) fn check_line_capture(section: &Section<'_>, spec: &MovesSpec, taking: &LineCaptureSpec) {
    let rows = spec.pieces.iter().flat_map(|piece| &piece.moves).chain(&spec.places);
    let mut rows = rows.filter(|row| row.verbs().any(|verb| verb == taking.verb)).peekable();
    let is_by_rows = rows.peek().is_some();
    let fits = rows.all(|row| {
        matches!(row.effect, Effect::Move | Effect::Place) && row.encloses.is_empty() && row.surrounds.is_none()
    });
    if !is_by_rows || !fits {
        section.sink.fault_help(
            Code::WrongAction,
            &taking.span,
            "only what moves or puts a piece, and does nothing else, can take one by a line",
            "expected the action of rows with `do = \"move\"` or of a `[[place]]`",
        );
    } else if spec.pieces.iter().any(|piece| piece.royal) {
        let message = "where a piece is royal nothing is taken by a line";
        section.sink.fault(Code::WrongAction, &taking.span, message);
    }
}

/// Reads `pieces` of a move: `{ most = 3 }` or `{ above = 3 }`.
pub(super) fn read_piece_count(row: &Section<'_>, effects: &[Effect]) -> Option<PieceCount> {
    let node = row.node("pieces")?;
    let Value::Table(_) = &node.value else {
        let message = format!("`{}` says with how many pieces there is such a move", row.name("pieces"));
        row.sink.fault_help(Code::WrongType, &node.span, message, "expected such as `{ most = 3 }` or `{ above = 3 }`");
        return None;
    };
    if effects.iter().any(|effect| !matches!(effect, Effect::Move | Effect::Swap | Effect::Build | Effect::Place)) {
        let message = "what a piece can take can't depend on how many there are";
        row.sink.fault(Code::BadMove, &node.span, message);
    }
    let inner = row.section("pieces")?;
    let bound = |key: &str| -> Option<Quantity> { inner.node(key).and_then(|_| quantity(&inner, key)) };
    let count = PieceCount { above: bound("above"), most: bound("most") };
    if inner.node("above").is_none() && inner.node("most").is_none() {
        inner.missing("most", "`most`, `above` or both");
    }
    inner.finish();
    Some(count)
}
