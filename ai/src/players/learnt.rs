//! A robot that searches by a learnt evaluation.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use parlour_engine::action::ActionList;
use parlour_engine::chance::Generator;
use parlour_engine::diagnostic::Faults;
use parlour_engine::event::Event;
use parlour_engine::game::Game;
use parlour_engine::ids::Seat;
use parlour_engine::script::StopHandle;
use parlour_engine::view::View;

use super::random::generator;
use parlour_search::player::{Choice, Player, Request, RobotError, saved_generator};
use parlour_search::report::Report;
use parlour_search::{Ask, Budget, DeepOptions, Evaluation, Found, LearntJudge, Search, SearchError, TreeOptions};

/// Searches by a learnt evaluation: alpha-beta for two seats and nothing hidden, else simulations of worlds that end at
/// the first new node.
#[derive(Debug)]
pub(crate) struct LearntPlayer {
    name: String,
    game: Arc<Game>,
    search: Search,
    judge: LearntJudge,
    generator: Generator,
    stop: Arc<AtomicBool>,
    /// The last search, with the time that it took.
    found: Option<(Found, std::time::Duration)>,
    judges_each: bool,
}

impl LearntPlayer {
    /// Loads the rules for searching.
    ///
    /// # Errors
    /// Rules that fail.
    pub(crate) fn new(
        name: &str,
        game: Arc<Game>,
        (seat, seed): (Seat, u64),
        evaluation: Evaluation,
    ) -> Result<Self, Faults> {
        Ok(Self {
            name: name.to_owned(),
            search: Search::new(game.clone())?,
            game,
            judge: LearntJudge { evaluation: Arc::new(evaluation), vector: Vec::new() },
            generator: generator(seat, seed),
            stop: Arc::default(),
            found: None,
            judges_each: false,
        })
    }
}

impl Player for LearntPlayer {
    fn choose(&mut self, request: &Request<'_>) -> Result<Choice, RobotError> {
        let Request { view, legal, time, nodes } = *request;
        self.stop.store(false, Ordering::Relaxed);
        let started = Instant::now();
        // The rest of the time is for what comes after the search.
        let deadline = nodes.is_none().then(|| started + time.mul_f64(0.95));
        let budget = Budget { nodes, deadline, signal: None, enough: Some(self.stop.clone()) };
        let among: Vec<usize> = (0..legal.len()).collect();
        let deep = DeepOptions { every: self.judges_each, ..DeepOptions::default() };
        let ask = Ask { view, legal, among: &among, options: TreeOptions::default(), deep, budget };
        let nonsense = |expected: &str| RobotError::Nonsense {
            robot: self.name.clone(),
            place: "learnt".to_owned(),
            answer: "nothing".to_owned(),
            expected: expected.to_owned(),
        };
        if among.is_empty() {
            return Err(nonsense("to be asked only when there is something to decide"));
        }
        let found = self.search.by_evaluation(&ask, &mut self.judge, &mut self.generator);
        // What was found until a stop is not an answer.
        if self.stop.load(Ordering::Relaxed) {
            return Err(RobotError::Stopped { robot: self.name.clone() });
        }
        let found = found.map_err(|error| match error {
            SearchError::Rules(fault) => RobotError::Script { robot: self.name.clone(), fault: Box::new(fault) },
            SearchError::Stopped => RobotError::Stopped { robot: self.name.clone() },
            SearchError::Unfit(reason) => nonsense(&reason),
            SearchError::Robot(error) => nonsense(&error.to_string()),
        })?;
        let action = legal.get(&self.game, found.best);
        self.found = Some((found, started.elapsed()));
        Ok(Choice { action, reason: None })
    }

    fn observe(&mut self, _events: &[Event], _after: &dyn Fn() -> View) {}

    fn begin(&mut self, seat: Seat, seed: u64) -> Result<bool, Faults> {
        self.generator = generator(seat, seed);
        self.found = None;
        Ok(true)
    }

    fn stop_handle(&self) -> Option<StopHandle> {
        Some(StopHandle::for_flag(&self.stop))
    }

    fn thought(&self, legal: &ActionList) -> Option<Report> {
        self.found.as_ref().map(|(found, time)| found.report(&self.game, legal, *time))
    }

    fn judge_each(&mut self) {
        self.judges_each = true;
    }

    fn memory(&self) -> Option<serde_json::Value> {
        Some(serde_json::json!({ "generator": self.generator.to_bytes() }))
    }

    fn restore(&mut self, memory: &serde_json::Value) {
        if let Some(generator) = saved_generator(memory) {
            self.generator = generator;
        }
    }
}
