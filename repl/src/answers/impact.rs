//! `impact`: the effect of a rule change.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use parlour_ai::HUMAN;
use parlour_ai::Thinking;
use parlour_ai::impact::{Findings, Impact, Measure};
use parlour_engine::game::{Config, Game};
use parlour_engine::pack::{Library, Pack, PackFiles};
use parlour_table::sanitize;
use parlour_table::seats;
use parlour_table::whole_file::WholeFile;
use serde_json::{Value, json};

use crate::arguments::{MAX_GAMES, MAX_JOBS, MAX_NODES, MAX_SECONDS, up_to};
use crate::context::Context;
use crate::embedded;
use crate::failure::Failure;
use crate::interrupt::{self, Watch};
use crate::marks::escape;
use crate::setup::key_value;

/// What is compared, without the name of the game.
#[derive(Debug, clap::Args)]
pub(crate) struct Change {
    /// Sets an option in the new rules; may be given again.
    #[arg(long, value_name = "KEY=VALUE", value_parser = key_value)]
    set: Vec<(String, String)>,
    /// The old rules: a folder with packs, or the folder of the pack.
    #[arg(long, value_name = "DIR")]
    against: Option<PathBuf>,
    /// The variant of the game.
    #[arg(long, value_name = "V")]
    variant: Option<String>,
    /// The robots, one for each seat, separated by commas; they change places from deal to deal (default: the pack's).
    #[arg(long, value_name = "LIST")]
    seats: Option<String>,
    /// How many pairs of matches (default: as many as there is time for, up to 400).
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = up_to::<u64, MAX_GAMES>)]
    games: Option<u64>,
    /// Ends after so many seconds with the pairs that are played by then (default: 45 without --games).
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = up_to::<u64, MAX_SECONDS>)]
    seconds: Option<u64>,
    /// Another seed plays other deals.
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = crate::arguments::seed)]
    seed: u64,
    /// How many nodes a robot's search may visit for a move.
    #[arg(long, value_name = "N", default_value_t = 300, allow_negative_numbers = true, value_parser = up_to::<u64, MAX_NODES>)]
    nodes: u64,
    /// How many pairs are played at a time (default: as many as there are cores).
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = up_to::<usize, MAX_JOBS>)]
    jobs: Option<usize>,
    /// Lists the uses of each action, card and piece; otherwise, of many, those that have changed most clearly.
    #[arg(long)]
    all: bool,
    /// Writes JSON.
    #[arg(long)]
    json: bool,
    /// Draws the differences and their intervals into a file.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

pub(crate) const NOTES: &str = "\
Both matches of a pair have the same seed and the same robots on the same seats, and the interval is that of the mean of \
the differences: what deals have in common falls out. A `*` marks a difference whose interval leaves out 0; of many \
measures one in twenty has a mark by chance. A win that is shared counts in parts.

Without --games the command ends after 45 seconds with the pairs that are played by then, with --seconds S after so many. \
How far it is stands on standard error, in a pipe every ten seconds.";

/// Defaults: number of pairs, and time limit.
const GAMES: u64 = 400;
const TIME: Duration = Duration::from_secs(45);
/// Time limit of a move with a node budget.
const LONGEST: Duration = Duration::from_secs(10);

impl Change {
    /// True if two versions of the rules are compared, not options alone.
    pub(crate) fn is_of_rules(&self) -> bool {
        self.set.is_empty()
    }

    /// Runs the comparison. `earlier` is the pack before it was reloaded.
    ///
    /// # Errors
    /// No difference to compare, and all inconsistent arguments.
    pub(crate) fn run(&self, context: &Context, name: &str, earlier: Option<Arc<Pack>>) -> Result<u8, Failure> {
        let file = self.svg.as_deref().map(WholeFile::open).transpose()?;
        let now = context.library.load(name)?;
        let old = match (&self.against, earlier) {
            (Some(folder), _) => pack_in(folder, name)?,
            (None, Some(earlier)) => earlier,
            // Only options differ.
            (None, None) if !self.set.is_empty() => now.clone(),
            (None, None) => built_in(name)?,
        };
        if self.set.is_empty() && old.fingerprint == now.fingerprint {
            let what =
                if self.against.is_some() { "the rules in that folder are the same" } else { "nothing has changed" };
            return Err(Failure::Input(format!("{name}: {what}; {OTHERS}")));
        }
        let impact = self.settle(context, &old, &now)?;
        let watch = Watch::begin();
        let bar = context.screen.bar_of_games();
        let findings = impact.run(&context.robots, watch.flag(), &mut |done, total| {
            bar.set_length(total);
            bar.set_position(done);
        });
        bar.finish_and_clear();
        let findings = findings?;
        if findings.games == 0 {
            let help = "robots that search less (`--nodes N`) or not at all (`--seats LIST`) are faster, and `--games N` or a longer `--seconds S` waits";
            return Err(Failure::Input(format!("no deal was played to its end by both rules; {help}")));
        }
        if let Some(error) = &findings.error {
            context.screen.fault(format!("{error}; it is moved at random"));
        }
        let most = if self.all { usize::MAX } else { LISTED };
        let report = Report { impact: &impact, findings: &findings, change: self.told(&old, &now), most };
        if let Some(file) = file {
            file.write(report.svg())?;
        }
        if self.json {
            context.screen.json(&report.to_json())?;
        } else {
            context.screen.show(&report.text(context.screen.width))?;
        }
        Ok(if watch.is_pressed() { interrupt::status() } else { 0 })
    }

    fn settle(&self, context: &Context, old: &Arc<Pack>, now: &Arc<Pack>) -> Result<Impact, Failure> {
        let robots = self.seats.as_deref().map(seats::parse).transpose()?;
        if robots.iter().flatten().any(|robot| robot == HUMAN) {
            return Err(Failure::Input("--seats: nobody can be asked here; name robots only".to_owned()));
        }
        let seats = robots.as_ref().map(|robots| seats::seats_for(now, robots.len()));
        let config = |set: &[(String, String)]| Config {
            variant: self.variant.clone(),
            seats,
            set: set.to_vec(),
            ..Config::default()
        };
        let (before, after) = (old.configure(&config(&[]))?, now.configure(&config(&self.set))?);
        let usual = |seat| seats::default_robot(now, &context.robots, seat);
        let robots = match robots {
            // A player without a seat under the old rules is reported below.
            Some(named) => seats::filled(&after, &context.robots, &named, |seat| usual(seat + 1))?,
            None => (1..=before.seat_count()).map(usual).collect(),
        };
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Ok(Impact {
            before,
            after,
            robots,
            games: self.games.unwrap_or(GAMES),
            seed: self.seed,
            thinking: Thinking { time: LONGEST, nodes: Some(self.nodes) },
            jobs: self.jobs.unwrap_or(cores),
            deadline: self.time().map(|time| Instant::now() + time),
        })
    }

    /// The time limit of the comparison.
    fn time(&self) -> Option<Duration> {
        let usual = if self.games.is_none() { Some(TIME) } else { None };
        self.seconds.map(Duration::from_secs).or(usual)
    }

    /// The differences, in words.
    fn told(&self, old: &Pack, now: &Pack) -> String {
        let mut parts: Vec<String> = self.set.iter().map(|(key, value)| format!("{key} = {value}")).collect();
        if old.fingerprint != now.fingerprint {
            let (old, now) = (&old.table_file.name, &now.table_file.name);
            let same = || format!("{now} as it was and as it is");
            parts.insert(0, if old == now { same() } else { format!("{now} against {old}") });
        }
        parts.join(", ")
    }
}

/// Advice on further comparisons.
const OTHERS: &str = "`--set KEY=VALUE` changes an option, `--against DIR` names other rules";

/// The built-in pack of a game.
fn built_in(name: &str) -> Result<Arc<Pack>, Failure> {
    let library = embedded::library();
    if !library.names().iter().any(|known| known == name) {
        let message = format!("{name}: no version of it is built in, against which its rules could be held; {OTHERS}");
        return Err(Failure::Input(message));
    }
    Ok(library.load(name)?)
}

/// The pack of a game in a folder of packs, or the one that the folder is.
fn pack_in(folder: &Path, name: &str) -> Result<Arc<Pack>, Failure> {
    if !folder.is_dir() {
        return Err(Failure::Input(format!("--against: there is no folder {}", folder.display())));
    }
    if folder.join("game.toml").is_file() {
        return Ok(Pack::load(embedded::library().inherit(PackFiles::read(folder)?))?.into_shared());
    }
    if !folder.join(name).join("game.toml").is_file() {
        return Err(Failure::Input(format!("--against: there is no game `{name}` in {}", folder.display())));
    }
    let mut library = Library::default();
    library.add_folder(folder);
    Ok(library.load(name)?)
}

struct Report<'a> {
    impact: &'a Impact,
    findings: &'a Findings,
    /// The compared difference.
    change: String,
    /// Maximum number of listed usage measures of a kind.
    most: usize,
}

/// Default number of listed usage measures of a kind.
const LISTED: usize = 12;

/// Maximum and minimum columns of a bar; the middle one is no difference.
const BAR: usize = 21;
const SHORTEST_BAR: usize = 5;
/// Columns of the numbers in the middle of a line, with spaces.
const NUMBERS: usize = 31;

impl Report<'_> {
    fn game(&self) -> &Game {
        &self.impact.after
    }

    fn to_json(&self) -> Value {
        let measure = |measure: &Measure| {
            json!({
                "name": measure.name,
                "before": rounded(measure.before),
                "after": rounded(measure.after),
                "difference": rounded(measure.difference),
                "ci95": measure.ci95.map(rounded),
            })
        };
        json!({
            "game": self.game().name(),
            "games": self.findings.games,
            "change": self.change,
            "robots": self.impact.robots,
            "seed": self.impact.seed,
            "measures": self.findings.measures.iter().map(measure).collect::<Vec<Value>>(),
        })
    }

    fn head(&self) -> String {
        let robots = self.impact.robots.join(", ");
        format!("{}: {}. {} deals, {robots}.", self.game().pack().title, self.change, self.findings.games)
    }

    fn text(&self, width: usize) -> String {
        let mut out = crate::marks::wrap(&format!("[bold]{}[/]", escape(&self.head())), width, 2);
        let (measures, left_out) = listed(&self.findings.measures, self.most);
        let names = measures.iter().map(|measure| measure.name.chars().count());
        let name = names.max().unwrap_or(0).clamp(7, 30);
        let interval = |measure: &Measure| {
            let [low, high] = measure.ci95.map(number);
            format!("{low} to {high}")
        };
        let widest = measures.iter().map(|measure| interval(measure).len()).max().unwrap_or(0).max(15);
        // An odd number of columns has a middle one.
        let columns = width.saturating_sub(name + NUMBERS + widest).clamp(SHORTEST_BAR, BAR + 1).div_ceil(2) * 2 - 1;
        let head = format!(
            "{:name$} {:>8} {:>8} {:>8}  {:^columns$}  interval of 95%",
            "measure", "before", "after", "change", ""
        );
        let _ = write!(out, "\n[dim]{}[/]\n", head.trim_end());
        for measure in measures {
            let mark = if measure.is_certain() { "*" } else { " " };
            let label: String = measure.name.chars().take(name).collect();
            let (before, after) = (number(measure.before), number(measure.after));
            let (change, bar, interval) = (signed(measure.difference), bar(measure, columns), interval(measure));
            let line = format!("{label:name$} {before:>8} {after:>8} {change:>8}{mark} {bar}  {interval}");
            let style = if measure.is_certain() { ("[bold]", "[/]") } else { ("", "") };
            // Writing to a `String` doesn't fail.
            let _ = writeln!(out, "{}{}{}", style.0, escape(line.trim_end()), style.1);
        }
        for (kind, count) in left_out {
            let _ =
                writeln!(out, "[dim]and {count} uses of {kind}s that have changed less clearly: `--all` lists them[/]");
        }
        out
    }

    /// An SVG chart of the intervals, for light and dark themes.
    fn svg(&self) -> String {
        const ROW: usize = 22;
        const LEFT: f64 = 420.0;
        const HALF: f64 = 160.0;
        let height = 76 + ROW * self.findings.measures.len();
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"760\" height=\"{height}\" viewBox=\"0 0 760 {height}\" \
             font-family=\"sans-serif\" font-size=\"13\">\n<rect width=\"760\" height=\"{height}\" fill=\"#fff\"/>\n"
        );
        let text = |x: f64, y: f64, anchor: &str, words: &str| {
            format!("<text x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\" fill=\"#222\">{}</text>\n", xml(words))
        };
        out += &text(12.0, 24.0, "start", &self.head());
        for (x, words) in [(250.0, "before"), (330.0, "after"), (400.0, "change")] {
            out += &text(x, 50.0, "end", words);
        }
        let middle = LEFT + HALF + 8.0;
        let _ = writeln!(out, "<path d=\"M{middle} 56V{}\" stroke=\"#999\"/>", height - 12);
        for (n, measure) in self.findings.measures.iter().enumerate() {
            let y = (72 + ROW * n) as f64;
            out += &text(12.0, y, "start", &measure.name);
            out += &text(250.0, y, "end", &number(measure.before));
            out += &text(330.0, y, "end", &number(measure.after));
            out += &text(400.0, y, "end", &signed(measure.difference));
            let scale = scale(measure);
            let at = |x: f64| middle + (x / scale).clamp(-1.0, 1.0) * HALF;
            let colour = if measure.is_certain() { "#b3261e" } else { "#666" };
            let (low, high, y) = (at(measure.ci95[0]), at(measure.ci95[1]), y - 4.0);
            let _ = writeln!(out, "<path d=\"M{low:.1} {y}H{high:.1}\" stroke=\"{colour}\" stroke-width=\"3\"/>");
            let _ =
                writeln!(out, "<circle cx=\"{:.1}\" cy=\"{y}\" r=\"4\" fill=\"{colour}\"/>", at(measure.difference));
        }
        out + "</svg>\n"
    }
}

/// The listed measures, in order: of a kind with more than `most` usage measures, the most significant ones; and the
/// number of omitted ones for each kind.
fn listed(measures: &[Measure], most: usize) -> (Vec<&Measure>, Vec<(&'static str, usize)>) {
    let mut kinds: Vec<&'static str> = measures.iter().filter_map(|measure| measure.use_of).collect();
    kinds.dedup();
    let mut is_listed = vec![true; measures.len()];
    let mut left_out = Vec::new();
    for kind in kinds {
        let mut uses: Vec<usize> = (0..measures.len()).filter(|&n| measures[n].use_of == Some(kind)).collect();
        uses.sort_by(|&a, &b| measures[b].clearness().total_cmp(&measures[a].clearness()));
        let rest = uses.get(most..).unwrap_or_default();
        rest.iter().for_each(|&n| is_listed[n] = false);
        if !rest.is_empty() {
            left_out.push((kind, rest.len()));
        }
    }
    (measures.iter().zip(is_listed).filter_map(|(measure, is_listed)| is_listed.then_some(measure)).collect(), left_out)
}

/// The bound of a measure's interval farthest from zero, the scale of its bar.
fn scale(measure: &Measure) -> f64 {
    let far = measure.ci95[0].abs().max(measure.ci95[1].abs());
    if far.is_finite() && far > 0.0 { far } else { f64::INFINITY }
}

/// The interval as a bar around zero.
fn bar(measure: &Measure, columns: usize) -> String {
    let scale = scale(measure);
    let half = (columns / 2) as f64;
    let column = |x: f64| ((x / scale).clamp(-1.0, 1.0) * half + half).round() as usize;
    if scale.is_infinite() {
        return (0..columns).map(|n| if n == columns / 2 { '│' } else { ' ' }).collect();
    }
    let (low, high, at) = (column(measure.ci95[0]), column(measure.ci95[1]), column(measure.difference));
    (0..columns)
        .map(|n| match n {
            n if n == at => '●',
            n if (low..=high).contains(&n) => '━',
            n if n == columns / 2 => '│',
            _ => ' ',
        })
        .collect()
}

fn rounded(x: f64) -> Value {
    if x.is_finite() { json!((x * 1e6).round() / 1e6) } else { Value::Null }
}

/// A number with its significant digits.
fn number(x: f64) -> String {
    match x.abs() {
        _ if !x.is_finite() => "?".to_owned(),
        size if size >= 1_000.0 => format!("{x:.0}"),
        size if size >= 100.0 => format!("{x:.1}"),
        size if size >= 10.0 => format!("{x:.2}"),
        size if size < 0.000_5 => "0".to_owned(),
        _ => format!("{x:.3}"),
    }
}

fn signed(x: f64) -> String {
    let text = number(x);
    if x > 0.0 && text != "0" { format!("+{text}") } else { text }
}

fn xml(text: &str) -> String {
    sanitize::sanitized(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_many_uses_those_that_have_changed_most_clearly_are_listed() {
        let measure = |name: &str, use_of, difference: f64, half: f64| Measure {
            name: name.to_owned(),
            use_of,
            before: 0.0,
            after: difference,
            difference,
            ci95: [difference - half, difference + half],
        };
        let measures = [
            measure("length", None, 0.0, 1.0),
            measure("action take", Some("action"), 0.0, 0.0),
            measure("card a", Some("card"), 0.0, 0.0),
            measure("card b", Some("card"), -3.0, 2.0),
            measure("card c", Some("card"), 5.0, 9.0),
            measure("card d", Some("card"), 1.0, 0.1),
        ];
        let names = |most| {
            let (measures, left_out) = listed(&measures, most);
            (measures.into_iter().map(|measure| measure.name.as_str()).collect::<Vec<&str>>().join(", "), left_out)
        };
        assert_eq!(names(2), ("length, action take, card b, card d".to_owned(), vec![("card", 2)]));
        assert_eq!(names(4).1, []);
    }

    #[test]
    fn a_bar_shows_the_interval_round_no_difference() {
        let measure = |difference: f64, half: f64| Measure {
            name: "length".to_owned(),
            before: 0.0,
            after: difference,
            difference,
            ci95: [difference - half, difference + half],
            use_of: None,
        };
        assert_eq!(bar(&measure(5.0, 5.0), 21), "          ━━━━━●━━━━━");
        assert_eq!(bar(&measure(-8.0, 2.0), 21), "━━●━━     │          ");
        assert_eq!(bar(&measure(0.0, 0.0), 21).trim(), "│");
        assert_eq!(bar(&measure(5.0, 5.0), 5), "  ━●━");
        assert_eq!([0.0, 0.25, 12.345, 1234.5].map(number), ["0", "0.250", "12.35", "1234"]);
    }
}
