//! Looking back at a finished match: positions, access, and playing on from a moment.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::{Client, Served, tic_tac_toe, tokens};
use serde_json::{Value, json};

/// A match won in the top row, one square of the seat to move per line.
const WON: [&str; 5] = ["a3", "a1", "b3", "b1", "c3"];

fn over(served: &Served) -> (Value, [Client; 2]) {
    let table = served.make(&tic_tac_toe());
    let seats = tokens(&table);
    let mut clients = [0, 1].map(|n: usize| served.sit(&table, &seats[n], None));
    for (n, action) in WON.iter().enumerate() {
        clients[n % 2].act(n as u64, action);
        assert_eq!(clients[n % 2].hear("done")["id"], n as u64);
    }
    (table, clients)
}

/// Before the end past positions, saves and reviews are refused.
#[test]
fn nothing_is_looked_back_at_before_the_end() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::at(data.path());
    let table = served.make(&tic_tac_toe());
    let mut client = served.sit(&table, &tokens(&table)[0], None);
    client.say(&json!({ "type": "paint", "width": 300, "height": 300 }));
    for kind in ["look", "review", "save", "link"] {
        client.say(&json!({ "type": kind, "id": kind, "at": 0 }));
        let refused = client.hear("refused");
        assert_eq!((refused["id"].as_str(), refused["why"].as_str()), (Some(kind), Some("the match is not over")));
    }
}

/// After it each moment has its picture and its sentences, and each decision is reviewed once.
#[test]
fn every_moment_and_every_decision_can_be_looked_at() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::at(data.path());
    let (_, [mut client, _]) = over(&served);
    client.say(&json!({ "type": "paint", "width": 300, "height": 300 }));
    client.say(&json!({ "type": "look", "id": 10, "at": 2, "seat": "o" }));
    let moment = client.hear("moment");
    assert_eq!((moment["at"].as_u64(), moment["total"].as_u64()), (Some(2), Some(5)));
    assert!(moment["picture"].as_str().unwrap().contains(r#"aria-label="a1, "#));
    assert!(moment["told"].to_string().contains("a1"));
    client.say(&json!({ "type": "review", "id": 11 }));
    let mut decisions = Vec::new();
    loop {
        let judged = client.hear("judged");
        decisions.extend(judged["decisions"].as_array().unwrap().iter().map(|each| each["n"].as_u64().unwrap()));
        if judged["is_done"] == true {
            break;
        }
    }
    assert_eq!(decisions, [1, 2, 3, 4, 5]);
}

/// The holder of a link sees the match and has no seat.
#[test]
fn a_link_shows_the_match() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::at(data.path());
    let (table, [mut client, _]) = over(&served);
    client.say(&json!({ "type": "link", "id": 1 }));
    let token = client.hear("link")["token"].clone();
    let mut other = served.sit(&table, &token, None);
    let state = other.hear("state");
    assert!(state["seat"].is_null() && !state["over"].is_null());
}

/// A save up to a moment makes a table at that moment, and the rest is played anew.
#[test]
fn one_plays_on_from_a_moment() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::at(data.path());
    let (_, [mut client, _]) = over(&served);
    client.say(&json!({ "type": "save", "id": 1, "at": 3 }));
    let save = client.hear("saved")["text"].as_str().unwrap().to_owned();
    let (status, body) = served.ask("POST", "/api/saves", "content-type: application/json\r\n", &save);
    assert_eq!(status, 201, "{body}");
    let table: Value = serde_json::from_str(&body).unwrap();
    let mut next = served.sit(&table, &tokens(&table)[1], None);
    assert_eq!(next.hear("state")["legal"].as_array().unwrap().len(), 6);
    next.act(1, "c1");
    next.hear("done");
}

/// An invalid save, or one that names a program for a seat, starts nothing.
#[test]
fn a_save_of_a_stranger_names_nothing() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::at(data.path());
    assert_eq!(served.ask("POST", "/api/saves", "", "{ nothing").0, 422);
    let (_, [mut client, _]) = over(&served);
    client.say(&json!({ "type": "save", "id": 1, "at": 0 }));
    let save = client.hear("saved")["text"].as_str().unwrap().replacen("\"human\"", "\"exec:false\"", 1);
    let (status, body) = served.ask("POST", "/api/saves", "", &save);
    if status == 201 {
        // If the save is accepted, a person has that seat.
        assert_eq!(tokens(&serde_json::from_str(&body).unwrap()).len(), 2);
    }
}

/// A changed pack is reloaded at once; faults are reported with their lines, and the match continues by the old rules.
#[test]
fn a_change_of_a_pack_is_told() {
    let data = tempfile::tempdir().unwrap();
    let rules = tempfile::tempdir().unwrap();
    let pack = rules.path().join("tic-tac-toe");
    std::fs::create_dir_all(&pack).unwrap();
    let from = concat!(env!("CARGO_MANIFEST_DIR"), "/../../rules/tic-tac-toe/game.toml");
    let text = std::fs::read_to_string(from).unwrap();
    std::fs::write(pack.join("game.toml"), &text).unwrap();
    let served = Served::watching(data.path(), rules.path());
    let table = served.make(&tic_tac_toe());
    let mut client = served.sit(&table, &tokens(&table)[0], None);
    client.hear("state");
    std::fs::write(pack.join("game.toml"), text.replacen("[game]", "[gam]", 1)).unwrap();
    let told = client.hear("rules");
    assert!(told["faults"].to_string().contains("game.toml") && told["faults"][0]["line"].is_u64(), "{told}");
    std::fs::write(pack.join("game.toml"), text.replacen("Tic-tac-toe", "Noughts and crosses", 1)).unwrap();
    let told = client.hear("rules");
    assert_eq!((told["faults"].as_array().map(Vec::len), told["text"].as_str()), (Some(0), Some("")));
    client.hear("state");
    client.act(1, "b2");
    client.hear("done");
}
