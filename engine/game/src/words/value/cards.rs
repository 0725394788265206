//! Matching of texts to cards.

use super::Unreadable;
use crate::Game;
use parlour_model::diagnostic::did_you_mean;
use parlour_model::grammar::plain_name;
use parlour_model::ids::CardType;

/// Limit of words up to which blanks alone can separate cards.
const MAX_WORDS: usize = 12;

/// The card type that a text means.
///
/// # Errors
/// The possible meanings.
pub(crate) fn card_named(game: &Game, text: &str) -> Result<CardType, String> {
    match cards_matching(game, text).as_slice() {
        [one] => Ok(*one),
        [] => Err(no_such_card(game, text).message),
        several => Err(several_cards(game, text, several).message),
    }
}

/// True if a text is the whole name of a card.
pub(crate) fn is_card_name(game: &Game, text: &str) -> bool {
    let wanted = plain_name(text);
    game.pack().cards.iter().any(|card| card.plain_names.contains(&wanted))
}

/// The error of a text that isn't a card, with the nearest one.
pub(crate) fn no_such_card(game: &Game, text: &str) -> Unreadable {
    let titles = game.pack().card_rows().iter().flat_map(|row| [row.name.as_str(), row.title.as_str()]);
    match did_you_mean(text, titles) {
        Some(near) => Unreadable::with_near(format!("there is no card `{text}`; did you mean `{near}`?")),
        None => Unreadable::with_choices(format!("there is no card `{text}`")),
    }
}

/// The error of a text that may be several cards.
pub(crate) fn several_cards(game: &Game, text: &str, cards: &[CardType]) -> Unreadable {
    let names: Vec<&str> = cards.iter().take(5).map(|&card| game.card_name(card)).collect();
    let more = if cards.len() > 5 { ", ..." } else { "" };
    let message = format!("`{text}` can be {}{more}", names.join(" or "));
    Unreadable { message, is_ambiguous: true, ..Unreadable::default() }
}

/// All card types that a text can mean; a whole name means no other.
pub(crate) fn cards_matching(game: &Game, text: &str) -> Vec<CardType> {
    let wanted = plain_name(text);
    let found = cards_matching_plain(game, &wanted);
    if !found.is_empty() || !wanted.contains(" of ") {
        return found;
    }
    // `ten of clubs` is `ten clubs`.
    cards_matching_plain(game, &wanted.replace(" of ", " "))
}

/// All card types that a normalized text can mean.
fn cards_matching_plain(game: &Game, wanted: &str) -> Vec<CardType> {
    let pick = |test: &dyn Fn(&String) -> bool| -> Vec<CardType> {
        let cards = game.pack().cards.iter().enumerate();
        cards.filter(|(_, card)| card.plain_names.iter().any(test)).map(|(n, _)| CardType::from_index(n)).collect()
    };
    let mut found = pick(&|name| name == wanted);
    if found.is_empty() && !wanted.is_empty() {
        found = pick(&|name| has_words(wanted, name));
    }
    if found.is_empty() {
        found = pick(&|name| is_short_for(wanted, name));
    }
    if found.is_empty()
        && let Some(singular) = wanted.strip_suffix('s')
    {
        found = pick(&|name| is_short_for(singular, name));
    }
    let letters = wanted.replace(' ', "");
    if found.is_empty() && letters.len() > 1 {
        let begins = |name: &String| {
            let (word, rest) = name.split_once(' ').unwrap_or((name.as_str(), ""));
            letters.strip_prefix(word).is_some_and(|letters| is_run_of_beginnings(letters, rest))
        };
        found = pick(&begins);
        if found.is_empty() {
            found = pick(&|name| is_run_of_beginnings(&letters, name));
        }
    }
    if found.is_empty() {
        found = pick(&|name| has_beginnings(wanted, name));
    }
    found
}

/// The count of each card in a text such as `2 coins and a map`. Blanks alone can separate cards, as in `kc tc`, if
/// that has exactly one reading.
pub(crate) fn cards_named(game: &Game, text: &str) -> Result<Vec<u8>, String> {
    let mut counts = vec![0_u8; game.pack().card_types()];
    let text = text.replace(" and ", ", ");
    let is_short = text.split_whitespace().count() <= MAX_WORDS;
    for part in text.split(',') {
        let part = part.trim();
        if part.is_empty() {
            return Err("cards are missing".to_owned());
        }
        let cards = match counted_card(game, part) {
            Ok(cards) => vec![cards],
            Err(fault) => cards_in_a_row(game, part).filter(|_| is_short).ok_or(fault)?,
        };
        for (count, card) in cards {
            let total = u32::from(counts[card.index()]).saturating_add(count);
            if count == 0 || total > 255 {
                return Err(format!("{count} cards can't be given"));
            }
            counts[card.index()] = total as u8;
        }
    }
    Ok(counts)
}

/// The card and the count in a text such as `map` or `2 coins`.
fn counted_card(game: &Game, text: &str) -> Result<(u32, CardType), String> {
    let whole = match card_named(game, text) {
        Ok(card) => return Ok((1, card)),
        Err(fault) => fault,
    };
    // If `a` is an ace, `a k` is an ace and a king.
    let is_card = |word: &str| word.chars().all(char::is_alphabetic) && card_named(game, word).is_ok();
    let counted = text.split_once(' ').filter(|(number, _)| !is_card(number));
    let counted = counted.and_then(|(number, name)| Some((count_of(number)?, name.trim())));
    match counted {
        Some((count, name)) => Ok((count, card_named(game, name)?)),
        None => Err(whole),
    }
}

/// The count in a word: `3`, `3x`, `three`, `a`.
fn count_of(word: &str) -> Option<u32> {
    match word.to_lowercase().as_str() {
        "a" | "an" | "the" => Some(1),
        word => parlour_model::english::number_of_words(word)
            .map(u32::from)
            .or_else(|| word.trim_end_matches(['x', '×']).parse().ok()),
    }
}

/// The cards of a text separated by blanks, if exactly one reading has the fewest names. An ambiguous name isn't a
/// card.
fn cards_in_a_row(game: &Game, text: &str) -> Option<Vec<(u32, CardType)>> {
    if !cards_matching(game, text).is_empty() {
        return None;
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    // The shortest readings of the words from each one on; at most two are kept.
    let mut ways: Vec<Vec<Vec<(u32, CardType)>>> = vec![Vec::new(); words.len()];
    ways.push(vec![Vec::new()]);
    for at in (0..words.len()).rev() {
        let mut found: Vec<Vec<(u32, CardType)>> = Vec::new();
        for end in (at + 1..=words.len()).filter(|&end| !ways[end].is_empty()) {
            let Ok(first) = counted_card(game, &words[at..end].join(" ")) else { continue };
            found.extend(ways[end].iter().map(|rest| [&[first], rest.as_slice()].concat()));
        }
        let fewest = found.iter().map(Vec::len).min().unwrap_or(0);
        found.retain(|way| way.len() == fewest);
        found.dedup();
        found.truncate(2);
        ways[at] = found;
    }
    ways[0].pop().filter(|_| ways[0].is_empty())
}

/// True if every word of `wanted` is a word of `name`, in order: `C diamonds` and `C` match `C purple diamonds`, and
/// not clubs.
fn has_words(wanted: &str, name: &str) -> bool {
    let mut words = name.split(' ');
    wanted.split(' ').all(|part| words.any(|word| word == part))
}

/// True if every word of `wanted` is a prefix of a distinct word of `name`, in any order: `purple 4` matches `4 purple
/// spades`.
fn has_beginnings(wanted: &str, name: &str) -> bool {
    let mut words: Vec<&str> = name.split(' ').collect();
    !wanted.is_empty()
        && wanted.split(' ').all(|part| {
            let found = words.iter().position(|word| word.starts_with(part));
            found.map(|at| words.remove(at)).is_some()
        })
}

/// True if every word of `wanted` is a prefix of a word of `name`, in order, or `wanted` is the initials of all the
/// words of `name`: `cup` or `bro` matches `broken cup`, `7rh` matches `7 red hearts`.
fn is_short_for(wanted: &str, name: &str) -> bool {
    if wanted.is_empty() {
        return false;
    }
    let mut words = name.split(' ');
    let in_order = wanted.split(' ').all(|part| words.any(|word| word.starts_with(part)));
    in_order || {
        let words: Vec<&str> = name.split(' ').collect();
        let initials: String = words.iter().filter_map(|word| word.chars().next()).collect();
        words.len() > 1 && initials == wanted.replace(' ', "")
    }
}

/// True if `letters` are concatenated prefixes of words of `name`, in order; words may be skipped: `7q` or `7gr`
/// matches `7 green questions`.
fn is_run_of_beginnings(letters: &str, name: &str) -> bool {
    let Some((word, rest)) = name.split_once(' ').or_else(|| (!name.is_empty()).then_some((name, ""))) else {
        return letters.is_empty();
    };
    let common = letters.bytes().zip(word.bytes()).take_while(|(a, b)| a == b).count();
    (0..=common).any(|n| letters.get(n..).is_some_and(|letters| is_run_of_beginnings(letters, rest)))
}
