//! Diagnostics of failing scripts: the hook, and its exact place.

use mlua::{Function, Table};

use super::ScriptHost;
use super::driver::RANGE;
use super::hooks::{function_place, return_place};
use crate::prelude::control;
use parlour_model::diagnostic::{Code, Diagnostic, Place};
use parlour_model::ids::{Phase, Verb};
use parlour_model::state::State;

/// The message behind the line of the engine's own script, if it names one.
fn of_own_script(message: &str) -> Option<&str> {
    let (line, rest) = message.strip_prefix("driver:")?.split_once(": ")?;
    line.bytes().all(|digit| digit.is_ascii_digit()).then_some(rest)
}

/// A hook of the rules.
#[derive(Clone, Copy, Debug)]
pub(super) enum Hook {
    /// A hook of the table of rules.
    Rules(&'static str),
    /// The `legal` of any verb of the phase.
    Legal,
    /// A hook of an action.
    Action(&'static str, Verb),
    /// The hook that restricts the cards of a zone or the values of a variable; variables are numbered behind the zones.
    Possible(usize),
    /// The hook that runs when all seats have decided in a phase.
    Decided(usize),
    /// The function of a step, by its phase.
    Step(usize),
}

impl ScriptHost {
    /// The fault of a state without a legal action though the match isn't over.
    pub fn no_action(&self, state: &State) -> Diagnostic {
        let what = state.decision().map_or_else(String::new, |decision| {
            let phase = &self.game.pack().phases[decision.phase.index()].name;
            format!(" in phase `{phase}` for seat `{}`", self.game.seat_name(decision.seat))
        });
        let phase = state.decision().map(|decision| &self.game.pack().phases[decision.phase.index()]);
        let verb = phase.and_then(|phase| phase.actions.first()).map(|&verb| Verb::from_index(verb));
        let hook = verb.map_or(Hook::Rules("setup"), |verb| Hook::Action(self.asking_hook(verb), verb));
        Diagnostic::new(Code::NoAction, format!("no legal action is offered{what}, and the match is not over"))
            .at(self.hook_place(hook))
            .help(match verb {
                Some(verb) if self.game.pack().tricks.as_ref().is_some_and(|tricks| tricks.plays(verb.index())) => {
                    "after the last trick, `trick.over` has to deal, to give the turn, or to end the match"
                }
                Some(verb) if self.game.pack().climbing.as_ref().is_some_and(|own| own.plays(verb.index())) => {
                    "after a seat's last card, `climbing.out` has to deal, to give the turn, or to end the match"
                }
                _ => "a state without a legal action must be an ending",
            })
    }

    /// The hook that lists the cases of a verb.
    pub(super) fn asking_hook(&self, verb: Verb) -> &'static str {
        let hooks = &self.scripts.hooks;
        if hooks.legal[verb.index()] {
            "legal"
        } else if hooks.range[verb.index()].is_some() {
            "range"
        } else if hooks.allow[verb.index()] {
            "allow"
        } else if hooks.every[verb.index()] {
            "apply"
        } else {
            "needs"
        }
    }

    /// The hook that failed, if it is more specific than the one called.
    pub(super) fn closer(&self, hook: Hook) -> Hook {
        let control = self.scripts.vm.control.bytes();
        match (hook, Verb::from_number(control[control::VERB])) {
            (Hook::Legal, Some(verb)) => Hook::Action(self.asking_hook(verb), verb),
            _ => hook,
        }
    }

    /// The fault when no seat is to act once all have decided in a phase.
    pub fn nobody_after(&self, phase: Phase) -> Diagnostic {
        let name = &self.game.pack().phases[phase.index()].name;
        let fault = format!("all seats have decided in phase `{name}`, and nobody is to act then");
        let fault = Diagnostic::new(Code::NoDecision, fault).at(self.hook_place(Hook::Decided(phase.index())));
        fault.help("`turn.PHASE(seat)` gives somebody the turn")
    }

    /// Names the hook in which a script failed, and its place if nothing closer is known.
    pub(super) fn named(&self, mut error: Diagnostic, hook: Hook) -> Diagnostic {
        let name = match hook {
            Hook::Decided(phase) => format!("`decided.{}`", self.game.pack().phases[phase].name),
            Hook::Step(phase) => format!("`steps.{}`", self.game.pack().phases[phase].name),
            Hook::Rules(name) => format!("`{name}`"),
            Hook::Legal => "`legal`".to_owned(),
            Hook::Possible(zone) => format!("`possible` of `{}`", self.possible_name(zone)),
            Hook::Action(name, verb) => format!("`{name}` of `{}`", self.game.pack().verbs[verb.index()].name),
        };
        // The engine's own script isn't known to an author: the hook is named instead.
        if let Some(message) = of_own_script(&error.message) {
            error.message = message.to_owned();
            error.place = Some(self.hook_place(hook));
        }
        let is_of_range = error.message.contains(RANGE);
        error.message = format!("{}, in {name}", error.message);
        if error.code == Code::ScriptMemory || is_of_range {
            error.place = Some(self.hook_place(hook));
        }
        error
    }

    /// The function of a hook.
    pub(super) fn hook_function(&self, hook: Hook) -> Option<Function> {
        let rules = &self.scripts.running.rules;
        match hook {
            Hook::Rules(name) => rules.raw_get::<Option<Function>>(name).ok().flatten(),
            Hook::Legal => None,
            Hook::Possible(zone) => {
                let hooks = rules.raw_get::<Option<Table>>("possible").ok().flatten()?;
                hooks.raw_get::<Option<Function>>(self.possible_name(zone)).ok().flatten()
            }
            Hook::Decided(phase) | Hook::Step(phase) => {
                let table = if matches!(hook, Hook::Step(_)) { "steps" } else { "decided" };
                let hooks = rules.raw_get::<Option<Table>>(table).ok().flatten()?;
                let phase = self.game.pack().phases[phase].name.as_str();
                hooks.raw_get::<Option<Function>>(phase).ok().flatten()
            }
            Hook::Action(name, verb) => {
                let verb = self.game.pack().verbs[verb.index()].name.as_str();
                let hooks = rules.raw_get::<Option<Table>>("actions").ok().flatten()?;
                let hooks = hooks.raw_get::<Option<Table>>(verb).ok().flatten()?;
                hooks.raw_get::<Option<Function>>(name).ok().flatten()
            }
        }
    }

    /// The place where the cases of a verb are listed; `None` for cases of tables.
    pub fn place_of_cases(&self, verb: Verb) -> Option<Place> {
        let hook = Hook::Action(self.asking_hook(verb), verb);
        (!self.game.is_by_tables(verb.index())).then(|| self.hook_place(hook))
    }

    /// The place of a hook of a verb.
    pub fn place_of(&self, hook: &'static str, verb: Verb) -> Place {
        self.hook_place(Hook::Action(hook, verb))
    }

    /// The place where a match is set up.
    pub fn place_of_setup(&self) -> Place {
        self.hook_place(Hook::Rules("setup"))
    }

    /// The place of a hook.
    pub(super) fn hook_place(&self, hook: Hook) -> Place {
        let file = &self.scripts.rules_file;
        let written = self.hook_function(hook).and_then(|function| function_place(&function, file));
        written.unwrap_or_else(|| return_place(file))
    }
}
