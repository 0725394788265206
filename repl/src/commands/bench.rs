//! `parlour bench`: the speed of random playouts.

use std::sync::Arc;
use std::time::{Duration, Instant};

use parlour_ai::RANDOM;
use parlour_ai::seated::what_ends_matches;
use parlour_engine::chance::Generator;
use parlour_engine::game::{Config, Game};
use parlour_engine::play::Match;
use parlour_engine::rules::{InLuau, Playout, Rules};
use parlour_engine::worlds::WorldCounts;
use serde_json::{Value, json};

use crate::context::Context;
use crate::failure::Failure;
use crate::marks::escape;
use crate::setup::key_value;

/// Plays matches at random on one thread, and says how many in a second of processor time: each variant, with its usual
/// options and number of seats unless others are set.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The games; without any, all of them.
    #[arg(value_name = "GAME")]
    games: Vec<String>,
    /// Only this variant.
    #[arg(long, value_name = "V")]
    variant: Option<String>,
    /// Sets an option of the games, such as `players=5`; may be given again.
    #[arg(long, value_name = "KEY=VALUE", value_parser = key_value)]
    set: Vec<(String, String)>,
    /// How long each variant is played.
    #[arg(long, value_name = "S", default_value_t = 1.0, allow_negative_numbers = true, value_parser = crate::arguments::number)]
    seconds: f64,
    /// How actions are chosen: first the verb and then one of its actions (`by-verb`), or every action equally likely
    /// (`uniform`).
    #[arg(long, value_name = "POLICY", value_enum, default_value_t = Policy::ByVerb)]
    policy: Policy,
    /// Draws worlds instead, as searches imagine them, in positions of matches at random: microseconds of processor time
    /// for each, and the part that had to be drawn again. Only games that hide something.
    #[arg(long)]
    worlds: bool,
    /// Writes JSON.
    #[arg(long)]
    json: bool,
}

/// How the playouts choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Policy {
    ByVerb,
    Uniform,
}

impl Policy {
    fn playout(self) -> Playout {
        match self {
            Self::ByVerb => Playout::ByVerb,
            Self::Uniform => Playout::ByAction,
        }
    }
}

/// Maximum time for a variant.
const MAX_TIME: Duration = Duration::from_millis(crate::arguments::MAX_TIME);

/// Ply limit of a match; a longer one is taken for endless.
const LONGEST_PLAYOUT: u64 = 100_000;

/// Plies in one call of the rules, which has a time limit.
const PLIES_AT_ONCE: u32 = 1_000;

/// The measurement of a variant.
struct Measured {
    game: String,
    variant: Option<String>,
    seats: usize,
    playouts: u64,
    plies: u64,
    time: Duration,
    /// Parts of its scripts that aren't compiled.
    in_luau: Vec<InLuau>,
}

impl Args {
    pub(crate) fn run(&self, context: &Context) -> Result<u8, Failure> {
        let time = Duration::try_from_secs_f64(self.seconds)
            .ok()
            .filter(|time| !time.is_zero() && *time <= MAX_TIME)
            .ok_or_else(|| {
            Failure::Input(format!("--seconds {}: expected a number of seconds above 0, up to a day", self.seconds))
        })?;
        let names = if self.games.is_empty() { context.library.names() } else { self.games.clone() };
        // Errors are found before anything is measured.
        let games = names.iter().map(|name| self.configured(context, name)).collect::<Result<Vec<_>, _>>()?.concat();
        let screen = &context.screen;
        if self.worlds {
            return self.run_worlds(context, &games, time);
        }
        if !self.json {
            let head = format!(
                "{:16} {:10} {:>5} {:>12} {:>12} {:>12}",
                "game", "variant", "seats", "playouts/s", "plies/s", "plies"
            );
            screen.show(&format!("[bold]{head}[/]"))?;
        }
        let mut all = Vec::new();
        for game in games {
            let measured = measure(&game, time, self.policy.playout())?;
            if !self.json {
                screen.show(&escape(&measured.line()))?;
                for each in &measured.in_luau {
                    screen.show(&format!("[dim]  {}[/]", escape(&each.to_string())))?;
                }
            }
            all.push(measured.to_json());
        }
        if self.json {
            screen.json(&json!({ "packs": all }))?;
        }
        Ok(0)
    }

    fn run_worlds(&self, context: &Context, games: &[Arc<Game>], time: Duration) -> Result<u8, Failure> {
        let screen = &context.screen;
        if !self.json {
            let head = format!(
                "{:16} {:10} {:>5} {:>10} {:>10} {:>10} {:>9}",
                "game", "variant", "seats", "worlds", "us/world", "us/view", "rejected"
            );
            screen.show(&format!("[bold]{head}[/]"))?;
        }
        let mut all = Vec::new();
        for game in games.iter().filter(|game| game.has_secrets()) {
            let drawn = draw_worlds(game, time)?;
            if !self.json {
                screen.show(&escape(&drawn.line(game)))?;
            }
            all.push(drawn.to_json(game));
        }
        if self.json {
            screen.json(&json!({ "worlds": all }))?;
        }
        Ok(0)
    }

    /// The measured variants of a game.
    fn configured(&self, context: &Context, name: &str) -> Result<Vec<Arc<Game>>, Failure> {
        let pack = context.library.load(&context.game(name)?)?;
        let variants = match &self.variant {
            Some(variant) => vec![Some(variant.clone())],
            None => pack.variant_choices(),
        };
        let config = |variant| Config { variant, set: self.set.clone(), ..Config::default() };
        variants.into_iter().map(|variant| Ok(pack.configure(&config(variant))?)).collect()
    }
}

/// CPU time of this thread; wall-clock time if it isn't available.
fn processor_time() -> Duration {
    #[cfg(unix)]
    if let Ok(time) = nix::time::clock_gettime(nix::time::ClockId::CLOCK_THREAD_CPUTIME_ID) {
        return time.into();
    }
    static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

/// Plays for a time, and at least one match.
fn measure(game: &Arc<Game>, time: Duration, choice: Playout) -> Result<Measured, Failure> {
    let mut host = Rules::new(game.clone())?;
    // Waits for the compilation of scripts.
    host.in_luau();
    let mut policy = Generator::from_seed(1);
    let mut events = Vec::new();
    let mut play = |seed: u64| -> Result<u64, Failure> {
        events.clear();
        let mut state = host.start(seed, &mut events)?;
        let mut plies = 0;
        while !state.is_over() {
            if plies >= LONGEST_PLAYOUT {
                let name = game.name();
                let message = format!(
                    "{name}: a match at random has no ending after {plies} actions; {}",
                    what_ends_matches(game.ply_limit())
                );
                return Err(Failure::Input(message));
            }
            plies += u64::from(host.playout(&mut state, &mut policy, choice, PLIES_AT_ONCE)?);
        }
        Ok(plies)
    };
    // The first match loads everything that is loaded lazily.
    play(0)?;
    let (mut playouts, mut plies) = (0, 0);
    let (started, until) = (processor_time(), Instant::now() + time);
    while playouts == 0 || Instant::now() < until {
        playouts += 1;
        plies += play(playouts)?;
    }
    let time = processor_time().saturating_sub(started);
    let variant = game.variant().map(str::to_owned);
    let in_luau = host.in_luau();
    Ok(Measured { game: game.name().to_owned(), variant, seats: game.seat_count(), playouts, plies, time, in_luau })
}

/// Actions between two positions in which worlds are drawn.
const APART: usize = 4;

/// Worlds drawn in a position.
const WORLDS: u32 = 20;

/// The measurement of a game's worlds.
#[derive(Debug, Default)]
struct Drawn {
    /// Worlds that are consistent with what the seat knows.
    worlds: u64,
    counts: WorldCounts,
    positions: u64,
    /// Time for draws.
    time: Duration,
    /// Time for what is prepared once for a position.
    preparing: Duration,
}

/// Draws worlds for a time, in at least one position, for the seats to act in matches at random.
fn draw_worlds(game: &Arc<Game>, time: Duration) -> Result<Drawn, Failure> {
    let mut out = Drawn::default();
    let (mut generator, until) = (Generator::from_seed(1), Instant::now() + time);
    for seed in 1.. {
        let mut played = Match::new(game.clone(), seed, vec![RANDOM.to_owned(); game.seat_count()])?;
        while let Some(due) = played.decision() {
            if out.positions > 0 && Instant::now() >= until {
                return Ok(out);
            }
            if played.steps().len() % APART == APART / 2 {
                let view = played.view(Some(due.seat));
                let begun = processor_time();
                let worlds = played.host().worlds(&view)?;
                let prepared = processor_time();
                for _ in 0..WORLDS {
                    played.host().draw(&worlds, &mut generator)?;
                }
                out.time += processor_time().saturating_sub(prepared);
                out.preparing += prepared.saturating_sub(begun);
                out.counts += worlds.counts();
                out.worlds += u64::from(WORLDS);
                out.positions += 1;
            }
            let n = generator.below(played.legal().len() as u32) as usize;
            let action = played.legal().get(game, n);
            played.act(&action).map_err(|error| Failure::Input(format!("{}: {error}", game.name())))?;
        }
    }
    Ok(out)
}

impl Drawn {
    fn us_per_world(&self) -> f64 {
        self.time.as_secs_f64() * 1e6 / self.worlds.max(1) as f64
    }

    fn us_per_view(&self) -> f64 {
        self.preparing.as_secs_f64() * 1e6 / self.positions.max(1) as f64
    }

    /// The part of the draws that was rejected.
    fn rejected(&self) -> f64 {
        self.counts.rejected as f64 / self.counts.drawn.max(1) as f64
    }

    fn line(&self, game: &Game) -> String {
        format!(
            "{:16} {:10} {:>5} {:>10} {:>10.1} {:>10.1} {:>8.1}%",
            game.name(),
            game.variant().unwrap_or("-"),
            game.seat_count(),
            self.worlds,
            self.us_per_world(),
            self.us_per_view(),
            100.0 * self.rejected(),
        )
    }

    fn to_json(&self, game: &Game) -> Value {
        let round = |x: f64| (x * 100.0).round() / 100.0;
        json!({
            "game": game.name(),
            "variant": game.variant(),
            "seats": game.seat_count(),
            "worlds": self.worlds,
            "us_per_world": round(self.us_per_world()),
            "us_per_view": round(self.us_per_view()),
            "rejected": (self.rejected() * 1e4).round() / 1e4,
        })
    }
}

impl Measured {
    fn per_second(&self, n: u64) -> f64 {
        n as f64 / self.time.max(Duration::from_nanos(1)).as_secs_f64()
    }

    fn mean_plies(&self) -> f64 {
        self.plies as f64 / self.playouts as f64
    }

    fn line(&self) -> String {
        format!(
            "{:16} {:10} {:>5} {:>12.0} {:>12.0} {:>12.1}",
            self.game,
            self.variant.as_deref().unwrap_or("-"),
            self.seats,
            self.per_second(self.playouts),
            self.per_second(self.plies),
            self.mean_plies(),
        )
    }

    fn to_json(&self) -> Value {
        let round = |x: f64| (x * 100.0).round() / 100.0;
        json!({
            "game": self.game,
            "variant": self.variant,
            "seats": self.seats,
            "playouts_per_s": round(self.per_second(self.playouts)),
            "plies_per_s": round(self.per_second(self.plies)),
            "mean_plies": round(self.mean_plies()),
            "in_luau": self.in_luau,
        })
    }
}
