//! The robots, until `parlour-ai` has them: `random` for every game, behind that crate's interface.
#![allow(missing_docs)]

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use parlour_engine::action::{Action, ActionList};
use parlour_engine::chance::Generator;
use parlour_engine::diagnostic::{Diagnostic, Faults, suggest};
use parlour_engine::event::Event;
use parlour_engine::game::Game;
use parlour_engine::ids::Seat;
use parlour_engine::script::StopHandle;
use parlour_engine::view::View;

#[derive(Clone, Debug, Default)]
pub(crate) struct RobotLibrary {
    folders: Vec<PathBuf>,
}

#[derive(Clone, Debug)]
pub(crate) struct RobotInfo {
    pub(crate) summary: String,
    pub(crate) params: Vec<ParamSpec>,
}

#[derive(Clone, Debug)]
pub(crate) struct ParamSpec {
    pub(crate) name: String,
    pub(crate) default: String,
    pub(crate) help: String,
}

impl ParamSpec {
    pub(crate) fn range(&self) -> String {
        String::new()
    }
}

#[derive(Debug)]
pub(crate) struct Request<'a> {
    pub(crate) view: &'a View,
    pub(crate) legal: &'a ActionList,
    pub(crate) time: Duration,
    pub(crate) nodes: Option<u64>,
}

#[derive(Debug)]
pub(crate) struct Choice {
    pub(crate) action: Action,
    pub(crate) reason: Option<String>,
}

#[derive(Debug, thiserror::Error)]
pub(crate) enum RobotError {
    #[error("there is nothing to choose from")]
    Nothing,
    #[error("the robot `{robot}` was stopped")]
    Stopped { robot: String },
}

pub(crate) trait Player {
    fn choose(&mut self, request: &Request<'_>) -> Result<Choice, RobotError>;
    fn observe(&mut self, events: &[Event]);
    fn end(&mut self, _view: &View) {}
    fn stop_handle(&self) -> Option<StopHandle>;
    fn memory(&self) -> Option<serde_json::Value>;
    fn restore(&mut self, memory: &serde_json::Value);
}

impl RobotLibrary {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    pub(crate) fn add_folder(&mut self, path: impl Into<PathBuf>) {
        self.folders.push(path.into());
    }

    pub(crate) fn names(&self, _game: &str) -> Vec<String> {
        vec!["random".to_owned()]
    }

    pub(crate) fn info(&self, _game: &str, _name: &str) -> Result<RobotInfo, Faults> {
        Ok(RobotInfo { summary: "first the kind of action, then one of its cases".to_owned(), params: Vec::new() })
    }

    pub(crate) fn seat(&self, game: &Arc<Game>, seat: Seat, spec: &str, seed: u64) -> Result<Box<dyn Player>, Faults> {
        let _ = (seat, &self.folders);
        if spec != "random" {
            return Err(Diagnostic::new("unknown-robot", format!("there is no robot `{spec}` for {}", game.name()))
                .help(suggest(spec, ["random"]))
                .into());
        }
        Ok(Box::new(Random { game: game.clone(), generator: Generator::from_seed(seed) }))
    }
}

struct Random {
    game: Arc<Game>,
    generator: Generator,
}

impl Player for Random {
    fn choose(&mut self, request: &Request<'_>) -> Result<Choice, RobotError> {
        let _ = (request.view, request.time, request.nodes);
        let verbs: Vec<u8> = (0..request.legal.len()).map(|n| request.legal.record(n)[0]).collect();
        let mut kinds = verbs.clone();
        kinds.dedup();
        if kinds.is_empty() {
            return Err(RobotError::Nothing);
        }
        let kind = kinds[self.generator.below(kinds.len() as u32) as usize];
        let cases: Vec<usize> = (0..verbs.len()).filter(|&n| verbs[n] == kind).collect();
        let case = cases[self.generator.below(cases.len() as u32) as usize];
        Ok(Choice { action: request.legal.get(&self.game, case), reason: None })
    }

    fn observe(&mut self, _events: &[Event]) {}

    fn stop_handle(&self) -> Option<StopHandle> {
        None
    }

    fn memory(&self) -> Option<serde_json::Value> {
        None
    }

    fn restore(&mut self, _memory: &serde_json::Value) {}
}
