//! Boards with more kinds of piece than a word has bits: legal actions against a simple search, hidden kinds and their
//! worlds, positions as text, and the limit.

use std::collections::BTreeSet;

use parlour_engine::Words;
use parlour_engine::chance::Generator;
use parlour_engine::diagnostic::SourceFile;
use parlour_engine::ids::{BoardId, Seat};
use parlour_engine::play::{Match, Record};
use parlour_engine::rules::Rules;
use parlour_engine::state::State;

use super::{game_of, pack_of, sorted_texts};

const SIZE: i32 = 10;

/// A board of ten rows where each seat has a king, and kinds that move in five ways by turns.
fn tables(kinds: usize, seats: usize, board: &str) -> String {
    let mut out = format!(
        "[game]\ntitle = \"Crowd\"\n[seats]\nnames = {:?}\n[boards.main]\nwidth = {SIZE}\nheight = {SIZE}\n{board}\n",
        &["white", "black", "red", "blue"][..seats]
    );
    for kind in 0..kinds {
        let way = match kind {
            0 => "step = \"all\"",
            _ => [
                "leap = [1, 2]",
                "step = \"orthogonal\"",
                "slide = \"diagonal\"",
                "slide = \"orthogonal\"",
                "leap = [2, 2]",
            ][kind % 5],
        };
        let glyphs: Vec<String> = (0..seats).map(|seat| glyph(kind, seat).to_string()).collect();
        let royal = if kind == 0 && board.is_empty() { "royal = true\n" } else { "" };
        out += &format!(
            "[[piece]]\nname = \"kind{kind}\"\nglyphs = {glyphs:?}\n{royal}moves = [{{ do = [\"move\", \"capture\"], {way} }}]\n"
        );
    }
    out + "[[end]]\nwhen = \"no_move\"\nresult = \"lose\"\nending = \"stuck\"\n[endings]\nstuck = \"{winner}\"\n\
           [phases]\nturn = { actions = [\"move\", \"capture\"], text = \"act\" }\n\
           [actions]\nmove = { usage = \"{from:square}-{to:square}\" }\ncapture = { usage = \"{from:square}x{to:square}\" }\n"
}

fn glyph(kind: usize, seat: usize) -> char {
    char::from_u32(0x4e00 + 16 * kind as u32 + seat as u32).unwrap()
}

/// A piece on each square, by its kind and seat.
type Board = Vec<Option<(usize, usize)>>;

/// The squares that a piece can go to, or capture on.
fn targets(board: &Board, from: i32, kind: usize) -> Vec<usize> {
    let orthogonal = [(1, 0), (-1, 0), (0, 1), (0, -1)];
    let diagonal = [(1, 1), (-1, 1), (1, -1), (-1, -1)];
    let (ways, most): (Vec<(i32, i32)>, i32) = match kind {
        0 => ([orthogonal, diagonal].concat(), 1),
        _ => match kind % 5 {
            0 => (diagonal.iter().flat_map(|(x, y)| [(*x, 2 * y), (2 * x, *y)]).collect(), 1),
            1 => (orthogonal.to_vec(), 1),
            2 => (diagonal.to_vec(), SIZE),
            3 => (orthogonal.to_vec(), SIZE),
            _ => (diagonal.map(|(x, y)| (2 * x, 2 * y)).to_vec(), 1),
        },
    };
    let mut out = Vec::new();
    for (right, down) in ways {
        for distance in 1..=most {
            let (x, y) = (from % SIZE + distance * right, from / SIZE + distance * down);
            if !(0..SIZE).contains(&x) || !(0..SIZE).contains(&y) {
                break;
            }
            let to = (y * SIZE + x) as usize;
            out.push(to);
            if board[to].is_some() {
                break;
            }
        }
    }
    out
}

fn is_attacked(board: &Board, seat: usize) -> bool {
    let of_others = (0..).zip(board).filter_map(|(from, piece)| Some((from, piece.filter(|(_, of)| *of != seat)?.0)));
    let mut all = of_others.flat_map(|(from, kind)| targets(board, from, kind));
    all.any(|to| board[to] == Some((0, seat)))
}

/// The texts of a seat's legal actions.
fn expected(board: &Board, seat: usize) -> Vec<String> {
    let name = |square: usize| format!("{}{}", (b'a' + square as u8 % 10) as char, SIZE as usize - square / 10);
    let mut out = Vec::new();
    for from in 0..board.len() {
        let Some((kind, _)) = board[from].filter(|(_, of)| *of == seat) else { continue };
        for to in targets(board, from as i32, kind) {
            let sign = match board[to] {
                None => '-',
                Some((0, _)) => continue,
                Some((_, of)) if of == seat => continue,
                Some(_) => 'x',
            };
            let mut after = board.clone();
            after[to] = after[from].take();
            if !is_attacked(&after, seat) {
                out.push(format!("{}{sign}{}", name(from), name(to)));
            }
        }
    }
    out.sort_unstable();
    out
}

/// In positions at random and on the way from there, the legal actions are those of a search of all squares.
#[test]
fn legal_actions_are_those_of_a_simple_search() {
    for (kinds, seats) in [(40, 2), (30, 3), (63, 4)] {
        let game = game_of(&tables(kinds, seats, ""), "").unwrap_or_else(|faults| panic!("{faults}"));
        let mut rules = Rules::new(game.clone()).unwrap();
        let at = game.board(BoardId::from_index(0)).offset;
        let mut chance = Generator::from_seed(9);
        let mut below = |n: usize| chance.below(n as u32) as usize;
        let (mut seen, mut checks) = (BTreeSet::new(), 0);
        for _ in 0..80 {
            let mut board: Board = vec![None; 100];
            for _ in 0..10 + below(40) {
                board[below(100)] = Some((1 + below(kinds - 1), below(seats)));
            }
            for seat in 0..seats {
                board[10 * (3 * seat) + below(10)] = Some((0, seat));
            }
            let cell = |piece: &Option<(usize, usize)>| piece.map_or(0, |(kind, seat)| (kind * seats + seat) as u8 + 1);
            let cells: Vec<u8> = board.iter().map(cell).collect();
            let Ok(mut state) = rules.position(Some(&cells), Some(Seat::from_index(below(seats)))) else { continue };
            for _ in 0..12 {
                let Some(due) = state.decision() else { break };
                let legal = sorted_texts(&mut rules, &state);
                assert_eq!(legal, expected(&board, due.seat.index()), "{:?}", game.board_rows(&state, BoardId(0)));
                checks += 1;
                let text = &legal[below(legal.len())];
                let Ok(action) = game.parse_action(text, None) else { panic!("{text}") };
                rules.apply(&mut state, &action, None).unwrap();
                let square = |name: &str| {
                    let (column, row) = name.split_at(1);
                    (SIZE as usize - row.parse::<usize>().unwrap()) * 10 + usize::from(column.as_bytes()[0] - b'a')
                };
                let (from, to) = text.split_once(['-', 'x']).unwrap();
                seen.insert(board[square(from)].unwrap());
                board[square(to)] = board[square(from)].take();
                let cells: Vec<u8> = board.iter().map(cell).collect();
                assert_eq!(state.bytes[at..at + 100], cells, "{text}");
                // What is written of the board is read as the same board.
                let rows = SourceFile::new("board", game.board_rows(&state, BoardId(0)).join("\n"));
                assert_eq!(game.read_board(&rows).unwrap(), cells);
            }
        }
        assert!(checks > 300 && seen.len() > 80.min(kinds * seats * 3 / 4), "{checks}, {}", seen.len());
    }
}

/// Others see the back of a piece, whatever its number is, and worlds deal the kinds that are there.
#[test]
fn worlds_deal_many_hidden_kinds() {
    let row = |kinds: std::ops::Range<usize>, seat: usize| kinds.map(|kind| glyph(kind, seat)).collect::<String>();
    let empty = ".".repeat(10);
    let mut start = vec![row(5..15, 1), row(50..60, 1)];
    start.extend(vec![empty; 6]);
    start.extend([row(5..15, 0), row(50..60, 0)]);
    let tables = tables(60, 2, &format!("start = {start:?}\nkinds = \"owner\"\nback = \"kind1\"\n"));
    let game = game_of(&tables, "").unwrap_or_else(|faults| panic!("{faults}"));
    let mut played = Match::new(game.clone(), 1, vec!["human".to_owned(); 2]).unwrap();
    for text in ["a2-b4", "b9-b8"] {
        let action = played.parse(text).unwrap();
        played.act(&action).unwrap();
    }
    let rows = |state: &State| game.board_rows(state, BoardId(0));
    let (state, view) = (played.state().clone(), played.view(Some(Seat(0))));
    assert_eq!(rows(view.state())[0], glyph(1, 1).to_string().repeat(10));
    assert_eq!(rows(view.state())[9], row(50..60, 0));
    let (worlds, mut chance) = (played.host().worlds(&view).unwrap(), Generator::from_seed(3));
    let sorted = |state: &State| {
        let mut all: Vec<char> = rows(state).concat().chars().collect();
        all.sort_unstable();
        all
    };
    let mut corners = BTreeSet::new();
    for _ in 0..300 {
        let world = played.host().draw(&worlds, &mut chance).unwrap();
        assert_eq!(game.view(&world, Some(Seat(0))), game.view(&state, Some(Seat(0))));
        assert_eq!(sorted(&world), sorted(&state));
        corners.insert(rows(&world)[0].chars().next());
    }
    assert!(corners.len() > 15, "{corners:?}");
}

/// A byte tells 255 things on a board apart.
#[test]
fn more_than_a_byte_tells_apart_is_too_many() {
    assert!(pack_of(&tables(127, 2, ""), "").is_ok());
    for (kinds, seats) in [(128, 2), (64, 4)] {
        let faults = pack_of(&tables(kinds, seats, ""), "").unwrap_err();
        let fault = &faults.0[0];
        assert_eq!(fault.message, "256 things can stand on `main`");
        assert_eq!(fault.help.as_deref(), Some("expected at most 255"));
    }
    let mut start = vec![".".repeat(10); 10];
    start[0].replace_range(..1, &glyph(254, 0).to_string());
    let (mut rules, state) = super::begun(&tables(255, 1, &format!("start = {start:?}")), "");
    assert_eq!(sorted_texts(&mut rules, &state), ["a10-c8"]);
}

/// Saved matches tell cells apart up to the last one.
#[test]
fn saves_know_every_kind() {
    let mut start = vec![".".repeat(10); 10];
    let mut put = |row: usize, column: usize, kind: usize, seat: usize| {
        let mut cells: Vec<char> = start[row].chars().collect();
        cells[column] = glyph(kind, seat);
        start[row] = cells.into_iter().collect();
    };
    put(0, 9, 0, 1);
    put(9, 0, 0, 0);
    put(7, 2, 125, 0);
    put(5, 3, 120, 1);
    let game = game_of(&tables(127, 2, "").replace("height = 10\n", &format!("height = 10\nstart = {start:?}\n")), "");
    let game = game.unwrap_or_else(|faults| panic!("{faults}"));
    let mut played = Match::new(game.clone(), 1, vec!["human".to_owned(); 2]).unwrap();
    let action = played.parse("c3xd5").unwrap();
    played.act(&action).unwrap();
    let saved = Record::read("saved.json", &played.record().write()).unwrap();
    let again = saved.replay_by(Rules::new(game.clone()).unwrap(), None).unwrap();
    assert_eq!(again.state(), played.state());
    assert!(game.board_rows(again.state(), BoardId(0))[5].contains(glyph(125, 0)));
}
