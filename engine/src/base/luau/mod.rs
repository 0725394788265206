//! Reads scripts as far as it takes to know what each name in them stands for.
//!
//! A parser of Luau that keeps no tree: while it reads, it knows which locals are visible, so that for every name it can
//! say whether it is a local's or comes from outside. It also remembers what locals and fields are made of where the
//! text says so: a function, a table, another name.

mod hooks;

pub(crate) mod names;
mod parser;

use std::ops::Range;

pub(crate) use parlour_lower::lexer::{Kind, tokens};
pub(crate) use parser::{DEEPEST, parse};

/// A local variable, by its place in [`Script::locals`].
pub(crate) type LocalId = usize;
/// A function, by its place in [`Script::functions`]; the first is the script itself.
pub(crate) type FunctionId = usize;
/// A table written out in the script, by its place in [`Script::tables`].
pub(crate) type TableId = usize;
/// A use of a name, by its place in [`Script::uses`].
pub(crate) type UseId = usize;

/// What is known of a script's names.
#[derive(Debug, Default)]
pub(crate) struct Script<'a> {
    /// Every name that is read or set, in the order of the text.
    pub(crate) uses: Vec<Use<'a>>,
    /// Every variable that is declared: locals, parameters, those of loops.
    pub(crate) locals: Vec<Local<'a>>,
    pub(crate) functions: Vec<Function>,
    pub(crate) tables: Vec<Table<'a>>,
    /// What the script returns.
    pub(crate) returned: Meaning,
    /// How many times the script itself has `return`.
    pub(crate) returns: usize,
    /// The uses in what the script returns.
    pub(crate) returned_uses: Range<UseId>,
    /// What functions call, or go over in a loop, which calls it too; the function that does it first.
    pub(crate) calls: Vec<(FunctionId, Meaning)>,
    /// The names that stand alone as arguments of a call.
    pub(crate) passed: Vec<Passed>,
    /// What loops go over, where it is not a number.
    pub(crate) loops: Vec<Over>,
    /// Behind every declaration of the script itself, with what it declares.
    pub(crate) declared: Vec<Reach>,
    /// The same in its functions, whose parameters are declared too.
    pub(crate) declared_within: Vec<Reach>,
    /// Where the script itself ends, before each of its `return`s or behind all of it, with what is visible there.
    pub(crate) ends: Vec<Reach>,
    /// The longest sequence of underscores in a name, by which names that the engine makes are told apart.
    pub(crate) underscores: usize,
}

/// What an expression is, as far as the text says it.
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
    /// It is given another value after its declaration.
    pub(crate) is_set: bool,
    /// The function that it is declared in.
    pub(crate) function: FunctionId,
    /// A function that is written in that one uses it.
    pub(crate) is_captured: bool,
}

/// A name that stands alone as an argument of a call.
#[derive(Debug)]
pub(crate) struct Passed {
    /// The name that is called.
    pub(crate) called: UseId,
    /// The place of the argument, counted from 0.
    pub(crate) place: usize,
    pub(crate) argument: UseId,
}

/// What a loop goes over.
#[derive(Debug)]
pub(crate) struct Over {
    /// The expressions between `in` and `do`, in bytes.
    pub(crate) range: Range<usize>,
    /// The name that they begin with, if they begin with one.
    pub(crate) first: Option<UseId>,
    /// The variables of the loop.
    pub(crate) variables: Range<LocalId>,
    /// Where the first of them stands.
    pub(crate) at: usize,
}

/// A place of a text where variables of the script itself can be named.
#[derive(Debug)]
pub(crate) struct Reach {
    pub(crate) at: usize,
    pub(crate) locals: Vec<LocalId>,
}

/// A function.
#[derive(Debug, Default)]
pub(crate) struct Function {
    /// The function that it is written in.
    pub(crate) parent: Option<FunctionId>,
    /// Where it is written, if it is a statement of its own: `function a.b()` or `local function a()`.
    pub(crate) statement: Option<Statement>,
    /// Where it is written, in bytes, if it is an expression.
    pub(crate) expression: Option<Range<usize>>,
}

/// A function as a statement, in bytes.
#[derive(Clone, Debug)]
pub(crate) struct Statement {
    /// All of it, from `function` or `local` to `end`.
    pub(crate) whole: Range<usize>,
    /// Its name, `a.b` or `a`.
    pub(crate) name: Range<usize>,
}

/// A table written out in the script, with the fields that are named where it is made or later.
#[derive(Debug, Default)]
pub(crate) struct Table<'a> {
    pub(crate) fields: Vec<(&'a str, Meaning)>,
    /// Where the name of each field stands.
    places: Vec<usize>,
}

impl<'a> Table<'a> {
    /// Notes a field, whose name stands at a place.
    fn add(&mut self, name: &'a str, known: Meaning, at: usize) {
        self.fields.push((name, known));
        self.places.push(at);
    }
}

/// Where a name comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Root {
    Local(LocalId),
    /// From outside of the script.
    Free,
}

/// What stands behind a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Key<'a> {
    None,
    /// `.field`, with the place of the field.
    Field(&'a str, usize),
    /// `["field"]`, with the place of the text.
    Quoted(&'a str, usize),
    /// `[...]` with anything else.
    Computed,
    /// `:method`, with the place of the method.
    Method(&'a str, usize),
}

/// The arguments of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Given {
    /// How many are written.
    pub(crate) written: usize,
    /// The last may stand for any number of values.
    pub(crate) is_open: bool,
}

/// A use of a name.
#[derive(Debug)]
pub(crate) struct Use<'a> {
    pub(crate) name: &'a str,
    pub(crate) root: Root,
    /// Where the name stands.
    pub(crate) at: usize,
    pub(crate) key: Key<'a>,
    /// Where the key ends, or the name if there is no key.
    pub(crate) end: usize,
    /// The arguments, if the name or its field is called.
    pub(crate) call: Option<Given>,
    /// It is set, not read.
    pub(crate) is_set: bool,
    /// Another key follows the first.
    pub(crate) is_deeper: bool,
    /// The function that it is in.
    pub(crate) function: FunctionId,
}

impl<'a> Script<'a> {
    /// What stays in a local that is never given another value.
    pub(crate) fn value(&self, local: LocalId) -> Meaning {
        let local = &self.locals[local];
        if local.is_set { Meaning::Nothing } else { local.value }
    }

    /// What an expression is, looking through locals and fields that stand for something else.
    pub(crate) fn resolve(&self, known: Meaning) -> Meaning {
        self.resolve_within(known, 16)
    }

    /// As [`Script::resolve`], in so many steps, for a field may be given itself.
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

    /// Where a field of what the script returns is written, by the names of the fields on the way to it.
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

    /// What a field of a table is, if it is given once.
    pub(crate) fn field(&self, table: TableId, name: &str) -> Meaning {
        let mut found = self.tables[table].fields.iter().filter(|(field, _)| *field == name);
        match (found.next(), found.next()) {
            (Some((_, known)), None) => *known,
            _ => Meaning::Nothing,
        }
    }
}
