//! Suits and colours that cards have.

use parlour_table::scene::{Face, Fact, Scene, tint_named};

use crate::court;
use crate::signs::tint_class;
use crate::svg::{Rect, Svg};

/// A suit or a colour that cards have.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Family {
    /// One of the four suits, with its class.
    Suit(&'static str, &'static str),
    /// A colour, by its class.
    Colour(&'static str),
}

/// The suit or colour that is the value of a fact, alone or at the end of what it says.
pub(crate) fn family_of(scene: &Scene, fact: &Fact) -> Option<Family> {
    let word = fact.value.rsplit_once(": ").map_or(fact.value.as_str(), |(_, said)| said);
    let families = || scene.faces.values().filter_map(|face| Some((face.family.as_deref()?, face)));
    // Cards of a colour have suits of their own.
    let is_suit = |family: &str| SUITS.iter().any(|(suit, _)| family.strip_suffix('s') == Some(suit));
    let has_suits = || families().any(|(family, _)| is_suit(family));
    let suit = SUITS.iter().find(|(suit, _)| word.strip_suffix('s') == Some(suit)).filter(|_| has_suits());
    let coloured = families().any(|(family, face)| !is_suit(family) && tint_named(family) == face.tint);
    let colour = tint_named(word).filter(|_| coloured);
    let found = suit.map(|(suit, tint)| Family::Suit(suit, tint));
    let found = found.or_else(|| colour.map(|tint| Family::Colour(tint_class(tint))));
    fact.look.is_words().then_some(found).flatten()
}

/// The suits, with the classes of their colours.
const SUITS: [(&str, &str); 4] = [("club", "t-black"), ("diamond", "t-red"), ("heart", "t-red"), ("spade", "t-black")];

impl Family {
    /// True if a card belongs to it.
    pub(crate) fn has(self, face: &Face) -> bool {
        match self {
            Self::Suit(suit, _) => face.family.as_deref().and_then(|family| family.strip_suffix('s')) == Some(suit),
            Self::Colour(tint) => face.tint.map(tint_class) == Some(tint),
        }
    }

    /// Paints its sign on a round ground.
    pub(crate) fn paint(self, svg: &mut Svg, at: Rect) {
        let (middle, r) = ((at.middle(), at.y + at.h / 2.0), at.w / 2.0);
        match self {
            Self::Suit(suit, tint) => {
                svg.circle("suit-badge", middle, r);
                court::paint_suit(svg, &format!("sign {tint} {suit}"), suit, at.inset(at.w * 0.2));
            }
            Self::Colour(tint) => svg.circle(&format!("colour-badge {tint}"), middle, r),
        }
    }
}
