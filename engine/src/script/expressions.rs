//! Expressions that a person types to look at a view.

use std::sync::Arc;

use super::host::BUDGET;
use super::values::Value;
use super::view_scripts::ViewScripts;
use crate::diagnostic::{Diagnostic, Faults, SourceFile};
use crate::game::Game;
use crate::state::State;

/// What evaluates expressions: a machine of its own, which knows nothing but the view. That of the rules has seen
/// everybody's cards.
#[derive(Debug)]
pub(crate) struct Expressions {
    machine: ViewScripts,
}

impl Expressions {
    /// A machine for a game's views, in which expressions can `require` the files of the pack.
    ///
    /// # Errors
    /// A machine that can't start.
    pub(crate) fn new(game: &Arc<Game>) -> Result<Self, Faults> {
        let machine = ViewScripts::new(game, BUDGET)?;
        machine.provide_require(game.pack().files.clone(), None)?;
        Ok(Self { machine })
    }

    /// Evaluates an expression over a view: it reads and changes nothing that lasts.
    ///
    /// # Errors
    /// An expression that can't be read or fails.
    pub(crate) fn evaluate(&self, view: &State, expression: &str) -> Result<String, Faults> {
        let source = SourceFile::new("expression.lua", format!("return {expression}"));
        self.machine.forget()?;
        self.machine.block().show(view);
        let evaluate = || -> Result<Value, Faults> {
            let function = self.machine.load(&source)?;
            Ok(self.machine.call::<Value>(&function, (), &source)?)
        };
        // Places in the one line that was just written tell nothing.
        let without_place = |fault| Diagnostic { place: None, ..fault };
        let value = evaluate().map_err(|faults| Faults(faults.0.into_iter().map(without_place).collect()))?;
        Ok(value.render())
    }

    /// What expressions have printed since the last call.
    pub(crate) fn take_output(&self) -> Vec<String> {
        self.machine.take_output()
    }
}
