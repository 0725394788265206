//! Tracks on a terminal: a strip, folded if it is long, and the points of backgammon.

use parlour_table::scene::{Scene, Space, Track, TrackLies};

use super::seats::{bold, colour, name_of};
use super::table::Block;
use crate::marks::escape;

/// A track within a width.
pub(super) fn block(scene: &Scene, track: &Track, width: usize) -> Block {
    let lines = match track.lies {
        TrackLies::Points => points(scene, track),
        _ => strip(scene, track, width),
    };
    Block { lines, words: words(scene, track), is_rigid: true }
}

/// The sign of a seat: the first letter of its name, or its number if names share it.
fn sign(scene: &Scene, number: usize) -> String {
    let first = |number: usize| name_of(scene, number).chars().next().map(|c| c.to_uppercase().to_string());
    let own = first(number).unwrap_or_default();
    let is_shared = scene.seats.iter().any(|seat| seat.number != number && first(seat.number).as_ref() == Some(&own));
    if is_shared { (number + 1).to_string() } else { own }
}

/// One character per space, with some numbers below.
fn strip(scene: &Scene, track: &Track, width: usize) -> Vec<String> {
    let per_line = ((width.saturating_sub(3)) / 2).max(5) / 5 * 5;
    let mut lines = Vec::new();
    let numbered: Vec<(usize, &Space)> = track.spaces.iter().enumerate().collect();
    for part in numbered.chunks(per_line) {
        let space = |space: &Space| match space.stands.as_slice() {
            [] => ".".to_owned(),
            [one] if one.count == 1 => format!("[{}]{}[/]", bold(one.seat), escape(&sign(scene, one.seat))),
            [one] => format!("[{}]{}[/]", bold(one.seat), one.count.min(9)),
            _ => "*".to_owned(),
        };
        let spaces: Vec<String> = part.iter().map(|(_, of)| space(of)).collect();
        let is_told = |n: usize| n == 0 || (n + 1).is_multiple_of(5);
        let number = |&(n, space): &(usize, &Space)| match is_told(n) {
            true => format!("{:<2}", space.name),
            false => "  ".to_owned(),
        };
        lines.push(format!("  {}", spaces.join(" ")));
        lines.push(format!("  [dim]{}[/]", part.iter().map(number).collect::<String>().trim_end()));
    }
    lines.extend(distance(track).map(|text| format!("  {text}")));
    lines
}

/// The distance of two things, if only two are on a strip.
fn distance(track: &Track) -> Option<String> {
    let mut stand = track.spaces.iter().enumerate().flat_map(|(n, space)| space.stands.iter().map(move |_| n));
    match (stand.next(), stand.next(), stand.next()) {
        (Some(first), Some(second), None) => Some(format!("[dim]distance[/] [bold]{}[/]", second - first)),
        _ => None,
    }
}

/// Two rows, the first half of the spaces below from right to left, numbered from the viewer's side.
fn points(scene: &Scene, track: &Track) -> Vec<String> {
    let (half, quarter) = (track.spaces.len() / 2, track.spaces.len() / 4);
    let mut spaces: Vec<&Space> = track.spaces.iter().collect();
    if track.is_turned {
        spaces.reverse();
    }
    let (below, above) = spaces.split_at(half);
    let cell = |space: &&Space| match space.stands.first() {
        None => "   .".to_owned(),
        Some(stands) => {
            let text = format!("{:>3}{}", stands.count, escape(&sign(scene, stands.seat)));
            format!("[{}]{text}[/]", colour(stands.seat))
        }
    };
    let number = |space: &&Space| format!("{:>4}", space.name);
    let line = |cells: Vec<String>| {
        let (left, right) = cells.split_at(cells.len().min(half - quarter));
        format!("{} |{}", left.concat(), right.concat())
    };
    let drawn = |of: &dyn Fn(&&Space) -> String, row: &[&Space], is_back: bool| {
        let mut cells: Vec<String> = row.iter().map(of).collect();
        if is_back {
            cells.reverse();
        }
        line(cells)
    };
    vec![
        format!("[dim]{}[/]", drawn(&number, above, false)),
        drawn(&cell, above, false),
        String::new(),
        drawn(&cell, below, true),
        format!("[dim]{}[/]", drawn(&number, below, true)),
    ]
}

/// The positions of each seat.
fn words(scene: &Scene, track: &Track) -> Vec<String> {
    let told = |number: usize| {
        let on = track.spaces.iter().filter_map(|space| {
            let stands = space.stands.iter().find(|stands| stands.seat == number)?;
            Some(match stands.count {
                1 => escape(&space.name),
                count => format!("{count} on {}", escape(&space.name)),
            })
        });
        let on: Vec<String> = on.collect();
        if on.is_empty() { "nothing".to_owned() } else { on.join(", ") }
    };
    let mut seats: Vec<_> = scene.seats.iter().collect();
    seats.sort_by_key(|seat| seat.number);
    let title = escape(&track.title);
    let spaces = (track.lies == TrackLies::Strip).then(|| format!("{} spaces", track.spaces.len()));
    spaces
        .into_iter()
        .chain(seats.into_iter().map(|seat| format!("{} {title}: {}", escape(&seat.seat), told(seat.number))))
        .chain(distance(track).filter(|_| track.lies == TrackLies::Strip))
        .map(|line| super::table::sentence(&line))
        .collect()
}
