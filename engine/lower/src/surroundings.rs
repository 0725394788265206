//! Specialization key of a call: its arguments and everything reachable from them and from the captured variables. An
//! outlined function is specialized by it, receives its dynamic values as parameters, and returns the places that it
//! changed.

use std::collections::HashMap;
use std::rc::Rc;

use crate::evaluator::{Done, Lowering, Place};
use crate::kind::Kind;
use crate::specialization::{Reached, Token};
use crate::value::{Closure, Key, Value, as_integer};

/// The destination of a dynamic input.
#[derive(Clone, Debug)]
pub(crate) enum Into {
    Argument(usize),
    Place(Place),
    /// The address of a list.
    List(usize),
}

/// The specialization key of a call, with its inputs.
#[derive(Debug, Default)]
pub(crate) struct Surroundings {
    pub(crate) tokens: Vec<Token>,
    /// The dynamic values, with their destination and kind as parameters.
    pub(crate) inputs: Vec<(Into, Value, Kind)>,
    pub(crate) arguments: Vec<Value>,
    pub(crate) cells: Vec<usize>,
    pub(crate) tables: Vec<usize>,
    cell_numbers: HashMap<usize, usize>,
    table_numbers: HashMap<usize, usize>,
    /// True if kinds are widened strongly, so that a recursive function has few specializations.
    is_wide: bool,
}

impl Surroundings {
    /// The place with a number.
    pub(crate) fn place(&self, reached: &Reached) -> Option<Place> {
        Some(match reached {
            Reached::Cell(n) => Place::Cell(*self.cells.get(*n)?),
            Reached::Field(n, key) => Place::Field(*self.tables.get(*n)?, key.clone()),
        })
    }

    /// The number of a place; `None` if it isn't reachable from the call.
    pub(crate) fn reached(&self, place: &Place) -> Option<Reached> {
        Some(match place {
            Place::Cell(cell) => Reached::Cell(*self.cell_numbers.get(cell)?),
            Place::Field(table, key) => Reached::Field(*self.table_numbers.get(table)?, key.clone()),
            Place::Made(_) | Place::Frozen(_) => return None,
        })
    }

    pub(crate) fn has_table(&self, table: usize) -> bool {
        self.table_numbers.contains_key(&table)
    }
}

impl Lowering {
    /// Builds the specialization key of a call; `None` if it can't be passed.
    pub(crate) fn surroundings(
        &mut self,
        closure: &Rc<Closure>,
        arguments: &[Value],
        is_wide: bool,
    ) -> Done<Option<Surroundings>> {
        if closure.function.takes_rest || self.loaded.is_none() {
            return Ok(None);
        }
        let mut around = Surroundings { is_wide, arguments: arguments.to_vec(), ..Surroundings::default() };
        if !self.describe_closure(closure, &mut around)? {
            return Ok(None);
        }
        for n in 0..closure.function.parameters.len() {
            let value = arguments.get(n).cloned().unwrap_or(Value::Nil);
            if !self.describe(&value, Into::Argument(n), &mut around)? {
                return Ok(None);
            }
        }
        Ok(Some(around))
    }

    fn describe_closure(&mut self, closure: &Rc<Closure>, around: &mut Surroundings) -> Done<bool> {
        let loaded = self.loaded.map_or(0, |(cells, _)| cells);
        around.tokens.push(Token::Closure(closure.function.id));
        for cell in closure.captures.clone() {
            if cell < loaded {
                around.tokens.push(Token::Lasting(cell));
            } else if let Some(n) = around.cell_numbers.get(&cell) {
                around.tokens.push(Token::CellAgain(*n));
            } else {
                around.cell_numbers.insert(cell, around.cells.len());
                around.cells.push(cell);
                around.tokens.push(Token::Cell);
                let place = Place::Cell(cell);
                let value = self.read(&place);
                if !self.describe(&value, Into::Place(place), around)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Adds a value and everything reachable from it; false if it can't be passed.
    fn describe(&mut self, value: &Value, into: Into, around: &mut Surroundings) -> Done<bool> {
        self.spend(1);
        match value {
            Value::Nil => around.tokens.push(Token::Nil),
            Value::Boolean(truth) => around.tokens.push(Token::Boolean(*truth)),
            Value::Number(number) if as_integer(*number).is_none() && !around.is_wide => return Ok(false),
            Value::Number(_) | Value::Dynamic(_) => {
                let kind = self.kind(value)?;
                if !self.are_lasting(&kind) {
                    return Ok(false);
                }
                let kind = if around.is_wide { kind.widest() } else { kind.widened() };
                around.tokens.push(Token::Kind(kind.clone()));
                around.inputs.push((into, value.clone(), kind));
            }
            Value::Function(closure) if !self.is_lasting_closure(closure) => {
                return self.deeper(|lowering| lowering.describe_closure(closure, around));
            }
            Value::Table(table) if self.is_made(*table) => {
                return self.deeper(|lowering| lowering.describe_table(*table, around));
            }
            Value::Unknown(_) => return Ok(false),
            value => match self.atom(value) {
                Some(atom) => around.tokens.push(Token::Atom(atom)),
                None => return Ok(false),
            },
        }
        Ok(true)
    }

    fn describe_table(&mut self, table: usize, around: &mut Surroundings) -> Done<bool> {
        if let Some(n) = around.table_numbers.get(&table) {
            around.tokens.push(Token::TableAgain(*n));
            return Ok(true);
        }
        around.table_numbers.insert(table, around.tables.len());
        around.tables.push(table);
        if let Some(list) = self.lists.get(&table) {
            let Some(site) = list.site() else { return Ok(false) };
            around.tokens.push(Token::List(site));
            around.inputs.push((Into::List(table), Value::Nil, Kind::default()));
            return Ok(true);
        }
        let has_fields = self.tables[table].fields.keys().any(|key| !matches!(key, Key::Integer(1..)));
        if around.is_wide && !has_fields && self.table_sites.contains_key(&table) {
            // It may grow with each call.
            return self.needs_list(table).map(|_| false);
        }
        let is_frozen = !matches!(self.read(&Place::Frozen(table)), Value::Nil);
        let mut keys: Vec<Key> = self.tables[table].fields.keys().cloned().collect();
        keys.sort();
        self.spend(keys.len());
        around.tokens.push(Token::Table(keys.len(), is_frozen, self.tables[table].is_scattered));
        for key in keys {
            around.tokens.push(Token::Key(key.clone()));
            let place = Place::Field(table, key);
            let value = self.read(&place);
            if !self.describe(&value, Into::Place(place), around)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// True if a function was made at compile time.
    pub(crate) fn is_lasting_closure(&self, closure: &Closure) -> bool {
        self.loaded.is_some_and(|(cells, _)| closure.captures.iter().all(|cell| *cell < cells))
    }
}
