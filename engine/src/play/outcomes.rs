//! Chance nodes: all outcomes of an action with their probabilities.
//!
//! The outcomes of chances are prescribed, as by a scenario, and the action is applied once for each row of outcomes
//! that it consumes. The consumption may depend on earlier ones (another roll after a six): from every row found, each
//! of its outcomes is changed to every other, until no new row appears. Any possible row differs from another in the
//! first outcome at which they diverge, so all of them are reached. For sorted dice only the faces of each roll in
//! ascending order are used, which represent all equivalent rolls: 252 instead of 7776 for five dice.

use std::collections::HashSet;
use std::ops::Range;

use crate::rules::Rules;
use parlour_game::Game;
use parlour_game::words::Words;
use parlour_model::action::Action;
use parlour_model::chance::Generator;
use parlour_model::diagnostic::{Code, Diagnostic, Faults};
use parlour_model::kind::Kind;
use parlour_model::layout::{ChanceLayout, RNG, RNG_LEN};
use parlour_model::state::State;

/// Limit of outcomes of one chance per action.
const ROOM: usize = 8;

/// An outcome of an action.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The resulting state.
    pub state: State,
    /// Its probability.
    pub probability: f64,
}

/// Enumerates outcomes of actions.
#[derive(Debug)]
pub struct Outcomes {
    host: Rules,
    /// The offset at which the states of this game and of the queried one diverge.
    head: usize,
}

/// The outcomes of each chance, in order of consumption.
type Row = Vec<Vec<u16>>;

/// The outcomes of a chance that an action has consumed.
struct Used {
    values: Vec<u16>,
    /// For sorted dice: the number rolled at once from an outcome on, 0 inside a roll.
    sizes: Option<Vec<u8>>,
}

impl Used {
    /// The groups of outcomes whose order is insignificant; single ones if there are no sorted dice.
    fn rolls(&self) -> impl Iterator<Item = Range<usize>> {
        let size = |n: usize| self.sizes.as_ref().map_or(1, |sizes| usize::from(sizes[n]));
        let rolls = (0..self.values.len()).map(move |n| n..(n + size(n)).min(self.values.len()));
        rolls.filter(|roll| !roll.is_empty())
    }

    /// True if outcomes are the representatives of equivalent ones: the faces of each roll are sorted.
    fn is_in_order(&self, values: &[u16]) -> bool {
        self.rolls().all(|roll| values[roll].is_sorted())
    }
}

/// The number of permutations of a roll with these sorted faces.
fn rolls_alike(faces: &[u16]) -> f64 {
    let mut orders = 1.0;
    let mut alike = 0.0;
    for (n, face) in faces.iter().enumerate() {
        alike = if n > 0 && faces[n - 1] == *face { alike + 1.0 } else { 1.0 };
        orders *= (n + 1) as f64 / alike;
    }
    orders
}

impl Outcomes {
    /// Loads the rules of a game again, with capacity for prescribed outcomes. `None` for a game without chances.
    ///
    /// # Errors
    /// Rules that fail.
    pub fn new(game: &Game) -> Result<Option<Self>, Faults> {
        let Some(first) = game.layout().chances.first() else {
            return Ok(None);
        };
        let head = first.cursor;
        Ok(Some(Self { host: Rules::new(game.with_chance_room(ROOM)?)?, head }))
    }

    /// The outcomes of an action, at most `most` states. The random generator is unchanged in all of them.
    ///
    /// # Errors
    /// A script that fails, more outcomes than allowed, or a chance that isn't a roll, word or seat of the pack.
    pub fn of(&mut self, state: &State, record: &[u8], most: usize) -> Result<Vec<Outcome>, Diagnostic> {
        let game = self.host.game().clone();
        let action = Action::from_record(&game, record);
        let rooms = game.layout().chances.len();
        let mut waiting: Vec<Row> = vec![vec![Vec::new(); rooms]];
        let mut seen: HashSet<Row> = HashSet::new();
        let mut found: HashSet<Row> = HashSet::new();
        let mut out = Vec::new();
        while let Some(prescribed) = waiting.pop() {
            let (used, after) = self.take(state, &action, &prescribed)?;
            let row: Row = used.iter().map(|used| used.values.clone()).collect();
            // The prescribed dice may be split into other rolls: then another row represents it.
            if !used.iter().all(|used| used.is_in_order(&used.values)) || !found.insert(row.clone()) {
                continue;
            }
            // Each outcome of a chance that is consumed comes of the action.
            let has_more =
                |(chance, used): (usize, &Used)| !used.values.is_empty() && game.outcomes(chance) as usize > most;
            if out.len() == most || used.iter().enumerate().any(has_more) {
                let message = format!("more than {most} things can come of `{}`", game.action_text(&action));
                return Err(Diagnostic::new(Code::ManyOutcomes, message));
            }
            let mut probability = 1.0;
            for (chance, outcomes) in used.iter().enumerate() {
                let sides = game.outcomes(chance);
                for roll in outcomes.rolls() {
                    probability *=
                        rolls_alike(&outcomes.values[roll.clone()]) / f64::from(sides).powi(roll.len() as i32);
                    for (n, other) in roll.flat_map(|n| (1..=sides as u16).map(move |other| (n, other))) {
                        let mut changed = row.clone();
                        changed[chance][n] = other;
                        if outcomes.is_in_order(&changed[chance]) && seen.insert(changed.clone()) {
                            waiting.push(changed);
                        }
                    }
                }
            }
            let mut narrow = state.clone();
            narrow.copy_head(&after, self.head);
            out.push(Outcome { state: narrow, probability });
        }
        Ok(out)
    }

    /// Applies the action with prescribed outcomes, and with default ones beyond; returns the consumed ones.
    fn take(&mut self, state: &State, action: &Action, prescribed: &Row) -> Result<(Vec<Used>, State), Diagnostic> {
        let game = self.host.game().clone();
        let layout = game.layout();
        let mut after = game.blank_state();
        after.copy_head(state, self.head);
        // Blank generators don't advance: only one that isn't blank shows if it was used.
        let generator = Generator::from_seed(1);
        after.set_generator(&generator);
        for (n, chance) in layout.chances.iter().enumerate() {
            let room = if game.pack().chances[n].kind == Kind::Card { 0 } else { ROOM };
            after.set_u16(chance.cursor, 0);
            after.set_u16(chance.cursor + 2, room as u16);
            if let Some(rolls) = chance.rolls() {
                after.bytes[rolls..rolls + room].fill(0);
            }
            for slot in 0..room {
                after.set_narrow(chance.outcome(slot), chance.width, prescribed[n].get(slot).copied().unwrap_or(1));
            }
        }
        self.host.apply(&mut after, action, None)?;
        if after.generator() != generator {
            let text = game.action_text(action);
            let message =
                format!("chance decides more in `{text}` than rolls, words and seats, {ROOM} of each at most");
            return Err(Diagnostic::new(Code::UnlistedChance, message));
        }
        let used = |chance: &ChanceLayout| {
            let n = usize::from(after.u16(chance.cursor));
            let values = (0..n).map(|n| after.narrow(chance.outcome(n), chance.width)).collect();
            Used { values, sizes: chance.rolls().map(|at| after.bytes[at..at + n].to_vec()) }
        };
        let row = layout.chances.iter().map(used).collect();
        after.bytes[RNG..RNG + RNG_LEN].copy_from_slice(&state.bytes[RNG..RNG + RNG_LEN]);
        Ok((row, after))
    }
}
