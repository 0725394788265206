//! The robot that plays every game: a random verb, then a random case of it.

use std::sync::Arc;

use parlour_engine::chance::Generator;
use parlour_engine::diagnostic::Faults;
use parlour_engine::event::Event;
use parlour_engine::game::Game;
use parlour_engine::ids::Seat;
use parlour_engine::rules::Playout;
use parlour_engine::view::View;

use parlour_search::player::{Choice, Player, Request, RobotError, saved_generator};

/// Picks a verb uniformly, then one of its cases uniformly.
#[derive(Debug)]
pub(crate) struct RandomPlayer {
    game: Arc<Game>,
    generator: Generator,
}

impl RandomPlayer {
    pub(crate) fn new(game: Arc<Game>, generator: Generator) -> Self {
        Self { game, generator }
    }
}

/// The generator of `random`, and of actions picked at random; each seat has its own. Scripts never see it; robots in
/// Lua have generators of another kind.
pub(crate) fn generator(seat: Seat, seed: u64) -> Generator {
    let mut mixer = Generator::from_seed(seed ^ u64::from(seat.number()) << 56);
    Generator::from_seed(mixer.seed())
}

impl Player for RandomPlayer {
    fn choose(&mut self, request: &Request<'_>) -> Result<Choice, RobotError> {
        match Playout::ByVerb.choose(request.legal, &mut self.generator) {
            Some(n) => Ok(Choice { action: request.legal.get(&self.game, n), reason: None }),
            None => Err(RobotError::Nonsense {
                robot: "random".to_owned(),
                place: "built in".to_owned(),
                answer: "nothing".to_owned(),
                expected: "to be asked only when there is something to decide".to_owned(),
            }),
        }
    }

    fn observe(&mut self, _events: &[Event], _after: &dyn Fn() -> View) {}

    fn begin(&mut self, seat: Seat, seed: u64) -> Result<bool, Faults> {
        self.generator = generator(seat, seed);
        Ok(true)
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
