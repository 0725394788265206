//! Scenarios: a TOML file that sets up any position of a match.

use std::ops::Range;
use std::sync::Arc;

use crate::Config;
use parlour_model::diagnostic::{Code, Diagnostic, Faults, Place, SourceFile};
use parlour_model::ids::CardType;
use parlour_pack::Pack;
use parlour_pack::reader::{Node, Section, Sink, Value, parse};

pub mod chances;
pub mod expect;
pub mod read;

/// A position as written: its names exist, but their consistency isn't checked yet.
///
/// ```
/// use std::sync::Arc;
///
/// use parlour_engine::diagnostic::SourceFile;
/// use parlour_engine::scenario::Scenario;
/// use parlour_engine::{Config, Library, Match};
///
/// # let mut library = Library::default();
/// # library.add_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../../rules"));
/// let pack = library.load("tic-tac-toe")?;
/// let text = "game = \"tic-tac-toe\"\n[boards]\nmain = [\"X.O\", \".X.\", \"O..\"]";
/// let scenario = Scenario::read(SourceFile::new("moment.toml", text), &pack)?;
/// let game = pack.configure(&Config { scenario: Some(Arc::new(scenario)), ..Config::default() })?;
/// let played = Match::new(game, 7, vec!["human".to_owned(); 2])?;
/// assert_eq!(played.legal().len(), 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Scenario {
    /// The file.
    pub file: SourceFile,
    /// The game that it is for.
    pub game: String,
    /// The variant, if it names one.
    pub variant: Option<String>,
    /// Options that it sets: key and value as text.
    pub options: Vec<(String, String)>,
    /// The place of each of these settings.
    pub(crate) option_spans: Vec<Range<usize>>,
    /// The number of seats it needs, if it says so or names seats.
    pub players: Option<usize>,
    /// The number of seats it declares.
    pub(crate) said_players: Option<(usize, Range<usize>)>,
    /// The seat to act.
    pub to_act: Option<(String, Range<usize>)>,
    /// The phase in which that seat decides, by index, unless the rules work it out.
    pub phase: Option<usize>,
    /// The number of earlier actions, if it says so: moves are numbered from there.
    pub(crate) ply: Option<u32>,
    /// True if it must be a reachable position: a royal piece that could be captured at once is refused.
    pub is_strict: bool,
    /// The cards of the match, bottom first, if they are not the pack's own.
    pub deck: Option<Vec<CardType>>,
    pub(crate) deck_span: Range<usize>,
    /// Prescribed outcomes for each chance of the pack; numbers from 1.
    pub chance: Vec<Vec<u16>>,
    /// The places of the prescribed outcomes.
    pub chance_spans: chances::Places,
    /// The contents of zones.
    pub zones: Vec<Named>,
    /// The values of variables.
    pub vars: Vec<Named>,
    /// The contents of boards.
    pub boards: Vec<Named>,
    /// True if it states the contents of a zone.
    pub names_zones: bool,
    /// The expected result, if there is one.
    pub expected: Option<expect::Expected>,
}

/// An entry of a scenario's table, to be read when the number of seats and the layout are settled.
#[derive(Debug)]
pub struct Named {
    /// The key.
    pub name: String,
    /// The place of the key.
    pub key_span: Range<usize>,
    /// The value.
    pub node: Node,
}

/// The game that a scenario is for, before the pack is known.
///
/// # Errors
/// A file that is not TOML or names no game.
pub fn scenario_game(file: &SourceFile) -> Result<String, Faults> {
    let sink = Sink::new(file.clone());
    let root = parse(&sink);
    if let (true, Value::Table(table)) = (sink.is_empty(), &root.value) {
        match table.get("game").map(|entry| &entry.node.value) {
            Some(Value::Str(name)) => return Ok(name.clone()),
            _ => sink.fault_help(Code::MissingKey, &(0..0), "the scenario names no game", "expected `game = \"...\"`"),
        }
    }
    Err(Faults(sink.into_faults()).sorted())
}

impl Scenario {
    /// Its configuration of the match: variant, number of seats, options, and itself.
    pub fn config(self: &Arc<Self>) -> Config {
        Config {
            variant: self.variant.clone(),
            seats: self.players,
            set: self.options.clone(),
            scenario: Some(self.clone()),
        }
    }

    /// Reads a scenario for a pack.
    ///
    /// # Errors
    /// Everything in it that the pack doesn't have.
    pub fn read(file: SourceFile, pack: &Pack) -> Result<Self, Faults> {
        let sink = Sink::new(file.clone());
        let root = parse(&sink);
        if !sink.is_empty() {
            return Err(Faults(sink.into_faults()).sorted());
        }
        let scenario = Section::new(&sink, &root, "").map(|top| read::read_top(top, file, pack));
        match scenario {
            Some(scenario) if sink.is_empty() => Ok(scenario),
            _ => Err(Faults(sink.into_faults()).sorted()),
        }
    }

    /// The name of the seat to act.
    pub fn to_act(&self) -> Option<&str> {
        self.to_act.as_ref().map(|(seat, _)| seat.as_str())
    }

    /// True if it places cards.
    pub fn names_zones(&self) -> bool {
        self.names_zones
    }

    /// The place where it sets an option to a value, if it does.
    pub(crate) fn option_place(&self, key: &str, value: &str) -> Option<Place> {
        let at = self.options.iter().rposition(|(name, text)| name == key && text == value)?;
        self.option_spans.get(at).map(|span| self.file.place(span.start))
    }

    /// The fault of a number of seats, if it requires another one.
    pub(crate) fn but_with_seats(&self, seats: usize) -> Option<Diagnostic> {
        let (said, span) = self.said_players.as_ref().filter(|(said, _)| *said != seats)?;
        let fault = Diagnostic::new(Code::WrongSeats, format!("the scenario is for {said} seats, not for {seats}"));
        Some(fault.at(self.file.place(span.start)).help(format!("begin it with {said}, or change `players`")))
    }

    /// The place of its cards.
    pub(crate) fn deck_place(&self) -> Place {
        self.file.place(self.deck_span.start)
    }

    /// The place where it names a zone, a board or a variable, or else the seat to act, or else its first line.
    pub fn place_about(&self, name: &str) -> Place {
        let entry = self.zones.iter().chain(&self.vars).chain(&self.boards).find(|entry| entry.name == name);
        let to_act = || self.to_act.as_ref().map(|(_, span)| span);
        match entry.map(|entry| &entry.node.span).or_else(to_act) {
            Some(span) => self.file.place(span.start),
            None => self.file.line_place(1),
        }
    }
}
