//! From declared moves to tables for each square.

use std::collections::HashMap;

use super::ending::End;
use super::geometry::{Grid, Way};
use super::{
    Arguments, AttackStep, BoardRules, CELLS, DIRECT, Emission, Followed, Gate, MANY, NONE, NOWHERE, NUMBER, PASSES,
    Placing, Rule, Step,
};
use crate::diagnostic::Diagnostic;
use crate::grammar::ArgKind;
use crate::layout::Layout;
use crate::pack::Pack;
use crate::pack::pieces::{Area, Effect, Follows, MoveSpec, Standing, When};
use crate::pack::spec::ScoreRule;

/// An area with its squares looked up.
struct Zone<'a> {
    area: &'a Area,
    named: Vec<usize>,
}

/// What the tables are made from.
pub(crate) struct Compiler<'a> {
    pack: &'a Pack,
    layout: &'a Layout,
    seats: usize,
    grid: Grid,
    out: BoardRules,
    rule_ids: HashMap<Rule, u16>,
    gate_ids: HashMap<Vec<u16>, u16>,
    emission_ids: HashMap<(Vec<u16>, u16), u16>,
    faults: Vec<Diagnostic>,
}

impl BoardRules {
    /// Compiles the moves of a pack for a board of a settled size; `limit` gives a quantity its value.
    pub(crate) fn compile(
        pack: &Pack,
        layout: &Layout,
        seats: usize,
        limit: impl Fn(&crate::pack::spec::Quantity) -> i64,
        faults: &mut Vec<Diagnostic>,
    ) -> Option<Self> {
        if pack.moves.is_empty() {
            return None;
        }
        let board = pack.moves.board;
        let place = layout.boards[board];
        let grid = Grid {
            width: place.width,
            height: place.height,
            forward: (0..seats).map(|seat| pack.boards[board].forward(seat)).collect(),
        };
        let mut compiler = Compiler {
            pack,
            layout,
            seats,
            out: empty(pack, layout, seats, grid.clone()),
            grid,
            rule_ids: HashMap::new(),
            gate_ids: HashMap::new(),
            emission_ids: HashMap::new(),
            faults: Vec::new(),
        };
        compiler.symbols();
        compiler.start();
        compiler.moves();
        compiler.placings();
        compiler.attacks();
        compiler.shields();
        compiler.shortcuts();
        compiler.verbs();
        compiler.followed();
        compiler.ends(limit);
        faults.append(&mut compiler.faults);
        Some(compiler.out)
    }
}

fn empty(pack: &Pack, layout: &Layout, seats: usize, grid: Grid) -> BoardRules {
    let squares = grid.squares();
    BoardRules {
        board: pack.moves.board,
        offset: layout.boards[pack.moves.board].offset,
        seats,
        owner: [0; CELLS],
        score: [0; CELLS],
        worth: [0; CELLS],
        own: Vec::new(),
        converted: vec![[0; CELLS]; seats],
        rules: Vec::new(),
        verb_of: Vec::new(),
        rule_of: vec![vec![NONE; pack.verbs.len() + 1]; CELLS],
        // Gate and emission 0 are those for nothing.
        gates: Vec::new(),
        emissions: vec![Emission { start: 0, len: 0, guarded: 0, plain: true }],
        listed: Vec::new(),
        steps: Vec::new(),
        starts: Vec::new(),
        placings: Vec::new(),
        placings_of: vec![Vec::new(); seats],
        only_places: false,
        royal: vec![0; seats],
        attacks: Vec::new(),
        attack_starts: Vec::new(),
        quiet: true,
        shields: vec![Vec::new(); seats * squares],
        has_shields: false,
        repeats: false,
        phase_verbs: Vec::new(),
        verbs: 0,
        arguments: Vec::new(),
        action_width: pack.verbs.iter().map(|verb| verb.width).max().unwrap_or(1),
        followed: Vec::new(),
        events: Vec::new(),
        touched: layout.touched,
        ends: Vec::new(),
        simple_ends: false,
        start: vec![0; squares],
        most: Vec::new(),
        scores: layout.scores,
        score_rule: pack.scores,
        score_var: match pack.scores {
            ScoreRule::Var(n) => layout.vars[n].offset,
            _ => 0,
        },
        grid,
    }
}

/// Whether an effect takes what it meets, so that a royal piece is in danger from it and protection helps.
fn takes(effect: Effect) -> bool {
    matches!(effect, Effect::Capture | Effect::Shoot)
}

impl Compiler<'_> {
    fn fault(&mut self, code: &'static str, span: &std::ops::Range<usize>, message: String) -> &mut Diagnostic {
        let fault = Diagnostic::new(code, message).in_file(&self.pack.table_file, span);
        // The same table is looked at for every square; one complaint is enough.
        let known = self.faults.iter().position(|earlier| *earlier == fault);
        let at = known.unwrap_or(self.faults.len());
        if known.is_none() {
            self.faults.push(fault);
        }
        &mut self.faults[at]
    }

    /// The cell of a seat's piece.
    fn cell(&self, piece: usize, seat: usize) -> u8 {
        let symbols = &self.pack.boards[self.pack.moves.board].symbols;
        symbols.iter().position(|symbol| symbol.piece == Some((piece, seat))).map_or(0, |n| n as u8 + 1)
    }

    fn symbols(&mut self) {
        let moves = &self.pack.moves;
        let symbols = &self.pack.boards[moves.board].symbols;
        for (n, symbol) in symbols.iter().enumerate().take(CELLS - 1) {
            for seat in 0..self.seats {
                self.out.converted[seat][n + 1] = n as u8 + 1;
            }
            let Some((piece, seat)) = symbol.piece.filter(|(_, seat)| *seat < self.seats) else {
                continue;
            };
            self.out.owner[n + 1] = seat as u8 + 1;
            self.out.score[n + 1] = moves.pieces[piece].score;
            for other in 0..self.seats {
                self.out.converted[other][n + 1] = self.cell(piece, other);
            }
            if moves.pieces[piece].royal {
                self.out.royal[seat] = n as u8 + 1;
            }
            if let Some(most) = moves.pieces[piece].most {
                self.out.most.push((n as u8 + 1, most));
            }
        }
        self.out.worth = BoardRules::worths(&self.out.score, &self.out.owner);
    }

    /// The squares of an area, with a fault for what is not on the board.
    fn zone<'z>(&mut self, area: &'z Area) -> Zone<'z> {
        let (width, height) = (self.grid.width as i64, self.grid.height as i64);
        let far = |numbers: &[i64], most: i64| numbers.iter().find(|n| n.abs() > most).copied();
        if let Some(n) = far(&area.rows, width.max(height)).or(far(&area.columns, width)) {
            let message = format!("{n} is no row or column of a board of {width} x {height}");
            self.fault("out-of-range", &area.span, message);
        }
        let mut named = Vec::new();
        for name in &area.squares {
            let by_row_and_column = self.pack.boards[self.pack.moves.board].by_row_and_column;
            match super::file::square_named(&self.layout.boards[self.pack.moves.board], by_row_and_column, name) {
                Some(square) => named.push(square),
                None => {
                    let message = format!("`{name}` is no square of a board of {width} x {height}");
                    self.fault("unknown-square", &area.span, message);
                }
            }
        }
        Zone { area, named }
    }

    fn within(&self, zone: Option<&Zone<'_>>, seat: usize, square: usize) -> bool {
        zone.is_none_or(|zone| self.grid.is_in(zone.area, &zone.named, seat, square))
    }

    /// The cells that a list of standings means to a seat.
    fn mask(&self, standings: &[Standing], seat: usize) -> u64 {
        let count = self.pack.boards[self.pack.moves.board].symbols.len().min(CELLS - 1);
        let all = |test: &dyn Fn(u8) -> bool| {
            (1..=count).filter(|&n| test(self.out.owner[n])).fold(0, |mask, n| mask | 1_u64 << n)
        };
        standings.iter().fold(0, |mask, standing| {
            mask | match standing {
                Standing::Empty => 1,
                Standing::Any => 1 | all(&|_| true),
                Standing::Own => all(&|owner| usize::from(owner) == seat + 1),
                Standing::Enemy => all(&|owner| owner != 0 && usize::from(owner) != seat + 1),
                Standing::Piece(piece) => (0..self.seats).fold(0, |mask, s| mask | 1 << self.cell(*piece, s)),
                Standing::Symbol(cell) => 1 << cell,
            }
        })
    }

    fn royals(&self) -> u64 {
        self.out.royal.iter().filter(|cell| **cell > 0).fold(0, |mask, cell| mask | 1 << cell)
    }

    /// What may stand on the target; `attacked` also lists royal pieces that would be taken.
    fn targets(&self, spec: &MoveSpec, seat: usize, attacked: bool) -> u64 {
        let mask = self.mask(&spec.on, seat) & !self.mask(&spec.except, seat);
        let spared = takes(spec.effect) || spec.effect == Effect::Convert;
        if spared && !attacked { mask & !self.royals() } else { mask }
    }

    fn rule(&mut self, rule: Rule) -> u16 {
        let rules = &mut self.out.rules;
        *self.rule_ids.entry(rule).or_insert_with(|| {
            rules.push(rule);
            rules.len() as u16 - 1
        })
    }

    /// The rules of a move whose target is a square: one, or one for each piece to become.
    fn rules_at(&mut self, spec: &MoveSpec, becomes: Option<&Zone<'_>>, seat: usize, square: usize) -> Vec<u16> {
        let plain = Rule {
            verb: spec.verb as u8 + 1,
            effect: spec.effect,
            puts: match spec.puts {
                Some(Standing::Piece(piece)) => self.cell(piece, seat),
                Some(Standing::Symbol(cell)) => cell,
                _ => 0,
            },
            becomes: 0,
            choice: 0,
            unmoved: spec.unmoved,
            placing: 0,
        };
        match &spec.becomes {
            Some(promotion) if self.within(becomes, seat, square) => {
                let many = promotion.pieces.len() > 1;
                let choice = |piece: usize| if many { piece as u8 + 1 } else { 0 };
                let rules: Vec<Rule> = promotion
                    .pieces
                    .iter()
                    .map(|&piece| Rule { becomes: self.cell(piece, seat), choice: choice(piece), ..plain })
                    .collect();
                rules.into_iter().map(|rule| self.rule(rule)).collect()
            }
            _ => vec![self.rule(plain)],
        }
    }

    fn moves(&mut self) {
        let pack = self.pack;
        let squares = self.grid.squares();
        let mut reaches = vec![vec![false; 0]; pack.moves.pieces.len()];
        for (piece, spec) in pack.moves.pieces.iter().enumerate() {
            reaches[piece] = vec![false; spec.moves.len()];
        }
        let symbols = pack.boards[pack.moves.board].symbols.len().min(CELLS - 1);
        for cell in 0..=symbols {
            let owner = cell.checked_sub(1).and_then(|n| pack.boards[pack.moves.board].symbols[n].piece);
            for from in 0..squares {
                self.out.starts.push(self.out.steps.len() as u32);
                if let Some((piece, seat)) = owner.filter(|(_, seat)| *seat < self.seats) {
                    self.moves_from(piece, seat, cell, from, &mut reaches[piece]);
                }
            }
        }
        self.out.starts.push(self.out.steps.len() as u32);
        for (piece, reached) in reaches.into_iter().enumerate() {
            for (n, _) in reached.iter().enumerate().filter(|(_, reached)| !**reached) {
                let spec = &pack.moves.pieces[piece].moves[n];
                let message = format!(
                    "this move of `{}` leads nowhere on a board of {} x {}",
                    pack.moves.pieces[piece].name, self.grid.width, self.grid.height
                );
                self.fault("impossible-move", &spec.span, message).help =
                    Some("expected a target on the board that may be there".to_owned());
            }
        }
    }

    /// The ways of one piece from one square.
    fn moves_from(&mut self, piece: usize, seat: usize, cell: usize, from: usize, reached: &mut [bool]) {
        let pack = self.pack;
        // Moves that go the same way past the same things share their steps.
        let mut ways: Vec<((Way, u64), Vec<usize>)> = Vec::new();
        let mut zones: Vec<[Option<Zone<'_>>; 2]> = Vec::new();
        for (n, spec) in pack.moves.pieces[piece].moves.iter().enumerate() {
            let start = spec.from.as_ref().map(|area| self.zone(area));
            let to = spec.to.as_ref().map(|area| self.zone(area));
            let becomes = spec.becomes.as_ref().and_then(|b| b.area.as_ref()).map(|area| self.zone(area));
            let applies = self.within(start.as_ref(), seat, from);
            zones.push([to, becomes]);
            if !applies {
                continue;
            }
            let pass = if spec.most == 1 { 1 } else { self.mask(&spec.way, seat) };
            for &offset in &spec.offsets {
                let key = (self.grid.way(seat, offset), pass);
                match ways.iter_mut().find(|(known, _)| *known == key) {
                    Some((_, list)) => list.push(n),
                    None => ways.push((key, vec![n])),
                }
            }
        }
        let mut seen: Vec<(u16, u16)> = Vec::new();
        for ((way, pass), list) in ways {
            let moves = &pack.moves.pieces[piece].moves;
            let most = list.iter().map(|&n| moves[n].most).max().unwrap_or(0);
            let ray = self.grid.ray(from, way);
            let first = self.out.steps.len();
            let mut last = first;
            for (distance, &square) in (1..=most).zip(&ray) {
                let mut rules: Vec<(u64, u16)> = Vec::new();
                for &n in &list {
                    let spec = &moves[n];
                    let fits =
                        (spec.least..=spec.most).contains(&distance) && self.within(zones[n][0].as_ref(), seat, square);
                    if fits {
                        reached[n] = true;
                        let targets = self.targets(spec, seat, false);
                        let found = self.rules_at(spec, zones[n][1].as_ref(), seat, square);
                        rules.extend(found.into_iter().map(|rule| (targets, rule)));
                    }
                }
                let (gate, empty) = self.gate(&rules, pass, seat, cell);
                self.out.steps.push(Step { square: square as u16, gate, next: 0 });
                if !empty {
                    last = self.out.steps.len();
                }
                let mut here: Vec<u16> = rules.iter().map(|(_, rule)| *rule).collect();
                here.sort_unstable();
                here.dedup();
                for rule in here {
                    self.out.repeats |= seen.contains(&(square as u16, rule));
                    seen.push((square as u16, rule));
                }
            }
            self.out.steps.truncate(last);
            for step in &mut self.out.steps[first..last] {
                step.next = last as u32;
            }
        }
    }

    /// The gate for rules with their targets; also whether there is nothing to be done at it.
    fn gate(&mut self, rules: &[(u64, u16)], pass: u64, seat: usize, cell: usize) -> (u16, bool) {
        let mut gate = vec![0_u16; CELLS];
        for (stands, entry) in gate.iter_mut().enumerate() {
            let mut free: Vec<u16> = Vec::new();
            let mut guarded: Vec<u16> = Vec::new();
            let is_enemy = self.out.owner[stands] != 0 && usize::from(self.out.owner[stands]) != seat + 1;
            for &(_, rule) in rules.iter().filter(|(targets, _)| targets >> stands & 1 != 0) {
                let list =
                    if is_enemy && takes(self.out.rules[usize::from(rule)].effect) { &mut guarded } else { &mut free };
                if !list.contains(&rule) {
                    list.push(rule);
                }
                let of = &mut self.out.rule_of[cell][usize::from(self.out.rules[usize::from(rule)].verb)];
                *of = if *of == NONE || *of == rule { rule } else { MANY };
            }
            let count = guarded.len() as u16;
            free.append(&mut guarded);
            *entry = self.emission(free, count);
            if pass >> stands & 1 != 0 {
                *entry |= PASSES;
            }
        }
        let empty = gate.iter().all(|entry| entry & !PASSES == 0);
        let gates = &mut self.out.gates;
        let id = *self.gate_ids.entry(gate).or_insert_with_key(|gate| {
            let mut fixed: Gate = [0; CELLS];
            fixed.copy_from_slice(gate);
            gates.push(fixed);
            gates.len() as u16 - 1
        });
        (id, empty)
    }

    fn emission(&mut self, rules: Vec<u16>, guarded: u16) -> u16 {
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

    /// Writes into gates what needs no emission, and what searches look up by rule and by seat.
    fn shortcuts(&mut self) {
        let out = &mut self.out;
        if out.rules.len().max(out.emissions.len()) > usize::from(NUMBER) {
            let message = "the pieces can do more different things than there is room for".to_owned();
            self.faults.push(Diagnostic::new("too-many", message));
            return;
        }
        for entry in out.gates.iter_mut().flatten() {
            let emission = &out.emissions[usize::from(*entry & NUMBER)];
            let free = emission.guarded == 0 || !out.has_shields;
            if emission.len == 1 && emission.plain && free {
                *entry = (*entry & PASSES) | DIRECT | out.listed[emission.start as usize];
            }
        }
        out.verb_of = out.rules.iter().map(|rule| rule.verb & 63).collect();
        out.only_places = out.steps.is_empty()
            && out.royal.iter().all(|cell| *cell == 0)
            && out.placings_of.iter().all(|placings| placings.len() == 1)
            && out.placings.iter().all(|placing| placing.rays.is_empty());
        out.own = vec![0; self.seats];
        for (cell, &owner) in out.owner.iter().enumerate() {
            if let Some(own) = usize::from(owner).checked_sub(1).and_then(|seat| out.own.get_mut(seat)) {
                *own |= 1 << cell;
            }
        }
    }

    fn placings(&mut self) {
        let pack = self.pack;
        for spec in &pack.moves.places {
            let zone = spec.to.as_ref().map(|area| self.zone(area));
            for seat in 0..self.seats {
                let fall = spec.falls.map(Grid::towards);
                let is_entry = |square: usize| fall.is_none_or(|way| self.grid.step(square, way, -1).is_none());
                let squares: Vec<u16> = (0..self.grid.squares())
                    .filter(|&square| is_entry(square) && self.within(zone.as_ref(), seat, square))
                    .map(|square| square as u16)
                    .collect();
                let narrow = |squares: Vec<usize>| squares.into_iter().map(|n| n as u16).collect::<Vec<u16>>();
                let lanes = fall.map_or_else(Vec::new, |way| {
                    let lane = |&entry: &u16| {
                        let mut lane = vec![entry];
                        lane.extend(narrow(self.grid.ray(usize::from(entry), way)));
                        lane
                    };
                    squares.iter().map(lane).collect()
                });
                let rays = if spec.encloses.is_empty() {
                    Vec::new()
                } else {
                    (0..self.grid.squares())
                        .map(|square| {
                            let ways = spec.encloses.iter().map(|offset| self.grid.way(seat, *offset));
                            ways.map(|way| narrow(self.grid.ray(square, way))).collect()
                        })
                        .collect()
                };
                let number = self.out.placings.len() as u16 + 1;
                let puts = match spec.puts {
                    Some(Standing::Piece(piece)) => self.cell(piece, seat),
                    Some(Standing::Symbol(cell)) => cell,
                    _ => 0,
                };
                let rule = self.rule(Rule {
                    verb: spec.verb as u8 + 1,
                    effect: Effect::Place,
                    puts,
                    becomes: 0,
                    choice: 0,
                    unmoved: false,
                    placing: number,
                });
                let on = self.targets(spec, seat, false);
                self.out.quiet &= spec.encloses.is_empty();
                if squares.is_empty() && seat == 0 {
                    let message = "there is no square for this on the board".to_owned();
                    self.fault("impossible-move", &spec.span, message);
                }
                // Where something has landed counts like its entry, so that landing twice changes nothing.
                let mut lane_of = vec![u16::MAX; if lanes.is_empty() { 0 } else { self.grid.squares() }];
                for (n, lane) in lanes.iter().enumerate() {
                    lane.iter().for_each(|&square| lane_of[usize::from(square)] = n as u16);
                }
                for (n, &square) in squares.iter().enumerate().take(lanes.len()) {
                    lane_of[usize::from(square)] = n as u16;
                }
                self.out.placings.push(Placing { rule, on, squares, lanes, lane_of, rays });
                self.out.placings_of[seat].push(number - 1);
                let taken = self.out.placings_of[seat]
                    .iter()
                    .filter(|&&n| {
                        let other = self.out.placings[usize::from(n)].rule;
                        self.out.rules[usize::from(other)].verb == spec.verb as u8 + 1
                    })
                    .count();
                self.out.repeats |= taken > 1;
            }
        }
    }

    /// For each seat and square, from where it could be attacked: the moves that take, seen from the target.
    fn attacks(&mut self) {
        let pack = self.pack;
        let squares = self.grid.squares();
        for seat in 0..self.seats {
            for target in 0..squares {
                self.out.attack_starts.push(self.out.attacks.len() as u32);
                if self.out.royal[seat] != 0 {
                    self.attacks_on(seat, target);
                }
            }
        }
        self.out.attack_starts.push(self.out.attacks.len() as u32);
        // An action can bring nothing else about than that it opens a way.
        let all = u64::MAX;
        let enemies = |seat: usize| self.mask(&[Standing::Enemy], seat);
        let straight = self.out.attacks.iter().all(|step| step.pass == 1 || step.pass == all);
        let harmless = pack.moves.pieces.iter().flat_map(|piece| &piece.moves).all(|spec| match spec.effect {
            Effect::Jump => false,
            Effect::Swap => (0..self.seats).all(|seat| self.targets(spec, seat, false) & enemies(seat) == 0),
            _ => true,
        });
        self.out.quiet &= straight && harmless;
    }

    fn attacks_on(&mut self, seat: usize, target: usize) {
        let pack = self.pack;
        let royal = self.out.royal[seat];
        // By the way outwards from the target: the attackers at each distance.
        let mut ways: Vec<((Way, u64), Vec<u64>)> = Vec::new();
        for other in (0..self.seats).filter(|&other| other != seat) {
            for (piece, spec) in pack.moves.pieces.iter().enumerate() {
                for rule in spec.moves.iter().filter(|rule| takes(rule.effect)) {
                    let to = rule.to.as_ref().map(|area| self.zone(area));
                    let from = rule.from.as_ref().map(|area| self.zone(area));
                    let hits = self.targets(rule, other, true) >> royal & 1 != 0;
                    if !hits || !self.within(to.as_ref(), other, target) {
                        continue;
                    }
                    let symbols = pack.boards[pack.moves.board].symbols.len();
                    let everything = (0..=symbols as u32).fold(0, |mask, n| mask | 1_u64 << n);
                    let mask = if rule.most == 1 { 1 } else { self.mask(&rule.way, other) };
                    let pass = if mask == everything { u64::MAX } else { mask };
                    for &offset in &rule.offsets {
                        let (right, down) = self.grid.way(other, offset);
                        let way = (-right, -down);
                        for distance in rule.least..=rule.most {
                            let Some(square) = self.grid.step(target, way, distance as i32) else {
                                break;
                            };
                            if !self.within(from.as_ref(), other, square) {
                                continue;
                            }
                            let n = match ways.iter().position(|(key, _)| *key == (way, pass)) {
                                Some(n) => n,
                                None => {
                                    ways.push(((way, pass), Vec::new()));
                                    ways.len() - 1
                                }
                            };
                            let masks = &mut ways[n].1;
                            masks.resize(masks.len().max(distance), 0);
                            masks[distance - 1] |= 1 << self.cell(piece, other);
                        }
                    }
                }
            }
        }
        for ((way, pass), masks) in ways {
            let first = self.out.attacks.len();
            let next = (first + masks.len()) as u32;
            for (attackers, square) in masks.into_iter().zip(self.grid.ray(target, way)) {
                self.out.attacks.push(AttackStep { attackers, pass, square: square as u16, next });
            }
        }
    }

    fn shields(&mut self) {
        let squares = self.grid.squares();
        for (piece, spec) in self.pack.moves.pieces.iter().enumerate() {
            for seat in 0..self.seats {
                let cell = self.cell(piece, seat);
                for &offset in &spec.protects {
                    let way = self.grid.way(seat, offset);
                    for square in 0..squares {
                        let Some(protected) = self.grid.step(square, way, 1) else {
                            continue;
                        };
                        let list = &mut self.out.shields[seat * squares + protected];
                        self.out.has_shields = true;
                        match list.iter_mut().find(|(known, _)| *known == square as u16) {
                            Some((_, mask)) => *mask |= 1 << cell,
                            None => list.push((square as u16, 1 << cell)),
                        }
                    }
                }
            }
        }
    }

    fn verbs(&mut self) {
        let pack = self.pack;
        for verb in pack.moves.verbs() {
            self.out.verbs |= 1 << (verb + 1);
        }
        for phase in &pack.phases {
            let mask = phase.actions.iter().fold(0, |mask, verb| mask | 1_u64 << (verb + 1));
            self.out.phase_verbs.push(mask & self.out.verbs);
        }
        self.out.arguments.push(Arguments::default());
        self.out.events.push(None);
        for verb in &pack.verbs {
            let at = |name: &str| verb.args.iter().find(|arg| arg.name == name).map_or(0, |arg| arg.offset);
            let number = verb.args.iter().any(|arg| arg.name == "column" && arg.kind == ArgKind::Number);
            self.out.arguments.push(Arguments {
                from: at("from"),
                to: at("to"),
                choice: at("as"),
                column: if number { at("column") } else { 0 },
            });
            self.out.events.push(pack.events.iter().position(|event| event.name == verb.name));
        }
    }

    fn followed(&mut self) {
        for (spec, var) in self.pack.vars.iter().zip(&self.layout.vars) {
            if let Some(follows) = spec.follows {
                let stride = if matches!(follows, Follows::Score | Follows::Pieces) { 4 * var.length } else { 0 };
                self.out.followed.push(Followed { follows, offset: var.offset, stride });
            }
        }
    }

    fn ends(&mut self, limit: impl Fn(&crate::pack::spec::Quantity) -> i64) {
        let pack = self.pack;
        for spec in &pack.moves.ends {
            let mut end = End::new(spec);
            match &spec.when {
                When::Turns(most) => end.limit = limit(most).clamp(1, i64::from(i32::MAX)) as i32,
                When::Reach(pieces, area) => {
                    let zone = self.zone(area);
                    for seat in 0..self.seats {
                        let mut set = super::SquareSet::EMPTY;
                        for square in (0..self.grid.squares()).filter(|&n| self.within(Some(&zone), seat, n)) {
                            set.insert(square as u16);
                        }
                        end.areas.push(set);
                        end.masks.push(self.piece_mask(pieces, seat));
                    }
                }
                When::Captured(pieces) => {
                    end.masks = (0..self.seats).map(|seat| self.piece_mask(pieces, seat)).collect();
                }
                When::Line(length) => {
                    end.limit = *length as i32;
                    end.masks = (0..self.seats).map(|seat| self.mask(&[Standing::Own], seat)).collect();
                    for square in 0..self.grid.squares() {
                        for way in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)] {
                            let ray = self.grid.ray(square, way).into_iter().map(|n| n as u16);
                            end.lines.extend(ray.chain(std::iter::repeat(NOWHERE)).take(length - 1));
                        }
                    }
                }
                When::Repetition(times, _) => {
                    end.limit = *times as i32;
                    end.history = self.layout.history;
                }
                When::NoMove(_) => {}
            }
            self.out.ends.push(end);
        }
        self.out.simple_ends = BoardRules::are_simple(&self.out.ends);
    }

    /// The cells of a seat's pieces of some kinds; of all kinds if none are listed.
    fn piece_mask(&self, pieces: &[usize], seat: usize) -> u64 {
        if pieces.is_empty() {
            return self.mask(&[Standing::Own], seat);
        }
        pieces.iter().fold(0, |mask, &piece| mask | 1 << self.cell(piece, seat))
    }

    /// The board at the start: the rows as written, then the pieces that say where they stand.
    fn start(&mut self) {
        let pack = self.pack;
        let board = &pack.boards[pack.moves.board];
        // What is wrong with the rows is told once, when the game settles the starts of all its boards.
        let place = &self.layout.boards[pack.moves.board];
        self.out.start = board.start_cells(place, &pack.table_file, &mut Vec::new());
        for (piece, spec) in pack.moves.pieces.iter().enumerate() {
            let Some(area) = &spec.start else { continue };
            let zone = self.zone(area);
            for seat in 0..self.seats {
                let cell = self.cell(piece, seat);
                for square in 0..self.grid.squares() {
                    if self.within(Some(&zone), seat, square) {
                        self.out.start[square] = cell;
                    }
                }
            }
        }
        let span = board.start.first().map_or(board.span.clone(), |(_, span)| span.clone());
        if let Err(message) = self.out.too_many(&self.out.start.clone(), pack) {
            self.fault("too-many", &span, message);
        }
    }
}
