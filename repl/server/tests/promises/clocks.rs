//! Clocks, with simulated time.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::common::{Client, Served, limits, tic_tac_toe, tokens};
use parlour_server::Time;
use serde_json::{Value, json};

/// Time that is advanced manually.
#[derive(Clone, Default)]
struct Hand(Arc<AtomicU64>);

impl Hand {
    fn served(&self, data: &Path) -> Served {
        let own = self.0.clone();
        Served::by(data, limits(), Time::of(move || own.load(Ordering::SeqCst)))
    }

    fn goes_on(&self, milliseconds: u64) {
        self.0.fetch_add(milliseconds, Ordering::SeqCst);
    }
}

fn with_clock(clock: Value) -> Value {
    let mut order = tic_tac_toe();
    order["clock"] = clock;
    order
}

fn both(served: &Served, table: &Value) -> (Client, Client, [Value; 2]) {
    let tokens = tokens(table);
    let (mut one, mut two) = (served.sit(table, &tokens[0], None), served.sit(table, &tokens[1], None));
    let names = [one.hear("state")["seat"].clone(), two.hear("state")["seat"].clone()];
    (one, two, names)
}

fn left(state: &Value, seat: &Value) -> u64 {
    state["clock"]["left"][seat.as_str().unwrap()].as_u64().unwrap()
}

/// The clock of the seat to move starts when both have joined; a seat whose time runs out loses, and the save says so.
#[test]
fn who_runs_out_of_time_has_lost() {
    let (data, hand) = (tempfile::tempdir().unwrap(), Hand::default());
    let served = hand.served(data.path());
    let table = served.make(&with_clock(json!({ "type": "fischer", "seconds": 60, "increment": 5 })));
    hand.goes_on(500_000);
    let (mut one, mut two, [a, b]) = both(&served, &table);
    hand.goes_on(20_000);
    one.act(1, "b2");
    one.answer(1);
    let state = two.until(|state| state["clock"]["runs"] == b);
    assert_eq!((left(&state, &a), left(&state, &b)), (45_000, 60_000));
    hand.goes_on(59_999);
    two.act(1, "a1");
    assert_eq!(two.answer(1)["type"], "done");
    assert_eq!(left(&one.until(|state| state["clock"]["runs"] == a), &b), 5001);
    hand.goes_on(45_000);
    let state = two.until(|state| !state["over"].is_null());
    assert_eq!((&state["over"]["reason"], &state["over"]["winners"]), (&json!("time"), &json!([b])));
    assert!(state["to_act"].as_array().unwrap().is_empty() && state["clock"]["runs"].is_null());
    one.act(2, "c3");
    assert!(one.answer(2)["why"].as_str().unwrap().contains("over"));
    drop((one, two, served));
    let folder = data.path().join("tables").join(table["table"].as_str().unwrap()).join("autosave");
    let mut files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let save = files.find(|file| file.extension().is_some_and(|end| end == "json")).unwrap();
    let record: Value = serde_json::from_str(&std::fs::read_to_string(save).unwrap()).unwrap();
    let ran_out = format!("{} ran out of time", a.as_str().unwrap());
    assert_eq!(record["tags"], json!([["Result", "0-1"], ["Termination", ran_out]]));
    let served = hand.served(data.path());
    let again = served.sit(&table, &tokens(&table)[0], None).hear("state");
    assert_eq!(again["over"], state["over"]);
}

/// A match lost on time can be looked back at like any other, and its last moment names the loser.
#[test]
fn a_match_that_was_lost_on_time_is_looked_back_at() {
    let (data, hand) = (tempfile::tempdir().unwrap(), Hand::default());
    let served = hand.served(data.path());
    let table = served.make(&with_clock(json!({ "type": "fischer", "seconds": 60, "increment": 5 })));
    let (mut one, mut two, [_, b]) = both(&served, &table);
    one.act(1, "b2");
    one.answer(1);
    two.until(|state| state["clock"]["runs"] == b);
    hand.goes_on(60_000);
    one.until(|state| !state["over"].is_null());
    one.say(&json!({ "type": "paint", "width": 300, "height": 300 }));
    for (at, is_last) in [(0, false), (1, true)] {
        one.say(&json!({ "type": "look", "id": "look", "at": at }));
        let told = one.hear("moment")["told"].to_string();
        assert_eq!(told.contains(&format!("{} ran out of time.", b.as_str().unwrap())), is_last, "{told}");
    }
    one.say(&json!({ "type": "review", "id": "review" }));
    while one.hear("judged")["is_done"] != true {}
    one.say(&json!({ "type": "save", "id": "save" }));
    assert!(one.hear("saved")["text"].as_str().unwrap().contains("ran out of time"));
    one.say(&json!({ "type": "link", "id": "link" }));
    assert!(one.hear("link")["token"].is_string());
}

/// Remaining times survive a restart of the server, and downtime isn't counted; a clock also expires with nobody
/// connected.
#[test]
fn clocks_outlast_the_server() {
    let (data, hand) = (tempfile::tempdir().unwrap(), Hand::default());
    let served = hand.served(data.path());
    let table = served.make(&with_clock(json!({ "type": "days", "days": 1 })));
    let (one, two, [a, b]) = both(&served, &table);
    hand.goes_on(3_600_000);
    drop((one, two, served));
    hand.goes_on(7 * 86_400_000);
    let served = hand.served(data.path());
    let mut one = served.sit(&table, &tokens(&table)[0], None);
    let state = one.hear("state");
    assert_eq!((&state["clock"]["runs"], left(&state, &a), left(&state, &b)), (&a, 82_800_000, 86_400_000));
    drop(one);
    hand.goes_on(82_800_000);
    let state = served.sit(&table, &tokens(&table)[1], None).hear("state");
    assert_eq!((&state["over"]["winners"], &state["over"]["lost"]), (&json!([b]), &a));
}

/// Robots have no clock, and an undo gives no time back.
#[test]
fn robots_have_no_clock() {
    let (data, hand) = (tempfile::tempdir().unwrap(), Hand::default());
    let served = hand.served(data.path());
    let mut order = with_clock(json!({ "type": "move", "seconds": 30 }));
    order["seats"] = json!(["open", "random"]);
    let table = served.make(&order);
    let mut one = served.sit(&table, &tokens(&table)[0], None);
    let first = one.hear("state");
    let own = first["seat"].clone();
    assert_eq!(first["clock"]["left"].as_object().unwrap().len(), 1);
    hand.goes_on(10_000);
    one.act(1, "b2");
    let state = one.until(|state| state["to_act"] == json!([own]) && state["version"] != first["version"]);
    assert_eq!(left(&state, &own), 30_000);
    hand.goes_on(10_000);
    one.say(&json!({ "type": "undo", "id": 2 }));
    one.answer(2);
    assert_eq!(left(&one.hear("state"), &own), 20_000);
}

/// An undone action, with or without consent, leaves no increment behind, in any repetition.
#[test]
fn going_back_takes_the_increment_away() {
    let (data, hand) = (tempfile::tempdir().unwrap(), Hand::default());
    let served = hand.served(data.path());
    let table = served.make(&with_clock(json!({ "type": "fischer", "seconds": 60, "increment": 5 })));
    let (mut one, mut two, [a, b]) = both(&served, &table);
    for n in 0..20 {
        hand.goes_on(100);
        one.act(n, "b2");
        one.answer(n);
        one.say(&json!({ "type": "undo", "id": 100 + n }));
        assert_eq!(one.answer(100 + n)["type"], "done");
        // The clocks are updated before the notification.
        one.hear("state");
    }
    one.act(200, "b2");
    one.answer(200);
    one.hear("state");
    hand.goes_on(1000);
    two.act(201, "a1");
    two.answer(201);
    one.say(&json!({ "type": "undo", "id": 202 }));
    one.answer(202);
    let state = one.hear("state");
    assert_eq!((left(&state, &a), left(&state, &b), &state["clock"]["runs"]), (58_000, 59_000, &a));
    drop((one, two, served));
    let served = hand.served(data.path());
    let state = served.sit(&table, &tokens(&table)[0], None).hear("state");
    assert_eq!((left(&state, &a), left(&state, &b)), (58_000, 59_000));
    // In a game of hidden cards the other seat is asked.
    let mut order = with_clock(json!({ "type": "fischer", "seconds": 60, "increment": 5 }));
    order["game"] = json!("goofspiel");
    let table = served.make(&order);
    let (mut one, mut two, names) = both(&served, &table);
    let (own, other) = (&names[0], &names[1]);
    one.act(1, "bid 3");
    assert_eq!(one.answer(1)["type"], "done");
    two.act(1, "bid 4");
    assert_eq!(two.answer(1)["type"], "done");
    one.say(&json!({ "type": "undo", "id": 2 }));
    assert_eq!(one.answer(2)["type"], "asked");
    two.until(|state| state["undo"]["asked_by"] == *own);
    two.say(&json!({ "type": "answer", "id": 3, "yes": true }));
    let state = two.until(|state| state["undo"]["asked_by"].is_null());
    assert_eq!((left(&state, own), left(&state, other)), (60_000, 60_000));
}

/// An unplayable time control is refused.
#[test]
fn clocks_are_checked() {
    let (data, hand) = (tempfile::tempdir().unwrap(), Hand::default());
    let served = hand.served(data.path());
    for clock in [json!({ "type": "move", "seconds": 0 }), json!({ "type": "days", "days": 1000 })] {
        assert_eq!(served.ask("POST", "/api/tables", "", &with_clock(clock).to_string()).0, 422);
    }
    let strange = json!({ "type": "sand", "seconds": 3 });
    assert_eq!(served.ask("POST", "/api/tables", "", &with_clock(strange).to_string()).0, 400);
}
