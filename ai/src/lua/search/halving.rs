//! `search.halving`: sequential halving over candidates that the robot tries itself.

use std::time::Instant;

use parlour_engine::script::{Error, Function, Machine, StopSignal, Table, Value};

use super::super::clock::Clock;
use super::{HALVING, Reader, Searcher};
use parlour_search::{COMMON, Found, HALVING as FORM, Rated, Trial, Tried, halving};

/// The arguments of the call.
struct Given {
    options: Table,
    /// The indices of the candidates in the list of legal actions, from 1, if candidates are actions.
    places: Option<Vec<usize>>,
    priors: Vec<f64>,
    deal: Function,
    attempt: Function,
}

impl Given {
    fn of(table: &Table) -> Result<Self, Error> {
        Ok(Self {
            options: table.get("options")?,
            places: table.get("places")?,
            priors: table.get("priors")?,
            deal: table.get("deal")?,
            attempt: table.get("attempt")?,
        })
    }
}

/// Calls the robot back, within its budget.
struct Trials<'a> {
    clock: &'a Clock,
    signal: &'a StopSignal,
    reader: &'a Reader<'a>,
    given: &'a Given,
    /// The remaining budget at the start.
    at_first: f64,
    nodes: Option<u64>,
    /// Start and deadline, with a time budget.
    time: Option<(Instant, Instant)>,
    spent: u64,
    /// True if values are odds.
    are_odds: bool,
}

impl Trial for Trials<'_> {
    type Error = Error;

    fn left(&mut self) -> Result<f64, Error> {
        if self.signal.is_raised() {
            return Err(Error::new("the search was stopped"));
        }
        let part = |spent: f64, whole: f64| if spent < whole { 1.0 - spent / whole } else { 0.0 };
        let of_robot = if self.at_first > 0.0 { self.clock.left() / self.at_first } else { 0.0 };
        let of_nodes = self.nodes.map(|nodes| part(self.spent as f64, nodes as f64));
        let of_time = self.time.map(|(begun, end)| part(begun.elapsed().as_secs_f64(), (end - begun).as_secs_f64()));
        Ok([of_nodes, of_time].into_iter().flatten().fold(of_robot, f64::min))
    }

    fn deal(&mut self) -> Result<(), Error> {
        self.given.deal.call(())
    }

    fn attempt(&mut self, candidate: usize) -> Result<f64, Error> {
        let expected = if self.are_odds { "a number from 0 to 1, the odds" } else { "a number" };
        let wrong = |what: &str| Err(self.reader.error(&format!("`try` returned {what}; expected {expected}")));
        let value = match self.given.attempt.call::<Value>(candidate + 1)? {
            Value::Number(value) if value.is_nan() => return wrong("what is not a number (0 / 0)"),
            Value::Number(value) if self.are_odds && !(0.0..=1.0).contains(&value) => {
                return wrong(&value.to_string());
            }
            Value::Number(value) => value,
            Value::Nil => return wrong("nothing"),
            other => return wrong(&format!("a {}", other.kind())),
        };
        self.clock.spend(1);
        self.spent += 1;
        Ok(value)
    }
}

impl Searcher {
    /// Defines `core.halving` in the table of the robots' prelude.
    pub(super) fn provide_halving(self: std::rc::Rc<Self>, machine: &Machine, core: &Table) -> Result<(), Error> {
        let halve = machine.function(move |machine, given: Table| self.halve(machine, &Given::of(&given)?))?;
        core.set("halving", halve)
    }

    fn halve(&self, machine: &Machine, given: &Given) -> Result<(usize, Table), Error> {
        let asked = self.asked.borrow();
        let asked = asked.as_ref().ok_or_else(|| Error::new("a search is possible only inside `choose`"))?;
        let reader = Reader { kind: "halving", options: &given.options, game: &self.game };
        reader.check_keys(COMMON.into_iter().chain(HALVING.iter().copied()))?;
        let worlds = reader.number("worlds", 1.0, 1e15)?.map_or(u64::MAX, |n| n as u64);
        let clock = &asked.clock;
        let nodes = reader.number("nodes", 1.0, 1e15)?.map(|n| n as u64);
        let begun = Instant::now();
        let mut trials = Trials {
            clock,
            signal: &self.signal,
            reader: &reader,
            given,
            at_first: clock.left(),
            nodes: clock.nodes(nodes),
            time: clock.deadline(reader.number("time", 0.0, 1e6)?).map(|end| (begun, end)),
            spent: 0,
            are_odds: !self.game.is_together(),
        };
        let order = halving(&mut trials, &given.priors, worlds)?;
        let best = order.first().ok_or_else(|| reader.error("there is nothing to choose among"))?;
        let place = |n: usize| given.places.as_ref().and_then(|places| places.get(n)).map_or(n, |place| place - 1);
        let rated = |tried: &Tried| Rated {
            index: place(tried.candidate),
            visits: tried.worlds,
            value: tried.mean,
            odds: tried.mean,
            ..Rated::default()
        };
        let found = Found {
            form: &FORM,
            best: place(best.candidate),
            value: best.mean,
            nodes: trials.spent,
            visits: best.worlds,
            all: order.iter().map(rated).collect(),
        };
        let table = super::report(machine, &found)?;
        let places: Vec<usize> = order.iter().map(|tried| tried.candidate + 1).collect();
        table.set("order", places)?;
        if given.places.is_some() {
            *self.found.borrow_mut() = Some((found, begun.elapsed()));
        }
        Ok((best.candidate + 1, table))
    }
}
