//! A table over WebSockets: two programs play a game of hidden cards, each at its own seat.
//!
//! `cargo run -p parlour-table --example websocket -- serve` deals a match of gin rummy, prints a token for each seat and
//! waits for clients; `... -- play TOKEN`, twice, each with one of the tokens, plays it at random.
//!
//! A table stays on the thread that created it. Each connection has a reader thread that sends frames to the table's
//! thread, which alone accesses the table and writes. (A real server gives each connection a bounded queue for output.)

use std::collections::BTreeMap;
use std::error::Error;
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};

use parlour_engine::chance::Generator;
use parlour_engine::{Config, Library};
use parlour_table::{Robots, Seed, Table, Viewer, fresh_seed};
use serde_json::{Value, json};
use tungstenite::protocol::Role;
use tungstenite::{Message, WebSocket, accept, client};

/// The default address of the server.
const ADDRESS: &str = "127.0.0.1:7777";

/// Messages from connections to the table's thread.
pub(crate) enum Inbox {
    /// A connection opened, with its socket for writing.
    Joined(usize, Box<WebSocket<TcpStream>>),
    /// A frame.
    Frame(usize, String),
    /// A connection closed.
    Left(usize),
}

/// A connection at the table.
struct Client {
    socket: WebSocket<TcpStream>,
    /// Its viewer, once it has joined, and the table version it has.
    sits: Option<(Viewer, u64)>,
    /// The responses to its actions by id, so that each is handled once (idempotency keys).
    answered: BTreeMap<String, Value>,
}

impl Client {
    fn send(&mut self, frame: &Value) {
        // A closed connection is noticed by its reader thread.
        let _ = self.socket.send(Message::text(frame.to_string()));
    }

    /// Sends the table as its viewer may know it, with the changes since its version.
    fn send_state(&mut self, table: &Table) {
        let Some((viewer, since)) = self.sits else { return };
        let mut frame = serde_json::to_value(table.snapshot(viewer, Some(since))).unwrap_or_default();
        frame["type"] = json!("state");
        self.sits = Some((viewer, table.version()));
        self.send(&frame);
    }
}

/// A match of gin rummy for two people, limited to a single deal.
pub(crate) fn gin_rummy(seed: Seed) -> Result<Table, parlour_table::Error> {
    let mut library = Library::default();
    library.add_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../../rules"));
    let set = [("target", "0"), ("ply_limit", "200")];
    let set = set.map(|(key, value)| (key.to_owned(), value.to_owned())).to_vec();
    let game = library.load("gin-rummy")?.configure(&Config { set, ..Config::default() })?;
    Table::begin(game, vec!["human".to_owned(); 2], seed, &Robots::new())
}

/// A token for each seat, and one for onlookers.
pub(crate) fn tokens(table: &Table) -> Vec<(String, Viewer)> {
    let viewers = table.game().seats().map(Viewer::of).chain([Viewer::ONLOOKER]);
    viewers.map(|viewer| (format!("{:016x}{:016x}", fresh_seed(), fresh_seed()), viewer)).collect()
}

/// Serves clients of a table until the match is over and everyone was notified.
pub(crate) fn serve(mut table: Table, tokens: &[(String, Viewer)], inbox: &Receiver<Inbox>) -> Table {
    let mut clients: BTreeMap<usize, Client> = BTreeMap::new();
    for message in inbox {
        match message {
            Inbox::Joined(id, socket) => {
                clients.insert(id, Client { socket: *socket, sits: None, answered: BTreeMap::new() });
            }
            Inbox::Left(id) => _ = clients.remove(&id),
            Inbox::Frame(id, text) => {
                let before = table.version();
                if let Some(client) = clients.get_mut(&id) {
                    answer(&mut table, tokens, client, &text);
                }
                if table.version() > before {
                    clients.values_mut().for_each(|client| client.send_state(&table));
                }
            }
        }
        if table.is_over() {
            break;
        }
    }
    table
}

/// Handles a frame.
fn answer(table: &mut Table, tokens: &[(String, Viewer)], client: &mut Client, text: &str) {
    let frame: Value = serde_json::from_str(text).unwrap_or_default();
    let (id, action) = (frame["id"].to_string(), frame["action"].as_str().unwrap_or_default());
    let viewer = client.sits.map(|(viewer, _)| viewer);
    match (frame["type"].as_str(), viewer) {
        (Some("sit"), _) => {
            let known = tokens.iter().find(|(token, _)| frame["token"] == json!(token));
            let Some((_, viewer)) = known else {
                return client.send(&json!({"type": "error", "text": "no such seat"}));
            };
            client.sits = Some((*viewer, frame["since"].as_u64().unwrap_or(0)));
            client.send_state(table);
        }
        (Some("act"), Some(_)) if client.answered.contains_key(&id) => {
            let again = client.answered[&id].clone();
            client.send(&again);
        }
        (Some("act"), Some(viewer)) => {
            let done = match viewer.seat() {
                Some(seat) => table.act(seat, action).map_err(|error| error.to_string()),
                None => Err("you look on".to_owned()),
            };
            let reply = match done {
                Ok(()) => json!({"type": "done", "id": frame["id"]}),
                Err(why) => json!({"type": "refused", "id": frame["id"], "why": why}),
            };
            client.send(&reply);
            client.answered.insert(id, reply);
        }
        (Some("why"), Some(viewer)) => {
            let (allowed, text) = match table.why(viewer, action) {
                Ok(why) => (why.allowed, why.text),
                Err(error) => (false, error.to_string()),
            };
            client.send(&json!({"type": "why", "id": frame["id"], "allowed": allowed, "text": text}));
        }
        _ => client.send(&json!({"type": "error", "text": "expected sit, act or why"})),
    }
}

/// Accepts connections, and forwards their frames.
pub(crate) fn listen(listener: &TcpListener, inbox: &Sender<Inbox>) {
    for (id, stream) in listener.incoming().enumerate() {
        let (Ok(stream), inbox) = (stream, inbox.clone()) else { continue };
        std::thread::spawn(move || {
            let Ok(writing) = stream.try_clone() else { return };
            let Ok(mut reading) = accept(stream) else { return };
            // The table is gone once the match is over.
            let writing = WebSocket::from_raw_socket(writing, Role::Server, None);
            let _ = inbox.send(Inbox::Joined(id, Box::new(writing)));
            while let Ok(message) = reading.read() {
                if let Message::Text(text) = message {
                    let _ = inbox.send(Inbox::Frame(id, text.to_string()));
                }
            }
            let _ = inbox.send(Inbox::Left(id));
        });
    }
}

/// Plays a seat at random until the match is over; returns all received frames, each of which is passed to `heard`
/// first.
pub(crate) fn play(
    address: &str,
    token: &str,
    seed: u64,
    mut heard: impl FnMut(&Value),
) -> Result<Vec<Value>, Box<dyn Error>> {
    let (mut socket, _) = client(format!("ws://{address}/api/tables/1/ws"), TcpStream::connect(address)?)?;
    socket.send(Message::text(json!({"type": "sit", "token": token}).to_string()))?;
    let (mut generator, mut frames) = (Generator::from_seed(seed), Vec::new());
    loop {
        let Message::Text(text) = socket.read()? else { continue };
        let frame: Value = serde_json::from_str(&text)?;
        heard(&frame);
        let legal = frame["legal"].as_array().map_or(0, Vec::len);
        if frame["type"] == "state" && legal > 0 {
            let action = &frame["legal"][generator.below(legal as u32) as usize]["action"];
            let act = json!({"type": "act", "id": frames.len(), "action": action});
            socket.send(Message::text(act.to_string()))?;
        }
        let is_over = frame["over"].is_object();
        frames.push(frame);
        if is_over {
            return Ok(frames);
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments.as_slice() {
        ["serve"] => {
            let table = gin_rummy(Seed::fresh())?;
            let (tokens, listener, (send, inbox)) = (tokens(&table), TcpListener::bind(ADDRESS)?, channel());
            tokens.iter().for_each(|(token, viewer)| println!("{:?}: {token}", viewer.seat()));
            std::thread::spawn(move || listen(&listener, &send));
            let table = serve(table, &tokens, &inbox);
            println!("{}", serde_json::to_string(&table.ending())?);
        }
        ["play", token] => {
            let frames = play(ADDRESS, token, fresh_seed(), |_| {})?;
            println!("{}", frames.last().map_or(&Value::Null, |frame| &frame["over"]));
        }
        _ => eprintln!("expected `serve`, or `play TOKEN`"),
    }
    Ok(())
}
