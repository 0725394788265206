//! Chains of one piece: those that may be stopped, and those of one action.

use parlour_engine::Words;
use parlour_engine::chance::Generator;
use parlour_engine::game::Config;
use parlour_engine::pack::{Pack, PackFiles};
use parlour_engine::play::Match;

/// Men that hop over others on a row of squares, or step.
const TABLES: &str = r#"
[game]
title = "Hops"
[seats]
names = ["white", "black"]
[boards.main]
width = 7
height = 3
start = [".a.a.a.", ".......", "A.A...."]
[[piece]]
name = "man"
glyph = "A"
moves = [
    { do = "move", step = "orthogonal" },
    { do = "move", verb = "hop", step = "orthogonal", least = 2, most = 2, over = { any = 1 } },
]
[vars]
hopping = { type = "square of main", follows = "goes_on" }
last = { type = "square of main", follows = "last_to" }
[[end]]
when = "no_move"
result = "lose"
ending = "stuck"
[endings]
stuck = "stuck"
[phases]
turn = { actions = ["move", "hop", "stop"] }
[actions]
move = { usage = "{from:square}-{to:square}" }
hop = { usage = "{from:square}^{to:square}", again = "AGAIN" }
stop = { usage = "stop", does = "stop" }
"#;

fn files(tables: &str) -> PackFiles {
    let texts = [("game.toml".to_owned(), tables.to_owned().into())];
    PackFiles { name: "hops".to_owned(), texts: texts.into_iter().collect(), ..PackFiles::default() }
}

fn begin(again: &str) -> Match {
    let pack = Pack::load(files(&TABLES.replace("AGAIN", again))).unwrap_or_else(|faults| panic!("{faults}"));
    let game = pack.into_shared().configure(&Config::default()).unwrap();
    Match::new(game, 1, vec!["human".to_owned(); 2]).unwrap()
}

fn act(played: &mut Match, actions: &[&str]) {
    for text in actions {
        let action = played.parse(text).unwrap();
        played.act(&action).unwrap();
    }
}

fn legal(played: &Match) -> Vec<String> {
    let game = played.game();
    played.legal().iter(game).map(|action| game.action_text(&action)).collect()
}

fn refused(played: &mut Match, text: &str) -> String {
    let action = played.parse(text).unwrap();
    played.act(&action).unwrap_err().to_string()
}

#[test]
fn a_piece_that_goes_on_may_stop() {
    let mut played = begin("always");
    assert_eq!(refused(&mut played, "stop"), "`stop` is not allowed: none of your pieces goes on");
    act(&mut played, &["a1-a2", "d3-d2", "c1-c2"]);
    act(&mut played, &["d2^b2"]);
    assert_eq!(legal(&played), ["b2^d2", "stop"]);
    let last = |played: &Match| played.game().state_json(played.state())["vars"]["last"].clone();
    let square = last(&played);
    act(&mut played, &["stop"]);
    assert_eq!(played.decision().unwrap().seat.index(), 0);
    assert_eq!(last(&played), square, "a stop is no action of the board");
    act(&mut played, &["a2-a1", "b2^d2"]);
    assert_eq!(legal(&played), ["d2^b2", "stop"], "it may come back");
}

#[test]
fn what_is_said_wrong_of_chains_is_told() {
    let faulty = |old: &str, new: &str, expected: &str| {
        let tables = TABLES.replace("AGAIN", "always").replace(old, new);
        let texts: Vec<String> = Pack::load(files(&tables)).unwrap_err().0.iter().map(ToString::to_string).collect();
        assert!(texts.iter().any(|text| text.contains(expected)), "{texts:?}");
    };
    faulty(", again = \"always\"", "", "no piece ever goes on");
    faulty("again = \"always\"", "again = \"ever\"", "`actions.hop.again` can't be `ever`");
}

/// The same men, whose hops are one action with the steps.
fn in_one_action() -> String {
    let row = "verb = \"hop\", step = \"orthogonal\", least = 2, most = 2, over = { any = 1 }";
    let tables = TABLES.replace(row, "step = \"orthogonal\", least = 2, most = 2, over = { any = 1 }, chains = true");
    let tables = tables.replace("hopping = { type = \"square of main\", follows = \"goes_on\" }\n", "");
    let tables = tables.replace("hop = { usage = \"{from:square}^{to:square}\", again = \"AGAIN\" }\n", "");
    tables.replace("stop = { usage = \"stop\", does = \"stop\" }\n", "").replace(", \"hop\", \"stop\"", "")
}

fn start(tables: &str) -> Match {
    let pack = Pack::load(files(tables)).unwrap_or_else(|faults| panic!("{faults}"));
    let game = pack.into_shared().configure(&Config::default()).unwrap();
    Match::new(game, 1, vec!["human".to_owned(); 2]).unwrap()
}

/// The actions of men that step and hop, on a board of 7 x 3 as rows of text.
fn steps_and_hops(rows: &[String], seat: usize) -> Vec<String> {
    let at = |(x, y): (i32, i32)| -> Option<char> { rows.get(y as usize)?.chars().nth(x as usize) };
    let name = |(x, y): (i32, i32)| format!("{}{}", char::from(b'a' + x as u8), 3 - y);
    let mut found = Vec::new();
    for (x, y) in (0..7).flat_map(|x| (0..3).map(move |y| (x, y))) {
        if at((x, y)) != Some(['A', 'a'][seat]) {
            continue;
        }
        let (mut to, mut open) = (Vec::new(), vec![(x, y)]);
        let is_left = |square: (i32, i32)| square == (x, y) || at(square) == Some('.');
        let ways = [(1, 0), (-1, 0), (0, 1), (0, -1)];
        while let Some((x, y)) = open.pop() {
            for (right, down) in ways {
                let (over, next) = ((x + right, y + down), (x + 2 * right, y + 2 * down));
                if at(over).is_some() && !is_left(over) && is_left(next) && !to.contains(&next) {
                    to.push(next);
                    open.push(next);
                }
            }
        }
        to.extend(ways.map(|(right, down)| (x + right, y + down)).into_iter().filter(|&next| at(next) == Some('.')));
        to.retain(|&square| square != (x, y));
        to.sort_unstable();
        to.dedup();
        found.extend(to.into_iter().map(|to| format!("{}-{}", name((x, y)), name(to))));
    }
    found.sort();
    found
}

#[test]
fn a_chain_in_one_action_leads_to_every_square_once() {
    for seed in 0..30 {
        let (mut played, mut rng) = (start(&in_one_action()), Generator::from_seed(seed));
        for _ in 0..100 {
            let Some(due) = played.decision() else { break };
            let state = played.game().state_json(played.state());
            let rows = state["boards"]["main"].as_array().unwrap();
            let rows: Vec<String> = rows.iter().map(|row| row.as_str().unwrap().to_owned()).collect();
            let mut listed = legal(&played);
            listed.sort();
            assert_eq!(listed, steps_and_hops(&rows, due.seat.index()), "{rows:?}");
            let action = played.legal().get(played.game(), rng.below(played.legal().len() as u32) as usize);
            played.act(&action).unwrap();
        }
    }
}

#[test]
fn a_chain_that_is_impossible_is_explained() {
    let mut played = start(&in_one_action());
    let text = refused(&mut played, "a1-e1");
    assert_eq!(text, "`a1-e1` is not allowed: the man on a1 can't move to e1; it can reach a2 b1");
    act(&mut played, &["a1-b1", "b3-b2", "b1-d1"]);
}

/// A king that would be exposed keeps its own men from hopping away.
#[test]
fn a_chain_in_one_action_leaves_no_royal_piece_in_danger() {
    let king = "[[piece]]\nname = \"king\"\nglyph = \"K\"\nroyal = true\nmoves = [{ do = \"move\", step = \"all\" }]\n\
                [[piece]]\nname = \"rook\"\nglyph = \"R\"\nmoves = [{ do = [\"move\", \"capture\"], verb = \"move\", slide = \"orthogonal\" }]\n\
                [vars]";
    let tables = in_one_action().replace("[vars]", king);
    let tables = tables.replace("[\".a.a.a.\", \".......\", \"A.A....\"]", "[\"....k..\", \"..A....\", \"K.AA..r\"]");
    let played = start(&tables);
    let listed = legal(&played);
    assert!(listed.contains(&"c1-e1".to_owned()), "it still stands between: {listed:?}");
    assert!(listed.contains(&"c1-c3".to_owned()), "another man stands between: {listed:?}");
    let tables = tables.replace("\"K.AA..r\"", "\"K.A...r\"");
    let listed = legal(&start(&tables));
    assert!(!listed.contains(&"c1-c3".to_owned()), "it would expose the king: {listed:?}");
}

#[test]
fn what_is_said_wrong_of_chains_in_one_action_is_told() {
    let faulty = |old: &str, new: &str, expected: &str| {
        let tables = in_one_action().replace(old, new);
        let texts: Vec<String> = Pack::load(files(&tables)).unwrap_err().0.iter().map(ToString::to_string).collect();
        assert!(texts.iter().any(|text| text.contains(expected)), "{texts:?}");
    };
    let chains = "over = { any = 1 }, chains = true";
    faulty(chains, "over = { any = 1 }, chains = 1", "true or false");
    faulty(chains, "over = { any = 1 }, chains = true, unmoved = true", "a move with `chains` can't have `unmoved`");
    faulty(chains, "over = { any = 1 }, chains = true, on = \"enemy\"", "doesn't say what is taken");
    let captures = "{ do = \"move\", step = \"orthogonal\", least";
    faulty(captures, "{ do = \"jump\", verb = \"move\", step = \"orthogonal\", least", "doesn't say what is taken");
    let again = "move = { usage = \"{from:square}-{to:square}\"";
    faulty(again, &format!("{again}, again = \"always\""), "are one action each already");
}

#[test]
fn a_game_lists_its_numbers_of_seats() {
    let counts = |seats: &str| {
        let most = if seats.contains('6') { 6 } else { 4 };
        let glyphs = format!("glyphs = {:?}", &["A", "B", "C", "D", "E", "F"][..most]);
        let tables = TABLES.replace("AGAIN", "always").replace("names = [\"white\", \"black\"]", seats);
        let tables = tables.replace("glyph = \"A\"", &glyphs).replace(".a.a.a.", ".B.B.B.");
        Pack::load(files(&tables)).map(|pack| (pack.seats.counts.clone(), pack.seats.counts_text(), pack.into_shared()))
    };
    let (list, text, pack) = counts("counts = [2, 3, 4, 6]").unwrap();
    assert_eq!((list, text.as_str()), (vec![2, 3, 4, 6], "2, 3, 4 or 6"));
    let five = pack.configure(&Config { seats: Some(5), ..Config::default() }).unwrap_err().to_string();
    assert_eq!(five, "Hops can't be played by 5 (expected 2, 3, 4 or 6 seats)");
    let (list, text, _) = counts("min = 2\nmax = 4").unwrap();
    assert_eq!((list, text.as_str()), (vec![2, 3, 4], "2 to 4"));
    for (seats, expected) in [
        ("counts = [3, 2]", "`counts` must be numbers from 1 to 16, each greater than the one before"),
        ("counts = [2, 4]\nmax = 4", "`counts` says already what `max` says"),
        ("counts = [2, 4]\nplayers = 3", "`players` is none of `counts`"),
        ("counts = [2, \"four\"]", "must be a list of whole numbers"),
    ] {
        let faults = counts(seats).unwrap_err();
        assert!(faults.0.iter().any(|fault| fault.to_string().contains(expected)), "{seats}: {faults}");
    }
}
