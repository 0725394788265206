//! Acting, and taking back.

use clap::Parser;

use super::{Next, Session};
use crate::commands::play;
use crate::failure::Failure;

/// A line `play GAME ...` with the options of the command line.
#[derive(Debug, Parser)]
#[command(name = "play", no_binary_name = true, disable_help_flag = true)]
struct PlayLine {
    #[command(flatten)]
    args: play::Args,
}

impl Session<'_> {
    /// Takes an action of the game.
    pub(super) fn action(&mut self, text: &str) -> Result<Next, Failure> {
        let Some(table) = self.table.as_mut() else { return Ok(Next::GoOn) };
        if table.played.decision().is_none() {
            return Err(Failure::Input("the match is over: `play GAME` begins another, `undo` takes back".to_owned()));
        }
        let action = table.played.parse(text).map_err(|error| Failure::Input(error.to_string()))?;
        table.act(&action).map_err(|error| Failure::Input(error.to_string()))?;
        self.after_action()?;
        Ok(Next::GoOn)
    }

    /// An empty line takes the action that is the only one possible, if it needs no more words than its verb.
    pub(super) fn empty_line(&mut self) -> Result<Next, Failure> {
        let Some(table) = &self.table else { return Ok(Next::GoOn) };
        let (game, legal) = (table.played.game(), table.played.legal());
        if legal.len() != 1 || !legal.is_complete() {
            return Ok(Next::GoOn);
        }
        let action = legal.get(game, 0);
        if !game.pack().verbs[action.verb().index()].args.is_empty() {
            return Ok(Next::GoOn);
        }
        let text = game.action_text(&action);
        self.action(&text)
    }

    pub(super) fn play(&mut self, rest: &str) -> Result<(), Failure> {
        let line = PlayLine::try_parse_from(rest.split_whitespace())
            .map_err(|error| Failure::Input(first_line(&error.render().to_string())))?;
        self.begin(&line.args)
    }

    /// Takes back the viewer's last action and what came after it, `n` times.
    pub(super) fn undo(&mut self, rest: &str) -> Result<(), Failure> {
        let n = count(rest)?;
        let Some(table) = self.table.as_mut() else { return Ok(()) };
        let humans = table.humans();
        let steps = table.played.steps();
        let mine: Vec<usize> = (0..steps.len())
            .rev()
            .filter(|&at| humans.is_empty() || humans.contains(&steps[at].decision.seat))
            .collect();
        let Some(&to) = mine.get(n.min(mine.len()).saturating_sub(1)) else {
            return Err(Failure::Input("there is nothing to take back".to_owned()));
        };
        let back = table.played.undo(steps.len() - to)?;
        self.replayed()?;
        self.context.screen.show(&format!("[dim]Taken back: {}.[/]", actions(back)))
    }

    /// Does again what was undone, up to the next decision of a person.
    pub(super) fn redo(&mut self, rest: &str) -> Result<(), Failure> {
        let n = count(rest)?;
        let Some(table) = self.table.as_mut() else { return Ok(()) };
        let humans = table.humans();
        let mut done = 0;
        for _ in 0..n {
            loop {
                let redone = table.played.redo(1).map_err(|error| Failure::Input(error.to_string()))?;
                done += redone;
                let due = table.played.decision().map(|decision| decision.seat);
                if redone == 0 || humans.is_empty() || due.is_some_and(|seat| humans.contains(&seat)) {
                    break;
                }
            }
        }
        if done == 0 {
            return Err(Failure::Input("there is nothing to do again".to_owned()));
        }
        self.replayed()?;
        self.context.screen.show(&format!("[dim]Done again: {}.[/]", actions(done)))
    }

    /// After the history has changed: robots begin afresh and see it all, and nothing of it is told again.
    pub(super) fn replayed(&mut self) -> Result<(), Failure> {
        if let Some(table) = self.table.as_mut() {
            table.seat_all(&self.context.robots)?;
            self.told.fill(table.played.steps().len());
        }
        self.shown = None;
        Ok(())
    }
}

/// A number of times; once if nothing is said.
pub(super) fn count(text: &str) -> Result<usize, Failure> {
    match text {
        "" => Ok(1),
        text => {
            text.parse().ok().filter(|&n: &usize| n > 0).ok_or_else(|| {
                Failure::Input(format!("`{text}` is no number of times; expected a whole number from 1"))
            })
        }
    }
}

fn actions(n: usize) -> String {
    if n == 1 { "1 action".to_owned() } else { format!("{n} actions") }
}

/// The first line of a message of several.
fn first_line(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    line.strip_prefix("error: ").unwrap_or(line).to_owned()
}
