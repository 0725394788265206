//! The current choices: legal actions as verbs with named arguments, and the domain of each argument.

use std::collections::BTreeMap;
use std::ops::Range;

use parlour_engine::RunText;
use parlour_engine::Words;
use parlour_engine::game::Game;
use parlour_engine::grammar::{Arg, Piece, VerbSpec};
use parlour_engine::ids::{CardType, Seat, Verb, ZoneId};
use parlour_engine::kind::{Domain, Kind, Value};
use parlour_engine::pack::spec::Per;
use parlour_engine::play::Match;
use parlour_engine::{Action, ParseError};
use serde::Serialize;
use serde_json::{Map, Value as Json};

use crate::description::KindName;
use crate::view::SeatView;

/// A legal action.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct LegalAction {
    /// Its text.
    pub action: String,
    /// The text in people's words, if different.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub told: Option<String>,
    /// The name of its verb.
    pub verb: String,
    /// Its arguments by name: numbers as numbers, cards with counts as a list, all else by name. Omitted arguments are
    /// absent.
    pub args: Map<String, Json>,
    /// The origin and target squares of an action whose text names none, such as castling.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub way: Option<[String; 2]>,
}

/// The current choices.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Legal {
    /// The legal actions, or a selection of them.
    pub actions: Vec<LegalAction>,
    /// True if the list is complete; otherwise the rules accept further actions.
    pub complete: bool,
    /// The verbs of the decision that is due.
    pub verbs: Vec<VerbNow>,
}

impl Legal {
    /// No choices, completely listed.
    pub(crate) fn none() -> Self {
        Self { actions: Vec::new(), complete: true, verbs: Vec::new() }
    }
}

/// A verb of the decision that is due.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct VerbNow {
    /// Its name.
    pub verb: String,
    /// True if one of its actions is listed.
    pub is_listed: bool,
    /// Its arguments.
    pub args: Vec<ArgNow>,
}

/// An argument with its current domain.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ArgNow {
    /// Its name.
    pub name: String,
    /// Its kind.
    #[serde(flatten)]
    pub kind: KindName,
    /// True if it is optional.
    pub optional: bool,
    /// Its domain, before the rules check the whole action.
    pub domain: DomainNow,
}

impl ArgNow {
    /// Narrows the cards of an argument to those that one of the actions of its verb has, or that are in a group with one
    /// that stands for all of it.
    fn narrow(&mut self, actions: &[LegalAction], verb: &str, groups: &[Vec<&str>]) {
        let DomainNow::Cards { most } = &mut self.domain else { return };
        let mut all: BTreeMap<&str, u64> = BTreeMap::new();
        for action in actions.iter().filter(|action| action.verb == verb) {
            let cards = action.args.get(&self.name).and_then(Json::as_array).into_iter().flatten();
            let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
            for card in cards.filter_map(Json::as_str) {
                *counts.entry(card).or_default() += 1;
            }
            for (card, count) in counts {
                let most = all.entry(card).or_default();
                *most = count.max(*most);
            }
        }
        let is_alike = |card: &str| {
            groups.iter().any(|group| group.contains(&card) && group.iter().any(|other| all.contains_key(other)))
        };
        most.retain(|card, most| match all.get(card.as_str()) {
            Some(count) if groups.is_empty() => {
                *most = Json::from(*count);
                true
            }
            is_listed => is_listed.is_some() || is_alike(card),
        });
    }
}

/// The groups of equal cards, by name, in combinations of which the first cards stand for all in a list.
fn listed_once<'a>(game: &'a Game, domain: &Domain) -> Vec<Vec<&'a str>> {
    let Domain::Combinations(_, combinations) = domain else { return Vec::new() };
    let of = combinations.iter().filter_map(|&n| game.pack().combinations.get(n)).filter(|each| each.is_listed_once);
    let named = |group: &Vec<usize>| group.iter().map(|&card| game.card_name(CardType::from_index(card))).collect();
    of.flat_map(|each| each.groups.iter().map(named)).collect()
}

/// The domain of an argument, before the rules check the whole action.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "domain", rename_all = "snake_case")]
#[non_exhaustive]
pub enum DomainNow {
    /// Any number.
    Any,
    /// An inclusive range of numbers.
    Range {
        /// The least.
        least: u16,
        /// The greatest.
        most: u16,
    },
    /// One of these.
    Values {
        /// The values, each as in an action's arguments.
        values: Vec<Json>,
    },
    /// A multiset of cards, with an upper bound for each.
    Cards {
        /// The bounds by card name.
        most: Map<String, Json>,
    },
}

/// The choices of the seat to move, whose view is given.
pub(crate) fn legal(played: &Match, view: &SeatView) -> Legal {
    let (game, list) = (played.game(), played.legal());
    let Some(decision) = played.decision() else { return Legal::default() };
    let actions: Vec<LegalAction> =
        list.iter(game).map(|action| action_as_data(game, decision.seat, &action, played.told(&action))).collect();
    let verb_now = |&n: &usize| {
        let spec = &game.pack().verbs[n];
        let verb = Verb::from_index(n);
        VerbNow {
            verb: spec.name.clone(),
            is_listed: actions.iter().any(|action| action.verb == spec.name),
            args: (0..spec.args.len())
                .map(|arg| {
                    let mut now = arg_now(view, decision.seat, (verb, spec), arg);
                    match list.is_complete() {
                        true => now.narrow(&actions, &spec.name, &[]),
                        false => {
                            let once = listed_once(game, &spec.args[arg].domain);
                            if !once.is_empty() {
                                now.narrow(&actions, &spec.name, &once);
                            }
                        }
                    }
                    now
                })
                .collect(),
        }
    };
    let verbs = game.pack().phases[decision.phase.index()].actions.iter().map(verb_now).collect();
    Legal { verbs, complete: list.is_complete(), actions }
}

/// An action as verb and named values.
pub(crate) fn action_as_data(game: &Game, seat: Seat, action: &Action, told: String) -> LegalAction {
    let verb = game.pack().verbs[action.verb().index()].name.clone();
    let way = game.piece_board().zip(game.castling(seat, action.verb()));
    let way = way.map(|(board, (from, to))| [from, to].map(|square| game.square_name(board, square)));
    let text = game.action_text(action);
    LegalAction {
        told: Some(told).filter(|told| *told != text),
        action: text,
        verb,
        args: game.action_args(action),
        way,
    }
}

fn arg_now(view: &SeatView, seat: Seat, (verb, spec): (Verb, &VerbSpec), n: usize) -> ArgNow {
    let (game, arg) = (view.game(), &spec.args[n]);
    let domain = match (arg.kind, &arg.domain) {
        (Kind::Number, Domain::Range(..)) => {
            let (least, most) = game.argument_range(verb, n);
            DomainNow::Range { least, most }
        }
        (Kind::Cards, _) => DomainNow::Cards { most: cards_of(view, seat, spec.zones(n)) },
        _ => match game.domain_values(view.state(), seat, verb, n) {
            Some(values) => {
                let value = |number: u16| game.value_json(arg.kind, Value::Number(number.into()));
                DomainNow::Values { values: values.into_iter().map(value).collect() }
            }
            None => DomainNow::Any,
        },
    };
    ArgNow { name: arg.name.clone(), kind: KindName::of(game, arg.kind), optional: arg.optional, domain }
}

/// The available number of each card: those in the given zones, or, without zones, all of the match.
fn cards_of(view: &SeatView, seat: Seat, zones: &[ZoneId]) -> Map<String, Json> {
    let game = view.game();
    let mut counts = if zones.is_empty() { game.card_counts().to_vec() } else { vec![0; game.pack().card_types()] };
    for card in zones.iter().flat_map(|&zone| cards_in(view, zone, seat)) {
        counts[card.index()] += 1;
    }
    let named = counts.into_iter().enumerate().filter(|(_, count)| *count > 0);
    named.map(|(card, count)| (game.card_name(CardType::from_index(card)).to_owned(), Json::from(count))).collect()
}

/// The cards of a zone: the seat's own member, the only one, or those of all members of a list or table.
fn cards_in(view: &SeatView, zone: ZoneId, seat: Seat) -> Vec<CardType> {
    let game = view.game();
    let members = match game.pack().zones[zone.index()].per {
        Per::Seat => seat.index()..seat.index() + 1,
        _ => 0..game.zone_count(zone),
    };
    members.flat_map(|member| view.cards(zone, member)).flatten().collect()
}

/// A run of legal actions that differ in one number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The text of each.
    pub texts: Vec<String>,
    /// The text of the whole run, as in `raise to 4..100`.
    pub text: RunText,
    /// Each in people's words.
    pub told_texts: Vec<String>,
    /// The text of the whole run in people's words.
    pub told: RunText,
}

/// The legal actions, grouped into runs.
pub(crate) fn runs(played: &Match) -> Vec<Run> {
    let (game, legal) = (played.game(), played.legal());
    let text = |n: usize| game.action_text(&legal.get(game, n));
    let told = |n: usize| played.told(&legal.get(game, n));
    let told_run = |run: &Range<usize>| match run.len() {
        1 => RunText { before: told(run.start), numbers: String::new(), behind: String::new() },
        _ => game.run_told(legal, run),
    };
    let run = |run: Range<usize>| Run {
        texts: run.clone().map(text).collect(),
        text: game.run_text(legal, &run),
        told_texts: run.clone().map(told).collect(),
        told: told_run(&run),
    };
    game.runs(legal).into_iter().map(run).collect()
}

/// The text of an action given as verb and named values, in the form of [`LegalAction`].
///
/// # Errors
/// An unknown verb; a missing, unknown or invalid argument.
pub(crate) fn text_of(game: &Game, verb: &str, args: &Map<String, Json>) -> Result<String, ParseError> {
    let Some(spec) = game.pack().verbs.iter().find(|spec| spec.name == verb) else {
        let known = game.pack().verbs.iter().map(|spec| spec.name.as_str());
        let help = parlour_engine::diagnostic::suggest(verb, known);
        return Err(ParseError::UnknownAction { word: verb.to_owned(), help });
    };
    let malformed = |message: String| ParseError::Malformed { message, usage: spec.usage() };
    if let Some(name) = args.keys().find(|name| spec.args.iter().all(|arg| arg.name != **name)) {
        return Err(malformed(format!("`{verb}` has no argument `{name}`")));
    }
    let written = |arg: &Arg| match args.get(&arg.name) {
        None | Some(Json::Null) if arg.optional => Ok(None),
        None | Some(Json::Null) => Err(malformed(format!("the argument `{}` is missing", arg.name))),
        Some(value) => value_text(game, value)
            .map(Some)
            .ok_or_else(|| malformed(format!("the argument `{}` can't be {value}", arg.name))),
    };
    let mut text = String::new();
    let mut optional: Option<(usize, bool)> = None;
    for piece in &spec.pieces {
        match piece {
            Piece::Literal(literal) if text.ends_with(' ') => text.push_str(literal.trim_start()),
            Piece::Literal(literal) => text.push_str(literal),
            Piece::Open => optional = Some((text.len(), false)),
            Piece::Close => {
                if let Some((start, false)) = optional.take() {
                    text.truncate(start);
                }
            }
            Piece::Arg(n) => {
                if let Some(value) = written(&spec.args[*n])? {
                    text.push_str(&value);
                    optional = optional.map(|(start, _)| (start, true));
                }
            }
        }
    }
    Ok(text.trim().to_owned())
}

/// A value in the syntax of actions.
fn value_text(game: &Game, value: &Json) -> Option<String> {
    match value {
        Json::String(text) => Some(text.clone()),
        Json::Number(number) => Some(number.to_string()),
        Json::Array(cards) => {
            let mut counts = vec![0_u8; game.pack().card_types()];
            for card in cards {
                let name = card.as_str()?;
                let n = game.pack().card_rows().iter().position(|row| row.name == name)?;
                counts[n] = counts[n].checked_add(1)?;
            }
            Some(game.cards_text(&counts))
        }
        _ => None,
    }
}
