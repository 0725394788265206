//! Noninterference: the frames sent to a seat are byte for byte equal, in the same order, in two matches that it can't
//! distinguish.
//!
//! `cargo test` compares a few moments of each game; `PARLOUR_WORLDS=100` compares a hundred of each variant and number
//! of seats.

use std::fs;
use std::path::Path;

use parlour_engine::Words;
use parlour_engine::chance::Generator;
use parlour_engine::game::Game;
use parlour_engine::ids::Seat;
use serde_json::{Value, json};

use crate::common::{Client, Served, library, limits, tokens};
use crate::pairs::{self, Pair};

/// The number of actions taken from a moment on.
const PLIES: usize = 12;

/// Inputs that leave the match unchanged.
const TEXTS: [&str; 4] = ["", "a1", "no such thing", "give everything to everybody"];

/// The number of compared moments of each setting: `PARLOUR_WORLDS`, or a default.
fn moments(usually: u32) -> u32 {
    match std::env::var("PARLOUR_WORLDS") {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("PARLOUR_WORLDS should be a number, not `{text}`")),
        Err(_) => usually,
    }
}

/// A served table with a given match, and all clients.
struct Table {
    seats: Vec<Client>,
    watch: Client,
}

/// A template of a table, to be copied: its metadata and tokens.
struct Model {
    metadata: Value,
    tokens: Vec<Value>,
    made: Value,
}

impl Model {
    fn new(served: &Served, data: &Path, game: &Game) -> Self {
        let seats = vec!["open"; game.seat_count()];
        let made = served.make(&json!({ "game": game.name(), "variant": game.variant(), "seats": seats, "seed": 1 }));
        let metadata = data.join("tables").join(made["table"].as_str().unwrap()).join("table.json");
        let metadata = serde_json::from_str(&fs::read_to_string(metadata).unwrap()).unwrap();
        Self { metadata, tokens: tokens(&made), made }
    }

    /// Writes a match into the data folder, and joins its table.
    fn set_up(&self, served: &Served, data: &Path, id: &str, played: &parlour_engine::Match) -> Table {
        let folder = data.join("tables").join(id);
        fs::create_dir_all(folder.join("autosave")).unwrap();
        let mut metadata = self.metadata.clone();
        metadata["save"] = json!("moment-1");
        fs::write(folder.join("table.json"), metadata.to_string()).unwrap();
        fs::write(folder.join("autosave/moment-1.json"), played.record().write()).unwrap();
        let table = json!({ "table": id });
        // One after the other, so that presence messages have the same order.
        let sit = |token: &Value| {
            let mut client = served.sit(&table, token, None);
            client.hear("state");
            client
        };
        Table { seats: self.tokens.iter().map(sit).collect(), watch: sit(&self.made["watch"]) }
    }
}

impl Table {
    fn viewer(&mut self, viewer: Option<Seat>) -> &mut Client {
        match viewer {
            Some(seat) => &mut self.seats[seat.index()],
            None => &mut self.watch,
        }
    }
}

/// Two tables that a viewer can't distinguish, and the number of comparisons.
struct Twins<'a> {
    pair: Pair,
    tables: [Table; 2],
    title: &'a str,
    frames: usize,
    asked: u64,
}

impl Twins<'_> {
    /// Sends the same frame to both tables as the viewer, and compares all frames up to the answer.
    fn say(&mut self, frame: &Value) -> Vec<String> {
        let viewer = self.pair.viewer;
        self.tables.iter_mut().for_each(|table| table.viewer(viewer).say(frame));
        self.compare(frame)
    }

    /// Compares the viewer's frames since the last comparison.
    fn compare(&mut self, after: &Value) -> Vec<String> {
        self.asked += 1;
        let (viewer, fence) = (self.pair.viewer, format!("fence {}", self.asked));
        let [one, two] = &mut self.tables;
        let [one, two] = [one, two].map(|table| table.viewer(viewer).so_far(&fence));
        for (one, two) in one.iter().zip(&two) {
            assert!(one == two, "{}: {viewer:?} after {after} hears\n{one}\nand in another world\n{two}", self.title);
        }
        assert_eq!(one.len(), two.len(), "{}: {viewer:?} after {after}", self.title);
        self.frames += one.len();
        one
    }

    /// Sends requests without effect: explanations, illegal actions, a hint, chat.
    fn ask(&mut self, rng: &mut Generator) {
        let text = self.text(rng);
        self.say(&json!({ "type": "why", "id": "why", "action": text }));
        let is_due = self.pair.due() == self.pair.viewer;
        if !is_due || !self.pair.allows(&text) {
            self.asked += 1;
            let id = format!("not {}", self.asked);
            self.say(&json!({ "type": "act", "id": id, "action": text }));
        }
        if !is_due {
            self.say(&json!({ "type": "hint", "id": "hint" }));
        }
        self.say(&json!({ "type": "chat", "text": text }));
        self.say(&json!({ "type": "nothing" }));
    }

    /// An action that is legal for some seat, or invalid.
    fn text(&mut self, rng: &mut Generator) -> String {
        let played = &self.pair.worlds[rng.below(2) as usize];
        let (game, legal) = (played.game(), played.legal());
        match rng.below(4) {
            0 => TEXTS[rng.below(TEXTS.len() as u32) as usize].to_owned(),
            _ => game.action_text(&legal.get(game, rng.below(legal.len() as u32) as usize)),
        }
    }

    /// The viewer asks for an undo of the last action, which others decline if asked.
    fn undo(&mut self) {
        self.asked += 1;
        let wish = json!({ "type": "undo", "id": format!("undo {}", self.asked) });
        let heard = self.say(&wish);
        let is = |kind: &str| heard.iter().any(|frame| frame.contains(&format!("\"type\":\"{kind}\"")));
        if is("done") {
            self.pair.go_back();
        } else if is("asked") {
            let viewer = self.pair.viewer;
            for table in &mut self.tables {
                let others = table.seats.iter_mut().enumerate().filter(|(n, _)| Some(Seat(*n as u8)) != viewer);
                for (_, client) in others {
                    client.say(&json!({ "type": "answer", "id": "no", "yes": false }));
                    client.hear("done");
                }
            }
            self.compare(&wish);
        }
    }

    /// The viewer reconnects and gets the changes since some version.
    fn come_back(&mut self, model: &Model, served: &Served, ids: &[String; 2], rng: &mut Generator) {
        let Some(seat) = self.pair.viewer else { return };
        let since = u64::from(rng.below(4));
        for (table, id) in self.tables.iter_mut().zip(ids) {
            table.seats[seat.index()] = served.sit(&json!({ "table": id }), &model.tokens[seat.index()], Some(since));
        }
        self.compare(&json!({ "type": "sit", "since": since }));
        self.say(&json!({ "type": "paint", "width": 344, "height": 560 }));
    }

    /// The seat to move acts, at both tables in a way that the viewer can't distinguish; false without such an action.
    fn act(&mut self, rng: &mut Generator) -> bool {
        let (Some(due), Some(actions)) = (self.pair.due(), self.pair.actions(rng)) else { return false };
        self.asked += 1;
        let is_own = Some(due) == self.pair.viewer;
        for ((table, played), action) in self.tables.iter_mut().zip(&mut self.pair.worlds).zip(&actions) {
            let text = played.game().action_text(action);
            let client = &mut table.seats[due.index()];
            client.act(self.asked, &text);
            // The viewer's frames are compared.
            if !is_own {
                assert_eq!(client.hear("done")["id"], self.asked, "`{text}`");
            }
            played.act(action).unwrap();
        }
        let game = self.pair.worlds[0].game().clone();
        let heard = self.compare(&json!(actions.map(|action| game.action_text(&action))));
        assert!(!is_own || heard.iter().any(|frame| frame.contains("\"done\"")), "{heard:?}");
        true
    }
}

/// Statistics of a game's comparison.
#[derive(Default)]
struct Compared {
    moments: u32,
    actions: u32,
    frames: usize,
}

/// Compares moments of a game, as seats and onlookers see them.
fn compare(game: &std::sync::Arc<Game>, title: &str, wanted: u32) -> Compared {
    let data = tempfile::tempdir().unwrap();
    let (burst, per_second) = (u32::MAX, u32::MAX);
    let served = Served::with(data.path(), parlour_server::Limits { burst, per_second, ..limits() });
    let model = Model::new(&served, data.path(), game);
    let mut rng = Generator::from_seed(11);
    let mut compared = Compared::default();
    for n in 0..wanted * 20 {
        if compared.moments == wanted {
            break;
        }
        let viewer = game.seats().nth((n as usize + compared.moments as usize) % (game.seat_count() + 1));
        let plies = rng.below(if n % 2 == 0 { 4 } else { 30 });
        let Some(pair) = pairs::pair(game, viewer, plies, &mut rng) else { continue };
        let ids = [0, 1].map(|world| format!("{:012x}", 2 * n + world));
        let tables = [0, 1].map(|world| model.set_up(&served, data.path(), &ids[world], &pair.worlds[world]));
        let mut twins = Twins { pair, tables, title, frames: 0, asked: 0 };
        twins.say(&json!({ "type": "paint", "width": 930, "height": 730 }));
        for _ in 0..PLIES {
            if rng.below(3) == 0 {
                twins.ask(&mut rng);
            }
            match rng.below(12) {
                0 => twins.undo(),
                1 => twins.come_back(&model, &served, &ids, &mut rng),
                _ => {}
            }
            if !twins.act(&mut rng) {
                break;
            }
            compared.actions += 1;
        }
        compared.frames += twins.frames;
        compared.moments += 1;
    }
    compared
}

/// A seat or onlooker gets the same frames in two worlds that it can't distinguish.
#[test]
fn no_frame_tells_what_a_seat_can_not_know() {
    let (library, wanted) = (library(), std::env::var("PARLOUR_GAMES").ok());
    let is_all = std::env::var("PARLOUR_WORLDS").is_ok();
    let is_wanted = |name: &String| wanted.as_ref().is_none_or(|wanted| wanted.split(',').any(|game| game == name));
    let mut all = Compared::default();
    for name in library.names().into_iter().filter(is_wanted) {
        let pack = library.load(&name).unwrap();
        for variant in pack.variant_choices() {
            let seats = if is_all { pack.seats.counts.clone() } else { vec![pack.seats.default] };
            for seats in seats {
                let game = pairs::game(&pack, variant.as_deref(), seats);
                if !game.has_secrets() {
                    continue;
                }
                let title = format!("{name} {variant:?} with {seats} seats");
                let compared = compare(&game, &title, moments(2));
                let Compared { moments, actions, frames } = compared;
                println!("{title}: {moments} moments, {actions} actions, {frames} frames");
                assert!(moments > 0, "{title}: no moment with another that looks the same");
                all = Compared {
                    moments: all.moments + moments,
                    actions: all.actions + actions,
                    frames: all.frames + frames,
                };
            }
        }
    }
    let Compared { moments, actions, frames } = all;
    println!("all: {moments} moments, {actions} actions, {frames} frames");
}
