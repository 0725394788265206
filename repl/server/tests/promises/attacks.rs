//! A server under attack while it serves a table: requests that never end, silent connections.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use parlour_server::Limits;
use serde_json::json;
use tungstenite::Message;

use crate::common::{Client, PATIENCE, Served, limits, tic_tac_toe, tokens};

/// Connections of an attacker, more than the limit of an address.
const MANY: usize = 200;

/// Limits with short timeouts.
fn hasty() -> Limits {
    Limits { head: Duration::from_secs(2), body: Duration::from_secs(2), ..limits() }
}

/// A connection that has sent a text.
fn sending(served: &Served, text: &str) -> TcpStream {
    let mut stream = TcpStream::connect(served.address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    // An evicted connection can't be written to.
    let _ = stream.write_all(text.as_bytes());
    stream
}

/// The response to a connection, up to its end.
fn answered(mut stream: TcpStream) -> String {
    let mut answer = String::new();
    // A reset connection has ended as well.
    let _ = stream.read_to_string(&mut answer);
    answer
}

/// Two people play, and newcomers join, while connections from the same address hold partial requests open; all of
/// these are closed.
fn holds_out(part: &str) {
    let data = tempfile::tempdir().unwrap();
    let served = Served::with(data.path(), hasty());
    let table = served.make(&tic_tac_toe());
    let [mut one, mut two] = [0, 1].map(|n: usize| served.sit(&table, &tokens(&table)[n], None));
    let held: Vec<TcpStream> = (0..MANY).map(|_| sending(&served, part)).collect();
    for (n, action) in ["a1", "b2", "c3", "a3", "c1", "b1", "b3", "a2", "c2"].iter().enumerate() {
        let client: &mut Client = if n % 2 == 0 { &mut one } else { &mut two };
        client.act(n as u64, action);
        client.answer(n as u64);
        assert_eq!(served.ask("GET", "/", "", "").0, 200);
    }
    served.sit(&served.make(&tic_tac_toe()), &table["watch"], None).hear("error");
    for stream in held {
        let answer = answered(stream);
        assert!(answer.is_empty() || answer.contains(" 408 "), "{answer}");
    }
}

#[test]
fn heads_that_never_end() {
    holds_out("GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nx-slow: ");
}

#[test]
fn bodies_that_never_end() {
    holds_out("POST /api/tables HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 100\r\n\r\n{");
}

#[test]
fn connections_that_say_nothing() {
    holds_out("");
}

/// A head or a body that arrives byte by byte has the same timeout as one that doesn't arrive.
#[test]
fn slow_is_as_late_as_never() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::with(data.path(), hasty());
    for (begin, drip, expected) in [
        ("GET / HTTP/1.1\r\nx: ", "y", ""),
        ("POST /api/tables HTTP/1.1\r\nhost: x\r\ncontent-length: 10000\r\n\r\n{", " ", "408"),
        ("POST /api/saves HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n", "1\r\n \r\n", "408"),
    ] {
        let mut stream = sending(&served, begin);
        let mut reads = stream.try_clone().unwrap();
        let reading = std::thread::spawn(move || {
            let mut answer = String::new();
            let _ = reads.read_to_string(&mut answer);
            answer
        });
        while !reading.is_finished() {
            let _ = stream.write_all(drip.as_bytes());
            std::thread::sleep(Duration::from_millis(100));
        }
        let answer = reading.join().unwrap();
        assert!(answer.contains(expected), "{begin}: {answer}");
    }
}

/// A connection is kept alive between requests; each has the full timeout.
#[test]
fn a_connection_is_used_again() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::with(data.path(), hasty());
    let mut stream = sending(&served, "");
    for _ in 0..3 {
        write!(stream, "GET /api/tables HTTP/1.1\r\nhost: x\r\n\r\n").unwrap();
        let mut answer = [0; 1];
        stream.read_exact(&mut answer).unwrap();
        assert_eq!(&answer, b"H");
        let mut rest = vec![0; 4096];
        let read = stream.read(&mut rest).unwrap();
        assert!(String::from_utf8_lossy(&rest[..read]).contains(" 200 "));
        std::thread::sleep(Duration::from_millis(1200));
    }
}

/// An oversized request gets the usual refusal, with or without a declared length.
#[test]
fn what_is_too_large_is_refused_as_json() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::at(data.path());
    let body = "x".repeat(Limits::LARGEST + 1);
    let (status, why) = served.ask("POST", "/api/tables", "", &body);
    assert_eq!(status, 413);
    assert!(why.contains(&Limits::LARGEST.to_string()) && why.starts_with("{\"error\":"), "{why}");
    let chunked = format!(
        "POST /api/tables HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n{:x}\r\n{body}\r\n0\r\n\r\n",
        body.len()
    );
    assert!(answered(sending(&served, &chunked)).contains(" 413 "));
}

/// Browsers that accept it get the page compressed.
#[test]
fn the_page_is_compressed() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::at(data.path());
    let asked =
        "GET /page/table.js HTTP/1.1\r\nhost: x\r\nconnection: close\r\naccept-encoding: gzip, deflate, br\r\n\r\n";
    let mut stream = sending(&served, asked);
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    let head = String::from_utf8_lossy(&answer).to_ascii_lowercase();
    assert!(head.contains("content-encoding: gzip") && head.contains("etag: "), "{head}");
    let (head, plain) = served.answer("GET", "/page/table.js", "", "");
    assert!(!head.to_ascii_lowercase().contains("content-encoding"));
    assert!(answer.len() * 2 < plain.len(), "{} of {}", answer.len(), plain.len());
}

/// Clients that ask for it on joining get separately compressed frames, with the same contents as texts.
#[test]
fn frames_are_compressed_for_those_who_want_it() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::at(data.path());
    let table = served.make(&tic_tac_toe());
    let tokens = tokens(&table);
    let mut plain = served.sit(&table, &tokens[0], None);
    plain.hear("state");
    let mut small = served.connect(table["table"].as_str().unwrap());
    small.say(&json!({ "type": "sit", "token": tokens[0], "deflate": true }));
    let mut kinds = Vec::new();
    small.act(1, "b2");
    while kinds.last().is_none_or(|kind| kind != "done") {
        let bytes = match small.0.read().unwrap() {
            Message::Binary(bytes) => bytes,
            Message::Ping(_) => continue,
            other => panic!("a frame that isn't binary: {other}"),
        };
        let mut text = String::new();
        flate2::read::DeflateDecoder::new(&bytes[..]).read_to_string(&mut text).unwrap();
        let frame: serde_json::Value = serde_json::from_str(&text).unwrap();
        if kinds.is_empty() {
            assert!(bytes.len() * 2 < text.len(), "{} of {}", bytes.len(), text.len());
        }
        kinds.push(frame["type"].as_str().unwrap().to_owned());
    }
    assert_eq!(kinds.first().map(String::as_str), Some("state"));
    // Another connection is unaffected.
    plain.so_far("texts");
}
