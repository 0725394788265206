//! A server is killed while people play: everything it has acknowledged is there after a restart, and every table goes
//! on.
//!
//! `cargo test` kills it twice; `PARLOUR_KILLS=100` a hundred times, with more tables.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

/// A generous timeout.
const PATIENCE: Duration = Duration::from_secs(120);
/// The pause between two actions at a table, within the rate limit.
const PAUSE: Duration = Duration::from_millis(55);

/// The played tables: games and players.
const TABLES: [(&str, [&str; 2]); 8] = [
    ("tic-tac-toe", ["open", "open"]),
    ("gin-rummy", ["open", "open"]),
    ("connect-four", ["open", "easy"]),
    ("archaeology", ["open", "random"]),
    ("en-garde", ["open", "open"]),
    ("goofspiel", ["open", "open"]),
    ("backgammon", ["open", "open"]),
    ("chess", ["open", "random"]),
];

struct Running {
    child: Child,
    address: SocketAddr,
}

impl Running {
    fn start(data: &Path, address: SocketAddr) -> Self {
        // Behind a proxy each table can have an address of its own.
        let (listen, public) = (address.to_string(), format!("http://{address}"));
        let mut command = Command::new(env!("CARGO_BIN_EXE_parlour"));
        command.args(["serve", "--listen", &listen, "--public-url", &public, "--data"]).arg(data).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let begun = Instant::now();
        while TcpStream::connect(address).is_err() {
            assert!(child.try_wait().unwrap().is_none(), "the server has ended");
            assert!(begun.elapsed() < PATIENCE, "the server doesn't listen");
            std::thread::sleep(Duration::from_millis(10));
        }
        Self { child, address }
    }

    fn ask(&self, from: usize, path: &str, body: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let head = format!("POST {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n", self.address);
        write!(stream, "{head}x-forwarded-for: 10.0.1.{from}\r\ncontent-length: {}\r\n\r\n{body}", body.len()).unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        (head.split(' ').nth(1).unwrap().parse().unwrap(), body.to_owned())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A table from its players' view.
struct Table {
    n: usize,
    id: String,
    tokens: Vec<String>,
    has_robot: bool,
    /// The acknowledged actions.
    acknowledged: Vec<String>,
    /// An unanswered action: the seat, the id and the action.
    pending: Option<(usize, u64, String)>,
    acts: u64,
    is_over: bool,
}

impl Table {
    fn make(server: &Running, n: usize) -> Self {
        let (game, seats) = TABLES[n % TABLES.len()];
        let order = json!({ "game": game, "seats": seats, "seed": n }).to_string();
        let (status, body) = server.ask(n, "/api/tables", &order);
        assert_eq!(status, 201, "{body}");
        let made: Value = serde_json::from_str(&body).unwrap();
        let tokens = made["seats"].as_object().unwrap().values().map(|token| token.as_str().unwrap().to_owned());
        Self {
            n,
            id: made["table"].as_str().unwrap().to_owned(),
            tokens: tokens.collect(),
            has_robot: seats[1] != "open",
            acknowledged: Vec::new(),
            pending: None,
            acts: 0,
            is_over: false,
        }
    }

    /// The actions that are saved.
    fn saved(&self, data: &Path) -> Vec<String> {
        let folder = data.join("tables").join(&self.id);
        let read = |path: &Path| -> Value { serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap() };
        let name = read(&folder.join("table.json"))["save"].as_str().unwrap().to_owned();
        let over = folder.join("autosave").join(format!("{name}.over.json"));
        let path = if over.is_file() { over } else { folder.join("autosave").join(format!("{name}.json")) };
        serde_json::from_value(read(&path)["actions"].clone()).unwrap()
    }

    /// Checks that all acknowledged actions are saved once, and at most the unanswered one in addition.
    fn check(&self, data: &Path) {
        let (saved, known) = (self.saved(data), &self.acknowledged);
        let told =
            format!("table {} of {}: {saved:?} and {known:?}, {:?}", self.id, TABLES[self.n % 8].0, self.pending);
        if self.has_robot {
            let mut rest = saved.iter();
            assert!(known.iter().all(|act| rest.any(|saved| saved == act)), "{told}");
            return;
        }
        assert!(saved.starts_with(known), "{told}");
        let more: Vec<&String> = saved[known.len()..].iter().collect();
        let pending: Vec<&String> = self.pending.iter().map(|(_, _, action)| action).collect();
        assert!(more.is_empty() || more == pending, "{told}");
    }
}

/// A client of a table.
struct Client(WebSocket<TcpStream>);

impl Client {
    fn sit(server: SocketAddr, table: &Table, token: &str) -> Option<Self> {
        let stream = TcpStream::connect(server).ok()?;
        stream.set_read_timeout(Some(PATIENCE)).ok()?;
        let url = format!("ws://{server}/api/tables/{}/ws", table.id);
        let mut request = url.into_client_request().ok()?;
        request.headers_mut().insert("x-forwarded-for", format!("10.0.1.{}", table.n).parse().ok()?);
        let mut client = Self(tungstenite::client(request, stream).ok()?.0);
        client.say(&json!({ "type": "sit", "token": token }))?;
        Some(client)
    }

    fn say(&mut self, frame: &Value) -> Option<()> {
        self.0.send(Message::text(frame.to_string())).ok()
    }

    /// The next frame; `None` when the server is gone.
    fn hear(&mut self) -> Option<Value> {
        loop {
            match self.0.read() {
                Ok(Message::Text(text)) => return serde_json::from_str(&text).ok(),
                Ok(Message::Close(close)) => panic!("sent away: {close:?}"),
                Ok(_) => {}
                Err(tungstenite::Error::Io(error)) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(tungstenite::Error::Io(error)) if error.kind() == std::io::ErrorKind::WouldBlock => {
                    panic!("nothing was heard for {PATIENCE:?}");
                }
                Err(_) => return None,
            }
        }
    }
}

/// State shared with the thread that kills the server.
#[derive(Default)]
struct Told {
    /// True if the server was killed on purpose.
    is_killed: AtomicBool,
    acts: AtomicUsize,
    /// Tables with an action since the start.
    went_on: Mutex<Vec<String>>,
}

/// Plays at a table until the match is over. `None` when the server is gone.
fn play(server: SocketAddr, table: &mut Table, told: &Told) -> Option<()> {
    let mut clients = Vec::new();
    for token in &table.tokens {
        clients.push(Client::sit(server, table, token)?);
    }
    let mut states = vec![json!({ "version": 0 }); clients.len()];
    // An unanswered action is requested again.
    let (mut last, mut is_again) = (0, table.pending.is_some());
    loop {
        // Both clients receive the last action; a robot's turn is awaited.
        loop {
            let newest = states.iter().map(|state| state["version"].as_u64().unwrap()).max().unwrap();
            let is_due = |state: &Value| !state["legal"].as_array().is_none_or(Vec::is_empty);
            let is_settled = is_again || states.iter().any(|state| is_due(state) || !state["over"].is_null());
            let behind = states.iter().position(|state| state["version"] != newest || newest == 0);
            let Some(client) = behind.or_else(|| (!is_settled).then_some(last)) else { break };
            let frame = clients[client].hear()?;
            if frame["type"] == "state" {
                states[client] = frame;
            }
        }
        if table.pending.is_none() {
            if !states[0]["over"].is_null() {
                table.is_over = true;
                told.went_on.lock().unwrap().push(table.id.clone());
                return Some(());
            }
            let seat = states.iter().position(|state| !state["legal"].as_array().unwrap().is_empty()).unwrap();
            let legal = states[seat]["legal"].as_array().unwrap();
            table.acts += 1;
            let nth = (table.acts as usize * 104_729 + table.n) % legal.len();
            let action = legal[nth]["action"].as_str().unwrap().to_owned();
            table.pending = Some((seat, table.acts, action));
        }
        let (seat, id, action) = table.pending.clone().unwrap();
        clients[seat].say(&json!({ "type": "act", "id": id, "action": action }))?;
        let answer = loop {
            let frame = clients[seat].hear()?;
            if frame["type"] == "state" {
                states[seat] = frame;
            } else if frame["id"] == id {
                break frame;
            }
        };
        assert_eq!(answer["type"], "done", "`{action}` at {}: {answer}", table.id);
        table.pending = None;
        table.acknowledged.push(action);
        told.acts.fetch_add(1, Ordering::SeqCst);
        told.went_on.lock().unwrap().push(table.id.clone());
        (last, states[seat]["legal"]) = (seat, json!([]));
        if std::mem::take(&mut is_again) {
            // It may have been applied before, so that no event follows.
            clients[seat].say(&json!({ "type": "sit", "token": table.tokens[seat] }))?;
        }
        std::thread::sleep(PAUSE);
    }
}

#[test]
fn no_acknowledged_act_is_lost_when_the_server_is_killed() {
    let often: Option<usize> = std::env::var("PARLOUR_KILLS").ok().map(|text| text.parse().unwrap());
    let (kills, count) = (often.unwrap_or(2), if often.is_some() { 40 } else { TABLES.len() });
    let data = tempfile::tempdir().unwrap();
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let mut tables: Vec<Table> = Vec::new();
    let (mut acts, mut done_before, mut ended) = (0, 0, 0);
    for kill in 0..kills {
        let mut server = Running::start(data.path(), address);
        let told = Told::default();
        for n in 0..count {
            if tables.get(n).is_none_or(|table| table.is_over) {
                let table = Table::make(&server, n);
                if n < tables.len() { tables[n] = table } else { tables.push(table) }
            }
        }
        std::thread::scope(|scope| {
            let told = &told;
            let players: Vec<_> = tables
                .iter_mut()
                .map(|table| {
                    scope.spawn(move || {
                        let ended = play(address, table, told);
                        assert!(ended.is_some() || told.is_killed.load(Ordering::SeqCst), "the server is gone");
                    })
                })
                .collect();
            // Every table has gone on, and some actions are pending.
            let begun = Instant::now();
            loop {
                let mut went_on = told.went_on.lock().unwrap().clone();
                went_on.sort();
                went_on.dedup();
                let enough = count * (2 + kill % 3) + kill % 7;
                if went_on.len() == count && told.acts.load(Ordering::SeqCst) >= enough {
                    break;
                }
                let all_over = players.iter().all(std::thread::ScopedJoinHandle::is_finished);
                if all_over {
                    break;
                }
                assert!(begun.elapsed() < PATIENCE, "{} of {count} tables went on", went_on.len());
                std::thread::sleep(Duration::from_micros(200 + 370 * (kill as u64 % 11)));
            }
            told.is_killed.store(true, Ordering::SeqCst);
            // SIGKILL: pending work isn't finished.
            server.child.kill().unwrap();
        });
        drop(server);
        acts += told.acts.load(Ordering::SeqCst);
        for table in &tables {
            table.check(data.path());
            let saved = table.saved(data.path());
            done_before += usize::from(!table.has_robot && saved.len() > table.acknowledged.len());
            ended += usize::from(table.is_over);
        }
    }
    println!("{kills} kills, {acts} acts acknowledged, {done_before} done and not answered, {ended} matches ended");
}
