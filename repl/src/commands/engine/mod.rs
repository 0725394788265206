//! `parlour engine`: a robot as an engine for other programs, over a standard protocol.

mod desk;
mod gtp;
mod input;
mod uci;

use std::time::Duration;

use parlour_engine::pack::engines::Protocol;

use crate::context::Context;
use crate::failure::Failure;

/// The default time of a move.
const USUAL: Duration = Duration::from_secs(3);
/// The default number of moves for the remaining time.
const MOVES_TO_GO: u32 = 30;

/// Plays a game for another program as an engine: it is told positions and answers with moves, on standard input and
/// output, by UCI, USI, UCCI or GTP.
///
/// The robot's parameters are the engine's options. The pack says in `[engines]` which protocols fit.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The game.
    game: String,
    /// The protocol: `uci`, `usi`, `ucci` or `gtp`.
    #[arg(long, value_name = "PROTOCOL", value_parser = protocol)]
    protocol: Protocol,
    /// Plays by this robot, or at a level, instead of by the best robot of the game.
    #[arg(long, value_name = "ROBOT")]
    robot: Option<String>,
    /// The variant of the game.
    #[arg(long, value_name = "V")]
    variant: Option<String>,
    /// Sets an option of the game; may be given again.
    #[arg(long, value_name = "KEY=VALUE", value_parser = crate::setup::key_value)]
    set: Vec<(String, String)>,
}

fn protocol(text: &str) -> Result<Protocol, String> {
    Protocol::named(text).ok_or_else(|| {
        let names: Vec<&str> = Protocol::ALL.into_iter().map(Protocol::name).collect();
        format!("expected one of {}", names.join(", "))
    })
}

impl Args {
    pub(crate) fn run(&self, context: &Context) -> Result<u8, Failure> {
        let desk = desk::Desk::new(context, self)?;
        match self.protocol {
            Protocol::Gtp => gtp::serve(desk),
            Protocol::Uci | Protocol::Usi | Protocol::Ucci => uci::serve(desk),
        }
    }
}
