//! Pictures of all games: complete, deterministic, and functions of the scene alone.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod layout;

use std::path::Path;

use parlour_engine::{Config, Library};
use parlour_painter::{Frame, paint, paint_alone};
use parlour_table::scene::{At, Lies, Scene};
use parlour_table::{Robots, Seed, Table, Viewer};

/// A scene of every game after some actions, as the seat to move sees it.
fn scenes() -> Vec<(String, Scene)> {
    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rules");
    let mut library = Library::default();
    library.add_folder(&rules);
    let mut scenes = Vec::new();
    for name in library.names() {
        let game = library.load(&name).unwrap().configure(&Config::default()).unwrap();
        let players = vec!["human".to_owned(); game.seat_count()];
        let mut table = Table::begin(game, players, Seed::Chosen(11), &Robots::new()).unwrap();
        for n in 0..14 {
            let Some(seat) = table.due() else { break };
            let legal = table.legal(Viewer::of(seat)).actions;
            let action = legal[(n * 11 + 5) % legal.len()].action.clone();
            table.act(seat, &action).unwrap();
        }
        let viewer = table.due().map_or(Viewer::ONLOOKER, Viewer::of);
        scenes.push((name, table.scene(viewer).unwrap()));
    }
    assert!(scenes.len() > 20);
    scenes
}

/// The values of an attribute in a picture.
fn values<'a>(picture: &'a str, attribute: &str) -> impl Iterator<Item = &'a str> {
    let begin = format!(" {attribute}=\"");
    picture.split(&begin).skip(1).filter_map(|rest| rest.split('"').next()).collect::<Vec<_>>().into_iter()
}

#[test]
fn every_game_has_a_whole_picture_at_every_size() {
    for (name, scene) in scenes() {
        for frame in [Frame::new(930, 730), Frame::new(344, 560), Frame::new(1600, 500), Frame::new(240, 240)] {
            let picture = paint(&scene, frame);
            let groups = picture.matches("<g ").count() + picture.matches("<g>").count();
            assert_eq!(groups, picture.matches("</g>").count(), "{name}");
            assert_eq!(picture.matches("<text ").count(), picture.matches("</text>").count(), "{name}");
            assert!(!picture.contains("NaN") && !picture.contains("inf"), "{name}");
            assert!(picture.starts_with("<svg") && picture.ends_with("</svg>"), "{name}");
            assert_eq!(picture, paint(&scene, frame), "{name}: the same scene looks the same");
        }
    }
}

#[test]
fn all_squares_and_seats_and_the_own_cards_can_be_tapped() {
    for (name, scene) in scenes() {
        let picture = paint(&scene, Frame::new(930, 730));
        // Edges and corners that no action names are only seen.
        let boards = scene.boards.iter().filter(|board| board.joints.is_none_or(|joints| joints.is_target));
        let squares = boards.flat_map(|board| &board.squares).flatten().count();
        assert_eq!(values(&picture, "data-kind").filter(|kind| *kind == "square").count(), squares, "{name}");
        assert_eq!(values(&picture, "data-kind").filter(|kind| *kind == "seat").count(), scene.seats.len(), "{name}");
        let keys: Vec<&str> = values(&picture, "data-key").filter(|key| !key.starts_with("figure:")).collect();
        let one_each: std::collections::BTreeSet<&&str> = keys.iter().collect();
        assert_eq!(keys.len(), one_each.len(), "{name}: two things have one key");
    }
}

/// The labels of a picture's tap targets, each with the text on it.
fn written(picture: &str) -> Vec<(String, String)> {
    let mut things = Vec::new();
    for part in picture.split("<g ").filter(|part| part.contains("data-kind=")) {
        let label = part.split("aria-label=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
        let inside = &picture[part.as_ptr() as usize - picture.as_ptr() as usize..];
        let (mut depth, mut text) = (1, String::new());
        for tag in inside.split('<').skip(1) {
            depth += i32::from(tag.starts_with("g ") || tag.starts_with("g>")) - i32::from(tag.starts_with("/g>"));
            if depth == 0 {
                break;
            }
            text += tag.split('>').nth(1).unwrap_or_default();
            text.push(' ');
        }
        things.push((label.to_owned(), text));
    }
    things
}

/// For voice control, the visible text on a target is contained in its label, word by word.
#[test]
fn what_is_seen_on_a_thing_is_part_of_its_label() {
    let words = |text: &str| -> String {
        let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        words.map(|word| format!(" {word} ")).collect::<String>().to_lowercase()
    };
    for (name, scene) in scenes() {
        for frame in [Frame::new(930, 730), Frame::new(344, 430)] {
            for (label, text) in written(&paint(&scene, frame)) {
                assert!(words(&label).contains(&words(&text)), "{name}: `{text}` on `{label}`");
            }
        }
    }
}

#[test]
fn a_picture_that_stands_alone_has_its_colours_inside() {
    for (name, scene) in scenes() {
        for night in [false, true] {
            let picture = paint_alone(&scene, Frame::new(640, 640), night);
            assert!(picture.contains("<style>") && !picture.contains("var("), "{name}");
        }
    }
}

#[test]
fn names_in_a_scene_are_never_markup() {
    let (_, mut scene) = scenes().swap_remove(0);
    scene.title = "<script>\"&".to_owned();
    let picture = paint(&scene, Frame::new(640, 640));
    assert!(picture.contains("&lt;script&gt;&quot;&amp;") && !picture.contains("<script"));
}

/// A hash of a picture (FNV-1a).
fn number(picture: &str) -> u64 {
    picture.bytes().fold(0xcbf2_9ce4_8422_2325, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// The pictures of all games, large and narrow, equal the inspected ones.
#[test]
fn pictures_are_those_that_were_looked_at() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pictures.txt");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pictures");
    std::fs::create_dir_all(&folder).unwrap();
    let mut now = String::new();
    for (name, scene) in scenes() {
        for (kind, frame) in [("large", Frame::new(930, 730)), ("narrow", Frame::new(344, 430))] {
            let picture = paint_alone(&scene, frame, false);
            std::fs::write(folder.join(format!("{name}-{kind}.svg")), &picture).unwrap();
            now.push_str(&format!("{name} {kind} {:016x}\n", number(&picture)));
        }
    }
    if std::env::var_os("PARLOUR_BLESS").is_some() {
        std::fs::write(&here, &now).unwrap();
    }
    let before = std::fs::read_to_string(&here).unwrap_or_default();
    let changed: Vec<&str> = now.lines().filter(|line| !before.lines().any(|known| known == *line)).collect();
    let folder = folder.display();
    assert!(changed.is_empty(), "look at these in {folder}, then take them over with PARLOUR_BLESS=1: {changed:#?}");
}

/// Each drawing is defined once in a picture, and every used one is defined.
#[test]
fn what_is_shown_is_defined_once() {
    for (name, scene) in scenes() {
        let picture = paint(&scene, Frame::new(930, 730));
        let defined: Vec<&str> =
            picture.split("<symbol id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        let once: std::collections::BTreeSet<&&str> = defined.iter().collect();
        assert_eq!(once.len(), defined.len(), "{name}");
        for shown in values(&picture, "href") {
            assert!(shown.strip_prefix('#').is_some_and(|id| defined.contains(&id)), "{name}: {shown}");
        }
        assert!(picture.len() < 150_000, "{name}: {} bytes", picture.len());
    }
}

/// A pack's own picture is on a token of its seat's colour.
#[test]
fn a_pack_shows_its_own_pictures() {
    let (_, scene) = scenes().into_iter().find(|(name, _)| name == "advance").unwrap();
    let picture = paint(&scene, Frame::new(640, 640));
    assert!(picture.contains(r#"<use class="art on-t-white""#) && !picture.contains(">Z</text>"));
}

/// A line that has won is struck through, all of its members alike, and a legend has only what is on the board.
#[test]
fn a_won_line_is_struck_through_and_a_legend_has_what_is_there() {
    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rules");
    let mut library = Library::default();
    library.add_folder(&rules);
    let begin = |name: &str| {
        let game = library.load(name).unwrap().configure(&Config::default()).unwrap();
        Table::begin(game, vec!["human".to_owned(); 2], Seed::Chosen(11), &Robots::new()).unwrap()
    };
    let mut table = begin("tic-tac-toe");
    for square in ["a1", "b1", "a2", "b2", "a3"] {
        table.act(table.due().unwrap(), square).unwrap();
    }
    let picture = paint(&table.scene(Viewer::ONLOOKER).unwrap(), Frame::new(800, 700));
    assert_eq!(picture.matches("class=\"strike\"").count(), 1);
    assert!(!picture.contains("class=\"square last"));
    let picture = paint(&begin("shogi").scene(Viewer::ONLOOKER).unwrap(), Frame::new(1000, 700));
    assert!(picture.contains(">lance</text>") && !picture.contains(">tokin</text>"));
}

/// Plays a game at random until a scene is as wanted, and returns that.
fn until(name: &str, is_wanted: impl Fn(&Scene) -> bool) -> Scene {
    let game = layout::shelf().load(name).unwrap().configure(&Config::default()).unwrap();
    let players = vec!["human".to_owned(); game.seat_count()];
    let begin = |seed: u64| Table::begin(game.clone(), players.clone(), Seed::Chosen(seed), &Robots::new()).unwrap();
    let mut table = begin(3);
    for n in 0..600 {
        let Some(seat) = table.due() else {
            table = begin(n);
            continue;
        };
        let scene = table.scene(Viewer::of(seat)).unwrap();
        if is_wanted(&scene) {
            return scene;
        }
        let legal = table.legal(Viewer::of(seat)).actions;
        let action = legal[(n as usize * 7 + 3) % legal.len()].action.clone();
        table.act(seat, &action).unwrap();
    }
    panic!("{name} never came to it");
}

/// Dice lie on a board of points, those of the roll that have been played dimmed and no targets.
#[test]
fn dice_lie_on_a_board_of_points() {
    let scene = until("backgammon", |scene| scene.dice.iter().any(|dice| !dice.spent.is_empty()));
    let (left, spent) = (scene.dice[0].shown.len(), scene.dice[0].spent.len());
    assert!([2, 4].contains(&(left + spent)), "{left} dice are left, and {spent} played");
    for frame in [Frame::new(930, 730), Frame::new(344, 430)] {
        let picture = paint(&scene, frame);
        assert_eq!(picture.matches("class=\"die-face spent\"").count(), spent);
        assert_eq!(values(&picture, "data-kind").filter(|kind| *kind == "die").count(), left);
        assert!(!picture.contains("class=\"tray\""));
    }
}

/// Pieces of a hand, which are tapped to be dropped, are as large as a finger.
#[test]
fn pieces_in_hand_can_be_hit() {
    let scene = until("crazyhouse", |scene| scene.seats[0].facts.iter().any(|fact| !fact.held.is_empty()));
    for frame in [Frame::new(930, 730), Frame::new(348, 430), Frame::new(590, 348)] {
        let picture = paint(&scene, frame);
        let piece = picture.split("data-kind=\"piece\"").nth(1).unwrap();
        let side: f64 = values(piece, "width").next().unwrap().parse().unwrap();
        assert!(side >= 40.0, "{side}");
    }
}

/// In a large window all things are larger, words as well; a smaller one leaves them their size.
#[test]
fn things_grow_in_a_large_window() {
    let scene = until("chess", |_| true);
    let large = paint(&scene, Frame::new(1600, 1248));
    assert!(large.contains("viewBox=\"0 0 1000 780\" width=\"1600\""), "{}", &large[..200]);
    assert!(paint(&scene, Frame::new(930, 730)).contains("viewBox=\"0 0 930 730\""));
}

/// A token leaves the sign of its square in sight, and the mark of a seat is its token.
#[test]
fn tokens_and_signs_are_side_by_side() {
    let scene = until("treasure-hunt", |scene| {
        let squares = scene.boards[0].squares.iter().flatten();
        squares.into_iter().any(|square| square.figure.is_some() && !square.tokens.is_empty())
    });
    let picture = paint(&scene, Frame::new(930, 730));
    let numbers =
        |part: &str, names: [&str; 3]| names.map(|name| values(part, name).next().unwrap().parse::<f64>().unwrap());
    let square =
        scene.boards[0].squares.iter().flatten().find(|square| square.figure.is_some() && !square.tokens.is_empty());
    let key = format!("data-key=\"figure:main:{}\"", square.unwrap().name);
    let mut parts = picture.split(&key).skip(1);
    let [x, y, side] = numbers(parts.next().unwrap(), ["x", "y", "width"]);
    let [cx, cy, r] = numbers(parts.next().unwrap(), ["cx", "cy", "r"]);
    let centre = (x + side / 2.0 - cx).hypot(y + side / 2.0 - cy);
    assert!(centre > r, "the sign at {x},{y} lies below the token at {cx},{cy}");
}

/// Pits have their seeds, those of the viewer can be tapped, and stores have the scores.
#[test]
fn pits_have_seeds_and_stores() {
    let scene = until("kalah", |scene| scene.tracks[0].spaces.iter().any(|space| space.stands.is_empty()));
    for frame in [Frame::new(930, 730), Frame::new(348, 430), Frame::new(590, 348)] {
        let picture = paint(&scene, frame);
        assert_eq!(values(&picture, "data-kind").filter(|kind| *kind == "space").count(), 6);
        let in_pits: usize =
            scene.tracks.iter().flat_map(|track| &track.spaces).flat_map(|space| &space.stands).map(|s| s.count).sum();
        assert!(picture.matches("class=\"seed ").count() >= in_pits, "{in_pits} seeds");
        assert!(picture.contains("class=\"ground pit\""));
    }
}

/// On a phone the rows of pits go down, so that they are larger; the viewer's own can be tapped there as well.
#[test]
fn pits_stand_upright_on_a_phone() {
    let scene = until("kalah", |_| true);
    let size = |frame: Frame| -> (f64, f64) {
        let picture = paint(&scene, frame);
        let pit = picture.split("ground pit").nth(1).unwrap().to_owned();
        let number = |name: &str| values(&pit, name).next().unwrap().parse::<f64>().unwrap();
        (number("width"), number("height"))
    };
    let (wide, high) = size(Frame::new(360, 548));
    assert!(wide > high && high > 38.0, "{wide} x {high}");
    let (wide, high) = size(Frame::new(590, 348));
    assert!(high > wide, "{wide} x {high}");
}

/// What a viewer knows of hidden places is a mark to tap at a pile or a seat, and a caption on a square, all of it told
/// to screen readers.
#[test]
fn what_is_known_is_noted_where_it_lies() {
    let note = "two coppers and an estate lie here";
    let mut scene = until("hearts", |_| true);
    let other = scene.places.iter_mut().find(|place| matches!(place.at, At::Seat(_)) && place.count > 0).unwrap();
    other.known = Some(note.to_owned());
    let picture = paint(&scene, Frame::new(930, 730));
    assert_eq!(values(&picture, "data-note").collect::<Vec<_>>(), [note]);
    let mut scene = until("hidden-ranks", |_| true);
    let square = scene.boards[0].squares.iter_mut().flatten().find(|square| square.figure.is_some()).unwrap();
    (square.known, square.caption) = (Some("a bomb or a spy".to_owned()), Some("bomb or spy".to_owned()));
    let name = square.name.clone();
    let picture = paint(&scene, Frame::new(930, 730));
    assert!(picture.contains(">bomb or spy</text>"));
    let label = values(&picture, "aria-label").find(|label| label.starts_with(&format!("{name}, "))).unwrap();
    assert!(label.ends_with("a bomb or a spy"), "{label}");
}

/// A legend without room is kept for a page that shows it on request.
#[test]
fn a_legend_without_room_is_kept() {
    let scene = until("advance", |_| true);
    let (large, small) = (paint(&scene, Frame::new(930, 730)), paint(&scene, Frame::new(360, 440)));
    let kept = |picture: &str| picture.contains(r#"class="legend-sheet""#);
    assert!(!kept(&large) && large.contains(">catapult</text>"));
    assert!(kept(&small) && small.contains(">catapult</text>"));
}

/// The rim of a board of hexes goes along their outer edges: two for each hex of a side, one more at the obtuse corners.
#[test]
fn hexes_have_a_rim_in_the_colours_of_the_sides() {
    let scene = until("hex", |_| true);
    let picture = paint(&scene, Frame::new(930, 730));
    assert_eq!(picture.matches("class=\"side ").count(), 4 * 2 * 11);
    // On its side a phone has the seats in the free corners.
    let low = paint(&scene, Frame::new(590, 348));
    let side = |picture: &str| -> f64 {
        let points = values(picture.split("data-value=\"a1\"").nth(1).unwrap(), "points").next().unwrap().to_owned();
        let x: Vec<f64> = points.split(' ').map(|at| at.split(',').next().unwrap().parse().unwrap()).collect();
        x.iter().copied().fold(f64::MIN, f64::max) - x.iter().copied().fold(f64::MAX, f64::min)
    };
    assert!(side(&low) > 26.0, "{}", side(&low));
}

/// Cards in the middle grow into the felt of a phone: a board of five is not smaller than a hand of two.
#[test]
fn the_middle_grows_on_a_phone() {
    let scene = until("holdem", |scene| scene.places.iter().any(|place| place.zone == "board" && place.count > 2));
    let picture = paint(&scene, Frame::new(360, 507));
    let wide = |of: &str| -> f64 {
        let of = format!("data-of=\"{of}\"");
        let card = picture.split(&of).skip(1).find(|part| part.contains("card-paper")).unwrap();
        values(card.split("card-paper").nth(1).unwrap(), "width").next().unwrap().parse().unwrap()
    };
    assert!(wide("board") > 55.0, "{}", wide("board"));
}

/// The positions and sizes of the cards and empty places of a zone: x, y and width.
fn cards_of(picture: &str, zone: &str) -> Vec<[f64; 3]> {
    let of = format!("data-of=\"{zone}\"");
    let parts = picture.split("<g ").filter(|part| part.contains(&of));
    let rects =
        parts.filter_map(|part| part.split("class=\"card-paper\"").nth(1).or(part.split("class=\"empty\"").nth(1)));
    rects.map(|rect| ["x", "y", "width"].map(|name| values(rect, name).next().unwrap().parse().unwrap())).collect()
}

/// A hand is one row in a window, lapped so that each corner is seen, and the piles of a deck have one size.
#[test]
fn a_hand_is_a_row_and_piles_of_a_deck_are_alike() {
    let scene = until("crazy-eights", |scene| scene.places.iter().any(|place| place.zone == "hand" && place.count > 8));
    let picture = paint(&scene, Frame::new(930, 730));
    let hand = scene.places.iter().find(|place| place.at == parlour_table::scene::At::Hand).unwrap();
    let cards = cards_of(&picture, &hand.name);
    assert_eq!(cards.len(), hand.count);
    assert!(cards.windows(2).all(|pair| pair[0][1] == pair[1][1] && pair[1][0] - pair[0][0] >= 39.5), "{cards:?}");
    let (stock, discard) = (cards_of(&picture, "stock")[0], cards_of(&picture, "discard")[0]);
    assert_eq!(stock[2], discard[2]);
}

/// The calls of an auction are a table with a column for each seat, and no trick lies there till cards are played.
#[test]
fn an_auction_is_a_table_of_calls() {
    let scene = until("contract-bridge", |scene| scene.lines.iter().any(|line| line.matches(", ").count() > 4));
    for frame in [Frame::new(930, 730), Frame::new(360, 740)] {
        let picture = paint(&scene, frame);
        assert_eq!(picture.matches("class=\"next-word\"").count(), 1);
        assert!(picture.contains(">you</text>") && !picture.contains("class=\"empty faint\""));
        assert!(!picture.contains("…</text>"));
    }
}

/// Goals along a side are a band in the frame, others have marked corners, and a wall over two edges is one plank.
#[test]
fn goals_are_bands_and_walls_are_planks() {
    let begin = |name: &str| {
        let game = layout::shelf().load(name).unwrap().configure(&Config::default()).unwrap();
        Table::begin(game, vec!["human".to_owned(); 2], Seed::Chosen(11), &Robots::new()).unwrap()
    };
    let mut table = begin("quoridor");
    table.act(table.due().unwrap(), "a3h").unwrap();
    for frame in [Frame::new(930, 730), Frame::new(360, 740)] {
        let picture = paint(&table.scene(Viewer::ONLOOKER).unwrap(), frame);
        // One band without seams along each side, as deep as the other.
        let band = |class: &str| {
            let bands: Vec<&str> = picture.split(&format!("class=\"goal-band {class}\"")).skip(1).collect();
            assert_eq!(bands.len(), 1, "{class}");
            ["width", "height"].map(|name| values(bands[0], name).next().unwrap().to_owned())
        };
        assert_eq!(band("t-white"), band("t-black"));
        assert_eq!(picture.matches("class=\"fence t-white last\"").count(), 1);
        assert_eq!(picture.matches("class=\"fence t-white\"").count(), 0);
    }
    let hill = paint(&begin("king-of-the-hill").scene(Viewer::ONLOOKER).unwrap(), Frame::new(930, 730));
    assert!(hill.contains("class=\"goal-edge brass\"") && !hill.contains("goal-band"));
    let star = paint(&begin("chinese-checkers").scene(Viewer::ONLOOKER).unwrap(), Frame::new(930, 730));
    assert_eq!(star.matches("class=\"home t-red\"").count(), 10);
}

/// The piles of a solitaire have the size and the grid of its columns.
#[test]
fn piles_of_a_solitaire_are_on_its_grid() {
    let scene = until("klondike", |scene| scene.places.iter().any(|place| place.zone == "home" && place.count > 0));
    for frame in [Frame::new(930, 730), Frame::new(348, 430), Frame::new(590, 348)] {
        let picture = paint(&scene, frame);
        let of = |zone: &str| {
            let places = scene.places.iter().filter(|place| place.zone == zone);
            places.flat_map(|place| cards_of(&picture, &place.name)).collect::<Vec<_>>()
        };
        let columns: Vec<[f64; 3]> = of("up").into_iter().chain(of("down")).collect();
        for head in of("home").into_iter().chain(of("stock")).chain(of("waste")) {
            assert!(columns.iter().any(|card| card[0] == head[0] && card[2] == head[2]), "{head:?}");
        }
    }
}

/// Scores that run to a target have a board of holes, a lane for each seat; a sheet of several seats ends with their scores.
#[test]
fn scores_run_to_their_target_and_sheets_have_totals() {
    let picture = paint(&until("cribbage", |_| true), Frame::new(930, 730));
    assert_eq!(picture.matches("class=\"peg-hole\"").count(), 2 * 122);
    // The peg behind is in the same lane as the one in front.
    let pegs = |scene: &Scene| {
        let picture = paint(scene, Frame::new(930, 730));
        let board = picture.split("class=\"wood\"").nth(1).and_then(|rest| rest.split("on-wood").next());
        board.unwrap_or_default().matches("<circle class=\"token").count()
    };
    let has_moved = |count: usize| {
        move |scene: &Scene| {
            let before =
                scene.seats.iter().filter(|seat| seat.score.as_ref().is_some_and(|score| score.before.is_some()));
            before.count() == count
        }
    };
    assert_eq!([0, 1, 2].map(|count| pegs(&until("cribbage", has_moved(count)))), [2, 3, 4]);
    let scene = until("yahtzee", |scene| scene.seats.iter().all(|seat| seat.score.as_ref().unwrap().value != "0"));
    let scores: Vec<&str> = scene.seats.iter().map(|seat| seat.score.as_ref().unwrap().value.as_str()).collect();
    let picture = paint(&scene, Frame::new(930, 730));
    let total = values(&picture, "aria-label").find(|label| label.starts_with("total: ")).unwrap();
    assert!(scores.iter().all(|score| total.contains(score)), "{total} {scores:?}");
}

/// The looks that the reference shows: the name of the picture, the game, and the actions played in it.
const LOOKS: [(&str, &str, usize); 20] = [
    ("plain", "advance", 20),
    ("chequered", "chess", 12),
    ("points-board", "go", 30),
    ("lines", "nine-mens-morris", 12),
    ("hexes", "hex", 20),
    ("rings", "xiangqi", 12),
    ("tiles", "shogi", 60),
    ("figures", "tic-tac-toe", 4),
    ("storeys", "santorini", 60),
    ("slabs", "dvonn", 75),
    ("strip", "en-garde", 4),
    ("pits", "kalah", 6),
    ("points", "backgammon", 24),
    ("sheet", "yahtzee", 30),
    ("row", "holdem", 12),
    ("stacks", "archaeology", 24),
    ("trick", "hearts", 15),
    ("bar", "hanabi", 14),
    ("grid", "supply", 2),
    ("cascade", "solitaire", 2),
];

/// Each look has its picture in `repl/pictures/looks`, which `rules/REFERENCE.md` shows.
#[test]
fn the_reference_shows_each_look() {
    let (shelf, packs) = (layout::shelf(), layout::packs());
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../pictures/looks");
    let mut old = Vec::new();
    for (look, name, plies) in LOOKS {
        let library = if shelf.names().iter().any(|known| known == name) { &shelf } else { &packs };
        let game = library.load(name).unwrap().configure(&Config::default()).unwrap();
        let players = vec!["human".to_owned(); game.seat_count()];
        let mut table = Table::begin(game, players, Seed::Chosen(4), &Robots::new()).unwrap();
        for n in 0..plies {
            let Some(seat) = table.due() else { break };
            let legal = table.legal(Viewer::of(seat)).actions;
            let going_on =
                |action: &str| !["fold", "resign", "pass", "attack"].iter().any(|verb| action.starts_with(verb));
            let from: Vec<&str> =
                legal.iter().map(|legal| legal.action.as_str()).filter(|action| going_on(action)).collect();
            let action = from.get((n * 11 + 5) % from.len().max(1)).copied().unwrap_or(legal[0].action.as_str());
            let action = action.to_owned();
            table.act(seat, &action).unwrap();
        }
        let viewer = table.due().map_or(Viewer::ONLOOKER, Viewer::of);
        let picture = paint_alone(&table.scene(viewer).unwrap(), Frame::new(560, 420), false);
        let file = folder.join(format!("{look}.svg"));
        if std::env::var_os("PARLOUR_BLESS").is_some() {
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(&file, &picture).unwrap();
        }
        if std::fs::read_to_string(&file).unwrap_or_default() != picture {
            old.push(look);
        }
    }
    assert!(old.is_empty(), "repl/pictures/looks has old pictures, which PARLOUR_BLESS=1 writes anew: {old:?}");
}

/// The open hand of another seat shows the corner of each of many cards, and the words on spines are there on all of the
/// cards of a hand or on none.
#[test]
fn many_cards_of_an_open_hand_show_their_corners() {
    let mut scene = until("final-card-down", |_| true);
    let names: Vec<String> = scene.faces.keys().cycle().take(30).cloned().collect();
    let own = scene.places.iter().find(|place| place.at == At::Hand && place.count > 0).unwrap();
    let card = own.cards[0].clone();
    let all: Vec<_> = names.iter().map(|name| with_name(card.clone(), name)).collect();
    let other = scene.places.iter_mut().find(|place| matches!(place.at, At::Seat(_)) && place.count > 0).unwrap();
    let zone = other.name.clone();
    (other.cards, other.count) = (all, names.len());
    for frame in [Frame::new(930, 730), Frame::new(360, 740)] {
        let picture = paint(&scene, frame);
        let cards = cards_of(&picture, &zone);
        assert_eq!(cards.len(), 30);
        let rows = cards.windows(2).filter(|pair| pair[0][1] == pair[1][1]);
        assert!(rows.into_iter().all(|pair| pair[1][0] - pair[0][0] >= 17.0), "{cards:?}");
        let of = format!("data-of=\"{zone}\"");
        let words = picture.split("<g ").filter(|part| part.contains(&of) && part.contains("spine-word")).count();
        assert!([0, 30].contains(&words), "{words} of 30 cards have words");
    }
}

/// The same card with another name.
fn with_name(mut card: parlour_table::scene::CardScene, name: &str) -> parlour_table::scene::CardScene {
    card.card = Some(name.to_owned());
    card
}

/// Of no kind of piece more are shown than there are: those that came into sight have left where they were remembered.
#[test]
fn remembered_pieces_are_possible() {
    let library = layout::shelf();
    for seed in 0..4 {
        let scenes = layout::scenes(&library, "dark-chess", seed, 3);
        let counts = |scene: &Scene| {
            let mut counts = std::collections::BTreeMap::<String, usize>::new();
            let squares = scene.boards[0].squares.iter().flatten();
            for figure in squares.filter_map(|square| square.figure.as_ref().or(square.remembered.as_ref())) {
                *counts.entry(figure.name.clone()).or_default() += 1;
            }
            counts
        };
        let first = counts(&scenes[0]);
        // Before pawns are promoted.
        for scene in scenes.iter().take(18) {
            let more = counts(scene).into_iter().find(|(name, count)| first.get(name).is_some_and(|most| count > most));
            assert_eq!(more, None, "seed {seed}");
        }
    }
}

/// Tokens that aren't on the board yet are at its start, on a path and on a grid; a path ends at a finishing line, and
/// its legend is in columns.
#[test]
fn tokens_wait_at_the_start() {
    let library = layout::shelf();
    let ready = library.load("treasure-hunt").unwrap();
    for variant in ["line", "grid"] {
        let config = Config { variant: Some(variant.to_owned()), ..Config::default() };
        let game = ready.configure(&config).unwrap();
        let mut table = Table::begin(game, vec!["human".to_owned(); 2], Seed::Chosen(11), &Robots::new()).unwrap();
        let scene = table.scene(Viewer::ONLOOKER).unwrap();
        for frame in [Frame::new(930, 730), Frame::new(360, 740), Frame::new(740, 360)] {
            let picture = paint(&scene, frame);
            assert_eq!(picture.matches("data-key=\"figure:main:start\"").count(), 2, "{variant}");
            assert!(picture.contains(">lounge</text>"), "{variant}");
            assert_eq!(picture.contains("class=\"finish dark\""), variant == "line");
        }
        let picture = paint(&scene, Frame::new(360, 740));
        let places: Vec<&str> = picture.split("class=\"table-fact\" x=\"").skip(1).collect();
        let columns: std::collections::BTreeSet<&str> =
            places.iter().filter_map(|part| part.split('"').next()).collect();
        assert!(columns.len() <= 3, "{variant}: {columns:?}");
    }
}

/// Equal cards of a hand lie over each other, each with its corner in sight, and those of others don't.
#[test]
fn copies_lie_over_each_other() {
    let has_copies = |place: &parlour_table::scene::Place| {
        place.at == At::Hand && (3..7).contains(&place.count) && place.cards.iter().any(|card| card.count > 1)
    };
    let scene = until("archaeology", |scene| scene.places.iter().any(has_copies));
    let hand = scene.places.iter().find(|place| has_copies(place)).unwrap();
    let cards = cards_of(&paint(&scene, Frame::new(930, 730)), &hand.name);
    let mut names = hand.cards.iter().flat_map(|card| vec![card.card.clone(); card.count]);
    let names: Vec<_> = names.by_ref().collect();
    assert_eq!(cards.len(), names.len());
    for (n, pair) in cards.windows(2).enumerate() {
        let (step, is_copy) = (pair[1][0] - pair[0][0], names[n] == names[n + 1]);
        assert!(step >= 39.5 && (step < pair[0][2]) == is_copy, "{step} between {:?} and {:?}", names[n], names[n + 1]);
    }
}

/// Figures that face each other stand on their spaces even at the ends of a strip, on ground that reaches beyond them.
#[test]
fn figures_at_the_ends_of_a_strip_stand_on_their_spaces() {
    let scene = until("en-garde", |_| true);
    for frame in [Frame::new(930, 730), Frame::new(360, 740), Frame::new(740, 360)] {
        let picture = paint(&scene, frame);
        let shade: f64 =
            values(picture.split("class=\"shade\"").nth(1).unwrap(), "cx").next().unwrap().parse().unwrap();
        let space = picture.split("class=\"ground light\"").nth(1).unwrap();
        let [x, wide] = ["x", "width"].map(|name| values(space, name).next().unwrap().parse::<f64>().unwrap());
        assert!((x..=x + wide).contains(&shade), "{shade} of {x} to {}", x + wide);
    }
}

/// Cards laid out by two seats lie in rows that face each other, the viewer's own below.
#[test]
fn rows_of_two_seats_face_each_other() {
    let laid = |scene: &Scene, is_own: bool| -> Option<String> {
        let number = scene.seats.iter().find(|seat| seat.is_own == is_own)?.number;
        let row = scene.places.iter().find(|place| place.at == At::Seat(number) && place.zone == "line")?;
        (row.count > 1).then(|| row.name.clone())
    };
    let scene = until("garret-and-cellar", |scene| laid(scene, true).is_some() && laid(scene, false).is_some());
    let picture = paint(&scene, Frame::new(930, 730));
    let top = |is_own: bool| cards_of(&picture, &laid(&scene, is_own).unwrap())[0][1];
    assert!(top(false) + 40.0 < top(true), "{} and {}", top(false), top(true));
}

/// The viewer's own tray shows the dice that are lost as empty places.
#[test]
fn a_tray_shows_lost_dice() {
    let own = |scene: &Scene| {
        let seat = scene.seats.iter().find(|seat| seat.is_own)?.number;
        let dice = scene.dice.iter().find(|dice| dice.seat == Some(seat) && !dice.shown.is_empty())?;
        Some((dice.name.clone(), dice.most - dice.shown.len()))
    };
    let scene = until("liars-dice", |scene| own(scene).is_some_and(|(_, lost)| lost > 0) && scene.uncovered.is_empty());
    let (name, lost) = own(&scene).unwrap();
    for frame in [Frame::new(930, 730), Frame::new(360, 740)] {
        let picture = paint(&scene, frame);
        let from = picture.rfind(&format!("data-of=\"{name}\"")).unwrap();
        let tray = picture[..from].rfind("class=\"tray\"").unwrap();
        assert_eq!(picture[tray..from].matches("lost-die").count(), lost);
    }
}

/// A zone in the middle with `look = "count"` is its name and its number, once it has many kinds of card.
#[test]
fn many_open_cards_that_are_only_counted_are_no_cards() {
    let mut scene = until("gin-rummy", |_| true);
    let hand = scene.places.iter_mut().find(|place| place.at == At::Hand).unwrap();
    let of = format!("data-of=\"{}\"", hand.name);
    (hand.at, hand.lies) = (At::Centre, Lies::Chips);
    assert!(hand.cards.len() > 8);
    assert!(!paint(&scene, Frame::new(930, 730)).contains(&of));
}
