//! Scenarios: a TOML file that sets up any moment of a match.

use std::ops::Range;
use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic, Faults, Place, SourceFile};
use crate::event::Event;
use crate::game::{Config, Game};
use crate::ids::{CardType, VarId};
use crate::pack::Pack;
use crate::pack::pieces::{EndSpec, Follows, When};
use crate::pack::tree::{Node, Section, Sink, Value, parse};
use crate::rules::Rules;
use crate::state::State;

mod build;
mod chances;
mod expect;
mod read;

/// A moment of a match as it is written: names are known to exist, but not yet to fit together.
///
/// ```
/// use std::sync::Arc;
///
/// use parlour_engine::diagnostic::SourceFile;
/// use parlour_engine::scenario::Scenario;
/// use parlour_engine::{Config, Library, Match};
///
/// # let mut library = Library::default();
/// # library.add_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../rules"));
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
    /// Where it sets each of them.
    option_spans: Vec<Range<usize>>,
    /// How many seats it needs, if it says so or names seats.
    pub players: Option<usize>,
    /// How many it says that it needs.
    said_players: Option<(usize, Range<usize>)>,
    /// Who is to act.
    to_act: Option<(String, Range<usize>)>,
    /// The cards of the match, bottom first, if they are not the pack's own.
    pub deck: Option<Vec<CardType>>,
    deck_span: Range<usize>,
    /// Prescribed outcomes for each chance of the pack; numbers from 1.
    pub chance: Vec<Vec<u16>>,
    chance_spans: chances::Places,
    zones: Vec<Named>,
    vars: Vec<Named>,
    boards: Vec<Named>,
    names_zones: bool,
    /// What must come of it, if it says so.
    expected: Option<expect::Expected>,
}

/// An entry of a scenario's table, to be read when the number of seats and the layout are settled.
#[derive(Debug)]
struct Named {
    name: String,
    key_span: Range<usize>,
    node: Node,
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
    /// Reads a scenario for a pack.
    ///
    /// # Errors
    /// Everything in it that the pack doesn't know.
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

    /// Reads a file whose lines are the rows of the pack's first board, as a game that is configured so has it.
    ///
    /// # Errors
    /// Rows that aren't such a board, with their line.
    pub fn read_board(file: SourceFile, pack: &Arc<Pack>, config: &Config, seat: &str) -> Result<Self, Faults> {
        let Some(board) = pack.boards.first() else {
            let fault = Diagnostic::new(Code::NoBoard, format!("{}: {} has no board", file.name, pack.title));
            return Err(fault.help(format!("expected a scenario with `game = \"{}\"`", pack.name)).into());
        };
        pack.configure(config)?.read_board(&file)?;
        // Every row stands on its own line of the file, so that faults name it.
        let mut out = format!("boards.{} = [", board.name);
        for line in file.text.lines() {
            let row = line.trim_end_matches('\r').replace('\\', "\\\\").replace('"', "\\\"");
            out.push_str(&format!("\"{row}\",\n"));
        }
        out.push_str(&format!("]\ngame = \"{}\"\nto_act = \"{seat}\"\n", pack.name));
        Self::read(SourceFile::new(file.name, out), pack)
    }

    /// The name of the seat that it says is to act.
    pub fn to_act(&self) -> Option<&str> {
        self.to_act.as_ref().map(|(seat, _)| seat.as_str())
    }

    /// Whether it says where cards are.
    pub fn names_zones(&self) -> bool {
        self.names_zones
    }

    /// Holds what it says of variables that follow from the board against the state that it led to.
    fn check_what_follows(&self, game: &Game, state: &State) -> Result<(), Faults> {
        let sink = Sink::new(self.file.clone());
        for (n, spec) in game.pack().vars.iter().enumerate() {
            if !matches!(spec.follows, Some(Follows::Score | Follows::Pieces)) {
                continue;
            }
            for member in 0..game.layout().vars[n].count {
                let name = game.member_name(&spec.label, &spec.per, member);
                let is = game.var_json(state, VarId::from_index(n), member);
                if let Some(entry) = self.vars.iter().find(|entry| entry.name == name)
                    && !matches!(entry.node.value, Value::Int(said) if is == said)
                {
                    let message = format!("`{name}` follows from the board and can't be this");
                    sink.fault_help(Code::OutOfRange, &entry.node.span, message, format!("expected {is}"));
                }
            }
        }
        if sink.is_empty() { Ok(()) } else { Err(Faults(sink.into_faults()).sorted()) }
    }

    /// Where it sets an option to a value, if it does.
    pub(crate) fn option_place(&self, key: &str, value: &str) -> Option<Place> {
        let at = self.options.iter().rposition(|(name, text)| name == key && text == value)?;
        self.option_spans.get(at).map(|span| self.file.place(span.start))
    }

    /// What is wrong with so many seats, if it says that it needs others.
    pub(crate) fn but_with_seats(&self, seats: usize) -> Option<Diagnostic> {
        let (said, span) = self.said_players.as_ref().filter(|(said, _)| *said != seats)?;
        let fault = Diagnostic::new(Code::WrongSeats, format!("the scenario is for {said} seats, not for {seats}"));
        Some(fault.at(self.file.place(span.start)).help(format!("begin it with {said}, or change `players`")))
    }

    /// Where its cards stand.
    pub(crate) fn deck_place(&self) -> Place {
        self.file.place(self.deck_span.start)
    }

    /// Where it says something about a zone, a board or a variable, or else who is to act, or else its first line.
    pub(crate) fn place_about(&self, name: &str) -> Place {
        let entry = self.zones.iter().chain(&self.vars).chain(&self.boards).find(|entry| entry.name == name);
        let to_act = || self.to_act.as_ref().map(|(_, span)| span);
        match entry.map(|entry| &entry.node.span).or_else(to_act) {
            Some(span) => self.file.place(span.start),
            None => self.file.line_place(1),
        }
    }
}

impl Rules {
    /// Begins a match: at the game's scenario if it has one, else with a fresh deal.
    ///
    /// # Errors
    /// A scenario whose parts don't fit together, or a script that fails.
    pub fn begin(&mut self, seed: u64, events: &mut Vec<Event>) -> Result<State, Faults> {
        let game = self.game().clone();
        let Some(scenario) = game.scenario().cloned() else {
            return Ok(self.start(seed, events)?);
        };
        let own_cards = scenario.names_zones && scenario.deck.is_some();
        let mut state = if own_cards { self.start_without_cards(seed)? } else { self.start(seed, events)? };
        let sink = Sink::new(scenario.file.clone());
        let mut builder = build::Builder { game: &game, scenario: &scenario, sink: &sink, state: &mut state };
        builder.boards();
        builder.vars();
        // After the variables, which say who is still in.
        if scenario.names_zones {
            events.clear();
            builder.zones(seed);
        }
        chances::check(&game, &scenario.chance, &scenario.chance_spans, &sink);
        let to_act = builder.seat_to_act();
        if !sink.is_empty() {
            return Err(Faults(sink.into_faults()).sorted());
        }
        let whole = !scenario.names_zones && scenario.vars.is_empty() && scenario.boards.is_empty();
        if whole && to_act.is_none() {
            return Ok(state);
        }
        // A start that ended the match at once does not count any more.
        let current = to_act.or_else(|| state.decision().map(|decision| decision.seat.number())).unwrap_or(1);
        state.bytes[crate::layout::OVER] = 0;
        state.bytes[crate::layout::ENDING] = 0;
        state.set_u16(crate::layout::WINNERS, 0);
        self.resume(&mut state, current, events)?;
        self.end_if_decided(&mut state, current);
        scenario.check_what_follows(&game, &state)?;
        Ok(state)
    }

    /// Ends a match that a line or a piece that has arrived decides, whoever's it is: the rules ask only about those of
    /// the seat that acted last.
    fn end_if_decided(&mut self, state: &mut State, current: u8) {
        let game = self.game().clone();
        let ends = game.pack().moves.ends.iter().filter(|end| end.only_if.holds(game.option_values()));
        let ends: Vec<&EndSpec> = ends.collect();
        let is_there = |when: &When| matches!(when, When::Line(_) | When::Reach(..) | When::Joined(_));
        if !ends.iter().any(|end| is_there(&end.when)) {
            return;
        }
        // An ending that can also come about otherwise tells nothing: with another seat to act it may be that.
        let decides = |ending: usize| {
            let mut by = ends.iter().filter(|end| end.ending == ending || end.even == ending).peekable();
            by.peek().is_some() && by.all(|end| is_there(&end.when))
        };
        for seat in game.seats().map(crate::ids::Seat::number).filter(|seat| *seat != current) {
            let mut other = state.clone();
            // Where another seat can't be to act, nothing is known; what that would tell is not told.
            let asked = !state.is_over() && self.resume(&mut other, seat, &mut Vec::new()).is_ok();
            if asked && other.ending().is_some_and(decides) {
                *state = other;
            }
        }
    }
}
