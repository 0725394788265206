//! `parlour trace`: matches as JSON lines.

use std::io::{BufWriter, Write, stdout};

use parlour_engine::play::Match;
use parlour_engine::rules::Rules;
use parlour_engine::trace::{Pending, game_line};
use serde_json::Value;

use crate::context::Context;
use crate::failure::Failure;
use crate::marks::escape;
use crate::script_file::Script;
use crate::seats::HUMAN;
use crate::setup::{Default, SetupArgs};
use crate::table::{Fault, Table, Thinking};

/// Plays matches and writes them as JSON lines, hidden things included.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The game.
    game: String,
    #[command(flatten)]
    setup: SetupArgs,
    /// How many matches; their seeds count up from the first.
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = crate::arguments::from_one::<u64>)]
    games: u64,
}

impl Args {
    pub(crate) fn run(&self, context: &Context) -> Result<u8, Failure> {
        let setup = self.setup.settle(context, &self.game, Default::Random)?;
        if setup.script.is_none() && setup.players.iter().any(|player| player == HUMAN) {
            return Err(Failure::Input("--seats: nobody can be asked in a trace; name robots only".to_owned()));
        }
        let mut out = BufWriter::new(stdout().lock());
        let mut host = Rules::new(setup.game.clone())?;
        for n in 0..self.games {
            let seed = setup.seed.wrapping_add(n);
            let played = Match::with_host(host, seed, setup.players.clone())?;
            host = match &setup.script {
                Some(script) => follow(&mut out, played, script.clone())?,
                None => watch(&mut out, played, context)?,
            };
        }
        out.flush()?;
        Ok(0)
    }
}

/// Lets robots play a match to its end.
fn watch(out: &mut impl Write, played: Match, context: &Context) -> Result<Rules, Failure> {
    let mut table = Table::new(played, &context.robots, Thinking::REPRODUCIBLE)?;
    write(out, &game_line(&table.played))?;
    while let (Some(pending), Some(wish)) = (Pending::of(&table.played), table.wish()) {
        let due = table.played.decision().map(|decision| decision.seat);
        for line in &wish.printed {
            context.screen.say(&escape(line));
        }
        if let Some(fault) = &wish.fault {
            out.flush()?;
            let from_now_on = if fault.is_late() { ", from now on" } else { "" };
            context.screen.fault(format!("{fault}; `random` moves instead{from_now_on}"));
        }
        if let Some(seat) = due.filter(|_| wish.fault.as_ref().is_some_and(Fault::is_late)) {
            table.give_up(seat);
        }
        table.act(&wish.action)?;
        write_step(out, &table.played, pending)?;
    }
    write(out, &table.played.end_json())?;
    Ok(table.played.into_host())
}

/// Takes the actions of a file.
fn follow(out: &mut impl Write, mut played: Match, mut script: Script) -> Result<Rules, Failure> {
    write(out, &game_line(&played))?;
    while let Some(pending) = Pending::of(&played) {
        let Some((line, text)) = script.next() else {
            write(out, &pending.stop())?;
            return Ok(played.into_host());
        };
        let taken = played.parse(&text).map_err(Into::into).and_then(|action| played.act(&action).map(|_| ()));
        if let Err(error) = taken {
            out.flush()?;
            return Err(script.refusal(line, &text, error));
        }
        write_step(out, &played, pending)?;
    }
    write(out, &played.end_json())?;
    if let Some((line, text)) = script.next() {
        out.flush()?;
        return Err(script.refusal(line, &text, "the match is over"));
    }
    Ok(played.into_host())
}

fn write_step(out: &mut impl Write, played: &Match, pending: Pending) -> Result<(), Failure> {
    match played.steps().last() {
        Some(step) => write(out, &pending.step(played.game(), step)),
        None => Ok(()),
    }
}

fn write(out: &mut impl Write, line: &Value) -> Result<(), Failure> {
    writeln!(out, "{line}")?;
    Ok(())
}
