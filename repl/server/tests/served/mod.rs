//! A server on a port of its own, and clients of it.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, dead_code)]

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::thread::JoinHandle;
use std::time::Duration;

use parlour_engine::Library;
use parlour_server::{Limits, Server, Settings};
use parlour_table::Robots;
use serde_json::{Value, json};
use tungstenite::{Message, WebSocket};

/// Far longer than anything here takes.
const PATIENCE: Duration = Duration::from_secs(120);

pub struct Served {
    address: SocketAddr,
    end: Option<tokio::sync::oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Served {
    pub fn at(data: &Path) -> Self {
        Self::with(data, Limits::default())
    }

    pub fn with(data: &Path, limits: Limits) -> Self {
        let mut library = Library::default();
        library.add_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../../rules"));
        let limits = Limits { grid: Duration::from_millis(1), ..limits };
        let listen = "127.0.0.1:0".parse().unwrap();
        let robots = Robots::new();
        let settings = Settings { listen, data: data.to_owned(), public_url: None, library, robots, limits };
        let server = Server::open(settings).unwrap();
        let address = server.address();
        let (end, ended) = tokio::sync::oneshot::channel();
        let until = async move { _ = ended.await };
        let thread = std::thread::spawn(move || server.run(until).unwrap());
        Self { address, end: Some(end), thread: Some(thread) }
    }

    pub fn ask(&self, method: &str, path: &str, more: &str, body: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let length = body.len();
        let head = format!("{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n", self.address);
        write!(stream, "{head}content-length: {length}\r\n{more}\r\n{body}").unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        (head.split(' ').nth(1).unwrap().parse().unwrap(), body.to_owned())
    }

    pub fn make(&self, order: &Value) -> Value {
        let (status, body) = self.ask("POST", "/api/tables", "", &order.to_string());
        assert_eq!(status, 201, "{body}");
        serde_json::from_str(&body).unwrap()
    }

    pub fn sit(&self, table: &Value, token: &Value, since: Option<u64>) -> Client {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let url = format!("ws://{}/api/tables/{}/ws", self.address, table["table"].as_str().unwrap());
        let (socket, _) = tungstenite::client(url, stream).unwrap();
        let mut client = Client(socket);
        client.say(&json!({ "type": "sit", "token": token, "since": since }));
        client
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        drop(self.end.take());
        self.thread.take().unwrap().join().unwrap();
    }
}

pub struct Client(pub WebSocket<TcpStream>);

impl Client {
    pub fn say(&mut self, frame: &Value) {
        self.0.send(Message::text(frame.to_string())).unwrap();
    }

    /// The next frame of a kind.
    pub fn hear(&mut self, kind: &str) -> Value {
        loop {
            if let Message::Text(text) = self.0.read().unwrap() {
                let frame: Value = serde_json::from_str(&text).unwrap();
                if frame["type"] == kind {
                    return frame;
                }
            }
        }
    }

    pub fn act(&mut self, id: u64, action: &str) {
        self.say(&json!({ "type": "act", "id": id, "action": action }));
    }
}

/// Two people, and the same match each time.
pub fn tic_tac_toe() -> Value {
    json!({ "game": "tic-tac-toe", "seats": ["open", "open"], "seed": 3 })
}

/// The tokens of the open seats of a new table.
pub fn tokens(table: &Value) -> Vec<Value> {
    table["seats"].as_object().unwrap().values().cloned().collect()
}
