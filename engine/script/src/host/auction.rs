//! Auctions by `[auction]`: the data and the words of the driver. Its code is in auction.luau.

use super::functions::refusal;
use crate::fields::{Fields, list};
use crate::prelude::member_name;
use parlour_game::Game;
use parlour_model::ids::{VarId, Verb};
use parlour_model::kind::Domain;
use parlour_pack::spec::{AUCTION_REFUSAL, AuctionEnd, AuctionSpec};

/// The hooks of auctions in `rules.lua`.
pub(super) const HOOKS: &[&str] = &["over"];

/// The driver's data of the auction of a game, and its words.
pub(super) fn parts(game: &Game, spec: &AuctionSpec) -> [Fields; 2] {
    let pack = game.pack();
    let word = |var: VarId, member: &str| format!("{}.{member}", pack.vars[var.index()].name);
    let args = &pack.verbs[spec.bid].args;
    // A single argument is the value of a bid; of several each combination has a number, from 1.
    let arguments = args.iter().enumerate().map(|(place, arg)| {
        let (least, most) = match arg.domain {
            _ if args.len() == 1 => (1, 1),
            Domain::Range(..) => game.argument_range(Verb::from_index(spec.bid), place),
            _ => (1, game.value_count(arg.kind).unwrap_or(0) as u16),
        };
        Fields::default().with("least", least).with("count", most + 1 - least)
    });
    let plays = (0..pack.verbs.len()).filter(|verb| spec.plays(*verb));
    let plays = plays.fold(Fields::default(), |fields, verb| fields.with_row(verb + 1, "true"));
    let of_game = Fields::default()
        .with("bid", spec.bid + 1)
        .with("pass", spec.pass + 1)
        .with("plays", plays)
        .with("arguments", list(arguments))
        .with("seats", game.seat_count())
        .with_some("most", spec.most);
    let words = Fields::default()
        .with("next", "seats.next")
        .with_some("count_alive", game.layout().alive.map(|_| "seats.count_alive"))
        .with_some("is_alive", game.layout().alive.map(|_| "seats.is_alive"))
        .with("highest", word(spec.highest, "get"))
        .with("set_highest", word(spec.highest, "set"))
        .with("bidder", word(spec.bidder, "get"))
        .with("set_bidder", word(spec.bidder, "set"))
        .with("turn", format!("turn.{}", member_name(&pack.phases[spec.phase].name)))
        .with_some("refuse", refusal(game, AUCTION_REFUSAL));
    let words = match spec.ends {
        AuctionEnd::Passes(var) => words.with("passes", word(var, "get")).with("set_passes", word(var, "set")),
        AuctionEnd::Passed(var) => words.with("passed", word(var, "get")).with("set_passed", word(var, "set")),
        AuctionEnd::Asked(var) => words.with("asked", word(var, "get")).with("add_asked", word(var, "add")),
    };
    [of_game, words]
}
