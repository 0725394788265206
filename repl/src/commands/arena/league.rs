//! `parlour arena --league`: ratings over time, in a file that anybody can replay.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use parlour_ai::HUMAN;
use parlour_ai::arena::{Arena, Entrant, League, LeagueError, Terms};
use parlour_ai::seated::MAX_PLIES;
use parlour_engine::game::Config;
use parlour_table::whole_file::WholeFile;
use parlour_table::{fresh_seed, seats};

use super::table::markdown;
use super::{Args, NODES};
use crate::context::{Context, read_results};
use crate::failure::Failure;
use crate::interrupt::{self, Watch};
use crate::marks::escape;

/// The file of a league that is played; no other process writes to it.
struct LeagueFile {
    path: PathBuf,
    file: File,
}

impl LeagueFile {
    /// Opens or creates the file, which held `length` bytes when it was read, and cuts it to the `whole` ones: a writer that
    /// was killed has left the others.
    fn open(path: &Path, length: u64, whole: u64) -> Result<Self, Failure> {
        let unusable = |error: std::io::Error| Failure::file(path, error);
        WholeFile::open(path)?;
        let file = OpenOptions::new().append(true).create(true).open(path).map_err(unusable)?;
        let is_alone = match file.try_lock() {
            Ok(()) => file.metadata().map_err(unusable)?.len() == length,
            Err(TryLockError::WouldBlock) => false,
            Err(TryLockError::Error(error)) => return Err(unusable(error)),
        };
        if !is_alone {
            return Err(Failure::Input(format!("--out {}: another process plays this league", path.display())));
        }
        file.set_len(whole).map_err(unusable)?;
        Ok(Self { path: path.to_owned(), file })
    }

    fn write(&mut self, lines: &str) -> Result<(), Failure> {
        self.file.write_all(lines.as_bytes()).map_err(|error| Failure::file(&self.path, error))
    }
}

fn read(path: &Path, text: &str) -> Result<League, Failure> {
    League::read(&path.display().to_string(), text).map_err(|error| failure(path, error))
}

fn failure(path: &Path, error: LeagueError) -> Failure {
    match error {
        LeagueError::Faults(faults) => faults.into(),
        LeagueError::Write(error) => Failure::file(path, error),
        other => Failure::Input(other.to_string()),
    }
}

impl Args {
    /// Plays matches of a league, or replays those of a file, and shows the ratings.
    pub(super) fn league(&self, context: &Context) -> Result<u8, Failure> {
        let named = self
            .game
            .as_deref()
            .ok_or_else(|| Failure::Input("--league: name a game, or the file of a league".to_owned()))?;
        if Path::new(named).is_file() {
            return self.replay_league(context, Path::new(named));
        }
        let name = context.game(named)?;
        let path = self.league_path(context, &name)?;
        let is_there = path.try_exists().map_err(|error| Failure::file(&path, error))?;
        let text = if is_there { read_results(&path)? } else { String::new() };
        let earlier = if text.is_empty() { None } else { Some(read(&path, &text)?) };
        let other = |what: &str| {
            let message = format!("the file holds another league: {what} differs; name another file");
            Failure::Input(format!("--out {}: {message}", path.display()))
        };
        if earlier.as_ref().is_some_and(|league| league.terms.game != name) {
            return Err(other("the game"));
        }
        let (arena, listed) = self.league_arena(context, &name, earlier.as_ref())?;
        let (mut league, begun) = match earlier {
            Some(league) => {
                if let Some(what) = league.terms.difference(&Terms::of(&arena)) {
                    return Err(other(what));
                }
                (league, String::new())
            }
            None => League::new(Terms::of(&arena)),
        };
        let known = league.players.len();
        let (entered, joined) = league.enter(&listed, &arena.game, &context.robots)?;
        if entered.len() < 2 {
            let message = "--league: it takes two players; name them with --seats".to_owned();
            return Err(Failure::Input(message));
        }
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut file = LeagueFile::open(&path, text.len() as u64, whole as u64)?;
        file.write(&(begun + &joined))?;
        let screen = &context.screen;
        screen.say(&format!("The league is in {}, with {} matches.", path.display(), league.len()));
        if known > 0 && !joined.is_empty() {
            screen.say("Robots that are new or have changed enter as new players.");
        }
        let watch = Watch::begin();
        let bar = screen.bar_of_games();
        bar.set_length(self.games);
        let mut write = |line: &str| file.file.write_all(line.as_bytes());
        let matches = (entered.as_slice(), self.games);
        let played = league.play(&arena, &context.robots, matches, watch.flag(), &mut write, &mut |done| {
            bar.set_position(done);
        });
        bar.finish_and_clear();
        played.map_err(|error| failure(&path, error))?;
        self.show_league(context, &league)?;
        if watch.is_pressed() {
            screen.say("Stopped. The same command goes on from here.");
            return Ok(interrupt::status());
        }
        Ok(0)
    }

    /// The file: that of `--out`, or one of the user's.
    fn league_path(&self, context: &Context, game: &str) -> Result<PathBuf, Failure> {
        if let Some(path) = &self.out {
            return Ok(path.clone());
        }
        let folder = context.saves.folder().map(|folder| folder.join("leagues")).ok_or_else(|| {
            Failure::Input("--league: there is no folder for data; name a file with --out".to_owned())
        })?;
        std::fs::create_dir_all(&folder).map_err(|error| Failure::file(&folder, error))?;
        Ok(folder.join(format!("{game}.jsonl")))
    }

    /// The configuration of the matches and the players. What isn't given is as in the file.
    fn league_arena(
        &self,
        context: &Context,
        name: &str,
        earlier: Option<&League>,
    ) -> Result<(Arena, Vec<String>), Failure> {
        let pack = context.library.load(name)?;
        let terms = earlier.map(|league| &league.terms);
        let seats = self.table.or(terms.map(Terms::seats));
        let config = Config {
            variant: self.variant.clone().or_else(|| terms?.variant.clone()),
            seats: Some(seats.unwrap_or(pack.seats.min.max(2).min(pack.seats.max))),
            set: terms.filter(|_| self.set.is_empty()).map_or_else(|| self.set.clone(), |terms| terms.options.clone()),
            ..Config::default()
        };
        let game = pack.configure(&config)?;
        if game.is_together() {
            let message = format!("nobody plays against anybody in {}; `parlour arena` shows scores", pack.title);
            return Err(Failure::Input(format!("--league: {message}")));
        }
        let listed: Vec<String> = match (&self.seats, earlier) {
            (Some(list), _) => {
                let named = seats::parse(list)?;
                named.iter().map(|text| seats::settled(text, &pack, &context.robots, 1)).collect()
            }
            // A file must not start programs.
            (None, Some(league)) => {
                let mut names: Vec<String> = Vec::new();
                for player in league.players.iter().filter(|player| !player.is_program()) {
                    if !names.contains(&player.name) {
                        names.push(player.name.clone());
                    }
                }
                names
            }
            (None, None) => context.robots.names(name),
        };
        let has_programs = earlier.is_some_and(|league| league.players.iter().any(Entrant::is_program));
        if has_programs && self.seats.is_none() {
            context.screen.say("Programs of the file take part only if --seats names them.");
        }
        if listed.iter().any(|player| player == HUMAN) {
            return Err(Failure::Input("--seats: nobody can be asked in an arena; name robots only".to_owned()));
        }
        let openings = match terms.filter(|_| self.openings.is_none()).and_then(Terms::plain_openings) {
            Some(openings) => openings,
            None => self.openings(&game, &[], &[], &[])?,
        };
        let is_given = self.time.is_some() || self.nodes != NODES;
        let own = (Duration::from_millis(self.time.unwrap_or(60_000)), self.time.is_none().then_some(self.nodes));
        let (time, nodes) = terms.filter(|_| !is_given).and_then(Terms::budget).unwrap_or(own);
        let most_plies = terms.map(|terms| terms.most_plies).filter(|_| self.ply_limit == MAX_PLIES);
        let arena = Arena {
            openings,
            most_plies: most_plies.unwrap_or(self.ply_limit),
            seed: self.seed.or(terms.map(|terms| terms.seed)).unwrap_or_else(fresh_seed),
            time,
            nodes,
            jobs: self.jobs(),
            ..Arena::new(game, Vec::new())
        };
        Ok((arena, listed))
    }

    fn replay_league(&self, context: &Context, path: &Path) -> Result<u8, Failure> {
        let league = read(path, &read_results(path)?)?;
        let watch = Watch::begin();
        let bar = context.screen.bar_of_games();
        bar.set_length(league.len() as u64);
        let mut count = 0;
        let file = path.display().to_string();
        let replayed = league.replay(&file, &context.library, &mut |done| {
            count = done;
            bar.set_position(done as u64);
            !watch.is_pressed()
        });
        bar.finish_and_clear();
        replayed.map_err(|error| failure(path, error))?;
        context.screen.say(&format!("{count} of {} matches replayed; they come out as recorded.", league.len()));
        self.show_league(context, &league)?;
        Ok(if watch.is_pressed() { interrupt::status() } else { 0 })
    }

    fn show_league(&self, context: &Context, league: &League) -> Result<(), Failure> {
        let screen = &context.screen;
        if self.json {
            return screen.json(&league.to_json());
        }
        let Terms { game, variant, seed, limit, .. } = &league.terms;
        let variant = variant.as_ref().map_or_else(String::new, |variant| format!(" {variant}"));
        screen.show_filled(&escape(&format!(
            "{game}{variant}, seed {seed}, {limit} a move: {} matches, {} of them different",
            league.len(),
            league.distinct_count()
        )))?;
        let number = |x: f64| if x.is_finite() { format!("{x:+.0}") } else { "?".to_owned() };
        let rows: Vec<Vec<String>> = league
            .standings()
            .iter()
            .map(|one| {
                let [low, high] = one.interval.map(number);
                vec![
                    one.name.clone(),
                    number(one.rating),
                    format!("{low} to {high}"),
                    one.rate.map_or_else(|| "?".to_owned(), |rate| format!("{:.0}%", 100.0 * rate)),
                    one.matches.to_string(),
                    one.errors.to_string(),
                ]
            })
            .collect();
        screen.show(escape(&markdown(&["player", "rating", "95%", "points", "matches", "errors"], &rows)).trim_end())
    }
}
