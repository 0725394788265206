//! Which hooks a script has, and what is wrong with them.

use mlua::{Function, Table, Value};

use super::driver::is_by_tables;
use crate::diagnostic::{Code, Diagnostic, Faults, Place, SourceFile, suggest};
use crate::game::Game;
use crate::grammar::VerbSpec;
use crate::script::prelude::member_name;
use crate::script::prelude::writer::identifier;

/// The hooks that `rules.lua` may have.
const HOOKS: &[&str] = &["setup", "opening", "resume", "scores", "on_limit", "actions"];

/// The hooks of an action.
const ACTION_HOOKS: &[&str] = &["needs", "legal", "check", "apply"];

/// The hooks of an exchange, which the engine lists, checks and applies.
const EXCHANGE_HOOKS: &[&str] = &["needs", "after"];

/// The hooks of an action that tables list and apply.
const TABLE_HOOKS: &[&str] = &["allow", "after"];

/// Where a script returns its table: the last line that begins with `return`, or the last line at all.
pub(super) fn return_place(file: &SourceFile) -> Place {
    let lines = || file.text.lines().enumerate();
    let line = lines().filter(|(_, line)| line.starts_with("return")).last().or(lines().last());
    file.line_place(line.map_or(1, |(n, _)| n as u32 + 1))
}

/// Which hooks a script has.
pub(super) struct Hooks {
    pub(super) setup: bool,
    pub(super) opening: bool,
    pub(super) scores: bool,
    pub(super) on_limit: bool,
    /// Whether a verb of tables has a hook `allow`.
    pub(super) allows: bool,
    /// For each verb, the first verb that has the same function as its hook `needs`; `None` if it has none.
    pub(super) needs: Vec<Option<usize>>,
    /// The exchanges that have a hook `after`.
    pub(super) after: Vec<String>,
}

/// Whether a verb is offered as it is where it has no hook `legal`: it has no arguments and a name for scripts.
pub(super) fn stands_alone(verb: &VerbSpec) -> bool {
    let name = member_name(&verb.name);
    verb.args.is_empty() && identifier(&name).is_some_and(|id| id == name)
}

impl Hooks {
    /// Looks for what must be there and for what can't be meant.
    pub(super) fn read(game: &Game, table: &Table, file: &SourceFile) -> Result<Self, Faults> {
        let pack = game.pack();
        let mut faults = Vec::new();
        // A key's line, as well as it can be told from the text.
        let place = |key: &str| {
            let line = file.text.lines().position(|line| {
                line.match_indices(key).any(|(at, _)| {
                    let before = line[..at].chars().next_back();
                    let after = line[at + key.len()..].trim_start();
                    !before.is_some_and(|c| c.is_alphanumeric() || c == '_') && after.starts_with(['=', '(', '.'])
                })
            });
            file.line_place(line.map_or(1, |n| n as u32 + 1))
        };
        let mut unknown = |table: &Table, known: &[&str], what: &str| {
            for (key, _) in table.pairs::<Value, Value>().filter_map(Result::ok) {
                let key = key.to_string().unwrap_or_default();
                if !known.contains(&key.as_str()) {
                    faults.push(
                        Diagnostic::new(Code::UnknownHook, format!("{what} has no hook `{key}`"))
                            .at(place(&key))
                            .help(suggest(&key, known.iter().copied())),
                    );
                }
            }
        };
        unknown(table, HOOKS, "a table of rules");
        let verbs: Vec<&str> = pack.verbs.iter().map(|verb| verb.name.as_str()).collect();
        let actions = table.get::<Option<Table>>("actions").ok().flatten();
        if let Some(actions) = &actions {
            unknown(actions, &verbs, "`actions`");
        }
        let mut allows = false;
        let (mut needs, mut after) = (Vec::new(), Vec::new());
        let mut missing = Vec::new();
        for (n, verb) in verbs.iter().enumerate() {
            let is_exchange = pack.verbs[n].exchange.is_some();
            let by_tables = is_by_tables(game, n);
            let hooks = actions.as_ref().and_then(|actions| actions.get::<Option<Table>>(*verb).ok().flatten());
            if let Some(hooks) = &hooks {
                let known = match (by_tables, is_exchange) {
                    (true, _) => TABLE_HOOKS,
                    (_, true) => EXCHANGE_HOOKS,
                    _ => ACTION_HOOKS,
                };
                unknown(hooks, known, &format!("the action `{verb}`"));
            }
            let has = |hook: &str| {
                hooks.as_ref().is_some_and(|hooks| matches!(hooks.get::<Value>(hook), Ok(Value::Function(_))))
            };
            allows |= by_tables && has("allow");
            let need = hooks.as_ref().and_then(|hooks| hooks.get::<Option<Function>>("needs").ok().flatten());
            needs.push(need.filter(|_| !by_tables));
            if is_exchange && has("after") {
                after.push((*verb).to_owned());
            }
            for hook in ["legal", "apply"] {
                let is_given = by_tables || is_exchange || hook == "legal" && stands_alone(&pack.verbs[n]);
                if !has(hook) && !is_given {
                    missing.push(
                        Diagnostic::new(Code::MissingHook, format!("the action `{verb}` has no function `{hook}`"))
                            .at(place(verb))
                            .help(format!(
                                "write `actions = {{ {verb} = {{ {hook} = function(seat, ...) ... end }} }}`"
                            )),
                    );
                }
            }
        }
        faults.extend(missing);
        let has = |hook: &str| matches!(table.get::<Value>(hook), Ok(Value::Function(_)));
        if !has("setup") && game.board_rules().is_none() {
            faults.push(
                Diagnostic::new(Code::MissingHook, "the rules have no function `setup`")
                    .at(return_place(file))
                    .help("it gives the turn to the first seat, as in `turn.PHASE(1)`"),
            );
        }
        if game.ply_limit().is_some() && !has("on_limit") {
            faults.push(
                Diagnostic::new(Code::MissingHook, "there is a `ply_limit`, but no function `on_limit`")
                    .at(return_place(file))
                    .help("it ends the match, as in `ending.limit()`"),
            );
        }
        if faults.is_empty() {
            Ok(Self {
                setup: has("setup"),
                opening: has("opening"),
                scores: has("scores"),
                on_limit: has("on_limit"),
                allows,
                needs: needs
                    .iter()
                    .map(|need| need.as_ref().and_then(|_| needs.iter().position(|n| n == need)))
                    .collect(),
                after,
            })
        } else {
            Err(Faults(faults).sorted())
        }
    }
}
