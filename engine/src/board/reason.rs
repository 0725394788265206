//! Why an action of tables is not legal, in the player's words.

use super::generate::{Any, List};
use super::turning::Tier;
use super::{BoardRules, Move, NONE, NOWHERE, PASSES, Placing, Scratch};
use crate::action::Action;
use crate::game::Game;
use crate::ids::{BoardId, Square, Verb};
use crate::pack::pieces::Effect;
use crate::state::State;

impl BoardRules {
    /// Why an action is not legal, in the player's words, if more can be said than that it isn't.
    pub(crate) fn reason(&self, game: &Game, scratch: &mut Scratch, state: &State, action: &Action) -> Option<String> {
        let decision = state.decision()?;
        let seat = decision.seat.index();
        let (from, to) = game.action_squares(action);
        let (from, to) = (from.map(Square::index), to.map(Square::index));
        let board = BoardId::from_index(self.board);
        let cells = self.cells(&state.bytes);
        let owner = |square: usize| usize::from(self.owner[usize::from(cells[square]) & 63]);
        let name = |square: usize| game.square_name(board, Square::from_index(square));
        let title = |square: usize| {
            game.symbol_title(BoardId::from_index(self.board), usize::from(cells[square]).saturating_sub(1))
        };
        let verb = action.verb().number();
        if self.turning.precedence.pass >> verb & 1 != 0 {
            let can_act = self.can_act(scratch, &state.bytes, seat, decision.phase.index());
            return Some(
                if can_act { "there is something else that you can do" } else { "you are in danger" }.to_owned(),
            );
        }
        let mut bare = game.pack().moves.bare.iter();
        if let Some(bare) = bare.find(|bare| bare.verb == action.verb().index()) {
            let is_there = self.bare.iter().any(|&rule| self.rules[usize::from(rule)].verb == verb);
            return match bare.effect {
                Effect::TakeOver if is_there => Some("only the second seat's first action can be that".to_owned()),
                _ if !is_there => Some("this match is played without it".to_owned()),
                _ => None,
            };
        }
        if let Some(castle) = self.special.castle(self, seat, verb) {
            let [royal, other] = [castle.royal[0], castle.other[0]].map(|square| {
                let cell = usize::from(self.start[usize::from(square)]);
                game.symbol_title(board, cell.saturating_sub(1))
            });
            return if !self.has_right(&state.bytes, castle) {
                Some(format!("your {royal} or that {other} has moved"))
            } else if !self.is_way_free(cells, castle) {
                Some(format!("something is in the way, or the {royal} would stand in danger on its way"))
            } else {
                self.reason_of_order(game, scratch, state, action)
            };
        }
        let Some(from) = from else {
            let mut columns = game.pack().verbs[action.verb().index()].args.iter().filter(|arg| arg.name == "column");
            let column = columns.next().map(|arg| usize::from(action.number(arg)));
            let taken = self.read(state, seat, action.bytes());
            let is_taken = taken.is_some_and(|taken| cells.get(usize::from(taken.to)).is_some_and(|&cell| cell != 0));
            let limit = taken.and_then(|taken| self.placing(taken)).and_then(|placing| placing.limit);
            if let Some((cell, most)) = limit.filter(|&limit| !is_taken && self.is_used_up(cells, limit)) {
                let title = game.symbol_title(BoardId::from_index(self.board), usize::from(cell) - 1);
                return Some(format!("there can be no more than {most} of your pieces `{title}` on the board"));
            }
            if let Some(reason) = taken.and_then(|taken| self.reason_of_hand(game, scratch, state, seat, taken)) {
                return Some(reason);
            }
            return match column {
                Some(column) if is_taken => Some(format!("column {column} is full")),
                Some(column) if !(1..=self.grid.width).contains(&column) => {
                    Some(format!("there is no column {column}"))
                }
                None if is_taken => to.map(|to| format!("{} is taken", name(to))),
                _ if taken.is_some_and(|taken| self.encloses_nothing(cells, seat, taken)) => {
                    Some("it would enclose nothing".to_owned())
                }
                _ => {
                    let order = self.reason_of_order(game, scratch, state, action);
                    let order = order.or_else(|| self.reason_of_groups(state, seat, taken?));
                    order.or_else(|| self.reason_of_taking(game, state, seat, taken?))
                }
            };
        };
        if *cells.get(from)? == 0 {
            return Some(format!("there is nothing on {}", name(from)));
        }
        if owner(from) != seat + 1 {
            return Some(format!("what stands on {} is not yours", name(from)));
        }
        let name_of_verb = &game.pack().verbs[action.verb().index()].name;
        let Some(taken) = self.read(state, seat, action.bytes()) else {
            let cell = usize::from(cells[from]);
            return Some(match to {
                Some(to) if self.rule_of[cell][usize::from(verb)] != NONE => {
                    let ways = self.ways_of(game, scratch, state, from);
                    format!("the {} on {} can't {name_of_verb} to {}{ways}", title(from), name(from), name(to))
                }
                _ => format!("a {} can't {name_of_verb}", title(from)),
            });
        };
        if self.reaches(state, taken) {
            if let Some(reason) = self.reason_of_order(game, scratch, state, action) {
                return Some(reason);
            }
            if self.turning.longest >> verb & 1 != 0 {
                return Some("another chain is longer, and it goes first".to_owned());
            }
            if let Some(reason) = self.reason_of_taking(game, state, seat, taken) {
                return Some(reason);
            }
            let royal = self.royal_square(cells, seat)?;
            scratch.cells.clear();
            scratch.cells.extend_from_slice(cells);
            return (!self.leaves_safe(scratch, seat, royal, taken)).then(|| self.exposed(game, seat));
        }
        let to = to.filter(|&to| to < cells.len())?;
        let takes = matches!(self.rules[usize::from(taken.rule)].effect, Effect::Capture | Effect::Shoot);
        let over = self.rules[usize::from(taken.rule)].over;
        Some(match owner(to) {
            of if of == seat + 1 && to != from && !self.is_swap(taken) => {
                format!("your own {} stands on {}", title(to), name(to))
            }
            of if of != 0 && takes && self.is_protected(cells, of - 1, to as u16) => {
                format!("the {} on {} is protected", title(to), name(to))
            }
            _ if over > 0 && self.obstacle(&state.bytes, from as u16, to as u16, verb).is_some() => {
                let things = if over == 1 { "piece" } else { "pieces" };
                format!("a {} can {name_of_verb} only over just {over} {things} on its way", title(from))
            }
            _ => match self.obstacle(&state.bytes, from as u16, to as u16, verb).map(usize::from) {
                Some(square) if cells[square] == 0 => format!("{} is empty", name(square)),
                Some(square) if square == to => format!("a {} stands on {}", title(square), name(square)),
                Some(square) => format!("the {} on {} is in the way", title(square), name(square)),
                None => format!("the {} on {} can't {name_of_verb} like that", title(from), name(from)),
            },
        })
    }

    /// Why a piece can't go to a square that it could go to if it weren't for what stands somewhere or for danger.
    pub(crate) fn reason_between(
        &self,
        game: &Game,
        state: &State,
        verb: Verb,
        from: Square,
        to: Square,
    ) -> Option<String> {
        let mut action = Action::new(game, verb);
        let spec = &game.pack().verbs[verb.index()];
        for (name, square) in [("from", from), ("to", to)] {
            action.set_number(spec.args.iter().find(|arg| arg.name == name)?, square.number());
        }
        let seat = state.decision()?.seat.index();
        let can_reach = self.read(state, seat, action.bytes()).is_some_and(|taken| self.reaches(state, taken));
        let is_kept = || self.obstacle(&state.bytes, from.0, to.0, verb.number()).is_some();
        if !can_reach && !is_kept() {
            return None;
        }
        self.reason(game, &mut Scratch::default(), state, &action)
    }

    /// Where the piece on a square can go, to be said behind where it can't.
    fn ways_of(&self, game: &Game, scratch: &mut Scratch, state: &State, from: usize) -> String {
        let Some(decision) = state.decision() else { return String::new() };
        let mut moves = Vec::new();
        let (seat, phase) = (decision.seat.index(), decision.phase.index());
        self.search_tiers(scratch, &state.bytes, seat, phase, &mut List(&mut moves));
        let mut targets: Vec<u16> =
            moves.iter().filter(|way| usize::from(way.from) == from).map(|way| way.to).collect();
        targets.sort_unstable();
        targets.dedup();
        let board = BoardId::from_index(self.board);
        let names: Vec<String> = targets.iter().map(|&to| game.square_name(board, Square(to))).collect();
        if names.is_empty() { String::new() } else { format!("; it can reach {}", names.join(" ")) }
    }

    /// Why a piece can't be put onto the board from a hand.
    fn reason_of_hand(
        &self,
        game: &Game,
        scratch: &mut Scratch,
        state: &State,
        seat: usize,
        taken: Move,
    ) -> Option<String> {
        let placing = self.placing(taken)?;
        let drop = placing.drop.as_ref()?;
        let cells = self.cells(&state.bytes);
        let puts = self.rules[usize::from(taken.rule)].puts;
        let board = BoardId::from_index(self.board);
        let title = game.symbol_title(board, usize::from(puts).saturating_sub(1));
        if !drop.is_there(&state.bytes) {
            return Some(format!("you have no {title} in hand"));
        }
        let name = game.square_name(board, Square(taken.to));
        if placing.on >> (cells.get(usize::from(taken.to))? & 63) & 1 == 0 {
            return Some(format!("{name} is taken"));
        }
        if drop.stuck.contains(&taken.to) {
            return Some(format!("a {title} could never move from {name}"));
        }
        if !placing.squares.contains(&taken.to) {
            return Some(format!("a {title} can't be put on {name}"));
        }
        if drop.is_taken(&drop.taken_lines(cells, puts), taken.to) {
            return Some(format!("another {title} of yours stands on the same line of the board"));
        }
        if !drop.mates && self.mates(&state.bytes, seat, placing, taken.to) {
            return Some(format!("a {title} that is put onto the board may not mate"));
        }
        let royal = self.royal_square(cells, seat)?;
        scratch.cells.clear();
        scratch.cells.extend_from_slice(cells);
        (!self.leaves_safe(scratch, seat, royal, taken)).then(|| self.exposed(game, seat))
    }

    /// Why something can't be placed on an empty square because of groups.
    fn reason_of_groups(&self, state: &State, seat: usize, taken: Move) -> Option<String> {
        let placing = self.placing(taken).filter(|placing| placing.surrounds.is_some())?;
        if self.cells(&state.bytes).get(usize::from(taken.to)) != Some(&0) || !placing.squares.contains(&taken.to) {
            return None;
        }
        let mut cells = self.cells(&state.bytes).to_vec();
        self.change(&mut cells, seat, taken, &mut super::Changes::default());
        let is_dead = cells[usize::from(taken.to)] == 0;
        Some(if is_dead && placing.surrounds.is_some_and(|surrounds| !surrounds.suicide) {
            "it would have no liberties".to_owned()
        } else {
            "it would bring back an earlier board".to_owned()
        })
    }

    /// Why an action that leaves the royal piece of a seat in danger is refused.
    pub(crate) fn exposed(&self, game: &Game, seat: usize) -> String {
        let title = game.symbol_title(BoardId::from_index(self.board), usize::from(self.royal[seat]).saturating_sub(1));
        format!("it would leave your {title} in danger")
    }

    /// The square that keeps a piece from doing something with another that it could do if something else stood on
    /// that one square: on its way, or else the target.
    fn obstacle(&self, bytes: &[u8], from: u16, to: u16, verb: u8) -> Option<u16> {
        let cells = self.cells(bytes);
        let place = usize::from(cells[usize::from(from)]) * cells.len() + usize::from(from);
        let seat = usize::from(self.owner[usize::from(cells[usize::from(from)]) & 63]).saturating_sub(1);
        let ranges = self.gaits(cells, bytes, seat).map(|starts| starts[place] as usize..starts[place + 1] as usize);
        let steps = ranges.flat_map(|range| &self.steps[range]);
        let is_of_verb = |rule: u16| self.rules[usize::from(rule)].verb == verb;
        let mut in_the_way = None;
        let mut way = None;
        for step in steps {
            if way.replace(step.next) != Some(step.next) {
                in_the_way = None;
            }
            let gate = &self.gates[usize::from(step.gate)];
            if step.square == to && gate.iter().any(|&entry| self.listed_in(entry).any(is_of_verb)) {
                return Some(in_the_way.unwrap_or(to));
            }
            let entry = gate[usize::from(cells[usize::from(step.square)]) & 63];
            if entry & PASSES == 0 {
                in_the_way = in_the_way.or(Some(step.square));
            }
        }
        None
    }

    /// Why something else goes before an action that a piece could do or that could be put on its square.
    fn reason_of_order(&self, game: &Game, scratch: &mut Scratch, state: &State, action: &Action) -> Option<String> {
        let decision = state.decision()?;
        let (seat, phase) = (decision.seat.index(), decision.phase.index());
        for tier in self.tiers(&state.bytes, seat, phase) {
            let is_of = tier.verbs >> action.verb().number() & 1 != 0;
            let (from, _) = game.action_squares(action);
            if is_of && tier.only.is_none_or(|only| from == Some(Square(only))) {
                return None;
            }
            let mut any = Any::default();
            self.search_tier(scratch, &state.bytes, seat, tier, &mut any);
            if !any.0 {
                continue;
            }
            let mut verbs = game.pack().verbs.iter().enumerate();
            let name = verbs.find(|(n, _)| tier.verbs >> (n + 1) & 1 != 0).map_or("", |(_, verb)| verb.name.as_str());
            return Some(self.goes_first(game, state, tier, name));
        }
        None
    }

    /// That the actions of a tier, such as those of a verb, go first.
    pub(crate) fn goes_first(&self, game: &Game, state: &State, tier: Tier, verb: &str) -> String {
        match tier.only {
            Some(only) => {
                let cell = usize::from(self.cells(&state.bytes)[usize::from(only)]);
                let title = game.symbol_title(BoardId::from_index(self.board), cell.saturating_sub(1));
                format!(
                    "the {title} on {} has to go on",
                    game.square_name(BoardId::from_index(self.board), Square(only))
                )
            }
            None if tier.verbs & self.turning.precedence.must == 0 => {
                "there is something else that you can do".to_owned()
            }
            None => format!("`{verb}` is possible, and it goes first"),
        }
    }

    /// Whether a placing would have to enclose something and does not.
    fn encloses_nothing(&self, cells: &[u8], seat: usize, taken: Move) -> bool {
        let rule = &self.rules[usize::from(taken.rule)];
        let mut rays = self.rays(rule, taken.to).into_iter().flatten().peekable();
        rays.peek().is_some() && rays.all(|ray| self.enclosed(cells, seat, ray).is_empty())
    }

    /// How a move puts something onto the board, if it does.
    fn placing(&self, taken: Move) -> Option<&Placing> {
        let number = self.rules[usize::from(taken.rule)].placing;
        self.placings.get(usize::from(number).checked_sub(1)?)
    }

    fn is_swap(&self, taken: Move) -> bool {
        self.rules[usize::from(taken.rule)].effect == Effect::Swap
    }

    /// Whether the piece of a move could do it if danger did not matter.
    fn reaches(&self, state: &State, taken: Move) -> bool {
        if taken.from == NOWHERE {
            return true;
        }
        let rule = &self.rules[usize::from(taken.rule)];
        if rule.effect == Effect::Overtake {
            let seat = state.decision().map_or(0, |decision| decision.seat.index());
            return self.is_overtaking(state, seat, taken);
        }
        self.rule_between(state, taken.from, taken.to, rule.verb, u16::from(rule.choice)).is_some()
    }
}
