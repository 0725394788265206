//! The script driver: lists legal actions and applies their effects. Its code is in driver.luau; this module generates
//! the data that it gets of a game.

use std::collections::BTreeSet;

use super::auction;
use super::cases;
use super::climbing;
use super::functions::teller;
use super::hooks::{Hooks, stands_alone};
use super::tricks;
use crate::fields::{Fields, list};
use crate::prelude::writer::quote;
use crate::prelude::{Prelude, control, member_name};
use parlour_game::Game;
use parlour_model::grammar::{Arg, VerbSpec};
use parlour_model::ids::{BoardId, ZoneId};
use parlour_model::kind::{Domain, Kind};
use parlour_model::layout::{DEPTH, OVER, STACK};
use parlour_pack::order::{Precedence, bit, bits};
use parlour_pack::spec::PhaseSpec;

/// The driver's message, after a verb's name, about an invalid result of `range`.
pub(super) const RANGE: &str = " has a `range` ";

/// The driver as text.
pub(super) struct Driver {
    /// A table of the words that it uses, under the names that scripts have for them.
    pub(super) words: String,
    /// The driver's code.
    pub(super) text: String,
}

impl Hooks {
    /// Generates the driver of a game.
    pub(super) fn driver(&self, game: &Game, prelude: &Prelude) -> Driver {
        let pack = game.pack();
        let phases = pack.phases.iter().map(|phase| {
            let numbers = |verbs: &[usize]| list(verbs.iter().map(|verb| verb + 1));
            let tiers = tiers(game, phase);
            let tiers = list(tiers.iter().map(|tier| numbers(tier)));
            Fields::default()
                .with("verbs", numbers(&scripted(game, phase)))
                .with("tiers", tiers)
                .with_some("step", phase.is_step.then(|| quote(&phase.name)))
        });
        let most_arguments = pack.verbs.iter().map(|verb| verb.args.len()).max().unwrap_or(0);
        let verbs = self.verbs(game);
        let tricks = pack.tricks.as_ref().map(|spec| tricks::parts(game, spec));
        let (tricks, trick_words) = tricks.map(|[of_game, words]| (of_game, words)).unzip();
        let climbing = pack.climbing.as_ref().map(|spec| climbing::parts(game, spec));
        let (climbing, climbing_words) = climbing.map(|[of_game, words]| (of_game, words)).unzip();
        let auction = pack.auction.as_ref().map(|spec| auction::parts(game, spec));
        let (auction, auction_words) = auction.map(|[of_game, words]| (of_game, words)).unzip();
        let of_game = Fields::default()
            .with_some("auction", auction)
            .with_some("tricks", tricks)
            .with_some("climbing", climbing)
            .with("verbs", list(verbs))
            .with("phases", list(phases))
            .with("most_arguments", most_arguments);
        let text = format!(
            "{} local game = {of_game} {}{}{}{}{}",
            places(game, prelude),
            include_str!("combinations.luau"),
            include_str!("tricks.luau"),
            include_str!("climbing.luau"),
            include_str!("auction.luau"),
            include_str!("driver.luau")
        );
        Driver {
            words: self
                .words(game, [("tricks", trick_words), ("climbing", climbing_words), ("auction", auction_words)]),
            text,
        }
    }

    /// The data of each verb.
    fn verbs(&self, game: &Game) -> Vec<Fields> {
        let pack = game.pack();
        let verbs = pack.verbs.iter().enumerate().map(|(n, verb)| {
            let by_tables = game.is_by_tables(n);
            let is_tried = self.is_tried(game, n);
            let argument = |(place, arg): (usize, &Arg)| {
                let fields =
                    Fields::default().with("offset", arg.offset).with_flag("is_bunch", arg.kind == Kind::Cards);
                if is_tried { cases::domain(game, n, place, self.range[n] == Some(place), fields) } else { fields }
            };
            let captures = verb.captures.filter(|_| !by_tables).map(|arg| verb.args[arg].offset);
            Fields::default()
                .with("name", quote(&verb.name))
                .with("arguments", list(verb.args.iter().enumerate().map(argument)))
                .with_flag("is_scripted", !by_tables)
                .with_flag("is_tried", is_tried)
                .with_flag("passes", verb.order.passes_turn)
                .with_flag("is_pass", pack.is_pass(n))
                .with("calls_off", list(pack.calls_off(n)))
                .with_some("captures", captures)
        });
        verbs.collect()
    }

    /// The words that the driver uses, by namespace.
    fn words(&self, game: &Game, of_tables: [(&str, Option<Fields>); 3]) -> String {
        let pack = game.pack();
        let is_offered = |n: usize, verb: &VerbSpec| {
            !game.is_by_tables(n) && (self.is_tried(game, n) || !self.legal[n] && stands_alone(verb))
        };
        let offered = pack.verbs.iter().enumerate().filter(|(n, verb)| is_offered(*n, verb));
        let offer = offered
            .fold(Fields::default(), |fields, (n, verb)| fields.with_row(n + 1, format!("core.offer_{}", verb.name)));
        let tried = pack.verbs.iter().enumerate().filter(|(n, _)| self.is_tried(game, *n));
        let args: Vec<&Arg> = tried.flat_map(|(_, verb)| &verb.args).collect();
        let boards: BTreeSet<BoardId> = args
            .iter()
            .filter_map(|arg| match arg.kind {
                Kind::Square(board) => Some(board),
                _ => None,
            })
            .collect();
        let of_boards = |word: &str, wanted: &dyn Fn(BoardId) -> bool| {
            let boards = boards.iter().filter(|board| wanted(**board));
            boards.fold(Fields::default(), |fields, board| {
                fields.with_row(board.index() + 1, format!("{}.{word}", pack.boards[board.index()].name))
            })
        };
        let zones: BTreeSet<ZoneId> = args.iter().flat_map(|arg| arg.domain.zones()).copied().collect();
        let name = |zone: &ZoneId| &pack.zones[zone.index()].name;
        let count = zones
            .iter()
            .fold(Fields::default(), |fields, zone| fields.with_row(zone.index() + 1, format!("{}.count", name(zone))));
        let next = zones
            .iter()
            .filter(|zone| cases::is_held(game, **zone))
            .fold(Fields::default(), |fields, zone| fields.with_row(zone.index() + 1, format!("{}.next", name(zone))));
        let has_combinations = args.iter().any(|arg| matches!(arg.domain, Domain::Combinations(..)));
        let are_alive = game.layout().alive.is_some();
        let fields =
            of_tables.into_iter().fold(Fields::default(), |fields, (name, words)| fields.with_some(name, words));
        let turn = |phase: &PhaseSpec| match phase.simultaneous || phase.is_step {
            true => "false".to_owned(),
            false => format!("turn.{}", member_name(&phase.name)),
        };
        let passes = pack.verbs.iter().any(|verb| verb.order.passes_turn);
        let tell = pack.verbs.iter().enumerate().filter(|(n, _)| pack.tells[*n]).fold(
            Fields::default(),
            |fields, (n, verb)| {
                let arguments = verb.args.iter().map(|arg| arg.name.as_str());
                fields.with_row(n + 1, teller(game, &verb.name, ["seat"].into_iter().chain(arguments)))
            },
        );
        fields
            .with("tell", tell)
            .with_some("turns", passes.then(|| list(pack.phases.iter().map(turn))))
            .with_some("next_seat", passes.then_some("seats.next"))
            .with("incomplete", "offers.incomplete")
            .with("offer", offer)
            .with("at", of_boards("at", &|_| true))
            .with("exists", of_boards("exists", &|board| game.has_gaps(board)))
            .with("count", count)
            .with("next", next)
            .with_some("is_alive", are_alive.then_some("seats.is_alive"))
            .with_some("combinations", has_combinations.then_some("core.combinations"))
            .with_some("look", has_combinations.then_some("core.look"))
            .with_some("value_of_cards", has_combinations.then_some("core.value_of_cards"))
            .with_some("deal", (!pack.setup.sources.is_empty()).then_some("setup.deal"))
            .with_some("first_turn", first_turn(game))
            .to_string()
    }
}

/// The code that gives the first turn, if no script does; in a game of tables the engine does it.
fn first_turn(game: &Game) -> Option<String> {
    let phase = game.pack().phases.first().filter(|_| game.board_rules().is_none())?;
    Some(match phase.simultaneous {
        true => format!("decide.all_{}", phase.name),
        false => format!("function() turn.{}(1) end", member_name(&phase.name)),
    })
}

/// Offsets in the blocks, as constants.
fn places(game: &Game, prelude: &Prelude) -> String {
    let known = [
        ("STACK", STACK),
        ("DEPTH", DEPTH),
        ("OVER", OVER),
        ("LIST_START", prelude.list_start),
        ("TYPES", game.pack().card_types()),
        ("WIDTH", game.action_width()),
        ("LIST_END", control::LIST_END),
        ("INCOMPLETE", control::INCOMPLETE),
        ("VERB", control::VERB),
        ("VERBS", control::VERBS),
        ("STARTS", control::STARTS),
    ];
    let known = known.into_iter().map(|(name, value)| (name, value.to_string()));
    let (names, values): (Vec<&str>, Vec<String>) = known.chain([("RANGE", quote(RANGE))]).unzip();
    format!("local {} = {}", names.join(", "), values.join(", "))
}

/// The verbs of a phase whose cases come from scripts.
fn scripted(game: &Game, phase: &PhaseSpec) -> Vec<usize> {
    phase.actions.iter().copied().filter(|&n| !game.is_by_tables(n)).collect()
}

/// The verbs of a phase that scripts list, by tier, each in the order of the phase.
fn tiers(game: &Game, phase: &PhaseSpec) -> Vec<Vec<usize>> {
    let (verbs, precedence) = (scripted(game, phase), Precedence::of(game.pack(), game.option_values()));
    let of_tier = |tier: u64| verbs.iter().copied().filter(|&verb| tier & bit(verb) != 0).collect();
    precedence.tiers(bits(verbs.iter().copied())).map(of_tier).collect()
}
