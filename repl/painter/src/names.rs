//! Names of seats and titles of places, as they are written on a table.

use parlour_table::scene::{At, Place, Scene, SeatScene, tint_named};

/// The name of a seat as the pack has it, empty for none.
pub(crate) fn seat_name(scene: &Scene, seat: Option<usize>) -> &str {
    let of = |seat: usize| scene.seats.iter().find(|other| other.number == seat);
    seat.and_then(of).map_or("", |seat| seat.seat.as_str())
}

/// The name of a seat, or "you".
pub(crate) fn seat_or_you(scene: &Scene, seat: Option<usize>) -> String {
    let is_own = scene.seats.iter().any(|own| own.is_own && Some(own.number) == seat);
    if is_own { "you".to_owned() } else { captioned(seat_name(scene, seat)) }
}

/// The name of a seat in a caption, with a capital.
pub(crate) fn captioned(seat: &str) -> String {
    capitalized(&seat.replace('_', " "))
}

/// The name of a seat in a caption, "you" for the viewer's own.
pub(crate) fn addressed(seat: &SeatScene) -> String {
    if seat.is_own { "you".to_owned() } else { captioned(&seat.seat) }
}

/// A text with its first letter large.
pub(crate) fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

/// A sentence with the names of seats as on their plates, with capitals; a colour or a side may be meant as such.
pub(crate) fn with_captions(scene: &Scene, text: &str) -> String {
    let is_proper = |name: &str| name.len() > 1 && tint_named(name).is_none() && !matches!(name, "left" | "right");
    let is_seat = |word: &str| {
        let name = word.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        is_proper(name) && scene.seats.iter().any(|seat| seat.seat == name)
    };
    // A letter is a seat before what it does, as in "a wants to steal"; elsewhere it may be an article or a column.
    let is_letter = |word: &str| word.len() == 1 && scene.seats.iter().any(|seat| seat.seat == word);
    let words: Vec<&str> = text.split(' ').collect();
    let does = |n: usize| n == 0 && words.get(1).is_some_and(|next| next.len() > 2 && next.ends_with('s'));
    let told = words.iter().enumerate().map(|(n, word)| {
        if is_seat(word) || is_letter(word) && does(n) { capitalized(word) } else { (*word).to_owned() }
    });
    told.collect::<Vec<_>>().join(" ")
}

/// The title of a place, with its seat, row or word.
pub(crate) fn title(scene: &Scene, place: &Place) -> String {
    let Some(of) = place.of.as_ref().filter(|_| place.at != At::Hand) else {
        return place.title.clone();
    };
    match scene.seats.iter().find(|seat| seat.seat == *of) {
        Some(seat) if seat.is_own => format!("your {}", place.title),
        _ => {
            let (title, of) = (place.title.strip_prefix("the ").unwrap_or(&place.title), of.replace('_', " "));
            // A number follows what it counts, and a word says which one it is.
            if of.parse::<i32>().is_ok() || of.len() < 2 { format!("{title} {of}") } else { format!("{of} {title}") }
        }
    }
}
