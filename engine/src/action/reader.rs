//! Matching a text against the pieces of one verb's usage.

use super::{Action, ActionList};
use crate::game::Game;
use crate::grammar::{Arg, ArgKind, Piece, VerbSpec};
use crate::ids::{CardType, Verb};

/// So many choices are named in a fault.
const MOST_CHOICES: usize = 8;

/// Matches a text against the pieces of a usage, trying the shortest arguments first.
pub(super) struct Reader<'a> {
    game: &'a Game,
    spec: &'a VerbSpec,
    verb: Verb,
    /// What is legal now, to choose between cards that a text can mean.
    legal: Option<&'a ActionList>,
    /// The furthest fault: how many pieces were matched, and what was wrong then.
    deepest: (usize, Fault),
}

/// Why a text can't be an argument.
struct Fault {
    message: String,
    /// It can be several: nothing that a longer or a shorter text can't be is as close.
    is_ambiguous: bool,
}

impl From<String> for Fault {
    fn from(message: String) -> Self {
        Self { message, is_ambiguous: false }
    }
}

impl<'a> Reader<'a> {
    /// A reader of one verb's actions; `legal` chooses between cards that a text can mean.
    pub(super) fn new(game: &'a Game, verb: Verb, legal: Option<&'a ActionList>) -> Self {
        Self { game, spec: &game.pack().verbs[verb.index()], verb, legal, deepest: (0, String::new().into()) }
    }

    /// The furthest fault: how many pieces were matched, and what was wrong then.
    pub(super) fn furthest(self) -> (usize, String) {
        (self.deepest.0, self.deepest.1.message)
    }

    fn fault(&mut self, depth: usize, fault: impl Into<Fault>) -> bool {
        let (fault, (deepest, closest)) = (fault.into(), &self.deepest);
        let is_closer = depth > *deepest || depth == *deepest && (fault.is_ambiguous || !closest.is_ambiguous);
        if is_closer && !fault.message.is_empty() {
            self.deepest = (depth, fault);
        }
        false
    }

    /// Reads the pieces from `text` into the action; false if they don't fit, which [`Reader::furthest`] explains.
    pub(super) fn read(&mut self, pieces: &[Piece], text: &str, action: &mut Action, depth: usize) -> bool {
        let Some((piece, rest)) = pieces.split_first() else {
            if text.trim().is_empty() {
                return true;
            }
            return self.fault(depth, format!("`{}` is too much", text.trim()));
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
                    _ => self.fault(depth, format!("`{wanted}` is missing")),
                }
            }
            Piece::Arg(n) => {
                let arg = &self.spec.args[*n];
                let text = text.trim_start();
                for end in ends(text, rest) {
                    let written = text[..end].trim();
                    match self.argument(arg, written, action) {
                        Ok(()) => {
                            if self.read(rest, &text[end..], action, depth + 1) {
                                return true;
                            }
                        }
                        Err(fault) => {
                            self.fault(depth, fault);
                        }
                    }
                }
                false
            }
        }
    }

    /// What the legal actions of this verb have in an argument: `: 1, 2 or 4`; empty if that is nothing or much.
    fn choices(&self, arg: &Arg) -> String {
        let Some(legal) = self.legal else { return String::new() };
        let mut texts: Vec<String> = Vec::new();
        for action in legal.iter(self.game).filter(|action| action.verb() == self.verb) {
            let text = self.game.argument_text(&action, arg);
            if !text.is_empty() && !texts.contains(&text) {
                texts.push(text);
            }
        }
        match texts.as_slice() {
            [] => String::new(),
            [one] => format!(": {one}"),
            [others @ .., last] if texts.len() <= MOST_CHOICES => format!(": {} or {last}", others.join(", ")),
            _ => String::new(),
        }
    }

    /// The card that a text means: of several, the only one that is legal now.
    fn card(&self, arg: &Arg, text: &str) -> Result<CardType, Fault> {
        let matching = self.game.cards_matching(text);
        match matching.as_slice() {
            [one] => return Ok(CardType::from_index(*one)),
            [] => {
                let fault = self.game.no_such_card(text);
                let has_advice = self.legal.is_none() || fault.ends_with('?');
                return Err(if has_advice { fault } else { format!("{fault}{}", self.choices(arg)) }.into());
            }
            _ => {}
        }
        let is_legal = |card: &usize| {
            let same = |action: &Action| action.verb() == self.verb && usize::from(action.number(arg)) == card + 1;
            self.legal.is_some_and(|legal| legal.iter(self.game).any(|action| same(&action)))
        };
        let legal: Vec<usize> = matching.iter().copied().filter(is_legal).collect();
        let several = match legal.as_slice() {
            [one] => return Ok(CardType::from_index(*one)),
            [] => &matching,
            several => several,
        };
        Err(Fault { message: self.game.several_cards(text, several), is_ambiguous: true })
    }

    fn argument(&self, arg: &Arg, text: &str, action: &mut Action) -> Result<(), Fault> {
        let game = self.game;
        if text.is_empty() && matches!(arg.kind, ArgKind::Card | ArgKind::Cards | ArgKind::Number | ArgKind::Square(_))
        {
            let what = match arg.kind {
                ArgKind::Card => "a card is",
                ArgKind::Cards => "cards are",
                ArgKind::Square(_) => "a square is",
                _ => return Err(format!("{} is missing{}", arg.name, self.choices(arg)).into()),
            };
            return Err(format!("{what} missing{}", self.choices(arg)).into());
        }
        let named = |what: &str, names: &[&str]| -> Result<u16, String> {
            let wanted = text.to_lowercase();
            let exact = names.iter().position(|name| name.to_lowercase() == wanted);
            let begun: Vec<usize> = names
                .iter()
                .enumerate()
                .filter(|(_, name)| !wanted.is_empty() && name.to_lowercase().starts_with(&wanted))
                .map(|(n, _)| n)
                .collect();
            match (exact, begun.as_slice()) {
                (Some(n), _) => Ok(n as u16 + 1),
                (None, &[n]) => Ok(n as u16 + 1),
                _ if text.is_empty() => Err(format!("{what} is missing: {}", names.join(", "))),
                _ => Err(format!("`{text}` is no {what}: {}", crate::diagnostic::suggest(text, names.iter().copied()))),
            }
        };
        let number = match arg.kind {
            ArgKind::Cards => {
                let counts = game.cards_named(text)?;
                action.cards_mut(arg, counts.len()).copy_from_slice(&counts);
                return Ok(());
            }
            ArgKind::Card => u16::from(self.card(arg, text)?.number()),
            ArgKind::Number => {
                text.parse::<u16>().map_err(|_| format!("`{text}` is no number{}", self.choices(arg)))?
            }
            ArgKind::Seat => {
                let names: Vec<&str> = game.seats().map(|seat| game.seat_name(seat)).collect();
                named("seat", &names)?
            }
            ArgKind::Word(list) => {
                let list = &game.pack().lists[list];
                let names: Vec<&str> = list.words.iter().map(String::as_str).collect();
                named(&list.name, &names)?
            }
            ArgKind::Square(board) => {
                let square = game
                    .square_named(board, text)
                    .ok_or_else(|| format!("`{text}` is no square{}", self.choices(arg)))?;
                square as u16 + 1
            }
        };
        action.set_number(arg, number);
        Ok(())
    }
}

/// Where an argument can end: before the next literal, at blanks, before the sign with which something begins that may
/// be left out, or at the end of the text.
fn ends(text: &str, rest: &[Piece]) -> Vec<usize> {
    let before = |wanted: &str| -> Vec<usize> {
        let (lower, wanted) = (text.to_ascii_lowercase(), wanted.to_ascii_lowercase());
        lower.match_indices(&wanted).map(|(at, _)| at).filter(|&at| text.is_char_boundary(at)).collect()
    };
    let mut out = match rest {
        [Piece::Literal(literal), ..] if !literal.trim().is_empty() => before(literal.trim()),
        [Piece::Close, ..] | [] => Vec::new(),
        [Piece::Open, Piece::Literal(literal), ..] if literal.trim() == literal && !literal.is_empty() => {
            [before(literal), before(" ")].concat()
        }
        _ => before(" "),
    };
    out.push(text.len());
    out
}
