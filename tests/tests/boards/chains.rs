//! Chains of one piece that may be stopped, and that never lead back.

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
fn a_chain_that_goes_onward_never_leads_back() {
    let mut played = begin("onward");
    act(&mut played, &["a1-a2", "d3-d2", "c1-c2", "d2^b2"]);
    assert_eq!(played.decision().unwrap().seat.index(), 0, "over c2 alone it would go back: its turn is over");
    act(&mut played, &["a2-a1", "b2^d2"]);
    assert_eq!(played.decision().unwrap().seat.index(), 0, "another turn remembers nothing of the first");
    let mut played = begin("onward");
    act(&mut played, &["a1-a2", "d3-d2", "c1-c2", "b3-c3", "a2-b2", "d2-e2", "b2^d2"]);
    let hops = legal(&played);
    assert!(hops.contains(&"d2^f2".to_owned()) && !hops.contains(&"d2^b2".to_owned()), "{hops:?}");
    assert_eq!(refused(&mut played, "d2^b2"), "`d2^b2` is not allowed: it has stood there on this turn");
}

#[test]
fn random_chains_end() {
    for seed in 0..20 {
        let (mut played, mut rng) = (begin("onward"), Generator::from_seed(seed));
        let mut in_turn = 0;
        for _ in 0..300 {
            let Some(due) = played.decision() else { break };
            let action = played.legal().get(played.game(), rng.below(played.legal().len() as u32) as usize);
            played.act(&action).unwrap();
            in_turn = if played.decision().is_some_and(|next| next.seat == due.seat) { in_turn + 1 } else { 0 };
            assert!(in_turn < 21, "no more hops than squares");
        }
    }
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
