//! A seat's strip: who sits there, whose turn it is, what it has.

use parlour_table::scene::{At, Place, Scene, SeatScene};

use crate::card::{Size, paint_back, title};
use crate::signs::{seat_class, tint_class};
use crate::svg::{Anchor, Rect, Svg, Thing, width};

/// The places of a seat that lie on its strip, those with cards.
pub(crate) fn places<'a>(scene: &'a Scene, seat: &SeatScene) -> Vec<&'a Place> {
    let of_seat = scene.places.iter().filter(|place| place.at == At::Seat(seat.number));
    of_seat.filter(|place| place.count > 0).collect()
}

pub(crate) fn paint(svg: &mut Svg, scene: &Scene, seat: &SeatScene, room: Rect) {
    let state = match (seat.is_due, seat.is_in) {
        (true, _) => "due",
        (_, false) => "out",
        _ => "",
    };
    svg.open(&Thing {
        kind: "seat",
        of: "",
        value: &seat.seat,
        nth: None,
        copy: 0,
        count: 1,
        label: label(seat),
        class: state,
    });
    svg.rect("plate", room, 9.0);
    svg.rect("ring", room, 9.0);
    let line = room.y + 21.0;
    let class = seat_class(scene, seat.number);
    svg.circle(&format!("token {class}"), (room.x + 18.0, room.y + 18.0), 10.0);
    let initial: String = seat.seat.chars().take(1).flat_map(char::to_uppercase).collect();
    svg.words(
        &format!("token-word on-{class}"),
        (room.x + 18.0, room.y + 22.5),
        (12.0, 20.0),
        Anchor::Middle,
        &initial,
    );
    let score = score(svg, seat, room);
    let name_room = (room.w - 44.0 - score).max(20.0);
    let name = if seat.is_own { format!("{} (you)", seat.seat) } else { seat.seat.clone() };
    svg.words("seat-name", (room.x + 36.0, line + 2.0), (15.0, name_room), Anchor::Start, &name);
    let after = room.x + 44.0 + width(&name, 15.0).min(name_room);
    let facts = facts(seat);
    if room.h < 56.0 {
        svg.words(
            "seat-fact",
            (after, line + 1.0),
            (12.5, room.x + room.w - after - score - 8.0),
            Anchor::Start,
            &facts,
        );
    } else {
        svg.words("seat-fact", (room.x + 36.0, line + 19.0), (12.5, room.w - 44.0 - score), Anchor::Start, &facts);
    }
    if room.h >= 56.0 {
        held(svg, scene, seat, Rect::new(room.x + 10.0, room.y + 46.0, room.w - 20.0, room.h - 52.0));
    }
    svg.close();
}

/// The score, large at the right end; how wide it is.
fn score(svg: &mut Svg, seat: &SeatScene, room: Rect) -> f64 {
    let Some(score) = &seat.score else { return 0.0 };
    let right = room.x + room.w - 10.0;
    svg.words("score", (right, room.y + 22.0), (20.0, room.w / 2.0), Anchor::End, &score.value);
    svg.words("seat-fact", (right, room.y + 37.0), (11.0, room.w / 3.0), Anchor::End, &score.title);
    width(&score.value, 20.0).max(width(&score.title, 11.0)) + 8.0
}

fn facts(seat: &SeatScene) -> String {
    let player = match seat.player.as_str() {
        "human" => None,
        robot => Some(robot.split(['@', '{']).next().unwrap_or(robot).to_owned()),
    };
    let won = seat.has_won.then(|| "has won".to_owned());
    let out = (!seat.is_in).then(|| "out".to_owned());
    let facts = seat.facts.iter().map(|fact| format!("{} {}", fact.title, fact.value));
    won.into_iter().chain(out).chain(player).chain(facts).collect::<Vec<_>>().join(" · ")
}

fn label(seat: &SeatScene) -> String {
    let mut words = vec![seat.seat.clone()];
    words.extend(seat.is_own.then(|| "you".to_owned()));
    words.extend(seat.is_due.then(|| "to act".to_owned()));
    words.extend(seat.score.iter().chain(&seat.facts).map(|fact| format!("{} {}", fact.title, fact.value)));
    words.join(", ")
}

/// What lies at a seat: chips of cards that are known, backs with how many of those that aren't.
fn held(svg: &mut Svg, scene: &Scene, seat: &SeatScene, room: Rect) {
    let (mut x, mut y) = (room.x, room.y);
    for place in places(scene, seat) {
        let known = place.cards.iter().filter(|card| card.card.is_some());
        let mut chips: Vec<(String, &str)> = known
            .take(MOST_CHIPS)
            .filter_map(|card| {
                let face = scene.faces.get(card.card.as_ref()?)?;
                let many = if card.count > 1 { format!("{} ", card.count) } else { String::new() };
                Some((format!("{many}{}", face.title), face.tint.map_or("t-black", tint_class)))
            })
            .collect();
        if chips.is_empty() || place.lies == parlour_table::scene::Lies::Chips {
            backs(svg, place, (x, y));
            let text = format!("{} {}", place.count, title(scene, place));
            let wide = width(&text, 12.5) + 34.0;
            svg.words(
                "seat-fact",
                (x + 30.0, y + 16.0),
                (12.5, (room.x + room.w - x - 30.0).max(10.0)),
                Anchor::Start,
                &text,
            );
            x += wide + 10.0;
            continue;
        }
        chips.insert(0, (title(scene, place), ""));
        for (text, tint) in chips {
            let wide = width(&text, 12.5) + if tint.is_empty() { 8.0 } else { 24.0 };
            if x + wide > room.x + room.w && x > room.x {
                (x, y) = (room.x, y + 27.0);
            }
            if y + 24.0 > room.y + room.h + 4.0 {
                return;
            }
            if tint.is_empty() {
                svg.words("seat-fact", (x, y + 16.0), (12.5, wide), Anchor::Start, &text);
            } else {
                svg.rect("chip", Rect::new(x, y, wide, 22.0), 6.0);
                svg.circle(&format!("medal {tint}"), (x + 9.0, y + 11.0), 4.0);
                svg.words("chip-word", (x + 17.0, y + 15.5), (12.5, wide - 18.0), Anchor::Start, &text);
            }
            x += wide + 6.0;
        }
    }
}

/// More kinds of cards than this are not told one by one on a strip.
const MOST_CHIPS: usize = 14;

fn backs(svg: &mut Svg, place: &Place, (x, y): (f64, f64)) {
    let size = Size::of_width(14.0);
    for n in 0..place.count.min(3) {
        paint_back(svg, Rect::new(x + n as f64 * 4.0, y + 1.0, size.w, size.h));
    }
}
