//! Compiles moves and placings: targets, rays and gates, square by square.

use super::{Compiler, Zone};
use crate::chains::Chains;
use crate::geometry::{Grid, Track};
use crate::{
    CellSet, DIRECT, Dropping, Emission, Fit, Lying, MANY, NONE, NUMBER, PASSES, PerCell, Placing, Rays, Rule, Step,
};
use parlour_model::diagnostic::{Code, Diagnostic};
use parlour_model::kind::Kind;
use parlour_pack::pieces::{Effect, FitSpec, Line, MoveSpec, Offset, Standing};

/// Moves whose steps are compiled together.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Group {
    /// Those without a condition.
    Always,
    /// Those with a condition on the number of pieces, in the sense of [`Gait`](crate::line_captures::Gait).
    Counted(i32, i32),
    /// Those of a verb that are repeated in one action.
    Chained(usize),
}

impl Compiler<'_> {
    /// The cells of allowed targets; with `attacked` it includes royal pieces, for attack detection.
    pub(super) fn targets(&self, spec: &MoveSpec, seat: usize, attacked: bool) -> CellSet {
        let spared = spec.effect.hits() || spec.effect == Effect::Convert;
        let on = if spared { self.mask_of_taken(&spec.on, seat) } else { self.mask(&spec.on, seat) };
        let mask = on & !self.mask(&spec.except, seat);
        if spared && !attacked { mask & !self.royals() } else { mask }
    }

    pub(super) fn rule(&mut self, rule: Rule) -> u16 {
        let rules = &mut self.out.rules;
        *self.rule_ids.entry(rule).or_insert_with(|| {
            rules.push(rule);
            rules.len() as u16 - 1
        })
    }

    /// The rules of a move to a square: one, or one for each promotion.
    pub(super) fn rules_at(
        &mut self,
        spec: &MoveSpec,
        becomes: Option<&Zone<'_>>,
        (piece, seat): (usize, usize),
        (from, square): (usize, usize),
    ) -> Vec<u16> {
        self.out.left |= spec.leaves.into_iter().collect();
        self.out.pushes |= spec.push.is_some();
        let plain = Rule {
            verb: spec.verb as u8 + 1,
            effect: spec.effect,
            puts: match spec.puts {
                Some(Standing::Piece(piece)) => self.cell(piece, seat),
                Some(Standing::Symbol(cell)) => cell,
                _ => 0,
            },
            unmoved: spec.unmoved,
            passes: spec.passes,
            over: spec.over.map_or(0, |over| over.count),
            leaves: spec.leaves.unwrap_or(0),
            carries: spec.carries,
            push: spec.push,
            line_capture: self.line_capture(spec.verb, spec.effect),
            ..Rule::NOTHING
        };
        match &spec.becomes {
            Some(promotion)
                if self.within(becomes, seat, square) || promotion.leaving && self.within(becomes, seat, from) =>
            {
                let stays = promotion.optional && self.is_mobile(piece, seat, square);
                let many = promotion.pieces.len() > 1 || promotion.optional && promotion.verb.is_none();
                if promotion.stopping && many {
                    let message = "a piece that becomes another where it stops can't choose";
                    self.fault(Code::BadMove, &spec.span, message.to_owned());
                }
                let choice = |piece: usize| if many { piece as u8 + 1 } else { 0 };
                let stopping = promotion.stopping;
                let verb = promotion.verb.map_or(plain.verb, |verb| verb as u8 + 1);
                let line_capture = self.line_capture(usize::from(verb) - 1, spec.effect);
                let becoming = |&piece: &usize| {
                    let (becomes, choice) = (self.cell(piece, seat), choice(piece));
                    Rule { verb, becomes, choice, stopping, line_capture, ..plain }
                };
                let rules: Vec<Rule> =
                    stays.then_some(plain).into_iter().chain(promotion.pieces.iter().map(becoming)).collect();
                rules.into_iter().map(|rule| self.rule(rule)).collect()
            }
            _ => vec![self.rule(plain)],
        }
    }

    /// True if a piece on a square could ever move from there, on an empty board or one full of captures.
    fn is_mobile(&mut self, piece: usize, seat: usize, square: usize) -> bool {
        let pack = self.pack;
        pack.moves.pieces[piece].moves.iter().filter(|spec| spec.only_if.holds(self.options)).any(|spec| {
            let from = spec.from.as_ref().map(|area| self.zone(area));
            let to = spec.to.as_ref().map(|area| self.zone(area));
            let leads = |offset: &Offset| {
                let legs = spec.leg.map(|leg| offset.legs(leg)).unwrap_or_default();
                let legs = legs.into_iter().map(|leg| self.grid.way(seat, leg)).collect();
                let track = Track { way: self.grid.way(seat, *offset), legs, pass: CellSet::EMPTY, over: None };
                let tracks = self.grid.tracks(square, &track, spec.most);
                let is_far = |distance: Option<usize>| distance.is_some_and(|distance| distance >= spec.least);
                let mut reached = tracks.iter().flatten().filter(|(_, distance)| is_far(*distance));
                reached.any(|&(target, _)| self.within(to.as_ref(), seat, target))
            };
            self.within(from.as_ref(), seat, square) && spec.offsets.iter().any(leads)
        })
    }

    /// Records the promotion of a piece that stops on a square.
    fn note_late(&mut self, rule: u16, cell: usize, square: usize) {
        let Rule { becomes, stopping, .. } = self.out.rules[usize::from(rule)];
        if stopping {
            let squares = self.grid.squares();
            self.out.late.resize((self.symbol_count() + 1) * squares, 0);
            self.out.late[cell * squares + square] = becomes;
        }
    }

    pub(super) fn moves(&mut self) {
        let pack = self.pack;
        let mut reaches = vec![vec![false; 0]; pack.moves.pieces.len()];
        for (piece, spec) in pack.moves.pieces.iter().enumerate() {
            reaches[piece] = vec![false; spec.moves.len()];
        }
        self.out.starts = self.steps_of(Group::Always, &mut reaches);
        for mut gait in self.new_gaits() {
            gait.starts = self.steps_of(Group::Counted(gait.above, gait.most), &mut reaches);
            self.out.gaits.push(gait);
        }
        for mut chains in self.new_chains() {
            chains.starts = self.steps_of(Group::Chained(usize::from(chains.verb) - 1), &mut reaches);
            self.out.chains.push(chains);
        }
        for (piece, reached) in reaches.into_iter().enumerate() {
            for (n, _) in reached.iter().enumerate().filter(|(_, reached)| !**reached) {
                let spec = &pack.moves.pieces[piece].moves[n];
                let message = format!(
                    "this move of `{}` leads nowhere on a board of {} x {}",
                    pack.moves.pieces[piece].name, self.grid.width, self.grid.height
                );
                self.fault(Code::ImpossibleMove, &spec.span, message).help =
                    Some("expected a target on the board that may be there".to_owned());
            }
        }
    }

    /// The moves that are repeated in one action, by verb. An action that other moves can be as well is listed once.
    fn new_chains(&mut self) -> Vec<Chains> {
        let rows = self.pack.moves.pieces.iter().flat_map(|piece| &piece.moves);
        let rows = rows.filter(|row| row.only_if.holds(self.options));
        let (chained, plain): (Vec<&MoveSpec>, Vec<&MoveSpec>) = rows.partition(|row| row.chains);
        let mut verbs: Vec<usize> = chained.iter().map(|row| row.verb).collect();
        verbs.sort_unstable();
        verbs.dedup();
        self.out.repeats |= plain.iter().any(|row| verbs.contains(&row.verb));
        verbs.into_iter().map(|verb| Chains { verb: verb as u8 + 1, starts: Vec::new() }).collect()
    }

    /// The steps of a group of moves; returns their start for each cell on each square.
    fn steps_of(&mut self, group: Group, reaches: &mut [Vec<bool>]) -> Vec<u32> {
        let symbols = &self.pack.boards[self.pack.moves.board].symbols;
        let mut starts = Vec::new();
        for cell in 0..=self.symbol_count() {
            let owner = cell.checked_sub(1).and_then(|n| symbols[n].piece);
            for from in 0..self.grid.squares() {
                starts.push(self.out.steps.len() as u32);
                if let Some((piece, seat)) = owner.filter(|(_, seat)| *seat < self.seats) {
                    self.moves_from((piece, seat, cell), from, group, &mut reaches[piece]);
                }
            }
        }
        starts.push(self.out.steps.len() as u32);
        starts
    }

    /// The group of a move.
    fn group(&self, spec: &MoveSpec) -> Group {
        match &spec.pieces {
            _ if spec.chains => Group::Chained(spec.verb),
            Some(count) => {
                let (above, most) = self.bounds(count);
                Group::Counted(above, most)
            }
            None => Group::Always,
        }
    }

    /// The rays of one piece from one square, by a group of moves.
    fn moves_from(
        &mut self,
        (piece, seat, cell): (usize, usize, usize),
        from: usize,
        group: Group,
        reached: &mut [bool],
    ) {
        let pack = self.pack;
        // Moves along the same ray past the same cells share their steps.
        let mut ways: Vec<(Track, Vec<usize>)> = Vec::new();
        let mut zones: Vec<[Option<Zone<'_>>; 2]> = Vec::new();
        for (n, spec) in pack.moves.pieces[piece].moves.iter().enumerate() {
            let start = spec.from.as_ref().map(|area| self.zone(area));
            let to = spec.to.as_ref().map(|area| self.zone(area));
            let becomes = spec.becomes.as_ref().and_then(|b| b.area.as_ref()).map(|area| self.zone(area));
            let applies = self.within(start.as_ref(), seat, from);
            zones.push([to, becomes]);
            if !spec.only_if.holds(self.options) || spec.effect == Effect::Overtake {
                reached[n] = true;
                continue;
            }
            if !applies || self.group(spec) != group {
                continue;
            }
            let is_step = spec.most == 1 && spec.leg.is_none() && spec.over.is_none();
            // Pieces jumped over are captured.
            let mask = |standings: &[Standing]| match spec.effect {
                Effect::Jump => self.mask_of_taken(standings, seat),
                _ => self.mask(standings, seat),
            };
            let pass = if is_step { CellSet::VACANT } else { mask(&spec.way) };
            let over = spec.over.map(|over| (mask(&[over.on]) & !pass, over.count));
            for &offset in &spec.offsets {
                let legs = spec.leg.map(|leg| offset.legs(leg)).unwrap_or_default();
                let legs = legs.into_iter().map(|offset| self.grid.way(seat, offset)).collect();
                let key = Track { way: self.grid.way(seat, offset), legs, pass, over };
                match ways.iter_mut().find(|(known, _)| *known == key) {
                    Some((_, list)) => list.push(n),
                    None => ways.push((key, vec![n])),
                }
            }
        }
        let mut seen: Vec<(u16, u16)> = Vec::new();
        for (track, list) in ways {
            let moves = &pack.moves.pieces[piece].moves;
            let most = list.iter().map(|&n| moves[n].most).max().unwrap_or(0);
            for squares in self.grid.tracks(from, &track, most) {
                let mut stops: Vec<(u16, Vec<(CellSet, u16)>)> = Vec::new();
                let mut before = from;
                for (square, distance) in squares {
                    let wall = self.out.walls.place(std::mem::replace(&mut before, square), square);
                    stops.extend(wall.map(|wall| (wall, Vec::new())));
                    let mut rules: Vec<(CellSet, u16)> = Vec::new();
                    for &n in &list {
                        let spec = &moves[n];
                        let fits = distance.is_some_and(|distance| (spec.least..=spec.most).contains(&distance))
                            && self.within(zones[n][0].as_ref(), seat, square);
                        if fits {
                            reached[n] = true;
                            let targets = self.targets(spec, seat, false);
                            let found = self.rules_at(spec, zones[n][1].as_ref(), (piece, seat), (from, square));
                            for &rule in &found {
                                self.note_late(rule, cell, square);
                            }
                            rules.extend(found.into_iter().map(|rule| (targets, rule)));
                        }
                    }
                    let mut here: Vec<u16> = rules.iter().map(|(_, rule)| *rule).collect();
                    here.sort_unstable();
                    here.dedup();
                    for rule in here {
                        self.out.repeats |= seen.contains(&(square as u16, rule));
                        seen.push((square as u16, rule));
                    }
                    stops.push((square as u16, rules));
                }
                match track.over {
                    Some(over) => self.steps_over(&stops, track.pass, over, seat, cell),
                    None => self.steps(&stops, track.pass, seat, cell),
                }
            }
        }
    }

    /// The steps of a ray: squares with their actions.
    fn steps(&mut self, stops: &[(u16, Vec<(CellSet, u16)>)], pass: CellSet, seat: usize, cell: usize) {
        let first = self.out.steps.len();
        let mut last = first;
        for (square, rules) in stops {
            let (gate, empty) = self.gate(rules, self.passing(*square, pass), seat, cell);
            self.out.steps.push(Step { square: *square, gate, next: 0 });
            if !empty {
                last = self.out.steps.len();
            }
        }
        self.out.steps.truncate(last);
        for step in &mut self.out.steps[first..last] {
            step.next = last as u32;
        }
    }

    /// The cells that let a piece pass: only an empty one where a wall can stand.
    fn passing(&self, square: u16, pass: CellSet) -> CellSet {
        if usize::from(square) < self.grid.squares() { pass } else { CellSet::VACANT }
    }

    /// The steps of a ray with hurdles: the same squares once before each hurdle, and once behind all of them, where
    /// actions are possible. A cell that the piece can't pass leads to the steps behind it.
    fn steps_over(
        &mut self,
        stops: &[(u16, Vec<(CellSet, u16)>)],
        pass: CellSet,
        (over, count): (CellSet, u8),
        seat: usize,
        cell: usize,
    ) {
        let Some(useful) = stops.iter().rposition(|(_, rules)| !rules.is_empty()) else {
            return;
        };
        let stops = &stops[..=useful];
        let count = usize::from(count);
        if stops.len() <= count {
            return;
        }
        self.out.forks = true;
        let everything = self.everything();
        // A cell that is neither passed nor a hurdle takes two steps, of which the second ends the ray.
        let looks = if (pass | over) & everything == everything { 0 } else { 2 };
        let (layer, look) = (stops.len(), stops.len() * looks);
        let first = self.out.steps.len();
        let behind = |n: usize| first + n * (layer + look);
        let end = (behind(count) + layer) as u32;
        let (closed, _) = self.gate(&[], CellSet::EMPTY, seat, cell);
        for n in 0..count {
            let (others, _) = self.gate(&[], !over, seat, cell);
            for (at, (square, _)) in stops.iter().enumerate() {
                let is_last = at + 1 == layer;
                let (open, _) = self.gate(&[], self.passing(*square, pass), seat, cell);
                let is_wall = usize::from(*square) >= self.grid.squares();
                let next = match looks {
                    _ if is_last || is_wall => end,
                    0 => (behind(n + 1) + at + 1) as u32,
                    _ => (behind(n) + layer + 2 * at) as u32,
                };
                self.out.steps.push(Step { square: *square, gate: if is_last { closed } else { open }, next });
            }
            for (at, (square, _)) in stops.iter().enumerate().take(look / 2) {
                let next = if at + 1 == layer { end } else { (behind(n + 1) + at + 1) as u32 };
                self.out.steps.push(Step { square: *square, gate: others, next });
                self.out.steps.push(Step { square: *square, gate: closed, next: end });
            }
        }
        for (square, rules) in stops {
            let (gate, _) = self.gate(rules, self.passing(*square, pass), seat, cell);
            self.out.steps.push(Step { square: *square, gate, next: end });
        }
    }

    /// The gate of rules with their targets; also true if it has no actions.
    pub(super) fn gate(&mut self, rules: &[(CellSet, u16)], pass: CellSet, seat: usize, cell: usize) -> (u16, bool) {
        // The actions are the same from most squares.
        let asked = (rules.to_vec(), pass, seat, cell);
        if let Some(known) = self.known_gates.get(&asked) {
            return *known;
        }
        let gate = self.new_gate(rules, pass, seat, cell);
        self.known_gates.insert(asked, gate);
        gate
    }

    fn new_gate(&mut self, rules: &[(CellSet, u16)], pass: CellSet, seat: usize, cell: usize) -> (u16, bool) {
        let mut gate = Vec::new();
        for stands in self.out.gates.cells() {
            let mut free: Vec<u16> = Vec::new();
            let mut guarded: Vec<u16> = Vec::new();
            let is_enemy = self.out.owner[stands] != 0 && usize::from(self.out.owner[stands]) != seat + 1;
            for &(_, rule) in rules.iter().filter(|(targets, _)| targets.has(stands)) {
                let list =
                    if is_enemy && self.out.rules[usize::from(rule)].effect.hits() { &mut guarded } else { &mut free };
                if !list.contains(&rule) {
                    list.push(rule);
                }
                let of = &mut self.out.rule_of[cell][usize::from(self.out.rules[usize::from(rule)].verb)];
                *of = if *of == NONE || *of == rule { rule } else { MANY };
            }
            let count = guarded.len() as u16;
            free.append(&mut guarded);
            let entry = self.emission(free, count);
            gate.push(if pass.has(stands) { entry | PASSES } else { entry });
        }
        let empty = gate.iter().all(|entry| entry & !PASSES == 0);
        if let Some(known) = self.gate_ids.get(&gate) {
            return (*known, empty);
        }
        let number = self.out.gates.push(&gate);
        let number = self.room_for(number);
        self.gate_ids.insert(gate, number);
        (number, empty)
    }

    pub(super) fn emission(&mut self, rules: Vec<u16>, guarded: u16) -> u16 {
        if rules.is_empty() {
            return 0;
        }
        let out = &mut self.out;
        *self.emission_ids.entry((rules, guarded)).or_insert_with_key(|(rules, guarded)| {
            let plain = rules.iter().all(|rule| !out.rules[usize::from(*rule)].unmoved);
            let start = out.listed.len() as u32;
            out.emissions.push(Emission { start, len: rules.len() as u16, guarded: *guarded, plain });
            out.listed.extend(rules);
            out.emissions.len() as u16 - 1
        })
    }

    /// The number of a table, with a fault if there is no room for it.
    pub(super) fn room_for(&mut self, number: Option<u16>) -> u16 {
        if number.is_none() {
            let message = "the pieces can do more different things than there is room for".to_owned();
            self.report(Diagnostic::new(Code::TooMany, message));
        }
        number.unwrap_or(0)
    }

    /// Writes single rules directly into gates, and the lookup tables by rule and by seat.
    pub(super) fn shortcuts(&mut self) {
        if self.out.rules.len().max(self.out.emissions.len()) > usize::from(NUMBER) {
            self.room_for(None);
            return;
        }
        let out = &mut self.out;
        for entry in out.gates.values_mut() {
            let emission = &out.emissions[usize::from(*entry & NUMBER)];
            let free = emission.guarded == 0 || !out.has_shields;
            if emission.len == 1 && emission.plain && free {
                *entry = (*entry & PASSES) | DIRECT | out.listed[emission.start as usize];
            }
        }
        out.verb_of = out.rules.iter().map(|rule| rule.verb & 63).collect();
        for by_verb in &out.rule_of {
            let verbs = by_verb.iter().enumerate().filter(|(_, rule)| **rule != NONE);
            out.step_verbs = verbs.fold(out.step_verbs, |mask, (verb, _)| mask | 1 << verb);
        }
        for own in &self.own {
            out.own.push((*own).into());
            let cells: Vec<u8> = own.iter().collect();
            out.few.push(match cells[..] {
                [one] => Some([one; 2]),
                [one, other] => Some([one, other]),
                _ => None,
            });
        }
    }

    /// The rules of passes.
    pub(super) fn passes(&mut self) {
        for &verb in &self.pack.moves.passes {
            let effect = Effect::Pass;
            let rule = Rule { verb: verb as u8 + 1, effect, ..Rule::NOTHING };
            let number = self.rule(rule);
            self.out.order.passes.push(number);
        }
    }

    pub(super) fn placings(&mut self) {
        let pack = self.pack;
        let widest = pack.moves.shapes.iter().flat_map(|shape| &shape.orientations).flatten();
        self.out.pad = widest.map(|square| square.1).max().unwrap_or(0).max(1);
        for spec in pack.moves.places.iter().filter(|spec| spec.only_if.holds(self.options)) {
            let zone = spec.to.as_ref().map(|area| self.zone(area));
            for seat in 0..self.seats {
                let fall = spec.falls.map(Grid::towards);
                let drop = self.dropping(spec, seat);
                let is_entry = |square: usize| fall.is_none_or(|way| self.grid.is_first(square, way));
                let is_stuck = |square: usize| drop.as_ref().is_some_and(|drop| drop.stuck.contains(&(square as u16)));
                let squares: Vec<u16> = (0..self.grid.squares())
                    .filter(|&square| !is_stuck(square))
                    .filter(|&square| is_entry(square) && self.within(zone.as_ref(), seat, square))
                    .map(|square| square as u16)
                    .collect();
                let narrow = |squares: Vec<usize>| squares.into_iter().map(|n| n as u16).collect::<Vec<u16>>();
                let lanes = fall.map_or_else(Vec::new, |way| {
                    let lane = |&entry: &u16| {
                        let mut lane = vec![entry];
                        lane.extend(self.grid.rays(usize::from(entry), way).into_iter().take(1).flat_map(&narrow));
                        lane
                    };
                    squares.iter().map(lane).collect()
                });
                let rays_of = |square| {
                    let ways = spec.encloses.iter().map(|offset| self.grid.way(seat, *offset));
                    ways.flat_map(|way| self.grid.rays(square, way)).map(&narrow).collect()
                };
                let rays = (!spec.encloses.is_empty()).then(|| Rays::new((0..self.grid.squares()).map(rays_of)));
                let puts = match spec.puts {
                    Some(Standing::Piece(piece)) => self.cell(piece, seat),
                    Some(Standing::Symbol(cell)) => cell,
                    _ => 0,
                };
                let choice = match spec.puts {
                    Some(Standing::Piece(piece)) if self.names_piece(spec.verb) => piece as u8 + 1,
                    _ => 0,
                };
                let on = self.targets(spec, seat, false);
                let fit = self.fit(spec, seat, on, &squares);
                let lyings = match spec.fit.as_ref().filter(|fit| fit.shapes) {
                    None => vec![(choice, None)],
                    Some(fit) => self.lyings(fit, seat),
                };
                self.out.quiet &= spec.encloses.is_empty() && spec.surrounds.is_none();
                if squares.is_empty() && seat == 0 {
                    let message = "there is no square for this on the board".to_owned();
                    self.fault(Code::ImpossibleMove, &spec.span, message);
                }
                // A landing square maps to its own lane, so that landing is idempotent.
                let mut lane_of = vec![u16::MAX; if lanes.is_empty() { 0 } else { self.grid.squares() }];
                for (n, lane) in lanes.iter().enumerate() {
                    lane.iter().for_each(|&square| lane_of[usize::from(square)] = n as u16);
                }
                for (n, &square) in squares.iter().enumerate().take(lanes.len()) {
                    lane_of[usize::from(square)] = n as u16;
                }
                let limit = self.out.most.iter().find(|(cell, _)| *cell == puts).copied();
                let verb = spec.verb as u8 + 1;
                let earlier = self.out.placings_of[seat].clone();
                self.out.repeats |= earlier.iter().any(|&n| {
                    let other = self.out.placings[usize::from(n)].rule;
                    let Rule { verb: of, choice, .. } = self.out.rules[usize::from(other)];
                    of == verb && lyings.iter().any(|(chosen, _)| *chosen == choice)
                });
                let placing = Placing {
                    rule: 0,
                    on: on.into(),
                    limit,
                    squares,
                    lanes,
                    lane_of,
                    surrounds: spec.surrounds,
                    rays,
                    drop,
                    fit,
                    lying: None,
                };
                let line_capture = self.line_capture(spec.verb, Effect::Place);
                for (choice, lying) in lyings {
                    let number = self.out.placings.len() as u16 + 1;
                    let effect = Effect::Place;
                    let rule = Rule { verb, effect, puts, choice, placing: number, line_capture, ..Rule::NOTHING };
                    let rule = self.rule(rule);
                    self.out.placings.push(Placing { rule, lying, ..placing.clone() });
                    self.out.placings_of[seat].push(number - 1);
                }
            }
        }
    }

    /// Compiles the conditions of a row of placings for a seat; returns its index in the rules' list.
    fn fit(&mut self, spec: &MoveSpec, seat: usize, on: CellSet, squares: &[u16]) -> Option<u16> {
        let anywhere = FitSpec::default();
        let fit = match (&spec.fit, &spec.pieces) {
            (None, None) => return None,
            (fit, _) => fit.as_ref().unwrap_or(&anywhere),
        };
        let covers = fit.covers.as_ref().map(|area| self.zone(area));
        let set = |squares: &mut dyn Iterator<Item = usize>| {
            let mut set = vec![0; self.out.words_of_sets()];
            squares.map(|square| self.out.bit_of(square)).for_each(|bit| set[bit / 64] |= 1 << (bit % 64));
            set
        };
        let covered = |square: &usize| self.within(covers.as_ref(), seat, *square);
        let covers = covers.as_ref().map(|_| set(&mut (0..self.grid.squares()).filter(covered)));
        let around = |standings: &[Standing]| {
            Some(self.mask(standings, seat)).filter(|cells| !cells.is_empty()).map(PerCell::from)
        };
        let row = Fit {
            within: set(&mut squares.iter().map(|&square| usize::from(square))),
            on: on.into(),
            covers: covers.unwrap_or_default(),
            beside: around(&fit.beside),
            corner: around(&fit.corner),
            apart: around(&fit.apart),
            pieces: spec.pieces.as_ref().map_or((-1, i32::MAX), |count| self.bounds(count)),
        };
        self.out.fits.push(row);
        Some(self.out.fits.len() as u16 - 1)
    }

    /// The shapes of a row of placings for a seat in all orientations, each with the number by which it is chosen.
    fn lyings(&mut self, fit: &FitSpec, seat: usize) -> Vec<(u8, Option<Lying>)> {
        let stock = fit.uses.map(|var| self.layout.vars[var]);
        if let Some(var) = stock {
            let range = var.offset..var.offset + 4 * var.length * var.count;
            if !self.out.stocks.contains(&range) {
                self.out.stocks.push(range);
            }
        }
        let left = |shape: usize| stock.map(|var| var.offset + 4 * (seat * var.length + shape));
        let stride = self.grid.width + self.out.pad;
        let shapes = self.pack.moves.shapes.iter().enumerate();
        let all = shapes.flat_map(|(n, shape)| shape.orientations.iter().map(move |squares| (n, squares)));
        let lying = |(n, squares): (usize, &Vec<_>)| Lying::new(squares, stride, left(n), &mut self.out.shifts);
        (1..).zip(all.map(lying).map(Some)).collect()
    }

    /// True if the usage of a verb names the piece.
    fn names_piece(&self, verb: usize) -> bool {
        let pieces = self.pack.lists.iter().position(|list| list.name == "piece").map(Kind::Word);
        self.pack.verbs[verb].args.iter().any(|arg| Some(arg.kind) == pieces)
    }

    /// The restrictions of a drop from the seat's hand.
    fn dropping(&mut self, spec: &MoveSpec, seat: usize) -> Option<Dropping> {
        let drop = spec.drop?;
        let Some(Standing::Piece(piece)) = spec.puts else {
            return None;
        };
        let count = self.out.hands.as_ref()?.at(seat, piece);
        let (squares, width) = (self.grid.squares(), self.grid.width);
        let lines = drop.once.map(|line| {
            let line_of = |square: usize| match line {
                Line::Row => square / width,
                Line::Column => square % width,
            };
            (0..squares).map(|square| line_of(square) as u8).collect()
        });
        let mut stuck = Vec::new();
        for square in (0..squares).filter(|_| drop.mobile) {
            if !self.is_mobile(piece, seat, square) {
                stuck.push(square as u16);
            }
        }
        Some(Dropping { count, lines, stuck, mates: drop.mates })
    }
}
