//! `parlour bench`: the speed of random playouts.

use std::sync::Arc;
use std::time::{Duration, Instant};

use parlour_ai::seated::what_ends_matches;
use parlour_engine::chance::Generator;
use parlour_engine::game::{Config, Game};
use parlour_engine::rules::{InLuau, Playout, Rules};
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
