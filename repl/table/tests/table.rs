//! Guarantees of a table to every front end.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use parlour_engine::Words;
use parlour_engine::chance::Generator;
use parlour_engine::{Config, Game, Library, Seat};
use parlour_table::judging::Judged;
use parlour_table::{
    Description, DomainNow, Error, Known, Level, Note, Opened, Past, Robots, Saves, SeatView, Seed, Table, Viewer,
    WhatTold, seats,
};
use serde_json::{Map, json};

const A: Seat = Seat(0);
const B: Seat = Seat(1);

fn library() -> Library {
    let mut library = Library::default();
    library.add_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../../rules"));
    library
}

fn game(name: &str) -> Arc<Game> {
    library().load(name).unwrap().configure(&Config::default()).unwrap()
}

/// People at all seats.
fn table(name: &str, seed: u64) -> Table {
    let game = game(name);
    let players = vec!["human".to_owned(); game.seat_count()];
    Table::begin(game, players, Seed::Chosen(seed), &Robots::new()).unwrap()
}

/// Takes up to a number of random actions.
fn play(table: &mut Table, most: usize, generator: &mut Generator) {
    for _ in 0..most {
        let Some(seat) = table.due() else { return };
        let actions = table.legal(Viewer::of(seat)).actions;
        let action = &actions[generator.below(actions.len() as u32) as usize].action;
        table.act(seat, action).unwrap();
    }
}

fn viewers(table: &Table) -> Vec<Viewer> {
    table.game().seats().map(Viewer::of).chain([Viewer::ONLOOKER, Viewer::EVERYONE]).collect()
}

#[test]
fn a_match_has_a_player_on_every_seat() {
    let begin = |players: &[&str]| {
        let players = players.iter().map(|player| (*player).to_owned()).collect();
        Table::begin(game("hearts"), players, Seed::Chosen(3), &Robots::new())
    };
    let table = begin(&["human", "easy"]).unwrap();
    assert_eq!(table.players(), ["human", "greenhorn", "ducker", "ducker"]);
    assert_eq!(table.humans(), [A]);
    assert!(matches!(begin(&["human"; 5]), Err(Error::Seats(_))));
    assert!(matches!(begin(&["human", "nobody"]), Err(Error::Faults(_))));
}

#[test]
fn who_asks_for_everything_gets_it_once_it_is_hidden_from_nobody() {
    let mut table = table("goofspiel", 7);
    let held = |view: &SeatView| view.zones().into_iter().flat_map(|zone| zone.cards).filter(Option::is_none).count();
    let hidden = held(&table.view(Viewer::ONLOOKER));
    assert!(hidden > 0);
    assert_eq!(held(&table.view(Viewer::EVERYONE)), hidden);
    assert!(!table.may_look(Viewer::of(B), A) && !table.may_look(Viewer::EVERYONE, A));
    assert!(table.legal(Viewer::EVERYONE).actions.is_empty());
    table.reveal();
    assert_eq!(held(&table.view(Viewer::EVERYONE)), 0);
    assert_eq!(held(&table.view(Viewer::ONLOOKER)), hidden, "who doesn't ask is shown no more");
    // The end of the match also reveals everything, and an undo hides it again.
    let mut table = self::table("goofspiel", 7);
    play(&mut table, usize::MAX, &mut Generator::from_seed(1));
    assert_eq!(held(&table.view(Viewer::EVERYONE)), 0);
    table.go_back(&Robots::new(), 3).unwrap();
    assert!(held(&table.view(Viewer::EVERYONE)) > 0);
}

#[test]
fn a_seed_that_nobody_chose_is_told_at_the_end() {
    let begin = |name: &str, seed| Table::begin(game(name), vec!["human".to_owned(); 2], seed, &Robots::new()).unwrap();
    assert_eq!(begin("goofspiel", Seed::Chosen(4)).seed(), Some(4));
    assert_eq!(begin("chess", Seed::Fresh(4)).seed(), Some(4), "nothing is hidden");
    let mut table = begin("goofspiel", Seed::Fresh(4));
    assert_eq!(table.seed(), None);
    play(&mut table, usize::MAX, &mut Generator::from_seed(1));
    assert_eq!(table.seed(), Some(4));
}

#[test]
fn who_is_not_to_act_learns_nothing_by_trying() {
    let mut table = table("goofspiel", 7);
    let other = table.act(B, "bid 3").unwrap_err().to_string();
    for text in ["bid 13", "bid 99", "nonsense"] {
        assert_eq!(table.act(B, text).unwrap_err().to_string(), other);
        assert!(matches!(table.why(Viewer::of(B), text), Err(Error::NotYourTurn { .. })));
    }
    assert_eq!(other, "it is the turn of a");
    assert_eq!((table.version(), table.step_count()), (1, 0));
}

#[test]
fn every_legal_action_is_written_by_its_verb_and_named_values() {
    for name in library().names() {
        let mut table = table(&name, 11);
        let mut generator = Generator::from_seed(2);
        for _ in 0..8 {
            let Some(seat) = table.due() else { break };
            let legal = table.legal(Viewer::of(seat));
            for action in legal.actions.iter().step_by(legal.actions.len() / 40 + 1) {
                let text = table.text_of(&action.verb, &action.args).unwrap();
                let read = table.parse(seat, &text).unwrap_or_else(|error| panic!("{name}: {text}: {error}"));
                assert_eq!(read, table.parse(seat, &action.action).unwrap(), "{name}: {text}");
                let verb = legal.verbs.iter().find(|verb| verb.verb == action.verb).unwrap();
                assert!(verb.is_listed);
                let known: BTreeSet<&str> = verb.args.iter().map(|arg| arg.name.as_str()).collect();
                assert!(action.args.keys().all(|name| known.contains(name.as_str())));
            }
            play(&mut table, 3, &mut generator);
        }
    }
}

#[test]
fn values_that_no_action_has_are_refused() {
    let table = table("chess", 1);
    let said = |verb: &str, args: serde_json::Value| {
        let args: Map<_, _> = args.as_object().cloned().unwrap();
        table.text_of(verb, &args).unwrap_or_else(|error| error.to_string())
    };
    assert_eq!(said("move", json!({"from": "e2", "to": "e4"})), "e2-e4");
    assert!(said("moove", json!({})).contains("did you mean `move`?"));
    assert!(said("move", json!({"from": "e2"})).contains("the argument `to` is missing"));
    assert!(said("move", json!({"from": "e2", "to": "e4", "over": 1})).contains("no argument `over`"));
    assert!(said("move", json!({"from": "e2", "to": {}})).contains("can't be {}"));
}

#[test]
fn a_game_is_described_as_data() {
    for name in library().names() {
        let game = game(&name);
        let described = serde_json::to_value(Description::of(&game, &Robots::new())).unwrap();
        assert_eq!(described["seats"]["names"].as_array().unwrap().len(), game.seat_count(), "{name}");
        let verbs = described["verbs"].as_array().unwrap();
        assert!(!verbs.is_empty() && verbs.iter().all(|verb| verb["pieces"].is_array()), "{name}");
        assert!(described["robots"].as_array().unwrap().iter().any(|robot| robot["name"] == "random"), "{name}");
        assert_eq!(described["levels"], json!(Level::ALL.map(Level::name)));
    }
    let archaeology = Description::of(&game("archaeology"), &Robots::new());
    let hand = archaeology.zones.iter().find(|zone| zone.name == "hand").unwrap();
    assert_eq!((hand.seen, hand.per.as_deref(), hand.kind), ("owner", Some("seat"), "bag"));
    assert!(archaeology.options.iter().any(|(name, option)| name == "dig" && !option.choices.is_empty()));
}

#[test]
fn every_viewer_is_sent_a_snapshot_of_every_game() {
    for name in library().names() {
        let mut table = table(&name, 5);
        play(&mut table, 6, &mut Generator::from_seed(3));
        for viewer in viewers(&table) {
            let sent = serde_json::to_value(table.snapshot(viewer, None)).unwrap();
            assert_eq!(sent["version"], json!(table.version()), "{name}");
            let is_due = viewer.seat().is_some() && viewer.seat() == table.due();
            assert_eq!(!sent["legal"].as_array().unwrap().is_empty(), is_due, "{name}");
            assert_eq!(sent["view"], table.view(viewer).to_json(), "{name}");
        }
    }
}

#[test]
fn a_client_gets_what_it_missed() {
    let mut table = table("goofspiel", 7);
    let robots = Robots::new();
    let of = |table: &Table, version, viewer| table.since(version, viewer).unwrap();
    assert!(matches!(of(&table, 0, Viewer::ONLOOKER)[0].what, WhatTold::Begun { .. }));
    play(&mut table, 2, &mut Generator::from_seed(1));
    let version = table.version();
    table.act(A, &table.legal(Viewer::of(A)).actions[0].action).unwrap();
    // A sealed action is shown to the seat that chose it.
    let step = |viewer| match of(&table, version, viewer).remove(0).what {
        WhatTold::Acted(step) => step,
        other => panic!("{other:?}"),
    };
    assert!(step(Viewer::of(A)).is_known && step(Viewer::of(A)).action.starts_with("bid "));
    assert!(step(Viewer::of(B)).is_unseen && step(Viewer::of(B)).action == "?");
    assert_eq!(step(Viewer::of(B)).lines, ["a has decided."]);
    // Undone actions aren't reported any more, except the undo itself.
    table.go_back(&robots, 2).unwrap();
    let since: Vec<WhatTold> = of(&table, version, Viewer::of(B)).into_iter().map(|change| change.what).collect();
    assert_eq!(since, [WhatTold::TakenBack { to: 2 }]);
    table.seat(&robots, B, "random").unwrap();
    table.reveal();
    let kinds: Vec<_> = of(&table, table.version() - 2, Viewer::of(B));
    assert!(matches!(kinds[0].what, WhatTold::Seated { .. }) && matches!(kinds[1].what, WhatTold::Revealed));
    assert!(of(&table, table.version(), Viewer::EVERYONE).is_empty());
    assert!(table.since(u64::MAX, Viewer::of(A)).is_err(), "there is no such version");
}

/// Version numbers continue when a table is resumed: a client with an earlier version gets the same changes as without
/// the interruption.
#[test]
fn the_numbers_of_changes_outlast_a_table() {
    let folder = tempfile::tempdir().unwrap();
    let (saves, library, robots) = (Saves::new(folder.path()), library(), Robots::new());
    let mut table = table("goofspiel", 7);
    table.keep_in(&saves);
    play(&mut table, 5, &mut Generator::from_seed(1));
    table.go_back(&robots, 2).unwrap();
    play(&mut table, 3, &mut Generator::from_seed(2));
    table.seat(&robots, B, "random").unwrap();
    // The stored history suffices for later changes.
    let history = serde_json::to_string(&table.history()).unwrap();
    let seat = table.due().unwrap();
    table.act(seat, &table.legal(Viewer::of(seat)).actions[0].action).unwrap();
    let told = |table: &Table| -> Vec<_> {
        let all = viewers(table);
        (1..=table.version())
            .flat_map(|version| all.iter().map(move |&viewer| table.since(version, viewer).unwrap()))
            .collect()
    };
    let (name, version, before) = (table.name().unwrap().to_owned(), table.version(), told(&table));
    drop(table);
    let opened = || Opened::load(&saves, &library, &name).unwrap();
    let mut again = opened().sit(&robots, parlour_ai::Thinking::REPRODUCIBLE).unwrap();
    again.go_on_from(&serde_json::from_str(&history).unwrap());
    assert_eq!((again.version(), told(&again)), (version, before));
    assert!(again.has_version(version) && !again.has_version(version + 1));
    // Without a history no version number is reused, and clients get everything.
    drop(again);
    let mut anew = opened().sit(&robots, parlour_ai::Thinking::REPRODUCIBLE).unwrap();
    let history = serde_json::from_value(json!({ "version": version, "open": null })).unwrap();
    anew.go_on_from(&history);
    assert!(!anew.has_version(version) && anew.since(version, Viewer::of(A)).unwrap().len() == anew.step_count() + 1);
}

#[test]
fn what_going_back_would_reveal_is_told() {
    // No hidden information, and no chance.
    let mut chess = table("chess", 1);
    play(&mut chess, 4, &mut Generator::from_seed(1));
    assert!(chess.would_reveal(0).is_nothing());
    // All see what the dice show.
    let mut dice = table("backgammon", 1);
    while dice.step_count() == 0 || dice.actor(dice.step_count() - 1) == dice.due() {
        play(&mut dice, 1, &mut Generator::from_seed(1));
    }
    let learnt = dice.would_reveal(0);
    assert!(learnt.onlookers && learnt.seats == [A, B], "{learnt:?}");
    // A sealed bid reveals nothing until all have decided.
    let mut bids = table("goofspiel", 7);
    bids.act(A, "bid 3").unwrap();
    assert!(bids.would_reveal(0).is_nothing());
    // Nor do cards passed face down, which the passer may not hold in another world.
    let mut hearts = table("hearts", 7);
    let first = hearts.legal(Viewer::of(A)).actions[0].action.clone();
    hearts.act(A, &first).unwrap();
    assert!(hearts.would_reveal(0).is_nothing());
    // The drawer of a hidden card has seen it.
    let mut rummy = table("gin-rummy", 5);
    for _ in 0..2 {
        rummy.act(rummy.due().unwrap(), "pass").unwrap();
    }
    let (drawer, before) = (rummy.due().unwrap(), rummy.step_count());
    rummy.act(drawer, "draw").unwrap();
    let learnt = rummy.would_reveal(before);
    assert_eq!((learnt.seats, learnt.onlookers), (vec![drawer], false));
    assert!(rummy.would_reveal(rummy.step_count()).is_nothing());
}

#[test]
fn a_line_with_several_actions_of_a_turn_is_read_one_by_one() {
    let mut table = table("backgammon", 3);
    while !table.legal(Viewer::of(table.due().unwrap())).actions[0].action.contains('/') {
        play(&mut table, 1, &mut Generator::from_seed(1));
    }
    let seat = table.due().unwrap();
    let first = table.legal(Viewer::of(seat)).actions[0].action.clone();
    let mut ahead = self::table("backgammon", 3);
    for step in table.steps(Viewer::ONLOOKER) {
        ahead.act(step.seat, &step.action).unwrap();
    }
    ahead.act(seat, &first).unwrap();
    let second = ahead.legal(Viewer::of(seat)).actions[0].action.clone();
    let line = table.read(seat, &format!("{first} {second}")).unwrap();
    let texts: Vec<String> = line.actions.iter().map(|action| table.game().action_text(action)).collect();
    assert_eq!((texts, line.rest), (vec![first, second], None));
}

/// A table of hearts at which the first seat has to pass cards, with that seat's cards.
fn passing() -> (Table, Vec<String>) {
    let table = table("hearts", 7);
    let legal = table.legal(Viewer::of(A)).actions;
    let cards = legal.iter().map(|action| action.action.trim_start_matches("pass ").to_owned()).collect();
    (table, cards)
}

#[test]
fn several_cards_of_an_action_with_one_card_are_taken_one_after_the_other() {
    for parted in [" ", ", ", " and "] {
        let (mut table, cards) = passing();
        table.act(A, &format!("pass {}", cards[..3].join(parted))).unwrap();
        assert_eq!((table.step_count(), table.is_intended()), (1, false), "the others decide first");
        // Any cards may be passed.
        let mut rng = Generator::from_seed(3);
        while table.decision().is_some_and(|decision| table.game().pack().phases[decision.phase.index()].name == "pass")
        {
            if !table.take_intended().unwrap() {
                play(&mut table, 1, &mut rng);
            }
        }
        let own = table.steps(Viewer::of(A)).filter(|step| step.seat == A);
        let taken: Vec<String> = own.map(|step| step.action).collect();
        assert_eq!(taken, cards[..3].iter().map(|card| format!("pass {card}")).collect::<Vec<_>>());
        assert!(!table.is_intended());
    }
}

#[test]
fn of_several_actions_none_is_taken_if_one_is_not_legal_in_its_turn() {
    let (mut table, cards) = passing();
    let refused = |table: &mut Table, text: &str| {
        let why = table.act(A, text).unwrap_err().to_string();
        assert_eq!((table.step_count(), table.is_intended()), (0, false), "{why}");
        why
    };
    // A repeated card, and a card of another hand.
    let again = refused(&mut table, &format!("pass {} {} {}", cards[0], cards[1], cards[0]));
    assert!(again.starts_with(&format!("`pass {}`: ", cards[0])), "{again}");
    let elsewhere =
        ["2C", "3C", "4C", "5C", "6C"].into_iter().find(|card| cards.iter().all(|own| own != card)).unwrap();
    let missing = refused(&mut table, &format!("pass {} {elsewhere} {}", cards[0], cards[1]));
    assert!(missing.starts_with(&format!("`pass {elsewhere}`: ")), "{missing}");
    // A fourth card makes it an invalid pass, with any leader.
    let four = refused(&mut table, &format!("pass {}", cards[..4].join(" ")));
    assert!(four.starts_with("give one action at a time"), "{four}");
    // The other seats' choices are seen before the next one.
    let mut bids = self::table("goofspiel", 7);
    let shown = bids.act(A, "bid 3 4").unwrap_err().to_string();
    assert!(shown.starts_with("give one action at a time: `bid 3` first"), "{shown}");
    assert_eq!(bids.step_count(), 0);
}

#[test]
fn going_back_forgets_what_was_written_ahead() {
    let (mut table, cards) = passing();
    table.act(A, &format!("pass {}", cards[..3].join(" "))).unwrap();
    table.go_back(&Robots::new(), 0).unwrap();
    table.act(A, &format!("pass {}", cards[4])).unwrap();
    play(&mut table, 3, &mut Generator::from_seed(3));
    assert!(table.due() == Some(A) && !table.is_intended());
}

#[test]
fn a_match_is_kept_before_an_action_is_answered_and_taken_up_again() {
    let folder = tempfile::tempdir().unwrap();
    let (saves, library, robots) = (Saves::new(folder.path()), library(), Robots::new());
    let mut table = table("tic-tac-toe", 9);
    table.keep_in(&saves);
    for (n, text) in ["b2", "a1", "c3"].into_iter().enumerate() {
        let seat = table.due().unwrap();
        table.act(seat, text).unwrap();
        assert_eq!(saves.waiting(), Some(("tic-tac-toe-9".to_owned(), n + 1)));
    }
    let name = table.name().unwrap().to_owned();
    assert_eq!(name, "tic-tac-toe-9");
    // A diverging line becomes a branch.
    table.go_back(&robots, 1).unwrap();
    table.act(B, "a2").unwrap();
    let notes = table.take_notes();
    assert!(
        matches!(&notes[..], [Note::Branch { from: 1, parent, name: branch }] if *parent == name && branch == "tic-tac-toe-9-b2"),
        "{notes:?}"
    );
    let lines = table.lines(&saves);
    assert_eq!(lines.len(), 2);
    assert_eq!((lines[1].name.as_str(), lines[1].from), ("tic-tac-toe-9-b2", Some((0, 1))));
    drop(table);
    let opened = Opened::load(&saves, &library, &name).unwrap();
    let again = opened.sit(&robots, parlour_ai::Thinking::REPRODUCIBLE).unwrap();
    assert_eq!((again.step_count(), again.due()), (3, Some(B)));
    assert!(matches!(again.since(0, Viewer::of(A)).unwrap()[0].what, WhatTold::Begun { .. }));
}

#[test]
fn a_program_that_a_save_names_is_started_only_if_that_is_allowed() {
    let folder = tempfile::tempdir().unwrap();
    let (saves, library, mut robots) = (Saves::new(folder.path()), library(), Robots::new());
    let mark = folder.path().join("started");
    let players = vec!["human".to_owned(), format!("exec:touch {} && cat", mark.display())];
    let refused = Table::begin(game("tic-tac-toe"), players.clone(), Seed::Chosen(9), &robots).unwrap_err();
    assert!(refused.to_string().contains("programs aren't allowed here") && !mark.exists(), "{refused}");
    robots.allow_exec();
    assert!(Table::begin(game("tic-tac-toe"), players.clone(), Seed::Chosen(9), &robots.without_exec()).is_err());
    let mut table = Table::begin(game("tic-tac-toe"), players, Seed::Chosen(9), &robots).unwrap();
    table.keep_in(&saves);
    table.act(A, "b2").unwrap();
    drop(table);
    let wait = || std::thread::sleep(std::time::Duration::from_millis(200));
    wait();
    std::fs::remove_file(&mark).unwrap();
    let opened = Opened::load(&saves, &library, "tic-tac-toe-9").unwrap();
    assert!(opened.program(B).unwrap().starts_with("touch "));
    let table = opened.sit(&robots, parlour_ai::Thinking::REPRODUCIBLE).unwrap();
    wait();
    assert!(table.is_human(B) && !mark.exists());
}

#[test]
fn a_look_back_leaves_the_match_where_it_stood() {
    let mut table = table("gin-rummy", 5);
    play(&mut table, 6, &mut Generator::from_seed(1));
    let (stood, version) = (table.view(Viewer::of(A)), table.version());
    let mut past: Past<'_> = table.past(Viewer::of(A).asking_for_all(true));
    assert!(!past.shows_all() && past.open().is_err() && past.look_as(B).is_err());
    past.go(2).unwrap();
    assert_eq!((past.now(), past.total()), (2, 6));
    assert_eq!(past.last().map(|step| step.n), Some(2));
    assert_eq!(past.following().unwrap().map(|step| step.n), Some(3));
    drop(past);
    assert_eq!((table.view(Viewer::of(A)), table.version(), table.step_count()), (stood, version, 6));
}

#[test]
fn robots_act_and_say_why() {
    let players = vec!["human".to_owned(), "oracle".to_owned()];
    let mut table = Table::begin(game("tic-tac-toe"), players, Seed::Chosen(9), &Robots::new()).unwrap();
    table.act(A, "b2").unwrap();
    let mut told = 0;
    table
        .let_robots_act(|_| {
            told += 1;
            std::ops::ControlFlow::Continue(())
        })
        .unwrap();
    assert_eq!((told, table.due()), (1, Some(A)));
    let reason = table.last_reason(Viewer::ONLOOKER).unwrap();
    assert_eq!((reason.seat, reason.player.as_str()), (B, "oracle"));
    assert!(reason.reason.is_some_and(|reason| !reason.is_empty()));
    let mut adviser = table.adviser(Viewer::of(A), &Robots::new(), "oracle").unwrap();
    let advice = table.advice(&mut adviser).unwrap();
    table.act(A, &advice.choice.unwrap().text).unwrap();
    assert!(table.advice(&mut adviser).is_err(), "it was told of another moment");
}

/// Actions of other seats are reported in a sentence of the pack, or not at all.
#[test]
fn no_action_is_told_by_its_bare_text() {
    let mut found = BTreeSet::new();
    for name in library().names() {
        let mut table = table(&name, 3);
        play(&mut table, 60, &mut Generator::from_seed(3));
        for step in table.steps(Viewer::ONLOOKER).filter(|step| !step.is_unseen) {
            let bare = format!("{}: {}", step.seat_name, step.action);
            if step.lines.contains(&bare) {
                found.insert(format!("{name}: {}", step.action));
            }
        }
    }
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn who_may_have_learnt_what_is_hidden_marks_the_match() {
    let robots = Robots::new();
    let begin = |players: [&str; 2]| {
        let players = players.iter().map(|player| (*player).to_owned()).collect();
        Table::begin(game("gin-rummy"), players, Seed::Chosen(5), &robots).unwrap()
    };
    // A person takes a robot's seat, or leaves one to a robot.
    for (seat, player) in [(B, "human"), (A, "random")] {
        let mut table = begin(["human", "random"]);
        table.seat(&robots, seat, player).unwrap();
        assert!(table.is_revealed() && matches!(table.take_notes().as_slice(), [Note::Marked(Known::Seats)]));
    }
    for (players, seat, player) in [(["human", "random"], B, "thinker"), (["random", "random"], A, "human")] {
        let mut table = begin(players);
        table.seat(&robots, seat, player).unwrap();
        assert!(!table.is_revealed() && table.take_notes().is_empty());
    }
    // A drawn card has been seen; undoing and redrawing it reveals nothing more, but playing on differently does.
    let mut table = begin(["human", "human"]);
    for _ in 0..2 {
        table.act(table.due().unwrap(), "pass").unwrap();
    }
    let (drawer, before) = (table.due().unwrap(), table.step_count());
    table.act(drawer, "draw").unwrap();
    table.go_back(&robots, before).unwrap();
    table.go_forth(&robots, 1).unwrap();
    let other = table.legal(Viewer::of(drawer)).actions[0].action.clone();
    table.act(drawer, &other).unwrap();
    assert!(!table.is_revealed());
    table.go_back(&robots, before - 1).unwrap();
    table.act(table.due().unwrap(), "take").unwrap();
    assert!(table.is_revealed() && matches!(table.take_notes().last(), Some(Note::Marked(Known::Back))));
}

#[test]
fn who_looks_at_a_saved_match_is_its_only_person_or_looks_on() {
    let reader = |players: &[&str]| {
        let players = players.iter().map(|player| (*player).to_owned()).collect();
        Table::begin(game("gin-rummy"), players, Seed::Chosen(5), &Robots::new()).unwrap().reader().seat()
    };
    assert_eq!(reader(&["random", "human"]), Some(B));
    assert_eq!(reader(&["human", "human"]), None);
    assert_eq!(reader(&["random", "random"]), None);
}

/// A background robot plays the same match as one at the table, with its memory, also after resuming from a save.
#[test]
fn a_robot_plays_the_same_whether_it_thinks_elsewhere() {
    let robots = Robots::new();
    let mut thinker = parlour_table::Thinker::new(robots.clone());
    for (name, player) in [("archaeology", "random"), ("tic-tac-toe", "thinker@40"), ("en-garde", "fencer")] {
        let game = game(name);
        let players = vec![player.to_owned(); game.seat_count()];
        let mut here = Table::begin(game.clone(), players.clone(), Seed::Chosen(4), &robots).unwrap();
        let mut away = Table::begin(game, players, Seed::Chosen(4), &robots.for_workers()).unwrap();
        for _ in 0..12 {
            let (Some(answer), Some(request)) = (here.ask(), away.request()) else { break };
            here.take_answer(answer).unwrap();
            assert!(away.take_reply(thinker.think(request)).unwrap());
        }
        let texts = |table: &Table| table.steps(Viewer::EVERYONE).map(|step| step.action).collect::<Vec<_>>();
        assert_eq!(texts(&here), texts(&away), "{name}");
    }
}

/// Texts about actions use titles, not identifiers; notation is unchanged.
#[test]
fn what_is_said_of_an_action_has_titles() {
    for (name, action, told) in [
        ("archaeology", "sell 5 pot_shard", "`sell 5 pot shards` is not allowed: "),
        ("archaeology", "trade 1 pharaohs_mask for 2 coin", "`trade a pharaoh's mask for 2 coins` is not allowed: "),
        ("archaeology", "discard 1 pot_shard", "`discard a pot shard` is not possible now: "),
        ("chess", "e2-e5", "`e2-e5` is not allowed: "),
    ] {
        let mut table = table(name, 4);
        let viewer = Viewer::of(table.due().unwrap());
        let why = table.why(viewer, action).unwrap();
        assert_eq!((why.allowed, why.action.as_str()), (false, action));
        assert!(why.text.starts_with(told), "{}", why.text);
    }
}

/// A reply is applied only if the table is unchanged since its request; a request never starts a program.
#[test]
fn a_reply_that_comes_late_changes_nothing() {
    let robots = Robots::new();
    let mut thinker = parlour_table::Thinker::new(robots.clone());
    let players = vec!["human".to_owned(), "random".to_owned()];
    let mut table = Table::begin(game("tic-tac-toe"), players, Seed::Chosen(4), &robots.for_workers()).unwrap();
    assert!(table.request().is_none(), "a person is to act");
    table.act(Seat(0), "b2").unwrap();
    let reply = thinker.think(table.request().unwrap());
    table.go_back(&robots.for_workers(), 0).unwrap();
    assert!(!table.take_reply(reply).unwrap());
    assert_eq!(table.step_count(), 0);
    let request = table.hint_request(Viewer::of(Seat(0)), &robots, "thinker@30").unwrap();
    let hidden = self::table("en-garde", 4);
    assert!(hidden.hint_request(Viewer::of(B), &robots, "random").is_err(), "it is not that seat's turn");
    let hint = table.hint(Viewer::of(Seat(0)), thinker.think(request)).unwrap().unwrap();
    assert!(table.why(Viewer::of(Seat(0)), &hint.action).unwrap().allowed);
    let programs = vec!["human".to_owned(), "exec:true".to_owned()];
    assert!(Table::begin(game("tic-tac-toe"), programs, Seed::Chosen(4), &robots.for_workers()).is_err());
}

/// A match played by `hint` has no mistakes in `review` at the same budget, since both ask the same robot.
#[test]
fn a_match_played_by_hints_has_no_mistakes() {
    const NODES: u64 = 120;
    let robots = Robots::new();
    for name in ["chess", "draughts", "othello", "breakthrough", "backgammon"] {
        let mut table = table(name, 5);
        for _ in 0..10 {
            let Some(seat) = table.due() else { break };
            let best = seats::best(table.game().pack(), &robots, seat.index());
            let robot = format!("{}@{NODES}", seats::without_budget(&best));
            let mut adviser = table.adviser(Viewer::of(seat), &robots, &robot).unwrap();
            let advised = table.advice(&mut adviser).unwrap().choice.unwrap();
            table.take(seat, &advised.action).unwrap();
        }
        table.reveal();
        let mut past = table.past(Viewer::EVERYONE);
        let mut judge = past.judge(&robots, None, Some(NODES)).unwrap();
        let (moments, mut losses) = ((0, past.total()), Vec::new());
        past.judge_with(&mut judge, moments, None, &mut |judged| {
            if let Judged::Decision(decision) = judged {
                losses.push(decision.loss());
            }
            ControlFlow::Continue(())
        })
        .unwrap();
        assert!(losses.len() > 5, "{name}: {losses:?}");
        assert!(losses.iter().all(|&loss| loss == 0.0), "{name}: {losses:?}");
    }
}

#[test]
fn seats_and_versions_that_there_are_not_are_errors_and_no_panics() {
    let mut table = table("archaeology", 7);
    let nobody = Viewer::of(Seat(9));
    let onlooker = table.view(Viewer::ONLOOKER);
    assert_eq!(table.view(nobody), onlooker);
    let told = table.snapshot(nobody, Some(999));
    assert_eq!((told.seat.as_deref(), told.legal.len(), told.legal_complete), (None, 0, true));
    assert!(!told.events.is_empty(), "who has a version from elsewhere is told everything");
    let text = |error: Error| error.to_string();
    assert_eq!(text(table.viewer(Seat(9)).unwrap_err()), "there is no seat 9: the seats are 0 to 1");
    assert_eq!(text(table.act(Seat(9), "pass").unwrap_err()), "there is no seat 9: the seats are 0 to 1");
    let robots = Robots::new();
    assert_eq!(text(table.seat(&robots, Seat(9), "random").unwrap_err()), "there is no seat 9: the seats are 0 to 1");
    assert!(table.viewer(A).is_ok() && !table.is_in(Seat(9)) && table.stop_handle(Seat(9)).is_none());
    let last = table.version();
    assert!(table.since(last, nobody).unwrap().is_empty());
    let expected = format!("there is no version 999 yet: the last is {last}");
    assert_eq!(text(table.since(999, nobody).unwrap_err()), expected);
    assert!(
        table.why(nobody, "pass").is_err() && table.due_text(nobody).is_some() && table.legal_runs(nobody).is_empty()
    );
    let (mut past, mut look) = (Vec::new(), table.past(nobody));
    past.push(look.scene().is_ok());
    assert!(look.look_as(Seat(9)).is_err() && past[0]);
}

#[test]
fn a_seat_that_is_not_to_act_has_nothing_to_do_and_that_is_all() {
    let table = table("archaeology", 7);
    let due = table.due().unwrap();
    let other = table.game().seats().find(|seat| *seat != due).unwrap();
    let legal = table.legal(Viewer::of(other));
    assert!(legal.actions.is_empty() && legal.complete);
}

#[test]
fn a_robot_that_thinks_on_another_thread_says_so() {
    let robots = Robots::new().for_workers();
    let players = vec!["random".to_owned(), "human".to_owned()];
    let mut table = Table::begin(game("tic-tac-toe"), players, Seed::Chosen(4), &robots).unwrap();
    let answer = table.ask().unwrap();
    let fault = answer.fault().unwrap().to_string();
    assert!(fault.contains("the robot `random` thinks on another thread: ask it by a request"), "{fault}");
    let mut adviser = table.adviser(Viewer::of(A), &robots, "random").unwrap();
    let advice = table.advice(&mut adviser).unwrap();
    assert!(advice.choice.unwrap_err().to_string().contains("thinks on another thread"));
}

#[test]
fn a_folder_that_is_not_there_is_told() {
    let mut library = library();
    library.add_folder("/nowhere/packs");
    let error = library.load("archeology").map(drop).unwrap_err().to_string();
    assert!(error.contains("did you mean `archaeology`?; the folder /nowhere/packs isn't there"), "{error}");
    let mut robots = Robots::new();
    robots.add_folder("/nowhere/robots");
    let players = vec!["human".to_owned(), "nobody".to_owned()];
    let error = Table::begin(game("tic-tac-toe"), players, Seed::Chosen(4), &robots).unwrap_err().to_string();
    assert!(error.contains("; the folder /nowhere/robots isn't there"), "{error}");
}

/// A resigning seat loses in any position; the save keeps it and replays to the same bytes, and playing on from before
/// is a branch.
#[test]
fn a_resignation_ends_the_match_and_is_kept() {
    let (library, robots) = (library(), Robots::new());
    for (name, winners) in [("chess", vec!["black"]), ("hearts", vec!["east", "south", "west"]), ("hanabi", vec![])] {
        let folder = tempfile::tempdir().unwrap();
        let saves = Saves::new(folder.path());
        let mut table = table(name, 5);
        table.keep_in(&saves);
        play(&mut table, 4, &mut Generator::from_seed(1));
        let first = table.game().seats().next().unwrap();
        table.resign(first).unwrap();
        assert!(table.is_over() && table.due().is_none() && table.legal(Viewer::of(first)).actions.is_empty());
        assert!(matches!(table.resign(first), Err(Error::Over)));
        let ending = table.ending().unwrap();
        assert_eq!(ending.winners, winners, "{name}");
        assert!(ending.reason.ends_with(&format!("{} resigned", table.game().seat_name(first))), "{}", ending.reason);
        let kept = table.saved_name().unwrap().to_owned();
        let (path, record) = saves.load(&library, &kept).unwrap();
        assert!(saves_is_over(&path), "{}", path.display());
        let again = record.replay(&library, None).unwrap();
        assert_eq!((again.record(), again.ending_text()), (record.clone(), Some(ending.reason)));
        assert!(record.replay(&library, Some(2)).unwrap().ending_text().is_none(), "it was not over then");
        // The conclusion is verified like everything else.
        let text = record.write().replace("resignation", "time");
        assert!(parlour_engine::Record::read("x", &text).is_err());
        // Looking back and forth doesn't change the ending.
        let mut past = table.past(Viewer::EVERYONE);
        past.go(0).unwrap();
        assert!(past.ending().is_none());
        past.go(usize::MAX).unwrap();
        assert!(past.ending().is_some());
        drop(past);
        assert!(table.take_back_end(&robots).unwrap() && table.ending().is_none());
        play(&mut table, 1, &mut Generator::from_seed(2));
        assert_ne!(table.saved_name().unwrap(), kept, "what was over stays as it is");
        assert!(table.said("Result").is_none());
    }
}

fn saves_is_over(path: &std::path::Path) -> bool {
    parlour_table::saves::is_over(path)
}

/// A draw by agreement needs an offer and the other side's consent, in games that can be drawn; playing on declines.
#[test]
fn a_draw_is_agreed_where_the_game_has_draws() {
    let mut table = table("chess", 5);
    assert!(matches!(table.answer_draw(B, true), Err(Error::Offer(_))));
    table.offer_draw(A).unwrap();
    assert!(table.offer_draw(A).is_err() && table.answer_draw(A, true).is_err());
    table.act(A, "e4").unwrap();
    table.act(B, "e5").unwrap();
    assert!(table.offer().is_none(), "black has played on");
    table.offer_draw(A).unwrap();
    table.answer_draw(B, false).unwrap();
    assert!(table.offer_draw(A).is_err(), "once at a move");
    table.act(A, "Nf3").unwrap();
    table.offer_draw(A).unwrap();
    table.answer_draw(B, true).unwrap();
    let ending = table.ending().unwrap();
    assert_eq!((ending.reason.as_str(), ending.winners.len()), ("a draw by agreement", 0));
    let told: Vec<String> = table
        .since(0, Viewer::ONLOOKER)
        .unwrap()
        .iter()
        .flat_map(|change| change.events().to_vec())
        .filter_map(|event| event.text)
        .collect();
    assert!(told.contains(&"White offers a draw.".to_owned()) && told.contains(&"Black declines the draw.".to_owned()));
    let pgn = table.notation_of_match().unwrap().unwrap();
    assert!(pgn.contains("[Result \"1/2-1/2\"]") && pgn.ends_with("1. e4 e5 2. Nf3 1/2-1/2\n"), "{pgn}");
    for name in ["backgammon", "hearts", "hanabi"] {
        assert!(matches!(self::table(name, 1).offer_draw(A), Err(Error::NoDraws { .. }) | Err(Error::Over)), "{name}");
    }
    for name in library().names() {
        let has = game(&name).has_draws();
        let expected = [
            "chess",
            "atomic-chess",
            "xiangqi",
            "shogi",
            "draughts",
            "connect-four",
            "tic-tac-toe",
            "go",
            "othello",
            "advance",
            "en-garde",
            "nine-mens-morris",
        ]
        .contains(&name.as_str());
        assert!(has || !expected, "{name}");
        assert!(!has || expected || game(&name).teams().len() == 2, "{name}");
    }
}

/// A robot that stands worse accepts a draw, one that stands better doesn't.
#[test]
fn robots_answer_offers_by_how_they_stand() {
    let robots = Robots::new();
    let pack = library().load("chess").unwrap();
    let begun = |position: &str| {
        let scenario = parlour_engine::scenario_of_notation(position, &pack, &Config::default()).unwrap();
        let config = Config { scenario: Some(Arc::new(scenario)), ..Config::default() };
        let players = vec!["human".to_owned(), "thinker@500".to_owned()];
        Table::begin(pack.configure(&config).unwrap(), players, Seed::Chosen(1), &robots).unwrap()
    };
    for (position, is_draw) in [
        ("4k3/8/8/8/8/8/8/3QK2R w K - 0 1", true),
        ("3qk2r/8/8/8/8/8/8/4K3 w k - 0 1", false),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", false),
    ] {
        let mut table = begun(position);
        table.offer_draw(A).unwrap();
        table.let_robots_answer(&robots).unwrap();
        assert_eq!(table.is_over(), is_draw, "{position}");
        assert!(table.offer().is_none());
    }
}

/// Optional words are omitted, and counts are in words.
/// The cards of an argument are those that a listed action has, or another of the same rank where that stands for all: a
/// card that can't beat the top isn't one that can be played.
#[test]
fn cards_of_an_argument_are_those_of_the_listed_actions() {
    for name in ["president", "big-two"] {
        assert!(narrowed(name) > 5, "{name}");
    }
}

/// Plays a game of climbing at random, and counts the decisions in which not all cards of a hand can be played.
fn narrowed(name: &str) -> usize {
    let mut president = table(name, 7);
    let mut generator = Generator::from_seed(7);
    let mut fewer = 0;
    for _ in 0..60 {
        let Some(seat) = president.due() else { break };
        let legal = president.legal(Viewer::of(seat));
        let hand = president.scene(Viewer::of(seat)).unwrap();
        let hand = hand.places.iter().find(|place| place.at == parlour_table::scene::At::Hand).unwrap().cards.len();
        for verb in &legal.verbs {
            for arg in &verb.args {
                let DomainNow::Cards { most } = &arg.domain else { continue };
                let of = |action: &&parlour_table::LegalAction| action.verb == verb.verb;
                let cards =
                    legal.actions.iter().filter(of).flat_map(|action| action.args[&arg.name].as_array().unwrap());
                // All but the suit of a card.
                let rank = |card: &str| if legal.complete { card.to_owned() } else { card[..1].to_owned() };
                let cards: BTreeSet<String> = cards.filter_map(|card| card.as_str()).map(rank).collect();
                let most: BTreeSet<String> = most.keys().map(|card| rank(card)).collect();
                assert_eq!(most, cards);
                fewer += usize::from(cards.len() < hand);
            }
        }
        play(&mut president, 1, &mut generator);
    }
    fewer
}

#[test]
fn actions_are_read_as_people_write_them() {
    let mut shop = table("archaeology", 3);
    let seat = shop.due().unwrap();
    shop.act(seat, "dig").unwrap();
    let text = |table: &Table, line: &str| {
        let seat = table.due().unwrap();
        let action = table.parse(seat, line).unwrap_or_else(|error| panic!("{line}: {error}"));
        parlour_engine::Words::action_text(&**table.game(), &action)
    };
    for (line, meant) in [
        ("sell coin", "sell 1 coin"),
        ("sell a coin", "sell 1 coin"),
        ("sell coins", "sell 2 coin"),
        ("sell all coins", "sell 2 coin"),
        ("sell two coins", "sell 2 coin"),
        ("trade two coins for a talisman", "trade 2 coin for 1 talisman"),
        ("trade a coin and the mask for a talisman", "trade 1 coin, 1 pharaohs_mask for 1 talisman"),
    ] {
        assert_eq!(text(&shop, line), meant);
    }
    let error = shop.parse(seat, "sell all").unwrap_err().to_string();
    assert!(error.contains("`sell 2 coins`"), "{error}");
    let bids = table("goofspiel", 3);
    assert_eq!(
        ["bid K", "bid queen", "bid ace", "bid two"].map(|line| text(&bids, line)),
        ["bid 13", "bid 12", "bid 1", "bid 2"]
    );
}

/// People read actions in people's words; programs get the canonical text.
#[test]
fn actions_are_told_as_people_say_them() {
    let mut chess = table("chess", 5);
    for action in ["e4", "d5", "exd5", "Qxd5", "Nc3", "Qe5"] {
        let seat = chess.due().unwrap();
        chess.act(seat, action).unwrap();
    }
    let told: Vec<String> = chess.steps(Viewer::ONLOOKER).map(|step| step.heading()).collect();
    assert_eq!(told, ["1. e4", "1... d5", "2. exd5", "2... Qxd5", "3. Nc3", "3... Qe5+"]);
    assert_eq!(chess.step(2, Viewer::ONLOOKER).unwrap().action, "e4xd5");
    let mut shop = table("archaeology", 3);
    let seat = shop.due().unwrap();
    shop.act(seat, "dig").unwrap();
    let runs = shop.legal_runs(Viewer::of(seat));
    assert!(runs.iter().all(|run| !run.told.to_string().contains('_')), "{runs:?}");
    let n = shop.step_count();
    shop.act(seat, "trade 2 coins for talisman").unwrap();
    let step = shop.step(n, Viewer::ONLOOKER).unwrap();
    assert_eq!(
        (step.action.as_str(), step.told.as_str()),
        ("trade 2 coin for 1 talisman", "trade 2 coins for a talisman")
    );
}
