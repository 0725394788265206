//! Reports of searches and robots, for people.

use std::fmt::Write;

use parlour_ai::{Analyst, Report, THINKER};
use parlour_engine::Action;
use parlour_engine::game::Game;
use parlour_table::{Advice, Advised};

use crate::failure::Failure;
use crate::interrupt::Watch;
use crate::marks::escape;

/// The maximum number of actions shown, and of a line's actions.
const SHOWN: usize = 12;

/// Runs a search that Ctrl-C ends with its result so far; returns true if it did.
///
/// # Errors
/// A search that fails.
pub(crate) fn stoppable<E: Into<Failure>>(
    analyst: &mut Analyst,
    search: impl FnOnce(&mut Analyst) -> Result<Report, E>,
) -> Result<(Report, bool), Failure> {
    let watch = Watch::begin();
    watch.stops(Some(analyst.stop_handle()));
    let report = search(analyst).map_err(Into::into)?;
    Ok((report, watch.is_pressed()))
}

/// A robot's advice, in marked text and as plain data.
///
/// # Errors
/// A robot without an action.
pub(crate) fn advised(advice: Advice) -> Result<(String, Advised), Failure> {
    let advised = advice.choice.map_err(|fault| Failure::Input(fault.to_string()))?;
    let action = escape(&advised.told);
    let reason = advised.reason.as_ref().map_or_else(|| ".".to_owned(), |reason| format!(": {}", escape(reason)));
    let level = advice.level.map_or_else(String::new, |level| format!(" ({level})"));
    Ok((format!("{}{level} would choose [bold]{action}[/]{reason}", escape(&advice.robot)), advised))
}

/// The report of a robot's search, in marked text, or a notice that it doesn't search. Its choice may differ from the
/// search's best action.
pub(crate) fn search(game: &Game, advice: &Advice, width: usize, told: Told<'_>) -> String {
    let robot = escape(&advice.robot);
    let Some(report) = &advice.report else {
        return format!("[dim]{robot} has no search of single actions to show; `hint -v {THINKER}` shows one.[/]");
    };
    let mut out = table(game, report, width, &mut *told);
    let (best, chosen) = (report.actions.first().map(|judged| &judged.action), advice.choice.as_ref().ok());
    if let (Some(best), Some(chosen)) = (best, chosen)
        && *best != chosen.action
    {
        let (best, chosen) = (escape(&told(std::slice::from_ref(best)).concat()), escape(&chosen.told));
        out.push_str(&format!("[dim]{robot} weighs more than this search, and prefers {chosen} to {best}.[/]\n"));
    }
    out
}

/// Converts a sequence of actions from a moment to people's words.
pub(crate) type Told<'a> = &'a mut dyn FnMut(&[Action]) -> Vec<String>;

/// The value of an action for people: the odds, or the score in cooperative and single-player games.
pub(crate) fn odds(game: &Game, value: f64) -> String {
    if game.is_together() { format!("{value:.2}") } else { format!("{:.0}%", 100.0 * value) }
}

/// The columns of value and visits, and the minimum width of the line.
const VALUES: usize = 18;
const LINE: usize = 12;

/// A text truncated with an ellipsis.
pub(crate) fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most.saturating_sub(1)).chain(['\u{2026}']).collect()
}

/// A report as a table in marked text, with lines truncated to a width.
pub(crate) fn table(game: &Game, report: &Report, width: usize, told: Told<'_>) -> String {
    if let ([only], 0) = (report.actions.as_slice(), report.nodes) {
        let only = escape(&told(std::slice::from_ref(&only.action)).concat());
        return format!("[dim]{only} is the only legal action: nothing was searched.[/]\n");
    }
    let seconds = report.took.as_secs_f64().max(1e-9);
    let mut out = format!("{}, {:.0} a second\n", report.effort, report.nodes as f64 / seconds);
    let shown = report.actions.iter().take(SHOWN);
    let texts: Vec<(String, Vec<String>)> = shown
        .map(|judged| {
            let action = told(std::slice::from_ref(&judged.action)).concat();
            (action, told(&judged.line).into_iter().skip(1).collect())
        })
        .collect();
    let wide = texts.iter().map(|(text, _)| text.chars().count()).max().unwrap_or(0);
    let wide = wide.min(width.saturating_sub(VALUES + LINE)).max(6);
    let (value, last) = (if game.is_together() { "score" } else { "odds" }, report.heading);
    // Writing to a `String` doesn't fail.
    let _ = writeln!(out, "[bold]{:wide$} {value:>6} {last:>8}  then[/]", "action");
    for (judged, (text, line)) in report.actions.iter().zip(&texts) {
        let short = cut(text, wide);
        // The value is only an upper bound from alpha-beta.
        let at_most = if judged.is_bound { "\u{2264}" } else { "" };
        let last = match (judged.ends_in, judged.lead) {
            (Some(n), _) if n > 0 => format!("wins in {n}"),
            (Some(n), _) => format!("lost in {}", -n),
            (None, Some(lead)) => format!("{at_most}{lead:+.2}"),
            (None, None) => judged.visits.to_string(),
        };
        let then = cut(&line.join(", "), width.saturating_sub(wide + VALUES).max(LINE));
        let pad = " ".repeat(wide - short.chars().count());
        let value = format!("{at_most}{}", odds(game, judged.value));
        let _ = writeln!(out, "{}{pad} {value:>6} {last:>8}  {}", escape(&short), escape(&then));
    }
    match report.actions.len().saturating_sub(SHOWN) {
        0 => {}
        more => out.push_str(&format!("... and {more} more\n")),
    }
    out
}
