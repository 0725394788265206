//! Placeholder player for a robot that thinks on another thread.

use parlour_engine::event::Event;
use parlour_engine::view::View;
use serde_json::Value;

use parlour_search::player::{Choice, Player, Request, RobotError};

/// Holds the memory of a robot that thinks on another thread.
#[derive(Debug)]
pub(crate) struct AbsentPlayer {
    robot: String,
    memory: Option<Value>,
}

impl AbsentPlayer {
    pub(crate) fn new(robot: &str) -> Self {
        Self { robot: robot.to_owned(), memory: None }
    }
}

impl Player for AbsentPlayer {
    fn choose(&mut self, _request: &Request<'_>) -> Result<Choice, RobotError> {
        Err(RobotError::Elsewhere { robot: self.robot.clone() })
    }

    fn observe(&mut self, _events: &[Event], _after: &dyn Fn() -> View) {}

    fn memory(&self) -> Option<Value> {
        self.memory.clone()
    }

    fn restore(&mut self, memory: &Value) {
        self.memory = Some(memory.clone());
    }
}
