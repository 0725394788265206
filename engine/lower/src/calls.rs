//! Calls: inlined, or outlined as functions with code of their own.

use std::collections::BTreeMap;
use std::rc::Rc;

use wasm_encoder::{Instruction, ValType};

use crate::code::{Op, Unit};
use crate::evaluator::{Done, Frame, Lowering, Outlined, Place, Stop, TOO_LONG, Unsupported, payload_type};
use crate::kind::Kind;
use crate::specialization::Reached;
use crate::storage::{Address, List};
use crate::surroundings::{Into, Surroundings};
use crate::value::{Closure, Dynamic, Key, Value};

/// Size up to which functions are inlined.
const INLINED: usize = 110;

/// Ops that a call may emit, those of the calls in it included, for the function to be inlined again.
const MANY: usize = 8000;

/// Size from which functions are outlined even if values made at run time enter them.
const GREAT: usize = 300;

/// Depth limit of nested inlined calls.
const DEEPEST: usize = 60;

/// Rounds of the fixpoint iteration over the results of a recursive function, at most.
const MAX_TRIES: usize = 16;

impl Lowering {
    pub(crate) fn call(&mut self, function: &Value, arguments: Vec<Value>) -> Done<Vec<Value>> {
        match function {
            Value::Function(closure) => self.call_closure(closure, arguments),
            Value::Library(name) => self.call_library(name, arguments),
            Value::Dynamic(dynamic) if !dynamic.kind.atoms.is_empty() => {
                let dynamic = dynamic.clone();
                self.for_each_atom(&dynamic, &mut |lowering, value| match value {
                    Value::Function(_) | Value::Library(_) => lowering.call(&value, arguments.clone()),
                    other => lowering.unsupported(format!("a {} is called", other.type_name())),
                })
            }
            Value::Unknown(reason) => self.unsupported(reason.to_string()),
            other => self.unsupported(format!("a {} is called", other.type_name())),
        }
    }

    fn call_closure(&mut self, closure: &Rc<Closure>, arguments: Vec<Value>) -> Done<Vec<Value>> {
        let is_nested = self.frames.iter().any(|frame| frame.closure.is(closure));
        let calls_itself = is_nested || self.is_among_its_captures(closure);
        let is_kept = calls_itself || self.forced_outlines.contains(&closure.function.id);
        let is_large = closure.function.size > INLINED || self.greatest.get(&closure.function.id) > Some(&MANY);
        if self.is_emitting() && (is_kept || is_large) {
            let single: Vec<Value> = arguments.iter().map(|value| value.bare().clone()).collect();
            let around = self.surroundings(closure, &single, calls_itself)?;
            // Values made at run time are known best where they are made.
            let around = around.filter(|around| {
                is_kept || closure.function.size > GREAT || around.cells.is_empty() && around.tables.is_empty()
            });
            if let Some(around) = around {
                if let Some(values) = self.call_outlined(closure, &around, is_kept)? {
                    return Ok(values);
                }
                if is_nested {
                    return self.unsupported("a function that calls itself gives something that is made at run time");
                }
            } else if is_nested {
                return self.unsupported("a function that calls itself uses something that can't be handed over");
            }
        }
        let line = self.line;
        let values = self.inline_call(closure, arguments);
        self.line = line;
        values
    }

    /// True if a function is held by a variable that it has captured.
    fn is_among_its_captures(&self, closure: &Rc<Closure>) -> bool {
        closure.captures.iter().any(|cell| matches!(&self.cells[*cell], Value::Function(other) if other.is(closure)))
    }

    /// Inlines a call.
    pub(crate) fn inline_call(&mut self, closure: &Rc<Closure>, arguments: Vec<Value>) -> Done<Vec<Value>> {
        self.step()?;
        let (depth, written) = (self.frames.len(), self.ops);
        let outer = std::mem::take(&mut self.written_inside);
        if depth > if self.is_emitting() { DEEPEST } else { 180 } {
            return self.unsupported("calls are nested too deeply");
        }
        let function = closure.function.clone();
        let (cells, closures) = (self.cells.len(), self.closures_made);
        let exit = self.new_join();
        let mut arguments = arguments.into_iter();
        let given: Vec<Value> = function.parameters.iter().map(|_| arguments.next().unwrap_or(Value::Nil)).collect();
        let rest = if function.takes_rest { arguments.collect() } else { Vec::new() };
        self.frames.push(Frame {
            closure: closure.clone(),
            called_at: self.line,
            slots: vec![usize::MAX; function.slots],
            rest,
            exit,
            loops: Vec::new(),
        });
        self.declare(&function.parameters, given);
        let values = self.meet(exit, |lowering| {
            lowering.block(&function.body)?;
            Ok(Vec::new())
        });
        self.frames.truncate(depth);
        self.free_cells(cells, closures);
        // The ops emitted for a function, without those of its callees.
        let all = self.ops - written;
        let own = all.saturating_sub(self.written_inside);
        self.written.entry(function.id).or_insert_with(|| (0, function.clone())).0 += own;
        self.written_inside = outer + all;
        let greatest = self.greatest.entry(function.id).or_default();
        *greatest = all.max(*greatest);
        values
    }

    /// True if the texts, functions and tables of a kind were made at compile time.
    pub(crate) fn are_lasting(&self, kind: &Kind) -> bool {
        kind.atoms.iter().all(|atom| self.is_lasting(*atom))
    }

    /// True if a text, function or table was made at compile time.
    pub(crate) fn is_lasting(&self, atom: u32) -> bool {
        let Some((cells, tables)) = self.loaded else { return false };
        match &self.atoms[atom as usize] {
            Value::Table(table) => *table < tables,
            Value::Function(closure) => closure.captures.iter().all(|cell| *cell < cells),
            _ => true,
        }
    }

    /// True if a function was made at run time and has captures: Luau may make another one each time.
    pub(crate) fn is_made_closure(&self, atom: u32) -> bool {
        matches!(&self.atoms[atom as usize], Value::Function(closure) if closure.is_made && !closure.captures.is_empty())
    }

    /// Calls an outlined function; `None` if it has to be inlined.
    fn call_outlined(
        &mut self,
        closure: &Rc<Closure>,
        around: &Surroundings,
        is_needed: bool,
    ) -> Done<Option<Vec<Value>>> {
        if self.assumed.len() == DEEPEST {
            return self.unsupported("calls are nested too deeply");
        }
        let key = (self.facts.len(), around.tokens.clone());
        let known = match self.variants.get(&key) {
            Some(Ok(known)) => *known,
            Some(Err(unsupported)) if unsupported.reason == INLINE => return Ok(None),
            Some(Err(unsupported)) => {
                let unsupported = unsupported.clone();
                return Err(Stop::Unsupported(Box::new(unsupported)));
            }
            None => {
                let function = self.functions.len();
                self.functions.push(Outlined { assumes: usize::MAX, ..Outlined::default() });
                self.variants.insert(key.clone(), Ok(function));
                self.assumed.push(usize::MAX);
                let done = self.lower(function, closure, around, is_needed);
                let assumed = self.assumed.pop().unwrap_or(usize::MAX);
                self.functions[function].assumes = if assumed < function { assumed } else { usize::MAX };
                if let Err(unsupported) = done {
                    self.variants.insert(key, Err(unsupported.clone()));
                    if unsupported.reason == INLINE {
                        return Ok(None);
                    }
                    return Err(Stop::Unsupported(Box::new(unsupported)));
                }
                function
            }
        };
        for (into, value, kind) in &around.inputs {
            match into {
                Into::List(table) => {
                    if let Some(list) = self.lists.get(table).cloned() {
                        self.push_address(&list);
                    }
                }
                _ => self.push_value(value, kind)?,
            }
        }
        self.leave_work();
        self.push(Op::Call(known));
        self.note_assumed(known);
        let lowered = &mut self.functions[known];
        let Some(results) = lowered.results.clone() else {
            // The function is being compiled, and its results aren't known yet.
            lowered.is_recursive = true;
            self.plain(Instruction::Unreachable);
            return Err(Stop::Unreachable);
        };
        if lowered.unit.code.is_empty() {
            lowered.is_recursive = true;
        }
        if lowered.never_returns {
            self.plain(Instruction::Unreachable);
            return Err(Stop::Unreachable);
        }
        let (changed, sure) = (lowered.changed.clone(), lowered.sure);
        let mut given = |kind: &Kind| self.new_dynamic(kind.clone());
        let targets: Vec<Dynamic> = results.iter().map(&mut given).collect();
        let changes: Vec<Dynamic> = changed.values().map(&mut given).collect();
        for target in targets.iter().chain(&changes).rev() {
            self.pop_into(target);
        }
        self.take_work();
        for (reached, target) in changed.keys().zip(&changes) {
            let Some(place) = around.place(reached) else { continue };
            if let Place::Cell(cell) = place {
                self.cells_set.push(cell);
            }
            let value = self.narrowed(target, target.kind.clone());
            self.note(place, value);
        }
        let values = targets.iter().map(|target| self.narrowed(target, target.kind.clone()));
        Ok(Some(values.enumerate().map(|(n, value)| if n < sure { value } else { value.perhaps() }).collect()))
    }

    /// Compiles an outlined function.
    pub(crate) fn lower(
        &mut self,
        function: usize,
        closure: &Rc<Closure>,
        around: &Surroundings,
        is_needed: bool,
    ) -> Result<(), crate::evaluator::Unsupported> {
        let (mark, line) = (self.mark(), self.line);
        let too_long = self.takes_too_long(closure);
        let outer_unit = self.unit.take();
        let (outer_frames, outer_held) = (std::mem::take(&mut self.frames), std::mem::take(&mut self.held));
        let lists = |lowering: &Self| -> Vec<(usize, List)> {
            around.tables.iter().filter_map(|table| Some((*table, lowering.lists.get(table)?.clone()))).collect()
        };
        let outer_lists = lists(self);
        let keeps_records = around.inputs.iter().any(|(_, _, kind)| !kind.records.is_empty())
            || outer_lists.iter().any(|(_, list)| !self.element_kind(list).records.is_empty());
        let mut outcome = Err(self.unsupported_here("it does not come to light what a function gives"));
        for _ in 0..MAX_TRIES {
            self.unit = Some(Unit::default());
            let arguments = self.take_inputs(closure, around);
            let inside = self.mark();
            self.take_work();
            let counted = self.begin_counted();
            let (top, _) = self.note_top();
            let heap = if keeps_records { None } else { self.note_heap() };
            let done = match self.inline_call(closure, arguments) {
                Ok(values) => {
                    let lowered = &self.functions[function];
                    let assumed = (lowered.results.clone(), lowered.changed.clone());
                    let is_missing = |value: &Value| matches!(value, Value::Perhaps(_));
                    let sure = values.iter().position(is_missing).unwrap_or(values.len());
                    // A result that may once be absent always may.
                    let sure =
                        if lowered.results.is_some() && !lowered.never_returns { sure.min(lowered.sure) } else { sure };
                    self.give(&values, assumed, (around, inside), (top, heap), is_needed)
                        .map(|(results, changed)| Given { results, changed, sure, never_returns: false })
                }
                Err(Stop::Unreachable) => {
                    self.plain(Instruction::Unreachable);
                    Ok(Given { never_returns: true, ..Given::default() })
                }
                Err(stop) => Err(stop),
            };
            self.end_counted(counted, too_long.clone());
            self.roll_back(mark);
            self.lists.extend(outer_lists.iter().cloned());
            self.frames.clear();
            self.held.clear();
            let unit = self.unit.take().unwrap_or_default();
            let is_rest = matches!(&done, Ok(done) if self.is_as_assumed(function, done));
            if !is_rest {
                self.forget_since(function);
            }
            match done {
                Ok(_) if self.is_too_great(&unit) => {
                    outcome = Err(self.too_much_code());
                    self.forget_since(function);
                    break;
                }
                Ok(given) => {
                    let bytes = self.size(&unit).bytes();
                    let lowered = &mut self.functions[function];
                    let given = if is_rest { given } else { given.widened() };
                    lowered.never_returns = given.never_returns;
                    lowered.sure = given.sure;
                    lowered.results = Some(given.results);
                    lowered.changed = given.changed;
                    if is_rest {
                        self.code_bytes += bytes;
                        self.functions[function].unit = unit;
                        outcome = Ok(());
                        break;
                    }
                }
                Err(Stop::Unsupported(unsupported)) => {
                    outcome = Err(*unsupported);
                    break;
                }
                Err(Stop::Unreachable) => break,
            }
        }
        self.unit = outer_unit;
        self.frames = outer_frames;
        self.held = outer_held;
        self.line = line;
        outcome
    }

    /// The reason of a call that has used up its work in a function.
    pub(crate) fn takes_too_long(&self, closure: &Closure) -> Unsupported {
        let function = &closure.function;
        if self.is_own(&function.name) || function.line == 1 {
            return self.unsupported_here(TOO_LONG);
        }
        Unsupported { file: function.name.clone(), line: function.line, reason: TOO_LONG.to_owned() }
    }

    /// Binds the inputs of the specialization key to the parameters of the function being compiled; returns its
    /// arguments.
    fn take_inputs(&mut self, closure: &Rc<Closure>, around: &Surroundings) -> Vec<Value> {
        let parameters = closure.function.parameters.len();
        let mut arguments: Vec<Value> = around.arguments.clone();
        arguments.resize(parameters, Value::Nil);
        for (into, _, kind) in &around.inputs {
            let mut parameter = |of: ValType| {
                let Some(unit) = &mut self.unit else { return 0 };
                unit.parameters.push(of);
                unit.parameters.len() as u32 - 1
            };
            if let Into::List(table) = into {
                let address = parameter(ValType::I32);
                if let Some(list) = self.lists.get_mut(table) {
                    list.address = Address::Local(address);
                }
                continue;
            }
            let payload = parameter(payload_type(kind));
            let class = kind.class().is_none().then(|| parameter(ValType::I32));
            let value = self.narrowed(&Dynamic { kind: kind.clone(), payload, class }, kind.clone());
            match into {
                Into::Argument(n) => arguments[*n] = value,
                Into::Place(place) => self.note(place.clone(), value),
                Into::List(_) => {}
            }
        }
        arguments
    }

    /// True if the results of a function match those assumed at its recursive calls.
    fn is_as_assumed(&self, function: usize, given: &Given) -> bool {
        let lowered = &self.functions[function];
        !lowered.is_recursive
            || lowered.results.as_ref() == Some(&given.results)
                && lowered.sure == given.sure
                && lowered.changed == given.changed
                && lowered.never_returns == given.never_returns
    }

    /// Records that the function being compiled calls another. If the callee is being compiled as well, its results are
    /// an assumption.
    fn note_assumed(&mut self, called: usize) {
        let is_open = |lowering: &Self, function: usize| lowering.functions[function].unit.code.is_empty();
        let assumes = self.functions[called].assumes;
        let first = match is_open(self, called) {
            true => called,
            false if assumes != usize::MAX && is_open(self, assumes) => assumes,
            false => return,
        };
        if let Some(assumed) = self.assumed.last_mut() {
            *assumed = first.min(*assumed);
        }
    }

    /// Forgets the functions compiled while another one was, under assumptions about that one.
    fn forget_since(&mut self, function: usize) {
        let functions = &self.functions;
        let is_open = |known: usize| known > function && functions[known].assumes <= function;
        self.variants.retain(|_, known| !matches!(known, Ok(known) if is_open(*known)));
    }

    /// Pushes the results of a function and the places that it changed, in the order of return.
    fn give(
        &mut self,
        values: &[Value],
        assumed: (Option<Vec<Kind>>, BTreeMap<Reached, Kind>),
        (around, inside): (&Surroundings, usize),
        (top, heap): (u32, Option<(u32, usize)>),
        is_needed: bool,
    ) -> Done<(Vec<Kind>, BTreeMap<Reached, Kind>)> {
        let mut kinds = Vec::new();
        for value in values {
            if is_needed {
                self.materialize(value);
            }
            let kind = self.kind(value)?;
            if !self.are_lasting(&kind) || kind.atoms.iter().any(|atom| self.is_made_closure(*atom)) {
                return self.unsupported(INLINE);
            }
            kinds.push(kind);
        }
        let mut changed = BTreeMap::new();
        for (place, value) in self.changes(inside) {
            let found = self.first_since(inside, &place);
            let is_changed = !value.is_same(&found) && !crate::statements::is_narrower(&value, &found);
            if let Some(reached) = around.reached(&place).filter(|_| is_changed) {
                if let (Reached::Field(_, Key::Integer(_)), Place::Field(table, _)) = (&reached, &place) {
                    return self.needs_list(*table).map(|_| (Vec::new(), BTreeMap::new()));
                }
                self.materialize(&value);
                let kind = self.kind(&value)?;
                if !self.are_lasting(&kind) {
                    return self.unsupported(
                        "a function that calls itself sets a variable to something that is made at run time",
                    );
                }
                changed.insert(reached, kind);
            } else if matches!(&place, Place::Frozen(table) if around.has_table(*table)) {
                return self.unsupported("a function that calls itself freezes a table");
            }
        }
        let (results, changes) = assumed;
        if let Some(results) = results
            && results.len() == kinds.len()
        {
            kinds = kinds.iter().zip(&results).map(|(kind, assumed)| kind.union(assumed)).collect();
        }
        for (reached, assumed) in changes {
            let kind = match changed.get(&reached) {
                Some(kind) => kind.union(&assumed),
                None => match around.place(&reached) {
                    Some(place) => {
                        let value = self.read(&place);
                        self.kind(&value)?.union(&assumed)
                    }
                    None => assumed,
                },
            };
            changed.insert(reached, kind);
        }
        self.leave_work();
        // Lists made here don't escape.
        self.reset_top(top, 0);
        let is_kept = |kind: &Kind| !kind.records.is_empty();
        let keeps = kinds.iter().chain(changed.values()).any(is_kept);
        self.reset_heap(heap.filter(|_| !keeps));
        for (value, kind) in values.iter().zip(&kinds) {
            self.push_value(value, kind)?;
        }
        for (reached, kind) in &changed {
            if let Some(place) = around.place(reached) {
                let value = self.read(&place);
                self.push_value(&value, kind)?;
            }
        }
        Ok((kinds, changed))
    }
}

/// The results of a function.
#[derive(Debug, Default)]
struct Given {
    results: Vec<Kind>,
    /// The number of results that are always present.
    sure: usize,
    /// Places of its specialization key that it changed.
    changed: BTreeMap<Reached, Kind>,
    never_returns: bool,
}

impl Given {
    fn widened(self) -> Self {
        Self {
            results: self.results.iter().map(Kind::widened).collect(),
            changed: self.changed.into_iter().map(|(reached, kind)| (reached, kind.widened())).collect(),
            ..self
        }
    }
}

/// The reason that a function isn't outlined: it is inlined instead.
const INLINE: &str = "it gives something that is made at run time";
