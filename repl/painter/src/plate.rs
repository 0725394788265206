//! A seat's strip: who sits there, whose turn it is, what it has.

use parlour_table::scene::{At, CardScene, Fact, Lies, Place, Scene, SeatScene};
use parlour_table::seats::base_name;

use crate::signs::seat_class;
use crate::svg::{Anchor, Rect, Svg, Thing, width};

/// The height of a strip whose facts fit into one line, and what a second line adds.
const HEIGHT: f64 = 44.0;
const LINE: f64 = 15.0;

/// The height of a seat's strip of a width, on which it may be told of all its cards how many they are.
pub(crate) fn height(scene: &Scene, seat: &SeatScene, wide: f64, tells_all: bool) -> f64 {
    HEIGHT + LINE * lines(&told(scene, seat, tells_all), words_width(seat, wide)).len().saturating_sub(1) as f64
}

/// The room for what is told of a seat.
fn words_width(seat: &SeatScene, wide: f64) -> f64 {
    (wide - words_left(wide) - 6.0 - score_width(seat)).max(20.0)
}

/// Where words begin, beside the token of the seat, which is small on a narrow strip.
fn words_left(wide: f64) -> f64 {
    if wide < NARROW { 28.0 } else { 40.0 }
}

/// Narrower strips have a small token.
const NARROW: f64 = 172.0;

/// What is told of a seat in lines that fit; what is longer than a line goes on in the next one.
fn lines(told: &[String], room: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for part in told {
        match lines.last_mut() {
            Some(line) if !lines_are_full(line, part, room) => {
                *line = format!("{line} · {part}");
                continue;
            }
            _ => lines.push(String::new()),
        }
        for word in part.split(' ') {
            match lines.last_mut() {
                Some(line) if line.is_empty() => line.push_str(word),
                Some(line) if width(line, 12.0) + width(word, 12.0) + 4.0 <= room => {
                    line.push(' ');
                    line.push_str(word);
                }
                _ => lines.push(word.to_owned()),
            }
        }
    }
    if lines.len() > MOST_LINES {
        // The label of the seat has all of it.
        let rest = lines.split_off(MOST_LINES - 1).join(" ");
        lines.push(rest);
    }
    lines
}

/// The most lines of what is told of a seat.
const MOST_LINES: usize = 4;

fn lines_are_full(line: &str, part: &str, room: f64) -> bool {
    width(line, 12.0) + width(part, 12.0) + width(" · ", 12.0) > room
}

/// Whether a place shows nothing but backs that look alike, or lies as a count: their number says as much.
pub(crate) fn is_covered(place: &Place) -> bool {
    let is_plain = |card: &CardScene| card.card.is_none() && card.marks.is_empty();
    place.lies == Lies::Chips || place.cards.iter().all(is_plain)
}

pub(crate) fn paint(svg: &mut Svg, scene: &Scene, seat: &SeatScene, room: Rect, tells_all: bool) {
    let state = match (seat.is_due, seat.is_in) {
        (true, _) => "due",
        (_, false) => "out",
        _ => "",
    };
    let told = told(scene, seat, tells_all);
    svg.open(&Thing {
        kind: "seat",
        of: "seats",
        value: &seat.seat,
        nth: None,
        copy: 0,
        count: 1,
        label: label(seat, &told),
        class: state,
    });
    svg.rect("plate", room, 9.0);
    svg.rect("ring", room, 9.0);
    let left = words_left(room.w);
    let (middle, class) = ((room.x + left / 2.0, room.y + room.h.min(HEIGHT) / 2.0), seat_class(scene, seat.number));
    svg.circle(&format!("token {class}"), middle, left * 0.3);
    let room_for_words = words_width(seat, room.w);
    let y = room.y + if told.is_empty() { 27.0 } else { 19.0 };
    let name = name(seat);
    let size = (room_for_words / width(&name, 1.0)).clamp(11.0, 14.0);
    svg.words("seat-name", (room.x + left, y), (size, room_for_words), Anchor::Start, &name);
    for (n, line) in lines(&told, room_for_words).iter().enumerate() {
        let y = room.y + 35.0 + n as f64 * LINE;
        svg.words("seat-fact", (room.x + left, y), (12.0, room_for_words), Anchor::Start, line);
    }
    score(svg, seat, room);
    svg.close();
}

/// The score, large at the right end.
fn score(svg: &mut Svg, seat: &SeatScene, room: Rect) {
    let Some(score) = &seat.score else { return };
    let right = room.x + room.w - 10.0;
    svg.words("score", (right, room.y + 22.0), (20.0, room.w / 2.0), Anchor::End, &score.value);
    svg.words("seat-fact", (right, room.y + 37.0), (11.0, room.w / 3.0), Anchor::End, &score.title);
}

/// How wide the score is.
fn score_width(seat: &SeatScene) -> f64 {
    seat.score.as_ref().map_or(0.0, |score| width(&score.value, 20.0).max(width(&score.title, 11.0)) + 8.0)
}

/// What is told of a seat: how it stands, who plays it, what it holds face down, its numbers.
fn told(scene: &Scene, seat: &SeatScene, tells_all: bool) -> Vec<String> {
    let player = match seat.player.as_str() {
        "human" => None,
        robot => Some(base_name(robot).to_owned()),
    };
    let won = seat.has_won.then(|| "has won".to_owned());
    let out = (!seat.is_in).then(|| "out".to_owned());
    let at_seat = scene.places.iter().filter(|place| place.at == At::Seat(seat.number) && place.count > 0);
    let held = at_seat
        .filter(|place| (tells_all || is_covered(place)) && !place.is_idle)
        .map(|place| format!("{} {}", place.title, place.count));
    let facts = seat.facts.iter().filter(|fact| !fact.value.is_empty()).map(Fact::told).chain(seat.note.clone());
    won.into_iter().chain(out).chain(player).chain(held).chain(facts).collect()
}

/// A seat as its viewer reads it.
fn name(seat: &SeatScene) -> String {
    if seat.is_own { format!("You ({})", seat.seat) } else { seat.seat.clone() }
}

fn label(seat: &SeatScene, told: &[String]) -> String {
    let mut words = vec![name(seat)];
    words.extend((!told.is_empty()).then(|| told.join(" · ")));
    words.extend(seat.score.iter().map(|score| format!("{} {}", score.value, score.title)));
    words.extend(seat.is_due.then(|| "to act".to_owned()));
    words.join(", ")
}
