//! The lowering: scripts are carried out before play as far as that goes, and what is left becomes code.
//!
//! Everything is run once with values that may be known (then it is simply done) or not (then code is written that does
//! it in play). What variables hold is a journal of writes: where ways part, each is followed with the writes of the
//! other taken back; where they meet, what differs moves into a local of the code.

use std::cell::Cell;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;
use std::sync::Arc;

use wasm_encoder::{Instruction, ValType};

use crate::code::{Extent, Label, Op, Size, Unit};
use crate::kind::{Class, Kind};
use crate::syntax::{Capture, Function};
use crate::value::{Closure, Dynamic, Key, Table, Value, as_whole};

/// Something of a script that does not become code.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Gap {
    /// The file.
    pub file: Arc<str>,
    /// The line, from 1.
    pub line: u32,
    /// What it is.
    pub reason: String,
}

impl Gap {
    /// True if a call has used up its work here.
    pub fn is_of_work(&self) -> bool {
        self.reason == crate::statements::TOO_LONG
    }
}

/// Why nothing follows here.
#[derive(Debug)]
pub(crate) enum Stop {
    /// The way goes on elsewhere, or nowhere.
    Gone,
    Gap(Box<Gap>),
}

pub(crate) type Done<T> = Result<T, Stop>;

/// A place that holds a value.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Place {
    Cell(usize),
    Field(usize, Key),
    /// Whether a table has been made on this way; it holds nothing.
    Made(usize),
    /// Whether a table can't be changed any more.
    Frozen(usize),
}

/// A place where ways meet.
#[derive(Debug)]
pub(crate) struct Join {
    pub(crate) label: Label,
    mark: usize,
    cells: usize,
    tables: usize,
    edges: Vec<Edge>,
}

/// A way to a place where ways meet.
#[derive(Debug)]
struct Edge {
    changes: BTreeMap<Place, Value>,
    values: Vec<Value>,
    patch: usize,
}

/// A loop that is open.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Around {
    pub(crate) exit: usize,
    pub(crate) next: usize,
}

/// A call that is carried out.
#[derive(Debug)]
pub(crate) struct Frame {
    pub(crate) closure: Rc<Closure>,
    /// The line of the call.
    pub(crate) called_at: u32,
    /// The cells of its variables.
    pub(crate) slots: Vec<usize>,
    pub(crate) rest: Vec<Value>,
    pub(crate) exit: usize,
    pub(crate) loops: Vec<Around>,
}

/// A block of bytes that scripts read and write.
#[derive(Clone, Debug)]
pub(crate) struct Region {
    pub(crate) base: usize,
    /// What it holds before play.
    pub(crate) bytes: Vec<u8>,
}

/// A function with code of its own.
#[derive(Debug, Default)]
pub(crate) struct Lowered {
    pub(crate) unit: Unit,
    /// What it gives; `None` while that isn't known.
    pub(crate) results: Option<Vec<Kind>>,
    /// How many of its results are never missing.
    pub(crate) sure: usize,
    /// What it changes of what surrounds its calls.
    pub(crate) changed: BTreeMap<crate::surroundings::Reached, Kind>,
    pub(crate) never_returns: bool,
    /// It was called while it was lowered.
    pub(crate) is_recursive: bool,
    /// The first function of which it was assumed what it gives; none if that is beyond all.
    pub(crate) assumes: usize,
}

/// What tells apart the functions with code of their own: how much is known of blocks, and what surrounds their calls.
pub(crate) type Variant = (usize, Vec<crate::surroundings::Token>);

/// What tells atoms apart.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Atom {
    Text(Rc<str>),
    Bytes(Rc<[u8]>),
    Table(usize),
    Function(*const Closure),
    Library(&'static str),
    Region(usize),
}

/// How many steps are carried out before play.
const MOST_STEPS: u64 = 4_000_000;

/// The most work before play, in values that are read, written or compared, and ops that are written:
/// it takes some seconds. It is counted, so that the same becomes code on every machine.
const MOST_WORK: u64 = 60_000_000;

/// The reason to leave out what takes more.
pub(crate) const TOO_MUCH_WORK: &str = "it takes too long to be worked out before play";

/// The most bytes that are taken up at a time by scripts and their code on the way to machine code, as far as they are
/// counted: those of ops, of variables and fields with what they held before, and of texts.
const MOST_BYTES: usize = 36 << 20;

/// How deeply expressions and statements may be nested in each other, those of functions that are carried out where they
/// are called among them.
const MOST_DEPTH: usize = 4_000;

/// How many ops may be written, those that are thrown away among them.
const MOST_OPS: usize = 2_000_000;

/// The most memory that wasmtime may take to compile a function, as estimated.
const MOST_TO_COMPILE: usize = 112 << 20;

/// The most code of all functions together, in bytes of WebAssembly.
const MOST_CODE: usize = 1 << 20;

/// How many functions get code of their own at once where there is too much.
const KEPT_AT_ONCE: usize = 3;

/// Scripts on their way to code.
#[derive(Default)]
pub struct Lowering {
    pub(crate) cells: Vec<Value>,
    pub(crate) tables: Vec<Table>,
    journal: Vec<(Place, Value)>,
    pub(crate) joins: Vec<Join>,
    labels: Label,
    pub(crate) patches: Vec<Vec<Op>>,
    pub(crate) regions: Vec<Region>,
    pub(crate) frames: Vec<Frame>,
    pub(crate) atoms: Vec<Value>,
    atom_of: HashMap<Atom, u32>,
    pub(crate) globals: HashMap<Rc<str>, Value>,
    pub(crate) functions: Vec<Lowered>,
    pub(crate) variants: HashMap<Variant, Result<usize, Gap>>,
    pub(crate) unit: Option<Unit>,
    /// How many cells and tables there were before play; these are not changed in it.
    pub(crate) loaded: Option<(usize, usize)>,
    pub(crate) line: u32,
    /// The names of files that are none of those that authors write.
    pub(crate) own_files: std::collections::HashSet<Arc<str>>,
    /// Where calls are given up, and why.
    pub(crate) sites: Vec<Gap>,
    site_of: HashMap<Gap, usize>,
    /// The sites, from 1, of what does not become code.
    pub(crate) gap_sites: std::collections::BTreeSet<usize>,
    /// Why entries are left out.
    pub(crate) left_out: Vec<Gap>,
    pub(crate) data: Vec<u8>,
    pub(crate) data_base: usize,
    pub(crate) known_data: HashMap<Vec<u8>, usize>,
    pub(crate) lists: HashMap<usize, crate::lists::List>,
    /// Where tables are written that have to be lists, and what these hold.
    pub(crate) listed: std::collections::HashSet<usize>,
    pub(crate) listed_kinds: HashMap<usize, Kind>,
    /// Where the call is written that is made.
    pub(crate) call_site: usize,
    /// Where tables that were made in play are written.
    pub(crate) table_sites: HashMap<usize, usize>,
    /// How many values there is room for in lists that are indexed by great numbers, by where they are written.
    pub(crate) rooms: HashMap<usize, i64>,
    /// Where tables are written that have to be records, and what is known of these.
    pub(crate) recorded: std::collections::HashSet<usize>,
    pub(crate) families: crate::records::Families,
    pub(crate) records_made: usize,
    /// The function that makes room for more rows of a record.
    pub(crate) room_maker: Option<usize>,
    /// Of each of the functions that are being lowered for each other, the first one of which it assumes what it gives.
    pub(crate) assumed: Vec<usize>,
    /// How many ops were written for each function, by its number, and how many inside of the one that is carried out.
    pub(crate) written: HashMap<usize, (usize, Rc<Function>)>,
    pub(crate) written_inside: usize,
    /// The functions that have code of their own though what is made in play gets into them or out of them.
    pub(crate) kept_apart: std::collections::HashSet<usize>,
    /// How `table.sort` sorts.
    pub(crate) sort: Option<Value>,
    /// What is gone over by loops that are open.
    pub(crate) held: Vec<Value>,
    /// Where tables that were made before play lie as lists, and whether as numbers that may not be whole.
    pub(crate) frozen: HashMap<(usize, bool), usize>,
    pub(crate) lists_made: usize,
    /// More is known of lists than when the code was put together.
    pub(crate) is_stale: bool,
    /// What is known of numbers in blocks, by block and place.
    pub(crate) facts: HashMap<(usize, usize), f64>,
    /// Files that can be required, with what they give once they have run.
    pub(crate) files: HashMap<Rc<str>, (Value, Option<Value>)>,
    pub(crate) entries: Vec<crate::assembly::Entry>,
    /// How many times something was met that gives the call up.
    pub(crate) gaps_met: usize,
    /// The tables whose fields loops go over that are under way.
    pub(crate) gone_over: Vec<usize>,
    /// How many tables there are of functions of the library.
    pub(crate) libraries: usize,
    /// The functions that were made before play, by what tells them apart; nothing for those made more than once.
    pub(crate) made: HashMap<usize, Option<Rc<Closure>>>,
    /// The cells that scripts have set, one after the other.
    pub(crate) cells_set: Vec<usize>,
    steps: u64,
    pub(crate) ops: usize,
    /// The ops that were not thrown away.
    pub(crate) kept: usize,
    /// Bytes of the functions and entries that are finished.
    pub(crate) code_bytes: usize,
    /// The changes that are held on ways that have not met yet.
    on_ways: usize,
    /// The fields of all tables.
    fields: usize,
    /// The bytes of texts that were put together.
    texts: Cell<usize>,
    /// The work that was done.
    spent: Cell<u64>,
    depth: usize,
}

impl Lowering {
    // Stops.

    pub(crate) fn gap<T>(&self, reason: impl Into<String>) -> Done<T> {
        Err(Stop::Gap(Box::new(self.gap_here(reason))))
    }

    pub(crate) fn gap_here(&self, reason: impl Into<String>) -> Gap {
        // What stands before a script's own text stands on its first line: then who called it is meant, as it is for what
        // of the library is written in Luau, and for scripts of the engine's own.
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
        Gap { file, line, reason: reason.into() }
    }

    /// True if a file is none of those that authors write.
    pub(crate) fn is_own(&self, file: &Arc<str>) -> bool {
        &**file == crate::tables::LIBRARY || self.own_files.contains(file)
    }

    /// Where there is too much code, the functions that most of it is for get code of their own, and all is put together
    /// anew.
    pub(crate) fn keep_apart(&mut self) {
        if self.is_stale {
            return;
        }
        let mut most: Vec<(usize, usize)> = self.written.iter().map(|(id, (ops, _))| (*ops, *id)).collect();
        most.sort_unstable();
        for (_, id) in most.into_iter().rev().take(KEPT_AT_ONCE) {
            self.is_stale |= self.kept_apart.insert(id);
        }
    }

    /// Why there is no code where it would be too much: at the function that most of it is for.
    pub(crate) fn too_much_code(&self) -> Gap {
        let of_author = |function: &Function| !self.is_own(&function.name);
        let most = self.written.values().max_by_key(|(ops, function)| (of_author(function), *ops, function.id));
        match most {
            Some((_, function)) => Gap {
                file: function.name.clone(),
                line: function.line,
                reason: "too much code, most of it for calls of this function".to_owned(),
            },
            None => self.gap_here("there is too much code"),
        }
    }

    /// Counts work that is done before play.
    pub(crate) fn spend(&self, work: usize) {
        self.spent.set(self.spent.get() + work as u64);
    }

    /// A text that is put together before play.
    pub(crate) fn spend_text(&self, bytes: usize) {
        self.spend(bytes / 16);
        self.texts.set(self.texts.get() + bytes);
    }

    /// A script that was read: of so many bytes, with so many nodes in its tree.
    pub(crate) fn spend_script(&self, bytes: usize, nodes: usize) {
        self.spend(bytes / 16 + nodes);
        self.texts.set(self.texts.get() + nodes * size_of::<crate::syntax::Expression>());
    }

    /// Forgets what places held before, which nothing takes back any more.
    pub(crate) fn settle(&mut self) {
        self.journal.clear();
        self.joins.clear();
    }

    /// True if all the work is done that may be done before play.
    pub(crate) fn is_spent(&self) -> bool {
        self.spent.get() > MOST_WORK
    }

    /// The bytes that are taken up, as far as they are counted.
    fn bytes(&self) -> usize {
        self.kept * size_of::<Op>()
            + (self.journal.len() + self.on_ways + self.fields) * size_of::<(Place, Value)>()
            + self.cells.len() * size_of::<Value>()
            + self.tables.len() * size_of::<Table>()
            + self.atoms.len() * 3 * size_of::<Value>()
            // Each time with what it is found by.
            + 2 * self.data.len()
            + self.texts.get()
    }

    /// The size of a function, with what is filled in.
    pub(crate) fn size(&self, unit: &Unit) -> Size {
        let size = Size::of(unit, &self.patches);
        self.spend(size.bytes() / 16);
        size
    }

    /// True if there is too much in a function, or in all of them together, for it to be compiled.
    pub(crate) fn is_too_great(&self, unit: &Unit) -> bool {
        let size = self.size(unit);
        unit.has_too_many_locals() || size.memory() > MOST_TO_COMPILE || self.code_bytes + size.bytes() > MOST_CODE
    }

    /// Demands that there is room and work left.
    fn demand_within_bounds(&mut self) -> Done<()> {
        if self.is_spent() {
            return self.gap(TOO_MUCH_WORK);
        }
        if self.bytes() <= MOST_BYTES {
            return Ok(());
        }
        if !self.is_in_play() {
            return self.gap("it takes too much memory to be worked out before play");
        }
        self.keep_apart();
        Err(Stop::Gap(Box::new(self.too_much_code())))
    }

    /// Counts what is done, so that nothing takes for ever.
    pub(crate) fn step(&mut self) -> Done<()> {
        self.steps += 1;
        if self.steps > MOST_STEPS { self.gap(TOO_MUCH_WORK) } else { Ok(()) }
    }

    /// Does something inside of something else, which must not go on too deeply.
    pub(crate) fn deeper<T>(&mut self, does: impl FnOnce(&mut Self) -> Done<T>) -> Done<T> {
        if self.depth == MOST_DEPTH {
            return self.gap("it is nested too deeply");
        }
        self.demand_within_bounds()?;
        self.depth += 1;
        let done = does(self);
        self.depth -= 1;
        done
    }

    // Code.

    pub(crate) fn is_in_play(&self) -> bool {
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
            ways: self.joins.iter().map(|join| join.edges.len()).collect(),
            kept: self.kept,
            patches: self.patches.len(),
            functions: self.functions.len(),
        }
    }

    /// Forgets the code that was written since, with its locals, which nothing refers to any more, and its ways.
    pub(crate) fn cut(&mut self, extent: &Extent) {
        if let Some(unit) = &mut self.unit {
            unit.code.truncate(extent.code);
            unit.locals.truncate(extent.locals);
        }
        let gone = self.joins.drain(extent.ways.len()..).flat_map(|join| join.edges);
        let mut on_ways: usize = gone.map(|edge| edge.changes.len()).sum();
        for (join, ways) in self.joins.iter_mut().zip(&extent.ways) {
            on_ways += join.edges.drain(*ways..).map(|edge| edge.changes.len()).sum::<usize>();
        }
        self.on_ways -= on_ways.min(self.on_ways);
        // Functions that were lowered since have patches of their own.
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

    /// Does something whose code is put together on its own.
    pub(crate) fn apart<T>(&mut self, does: impl FnOnce(&mut Self) -> T) -> (T, Vec<Op>) {
        let outer = self.take_code();
        let done = does(self);
        (done, self.put_code(outer))
    }

    pub(crate) fn new_label(&mut self) -> Label {
        self.labels += 1;
        self.labels
    }

    /// Gives the call up: the code goes no further.
    pub(crate) fn trap(&mut self, gap: Gap) -> usize {
        let site = match self.site_of.get(&gap) {
            Some(site) => *site,
            None => {
                self.site_of.insert(gap.clone(), self.sites.len());
                self.sites.push(gap);
                self.sites.len() - 1
            }
        };
        self.push(Op::Trap(site + 1));
        site + 1
    }

    /// Gives the call up if the condition on the stack holds.
    pub(crate) fn trap_if(&mut self, reason: &str) {
        let gap = self.gap_here(reason);
        let (_, inner) = self.apart(|lowering| lowering.trap(gap));
        self.push(Op::If(inner, Vec::new()));
    }

    /// Does something; what does not become code gives the call up when it is reached.
    pub(crate) fn guarded<T>(&mut self, is_guarded: bool, does: impl FnOnce(&mut Self) -> Done<T>) -> Done<T> {
        if !is_guarded || !self.is_in_play() {
            return does(self);
        }
        let (mark, frames) = (self.journal.len(), self.frames.len());
        let extent = self.extent();
        if self.ops > MOST_OPS {
            self.keep_apart();
            return Err(Stop::Gap(Box::new(self.too_much_code())));
        }
        match does(self) {
            Err(Stop::Gap(gap)) => {
                self.roll_back(mark);
                self.frames.truncate(frames);
                self.cut(&extent);
                self.gaps_met += 1;
                let site = self.trap(*gap);
                self.gap_sites.insert(site);
                Err(Stop::Gone)
            }
            done => done,
        }
    }

    // What places hold.

    pub(crate) fn new_cell(&mut self, value: Value) -> usize {
        self.spend(1);
        let cell = self.cells.len();
        self.cells.push(value);
        // Taken back, it holds nothing; where ways meet, it tells on which of them there is such a cell.
        self.journal.push((Place::Cell(cell), Value::Nil));
        cell
    }

    pub(crate) fn new_table(&mut self) -> usize {
        let table = self.tables.len();
        self.tables.push(Table::default());
        self.journal.push((Place::Made(table), Value::Nil));
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
                Place::Cell(cell) if cell < cells => return self.gap("a variable of the file itself is set in play"),
                Place::Field(table, _) if table < tables => {
                    return self.gap("a table that was made when the file was loaded is changed in play");
                }
                _ => {}
            }
        }
        if let Place::Field(table, _) = place
            && !matches!(self.read(&Place::Frozen(table)), Value::Nil)
        {
            return self.gap("a table that can't be changed is changed");
        }
        self.note(place, value);
        Ok(())
    }

    /// Writes to a place; it can be taken back.
    pub(crate) fn note(&mut self, place: Place, value: Value) {
        self.spend(1);
        let old = self.set(&place, value);
        self.journal.push((place, old));
    }

    pub(crate) fn mark(&self) -> usize {
        self.journal.len()
    }

    /// Takes back what was written since a mark.
    pub(crate) fn roll_back(&mut self, mark: usize) {
        while self.journal.len() > mark {
            if let Some((place, old)) = self.journal.pop() {
                self.set(&place, old);
            }
        }
    }

    /// What is different since a mark.
    pub(crate) fn changes(&self, mark: usize) -> BTreeMap<Place, Value> {
        self.spend(self.journal.len() - mark);
        self.journal[mark..].iter().map(|(place, _)| (place.clone(), self.read(place))).collect()
    }

    /// What a place held at a mark.
    pub(crate) fn first_since(&self, mark: usize, place: &Place) -> Value {
        let first = self.journal[mark..].iter().find(|(written, _)| written == place);
        self.spend((self.journal.len() - mark) / 8);
        first.map_or_else(|| self.read(place), |(_, old)| old.clone())
    }

    // Where ways meet.

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

    /// The way goes on where ways meet: with what places hold now, and with some values.
    pub(crate) fn go_to(&mut self, join: usize, values: Vec<Value>) {
        let changes = self.changes(self.joins[join].mark);
        let patch = self.new_patch();
        self.push(Op::Patch(patch));
        self.push(Op::Branch(self.joins[join].label));
        self.on_ways += changes.len();
        self.joins[join].edges.push(Edge { changes, values, patch });
    }

    pub(crate) fn new_patch(&mut self) -> usize {
        if self.is_in_play() {
            self.patches.push(Vec::new());
        }
        self.patches.len().saturating_sub(1)
    }

    /// Goes where ways meet if the condition on the stack holds; then some values are narrowed, and others if it doesn't.
    pub(crate) fn go_if(&mut self, join: usize, then: &[(usize, Value)], otherwise: &[(usize, Value)]) {
        let mark = self.mark();
        for (cell, value) in then {
            self.note(Place::Cell(*cell), value.clone());
        }
        let ((), inner) = self.apart(|lowering| lowering.go_to(join, Vec::new()));
        self.roll_back(mark);
        self.push(Op::If(inner, Vec::new()));
        for (cell, value) in otherwise {
            self.note(Place::Cell(*cell), value.clone());
        }
    }

    /// Follows ways to where they meet; the code of the block is put down.
    pub(crate) fn meet(&mut self, join: usize, ways: impl FnOnce(&mut Self) -> Done<Vec<Value>>) -> Done<Vec<Value>> {
        let (done, mut inner) = self.apart(|lowering| {
            let values = ways(lowering)?;
            lowering.go_to(join, values);
            Ok(())
        });
        match done {
            Ok(()) | Err(Stop::Gone) => {}
            Err(gap) => return Err(gap),
        }
        let label = self.joins[join].label;
        // Whoever gets to the end is there.
        if matches!(inner.last(), Some(Op::Branch(last)) if *last == label) {
            inner.pop();
        }
        self.push(Op::Block(label, inner));
        let values = self.close(join);
        // Whatever met inside has met.
        self.joins.truncate(join);
        values
    }

    /// The ways that lead to where they meet become one.
    pub(crate) fn close(&mut self, join: usize) -> Done<Vec<Value>> {
        let (mark, old_cells, old_tables) = (self.joins[join].mark, self.joins[join].cells, self.joins[join].tables);
        let edges = std::mem::take(&mut self.joins[join].edges);
        self.on_ways -= edges.iter().map(|edge| edge.changes.len()).sum::<usize>().min(self.on_ways);
        self.roll_back(mark);
        if edges.is_empty() {
            return Err(Stop::Gone);
        }
        let mut moves: Vec<Vec<(Value, Dynamic)>> = vec![Vec::new(); edges.len()];
        let mut places: Vec<&Place> = edges.iter().flat_map(|edge| edge.changes.keys()).collect();
        places.sort();
        places.dedup();
        self.spend(places.len() * edges.len());
        let mut after = Vec::new();
        for place in places {
            let before = self.read(place);
            // What was made since has no value on the ways that it was not made on.
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
            // Some ways have fewer values than others.
            let is_there =
                |edge: &Edge| matches!(edge.values.get(n), Some(value) if !matches!(value, Value::Perhaps(_)));
            let is_sure = edges.iter().all(is_there);
            let of_edges: Vec<Option<&Value>> =
                edges.iter().map(|edge| Some(edge.values.get(n).map_or(&Value::Nil, Value::bare))).collect();
            let value = self.merge(&of_edges, &mut moves)?;
            values.push(if is_sure { value } else { value.perhaps() });
        }
        // Whoever comes here has made the moves of one way.
        let most_moves = moves.iter().map(Vec::len).max().unwrap_or(0);
        if most_moves > 0 {
            self.push(Op::Weighs(2 * most_moves as u64));
        }
        for (edge, moves) in edges.iter().zip(moves) {
            let (done, code) = self.apart(|lowering| lowering.move_all(&moves));
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

    /// One value for those that come by different ways; where they differ, they are moved to the same locals.
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
            self.lift(value);
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

    /// Moves values to locals, all at once.
    pub(crate) fn move_all(&mut self, moves: &[(Value, Dynamic)]) -> Done<()> {
        for (value, target) in moves {
            self.push_value(value, &target.kind)?;
        }
        for (_, target) in moves.iter().rev() {
            self.pop_into(target);
        }
        Ok(())
    }

    /// Sets the locals of a value to what is on the stack.
    pub(crate) fn pop_into(&mut self, target: &Dynamic) {
        if let Some(class) = target.class {
            self.plain(Instruction::LocalSet(class));
        }
        self.plain(Instruction::LocalSet(target.payload));
    }

    // Values.

    /// Locals for a value.
    pub(crate) fn new_dynamic(&mut self, kind: Kind) -> Dynamic {
        let payload = self.local(payload_type(&kind));
        let class = if kind.class().is_none() { Some(self.local(ValType::I32)) } else { None };
        Dynamic { kind, payload, class }
    }

    /// What is on the stack, of a kind of one class, as a value.
    pub(crate) fn pop(&mut self, kind: Kind) -> Value {
        if !self.is_in_play() {
            return Value::Unknown("what is worked out only in play".into());
        }
        let dynamic = self.new_dynamic(kind);
        self.pop_into(&dynamic);
        self.narrowed(&dynamic, dynamic.kind.clone())
    }

    /// The number that a text, function, table or block has in play.
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
            Value::Truth(true) => Kind { yes: true, ..Kind::default() },
            Value::Truth(false) => Kind { no: true, ..Kind::default() },
            Value::Number(number) => match as_whole(*number) {
                Some(whole) => Kind::whole(whole, whole),
                None => Kind::float(),
            },
            Value::Dynamic(dynamic) => dynamic.kind.clone(),
            Value::Unknown(reason) => return self.gap(reason.to_string()),
            Value::Perhaps(value) => return self.kind(value),
            Value::Table(table) if self.family_to_be(*table).is_some() => {
                Kind { records: self.family_to_be(*table).into_iter().collect(), ..Kind::default() }
            }
            _ => Kind { atoms: self.atom(value).into_iter().collect(), ..Kind::default() },
        })
    }

    /// A value of which more is known.
    pub(crate) fn narrowed(&self, dynamic: &Dynamic, kind: Kind) -> Value {
        let class = kind.class();
        match class {
            Some(Class::Nil) => return Value::Nil,
            Some(Class::Truth) if !kind.no => return Value::Truth(true),
            Some(Class::Truth) if !kind.yes => return Value::Truth(false),
            Some(Class::Whole) if kind.whole.is_some_and(|(least, most)| least == most) => {
                return Value::Number(kind.whole.map_or(0, |(least, _)| least) as f64);
            }
            Some(Class::Atom) if kind.atoms.len() == 1 => {
                if let Some(value) = kind.atoms.first().and_then(|atom| self.atoms.get(*atom as usize)) {
                    return value.clone();
                }
            }
            // It is held in another way beside values of other classes.
            Some(Class::Float) if dynamic.class.is_some() => return Value::Dynamic(dynamic.clone()),
            _ => {}
        }
        Value::Dynamic(Dynamic { kind, payload: dynamic.payload, class: dynamic.class.filter(|_| class.is_none()) })
    }

    /// Puts a value on the stack as it is held among values of a kind, its class behind it if there are several.
    pub(crate) fn push_value(&mut self, value: &Value, kind: &Kind) -> Done<()> {
        let (value, own) = (value.bare(), self.kind(value)?);
        let is_float = kind.class() == Some(Class::Float);
        match value {
            Value::Dynamic(dynamic) => {
                self.plain(Instruction::LocalGet(dynamic.payload));
                let is_bits = own.class() != Some(Class::Float);
                let converts = own.class() == Some(Class::Whole) && kind.float;
                if own.whole.is_some() && kind.float && !converts {
                    return self.gap("a value may be a whole number, another number or something else");
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
            Value::Truth(truth) => self.plain(Instruction::I64Const(i64::from(*truth))),
            Value::Nil => self.plain(Instruction::I64Const(0)),
            value => {
                let atom = self.atom(value).unwrap_or_default();
                self.plain(Instruction::I64Const(i64::from(atom)));
            }
        }
        if kind.class().is_none() {
            match (value, own.class()) {
                (Value::Dynamic(Dynamic { class: Some(class), .. }), _) => self.plain(Instruction::LocalGet(*class)),
                (_, Some(Class::Whole)) if kind.float => self.plain(Instruction::I32Const(Class::Float as i32)),
                (_, class) => self.plain(Instruction::I32Const(class.unwrap_or(Class::Nil) as i32)),
            }
        }
        Ok(())
    }

    /// Puts a number on the stack as a whole one; it is known to be one.
    pub(crate) fn push_whole(&mut self, value: &Value) -> Done<()> {
        match value {
            Value::Dynamic(dynamic) => self.plain(Instruction::LocalGet(dynamic.payload)),
            Value::Number(number) => self.plain(Instruction::I64Const(*number as i64)),
            value => return self.gap(format!("a {} stands where a number is needed", value.type_name())),
        }
        Ok(())
    }

    /// Puts a number on the stack as one that may not be whole.
    pub(crate) fn push_float(&mut self, value: &Value) -> Done<()> {
        self.number_kind(value)?;
        self.push_value(value, &Kind::float())
    }

    /// Puts on the stack whether a value counts as true.
    pub(crate) fn push_truth(&mut self, dynamic: &Dynamic) {
        let kind = &dynamic.kind;
        match dynamic.class {
            None => {
                // Of one class, and not known: a truth value.
                self.plain(Instruction::LocalGet(dynamic.payload));
                self.plain(Instruction::I32WrapI64);
            }
            Some(class) if !kind.is_truth() => self.plain(Instruction::LocalGet(class)),
            Some(class) => {
                // False where the class is nil, or a truth value that is 0: other payloads don't count.
                self.plain(Instruction::LocalGet(class));
                self.plain(Instruction::I32Const(Class::Truth as i32));
                self.plain(Instruction::I32GtU);
                self.plain(Instruction::LocalGet(class));
                self.plain(Instruction::I32Const(Class::Truth as i32));
                self.plain(Instruction::I32Eq);
                self.plain(Instruction::LocalGet(dynamic.payload));
                self.plain(Instruction::I64Eqz);
                self.plain(Instruction::I32Eqz);
                self.plain(Instruction::I32And);
                self.plain(Instruction::I32Or);
            }
        }
    }

    /// The variable that a name stands for.
    pub(crate) fn cell_of(&self, expression: &crate::syntax::Expression) -> Option<usize> {
        let frame = self.frames.last()?;
        match expression {
            crate::syntax::Expression::Slot(slot) => Some(frame.slots[*slot]),
            crate::syntax::Expression::Outer(n) => Some(frame.closure.captures[*n]),
            crate::syntax::Expression::One(inner) => self.cell_of(inner),
            _ => None,
        }
    }

    /// A closure made here.
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
        let closure = Rc::new(Closure { function: function.clone(), captures, is_made: self.is_in_play() });
        if !self.is_in_play() {
            self.made.entry(function.id).and_modify(|known| *known = None).or_insert_with(|| Some(closure.clone()));
        }
        Value::Function(closure)
    }

    /// The functions that are written at a line of another one, those inside of these too: with what they have captured
    /// where that is always the same. `around` is what the other one has captured, if that is so of it.
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
