//! The hooks of a script, and their validation.

use mlua::{Function, Table, Value};

use super::cases::{is_listable, is_narrow};
use super::{auction, climbing, tricks};
use crate::export;
use crate::prelude::{Prelude, identifier, member_name};
use crate::reach::{Changes, may_change_board};
use parlour_game::Game;
use parlour_luau::Script;
use parlour_model::diagnostic::{Code, Diagnostic, Faults, Place, SourceFile, suggest};
use parlour_model::grammar::{Arg, VerbSpec};
use parlour_model::pieces::When;
use parlour_pack::spec::Seen;

/// The hooks that `rules.lua` may have.
pub(crate) const HOOKS: &[&str] = &[
    "setup", "opening", "resume", "scores", "on_limit", "possible", "fits", "imagine", "worth", "actions", "decided",
    "steps", "trick", "climbing", "auction",
];

use parlour_pack::spec::LIMIT;

/// The evaluation hook of searches, not needed for a match.
pub(super) const WORTH: &str = "worth";

/// The hook that accepts or rejects an imagined state; only searches ask it as well.
pub(super) const FITS: &str = "fits";

/// The hook that places pieces on squares that a viewer doesn't see; only searches call it as well.
pub(super) const IMAGINE: &str = "imagine";

/// The hooks that are functions.
const FUNCTIONS: &[&str] = &["setup", "opening", "resume", "scores", "on_limit", FITS, IMAGINE, WORTH];

/// The hooks of an action whose cases come from a script.
pub(crate) const ACTION_HOOKS: &[&str] = &["needs", "range", "allow", "legal", "apply", "after"];

/// The hooks of an action of tables, which the engine lists and applies.
const ENGINE_HOOKS: &[&str] = &["needs", "allow", "after"];

/// The hooks of an action of `[trick]`, `[climbing]` or `[auction]`, which the engine lists and applies.
const PLAYED_HOOKS: &[&str] = &["needs", "allow", "apply", "after"];

/// Limit of keys of a table that are read; there are fewer hooks and verbs.
const MAX_KEYS: usize = 500;

/// The place where a script returns its table: the last line that begins with `return`, or the last line.
pub(super) fn return_place(file: &SourceFile) -> Place {
    let lines = || file.text.lines().enumerate();
    let line = lines().filter(|(_, line)| line.starts_with("return")).last().or(lines().last());
    file.line_place(line.map_or(1, |(n, _)| n as u32 + 1))
}

/// The place of a function, in the file of the hook or in a required one.
pub(super) fn function_place(function: &Function, file: &SourceFile) -> Option<Place> {
    let info = function.info();
    let line = u32::try_from(info.line_defined?).ok()?;
    let name = info.source.unwrap_or_default();
    let name = name.trim_start_matches(['=', '@']);
    let is_own = name == &*file.name || !name.ends_with(".lua");
    Some(if is_own { file.line_place(line) } else { Place::new(name, line, 1) })
}

/// True if the value of a hook in a table isn't a function.
fn holds_no_function(table: &Table, hook: &str) -> bool {
    let value = table.raw_get::<Value>(hook);
    !matches!(value, Ok(Value::Nil | Value::Boolean(false) | Value::Function(_)) | Err(_))
}

/// The hooks of a script.
#[derive(Debug)]
pub(crate) struct Hooks {
    /// True if there is any hook that a match needs.
    pub(super) is_any: bool,
    /// For each zone and then each variable, true if there is a hook that restricts its cards or values.
    pub(super) possible: Vec<bool>,
    /// For each verb, the first verb with the same function as its hook `needs`; `None` if it has none.
    pub(super) needs: Vec<Option<usize>>,
    /// For each verb, true if it has the hook.
    pub(super) allow: Vec<bool>,
    /// For each verb with the hook `range`, the index of the argument that it bounds.
    pub(super) range: Vec<Option<usize>>,
    pub(super) legal: Vec<bool>,
    /// For each verb, true if all values of its arguments are legal: their domains decide, and no hook.
    pub(super) every: Vec<bool>,
    pub(super) after: Vec<bool>,
    /// For each verb, true if its hook `after` may change a board.
    pub(super) changing: Vec<bool>,
    /// For each verb, true if its hooks `needs` and `allow` read nothing that isn't seen by everyone.
    pub(super) public: Vec<bool>,
}

/// The words of a game that change a board.
struct BoardWords<'a> {
    game: &'a Game,
    prelude: &'a Prelude,
}

impl Changes for BoardWords<'_> {
    fn is_board(&self, namespace: &str) -> bool {
        namespace == "setup" || self.game.pack().boards.iter().any(|board| board.name == namespace)
    }

    fn is_change(&self, namespace: &str, member: &str) -> bool {
        self.prelude.is_change(namespace, member)
    }
}

/// The words of a game that read what not everyone sees.
struct HiddenWords<'a>(&'a Game);

impl Changes for HiddenWords<'_> {
    fn is_board(&self, namespace: &str) -> bool {
        let pack = self.0.pack();
        namespace == "setup"
            || namespace == "chance"
            || pack.zones.iter().any(|zone| zone.name == namespace && zone.seen != Seen::All)
            || pack.vars.iter().any(|var| var.name == namespace && var.seen != Seen::All)
            || pack
                .boards
                .iter()
                .any(|board| board.name == namespace && (board.kinds.is_some() || board.sight.is_some()))
    }

    fn is_change(&self, _: &str, member: &str) -> bool {
        member != "size"
    }
}

/// True if a verb without the hook `legal` is offered as it is: it has no arguments and a name for scripts.
pub(super) fn stands_alone(verb: &VerbSpec) -> bool {
    let name = member_name(&verb.name);
    verb.args.is_empty() && identifier(&name).is_some_and(|id| id == name)
}

impl Hooks {
    /// Determines which verbs are legal by what everyone sees, in games with hidden cards.
    pub(super) fn look_for_secrets(&mut self, game: &Game, script: Option<&Script<'_>>) {
        let Some(script) = script.filter(|_| game.notes_cards()) else { return };
        let words = HiddenWords(game);
        for (n, verb) in game.pack().verbs.iter().enumerate() {
            let reads = |hook: &str| may_change_board(script, &verb.name, hook, &words);
            let has_range = self.range[n].is_some();
            self.public[n] = !self.legal[n]
                && !has_range
                && (self.needs[n].is_none() || !reads("needs"))
                && (!self.allow[n] || !reads("allow"));
        }
    }

    /// Determines which hooks `after` may change a board, in games with royal pieces.
    pub(super) fn look_for_changes(&mut self, game: &Game, prelude: &Prelude, script: Option<&Script<'_>>) {
        if !game.board_rules().is_some_and(|rules| rules.has_royal()) || !self.after.contains(&true) {
            return;
        }
        let Some(script) = script else { return };
        let words = BoardWords { game, prelude };
        for (may_change, verb) in self.changing.iter_mut().zip(&game.pack().verbs) {
            *may_change &= may_change_board(script, &verb.name, "after", &words);
        }
    }

    /// Reads and validates the hooks.
    pub(super) fn read(
        game: &Game,
        table: &Table,
        file: &SourceFile,
        script: Option<&Script<'_>>,
    ) -> Result<Self, Faults> {
        let pack = game.pack();
        let mut faults = Vec::new();
        // The place of a key of the returned table, by the path to it; for a function from elsewhere, the function's
        // place.
        let place = |way: &[&str], key: &str, value: &Value| {
            let written = script.and_then(|script| script.returned_field(&[way, &[key]].concat()));
            let written = written.map(|at| file.place(at));
            let function = || value.as_function().and_then(|function| function_place(function, file));
            written.or_else(function).unwrap_or_else(|| return_place(file))
        };
        let verb_place = |verb: &str| place(&["actions"], verb, &Value::Nil);
        let mut unknown = |table: &Table, known: &[&str], way: &[&str], what: &str| {
            // The set of hooks must not depend on a metatable.
            if table.metatable().is_some() {
                let fault = Diagnostic::new(Code::NoTable, format!("{what} has a metatable")).at(return_place(file));
                faults.push(fault.help("expected a plain table"));
            }
            for (key, value) in table.pairs::<Value, Value>().filter_map(Result::ok).take(MAX_KEYS) {
                let key = export::shown(&key);
                if known.contains(&key.as_str()) {
                    continue;
                }
                // A keyword of Luau has an underscore as a member of `offer`, and is a quoted key here.
                let help = match known.iter().find(|name| **name != key && member_name(name) == key) {
                    Some(name) => format!("write `[\"{name}\"] = ...`"),
                    None => suggest(&key, known.iter().copied()),
                };
                let fault = Diagnostic::new(Code::UnknownHook, format!("{what} has no hook `{key}`"));
                faults.push(fault.at(place(way, &key, &value)).help(help));
            }
        };
        unknown(table, HOOKS, &[], "a table of rules");
        let other = FUNCTIONS.iter().filter(|hook| holds_no_function(table, hook));
        let mut missing: Vec<Diagnostic> = other
            .map(|hook| {
                let fault = Diagnostic::new(Code::NoFunction, format!("`{hook}` is not a function"));
                fault.at(place(&[], hook, &Value::Nil))
            })
            .collect();
        let possible = table.raw_get::<Option<Table>>("possible").ok().flatten();
        if let Some(possible) = &possible {
            let hidden = pack.vars.iter().filter(|var| var.seen != Seen::All).map(|var| var.name.as_str());
            let names: Vec<&str> = pack.zones.iter().map(|zone| zone.name.as_str()).chain(hidden).collect();
            unknown(possible, &names, &["possible"], "`possible`");
        }
        let says_possible = |zone: &str| {
            possible.as_ref().is_some_and(|hooks| matches!(hooks.raw_get::<Value>(zone), Ok(Value::Function(_))))
        };
        let zones = pack.zones.iter().map(|zone| &zone.name);
        let mut possible: Vec<bool> =
            zones.chain(pack.vars.iter().map(|var| &var.name)).map(|name| says_possible(name)).collect();
        for bag in pack.tricks.iter().flat_map(|tricks| tricks.restricted(&pack.zones)) {
            possible[bag.index()] = true;
        }
        let tables = [
            ("trick", pack.tricks.is_some(), tricks::HOOKS),
            ("climbing", pack.climbing.is_some(), climbing::HOOKS),
            ("auction", pack.auction.is_some(), auction::HOOKS),
        ];
        let over = |hooks: Table| hooks.raw_get::<Option<Function>>("over").ok().flatten();
        if pack.auction.is_some() && table.raw_get::<Option<Table>>("auction").ok().flatten().and_then(over).is_none() {
            let fault = Diagnostic::new(Code::MissingHook, "the auction has no function `over`, for its end");
            let help = "write `auction = { over = function(seat) ... end }`";
            missing.push(fault.at(return_place(file)).help(help));
        }
        for (name, is_there, all) in tables {
            let Some(hooks) = table.raw_get::<Option<Table>>(name).ok().flatten() else { continue };
            unknown(&hooks, if is_there { all } else { &[] }, &[name], &format!("`{name}`"));
            missing.extend(all.iter().filter(|hook| holds_no_function(&hooks, hook)).map(|hook| {
                let fault = Diagnostic::new(Code::NoFunction, format!("`{hook}` of `{name}` is not a function"));
                fault.at(place(&[name], hook, &Value::Nil))
            }));
        }
        let verbs: Vec<&str> = pack.verbs.iter().map(|verb| verb.name.as_str()).collect();
        let actions = table.raw_get::<Option<Table>>("actions").ok().flatten();
        if let Some(actions) = &actions {
            unknown(actions, &verbs, &["actions"], "`actions`");
        }
        if let Some(decided) = table.raw_get::<Option<Table>>("decided").ok().flatten() {
            let phases = pack.phases.iter().filter(|phase| phase.simultaneous);
            let phases: Vec<&str> = phases.map(|phase| phase.name.as_str()).collect();
            unknown(&decided, &phases, &["decided"], "`decided`");
        }
        let steps = || pack.phases.iter().filter(|phase| phase.is_step);
        let hooks_of_steps = table.raw_get::<Option<Table>>("steps").ok().flatten();
        if let Some(hooks) = &hooks_of_steps {
            unknown(hooks, &steps().map(|step| step.name.as_str()).collect::<Vec<_>>(), &["steps"], "`steps`");
        }
        for name in steps().map(|step| step.name.as_str()) {
            let hook = hooks_of_steps.as_ref().and_then(|hooks| hooks.raw_get::<Value>(name).ok());
            if !matches!(hook, Some(Value::Function(_))) {
                let fault = Diagnostic::new(Code::MissingHook, format!("the step `{name}` has no function"));
                let help = format!("write `steps = {{ {name} = function(seat) ... end }}`");
                missing.push(fault.at(place(&["steps"], name, &Value::Nil)).help(help));
            }
        }
        let (mut needs, mut allow, mut range) = (Vec::new(), Vec::new(), Vec::new());
        let (mut legal, mut after, mut every) = (Vec::new(), Vec::new(), Vec::new());
        for (n, verb) in verbs.iter().enumerate() {
            let (by_tables, plays_by_table) = (game.is_by_tables(n), pack.plays_by_table(n));
            let hooks = actions.as_ref().and_then(|actions| actions.raw_get::<Option<Table>>(*verb).ok().flatten());
            if let Some(hooks) = &hooks {
                let known = if by_tables {
                    ENGINE_HOOKS
                } else if plays_by_table {
                    PLAYED_HOOKS
                } else {
                    ACTION_HOOKS
                };
                unknown(hooks, known, &["actions", verb], &format!("the action `{verb}`"));
            }
            let has = |hook: &str| {
                hooks.as_ref().is_some_and(|hooks| matches!(hooks.raw_get::<Value>(hook), Ok(Value::Function(_))))
            };
            let other = |hook: &&&str| hooks.as_ref().is_some_and(|hooks| holds_no_function(hooks, hook));
            for hook in ACTION_HOOKS.iter().filter(other) {
                let message = format!("`{hook}` of the action `{verb}` is not a function");
                let fault = Diagnostic::new(Code::NoFunction, message).at(place(&["actions", verb], hook, &Value::Nil));
                missing.push(fault.help("expected a function of the seat"));
            }
            needs.push(hooks.as_ref().and_then(|hooks| hooks.raw_get::<Option<Function>>("needs").ok().flatten()));
            allow.push(has("allow") || plays_by_table);
            range.push(None);
            legal.push(has("legal"));
            after.push(has("after"));
            let is_narrow = !pack.verbs[n].args.is_empty() && pack.verbs[n].args.iter().all(is_narrow);
            every.push(is_narrow && !by_tables && !plays_by_table && !has("allow") && !has("legal"));
            // Hooks under another name are reported with the right one.
            let other = member_name(verb);
            let is_misnamed = other != *verb
                && actions.as_ref().is_some_and(|actions| actions.contains_key(other.as_str()).unwrap_or(false));
            if by_tables || plays_by_table || is_misnamed {
                continue;
            }
            if !has("apply") && !pack.is_pass(n) {
                missing.push(
                    Diagnostic::new(Code::MissingHook, format!("the action `{verb}` has no function `apply`"))
                        .at(verb_place(verb))
                        .help(format!("write `actions = {{ {verb} = {{ apply = function(seat, ...) ... end }} }}`")),
                );
            }
            let ranged = pack.verbs[n].args.iter().position(Arg::is_open_number).filter(|_| has("range"));
            if let Some(place) = range.last_mut() {
                *place = ranged;
            }
            if has("range") && (ranged.is_none() || has("legal")) {
                let (message, help) = match ranged {
                    None => {
                        ("has nothing to give a `range` of", "it is for an argument `{NAME:number}` without a range")
                    }
                    Some(_) => ("has both `range` and `legal`", "with `range` the engine offers the numbers itself"),
                };
                let fault = Diagnostic::new(Code::UnknownHook, format!("the action `{verb}` {message}"));
                missing.push(fault.at(place(&["actions", verb], "range", &Value::Nil)).help(help));
                continue;
            }
            let args = pack.verbs[n].args.iter().enumerate();
            let endless = args.filter(|(n, _)| ranged != Some(*n)).map(|(_, arg)| arg).find(|arg| !is_listable(arg));
            let is_tried = has("allow") || ranged.is_some() || every[n];
            if has("legal") || stands_alone(&pack.verbs[n]) || (is_tried && endless.is_none()) {
                continue;
            }
            missing.push(match endless.filter(|_| is_tried) {
                Some(arg) => {
                    let message = format!("the values of `{}` of the action `{verb}` can't be tried one by one", arg.name);
                    Diagnostic::new(Code::MissingHook, message).at(verb_place(verb)).help(format!(
                        "write a function `legal` that offers the cases, or give a number its range: `{{{}:number 1 to 5}}`, or \
                         a function `range` where that changes",
                        arg.name
                    ))
                }
                None => Diagnostic::new(Code::MissingHook, format!("the action `{verb}` has no function `allow` or `legal`"))
                    .at(verb_place(verb))
                    .help("`allow = function(seat, ...)` says for each case true or what is against it"),
            });
        }
        faults.extend(missing);
        let is_free = |&n: &usize| {
            let verb = &pack.verbs[n];
            let asks = needs[n].is_some() || allow[n] || legal[n] || range[n].is_some();
            verb.args.is_empty() && !verb.order.pass && !game.is_by_tables(n) && !asks
        };
        let free: Option<Vec<usize>> = pack
            .phases
            .iter()
            .filter(|phase| !phase.is_step)
            .map(|phase| phase.actions.iter().copied().find(is_free))
            .collect();
        if let Some(&free) = free.as_ref().and_then(|free| free.first()) {
            let name = &pack.verbs[free].name;
            for end in pack.moves.ends.iter().filter(|end| matches!(end.when, When::NoMove(_))) {
                let message = format!("no match ends by this: `{name}` is always possible");
                let fault = Diagnostic::new(Code::NeverUsed, message).in_file(&pack.table_file, &end.about);
                let help = format!("say `pass = true` in `[actions.{name}]`, or in its `needs` when it is possible");
                faults.push(fault.help(help));
            }
        }
        let has = |hook: &str| matches!(table.raw_get::<Value>(hook), Ok(Value::Function(_)));
        let ends_at_limit = has("on_limit") || pack.endings.iter().any(|ending| ending.name == LIMIT);
        if game.ply_limit().is_some() && !ends_at_limit {
            faults.push(
                Diagnostic::new(Code::MissingHook, "there is a `ply_limit`, but no function `on_limit`")
                    .at(return_place(file))
                    .help(
                        "it ends the match, as in `ending.quiet()`; without it there must be an ending called `limit`",
                    ),
            );
        }
        if faults.is_empty() {
            Ok(Self {
                is_any: table
                    .pairs::<String, Value>()
                    .filter_map(Result::ok)
                    .any(|(key, _)| ![FITS, IMAGINE, WORTH].contains(&key.as_str())),
                allow,
                range,
                legal,
                every,
                possible,
                needs: needs
                    .iter()
                    .map(|need| need.as_ref().and_then(|_| needs.iter().position(|n| n == need)))
                    .collect(),
                changing: after.clone(),
                public: vec![false; after.len()],
                after,
            })
        } else {
            Err(Faults(faults).sorted())
        }
    }
}
