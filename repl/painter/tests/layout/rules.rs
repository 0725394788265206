//! Layout rules of single kinds of things: marks of what can be tapped, seats beside boards, suits, groups, columns.

use std::collections::BTreeSet;

use parlour_engine::{Config, Library};
use parlour_painter::{Frame, paint, paint_marked};
use parlour_table::scene::{At, Lies, Scene};
use parlour_table::{Description, Robots, Seed, Table, Targets, Viewer};

use super::drawn::{Shape, drawn};
use super::{shelf, solitaires};
use crate::until;

/// A game after some actions, its scene for the seat to move, and what that seat can tap.
fn turn(name: &str, actions: usize) -> (Table, Scene, Targets) {
    let game = shelf().load(name).unwrap().configure(&Config::default()).unwrap();
    let players = vec!["human".to_owned(); game.seat_count()];
    let mut table = Table::begin(game, players, Seed::Chosen(5), &Robots::new()).unwrap();
    for n in 0..actions {
        let Some(seat) = table.due() else { break };
        let legal = table.legal(Viewer::of(seat)).actions;
        table.act(seat, &legal[(n * 7 + 3) % legal.len()].action.clone()).unwrap();
    }
    let viewer = table.due().map_or(Viewer::ONLOOKER, Viewer::of);
    let scene = table.scene(viewer).unwrap();
    let targets = Targets::new(&Description::of(table.game(), &Robots::new()), &table.legal(viewer), &scene);
    (table, scene, targets)
}

/// The values of the marked targets of a kind.
fn marked(picture: &str, kind: &str) -> BTreeSet<String> {
    let is_one = |part: &&str| {
        let class = part.split('"').nth(1).unwrap_or_default();
        class.starts_with(kind) && class.split(' ').any(|class| class == "may")
    };
    let value = |part: &str| part.split("data-value=\"").nth(1)?.split('"').next().map(str::to_owned);
    picture.split("<g class=").skip(1).filter(is_one).filter_map(value).collect()
}

/// The shapes of a class in a picture.
fn shapes(picture: &str, class: &str) -> Vec<Shape> {
    drawn(picture).shapes.into_iter().filter(|shape| shape.is(class)).collect()
}

/// Pieces that can be moved and cards that can be played are marked, and nothing else is.
#[test]
fn what_can_be_tapped_is_marked() {
    for (name, kind, of) in [("chess", "square", "from"), ("hearts", "card", "card"), ("oware", "space", "pit")] {
        let (mut table, scene, targets) = turn(name, 12);
        let seat = table.due().unwrap();
        let legal = table.legal(Viewer::of(seat)).actions;
        let value = |action: &parlour_table::LegalAction| {
            let first = action.args.get(of).or(action.args.values().next()).unwrap();
            first.as_str().map_or_else(|| first.to_string(), str::to_owned)
        };
        let wanted: BTreeSet<String> = legal.iter().map(value).collect();
        let picture = paint_marked(&scene, &targets, Frame::new(1000, 780), false);
        assert_eq!(marked(&picture, kind), wanted, "{name}");
        // Nothing is marked for another seat.
        let other = Viewer::of(table.game().seats().find(|other| *other != seat).unwrap());
        let scene = table.scene(other).unwrap();
        let (description, legal) = (Description::of(table.game(), &Robots::new()), table.past(other).legal());
        let targets = Targets::new(&description, &legal, &scene);
        let picture = paint_marked(&scene, &targets, Frame::new(1000, 780), false);
        assert!(marked(&picture, kind).is_empty() && targets.is_empty(), "{name}");
    }
}

/// In every game something is marked at a turn whose actions name squares or cards in sight.
#[test]
fn every_game_marks_something() {
    for name in shelf().names() {
        let (table, scene, targets) = turn(&name, 9);
        let Some(seat) = table.due() else { continue };
        let squares: Vec<&str> =
            scene.boards.iter().flat_map(|board| &board.squares).flatten().map(|s| &*s.name).collect();
        let hands = scene.places.iter().filter(|place| place.at == At::Hand);
        let cards: Vec<&str> = hands.flat_map(|place| &place.cards).filter_map(|card| card.card.as_deref()).collect();
        let legal = table.legal(Viewer::of(seat)).actions;
        let mut values = legal.iter().flat_map(|action| action.args.values()).filter_map(|value| value.as_str());
        if values.any(|value| squares.contains(&value) || cards.contains(&value)) {
            let picture = paint_marked(&scene, &targets, Frame::new(1000, 780), false);
            assert!(picture.contains(" may\" data-kind"), "{name}");
        }
    }
}

/// A wide window gives a square board its whole height, with the seats beside it.
#[test]
fn seats_are_beside_a_board_in_a_wide_window() {
    for name in ["chess", "go", "othello", "santorini", "quoridor"] {
        let scene = until(name, |_| true);
        let picture = paint(&scene, Frame::new(1280, 780));
        let frame = &shapes(&picture, "board-frame")[0];
        assert!(frame.h > 780.0 * 0.94, "{name}: {frame}");
        for plate in shapes(&picture, "plate") {
            assert!(
                plate.x > frame.right() && plate.right() < 1280.0 - frame.x * 0.5,
                "{name}: {plate} beside {frame}"
            );
        }
    }
}

/// The cards of a dummy are in columns by suit, each with a visible edge.
#[test]
fn a_dummy_lies_by_suits() {
    let is_dummy = |place: &parlour_table::scene::Place| {
        matches!(place.at, At::Seat(_)) && place.of.is_some() && place.name == place.zone && place.count >= 9
    };
    let scene = until("contract-bridge", |scene| scene.places.iter().any(is_dummy));
    let dummy = scene.places.iter().find(|place| is_dummy(place)).unwrap();
    let cards: Vec<Shape> = shapes(&paint(&scene, Frame::new(1280, 800)), "card-paper")
        .into_iter()
        .filter(|card| card.of == dummy.name)
        .collect();
    let suit = |n: usize| scene.faces[dummy.cards[n].card.as_ref().unwrap()].family.clone().unwrap();
    let suits: BTreeSet<String> = (0..dummy.count).map(suit).collect();
    let columns: BTreeSet<i64> = cards.iter().map(|card| card.x.round() as i64).collect();
    assert_eq!((cards.len(), columns.len()), (dummy.count, suits.len()));
    for pair in cards.windows(2).filter(|pair| pair[0].x == pair[1].x) {
        assert!(pair[1].y - pair[0].y > 14.0, "{} below {}", pair[1], pair[0]);
    }
}

/// Two families of columns are both laid out as columns, side by side or one below the other.
#[test]
fn all_families_of_columns_are_columns() {
    let library: Library = solitaires();
    let game = library.load("two-columns").unwrap().configure(&Config::default()).unwrap();
    let mut table = Table::begin(game, vec!["human".to_owned()], Seed::Chosen(1), &Robots::new()).unwrap();
    let scene = table.scene(Viewer::of(table.due().unwrap())).unwrap();
    let cards = shapes(&paint(&scene, Frame::new(1280, 800)), "card-paper");
    for zone in ["left.1", "right.1"] {
        let column: Vec<&Shape> = cards.iter().filter(|card| card.of == zone).collect();
        assert!(column.len() > 2, "{zone}");
        assert!(column.windows(2).all(|pair| pair[0].x == pair[1].x && pair[1].y > pair[0].y), "{zone}");
    }
}

/// The last row of a supply is in its middle.
#[test]
fn the_last_row_of_a_supply_is_in_the_middle() {
    let scene = until("beeyard", |_| true);
    let supply = scene.places.iter().find(|place| place.lies == Lies::Grid).unwrap();
    for frame in [Frame::new(1280, 800), Frame::new(360, 740)] {
        let tiles: Vec<Shape> =
            shapes(&paint(&scene, frame), "card-paper").into_iter().filter(|tile| tile.of == supply.name).collect();
        let middle = |y: f64| {
            let row = || tiles.iter().filter(|tile| tile.y == y);
            (row().map(|tile| tile.x).fold(f64::MAX, f64::min) + row().map(Shape::right).fold(0.0, f64::max)) / 2.0
        };
        assert!((middle(tiles[0].y) - middle(tiles[tiles.len() - 1].y)).abs() < 1.0);
    }
}

/// The groups of a hand aren't torn by its rows where each of them fits a row.
#[test]
fn groups_stay_together_in_rows() {
    let scene =
        until("gin-rummy", |scene| scene.places.iter().any(|place| place.at == At::Hand && place.groups.len() > 1));
    let hand = scene.places.iter().find(|place| place.at == At::Hand).unwrap();
    let picture = paint(&scene, Frame::new(360, 740));
    let cards: Vec<Shape> = shapes(&picture, "card-paper").into_iter().filter(|card| card.of == hand.name).collect();
    assert_eq!(cards.len(), hand.count);
    let mut from = 0;
    for &count in &hand.groups {
        assert!(cards[from..from + count].windows(2).all(|pair| pair[0].y == pair[1].y), "{count} from {from}");
        from += count;
    }
}

/// The price of a pile is on it on a phone as well.
#[test]
fn prices_are_told_on_a_phone() {
    let scene = until("archaeology", |_| true);
    let priced = scene.places.iter().filter(|place| place.note.is_some()).count();
    let prices = shapes(&paint(&scene, Frame::new(360, 740)), "price-word");
    assert!(priced > 0 && prices.len() == priced, "{} of {priced}", prices.len());
}
