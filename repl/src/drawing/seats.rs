//! The seats of a scene line by line: the seat to move, and each seat's facts, cards and table.

use parlour_table::scene::{At, CardScene, Fact, Lies, Place, Scene, SeatScene};

use super::cards::{Cards, sum};
use super::table::{Block, fact, has_scores, shared, shown};
use crate::context::Style;
use crate::marks::{columns, escape, fit, wrap};

/// A fact of a seat with its column key, by which the facts of all seats are aligned.
type Cell = (String, String);

/// The minimum width of the last column.
const LEAST_LAST: usize = 20;

/// All seats. Facts shown `beside` a board are omitted.
pub(super) fn block(cards: &Cards<'_>, is_beside: bool, style: Style) -> Block {
    let scene = cards.scene;
    let rows: Vec<(&SeatScene, Vec<Cell>)> =
        in_order(scene).into_iter().map(|seat| (seat, cells(cards, seat, is_beside))).collect();
    let has_cards = scene.places.iter().any(is_laid_out);
    if (is_beside || rows.len() < 2 || has_scores(scene))
        && !has_cards
        && rows.iter().all(|(_, cells)| cells.is_empty())
    {
        return Block::plain(Vec::new());
    }
    let name_width = rows.iter().map(|(seat, _)| columns(&name(seat))).max().unwrap_or(0);
    let keys = keys(&rows);
    let widths: Vec<usize> = keys.iter().map(|key| width_of(&rows, key)).collect();
    // The last column can be wrapped. Facts that don't fit into columns follow each other.
    let fits = |n: &usize| {
        let before: usize = widths[..*n].iter().map(|width| width + 2).sum();
        2 + name_width + before + LEAST_LAST <= style.width
    };
    let aligned = (0..widths.len()).take_while(fits).count();
    let mut lines = Vec::new();
    let mut was_high = false;
    for (seat, cells) in &rows {
        let mark = if seat.is_due { ">" } else { " " };
        let mut line = format!("{mark} {}", fit(&styled(scene, seat), name_width));
        for (n, (key, width)) in keys.iter().zip(&widths).enumerate() {
            let text = cells.iter().find(|(of, _)| of == key).map_or("", |(_, text)| text);
            match n < aligned {
                true => line += &format!("  {}", fit(text, *width)),
                false if text.is_empty() => {}
                false => line += &format!("  {text}"),
            }
        }
        let mut cards = laid_out(cards, seat, name_width);
        // The notes of individual cards stay with them.
        let is_high = cards.len() > 1;
        if (is_high || was_high) && !lines.is_empty() {
            lines.push(String::new());
        }
        was_high = is_high;
        if cells.is_empty() && !cards.is_empty() {
            line = fit(&line, name_width + 4) + cards.remove(0).trim_start();
        }
        lines.extend(wrap(&trimmed(&line), style.width, name_width + 4).lines().map(str::to_owned));
        lines.extend(cards);
    }
    let words = rows.iter().map(|(seat, cells)| {
        // The viewer's own hand is shown separately.
        let own: Vec<&str> =
            places_of(scene, seat).filter(|place| place.at == At::Hand).map(|of| of.zone.as_str()).collect();
        let told = cells.iter().filter(|(key, text)| !text.is_empty() && !own.contains(&key.as_str()));
        let mut told: Vec<String> = told.map(|(_, text)| text.clone()).collect();
        told.extend(places_of(scene, seat).filter(|place| is_laid_out(place)).map(|place| in_words(cards, place)));
        format!("{}: {}.", name(seat), if told.is_empty() { "nothing".to_owned() } else { told.join(", ") })
    });
    Block { words: words.collect(), lines, is_rigid: has_cards }
}

/// The seats in the order of play from the first.
fn in_order(scene: &Scene) -> Vec<&SeatScene> {
    let mut seats: Vec<&SeatScene> = scene.seats.iter().collect();
    seats.sort_by_key(|seat| seat.number);
    seats
}

/// The name of a seat by its index in the order of play.
pub(super) fn name_of(scene: &Scene, number: usize) -> &str {
    scene.seats.iter().find(|seat| seat.number == number).map_or("", |seat| &seat.seat)
}

fn name(seat: &SeatScene) -> String {
    let you = if seat.is_own { " (you)" } else { "" };
    let out = if seat.is_in { "" } else { " (out)" };
    format!("{}{you}{out}", escape(&seat.seat))
}

fn styled(scene: &Scene, seat: &SeatScene) -> String {
    match stands(scene, seat.number) {
        true => format!("[{}]{}[/]", bold(seat.number), name(seat)),
        false => name(seat),
    }
}

/// True if a seat's colour identifies things on a board or track.
fn stands(scene: &Scene, number: usize) -> bool {
    let on_board = scene.boards.iter().flat_map(|board| &board.squares).flatten();
    let on_track = scene.tracks.iter().flat_map(|track| &track.spaces).flat_map(|space| &space.stands);
    on_board.flat_map(|square| &square.tokens).any(|seat| *seat == number)
        || on_track.into_iter().any(|stands| stands.seat == number)
}

/// The default colour of a seat's things.
pub(super) fn colour(number: usize) -> &'static str {
    bold(number).trim_start_matches("bold ")
}

/// The bold variant of it.
pub(super) fn bold(number: usize) -> &'static str {
    const STYLES: [&str; 6] = ["bold cyan", "bold magenta", "bold yellow", "bold green", "bold blue", "bold red"];
    STYLES[number % STYLES.len()]
}

/// The facts of a seat's line.
fn cells(cards: &Cards<'_>, seat: &SeatScene, is_beside: bool) -> Vec<Cell> {
    let scene = cards.scene;
    let mut cells = Vec::new();
    // Cards that are numbers are facts of their seats.
    let is_trick = |place: &&Place| place.lies == Lies::Trick && place.cards.iter().all(|card| card.nth.is_some());
    let trick = scene.places.iter().find(is_trick);
    if let Some(trick) = trick {
        let played = trick.cards.iter().find(|card| card.by == Some(seat.number));
        let text = played.map_or_else(|| "--".to_owned(), |card| format!("[bold]{}[/]", cards.text(card)));
        cells.push((trick.zone.clone(), text));
    }
    if !is_beside {
        let score = seat.score.as_ref().filter(|_| shared(scene).is_none() && !has_scores(scene));
        // A hand that lies there as cards is told once.
        let is_held = |fact: &&Fact| scene.places.iter().any(|place| place.name == fact.name);
        let facts = score.into_iter().chain(seat.facts.iter().filter(|fact| !is_held(fact)));
        cells.extend(facts.map(|of| (of.name.split('.').next().unwrap_or("").to_owned(), fact(of))));
    }
    for beside in scene.tracks.iter().flat_map(|track| &track.beside) {
        let count = beside.stands.iter().find(|stands| stands.seat == seat.number).map_or(0, |stands| stands.count);
        cells.push((beside.name.clone(), format!("[dim]{}[/] {count}", escape(&beside.title))));
    }
    for dice in scene.dice.iter().filter(|dice| dice.seat == Some(seat.number) && !dice.shown.is_empty()) {
        cells.push((dice.title.clone(), format!("[bold]{}[/]", shown(dice))));
    }
    let is_there = |zone: &str| scene.places.iter().any(|place| place.zone == zone && place.count > 0);
    // In trick-taking games all hands have the same size.
    let says_nothing = |place: &Place| {
        let is_covered = place.at == At::Hand || place.cards.iter().all(|card| card.card.is_none());
        trick.is_some() && place.lies == Lies::Fan && is_covered
    };
    let is_told =
        |place: &&Place| !is_laid_out(place) && is_there(&place.zone) && !says_nothing(place) && !place.is_idle;
    for place in places_of(scene, seat).filter(is_told) {
        cells.extend(at_seat(cards, place).map(|text| (place.zone.clone(), text)));
    }
    cells.extend(seat.note.iter().map(|note| ("note".to_owned(), escape(note))));
    cells
}

/// The zones at a seat.
fn places_of<'a>(scene: &'a Scene, seat: &SeatScene) -> impl Iterator<Item = &'a Place> {
    let (number, is_own) = (seat.number, seat.is_own);
    scene.places.iter().filter(move |place| place.at == At::Seat(number) || is_own && place.at == At::Hand)
}

/// A short description of a zone at a seat; `None` for an empty one that isn't a hand.
fn at_seat(cards: &Cards<'_>, place: &Place) -> Option<String> {
    let title = escape(&place.title);
    let sum = sum(place);
    Some(match (&place.at, place.lies) {
        // The viewer's own hand is shown below.
        (At::Hand, Lies::Fan) => format!("[dim]{title}[/] {}", place.count),
        (_, Lies::Fan) => cards.held(place) + &sum,
        _ if place.count == 0 => return None,
        (_, Lies::Stacks | Lies::Row | Lies::Grid | Lies::Cascade | Lies::Small) => {
            format!("[dim]{title}[/] {}{sum}", cards.all(place))
        }
        (_, Lies::Pile) => cards.pile(place)? + &sum,
        _ => format!("[dim]{title}[/] {}{sum}", place.count),
    })
}

/// True if a zone's cards are listed individually, with their annotations: those of a fan with an order that actions
/// use.
pub(super) fn is_laid_out(place: &Place) -> bool {
    let is_ordered = |card: &CardScene| card.nth.is_some();
    matches!(place.at, At::Seat(_) | At::Hand) && place.lies == Lies::Fan && place.cards.first().is_some_and(is_ordered)
}

/// The cards at a seat side by side, with the annotations of each below.
fn laid_out(cards: &Cards<'_>, seat: &SeatScene, name_width: usize) -> Vec<String> {
    let all = cards.scene.places.iter().filter(|place| is_laid_out(place)).flat_map(|place| &place.cards);
    let wide = all.map(|card| columns(&cards.text(card)).max(columns(&marks(card)))).max().unwrap_or(0);
    let mut lines = Vec::new();
    for place in places_of(cards.scene, seat).filter(|place| is_laid_out(place)) {
        let has_marks = place.cards.iter().any(|card| !card.marks.is_empty());
        let line = |text: &dyn Fn(&CardScene) -> String| {
            let each = place.cards.iter().map(|card| fit(&text(card), wide + 2));
            trimmed(&format!("  {:name_width$}  {}", "", each.collect::<String>()))
        };
        lines.push(line(&|card| cards.text(card)));
        if has_marks {
            lines.push(line(&|card| format!("[dim]{}[/]", escape(&marks(card)))));
        }
    }
    lines
}

fn marks(card: &CardScene) -> String {
    if card.marks.is_empty() { "?".to_owned() } else { card.marks.concat() }
}

fn in_words(cards: &Cards<'_>, place: &Place) -> String {
    let each = place.cards.iter().map(|card| match card.marks.is_empty() {
        true => cards.text(card),
        false => format!("{} (told {})", cards.text(card), escape(&card.marks.join(" "))),
    });
    each.collect::<Vec<_>>().join(", ")
}

/// The column keys of the seats' facts, in order.
fn keys(rows: &[(&SeatScene, Vec<Cell>)]) -> Vec<String> {
    let mut keys: Vec<String> = Vec::new();
    for (_, cells) in rows {
        let mut at = 0;
        for (key, _) in cells {
            match keys.iter().position(|known| known == key) {
                Some(known) => at = known + 1,
                None => {
                    keys.insert(at, key.clone());
                    at += 1;
                }
            }
        }
    }
    keys
}

fn width_of(rows: &[(&SeatScene, Vec<Cell>)], key: &str) -> usize {
    let of = rows.iter().flat_map(|(_, cells)| cells).filter(|(of, _)| of == key);
    of.map(|(_, text)| columns(text)).max().unwrap_or(0)
}

/// A line without trailing spaces.
fn trimmed(line: &str) -> String {
    line.trim_end().to_owned()
}
