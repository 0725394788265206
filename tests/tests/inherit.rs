//! Inheritance of packs.

use std::collections::BTreeMap;

use parlour_engine::{Config, Game, Library, Match, PackFiles, Words};
use std::sync::Arc;

/// A library with the project's packs and additional ones.
fn shelf(packs: &[(&str, &[(&str, &str)])]) -> Library {
    let mut all: BTreeMap<String, PackFiles> = BTreeMap::new();
    for name in ["chess", "atomic-chess", "hearts"] {
        all.insert(name.to_owned(), crate::packs::library().files(name).unwrap());
    }
    for (name, files) in packs {
        let texts = files.iter().map(|(path, text)| ((*path).to_owned(), (*text).into())).collect();
        let prefix = format!("{name}/");
        let files = PackFiles { name: (*name).to_owned(), prefix, texts, ..PackFiles::default() };
        all.insert((*name).to_owned(), files);
    }
    Library::new(all.into_values())
}

const GAME: &str = "[game]\ntitle = \"Child\"\n";

/// The faults of a pack that extends chess.
fn faults(tables: &str) -> Vec<String> {
    let text = format!("extends = \"chess\"\n{tables}");
    match shelf(&[("child", &[("game.toml", &text)])]).load("child") {
        Ok(_) => Vec::new(),
        Err(faults) => faults.0.iter().map(|fault| format!("{}: {fault}", fault.code)).collect(),
    }
}

fn game(library: &Library, name: &str) -> Arc<Game> {
    let pack = library.load(name).unwrap_or_else(|faults| panic!("{faults}"));
    pack.configure(&Config::default()).unwrap()
}

/// Plays some actions, and returns the ending.
fn ending(game: &Arc<Game>, actions: &str) -> Option<String> {
    let mut played = Match::new(game.clone(), 1, vec!["human".to_owned(); game.seat_count()]).unwrap();
    for text in actions.split_whitespace() {
        let action = played.parse(text).unwrap();
        played.act(&action).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
    played.ending_text()
}

#[test]
fn tables_merge_by_name_and_rows_by_theirs() {
    let tables = format!(
        "extends = \"chess\"\nremove = [\"end.stalemate\", \"endings.stalemate\"]\n{GAME}\
         [options]\nquiet_limit = {{ default = 6 }}\n\
         [[piece]]\nname = \"knight\"\nscore = 4\n\
         [[end]]\nwhen = \"no_move\"\ndanger = false\nresult = \"lose\"\nending = \"stuck\"\n\
         [endings]\nstuck = \"{{winner}} wins: nothing can move\"\n"
    );
    let library = shelf(&[("child", &[("game.toml", &tables)])]);
    let pack = library.load("child").unwrap();
    let inherited = &pack.inheritance;
    assert_eq!(inherited.parents, ["chess"]);
    assert_eq!(inherited.added, ["end.stuck", "endings.stuck"]);
    assert_eq!(inherited.changed, ["options.quiet_limit", "piece.knight"]);
    assert_eq!(inherited.removed, ["end.stalemate", "endings.stalemate"]);
    assert_eq!(
        inherited.sentence().unwrap(),
        "extends chess: adds end.stuck, endings.stuck; changes options.quiet_limit, piece.knight; takes away end.stalemate, \
         endings.stalemate"
    );
    // Everything else is inherited: the knight still moves, the option has its bounds and its help.
    let option = pack.options.iter().find(|option| option.key == "quiet_limit").unwrap();
    assert!(option.default.to_string() == "6" && option.help.contains("without a capture"), "{option:?}");
    let game = pack.configure(&Config::default()).unwrap();
    let quiet = "g1-f3 g8-f6 f3-g1 f6-g8 b1-c3 b8-c6";
    assert_eq!(ending(&game, quiet).unwrap(), "a draw: too long without a capture or a pawn's move");
    // A child's rows come first.
    let names: Vec<&str> = pack.moves.ends.iter().map(|end| pack.endings[end.ending].name.as_str()).collect();
    assert_eq!(names, ["stuck", "mate", "quiet", "bare", "repeated", "fivefold"]);
}

#[test]
fn rows_go_behind_those_that_they_name() {
    let row = |more: &str| {
        let tables = format!(
            "extends = \"chess\"\n{GAME}[[end]]\nwhen = \"reach\"\npiece = \"king\"\nto = {{ squares = [\"d4\"] }}\nresult = \"win\"\nending = \"hill\"\n{more}\n\
             [endings]\nhill = \"{{winner}} wins\"\n"
        );
        let pack = shelf(&[("child", &[("game.toml", &tables)])]).load("child").unwrap();
        pack.moves.ends.iter().position(|end| pack.endings[end.ending].name == "hill").unwrap()
    };
    assert_eq!((row(""), row("after = \"mate\""), row("after = \"fivefold\"")), (0, 1, 6));
}

#[test]
fn faults_stand_in_the_file_where_they_are_written() {
    let told = faults(&format!("{GAME}[[end]]\nwhen = \"no_moves\"\nending = \"mate\"\n"));
    assert!(told.len() == 1 && told[0].contains("child/game.toml:5:8: ") && told[0].contains("no_move"), "{told:?}");
    // A fault that the child causes in its parent's tables is reported at the place there.
    let told = faults(&format!("remove = [\"endings.quiet\"]\n{GAME}"));
    assert!(told.len() == 1 && told[0].contains("rules/chess/game.toml:") && told[0].contains("`quiet`"), "{told:?}");
    let told = faults(&format!("remove = [\"end.stalmate\", \"vasr\"]\n{GAME}"));
    assert!(told[0].contains("child/game.toml:2:11: the pack that this one extends has no `end.stalmate`"), "{told:?}");
    assert!(told[0].contains("did you mean `end.stalemate`?") && told[1].contains("did you mean `vars`?"), "{told:?}");
    let told = faults(&format!("{GAME}[[end]]\nending = \"mate\"\nafter = \"mat\"\n"));
    assert!(told.len() == 1 && told[0].contains("there is no row `mat` in `[[end]]`"), "{told:?}");
    // A title is never inherited.
    let told = faults("[game]\nsummary = \"x\"\n");
    assert!(told.len() == 1 && told[0].contains("`game.title` is missing"), "{told:?}");
}

#[test]
fn circles_unknown_games_and_long_lines_are_faults() {
    let extends = |name: &str| format!("extends = \"{name}\"\n{GAME}");
    let told = |packs: &[(&str, &[(&str, &str)])], name: &str| shelf(packs).load(name).unwrap_err().to_string();
    let own = extends("child");
    let fault = told(&[("child", &[("game.toml", &own)])], "child");
    assert!(
        fault.contains("child/game.toml:1:11: a pack can't extend itself: `child`, which extends `child`"),
        "{fault}"
    );
    let (a, b) = (extends("b"), extends("a"));
    let fault = told(&[("a", &[("game.toml", &a)]), ("b", &[("game.toml", &b)])], "a");
    assert!(
        fault.contains("b/game.toml:1:11") && fault.contains("`a`, which extends `b`, which extends `a`"),
        "{fault}"
    );
    let unknown = extends("ches");
    let fault = told(&[("child", &[("game.toml", &unknown)])], "child");
    assert!(fault.contains("there is no game `ches`") && fault.contains("did you mean `chess`?"), "{fault}");
    let line: Vec<(String, String)> = (0..12).map(|n| (format!("p{n}"), extends(&format!("p{}", n + 1)))).collect();
    let files: Vec<[(&str, &str); 1]> = line.iter().map(|(_, text)| [("game.toml", text.as_str())]).collect();
    let packs: Vec<(&str, &[(&str, &str)])> =
        line.iter().zip(&files).map(|((name, _), files)| (name.as_str(), &files[..])).collect();
    assert!(told(&packs, "p0").contains("more than 8 packs extend each other"));
    // Without a parent there is nothing to remove.
    let remove = format!("remove = [\"end\"]\n{GAME}");
    let fault = told(&[("child", &[("game.toml", &remove)])], "child");
    assert!(fault.contains("`remove` is about the pack that this one extends, and it extends none"), "{fault}");
}

#[test]
fn packs_extend_packs_that_extend_others() {
    let middle = format!("extends = \"chess\"\n{GAME}[options]\nquiet_limit = {{ default = 4 }}\n");
    let lowest = format!("extends = \"middle\"\n{GAME}[endings]\nquiet = \"a draw: nothing happens\"\n");
    let library = shelf(&[("middle", &[("game.toml", &middle)]), ("lowest", &[("game.toml", &lowest)])]);
    assert_eq!(library.load("lowest").unwrap().inheritance.parents, ["middle", "chess"]);
    let game = game(&library, "lowest");
    assert_eq!(ending(&game, "g1-f3 g8-f6 f3-g1 f6-g8").unwrap(), "a draw: nothing happens");
}

/// Scripts, pictures and the guide fall back to the parent's, and the parent's scripts can be required.
#[test]
fn files_fall_back_and_scripts_call_those_of_the_parent() {
    let tables = format!("extends = \"atomic-chess\"\n{GAME}");
    let library = shelf(&[("child", &[("game.toml", &tables)])]);
    let pack = library.load("child").unwrap();
    assert!(pack.guide.as_ref().unwrap().text.contains("# Atomic Chess"));
    assert!(pack.rules.as_ref().unwrap().name.ends_with("rules/atomic-chess/rules.lua"));
    let explosion = "e2-e4 d7-d5 e4xd5";
    let count = |game: &Arc<Game>, actions: &str| {
        let mut played = Match::new(game.clone(), 1, vec!["human".to_owned(); 2]).unwrap();
        for text in actions.split_whitespace() {
            let action = played.parse(text).unwrap();
            played.act(&action).unwrap();
        }
        game.state_json(played.state()).to_string()
    };
    let blown = count(&game(&library, "child"), explosion);
    assert_eq!(blown, count(&game(&library, "atomic-chess"), explosion));
    // A child whose knights stay after a capture calls the parent's hook for the others.
    let rules = "local parent = require(\"parent/rules\")\nlocal capture = { allow = parent.actions.capture.allow }\n\
         function capture.after(seat, from, to)\n\tif main.kind(main.at(to)) ~= piece.knight then\n\
         \t\tparent.actions.capture.after(seat, from, to)\n\tend\nend\n\
         return { actions = { capture = capture, en_passant = parent.actions.en_passant } }\n";
    let library = shelf(&[("child", &[("game.toml", &tables), ("rules.lua", rules)])]);
    let child = game(&library, "child");
    assert_eq!(count(&child, explosion), blown);
    assert_ne!(count(&child, "b1-c3 d7-d5 c3xd5"), count(&game(&library, "atomic-chess"), "b1-c3 d7-d5 c3xd5"));
}

/// A script of an intermediate pack calls its own parent's, in any descendant.
#[test]
fn scripts_of_a_long_line_call_the_next() {
    let middle = format!("extends = \"atomic-chess\"\n{GAME}");
    let lowest = format!("extends = \"middle\"\n{GAME}");
    let script = "local parent = require(\"parent/rules\")\nreturn { actions = parent.actions }\n";
    for own in [&[][..], &[("rules.lua", script)]] {
        let files = [&[("game.toml", lowest.as_str())][..], own].concat();
        let library = shelf(&[("middle", &[("game.toml", &middle), ("rules.lua", script)]), ("lowest", &files)]);
        let game = game(&library, "lowest");
        let mut played = Match::new(game.clone(), 1, vec!["human".to_owned(); 2]).unwrap();
        for text in ["e2-e4", "d7-d5", "e4xd5"] {
            let action = played.parse(text).unwrap();
            played.act(&action).unwrap();
        }
        let board = "rnbqkbnr/ppp1pppp/8/8/8/8/PPPP1PPP/RNBQKBNR ";
        assert!(game.notation(played.state()).unwrap().starts_with(board), "nothing has blown up");
    }
}

/// The fingerprint in a child's save covers the rules of its parent.
#[test]
fn the_fingerprint_covers_the_parents() {
    let tables = format!("extends = \"atomic-chess\"\n{GAME}");
    let library = shelf(&[("child", &[("game.toml", &tables)])]);
    let before = library.load("child").unwrap().fingerprint;
    for file in ["game.toml", "rules.lua"] {
        let mut parent = crate::packs::library().files("atomic-chess").unwrap();
        let text = format!("{}\n", parent.texts[file]);
        parent.texts.insert(file.to_owned(), text.into());
        let child = library.files("child").unwrap();
        let own = [("game.toml".to_owned(), child.texts["game.toml"].clone())].into_iter().collect();
        let child =
            PackFiles { name: "child".to_owned(), prefix: "child/".to_owned(), texts: own, ..PackFiles::default() };
        let changed = Library::new([parent, child]).load("child").unwrap().fingerprint;
        assert_ne!(before, changed, "{file}");
    }
}

#[test]
fn variants_extend_variants() {
    let tables = "[variants.quick]\nset = { quiet_limit = 20, fivefold = true }\n\
         [variants.quicker]\nextends = \"quick\"\nset = { quiet_limit = 10 }\n";
    let text = format!("extends = \"chess\"\n{GAME}{tables}");
    let pack = shelf(&[("child", &[("game.toml", &text)])]).load("child").unwrap();
    let config = Config { variant: Some("quicker".to_owned()), ..Config::default() };
    let game = pack.configure(&config).unwrap();
    let options: BTreeMap<&str, String> = game.options().map(|(key, value)| (key, value.to_string())).collect();
    assert_eq!((options["quiet_limit"].as_str(), options["fivefold"].as_str()), ("10", "true"));
    let told = faults(&format!("{GAME}[variants.a]\nextends = \"a\"\nset = {{ quiet_limit = 20 }}\n"));
    assert!(told.len() == 1 && told[0].contains("the variant `a` extends itself"), "{told:?}");
    let told = faults(&format!("{GAME}[variants.a]\nextends = \"b\"\nset = {{ quiet_limit = 20 }}\n"));
    assert!(told.len() == 1 && told[0].contains("there is no variant `b`"), "{told:?}");
}

/// The pack that the guide shows.
#[test]
fn the_pack_of_the_guide_can_be_played() {
    let guide = std::fs::read_to_string(crate::packs::rules_folder().join("README.md")).unwrap();
    let shown = guide.split("```toml\n").find(|block| block.starts_with("extends = ")).unwrap();
    let tables = shown.split("```").next().unwrap();
    let library = shelf(&[("hill", &[("game.toml", tables)])]);
    let told = "white wins: the king is on the hill";
    let walk = "e2-e3 a7-a6 e1-e2 a6-a5 e2-d3 a5-a4 d3-d4";
    assert_eq!(ending(&game(&library, "hill"), walk).as_deref(), Some(told));
}

/// Faults of a pack that extends one of hidden cards, whose names have patterns.
#[test]
fn rows_of_cards_are_added_to_those_of_the_parent() {
    let tables =
        format!("extends = \"hearts\"\n{GAME}[[card]]\nname = \"joker\"\ncount = 2\nsuit = \"H\"\nrank = \"A\"\n");
    let library = shelf(&[("child", &[("game.toml", &tables)])]);
    match library.load("child") {
        Ok(pack) => assert_eq!(pack.cards.len(), 53),
        Err(faults) => panic!("{faults}"),
    }
}
