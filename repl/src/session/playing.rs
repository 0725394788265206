//! Acting: lines of a person, a script, and robots.

use std::time::Duration;

use parlour_engine::action::Action;
use parlour_engine::ids::Seat;
use parlour_table::seats;
use parlour_table::{Advised, Answer, Error, Level, Table};

use super::lobby::Lobby;
use super::sitting::{Sitting, is_over, tell_notes};
use crate::answers::thoughts;
use crate::context::Screen;
use crate::excerpt::Told;
use crate::failure::Failure;
use crate::interrupt::Watch;
use crate::marks::{escape, wrap};
use crate::notice::Notice;
use crate::script_file::Script;

/// The automatic flow of a match.
pub(super) struct Flow {
    /// Remaining actions from a file.
    script: Option<Script>,
    /// True if robots are paused.
    pub(super) is_paused: bool,
    /// The last hint, and its number of actions.
    hinted: Option<(usize, Advised)>,
}

impl Flow {
    pub(super) fn new(table: &Table, script: Option<Script>) -> Self {
        Self { is_paused: table.humans().is_empty() && script.is_none(), script, hinted: None }
    }

    /// # Errors
    /// Actions left in a script after the end of the match.
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

/// The origin of an action.
#[derive(Debug)]
enum Source {
    Person(Action),
    Script(Action),
    /// Queued earlier by a person.
    Intended,
    Robot(Answer),
}

/// Shows the rules' output since the last time.
pub(super) fn tell_printed(table: &mut Table, screen: &Screen) -> Result<(), Failure> {
    let printed = table.take_output();
    printed.iter().try_for_each(|line| screen.show(&format!("[dim]rules: {}[/]", escape(line))))
}

/// A sequence of actions played together.
struct Stretch {
    /// The action of the person at the keyboard.
    given: Option<Action>,
    /// True if robots act for people too.
    for_all: bool,
    /// The pause after each position, if any.
    pace: Option<Duration>,
    /// The maximum number of actions.
    most: usize,
}

impl Sitting {
    /// Takes actions, one after the other, until a person is needed.
    fn play(&mut self, lobby: &Lobby, mut stretch: Stretch) -> Result<(), Failure> {
        let (screen, watch) = (&lobby.context.screen, Watch::begin());
        let mut left = stretch.most;
        while let Some(seat) = self.table.due().filter(|_| left > 0) {
            let Some(source) = self.next(seat, &mut stretch, &watch, screen)? else { break };
            let before = self.table.step_count();
            self.take_from(seat, source)?;
            left -= 1;
            tell_notes(&mut self.table, screen);
            tell_printed(&mut self.table, screen)?;
            if self.table.step_count() == before {
                self.audience.ended();
                break;
            }
            self.audience.acted(&mut self.table, screen)?;
            if let Some(pace) = stretch.pace.filter(|_| left > 0 && self.table.due().is_some()) {
                self.audience.draw(&mut self.table, screen)?;
                watch.sleep(pace);
                self.flow.is_paused = watch.is_pressed();
            }
        }
        Ok(())
    }

    /// The origin of the next action; `None` to pause.
    fn next(
        &mut self,
        seat: Seat,
        stretch: &mut Stretch,
        watch: &Watch,
        screen: &Screen,
    ) -> Result<Option<Source>, Failure> {
        if let Some(action) = stretch.given.take() {
            return Ok(Some(Source::Person(action)));
        }
        if let Some(script) = &mut self.flow.script {
            match script.next(|text| self.table.parse(seat, text))? {
                Some(action) => return Ok(Some(Source::Script(action))),
                None => self.flow.script = None,
            }
        }
        if self.table.is_intended() {
            return Ok(Some(Source::Intended));
        }
        if self.flow.is_paused || !stretch.for_all && self.table.is_human(seat) {
            return Ok(None);
        }
        let name = escape(self.table.game().seat_name(seat));
        let player = escape(&self.table.players()[seat.index()]);
        let notice = Notice::begin(
            screen,
            &match self.table.is_human(seat) {
                true => format!("A robot thinks for {name} ..."),
                false => format!("{name} ({player}) thinks ..."),
            },
        );
        watch.stops(self.table.stop_handle(seat));
        let answer = self.table.ask();
        watch.stops(None);
        drop(notice);
        let Some(answer) = answer else { return Ok(None) };
        for line in answer.printed() {
            screen.show(&format!("[dim]{name}: {}[/]", escape(line)))?;
        }
        if watch.is_pressed() || answer.fault().is_some_and(|fault| fault.is_stop()) {
            self.flow.is_paused = true;
            let is_human = self.table.is_human(seat);
            let more = match self.table.humans().as_slice() {
                _ if is_human => "It is your turn.",
                // `auto` would play the turns of people as well.
                [] => "`auto` lets the robots go on.",
                _ => "Enter lets the robots go on.",
            };
            screen.say(&wrap(&format!("[yellow]Stopped.[/] {more}"), screen.width, 0));
            return Ok(None);
        }
        if let Some(fault) = answer.fault() {
            screen.blame(&Told::of_robot(fault, "; `random` moves instead"));
        }
        Ok(Some(Source::Robot(answer)))
    }

    fn take_from(&mut self, seat: Seat, source: Source) -> Result<(), Failure> {
        match source {
            Source::Person(action) => Ok(self.table.take(seat, &action)?),
            Source::Intended => Ok(self.table.take_intended().map(|_| ())?),
            Source::Script(action) => self.table.take(seat, &action).map_err(|error| match &self.flow.script {
                Some(script) => script.refusal(error),
                None => error.into(),
            }),
            Source::Robot(answer) => self.table.take_answer(answer).map_err(|error| {
                self.flow.is_paused = true;
                error.into()
            }),
        }
    }

    /// Takes actions of the script and of robots until a person is needed.
    pub(super) fn go_on(&mut self, lobby: &Lobby) -> Result<(), Failure> {
        self.play(lobby, Stretch { given: None, for_all: false, pace: None, most: usize::MAX })
    }

    /// Takes an action written by the person at the keyboard.
    pub(super) fn action(&mut self, lobby: &mut Lobby, text: &str) -> Result<(), Failure> {
        if self.audience.is_handed_over(&self.table) {
            // Even an error in it would reveal the next person's options.
            self.own_turn()?;
        }
        let Some(seat) = self.table.due() else {
            // A line that isn't an action at all gets the parser's error.
            let first = Seat::from_index(0);
            return Err(match self.table.parse(first, text) {
                Err(error @ Error::Action(_)) => error.into(),
                _ => is_over(),
            });
        };
        if !self.table.is_human(seat) {
            let (name, player) = (self.game().seat_name(seat), &self.table.players()[seat.index()]);
            return Err(Failure::Input(format!(
                "{name} is played by {player}: `auto 1` lets it act, `seat {name} human` takes the seat"
            )));
        }
        // Several actions of a turn, as in `13/10 13/9`, are taken one after the other.
        let line = self.table.read(seat, text)?;
        let mut actions = line.actions.into_iter();
        let Some(first) = actions.next() else { return Ok(()) };
        self.take(lobby, first)?;
        self.table.intend(seat, actions);
        match line.rest {
            Some(rest) => self.action(lobby, &rest),
            None => Ok(()),
        }
    }

    /// Takes an action of the person at the keyboard.
    fn take(&mut self, lobby: &Lobby, action: Action) -> Result<(), Failure> {
        self.play(lobby, Stretch { given: Some(action), for_all: false, pace: None, most: 1 })?;
        self.flow.is_paused = false;
        Ok(())
    }

    /// An empty line hands the keyboard over, lets paused robots go on, or is the game's default action.
    pub(super) fn empty_line(&mut self, lobby: &mut Lobby) -> Result<(), Failure> {
        if self.audience.is_handed_over(&self.table) {
            return self.audience.hand_over(&self.table, &lobby.context.screen);
        }
        if self.flow.is_paused && !self.table.humans().is_empty() {
            self.flow.is_paused = false;
            return Ok(());
        }
        let decision = self.table.decision().filter(|decision| self.table.is_human(decision.seat));
        let pack = self.game().pack();
        let enter = decision.and_then(|decision| pack.phases[decision.phase.index()].enter);
        let Some(text) = enter.map(|verb| pack.verbs[verb].name.clone()) else { return Ok(()) };
        self.action(lobby, &text)
    }

    /// Lets robots play on for all seats.
    pub(super) fn auto(&mut self, lobby: &mut Lobby, rest: &str) -> Result<(), Failure> {
        self.robots_alone(lobby, rest, None)
    }

    /// Lets robots play on for all seats, with a pause after each position.
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
        // Robots pause again if no person can act, or after the requested number of actions.
        self.flow.is_paused |= most.is_some() || self.table.humans().is_empty();
        tell_notes(&mut self.table, &lobby.context.screen);
        result
    }

    /// Explains why an action is legal or not; without an action, the last robot's reason.
    pub(super) fn why(&mut self, lobby: &mut Lobby, text: &str) -> Result<(), Failure> {
        let screen = &lobby.context.screen;
        if text.is_empty() {
            return match self.last_reason() {
                Some(reason) => screen.show(&wrap(&escape(&reason), screen.width, 2)),
                None => Err(Failure::Input("no robot has given a reason; `why ACTION` explains an action".to_owned())),
            };
        }
        self.own_turn()?;
        let why = self.table.why(self.audience.looker(), text)?;
        screen.show(&wrap(&escape(&why.text), screen.width, 2))
    }

    /// The last action of a robot and its reason, as far as the viewer may know them.
    fn last_reason(&self) -> Option<String> {
        let told = self.table.last_reason(self.audience.looker_back(&self.table))?;
        let reason = told.reason.as_deref().unwrap_or("its reason is told once the action may be known");
        let (seat, player, action) = (self.game().seat_name(told.seat), told.player, told.action);
        Some(format!("{seat} ({player}), {action}: {reason}"))
    }

    /// Advice of a robot for the seat to move: the best of the game, or a given one. `-v` shows its search report.
    pub(super) fn hint(&mut self, lobby: &mut Lobby, rest: &str) -> Result<(), Failure> {
        self.own_turn()?;
        let looker = self.audience.looker();
        let (robots, screen) = (&lobby.context.robots, &lobby.context.screen);
        let (is_wide, named) = match rest.split_once(char::is_whitespace).unwrap_or((rest, "")) {
            ("-v", named) => (true, named.trim()),
            _ => (false, rest),
        };
        let robot = if named.is_empty() { Level::BEST.name() } else { named };
        let mut adviser = self.table.adviser(looker, robots, robot)?;
        let notice = Notice::begin(screen, &format!("{} thinks ...", escape(adviser.name())));
        let watch = Watch::begin();
        watch.stops(adviser.stop_handle());
        let advice = self.table.advice(&mut adviser)?;
        drop(notice);
        for line in &advice.printed {
            screen.show(&format!("[dim]{}[/]", escape(line)))?;
        }
        let is_stopped = watch.is_pressed();
        drop(watch);
        let game = self.game().clone();
        let search =
            is_wide.then(|| thoughts::search(&game, &advice, screen.widest(), &mut |line| self.table.told_line(line)));
        if is_stopped {
            // The report so far is shown, but there is no choice.
            let found = search.filter(|_| advice.report.is_some());
            found.map_or(Ok(()), |search| screen.show_filled(&search))?;
            return Err(Failure::Input("stopped".to_owned()));
        }
        let searched = advice.report.as_ref().filter(|report| report.nodes > 0);
        let odds = searched.and_then(|report| report.actions.first().map(|judged| judged.value));
        let (text, advised) = thoughts::advised(advice)?;
        search.map_or(Ok(()), |search| screen.show_filled(&search))?;
        self.flow.hinted = Some((self.table.step_count(), advised));
        screen.show(&wrap(&text, screen.width, 2))?;
        self.early_end(odds).map_or(Ok(()), |text| screen.show(&wrap(&escape(&text), screen.width, 2)))
    }

    /// Takes the action of the last hint.
    pub(super) fn take_hint(&mut self, lobby: &mut Lobby, _: &str) -> Result<(), Failure> {
        self.own_turn()?;
        let now = self.table.step_count();
        match self.flow.hinted.take().filter(|(then, _)| *then == now) {
            Some((_, advised)) => {
                lobby.context.screen.show(&format!("[dim]{}[/]", escape(&advised.told)))?;
                self.action(lobby, &advised.text)
            }
            None => Err(Failure::Input("`ok` does what `hint` says: ask for a hint first".to_owned())),
        }
    }
}

/// Parses an optional whole number from 1.
pub(super) fn count(text: &str) -> Result<Option<usize>, Failure> {
    if text.is_empty() {
        return Ok(None);
    }
    let n = text.parse().ok().filter(|&n: &usize| n > 0);
    n.map(Some).ok_or_else(|| Failure::Input(format!("expected a whole number from 1, not `{text}`")))
}
