//! Parsing of actions typed by a person.

use std::collections::BTreeMap;

use super::ParseError;
use super::counted_cards;
use super::reader::Reader;
use crate::Game;
use crate::words::Words;
use crate::words::action::wordless::{no_action_by_squares, squares_alone};
use crate::words::value::cards::cards_matching;
use parlour_model::action::{Action, ActionList};
use parlour_model::grammar::{Piece, VerbSpec};
use parlour_model::ids::{CardType, Verb};

/// Limit of words of a line that is searched for several actions.
const MAX_WORDS: usize = 24;

/// Parses an action typed by a person: case-insensitive, with unambiguous abbreviations, plurals, counts. `legal`
/// disambiguates, and allows omitting everything but the arguments if exactly one legal action fits, or else one kind
/// of them.
///
/// # Errors
/// The fault of the text, with the expectation.
pub(crate) fn parse_action(game: &Game, text: &str, legal: Option<&ActionList>) -> Result<Action, ParseError> {
    read_action(game, text, legal, &[])
}

/// The same for a holder of cards: among the cards that a text can mean, one in hand is preferred.
pub fn read_action(
    game: &Game,
    text: &str,
    legal: Option<&ActionList>,
    held: &[CardType],
) -> Result<Action, ParseError> {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.is_empty() {
        return Err(ParseError::Empty);
    }
    if text.len() > ParseError::LONGEST {
        return Err(ParseError::TooLong { length: text.len() });
    }
    let is_written = |action: &Action| game.action_text(action).eq_ignore_ascii_case(&text);
    if let Some(action) = legal.and_then(|legal| legal.iter(game).find(is_written)) {
        return Ok(action);
    }
    // As sentences have it: the squares of a side are counted from its own first one.
    let is_told = |action: &Action| game.action_phrase(action).eq_ignore_ascii_case(&text);
    if let Some(action) = legal.and_then(|legal| legal.iter(game).find(is_told)) {
        return Ok(action);
    }
    let mut readings: Vec<Action> = Vec::new();
    let mut best: Option<(usize, ParseError)> = None;
    let verbs = verbs_for(game, &text);
    let is_by_word = verbs.iter().any(|verb| game.pack().verbs[verb.index()].first_word().is_some());
    for verb in verbs {
        match read_verb(game, verb, &text, legal, held) {
            Ok(action) => readings.push(action),
            Err((depth, error)) => {
                if best.as_ref().is_none_or(|(known, _)| depth > *known) {
                    best = Some((depth, error));
                }
            }
        }
    }
    // The exact text of an action is that action, legal or not.
    if let Some(legal) = legal
        && !readings.iter().any(|action| legal.position(game, action).is_some() || is_written(action))
        && let Some(result) = without_small_words(game, &text, legal, held)
    {
        return result;
    }
    if readings.len() > 1
        && let Some(legal) = legal
    {
        let fitting: Vec<Action> =
            readings.iter().filter(|action| legal.position(game, action).is_some()).cloned().collect();
        if !fitting.is_empty() {
            readings = fitting;
        }
    }
    if readings.len() > 1 {
        let candidates = readings.iter().map(|action| format!("`{}`", game.action_phrase(action))).collect();
        return Err(ParseError::Ambiguous { text, candidates });
    }
    if let Some(action) = readings.pop() {
        return Ok(action);
    }
    if let Some(legal) = legal
        && let Some(result) = by_arguments(game, &text, legal)
    {
        return result;
    }
    if let Some(legal) = legal
        && let Some(result) = by_count(game, &text, legal)
    {
        return result;
    }
    if let Some(error) = several_actions(game, &text, legal, held) {
        return Err(error);
    }
    match best {
        // Without the words between its arguments it is told why it isn't possible.
        Some((_, error)) if is_by_word => legal.and_then(|_| whole_without_small_words(game, &text, held)).ok_or(error),
        Some((_, error)) => no_action_by_squares(game, &text, legal, error),
        // Impossible arguments are reported when the action is tried.
        None => match with_arguments(game, &text, legal) {
            Some(action) => Ok(action),
            None => squares_alone(game, &text, legal).unwrap_or_else(|| Err(unknown_action(game, &text))),
        },
    }
}

/// The legal action of a verb with a number and a card of which only the card was written: `sell coin` is one of them,
/// `sell coins` and `sell all coins` are as many as possible, and so is `sell all` if only one card can be sold.
fn by_count(game: &Game, text: &str, legal: &ActionList) -> Option<Result<Action, ParseError>> {
    let (_, rest) = text.split_once(' ')?;
    let rest = rest.to_lowercase();
    let (is_all, name) = match rest.strip_prefix("all") {
        Some("") => (true, ""),
        Some(name) if name.starts_with(' ') => (true, name.trim_start()),
        _ => (false, ["a ", "an ", "the "].iter().find_map(|article| rest.strip_prefix(article)).unwrap_or(&rest)),
    };
    let cards = cards_matching(game, name);
    let is_plural = |card: &CardType| {
        let row = game.pack().card_rows().get(card.index());
        row.is_some_and(|row| row.plural.eq_ignore_ascii_case(name) && !row.title.eq_ignore_ascii_case(name))
    };
    let wants_most = is_all || cards.iter().any(is_plural);
    let mut found: Vec<Action> = Vec::new();
    for verb in verbs_for(game, text) {
        let spec = &game.pack().verbs[verb.index()];
        let [(number, card)] = counted_cards(spec)[..] else { continue };
        if spec.args.len() != 2 || spec.first_word().is_none() {
            continue;
        }
        let is_meant = |action: &Action| {
            let has = |named: &CardType| action.number(card) == named.number();
            action.verb() == verb && (name.is_empty() || cards.iter().any(has))
        };
        let mut of_card: BTreeMap<u16, Vec<Action>> = BTreeMap::new();
        for action in legal.iter(game).filter(is_meant) {
            of_card.entry(action.number(card)).or_default().push(action);
        }
        for mut actions in of_card.into_values() {
            actions.sort_by_key(|action| action.number(number));
            let one = actions.iter().position(|action| action.number(number) == 1);
            match (wants_most, one, actions.len()) {
                (true, ..) | (false, None, 1) => found.extend(actions.pop()),
                (false, Some(at), _) => found.push(actions.swap_remove(at)),
                (false, None, _) => {}
            }
        }
    }
    match found.len() {
        0 => None,
        1 => found.pop().map(Ok),
        _ => Some(Err(ambiguous(game, text, &found))),
    }
}

/// A part of a line without its separators: a comma behind it, `and` before it.
fn without_separators(words: &[&str]) -> String {
    let text = words.join(" ");
    let text = text.trim_end_matches([',', ';', ' ']);
    text.strip_prefix("and ").unwrap_or(text).trim_start_matches([',', ';', ' ']).to_owned()
}

/// The error of a line with several actions; later ones may lack their first word.
fn several_actions(game: &Game, text: &str, legal: Option<&ActionList>, held: &[CardType]) -> Option<ParseError> {
    let words: Vec<&str> = text.split(' ').collect();
    if words.len() > MAX_WORDS {
        return None;
    }
    let read =
        |text: &str| verbs_for(game, text).into_iter().find_map(|verb| read_verb(game, verb, text, legal, held).ok());
    // The readings of the words from each one on as actions: the end of the first, and true if it has its first word.
    let mut ways: Vec<Option<(usize, bool)>> = vec![None; words.len()];
    for at in (1..words.len()).rev() {
        let ends = (at + 1..=words.len()).filter(|&end| end == words.len() || ways[end].is_some());
        let bare = |end: usize| without_separators(&words[at..end]);
        ways[at] = ends.flat_map(|end| [(end, true), (end, false)]).find(|&(end, is_whole)| {
            let text = bare(end);
            read(&if is_whole { text } else { format!("{} {text}", words[0]) }).is_some()
        });
    }
    let (at, first) = (1..words.len())
        .filter(|&at| ways[at].is_some())
        .find_map(|at| Some((at, read(&without_separators(&words[..at]))?)))?;
    let rest = without_separators(&words[at..]);
    let is_whole = ways[at].is_some_and(|(_, is_whole)| is_whole);
    // `c` behind an action that isn't legal without it is rather a slip in its arguments than short for `countess`.
    let is_slip = |legal: &ActionList| is_whole && legal.position(game, &first).is_none() && is_short(game, &rest);
    if legal.is_some_and(is_slip) {
        return None;
    }
    let rest = if is_whole { rest } else { format!("{} {rest}", words[0]) };
    Some(ParseError::Several { first: game.action_text(&first), rest })
}

/// True if a text begins with the first word of an action, not written out.
fn is_short(game: &Game, text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    let mut words = game.pack().verbs.iter().flat_map(VerbSpec::first_words);
    words.clone().all(|word| word != first) && words.any(|word| word.starts_with(first))
}

/// The action, not a legal one, of which only the arguments were written, if they fit exactly one verb.
fn with_arguments(game: &Game, text: &str, legal: Option<&ActionList>) -> Option<Action> {
    let verbs = game.pack().verbs.iter().enumerate().filter(|(_, verb)| !verb.args.is_empty());
    let verbs = verbs.map(|(n, spec)| (Verb::from_index(n), spec));
    let is_open = |verb: Verb| legal.is_none_or(|legal| legal.iter(game).any(|action| action.verb() == verb));
    let readings = verbs.filter(|&(verb, _)| is_open(verb)).filter_map(|(verb, spec)| {
        let mut action = Action::new(game, verb);
        let pieces = spec.pieces.get(1..)?;
        Reader::new(game, verb, legal, &[]).read(pieces, text, &mut action, 1).then_some(action)
    });
    let mut readings = readings.fuse();
    readings.next().filter(|_| readings.next().is_none())
}

/// The legal action that was written without the words between its arguments, if there is exactly one.
fn without_small_words(
    game: &Game,
    text: &str,
    legal: &ActionList,
    held: &[CardType],
) -> Option<Result<Action, ParseError>> {
    let mut found: Vec<Action> = Vec::new();
    for verb in verbs_for(game, text) {
        let reader = Reader::new(game, verb, Some(legal), held).skipping_words();
        let read = read_with(reader, game, verb, text).ok();
        found.extend(read.filter(|action| legal.position(game, action).is_some() && !found.contains(action)));
    }
    match found.len() {
        0 => None,
        1 => found.pop().map(Ok),
        _ => Some(Err(ambiguous(game, text, &found))),
    }
}

/// The action that was written without the words between its arguments, legal or not, if there is exactly one.
fn whole_without_small_words(game: &Game, text: &str, held: &[CardType]) -> Option<Action> {
    let read = |verb: Verb| read_with(Reader::new(game, verb, None, held).skipping_words(), game, verb, text).ok();
    let mut found = verbs_for(game, text).into_iter().filter_map(read);
    found.next().filter(|_| found.next().is_none())
}

/// The error of an ambiguous text.
pub(super) fn ambiguous(game: &Game, text: &str, found: &[Action]) -> ParseError {
    let candidates = found.iter().take(6).map(|action| format!("`{}`", game.action_phrase(action))).collect();
    ParseError::Ambiguous { text: text.to_owned(), candidates }
}

/// The legal action of which only the arguments were written, if there is exactly one.
fn by_arguments(game: &Game, text: &str, legal: &ActionList) -> Option<Result<Action, ParseError>> {
    let squash = |text: &str| -> String {
        text.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
    };
    let wanted = squash(&text.to_lowercase());
    // Squares need no separator: `e2e3`.
    let is_squares = |verb: &VerbSpec| verb.args.iter().all(|arg| arg.kind.is_square());
    let mut found: Vec<Action> = legal
        .iter(game)
        .filter(|action| {
            let verb = &game.pack().verbs[action.verb().index()];
            let arguments: Vec<String> = verb
                .args
                .iter()
                .map(|arg| squash(&game.argument_text(action, arg).to_lowercase()))
                .filter(|part| !part.is_empty())
                .collect();
            let fits = arguments.join(" ") == wanted || is_squares(verb) && arguments.concat() == wanted;
            !arguments.is_empty() && fits
        })
        .collect();
    // A sign at the end is significant: `8h-2b+` isn't `8h2b`.
    let sign = |text: &str| text.chars().last().filter(|c| !c.is_alphanumeric());
    let has_sign = |action: &Action| sign(&game.action_text(action)) == sign(text);
    if found.iter().any(has_sign) {
        found.retain(has_sign);
    }
    match found.len() {
        0 => None,
        1 => found.pop().map(Ok),
        _ => Some(Err(ambiguous(game, text, &found))),
    }
}

pub(crate) fn unknown_action(game: &Game, text: &str) -> ParseError {
    let word = text.split_whitespace().next().unwrap_or_default().to_owned();
    let known: Vec<&str> = game.pack().verbs.iter().filter_map(VerbSpec::first_word).collect();
    let help = if known.is_empty() {
        let usages: Vec<String> = game.pack().verbs.iter().map(|verb| format!("`{}`", verb.usage())).collect();
        format!("actions look like {}", usages.join(", "))
    } else {
        parlour_model::diagnostic::suggest(&word, known)
    };
    ParseError::UnknownAction { word, help }
}

/// The verbs that a text can begin: those whose first word it begins with, abbreviated or not, or written together with
/// its first argument; verbs without a first word always.
pub fn verbs_for(game: &Game, text: &str) -> Vec<Verb> {
    let first = text.split_whitespace().next().unwrap_or_default().to_lowercase();
    let verbs = || game.pack().verbs.iter().enumerate();
    let by = |test: &dyn Fn(&str) -> bool| -> Vec<Verb> {
        verbs().filter(|(_, verb)| verb.first_words().any(test)).map(|(n, _)| Verb::from_index(n)).collect()
    };
    let mut found = by(&|word| word.to_lowercase() == first);
    if found.is_empty() {
        found = by(&|word| word.to_lowercase().starts_with(&first));
    }
    let is_prefixed = |verb: &VerbSpec| after_prefix(verb, &first).is_some_and(|rest| !rest.is_empty());
    let others =
        verbs().filter(|(_, verb)| !matches!(verb.pieces.first(), Some(Piece::Literal(_))) || is_prefixed(verb));
    for verb in others.map(|(n, _)| Verb::from_index(n)) {
        if !found.contains(&verb) {
            found.push(verb);
        }
    }
    found
}

/// What follows the prefix of a verb in a text, if it begins with that.
fn after_prefix<'t>(verb: &VerbSpec, text: &'t str) -> Option<&'t str> {
    let prefix = verb.prefix()?;
    let (head, rest) = text.split_at_checked(prefix.len())?;
    head.eq_ignore_ascii_case(prefix).then_some(rest)
}

pub(super) fn read_verb(
    game: &Game,
    verb: Verb,
    text: &str,
    legal: Option<&ActionList>,
    held: &[CardType],
) -> Result<Action, (usize, ParseError)> {
    read_with(Reader::new(game, verb, legal, held), game, verb, text)
}

fn read_with(mut reader: Reader<'_>, game: &Game, verb: Verb, text: &str) -> Result<Action, (usize, ParseError)> {
    let spec = &game.pack().verbs[verb.index()];
    let mut action = Action::new(game, verb);
    let rest = match spec.pieces.first() {
        Some(Piece::Literal(_)) if after_prefix(spec, text).is_some() => after_prefix(spec, text).unwrap_or_default(),
        // The first word may be abbreviated or an alias; it was matched already.
        Some(Piece::Literal(literal)) => {
            let shortened = text.split_once(' ').map_or("", |(_, rest)| rest);
            let word = literal.split_whitespace().next().unwrap_or_default();
            let behind = literal.trim_start().get(word.len()..).unwrap_or_default().trim();
            match shortened.trim_start().strip_prefix(behind) {
                Some(rest) => rest.trim_start(),
                None => shortened,
            }
        }
        _ => text,
    };
    let start = usize::from(matches!(spec.pieces.first(), Some(Piece::Literal(_))));
    if reader.read(&spec.pieces[start..], rest, &mut action, 1) {
        return Ok(action);
    }
    let (depth, message) = reader.furthest();
    let message = if message.is_empty() { format!("`{text}` can't be read") } else { message };
    Err((depth, ParseError::Malformed { message, usage: spec.usage() }))
}
