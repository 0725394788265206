//! The actions and their canonical texts.

use super::hand::Hand;
use super::tables::Tables;

/// An action of a seat.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Action {
    /// Draw the top card of the dig site.
    Dig,
    /// Rob this seat.
    Steal(usize),
    /// Give up half a hand to a sandstorm.
    Discard(Hand),
    /// Exchange cards with the market.
    Trade { give: Hand, take: Hand },
    /// Open this chamber.
    Explore(usize),
    /// Sell a set of a number of cards of this treasure.
    Sell(usize, usize),
    /// End the turn.
    End,
}

impl Action {
    /// Parses a text, canonical or nearly; `None` for anything else.
    pub(super) fn parse(text: &str, tables: &Tables, seats: &[String]) -> Option<Action> {
        let (verb, rest) = text.split_once(' ').unwrap_or((text, ""));
        match verb {
            "dig" if rest.is_empty() => Some(Action::Dig),
            "end" if rest.is_empty() => Some(Action::End),
            "steal" => Some(Action::Steal(seats.iter().position(|seat| seat == rest)?)),
            "discard" => Some(Action::Discard(Hand::parse(rest, tables)?)),
            "trade" => {
                let (give, take) = rest.split_once(" for ")?;
                Some(Action::Trade { give: Hand::parse(give, tables)?, take: Hand::parse(take, tables)? })
            }
            "explore" => {
                let mut chambers = tables.chambers.iter();
                Some(Action::Explore(chambers.position(|c| c.name == rest)?))
            }
            "sell" => {
                let (count, id) = rest.split_once(' ')?;
                Some(Action::Sell(count.parse().ok()?, tables.treasure(id)?))
            }
            _ => None,
        }
    }

    /// The canonical text.
    pub(super) fn text(&self, tables: &Tables, seats: &[String]) -> String {
        match self {
            Action::Dig => "dig".into(),
            Action::Steal(seat) => format!("steal {}", seats[*seat]),
            Action::Discard(cards) => format!("discard {}", cards.text(tables)),
            Action::Trade { give, take } => {
                format!("trade {} for {}", give.text(tables), take.text(tables))
            }
            Action::Explore(chamber) => format!("explore {}", tables.chambers[*chamber].name),
            Action::Sell(count, kind) => format!("sell {count} {}", tables.id(*kind)),
            Action::End => "end".into(),
        }
    }
}
