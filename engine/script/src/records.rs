//! Records of actions, as scripts read them.

use std::fmt::Write as _;

use parlour_game::Game;
use parlour_model::kind::Kind;

/// The verbs of a game as a Luau table: their names, and the offset of each argument in a record of an action,
/// separately for counts of cards.
pub fn records(game: &Game) -> String {
    let mut out = String::from("{");
    for verb in &game.pack().verbs {
        // Writing to a `String` can't fail.
        let _ = write!(out, "{{name={:?},numbers={{", verb.name);
        for arg in verb.args.iter().filter(|arg| arg.kind != Kind::Cards) {
            let _ = write!(out, "[{:?}]={},", arg.name, arg.offset);
        }
        out.push_str("},cards={");
        for arg in verb.args.iter().filter(|arg| arg.kind == Kind::Cards) {
            let _ = write!(out, "[{:?}]={},", arg.name, arg.offset);
        }
        out.push_str("}},");
    }
    out.push('}');
    out
}
