//! Layout rules for any game, checked on the painted SVG: no unintended overlap, nothing cut off at the edge, nothing
//! too small to be read or tapped.

mod drawn;
mod packs;
mod rules;

use std::path::Path;

use drawn::{Drawn, Shape, drawn};
use parlour_engine::{Config, Library};
use parlour_painter::{Frame, paint};
use parlour_table::scene::Scene;
use parlour_table::{Robots, Seed, Table, Viewer};

/// The frames: windows and phones in portrait and landscape, in full and as the page leaves them.
const FRAMES: [(u32, u32); 8] =
    [(1280, 800), (896, 748), (1920, 1080), (1500, 1028), (360, 740), (360, 510), (740, 360), (480, 324)];

/// The minimum font size.
const LEAST_WORDS: f64 = 11.0;
/// Tolerated overlap, in pixels: text widths are approximate.
const SLACK: f64 = 2.0;

/// Scenes of a random match, each seen by the seat to move, and the last one by an onlooker.
pub(super) fn scenes(library: &Library, name: &str, seed: u64, every: usize) -> Vec<Scene> {
    let game = library.load(name).unwrap_or_else(|why| panic!("{name}: {why}")).configure(&Config::default()).unwrap();
    let players = vec!["human".to_owned(); game.seat_count()];
    let mut table = Table::begin(game, players, Seed::Chosen(seed), &Robots::new()).unwrap();
    let mut scenes = Vec::new();
    for ply in 0..200 {
        let Some(seat) = table.due() else { break };
        if ply % every == 0 {
            scenes.push(table.scene(Viewer::of(seat)).unwrap());
        }
        let legal = table.legal(Viewer::of(seat)).actions;
        let chosen = (ply.wrapping_mul(2_654_435_761).wrapping_add(seed as usize) >> 7) % legal.len();
        let action = legal[chosen].action.clone();
        table.act(seat, &action).unwrap();
    }
    scenes.push(table.scene(Viewer::ONLOOKER).unwrap());
    scenes
}

/// The faults of a picture.
fn faults(scene: &Scene, (width, height): (u32, u32)) -> Vec<String> {
    let picture = paint(scene, Frame::new(width, height));
    let drawn = drawn(&picture);
    let mut faults = Vec::new();
    for shape in &drawn.shapes {
        let (w, h) = (f64::from(width), f64::from(height));
        let is_inside = shape.x >= -1.0 && shape.y >= -1.0 && shape.right() <= w + 1.0 && shape.bottom() <= h + 1.0;
        // The felt and shadows on it may extend beyond the frame.
        if !is_inside && shape.class != "felt" && !shape.is("drop") {
            faults.push(format!("cut at the edge: {shape}"));
        }
        if shape.size.is_some_and(|size| size < LEAST_WORDS - 0.06) {
            faults.push(format!("too small to be read: {shape}"));
        }
    }
    let is_card =
        |shape: &&Shape| ["card-word", "clue-word", "price-word", "card-ladder"].iter().any(|class| shape.is(class));
    faults.extend(
        drawn.shapes.iter().filter(|shape| is_card(shape) && shape.is_cut).map(|shape| format!("cut off: {shape}")),
    );
    fencers(&drawn, &mut faults);
    covered_writing(&drawn, &mut faults);
    writing_beyond_cards(&drawn, &mut faults);
    writing_over_writing(&drawn, &mut faults);
    covered_words(&drawn, &mut faults);
    overlaps(&drawn, &mut faults);
    beyond_the_rim(&drawn, &mut faults);
    faults
}

/// Cards in the middle of a table that lie over its rim.
fn beyond_the_rim(drawn: &Drawn, faults: &mut Vec<String>) {
    let Some(rim) = drawn.shapes.iter().find(|shape| shape.is("rim")) else { return };
    let round = (rim.h / 2.0).min(rim.w * 0.11);
    let is_within = |x: f64, y: f64| {
        let across = (rim.x + round - x).max(x - rim.right() + round).max(0.0);
        let down = (rim.y + round - y).max(y - rim.bottom() + round).max(0.0);
        across.hypot(down) <= round + SLACK
    };
    let is_laid = |card: &&Shape| {
        let (x, y) = (card.x + card.w / 2.0, card.y + card.h / 2.0);
        ["card-paper", "empty"].iter().any(|class| card.is(class)) && is_within(x, y)
    };
    for card in drawn.shapes.iter().filter(is_laid) {
        let corners =
            [(card.x, card.y), (card.right(), card.y), (card.x, card.bottom()), (card.right(), card.bottom())];
        if !corners.into_iter().all(|(x, y)| is_within(x, y)) {
            faults.push(format!("{card} lies over {rim}"));
        }
    }
}

/// Figures that extend beyond their board.
fn fencers(drawn: &Drawn, faults: &mut Vec<String>) {
    for man in drawn.shapes.iter().filter(|shape| shape.is("shade")) {
        let frames = drawn.shapes.iter().filter(|shape| shape.is("board-frame") && shape.overlap(man) > SLACK);
        for frame in frames.filter(|frame| man.x < frame.x - SLACK || man.right() > frame.right() + SLACK) {
            faults.push(format!("{man} stands out over {frame}"));
        }
    }
}

/// Names, texts and numbers in the lower corners of cards that another card covers.
fn covered_writing(drawn: &Drawn, faults: &mut Vec<String>) {
    let is_written = |shape: &&Shape| ["card-word", "card-ladder", "corner-word"].iter().any(|class| shape.is(class));
    for word in drawn.shapes.iter().filter(is_written) {
        let over = drawn.shapes.iter().filter(|other| other.order > word.order && other.is("card-paper"));
        for other in over.filter(|other| word.overlap(other) > SLACK) {
            faults.push(format!("{other} cuts through {word}"));
        }
    }
}

/// Numbers along the feet of cards, and words on their spines, that reach their edges.
fn writing_beyond_cards(drawn: &Drawn, faults: &mut Vec<String>) {
    let is_written = |shape: &&Shape| shape.is("card-ladder") || shape.is("spine-word");
    for word in drawn.shapes.iter().filter(is_written) {
        let mut cards = drawn.shapes.iter().filter(|card| card.is("card-paper") && card.order < word.order);
        if let Some(card) = cards.rfind(|card| card.of == word.of)
            && (word.x < card.x + EDGE || word.right() > card.right() - EDGE || word.bottom() > card.bottom() - EDGE)
        {
            faults.push(format!("{word} reaches the edge of {card}"));
        }
    }
}

/// Names, texts and numbers of a card that leave it or lie over each other.
fn writing_over_writing(drawn: &Drawn, faults: &mut Vec<String>) {
    let is_card = |shape: &&Shape| shape.is("card-paper");
    let cards: Vec<&Shape> = drawn.shapes.iter().filter(is_card).collect();
    let is_written = |shape: &&Shape| shape.size.is_some() && WRITING.iter().any(|class| shape.is(class));
    for (n, card) in cards.iter().enumerate() {
        // What is written on a card comes before the next one.
        let end = cards.get(n + 1).map_or(usize::MAX, |next| next.order);
        let words = drawn.shapes.iter().filter(|word| (card.order..end).contains(&word.order));
        // Others than its own are in groups of their own.
        let is_own = |word: &&Shape| word.of == card.of || word.of.is_empty() && word.overlap(card) > 0.0;
        let words: Vec<&Shape> = words.filter(is_written).filter(is_own).collect();
        // Nor does the mark of one that may be played.
        let foot = drawn.shapes.iter().find(|foot| foot.is("foot") && (card.order..end).contains(&foot.order));
        for (n, word) in words.iter().enumerate() {
            if let Some(foot) = foot.filter(|foot| foot.overlap(word) > SLACK) {
                faults.push(format!("{foot} lies over {word}"));
            }
            let across = word.x >= card.x - SLACK && word.right() <= card.right() + SLACK;
            if !across || word.y < card.y - SLACK || word.bottom() > card.bottom() + SLACK {
                faults.push(format!("{word} leaves {card}"));
            }
            for other in words[n + 1..].iter().filter(|other| word.overlap(other) > SLACK) {
                faults.push(format!("{other} lies over {word}"));
            }
        }
    }
}

/// Classes of text on cards.
const WRITING: [&str; 7] = ["sign", "card-word", "corner-word", "clue-word", "clue-gone", "price-word", "card-ladder"];

/// The least distance of writing from the edge of its card.
const EDGE: f64 = 2.0;

/// Classes of opaque shapes.
const OPAQUE: [&str; 11] = [
    "plate",
    "card-paper",
    "small-card",
    "back",
    "badge",
    "price",
    "sign-board",
    "die-face",
    "paper",
    "edge",
    "board-frame",
];
/// Classes of text outside of cards.
const NAMES: [&str; 7] = ["place-title", "table-fact", "seat-name", "seat-fact", "score", "amount", "coordinate"];

/// Names that are covered, or overlap each other, and tokens of seats below small cards.
fn covered_words(drawn: &Drawn, faults: &mut Vec<String>) {
    for token in drawn.shapes.iter().filter(|shape| shape.is("token-word")) {
        let over = drawn.shapes.iter().filter(|other| other.order > token.order && other.is("small-card"));
        let covering = over.filter(|other| token.overlap(other) > SLACK);
        faults.extend(covering.map(|other| format!("{other} lies over {token}")));
    }
    let is_name = |shape: &&Shape| NAMES.iter().any(|class| shape.is(class));
    for name in drawn.shapes.iter().filter(is_name) {
        let over = drawn.shapes.iter().filter(|other| other.order > name.order);
        for other in over.filter(|other| OPAQUE.iter().any(|class| other.is(class)) || is_name(other)) {
            if name.overlap(other) > SLACK {
                faults.push(format!("{other} lies over {name}"));
            }
        }
        // A seat's facts may be long; its label has all of them.
        if name.is_cut && !name.is("seat-fact") {
            faults.push(format!("cut off: {name}"));
        }
    }
}

/// Overlapping things: seats, boards, cards of different places, dice.
fn overlaps(drawn: &Drawn, faults: &mut Vec<String>) {
    let solid = |shape: &&Shape| {
        ["plate", "card-paper", "empty", "back", "die-face", "paper", "tray", "ground"]
            .iter()
            .any(|class| shape.is(class))
    };
    let all: Vec<&Shape> = drawn.shapes.iter().filter(solid).collect();
    for (n, one) in all.iter().enumerate() {
        for other in &all[n + 1..] {
            let is_same = one.of == other.of && !one.is("plate");
            // A solitaire's column lies on its covered cards, and dice in their tray.
            let is_column = one.member().is_some() && one.member() == other.member();
            let is_tray = one.is("tray") || other.is("tray") && other.of.is_empty();
            let is_on_tray = is_tray && (one.is("die-face") || other.is("die-face") || other.is("back"));
            if !is_same && !is_column && !is_on_tray && one.overlap(other) > SLACK {
                faults.push(format!("{other} lies over {one}"));
            }
        }
    }
}

/// The faults of a game's pictures, summarized.
fn faults_of(library: &Library, name: &str, every: usize) -> Option<String> {
    let mut all = std::collections::BTreeMap::<String, usize>::new();
    for scene in scenes(library, name, 5, every) {
        for frame in FRAMES {
            for fault in faults(&scene, frame) {
                *all.entry(format!("{frame:?}: {fault}")).or_default() += 1;
            }
        }
    }
    let some: Vec<&String> = all.keys().step_by(all.len() / 12 + 1).collect();
    (!all.is_empty()).then(|| format!("{name}: {} faults, such as {some:#?}", all.len()))
}

/// The built-in games.
pub(super) fn shelf() -> Library {
    let mut library = Library::default();
    library.add_folder(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rules"));
    library
}

/// Minimal packs of every kind.
pub(super) fn packs() -> Library {
    packs::library()
}

/// A pack with two families of columns.
pub(super) fn solitaires() -> Library {
    packs::two_columns()
}

/// The built-in games, in random matches.
#[test]
fn nothing_is_covered_cut_or_too_small_in_any_game() {
    let library = shelf();
    let faults: Vec<String> = library.names().iter().filter_map(|name| faults_of(&library, name, 9)).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Minimal packs of every kind, without declarations about their look.
#[test]
fn nothing_is_covered_cut_or_too_small_in_plain_packs() {
    let library = packs::library();
    let faults: Vec<String> = packs::names().filter_map(|name| faults_of(&library, name, 3)).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Packs of a given folder: `PARLOUR_PACKS=FOLDER cargo test --workspace --test pictures -- --ignored`.
#[test]
#[ignore = "looks at packs of a folder that is named"]
fn nothing_is_covered_cut_or_too_small_in_packs_of_a_folder() {
    let Some(folder) = std::env::var_os("PARLOUR_PACKS") else { return };
    let mut library = Library::default();
    library.add_folder(&folder);
    let is_there = |name: &&String| Path::new(&folder).join(name).join("game.toml").exists();
    let names = library.names();
    let faults: Vec<String> = names.iter().filter(is_there).filter_map(|name| faults_of(&library, name, 9)).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Cards in hand, and those of a dummy that the viewer plays, can be tapped on a phone, and so can squares of boards with eight columns; larger boards are zoomed.
#[test]
fn targets_on_a_phone_are_large_enough() {
    let library = shelf();
    let mut small = std::collections::BTreeSet::new();
    for name in library.names() {
        for scene in scenes(&library, &name, 3, 20) {
            let drawn = drawn(&paint(&scene, Frame::new(360, 510)));
            for board in scene.boards.iter().filter(|board| board.width <= 8 && board.height <= 10) {
                let squares = drawn
                    .shapes
                    .iter()
                    .filter(|shape| shape.is("ground") && !shape.is("point") && shape.of == board.name);
                let least = squares.map(|shape| shape.w.min(shape.h)).fold(f64::MAX, f64::min);
                let is_shown_alone = scene.places.iter().all(|place| place.count == 0) && board.key.len() < 2;
                if least < 38.0 && is_shown_alone {
                    small.insert(format!("{name}: squares of {least}"));
                }
            }
            let is_played =
                |place: &&parlour_table::scene::Place| place.at == parlour_table::scene::At::Hand || place.is_ours;
            for hand in scene.places.iter().filter(is_played) {
                let mut cards: Vec<&Shape> =
                    drawn.shapes.iter().filter(|shape| shape.is("card-paper") && shape.of == hand.name).collect();
                cards.sort_by(|a, b| (a.y, a.x).partial_cmp(&(b.y, b.x)).unwrap());
                for pair in cards.windows(2).filter(|pair| pair[0].y == pair[1].y) {
                    let seen = (pair[1].x - pair[0].x).min(pair[0].w);
                    if seen < 39.5 {
                        small.insert(format!("{name}: {seen:.1} px of a card in a hand of {}", hand.count));
                    }
                }
            }
        }
    }
    assert!(small.is_empty(), "{small:#?}");
}
