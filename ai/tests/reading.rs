//! Inference of `champion` of Final Card Down from the actions of the others.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::collections::HashMap;

use common::{game, play_told, robots_of, seat, shipped};
use parlour_engine::Words;
use parlour_engine::ids::Seat;

/// A robot that plays the first legal card, and reports in how many of a hundred worlds each seat holds each card.
const READER: &str = r#"
local matches, reading = require("lib/matches"), require("lib/reading")

local function choose(me, legal)
	local moment = matches.moment(me.seat)
	local chain = reading.begin(me, moment)
	if not chain then
		return legal[1], "nothing"
	end
	local found = {}
	for _ = 1, 100 do
		local world = reading.world(chain, moment)
		local cards = #world.pile
		for holder, hand_cards in world.hands do
			assert(#hand_cards == hand.size(holder), "hands are as large as they are")
			cards += #hand_cards
			for _, c in hand_cards do
				assert(discard.count(c) == 0, "what lies in the open is in no hand")
				local key = `{holder}.{c}`
				found[key] = (found[key] or 0) + 1
			end
		end
		assert(cards + discard.size() == 80, "every card is somewhere")
	end
	local told = {}
	for key, n in found do
		table.insert(told, `{key}:{n}`)
	end
	return legal[1], table.concat(told, ";")
end

return { choose = choose, on_event = reading.hear }
"#;

/// The mean probability given to each card in the hands of the others at a decision, and the same of a uniform deal;
/// and the number of decisions without inference.
fn foresight(others: &str, matches: u64) -> (f64, f64, usize) {
    let lib = |name: &str| {
        let path = format!("final-card-down/lib/{name}.lua");
        let text = shipped(&path);
        (path, text)
    };
    let files = ["cards", "fitting", "matches", "reading"].map(lib);
    let files: Vec<(&str, &str)> = std::iter::once(("final-card-down/reader.lua", READER))
        .chain(files.iter().map(|(path, text)| (path.as_str(), text.as_str())))
        .collect();
    let (_folder, library) = robots_of(&files);
    let game = game("final-card-down", None, None);
    let rows = game.pack().card_rows();
    let (mut read, mut blind, mut cards, mut unread) = (0.0, 0.0, 0.0, 0);
    for seed in 0..matches {
        let mut players: Vec<_> =
            (0..4).map(|n| seat(&library, &game, n, if n == 0 { "reader" } else { others }, seed)).collect();
        play_told(&game, &mut players, seed, 1, 20_000, &mut |played, seat, choice| {
            if seat != Seat(0) {
                return;
            }
            let told = choice.reason.clone().unwrap_or_default();
            if told == "nothing" {
                unread += 1;
                return;
            }
            let found: HashMap<&str, f64> = told
                .split(';')
                .filter_map(|entry| entry.rsplit_once(':'))
                .map(|(key, n)| (key, n.parse::<f64>().unwrap()))
                .collect();
            let state = game.state_json(played.state());
            let held = |seat: usize| {
                state["zones"][format!("hand.{}", ["a", "b", "c", "d"][seat])].as_array().unwrap().clone()
            };
            let unseen = 80 - held(0).len() - state["zones"]["discard"].as_array().unwrap().len();
            for other in 1..4 {
                let hand = held(other);
                for card in &hand {
                    let c = 1 + rows.iter().position(|row| row.name == card.as_str().unwrap()).unwrap();
                    let of = |holder: usize| found.get(format!("{holder}.{c}").as_str()).copied();
                    read += of(other + 1).unwrap_or(0.0) / 100.0;
                    blind += hand.len() as f64 / unseen as f64;
                    cards += 1.0;
                }
            }
        });
    }
    (read / cards, blind / cards, unread)
}

#[test]
fn real_hands_are_likelier_than_dealt_ones() {
    let (read, blind, unread) = foresight("keeper", 8);
    assert!(read > 1.1 * blind, "{read} {blind}");
    assert_eq!(unread, 0, "every event was heard");
    // Players of another style are hardly misread.
    let (read, blind, _) = foresight("first-fit", 8);
    assert!(read > 0.95 * blind, "{read} {blind}");
}
