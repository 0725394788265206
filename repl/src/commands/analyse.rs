//! `parlour analyse`: analysis of a position by a search.

use std::path::Path;
use std::time::Duration;

use parlour_ai::seated::Thought;
use parlour_ai::{RANDOM, Report, Thinking};
use parlour_engine::game::{Config, Game};
use parlour_engine::ids::Seat;
use parlour_engine::{Action, Words};
use parlour_table::{Error, Seed, Table, Viewer, seats};
use serde_json::{Value, json};

use super::queries::Queries;
use crate::answers::ending::actions;
use crate::answers::looking::{self, numbered};
use crate::answers::thoughts;
use crate::arguments::{MAX_NODES, MAX_TIME, up_to};
use crate::context::Context;
use crate::failure::Failure;
use crate::interrupt::{self, Watch};
use crate::marks::escape;
use crate::setup::{Default, SetupArgs};

/// The default search time.
const THOUGHT: Duration = Duration::from_secs(3);
/// Shows what a search thinks of each action of a moment, by what the seat that is to act knows.
///
/// The best robot of the game, whom `hint` asks, gives the values of its own search; where it has none, the search that fits
/// the game does: alpha-beta with a depth, whole turns where the rules say what a position is worth, or a tree of
/// simulations. For each action it gives the odds of winning, the lead in scores of pieces where the
/// game has them, how often it was tried, and the line that is expected.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The game, or a saved match: its file, or the name under which it was saved.
    game: String,
    /// Which match of a file with several, from 1.
    number: Option<usize>,
    #[command(flatten)]
    setup: SetupArgs,
    /// Of a saved match, the moment after so many actions.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = crate::arguments::whole::<usize>)]
    step: Option<usize>,
    /// Asks this robot, or a level, instead of the best robot of the game.
    #[arg(long, value_name = "ROBOT")]
    robot: Option<String>,
    /// How many nodes the search may visit; then the same is found again.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = up_to::<u64, MAX_NODES>)]
    nodes: Option<u64>,
    /// How many milliseconds it may think [default: 3000].
    #[arg(long, value_name = "MS", conflicts_with = "nodes", allow_negative_numbers = true, value_parser = up_to::<u64, MAX_TIME>)]
    time: Option<u64>,
    /// Writes JSON.
    #[arg(long)]
    json: bool,
    /// Answers queries from standard input, one JSON object a line: `{"id":1,"actions":["e2-e4"],"nodes":1000}`. A query may
    /// have a `scenario`, say `time_ms` instead of `nodes`, and is cancelled by `{"id":1,"cancel":true}`.
    #[arg(long, conflicts_with_all = ["json", "step", "number"])]
    lines: bool,
    /// How many queries are answered at once [default: as many as there are processors].
    #[arg(long, value_name = "N", requires = "lines", allow_negative_numbers = true, value_parser = up_to::<usize, 1024>)]
    jobs: Option<usize>,
}

impl Args {
    pub(crate) fn run(&self, context: &Context) -> Result<u8, Failure> {
        if self.lines {
            return self.queries(context)?.serve();
        }
        let (mut table, step) = self.moment(context)?;
        // For a match in progress the analysis is limited to its person's knowledge.
        let looker = match step {
            Some(_) => table.reader(),
            None => Viewer::of_seat(table.due()).asking_for_all(true),
        };
        let mut past = table.past(looker);
        past.go(step.unwrap_or(usize::MAX))?;
        let game = past.game().clone();
        let due = past.own_turn().map_err(|error| match error {
            Error::Over => {
                Failure::Input("analyse: the match is over; `--step N` shows the moment after N actions".to_owned())
            }
            Error::NotYourTurn { seat } => Failure::Input(format!(
                "analyse: the match is not over, and what {seat} could do then is hidden; `--step N` shows another moment"
            )),
            other => other.into(),
        })?;
        let thinking = match (self.nodes, self.time) {
            (Some(nodes), _) => Thinking { time: THOUGHT, nodes: Some(nodes) },
            (None, time) => Thinking { time: time.map_or(THOUGHT, Duration::from_millis), nodes: None },
        };
        let robot = match &self.robot {
            Some(named) => seats::settled(named, game.pack(), &context.robots, due.index()),
            None => seats::best(game.pack(), &context.robots, due.index()),
        };
        // The budget of the table is given here; the robot searches as for a hint, unless a budget is given.
        let is_given = self.nodes.is_some() || self.time.is_some();
        let asked = if is_given { seats::without_budget(&robot) } else { robot.clone() };
        let choice = Choice::of(&game, past.thought(&context.robots, &asked, thinking)?);
        let choice = match (choice, &self.robot) {
            (Err(fault), Some(_)) => return Err(fault),
            (choice, _) => choice.ok(),
        };
        interrupt::install();
        let mut judge = past.judging_adviser(&context.robots, &seats::without_budget(&robot))?;
        let watch = Watch::begin();
        watch.stops(judge.stop_handle());
        let own = past.advice(&mut judge, thinking)?.report;
        let is_stopped = watch.is_pressed();
        drop(watch);
        let (report, is_stopped) = match own {
            Some(report) => (report, is_stopped),
            None if is_stopped => return Err(Failure::Input("stopped".to_owned())),
            None => {
                let mut analyst = past.analyst()?;
                thoughts::stoppable(&mut analyst, |analyst| past.analyse(analyst, thinking))?
            }
        };
        let status = if is_stopped { interrupt::status() } else { 0 };
        let seat = game.seat_name(due);
        if self.json {
            let mut value = to_json(&game, seat, &report);
            if let Some(choice) = &choice {
                let search = choice.report.as_ref().map(|report| to_json(&game, seat, report));
                value["robot"] =
                    json!({ "name": robot, "action": choice.action, "reason": choice.reason, "search": search });
            }
            context.screen.json(&value)?;
            return Ok(status);
        }
        context.screen.show(&format!("[bold]{} is to act.[/]", escape(seat)))?;
        let shown = thoughts::table(&game, &report, context.screen.widest(), &mut |line| past.told_line(line));
        context.screen.show(&shown)?;
        if let Some(Choice { taken, reason, printed, .. }) = &choice {
            let told = past.told_line(std::slice::from_ref(taken)).concat();
            let reason = reason.as_ref().map_or_else(String::new, |reason| format!(": {reason}"));
            printed.iter().try_for_each(|line| context.screen.show(&format!("[dim]{robot}: {}[/]", escape(line))))?;
            context.screen.show(&escape(&format!("{robot} would choose {told}{reason}")))?;
        }
        Ok(status)
    }

    /// The service that answers queries.
    fn queries(&self, context: &Context) -> Result<Queries, Failure> {
        let setup = &self.setup;
        let given = [
            ("--seats", setup.seats.is_some()),
            ("--scenario", setup.scenario.is_some()),
            ("--script", setup.script.is_some()),
        ];
        if let Some((option, _)) = given.into_iter().find(|(_, is_given)| *is_given) {
            return Err(Failure::Input(format!("{option}: with `--lines` each query says where it begins")));
        }
        let pack = context.library.load(&context.game(&self.game)?)?;
        let config = Config { variant: setup.variant.clone(), set: setup.set.clone(), ..Config::default() };
        pack.configure(&config)?;
        let robot = match &self.robot {
            Some(named) => named.clone(),
            None => seats::best(&pack, &context.robots, 0),
        };
        let time = self.time.map_or(THOUGHT, Duration::from_millis);
        let jobs = self.jobs.or_else(|| Some(std::thread::available_parallelism().ok()?.get()));
        Ok(Queries {
            pack,
            config,
            robots: context.robots.clone(),
            robot,
            thinking: Thinking { time, nodes: self.nodes },
            seed: setup.seed.unwrap_or(1),
            jobs: jobs.unwrap_or(1),
        })
    }

    /// The match, and for a saved one the moment in question.
    fn moment(&self, context: &Context) -> Result<(Table, Option<usize>), Failure> {
        let is_game = context.library.has(&self.game);
        // A save's whole name takes precedence over a prefix of a game's name.
        let is_saved = || context.saves.names().contains(&self.game) || context.game(&self.game).is_err();
        let is_file = Path::new(&self.game).is_file() || (!is_game && is_saved());
        if is_file {
            let table = looking::load(context, &numbered(&self.game, self.number))?;
            let all = table.step_count();
            if let Some(step) = self.step.filter(|&step| step > all) {
                return Err(Failure::Input(format!("--step {step}: the match has {}", actions(all))));
            }
            return Ok((table, Some(self.step.unwrap_or(all))));
        }
        let only_saved = [("--step", self.step), ("a number", self.number)];
        if let Some((what, _)) = only_saved.into_iter().find(|(_, given)| given.is_some()) {
            return Err(Failure::Input(format!("{what}: it is for saved matches")));
        }
        let setup = self.setup.settle(context, &self.game, Default::Random)?;
        if self.setup.seed.is_none() && !setup.game.is_open() {
            context.screen.say(&format!("Seed {}.", setup.seed));
        }
        let players = vec![RANDOM.to_owned(); setup.game.seat_count()];
        let mut table = Table::begin(setup.game, players, Seed::Chosen(setup.seed), &context.robots)?;
        if let Some(mut script) = setup.script {
            // A line that remains when the match is over is refused as an action.
            let first = Seat::from_index(0);
            while let Some(action) = script.next(|text| table.parse(table.due().unwrap_or(first), text))? {
                let seat = table.due().unwrap_or(first);
                table.take(seat, &action).map_err(|error| script.refusal(error))?;
            }
        }
        Ok((table, None))
    }
}

/// A robot's choice, with its reason and its search report.
struct Choice {
    action: String,
    taken: Action,
    reason: Option<String>,
    report: Option<Report>,
    printed: Vec<String>,
}

impl Choice {
    fn of(game: &Game, thought: Thought) -> Result<Self, Failure> {
        let choice = thought.choice.map_err(|fault| Failure::Input(fault.to_string()))?;
        let action = game.action_text(&choice.action);
        Ok(Self {
            action,
            taken: choice.action,
            reason: choice.reason,
            report: thought.report,
            printed: thought.printed,
        })
    }
}

/// A report as JSON.
pub(crate) fn to_json(game: &Game, seat: &str, report: &Report) -> Value {
    let seconds = report.took.as_secs_f64().max(1e-9);
    let actions: Vec<Value> = report
        .actions
        .iter()
        .map(|judged| {
            let line: Vec<String> = judged.line.iter().map(|action| game.action_text(action)).collect();
            json!({
                "action": game.action_text(&judged.action),
                "value": rounded(judged.value),
                "lead": judged.lead,
                "bound": judged.is_bound,
                "ends_in": judged.ends_in,
                "visits": judged.visits,
                "line": line,
            })
        })
        .collect();
    json!({
        "game": game.name(),
        "to_act": seat,
        "search": report.search,
        "nodes": report.nodes,
        "depth": report.depth,
        "nodes_per_s": (report.nodes as f64 / seconds).round(),
        "actions": actions,
    })
}

fn rounded(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}
