//! Scenes are complete, and made from the viewer's view alone.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::path::Path;

use parlour_engine::{Config, Library, Pack, PackFiles, Seat};
use parlour_table::scene::{At, BoardLook, CardScene, Fact, FactLook, Form, Lies, Scene, Tint, Trace, TrackLies};
use parlour_table::{Passing, Robots, Seed, Table, Viewer};

fn library() -> Library {
    let mut library = Library::default();
    library.add_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../../rules"));
    library
}

fn begin(game: &str, seats: usize) -> Table {
    let config = Config { seats: Some(seats), ..Config::default() };
    let game = library().load(game).unwrap().configure(&config).unwrap();
    Table::begin(game, vec!["human".to_owned(); seats], Seed::Chosen(7), &Robots::new()).unwrap()
}

/// A table after a number of pseudorandom legal actions.
fn played(game: &str, seats: usize, actions: usize) -> Table {
    let mut table = begin(game, seats);
    for n in 0..actions {
        let Some(seat) = table.due() else { break };
        let legal = table.legal(Viewer::of(seat)).actions;
        let action = legal[(n * 7 + 3) % legal.len()].action.clone();
        table.act(seat, &action).unwrap();
    }
    table
}

fn scene(table: &mut Table, seat: usize) -> Scene {
    table.scene(Viewer::of(Seat::from_index(seat))).unwrap()
}

#[test]
fn all_games_have_scenes_for_all_who_look() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rules");
    let mut games = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        if !entry.path().join("game.toml").exists() {
            continue;
        }
        let name = entry.file_name().into_string().unwrap();
        let game = library().load(&name).unwrap().configure(&Config::default()).unwrap();
        let mut table = played(&name, game.seat_count(), 12);
        for viewer in game.seats().map(Viewer::of).chain([Viewer::ONLOOKER]) {
            let scene = table.scene(viewer).unwrap();
            assert_eq!(scene.seats.len(), game.seat_count(), "{name}");
            let is_empty = scene.boards.is_empty() && scene.places.is_empty() && scene.tracks.is_empty();
            assert!(!is_empty || !scene.sheets.is_empty() || !scene.dice.is_empty(), "{name} shows nothing");
            for card in scene.places.iter().flat_map(|place| &place.cards).filter_map(|card| card.card.as_deref()) {
                assert!(scene.faces.contains_key(card), "{name}: `{card}` has no face");
            }
        }
        games += 1;
    }
    assert!(games > 20);
}

#[test]
fn the_viewers_own_seat_comes_first_and_the_others_in_the_order_of_play() {
    let mut table = begin("hearts", 4);
    let names: Vec<String> = scene(&mut table, 2).seats.into_iter().map(|seat| seat.seat).collect();
    assert_eq!(names, ["south", "west", "north", "east"]);
}

#[test]
fn another_seats_hand_is_backs() {
    let mut table = begin("archaeology", 2);
    let scene = scene(&mut table, 0);
    let hand = |at: &At| scene.places.iter().find(|place| place.zone == "hand" && place.at == *at).unwrap();
    assert!(hand(&At::Hand).cards.iter().all(|card| card.card.is_some()));
    let theirs = hand(&At::Seat(1));
    assert!(theirs.count > 0 && theirs.cards.iter().all(|card| card.card.is_none()), "{theirs:?}");
}

#[test]
fn a_pile_shows_its_top_and_how_many_it_has() {
    let mut table = begin("crazy-eights", 4);
    let scene = scene(&mut table, 0);
    let pile = |zone: &str| scene.places.iter().find(|place| place.zone == zone).unwrap();
    assert_eq!((pile("stock").lies, pile("stock").cards.len()), (Lies::Pile, 1));
    assert!(pile("stock").count > 20 && pile("stock").cards[0].card.is_none());
    assert!(pile("discard").cards[0].card.is_some());
}

#[test]
fn a_face_has_its_rank_its_suit_and_its_colour_from_its_columns() {
    let mut table = begin("hearts", 4);
    let scene = scene(&mut table, 0);
    for (name, face) in &scene.faces {
        let sign = match &name[1..] {
            "C" => ("♣", Tint::Black),
            "D" => ("♦", Tint::Red),
            "H" => ("♥", Tint::Red),
            _ => ("♠", Tint::Black),
        };
        assert_eq!((face.sign.as_deref(), face.tint), (Some(sign.0), Some(sign.1)), "{name}");
        let rank = name.strip_suffix(|_: char| true).unwrap();
        assert_eq!(face.index, if rank == "T" { "10" } else { rank });
    }
    let mut table = begin("archaeology", 2);
    let scene = self::scene(&mut table, 0);
    let coin = &scene.faces["coin"];
    assert_eq!((coin.index.as_str(), coin.ladder.as_slice()), ("2", &[2, 5, 10, 18, 30][..]));
}

#[test]
fn cards_are_marked_by_the_clues_that_their_owner_has() {
    let mut table = begin("hanabi", 2);
    let theirs = table.view(Viewer::of(Seat(0)));
    let hand = theirs.zones().into_iter().find(|zone| zone.name == "hand.b").unwrap();
    let (colour, _) = hand.cards[0].as_deref().unwrap().split_once(' ').unwrap();
    table.act(Seat(0), &format!("tell b {colour}")).unwrap();
    let scene = scene(&mut table, 1);
    let own = scene.places.iter().find(|place| place.at == At::Hand).unwrap();
    let is_marked = |card: &CardScene| card.card.is_none() && card.marks.iter().any(|mark| mark == colour);
    assert!(is_marked(&own.cards[0]), "{own:?}");
    let list = &own.cards[0].known[0];
    let open: Vec<&str> = list.iter().filter(|one| one.is_open).map(|one| one.word.as_str()).collect();
    assert_eq!((open, list.len()), (vec![colour], 5), "the other colours are excluded");
}

#[test]
fn numbers_are_chips_tokens_bars_and_buttons_where_a_pack_says_so() {
    let holdem = scene(&mut begin("holdem", 4), 0);
    let fact = |scene: &Scene, name: &str| scene.facts.iter().find(|fact| fact.name == name).cloned().unwrap();
    let bets = holdem.seats.iter().flat_map(|seat| &seat.facts).filter(|fact| fact.look == FactLook::Stack);
    let bets: i32 = bets.filter_map(|fact| fact.number).sum();
    assert_eq!((fact(&holdem, "paid").look, fact(&holdem, "paid").number), (FactLook::Stack, Some(bets)));
    assert_eq!(bets, 3, "the pot has both blinds");
    let button = fact(&holdem, "button");
    assert_eq!((button.look, button.value.as_str()), (FactLook::Button, "a"));
    let hanabi = scene(&mut begin("hanabi", 3), 0);
    let clues = fact(&hanabi, "clues");
    assert_eq!((clues.look, clues.number, clues.most), (FactLook::Tokens, Some(8), Some(8)));
    assert!(clues.art.is_some());
    let points = fact(&hanabi, "points");
    assert_eq!((points.look, points.number, points.most), (FactLook::Bar, Some(0), Some(25)));
}

/// A tray has its empty places while cards lie in it or can be laid into it by all, and a deck that is only counted is one thing.
#[test]
fn trays_have_empty_places_and_counted_decks_are_one_thing() {
    let room = |table: &mut Table| {
        let scene = scene(table, 0);
        scene.places.iter().find(|place| place.zone == "passed" && place.at == At::Hand).map(|place| place.room)
    };
    // All seats lay down three cards at once.
    assert_eq!(room(&mut begin("hearts", 4)), Some(3));
    assert_eq!(room(&mut played("hearts", 4, 4)), Some(3));
    let scene = scene(&mut begin("euchre", 4), 0);
    let deck = scene.places.iter().find(|place| place.zone == "deck").unwrap();
    assert_eq!((deck.cards.len(), deck.cards[0].count), (1, deck.count));
}

#[test]
fn pieces_off_the_board_lie_at_their_seats() {
    let mut chess = begin("chess", 2);
    for (seat, action) in [(0, "e2e4"), (1, "d7d5"), (0, "e4d5"), (1, "d8d5")] {
        chess.act(Seat::from_index(seat), action).unwrap();
    }
    let chess = scene(&mut chess, 0);
    let taken = |seat: usize| {
        let seat = chess.seats.iter().find(|other| other.number == seat).unwrap();
        seat.taken.iter().map(|held| (held.piece.as_str(), held.figure.seat, held.count)).collect::<Vec<_>>()
    };
    assert_eq!(taken(0), [("pawn", Some(1), 1)]);
    assert_eq!(taken(1), [("pawn", Some(0), 1)]);
    let mut shogi = begin("shogi", 2);
    for (seat, action) in [(0, "7g7f"), (1, "3c3d"), (0, "8h2b+")] {
        shogi.act(Seat::from_index(seat), action).unwrap();
    }
    let shogi = scene(&mut shogi, 0);
    assert!(shogi.seats[1].facts.iter().any(|fact| fact.value == "none"), "an empty hand is told");
    let held: Vec<_> = shogi.seats[0].facts.iter().flat_map(|fact| &fact.held).collect();
    assert_eq!(held.len(), 1);
    assert_eq!((held[0].piece.as_str(), held[0].figure.seat, held[0].count), ("bishop", Some(0), 1));
    assert!(shogi.seats.iter().all(|seat| seat.taken.is_empty()), "what comes back from hands isn't taken");
}

/// A score that runs to a target keeps the value before its last change, however many actions ago that was.
#[test]
fn a_race_keeps_the_score_before() {
    let mut cribbage = begin("cribbage", 2);
    let mut scores: [Vec<i32>; 2] = [vec![0], vec![0]];
    for n in 0..90 {
        for seat in &scene(&mut cribbage, 0).seats {
            let score = seat.score.as_ref().unwrap();
            let (all, value) = (&mut scores[seat.number], score.value.parse().unwrap());
            if all.last() != Some(&value) {
                all.push(value);
            }
            let before = all.len().checked_sub(2).map(|n| all[n]);
            assert_eq!(score.before, before, "{n}: {all:?}");
        }
        let Some(seat) = cribbage.due() else { break };
        let legal = cribbage.legal(Viewer::of(seat)).actions;
        let action = legal[(n * 7 + 3) % legal.len()].action.clone();
        cribbage.act(seat, &action).unwrap();
    }
    assert!(scores.iter().any(|all| all.len() > 3), "{scores:?}");
}

#[test]
fn numbers_that_are_left_and_the_die_of_a_roll_are_shown() {
    let mut goofspiel = begin("goofspiel", 2);
    let own = |table: &mut Table| scene(table, 0).seats[0].facts.iter().find(|fact| !fact.flags.is_empty()).cloned();
    assert_eq!(own(&mut goofspiel).unwrap().flags, [true; 13]);
    goofspiel.act(Seat(0), "bid 5").unwrap();
    goofspiel.act(Seat(1), "bid 5").unwrap();
    assert_eq!(own(&mut goofspiel).unwrap().flags.iter().position(|is_left| !is_left), Some(4));
    // The prizes that have come are gone from those to come, as every seat and an onlooker knows.
    for viewer in [Viewer::of(Seat(0)), Viewer::of(Seat(1)), Viewer::ONLOOKER] {
        let now = goofspiel.scene(viewer).unwrap();
        let pile = now.places.iter().find(|place| place.zone == "prizes").unwrap();
        assert_eq!((pile.to_come.len(), pile.to_come.iter().filter(|is_left| **is_left).count()), (13, pile.count));
        let open = now.places.iter().find(|place| place.zone == "prize").unwrap().cards[0].card.clone().unwrap();
        assert!(!pile.to_come[open.parse::<usize>().unwrap() - 1]);
    }
    let mut hunt = begin("treasure-hunt", 2);
    assert!(scene(&mut hunt, 0).rolled.is_empty());
    let seat = hunt.due().unwrap();
    hunt.act(seat, "roll").unwrap();
    let rolled = scene(&mut hunt, 0).rolled;
    assert_eq!((rolled.len(), rolled[0].name.as_str(), rolled[0].faces), (1, "die", 6));
    assert!(rolled[0].shown[0].is_some_and(|face| (1..=6).contains(&face)));
}

#[test]
fn a_board_is_turned_for_who_sits_at_its_top() {
    let mut table = begin("chess", 2);
    let (white, black) = (scene(&mut table, 0), scene(&mut table, 1));
    assert_eq!((white.boards[0].is_turned, black.boards[0].is_turned), (false, true));
    let corner = white.boards[0].squares[0].as_ref().unwrap();
    assert_eq!((corner.name.as_str(), corner.figure.as_ref().unwrap().form), ("a8", Form::Figure));
    assert_eq!(white.boards[0].look, BoardLook::Chequered);
}

#[test]
fn fencers_stand_on_their_strip_and_checkers_on_their_points() {
    let mut table = begin("en-garde", 2);
    let scene = self::scene(&mut table, 0);
    let strip = &scene.tracks[0];
    assert_eq!((strip.lies, strip.spaces.len()), (TrackLies::Strip, 23));
    let at = |space: usize| strip.spaces[space].stands.iter().map(|stands| stands.seat).collect::<Vec<_>>();
    assert_eq!((at(0), at(22)), (vec![0], vec![1]));
    assert!(scene.seats.iter().all(|seat| seat.facts.iter().all(|fact| fact.name != "position.left")));
    let mut table = begin("backgammon", 2);
    for seat in [0, 1] {
        let scene = self::scene(&mut table, seat);
        let points = &scene.tracks[0];
        let on = |name: &str| {
            let space = points.spaces.iter().find(|space| space.name == name).unwrap();
            space.stands.iter().map(|stands| (stands.seat, stands.count)).collect::<Vec<_>>()
        };
        // Each side numbers points from its own end: two checkers on its 24, five on its 6.
        assert_eq!((on("24"), on("6")), (vec![(seat, 2)], vec![(seat, 5)]));
    }
}

#[test]
fn what_cards_come_to_is_told_to_who_knows_them() {
    let mut table = begin("crazy-eights", 4);
    let scene = scene(&mut table, 0);
    let hand = |at: &At| scene.places.iter().find(|place| place.zone == "hand" && place.at == *at).unwrap();
    assert_eq!(hand(&At::Hand).sum.as_ref().map(|sum| sum.title.as_str()), Some("points"));
    assert_eq!(hand(&At::Seat(1)).sum, None);
}

#[test]
fn a_variable_says_its_sentence() {
    let mut table = begin("liars-dice", 3);
    let told = |table: &mut Table| scene(table, 0).facts.iter().map(Fact::told).collect::<Vec<_>>();
    assert_eq!(told(&mut table), ["nothing is bid yet"]);
    table.act(Seat(0), "bid 2x3").unwrap();
    assert_eq!(told(&mut table), ["a bid two 3s"]);
}

#[test]
fn open_rows_tell_what_a_legal_action_would_write() {
    let mut table = begin("yahtzee", 2);
    let (own, theirs) = (scene(&mut table, 0), scene(&mut table, 1));
    let open = |scene: &Scene| scene.sheets[0].rows.iter().map(|row| row.would.clone()).collect::<Vec<_>>();
    assert_eq!(open(&own), open(&theirs));
    assert!(open(&own).iter().all(|would| would[0].is_some() && would[1].is_none()));
    let threes = own.sheets[0].rows.iter().find(|row| row.name == "threes").unwrap().would[0].clone();
    table.act(Seat(0), "score threes").unwrap();
    let after = scene(&mut table, 0);
    let row = after.sheets[0].rows.iter().find(|row| row.name == "threes").unwrap();
    assert_eq!((&row.values[0], &row.would[0]), (&threes, &None));
}

#[test]
fn a_pack_says_what_no_table_can() {
    let mut table = begin("backgammon", 2);
    let notes: Vec<Option<String>> = scene(&mut table, 0).seats.into_iter().map(|seat| seat.note).collect();
    assert_eq!(notes, [Some("pips 167".to_owned()), Some("pips 167".to_owned())]);
}

/// A button says the number that its action comes to, where the pack's display script has it.
#[test]
fn a_button_says_what_its_action_comes_to() {
    let mut holdem = begin("holdem", 3);
    let labels = scene(&mut holdem, 0).labels;
    assert_eq!(labels.get("call").map(String::as_str), Some("call 2"));
    let mut farkle = begin("farkle", 2);
    while !farkle.legal(Viewer::of(Seat(0))).actions.iter().any(|action| action.action == "roll") {
        let action = farkle.legal(Viewer::of(farkle.due().unwrap())).actions[0].action.clone();
        farkle.act(farkle.due().unwrap(), &action).unwrap();
    }
    let labels = scene(&mut farkle, 0).labels;
    assert!(labels["roll"].starts_with("roll ") && labels["bank"].starts_with("bank "), "{labels:?}");
}

/// The last action's changes are highlighted on tracks and of cards, as far as the viewer knows them.
#[test]
fn what_the_last_action_changed_is_marked() {
    let mut fence = begin("en-garde", 2);
    let action = fence.legal(Viewer::of(Seat(0))).actions[0].action.clone();
    assert!(scene(&mut fence, 0).tracks[0].spaces.iter().all(|space| !space.is_last));
    fence.act(Seat(0), &action).unwrap();
    let marked = |scene: &Scene| scene.tracks[0].spaces.iter().filter(|space| space.is_last).count();
    assert_eq!(marked(&scene(&mut fence, 1)), 2, "from where and to where");
    let last = |scene: &Scene| -> Vec<String> {
        let cards = scene.places.iter().flat_map(|place| place.cards.iter().map(move |card| (place, card)));
        cards.filter(|(_, card)| card.is_last).map(|(place, _)| place.name.clone()).collect()
    };
    assert_eq!(last(&scene(&mut fence, 0)), ["hand.left", "discard"]);
    assert_eq!(last(&scene(&mut fence, 1)), ["discard"], "a card that another seat draws is a back");
}

/// The last turn is traced on boards: where a piece came from and went, what it captured, and what changed in another way.
#[test]
fn the_last_turn_is_traced_on_boards() {
    let traced = |game: &str, actions: &[&str]| -> Vec<(String, Trace)> {
        let mut table = begin(game, 2);
        for action in actions {
            table.act(table.due().unwrap(), action).unwrap();
        }
        let scene = table.scene(Viewer::ONLOOKER).unwrap();
        let squares = scene.boards[0].squares.iter().flatten();
        let mut all: Vec<_> = squares.filter_map(|square| Some((square.name.clone(), square.trace?))).collect();
        all.sort_by_key(|(name, _)| name.clone());
        all
    };
    let is = |all: Vec<(String, Trace)>, wanted: &[(&str, Trace)]| {
        let wanted: Vec<_> = wanted.iter().map(|(name, trace)| ((*name).to_owned(), *trace)).collect();
        assert_eq!(all, wanted);
    };
    is(traced("chess", &["e2e4", "d7d5", "e4d5"]), &[("d5", Trace::To), ("e4", Trace::From)]);
    is(traced("othello", &["d3"]), &[("d3", Trace::To), ("d4", Trace::Changed)]);
    // A turn of two actions is one.
    let mut amazons = begin("amazons", 2);
    for _ in 0..2 {
        let seat = amazons.due().unwrap();
        let action = amazons.legal(Viewer::of(seat)).actions[0].action.clone();
        amazons.act(seat, &action).unwrap();
    }
    let squares = scene(&mut amazons, 0).boards.swap_remove(0).squares.into_iter().flatten();
    let traces: Vec<Trace> = squares.filter_map(|square| square.trace).collect();
    let count = |wanted: Trace| traces.iter().filter(|trace| **trace == wanted).count();
    assert!(count(Trace::From) == 1 && count(Trace::To) == 2 || count(Trace::To) == 2, "{traces:?}");
    // A man that is jumped over leaves an empty square.
    let mut draughts = played("draughts", 2, 0);
    for n in 0..200 {
        let Some(seat) = draughts.due() else { break };
        let legal = draughts.legal(Viewer::of(seat)).actions;
        let action = legal[(n * 7 + 3) % legal.len()].action.clone();
        draughts.act(seat, &action).unwrap();
        let now = draughts.scene(Viewer::ONLOOKER).unwrap();
        if now.boards[0].squares.iter().flatten().any(|square| square.trace == Some(Trace::Taken)) {
            return;
        }
    }
    panic!("nothing was captured");
}

/// A legend has the pieces that are on the board or were, each as the seat's that has it.
#[test]
fn a_legend_shows_pieces_as_their_own() {
    let mut table = begin("brandubh", 2);
    let scene = scene(&mut table, 0);
    let key: Vec<(&str, Option<usize>)> =
        scene.boards[0].key.iter().map(|figure| (figure.title.as_str(), figure.seat)).collect();
    let seat = |part: &str| key.iter().find(|(title, _)| title.contains(part)).unwrap().1;
    assert!(seat("raven").is_some() && seat("king").is_some() && seat("raven") != seat("king"), "{key:?}");
    assert_eq!(seat("guard"), seat("king"));
    let king = scene.boards[0].squares.iter().flatten().find(|square| square.name == "d4").unwrap();
    assert_eq!(king.under.as_ref().map(|under| under.name.as_str()), Some("throne"));
}

/// The cards of a folded seat are out of play; a chamber has its price.
#[test]
fn zones_say_what_a_pack_tells_of_them() {
    let mut table = begin("holdem", 3);
    let seat = table.due().unwrap();
    table.act(seat, "fold").unwrap();
    let idle: Vec<At> =
        scene(&mut table, 0).places.into_iter().filter(|place| place.is_idle).map(|place| place.at).collect();
    assert_eq!(idle, [if seat == Seat(0) { At::Hand } else { At::Seat(seat.index()) }]);
    let prices: Vec<String> = scene(&mut begin("archaeology", 2), 0)
        .places
        .iter()
        .filter_map(|place| Some(place.note.as_ref()?.told()))
        .collect();
    assert_eq!(prices, ["maps 1", "maps 2", "maps 3"]);
}

/// A promoted piece has its own picture, and an unpromoted one too.
#[test]
fn a_promoted_piece_has_its_own_picture() {
    let scene = scene(&mut begin("shogi", 2), 0);
    let key = &scene.boards[0].key;
    let figure = |title: &str| key.iter().find(|figure| figure.title == title).unwrap();
    let [pawn, tokin] = ["pawn", "tokin"].map(figure);
    assert!(pawn.art.is_some() && tokin.art.is_some() && pawn.art != tokin.art);
    assert!(tokin.is_promoted && !pawn.is_promoted);
}

/// Positions that a seat can't distinguish have equal scenes: cards of another hand are exchanged with others of the
/// deck.
#[test]
fn a_scene_is_made_of_the_view_alone() {
    for (game, seats) in [("gin-rummy", 2), ("hearts", 4), ("final-card-down", 4), ("holdem", 4)] {
        let mut table = played(game, seats, 5);
        let viewer = Viewer::of(Seat(0));
        let seen = serde_json::to_string(&table.scene(viewer).unwrap()).unwrap();
        for zone in table.view(viewer).zones() {
            let is_hidden = zone.cards.iter().all(Option::is_none) && !zone.cards.is_empty();
            // A zone that a pack hides isn't there at all.
            let place = table.scene(viewer).unwrap().places.into_iter().find(|place| place.name == zone.name);
            let is_covered = place.is_none_or(|place| place.cards.iter().all(|card| card.card.is_none()));
            assert!(!is_hidden || is_covered, "{game}: {}", zone.name);
        }
        assert_eq!(seen, serde_json::to_string(&table.scene(viewer).unwrap()).unwrap());
    }
}

/// The visible cards of the places of a zone, by member.
fn open_cards(scene: &Scene, zone: &str) -> Vec<(Option<String>, usize)> {
    let places = scene.places.iter().filter(|place| place.zone == zone);
    let open = |cards: &[CardScene]| cards.iter().filter(|card| card.card.is_some()).map(|card| card.count).sum();
    places.map(|place| (place.of.clone(), open(&place.cards))).collect()
}

/// A seat isn't ahead by its pieces where it wins without any, unless the options leave that ending out.
#[test]
fn a_seat_is_ahead_unless_it_wants_to_lose_its_pieces() {
    let ahead = |loser_wins: bool| {
        let mut files = library().files("chess").unwrap();
        let option = format!("[options]\nloser_wins = {{ default = {loser_wins}, help = \"Whether no pieces win.\" }}");
        let end = "[[end]]\nwhen = \"captured\"\nunless = { loser_wins = false }\nresult = \"win\"\nending = \"bared\"";
        let text = files.texts["game.toml"].replacen("[options]", &option, 1);
        let text = text.replacen("[endings]", &format!("{end}\n\n[endings]\nbared = \"{{winner}} wins\""), 1);
        files.texts.insert("game.toml".to_owned(), text.into());
        let game = Pack::load(files).unwrap().into_shared().configure(&Config::default()).unwrap();
        let mut table = Table::begin(game, vec!["human".to_owned(); 2], Seed::Chosen(7), &Robots::new()).unwrap();
        ["e4", "d5", "exd5"].iter().enumerate().for_each(|(n, action)| table.act(Seat(n as u8 % 2), action).unwrap());
        scene(&mut table, 0).seats.iter().find_map(|seat| seat.ahead)
    };
    assert_eq!((ahead(true), ahead(false)), (None, Some(1)));
}

/// A complete trick is visible to everybody, though it is taken by the action that completes it. No hand is visible
/// then.
#[test]
fn a_trick_is_seen_whole_before_it_is_taken() {
    let mut table = begin("hearts", 4);
    let mut whole = 0;
    for n in 0..120 {
        let Some(seat) = table.due() else { break };
        let viewers = [Viewer::of(seat), Viewer::of(Seat::from_index((seat.index() + 1) % 4)), Viewer::ONLOOKER];
        let before = viewers.map(|viewer| table.scene(viewer).unwrap());
        let lying: usize = open_cards(&before[0], "trick").iter().map(|(_, count)| count).sum();
        let legal = table.legal(Viewer::of(seat)).actions;
        let action = legal[(n * 7 + 3) % legal.len()].action.clone();
        table.act(seat, &action).unwrap();
        for (viewer, before) in viewers.into_iter().zip(&before).filter(|_| lying == 3) {
            let passing = table.passing(viewer, true).unwrap();
            let told = table.snapshot(viewer, Some(table.version() - 1)).events;
            assert_eq!(told[told.len() - passing.later].kind, "trick", "what follows is told when it is seen");
            let passing = passing.scene;
            assert_eq!(open_cards(&passing, "trick").iter().map(|(_, count)| count).sum::<usize>(), 4);
            assert_eq!(
                open_cards(&table.scene(viewer).unwrap(), "trick").iter().map(|(_, count)| count).sum::<usize>(),
                0
            );
            // A seat that has passed a card knows its place.
            let known = open_cards(before, "hand");
            let is_known =
                |hand: &(Option<String>, usize)| known.iter().any(|(of, count)| *of == hand.0 && *count >= hand.1);
            assert!(open_cards(&passing, "hand").iter().all(is_known), "more of a hand lies open");
            whole += 1;
        }
    }
    assert!(whole > 30, "{whole}");
}

/// Before the next hand is dealt everybody sees the shown hands and the board.
#[test]
fn a_showdown_is_seen_before_the_next_deal() {
    let mut table = begin("holdem", 3);
    let mut shown = 0;
    for _ in 0..80 {
        let Some(seat) = table.due() else { break };
        let legal = table.legal(Viewer::of(seat)).actions;
        let calls = legal.iter().find(|each| ["check", "call"].contains(&each.action.as_str()));
        table.act(seat, &calls.unwrap_or(&legal[0]).action.clone()).unwrap();
        let Some(Passing { scene, .. }) = table.passing(Viewer::ONLOOKER, true) else { continue };
        assert_eq!(open_cards(&scene, "board").iter().map(|(_, count)| count).sum::<usize>(), 5);
        assert!(open_cards(&scene, "hand").iter().filter(|(_, count)| *count == 2).count() > 1);
        shown += 1;
    }
    assert!(shown > 1, "{shown}");
}

/// Moves on boards have no transient information, and an undone move leaves none.
#[test]
fn most_actions_have_nothing_that_passes() {
    let mut table = played("chess", 2, 6);
    assert!(table.passing(Viewer::ONLOOKER, true).is_none());
    let mut table = begin("crazy-eights", 2);
    assert!(table.passing(Viewer::of(Seat(0)), true).is_none(), "nothing was done");
    for n in 0..30 {
        let Some(seat) = table.due() else { break };
        let legal = table.legal(Viewer::of(seat)).actions;
        table.act(seat, &legal[n % legal.len()].action.clone()).unwrap();
        let Some(Passing { scene, .. }) = table.passing(Viewer::ONLOOKER, true) else { continue };
        assert!(open_cards(&scene, "hand").iter().all(|(_, count)| *count == 0));
    }
}

/// The sides of a connection game's board have owners, and the winning line is highlighted once the match is over.
#[test]
fn sides_have_owners_and_a_line_that_has_won_is_marked() {
    let hex = scene(&mut begin("hex", 2), 0);
    let [top, right, bottom, left] = hex.boards[0].sides.as_slice() else { panic!("expected four sides") };
    assert!(top == bottom && left == right && top != left && top.is_some() && left.is_some());
    assert!(scene(&mut begin("chess", 2), 0).boards[0].sides.is_empty());
    let mut table = begin("tic-tac-toe", 2);
    for square in ["a1", "b1", "a2", "b2", "a3"] {
        let winning =
            scene(&mut table, 0).boards[0].squares.iter().flatten().filter(|square| square.is_winning).count();
        assert_eq!(winning, 0);
        table.act(table.due().unwrap(), square).unwrap();
    }
    let scene = scene(&mut table, 0);
    let winning = scene.boards[0].squares.iter().flatten().filter(|square| square.is_winning);
    assert_eq!(winning.map(|square| square.name.as_str()).collect::<Vec<_>>(), ["a3", "a2", "a1"]);
}

/// Squares that end the match are marked, a wall in which discs fall stands the same way for both seats, and a deck stays
/// face down at the end.
#[test]
fn goals_are_marked_walls_stand_and_decks_stay_face_down() {
    let goals = |game: &str| {
        let scene = scene(&mut begin(game, 2), 0);
        let squares = scene.boards[0].squares.iter().flatten().filter(|square| square.is_goal);
        squares.map(|square| square.name.clone()).collect::<std::collections::BTreeSet<_>>()
    };
    assert_eq!(goals("king-of-the-hill").into_iter().collect::<Vec<_>>(), ["d4", "d5", "e4", "e5"]);
    assert_eq!((goals("breakthrough").len(), goals("chess").len()), (16, 0));
    let mut table = begin("connect-four", 2);
    for seat in 0..2 {
        let board = &scene(&mut table, seat).boards[0];
        assert!(board.is_upright && !board.is_turned);
    }
    let mut table = begin("hanabi", 2);
    for n in 0..400 {
        let Some(seat) = table.due() else { break };
        let legal = table.legal(Viewer::of(seat)).actions;
        table.act(seat, &legal[(n * 7) % legal.len()].action.clone()).unwrap();
    }
    assert!(table.due().is_none());
    let scene = scene(&mut table, 0);
    let deck = scene.places.iter().find(|place| place.zone == "deck").unwrap();
    assert!(deck.cards.iter().all(|card| card.card.is_none()));
}

#[test]
fn numbers_that_stand_for_cards_lie_as_cards() {
    let mut table = begin("goofspiel", 2);
    let hand = |scene: &Scene| {
        let hand = scene.places.iter().find(|place| place.at == At::Hand).unwrap();
        hand.cards.iter().map(|card| card.nth.unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(hand(&scene(&mut table, 0)), (1..=13).collect::<Vec<_>>());
    table.act(Seat(0), "bid 4").unwrap();
    table.act(Seat(1), "bid 9").unwrap();
    let scene = scene(&mut table, 0);
    assert!(hand(&scene).iter().all(|card| *card != 4));
    let bids = scene.places.iter().find(|place| place.zone == "bid").unwrap();
    let laid: Vec<_> = bids.cards.iter().map(|card| (card.by, card.card.as_deref())).collect();
    assert_eq!((bids.lies, laid), (Lies::Trick, vec![(Some(0), Some("4")), (Some(1), Some("9"))]));
    assert_eq!(scene.places.iter().filter(|place| place.at == At::Hand).count(), 1, "nobody else's hand lies open");
}

#[test]
fn a_claim_is_dice_and_what_was_uncovered_stays_with_it() {
    let mut table = begin("liars-dice", 2);
    table.act(Seat(0), "bid 3x4").unwrap();
    let claim = |scene: &Scene| scene.facts.iter().find(|fact| fact.look == FactLook::Dice).cloned();
    let told = claim(&scene(&mut table, 1)).unwrap();
    let dice = told.claim.unwrap();
    assert_eq!((told.number, dice.face, dice.by), (Some(3), Some(4), Some(0)));
    assert!(scene(&mut table, 1).uncovered.is_empty());
    table.act(Seat(1), "call").unwrap();
    for seat in [0, 1] {
        let scene = scene(&mut table, seat);
        let counts: Vec<_> = scene.uncovered.iter().map(|dice| (dice.seat, dice.shown.len())).collect();
        assert_eq!(counts, [(Some(0), 5), (Some(1), 5)]);
        assert!(scene.uncovered.iter().flat_map(|dice| &dice.shown).all(Option::is_some));
        let kept = claim(&scene).unwrap();
        let settled = kept.claim.unwrap();
        assert_eq!((kept.told(), kept.number), (told.told(), told.number), "what was called");
        assert_eq!((settled.face, settled.by), (dice.face, dice.by));
        assert!(settled.is_settled && !dice.is_settled);
        assert!(scene.facts.iter().any(|fact| fact.value.starts_with("The dice show")));
        let cup = scene.dice.iter().find(|dice| dice.seat == Some(1 - seat)).unwrap();
        assert!(cup.shown.iter().all(Option::is_none), "the new roll stays hidden");
        assert_eq!(cup.most, 5);
    }
}

#[test]
fn a_pack_groups_the_cards_of_a_hand_and_tells_facts_at_zones() {
    let mut table = played("gin-rummy", 2, 24);
    let seat = table.due().unwrap();
    let scene = table.scene(Viewer::of(seat)).unwrap();
    let hand = scene.places.iter().find(|place| place.at == At::Hand).unwrap();
    assert!(hand.groups.iter().sum::<usize>() <= hand.cards.len());
    assert!(hand.groups.iter().all(|count| *count >= 3), "a meld has three cards or more");
    let mut from = 0;
    for count in &hand.groups {
        let faces: Vec<_> =
            hand.cards[from..from + count].iter().map(|card| &scene.faces[card.card.as_ref().unwrap()]).collect();
        let is_set = faces.iter().all(|face| face.index == faces[0].index);
        assert!(is_set || faces.iter().all(|face| face.family == faces[0].family));
        from += count;
    }
    assert!(scene.facts.iter().any(|fact| fact.at.as_deref() == Some("hand")), "with how much one can knock");
}

/// Cards of a trick are of those who played them, without the seat that sits out.
#[test]
fn cards_of_a_trick_are_of_those_who_played_them() {
    let game = library().load("euchre").unwrap().configure(&Config::default()).unwrap();
    let mut table = Table::begin(game, vec!["human".to_owned(); 4], Seed::Chosen(7), &Robots::new()).unwrap();
    table.act(table.due().unwrap(), "alone").unwrap();
    let mut led = Vec::new();
    let (mut seen, mut tricks) = (0, 0);
    for _ in 0..40 {
        let Some(seat) = table.due() else { break };
        let now = scene(&mut table, seat.index());
        let trick = now.places.iter().find(|place| place.zone == "trick").unwrap();
        if trick.count == 0 {
            led.clear();
        }
        let by: Vec<usize> = trick.cards.iter().filter_map(|card| card.by).collect();
        assert_eq!(by, led);
        seen = seen.max(by.len());
        let action = table.legal(Viewer::of(seat)).actions[0].action.clone();
        if action.starts_with("play") {
            led.push(seat.index());
        }
        table.act(seat, &action).unwrap();
        if let Some(Passing { scene, .. }) = table.passing(Viewer::of(seat), false) {
            let whole = scene.places.iter().find(|place| place.zone == "trick").unwrap();
            assert_eq!(whole.cards.iter().filter_map(|card| card.by).collect::<Vec<_>>(), led, "a whole trick");
            tricks += 1;
            assert!(tricks > 5 || led.len() == 3, "one of four sits out");
        }
    }
    assert!(seen > 1);
}

/// The open hand of a dummy lies at its seat, the declarer plays it, and its cards in a trick are the dummy's.
#[test]
fn a_dummys_cards_lie_at_its_seat() {
    let game = library().load("contract-bridge").unwrap().configure(&Config::default()).unwrap();
    let mut table = Table::begin(game, vec!["human".to_owned(); 4], Seed::Chosen(7), &Robots::new()).unwrap();
    for call in ["bid 1NT", "pass", "pass", "pass"] {
        table.act(table.due().unwrap(), call).unwrap();
    }
    // East leads, and north plays for south, and for itself.
    for _ in 0..3 {
        let seat = table.due().unwrap();
        let action = table.legal(Viewer::of(seat)).actions[0].action.clone();
        table.act(seat, &action).unwrap();
    }
    let viewers = [(0, At::Seat(2), true), (1, At::Seat(2), false), (2, At::Hand, false), (3, At::Seat(2), false)];
    for (viewer, at, is_ours) in viewers {
        let scene = scene(&mut table, viewer);
        let dummy = scene.places.iter().find(|place| place.zone == "dummy").unwrap();
        assert_eq!((&dummy.at, dummy.is_ours, dummy.count), (&at, is_ours, 12), "viewer {viewer}");
        let trick = scene.places.iter().find(|place| place.zone == "trick").unwrap();
        assert_eq!(trick.cards.iter().map(|card| card.by).collect::<Vec<_>>(), [Some(1), Some(2), Some(3)]);
    }
}

/// Two strips of counts, one for each seat, are pits that face each other.
#[test]
fn rows_of_counts_are_facing_pits() {
    let scene = scene(&mut begin("kalah", 2), 1);
    let rows: Vec<_> = scene.tracks.iter().map(|track| (track.lies, track.seat, track.spaces.len())).collect();
    assert_eq!(rows, [(TrackLies::Pits, Some(1), 6), (TrackLies::Pits, Some(0), 6)]);
    let fencers = begin("en-garde", 2).scene(Viewer::ONLOOKER).unwrap();
    assert_eq!(fencers.tracks[0].lies, TrackLies::Strip);
}

/// At a showdown the best five cards are marked, and none before it.
#[test]
fn the_best_five_are_marked_at_a_showdown() {
    let mut table = begin("holdem", 2);
    let mut shown = None;
    for _ in 0..60 {
        let Some(seat) = table.due() else { break };
        let now = scene(&mut table, seat.index());
        assert!(now.places.iter().flat_map(|place| &place.cards).all(|card| !card.is_deciding));
        let legal = table.legal(Viewer::of(seat)).actions;
        let action = legal.iter().find(|legal| ["check", "call"].contains(&legal.action.as_str())).unwrap();
        let action = action.action.clone();
        table.act(seat, &action).unwrap();
        shown = table.passing(Viewer::of(seat), true);
        if shown.is_some() {
            break;
        }
    }
    let shown = shown.unwrap().scene;
    let deciding = shown.places.iter().flat_map(|place| &place.cards).filter(|card| card.is_deciding).count();
    assert!((5..=7).contains(&deciding), "{deciding}");
}

/// The display script frames squares: boxes that the next line closes, and corners at which a patch can be joined.
#[test]
fn squares_that_matter_are_framed() {
    let framed = |scene: &Scene| {
        let squares = scene.boards.iter().flat_map(|board| board.squares.iter().flatten());
        squares.filter(|square| square.is_noted).map(|square| square.name.clone()).collect::<Vec<_>>()
    };
    let mut table = begin("dots-and-boxes", 2);
    for (n, line) in ["a1n", "a1e", "a1s"].into_iter().enumerate() {
        let now = scene(&mut table, n % 2);
        assert!(framed(&now).is_empty());
        table.act(Seat::from_index(n % 2), line).unwrap();
    }
    let (due, other) = (scene(&mut table, 1), scene(&mut table, 0));
    assert_eq!(framed(&due), ["a1"]);
    assert!(framed(&other).is_empty(), "only who is to act is told");
    let mut table = played("quilt", 2, 2);
    let now = scene(&mut table, 0);
    let board = &now.boards[0];
    let squares = || board.squares.iter().enumerate().filter_map(|(n, square)| Some((n, square.as_ref()?)));
    let is_own = |n: usize| {
        board.squares[n].as_ref().and_then(|square| square.figure.as_ref()).is_some_and(|figure| figure.seat == Some(0))
    };
    let touches = |n: usize, steps: &[(isize, isize)]| {
        let at = ((n % board.width) as isize, (n / board.width) as isize);
        steps.iter().any(|(x, y)| {
            let (x, y) = (at.0 + x, at.1 + y);
            let is_there = (0..board.width as isize).contains(&x) && (0..board.height as isize).contains(&y);
            is_there && is_own((y * board.width as isize + x) as usize)
        })
    };
    let (edges, corners) = ([(0, 1), (1, 0), (0, -1), (-1, 0)], [(1, 1), (1, -1), (-1, 1), (-1, -1)]);
    for (n, square) in squares() {
        let is_open = square.figure.is_none() && touches(n, &corners) && !touches(n, &edges);
        assert_eq!(square.is_noted, is_open, "{}", square.name);
    }
    assert!(squares().any(|(_, square)| square.is_noted));
}

/// Marks that change a number in a lower corner of a card, such as `-2 health`, are in what the card has now.
#[test]
fn marks_change_the_numbers_in_the_corners_of_cards() {
    let mut table = begin("garret-and-cellar", 2);
    let mut changed = 0;
    for n in 0..200 {
        let Some(seat) = table.due() else { break };
        let legal = table.legal(Viewer::of(seat)).actions;
        let strikes = legal.iter().find(|legal| legal.action.starts_with("strike") && legal.action.contains(" at "));
        let action = strikes.unwrap_or(&legal[(n * 7 + 3) % legal.len()]).action.clone();
        table.act(seat, &action).unwrap();
        let now = scene(&mut table, 0);
        for place in now.places.iter().filter(|place| place.zone.starts_with("line")) {
            let member = place.zone.clone();
            for (card, nth) in place.cards.iter().zip(0..) {
                let face = &now.faces[card.card.as_ref().unwrap()];
                assert!(
                    card.marks.iter().all(|mark| !mark.ends_with("health") && !mark.ends_with("attack")),
                    "{card:?}"
                );
                if let [attack, health] = card.corners[..] {
                    let wounded = health < face.corners[1].1;
                    changed += usize::from(wounded);
                    assert!(attack >= -9 && health >= 1, "{member} {nth}: {card:?}");
                }
            }
        }
    }
    assert!(changed > 0);
}

/// Dice that count for a claim are marked: those of its face, and wild ones.
#[test]
fn dice_that_count_for_a_claim_are_marked() {
    let mut table = begin("liars-dice", 2);
    table.act(Seat(0), "bid 3x4").unwrap();
    table.act(Seat(1), "call").unwrap();
    let scene = scene(&mut table, 0);
    let all: Vec<i32> = scene.uncovered.iter().flat_map(|dice| &dice.shown).flatten().copied().collect();
    let has_ones = all.contains(&1);
    for dice in &scene.uncovered {
        assert_eq!(dice.counted, if has_ones { vec![4, 1] } else { vec![4] }, "{all:?}");
    }
    let count = all.iter().filter(|face| scene.uncovered[0].counted.contains(face)).count();
    let words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    let told = format!("The dice show {} 4", words[count]);
    assert!(scene.facts.iter().any(|fact| fact.value.starts_with(&told)), "{told}: {:?}", scene.facts);
}

/// Cards that all have laid and that are settled are out of play, beside what is due.
#[test]
fn settled_cards_are_idle() {
    let mut table = begin("goofspiel", 2);
    let laid = |scene: &Scene| scene.places.iter().find(|place| place.zone == "bid").map(|place| place.is_idle);
    assert_eq!(laid(&scene(&mut table, 0)), None);
    table.act(Seat(0), "bid 5").unwrap();
    assert_eq!(laid(&scene(&mut table, 1)), None, "a bid is sealed until all have bid");
    table.act(Seat(1), "bid 6").unwrap();
    assert_eq!(laid(&scene(&mut table, 0)), Some(true));
}

/// A deck that everybody knows, from which a seat draws unseen by the other.
const HOARD: (&str, &str) = (
    r#"
[game]
title = "Hoard"
[seats]
names = ["first", "second"]
[[card]]
name = "copper"
count = 3
[[card]]
name = "estate"
count = 1
[[card]]
name = "silver"
count = 1
[zones]
deck = { kind = "pile", seen = "none" }
hand = { kind = "bag", per = "seat", seen = "owner" }
[setup]
source = "deck"
[phases]
turn = { actions = ["draw"] }
[actions]
draw = { usage = "draw" }
[endings]
over = "over"
"#,
    "
local draw = {}
function draw.apply(seat)
	deck.to_hand(seat)
	if deck.size() == 0 then
		ending.over()
	end
	turn.turn(seat)
end
return { setup = function() turn.turn(1) end, actions = { draw = draw } }
",
);

#[test]
fn what_is_known_of_hidden_places_is_noted_there() {
    let texts = [("game.toml", HOARD.0), ("rules.lua", HOARD.1)].map(|(name, text)| (name.to_owned(), text.into()));
    let files = PackFiles { name: "hoard".to_owned(), texts: texts.into_iter().collect(), ..PackFiles::default() };
    let game = Pack::load(files).unwrap().into_shared().configure(&Config::default()).unwrap();
    let mut table = Table::begin(game, vec!["human".to_owned(); 2], Seed::Chosen(7), &Robots::new()).unwrap();
    let note = |table: &mut Table, seat: usize, name: &str| {
        let places = scene(table, seat).places;
        places.into_iter().find(|place| place.name == name).unwrap().known
    };
    let all = Some("three coppers, an estate and a silver lie here".to_owned());
    assert_eq!(note(&mut table, 1, "deck"), all);
    for _ in 0..4 {
        table.act(Seat(0), "draw").unwrap();
    }
    // The drawer knows what is left, the other seat only that it is one of five cards.
    let last = note(&mut table, 0, "deck").unwrap();
    assert!(["a copper lies here", "an estate lies here", "a silver lies here"].contains(&last.as_str()), "{last}");
    assert_eq!((note(&mut table, 1, "deck"), note(&mut table, 1, "hand.first")), (None, None));

    let mut table = begin("hidden-ranks", 2);
    let board = &scene(&mut table, 0).boards[0];
    let known = |name: &str| board.squares.iter().flatten().find(|square| square.name == name).unwrap().known.clone();
    let kinds = "a flag, a bomb, a spy, a scout, a miner, a captain, a general or a marshal";
    assert_eq!((known("a6").as_deref(), known("a1"), known("a3")), (Some(kinds), None, None));
}

/// A number of each seat is told of all seats as soon as it says something of one, also where it is 0.
#[test]
fn a_number_that_one_seat_has_is_told_of_all() {
    let mut table = begin("quoridor", 2);
    let walls = |table: &mut Table| -> Vec<String> {
        let scene = scene(table, 0);
        let of =
            |facts: &[Fact]| facts.iter().find(|fact| fact.name.starts_with("walls")).map(|fact| fact.value.clone());
        scene.seats.iter().filter_map(|seat| of(&seat.facts)).collect()
    };
    assert_eq!(walls(&mut table), ["walls 10", "walls 10"]);
    for wall in ["a1h", "c1h", "e1h", "g1h", "a3h", "c3h", "e3h", "g3h", "a5h", "c5h"] {
        let seat = table.due().unwrap();
        table.act(seat, wall).unwrap();
        let seat = table.due().unwrap();
        let step = table.legal(Viewer::of(seat)).actions[0].action.clone();
        table.act(seat, &step).unwrap();
    }
    let left = walls(&mut table);
    assert!(left.len() == 2 && left[0] == "walls 0", "{left:?}");
}

/// Seats of the viewer's team are its partners.
#[test]
fn a_partner_is_known_as_one() {
    let scene = scene(&mut begin("contract-bridge", 4), 0);
    let partners: Vec<&str> =
        scene.seats.iter().filter(|seat| seat.is_partner).map(|seat| seat.seat.as_str()).collect();
    assert_eq!(partners, ["south"]);
}

/// Cards with numbers for names lie by these, and counts of turns are told only near their limit.
#[test]
fn numbers_are_in_order_and_counts_of_turns_are_told_near_their_limit() {
    let mut table = begin("goofspiel", 2);
    while let Some(seat) = table.due() {
        let action = table.legal(Viewer::of(seat)).actions[0].action.clone();
        table.act(seat, &action).unwrap();
    }
    let scene_at_the_end = scene(&mut table, 0);
    let numbers = scene_at_the_end.places.iter().flat_map(|place| {
        let names: Vec<u32> = place.cards.iter().filter_map(|card| card.card.as_ref()?.parse().ok()).collect();
        assert!(names.is_sorted(), "{names:?}");
        names
    });
    assert!(numbers.count() > 9);
    let told = scene(&mut played("shogi", 2, 12), 0).facts;
    assert!(told.iter().all(|fact| fact.name != "turns"), "{told:?}");
}
