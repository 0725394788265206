//! Reloading the rules of a match in progress.

use parlour_engine::Words;
use parlour_engine::diagnostic::{Diagnostic, Faults, debug_as_display};
use parlour_engine::game::Game;
use parlour_engine::pack::Library;
use parlour_engine::play::{ActError, Match, Record};
use parlour_engine::state::Decision;
use serde_json::{Map, Value};

/// The reason why a match can't be replayed by other rules.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum Unplayable {
    /// The game can't be set up with the match's settings.
    #[error(transparent)]
    Faults(#[from] Faults),
    /// An action would belong to another seat.
    #[error("action {n}, `{action}`, was {was}'s and would be {is}'s")]
    OtherSeat {
        /// The number of the action, from 1.
        n: usize,
        /// The action.
        action: String,
        /// The seat that took it.
        was: String,
        /// The seat that would take it.
        is: String,
    },
    /// An illegal action.
    #[error("action {n}, {}", refused(.action, &.error.to_string()))]
    Action {
        /// The number of the action, from 1.
        n: usize,
        /// The action.
        action: String,
        /// The refusal.
        error: Box<ActError>,
    },
}

debug_as_display!(Unplayable);

/// The message of a refused action; many reasons name the action already.
pub fn refused(action: &str, reason: &str) -> String {
    let quoted = format!("`{action}`");
    let names_it = reason.get(..quoted.len()).is_some_and(|beginning| beginning.eq_ignore_ascii_case(&quoted));
    if names_it { reason.to_owned() } else { format!("{quoted}: {reason}") }
}

/// The result of reloading packs and robots for a match.
#[derive(Debug)]
#[non_exhaustive]
pub enum Reloaded {
    /// It continues by the new rules.
    New,
    /// It continues by the old rules, since it diverges under the new ones: the difference.
    OtherWay(String),
    /// It continues by the old rules, since it can't be replayed under the new ones.
    Unplayable(Unplayable),
}

/// Replays a match by the current packs, each action by the seat that took it.
pub(crate) fn by_the_new_rules(library: &Library, record: &Record, old: &Match) -> Result<Match, Unplayable> {
    let pack = library.load(&record.game)?;
    let game = pack.configure(&record.config(&pack)?)?;
    let mut played = Match::new(game, record.seed, record.players.clone())?;
    for (n, text) in record.actions.iter().enumerate() {
        if let (Some(step), Some(now)) = (old.steps().get(n), played.decision())
            && step.decision.seat != now.seat
        {
            let [was, is] =
                [(old, step.decision.seat), (&played, now.seat)].map(|(of, seat)| of.game().seat_name(seat).to_owned());
            return Err(Unplayable::OtherSeat { n: n + 1, action: text.clone(), was, is });
        }
        let taken = played.parse(text).map_err(ActError::from).and_then(|action| played.act(&action).map(|_| ()));
        taken.map_err(|error| Unplayable::Action { n: n + 1, action: text.clone(), error: Box::new(error) })?;
    }
    if record.revealed {
        played.mark_revealed();
    }
    Ok(played)
}

/// The maximum number of differing zones, boards and variables that are named.
const MAX_NAMED: usize = 4;

/// The first divergence of a match replayed by other rules: the differing names, and the number of actions. Only parts
/// common to both rules are compared, and only names are given, since values may be hidden.
///
/// # Errors
/// Rules that fail in replay.
pub(crate) fn other_way(old: &Match, new: &Match) -> Result<Option<String>, Diagnostic> {
    if old.steps().is_empty() {
        return Ok(None);
    }
    for n in 0..=old.steps().len().min(new.steps().len()) {
        let ((due, was), (now_due, is)) = (moment(old, n)?, moment(new, n)?);
        let place = || match n.checked_sub(1).and_then(|last| old.steps().get(last)) {
            None => "it would have begun otherwise".to_owned(),
            Some(step) => format!("action {n}, `{}`, would have led elsewhere", old.game().action_text(&step.action)),
        };
        let names: Vec<&str> = changed(&was, &is).filter(|part| part.old.is_some()).map(|part| part.name).collect();
        if !names.is_empty() {
            let more = names.len().saturating_sub(MAX_NAMED);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            return Ok(Some(format!("{} ({}{more})", place(), names[..names.len().min(MAX_NAMED)].join(", "))));
        }
        let to_act = |of: &Match, due: Option<Decision>| {
            due.map_or_else(|| "nobody".to_owned(), |due| of.game().seat_name(due.seat).to_owned())
        };
        let (was, is) = (to_act(old, due), to_act(new, now_due));
        if was != is {
            return Ok(Some(format!("{} ({is} would be to act, not {was})", place())));
        }
    }
    Ok(None)
}

/// The moment of a match after a number of actions: the pending decision, and the state.
fn moment(of: &Match, n: usize) -> Result<(Option<Decision>, Map<String, Value>), Diagnostic> {
    let due = of.steps().get(n).map_or_else(|| of.decision(), |step| Some(step.decision));
    let members = match Game::state_json(of.game(), &*of.state_before(n)?) {
        Value::Object(map) => map,
        _ => Map::new(),
    };
    Ok((due, members))
}

/// A zone, a board or a variable that differs between two views.
#[derive(Clone, Copy, Debug)]
pub struct Changed<'a> {
    /// `zones`, `boards` or `vars`.
    pub part: &'static str,
    /// Its name.
    pub name: &'a str,
    /// The old value; `None` if only the second view has it.
    pub old: Option<&'a Value>,
    /// The new value.
    pub new: &'a Value,
}

/// The differences of a second view, as JSON, from a first one.
pub fn changed<'a>(before: &'a Map<String, Value>, after: &'a Map<String, Value>) -> impl Iterator<Item = Changed<'a>> {
    ["zones", "boards", "vars"].into_iter().flat_map(move |part| {
        let members = |inside: &'a Map<String, Value>| inside.get(part).and_then(Value::as_object);
        let was = members(before);
        let is = members(after).into_iter().flatten();
        let all = is.map(move |(name, new)| Changed { part, name, old: was.and_then(|was| was.get(name)), new });
        all.filter(|changed| changed.old != Some(changed.new))
    })
}
