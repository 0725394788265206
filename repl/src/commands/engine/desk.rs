//! The state of an engine: its match and its robot.

use std::sync::Arc;
use std::time::Duration;

use parlour_ai::seated::{ask, see};
use parlour_ai::{Analyst, HUMAN, ParamKind, ParamSpec, Player, Report, RobotInfo, RobotLibrary, Thinking, spec};
use parlour_engine::Words;
use parlour_engine::action::Action;
use parlour_engine::diagnostic::{Faults, suggest};
use parlour_engine::game::{Config, Game};
use parlour_engine::ids::Seat;
use parlour_engine::pack::Pack;
use parlour_engine::pack::engines::Protocol;
use parlour_engine::play::Match;
use parlour_engine::scenario::Scenario;
use parlour_table::seats;

use super::Args;
use super::input::Input;
use crate::context::{Context, complain};
use crate::failure::Failure;

/// The fixed seed of matches: with a node budget the answers are reproducible.
const SEED: u64 = 1;
/// Budget of the fallback search for a robot that was stopped before it had a move.
const IN_HASTE: Thinking = Thinking { time: Duration::from_millis(200), nodes: Some(500) };

/// A match, a robot, and its results.
pub(super) struct Desk {
    pub(super) protocol: Protocol,
    /// The game's name in the protocol.
    pub(super) name: String,
    pub(super) pack: Arc<Pack>,
    pub(super) config: Config,
    robots: RobotLibrary,
    robot: RobotInfo,
    /// The robot's current parameters.
    given: Vec<(String, String)>,
    player: Option<(Seat, Box<dyn Player>)>,
    played: Option<Match>,
    /// The initial position of the match, as received.
    start: Option<String>,
}

/// A move, with its search report.
pub(super) struct Found {
    pub(super) action: Action,
    pub(super) report: Option<Report>,
}

impl Desk {
    /// Loads the game and its robot.
    ///
    /// # Errors
    /// A missing game or robot, a protocol that doesn't fit, unknown options.
    pub(super) fn new(context: &Context, args: &Args) -> Result<Self, Failure> {
        let pack = context.library.load(&context.game(&args.game)?)?;
        let config = Config { variant: args.variant.clone(), set: args.set.clone(), ..Config::default() };
        let game = pack.configure(&config)?;
        let name = game.engine_name(args.protocol).map_err(Faults::from)?.to_owned();
        let robot = match &args.robot {
            Some(named) => seats::settled(named, &pack, &context.robots, 0),
            None => seats::best(&pack, &context.robots, 0),
        };
        let read = spec::read_robot(&seats::without_budget(&robot)).map_err(Faults::from)?;
        let info = context.robots.info(&pack.name, &read.name)?;
        Ok(Self {
            protocol: args.protocol,
            name,
            pack,
            config,
            robots: context.robots.clone(),
            robot: info,
            given: read.given,
            player: None,
            played: None,
            start: None,
        })
    }

    /// The name of the robot.
    pub(super) fn robot(&self) -> &str {
        &self.robot.name
    }

    /// The robot's parameters with their current values.
    pub(super) fn params(&self) -> impl Iterator<Item = (&ParamSpec, String)> {
        self.robot.params.iter().map(|param| {
            let given = self.given.iter().find(|(name, _)| *name == param.name);
            (param, given.map_or_else(|| param.default.to_string(), |(_, value)| value.clone()))
        })
    }

    /// Sets a parameter of the robot.
    ///
    /// # Errors
    /// An unknown parameter, or an invalid value.
    pub(super) fn set_param(&mut self, name: &str, value: &str) -> Result<(), String> {
        let known = self.robot.params.iter().find(|param| param.name.eq_ignore_ascii_case(name));
        let Some(param) = known else {
            let known = self.robot.params.iter().map(|param| param.name.as_str());
            return Err(format!("{} has no option `{name}`; {}", self.robot.name, suggest(name, known)));
        };
        let value = match param.kind {
            ParamKind::Flag => value.to_lowercase(),
            _ => value.to_owned(),
        };
        let mut given = self.given.clone();
        given.retain(|(known, _)| *known != param.name);
        given.push((param.name.clone(), value));
        let text = self.robot_text(&given);
        self.robots.takes(&self.pack.name, &text).map_err(|faults| faults.to_string())?;
        self.given = given;
        self.player = None;
        Ok(())
    }

    fn robot_text(&self, given: &[(String, String)]) -> String {
        let (name, given) = (self.robot.name.clone(), given.to_vec());
        spec::RobotSpec { name, given, thinking: None }.to_string()
    }

    /// Forgets the match.
    pub(super) fn clear(&mut self) {
        (self.played, self.start) = (None, None);
    }

    /// The match, begun on demand.
    pub(super) fn played(&mut self) -> Result<&mut Match, Faults> {
        let played = match self.played.take() {
            Some(played) => played,
            None => self.begin(None)?,
        };
        Ok(self.played.insert(played))
    }

    fn begin(&self, scenario: Option<Arc<Scenario>>) -> Result<Match, Faults> {
        let game = self.pack.configure(&Config { scenario, ..self.config.clone() })?;
        let players = vec![HUMAN.to_owned(); game.seat_count()];
        Match::new(game, SEED, players)
    }

    /// Sets up a position and the moves from it. A continuation of the previous position is played on incrementally.
    ///
    /// # Errors
    /// An invalid position, or an illegal move; the match is cleared then.
    pub(super) fn set_up(&mut self, start: Option<&str>, moves: &[&str]) -> Result<(), String> {
        let told: Vec<String> = match &self.played {
            Some(played) if self.start.as_deref() == start => played
                .steps()
                .iter()
                .enumerate()
                .filter_map(|(n, step)| {
                    let state = played.state_before(n).ok()?;
                    played.game().protocol_text(self.protocol, &state, step.decision.seat, &step.action)
                })
                .collect(),
            _ => Vec::new(),
        };
        let goes_on = self.played.is_some()
            && self.start.as_deref() == start
            && moves.len() >= told.len()
            && told.iter().zip(moves).all(|(known, told)| known == told);
        if !goes_on {
            self.clear();
            let scenario = match start {
                Some(text) => {
                    let scenario = parlour_engine::scenario_of_notation(text, &self.pack, &self.config);
                    Some(Arc::new(scenario.map_err(|faults| faults.to_string())?))
                }
                None => None,
            };
            self.played = Some(self.begin(scenario).map_err(|faults| faults.to_string())?);
            self.start = start.map(str::to_owned);
        }
        let known = if goes_on { told.len() } else { 0 };
        for text in &moves[known..] {
            if let Err(why) = self.act(text) {
                self.clear();
                return Err(why);
            }
        }
        Ok(())
    }

    /// Takes a move in the protocol's notation.
    ///
    /// # Errors
    /// An illegal move.
    pub(super) fn act(&mut self, text: &str) -> Result<(), String> {
        let protocol = self.protocol;
        let played = self.played().map_err(|faults| faults.to_string())?;
        let game = played.game().clone();
        let Some(seat) = played.decision().map(|decision| decision.seat) else {
            return Err(format!("`{text}` comes after the end of the match"));
        };
        let Some(action) = game.protocol_action(protocol, played.state(), seat, played.legal(), text) else {
            return Err(format!("`{text}` is not a legal move for {}", game.seat_name(seat)));
        };
        played.act(&action).map_err(|error| error.to_string())?;
        Ok(())
    }

    /// Undoes moves.
    ///
    /// # Errors
    /// There are too few moves.
    pub(super) fn undo(&mut self) -> Result<(), String> {
        let played = self.played().map_err(|faults| faults.to_string())?;
        match played.steps().is_empty() {
            true => Err("cannot undo".to_owned()),
            false => played.undo(1).map(drop).map_err(|fault| fault.to_string()),
        }
    }

    /// The robot's move for the seat to move; `None` where the match is over. If the robot is stopped before it has a
    /// move, or thinks without a limit, the search that fits the game decides.
    ///
    /// # Errors
    /// Rules or a robot that fail.
    pub(super) fn think(
        &mut self,
        input: &Input,
        thinking: Thinking,
        is_endless: bool,
    ) -> Result<Option<Found>, String> {
        input.begin();
        let found = self.find(input, thinking, is_endless);
        input.end();
        found
    }

    fn find(&mut self, input: &Input, thinking: Thinking, is_endless: bool) -> Result<Option<Found>, String> {
        self.played().map_err(|faults| faults.to_string())?;
        let text = self.robot_text(&self.given);
        let Some(played) = &mut self.played else { return Ok(None) };
        let Some(seat) = played.decision().map(|decision| decision.seat) else { return Ok(None) };
        if !is_endless {
            let kept = self.player.take().filter(|(of, _)| *of == seat);
            let kept = match kept {
                Some((_, mut player)) => {
                    player.begin(seat, SEED).map_err(|faults| faults.to_string())?.then_some(player)
                }
                None => None,
            };
            let mut player = match kept {
                Some(player) => player,
                None => {
                    let seated = self.robots.seat(played.game(), seat, &text, SEED);
                    seated.map_err(|faults| faults.to_string())?
                }
            };
            see(player.as_mut(), seat, played).map_err(|fault| fault.to_string())?;
            input.stops(player.stop_handle());
            let choice = ask(played, player.as_mut(), thinking);
            let report = player.thought(played.legal());
            self.player = Some((seat, player));
            match choice {
                Ok(choice) => return Ok(Some(Found { action: choice.action, report })),
                Err(fault) if !fault.is_stop() => complain(&fault.to_string()),
                Err(_) => {}
            }
        }
        // The request that has stopped the robot is repeated, and would stop the loading of the rules.
        input.release();
        let mut analyst = Analyst::new(played.game().clone(), SEED).map_err(|faults| faults.to_string())?;
        let is_hasty = !is_endless || input.is_stopped();
        if !is_hasty {
            input.stops(Some(analyst.stop_handle()));
        }
        let view = played.view(Some(seat));
        let thinking = if is_hasty { IN_HASTE } else { thinking };
        let report = match analyst.analyse(&view, played.legal(), thinking) {
            Ok(report) => report,
            // On a busy machine the time may be over before anything was looked at.
            Err(_) if is_hasty => {
                let first = played.legal().iter(played.game()).next();
                return Ok(first.map(|action| Found { action, report: None }));
            }
            Err(error) => return Err(error.to_string()),
        };
        let best = report.actions.first().map(|judged| judged.action.clone());
        Ok(best.map(|action| Found { action, report: Some(report) }))
    }

    /// The game of the match under way.
    pub(super) fn game(&mut self) -> Result<Arc<Game>, Faults> {
        Ok(self.played()?.game().clone())
    }

    /// The seat that is to act.
    pub(super) fn due(&mut self) -> Option<Seat> {
        self.played().ok()?.decision().map(|decision| decision.seat)
    }

    /// A line of moves in the protocol's notation, up to the first that has no form or isn't legal.
    pub(super) fn texts(&mut self, line: &[Action]) -> Vec<String> {
        let protocol = self.protocol;
        let Ok(played) = self.played() else { return Vec::new() };
        let (game, mut texts, mut taken) = (played.game().clone(), Vec::new(), 0);
        for action in line {
            let Some(decision) = played.decision() else { break };
            let Some(text) = game.protocol_text(protocol, played.state(), decision.seat, action) else { break };
            if played.act(action).is_err() {
                break;
            }
            taken += 1;
            texts.push(text);
        }
        if played.undo(taken).is_err() {
            self.clear();
        }
        texts
    }
}
