//! Facts about the table and its seats: numbers and words.

use parlour_engine::game::Game;
use parlour_engine::ids::{Seat, VarId};
use parlour_engine::pack::looks::{Said, Says, SetOf, VarLook};
use parlour_engine::pack::pieces::Follows;
use parlour_engine::pack::spec::{Per, ScoreRule, VarSpec};
use parlour_engine::text::{self, Part};
use serde_json::Value;

use super::{Claimed, Fact, FactLook, Possible, boards, tints};
use crate::view::SeatView;

/// The index of the score variable.
pub(crate) fn score_of(game: &Game) -> Option<usize> {
    let said = game.pack().vars.iter().position(|spec| spec.look == Some(VarLook::Score));
    said.or(match game.pack().scores {
        // A hidden score stays hidden.
        ScoreRule::Var(var) => Some(var.index()).filter(|&var| {
            let spec = &game.pack().vars[var];
            !spec.internal && spec.look != Some(VarLook::Hidden)
        }),
        _ => None,
    })
}

/// The facts about the table as a whole.
pub(super) fn of_table(view: &SeatView) -> Vec<Fact> {
    // The strip of a single player has the score.
    let alone = score_of(view.game()).filter(|_| view.game().seat_count() == 1);
    let told = told(view, |spec| spec.per == Per::One).filter(|&var| Some(var) != alone);
    let told = told.filter_map(|var| fact(view, var, 0, true));
    pots(view).chain(told).collect()
}

/// The pots: sums over all seats, as one number each.
fn pots(view: &SeatView) -> impl Iterator<Item = Fact> {
    let vars = view.game().pack().vars.iter().enumerate().filter(|(_, spec)| spec.look == Some(VarLook::Pot));
    // At the end the pot is paid.
    vars.filter(|_| view.due().is_some()).filter_map(|(var, spec)| {
        let paid = |seat: Seat| view.number(VarId::from_index(var), seat.index(), 0);
        let sum: i32 = view.game().seats().map(paid).sum::<Option<i32>>().filter(|sum| *sum > 0)?;
        Some(Fact {
            name: spec.label.clone(),
            title: spec.title.clone(),
            value: sum.to_string(),
            look: FactLook::Stack,
            number: Some(sum),
            art: view.game().pack().art.vars.get(&spec.name).cloned(),
            ..Fact::default()
        })
    })
}

/// The facts about a seat except its score.
pub(super) fn all_of_seat(view: &SeatView, seat: Seat, score: Option<usize>) -> Vec<Fact> {
    let of_seat = told(view, |spec| matches!(spec.per, Per::Seat | Per::Team)).filter(|&var| Some(var) != score);
    let told = |var: usize| fact(view, var, member(view, seat, var)?, !is_compared(view, var)).map(|fact| (var, fact));
    let all: Vec<(usize, Fact)> = of_seat.filter_map(told).collect();
    // A number that another one's sentence has as well is told once.
    let vars = &view.game().pack().vars;
    let says = |of: usize, var: usize| vars[of].says.as_ref().is_some_and(|says| tells_number(says, var));
    let is_told_by = |var: usize, other: &(usize, Fact)| {
        other.0 != var && says(other.0, var) && says(var, var) && other.1.value.chars().any(|c| c.is_ascii_digit())
    };
    let is_alone = |(var, fact): &&(usize, Fact)| {
        !fact.value.chars().any(|c| c.is_ascii_digit()) || !all.iter().any(|other| is_told_by(*var, other))
    };
    all.iter().filter(is_alone).map(|(_, fact)| fact.clone()).collect()
}

/// True if a variable is a single number of each seat that says something of one of them or said so at the start: then
/// 0 is told as well.
fn is_compared(view: &SeatView, var: usize) -> bool {
    let (game, id) = (view.game(), VarId::from_index(var));
    let spec = &game.pack().vars[var];
    let vars = game.var(id);
    let is_number = |member: usize| view.value(id, member).is_number() && game.var_range(id, member, 0).max > 1;
    let says = |member: usize| view.number(id, member, 0) != Some(0) || game.var_range(id, member, 0).start != 0;
    let is_told = spec.says.as_ref().is_none_or(|says| says.is_single && tells_number(says, var));
    is_told && vars.length == 1 && (0..vars.count).all(is_number) && (0..vars.count).any(says)
}

/// True if a sentence about a variable has its number.
fn tells_number(says: &Says, var: usize) -> bool {
    let is_number =
        |part: &Part<Said>| matches!(part, Part::Value(Said::Var(of)) | Part::Words(Said::Var(of)) if *of == var);
    says.texts.iter().flatten().any(is_number)
}

/// A variable of a seat, with any value.
pub(super) fn of_seat(view: &SeatView, seat: Seat, var: usize) -> Option<Fact> {
    let member = member(view, seat, var)?;
    let spec = &view.game().pack().vars[var];
    let most = view.game().var_range(VarId::from_index(var), member, 0).max;
    // A score that can't go far beyond a target runs to it.
    let is_race = spec.look == Some(VarLook::Score) && spec.per == Per::Seat && most <= MAX_GOAL;
    Some(Fact { goal: is_race.then_some(most), ..fact(view, var, member, false)? })
}

/// The highest maximum of a score that is a target.
const MAX_GOAL: i32 = 200;

fn member(view: &SeatView, seat: Seat, var: usize) -> Option<usize> {
    match view.game().pack().vars[var].per {
        Per::Seat => Some(seat.index()),
        Per::Team => Some(view.game().team_of(seat)),
        Per::One => Some(0),
        _ => None,
    }
}

/// The indices of the variables shown as facts: not those shown on tracks, cards, sheets or dice, nor the engine's own.
fn told(view: &SeatView, is_there: impl Fn(&VarSpec) -> bool) -> impl Iterator<Item = usize> {
    let game = view.game();
    let vars = game.pack().vars.iter().enumerate();
    let own = |spec: &VarSpec| {
        use Follows::{GoesOn, LastFrom, LastTo, Passed, Unmoved};
        matches!(spec.follows, Some(GoesOn | LastFrom | LastTo | Passed | Unmoved))
    };
    let is_elsewhere = move |var: usize, spec: &VarSpec| {
        spec.internal
            || own(spec)
            || spec.marks.is_some()
            || spec.dice.is_some()
            || spec.each().is_some() && !game.counts_shapes(VarId::from_index(var))
            || spec.names.is_some()
    };
    let told = vars.filter(move |(var, spec)| {
        is_there(spec)
            && !is_elsewhere(*var, spec)
            && !is_far(view, *var, spec)
            && spec.look.is_none_or(is_told)
            && game.var(VarId::from_index(*var)).count > 0
    });
    told.map(|(var, _)| var).collect::<Vec<_>>().into_iter()
}

/// True for the number of turns, passes or quiet actions as long as it is far from its limit, unless a sentence tells it.
fn is_far(view: &SeatView, var: usize, spec: &VarSpec) -> bool {
    let is_count = matches!(spec.follows, Some(Follows::Turns | Follows::Passes | Follows::Quiet));
    let id = VarId::from_index(var);
    let is_near = |n: i32| i64::from(n) * 5 >= i64::from(view.game().var_range(id, 0, 0).max) * 4;
    is_count && spec.says.is_none() && spec.look.is_none() && !view.number(id, 0, 0).is_some_and(is_near)
}

/// True if a variable with this look is a fact.
fn is_told(look: VarLook) -> bool {
    use VarLook::{Bar, Button, Cards, Dice, Score, Sign, Stack, Tokens};
    matches!(look, Bar | Button | Cards | Dice | Score | Sign | Stack | Tokens)
}

fn fact(view: &SeatView, var: usize, member: usize, if_it_says_something: bool) -> Option<Fact> {
    let (game, id) = (view.game(), VarId::from_index(var));
    let spec = &game.pack().vars[var];
    let (title, value) = match &spec.says {
        Some(says) => (String::new(), said(view, says, (id, member, 0), if_it_says_something)?),
        None if if_it_says_something && !has_limit(spec) && says_nothing(view, id, member) => return None,
        None if spec.follows == Some(Follows::Turns) => (spec.title.clone(), turn(view, id)),
        None => (spec.title.clone(), text(view, id, member)),
    };
    let look = match spec.look {
        Some(VarLook::Stack) => FactLook::Stack,
        Some(VarLook::Tokens) => FactLook::Tokens,
        Some(VarLook::Bar) => FactLook::Bar,
        Some(VarLook::Button) => FactLook::Button,
        Some(VarLook::Sign) => FactLook::Sign,
        Some(VarLook::Dice) if view.number(id, member, 0).is_some_and(|number| number > 0) => FactLook::Dice,
        _ => FactLook::Words,
    };
    Some(Fact {
        name: game.member_name(&spec.label, &spec.per, member),
        title,
        value,
        look,
        number: view.number(id, member, 0).filter(|_| !look.is_words()),
        most: has_limit(spec).then(|| game.var_range(id, member, 0).max),
        goal: None,
        before: None,
        is_minor: spec.follows == Some(Follows::Quiet) && {
            let far = view.number(id, member, 0).unwrap_or(0);
            far * 2 < game.var_range(id, member, 0).max
        },
        flags: flags(view, id, member),
        held: boards::held(view, id, member),
        at: spec.at.map(|zone| game.pack().zones[zone.index()].label.clone()),
        claim: (look == FactLook::Dice).then(|| Claimed {
            face: spec.claim.face.and_then(|var| view.number(VarId::from_index(var), 0, 0)),
            by: spec.claim.by.and_then(|var| usize::try_from(view.number(VarId::from_index(var), 0, 0)? - 1).ok()),
            is_settled: false,
        }),
        art: game.pack().art.vars.get(&spec.name).cloned(),
    })
}

/// For a list of flags that were all set at the start: the flags that remain set.
fn flags(view: &SeatView, var: VarId, member: usize) -> Vec<bool> {
    let (game, length) = (view.game(), view.game().var(var).length);
    let range = game.var_range(var, member, 0);
    let is_flags = length > 1 && (range.max, range.start) == (1, 1) && !game.counts_shapes(var);
    if !is_flags || game.pack().vars[var.index()].says.is_some() {
        return Vec::new();
    }
    (0..length)
        .map(|slot| view.number(var, member, slot).map(|number| number == 1))
        .collect::<Option<_>>()
        .unwrap_or_default()
}

/// True if a variable is shown with its maximum.
fn has_limit(spec: &VarSpec) -> bool {
    matches!(spec.look, Some(VarLook::Tokens | VarLook::Bar))
}

/// The pack's sentence about a variable; `None` without one, as of 0 if it must say something.
fn said(
    view: &SeatView,
    says: &Says,
    (var, member, slot): (VarId, usize, usize),
    if_it_says_something: bool,
) -> Option<String> {
    let game = view.game();
    let number = view.number(var, member, slot)?;
    let place = match says.is_single {
        true if number == 0 && if_it_says_something => return None,
        true => 0,
        false => usize::try_from(number - game.var_range(var, member, slot).min)
            .ok()?
            .min(says.texts.len().saturating_sub(1)),
    };
    let text = text::write(says.texts.get(place)?, &Sayable { view, var, member, slot });
    Some(text).filter(|text| !text.is_empty())
}

/// The variables and options that a sentence about a slot of a member of a variable names.
struct Sayable<'a> {
    view: &'a SeatView,
    var: VarId,
    member: usize,
    slot: usize,
}

impl Sayable<'_> {
    fn member_of(&self, var: usize) -> usize {
        if self.view.game().pack().vars[var].per == Per::One { 0 } else { self.member }
    }

    fn slot_of(&self, var: usize) -> usize {
        if var == self.var.index() { self.slot } else { 0 }
    }
}

impl text::Values<Said> for Sayable<'_> {
    fn value(&self, hole: &Said, _: bool) -> String {
        match hole {
            Said::Var(var) if *var == self.var.index() && self.view.game().var(self.var).length > 1 => {
                self.number(hole).map(|number| number.to_string()).unwrap_or_default()
            }
            Said::Var(var) => text(self.view, VarId::from_index(*var), self.member_of(*var)),
            Said::Option(key) => self.view.game().option(key).map(ToString::to_string).unwrap_or_default(),
        }
    }

    fn number(&self, hole: &Said) -> Option<i32> {
        match hole {
            Said::Var(var) => self.view.number(VarId::from_index(*var), self.member_of(*var), self.slot_of(*var)),
            Said::Option(_) => None,
        }
    }
}

/// True if all values are none or 0, or a single one equals its initial value.
fn says_nothing(view: &SeatView, var: VarId, member: usize) -> bool {
    let game = view.game();
    let spec = &game.pack().vars[var.index()];
    // That nothing was captured yet tells where what is captured goes.
    let counts = matches!(spec.follows, Some(Follows::Turns | Follows::Pieces | Follows::Checks)) || spec.captures;
    let numbers = (0..game.var(var).length).map(|slot| view.number(var, member, slot));
    !counts && numbers.into_iter().all(|number| number.is_none_or(|number| number == 0))
}

/// The current turn, one more than the completed ones, of a variable that counts turns.
pub fn turn(view: &SeatView, var: VarId) -> String {
    let completed = view.number(var, 0, 0).unwrap_or(0);
    match view.game().turn_limit() {
        Some(limit) => format!("{} of {limit}", (completed + 1).min(limit)),
        None => (completed + 1).to_string(),
    }
}

/// The pieces in a seat's hand, by character, with counts; `None` if the variable isn't a hand.
pub fn held(view: &SeatView, var: VarId, member: usize) -> Option<Vec<(char, i32)>> {
    let kinds = view.game().hand_kinds(var)?.iter().enumerate();
    let held = kinds
        .map(|(n, piece)| (piece.glyphs.get(member).copied().unwrap_or('?'), view.number(var, member, n).unwrap_or(0)));
    Some(held.filter(|(_, count)| *count != 0).collect())
}

/// The shapes that a seat has left, each with its number; `None` if the variable doesn't count shapes.
pub fn shapes_left(view: &SeatView, var: VarId, member: usize) -> Option<Vec<(String, i32)>> {
    let game = view.game();
    let names = game.part_names(var).filter(|_| game.counts_shapes(var))?;
    let counted = names.into_iter().enumerate().map(|(n, name)| (name, view.number(var, member, n).unwrap_or(0)));
    Some(counted.filter(|(_, count)| *count > 0).collect())
}

/// A value as text.
pub(super) fn text(view: &SeatView, var: VarId, member: usize) -> String {
    let game = view.game();
    if let Some(held) = held(view, var, member) {
        if held.is_empty() && game.pack().vars[var.index()].captures {
            return "none".to_owned();
        }
        let told =
            |(glyph, count): (char, i32)| if count == 1 { glyph.to_string() } else { format!("{count} {glyph}") };
        return held.into_iter().map(told).collect::<Vec<_>>().join(", ");
    }
    if let Some(left) = shapes_left(view, var, member) {
        return left.into_iter().map(|(_, count)| count).sum::<i32>().to_string();
    }
    let range = game.var_range(var, member, 0);
    match view.value(var, member) {
        // Flags are listed by their indices; if all were set at the start, each keeps its position.
        Value::Array(values) if range.max == 1 && game.var(var).length > 1 => {
            let told = values.iter().enumerate().filter_map(|(n, value)| match value.as_i64() {
                Some(1) => Some((n + 1).to_string()),
                _ if range.start == 1 => Some("·".repeat((n + 1).to_string().len())),
                _ => None,
            });
            told.collect::<Vec<_>>().join(" ")
        }
        Value::Array(values) => values.iter().map(plain).collect::<Vec<_>>().join(" "),
        other => plain(&other),
    }
}

pub(super) fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), |text| text.replace('_', " "))
}

/// The abbreviated annotation of a card by a variable; `None` without one.
pub(super) fn mark(view: &SeatView, var: VarId, member: usize, place: usize) -> Option<String> {
    let number = view.number(var, member, place)?;
    let start = view.game().var_range(var, member, place).start;
    let spec = &view.game().pack().vars[var.index()];
    if let Some(says) = &spec.says {
        return said(view, says, (var, member, place), true);
    }
    match spec.set_of {
        _ if number == start => None,
        Some(SetOf::Numbers) => Some(set_text(number, |bit| (bit + 1).to_string())),
        Some(SetOf::List(list)) => {
            let words = &view.game().pack().lists[list].words;
            Some(set_text(number, |bit| words.get(bit as usize).cloned().unwrap_or_default()))
        }
        // A number that can go below 0 is a difference.
        _ if view.game().var_range(var, member, place).min < 0 => Some(format!("{number:+} {}", spec.title)),
        _ => {
            let fact = Fact { title: spec.title.clone(), value: number.to_string(), ..Fact::default() };
            Some(format!("{number} {}", fact.noun()))
        }
    }
}

/// The elements of a set: a single one by name, several by first letters.
fn set_text(set: i32, name: impl Fn(u32) -> String) -> String {
    let names: Vec<String> = (0..i32::BITS - 1).filter(|bit| set >> bit & 1 == 1).map(name).collect();
    match names.as_slice() {
        [one] => one.clone(),
        several => several.iter().filter_map(|name| name.chars().next()).collect(),
    }
}

/// The remaining possibilities of a card by a variable; empty if nothing is known.
pub(super) fn known(view: &SeatView, var: VarId, member: usize, place: usize) -> Option<Vec<Possible>> {
    let game = view.game();
    let number = view.number(var, member, place)?;
    let range = game.var_range(var, member, place);
    if number == range.start {
        return None;
    }
    let bits = 0..i32::BITS - range.max.leading_zeros();
    let of = |bit: u32| {
        let word = match game.pack().vars[var.index()].set_of? {
            SetOf::List(list) => game.pack().lists[list].words.get(bit as usize)?.clone(),
            _ => (bit + 1).to_string(),
        };
        Some(Possible { tint: tints::named(&word), word, is_open: number >> bit & 1 == 1 })
    };
    bits.map(of).collect()
}
