//! Options and variants.

use std::collections::HashMap;

use super::bounds::{Draft, read_bound, settle};
use crate::reader::{Node, Section, Sink, Value};
use crate::spec::{OptionKind, OptionSpec, OptionValue, Span, VariantSpec};
use parlour_model::diagnostic::{Code, Diagnostic, suggest};
use parlour_model::options::{Beyond, End};

/// The least number of an option, as of a variable.
const LEAST: i64 = i32::MIN as i64;
const MOST: i64 = i32::MAX as i64;

pub(super) fn read_options(top: &Section<'_>) -> (Vec<OptionSpec>, HashMap<String, usize>) {
    let mut drafts = Vec::new();
    if let Some(section) = top.section("options") {
        option_group(&section, "", &mut drafts);
    }
    let options = settle(top.sink, drafts);
    let index = options.iter().enumerate().map(|(n, option)| (option.key.clone(), n)).collect();
    (options, index)
}

fn option_group(section: &Section<'_>, prefix: &str, drafts: &mut Vec<Draft>) {
    for entry in section.entries() {
        let key = if prefix.is_empty() { entry.key.clone() } else { format!("{prefix}.{}", entry.key) };
        let Some(inner) = section.section(&entry.key) else {
            section.sink.lose_name(&key, &entry.key_span);
            continue;
        };
        let is_group =
            inner.entries().next().is_some() && inner.entries().all(|e| matches!(e.node.value, Value::Table(_)));
        if is_group {
            option_group(&inner, &key, drafts);
        } else {
            drafts.push(read_option(inner, key, entry.key_span.clone()));
        }
    }
}

fn read_option(section: Section<'_>, key: String, span: Span) -> Draft {
    let Some(node) = section.node("default") else {
        section.missing("default", "the value of the option, as in `{ default = 5, min = 1, max = 9 }`");
        section.ask_all();
        section.finish();
        return unread_option(key, span);
    };
    let help = section.string("help").unwrap_or_default();
    let mut named = Vec::new();
    let (kind, default) = match &node.value {
        Value::Int(number) if section.node("choices").is_some() => {
            let numbers = number_choices(&section, &key);
            // Unreadable choices are reported.
            let is_read = section.node("choices").is_some_and(|choices| choices.items().len() == numbers.len());
            if is_read && !numbers.contains(number) {
                let expected = match numbers.as_slice() {
                    [] => format!("expected `choices` with {number} among them"),
                    _ => format!("expected one of {}", listed(&numbers)),
                };
                section.sink.fault_help(
                    Code::OutOfRange,
                    &node.span,
                    format!("the option `{key}` is {number}"),
                    expected,
                );
            }
            (OptionKind::Numbers(numbers), OptionValue::Int(*number))
        }
        Value::Int(number) => {
            let min = read_bound(&section, End::Min, LEAST..=MOST, 0, &mut named);
            let max = read_bound(&section, End::Max, min.number..=MOST, 1_000_000, &mut named);
            (OptionKind::Int { min, max }, OptionValue::Int(*number))
        }
        Value::Bool(flag) => (OptionKind::Bool, OptionValue::Bool(*flag)),
        Value::Str(word) => {
            let words: Vec<String> =
                section.strings("choices").unwrap_or_default().into_iter().map(|(word, _)| word).collect();
            if section.node("choices").is_none() {
                section.sink.fault_help(
                    Code::MissingKey,
                    &node.span,
                    format!("the option `{key}` is the word `{word}`, but has no `choices`"),
                    "expected true or false, a whole number, or a word and the words that it can be, as in `choices = [\"a\", \"b\"]`",
                );
            } else if !words.contains(word) {
                section.sink.fault_help(
                    Code::UnknownWord,
                    &node.span,
                    format!("the option `{key}` can't be `{word}`"),
                    suggest(word, words.iter().map(String::as_str)),
                );
            }
            (OptionKind::Word(words), OptionValue::Word(word.clone()))
        }
        _ => {
            section.sink.fault(
                Code::WrongType,
                &node.span,
                format!("the option `{key}` must be a whole number, true or false, or a word, but is {}", node.kind()),
            );
            return unread_option(key, span);
        }
    };
    section.finish();
    Draft { spec: OptionSpec { key, kind, default, help, span }, default: node.span.clone(), named }
}

/// The allowed integers of an option, if it is one of a few.
fn number_choices(section: &Section<'_>, key: &str) -> Vec<i64> {
    for bound in ["min", "max"] {
        if section.node(bound).is_some() {
            section.fault_help(
                bound,
                Code::WrongType,
                format!("the option `{key}` has `{bound}` and `choices`"),
                "expected one of them: numbers from `min` to `max`, or those of a list",
            );
        }
    }
    let items = section.node("choices").map_or(&[][..], Node::items);
    let numbers = items.iter().filter_map(|item| match &item.value {
        Value::Int(number) if (LEAST..=MOST).contains(number) => Some(*number),
        Value::Int(number) => {
            section.sink.fault_help(
                Code::OutOfRange,
                &item.span,
                format!("`{}` has {number}", section.name("choices")),
                format!("expected {LEAST} to {MOST}"),
            );
            None
        }
        _ => {
            section.wrong_type("choices", item, "a list of whole numbers, as `default` is one");
            None
        }
    });
    numbers.collect()
}

/// Numbers in a message: `6, 8, 10`.
fn listed(numbers: &[i64]) -> String {
    let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    numbers.join(", ")
}

/// An option whose default can't be read: it exists for those that name it, and its value isn't checked.
fn unread_option(key: String, span: Span) -> Draft {
    let kind = OptionKind::Int { min: i64::MIN.into(), max: i64::MAX.into() };
    let default = span.clone();
    let spec = OptionSpec { key, kind, default: OptionValue::Bool(false), help: String::new(), span };
    Draft { spec, default, named: Vec::new() }
}

pub(super) fn read_variants(
    top: &Section<'_>,
    options: &[OptionSpec],
    index: &HashMap<String, usize>,
    default: Option<&str>,
) -> (Vec<VariantSpec>, Option<usize>) {
    let mut variants = Vec::new();
    for (name, section) in top.named_sections("variants") {
        let mut set = Vec::new();
        section.pass_texts(&["extends"]);
        if let Some(inner) = section.section("set") {
            variant_values(&inner, "", options, index, &mut set);
        }
        hold_bounds(top.sink, &name, options, &set);
        let set = set.into_iter().map(|(n, value, _)| (n, value)).collect();
        variants.push(VariantSpec { name, help: section.string("help").unwrap_or_default(), set });
        section.finish();
    }
    let chosen = default.and_then(|name| {
        let span = top.section("game").map_or(0..0, |game| game.value_span("variant"));
        let known = variants.iter().map(|variant| variant.name.as_str());
        top.sink.find((Code::UnknownVariant, "variant"), name, &span, known)
    });
    let first = (!variants.is_empty()).then_some(0);
    (variants, chosen.or(first))
}

/// Checks the settings of a variant against bounds that are options; settings that don't fit by themselves are reported
/// elsewhere.
fn hold_bounds(sink: &Sink, variant: &str, options: &[OptionSpec], set: &[(usize, OptionValue, Span)]) {
    let mut values: Vec<OptionValue> = options.iter().map(|option| option.default.clone()).collect();
    for (n, value, _) in set {
        values[*n] = value.clone();
    }
    let set_at = |n: usize| set.iter().rfind(|(option, ..)| *option == n).map(|(.., span)| span);
    for beyond in Beyond::all(options, &values) {
        if let Some(span) = set_at(beyond.option).or_else(|| set_at(beyond.bound)) {
            let fault = beyond.fault();
            let message = format!("with the variant `{variant}` {}", fault.message);
            sink.push(Diagnostic { message, ..fault }.in_file(&sink.file, span));
        }
    }
}

/// Reads settings of options, each with its key and its value as text.
pub(super) fn settings_of(
    section: &Section<'_>,
    options: &[OptionSpec],
    index: &HashMap<String, usize>,
) -> Vec<(String, String)> {
    let mut set = Vec::new();
    variant_values(section, "", options, index, &mut set);
    set.into_iter().map(|(n, value, _)| (options[n].key.clone(), value.to_string())).collect()
}

fn variant_values(
    section: &Section<'_>,
    prefix: &str,
    options: &[OptionSpec],
    index: &HashMap<String, usize>,
    set: &mut Vec<(usize, OptionValue, Span)>,
) {
    for entry in section.entries() {
        let key = if prefix.is_empty() { entry.key.clone() } else { format!("{prefix}.{}", entry.key) };
        if let (Value::Table(_), None) = (&entry.node.value, index.get(&key)) {
            if let Some(inner) = section.section(&entry.key) {
                variant_values(&inner, &key, options, index, set);
            }
            continue;
        }
        let known = options.iter().map(|option| option.key.as_str());
        let Some(n) = section.sink.find((Code::UnknownOption, "option"), &key, &entry.key_span, known) else {
            continue;
        };
        let text = match &entry.node.value {
            Value::Str(text) => text.clone(),
            Value::Int(number) => number.to_string(),
            Value::Bool(flag) => flag.to_string(),
            _ => String::new(),
        };
        match options[n].parse(&text) {
            Ok(value) => set.push((n, value, entry.node.span.clone())),
            Err(expected) => section.sink.fault_help(
                Code::OutOfRange,
                &entry.node.span,
                format!("the option `{key}` can't be set to this"),
                format!("expected {expected}"),
            ),
        }
    }
}
