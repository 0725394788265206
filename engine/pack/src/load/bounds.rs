//! Bounds of options: numbers, or names of other options.

use std::collections::HashMap;
use std::ops::RangeInclusive;

use super::checks::report_no_number;
use crate::reader::{Section, Sink, Value};
use crate::spec::{Bound, OptionKind, OptionSpec, OptionValue, Span};
use parlour_model::diagnostic::Code;
use parlour_model::options::{self, Beyond, End};

/// An option whose bounds aren't resolved yet.
pub(super) struct Draft {
    pub(super) spec: OptionSpec,
    /// The place of its default; if that can't be read, of its declaration.
    pub(super) default: Span,
    /// The places of bounds that name options, each with its end.
    pub(super) named: Vec<(End, Span)>,
}

/// A bound of one option that is another option, both by index.
struct Link {
    of: usize,
    end: End,
    to: usize,
    span: Span,
}

/// Reads a bound: a number within a range, or the name of an option, which is recorded with its place; `open` if
/// absent. Until the option is resolved, the end of the range stands for it.
pub(super) fn read_bound(
    section: &Section<'_>,
    end: End,
    range: RangeInclusive<i64>,
    open: i64,
    named: &mut Vec<(End, Span)>,
) -> Bound {
    let key = end.key();
    let Some(node) = section.node(key) else { return open.into() };
    match &node.value {
        Value::Str(name) => {
            named.push((end, node.span.clone()));
            let number = if end == End::Min { *range.start() } else { *range.end() };
            Bound { number, option: Some(name.clone()) }
        }
        Value::Int(_) => section.int_within(key, range).unwrap_or(open).into(),
        _ => {
            section.wrong_type(key, node, "a whole number or the name of an option");
            open.into()
        }
    }
}

/// Resolves the options named by bounds, and checks every default against its bounds.
pub(super) fn settle(sink: &Sink, drafts: Vec<Draft>) -> Vec<OptionSpec> {
    let links = links(sink, &drafts);
    let (mut options, defaults): (Vec<OptionSpec>, Vec<Span>) =
        drafts.into_iter().map(|draft| (draft.spec, draft.default)).unzip();
    follow(sink, &mut options, &links);
    for (option, span) in options.iter().zip(&defaults) {
        if let (OptionKind::Int { min, max }, OptionValue::Int(number)) = (&option.kind, &option.default)
            && !(min.number..=max.number).contains(number)
        {
            sink.fault_help(
                Code::OutOfRange,
                span,
                format!("the option `{}` is {number}", option.key),
                format!("expected {}", options::told(min, max)),
            );
        }
    }
    let values: Vec<OptionValue> = options.iter().map(|option| option.default.clone()).collect();
    for beyond in Beyond::all(&options, &values) {
        sink.push(beyond.fault().in_file(&sink.file, &defaults[beyond.option]));
    }
    options
}

/// The bounds that are options; unknown names are reported.
fn links(sink: &Sink, drafts: &[Draft]) -> Vec<Link> {
    let numbers = || drafts.iter().enumerate().filter(|(_, draft)| matches!(draft.spec.kind, OptionKind::Int { .. }));
    let places: HashMap<&str, usize> = numbers().map(|(n, draft)| (draft.spec.key.as_str(), n)).collect();
    let mut links = Vec::new();
    for (of, draft) in drafts.iter().enumerate() {
        for (end, span) in &draft.named {
            let name = draft.spec.bound(*end).and_then(|bound| bound.option.as_deref()).unwrap_or_default();
            match places.get(name) {
                Some(&to) => links.push(Link { of, end: *end, to, span: span.clone() }),
                None => {
                    let others = numbers().filter(|(n, _)| *n != of).map(|(_, other)| other.spec.key.as_str());
                    report_no_number(sink, name, span, others);
                }
            }
        }
    }
    links
}

/// Resolves each bound that is an option to that option's own bound, in topological order. Bounds on or behind a cycle are
/// reported and dropped.
fn follow(sink: &Sink, options: &mut [OptionSpec], links: &[Link]) {
    let mut waits = vec![0_usize; options.len()];
    let mut behind: Vec<Vec<&Link>> = options.iter().map(|_| Vec::new()).collect();
    for link in links {
        waits[link.of] += 1;
        behind[link.to].push(link);
    }
    let mut settled: Vec<usize> = (0..options.len()).filter(|&n| waits[n] == 0).collect();
    while let Some(to) = settled.pop() {
        for link in &behind[to] {
            let number = options[to].bound(link.end).map(|bound| bound.number);
            if let (Some(number), Some(bound)) = (number, options[link.of].bound_mut(link.end)) {
                bound.number = number;
            }
            waits[link.of] -= 1;
            if waits[link.of] == 0 {
                settled.push(link.of);
            }
        }
    }
    let unsettled: Vec<&Link> = links.iter().filter(|link| waits[link.of] > 0 && waits[link.to] > 0).collect();
    tell_circles(sink, options, &unsettled);
    for link in unsettled {
        if let Some(bound) = options[link.of].bound_mut(link.end) {
            bound.option = None;
        }
    }
}

/// Reports each cycle among bounds that all lead into one.
fn tell_circles(sink: &Sink, options: &[OptionSpec], links: &[&Link]) {
    let mut next: Vec<Option<&Link>> = vec![None; options.len()];
    for link in links {
        next[link.of].get_or_insert(link);
    }
    let mut begun_at = vec![None; options.len()];
    for start in 0..options.len() {
        let mut at = start;
        while let (None, Some(link)) = (begun_at[at], next[at]) {
            begun_at[at] = Some(start);
            at = link.to;
        }
        if let (true, Some(link)) = (begun_at[at] == Some(start), next[at]) {
            tell_circle(sink, options, link);
        }
    }
}

/// Reports a bound that leads back to its own option.
fn tell_circle(sink: &Sink, options: &[OptionSpec], link: &Link) {
    let (own, other) = (&options[link.of].key, &options[link.to].key);
    let written = format!("options.{own}.{}", link.end.key());
    if link.of == link.to {
        let message = format!("`{written}` is `{own}` itself");
        sink.fault_help(
            Code::CircularBound,
            &link.span,
            message,
            "expected a whole number or the name of another option",
        );
    } else {
        let message = format!("`{written}` is `{other}`, whose bounds lead back to `{own}`");
        let help = format!("expected a whole number, or an option whose bounds don't depend on `{own}`");
        sink.fault_help(Code::CircularBound, &link.span, message, help);
    }
}
