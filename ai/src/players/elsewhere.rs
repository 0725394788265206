//! Robots that think on another thread than the one that has the match: what they are asked is plain data, and so is what
//! they answer.
//!
//! The robots of the match are seated from [`RobotLibrary::elsewhere`], and remember there what they are given back. A
//! [`Thinker`] on a thread of its own makes a copy of match and robot, and asks it as the match itself would: by a view.

use std::sync::Arc;
use std::time::{Duration, Instant};

use parlour_engine::diagnostic::Faults;
use parlour_engine::game::Game;
use parlour_engine::ids::Seat;
use parlour_engine::play::{Match, Standing};

use super::offers::accepts_draw;
use super::seated::{Fault, ask, remembered, see_remembering};
use super::{Pool, RobotLibrary};
use crate::base::player::{Choice, Thinking};
use crate::base::report::Report;

/// So many games are kept loaded by a thinker.
const KEPT: usize = 32;

/// What a robot is to be asked on another thread.
#[derive(Clone, Debug)]
pub struct Errand {
    /// The match.
    pub standing: Standing,
    /// The seat that is to act.
    pub seat: Seat,
    /// The robot as it was asked for.
    pub robot: String,
    /// What it remembers.
    pub memory: Option<serde_json::Value>,
    /// How long it may think, unless it says so itself.
    pub thinking: Thinking,
}

/// What came of an errand.
#[derive(Debug)]
pub struct Reply {
    /// The seat.
    pub seat: Seat,
    /// What the robot would do, or what went wrong.
    pub choice: Result<Choice, Fault>,
    /// What its last search has found, if it searches.
    pub report: Option<Report>,
    /// What it has printed.
    pub printed: Vec<String>,
    /// What it remembers now.
    pub memory: Option<serde_json::Value>,
    /// How long it took.
    pub took: Duration,
}

/// Goes on errands, on one thread; rules and robots are loaded once for several.
pub struct Thinker {
    robots: RobotLibrary,
    /// By their games, the one that was asked for last behind the others.
    pools: Vec<(Arc<Game>, Pool)>,
}

impl std::fmt::Debug for Thinker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.pools.iter().map(|(game, _)| game.name())).finish()
    }
}

impl Thinker {
    /// One that has been on no errand.
    pub fn new(robots: RobotLibrary) -> Self {
        Self { robots, pools: Vec::new() }
    }

    /// Goes on an errand; it takes as long as the robot thinks.
    ///
    /// # Errors
    /// Rules or a robot that can't be loaded.
    pub fn think(&mut self, errand: Errand) -> Result<Reply, Faults> {
        self.with_pool(&errand.standing.game().clone(), |pool, robots| go(pool, robots, errand))
    }

    /// Whether the robot of an errand accepts a draw; it takes as long as the robot thinks.
    ///
    /// # Errors
    /// Rules or a robot that can't be loaded.
    pub fn accepts_draw(&mut self, errand: Errand) -> Result<bool, Faults> {
        let Errand { standing, seat, robot, .. } = errand;
        self.with_pool(&standing.game().clone(), |pool, robots| {
            let mut played = pool.take_up(standing)?;
            let accepts = accepts_draw(robots, &mut played, seat, &robot);
            pool.end(played);
            accepts
        })
    }

    /// Does something with the rules and robots of a game, which are kept.
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

fn go(pool: &mut Pool, robots: &RobotLibrary, errand: Errand) -> Result<Reply, Faults> {
    let Errand { standing, seat, robot, memory, thinking } = errand;
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
