//! Reading an action as a person writes it, and what cards a text can mean.

use super::reader::Reader;
use super::{Action, ActionList, ParseError};
use crate::game::Game;
use crate::grammar::{ArgKind, Piece, VerbSpec, plain_name};
use crate::ids::{CardType, Verb};

impl Game {
    /// Reads an action as a person writes it: upper and lower case alike, names shortened as long as they are
    /// unambiguous, plurals, counts. `legal` decides between readings, and lets a person leave out everything but
    /// the arguments where that fits just one legal action, or else just one kind of them.
    ///
    /// # Errors
    /// What can't be read, with what was expected.
    pub fn parse_action(&self, text: &str, legal: Option<&ActionList>) -> Result<Action, ParseError> {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if text.is_empty() {
            return Err(ParseError::Empty);
        }
        let exact = legal
            .and_then(|legal| legal.iter(self).find(|action| self.action_text(action).eq_ignore_ascii_case(&text)));
        if let Some(action) = exact {
            return Ok(action);
        }
        let mut readings: Vec<Action> = Vec::new();
        let mut best: Option<(usize, ParseError)> = None;
        let verbs = self.verbs_for(&text);
        let is_by_word = verbs.iter().any(|verb| self.pack().verbs[verb.index()].first_word().is_some());
        for verb in verbs {
            match self.read_verb(verb, &text, legal) {
                Ok(action) => readings.push(action),
                Err((depth, error)) => {
                    if best.as_ref().is_none_or(|(known, _)| depth > *known) {
                        best = Some((depth, error));
                    }
                }
            }
        }
        if readings.len() > 1
            && let Some(legal) = legal
        {
            let fitting: Vec<Action> =
                readings.iter().filter(|action| legal.position(self, action).is_some()).cloned().collect();
            if !fitting.is_empty() {
                readings = fitting;
            }
        }
        if readings.len() > 1 {
            let candidates = readings.iter().map(|action| format!("`{}`", self.action_text(action))).collect();
            return Err(ParseError::Ambiguous { text, candidates });
        }
        if let Some(action) = readings.pop() {
            return Ok(action);
        }
        if let Some(legal) = legal
            && let Some(result) = self.by_arguments(&text, legal)
        {
            return result;
        }
        Err(match best {
            Some((_, error)) if is_by_word => error,
            Some((_, error)) => self.no_action_by_squares(&text, legal, error),
            // What can't be done with the arguments is told when it is tried.
            None => return self.with_arguments(&text, legal).ok_or_else(|| self.unknown_action(&text)),
        })
    }

    /// The action, not a legal one, whose arguments alone were written, if they are those of just one kind.
    fn with_arguments(&self, text: &str, legal: Option<&ActionList>) -> Option<Action> {
        let verbs = self.pack().verbs.iter().enumerate().filter(|(_, verb)| !verb.args.is_empty());
        let verbs = verbs.map(|(n, spec)| (Verb::from_index(n), spec));
        let is_open = |verb: Verb| legal.is_none_or(|legal| legal.iter(self).any(|action| action.verb() == verb));
        let readings = verbs.filter(|&(verb, _)| is_open(verb)).filter_map(|(verb, spec)| {
            let mut action = Action::new(self, verb);
            let pieces = spec.pieces.get(1..)?;
            Reader::new(self, verb, legal).read(pieces, text, &mut action, 1).then_some(action)
        });
        let mut readings = readings.fuse();
        readings.next().filter(|_| readings.next().is_none())
    }

    /// The legal action whose arguments alone were written, if there is just one.
    fn by_arguments(&self, text: &str, legal: &ActionList) -> Option<Result<Action, ParseError>> {
        let squash = |text: &str| -> String {
            text.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
        };
        let wanted = squash(&text.to_lowercase());
        // Squares can stand without anything between them: `e2e3`.
        let is_squares = |verb: &VerbSpec| verb.args.iter().all(|arg| matches!(arg.kind, ArgKind::Square(_)));
        let mut found: Vec<Action> = legal
            .iter(self)
            .filter(|action| {
                let verb = &self.pack().verbs[action.verb().index()];
                let arguments: Vec<String> = verb
                    .args
                    .iter()
                    .map(|arg| squash(&self.argument_text(action, arg).to_lowercase()))
                    .filter(|part| !part.is_empty())
                    .collect();
                let fits = arguments.join(" ") == wanted || is_squares(verb) && arguments.concat() == wanted;
                !arguments.is_empty() && fits
            })
            .collect();
        match found.len() {
            0 => None,
            1 => found.pop().map(Ok),
            _ => {
                let candidates = found.iter().take(6).map(|action| format!("`{}`", self.action_text(action))).collect();
                Some(Err(ParseError::Ambiguous { text: text.to_owned(), candidates }))
            }
        }
    }

    pub(super) fn unknown_action(&self, text: &str) -> ParseError {
        let word = text.split_whitespace().next().unwrap_or_default().to_owned();
        let known: Vec<&str> = self.pack().verbs.iter().filter_map(VerbSpec::first_word).collect();
        let help = if known.is_empty() {
            let usages: Vec<String> = self.pack().verbs.iter().map(|verb| format!("`{}`", verb.usage())).collect();
            format!("actions look like {}", usages.join(", "))
        } else {
            crate::diagnostic::suggest(&word, known)
        };
        ParseError::UnknownAction { word, help }
    }

    /// The verbs that a text can begin: those whose first word it has, or has the beginning of; verbs without a
    /// first word always.
    fn verbs_for(&self, text: &str) -> Vec<Verb> {
        let first = text.split_whitespace().next().unwrap_or_default().to_lowercase();
        let verbs = || self.pack().verbs.iter().enumerate();
        let by = |test: &dyn Fn(&str) -> bool| -> Vec<Verb> {
            verbs()
                .filter(|(_, verb)| {
                    verb.first_word().into_iter().chain(verb.aliases.iter().map(String::as_str)).any(test)
                })
                .map(|(n, _)| Verb::from_index(n))
                .collect()
        };
        let mut found = by(&|word| word.to_lowercase() == first);
        if found.is_empty() {
            found = by(&|word| word.to_lowercase().starts_with(&first));
        }
        found.extend(
            verbs()
                .filter(|(_, verb)| !matches!(verb.pieces.first(), Some(Piece::Literal(_))))
                .map(|(n, _)| Verb::from_index(n)),
        );
        found
    }

    fn read_verb(&self, verb: Verb, text: &str, legal: Option<&ActionList>) -> Result<Action, (usize, ParseError)> {
        let spec = &self.pack().verbs[verb.index()];
        let mut reader = Reader::new(self, verb, legal);
        let mut action = Action::new(self, verb);
        let rest = match spec.pieces.first() {
            // The first word may be shortened or an alias; it was matched already.
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

    /// The card type that a person means.
    ///
    /// # Errors
    /// What it could mean instead.
    pub fn card_named(&self, text: &str) -> Result<CardType, String> {
        match self.cards_matching(text).as_slice() {
            [one] => Ok(CardType::from_index(*one)),
            [] => Err(self.no_such_card(text)),
            several => Err(self.several_cards(text, several)),
        }
    }

    /// That a text is no card, and which one may have been meant.
    pub(super) fn no_such_card(&self, text: &str) -> String {
        let titles = self.pack().card_rows().iter().flat_map(|row| [row.name.as_str(), row.title.as_str()]);
        match crate::diagnostic::did_you_mean(text, titles) {
            Some(near) => format!("there is no card `{text}`; did you mean `{near}`?"),
            None => format!("there is no card `{text}`"),
        }
    }

    /// That a text can be several cards.
    pub(super) fn several_cards(&self, text: &str, cards: &[usize]) -> String {
        let rows = self.pack().card_rows();
        let names: Vec<&str> = cards.iter().take(5).map(|&n| rows[n].name.as_str()).collect();
        let more = if cards.len() > 5 { ", ..." } else { "" };
        format!("`{text}` can be {}{more}", names.join(" or "))
    }

    /// The places of all card types that a text can stand for; a whole name stands for no other.
    pub(super) fn cards_matching(&self, text: &str) -> Vec<usize> {
        let wanted = plain_name(text);
        let pick = |test: &dyn Fn(&String) -> bool| -> Vec<usize> {
            let cards = self.pack().cards.iter().enumerate();
            cards.filter(|(_, card)| card.plain_names.iter().any(test)).map(|(n, _)| n).collect()
        };
        let mut found = pick(&|name| *name == wanted);
        if found.is_empty() && !wanted.is_empty() {
            found = pick(&|name| has_words(&wanted, name));
        }
        if found.is_empty() {
            found = pick(&|name| is_short_for(&wanted, name));
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
        found
    }

    pub(super) fn cards_named(&self, text: &str) -> Result<Vec<u8>, String> {
        let mut counts = vec![0_u8; self.pack().card_types()];
        let text = text.replace(" and ", ", ");
        for part in text.split(',') {
            let part = part.trim();
            if part.is_empty() {
                return Err("cards are missing".to_owned());
            }
            let (count, name) = match self.card_named(part) {
                Ok(card) => (1, Ok(card)),
                Err(whole) => match part.split_once(' ') {
                    Some((number, name)) => match number.trim_end_matches(['x', '×']).parse::<u32>() {
                        Ok(count) => (count, self.card_named(name.trim())),
                        Err(_) => (1, Err(whole)),
                    },
                    None => (1, Err(whole)),
                },
            };
            let card = name?;
            let total = u32::from(counts[card.index()]) + count;
            if count == 0 || total > 255 {
                return Err(format!("{count} is no number of cards that can be given"));
            }
            counts[card.index()] = total as u8;
        }
        Ok(counts)
    }
}

/// Whether every word of `wanted` is a word of `name`, in order: `C diamonds` and `C` stand for `C purple diamonds`, and
/// not for clubs.
fn has_words(wanted: &str, name: &str) -> bool {
    let mut words = name.split(' ');
    wanted.split(' ').all(|part| words.any(|word| word == part))
}

/// Whether every word of `wanted` begins a word of `name`, in order, or `wanted` is made of the first letters of all
/// the words of `name`: `broken cup` by `cup` or `bro`, `7 red hearts` by `7rh`.
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

/// Whether `letters` are beginnings of words of `name`, in order and without blanks; words may be left out: `7 green
/// questions` by `7q` or `7gr`.
fn is_run_of_beginnings(letters: &str, name: &str) -> bool {
    let Some((word, rest)) = name.split_once(' ').or_else(|| (!name.is_empty()).then_some((name, ""))) else {
        return letters.is_empty();
    };
    let common = letters.bytes().zip(word.bytes()).take_while(|(a, b)| a == b).count();
    (0..=common).any(|n| letters.get(n..).is_some_and(|letters| is_run_of_beginnings(letters, rest)))
}
