//! Compiles the verbs of the tables with their precedence, hands, and actions without a square.

use super::Compiler;
use crate::{Arguments, Hands, PerCell, Rule};
use parlour_model::diagnostic::Code;
use parlour_model::grammar::Again;
use parlour_model::kind::Kind;
use parlour_pack::order::{Precedence, verbs_with};
use parlour_pack::pieces::{Effect, Follows, MoveSpec};
use parlour_pack::spec::Quantity;

/// Limit of a seat's pieces of a kind in hand.
const MAX_IN_HAND: i64 = 1024;

impl Compiler<'_> {
    pub(super) fn verbs(&mut self) {
        let pack = self.pack;
        for verb in pack.moves.verbs() {
            self.out.verbs |= 1 << (verb + 1);
        }
        let order = &mut self.out.order;
        order.precedence = Precedence::of(pack, self.options);
        order.longest = verbs_with(pack, |order| order.longest.is_set(self.options));
        order.again = verbs_with(pack, |order| order.again.is_some());
        order.unchanged = verbs_with(pack, |order| order.again == Some(Again::Unchanged));
        order.chains = order.again;
        let is_there = |spec: &&MoveSpec| spec.only_if.holds(self.options);
        let rows = pack.moves.pieces.iter().flat_map(|piece| &piece.moves).filter(is_there);
        for verb in rows.filter(|rule| rule.effect.hits()).flat_map(MoveSpec::verbs) {
            self.out.taking |= 1 << (verb + 1);
        }
        for phase in &pack.phases {
            let mask = phase.actions.iter().fold(0, |mask, verb| mask | 1_u64 << (verb + 1));
            self.out.phase_verbs.push(mask & self.out.verbs);
        }
        self.second_parts();
        self.out.arguments.push(Arguments::default());
        self.out.events.push(None);
        let is_chosen = |list: &str| matches!(list, "piece" | "orientation");
        for verb in &pack.verbs {
            let choice =
                verb.args.iter().find(|arg| matches!(arg.kind, Kind::Word(n) if is_chosen(&pack.lists[n].name)));
            let at = |name: &str| verb.args.iter().find(|arg| arg.name == name).map_or(0, |arg| arg.offset);
            let number = verb.args.iter().any(|arg| arg.name == "column" && arg.kind == Kind::Number);
            self.out.arguments.push(Arguments {
                from: at("from"),
                to: at("to"),
                choice: choice.map_or(0, |arg| arg.offset),
                column: if number { at("column") } else { 0 },
                take: if pack.moves.line_captures.iter().any(|taking| taking.verb + 1 == self.out.arguments.len()) {
                    at("take")
                } else {
                    0
                },
            });
            let n = self.out.events.len() - 1;
            let otherwise = pack.moves.castles.iter().find(|castle| castle.verb == n);
            let event = otherwise.and_then(|castle| castle.event.as_ref()).unwrap_or(&verb.name);
            self.out.events.push(pack.events.iter().position(|known| known.name == *event));
        }
    }

    /// Compiles turns of two parts: actions after which the same piece acts in another phase.
    fn second_parts(&mut self) {
        let (pack, order) = (self.pack, &mut self.out.order);
        let thens = &pack.moves.thens;
        if thens.is_empty() {
            return;
        }
        order.then = vec![0; pack.verbs.len() + 1];
        order.home = (1..=pack.phases.len()).map(|phase| phase as u8).collect();
        for then in thens {
            order.then[then.verb + 1] = then.phase as u8 + 1;
            order.chains |= 1 << (then.verb + 1);
            order.second |= self.out.phase_verbs[then.phase];
        }
        // Several parts lead back to the phase of the first.
        for _ in 0..pack.phases.len() {
            for then in thens {
                let first = pack.phases.iter().position(|phase| phase.actions.contains(&then.verb));
                order.home[then.phase] = first.map_or(1, |first| order.home[first]);
            }
        }
    }

    /// Compiles the hands of the seats.
    pub(super) fn hands(&mut self) {
        let pack = self.pack;
        let Some(var) = pack.vars.iter().position(|var| var.follows == Some(Follows::Hand)) else {
            return;
        };
        let pieces = &pack.moves.pieces;
        let mut kind_of = PerCell::default();
        for (piece, spec) in pieces.iter().enumerate() {
            for seat in 0..self.seats {
                kind_of[self.cell(piece, seat)] = spec.demotes.unwrap_or(piece) as u8 + 1;
            }
        }
        kind_of[0] = 0;
        let cells = (0..self.seats).map(|seat| (0..pieces.len()).map(|piece| self.cell(piece, seat)).collect());
        let cells: Vec<Vec<u8>> = cells.collect();
        let mut stock = Vec::new();
        for piece in pieces {
            let count = (self.limit)(&piece.stock);
            if !(0..=MAX_IN_HAND).contains(&count) {
                let message = format!("a seat can't have {count} of `{}` in hand", piece.name);
                self.fault(Code::OutOfRange, &piece.span, message).help = Some(format!("expected 0 to {MAX_IN_HAND}"));
            }
            stock.push(count.clamp(0, MAX_IN_HAND) as i32);
        }
        self.out.hands = Some(Hands {
            offset: self.layout.vars[var].offset,
            kinds: pieces.len(),
            captures: pack.vars[var].captures,
            kind_of,
            cells,
            stock,
        });
    }

    /// The rules of actions without a square.
    pub(super) fn bare(&mut self, limit: &dyn Fn(&Quantity) -> i64) {
        let pack = self.pack;
        for spec in &pack.moves.bare {
            if spec.given.as_ref().is_some_and(|given| limit(given) <= 0) {
                continue;
            }
            let (verb, effect) = (spec.verb as u8 + 1, spec.effect);
            let rule = Rule { verb, effect, ..Rule::NOTHING };
            self.out.quiet &= effect != Effect::TakeOver;
            let number = self.rule(rule);
            self.out.bare.push(number);
            if effect == Effect::Stop {
                self.out.order.stop |= 1 << verb;
            }
        }
    }
}
