//! One match at the keyboard: the table with its players, its viewers, and its persistence.

use std::sync::Arc;

use parlour_engine::game::Game;
use parlour_engine::grammar::VerbSpec;
use parlour_engine::ids::Seat;
use parlour_table::{Error, Known, Note, Table};

use super::audience::Audience;
use super::clock::Clock;
use super::lobby::Lobby;
use super::playing::{Flow, tell_printed};
use crate::board::out_mark;
use crate::context::Screen;
use crate::failure::Failure;
use crate::marks::escape;
use crate::script_file::Script;
use crate::settings::clock;

/// A match in progress or finished.
pub(super) struct Sitting {
    /// The match and its players.
    pub(super) table: Table,
    /// Its automatic flow.
    pub(super) flow: Flow,
    /// Its viewers.
    pub(super) audience: Audience,
    /// The clocks of people, if time is limited.
    pub(super) clock: Option<Clock>,
}

impl Sitting {
    /// A new or resumed match, with a person at the keyboard.
    pub(super) fn new(table: Table, script: Option<Script>, viewer: Option<Seat>) -> Self {
        Self { flow: Flow::new(&table, script), audience: Audience::new(&table, viewer), clock: None, table }
    }

    pub(super) fn game(&self) -> &Arc<Game> {
        self.table.game()
    }

    /// True if an action of the game, or an alias, begins with a word.
    pub(super) fn has_action(&self, word: &str) -> bool {
        let mut verbs = self.game().pack().verbs.iter();
        let names = |verb: &VerbSpec| {
            verb.first_word()
                .into_iter()
                .chain(verb.aliases.iter().map(String::as_str))
                .any(|name| name.eq_ignore_ascii_case(word))
        };
        verbs.any(names)
    }

    /// The command for a rematch, which differs if the game has an action of that name.
    pub(super) fn play_again(&self) -> &'static str {
        if self.has_action("play") && self.table.due().is_some() { ":play" } else { "play" }
    }

    /// Lets robots act until a person is needed, and shows the changes.
    pub(super) fn settle(&mut self, lobby: &Lobby, can_ask: bool) -> Result<(), Failure> {
        self.go_on(lobby)?;
        let screen = &lobby.context.screen;
        tell_printed(&mut self.table, screen)?;
        self.audience.change_places(&self.table, screen, can_ask)?;
        if !self.audience.is_handed_over(&self.table) {
            self.audience.show(&mut self.table, screen)?;
            if let Some(clock) = &mut self.clock {
                clock.wind(&mut self.table);
            }
        }
        self.flow.finish(&self.table)
    }

    /// Ends the match if the person to move has run out of time; true if so.
    ///
    /// # Errors
    /// Rules that fail.
    pub(super) fn is_flagged(&mut self) -> Result<bool, Failure> {
        let is_lost = match &mut self.clock {
            Some(clock) => clock.look(&mut self.table)?,
            None => false,
        };
        if is_lost {
            self.audience.ended();
        }
        Ok(is_lost)
    }

    /// Announces the match.
    pub(super) fn announce(&self, screen: &Screen) -> Result<(), Failure> {
        let table = &self.table;
        let game = table.game();
        let mut text = format!("[bold]{}[/]", escape(&game.pack().title));
        if let Some(variant) = game.variant() {
            text.push_str(&format!(", {}", escape(variant)));
        }
        let seats: Vec<String> = game.seats().map(|seat| escape(&self.seated(seat, " is "))).collect();
        text.push_str(&format!(": {}.", seats.join(", ")));
        if let Some(seed) = table.seed() {
            text.push_str(&format!(" [dim]Seed {seed}.[/]"));
        }
        if table.is_revealed() {
            text.push_str(" Hidden things are known of it, and `reveal on` shows them.");
        }
        screen.tell(&text)?;
        if let Some(clock) = &self.clock {
            screen.tell(&clock::told(clock.pace()))?;
        }
        if let Some(told) = table.told_end() {
            screen.tell(&escape(&told))?;
        }
        if !table.humans().is_empty() && table.step_count() == 0 {
            screen.tell("[dim]`guide` explains the game, `help` lists what can be typed, `hint` asks a robot.[/]")?;
        }
        Ok(())
    }

    /// A seat with its player, and with the player named in the match's file.
    fn seated(&self, seat: Seat, is: &str) -> String {
        let table = &self.table;
        let (name, player, who) = (table.game().seat_name(seat), &table.players()[seat.index()], table.who(seat));
        let of_file = if who == player { String::new() } else { format!(" ({who} in the file)") };
        format!("{name}{is}{player}{of_file}")
    }

    /// The prompt of the next line.
    pub(super) fn prompt(&self) -> String {
        let game = self.game();
        let Some(seat) = self.table.due() else { return format!("{} (over)> ", game.name()) };
        let name = game.seat_name(seat);
        if !self.table.is_human(seat) {
            return format!("{name} (waiting)> ");
        }
        match self.audience.viewer {
            _ if !self.audience.is_handed_over(&self.table) => match &self.clock {
                Some(clock) => format!("{name} {}> ", clock.left(seat)),
                None => format!("{name}> "),
            },
            Some(_) => format!("Press Enter, and give the keyboard to {name}. "),
            None => format!("{name}: press Enter to see your cards. "),
        }
    }

    /// The seat to move, if the viewer may know its options.
    ///
    /// # Errors
    /// The match is over, or another seat is to move.
    pub(super) fn own_turn(&self) -> Result<Seat, Failure> {
        let seat = self.table.due().ok_or_else(is_over)?;
        if self.audience.may_look(&self.table, seat) {
            return Ok(seat);
        }
        let (name, player) = (self.game().seat_name(seat), &self.table.players()[seat.index()]);
        if self.table.is_human(seat) {
            return Err(Failure::Input(format!("it is the turn of {name}: press Enter first")));
        }
        Err(Failure::Input(format!("it is the turn of {name}, played by {player}: `auto 1` lets it act")))
    }

    pub(super) fn show_seats(&mut self, lobby: &mut Lobby, _: &str) -> Result<(), Failure> {
        let view = self.audience.view(&self.table);
        for seat in self.game().seats() {
            let mut line = format!("  {}", self.seated(seat, ": "));
            line.push_str(out_mark(&view, seat));
            if self.audience.viewer == Some(seat) && self.table.humans().len() == 1 {
                line.push_str(" (you)");
            }
            if self.table.due() == Some(seat) {
                line.push_str(", to act");
            }
            if let Some(clock) = self.clock.as_ref().filter(|_| self.table.is_human(seat)) {
                line.push_str(&format!(", {} left", clock.left(seat)));
            }
            lobby.context.screen.show(&escape(&line))?;
        }
        Ok(())
    }

    /// Changes the player of a seat.
    pub(super) fn change_seat(&mut self, lobby: &mut Lobby, rest: &str) -> Result<(), Failure> {
        let game = self.game().clone();
        let Some((name, spec)) = rest.split_once(char::is_whitespace).map(|(name, spec)| (name, spec.trim())) else {
            return Err(Failure::Input("expected a seat and who is to play it, as in `seat b random`".to_owned()));
        };
        let Some(seat) = game.seats().find(|&seat| game.seat_name(seat).eq_ignore_ascii_case(name)) else {
            let names: Vec<&str> = game.seats().map(|seat| game.seat_name(seat)).collect();
            return Err(Failure::Input(format!("there is no seat `{name}`; there are {}", names.join(", "))));
        };
        self.table.seat(&lobby.context.robots, seat, spec)?;
        let humans = self.table.humans();
        // With several people with private information, each is asked to come first.
        let is_shared = humans.len() > 1 && game.has_secrets_between_seats();
        self.audience.sit_down(&self.table, humans.first().copied().filter(|_| !is_shared));
        self.flow.is_paused = humans.is_empty();
        let screen = &lobby.context.screen;
        tell_notes(&mut self.table, screen);
        screen.show(&escape(&format!("{} is {spec} now.", game.seat_name(seat))))
    }
}

/// Shows the notifications about persistence.
pub(super) fn tell_notes(table: &mut Table, screen: &Screen) {
    for note in table.take_notes() {
        match note {
            Note::Branch { from, parent, name } => {
                let from = if from == 0 { "its beginning".to_owned() } else { format!("action {from}") };
                let (parent, name) = (escape(&parent), escape(&name));
                let text = format!("[dim]A branch from {from} of `{parent}`, which stays as it is: `{name}`.[/]");
                // If this fails, `history` shows it.
                let _ = screen.tell(&text);
            }
            Note::Marked(known) => {
                let how = match known {
                    Known::Seats => "People and robots have changed seats",
                    Known::Back => "It goes on from before hidden things were seen",
                    Known::Rules => "It goes on by other rules, which may show more",
                    _ => "More of it was seen in another line of it",
                };
                // If this fails, the save shows it.
                let _ = screen.tell(&format!("[dim]{how}: the match is marked, as by `reveal on`.[/]"));
            }
            Note::Unsaved(error) => {
                screen.fault(format!("the match can't be saved on the way: {}", Failure::from(Error::from(error))));
            }
            _ => {}
        }
    }
}

/// The refusal of an action after the end of the match.
pub(super) fn is_over() -> Failure {
    Failure::Input("the match is over: `again` begins another, `undo` takes back".to_owned())
}
