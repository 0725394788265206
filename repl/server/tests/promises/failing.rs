//! Failing or endless rules and robots: the table is notified, and other tables go on.

use std::path::Path;

use serde_json::{Value, json};

use crate::common::{Client, Served, limits, tokens};

/// Writes a pack with one action, with the given hooks, and further rules.
fn write_pack(rules: &Path, name: &str, hooks: &str, more: &str) {
    let folder = rules.join(name);
    std::fs::create_dir_all(&folder).unwrap();
    let table = format!(
        "[game]\ntitle = \"{name}\"\n\n[seats]\nmin = 2\nmax = 2\n\n[vars]\nn = {{ min = 0 }}\n\n[phases]\n\
         turn = {{ actions = [\"go\"], text = \"go\" }}\n\n[actions]\ngo = {{}}\n\n[endings]\ndone = \"nobody wins\"\n"
    );
    std::fs::write(folder.join("game.toml"), table).unwrap();
    std::fs::write(folder.join("guide.md"), format!("# {name}\n")).unwrap();
    let script = format!("local go = {{}}\n\n{hooks}\n\nreturn {{ actions = {{ go = go }}{more} }}\n");
    std::fs::write(folder.join("rules.lua"), script).unwrap();
}

/// Writes a pack's display script, with the body of its function.
fn write_display(rules: &Path, name: &str, body: &str) {
    let text = format!("return function(viewer, phase)\n{body}\nend\n");
    std::fs::write(rules.join(name).join("display.lua"), text).unwrap();
}

/// Rules of a match that ends after many actions.
const GOES: &str = "function go.apply(seat)\n\tn.add(1)\n\tturn.turn(seats.next(seat))\n\tif n.get() > 50 then\n\t\t\
                    ending.done()\n\tend\nend";

/// Rules that fail at the second action.
const FAILS: &str = "function go.apply(seat)\n\tif n.get() >= 1 then\n\t\terror(\"the second always fails\")\n\tend\n\t\
                     n.add(1)\n\tturn.turn(seats.next(seat))\n\tif n.get() > 50 then\n\t\tending.done()\n\tend\nend";

/// The next frame of a kind; frames before it must not mention the folder of packs.
fn hears(client: &mut Client, kind: &str, folder: &Path) -> Value {
    loop {
        let text = client.next().expect("the connection has ended");
        assert!(!text.contains(&folder.display().to_string()), "{text}");
        let frame: Value = serde_json::from_str(&text).unwrap();
        if frame["type"] == kind {
            return frame;
        }
    }
}

/// A failure of the rules on a robot's action is reported at the table, to the host with its line, and logged once; the
/// robot is asked again after a change, and not before.
#[test]
fn rules_that_fail_for_a_robot_are_told() {
    let (data, rules) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    write_pack(rules.path(), "boom", FAILS, "");
    let (served, log) = Served::of_packs(data.path(), rules.path(), limits());
    let table = served.make(&json!({ "game": "boom", "seats": ["open", "random"] }));
    let token = &tokens(&table)[0];
    let (mut seat, mut host) = (served.sit(&table, token, None), served.sit(&table, &table["host"], None));
    let mut watch = served.sit(&table, &table["watch"], None);
    for client in [&mut seat, &mut host, &mut watch] {
        client.hear("state");
    }
    seat.act(1, "go");
    assert_eq!(seat.answer(1)["type"], "done");
    let told = hears(&mut host, "fault", rules.path());
    assert_eq!((&told["seat"], &told["is_stuck"]), (&json!("b"), &json!(true)));
    let fault = &told["faults"][0];
    assert_eq!((&fault["file"], &fault["line"]), (&json!("boom/rules.lua"), &json!(5)), "{told}");
    assert!(fault["text"].as_str().unwrap().contains("the second always fails"), "{told}");
    for client in [&mut seat, &mut watch] {
        let told = hears(client, "fault", rules.path());
        assert!(told["faults"].as_array().unwrap().is_empty(), "{told}");
        assert!(told["text"].as_str().unwrap().contains("the rules failed"), "{told}");
    }
    // Later clients get the report as well, and cause no retry.
    for _ in 0..3 {
        let state = served.sit(&table, &table["host"], None).hear("state");
        assert_eq!(state["fault"]["faults"][0]["line"], 5);
    }
    assert_eq!(log.lock().unwrap().len(), 1, "{:?}", log.lock().unwrap());
    // Another robot takes the seat: it is asked, and fails like the first.
    host.say(&json!({ "type": "seat", "id": 2, "seat": "b", "player": "easy" }));
    hears(&mut host, "fault", rules.path());
    seat.say(&json!({ "type": "undo", "id": 3 }));
    assert_eq!(seat.answer(3)["type"], "done");
    assert!(seat.until(|state| !state["legal"].as_array().unwrap().is_empty())["fault"].is_null());
}

/// A robot's error is reported at the table, and a random action replaces its choice.
#[test]
fn a_robot_that_fails_is_told() {
    let (data, rules) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    write_pack(rules.path(), "fine", GOES, "");
    let robots = rules.path().join("robots/fine");
    std::fs::create_dir_all(&robots).unwrap();
    std::fs::write(robots.join("slip.lua"), "return {\n\tchoose = function()\n\t\terror(\"slipped\")\n\tend,\n}\n")
        .unwrap();
    let (served, log) = Served::of_packs(data.path(), rules.path(), limits());
    let table = served.make(&json!({ "game": "fine", "seats": ["open", "slip"] }));
    let mut host = served.sit_as_host(&table, &tokens(&table)[0]);
    for n in 0..3 {
        host.act(n, "go");
        let told = hears(&mut host, "fault", rules.path());
        assert_eq!((&told["is_stuck"], &told["faults"][0]["line"]), (&json!(false), &json!(3)), "{told}");
        host.until(|state| state["to_act"] == json!(["a"]));
    }
    assert_eq!(log.lock().unwrap().len(), 1, "{:?}", log.lock().unwrap());
}

/// People's actions that fail are refused; the host gets the place.
#[test]
fn faults_of_rules_are_told_without_folders() {
    let (data, rules) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let legal = "function go.legal(seat)\n\tif n.get() >= 1 then\n\t\terror(\"no list\")\n\tend\n\toffer.go()\nend\n\n";
    let allow = "function go.allow(seat)\n\treturn n.nothing()\nend\n\n";
    write_pack(rules.path(), "boom", FAILS, "");
    write_pack(rules.path(), "unlisted", &format!("{legal}{GOES}"), "");
    write_pack(rules.path(), "forbidding", &format!("{allow}{GOES}"), "");
    write_pack(rules.path(), "unbegun", GOES, ", setup = function() error(\"no beginning\") end");
    write_pack(rules.path(), "unshown", GOES, "");
    write_display(rules.path(), "unshown", "\terror(\"no picture\")");
    let (served, _log) = Served::of_packs(data.path(), rules.path(), limits());
    let folder = rules.path().display().to_string();
    for game in ["unbegun", "forbidding"] {
        let (status, why) = served.ask("POST", "/api/tables", "", &json!({ "game": game }).to_string());
        assert_eq!(status, 422, "{game}: {why}");
        assert!(why.contains(&format!("{game}/rules.lua")) && !why.contains(&folder), "{why}");
    }
    for game in ["boom", "unlisted", "unshown"] {
        let table = served.make(&json!({ "game": game, "seats": ["open", "open"] }));
        let mut one = served.sit_as_host(&table, &tokens(&table)[0]);
        let mut two = served.sit(&table, &tokens(&table)[1], None);
        assert!(hears(&mut one, "state", rules.path())["legal"].as_array().is_some_and(|legal| legal.len() == 1));
        hears(&mut two, "state", rules.path());
        one.act(1, "go");
        let one = one.answer(1);
        two.act(2, "go");
        let two = two.answer(2);
        match game {
            "boom" => {
                assert_eq!((&one["type"], &two["type"]), (&json!("done"), &json!("refused")));
                assert!(two["why"].as_str().unwrap().starts_with("the rules of this game fail"), "{two}");
            }
            "unlisted" => {
                let why = one["why"].as_str().unwrap();
                assert!(why.contains("unlisted/rules.lua:5") && !why.contains(&folder), "{why}");
            }
            _ => {
                assert_eq!((&one["type"], &two["type"]), (&json!("done"), &json!("done")));
                let state = served.sit(&table, &table["host"], None).hear("state");
                assert_eq!(state["fault"]["faults"][0]["text"].as_str(), Some("no picture"), "{state}");
            }
        }
    }
    for game in ["unbegun", "boom", "unshown", "forbidding"] {
        let (_, text) = served.ask("GET", &format!("/api/games/{game}/picture.svg"), "", "");
        assert!(!text.contains(&folder), "{text}");
    }
}

/// Tables with endless rules are limited by their CPU quota: their suspension is announced, and other tables respond
/// meanwhile.
#[test]
fn endless_rules_hold_up_nobody_else() {
    let (data, rules) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let endless = "\tlocal at = 0\n\twhile at >= 0 do\n\t\tat += 1\n\tend\n";
    let apply = format!("function go.apply(seat)\n{endless}\tif n.get() > 0 then\n\t\tending.done()\n\tend\nend");
    write_pack(rules.path(), "fine", GOES, "");
    write_pack(rules.path(), "apply", &apply, "");
    write_pack(rules.path(), "display", GOES, "");
    write_display(rules.path(), "display", endless);
    let (served, log) = Served::of_packs(data.path(), rules.path(), limits());
    let fine = served.make(&json!({ "game": "fine", "seats": ["open", "open"] }));
    let seats = tokens(&fine);
    let mut people = [0, 1].map(|n: usize| served.sit(&fine, &seats[n], None));
    let mut greedy: Vec<Client> = Vec::new();
    for game in ["apply", "display"] {
        let table = served.make(&json!({ "game": game, "seats": ["open", "open"] }));
        greedy.push(served.sit(&table, &tokens(&table)[0], None));
    }
    for client in &mut greedy {
        client.hear("state");
    }
    (0..4).for_each(|n| greedy[0].act(n, "go"));
    for n in 0..10 {
        let client = &mut people[n as usize % 2];
        client.act(n, "go");
        assert_eq!(client.answer(n)["type"], "done");
    }
    let mut n = 3;
    let rests = loop {
        let text = greedy[0].next().expect("the connection has ended");
        if text.contains("take too long") {
            break text;
        }
        if text.contains("\"refused\"") {
            n += 1;
            greedy[0].act(n, "go");
        }
    };
    assert!(!rests.contains(&rules.path().display().to_string()), "{rests}");
    assert!(log.lock().unwrap().iter().any(|line| line.contains("rests")), "{:?}", log.lock().unwrap());
    // A table with a disabled display script can still be played.
    greedy[1].act(1, "go");
    assert_eq!(greedy[1].answer(1)["type"], "done");
}
