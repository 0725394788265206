//! Layout rules of single kinds of things: marks of what can be tapped, seats beside boards, suits, groups, columns.

use std::collections::BTreeSet;

use parlour_engine::{Config, Library};
use parlour_painter::{Asked, Frame, paint, paint_asked, paint_marked};
use parlour_table::scene::{At, Lies, Place, Scene, SeatScene};
use parlour_table::{Description, Robots, Seed, Table, Targets, Viewer};

use super::drawn::{Shape, drawn};
use super::{SLACK, shelf, solitaires};
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

/// Marks on many pieces tell nothing: they are painted only where few can be moved.
#[test]
fn only_few_pieces_are_marked() {
    let is_crowded = |name: &str, actions: usize| {
        let (_, scene, targets) = turn(name, actions);
        paint_marked(&scene, &targets, Frame::new(1000, 780), false).contains(r#"class="marked crowded"#)
    };
    assert!(is_crowded("chess", 12));
    assert!(!is_crowded("draughts", 0));
}

/// Squares of a shape that was laid have no edge between them.
#[test]
fn a_laid_shape_has_one_edge() {
    let (_, scene, _) = turn("quilt", 8);
    let laid = scene.boards[0].squares.iter().flatten().filter(|square| square.figure.is_some()).count();
    let picture = paint(&scene, Frame::new(1000, 780));
    assert_eq!(shapes(&picture, "patch").len(), laid);
    assert!(shapes(&picture, "patch-seam").len() < laid * 3);
}

/// In a window, the cards of a trick are at most 1.3 times as wide as those in hand.
#[test]
fn a_hand_is_as_large_as_a_trick() {
    for (name, actions) in [("hearts", 14), ("spades", 10), ("euchre", 8)] {
        let (_, scene, _) = turn(name, actions);
        let picture = drawn(&paint(&scene, Frame::new(896, 748)));
        let width = |of: &str| {
            let cards = picture.shapes.iter().filter(|shape| shape.is("card-paper") && shape.of.starts_with(of));
            cards.map(|card| card.w).fold(0.0, f64::max)
        };
        let (hand, trick) = (width("hand"), width("trick"));
        assert!(hand == 0.0 || trick <= hand * 1.3, "{name}: {hand} in hand and {trick} in the trick");
    }
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
    for frame in [Frame::new(360, 740), Frame::new(360, 556)] {
        let prices = shapes(&paint(&scene, frame), "price-word");
        assert!(priced > 0 && prices.len() == priced, "{} of {priced}", prices.len());
        assert!(prices.iter().all(|price| price.words.starts_with("maps ")), "{}", prices[0]);
    }
}

/// An amount isn't a card: with bets among the actions no card of the board is marked. Nor are the squares of a column
/// whose number an action with other squares has.
#[test]
fn amounts_mark_no_cards_and_counts_no_squares() {
    let (_, scene, targets) = turn("holdem", 0);
    let (mut table, mut scene, mut targets) = (turn("holdem", 0).0, scene, targets);
    for _ in 0..60 {
        let Some(seat) = table.due() else { break };
        let legal = table.legal(Viewer::of(seat)).actions;
        let action = legal.iter().find(|one| one.verb == "check" || one.verb == "call").unwrap_or(&legal[0]);
        table.act(seat, &action.action.clone()).unwrap();
        let Some(seat) = table.due() else { break };
        let viewer = Viewer::of(seat);
        scene = table.scene(viewer).unwrap();
        targets = Targets::new(&Description::of(table.game(), &Robots::new()), &table.legal(viewer), &scene);
        if scene.places.iter().any(|place| place.name == "board" && place.count > 3) {
            break;
        }
    }
    assert!(scene.places.iter().any(|place| place.name == "board" && place.count > 3));
    assert!(marked(&paint_marked(&scene, &targets, Frame::new(1000, 780), false), "card").is_empty());
    let (table, scene, targets) = turn("tak", 20);
    let seat = table.due().unwrap();
    let legal = table.legal(Viewer::of(seat)).actions;
    let named = |name: &str| legal.iter().any(|one| one.args.values().any(|value| value.as_str() == Some(name)));
    for square in marked(&paint_marked(&scene, &targets, Frame::new(1000, 780), false), "square") {
        assert!(named(&square), "{square}");
    }
}

/// The mark of a piece is painted after the piece, which would cover it.
#[test]
fn marks_are_above_pieces() {
    let (_, scene, targets) = turn("chess", 24);
    let picture = drawn(&paint_marked(&scene, &targets, Frame::new(1000, 780), false));
    let feet: Vec<&Shape> = picture.shapes.iter().filter(|shape| shape.is("man-foot")).collect();
    assert!(!feet.is_empty());
    for foot in feet {
        let over = |shape: &&Shape| shape.order > foot.order && shape.is("man") && shape.overlap(foot) > 0.0;
        assert!(foot.h >= 4.0 && picture.shapes.iter().find(over).is_none(), "{foot}");
    }
}

/// On a phone the hand of a trick game has two rows at most, which break between suits if none gets much longer by that,
/// and the trick lies at its seats, with cards about as large as those in hand.
#[test]
fn a_hand_on_a_phone_is_a_fan_and_a_trick_a_cross() {
    let is_full = |place: &parlour_table::scene::Place| place.lies == Lies::Trick && place.count == 3;
    for name in ["hearts", "spades"] {
        let scene = until(name, |scene| scene.places.iter().any(is_full) && scene.seats.iter().any(|own| own.is_own));
        let picture = paint(&scene, Frame::new(360, 740));
        let cards = shapes(&picture, "card-paper");
        let hand = scene.places.iter().find(|place| place.at == At::Hand).unwrap();
        let held: Vec<&Shape> = cards.iter().filter(|card| card.of == hand.name).collect();
        let rows: BTreeSet<i64> = held.iter().map(|card| card.y.round() as i64).collect();
        assert!(rows.len() <= 2, "{name}: {rows:?}");
        let trick = scene.places.iter().find(|place| is_full(place)).unwrap();
        let played: Vec<&Shape> = cards.iter().filter(|card| card.of == trick.name).collect();
        let heights: BTreeSet<i64> = played.iter().map(|card| card.y.round() as i64).collect();
        assert!(heights.len() > 1, "{name}: the trick is a row");
        let (in_hand, on_table) = (held[0].w, played[0].w);
        assert!((0.75..1.34).contains(&(on_table / in_hand)), "{name}: {on_table} beside {in_hand}");
    }
}

/// The cards of a hand with text are tiles on a phone, on which most of them have all of it, and their two numbers.
#[test]
fn texts_of_a_hand_are_told_on_a_phone() {
    let scene = until("garret-and-cellar", |scene| {
        scene.places.iter().any(|place| place.at == At::Hand && (4..=6).contains(&place.count))
    });
    let hand = scene.places.iter().find(|place| place.at == At::Hand).unwrap();
    let picture = paint(&scene, Frame::new(360, 740));
    let words = shapes(&picture, "card-word");
    let written = |text: &str| {
        let said: String =
            words.iter().filter(|word| word.of == hand.name).map(|word| format!("{} ", word.words)).collect();
        text.split(' ').all(|word| said.contains(word))
    };
    let faces = || hand.cards.iter().filter_map(|card| scene.faces.get(card.card.as_ref()?));
    let told = faces().filter(|face| face.words.iter().all(|text| written(text))).count();
    assert!(told * 4 >= faces().count() * 3, "{told} of {}", faces().count());
    let numbers: usize = faces().map(|face| face.corners.len()).sum();
    assert!(numbers > 0 && shapes(&picture, "corner").len() >= numbers);
}

/// Suits have two colours in games that tell red suits from black ones, and four in others.
#[test]
fn suits_have_two_colours_where_these_count() {
    for (name, is_two) in [("klondike", true), ("hearts", false)] {
        let scene = until(name, |_| true);
        assert_eq!(scene.has_two_colours, is_two, "{name}");
        let head = paint(&scene, Frame::new(360, 740)).split('>').next().unwrap().to_owned();
        assert_eq!(head.contains("two-colours"), is_two, "{name}");
    }
}

/// The mark of a square on which a stone may be placed is much smaller than a stone.
#[test]
fn targets_are_smaller_than_stones() {
    let (_, scene, targets) = turn("othello", 20);
    let picture = paint_marked(&scene, &targets, Frame::new(1000, 780), false);
    let stone =
        shapes(&picture, "stone").iter().filter(|stone| !stone.is("mark-dot")).map(|stone| stone.w).fold(0.0, f64::max);
    let ghosts = shapes(&picture, "ghost");
    assert!(!ghosts.is_empty() && ghosts.iter().all(|ghost| ghost.w < stone * 0.5));
}

/// Dice of the table that don't score stay as they are.
#[test]
fn dice_that_do_not_score_keep_their_colour() {
    let scene = until("farkle", |scene| scene.dice.iter().any(|dice| dice.seat.is_none() && !dice.counted.is_empty()));
    let picture = paint(&scene, Frame::new(1000, 780));
    assert!(!shapes(&picture, "counted").is_empty() && shapes(&picture, "uncounted").is_empty());
}

/// A long legend has two columns on a phone.
#[test]
fn a_long_legend_has_two_columns_on_a_phone() {
    let scene = until("treasure-hunt", |_| true);
    let words = shapes(&paint(&scene, Frame::new(360, 740)), "table-fact");
    let titles = scene.boards[0].key.iter().map(|figure| figure.title.as_str()).collect::<Vec<_>>();
    let legend: BTreeSet<i64> =
        words.iter().filter(|word| titles.contains(&word.words.as_str())).map(|word| word.x.round() as i64).collect();
    assert_eq!(legend.len(), 2);
}

/// The prompt is below the table, with the actions that can't be tapped in the picture.
#[test]
fn what_a_seat_is_asked_is_below_the_table() {
    let (_, scene, targets) = turn("liars-dice", 3);
    let asked = Asked { text: "Bid more, or call".to_owned(), offers: targets.untapped(&scene), log: Vec::new() };
    assert_eq!(asked.offers, ["Bid…", "Liar!"]);
    for (wide, high) in [(1280, 800), (360, 740)] {
        let picture = drawn(&paint_asked(&scene, (&targets, &asked), Frame::new(wide, high), false));
        let bar = picture.shapes.iter().find(|shape| shape.is("asked")).unwrap();
        let offers = picture.shapes.iter().filter(|shape| shape.is("offer"));
        assert!(
            offers.clone().count() == 2 && offers.clone().all(|offer| offer.y > bar.y && offer.bottom() < bar.bottom())
        );
        let plates = picture.shapes.iter().filter(|shape| shape.is("plate"));
        assert!(plates.clone().all(|plate| plate.bottom() <= bar.y + 1.0));
    }
}

/// The text of a tile is whole, or it isn't there and only the label of its card tells it.
#[test]
fn texts_of_tiles_are_whole_or_left_out() {
    for (name, least) in [("beeyard", 0.7), ("garret-and-cellar", 0.3)] {
        let scene = until(name, |_| true);
        let is_tiled = |place: &&Place| place.lies == Lies::Grid || name != "beeyard" && place.at == At::Hand;
        let place = scene.places.iter().find(is_tiled).unwrap();
        for (wide, high) in [(360, 740), (360, 560), (320, 600)] {
            let text = paint(&scene, Frame::new(wide, high));
            let words = shapes(&text, "card-word");
            let mut told = 0;
            for card in &place.cards {
                let face = &scene.faces[card.card.as_ref().unwrap()];
                let all = face.words.join(" ");
                assert!(all.is_empty() || text.contains(&all), "{name} at {wide}: no label tells {all}");
                // Its lines follow each other below its name.
                let title = words.iter().position(|word| word.of == place.name && word.words == face.title).unwrap();
                let lines = words[title + 1..].iter().take_while(|word| word.of == place.name && !word.is("strong"));
                let lines: Vec<&str> = lines.map(|line| line.words.as_str()).collect();
                assert!(lines.is_empty() || lines.join(" ") == all, "{name} at {wide}: {lines:?} of {all}");
                told += usize::from(!lines.is_empty());
            }
            let part = told as f64 / place.cards.len() as f64;
            assert!(part >= least || (wide, high) != (360, 740), "{name}: {told} of {}", place.cards.len());
        }
    }
}

/// The targets of cards on a narrow track are marked side by side, each with its number, clear of the figures.
#[test]
fn marks_on_a_narrow_track_have_their_numbers() {
    let (_, scene, targets) = turn("en-garde", 0);
    for (wide, high) in [(360, 740), (1280, 800)] {
        let picture = paint_marked(&scene, &targets, Frame::new(wide, high), false);
        let (marks, numbers) = (shapes(&picture, "lead"), shapes(&picture, "lead-word"));
        assert!(!marks.is_empty() && marks.len() == numbers.len(), "{} with {} numbers", marks.len(), numbers.len());
        for pair in marks.windows(2) {
            assert!(pair[0].overlap(&pair[1]) < 0.5, "{} over {}", pair[1], pair[0]);
        }
    }
}

/// The log is beside a board, below the top of its column and above the viewer's seat.
#[test]
fn what_has_happened_is_beside_a_board() {
    let (_, scene, targets) = turn("chess", 24);
    let log = (0..40).map(|n| (n % 2, format!("Sentence {n} about a piece that goes somewhere."))).collect();
    let asked = Asked { text: "Move a piece".to_owned(), offers: Vec::new(), log };
    let picture = paint_asked(&scene, (&targets, &asked), Frame::new(1280, 800), false);
    let panel = &shapes(&picture, "legend-panel")[0];
    let frame = &shapes(&picture, "board-frame")[0];
    assert!(panel.x > frame.right() && shapes(&picture, "log-title").len() == 1);
    assert!(shapes(&picture, "plate").iter().all(|plate| plate.overlap(panel) < 1.0));
    let told: Vec<Shape> =
        shapes(&picture, "table-fact").into_iter().filter(|word| word.words.starts_with("Sentence")).collect();
    assert!(told.len() > 8 && told.iter().all(|word| word.bottom() < panel.bottom()), "{}", told.len());
    assert!(told.last().unwrap().words.contains("39"));
}

/// Without a board the log is on the felt, where it covers nothing.
#[test]
fn what_has_happened_covers_nothing_on_the_felt() {
    let log: Vec<(usize, String)> = (0..9).map(|n| (n % 2, format!("Sentence {n} about a card."))).collect();
    let asked = Asked { text: "Play a card".to_owned(), offers: Vec::new(), log };
    for (name, is_told) in [("hearts", true), ("holdem", true), ("farkle", true), ("klondike", false)] {
        let (_, scene, targets) = turn(name, 8);
        for (wide, high) in [(1280, 800), (360, 740)] {
            let picture = drawn(&paint_asked(&scene, (&targets, &asked), Frame::new(wide, high), false));
            let panel = picture.shapes.iter().find(|shape| shape.is("legend-panel"));
            assert!(panel.is_some() || !is_told || wide < 560, "{name}: {wide}");
            let Some(panel) = panel else { continue };
            let before = picture.shapes.iter().filter(|shape| shape.order < panel.order);
            let mut laid = before.filter(|shape| !shape.is("felt") && !shape.is("rim"));
            let under = laid.find(|shape| shape.overlap(panel) > SLACK);
            assert!(under.is_none(), "{name}: {panel} lies over {}", under.unwrap());
        }
    }
}

/// A few cards of a hand lie side by side on a phone, in two rows if that makes them larger.
#[test]
fn a_few_cards_in_hand_are_large_on_a_phone() {
    for name in ["en-garde", "final-card-down"] {
        let scene = until(name, |_| true);
        let hand = scene.places.iter().find(|place| place.at == At::Hand).unwrap();
        let mut cards = shapes(&paint(&scene, Frame::new(360, 740)), "card-paper");
        cards.retain(|card| card.of == hand.name);
        assert!(!cards.is_empty() && cards.iter().all(|card| card.w > 72.0), "{name}: {cards:?}");
    }
}

/// Walls have the colours of the seats that built them, and a piece that was moved has a ring.
#[test]
fn what_seats_did_on_a_board_is_told() {
    let (_, scene, _) = turn("quoridor", 30);
    let picture = paint(&scene, Frame::new(1000, 780));
    let walls = shapes(&picture, "fence");
    assert!(!walls.is_empty() && walls.iter().all(|wall| !wall.is("plain")));
    let (_, scene, _) = turn("go", 9);
    let picture = paint(&scene, Frame::new(1000, 780));
    assert_eq!(shapes(&picture, "last-ring").len(), 1);
}

/// Of a trick that isn't complete it is told who led.
#[test]
fn who_led_is_told() {
    let scene = until("hearts", |scene| {
        scene.places.iter().any(|place| place.lies == Lies::Trick && (1..3).contains(&place.count))
    });
    for frame in [Frame::new(1280, 800), Frame::new(360, 740)] {
        let titles = shapes(&paint(&scene, frame), "place-title");
        assert_eq!(titles.iter().filter(|title| title.words.ends_with(" led")).count(), 1);
    }
}

/// On a phone the squares of the sea that is shot at are larger than those of the viewer's own.
#[test]
fn the_sea_that_is_shot_at_is_larger() {
    let scene = until("sea-battle", |scene| {
        let squares = || scene.boards[0].squares.iter().flatten();
        scene.seats[0].is_own && squares().filter(|square| square.figure.is_some()).count() > 36
    });
    let squares = shapes(&paint(&scene, Frame::new(360, 740)), "ground");
    let (least, most) =
        squares.iter().fold((f64::MAX, 0.0_f64), |(least, most), square| (least.min(square.w), most.max(square.w)));
    assert!(most > 28.0 && least < most * 0.6, "{least} and {most}");
    // As wide as the phone, even below what is asked.
    let squares = shapes(&paint(&scene, Frame::new(360, 556)), "ground");
    let most = squares.iter().fold(0.0_f64, |most, square| most.max(square.w));
    assert!(most > 29.0, "{most}");
}

/// On an upright phone the cards of a trick lie at their seats, and none over another.
#[test]
fn a_trick_lies_at_its_seats_on_a_phone() {
    let is_trick = |place: &parlour_table::scene::Place| place.lies == Lies::Trick && place.count == 3;
    for name in ["hearts", "spades", "euchre"] {
        let scene = until(name, |scene| scene.places.iter().any(is_trick));
        let trick = &scene.places.iter().find(|place| is_trick(place)).unwrap().name;
        let picture = paint(&scene, Frame::new(360, 556));
        let cards: Vec<Shape> = shapes(&picture, "card-paper").into_iter().filter(|card| card.of == *trick).collect();
        let heights: BTreeSet<i64> = cards.iter().map(|card| card.y.round() as i64).collect();
        assert!(heights.len() > 1, "{name}: all in a row");
        for (n, card) in cards.iter().enumerate() {
            assert!(cards[n + 1..].iter().all(|other| card.overlap(other) < SLACK), "{name}: {card}");
        }
    }
}

/// The strips of seats and what has left play are brief on a phone, so that a hand of several cards can be read.
#[test]
fn a_hand_is_read_on_a_crowded_phone() {
    let is_full = |scene: &Scene| {
        let own = scene.seats.iter().find(|seat| seat.is_own).map(|seat| At::Seat(seat.number));
        let count =
            |at: &At| scene.places.iter().filter(|place| place.at == *at).map(|place| place.count).sum::<usize>();
        own.is_some_and(|own| count(&own) >= 2) && (4..=6).contains(&count(&At::Hand))
    };
    let shelf = shelf();
    let scenes = (0..8).flat_map(|seed| super::scenes(&shelf, "archaeology", seed, 1));
    let full: Vec<Scene> = scenes.filter(is_full).take(20).collect();
    assert!(!full.is_empty());
    for scene in full {
        let mut cards = shapes(&paint(&scene, Frame::new(360, 530)), "card-paper");
        cards.retain(|card| scene.places.iter().any(|place| place.at == At::Hand && place.name == card.of));
        assert!(cards.len() >= 4 && cards.iter().all(|card| card.w >= 45.0), "{cards:?}");
    }
}

/// The end of a match in which areas count shows whose each empty square is.
#[test]
fn areas_that_were_counted_are_shown() {
    let config = Config { set: vec![("size".to_owned(), "5".to_owned())], ..Config::default() };
    let game = shelf().load("go").unwrap().configure(&config).unwrap();
    let mut table = Table::begin(game, vec!["human".to_owned(); 2], Seed::Chosen(1), &Robots::new()).unwrap();
    let walls = ["a", "b", "c", "d", "e"].into_iter().flat_map(|row| [format!("c{row}"), format!("d{row}")]);
    for action in walls.chain(["pass".to_owned(), "pass".to_owned()]) {
        let before = paint(&table.scene(Viewer::ONLOOKER).unwrap(), Frame::new(360, 556));
        assert!(shapes(&before, "territory").is_empty());
        table.act(table.due().unwrap(), &action).unwrap();
    }
    let after = paint(&table.scene(Viewer::ONLOOKER).unwrap(), Frame::new(360, 556));
    let of = |class: &str| shapes(&after, "territory").into_iter().filter(|mark| mark.is(class)).count();
    assert_eq!((of("t-black"), of("t-white")), (10, 5));
    assert!(after.contains("territory of black"));
}

/// Where only the others see a hand, a phone shows what its owner knows of each card, in words and signs.
#[test]
fn a_phone_shows_what_others_know_of_their_cards() {
    let is_known = |place: &parlour_table::scene::Place| {
        matches!(place.at, At::Seat(_)) && place.cards.iter().any(|card| !card.known.is_empty())
    };
    let scene = until("hanabi", |scene| scene.places.iter().any(is_known));
    let picture = paint(&scene, Frame::new(360, 556));
    for place in scene.places.iter().filter(|place| is_known(place)) {
        let cards = shapes(&picture, "card-paper").into_iter().filter(|card| card.of == place.name);
        let least = cards.map(|card| card.w).fold(f64::MAX, f64::min);
        assert!(least >= 40.0, "{}: {least}", place.name);
    }
    assert!(!shapes(&picture, "known").is_empty());
}

/// A seat of which there is nothing to tell but its name has a strip of one line on a phone, whatever lies above it.
#[test]
fn a_strip_is_no_higher_than_its_name() {
    for name in ["en-garde", "sea-battle", "final-card-down"] {
        let (_, scene, _) = turn(name, 6);
        let picture = paint(&scene, Frame::new(360, 556));
        let own = shapes(&picture, "plate").into_iter().max_by(|a, b| a.y.total_cmp(&b.y)).unwrap();
        assert!(own.h <= 40.0, "{name}: {own}");
    }
}

/// Figures that face each other are seen on a phone, however large a hand could be.
#[test]
fn figures_that_face_each_other_are_seen() {
    for actions in [0, 6, 10, 20] {
        let (_, scene, _) = turn("en-garde", actions);
        for frame in [(360, 556), (344, 430)] {
            let picture = paint(&scene, Frame::new(frame.0, frame.1));
            // A figure stands on its shade.
            let shades = shapes(&picture, "shade");
            assert!(shades.len() == 2 && shades.iter().all(|shade| shade.w >= 27.0), "{frame:?}: {}", shades.len());
        }
    }
}

/// Seats in sentences have capitals, as on their strips; a side or a colour may be meant as such.
#[test]
fn seats_in_sentences_have_capitals() {
    let scene = until("contract-bridge", |scene| scene.facts.iter().any(|fact| fact.value.contains(" by ")));
    let seats: Vec<String> = scene.seats.iter().map(|seat| format!(" by {}", seat.seat)).collect();
    for frame in [(360, 556), (1280, 800)] {
        let drawn = drawn(&paint(&scene, Frame::new(frame.0, frame.1)));
        assert!(drawn.shapes.iter().any(|shape| shape.words.contains(" by ")), "{frame:?}");
        assert!(!drawn.shapes.iter().any(|shape| seats.iter().any(|seat| shape.words.contains(seat))), "{frame:?}");
    }
}

/// A seat that is a letter has a capital before what it does.
#[test]
fn letters_of_seats_in_sentences_have_capitals() {
    let mut scene = until("goofspiel", |_| true);
    scene.lines = vec!["b wants to steal".to_owned(), "b or not".to_owned()];
    let drawn = drawn(&paint(&scene, Frame::new(1280, 800)));
    let is_told = |text: &str| drawn.shapes.iter().any(|shape| shape.words.contains(text));
    assert!(is_told("B wants to steal") && is_told("b or not"));
}

/// A card that does something special says what, where it is large enough.
#[test]
fn special_cards_say_what_they_do() {
    let is_special = |scene: &Scene| {
        let discard = scene.places.iter().find(|place| place.name == "discard").unwrap();
        discard.cards.last().and_then(|card| card.card.as_ref()).is_some_and(|name| name.starts_with("2 "))
    };
    let scene = until("final-card-down", is_special);
    for frame in [(360, 556), (1280, 800)] {
        let words = shapes(&paint(&scene, Frame::new(frame.0, frame.1)), "card-word");
        assert!(words.iter().any(|word| word.of == "discard" && word.words.contains("draws")), "{frame:?}");
    }
}

/// A bar that has no room for its amount in words is drawn without them; none are cut.
#[test]
fn progress_on_a_strip_is_inside_of_it() {
    let config = Config { seats: Some(4), ..Config::default() };
    let game = shelf().load("farkle").unwrap().configure(&config).unwrap();
    let mut table = Table::begin(game, vec!["human".to_owned(); 4], Seed::Chosen(3), &Robots::new()).unwrap();
    let viewer = Viewer::of(table.due().unwrap());
    let scene = table.scene(viewer).unwrap();
    let drawn = drawn(&paint(&scene, Frame::new(360, 556)));
    let plates: Vec<&Shape> = drawn.shapes.iter().filter(|shape| shape.is("plate")).collect();
    for amount in drawn.shapes.iter().filter(|shape| shape.is("amount")) {
        let is_on = |plate: &&&Shape| amount.overlap(plate) > 0.0;
        assert!(plates.iter().filter(is_on).all(|plate| amount.right() <= plate.right() + SLACK), "{amount}");
    }
}

/// The floors of a building can be told apart: the higher one is darker, and its number stands on it.
#[test]
fn heights_of_buildings_are_numbers_on_badges() {
    let scene = until("santorini", |scene| {
        let mut squares = scene.boards[0].squares.iter().flatten();
        squares.any(|square| square.stack.len() == 1 && square.figure.as_ref().is_some_and(|top| top.seat.is_none()))
    });
    let picture = paint(&scene, Frame::new(360, 556));
    assert!(!shapes(&picture, "storey-tone").is_empty());
    assert!(shapes(&picture, "badge-word").iter().any(|word| word.words == "2"));
}

/// No seat is called a partner in a cooperative game.
#[test]
fn nobody_is_a_partner_where_there_is_no_opponent() {
    let partner = |name: &str| {
        let picture = paint(&until(name, |_| true), Frame::new(1280, 800));
        shapes(&picture, "partner-ring").len()
    };
    assert_eq!(["hanabi", "contract-bridge"].map(partner), [0, 1]);
}

/// The chips that a seat has put in lie on the table, in front of its strip.
#[test]
fn bets_lie_in_front_of_their_seats() {
    let has_bet =
        |seat: &SeatScene| seat.facts.iter().any(|fact| fact.name.starts_with("bet") && fact.number > Some(0));
    let scene = until("holdem", |scene| scene.seats.iter().any(has_bet));
    let count = scene.seats.iter().filter(|seat| has_bet(seat)).count();
    for frame in [(360, 556), (1280, 800)] {
        let picture = paint(&scene, Frame::new(frame.0, frame.1));
        let bets: Vec<Shape> =
            drawn(&picture).shapes.into_iter().filter(|shape| shape.words.ends_with("bet")).collect();
        assert_eq!(bets.len(), count, "{frame:?}");
        for plate in shapes(&picture, "plate") {
            assert!(bets.iter().all(|bet| bet.overlap(&plate) < SLACK), "{frame:?}: {plate}");
        }
    }
}

/// A new match of a game with a number of seats, as the first of them sees it.
fn begun(name: &str, seats: usize) -> Scene {
    let game = shelf().load(name).unwrap().configure(&Config { seats: Some(seats), ..Config::default() }).unwrap();
    let mut table = Table::begin(game, vec!["human".to_owned(); seats], Seed::Chosen(3), &Robots::new()).unwrap();
    table.scene(Viewer::of(table.due().unwrap())).unwrap()
}

/// Open hands of several seats lie in pairs below their strips, large enough to be read and tapped on a phone.
#[test]
fn each_open_hand_touches_the_strip_of_its_seat() {
    let scene = begun("hanabi", 5);
    for (wide, high, least) in [(360, 550, 36.0), (344, 550, 34.0), (896, 748, 50.0)] {
        let picture = drawn(&paint(&scene, Frame::new(wide, high)));
        let plates: Vec<&Shape> = picture.shapes.iter().filter(|shape| shape.is("plate")).collect();
        let hands = scene.places.iter().filter(|place| matches!(place.at, At::Seat(_)) && place.lies == Lies::Fan);
        let mut count = 0;
        for hand in hands.filter(|hand| hand.count > 0) {
            let cards: Vec<&Shape> =
                picture.shapes.iter().filter(|shape| shape.is("card-paper") && shape.of == hand.name).collect();
            assert!(cards.iter().all(|card| card.w >= least), "{wide}: {}", cards[0]);
            let (left, right) = (cards[0].x, cards[cards.len() - 1].right());
            let is_above = |plate: &&&Shape| (0.0..18.0).contains(&(cards[0].y - plate.bottom()));
            let above = plates.iter().find(|plate| is_above(plate) && plate.x < right && plate.right() > left);
            assert!(above.is_some(), "{wide}: nothing names {}", hand.name);
            count += 1;
        }
        assert_eq!(count, 4);
        let own = picture.shapes.iter().filter(|shape| shape.is("card-paper") || shape.is("card-back"));
        let own = own.filter(|shape| shape.of.starts_with("hand") && shape.y > f64::from(high) * 0.5);
        assert!(own.map(|card| card.w).fold(0.0, f64::max) >= least);
    }
}

/// A row of squares is folded alike before and after the first roll.
#[test]
fn a_folded_row_keeps_its_columns() {
    for (wide, high) in [(360, 556), (896, 748), (1344, 1000)] {
        let columns = |actions: usize| {
            let (_, scene, _) = turn("treasure-hunt", actions);
            let squares = shapes(&paint(&scene, Frame::new(wide, high)), "square-name");
            squares.iter().map(|square| square.x.round() as i64).collect::<BTreeSet<_>>().len()
        };
        assert!(columns(0) > 3);
        assert_eq!(columns(0), columns(6), "{wide}");
    }
}

/// The token of a seat has its whole word where the name and what lies beside that leave room for it, or else its first
/// letter.
#[test]
fn tokens_of_seats_are_words() {
    for (name, token) in [("president", "dealer"), ("cribbage", "dealer"), ("holdem", "D")] {
        let (_, scene, _) = turn(name, 3);
        let words = shapes(&paint(&scene, Frame::new(1200, 900)), "token-word");
        assert!(words.iter().any(|word| word.words == token), "{name}");
    }
}
