//! Luau tables as source text.

use std::fmt::{Display, Write as _};

/// The fields of a table, written `{name = value, ...}`.
#[derive(Debug, Default)]
pub(crate) struct Fields(String);

impl Fields {
    /// Adds a field; the value is an expression.
    pub(crate) fn with(mut self, name: &str, value: impl Display) -> Self {
        // Writing to a `String` can't fail.
        let _ = write!(self.0, "{name} = {value}, ");
        self
    }

    /// Adds a field if there is a value.
    pub(crate) fn with_some(self, name: &str, value: Option<impl Display>) -> Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    /// Adds a field `true` if the flag is set.
    pub(crate) fn with_flag(self, name: &str, flag: bool) -> Self {
        self.with_some(name, flag.then_some(true))
    }

    /// Adds a row by its number.
    pub(crate) fn with_row(self, number: usize, value: impl Display) -> Self {
        self.with(&format!("[{number}]"), value)
    }
}

impl Display for Fields {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{{{}}}", self.0)
    }
}

/// A list as Luau source text.
pub(crate) fn list(values: impl IntoIterator<Item = impl Display>) -> String {
    let values: Vec<String> = values.into_iter().map(|value| value.to_string()).collect();
    format!("{{{}}}", values.join(", "))
}
