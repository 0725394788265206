//! Two front ends built on the library alone play the same match: `examples/websocket.rs`, for programs at separate
//! seats, and `examples/lines.rs`, over standard input. The example of the embedding guide plays as well.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![allow(missing_docs, dead_code, reason = "the examples are programs of their own")]

use std::collections::BTreeMap;
use std::net::TcpListener;
use std::sync::mpsc::{Receiver, channel};

use parlour_engine::Seat;
use parlour_table::{Seed, Viewer};
use serde_json::{Value, json};

#[path = "../examples/lines.rs"]
mod lines;
#[path = "../examples/person_and_robot.rs"]
mod person_and_robot;
#[path = "../examples/websocket.rs"]
mod websocket;

/// The frames sent to each of two seats and an onlooker, the actions of the match, and its ending.
struct Played {
    frames: [Vec<Value>; 3],
    actions: Vec<String>,
    ending: Value,
}

/// Two clients play a whole match over WebSockets, with a third as an onlooker.
fn play(seed: u64) -> Played {
    let table = websocket::gin_rummy(Seed::Chosen(seed)).unwrap();
    let (tokens, listener, (send, inbox)) =
        (websocket::tokens(&table), TcpListener::bind("127.0.0.1:0").unwrap(), channel());
    drop(table);
    let address = listener.local_addr().unwrap().to_string();
    std::thread::spawn(move || websocket::listen(&listener, &send));
    // The onlooker and the seat that isn't to move join first, so that all of them see the whole match.
    let clients: Vec<_> = tokens
        .iter()
        .rev()
        .scan(None::<Receiver<()>>, |before, (token, _)| {
            let (sat, has_sat) = channel();
            let (wait, address, token) = (before.replace(has_sat), address.clone(), token.clone());
            Some(std::thread::spawn(move || {
                if let Some(wait) = wait {
                    wait.recv().unwrap();
                }
                websocket::play(&address, &token, seed, |_| _ = sat.send(())).unwrap()
            }))
        })
        .collect();
    // The rules stay on the thread that made them: this one.
    let table = websocket::serve(websocket::gin_rummy(Seed::Chosen(seed)).unwrap(), &tokens, &inbox);
    let frames: Vec<Vec<Value>> = clients.into_iter().rev().map(|client| client.join().unwrap()).collect();
    let actor = |n: usize| table.game().seat_name(table.actor(n).unwrap());
    let steps = table.steps(Viewer::EVERYONE);
    Played {
        frames: frames.try_into().unwrap(),
        actions: steps.map(|step| format!("{} {}", actor(step.n - 1), step.action)).collect(),
        ending: serde_json::to_value(table.ending()).unwrap(),
    }
}

/// The visible cards of a hand in a frame.
fn shown<'a>(frame: &'a Value, hand: &str) -> Vec<&'a str> {
    let cards = frame["view"]["zones"][hand].as_array().unwrap().iter();
    cards.map(|card| card.as_str().unwrap()).filter(|card| *card != "?").collect()
}

/// The frames with a state, by version.
fn states(frames: &[Value]) -> BTreeMap<u64, Value> {
    let states = frames.iter().filter(|frame| frame["type"] == "state");
    states.map(|frame| (frame["version"].as_u64().unwrap(), frame.clone())).collect()
}

/// A frame without the events before the last deal: who held a card then tells nothing about now.
fn since_the_deal(frame: &Value) -> Value {
    let mut frame = frame.clone();
    let events = frame["events"].as_array_mut().unwrap();
    let last = events.iter().rposition(|event| event["kind"] == "cancel");
    events.drain(..last.unwrap_or(0));
    frame
}

#[test]
fn two_programs_play_a_match_and_no_frame_tells_what_the_other_holds() {
    let Played { frames: [a, b, onlooker], actions, ending } = play(5);
    let (a, b, onlooker) = (states(&a), states(&b), states(&onlooker));
    let mut looked_at = 0;
    for (own, frames, others, hand) in [("hand.a", &a, &b, "hand.b"), ("hand.b", &b, &a, "hand.a")] {
        for (version, frame) in frames.iter().filter(|(_, frame)| frame["over"].is_null()) {
            let Some(other) = others.get(version) else { continue };
            assert_eq!(shown(frame, own).len(), frame["view"]["zones"][own].as_array().unwrap().len());
            let (known, text) = (shown(frame, hand), since_the_deal(frame).to_string());
            for card in shown(other, hand).into_iter().filter(|card| !known.contains(card)) {
                assert!(!text.contains(card), "{hand} holds {card}: {text}");
                looked_at += 1;
            }
            // Neither the order of the stock nor the options of the other seat are revealed.
            assert!(shown(frame, "stock").is_empty());
            let is_due = frame["to_act"] == json!([&own[5..]]);
            assert_eq!(frame["legal"].as_array().unwrap().is_empty(), !is_due);
        }
    }
    assert!(looked_at > 100, "{looked_at}");
    for frame in onlooker.values().filter(|frame| frame["over"].is_null()) {
        assert!(frame["legal"].as_array().unwrap().is_empty() && frame["seat"].is_null());
    }
    assert!(actions.len() > 10, "{actions:?}");
    for frames in [&a, &b, &onlooker] {
        assert_eq!(frames.values().last().unwrap()["over"], ending);
    }
}

#[test]
fn the_same_match_is_driven_line_by_line() {
    let Played { actions, ending, .. } = play(8);
    let mut table = lines::gin_rummy(Seed::Chosen(8)).unwrap();
    let typed = format!("view a\nwhy a fly\nc draw\nb fly\n{}\n", actions.join("\n"));
    let mut output = Vec::new();
    lines::drive(&mut table, typed.as_bytes(), &mut output).unwrap();
    let output = String::from_utf8(output).unwrap();
    assert_eq!(serde_json::to_value(table.ending()).unwrap(), ending);
    assert_eq!(table.step_count(), actions.len());
    assert!(output.contains("there is no seat `c`"), "{output}");
    assert!(output.ends_with(&format!("over: {}\n", serde_json::to_string(&table.ending()).unwrap())), "{output}");
    // A drawn card is reported only to its drawer.
    let told = |seat: &str, text: &str| output.contains(&format!("to {seat}: {text}"));
    assert!(told("a", "b draws a card") || told("b", "a draws a card"), "{output}");
    assert_eq!(table.actor(0), Some(Seat(if actions[0].starts_with('a') { 0 } else { 1 })));
}

/// The program of the embedding guide.
#[test]
fn a_person_and_a_robot_play_a_match_of_hidden_cards() {
    let mut output = Vec::new();
    let mut table = person_and_robot::begin(Seed::Chosen(7)).unwrap();
    // The first of the legal actions, which is to dig or to give up cards, then all single sales, and the end of the
    // turn. Illegal actions are refused.
    let cards = table.game().pack().card_rows().iter().map(|row| format!("sell 1 {}\n", row.name));
    let turn = format!("\n{}end\n", cards.collect::<String>());
    person_and_robot::play(&mut table, turn.repeat(400).as_bytes(), &mut output).unwrap();
    let output = String::from_utf8(output).unwrap();
    assert!(table.is_over(), "{output}");
    assert!(output.lines().last().unwrap().contains("Scores: "), "{output}");
    let hands = |name: &str| output.lines().filter_map(|line| line.strip_prefix(name)).collect::<Vec<_>>();
    assert!(hands("hand.a: ").iter().any(|cards| !cards.is_empty()));
    assert!(hands("hand.a: ").iter().all(|cards| !cards.contains('?')), "the person's own");
    assert!(hands("hand.b: ").iter().any(|cards| cards.contains('?')), "those of the robot");
}

#[test]
fn the_page_on_embedding_has_the_program_as_it_is() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(folder.join("../../engine/EMBEDDING.md")).unwrap();
    let program = std::fs::read_to_string(folder.join("examples/person_and_robot.rs")).unwrap();
    assert!(page.contains(&format!("```rust,ignore\n{program}```\n")), "the page has another program than the example");
}
