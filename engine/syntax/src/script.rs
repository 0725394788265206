//! The facts about names that a script's text determines.
//!
//! Every name is a local or free. The definitions of locals and fields are recorded where the text gives them: a
//! function, a table, another name.

#[cfg(test)]
mod tests;

use std::ops::Range;

use crate::parser::{DEEPEST, SyntaxError, parse_nested};
use crate::resolver::Resolver;

/// A local variable, by its index in [`Script::locals`].
pub type LocalId = usize;
/// A function, by its index in [`Script::functions`]; the first is the script itself.
pub type FunctionId = usize;
/// A table constructor of the script, by its index in [`Script::tables`].
pub type TableId = usize;
/// A use of a name, by its index in [`Script::uses`].
pub type UseId = usize;

/// The resolved names of a script.
#[derive(Debug, Default)]
pub struct Script<'a> {
    /// Every name that is read or set, in the order of the text.
    pub uses: Vec<Use<'a>>,
    /// Every declared variable: locals, parameters, those of loops.
    pub locals: Vec<Local<'a>>,
    /// Every function; the first is the script itself.
    pub functions: Vec<Function>,
    /// Every table constructor.
    pub tables: Vec<Table<'a>>,
    /// The value that the script returns.
    pub returned: Meaning,
    /// The number of the script's own `return` statements.
    pub returns: usize,
    /// The uses in the returned value.
    pub returned_uses: Range<UseId>,
    /// Values that functions call, or iterate over, which calls them too; with the first function that does it.
    pub calls: Vec<(FunctionId, Meaning)>,
    /// Arguments of calls of names.
    pub passed: Vec<Passed>,
    /// The expressions that generic loops iterate over.
    pub loops: Vec<Over>,
    /// Behind every declaration of the script itself, with the declared variables.
    pub declared: Vec<Reach>,
    /// The same in its functions, whose parameters are declared too.
    pub declared_within: Vec<Reach>,
    /// The ends of the script itself, before each of its `return`s or behind all of it, with the visible variables.
    pub ends: Vec<Reach>,
    /// The longest sequence of underscores in a name, which generated names exceed.
    pub underscores: usize,
}

/// The static meaning of an expression.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Meaning {
    #[default]
    /// Not determined.
    Nothing,
    /// A name, perhaps with a key.
    Use(UseId),
    /// A function as written.
    Function(FunctionId),
    /// A table as constructed.
    Table(TableId),
}

/// A local variable.
#[derive(Debug)]
pub struct Local<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its value at the declaration.
    pub value: Meaning,
    /// True if it is assigned after its declaration.
    pub is_set: bool,
    /// The function that declares it.
    pub function: FunctionId,
    /// True if a nested function uses it.
    pub is_captured: bool,
}

/// A whole argument of a call that is a name, a function or a table.
#[derive(Debug)]
pub struct Passed {
    /// The name that is called.
    pub called: UseId,
    /// The index of the argument, from 0.
    pub place: usize,
    /// The argument.
    pub argument: Meaning,
}

/// The iterated expressions of a loop.
#[derive(Debug)]
pub struct Over {
    /// The expressions between `in` and `do`, in bytes.
    pub range: Range<usize>,
    /// The name that they begin with, if there is one.
    pub first: Option<UseId>,
    /// True if they are one call of a name or field.
    pub is_call: bool,
    /// The variables of the loop.
    pub variables: Range<LocalId>,
    /// The place of the first of them.
    pub at: usize,
}

/// A place of the text where variables of the script itself can be named.
#[derive(Debug)]
pub struct Reach {
    /// The place, in bytes.
    pub at: usize,
    /// The variables.
    pub locals: Vec<LocalId>,
}

/// A function.
#[derive(Debug)]
pub struct Function {
    /// The enclosing function.
    pub parent: Option<FunctionId>,
    /// Its byte range, from `function` or `local` to `end`.
    pub span: Range<usize>,
    /// The name in a statement, `a.b` or `a`, in bytes; `None` in an expression.
    pub name: Option<Range<usize>>,
}

/// A table constructor, with the fields that are named in it or assigned later.
#[derive(Debug, Default)]
pub struct Table<'a> {
    /// The fields with their values, in the order of the text.
    pub fields: Vec<(&'a str, Meaning)>,
    /// The place of each field's name.
    places: Vec<usize>,
}

impl<'a> Table<'a> {
    /// Adds a field, with the place of its name.
    pub(crate) fn add(&mut self, name: &'a str, known: Meaning, at: usize) {
        self.fields.push((name, known));
        self.places.push(at);
    }
}

/// The origin of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Root {
    /// A local.
    Local(LocalId),
    /// Free: not declared in the script.
    Free,
}

/// The key behind a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key<'a> {
    /// There is none.
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
pub struct Given {
    /// The number of written ones.
    pub written: usize,
    /// True if the last may give any number of values.
    pub is_open: bool,
}

/// A use of a name.
#[derive(Debug)]
pub struct Use<'a> {
    /// The name.
    pub name: &'a str,
    /// Its origin.
    pub root: Root,
    /// The place of the name.
    pub at: usize,
    /// The key behind it.
    pub key: Key<'a>,
    /// The end of the key, or of the name if there is no key.
    pub end: usize,
    /// The arguments, if the name or its field is called.
    pub call: Option<Given>,
    /// True if it is set, not read.
    pub is_set: bool,
    /// True if another key follows the first.
    pub is_deeper: bool,
    /// The function that contains it.
    pub function: FunctionId,
}

impl<'a> Script<'a> {
    /// Parses and analyses a script.
    ///
    /// # Errors
    /// The position of the first syntax error.
    pub fn parse(text: &'a str) -> Result<Self, SyntaxError> {
        Ok(Resolver::script(text, &*parse_nested("", text, DEEPEST)?))
    }

    /// The value of a local that is never reassigned.
    pub fn value(&self, local: LocalId) -> Meaning {
        let local = &self.locals[local];
        if local.is_set { Meaning::Nothing } else { local.value }
    }

    /// The free name and key that a use stands for, perhaps by a local that is an alias of either.
    pub fn free_name(&self, used: &Use<'a>) -> Option<(&'a str, Key<'a>)> {
        let Root::Local(local) = used.root else { return Some((used.name, used.key)) };
        let Meaning::Use(n) = self.value(local) else { return None };
        let meant = &self.uses[n];
        let key = if meant.key == Key::None { used.key } else { meant.key };
        (meant.root == Root::Free).then_some((meant.name, key))
    }

    /// Resolves aliases: locals and fields that stand for another expression.
    pub fn resolve(&self, known: Meaning) -> Meaning {
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
    pub fn returned_field(&self, path: &[&str]) -> Option<usize> {
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
    pub fn field(&self, table: TableId, name: &str) -> Meaning {
        let mut found = self.tables[table].fields.iter().filter(|(field, _)| *field == name);
        match (found.next(), found.next()) {
            (Some((_, known)), None) => *known,
            _ => Meaning::Nothing,
        }
    }

    /// The functions written directly in another.
    pub fn within(&self, function: FunctionId) -> impl Iterator<Item = FunctionId> {
        let functions = self.functions.iter().enumerate();
        functions.filter(move |(_, inner)| inner.parent == Some(function)).map(|(n, _)| n)
    }

    /// True if a table held by a local has only the fields that the text names: neither it nor a table in it escapes,
    /// except by being returned.
    pub fn is_plain(&self, local: LocalId, table: TableId) -> bool {
        let mut uses = self.uses.iter().enumerate().filter(|(_, used)| used.root == Root::Local(local));
        uses.all(|(n, used)| self.is_plain_use(n, used, table))
    }

    fn is_plain_use(&self, n: UseId, used: &Use<'_>, table: TableId) -> bool {
        match used.key {
            _ if used.is_deeper => false,
            Key::None => self.returned_uses.contains(&n),
            Key::Field(field, _) | Key::Quoted(field, _) => {
                let has_table = |known: Meaning| matches!(self.resolve(known), Meaning::Table(_));
                let fields = self.tables[table].fields.iter().filter(|(name, _)| *name == field);
                used.is_set || used.call.is_some() || !fields.clone().any(|(_, known)| has_table(*known))
            }
            Key::Computed | Key::Method(..) => false,
        }
    }
}
