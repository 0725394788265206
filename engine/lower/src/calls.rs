//! Calls: carried out where they stand, or as functions with code of their own.

use std::rc::Rc;

use wasm_encoder::Instruction;

use crate::code::{Op, Unit};
use crate::kind::Kind;
use crate::lowering::{Done, Frame, Given, Lowered, Lowering, Stop, payload_type};
use crate::value::{Closure, Dynamic, Value, as_whole};

/// Functions up to this size are carried out where they are called.
const INLINED: usize = 70;

/// How deeply calls may be nested that are carried out where they stand.
const DEEPEST: usize = 60;

/// How many times a function is lowered that calls itself, till it is known what it gives.
const MOST_TRIES: usize = 8;

impl Lowering {
    pub(crate) fn call(&mut self, function: &Value, arguments: Vec<Value>) -> Done<Vec<Value>> {
        match function {
            Value::Function(closure) => self.call_closure(closure, arguments),
            Value::Library(name) => self.call_library(name, arguments),
            Value::Dynamic(dynamic) if !dynamic.kind.atoms.is_empty() => {
                let dynamic = dynamic.clone();
                self.for_each_atom(&dynamic, &mut |lowering, value| match value {
                    Value::Function(_) | Value::Library(_) => lowering.call(&value, arguments.clone()),
                    other => lowering.gap(format!("a {} is called", other.type_name())),
                })
            }
            Value::Unknown(reason) => self.gap(reason.to_string()),
            other => self.gap(format!("a {} is called", other.type_name())),
        }
    }

    fn call_closure(&mut self, closure: &Rc<Closure>, arguments: Vec<Value>) -> Done<Vec<Value>> {
        // The same function with other variables around it is another one: there are only so many.
        let is_same =
            |other: &Closure| Rc::ptr_eq(&other.function, &closure.function) && other.captures == closure.captures;
        let is_nested = self.frames.iter().any(|frame| is_same(&frame.closure));
        if self.is_in_play()
            && (closure.function.size > INLINED || is_nested)
            && let Some(given) = self.given(closure, &arguments)?
        {
            match self.call_apart(closure, &arguments, given)? {
                Some(values) => return Ok(values),
                None if is_nested => return self.gap("a function that calls itself gives tables or functions"),
                None => {}
            }
        } else if is_nested && self.is_in_play() {
            return self.gap("a function that calls itself uses variables of a function around it");
        }
        let line = self.line;
        let values = self.carry_out(closure, arguments);
        self.line = line;
        values
    }

    /// Carries a call out where it stands.
    pub(crate) fn carry_out(&mut self, closure: &Rc<Closure>, arguments: Vec<Value>) -> Done<Vec<Value>> {
        self.step()?;
        let depth = self.frames.len();
        if depth > if self.is_in_play() { DEEPEST } else { 180 } {
            return self.gap("calls are nested too deeply");
        }
        let function = closure.function.clone();
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
        values
    }

    /// What a function would be lowered for with code of its own, if it can be.
    fn given(&mut self, closure: &Rc<Closure>, arguments: &[Value]) -> Done<Option<Vec<Given>>> {
        let Some((cells, tables)) = self.loaded else { return Ok(None) };
        if closure.function.takes_rest || closure.captures.iter().any(|cell| *cell >= cells) {
            return Ok(None);
        }
        let mut given = Vec::new();
        for n in 0..closure.function.parameters.len() {
            let value = arguments.get(n).cloned().unwrap_or(Value::Nil);
            given.push(match &value {
                Value::Nil => Given::Nil,
                Value::Truth(truth) => Given::Truth(*truth),
                Value::Number(number) if as_whole(*number).is_none() => return Ok(None),
                Value::Table(table) if *table >= tables => return Ok(None),
                Value::Function(closure) if closure.captures.iter().any(|cell| *cell >= cells) => return Ok(None),
                Value::Number(_) | Value::Dynamic(_) => {
                    let kind = self.kind(&value)?;
                    if !self.are_lasting(&kind) {
                        return Ok(None);
                    }
                    Given::Kind(kind.widened())
                }
                Value::Unknown(_) => return Ok(None),
                value => match self.atom(value) {
                    Some(atom) => Given::Atom(atom),
                    None => return Ok(None),
                },
            });
        }
        Ok(Some(given))
    }

    /// Whether the texts, functions and tables of a kind were there before play.
    fn are_lasting(&self, kind: &Kind) -> bool {
        let Some((cells, tables)) = self.loaded else { return false };
        kind.atoms.iter().all(|atom| match &self.atoms[*atom as usize] {
            Value::Table(table) => *table < tables,
            Value::Function(closure) => closure.captures.iter().all(|cell| *cell < cells),
            _ => true,
        })
    }

    /// Calls a function with code of its own; `None` if it has to be carried out where it is called.
    fn call_apart(
        &mut self,
        closure: &Rc<Closure>,
        arguments: &[Value],
        given: Vec<Given>,
    ) -> Done<Option<Vec<Value>>> {
        let key = (closure.function.id, closure.captures.clone(), self.facts.len(), given);
        let known = match self.variants.get(&key) {
            Some(Ok(known)) => *known,
            Some(Err(gap)) if gap.reason == INLINE => return Ok(None),
            Some(Err(gap)) => {
                let gap = gap.clone();
                return Err(Stop::Gap(Box::new(gap)));
            }
            None => {
                let function = self.functions.len();
                self.functions.push(Lowered::default());
                self.variants.insert(key.clone(), Ok(function));
                if let Err(gap) = self.lower(function, closure, &key.3) {
                    self.variants.insert(key, Err(gap.clone()));
                    if gap.reason == INLINE {
                        return Ok(None);
                    }
                    return Err(Stop::Gap(Box::new(gap)));
                }
                function
            }
        };
        let mut rest = arguments.iter();
        for given in &key.3 {
            let value = rest.next().cloned().unwrap_or(Value::Nil);
            if let Given::Kind(kind) = given {
                self.push_value(&value, kind)?;
            }
        }
        self.leave_work();
        self.push(Op::Call(known));
        let lowered = &mut self.functions[known];
        let Some(results) = lowered.results.clone() else {
            // It is being lowered, and nothing is known yet of what it gives.
            lowered.is_recursive = true;
            self.plain(Instruction::Unreachable);
            return Err(Stop::Gone);
        };
        if lowered.unit.code.is_empty() {
            lowered.is_recursive = true;
        }
        if lowered.never_returns {
            self.plain(Instruction::Unreachable);
            return Err(Stop::Gone);
        }
        let targets: Vec<Dynamic> = results.iter().map(|kind| self.new_dynamic(kind.clone())).collect();
        for target in targets.iter().rev() {
            self.pop_into(target);
        }
        self.take_work();
        Ok(Some(targets.iter().map(|target| self.narrowed(target, target.kind.clone())).collect()))
    }

    /// Lowers a function to code of its own.
    pub(crate) fn lower(
        &mut self,
        function: usize,
        closure: &Rc<Closure>,
        given: &[Given],
    ) -> Result<(), crate::lowering::Gap> {
        let mark = self.mark();
        let (outer_unit, outer_frames) = (self.unit.take(), std::mem::take(&mut self.frames));
        let mut outcome = Err(self.gap_here("it does not come to light what a function gives"));
        for _ in 0..MOST_TRIES {
            let mut unit = Unit::default();
            let mut arguments = Vec::new();
            for given in given {
                arguments.push(match given {
                    Given::Nil => Value::Nil,
                    Given::Truth(truth) => Value::Truth(*truth),
                    Given::Atom(atom) => self.atoms[*atom as usize].clone(),
                    Given::Kind(kind) => {
                        let payload = unit.parameters.len() as u32;
                        unit.parameters.push(payload_type(kind));
                        let class = kind.class().is_none().then(|| {
                            unit.parameters.push(wasm_encoder::ValType::I32);
                            payload + 1
                        });
                        Value::Dynamic(Dynamic { kind: kind.clone(), payload, class })
                    }
                });
            }
            self.unit = Some(unit);
            self.take_work();
            self.count_work();
            let (top, _) = self.note_top();
            let done = self.carry_out(closure, arguments);
            let done = match done {
                Ok(values) => {
                    let assumed = self.functions[function].results.clone();
                    self.give(values, assumed, top).map(|kinds| (kinds, false))
                }
                Err(Stop::Gone) => {
                    self.plain(Instruction::Unreachable);
                    Ok((Vec::new(), true))
                }
                Err(stop) => Err(stop),
            };
            self.roll_back(mark);
            self.frames.clear();
            let unit = self.unit.take().unwrap_or_default();
            let is_rest = matches!(&done, Ok(done) if self.is_as_assumed(function, done));
            if !is_rest {
                self.forget_since(function);
            }
            match done {
                Ok(_) if unit.is_too_great() => {
                    outcome = Err(self.gap_here("there is too much code"));
                    self.forget_since(function);
                    break;
                }
                Ok((kinds, never_returns)) => {
                    let lowered = &mut self.functions[function];
                    let kinds = if is_rest { kinds } else { kinds.iter().map(Kind::widened).collect() };
                    lowered.never_returns = never_returns;
                    lowered.results = Some(kinds);
                    if is_rest {
                        lowered.unit = unit;
                        outcome = Ok(());
                        break;
                    }
                }
                Err(Stop::Gap(gap)) => {
                    outcome = Err(*gap);
                    break;
                }
                Err(Stop::Gone) => break,
            }
        }
        self.unit = outer_unit;
        self.frames = outer_frames;
        outcome
    }

    /// Whether a function gives what was assumed where it calls itself, if it does so.
    fn is_as_assumed(&self, function: usize, (kinds, never_returns): &(Vec<Kind>, bool)) -> bool {
        let lowered = &self.functions[function];
        !lowered.is_recursive || lowered.results.as_ref() == Some(kinds) && lowered.never_returns == *never_returns
    }

    /// Forgets the functions that were lowered while another one was: they may call it, and what it gives was assumed.
    fn forget_since(&mut self, function: usize) {
        self.variants.retain(|_, known| !matches!(known, Ok(known) if *known > function));
    }

    /// Puts what a function gives on the stack, as it is given back.
    fn give(&mut self, values: Vec<Value>, assumed: Option<Vec<Kind>>, top: u32) -> Done<Vec<Kind>> {
        let mut kinds = Vec::new();
        for value in &values {
            let kind = self.kind(value)?;
            if !self.are_lasting(&kind) {
                return self.gap(INLINE);
            }
            kinds.push(kind);
        }
        if let Some(assumed) = assumed
            && assumed.len() == kinds.len()
        {
            kinds = kinds.iter().zip(&assumed).map(|(kind, assumed)| kind.union(assumed)).collect();
        }
        self.leave_work();
        // Lists that were made here are nobody else's.
        self.reset_top(top, 0);
        for (value, kind) in values.iter().zip(&kinds) {
            self.push_value(value, kind)?;
        }
        Ok(kinds)
    }
}

/// Why a function has no code of its own: it is carried out where it is called.
const INLINE: &str = "it gives something that is made in play";
