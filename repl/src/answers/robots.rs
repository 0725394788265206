//! The list of robots.

use parlour_engine::pack::plans::SearchPlan;

use crate::answers::games;
use crate::context::{Context, error_width};
use crate::excerpt;
use crate::failure::Failure;
use crate::marks::{escape, wrap};

/// The named game, or all.
pub(crate) fn chosen(context: &Context, game: Option<&str>) -> Result<Vec<String>, Failure> {
    match game {
        Some(game) => Ok(vec![context.game(game)?]),
        None => Ok(context.library.names()),
    }
}

/// A sentence about the search of `thinker` for a pack, and the reason for it.
fn searches_by(named: Option<SearchPlan>) -> String {
    match named {
        Some(plan) => format!("Searches by `{}`, which the pack names.", plan.name()),
        None => "Its pack names no `search`: an open game of two seats gets the one that wins a few quick matches, others the \
                 first that fits; `parlour tune GAME --search` finds the best."
            .to_owned(),
    }
}

/// Lists the robots of a game, or of all.
///
/// # Errors
/// A missing game.
pub(crate) fn show(context: &Context, game: Option<&str>) -> Result<(), Failure> {
    let games = chosen(context, game)?;
    let screen = &context.screen;
    for game in &games {
        for fault in context.robots.faults(game) {
            screen.warn(&excerpt::report(&fault, error_width()));
        }
        screen.show(&format!("[bold underline]{}[/]", escape(game)))?;
        if let Ok(pack) = context.library.load(game) {
            screen.show(&games::levels(context, &pack))?;
        }
        for name in context.robots.names(game) {
            let line = match context.robots.info(game, &name) {
                Ok(info) => format!("  [bold]{}[/]  {}", escape(&name), escape(&info.summary)),
                Err(faults) => format!("  [bold]{}[/]  [red]{}[/]", escape(&name), escape(&faults.to_string())),
            };
            screen.show(&wrap(&line, screen.width, 6))?;
            if name == parlour_ai::THINKER
                && let Ok(pack) = context.library.load(game)
            {
                let line = format!("      {}", searches_by(pack.search));
                screen.show(&wrap(&escape(&line), screen.width, 10))?;
            }
            for param in context.robots.info(game, &name).map(|info| info.params).unwrap_or_default() {
                let line = format!("      {} = {} ({})  {}", param.name, param.default, param.range(), param.help);
                screen.show(&wrap(&escape(&line), screen.width, 10))?;
            }
        }
    }
    Ok(())
}
