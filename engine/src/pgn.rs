//! Whole matches in Portable Game Notation (PGN): read, played by the rules, and written.
//!
//! The standard is S. J. Edwards, "Portable Game Notation Specification and Implementation Guide" (1994). Comments,
//! variations and marks of moves are passed over. A position that a match begins at stands in the tag `FEN`, in the
//! notation of the game's positions.

use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic, Faults, SourceFile};
use crate::game::Config;
use crate::ids::Seat;
use crate::pack::{Library, Pack};
use crate::play::Match;
use crate::rules::Rules;
use crate::scenario::Scenario;

/// What a match ends with, and what stands behind one that isn't over.
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];
/// The longest line that is written.
const WIDTH: usize = 79;
/// What the tag `Variant` may be for the game itself.
const USUAL: [&str; 4] = ["standard", "normal", "from position", "chess"];

/// A match as a file has it.
#[derive(Clone, Debug)]
pub struct Pgn {
    file: SourceFile,
    tags: Vec<(String, String)>,
    /// The moves, each with the place where it begins.
    moves: Vec<(String, usize)>,
}

/// Goes through a text.
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

    /// Passes over everything up to the first of some characters, which is left.
    fn until(&mut self, test: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let end = rest.find(test).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    /// Passes over a text that stands in brackets, which may have such texts in it where they are `(`.
    fn skip_bracketed(&mut self, close: char) -> Result<(), Diagnostic> {
        let (begin, mut depth) = (self.at, 0_usize);
        loop {
            let Some(c) = self.rest().chars().next() else {
                return Err(self.fault(begin, format!("there is no `{close}` for this"), "expected one further on"));
            };
            match c {
                '{' if close == ')' => {
                    self.skip_bracketed('}')?;
                    continue;
                }
                '(' if close == ')' => depth += 1,
                _ if c == close && depth > 1 => depth -= 1,
                _ if c == close => {
                    self.at += c.len_utf8();
                    return Ok(());
                }
                _ => {}
            }
            self.at += c.len_utf8();
        }
    }

    /// A tag, behind its `[`.
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
            value.push(c);
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
    /// What packs call it.
    pub const NAME: &str = "PGN";

    /// Whether a file is one by its name, or by what it begins with.
    pub fn is_one(name: &str, text: &str) -> bool {
        let has_end = name.get(name.len().saturating_sub(4)..).is_some_and(|end| end.eq_ignore_ascii_case(".pgn"));
        has_end || text.trim_start_matches('\u{feff}').trim_start().starts_with('[')
    }

    /// Reads the match of a file.
    ///
    /// # Errors
    /// What can't be read, and a second match, with the place.
    pub fn read(file: &SourceFile) -> Result<Self, Diagnostic> {
        let mut reader = Reader { file, text: &file.text, at: 0 };
        let (mut tags, mut moves, mut is_over) = (Vec::new(), Vec::new(), false);
        while let Some(c) = reader.rest().chars().next() {
            let at = reader.at;
            match c {
                '{' => reader.skip_bracketed('}')?,
                '(' => reader.skip_bracketed(')')?,
                ';' => _ = reader.until(|c| c == '\n'),
                '%' if at == 0 || file.text[..at].ends_with('\n') => _ = reader.until(|c| c == '\n'),
                '[' if moves.is_empty() && !is_over => tags.push(reader.tag()?),
                _ if c.is_whitespace() || c == '\u{feff}' => reader.at += c.len_utf8(),
                _ if is_over || c == '[' => {
                    return Err(reader.fault(at, "here another match begins", "expected a file with one match"));
                }
                _ => {
                    let is_end = |c: char| c.is_whitespace() || "{}();[]".contains(c);
                    let mut word = reader.until(is_end);
                    if word.is_empty() {
                        return Err(reader.fault(at, format!("`{c}` means nothing here"), "expected a move"));
                    }
                    is_over = RESULTS.contains(&word);
                    // `12.`, `12...`, `12.e4`
                    let numbered = word.trim_start_matches(|c: char| c.is_ascii_digit());
                    if let Some(behind) = numbered.strip_prefix('.') {
                        word = behind.trim_start_matches('.');
                    }
                    let is_mark = word.starts_with('$') || word.trim_matches(['!', '?']).is_empty() || word == "e.p.";
                    let is_number = word.chars().all(|c| c.is_ascii_digit());
                    if !is_over && !is_mark && !is_number {
                        moves.push((word.to_owned(), reader.at - word.len()));
                    }
                }
            }
        }
        Ok(Self { file: file.clone(), tags, moves })
    }

    /// What a tag says.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }

    /// Plays the match by the rules of a pack; `player` sits at every seat.
    ///
    /// # Errors
    /// A pack whose matches are written otherwise, a position that can't be read, or the first move that is not legal.
    pub fn play(&self, pack: &Arc<Pack>, player: &str) -> Result<Match, Faults> {
        let fault = |at: usize, message: String, help: String| {
            Faults::from(Diagnostic::new(Code::BadGame, message).at(self.file.place(at)).help(help))
        };
        if !pack.writes_games() {
            let message = format!("matches of {} are not written in {}", pack.title, Self::NAME);
            return Err(fault(0, message, "`[notation]` says `games = \"PGN\"` where they are".to_owned()));
        }
        let variant = self.tag("Variant").filter(|name| !USUAL.contains(&name.to_lowercase().as_str()));
        if let Some(variant) = variant {
            let message = format!("the variant `{variant}` of {} is not known", pack.title);
            return Err(fault(0, message, "expected a match of the game itself".to_owned()));
        }
        let mut config = Config::default();
        if let Some(position) = self.tag("FEN") {
            config.scenario = Some(Arc::new(Scenario::read_notation(position, pack, &config)?));
        }
        let game = pack.configure(&config)?;
        let players = vec![player.to_owned(); game.seat_count()];
        let mut played = Match::new(game.clone(), 0, players)?;
        for (n, (text, at)) in self.moves.iter().enumerate() {
            let number = n / game.seat_count() + 1;
            let wrong = |reason: String| fault(*at, format!("move {number}, `{text}`, can't be played"), reason);
            if let Some(ending) = game.ending_text(played.state()) {
                return Err(wrong(format!("the match is over: {ending}")));
            }
            let bare = text.trim_end_matches(['!', '?', '#', '+']);
            let action = played.parse(bare).map_err(|error| wrong(error.to_string()))?;
            played.act(&action).map_err(|error| wrong(error.to_string()))?;
        }
        Ok(played)
    }
}

impl Pack {
    /// Whether matches of the pack can be read and written in [`Pgn`].
    pub fn writes_games(&self) -> bool {
        self.notation.as_ref().is_some_and(|spec| spec.games)
    }
}

impl Library {
    /// The first pack by name whose matches are written in [`Pgn`].
    ///
    /// # Errors
    /// There is none.
    pub fn pack_of_games(&self) -> Result<Arc<Pack>, Faults> {
        let mut packs = self.names().into_iter().filter_map(|name| self.load(&name).ok());
        packs.find(|pack| pack.writes_games()).ok_or_else(|| {
            Diagnostic::new(Code::BadGame, format!("no game has matches that are written in {}", Pgn::NAME)).into()
        })
    }
}

/// A tag as it is written.
fn tag(name: &str, value: &str) -> String {
    let value: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    format!("[{name} \"{}\"]\n", value.replace('\\', "\\\\").replace('"', "\\\""))
}

impl Match {
    /// The match in [`Pgn`], in a game whose matches are written so.
    ///
    /// # Errors
    /// Rules that fail.
    pub fn pgn(&self) -> Result<Option<String>, Faults> {
        let game = self.game().clone();
        if !game.pack().writes_games() {
            return Ok(None);
        }
        let mut again = Match::with_host(Rules::quick(game.clone())?, self.seed(), self.players().to_vec())?;
        let [white, black] = [0, 1].map(|n| self.players().get(n).map_or("?", String::as_str));
        let won = [0, 1].map(|n| n < game.seat_count() && self.state().has_won(Seat::from_index(n)));
        let result = match (self.decision(), won) {
            (Some(_), _) => "*",
            (None, [true, false]) => "1-0",
            (None, [false, true]) => "0-1",
            (None, _) => "1/2-1/2",
        };
        let roster = [("Event", "?"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?")];
        let players = [("White", white), ("Black", black), ("Result", result)];
        let mut out: String = roster.iter().chain(&players).map(|(name, value)| tag(name, value)).collect();
        if let Some(position) = game.scenario().and_then(|_| game.notation(again.state())) {
            out += &(tag("SetUp", "1") + &tag("FEN", &position));
        }
        out.push('\n');
        // Who begins second in a position stands behind three dots.
        let first = again.decision().map_or(0, |due| due.seat.index());
        let mut words = Vec::new();
        for (n, step) in self.steps().iter().enumerate() {
            let place = n + first;
            match place % game.seat_count() {
                0 => words.push(format!("{}.", place / game.seat_count() + 1)),
                _ if n == 0 => words.push(format!("{}...", place / game.seat_count() + 1)),
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
        }
        words.push(result.to_owned());
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
}
