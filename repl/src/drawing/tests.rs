//! Snapshots of every game's beginning, middle and late position, in `tests/programs/tables/`.
//!
//! `PARLOUR_BLESS=1 cargo test --workspace --lib drawing` updates them.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::path::Path;

use parlour_engine::{Config, Library, Seat};
use parlour_table::{Robots, Seed, Table, Viewer};

use super::picture;
use crate::context::Style;
use crate::marks::{columns, render};

fn library() -> Library {
    let mut library = Library::default();
    library.add_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../rules"));
    library
}

/// The numbers of actions before the snapshots.
const MOMENTS: [usize; 3] = [0, 17, 60];

/// The snapshots of a match of a game, in a style, from its first seat's view.
fn moments(name: &str, style: Style) -> Vec<(usize, String)> {
    let game = library().load(name).unwrap().configure(&Config::default()).unwrap();
    let players = vec!["human".to_owned(); game.seat_count()];
    let mut table = Table::begin(game, players, Seed::Chosen(7), &Robots::new()).unwrap();
    let mut shown = Vec::new();
    for n in 0..=MOMENTS[2] {
        let due = table.due();
        if MOMENTS.contains(&n) || due.is_none() {
            let text = picture::of(&mut table.look(Viewer::of(Seat(0))), style).unwrap().text;
            shown.push((n, text));
        }
        let Some(seat) = due else { break };
        let legal = table.legal(Viewer::of(seat)).actions;
        let action = legal[(n * 7 + 3) % legal.len()].action.clone();
        table.act(seat, &action).unwrap();
    }
    shown
}

fn style(width: usize) -> Style {
    Style { width, is_plain: false, has_color: false, is_flipped: false }
}

#[test]
fn every_game_looks_as_it_did() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/tables");
    for name in library().names() {
        let mut shown = String::new();
        for width in [80, 100] {
            for (n, text) in moments(&name, style(width)) {
                shown += &format!("# {width} columns, after {n} actions\n{}\n", render(&text, false));
            }
        }
        let file = folder.join(format!("{name}.txt"));
        if std::env::var_os("PARLOUR_BLESS").is_some() {
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(&file, &shown).unwrap();
        }
        let kept = std::fs::read_to_string(&file).unwrap().replace("\r\n", "\n");
        assert_eq!(kept, shown, "if that is meant, write {} anew with PARLOUR_BLESS=1", file.display());
    }
}

#[test]
fn no_line_is_wider_than_the_screen() {
    for name in library().names() {
        let has_boards =
            !library().load(&name).unwrap().configure(&Config::default()).unwrap().pack().boards.is_empty();
        for (width, is_plain) in [(40, false), (40, true), (80, false), (80, true), (100, false)] {
            // Squares of a board can't be wrapped.
            if has_boards && width < 80 && !is_plain {
                continue;
            }
            for (n, text) in moments(&name, Style { is_plain, ..style(width) }) {
                let widest = text.lines().map(columns).max().unwrap_or(0);
                assert!(widest <= width, "{name} after {n} actions: {widest} of {width} columns\n{text}");
            }
        }
    }
}
