//! The searches that robots call.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::sync::Arc;

use common::{game, play, robots_of, seat};
use parlour_ai::{SeatedMatch, Thinking};
use parlour_engine::Words;
use parlour_engine::game::Game;
use parlour_engine::play::Match;

#[test]
fn alpha_beta_plays_a_solved_game_without_a_fault() {
    let (_folder, library) = robots_of(&[(
        "tic-tac-toe/perfect.lua",
        "return { choose = function(_, legal) return search.alphabeta({ depth = 9 }) end }",
    )]);
    let game = game("tic-tac-toe", None, None);
    for seed in 0..12 {
        // In self-play it is a draw; against others it never loses, on either seat.
        let names = [["perfect", "perfect"], ["perfect", "random"], ["random", "perfect"]][seed as usize % 3];
        let mut players: Vec<_> = (0..2).map(|n| seat(&library, &game, n, names[n], seed)).collect();
        let played = play(&game, &mut players, seed, 100_000, 20);
        for (n, name) in names.iter().enumerate() {
            let other = parlour_engine::ids::Seat::from_index(1 - n);
            assert!(*name != "perfect" || !played.state().has_won(other), "{names:?} {seed}");
        }
    }
}

#[test]
fn a_tree_finds_the_blow_that_wins_at_once() {
    let (_folder, library) = robots_of(&[(
        "en-garde/thinker.lua",
        "return { choose = function(_, legal) local a, found = search.ismcts() assert(found.nodes == 300) return a end }",
    )]);
    let game = game("en-garde", None, None);
    let (mut met, mut struck) = (0, 0);
    for seed in 0..10 {
        let mut players: Vec<_> = (0..2).map(|n| seat(&library, &game, n, "random", seed)).collect();
        for most in 1..30 {
            let played = play(&game, &mut players, seed, 1, most);
            let Some(decision) = played.decision() else { break };
            let strike = played.legal().iter(&game).find(|a| game.action_text(a).starts_with("attack"));
            let Some(strike) = strike else { continue };
            let mut thinker = seat(&library, &game, decision.seat.index(), "thinker", seed);
            let view = played.view(Some(decision.seat));
            let request =
                parlour_ai::Request { view: &view, legal: played.legal(), time: common::TIME, nodes: Some(300) };
            // In the basic game a blow wins; occasionally another action is as certain.
            met += 1;
            struck += usize::from(thinker.choose(&request).unwrap().action == strike);
        }
    }
    assert!(met > 5 && struck * 10 >= met * 9, "{struck} of {met}");
}

/// The reason that a robot of En Garde answers, within at most `nodes` nodes or `time`.
fn reason(choose: &str, nodes: Option<u64>, time: std::time::Duration) -> String {
    let text = format!("return {{ choose = function(me, legal) {choose} end }}");
    let (_folder, library) = robots_of(&[("en-garde/mine.lua", &text)]);
    let game = game("en-garde", None, None);
    let played = parlour_engine::play::Match::new(game.clone(), 1, vec![String::new(); 2]).unwrap();
    let view = played.view(Some(parlour_engine::ids::Seat(0)));
    let request = parlour_ai::Request { view: &view, legal: played.legal(), time, nodes };
    seat(&library, &game, 0, "mine", 1).choose(&request).unwrap().reason.unwrap()
}

#[test]
fn a_robot_shares_its_counted_nodes_with_its_searches() {
    let told = reason(
        "local before = search.left()
        local _, one = search.flat({ nodes = 30 })
        local between = search.left()
        local allowed = search.spend(10)
        local _, two = search.ismcts()
        return legal[1], table.concat({ me.nodes, before, one.nodes, between, tostring(allowed), two.nodes,
            search.left(), tostring(search.spend()) }, ' ')",
        Some(100),
        common::TIME,
    );
    assert_eq!(told, "100 1 30 0.7 true 60 0 false");
}

#[test]
fn candidates_are_tried_in_the_same_worlds_within_the_budget() {
    // A trial is a node, and here two, since it counts one of its own.
    let told = reason(
        "local dealt, worlds = 0, {}
        local best, found = search.halving({
            among = { 'a', 'b', 'c', 'd' },
            deal = function() dealt += 1 return dealt end,
            try = function(name, world)
                worlds[world] = (worlds[world] or '') .. name
                return if name == 'c' then 0.75 elseif name == 'b' then 0.5 else 0.25
            end,
            nodes = 24,
        })
        local all = {}
        for _, entry in found.all do table.insert(all, entry.candidate .. entry.index .. ':' .. entry.visits) end
        local spent = search.left()
        local _, rest = search.halving({ among = { 'a', 'b' }, try = function(name)
            search.spend()
            return 0
        end })
        return legal[1], table.concat({ best, found.value, found.nodes, found.visits, table.concat(all, ' '), spent,
            worlds[1], worlds[4], worlds[5], rest.nodes, search.left() }, '|')",
        Some(48),
        common::TIME,
    );
    assert_eq!(told, "c|0.75|24|8|c3:8 b2:8 a1:4 d4:4|0.5|abcd|abcd|cb|12|0");
}

/// The reason that a robot answers in a game, after the given actions.
fn reason_after(game: &Arc<Game>, actions: &[&str], choose: &str, nodes: u64) -> String {
    let text = format!("return {{ choose = function(me, legal) {choose} end }}");
    let (_folder, library) = robots_of(&[("any/mine.lua", &text)]);
    let mut played = Match::new(game.clone(), 1, vec!["human".to_owned(); game.seat_count()]).unwrap();
    for text in actions {
        let action = played.parse(text).unwrap();
        played.act(&action).unwrap();
    }
    let due = played.decision().unwrap().seat;
    let view = played.view(Some(due));
    let request = parlour_ai::Request { view: &view, legal: played.legal(), time: common::TIME, nodes: Some(nodes) };
    seat(&library, game, due.index(), "mine", 1).choose(&request).unwrap().reason.unwrap()
}

#[test]
fn searches_keep_to_their_nodes() {
    // Alpha-beta alone visits some positions for every action, with any node budget.
    let choose = "local _, found = search.think() return legal[1], `{found.nodes} {#legal}`";
    let games =
        ["chess", "othello", "breakthrough", "hex", "draughts", "archaeology", "gin-rummy", "yahtzee", "hearts"];
    for name in games {
        let game = game(name, None, None);
        for nodes in [1, 30, 500] {
            let told = reason_after(&game, &[], choose, nodes);
            let (used, legal) = told.split_once(' ').unwrap();
            let (used, legal): (u64, u64) = (used.parse().unwrap(), legal.parse().unwrap());
            assert!(used <= nodes.max(8 * legal) + legal, "{name}: {used} of {nodes} nodes");
        }
    }
}

#[test]
fn what_always_turns_something_is_no_exception_to_be_played_out() {
    let choose = "local _, found = search.alphabeta() return legal[1], `{found.visits}`";
    let depth: u32 = reason_after(&game("othello", None, None), &[], choose, 5000).parse().unwrap();
    assert!(depth >= 6, "{depth}");
}

#[test]
fn alpha_beta_tells_bounds_from_values() {
    let game = game("tic-tac-toe", None, None);
    // c3 and a1 lose, all others draw.
    let choose = |options: &str| {
        format!(
            "local _, found = search.alphabeta({{ {options} }})
            local out = {{}}
            for _, entry in found.all do
                local value = if entry.value < 0 then 'lost' else 'even'
                out[entry.index] = `{{entry.action.text}} {{value}}{{if entry.bound then '?' else ''}}`
            end
            return legal[1], table.concat(out, ', ')"
        )
    };
    let actions = ["a3", "b2", "c1"];
    let exact = reason_after(&game, &actions, &choose("exact = true"), 100_000);
    let value = |text: &str, told: &str| {
        told.split(", ").find_map(|entry| entry.strip_prefix(text)).map(|value| value.trim().to_owned()).unwrap()
    };
    for (text, expected) in [("a1", "lost"), ("c3", "lost"), ("a2", "even"), ("b1", "even"), ("b3", "even")] {
        assert_eq!(value(text, &exact), expected, "{exact}");
    }
    let quick = reason_after(&game, &actions, &choose(""), 100_000);
    for text in ["a1", "c3"] {
        assert!(["lost", "lost?", "even?"].contains(&value(text, &quick).as_str()), "{quick}");
    }
    assert!(quick.contains("even,") || quick.ends_with("even"), "{quick}");
}

#[test]
fn one_action_alone_is_searched_as_deeply_as_was_asked() {
    let choose = "local _, found = search.alphabeta({ among = { legal[1] }, depth = 4 })
        return legal[1], `{found.visits}`";
    assert_eq!(reason_after(&game("othello", None, None), &[], choose, 100_000), "4");
}

#[test]
fn no_search_looks_from_a_moment_that_is_only_shown() {
    for call in ["search.uct()", "search.think()", "search.alphabeta()"] {
        let choose = format!(
            "local found, message = pcall(search.look, legal[1], function() return {call} end)
            return legal[1], `{{found}} {{message}}`"
        );
        let told = reason_after(&game("tic-tac-toe", None, None), &[], &choose, 100);
        assert!(told.starts_with("false") && told.contains("can't be called inside `search.look`"), "{told}");
    }
}

#[test]
fn a_seat_that_decides_alone_is_counted_once() {
    let folder = tempfile::tempdir().unwrap();
    let pack = folder.path().join("bets");
    std::fs::create_dir(&pack).unwrap();
    let tables = "scores = \"points\"\nwinners = [\"most points\"]\n[game]\ntitle = \"Bets\"\n[seats]\nmin = 2\nmax = 2\n\
        [vars]\npoints = { per = \"seat\", max = 100 }\nrounds = { max = 9 }\n\
        [phases]\nbet = { actions = [\"bet\"], text = \"bet\", simultaneous = true }\n\
        [actions]\nbet = { usage = \"bet {n:number 1 to 3}\" }\n[endings]\ndone = \"done\"\n";
    let rules = "return { setup = function() decide.bet(1) end,
        actions = { bet = { allow = function() return true end, apply = function(seat, n) points.add(seat, n) end } },
        decided = { bet = function()
            rounds.add(1)
            if rounds.get() == 8 then ending.done() else decide.bet(rounds.get() % 2 + 1) end
        end } }";
    std::fs::write(pack.join("game.toml"), tables).unwrap();
    std::fs::write(pack.join("rules.lua"), rules).unwrap();
    let mut packs = parlour_engine::pack::Library::default();
    packs.add_folder(folder.path());
    let game = packs.load("bets").unwrap().configure(&parlour_engine::game::Config::default()).unwrap();
    let choose = "local _, found = search.ismcts()
        local visits = 0
        for _, entry in found.all do visits += entry.visits end
        return legal[1], `{found.nodes} {visits}`";
    assert_eq!(reason_after(&game, &[], choose, 200), "200 200");
}

#[test]
fn halving_shows_what_it_thinks_of_actions() {
    let text = "return { choose = function(me, legal)
        local taste = legal[2]
        local action = search.halving({ try = function(action) return if action == taste then 0.9 else 0.2 end,
            liking = function(action) return if action == legal[3] then 1 else 0 end, worlds = 6 })
        return action
    end }";
    let (_folder, library) = robots_of(&[("en-garde/mine.lua", text)]);
    let game = game("en-garde", None, None);
    let mut played = Match::new(game.clone(), 1, vec!["human".to_owned(); 2]).unwrap();
    let due = played.decision().unwrap().seat;
    let legal = played.legal().clone();
    let thinking = Thinking { time: common::TIME, nodes: Some(200) };
    let thought = parlour_ai::seated::thought_of(&library, &mut played, due, "mine", thinking).unwrap();
    assert_eq!(thought.choice.unwrap().action, legal.get(&game, 2));
    let report = thought.report.unwrap();
    assert_eq!(report.search, "halving");
    let first: Vec<_> = report.actions[..2].iter().map(|judged| (judged.action.clone(), judged.value)).collect();
    assert_eq!(first, [(legal.get(&game, 2), 0.2), (legal.get(&game, 1), 0.9)]);
    assert_eq!((report.actions.len(), report.actions[0].visits), (legal.len(), 6));
}

#[test]
fn a_robot_thinks_for_as_long_as_its_seat_says() {
    let told = "return { choose = function(me, legal) return legal[1], `{tostring(me.nodes)} {me.time}` end }";
    let (_folder, library) = robots_of(&[("tic-tac-toe/told.lua", told)]);
    for (player, reason) in [("told", "9 7"), ("told@70", "70 60"), ("told@1.5s", "nil 1.5"), ("told@20ms", "nil 0.02")]
    {
        let played = Match::new(game("tic-tac-toe", None, None), 1, vec![player.to_owned(); 2]).unwrap();
        let thinking = Thinking { time: std::time::Duration::from_secs(7), nodes: Some(9) };
        let mut seated = SeatedMatch::new(played, &library, thinking).unwrap();
        assert_eq!(seated.choose().unwrap().reason.unwrap(), reason, "{player}");
    }
    let played = Match::new(game("tic-tac-toe", None, None), 1, vec!["told@soon".to_owned(); 2]).unwrap();
    let fault = SeatedMatch::new(played, &library, Thinking::REPRODUCIBLE).unwrap_err().to_string();
    assert!(fault.contains("`told@soon` should say after `@` how much the robot may think for a move"), "{fault}");
}

#[test]
fn a_robot_that_looks_at_its_clock_is_in_time() {
    for ms in [400, 1000] {
        let time = std::time::Duration::from_millis(ms);
        let told = reason(
            "local began, rounds = search.left(), 0
            while search.spend(1000) do rounds += 1 end
            return legal[1], `{tostring(me.nodes)} {began > 0} {rounds > 0} {search.left()}`",
            None,
            time,
        );
        assert_eq!(told, "nil true true 0");
        let begun = std::time::Instant::now();
        reason("while search.left() > 0 do end return legal[1], ''", None, time);
        assert!(begun.elapsed() >= time.mul_f64(0.85), "{:?}", begun.elapsed());
    }
}

#[test]
fn what_robots_can_use_is_in_the_definitions() {
    let told = reason(
        "local names = {}
        for space, words in { search = search, random = random } do
            for name in words do table.insert(names, name) end
        end
        for name in me do table.insert(names, name) end
        for name in getmetatable(legal) do table.insert(names, name) end
        return legal[1], table.concat(names, ' ')",
        Some(1),
        common::TIME,
    );
    let definitions = parlour_ai::RobotLibrary::definitions(&game("en-garde", None, None)).unwrap();
    assert!(told.split(' ').count() > 15, "{told}");
    for name in told.split(' ').filter(|name| *name != "__index") {
        assert!(definitions.contains(&format!("\t{name}: ")), "{name}");
    }
    assert!(definitions.contains("declare hand: {"));
}

#[test]
fn fractions_lie_anywhere_between_0_and_1() {
    let told = reason(
        "local quarters = { 0, 0, 0, 0 }
        for _ = 1, 1000 do quarters[math.floor(4 * random.fraction()) + 1] += 1 end
        return legal[1], table.concat(quarters, ' ')",
        Some(1),
        common::TIME,
    );
    let quarters: Vec<u32> = told.split(' ').map(|n| n.parse().unwrap()).collect();
    assert!(quarters.len() == 4 && quarters.iter().all(|n| (200..300).contains(n)), "{told}");
}

#[test]
fn what_a_search_is_told_is_checked() {
    let game = game("en-garde", None, None);
    let message = |call: &str| {
        let text = format!("return {{ choose = function(me, legal) return {call} end }}");
        let (_folder, library) = robots_of(&[("en-garde/mine.lua", &text)]);
        let played = parlour_engine::play::Match::new(game.clone(), 1, vec![String::new(); 2]).unwrap();
        let seat_one = parlour_engine::ids::Seat(0);
        let view = played.view(Some(seat_one));
        let mut player = seat(&library, &game, 0, "mine", 1);
        let request = parlour_ai::Request { view: &view, legal: played.legal(), time: common::TIME, nodes: Some(10) };
        player.choose(&request).unwrap_err().to_string()
    };
    let cases = [
        ("search.ismcts({ dpeth = 3 })", "search.ismcts: there is no option `dpeth` (did you mean `depth`?)"),
        ("search.ismcts({ depth = -1 })", "search.ismcts: `depth` can't be -1; expected a number from 0"),
        ("search.ismcts(3)", "search.ismcts: expected a table of options, got number"),
        ("search.ismcts({ among = {} })", "search.ismcts: there is no action to choose among"),
        (
            "search.ismcts({ policy = 'best' })",
            "`policy` can't be \"best\"; expected \"kind\", \"action\", \"first\" or \"learnt\"",
        ),
        (
            "search.think({ depth = 3 })",
            "search.think: there is no option `depth` (known here: time, nodes, among, plan)",
        ),
        ("search.spend(1.5)", "search.spend: expected a whole number of nodes, got 1.5"),
        ("search.halving(3)", "search.halving: expected a table of options, got number"),
        ("search.halving({})", "search.halving: `try` is missing; expected a function"),
        ("search.halving({ try = 3 })", "search.halving: `try` is a number; expected a function"),
        ("search.halving({ try = print, deal = {} })", "search.halving: `deal` is a table; expected a function"),
        ("search.halving({ try = print, among = 'all' })", "`among` is a string; expected a list of candidates"),
        ("search.halving({ try = print, among = {} })", "search.halving: there is nothing to choose among"),
        ("search.halving({ try = print })", "`try` returned nothing; expected a number from 0 to 1, the odds"),
        ("search.halving({ try = function() return 7 end })", "`try` returned 7; expected a number from 0 to 1"),
        ("search.halving({ try = function() return 0 / 0 end })", "`try` returned what is not a number (0 / 0)"),
        ("search.halving({ try = print, liking = type })", "`liking` returned table; expected a number"),
        ("search.halving({ try = print, words = 3 })", "there is no option `words` (did you mean `worlds`?)"),
        ("search.halving({ try = print, worlds = 0 })", "`worlds` can't be 0; expected a number from 1"),
        ("search.halving({ try = function(action) return action.sped end })", "an action has no `sped`"),
        ("search.ismcts({ depth = 0, evaluate = function(seat) error('no idea') end })", "no idea"),
        ("search.alphabeta()", "search.alphabeta: it is for games without hidden cards; use `search.ismcts`"),
    ];
    for (call, expected) in cases {
        let message = message(call);
        assert!(message.contains(expected), "{call}\n got: {message}\nwant: {expected}");
        assert!(message.contains("en-garde/mine.lua:1"), "{call}\n got: {message}");
    }
}

#[test]
fn think_takes_the_search_that_fits_the_game() {
    let way = |name: &str| {
        let game = game(name, None, None);
        let text =
            "return { choose = function() local action, found = search.think() return action, found.search end }";
        let (_folder, library) = robots_of(&[("any/mine.lua", text)]);
        let played = parlour_engine::play::Match::new(game.clone(), 1, vec![String::new(); game.seat_count()]).unwrap();
        let decision = played.decision().unwrap();
        let view = played.view(Some(decision.seat));
        let mut player = seat(&library, &game, decision.seat.index(), "mine", 1);
        let request = parlour_ai::Request { view: &view, legal: played.legal(), time: common::TIME, nodes: Some(40) };
        player.choose(&request).unwrap().reason.unwrap()
    };
    // Scores of pieces; the same beside scripts; misleading scores (the count of discs says little before the end);
    // only the win; hidden cards.
    let expected = [
        ("advance", "alphabeta"),
        ("xiangqi", "alphabeta"),
        ("othello", "uct"),
        ("connect-four", "uct"),
        ("en-garde", "ismcts"),
    ];
    for (name, search) in expected {
        assert_eq!(way(name), search, "{name}");
    }
}

#[test]
fn a_tree_of_positions_proves_what_is_won_lost_and_drawn() {
    let game = game("tic-tac-toe", None, None);
    let choose = "local _, found = search.uct({ nodes = 20000 }) return legal[1], \
        `{found.nodes < 20000} {found.value} {#found.all}`";
    // x completes the top row; o can't stop both threats; the rest of a full board is a draw.
    assert_eq!(reason_after(&game, &["a3", "a1", "b3", "b1"], choose, 100_000), "true 1 5");
    assert_eq!(reason_after(&game, &["a1", "b3", "c3", "a2", "c1"], choose, 100_000), "true 0 4");
    assert_eq!(reason_after(&game, &["b2", "a1", "a3", "c1", "b1", "b3"], choose, 100_000), "true 0.5 3");
}

#[test]
fn a_plan_is_followed_and_one_that_does_not_fit_is_refused_with_those_that_do() {
    let open = game("connect-four", None, None);
    for (plan, search) in [("uct", "uct"), ("uct-history", "uct"), ("uct-mast", "uct"), ("fitting", "uct")] {
        let choose = format!("local action, found = search.think({{ plan = '{plan}' }}) return action, found.search");
        assert_eq!(reason_after(&open, &[], &choose, 200), search, "{plan}");
    }
    let choose = "local ok, why = pcall(search.think, { plan = 'ismcts' }) return legal[1], `{ok} {why}`";
    let told = reason_after(&open, &[], choose, 200);
    assert!(
        told.contains("the plan `ismcts` doesn't fit the game; expected one of uct-history, uct-mast, uct"),
        "{told}"
    );
    let mut library = parlour_ai::RobotLibrary::new();
    library.add_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/robots"));
    let info = library.info("connect-four", "thinker").unwrap();
    let plans = parlour_engine::pack::plans::SearchPlan::ALL.iter().map(|(name, _)| *name);
    let expected: Vec<&str> = std::iter::once("fitting").chain(plans).collect();
    assert_eq!(info.params[0].range(), expected.join(", "));
    let hidden = game("en-garde", None, None);
    for plan in ["ismcts", "ismcts-mast"] {
        let choose = format!("local action, found = search.think({{ plan = '{plan}' }}) return action, found.search");
        assert_eq!(reason_after(&hidden, &[], &choose, 200), "ismcts", "{plan}");
    }
}

#[test]
fn a_tree_of_positions_is_the_same_for_the_same_nodes() {
    let choose = "local action, found = search.uct() return action, `{found.nodes} {found.value} {found.visits}`";
    for name in ["connect-four", "breakthrough", "othello"] {
        let game = game(name, None, None);
        let told = reason_after(&game, &[], choose, 500);
        assert!(told.starts_with("500 "), "{name}: {told}");
        assert_eq!(told, reason_after(&game, &[], choose, 500), "{name}");
    }
}

#[test]
fn a_rollout_is_told_who_is_to_act() {
    let game = game("archaeology", None, None);
    // In a sandstorm the seat that discards cards isn't the seat whose turn it is.
    let text = "return { choose = function(_me, legal)
	local stormed = 0
	local function rollout(offered, seat)
		for _, action in offered:of('discard') do
			local n = 0
			for _, count in action.cards do n += count end
			assert(n == hand.size(seat) // 2, 'these are the cards of another seat')
			stormed += 1
		end
		return nil
	end
	search.flat({ rollout = rollout })
	return legal[1], `{stormed}`
end }";
    let (_folder, library) = robots_of(&[("archaeology/mine.lua", text)]);
    let played = parlour_engine::play::Match::new(game.clone(), 1, vec![String::new(); 2]).unwrap();
    let due = played.decision().unwrap().seat;
    let mut player = seat(&library, &game, due.index(), "mine", 1);
    let view = played.view(Some(due));
    let request = parlour_ai::Request { view: &view, legal: played.legal(), time: common::TIME, nodes: Some(20) };
    let told = player.choose(&request).unwrap().reason.unwrap();
    assert_ne!(told, "0", "some playouts have a sandstorm");
}

#[test]
fn thinker_solves_what_is_small_enough() {
    let game = game("tic-tac-toe", None, None);
    let library = parlour_ai::RobotLibrary::new();
    for seed in 0..20 {
        let first = seed as usize % 2;
        let specs = if first == 0 { ["thinker", "random"] } else { ["random", "thinker"] };
        let mut players: Vec<_> = (0..2).map(|n| seat(&library, &game, n, specs[n], seed)).collect();
        let played = common::play(&game, &mut players, seed, 2000, 100);
        let other = parlour_engine::ids::Seat::from_index(1 - first);
        assert!(!played.state().has_won(other), "seed {seed}");
    }
}

#[test]
fn playouts_that_learn_find_what_brings_more() {
    let game = game("connect-four", None, None);
    let text = "return { choose = function() return (search.uct({ policy = 'learnt' })) end }";
    let (_folder, library) = robots_of(&[("connect-four/apt.lua", text)]);
    let mut won = 0;
    for seed in 0..10 {
        let mut players = vec![seat(&library, &game, 0, "apt", seed), seat(&library, &game, 1, "random", seed)];
        let played = common::play(&game, &mut players, seed, 60, 100);
        won += u32::from(played.state().has_won(parlour_engine::ids::Seat(0)));
    }
    assert!(won >= 8, "{won} of 10");
}

#[test]
fn playouts_learn_without_a_history_and_beside_a_rollout() {
    let game = game("connect-four", None, None);
    for options in ["history = 0", "rollout = function() return nil end"] {
        let text =
            format!("return {{ choose = function() return (search.uct({{ policy = 'learnt', {options} }})) end }}");
        let (_folder, library) = robots_of(&[("connect-four/apt.lua", &text)]);
        let mut players = vec![seat(&library, &game, 0, "apt", 1), seat(&library, &game, 1, "random", 1)];
        assert!(common::play(&game, &mut players, 1, 60, 100).state().is_over(), "{options}");
    }
}
