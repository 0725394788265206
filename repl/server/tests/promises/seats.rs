//! Changes of seats: robots in place of people and vice versa, and rematches with rotated seats.

use crate::common::{Client, Served, tic_tac_toe, tokens};
use serde_json::{Value, json};

fn put(client: &mut Client, id: u64, seat: &Value, player: &str) -> Value {
    client.say(&json!({ "type": "seat", "id": id, "seat": seat, "player": player }));
    client.answer(id)
}

/// A leaving person gives the seat to a robot, which plays on, and may take it back.
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
    // The robot acts, so that the other seat is to move.
    two.until(|state| state["to_act"] == json!([other]));
    assert_eq!(put(&mut one, 4, &own, "me")["type"], "done");
    assert_eq!(one.until(|state| state["seat"] == own)["away"], Value::Null);
    two.say(&json!({ "type": "act", "id": 1, "action": "b3" }));
    two.answer(1);
    one.until(|state| !state["legal"].as_array().unwrap().is_empty());
}

/// A robot's seat is taken over by the host, or by an onlooker if the host allows it; the holder of a seat gets no
/// other.
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

/// Puts a robot on a seat as soon as the server has noticed the disconnection.
fn put_when_gone(client: &mut Client, seat: &Value) {
    let mut id = 100;
    while put(client, id, seat, "easy")["type"] != "done" {
        // Asked without a pause, a slow server would end the connection as a flood.
        std::thread::sleep(std::time::Duration::from_millis(20));
        id += 1;
    }
}

/// A table of gin rummy with the given players.
fn gin(served: &Served, seats: &Value, take_over: bool) -> Value {
    served.make(&json!({ "game": "gin-rummy", "seats": seats, "take_over": take_over }))
}

/// True if a state shows the cards of a seat.
fn shows(state: &Value, seat: &str) -> bool {
    let hand = state["view"]["zones"][format!("hand.{seat}")].as_array().unwrap();
    hand.iter().any(|card| card != "?")
}

/// True if any of the seat events of a state are of one seat and player.
fn has_seat_event(state: &Value, seat: &str, player: &str) -> bool {
    let events = state["events"].as_array().unwrap().iter();
    let mut events = events.filter(|event| event["kind"] == "seat");
    events.any(|event| event["seat"] == seat && event["player"] == player && event["text"].is_string())
}

/// The host lets a robot fill in for an absent person. That person's link stays valid, no other token gets the seat,
/// and the returning person has it again; each change is announced, and nothing is marked.
#[test]
fn an_absent_person_keeps_the_seat() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::at(data.path());
    for order in [json!({ "game": "gin-rummy", "seats": ["open", "open"], "take_over": true }), tic_tac_toe()] {
        let table = served.make(&order);
        let tokens = tokens(&table);
        let mut host = served.sit_as_host(&table, &tokens[0]);
        let own = host.hear("state")["seat"].clone();
        let mut two = served.sit(&table, &tokens[1], None);
        let other = two.hear("state")["seat"].clone();
        assert!(put(&mut host, 1, &other, "easy")["why"].as_str().unwrap().contains("alone"));
        let mut onlooker = served.sit(&table, &table["watch"], None);
        let mut tab = served.sit(&table, &table["host"], None);
        drop(two);
        put_when_gone(&mut tab, &other);
        let seat = other.as_str().unwrap();
        let told = host.until(|state| state["players"][1]["stands_in"] == true);
        assert!(has_seat_event(&told, seat, told["players"][1]["player"].as_str().unwrap()), "{told}");
        for (n, client) in [&mut tab, &mut host, &mut onlooker].into_iter().enumerate() {
            for (m, player) in ["me", "open", "human"].into_iter().enumerate() {
                let answer = put(client, (1000 + 10 * n + m) as u64, &other, player);
                assert_eq!(answer["type"], "refused", "{n} {player}: {answer}");
            }
        }
        let mut two = served.sit(&table, &tokens[1], None);
        let back = two.hear("state");
        assert_eq!((&back["seat"], &back["players"][1]["player"]), (&other, &json!("human")));
        let told = host.until(|state| state["players"][1]["player"] == "human");
        assert!(has_seat_event(&told, seat, "human") && told["revealed"] == false, "{told}");
        assert_ne!(own, other);
    }
}

/// A person who returns after a restart of the server has the seat as well.
#[test]
fn an_absent_person_comes_back_after_a_start() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::at(data.path());
    let table = gin(&served, &json!(["open", "open"]), false);
    let tokens = tokens(&table);
    let two = served.sit(&table, &tokens[1], None).hear("state")["seat"].clone();
    let mut host = served.sit_as_host(&table, &tokens[0]);
    put_when_gone(&mut host, &two);
    drop((host, served));
    let served = Served::at(data.path());
    let back = served.sit(&table, &tokens[1], None).hear("state");
    assert!(back["seat"] == two && shows(&back, two.as_str().unwrap()), "{back}");
}

/// A client that has seen the cards of one seat gets no other: not by the host's token in a second tab, not as an
/// onlooker, not after giving its own seat to a robot, not by opening a robot's seat, not by two links at one
/// connection.
#[test]
fn nobody_holds_two_hands() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::at(data.path());
    let table = gin(&served, &json!(["open", "random"]), true);
    let token = &tokens(&table)[0];
    let (own, other) = (json!("a"), json!("b"));
    let mut one = served.sit(&table, token, None);
    one.hear("state");
    let mut tab = served.sit(&table, &table["host"], None);
    let mut onlooker = served.sit(&table, &table["watch"], None);
    for (n, client) in [&mut tab, &mut onlooker, &mut one].into_iter().enumerate() {
        let answer = put(client, n as u64, &other, "me");
        assert_eq!(answer["type"], "refused", "{n}: {answer}");
    }
    let opened = put(&mut tab, 10, &other, "open");
    assert!(opened["token"].is_null() && opened["offered"] == true, "{opened}");
    assert_eq!(put(&mut onlooker, 11, &other, "me")["type"], "refused");
    for token in [&table["host"], &table["watch"], token] {
        let state = served.sit(&table, token, None).hear("state");
        assert!(!shows(&state, "b"), "{state}");
    }
    // The client's own seat has a robot meanwhile.
    assert_eq!(put(&mut one, 12, &own, "random")["type"], "done");
    assert_eq!(put(&mut one, 13, &other, "me")["type"], "refused");
}

/// With two links a connection uses only one, and so does the host; once the match is over everything is open.
#[test]
fn two_links_are_not_used_by_one() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::at(data.path());
    let table = gin(&served, &json!(["open", "open"]), false);
    let tokens = tokens(&table);
    let mut one = served.sit_as_host(&table, &tokens[0]);
    one.hear("state");
    one.say(&json!({ "type": "sit", "token": tokens[1] }));
    assert_eq!(one.hear("error")["code"], "seen");
    assert_eq!(served.sit_as_host(&table, &tokens[1]).hear("error")["code"], "seen");
    assert_eq!(served.sit(&table, &tokens[1], None).hear("state")["seat"], "b");
    // Without hidden information there is no restriction.
    let table = served.make(&tic_tac_toe());
    let tokens = self::tokens(&table);
    let mut one = served.sit_as_host(&table, &tokens[0]);
    one.hear("state");
    one.say(&json!({ "type": "sit", "token": tokens[1] }));
    assert_eq!(one.hear("state")["seat"], "o");
}

/// A host without a link to another seat may take one robot's seat, and no other after that.
#[test]
fn a_host_takes_one_seat_of_a_robot() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::at(data.path());
    let table = gin(&served, &json!(["random", "random"]), false);
    let mut host = served.sit(&table, &table["host"], None);
    let token = put(&mut host, 1, &json!("b"), "me")["token"].clone();
    let mut taken = served.sit(&table, &token, None);
    assert!(shows(&taken.hear("state"), "b"));
    assert_eq!(put(&mut host, 2, &json!("a"), "me")["type"], "refused");
    assert_eq!(put(&mut taken, 3, &json!("a"), "me")["type"], "refused");
    assert!(put(&mut host, 4, &json!("a"), "open")["token"].is_null());
}

/// The host gives an unclaimed seat to a robot, or renews its link; the old link reports the new one.
#[test]
fn the_host_fills_and_opens_free_seats() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::at(data.path());
    let table = served.make(&tic_tac_toe());
    let tokens = tokens(&table);
    let mut host = served.sit_as_host(&table, &tokens[0]);
    let first = host.hear("state");
    let other = first["players"][1]["seat"].clone();
    assert_eq!(put(&mut host, 1, &other, "easy")["type"], "done");
    let told = put(&mut host, 2, &other, "open");
    assert_eq!(told["seat"], other);
    let void = served.sit(&table, &tokens[1], None).hear("error");
    assert!(void["code"] == "void" && void["text"].as_str().unwrap().contains("new link for o"), "{void}");
    assert_eq!(served.sit(&table, &json!("cut"), None).hear("error")["code"], "unknown");
    assert_eq!(served.sit(&table, &told["token"], None).hear("state")["seat"], other);
}

/// A rematch begins when all agree. Everybody is sent there, with the same token for the next seat, and later clients
/// are redirected.
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
