//! Background workers for robots: a robot is asked on another thread than the match's, by plain-data requests and
//! replies.
//!
//! The robots of the match are seated from [`RobotLibrary::for_workers`], and only hold their memory there. A [`Thinker`]
//! on a thread of its own copies match and robot, and asks the robot as the match itself would: by a view.

use std::sync::Arc;
use std::time::{Duration, Instant};

use parlour_engine::diagnostic::Faults;
use parlour_engine::game::Game;
use parlour_engine::ids::Seat;
use parlour_engine::play::{Match, Standing};

use super::offers::accepts_draw;
use super::seated::{Fault, ask, remembered, see_remembering};
use super::{Pool, RobotLibrary};
use parlour_search::player::{Choice, Thinking};
use parlour_search::report::Report;

/// The maximum number of games that a worker keeps loaded.
const KEPT: usize = 32;

/// A request to a background worker: the robot's next choice.
#[derive(Clone, Debug)]
pub struct Request {
    /// The state of the match.
    pub standing: Standing,
    /// The seat to move.
    pub seat: Seat,
    /// The robot's specification.
    pub robot: String,
    /// Its memory.
    pub memory: Option<serde_json::Value>,
    /// The thinking budget, unless the robot has its own.
    pub thinking: Thinking,
}

/// The reply to a request.
#[derive(Debug)]
pub struct Reply {
    /// The seat.
    pub seat: Seat,
    /// The robot's choice, or its error.
    pub choice: Result<Choice, Fault>,
    /// The report of its last search, if it searches.
    pub report: Option<Report>,
    /// Its output.
    pub printed: Vec<String>,
    /// Its memory after the choice.
    pub memory: Option<serde_json::Value>,
    /// Time taken.
    pub took: Duration,
}

/// The background worker, for one thread; it keeps rules and robots loaded.
pub struct Thinker {
    robots: RobotLibrary,
    /// Pools by game, least recently used first.
    pools: Vec<(Arc<Game>, Pool)>,
}

impl std::fmt::Debug for Thinker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.pools.iter().map(|(game, _)| game.name())).finish()
    }
}

impl Thinker {
    /// A worker without loaded games.
    pub fn new(robots: RobotLibrary) -> Self {
        Self { robots, pools: Vec::new() }
    }

    /// Handles a request; blocks while the robot thinks.
    ///
    /// # Errors
    /// Rules or a robot that can't be loaded.
    pub fn think(&mut self, request: Request) -> Result<Reply, Faults> {
        self.with_pool(&request.standing.game().clone(), |pool, robots| go(pool, robots, request))
    }

    /// Returns true if the robot of a request accepts a draw; blocks while the robot thinks.
    ///
    /// # Errors
    /// Rules or a robot that can't be loaded.
    pub fn accepts_draw(&mut self, request: Request) -> Result<bool, Faults> {
        let Request { standing, seat, robot, .. } = request;
        self.with_pool(&standing.game().clone(), |pool, robots| {
            let mut played = pool.take_up(standing)?;
            let accepts = accepts_draw(robots, &mut played, seat, &robot);
            pool.end(played);
            accepts
        })
    }

    /// Calls a function with the cached rules and robots of a game.
    fn with_pool<T>(
        &mut self,
        game: &Arc<Game>,
        work: impl FnOnce(&mut Pool, &RobotLibrary) -> Result<T, Faults>,
    ) -> Result<T, Faults> {
        let known = self.pools.iter().position(|(known, _)| Arc::ptr_eq(known, game));
        let (game, mut pool) = match known {
            Some(n) => self.pools.remove(n),
            None => (game.clone(), Pool::new(game)),
        };
        let done = work(&mut pool, &self.robots)?;
        if self.pools.len() >= KEPT {
            self.pools.remove(0);
        }
        self.pools.push((game, pool));
        Ok(done)
    }
}

fn go(pool: &mut Pool, robots: &RobotLibrary, request: Request) -> Result<Reply, Faults> {
    let Request { standing, seat, robot, memory, thinking } = request;
    let mut played: Match = pool.take_up(standing)?;
    let mut player = pool.player(robots, seat, &robot, played.seed())?;
    see_remembering(player.as_mut(), seat, &played, memory.as_ref())?;
    let started = Instant::now();
    let choice = ask(&mut played, player.as_mut(), thinking);
    let took = started.elapsed();
    let reply = Reply {
        seat,
        choice,
        report: player.thought(played.legal()),
        printed: player.take_output(),
        memory: remembered(player.as_ref(), &played),
        took,
    };
    pool.leave(&robot, player);
    pool.end(played);
    Ok(reply)
}
