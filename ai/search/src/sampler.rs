//! Sampling of worlds by a search, with rejection of impossible ones.
//!
//! Hidden information is sampled from what is known of its possible places. Some sampled worlds prove to be impossible
//! only when they are played on: a seat has no legal action, though the match isn't over. This isn't a fault of the
//! rules. The world is rejected, and another one is sampled.

use parlour_engine::Words;
use parlour_engine::action::Action;
use parlour_engine::chance::Generator;
use parlour_engine::diagnostic::{Code, Diagnostic};
use parlour_engine::script::clipped;
use parlour_engine::state::State;
use parlour_engine::worlds::Worlds;

use super::{Budget, Search, SearchError};

/// The maximum number of consecutive rejected worlds.
const MOST: u32 = 500;
/// The number of worlds that are tried regardless of the time budget.
const LEAST: u32 = 20;

/// Rejection sampling of worlds.
pub(super) struct WorldSampler<'a> {
    worlds: &'a Worlds,
    /// The number of rejected worlds.
    rejected: u32,
    /// The generator state before the last sample.
    drawn_with: Option<Generator>,
}

impl<'a> WorldSampler<'a> {
    pub(super) fn of(worlds: &'a Worlds) -> Self {
        Self { worlds, rejected: 0, drawn_with: None }
    }

    /// Samples a world.
    ///
    /// # Errors
    /// Rules that fail, and a view that no world fits.
    pub(super) fn draw(&mut self, search: &mut Search, generator: &mut Generator) -> Result<State, SearchError> {
        search.first.clear();
        self.drawn_with = Some(generator.clone());
        Ok(search.host.draw(self.worlds, generator)?)
    }

    /// Rejects the last world for a failure, if the failure shows that it is impossible.
    ///
    /// # Errors
    /// Other failures, with a description of the sampled world; no world was found.
    pub(super) fn reject(
        &mut self,
        search: &mut Search,
        error: SearchError,
        budget: &Budget,
    ) -> Result<(), SearchError> {
        let SearchError::Rules(fault) = error else { return Err(error) };
        if !self.worlds.is_imagined() || matches!(fault.code, Code::ScriptStopped | Code::ScriptBudget) {
            return Err(fault.into());
        }
        if fault.code == Code::NoAction {
            self.rejected += 1;
            if self.rejected < MOST && (self.rejected < LEAST || budget.allows(0)?) {
                return Ok(());
            }
        }
        Err(self.told(search, fault).into())
    }

    /// The failure with its context: for a sampled world, its hidden information and the action after which it failed.
    fn told(&self, search: &mut Search, fault: Diagnostic) -> Diagnostic {
        let world =
            self.drawn_with.clone().and_then(|mut generator| search.host.draw(self.worlds, &mut generator).ok());
        let parts = world.map_or_else(Vec::new, |world| self.worlds.imagined_in(&world));
        let parts: Vec<String> = parts.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        let imagined = if parts.is_empty() { String::new() } else { format!(", with {}", parts.join(", ")) };
        let from = match search.first.as_slice() {
            [] => "looking ahead".to_owned(),
            first => {
                let action = Action::from_record(&*search.game, first);
                format!("looking ahead from `{}`", search.game.action_text(&action))
            }
        };
        let (code, message, help) = match (fault.code, fault.help) {
            (Code::NoAction, _) => {
                let none = format!("none of {} worlds that a search has imagined can be", self.rejected);
                (Code::NoWorld, format!("{none}: {}", fault.message), None)
            }
            (code, help) => (code, format!("in a world that a search has imagined: {}", fault.message), help),
        };
        let seen = clipped(&format!("{from}{imagined}"));
        let help = Some(help.map_or_else(|| seen.clone(), |help| format!("{help}; {seen}")));
        Diagnostic { code, message, help, ..fault }
    }
}
