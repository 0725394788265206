//! Limits, admission, and names that are refused.

use std::time::Duration;

use parlour_server::{Limits, Settings, Time};
use parlour_table::Robots;
use serde_json::{Value, json};
use tungstenite::{Error, Message};

use crate::common::{Served, library, limits, tic_tac_toe, tokens};

/// The response to a refused WebSocket request.
fn refused_socket(served: &Served, table: &str, more: &str) -> (u16, String) {
    let upgrade = "upgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    served.ask("GET", &format!("/api/tables/{table}/ws"), &format!("{upgrade}{more}"), "")
}

fn id(table: &Value) -> &str {
    table["table"].as_str().unwrap()
}

#[test]
fn a_frame_that_is_too_large_ends_the_connection() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::at(data.path());
    let table = served.make(&tic_tac_toe());
    let mut client = served.sit(&table, &table["watch"], None);
    client.hear("state");
    client.0.send(Message::text(format!("{{\"type\":\"{}\"}}", "x".repeat(Limits::LARGEST)))).unwrap();
    assert_eq!(client.close(), (1009, "a frame is too large".to_owned()));
    // A frame of the maximum size is read.
    let mut client = served.sit(&table, &table["watch"], None);
    client.hear("state");
    client.0.send(Message::text("x".repeat(Limits::LARGEST))).unwrap();
    assert!(client.hear("error")["text"].as_str().unwrap().contains("can't be read"));
}

#[test]
fn as_many_connections_are_let_in_as_there_is_room_for() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::with(data.path(), Limits { per_address: 2, ..limits() });
    let table = served.make(&tic_tac_toe());
    let mut here = [(); 2].map(|()| served.sit(&table, &table["watch"], None));
    here.iter_mut().for_each(|client| _ = client.hear("state"));
    let (status, why) = refused_socket(&served, id(&table), "");
    assert_eq!(status, 429, "{why}");
    assert!(why.contains("too many connections"), "{why}");
    let [gone, mut stays] = here;
    let mut gone = gone;
    gone.0.close(None).unwrap();
    // Presence messages may come before the answer.
    while gone.next().is_some() {}
    // The server notices with a delay.
    while refused_socket_or_in(&served, id(&table)).is_err() {}
    stays.so_far("still here");
}

/// Checks that a WebSocket is admitted.
fn refused_socket_or_in(served: &Served, table: &str) -> Result<(), u16> {
    let stream = std::net::TcpStream::connect(served.address).unwrap();
    let url = format!("ws://{}/api/tables/{table}/ws", served.address);
    match tungstenite::client(url, stream) {
        Ok(_) => Ok(()),
        Err(tungstenite::HandshakeError::Failure(Error::Http(answer))) => Err(answer.status().as_u16()),
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn all_addresses_together_have_so_much_room() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::with(data.path(), Limits { connections: 1, ..limits() });
    let table = served.make(&tic_tac_toe());
    let mut first = served.sit(&table, &table["watch"], None);
    first.hear("state");
    assert_eq!(refused_socket(&served, id(&table), "").0, 503);
}

#[test]
fn an_address_makes_so_many_tables_and_a_server_has_so_many() {
    let data = tempfile::tempdir().unwrap();
    let order = tic_tac_toe();
    let served = Served::with(data.path(), Limits { new_tables: 1, ..limits() });
    served.make(&order);
    let (status, why) = served.ask("POST", "/api/tables", "", &order.to_string());
    assert_eq!((status, why.contains("too many new tables")), (429, true), "{why}");
    drop(served);
    // The existing one counts.
    let served = Served::with(data.path(), Limits { tables: 2, ..limits() });
    served.make(&order);
    let (status, why) = served.ask("POST", "/api/tables", "", &order.to_string());
    assert_eq!((status, why.contains("as many tables")), (503, true), "{why}");
}

#[test]
fn a_silent_connection_is_ended() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::with(data.path(), Limits { idle: Duration::ZERO, ..limits() });
    let table = served.make(&tic_tac_toe());
    let mut client = served.connect(id(&table));
    assert_eq!(client.close(), (1001, "nothing was heard for too long".to_owned()));
}

/// Names and chat lines are sanitized and shortened.
#[test]
fn names_and_chat_are_cut_and_cleaned() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::at(data.path());
    let table = served.make(&tic_tac_toe());
    let mut client = served.connect(id(&table));
    let name = format!("\u{202e}\u{7}\u{200b}{}\n", "Ä".repeat(200));
    client.say(&json!({ "type": "sit", "token": tokens(&table)[0], "name": name }));
    let players = client.hear("state")["players"].clone();
    assert_eq!(players[0]["name"], "Ä".repeat(Limits::LONGEST_NAME));
    client.say(&json!({ "type": "chat", "text": format!("\u{202e}a\nb{}", "x".repeat(200)) }));
    assert_eq!(client.hear("chat")["text"], format!("ab{}", "x".repeat(200)));
    client.say(&json!({ "type": "chat", "text": "x".repeat(Limits::LONGEST_CHAT + 1) }));
    assert!(client.hear("error")["text"].as_str().unwrap().contains("too long"));
    client.say(&json!({ "type": "act", "id": "x".repeat(Limits::LONGEST_ID + 1), "action": "b2" }));
    assert!(client.hear("error")["text"].as_str().unwrap().contains("an `id` is"));
    client.say(&json!({ "type": "act", "id": 1, "action": "x".repeat(Limits::LONGEST_ACTION + 1) }));
    assert!(client.hear("error")["text"].as_str().unwrap().contains("too long"));
}

/// Another site's page can do nothing here.
#[test]
fn pages_from_elsewhere_are_refused() {
    let data = tempfile::tempdir().unwrap();
    let settings = |public: Option<&str>, data: &std::path::Path| Settings {
        listen: "127.0.0.1:0".parse().unwrap(),
        data: data.to_owned(),
        public_url: public.map(str::to_owned),
        library: library(),
        robots: Robots::new(),
        limits: limits(),
        time: Time::of_system(),
        watch: Vec::new(),
    };
    for public in [None, Some("https://play.example.org")] {
        let data = data.path().join(if public.is_some() { "public" } else { "own" });
        let served = Served::of(settings(public, &data));
        let own = public.map_or_else(|| format!("http://{}", served.address), str::to_owned);
        let mut order = tic_tac_toe();
        order["public"] = json!(true);
        let table = served.make(&order);
        let sit = format!("/api/tables/{}/sit", id(&table));
        for origin in ["http://elsewhere.example", "null", "https://127.0.0.1", "", &format!("{own}.elsewhere.example")]
        {
            let origin = format!("origin: {origin}\r\n");
            assert_eq!(served.ask("POST", "/api/tables", &origin, &order.to_string()).0, 403, "{origin}");
            assert_eq!(served.ask("POST", &sit, &origin, "{}").0, 403, "{origin}");
            assert_eq!(refused_socket(&served, id(&table), &origin).0, 403, "{origin}");
        }
        // A name that may have been rebound to this address.
        let led = "host: elsewhere.example:7777\r\norigin: http://elsewhere.example:7777\r\n";
        assert_eq!(served.ask("POST", "/api/tables", led, &order.to_string()).0, 403);
        assert_eq!(refused_socket(&served, id(&table), led).0, 403);
        let origin = format!("origin: {own}\r\n");
        assert_eq!(served.ask("POST", "/api/tables", &origin, &order.to_string()).0, 201);
        assert_eq!(served.ask("POST", &sit, &origin, "{}").0, 200);
        for host in ["localhost:7777", "[::1]:7777", "192.168.1.20"] {
            let here = format!("host: {host}\r\norigin: http://{host}\r\n");
            let status = if public.is_some() { 403 } else { 201 };
            assert_eq!(served.ask("POST", "/api/tables", &here, &order.to_string()).0, status, "{host}");
        }
    }
}

/// Every response has a content security policy, and pages have no inline code.
#[test]
fn every_answer_has_a_policy() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::at(data.path());
    let paths = ["/", "/t/0123456789ab", "/page/table.js", "/page/none", "/api/games", "/api/tables", "/nothing"];
    for path in paths {
        let (head, _) = served.answer("GET", path, "", "");
        let head = head.to_ascii_lowercase();
        let policy = head.lines().find_map(|line| line.strip_prefix("content-security-policy: "));
        let policy = policy.unwrap_or_else(|| panic!("{path} has no policy: {head}"));
        assert!(policy.contains("default-src 'self'") && policy.contains("frame-ancestors 'none'"), "{policy}");
        assert!(!policy.contains("unsafe") && !policy.contains('*'), "{policy}");
        assert!(head.contains("x-content-type-options: nosniff") && head.contains("referrer-policy: no-referrer"));
    }
    for path in ["/", "/t/0123456789ab"] {
        let page = served.ask("GET", path, "", "").1.to_ascii_lowercase();
        assert!(
            page.matches("<script").count() == page.matches("<script type=\"module\" src=\"/page/").count(),
            "{page}"
        );
        assert!(!page.contains("<style") && !page.contains(" style=") && !page.contains(" onclick="), "{page}");
        assert!(!page.contains("http://") && !page.contains("https://"), "{page}");
    }
}

/// Only games and robots of the packs can be named: no programs, engines, files, folders.
#[test]
fn nothing_but_games_and_robots_of_the_packs_can_be_named() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::with(data.path(), Limits { new_tables: 10_000, ..limits() });
    let made = data.path().join("made");
    let program = format!("exec:touch {}", made.display());
    let players = [
        &program,
        " exec:true",
        "EXEC:true",
        "uci:true",
        "usi:true",
        "ucci:true",
        "gtp:true",
        "/etc/passwd",
        "../../../etc/passwd",
        "random/../../x",
        "thinker(weights=/etc/passwd)",
        "robots/thinker.lua",
        "human;exec:true",
    ];
    for player in players {
        let order = json!({ "game": "chess", "seats": ["open", player] });
        let (status, why) = served.ask("POST", "/api/tables", "", &order.to_string());
        assert_eq!(status, 422, "{player}: {why}");
    }
    for game in ["../rules/chess", "/etc", "chess/../chess", "chess/game.toml", "", ".", "chess\u{0}"] {
        let (status, why) = served.ask("POST", "/api/tables", "", &json!({ "game": game }).to_string());
        assert_eq!(status, 404, "{game}: {why}");
    }
    for order in [
        json!({ "game": "chess", "variant": "../x" }),
        json!({ "game": "chess", "options": { "scenario": "/etc/passwd" } }),
        json!({ "game": "chess", "options": { "position": "@/etc/passwd" } }),
        json!({ "game": "chess", "seats": vec!["open"; 1000] }),
    ] {
        let (status, why) = served.ask("POST", "/api/tables", "", &order.to_string());
        assert_eq!(status, 422, "{order}: {why}");
    }
    for path in ["..%2f..%2fetc", "%2e%2e", "0123456789ab%2f..", "0123456789AB", "x", "%00"] {
        assert_eq!(refused_socket(&served, path, "").0, 404, "{path}");
        assert_eq!(served.ask("POST", &format!("/api/tables/{path}/sit"), "", "{}").0, 404, "{path}");
        assert_eq!(served.ask("GET", &format!("/page/{path}"), "", "").0, 404, "{path}");
    }
    assert!(!made.exists());
    assert_eq!(std::fs::read_dir(data.path().join("tables")).unwrap().count(), 0, "nothing was kept");
}
