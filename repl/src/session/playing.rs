//! Acting, and taking back.

use clap::{CommandFactory, Parser};
use parlour_engine::game::Game;

use super::telling::actions;
use super::{Next, Session};
use crate::arguments;
use crate::commands::play;
use crate::failure::Failure;
use crate::interrupt::Watch;
use crate::marks::{escape, wrap};
use crate::seats::{self, base_name};

/// A line `play GAME ...` with the options of the command line.
#[derive(Debug, Parser)]
#[command(name = "play", no_binary_name = true, disable_help_flag = true)]
struct PlayLine {
    #[command(flatten)]
    args: play::Args,
}

/// The options of `play`: how they are written and what they do.
pub(super) fn options() -> Vec<(String, String)> {
    let command = PlayLine::command();
    let options = command.get_arguments().filter(|argument| argument.get_long() != Some("strict"));
    let entry = |argument: &clap::Arg| {
        let value = argument.get_action().takes_values().then(|| argument.get_value_names()?.first()).flatten();
        let value = value.map_or_else(String::new, |value| format!(" {value}"));
        Some((format!("--{}{value}", argument.get_long()?), argument.get_help()?.to_string()))
    };
    options.filter_map(entry).collect()
}

impl Session<'_> {
    /// Takes an action of the game.
    pub(super) fn action(&mut self, text: &str) -> Result<Next, Failure> {
        if self.is_handed_over() {
            // Even what is wrong with it would tell what the next person holds.
            self.needs_own_turn()?;
        }
        let Some(table) = self.table.as_mut() else { return Ok(Next::GoOn) };
        let Some(seat) = table.played.decision().map(|decision| decision.seat) else {
            // A line that is no action at all is answered as such.
            table.played.parse(text)?;
            return Err(Failure::Input("the match is over: `play` begins another, `undo` takes back".to_owned()));
        };
        if !table.is_human(seat) {
            let (name, player) = (table.played.game().seat_name(seat), &table.played.players()[seat.index()]);
            return Err(Failure::Input(format!(
                "{name} is played by {player}: `auto 1` lets it act, `seat {name} human` takes the seat"
            )));
        }
        let action = table.played.parse(text)?;
        table.act(&action)?;
        self.is_paused = false;
        self.after_action()?;
        Ok(Next::GoOn)
    }

    /// An empty line lets waiting robots go on, and is the action that the game says it stands for.
    pub(super) fn empty_line(&mut self) -> Result<Next, Failure> {
        let Some(table) = &self.table else { return Ok(Next::GoOn) };
        if self.is_paused && !table.humans().is_empty() {
            self.is_paused = false;
            return Ok(Next::GoOn);
        }
        let Some(decision) = table.played.decision().filter(|decision| table.is_human(decision.seat)) else {
            return Ok(Next::GoOn);
        };
        let pack = table.played.game().pack();
        let Some(enter) = pack.phases[decision.phase.index()].enter else { return Ok(Next::GoOn) };
        let text = pack.verbs[enter].name.clone();
        self.action(&text)
    }

    pub(super) fn play(&mut self, rest: &str) -> Result<(), Failure> {
        let again = match (&self.table, rest) {
            (Some(table), "") => {
                let game = table.played.game();
                let mut players = table.played.players().to_vec();
                if let Some(wanted) = self.waiting_players(game.name()) {
                    players.truncate(wanted);
                    let robot = |seat| seats::default_robot(game.pack(), &self.context.robots, seat);
                    players.extend((players.len()..wanted).map(robot));
                }
                let mut line = format!("{} --seats {}", game.name(), players.join(","));
                if let Some(variant) = game.variant() {
                    line.push_str(&format!(" --variant {variant}"));
                }
                line
            }
            (None, "") => return Err(Failure::Input("which game? `games` lists them".to_owned())),
            (_, rest) => rest.to_owned(),
        };
        let line = PlayLine::try_parse_from(words(&again)).map_err(|error| Failure::Input(arguments::fault(&error)))?;
        self.left = self.leave();
        self.begin(&line.args)
    }

    /// Says whether and why an action is allowed; without one, why the last robot did what it did.
    pub(super) fn why(&mut self, text: &str) -> Result<(), Failure> {
        if text.is_empty() {
            return match &self.reason {
                Some(reason) => self.context.screen.show(&wrap(&escape(reason), self.context.screen.width, 2)),
                None => Err(Failure::Input("no robot has given a reason; `why ACTION` explains an action".to_owned())),
            };
        }
        self.needs_own_turn()?;
        let Some(table) = self.table.as_mut() else { return Ok(()) };
        let action = table.played.parse(text)?;
        let name = escape(&table.played.game().action_text(&action));
        let answer = match table.played.check(&action)? {
            Ok(()) => format!("`{name}` is allowed: {}", verb_help(table.played.game(), &action)),
            // Some refusals name the action already.
            Err(refusal) => match escape(&refusal.to_string()) {
                text if text.starts_with('`') => text,
                text => format!("`{name}` is not allowed: {text}"),
            },
        };
        self.context.screen.show(&wrap(&answer, self.context.screen.width, 2))
    }

    /// What a robot would do in the place of the seat that is to act.
    pub(super) fn hint(&mut self, spec: &str) -> Result<(), Failure> {
        self.needs_own_turn()?;
        let Some(seat) = self.due() else { return Ok(()) };
        let Some(table) = self.table.as_mut() else { return Ok(()) };
        let robots = &self.context.robots;
        let spec = match spec {
            "" => seats::default_robot(table.played.game().pack(), robots, 1),
            spec => spec.to_owned(),
        };
        let mut player = table.make(robots, seat, &spec)?;
        let watch = Watch::begin();
        watch.stops(player.stop_handle());
        let choice = table.ask(player.as_mut());
        for line in player.take_output() {
            self.context.screen.show(&format!("[dim]{}[/]", escape(&line)))?;
        }
        if watch.is_pressed() {
            return Err(Failure::Input("stopped".to_owned()));
        }
        drop(watch);
        let choice = choice.map_err(|fault| Failure::Input(fault.to_string()))?;
        let action = escape(&table.played.game().action_text(&choice.action));
        let reason = choice.reason.map_or_else(|| ".".to_owned(), |reason| format!(": {}", escape(&reason)));
        let text = format!("{} would choose [bold]{action}[/]{reason}", escape(base_name(&spec)));
        self.context.screen.show(&wrap(&text, self.context.screen.width, 2))
    }

    /// Takes back the last action of a person and what came after it, `n` times; robots alone go back one action.
    pub(super) fn undo(&mut self, rest: &str) -> Result<(), Failure> {
        let n = count(rest)?.unwrap_or(1);
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
        self.is_paused = humans.is_empty();
        self.replayed()?;
        self.context.screen.show(&format!("[dim]Taken back: {}.[/]", actions(back)))
    }

    /// Does again what was undone, up to the next decision of a person, `n` times.
    pub(super) fn redo(&mut self, rest: &str) -> Result<(), Failure> {
        let n = count(rest)?.unwrap_or(1);
        let Some(table) = self.table.as_mut() else { return Ok(()) };
        let humans = table.humans();
        let mut done = 0;
        for _ in 0..n {
            loop {
                let redone = table.played.redo(1)?;
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
    fn replayed(&mut self) -> Result<(), Failure> {
        if let Some(table) = self.table.as_mut() {
            let memories = self.memories.get(table.played.steps().len()).cloned().unwrap_or_default();
            table.seat_again(&self.context.robots, &memories)?;
            self.told.fill(table.played.steps().len() + 1);
        }
        self.shown = None;
        self.reason = None;
        self.autosave();
        Ok(())
    }
}

fn verb_help(game: &Game, action: &parlour_engine::action::Action) -> String {
    let verb = &game.pack().verbs[action.verb().index()];
    escape(if verb.help.is_empty() { "it is legal now." } else { &verb.help })
}

/// A whole number from 1, if there is one.
pub(super) fn count(text: &str) -> Result<Option<usize>, Failure> {
    match text {
        "" => Ok(None),
        text => {
            text.parse().ok().filter(|&n: &usize| n > 0).map(Some).ok_or_else(|| {
                Failure::Input(format!("`{text}` is no number of times; expected a whole number from 1"))
            })
        }
    }
}

/// The words of a line; brackets and quotes keep blanks together.
fn words(line: &str) -> Vec<String> {
    let mut out = vec![String::new()];
    let (mut depth, mut quote) = (0_usize, None);
    for c in line.chars() {
        match (c, quote) {
            ('"' | '\'', None) => quote = Some(c),
            (c, Some(open)) if c == open => quote = None,
            ('(', None) => depth += 1,
            (')', None) => depth = depth.saturating_sub(1),
            (c, None) if c.is_whitespace() && depth == 0 => {
                out.push(String::new());
                continue;
            }
            _ => {}
        }
        if let Some(last) = out.last_mut() {
            last.push(c);
        }
    }
    out.retain(|word| !word.is_empty());
    out
}
