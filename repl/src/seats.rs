//! The list of those who play: `human,hoarder(patience=3),exec:./mine.py`.

use parlour_engine::diagnostic::did_you_mean;
use parlour_engine::game::Game;
use parlour_engine::ids::Seat;
use parlour_engine::pack::Pack;

use crate::failure::Failure;
use parlour_ai::RobotLibrary;
use parlour_ai::THINKER;
pub(crate) use parlour_ai::{HUMAN, RANDOM};

/// The seat that `--seat` names.
///
/// # Errors
/// A name that no seat has.
pub(crate) fn seat_named(game: &Game, name: &str) -> Result<Seat, Failure> {
    game.seats().find(|&seat| game.seat_name(seat) == name).ok_or_else(|| {
        let names: Vec<&str> = game.seats().map(|seat| game.seat_name(seat)).collect();
        Failure::Input(format!("--seat: there is no seat `{name}` (known here: {})", names.join(", ")))
    })
}

/// Splits a list at its commas.
///
/// A robot's entry goes to the next comma that is not in the brackets of its parameters. A command, after `exec:`, goes
/// to the next comma that the shell would not take literally for being in quotes or behind a backslash; brackets mean
/// nothing in it.
///
/// # Errors
/// An entry that is empty, or a bracket or a quote without its other half.
pub(crate) fn parse(list: &str) -> Result<Vec<String>, Failure> {
    let fault = |what: &str| Failure::Input(format!("--seats {list}: {what}"));
    let mut seats = Vec::new();
    let mut rest = Some(list);
    while let Some(text) = rest {
        let end = if text.trim_start().starts_with("exec:") { end_of_command(text) } else { end_of_robot(text) };
        let end = end.map_err(fault)?;
        seats.push(text[..end].trim().to_owned());
        rest = text.get(end + 1..);
    }
    if seats.iter().any(String::is_empty) {
        return Err(fault("an entry is empty; expected `human`, a robot or `exec:COMMAND`, parted by commas"));
    }
    Ok(seats)
}

/// Where the comma after a robot's entry is, or the end of the text.
fn end_of_robot(text: &str) -> Result<usize, &'static str> {
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.checked_sub(1).ok_or("`)` without its `(`")?,
            ',' if depth == 0 => return Ok(at),
            _ => {}
        }
    }
    if depth > 0 { Err("`(` without its `)`") } else { Ok(text.len()) }
}

/// Where the comma after a command is, or the end of the text.
fn end_of_command(text: &str) -> Result<usize, &'static str> {
    let mut quote = None;
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        match (c, quote) {
            ('\\', None | Some('"')) => {
                chars.next();
            }
            ('"' | '\'', None) => quote = Some(c),
            (c, Some(open)) if c == open => quote = None,
            (',', None) => return Ok(at),
            _ => {}
        }
    }
    if quote.is_some() { Err("a quote without its other half in a command") } else { Ok(text.len()) }
}

/// A human, and the pack's robots on the other seats.
pub(crate) fn default_players(game: &Game, robots: &RobotLibrary) -> Vec<String> {
    let others = (1..game.seat_count()).map(|seat| default_robot(game.pack(), robots, seat));
    std::iter::once(HUMAN.to_owned()).chain(others).collect()
}

/// The robot that sits on a seat when nothing else is asked for.
pub(crate) fn default_robot(pack: &Pack, robots: &RobotLibrary, seat: usize) -> String {
    let known = robots.names(&pack.name);
    let named = pack.seats.robots.iter().map(|(spec, _)| spec);
    let wanted: Vec<&String> = named.filter(|spec| known.iter().any(|name| name == base_name(spec))).collect();
    match wanted.len() {
        0 => THINKER.to_owned(),
        n => wanted[seat.saturating_sub(1) % n].clone(),
    }
}

/// What is to be said of the robots that a pack seats by default and that are not there.
pub(crate) fn missing_robots(pack: &Pack, robots: &RobotLibrary) -> Vec<String> {
    let known = robots.names(&pack.name);
    let is_there = |spec: &str| known.iter().any(|name| name == base_name(spec));
    let instead =
        if pack.seats.robots.iter().any(|(spec, _)| is_there(spec)) { "others play" } else { "`thinker` plays" };
    let missing = pack.seats.robots.iter().map(|(spec, _)| spec).filter(|spec| !is_there(spec));
    let text = |spec: &String| {
        let (game, name) = (&pack.name, base_name(spec));
        let near = did_you_mean(name, known.iter().map(String::as_str));
        let near = near.map_or_else(String::new, |near| format!(" (did you mean `{near}`?)"));
        format!("{game} has no robot `{name}`, which its `[seats]` name{near}; {instead} instead")
    };
    missing.map(text).collect()
}

/// A robot's name without its parameters.
pub(crate) fn base_name(spec: &str) -> &str {
    spec.split('(').next().unwrap_or_default().trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_in_the_brackets_of_a_robot_part_no_seats() {
        assert_eq!(
            parse("human, hoarder(patience=3,bold=true) ,random").unwrap(),
            ["human", "hoarder(patience=3,bold=true)", "random"]
        );
    }

    #[test]
    fn a_command_ends_where_the_shell_would_see_a_comma() {
        for (list, entries) in [
            (r"exec:./p 'a,b',human", ["exec:./p 'a,b'", "human"]),
            (r#"exec:./p "a,\",b",human"#, [r#"exec:./p "a,\",b""#, "human"]),
            (r"exec:./p a\,b \',human", [r"exec:./p a\,b \'", "human"]),
            // Brackets are the command's own, whether they come in pairs or not.
            ("exec:./p :),hoarder(patience=3)", ["exec:./p :)", "hoarder(patience=3)"]),
            ("exec:(./p a,human", ["exec:(./p a", "human"]),
            ("human, exec:./p (a", ["human", "exec:./p (a"]),
        ] {
            assert_eq!(parse(list).unwrap(), entries, "{list}");
        }
    }

    #[test]
    fn a_list_that_is_none_is_refused() {
        for (list, reason) in [
            ("", "an entry is empty"),
            ("human,,random", "an entry is empty"),
            ("human,", "an entry is empty"),
            ("hoarder(3", "`(` without its `)`"),
            ("a)", "`)` without its `(`"),
            ("exec:./p it's,human", "a quote without its other half in a command"),
        ] {
            let message = parse(list).unwrap_err().to_string();
            assert!(message.contains(reason), "{list}: {message}");
        }
    }
}
