//! Expressions that a person types to inspect a view.

use std::sync::Arc;

use super::host::BUDGET;
use super::values::Value;
use super::view_scripts::ViewScripts;
use parlour_game::Game;
use parlour_model::diagnostic::{Diagnostic, Faults, SourceFile};
use parlour_model::state::State;

/// An evaluator of expressions: a VM that has nothing but the view. The VM of the rules has seen hidden cards.
#[derive(Debug)]
pub struct Expressions {
    machine: ViewScripts,
}

impl Expressions {
    /// Creates a VM for a game's views, in which expressions can `require` the files of the pack.
    ///
    /// # Errors
    /// The VM can't be created.
    pub fn new(game: &Arc<Game>) -> Result<Self, Faults> {
        let machine = ViewScripts::new(game, BUDGET)?;
        machine.provide_require(game.pack().files.clone(), None)?;
        Ok(Self { machine })
    }

    /// Evaluates an expression over a view, without lasting effects.
    ///
    /// # Errors
    /// A syntax error, or an expression that fails.
    pub fn evaluate(&self, view: &State, expression: &str) -> Result<String, Faults> {
        let source = SourceFile::new("expression.lua", format!("return {expression}"));
        self.machine.forget()?;
        self.machine.block().show(view);
        let evaluate = || -> Result<Value, Faults> {
            let function = self.machine.load(&source)?;
            Ok(self.machine.call::<Value>(&function, (), &source)?)
        };
        // Positions in the generated line are meaningless to the user.
        let without_place = |fault| Diagnostic { place: None, ..fault };
        let value = evaluate().map_err(|faults| Faults(faults.0.into_iter().map(without_place).collect()))?;
        Ok(value.render())
    }

    /// Takes the lines printed since the last call.
    pub fn take_output(&self) -> Vec<String> {
        self.machine.take_output()
    }
}
