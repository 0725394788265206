//! Packs and robots, with every fault.

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
use parlour_engine::diagnostic::{Code, Diagnostic, Faults, SourceFile, suggest};
use parlour_engine::english;
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
use crate::marks::{escape, wrap};
use crate::progress::Progress;

/// How long a pack is checked unless `--seconds` says otherwise. What is left then is said not to be checked.
pub(crate) const USUAL_TIME: Duration = Duration::from_secs(120);
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

/// What is wrong with games or folders, and what is worth knowing.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Checks {
    pub(crate) faults: Vec<Diagnostic>,
    /// The games whose matches were cut short.
    cut: Vec<String>,
    /// What of the scripts is slower than the rest.
    in_luau: Vec<InLuau>,
    /// What the packs cost.
    packs: Vec<Cost>,
}

/// What a pack costs.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Cost {
    /// The game.
    game: String,
    /// Bytes of a state, of the setting in which they are most.
    state_bytes: usize,
}

/// Checks games or folders, all games if none is named.
///
/// # Errors
/// A name that is neither a game nor a folder of packs.
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

fn report(context: &Context, name: &str, checked: &Checked) -> Result<(), Failure> {
    let screen = &context.screen;
    let Checked { faults, is_cut, in_luau, state_bytes, ends_early, extends } = checked;
    if faults.is_empty() {
        let cut = format!(" (its matches are long: not all were played to the end, {MOST_IN_ALL} actions in all)");
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

/// What was found out about a pack.
#[derive(Default)]
struct Checked {
    faults: Vec<Diagnostic>,
    /// Matches were left before their end, because the pack's are so long.
    is_cut: bool,
    /// What of the scripts is slower than the rest; these are not faults.
    in_luau: Vec<InLuau>,
    /// Bytes of a state, of the setting in which they are most.
    state_bytes: usize,
    /// The time after which the rest was left out.
    ends_early: Option<Duration>,
    /// The pack that it extends, and what is different from that.
    extends: Option<String>,
}

/// States of so many bytes are told of: they make searches and undo slow.
const LARGE: usize = 64 << 10;

/// A number of bytes for people.
fn bytes_text(bytes: usize) -> String {
    match bytes {
        ..1_000 => format!("{bytes} bytes"),
        1_000..1_000_000 => format!("{:.1} KB", bytes as f64 / 1e3),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}

/// How far a check of several packs is.
struct Told {
    bar: Progress,
    packs: usize,
}

impl Told {
    fn begin(context: &Context, packs: usize) -> Self {
        Self { bar: context.screen.progress_bar(0, "{pos} of {len} steps {msg}, {elapsed} gone"), packs }
    }

    /// The same for the next of the packs.
    fn pack(&self, n: usize, name: &str) -> &Progress {
        self.bar.set_message(format!("of {name} ({} of {})", n + 1, self.packs));
        &self.bar
    }

    /// Writes to the terminal while no bar is there.
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

/// A check of a pack that goes on.
struct Checking<'a> {
    context: &'a Context,
    watch: &'a Watch,
    progress: &'a Progress,
    begun: Instant,
    time: Duration,
    /// Steps that were done.
    done: Cell<u64>,
}

impl<'a> Checking<'a> {
    fn begin(context: &'a Context, watch: &'a Watch, time: Duration, progress: &'a Progress) -> Self {
        Self { context, watch, progress, begun: Instant::now(), time, done: Cell::new(0) }
    }

    /// How many steps there are.
    fn set_steps(&self, steps: usize) {
        self.progress.set_length(steps as u64);
        self.progress.set_position(0);
    }

    /// A match was played, or a robot seated.
    fn step(&self) {
        self.done.set(self.done.get() + 1);
        self.progress.set_position(self.done.get());
    }

    /// Something goes on: that is told from time to time.
    fn tick(&self) {
        self.progress.set_position(self.done.get());
    }

    /// True if Ctrl-C was pressed or the time is over: the rest is left out.
    fn is_to_end(&self) -> bool {
        self.watch.is_pressed() || self.is_late()
    }

    fn is_late(&self) -> bool {
        self.begun.elapsed() > self.time
    }
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

/// Everything that is wrong with a pack and its robots, unless Ctrl-C is pressed, as far as the time goes.
fn check(files: Result<PackFiles, Diagnostic>, catalogue: &Catalogue, checking: &Checking<'_>) -> Checked {
    let context = checking.context;
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
    let robots = context.robots.names(&pack.name);
    checking.set_steps(configs * MATCHES as usize + robots.len());
    let mut plies = Plies { left: MOST_IN_ALL, matches: configs * MATCHES as usize, is_cut: false, has_failed: false };
    let mut state_bytes = 0;
    for variant in &variants {
        for seats in pack.seats.min..=pack.seats.max {
            if checking.watch.is_pressed() {
                return Checked::default();
            }
            let config = Config { variant: variant.clone(), seats: Some(seats), ..Config::default() };
            let game = pack.configure(&config);
            state_bytes = game.as_ref().map_or(state_bytes, |game| game.state_bytes().max(state_bytes));
            // Each setting is set up, however little time there is.
            let played = game.and_then(|game| play(&pack, &game, checking, &mut plies));
            plies.has_failed |= played.is_err();
            note(played);
        }
    }
    pack.scenarios().take_while(|_| !checking.is_to_end()).for_each(|file| note(prove(&pack, file)));
    note(named_robots(&pack, context));
    // What can't be configured or written is not what was asked about.
    let _ = editor::refresh(context, &pack);
    // A game that fails takes the robots with it that play it on in their heads.
    let robots = if plies.has_failed { Vec::new() } else { robots };
    let sizes = sizes(&pack);
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
        // What fails at one size does so at others.
        let mut played = sizes.iter().map(|size| seat_robot(&pack, size, &name, context, checking.watch));
        note(played.find(Result::is_err).unwrap_or(Ok(())));
        checking.step();
    }
    let ends_early = checking.is_late().then_some(checking.time);
    let in_luau = if faults.is_empty() && ends_early.is_none() { stays_in_luau(&pack) } else { Vec::new() };
    let extends = pack.inheritance.sentence();
    Checked { faults, is_cut: plies.is_cut, in_luau, state_bytes, ends_early, extends }
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

fn play(pack: &Arc<Pack>, game: &Arc<Game>, checking: &Checking<'_>, plies: &mut Plies) -> Result<(), Faults> {
    let wrong: Vec<Diagnostic> = game.hidden_in_vain().into_iter().chain(game.never_happens()).collect();
    if !wrong.is_empty() {
        return Err(Faults(wrong));
    }
    let mut host = None;
    // A match may be over as it is dealt, but not each.
    let mut begins = false;
    for seed in 0..MATCHES {
        if seed > 0 && checking.is_to_end() {
            begins = true;
            break;
        }
        // The first match runs scripts as those of people do, which looks at more.
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

/// Plays a match at random as far as its share of actions goes; the rules, and how many actions were taken.
fn play_once(host: Rules, seed: u64, checking: &Checking<'_>, plies: &mut Plies) -> Result<(Rules, usize), Faults> {
    let game = host.game().clone();
    let played = Match::with_host(host, seed, vec![RANDOM.to_owned(); game.seat_count()])?;
    let mut seated = SeatedMatch::new(played, &checking.context.robots, Thinking::REPRODUCIBLE)?;
    let share = plies.share();
    let is_over = seated.play(&mut AtRandom { checking, left: share })?;
    let taken = seated.played.steps().len();
    plies.took(taken, is_over);
    let viewers = game.seats().map(Some).chain([None]);
    for viewer in viewers {
        let view = seated.played.view(viewer);
        seated.played.host().display(view.state(), viewer.map_or(0, |seat| seat.number()))?;
    }
    Ok((seated.into_parts().0.into_host(), taken))
}

/// Looks at the legal actions of every moment of a match at random.
struct AtRandom<'a> {
    checking: &'a Checking<'a>,
    /// How many actions are still taken.
    left: usize,
}

impl Director for AtRandom<'_> {
    type Error = Faults;

    fn next(&mut self, seated: &mut SeatedMatch, _seat: Seat) -> Result<Next, Faults> {
        if self.left == 0 || self.checking.is_to_end() {
            return Ok(Next::Rest);
        }
        self.checking.tick();
        // Asking about many cases takes time, and so not every moment is looked at.
        let is_asked = self.left.is_multiple_of(MOMENTS);
        self.left -= 1;
        let disagreement = if is_asked { seated.played.disagreement()? } else { None };
        let excluded = if is_asked { seated.played.excluded_truth()? } else { None };
        match seated.played.offered_twice().or(disagreement).or(excluded) {
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
