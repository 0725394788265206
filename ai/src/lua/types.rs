//! Type definitions specific to a game: actions with their arguments, events with their fields.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use parlour_engine::english::capitalized;
use parlour_engine::game::Game;
use parlour_engine::kind::Kind;

/// Converts a name to CamelCase for a type name: `draw_two` becomes `DrawTwo`.
fn capital(name: &str) -> String {
    name.split(|c: char| !c.is_ascii_alphanumeric()).map(capitalized).collect()
}

/// A union of string literals.
fn texts<'n>(names: impl Iterator<Item = &'n str>) -> String {
    let names: Vec<String> = names.map(|name| format!("{name:?}")).collect();
    if names.is_empty() { "string".to_owned() } else { names.join(" | ") }
}

/// The union of some type names, or `otherwise` if there are none.
fn alternatives(names: &[String], otherwise: &str) -> String {
    if names.is_empty() { otherwise.to_owned() } else { names.join(" | ") }
}

/// Writes a field of a table type.
fn field(out: &mut String, name: &str, kind: &str) {
    // Writing to a `String` doesn't fail.
    let _ = writeln!(out, "\t[{name:?}]: {kind},");
}

/// The type of an action's argument.
fn argument(kind: Kind) -> &'static str {
    // From cards to counts; 0 for absent cards.
    if kind == Kind::Cards { "{ [number]: number }" } else { "number" }
}

/// The types of a game's actions and events.
pub(super) fn of(game: &Game) -> String {
    let mut out = String::new();
    actions(game, &mut out);
    events(game, &mut out);
    let pieces = game.pack().moves.pieces.iter().map(|piece| piece.name.as_str());
    let _ = writeln!(out, "\n--- The pieces that weights are about.\nexport type PieceName = {}", texts(pieces));
    out
}

fn actions(game: &Game, out: &mut String) {
    let verbs = &game.pack().verbs;
    // The union of an argument's types over the verbs that share its name.
    let mut all: BTreeMap<&str, &'static str> = BTreeMap::new();
    for arg in verbs.iter().flat_map(|verb| &verb.args) {
        let kind = argument(arg.kind);
        let known = all.entry(&arg.name).or_insert(kind);
        if *known != kind {
            *known = "any";
        }
    }
    let _ = writeln!(out, "\nexport type Verb = {}", texts(verbs.iter().map(|verb| verb.name.as_str())));
    out.push_str(
        "\n--- An action of any kind. The arguments of other kinds of actions are nil.\nexport type Action = {\n",
    );
    let head = "\ttext: string,\n\tindex: number,\n";
    let _ = write!(out, "\tverb: Verb,\n{head}");
    all.iter().for_each(|(name, kind)| field(out, name, kind));
    out.push_str("}\n");
    let mut lists = String::new();
    for verb in verbs {
        let name = format!("{}Action", capital(&verb.name));
        let _ = write!(out, "\n--- `{}`\nexport type {name} = {{\n\tverb: {:?},\n{head}", verb.usage(), verb.name);
        for arg in &verb.args {
            field(out, &arg.name, argument(arg.kind));
        }
        out.push_str("}\n");
        let _ = write!(lists, "((self: Actions, verb: {:?}) -> List<{name}>)\n\t\t& ", verb.name);
    }
    let _ = writeln!(
        out,
        "\n--- The actions of one kind.\nexport type Of = {lists}((self: Actions, verb: string) -> List<Action>)"
    );
}

fn events(game: &Game, out: &mut String) {
    let mut names = Vec::new();
    for event in &game.pack().events {
        let name = format!("{}Event", capital(&event.name));
        let _ = write!(out, "\nexport type {name} = {{\n\tkind: {:?},\n", event.name);
        for spec in &event.fields {
            let kind = match spec.kind {
                Kind::Cards | Kind::Numbers => "{ number }",
                _ => "number",
            };
            // A field is absent for seats that may not know it.
            field(out, &spec.name, &format!("{kind}{}", if spec.is_hidden() { "?" } else { "" }));
        }
        out.push_str("}\n");
        names.push(name);
    }
    let all = alternatives(&names, "{ kind: string }");
    let _ = writeln!(out, "\n--- What `on_event` is told, by its `kind`.\nexport type Event = {all}");
}

#[cfg(test)]
mod tests {
    use super::super::{FIELDS, ROBOT, search, weights};
    use super::*;
    use parlour_search::COMMON;

    /// The keys of a type of the file.
    fn keys(name: &str) -> Vec<&'static str> {
        let (_, behind) = ROBOT.split_once(&format!("type {name} = {{\n")).unwrap();
        let (body, _) = behind.split_once("\n}\n").unwrap();
        let lines = body.lines().filter(|line| !line.trim_start().starts_with("---"));
        lines.filter_map(|line| line.trim().split_once(": ").map(|(key, _)| key)).collect()
    }

    fn sorted<'n>(names: impl IntoIterator<Item = &'n str>) -> Vec<&'n str> {
        let mut names: Vec<&str> = names.into_iter().collect();
        names.sort_unstable();
        names
    }

    #[test]
    fn types_have_the_keys_that_are_read() {
        let of_halving = sorted(COMMON.into_iter().chain(search::HALVING.iter().copied()));
        assert_eq!(sorted(keys("HalvingOptions<C, W>")), of_halving);
        assert_eq!(sorted(keys("Weights")), sorted(weights::WHOLE.iter().chain(weights::BY_PIECE).copied()));
        assert_eq!(sorted(keys("Me")), sorted(FIELDS.iter().copied()));
    }

    #[test]
    fn types_are_called_after_verbs_and_events() {
        assert_eq!(capital("draw_two"), "DrawTwo");
        assert_eq!(capital("move"), "Move");
    }
}
