//! The partial evaluator: evaluates what is static and emits residual code for the rest.
//!
//! A script is run once, abstractly: an operation on static values is done at once, one on dynamic values emits code.
//! The store is a trail of writes: at a branch each path is followed and its writes are rolled back; at a join, values
//! that differ between the paths become locals of the code (phi nodes).

use std::cell::Cell;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;
use std::sync::Arc;

use wasm_encoder::{Instruction, ValType};

use crate::code::{Extent, Label, Op, Size, Unit};
use crate::kind::{Class, Kind};
use crate::luau::Luau;
use crate::specialization::{Reached, Variant};
use crate::storage::{HeapClasses, List};
use crate::value::{Closure, Dynamic, Key, Table, Value, as_integer};
use parlour_luau::tree::{Capture, Function};

/// The file name of library functions written in Luau.
pub(crate) const LIBRARY: &str = "the library";

/// The reason of a bail-out when the work is used up.
pub(crate) const TOO_LONG: &str = "it takes too long";

/// An unsupported part of a script.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Unsupported {
    /// The file.
    pub file: Arc<str>,
    /// The line, from 1.
    pub line: u32,
    /// The reason.
    pub reason: String,
}

impl Unsupported {
    /// True if a call has used up its work here.
    pub fn is_of_work(&self) -> bool {
        self.reason == TOO_LONG
    }
}

/// The reason that evaluation doesn't continue here.
#[derive(Debug)]
pub(crate) enum Stop {
    /// Unreachable: control has left to a join, or never returns.
    Unreachable,
    Unsupported(Box<Unsupported>),
}

pub(crate) type Done<T> = Result<T, Stop>;

/// A place of the abstract store.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Place {
    Cell(usize),
    Field(usize, Key),
    /// Existence of a table on this path; it holds no value.
    Made(usize),
    /// True once a table is frozen.
    Frozen(usize),
}

/// A join point of the control flow.
#[derive(Debug)]
pub(crate) struct Join {
    pub(crate) label: Label,
    mark: usize,
    cells: usize,
    tables: usize,
    edges: Vec<Edge>,
}

/// An edge into a join.
#[derive(Debug)]
struct Edge {
    changes: BTreeMap<Place, Value>,
    values: Vec<Value>,
    patch: usize,
}

/// An enclosing loop.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EnclosingLoop {
    pub(crate) exit: usize,
    pub(crate) next: usize,
}

/// The frame of an inlined call.
#[derive(Debug)]
pub(crate) struct Frame {
    pub(crate) closure: Rc<Closure>,
    /// The line of the call.
    pub(crate) called_at: u32,
    /// The cells of its variables.
    pub(crate) slots: Vec<usize>,
    pub(crate) rest: Vec<Value>,
    pub(crate) exit: usize,
    pub(crate) loops: Vec<EnclosingLoop>,
}

/// A block of bytes that scripts read and write.
#[derive(Clone, Debug)]
pub(crate) struct Region {
    pub(crate) base: usize,
    /// Its contents at compile time.
    pub(crate) bytes: Vec<u8>,
}

/// An outlined function: one with code of its own.
#[derive(Debug, Default)]
pub(crate) struct Outlined {
    pub(crate) unit: Unit,
    /// Kinds of its results; `None` while they aren't known.
    pub(crate) results: Option<Vec<Kind>>,
    /// The number of results that are always present.
    pub(crate) sure: usize,
    /// Places of its specialization key that it changes.
    pub(crate) changed: BTreeMap<Reached, Kind>,
    pub(crate) never_returns: bool,
    /// True if it was called while it was being compiled.
    pub(crate) is_recursive: bool,
    /// The first function whose results were assumed; `usize::MAX` if none.
    pub(crate) assumes: usize,
}

/// A function callable from outside.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) name: String,
    pub(crate) unit: Unit,
    pub(crate) results: usize,
}

/// Identity of an atom.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Atom {
    Text(Rc<str>),
    Bytes(Rc<[u8]>),
    Table(usize),
    Function(*const Closure),
    Library(&'static str),
    Region(usize),
}

/// Steps that are evaluated at compile time, at most.
const MAX_STEPS: u64 = 4_000_000;

/// Limit of work at compile time, in values read, written or compared and ops emitted: a few seconds. It is counted, so
/// that the same code results on every machine.
const MAX_WORK: u64 = 60_000_000;

/// The reason when a script exceeds the limit of work.
pub(crate) const TOO_MUCH_WORK: &str = "it takes too long to be worked out at load time";

/// Limit of bytes held at a time by scripts and their code during compilation: those of ops, of variables and fields
/// with their trail, and of texts.
const MAX_BYTES: usize = 36 << 20;

/// Nesting limit of expressions and statements, including those of inlined functions.
const MAX_DEPTH: usize = 4_000;

/// Limit of ops emitted, including discarded ones.
const MAX_OPS: usize = 2_000_000;

/// Limit of the memory that wasmtime may take to compile a function, as estimated.
const MAX_TO_COMPILE: usize = 112 << 20;

/// Limit of the code of all functions together, in bytes of WebAssembly.
const MAX_CODE: usize = 1 << 20;

/// Functions that are outlined at once when there is too much code.
const OUTLINED_AT_ONCE: usize = 3;

/// The compiler's state: scripts on their way to code.
#[derive(Default)]
pub struct Lowering {
    /// Luau's library, for values known at compile time.
    pub(crate) luau: Box<dyn Luau>,
    pub(crate) cells: Vec<Value>,
    pub(crate) tables: Vec<Table>,
    trail: Vec<(Place, Value)>,
    pub(crate) joins: Vec<Join>,
    labels: Label,
    pub(crate) patches: Vec<Vec<Op>>,
    pub(crate) regions: Vec<Region>,
    pub(crate) frames: Vec<Frame>,
    pub(crate) atoms: Vec<Value>,
    atom_of: HashMap<Atom, u32>,
    pub(crate) globals: HashMap<Rc<str>, Value>,
    pub(crate) functions: Vec<Outlined>,
    pub(crate) variants: HashMap<Variant, Result<usize, Unsupported>>,
    pub(crate) unit: Option<Unit>,
    /// Numbers of cells and tables at the end of compile-time evaluation; those are immutable at run time.
    pub(crate) loaded: Option<(usize, usize)>,
    pub(crate) line: u32,
    /// The names of files of the engine, as opposed to those that authors write.
    pub(crate) own_files: std::collections::HashSet<Arc<str>>,
    /// Bail-out sites with their reasons.
    pub(crate) sites: Vec<Unsupported>,
    site_of: HashMap<Unsupported, usize>,
    /// The sites, from 1, that stand for unsupported parts.
    pub(crate) unsupported_sites: std::collections::BTreeSet<usize>,
    /// The reasons that entries are left out.
    pub(crate) left_out: Vec<Unsupported>,
    pub(crate) data: Vec<u8>,
    pub(crate) data_base: usize,
    pub(crate) known_data: HashMap<Vec<u8>, usize>,
    pub(crate) lists: HashMap<usize, List>,
    /// Allocation sites of tables that have to be lists; their element kinds.
    pub(crate) listed: std::collections::HashSet<usize>,
    pub(crate) listed_kinds: HashMap<usize, Kind>,
    /// The site of the current call.
    pub(crate) call_site: usize,
    /// Allocation sites of tables made at run time.
    pub(crate) table_sites: HashMap<usize, usize>,
    /// Capacities of lists that are indexed by large numbers, by allocation site.
    pub(crate) capacities: HashMap<usize, i64>,
    /// Allocation sites of tables that have to be records; their heap classes.
    pub(crate) recorded: std::collections::HashSet<usize>,
    pub(crate) heap_classes: HeapClasses,
    pub(crate) records_made: usize,
    /// The function that grows the rows of a record.
    pub(crate) grow_function: Option<usize>,
    /// For each function being compiled, the outermost one whose results it assumes.
    pub(crate) assumed: Vec<usize>,
    /// The most ops that an inlined call of each function has emitted, those of the calls in it included.
    pub(crate) greatest: HashMap<usize, usize>,
    /// Ops emitted for each function, by its number; and those inside of the one being inlined.
    pub(crate) written: HashMap<usize, (usize, Rc<Function>)>,
    pub(crate) written_inside: usize,
    /// Functions that are outlined although values made at run time enter or leave them.
    pub(crate) forced_outlines: std::collections::HashSet<usize>,
    /// The implementation of `table.sort`.
    pub(crate) sort: Option<Value>,
    /// Values that open loops iterate over.
    pub(crate) held: Vec<Value>,
    /// Addresses of compile-time tables as lists, and whether they hold floats.
    pub(crate) frozen: HashMap<(usize, bool), usize>,
    pub(crate) lists_made: usize,
    /// True if more is known of lists than when the code was emitted.
    pub(crate) is_stale: bool,
    /// Known numbers in blocks, by block and offset.
    pub(crate) facts: HashMap<(usize, usize), f64>,
    /// Files that can be required, with their results once they have run.
    pub(crate) files: HashMap<Rc<str>, (Value, Option<Value>)>,
    pub(crate) entries: Vec<Entry>,
    /// The number of bail-outs emitted.
    pub(crate) bail_outs_emitted: usize,
    /// Tables whose fields open loops iterate over.
    pub(crate) iterated: Vec<usize>,
    /// The number of tables of library functions.
    pub(crate) libraries: usize,
    /// Closures made at compile time by their function's number; `None` for those made more than once.
    pub(crate) made: HashMap<usize, Option<Rc<Closure>>>,
    /// The number of closures made at compile time.
    pub(crate) closures_made: usize,
    /// Cells that scripts have set, in order.
    pub(crate) cells_set: Vec<usize>,
    steps: u64,
    pub(crate) ops: usize,
    /// Ops that were not discarded.
    pub(crate) kept: usize,
    /// Bytes of the finished functions and entries.
    pub(crate) code_bytes: usize,
    /// Changes held on edges of open joins.
    edge_changes: usize,
    /// Fields of all tables.
    fields: usize,
    /// Bytes of texts made at compile time.
    texts: Cell<usize>,
    /// Work done.
    spent: Cell<u64>,
    depth: usize,
}

impl Lowering {
    // Bail-outs.

    pub(crate) fn unsupported<T>(&self, reason: impl Into<String>) -> Done<T> {
        Err(Stop::Unsupported(Box::new(self.unsupported_here(reason))))
    }

    pub(crate) fn unsupported_here(&self, reason: impl Into<String>) -> Unsupported {
        // Code on the first line is the engine's prefix, so its caller's line is meant, as for library functions
        // written in Luau and for scripts of the engine.
        let lines = std::iter::once(self.line).chain(self.frames.iter().rev().map(|frame| frame.called_at));
        let files = self.frames.iter().rev().map(|frame| &frame.closure.function.name);
        let mut others = lines.zip(files).filter(|(_, file)| !self.is_own(file));
        let place = others.clone().find(|(line, _)| *line > 1).or_else(|| others.next());
        let innermost = self.frames.last().map(|frame| &frame.closure.function.name);
        let (line, file) = match (place, innermost) {
            (Some((line, file)), _) => (line, file.clone()),
            (None, Some(file)) => (self.line, file.clone()),
            (None, None) => (self.line, "".into()),
        };
        Unsupported { file, line, reason: reason.into() }
    }

    /// True if a file isn't one that authors write.
    pub(crate) fn is_own(&self, file: &Arc<str>) -> bool {
        &**file == LIBRARY || self.own_files.contains(file)
    }

    /// When there is too much code, outlines the functions that most of it is for and compiles anew.
    pub(crate) fn outline_largest(&mut self) {
        if self.is_stale {
            return;
        }
        let mut most: Vec<(usize, usize)> = self.written.iter().map(|(id, (ops, _))| (*ops, *id)).collect();
        most.sort_unstable();
        for (_, id) in most.into_iter().rev().take(OUTLINED_AT_ONCE) {
            self.is_stale |= self.forced_outlines.insert(id);
        }
    }

    /// The reason of an entry with too much code, at the function that most of it is for.
    pub(crate) fn too_much_code(&self) -> Unsupported {
        let of_author = |function: &Function| !self.is_own(&function.name);
        let most = self.written.values().max_by_key(|(ops, function)| (of_author(function), *ops, function.id));
        match most {
            Some((_, function)) => Unsupported {
                file: function.name.clone(),
                line: function.line,
                reason: "too much code, most of it for calls of this function".to_owned(),
            },
            None => self.unsupported_here("there is too much code"),
        }
    }

    /// Counts work done at compile time.
    pub(crate) fn spend(&self, work: usize) {
        self.spent.set(self.spent.get() + work as u64);
    }

    /// Counts a text made at compile time.
    pub(crate) fn spend_text(&self, bytes: usize) {
        self.spend(bytes / 16);
        self.texts.set(self.texts.get() + bytes);
    }

    /// Counts a parsed script of `bytes` bytes with `nodes` nodes in its tree.
    pub(crate) fn spend_script(&self, bytes: usize, nodes: usize) {
        self.spend(bytes / 16 + nodes);
        self.texts.set(self.texts.get() + nodes * size_of::<parlour_luau::tree::Expression>());
    }

    /// True if the limit of work is reached.
    pub(crate) fn is_spent(&self) -> bool {
        self.spent.get() > MAX_WORK
    }

    /// The bytes held, as far as they are counted.
    fn bytes(&self) -> usize {
        self.kept * size_of::<Op>()
            + (self.trail.len() + self.edge_changes + self.fields) * size_of::<(Place, Value)>()
            + self.cells.len() * size_of::<Value>()
            + self.tables.len() * size_of::<Table>()
            + self.atoms.len() * 3 * size_of::<Value>()
            // Each with its key.
            + 2 * self.data.len()
            + self.texts.get()
    }

    /// The size of a function, patches included.
    pub(crate) fn size(&self, unit: &Unit) -> Size {
        let size = Size::of(unit, &self.patches);
        self.spend(size.bytes() / 16);
        size
    }

    /// True if a function, or all of them together, is too large to be compiled.
    pub(crate) fn is_too_great(&self, unit: &Unit) -> bool {
        let size = self.size(unit);
        unit.has_too_many_locals() || size.memory() > MAX_TO_COMPILE || self.code_bytes + size.bytes() > MAX_CODE
    }

    /// Fails if the limits of memory or work are exceeded.
    fn guard_within_bounds(&mut self) -> Done<()> {
        if self.is_spent() {
            return self.unsupported(TOO_MUCH_WORK);
        }
        if self.bytes() <= MAX_BYTES {
            return Ok(());
        }
        if !self.is_emitting() {
            return self.unsupported("it takes too much memory to be worked out at load time");
        }
        self.outline_largest();
        Err(Stop::Unsupported(Box::new(self.too_much_code())))
    }

    /// Counts a step, so that evaluation ends.
    pub(crate) fn step(&mut self) -> Done<()> {
        self.steps += 1;
        if self.steps > MAX_STEPS { self.unsupported(TOO_MUCH_WORK) } else { Ok(()) }
    }

    /// Evaluates something nested, within the nesting limit.
    pub(crate) fn deeper<T>(&mut self, does: impl FnOnce(&mut Self) -> Done<T>) -> Done<T> {
        if self.depth == MAX_DEPTH {
            return self.unsupported("it is nested too deeply");
        }
        self.guard_within_bounds()?;
        self.depth += 1;
        let done = does(self);
        self.depth -= 1;
        done
    }

    // Code.

    pub(crate) fn is_emitting(&self) -> bool {
        self.unit.is_some()
    }

    pub(crate) fn push(&mut self, op: Op) {
        self.spend(1);
        if let Some(unit) = &mut self.unit {
            self.ops += 1;
            self.kept += 1;
            unit.code.push(op);
        }
    }

    pub(crate) fn plain(&mut self, instruction: Instruction<'static>) {
        self.push(Op::Plain(instruction));
    }

    pub(crate) fn local(&mut self, of: ValType) -> u32 {
        self.unit.as_mut().map_or(0, |unit| unit.local(of))
    }

    pub(crate) fn extent(&self) -> Extent {
        let (code, locals) = self.unit.as_ref().map_or((0, 0), |unit| (unit.code.len(), unit.locals.len()));
        self.spend(self.joins.len());
        Extent {
            code,
            locals,
            edges: self.joins.iter().map(|join| join.edges.len()).collect(),
            kept: self.kept,
            patches: self.patches.len(),
            functions: self.functions.len(),
        }
    }

    /// Discards the code emitted since, with its locals, which nothing refers to any more, and its edges.
    pub(crate) fn cut(&mut self, extent: &Extent) {
        if let Some(unit) = &mut self.unit {
            unit.code.truncate(extent.code);
            unit.locals.truncate(extent.locals);
        }
        let gone = self.joins.drain(extent.edges.len()..).flat_map(|join| join.edges);
        let mut edge_changes: usize = gone.map(|edge| edge.changes.len()).sum();
        for (join, ways) in self.joins.iter_mut().zip(&extent.edges) {
            edge_changes += join.edges.drain(*ways..).map(|edge| edge.changes.len()).sum::<usize>();
        }
        self.edge_changes -= edge_changes.min(self.edge_changes);
        // Functions compiled since then have patches of their own.
        if self.functions.len() == extent.functions {
            self.patches.truncate(extent.patches);
            self.kept = extent.kept;
        }
    }

    pub(crate) fn take_code(&mut self) -> Vec<Op> {
        self.unit.as_mut().map(|unit| std::mem::take(&mut unit.code)).unwrap_or_default()
    }

    pub(crate) fn put_code(&mut self, code: Vec<Op>) -> Vec<Op> {
        self.unit.as_mut().map(|unit| std::mem::replace(&mut unit.code, code)).unwrap_or_default()
    }

    /// Emits code into a buffer of its own.
    pub(crate) fn detached<T>(&mut self, does: impl FnOnce(&mut Self) -> T) -> (T, Vec<Op>) {
        let outer = self.take_code();
        let done = does(self);
        (done, self.put_code(outer))
    }

    pub(crate) fn new_label(&mut self) -> Label {
        self.labels += 1;
        self.labels
    }

    /// Emits a bail-out: the code goes no further.
    pub(crate) fn bail_out_at(&mut self, unsupported: Unsupported) -> usize {
        let site = match self.site_of.get(&unsupported) {
            Some(site) => *site,
            None => {
                self.site_of.insert(unsupported.clone(), self.sites.len());
                self.sites.push(unsupported);
                self.sites.len() - 1
            }
        };
        self.push(Op::BailOut(site + 1));
        site + 1
    }

    /// Emits a bail-out if the condition on the stack holds.
    pub(crate) fn bail_out_if(&mut self, reason: &str) {
        let unsupported = self.unsupported_here(reason);
        let (_, inner) = self.detached(|lowering| lowering.bail_out_at(unsupported));
        self.push(Op::If(inner, Vec::new()));
    }

    /// Evaluates something; unsupported parts bail out when they are reached.
    pub(crate) fn guarded<T>(&mut self, is_guarded: bool, does: impl FnOnce(&mut Self) -> Done<T>) -> Done<T> {
        if !is_guarded || !self.is_emitting() {
            return does(self);
        }
        let (mark, frames) = (self.trail.len(), self.frames.len());
        let extent = self.extent();
        if self.ops > MAX_OPS {
            self.outline_largest();
            return Err(Stop::Unsupported(Box::new(self.too_much_code())));
        }
        match does(self) {
            Err(Stop::Unsupported(unsupported)) => {
                self.roll_back(mark);
                self.frames.truncate(frames);
                self.cut(&extent);
                self.bail_outs_emitted += 1;
                let site = self.bail_out_at(*unsupported);
                self.unsupported_sites.insert(site);
                Err(Stop::Unreachable)
            }
            done => done,
        }
    }

    // The store.

    pub(crate) fn new_cell(&mut self, value: Value) -> usize {
        self.spend(1);
        let cell = self.cells.len();
        self.cells.push(value);
        // Rolled back, the cell holds nothing; at a join its presence tells which edges have it.
        self.record(Place::Cell(cell), Value::Nil);
        cell
    }

    pub(crate) fn new_table(&mut self) -> usize {
        let table = self.tables.len();
        self.tables.push(Table::default());
        self.record(Place::Made(table), Value::Nil);
        table
    }

    pub(crate) fn read(&self, place: &Place) -> Value {
        match place {
            Place::Cell(cell) => self.cells[*cell].clone(),
            Place::Field(table, key) => self.tables[*table].fields.get(key).cloned().unwrap_or(Value::Nil),
            Place::Made(_) => Value::Nil,
            Place::Frozen(table) => self.tables[*table].frozen.clone().unwrap_or(Value::Nil),
        }
    }

    fn set(&mut self, place: &Place, value: Value) -> Value {
        match place {
            Place::Cell(cell) => std::mem::replace(&mut self.cells[*cell], value),
            Place::Field(table, key) => {
                let table = &mut self.tables[*table];
                let before = table.fields.len();
                let (old, work) = match value {
                    Value::Nil => (table.take(key), 1),
                    value => table.put(key.clone(), value),
                };
                self.fields = self.fields + table.fields.len() - before;
                self.spend(work);
                old.unwrap_or(Value::Nil)
            }
            Place::Made(_) => Value::Nil,
            Place::Frozen(table) => self.tables[*table].frozen.replace(value).unwrap_or(Value::Nil),
        }
    }

    /// Writes to a place that a script may change.
    pub(crate) fn write(&mut self, place: Place, value: Value) -> Done<()> {
        if let Some((cells, tables)) = self.loaded {
            match place {
                Place::Cell(cell) if cell < cells => {
                    return self.unsupported("a variable of the file itself is set at run time");
                }
                Place::Field(table, _) if table < tables => {
                    return self.unsupported("a table that was made when the file was loaded is changed at run time");
                }
                _ => {}
            }
        }
        if let Place::Field(table, _) = place
            && !matches!(self.read(&Place::Frozen(table)), Value::Nil)
        {
            return self.unsupported("a table that can't be changed is changed");
        }
        self.note(place, value);
        Ok(())
    }

    /// Writes to a place and records the old value on the trail.
    pub(crate) fn note(&mut self, place: Place, value: Value) {
        self.spend(1);
        let old = self.set(&place, value);
        self.record(place, old);
    }

    /// Records an old value. At load time a script takes one path, so that nothing is ever rolled back.
    fn record(&mut self, place: Place, old: Value) {
        if self.is_emitting() {
            self.trail.push((place, old));
        }
    }

    /// Frees the cells since `first`, made at load time, unless a closure made since `closures` may hold one.
    pub(crate) fn free_cells(&mut self, first: usize, closures: usize) {
        if !self.is_emitting() && self.closures_made == closures {
            self.cells.truncate(first);
        }
    }

    pub(crate) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Undoes the writes since a mark.
    pub(crate) fn roll_back(&mut self, mark: usize) {
        while self.trail.len() > mark {
            if let Some((place, old)) = self.trail.pop() {
                self.set(&place, old);
            }
        }
    }

    /// The places written since a mark, with their current values.
    pub(crate) fn changes(&self, mark: usize) -> BTreeMap<Place, Value> {
        self.spend(self.trail.len() - mark);
        self.trail[mark..].iter().map(|(place, _)| (place.clone(), self.read(place))).collect()
    }

    /// The value of a place at a mark.
    pub(crate) fn first_since(&self, mark: usize, place: &Place) -> Value {
        let first = self.trail[mark..].iter().find(|(written, _)| written == place);
        self.spend((self.trail.len() - mark) / 8);
        first.map_or_else(|| self.read(place), |(_, old)| old.clone())
    }

    // Joins.

    pub(crate) fn new_join(&mut self) -> usize {
        let label = self.new_label();
        let join =
            Join { label, mark: self.mark(), cells: self.cells.len(), tables: self.tables.len(), edges: Vec::new() };
        self.joins.push(join);
        self.joins.len() - 1
    }

    pub(crate) fn has_edges(&self, join: usize) -> bool {
        !self.joins[join].edges.is_empty()
    }

    /// Branches to a join with the current store and some values.
    pub(crate) fn go_to(&mut self, join: usize, values: Vec<Value>) {
        if !self.is_emitting() {
            self.joins[join].edges.push(Edge { changes: BTreeMap::new(), values, patch: 0 });
            return;
        }
        let changes = self.changes(self.joins[join].mark);
        let patch = self.new_patch();
        self.push(Op::Patch(patch));
        self.push(Op::Branch(self.joins[join].label));
        self.edge_changes += changes.len();
        self.joins[join].edges.push(Edge { changes, values, patch });
    }

    pub(crate) fn new_patch(&mut self) -> usize {
        self.patches.push(Vec::new());
        self.patches.len() - 1
    }

    /// Branches to a join if the condition on the stack holds. Narrows some cells where it holds, and others where it
    /// doesn't.
    pub(crate) fn go_if(&mut self, join: usize, then: &[(usize, Value)], otherwise: &[(usize, Value)]) {
        let mark = self.mark();
        for (cell, value) in then {
            self.note(Place::Cell(*cell), value.clone());
        }
        let ((), inner) = self.detached(|lowering| lowering.go_to(join, Vec::new()));
        self.roll_back(mark);
        self.push(Op::If(inner, Vec::new()));
        for (cell, value) in otherwise {
            self.note(Place::Cell(*cell), value.clone());
        }
    }

    /// Evaluates paths up to their join and emits the block.
    pub(crate) fn meet(&mut self, join: usize, ways: impl FnOnce(&mut Self) -> Done<Vec<Value>>) -> Done<Vec<Value>> {
        let (done, mut inner) = self.detached(|lowering| {
            let values = ways(lowering)?;
            lowering.go_to(join, values);
            Ok(())
        });
        match done {
            Ok(()) | Err(Stop::Unreachable) => {}
            Err(unsupported) => return Err(unsupported),
        }
        let label = self.joins[join].label;
        // Falling through reaches the join anyway.
        if matches!(inner.last(), Some(Op::Branch(last)) if *last == label) {
            inner.pop();
        }
        self.push(Op::Block(label, inner));
        let values = self.close(join);
        // Joins inside are closed.
        self.joins.truncate(join);
        values
    }

    /// Merges the edges of a join.
    pub(crate) fn close(&mut self, join: usize) -> Done<Vec<Value>> {
        let (mark, old_cells, old_tables) = (self.joins[join].mark, self.joins[join].cells, self.joins[join].tables);
        let mut edges = std::mem::take(&mut self.joins[join].edges);
        if !self.is_emitting() {
            return edges.pop().map(|edge| edge.values).ok_or(Stop::Unreachable);
        }
        self.edge_changes -= edges.iter().map(|edge| edge.changes.len()).sum::<usize>().min(self.edge_changes);
        self.roll_back(mark);
        if edges.is_empty() {
            return Err(Stop::Unreachable);
        }
        let mut moves: Vec<Vec<(Value, Dynamic)>> = vec![Vec::new(); edges.len()];
        let mut places: Vec<&Place> = edges.iter().flat_map(|edge| edge.changes.keys()).collect();
        places.sort();
        places.dedup();
        self.spend(places.len() * edges.len());
        let mut after = Vec::new();
        for place in places {
            let before = self.read(place);
            // Places made since the join was opened have no value on edges that didn't make them.
            let is_there = |edge: &Edge| match place {
                Place::Cell(cell) => *cell < old_cells,
                Place::Field(table, _) | Place::Frozen(table) => {
                    *table < old_tables || edge.changes.contains_key(&Place::Made(*table))
                }
                Place::Made(_) => false,
            };
            let of_edges: Vec<Option<&Value>> = edges
                .iter()
                .map(|edge| edge.changes.get(place).or_else(|| is_there(edge).then_some(&before)))
                .collect();
            after.push((place.clone(), self.merge(&of_edges, &mut moves)?));
        }
        let count = edges.iter().map(|edge| edge.values.len()).max().unwrap_or(0);
        let mut values = Vec::with_capacity(count);
        for n in 0..count {
            // Some edges have fewer values than others.
            let is_there =
                |edge: &Edge| matches!(edge.values.get(n), Some(value) if !matches!(value, Value::Perhaps(_)));
            let is_sure = edges.iter().all(is_there);
            let of_edges: Vec<Option<&Value>> =
                edges.iter().map(|edge| Some(edge.values.get(n).map_or(&Value::Nil, Value::bare))).collect();
            let value = self.merge(&of_edges, &mut moves)?;
            values.push(if is_sure { value } else { value.perhaps() });
        }
        // Control that arrives has made the moves of one edge.
        let most_moves = moves.iter().map(Vec::len).max().unwrap_or(0);
        if most_moves > 0 {
            self.push(Op::Cost(2 * most_moves as u64));
        }
        for (edge, moves) in edges.iter().zip(moves) {
            let (done, code) = self.detached(|lowering| lowering.move_all(&moves));
            done?;
            if let Some(patch) = self.patches.get_mut(edge.patch).filter(|_| !code.is_empty()) {
                *patch = code;
            }
        }
        for (place, value) in after {
            self.note(place, value);
        }
        Ok(values)
    }

    /// Merges values of several edges; values that differ are moved to common locals (a phi node).
    fn merge(&mut self, values: &[Option<&Value>], moves: &mut [Vec<(Value, Dynamic)>]) -> Done<Value> {
        let mut known = values.iter().flatten();
        let Some(first) = known.next() else { return Ok(Value::Nil) };
        let rest: Vec<&&Value> = known.collect();
        if rest.iter().all(|value| value.is_same(first)) {
            return Ok((*first).clone());
        }
        if let Some(unknown) = values.iter().flatten().find(|value| matches!(value, Value::Unknown(_))) {
            return Ok((*unknown).clone());
        }
        for value in values.iter().flatten() {
            self.materialize(value);
        }
        let mut kind = self.kind(first)?;
        for value in &rest {
            kind = kind.union(&self.kind(value)?);
            self.spend(kind.atoms.len());
        }
        let of = |value: &Value| match value {
            Value::Dynamic(dynamic) => Some((dynamic.payload, dynamic.class)),
            _ => None,
        };
        if let Some((payload, class)) = of(first)
            && rest.iter().all(|value| of(value) == Some((payload, class)))
            && class.is_some() == kind.class().is_none()
        {
            return Ok(Value::Dynamic(Dynamic { kind, payload, class }));
        }
        let target = self.new_dynamic(kind);
        for (value, moves) in values.iter().zip(moves) {
            if let Some(value) = value {
                moves.push(((*value).clone(), target.clone()));
            }
        }
        Ok(Value::Dynamic(target))
    }

    /// Moves values to locals in parallel.
    pub(crate) fn move_all(&mut self, moves: &[(Value, Dynamic)]) -> Done<()> {
        for (value, target) in moves {
            self.push_value(value, &target.kind)?;
        }
        for (_, target) in moves.iter().rev() {
            self.pop_into(target);
        }
        Ok(())
    }

    /// Sets the locals of a value from the stack.
    pub(crate) fn pop_into(&mut self, target: &Dynamic) {
        if let Some(class) = target.class {
            self.plain(Instruction::LocalSet(class));
        }
        self.plain(Instruction::LocalSet(target.payload));
    }

    // Values.

    /// Allocates locals for a value.
    pub(crate) fn new_dynamic(&mut self, kind: Kind) -> Dynamic {
        let payload = self.local(payload_type(&kind));
        let class = if kind.class().is_none() { Some(self.local(ValType::I32)) } else { None };
        Dynamic { kind, payload, class }
    }

    /// Pops a value of a kind with one class.
    pub(crate) fn pop(&mut self, kind: Kind) -> Value {
        if !self.is_emitting() {
            return Value::Unknown("what is worked out only at run time".into());
        }
        let dynamic = self.new_dynamic(kind);
        self.pop_into(&dynamic);
        self.narrowed(&dynamic, dynamic.kind.clone())
    }

    /// The run-time number of a text, function, table or block.
    pub(crate) fn atom(&mut self, value: &Value) -> Option<u32> {
        let atom = match value {
            Value::Text(text) => Atom::Text(text.clone()),
            Value::Bytes(bytes) => Atom::Bytes(bytes.clone()),
            Value::Table(table) => Atom::Table(*table),
            Value::Function(closure) => Atom::Function(Rc::as_ptr(closure)),
            Value::Library(name) => Atom::Library(name),
            Value::Region(region) => Atom::Region(*region),
            _ => return None,
        };
        let next = self.atoms.len() as u32;
        let number = *self.atom_of.entry(atom).or_insert(next);
        if number == next {
            self.atoms.push(value.clone());
        }
        Some(number)
    }

    pub(crate) fn kind(&mut self, value: &Value) -> Done<Kind> {
        Ok(match value {
            Value::Nil => Kind { nil: true, ..Kind::default() },
            Value::Boolean(true) => Kind { yes: true, ..Kind::default() },
            Value::Boolean(false) => Kind { no: true, ..Kind::default() },
            Value::Number(number) => match as_integer(*number) {
                Some(integer) => Kind::integer(integer, integer),
                None => Kind::float(),
            },
            Value::Dynamic(dynamic) => dynamic.kind.clone(),
            Value::Unknown(reason) => return self.unsupported(reason.to_string()),
            Value::Perhaps(value) => return self.kind(value),
            Value::Table(table) if self.pending_heap_class(*table).is_some() => {
                Kind { records: self.pending_heap_class(*table).into_iter().collect(), ..Kind::default() }
            }
            _ => Kind { atoms: self.atom(value).into_iter().collect(), ..Kind::default() },
        })
    }

    /// A value narrowed to a kind.
    pub(crate) fn narrowed(&self, dynamic: &Dynamic, kind: Kind) -> Value {
        let class = kind.class();
        match class {
            Some(Class::Nil) => return Value::Nil,
            Some(Class::Boolean) if !kind.no => return Value::Boolean(true),
            Some(Class::Boolean) if !kind.yes => return Value::Boolean(false),
            Some(Class::Integer) if kind.integer.is_some_and(|(least, most)| least == most) => {
                return Value::Number(kind.integer.map_or(0, |(least, _)| least) as f64);
            }
            Some(Class::Atom) if kind.atoms.len() == 1 => {
                if let Some(value) = kind.atoms.first().and_then(|atom| self.atoms.get(*atom as usize)) {
                    return value.clone();
                }
            }
            // A float in a tagged value is held as its bits, not as an F64 local.
            Some(Class::Float) if dynamic.class.is_some() => return Value::Dynamic(dynamic.clone()),
            _ => {}
        }
        Value::Dynamic(Dynamic { kind, payload: dynamic.payload, class: dynamic.class.filter(|_| class.is_none()) })
    }

    /// Pushes a value as it is represented in a kind, followed by its class tag if the kind has several.
    pub(crate) fn push_value(&mut self, value: &Value, kind: &Kind) -> Done<()> {
        let (value, own) = (value.bare(), self.kind(value)?);
        let is_float = kind.class() == Some(Class::Float);
        match value {
            Value::Dynamic(dynamic) => {
                self.plain(Instruction::LocalGet(dynamic.payload));
                let is_bits = own.class() != Some(Class::Float);
                let converts = own.class() == Some(Class::Integer) && kind.float;
                if own.integer.is_some() && kind.float && !converts {
                    return self.unsupported("a value may be an integer, another number or something else");
                }
                if converts {
                    self.plain(Instruction::F64ConvertI64S);
                }
                match (converts || !is_bits, is_float) {
                    (true, false) => self.plain(Instruction::I64ReinterpretF64),
                    (false, true) => self.plain(Instruction::F64ReinterpretI64),
                    _ => {}
                }
            }
            Value::Number(number) if is_float => self.plain(Instruction::F64Const((*number).into())),
            Value::Number(number) if kind.float => self.plain(Instruction::I64Const(number.to_bits() as i64)),
            Value::Number(number) => self.plain(Instruction::I64Const(*number as i64)),
            Value::Boolean(truth) => self.plain(Instruction::I64Const(i64::from(*truth))),
            Value::Nil => self.plain(Instruction::I64Const(0)),
            value => {
                let atom = self.atom(value).unwrap_or_default();
                self.plain(Instruction::I64Const(i64::from(atom)));
            }
        }
        if kind.class().is_none() {
            match (value, own.class()) {
                (Value::Dynamic(Dynamic { class: Some(class), .. }), _) => self.plain(Instruction::LocalGet(*class)),
                (_, Some(Class::Integer)) if kind.float => self.plain(Instruction::I32Const(Class::Float as i32)),
                (_, class) => self.plain(Instruction::I32Const(class.unwrap_or(Class::Nil) as i32)),
            }
        }
        Ok(())
    }

    /// Pushes a number known to be an integer.
    pub(crate) fn push_integer(&mut self, value: &Value) -> Done<()> {
        match value {
            Value::Dynamic(dynamic) => self.plain(Instruction::LocalGet(dynamic.payload)),
            Value::Number(number) => self.plain(Instruction::I64Const(*number as i64)),
            value => return self.unsupported(format!("a {} stands where a number is needed", value.type_name())),
        }
        Ok(())
    }

    /// Pushes a number as a float.
    pub(crate) fn push_float(&mut self, value: &Value) -> Done<()> {
        self.number_kind(value)?;
        self.push_value(value, &Kind::float())
    }

    /// Pushes the truthiness of a value.
    pub(crate) fn push_truth(&mut self, dynamic: &Dynamic) {
        let kind = &dynamic.kind;
        match dynamic.class {
            None => {
                // A kind of one class with unknown truthiness is a boolean.
                self.plain(Instruction::LocalGet(dynamic.payload));
                self.plain(Instruction::I32WrapI64);
            }
            Some(class) if !kind.is_boolean() => self.plain(Instruction::LocalGet(class)),
            Some(class) => {
                // False if the class is nil, or boolean with payload 0; other payloads don't count.
                self.plain(Instruction::LocalGet(class));
                self.plain(Instruction::I32Const(Class::Boolean as i32));
                self.plain(Instruction::I32GtU);
                self.plain(Instruction::LocalGet(class));
                self.plain(Instruction::I32Const(Class::Boolean as i32));
                self.plain(Instruction::I32Eq);
                self.plain(Instruction::LocalGet(dynamic.payload));
                self.plain(Instruction::I64Eqz);
                self.plain(Instruction::I32Eqz);
                self.plain(Instruction::I32And);
                self.plain(Instruction::I32Or);
            }
        }
    }

    /// The cell of the variable that an expression names.
    pub(crate) fn cell_of(&self, expression: &parlour_luau::tree::Expression) -> Option<usize> {
        let frame = self.frames.last()?;
        match expression {
            parlour_luau::tree::Expression::Slot(slot, _) => Some(frame.slots[*slot]),
            parlour_luau::tree::Expression::Outer(n, _) => Some(frame.closure.captures[*n]),
            parlour_luau::tree::Expression::One(inner) => self.cell_of(inner),
            _ => None,
        }
    }

    /// Makes a closure here.
    pub(crate) fn close_over(&mut self, function: &Rc<Function>) -> Value {
        let captures = match self.frames.last() {
            Some(frame) => {
                let cell = |capture: &Capture| match capture {
                    Capture::Slot(slot) => frame.slots[*slot],
                    Capture::Outer(n) => frame.closure.captures[*n],
                };
                function.captures.iter().map(cell).collect()
            }
            None => Vec::new(),
        };
        let closure = Rc::new(Closure { function: function.clone(), captures, is_made: self.is_emitting() });
        if !self.is_emitting() {
            self.closures_made += 1;
            self.made.entry(function.id).and_modify(|known| *known = None).or_insert_with(|| Some(closure.clone()));
        }
        Value::Function(closure)
    }

    /// The functions written at a line of another function, nested ones included, with their captures where those are
    /// always the same. `around` is the closure of the other function, if its captures are.
    pub(crate) fn written_at(
        &self,
        line: u32,
        other: &Function,
        around: Option<&Closure>,
        is_file: bool,
    ) -> Vec<Option<Rc<Closure>>> {
        let mut found = Vec::new();
        for function in &other.inner {
            let outer = |capture: &Capture| match capture {
                Capture::Outer(n) => around.and_then(|around| around.captures.get(*n).copied()),
                Capture::Slot(_) => None,
            };
            let closure = if is_file {
                self.made.get(&function.id).cloned().flatten()
            } else {
                let captures: Option<Vec<usize>> = function.captures.iter().map(outer).collect();
                captures.map(|captures| Rc::new(Closure { function: function.clone(), captures, is_made: false }))
            };
            if function.line == line {
                found.push(closure.clone());
            }
            found.extend(self.written_at(line, function, closure.as_deref(), false));
        }
        found
    }
}

/// The type of the local that holds values of a kind.
pub(crate) fn payload_type(kind: &Kind) -> ValType {
    if kind.class() == Some(Class::Float) { ValType::F64 } else { ValType::I64 }
}
