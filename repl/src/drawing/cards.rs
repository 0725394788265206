//! Cards in text: names in the colours of their suits, and the contents of zones.

use parlour_table::scene::{CardScene, Face, Lies, Place, Scene, Tint};

use crate::marks::{escape, render};

/// The cards of a scene.
#[derive(Clone, Copy)]
pub(super) struct Cards<'a> {
    pub(super) scene: &'a Scene,
}

/// The maximum number of kinds listed for a pile or for known cards of a hand.
const MAX_KNOWN: usize = 3;

impl Cards<'_> {
    fn face(&self, card: &str) -> Option<&Face> {
        self.scene.faces.get(card)
    }

    /// The title of a card.
    pub(super) fn title(&self, card: &str) -> String {
        escape(self.face(card).map_or(card, |face| &face.title))
    }

    /// A card, or several identical ones, coloured.
    pub(super) fn text(&self, card: &CardScene) -> String {
        let Some(name) = card.card.as_deref() else {
            return match (card.nth, card.count) {
                (Some(nth), _) => format!("card {nth}"),
                (None, 1) => "one unknown".to_owned(),
                (None, count) => format!("{count} unknown"),
            };
        };
        let face = self.face(name);
        let (title, plural) = face.map_or((name, name), |face| (&face.title, &face.plural));
        let text = match card.count {
            1 => title.to_owned(),
            count if plural == title || title.chars().all(|c| c.is_ascii_digit()) => format!("{title} ×{count}"),
            count => format!("{count} {plural}"),
        };
        tinted(face, &escape(&text))
    }

    /// All visible cards of a zone.
    pub(super) fn all(&self, place: &Place) -> String {
        if place.count == 0 {
            return "nothing".to_owned();
        }
        row(&place.cards.iter().map(|card| self.marked(card)).collect::<Vec<_>>())
    }

    /// A card with its numbers as they are now and its annotations, in parentheses.
    fn marked(&self, card: &CardScene) -> String {
        let numbers = card.corners.iter().map(ToString::to_string).collect::<Vec<_>>().join("/");
        let numbers = Some(numbers).filter(|numbers| !numbers.is_empty());
        let notes: Vec<String> = numbers.into_iter().chain(card.marks.iter().cloned()).collect();
        let text = self.text(card);
        if notes.is_empty() { text } else { format!("{text} ({})", escape(&notes.join(", "))) }
    }

    /// A short description of a zone: its name, the number of cards, and the known ones.
    pub(super) fn pile(&self, place: &Place) -> Option<String> {
        let title = escape(&place.title);
        if place.lies == Lies::Chips {
            return Some(format!("[dim]{title}[/] {}", place.count));
        }
        Some(match (place.count, place.cards.last()) {
            (0, _) => format!("[dim]{title}[/] empty"),
            (1, Some(card)) if card.card.is_some() => format!("[dim]{title}[/] [bold]{}[/]", self.text(&one(card))),
            (count, Some(card)) if card.card.is_some() => {
                format!("[dim]{title}[/] {count}, on top [bold]{}[/]", self.text(&one(card)))
            }
            (count, _) => format!("[dim]{title}[/] {count}"),
        })
    }

    /// A seat's cards in a private zone: their number, and the known ones.
    pub(super) fn held(&self, place: &Place) -> String {
        let known: Vec<&CardScene> = place.cards.iter().filter(|card| card.card.is_some()).collect();
        let count: usize = known.iter().map(|card| card.count).sum();
        let told = || known.iter().map(|card| self.text(card)).collect::<Vec<_>>().join(", ");
        let text = format!("[dim]{}[/] {}", escape(&place.title), place.count);
        match known.len() {
            0 => text,
            _ if count == place.count => format!("{text}: {}", told()),
            n if n > MAX_KNOWN && self.scene.key.is_none() => format!("{text}, of which you have seen {count}"),
            _ => format!("{text}, among them {}", told()),
        }
    }

    /// The individual cards of a hand.
    pub(super) fn each(&self, place: &Place) -> Vec<String> {
        place.cards.iter().flat_map(|card| std::iter::repeat_n(self.text(&one(card)), card.count)).collect()
    }

    /// The cards of a hand by family, without the family's name in each.
    pub(super) fn families(&self, place: &Place) -> Vec<(Option<String>, Vec<String>)> {
        let mut families: Vec<(Option<String>, Vec<String>)> = Vec::new();
        for card in &place.cards {
            let face = card.card.as_deref().and_then(|name| self.face(name));
            let family = face.and_then(|face| face.family.clone());
            let text = match (card.card.as_deref(), face.zip(family.as_deref())) {
                (Some(name), Some((face, family))) => tinted(Some(face), &escape(&without(name, family))),
                _ => self.text(&one(card)),
            };
            let place = families.iter().position(|(known, _)| *known == family).unwrap_or_else(|| {
                families.push((family, Vec::new()));
                families.len() - 1
            });
            families[place].1.extend(std::iter::repeat_n(text, card.count));
        }
        families
    }

    /// A text in the colour of a family of cards.
    pub(super) fn coloured(&self, family: Option<&str>, text: &str) -> String {
        let face = self.scene.faces.values().find(|face| face.family.as_deref() == family);
        tinted(face, text)
    }
}

/// Cards side by side. Single words, as those of a board of cards, need no separator.
pub(super) fn row(texts: &[String]) -> String {
    let has_blanks = texts.iter().any(|text| render(text, false).contains(' '));
    texts.join(if has_blanks { ", " } else { " " })
}

/// The sum of a zone's cards, in parentheses; empty if there is none.
pub(super) fn sum(place: &Place) -> String {
    place.sum.as_ref().map_or_else(String::new, |sum| format!(" ({} {})", escape(&sum.value), escape(&sum.title)))
}

fn one(card: &CardScene) -> CardScene {
    let mut one = card.clone();
    one.count = 1;
    one
}

/// Removes a word from a name.
fn without(name: &str, word: &str) -> String {
    let left: Vec<&str> = name.split(' ').filter(|part| *part != word).collect();
    if left.is_empty() { name.to_owned() } else { left.join(" ") }
}

/// A text in the colour of a card's family.
fn tinted(face: Option<&Face>, text: &str) -> String {
    in_tint(face.filter(|face| face.family.is_some()).and_then(|face| face.tint), text)
}

/// A text in the most similar colour of the terminal.
pub(super) fn in_tint(tint: Option<Tint>, text: &str) -> String {
    let style = tint.and_then(|tint| match tint {
        Tint::Red => Some("red"),
        Tint::Blue => Some("blue"),
        Tint::Green => Some("green"),
        Tint::Yellow | Tint::Orange | Tint::Brown => Some("yellow"),
        Tint::Purple => Some("magenta"),
        Tint::Cyan => Some("cyan"),
        Tint::White => Some("bold"),
        _ => None,
    });
    style.map_or_else(|| text.to_owned(), |style| format!("[{style}]{text}[/]"))
}
