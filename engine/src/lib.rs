//! The engine of Parlour: packs of TOML and Luau, played over one flat block of state.
//!
//! A [`Library`] finds packs, and a [`Pack`] is a folder that was read and checked. A [`Game`] is a pack with its
//! variant, options and seats settled ([`Config`]). A [`Match`] plays it: it lists, parses, checks and applies actions,
//! keeps the history, and shows each seat its [`View`]. Beneath a match are [`Rules`] and a [`State`], for programs
//! that step through millions of states. The engine has no knowledge of any game: packs declare everything.
//!
//! The names on this page are those that a program embedding the engine needs; the modules have the rest, such as the
//! declarations of a pack ([`pack::spec`]) and the script host ([`script`]). A front end with seats, robots, saves and
//! undo is better built on `parlour-table`: the page [Embedding](embedding) tells which crate suits whom, and has a
//! whole program.
//!
//! ```
//! use parlour_engine::{Config, Library, Match};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut library = Library::default();
//! library.add_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../rules"));
//! let game = library.load("tic-tac-toe")?.configure(&Config::default())?;
//! let mut played = Match::new(game, 7, vec!["human".to_owned(); 2])?;
//! assert_eq!(played.legal().len(), 9);
//! let action = played.parse("b2")?;
//! played.act(&action)?;
//! let refused = played.check(&action).unwrap_err();
//! assert!(refused.to_string().starts_with("`b2` is not allowed"), "{refused}");
//! # Ok(())
//! # }
//! ```
//!
//! A whole random match, which `cargo run -p parlour-engine --example random_match` plays as well:
//!
//! ```
//! use parlour_engine::{Config, Generator, Library, Match, Words};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut library = Library::default();
//! library.add_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../rules"));
//! let game = library.load("connect-four")?.configure(&Config::default())?;
//! let mut generator = Generator::from_seed(7);
//! let mut played = Match::new(game.clone(), 7, vec!["random".to_owned(); game.seat_count()])?;
//! while played.decision().is_some() {
//!     let n = generator.below(played.legal().len() as u32) as usize;
//!     let action = played.legal().get(&game, n);
//!     println!("{}", game.action_text(&action));
//!     played.act(&action)?;
//! }
//! println!("{}", played.end_json());
//! # Ok(())
//! # }
//! ```
//!
//! # Threads
//!
//! Packs, games, states, views, actions, records and the errors of this page can be sent to any thread. A [`Match`] and
//! [`Rules`] can't: they hold the Luau VM that runs the game's scripts.
//!
//! ```
//! use parlour_engine::*;
//!
//! fn goes_anywhere<T: Send + Sync>() {}
//! goes_anywhere::<(Library, Pack, PackFiles, Game, Config, Scenario, Record, Step)>();
//! goes_anywhere::<(State, View, Action, ActionList, Event, Decision, Generator)>();
//! goes_anywhere::<(Diagnostic, Faults, ParseError, Refusal, CheckError, ActError, RecordError)>();
//! ```
//!
//! ```compile_fail,E0277
//! fn goes_anywhere<T: Send>() {}
//! goes_anywhere::<parlour_engine::Match>();
//! ```
//!
//! ```compile_fail,E0277
//! fn goes_anywhere<T: Send>() {}
//! goes_anywhere::<parlour_engine::Rules>();
//! ```
//!
//! # Errors
//!
//! The errors of this page read the same by `Debug` as by `Display`, so that `?` in `fn main() -> Result<(), Box<dyn Error>>`
//! ends a program with a message for people.
//!
//! ```
//! let error: Box<dyn std::error::Error> = parlour_engine::Library::default().load("chess").unwrap_err().into();
//! assert_eq!(format!("Error: {error:?}"), "Error: there is no game `chess` (none is known here)");
//! ```

#[cfg(doc)]
#[doc = include_str!("../EMBEDDING.md")]
pub mod embedding {}
pub mod play;
pub mod rules;

pub use parlour_game::{kinds, knowledge, observation, scenario, unseen, view};
pub use parlour_model::{action, cells, chance, diagnostic, english, event, grammar, ids, kind, layout, state, text};
pub use play::{outcomes, trace};
pub use rules::worlds;
pub use {parlour_game as game, parlour_pack as pack, parlour_script as script};

// Packs and games.
pub use game::words::board::{scenario_of_board, scenario_of_notation};
pub use game::{Config, Game};
pub use pack::{Library, Pack, PackFiles};
pub use scenario::Scenario;

// Matches.
pub use event::Event;
pub use knowledge::Knowledge;
pub use play::line::ActionLine;
pub use play::{ActError, Match, Record, RecordError, Standing, Step};
pub use state::Decision;
pub use view::View;

// Actions.
pub use action::{Action, ActionList};
pub use game::words::Words;
pub use game::words::action::{ParseError, RunText};
pub use game::words::as_sentence;
pub use rules::{CheckError, Refusal};

// States, and the types that step through them.
pub use chance::Generator;
pub use layout::{BoardLayout, VarLayout};
pub use rules::{Playout, Rules};
pub use script::host::StaysOnItsThread;
pub use state::State;
pub use worlds::Worlds;

// Named things, as small numbers.
pub use ids::{BoardId, CardType, Phase, Seat, Square, VarId, Verb, ZoneId};

// Diagnostics.
pub use diagnostic::{Code, Diagnostic, Faults, Place, SourceFile};
