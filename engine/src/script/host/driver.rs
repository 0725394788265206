//! The driver: the loop in Luau that lists, applies and plays on, written for one game.

use std::fmt::Write as _;

use super::exchange;
use super::hooks::{Hooks, stands_alone};
use crate::game::Game;
use crate::grammar::{Arg, Order, VerbSpec};
use crate::kind::Kind;
use crate::layout::{DEPTH, ENDING, OVER, PLY, STACK, WINNERS};
use crate::pack::pieces::{Verdict, When};
use crate::pack::spec::{Per, PhaseSpec, ScoreRule};
use crate::script::prelude::writer::below;
use crate::script::prelude::{Prelude, control, member_name};
use crate::script::vm::Mode;

/// Whether a verb's actions are listed and applied from tables.
pub(super) fn is_by_tables(game: &Game, verb: usize) -> bool {
    game.board_rules().is_some_and(|rules| rules.verbs >> (verb + 1) & 1 != 0)
}

/// The arguments of a verb's action at `first`, for a call after the seat.
fn arguments(verb: &VerbSpec) -> String {
    let number = |arg: &Arg| match arg.kind {
        Kind::Cards => format!(", first + {}", arg.offset),
        _ => format!(", buffer.readu16(ACTS, first + {})", arg.offset),
    };
    verb.args.iter().map(number).collect()
}

/// The ending by which a match ends at its limit of actions, if the rules have no hook for that.
pub(super) const LIMIT: &str = "limit";

/// A chain of `if` that picks a text by a number.
fn choice(number: &str, texts: impl Iterator<Item = (usize, String)>) -> String {
    let mut out = String::new();
    for (n, text) in texts {
        let word = if out.is_empty() { "if" } else { "elseif" };
        let _ = write!(out, "{word} {number} == {n} then {text} ");
    }
    if out.is_empty() { out } else { out + "end" }
}

impl Hooks {
    /// The driver with this game's numbers filled in.
    pub(super) fn driver(&self, game: &Game, prelude: &Prelude, mode: Mode) -> String {
        let pack = game.pack();
        let mut head = String::from("local hooks = rules.actions or {} ");
        head.push_str(if self.setup { "local set_up = rules.setup " } else { "local set_up = nil " });
        head.push_str(if self.opening { "local opening = rules.opening " } else { "local opening = nil " });
        head.push_str(match (self.on_limit, pack.endings.iter().any(|ending| ending.name == LIMIT)) {
            (true, _) => "local on_limit = rules.on_limit ",
            (false, true) => "local on_limit = ending.limit ",
            (false, false) => "local on_limit = function() end ",
        });
        head.push_str("local none = {} ");
        head.push_str(&self.tables(game, "needs"));
        head.push_str(&self.tables(game, "allow"));
        head.push_str(&exchange::functions(game, prelude));
        head.push_str(&self.cases(game));
        head.push_str(&counters(game));
        for hook in ["legal", "apply", "check", "after"] {
            head.push_str(&self.tables(game, hook));
        }
        // What is done with the arguments of whatever verb the action at `first` has.
        let by_verb = |has: &dyn Fn(usize) -> bool, text: &dyn Fn(usize, &str) -> String| -> String {
            let verbs = pack.verbs.iter().enumerate().filter(|(n, _)| has(*n));
            choice("verb", verbs.map(|(n, verb)| (n + 1, text(n + 1, &arguments(verb)))))
        };
        // What goes wrong can be told by its verb.
        let note = |verb: usize| match mode {
            Mode::Fast | Mode::Quick => String::new(),
            Mode::Exact => format!("buffer.writeu8(CTRL, {}, {}) ", control::VERB, verb + 1),
        };
        let note_verb = match mode {
            Mode::Fast | Mode::Quick => String::new(),
            Mode::Exact => format!("buffer.writeu8(CTRL, {}, verb)", control::VERB),
        };
        let offer = |verb: usize, tail: &str| format!("{}legal_of[{}](seat) {tail}", note(verb), verb + 1);
        // Verbs one after the other that need the same are asked once.
        let offers = |verbs: &[usize], tail: &str| -> String {
            let offer_group = |group: &[usize]| {
                let legal: String = group.iter().map(|&verb| offer(verb, tail)).collect();
                match self.needs[group[0]] {
                    Some(need) => {
                        format!("{}if needs_of[{}](seat) == true then {legal}end ", note(group[0]), need + 1)
                    }
                    None => legal,
                }
            };
            verbs.chunk_by(|a, b| self.needs[*a] == self.needs[*b]).map(offer_group).collect()
        };
        let scripted = |phase: &PhaseSpec| -> Vec<usize> {
            phase.actions.iter().copied().filter(|&n| !self.by_tables[n]).collect()
        };
        // Verbs that must be taken go first, passes last, and each of these only where there is nothing before.
        let tiers = |phase: &PhaseSpec, tail: &str| -> String {
            let order = |n: usize| match pack.verbs[n].order {
                Order { must: true, .. } => 0,
                Order { pass: true, .. } => 2,
                _ => 1,
            };
            let verbs = scripted(phase);
            let tier = |which: usize| -> Vec<usize> { verbs.iter().copied().filter(|&n| order(n) == which).collect() };
            let mut out = String::new();
            let mut open = 0;
            for verbs in [tier(0), tier(1), tier(2)].into_iter().filter(|verbs| !verbs.is_empty()) {
                if !out.is_empty() {
                    let _ = write!(out, "if buffer.readu32(CTRL, {}) == $LIST then ", control::LIST_END);
                    open += 1;
                }
                out.push_str(&offers(&verbs, tail));
            }
            out + &"end ".repeat(open)
        };
        let by_phase =
            |tail: &str| choice("phase", pack.phases.iter().enumerate().map(|(n, phase)| (n + 1, tiers(phase, tail))));
        let some = choice(
            "phase",
            pack.phases.iter().enumerate().map(|(n, phase)| {
                let offer_one = |verb: usize| {
                    let (half, bit) = if verb + 1 < 32 { ("few", verb + 1) } else { ("more", verb + 1 - 32) };
                    let mask = 1_u32 << bit;
                    format!("if bit32.btest({half}, {mask}) then {}end ", offers(&[verb], ""))
                };
                (n + 1, scripted(phase).into_iter().map(offer_one).collect())
            }),
        );
        let count = format!(
            "do local new = buffer.readu32(CTRL, {}) if new > at then kinds += 1 starts[kinds] = at at = new end end ",
            control::LIST_END
        );
        let deal = if pack.setup.source.is_some() { "setup.deal()" } else { "" };
        let effect = |with_after: bool| {
            let act = |n: usize, arguments: &str| {
                let after = match with_after && self.after[n - 1] {
                    true => format!(" after_of[{n}](seat{arguments})"),
                    false => String::new(),
                };
                format!("apply_of[{n}](seat{arguments}){after}")
            };
            format!(
                "if depth > 1 then buffer.writeu16(STATE, due, 0) buffer.writeu8(STATE, {DEPTH}, depth - 1) end \
                 local ply = buffer.readu32(STATE, {PLY}) + 1 buffer.writeu32(STATE, {PLY}, ply) \
                 local verb = buffer.readu8(ACTS, first) {} ",
                by_verb(&|n| !self.by_tables[n], &act)
            )
        };
        // Applies the action at `first`; written out where playouts apply, too, for a call costs more than it does.
        let apply = format!(
            "{}{}if buffer.readu8(STATE, {OVER}) ~= 0 then finish() elseif ply >= $PLY_LIMIT then limit() end",
            effect(true),
            if has_counters(game) { "end_by_counters(seat) " } else { "" },
        );
        let allows = |n: usize| self.allow[n];
        let text = head
            + &include_str!("driver.luau")
                .replace("$FINISH", &self.finish(game))
                .replace("$DEAL", deal)
                .replace("$OFFER_ALL", &by_phase(""))
                .replace("$OFFER_BY_KIND", &by_phase(&count))
                .replace("$OFFER_SOME", &some)
                .replace("$APPLY", &apply)
                .replace("$EFFECT", &effect(false))
                .replace(
                    "$CHECK",
                    &by_verb(&|n| pack.verbs[n].exchange.is_some(), &|n, arguments| {
                        format!("local why = check_of[{n}](seat{arguments}) if why then return why end")
                    }),
                )
                .replace(
                    "$WHY",
                    &by_verb(&allows, &|n, arguments| {
                        format!(
                            "local why = allow_of[{n}](seat{arguments}) \
                             if why ~= true then return text_of(why, seat{arguments}) end"
                        )
                    }),
                )
                .replace("$NOTE_VERB", &note_verb)
                .replace(
                    "$ALLOW",
                    &by_verb(&allows, &|n, arguments| format!("allowed = allow_of[{n}](seat{arguments})")),
                )
                .replace(
                    "$TAKES",
                    &by_verb(&|n| !self.by_tables[n] && pack.verbs[n].captures.is_some(), &|n, _| {
                        let verb = &pack.verbs[n - 1];
                        let at = verb.captures.map_or(0, |arg| verb.args[arg].offset);
                        format!("if buffer.readu16(ACTS, first + {at}) == square then return true end")
                    }),
                )
                .replace(
                    "$AFTER",
                    &by_verb(&|n| self.after[n], &|n, arguments| format!("after_of[{n}](seat{arguments})")),
                )
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

    /// A list of one hook of all verbs, `false` for those that have none: `HOOK_of`.
    fn tables(&self, game: &Game, hook: &str) -> String {
        let by_engine = |n: usize, verb: &VerbSpec| match hook {
            "legal" | "check" | "apply" if verb.exchange.is_some() => format!("{hook}_{}", n + 1),
            "legal" if self.is_by_cases(n) => format!("cases_{}", n + 1),
            "legal" if stands_alone(verb) => format!("offer.{}", member_name(&verb.name)),
            _ => "false".to_owned(),
        };
        let hook_of = |(n, verb): (usize, &VerbSpec)| match hook {
            "check" => format!("{}, ", by_engine(n, verb)),
            _ => format!("(hooks[\"{}\"] or none).{hook} or {}, ", verb.name, by_engine(n, verb)),
        };
        let hooks: String = game.pack().verbs.iter().enumerate().map(hook_of).collect();
        format!("local {hook}_of = {{{hooks}}} ")
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

/// The function `end_by_counters` of the seat that acted: the first row of `[[end]]` whose counter has come to its number
/// ends the match, before an ending that a script has called.
fn counters(game: &Game) -> String {
    let (pack, seats) = (game.pack(), game.seat_count());
    let all = (1_u32 << seats) - 1;
    let mut out = String::new();
    for (n, end) in pack.moves.ends.iter().enumerate() {
        let When::Counter { var, at_least, .. } = end.when else { continue };
        let (first, of_seat) = match pack.vars[var].per {
            Per::Seat => (format!("for n = 0, {} do local s = (seat + n - 1) % {seats} ", seats - 1), " + 4 * s"),
            _ => ("do local s = seat - 1 ".to_owned(), ""),
        };
        let winners = match end.verdict {
            Verdict::Win => "bit32.lshift(1, s)".to_owned(),
            Verdict::Lose => format!("{all} - bit32.lshift(1, s)"),
            Verdict::Draw | Verdict::Score => "0".to_owned(),
        };
        let _ = write!(
            out,
            "{first}if buffer.readi32(STATE, {}{of_seat}) {} {} then buffer.writeu8(STATE, {OVER}, 1) \
             buffer.writeu8(STATE, {ENDING}, {}) buffer.writeu16(STATE, {WINNERS}, {winners}) return end end ",
            game.layout().vars[var].offset,
            if at_least { ">=" } else { "<=" },
            game.end_limit(n),
            end.ending + 1,
        );
    }
    if out.is_empty() { out } else { format!("local function end_by_counters(seat) {out}end ") }
}

/// Whether some ending is by a counter.
fn has_counters(game: &Game) -> bool {
    game.pack().moves.ends.iter().any(|end| matches!(end.when, When::Counter { .. }))
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
