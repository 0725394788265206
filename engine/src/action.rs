//! Actions: typed values with a text form.

use smallvec::SmallVec;

use crate::game::Game;
use crate::grammar::{Arg, ArgKind, Piece, VerbSpec};
use crate::ids::{CardType, Seat, Verb};

/// An action in the game's binary form: the verb's number, then its arguments at their offsets.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Action {
    bytes: SmallVec<[u8; 24]>,
}

impl Action {
    /// An action of a verb with all arguments 0.
    pub fn new(game: &Game, verb: Verb) -> Self {
        let mut bytes = SmallVec::from_elem(0, game.pack().verbs[verb.index()].width);
        bytes[0] = verb.number();
        Self { bytes }
    }

    /// From a record of a list of actions; what stands behind the verb's arguments is cut off.
    pub fn from_record(game: &Game, record: &[u8]) -> Self {
        let width = record
            .first()
            .and_then(|&number| Verb::from_number(number))
            .and_then(|verb| game.pack().verbs.get(verb.index()))
            .map_or(record.len(), |verb| verb.width.min(record.len()));
        Self { bytes: SmallVec::from_slice(&record[..width]) }
    }

    /// The binary form.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The verb.
    pub fn verb(&self) -> Verb {
        Verb(self.bytes[0].saturating_sub(1))
    }

    /// The number in an argument that is not of the type cards; cards, seats, words and squares count from 1.
    pub fn number(&self, arg: &Arg) -> u16 {
        u16::from_le_bytes([self.bytes[arg.offset], self.bytes[arg.offset + 1]])
    }

    /// The counts in an argument of the type cards.
    pub fn cards(&self, arg: &Arg, card_types: usize) -> &[u8] {
        &self.bytes[arg.offset..arg.offset + card_types]
    }

    pub(crate) fn set_number(&mut self, arg: &Arg, number: u16) {
        self.bytes[arg.offset..arg.offset + 2].copy_from_slice(&number.to_le_bytes());
    }

    pub(crate) fn cards_mut(&mut self, arg: &Arg, card_types: usize) -> &mut [u8] {
        &mut self.bytes[arg.offset..arg.offset + card_types]
    }
}

/// Legal actions in one row of bytes, all records of one width: filled again and again without allocating.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ActionList {
    pub(crate) bytes: Vec<u8>,
    pub(crate) width: usize,
    pub(crate) incomplete: bool,
}

impl ActionList {
    /// An empty list.
    pub fn new() -> Self {
        Self::default()
    }

    /// How many actions.
    pub fn len(&self) -> usize {
        self.bytes.len().checked_div(self.width).unwrap_or(0)
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Whether these are all the legal actions; if not, others are accepted as well.
    pub fn is_complete(&self) -> bool {
        !self.incomplete
    }

    /// The record of an action; what stands behind its verb's arguments means nothing.
    pub fn record(&self, n: usize) -> &[u8] {
        &self.bytes[n * self.width..(n + 1) * self.width]
    }

    /// An action as a value of its own.
    pub fn get(&self, game: &Game, n: usize) -> Action {
        Action::from_record(game, self.record(n))
    }

    /// All actions in order.
    pub fn iter<'a>(&'a self, game: &'a Game) -> impl ExactSizeIterator<Item = Action> + 'a {
        (0..self.len()).map(|n| self.get(game, n))
    }

    /// The place of an action.
    pub fn position(&self, _game: &Game, action: &Action) -> Option<usize> {
        let width = action.bytes.len();
        (0..self.len()).find(|&n| self.record(n).get(..width) == Some(action.bytes()))
    }
}

/// Why a text is no action of the game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseError {
    /// Nothing was written.
    #[error("no action was given")]
    Empty,
    /// No action begins like this.
    #[error("there is no action `{word}`; {help}")]
    UnknownAction {
        /// What was written.
        word: String,
        /// What is there instead.
        help: String,
    },
    /// The action is known, but not in this form.
    #[error("{message}; the form is `{usage}`")]
    Malformed {
        /// What is wrong.
        message: String,
        /// The form of the action.
        usage: String,
    },
    /// It is only the beginning of an action.
    #[error("`{text}` can go on as {}", candidates.join(" or "))]
    Unfinished {
        /// What was written.
        text: String,
        /// What it is the beginning of.
        candidates: Vec<String>,
    },
    /// The squares are there, but nothing legal can be done with them.
    #[error("nothing legal can be done with {}", squares.join(" and "))]
    NothingWith {
        /// The squares.
        squares: Vec<String>,
    },
    /// Several actions fit.
    #[error("`{text}` can mean {}", candidates.join(" or "))]
    Ambiguous {
        /// What was written.
        text: String,
        /// What fits.
        candidates: Vec<String>,
    },
}

impl Game {
    /// The canonical text of an action.
    pub fn action_text(&self, action: &Action) -> String {
        let Some(verb) = self.pack().verbs.get(action.verb().index()) else {
            return String::new();
        };
        let mut out = String::new();
        let mut n = 0;
        while n < verb.pieces.len() {
            match &verb.pieces[n] {
                Piece::Literal(text) => out.push_str(text),
                Piece::Arg(arg) => out.push_str(&self.argument_text(action, &verb.args[*arg])),
                Piece::Open => {
                    let close = verb.pieces[n..].iter().position(|piece| *piece == Piece::Close).unwrap_or(0);
                    let given = verb.pieces[n..n + close].iter().any(|piece| match piece {
                        Piece::Arg(arg) => self.is_given(action, &verb.args[*arg]),
                        _ => false,
                    });
                    if !given {
                        n += close;
                    }
                }
                Piece::Close => {}
            }
            n += 1;
        }
        out.trim().to_owned()
    }

    fn is_given(&self, action: &Action, arg: &Arg) -> bool {
        match arg.kind {
            ArgKind::Cards => action.cards(arg, self.pack().card_types()).iter().any(|&n| n > 0),
            _ => action.number(arg) > 0,
        }
    }

    /// An argument in its canonical text.
    pub fn argument_text(&self, action: &Action, arg: &Arg) -> String {
        if arg.kind == ArgKind::Cards {
            return self.cards_text(action.cards(arg, self.pack().card_types()));
        }
        let number = action.number(arg);
        self.number_text(arg.kind, number)
    }

    fn number_text(&self, kind: ArgKind, number: u16) -> String {
        let index = usize::from(number).checked_sub(1);
        match (kind, index) {
            (ArgKind::Number, _) => number.to_string(),
            (_, None) => String::new(),
            (ArgKind::Card, Some(n)) => self.card_name(CardType::from_index(n)).to_owned(),
            (ArgKind::Seat, Some(n)) => self.seat_name(Seat::from_index(n)).to_owned(),
            (ArgKind::Word(list), Some(n)) => self.pack().lists[list].words.get(n).cloned().unwrap_or_default(),
            (ArgKind::Square(board), Some(n)) => self.square_name(board, n),
            (ArgKind::Cards, Some(_)) => String::new(),
        }
    }

    /// Cards with counts in the order of the card table: `2 coin, 1 map`.
    pub fn cards_text(&self, counts: &[u8]) -> String {
        let parts: Vec<String> = counts
            .iter()
            .enumerate()
            .filter(|(_, n)| **n > 0)
            .map(|(card, n)| format!("{n} {}", self.card_name(CardType::from_index(card))))
            .collect();
        parts.join(", ")
    }

    /// The name of a square, from 0 in row order: `a1` is the lower left; squares of a single row have numbers.
    pub fn square_name(&self, board: usize, square: usize) -> String {
        let layout = self.layout().boards[board];
        if layout.height == 1 {
            return (square + 1).to_string();
        }
        let (row, column) = (square / layout.width, square % layout.width);
        if layout.width <= 26 && !self.pack().boards[board].by_row_and_column {
            format!("{}{}", char::from(b'a' + column as u8), layout.height - row)
        } else {
            format!("{},{}", row + 1, column + 1)
        }
    }

    /// The square with a name, from 0 in row order.
    pub fn square_named(&self, board: usize, name: &str) -> Option<usize> {
        let by_row_and_column = self.pack().boards[board].by_row_and_column;
        crate::board::file::square_named(&self.layout().boards[board], by_row_and_column, name)
    }

    /// Reads an action as a person writes it: upper and lower case alike, names shortened as long as they are
    /// unambiguous, plurals, counts. `legal` decides between readings, and lets a person leave out everything but
    /// the arguments where that fits just one legal action.
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
            None => self.unknown_action(&text),
        })
    }

    /// Why a text is no action of those that begin with no word, such as `FROM-TO`.
    fn no_action_by_squares(&self, text: &str, legal: Option<&ActionList>, error: ParseError) -> ParseError {
        let lower = text.to_lowercase();
        let legal_texts =
            || legal.into_iter().flat_map(|legal| legal.iter(self)).map(|action| self.action_text(&action));
        let candidates: Vec<String> = legal_texts()
            .filter(|candidate| candidate.to_lowercase().starts_with(&lower))
            .map(|candidate| format!("`{candidate}`"))
            .take(6)
            .collect();
        if !candidates.is_empty() {
            return ParseError::Unfinished { text: text.to_owned(), candidates };
        }
        let wordless = || self.pack().verbs.iter().filter(|verb| verb.first_word().is_none());
        let signs = || wordless().flat_map(|verb| &verb.pieces).filter_map(Piece::sign);
        if signs().any(|sign| lower.contains(&sign.to_lowercase())) {
            return error;
        }
        let words: Vec<&str> = lower.split([' ', '-']).filter(|word| !word.is_empty()).collect();
        let is_square =
            |word: &str| (0..self.pack().boards.len()).any(|board| self.square_named(board, word).is_some());
        if words.len() > 1 && words.iter().all(|word| is_square(word)) {
            return ParseError::NothingWith { squares: words.into_iter().map(str::to_owned).collect() };
        }
        // One example of each kind.
        let mut seen = Vec::new();
        let kinds = legal.into_iter().flat_map(|legal| legal.iter(self)).filter(|action| {
            let is_new = !seen.contains(&action.verb());
            seen.push(action.verb());
            is_new
        });
        let examples: Vec<String> = kinds.map(|action| format!("`{}`", self.action_text(&action))).collect();
        match self.unknown_action(text) {
            ParseError::UnknownAction { .. } if !examples.is_empty() => ParseError::UnknownAction {
                word: text.to_owned(),
                help: format!("actions look like {}", examples.join(", ")),
            },
            other => other,
        }
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

    fn unknown_action(&self, text: &str) -> ParseError {
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
        let mut reader = Reader { game: self, spec, verb, legal, deepest: (0, String::new()) };
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
        let (depth, message) = reader.deepest;
        let message = if message.is_empty() { format!("`{text}` can't be read") } else { message };
        Err((depth, ParseError::Malformed { message, usage: spec.usage() }))
    }

    /// The card type that a person means.
    ///
    /// # Errors
    /// What it could mean instead.
    pub fn card_named(&self, text: &str) -> Result<CardType, String> {
        let rows = self.pack().card_rows();
        let found = self.cards_matching(text);
        match found.as_slice() {
            [one] => Ok(CardType::from_index(*one)),
            [] => {
                let titles = rows.iter().flat_map(|row| [row.name.as_str(), row.title.as_str()]);
                let near = crate::diagnostic::did_you_mean(text, titles);
                Err(match near {
                    Some(near) => format!("there is no card `{text}`; did you mean `{near}`?"),
                    None if text.is_empty() => "a card is missing".to_owned(),
                    None => format!("there is no card `{text}`"),
                })
            }
            many => {
                let names: Vec<&str> = many.iter().take(5).map(|&n| rows[n].name.as_str()).collect();
                let more = if many.len() > 5 { ", ..." } else { "" };
                Err(format!("`{text}` can be {}{more}", names.join(" or ")))
            }
        }
    }

    /// The places of all card types that a text can stand for; a whole name stands for no other.
    fn cards_matching(&self, text: &str) -> Vec<usize> {
        let rows = self.pack().card_rows();
        let wanted = plain(text);
        let names = |n: usize| [plain(&rows[n].name), plain(&rows[n].title), plain(&rows[n].plural)];
        let pick = |test: &dyn Fn(usize) -> bool| -> Vec<usize> { (0..rows.len()).filter(|&n| test(n)).collect() };
        let mut found = pick(&|n| names(n).contains(&wanted));
        if found.is_empty() && !wanted.is_empty() {
            found = pick(&|n| names(n).iter().any(|name| initials_or_prefixes(&wanted, name)));
        }
        if found.is_empty()
            && let Some(singular) = wanted.strip_suffix('s')
        {
            found = pick(&|n| names(n).iter().any(|name| initials_or_prefixes(singular, name)));
        }
        found
    }

    fn cards_named(&self, text: &str) -> Result<Vec<u8>, String> {
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

/// A name without marks, in lower case, its words parted by single blanks.
fn plain(text: &str) -> String {
    let text: String = text
        .to_lowercase()
        .chars()
        .filter(|c| *c != '\'' && *c != '’')
        .map(|c| if c == '_' || c == '-' { ' ' } else { c })
        .collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether every word of `wanted` begins a word of `name`, in order, or `wanted` is made of beginnings of all the
/// words of `name` without blanks: `broken cup` by `cup` or `bro`, `7 red hearts` by `7rh`.
fn initials_or_prefixes(wanted: &str, name: &str) -> bool {
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

/// Matches a text against the pieces of a usage, trying the shortest arguments first.
struct Reader<'a> {
    game: &'a Game,
    spec: &'a VerbSpec,
    verb: Verb,
    /// What is legal now, to choose between cards that a text can mean.
    legal: Option<&'a ActionList>,
    /// The furthest fault: how many pieces were matched, and what was wrong then.
    deepest: (usize, String),
}

impl Reader<'_> {
    fn fault(&mut self, depth: usize, message: String) -> bool {
        if depth >= self.deepest.0 && !message.is_empty() {
            self.deepest = (depth, message);
        }
        false
    }

    fn read(&mut self, pieces: &[Piece], text: &str, action: &mut Action, depth: usize) -> bool {
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
                        Err(message) => {
                            self.fault(depth, message);
                        }
                    }
                }
                false
            }
        }
    }

    /// The card that a text means: of several, the only one that is legal now.
    fn card(&self, arg: &Arg, text: &str) -> Result<CardType, String> {
        let named = self.game.card_named(text);
        let (Err(_), Some(legal)) = (&named, self.legal) else { return named };
        let is_legal = |card: &usize| {
            let same = |action: &Action| action.verb() == self.verb && usize::from(action.number(arg)) == card + 1;
            legal.iter(self.game).any(|action| same(&action))
        };
        let possible: Vec<usize> = self.game.cards_matching(text).into_iter().filter(is_legal).collect();
        match possible.as_slice() {
            [one] => Ok(CardType::from_index(*one)),
            _ => named,
        }
    }

    fn argument(&self, arg: &Arg, text: &str, action: &mut Action) -> Result<(), String> {
        let game = self.game;
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
            ArgKind::Number => text.parse::<u16>().map_err(|_| {
                if text.is_empty() { format!("{} is missing", arg.name) } else { format!("`{text}` is no number") }
            })?,
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
                let square = game.square_named(board, text).ok_or_else(|| {
                    if text.is_empty() { "a square is missing".to_owned() } else { format!("`{text}` is no square") }
                })?;
                square as u16 + 1
            }
        };
        action.set_number(arg, number);
        Ok(())
    }
}

/// Where an argument can end: before the next literal, at blanks, or at the end of the text.
fn ends(text: &str, rest: &[Piece]) -> Vec<usize> {
    let mut out: Vec<usize> = match rest.first() {
        Some(Piece::Literal(literal)) if !literal.trim().is_empty() => {
            let (lower, wanted) = (text.to_ascii_lowercase(), literal.trim().to_ascii_lowercase());
            lower.match_indices(&wanted).map(|(at, _)| at).filter(|&at| text.is_char_boundary(at)).collect()
        }
        Some(Piece::Close) | None => Vec::new(),
        Some(_) => text.match_indices(' ').map(|(at, _)| at).collect(),
    };
    out.push(text.len());
    out
}
