//! Load test of a server: many tables with active players, idle connections, and a flooding client.
//!
//!     cargo build --release -p parlour
//!     cargo run --release -p parlour-server --example load -- target/release/parlour
//!
//! It starts the program with a folder of its own, makes tables of all games for two, joins each with two connections
//! as pages do, with pictures, and acts at random. At every other table one seat is a robot's, and the second
//! connection is an onlooker. `--tables 1000 --every 5000 --seconds 60` are the usual numbers; `--idle 10000` adds
//! connections at tables where nothing happens, `--flood` a client that sends as much as it can, `--plain` omits
//! pictures, and `--game NAME` plays only that game.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{WebSocketStream, client_async};

type Socket = WebSocketStream<TcpStream>;

/// The command line options.
#[derive(Clone, Debug)]
struct Wanted {
    program: PathBuf,
    tables: usize,
    every: Duration,
    seconds: u64,
    idle: usize,
    flood: bool,
    pictures: bool,
    game: Option<String>,
}

fn wanted() -> Wanted {
    let mut wanted = Wanted {
        program: PathBuf::new(),
        tables: 1000,
        every: Duration::from_secs(5),
        seconds: 60,
        idle: 0,
        flood: false,
        pictures: true,
        game: None,
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut number = || arguments.next().and_then(|text| text.parse().ok()).expect("expected a number");
        match argument.as_str() {
            "--tables" => wanted.tables = number() as usize,
            "--every" => wanted.every = Duration::from_millis(number()),
            "--seconds" => wanted.seconds = number(),
            "--idle" => wanted.idle = number() as usize,
            "--flood" => wanted.flood = true,
            "--plain" => wanted.pictures = false,
            "--game" => wanted.game = arguments.next(),
            program => wanted.program = program.into(),
        }
    }
    assert!(wanted.program.is_file(), "expected the program, as in `load target/release/parlour`");
    wanted
}

/// The tested server, a separate process.
struct Served {
    child: Child,
    address: SocketAddr,
    _data: tempfile::TempDir,
}

impl Served {
    fn start(program: &PathBuf) -> Self {
        let data = tempfile::tempdir().unwrap();
        let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        // Behind a proxy each client has an address of its own.
        let public = format!("http://{address}");
        let mut command = Command::new(program);
        command.args(["serve", "--listen", &address.to_string(), "--public-url", &public, "--data"]).arg(data.path());
        let child = command.stderr(Stdio::null()).spawn().unwrap();
        let served = Self { child, address, _data: data };
        while std::net::TcpStream::connect(address).is_err() {
            std::thread::sleep(Duration::from_millis(20));
        }
        served
    }

    /// A figure of the process in `/proc`, in kB.
    fn memory(&self, key: &str) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix(key)).unwrap();
        line.trim_start_matches(':').trim().trim_end_matches(" kB").parse().unwrap()
    }

    /// Its CPU time, in hundredths of a second.
    fn ticks(&self) -> u64 {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).unwrap();
        let fields: Vec<&str> = stat.rsplit_once(')').unwrap().1.split_whitespace().collect();
        fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Sends an HTTP request from a simulated address.
fn ask(server: SocketAddr, from: &str, method: &str, path: &str, body: &str) -> std::io::Result<(u16, String)> {
    let mut stream = std::net::TcpStream::connect(server)?;
    let head =
        format!("{method} {path} HTTP/1.1\r\nhost: {server}\r\nconnection: close\r\nx-forwarded-for: {from}\r\n");
    write!(stream, "{head}content-length: {}\r\n\r\n{body}", body.len())?;
    let mut text = String::new();
    stream.read_to_string(&mut text)?;
    let (head, body) = text.split_once("\r\n\r\n").ok_or(std::io::ErrorKind::UnexpectedEof)?;
    Ok((head.split(' ').nth(1).unwrap().parse().unwrap(), body.to_owned()))
}

/// The simulated address with a number.
fn from(n: usize) -> String {
    format!("10.{}.{}.{}", n >> 16 & 255, n >> 8 & 255, n & 255)
}

/// Games for two.
fn games(server: SocketAddr, wanted: &Wanted) -> Vec<String> {
    let said: Value = serde_json::from_str(&ask(server, "10.255.0.1", "GET", "/api/games", "").unwrap().1).unwrap();
    let for_two = |game: &&Value| game["seats"]["min"].as_u64() <= Some(2) && game["seats"]["max"].as_u64() >= Some(2);
    let names = said["games"].as_array().unwrap().iter().filter(for_two).map(|game| game["name"].as_str().unwrap());
    names.filter(|name| wanted.game.as_ref().is_none_or(|game| game == name)).map(str::to_owned).collect()
}

/// Shared measurements.
#[derive(Default)]
struct Counted {
    /// Latencies of acknowledgements of actions, in microseconds.
    took: Mutex<Vec<u32>>,
    refused: AtomicUsize,
    finished: AtomicUsize,
    lost: AtomicUsize,
    bytes: AtomicUsize,
    frames: AtomicUsize,
    /// True while actions are measured.
    counts: AtomicBool,
}

/// The parts of a frame that matter here.
#[derive(Deserialize)]
struct Frame {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    legal: Vec<Legal>,
    #[serde(default)]
    over: Value,
    #[serde(default)]
    id: Value,
}

#[derive(Deserialize)]
struct Legal {
    action: String,
}

async fn connect(server: SocketAddr, table: &str, from: &str) -> Option<Socket> {
    let stream = TcpStream::connect(server).await.ok()?;
    stream.set_nodelay(true).ok()?;
    let mut request = format!("ws://{server}/api/tables/{table}/ws").into_client_request().ok()?;
    request.headers_mut().insert("x-forwarded-for", from.parse().ok()?);
    Some(client_async(request, stream).await.ok()?.0)
}

async fn say(socket: &mut Socket, frame: Value) -> Option<()> {
    socket.send(Message::text(frame.to_string())).await.ok()
}

/// Makes a table; `None` when the server is gone.
fn make(server: SocketAddr, n: usize, game: &str) -> Option<Value> {
    let seats = if n.is_multiple_of(2) { ["open", "open"] } else { ["open", "easy"] };
    let order = json!({ "game": game, "seats": seats }).to_string();
    let (status, body) = ask(server, &from(n), "POST", "/api/tables", &order).ok()?;
    assert_eq!(status, 201, "{body}");
    serde_json::from_str(&body).ok()
}

/// Plays with two connections at a table until the end of the test; a finished match is followed by another.
async fn play(server: SocketAddr, n: usize, game: String, wanted: Wanted, counted: Arc<Counted>) {
    loop {
        let name = game.clone();
        let Some(table) = tokio::task::spawn_blocking(move || make(server, n, &name)).await.unwrap() else { return };
        if sit(server, n, &table, &wanted, &counted).await.is_none() {
            counted.lost.fetch_add(1, Ordering::Relaxed);
        }
    }
}

async fn sit(server: SocketAddr, n: usize, table: &Value, wanted: &Wanted, counted: &Counted) -> Option<()> {
    let id = table["table"].as_str()?;
    let seats: Vec<&Value> = table["seats"].as_object()?.values().collect();
    let tokens = [seats[0], seats.get(1).copied().unwrap_or(&table["watch"])];
    let mut sockets = Vec::new();
    for token in tokens {
        let mut socket = connect(server, id, &from(n)).await?;
        say(&mut socket, json!({ "type": "sit", "token": token })).await?;
        if wanted.pictures {
            say(&mut socket, json!({ "type": "paint", "width": 930, "height": 730 })).await?;
        }
        sockets.push(socket);
    }
    let [one, two] = &mut sockets[..] else { return None };
    // The tables' actions are spread evenly over the interval.
    let first = Duration::from_nanos((n as u64).wrapping_mul(2_654_435_761) % wanted.every.as_nanos() as u64);
    let mut clock = tokio::time::interval_at((Instant::now() + first).into(), wanted.every);
    let mut legal: [Vec<String>; 2] = Default::default();
    let (mut acts, mut begun) = (0_u64, None);
    loop {
        let (who, frame) = tokio::select! {
            _ = clock.tick() => {
                // While a robot thinks nobody can act.
                let Some(who) = legal.iter().position(|legal| !legal.is_empty()) else { continue };
                let list = std::mem::take(&mut legal[who]);
                let nth = (n as u64 * 7919 + acts * 104_729) as usize % list.len();
                acts += 1;
                begun = Some(Instant::now());
                let socket = if who == 0 { &mut *one } else { &mut *two };
                say(socket, json!({ "type": "act", "id": acts, "action": list[nth] })).await?;
                continue;
            }
            frame = one.next() => (0, frame?.ok()?),
            frame = two.next() => (1, frame?.ok()?),
        };
        let Message::Text(text) = frame else { continue };
        counted.bytes.fetch_add(text.len(), Ordering::Relaxed);
        counted.frames.fetch_add(1, Ordering::Relaxed);
        let heard = Instant::now();
        let frame: Frame = serde_json::from_str(&text).ok()?;
        match frame.kind.as_str() {
            "state" if !frame.over.is_null() => {
                counted.finished.fetch_add(1, Ordering::Relaxed);
                tokio::time::sleep(wanted.every).await;
                return Some(());
            }
            "state" => legal[who] = frame.legal.into_iter().map(|legal| legal.action).collect(),
            "done" | "refused" if frame.id == acts => {
                if frame.kind == "refused" {
                    counted.refused.fetch_add(1, Ordering::Relaxed);
                }
                if let Some(begun) = begun.take().filter(|_| counted.counts.load(Ordering::Relaxed)) {
                    counted.took.lock().unwrap().push((heard - begun).as_micros() as u32);
                }
            }
            _ => {}
        }
    }
}

/// An idle connection at a table where nothing happens; it ends only if the server closes it.
async fn listen(server: SocketAddr, n: usize, table: Arc<Value>, here: Arc<AtomicUsize>) -> Option<()> {
    let mut socket = connect(server, table["table"].as_str()?, &from(0x80_0000 + n)).await?;
    say(&mut socket, json!({ "type": "sit", "token": table["watch"] })).await?;
    here.fetch_add(1, Ordering::Relaxed);
    while let Some(Ok(_)) = socket.next().await {}
    here.fetch_sub(1, Ordering::Relaxed);
    Some(())
}

/// Sends as fast as possible, reconnects when disconnected, and requests new tables meanwhile.
async fn flood(server: SocketAddr, table: Arc<Value>, sent: Arc<AtomicUsize>) {
    let address = "10.200.0.1";
    let makes = sent.clone();
    std::thread::spawn(move || {
        while ask(server, address, "POST", "/api/tables", r#"{"game":"chess"}"#).is_ok() {
            makes.fetch_add(1, Ordering::Relaxed);
        }
    });
    loop {
        let Some(mut socket) = connect(server, table["table"].as_str().unwrap(), address).await else { continue };
        let mut goes_on = say(&mut socket, json!({ "type": "sit", "token": table["watch"] })).await;
        while goes_on.is_some() {
            goes_on = say(&mut socket, json!({ "type": "paint", "width": 1900, "height": 1000 })).await;
            sent.fetch_add(1, Ordering::Relaxed);
        }
    }
}

fn share(sorted: &[u32], share: f64) -> f64 {
    let n = ((sorted.len() as f64 * share) as usize).min(sorted.len().saturating_sub(1));
    f64::from(sorted.get(n).copied().unwrap_or(0)) / 1000.0
}

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() {
    let wanted = wanted();
    let served = Served::start(&wanted.program);
    let (server, asked) = (served.address, wanted.clone());
    let games = tokio::task::spawn_blocking(move || games(server, &asked)).await.unwrap();
    println!("{} games, {:?}", games.len(), wanted);
    let counted = Arc::new(Counted::default());
    let here = Arc::new(AtomicUsize::new(0));
    if wanted.idle > 0 {
        let mut made = Vec::new();
        for n in 0..wanted.idle.div_ceil(100) {
            let game = games[n % games.len()].clone();
            let table = tokio::task::spawn_blocking(move || make(server, 0x70_0000 + 2 * n, &game)).await.unwrap();
            made.push(Arc::new(table.unwrap()));
        }
        for n in 0..wanted.idle {
            tokio::spawn(listen(server, n, made[n / 100].clone(), here.clone()));
            // Connections are opened one after the other, as fast as they are accepted.
            while here.load(Ordering::Relaxed) + 100 < n {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        }
        tokio::time::sleep(Duration::from_secs(2)).await;
        println!("{} idle connections, {} MB", here.load(Ordering::Relaxed), served.memory("VmRSS") >> 10);
    }
    let begun = Instant::now();
    for n in 0..wanted.tables {
        tokio::spawn(play(server, n, games[n % games.len()].clone(), wanted.clone(), counted.clone()));
        // Table creation isn't measured.
        tokio::time::sleep(wanted.every / wanted.tables as u32).await;
    }
    // Every table has acted once.
    tokio::time::sleep(wanted.every * 2).await;
    println!(
        "{} tables after {:.1} s, {} MB",
        wanted.tables,
        begun.elapsed().as_secs_f64(),
        served.memory("VmRSS") >> 10
    );
    let floods = Arc::new(AtomicUsize::new(0));
    let phases: &[bool] = if wanted.flood { &[false, true] } else { &[false] };
    for &flooded in phases {
        if flooded {
            let table = tokio::task::spawn_blocking(move || make(server, 0x7f_0000, "chess")).await.unwrap().unwrap();
            tokio::spawn(flood(server, Arc::new(table), floods.clone()));
        }
        counted.took.lock().unwrap().clear();
        counted.counts.store(true, Ordering::Relaxed);
        let (ticks, begun) = (served.ticks(), Instant::now());
        let (bytes, frames) = (counted.bytes.load(Ordering::Relaxed), counted.frames.load(Ordering::Relaxed));
        tokio::time::sleep(Duration::from_secs(wanted.seconds)).await;
        let seconds = begun.elapsed().as_secs_f64();
        let busy = (served.ticks() - ticks) as f64 / seconds;
        let mut took = counted.took.lock().unwrap().clone();
        took.sort_unstable();
        println!(
            "{}{} acts in {seconds:.0} s ({:.0} a second): p50 {:.1} ms, p90 {:.1}, p99 {:.1}, p99.9 {:.1}, max {:.1}",
            if flooded { "flooded: " } else { "" },
            took.len(),
            took.len() as f64 / seconds,
            share(&took, 0.5),
            share(&took, 0.9),
            share(&took, 0.99),
            share(&took, 0.999),
            share(&took, 1.0),
        );
        let frames = counted.frames.load(Ordering::Relaxed) - frames;
        let bytes = counted.bytes.load(Ordering::Relaxed) - bytes;
        println!(
            "  {frames} frames of {} kB on average; the server took {busy:.0} % of one processor",
            (bytes / frames.max(1)) >> 10
        );
        if flooded {
            println!("  the flood: {} frames and requests", floods.load(Ordering::Relaxed));
        }
    }
    let count = |count: &AtomicUsize| count.load(Ordering::Relaxed);
    println!(
        "{} matches ended, {} acts refused, {} connections lost; {} idle connections are there",
        count(&counted.finished),
        count(&counted.refused),
        count(&counted.lost),
        count(&here),
    );
    println!("memory: {} MB, at most {} MB", served.memory("VmRSS") >> 10, served.memory("VmHWM") >> 10);
    drop(served);
    std::process::exit(0);
}
