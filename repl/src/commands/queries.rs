//! `parlour analyse --lines`: analysis as a service, with queries as JSON objects, one per line, several at a time.

use std::collections::{HashMap, HashSet, VecDeque};
use std::io::{BufRead, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use parlour_ai::seated::{ask, see};
use parlour_ai::{Analyst, HUMAN, Player, Report, RobotLibrary, Thinking};
use parlour_engine::Words;
use parlour_engine::diagnostic::SourceFile;
use parlour_engine::game::Config;
use parlour_engine::pack::Pack;
use parlour_engine::play::Match;
use parlour_engine::scenario::Scenario;
use parlour_engine::script::StopHandle;
use parlour_table::seats;
use serde_json::{Map, Value, json};

use super::analyse::to_json;
use crate::arguments::{MAX_NODES, MAX_TIME};
use crate::failure::Failure;

/// Maximum length of a line, in bytes.
const LONGEST: usize = 1 << 20;
/// Maximum number of queued queries; after that reading blocks.
const MAX_WAITING: usize = 10_000;

/// The configuration of the service.
pub(super) struct Queries {
    pub(super) pack: Arc<Pack>,
    pub(super) config: Config,
    pub(super) robots: RobotLibrary,
    /// The robot.
    pub(super) robot: String,
    /// The default thinking budget of a query.
    pub(super) thinking: Thinking,
    pub(super) seed: u64,
    /// The number of parallel queries.
    pub(super) jobs: usize,
}

/// A query about a position.
struct Query {
    id: Value,
    asked: Map<String, Value>,
}

/// State shared by the threads.
#[derive(Default)]
struct Desk {
    waiting: VecDeque<Query>,
    has_ended: bool,
    /// Stop handles of running queries, by their ids as text.
    running: HashMap<String, Vec<StopHandle>>,
    /// The ids of running queries that were cancelled.
    cancelled: HashSet<String>,
}

#[derive(Default)]
struct Shared {
    desk: Mutex<Desk>,
    changed: Condvar,
}

impl Shared {
    fn desk(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the next query; `None` at the end of input.
    fn take(&self) -> Option<Query> {
        let mut desk = self.desk();
        loop {
            if let Some(query) = desk.waiting.pop_front() {
                desk.running.insert(query.id.to_string(), Vec::new());
                self.changed.notify_all();
                return Some(query);
            }
            if desk.has_ended {
                return None;
            }
            desk = self.changed.wait(desk).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Registers the stop handle of a running query.
    fn stops(&self, id: &str, handle: Option<StopHandle>) {
        let mut desk = self.desk();
        if let Some(handle) = handle {
            if desk.cancelled.contains(id) {
                handle.stop();
            }
            desk.running.entry(id.to_owned()).or_default().push(handle);
        }
    }

    /// True if the query was cancelled.
    fn is_cancelled(&self, id: &str) -> bool {
        self.desk().cancelled.contains(id)
    }

    fn done(&self, id: &str) {
        let mut desk = self.desk();
        desk.running.remove(id);
        desk.cancelled.remove(id);
    }

    /// Cancels a query. A queued one is answered at once.
    fn cancel(&self, id: &Value) -> Option<Value> {
        let mut desk = self.desk();
        let key = id.to_string();
        if let Some(at) = desk.waiting.iter().position(|query| query.id == *id) {
            desk.waiting.remove(at);
            return Some(failed(id, CANCELLED));
        }
        match desk.running.get(&key) {
            Some(handles) => {
                handles.iter().for_each(StopHandle::stop);
                desk.cancelled.insert(key);
                None
            }
            None => Some(failed(id, "no such query waits or is being answered")),
        }
    }
}

const CANCELLED: &str = "cancelled";

fn failed(id: &Value, why: &str) -> Value {
    json!({ "id": id, "error": why })
}

fn say(value: &Value) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{value}")?;
    out.flush()?;
    Ok(())
}

impl Queries {
    /// Serves queries from standard input until all are answered.
    pub(super) fn serve(self) -> Result<u8, Failure> {
        let shared = Shared::default();
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..self.jobs.max(1)).map(|_| scope.spawn(|| self.work(&shared))).collect();
            let read = read(&shared);
            shared.desk().has_ended = true;
            shared.changed.notify_all();
            for worker in workers {
                worker.join().map_err(|_| Failure::Input("a thread has failed".to_owned()))??;
            }
            read
        })?;
        Ok(0)
    }

    fn work(&self, shared: &Shared) -> Result<(), Failure> {
        while let Some(query) = shared.take() {
            let key = query.id.to_string();
            let answer = self.answer(shared, &key, &query.asked);
            let is_cancelled = shared.is_cancelled(&key);
            shared.done(&key);
            let answer = match answer {
                _ if is_cancelled => failed(&query.id, CANCELLED),
                Ok(mut answer) => {
                    answer["id"] = query.id;
                    answer
                }
                Err(why) => failed(&query.id, &why),
            };
            say(&answer)?;
        }
        Ok(())
    }

    fn answer(&self, shared: &Shared, key: &str, asked: &Map<String, Value>) -> Result<Value, String> {
        const KNOWN: [&str; 6] = ["id", "actions", "scenario", "seat", "nodes", "time_ms"];
        if let Some(other) = asked.keys().find(|key| !KNOWN.contains(&key.as_str())) {
            return Err(format!("there is no key `{other}`; expected {}", KNOWN.join(", ")));
        }
        let thinking = self.thinking(asked)?;
        let mut played = self.begin(asked.get("scenario"))?;
        let actions = match asked.get("actions") {
            None | Some(Value::Null) => &Vec::new(),
            Some(Value::Array(actions)) => actions,
            Some(_) => return Err("`actions` must be a list of texts".to_owned()),
        };
        for (n, action) in actions.iter().enumerate() {
            let text = action.as_str().ok_or("`actions` must be a list of texts")?;
            let taken = played
                .parse(text)
                .map_err(|error| error.to_string())
                .and_then(|action| played.act(&action).map(drop).map_err(|error| error.to_string()));
            taken.map_err(|why| format!("action {} (`{text}`): {why}", n + 1))?;
        }
        let game = played.game().clone();
        let Some(seat) = played.decision().map(|decision| decision.seat) else {
            return Err("the match is over".to_owned());
        };
        let name = game.seat_name(seat).to_owned();
        match asked.get("seat") {
            None | Some(Value::Null) => {}
            Some(Value::String(of)) if *of == name => {}
            Some(of) => return Err(format!("{of} is not to act, {name} is")),
        }
        let robot = seats::settled(&self.robot, &self.pack, &self.robots, seat.index());
        let seated = self.robots.seat(&game, seat, &seats::without_budget(&robot), self.seed);
        let mut player: Box<dyn Player> = seated.map_err(|faults| faults.to_string())?;
        player.judge_each();
        see(player.as_mut(), seat, &played).map_err(|fault| fault.to_string())?;
        shared.stops(key, player.stop_handle());
        let choice = ask(&mut played, player.as_mut(), thinking);
        let report: Option<Report> = player.thought(played.legal());
        let report = match report {
            Some(report) => report,
            None if shared.is_cancelled(key) => return Err(CANCELLED.to_owned()),
            None => {
                let mut analyst = Analyst::new(game.clone(), self.seed).map_err(|faults| faults.to_string())?;
                shared.stops(key, Some(analyst.stop_handle()));
                let view = played.view(Some(seat));
                analyst.analyse(&view, played.legal(), thinking).map_err(|error| error.to_string())?
            }
        };
        let mut answer = to_json(&game, &name, &report);
        answer["robot"] = match choice {
            Ok(choice) => json!({ "name": robot, "action": game.action_text(&choice.action), "reason": choice.reason }),
            Err(fault) => json!({ "name": robot, "error": fault.to_string() }),
        };
        Ok(answer)
    }

    fn thinking(&self, asked: &Map<String, Value>) -> Result<Thinking, String> {
        let number = |key: &str, most: u64| match asked.get(key) {
            None | Some(Value::Null) => Ok(None),
            Some(value) => match value.as_u64().filter(|n| (1..=most).contains(n)) {
                Some(n) => Ok(Some(n)),
                None => Err(format!("`{key}` must be a whole number from 1 to {most}")),
            },
        };
        match (number("nodes", MAX_NODES)?, number("time_ms", MAX_TIME)?) {
            (Some(_), Some(_)) => Err("expected `nodes` or `time_ms`, not both".to_owned()),
            (Some(nodes), None) => Ok(Thinking { nodes: Some(nodes), ..Thinking::REPRODUCIBLE }),
            (None, Some(ms)) => Ok(Thinking { time: Duration::from_millis(ms), nodes: None }),
            (None, None) => Ok(self.thinking),
        }
    }

    /// A match at its start, or in a scenario: a table in the format of scenario files, or a position on one line.
    fn begin(&self, scenario: Option<&Value>) -> Result<Match, String> {
        let mut config = self.config.clone();
        let scenario = match scenario {
            None | Some(Value::Null) => None,
            Some(Value::String(text)) => Some(
                parlour_engine::scenario_of_notation(text, &self.pack, &config).map_err(|faults| faults.to_string())?,
            ),
            Some(Value::Object(table)) => {
                let mut table = table.clone();
                table.entry("game").or_insert_with(|| json!(self.pack.name));
                let text = toml::to_string(&table).map_err(|error| format!("`scenario`: {error}"))?;
                let file = SourceFile::new("scenario", text);
                Some(Scenario::read(file, &self.pack).map_err(|faults| faults.to_string())?)
            }
            Some(_) => return Err("`scenario` must be an object, or a position as text".to_owned()),
        };
        if let Some(scenario) = scenario.map(Arc::new) {
            let own = scenario.config();
            let mut set = own.set;
            set.append(&mut config.set);
            let variant = config.variant.or(own.variant);
            config = Config { variant, seats: config.seats.or(own.seats), set, scenario: Some(scenario) };
        }
        let game = self.pack.configure(&config).map_err(|faults| faults.to_string())?;
        let players = vec![HUMAN.to_owned(); game.seat_count()];
        Match::new(game, self.seed, players).map_err(|faults| faults.to_string())
    }
}

fn read(shared: &Shared) -> Result<(), Failure> {
    let mut input = std::io::stdin().lock();
    loop {
        let mut line = Vec::new();
        let count = std::io::Read::take(&mut input, LONGEST as u64 + 1).read_until(b'\n', &mut line)?;
        if count == 0 {
            return Ok(());
        }
        if line.len() > LONGEST {
            input.skip_until(b'\n')?;
            say(&failed(&Value::Null, &format!("a line is longer than {LONGEST} bytes")))?;
            continue;
        }
        if line.trim_ascii().is_empty() {
            continue;
        }
        let asked = match serde_json::from_slice(&line) {
            Ok(Value::Object(asked)) => asked,
            Ok(_) => {
                say(&failed(&Value::Null, "expected an object, as in {\"id\":1,\"actions\":[]}"))?;
                continue;
            }
            Err(error) => {
                say(&failed(&Value::Null, &format!("expected one JSON object a line ({error})")))?;
                continue;
            }
        };
        let Some(id) = asked.get("id").filter(|id| id.is_string() || id.is_number()).cloned() else {
            say(&failed(&Value::Null, "`id` is missing: a number or a text"))?;
            continue;
        };
        if asked.get("cancel") == Some(&Value::Bool(true)) {
            if let Some(answer) = shared.cancel(&id) {
                say(&answer)?;
            }
            continue;
        }
        let mut desk = shared.desk();
        while desk.waiting.len() >= MAX_WAITING {
            desk = shared.changed.wait(desk).unwrap_or_else(PoisonError::into_inner);
        }
        if desk.running.contains_key(&id.to_string()) || desk.waiting.iter().any(|query| query.id == id) {
            drop(desk);
            say(&failed(&id, "a query with this id waits or is being answered"))?;
            continue;
        }
        desk.waiting.push_back(Query { id, asked });
        shared.changed.notify_all();
    }
}
