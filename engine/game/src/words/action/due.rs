//! The task of the seat to act, in words.

use crate::Game;
use crate::words::Words;
use parlour_model::action::ActionList;
use parlour_model::grammar::VerbSpec;
use parlour_model::layout::ZoneLayout;
use parlour_model::state::{Decision, State};

/// The current task, as the phase tells it for the legal actions. Of the alternatives that it names, those that are
/// impossible now are left out: `move your pawn, or build a wall` without the wall. In a trick of `[trick]` it says which
/// suit is to be followed.
pub(crate) fn due_text(game: &Game, state: &State, decision: Decision, legal: &ActionList) -> String {
    let text = phase_text(game, decision, legal);
    match trick_text(game, state, decision, legal) {
        Some(more) => format!("{text}: {more}"),
        None => text,
    }
}

/// The suit to follow, if only a card can be played to a trick now.
fn trick_text(game: &Game, state: &State, decision: Decision, legal: &ActionList) -> Option<String> {
    let (pack, tricks) = (game.pack(), game.pack().tricks.as_ref()?);
    let actions: Vec<_> = legal.iter(game).collect();
    let verb = actions.first()?.verb();
    if !tricks.plays(verb.index()) || actions.iter().any(|action| action.verb() != verb) {
        return None;
    }
    let ZoneLayout::Pile(pile) = game.layout().zones[tricks.pile.index()].first()? else { return None };
    let Some(led) = state.cards(pile).next() else { return Some("you lead".to_owned()) };
    let suits = &pack.lists[tricks.suits];
    let suit_of = |card: u16| {
        let row = pack.tables.first()?.rows.get(usize::from(card).checked_sub(1)?)?;
        row.cells[tricks.columns.suit].text()
    };
    let suit = suit_of(led)?;
    let arg = &pack.verbs[verb.index()].args[0];
    let hand = game.domain_values(state, decision.seat, verb, 0)?;
    // The longest of its names: `clubs` for `C`.
    let name = suits.written(suit).max_by_key(|name| name.len())?;
    let follows = |card: u16| suit_of(card) == Some(suit);
    if actions.iter().all(|action| follows(action.number(arg))) {
        Some(format!("follow {name}"))
    } else {
        (actions.len() == hand.len() && !hand.into_iter().any(follows)).then(|| format!("no {name} in hand"))
    }
}

/// The current task as the phase tells it, without impossible alternatives.
fn phase_text(game: &Game, decision: Decision, legal: &ActionList) -> String {
    let phase = &game.pack().phases[decision.phase.index()];
    let possible = possible_verbs(game, legal);
    let moment = phase.moments.iter().find(|moment| {
        moment.can.iter().all(|&verb| possible[verb]) && !moment.cannot.iter().any(|&verb| possible[verb])
    });
    let text = moment.map_or(&phase.text, |moment| &moment.text);
    if legal.is_empty() {
        return text.clone();
    }
    let named = |is_possible: bool| -> Vec<String> {
        let verbs = phase.actions.iter().filter(|verb| possible[**verb] == is_possible);
        verbs.map(|&verb| word_of(&game.pack().verbs[verb])).collect()
    };
    let (can, cannot) = (named(true), named(false));
    match possible_part(text, &can, &cannot) {
        Some(part) => part,
        // It tells of other actions than those that are left.
        None if is_list(text) && !names(text, &can) => can.join(" or ").replace('_', " "),
        None => text.clone(),
    }
}

/// True if a prompt lists alternatives.
fn is_list(text: &str) -> bool {
    JOINTS.iter().any(|joint| text.contains(joint))
}

/// True if a text has one of some words.
fn names(text: &str, verbs: &[String]) -> bool {
    text.split(|c: char| !c.is_alphanumeric()).any(|word| verbs.iter().any(|verb| verb == word))
}

/// The word by which a prompt names an action: the first of its usage, or its name.
fn word_of(verb: &VerbSpec) -> String {
    verb.first_word().filter(|first| first.chars().all(|c| c.is_ascii_lowercase())).unwrap_or(&verb.name).to_owned()
}

/// A prompt without the alternatives that name impossible actions only; `None` if none is left. What stands before a
/// colon stays.
fn possible_part(text: &str, can: &[String], cannot: &[String]) -> Option<String> {
    let start = text.find(": ").map_or(0, |colon| colon + 2);
    let groups = text[start..].split("; ").map(|group| alternatives(group, can, cannot));
    let mut kept = String::new();
    for group in groups.flatten() {
        match kept.is_empty() {
            true => kept.push_str(group.strip_prefix("then ").unwrap_or(&group)),
            false => kept.extend(["; ", &group]),
        }
    }
    (!kept.is_empty()).then(|| format!("{}{kept}", &text[..start]))
}

/// The possible ones of the alternatives that a part of a prompt lists; `None` if there are none.
fn alternatives(group: &str, can: &[String], cannot: &[String]) -> Option<String> {
    let mut clauses: Vec<(&str, String)> = Vec::new();
    let mut rest = group;
    let mut before = "";
    loop {
        let found = JOINTS.iter().filter_map(|joint| Some((rest.find(joint)?, *joint)));
        let next = found.min_by_key(|(at, joint)| (*at, usize::MAX - joint.len()));
        let clause = next.map_or(rest, |(at, _)| &rest[..at]);
        match clauses.last_mut() {
            // What names no action belongs to what stands before it.
            Some((_, last)) if !names(clause, can) && !names(clause, cannot) => last.extend([before, clause]),
            _ => clauses.push((before, clause.to_owned())),
        }
        let Some((at, joint)) = next else { break };
        (before, rest) = (joint, &rest[at + joint.len()..]);
    }
    let is_kept = |(_, clause): &&(&str, String)| names(clause, can) || !names(clause, cannot);
    let kept: Vec<&str> = clauses.iter().filter(is_kept).map(|(_, clause)| clause.as_str()).collect();
    let (last, others) = kept.split_last()?;
    if kept.len() == clauses.len() {
        return Some(group.to_owned());
    }
    let joint = clauses.last().map_or("", |(joint, _)| *joint);
    Some(if others.is_empty() { (*last).to_owned() } else { format!("{}{joint}{last}", others.join(", ")) })
}

/// Between alternatives.
const JOINTS: [&str; 5] = [", and ", ", or ", " and ", " or ", ", "];

/// The usages of the possible actions, or all of the phase if the list is empty.
pub fn possible_usages(game: &Game, decision: Decision, legal: &ActionList) -> String {
    let possible = possible_verbs(game, legal);
    let pack = game.pack();
    let actions = &pack.phases[decision.phase.index()].actions;
    let is_listed = |verb: &&usize| legal.is_empty() || possible[**verb];
    let usages: Vec<String> = actions.iter().filter(is_listed).map(|&verb| pack.verbs[verb].usage()).collect();
    usages.join(", ")
}

/// For each verb, true if one of its actions is legal.
fn possible_verbs(game: &Game, legal: &ActionList) -> Vec<bool> {
    let mut possible = vec![false; game.pack().verbs.len()];
    legal.iter(game).for_each(|action| possible[action.verb().index()] = true);
    possible
}

#[cfg(test)]
mod tests {
    use super::possible_part;

    #[track_caller]
    fn kept(text: &str, can: &[&str], cannot: &[&str], expected: Option<&str>) {
        let owned = |verbs: &[&str]| verbs.iter().map(|verb| (*verb).to_owned()).collect::<Vec<_>>();
        assert_eq!(possible_part(text, &owned(can), &owned(cannot)).as_deref(), expected, "{text}");
    }

    #[test]
    fn impossible_alternatives_are_left_out_of_prompts() {
        kept("move your pawn, or build a wall", &["go"], &["wall"], Some("move your pawn"));
        kept("play a card, strike, or end your turn", &["strike", "end"], &["play"], Some("strike, or end your turn"));
        kept(
            "play a card, strike, or end your turn",
            &["play", "end"],
            &["strike"],
            Some("play a card, or end your turn"),
        );
        kept(
            "trade, explore and sell as you like; then end",
            &["explore", "end"],
            &["trade", "sell"],
            Some("explore; then end"),
        );
        kept("trade, explore and sell as you like; then end", &["end"], &["trade", "explore", "sell"], Some("end"));
        kept("take the double, or drop and lose the game", &["drop"], &["take"], Some("drop and lose the game"));
        kept("pass: you have no card for an attack", &["pass"], &["attack"], None);
        kept(
            "tell somebody of a colour or a number, or play",
            &["tell"],
            &["play"],
            Some("tell somebody of a colour or a number"),
        );
    }
}
