//! Onlookers.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::common::{Served, limits, tic_tac_toe, tokens};
use parlour_server::{Limits, Time};
use serde_json::{Value, json};

fn marks(state: &Value) -> usize {
    state["view"]["boards"].to_string().matches(['X', 'O']).count()
}

/// Onlookers are delayed by the host's number of actions: in the position, the events and the seat to move; at the end
/// everything is shown. A reconnecting one gets only the news. Updates are sent on the time grid, not at an action, so
/// that they don't reveal its time.
#[test]
fn onlookers_are_behind() {
    let data = tempfile::tempdir().unwrap();
    let now = Arc::new(AtomicU64::new(10_001));
    let limits = Limits { grid: Duration::from_millis(250), ..limits() };
    let told = now.clone();
    let served = Served::by(data.path(), limits, Time::of(move || told.load(Ordering::SeqCst)));
    let mut order = tic_tac_toe();
    order["delay"] = json!(2);
    let table = served.make(&order);
    let tokens = tokens(&table);
    let (mut one, mut two) = (served.sit(&table, &tokens[0], None), served.sit(&table, &tokens[1], None));
    let mut onlooker = served.sit(&table, &table["watch"], None);
    let begun = onlooker.hear("state");
    for (n, action) in ["a1", "b1", "a2", "b2", "a3"].into_iter().enumerate() {
        let acts = if n % 2 == 0 { &mut one } else { &mut two };
        acts.act(n as u64, action);
        assert_eq!(acts.answer(n as u64)["type"], "done");
        if n == 4 {
            break;
        }
        let frames = onlooker.so_far(&format!("fence {n}"));
        assert!(frames.iter().all(|frame| !frame.contains(r#""type":"state""#)), "{frames:?}");
        if n >= 2 {
            now.fetch_add(2000, Ordering::SeqCst);
            let state = onlooker.hear("state");
            assert_eq!((marks(&state), state["to_act"] == begun["to_act"]), (n - 1, n == 3));
            let back = served.sit(&table, &table["watch"], state["version"].as_u64()).hear("state");
            assert_eq!((marks(&back), &back["events"], &back["whole"]), (n - 1, &json!([]), &json!(false)));
        }
    }
    assert_eq!(marks(&onlooker.hear("state")), 5);
    let late = served.sit(&table, &table["watch"], None).hear("state");
    assert_eq!((marks(&late), late["over"].is_null()), (5, false));
    order["delay"] = json!(1000);
    assert_eq!(served.ask("POST", "/api/tables", "", &order.to_string()).0, 422);
}

/// Delayed onlookers aren't notified of current undo requests.
#[test]
fn onlookers_hear_of_no_wish_that_they_are_behind() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::at(data.path());
    let table = served.make(&json!({ "game": "goofspiel", "seats": ["open", "open"], "delay": 5 }));
    let tokens = tokens(&table);
    let (mut one, mut two) = (served.sit(&table, &tokens[0], None), served.sit(&table, &tokens[1], None));
    let mut onlooker = served.sit(&table, &table["watch"], None);
    onlooker.hear("state");
    one.act(1, "bid 3");
    one.answer(1);
    two.act(2, "bid 5");
    two.answer(2);
    one.say(&json!({ "type": "undo", "id": 3 }));
    assert_eq!(one.answer(3)["type"], "asked");
    let frames = onlooker.so_far("fence");
    assert!(frames.iter().all(|frame| !frame.contains(r#""type":"state""#)), "{frames:?}");
    let late = served.sit(&table, &table["watch"], None).hear("state");
    assert!(late["undo"]["asked_by"].is_null(), "{late}");
}
