//! The statistics for people, 80 columns wide, and robots' actions as Markdown tables.

use std::collections::BTreeSet;
use std::fmt::Write;

use parlour_ai::arena::{Figures, Run, Standings, Tally, Verdict};

use crate::marks::escape;

/// Columns for a robot's name; a longer one gets a line of its own.
const NAME: usize = 16;

/// The statistics in marked text.
pub(super) fn figures(tally: &Tally, standings: &Standings<'_>) -> String {
    let run = &tally.run;
    let variant = run.variant.as_ref().map_or_else(String::new, |variant| format!(" {variant}"));
    let mut out = String::new();
    // Writing to a `String` doesn't fail.
    let _ = writeln!(
        out,
        "[bold]{}{variant}[/], seed {}, {}: {} games of {:.1} actions",
        escape(&run.game),
        run.seed,
        limits(run),
        tally.played(),
        tally.plies(),
    );
    let _ = writeln!(
        out,
        "{} of them different, from {} positions; games begin at {}",
        standings.distinct_games(),
        standings.openings(),
        escape(&run.openings),
    );
    if run.together {
        let _ = writeln!(
            out,
            "[bold]{:NAME$} {:>9} {:>19} {:>6} {:>6} {:>6} {:>4}[/]",
            "robot", "score", "95%", "won", "games", "ms", "err."
        );
    } else {
        let _ = writeln!(
            out,
            "[bold]{:NAME$} {:>6} {:>10} {:>6} {:>12} {:>12} {:>6} {:>4}[/]",
            "robot", "rate", "95%", "Elo", "95%", "won-sh.-lost", "ms", "err."
        );
    }
    for figures in standings.figures() {
        line(&figures, run.together, &mut out);
    }
    out.push_str(&meetings(tally));
    if let Some(found) = standings.comparison() {
        let [first, second] = found.robots.map(|robot| escape(&run.robots[robot]));
        let [low, high] = found.interval.map(|x| 100.0 * x);
        let _ = writeln!(
            out,
            "In the same {} deals the rate of {first} is {:+.1}% above that of {second}, 95%: {low:+.1}..{high:+.1}{}",
            found.deals,
            100.0 * found.difference,
            if found.differing == 0 { "; no deal came out differently" } else { "" },
        );
    }
    if let Some(text) = settled(tally) {
        let _ = writeln!(out, "{}", escape(&text));
    }
    if !tally.is_complete() {
        let part = run.shard.map_or_else(String::new, |(part, parts)| format!(" of shard {part} of {parts}"));
        let _ = writeln!(out, "[yellow]This is not all{part}: games are missing.[/]");
    } else if let Some((part, parts)) = run.shard {
        let _ = writeln!(out, "Shard {part} of {parts}.");
    }
    out
}

/// The search budget of a move: that of the run, except for robots with their own, as `thinker@200`.
fn limits(run: &Run) -> String {
    let own: BTreeSet<&str> =
        run.robots.iter().filter_map(|robot| robot.rsplit_once('@')).map(|(_, own)| own).collect();
    let named = run.robots.iter().filter(|robot| robot.contains('@')).count();
    let told =
        |own: &str| if own.bytes().all(|c| c.is_ascii_digit()) { format!("{own} nodes") } else { own.to_owned() };
    let own: Vec<String> = own.into_iter().map(told).collect();
    match (named, own.as_slice()) {
        (0, _) => format!("{} a move", run.limit),
        (n, [only]) if n == run.robots.len() => format!("{only} a move"),
        (n, _) if n == run.robots.len() => "each robot with what its name says a move".to_owned(),
        _ => format!("{} a move where a robot's name says nothing", run.limit),
    }
}

/// Pairwise rankings, if more than two robots were listed and met at tables.
fn meetings(tally: &Tally) -> String {
    let names = &tally.run.robots;
    if names.len() < 3 || tally.run.together {
        return String::new();
    }
    let mut out = String::from("\n[bold]In a hundred games before ...[/]\n");
    let label = |n: usize| format!("{}", n + 1);
    let head: String = (0..names.len()).map(|n| format!("{:>5}", label(n))).collect();
    let _ = writeln!(out, "{:4}{:NAME$}{head}", "", "");
    for (n, row) in tally.pairs().iter().enumerate() {
        let name: String = names[n].chars().take(NAME).collect();
        let pad = " ".repeat(NAME - name.chars().count());
        let cells: String = row
            .iter()
            .map(|rate| rate.map_or_else(|| format!("{:>5}", "."), |rate| format!("{:>5.0}", 100.0 * rate)))
            .collect();
        let _ = writeln!(out, "{:>3} {}{pad}{cells}", label(n), escape(&name));
    }
    out
}

/// A robot's line. In cooperative and single-player games its score rates it.
fn line(figures: &Figures, together: bool, out: &mut String) {
    let name = escape(&figures.name);
    if figures.name.chars().count() > NAME {
        let _ = write!(out, "{name}\n{:NAME$}", "");
    } else {
        // Padding by the visible width, where an escaped bracket counts once.
        let _ = write!(out, "{name}{}", " ".repeat(NAME - figures.name.chars().count()));
    }
    let errors = if figures.errors > 0 { format!("[red]{:>4}[/]", figures.errors) } else { format!("{:>4}", 0) };
    let decimals = if figures.ms_per_move < 10.0 { 2 } else { 0 };
    if together {
        let [low, high] = figures.score_interval;
        let _ = writeln!(
            out,
            " {:>9.2} {:>19} {:>6} {:>6} {:>6.decimals$} {errors}",
            figures.mean_score,
            format!("{low:.2}-{high:.2}"),
            figures.wins,
            figures.games,
            figures.ms_per_move,
        );
        return;
    }
    let [low, high] = figures.rate_interval.map(|x| 100.0 * x);
    let elo = |x: f64| if x.is_finite() { format!("{x:+.0}") } else { "?".to_owned() };
    let [worst, best] = figures.elo_interval.map(elo);
    let _ = writeln!(
        out,
        " {:>5.1}% {:>10} {:>6} {:>12} {:>12} {:>6.decimals$} {errors}",
        100.0 * figures.rate,
        format!("{low:.1}-{high:.1}"),
        elo(figures.elo),
        format!("{worst}..{best}"),
        format!("{}-{}-{}", figures.wins, figures.draws, figures.losses),
        figures.ms_per_move,
    );
}

/// The verdict of a run with a stopping rule, as a sentence.
fn settled(tally: &Tally) -> Option<String> {
    let rule = tally.run.stop?;
    let robot = tally.run.robots.first()?;
    let [low, high] = rule.rates().map(|rate| format!("{:.1}%", 100.0 * rate));
    let error = 100.0 * rule.error();
    let [from, to] = tally.any_time_interval()?.map(|x| 100.0 * x);
    let found = match tally.verdict() {
        Some(Verdict::Above) => format!("Settled: the rate of {robot} is above {low} (an error of at most {error}%)."),
        Some(Verdict::Below) => format!("Settled: the rate of {robot} is below {high} (an error of at most {error}%)."),
        Some(Verdict::Between) => {
            format!("Settled: the rate of {robot} is between {low} and {high} (an error of at most {error}% each).")
        }
        None => format!("Not settled: the rate of {robot} may be above {low} or below {high}."),
    };
    Some(format!("{found}\nInterval of 95% for both ends together, however often one looks: {from:.1}-{to:.1}%."))
}

/// Mean counts per game of robots' actions: a table of kinds, then one for each counted field. Partners are omitted.
pub(super) fn statistics(tally: &Tally, standings: &Standings<'_>) -> String {
    let partners = tally.partners();
    let figures: Vec<Figures> = standings
        .figures()
        .into_iter()
        .zip(partners)
        .filter_map(|(robot, partner)| (!partner).then_some(robot))
        .collect();
    let verbs: BTreeSet<&String> = figures.iter().flat_map(|robot| robot.actions.keys()).collect();
    let events: Vec<&String> = tally.run.count.iter().filter(|key| !key.contains('.')).collect();
    let head = ["robot", "games", "rate", "score"]
        .into_iter()
        .chain(verbs.iter().map(|verb| verb.as_str()))
        .chain(events.iter().map(|event| event.as_str()));
    let rows: Vec<Vec<String>> = figures
        .iter()
        .map(|robot| {
            let mut row = vec![
                robot.name.clone(),
                robot.games.to_string(),
                format!("{:.0}%", 100.0 * robot.rate),
                mean(robot.mean_score),
            ];
            row.extend(verbs.iter().map(|verb| mean(robot.actions.get(*verb).copied().unwrap_or(0.0))));
            row.extend(events.iter().map(|event| mean(robot.events.get(*event).copied().unwrap_or(0.0))));
            row
        })
        .collect();
    let mut out = format!("\nIn a game, in the mean:\n\n{}", markdown(&head.collect::<Vec<_>>(), &rows));
    out.push_str(&by_seat(&figures, tally.run.seats()));
    let errors = figures.iter().flat_map(|robot| robot.errors_by_place.iter().map(|found| (&robot.name, found)));
    let errors: Vec<Vec<String>> =
        errors.map(|(name, (place, n))| vec![name.clone(), place.clone(), n.to_string()]).collect();
    if !errors.is_empty() {
        let _ = write!(out, "\nErrors:\n\n{}", markdown(&["robot", "place", "times"], &errors));
    }
    let fields: BTreeSet<&String> = figures.iter().flat_map(|robot| robot.counts.keys()).collect();
    for field in fields {
        let counts = |robot: &Figures, value: &str| -> f64 {
            robot.counts.get(field).and_then(|counts| counts.get(value)).copied().unwrap_or(0.0)
        };
        let mut values: Vec<&String> =
            figures.iter().filter_map(|robot| robot.counts.get(field)).flat_map(|counts| counts.keys()).collect();
        // Numbers in order, then words in order.
        values.sort_by_key(|value| (value.parse::<i64>().unwrap_or(i64::MAX), value.as_str()));
        values.dedup();
        let title = field.as_str();
        let head: Vec<&str> = std::iter::once(title).chain(values.iter().map(|value| value.as_str())).collect();
        let rows: Vec<Vec<String>> = figures
            .iter()
            .map(|robot| {
                std::iter::once(robot.name.clone())
                    .chain(values.iter().map(|value| mean(counts(robot, value))))
                    .collect()
            })
            .collect();
        let _ = write!(out, "\n{}", markdown(&head, &rows));
    }
    out
}

/// The rate on each seat, and the mean rank of each robot.
fn by_seat(figures: &[Figures], seats: usize) -> String {
    let places = seats > 2;
    let names: Vec<String> = (1..=seats).map(|seat| format!("seat {seat}")).collect();
    let mut head = vec!["robot"];
    head.extend(names.iter().map(String::as_str));
    head.extend(places.then_some("place"));
    let rows: Vec<Vec<String>> = figures
        .iter()
        .map(|robot| {
            let rate = |n: usize| robot.rate_by_seat.get(n).copied().flatten();
            let mut row = vec![robot.name.clone()];
            row.extend((0..seats).map(|n| rate(n).map_or_else(String::new, |rate| format!("{:.0}%", 100.0 * rate))));
            row.extend(places.then(|| format!("{:.2}", robot.mean_rank)));
            row
        })
        .collect();
    format!("\nThe rate by seat:\n\n{}", markdown(&head, &rows))
}

/// A mean with its significant digits.
fn mean(x: f64) -> String {
    if x == 0.0 {
        return "0".to_owned();
    }
    if x.abs() < 9.95 { format!("{x:.2}") } else { format!("{x:.1}") }
}

/// An aligned Markdown table; the first column is text, the others are numbers.
pub(super) fn markdown(head: &[&str], rows: &[Vec<String>]) -> String {
    let wide = |n: usize| {
        let cells = rows.iter().map(|row| row[n].chars().count());
        cells.chain([head[n].chars().count(), 3]).max().unwrap_or(3)
    };
    let widths: Vec<usize> = (0..head.len()).map(wide).collect();
    let cell = |n: usize, text: &str| match n {
        0 => format!("| {text:<width$} ", width = widths[n]),
        _ => format!("| {text:>width$} ", width = widths[n]),
    };
    let line = |cells: &mut dyn Iterator<Item = &str>| -> String {
        cells.enumerate().map(|(n, text)| cell(n, text)).collect::<String>() + "|\n"
    };
    let rule: String = (0..head.len())
        .map(|n| {
            if n == 0 { format!("|{}", "-".repeat(widths[n] + 2)) } else { format!("|{}:", "-".repeat(widths[n] + 1)) }
        })
        .collect();
    let mut out = line(&mut head.iter().copied());
    out.push_str(&format!("{rule}|\n"));
    for row in rows {
        out.push_str(&line(&mut row.iter().map(String::as_str)));
    }
    out
}
