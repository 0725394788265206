//! The engine of Parlour: packs of TOML and Luau, played over one flat block of state.
//!
//! A [`pack::Pack`] is a folder that was read and checked; [`game::Game`] is a pack with its variant, options and
//! seats settled; a [`rules::Rules`] runs its rules over a [`state::State`]; a [`play::Match`] keeps the history.
//! The engine knows no game: what a game needs, its pack says.
//!
//! ```no_run
//! use parlour_engine::{game::Config, pack::{Library, PackFiles}, play::Match};
//!
//! let mut library = Library::default();
//! library.add_folder("rules");
//! let pack = library.load("en-garde")?;
//! let game = pack.configure(&Config::default())?;
//! let mut played = Match::new(game, 7, vec!["human".to_owned(); 2])?;
//! let action = played.legal().get(played.game(), 0);
//! println!("{}", played.game().action_text(&action));
//! # Ok::<(), parlour_engine::diagnostic::Faults>(())
//! ```

pub mod action;
pub mod board;
pub mod chance;
pub mod diagnostic;
pub mod event;
pub mod game;
pub mod grammar;
pub mod ids;
mod json;
pub mod kind;
pub mod layout;
pub mod outcomes;
pub mod pack;
pub mod play;
pub mod rules;
mod scatter;
pub mod scenario;
pub mod script;
pub mod state;
pub mod trace;
pub mod view;
