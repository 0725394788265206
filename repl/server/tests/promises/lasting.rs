//! Persistence across connections, unloading and restarts.

use crate::common::{Served, limits, tic_tac_toe, tokens};
use parlour_server::Limits;
use serde_json::{Value, json};

fn texts(state: &Value) -> Vec<String> {
    state["events"].as_array().unwrap().iter().filter_map(|event| event["text"].as_str().map(str::to_owned)).collect()
}

/// A reconnecting client with an earlier version gets exactly the changes since, also after a restart; a client with an
/// unknown version gets everything.
#[test]
fn versions_go_on() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::at(data.path());
    let table = served.make(&json!({ "game": "archaeology", "seats": ["open", "open"], "seed": 3 }));
    let tokens = tokens(&table);
    let (mut one, mut two) = (served.sit(&table, &tokens[0], None), served.sit(&table, &tokens[1], None));
    let due = |state: &Value| state["to_act"][0] == state["seat"];
    let (first, second) = (one.hear("state"), two.hear("state"));
    let (acts, reads) = if due(&first) { (&mut one, &mut two) } else { (&mut two, &mut one) };
    let mut read = if due(&first) { second } else { first };
    let seen = read["version"].as_u64().unwrap();
    acts.act(1, "dig");
    acts.hear("done");
    let missed = reads.until(|state| state["version"].as_u64().unwrap() > seen);
    let seat = missed["seat"].clone();
    let token = tokens[usize::from(seat == "b")].clone();
    drop((one, two, served));
    let served = Served::at(data.path());
    let back = served.sit(&table, &token, Some(seen)).hear("state");
    assert_eq!((&back["version"], &back["whole"], texts(&back)), (&missed["version"], &json!(false), texts(&missed)));
    assert!(!texts(&back).is_empty());
    for strange in [1 << 40, 0] {
        read = served.sit(&table, &token, Some(strange)).hear("state");
        assert!(read["whole"] == true && texts(&read).len() > texts(&back).len(), "{read}");
    }
    assert_eq!(read["version"], back["version"]);
}

/// An undo persists, and version numbers continue after it.
#[test]
fn versions_go_on_after_an_undo() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::at(data.path());
    let table = served.make(&tic_tac_toe());
    let tokens = tokens(&table);
    let mut one = served.sit(&table, &tokens[0], None);
    let before = one.hear("state")["version"].as_u64().unwrap();
    one.act(1, "b2");
    one.hear("done");
    one.say(&json!({ "type": "undo", "id": 2 }));
    one.hear("done");
    one.act(3, "a1");
    one.hear("done");
    let last = loop {
        let state = one.hear("state");
        if state["version"].as_u64().unwrap() == before + 3 {
            break state;
        }
    };
    drop((one, served));
    let served = Served::at(data.path());
    let state = served.sit(&table, &tokens[0], Some(before)).hear("state");
    assert_eq!((&state["version"], &state["view"]), (&last["version"], &last["view"]));
    assert!(served.sit(&table, &tokens[0], Some(before + 3)).hear("state")["events"].as_array().unwrap().is_empty());
}

/// A public table is in the lobby from its creation on, and after a restart too.
#[test]
fn tables_wait_after_a_start() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::at(data.path());
    let mut order = tic_tac_toe();
    let hidden = served.make(&order);
    order["public"] = json!(true);
    let table = served.make(&order);
    let waiting = |served: &Served| served.ask("GET", "/api/tables", "", "").1;
    let before = waiting(&served);
    drop(served);
    let served = Served::at(data.path());
    assert_eq!(waiting(&served), before);
    assert!(before.contains(table["table"].as_str().unwrap()) && !before.contains(hidden["table"].as_str().unwrap()));
}

/// Idle tables are unloaded and restored unchanged.
#[test]
fn idle_tables_come_back() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::with(data.path(), Limits { loaded: 4, ..limits() });
    let tables: Vec<Value> = (0..20).map(|_| served.make(&tic_tac_toe())).collect();
    let stays = served.sit(&tables[0], &tokens(&tables[0])[0], None).hear("state")["version"].clone();
    for table in &tables {
        let mut client = served.sit(table, &tokens(table)[0], None);
        client.act(1, "b2");
        assert_eq!(client.hear("done")["id"], 1);
    }
    for table in &tables {
        let mut client = served.sit(table, &tokens(table)[0], stays.as_u64());
        let state = client.hear("state");
        assert_eq!(state["events"].as_array().unwrap().len(), 1, "{state}");
        client.act(1, "b2");
        assert_eq!(client.hear("done")["id"], 1);
    }
}

/// Players are notified as long as a match can't be saved, and later saves include the actions since.
#[test]
fn who_plays_is_told_that_nothing_is_saved() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::at(data.path());
    let table = served.make(&tic_tac_toe());
    let tokens = tokens(&table);
    let (mut one, mut two) = (served.sit(&table, &tokens[0], None), served.sit(&table, &tokens[1], None));
    assert!(one.hear("state")["unsaved"].is_null());
    let folder = data.path().join("tables").join(table["table"].as_str().unwrap()).join("autosave");
    let away = folder.with_file_name("away");
    std::fs::rename(&folder, &away).unwrap();
    std::fs::write(&folder, "not a folder").unwrap();
    one.act(1, "b2");
    assert_eq!(one.hear("done")["saved"], false);
    assert_eq!(one.hear("state")["unsaved"], true);
    std::fs::remove_file(&folder).unwrap();
    std::fs::rename(&away, &folder).unwrap();
    two.act(1, "a1");
    assert!(two.hear("done")["saved"].is_null() && one.hear("state")["unsaved"].is_null());
    drop((one, two, served));
    let served = Served::at(data.path());
    assert_eq!(served.sit(&table, &tokens[0], None).hear("state")["legal"].as_array().unwrap().len(), 7);
}

/// A match that can't be replayed by changed rules is reported, and kept.
#[test]
fn a_match_that_the_rules_cannot_replay_is_told_and_kept() {
    let data = tempfile::tempdir().unwrap();
    let rules = tempfile::tempdir().unwrap();
    let pack = rules.path().join("three/game.toml");
    let text = include_str!("../../../../rules/tic-tac-toe/game.toml");
    std::fs::create_dir(pack.parent().unwrap()).unwrap();
    std::fs::write(&pack, text).unwrap();
    let served = Served::watching(data.path(), rules.path());
    let table = served.make(&json!({ "game": "three", "seats": ["open", "open"], "seed": 3 }));
    let tokens = tokens(&table);
    let mut one = served.sit(&table, &tokens[0], None);
    one.act(1, "c3");
    one.hear("done");
    drop((one, served));
    std::fs::write(&pack, text.replace("width = 3", "width = 2")).unwrap();
    let served = Served::watching(data.path(), rules.path());
    let (code, why) = served.sit(&table, &tokens[1], None).close();
    assert!(code == 4004 && why.contains("by the rules as they are now"), "{code} {why}");
    drop(served);
    std::fs::write(&pack, text).unwrap();
    let served = Served::watching(data.path(), rules.path());
    assert_eq!(served.sit(&table, &tokens[1], None).hear("state")["legal"].as_array().unwrap().len(), 8);
}
