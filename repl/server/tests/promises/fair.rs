//! Provably fair deals.

use crate::common::{Client, Served, tokens};
use parlour_engine::play::Record;
use parlour_table::deal::Deal;
use serde_json::{Value, json};

fn word(client: &mut Client, id: u64, word: &str) -> Value {
    client.say(&json!({ "type": "word", "id": id, "word": word }));
    client.answer(id)
}

/// Plays to the end; returns the last state.
fn play_on(clients: &mut [Client; 2]) -> Value {
    let (mut seen, mut id) = ([0; 2], 10);
    loop {
        for (client, seen) in clients.iter_mut().zip(&mut seen) {
            let is_due = |state: &Value| state["legal"][0].is_object() || !state["over"].is_null();
            let state = client.until(|state| state["version"].as_u64().unwrap() > *seen && is_due(state));
            if !state["over"].is_null() {
                return state;
            }
            assert!(state["fair"]["secret"].is_null());
            *seen = state["version"].as_u64().unwrap();
            id += 1;
            client.act(id, state["legal"][0]["action"].as_str().unwrap());
            assert_eq!(client.answer(id)["type"], "done");
        }
    }
}

/// The match begins when everybody has contributed a word, with a seed derived from the server's committed secret and
/// the words; the save proves it, and the secret isn't published before the end.
#[test]
fn a_deal_can_be_proved() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::at(data.path());
    let order = json!({ "game": "goofspiel", "seats": ["open", "open", "random"], "fair": true });
    let table = served.make(&order);
    let tokens = tokens(&table);
    let (mut one, mut two) = (served.sit(&table, &tokens[0], None), served.sit(&table, &tokens[1], None));
    let before = one.hear("state");
    let commitment = before["fair"]["commitment"].clone();
    assert_eq!(before["fair"]["waits_for"], json!(["a", "b"]));
    assert!(before["legal"].as_array().unwrap().is_empty() && before["to_act"].as_array().unwrap().is_empty());
    assert!(before["fair"]["secret"].is_null());
    one.act(1, "bid 3");
    assert!(one.answer(1)["why"].as_str().unwrap().contains("hasn't begun"));
    assert_eq!(word(&mut one, 2, "red")["type"], "done");
    assert!(word(&mut one, 3, "green")["why"].as_str().unwrap().contains("have said"));
    let told = two.until(|state| state["fair"]["waits_for"] == json!(["b"]));
    assert!(told["fair"]["words"].is_null() && !told.to_string().contains("red"), "{told}");
    drop((one, two, served));
    let served = Served::at(data.path());
    let (one, mut two) = (served.sit(&table, &tokens[0], None), served.sit(&table, &tokens[1], None));
    assert_eq!(word(&mut two, 4, "blue")["type"], "done");
    let begun = two.until(|state| state["fair"]["is_dealt"] == true);
    assert_eq!((&begun["fair"]["words"], &begun["whole"]), (&json!({ "a": "red", "b": "blue" }), &json!(true)));
    assert_eq!(begun["fair"]["commitment"], commitment);
    let over = play_on(&mut [one, two]);
    drop(served);
    let folder = data.path().join("tables").join(table["table"].as_str().unwrap()).join("autosave");
    let files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    let saves: Vec<_> = files.iter().filter(|file| file.extension().is_some_and(|end| end == "json")).collect();
    assert_eq!(saves.len(), 1, "{saves:?}");
    let record = Record::read("save", &std::fs::read_to_string(saves[0]).unwrap()).unwrap();
    let deal = Deal::of(&record).unwrap();
    assert!(deal.is_as_committed() && deal.true_seed() == record.seed);
    assert_eq!((json!(deal.commitment), json!(deal.secret)), (commitment, over["fair"]["secret"].clone()));
}

/// Before the deal the provisional position is hidden, even a hand from its own seat.
#[test]
fn nothing_is_shown_before_the_deal() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::at(data.path());
    let table = served.make(&json!({ "game": "gin-rummy", "seats": ["open", "open"], "fair": true }));
    let tokens = tokens(&table);
    let (mut one, mut two) = (served.sit(&table, &tokens[0], None), served.sit(&table, &tokens[1], None));
    let hides = |state: &Value| state["view"]["zones"]["hand.a"].as_array().unwrap().iter().all(|card| card == "?");
    assert!(hides(&one.hear("state")) && hides(&two.hear("state")));
    word(&mut one, 1, "");
    word(&mut two, 2, "");
    let begun = |state: &Value| state["fair"]["is_dealt"] == true;
    assert!(!hides(&one.until(begun)) && hides(&two.until(begun)));
}

/// A chosen seed can't be fair.
#[test]
fn a_chosen_seed_is_not_fair() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::at(data.path());
    let order = json!({ "game": "goofspiel", "seats": ["open", "open"], "seed": 7, "fair": true });
    assert_eq!(served.ask("POST", "/api/tables", "", &order.to_string()).0, 422);
}
