//! The robots of Archaeology: the simple turns that `curator` expects of others, and non-default decks.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::{game, play, play_told, robots_of, seat, shipped};
use parlour_ai::RobotLibrary;
use parlour_engine::game::Config;
use parlour_engine::pack::Library;

/// `digger`, which predicts after each dig how its turn will end, and at the end of the turn says whether it did.
const TWIN: &str = r#"
local digger, simple, turns = require("lib/digger"), require("lib/simple"), require("lib/turns")

local function foretold(me)
	local p = turns.position()
	p.world = { found = table.create(chamber.count, {}) }
	simple.turn(p, me.seat)
	return p
end

local function came(me, p)
	local right = p.money[me.seat] == money.get(me.seat)
	for c = 1, card.count do
		right = right and p.hands[me.seat][c] == hand.count(me.seat, c) and p.market[c] == market.count(c)
	end
	return if right then "as foretold" else "otherwise"
end

local function choose(me, legal)
	local action = digger.choose(me, legal)
	local verb = action.verb
	if verb == "dig" or verb == "steal" or verb == "discard" then
		me.memory.p = nil
		return action
	end
	me.memory.p = me.memory.p or foretold(me)
	if verb == "explore" then
		-- What lies in a chamber can't be foretold.
		me.memory.p.unknown = true
	elseif verb == "end" then
		local p = me.memory.p
		me.memory.p = nil
		return action, if p.unknown == true then nil else came(me, p)
	end
	return action
end

return { params = { hand = { default = 14, min = 1, max = 60, help = "As digger has it." } }, choose = choose }
"#;

#[test]
fn a_simple_turn_is_what_digger_does() {
    let mut files = vec![
        ("archaeology/twin.lua".to_owned(), TWIN.to_owned()),
        ("archaeology/lib/digger.lua".to_owned(), shipped("archaeology/digger.lua")),
    ];
    for name in ["knapsack", "moves", "plan", "sets", "simple", "turns", "values"] {
        let path = format!("archaeology/lib/{name}.lua");
        let text = shipped(&path);
        files.push((path, text));
    }
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let (_folder, library) = robots_of(&files);
    let game = game("archaeology", None, Some(3));
    let (mut told, mut kept) = (0, 0);
    for seed in 0..4 {
        let mut players: Vec<_> = (0..3).map(|n| seat(&library, &game, n, "twin", seed)).collect();
        play_told(&game, &mut players, seed, 1, 10_000, &mut |_, _, choice| {
            if let Some(reason) = &choice.reason {
                told += 1;
                kept += usize::from(reason == "as foretold");
            }
        });
    }
    // A search of whole turns finds trades that are too long for the list of offered actions.
    assert!(told > 150 && 10 * kept >= 9 * told, "{kept} of {told} turns");
}

#[test]
fn every_robot_plays_with_other_decks() {
    let pack = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../rules/archaeology");
    let library = RobotLibrary::new();
    for (was, is) in [
        // More of a kind than any table was trained for.
        ("name = \"coin\"\ncount = 14", "name = \"coin\"\ncount = 200"),
        ("role = \"map\"\ncount = 6", "role = \"map\"\ncount = 0"),
        ("sets = [2, 15]", "sets = [0, 0, 4000]"),
        ("trade = 4", "trade = 50"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let copy = folder.path().join("archaeology");
        std::fs::create_dir(&copy).unwrap();
        for entry in std::fs::read_dir(&pack).unwrap().filter_map(Result::ok) {
            if entry.path().is_file() {
                std::fs::copy(entry.path(), copy.join(entry.file_name())).unwrap();
            }
        }
        let text = std::fs::read_to_string(pack.join("game.toml")).unwrap();
        assert!(text.contains(was), "{was}");
        std::fs::write(copy.join("game.toml"), text.replace(was, is)).unwrap();
        let mut packs = Library::default();
        packs.add_folder(folder.path());
        let game = packs.load("archaeology").unwrap().configure(&Config::default()).unwrap();
        for robot in ["digger", "hoarder", "trader", "cautious", "explorer", "curator"] {
            let mut players = [seat(&library, &game, 0, robot, 1), seat(&library, &game, 1, "digger", 2)];
            let played = play(&game, &mut players, 3, 40, 10_000);
            assert!(played.decision().is_none(), "{robot} with {is}");
        }
    }
}
