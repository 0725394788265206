//! Packs and robots, with every fault.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use parlour_ai::RANDOM;
use parlour_ai::seated::{Chosen, Director, Fault, Next};
use parlour_ai::{RobotError, SeatedMatch, Thinking};
use parlour_engine::diagnostic::{Code, Diagnostic, Faults, SourceFile, suggest};
use parlour_engine::game::{Config, Game};
use parlour_engine::ids::Seat;
use parlour_engine::pack::spec::OptionKind;
use parlour_engine::pack::{Catalogue, Library, Pack, PackFiles};
use parlour_engine::play::{self, ActError, Match};
use parlour_engine::rules::{InLuau, Rules};
use parlour_engine::scenario::Scenario;
use parlour_table::seats::base_name;
use serde::Serialize;

use crate::answers::editor;
use crate::context::Context;
use crate::excerpt;
use crate::failure::Failure;
use crate::interrupt::Watch;
use crate::marks::escape;

/// Random matches of each variant and number of seats.
const MATCHES: u64 = 5;
/// At one of so many moments `legal` is compared with `allow`.
const MOMENTS: usize = 5;
/// How many actions of a match with robots are played.
const ROBOT_PLIES: usize = 12;
/// And with another size of the board.
const SIZED_PLIES: usize = 1;
/// Robots think little while they are checked.
const BRIEF: Thinking = Thinking { time: Duration::from_secs(10), nodes: Some(200) };
/// No match of a check goes on for longer.
const LONGEST_MATCH: usize = 2_000;
/// Nor do those of a pack take more actions in all.
const MOST_IN_ALL: usize = 20_000;

/// Checks games or folders, all games if none is named, and shows what is wrong; returns the number of faults.
///
/// # Errors
/// A name that is neither a game nor a folder of packs.
pub(crate) fn show(context: &Context, games: &[String]) -> Result<usize, Failure> {
    let mut count = 0;
    let watch = Watch::begin();
    let packs = packs(games, context)?;
    let catalogue = catalogue(context, &packs);
    for (name, files) in packs {
        let checked = check(files, context, &catalogue, &watch);
        if watch.is_pressed() {
            return Err(Failure::Input("stopped".to_owned()));
        }
        report(context, &name, &checked)?;
        count += checked.faults.len();
    }
    Ok(count)
}

/// What is wrong with games or folders, and what is worth knowing.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Checks {
    pub(crate) faults: Vec<Diagnostic>,
    /// The games whose matches were cut short.
    cut: Vec<String>,
    /// What of the scripts is slower than the rest.
    in_luau: Vec<InLuau>,
}

/// Checks games or folders, all games if none is named.
///
/// # Errors
/// A name that is neither a game nor a folder of packs.
pub(crate) fn found(context: &Context, games: &[String]) -> Result<Checks, Failure> {
    let packs = packs(games, context)?;
    let watch = Watch::begin();
    let mut checks = Checks::default();
    let catalogue = catalogue(context, &packs);
    for (name, files) in packs {
        let checked = check(files, context, &catalogue, &watch);
        checks.faults.extend(checked.faults);
        checks.in_luau.extend(checked.in_luau);
        if checked.is_cut {
            checks.cut.push(name);
        }
    }
    Ok(checks)
}

/// Packs by what they were asked for, as far as their files can be read.
type Found = Vec<(String, Result<PackFiles, Diagnostic>)>;

fn packs(games: &[String], context: &Context) -> Result<Found, Failure> {
    let mut library = &context.library;
    let named: Library;
    if games.is_empty() && context.folders.names_rules {
        // Whoever names a folder asks about the games in it.
        named = in_folder(context.folders.rules.as_deref().unwrap_or(Path::new("rules")))?;
        library = &named;
    }
    if games.is_empty() {
        return Ok(library.names().into_iter().map(|name| (name.clone(), library.files(&name))).collect());
    }
    let mut packs = Vec::new();
    for game in games {
        let path = Path::new(game);
        if path.join("game.toml").is_file() {
            packs.push((game.clone(), PackFiles::read(path)));
        } else if path.is_dir() && !library.names().contains(game) {
            let inside = in_folder(path)?;
            packs.extend(inside.names().iter().map(|name| (format!("{game}/{name}"), inside.files(name))));
        } else {
            let name = context.game(game)?;
            packs.push((name.clone(), library.files(&name)));
        }
    }
    Ok(packs)
}

/// The names of all games, with those of the packs that are checked.
fn catalogue(context: &Context, packs: &Found) -> Catalogue {
    let mut catalogue = context.library.catalogue();
    packs.iter().filter_map(|(_, files)| files.as_ref().ok()).for_each(|files| catalogue.add(files));
    catalogue
}

/// The packs in a folder.
fn in_folder(path: &Path) -> Result<Library, Failure> {
    let mut inside = Library::default();
    inside.add_folder(path);
    match inside.names().is_empty() {
        true => {
            let path = path.display();
            Err(Failure::Input(format!("{path}: no pack is in this folder (expected one with a `game.toml`)")))
        }
        false => Ok(inside),
    }
}

fn report(context: &Context, name: &str, Checked { faults, is_cut, in_luau }: &Checked) -> Result<(), Failure> {
    let screen = &context.screen;
    if faults.is_empty() {
        let cut = format!(" (its matches are long: not all were played to the end, {MOST_IN_ALL} actions in all)");
        let cut = if *is_cut { cut.as_str() } else { "" };
        screen.show(&format!("[green]ok[/]  {}{cut}", escape(name)))?;
        if !screen.is_quiet {
            for each in in_luau {
                screen.show(&format!("[dim]    {}[/]", escape(&each.to_string())))?;
            }
        }
        return Ok(());
    }
    for fault in faults {
        screen.show(&excerpt::report(fault, screen.widest()))?;
    }
    let count = if faults.len() == 1 { "1 fault".to_owned() } else { format!("{} faults", faults.len()) };
    screen.show(&format!("[red]{count}[/]  {}", escape(name)))
}

/// What was found out about a pack.
#[derive(Default)]
struct Checked {
    faults: Vec<Diagnostic>,
    /// Matches were left before their end, because the pack's are so long.
    is_cut: bool,
    /// What of the scripts is slower than the rest; these are not faults.
    in_luau: Vec<InLuau>,
}

/// How many actions the matches of a pack still may take.
struct Plies {
    left: usize,
    /// How many matches share them.
    matches: usize,
    is_cut: bool,
    /// Whether the rules have failed in one of them.
    has_failed: bool,
}

impl Plies {
    /// What the next match may take: more than its part, as most take less.
    fn share(&self) -> usize {
        (3 * self.left / self.matches.max(3)).min(LONGEST_MATCH)
    }

    /// A match has taken so many of its share.
    fn took(&mut self, taken: usize, is_over: bool) {
        self.is_cut |= !is_over;
        self.left -= taken.min(self.left);
        self.matches = self.matches.saturating_sub(1);
    }
}

/// Everything that is wrong with a pack and its robots, unless Ctrl-C is pressed.
fn check(files: Result<PackFiles, Diagnostic>, context: &Context, catalogue: &Catalogue, watch: &Watch) -> Checked {
    let pack = match files.map_err(Faults::from).and_then(Pack::load) {
        Ok(pack) => pack.into_shared(),
        Err(faults) => return Checked { faults: faults.0, ..Checked::default() },
    };
    let mut faults = Vec::new();
    let mut note = |found: Result<(), Faults>| {
        for fault in found.err().into_iter().flat_map(|found| found.0) {
            // The same fault in several matches differs in where it can be seen.
            let is_same = |known: &Diagnostic| {
                (known.code, &known.message, &known.place) == (fault.code, &fault.message, &fault.place)
            };
            if !faults.iter().any(is_same) {
                faults.push(fault);
            }
        }
    };
    note(parlour_notation::check(&pack));
    note(Err(Faults(catalogue.clashes(&pack.files))));
    let variants = pack.variant_choices();
    let configs = variants.len() * (pack.seats.min..=pack.seats.max).count();
    let mut plies = Plies { left: MOST_IN_ALL, matches: configs * MATCHES as usize, is_cut: false, has_failed: false };
    for variant in &variants {
        for seats in pack.seats.min..=pack.seats.max {
            if watch.is_pressed() {
                return Checked::default();
            }
            let config = Config { variant: variant.clone(), seats: Some(seats), ..Config::default() };
            let played = play(&pack, &config, context, watch, &mut plies);
            plies.has_failed |= played.is_err();
            note(played);
        }
    }
    pack.scenarios().for_each(|file| note(prove(&pack, file)));
    note(named_robots(&pack, context));
    // What can't be configured or written is not what was asked about.
    let _ = editor::refresh(context, &pack);
    // A game that fails takes the robots with it that play it on in their heads.
    let robots = if plies.has_failed { Vec::new() } else { context.robots.names(&pack.name) };
    let sizes = sizes(&pack);
    for fault in context.robots.faults(&pack.name) {
        note(Err(fault.into()));
    }
    for name in robots {
        if watch.is_pressed() {
            return Checked::default();
        }
        // What fails at one size does so at others.
        let mut played = sizes.iter().map(|size| seat_robot(&pack, size, &name, context, watch));
        note(played.find(Result::is_err).unwrap_or(Ok(())));
    }
    let in_luau = if faults.is_empty() { stays_in_luau(&pack) } else { Vec::new() };
    Checked { faults, is_cut: plies.is_cut, in_luau }
}

/// What of the scripts of a pack stays in Luau, in any of its variants with the usual number of seats.
fn stays_in_luau(pack: &Arc<Pack>) -> Vec<InLuau> {
    let of_variant = |variant| {
        let game = pack.configure(&Config { variant, ..Config::default() }).ok()?;
        Some(Rules::new(game).ok()?.in_luau())
    };
    let all: BTreeSet<InLuau> = pack.variant_choices().into_iter().filter_map(of_variant).flatten().collect();
    all.into_iter().collect()
}

fn play(pack: &Arc<Pack>, config: &Config, context: &Context, watch: &Watch, plies: &mut Plies) -> Result<(), Faults> {
    let game = pack.configure(config)?;
    let in_vain = game.hidden_in_vain();
    if !in_vain.is_empty() {
        return Err(Faults(in_vain));
    }
    let mut host = None;
    for seed in 0..MATCHES {
        // The first match runs scripts as those of people do, which looks at more.
        let rules = match host.take() {
            Some(rules) if seed > 1 => rules,
            _ if seed == 0 => Rules::new(game.clone())?,
            _ => Rules::new(game.clone())?,
        };
        host = Some(play_once(rules, seed, context, watch, plies).map_err(|Faults(faults)| {
            let trace = trace_of(pack, &game, seed, context);
            let told = faults.into_iter().map(|fault| Diagnostic {
                help: Some(fault.help.map_or(trace.clone(), |help| format!("{help}; {trace}"))),
                ..fault
            });
            Faults(told.collect())
        })?);
    }
    Ok(())
}

fn play_once(host: Rules, seed: u64, context: &Context, watch: &Watch, plies: &mut Plies) -> Result<Rules, Faults> {
    let game = host.game().clone();
    let played = Match::with_host(host, seed, vec![RANDOM.to_owned(); game.seat_count()])?;
    let mut seated = SeatedMatch::new(played, &context.robots, Thinking::REPRODUCIBLE)?;
    let share = plies.share();
    let is_over = seated.play(&mut AtRandom { watch, left: share })?;
    plies.took(seated.played.steps().len(), is_over);
    let viewers = game.seats().map(Some).chain([None]);
    for viewer in viewers {
        let view = seated.played.view(viewer);
        seated.played.host().display(view.state(), viewer.map_or(0, |seat| seat.number()))?;
    }
    Ok(seated.into_parts().0.into_host())
}

/// Looks at the legal actions of every moment of a match at random.
struct AtRandom<'a> {
    watch: &'a Watch,
    /// How many actions are still taken.
    left: usize,
}

impl Director for AtRandom<'_> {
    type Error = Faults;

    fn next(&mut self, seated: &mut SeatedMatch, _seat: Seat) -> Result<Next, Faults> {
        if self.left == 0 || self.watch.is_pressed() {
            return Ok(Next::Rest);
        }
        // Asking about many cases takes time, and so not every moment is looked at.
        let is_asked = self.left.is_multiple_of(MOMENTS);
        self.left -= 1;
        let disagreement = if is_asked { seated.played.disagreement()? } else { None };
        match seated.played.offered_twice().or(disagreement) {
            Some(fault) => Err(fault.into()),
            None => Ok(Next::Ask),
        }
    }

    fn refused(&mut self, error: ActError) -> Faults {
        failed(error).into()
    }
}

/// What is wrong when a legal action can't be taken.
fn failed(error: ActError) -> Diagnostic {
    match error {
        ActError::Script(fault) => fault,
        other => Diagnostic::new(Code::Refused, format!("a legal action was refused: {other}")),
    }
}

/// The command that shows a match up to where it failed.
fn trace_of(pack: &Pack, game: &Game, seed: u64, context: &Context) -> String {
    let seats = vec![RANDOM; game.seat_count()].join(",");
    let variant = game.variant().map_or_else(String::new, |variant| format!(" --variant {variant}"));
    let folder = pack.files.folder.as_deref();
    let is_known = context.library.files(&pack.name).is_ok_and(|files| files.folder.as_deref() == folder);
    let rules = match folder.and_then(Path::parent).filter(|_| !is_known) {
        Some(parent) if parent.as_os_str().is_empty() => " --rules .".to_owned(),
        Some(parent) => format!(" --rules {}", parent.display()),
        None => String::new(),
    };
    format!("see the match with `parlour trace {} --seats {seats}{variant} --seed {seed}{rules}`", pack.name)
}

/// # Errors
/// What is wrong with a scenario, or with what comes of it.
fn prove(pack: &Arc<Pack>, file: SourceFile) -> Result<(), Faults> {
    play::prove(&Arc::new(Scenario::read(file, pack)?), pack)
}

/// The robots that the pack seats by default, and those of its levels, must be there, and their parameters too.
fn named_robots(pack: &Arc<Pack>, context: &Context) -> Result<(), Faults> {
    let known = context.robots.names(&pack.name);
    let levels = pack.levels.iter().map(|level| (&level.robot, &level.span));
    let named = pack.seats.robots.iter().map(|(spec, span)| (spec, span)).chain(levels);
    let fault = |(spec, span): (&String, &_)| {
        let name = base_name(spec);
        if !known.iter().any(|known| known == name) {
            let fault = Diagnostic::new(Code::UnknownRobot, format!("there is no robot `{name}` of this game"));
            return Some(fault.in_file(&pack.table_file, span).help(suggest(name, known.iter().map(String::as_str))));
        }
        let faults = context.robots.takes(&pack.name, spec).err()?;
        faults.0.into_iter().next().map(|fault| fault.in_file(&pack.table_file, span))
    };
    let faults: Vec<Diagnostic> = named.filter_map(fault).collect();
    if faults.is_empty() { Ok(()) } else { Err(Faults(faults)) }
}

/// The game as it is usually, and with the options that say how large boards are all at their least and all at their
/// greatest, as far as there is such a game.
fn sizes(pack: &Arc<Pack>) -> Vec<Config> {
    let named: BTreeSet<&str> = pack.boards.iter().flat_map(|board| board.size_options()).collect();
    let ends = |kind: &OptionKind| match kind {
        OptionKind::Int { min, max } => Some([min.number, max.number]),
        OptionKind::Numbers(numbers) => Some([*numbers.iter().min()?, *numbers.iter().max()?]),
        _ => None,
    };
    let options = pack.options.iter().filter(|option| named.contains(option.key.as_str()));
    let ends: Vec<(&str, [i64; 2])> =
        options.filter_map(|option| Some((option.key.as_str(), ends(&option.kind)?))).collect();
    let at = |end: usize| Config {
        set: ends.iter().map(|(key, ends)| ((*key).to_owned(), ends[end].to_string())).collect(),
        ..Config::default()
    };
    let others = [at(0), at(1)].into_iter().filter(|config| !config.set.is_empty() && pack.configure(config).is_ok());
    std::iter::once(Config::default()).chain(others).collect()
}

/// Loads a robot and lets it play the beginning of a match.
fn seat_robot(pack: &Arc<Pack>, size: &Config, name: &str, context: &Context, watch: &Watch) -> Result<(), Faults> {
    context.robots.info(&pack.name, name)?;
    let game = pack.configure(size)?;
    let players = vec![name.to_owned(); game.seat_count()];
    let mut seated = SeatedMatch::new(Match::new(game, 1, players)?, &context.robots, BRIEF)?;
    let plies = if size.set.is_empty() { ROBOT_PLIES } else { SIZED_PLIES };
    seated.play(&mut Beginning { watch, left: plies })?;
    Ok(())
}

/// Looks for faults of the robots that play the beginning of a match.
struct Beginning<'a> {
    watch: &'a Watch,
    /// How many actions are still taken.
    left: usize,
}

impl Director for Beginning<'_> {
    type Error = Faults;

    fn next(&mut self, seated: &mut SeatedMatch, seat: Seat) -> Result<Next, Faults> {
        self.watch.stops(seated.stop_handle(seat));
        if self.left == 0 {
            return Ok(Next::Rest);
        }
        self.left -= 1;
        Ok(Next::Ask)
    }

    fn chosen(&mut self, _seated: &mut SeatedMatch, chosen: &Chosen) -> Result<ControlFlow<()>, Faults> {
        if self.watch.is_pressed() {
            return Ok(ControlFlow::Break(()));
        }
        match &chosen.fault {
            // Its own place is the robot's line.
            Some(Fault::Robot(RobotError::Script { fault, .. })) => Err(Diagnostic::clone(fault).into()),
            Some(fault) => Err(Diagnostic::new(Code::Robot, fault.to_string()).into()),
            None => Ok(ControlFlow::Continue(())),
        }
    }

    fn refused(&mut self, error: ActError) -> Faults {
        failed(error).into()
    }
}
