//! `parlour robots`: who can be played against.

use parlour_ai::RobotLibrary;
use parlour_engine::game::Config;

use crate::context::Context;
use crate::failure::Failure;
use crate::marks::{escape, wrap};

/// Lists the robots with their parameters.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The game; without it, all games.
    game: Option<String>,
    /// Prints type definitions of the words that its robots can use instead, for editors with luau-lsp.
    #[arg(long, requires = "game")]
    types: bool,
}

impl Args {
    pub(crate) fn run(&self, context: &Context) -> Result<u8, Failure> {
        match &self.game {
            Some(game) if self.types => {
                let game = context.library.load(&context.game(game)?)?.configure(&Config::default())?;
                context.screen.show(&escape(RobotLibrary::definitions(&game)?.trim_end()))?;
            }
            game => show(context, game.as_deref())?,
        }
        Ok(0)
    }
}

/// Lists the robots of a game, or of all.
///
/// # Errors
/// A game that isn't there.
pub(crate) fn show(context: &Context, game: Option<&str>) -> Result<(), Failure> {
    let games = match game {
        Some(game) => {
            vec![context.game(game)?]
        }
        None => context.library.names(),
    };
    let screen = &context.screen;
    for game in &games {
        screen.show(&format!("[bold underline]{}[/]", escape(game)))?;
        for name in context.robots.names(game) {
            let line = match context.robots.info(game, &name) {
                Ok(info) => format!("  [bold]{}[/]  {}", escape(&name), escape(&info.summary)),
                Err(faults) => format!("  [bold]{}[/]  [red]{}[/]", escape(&name), escape(&faults.to_string())),
            };
            screen.show(&wrap(&line, screen.width, 6))?;
            for param in context.robots.info(game, &name).map(|info| info.params).unwrap_or_default() {
                let line = format!("      {} = {} ({})  {}", param.name, param.default, param.range(), param.help);
                screen.show(&wrap(&escape(&line), screen.width, 10))?;
            }
        }
    }
    Ok(())
}
