//! Settings of a pack: variant, options, number of seats.

use std::sync::Arc;

use super::Pack;
use super::spec::OptionValue;
use parlour_model::diagnostic::{Code, Diagnostic, Faults, suggest};

/// Settings of a pack: its variant, its options, its number of seats. A pack doesn't depend on the game made of it, so
/// the settings construct the game: `Config` does.
pub trait Settings {
    /// The settled pack.
    type Settled;

    /// Settles a pack.
    ///
    /// # Errors
    /// Unknown or invalid settings.
    fn settle(&self, pack: &Arc<Pack>) -> Result<Self::Settled, Faults>;
}

impl Pack {
    /// Settles variant, options and seats.
    ///
    /// # Errors
    /// Unknown variants or options, values out of range or beyond an option that is their bound, a number of seats that
    /// the game can't take, or numbers that can't work together, such as a deck too small to deal.
    pub fn configure<S: Settings>(self: &Arc<Self>, settings: &S) -> Result<Arc<S::Settled>, Faults> {
        settings.settle(self).map(Arc::new)
    }

    /// The index of an option, and the value of a text for it.
    ///
    /// # Errors
    /// Unknown options, values out of range.
    pub fn option_value(&self, key: &str, text: &str) -> Result<(usize, OptionValue), Diagnostic> {
        let Some(n) = self.options.iter().position(|option| option.key == key) else {
            let known = self.options.iter().map(|option| option.key.as_str());
            return Err(Diagnostic::new(Code::UnknownOption, format!("{} has no option `{key}`", self.title))
                .help(suggest(key, known)));
        };
        let value = self.options[n].parse(text).map_err(|expected| {
            Diagnostic::new(Code::OutOfRange, format!("the option `{key}` can't be `{text}`"))
                .help(format!("expected {expected}"))
        })?;
        Ok((n, value))
    }

    /// The variants that a configuration can name, or `None` alone if there are none.
    pub fn variant_choices(&self) -> Vec<Option<String>> {
        if self.variants.is_empty() {
            return vec![None];
        }
        self.variants.iter().map(|variant| Some(variant.name.clone())).collect()
    }

    /// The index of a variant.
    ///
    /// # Errors
    /// Unknown variants.
    pub fn variant_index(&self, name: &str) -> Result<usize, Diagnostic> {
        self.variants.iter().position(|variant| variant.name == name).ok_or_else(|| {
            let help = if self.variants.is_empty() {
                "it has no variants".to_owned()
            } else {
                suggest(name, self.variants.iter().map(|variant| variant.name.as_str()))
            };
            Diagnostic::new(Code::UnknownVariant, format!("{} has no variant `{name}`", self.title)).help(help)
        })
    }

    /// Parses a number of seats.
    pub fn players(&self, text: &str) -> Result<usize, Diagnostic> {
        text.trim().parse::<usize>().ok().filter(|&n| self.seats.takes(n)).ok_or_else(|| {
            Diagnostic::new(Code::OutOfRange, format!("players can't be `{text}`"))
                .help(format!("expected {}", self.seats.counts_text()))
        })
    }
}
