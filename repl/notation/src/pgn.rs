//! Portable Game Notation (PGN): parsing, replay by the rules, and writing.
//!
//! The standard is S. J. Edwards, "Portable Game Notation Specification and Implementation Guide" (1994). Comments,
//! variations and numeric annotation glyphs are kept beside the moves and written again; they aren't played. An initial
//! position is in the tag `FEN`, in the notation of the game's positions. Tags are kept with the match: players, date,
//! place, and the result where the board doesn't determine it.

use std::sync::Arc;

use parlour_engine::diagnostic::{Code, Diagnostic, Faults, SourceFile};
use parlour_engine::game::{Config, Game};
use parlour_engine::ids::Seat;
use parlour_engine::pack::{Library, Pack};
use parlour_engine::play::{Conclusion, Match, RESULT, TERMINATION};
use parlour_engine::rules::Rules;
use parlour_engine::{Words, scenario_of_notation};

/// The game termination markers.
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];
/// The marker of an unfinished game.
const OPEN: &str = "*";
/// The seven tag roster, with the values for unknown ones.
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    (DATE, "????.??.??"),
    ("Round", "?"),
    (SEATS[0], "?"),
    (SEATS[1], "?"),
    (RESULT, OPEN),
];
/// The tag of the date.
const DATE: &str = "Date";
/// The tags with the names of the players, by seat.
const SEATS: [&str; 2] = ["White", "Black"];
/// The tags derived from the scenario and the actions.
const FOLLOWING: [&str; 3] = ["SetUp", "FEN", "PlyCount"];
/// Null moves, which the rules of a match don't know.
const NULL_MOVES: [&str; 3] = ["--", "Z0", "@@@@"];
/// The prefix of notes (comments, annotations and variations) among a match's tags, followed by the number of moves
/// before them and the last of these; tags of a file contain no space.
const NOTE: &str = "note ";
/// The tag for the rule by which a match was already over when it was played on.
const PLAYED_ON: &str = "PlayedOn";
/// The traditional annotation suffixes with their numeric annotation glyphs.
const MARKS: [(&str, &str); 6] = [("!!", "$3"), ("??", "$4"), ("!?", "$5"), ("?!", "$6"), ("!", "$1"), ("?", "$2")];
/// The maximum line length.
const WIDTH: usize = 79;
/// Values of the tag `Variant` for the standard game.
const USUAL: [&str; 4] = ["standard", "normal", "from position", "chess"];

/// A match as parsed from a file.
#[derive(Clone, Debug)]
pub struct Pgn {
    file: SourceFile,
    tags: Vec<(String, String)>,
    /// The moves, each with its offset.
    moves: Vec<(String, usize)>,
    /// Comments, annotations and variations, each with the number of moves before it.
    notes: Vec<(usize, String)>,
    /// The termination marker.
    result: Option<String>,
    /// Its offset.
    at: usize,
    /// The syntax error, if any.
    fault: Option<Diagnostic>,
}

/// A cursor over a text.
struct Reader<'a> {
    file: &'a SourceFile,
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn fault(&self, at: usize, message: impl Into<String>, help: &str) -> Diagnostic {
        Diagnostic::new(Code::BadGame, message).at(self.file.place(at)).help(help)
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Reads up to the first character that passes a test.
    fn until(&mut self, test: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let end = rest.find(test).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    /// True at the beginning of a line.
    fn is_at_line_start(&self) -> bool {
        self.at == 0 || self.text[..self.at].ends_with('\n')
    }

    /// True at the tags of another match.
    fn is_at_tags(&self) -> bool {
        self.is_at_line_start() && self.rest().starts_with("[Event \"")
    }

    /// A comment without its delimiters: in braces, or from `;` to the end of the line. A line that begins with `%` is
    /// an escape, not a comment. `None` if there is no comment here.
    fn comment(&mut self) -> Result<Option<String>, Diagnostic> {
        let begin = self.at;
        let one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        match self.rest().chars().next() {
            Some('{') => {
                self.at += 1;
                while !self.rest().is_empty() && !self.rest().starts_with('}') && !self.is_at_tags() {
                    self.at += self.rest().chars().next().map_or(1, char::len_utf8);
                }
                if !self.rest().starts_with('}') {
                    return Err(self.fault(begin, "there is no `}` for this", "expected one further on"));
                }
                self.at += 1;
                Ok(Some(one_line(&self.text[begin + 1..self.at - 1])))
            }
            Some(';') => {
                self.at += 1;
                // In braces it can't contain braces.
                Ok(Some(one_line(self.until(|c| c == '\n')).replace(['{', '}'], "")))
            }
            Some('%') if self.is_at_line_start() => {
                self.until(|c| c == '\n');
                Ok(Some(String::new()))
            }
            _ => Ok(None),
        }
    }

    /// A variation with nested ones, its comments in braces.
    fn variation(&mut self) -> Result<String, Diagnostic> {
        let (begin, mut depth, mut out) = (self.at, 0_usize, String::new());
        loop {
            if let Some(comment) = self.comment()? {
                if !comment.is_empty() {
                    out += &format!(" {{{comment}}} ");
                }
                continue;
            }
            let c = match self.rest().chars().next() {
                Some(c) if !self.is_at_tags() => c,
                _ => return Err(self.fault(begin, "there is no `)` for this", "expected one further on")),
            };
            match c {
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            out.push(c);
            self.at += c.len_utf8();
            if depth == 0 {
                let words: Vec<&str> = out.split_whitespace().collect();
                return Ok(words.join(" ").replace("( ", "(").replace(" )", ")"));
            }
        }
    }

    /// Skips to the tags of the next match.
    fn skip_match(&mut self) {
        if self.is_at_tags() {
            return;
        }
        let is_blank = |text: &str| text.lines().next_back().is_none_or(|line| line.trim().is_empty());
        while !self.rest().is_empty() {
            self.until(|c| c == '\n');
            self.at = (self.at + 1).min(self.text.len());
            let is_tag = || {
                let name = self.rest().strip_prefix('[').and_then(|rest| rest.split_once(" \""));
                name.is_some_and(|(name, _)| name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'))
            };
            if self.is_at_tags() || is_tag() && is_blank(&self.text[..self.at]) {
                return;
            }
        }
    }

    /// A token of the move text: a move number, an annotation, a move, or a termination marker.
    fn word(&mut self, game: &mut Pgn) -> Result<(), Diagnostic> {
        let at = self.at;
        // `*` and numeric annotation glyphs need no space before them.
        let mut word = match self.rest().chars().next() {
            Some('*') => {
                self.at += 1;
                "*"
            }
            Some('$') => {
                self.at += 1;
                self.until(|c| !c.is_ascii_digit());
                &self.text[at..self.at]
            }
            _ => self.until(|c| c.is_whitespace() || "{}();[]$*".contains(c)),
        };
        if word.is_empty() {
            let c = self.rest().chars().next().unwrap_or_default();
            return Err(self.fault(at, format!("`{c}` means nothing here"), "expected a move"));
        }
        if game.result.is_some() {
            let help = "expected the tags of another match, such as `[White \"Anna\"]`";
            return Err(self.fault(at, format!("the match is over before `{word}`"), help));
        }
        if RESULTS.contains(&word) {
            game.result = Some(word.to_owned());
            return Ok(());
        }
        // `12.`, `12...`, `12.e4`
        let numbered = word.trim_start_matches(|c: char| c.is_ascii_digit());
        if let Some(behind) = numbered.strip_prefix('.') {
            word = behind.trim_start_matches('.');
        }
        let is_ep = ["e.p.", "ep", "e.p", "e.p.+"].contains(&word);
        let is_mark = word.starts_with('$') || word.trim_matches(['!', '?']).is_empty();
        let is_number = word.chars().all(|c| c.is_ascii_digit());
        if !is_mark && !is_number && !is_ep {
            game.moves.push((word.to_owned(), self.at - word.len()));
        }
        // `e4!` is a move with an annotation, and `!` an annotation alone.
        let numbered = match word.starts_with('$') {
            true => Some(word),
            false => MARKS.iter().find(|(mark, _)| word.ends_with(mark)).map(|(_, number)| *number),
        };
        if let Some(number) = numbered {
            game.note(number);
        }
        Ok(())
    }

    /// A tag, after its `[`.
    fn tag(&mut self) -> Result<(String, String), Diagnostic> {
        const FORM: &str = "expected such as `[White \"Anna\"]`";
        let begin = self.at;
        self.at += 1;
        let name = self.until(|c| c == '"' || c == ']' || c == '\n').trim().to_owned();
        if !self.rest().starts_with('"') || name.is_empty() {
            return Err(self.fault(begin, "this is not a tag", FORM));
        }
        self.at += 1;
        let mut value = String::new();
        loop {
            let mut chars = self.rest().chars();
            let c = match chars.next() {
                Some('"') => break,
                Some('\\') => chars.next().filter(|c| *c != '\n'),
                Some('\n') | None => None,
                c => c,
            };
            let Some(c) = c else { return Err(self.fault(begin, "this tag is not closed", FORM)) };
            value.push(if c.is_control() { ' ' } else { c });
            self.at = self.text.len() - chars.as_str().len();
        }
        self.at += 1;
        self.until(|c| !c.is_whitespace());
        if !self.rest().starts_with(']') {
            return Err(self.fault(begin, "this tag is not closed", FORM));
        }
        self.at += 1;
        Ok((name, value))
    }
}

impl Pgn {
    /// The name in packs.
    pub const NAME: &str = "PGN";

    /// True if a file is PGN by its name, or by its beginning.
    pub fn is_one(name: &str, text: &str) -> bool {
        let has_end = name.get(name.len().saturating_sub(4)..).is_some_and(|end| end.eq_ignore_ascii_case(".pgn"));
        has_end || text.trim_start_matches('\u{feff}').trim_start().starts_with('[')
    }

    /// Parses the matches of a file. A syntax error of one is reported when it is played, and parsing resumes at the
    /// next tags.
    ///
    /// # Errors
    /// A file without a match.
    pub fn read(file: &SourceFile) -> Result<Vec<Self>, Diagnostic> {
        let mut reader = Reader { file, text: &file.text, at: 0 };
        let mut matches: Vec<Self> = Vec::new();
        while !reader.rest().is_empty() {
            let at = reader.at;
            if let Err(fault) = Self::read_part(&mut reader, &mut matches) {
                // Tags that don't follow an empty line belong to the moves before them.
                let is_apart = file.text[..at].trim_end_matches([' ', '\t', '\r']).ends_with("\n\n");
                let is_own = file.text[at..].starts_with('[') && is_apart;
                match matches.last_mut().filter(|last| !is_own || last.moves.is_empty() && last.result.is_none()) {
                    Some(last) => last.fault = last.fault.take().or(Some(fault)),
                    None => matches.push(Self { fault: Some(fault), ..Self::empty(file, at) }),
                }
                reader.at = reader.at.max(at);
                reader.skip_match();
            }
        }
        match matches.is_empty() {
            true => Err(reader.fault(0, "there is no match here", "expected such as `1. e4 e5 *`")),
            false => Ok(matches),
        }
    }

    fn empty(file: &SourceFile, at: usize) -> Self {
        let (tags, moves, notes) = (Vec::new(), Vec::new(), Vec::new());
        Self { file: file.clone(), tags, moves, notes, result: None, at, fault: None }
    }

    /// Parses the next tag, token, comment or variation.
    fn read_part(reader: &mut Reader<'_>, matches: &mut Vec<Self>) -> Result<(), Diagnostic> {
        let at = reader.at;
        let Some(c) = reader.rest().chars().next() else { return Ok(()) };
        if let Some(comment) = reader.comment()? {
            let next = reader.rest().trim_start();
            if matches.is_empty() && !next.is_empty() && !next.starts_with('[') {
                matches.push(Self::empty(reader.file, at));
            }
            if let Some(last) = matches.last_mut().filter(|last| !comment.is_empty() && last.result.is_none()) {
                last.note(&format!("{{{comment}}}"));
            }
            return Ok(());
        }
        match c {
            '(' => {
                let variation = reader.variation()?;
                if let Some(last) = matches.last_mut() {
                    last.note(&variation);
                }
            }
            _ if c.is_whitespace() || c == '\u{feff}' => reader.at += c.len_utf8(),
            '[' => {
                let tag = reader.tag()?;
                let is_whole = |last: &Self| !last.moves.is_empty() || last.result.is_some() || last.fault.is_some();
                match matches.last_mut().filter(|last| !is_whole(last)) {
                    Some(last) => last.tags.push(tag),
                    None => matches.push(Self { tags: vec![tag], ..Self::empty(reader.file, at) }),
                }
            }
            _ => {
                if matches.is_empty() {
                    matches.push(Self::empty(reader.file, at));
                }
                if let Some(last) = matches.last_mut() {
                    reader.word(last)?;
                }
            }
        }
        Ok(())
    }

    /// Keeps a comment, an annotation or a variation after the current move.
    fn note(&mut self, text: &str) {
        let moves = self.moves.len();
        match self.notes.last_mut().filter(|(at, _)| *at == moves) {
            Some((_, there)) => *there += &format!(" {text}"),
            None => self.notes.push((moves, text.to_owned())),
        }
    }

    /// A title in one line: the players, the result, the length.
    pub fn title(&self) -> String {
        let known = |name: &str| self.tag(name).filter(|value| is_known(value));
        let [white, black] = SEATS.map(|seat| known(seat).unwrap_or("?"));
        let about: Vec<&str> = ["Event", "Date"].into_iter().filter_map(known).collect();
        let about = if about.is_empty() { String::new() } else { format!(" ({})", about.join(", ")) };
        let count = self.moves.len().div_ceil(2);
        let moves = if count == 1 { "move" } else { "moves" };
        let broken = if self.fault.is_some() { ", can't be read" } else { "" };
        format!("{white} - {black}{about}: {}, {count} {moves}{broken}", self.result())
    }

    /// The result, by the termination marker or else by the tag.
    fn result(&self) -> &'static str {
        let told = [self.result.as_deref(), self.tag(RESULT)].into_iter().flatten();
        let mut known = told.filter_map(|told| RESULTS.into_iter().find(|known| *known == told));
        known.find(|known| *known != OPEN).unwrap_or(OPEN)
    }

    /// The variant tag, unless it is the standard game.
    pub fn variant(&self) -> Option<&str> {
        self.tag("Variant").filter(|name| !USUAL.contains(&name.to_lowercase().as_str()))
    }

    /// The conclusion by the players, if the file names it: resignation, time, agreement.
    fn conclusion(&self, game: &Game) -> Option<Conclusion> {
        let why = self.tag(TERMINATION)?.to_lowercase();
        let loser = match self.result() {
            "1-0" => Seat::from_index(1),
            "0-1" => Seat::from_index(0),
            "1/2-1/2" if why.contains("agree") && game.has_draws() => return Some(Conclusion::Agreement),
            _ => return None,
        };
        match why {
            why if why.contains("resign") => Some(Conclusion::Resignation { seat: loser }),
            why if why.contains("time") => Some(Conclusion::Time { seat: loser }),
            _ => None,
        }
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }

    /// Replays the match by the rules of a pack; `player` sits at every seat.
    ///
    /// # Errors
    /// A pack with another notation, an invalid position, or the first illegal move.
    pub fn play(&self, pack: &Arc<Pack>, player: &str) -> Result<Match, Faults> {
        if let Some(fault) = &self.fault {
            return Err(fault.clone().into());
        }
        let mut config = Config::default();
        let stopped = match self.play_with(pack, &config, player, None) {
            Ok(played) => return Ok(played),
            Err(stopped) => stopped,
        };
        let Some(spec) = &pack.notation else { return Err(stopped.into_faults()) };
        // Play may continue after an end that nobody claimed, or under a rule that is younger than the match.
        let mut over = if let Stopped::Over(_, ending) = &stopped { Some(ending.clone()) } else { None };
        for (set, is_older) in [(&spec.unclaimed, false), (&spec.older, true)] {
            let may_differ = over.is_some() || matches!(stopped, Stopped::Position(_));
            if set.is_empty() || !may_differ {
                continue;
            }
            config.set = set.clone();
            let told = over.as_deref().filter(|_| is_older);
            match self.play_with(pack, &config, player, told) {
                Ok(played) => return Ok(played),
                Err(Stopped::Over(_, ending)) => over = Some(ending),
                Err(Stopped::Position(_)) => {}
                Err(Stopped::Fault(faults)) => return Err(faults),
            }
        }
        Err(stopped.into_faults())
    }

    /// Replays with options; `over` is the ending by younger rules.
    fn play_with(&self, pack: &Arc<Pack>, config: &Config, player: &str, over: Option<&str>) -> Result<Match, Stopped> {
        let fault = |at: usize, message: String, help: String| {
            Faults::from(Diagnostic::new(Code::BadGame, message).at(self.file.place(at)).help(help))
        };
        if !is_written(pack) {
            let message = format!("matches of {} are not written in {}", pack.title, Self::NAME);
            return Err(fault(self.at, message, "`[notation]` says `games = \"PGN\"` where they are".to_owned()).into());
        }
        let own = pack.notation.as_ref().and_then(|spec| spec.variant.as_deref());
        let variant = self.variant().filter(|name| own.is_none_or(|own| !own.eq_ignore_ascii_case(name)));
        if let Some(variant) = variant {
            let message = format!("the variant `{variant}` of {} is not known", pack.title);
            return Err(fault(self.at, message, "expected a match of the game itself".to_owned()).into());
        }
        let mut config = config.clone();
        if let Some(position) = self.tag("FEN") {
            config.scenario = Some(Arc::new(scenario_of_notation(position, pack, &config)?));
        }
        let game = pack.configure(&config)?;
        let players = vec![player.to_owned(); game.seat_count()];
        // A position may exceed the bounds of the options.
        let mut played = Match::new(game.clone(), 0, players).map_err(Stopped::Position)?;
        for (n, (text, at)) in self.moves.iter().enumerate() {
            let number = (game.turn_begun() as usize + n) / game.seat_count() + 1;
            let wrong = |reason: String| fault(*at, format!("move {number}, `{text}`, can't be played"), reason);
            if let Some(ending) = played.ending_text() {
                let told = format!("move {number}: {ending}");
                return Err(Stopped::Over(wrong(format!("the match is over: {ending}")), told));
            }
            let bare = text.trim_end_matches(['!', '?', '#', '+']);
            let bare = ["e.p.", "e.p", "ep"].into_iter().find_map(|end| bare.strip_suffix(end)).unwrap_or(bare);
            if NULL_MOVES.contains(&bare) {
                return Err(wrong("it moves nothing, which stands for an idea and not for a move".to_owned()).into());
            }
            let action = played.parse(bare).map_err(|error| wrong(error.to_string()))?;
            played.act(&action).map_err(|error| wrong(error.to_string()))?;
        }
        let mut tags = self.tags.clone();
        tags.retain(|(name, value)| {
            let is_player = SEATS.contains(&name.as_str()) && value == player;
            let is_end = [RESULT, TERMINATION].contains(&name.as_str());
            let is_note = name.starts_with(NOTE);
            is_known(value) && !is_player && !is_end && !is_note && !FOLLOWING.contains(&name.as_str())
        });
        for (n, text) in &self.notes {
            tags.push((note_name(&played, *n), text.clone()));
        }
        if let Some(over) = over.filter(|_| tags.iter().all(|(name, _)| name != PLAYED_ON)) {
            tags.push((PLAYED_ON.to_owned(), format!("over by today's rules before {over}")));
        }
        let told = self.result();
        if let Some(conclusion) = self.conclusion(&game).filter(|_| played.decision().is_some()) {
            played
                .conclude(conclusion)
                .map_err(|error| fault(self.at, "the end of the match can't be told".to_owned(), error.to_string()))?;
        }
        let is = result(&played);
        if told != is && told != OPEN {
            let why = self.tag(TERMINATION).map(|why| (TERMINATION.to_owned(), why.to_owned()));
            tags.extend(why.into_iter().chain([(RESULT.to_owned(), told.to_owned())]));
        }
        let end = self.moves.len();
        played.set_tags(tags, end);
        Ok(played)
    }
}

/// The reason why a match can't be replayed to the end of its file.
enum Stopped {
    /// It is over earlier, with the ending.
    Over(Faults, String),
    /// The initial position is invalid.
    Position(Faults),
    /// Anything else.
    Fault(Faults),
}

impl Stopped {
    fn into_faults(self) -> Faults {
        match self {
            Self::Over(faults, _) | Self::Position(faults) | Self::Fault(faults) => faults,
        }
    }
}

/// The tag name of a note after a number of moves: the number and the last of them, so that it stays with that move.
fn note_name(played: &Match, moves: usize) -> String {
    let last = moves.checked_sub(1).and_then(|n| played.steps().get(n));
    let last = last.map_or_else(String::new, |step| format!(" {}", played.game().action_text(&step.action)));
    format!("{NOTE}{moves}{last}")
}

/// The UTC date of a time as year, month and day (H. Hinnant, "chrono-compatible low-level date algorithms").
fn date_of(time: std::time::SystemTime) -> String {
    let seconds = time.duration_since(std::time::UNIX_EPOCH).map_or(0, |time| time.as_secs());
    let days = (seconds / 86_400) as i64 + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year_of_era + 400 * era + i64::from(month <= 2);
    format!("{year:04}.{month:02}.{day:02}")
}

impl<F: Into<Faults>> From<F> for Stopped {
    fn from(faults: F) -> Self {
        Self::Fault(faults.into())
    }
}

/// True if a tag has a known value.
fn is_known(value: &str) -> bool {
    !value.chars().all(|c| "?.-* ".contains(c))
}

/// True if matches of a pack are written in [`Pgn`].
fn is_written(pack: &Pack) -> bool {
    pack.notation.as_ref().and_then(|spec| spec.games.as_ref()).is_some_and(|(name, _)| name == Pgn::NAME)
}

/// Checks that a pack's notation of matches is known, and fits it.
///
/// # Errors
/// The fault, at its place.
pub fn check(pack: &Pack) -> Result<(), Faults> {
    let Some((name, span)) = pack.notation.as_ref().and_then(|spec| spec.games.as_ref()) else { return Ok(()) };
    let mut faults = Vec::new();
    if name != Pgn::NAME {
        let fault = Diagnostic::new(Code::UnknownWord, "there is no such notation of matches");
        faults.push(fault.at(pack.place(span)).help(format!("expected `{}`", Pgn::NAME)));
    }
    let seats = pack.seats.names.len();
    if seats != SEATS.len() {
        let message = format!("a match in {} has two seats, and this game has {seats}", Pgn::NAME);
        faults.push(Diagnostic::new(Code::WrongCount, message).at(pack.place(span)));
    }
    if faults.is_empty() { Ok(()) } else { Err(Faults(faults)) }
}

/// The first pack by name whose matches are written in [`Pgn`] with a tag `Variant`, or without one; the standard game
/// if no pack has the variant.
///
/// # Errors
/// There is none.
pub fn pack_of_games(library: &Library, variant: Option<&str>) -> Result<Arc<Pack>, Faults> {
    let packs = library.names().into_iter().filter_map(|name| library.load(&name).ok());
    let packs: Vec<Arc<Pack>> = packs.filter(|pack| is_written(pack)).collect();
    let of = |variant: Option<&str>| {
        packs.iter().find(|pack| match (pack.notation.as_ref().and_then(|spec| spec.variant.as_deref()), variant) {
            (Some(own), Some(asked)) => own.eq_ignore_ascii_case(asked),
            (own, asked) => own.is_none() && asked.is_none(),
        })
    };
    of(variant).or_else(|| of(None)).cloned().ok_or_else(|| {
        Diagnostic::new(Code::BadGame, format!("no game has matches that are written in {}", Pgn::NAME)).into()
    })
}

/// A tag as text.
fn tag(name: &str, value: &str) -> String {
    let value: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    format!("[{name} \"{}\"]\n", value.replace('\\', "\\\\").replace('"', "\\\""))
}

/// The player of a seat in the file; else the current one.
pub fn who(played: &Match, seat: Seat) -> &str {
    let named = SEATS.get(seat.index()).and_then(|name| played.tag(name));
    named.or(played.players().get(seat.index()).map(String::as_str)).unwrap_or("?")
}

/// The ending in the file, if it differs from that of the rules: resignation, agreement, time.
pub fn told_end(played: &Match) -> Option<String> {
    let beyond = played.tag(PLAYED_ON).map(|on| format!("It was played on: {on}."));
    match (told_result(played), beyond) {
        (Some(told), Some(beyond)) => Some(format!("{told} {beyond}")),
        (told, beyond) => told.or(beyond),
    }
}

/// The ending in the file, without the moves after it.
fn told_result(played: &Match) -> Option<String> {
    if played.conclusion().is_some() {
        return None;
    }
    let won = |seat: usize| format!("{} won", played.game().seat_name(Seat::from_index(seat)));
    let how = match played.tag(RESULT)? {
        "1-0" => won(0),
        "0-1" => won(1),
        "1/2-1/2" | OPEN => "it was a draw".to_owned(),
        other => other.to_owned(),
    };
    let why = played.tag(TERMINATION).map_or_else(String::new, |why| format!(" ({why})"));
    let rules = match (played.ending_text(), why.is_empty()) {
        (Some(ending), _) => format!("by the rules {ending}"),
        (None, true) => "by the rules it goes on: resigned, agreed or lost on time".to_owned(),
        (None, false) => "by the rules it goes on".to_owned(),
    };
    Some(format!("In the file {how}{why}; {rules}."))
}

/// The result by the rules.
fn result(played: &Match) -> &'static str {
    let won = [0, 1].map(|n| n < played.game().seat_count() && played.state().has_won(Seat::from_index(n)));
    match (played.decision(), won) {
        (Some(_), _) => OPEN,
        (None, [true, false]) => "1-0",
        (None, [false, true]) => "0-1",
        (None, _) => "1/2-1/2",
    }
}

/// Writes the match in [`Pgn`], if its game uses it, with the seven tag roster and the match's own tags.
///
/// # Errors
/// Rules that fail.
pub fn write(played: &Match) -> Result<Option<String>, Faults> {
    write_with(played, None)
}

/// Writes the match for a file: with a date, by default today's, and with the comments, annotations and variations of
/// the file it was read from.
///
/// # Errors
/// Rules that fail.
pub fn write_whole(played: &Match) -> Result<Option<String>, Faults> {
    write_with(played, Some(&date_of(std::time::SystemTime::now())))
}

/// Writes the match, with its comments if a default date is given.
fn write_with(played: &Match, date: Option<&str>) -> Result<Option<String>, Faults> {
    let game = played.game().clone();
    if !is_written(game.pack()) {
        return Ok(None);
    }
    let mut again = Match::with_host(Rules::new(game.clone())?, played.seed(), played.players().to_vec())?;
    let told = played.tag(RESULT).unwrap_or_else(|| result(played));
    let of_roster = |(name, unknown): (&'static str, &'static str)| {
        let seat = SEATS.iter().position(|seat| *seat == name);
        let value = seat.map(|seat| who(played, Seat::from_index(seat))).or_else(|| played.tag(name));
        let unknown = date.filter(|_| name == DATE).unwrap_or(unknown);
        tag(name, if name == RESULT { told } else { value.unwrap_or(unknown) })
    };
    let mut out: String = ROSTER.into_iter().map(of_roster).collect();
    let is_tag = |name: &str| ROSTER.iter().all(|(known, _)| *known != name) && !name.contains(' ');
    let others = played.tags().iter().filter(|(name, _)| is_tag(name));
    others.for_each(|(name, value)| out += &tag(name, value));
    let is_said = played.tag("Variant").is_some();
    if let Some(variant) = game.pack().notation.as_ref().and_then(|spec| spec.variant.as_deref()).filter(|_| !is_said) {
        out += &tag("Variant", variant);
    }
    if let Some(conclusion) = played.conclusion().filter(|_| played.tag(TERMINATION).is_none()) {
        // The standard has a term only for losses on time.
        let why = match conclusion {
            Conclusion::Time { .. } => "time forfeit".to_owned(),
            _ => conclusion.reason(&game),
        };
        out += &tag(TERMINATION, &why);
    }
    if let Some(position) = game.scenario().and_then(|_| game.notation(again.state())) {
        out += &(tag("SetUp", "1") + &tag("FEN", &position));
    }
    out.push('\n');
    // If the second player begins, the move number has three dots.
    let first = game.turn_begun() as usize;
    let mut words = Vec::new();
    let note = |n: usize| date.and_then(|_| played.tag(&note_name(played, n)));
    let mut is_noted = false;
    if let Some(note) = note(0) {
        words.extend(note.split_whitespace().map(str::to_owned));
    }
    for (n, step) in played.steps().iter().enumerate() {
        let place = n + first;
        match place % game.seat_count() {
            0 => words.push(format!("{}.", place / game.seat_count() + 1)),
            _ if n == 0 || is_noted => words.push(format!("{}...", place / game.seat_count() + 1)),
            _ => {}
        }
        let text = game.written_by_piece(again.state(), &step.action, again.legal());
        again.act(&step.action).map_err(|error| Diagnostic::new(Code::BadGame, error.to_string()))?;
        let state = again.state().clone();
        let mut sign = "";
        for seat in game.seats().filter(|&seat| seat != step.decision.seat) {
            if again.host().endangered(&state, seat)?.is_some() {
                sign = if state.is_over() && state.has_won(step.decision.seat) { "#" } else { "+" };
            }
        }
        words.push(text + sign);
        is_noted = false;
        if let Some(note) = note(n + 1) {
            words.extend(note.split_whitespace().map(str::to_owned));
            is_noted = true;
        }
    }
    words.push(told.to_owned());
    let mut line = String::new();
    for word in words {
        if !line.is_empty() && line.len() + 1 + word.len() > WIDTH {
            out += &(std::mem::take(&mut line) + "\n");
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line += &word;
    }
    Ok(Some(out + &line + "\n"))
}
