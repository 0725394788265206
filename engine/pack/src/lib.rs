//! Game packs: a folder of TOML tables and Luau scripts, read and checked into one immutable value.

pub mod art;
pub mod boards;
mod catalogue;
pub mod engines;
mod files;
pub(crate) mod inherit;
pub mod keys;
mod load;
pub mod notation;
pub mod order;
pub mod pieces;
mod product;
pub mod reader;
mod reads;
pub mod refusals;
pub mod schema;
mod settings;
pub mod symbols;
mod syntax;
pub mod values;

pub use catalogue::{Catalogue, Listing};
pub use files::{Library, PackFiles, missing_folders};
pub use inherit::{Inheritance, Parent};
pub use settings::Settings;

use std::sync::Arc;

pub use parlour_model::{looks, plans, spec};

use parlour_model::combination::Combination;
use parlour_model::diagnostic::{Code, Diagnostic, Place, SourceFile};
use parlour_model::english::listed;
use parlour_model::event::EventSpec;
use parlour_model::grammar::VerbSpec;
use parlour_model::ids::{VarId, ZoneId};
use spec::{
    CardSpec, ChanceSpec, DataTable, EndingSpec, OptionSpec, Per, PhaseSpec, ScoreRule, SetupSpec, Span, VarSpec,
    VariantSpec, WinnerRule, WordList, ZoneSpec,
};

/// The variable or zone that tells which seats are still in the match: one for each seat, 0 or empty for those that are
/// out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alive {
    /// A variable with one number for each seat, or dice.
    Var(VarId),
    /// A zone.
    Zone(ZoneId),
}

/// Numbers of seats, and their names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SeatSpec {
    /// Names for the largest number of seats.
    pub names: Vec<String>,
    /// Fewest seats.
    pub min: usize,
    /// Most seats.
    pub max: usize,
    /// The numbers of seats, ascending: all from the fewest to the most unless the pack lists them.
    pub counts: Vec<usize>,
    /// The default number of seats.
    pub default: usize,
    /// True for a cooperative or single-player game: all seats have one score.
    pub together: bool,
    /// Teams by the number of seats; for numbers that aren't listed every seat plays for itself.
    pub teams: Vec<(usize, Vec<Vec<usize>>)>,
    /// The seats that act first in games of tables, by variant; the first named seat by default.
    pub(crate) first: Vec<FirstSeat>,
    /// Colours of the seats' names and pieces on a screen; seats that aren't listed get other ones.
    pub colours: Vec<String>,
    /// The resource of a seat that is still in; `None` if all seats always are.
    pub alive: Option<Alive>,
    /// Default robots of the seats after the first, each with its place.
    pub robots: Vec<(String, Span)>,
}

/// The seat that acts first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FirstSeat {
    /// Its variant, with the place of its name; all variants if `None`.
    pub(crate) variant: Option<(String, Span)>,
    /// The seat.
    pub(crate) seat: usize,
    /// Its place.
    pub(crate) span: Span,
}

impl SeatSpec {
    /// The seat that acts first in a variant if tables give the turn.
    pub fn first_of(&self, variant: Option<&str>) -> usize {
        let is_it = |first: &&FirstSeat| match &first.variant {
            Some((name, _)) => Some(name.as_str()) == variant,
            None => true,
        };
        self.first.iter().find(is_it).map_or(0, |first| first.seat)
    }

    /// True if the game is cooperative or for a single player: all seats have one score.
    pub fn is_together(&self) -> bool {
        self.together
    }

    /// True if the game can be played with this number of seats.
    pub fn takes(&self, seats: usize) -> bool {
        self.counts.contains(&seats)
    }

    /// Reports a number that isn't one of the numbers of seats.
    pub(crate) fn refuse(&self, sink: &reader::Sink, span: &Span, written: impl std::fmt::Display) {
        let message = format!("`{written}` is not a number of seats of this game");
        sink.fault_help(Code::WrongSeats, span, message, format!("expected {}", self.counts_text()));
    }

    /// True if seats have partners: in teams, or all of them together.
    pub fn have_partners(&self) -> bool {
        self.together || !self.teams.is_empty()
    }

    /// The numbers of seats in words: `2 to 5`, `2, 3, 4 or 6`.
    pub fn counts_text(&self) -> String {
        if self.counts.len() == self.max + 1 - self.min && self.min < self.max {
            return format!("{} to {}", self.min, self.max);
        }
        let counts: Vec<String> = self.counts.iter().map(ToString::to_string).collect();
        listed(&counts, "or")
    }
}

/// The levels of robots, the weakest first.
pub const LEVELS: [&str; 3] = ["easy", "medium", "hard"];

/// The robot of a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelSpec {
    /// One of [`LEVELS`].
    pub name: &'static str,
    /// The robot in the notation of a list of seats, with its budget: `regent@3000`.
    pub robot: String,
    /// The place of its declaration.
    pub span: Span,
}

/// A pack as loaded: everything that does not depend on options or the number of seats.
///
/// ```
/// use parlour_engine::Library;
///
/// # let mut library = Library::default();
/// # library.add_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../../rules"));
/// let pack = library.load("archaeology")?;
/// assert_eq!((pack.seats.min, pack.seats.max), (2, 5));
/// assert!(pack.verbs.iter().any(|verb| verb.name == "dig"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Pack {
    /// The folder's name, the identifier of the game.
    pub name: String,
    /// The title of the game.
    pub title: String,
    /// Other names of the game.
    pub synonyms: Vec<String>,
    /// One sentence.
    pub summary: String,
    /// The designer of the game.
    pub designer: String,
    /// The group of the game in lists: `cards`, `boards`, `chess`.
    pub family: String,
    /// The pack's own version.
    pub version: Option<String>,
    /// Pictures of pieces, symbols and cards, by the name of their subject.
    pub art: art::PackArt,
    /// The players' guide, Markdown.
    pub guide: Option<SourceFile>,
    /// Seats.
    pub seats: SeatSpec,
    /// The levels that the pack has robots for, the weakest first.
    pub levels: Vec<LevelSpec>,
    /// Options in the order of the file.
    pub options: Vec<OptionSpec>,
    /// Variants in the order of the file; may be empty.
    pub variants: Vec<VariantSpec>,
    /// The default variant.
    pub default_variant: Option<usize>,
    /// Data tables; if the game has cards, the first is `card`.
    pub tables: Vec<DataTable>,
    /// The card types, in the order of the rows of the table `card`.
    pub cards: Vec<CardSpec>,
    /// Word lists: those of `[lists]`, then one for each data table, its rows' names.
    pub lists: Vec<WordList>,
    /// Constants.
    pub constants: Vec<spec::ConstantTable>,
    /// Zones.
    pub zones: Vec<ZoneSpec>,
    /// The combinations of cards.
    pub combinations: Vec<Combination>,
    /// For each action, true if the engine tells of it by the event of its name before `apply`, since no script does.
    pub tells: Vec<bool>,
    /// The climbing that the engine plays, if it plays any.
    pub climbing: Option<spec::ClimbingSpec>,
    /// The auction that the engine plays, if it plays any.
    pub auction: Option<spec::AuctionSpec>,
    /// The tricks that the engine plays, if it plays any.
    pub tricks: Option<spec::TricksSpec>,
    /// Boards.
    pub boards: Vec<boards::BoardSpec>,
    /// The one-line notation of positions, if there is one.
    pub notation: Option<notation::NotationSpec>,
    /// The best search without a robot, as measured by the author; `None` leaves the choice to the search.
    pub search: Option<plans::SearchPlan>,
    /// The protocols of external engines that can play it.
    pub engines: Vec<engines::EngineSpec>,
    /// Pieces and their moves.
    pub moves: pieces::MovesSpec,
    /// Variables.
    pub vars: Vec<VarSpec>,
    /// Random outcomes.
    pub chances: Vec<ChanceSpec>,
    /// Phases.
    pub phases: Vec<PhaseSpec>,
    /// Verbs.
    pub verbs: Vec<VerbSpec>,
    /// Kinds of events.
    pub events: Vec<EventSpec>,
    /// Endings.
    pub endings: Vec<EndingSpec>,
    /// Refusals.
    pub refusals: Vec<refusals::RefusalSpec>,
    /// The rule of the scores.
    pub scores: ScoreRule,
    /// The ranking when an ending names no winner, first criterion first; may be empty.
    pub winners: Vec<WinnerRule>,
    /// The limit of plies, if the game has one.
    pub ply_limit: Option<spec::Quantity>,
    /// The deals.
    pub setup: SetupSpec,
    /// `game.toml`.
    pub table_file: SourceFile,
    /// `rules.lua`, if there is one.
    pub rules: Option<SourceFile>,
    /// `display.lua`, if there is one.
    pub display: Option<SourceFile>,
    /// Every file of the pack, for `require`.
    pub files: PackFiles,
    /// Its differences from the packs that it extends.
    pub inheritance: Inheritance,
    /// A hash of the tables and scripts: records contain it, so that a change of rules is detected.
    pub fingerprint: u64,
    /// True if its scripts may give the turn to a seat, or ask one for a decision.
    pub turns_by_script: bool,
    /// Unused declarations, reported when the scripts are sound.
    pub unread: Vec<Diagnostic>,
}

impl Pack {
    /// The scenarios of the pack, which are tests if they state an expected result: `scenarios/*.toml`.
    pub fn scenarios(&self) -> impl Iterator<Item = SourceFile> {
        let is_one = |path: &&String| path.starts_with("scenarios/") && path.ends_with(".toml");
        self.files.texts.keys().filter(is_one).filter_map(|path| self.files.source(path))
    }

    /// The name of an index set (`per`): `seat`, `team`, or the name of a table or list.
    pub fn per_name(&self, per: &Per) -> Option<&str> {
        match per {
            Per::One => None,
            Per::Seat => Some("seat"),
            Per::Team => Some("team"),
            Per::Table(n) => Some(&self.tables[*n].name),
            Per::List(n) => Some(&self.lists[*n].name),
        }
    }

    /// True if the engine does an action by `[trick]`, `[climbing]` or `[auction]`.
    pub fn plays_by_table(&self, verb: usize) -> bool {
        self.tricks.as_ref().is_some_and(|tricks| tricks.plays(verb))
            || self.climbing.as_ref().is_some_and(|climbing| climbing.plays(verb))
            || self.auction.as_ref().is_some_and(|auction| auction.plays(verb))
    }

    /// True if a verb is the `pass` of a phase.
    pub fn is_pass(&self, verb: usize) -> bool {
        self.phases.iter().any(|phase| phase.pass == Some(verb))
    }

    /// The numbers, from 1, of the phases whose pending decisions a verb calls off.
    pub fn calls_off(&self, verb: usize) -> impl Iterator<Item = usize> {
        let is_called_off = move |phase: &&spec::PhaseSpec| {
            phase.actions.contains(&verb) && phase.pass.is_some_and(|pass| pass != verb)
        };
        (1..).zip(&self.phases).filter(move |(_, phase)| is_called_off(phase)).map(|(number, _)| number)
    }

    /// The number of card types.
    pub fn card_types(&self) -> usize {
        self.cards.len()
    }

    /// The rows of the card types.
    pub fn card_rows(&self) -> &[spec::Row] {
        if self.cards.is_empty() { &[] } else { &self.tables[0].rows }
    }

    /// The sign of a row of the table `piece`, by index, if a list is that table and the piece has a sign.
    pub fn piece_sign(&self, list: usize, row: usize) -> Option<&str> {
        let piece = self.moves.pieces.get(row).filter(|_| self.lists[list].name == "piece")?;
        piece.sign.as_deref()
    }

    /// The place of a span of `game.toml`: its file, line and column.
    pub fn place(&self, span: &Span) -> Place {
        self.table_file.place(span.start)
    }

    /// Wraps the pack for sharing between threads.
    pub fn into_shared(self) -> Arc<Self> {
        Arc::new(self)
    }
}
