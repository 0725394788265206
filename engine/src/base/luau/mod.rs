//! Name resolution of Luau scripts.
//!
//! A parser of Luau without a tree: it tracks the visible locals while it reads, so that every name is resolved to a
//! local or is free. It also records the definitions of locals and fields that the text gives: a function, a table,
//! another name.

mod hooks;

pub(crate) mod names;
mod parser;

use std::ops::Range;

pub(crate) use parlour_lower::lexer::{Kind, tokens};
pub(crate) use parser::{DEEPEST, parse};

/// A local variable, by its index in [`Script::locals`].
pub(crate) type LocalId = usize;
/// A function, by its index in [`Script::functions`]; the first is the script itself.
pub(crate) type FunctionId = usize;
/// A table constructor of the script, by its index in [`Script::tables`].
pub(crate) type TableId = usize;
/// A use of a name, by its index in [`Script::uses`].
pub(crate) type UseId = usize;

/// The resolved names of a script.
#[derive(Debug, Default)]
pub(crate) struct Script<'a> {
    /// Every name that is read or set, in the order of the text.
    pub(crate) uses: Vec<Use<'a>>,
    /// Every declared variable: locals, parameters, those of loops.
    pub(crate) locals: Vec<Local<'a>>,
    pub(crate) functions: Vec<Function>,
    pub(crate) tables: Vec<Table<'a>>,
    /// The value that the script returns.
    pub(crate) returned: Meaning,
    /// The number of the script's own `return` statements.
    pub(crate) returns: usize,
    /// The uses in the returned value.
    pub(crate) returned_uses: Range<UseId>,
    /// Values that functions call, or iterate over, which calls them too; with the first function that does it.
    pub(crate) calls: Vec<(FunctionId, Meaning)>,
    /// Names that are whole arguments of a call.
    pub(crate) passed: Vec<Passed>,
    /// The expressions that generic loops iterate over.
    pub(crate) loops: Vec<Over>,
    /// Behind every declaration of the script itself, with the declared variables.
    pub(crate) declared: Vec<Reach>,
    /// The same in its functions, whose parameters are declared too.
    pub(crate) declared_within: Vec<Reach>,
    /// The ends of the script itself, before each of its `return`s or behind all of it, with the visible variables.
    pub(crate) ends: Vec<Reach>,
    /// The longest sequence of underscores in a name, which generated names exceed.
    pub(crate) underscores: usize,
}

/// The static meaning of an expression.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Meaning {
    #[default]
    Nothing,
    /// A name, perhaps with a key.
    Use(UseId),
    Function(FunctionId),
    Table(TableId),
}

/// A local variable.
#[derive(Debug)]
pub(crate) struct Local<'a> {
    pub(crate) name: &'a str,
    pub(crate) value: Meaning,
    /// True if it is assigned after its declaration.
    pub(crate) is_set: bool,
    /// The function that declares it.
    pub(crate) function: FunctionId,
    /// True if a nested function uses it.
    pub(crate) is_captured: bool,
}

/// A name that is a whole argument of a call.
#[derive(Debug)]
pub(crate) struct Passed {
    /// The name that is called.
    pub(crate) called: UseId,
    /// The index of the argument, from 0.
    pub(crate) place: usize,
    pub(crate) argument: UseId,
}

/// The iterated expressions of a loop.
#[derive(Debug)]
pub(crate) struct Over {
    /// The expressions between `in` and `do`, in bytes.
    pub(crate) range: Range<usize>,
    /// The name that they begin with, if there is one.
    pub(crate) first: Option<UseId>,
    /// The variables of the loop.
    pub(crate) variables: Range<LocalId>,
    /// The place of the first of them.
    pub(crate) at: usize,
}

/// A place of the text where variables of the script itself can be named.
#[derive(Debug)]
pub(crate) struct Reach {
    pub(crate) at: usize,
    pub(crate) locals: Vec<LocalId>,
}

/// A function.
#[derive(Debug, Default)]
pub(crate) struct Function {
    /// The enclosing function.
    pub(crate) parent: Option<FunctionId>,
    /// Its place, if it is a statement: `function a.b()` or `local function a()`.
    pub(crate) statement: Option<Statement>,
    /// Its byte range, if it is an expression.
    pub(crate) expression: Option<Range<usize>>,
}

/// A function statement, in bytes.
#[derive(Clone, Debug)]
pub(crate) struct Statement {
    /// All of it, from `function` or `local` to `end`.
    pub(crate) whole: Range<usize>,
    /// Its name, `a.b` or `a`.
    pub(crate) name: Range<usize>,
}

/// A table constructor, with the fields that are named in it or assigned later.
#[derive(Debug, Default)]
pub(crate) struct Table<'a> {
    pub(crate) fields: Vec<(&'a str, Meaning)>,
    /// The place of each field's name.
    places: Vec<usize>,
}

impl<'a> Table<'a> {
    /// Adds a field, with the place of its name.
    fn add(&mut self, name: &'a str, known: Meaning, at: usize) {
        self.fields.push((name, known));
        self.places.push(at);
    }
}

/// The origin of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Root {
    Local(LocalId),
    /// Free: not declared in the script.
    Free,
}

/// The key behind a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Key<'a> {
    None,
    /// `.field`, with the place of the field.
    Field(&'a str, usize),
    /// `["field"]`, with the place of the text.
    Quoted(&'a str, usize),
    /// `[...]` with any other expression.
    Computed,
    /// `:method`, with the place of the method.
    Method(&'a str, usize),
}

/// The arguments of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Given {
    /// The number of written ones.
    pub(crate) written: usize,
    /// True if the last may give any number of values.
    pub(crate) is_open: bool,
}

/// A use of a name.
#[derive(Debug)]
pub(crate) struct Use<'a> {
    pub(crate) name: &'a str,
    pub(crate) root: Root,
    /// The place of the name.
    pub(crate) at: usize,
    pub(crate) key: Key<'a>,
    /// The end of the key, or of the name if there is no key.
    pub(crate) end: usize,
    /// The arguments, if the name or its field is called.
    pub(crate) call: Option<Given>,
    /// True if it is set, not read.
    pub(crate) is_set: bool,
    /// True if another key follows the first.
    pub(crate) is_deeper: bool,
    /// The function that contains it.
    pub(crate) function: FunctionId,
}

impl<'a> Script<'a> {
    /// The value of a local that is never reassigned.
    pub(crate) fn value(&self, local: LocalId) -> Meaning {
        let local = &self.locals[local];
        if local.is_set { Meaning::Nothing } else { local.value }
    }

    /// Resolves aliases: locals and fields that stand for another expression.
    pub(crate) fn resolve(&self, known: Meaning) -> Meaning {
        self.resolve_within(known, 16)
    }

    /// As [`Script::resolve`], with a limit of steps, because a field may refer to itself.
    fn resolve_within(&self, known: Meaning, steps: usize) -> Meaning {
        let Meaning::Use(n) = known else { return known };
        let used = &self.uses[n];
        let Root::Local(local) = used.root else { return known };
        let Some(left) = steps.checked_sub(1) else { return Meaning::Nothing };
        let value = self.value(local);
        match used.key {
            Key::None if value == Meaning::Nothing => known,
            Key::None => self.resolve_within(value, left),
            Key::Field(field, _) | Key::Quoted(field, _) => match self.resolve_within(value, left) {
                Meaning::Table(table) => self.resolve_within(self.field(table, field), left),
                _ => known,
            },
            _ => known,
        }
    }

    /// The place of a field of the returned value, by the path of field names.
    pub(crate) fn returned_field(&self, path: &[&str]) -> Option<usize> {
        let (last, way) = path.split_last()?;
        let mut known = self.returned;
        for name in way {
            let Meaning::Table(table) = self.resolve(known) else { return None };
            known = self.field(table, name);
        }
        let Meaning::Table(table) = self.resolve(known) else { return None };
        let table = &self.tables[table];
        let place = table.fields.iter().rposition(|(name, _)| name == last)?;
        table.places.get(place).copied()
    }

    /// The meaning of a table's field, if it is assigned once.
    pub(crate) fn field(&self, table: TableId, name: &str) -> Meaning {
        let mut found = self.tables[table].fields.iter().filter(|(field, _)| *field == name);
        match (found.next(), found.next()) {
            (Some((_, known)), None) => *known,
            _ => Meaning::Nothing,
        }
    }
}
