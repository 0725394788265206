//! The driver: the loop in Luau that lists, applies and plays on, written for one game.

use std::fmt::Write as _;

use super::exchange;
use super::hooks::{Hooks, stands_alone};
use crate::game::Game;
use crate::grammar::{Arg, VerbSpec};
use crate::kind::Kind;
use crate::layout::{DEPTH, OVER, PLY, STACK, WINNERS};
use crate::pack::spec::{Per, PhaseSpec, ScoreRule};
use crate::script::prelude::writer::below;
use crate::script::prelude::{Prelude, control, member_name};
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
    pub(super) fn driver(&self, game: &Game, prelude: &Prelude, mode: Mode) -> String {
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
        head.push_str(&exchange::functions(game, prelude, |verb| self.after.iter().any(|name| name == verb)));
        let of_verb = |hook: &str| -> String {
            let by_engine = |n: usize, verb: &VerbSpec| match hook {
                "legal" | "check" | "apply" if verb.exchange.is_some() => format!("{hook}_{}", n + 1),
                "legal" if stands_alone(verb) => format!("offer.{}", member_name(&verb.name)),
                _ => "false".to_owned(),
            };
            let hook_of = |(n, verb): (usize, &VerbSpec)| {
                format!("(hooks[\"{}\"] or none).{hook} or {}, ", verb.name, by_engine(n, verb))
            };
            pack.verbs.iter().enumerate().map(hook_of).collect()
        };
        head.push_str("local none = {} ");
        for hook in ["needs", "legal", "apply", "check", "allow", "after"] {
            let _ = write!(head, "local {hook}_of = {{{}}} ", of_verb(hook));
        }
        let numbers_of = |verb: &VerbSpec| -> String {
            let number = |arg: &Arg| match arg.kind {
                Kind::Cards => format!(", first + {}", arg.offset),
                _ => format!(", buffer.readu16(ACTS, first + {})", arg.offset),
            };
            verb.args.iter().map(number).collect()
        };
        // What calls a hook with the arguments of whatever verb the action at `first` has.
        let calls = |start: &str, hook: &str| -> String {
            let call = |(n, verb)| format!("{start} {hook}_of[{}](seat{})", n + 1, numbers_of(verb));
            choice("verb", pack.verbs.iter().enumerate().map(call))
        };
        let by_phase = |tail: &str| {
            // What goes wrong can be told by its verb.
            let note = |verb: usize| match mode {
                Mode::Fast => String::new(),
                Mode::Exact => format!("buffer.writeu8(CTRL, {}, {}) ", control::VERB, verb + 1),
            };
            let offer = |verb: usize| format!("{}legal_of[{}](seat) {tail}", note(verb), verb + 1);
            // Verbs one after the other that need the same are asked once.
            let offers = |phase: &PhaseSpec| -> String {
                let verbs: Vec<usize> = phase.actions.iter().copied().filter(|&n| !is_by_tables(game, n)).collect();
                let offer_group = |group: &[usize]| {
                    let legal: String = group.iter().map(|&verb| offer(verb)).collect();
                    match self.needs[group[0]] {
                        Some(need) => {
                            format!("{}if not needs_of[{}](seat) then {legal}end ", note(group[0]), need + 1)
                        }
                        None => legal,
                    }
                };
                verbs.chunk_by(|a, b| self.needs[*a] == self.needs[*b]).map(offer_group).collect()
            };
            choice("phase", pack.phases.iter().map(offers))
        };
        let note = format!(
            "do local new = buffer.readu32(CTRL, {}) if new > at then kinds += 1 starts[kinds] = at at = new end end ",
            control::LIST_END
        );
        let needed = |n: usize| {
            let number = n + 1;
            format!("if verb == {number} then local why = needs_of[{number}](seat) if why then return why end end ")
        };
        let needs: String = (0..pack.verbs.len()).filter(|&n| self.needs[n].is_some()).map(needed).collect();
        let deal = if pack.setup.source.is_some() { "setup.deal()" } else { "" };
        // Applies the action at `first`; written out where playouts apply, too, for a call costs more than it does.
        let apply = format!(
            "if depth > 1 then buffer.writeu16(STATE, due, 0) buffer.writeu8(STATE, {DEPTH}, depth - 1) end \
             local ply = buffer.readu32(STATE, {PLY}) + 1 buffer.writeu32(STATE, {PLY}, ply) \
             local verb = buffer.readu8(ACTS, first) {} \
             if buffer.readu8(STATE, {OVER}) ~= 0 then finish() elseif ply >= $PLY_LIMIT then on_limit() finish() end",
            calls("", "apply")
        );
        let text = head
            + &include_str!("driver.luau")
                .replace("$FINISH", &self.finish(game))
                .replace("$DEAL", deal)
                .replace("$OFFER_ALL", &by_phase(""))
                .replace("$OFFER_BY_KIND", &by_phase(&note))
                .replace("$APPLY", &apply)
                .replace("$NEEDS", &needs)
                .replace("$CHECK", &calls("return", "check"))
                .replace("$ALLOW", &calls("allowed =", "allow"))
                .replace("$AFTER", &calls("", "after"))
                .replace("$PICK_KIND", &below("CTRL", control::POLICY_RNG, "kinds", "core.policy_again"))
                .replace("$PICK_CASE", &below("CTRL", control::POLICY_RNG, "n", "core.policy_again"))
                .replace("$PLY_LIMIT", &game.ply_limit().map_or("math.huge".to_owned(), |limit| limit.to_string()));
        let numbers = [
            ("$LIST_END", control::LIST_END),
            ("$INCOMPLETE", control::INCOMPLETE),
            ("$COMPOSED", control::COMPOSED),
            ("$LIST", prelude.list_start),
            ("$STACK", STACK),
            ("$DEPTH", DEPTH),
            ("$OVER", OVER),
            ("$PLY", PLY),
            ("$WIDTH", game.action_width()),
        ];
        numbers.iter().fold(text, |text, (name, number)| text.replace(name, &number.to_string()))
    }

    /// How winners and scores come about at the end.
    fn finish(&self, game: &Game) -> String {
        let scores = game.layout().scores;
        let seats = game.seat_count();
        let mut out = winners(game);
        out.push_str(&match game.pack().scores {
            ScoreRule::Wins => format!(
                "for s = 0, {} do buffer.writei32(STATE, {scores} + 4 * s, bit32.extract(buffer.readu16(STATE, {WINNERS}), s)) end",
                seats - 1
            ),
            ScoreRule::Var(n) => {
                let var = game.layout().vars[n.index()];
                debug_assert_eq!(game.pack().vars[n.index()].per, Per::Seat);
                format!("buffer.copy(STATE, {scores}, STATE, {}, {})", var.offset, 4 * seats)
            }
            ScoreRule::Script => String::new(),
        });
        if self.scores {
            out.push_str(" rules.scores()");
        }
        out
    }
}

/// Who wins where an ending has named nobody: the seats with most or least of the pack's numbers, the first first.
fn winners(game: &Game) -> String {
    let rules = &game.pack().winners;
    if rules.is_empty() {
        return String::new();
    }
    let (mut locals, mut counts, mut takes) = (String::new(), String::new(), String::new());
    let (mut is_better, mut is_even) = ("false".to_owned(), "true".to_owned());
    for (n, rule) in rules.iter().enumerate().rev() {
        let (offset, sign) = (game.layout().vars[rule.var.index()].offset, if rule.most { "" } else { "-" });
        let _ = write!(locals, "local best{n} = 0 ");
        let _ = write!(counts, "local n{n} = {sign}buffer.readi32(STATE, {offset} + 4 * s) ");
        let _ = write!(takes, "best{n} = n{n} ");
        is_better = format!("n{n} > best{n} or n{n} == best{n} and ({is_better})");
        is_even = format!("n{n} == best{n} and {is_even}");
    }
    format!(
        "if buffer.readu16(STATE, {WINNERS}) == 0 then local winners = 0 {locals}\
         for s = 0, {} do {counts}\
         if winners == 0 or {is_better} then winners = bit32.lshift(1, s) {takes}\
         elseif {is_even} then winners = bit32.bor(winners, bit32.lshift(1, s)) end end \
         buffer.writeu16(STATE, {WINNERS}, winners) end ",
        game.seat_count() - 1
    )
}
