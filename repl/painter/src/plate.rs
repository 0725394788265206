//! A seat's strip: its player, its status and its possessions.

use parlour_table::scene::{At, Fact, FactLook, Place, Scene, SeatScene};
use parlour_table::seats::base_name;

use crate::names::captioned;
use crate::roles::{is_in_small, is_noted, is_only_counted, is_tucked};
use crate::signs::{seat_class, seat_token};
use crate::svg::{Anchor, Rect, Svg, Thing, width};
use crate::{board, items};

/// The height of a strip with one line of facts, and of an additional line.
const HEIGHT: f64 = 44.0;
const LINE: f64 = 15.0;

/// The chips that a seat has put in, which lie on the table in front of its strip.
fn bets(seat: &SeatScene) -> Vec<items::Item<'_>> {
    let is_bet = |fact: &&Fact| items::is_bet(fact) && fact.number.is_some_and(|number| number > 0);
    seat.facts.iter().filter(is_bet).map(items::Item::Fact).collect()
}

/// The height of the chips in front of a strip.
pub(crate) fn bets_height(seat: &SeatScene) -> f64 {
    if bets(seat).is_empty() { 0.0 } else { items::SMALL }
}

/// The height of a seat's strip at a width, with the chips in front of it; all its cards may be shown as counts.
pub(crate) fn height(scene: &Scene, seat: &SeatScene, wide: f64, tells_all: bool) -> f64 {
    bets_height(seat) + strip_height(scene, seat, wide, tells_all)
}

fn strip_height(scene: &Scene, seat: &SeatScene, wide: f64, tells_all: bool) -> f64 {
    let lines = lines(&told(scene, seat, (wide, tells_all)), words_width(scene, seat, wide));
    let items = items::of_seat(scene, seat, wide);
    let high = items::row_height(&items, seat.is_own, wide);
    let beside = beside_words(scene, seat, (&items, &lines), wide);
    let below = if beside.is_some() { &items } else { items.split_at(led(scene, seat, (&items, &lines), wide)).1 };
    let words = words_height(scene, seat, (lines.len(), below), wide);
    match beside {
        Some(_) => HEIGHT.max(high) + if items.is_empty() { 0.0 } else { 4.0 },
        None if items.is_empty() => words,
        None => words + rows_below(scene, seat, (below, high), wide) as f64 * high + 3.0,
    }
}

/// The height of a strip in one line.
pub(crate) const ONE_LINE: f64 = 26.0;
/// The least width of a strip in one line, and the height of a room from which on it isn't one.
const LEAST_LINE: f64 = 150.0;
const MANY_LINES: f64 = 38.0;

/// True if all that is told of a seat stands in one line, beside its name: at a table without a board or with one of
/// panels, which lack height, and wherever it is a name and a score.
pub(crate) fn is_line(scene: &Scene, seat: &SeatScene, wide: f64, tells_all: bool) -> bool {
    let score = score_of(scene, seat).map_or(0.0, flat_score_width);
    let told = told(scene, seat, (wide, tells_all));
    let lacks_height = scene.boards.iter().all(|board| !board.panels.is_empty()) && scene.tracks.is_empty();
    let is_bare = told.is_empty();
    let told = width(&told.join(" · "), 12.0) * 1.06;
    wide >= LEAST_LINE
        && (lacks_height || is_bare)
        && items::of_seat(scene, seat, wide).is_empty()
        && button_of(scene, seat).is_none()
        && note_of(scene, seat).is_none()
        && seat.mark.is_none()
        && LINE_LEFT + width(&name(seat), 14.0) * BOLD_NAME + 2.0 * GAP + told + score <= wide - SLIM_EDGE
}

/// The left edge of the words of a strip in one line, and the size of its score.
const LINE_LEFT: f64 = 32.0;
const LINE_SCORE: f64 = 18.0;

/// Paints what a strip in one line has: its token, its name, what is told beside it, and the score.
fn paint_line(svg: &mut Svg, scene: &Scene, seat: &SeatScene, told: &[String], room: Rect) {
    let (middle, base) = (room.y + room.h / 2.0, room.y + room.h / 2.0 + 5.0);
    svg.circle(&format!("token {}", seat_class(scene, seat.number)), (room.x + 17.0, middle), 8.5);
    if let Some(own) = scene.seats.iter().find(|own| own.is_own && is_partner(scene, seat)) {
        svg.ring(&format!("partner-ring {}", seat_class(scene, own.number)), (room.x + 17.0, middle), 11.0, 2.0);
    }
    let name = name(seat);
    let wide = width(&name, 14.0) * BOLD_NAME;
    svg.words("seat-name", (room.x + LINE_LEFT, base), (14.0, wide + GAP), Anchor::Start, &name);
    let told = told.join(" · ");
    let at = (room.x + LINE_LEFT + wide + 2.0 * GAP, base);
    svg.words("seat-fact", at, (12.0, width(&told, 12.0) * 1.06 + 1.0), Anchor::Start, &told);
    if let Some(score) = score_of(scene, seat) {
        paint_flat_score(svg, score, (room.x + room.w - SLIM_EDGE - 2.0, base), room.w);
    }
}

/// Paints a score with its noun beside it, both ending at a point.
fn paint_flat_score(svg: &mut Svg, score: &Fact, (right, base): (f64, f64), wide: f64) {
    let noun = score.noun();
    let x = right - width(&noun, LEAST_NAME) - GAP;
    svg.words("score", (x, base + 1.0), (LINE_SCORE, wide / 3.0), Anchor::End, &score.value);
    svg.words("seat-fact", (right, base), (LEAST_NAME, wide / 3.0), Anchor::End, &noun);
}

/// The height of a strip's text: only the name is above things where nothing else is told.
fn words_height(scene: &Scene, seat: &SeatScene, (lines, items): (usize, &[items::Item<'_>]), wide: f64) -> f64 {
    if is_score_below(scene, seat, wide) {
        return HEIGHT + LINE * lines as f64;
    }
    let has_room = || score_of(scene, seat).is_none() || is_score_above(scene, seat, wide);
    let is_short = lines == 0
        && !items.is_empty()
        && (has_room()
            || is_beside_score(scene, seat, items, wide)
            || has_flat_score(scene, seat, (lines, items), wide));
    if is_short { HEIGHT - LINE } else { HEIGHT + LINE * lines.saturating_sub(1) as f64 }
}

/// True if the things of a strip have room below its name and beside its score.
fn is_beside_score(scene: &Scene, seat: &SeatScene, items: &[items::Item<'_>], wide: f64) -> bool {
    let left = if wide < SLIM && button_of(scene, seat).is_none() { 8.0 } else { words_left(wide) };
    let room = wide - left - 14.0 - score_width(scene, seat, wide);
    items::whole_width(scene, items, items::row_height(items, seat.is_own, wide)) <= room
}

/// True if a phone's strip has its score and the noun of that in the line of the name, above rows of things.
fn has_flat_score(scene: &Scene, seat: &SeatScene, (lines, items): (usize, &[items::Item<'_>]), wide: f64) -> bool {
    let is_such = lines == 0 && !items.is_empty() && items::FLAT.contains(&wide);
    let name = width(&name(seat), 14.0) * BOLD_NAME + if button_of(scene, seat).is_some() { 30.0 } else { 0.0 };
    is_such
        && score_of(scene, seat).is_some_and(|score| words_left(wide) + name + flat_score_width(score) <= wide)
        && !is_beside_score(scene, seat, items, wide)
}

/// The width of a score with its noun beside it, and the gap before them.
fn flat_score_width(score: &Fact) -> f64 {
    width(&score.value, LINE_SCORE) * BOLD_SCORE + width(&score.noun(), LEAST_NAME) + 3.0 * GAP
}

/// The number of things beside the name on a phone's strip, above rows of others: as many as save a row.
fn led(scene: &Scene, seat: &SeatScene, (items, lines): (&[items::Item<'_>], &[String]), wide: f64) -> usize {
    let high = items::row_height(items, seat.is_own, wide);
    if !items::FLAT.contains(&wide) || lines.len() > 1 || high > items::SMALL {
        return 0;
    }
    let rows = |below: &[items::Item<'_>]| rows_below(scene, seat, (below, high), wide);
    let is_room = |led: &[items::Item<'_>], below: &[items::Item<'_>]| {
        let flat = score_of(scene, seat).filter(|_| has_flat_score(scene, seat, (lines.len(), below), wide));
        let score = flat.map_or(score_width(scene, seat, wide), flat_score_width);
        let needs = items::whole_width(scene, led, high);
        beside_words(scene, seat, (led, lines), wide)
            .is_some_and(|words| words_left(wide) + words + needs + score <= wide)
    };
    let is_title = |item: &items::Item<'_>| matches!(item, items::Item::Title(_));
    let is_better = |&first: &usize| {
        let (led, below) = items.split_at(first);
        // What a title names stays with it, and so do numbers with each other.
        let is_number = |item: &items::Item<'_>| matches!(item, items::Item::Number(..));
        let is_torn = led.last().is_some_and(is_number) && below.first().is_some_and(is_number);
        let is_whole = !is_torn && (below.first().is_some_and(is_title) || !led.iter().any(is_title));
        is_whole && !led.last().is_some_and(is_title) && rows(below) < rows(items) && is_room(led, below)
    };
    (1..items.len()).rev().find(is_better).unwrap_or(0)
}

/// The number of rows that things take below the text, at their height.
fn rows_below(scene: &Scene, seat: &SeatScene, (items, high): (&[items::Item<'_>], f64), wide: f64) -> usize {
    items::rows(scene, items, wide - below_left(scene, seat, wide) - 8.0, high).len()
}

/// True if the score of a narrow strip has the line below the name, above the facts.
fn is_score_below(scene: &Scene, seat: &SeatScene, wide: f64) -> bool {
    wide < SLIM && score_of(scene, seat).is_some() && !is_score_above(scene, seat, wide)
}

/// The left edge of things below the text: on a narrow strip and on a phone's below its token as well.
fn below_left(scene: &Scene, seat: &SeatScene, wide: f64) -> f64 {
    let is_below = wide < SLIM && button_of(scene, seat).is_none() || items::FLAT.contains(&wide);
    if is_below { 8.0 } else { words_left(wide) }
}

/// The position of a seat's things beside its single line of text, or in place of text.
fn beside_words(
    scene: &Scene,
    seat: &SeatScene,
    (items, lines): (&[items::Item<'_>], &[String]),
    wide: f64,
) -> Option<f64> {
    let words = match lines {
        [] => 0.0,
        [line] => width(line, 12.0),
        _ => return None,
    };
    // Beside the name as well: browsers' letters may be wider than measured.
    let name = width(&name(seat), 14.0) + if note_of(scene, seat).is_some() { 24.0 } else { 0.0 };
    let above = if is_score_above(scene, seat, wide) { score_width(scene, seat, wide) } else { 0.0 };
    let room = words_width(scene, seat, wide) - above;
    let things = items::whole_width(scene, items, items::row_height(items, seat.is_own, wide));
    // The button with its word, if there is room.
    let buttons = match button_of(scene, seat) {
        Some(button) => vec![items::button_width(button) + 2.0 * BUTTON_GAP, 30.0],
        None => vec![0.0],
    };
    let mut ways = buttons.into_iter().map(|button| words.max(name + button) * 1.1 + 14.0);
    ways.find(|words| words + things <= room)
}

/// The button of the table, if a seat has it.
fn button_of<'a>(scene: &'a Scene, seat: &SeatScene) -> Option<&'a Fact> {
    scene.facts.iter().find(|fact| items::is_button(scene, fact) && fact.value == seat.seat)
}

/// The width of a seat's text.
fn words_width(scene: &Scene, seat: &SeatScene, wide: f64) -> f64 {
    if is_score_above(scene, seat, wide) || is_score_below(scene, seat, wide) {
        return wide - words_left(wide) - 6.0;
    }
    (wide - words_left(wide) - 6.0 - score_width(scene, seat, wide)).max(20.0)
}

/// True if the score of a narrow strip is in the line of the name.
fn is_score_above(scene: &Scene, seat: &SeatScene, wide: f64) -> bool {
    score_above(scene, seat, wide).is_some()
}

/// The font size of a score in the line of the name on a narrow strip, and its width with the gap before it.
fn score_above(scene: &Scene, seat: &SeatScene, wide: f64) -> Option<(f64, f64)> {
    let score = score_of(scene, seat).filter(|_| wide < SLIM)?;
    let room = wide - words_left(wide) - width(&short_name(seat, 0.0), LEAST_NAME) * BOLD_NAME - GAP - SLIM_EDGE;
    let size = (room / (width(&score.value, 1.0) * BOLD_SCORE)).min(14.0);
    (size >= LEAST_SCORE).then(|| (size, width(&score.value, size) * BOLD_SCORE + GAP))
}

/// Bold letters and digits relative to the measured ones.
const BOLD_NAME: f64 = 1.15;
const BOLD_SCORE: f64 = 1.22;
/// The least font sizes of a name, and of a score beside it.
const LEAST_NAME: f64 = 11.0;
const LEAST_SCORE: f64 = 11.4;
/// The gap between a name and a score, and between a score and the right edge of a narrow strip.
const GAP: f64 = 5.0;
const SLIM_EDGE: f64 = 8.0;

/// The left edge of text, beside the seat's token, which is small on a narrow strip.
fn words_left(wide: f64) -> f64 {
    if wide < NARROW { 28.0 } else { 40.0 }
}

/// The width of a token's column in which it has the initial of its seat.
const LETTERED: f64 = 40.0;

/// Narrower strips have a small token.
const NARROW: f64 = 172.0;

/// The facts of a seat, wrapped into lines.
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
    if lines.len() > MAX_LINES {
        // The seat's label has all of it.
        let rest = lines.split_off(MAX_LINES - 1).join(" ");
        lines.push(rest);
    }
    lines
}

/// The maximum number of lines of facts.
const MAX_LINES: usize = 4;

fn lines_are_full(line: &str, part: &str, room: f64) -> bool {
    width(line, 12.0) + width(part, 12.0) + width(" · ", 12.0) > room
}

/// The width of a button with a letter, the distance of a button from the name, and the width of the sign of a note.
const BUTTON: f64 = 22.0;
const BUTTON_GAP: f64 = 8.0;
const NOTED: f64 = 28.0;

pub(crate) fn paint(svg: &mut Svg, scene: &Scene, seat: &SeatScene, room: Rect, tells_all: bool) {
    let state = match (seat.is_due, seat.is_in) {
        (true, _) => "due",
        _ if seat.has_won => "won",
        (_, false) => "out",
        _ => "",
    };
    let told = told(scene, seat, (room.w, tells_all));
    // The viewer's own lie above the strip, towards the middle of the table.
    let high = bets_height(seat);
    let (top, bottom) = room.split_top(if seat.is_own { high } else { room.h - high });
    let (room, front) = if seat.is_own { (bottom, top) } else { (top, bottom) };
    items::paint(svg, scene, &bets(seat), Rect { y: front.y + 1.0, ..front }, (items::SMALL, true));
    svg.open(&Thing {
        kind: "seat",
        of: "seats",
        value: &seat.seat,
        nth: None,
        copy: 0,
        count: 1,
        label: label(scene, seat, &told),
        class: state,
    });
    svg.rect("plate", room, 9.0);
    svg.rect("ring", room, 9.0);
    if room.h < MANY_LINES && is_line(scene, seat, room.w, tells_all) {
        paint_line(svg, scene, seat, &told, room);
        return svg.close();
    }
    let left = words_left(room.w);
    let button = button_of(scene, seat);
    // On a narrow strip the button is below the token, and else beside the name.
    let is_below = button.is_some() && room.w < NAMED;
    let items = items::of_seat(scene, seat, room.w);
    let in_lines = lines(&told, words_width(scene, seat, room.w));
    let things_left = beside_words(scene, seat, (&items, &in_lines), room.w);
    let led = things_left.map_or_else(|| led(scene, seat, (&items, &in_lines), room.w), |_| 0);
    let below = items.split_at(led).1;
    let words = words_height(scene, seat, (in_lines.len(), below), room.w);
    let is_flat = things_left.is_none() && has_flat_score(scene, seat, (in_lines.len(), below), room.w);
    let is_alone = told.is_empty() && (items.is_empty() || beside_words(scene, seat, (&items, &[]), room.w).is_some());
    let token = match (is_below, is_alone) {
        (true, _) => 14.0,
        (false, true) => room.h.min(HEIGHT) / 2.0,
        (false, false) => room.h.min(HEIGHT.min(words)) / 2.0,
    };
    let (middle, class) = ((room.x + left / 2.0, room.y + token), seat_class(scene, seat.number));
    match &seat.mark {
        Some(art) => {
            // In a low line it is smaller.
            let r = (left * 0.36).min(token - 3.5);
            svg.circle("token ivory", middle, r);
            svg.art(
                &format!("man {class}"),
                art,
                Rect::new(middle.0 - r * 0.72, middle.1 - r * 0.72, r * 1.44, r * 1.44),
            );
        }
        None => svg.circle(&format!("token {class}"), middle, left * 0.3),
    }
    if let Some(own) = scene.seats.iter().find(|own| own.is_own && is_partner(scene, seat)) {
        svg.ring(&format!("partner-ring {}", seat_class(scene, own.number)), middle, left * 0.38, 2.5);
    }
    let room_for_words = words_width(scene, seat, room.w);
    let high = items::row_height(&items, seat.is_own, room.w);
    let y = room.y + if is_alone { 27.0 } else { 19.0 };
    let name = short_name(seat, words_width(scene, seat, room.w));
    // On a narrow strip the score is below the name's line.
    let above = score_above(scene, seat, room.w);
    let room_for_line = match above {
        Some((_, above)) => room.w - left - SLIM_EDGE - above,
        None if room.w < SLIM => room.w - left - 6.0,
        None => room_for_words,
    };
    // The whole word, if the name leaves room for it.
    let noted = if note_of(scene, seat).is_some() { NOTED } else { 0.0 };
    let room_for_word = room_for_line - width(&name, 14.0) * BOLD_NAME - noted - BUTTON_GAP;
    // What lies beside the name covers no word.
    let things = match led {
        0 => things_left,
        _ => beside_words(scene, seat, (&items[..led], &in_lines), room.w),
    };
    let free = things.map_or(f64::MAX, |things| things - width(&name, 14.0) * 1.1 - noted - BUTTON_GAP - 2.0);
    let room_for_word = room_for_word.min(free);
    let word = button.filter(|_| !is_below).map(items::button_width).filter(|word| *word <= room_for_word);
    let beside = match button {
        Some(_) if !is_below => word.unwrap_or(BUTTON) + BUTTON_GAP,
        _ => 0.0,
    };
    let room_for_name = room_for_line - beside;
    let bold = if above.is_some() { BOLD_NAME } else { 1.0 };
    let size = (room_for_name / (width(&name, 1.0) * bold)).clamp(LEAST_NAME, 14.0);
    svg.words("seat-name", (room.x + left, y), (size, room_for_name), Anchor::Start, &name);
    let first = if is_score_below(scene, seat, room.w) { 35.0 + LINE } else { 35.0 };
    for (n, line) in lines(&told, room_for_words).iter().enumerate() {
        let y = room.y + first + n as f64 * LINE;
        svg.words("seat-fact", (room.x + left, y), (12.0, room_for_words), Anchor::Start, line);
    }
    match score_of(scene, seat) {
        Some(score) if is_flat => paint_flat_score(svg, score, (room.x + room.w - SLIM_EDGE - 2.0, y), room.w),
        Some(_) => score(svg, seat, room, above.map(|(size, _)| size)),
        None => {}
    }
    svg.close();
    // Outside of the group, whose label says the name in words.
    if seat.mark.is_none() && stands_alone(scene) {
        seat_token(svg, scene, seat.number, middle, left * 0.31);
    } else if seat.mark.is_none() && left >= LETTERED {
        let initial: String = seat.seat.chars().take(1).flat_map(char::to_uppercase).collect();
        let size = left * 0.36;
        let base = (middle.0, middle.1 + size * 0.36);
        svg.letter(&format!("token-word on-{class}"), base, (size, left), &initial);
    }
    if let Some(button) = button {
        let x = room.x + left + (width(&name, size) * 1.1).min(room_for_name) + BUTTON_GAP;
        match word {
            Some(word) => items::button_word(svg, button, Rect::new(x, y - 14.0, word, 18.0)),
            None => {
                let at =
                    if is_below { (room.x + left / 2.0, room.y + 32.0) } else { (x + BUTTON / 2.0 - 1.0, y - 5.0) };
                items::button(svg, &scene.seats, button, at, if is_below { 8.0 } else { 9.5 });
            }
        }
    }
    if let Some(note) = note_of(scene, seat) {
        let wide = (width(&name, size) * 1.1).min(room_for_name) + beside;
        svg.note(((room.x + left + wide + 14.0).min(room.x + room.w - 12.0), y - 5.0), &note);
    }
    let (x, y) = match things_left {
        Some(words) => (left + words, room.y + (HEIGHT.max(high) + 4.0 - high) / 2.0),
        None => (below_left(scene, seat, room.w), room.y + words - 3.0),
    };
    let at = Rect::new(room.x + x, y, room.w - x - 8.0, room.h);
    items::paint(svg, scene, below, at, (high, false));
    if led > 0 {
        let x = left + things.unwrap_or_default();
        let down = if in_lines.is_empty() { 2.0 } else { (HEIGHT + 4.0 - high) / 2.0 };
        items::paint(svg, scene, &items[..led], Rect::new(room.x + x, room.y + down, room.w - x, high), (high, false));
    }
}

/// The places at a seat that aren't empty.
pub(crate) fn held<'a>(scene: &'a Scene, seat: &SeatScene) -> impl Iterator<Item = &'a Place> {
    let at = At::Seat(seat.number);
    scene.places.iter().filter(move |place| place.at == at && place.count > 0)
}

/// The note of what the viewer knows of the covered cards that are told at a seat.
fn note_of(scene: &Scene, seat: &SeatScene) -> Option<String> {
    let notes: Vec<&str> =
        held(scene, seat).filter(|place| is_tucked(place)).filter_map(|place| place.known.as_deref()).collect();
    (!notes.is_empty()).then(|| notes.join("; "))
}

/// True if seats have tokens with their initial on boards, and no pieces.
fn stands_alone(scene: &Scene) -> bool {
    let squares = || scene.boards.iter().flat_map(|board| board.squares.iter().flatten());
    !scene.boards.is_empty()
        && squares().all(|square| square.figure.as_ref().is_none_or(|figure| figure.seat.is_none()))
        && scene.boards.iter().any(|board| board.has_tokens)
}

/// The score of a seat, unless the table shows it.
pub(crate) fn score_of<'a>(scene: &Scene, seat: &'a SeatScene) -> Option<&'a Fact> {
    seat.score.as_ref().filter(|score| scene.facts.iter().all(|fact| fact.name != score.name || fact.look.is_words()))
}

/// Paints the score, large at the right end.
fn score(svg: &mut Svg, seat: &SeatScene, room: Rect, above: Option<f64>) {
    let Some(score) = &seat.score else { return };
    let right = room.x + room.w - if above.is_some() { SLIM_EDGE } else { 10.0 };
    if let (FactLook::Stack, Some(amount), true) = (score.look, score.number, room.w >= WIDE) {
        let wide = items::stack_width(amount, CHIPS);
        let words = (width(&score.value, 20.0) * 1.2).max(title_width(score, room.w));
        items::score_stack(svg, amount, Rect::new(right - words - wide - 6.0, room.y + 10.0, CHIPS, CHIPS));
    }
    let (y, size) = match above {
        Some(size) => (room.y + 19.0, size),
        None if room.w < SLIM => (room.y + 37.0, 16.0),
        None => (room.y + 22.0, 20.0),
    };
    svg.words("score", (right, y), (size, room.w / 2.0), Anchor::End, &score.value);
    if title_width(score, room.w) > 0.0 {
        svg.words("seat-fact", (right, room.y + 37.0), (11.0, room.w / 3.0), Anchor::End, &score.noun());
    }
}

/// The width of the score.
fn score_width(scene: &Scene, seat: &SeatScene, wide: f64) -> f64 {
    let stack = |score: &Fact| match (score.look, score.number) {
        (FactLook::Stack, Some(amount)) if wide >= WIDE => items::stack_width(amount, CHIPS) + 6.0,
        _ => 0.0,
    };
    let of = |score: &Fact| (width(&score.value, 20.0) * 1.2).max(title_width(score, wide)) + 8.0 + stack(score);
    score_of(scene, seat).map_or(0.0, of)
}

/// Narrower strips have no chips beside the score.
const WIDE: f64 = 230.0;
/// On narrower strips the score is below the name, without its title.
const SLIM: f64 = 150.0;

/// The width of a score's title; 0 if it would leave too little for the name, and only the label has it.
fn title_width(score: &Fact, wide: f64) -> f64 {
    Some(width(&score.title, 11.0)).filter(|title| wide >= SLIM && *title <= wide / 3.0).unwrap_or(0.0)
}

/// The height of the chips beside a score.
const CHIPS: f64 = 24.0;

/// The facts of a seat: its status, its player, its face-down cards, its numbers.
fn told(scene: &Scene, seat: &SeatScene, (wide, tells_all): (f64, bool)) -> Vec<String> {
    let player = match seat.player.as_str() {
        "human" => None,
        _ => Some("robot".to_owned()),
    };
    let won = match seat.has_won {
        true if wide < NAMED => Some("won".to_owned()),
        true => Some(if seat.is_own { "have won" } else { "has won" }.to_owned()),
        false => None,
    };
    let out = (!seat.is_in).then(|| "out".to_owned());
    let held = held(scene, seat)
        .filter(|place| {
            let is_small = is_in_small(scene, place) && !items::has_tokens_alone(seat, wide);
            (tells_all && !place.is_ours || is_only_counted(place)) && !place.is_idle && !is_small
        })
        .filter(|place| items::backs(scene, seat).all(|shown| shown.name != place.name))
        .map(|place| match &place.sum {
            // What cards are worth says more than how many they are.
            // On a narrow strip the score beside it has the same unit.
            Some(sum) if wide < SLIM && seat.score.as_ref().is_some_and(|score| score.title == sum.title) => {
                format!("{}: {}", place.title, sum.value)
            }
            Some(sum) => format!("{}: {} {}", place.title, sum.value, sum.noun()),
            None => format!("{} {}", place.title, place.count),
        });
    let is_told = |fact: &&Fact| {
        !fact.value.is_empty()
            && (!items::is_thing(fact) || items::is_counted(seat, fact, wide))
            && !items::is_at_place(scene, fact)
            && !items::is_laid(scene, fact)
    };
    let facts = seat.facts.iter().filter(is_told).map(Fact::told);
    // Text about visible cards is only in the label.
    let has_cards = scene.places.iter().any(|place| place.at == At::Seat(seat.number) && is_in_small(scene, place));
    // The note of the viewer's own is at its hand.
    let is_at_hand = seat.is_own && scene.places.iter().any(|place| is_noted(scene, place));
    let is_bar = items::progress(seat).is_some();
    let note = seat.note.clone().filter(|_| !has_cards && !is_at_hand && !is_bar);
    let goal = goal(scene, seat).filter(|_| wide >= TELLS_GOAL);
    // Its parts are wrapped one by one.
    let note = note.iter().flat_map(|note| note.split(" · ")).map(str::to_owned);
    let facts = facts.chain(note).chain(goal);
    let rest: Vec<String> = held.chain(facts).collect();
    // On a narrow strip possessions take precedence over the player, whom the label names.
    let is_room = |player: &String| width(player, 12.0) <= words_width(scene, seat, wide);
    let player = player.filter(|player| {
        wide >= NAMED || rest.is_empty() && items::of_seat(scene, seat, wide).is_empty() && is_room(player)
    });
    // On a narrow strip with other facts only its ring tells it.
    let has_room = wide >= NAMED || rest.is_empty();
    let partner = (is_partner(scene, seat) && has_room).then(|| "partner".to_owned());
    won.into_iter().chain(out).chain(partner).chain(player).chain(rest).collect()
}

/// True for a partner of the viewer at a table with opponents.
fn is_partner(scene: &Scene, seat: &SeatScene) -> bool {
    seat.is_partner && scene.seats.iter().any(|other| !other.is_own && !other.is_partner)
}

/// Narrower strips don't tell goals.
const TELLS_GOAL: f64 = 240.0;

/// The goal of a seat that joins two sides of a board, or reaches one.
fn goal(scene: &Scene, seat: &SeatScene) -> Option<String> {
    if let Some(side) = scene.boards.iter().find_map(|board| board::goal_row(board, seat.number)) {
        return Some(format!("goal: the {side} row"));
    }
    let sides = scene.boards.iter().map(|board| &board.sides).find(|sides| !sides.is_empty())?;
    let owns = |side: usize| sides.get(side).copied().flatten() == Some(seat.number);
    match (owns(0) && owns(2), owns(1) && owns(3)) {
        (true, false) => Some("joins top and bottom".to_owned()),
        (false, true) => Some("joins left and right".to_owned()),
        _ => None,
    }
}

/// Narrower strips omit that a robot plays beside possessions.
const NAMED: f64 = 180.0;

/// The name of a seat for its viewer.
fn name(seat: &SeatScene) -> String {
    match (seat.is_own, is_lettered(&seat.seat)) {
        (true, true) => "You".to_owned(),
        (true, false) => format!("You ({})", captioned(&seat.seat)),
        (false, true) => format!("Player {}", seat.seat.to_uppercase()),
        (false, false) => captioned(&seat.seat),
    }
}

/// True for the name of a seat that is a letter: a seat without a name of its own.
fn is_lettered(seat: &str) -> bool {
    seat.len() == 1 && seat.chars().all(|c| c.is_ascii_lowercase())
}

/// The least width of a strip that has the whole name of its seat.
pub(crate) fn least_width(seat: &SeatScene) -> f64 {
    let name = if seat.is_own { "You".to_owned() } else { captioned(&seat.seat) };
    width(&name, 11.0) * 1.1 + 28.0 + 12.0
}

/// The width of text of the widest strip that has its score below the name or beside a short one.
const SHORT: f64 = SLIM - 33.0;

/// The same, or without the seat where there is no room for both.
fn short_name(seat: &SeatScene, room: f64) -> String {
    let name = name(seat);
    match room < SHORT || width(&name, 12.0) * 1.1 > room {
        true if seat.is_own => "You".to_owned(),
        true if is_lettered(&seat.seat) => captioned(&seat.seat),
        _ => name,
    }
}

fn label(scene: &Scene, seat: &SeatScene, told: &[String]) -> String {
    let mut words = vec![name(seat)];
    words.extend((!told.is_empty()).then(|| told.join(" · ")));
    words.extend(seat.score.iter().map(|score| format!("{} {}", score.value, score.noun())));
    let is_untold = is_partner(scene, seat) && !told.iter().any(|told| told == "partner");
    words.extend(is_untold.then(|| "partner".to_owned()));
    words.extend(seat.is_due.then(|| "to act".to_owned()));
    let robot = base_name(&seat.player);
    words.extend((robot != "human").then(|| format!("robot: {robot}")));
    // Things are also in the label.
    words.extend(seat.facts.iter().filter(|fact| items::is_thing(fact) && !fact.value.is_empty()).map(Fact::told));
    let dice = scene.dice.iter().filter(|dice| dice.seat == Some(seat.number) && dice.most > 0);
    words.extend(dice.map(|dice| match dice.shown.len() {
        1 => "1 die".to_owned(),
        count => format!("{count} dice"),
    }));
    words.extend(items::backs(scene, seat).map(|place| format!("{} {}", place.title, place.count)));
    let button = scene.facts.iter().filter(|fact| items::is_button(scene, fact) && fact.value == seat.seat);
    words.extend(button.map(|fact| fact.title.clone()));
    words.extend(seat.note.clone().filter(|note| !told.join(" · ").contains(note.as_str())));
    let taken = seat.taken.iter().map(|held| format!("{} {}", held.count, held.figure.title));
    words.extend(seat.ahead.map(|more| format!("ahead by {more}")));
    words.extend((!seat.taken.is_empty()).then(|| format!("taken: {}", taken.collect::<Vec<_>>().join(", "))));
    words.join(", ")
}
