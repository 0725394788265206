//! The engine of Parlour: packs of TOML and Luau, played over one flat block of state.
//!
//! A [`pack::Pack`] is a folder that was read and checked; [`game::Game`] is a pack with its variant, options and
//! seats settled; a [`rules::Rules`] runs its rules over a [`state::State`]; a [`play::Match`] keeps the history.
//! The engine knows no game: what a game needs, its pack says.
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
//! A whole match at random, which `cargo run -p parlour-engine --example random_match` plays as well:
//!
//! ```
//! use parlour_engine::chance::Generator;
//! use parlour_engine::{Config, Library, Match, Words};
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

mod base;
pub mod board;
pub mod game;
pub mod pack;
pub mod play;
pub mod rules;
pub mod script;
pub mod state;
mod vocabulary;
mod words;

pub use base::{chance, diagnostic, ids};
pub use game::{scenario, view};
pub use play::{outcomes, trace};
pub use rules::worlds;
pub use state::{action, layout};
pub use vocabulary::{event, grammar, kind};

pub use action::{Action, ActionList};
pub use diagnostic::{Diagnostic, Faults};
pub use game::{Config, Game};
pub use ids::Seat;
pub use pack::{Library, Pack};
pub use play::Match;
pub use rules::{CheckError, Refusal, Rules};
pub use state::State;
pub use view::View;
pub use words::Words;
pub use words::action::{ParseError, RunText};
pub use words::board::{scenario_of_board, scenario_of_notation};
pub use worlds::Worlds;
