//! Queries of scripts: the pack's display of a view, which cards can lie where none is seen, the worth of a position,
//! and its plausibility.

use std::collections::BTreeMap;

use mlua::Value;

use super::ScriptHost;
use super::faults::Hook;
use super::hooks::{FITS, IMAGINE, WORTH};
use crate::export::{self, Limits};
use parlour_model::diagnostic::{Code, Diagnostic, Place};
use parlour_model::ids::{BoardId, CardType, Seat, Square};
use parlour_model::state::State;
use parlour_pack::spec::Per;

/// The pack's display of a view, besides its tables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Shown {
    /// Lines about the table.
    pub lines: Vec<String>,
    /// The action due now, if the phase doesn't tell it.
    pub due: Option<String>,
    /// A line about each seat, in the order of play; `None` where there is nothing to say.
    pub seats: Vec<Option<String>>,
    /// Groups of cards in the viewer's hand, such as melds.
    pub groups: Vec<Vec<CardType>>,
    /// Cards that decide, such as the best five at a showdown.
    pub deciding: Vec<CardType>,
    /// The sets of cards that each seat has laid down, in the order of play.
    pub sets: Vec<Vec<Vec<CardType>>>,
    /// The buttons of actions without arguments, by action: with a number, as in `call 16`.
    pub labels: BTreeMap<String, String>,
    /// Squares that matter now, by board.
    pub squares: Vec<(BoardId, Vec<Square>)>,
}

/// The most groups of cards, and the most cards of one.
const MAX_GROUPS: usize = 64;

/// The elements of a list of cards or of groups of cards.
fn list_of(value: &Value) -> Result<Vec<Value>, String> {
    match value {
        Value::Nil => Ok(Vec::new()),
        Value::Table(list) if list.raw_len() <= MAX_GROUPS => {
            Ok((1..=list.raw_len()).map(|n| list.raw_get(n).unwrap_or(Value::Nil)).collect())
        }
        Value::Table(list) => Err(format!("{} groups of cards or cards in one", list.raw_len())),
        other => Err(format!("a {} for groups of cards", other.type_name())),
    }
}

/// A list of lists of cards.
fn groups_of(groups: &Value, count: usize) -> Result<Vec<Vec<CardType>>, String> {
    list_of(groups)?.iter().map(|group| cards_of(group, count)).collect()
}

/// A list of cards.
fn cards_of(cards: &Value, count: usize) -> Result<Vec<CardType>, String> {
    let card = |value: &Value| {
        let number = value.as_integer().or_else(|| value.as_number().map(|number| number as i64));
        let index = number.and_then(|number| usize::try_from(number - 1).ok()).filter(|index| *index < count);
        index.map(CardType::from_index).ok_or_else(|| format!("a {} in a group of cards", value.type_name()))
    };
    list_of(cards)?.iter().map(card).collect()
}

impl ScriptHost {
    /// Runs the pack's display of a view; `None` if it has no display script.
    ///
    /// # Errors
    /// A script that fails.
    pub fn display(&mut self, view: &State, viewer: u8) -> Result<Option<Shown>, Diagnostic> {
        self.enter(view, false);
        let scripts = &self.scripts;
        let Some(display) = &scripts.running.display else {
            return Ok(None);
        };
        let file = self.game.pack().display.clone().unwrap_or_else(|| scripts.rules_file.clone());
        let phase = view.decision().map(|decision| self.game.pack().phases[decision.phase.index()].name.as_str());
        let (lines, due, seats, groups, deciding, sets, labels, squares) =
            scripts.vm.call::<(Value, Value, Value, Value, Value, Value, Value, Value)>(
                display,
                (viewer, phase),
                &file,
            )?;
        let line = display.info().line_defined.and_then(|line| u32::try_from(line).ok()).unwrap_or(1);
        let fault = |reason: String| {
            let message = format!("the display returned {reason}");
            let help = "expected lines about the table, what is to be done, a list with a text for each seat, a list of lists \
                        of cards, a list of cards, for each seat a list of lists of cards, texts by actions without \
                        arguments, and lists of squares by boards";
            Diagnostic::new(Code::ScriptOutput, message).at(file.line_place(line)).help(help)
        };
        let text = |value: &Value| export::text(value, Limits::PICTURE).map_err(|refused| fault(refused.to_string()));
        let lines = text(&lines)?.unwrap_or_default();
        let seats = match &seats {
            Value::Nil => Vec::new(),
            Value::Table(list) => {
                let of_seat = |seat: Seat| text(&list.raw_get(seat.number()).unwrap_or(Value::Nil));
                self.game.seats().map(of_seat).collect::<Result<_, _>>()?
            }
            other => return Err(fault(format!("a {} for the seats", other.type_name()))),
        };
        let labels = match &labels {
            Value::Nil => BTreeMap::new(),
            Value::Table(table) => {
                let plain = self.game.pack().verbs.iter().filter(|verb| verb.args.is_empty());
                let label = |name: &String| text(&table.raw_get(name.as_str()).unwrap_or(Value::Nil));
                let label = |name: &String| Ok(label(name)?.map(|label| (name.clone(), label)));
                let labels = plain.map(|verb| label(&verb.name)).filter_map(Result::transpose);
                let labels: BTreeMap<String, String> = labels.collect::<Result<_, _>>()?;
                if labels.len() < table.pairs::<Value, Value>().count() {
                    return Err(fault("a text for no action without arguments".to_owned()));
                }
                labels
            }
            other => return Err(fault(format!("a {} for the actions", other.type_name()))),
        };
        let squares = self.squares_of(&squares).map_err(fault)?;
        let card_types = self.game.pack().card_types();
        let sets = list_of(&sets).and_then(|sets| sets.iter().map(|sets| groups_of(sets, card_types)).collect());
        let lines = lines.lines().map(str::to_owned).collect();
        Ok(Some(Shown {
            lines,
            due: text(&due)?,
            seats,
            groups: groups_of(&groups, card_types).map_err(fault)?,
            deciding: cards_of(&deciding, card_types).map_err(fault)?,
            sets: sets.map_err(fault)?,
            labels,
            squares,
        }))
    }

    /// Lists of squares by the names of boards.
    fn squares_of(&self, squares: &Value) -> Result<Vec<(BoardId, Vec<Square>)>, String> {
        let Value::Table(lists) = squares else {
            return if squares.is_nil() {
                Ok(Vec::new())
            } else {
                Err(format!("a {} for the squares", squares.type_name()))
            };
        };
        let of_board = |board: BoardId| {
            let Ok(Value::Table(list)) = lists.raw_get(self.game.pack().boards[board.index()].name.as_str()) else {
                return Ok(None);
            };
            let count = self.game.board(board).squares();
            if list.raw_len() > count {
                return Err(format!("{} squares of {count}", list.raw_len()));
            }
            let square = |n: usize| {
                let number = list.raw_get::<i64>(n).ok().and_then(|number| usize::try_from(number - 1).ok());
                let square = number.filter(|number| *number < count).map(Square::from_index);
                square.filter(|square| self.game.has_square(board, *square)).ok_or("no square of its board".to_owned())
            };
            Ok(Some((board, (1..=list.raw_len()).map(square).collect::<Result<Vec<_>, String>>()?)))
        };
        let squares: Vec<_> =
            self.game.boards().map(of_board).filter_map(Result::transpose).collect::<Result<_, _>>()?;
        if squares.len() < lists.pairs::<Value, Value>().count() {
            return Err("squares of no board".to_owned());
        }
        Ok(squares)
    }

    /// The name of a zone, or of a variable numbered behind all zones.
    pub(super) fn possible_name(&self, asked: usize) -> &str {
        let pack = self.game.pack();
        match pack.zones.get(asked) {
            Some(zone) => &zone.name,
            None => &pack.vars[asked - pack.zones.len()].name,
        }
    }

    /// For each of some values, true if the rules' hook `possible` allows it for a variable in a view.
    ///
    /// # Errors
    /// A script that fails, or that does anything but ask.
    pub fn possible_values(
        &mut self,
        view: &State,
        (var, member, slot): (usize, usize, usize),
        values: &[i32],
    ) -> Result<Vec<bool>, Diagnostic> {
        let game = self.game.clone();
        let spec = &game.pack().vars[var];
        let index = if spec.per == Per::One { 0 } else { member + 1 };
        let slot = if game.layout().vars[var].length > 1 { slot + 1 } else { 0 };
        self.ask_possible(view, game.pack().zones.len() + var, (index, slot), values)
    }

    /// True if the rules restrict the cards of a zone by a hook, or the values of a variable, numbered behind the zones.
    pub fn asks_possible(&self, zone: usize) -> bool {
        self.scripts.hooks.possible[zone]
    }

    /// For each of some card types, true if the rules' hook `possible` allows it at a place of a zone in a view.
    ///
    /// # Errors
    /// A script that fails, or that does anything but ask.
    pub fn possible(
        &mut self,
        view: &State,
        zone: usize,
        member: usize,
        place: Option<usize>,
        cards: &[usize],
    ) -> Result<Vec<bool>, Diagnostic> {
        let game = self.game.clone();
        let spec = &game.pack().zones[zone];
        let index = if spec.per == Per::One { 0 } else { member + 1 };
        let cards: Vec<i32> = cards.iter().map(|card| *card as i32 + 1).collect();
        self.ask_possible(view, zone, (index, place.map_or(0, |place| place + 1)), &cards)
    }

    fn ask_possible(
        &mut self,
        view: &State,
        asked: usize,
        (index, place): (usize, usize),
        values: &[i32],
    ) -> Result<Vec<bool>, Diagnostic> {
        let name = self.possible_name(asked).to_owned();
        let ask = |host: &mut Self| {
            host.scripts.call::<String>(|calls| &calls.possible, (name.as_str(), index, place, values))
        };
        let hook = Hook::Possible(asked);
        let answer = self.answer(view, true, hook, ask)?;
        self.demand_unchanged(view, hook)?;
        Ok(answer.bytes().map(|digit| digit == b'1').collect())
    }

    /// True if the rules have the hook `worth`.
    pub fn has_worth(&self) -> bool {
        self.scripts.running.worth.is_some()
    }

    /// The worth of a position to a seat by the rules' hook; `None` if there is none.
    ///
    /// # Errors
    /// A script that fails, or that does anything but ask.
    pub fn worth(&mut self, state: &State, seat: Seat) -> Result<Option<f64>, Diagnostic> {
        if !self.has_worth() {
            return Ok(None);
        }
        if let Some(worth) = self.run_lowered(&state.bytes, |code, blocks| code.worth(blocks, seat.number()))? {
            return Ok(Some(worth));
        }
        let ask = |host: &mut Self| match &host.scripts.running.worth {
            Some(worth) => host.scripts.vm.call::<Value>(worth, seat.number(), &host.scripts.rules_file),
            None => Ok(Value::Nil),
        };
        let hook = Hook::Rules(WORTH);
        let answer = self.answer(state, true, hook, ask)?;
        self.demand_unchanged(state, hook)?;
        match answer {
            Value::Integer(n) => Ok(Some(n as f64)),
            Value::Number(n) if n.is_finite() => Ok(Some(n)),
            other => {
                let what = if other.is_number() { "a number that is not finite" } else { other.type_name() };
                let fault = Diagnostic::new(Code::ScriptOutput, format!("`{WORTH}` returned {what}"));
                Err(fault.at(self.hook_place(hook)).help("expected a number"))
            }
        }
    }

    /// True if the rules have the hook `fits`.
    pub fn has_fits(&self) -> bool {
        self.scripts.running.fits.is_some()
    }

    /// True if a full state that a viewer imagines is plausible, by the rules' hook `fits`, or if there is none.
    ///
    /// # Errors
    /// A script that fails, or that does anything but ask.
    pub fn fits(&mut self, state: &State, viewer: Option<Seat>) -> Result<bool, Diagnostic> {
        if !self.has_fits() {
            return Ok(true);
        }
        let ask = |host: &mut Self| match &host.scripts.running.fits {
            Some(fits) => {
                let seat = viewer.map_or(0, Seat::number);
                host.scripts.vm.call::<Value>(fits, seat, &host.scripts.rules_file)
            }
            None => Ok(Value::Boolean(true)),
        };
        let hook = Hook::Rules(FITS);
        let answer = self.answer(state, true, hook, ask)?;
        self.demand_unchanged(state, hook)?;
        match answer {
            Value::Boolean(fits) => Ok(fits),
            other => {
                let message = format!("`{FITS}` returned a {}", other.type_name());
                let fault = Diagnostic::new(Code::ScriptOutput, message);
                Err(fault.at(self.hook_place(hook)).help("expected true or false"))
            }
        }
    }

    /// Runs the hook `imagine`, which places pieces on the empty squares that a viewer doesn't see; false if it says that
    /// this has come to nothing.
    ///
    /// # Errors
    /// A script that fails.
    pub fn imagine(&mut self, state: &mut State, viewer: Option<Seat>) -> Result<bool, Diagnostic> {
        let mut is_placed = true;
        self.change(state, None, Hook::Rules(IMAGINE), |host| {
            if let Some(imagine) = &host.scripts.running.imagine {
                let answer = host.call::<Value>(imagine, viewer.map_or(0, Seat::number))?;
                is_placed = answer.as_boolean() != Some(false);
            }
            Ok(())
        })?;
        Ok(is_placed)
    }

    /// The place of the hook `imagine`.
    pub fn place_of_imagine(&self) -> Option<Place> {
        self.scripts.running.imagine.as_ref().map(|_| self.hook_place(Hook::Rules(IMAGINE)))
    }

    /// The place of the hook `fits`.
    pub fn place_of_fits(&self) -> Option<Place> {
        self.has_fits().then(|| self.hook_place(Hook::Rules(FITS)))
    }

    /// The place of the hook `possible` of a zone.
    pub fn place_of_possible(&self, zone: usize) -> Option<Place> {
        self.asks_possible(zone).then(|| self.hook_place(Hook::Possible(zone)))
    }
}
