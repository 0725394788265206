//! The driver: the loop in Luau that lists, applies and plays on, written for one game.

use std::fmt::Write as _;
use std::rc::Rc;

use super::exchange;
use super::hooks::{Hooks, stands_alone};
use crate::game::Game;
use crate::grammar::{Arg, Order, VerbSpec};
use crate::ids::Seat;
use crate::kind::Kind;
use crate::pack::pieces::{Verdict, When};
use crate::pack::spec::{Per, PhaseSpec, ScoreRule};
use crate::script::prelude::{Prelude, control, holes, member_name, number_list};
use crate::script::template::{File, Holes};
use crate::script::vm::Mode;

/// An argument of the action at `first`.
fn argument(arg: &Arg) -> String {
    match arg.kind {
        Kind::Cards => format!("first + {}", arg.offset),
        _ => format!("buffer.readu16(ACTS, first + {})", arg.offset),
    }
}

/// The arguments of a verb's action at `first`, for a call after the seat.
fn arguments(verb: &VerbSpec) -> String {
    verb.args.iter().map(|arg| format!(", {}", argument(arg))).collect()
}

/// What the driver says when a match is not over and nothing is offered.
pub(super) const NO_ACTION: &str = "no legal action is offered, and the match is not over";

/// What it says, before the number of a phase, when all seats have decided in it and nobody is to act then.
pub(super) const NOBODY: &str = "nobody is to act after phase ";

/// What it says, after the name of a verb, of what the hook `range` gives.
pub(super) const RANGE: &str = " has a `range` ";

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

/// Writes inline functions of the driver.
struct Pieces<'a> {
    holes: &'a Holes,
}

impl Pieces<'_> {
    fn piece(&self, name: &str, arguments: &[&str]) -> String {
        let mut out = String::new();
        File::Driver.inline(name, arguments, self.holes, &mut out);
        out
    }
}

impl Hooks {
    /// The driver with this game's numbers filled in.
    pub(super) fn driver(&self, game: &Game, prelude: &Prelude, mode: Mode) -> String {
        let pack = game.pack();
        let holes = holes(game)
            .with("width", game.action_width())
            .with("ply_limit", game.ply_limit().map_or("math.huge".to_owned(), |limit| limit.to_string()));
        let pieces = Pieces { holes: &holes };
        // What is done with the arguments of whatever verb the action at `first` has.
        let by_verb = |has: &dyn Fn(usize) -> bool, text: &dyn Fn(usize, &str) -> String| -> String {
            let verbs = pack.verbs.iter().enumerate().filter(|(n, _)| has(*n));
            choice("verb", verbs.map(|(n, verb)| (n + 1, text(n + 1, &arguments(verb)))))
        };
        let piece_by_verb = |has: &dyn Fn(usize) -> bool, name: &str| -> String {
            by_verb(has, &|n, arguments| pieces.piece(name, &[&n.to_string(), arguments]))
        };
        let by_phase = |tail: &str| {
            let tiers = |phase: &PhaseSpec| self.tiers(game, phase, &pieces, mode, tail);
            choice("phase", pack.phases.iter().enumerate().map(|(n, phase)| (n + 1, tiers(phase))))
        };
        let some = pack.phases.iter().enumerate().map(|(n, phase)| {
            let offer_one = |verb: usize| {
                let (half, bit) = if verb + 1 < 32 { ("few", verb + 1) } else { ("more", verb + 1 - 32) };
                let mask = (1_u32 << bit).to_string();
                pieces.piece("offer_if_wanted", &[half, &mask, &self.offers(game, &[verb], &pieces, mode, "")])
            };
            (n + 1, Self::scripted(game, phase).into_iter().map(offer_one).collect())
        });
        let effects = |with_after: bool| {
            by_verb(&|n| !game.is_by_tables(n), &|n, arguments| {
                let after = match with_after && self.after[n - 1] {
                    true => format!(" after_of[{n}](seat{arguments})"),
                    false => String::new(),
                };
                format!("apply_of[{n}](seat{arguments}){after}")
            })
        };
        let takes = |n: usize| {
            let verb = &pack.verbs[n - 1];
            let at = verb.captures.map_or(0, |arg| verb.args[arg].offset);
            pieces.piece("takes_action", &[&at.to_string()])
        };
        let is_taker = |n: usize| !game.is_by_tables(n) && pack.verbs[n].captures.is_some();
        let has_limit = pack.endings.iter().any(|ending| ending.name == LIMIT);
        let on_limit = match (self.on_limit, has_limit) {
            (true, _) => "rules.on_limit",
            (false, true) => "ending.limit",
            (false, false) => "function() end",
        };
        let allows = |n: usize| self.allow[n];
        let numbers = |n: usize| {
            let (verb, place) = (&pack.verbs[n - 1], self.range[n - 1].unwrap_or(0));
            let numbers: Vec<String> = verb.args.iter().map(argument).collect();
            let before: String = numbers[..place].iter().map(|number| format!(", {number}")).collect();
            let least = if verb.args[place].optional { "0" } else { "-1" };
            pieces.piece("why_range", &[&n.to_string(), &before, &numbers[place], least])
        };
        let has_ranges = self.range.iter().any(Option::is_some);
        let ranges: Option<String> = has_ranges.then(|| self.of_verbs(game, "range"));
        let names = pack.verbs.iter().map(|verb| format!("\"{}\", ", verb.name)).collect::<String>();
        let filled = Holes::around(&[&Rc::new(holes.clone())])
            .with_flag("exact", mode == Mode::Exact)
            .with("NO_ACTION", format!("\"{NO_ACTION}\""))
            .with("NOBODY", format!("\"{NOBODY}\""))
            .with("RANGE", format!("\"{RANGE}\""))
            .with("DECIDED", control::DECIDED)
            .with("set_up", self.set_up(game))
            .with("opening", if self.opening { "rules.opening" } else { "nil" })
            .with("on_limit", on_limit)
            .with("exchanges", exchange::functions(game, prelude))
            .with("cases", self.cases(game))
            .with("rows", rows(game, &pieces))
            .with_flag("alone", game.board_rules().is_none())
            .with("needs", self.of_verbs(game, "needs"))
            .with("allow", self.of_verbs(game, "allow"))
            .with_some("ranges", ranges)
            .with("names", names)
            .with("why_range", by_verb(&|n| self.range[n].is_some(), &|n, _| numbers(n)))
            .with("legal", self.of_verbs(game, "legal"))
            .with("apply", self.of_verbs(game, "apply"))
            .with("check", self.of_verbs(game, "check"))
            .with("after", self.of_verbs(game, "after"))
            .with("decided", self.decided(game))
            .with("deal", if pack.setup.sources.is_empty() { "" } else { "setup.deal()" })
            .with("offer_all", by_phase(""))
            .with("offer_by_kind", by_phase(&pieces.piece("count_kind", &[])))
            .with("offer_some", choice("phase", some))
            .with("effects", effects(false))
            .with("effects_with_after", effects(true))
            .with("check_action", piece_by_verb(&|n| pack.verbs[n].exchange.is_some(), "check_action"))
            .with("why_action", piece_by_verb(&allows, "why_action"))
            .with("takes_action", by_verb(&is_taker, &|n, _| takes(n)))
            .with("allow_action", by_verb(&allows, &|n, arguments| format!("allowed = allow_of[{n}](seat{arguments})")))
            .with(
                "after_action",
                by_verb(&|n| self.after[n], &|n, arguments| {
                    let target = if game.is_by_tables(n - 1) { ", target" } else { "" };
                    format!("after_of[{n}](seat{arguments}{target})")
                }),
            );
        File::Driver.fill(include_str!("driver.luau"), &self.finish(game, filled))
    }

    /// What gives the first turn; in a game of tables that is the engine's, unless a script does.
    fn set_up(&self, game: &Game) -> String {
        match game.pack().phases.first().filter(|_| game.board_rules().is_none()) {
            _ if self.setup => "rules.setup".to_owned(),
            Some(phase) if phase.simultaneous => format!("decide.all_{}", phase.name),
            Some(phase) => format!("function() turn.{}(1) end", phase.name),
            None => "nil".to_owned(),
        }
    }

    /// For each phase what follows once all seats have decided in it, `false` for those without.
    fn decided(&self, game: &Game) -> String {
        let hook = |phase: &PhaseSpec| format!("(rules.decided or none)[\"{}\"] or false, ", phase.name);
        game.pack().phases.iter().map(hook).collect()
    }

    /// The verbs of a phase whose cases come from scripts.
    fn scripted(game: &Game, phase: &PhaseSpec) -> Vec<usize> {
        phase.actions.iter().copied().filter(|&n| !game.is_by_tables(n)).collect()
    }

    /// Offers verbs; those one after the other that need the same are asked once.
    fn offers(&self, game: &Game, verbs: &[usize], pieces: &Pieces<'_>, mode: Mode, tail: &str) -> String {
        // What goes wrong can be told by its verb.
        let note = |verb: usize| match mode {
            Mode::Fast | Mode::Quick | Mode::Counted => String::new(),
            Mode::Exact => format!("buffer.writeu8(CTRL, {}, {}) ", control::VERB, verb + 1),
        };
        // What Luau can write out where it is called is named, for it does not find it in a table.
        let offer = |&verb: &usize| match self.offered_alone(game, verb) {
            Some(offer) => format!("{}{offer}() {tail}", note(verb)),
            None => format!("{}legal_of[{}](seat) {tail}", note(verb), verb + 1),
        };
        let offer_group = |group: &[usize]| {
            let offers: String = group.iter().map(offer).collect();
            match self.needs[group[0]] {
                Some(need) => note(group[0]) + &pieces.piece("offer_if_needed", &[&(need + 1).to_string(), &offers]),
                None => offers,
            }
        };
        verbs.chunk_by(|a, b| self.needs[*a] == self.needs[*b]).map(offer_group).collect()
    }

    /// Offers the verbs of a phase: those that must be taken go first, passes last, and each of these only where there
    /// is nothing before.
    fn tiers(&self, game: &Game, phase: &PhaseSpec, pieces: &Pieces<'_>, mode: Mode, tail: &str) -> String {
        let order = |n: &usize| match game.pack().verbs[*n].order {
            Order { must, .. } if must.is_set(game.option_values()) => 0,
            Order { pass: true, .. } => 2,
            _ => 1,
        };
        let verbs = Self::scripted(game, phase);
        let tier = |which: usize| -> Vec<usize> { verbs.iter().copied().filter(|n| order(n) == which).collect() };
        let tiers = [tier(0), tier(1), tier(2)].into_iter().filter(|verbs| !verbs.is_empty());
        let offers = tiers.map(|verbs| self.offers(game, &verbs, pieces, mode, tail));
        let nest = |inner: String, offers: String| offers + &pieces.piece("offer_if_none", &[&inner]);
        offers.rev().reduce(nest).unwrap_or_default()
    }

    /// The word that offers a verb without a hook `legal` that is offered as it is; `None` for other verbs.
    fn offered_alone(&self, game: &Game, n: usize) -> Option<String> {
        let verb = &game.pack().verbs[n];
        let has_cases = self.legal[n] || verb.exchange.is_some() || self.is_by_cases(game, n);
        (!has_cases && stands_alone(verb)).then(|| format!("offer.{}", member_name(&verb.name)))
    }

    /// One hook of all verbs, `false` for those that have none.
    fn of_verbs(&self, game: &Game, hook: &str) -> String {
        let by_engine = |n: usize, verb: &VerbSpec| match hook {
            "legal" | "check" | "apply" if verb.exchange.is_some() => format!("{hook}_{}", n + 1),
            "legal" if self.is_by_cases(game, n) => format!("cases_{}", n + 1),
            "legal" => self.offered_alone(game, n).unwrap_or_else(|| "false".to_owned()),
            _ => "false".to_owned(),
        };
        let hook_of = |(n, verb): (usize, &VerbSpec)| match hook {
            "check" => format!("{}, ", by_engine(n, verb)),
            _ => format!("(hooks[\"{}\"] or none).{hook} or {}, ", verb.name, by_engine(n, verb)),
        };
        game.pack().verbs.iter().enumerate().map(hook_of).collect()
    }

    /// How winners and scores come about at the end.
    fn finish(&self, game: &Game, holes: Holes) -> Holes {
        let scores = game.layout().scores;
        let copy = |(n, from): (usize, usize)| {
            format!("buffer.writei32(STATE, {}, buffer.readi32(STATE, {from})) ", scores + 4 * n)
        };
        let score_vars: String = match game.pack().scores {
            ScoreRule::Var(n) => game.seats().map(|seat| game.offset_for(n, seat)).enumerate().map(copy).collect(),
            ScoreRule::Held { zone, column } => {
                let pack = game.pack();
                let (zone, column) = (&pack.zones[zone.index()].name, &pack.tables[0].columns[column].name);
                let score =
                    |n: usize| format!("buffer.writei32(STATE, {}, {zone}.sum_{column}({})) ", scores + 4 * n, n + 1);
                (0..game.seat_count()).map(score).collect()
            }
            ScoreRule::Wins | ScoreRule::Script => String::new(),
        };
        winners(game, holes)
            .with("scores", scores)
            .with_flag("by_wins", game.pack().scores == ScoreRule::Wins)
            .with("score_vars", score_vars)
            .with_flag("by_script", self.scores)
    }
}

/// That no cards are in the zones with these sizes: all of them, or that of the seat `s`.
fn are_empty(sizes: &[usize], per_seat: bool) -> String {
    let is_empty = |at: &dyn std::fmt::Display| format!("buffer.readu16(STATE, {at}) == 0");
    match sizes {
        [first, second, ..] if per_seat => is_empty(&format!("{first} + {} * s", second - first)),
        _ => sizes.iter().map(|at| is_empty(at)).collect::<Vec<_>>().join(" and "),
    }
}

/// The endings that look at numbers and cards, in the order of the pack.
fn rows(game: &Game, pieces: &Pieces<'_>) -> String {
    let (pack, seats) = (game.pack(), game.seat_count());
    let all = (1_u32 << seats) - 1;
    let masks = number_list(game.seats().map(|seat| game.teams()[game.team_of(seat)].into()));
    let own = if game.teams().len() == seats { "bit32.lshift(1, s)".to_owned() } else { format!("({masks})[s + 1]") };
    let mut out = String::new();
    for (n, end) in pack.moves.ends.iter().enumerate().filter(|(_, end)| end.only_if.holds(game.option_values())) {
        let winners = match end.verdict {
            Verdict::Win => own.clone(),
            Verdict::Lose => format!("{all} - {own}"),
            Verdict::Draw | Verdict::Score | Verdict::Area | Verdict::Winners | Verdict::Forbidden => "0".to_owned(),
        };
        let (per_seat, condition) = match &end.when {
            When::Counter { var, at_least, .. } => {
                let (first, limit) = (game.layout().vars[*var].offset, game.end_limit(n));
                let (per_seat, comparison) = (pack.vars[*var].per == Per::Seat, if *at_least { ">=" } else { "<=" });
                let at = if per_seat { format!("{first} + 4 * s") } else { first.to_string() };
                (per_seat, format!("buffer.readi32(STATE, {at}) {comparison} {limit}"))
            }
            When::Empty { zones, per_seat } => (*per_seat, are_empty(&game.layout().sizes(zones), *per_seat)),
            When::Last => {
                let Some(alive) = game.layout().alive else { continue };
                let apart = match game.teams().len() == seats {
                    true => "true".to_owned(),
                    false => format!("({masks})[s + 1] ~= ({masks})[other + 1]"),
                };
                // A side that plays alone against nobody is not the last that is left.
                let is_last = if game.teams().len() > 1 { "sides == 1" } else { "false" };
                let end_if = pieces.piece("end_if", &[is_last, &(end.ending + 1).to_string(), &winners]);
                let none = pieces.piece("end_if", &["sides == 0", &(end.even + 1).to_string(), "0"]);
                out.push_str(&pieces.piece("end_by_last", &[&alive.test("seat"), &apart, &end_if, &none]));
                continue;
            }
            _ => continue,
        };
        let end_if = pieces.piece("end_if", &[&condition, &(end.ending + 1).to_string(), &winners]);
        out.push_str(&pieces.piece(if per_seat { "end_by_seats" } else { "end_by_match" }, &[&end_if]));
    }
    out
}

/// Who wins where an ending has named nobody: the seats with most or least of the pack's numbers, the first first.
fn winners(game: &Game, holes: Holes) -> Holes {
    let (mut locals, mut numbers, mut takes) = (String::new(), String::new(), String::new());
    let (mut is_better, mut is_even) = ("false".to_owned(), "true".to_owned());
    for (n, rule) in game.pack().winners.iter().enumerate().rev() {
        let (offset, sign) = (game.layout().vars[rule.var.index()].offset, if rule.most { "" } else { "-" });
        let _ = write!(locals, "local best{n} = 0 ");
        if game.teams().len() == game.seat_count() {
            let _ = write!(numbers, "local n{n} = {sign}buffer.readi32(STATE, {offset} + 4 * s) ");
        } else {
            // A team has what its seats have together.
            let number = |seat: Seat| {
                let mut places: Vec<usize> =
                    game.members(game.team_of(seat)).map(|member| game.offset_for(rule.var, member)).collect();
                places.dedup();
                let read = |at: &usize| format!("buffer.readi32(STATE, {at})");
                (seat.index(), format!("n{n} = {sign}({})", places.iter().map(read).collect::<Vec<_>>().join(" + ")))
            };
            let _ = write!(numbers, "local n{n} = 0 {} ", choice("s", game.seats().map(number)));
        }
        let _ = write!(takes, "best{n} = n{n} ");
        is_better = format!("n{n} > best{n} or n{n} == best{n} and ({is_better})");
        is_even = format!("n{n} == best{n} and {is_even}");
    }
    let holes = holes.with("winners", locals).with("numbers", numbers).with("takes", takes);
    holes.with("is_better", is_better).with("is_even", is_even)
}
