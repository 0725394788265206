//! Static effects of a hook: true if it may change a board.
//!
//! A conservative analysis of the call graph: the effects of a hook are those of its own text, of nested functions, and
//! of the functions that they call. If a callee isn't known, the hook may do anything.

use std::collections::BTreeSet;

use parlour_luau::{FunctionId, Key, Meaning, Root, Script, Use};

/// The environment of a script: the words of the game, and which of them change a board.
pub(super) trait Changes {
    /// True if a namespace has words that change a board.
    fn is_board(&self, namespace: &str) -> bool;

    /// True if a member of a namespace changes a board.
    fn is_change(&self, namespace: &str, member: &str) -> bool;
}

/// Library functions that call their arguments, or make calls that the text doesn't show.
const CALLING: &[(&str, Option<&str>)] = &[
    ("coroutine", None),
    ("pcall", None),
    ("rawset", None),
    ("require", None),
    ("setmetatable", None),
    ("string", Some("gsub")),
    ("table", Some("foreach")),
    ("table", Some("foreachi")),
    ("table", Some("sort")),
    ("xpcall", None),
];

/// A callee.
enum Called {
    Function(FunctionId),
    /// A function that changes no board and calls nothing else.
    Harmless,
    /// Unknown.
    Anything,
}

/// True if a hook of a verb may change a board.
pub(super) fn may_change_board(script: &Script<'_>, verb: &str, hook: &str, words: &dyn Changes) -> bool {
    let reach = Reach { script, words };
    let function = || match reach.called(written(script, verb, hook)?, DEEPEST) {
        Called::Function(function) => Some(function),
        _ => None,
    };
    function().is_none_or(|function| reach.changes_from(function))
}

/// A hook of a verb, if the text determines it: nothing can replace it at run time.
fn written(script: &Script<'_>, verb: &str, hook: &str) -> Option<Meaning> {
    // With a metatable, operators and field accesses call functions.
    let is_metatable = |used: &Use<'_>| used.root == Root::Free && used.name == "setmetatable";
    if script.returns != 1 || script.uses.iter().any(is_metatable) {
        return None;
    }
    ["actions", verb, hook].into_iter().try_fold(script.returned, |known, name| field_of(script, known, name))
}

/// A field of a table constructor that the text determines.
fn field_of(script: &Script<'_>, known: Meaning, name: &str) -> Option<Meaning> {
    let table = match known {
        Meaning::Table(table) => table,
        Meaning::Use(n) => match (script.uses[n].root, script.uses[n].key) {
            (Root::Local(local), Key::None) => match script.value(local) {
                Meaning::Table(table) if script.is_plain(local, table) => table,
                _ => return None,
            },
            _ => return None,
        },
        _ => return None,
    };
    Some(script.field(table, name)).filter(|known| *known != Meaning::Nothing)
}

/// Limit of aliases followed.
const DEEPEST: usize = 16;

struct Reach<'a> {
    script: &'a Script<'a>,
    words: &'a dyn Changes,
}

impl Reach<'_> {
    /// True if a function may change a board.
    fn changes_from(&self, function: FunctionId) -> bool {
        let (mut queue, mut seen) = (vec![function], BTreeSet::new());
        while let Some(function) = queue.pop() {
            if !seen.insert(function) {
                continue;
            }
            queue.extend(self.script.within(function));
            for &(_, called) in self.script.calls.iter().filter(|(caller, _)| *caller == function) {
                match self.called(called, DEEPEST) {
                    Called::Function(called) => queue.push(called),
                    Called::Harmless => {}
                    Called::Anything => return true,
                }
            }
            if self.script.uses.iter().any(|used| used.function == function && self.is_change(used)) {
                return true;
            }
        }
        false
    }

    /// True if a name stands for a word that changes a board, or for a namespace of such words.
    fn is_change(&self, used: &Use<'_>) -> bool {
        let Some((namespace, key)) = self.script.free_name(used) else { return false };
        self.words.is_board(namespace)
            && match key {
                Key::Field(member, _) | Key::Quoted(member, _) => self.words.is_change(namespace, member),
                _ => true,
            }
    }

    /// The callee of an expression, following at most `steps` aliases.
    fn called(&self, known: Meaning, steps: usize) -> Called {
        let used = match known {
            Meaning::Function(function) => return Called::Function(function),
            // A table is iterated in a loop; calling it is an error.
            Meaning::Table(_) => return Called::Harmless,
            Meaning::Use(n) if steps > 0 => &self.script.uses[n],
            _ => return Called::Anything,
        };
        if used.is_deeper {
            return Called::Anything;
        }
        let Root::Local(local) = used.root else {
            return self.called_outside(used);
        };
        match (self.script.value(local), used.key) {
            (value, Key::None) => self.called(value, steps - 1),
            (Meaning::Table(table), Key::Field(field, _) | Key::Quoted(field, _))
                if self.script.is_plain(local, table) =>
            {
                self.called(self.script.field(table, field), steps - 1)
            }
            // A local that aliases a namespace.
            (Meaning::Use(n), Key::Field(..) | Key::Quoted(..)) => {
                let meant = &self.script.uses[n];
                let is_words = meant.root == Root::Free && meant.key == Key::None && !is_library(meant.name);
                if is_words && !self.is_change(used) { Called::Harmless } else { Called::Anything }
            }
            _ => Called::Anything,
        }
    }

    /// The callee of a free name.
    fn called_outside(&self, used: &Use<'_>) -> Called {
        let field = match used.key {
            Key::Field(field, _) | Key::Quoted(field, _) => Some(field),
            Key::None => None,
            Key::Computed | Key::Method(..) => return Called::Anything,
        };
        let calls =
            |(name, member): &(&str, Option<&str>)| *name == used.name && (member.is_none() || *member == field);
        if self.is_change(used) || CALLING.iter().any(calls) { Called::Anything } else { Called::Harmless }
    }
}

fn is_library(name: &str) -> bool {
    CALLING.iter().any(|(library, _)| *library == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game with the board `main`.
    struct Board;

    impl Changes for Board {
        fn is_board(&self, namespace: &str) -> bool {
            namespace == "main"
        }

        fn is_change(&self, _: &str, member: &str) -> bool {
            member == "set"
        }
    }

    /// True if `after` of `move` may change the board.
    fn may_change(text: &str) -> bool {
        let script = Script::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        may_change_board(&script, "move", "after", &Board)
    }

    /// A script with something before `move` and the text of its hook `after`.
    fn hook(before: &str, text: &str) -> String {
        format!(
            "local move = {{}} {before} function move.after(seat, from, to) {text} end \
             return {{ actions = {{ move = move }} }}"
        )
    }

    #[test]
    fn what_a_hook_calls_is_followed() {
        for (before, text) in [
            ("", ""),
            ("", "passed.set(main.row(from)) quiet.add(1) event.x(seat)"),
            ("local function note(n) quiet.set(n) end", "note(1)"),
            ("local P = { main.pawn, main.king }", "if main.at(to) == P[seat] then turn.turn(3 - seat) end"),
            ("local function put() main.set(1, 2) end local function note() end", "note()"),
            ("function move.allow() main.set(1, 2) end", "passed.set(math.max(1, 2))"),
            ("local at = main.at local m = main", "at(from) m.at(to)"),
            ("local tools = {} function tools.note() quiet.set(1) end", "tools.note()"),
            ("", "for _, square in ipairs({ 1, 2 }) do print(main.at(square)) end"),
            ("local L = { 1, 2 }", "for _, square in L do print(main.at(square)) end"),
            ("local function a() end", "local function b() a() end b()"),
        ] {
            assert!(!may_change(&hook(before, text)), "{before} {text}");
        }
        for (before, text) in [
            ("", "main.set(1, 2)"),
            ("", "main['set'](1, 2)"),
            ("local function put() main.set(1, 2) end", "put()"),
            ("local function put() main.set(1, 2) end local function note() put() end", "note()"),
            ("local put = main.set", "put(1, 2)"),
            ("local m = main", "m.set(1, 2)"),
            ("", "local function put() main.set(1, 2) end put()"),
            ("", "local function each(f) f(1) end each(main.set)"),
            ("local tools = { put = function() main.set(1, 2) end }", "tools.put()"),
        ] {
            assert!(may_change(&hook(before, text)), "{before} {text}");
        }
    }

    #[test]
    fn what_the_text_does_not_say_may_be_anything() {
        for (before, text) in [
            ("local t = { function() main.set(1, 2) end }", "t[1]()"),
            ("local t = {} t.f = print t['f'] = function() main.set(1, 2) end", "t.f()"),
            ("local t = { f = print } local function fill(x) x.f = function() main.set(1, 2) end end fill(t)", "t.f()"),
            ("local t = { f = print } t[`f`] = function() main.set(1, 2) end", "t.f()"),
            ("local t = { u = { f = print } } local u = t.u u.f = main.set", "t.u.f(1, 2)"),
            ("local f = print f = function() main.set(1, 2) end", "f()"),
            ("local function make() return function() main.set(1, 2) end end local f = make()", "f()"),
            ("local function make() return function() main.set(1, 2) end end", "make()()"),
            ("local f = main.at and function() main.set(1, 2) end", "f()"),
            ("local f = function() main.set(1, 2) end", "pcall(f)"),
            ("local f = function() main.set(1, 2) end", "local g = pcall g(f)"),
            ("local f = function() main.set(1, 2) end", "table.sort({ 1, 2 }, f)"),
            ("local f = function() main.set(1, 2) end local t = f or f", "for _ in t do end"),
            ("local t = setmetatable({}, { __add = function() main.set(1, 2) end })", "print(t + t)"),
            ("local other = require('other')", "other.put()"),
            ("local t = { f = print } local u = t u.f = main.set", "t.f(1, 2)"),
            ("move.after = function() end", "print(1)"),
            ("", "seat.x()"),
            ("", "(main.set or print)(1, 2)"),
        ] {
            assert!(may_change(&hook(before, text)), "{before} {text}");
        }
        for text in [
            "local t = { actions = { move = { after = print } } } local a = t.actions a.move = nil return t",
            "local t = { actions = {} } t.actions.move = { after = function() end } return t",
            "if main.width then return { actions = { move = { after = function() main.set(1, 2) end } } } end \
             return { actions = { move = { after = function() end } } }",
            "return (function() return { actions = {} } end)()",
        ] {
            assert!(may_change(text), "{text}");
        }
        assert!(!may_change("return { actions = { move = { after = function() end } } }"));
        let shared = "local function note() end return { actions = { move = { after = note } } }";
        assert!(!may_change(shared));
    }
}
