//! The driver: the loop in Luau that lists, applies and plays on, written for one game.

use std::fmt::Write as _;

use super::hooks::Hooks;
use crate::game::Game;
use crate::grammar::{Arg, ArgKind, VerbSpec};
use crate::layout::{DEPTH, OVER, PLY, STACK, WINNERS};
use crate::pack::spec::{Per, ScoreRule};
use crate::script::prelude::control;
use crate::script::prelude::writer::{below, copy};
use crate::script::vm::Mode;

/// Whether a verb's actions are listed and applied from tables.
pub(super) fn is_by_tables(game: &Game, verb: usize) -> bool {
    game.board_rules().is_some_and(|rules| rules.verbs >> (verb + 1) & 1 != 0)
}

/// A chain of `if` that picks a text by a number, counted from 1.
fn choice(number: &str, texts: impl Iterator<Item = String>) -> String {
    let mut out = String::new();
    for (n, text) in texts.enumerate() {
        let word = if n == 0 { "if" } else { "elseif" };
        let _ = write!(out, "{word} {number} == {} then {text} ", n + 1);
    }
    if out.is_empty() { out } else { out + "end" }
}

impl Hooks {
    /// The driver with this game's numbers filled in.
    pub(super) fn driver(&self, game: &Game, list_start: usize, mode: Mode) -> String {
        let pack = game.pack();
        let mut head = String::from("local hooks = rules.actions or {} ");
        if self.setup {
            head.push_str("local set_up = rules.setup ");
        } else {
            head.push_str("local set_up = nil ");
        }
        head.push_str(if self.opening { "local opening = rules.opening " } else { "local opening = nil " });
        if self.on_limit {
            head.push_str("local on_limit = rules.on_limit ");
        } else {
            head.push_str("local on_limit = function() end ");
        }
        let of_verb = |hook: &str| -> String {
            pack.verbs.iter().map(|verb| format!("(hooks[\"{}\"] or none).{hook} or false, ", verb.name)).collect()
        };
        head.push_str("local none = {} ");
        for hook in ["legal", "apply", "check", "allow", "after"] {
            let _ = write!(head, "local {hook}_of = {{{}}} ", of_verb(hook));
        }
        let numbers_of = |verb: &VerbSpec| -> String {
            let number = |arg: &Arg| match arg.kind {
                ArgKind::Cards => format!(", {}", arg.offset),
                _ => format!(", buffer.readu16(ACTS, {})", arg.offset),
            };
            verb.args.iter().map(number).collect()
        };
        // What calls a hook with the arguments of whatever verb the action has.
        let calls = |start: &str, hook: &str| -> String {
            let call = |(n, verb)| format!("{start} {hook}_of[{}](seat{})", n + 1, numbers_of(verb));
            choice("verb", pack.verbs.iter().enumerate().map(call))
        };
        let by_phase = |tail: &str| {
            let offer = |verb: &usize| {
                let by_tables = is_by_tables(game, *verb);
                // What goes wrong can be told by its verb.
                let note = match mode {
                    Mode::Fast => String::new(),
                    Mode::Exact => format!("buffer.writeu8(CTRL, {}, {}) ", control::VERB, verb + 1),
                };
                if by_tables { String::new() } else { format!("{note}legal_of[{}](seat) {tail}", verb + 1) }
            };
            choice("phase", pack.phases.iter().map(|phase| phase.actions.iter().map(offer).collect()))
        };
        let note = format!(
            "do local new = buffer.readu32(CTRL, {}) if new > at then kinds += 1 starts[kinds] = at at = new end end ",
            control::LIST_END
        );
        let deal = if pack.setup.source.is_some() { "setup.deal()" } else { "" };
        let text = head
            + &include_str!("driver.luau")
                .replace("$FINISH", &self.finish(game))
                .replace("$DEAL", deal)
                .replace("$OFFER_ALL", &by_phase(""))
                .replace("$OFFER_BY_KIND", &by_phase(&note))
                .replace("$APPLY", &calls("", "apply"))
                .replace("$CHECK", &calls("return", "check"))
                .replace("$ALLOW", &calls("allowed =", "allow"))
                .replace("$AFTER", &calls("", "after"))
                .replace("$PICK_KIND", &below("CTRL", control::POLICY_RNG, "kinds", "core.policy_again"))
                .replace("$PICK_CASE", &below("CTRL", control::POLICY_RNG, "n", "core.policy_again"))
                .replace("$COPY", &copy(("ACTS", "0", 0), ("ACTS", "first"), game.action_width()))
                .replace("$PLY_LIMIT", &game.ply_limit().map_or("math.huge".to_owned(), |limit| limit.to_string()));
        let numbers = [
            ("$LIST_END", control::LIST_END),
            ("$INCOMPLETE", control::INCOMPLETE),
            ("$COMPOSED", control::COMPOSED),
            ("$LIST", list_start),
            ("$STACK", STACK),
            ("$DEPTH", DEPTH),
            ("$OVER", OVER),
            ("$PLY", PLY),
            ("$WIDTH", game.action_width()),
        ];
        numbers.iter().fold(text, |text, (name, number)| text.replace(name, &number.to_string()))
    }

    /// How the scores come about at the end.
    fn finish(&self, game: &Game) -> String {
        let scores = game.layout().scores;
        let seats = game.seat_count();
        let mut out = match game.pack().scores {
            ScoreRule::Wins => format!(
                "for s = 0, {} do buffer.writei32(STATE, {scores} + 4 * s, bit32.extract(buffer.readu16(STATE, {WINNERS}), s)) end",
                seats - 1
            ),
            ScoreRule::Var(n) => {
                let var = game.layout().vars[n];
                debug_assert_eq!(game.pack().vars[n].per, Per::Seat);
                format!("buffer.copy(STATE, {scores}, STATE, {}, {})", var.offset, 4 * seats)
            }
            ScoreRule::Script => String::new(),
        };
        if self.scores {
            out.push_str(" rules.scores()");
        }
        out
    }
}
