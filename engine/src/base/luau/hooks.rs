//! Static resolution of the hooks of verbs in a script.

use super::{Key, LocalId, Meaning, Root, Script, TableId, Use, UseId};

impl Script<'_> {
    /// A hook of a verb, if the text determines it: nothing can replace it at run time.
    pub(crate) fn hook(&self, verb: &str, hook: &str) -> Option<Meaning> {
        // With a metatable, operators and field accesses call functions.
        let is_metatable = |used: &Use<'_>| used.root == Root::Free && used.name == "setmetatable";
        if self.returns != 1 || self.uses.iter().any(is_metatable) {
            return None;
        }
        let actions = self.field_of(self.returned, "actions")?;
        self.field_of(self.field_of(actions, verb)?, hook)
    }

    /// A field of a table constructor that the text determines.
    fn field_of(&self, known: Meaning, name: &str) -> Option<Meaning> {
        let table = match known {
            Meaning::Table(table) => table,
            Meaning::Use(n) => match (self.uses[n].root, self.uses[n].key) {
                (Root::Local(local), Key::None) => match self.value(local) {
                    Meaning::Table(table) if self.is_plain(local, table) => table,
                    _ => return None,
                },
                _ => return None,
            },
            _ => return None,
        };
        Some(self.field(table, name)).filter(|known| *known != Meaning::Nothing)
    }

    /// True if a table held by a local has only the fields that the text names: neither it nor a table in it escapes,
    /// except to the engine.
    pub(crate) fn is_plain(&self, local: LocalId, table: TableId) -> bool {
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
