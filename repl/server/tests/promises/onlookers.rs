//! Those who look on.

use crate::common::{Served, tic_tac_toe, tokens};
use serde_json::{Value, json};

fn marks(state: &Value) -> usize {
    state["view"]["boards"].to_string().matches(['X', 'O']).count()
}

/// Who looks on is as many actions behind as the host wants, in the position, in what is told and in who is to act; at the
/// end all is shown. Who comes back is told what is new alone.
#[test]
fn onlookers_are_behind() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::at(data.path());
    let mut order = tic_tac_toe();
    order["delay"] = json!(2);
    let table = served.make(&order);
    let tokens = tokens(&table);
    let (mut one, mut two) = (served.sit(&table, &tokens[0], None), served.sit(&table, &tokens[1], None));
    let mut onlooker = served.sit(&table, &table["watch"], None);
    let begun = onlooker.hear("state");
    let mut shown = Vec::new();
    for (n, action) in ["a1", "b1", "a2", "b2", "a3"].into_iter().enumerate() {
        let acts = if n % 2 == 0 { &mut one } else { &mut two };
        acts.act(n as u64, action);
        assert_eq!(acts.answer(n as u64)["type"], "done");
        let state = onlooker.hear("state");
        shown.push((marks(&state), state["events"].as_array().unwrap().len()));
        if n == 3 {
            assert_eq!(state["to_act"], begun["to_act"]);
            let back = served.sit(&table, &table["watch"], state["version"].as_u64()).hear("state");
            assert_eq!((marks(&back), &back["events"], &back["whole"]), (2, &json!([]), &json!(false)));
        }
    }
    let before: Vec<usize> = shown.iter().map(|(marks, _)| *marks).collect();
    assert_eq!(before, [0, 0, 1, 2, 5]);
    assert!(shown[0].1 == 0 && shown[2].1 == shown[3].1 && shown[4].1 > shown[3].1, "{shown:?}");
    let late = served.sit(&table, &table["watch"], None).hear("state");
    assert_eq!((marks(&late), late["over"].is_null()), (5, false));
    order["delay"] = json!(1000);
    assert_eq!(served.ask("POST", "/api/tables", "", &order.to_string()).0, 422);
}
