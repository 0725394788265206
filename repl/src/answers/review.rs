//! `review`: every decision of a match, with the best alternative.

use std::fmt::Write;
use std::path::PathBuf;

use parlour_engine::english;
use parlour_engine::game::Game;
use parlour_engine::ids::Seat;
use parlour_table::judging::{Decision, mistakes, slight, spread};
use parlour_table::whole_file::WholeFile;
use parlour_table::{Table, Viewer};
use serde_json::{Value, json};

use crate::answers::judged::{judged, judging_failed};
use crate::answers::thoughts::odds;
use crate::arguments::{MAX_NODES, up_to};
use crate::context::Context;
use crate::failure::Failure;
use crate::marks::escape;
use crate::setup::seat_named;

/// The number of worst decisions that are listed.
const WORST: usize = 5;
/// Rows of the graph in the terminal, and height and width of the graph in a file.
const ROWS: usize = 8;
const HEIGHT: f64 = 260.0;
const WIDE: f64 = 760.0;

/// What is looked at, and how closely.
#[derive(Debug, clap::Args)]
pub(crate) struct Depth {
    /// Asks this robot, or a level, instead of the best robot of the game, whom `hint` asks.
    #[arg(long, value_name = "ROBOT")]
    robot: Option<String>,
    /// Looks at the decisions of one seat only.
    #[arg(long, value_name = "SEAT")]
    seat: Option<String>,
    /// How many nodes a search may visit for each decision [default: as many as the robot does for a hint].
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = up_to::<u64, MAX_NODES>)]
    nodes: Option<u64>,
    /// Writes JSON.
    #[arg(long)]
    json: bool,
    /// Keeps the graph of the odds in a file.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

impl Depth {
    /// Reviews the decisions of a match.
    ///
    /// # Errors
    /// An unknown seat or robot, an unwritable file.
    pub(crate) fn look(&self, context: &Context, table: &mut Table, viewer: Viewer) -> Result<(), Failure> {
        let file = self.svg.as_deref().map(WholeFile::open).transpose()?;
        let game = table.game().clone();
        let seat = self.seat.as_deref().map(|name| seat_named(&game, name)).transpose()?;
        let mut past = table.past(viewer.asking_for_all(true));
        // A review of a match in progress must not reveal hidden information to its players.
        let own = past.seat().filter(|_| !past.is_free());
        let only = seat.or(own);
        if !past.is_free() && (own.is_none() || only != own) {
            let whose = own.map_or("no decisions", |_| "only the decisions of the person's own seat");
            let option = if seat.is_some() { "--seat" } else { "review" };
            return Err(Failure::Input(format!("{option}: the match is not over; {whose} are shown")));
        }
        let mut judge = past.judge(&context.robots, self.robot.as_deref(), self.nodes).map_err(judging_failed)?;
        let moments = (0, past.total());
        let decisions = judged(&context.screen, &mut past, &mut judge, moments, only, |_| false)?;
        if let Some(file) = file {
            file.write(svg(&game, &decisions))?;
        }
        let worst = worst(&game, &decisions);
        if self.json {
            context.screen.json(&to_json(&game, &decisions, &worst))
        } else {
            show(context, &game, &decisions, &worst)
        }
    }
}

/// The indices of the worst decisions, the worst first.
fn worst(game: &Game, decisions: &[Decision]) -> Vec<usize> {
    let mut worst = mistakes(game, decisions);
    worst.sort_by(|&a, &b| decisions[b].loss().total_cmp(&decisions[a].loss()));
    worst.truncate(WORST);
    worst
}

fn to_json(game: &Game, decisions: &[Decision], worst: &[usize]) -> Value {
    let round = |value: f64| (value * 1e6).round() / 1e6;
    let list: Vec<Value> = decisions
        .iter()
        .map(|decision| {
            json!({
                "n": decision.n,
                "seat": game.seat_name(decision.seat),
                "action": decision.action,
                "told": decision.told,
                "value": round(decision.value),
                "best": decision.best,
                "best_told": decision.best_told,
                "best_value": round(decision.best_value),
                "loss": round(decision.loss()),
            })
        })
        .collect();
    let worst: Vec<usize> = worst.iter().map(|&n| decisions[n].n).collect();
    json!({ "game": game.name(), "decisions": list, "worst": worst })
}

fn show(context: &Context, game: &Game, decisions: &[Decision], worst: &[usize]) -> Result<(), Failure> {
    let screen = &context.screen;
    screen.show(&format!(
        "[bold]{}[/]: {}",
        escape(&game.pack().title),
        english::count(decisions.len(), "decision")
    ))?;
    graph(context, game, decisions)?;
    for seat in game.seats() {
        let own: Vec<&Decision> = decisions.iter().filter(|decision| decision.seat == seat).collect();
        if own.is_empty() {
            continue;
        }
        let lost = own.iter().map(|decision| decision.loss()).sum::<f64>();
        let best = own.iter().filter(|decision| decision.loss() <= 0.0).count();
        let text = format!(
            "{}: {best} of {} {} the best{}",
            game.seat_name(seat),
            english::count(own.len(), "decision"),
            if own.len() == 1 { "was" } else { "were" },
            if best == own.len() { String::new() } else { cost(game, lost) }
        );
        screen.show(&crate::marks::wrap(&escape(&text), screen.width, 2))?;
    }
    if worst.is_empty() {
        return screen.show("No decision was clearly worse than the best.");
    }
    screen.show("[bold]The worst:[/]")?;
    for &n in worst {
        let decision = &decisions[n];
        let (was, best) = (odds(game, decision.value), odds(game, decision.best_value));
        let text = format!(
            "  {} {}{} ({was}); better {} ({best})",
            decision.place,
            decision.told,
            if game.writes_moves() { "?" } else { "" },
            decision.best_told
        );
        screen.show(&crate::marks::wrap(&escape(&text), screen.width, 6))?;
        if !decision.line.is_empty() {
            let line = format!("      then {}", decision.line.join(", "));
            screen.show(&crate::marks::wrap(&escape(&line), screen.width, 6))?;
        }
    }
    screen.show("`parlour replay FILE` goes through the match; `m` goes to the next mistake.")
}

/// The graph of values over the match, by seat.
fn graph(context: &Context, game: &Game, decisions: &[Decision]) -> Result<(), Failure> {
    let bars = [' ', '\u{2581}', '\u{2582}', '\u{2583}', '\u{2584}', '\u{2585}', '\u{2586}', '\u{2587}', '\u{2588}'];
    let (low, width) = bounds(game, decisions);
    let name = |seat: Seat| game.seat_name(seat).chars().count();
    let wide = game.seats().map(name).max().unwrap_or(1);
    let values = |seat: Seat| decisions.iter().filter(move |decision| decision.seat == seat).map(|d| d.value).collect();
    let seats: Vec<(Seat, Vec<f64>)> =
        game.seats().map(|seat| (seat, values(seat))).filter(|(_, own): &(Seat, Vec<f64>)| !own.is_empty()).collect();
    // The initial value is before a line, the final one after it.
    let ends = |own: &[f64]| [own.first(), own.last()].map(|value| odds(game, value.copied().unwrap_or(0.0)));
    let long = seats.iter().flat_map(|(_, own)| ends(own)).map(|text| text.chars().count()).max().unwrap_or(0);
    let room = context.screen.width.saturating_sub(wide + 2 * long + 3).clamp(10, 200);
    for (seat, own) in seats {
        let columns = own.len().min(room);
        let mut line = String::new();
        for column in 0..columns {
            let (from, to) = (column * own.len() / columns, ((column + 1) * own.len() / columns).max(1));
            let part = &own[from..to.max(from + 1)];
            let mean = part.iter().sum::<f64>() / part.len() as f64;
            let height = ((mean - low) / width * ROWS as f64).round().clamp(0.0, ROWS as f64) as usize;
            line.push(bars[height]);
        }
        let [first, last] = ends(&own);
        let text = format!("{:wide$} {first:>long$} {line} {last:>long$}", game.seat_name(seat));
        context.screen.show(&escape(&text))?;
    }
    Ok(())
}

/// The minimum of the graph, and its range.
fn bounds(game: &Game, decisions: &[Decision]) -> (f64, f64) {
    if !game.is_together() {
        return (0.0, 1.0);
    }
    let least = decisions.iter().map(|decision| decision.value).fold(f64::INFINITY, f64::min);
    (if least.is_finite() { least } else { 0.0 }, spread(game, decisions))
}

/// The graph as SVG.
fn svg(game: &Game, decisions: &[Decision]) -> String {
    const COLOURS: [&str; 6] = ["#0b6e99", "#c2571a", "#2e7d32", "#7b1fa2", "#b71c1c", "#616161"];
    let (low, width) = bounds(game, decisions);
    let last = decisions.last().map_or(1, |decision| decision.n).max(1) as f64;
    let x = |n: usize| 50.0 + (n as f64 / last) * (WIDE - 70.0);
    let y = |value: f64| 20.0 + (1.0 - (value - low) / width) * (HEIGHT - 50.0);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDE} {HEIGHT}\" font-family=\"sans-serif\" \
         font-size=\"12\">\n<title>{}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
        xml(&game.pack().title)
    );
    // Writing to a `String` doesn't fail.
    for part in 0..=4 {
        let value = low + width * f64::from(part) / 4.0;
        let at = y(value);
        let _ = writeln!(
            out,
            "<line x1=\"50\" x2=\"{:.1}\" y1=\"{at:.1}\" y2=\"{at:.1}\" stroke=\"#ddd\"/>\
             <text x=\"44\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            WIDE - 20.0,
            at + 4.0,
            odds(game, value)
        );
    }
    for seat in game.seats() {
        let colour = COLOURS[seat.index() % COLOURS.len()];
        let own: Vec<&Decision> = decisions.iter().filter(|decision| decision.seat == seat).collect();
        if own.is_empty() {
            continue;
        }
        let points: Vec<String> =
            own.iter().map(|decision| format!("{:.1},{:.1}", x(decision.n), y(decision.value))).collect();
        let _ = writeln!(
            out,
            "<polyline fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\" points=\"{}\"/>",
            points.join(" ")
        );
        for decision in own.iter().filter(|decision| decision.loss() >= slight(game, decisions)) {
            let _ = writeln!(
                out,
                "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"3\" fill=\"{colour}\"><title>{} {}; better {}</title></circle>",
                x(decision.n),
                y(decision.value),
                xml(&decision.place),
                xml(&decision.told),
                xml(&decision.best_told)
            );
        }
        let at = 60.0 + 90.0 * seat.index() as f64;
        let _ = writeln!(
            out,
            "<text x=\"{at:.1}\" y=\"{:.1}\" fill=\"{colour}\">{}</text>",
            HEIGHT - 8.0,
            xml(game.seat_name(seat))
        );
    }
    out.push_str("</svg>\n");
    out
}

/// The total loss of suboptimal decisions.
fn cost(game: &Game, lost: f64) -> String {
    if game.is_together() {
        return format!("; the others cost a score of {lost:.2}");
    }
    let points = (100.0 * lost).round() as usize;
    format!("; the others cost {} of winning chance", english::count(points, "point"))
}

fn xml(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
