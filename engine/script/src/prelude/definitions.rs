//! Type definitions of the words of a game, in the format of luau-lsp.

use std::fmt::Write as _;

use super::Prelude;
use super::member::{Code, Member};
use super::writer::quote;
use parlour_game::Game;
use parlour_luau::is_keyword;
use parlour_model::grammar::Arg;

/// The definitions of the engine's additions to Luau.
const MEMO: &str = "\
--- A function that remembers what another one returns, by its first argument, from which alone it must follow.
declare function memo<A, R>(compute: (A) -> R): (A) -> R

--- True if a step to a square, from another, is allowed.
export type Step = (to: number, from: number) -> boolean

--- The squares that a step from a square can lead to.
export type Near = (square: number) -> { number }

--- True if a square is a goal.
export type Goal = (square: number) -> boolean

--- True if what is sown past the end of a list puts one there, as into a store.
export type Past = (i: number) -> boolean?
export type Asked = (seat: number) -> boolean?
";

/// The type of a value as text; for a list, the type of its first entry.
fn type_of(value: &str) -> String {
    let value = value.trim_start();
    let value = value.strip_prefix("table.freeze(").unwrap_or(value);
    match value.chars().next() {
        Some('"') => "string".to_owned(),
        Some('t' | 'f') => "boolean".to_owned(),
        Some('{') => match value[1..].trim_start() {
            empty if empty.starts_with('}') => "{ any }".to_owned(),
            first => format!("{{ {} }}", type_of(first)),
        },
        _ => "number".to_owned(),
    }
}

/// The type of the table that `rules.lua` returns, except `actions`.
const HOOKS: &str = "
--- What a hook says of an action: true, or what is against it.
export type Verdict = any

--- What rules.lua returns: `return { actions = actions } :: Rules`.
export type Rules = {
	--- After the deal: gives another than the first seat the turn.
	setup: (() -> ())?,
	--- Only at a match's start, not in a scenario that places cards.
	opening: (() -> ())?,
	--- Works out what is due in a scenario; returns what is wrong with it and what that is about.
	resume: ((seat: number) -> ...any)?,
	--- Sets the scores at the end.
	scores: (() -> ())?,
	--- With a `ply_limit`: ends the match.
	on_limit: (() -> ())?,
	--- Which cards can be where one is not seen, by zone.
	possible: { [string]: (...number) -> boolean }?,
	--- True if a whole state that a seat imagines can be; 0 is an onlooker.
	fits: ((seat: number) -> boolean)?,
	--- Places pieces on the squares that a seat doesn't see, which are empty; false gives the draw up. 0 is an onlooker.
	imagine: ((seat: number) -> boolean)?,
	--- What a position is worth to a seat beyond the end of a search, in the unit of its score.
	worth: ((seat: number) -> number)?,
	--- With `simultaneous` phases: once all seats have decided, by phase.
	decided: { [string]: () -> () }?,
	--- Steps, by phase: run once all that was asked after `decide.NAME(seat)` is decided.
	steps: { [string]: (seat: number) -> () }?,
	--- With `[trick]`: the suit and the rank that a card counts as, what else happens when a seat takes a trick and when it
	--- has no cards left, and how it gets the turn to play.
	trick: {
		suit: ((card: number) -> number)?,
		rank: ((card: number) -> number)?,
		taken: ((seat: number) -> ())?,
		over: (() -> ())?,
		turn: ((seat: number) -> ())?,
	}?,
	--- With `[climbing]`: the value by which a combination is compared, what happens when a seat has played its last card (true
	--- if that ends the deal), before a seat leads anew, and how a seat gets the turn.
	climbing: {
		value: ((cards: number, which: number, value: number) -> number)?,
		out: ((seat: number) -> boolean?)?,
		led: ((seat: number) -> ())?,
		turn: ((seat: number) -> ())?,
	}?,
	--- With `[auction]`: goes on when it is over, with the seat of the highest bid, 0 if all have passed.
	auction: { over: (seat: number) -> () }?,
	--- The hooks of the actions.
	actions: RuleActions?,
}
";

/// The hooks of each verb, with its arguments.
fn hooks(game: &Game) -> String {
    let pack = game.pack();
    let mut out = String::from("\n--- The hooks of each action.\nexport type RuleActions = {\n");
    for (n, verb) in pack.verbs.iter().enumerate() {
        let name = |name: &str| if is_keyword(name) { format!("{name}_") } else { name.to_owned() };
        let all: Vec<String> = verb.args.iter().map(|arg| format!(", {}: number", name(&arg.name))).collect();
        let args = all.concat();
        let ranged = verb.args.iter().position(Arg::is_open_number);
        let met = if game.is_by_tables(n) { ", target: number" } else { "" };
        let range = ranged.map_or(String::new(), |place| {
            let before = all[..place].concat();
            format!("\t\trange: ((seat: number{before}) -> (number, number, number?))?,\n")
        });
        // Writing to a `String` can't fail.
        let _ = writeln!(
            out,
            "\t--- `{}`\n\t[{}]: {{\n\t\tneeds: ((seat: number) -> Verdict)?,\n{range}\t\tallow: ((seat: number{args}) -> Verdict)?,\n\
             \t\tlegal: ((seat: number) -> ())?,\n\t\tapply: ((seat: number{args}) -> ())?,\n\
             \t\tafter: ((seat: number{args}{met}) -> ())?,\n\t}}?,",
            verb.usage(),
            quote(&verb.name),
        );
    }
    out + "}\n"
}

/// Type definitions for the rules of a game, in the format of luau-lsp: the game's words with their parameters and
/// results, and the table that `rules.lua` returns with the arguments of each action.
pub fn definitions(game: &Game) -> String {
    Prelude::new(game, false).definitions() + &hooks(game) + HOOKS
}

/// The read-only words, as robots and the session have them: `deck.size`.
pub fn view_words(game: &Game) -> Vec<String> {
    let prelude = Prelude::new(game, true);
    let of = |space: &str| -> Vec<String> {
        let names = prelude.members(space).unwrap_or_default();
        names.iter().map(|name| format!("{space}.{name}")).collect()
    };
    prelude.namespaces().flat_map(of).collect()
}

impl Prelude {
    /// Type definitions for editors, in the format of luau-lsp.
    pub(crate) fn definitions(&self) -> String {
        let mut out = String::from("-- The words that the scripts of this game can use.\n\n");
        out.push_str(MEMO);
        for namespace in &self.namespaces {
            // Writing to a `String` can't fail.
            let _ = writeln!(out, "\ndeclare {namespace}: {{");
            let written = |member: &&Member| self.find(namespace, &member.name).is_some_and(|n| self.is_at(n, member));
            for member in self.visible(namespace).into_iter().flatten().filter(written) {
                let name = if member.is_key { format!("[{}]", quote(&member.name)) } else { member.name.clone() };
                let _ = writeln!(out, "\t--- {}\n\t{name}: {},", member.doc(), self.type_of(member));
            }
            out.push_str("}\n");
        }
        out
    }

    /// True if a member is the one at an index: the last of its name counts.
    fn is_at(&self, n: usize, member: &Member) -> bool {
        std::ptr::eq(&raw const self.members[n], member)
    }

    fn type_of(&self, member: &Member) -> String {
        let (parameters, result) = match member.code() {
            Code::Constant(value) => return type_of(value),
            Code::Function(parameters, _) => (parameters, member.result()),
        };
        let takes = self.parameters(&member.namespace, &member.name).unwrap_or_default();
        let kinds = parameters.split(", ").filter_map(|parameter| parameter.split_once(": "));
        let named = takes.names.iter().zip(kinds).map(|(name, (_, kind))| {
            let tail = if is_keyword(name) { "_" } else { "" };
            format!("{name}{tail}: {kind}")
        });
        let result = if result.is_empty() { "()" } else { &result };
        format!("({}) -> {result}", named.collect::<Vec<_>>().join(", "))
    }
}
