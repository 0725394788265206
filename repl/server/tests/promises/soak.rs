//! Soak test of a server in a process of its own: idle tables are unloaded, and memory, threads and descriptors of the
//! process stay constant.
//!
//! `PARLOUR_SOAK=3600 cargo test --release -p parlour-server --test promises -- --nocapture soak` takes an hour, and
//! prints a line for each wave of tables.

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use parlour_server::Limits;
use serde_json::{Value, json};

use crate::common::{PATIENCE, Served, limits, tokens};

/// The variable with the data folder of the other process.
const DATA: &str = "PARLOUR_SOAK_DATA";
/// Waves of tables in `cargo test`.
const WAVES: usize = 6;
/// Tables of a wave.
const TABLES: usize = 24;
/// The number of warm-up waves.
const WARM: usize = 3;

/// Runs the server until its standard input closes.
#[test]
#[ignore = "is what the others start"]
fn serves() {
    let Ok(data) = std::env::var(DATA) else { return };
    let rest = Duration::from_millis(500);
    let wide = Limits { rest, new_tables: u32::MAX, tables: usize::MAX, per_address: usize::MAX, ..limits() };
    let served = Served::with(Path::new(&data), wide);
    println!("at {}", served.address);
    std::io::stdin().read_line(&mut String::new()).unwrap();
}

/// A server in another process.
struct Process {
    child: Child,
    served: Served,
}

impl Process {
    /// Starts a server with a limit of descriptors.
    fn start(data: &Path, descriptors: u32) -> Self {
        let program = std::env::current_exe().unwrap();
        let mut command = Command::new("sh");
        command.arg("-c").arg(format!("ulimit -n {descriptors} && exec \"$0\" \"$@\"")).arg(program);
        command.args(["--exact", "soak::serves", "--ignored", "--nocapture"]).env(DATA, data);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
        let address = lines.find_map(|line| line.split_once("at ")?.1.parse::<SocketAddr>().ok()).unwrap();
        // Its output must be drained until the end.
        std::thread::spawn(move || lines.for_each(drop));
        Self { child, served: Served::elsewhere(address) }
    }

    fn about(&self, what: &str) -> std::path::PathBuf {
        Path::new("/proc").join(self.child.id().to_string()).join(what)
    }

    fn descriptors(&self) -> usize {
        std::fs::read_dir(self.about("fd")).unwrap().count()
    }

    /// The number of threads with a name.
    fn threads(&self, name: &str) -> usize {
        let threads = std::fs::read_dir(self.about("task")).unwrap();
        // A thread may end meanwhile.
        let named = threads.filter_map(|thread| std::fs::read_to_string(thread.ok()?.path().join("comm")).ok());
        named.filter(|found| found.trim_end() == name).count()
    }

    /// Memory in MB.
    fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(self.about("status")).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() >> 10
    }

    /// Waits until no table is loaded.
    fn rest(&self) {
        let begun = Instant::now();
        while self.threads("table") > 0 {
            assert!(begun.elapsed() < PATIENCE, "{} tables stay in memory", self.threads("table"));
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        drop(self.child.stdin.take().map(|mut input| input.write_all(b"end\n")));
        let ended = self.child.wait().unwrap();
        assert!(ended.success() || std::thread::panicking(), "{ended}");
    }
}

/// Plays at a table for a few actions or to the end of the match, and leaves.
fn play(served: &Served, table: &Value) {
    let seats = tokens(table);
    let mut clients: Vec<_> = seats.iter().map(|token| served.sit(table, token, None)).collect();
    for client in &mut clients {
        client.say(&json!({ "type": "paint", "width": 600, "height": 400 }));
    }
    for n in 0..4 {
        for (client, token) in clients.iter_mut().zip(&seats) {
            client.say(&json!({ "type": "sit", "token": token }));
            let state = client.until(|_| true);
            if let Some(action) = state["legal"].as_array().and_then(|legal| legal.first()) {
                client.act(n, action["action"].as_str().unwrap());
                client.answer(n);
            }
        }
    }
}

/// Waves of tables come and go: memory stays constant, and each table can be restored.
#[test]
fn memory_and_descriptors_stay() {
    let data = tempfile::tempdir().unwrap();
    let process = Process::start(data.path(), 1024);
    let seconds = std::env::var("PARLOUR_SOAK").ok().map(|text| text.parse::<u64>().unwrap());
    let (begun, games) = (Instant::now(), ["tic-tac-toe", "gin-rummy", "archaeology", "connect-four"]);
    let mut measured = Vec::new();
    let mut first: Option<Value> = None;
    for wave in 1.. {
        std::thread::scope(|scope| {
            for n in 0..4 {
                let (served, first) = (&process.served, &first);
                scope.spawn(move || {
                    for k in 0..TABLES / 4 {
                        let seats = if k % 2 == 0 { json!(["open", "open"]) } else { json!(["open", "easy"]) };
                        play(served, &served.make(&json!({ "game": games[(n + k) % games.len()], "seats": seats })));
                    }
                    // Restores an earlier table.
                    first.iter().for_each(|table| _ = served.sit(table, &table["watch"], None).hear("state"));
                });
            }
        });
        first = first.or_else(|| Some(process.served.make(&json!({ "game": "chess", "seats": ["open", "open"] }))));
        process.rest();
        let now = (process.descriptors(), process.memory(), process.threads("robots"));
        println!(
            "{:5.0} s, {} tables: {} descriptors, {} MB, {} threads of robots",
            begun.elapsed().as_secs_f64(),
            wave * TABLES,
            now.0,
            now.1,
            now.2
        );
        measured.push(now);
        if seconds.map_or(wave >= WAVES, |seconds| wave > WARM && begun.elapsed() >= Duration::from_secs(seconds)) {
            // The allocator's memory for many threads grows slowly.
            let (descriptors, memory, _) = measured[(wave / 2).max(WARM) - 1];
            assert!(now.0 <= descriptors + 8, "{} descriptors, and {descriptors} before", now.0);
            assert!(now.1 <= memory + memory / 3 + 16, "{} MB, and {memory} before", now.1);
            return;
        }
    }
}

/// A server with few descriptors makes the requested tables, and serves them while an attacker holds as many
/// connections as it gets.
#[test]
fn few_descriptors_are_enough() {
    let data = tempfile::tempdir().unwrap();
    let process = Process::start(data.path(), 256);
    let served = &process.served;
    let table = served.make(&json!({ "game": "tic-tac-toe", "seats": ["open", "open"] }));
    let mut one = served.sit(&table, &tokens(&table)[0], None);
    one.hear("state");
    let begin = |n: usize| {
        let mut stream = TcpStream::connect(served.address).unwrap();
        // An evicted connection can't be written to.
        let _ = stream.write_all(if n.is_multiple_of(2) { b"GET / HTTP/1.1\r\nx: " } else { b"" });
        stream
    };
    let held: Vec<TcpStream> = (0..400).map(begin).collect();
    let tables: Vec<Value> =
        (0..300).map(|_| served.make(&json!({ "game": "tic-tac-toe", "seats": ["open", "random"] }))).collect();
    for table in [&tables[0], &tables[150], &tables[299]] {
        served.sit(table, &tokens(table)[0], None).hear("state");
    }
    one.act(1, "b2");
    assert_eq!(one.answer(1)["type"], "done");
    drop(held);
}
