//! Matching of a text against a verb's usage.

use crate::Game;
use crate::words::Words;
use crate::words::value::cards::{is_card_name, no_such_card};
use crate::words::value::read::read_value;
use crate::words::value::{Reading, Unreadable};
use parlour_model::action::{Action, ActionList};
use parlour_model::diagnostic::did_you_mean;
use parlour_model::english;
use parlour_model::grammar::{Arg, Piece, VerbSpec};
use parlour_model::ids::{CardType, Verb};
use parlour_model::kind::Kind;

/// Limit of choices in a fault.
const MAX_CHOICES: usize = 8;
/// Limit of groups of cards in a fault.
const MAX_GROUPS: usize = 3;
/// Limit of words in which a wrong one is looked for.
const MAX_WORDS: usize = 12;
/// The length from which the beginning of a card's name is one, in a line that can't be read.
const MIN_NAME: usize = 3;

/// A backtracking matcher of a text against the pieces of a usage, shortest arguments first.
pub(super) struct Reader<'a> {
    game: &'a Game,
    spec: &'a VerbSpec,
    verb: Verb,
    /// The legal actions, which disambiguate cards.
    legal: Option<&'a ActionList>,
    /// The cards of the acting seat, which disambiguate cards that aren't legal now.
    held: &'a [CardType],
    /// The furthest fault: number of pieces matched, and the fault.
    deepest: (usize, Unreadable),
    /// True if that fault is text after the last piece.
    is_left_over: bool,
    /// True if the words between the arguments are optional.
    skips_words: bool,
}

impl<'a> Reader<'a> {
    /// A matcher of one verb's actions; `legal`, then `held`, disambiguate cards.
    pub(super) fn new(game: &'a Game, verb: Verb, legal: Option<&'a ActionList>, held: &'a [CardType]) -> Self {
        Self {
            game,
            spec: &game.pack().verbs[verb.index()],
            verb,
            legal,
            held,
            deepest: (0, String::new().into()),
            is_left_over: false,
            skips_words: false,
        }
    }

    /// The same with optional words between the arguments, as in `play 8 clubs hearts`.
    pub(super) fn skipping_words(mut self) -> Self {
        // Only the word between two lists of cards separates them.
        self.skips_words = self.spec.args.iter().all(|arg| arg.kind != Kind::Cards);
        self
    }

    /// The furthest fault: number of pieces matched, and the message.
    pub(super) fn furthest(self) -> (usize, String) {
        (self.deepest.0, self.deepest.1.message)
    }

    fn fault(&mut self, depth: usize, fault: impl Into<Unreadable>) -> bool {
        let (fault, (deepest, closest)) = (fault.into(), &self.deepest);
        // What is nearly a value of a kind is rather meant than a longer text that isn't near any.
        let is_nearer = fault.is_ambiguous || !closest.is_ambiguous && (!fault.asks_for_choices || !closest.is_near);
        let is_closer = depth > *deepest || depth == *deepest && is_nearer;
        if is_closer && !fault.message.is_empty() {
            self.deepest = (depth, fault);
            self.is_left_over = false;
        }
        false
    }

    /// Matches the pieces with `text` into the action; false if they don't fit, which [`Reader::furthest`] explains.
    pub(super) fn read(&mut self, pieces: &[Piece], text: &str, action: &mut Action, depth: usize) -> bool {
        let Some((piece, rest)) = pieces.split_first() else {
            if text.trim().is_empty() {
                return true;
            }
            self.fault(depth, format!("`{}` is too much", text.trim()));
            self.is_left_over = self.deepest.0 == depth;
            return false;
        };
        match piece {
            Piece::Close => self.read(rest, text, action, depth),
            Piece::Open => {
                let mut with = action.clone();
                if !text.trim().is_empty() && self.read(rest, text, &mut with, depth) {
                    *action = with;
                    return true;
                }
                let close = rest.iter().position(|piece| *piece == Piece::Close).unwrap_or(0);
                self.read(&rest[close + 1..], text, action, depth)
            }
            Piece::Literal(literal) => {
                let wanted = literal.trim();
                let trimmed = text.trim_start();
                match trimmed.get(..wanted.len()) {
                    Some(head) if head.eq_ignore_ascii_case(wanted) => {
                        self.read(rest, trimmed[wanted.len()..].trim_start(), action, depth + 1)
                    }
                    _ if self.skips_words && is_word(wanted) => self.read(rest, trimmed, action, depth),
                    _ => self.fault(depth, format!("`{wanted}` is missing")),
                }
            }
            Piece::Arg(n) => {
                let arg = &self.spec.args[*n];
                let text = text.trim_start();
                let has_sign = matches!(rest, [Piece::Literal(sign), ..] if !sign.trim().is_empty());
                // True if a prefix ended by a literal was tried; and if one was the whole name of a card.
                let (mut is_parted, mut is_named) = (false, false);
                for end in ends(text, rest, self.skips_words) {
                    let written = text[..end].trim();
                    let is_whole = end == text.len();
                    match self.argument(arg, written, action) {
                        Ok(()) => {
                            if self.read(rest, &text[end..], action, depth + 1) {
                                return true;
                            }
                            is_named |= is_card_name(self.game, written);
                        }
                        // A literal of the text ends the argument: the fault of `z9-z8` is `z9`.
                        Err(_) if is_whole && is_parted => {}
                        // A number is one word.
                        Err(_) if arg.kind == Kind::Number && written.contains(' ') => {
                            let word = written.split(' ').next().unwrap_or_default();
                            self.argument(arg, word, &mut action.clone())
                                .map_err(|fault| self.fault(depth, fault))
                                .ok();
                        }
                        // A prefix may name a card that the whole text doesn't.
                        Err(fault) if is_whole && arg.kind == Kind::Card && self.is_left_over && !is_named => {
                            self.fault(self.deepest.0, fault);
                        }
                        Err(fault) => {
                            self.fault(depth, fault);
                        }
                    }
                    is_parted |= has_sign && !is_whole && !written.is_empty();
                }
                if !is_parted {
                    self.wrong_word(arg, text, rest, action, depth);
                }
                false
            }
        }
    }

    /// The fault of an argument that took in words behind it: the word that is missing or wrong there, or else the
    /// first words, where they are nearly a card.
    fn wrong_word(&mut self, arg: &Arg, text: &str, rest: &[Piece], action: &Action, depth: usize) {
        let blanks: Vec<usize> = text.trim_end().match_indices(' ').map(|(at, _)| at).take(MAX_WORDS).collect();
        let (deepest, closest) = &self.deepest;
        if *deepest > depth || *deepest == depth && (self.is_left_over || closest.is_near) {
            return;
        }
        let is_value = |at: &&usize| {
            let written = &text[..**at];
            let is_short = arg.kind == Kind::Card && written.len() < MIN_NAME && !is_card_name(self.game, written);
            !is_short && self.argument(arg, written, &mut action.clone()).is_ok()
        };
        if let Some(&at) = blanks.iter().rev().find(is_value) {
            let (value, behind) = (&text[..at], text[at..].trim());
            let word = behind.split(' ').next().unwrap_or_default();
            let message = match rest {
                [] => format!("`{behind}` is too much"),
                [Piece::Literal(literal), ..] if is_word(literal.trim()) => {
                    match did_you_mean(word, [literal.trim()]) {
                        Some(near) => format!("`{word}` can't be read behind `{value}`; did you mean `{near}`?"),
                        None => format!("`{}` is missing behind `{value}`", literal.trim()),
                    }
                }
                _ => return,
            };
            self.fault(depth + 1, message);
        } else if matches!(arg.kind, Kind::Card) {
            let fault = |at: &usize| no_such_card(self.game, &text[..*at]);
            let near = blanks.iter().map(fault).find(|fault| fault.is_near);
            near.map(|fault| self.fault(depth, fault));
        }
    }

    /// The values of an argument in the verb's legal actions: `: 1, 2 or 4`, `: 4 to 100`, `: such as 2 coins or a
    /// talisman`; empty if there are none or many.
    fn choices(&self, arg: &Arg, read: &Action) -> String {
        let Some(legal) = self.legal else { return String::new() };
        let mut texts: Vec<String> = Vec::new();
        let types = self.game.pack().card_types();
        // Groups of cards are those that go with the arguments before.
        let earlier = self.spec.args.iter().take_while(|other| arg.kind == Kind::Cards && *other != arg);
        let is_meant = |action: &Action| {
            action.verb() == self.verb && earlier.clone().all(|arg| action.value(arg, types) == read.value(arg, types))
        };
        for action in legal.iter(self.game).filter(is_meant) {
            let text = match arg.kind {
                // Commas are between the cards of one alternative.
                Kind::Cards => self.game.value_title(arg.kind, action.value(arg, types)),
                _ => self.game.argument_text(&action, arg),
            };
            if !text.is_empty() && !texts.contains(&text) {
                texts.push(text);
            }
        }
        match texts.as_slice() {
            [] => String::new(),
            [one] => format!(": {one}"),
            _ if arg.kind == Kind::Cards => {
                texts.truncate(MAX_GROUPS);
                format!(", such as {}", texts.join(" or "))
            }
            [others @ .., last] if texts.len() <= MAX_CHOICES => format!(": {} or {last}", others.join(", ")),
            _ => self.range(arg, &texts),
        }
    }

    /// Consecutive numbers: `: 4 to 100`; empty if there is a gap.
    fn range(&self, arg: &Arg, texts: &[String]) -> String {
        let numbers: Option<Vec<u16>> = texts.iter().map(|text| text.parse().ok()).collect();
        let numbers = numbers.filter(|_| arg.kind == Kind::Number).unwrap_or_default();
        match (numbers.iter().min(), numbers.iter().max()) {
            (Some(&least), Some(&most)) if usize::from(most - least) + 1 == numbers.len() => {
                format!(": {least} to {most}")
            }
            _ => String::new(),
        }
    }

    /// The number of a word: `three`, and a rank such as `K` in lists of thirteen, as of a suit.
    fn number(&self, arg: &Arg, text: &str) -> Option<u16> {
        if arg.kind != Kind::Number {
            return None;
        }
        let word = text.to_lowercase();
        let place = self.spec.args.iter().position(|other| other == arg)?;
        // Behind a number the next one may be a plural: `three 4s`, `two sixes`.
        let is_counted = place.checked_sub(1).is_some_and(|before| self.spec.args[before].kind == Kind::Number);
        if is_counted && let Some(number) = plural_number(&word) {
            return Some(number);
        }
        let is_ranks = self.game.argument_range(self.verb, place) == (1, 13);
        let rank = match word.as_str() {
            "a" | "ace" => 1,
            "j" | "jack" => 11,
            "q" | "queen" => 12,
            "k" | "king" => 13,
            _ => return english::number_of_words(&word),
        };
        is_ranks.then_some(rank)
    }

    fn argument(&self, arg: &Arg, text: &str, action: &mut Action) -> Result<(), Unreadable> {
        let is_legal = |card: CardType| {
            let same = |action: &Action| action.verb() == self.verb && action.number(arg) == card.number();
            self.legal.is_some_and(|legal| legal.iter(self.game).any(|action| same(&action)))
        };
        let preference = |card: CardType| if is_legal(card) { 2 } else { u8::from(self.held.contains(&card)) };
        let number = self.number(arg, text).map(|number| number.to_string());
        match read_value(self.game, arg.kind, &arg.name, number.as_deref().unwrap_or(text), preference) {
            Ok(Reading::Number(number)) => action.set_number(arg, number),
            Ok(Reading::Cards(counts)) => action.cards_mut(arg, counts.len()).copy_from_slice(&counts),
            Err(mut fault) => {
                if fault.asks_for_choices {
                    fault.message.push_str(&self.choices(arg, action));
                }
                return Err(fault);
            }
        }
        Ok(())
    }
}

/// The number of a plural: `4s`, `sixes`.
fn plural_number(word: &str) -> Option<u16> {
    let singular = word.strip_suffix('s')?;
    let number = |word: &str| word.parse().ok().or_else(|| english::number_of_words(word));
    number(singular.trim_end_matches('\'')).or_else(|| number(singular.strip_suffix('e')?))
}

/// Possible ends of an argument: before the next literal, at blanks, before the literal of an optional part, or at the
/// end of the text; the shortest first.
fn ends(text: &str, rest: &[Piece], skips_words: bool) -> Vec<usize> {
    let mut out = ends_within(text, rest);
    if skips_words && matches!(rest, [Piece::Literal(literal), ..] if is_word(literal.trim())) {
        out.extend(text.match_indices(' ').map(|(at, _)| at));
    }
    out.push(text.len());
    out.sort_unstable();
    out.dedup();
    out
}

/// True if the literal between arguments is a word, such as `for`, and not a sign.
fn is_word(literal: &str) -> bool {
    !literal.is_empty() && literal.chars().all(|c| c.is_alphabetic() || c == ' ')
}

/// Possible ends of an argument before the end of the text.
fn ends_within(text: &str, rest: &[Piece]) -> Vec<usize> {
    let before = |wanted: &str| -> Vec<usize> {
        let (lower, wanted) = (text.to_ascii_lowercase(), wanted.to_ascii_lowercase());
        lower.match_indices(&wanted).map(|(at, _)| at).filter(|&at| text.is_char_boundary(at)).collect()
    };
    match rest {
        [] => Vec::new(),
        [Piece::Literal(literal), ..] if !literal.trim().is_empty() => before(literal.trim()),
        [Piece::Close, rest @ ..] => ends_within(text, rest),
        [Piece::Open, Piece::Literal(literal), ..] if literal.trim() == literal && !literal.is_empty() => {
            [before(literal), before(" ")].concat()
        }
        // Two arguments without a separator, as in `7g7f`.
        [Piece::Arg(_), ..] | [Piece::Open, Piece::Arg(_), ..] => {
            text.char_indices().map(|(at, _)| at).skip(1).collect()
        }
        _ => before(" "),
    }
}
