//! Fuzzing of frames and requests: no input makes a server panic, hang or leak memory, and every client gets an answer
//! or a close reason.
//!
//! `cargo test` sends a few thousand; `PARLOUR_FUZZ=600` runs for 600 seconds, and `PARLOUR_FUZZ_SEED` sets the seed.

use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use parlour_engine::chance::Generator;
use parlour_server::Limits;
use serde_json::{Value, json};
use tungstenite::{Error, Message};

use crate::common::{Client, PATIENCE, Served, limits, tokens};

/// The default number of connections and requests.
const ROUNDS: u64 = 150;
/// Maximum number of frames of a connection.
const MAX_FRAMES: u32 = 90;
/// The close codes of a server, and that of a client's own close.
const CODES: [u16; 7] = [1000, 1001, 1002, 1007, 1008, 1009, 4004];
/// Maximum growth of the process after the first tenth of the time, in bytes.
const GROWTH: u64 = 48 << 20;

static PANICS: AtomicUsize = AtomicUsize::new(0);

/// Counts the panics of all threads except those of tests, which are named.
fn count_panics() {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        let thread = std::thread::current();
        if thread.name().is_none_or(|name| name.starts_with("tokio")) {
            PANICS.fetch_add(1, Ordering::SeqCst);
        }
        before(info);
    }));
}

/// Mutates bytes, with pieces of others.
fn mutated(mut bytes: Vec<u8>, other: &[u8], rng: &mut Generator) -> Vec<u8> {
    for _ in 0..rng.below(4) {
        let at = rng.below(bytes.len() as u32 + 1) as usize;
        match rng.below(7) {
            0 => bytes.truncate(at),
            1 => bytes.insert(at, rng.below(256) as u8),
            2 => _ = (at < bytes.len()).then(|| bytes[at] ^= 1 << rng.below(8)),
            3 => {
                let from = rng.below(other.len() as u32 + 1) as usize;
                bytes.splice(at..at, other[from..].iter().copied());
            }
            4 => _ = (at < bytes.len()).then(|| bytes.remove(at)),
            5 => {
                let piece = [&b"\""[..], b"{", b"[", b"\\u0000", b"\\ud800", b"1e999", b"-0", b"null", b"\xff\xfe"];
                bytes.splice(at..at, piece[rng.below(9) as usize].iter().copied());
            }
            _ => {
                let n = 1 + rng.below(2000) as usize;
                bytes.splice(at..at, b"[9{\""[rng.below(4) as usize..].iter().copied().cycle().take(n));
            }
        }
    }
    bytes
}

/// A random JSON value.
fn value(rng: &mut Generator) -> Value {
    match rng.below(12) {
        0 => Value::Null,
        1 => json!(rng.below(2) == 0),
        2 => json!(u64::MAX - u64::from(rng.below(3))),
        3 => json!(-i64::from(rng.below(1 << 31))),
        4 => json!(f64::from(rng.below(1000)) / 7.0),
        5 => json!("x".repeat(rng.below(3000) as usize)),
        6 => json!([[value(rng)], {}]),
        7 => json!({ "type": value(rng) }),
        8 => json!("\u{0}\u{202e}\u{1f0a1}'\"<svg>"),
        n => json!(["b2", "pass", "draw", "discard", "x"][rng.below(5) as usize].repeat(n as usize - 8)),
    }
}

/// A valid frame, often with one of its values replaced.
fn frame(token: &Value, rng: &mut Generator) -> Value {
    let id = json!(rng.below(20));
    let actions = ["b2", "a1", "c3", "pass", "draw", "take", "discard 2 clubs", "dig", "trade coin for map", ""];
    let action = actions[rng.below(actions.len() as u32) as usize];
    let mut frame = match rng.below(10) {
        0 => json!({ "type": "sit", "token": token, "since": rng.below(9), "name": "Kit" }),
        1 => json!({ "type": "undo", "id": id }),
        2 => json!({ "type": "answer", "id": id, "yes": rng.below(2) == 0 }),
        3 => json!({ "type": "hint", "id": id }),
        4 => json!({ "type": "chat", "text": action }),
        5 => json!({ "type": "paint", "width": rng.below(3000), "height": rng.below(3000) }),
        6 | 7 => json!({ "type": "why", "id": id, "action": action }),
        _ => json!({ "type": "act", "id": id, "action": action }),
    };
    if rng.below(3) == 0 {
        let keys: Vec<String> = frame.as_object().unwrap().keys().cloned().collect();
        frame[&keys[rng.below(keys.len() as u32) as usize]] = value(rng);
    }
    frame
}

/// A test table, with a token for a client.
struct Place {
    table: Value,
    tokens: Vec<Value>,
}

/// Statistics of the run.
#[derive(Default)]
struct Sent {
    connections: u64,
    frames: u64,
    requests: u64,
    ended: u64,
}

/// A connection with frames of every kind. After each comes the answer to a question, or the close code.
fn talk(served: &Served, place: &Place, rng: &mut Generator, sent: &mut Sent) {
    sent.connections += 1;
    let mut client = served.connect(place.table["table"].as_str().unwrap());
    let token = &place.tokens[rng.below(place.tokens.len() as u32) as usize];
    if rng.below(4) > 0 {
        client.say(&json!({ "type": "sit", "token": token }));
    }
    for n in 0..rng.below(MAX_FRAMES) {
        sent.frames += 1;
        let own = frame(token, rng).to_string().into_bytes();
        let bytes = mutated(own, frame(token, rng).to_string().as_bytes(), rng);
        let message = match (rng.below(20), String::from_utf8(bytes)) {
            (0, text) => Message::binary(text.map_or_else(|error| error.into_bytes(), String::into_bytes)),
            (1, _) => Message::Ping(vec![7; rng.below(126) as usize].into()),
            (2, _) => Message::Pong(Vec::new().into()),
            (_, Ok(text)) => Message::text(text),
            (_, Err(error)) => {
                // Invalid UTF-8 ends the connection.
                if rng.below(4) > 0 {
                    continue;
                }
                junk(&mut client, &text_frame(&error.into_bytes()));
                break;
            }
        };
        let fence = format!("fence {n}");
        // A client that was disconnected while sending can still read the reason.
        let is_sent = client.0.send(message).and_then(|()| client.0.send(Message::text(asking(&fence))));
        if !answered(&mut client, &fence, is_sent.is_ok()) {
            sent.ended += 1;
            return;
        }
    }
    match rng.below(6) {
        0 => junk(&mut client, &(0..rng.below(300)).map(|_| rng.below(256) as u8).collect::<Vec<_>>()),
        1 => client.0.close(None).unwrap_or(()),
        // Others end without a close frame.
        _ => {}
    }
}

fn asking(fence: &str) -> String {
    json!({ "type": "why", "id": fence, "action": "" }).to_string()
}

/// Arbitrary bytes in a text frame.
fn text_frame(bytes: &[u8]) -> Vec<u8> {
    let length = (bytes.len() as u16).to_be_bytes();
    let mut frame = vec![0x81, 0x80 | 126, length[0], length[1], 0, 0, 0, 0];
    frame.extend(&bytes[..bytes.len().min(usize::from(u16::MAX))]);
    frame
}

/// Sends bytes that aren't frames; the connection ends.
fn junk(client: &mut Client, bytes: &[u8]) {
    let stream = client.0.get_mut();
    // It may have ended already.
    let _ = stream.write_all(bytes).and_then(|()| stream.shutdown(Shutdown::Write));
    read_out(stream);
}

/// Reads until the other side ends the connection.
fn read_out(stream: &mut TcpStream) -> Vec<u8> {
    let (mut all, mut some) = (Vec::new(), [0; 4096]);
    loop {
        match stream.read(&mut some) {
            Ok(0) => return all,
            Ok(n) => all.extend(&some[..n]),
            Err(error) if error.kind() == ErrorKind::ConnectionReset => return all,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => panic!("{error}"),
        }
    }
}

/// True if a question is answered; false if the connection was closed with a code instead.
fn answered(client: &mut Client, fence: &str, is_sent: bool) -> bool {
    loop {
        match client.0.read() {
            Ok(Message::Text(text)) => {
                let frame: Value = serde_json::from_str(&text).unwrap();
                assert!(frame["type"].is_string(), "{frame}");
                if frame["id"] == fence || frame["text"] == "sit down first" && is_sent {
                    return true;
                }
            }
            Ok(Message::Close(close)) => {
                let code = close.map(|close| u16::from(close.code));
                assert!(code.is_some_and(|code| CODES.contains(&code)), "{code:?}");
                return false;
            }
            Ok(_) => {}
            Err(Error::ConnectionClosed | Error::AlreadyClosed) => return false,
            Err(Error::Io(error)) if matches!(error.kind(), ErrorKind::ConnectionReset | ErrorKind::BrokenPipe) => {
                return false;
            }
            Err(Error::Io(error)) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => panic!("{error}"),
        }
    }
}

/// A random request.
fn ask(served: &Served, place: &Place, rng: &mut Generator, sent: &mut Sent) {
    sent.requests += 1;
    let id = place.table["table"].as_str().unwrap();
    let order = json!({ "game": "tic-tac-toe", "seats": [value(rng), "open"], "variant": value(rng) }).to_string();
    let lines = [
        "GET / HTTP/1.1".to_owned(),
        "GET /api/games/chess HTTP/1.1".to_owned(),
        "GET /page/../Cargo.toml HTTP/1.1".to_owned(),
        "GET /page/table.js HTTP/1.1\r\nif-none-match: \"0\"".to_owned(),
        format!("POST /api/tables HTTP/1.1\r\ncontent-length: {}", order.len()),
        format!("POST /api/tables/{id}/sit HTTP/1.1"),
        format!(
            "GET /api/tables/{id}/ws HTTP/1.1\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\n\
             sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ=="
        ),
    ];
    let [line, other] = [(); 2].map(|()| &lines[rng.below(lines.len() as u32) as usize]);
    let close = if line.contains("upgrade") { "" } else { "connection: close\r\n" };
    let text = format!("{line}\r\nhost: {}\r\n{close}\r\n{order}", served.address);
    let bytes = mutated(text.into_bytes(), other.as_bytes(), rng);
    let mut stream = TcpStream::connect(served.address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    let _ = stream.write_all(&bytes).and_then(|()| stream.shutdown(Shutdown::Write));
    let answer = read_out(&mut stream);
    assert!(answer.is_empty() || answer.starts_with(b"HTTP/1.1 "), "{}", String::from_utf8_lossy(&answer));
    assert!(
        !answer.starts_with(b"HTTP/1.1 500"),
        "{} got {}",
        String::from_utf8_lossy(&bytes),
        String::from_utf8_lossy(&answer)
    );
}

/// The memory of this process, in bytes.
fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok()).unwrap_or(0) << 10
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name)
        .ok()
        .map(|text| text.parse().unwrap_or_else(|_| panic!("{name} should be a number, not `{text}`")))
}

#[test]
fn whatever_is_sent_is_answered_or_sent_away() {
    count_panics();
    let data = tempfile::tempdir().unwrap();
    let served = Served::with(data.path(), Limits { new_tables: 50, ..limits() });
    let places = [
        json!({ "game": "tic-tac-toe", "seats": ["open", "open"] }),
        json!({ "game": "gin-rummy", "seats": ["open", "open"], "seed": 5 }),
        json!({ "game": "archaeology", "seats": ["open", "random", "open"], "seed": 2, "public": true }),
    ];
    let places = places.map(|order| {
        let table = served.make(&order);
        let mut tokens = tokens(&table);
        // Once somebody has joined, the seat isn't given to newcomers from the lobby with another token.
        served.sit(&table, &tokens[0], None).hear("state");
        tokens.extend([table["watch"].clone(), table["host"].clone()]);
        Place { table, tokens }
    });
    let mut rng = Generator::from_seed(number("PARLOUR_FUZZ_SEED").unwrap_or(1));
    let time = number("PARLOUR_FUZZ").map(Duration::from_secs);
    let (begun, mut sent, mut early) = (Instant::now(), Sent::default(), None);
    for round in 0.. {
        match time {
            Some(time) if begun.elapsed() > time => break,
            None if round == ROUNDS => break,
            _ => {}
        }
        if time.is_some_and(|time| begun.elapsed() > time / 10) {
            early.get_or_insert_with(memory);
        }
        let place = &places[rng.below(3) as usize];
        match rng.below(3) {
            0 => ask(&served, place, &mut rng, &mut sent),
            _ => talk(&served, place, &mut rng, &mut sent),
        }
        assert_eq!(PANICS.load(Ordering::SeqCst), 0, "a thread of the server has panicked in round {round}");
    }
    // Joined clients can go on.
    for place in &places {
        served.sit(&place.table, &place.tokens[0], None).hear("state");
    }
    let Sent { connections, frames, requests, ended } = sent;
    println!("{connections} connections with {frames} frames, {ended} ended by the server; {requests} requests");
    if let Some(early) = early {
        let now = memory();
        println!("memory: {} MB after a tenth of the time, {} MB at the end", early >> 20, now >> 20);
        assert!(now < early + GROWTH, "the process has grown");
    }
}
