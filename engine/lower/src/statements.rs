//! Statements.

use std::collections::BTreeMap;
use std::rc::Rc;

use wasm_encoder::Instruction;

use crate::code::{Op, Unit, units, weight};
use crate::evaluator::{Done, EnclosingLoop, Lowering, Place, Stop, TOO_LONG, Unsupported};
use crate::kind::{Class, Kind};
use crate::memory::WORK;
use crate::value::{Dynamic, Key, Value, as_integer};
use parlour_luau::tree::{Binary, Does, Expression, Statement, Variable};

/// Limit of rounds of an unrolled loop.
const MAX_UNROLLED: i64 = 64;

/// Limit of size times rounds of a loop that is always unrolled.
const SMALL: i64 = 12;

/// Limit of iterations of the fixpoint over a loop's variables.
const MAX_TRIES: usize = 24;

/// Weight of all rounds of a loop up to which they aren't counted one by one: the surrounding code counts them all.
const UNCOUNTED: u64 = 8192;

/// Weight from which a conditional path counts its own work.
const HEAVY: u64 = 256;

impl Lowering {
    pub(crate) fn block(&mut self, statements: &[Statement]) -> Done<()> {
        for statement in statements {
            self.line = statement.line;
            self.deeper(|lowering| lowering.statement(statement))?;
        }
        Ok(())
    }

    fn statement(&mut self, statement: &Statement) -> Done<()> {
        self.step()?;
        match &statement.does {
            Does::Local(variables, values) => {
                let values = self.values(values)?;
                self.declare(variables, values);
            }
            Does::LocalFunction(variable, function) => {
                // It can be recursive: its variable is declared before it.
                self.declare(std::slice::from_ref(variable), Vec::new());
                let closure = self.close_over(function);
                if let Some(frame) = self.frames.last() {
                    let cell = frame.slots[variable.slot];
                    self.note(Place::Cell(cell), closure);
                }
            }
            Does::Assign(targets, values) => self.assign(targets, values)?,
            Does::Compound(target, operator, value) => {
                let (table, key) = match target {
                    Expression::Index(both, ..) => (Some(self.value(&both.0)?), Some(self.value(&both.1)?)),
                    _ => (None, None),
                };
                let old = match (&table, &key) {
                    (Some(table), Some(key)) => self.index(table, key)?,
                    _ => self.value(target)?,
                };
                let since = self.cells_set.len();
                let value = self.value(value)?;
                self.guard_target(target, since)?;
                let new = self.binary(*operator, &old, &value)?;
                match (table, key) {
                    (Some(table), Some(key)) => self.set_index(&table, &key, new)?,
                    _ => self.set_variable(target, new)?,
                }
            }
            Does::Call(call) => {
                self.many(call)?;
            }
            Does::Block(block) => self.block(block)?,
            Does::While(condition, block) => {
                self.looped(None, |lowering, around| {
                    lowering.jump(condition, false, around.exit)?;
                    lowering.round(around, block)
                })?;
            }
            Does::Repeat(block, condition) => {
                self.looped(None, |lowering, around| {
                    lowering.round(around, block)?;
                    lowering.jump(condition, true, around.exit)
                })?;
            }
            Does::If(arms, otherwise) => {
                let conditions: Vec<&Expression> = arms.iter().map(|(condition, _)| condition).collect();
                self.choose(&conditions, &mut |lowering, n| {
                    lowering.block(arms.get(n).map_or(otherwise, |(_, block)| block))?;
                    Ok(Vec::new())
                })?;
            }
            Does::Count(variable, [first, last], step, block) => {
                self.count(*variable, first, last, step.as_ref(), block)?
            }
            Does::Over(variables, over, _, block) => self.iterate(variables, over, block)?,
            Does::Return(values) => {
                let values = self.values(values)?;
                let exit = self.frames.last().map(|frame| frame.exit);
                if let Some(exit) = exit {
                    self.go_to(exit, values);
                }
                return Err(Stop::Unreachable);
            }
            Does::Break | Does::Continue => {
                let around = self.frames.last().and_then(|frame| frame.loops.last().copied());
                if let Some(around) = around {
                    let is_break = matches!(statement.does, Does::Break);
                    self.go_to(if is_break { around.exit } else { around.next }, Vec::new());
                }
                return Err(Stop::Unreachable);
            }
        }
        Ok(())
    }

    /// Declares variables of the current frame.
    pub(crate) fn declare(&mut self, variables: &[Variable], values: Vec<Value>) {
        let mut values = values.into_iter();
        for variable in variables {
            let cell = self.new_cell(values.next().map_or(Value::Nil, |value| value.bare().clone()));
            if let Some(frame) = self.frames.last_mut() {
                frame.slots[variable.slot] = cell;
            }
        }
    }

    fn assign(&mut self, targets: &[Expression], values: &[Expression]) -> Done<()> {
        let since = self.cells_set.len();
        let mut places = Vec::with_capacity(targets.len());
        for target in targets {
            places.push(match target {
                Expression::Index(both, ..) => Some((self.value(&both.0)?, self.value(&both.1)?)),
                _ => None,
            });
        }
        let expressions = values;
        let mut values = self.values(values)?.into_iter();
        for target in targets.iter().filter(|target| matches!(target, Expression::Index(..))) {
            self.guard_target(target, since)?;
        }
        for expression in expressions {
            self.guard_unchanged(expression, since)?;
        }
        for (target, place) in targets.iter().zip(places) {
            let value = values.next().map_or(Value::Nil, |value| value.bare().clone());
            match place {
                Some((table, key)) => self.set_index(&table, &key, value)?,
                None => self.set_variable(target, value)?,
            }
        }
        Ok(())
    }

    /// Bails out if variables of an assignment's target were set since.
    fn guard_target(&self, target: &Expression, since: usize) -> Done<()> {
        match target {
            Expression::Index(both, ..) => {
                self.guard_unchanged(&both.0, since)?;
                self.guard_unchanged(&both.1, since)
            }
            target => self.guard_unchanged(target, since),
        }
    }

    fn set_variable(&mut self, target: &Expression, value: Value) -> Done<()> {
        match self.cell_of(target) {
            Some(cell) => {
                self.cells_set.push(cell);
                self.write(Place::Cell(cell), value)
            }
            None => self.unsupported("a global variable is set"),
        }
    }

    /// Evaluates conditions in order and takes the path of the first that holds, or the last path.
    pub(crate) fn choose(
        &mut self,
        conditions: &[&Expression],
        way: &mut dyn FnMut(&mut Self, usize) -> Done<Vec<Value>>,
    ) -> Done<Vec<Value>> {
        let end = self.new_join();
        self.meet(end, |lowering| {
            // True if the path taken is known only at run time.
            let mut is_open = false;
            for (n, condition) in conditions.iter().enumerate() {
                let next = lowering.new_join();
                let (done, inner) = lowering.detached(|lowering| {
                    lowering.jump(condition, false, next)?;
                    is_open |= lowering.has_edges(next);
                    let values =
                        lowering.guarded(is_open, |lowering| lowering.on_a_way(|lowering| way(lowering, n)))?;
                    lowering.go_to(end, values);
                    Ok(())
                });
                match done {
                    Ok(()) | Err(Stop::Unreachable) => {}
                    Err(unsupported) => return Err(unsupported),
                }
                let label = lowering.joins[next].label;
                lowering.push(Op::Block(label, inner));
                lowering.close(next)?;
            }
            lowering.guarded(is_open, |lowering| lowering.on_a_way(|lowering| way(lowering, conditions.len())))
        })
    }

    /// A round of a loop's body, up to the start of the next.
    pub(crate) fn round(&mut self, around: EnclosingLoop, block: &[Statement]) -> Done<()> {
        let (cells, closures) = (self.cells.len(), self.closures_made);
        self.meet(around.next, |lowering| {
            let depth = lowering.frames.len();
            if let Some(frame) = lowering.frames.last_mut() {
                frame.loops.push(around);
            }
            let done = lowering.block(block);
            if let Some(frame) = lowering.frames.get_mut(depth - 1) {
                frame.loops.pop();
            }
            done.map(|()| Vec::new())
        })?;
        self.free_cells(cells, closures);
        Ok(())
    }

    /// Emits a loop whose rounds leave it by its exit; `rounds` is their maximum, if known.
    pub(crate) fn looped(
        &mut self,
        rounds: Option<u64>,
        mut round: impl FnMut(&mut Self, EnclosingLoop) -> Done<()>,
    ) -> Done<()> {
        if !self.is_emitting() {
            let exit = self.new_join();
            return self
                .meet(exit, |lowering| {
                    loop {
                        lowering.step()?;
                        let next = lowering.new_join();
                        round(lowering, EnclosingLoop { exit, next })?;
                    }
                })
                .map(drop);
        }
        let mut carried: BTreeMap<Place, Kind> = BTreeMap::new();
        let (cells, tables, frames) = (self.cells.len(), self.tables.len(), self.frames.len());
        let too_long = self.unsupported_here(TOO_LONG);
        for tries in 0..MAX_TRIES {
            let (mark, extent) = (self.mark(), self.extent());
            let exit = self.new_join();
            let (top, lists) = self.note_top();
            let before: BTreeMap<Place, Value> =
                carried.keys().map(|place| (place.clone(), self.read(place))).collect();
            let mut heads: BTreeMap<Place, Dynamic> = BTreeMap::new();
            for (place, kind) in &carried {
                let head = self.new_dynamic(kind.clone());
                self.note(place.clone(), Value::Dynamic(head.clone()));
                heads.insert(place.clone(), head);
            }
            let inside = self.mark();
            let heap = self.note_heap();
            let (done, mut inner) = self.detached(|lowering| {
                let next = lowering.new_join();
                round(lowering, EnclosingLoop { exit, next })
            });
            self.frames.truncate(frames);
            let goes_on = match done {
                Ok(()) => true,
                Err(Stop::Unreachable) => false,
                Err(unsupported) => {
                    self.roll_back(mark);
                    return Err(unsupported);
                }
            };
            // Compares the state at the end of a round with the state at its start.
            let mut grown = false;
            let mut moves = Vec::new();
            if goes_on {
                let after = self.changes(inside);
                for (place, value) in &after {
                    let is_old = match place {
                        Place::Cell(cell) => *cell < cells,
                        Place::Field(table, _) | Place::Frozen(table) => *table < tables,
                        Place::Made(_) => false,
                    };
                    if !is_old || heads.contains_key(place) {
                        continue;
                    }
                    let value = value.clone();
                    let found = self.first_since(mark, place);
                    if value.is_same(&found) || is_narrower(&value, &found) {
                        continue;
                    }
                    self.materialize(&found);
                    self.materialize(&value);
                    let kind = self.kind(&found)?.union(&self.kind(&value)?);
                    carried.insert(place.clone(), if tries > 1 { kind.widened() } else { kind });
                    grown = true;
                }
                for (place, head) in &heads {
                    let value = self.read(place);
                    self.materialize(&value);
                    let kind = head.kind.union(&self.kind(&value)?);
                    if kind != head.kind {
                        carried.insert(place.clone(), if tries > 1 { kind.widened() } else { kind });
                        grown = true;
                    }
                    moves.push((value, head.clone()));
                }
            }
            if grown {
                self.roll_back(mark);
                self.cut(&extent);
                continue;
            }
            let keeps = moves.iter().any(|(value, _)| self.is_record(value));
            let (done, tail) = self.detached(|lowering| {
                lowering.reset_top(top, lists);
                lowering.reset_heap(heap.filter(|_| !keeps));
                lowering.move_all(&moves)
            });
            done?;
            self.roll_back(mark);
            let begin: Vec<(Value, Dynamic)> = heads
                .iter()
                .map(|(place, head)| (before.get(place).cloned().unwrap_or(Value::Nil), head.clone()))
                .collect();
            self.move_all(&begin)?;
            let label = self.new_label();
            if goes_on {
                inner.extend(tail);
                inner.push(Op::Branch(label));
            }
            let exit_label = self.joins[exit].label;
            let of_round = weight(&inner);
            let rounds = rounds.filter(|rounds| rounds.saturating_mul(of_round) <= UNCOUNTED);
            if rounds.is_none() {
                let ((), mut counted) = self.detached(|lowering| lowering.count_units(units(of_round), too_long));
                counted.append(&mut inner);
                inner = counted;
            }
            self.push(Op::Block(exit_label, vec![Op::Loop(label, rounds, inner)]));
            // A loop ends only by its exit.
            self.close(exit)?;
            return Ok(());
        }
        self.unsupported("it does not come to light what the variables of this loop may be")
    }

    /// Subtracts units of work, and bails out if none are left.
    pub(crate) fn count_units(&mut self, units: i32, too_long: Unsupported) {
        let work = self.unit.as_mut().map_or(0, Unit::work);
        self.plain(Instruction::LocalGet(work));
        self.plain(Instruction::I32Const(units));
        self.plain(Instruction::I32Sub);
        self.bail_out_without_work(work, too_long);
    }

    /// Counts the work of moving or writing values; eight are a unit. Their number is in a local.
    pub(crate) fn count_values(&mut self, count: u32) {
        self.count_many(|lowering| lowering.plain(Instruction::LocalGet(count)), 3);
    }

    /// Counts work by a dynamic number, shifted right by `bits`.
    pub(crate) fn count_many(&mut self, push: impl FnOnce(&mut Self), bits: i64) {
        let too_long = self.unsupported_here(TOO_LONG);
        let work = self.unit.as_mut().map_or(0, Unit::work);
        self.plain(Instruction::LocalGet(work));
        push(self);
        self.plain(Instruction::I64Const(bits));
        self.plain(Instruction::I64ShrU);
        self.plain(Instruction::I32WrapI64);
        self.plain(Instruction::I32Sub);
        self.bail_out_without_work(work, too_long);
    }

    /// Sets the remaining work from the stack, and bails out if none is left.
    fn bail_out_without_work(&mut self, work: u32, too_long: Unsupported) {
        self.plain(Instruction::LocalTee(work));
        self.plain(Instruction::I32Const(0));
        self.plain(Instruction::I32LeS);
        let (_, inner) = self.detached(|lowering| lowering.bail_out_at(too_long));
        self.push(Op::If(inner, Vec::new()));
    }

    /// Reserves a patch to count the work of a function, whose weight is known at its end.
    pub(crate) fn begin_counted(&mut self) -> usize {
        let patch = self.new_patch();
        self.push(Op::Patch(patch));
        patch
    }

    /// Counts the work of a function at its beginning.
    pub(crate) fn end_counted(&mut self, patch: usize, too_long: Unsupported) {
        let weight = self.unit.as_ref().map_or(0, |unit| weight(&unit.code));
        let ((), code) = self.detached(|lowering| lowering.count_units(units(weight), too_long));
        if let Some(patch) = self.patches.get_mut(patch) {
            *patch = code;
        }
    }

    /// Evaluates a conditional path; heavy work on it is counted there.
    pub(crate) fn on_a_way<T>(&mut self, way: impl FnOnce(&mut Self) -> Done<T>) -> Done<T> {
        if !self.is_emitting() {
            return way(self);
        }
        let too_long = self.unsupported_here(TOO_LONG);
        let (done, code) = self.detached(way);
        let weight = weight(&code);
        if weight > HEAVY {
            self.count_units(units(weight), too_long);
            self.push(Op::Counted(code));
        } else if let Some(unit) = &mut self.unit {
            unit.code.extend(code);
        }
        done
    }

    /// Loads the remaining work as the caller, or a callee, has left it.
    pub(crate) fn take_work(&mut self) {
        let work = self.unit.as_mut().map_or(0, Unit::work);
        self.plain(Instruction::GlobalGet(WORK));
        self.plain(Instruction::LocalSet(work));
    }

    /// Stores the remaining work for a callee, or the caller.
    pub(crate) fn leave_work(&mut self) {
        let work = self.unit.as_mut().map_or(0, Unit::work);
        self.plain(Instruction::LocalGet(work));
        self.plain(Instruction::GlobalSet(WORK));
    }

    fn count(
        &mut self,
        variable: Variable,
        first: &Expression,
        last: &Expression,
        step: Option<&Expression>,
        block: &[Statement],
    ) -> Done<()> {
        let (first, last) = (self.value(first)?, self.value(last)?);
        let step = match step {
            Some(step) => self.value(step)?,
            None => Value::Number(1.0),
        };
        let Value::Number(by) = step else { return self.unsupported("the step of a loop is not known") };
        if by == 0.0 || by.is_nan() {
            return self.unsupported("a loop does not go on");
        }
        if let (Value::Number(first), Value::Number(last)) = (&first, &last) {
            let rounds = ((last - first) / by).floor() + 1.0;
            let size = block_size(block);
            let is_small = rounds <= 1.0 || (rounds as i64).saturating_mul(size) <= SMALL;
            if !self.is_emitting() || is_small {
                return self.unrolled(variable, *first, *last, by, block);
            }
            if rounds <= MAX_UNROLLED as f64 {
                return self.better_of(
                    |lowering| {
                        lowering.counted(
                            variable,
                            &Value::Number(*first),
                            &Value::Number(*last),
                            by,
                            block,
                            Some(rounds),
                        )
                    },
                    |lowering| lowering.unrolled(variable, *first, *last, by, block),
                );
            }
            return self.counted(variable, &Value::Number(*first), &Value::Number(*last), by, block, Some(rounds));
        }
        self.counted(variable, &first, &last, by, block, None)
    }

    /// Evaluates one alternative, or if part of it isn't supported, another.
    pub(crate) fn better_of(
        &mut self,
        one: impl FnOnce(&mut Self) -> Done<()>,
        other: impl FnOnce(&mut Self) -> Done<()>,
    ) -> Done<()> {
        let (mark, frames) = (self.mark(), self.frames.len());
        let extent = self.extent();
        let before = self.bail_outs_emitted;
        let done = one(self);
        let is_whole = self.bail_outs_emitted == before;
        match done {
            Err(Stop::Unsupported(_)) => {}
            done if is_whole => return done,
            _ => {}
        }
        self.roll_back(mark);
        self.frames.truncate(frames);
        self.cut(&extent);
        other(self)
    }

    fn unrolled(&mut self, variable: Variable, first: f64, last: f64, by: f64, block: &[Statement]) -> Done<()> {
        let exit = self.new_join();
        self.meet(exit, |lowering| {
            let mut n = first;
            while by > 0.0 && n <= last || by < 0.0 && n >= last {
                lowering.step()?;
                lowering.declare(&[variable], vec![Value::Number(n)]);
                let next = lowering.new_join();
                lowering.round(EnclosingLoop { exit, next }, block)?;
                n += by;
            }
            Ok(Vec::new())
        })
        .map(drop)
    }

    /// A numeric loop as code.
    fn counted(
        &mut self,
        variable: Variable,
        first: &Value,
        last: &Value,
        by: f64,
        block: &[Statement],
        rounds: Option<f64>,
    ) -> Done<()> {
        let (first, last) = (&self.guard_number(first)?, &self.guard_number(last)?);
        let (from, to) = (self.kind(first)?, self.kind(last)?);
        let (Some(_), Some(_), Some(by)) = (from.integer, to.integer, as_integer(by)) else {
            return self.unsupported("a loop goes over numbers that may not be integers");
        };
        let counter = self.new_cell(first.clone());
        let last = last.clone();
        let operator = if by > 0 { Binary::LessEqual } else { Binary::GreaterEqual };
        // The last round only finds the end.
        let rounds = rounds.map(|rounds| rounds as u64 + 1);
        self.looped(rounds, |lowering, around| {
            let now = lowering.cells[counter].clone();
            lowering.jump_compared(operator, &now, &last, (Some(counter), None), false, around.exit)?;
            let now = lowering.cells[counter].clone();
            lowering.declare(&[variable], vec![now.clone()]);
            lowering.round(around, block)?;
            let now = lowering.cells[counter].clone();
            let next = lowering.binary(Binary::Add, &now, &Value::Number(by as f64))?;
            lowering.note(Place::Cell(counter), next);
            Ok(())
        })
    }

    /// A generic loop: over a table, or over the results of an iterator function.
    fn iterate(&mut self, variables: &[Variable], over: &[Expression], block: &[Statement]) -> Done<()> {
        let mut over = self.values(over)?;
        over.resize(3, Value::Nil);
        let [mut what, state, control] = [0, 1, 2].map(|n: usize| over[n].bare().clone());
        let is_rows = matches!(what, Value::Library("rows"));
        let is_of_table = is_rows || matches!(what, Value::Library("next")) && matches!(control, Value::Nil);
        if is_rows && !matches!(control, Value::Number(n) if n == 0.0) {
            return self.unsupported("`ipairs` begins behind the first row");
        }
        if is_of_table {
            what = state.clone();
        }
        if let Value::Dynamic(dynamic) = &what
            && dynamic.kind.is_reference()
        {
            what = self.guard_reference(dynamic);
        }
        if is_of_table && !matches!(what, Value::Table(_) | Value::Dynamic(_)) {
            return self.unsupported(format!("a loop goes over the rows of a {}", what.type_name()));
        }
        let held = self.held.len();
        self.held.extend([what.clone(), state.clone()]);
        let done = self.iterate_value(variables, what, state, control, is_rows, block);
        self.held.truncate(held);
        done
    }

    fn iterate_value(
        &mut self,
        variables: &[Variable],
        what: Value,
        state: Value,
        control: Value,
        is_rows: bool,
        block: &[Statement],
    ) -> Done<()> {
        if let Value::Table(table) = what {
            return self.over_table(variables, table, is_rows, block);
        }
        if let Value::Dynamic(dynamic) = &what
            && dynamic.kind.class() == Some(Class::Record)
        {
            let heap_class = self.heap_class_of(&dynamic.kind)?;
            if !is_rows && !self.has_only_rows(heap_class) {
                return self.unsupported("a loop goes over a table with fields, whose order is Luau's own");
            }
            let list = self.rows_of(dynamic, heap_class);
            return self.over_list(variables, &list, block);
        }
        if let Value::Dynamic(dynamic) = &what
            && dynamic.kind.is_reference()
        {
            let tables: Vec<Value> = dynamic.kind.atoms.iter().map(|atom| self.atoms[*atom as usize].clone()).collect();
            let is_scattered = |table: &Value| matches!(table, Value::Table(table) if self.tables[*table].is_scattered);
            if !is_rows && tables.iter().any(is_scattered) {
                return self.unsupported("a loop goes over a table whose order is Luau's own");
            }
            if let (Some(list), true) = (self.frozen_list(&tables, dynamic), dynamic.kind.records.is_empty()) {
                return self.over_list(variables, &list, block);
            }
            let dynamic = dynamic.clone();
            return self
                .for_each_atom(&dynamic, &mut |lowering, value| match value {
                    Value::Table(table) => lowering.over_table(variables, table, is_rows, block).map(|()| Vec::new()),
                    Value::Dynamic(_) => lowering
                        .iterate_value(variables, value, Value::Nil, Value::Nil, is_rows, block)
                        .map(|()| Vec::new()),
                    _ => lowering.unsupported("a loop goes over a value of which too little is known"),
                })
                .map(drop);
        }
        if !matches!(what, Value::Function(_) | Value::Library(_)) {
            return self.unsupported(format!("a loop goes over a {}", what.type_name()));
        }
        let cell = self.new_cell(control);
        self.looped(None, |lowering, around| {
            let now = lowering.cells[cell].clone();
            let given = lowering.call(&what, vec![state.clone(), now])?;
            lowering.declare(variables, given);
            let first = lowering.frames.last().map(|frame| frame.slots[variables[0].slot]).unwrap_or_default();
            let value = lowering.cells[first].clone();
            lowering.jump_compared(Binary::Equal, &value, &Value::Nil, (Some(first), None), true, around.exit)?;
            let value = lowering.cells[first].clone();
            lowering.note(Place::Cell(cell), value);
            lowering.round(around, block)
        })
    }

    /// A loop over a compile-time table, unrolled or by row numbers.
    fn over_table(&mut self, variables: &[Variable], table: usize, is_rows: bool, block: &[Statement]) -> Done<()> {
        if let Some(list) = self.lists.get(&table).cloned() {
            return self.over_list(variables, &list, block);
        }
        let length = self.tables[table].length();
        let mut others: Vec<Key> = {
            let fields = &self.tables[table].fields;
            let is_row = |key: &Key| matches!(key, Key::Integer(n) if (1..=length as i64).contains(n));
            fields.keys().filter(|key| !is_rows && !is_row(key)).cloned().collect()
        };
        if others.len() > 1 && others.len() == self.tables[table].order.len() {
            others = self.tables[table].order.clone();
            return self.over_rows(variables, table, 0, &others, is_rows, block);
        }
        let is_scattered = self.tables[table].is_scattered && length + others.len() > 1;
        if others.len() > 1 || is_scattered && !is_rows {
            return self.unsupported("a loop goes over a table whose order is Luau's own");
        }
        let is_load = self.loaded.is_some_and(|(_, tables)| table < tables);
        let rows = length as i64 * block_size(block);
        if self.is_emitting() && is_load && others.is_empty() && length > 1 && rows > SMALL {
            let value = Value::Table(table);
            let atoms = self.kind(&value)?;
            let dynamic = Dynamic { kind: atoms, payload: 0, class: None };
            if let Some(list) = self.frozen_list(&[value], &dynamic) {
                return self.better_of(
                    |lowering| lowering.over_list(variables, &list, block),
                    |lowering| lowering.over_rows(variables, table, length, &[], is_rows, block),
                );
            }
        }
        self.over_rows(variables, table, length, &others, is_rows, block)
    }

    fn over_rows(
        &mut self,
        variables: &[Variable],
        table: usize,
        length: usize,
        others: &[Key],
        is_rows: bool,
        block: &[Statement],
    ) -> Done<()> {
        let exit = self.new_join();
        let known: std::collections::HashSet<Key> = self.tables[table].fields.keys().cloned().collect();
        let mut grown = self.tables[table].grown;
        self.spend(known.len());
        if !is_rows {
            self.iterated.push(table);
        }
        let depth = self.iterated.len();
        let done = self.meet(exit, |lowering| {
            let rows = (1..=length).map(|n| Key::Integer(n as i64));
            for key in rows.chain(others.iter().cloned()) {
                lowering.step()?;
                let value = match lowering.read(&Place::Field(table, key.clone())) {
                    // An earlier round removed it.
                    Value::Nil if is_rows => break,
                    Value::Nil => continue,
                    Value::Dynamic(dynamic) if dynamic.class.is_some() => lowering.guard_something(&dynamic),
                    value => value,
                };
                let key = lowering.key_value(&key);
                lowering.declare(variables, vec![key, value]);
                let next = lowering.new_join();
                lowering.round(EnclosingLoop { exit, next }, block)?;
                let now = &lowering.tables[table];
                if now.grown == grown {
                    continue;
                }
                grown = now.grown;
                lowering.spend(now.fields.len());
                if now.fields.keys().any(|key| !known.contains(key)) {
                    return lowering.needs_list(table).map(|_| Vec::new());
                }
            }
            Ok(Vec::new())
        });
        self.iterated.truncate(depth - usize::from(!is_rows));
        done.map(drop)
    }

    pub(crate) fn key_value(&self, key: &Key) -> Value {
        match key {
            Key::Integer(n) => Value::Number(*n as f64),
            Key::Other(bits) => Value::Number(f64::from_bits(*bits)),
            Key::Boolean(truth) => Value::Boolean(*truth),
            Key::Text(text) => Value::Text(Rc::clone(text)),
            Key::Atom(atom) => self.atoms.get(*atom as usize).cloned().unwrap_or(Value::Nil),
        }
    }
}

/// True if a value is a narrowed copy of another.
pub(crate) fn is_narrower(value: &Value, found: &Value) -> bool {
    match (value, found) {
        (Value::Dynamic(value), Value::Dynamic(found)) => {
            value.payload == found.payload && value.kind.union(&found.kind) == found.kind
        }
        _ => false,
    }
}

/// Approximate size of a block.
pub(crate) fn block_size(block: &[Statement]) -> i64 {
    let inner = |statement: &Statement| match &statement.does {
        Does::Block(block) => block_size(block),
        Does::While(_, block) | Does::Repeat(block, _) | Does::Count(.., block) | Does::Over(.., block) => {
            20 + block_size(block)
        }
        Does::If(arms, otherwise) => {
            arms.iter().map(|(_, block)| 2 + block_size(block)).sum::<i64>() + block_size(otherwise)
        }
        Does::Call(_) => 10,
        _ => 2,
    };
    block.iter().map(inner).sum()
}
