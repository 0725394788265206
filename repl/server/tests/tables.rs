//! Guarantees of a server to its clients, over real sockets.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use serde_json::{Value, json};
use tungstenite::Message;

use common::{Client, Served, tic_tac_toe};

/// Actions are applied, refused with a reason, explained, and applied once per id.
#[test]
fn an_act_is_done_once() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::at(data.path());
    let table = served.make(&tic_tac_toe());
    let tokens: Vec<Value> = table["seats"].as_object().unwrap().values().cloned().collect();
    let (mut one, mut two) = (served.sit(&table, &tokens[0], None), served.sit(&table, &tokens[1], None));
    assert_eq!(one.hear("state")["legal"].as_array().unwrap().len(), 9);
    assert!(two.hear("state")["legal"].as_array().unwrap().is_empty());
    one.act(1, "b2");
    assert_eq!(one.hear("done")["id"], 1);
    one.act(1, "b2");
    assert_eq!(one.hear("done")["id"], 1);
    one.act(2, "a1");
    assert!(one.hear("refused")["why"].as_str().unwrap().contains("turn"));
    two.say(&json!({ "type": "why", "id": "w", "action": "b2" }));
    assert_eq!(two.hear("why")["allowed"], false);
    two.0.send(Message::text("{ nothing")).unwrap();
    assert!(two.hear("error")["text"].as_str().unwrap().contains("can't be read"));
    let mut third = served.sit(&table, &json!("0123"), None);
    assert!(third.hear("error")["text"].as_str().unwrap().contains("token"));
}

/// Tables survive a restart of the server; an action isn't applied again, and a reconnecting client gets only the news.
/// No token is stored in the folder.
#[test]
fn tables_outlast_the_server() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::at(data.path());
    let table = served.make(&tic_tac_toe());
    let token = table["seats"].as_object().unwrap().values().next().unwrap().clone();
    let mut client = served.sit(&table, &token, None);
    client.act(7, "b2");
    client.hear("done");
    drop((client, served));
    let folder = data.path().join("tables").join(table["table"].as_str().unwrap());
    let metadata = std::fs::read_to_string(folder.join("table.json")).unwrap();
    assert!(!metadata.contains(token.as_str().unwrap()));
    let served = Served::at(data.path());
    let mut client = served.sit(&table, &token, None);
    let state = client.hear("state");
    assert_eq!(state["view"]["boards"].to_string().matches('X').count() + state["to_act"].as_array().unwrap().len(), 2);
    client.act(7, "b2");
    assert_eq!(client.hear("done")["id"], 7);
}

/// Robots act by themselves, and undo is immediate if it reveals nothing.
#[test]
fn a_robot_answers_and_a_slip_is_taken_back() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::at(data.path());
    let table = served.make(&json!({ "game": "tic-tac-toe", "seats": ["open", "random"], "seed": 3 }));
    let token = table["seats"].as_object().unwrap().values().next().unwrap().clone();
    let mut client = served.sit(&table, &token, None);
    client.hear("state");
    client.act(1, "b2");
    let state = loop {
        let state = client.hear("state");
        if !state["legal"].as_array().unwrap().is_empty() {
            break state;
        }
    };
    assert_eq!(state["legal"].as_array().unwrap().len(), 7);
    client.say(&json!({ "type": "undo", "id": 2 }));
    assert_eq!(client.hear("done")["id"], 2);
    assert_eq!(client.hear("state")["legal"].as_array().unwrap().len(), 9);
}

/// A seat's frames are the same in two worlds that differ only in the other's hand: they contain nothing of that hand.
#[test]
fn a_hand_stays_hidden() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::at(data.path());
    let table = served.make(&json!({ "game": "gin-rummy", "seats": ["open", "open"], "seed": 5 }));
    let tokens: Vec<Value> = table["seats"].as_object().unwrap().values().cloned().collect();
    let zones = |mut client: Client| client.hear("state")["view"]["zones"].clone();
    let (own, other) = (zones(served.sit(&table, &tokens[0], None)), zones(served.sit(&table, &tokens[1], None)));
    let onlooker = zones(served.sit(&table, &table["watch"], None));
    let hidden = |zones: &Value, name: &str| zones[name].as_array().unwrap().iter().all(|card| card == "?");
    assert!(!hidden(&own, "hand.a") && hidden(&own, "hand.b"), "{own}");
    assert!(hidden(&other, "hand.a") && !hidden(&other, "hand.b"));
    assert!(hidden(&onlooker, "hand.a") && hidden(&onlooker, "hand.b"));
}

/// Programs, robots outside the packs, files and foreign pages are refused.
#[test]
fn nothing_outside_can_be_named() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::at(data.path());
    for player in ["exec:true", "../../x", "thinker@100000s", "nobody"] {
        let order = json!({ "game": "tic-tac-toe", "seats": ["open", player] });
        assert_eq!(served.ask("POST", "/api/tables", "", &order.to_string()).0, 422, "{player}");
    }
    let order = tic_tac_toe().to_string();
    assert_eq!(served.ask("POST", "/api/tables", "origin: http://elsewhere.example\r\n", &order).0, 403);
    assert_eq!(served.ask("GET", "/page/..%2fCargo.toml", "", "").0, 404);
    assert_eq!(served.ask("GET", "/api/games/..%2fchess", "", "").0, 404);
    assert_eq!(served.ask("GET", "/", "", "").0, 200);
    assert!(served.ask("GET", "/api/games", "", "").1.contains("\"archaeology\""));
    assert_eq!(served.ask("POST", "/api/tables", "", &"x".repeat(20_000)).0, 413);
}

/// A public table is in the lobby until its seats are taken; each newcomer from the lobby gets a token.
#[test]
fn a_public_table_waits_in_the_lobby() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::at(data.path());
    let mut order = tic_tac_toe();
    order["public"] = json!(true);
    let table = served.make(&order);
    let waiting = |served: &Served| served.ask("GET", "/api/tables", "", "").1;
    let first = table["seats"].as_object().unwrap().values().next().unwrap().clone();
    served.sit(&table, &first, None).hear("state");
    assert!(waiting(&served).contains(table["table"].as_str().unwrap()));
    let path = format!("/api/tables/{}/sit", table["table"].as_str().unwrap());
    let (status, body) = served.ask("POST", &path, "", "{}");
    assert_eq!(status, 200, "{body}");
    let sat: Value = serde_json::from_str(&body).unwrap();
    assert_eq!(served.sit(&table, &sat["token"], None).hear("state")["seat"], sat["seat"]);
    assert_eq!(served.ask("POST", &path, "", "{}").0, 409);
    assert!(!waiting(&served).contains(table["table"].as_str().unwrap()));
}

/// Pictures are sent on request: the current one, and one with each later state.
#[test]
fn who_asks_for_pictures_has_one_with_each_state() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::at(data.path());
    let table = served.make(&tic_tac_toe());
    let seat = table["seats"].as_object().unwrap().values().next().unwrap().clone();
    let mut client = served.sit(&table, &seat, None);
    assert!(client.hear("state")["picture"].is_null());
    client.say(&json!({ "type": "paint", "width": 640, "height": 480 }));
    let first = client.hear("picture")["picture"].clone();
    assert!(first.as_str().unwrap().starts_with("<svg"), "{first}");
    client.say(&json!({ "type": "act", "id": 1, "action": "b2" }));
    let second = client.hear("state")["picture"].clone();
    assert!(second.as_str().unwrap().contains(r#"data-key="figure:main:b2""#), "{second}");
}

/// An oversized frame, and a flood of frames, end the connection with a code and a reason.
#[test]
fn who_sends_too_much_is_sent_away() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::at(data.path());
    let table = served.make(&tic_tac_toe());
    let mut flood = served.sit(&table, &table["watch"], None);
    (0..200).for_each(|_| _ = flood.0.send(Message::text("{}")));
    assert_eq!(flood.close(), (1008, "too many frames".to_owned()));
}
