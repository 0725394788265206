//! Alpha-beta over tables doesn't allocate per node. This test has a binary of its own, because it counts allocations.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::{game, play, robots_of, seat};
use parlour_ai::Request;

#[test]
fn more_nodes_take_no_more_allocations() {
    let robot = "return { choose = function(me, legal) return (search.alphabeta({ selective = true, \
                 evaluate = { score = 1, mobility = 0.01, close = { dragon = 0.01 } } })) end }";
    let (_folder, library) = robots_of(&[("advance/mine.lua", robot)]);
    let game = game("advance", None, None);
    let mut players: Vec<_> = (0..2).map(|n| seat(&library, &game, n, "random", 3)).collect();
    let played = play(&game, &mut players, 3, 1, 20);
    let decision = played.decision().unwrap();
    let view = played.view(Some(decision.seat));
    let mut player = seat(&library, &game, decision.seat.index(), "mine", 1);
    let mut count = |nodes: u64| {
        let request = Request { view: &view, legal: played.legal(), time: common::TIME, nodes: Some(nodes) };
        let mut choice = None;
        let counted = allocation_counter::measure(|| choice = Some(player.choose(&request)));
        choice.unwrap().unwrap();
        counted.count_total
    };
    // The first search allocates everything that is kept between searches.
    count(40_000);
    let (few, many) = (count(1_000), count(40_000));
    assert!(many <= few + 10, "{few} allocations for 1000 nodes, {many} for 40000");
}
