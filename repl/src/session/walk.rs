//! Interactive walk through a match: forward, back, to an action, to the next mistake; from a seat's view or with
//! hidden information; with hints, and the option to play on from any moment.

use std::sync::Arc;

use parlour_ai::{Analyst, Thinking};
use parlour_engine::game::Game;
use parlour_engine::ids::Seat;
use parlour_table::judging::{Decision, Judge, mistakes};
use parlour_table::{Error, Level, Past, fresh_seed, seats};

use crate::answers::judged::judged;
use crate::answers::looking::last_action;
use crate::answers::thoughts;
use crate::context::{Context, Screen};
use crate::failure::Failure;
use crate::interrupt::{self, Watch};
use crate::keys::{self, Key};
use crate::marks::{escape, wrap};
use crate::picture;

/// The keys with their functions.
const KEYS: [(&str, &str); 12] = [
    ("n, right, Space", "one action forward"),
    ("b, left", "one action back"),
    ("g, Home", "to the beginning"),
    ("G, End", "to the end"),
    ("12 Enter", "to action 12"),
    ("q, Esc", "leave"),
    ("m, M", "to the next mistake, to the last"),
    ("s", "as the next seat saw it"),
    ("o", "all open"),
    ("h", "what the best robot would do"),
    ("v", "the odds of every action"),
    ("p", "play from here, on a branch"),
];

/// The keys of the bottom line: these, as far as they fit, and then the last.
const FEW_KEYS: [&str; 5] = ["n next", "b back", "m mistake", "h hint", "p play from here"];
const LAST_KEYS: &str = "q quit  ? all keys ";

/// The keys with their functions, in two columns if they fit.
fn keys_told(width: usize) -> String {
    let half = KEYS.len() / 2;
    let left = |(keys, what): (&str, &str)| format!("{keys:15}  {what}");
    let both = |n: usize| format!("{:39}{:4}  {}", left(KEYS[n]), KEYS[n + half].0, KEYS[n + half].1);
    let two: Vec<String> = (0..half).map(both).collect();
    match two.iter().all(|line| line.chars().count() <= width) {
        true => two.join("\n"),
        false => KEYS.map(left).join("\n"),
    }
}

/// The keys that fit the bottom line, with room for the cursor.
fn few_keys(width: usize) -> String {
    let mut line = String::new();
    for keys in FEW_KEYS {
        if line.len() + keys.len() + 2 + LAST_KEYS.len() >= width {
            break;
        }
        line += keys;
        line += "  ";
    }
    line + LAST_KEYS
}

/// The end of a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Left {
    /// The person has left it.
    Seen,
    /// The person wants to play on after this many actions.
    PlayFrom(usize),
}

/// A walk through a match.
pub(super) struct Walk<'a, 'p> {
    context: &'a Context,
    /// The screen with its size at the last drawing.
    screen: Screen,
    past: &'a mut Past<'p>,
    /// The number of actions of the match.
    total: usize,
    /// The thinking budget of robots.
    thinking: Thinking,
    /// The reviewed decisions, in order, as by `review`, and the reviewed moments.
    decisions: Vec<Decision>,
    looked_at: Vec<bool>,
    /// A note below the position until the next key.
    note: String,
    /// A number that is being typed.
    number: String,
}

impl<'a, 'p> Walk<'a, 'p> {
    pub(super) fn new(context: &'a Context, past: &'a mut Past<'p>, thinking: Thinking) -> Self {
        let total = past.total();
        Self {
            context,
            screen: context.screen,
            past,
            total,
            thinking,
            decisions: Vec::new(),
            looked_at: vec![false; total],
            note: String::new(),
            number: String::new(),
        }
    }

    /// Sets a note, in marked text, below the first position.
    pub(super) fn noting(mut self, note: Option<String>) -> Self {
        self.note = note.unwrap_or_default();
        self
    }

    /// Walks from a number of actions until the person leaves. The match is restored afterwards.
    ///
    /// # Errors
    /// A terminal that can't be used, rules that fail.
    pub(super) fn run(mut self, from: usize) -> Result<Left, Failure> {
        self.go(from)?;
        let left = self.walk();
        self.go(self.total)?;
        left
    }

    fn walk(&mut self) -> Result<Left, Failure> {
        loop {
            self.screen.measure();
            let frame = self.frame()?;
            let screen = &self.screen;
            screen.restart()?;
            screen.show(&frame)?;
            self.note.clear();
            let left = loop {
                screen.ask(&self.prompt())?;
                let key = keys::wait()?;
                interrupt::forget();
                screen.erase_question()?;
                match key {
                    Key::Char(digit) if digit.is_ascii_digit() && self.number.len() < 7 => self.number.push(digit),
                    Key::Backspace if !self.number.is_empty() => {
                        self.number.pop();
                    }
                    key => break self.key(&key),
                }
            };
            match left {
                Ok(Some(left)) => return Ok(left),
                Ok(None) => {}
                Err(failure) if failure.ends_session() => return Err(failure),
                Err(failure) => self.note = format!("[red]{}[/]", escape(&failure.to_string())),
            }
        }
    }

    /// Handles a key.
    fn key(&mut self, key: &Key) -> Result<Option<Left>, Failure> {
        let number = std::mem::take(&mut self.number);
        let now = self.past.now();
        match key {
            Key::Enter if !number.is_empty() => {
                let to: usize = number.parse().unwrap_or(usize::MAX);
                if to > self.total {
                    return Err(Failure::Input(format!(
                        "the match has {}",
                        parlour_engine::english::count(self.total, "action")
                    )));
                }
                self.go(to)?;
            }
            Key::Char('n' | 'l' | 'j' | ' ') | Key::ArrowRight | Key::ArrowDown | Key::Enter => {
                if now == self.total {
                    "This is the last action.".clone_into(&mut self.note);
                }
                self.go(self.total.min(now + 1))?;
            }
            Key::Char('b' | 'k') | Key::ArrowLeft | Key::ArrowUp | Key::Backspace => self.go(now.saturating_sub(1))?,
            Key::Char('g') | Key::Home => self.go(0)?,
            Key::Char('G') | Key::End => self.go(self.total)?,
            Key::Char('m') => self.seek_mistake(true)?,
            Key::Char('M') => self.seek_mistake(false)?,
            Key::Char('s') => self.next_seat()?,
            Key::Char('o') => self.past.open()?,
            Key::Char('h') => self.note = self.hint()?,
            Key::Char('v') => self.note = self.odds()?,
            Key::Char('p') if self.past.due().is_some() => return Ok(Some(Left::PlayFrom(now))),
            Key::Char('p') => return Err(Failure::Input("the match is over here: go back first".to_owned())),
            Key::Char('q') | Key::Escape => return Ok(Some(Left::Seen)),
            _ => self.note = keys_told(self.screen.width),
        }
        Ok(None)
    }

    fn game(&self) -> Arc<Game> {
        self.past.game().clone()
    }

    fn go(&mut self, to: usize) -> Result<(), Failure> {
        Ok(self.past.go(to)?)
    }

    /// Moves to the decision of the next mistake, or the previous one, as found by `review`.
    fn seek_mistake(&mut self, is_forward: bool) -> Result<(), Failure> {
        let (now, game) = (self.past.now(), self.game());
        if self.past.seat().is_none() && !self.past.is_free() {
            return Err(Failure::Input("mistakes are shown once the match is over".to_owned()));
        }
        // Without an absolute scale of scores, mistakes are relative to all decisions, which are reviewed first.
        match (is_forward, game.is_together()) {
            (_, true) => self.judge(0, self.total, false)?,
            (true, false) => self.judge(now + 1, self.total, true)?,
            (false, false) => self.judge(0, now, false)?,
        }
        let mut places = mistakes(&game, &self.decisions).into_iter().map(|at| self.decisions[at].n - 1);
        let found =
            if is_forward { places.find(|&place| place > now) } else { places.rev().find(|&place| place < now) };
        match found {
            Some(place) => self.go(place)?,
            None => {
                let (way, key) = if is_forward { ("after", "M goes back") } else { ("before", "m goes on") };
                self.note = format!("No decision {way} this one was clearly worse than the best; {key}.");
            }
        }
        Ok(())
    }

    /// Reviews the decisions in a range that weren't reviewed yet, all or up to the first mistake.
    fn judge(&mut self, from: usize, to: usize, only_to_mistake: bool) -> Result<(), Failure> {
        let game = self.game();
        let only = self.past.seat().filter(|_| !self.past.is_free());
        let mut judge: Judge = self.past.judge(&self.context.robots, None, None)?;
        let mut at = from;
        while at < to {
            let known = mistakes(&game, &self.decisions).iter().any(|&place| self.decisions[place].n == at + 1);
            if only_to_mistake && known {
                return Ok(());
            }
            if self.looked_at[at] {
                at += 1;
                continue;
            }
            let end = (at..to).find(|&at| self.looked_at[at]).unwrap_or(to);
            let (decisions, looked_at) = (&mut self.decisions, &mut self.looked_at);
            let mut stopped = None;
            let screen = &self.context.screen;
            let result = judged(screen, self.past, &mut judge, (at, end), only, |decision| {
                let place = decision.n - 1;
                looked_at[at..=place].fill(true);
                decisions.push(decision.clone());
                let is_mistake = mistakes(&game, &decisions[decisions.len() - 1..]).len() == 1;
                stopped = Some(place).filter(|_| is_mistake && only_to_mistake);
                stopped.is_some()
            });
            decisions.sort_by_key(|decision| decision.n);
            result?;
            if stopped.is_some() {
                return Ok(());
            }
            looked_at[at..end].fill(true);
            at = end;
        }
        Ok(())
    }

    /// Switches to the next seat's view.
    fn next_seat(&mut self) -> Result<(), Failure> {
        let game = self.past.game();
        let next = match self.past.seat() {
            Some(seat) if self.past.shows_all() => seat,
            Some(seat) => Seat::from_index((seat.index() + 1) % game.seat_count()),
            None => Seat::from_index(0),
        };
        Ok(self.past.look_as(next)?)
    }

    /// The seat to move, if its options may be shown.
    fn due(&self) -> Result<Seat, Failure> {
        self.past.own_turn().map_err(|error| match error {
            Error::Over => Failure::Input("the match is over here: go back first".to_owned()),
            Error::NotYourTurn { seat } => {
                let is_free = self.past.is_free();
                let way = if is_free { "s or o shows its cards first" } else { "what it could do is hidden" };
                Failure::Input(format!("{seat} is to act: {way}"))
            }
            other => other.into(),
        })
    }

    /// A robot's advice here.
    fn hint(&mut self) -> Result<String, Failure> {
        self.due()?;
        let mut adviser = self.past.adviser(&self.context.robots, Level::BEST.name())?;
        let advice = self.past.advice(&mut adviser, self.thinking)?;
        Ok(thoughts::advised(advice)?.0)
    }

    /// The values of all actions here, by the best robot's search, or by the search that fits the game if it has none.
    fn odds(&mut self) -> Result<String, Failure> {
        let due = self.due()?;
        let game = self.game();
        let robot = seats::without_budget(&seats::best(game.pack(), &self.context.robots, due.index()));
        let mut judge = self.past.judging_adviser(&self.context.robots, &robot)?;
        let watch = Watch::begin();
        watch.stops(judge.stop_handle());
        let own = self.past.advice(&mut judge, self.thinking)?.report;
        drop(watch);
        if let Some(report) = own {
            return Ok(thoughts::table(&game, &report, self.screen.width, &mut |line| self.past.told_line(line)));
        }
        let mut analyst = Analyst::new(game.clone(), fresh_seed())?;
        let search = |analyst: &mut Analyst| self.past.analyse(analyst, self.thinking);
        let (report, _) = thoughts::stoppable(&mut analyst, search)?;
        Ok(thoughts::table(&game, &report, self.screen.width, &mut |line| self.past.told_line(line)))
    }

    /// The whole frame of the moment. If the terminal is too low the end of the position is cut off, so that the
    /// heading stays visible.
    fn frame(&mut self) -> Result<String, Failure> {
        let (width, style) = (self.screen.width, self.screen.style());
        let mut above = vec![wrap(&self.heading(), width, 2)];
        above.extend(last_action(self.past, width));
        above.push(String::new());
        let picture = picture::of(&mut self.past.look(), style)?.text;
        let mut below = vec![wrap(&self.next()?, width, 2)];
        if !self.note.is_empty() {
            below.push(wrap(&self.note, width, 2));
        }
        let (above, below) = (above.join("\n"), below.join("\n"));
        let mut position: Vec<&str> = picture.trim_end_matches('\n').lines().collect();
        let rows = |text: &str| text.split('\n').count();
        let taken = rows(&above) + rows(&below) + 1;
        let room = if self.screen.is_plain { usize::MAX } else { self.screen.height.saturating_sub(taken) };
        if position.len() > room {
            position.truncate(room.saturating_sub(1));
            position.push("[dim]... the terminal is too low for the rest[/]");
        }
        Ok(format!("{above}\n{}\n{below}", position.join("\n")))
    }

    /// The moment and the view.
    fn heading(&self) -> String {
        let game = self.past.game();
        let variant = game.variant().map_or_else(String::new, |variant| format!(", {variant}"));
        let seen = match self.past.seat() {
            _ if self.past.shows_all() => "all open".to_owned(),
            Some(seat) => format!("as {} saw it", game.seat_name(seat)),
            None => "as onlookers saw it".to_owned(),
        };
        let (now, total) = (self.past.now(), self.total);
        let seats = game.seats().map(|seat| (seat, self.past.who(seat)));
        let seats: Vec<String> = seats.map(|(seat, who)| format!("{} is {who}", game.seat_name(seat))).collect();
        let place = escape(&format!("Action {now} of {total}, {seen}"));
        let text = escape(&format!("{}{variant}: {}", game.pack().title, seats.join(", ")));
        format!("[reverse]{place}[/]  [dim]{text}[/]")
    }

    /// The next action, with the best alternative if it was reviewed; or the ending.
    fn next(&mut self) -> Result<String, Failure> {
        let Some(next) = self.past.following()? else {
            return Ok(match self.past.ending() {
                _ if let Some(told) = self.past.told_end() => format!("[bold]{}[/]", escape(&told)),
                Some(ending) => format!("[bold]The match is over: {}.[/]", escape(&ending.reason)),
                None => "The match has come so far.".to_owned(),
            });
        };
        let told = escape(&format!("Then {}", next.heading()));
        Ok(told + &self.verdict(&self.game(), next.n))
    }

    /// The verdict of `review` on an action.
    fn verdict(&self, game: &Game, n: usize) -> String {
        let decisions = &self.decisions;
        let Some(at) = decisions.iter().position(|decision| decision.n == n) else { return String::new() };
        let decision = &decisions[at];
        let odds = |value| thoughts::odds(game, value);
        let (was, best) = (odds(decision.value), odds(decision.best_value));
        if mistakes(game, decisions).contains(&at) {
            let better = escape(&decision.best_told);
            return format!(" ({was}) [red]A mistake:[/] [bold]{better}[/] was better ({best}).");
        }
        format!(" ({was})")
    }

    fn prompt(&self) -> String {
        match self.number.as_str() {
            "" => few_keys(self.screen.width),
            number => format!("to action {number}"),
        }
    }
}
