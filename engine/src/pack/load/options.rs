//! Reading `[options]` and `[variants]`.

use std::collections::HashMap;

use crate::diagnostic::{Code, suggest};
use crate::pack::spec::{Expected, OptionKind, OptionSpec, OptionValue, Span, VariantSpec};
use crate::pack::tree::{Section, Value};

pub(super) fn read_options(top: &Section<'_>) -> (Vec<OptionSpec>, HashMap<String, usize>) {
    let mut options = Vec::new();
    if let Some(section) = top.section("options") {
        option_group(&section, "", &mut options);
    }
    let index = options.iter().enumerate().map(|(n, option)| (option.key.clone(), n)).collect();
    (options, index)
}

fn option_group(section: &Section<'_>, prefix: &str, options: &mut Vec<OptionSpec>) {
    for entry in section.entries() {
        let key = if prefix.is_empty() { entry.key.clone() } else { format!("{prefix}.{}", entry.key) };
        let Some(inner) = section.section(&entry.key) else {
            continue;
        };
        let is_group =
            inner.entries().next().is_some() && inner.entries().all(|e| matches!(e.node.value, Value::Table(_)));
        if is_group {
            option_group(&inner, &key, options);
        } else if let Some(option) = read_option(inner, key, entry.key_span.clone()) {
            options.push(option);
        }
    }
}

fn read_option(section: Section<'_>, key: String, span: Span) -> Option<OptionSpec> {
    let Some(node) = section.node("default") else {
        section.missing("default", "the value of the option, as in `{ default = 5, min = 1, max = 9 }`");
        for known in ["min", "max", "choices", "help"] {
            section.node(known);
        }
        section.finish();
        return Some(unread_option(key, span));
    };
    let help = section.string("help").unwrap_or_default();
    let (kind, default) = match &node.value {
        Value::Int(number) => {
            let min = section.int("min", i64::from(i32::MIN)..=i64::from(i32::MAX)).unwrap_or(0);
            let max = section.int("max", min..=i64::from(i32::MAX)).unwrap_or(1_000_000);
            if !(min..=max).contains(number) {
                section.sink.fault_help(
                    Code::OutOfRange,
                    &node.span,
                    format!("the option `{key}` is {number}"),
                    format!("expected {min} to {max}"),
                );
            }
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
            return Some(unread_option(key, span));
        }
    };
    section.finish();
    Some(OptionSpec { key, kind, default, help, span })
}

/// An option whose default can't be read: it is there all the same, for those who name it.
fn unread_option(key: String, span: Span) -> OptionSpec {
    let kind = OptionKind::Int { min: i64::MIN, max: i64::MAX };
    OptionSpec { key, kind, default: OptionValue::Int(0), help: String::new(), span }
}

impl OptionSpec {
    /// Reads a value as typed by a person or written in a table.
    ///
    /// # Errors
    /// What was expected instead.
    pub fn parse(&self, text: &str) -> Result<OptionValue, Expected> {
        match &self.kind {
            OptionKind::Int { min, max } => match text.trim().parse::<i64>() {
                Ok(number) if (*min..=*max).contains(&number) => Ok(OptionValue::Int(number)),
                _ => Err(Expected(format!("a whole number from {min} to {max}"))),
            },
            OptionKind::Bool => match text.trim() {
                "true" | "yes" | "on" => Ok(OptionValue::Bool(true)),
                "false" | "no" | "off" => Ok(OptionValue::Bool(false)),
                _ => Err(Expected("true or false".to_owned())),
            },
            OptionKind::Word(words) => words
                .iter()
                .find(|word| word.eq_ignore_ascii_case(text.trim()))
                .map(|word| OptionValue::Word(word.clone()))
                .ok_or_else(|| Expected(format!("one of {}", words.join(", ")))),
        }
    }
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
        if let Some(inner) = section.section("set") {
            variant_values(&inner, "", options, index, &mut set);
        }
        variants.push(VariantSpec { name, help: section.string("help").unwrap_or_default(), set });
        section.finish();
    }
    let chosen = default.and_then(|name| {
        let found = variants.iter().position(|variant| variant.name == name);
        if found.is_none() {
            let span = top.section("game").map_or(0..0, |game| game.value_span("variant"));
            top.sink.fault_help(
                Code::UnknownVariant,
                &span,
                format!("there is no variant `{name}`"),
                suggest(name, variants.iter().map(|variant| variant.name.as_str())),
            );
        }
        found
    });
    let first = (!variants.is_empty()).then_some(0);
    (variants, chosen.or(first))
}

fn variant_values(
    section: &Section<'_>,
    prefix: &str,
    options: &[OptionSpec],
    index: &HashMap<String, usize>,
    set: &mut Vec<(usize, OptionValue)>,
) {
    for entry in section.entries() {
        let key = if prefix.is_empty() { entry.key.clone() } else { format!("{prefix}.{}", entry.key) };
        if let (Value::Table(_), None) = (&entry.node.value, index.get(&key)) {
            if let Some(inner) = section.section(&entry.key) {
                variant_values(&inner, &key, options, index, set);
            }
            continue;
        }
        let Some(&n) = index.get(&key) else {
            section.sink.fault_help(
                Code::UnknownOption,
                &entry.key_span,
                format!("there is no option `{key}`"),
                suggest(&key, options.iter().map(|option| option.key.as_str())),
            );
            continue;
        };
        let text = match &entry.node.value {
            Value::Str(text) => text.clone(),
            Value::Int(number) => number.to_string(),
            Value::Bool(flag) => flag.to_string(),
            _ => String::new(),
        };
        match options[n].parse(&text) {
            Ok(value) => set.push((n, value)),
            Err(expected) => section.sink.fault_help(
                Code::OutOfRange,
                &entry.node.span,
                format!("the option `{key}` can't be set to this"),
                format!("expected {expected}"),
            ),
        }
    }
}
