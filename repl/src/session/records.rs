//! The match as a whole: saving, undo and redo, replay, review, reload.

use clap::{CommandFactory, Parser};
use parlour_ai::Thinking;
use parlour_engine::diagnostic::Faults;
use parlour_table::reload::Reloaded;
use parlour_table::saves;

use super::beginning::{options_of, words};
use super::lobby::Lobby;
use super::playing::count;
use super::sitting::{Sitting, tell_notes};
use super::walk::{Left, Walk};
use super::{Next, Session};
use crate::answers::ending::actions;
use crate::answers::impact;
use crate::answers::looking::{self, Look, Studied};
use crate::answers::review;
use crate::arguments;
use crate::context::{Context, error_width};
use crate::excerpt;
use crate::failure::Failure;
use crate::marks::escape;

/// A line `replay ...` with the options of the command line.
#[derive(Debug, Parser)]
#[command(name = "replay", no_binary_name = true, disable_help_flag = true)]
struct ReplayLine {
    file: Vec<String>,
    #[command(flatten)]
    look: Look,
}

/// The options of `replay`: syntax and description.
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

/// The options of `review`: syntax and description.
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

/// The options of `impact`: syntax and description.
pub(super) fn impact_options() -> Vec<(String, String)> {
    options_of(&ImpactLine::command())
}

/// The maximum number of a pack's faults shown after a reload.
const MAX_FAULTS: usize = 3;

impl Sitting {
    pub(super) fn save(&mut self, lobby: &mut Lobby, file: &str) -> Result<(), Failure> {
        let name = match file {
            "" => self.table.name_to_save().unwrap_or_default(),
            file => file.to_owned(),
        };
        if saves::is_game(&name) {
            let text = self.table.notation_to_keep()?;
            let text = text.ok_or_else(|| {
                let title = &self.game().pack().title;
                Failure::Input(format!("matches of {title} are not written in PGN; another name saves the match"))
            })?;
            let path = lobby.context.saves.save_game(&text, &name)?;
            return lobby.context.screen.show(&escape(&format!("Written: {}", path.display())));
        }
        let path = self.table.save(&name)?;
        lobby.context.screen.show(&escape(&format!("Saved: {}", path.display())))
    }

    /// Undoes the last action of a person and everything after it, `n` times; among robots alone one action at a time.
    pub(super) fn undo(&mut self, lobby: &mut Lobby, rest: &str) -> Result<(), Failure> {
        if self.table.conclusion().is_some() && count(rest)?.unwrap_or(1) == 1 {
            self.table.take_back_end(&lobby.context.robots)?;
            self.moved(lobby);
            return lobby.context.screen.show("[dim]The end of the match is taken back; it goes on.[/]");
        }
        let Some(to) = self.table.back_to(count(rest)?.unwrap_or(1)) else {
            return Err(Failure::Input("there is nothing to take back".to_owned()));
        };
        if let Some(seat) = self.clock.as_ref().and_then(|clock| clock.too_short(to)) {
            let text = format!("{} has too little time left to take that back", self.game().seat_name(seat));
            return Err(Failure::Input(text));
        }
        if let Some(clock) = &mut self.clock {
            clock.go_back(to);
        }
        let back = self.table.go_back(&lobby.context.robots, to);
        self.flow.is_paused = self.table.humans().is_empty();
        self.moved(lobby);
        lobby.context.screen.show(&format!("[dim]Taken back: {}.[/]", actions(back?)))
    }

    /// Redoes undone actions up to the next decision of a person, `n` times.
    pub(super) fn redo(&mut self, lobby: &mut Lobby, rest: &str) -> Result<(), Failure> {
        let done = self.table.go_forth(&lobby.context.robots, count(rest)?.unwrap_or(1))?;
        if done == 0 {
            return Err(Failure::Input("there is nothing to do again".to_owned()));
        }
        self.moved(lobby);
        lobby.context.screen.show(&format!("[dim]Done again: {}.[/]", actions(done)))
    }

    /// Walks through the match so far, or prints it without a terminal.
    fn look_back(&mut self, lobby: &mut Lobby, look: &Look) -> Result<(), Failure> {
        let (screen, thinking) = (&lobby.context.screen, self.table.thinking());
        let looker = self.audience.looker_back(&self.table);
        let mut past = self.table.past(looker);
        look.settle(&mut past)?;
        if !screen.is_interactive || !look.is_walk() {
            return look.tell(screen, &mut past);
        }
        let from = look.step().unwrap_or(past.total());
        let left = Walk::new(&lobby.context, &mut past, thinking).run(from)?;
        drop(past);
        match left {
            Left::PlayFrom(n) if n < self.table.step_count() => self.play_from(lobby, n),
            _ => self.audience.show_again(&mut self.table, screen),
        }
    }

    /// Undoes to a number of actions, to play on from there.
    pub(super) fn play_from(&mut self, lobby: &mut Lobby, n: usize) -> Result<(), Failure> {
        if let Some(clock) = &mut self.clock {
            clock.go_back(n);
        }
        if let Some(seat) = self.table.play_from(&lobby.context.robots, n)? {
            self.audience.sit_down(&self.table, Some(seat));
        }
        self.flow.is_paused = false;
        self.moved(lobby);
        let text = format!("You play from here, after {}. The match stays as it was: this is a branch.", actions(n));
        lobby.context.screen.tell(&text)
    }

    /// After an undo or redo no events are repeated.
    fn moved(&mut self, lobby: &Lobby) {
        self.audience.moved(&self.table);
        tell_notes(&mut self.table, &lobby.context.screen);
    }
}

impl Session {
    /// Replays the match from the beginning, as the viewer saw it, or a saved one.
    pub(super) fn replay(&mut self, rest: &str) -> Result<Next, Failure> {
        let line = ReplayLine::try_parse_from(words(rest));
        let line = line.map_err(|error| Failure::Input(arguments::fault_at_prompt(&error, "replay")))?;
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

    /// Reviews the decisions of the match, or of a saved one.
    pub(super) fn review(&mut self, rest: &str) -> Result<Next, Failure> {
        let line = ReviewLine::try_parse_from(words(rest));
        let line = line.map_err(|error| Failure::Input(arguments::fault_at_prompt(&error, "review")))?;
        let file = line.file.join(" ");
        let context = &self.lobby.context;
        let (mut table, viewer) = match &self.sitting {
            Some(sitting) if file.is_empty() => {
                let table = sitting.table.copy_to_study(&context.library)?;
                (table, sitting.audience.looker_back(&sitting.table))
            }
            None if file.is_empty() => return Err(Failure::Input("which match? `saves` lists them".to_owned())),
            _ => {
                let table = looking::load(context, &file)?;
                let reader = table.reader();
                (table, reader)
            }
        };
        line.depth.look(context, &mut table, viewer)?;
        Ok(Next::GoOn)
    }

    /// Walks through a saved match, and continues it from a moment on request.
    ///
    /// # Errors
    /// A match that can't be replayed, a terminal that can't be used.
    pub(crate) fn study(mut self, file: &str, look: &Look) -> Result<u8, Failure> {
        self.look_back(file, look)?;
        if self.sitting.is_some() { self.run() } else { Ok(0) }
    }

    fn look_back(&mut self, file: &str, look: &Look) -> Result<(), Failure> {
        let context = &self.lobby.context;
        let Studied { path, record, mut table, changes } = looking::study(context, file)?;
        let mut past = looking::past_of(&mut table);
        look.settle(&mut past)?;
        let screen = &context.screen;
        if !screen.is_interactive || !look.is_walk() {
            changes.iter().for_each(|changes| screen.say(changes));
            return look.tell(screen, &mut past);
        }
        let walk = Walk::new(context, &mut past, Thinking::AT_THE_KEYBOARD).noting(changes);
        let Left::PlayFrom(n) = walk.run(look.step().unwrap_or(0))? else { return Ok(()) };
        self.leave();
        self.take_up(&path, &record)?;
        match &mut self.sitting {
            Some(sitting) => sitting.play_from(&mut self.lobby, n),
            None => Ok(()),
        }
    }

    /// The effect of a rule change; without options, of the changes since the last reload.
    pub(super) fn impact(&mut self, rest: &str) -> Result<Next, Failure> {
        let line = ImpactLine::try_parse_from(words(rest));
        let line = line.map_err(|error| Failure::Input(arguments::fault_at_prompt(&error, "impact")))?;
        let game = self.game_or(line.game.as_deref().unwrap_or_default())?;
        let earlier = self.lobby.earlier.get(&game).filter(|_| line.change.is_of_rules()).cloned();
        line.change.run(&self.lobby.context, &game, earlier)?;
        Ok(Next::GoOn)
    }

    /// Reloads packs and robots, and continues the match by them if it replays identically, or with `again` if it
    /// replays at all.
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
    /// Reloads the match by the current packs and robots, if it replays identically, or with `again` if it replays at
    /// all. `all` names what was reloaded.
    fn reload(&mut self, context: &Context, all: &str, again: bool) -> Result<(), Failure> {
        let screen = &context.screen;
        match self.table.reload(&context.library, &context.robots, again) {
            Ok(Reloaded::Unplayable(why)) => {
                let text = format!(
                    "Packs and robots were read again. The match doesn't play by the new rules ({why}), so it goes on by \
                     the old ones; `{}` begins one by the new.",
                    self.play_again()
                );
                screen.tell(&escape(&text))
            }
            Ok(Reloaded::OtherWay(difference)) => {
                let text = format!(
                    "{all} were read again. By the new rules {difference}, so the match goes on by the old ones. `reload again` \
                     takes its actions by the new ones all the same, `{}` begins one by them.",
                    self.play_again()
                );
                screen.tell(&escape(&text))
            }
            Ok(_) => {
                self.audience.moved(&self.table);
                tell_notes(&mut self.table, screen);
                screen.tell(&format!("{all} were read again, and the match goes on."))
            }
            Err(faults) => {
                screen.tell("The match goes on with the robots as they were.")?;
                Err(faults.into())
            }
        }
    }
}

/// Reports the packs with faults, with the first of these; returns the packs' names.
fn tell_faults(context: &Context) -> Vec<String> {
    let screen = &context.screen;
    let mut broken = Vec::new();
    for name in context.library.names() {
        let Err(Faults(faults)) = context.library.load(&name) else { continue };
        let count = if faults.len() == 1 { "a fault".to_owned() } else { format!("{} faults", faults.len()) };
        screen.warn(&format!("[red]{} has {count}:[/]", escape(&name)));
        for fault in faults.iter().take(MAX_FAULTS) {
            screen.warn(&excerpt::report(fault, error_width()));
        }
        if faults.len() > MAX_FAULTS {
            screen.say(&format!("`check {}` shows all of them.", escape(&name)));
        }
        broken.push(name);
    }
    broken
}
