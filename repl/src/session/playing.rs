//! Acting: a person's line, a script, and robots, by the loop of the table.

use std::ops::ControlFlow;
use std::time::Duration;

use parlour_ai::table::{Chosen, Director, Next};
use parlour_ai::{Analyst, Table};
use parlour_engine::action::{Action, ParseError};
use parlour_engine::game::Game;
use parlour_engine::ids::Seat;
use parlour_engine::play::ActError;

use super::audience::Audience;
use super::keeping::Keeping;
use super::lobby::Lobby;
use super::sitting::{Sitting, is_over};
use crate::commands::analyse;
use crate::context::Screen;
use crate::excerpt::Told;
use crate::failure::Failure;
use crate::interrupt::Watch;
use crate::marks::{escape, wrap};
use crate::script_file::Script;
use crate::setup::fresh_seed;
use parlour_table::seats::{self, base_name};

/// Whether and how a match goes on by itself.
pub(super) struct Flow {
    /// Actions from a file that are still to be taken.
    script: Option<Script>,
    /// Robots wait until they are asked to play on.
    pub(super) is_paused: bool,
    /// What `hint` has said, and after how many actions.
    hinted: Option<(usize, Action)>,
    /// The place of the last step that a robot took, and why it did so.
    pub(super) reason: Option<(usize, String)>,
}

impl Flow {
    pub(super) fn new(table: &Table, script: Option<Script>) -> Self {
        Self { is_paused: table.humans().is_empty() && script.is_none(), script, hinted: None, reason: None }
    }

    /// # Errors
    /// The match is over, but not its script.
    pub(super) fn finish(&mut self, table: &Table) -> Result<(), Failure> {
        match self.script.take() {
            Some(mut script) if table.due().is_none() => script.finish(),
            script => {
                self.script = script;
                Ok(())
            }
        }
    }
}

/// Where an action came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    Person,
    Script,
    Robot,
}

/// Directs the match of a session: says who acts, keeps every step and tells the audience of it.
struct Playing<'a> {
    screen: &'a Screen,
    flow: &'a mut Flow,
    audience: &'a mut Audience,
    keeping: &'a mut Keeping,
    watch: Watch,
    /// What the person at the keyboard does.
    given: Option<Action>,
    /// Robots act for people too.
    for_all: bool,
    /// How long each position is shown, if that is wanted.
    pace: Option<Duration>,
    /// How many actions may still be taken.
    left: usize,
    /// Where the action that is being taken came from.
    source: Source,
}

impl Director for Playing<'_> {
    type Error = Failure;

    fn next(&mut self, table: &mut Table, seat: Seat) -> Result<Next, Failure> {
        if self.left == 0 {
            return Ok(Next::Rest);
        }
        if let Some(action) = self.given.take() {
            self.source = Source::Person;
            return Ok(Next::Take(action));
        }
        if let Some(script) = &mut self.flow.script {
            self.source = Source::Script;
            match script.next(&table.played)? {
                Some(action) => return Ok(Next::Take(action)),
                None => self.flow.script = None,
            }
        }
        if self.flow.is_paused || !self.for_all && table.is_human(seat) {
            return Ok(Next::Rest);
        }
        self.source = Source::Robot;
        self.watch.stops(table.stop_handle(seat));
        Ok(Next::Ask)
    }

    fn chosen(&mut self, table: &mut Table, chosen: &Chosen) -> Result<ControlFlow<()>, Failure> {
        self.watch.stops(None);
        let seat = escape(table.played.game().seat_name(chosen.seat));
        for line in &chosen.printed {
            self.screen.show(&format!("[dim]{seat}: {}[/]", escape(line)))?;
        }
        if self.watch.is_pressed() || chosen.fault.as_ref().is_some_and(|fault| fault.is_stop()) {
            self.flow.is_paused = true;
            let is_human = table.is_human(chosen.seat);
            let more = if is_human { "It is your turn." } else { "Enter or `auto` lets the robots go on." };
            self.screen.say(&wrap(&format!("[yellow]Stopped.[/] {more}"), self.screen.width, 0));
            return Ok(ControlFlow::Break(()));
        }
        if let Some(fault) = &chosen.fault {
            self.screen.blame(&Told::of_robot(fault, "; `random` moves instead"));
        }
        Ok(ControlFlow::Continue(()))
    }

    fn acted(&mut self, table: &mut Table, chosen: &Chosen) -> Result<(), Failure> {
        self.left -= 1;
        if self.source == Source::Robot {
            let step = table.played.steps().len() - 1;
            self.flow.reason = chosen.reason.clone().map(|reason| (step, reason));
        }
        self.keeping.acted(table, self.screen);
        tell_printed(table, self.screen)?;
        self.audience.acted(table, self.screen)?;
        if let Some(pace) = self.pace.filter(|_| self.left > 0 && table.due().is_some()) {
            self.audience.draw(table, self.screen)?;
            self.watch.sleep(pace);
            self.flow.is_paused = self.watch.is_pressed();
        }
        Ok(())
    }

    fn refused(&mut self, error: ActError) -> Failure {
        match (self.source, &self.flow.script) {
            (Source::Script, Some(script)) => return script.refusal(error),
            (Source::Robot, _) => self.flow.is_paused = true,
            _ => {}
        }
        error.into()
    }
}

/// Shows what the rules have printed since the last time.
pub(super) fn tell_printed(table: &mut Table, screen: &Screen) -> Result<(), Failure> {
    let printed = table.played.host().take_output();
    printed.iter().try_for_each(|line| screen.show(&format!("[dim]rules: {}[/]", escape(line))))
}

/// What is to be played at once.
struct Stretch {
    given: Option<Action>,
    for_all: bool,
    pace: Option<Duration>,
    most: usize,
}

impl Sitting {
    fn play(&mut self, lobby: &Lobby, stretch: Stretch) -> Result<(), Failure> {
        let Stretch { given, for_all, pace, most } = stretch;
        let mut playing = Playing {
            screen: &lobby.context.screen,
            flow: &mut self.flow,
            audience: &mut self.audience,
            keeping: &mut self.keeping,
            watch: Watch::begin(),
            given,
            for_all,
            pace,
            left: most,
            source: Source::Person,
        };
        self.table.play(&mut playing).map(|_| ())
    }

    /// Takes actions of the script and of robots until a person is needed.
    pub(super) fn go_on(&mut self, lobby: &Lobby) -> Result<(), Failure> {
        self.play(lobby, Stretch { given: None, for_all: false, pace: None, most: usize::MAX })
    }

    /// Takes an action that the person at the keyboard has written.
    pub(super) fn action(&mut self, lobby: &mut Lobby, text: &str) -> Result<(), Failure> {
        if self.audience.is_handed_over(&self.table) {
            // Even what is wrong with it would tell what the next person holds.
            self.own_turn()?;
        }
        let Some(seat) = self.table.due() else {
            // A line that is not an action at all is answered as such.
            self.table.played.parse(text)?;
            return Err(is_over());
        };
        if !self.table.is_human(seat) {
            let (name, player) = (self.game().seat_name(seat), &self.table.played.players()[seat.index()]);
            return Err(Failure::Input(format!(
                "{name} is played by {player}: `auto 1` lets it act, `seat {name} human` takes the seat"
            )));
        }
        let action = match self.table.played.parse(text) {
            Err(ParseError::Several { first, rest }) => {
                // Several actions of one turn, as in `13/10 13/9`, are taken one after the other.
                let action = self.table.played.parse(&first)?;
                if !self.table.played.goes_on_after(&action)? {
                    return Err(ActError::from(ParseError::Several { first, rest }).into());
                }
                self.take(lobby, action)?;
                return self.action(lobby, &rest);
            }
            action => action?,
        };
        self.take(lobby, action)
    }

    /// Takes an action of the person at the keyboard.
    fn take(&mut self, lobby: &Lobby, action: Action) -> Result<(), Failure> {
        self.play(lobby, Stretch { given: Some(action), for_all: false, pace: None, most: 1 })?;
        self.flow.is_paused = false;
        Ok(())
    }

    /// An empty line gives the keyboard over, lets waiting robots go on, or is the action that the game says it stands
    /// for.
    pub(super) fn empty_line(&mut self, lobby: &mut Lobby) -> Result<(), Failure> {
        if self.audience.is_handed_over(&self.table) {
            return self.audience.hand_over(&self.table, &lobby.context.screen);
        }
        if self.flow.is_paused && !self.table.humans().is_empty() {
            self.flow.is_paused = false;
            return Ok(());
        }
        let decision = self.table.played.decision().filter(|decision| self.table.is_human(decision.seat));
        let pack = self.game().pack();
        let enter = decision.and_then(|decision| pack.phases[decision.phase.index()].enter);
        let Some(text) = enter.map(|verb| pack.verbs[verb].name.clone()) else { return Ok(()) };
        self.action(lobby, &text)
    }

    /// Lets robots play on for all seats.
    pub(super) fn auto(&mut self, lobby: &mut Lobby, rest: &str) -> Result<(), Failure> {
        self.robots_alone(lobby, rest, None)
    }

    /// The same, showing each position for a while.
    pub(super) fn watch(&mut self, lobby: &mut Lobby, rest: &str) -> Result<(), Failure> {
        self.robots_alone(lobby, rest, Some(lobby.pace))
    }

    fn robots_alone(&mut self, lobby: &Lobby, rest: &str, pace: Option<Duration>) -> Result<(), Failure> {
        let most = count(rest)?;
        if self.table.due().is_none() {
            return Err(is_over());
        }
        let robots = &lobby.context.robots;
        self.table.stand_in(robots, &seats::default_robot(self.game().pack(), robots, 1))?;
        self.flow.is_paused = false;
        let stretch = Stretch { given: None, for_all: true, pace, most: most.unwrap_or(usize::MAX) };
        let result = self.play(lobby, stretch);
        self.table.give_back();
        // Robots wait again where nobody else can act, or where so many actions were asked for.
        self.flow.is_paused |= most.is_some() || self.table.humans().is_empty();
        self.keeping.autosave(&self.table, &lobby.context.screen);
        result
    }

    /// Says whether and why an action is allowed; without one, why the last robot did what it did.
    pub(super) fn why(&mut self, lobby: &mut Lobby, text: &str) -> Result<(), Failure> {
        let screen = &lobby.context.screen;
        if text.is_empty() {
            return match self.last_reason() {
                Some(reason) => screen.show(&wrap(&escape(&reason), screen.width, 2)),
                None => Err(Failure::Input("no robot has given a reason; `why ACTION` explains an action".to_owned())),
            };
        }
        self.own_turn()?;
        let action = self.table.played.parse(text)?;
        let name = escape(&self.game().action_text(&action));
        let answer = match self.table.played.check(&action)? {
            Ok(()) => format!("`{name}` is allowed: {}", verb_help(self.game(), &action)),
            // Some refusals name the action already.
            Err(refusal) => match escape(&refusal.to_string()) {
                text if text.starts_with('`') => text,
                text => format!("`{name}` is not allowed: {text}"),
            },
        };
        screen.show(&wrap(&answer, screen.width, 2))
    }

    /// What the last robot did and why, as far as those at the keyboard may know it.
    fn last_reason(&self) -> Option<String> {
        let (n, reason) = self.flow.reason.as_ref()?;
        let (played, viewer) = (&self.table.played, self.audience.viewer);
        let (game, step) = (played.game(), played.steps().get(*n)?);
        let (seat, player) = (game.seat_name(step.decision.seat), &played.players()[step.decision.seat.index()]);
        let everything = self.audience.knows_all(&self.table);
        let action = game.step_text(step, viewer, everything);
        let reason = match everything || game.may_know_all(step, viewer) {
            true => reason,
            false => "its reason is told once the action may be known",
        };
        Some(format!("{seat} ({player}), {action}: {reason}"))
    }

    /// What a robot would do in the place of the seat that is to act.
    pub(super) fn hint(&mut self, lobby: &mut Lobby, spec: &str) -> Result<(), Failure> {
        let seat = self.own_turn()?;
        if let Some(rest) = spec.strip_prefix("-v") {
            let (view, legal) = (self.table.played.view(Some(seat)), self.table.played.legal());
            let mut analyst = Analyst::new(self.game().clone(), fresh_seed())?;
            let (report, _) = analyse::thought(&mut analyst, &view, legal, self.table.thinking)?;
            let best = report.actions.first().map(|judged| judged.action.clone());
            self.flow.hinted = best.map(|action| (self.table.played.steps().len(), action));
            let screen = &lobby.context.screen;
            screen.show(&analyse::table(self.game(), &report, screen.widest()))?;
            let robot = seats::default_robot(self.game().pack(), &lobby.context.robots, 1);
            let text =
                format!("[dim]So thinks a search that knows the rules alone; `hint` asks {}.[/]", escape(&robot));
            screen.show(&wrap(&text, screen.width, 0))?;
            return if rest.trim().is_empty() { Ok(()) } else { self.hint(lobby, rest.trim()) };
        }
        let (robots, screen) = (&lobby.context.robots, &lobby.context.screen);
        let spec = match spec {
            "" => seats::default_robot(self.game().pack(), robots, 1),
            spec => spec.to_owned(),
        };
        let mut player = self.table.make(robots, seat, &spec)?;
        let watch = Watch::begin();
        watch.stops(player.stop_handle());
        let choice = self.table.ask(player.as_mut());
        for line in player.take_output() {
            screen.show(&format!("[dim]{}[/]", escape(&line)))?;
        }
        if watch.is_pressed() {
            return Err(Failure::Input("stopped".to_owned()));
        }
        drop(watch);
        let choice = choice.map_err(|fault| Failure::Input(fault.to_string()))?;
        let action = escape(&self.game().action_text(&choice.action));
        let reason = choice.reason.map_or_else(|| ".".to_owned(), |reason| format!(": {}", escape(&reason)));
        let text = format!("{} would choose [bold]{action}[/]{reason}", escape(base_name(&spec)));
        self.flow.hinted = Some((self.table.played.steps().len(), choice.action));
        screen.show(&wrap(&text, screen.width, 2))
    }

    /// Does what a hint has said.
    pub(super) fn take_hint(&mut self, lobby: &mut Lobby, _: &str) -> Result<(), Failure> {
        self.own_turn()?;
        let now = self.table.played.steps().len();
        match self.flow.hinted.take().filter(|(then, _)| *then == now) {
            Some((_, action)) => {
                let text = self.game().action_text(&action);
                lobby.context.screen.show(&format!("[dim]{}[/]", escape(&text)))?;
                self.action(lobby, &text)
            }
            None => Err(Failure::Input("`ok` does what `hint` says: ask for a hint first".to_owned())),
        }
    }
}

fn verb_help(game: &Game, action: &Action) -> String {
    let verb = &game.pack().verbs[action.verb().index()];
    escape(if verb.help.is_empty() { "it is legal now." } else { &verb.help })
}

/// A whole number from 1, if there is one.
pub(super) fn count(text: &str) -> Result<Option<usize>, Failure> {
    if text.is_empty() {
        return Ok(None);
    }
    let n = text.parse().ok().filter(|&n: &usize| n > 0);
    n.map(Some).ok_or_else(|| Failure::Input(format!("expected a whole number from 1, not `{text}`")))
}
