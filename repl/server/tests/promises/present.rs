//! Announcements besides the match: presence, names, and knowledge of hidden information.

use std::time::{Duration, Instant};

use crate::common::{Client, Served, tic_tac_toe, tokens};
use serde_json::{Value, json};

/// The next event of a kind that doesn't belong to the match.
fn event(client: &mut Client, kind: &str) -> (Value, Value) {
    loop {
        let frame = client.hear("players");
        let found = frame["events"].as_array().unwrap().iter().find(|event| event["kind"] == kind).cloned();
        if let Some(event) = found {
            return (event, frame["players"].clone());
        }
    }
}

/// Seats and onlookers are notified when somebody joins, leaves and returns, once for several connections of one seat.
#[test]
fn who_is_here_is_told() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::at(data.path());
    let mut order = tic_tac_toe();
    for delay in [0, 3] {
        order["delay"] = json!(delay);
        let table = served.make(&order);
        let tokens = tokens(&table);
        let mut two = served.sit(&table, &tokens[1], None);
        assert_eq!(two.hear("state")["players"][0]["is_here"], false);
        let mut onlooker = served.sit(&table, &table["watch"], None);
        onlooker.hear("state");
        for _ in 0..2 {
            let mut one = served.sit(&table, &tokens[0], None);
            one.hear("state");
            let mut tab = served.sit(&table, &tokens[0], None);
            tab.hear("state");
            for client in [&mut two, &mut onlooker] {
                let (event, players) = event(client, "presence");
                assert_eq!(
                    (&event["seat"], &event["is_here"], &players[0]["is_here"]),
                    (&json!("x"), &json!(true), &json!(true))
                );
            }
            drop((one, tab));
            for client in [&mut two, &mut onlooker] {
                let (event, players) = event(client, "presence");
                assert_eq!((&event["is_here"], &players[0]["is_here"]), (&json!(false), &json!(false)));
            }
        }
    }
}

/// A later change of a name is announced, sanitized.
#[test]
fn a_name_is_told() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::at(data.path());
    let table = served.make(&tic_tac_toe());
    let tokens = tokens(&table);
    let (mut one, mut two) = (served.sit(&table, &tokens[0], None), served.sit(&table, &tokens[1], None));
    one.hear("state");
    two.hear("state");
    one.say(&json!({ "type": "name", "text": "\u{202e}Kit\n" }));
    let (event, players) = event(&mut two, "name");
    assert_eq!((&event["seat"], &event["name"], &players[0]["name"]), (&json!("x"), &json!("Kit"), &json!("Kit")));
    drop((one, two, served));
    let served = Served::at(data.path());
    assert_eq!(served.sit(&table, &tokens[1], None).hear("state")["players"][0]["name"], "Kit");
}

/// If the table's maker has chosen the seed or uploaded the match, all are notified, in the lobby too, unless there is
/// nothing to know.
#[test]
fn who_can_know_the_cards_is_told() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::at(data.path());
    let told = |table: &Value| {
        let state = served.sit(table, &table["watch"], None).hear("state");
        let has_event = state["events"].as_array().unwrap().iter().any(|event| event["kind"] == "seed_known");
        assert_eq!(has_event, !state["seed_known"].is_null());
        state["seed_known"].clone()
    };
    for (game, known) in [("gin-rummy", json!("seed")), ("yahtzee", json!("seed")), ("tic-tac-toe", Value::Null)] {
        let order = json!({ "game": game, "seats": ["open", "open"], "seed": 5, "public": true });
        let table = served.make(&order);
        assert_eq!(told(&table), known, "{game}");
        let lobby: Value = serde_json::from_str(&served.ask("GET", "/api/tables", "", "").1).unwrap();
        let listed = lobby["tables"].as_array().unwrap().iter().find(|each| each["table"] == table["table"]).unwrap();
        assert_eq!(listed["seed_known"], known, "{game}");
    }
    let table = served.make(&json!({ "game": "gin-rummy", "seats": ["open", "open"] }));
    assert_eq!(told(&table), Value::Null);
    let folder = data.path().join("tables").join(table["table"].as_str().unwrap()).join("autosave");
    let mut files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let file = files.find(|file| file.extension().is_some_and(|end| end == "json")).unwrap();
    let (status, made) = served.ask("POST", "/api/saves", "", &std::fs::read_to_string(file).unwrap());
    assert_eq!(status, 201, "{made}");
    assert_eq!(told(&serde_json::from_str(&made).unwrap()), "save");
}

/// Against robots too, undoing revealed chance or hidden cards marks the match, at once and for good. Other undos
/// don't.
#[test]
fn what_was_seen_is_not_taken_back_without_a_mark() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::at(data.path());
    let cases = [("archaeology", "dig", true), ("yahtzee", "roll", true), ("tic-tac-toe", "b2", false)];
    for (game, begins, is_marked) in cases {
        let table = served.make(&json!({ "game": game, "seats": ["open", "random"], "seed": 3 }));
        let token = &tokens(&table)[0];
        let mut one = served.sit(&table, token, None);
        let state = one.until(|state| state["to_act"][0] == state["seat"]);
        let legal = state["legal"].as_array().unwrap().iter();
        let mut texts = legal.map(|action| action["action"].as_str().unwrap().to_owned());
        let action =
            texts.find(|text| text.starts_with(begins)).unwrap_or_else(|| panic!("{game}: {}", state["legal"]));
        assert_eq!(state["revealed"], false);
        one.act(1, &action);
        assert_eq!(one.answer(1)["type"], "done");
        one.say(&json!({ "type": "undo", "id": 2 }));
        let done = one.answer(2);
        assert_eq!((&done["type"], done["revealed"] == true), (&json!("done"), is_marked), "{game}: {done}");
        assert_eq!(one.hear("state")["revealed"], is_marked, "{game}");
        drop(one);
        let seen = served.sit(&table, &table["watch"], None).hear("state")["revealed"].clone();
        assert_eq!(seen, is_marked, "{game}");
    }
    drop(served);
}

/// A client that never joined a claimed seat gets the same one again. From one address two seats of a table can be
/// claimed, and never the last one; links allow any number.
#[test]
fn nobody_takes_all_seats_of_a_public_table() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::at(data.path());
    // The list is updated after the table has answered; a wrong count ends in a timeout.
    let is_free = |count: usize| {
        let seen = || served.ask("GET", "/api/tables", "", "").1.matches("\"open\":true").count();
        let deadline = Instant::now() + Duration::from_secs(60);
        while seen() != count {
            assert!(Instant::now() < deadline, "{} seats are free, not {count}", seen());
            std::thread::sleep(Duration::from_millis(10));
        }
    };
    let claimed = |(status, body): (u16, String)| {
        assert_eq!(status, 200, "{body}");
        serde_json::from_str::<Value>(&body).unwrap()
    };
    for (game, count, left) in [("hearts", 4, 2), ("gin-rummy", 2, 1)] {
        let table = served.make(&json!({ "game": game, "seats": vec!["open"; count], "public": true }));
        let path = format!("/api/tables/{}/sit", table["table"].as_str().unwrap());
        let claim = || served.ask("POST", &path, "", "{}");
        let (first, again) = (claimed(claim()), claimed(claim()));
        assert_eq!(first["seat"], again["seat"]);
        assert_eq!(served.sit(&table, &first["token"], None).hear("error")["code"], "void");
        let mut one = served.sit(&table, &again["token"], None);
        assert_eq!(one.hear("state")["seat"], first["seat"]);
        let mut seats = table["seats"].as_object().unwrap().clone();
        seats.remove(first["seat"].as_str().unwrap());
        if count == 4 {
            let second = claimed(claim());
            assert_ne!(second["seat"], first["seat"]);
            assert_eq!(served.sit(&table, &second["token"], None).hear("state")["seat"], second["seat"]);
            seats.remove(second["seat"].as_str().unwrap());
        }
        let (status, why) = claim();
        assert!(status == 409 && why.contains("from your address"), "{status} {why}");
        is_free(left);
        // Another member of the household has a link.
        for token in seats.values() {
            assert!(served.sit(&table, token, None).hear("state")["seat"].is_string());
        }
        is_free(0);
    }
}

/// Every error is JSON with a message, from any layer.
#[test]
fn every_error_is_json() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::at(data.path());
    let large = "x".repeat(20_000);
    for (method, path, body, expected) in [
        ("POST", "/api/tables", &large, 413),
        ("POST", "/api/tables", &"{".to_owned(), 400),
        ("POST", "/api/saves", &"{".to_owned(), 422),
        ("DELETE", "/api/tables", &String::new(), 405),
        ("POST", "/", &String::new(), 405),
        ("GET", "/api/saves", &String::new(), 405),
        ("GET", "/api/games/nothing", &String::new(), 404),
        ("GET", "/api/games/%ff", &String::new(), 400),
        ("GET", "/api/tables/0123456789ab", &String::new(), 404),
        ("GET", "/api/tables/0123456789ab/ws", &String::new(), 426),
        ("GET", "/page/nothing", &String::new(), 404),
        ("PUT", "/nowhere", &String::new(), 404),
    ] {
        let (head, told) = served.answer(method, path, "", body);
        assert!(head.contains(&format!(" {expected} ")), "{method} {path}: {head}");
        assert!(head.to_ascii_lowercase().contains("content-type: application/json"), "{method} {path}: {head}");
        let told: Value = serde_json::from_str(&told).unwrap_or_else(|_| panic!("{method} {path}: {told}"));
        assert!(told["error"].as_str().is_some_and(|why| !why.is_empty()), "{method} {path}: {told}");
    }
    let (_, told) = served.ask("POST", "/api/saves", "", "{\"format\":1}");
    assert!(!told.contains(&data.path().display().to_string()) && !told.contains("incoming"), "{told}");
    let table = served.make(&tic_tac_toe());
    assert_eq!(served.ask("GET", &format!("/api/tables/{}", table["table"].as_str().unwrap()), "", "").0, 200);
}

/// The refusal of a save that can't be replayed contains no path of the server.
#[test]
fn a_refused_save_tells_no_path() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::at(data.path());
    let table = served.make(&tic_tac_toe());
    let mut one = served.sit(&table, &tokens(&table)[0], None);
    one.act(1, "b2");
    one.answer(1);
    let folder = data.path().join("tables").join(table["table"].as_str().unwrap()).join("autosave");
    let mut files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let file = files.find(|file| file.extension().is_some_and(|end| end == "json")).unwrap();
    let save = std::fs::read_to_string(file).unwrap().replace("\"b2\"", "\"z9\"");
    let (status, why) = served.ask("POST", "/api/saves", "", &save);
    assert_eq!(status, 422, "{why}");
    let root = data.path().display().to_string();
    assert!(!why.contains(&root) && !why.contains("tables/") && !why.contains("incoming"), "{why}");
}

/// Chat is shown to later clients, also after a restart.
#[test]
fn a_chat_is_kept() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::at(data.path());
    let table = served.make(&tic_tac_toe());
    let tokens = tokens(&table);
    let mut one = served.sit(&table, &tokens[0], None);
    one.hear("state");
    one.say(&json!({ "type": "chat", "text": "Good luck" }));
    one.hear("chat");
    drop((one, served));
    let served = Served::at(data.path());
    let lines = served.sit(&table, &tokens[1], None).hear("chats")["lines"].clone();
    assert_eq!((&lines[0]["seat"], &lines[0]["text"]), (&json!("x"), &json!("Good luck")));
}

/// The holder of a token can query if it is to move, without joining; others get nothing.
#[test]
fn standing() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::at(data.path());
    let table = served.make(&tic_tac_toe());
    let tokens = tokens(&table);
    let path = format!("/api/tables/{}/standing", table["table"].as_str().unwrap());
    let ask = |token: &str| served.ask("POST", &path, "", token);
    let stands = |token: &Value| serde_json::from_str::<Value>(&ask(token.as_str().unwrap()).1).unwrap();
    assert_eq!(stands(&tokens[0]), json!({ "seat": "x", "is_due": true, "is_over": false }));
    assert_eq!(stands(&tokens[1]), json!({ "seat": "o", "is_due": false, "is_over": false }));
    assert_eq!(stands(&table["watch"]), json!({ "seat": null, "is_due": false, "is_over": false }));
    assert_eq!(ask("0123456789abcdef").0, 404);
    let nowhere = served.ask("POST", "/api/tables/0123456789ab/standing", "", tokens[0].as_str().unwrap());
    assert_eq!(nowhere.0, 404);
}

/// Onlookers are counted, and changes of their number are announced.
#[test]
fn onlookers_are_counted() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::at(data.path());
    let table = served.make(&tic_tac_toe());
    let mut one = served.sit(&table, &tokens(&table)[0], None);
    assert_eq!(one.hear("state")["onlookers"], 0);
    let onlooker = served.sit(&table, &table["watch"], None);
    assert_eq!(one.hear("players")["onlookers"], 1);
    drop(onlooker);
    assert_eq!(one.hear("players")["onlookers"], 0);
}

/// A page gets the server's external address, and links become QR codes.
#[test]
fn others_can_be_invited() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::at(data.path());
    let reach: Value = serde_json::from_str(&served.ask("GET", "/api/reach", "", "").1).unwrap();
    assert_eq!(reach["origin"], Value::Null);
    assert!(reach["start"].as_str().unwrap().starts_with("parlour serve --listen 0.0.0.0:"));
    let (status, picture) = served.ask("POST", "/api/qr", "", "http://192.168.1.5:7777/t/abc#def");
    assert_eq!(status, 200);
    assert!(picture.contains("<svg"));
    assert_eq!(served.ask("POST", "/api/qr", "", &"x".repeat(600)).0, 400);
}
