//! The library `search` of robots: `search.ismcts { evaluate = ..., depth = 20 }`.

mod halving;
#[cfg(test)]
mod tests;

use std::cell::{Cell, RefCell, RefMut};
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parlour_engine::action::ActionList;
use parlour_engine::chance::Generator;
use parlour_engine::diagnostic::{Diagnostic, suggest};
use parlour_engine::game::Game;
use parlour_engine::ids::{Seat, VarId};
use parlour_engine::script::{Block, Error, Function, Machine, StopSignal, Table, Text, Value, ViewCode, ViewScripts};
use parlour_engine::state::State;
use parlour_engine::view::View;

use super::chance::SeatChance;
use super::clock::Clock;
use super::{demand_match, records, weights};
use parlour_search::player::Request;
use parlour_search::report::Report;
use parlour_search::{
    Ask, Budget, DeepOptions, EvaluationWeights, Found, Judge, Options, SEARCHES, Search, SearchError, TreeOptions,
};

/// The current request of the robot, for the searches that it calls.
pub(super) struct Asked {
    view: View,
    legal: ActionList,
    list: Table,
    clock: Clock,
}

impl Asked {
    pub(super) fn new(request: &Request<'_>, list: Table) -> Self {
        Self { view: request.view.clone(), legal: request.legal.clone(), list, clock: Clock::start(request) }
    }
}

/// Runs the searches of one robot.
pub(super) struct Searcher {
    game: Arc<Game>,
    chance: Rc<RefCell<SeatChance>>,
    asked: Rc<RefCell<Option<Asked>>>,
    block: Block,
    /// The robot's functions that searches call, as machine code.
    code: RefCell<ViewCode>,
    signal: StopSignal,
    /// The search state, created by the first search.
    search: RefCell<Option<Search>>,
    /// The result of the last search, and the time it took.
    found: RefCell<Option<(Found, Duration)>>,
    /// True if searches find the value of every action.
    judges_each: Cell<bool>,
    /// The nested positions that `search.look` shows.
    shown: RefCell<Vec<Moment>>,
}

/// A position that is shown.
struct Moment {
    state: State,
    /// Its legal actions; `None` until requested.
    legal: Option<ActionList>,
}

/// A robot's functions, called back by a search.
struct Hooks<'a> {
    machine: &'a Machine,
    block: &'a Block,
    code: &'a RefCell<ViewCode>,
    evaluate: Option<Function>,
    /// The index of `evaluate` among the compiled functions.
    lowered: Option<usize>,
    rollout: Option<Function>,
}

impl Judge for Hooks<'_> {
    fn evaluate(&mut self, state: &State, seat: Seat) -> Result<Option<f64>, SearchError> {
        let Some(evaluate) = &self.evaluate else { return Ok(None) };
        let lowered = self.lowered.and_then(|number| self.code.borrow_mut().ask(number, state, seat));
        if lowered.is_some() {
            return Ok(lowered);
        }
        self.block.show(state);
        let wrong =
            |what: &str| Err(SearchError::Robot(Error::new(format!("`evaluate` returned {what}; expected a number"))));
        match evaluate.call::<Value>(seat.number()).map_err(SearchError::Robot)? {
            Value::Number(value) if value.is_nan() => wrong("what is not a number (0 / 0)"),
            Value::Number(value) => Ok(Some(value)),
            Value::Nil => wrong("nothing"),
            other => wrong(&format!("a {}", other.kind())),
        }
    }

    fn has_evaluate(&self) -> bool {
        self.evaluate.is_some()
    }

    fn rollout(&mut self, state: &State, legal: &ActionList) -> Result<Option<usize>, SearchError> {
        let Some(rollout) = &self.rollout else { return Ok(None) };
        self.block.show(state);
        let choose = || {
            let (records, n) = records(self.machine, legal)?;
            rollout.call::<Option<usize>>((records, n, state.decision().map(|due| due.seat.number())))
        };
        let index = choose().map_err(SearchError::Robot)?;
        Ok(index.and_then(|n| n.checked_sub(1)).filter(|n| *n < legal.len()))
    }

    fn has_rollout(&self) -> bool {
        self.rollout.is_some()
    }
}

/// The options of a robot's own trials, besides those of every search.
pub(super) const HALVING: &[&str] = &["try", "deal", "liking", "worlds"];

impl Searcher {
    pub(super) fn new(
        scripts: &ViewScripts,
        game: Arc<Game>,
        chance: Rc<RefCell<SeatChance>>,
        asked: Rc<RefCell<Option<Asked>>>,
    ) -> Self {
        let (block, signal) = (scripts.block(), scripts.stop_signal());
        Self {
            game,
            chance,
            asked,
            block,
            code: RefCell::new(scripts.code()),
            signal,
            search: RefCell::default(),
            found: RefCell::default(),
            judges_each: Cell::new(false),
            shown: RefCell::default(),
        }
    }

    /// Drops the results and caches of searches before another match.
    pub(super) fn forget(&self) {
        let kept = self.search.borrow_mut().take().map(Search::into_host);
        // Rules that fail to load are loaded again by the next search, which reports the failure.
        let renewed = kept.and_then(|mut host| host.renew().is_ok().then_some(host));
        *self.search.borrow_mut() = renewed.map(|host| Search::with_host(self.game.clone(), host));
    }

    /// Makes later searches find the value of every action.
    pub(super) fn judge_each(&self) {
        self.judges_each.set(true);
    }

    /// Begins a choice: clears the last result.
    pub(super) fn begin(&self) {
        self.found.take();
    }

    /// The report of the last search, over the list of actions it searched.
    pub(super) fn thought(&self, legal: &ActionList) -> Option<Report> {
        let found = self.found.borrow();
        let (found, took) = found.as_ref()?;
        Some(found.report(&self.game, legal, *took))
    }

    /// Ends a choice: no position is shown any more.
    pub(super) fn end(&self) {
        self.shown.borrow_mut().clear();
    }

    /// Calls a function with the view of the present choice.
    pub(super) fn with_view(
        &self,
        machine: &Machine,
        see: &mut dyn FnMut(&Game, &View) -> Result<(), Error>,
    ) -> Result<(), Error> {
        demand_match(machine)?;
        match &*self.asked.borrow() {
            Some(asked) => see(&self.game, &asked.view),
            None => Err(Error::new("what is known can be asked only inside `choose`")),
        }
    }

    /// Defines `core.search`, `core.spend` and the like in the table of the robots' prelude.
    pub(super) fn provide(self: &Rc<Self>, machine: &Machine, core: &Table) -> Result<(), Error> {
        let asked = self.asked.clone();
        let current = machine.function(move |machine, ()| {
            demand_match(machine)?;
            match &*asked.borrow() {
                Some(asked) => Ok(asked.list.clone()),
                None => Err(Error::new("a search is possible only inside `choose`")),
            }
        })?;
        core.set("current", current)?;
        let asked = self.asked.clone();
        let spend = machine.function(move |machine, nodes: u32| {
            demand_match(machine)?;
            match &*asked.borrow() {
                Some(asked) => {
                    asked.clock.spend(u64::from(nodes));
                    Ok(asked.clock.left())
                }
                None => Err(Error::new("there is a budget only inside `choose`")),
            }
        })?;
        core.set("spend", spend)?;
        let this = Rc::clone(self);
        let looker = Rc::clone(&this);
        type Look = (Text, usize, bool, Function);
        let look = machine.function(move |machine, (record, index, whole, see): Look| {
            demand_match(machine)?;
            let depth = looker.shown.borrow().len();
            let seen = looker.look(machine, (&record.bytes(), index), whole, &see);
            looker.shown.borrow_mut().truncate(depth);
            looker.show_last();
            seen
        })?;
        core.set("look", look)?;
        let supposer = Rc::clone(&this);
        let suppose = machine.function(move |machine, (variable, value, see): (String, i32, Function)| {
            demand_match(machine)?;
            let depth = supposer.shown.borrow().len();
            let seen = supposer.suppose(&variable, value, &see);
            supposer.shown.borrow_mut().truncate(depth);
            supposer.show_last();
            seen
        })?;
        core.set("suppose", suppose)?;
        Rc::clone(&this).provide_halving(machine, core)?;
        let search = machine.function(
            move |machine, (kind, options, among, rollout): (String, Table, Vec<usize>, Option<Function>)| {
                this.run(machine, &kind, &options, &among, rollout)
            },
        )?;
        core.set("search", search)
    }

    fn run(
        &self,
        machine: &Machine,
        kind: &str,
        options: &Table,
        among: &[usize],
        rollout: Option<Function>,
    ) -> Result<(usize, Table), Error> {
        let asked = self.asked.borrow();
        let asked = asked.as_ref().ok_or_else(|| Error::new("a search is possible only inside `choose`"))?;
        let spec = SEARCHES.into_iter().find(|spec| spec.name == kind);
        let spec = spec.ok_or_else(|| Error::new(format!("there is no search `{kind}`")))?;
        let reader = Reader { kind, options, game: &self.game };
        reader.check_keys(spec.options.names())?;
        if !self.shown.borrow().is_empty() {
            let message = "it searches the moment of the choice, and can't be called inside `search.look`, `search.peek` \
                           or `search.suppose`, which show another one";
            return Err(reader.error(message));
        }
        let among: Vec<usize> =
            among.iter().filter_map(|n| n.checked_sub(1)).filter(|n| *n < asked.legal.len()).collect();
        if among.is_empty() {
            return Err(reader.error("there is no action to choose among"));
        }
        let budget = Budget {
            nodes: asked.clock.nodes(reader.number("nodes", 1.0, 1e15)?.map(|n| n as u64)),
            deadline: asked.clock.deadline(reader.number("time", 0.0, 1e6)?),
            signal: Some(self.signal.clone()),
            enough: None,
        };
        let (view, legal) = (&asked.view, &asked.legal);
        let (options_of_tree, deep) =
            (TreeOptions::default(), DeepOptions { every: self.judges_each.get(), ..DeepOptions::default() });
        let ask = Ask { view, legal, among: &among, options: options_of_tree, deep, budget };
        let takes_weights = spec.options.takes_weights();
        let evaluate = match options.get::<Value>("evaluate")? {
            Value::Nil => None,
            Value::Function(function) => Some(function),
            Value::Table(_) if takes_weights => None,
            other => {
                let expected = if takes_weights { "a function or a table of weights" } else { "a function" };
                return Err(reader.error(&format!("`evaluate` is a {}; expected {expected}", other.kind())));
            }
        };
        let started = Instant::now();
        let (block, code) = (&self.block, &self.code);
        let lowered = evaluate.as_ref().and_then(|function| code.borrow_mut().number_of(function));
        let mut hooks = Hooks { machine, block, code, evaluate, lowered, rollout };
        let mut search = self.free(kind)?;
        let search = self.prepared(&mut search)?;
        let found = if spec.is_random {
            let mut generator = self.chance.borrow_mut().generator().clone();
            let found = (spec.run)(search, ask, &reader, &mut hooks, &mut generator);
            // The number of draws depends on the clock, so the robot's generator advances by one step only.
            self.chance.borrow_mut().generator().bits();
            found
        } else {
            (spec.run)(search, ask, &reader, &mut hooks, &mut Generator::from_seed(0))
        };
        self.block.show(asked.view.state());
        let found = found.map_err(|error| match error {
            SearchError::Rules(fault) => Error::of(&fault),
            SearchError::Robot(error) => error,
            SearchError::Stopped => Error::new("the search was stopped"),
            SearchError::Unfit(reason) => reader.error(&reason),
        })?;
        asked.clock.spend(found.nodes);
        let result = (found.best + 1, report(machine, &found)?);
        *self.found.borrow_mut() = Some((found, started.elapsed()));
        Ok(result)
    }

    /// Borrows the search; an error while it runs, that is, inside its own `evaluate` or `rollout`.
    fn free(&self, name: &str) -> Result<RefMut<'_, Option<Search>>, Error> {
        self.search.try_borrow_mut().map_err(|_| {
            Error::new(format!(
                "search.{name}: a search is running; its `evaluate` and `rollout` can't search or look ahead"
            ))
        })
    }

    /// The search, created at first use.
    fn prepared<'a>(&self, search: &'a mut Option<Search>) -> Result<&'a mut Search, Error> {
        match search {
            Some(search) => Ok(search),
            none => {
                let made = Search::new(self.game.clone()).map_err(|faults| match &faults.0[..] {
                    [fault] => Error::of(fault),
                    _ => Error::new(faults.to_string()),
                })?;
                Ok(none.insert(made))
            }
        }
    }

    /// Applies an action to the shown position, shows the result and calls `see`. It gets the number of legal actions
    /// there, and with `whole` their records. An action is given as its record and its expected index, from 1, in the
    /// list of actions.
    fn look(&self, machine: &Machine, action: (&[u8], usize), whole: bool, see: &Function) -> Result<Value, Error> {
        let name = if whole { "look" } else { "peek" };
        if self.game.has_secrets() {
            return Err(Error::new(format!(
                "search.{name}: it is for games without hidden cards; what comes after an action is not known here"
            )));
        }
        if self.signal.is_raised() {
            return Err(Error::new("the search was stopped"));
        }
        let mut search = self.free(name)?;
        let search_of_rules = self.prepared(&mut search)?;
        let failed = |fault: Diagnostic| Error::of(&fault);
        if !self.is_legal(search_of_rules, action).map_err(failed)? {
            return Err(Error::new(format!(
                "search.{name}: the action is not legal in the moment that is shown; \
                 take one of the list that belongs to it"
            )));
        }
        let mut state = self.moment()?;
        let mut legal = ActionList::new();
        search_of_rules.look(&mut state, action.0, &mut legal).map_err(failed)?;
        drop(search);
        self.block.show(&state);
        let n = legal.len();
        let records = if whole { Some(records(machine, &legal)?.0) } else { None };
        self.shown.borrow_mut().push(Moment { state, legal: Some(legal) });
        match records {
            Some(records) => see.call((records, n)),
            None => see.call(n),
        }
    }

    /// True if an action is legal in the shown position.
    fn is_legal(&self, search: &mut Search, (record, index): (&[u8], usize)) -> Result<bool, Diagnostic> {
        let is_in = |legal: &ActionList| {
            let is_at = |n: usize| legal.record(n) == record;
            index.checked_sub(1).filter(|n| *n < legal.len()).is_some_and(is_at) || (0..legal.len()).any(is_at)
        };
        let mut shown = self.shown.borrow_mut();
        let Some(moment) = shown.last_mut() else {
            return Ok(self.asked.borrow().as_ref().is_none_or(|asked| is_in(&asked.legal)));
        };
        if moment.legal.is_none() {
            let mut legal = ActionList::new();
            search.legal(&moment.state, &mut legal)?;
            moment.legal = Some(legal);
        }
        Ok(moment.legal.as_ref().is_some_and(is_in))
    }

    /// The shown position.
    fn moment(&self) -> Result<State, Error> {
        match (self.shown.borrow().last(), &*self.asked.borrow()) {
            (_, None) => Err(Error::new("a search is possible only inside `choose`")),
            (Some(moment), _) => Ok(moment.state.clone()),
            (None, Some(asked)) => Ok(asked.view.state().clone()),
        }
    }

    /// Shows the position with another value of a variable and calls `see`.
    fn suppose(&self, variable: &str, value: i32, see: &Function) -> Result<Value, Error> {
        let vars = &self.game.pack().vars;
        let Some(n) = vars.iter().position(|var| var.name == variable) else {
            let help = suggest(variable, vars.iter().map(|var| var.name.as_str()));
            return Err(Error::new(format!("search.suppose: there is no variable `{variable}` ({help})")));
        };
        let place = self.game.var(VarId::from_index(n));
        if place.count * place.length != 1 {
            return Err(Error::new(format!("search.suppose: `{variable}` is more than one number")));
        }
        // A search shows its own positions to `evaluate`, which this call would hide.
        drop(self.free("suppose")?);
        let mut state = self.moment()?;
        state.suppose(place, value);
        self.block.show(&state);
        self.shown.borrow_mut().push(Moment { state, legal: None });
        see.call(())
    }

    /// Shows the position of the innermost look again, or that of the choice.
    fn show_last(&self) {
        if let Some(moment) = self.shown.borrow().last() {
            self.block.show(&moment.state);
        } else if let Some(asked) = &*self.asked.borrow() {
            self.block.show(asked.view.state());
        }
    }
}

/// The result of a search as a Lua table.
fn report(machine: &Machine, found: &Found) -> Result<Table, Error> {
    let table = machine.table()?;
    table.set("search", found.form.name)?;
    table.set("value", found.value)?;
    table.set("nodes", found.nodes)?;
    table.set("visits", found.visits)?;
    let all = machine.table()?;
    for (n, rated) in found.all.iter().enumerate() {
        let entry = machine.table()?;
        entry.set("index", rated.index + 1)?;
        entry.set("visits", rated.visits)?;
        entry.set("value", rated.value)?;
        if rated.is_bound {
            entry.set("bound", true)?;
        }
        all.set(n + 1, entry)?;
    }
    table.set("all", all)?;
    Ok(table)
}

/// Parses options and reports errors in them.
struct Reader<'a> {
    kind: &'a str,
    options: &'a Table,
    game: &'a Game,
}

impl Reader<'_> {
    fn error(&self, message: &str) -> Error {
        Error::new(format!("search.{}: {message}", self.kind))
    }

    fn check_keys(&self, known: impl Iterator<Item = &'static str> + Clone) -> Result<(), Error> {
        for pair in self.options.pairs() {
            let key = pair?.0.shown();
            if !known.clone().any(|name| name == key) {
                return Err(self.error(&format!("there is no option `{key}` ({})", suggest(&key, known))));
            }
        }
        Ok(())
    }

    fn number(&self, key: &str, min: f64, max: f64) -> Result<Option<f64>, Error> {
        match self.options.get::<Value>(key)? {
            Value::Nil => Ok(None),
            Value::Number(n) if (min..=max).contains(&n) => Ok(Some(n)),
            other => {
                Err(self.error(&format!("`{key}` can't be {}; expected a number from {min} to {max}", other.shown())))
            }
        }
    }
}

impl Options for Reader<'_> {
    fn number(&self, name: &str, min: f64, max: f64) -> Result<Option<f64>, SearchError> {
        Reader::number(self, name, min, max).map_err(SearchError::Robot)
    }

    fn flag(&self, name: &str) -> Result<Option<bool>, SearchError> {
        match self.options.get::<Value>(name).map_err(SearchError::Robot)? {
            Value::Nil => Ok(None),
            Value::Flag(flag) => Ok(Some(flag)),
            other => Err(SearchError::Unfit(format!("`{name}` is a {}; expected true or false", other.kind()))),
        }
    }

    fn word(&self, name: &str, words: &[&str]) -> Result<Option<usize>, SearchError> {
        let Some(word) = self.options.get::<Option<String>>(name).map_err(SearchError::Robot)? else { return Ok(None) };
        let place = words.iter().position(|known| *known == word);
        let unknown = || {
            let known: Vec<String> = words.iter().map(|known| format!("\"{known}\"")).collect();
            let (last, others) = known
                .split_last()
                .map_or((String::new(), String::new()), |(last, others)| (last.clone(), others.join(", ")));
            SearchError::Unfit(format!("`{name}` can't be \"{word}\"; expected {others} or {last}"))
        };
        place.map(Some).ok_or_else(unknown)
    }

    fn weights(&self) -> Result<Option<EvaluationWeights>, SearchError> {
        match self.options.get::<Value>("evaluate").map_err(SearchError::Robot)? {
            Value::Table(table) => weights::read(&table, self.game).map(Some).map_err(SearchError::Unfit),
            _ => Ok(None),
        }
    }
}
