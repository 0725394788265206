//! Observations of a viewer: events in sentences and as data, and the ending.

use parlour_engine::Words;
use parlour_engine::as_sentence;
use parlour_engine::event::Event;
use parlour_engine::game::Game;
use parlour_engine::ids::{BoardId, Seat, VarId};
use parlour_engine::kind::Kind;
use parlour_engine::pack::spec::{Per, ScoreRule};
use parlour_engine::play::{Conclusion, Match, Step};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::scene::score_of;
use crate::viewer::Sight;

/// An event as a viewer may know it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct EventTold {
    /// The kind of event.
    pub kind: String,
    /// The pack's sentence for this viewer, if any.
    pub text: Option<String>,
    /// The fields that the viewer may see.
    #[serde(flatten)]
    pub fields: Map<String, Value>,
}

impl EventTold {
    fn of(game: &Game, event: &Event, sight: Sight) -> Self {
        let mut fields = match game.event_json(event, sight.seat, sight.all) {
            Value::Object(fields) => fields,
            _ => Map::new(),
        };
        let kind = match fields.shift_remove("kind") {
            Some(Value::String(kind)) => kind,
            _ => String::new(),
        };
        let text = game.event_sentence(event, sight.seat, sight.all).filter(|text| !text.is_empty());
        Self { kind, text, fields }
    }
}

/// An action of the match, as a viewer may know it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct StepTold {
    /// The number of the action, from 1.
    pub n: usize,
    /// The acting seat.
    #[serde(skip)]
    pub seat: Seat,
    /// The name of that seat.
    #[serde(rename = "seat")]
    pub seat_name: String,
    /// The phase of the decision.
    pub phase: String,
    /// The action, with `?` for hidden parts.
    pub action: String,
    /// The action in people's words, as in `exf6` or `sell 3 coins`.
    pub told: String,
    /// Its label in a list: its move as in `8.` and `8...`, or its number and its seat.
    pub place: String,
    /// True if the action is sealed until the other seats have decided, and the viewer doesn't know it yet.
    pub is_unseen: bool,
    /// True if the viewer knows the whole action.
    pub is_known: bool,
    /// Its events.
    pub events: Vec<EventTold>,
    /// The step in sentences: those of the events, or else the action itself if it was another seat's and no sentence
    /// of the pack reports it.
    pub lines: Vec<String>,
}

impl StepTold {
    fn of(game: &Game, n: usize, step: &Step, sight: Sight) -> Self {
        let events = events(game, &step.events, sight);
        let seat = step.decision.seat;
        let name = game.seat_name(seat);
        let action = game.step_text(step, sight.seat, sight.all);
        let told = game.step_told(step, sight.seat, sight.all);
        let is_others = sight.seat != Some(seat);
        let mut lines = sentences(&events);
        if lines.is_empty() && is_others {
            lines.push(match game.told_text(step.action.verb(), seat) {
                _ if step.sealed && !sight.all => format!("{name} has decided."),
                _ if step.is_unseen(sight.seat) && !sight.all => as_sentence(format!("{name} has acted out of sight.")),
                Some(sentence) => sentence,
                None => format!("{name}: {told}"),
            });
        }
        Self {
            n: n + 1,
            seat,
            seat_name: name.to_owned(),
            phase: game.pack().phases[step.decision.phase.index()].name.clone(),
            action,
            told,
            place: place(game, n, seat),
            is_unseen: step.sealed && !sight.all && is_others,
            is_known: sight.all || game.may_know_all(step, sight.seat),
            events,
            lines,
        }
    }
}

/// The label of an action in a list, by its index from 0: `8.` or `8...` in games with numbered moves, else `15.
/// white:`.
pub(crate) fn place(game: &Game, n: usize, seat: Seat) -> String {
    if !game.writes_moves() {
        return format!("{}. {}:", n + 1, game.seat_name(seat));
    }
    let at = n + game.turn_begun() as usize;
    let dots = if at.is_multiple_of(game.seat_count()) { "." } else { "..." };
    format!("{}{dots}", at / game.seat_count() + 1)
}

impl StepTold {
    /// The action in people's words, with its label: `8. exf6`, `15. b: sell 3 coins`.
    pub fn heading(&self) -> String {
        format!("{} {}", self.place, self.told)
    }
}

/// A step by index, as a viewer may know it.
pub(crate) fn step(played: &Match, n: usize, sight: Sight) -> Option<StepTold> {
    Some(StepTold::of(played.game(), n, played.steps().get(n)?, sight))
}

/// Events as a viewer may know them.
pub(crate) fn events(game: &Game, events: &[Event], sight: Sight) -> Vec<EventTold> {
    let seen = events.iter().filter(|event| sight.all || !event.is_unseen(sight.seat));
    seen.map(|event| EventTold::of(game, event, sight)).collect()
}

/// The sentences of those events that have one.
pub fn sentences(events: &[EventTold]) -> Vec<String> {
    events.iter().filter_map(|event| event.text.clone()).collect()
}

/// The ending of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Ending {
    /// The reason in words.
    pub reason: String,
    /// The winners, by name.
    pub winners: Vec<String>,
    /// The score of each seat.
    pub scores: Map<String, Value>,
    /// The rank of each seat, from 1, in seat order; ties share a rank.
    #[serde(skip)]
    pub places: Vec<usize>,
    /// The conclusion by the players, if the match wasn't ended by a rule.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub ended: Option<Conclusion<String>>,
    /// The ranking with scores in a sentence; `None` if it says no more than the winners.
    #[serde(skip)]
    pub ranking: Option<String>,
}

/// The ending of a match; `None` while it goes on.
pub(crate) fn ending(played: &Match) -> Option<Ending> {
    let (game, state) = (played.game(), played.state());
    let reason = played.ending_text()?;
    let winners = game.seats().filter(|&seat| state.has_won(seat)).map(|seat| game.seat_name(seat).to_owned());
    let score = |seat: Seat| (game.seat_name(seat).to_owned(), Value::from(game.score(state, seat)));
    let is_told = !matches!(game.pack().scores, ScoreRule::Wins);
    let ranking_of_all = game.ranking(state);
    let place = |seat: Seat| ranking_of_all.iter().find(|(other, _)| *other == seat).map_or(0, |&(_, place)| place);
    Some(Ending {
        places: game.seats().map(place).collect(),
        reason,
        winners: winners.collect(),
        scores: game.seats().map(score).collect(),
        ended: played.conclusion().and_then(|end| end.with_seats(|seat| Some(game.seat_name(*seat).to_owned()))),
        ranking: is_told.then(|| ranking(played)),
    })
}

/// The ranking with scores; seats of a team with the same score are listed together.
fn ranking(played: &Match) -> String {
    let (game, state) = (played.game(), played.state());
    let score = |seat: Seat| game.score(state, seat);
    // Where the table counts points against the seats, they are told as it has them.
    let points = |var: usize, seat: Seat| state.i32(game.offset_for(VarId::from_index(var), seat));
    let is_of_losses = score_of(game)
        .filter(|&var| game.pack().vars[var].per == Per::Seat)
        .is_some_and(|var| game.seats().all(|seat| points(var, seat) == -score(seat)));
    let score = |seat: Seat| if is_of_losses { -score(seat) } else { score(seat) };
    let is_even = |team: usize| game.members(team).map(score).is_sorted_by(|a, b| a == b);
    let ranking = game.ranking(state);
    if game.is_together() && is_even(0) {
        return format!("Score: {}.", ranking.first().map_or(0, |&(seat, _)| score(seat)));
    }
    let mut told = Vec::new();
    let mut scores = Vec::new();
    for (seat, _) in ranking {
        let team = game.team_of(seat);
        if !is_even(team) {
            scores.push(format!("{} {}", game.seat_name(seat), score(seat)));
        } else if !told.contains(&team) {
            told.push(team);
            scores.push(format!("{} {}", game.team_name(team), score(seat)));
        }
    }
    format!("Scores: {}.", scores.join(", "))
}

/// For each board, the squares that the last action has changed or names, as far as a viewer may know them.
pub(crate) fn last_squares(played: &Match, sight: Sight) -> Vec<Vec<usize>> {
    let game = played.game();
    let (Some(step), Some(previous)) = (played.steps().last(), played.previous()) else { return Vec::new() };
    let verb = &game.pack().verbs[step.action.verb().index()];
    let squares = |board: BoardId| {
        let layout = game.board(board);
        let (before, after) = (previous.cells(layout), played.state().cells(layout));
        let states = [previous, played.state()];
        let changed: Vec<usize> = match sight.all {
            true => {
                let under = |square: usize| states.map(|state| state.under(layout, square));
                let is_changed =
                    |square: usize| before[square] != after[square] || under(square)[0] != under(square)[1];
                (0..before.len()).filter(|&square| is_changed(square)).collect()
            }
            false => game.changed_squares(board, states, sight.seat),
        };
        let named = verb.args.iter().filter(|arg| arg.kind == Kind::Square(board));
        let named = named.filter(|arg| sight.all || game.may_know(step, arg, sight.seat));
        let named = named.filter_map(|arg| usize::from(step.action.number(arg)).checked_sub(1));
        changed.into_iter().chain(named).collect()
    };
    game.boards().map(squares).collect()
}
