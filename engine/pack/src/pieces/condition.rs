//! Conditions of rows and variables on options.

use crate::reader::{Section, Value};
use crate::spec::{OptionSpec, OptionValue};
use parlour_model::diagnostic::Code;
use parlour_model::pieces::Condition;

/// Reads the options that a row requires: `if = { flying = true }`.
pub(crate) fn read_condition(row: &Section<'_>, options: &[OptionSpec]) -> Condition {
    conditions_of(row, "if", options)
}

/// Reads the options that a key requires.
pub(crate) fn conditions_of(row: &Section<'_>, key: &str, options: &[OptionSpec]) -> Condition {
    let Some(node) = row.node(key) else {
        return Condition::default();
    };
    let Value::Table(table) = &node.value else {
        let message = format!("`{}` must be a table of options", row.name(key));
        row.sink.fault_help(Code::WrongType, &node.span, message, "expected something like `{ OPTION = true }`");
        return Condition::default();
    };
    let mut values = Vec::new();
    for entry in &table.0 {
        let known = options.iter().map(|option| option.key.as_str());
        let Some(n) = row.sink.find((Code::UnknownOption, "option"), &entry.key, &entry.key_span, known) else {
            continue;
        };
        let text = match &entry.node.value {
            Value::Int(number) => number.to_string(),
            Value::Bool(flag) => flag.to_string(),
            Value::Str(word) => word.clone(),
            _ => String::new(),
        };
        match options[n].parse(&text) {
            Ok(value) if !matches!((&value, &entry.node.value), (OptionValue::Bool(_), Value::Str(_))) => {
                values.push((n, value));
            }
            _ => {
                let message = format!("the option `{}` can't have this value", entry.key);
                row.sink.fault(Code::OutOfRange, &entry.node.span, message);
            }
        }
    }
    Condition(values)
}
