//! Quantities: numbers, or names of options.

use crate::reader::{Section, Value};
use crate::spec::{Quantity, Span};
use parlour_model::diagnostic::Code;

/// True if a text is a number in quotes, which isn't an option's name.
fn is_number(text: &str) -> bool {
    text.trim().parse::<i64>().is_ok()
}

/// Reads a list of quantities: numbers, or names of options.
pub(crate) fn quantities(section: &Section<'_>, key: &str) -> Vec<Quantity> {
    let Some(node) = section.node(key) else {
        return Vec::new();
    };
    node.items()
        .iter()
        .filter_map(|item| match &item.value {
            Value::Int(number) if i32::try_from(*number).is_ok() => Some(Quantity::Fixed(*number)),
            Value::Str(name) if !is_number(name) => Some(Quantity::Named(name.clone(), item.span.clone())),
            _ => {
                section.wrong_type(key, item, "a list of whole numbers or names of options");
                None
            }
        })
        .collect()
}

/// Reads a number, the name of an option or column, or a table of those by numbers of seats or by variants.
pub(crate) fn quantity(section: &Section<'_>, key: &str) -> Option<Quantity> {
    let node = section.node(key)?;
    // A number out of range is reported, and used as it is.
    let fits = |span: &Span, number: i64| {
        if i32::try_from(number).is_err() {
            section.sink.fault_help(
                Code::OutOfRange,
                span,
                format!("`{}` is {number}", section.name(key)),
                format!("expected {} to {}", i32::MIN, i32::MAX),
            );
        }
    };
    match &node.value {
        Value::Int(number) => {
            fits(&node.span, *number);
            Some(Quantity::Fixed(*number))
        }
        Value::Str(name) if !is_number(name) => Some(Quantity::Named(name.clone(), node.span.clone())),
        Value::Table(table) if table.0.iter().any(|entry| entry.key.parse::<usize>().is_err()) => {
            let inner = section.section(key)?;
            let by = inner.entries().filter_map(|entry| Some((entry.key.clone(), quantity(&inner, &entry.key)?)));
            Some(Quantity::ByName(by.collect(), node.span.clone()))
        }
        Value::Table(table) => {
            let mut by = Vec::new();
            for entry in &table.0 {
                match (entry.key.parse::<usize>(), &entry.node.value) {
                    (Ok(seats), Value::Int(number)) if seats > 0 => {
                        fits(&entry.node.span, *number);
                        by.push((seats, *number));
                    }
                    _ => section.sink.fault_help(
                        Code::WrongType,
                        &entry.key_span,
                        format!("`{}` goes from a number of seats to a whole number", section.name(key)),
                        "expected something like `{ 2 = 6, 3 = 5 }`",
                    ),
                }
            }
            by.sort_unstable();
            Some(Quantity::BySeats(by, node.span.clone()))
        }
        _ => {
            section.wrong_type(key, node, "a whole number, the name of an option, or a table by seats");
            None
        }
    }
}
