//! Actions are applied once per id; an undo reveals nothing, or needs the others' consent.

use serde_json::{Value, json};

use crate::common::{Client, Served, tic_tac_toe, tokens};

/// The number of actions offered to a seat in the next state.
fn offered(client: &mut Client) -> usize {
    client.hear("state")["legal"].as_array().unwrap().len()
}

/// Takes a legal action with a prefix, and returns it.
fn does(client: &mut Client, state: &Value, id: u64, begins: &str) -> String {
    let legal = state["legal"].as_array().unwrap();
    let texts = legal.iter().map(|action| action["action"].as_str().unwrap());
    let texts: Vec<&str> = texts.filter(|text| text.starts_with(begins)).collect();
    let text = texts.first().unwrap_or_else(|| panic!("nothing begins with `{begins}`: {legal:?}"));
    client.act(id, text);
    assert_eq!(client.hear("done")["id"], id);
    (*text).to_owned()
}

/// A seat has drawn a hidden card, and asks for an undo.
struct Asked {
    served: Served,
    table: Value,
    /// The seat that asks, and the seat that is asked.
    seats: [Client; 2],
    tokens: [Value; 2],
    /// The last state of the seat that asks.
    state: Value,
    _data: tempfile::TempDir,
}

impl Asked {
    fn new() -> Self {
        let data = tempfile::tempdir().unwrap();
        let served = Served::at(data.path());
        let table = served.make(&json!({ "game": "gin-rummy", "seats": ["open", "open"], "seed": 5 }));
        let mut tokens: [Value; 2] = tokens(&table).try_into().unwrap();
        let mut seats = [0, 1].map(|n| served.sit(&table, &tokens[n], None));
        // Both refuse the open card.
        for id in 0.. {
            let states = [0, 1].map(|n| seats[n].hear("state"));
            let due = usize::from(states[0]["legal"].as_array().unwrap().is_empty());
            let passes = states[due]["legal"].to_string().contains("\"pass\"");
            does(&mut seats[due], &states[due], id, if passes { "pass" } else { "draw" });
            if !passes {
                seats.rotate_left(due);
                tokens.rotate_left(due);
                break;
            }
        }
        let [state, _] = [0, 1].map(|n| seats[n].hear("state"));
        seats[0].say(&json!({ "type": "undo", "id": "back" }));
        assert_eq!(seats[0].hear("asked")["id"], "back");
        assert!(seats.iter_mut().all(|client| client.hear("state")["undo"]["asked_by"] == state["seat"]));
        Self { served, table, seats, tokens, state, _data: data }
    }

    fn answer(&mut self, yes: bool) {
        self.seats[1].say(&json!({ "type": "answer", "id": "answer", "yes": yes }));
        self.seats[1].hear("done");
    }
}

#[test]
fn what_was_seen_is_taken_back_if_the_other_agrees() {
    let mut asked = Asked::new();
    asked.answer(true);
    assert_eq!(asked.seats[0].hear("done")["id"], "back");
    let state = asked.seats[0].hear("state");
    assert!(state["undo"]["asked_by"].is_null());
    assert!(state["legal"].to_string().contains("draw"), "{state}");
}

#[test]
fn what_was_seen_stays_if_the_other_does_not_agree() {
    let mut asked = Asked::new();
    asked.answer(false);
    assert!(asked.seats[0].hear("refused")["why"].as_str().unwrap().contains("don't want"));
    let state = asked.seats[0].hear("state");
    assert!(state["undo"]["asked_by"].is_null() && !state["legal"].to_string().contains("draw"), "{state}");
    // An answer without a question, or a second one, has no effect.
    asked.answer(true);
    asked.seats[0].say(&json!({ "type": "undo", "id": "once more" }));
    assert_eq!(asked.seats[0].hear("asked")["id"], "once more");
}

/// A seat that was asked and disconnects is asked again on its return; the one that asked may be gone when it is
/// granted.
#[test]
fn a_wish_outlasts_connections() {
    let Asked { served, table, seats, tokens, state, _data } = Asked::new();
    drop(seats);
    let mut other = served.sit(&table, &tokens[1], None);
    assert_eq!(other.hear("state")["undo"]["asked_by"], state["seat"]);
    other.say(&json!({ "type": "answer", "yes": true }));
    assert!(other.hear("state")["undo"]["asked_by"].is_null());
    assert!(served.sit(&table, &tokens[0], None).hear("state")["legal"].to_string().contains("draw"));
}

/// Playing on withdraws the request.
#[test]
fn an_action_is_the_end_of_a_wish() {
    let mut asked = Asked::new();
    let state = asked.state.clone();
    does(&mut asked.seats[0], &state, 77, "discard");
    assert!(asked.seats[0].hear("state")["undo"]["asked_by"].is_null());
    asked.answer(true);
    let mut again = asked.served.sit(&asked.table, &asked.tokens[0], None);
    assert_ne!(again.hear("state")["to_act"], state["to_act"], "the card stays discarded");
}

/// If nothing was hidden nobody is asked.
#[test]
fn what_shows_nothing_is_taken_back_at_once() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::at(data.path());
    let table = served.make(&tic_tac_toe());
    let mut seats: Vec<Client> = tokens(&table).iter().map(|token| served.sit(&table, token, None)).collect();
    assert_eq!((offered(&mut seats[0]), offered(&mut seats[1])), (9, 0));
    seats[0].act(1, "b2");
    assert_eq!((offered(&mut seats[0]), offered(&mut seats[1])), (0, 8));
    seats[1].say(&json!({ "type": "undo", "id": 2 }));
    assert!(seats[1].hear("refused")["why"].as_str().unwrap().contains("nothing to take back"));
    seats[0].say(&json!({ "type": "undo", "id": 3 }));
    assert_eq!((offered(&mut seats[0]), offered(&mut seats[1])), (9, 0));
    let mut watch = served.sit(&table, &table["watch"], None);
    watch.say(&json!({ "type": "undo", "id": 4 }));
    assert!(watch.hear("refused")["why"].as_str().unwrap().contains("look on"));
}

/// An id has one answer, at every connection and after every reconnection, also if refused.
#[test]
fn an_id_has_one_answer() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::at(data.path());
    let table = served.make(&tic_tac_toe());
    let seats = tokens(&table);
    let mut first = served.sit(&table, &seats[0], None);
    first.act(1, "b2");
    first.hear("done");
    first.act(2, "a1");
    let why = first.hear("refused")["why"].clone();
    drop(first);
    let mut second = served.sit(&table, &seats[1], None);
    second.act(1, "a1");
    assert_eq!(second.hear("done")["id"], 1, "each seat has ids of its own");
    let mut again = served.sit(&table, &seats[0], Some(1));
    assert_eq!(offered(&mut again), 7);
    for (id, answer) in [(1, "done"), (2, "refused"), (1, "done"), (2, "refused")] {
        again.act(id, "c3");
        assert_eq!(again.hear(answer)["id"], id);
    }
    again.act(2, "c3");
    assert_eq!(again.hear("refused")["why"], why);
    assert_eq!(offered(&mut served.sit(&table, &seats[0], None)), 7, "nothing was done again");
}

/// Two tabs of one seat see the same, and either may act.
#[test]
fn two_tabs_at_a_seat_are_one_seat() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::at(data.path());
    let table = served.make(&tic_tac_toe());
    let seats = tokens(&table);
    let mut tabs = [(); 2].map(|()| served.sit(&table, &seats[0], None));
    let mut other = served.sit(&table, &seats[1], None);
    assert_eq!([0, 1].map(|n| offered(&mut tabs[n])), [9, 9]);
    tabs[0].act(1, "b2");
    assert_eq!([0, 1].map(|n| offered(&mut tabs[n])), [0, 0]);
    // A tab that didn't get the other's answer asks again with the same id.
    tabs[1].act(1, "b2");
    assert_eq!(tabs[1].hear("done")["id"], 1);
    other.hear("state");
    other.act(1, "a1");
    let states = [0, 1].map(|n| tabs[n].hear("state"));
    assert_eq!(states[0], states[1]);
    let [one, two] = tabs;
    drop(one);
    let mut two = two;
    two.act(2, "c3");
    assert_eq!(two.hear("done")["id"], 2, "the other tab stays");
}
