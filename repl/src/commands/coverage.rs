//! `parlour coverage`: the parts of a pack that matches reach, and those that they never do.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use parlour_ai::seated::{Chosen, Director, MAX_PLIES, Next, is_endless, what_ends_matches};
use parlour_ai::{Pool, RANDOM, SeatedMatch, THINKER, Thinking};
use parlour_engine::action::Action;
use parlour_engine::chance::Generator;
use parlour_engine::diagnostic::{Code, Place, SourceFile};
use parlour_engine::game::{Config, Game};
use parlour_engine::ids::{CardType, Seat, Verb};
use parlour_engine::kind::Kind;
use parlour_engine::pack::Pack;
use parlour_engine::pack::pieces::EndSpec;
use parlour_engine::play::{ActError, Match, Step, prove_with};
use parlour_engine::rules::{Reached, Rows, Rules};
use parlour_engine::scenario::Scenario;
use parlour_engine::state::State;
use parlour_table::whole_file::WholeFile;
use serde_json::{Value, json};

use crate::arguments::{MAX_GAMES, MAX_NODES, up_to};
use crate::context::Context;
use crate::failure::Failure;
use crate::interrupt::{self, Watch};
use crate::marks::escape;
use crate::setup::key_value;

/// Plays matches and tells which lines of a game's scripts, rows of its tables, events, refusals and endings they
/// reach, and which they never do.
///
/// Every variant is played with its fewest and its most seats, in turn: half of the matches at random, half by the
/// game's robots, or by one that searches little where it has none. At every decision some actions that aren't allowed
/// are tried as well, for what is said against them, and at some the position is drawn, its `worth` asked and a world
/// sampled, as searches do. The tests in `scenarios/` count as well.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The game.
    game: String,
    /// How many matches.
    #[arg(long, value_name = "N", default_value_t = 100, allow_negative_numbers = true, value_parser = up_to::<u64, MAX_GAMES>)]
    games: u64,
    /// The variant of the game (default: each in turn).
    #[arg(long, value_name = "V")]
    variant: Option<String>,
    /// Sets an option of the game; may be given again.
    #[arg(long, value_name = "KEY=VALUE", value_parser = key_value)]
    set: Vec<(String, String)>,
    /// How many nodes a robot's search may visit for a move: many matches tell more than good ones.
    #[arg(long, value_name = "N", default_value_t = 200, allow_negative_numbers = true, value_parser = up_to::<u64, MAX_NODES>)]
    nodes: u64,
    /// Another seed plays other matches.
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = crate::arguments::seed)]
    seed: u64,
    /// Writes JSON.
    #[arg(long)]
    json: bool,
    /// Writes how often each line was reached in the format of lcov, which editors and genhtml read.
    #[arg(long, value_name = "FILE")]
    lcov: Option<PathBuf>,
}

/// Time limit of a move with a node budget.
const LONGEST: Duration = Duration::from_secs(10);
/// Node budget of the robot that plays a game without one of its own.
const SIMPLE: u64 = 30;
/// The number of sampled actions at a decision.
const TRIES: usize = 4;
/// Beyond the first decisions of a phase, one in this many inspects the position.
const LOOKS: usize = 16;
const FIRST: usize = 8;

impl Args {
    pub(crate) fn run(&self, context: &Context) -> Result<u8, Failure> {
        interrupt::install();
        let file = self.lcov.as_deref().map(WholeFile::open).transpose()?;
        let pack = context.library.load(&context.game(&self.game)?)?;
        let apart = with_rows_apart(&pack);
        let mut settings = self.settings(&apart)?;
        let thinking = Thinking { time: LONGEST, nodes: Some(self.nodes) };
        let watch = Watch::begin();
        let bar = context.screen.bar_of_games();
        bar.set_length(self.games);
        let mut counts = Counts::new(&apart);
        let mut played = 0;
        while played < self.games && !watch.is_pressed() {
            let count = settings.len() as u64;
            let setting = &mut settings[(played % count) as usize];
            let players = setting.players(context, played / count, self.nodes);
            setting.play(context, self.seed.wrapping_add(played), players, thinking, &mut counts)?;
            played += 1;
            bar.set_position(played);
        }
        bar.finish_and_clear();
        for rules in settings.iter().filter_map(|setting| setting.pool.rules()) {
            counts.reached.add(&rules.reached());
        }
        counts.tests(&apart);
        let report = Report::of(&pack, &apart, &counts);
        if let Some(file) = file {
            file.write(report.lcov())?;
        }
        if self.json {
            context.screen.json(&report.to_json(&pack, played))?;
        } else {
            context.screen.show(&report.text(&pack, played))?;
        }
        Ok(if watch.is_pressed() { interrupt::status() } else { 0 })
    }
}

/// A variant with a number of seats.
struct Setting {
    game: Arc<Game>,
    rows: Rows,
    pool: Pool,
}

/// The pack with a distinct ending for each row `[[end]]`, which tells them apart.
fn with_rows_apart(pack: &Arc<Pack>) -> Arc<Pack> {
    let mut apart = Pack::clone(pack);
    for n in 0..apart.moves.ends.len() {
        let EndSpec { ending, even, .. } = apart.moves.ends[n];
        let mut own = |place: usize, what: &str| {
            let mut ending = apart.endings[place].clone();
            ending.name = format!("{}_{what}_{n}", ending.name);
            apart.endings.push(ending);
            apart.endings.len() - 1
        };
        let own_ending = own(ending, "row");
        let own_even = if even == ending { own_ending } else { own(even, "even") };
        (apart.moves.ends[n].ending, apart.moves.ends[n].even) = (own_ending, own_even);
    }
    apart.into_shared()
}

impl Args {
    /// All variants, or the requested one, with the minimum and the maximum number of seats.
    fn settings(&self, pack: &Arc<Pack>) -> Result<Vec<Setting>, Failure> {
        let mut settings = Vec::new();
        let mut refused = None;
        let variants = self.variant.as_ref().map_or_else(|| pack.variant_choices(), |one| vec![Some(one.clone())]);
        // A given number of seats excludes others.
        let says_players = self.set.iter().any(|(key, _)| key == "players");
        let mut counts = if says_players { vec![None] } else { vec![Some(pack.seats.min), Some(pack.seats.max)] };
        counts.dedup();
        for variant in variants {
            for &seats in &counts {
                let config = Config { variant: variant.clone(), seats, set: self.set.clone(), ..Config::default() };
                // A variant may support only some numbers of seats.
                match pack.configure(&config) {
                    Ok(game) => {
                        let rows = Rows::of(&game);
                        let pool = Pool::with_rules(Rules::counted(game.clone())?);
                        settings.push(Setting { game, rows, pool });
                    }
                    Err(faults) => refused = Some(faults),
                }
            }
        }
        match refused {
            Some(faults) if settings.is_empty() => Err(faults.into()),
            _ => Ok(settings),
        }
    }
}

impl Setting {
    /// The players: random, or the game's robots every other `time`.
    fn players(&self, context: &Context, time: u64, nodes: u64) -> Vec<String> {
        let seats = self.game.seat_count();
        let mut robots = context.robots.own_names(self.game.name());
        // The robot for any game takes long for a good move, which isn't needed here.
        if robots == [THINKER] {
            robots = vec![format!("{THINKER}@{}", nodes.min(SIMPLE))];
        }
        match time % 2 {
            1 if !robots.is_empty() => {
                let first = (time / 2) as usize;
                (0..seats).map(|seat| robots[(first + seat) % robots.len()].clone()).collect()
            }
            _ => vec![RANDOM.to_owned(); seats],
        }
    }

    /// Plays a match.
    fn play(
        &mut self,
        context: &Context,
        seed: u64,
        players: Vec<String>,
        thinking: Thinking,
        counts: &mut Counts,
    ) -> Result<(), Failure> {
        let played = self.pool.begin(seed, players)?;
        for event in played.opening() {
            counts.events[event.kind.index()] += 1;
        }
        let mut seated = self.pool.seat(played, &context.robots, thinking)?;
        let mut director = Counter { counts, rows: &mut self.rows, chance: Generator::from_seed(seed) };
        seated.play(&mut director)?;
        director.look(&mut seated)?;
        if let Some(ending) = seated.played.state().ending() {
            counts.endings[ending] += 1;
        }
        self.pool.clear(seated);
        Ok(())
    }
}

/// Coverage counts, by index into the pack's lists.
struct Counts {
    reached: Reached,
    verbs: Vec<u64>,
    rows: Vec<u64>,
    events: Vec<u64>,
    endings: Vec<u64>,
    /// The decisions of each phase.
    phases: Vec<usize>,
    /// Matches broken off without an ending, and the ply limit of the last of them.
    endless: u64,
    limit: Option<u32>,
}

impl Counts {
    fn new(pack: &Pack) -> Self {
        Self {
            reached: Reached::default(),
            verbs: vec![0; pack.verbs.len()],
            rows: vec![0; moves(pack).len()],
            events: vec![0; pack.events.len()],
            endings: vec![0; pack.endings.len()],
            phases: vec![0; pack.phases.len()],
            endless: 0,
            limit: None,
        }
    }

    /// Counts the coverage of a step.
    fn step(&mut self, step: &Step, before: &State, rows: &mut Rows) {
        self.verbs[step.action.verb().index()] += 1;
        for row in rows.of_action(before, &step.action) {
            self.rows[row] += 1;
        }
        for event in &step.events {
            self.events[event.kind.index()] += 1;
        }
    }

    /// Counts the coverage of a pack's tests. A failing test is reported by `check`, and counts nothing.
    fn tests(&mut self, pack: &Arc<Pack>) {
        for file in pack.scenarios() {
            let Ok(scenario) = Scenario::read(file, pack).map(Arc::new) else { continue };
            let game = pack.configure(&scenario.config());
            let Ok(rules) = game.and_then(Rules::counted) else { continue };
            let mut rows = Rows::of(rules.game());
            let Ok(played) = prove_with(&scenario, rules) else { continue };
            for (n, step) in played.steps().iter().enumerate() {
                let Ok(before) = played.state_before(n) else { break };
                self.step(step, &before, &mut rows);
            }
            if let Some(ending) = played.state().ending() {
                self.endings[ending] += 1;
            }
            self.reached.add(&played.into_host().reached());
        }
    }
}

/// Director that counts the coverage of a match.
struct Counter<'a> {
    counts: &'a mut Counts,
    rows: &'a mut Rows,
    /// The generator for sampled actions.
    chance: Generator,
}

impl Director for Counter<'_> {
    type Error = Failure;

    fn next(&mut self, seated: &mut SeatedMatch, _seat: Seat) -> Result<Next, Failure> {
        if is_endless(&seated.played, MAX_PLIES) {
            self.counts.endless += 1;
            self.counts.limit = seated.played.game().ply_limit();
            return Ok(Next::Rest);
        }
        for _ in 0..TRIES {
            if let Some(action) = self.some_action(&seated.played) {
                // Refusals are counted where they are made.
                if let Err(error) = seated.played.check(&action) {
                    error.refusal()?;
                }
            }
        }
        if self.is_to_look(&seated.played) {
            self.look(seated)?;
        }
        Ok(Next::Ask)
    }

    fn chosen(&mut self, seated: &mut SeatedMatch, chosen: &Chosen) -> Result<ControlFlow<()>, Failure> {
        seated.get_over(chosen)?;
        Ok(if interrupt::ends() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    fn acted(&mut self, seated: &mut SeatedMatch, _chosen: &Chosen) -> Result<(), Failure> {
        let (steps, previous) = (seated.played.steps(), seated.played.previous());
        let (Some(step), Some(before)) = (steps.last(), previous) else { return Ok(()) };
        self.counts.step(step, before, self.rows);
        Ok(())
    }

    fn refused(&mut self, error: ActError) -> Failure {
        error.into()
    }
}

impl Counter<'_> {
    /// A random case of an action of the phase, allowed or not.
    fn some_action(&mut self, played: &Match) -> Option<Action> {
        let game = played.game();
        let pack = game.pack();
        let verbs = &pack.phases[played.decision()?.phase.index()].actions;
        let verb = Verb::from_index(*verbs.get(self.chance.below(verbs.len().max(1) as u32) as usize)?);
        let spec = &pack.verbs[verb.index()];
        let mut action = Action::new(game, verb);
        for (n, arg) in spec.args.iter().enumerate() {
            if arg.kind == Kind::Cards {
                for _ in 0..=self.chance.below(2) {
                    let card = self.chance.below(pack.card_types().max(1) as u32) as usize;
                    let count = *action.cards(arg, pack.card_types()).get(card)?;
                    action.set_count(arg, CardType::from_index(card), count + 1);
                }
                continue;
            }
            let (least, most) = match arg.kind {
                Kind::Number => game.argument_range(verb, n),
                kind => (1, u16::try_from(game.value_count(kind)?).ok()?),
            };
            let least = if arg.optional { 0 } else { least };
            let value = least + self.chance.below(u32::from(most.saturating_sub(least)) + 1) as u16;
            action.set_number(arg, value);
        }
        Some(action)
    }

    /// True if the position is inspected before a decision. Each phase has its own count: a display may show more in a
    /// rare one.
    fn is_to_look(&mut self, played: &Match) -> bool {
        let Some(decision) = played.decision() else { return false };
        let seen = &mut self.counts.phases[decision.phase.index()];
        *seen += 1;
        *seen <= FIRST || seen.is_multiple_of(LOOKS) || played.steps().is_empty()
    }

    /// Draws the position for all viewers, which runs the display script, evaluates `worth` and samples a world, as a
    /// search would. Searches have rules of their own, which don't count.
    fn look(&mut self, seated: &mut SeatedMatch) -> Result<(), Failure> {
        let game = seated.played.game().clone();
        let state = seated.played.state().clone();
        for seat in game.seats().filter(|_| !state.is_over()) {
            seated.played.host().worth(&state, seat)?;
            let view = game.view(&state, Some(seat));
            match seated.played.host().determinize(&view, &mut self.chance) {
                // Searches work without one.
                Err(fault) if fault.code == Code::NoWorld => {}
                Err(fault) => return Err(Failure::from(fault)),
                Ok(_) => {}
            }
        }
        if game.pack().display.is_none() {
            return Ok(());
        }
        for viewer in game.seats() {
            let view = seated.played.view(Some(viewer)).state().clone();
            seated.played.host().display(&view, viewer.number())?;
        }
        Ok(())
    }
}

/// The coverage of one item of a file.
struct Entry {
    kind: &'static str,
    name: String,
    file: String,
    line: u32,
    hits: u64,
}

/// The coverage of all items of a pack.
struct Report {
    entries: Vec<Entry>,
    /// Matches broken off without an ending, and their ply limit.
    endless: u64,
    limit: Option<u32>,
}

impl Report {
    /// `apart` is the pack with a distinct ending for each row `[[end]]`.
    fn of(pack: &Pack, apart: &Pack, counts: &Counts) -> Self {
        let tables = &pack.table_file;
        let row = |kind: &'static str, name: String, place: Place, hits: u64| Entry {
            kind,
            name,
            file: place.file.to_string(),
            line: place.line,
            hits,
        };
        let named = |kind: &'static str, list: &str, name: &str, hits: u64| {
            row(kind, name.to_owned(), tables.line_place(line_of(&tables.text, list, name).unwrap_or(1)), hits)
        };
        let mut entries = Vec::new();
        for (file, lines) in &counts.reached.lines {
            let text = source_of(pack, file);
            for (&line, &hits) in lines {
                let name = text.lines().nth(line.saturating_sub(1) as usize).unwrap_or_default().trim().to_owned();
                entries.push(Entry { kind: "line", name, file: file.clone(), line, hits });
            }
        }
        for (verb, &hits) in pack.verbs.iter().zip(&counts.verbs) {
            entries.push(named("row", "actions", &verb.name, hits));
        }
        let mut rows: BTreeMap<Place, (String, u64)> = BTreeMap::new();
        for ((name, place), &hits) in moves(pack).into_iter().zip(&counts.rows) {
            rows.entry(place).or_insert((name, 0)).1 += hits;
        }
        entries.extend(rows.into_iter().map(|(place, (name, hits))| row("row", name, place, hits)));
        let mut endings = counts.endings[..pack.endings.len()].to_vec();
        for (end, own) in pack.moves.ends.iter().zip(&apart.moves.ends) {
            let name = format!("end {}", pack.endings[end.ending].name);
            let even = if own.even == own.ending { 0 } else { counts.endings[own.even] };
            endings[end.ending] += counts.endings[own.ending];
            endings[end.even] += even;
            entries.push(row("row", name, pack.place(&end.about), counts.endings[own.ending] + even));
        }
        for (event, &hits) in pack.events.iter().zip(&counts.events) {
            // The event of an action may be undeclared.
            let list = if line_of(&tables.text, "events", &event.name).is_some() { "events" } else { "actions" };
            entries.push(named("event", list, &event.name, hits));
        }
        for (ending, &hits) in pack.endings.iter().zip(&endings) {
            entries.push(named("ending", "endings", &ending.name, hits));
        }
        for (n, refusal) in pack.refusals.iter().enumerate() {
            let hits = counts.reached.refusals.get(n).copied().unwrap_or(0);
            entries.push(row("refusal", refusal.name.clone(), pack.place(&refusal.span), hits));
        }
        Self { entries, endless: counts.endless, limit: counts.limit }
    }

    /// The count of each line, by file.
    fn files(&self) -> BTreeMap<&str, BTreeMap<u32, u64>> {
        let mut files: BTreeMap<&str, BTreeMap<u32, u64>> = BTreeMap::new();
        for entry in &self.entries {
            let hits = files.entry(&entry.file).or_default().entry(entry.line).or_default();
            *hits = entry.hits.max(*hits);
        }
        files
    }

    fn never(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(|entry| entry.hits == 0)
    }

    fn to_json(&self, pack: &Pack, games: u64) -> Value {
        let file = |(file, lines): (&str, BTreeMap<u32, u64>)| json!({ "file": file, "lines": lines.into_iter().collect::<Vec<(u32, u64)>>() });
        let files: Vec<Value> = self.files().into_iter().map(file).collect();
        let never = self
            .never()
            .map(|entry| json!({ "kind": entry.kind, "name": entry.name, "file": entry.file, "line": entry.line }));
        json!({
            "game": pack.name,
            "games": games,
            "endless_games": self.endless,
            "files": files,
            "never": never.collect::<Vec<Value>>(),
        })
    }

    fn lcov(&self) -> String {
        let mut out = String::from("TN:\n");
        for (file, lines) in self.files() {
            // Writing to a `String` doesn't fail.
            let _ = writeln!(out, "SF:{file}");
            for (line, hits) in &lines {
                let _ = writeln!(out, "DA:{line},{hits}");
            }
            let reached = lines.values().filter(|&&hits| hits > 0).count();
            let _ = writeln!(out, "LF:{}\nLH:{reached}\nend_of_record", lines.len());
        }
        out
    }

    fn text(&self, pack: &Pack, games: u64) -> String {
        let matches = if games == 1 { "a match".to_owned() } else { format!("{games} matches") };
        let mut out = format!("[bold]{}[/]: what {matches} reached\n", escape(&pack.title));
        let mut kinds: Vec<(&str, &str)> = Vec::new();
        for entry in &self.entries {
            let file = if entry.kind == "line" { entry.file.as_str() } else { "" };
            if !kinds.contains(&(entry.kind, file)) {
                kinds.push((entry.kind, file));
            }
        }
        for (kind, file) in kinds {
            let of_kind = |entry: &&Entry| entry.kind == kind && (file.is_empty() || entry.file == file);
            let all = self.entries.iter().filter(of_kind).count();
            let reached = self.entries.iter().filter(of_kind).filter(|entry| entry.hits > 0).count();
            let of = if file.is_empty() { String::new() } else { format!(" of {}", escape(file)) };
            let percent = 100.0 * reached as f64 / all.max(1) as f64;
            let _ = writeln!(out, "{reached:6} of {all:<5} {kind}s{of} ({percent:.1}%)");
        }
        if self.endless > 0 {
            let those = if self.endless == 1 { "A match".to_owned() } else { format!("{} matches", self.endless) };
            let _ = writeln!(
                out,
                "{those} had no ending after {MAX_PLIES} actions and went no further; {}",
                what_ends_matches(self.limit)
            );
        }
        if self.never().next().is_some() {
            out.push_str("[bold]Never reached[/]\n");
        }
        for entry in self.never() {
            let place = format!("{}:{}", entry.file, entry.line);
            let _ = writeln!(out, "  {:8}{}  {}", entry.kind, escape(&place), escape(&entry.name));
        }
        out
    }
}

/// The rows of moves and placings: their names, and their places.
fn moves(pack: &Pack) -> Vec<(String, Place)> {
    let verb = |n: usize| pack.verbs[n].name.as_str();
    let of_pieces =
        pack.moves.pieces.iter().flat_map(|piece| {
            piece.moves.iter().map(move |row| (format!("{} {}", piece.name, verb(row.verb)), &row.span))
        });
    let placings = pack.moves.places.iter().map(|row| (format!("place {}", verb(row.verb)), &row.span));
    of_pieces.chain(placings).map(|(name, span)| (name, pack.place(span))).collect()
}

/// The text of a script of the pack.
fn source_of<'a>(pack: &'a Pack, file: &str) -> &'a str {
    let scripts = [&pack.rules, &pack.display].into_iter().flatten();
    let known = scripts.filter(|source: &&SourceFile| *source.name == *file).map(|source| &*source.text).next();
    known.or_else(|| pack.files.text_of(file).map(|text| &**text)).unwrap_or_default()
}

/// The line of `game.toml` that declares an item of a list: `NAME = ...` in `[LIST]`, or `[LIST.NAME]`; `None` for
/// built-in items.
fn line_of(text: &str, list: &str, name: &str) -> Option<u32> {
    let (mut section, mut at) = ("", None);
    for (n, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.starts_with('[') {
            section = line.trim_matches(['[', ']']);
            if section.strip_prefix(list).and_then(|rest| rest.strip_prefix('.')) == Some(name) {
                return Some(n);
            }
        } else if section == list {
            let key = line.split(['=', '.']).next().unwrap_or_default().trim().trim_matches('"');
            if key == name && at.is_none() {
                at = Some(n);
            }
        }
    }
    at
}

#[cfg(test)]
mod tests {
    use super::line_of;

    #[test]
    fn what_is_declared_in_a_table_is_found_at_its_line() {
        let text = "[actions]\nfly = {}\n\n[actions.sail]\nusage = \"sail\"\n[events]\nfly.fields = []\n";
        assert_eq!(line_of(text, "actions", "fly"), Some(2));
        assert_eq!(line_of(text, "actions", "sail"), Some(4));
        assert_eq!(line_of(text, "events", "fly"), Some(7));
        assert_eq!(line_of(text, "events", "sail"), None);
    }
}
