//! Every match begins with fresh environments: nothing that a script keeps reaches the next match.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use parlour_ai::RobotLibrary;
use parlour_ai::arena::Arena;
use parlour_engine::game::{Config, Game};
use parlour_engine::pack::Pack;
use parlour_engine::rules::Rules;

use crate::packs::{begin, game, library};

/// Counts its matches and leaves cards in a set to work with.
const RULES: &str = r#"
local rules = table.clone(require("original"))
local beside = require("beside")
local set_up, matches = rules.setup, 0
function rules.setup(...)
	matches += 1
	beside.matches += 1
	local kept = bunch.scratch(9)
	print(matches, beside.matches, bunch.size(kept))
	bunch.set(kept, 1, 3)
	return set_up(...)
end
return rules
"#;

fn counting() -> Arc<Game> {
    let mut files = library().files("archaeology").unwrap();
    files.texts.insert("original.lua".to_owned(), files.texts["rules.lua"].clone());
    files.texts.insert("beside.lua".to_owned(), "return { matches = 0 }".into());
    files.texts.insert("rules.lua".to_owned(), RULES.into());
    let pack = Pack::load(files).unwrap_or_else(|faults| panic!("{faults}"));
    pack.into_shared().configure(&Config::default()).unwrap()
}

#[test]
fn rules_keep_nothing_from_match_to_match() {
    let mut host = Rules::new(counting()).unwrap();
    for seed in 0..3 {
        let mut played = begin(host, seed);
        let state = played.state().clone();
        assert_eq!(played.host().take_output(), ["1\t1\t0"], "match {seed}");
        assert!(!played.host().display(&state, 1).unwrap().unwrap().is_empty());
        let action = played.legal().get(played.game(), 0);
        played.act(&action).unwrap();
        host = played.into_host();
    }
}

/// Leaves what it can wherever it can, and plays by what it finds.
const ROBOT: &str = r#"
local count, kept = 0, {}
local function leave(where)
	local ok = pcall(function()
		where.left = (where.left or 0) + 1
	end)
	local found, left = pcall(function()
		return where.left
	end)
	return if ok and found and type(left) == "number" then left else 0
end
local function choose(me, legal)
	count += 1
	table.insert(kept, legal)
	local n = count + #kept + leave(getmetatable(legal)) + leave(getmetatable(legal).__index) + leave(getmetatable(me))
	n += leave(getmetatable(me.params)) + leave(getmetatable("")) + leave(string) + leave(search) + leave(random)
	n += leave(getmetatable(legal[1])) + leave(getmetatable(legal.of(legal, legal[1].verb)))
	return legal[n % #legal + 1]
end
return { choose = choose }
"#;

fn rates(game: &Arc<Game>, robots: &RobotLibrary, jobs: usize) -> String {
    let mut arena = Arena::new(game.clone(), vec!["keeper".to_owned(), "keeper".to_owned()]);
    (arena.games, arena.jobs, arena.seed) = (24, jobs, 5);
    let tally = arena.run(robots, None, &AtomicBool::new(false), &mut |_, _| {}).unwrap();
    let figures = tally.figures();
    assert!(figures.iter().all(|figure| figure.errors == 0), "{:?}", tally.first_errors());
    format!("{:?}", figures.iter().map(|figure| (figure.wins, figure.draws, &figure.actions)).collect::<Vec<_>>())
}

#[test]
fn robots_keep_nothing_from_match_to_match() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("connect-four");
    std::fs::create_dir_all(&path).unwrap();
    std::fs::write(Path::new(&path).join("keeper.lua"), ROBOT).unwrap();
    let mut robots = RobotLibrary::new();
    robots.add_folder(folder.path());
    let game = game("connect-four", None, 2, &[]);
    let alone = rates(&game, &robots, 1);
    for jobs in [2, 5, 24] {
        assert_eq!(rates(&game, &robots, jobs), alone, "--jobs {jobs}");
    }
}
