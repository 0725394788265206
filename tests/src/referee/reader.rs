//! Parses the zones and vars of a state by name, and reports missing and superfluous ones.

use std::collections::BTreeSet;

use super::line::{State, whole};

/// A parser of a state that collects all structural faults.
pub(crate) struct Reader<'a> {
    state: &'a State,
    faults: Vec<String>,
    zones: BTreeSet<String>,
    vars: BTreeSet<String>,
}

impl<'a> Reader<'a> {
    /// A reader that has seen no name yet.
    pub(crate) fn new(state: &'a State) -> Self {
        Reader { state, faults: Vec::new(), zones: BTreeSet::new(), vars: BTreeSet::new() }
    }

    /// Adds a fault found by the game's referee.
    pub(crate) fn fault(&mut self, message: String) {
        self.faults.push(message);
    }

    /// The cards of a zone, bottom first, each parsed by `card`.
    pub(crate) fn zone<T>(&mut self, name: &str, card: impl Fn(&str) -> Option<T>) -> Vec<T> {
        self.zones.insert(name.to_owned());
        let Some(texts) = self.state.zones.get(name) else {
            self.fault(format!("there is no zone '{name}'"));
            return Vec::new();
        };
        let mut cards = Vec::with_capacity(texts.len());
        for text in texts {
            match card(text) {
                Some(card) => cards.push(card),
                None => self.fault(format!("zone '{name}' holds an unknown card '{text}'")),
            }
        }
        cards
    }

    /// True if a var exists.
    pub(crate) fn has_var(&self, name: &str) -> bool {
        self.state.vars.contains_key(name)
    }

    /// An integer var.
    pub(crate) fn number(&mut self, name: &str) -> i64 {
        self.vars.insert(name.to_owned());
        match self.state.vars.get(name).map(|value| (value, whole(value))) {
            Some((_, Some(number))) => number,
            Some((value, None)) => {
                self.fault(format!("var '{name}' is {value}, not a whole number"));
                0
            }
            None => {
                self.fault(format!("there is no var '{name}'"));
                0
            }
        }
    }

    /// A var that is 0 or 1.
    pub(crate) fn flag(&mut self, name: &str) -> bool {
        let number = self.number(name);
        if !(0..=1).contains(&number) {
            self.fault(format!("var '{name}' is {number}, neither 0 nor 1"));
        }
        number != 0
    }

    /// A var that is a text.
    pub(crate) fn text(&mut self, name: &str) -> &'a str {
        self.vars.insert(name.to_owned());
        let state = self.state;
        match state.vars.get(name).map(|value| (value, value.as_str())) {
            Some((_, Some(text))) => text,
            Some((value, None)) => {
                self.fault(format!("var '{name}' is {value}, not a text"));
                ""
            }
            None => {
                self.fault(format!("there is no var '{name}'"));
                ""
            }
        }
    }

    /// The names that weren't requested: superfluous zones, boards and vars.
    pub(crate) fn strangers(&self) -> Vec<String> {
        let zones = self.state.zones.keys().filter(|z| !self.zones.contains(*z));
        let vars = self.state.vars.keys().filter(|v| !self.vars.contains(*v));
        zones
            .map(|name| format!("an unknown zone '{name}'"))
            .chain(vars.map(|name| format!("an unknown var '{name}'")))
            .chain(self.state.boards.keys().map(|name| format!("an unknown board '{name}'")))
            .collect()
    }

    /// Every fault found, in the order found.
    pub(crate) fn into_faults(self) -> Vec<String> {
        self.faults
    }
}
