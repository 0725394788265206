//! What is done with a match as a whole: saving it, going back and forth in it, telling it from the beginning, and going
//! on with it by other rules.

use clap::{CommandFactory, Parser};
use parlour_ai::{Table, Thinking};
use parlour_engine::diagnostic::Faults;
use parlour_engine::play::{Match, Record};
use parlour_engine::state::Decision;
use serde_json::{Map, Value};

use super::beginning::{options_of, words};
use super::inspect::members;
use super::lobby::Lobby;
use super::playing::count;
use super::sitting::Sitting;
use super::stepping::changed;
use super::telling::{actions, has_secrets};
use super::walk::{Left, Walk};
use super::{Next, Session};
use crate::arguments;
use crate::commands::impact;
use crate::commands::replay::{self, Look, Sight};
use crate::commands::review;
use crate::context::{Context, error_width};
use crate::excerpt;
use crate::failure::{Failure, refused};
use crate::judge::go;
use crate::marks::escape;
use parlour_ai::HUMAN;
use parlour_table::saves;

/// A line `replay ...` with the options of the command line.
#[derive(Debug, Parser)]
#[command(name = "replay", no_binary_name = true, disable_help_flag = true)]
struct ReplayLine {
    file: Vec<String>,
    #[command(flatten)]
    look: Look,
}

/// The options of `replay`: how they are written and what they do.
pub(super) fn replay_options() -> Vec<(String, String)> {
    options_of(&ReplayLine::command())
}

/// A line `review ...` with the options of the command line.
#[derive(Debug, Parser)]
#[command(name = "review", no_binary_name = true, disable_help_flag = true)]
struct ReviewLine {
    file: Vec<String>,
    #[command(flatten)]
    depth: review::Depth,
}

/// The options of `review`: how they are written and what they do.
pub(super) fn review_options() -> Vec<(String, String)> {
    options_of(&ReviewLine::command())
}

/// A line `impact ...` with the options of the command line.
#[derive(Debug, Parser)]
#[command(name = "impact", no_binary_name = true, disable_help_flag = true)]
struct ImpactLine {
    game: Option<String>,
    #[command(flatten)]
    change: impact::Change,
}

/// The options of `impact`: how they are written and what they do.
pub(super) fn impact_options() -> Vec<(String, String)> {
    options_of(&ImpactLine::command())
}

/// How many faults of a pack are shown when it is read again.
const MOST_FAULTS: usize = 3;

impl Sitting {
    pub(super) fn save(&mut self, lobby: &mut Lobby, file: &str) -> Result<(), Failure> {
        let name = match file {
            "" => self.keeping.name().to_owned(),
            file => file.to_owned(),
        };
        if saves::is_game(&name) {
            let text = self.table.played.pgn()?;
            let text = text.ok_or_else(|| {
                let title = &self.game().pack().title;
                Failure::Input(format!("matches of {title} are not written in PGN; another name saves the match"))
            })?;
            let path = lobby.context.saves.save_game(&text, &name)?;
            return lobby.context.screen.show(&escape(&format!("Written: {}", path.display())));
        }
        let (path, lock) = lobby.context.saves.save(&self.table.record(), &name)?;
        self.keeping.note_saved(&self.table, lock);
        lobby.context.screen.show(&escape(&format!("Saved: {}", path.display())))
    }

    /// Takes back the last action of a person and what came after it, `n` times; robots alone go back one action.
    pub(super) fn undo(&mut self, lobby: &mut Lobby, rest: &str) -> Result<(), Failure> {
        let n = count(rest)?.unwrap_or(1);
        let humans = self.table.humans();
        let steps = self.table.played.steps();
        let is_mine = |at: &usize| humans.is_empty() || humans.contains(&steps[*at].decision.seat);
        let mine: Vec<usize> = (0..steps.len()).rev().filter(is_mine).collect();
        let Some(&to) = mine.get(n.min(mine.len()).saturating_sub(1)) else {
            return Err(Failure::Input("there is nothing to take back".to_owned()));
        };
        let back = self.table.played.undo(steps.len() - to)?;
        self.flow.is_paused = humans.is_empty();
        self.moved(lobby)?;
        lobby.context.screen.show(&format!("[dim]Taken back: {}.[/]", actions(back)))
    }

    /// Does again what was undone, up to the next decision of a person, `n` times.
    pub(super) fn redo(&mut self, lobby: &mut Lobby, rest: &str) -> Result<(), Failure> {
        let n = count(rest)?.unwrap_or(1);
        let humans = self.table.humans();
        let mut done = 0;
        for _ in 0..n {
            let before = done;
            loop {
                let redone = self.table.played.redo(1)?;
                done += redone;
                if redone == 0 || humans.is_empty() || self.table.due().is_some_and(|seat| humans.contains(&seat)) {
                    break;
                }
            }
            if done == before {
                break;
            }
        }
        if done == 0 {
            return Err(Failure::Input("there is nothing to do again".to_owned()));
        }
        self.moved(lobby)?;
        lobby.context.screen.show(&format!("[dim]Done again: {}.[/]", actions(done)))
    }

    /// Walks through the match so far, or tells it from the beginning where there is no terminal.
    fn look_back(&mut self, lobby: &mut Lobby, look: &Look) -> Result<(), Failure> {
        let everything = self.audience.knows_all(&self.table);
        let is_free = everything || !has_secrets(self.game());
        let sight = Sight { viewer: self.audience.viewer, everything, is_free };
        let sight = look.sight(&self.table.played, sight)?;
        let (screen, thinking) = (&lobby.context.screen, self.table.thinking);
        let played = &mut self.table.played;
        if !screen.is_interactive || !look.is_walk() {
            let total = played.steps().len();
            let told = look.tell(screen, played, sight);
            go(played, total)?;
            return told;
        }
        let from = look.step().unwrap_or(played.steps().len());
        match Walk::new(&lobby.context, played, sight, thinking).run(from)? {
            Left::PlayFrom(n) if n < self.table.played.steps().len() => self.play_from(lobby, n),
            _ => self.audience.show_again(&mut self.table, screen),
        }
    }

    /// Goes back to the moment after so many actions, to play on from there.
    pub(super) fn play_from(&mut self, lobby: &mut Lobby, n: usize) -> Result<(), Failure> {
        go(&mut self.table.played, n)?;
        if let Some(seat) = self.table.due().filter(|_| self.table.humans().is_empty()) {
            self.table.seat(&lobby.context.robots, seat, HUMAN)?;
            self.audience.sit_down(&self.table, Some(seat));
        }
        self.flow.is_paused = false;
        self.moved(lobby)?;
        let text = format!("You play from here, after {}. The match stays as it was: this is a branch.", actions(n));
        lobby.context.screen.tell(&text)
    }

    /// After going back or forth: robots begin afresh, remember what they did at this moment, and nothing is told again.
    fn moved(&mut self, lobby: &Lobby) -> Result<(), Failure> {
        self.table.seat_again(&lobby.context.robots, self.keeping.memories(&self.table))?;
        self.flow.reason = None;
        self.audience.moved(&self.table);
        self.keeping.autosave(&self.table, &lobby.context.screen);
        Ok(())
    }
}

impl Session {
    /// The match from the beginning, as the viewer saw it; or a saved one.
    pub(super) fn replay(&mut self, rest: &str) -> Result<Next, Failure> {
        let line = ReplayLine::try_parse_from(words(rest));
        let line = line.map_err(|error| Failure::Input(arguments::fault(&error)))?;
        let file = line.file.join(" ");
        if !file.is_empty() {
            self.look_back(&file, &line.look)?;
            return Ok(Next::GoOn);
        }
        let Some(sitting) = &mut self.sitting else {
            return Err(Failure::Input("which match? `saves` lists them".to_owned()));
        };
        sitting.look_back(&mut self.lobby, &line.look)?;
        Ok(Next::GoOn)
    }

    /// Looks at the decisions of the match, or of a saved one.
    pub(super) fn review(&mut self, rest: &str) -> Result<Next, Failure> {
        let line = ReviewLine::try_parse_from(words(rest));
        let line = line.map_err(|error| Failure::Input(arguments::fault(&error)))?;
        let file = line.file.join(" ");
        let (path, record) = match &self.sitting {
            Some(sitting) if file.is_empty() => (sitting.keeping.name().into(), sitting.table.record()),
            None if file.is_empty() => return Err(Failure::Input("which match? `saves` lists them".to_owned())),
            _ => self.lobby.context.saves.load(&self.lobby.context.library, &file)?,
        };
        let context = &self.lobby.context;
        let played = record.replay(&context.library, None).map_err(|error| Failure::Replay { path, error })?;
        line.depth.look(context, played, &record)?;
        Ok(Next::GoOn)
    }

    /// Walks through a saved match, and goes on with it from a moment if that is wanted.
    ///
    /// # Errors
    /// A match that can't be played again, a terminal that can't be used.
    pub(crate) fn study(mut self, file: &str, look: &Look) -> Result<u8, Failure> {
        self.look_back(file, look)?;
        if self.sitting.is_some() { self.run() } else { Ok(0) }
    }

    fn look_back(&mut self, file: &str, look: &Look) -> Result<(), Failure> {
        let context = &self.lobby.context;
        let (path, record, mut played) = replay::load(context, file)?;
        let sight = look.sight(&played, Sight::of(&played, &record))?;
        let screen = &context.screen;
        if !screen.is_interactive || !look.is_walk() {
            return look.tell(screen, &mut played, sight);
        }
        let walk = Walk::new(context, &mut played, sight, Thinking::AT_THE_KEYBOARD);
        let Left::PlayFrom(n) = walk.run(look.step().unwrap_or(0))? else { return Ok(()) };
        self.leave();
        self.take_up(&path, &record)?;
        match &mut self.sitting {
            Some(sitting) => sitting.play_from(&mut self.lobby, n),
            None => Ok(()),
        }
    }

    /// What a change of the game does; without options, what has changed of it when it was read again.
    pub(super) fn impact(&mut self, rest: &str) -> Result<Next, Failure> {
        let line = ImpactLine::try_parse_from(words(rest));
        let line = line.map_err(|error| Failure::Input(arguments::fault(&error)))?;
        let game = self.game_or(line.game.as_deref().unwrap_or_default())?;
        let earlier = self.lobby.earlier.get(&game).filter(|_| line.change.is_of_rules()).cloned();
        line.change.run(&self.lobby.context, &game, earlier)?;
        Ok(Next::GoOn)
    }

    /// Reads packs and robots again, and goes on with the match by them if it stays the same, or with `again` if its
    /// actions can be taken at all.
    pub(super) fn reload(&mut self, rest: &str) -> Result<Next, Failure> {
        let again = match rest {
            "" => false,
            "again" => true,
            _ => {
                return Err(Failure::Input(format!(
                    "`reload {rest}` can't be read; expected `reload` or `reload again`"
                )));
            }
        };
        let context = &mut self.lobby.context;
        (context.library, context.robots) = (context.folders.library(), context.folders.robots());
        if let Some(sitting) = &self.sitting {
            let pack = sitting.game().pack();
            if context.library.load(&pack.name).is_ok_and(|now| now.fingerprint != pack.fingerprint) {
                self.lobby.earlier.insert(pack.name.clone(), pack.clone());
            }
        }
        let broken = tell_faults(context);
        let all = if broken.is_empty() { "Packs and robots" } else { "The other packs and the robots" };
        let screen = &context.screen;
        match &mut self.sitting {
            None => screen.tell(&format!("{all} were read again."))?,
            Some(sitting) if broken.iter().any(|name| name == sitting.game().name()) => {
                screen.tell("The match goes on by the rules as they were.")?;
            }
            Some(sitting) => sitting.reload(context, all, again)?,
        }
        Ok(Next::GoOn)
    }
}

impl Sitting {
    /// Goes on by the packs and robots as they are now, if the match still plays by them and, but for `again`, goes the
    /// same way. `all` is what was read again.
    fn reload(&mut self, context: &Context, all: &str, again: bool) -> Result<(), Failure> {
        let screen = &context.screen;
        let record = self.table.record();
        let mut played = match by_the_new_rules(context, &record, &self.table.played) {
            Ok(played) => played,
            Err(why) => {
                let text = format!(
                    "Packs and robots were read again. The match doesn't play by the new rules ({why}), so it goes on by \
                     the old ones; `{}` begins one by the new.",
                    self.play_again()
                );
                return screen.tell(&escape(&text));
            }
        };
        if !again && let Some(difference) = other_way(&self.table.played, &played) {
            let text = format!(
                "{all} were read again. By the new rules {difference}, so the match goes on by the old ones. `reload again` \
                 takes its actions by the new ones all the same, `{}` begins one by them.",
                self.play_again()
            );
            return screen.tell(&escape(&text));
        }
        if record.revealed {
            played.mark_revealed();
        }
        let restored = Table::restore(played, &record, &context.robots, self.table.thinking);
        if restored.is_err() {
            screen.tell("The match goes on with the robots as they were.")?;
        }
        self.table = restored?;
        self.keeping.start_over(&self.table);
        self.audience.moved(&self.table);
        self.keeping.autosave(&self.table, screen);
        screen.tell(&format!("{all} were read again, and the match goes on."))
    }
}

/// Says which packs have faults, and the first of them; returns their names.
fn tell_faults(context: &Context) -> Vec<String> {
    let screen = &context.screen;
    let mut broken = Vec::new();
    for name in context.library.names() {
        let Err(Faults(faults)) = context.library.load(&name) else { continue };
        let count = if faults.len() == 1 { "a fault".to_owned() } else { format!("{} faults", faults.len()) };
        screen.warn(&format!("[red]{} has {count}:[/]", escape(&name)));
        for fault in faults.iter().take(MOST_FAULTS) {
            screen.warn(&excerpt::report(fault, error_width()));
        }
        if faults.len() > MOST_FAULTS {
            screen.say(&format!("`check {}` shows all of them.", escape(&name)));
        }
        broken.push(name);
    }
    broken
}

/// The match played again by the packs as they are now, each action by the seat that took it; or why it can't be.
fn by_the_new_rules(context: &Context, record: &Record, old: &Match) -> Result<Match, Failure> {
    let pack = context.library.load(&record.game)?;
    let game = pack.configure(&record.config(&pack)?)?;
    let mut played = Match::new(game, record.seed, record.players.clone())?;
    for (n, text) in record.actions.iter().enumerate() {
        if let (Some(step), Some(now)) = (old.steps().get(n), played.decision())
            && step.decision.seat != now.seat
        {
            let [was, is] =
                [(old, step.decision.seat), (&played, now.seat)].map(|(of, seat)| of.game().seat_name(seat));
            return Err(Failure::Input(format!("action {}, `{text}`, was {was}'s and would be {is}'s", n + 1)));
        }
        let taken = played.parse(text).map_err(Into::into).and_then(|action| played.act(&action).map(|_| ()));
        taken.map_err(|error| Failure::Input(format!("action {}, {}", n + 1, refused(text, &error.to_string()))))?;
    }
    Ok(played)
}

/// So many of the zones, boards and variables that differ are named.
const MOST_NAMED: usize = 4;

/// How a match that has begun goes another way by other rules: what is different, and from which action on. Only what
/// both rules have is compared, and nothing is told but names, since what they hold may be hidden.
fn other_way(old: &Match, new: &Match) -> Option<String> {
    if old.steps().is_empty() {
        return None;
    }
    for (n, ((due, was), (now_due, is))) in moments(old).zip(moments(new)).enumerate() {
        let place = || match n.checked_sub(1).and_then(|last| old.steps().get(last)) {
            None => "it would have begun otherwise".to_owned(),
            Some(step) => format!("action {n}, `{}`, would have led elsewhere", old.game().action_text(&step.action)),
        };
        let names: Vec<&str> = changed(&was, &is).filter(|part| part.old.is_some()).map(|part| part.name).collect();
        if !names.is_empty() {
            let more = names.len().saturating_sub(MOST_NAMED);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            return Some(format!("{} ({}{more})", place(), names[..names.len().min(MOST_NAMED)].join(", ")));
        }
        let to_act = |of: &Match, due: Option<Decision>| {
            due.map_or_else(|| "nobody".to_owned(), |due| of.game().seat_name(due.seat).to_owned())
        };
        let (was, is) = (to_act(old, due), to_act(new, now_due));
        if was != is {
            return Some(format!("{} ({is} would be to act, not {was})", place()));
        }
    }
    None
}

/// The moments of a match from its beginning on: the decision that was due, and the state.
fn moments(of: &Match) -> impl Iterator<Item = (Option<Decision>, Map<String, Value>)> {
    let steps = of.steps().iter().map(|step| (Some(step.decision), &step.before));
    steps.chain([(of.decision(), of.state())]).map(|(due, state)| (due, members(of.game(), state)))
}
