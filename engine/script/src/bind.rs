//! The binder: resolves the words of the prelude in a script.
//!
//! A script writes `hand.count(seat, card)`. A game has hundreds of such words, and a script uses few: before
//! compilation each `hand.count` is replaced by the name of a local function, and only the functions needed are put
//! around the script. The [analysis of names](Script) tells the game's `hand`
//! from a local of the script. Unknown names are
//! reported with their place before anything runs.

mod kept;
mod remembered;
#[cfg(test)]
mod tests;

pub(crate) use kept::is_teller;

use std::collections::BTreeSet;
use std::ops::Range;

use super::offers;
use parlour_luau::{Given, Key, Local, Meaning, Over, Passed, Root, Script, SyntaxError, Use};
use parlour_model::diagnostic::{Code, Diagnostic, SourceFile, did_you_mean, suggest};

/// The environment of a script.
pub(crate) trait Words {
    /// True if the game has a namespace.
    fn has(&self, namespace: &str) -> bool;

    /// True if a namespace has a member or key.
    fn has_member(&self, namespace: &str, name: &str) -> bool;

    /// The members of a namespace whose names are identifiers.
    fn members(&self, namespace: &str) -> Vec<&str>;

    /// The keys of a namespace that aren't identifiers, as in `card["2 of clubs"]`.
    fn keys(&self, namespace: &str) -> Vec<&str>;

    /// The parameters of a member; `None` if they aren't known.
    fn takes(&self, namespace: &str, member: &str) -> Option<Takes>;

    /// The return type of a member, empty if it returns nothing; `None` if it isn't known.
    fn gives(&self, namespace: &str, member: &str) -> Option<String>;

    /// True if a member reads or changes the match.
    fn is_of_match(&self, namespace: &str, member: &str) -> bool;

    /// The namespaces of the game.
    fn namespaces(&self) -> Vec<&str>;

    /// True if there is a global of this name.
    fn has_global(&self, name: &str) -> bool;

    /// The members of a library; `None` if there is none of this name.
    fn library(&self, name: &str) -> Option<Vec<String>>;
}

/// Parameters that take elements of lists, rather than positions or numbers.
const THINGS: [&str; 4] = ["card", "square", "face", "symbol"];

/// The parameters of a function.
#[derive(Debug, Default)]
pub(crate) struct Takes {
    /// Their names.
    pub(crate) names: Vec<String>,
    /// The number of required ones.
    pub(crate) least: usize,
}

/// The replacement of a piece of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Replacement {
    /// A member of a namespace.
    Member(String, String),
    /// A namespace as a whole.
    Namespace(String),
    /// Text of the engine.
    Text(String),
}

/// A script bound to the prelude.
#[derive(Debug, Default)]
pub(crate) struct Bound {
    /// The replacements, in the order of the text.
    pub(crate) replaced: Vec<(Range<usize>, Replacement)>,
    /// The longest sequence of underscores in a name of the script.
    pub(crate) underscores: usize,
    /// The name of the list that collects functions returning the script's locals.
    pub(crate) kept: String,
    /// True if nested functions share locals.
    pub(crate) shares: bool,
}

impl Bound {
    /// The namespaces that the script uses as values.
    pub(crate) fn namespaces(&self) -> BTreeSet<&str> {
        let replacements = self.replaced.iter().map(|(_, replacement)| replacement);
        replacements
            .filter_map(|replacement| match replacement {
                Replacement::Namespace(name) => Some(name.as_str()),
                Replacement::Member(..) | Replacement::Text(_) => None,
            })
            .collect()
    }

    /// Prefix of the engine's own names: more underscores than any name of the script has.
    fn underscores_of_own(&self) -> String {
        "_".repeat(1 + self.underscores.max(1))
    }

    /// As [`Bound::replace`], behind other replacements at the same place.
    fn replace_behind(&mut self, range: Range<usize>, replacement: Replacement) {
        let place = self.replaced.partition_point(|(before, _)| before.start <= range.start);
        self.replaced.insert(place, (range, replacement));
    }

    /// Replaces a piece of the text that has no other replacement.
    pub(crate) fn replace(&mut self, range: Range<usize>, replacement: Replacement) {
        let place = self.replaced.partition_point(|(before, _)| before.start < range.start);
        self.replaced.insert(place, (range, replacement));
    }

    /// The text with all replacements; lines keep their numbers.
    pub(crate) fn text(&self, source: &str, name: impl Fn(&Replacement) -> String) -> String {
        let mut out = String::with_capacity(source.len() + source.len() / 8);
        let mut copied = 0;
        for (range, replacement) in &self.replaced {
            out.push_str(&source[copied..range.start]);
            out.push_str(&name(replacement));
            out.extend(source[range.clone()].chars().filter(|c| *c == '\n'));
            copied = range.end;
        }
        out.push_str(&source[copied..]);
        out
    }
}

/// Luau features that scripts don't get: with them a match would depend on more than its seed and its actions.
const TAKEN_AWAY: &[(&str, Option<&str>)] = &[
    ("os", None),
    ("debug", None),
    ("collectgarbage", None),
    ("getfenv", None),
    ("setfenv", None),
    ("loadstring", None),
    ("newproxy", None),
    ("math", Some("random")),
    ("math", Some("randomseed")),
];

const ONLY_THE_MATCH: &str =
    "a script knows the match and nothing else; random numbers come from its generator, which the game declares";
pub(super) const NOT_KEPT: &str = "a match that is saved and goes on, or goes back, would not find it: what lasts belongs into the \
                        game's `vars`, or for a robot into `me.memory`";
const FROM_ARGUMENT: &str = "what is remembered must follow from the argument alone: hand it on in that";
const WRITE_LOCAL: &str = "write `local` in front of it: all that lasts belongs into the game's variables";

/// The help when a name is a local of another scope.
const HIDDEN: &str =
    "a local of that name is seen elsewhere only: hand it on as an argument, or declare it before all that use it";

/// The message for a script that sets a global variable.
pub(crate) const GLOBAL: &str = "the script sets the global variable";

/// The namespace of refusals.
const REFUSAL: &str = "refusal";

/// The error of binding.
pub(crate) enum Unbound {
    /// A syntax error.
    Syntax(SyntaxError),
    /// Unknown names and wrong calls.
    Faults(Vec<Diagnostic>),
}

/// Binds a script; the tables of its loops get order checks first.
///
/// # Errors
/// Unknown names and members, and calls with a wrong number of arguments.
pub(crate) fn bind(source: &SourceFile, words: &dyn Words) -> Result<Bound, Unbound> {
    let script = Script::parse(&source.text).map_err(Unbound::Syntax)?;
    let set = script.uses.iter().filter(|used| used.root == Root::Free && used.is_set && used.key == Key::None);
    let globals = set.map(|used| used.name).collect();
    let mut bound = Bound { underscores: script.underscores, ..Bound::default() };
    bound.kept = format!("{}kept", bound.underscores_of_own());
    let (told, kept) = (BTreeSet::new(), BTreeSet::new());
    let mut binder = Binder { source, words, script: &script, globals, told, kept, bound, faults: Vec::new() };
    for used in &script.uses {
        match used.root {
            Root::Free => binder.free(used),
            Root::Local(local) => {
                binder.kept(used, &script.locals[local]);
                binder.local(used, script.value(local));
            }
        }
    }
    binder.remembered();
    binder.loops();
    binder.faults.extend(offers::misplaced(source, &script));
    if !binder.faults.is_empty() {
        return Err(Unbound::Faults(binder.faults));
    }
    let mut bound = binder.bound;
    kept::tell_kept(&script, &mut bound);
    order_loops(&script, words, &mut bound);
    kept::tell_lasting(source, &script, &mut bound);
    Ok(bound)
}

/// Inserts order checks for the tables of loops: iteration order must be the same in every process.
fn order_loops(script: &Script<'_>, words: &dyn Words, bound: &mut Bound) {
    let is_ordered = |used: &Use<'_>| {
        let is_library = matches!(used.name, "ipairs" | "string") && used.call.is_some();
        used.root == Root::Free && (words.has(used.name) || is_library)
    };
    for Over { range, first, .. } in &script.loops {
        if !first.is_some_and(|first| is_ordered(&script.uses[first])) {
            bound.replace(range.start..range.start, Replacement::Text(format!("{}_ordered(", bound.kept)));
            bound.replace(range.end..range.end, Replacement::Text(")".to_owned()));
        }
    }
}

struct Binder<'a> {
    source: &'a SourceFile,
    words: &'a dyn Words,
    script: &'a Script<'a>,
    /// The globals that the script sets, which is an error.
    globals: BTreeSet<&'a str>,
    /// The unknown names already reported.
    told: BTreeSet<&'a str>,
    /// The locals of the file that functions set, already reported.
    kept: BTreeSet<&'a str>,
    bound: Bound,
    faults: Vec<Diagnostic>,
}

impl<'a> Binder<'a> {
    fn fault(&mut self, code: Code, at: usize, message: String, help: impl Into<String>) {
        self.faults.push(Diagnostic::new(code, message).at(self.source.place(at)).help(help));
    }

    /// Reports uses of the match in functions that `memo` caches.
    fn remembered(&mut self) {
        for misused in remembered::misused(self.script, self.words) {
            let does = if misused.reads { "is of the match" } else { "gives another result each time" };
            let message = format!("`{}` {does}, and the function is one that `memo` remembers", misused.word);
            self.fault(Code::KeptState, misused.at, message, FROM_ARGUMENT);
        }
    }

    /// Reports loops over values that can't be iterated, and over lists whose positions are mistaken for elements: the
    /// first variable of a list's loop is the position.
    fn loops(&mut self) {
        let script = self.script;
        let mut faults = Vec::new();
        for over in &script.loops {
            let Some(used) = over.first.map(|first| &script.uses[first]) else { continue };
            let Key::Field(member, _) = used.key else { continue };
            if used.root != Root::Free || !self.words.has(used.name) || used.is_deeper {
                continue;
            }
            let written = &self.source.text[over.range.clone()];
            let fault = match (used.call, self.words.gives(used.name, member)) {
                (Some(_), Some(gives)) if over.is_call => match is_list(&gives) {
                    true => self.place_for_thing(over, written),
                    false => not_gone_through(written, &gives),
                },
                (None, Some(_)) if used.end == over.range.end => Some((
                    format!("`{written}` is a function, which a loop can't go through like this"),
                    format!("write `{written}(...)` for what it gives"),
                )),
                _ => None,
            };
            let told = |(message, help): (String, String)| {
                Diagnostic::new(Code::WrongLoop, message).at(self.source.place(over.at)).help(help)
            };
            faults.extend(fault.map(told));
        }
        self.faults.extend(faults);
    }

    /// A loop over a list whose first variable is used as an element.
    fn place_for_thing(&self, over: &Over, list: &str) -> Option<(String, String)> {
        let script = self.script;
        let [place, held] = [over.variables.start, over.variables.start + 1];
        let is_given = |local: usize, as_thing: bool| {
            let is_local = |n: usize| script.uses[n].root == Root::Local(local) && script.uses[n].key == Key::None;
            let is_argument = |passed: &&Passed| matches!(passed.argument, Meaning::Use(n) if is_local(n));
            let of_game =
                |called: usize| script.uses[called].root == Root::Free && self.words.has(script.uses[called].name);
            let mut passed = script.passed.iter().filter(is_argument).filter(|passed| of_game(passed.called));
            passed.any(|passed| !as_thing || self.takes_thing(passed))
        };
        let is_taken =
            is_given(place, true) || is_given(place, false) && !(held < over.variables.end && is_given(held, false));
        is_taken.then(|| {
            let name = script.locals[place].name;
            let message = format!("`{name}` is a place in the list `{list}`, not what stands there");
            (message, format!("write `for _, {name} in {list} do`"))
        })
    }

    /// True if an argument is an element of a list, by the name of its parameter.
    fn takes_thing(&self, passed: &Passed) -> bool {
        let used = &self.script.uses[passed.called];
        let Key::Field(member, _) = used.key else { return false };
        let takes = self.words.takes(used.name, member);
        takes
            .and_then(|takes| takes.names.get(passed.place).cloned())
            .is_some_and(|name| THINGS.contains(&name.as_str()))
    }

    /// Resolves a free name.
    fn free(&mut self, used: &'a Use<'a>) {
        if self.words.has(used.name) {
            return self.word(used);
        }
        if self.globals.contains(used.name) {
            if used.is_set && used.key == Key::None && self.told.insert(used.name) {
                self.fault(Code::Global, used.at, format!("{GLOBAL} `{}`", used.name), WRITE_LOCAL);
            }
            return;
        }
        if let Some(name) = taken_away(used) {
            return self.fault(Code::TakenAway, used.at, format!("scripts have no `{name}`"), ONLY_THE_MATCH);
        }
        if !self.words.has_global(used.name) {
            if self.told.insert(used.name) {
                let known = self.words.namespaces().into_iter();
                let known: BTreeSet<&str> = known.chain(self.script.locals.iter().map(|local| local.name)).collect();
                let help = if known.contains(used.name) {
                    HIDDEN.to_owned()
                } else if let Some(near) = did_you_mean(used.name, known) {
                    format!("did you mean `{near}`?")
                } else {
                    "a name is the game's, Luau's, or declared with `local`".to_owned()
                };
                self.fault(Code::UnknownName, used.at, format!("there is no `{}`", used.name), help);
            }
            return;
        }
        if let Key::Field(field, at) | Key::Quoted(field, at) = used.key
            && let Some(members) = self.words.library(used.name)
            && !members.iter().any(|member| member == field)
        {
            let help = suggest(field, members.iter().map(String::as_str));
            self.fault(Code::UnknownMember, at, format!("there is no `{}.{field}`", used.name), help);
        }
    }

    /// Resolves a use of a namespace.
    fn word(&mut self, used: &'a Use<'a>) {
        if used.is_set {
            let written = match used.key {
                Key::Field(member, _) | Key::Quoted(member, _) => format!("{}.{member}", used.name),
                _ => used.name.to_owned(),
            };
            let help = "a script uses the game's words as they are; call what is its own something else, with `local`";
            return self.fault(Code::FixedName, used.at, format!("`{written}` is the game's and can't be set"), help);
        }
        if let Some(member) = self.member(used, used.name) {
            self.check_call(used, used.name, &member);
            let replacement = Replacement::Member(used.name.to_owned(), member);
            self.bound.replaced.push((used.at..used.end, replacement));
        } else if matches!(used.key, Key::None | Key::Computed) {
            self.check_not_called(used, used.name);
            let name = used.at..used.at + used.name.len();
            self.bound.replaced.push((name, Replacement::Namespace(used.name.to_owned())));
        }
    }

    /// Reports a call of a namespace.
    fn check_not_called(&mut self, used: &Use<'_>, namespace: &str) {
        if used.key != Key::None || used.call.is_none() {
            return;
        }
        let help = match self.words.takes(namespace, "get") {
            Some(takes) => format!("write `{namespace}.get({})` for its value", takes.names.join(", ")),
            None => {
                let members = self.words.members(namespace);
                format!("its words stand behind a dot, as in `{namespace}.{}`", members.first().unwrap_or(&"word"))
            }
        };
        self.fault(Code::NoFunction, used.at, format!("`{}` is not a function", used.name), help);
    }

    /// The member of a namespace that a key names; unknown ones are reported.
    fn member(&mut self, used: &'a Use<'a>, namespace: &str) -> Option<String> {
        let (Key::Field(key, at) | Key::Quoted(key, at) | Key::Method(key, at)) = used.key else { return None };
        if matches!(used.key, Key::Method(..)) {
            let message = format!("`{}:{key}` is called with a colon", used.name);
            self.fault(Code::UnknownMember, at, message, format!("write `{}.{key}`", used.name));
            return None;
        }
        if self.words.has_member(namespace, key) {
            return Some(key.to_owned());
        }
        let is_quoted = matches!(used.key, Key::Quoted(..));
        let written = if is_quoted { format!("{namespace}[\"{key}\"]") } else { format!("{namespace}.{key}") };
        let mut known = self.words.members(namespace);
        if is_quoted {
            known.extend(self.words.keys(namespace));
        }
        self.fault(Code::UnknownMember, at, format!("there is no `{written}`"), suggest(key, known));
        None
    }

    /// Reports a local of the file that a function sets: its value isn't part of the match's state.
    fn kept(&mut self, used: &'a Use<'a>, local: &'a Local<'a>) {
        let is_kept = used.is_set && used.key == Key::None && local.function == 0 && used.function != 0;
        if is_kept && self.kept.insert(used.name) {
            let message = format!("a function sets `{}`, a local variable of the file", used.name);
            self.fault(Code::KeptState, used.at, message, NOT_KEPT);
        }
    }

    /// Resolves a local that aliases a word.
    fn local(&mut self, used: &'a Use<'a>, value: Meaning) {
        let Meaning::Use(meant) = self.script.resolve(value) else { return };
        let meant = &self.script.uses[meant];
        if meant.root != Root::Free || meant.call.is_some() || used.is_set {
            return;
        }
        if !self.words.has(meant.name) {
            return;
        }
        match (meant.key, used.key) {
            (Key::None, _) => {
                self.check_not_called(used, meant.name);
                if let Some(member) = self.member(used, meant.name) {
                    self.check_call(used, meant.name, &member);
                }
            }
            (Key::Field(member, _) | Key::Quoted(member, _), Key::None) => self.check_call(used, meant.name, member),
            _ => {}
        }
    }

    /// Reports a call of a member with too few or too many arguments.
    fn check_call(&mut self, used: &Use<'_>, namespace: &str, member: &str) {
        let takes = self.words.takes(namespace, member);
        if namespace == REFUSAL {
            self.check_refusal(used, member, takes.as_ref());
        }
        let Some((given, takes)) = used.call.zip(takes) else { return };
        if let Some(but) = takes.but(given) {
            let fault = Diagnostic::new(Code::WrongArguments, format!("`{namespace}.{member}` {but}"));
            self.faults.push(fault.at(self.source.place(used.at)));
        }
    }
}

impl Binder<'_> {
    /// Reports a refusal with unfilled holes, and a call of one without holes.
    fn check_refusal(&mut self, used: &Use<'_>, name: &str, takes: Option<&Takes>) {
        let (but, help) = match (takes, used.call) {
            (Some(takes), None) => {
                let holes = takes.names.join(", ");
                (format!("needs what fills its holes ({holes})"), format!("write `refusal.{name}({holes})`"))
            }
            (None, Some(_)) => ("has no holes to fill".to_owned(), format!("write `refusal.{name}`")),
            _ => return,
        };
        self.fault(Code::WrongArguments, used.at, format!("`refusal.{name}` {but}"), help);
    }
}

/// True if a type is a list.
fn is_list(gives: &str) -> bool {
    gives.starts_with('{')
}

/// The fault of a loop over a word's result, with help; `None` if the result can be iterated.
fn not_gone_through(written: &str, gives: &str) -> Option<(String, String)> {
    let help = |what: &str| format!("a loop goes through {what}, or `for n = 1, last do` counts");
    match gives.trim_end_matches('?') {
        "" => Some((format!("`{written}` gives nothing that a loop can go through"), help("a list"))),
        "number" => {
            let message = format!("`{written}` is a number, which a loop can't go through");
            Some((message, format!("write `for n = 1, {written} do` to count up to it")))
        }
        what @ ("boolean" | "string") => {
            let what = if what == "string" { "a text" } else { "true or false" };
            Some((format!("`{written}` is {what}, which a loop can't go through"), help("a list")))
        }
        _ => None,
    }
}

/// The name of a feature that was removed.
fn taken_away(used: &Use<'_>) -> Option<String> {
    let field = match used.key {
        Key::Field(field, _) | Key::Quoted(field, _) => Some(field),
        _ => None,
    };
    let found = TAKEN_AWAY.iter().find(|(name, taken)| *name == used.name && (taken.is_none() || *taken == field))?;
    Some(found.1.map_or_else(|| used.name.to_owned(), |field| format!("{}.{field}", used.name)))
}

impl Takes {
    /// The fault of a call's number of arguments; `None` if it may be right.
    fn but(&self, given: Given) -> Option<String> {
        let most = self.names.len();
        // The last argument may give several values or none.
        let least_given = given.written - usize::from(given.is_open);
        if least_given <= most && (given.is_open || given.written >= self.least) {
            return None;
        }
        let takes = match (self.least, most) {
            (_, 0) => "takes no argument".to_owned(),
            (least, most) if least == most => format!("takes {most} ({})", self.names.join(", ")),
            (least, most) => format!("takes {least} to {most} ({})", self.names.join(", ")),
        };
        let given = match (least_given, given.is_open) {
            (n, true) => format!("{n} or more are"),
            (0, false) => "none is".to_owned(),
            (1, false) => "1 is".to_owned(),
            (n, false) => format!("{n} are"),
        };
        Some(format!("{takes}, but {given} given"))
    }
}
