//! `parlour picture`: a table as an SVG or a PNG.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use parlour_engine::Seat;
use parlour_engine::english::capitalized;
use parlour_engine::game::Game;
use parlour_engine::pack::spec::Row;
use parlour_painter::{Asked, Frame, paint_asked, paint_marked};
use parlour_table::scene::Scene;
use parlour_table::whole_file::WholeFile;
use parlour_table::{Description, EventTold, HUMAN, Past, Robots, Seed, Table, Targets, Viewer};

use super::png::png;
use crate::answers::looking::load;
use crate::context::{Context, complain};
use crate::failure::Failure;
use crate::setup::{Default as Unnamed, SetupArgs, key_value, seat_named};

/// The windows of a folder of pictures, in pixels.
const WINDOWS: [(u32, u32); 4] = [(1280, 800), (1920, 1080), (360, 740), (740, 360)];

/// The most actions of a match at random for a folder of pictures.
const LONGEST: usize = 2_000;

/// Writes a picture of a table: of a game as it begins, as its first seat sees it, or of a saved match as `replay` shows
/// it. What the seat can tap at its turn is marked, and the prompt is below. The name of the file says whether it is an SVG
/// or a PNG. In a folder, `--out pictures/`, it writes PNGs of each game, all unless some are named, at the start, in the middle, at a turn of the
/// seat if there is one, and at the end of a match at random, of 2,000 actions at most.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// A game, or a saved match: its file or its name; with a folder, games.
    #[arg(value_name = "GAME|FILE")]
    what: Vec<String>,
    /// Of a game: its variant.
    #[arg(long, value_name = "V")]
    variant: Option<String>,
    /// Of a game: one of its options, such as `players=3`; can be given several times.
    #[arg(long, value_name = "K=V", value_parser = key_value)]
    set: Vec<(String, String)>,
    /// Of a game: begins at the moment that a scenario file describes, or at a position in the game's own notation.
    #[arg(long, value_name = "FILE")]
    scenario: Option<PathBuf>,
    /// The position after so many actions; of a game, actions at random.
    #[arg(long, value_name = "N")]
    step: Option<usize>,
    /// Of a game: another seed deals and plays another match.
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = crate::arguments::seed)]
    seed: u64,
    /// As this seat sees it.
    #[arg(long, value_name = "SEAT", conflicts_with = "open")]
    seat: Option<String>,
    /// With everything that is hidden, where it may be shown.
    #[arg(long)]
    open: bool,
    /// Where it is written; a folder ends in `/`.
    #[arg(long, value_name = "FILE.svg|FILE.png|FOLDER/")]
    out: PathBuf,
    /// Its width in pixels (default: 930; in a folder 1280, 1920, 360 and 740).
    #[arg(long, value_name = "N", requires = "height")]
    width: Option<u32>,
    /// Its height in pixels (default: 730; in a folder 800, 1080, 740 and 360).
    #[arg(long, value_name = "N", requires = "width")]
    height: Option<u32>,
    /// In the colours of night; in a folder, only in these.
    #[arg(long)]
    night: bool,
}

impl Args {
    pub(crate) fn run(&self, context: &Context) -> Result<u8, Failure> {
        for (side, option) in [(self.width, "--width"), (self.height, "--height")] {
            if side.is_some_and(|side| !Frame::SIDES.contains(&side)) {
                let (side, least, most) = (side.unwrap_or(0), Frame::SIDES.start(), Frame::SIDES.end());
                return Err(Failure::Input(format!("{option} {side}: expected {least} to {most}")));
            }
        }
        if self.out.to_string_lossy().ends_with(['/', '\\']) {
            return self.all(context);
        }
        let [what] = &self.what[..] else {
            return Err(Failure::Input("expected one game or saved match, or a folder: `--out FOLDER/`".to_owned()));
        };
        let file = WholeFile::open(&self.out)?;
        let (mut table, viewer, is_saved) = self.table(context, what, self.step.unwrap_or(0))?;
        let mut past = table.past(viewer);
        self.look(&mut past)?;
        if let Some(step) = self.step {
            if step > past.total() {
                return Err(Failure::Input(format!(
                    "--step {step}: the match has {}",
                    parlour_engine::english::count(past.total(), "action")
                )));
            }
            past.go(step)?;
        }
        let frame = Frame::new(self.width.unwrap_or(930), self.height.unwrap_or(730));
        let (scene, targets) = Self::scene(&mut past, is_saved)?;
        write(file, &self.out, painted(&scene, (&targets, asked(&mut past, &scene)), frame, self.night))?;
        complain(&format!("The picture is in {}.", self.out.display()));
        Ok(0)
    }

    /// Writes the pictures of games in a folder.
    fn all(&self, context: &Context) -> Result<u8, Failure> {
        std::fs::create_dir_all(&self.out)
            .map_err(|error| Failure::Input(format!("--out {}: {error}", self.out.display())))?;
        let games = if self.what.is_empty() { context.library.names() } else { self.what.clone() };
        let chosen = self.width.zip(self.height).map(|window| vec![window]);
        let windows = chosen.unwrap_or_else(|| WINDOWS.to_vec());
        let lights = if self.night { &[true][..] } else { &[false, true] };
        let mut count = 0;
        for game in &games {
            let (mut table, viewer, is_saved) = self.table(context, game, self.step.unwrap_or(LONGEST))?;
            let mut past = table.past(viewer);
            self.look(&mut past)?;
            let total = past.total();
            for (moment, step) in [("start", 0), ("middle", middle(&mut past)?), ("end", total)] {
                past.go(step)?;
                let (scene, targets) = Self::scene(&mut past, is_saved)?;
                let asked = asked(&mut past, &scene);
                for ((width, height), is_night) in
                    windows.iter().flat_map(|window| lights.iter().map(move |n| (*window, *n)))
                {
                    let light = if is_night { "-night" } else { "" };
                    let path = self.out.join(format!("{game}-{moment}-{width}x{height}{light}.png"));
                    let picture = painted(&scene, (&targets, asked.clone()), Frame::new(width, height), is_night);
                    write(WholeFile::open(&path)?, &path, picture)?;
                    count += 1;
                }
            }
        }
        complain(&format!("{count} pictures are in {}.", self.out.display()));
        Ok(0)
    }

    /// The scene of a moment, and what can be tapped in it. The robots that played a match at random aren't named.
    fn scene(past: &mut Past<'_>, is_saved: bool) -> Result<(Scene, Targets), Failure> {
        let mut scene = past.scene()?;
        if !is_saved {
            scene.seats.iter_mut().for_each(|seat| seat.player = HUMAN.to_owned());
        }
        let description = Description::of(past.game(), &Robots::new());
        let targets = Targets::new(&description, &past.legal(), &scene);
        Ok((scene, targets))
    }

    /// Takes the seat whose view is asked for, or opens what is hidden.
    fn look(&self, past: &mut Past<'_>) -> Result<(), Failure> {
        if let Some(name) = &self.seat {
            let seat = seat_named(past.game(), name)?;
            past.look_as(seat)?;
        } else if self.open {
            past.open()?;
        }
        Ok(())
    }

    /// The table of the picture, its viewer, and true for a saved match; a game is played at random for a number of
    /// actions.
    fn table(&self, context: &Context, what: &str, actions: usize) -> Result<(Table, Viewer, bool), Failure> {
        let library = &context.library;
        let is_saved = || Path::new(what).is_file() || context.saves.names().iter().any(|name| name == what);
        if library.has(what) || !is_saved() && library.catalogue().has(what) {
            let asked = SetupArgs {
                scenario: self.scenario.clone(),
                variant: self.variant.clone(),
                set: self.set.clone(),
                ..SetupArgs::default()
            };
            let game = asked.settle(context, what, Unnamed::Random)?.game;
            let players = vec![parlour_ai::RANDOM.to_owned(); game.seat_count()];
            let mut table = Table::begin(game, players, Seed::Chosen(self.seed), &context.robots)?;
            if actions > 0 {
                table.let_robots_act(|table| match table.step_count() < actions {
                    true => ControlFlow::Continue(()),
                    false => ControlFlow::Break(()),
                })?;
            }
            // Nobody plays it, so nothing needs to be hidden.
            table.reveal();
            return Ok((table, Viewer::of(Seat::from_index(0)), false));
        }
        if self.variant.is_some() || !self.set.is_empty() {
            return Err(Failure::Input("--variant and --set are for games; a saved match has its own".to_owned()));
        }
        if self.scenario.is_some() {
            return Err(Failure::Input("--scenario is for games; a saved match has its own".to_owned()));
        }
        let table = load(context, what)?;
        let viewer = table.reader();
        Ok((table, viewer, true))
    }
}

/// Paints a scene, with what its viewer is asked if it is to act.
fn painted(scene: &Scene, (targets, asked): (&Targets, Option<Asked>), frame: Frame, night: bool) -> String {
    match asked {
        Some(asked) => {
            let offers = targets.untapped(scene);
            paint_asked(scene, (targets, &Asked { offers, ..asked }), frame, night)
        }
        None => paint_marked(scene, targets, frame, night),
    }
}

/// The most actions of a match that a picture tells.
const LOG: usize = 40;

/// What the viewer is asked at a moment, if it is to act, with what has happened.
fn asked(past: &mut Past<'_>, scene: &Scene) -> Option<Asked> {
    let due = past.due().filter(|due| past.seat() == Some(due.seat))?;
    // The display script may say more than the phase.
    let shown = past.look().shown().ok().and_then(|shown| shown.due);
    let text = shown.or_else(|| past.due_text()).filter(|_| past.may_look(due.seat))?;
    let first = past.now().saturating_sub(LOG);
    let game = past.game();
    let faces = codes(game, scene);
    let log = past.steps().skip(first).flat_map(|step| {
        // A sentence is about the seat that its event names, or else about that which acted.
        let of = |event: &EventTold| {
            let named =
                event.fields.get("seat").and_then(serde_json::Value::as_str).and_then(|name| game.seat_named(name));
            Some((named.unwrap_or(step.seat).index(), event.text.clone()?))
        };
        let told: Vec<_> = step.events.iter().filter_map(of).collect();
        match told.is_empty() {
            true => step.lines.into_iter().map(|line| (step.seat.index(), line)).collect(),
            false => told,
        }
    });
    let log = log.map(|(seat, line)| (seat, with_faces(&line, &faces))).collect();
    Some(Asked { text: with_faces(&capitalized(&text), &faces), offers: Vec::new(), log })
}

/// The codes of cards that have no other names, such as `5C`, with how their faces have them: `5♣`. A card that isn't
/// on the table has the rank of one there, and the suit of another.
fn codes(game: &Game, scene: &Scene) -> HashMap<String, String> {
    let split = |code: &str| code.char_indices().last().map(|(at, suit)| (code[..at].to_owned(), suit));
    let there = scene.faces.iter().filter(|(name, face)| face.title == **name);
    let there = there.filter_map(|(name, face)| Some((split(name)?, &face.index, face.sign.as_deref()?)));
    let (ranks, suits): (HashMap<_, _>, HashMap<_, _>) =
        there.map(|((rank, suit), index, sign)| ((rank, index), (suit, sign))).unzip();
    let told = |card: &Row| {
        let (rank, suit) = split(&card.name).filter(|_| card.title == card.name)?;
        Some((card.name.clone(), format!("{}{}", ranks.get(&rank)?, suits.get(&suit)?)))
    };
    game.pack().card_rows().iter().filter_map(told).collect()
}

/// A sentence in which cards are named as their faces have it.
fn with_faces(text: &str, faces: &HashMap<String, String>) -> String {
    let is_word = |c: char| c.is_alphanumeric();
    let words = text.split_inclusive(|c| !is_word(c));
    let told = words.map(|word| {
        let code = word.trim_end_matches(|c| !is_word(c));
        faces.get(code).map_or_else(|| word.to_owned(), |face| format!("{face}{}", &word[code.len()..]))
    });
    told.collect()
}

/// The middle of a match: the first turn of the viewer's seat from its half on, or else its half.
fn middle(past: &mut Past<'_>) -> Result<usize, Failure> {
    let (half, total) = (past.total() / 2, past.total());
    for step in half..total {
        past.go(step)?;
        if past.due().is_some_and(|due| Some(due.seat) == past.seat()) {
            return Ok(step);
        }
    }
    Ok(half)
}

/// Writes a picture in the format of its file name's extension.
fn write(file: WholeFile, path: &Path, picture: String) -> Result<(), Failure> {
    let end = path.extension().and_then(|end| end.to_str()).unwrap_or_default();
    let bytes = match end.to_ascii_lowercase().as_str() {
        "svg" => picture.into_bytes(),
        "png" => png(&picture)?,
        _ => {
            let message = format!("--out {}: expected a file that ends in `.svg` or `.png`", path.display());
            return Err(Failure::Input(message));
        }
    };
    Ok(file.write(bytes)?)
}
