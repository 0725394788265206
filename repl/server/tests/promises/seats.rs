//! Who sits where: robots in the place of people and the other way round, and another match with the seats turned.

use crate::common::{Client, Served, tic_tac_toe, tokens};
use serde_json::{Value, json};

fn put(client: &mut Client, id: u64, seat: &Value, player: &str) -> Value {
    client.say(&json!({ "type": "seat", "id": id, "seat": seat, "player": player }));
    client.answer(id)
}

/// Who leaves gives the seat to a robot, which plays on, and may take it back.
#[test]
fn a_robot_plays_for_who_leaves() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::at(data.path());
    let table = served.make(&tic_tac_toe());
    let tokens = tokens(&table);
    let (mut one, mut two) = (served.sit(&table, &tokens[0], None), served.sit(&table, &tokens[1], None));
    let (own, other) = (one.hear("state")["seat"].clone(), two.hear("state")["seat"].clone());
    assert!(put(&mut one, 1, &other, "easy")["why"].as_str().unwrap().contains("your seat"));
    assert!(put(&mut one, 2, &own, "exec:true")["why"].as_str().unwrap().contains("program"));
    assert_eq!(put(&mut one, 3, &own, "easy")["type"], "done");
    let left = one.until(|state| state["away"] == own);
    assert!(left["seat"].is_null() && left["legal"].as_array().unwrap().is_empty(), "{left}");
    // The robot acts, so that it is the other's turn.
    two.until(|state| state["to_act"] == json!([other]));
    assert_eq!(put(&mut one, 4, &own, "me")["type"], "done");
    assert_eq!(one.until(|state| state["seat"] == own)["away"], Value::Null);
    two.say(&json!({ "type": "act", "id": 1, "action": "b3" }));
    two.answer(1);
    one.until(|state| !state["legal"].as_array().unwrap().is_empty());
}

/// A robot's seat is taken over by the host, or by who looks on if the host allows it; who has a seat has no other.
#[test]
fn a_seat_of_a_robot_is_taken_over() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::at(data.path());
    for allowed in [false, true] {
        let order = json!({ "game": "tic-tac-toe", "seats": ["open", "random"], "seed": 3, "take_over": allowed });
        let table = served.make(&order);
        let mut one = served.sit(&table, &tokens(&table)[0], None);
        let first = one.hear("state");
        let robots = first["players"].as_array().unwrap().iter().find(|player| player["player"] == "random").unwrap();
        let seat = robots["seat"].clone();
        assert!(put(&mut one, 1, &seat, "me")["why"].as_str().unwrap().contains("already"));
        let mut onlooker = served.sit(&table, &table["watch"], None);
        let told = put(&mut onlooker, 2, &seat, "me");
        let told = if allowed { told } else { put(&mut served.sit(&table, &table["host"], None), 3, &seat, "me") };
        assert_eq!(told["seat"], seat, "{told}");
        let mut taken = served.sit(&table, &told["token"], None);
        assert_eq!(taken.hear("state")["seat"], seat);
        let late = put(&mut onlooker, 4, &seat, "me");
        assert_eq!(late["type"], "refused", "{late}");
    }
}

/// The host lets a robot play for somebody who isn't here, and a person again whom it sends the new token; the token of
/// before is void.
#[test]
fn the_host_puts_robots_where_nobody_is() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::at(data.path());
    let table = served.make(&tic_tac_toe());
    let tokens = tokens(&table);
    let mut host = served.sit_as_host(&table, &tokens[0]);
    let first = host.hear("state");
    let seats: Vec<&Value> = first["players"].as_array().unwrap().iter().map(|player| &player["seat"]).collect();
    let other = *seats.iter().find(|seat| **seat != &first["seat"]).unwrap();
    let mut two = served.sit(&table, &tokens[1], None);
    two.hear("state");
    assert!(put(&mut host, 1, other, "easy")["why"].as_str().unwrap().contains("alone"));
    drop(two);
    // That the other has gone is heard of some time later.
    let mut id = 1;
    while {
        id += 1;
        put(&mut host, id, other, "easy")["type"] != "done"
    } {}
    let told = put(&mut host, 1000, other, "open");
    assert_eq!(told["seat"], *other);
    assert!(served.sit(&table, &tokens[1], None).hear("error")["text"].as_str().unwrap().contains("token"));
    assert_eq!(served.sit(&table, &told["token"], None).hear("state")["seat"], *other);
}

/// Another match begins when all agree to it. Everybody is led there, sits on the next seat with the same token, and who
/// comes later finds the way.
#[test]
fn another_match_has_the_seats_turned() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::at(data.path());
    let table = served.make(&tic_tac_toe());
    let tokens = tokens(&table);
    let (mut one, mut two) = (served.sit(&table, &tokens[0], None), served.sit(&table, &tokens[1], None));
    let (own, other) = (one.hear("state")["seat"].clone(), two.hear("state")["seat"].clone());
    one.say(&json!({ "type": "again", "id": 1 }));
    assert!(one.answer(1)["why"].as_str().unwrap().contains("over"));
    for (n, action) in ["a1", "b1", "a2", "b2", "a3"].into_iter().enumerate() {
        let acts = if n % 2 == 0 { &mut one } else { &mut two };
        acts.act(10 + n as u64, action);
        assert_eq!(acts.answer(10 + n as u64)["type"], "done");
    }
    one.say(&json!({ "type": "again", "id": 2 }));
    assert_eq!(one.answer(2)["type"], "asked");
    two.until(|state| state["again"]["asked_by"] == own);
    two.say(&json!({ "type": "answer", "yes": false }));
    assert_eq!(one.answer(2)["type"], "refused");
    two.say(&json!({ "type": "again", "id": 3 }));
    one.until(|state| state["again"]["asked_by"] == other);
    one.say(&json!({ "type": "answer", "yes": true }));
    let (led, also) = (one.hear("moved"), two.hear("moved"));
    assert_eq!(led, also);
    assert_eq!((&led["seats"][own.as_str().unwrap()], &led["seats"][other.as_str().unwrap()]), (&other, &own));
    let sits = |token: &Value| served.sit(&led, token, None).hear("state");
    assert_eq!((&sits(&tokens[0])["seat"], &sits(&tokens[1])["seat"]), (&other, &own));
    assert_eq!(sits(&tokens[0])["over"], Value::Null);
    let late = served.sit(&table, &tokens[0], None).hear("state");
    assert_eq!((&late["again"]["table"], &late["again"]["may"]), (&led["table"], &json!(false)));
}
