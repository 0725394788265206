//! PGN: parsing, writing, and errors in games that can't be replayed.

use parlour_engine::Words;
use parlour_engine::chance::Generator;
use parlour_engine::diagnostic::{Faults, SourceFile};
use parlour_engine::game::Config;
use parlour_engine::ids::Seat;
use parlour_engine::pack::Pack;
use parlour_engine::play::{Match, Record};
use parlour_notation::{Pgn, told_end, who, write, write_whole};

use crate::packs::{library, load};

/// P. Morphy against the Duke of Brunswick and Count Isouard, Paris 1858.
const OPERA: &str = r#"
[Event "Paris \"Opera\""]
[White "Morphy"]
[Result "1-0"]
% a line for programs
1. e4 e5 2. Nf3 d6 {a comment (with brackets} 3. d4 Bg4 $6 (3... exd4 4. Nxd4 (4. Qxd4 {)})) 4. dxe5 Bxf3
5. Qxf3 dxe5 6.Bc4 Nf6 7.Qb3! Qe7 8.Nc3 c6 9.Bg5 b5 ?! 10.Nxb5 cxb5 11.Bxb5+ Nbd7 12.0-0-0 Rd8 ; the end is near
13.Rxd7 Rxd7 14.Rd1 Qe6 15.Bxd7+ Nxd7 16.Qb8+ Nxb8 17.Rd8# 1-0
"#;

fn read(text: &str) -> Result<Match, Faults> {
    only(text)?.play(&load("chess"), "human")
}

/// The match of a file with one.
fn only(text: &str) -> Result<Pgn, Faults> {
    let mut matches = Pgn::read(&SourceFile::new("x.pgn", text))?;
    assert_eq!(matches.len(), 1, "{text}");
    Ok(matches.remove(0))
}

/// The move text, without tags.
#[track_caller]
fn written(text: &str) -> String {
    let played = read(text).unwrap_or_else(|faults| panic!("{faults}"));
    let pgn = write(&played).unwrap().unwrap();
    pgn.split_once("\n\n").unwrap().1.trim_end().to_owned()
}

#[test]
fn a_famous_match_is_read_and_written() {
    let pgn = only(OPERA).unwrap();
    assert_eq!(pgn.tag("Event"), Some("Paris \"Opera\""));
    let lines = "1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8.\n\
                 Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14.\n\
                 Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0";
    assert_eq!(written(OPERA), lines);
}

/// Minimal disambiguation of pieces: by file, else rank, else square. Capturing pawns have their file, and a pinned
/// knight isn't a candidate.
#[test]
fn a_move_is_written_so_that_it_is_one() {
    for (position, moves) in [
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "1. Rf1 *"),
        ("4k3/8/8/8/8/4K3/8/R6R w - - 0 1", "1. Rad1 *"),
        ("4k3/8/8/R7/8/4K3/8/R7 w - - 0 1", "1. R1a3 *"),
        ("6k1/8/8/8/4Q2Q/8/8/K6Q w - - 0 1", "1. Qh4e1 *"),
        ("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "1. Ne2 *"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "1. exd6 *"),
        ("8/P6k/8/8/8/8/8/4K3 w - - 0 1", "1. a8=N 1/2-1/2"),
        ("4k3/8/8/8/8/8/8/4K2R b K - 0 1", "1... Kd7 2. O-O *"),
        ("7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "1. Qg7# 1-0"),
        ("7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "1. Kf7 1/2-1/2"),
    ] {
        assert_eq!(written(&format!("[FEN \"{position}\"]\n{moves}")), moves, "{position}");
    }
}

/// Moves are numbered from the initial position on.
#[test]
fn a_match_at_a_position_keeps_its_numbers() {
    for (position, moves) in [
        ("4k3/8/8/8/8/8/8/4K2R b K - 0 30", "30... Kd7 31. O-O Kd6 *"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 30", "30. O-O Kd7 31. Rf7+ *"),
    ] {
        let text = format!("[FEN \"{position}\"]\n{moves}");
        assert_eq!(written(&text), moves);
        let again = write(&read(&text).unwrap()).unwrap().unwrap();
        assert!(again.contains(&format!("[FEN \"{position}\"]")), "{again}");
    }
    // A position with EPD operations in place of its counters.
    let text = "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - hmvc 0; fmvn 30; id \\\"x\\\";\"]\n30. O-O Kd7 *";
    assert_eq!(written(text), "30. O-O Kd7 *");
    let wrong = read("[FEN \"4k3/8/8/8/8/8/8/4K2R b K - 0 30\"]\n30... Kd7 31. O-O Qd1").err().unwrap().to_string();
    assert!(wrong.contains("move 31, `Qd1`"), "{wrong}");
}

/// A draw that must be claimed by the published rules doesn't end a match that was played on; fivefold repetition and
/// 75 moves do.
#[test]
fn a_match_that_was_played_on_after_a_draw_is_read() {
    const ROUND: &str = " Nf3 Nf6 Ng1 Ng8";
    let played = read(&format!("{} e4 e5 *", ROUND.repeat(3))).unwrap_or_else(|faults| panic!("{faults}"));
    assert!(played.decision().is_some() && played.steps().len() == 14);
    // Before 2014 neither fivefold repetition nor 75 moves ended a match automatically, which is reported.
    for (text, told) in [
        (format!("{} e4 *", ROUND.repeat(4)), "before move 9: a draw: the same position for the fifth time"),
        (format!("{} e4 *", ROUND.repeat(5)), "before move 9: a draw: the same position for the fifth time"),
    ] {
        let played = read(&text).unwrap_or_else(|faults| panic!("{faults}"));
        let said = told_end(&played).unwrap();
        assert!(played.decision().is_some() && said.contains(told), "{said}");
    }
    let played = read("[FEN \"7k/8/8/8/8/8/8/K5R1 w - - 120 90\"]\n90. Kb1 Kh7 *").unwrap();
    assert_eq!(played.steps().len(), 2);
    // Threefold repetition without further moves is a draw.
    let third = read(&format!("{} 1/2-1/2", ROUND.repeat(2))).unwrap();
    assert_eq!(third.game().ending_text(third.state()).unwrap(), "a draw: the same position for the third time");
    // Kings that wander over rows of squares, so that positions seldom repeat.
    let position = "[FEN \"7k/8/8/8/8/8/8/K5R1 w - - 98 60\"]\n";
    let played = read(&format!("{position}Kb1 Kh7 Kc1 Kh6 Kd1 *")).unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!(played.steps().len(), 5);
}

#[test]
fn what_is_written_is_read_as_the_same_match() {
    let game = load("chess").configure(&Config::default()).unwrap();
    for seed in 0..2 {
        let (mut generator, players) = (Generator::from_seed(seed), vec!["human".to_owned(); 2]);
        let mut played = Match::new(game.clone(), 0, players).unwrap();
        while played.decision().is_some() && played.steps().len() < 120 {
            let n = generator.below(played.legal().len() as u32) as usize;
            played.act(&played.legal().get(&game, n)).unwrap();
        }
        let text = write(&played).unwrap().unwrap();
        let again = read(&text).unwrap_or_else(|faults| panic!("{faults}\n{text}"));
        assert_eq!(again.record(), played.record(), "{text}");
    }
}

#[test]
fn what_is_wrong_is_told_at_its_place() {
    for (text, told) in [
        (
            "1. e4 e5 2. Ke3",
            "x.pgn:1:13: move 2, `Ke3`, can't be played (no king of yours reaches e3; possible: `e1-e2`)",
        ),
        (
            "1. f3 e5 2. g4 Qh4# 3. e4",
            "x.pgn:1:24: move 3, `e4`, can't be played (the match is over: black wins: checkmate)",
        ),
        ("[White \"A", "x.pgn:1:1: this tag is not closed"),
        ("[White]", "x.pgn:1:1: this is not a tag"),
        ("1. e4 {x", "x.pgn:1:7: there is no `}` for this"),
        ("1. e4 (x {)}", "x.pgn:1:7: there is no `)` for this"),
        ("1. e4 ] e5", "x.pgn:1:7: `]` means nothing here"),
        ("1. e4 * e5", "x.pgn:1:9: the match is over before `e5` (expected the tags of another match"),
        (" ; nothing", "x.pgn:1:1: there is no match here"),
        ("1. e4 e5 2. -- Nc6", "x.pgn:1:13: move 2, `--`, can't be played (it moves nothing, "),
        ("[White \"A\"]\n\n1. e4\n[Black B]", "x.pgn:4:1: this is not a tag"),
        ("[Variant \"Atomic\"]", "x.pgn:1:1: the variant `Atomic` of Chess is not known"),
        ("[FEN \"8/8 w\"]", "FEN:1:1: the board has 2 rows"),
        ("1. é4", "x.pgn:1:4: move 1, `é4`, can't be played"),
    ] {
        let fault = read(text).err().unwrap_or_else(|| panic!("`{text}` is read")).to_string();
        assert!(fault.starts_with(told), "`{text}`: {fault}");
    }
    let game = load("xiangqi").configure(&Config::default()).unwrap();
    let other = Match::new(game, 0, vec!["human".to_owned(); 2]).unwrap();
    assert_eq!(write(&other).unwrap(), None);
    let fault = only("*").unwrap().play(&load("xiangqi"), "human").unwrap_err();
    assert!(fault.to_string().contains("matches of Xiangqi are not written in PGN"), "{fault}");
}

const TWO: &str = "[Event \"Club\"]\n[Date \"2024.05.01\"]\n[White \"Anna\"]\n[Black \"Ben\"]\n[Result \"1-0\"]\n\n\
                   1. e4 $1 {!} e5 ( 1... c5 2. -- d6 ) 2. Nf3 1-0\n\n\
                   [White \"Cleo\"]\n[Black \"Dan\"]\n[Result \"1/2-1/2\"]\n[Termination \"rules infraction\"]\n\n1. d4 1/2-1/2\n";

#[test]
fn a_file_has_several_matches() {
    let matches = Pgn::read(&SourceFile::new("x.pgn", TWO)).unwrap();
    let titles: Vec<String> = matches.iter().map(Pgn::title).collect();
    assert_eq!(titles, ["Anna - Ben (Club, 2024.05.01): 1-0, 2 moves", "Cleo - Dan: 1/2-1/2, 1 move"]);
    // A game without a termination marker ends at the next one's tags.
    let open = Pgn::read(&SourceFile::new("x.pgn", "1. e4\n[White \"A\"]\n1. d4")).unwrap();
    assert_eq!(open.iter().map(Pgn::title).collect::<Vec<_>>(), ["? - ?: *, 1 move", "A - ?: *, 1 move"]);
    let wrong = TWO.replace("1. d4", "1. d5");
    let second = Pgn::read(&SourceFile::new("x.pgn", wrong)).unwrap().remove(1);
    let fault = second.play(&load("chess"), "human").unwrap_err().to_string();
    assert!(fault.starts_with("x.pgn:14:4: move 1, `d5`, can't be played"), "{fault}");
}

/// Conclusions by players are parsed if the file names them, and written in the same form.
#[test]
fn resignations_draws_and_lost_clocks_are_ends() {
    let ends = [
        ("0-1", "White resigned", "black wins: white resigned"),
        ("1-0", "Ben won by resignation", "white wins: black resigned"),
        ("1-0", "Time forfeit", "white wins: black ran out of time"),
        ("1/2-1/2", "Game drawn by agreement", "a draw by agreement"),
    ];
    for (result, why, told) in ends {
        let text = format!("[Result \"{result}\"]\n[Termination \"{why}\"]\n\n1. e4 e5 {result}");
        let played = read(&text).unwrap();
        assert_eq!((played.ending_text().as_deref(), told_end(&played)), (Some(told), None));
        let written = write(&played).unwrap().unwrap();
        assert!(
            written.contains(&format!("[Result \"{result}\"]")) && written.ends_with(&format!("1. e4 e5 {result}\n"))
        );
        assert_eq!(read(&written).unwrap().record(), played.record());
    }
}

/// A resigned match can be continued by the rules; its names and its conclusion stay in a save, and are written.
#[test]
fn names_and_ends_that_the_board_does_not_show_are_kept() {
    let mut matches = Pgn::read(&SourceFile::new("x.pgn", TWO)).unwrap();
    let chess = load("chess");
    let infraction = told_end(&matches.remove(1).play(&chess, "human").unwrap()).unwrap();
    assert_eq!(infraction, "In the file it was a draw (rules infraction); by the rules it goes on.");
    let played = matches.remove(0).play(&chess, "human").unwrap();
    let told = "In the file white won; by the rules it goes on: resigned, agreed or lost on time.";
    assert_eq!(told_end(&played).as_deref(), Some(told));
    let text = played.record().write();
    let record = Record::read("x.json", &text).unwrap();
    assert!(Record::read("x.json", &text.replace("Anna", "Anne")).is_err(), "names are proven as well");
    let mut again = record.replay(&library(), None).unwrap();
    assert_eq!(again.record(), played.record());
    assert_eq!([0, 1].map(|seat| who(&again, Seat::from_index(seat)).to_owned()), ["Anna", "Ben"]);
    let written = write(&again).unwrap().unwrap();
    let expected = "[Event \"Club\"]\n[Site \"?\"]\n[Date \"2024.05.01\"]\n[Round \"?\"]\n[White \"Anna\"]\n\
                    [Black \"Ben\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n";
    assert_eq!(written, expected);
    assert_eq!(read(&write_whole(&again).unwrap().unwrap()).unwrap().record(), played.record());
    // A continued match has another ending.
    let action = again.parse("Nc6").unwrap();
    again.act(&action).unwrap();
    assert_eq!(told_end(&again), None);
    let written = write(&again).unwrap().unwrap();
    assert!(written.contains("[White \"Anna\"]") && written.contains("[Result \"*\"]"), "{written}");
    // A part of it keeps the names, but not the ending.
    let part = record.replay(&library(), Some(1)).unwrap();
    assert_eq!((who(&part, Seat::from_index(1)), told_end(&part)), ("Ben", None));
}

#[test]
fn an_end_that_the_board_gainsays_is_told() {
    let played = read("[Result \"1-0\"]\n1. f3 e5 2. g4 Qh4# 1-0").unwrap();
    assert_eq!(told_end(&played).unwrap(), "In the file white won; by the rules black wins: checkmate.");
    // The termination marker takes precedence over the tag.
    assert_eq!(told_end(&read("[Result \"1-0\"]\n1. f3 e5 2. g4 Qh4# 0-1").unwrap()), None);
    assert!(told_end(&read("[Result \"1-0\"]\n1. f3 *").unwrap()).is_some());
}

/// The standard's sections 5 to 7 and 8.2.5: comments to the end of a line and escaped lines anywhere, and
/// self-terminating tokens.
#[test]
fn comments_and_tokens_are_those_of_the_standard() {
    for (text, moves) in [
        ("1. e4 ; a ) here\ne5 *", "1. e4 e5 *"),
        ("1. e4 (1. d4 d5 ; closes ) early\n2. c4) e5 2. Nf3 *", "1. e4 e5 2. Nf3 *"),
        ("1. e4 (1. d4 d5 ; opens {( \n2. c4) e5 2. Nf3 *", "1. e4 e5 2. Nf3 *"),
        ("1. e4 (1. d4 d5\n% note ) \n2. c4) e5 2. Nf3 *", "1. e4 e5 2. Nf3 *"),
        ("1. e4$1 e5!?$2 2. Nf3 Nc6*", "1. e4 e5 2. Nf3 Nc6 *"),
        ("1. e2e4 e7-e5 2. g1f3 b8c6 3. f1b5 g8f6 4. e1g1 *", "1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O *"),
        ("[FEN \"7k/4P3/8/8/8/8/8/K7 w - - 0 1\"]\n1. e7e8q+ *", "1. e8=Q+ *"),
        ("1. e4 a6 2. e5 f5 3. exf6ep *", "1. e4 a6 2. e5 f5 3. exf6 *"),
        ("1. e4 a6 2. e5 f5 3. exf6 e.p. *", "1. e4 a6 2. e5 f5 3. exf6 *"),
    ] {
        assert_eq!(written(text), moves, "{text}");
    }
}

/// Annotations stay with their moves in a save, and in a written file.
#[test]
fn comments_marks_and_variations_are_kept() {
    let text = "{before} 1. e4! $10 {best (by test)} e5 (1... c5 $1 (1... e6 {French}) 2. Nf3 ; open\n) 2. Nf3 *";
    let played = read(text).unwrap();
    let record = Record::read("x.json", &played.record().write()).unwrap();
    let mut again = record.replay(&library(), None).unwrap();
    let moves = |played: &Match| {
        let pgn = write_whole(played).unwrap().unwrap();
        pgn.split_once("\n\n").unwrap().1.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let kept = "{before} 1. e4 $1 $10 {best (by test)} 1... e5 (1... c5 $1 (1... e6 {French}) 2. Nf3 {open}) 2. Nf3 *";
    assert_eq!(moves(&played), kept);
    assert_eq!(moves(&again), kept);
    assert_eq!(read(&write_whole(&played).unwrap().unwrap()).unwrap().record().actions, played.record().actions);
    // Another move in its place has no annotations.
    again.undo(2).unwrap();
    again.act(&again.parse("c5").unwrap()).unwrap();
    assert_eq!(moves(&again), "{before} 1. e4 $1 $10 {best (by test)} 1... c5 *");
    let whole = write_whole(&played).unwrap().unwrap();
    assert!(whole.contains("[Date \"20") && !whole.contains("note "), "{whole}");
}

/// A syntax error in one match doesn't affect the others of its file.
#[test]
fn a_broken_match_does_not_hide_the_others() {
    for broken in ["1. e4 {open\n", "1. e4 (1. d4\n", "1. e4 ] e5 *\n", "1. e4 * e5\n"] {
        let text = format!(
            "[Event \"One\"]\n\n1. d4 *\n\n[Event \"Two\"]\n\n{broken}\n[Event \"Three\"]\n\n1. c4 {{x}} (1. d4) *\n"
        );
        let matches = Pgn::read(&SourceFile::new("x.pgn", text.as_str())).unwrap();
        assert_eq!(matches.len(), 3, "{broken}");
        let chess = load("chess");
        let can = |n: usize| matches[n].play(&chess, "human").is_ok();
        assert_eq!([can(0), can(1), can(2)], [true, false, true], "{broken}");
    }
}

#[test]
fn a_variant_has_a_pack_of_its_own() {
    let text = "[Variant \"Atomic\"]\n\n1. Nf3 f6 2. Ne5 *";
    let pgn = only(text).unwrap();
    let pack = parlour_notation::pack_of_games(&library(), pgn.variant()).unwrap();
    assert_eq!(pack.name, "atomic-chess");
    let played = pgn.play(&pack, "human").unwrap_or_else(|faults| panic!("{faults}"));
    assert!(write(&played).unwrap().unwrap().contains("[Variant \"Atomic\"]"));
    assert_eq!(parlour_notation::pack_of_games(&library(), None).unwrap().name, "chess");
}

/// The fault of a pack's notation of matches after an edit.
fn fault(pack: &str, from: &str, to: &str) -> String {
    let mut files = library().files(pack).unwrap();
    let tables = files.texts["game.toml"].replacen(from, to, 1);
    files.texts.insert("game.toml".to_owned(), tables.into());
    let pack = Pack::load(files).unwrap_or_else(|faults| panic!("{faults}"));
    parlour_notation::check(&pack).unwrap_err().to_string()
}

#[test]
fn a_pack_names_a_notation_of_matches_that_is_known_and_fits() {
    assert!(parlour_notation::check(&load("chess")).is_ok() && parlour_notation::check(&load("shogi")).is_ok());
    let unknown = fault("chess", "games = \"PGN\"", "games = \"PNG\"");
    assert!(unknown.contains("game.toml:99:9: there is no such notation of matches (expected `PGN`)"), "{unknown}");
}
