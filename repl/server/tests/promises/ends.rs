//! Conclusions by players: resignation, and draws by agreement.

use crate::common::{Served, tic_tac_toe, tokens};
use serde_json::json;

/// A resigning seat loses: all are notified once, and a repeated id has no further effect.
#[test]
fn who_resigns_has_lost() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::at(data.path());
    let table = served.make(&tic_tac_toe());
    let tokens = tokens(&table);
    let (mut one, mut two) = (served.sit(&table, &tokens[0], None), served.sit(&table, &tokens[1], None));
    let (a, b) = (one.hear("state")["seat"].clone(), two.hear("state")["seat"].clone());
    two.say(&json!({ "type": "resign", "id": 7 }));
    assert_eq!(two.answer(7)["type"], "done");
    let state = one.until(|state| !state["over"].is_null());
    assert_eq!((&state["over"]["winners"], &state["over"]["by"]), (&json!([a]), &json!("resignation")));
    let reason = format!("{} wins: {} resigned", a.as_str().unwrap(), b.as_str().unwrap());
    assert_eq!(state["over"]["reason"], json!(reason));
    assert!(state["events"].as_array().unwrap().iter().any(|event| event["kind"] == "resign" && event["seat"] == b));
    two.say(&json!({ "type": "resign", "id": 7 }));
    assert_eq!(two.answer(7)["type"], "done");
    one.say(&json!({ "type": "resign", "id": 8 }));
    assert!(one.answer(8)["why"].as_str().unwrap().contains("over"));
}

/// A draw is offered and accepted; at another table it is declined.
#[test]
fn a_draw_is_offered_and_answered() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::at(data.path());
    for accepts in [true, false] {
        let table = served.make(&tic_tac_toe());
        let tokens = tokens(&table);
        let (mut one, mut two) = (served.sit(&table, &tokens[0], None), served.sit(&table, &tokens[1], None));
        assert_eq!(one.hear("state")["offer"]["may"], true);
        one.say(&json!({ "type": "offer", "id": 1, "kind": "draw" }));
        assert_eq!(one.answer(1)["type"], "done");
        let asked = two.until(|state| !state["offer"]["by"].is_null());
        assert_eq!(asked["offer"]["waits_for"], json!([asked["seat"]]));
        two.say(&json!({ "type": "answer", "id": 2, "yes": accepts }));
        assert_eq!(two.answer(2)["type"], "done");
        let state = one.until(|state| !state["over"].is_null() || state["events"].to_string().contains("declines"));
        assert_eq!(state["over"].is_null(), !accepts);
        if accepts {
            assert_eq!(
                (&state["over"]["reason"], &state["over"]["winners"]),
                (&json!("a draw by agreement"), &json!([]))
            );
        }
        one.say(&json!({ "type": "offer", "id": 3, "kind": "money" }));
        assert_eq!(one.answer(3)["type"], "refused");
    }
}
