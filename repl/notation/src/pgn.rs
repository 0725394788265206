//! Whole matches in Portable Game Notation (PGN): read, played by the rules, and written.
//!
//! The standard is S. J. Edwards, "Portable Game Notation Specification and Implementation Guide" (1994). Comments,
//! variations and marks of moves are passed over. A position that a match begins at stands in the tag `FEN`, in the
//! notation of the game's positions. Tags are kept with the match: who played, when and where, and how it ended where that
//! is not told by the board.

use std::sync::Arc;

use parlour_engine::diagnostic::{Code, Diagnostic, Faults, SourceFile};
use parlour_engine::game::Config;
use parlour_engine::ids::Seat;
use parlour_engine::pack::{Library, Pack};
use parlour_engine::play::{Match, RESULT, TERMINATION};
use parlour_engine::rules::Rules;
use parlour_engine::{Words, scenario_of_notation};

/// What a match ends with, and what stands behind one that isn't over.
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];
/// A game that is not over, in place of a result.
const OPEN: &str = "*";
/// The seven tags that each match has, with what is written where it is not known.
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    (SEATS[0], "?"),
    (SEATS[1], "?"),
    (RESULT, OPEN),
];
/// The tags with the names of the players, by seat.
const SEATS: [&str; 2] = ["White", "Black"];
/// The tags with what the scenario and the actions say themselves.
const FOLLOWING: [&str; 3] = ["SetUp", "FEN", "PlyCount"];
/// How a move is written that gives the turn on, which the rules of a match don't know.
const NULL_MOVES: [&str; 3] = ["--", "Z0", "@@@@"];
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
    /// What stands behind them.
    result: Option<String>,
    /// Where it begins.
    at: usize,
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

    /// A word of the moves: a number, a mark, a move, or how the match ended.
    fn word(&mut self, game: &mut Pgn) -> Result<(), Diagnostic> {
        let at = self.at;
        let mut word = self.until(|c| c.is_whitespace() || "{}();[]".contains(c));
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
        let is_mark = word.starts_with('$') || word.trim_matches(['!', '?']).is_empty() || word == "e.p.";
        let is_number = word.chars().all(|c| c.is_ascii_digit());
        if !is_mark && !is_number {
            game.moves.push((word.to_owned(), self.at - word.len()));
        }
        Ok(())
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
    /// What packs call it.
    pub const NAME: &str = "PGN";

    /// Whether a file is one by its name, or by what it begins with.
    pub fn is_one(name: &str, text: &str) -> bool {
        let has_end = name.get(name.len().saturating_sub(4)..).is_some_and(|end| end.eq_ignore_ascii_case(".pgn"));
        has_end || text.trim_start_matches('\u{feff}').trim_start().starts_with('[')
    }

    /// Reads the matches of a file, one after the other.
    ///
    /// # Errors
    /// What can't be read, with the place, and a file without a match.
    pub fn read(file: &SourceFile) -> Result<Vec<Self>, Diagnostic> {
        let mut reader = Reader { file, text: &file.text, at: 0 };
        let mut matches: Vec<Self> = Vec::new();
        let empty = |at: usize| Self { file: file.clone(), tags: Vec::new(), moves: Vec::new(), result: None, at };
        while let Some(c) = reader.rest().chars().next() {
            let at = reader.at;
            match c {
                '{' => reader.skip_bracketed('}')?,
                '(' => reader.skip_bracketed(')')?,
                ';' => _ = reader.until(|c| c == '\n'),
                '%' if at == 0 || file.text[..at].ends_with('\n') => _ = reader.until(|c| c == '\n'),
                _ if c.is_whitespace() || c == '\u{feff}' => reader.at += c.len_utf8(),
                '[' => {
                    let tag = reader.tag()?;
                    match matches.last_mut().filter(|last| last.moves.is_empty() && last.result.is_none()) {
                        Some(last) => last.tags.push(tag),
                        None => matches.push(Self { tags: vec![tag], ..empty(at) }),
                    }
                }
                _ => {
                    if matches.is_empty() {
                        matches.push(empty(at));
                    }
                    if let Some(last) = matches.last_mut() {
                        reader.word(last)?;
                    }
                }
            }
        }
        match matches.is_empty() {
            true => Err(reader.fault(0, "there is no match here", "expected such as `1. e4 e5 *`")),
            false => Ok(matches),
        }
    }

    /// What it is, in a line: who played, how it ended, how long it was.
    pub fn title(&self) -> String {
        let known = |name: &str| self.tag(name).filter(|value| is_known(value));
        let [white, black] = SEATS.map(|seat| known(seat).unwrap_or("?"));
        let about: Vec<&str> = ["Event", "Date"].into_iter().filter_map(known).collect();
        let about = if about.is_empty() { String::new() } else { format!(" ({})", about.join(", ")) };
        let count = self.moves.len().div_ceil(2);
        let moves = if count == 1 { "move" } else { "moves" };
        format!("{white} - {black}{about}: {}, {count} {moves}", self.result())
    }

    /// What it ended with, by what stands behind the moves or else by its tag.
    fn result(&self) -> &'static str {
        let told = [self.result.as_deref(), self.tag(RESULT)].into_iter().flatten();
        let mut known = told.filter_map(|told| RESULTS.into_iter().find(|known| *known == told));
        known.find(|known| *known != OPEN).unwrap_or(OPEN)
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
        let mut config = Config::default();
        match self.play_with(pack, &config, player) {
            Err(Stopped::Over(over)) => {
                // It was played on where nobody has claimed the end, as it may be.
                config.set = pack.notation.as_ref().map_or_else(Vec::new, |spec| spec.unclaimed.clone());
                self.play_with(pack, &config, player).map_err(|stopped| match stopped {
                    Stopped::Over(_) => over,
                    Stopped::Fault(faults) => faults,
                })
            }
            Err(Stopped::Fault(faults)) => Err(faults),
            Ok(played) => Ok(played),
        }
    }

    /// The same with options.
    fn play_with(&self, pack: &Arc<Pack>, config: &Config, player: &str) -> Result<Match, Stopped> {
        let fault = |at: usize, message: String, help: String| {
            Faults::from(Diagnostic::new(Code::BadGame, message).at(self.file.place(at)).help(help))
        };
        if !is_written(pack) {
            let message = format!("matches of {} are not written in {}", pack.title, Self::NAME);
            return Err(fault(self.at, message, "`[notation]` says `games = \"PGN\"` where they are".to_owned()).into());
        }
        let variant = self.tag("Variant").filter(|name| !USUAL.contains(&name.to_lowercase().as_str()));
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
        let mut played = Match::new(game.clone(), 0, players)?;
        for (n, (text, at)) in self.moves.iter().enumerate() {
            let number = (game.turn_begun() as usize + n) / game.seat_count() + 1;
            let wrong = |reason: String| fault(*at, format!("move {number}, `{text}`, can't be played"), reason);
            if let Some(ending) = game.ending_text(played.state()) {
                return Err(Stopped::Over(wrong(format!("the match is over: {ending}"))));
            }
            let bare = text.trim_end_matches(['!', '?', '#', '+']);
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
            is_known(value) && !is_player && !is_end && !FOLLOWING.contains(&name.as_str())
        });
        let (told, is) = (self.result(), result(&played));
        if told != is && told != OPEN {
            let why = self.tag(TERMINATION).map(|why| (TERMINATION.to_owned(), why.to_owned()));
            tags.extend(why.into_iter().chain([(RESULT.to_owned(), told.to_owned())]));
        }
        let end = self.moves.len();
        played.set_tags(tags, end);
        Ok(played)
    }
}

/// Why a match can't be played to the end of its file.
enum Stopped {
    /// It is over before.
    Over(Faults),
    /// Anything else.
    Fault(Faults),
}

impl<F: Into<Faults>> From<F> for Stopped {
    fn from(faults: F) -> Self {
        Self::Fault(faults.into())
    }
}

/// Whether a tag says anything.
fn is_known(value: &str) -> bool {
    !value.chars().all(|c| "?.-* ".contains(c))
}

/// Whether matches of a pack are written in [`Pgn`].
fn is_written(pack: &Pack) -> bool {
    pack.notation.as_ref().and_then(|spec| spec.games.as_ref()).is_some_and(|(name, _)| name == Pgn::NAME)
}

/// Whether the notation that a pack names for its matches is known, and fits it.
///
/// # Errors
/// What is wrong with it, at its place.
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

/// The first pack by name whose matches are written in [`Pgn`].
///
/// # Errors
/// There is none.
pub fn pack_of_games(library: &Library) -> Result<Arc<Pack>, Faults> {
    let mut packs = library.names().into_iter().filter_map(|name| library.load(&name).ok());
    packs.find(|pack| is_written(pack)).ok_or_else(|| {
        Diagnostic::new(Code::BadGame, format!("no game has matches that are written in {}", Pgn::NAME)).into()
    })
}

/// A tag as it is written.
fn tag(name: &str, value: &str) -> String {
    let value: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    format!("[{name} \"{}\"]\n", value.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Who played a seat in the match that was read; else who sits there.
pub fn who(played: &Match, seat: Seat) -> &str {
    let named = SEATS.get(seat.index()).and_then(|name| played.tag(name));
    named.or(played.players().get(seat.index()).map(String::as_str)).unwrap_or("?")
}

/// How the match ended by its file where the rules say otherwise: resigned, agreed, lost on time.
pub fn told_end(played: &Match) -> Option<String> {
    let won = |seat: usize| format!("{} won", played.game().seat_name(Seat::from_index(seat)));
    let how = match played.tag(RESULT)? {
        "1-0" => won(0),
        "0-1" => won(1),
        "1/2-1/2" | OPEN => "it was a draw".to_owned(),
        other => other.to_owned(),
    };
    let why = played.tag(TERMINATION).map_or_else(String::new, |why| format!(" ({why})"));
    let rules = match (played.game().ending_text(played.state()), why.is_empty()) {
        (Some(ending), _) => format!("by the rules {ending}"),
        (None, true) => "by the rules it goes on: resigned, agreed or lost on time".to_owned(),
        (None, false) => "by the rules it goes on".to_owned(),
    };
    Some(format!("In the file {how}{why}; {rules}."))
}

/// What the match has ended with by the rules.
fn result(played: &Match) -> &'static str {
    let won = [0, 1].map(|n| n < played.game().seat_count() && played.state().has_won(Seat::from_index(n)));
    match (played.decision(), won) {
        (Some(_), _) => OPEN,
        (None, [true, false]) => "1-0",
        (None, [false, true]) => "0-1",
        (None, _) => "1/2-1/2",
    }
}

/// The match in [`Pgn`], in a game whose matches are written so, with the seven tags that each has and those that are
/// kept with it.
///
/// # Errors
/// Rules that fail.
pub fn write(played: &Match) -> Result<Option<String>, Faults> {
    let game = played.game().clone();
    if !is_written(game.pack()) {
        return Ok(None);
    }
    let mut again = Match::with_host(Rules::new(game.clone())?, played.seed(), played.players().to_vec())?;
    let told = played.tag(RESULT).unwrap_or_else(|| result(played));
    let of_roster = |(name, unknown): (&'static str, &'static str)| {
        let seat = SEATS.iter().position(|seat| *seat == name);
        let value = seat.map(|seat| who(played, Seat::from_index(seat))).or_else(|| played.tag(name));
        tag(name, if name == RESULT { told } else { value.unwrap_or(unknown) })
    };
    let mut out: String = ROSTER.into_iter().map(of_roster).collect();
    let others = played.tags().iter().filter(|(name, _)| ROSTER.iter().all(|(known, _)| known != name));
    others.for_each(|(name, value)| out += &tag(name, value));
    if let Some(position) = game.scenario().and_then(|_| game.notation(again.state())) {
        out += &(tag("SetUp", "1") + &tag("FEN", &position));
    }
    out.push('\n');
    // Who begins second in a position stands behind three dots.
    let first = game.turn_begun() as usize;
    let mut words = Vec::new();
    for (n, step) in played.steps().iter().enumerate() {
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
