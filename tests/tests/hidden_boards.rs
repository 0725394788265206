//! Small boards at random that hide squares or kinds: along random matches, for both seats, every world drawn agrees with
//! the view and with the legal actions, and the true position is among the worlds.
//!
//! `cargo test` plays a few games; `PARLOUR_HIDDEN_BOARDS=500` plays five hundred, which takes some minutes.

use parlour_engine::Words;
use parlour_engine::action::ActionList;
use parlour_engine::chance::Generator;
use parlour_engine::play::Match;
use parlour_engine::state::State;

use crate::hidden::{BLACK, WHITE, begin_with, rows};

/// The worlds drawn of a view at most until one is the true position.
const WORLDS: usize = 6000;

/// The actions of a match, few enough that the true position is not too unlikely.
const ACTIONS: usize = 6;

/// The games played.
fn games(usually: u64) -> u64 {
    match std::env::var("PARLOUR_HIDDEN_BOARDS") {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("PARLOUR_HIDDEN_BOARDS should be a number, not `{text}`")),
        Err(_) => usually,
    }
}

fn one_of<'a>(rng: &mut Generator, of: &[&'a str]) -> &'a str {
    of[rng.below(of.len() as u32) as usize]
}

/// The ways in which a piece goes.
fn moves(rng: &mut Generator) -> String {
    let ways = [
        "step = \"orthogonal\"",
        "step = \"diagonal\"",
        "step = \"all\"",
        "slide = \"orthogonal\"",
        "slide = \"diagonal\"",
        "leap = [1, 2]",
        "step = \"ahead\"",
    ];
    match rng.below(8) {
        3 => "{ do = \"move\", slide = \"orthogonal\" }, { do = \"capture\", slide = \"orthogonal\", over = { any = 1 } }".to_owned(),
        4 => "{ do = [\"move\", \"capture\"], leap = [1, 2], leg = \"orthogonal\" }".to_owned(),
        5 => format!("{{ do = [\"move\", \"shoot\"], {} }}", one_of(rng, &ways)),
        // It hops over others, as often as it likes.
        6 => "{ do = \"capture\", step = \"all\" }, \
              { do = \"move\", step = \"orthogonal\", least = 2, most = 2, over = { any = 1 }, chains = true }"
            .to_owned(),
        // As pawns: it captures otherwise than it moves.
        0 => "{ do = \"move\", step = \"forward\" }, { do = \"capture\", step = \"forward-diagonal\" }".to_owned(),
        1 => format!("{{ do = \"move\", {} }}, {{ do = \"capture\", {} }}", one_of(rng, &ways), one_of(rng, &ways)),
        2 => format!(
            "{{ do = [\"move\", \"capture\"], {} }}, {{ do = \"jump\", leap = \"all\", least = 2 }}",
            one_of(rng, &ways)
        ),
        _ => format!("{{ do = [\"move\", \"capture\"], {} }}", one_of(rng, &ways)),
    }
}

/// The tables of a game on a board of 3 x 4 squares with two or three pieces a side.
fn tables(hides: &str, rng: &mut Generator) -> String {
    let start = one_of(
        rng,
        &[
            r#"["cab", "...", "...", "ABC"]"#,
            r#"["ab.", "..c", "C..", ".BA"]"#,
            r#"["a.b", ".c.", ".C.", "B.A"]"#,
            r#"["ab.", "...", "...", ".BA"]"#,
        ],
    );
    let pieces = ["a", "b", "c"].map(|name| {
        let (glyph, moves) = (name.to_uppercase(), moves(rng));
        format!("[[piece]]\nname = \"{name}\"\nglyph = \"{glyph}\"\nmoves = [{moves}]\n")
    });
    let pieces = pieces.concat();
    let verbs: Vec<&str> = ["move", "capture", "jump", "shoot"]
        .into_iter()
        .filter(|verb| pieces.contains(&format!("\"{verb}\"")))
        .collect();
    let actions: String =
        verbs.iter().map(|verb| format!("{verb} = {{ usage = \"{verb} {{from:square}} {{to:square}}\" }}\n")).collect();
    let back = if hides.starts_with("kinds") { "back = \"back\"" } else { "" };
    let back_piece = if back.is_empty() { "" } else { "[[piece]]\nname = \"back\"\nglyph = \"X\"\n" };
    format!(
        r#"
[game]
title = "Hidden"
[seats]
names = ["white", "black"]
[boards.main]
width = 3
height = 4
start = {start}
{hides}
{back}
{back_piece}{}
[[end]]
when = "no_move"
result = "draw"
ending = "over"
[endings]
over = "over"
[phases]
turn = {{ actions = {verbs:?} }}
[actions]
{actions}"#,
        pieces,
    )
}

fn board(played: &Match, state: &State) -> String {
    played.game().state_json(state)["boards"]["main"].to_string()
}

/// Draws worlds of what a seat sees until one is the true position.
#[track_caller]
fn look(played: &mut Match, place: &str, rng: &mut Generator) {
    let (game, state) = (played.game().clone(), played.state().clone());
    let truth = board(played, &state);
    for viewer in [WHITE, BLACK] {
        let view = played.view(viewer);
        let seen = rows(played, &view).join("/");
        let told = || format!("{place}, {viewer:?} sees {seen}; it is {truth}");
        let worlds = played.host().worlds(&view).unwrap_or_else(|fault| panic!("{}: {fault}", told()));
        let acts = played.decision().is_some_and(|due| Some(due.seat) == viewer);
        let is_found = (0..WORLDS).any(|n| {
            let world = played.host().draw(&worlds, rng).unwrap_or_else(|fault| panic!("{}: {fault}", told()));
            if n < 20 {
                assert_eq!(game.view(&world, viewer), game.view(&state, viewer), "{}", told());
                if acts {
                    let mut legal = ActionList::new();
                    played.host().legal(&world, &mut legal).unwrap();
                    assert!(legal.iter(&game).eq(played.legal().iter(&game)), "{}: other legal actions", told());
                }
            }
            board(played, &world) == truth
        });
        assert!(is_found, "{}: in none of {WORLDS} worlds", told());
    }
}

/// Plays games that hide something in one way.
#[track_caller]
fn play(hides: &str) {
    for seed in 0..games(12) {
        let mut rng = Generator::from_seed(seed);
        let tables = tables(hides, &mut rng);
        let mut played = begin_with(&tables, "return {}", seed);
        let mut line = String::new();
        while played.decision().is_some() && played.steps().len() < ACTIONS {
            look(&mut played, &format!("{hides}, seed {seed}, after{line}\n{tables}"), &mut rng);
            let game = played.game().clone();
            let action = played.legal().get(&game, rng.below(played.legal().len() as u32) as usize);
            line = format!("{line} {}", game.action_text(&action));
            played.act(&action).unwrap();
        }
    }
}

#[test]
fn the_truth_is_among_the_worlds_of_a_board_that_shows_each_its_own_pieces() {
    play("seen = \"owner\"");
}

#[test]
fn the_truth_is_among_the_worlds_of_a_board_that_shows_where_pieces_go() {
    play("seen = \"reach\"");
}

#[test]
fn the_truth_is_among_the_worlds_of_a_board_with_a_range_of_sight() {
    play("seen = \"owner\"\nsight = 1");
}

#[test]
fn the_truth_is_among_the_worlds_of_a_board_that_hides_the_kinds_of_others() {
    play("kinds = \"others\"");
}

#[test]
fn the_truth_is_among_the_worlds_of_a_board_that_hides_kinds() {
    play("kinds = \"owner\"");
}
