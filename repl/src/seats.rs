//! The list of those who play: `human,hoarder(patience=3),exec:./mine.py`.

use parlour_engine::game::Game;
use parlour_engine::pack::Pack;

use crate::failure::Failure;
use parlour_ai::RobotLibrary;

/// The word for a person at the keyboard.
pub(crate) const HUMAN: &str = "human";
/// The robot that is there for every game.
pub(crate) const RANDOM: &str = "random";

/// Splits a list at the commas that are in no bracket and no quotes.
///
/// # Errors
/// An entry that is empty, or a bracket without its other half.
pub(crate) fn parse(list: &str) -> Result<Vec<String>, Failure> {
    let fault = |what: &str| Failure::Input(format!("--seats {list}: {what}"));
    let mut seats = vec![String::new()];
    let mut depth = 0_usize;
    let mut quote = None;
    for c in list.chars() {
        match (c, quote) {
            ('"' | '\'', None) => quote = Some(c),
            (c, Some(open)) if c == open => quote = None,
            ('(', None) => depth += 1,
            (')', None) => depth = depth.checked_sub(1).ok_or_else(|| fault("`)` without its `(`"))?,
            (',', None) if depth == 0 => {
                seats.push(String::new());
                continue;
            }
            _ => {}
        }
        if let Some(last) = seats.last_mut() {
            last.push(c);
        }
    }
    if depth > 0 {
        return Err(fault("`(` without its `)`"));
    }
    let seats: Vec<String> = seats.iter().map(|seat| seat.trim().to_owned()).collect();
    if seats.iter().any(String::is_empty) {
        return Err(fault("an entry is empty; expected `human`, a robot or `exec:COMMAND`, parted by commas"));
    }
    Ok(seats)
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
        0 => RANDOM.to_owned(),
        n => wanted[seat.saturating_sub(1) % n].clone(),
    }
}

/// A robot's name without its parameters.
pub(crate) fn base_name(spec: &str) -> &str {
    spec.split('(').next().unwrap_or_default().trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_in_brackets_and_quotes_do_not_part_seats() {
        let seats = parse("human, hoarder(patience=3,greed=2),exec:\"a b,c\"").unwrap();
        assert_eq!(seats, ["human", "hoarder(patience=3,greed=2)", "exec:\"a b,c\""]);
        assert_eq!(
            parse("human, hoarder(patience=3,bold=true),exec:./p 'a,b'").unwrap(),
            ["human", "hoarder(patience=3,bold=true)", "exec:./p 'a,b'"]
        );
    }

    #[test]
    fn a_list_that_is_none_is_refused() {
        for list in ["", "human,,random", "hoarder(3", "a)"] {
            assert!(parse(list).is_err(), "{list}");
        }
    }
}
