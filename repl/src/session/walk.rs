//! Walking through a match at a terminal, key by key: forward, back, to an action, to the next mistake; as a seat saw it
//! or all open; with hints, and a way to play on from any moment.

use parlour_ai::table::choice_of;
use parlour_ai::{Analyst, Thinking};
use parlour_engine::game::Game;
use parlour_engine::ids::Seat;
use parlour_engine::play::Match;

use crate::commands::analyse;
use crate::commands::replay::Sight;
use crate::context::{Context, Screen};
use crate::failure::Failure;
use crate::interrupt;
use crate::judge::{Decision, Judge, NODES, go, mistakes};
use crate::keys::{self, Key};
use crate::marks::{escape, wrap};
use crate::setup::fresh_seed;
use parlour_table::seats::{self, base_name};

/// What the keys do.
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
    ("h", "what a robot would do"),
    ("v", "the odds of every action"),
    ("p", "play from here, on a branch"),
];

/// The keys in a line: these, as far as there is room, and then the last.
const FEW_KEYS: [&str; 5] = ["n next", "b back", "m mistake", "h hint", "p play from here"];
const LAST_KEYS: &str = "q quit  ? all keys ";

/// What the keys do, in two columns where there is room for them.
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

/// The few keys that fit a line of a terminal, with room for the cursor.
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

/// How a walk ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Left {
    /// It was seen enough.
    Seen,
    /// Somebody wants to play from the moment after so many actions.
    PlayFrom(usize),
}

/// A walk through a match.
pub(super) struct Walk<'a> {
    context: &'a Context,
    /// The screen, as large as it was when the moment was drawn.
    screen: Screen,
    played: &'a mut Match,
    /// How many actions the match has.
    total: usize,
    sight: Sight,
    /// How the robots think that are asked.
    thinking: Thinking,
    /// The decisions that were judged as `review` judges them, in their order, and the moments that were looked at.
    decisions: Vec<Decision>,
    looked_at: Vec<bool>,
    /// An answer that stands below the position until the next key.
    note: String,
    /// A number that is being typed.
    number: String,
}

impl<'a> Walk<'a> {
    pub(super) fn new(context: &'a Context, played: &'a mut Match, sight: Sight, thinking: Thinking) -> Self {
        let total = played.steps().len();
        Self {
            context,
            screen: context.screen,
            played,
            total,
            sight,
            thinking,
            decisions: Vec::new(),
            looked_at: vec![false; total],
            note: String::new(),
            number: String::new(),
        }
    }

    /// Walks from the moment after so many actions until the person has seen enough. The match ends where it stood.
    ///
    /// # Errors
    /// A terminal that can't be used, rules that fail.
    pub(super) fn run(mut self, from: usize) -> Result<Left, Failure> {
        self.go(from)?;
        let left = self.walk();
        let total = self.total;
        go(self.played, total)?;
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

    /// Does what a key stands for.
    fn key(&mut self, key: &Key) -> Result<Option<Left>, Failure> {
        let number = std::mem::take(&mut self.number);
        let now = self.played.steps().len();
        match key {
            Key::Enter if !number.is_empty() => {
                let to: usize = number.parse().unwrap_or(usize::MAX);
                if to > self.total {
                    return Err(Failure::Input(format!("the match has {} actions", self.total)));
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
            Key::Char('o') => self.sight.open().map_err(|why| Failure::Input(why.to_owned()))?,
            Key::Char('h') => self.note = self.hint()?,
            Key::Char('v') => self.note = self.odds()?,
            Key::Char('p') if self.played.decision().is_some() => return Ok(Some(Left::PlayFrom(now))),
            Key::Char('p') => return Err(Failure::Input("the match is over here: go back first".to_owned())),
            Key::Char('q') | Key::Escape => return Ok(Some(Left::Seen)),
            _ => self.note = keys_told(self.screen.width),
        }
        Ok(None)
    }

    fn go(&mut self, to: usize) -> Result<(), Failure> {
        go(self.played, to)
    }

    /// Goes to the moment before the next mistake, or the last one, as `review` finds them.
    fn seek_mistake(&mut self, is_forward: bool) -> Result<(), Failure> {
        let (now, game) = (self.played.steps().len(), self.played.game().clone());
        if self.sight.viewer.is_none() && !self.sight.is_free {
            return Err(Failure::Input("mistakes are shown once the match is over".to_owned()));
        }
        // Where scores are only held against each other all of them are looked at first.
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

    /// Judges the decisions between two moments that were not looked at yet, all or up to the first mistake.
    fn judge(&mut self, from: usize, to: usize, only_to_mistake: bool) -> Result<(), Failure> {
        let game = self.played.game().clone();
        let only = self.sight.viewer.filter(|_| !self.sight.is_free);
        let mut judge = Judge::new(game.clone(), self.played.seed(), None, NODES)?;
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
            let judged = judge.judge_until(self.context, self.played, (at, end), only, |decision| {
                let place = decision.n - 1;
                looked_at[at..=place].fill(true);
                decisions.push(decision);
                let is_mistake = mistakes(&game, &decisions[decisions.len() - 1..]).len() == 1;
                stopped = Some(place).filter(|_| is_mistake && only_to_mistake);
                stopped.is_some()
            });
            decisions.sort_by_key(|decision| decision.n);
            judged?;
            if stopped.is_some() {
                return Ok(());
            }
            looked_at[at..end].fill(true);
            at = end;
        }
        Ok(())
    }

    /// Shows what the next seat saw.
    fn next_seat(&mut self) -> Result<(), Failure> {
        let game = self.played.game();
        let next = match self.sight.viewer {
            Some(seat) if self.sight.everything => seat,
            Some(seat) => Seat::from_index((seat.index() + 1) % game.seat_count()),
            None => Seat::from_index(0),
        };
        self.sight.look_as(next).map_err(|why| Failure::Input(why.to_owned()))
    }

    /// The seat that is to act, if what it could do may be told.
    fn due(&self) -> Result<Seat, Failure> {
        let game = self.played.game();
        let decision = self.played.decision();
        let seat = decision.ok_or_else(|| Failure::Input("the match is over here: go back first".to_owned()))?.seat;
        if self.sight.may_look(game, seat) {
            return Ok(seat);
        }
        let seat = game.seat_name(seat);
        let way = if self.sight.is_free { "s or o shows its cards first" } else { "what it could do is hidden" };
        Err(Failure::Input(format!("{seat} is to act: {way}")))
    }

    /// What a robot would do here.
    fn hint(&mut self) -> Result<String, Failure> {
        let seat = self.due()?;
        let game = self.played.game().clone();
        let robots = &self.context.robots;
        let spec = seats::default_robot(game.pack(), robots, 1);
        let choice = choice_of(robots, self.played, seat, &spec, self.thinking)?;
        let choice = choice.map_err(|fault| Failure::Input(fault.to_string()))?;
        let action = escape(&game.action_text(&choice.action));
        let reason = choice.reason.map_or_else(|| ".".to_owned(), |reason| format!(": {}", escape(&reason)));
        Ok(format!("{} would choose [bold]{action}[/]{reason}", escape(base_name(&spec))))
    }

    /// What a search thinks of each action here.
    fn odds(&mut self) -> Result<String, Failure> {
        let seat = self.due()?;
        let game = self.played.game().clone();
        let mut analyst = Analyst::new(game.clone(), fresh_seed())?;
        let view = self.played.view(Some(seat));
        let (report, _) = analyse::thought(&mut analyst, &view, self.played.legal(), self.thinking)?;
        Ok(analyse::table(&game, &report, self.screen.width))
    }

    /// Everything that is shown of the moment. Of a position for which the terminal is too low the end is left out, so
    /// that it is still seen which moment it is.
    fn frame(&mut self) -> Result<String, Failure> {
        let (width, style) = (self.screen.width, self.screen.style());
        let mut above = vec![wrap(&self.heading(), width, 2)];
        above.extend(self.sight.last_action(self.played, width));
        above.push(String::new());
        let picture = self.sight.picture(self.played, style)?;
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

    /// Which moment it is, and how it is looked at.
    fn heading(&self) -> String {
        let game = self.played.game();
        let variant = game.variant().map_or_else(String::new, |variant| format!(", {variant}"));
        let seen = match self.sight.viewer {
            _ if self.sight.everything => "all open".to_owned(),
            Some(seat) => format!("as {} saw it", game.seat_name(seat)),
            None => "as onlookers saw it".to_owned(),
        };
        let (now, total) = (self.played.steps().len(), self.total);
        let seats = game.seats().map(|seat| (seat, self.played.who(seat)));
        let seats: Vec<String> = seats.map(|(seat, who)| format!("{} is {who}", game.seat_name(seat))).collect();
        let place = escape(&format!("Action {now} of {total}, {seen}"));
        let text = escape(&format!("{}{variant}: {}", game.pack().title, seats.join(", ")));
        format!("[reverse]{place}[/]  [dim]{text}[/]")
    }

    /// What was done next, and what was better if that is known; or how the match ended.
    fn next(&mut self) -> Result<String, Failure> {
        let (now, game) = (self.played.steps().len(), self.played.game().clone());
        if now == self.total {
            return Ok(match game.ending_text(self.played.state()) {
                _ if let Some(told) = self.played.told_end() => format!("[bold]{}[/]", escape(&told)),
                Some(text) => format!("[bold]The match is over: {}.[/]", escape(&text)),
                None => "The match has come so far.".to_owned(),
            });
        }
        // What was sealed here is told as it became known.
        self.go(now + 1)?;
        let step = self.played.steps().last();
        let told = step.map(|step| {
            let action = game.step_text(step, self.sight.viewer, self.sight.everything);
            escape(&format!("Then {}: {action}", game.seat_name(step.decision.seat)))
        });
        self.go(now)?;
        Ok(told.unwrap_or_default() + &self.verdict(&game, now + 1))
    }

    /// What `review` says of an action.
    fn verdict(&self, game: &Game, n: usize) -> String {
        let decisions = &self.decisions;
        let Some(at) = decisions.iter().position(|decision| decision.n == n) else { return String::new() };
        let decision = &decisions[at];
        let odds = |value| analyse::odds(game, value);
        let (was, best) = (odds(decision.value), odds(decision.best_value));
        if mistakes(game, decisions).contains(&at) {
            let better = escape(&decision.best);
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
