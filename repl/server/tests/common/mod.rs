//! A server in this process, and clients over real sockets.

#![allow(dead_code, unreachable_pub, missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use parlour_engine::Library;
use parlour_server::{Limits, Server, Settings, Time};
use parlour_table::Robots;
use serde_json::{Value, json};
use tungstenite::{Error, Message, WebSocket};

/// A generous timeout.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// The packs of the repository.
pub fn library() -> Library {
    let mut library = Library::default();
    library.add_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../../rules"));
    library
}

/// The default limits, with robots that answer at once.
pub fn limits() -> Limits {
    // A test that a busy machine holds up is not somebody who has gone.
    Limits { grid: Duration::from_millis(1), idle: Duration::from_secs(3600), ..Limits::default() }
}

/// A server that stops on drop.
pub struct Served {
    pub address: SocketAddr,
    end: Option<tokio::sync::oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Served {
    pub fn at(data: &Path) -> Self {
        Self::with(data, limits())
    }

    pub fn with(data: &Path, limits: Limits) -> Self {
        Self::by(data, limits, Time::of_system())
    }

    /// A server with another time source for clocks.
    pub fn by(data: &Path, limits: Limits, time: Time) -> Self {
        let listen = "127.0.0.1:0".parse().unwrap();
        let (library, robots, data) = (library(), Robots::new(), data.to_owned());
        Self::of(Settings { listen, data, public_url: None, library, robots, limits, time, watch: Vec::new() })
    }

    /// A server of the packs in a folder, which reloads changes.
    pub fn watching(data: &Path, rules: &Path) -> Self {
        let listen = "127.0.0.1:0".parse().unwrap();
        let mut library = Library::default();
        library.add_folder(rules);
        let (robots, data, watch) = (Robots::new(), data.to_owned(), vec![rules.to_owned()]);
        Self::of(Settings {
            listen,
            data,
            public_url: None,
            library,
            robots,
            limits: limits(),
            time: Time::of_system(),
            watch,
        })
    }

    /// A server of the packs in a folder, and the robots in its `robots`, with its log.
    pub fn of_packs(data: &Path, rules: &Path, limits: Limits) -> (Self, Arc<Mutex<Vec<String>>>) {
        let listen = "127.0.0.1:0".parse().unwrap();
        let mut library = Library::default();
        library.add_folder(rules);
        let (mut robots, data, time) = (Robots::new(), data.to_owned(), Time::of_system());
        robots.add_folder(rules.join("robots"));
        let watch = Vec::new();
        let server =
            Server::open(Settings { listen, data, public_url: None, library, robots, limits, time, watch }).unwrap();
        let lines = Arc::new(Mutex::new(Vec::new()));
        let own = lines.clone();
        (Self::run(server.log_to(move |line| own.lock().unwrap().push(line.to_owned()))), lines)
    }

    pub fn of(settings: Settings) -> Self {
        Self::run(Server::open(settings).unwrap())
    }

    fn run(server: Server) -> Self {
        let address = server.address();
        let (end, ended) = tokio::sync::oneshot::channel();
        let until = async move { _ = ended.await };
        let thread = std::thread::spawn(move || server.run(until).unwrap());
        Self { address, end: Some(end), thread: Some(thread) }
    }

    /// A server in another process.
    pub fn elsewhere(address: SocketAddr) -> Self {
        Self { address, end: None, thread: None }
    }

    pub fn ask(&self, method: &str, path: &str, more: &str, body: &str) -> (u16, String) {
        let (head, body) = self.answer(method, path, more, body);
        (head.split(' ').nth(1).unwrap().parse().unwrap(), body)
    }

    /// The head and the body of a response.
    pub fn answer(&self, method: &str, path: &str, more: &str, body: &str) -> (String, String) {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let length = body.len();
        let host = if more.contains("host: ") { String::new() } else { format!("host: {}\r\n", self.address) };
        let head = format!("{method} {path} HTTP/1.1\r\n{host}connection: close\r\n");
        write!(stream, "{head}content-length: {length}\r\n{more}\r\n{body}").unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        (head.to_owned(), body.to_owned())
    }

    pub fn make(&self, order: &Value) -> Value {
        let (status, body) = self.ask("POST", "/api/tables", "", &order.to_string());
        assert_eq!(status, 201, "{body}");
        serde_json::from_str(&body).unwrap()
    }

    /// A connection that hasn't joined.
    pub fn connect(&self, table: &str) -> Client {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_nodelay(true).unwrap();
        let url = format!("ws://{}/api/tables/{table}/ws", self.address);
        Client(tungstenite::client(url, stream).unwrap().0)
    }

    pub fn sit(&self, table: &Value, token: &Value, since: Option<u64>) -> Client {
        let mut client = self.connect(table["table"].as_str().unwrap());
        client.say(&json!({ "type": "sit", "token": token, "since": since }));
        client
    }

    /// A client that joins a seat as the host as well.
    pub fn sit_as_host(&self, table: &Value, token: &Value) -> Client {
        let mut client = self.connect(table["table"].as_str().unwrap());
        client.say(&json!({ "type": "sit", "token": token, "host": table["host"] }));
        client
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        drop(self.end.take());
        let ended = self.thread.take().map(JoinHandle::join);
        assert!(!matches!(ended, Some(Err(_))) || std::thread::panicking(), "the server has failed");
    }
}

/// The tokens of a table's open seats, in order.
pub fn tokens(table: &Value) -> Vec<Value> {
    table["seats"].as_object().unwrap().values().cloned().collect()
}

/// A game for two without hidden information.
pub fn tic_tac_toe() -> Value {
    json!({ "game": "tic-tac-toe", "seats": ["open", "open"], "seed": 3 })
}

pub struct Client(pub WebSocket<TcpStream>);

impl Client {
    pub fn say(&mut self, frame: &Value) {
        self.0.send(Message::text(frame.to_string())).unwrap();
    }

    /// The next raw frame; `None` when the connection has ended.
    pub fn next(&mut self) -> Option<String> {
        loop {
            match self.0.read() {
                Ok(Message::Text(text)) => return Some(text.as_str().to_owned()),
                Ok(Message::Close(_)) | Err(Error::ConnectionClosed | Error::AlreadyClosed) => return None,
                Err(Error::Io(error)) if error.kind() == ErrorKind::ConnectionReset => return None,
                Err(Error::Io(error)) if error.kind() == ErrorKind::Interrupted => {}
                Ok(_) => {}
                Err(error) => panic!("{error}"),
            }
        }
    }

    /// The next frame of a kind.
    pub fn hear(&mut self, kind: &str) -> Value {
        self.find(kind, |frame| frame["type"] == kind)
    }

    /// The answer to a question.
    pub fn answer(&mut self, id: u64) -> Value {
        self.find("answer", |frame| frame["id"] == id)
    }

    /// The next state that passes a test.
    pub fn until(&mut self, is_it: impl Fn(&Value) -> bool) -> Value {
        self.find("state", |frame| frame["type"] == "state" && is_it(frame))
    }

    fn find(&mut self, what: &str, is_it: impl Fn(&Value) -> bool) -> Value {
        loop {
            let text = self.next().unwrap_or_else(|| panic!("the connection has ended before a frame `{what}`"));
            let frame: Value = serde_json::from_str(&text).unwrap();
            if is_it(&frame) {
                return frame;
            }
        }
    }

    /// The frames up to the answer to a question asked now.
    pub fn so_far(&mut self, fence: &str) -> Vec<String> {
        self.say(&json!({ "type": "why", "id": fence, "action": "" }));
        let mut frames = Vec::new();
        loop {
            let text = self.next().expect("the connection has ended");
            let frame: Value = serde_json::from_str(&text).unwrap();
            frames.push(text);
            if frame["id"] == fence {
                return frames;
            }
        }
    }

    /// The close code and reason of the connection.
    pub fn close(&mut self) -> (u16, String) {
        loop {
            if let Message::Close(Some(frame)) = self.0.read().unwrap() {
                return (u16::from(frame.code), frame.reason.to_string());
            }
        }
    }

    pub fn act(&mut self, id: u64, action: &str) {
        self.say(&json!({ "type": "act", "id": id, "action": action }));
    }
}
