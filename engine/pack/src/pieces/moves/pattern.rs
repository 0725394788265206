//! Patterns of moves: the target, the squares on the way, and what the move leaves there.

use super::Reader;
use crate::pieces::squares::read_offsets;
use crate::reader::{Section, Value};
use crate::spec::Span;
use parlour_model::diagnostic::Code;
use parlour_model::pieces::{Effect, Leg, Offset, Over, Standing};

/// The target of a move, and the conditions on its way.
#[derive(Default)]
pub(super) struct Pattern {
    pub(super) offsets: Vec<Offset>,
    pub(super) least: usize,
    pub(super) most: usize,
    pub(super) way: Vec<Standing>,
    pub(super) leg: Option<Leg>,
    pub(super) over: Option<Over>,
}

/// The words for the steps that a leap takes first.
pub(crate) const LEGS: &[(&str, Leg)] = &[("orthogonal", Leg::Orthogonal), ("diagonal", Leg::Diagonal)];

/// The keys of the patterns of a move.
const PATTERNS: [&str; 4] = ["step", "slide", "leap", "ray"];

/// The pattern key that a row has, or the expected one.
pub(super) fn pattern_key(row: &Section<'_>) -> &'static str {
    PATTERNS.into_iter().find(|key| row.node(key).is_some()).unwrap_or("step")
}

/// True if a move passes over squares one after the other.
pub(super) fn is_far(offsets: &[Offset], least: usize) -> bool {
    if offsets.contains(&Offset::ANYWHERE) {
        return false;
    }
    let is_single = |&Offset { right, forward }: &Offset| {
        (2..=right.abs().max(forward.abs())).all(|n| right % n != 0 || forward % n != 0)
    };
    offsets.is_empty() || (least >= 2 && offsets.iter().all(is_single))
}

impl Reader<'_> {
    /// Reads directions, minimum and maximum number of steps, and the conditions on the way.
    pub(super) fn pattern(&self, row: &Section<'_>) -> Pattern {
        let written: Vec<&str> = PATTERNS.into_iter().filter(|key| row.node(key).is_some()).collect();
        let Some(&key) = written.first() else {
            row.missing("step", "a pattern: `step`, `slide`, `leap` or `ray` with directions");
            row.ask_all();
            return Pattern { least: 1, most: 1, ..Pattern::default() };
        };
        if let Some(second) = written.get(1) {
            row.fault(second, Code::BadMove, format!("a move has one pattern, not `{key}` and this"));
        }
        let offsets = row.node(key).map_or_else(Vec::new, |node| match &node.value {
            Value::Str(word) if key == "leap" && word == "anywhere" => vec![Offset::ANYWHERE],
            _ => read_offsets(row, node, self.shape()),
        });
        let far = matches!(key, "slide" | "ray");
        let least = row.int("least").unwrap_or(1);
        let most = row.int("most").unwrap_or(if far { 64 } else { least.max(1) });
        if least > most {
            row.fault_help(
                "least",
                Code::BadMove,
                format!("at least {least} and at most {most} steps are impossible"),
                "expected `least` to be no more than `most`",
            );
        }
        let leg = row.word("leg", LEGS);
        let over = self.over(row);
        let bends =
            |offset: &Offset| offset.right != 0 && offset.forward != 0 && offset.right.abs() != offset.forward.abs();
        if leg.is_some() && !offsets.iter().all(bends) {
            let message = "a leg is for leaps that go partly straight and partly aslant";
            row.fault_help("leg", Code::BadMove, message, "expected something like `leap = [1, 2]`");
        }
        if over.is_some() && leg.is_some() {
            let message = "a move has either a leg or something to pass over";
            row.fault("over", Code::BadMove, message);
        }
        let way = match row.node("way") {
            Some(_) => self.standings(row, "way"),
            None if leg.is_none() && over.is_none() && matches!(key, "leap" | "ray") => vec![Standing::Any],
            None => vec![Standing::Empty],
        };
        Pattern { offsets, least: least as usize, most: most.max(least) as usize, way, leg, over }
    }

    /// Reads the hurdles that a piece has to pass over: `{ any = 1 }`.
    fn over(&self, row: &Section<'_>) -> Option<Over> {
        let node = row.node("over")?;
        if let Value::Table(table) = &node.value
            && let [entry] = table.0.as_slice()
            && let Value::Int(count @ 1..=8) = entry.node.value
        {
            let on = self.standing(row, &entry.key, &entry.key_span)?;
            if on != Standing::Empty {
                return Some(Over { on, count: count as u8 });
            }
        }
        let message = format!("`{}` says what is passed over, and how many of it", row.name("over"));
        row.sink.fault_help(
            Code::BadMove,
            &node.span,
            message,
            "expected something like `{ any = 1 }` or `{ enemy = 1 }`",
        );
        None
    }

    /// Reads the symbol that replaces the pieces jumped over.
    pub(super) fn leaves(&self, row: &Section<'_>, effects: &[(&str, Effect, Span)]) -> Option<u8> {
        let word = row.string("leaves")?;
        let span = row.value_span("leaves");
        let jumps = effects.iter().any(|(_, effect, _)| *effect == Effect::Jump);
        match self.standing(row, &word, &span)? {
            Standing::Symbol(cell) if jumps => Some(cell),
            _ => {
                let message = format!("`{word}` can't be left by this");
                row.sink.fault_help(
                    Code::BadMove,
                    &span,
                    message,
                    "expected a symbol of the board, on a row with `do = \"jump\"`",
                );
                None
            }
        }
    }
}
