//! Lines of several actions, as in `13/10 13/9` or `pass QS KS AC`.

use crate::play::{ActError, Match, read_at};
use crate::rules::Rules;
use parlour_game::view::View;
use parlour_game::words::action::ParseError;
use parlour_model::action::{Action, ActionList};
use parlour_model::chance::Generator;
use parlour_model::diagnostic::Diagnostic;
use parlour_model::ids::Seat;
use parlour_model::state::State;

/// The number of worlds in which a line is tried.
const WORLDS: u64 = 4;

/// The actions that a line of text names.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ActionLine {
    /// Actions of the seat to act, each legal after those before it. With simultaneous decisions, the others decide in
    /// between.
    pub actions: Vec<Action>,
    /// The rest of the line, if it can be parsed only after those actions, because they reveal something.
    pub rest: Option<String>,
}

impl From<Action> for ActionLine {
    fn from(action: Action) -> Self {
        Self { actions: vec![action], rest: None }
    }
}

/// A trial of a line in a world.
struct Trial {
    /// The actions that were taken.
    actions: Vec<Action>,
    /// For each decision of the seat: its view, and true if other seats have acted since its previous action.
    decisions: Vec<(View, bool)>,
    end: End,
}

/// The end of a trial.
enum End {
    /// All actions were taken.
    Whole,
    /// The next action is refused or can't be parsed.
    Refused(ActError),
    /// Another seat is to act, whose choice is visible.
    Other,
}

impl Match {
    /// Parses a line of the seat to act: one action, or several consecutive ones. Nothing is applied; several actions
    /// are tried in determinized worlds, so that the result reveals nothing hidden.
    ///
    /// # Errors
    /// A text that isn't an action; an action of several that isn't legal in its turn, which is named.
    pub fn read_line(&mut self, text: &str) -> Result<ActionLine, ActError> {
        let error = match self.parse(text) {
            Ok(action) => return Ok(action.into()),
            Err(error) => error,
        };
        let (ParseError::Several { first, rest }, Some(decision)) = (&error, self.decision()) else {
            return Err(error.into());
        };
        let texts = self.texts_of(first, rest);
        self.try_line(&texts, decision.seat)?.ok_or_else(|| error.into())
    }

    /// The texts of all actions of a line.
    fn texts_of(&self, first: &str, rest: &str) -> Vec<String> {
        let (mut texts, mut left) = (vec![first.to_owned()], rest.to_owned());
        while let Err(ParseError::Several { first, rest }) = self.parse(&left) {
            texts.push(first);
            left = rest;
        }
        texts.push(left);
        texts
    }

    /// The line of some texts; `None` if they have to be given one at a time.
    fn try_line(&mut self, texts: &[String], seat: Seat) -> Result<Option<ActionLine>, ActError> {
        let view = self.view(Some(seat));
        let Ok(worlds) = self.host.worlds(&view) else { return Ok(None) };
        let mut trials = Vec::new();
        for seed in 0..WORLDS {
            // The worlds depend only on what the seat sees.
            let mut generator = Generator::from_seed(view.state().position_hash().wrapping_add(seed));
            let Ok(mut world) = self.host.draw(&worlds, &mut generator) else { continue };
            self.game().ask_once_more(&mut world);
            // A world in which the rules fail is discarded.
            trials.extend(try_in(&mut self.host, world, texts, seat, &mut generator).ok());
        }
        self.host.reset_sets();
        let Some((one, others)) = trials.split_first() else { return Ok(None) };
        let is_same = |n: &usize| others.iter().all(|other| other.decisions.get(*n) == one.decisions.get(*n));
        // The decisions before which all worlds show the same.
        let known = (0..one.decisions.len()).take_while(is_same).count();
        let taken = one.actions.len();
        if known <= taken && known < texts.len() {
            // The result of an action is visible before the next is chosen.
            let waits = |trial: &Trial| trial.decisions.get(known).is_none_or(|(_, waits)| *waits);
            let is_own =
                known > 0 && !one.decisions[..known].iter().any(|(_, waits)| *waits) && !trials.iter().any(waits);
            let line = || ActionLine { actions: one.actions[..known].to_vec(), rest: Some(texts[known..].join(" ")) };
            return Ok(is_own.then(line));
        }
        let Trial { actions, end, .. } = trials.swap_remove(0);
        match end {
            End::Whole => Ok(Some(ActionLine { actions, rest: None })),
            End::Refused(error) => Err(ActError::InLine { text: texts[taken].clone(), error: Box::new(error) }),
            End::Other => Ok(None),
        }
    }
}

/// Tries a line in a world; with simultaneous decisions the others decide at random.
///
/// # Errors
/// Rules that fail.
fn try_in(
    rules: &mut Rules,
    mut world: State,
    texts: &[String],
    seat: Seat,
    generator: &mut Generator,
) -> Result<Trial, Diagnostic> {
    let game = rules.game().clone();
    let mut legal = ActionList::new();
    let mut trial = Trial { actions: Vec::new(), decisions: Vec::new(), end: End::Whole };
    for text in texts {
        let mut others = 0;
        while world.decision().is_none_or(|decision| decision.seat != seat) {
            if !game.decides_unseen(&world) || others > 2 * game.seat_count() {
                trial.end = End::Other;
                return Ok(trial);
            }
            rules.reset_sets();
            rules.legal(&world, &mut legal)?;
            let chosen = generator.below(u32::try_from(legal.len()).unwrap_or(u32::MAX)) as usize;
            rules.apply(&mut world, &legal.get(&game, chosen), None)?;
            others += 1;
        }
        trial.decisions.push((game.view(&world, Some(seat)), others > 0));
        rules.reset_sets();
        rules.legal(&world, &mut legal)?;
        let action = match read_at(&game, &world, &legal, text) {
            Ok(action) => action,
            Err(error) => {
                trial.end = End::Refused(error.into());
                return Ok(trial);
            }
        };
        if legal.position(&game, &action).is_none()
            && let Err(error) = rules.check(&world, &action)
        {
            trial.end = End::Refused(error.refusal()?.into());
            return Ok(trial);
        }
        rules.apply(&mut world, &action, None)?;
        trial.actions.push(action);
    }
    Ok(trial)
}
