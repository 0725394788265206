//! Validation of packs and robots, with all faults.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parlour_ai::RANDOM;
use parlour_ai::seated::{Chosen, Director, Fault, Next};
use parlour_ai::{RobotError, SeatedMatch, Thinking};
use parlour_engine::Words;
use parlour_engine::chance::Generator;
use parlour_engine::diagnostic::{Code, Diagnostic, Faults, SourceFile, suggest};
use parlour_engine::english;
use parlour_engine::game::{Config, Game};
use parlour_engine::ids::Seat;
use parlour_engine::pack::spec::OptionKind;
use parlour_engine::pack::{Catalogue, Library, Pack, PackFiles};
use parlour_engine::play::{self, ActError, Match};
use parlour_engine::rules::{InLuau, Playout, Rules};
use parlour_engine::scenario::Scenario;
use parlour_engine::worlds::WorldCounts;
use parlour_table::seats::base_name;
use serde::Serialize;

use crate::answers::editor;
use crate::context::Context;
use crate::excerpt;
use crate::failure::Failure;
use crate::interrupt::Watch;
use crate::marks::{escape, wrap};
use crate::progress::Progress;

/// The default time limit for checking a pack. Whatever is left then is reported as unchecked.
pub(crate) const USUAL_TIME: Duration = Duration::from_secs(120);
/// Random matches of each variant and number of seats.
const MATCHES: u64 = 5;
/// One in this many decisions compares `legal` with `allow`.
const MOMENTS: usize = 5;
/// Worlds that are sampled by replaying matches are consistent with what was observed, and cost time at every action: no
/// more are checked after this many.
const MOST_REPLAYED: u64 = 40;
/// Ply limit of matches with robots.
const ROBOT_PLIES: usize = 12;
/// Ply limit with another board size.
const SIZED_PLIES: usize = 1;
/// A small thinking budget for robots.
const BRIEF: Thinking = Thinking { time: Duration::from_secs(10), nodes: Some(200) };
/// Ply limit of a match.
const LONGEST_MATCH: usize = 2_000;
/// Total ply limit of a pack's matches.
const MAX_IN_ALL: usize = 20_000;

/// Checks games or folders, by default all games, and reports faults; returns their number.
///
/// # Errors
/// A name of neither a game nor a folder of packs.
pub(crate) fn show(context: &Context, games: &[String], time: Duration) -> Result<usize, Failure> {
    let mut count = 0;
    let watch = Watch::begin();
    let packs = packs(games, context)?;
    let catalogue = catalogue(context, &packs);
    let told = Told::begin(context, packs.len());
    for (n, (name, files)) in packs.into_iter().enumerate() {
        let checked = check(files, &catalogue, &Checking::begin(context, &watch, time, told.pack(n, &name)));
        if watch.is_pressed() {
            return Err(Failure::Input("stopped".to_owned()));
        }
        told.suspend(|| report(context, &name, &checked))?;
        count += checked.faults.len();
    }
    Ok(count)
}

/// The faults and notes of games or folders.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Checks {
    pub(crate) faults: Vec<Diagnostic>,
    /// The games whose matches were cut short.
    cut: Vec<String>,
    /// Parts of scripts that aren't compiled.
    in_luau: Vec<InLuau>,
    /// The cost of each pack.
    packs: Vec<Cost>,
}

/// The cost of a pack.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Cost {
    /// The game.
    game: String,
    /// Maximum size of a state over all settings, in bytes.
    state_bytes: usize,
}

/// Checks games or folders, by default all games.
///
/// # Errors
/// A name of neither a game nor a folder of packs.
pub(crate) fn found(context: &Context, games: &[String], time: Duration) -> Result<Checks, Failure> {
    let packs = packs(games, context)?;
    let watch = Watch::begin();
    let mut checks = Checks::default();
    let catalogue = catalogue(context, &packs);
    let told = Told::begin(context, packs.len());
    for (n, (name, files)) in packs.into_iter().enumerate() {
        let checked = check(files, &catalogue, &Checking::begin(context, &watch, time, told.pack(n, &name)));
        if checked.state_bytes > 0 {
            checks.packs.push(Cost { game: name.clone(), state_bytes: checked.state_bytes });
        }
        checks.faults.extend(checked.faults);
        checks.in_luau.extend(checked.in_luau);
        if checked.is_cut {
            checks.cut.push(name);
        }
    }
    Ok(checks)
}

/// Packs by the requested names, if their files can be read.
type Found = Vec<(String, Result<PackFiles, Diagnostic>)>;

fn packs(games: &[String], context: &Context) -> Result<Found, Failure> {
    let mut library = &context.library;
    let named: Library;
    if games.is_empty() && context.folders.names_rules {
        // A named folder means the games in it.
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
            packs.push((game.clone(), PackFiles::read(path).map(|files| library.inherit(files))));
        } else if path.is_dir() && !library.names().contains(game) {
            let inside = in_folder(path)?;
            let files = |name: &String| inside.files(name).map(|files| library.inherit(files));
            packs.extend(inside.names().iter().map(|name| (format!("{game}/{name}"), files(name))));
        } else {
            let name = context.game(game)?;
            packs.push((name.clone(), library.files(&name)));
        }
    }
    Ok(packs)
}

/// The names of all games, including those of the checked packs.
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

fn report(context: &Context, name: &str, checked: &Checked) -> Result<(), Failure> {
    let screen = &context.screen;
    let Checked { faults, is_cut, in_luau, state_bytes, ends_early, extends, worlds, misfits, unshown } = checked;
    if faults.is_empty() {
        let cut = format!(" (its matches are long: not all were played to the end, {MAX_IN_ALL} actions in all)");
        let cut = match (ends_early, is_cut) {
            (Some(time), _) => format!(" (not everything was checked in {} s: see `--seconds`)", time.as_secs()),
            (None, true) => cut,
            (None, false) => String::new(),
        };
        screen.show(&format!("[green]ok[/]  {}{cut}", escape(name)))?;
        if *state_bytes >= LARGE {
            screen.show(&format!("[dim]    a state takes {}[/]", bytes_text(*state_bytes)))?;
        }
        if let Some(extends) = extends.as_ref().filter(|_| !screen.is_quiet) {
            screen.show(&wrap(&format!("[dim]    {}[/]", escape(extends)), screen.width, 4))?;
        }
        if !misfits.is_empty() {
            let names: Vec<String> = misfits.iter().map(|name| format!("`{name}`")).collect();
            let robots = english::listed(&names, "and");
            let what = format!("for another game of this name, and left out: {robots} (see `--robots`)");
            screen.show(&wrap(&format!("[dim]    {}[/]", escape(&what)), screen.width, 4))?;
        }
        if !unshown.is_empty() {
            let what = format!("pictures of nothing in the game: {}", english::listed(unshown, "and"));
            screen.show(&wrap(&format!("[dim]    {}[/]", escape(&what)), screen.width, 4))?;
        }
        if worlds.rejected * MANY_REJECTED > worlds.drawn {
            let (drawn, rejected) = (worlds.drawn, worlds.rejected);
            let what = format!("of {drawn} worlds that were imagined {rejected} had to be drawn again");
            screen.show(&wrap(&format!("[dim]    {what}[/]"), screen.width, 4))?;
        }
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
    let count = english::count(faults.len(), "fault");
    screen.show(&format!("[red]{count}[/]  {}", escape(name)))
}

/// The result of checking a pack.
#[derive(Default)]
struct Checked {
    faults: Vec<Diagnostic>,
    /// True if matches were cut short because they are long.
    is_cut: bool,
    /// Parts of scripts that aren't compiled; these aren't faults.
    in_luau: Vec<InLuau>,
    /// Maximum size of a state over all settings, in bytes.
    state_bytes: usize,
    /// The time limit, if it was exceeded.
    ends_early: Option<Duration>,
    /// The pack that it extends, and the differences from it.
    extends: Option<String>,
    /// The worlds drawn in its matches.
    worlds: WorldCounts,
    /// The robots that are for another game of this name.
    misfits: Vec<String>,
    /// The files with pictures of nothing in the pack.
    unshown: Vec<String>,
}

/// Rejected worlds are reported if they are more than one in this many.
const MANY_REJECTED: u64 = 4;

/// State size, in bytes, from which it is reported: such states slow down searches and undo.
const LARGE: usize = 64 << 10;

/// Formats a number of bytes.
fn bytes_text(bytes: usize) -> String {
    match bytes {
        ..1_000 => format!("{bytes} bytes"),
        1_000..1_000_000 => format!("{:.1} KB", bytes as f64 / 1e3),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}

/// Progress of checking several packs.
struct Told {
    bar: Progress,
    packs: usize,
}

impl Told {
    fn begin(context: &Context, packs: usize) -> Self {
        Self { bar: context.screen.progress_bar(0, "{pos} of {len} steps {msg}, {elapsed} gone"), packs }
    }

    /// The progress for the next pack.
    fn pack(&self, n: usize, name: &str) -> &Progress {
        self.bar.set_message(format!("of {name} ({} of {})", n + 1, self.packs));
        &self.bar
    }

    /// Writes to the terminal with the progress bar hidden.
    fn suspend(&self, write: impl FnOnce() -> Result<(), Failure>) -> Result<(), Failure> {
        let mut written = Ok(());
        self.bar.suspend(|| written = write());
        written
    }
}

impl Drop for Told {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// A check of a pack in progress.
struct Checking<'a> {
    context: &'a Context,
    watch: &'a Watch,
    progress: &'a Progress,
    begun: Instant,
    time: Duration,
    /// Completed steps.
    done: Cell<u64>,
}

impl<'a> Checking<'a> {
    fn begin(context: &'a Context, watch: &'a Watch, time: Duration, progress: &'a Progress) -> Self {
        Self { context, watch, progress, begun: Instant::now(), time, done: Cell::new(0) }
    }

    /// Sets the number of steps.
    fn set_steps(&self, steps: usize) {
        self.progress.set_length(steps as u64);
        self.progress.set_position(0);
    }

    /// Counts a completed match or robot.
    fn step(&self) {
        self.done.set(self.done.get() + 1);
        self.progress.set_position(self.done.get());
    }

    /// Reports progress from time to time.
    fn tick(&self) {
        self.progress.set_position(self.done.get());
    }

    /// True after Ctrl-C or at the time limit: the rest is skipped.
    fn is_to_end(&self) -> bool {
        self.watch.is_pressed() || self.is_late()
    }

    fn is_late(&self) -> bool {
        self.begun.elapsed() > self.time
    }
}

/// The remaining ply budget of a pack's matches.
struct Plies {
    left: usize,
    /// The number of matches that share it.
    matches: usize,
    is_cut: bool,
    /// True if the rules have failed in one of them.
    has_failed: bool,
    /// The worlds drawn in them.
    worlds: WorldCounts,
}

impl Plies {
    /// The ply limit of the next match: more than an equal share, as most take less.
    fn share(&self) -> usize {
        (3 * self.left / self.matches.max(3)).min(LONGEST_MATCH)
    }

    /// Charges the plies of a match.
    fn took(&mut self, taken: usize, is_over: bool) {
        self.is_cut |= !is_over;
        self.left -= taken.min(self.left);
        self.matches = self.matches.saturating_sub(1);
    }
}

/// Finds all faults of a pack and its robots, until Ctrl-C or the time limit.
fn check(files: Result<PackFiles, Diagnostic>, catalogue: &Catalogue, checking: &Checking<'_>) -> Checked {
    let context = checking.context;
    let pack = match files.map_err(Faults::from).and_then(Pack::load) {
        Ok(pack) => pack.into_shared(),
        Err(faults) => return Checked { faults: faults.0, ..Checked::default() },
    };
    let mut faults = Vec::new();
    let mut note = |found: Result<(), Faults>| {
        for fault in found.err().into_iter().flat_map(|found| found.0) {
            // The same fault in several matches differs only in its reproduction.
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
    let configs = variants.len() * pack.seats.counts.len();
    let robots = context.robots.names(&pack.name);
    checking.set_steps(configs * MATCHES as usize + robots.len());
    let mut plies = Plies {
        left: MAX_IN_ALL,
        matches: configs * MATCHES as usize,
        is_cut: false,
        has_failed: false,
        worlds: WorldCounts::default(),
    };
    let mut state_bytes = 0;
    for variant in &variants {
        for &seats in &pack.seats.counts {
            if checking.watch.is_pressed() {
                return Checked::default();
            }
            let config = Config { variant: variant.clone(), seats: Some(seats), ..Config::default() };
            let game = pack.configure(&config);
            state_bytes = game.as_ref().map_or(state_bytes, |game| game.state_bytes().max(state_bytes));
            // Each setting is at least set up, at any time limit.
            let played = game.and_then(|game| play(&pack, &game, checking, &mut plies));
            plies.has_failed |= played.is_err();
            note(played);
        }
    }
    pack.scenarios().take_while(|_| !checking.is_to_end()).for_each(|file| note(prove(&pack, file)));
    note(named_robots(&pack, context));
    // Optional: errors here aren't the subject of the check.
    let _ = editor::refresh(context, &pack);
    // Robots that search would fail with the rules.
    let robots = if plies.has_failed { Vec::new() } else { robots };
    let (sizes, mut misfits) = (sizes(&pack), Vec::new());
    for fault in context.robots.faults(&pack.name) {
        note(Err(fault.into()));
    }
    for name in robots {
        if checking.watch.is_pressed() {
            return Checked::default();
        }
        if checking.is_late() {
            break;
        }
        // Failures are usually the same at all sizes.
        let mut played = sizes.iter().map(|size| seat_robot(&pack, size, &name, context, checking.watch));
        match played.find(Result::is_err) {
            Some(Err(Faults(found))) if context.folders.mixes_games() && found.iter().all(is_of_another_game) => {
                misfits.push(name);
            }
            played => note(played.unwrap_or(Ok(()))),
        }
        checking.step();
    }
    let ends_early = checking.is_late().then_some(checking.time);
    let in_luau = if faults.is_empty() && ends_early.is_none() { stays_in_luau(&pack) } else { Vec::new() };
    let extends = pack.inheritance.sentence();
    let (is_cut, worlds, unshown) = (plies.is_cut, plies.worlds, pack.art.unshown.clone());
    Checked { faults, is_cut, in_luau, state_bytes, ends_early, extends, worlds, misfits, unshown }
}

/// True if a fault of a robot is a name that the game doesn't have.
fn is_of_another_game(fault: &Diagnostic) -> bool {
    matches!(fault.code, Code::UnknownName | Code::UnknownMember)
}

/// The number of plies of random play that show which code bails out.
const PROBED: u32 = 4_000;

/// The parts of a pack's scripts that stay in the interpreter, or often fall back to it in random play, in any variant
/// with the default number of seats.
fn stays_in_luau(pack: &Arc<Pack>) -> Vec<InLuau> {
    let of_variant = |variant| {
        let game = pack.configure(&Config { variant, ..Config::default() }).ok()?;
        let mut rules = Rules::new(game).ok()?;
        // Waits for the code.
        rules.in_luau();
        let (mut policy, mut left, mut seed) = (Generator::from_seed(0), PROBED, 0);
        while left > 0 {
            let mut state = rules.start(seed, &mut Vec::new()).ok()?;
            let plies = rules.playout(&mut state, &mut policy, Playout::ByAction, left).ok()?;
            (left, seed) = (left - plies.clamp(1, left), seed + 1);
        }
        Some(rules.in_luau())
    };
    let all: BTreeSet<InLuau> = pack.variant_choices().into_iter().filter_map(of_variant).flatten().collect();
    all.into_iter().collect()
}

fn play(pack: &Arc<Pack>, game: &Arc<Game>, checking: &Checking<'_>, plies: &mut Plies) -> Result<(), Faults> {
    let wrong: Vec<Diagnostic> = game.hidden_in_vain().into_iter().chain(game.never_happens()).collect();
    if !wrong.is_empty() {
        return Err(Faults(wrong));
    }
    let mut host = None;
    // A match may be over as it is dealt, but not every one.
    let mut begins = false;
    for seed in 0..MATCHES {
        if seed > 0 && checking.is_to_end() {
            begins = true;
            break;
        }
        // The first match runs scripts as in interactive play, with more checks.
        let rules = match host.take() {
            Some(rules) if seed > 1 => rules,
            _ => Rules::new(game.clone())?,
        };
        let (rules, taken) = play_once(rules, seed, checking, plies).map_err(|Faults(faults)| {
            let trace = trace_of(pack, game, seed, checking.context);
            let told = faults.into_iter().map(|fault| Diagnostic {
                help: Some(fault.help.map_or(trace.clone(), |help| format!("{help}; {trace}"))),
                ..fault
            });
            Faults(told.collect())
        })?;
        begins |= taken > 0;
        host = Some(rules);
        checking.step();
    }
    let Some(mut rules) = host.filter(|_| !begins) else { return Ok(()) };
    let state = rules.start(0, &mut Vec::new())?;
    let ending = game.ending_text(&state).unwrap_or_default();
    let message = format!("the match is over before its first action: {ending}");
    let fault = Diagnostic::new(Code::OverAtOnce, message).at(rules.beginning());
    let help = format!("`setup` gives a seat the turn and ends nothing; {}", trace_of(pack, game, 0, checking.context));
    Err(fault.help(help).into())
}

/// Plays a random match within its ply limit; returns the rules, and the number of actions.
fn play_once(host: Rules, seed: u64, checking: &Checking<'_>, plies: &mut Plies) -> Result<(Rules, usize), Faults> {
    let game = host.game().clone();
    let played = Match::with_host(host, seed, vec![RANDOM.to_owned(); game.seat_count()])?;
    let mut seated = SeatedMatch::new(played, &checking.context.robots, Thinking::REPRODUCIBLE)?;
    let share = plies.share();
    let imagining = (Generator::from_seed(seed), plies.worlds);
    let mut director = AtRandom { checking, left: share, imagining };
    let is_over = seated.play(&mut director)?;
    let (_, worlds) = director.imagining;
    plies.worlds = worlds;
    let taken = seated.played.steps().len();
    plies.took(taken, is_over);
    let viewers = game.seats().map(Some).chain([None]);
    for viewer in viewers {
        let view = seated.played.view(viewer);
        seated.played.host().display(view.state(), viewer.map_or(0, |seat| seat.number()))?;
    }
    Ok((seated.into_parts().0.into_host(), taken))
}

/// Director that checks the legal actions at every decision of a random match.
struct AtRandom<'a> {
    checking: &'a Checking<'a>,
    /// The remaining number of actions.
    left: usize,
    /// The generator of worlds, and the number of those drawn.
    imagining: (Generator, WorldCounts),
}

impl Director for AtRandom<'_> {
    type Error = Faults;

    fn next(&mut self, seated: &mut SeatedMatch, _seat: Seat) -> Result<Next, Faults> {
        if self.left == 0 || self.checking.is_to_end() {
            return Ok(Next::Rest);
        }
        self.checking.tick();
        // Checking many cases takes time, so that only some decisions are checked.
        let is_asked = self.left.is_multiple_of(MOMENTS);
        self.left -= 1;
        let disagreement = if is_asked { seated.played.disagreement()? } else { None };
        let excluded = if is_asked { seated.played.excluded_truth()? } else { None };
        let world = if is_asked { self.world(&mut seated.played)? } else { None };
        match seated.played.offered_twice().or(disagreement).or(excluded).or(world) {
            Some(fault) => Err(fault.into()),
            None => Ok(Next::Ask),
        }
    }

    fn refused(&mut self, error: ActError) -> Faults {
        failed(error).into()
    }
}

impl AtRandom<'_> {
    /// Draws a world for a seat or an onlooker; the fault is one that contradicts what it has seen.
    fn world(&mut self, played: &mut Match) -> Result<Option<Diagnostic>, Diagnostic> {
        let game = played.game().clone();
        if !game.has_secrets() {
            return Ok(None);
        }
        let (generator, counts) = &mut self.imagining;
        if counts.replayed >= MOST_REPLAYED {
            return Ok(None);
        }
        let seats = game.seat_count() as u32;
        let viewer = game.seats().nth(generator.below(seats + 1) as usize);
        played.contradicting_world(viewer, generator, counts)
    }
}

/// The fault of a legal action that can't be taken.
fn failed(error: ActError) -> Diagnostic {
    match error {
        ActError::Script(fault) => fault,
        other => Diagnostic::new(Code::Refused, format!("a legal action was refused: {other}")),
    }
}

/// The command that traces a match up to the failure.
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
/// A faulty scenario, or a failed expectation.
fn prove(pack: &Arc<Pack>, file: SourceFile) -> Result<(), Faults> {
    let name = file.name.clone();
    // A fault of the rules doesn't name the scenario that they were asked about.
    let named = |fault: Diagnostic| match &fault.place {
        Some(place) if *place.file == *name => fault,
        _ => Diagnostic { message: format!("{}, from the scenario {name} on", fault.message), ..fault },
    };
    play::prove(&Arc::new(Scenario::read(file, pack)?), pack)
        .map_err(|Faults(faults)| Faults(faults.into_iter().map(named).collect()))
}

/// Checks that the pack's default robots and those of its levels exist, with their parameters.
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

/// The default game, and, where valid, those with all board size options at their minimum and at their maximum.
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

/// Director that collects faults of robots at the beginning of a match.
struct Beginning<'a> {
    watch: &'a Watch,
    /// The remaining number of actions.
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
            // The place is in the robot's file.
            Some(Fault::Robot(RobotError::Script { fault, .. })) => Err(Diagnostic::clone(fault).into()),
            Some(fault) => Err(Diagnostic::new(Code::Robot, fault.to_string()).into()),
            None => Ok(ControlFlow::Continue(())),
        }
    }

    fn refused(&mut self, error: ActError) -> Faults {
        failed(error).into()
    }
}
