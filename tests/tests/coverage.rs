//! Line coverage of scripts.

use std::collections::BTreeMap;

use parlour_engine::game::Config;
use parlour_engine::pack::{Pack, PackFiles};
use parlour_engine::play::Match;
use parlour_engine::rules::Rules;

const TABLES: &str = r#"
[game]
title = "Lines"
[seats]
min = 2
max = 2
[vars]
total = { per = "seat", max = 1000 }
[phases]
turn = { actions = ["go"] }
[actions]
go = { usage = "go {n:number}" }
[endings]
done = "over"
"#;

const RULES: &str = "local go = {}

function go.legal(seat)
	local from = seat
	for step = 1, 2 do
		local function offered(n)
			offer.go(n + step + from)
		end
		offered(1)
	end
end

function go.apply(seat, n)
	local sum = 0
	local function add(by)
		sum += by + seat
	end
	add(n)
	local function never(by)
		sum -= by
	end
	if n > 100 then
		never(1)
	end
	total.add(seat, sum)
	if total.get(seat) > 900 then
		ending.done()
	end
	turn.turn(seats.next(seat))
end

return { actions = { go = go } }
";

/// Declarations of upvalues are covered like the lines around them.
#[test]
fn what_functions_share_is_counted_where_it_is_declared() {
    let texts = [("game.toml", TABLES), ("rules.lua", RULES)];
    let texts = texts.into_iter().map(|(path, text)| (path.to_owned(), text.to_owned().into())).collect();
    let pack = Pack::load(PackFiles { name: "lines".to_owned(), texts, ..PackFiles::default() }).unwrap();
    let game = pack.into_shared().configure(&Config::default()).unwrap();
    let rules = Rules::counted(game.clone()).unwrap();
    let mut played = Match::with_host(rules, 1, vec!["random".to_owned(); 2]).unwrap();
    for _ in 0..5 {
        let action = played.legal().get(&game, 0);
        played.act(&action).unwrap();
    }
    let reached = played.into_host().reached();
    let (file, lines) = reached.lines.iter().next().unwrap();
    assert!(file.ends_with("rules.lua"), "{file}");
    let written: BTreeMap<u32, &str> = (1..).zip(RULES.lines()).collect();
    let never: Vec<&str> = lines.iter().filter(|(_, hits)| **hits == 0).map(|(line, _)| written[line].trim()).collect();
    assert_eq!(never, ["sum -= by", "never(1)", "ending.done()"]);
    let hits = |text: &str| lines[written.iter().find(|(_, line)| line.trim() == text).unwrap().0];
    assert_eq!((hits("local sum = 0"), hits("add(n)"), hits("sum += by + seat")), (5, 5, 5));
    assert!(hits("local from = seat") > 0 && hits("for step = 1, 2 do") > 0);
}
