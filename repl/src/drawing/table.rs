//! A scene on a terminal: the table, the seats with their facts, and the viewer's hand.

use parlour_engine::english::capitalized;
use parlour_table::scene::{At, Beside, CardKey, Dice, Fact, Lies, Place, Scene, Sheet, TrackLies};

use super::cards::{Cards, in_tint, row, sum};
use super::{seats, tracks};
use crate::context::Style;
use crate::marks::{columns, escape, fit, render, wrap};

/// A group of lines, with their equivalent in words.
pub(super) struct Block {
    /// The drawing.
    pub(super) lines: Vec<String>,
    /// The same in sentences, for screen readers.
    pub(super) words: Vec<String>,
    /// True if its lines can't be wrapped: on a narrow screen it is shown in sentences.
    pub(super) is_rigid: bool,
}

impl Block {
    /// Lines that can be read aloud.
    pub(super) fn plain(lines: Vec<String>) -> Self {
        Self { words: lines.clone(), lines, is_rigid: false }
    }

    fn width(&self) -> usize {
        self.lines.iter().map(|line| columns(line)).max().unwrap_or(0)
    }
}

/// The minimum gap between blocks side by side.
const GUTTER: usize = 4;
/// The maximum width of screens on which blocks are stacked.
const NARROW: usize = 80;

/// The blocks below the boards of a scene. Facts shown `beside` a board are omitted.
pub(super) fn blocks(scene: &Scene, is_beside: bool, style: Style) -> Vec<Block> {
    let cards = Cards { scene };
    let mut blocks: Vec<Block> = scene.tracks.iter().map(|track| tracks::block(scene, track, style.width)).collect();
    blocks.push(table(&cards, is_beside, style));
    blocks.extend(scene.key.iter().map(|key| card_key(&cards, key, style.width)));
    blocks.extend(scene.sheets.iter().map(|sheet| self::sheet(scene, sheet)));
    blocks.push(seats::block(&cards, is_beside, style));
    blocks.push(hand(&cards, style));
    blocks.retain(|block| !block.lines.is_empty());
    blocks
}

/// Blocks as text, side by side on wide screens.
pub(super) fn text(blocks: &[Block], style: Style) -> String {
    let mut out: Vec<Vec<String>> = Vec::new();
    let mut rest = blocks;
    while let Some((block, behind)) = rest.split_first() {
        rest = behind;
        let drawn = lines(block, style);
        let pair = behind.first().filter(|next| {
            let is_high = block.lines.len() > 1 && next.lines.len() > 1;
            is_high && style.width > NARROW && !style.is_plain && block.width() + GUTTER + next.width() <= style.width
        });
        match pair {
            Some(next) => {
                rest = &behind[1..];
                out.push(beside(&drawn, &next.lines, block.width() + GUTTER));
            }
            None => out.push(drawn),
        }
    }
    let between = if style.is_plain { "" } else { "\n" };
    out.iter().map(|lines| lines.join("\n") + "\n").collect::<Vec<_>>().join(between)
}

/// The lines of a block, or its words if lines aren't drawn or don't fit.
pub(super) fn lines(block: &Block, style: Style) -> Vec<String> {
    let is_drawn = !style.is_plain && (!block.is_rigid || block.width() <= style.width);
    let lines = if is_drawn { &block.lines } else { &block.words };
    lines
        .iter()
        .flat_map(|line| wrap(line, style.width, 4).split('\n').map(str::to_owned).collect::<Vec<_>>())
        .collect()
}

/// Joins two groups of lines side by side.
pub(super) fn beside(left: &[String], right: &[String], at: usize) -> Vec<String> {
    let high = left.len().max(right.len());
    let line = |n: usize| match (left.get(n).map_or("", String::as_str), right.get(n)) {
        (left, Some(right)) if !right.is_empty() => fit(left, at) + right,
        (left, _) => left.to_owned(),
    };
    (0..high).map(line).collect()
}

/// The facts of the table as a whole: numbers, piles, dice, the centre.
fn table(cards: &Cards<'_>, is_beside: bool, style: Style) -> Block {
    let scene = cards.scene;
    let score = shared(scene);
    let others = scene.facts.iter().filter(|fact| score.is_none_or(|score| score.name != fact.name));
    let facts = score.into_iter().chain(others).filter(|_| !is_beside).map(fact);
    let common: Vec<&Place> = scene.places.iter().filter(|place| matches!(place.at, At::Supply | At::Centre)).collect();
    let is_short = |place: &&Place| {
        let is_pile = is_pile(place) && (place.count > 0 || place.at == At::Supply);
        place.of.is_none() && (is_pile || place.lies == Lies::Chips && place.count > 0)
    };
    let piles =
        common.iter().filter(|place| is_short(place) && !is_in_key(scene, place)).filter_map(|place| cards.pile(place));
    let of_all = scene.dice.iter().filter(|dice| dice.seat.is_none() && !dice.shown.is_empty());
    let dice = of_all.map(|dice| format!("[dim]{}[/] [bold]{}[/]", escape(&dice.title), shown(dice)));
    let mut bits: Vec<String> = dice.chain(piles).chain(facts).collect();
    bits.extend(
        scene
            .tracks
            .iter()
            .flat_map(|track| &track.beside)
            .filter(|_| has_strip(scene))
            .map(|beside| off(scene, beside)),
    );
    let mut lines = joined(&bits, style.width);
    let first = lines.len();
    let cups: Vec<&Dice> = scene.dice.iter().filter(|dice| dice.seat.is_some()).collect();
    if cups.len() > 1 {
        let count: usize = cups.iter().map(|dice| dice.shown.len()).sum();
        let told = parlour_engine::english::count(count, "die");
        // The game may say it in a line of its own.
        if !scene.lines.iter().any(|line| line.contains(&told)) {
            lines.push(format!("[dim]{told} in all[/]"));
        }
    }
    for family in common.chunk_by(|a, b| a.zone == b.zone) {
        lines.extend(laid(cards, family, style));
    }
    lines.extend(scene.lines.iter().map(|line| escape(line)));
    let rest = lines.iter().skip(first).cloned();
    let words = bits.into_iter().chain(rest).map(|line| sentence(&line)).collect();
    Block { lines, words, is_rigid: false }
}

/// A line as a sentence: with a capital, commas and a full stop, without marks.
pub(super) fn sentence(line: &str) -> String {
    let plain = render(line, false);
    let text = plain.trim_end_matches('.').split("  ").map(str::trim);
    let text = text.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ");
    format!("{}.", capitalized(&escape(&text)))
}

/// True if a zone is told as a pile: by its number of cards and its top.
fn is_pile(place: &Place) -> bool {
    let is_covered = place.cards.iter().all(|card| card.card.is_none());
    place.lies == Lies::Pile || place.lies == Lies::Small && place.count > 0 && is_covered
}

/// The cards of a zone in the centre; of a family each member with its name.
fn laid(cards: &Cards<'_>, family: &[&Place], style: Style) -> Vec<String> {
    let first = family[0];
    if first.of.is_none() {
        let is_told = is_pile(first) || matches!(first.lies, Lies::Chips | Lies::Trick) || first.count == 0;
        let is_told = is_told || is_in_key(cards.scene, first);
        return if is_told { Vec::new() } else { vec![format!("{}: {}", escape(&first.title), cards.all(first))] };
    }
    if family.iter().all(|place| place.cards.iter().all(|card| card.card.is_none())) {
        let each = family.iter().map(|place| format!("{} {}{}", member(place), place.count, note(place)));
        return joined(&each.collect::<Vec<_>>(), style.width);
    }
    family.iter().map(|place| format!("{}{}: {}", member(place), note(place), cards.all(place))).collect()
}

/// The note of a zone, after it; empty if there is none.
fn note(place: &Place) -> String {
    place.note.as_ref().map_or_else(String::new, |note| format!(", {}", escape(&note.told())))
}

/// The name of a member of a zone family.
fn member(place: &Place) -> String {
    let of = place.of.as_deref().unwrap_or_default().replace('_', " ");
    escape(&format!("{of} {}", place.title))
}

/// True if a zone is in the legend of cards.
fn is_in_key(scene: &Scene, place: &Place) -> bool {
    scene.key.is_some() && place.lies == Lies::Stacks && place.of.is_none() && place.at == At::Centre
}

fn has_strip(scene: &Scene) -> bool {
    scene.tracks.iter().all(|track| track.lies == TrackLies::Strip)
}

/// A number with its name, or its sentence.
pub(super) fn fact(fact: &Fact) -> String {
    match fact.title.as_str() {
        "" => escape(&fact.value),
        title => format!("[dim]{}[/] {}", escape(title), escape(&fact.value)),
    }
}

/// The contents beside a track, by seat.
fn off(scene: &Scene, beside: &Beside) -> String {
    let each = beside.stands.iter().map(|stands| format!("{} {}", seats::name_of(scene, stands.seat), stands.count));
    format!("[dim]{}[/] {}", escape(&beside.title), each.collect::<Vec<_>>().join(", "))
}

/// Short texts in as few lines as fit.
pub(super) fn joined(bits: &[String], width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for bit in bits {
        match lines.last_mut() {
            Some(line) if columns(line) + 3 + columns(bit) <= width => *line += &format!("   {bit}"),
            _ => lines.push(bit.clone()),
        }
    }
    lines
}

/// The values of dice, `?` for those under a cup.
pub(super) fn shown(dice: &Dice) -> String {
    let each = dice.shown.iter().map(|die| die.map_or_else(|| "?".to_owned(), |die| die.to_string()));
    each.collect::<Vec<_>>().join(" ")
}

/// The legend of cards, with the number of each in the centre and in the viewer's hand.
fn card_key(cards: &Cards<'_>, key: &CardKey, width: usize) -> Block {
    let scene = cards.scene;
    let hands = scene.places.iter().filter(|place| place.at == At::Hand);
    let places: Vec<&Place> = scene.places.iter().filter(|place| is_in_key(scene, place)).chain(hands).collect();
    let count = |place: &Place, name: &str| {
        let same = place.cards.iter().filter(|card| card.card.as_deref() == Some(name));
        same.map(|card| card.count).sum::<usize>()
    };
    let ladder = |name: &str| {
        let list = scene.faces.get(name).map_or(&[][..], |face| &face.ladder);
        list.iter().map(i64::to_string).collect::<Vec<_>>().join(" ")
    };
    let name_width = key.cards.iter().map(|name| columns(&cards.title(name))).max().unwrap_or(0);
    let head: String = places.iter().map(|place| format!("  {}", escape(&place.title))).collect();
    let short = format!("{:name_width$}{head}  {}", "", escape(&key.index));
    let head = format!("{short}   {}", escape(&key.ladder));
    // On a narrow screen the heading of the last column has a line of its own.
    let mut lines = match columns(&head) + 2 > width {
        true => vec![format!("  [dim]last column: {}[/]", escape(&key.ladder)), format!("  [underline]{short}[/]")],
        false => vec![format!("  [underline]{head}[/]")],
    };
    for name in &key.cards {
        let index = scene.faces.get(name).map_or("", |face| &face.index);
        let mut line = format!("  {}", fit(&cards.title(name), name_width));
        for place in &places {
            let count = match count(place, name) {
                0 => ".".to_owned(),
                count => count.to_string(),
            };
            line += &format!("  {count:>0$}", columns(&escape(&place.title)));
        }
        line += &format!("  {index:>0$}   {1}", columns(&escape(&key.index)), ladder(name));
        let is_there = |place: &&&Place| count(place, name) > 0;
        let is_own = places.iter().filter(is_there).any(|place| place.at == At::Hand);
        lines.push(match is_own {
            true => format!("[bold]{line}[/]"),
            false if places.iter().any(|place| is_there(&place)) => line,
            false => format!("[dim]{line}[/]"),
        });
    }
    let words = places.iter().map(|place| match place.at {
        At::Hand => format!("Your {}: [bold]{}[/].", escape(&place.title), cards.all(place)),
        _ => format!("{}: {}.", capitalized(&escape(&place.title)), cards.all(place)),
    });
    Block { lines, words: words.collect(), is_rigid: true }
}

/// Numbers by row, a column for each seat.
fn sheet(scene: &Scene, sheet: &Sheet) -> Block {
    if sheet.columns.is_empty() {
        let line = named(sheet);
        return Block { words: vec![sentence(&line)], lines: vec![line], is_rigid: false };
    }
    let name_width = sheet.rows.iter().map(|row| columns(&row.title)).max().unwrap_or(0);
    let widest = sheet.rows.iter().flat_map(|row| &row.values).flatten().map(|value| columns(value)).max();
    let heads = sheet.columns.iter().map(|head| columns(head)).max();
    let wide = widest.max(heads).unwrap_or(1).max(6) + 2;
    let mut lines = Vec::new();
    let head = |name: &String| {
        let seat = scene.seats.iter().find(|seat| seat.seat == *name);
        let text = format!("{:>wide$}", escape(name));
        if seat.is_some_and(|seat| seat.is_due) { format!("[bold]{text}[/]") } else { text }
    };
    lines.push(format!("{:name_width$}{}", "", sheet.columns.iter().map(head).collect::<String>()));
    // The value that a legal action would write into an open cell is in parentheses; the closing one overhangs.
    let value = |(value, would): (&Option<String>, &Option<String>)| match (value, would) {
        (Some(value), _) => format!("{value:>0$} ", wide - 1),
        (None, Some(would)) => format!("[dim]{:>wide$}[/]", format!("({would})")),
        (None, None) => fit(&format!("{:>1$}", ".", wide - 1), wide),
    };
    let mut words = Vec::new();
    for row in &sheet.rows {
        let title = escape(&row.title);
        let values: String = row.values.iter().zip(&row.would).map(value).collect();
        lines.push(format!("{}{values}", fit(&title, name_width)).trim_end().to_owned());
        let of_each = row.values.iter().zip(&row.would).enumerate().map(|(n, of)| {
            let of = match of {
                (Some(value), _) => escape(value),
                (None, Some(would)) => format!("open, {} now", escape(would)),
                (None, None) => "open".to_owned(),
            };
            sheet.columns.get(n).map_or(of.clone(), |head| format!("{} {of}", escape(head)))
        });
        words.push(format!("{}: {}.", capitalized(&title), of_each.collect::<Vec<_>>().join(", ")));
    }
    if let Some((title, scores)) = scores(scene, sheet) {
        let each: String = scores.iter().map(|score| format!("{score:>0$} ", wide - 1)).collect();
        lines.push(format!("{}{each}", fit(&escape(title), name_width)).trim_end().to_owned());
        let told = sheet.columns.iter().zip(&scores).map(|(head, score)| format!("{} {score}", escape(head)));
        words.push(format!("{}: {}.", capitalized(&escape(title)), told.collect::<Vec<_>>().join(", ")));
    }
    Block { lines, words, is_rigid: true }
}

/// The scores of the seats that are a sheet's columns, with their title.
fn scores<'a>(scene: &'a Scene, sheet: &Sheet) -> Option<(&'a str, Vec<String>)> {
    let of = |name: &String| scene.seats.iter().find(|seat| seat.seat == *name)?.score.as_ref();
    let scores: Vec<&Fact> = sheet.columns.iter().map(of).collect::<Option<_>>()?;
    let title = &scores.first()?.title;
    Some((title, scores.iter().map(|score| escape(&score.value)).collect()))
}

/// True if the seats' scores are below a sheet.
pub(super) fn has_scores(scene: &Scene) -> bool {
    scene.sheets.iter().any(|sheet| scores(scene, sheet).is_some())
}

/// The common score of all seats.
pub(super) fn shared(scene: &Scene) -> Option<&Fact> {
    let mut scores = scene.seats.iter().map(|seat| seat.score.as_ref());
    let first = scores.next()??;
    let is_shared = scene.seats.len() > 1 && scores.all(|score| score.is_some_and(|score| score.name == first.name));
    is_shared.then_some(first)
}

/// A number for each row, in sequence.
fn named(sheet: &Sheet) -> String {
    let each = sheet.rows.iter().map(|row| {
        let values: Vec<String> = row.values.iter().flatten().map(|value| escape(value)).collect();
        in_tint(row.tint, &format!("{} {}", escape(&row.title), values.join(" ")))
    });
    format!("[dim]{}[/]  {}", escape(&sheet.title), each.collect::<Vec<_>>().join("  "))
}

/// The maximum number of a hand's cards that fit into a line in any case.
const FEW: usize = 5;

/// The viewer's hand, by colour or suit if cards have them.
fn hand(cards: &Cards<'_>, style: Style) -> Block {
    let mut lines = Vec::new();
    let mut words = Vec::new();
    for place in cards.scene.places.iter().filter(|place| place.at == At::Hand) {
        // It is in the legend of cards, or at its seat.
        if cards.scene.key.is_some() || seats::is_laid_out(place) || place.count == 0 {
            continue;
        }
        let head = format!("Your {}{}", escape(&place.title), sum(place));
        let mut families = cards.families(place);
        families.sort_by(|(first, _), (second, _)| first.cmp(second));
        if place.count <= FEW {
            families = vec![(None, cards.each(place))];
        }
        match families.as_slice() {
            [] => {}
            [(None, held)] => {
                lines.push(format!("{head}: {}", row(held)));
                words.push(format!("{head}: {}.", held.join(", ")));
            }
            families => {
                let label = |family: &Option<String>| family.clone().unwrap_or_else(|| "others".to_owned());
                let wide = families.iter().map(|(family, _)| columns(&label(family))).max().unwrap_or(0);
                let told = families.iter().map(|(family, held)| format!("{} {}", label(family), held.join(", ")));
                words.push(format!("{head}: {}.", told.collect::<Vec<_>>().join("; ")));
                lines.push(format!("{head}:"));
                for (family, held) in families {
                    let name = cards.coloured(family.as_deref(), &escape(&label(family)));
                    let line = format!("  {}  {}", fit(&name, wide), row(held));
                    lines.extend(wrap(&line, style.width, wide + 4).lines().map(str::to_owned));
                }
            }
        }
    }
    Block { lines, words, is_rigid: false }
}
