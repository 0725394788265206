//! `parlour trace`: matches as JSON lines.

use std::io::{BufWriter, Write, stdout};
use std::ops::ControlFlow;

use parlour_ai::seated::{Chosen, Director, Fault, Next};
use parlour_ai::{HUMAN, RANDOM};
use parlour_ai::{SeatedMatch, Thinking};
use parlour_engine::ids::Seat;
use parlour_engine::play::{ActError, Match};
use parlour_engine::rules::Rules;
use parlour_engine::trace::{Pending, game_line};
use parlour_table::sanitize;
use serde_json::Value;

use crate::arguments::{MAX_GAMES, up_to};
use crate::context::Context;
use crate::excerpt::Told;
use crate::failure::Failure;
use crate::marks::escape;
use crate::script_file::Script;
use crate::setup::{Default, SetupArgs};

/// Plays matches and writes them as JSON lines, hidden things included.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The game.
    game: String,
    #[command(flatten)]
    setup: SetupArgs,
    /// How many matches; their seeds count up from the first.
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = up_to::<u64, MAX_GAMES>)]
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
            let seated = match setup.script {
                // No player is asked.
                Some(_) => SeatedMatch::with_players(played, Vec::new(), Thinking::REPRODUCIBLE)?,
                None => SeatedMatch::new(played, &context.robots, Thinking::REPRODUCIBLE)?,
            };
            host = Writer { out: &mut out, context, script: setup.script.clone(), pending: None }.play(seated)?;
        }
        out.flush()?;
        Ok(0)
    }
}

/// Writes a match line by line while it is played, by robots or by a script.
struct Writer<'a, W: Write> {
    out: &'a mut W,
    context: &'a Context,
    script: Option<Script>,
    /// The part of a step's line that is known before its action.
    pending: Option<Pending>,
}

impl<W: Write> Director for Writer<'_, W> {
    type Error = Failure;

    fn next(&mut self, seated: &mut SeatedMatch, _seat: Seat) -> Result<Next, Failure> {
        self.pending = Pending::of(&seated.played);
        let Some(script) = &mut self.script else { return Ok(Next::Ask) };
        Ok(script.next(|text| seated.played.parse(text))?.map_or(Next::Rest, Next::Take))
    }

    fn chosen(&mut self, seated: &mut SeatedMatch, chosen: &Chosen) -> Result<ControlFlow<()>, Failure> {
        for line in &chosen.printed {
            self.context.screen.say(&escape(line));
        }
        match &chosen.fault {
            None | Some(Fault::GivenUp { .. }) => {}
            Some(fault) => {
                self.out.flush()?;
                let from_now_on = if fault.is_late() { ", from now on" } else { "" };
                let after = format!("; `{RANDOM}` moves instead{from_now_on}");
                self.context.screen.blame(&Told::of_robot(fault, &after));
                if fault.is_late() {
                    seated.give_up(chosen.seat);
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn acted(&mut self, seated: &mut SeatedMatch, _chosen: &Chosen) -> Result<(), Failure> {
        match (self.pending.take(), seated.played.steps().last()) {
            (Some(pending), Some(step)) => write(self.out, &pending.step(seated.played.game(), step)),
            _ => Ok(()),
        }
    }

    fn refused(&mut self, error: ActError) -> Failure {
        match &self.script {
            Some(script) => script.refusal(error),
            None => error.into(),
        }
    }
}

impl<W: Write> Writer<'_, W> {
    /// Plays a match to its end, or to that of the script, and returns its rules.
    fn play(mut self, mut seated: SeatedMatch) -> Result<Rules, Failure> {
        write(self.out, &game_line(&seated.played))?;
        let is_over = seated.play(&mut self)?;
        if is_over {
            write(self.out, &seated.played.end_json())?;
            self.script.as_mut().map_or(Ok(()), Script::finish)?;
        } else if let Some(pending) = self.pending {
            write(self.out, &pending.stop())?;
        }
        Ok(seated.into_parts().0.into_host())
    }
}

fn write(out: &mut impl Write, line: &Value) -> Result<(), Failure> {
    writeln!(out, "{}", sanitize::json(line))?;
    Ok(())
}
