//! The driver: what lists the cases of a game's scripts, and the loop of playouts, in Luau written for one game.

use std::fmt::Write as _;
use std::rc::Rc;

use super::exchange;
use super::hooks::{Hooks, stands_alone};
use crate::game::Game;
use crate::grammar::{Arg, VerbSpec};
use crate::kind::Kind;
use crate::pack::order::{Precedence, bit, bits};
use crate::pack::pieces::When;
use crate::pack::spec::PhaseSpec;
use crate::script::prelude::{Prelude, control, holes, member_name};
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

/// What it says, after the name of a verb, of what the hook `range` gives.
pub(super) const RANGE: &str = " has a `range` ";

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
        let by_phase = |offers: &dyn Fn(&PhaseSpec) -> String| {
            choice("phase", pack.phases.iter().enumerate().map(|(n, phase)| (n + 1, offers(phase))))
        };
        let all = by_phase(&|phase| {
            let wanted = |verbs: &[usize], offers: String| pieces.piece("offer_if_wanted", &[&wanted(verbs), &offers]);
            self.offers(game, &scripted(game, phase), &pieces, mode, &wanted)
        });
        let by_tiers = by_phase(&|phase| {
            let tiers = tiers(game, phase).into_iter().rev();
            let offers = tiers.map(|verbs| self.offers(game, &verbs, &pieces, mode, &|_, offers| offers));
            offers.reduce(|later, first| first + &pieces.piece("offer_if_none", &[&later])).unwrap_or_default()
        });
        let effects = by_verb(&|n| !game.is_by_tables(n), &|n, arguments| {
            let after = match self.after[n - 1] {
                true => format!(" after_of[{n}](seat{arguments})"),
                false => String::new(),
            };
            format!("apply_of[{n}](seat{arguments}){after}")
        });
        let takes = |n: usize| {
            let verb = &pack.verbs[n - 1];
            let at = verb.captures.map_or(0, |arg| verb.args[arg].offset);
            pieces.piece("takes_action", &[&at.to_string()])
        };
        let is_taker = |n: usize| !game.is_by_tables(n) && pack.verbs[n].captures.is_some();
        let allows = |n: usize| self.allow[n];
        let has_ranges = self.range.iter().any(Option::is_some);
        let ranges: Option<String> = has_ranges.then(|| self.of_verbs(game, "range"));
        let names = pack.verbs.iter().map(|verb| format!("\"{}\", ", verb.name)).collect::<String>();
        let filled = Holes::around(&[&Rc::new(holes.clone())])
            .with_flag("exact", mode == Mode::Exact)
            .with("NO_ACTION", format!("\"{NO_ACTION}\""))
            .with("RANGE", format!("\"{RANGE}\""))
            .with("set_up", self.set_up(game))
            .with("exchanges", exchange::functions(game, prelude))
            .with("cases", self.cases(game))
            .with("needs", self.of_verbs(game, "needs"))
            .with("allow", self.of_verbs(game, "allow"))
            .with_some("ranges", ranges)
            .with("names", names)
            .with("range", if has_ranges { "range" } else { "nil" })
            .with("legal", self.of_verbs(game, "legal"))
            .with("apply", self.of_verbs(game, "apply"))
            .with("check", self.of_verbs(game, "check"))
            .with("after", self.of_verbs(game, "after"))
            .with("deal", if pack.setup.sources.is_empty() { "nil" } else { "setup.deal" })
            .with("offer_some", all)
            .with("offer_tiers", by_tiers)
            .with("effects_with_after", effects)
            .with("alarm", alarm(game))
            .with("takes_action", by_verb(&is_taker, &|n, _| takes(n)))
            .with(
                "allow_action",
                by_verb(&allows, &|n, arguments| format!("allowed = allow_of[{n}](seat{arguments})")),
            );
        File::Driver.fill(include_str!("driver.luau"), &filled)
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

    /// Offers verbs; those one after the other that need the same are asked once. What offers some of them is put into
    /// `around` with them.
    fn offers(
        &self,
        game: &Game,
        verbs: &[usize],
        pieces: &Pieces<'_>,
        mode: Mode,
        around: &dyn Fn(&[usize], String) -> String,
    ) -> String {
        // What goes wrong can be told by its verb.
        let note = |verb: usize| match mode {
            Mode::Fast | Mode::Quick | Mode::Counted => String::new(),
            Mode::Exact => format!("buffer.writeu8(CTRL, {}, {}) ", control::VERB, verb + 1),
        };
        // What Luau can write out where it is called is named, for it does not find it in a table.
        let offer = |&verb: &usize| {
            let offer = match self.offered_alone(game, verb) {
                Some(offer) => format!("{}{offer}() ", note(verb)),
                None => format!("{}legal_of[{}](seat) ", note(verb), verb + 1),
            };
            around(&[verb], pieces.piece("offer_kind", &[&offer]))
        };
        let offer_group = |group: &[usize]| {
            let offers: String = group.iter().map(offer).collect();
            match self.needs[group[0]] {
                Some(need) => {
                    let offers = pieces.piece("offer_if_needed", &[&(need + 1).to_string(), &offers]);
                    around(group, note(group[0]) + &offers)
                }
                None => offers,
            }
        };
        verbs.chunk_by(|a, b| self.needs[*a] == self.needs[*b]).map(offer_group).collect()
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
}

/// The verbs of a phase whose cases come from scripts.
fn scripted(game: &Game, phase: &PhaseSpec) -> Vec<usize> {
    phase.actions.iter().copied().filter(|&n| !game.is_by_tables(n)).collect()
}

/// Verbs as bits by number, of numbers 0 to 31 and of the others.
fn halves(verbs: u64) -> [u32; 2] {
    [verbs as u32, (verbs >> 32) as u32]
}

/// That one of some verbs is wanted.
fn wanted(verbs: &[usize]) -> String {
    match halves(bits(verbs.iter().copied())) {
        [few, 0] => format!("bit32.btest(few, {few})"),
        [0, more] => format!("bit32.btest(more, {more})"),
        [few, more] => format!("(bit32.btest(few, {few}) or bit32.btest(more, {more}))"),
    }
}

/// The verbs of a phase that scripts list, tier by tier, each in the order of the phase.
fn tiers(game: &Game, phase: &PhaseSpec) -> Vec<Vec<usize>> {
    let (verbs, precedence) = (scripted(game, phase), Precedence::of(game.pack(), game.option_values()));
    let of_tier = |tier: u64| verbs.iter().copied().filter(|&verb| tier & bit(verb) != 0).collect();
    precedence.tiers(bits(verbs.iter().copied())).map(of_tier).collect()
}

/// What has to be true of the block for a row of `[[end]]` to have come about, so that the engine looks: a condition
/// behind another.
fn alarm(game: &Game) -> String {
    let rows = game.pack().moves.ends.iter().enumerate().filter(|(_, end)| end.only_if.holds(game.option_values()));
    let alarms = rows.map(|(n, end)| match &end.when {
        When::Counter { var, at_least, .. } => {
            let (family, limit) = (game.layout().vars[*var], game.end_limit(n));
            let comparison = if *at_least { ">=" } else { "<=" };
            let places = (0..family.count).map(|member| family.offset + 4 * member);
            any(places.map(|at| format!("buffer.readi32(STATE, {at}) {comparison} {limit}")))
        }
        When::Empty { zones, per_seat } => {
            let are_empty =
                game.layout().sizes(zones).into_iter().map(|at| format!("buffer.readu16(STATE, {at}) == 0"));
            if *per_seat { any(are_empty) } else { are_empty.collect::<Vec<_>>().join(" and ") }
        }
        When::Last => match game.layout().alive {
            Some(alive) => {
                let most = game.teams().iter().map(|team| team.count_ones()).max().unwrap_or(1);
                let alive =
                    game.seats().map(|seat| format!("(if {} then 1 else 0)", alive.test(&seat.number().to_string())));
                format!("{} <= {most}", alive.collect::<Vec<_>>().join(" + "))
            }
            None => "false".to_owned(),
        },
        _ => "false".to_owned(),
    });
    alarms.map(|alarm| format!(" or ({alarm})")).collect()
}

/// That one of some conditions is true.
fn any(conditions: impl Iterator<Item = String>) -> String {
    conditions.collect::<Vec<_>>().join(" or ")
}
