//! Objectives of matches: cooperative games, teams, single-player games, and ranks.

use std::sync::Arc;

use parlour_engine::diagnostic::Faults;
use parlour_engine::game::{Config, Game};
use parlour_engine::ids::Seat;
use parlour_engine::pack::{Pack, PackFiles};
use parlour_engine::play::Match;

/// A game in which each seat says a number in turn, once round the table, with `more` in its tables.
fn game(seats: &str, more: &str, apply: &str) -> Result<Arc<Game>, Faults> {
    let tables = format!(
        "{more}\n[game]\ntitle = \"Say\"\n[seats]\n{seats}\n\
         [phases]\nturn = {{ actions = [\"say\"] }}\n[actions]\nsay = {{ usage = \"say {{n:number 1 to 9}}\" }}\n\
         [endings]\ndone = \"all was said\"\n"
    );
    let rules = format!(
        "local say = {{}}\nfunction say.allow(_seat, _n) return true end\n\
         function say.apply(seat, n)\n\t{apply}\n\
         \tif seat == seats.count then ending.done() else turn.turn(seats.next(seat)) end\nend\n\
         return {{ setup = function() turn.turn(1) end, actions = {{ say = say }} }}\n"
    );
    let texts = [("game.toml", tables), ("rules.lua", rules)];
    let texts = texts.into_iter().map(|(path, text)| (path.to_owned(), text.into())).collect();
    let files = PackFiles { name: "say".to_owned(), texts, ..PackFiles::default() };
    Pack::load(files)?.into_shared().configure(&Config::default())
}

/// The last line of a trace after the seats have said these numbers, and each seat's rank.
fn said(game: Arc<Game>, numbers: &[u8]) -> serde_json::Value {
    let mut played = Match::new(game.clone(), 1, vec![String::new(); game.seat_count()]).unwrap();
    for n in numbers {
        let action = played.parse(&format!("say {n}")).unwrap();
        played.act(&action).unwrap();
    }
    let mut end = played.end_json();
    let places = game.ranking(played.state()).into_iter();
    let places = places.map(|(seat, place)| (game.seat_name(seat).to_owned(), place.into()));
    end["rank"] = serde_json::Value::Object(places.collect());
    end
}

fn fault(seats: &str) -> String {
    game(seats, "", "").map(|_| String::new()).unwrap_or_else(|faults| faults.to_string())
}

#[test]
fn a_single_seat_and_seats_together_have_a_score() {
    let one = game("min = 1\nmax = 1", "scores = \"sum\"\n[vars]\nsum = { max = 99 }", "sum.add(n)").unwrap();
    assert!(one.is_together());
    assert_eq!(said(one, &[7])["scores"]["a"], 7);
    let tables = "scores = \"sum\"\n[vars]\nsum = { max = 99 }";
    let three = game("min = 3\nmax = 3\ntogether = true", tables, "sum.add(n)").unwrap();
    assert!(three.is_together() && !three.has_teams());
    let end = said(three, &[7, 1, 3]);
    assert_eq!(end["scores"], serde_json::json!({ "a": 11, "b": 11, "c": 11 }));
    assert_eq!(end["rank"], serde_json::json!({ "a": 1, "b": 1, "c": 1 }));
}

#[test]
fn teams_win_together_by_what_they_have_together() {
    let seats = "min = 4\nmax = 4\nteams = [[\"a\", \"c\"], [\"b\", \"d\"]]";
    let by_seat = "winners = [\"most said\"]\n[vars]\nsaid = { per = \"seat\" }";
    let four = game(seats, by_seat, "said.set(seat, n)").unwrap();
    assert!(four.has_teams());
    assert_eq!(said(four.clone(), &[9, 6, 1, 5])["winners"], serde_json::json!(["b", "d"]));
    assert_eq!(said(four, &[2, 1, 1, 2])["winners"], serde_json::json!(["a", "b", "c", "d"]), "3 is as much as 3");
    let by_team = "scores = \"said\"\nwinners = [\"least said\"]\n[vars]\nsaid = { per = \"team\" }";
    let four = game(seats, by_team, "said.add(teams.of(seat), n)").unwrap();
    let end = said(four, &[9, 6, 1, 5]);
    assert_eq!(end["winners"], serde_json::json!(["a", "c"]));
    assert_eq!(end["scores"], serde_json::json!({ "a": 10, "b": 11, "c": 10, "d": 11 }));
    assert_eq!(end["rank"], serde_json::json!({ "a": 1, "b": 3, "c": 1, "d": 3 }));
    assert_eq!(end["state"]["vars"]["said.a+c"], 10);
    let named = game(seats, "", "if n == 9 then match.winner(seat) end").unwrap();
    assert_eq!(said(named, &[1, 9, 1, 1])["winners"], serde_json::json!(["b", "d"]), "whoever wins wins for the team");
}

#[test]
fn a_table_of_teams_is_by_the_number_of_seats() {
    let seats = "min = 3\nmax = 4\nplayers = 3\nteams = { 4 = [[\"a\", \"c\"], [\"b\", \"d\"]] }";
    let three = game(seats, "", "").unwrap();
    assert_eq!(three.teams(), [1, 2, 4], "everyone alone");
    let four = three.pack().configure(&Config { seats: Some(4), ..Config::default() }).unwrap();
    assert_eq!(four.teams(), [5, 10]);
    assert_eq!(four.team_name(1), "b+d");
    assert_eq!(four.team_of(Seat(2)), 0);
}

#[test]
fn others_follow_in_the_order_of_what_decides() {
    let tables = "scores = \"said\"\nwinners = [\"least said\"]\n[vars]\nsaid = { per = \"seat\" }";
    let four = game("min = 4\nmax = 4", tables, "said.set(seat, n)").unwrap();
    assert_eq!(said(four, &[5, 2, 9, 5])["rank"], serde_json::json!({ "a": 2, "b": 1, "c": 4, "d": 2 }));
}

#[test]
fn wrong_teams_are_told() {
    let four = "min = 2\nmax = 4\n";
    assert!(fault(&format!("{four}teams = [[\"a\", \"c\"], [\"b\", \"a\"]]")).contains("the seat `a` is in two teams"));
    assert!(fault(&format!("{four}teams = [[\"a\", \"c\"], [\"b\", \"e\"]]")).contains("there is no seat `e`"));
    assert!(fault(&format!("{four}teams = [[\"a\", \"d\"]]")).contains("each of 2 seats once"));
    assert!(fault(&format!("{four}teams = {{ 5 = [[\"a\"]] }}")).contains("`5` is not a number of seats"));
    assert!(fault(&format!("{four}teams = \"a\"")).contains("must be a list of teams"));
    let both = fault(&format!("{four}together = true\nteams = [[\"a\", \"b\"]]"));
    assert!(both.contains("one team already"), "{both}");
}
