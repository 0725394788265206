//! Functions of robots that searches call give the same results as machine code and in Luau.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::path::Path;

use parlour_engine::diagnostic::SourceFile;
use parlour_engine::game::Config;
use parlour_engine::pack::{Library, PackFiles};
use parlour_engine::play::Match;
use parlour_engine::rules::Playout;

use super::*;
use crate::lua::Script;
use parlour_search::params;

/// A robot's answer at a decision with the whole search report, or the error.
type Said = Result<String, String>;

/// A robot's file and the files beside it.
struct Robot {
    file: SourceFile,
    files: PackFiles,
}

impl Robot {
    fn made(text: &str, beside: &[(&str, &str)]) -> Self {
        let texts = beside.iter().map(|(path, text)| ((*path).to_owned(), (*text).into())).collect();
        let files = PackFiles { name: "made".to_owned(), prefix: "robots/".to_owned(), texts, ..PackFiles::default() };
        Self { file: SourceFile::new("robots/made.lua", text), files }
    }

    /// Its answers in compiled and interpreted mode; the number of compiled calls, and the functions that stay in Luau.
    fn both_ways(&self, played: &Match) -> ([Said; 2], u64, Vec<String>) {
        let (seat, view) = (played.decision().unwrap().seat, played.view(played.decision().map(|due| due.seat)));
        let request = Request { view: &view, legal: played.legal(), time: Duration::from_secs(60), nodes: Some(400) };
        let values = params::settle("made", &params::declared(&self.file).unwrap(), &[]).unwrap();
        let game = played.game();
        let load = || {
            let chance = Rc::new(RefCell::new(SeatChance::new(game, seat, 5)));
            let script = Script::load(game, seat, &self.file, &self.files, &values, &chance).unwrap();
            script.scripts.set_budget(Duration::from_secs(60));
            (script, chance)
        };
        let ask = |script: &Script| match script.ask(&request, &self.file) {
            Ok(answer) => Ok(format!(
                "{:?} {:?}",
                answer.answer.render(),
                script.searcher.found.borrow().as_ref().map(|found| &found.0.all)
            )),
            Err(fault) => Err(format!("{fault} {:?}", fault.place.clone().map(|place| (place.file, place.line)))),
        };
        let (fast, chance) = load();
        // The first call compiles.
        let _ = ask(&fast);
        let in_luau = fast.searcher.code.borrow_mut().in_luau();
        fast.searcher.forget();
        *chance.borrow_mut() = SeatChance::new(game, seat, 5);
        let before = fast.searcher.code.borrow().answered();
        let said = ask(&fast);
        let answered = fast.searcher.code.borrow().answered() - before;
        let (plain, _) = load();
        plain.searcher.code.borrow_mut().keep_in_luau();
        let in_luau_alone = ask(&plain);
        ([said, in_luau_alone], answered, in_luau.iter().map(ToString::to_string).collect())
    }
}

/// A match after a number of random plies.
fn moment(game: &str, plies: usize) -> Match {
    let mut library = Library::default();
    library.add_folder(Path::new(env!("CARGO_MANIFEST_DIR")).join("../rules"));
    let game = library.load(game).unwrap().configure(&Config::default()).unwrap();
    let mut played = Match::new(game.clone(), 3, vec![String::new(); game.seat_count()]).unwrap();
    let mut generator = Generator::from_seed(7);
    for _ in 0..plies {
        let Some(n) = Playout::ByVerb.choose(played.legal(), &mut generator) else { break };
        let action = played.legal().get(&game, n);
        played.act(&action).unwrap();
    }
    played
}

#[test]
fn evaluate_says_the_same_as_machine_code() {
    let lib = [(
        "lib/worth.lua",
        "local reach = { 1, 2, 3.5, 4, 5 }\n\nlocal worth = {}\nfunction worth.of(seat)\n\tlocal sum = 0\n\tfor n, far in reach do\n\t\tsum += far * hand.count(seat, n)\n\tend\n\treturn sum / 7 - position.get(seat)\nend\nreturn worth\n",
    )];
    // A function of a required file, one of the file itself, and a closure over the file's locals.
    for text in [
        "local worth = require(\"lib/worth\")\nreturn { choose = function() return (search.ismcts({ depth = 3, evaluate = worth.of })) end }\n",
        "local slow = memo(function(n) return n * n end)\nlocal function near(seat)\n\treturn position.get(seats.right) - position.get(seats.left) + hand.size(seat)\nend\n\
         return { choose = function() return (search.flat({ depth = 2, evaluate = near, scale = slow(2) })) end }\n",
        "local part = 0.25\nlocal function choose()\n\treturn (search.ismcts({ depth = 3,\n\t\tevaluate = function(seat)\n\t\t\treturn part * position.get(seat) ^ 2\n\t\tend }))\nend\nreturn { choose = choose }\n",
    ] {
        let ([fast, exact], answered, in_luau) = Robot::made(text, &lib).both_ways(&moment("en-garde", 4));
        assert_eq!(fast, exact, "{text}");
        assert!(answered > 300 && in_luau.is_empty() && fast.is_ok(), "{answered} {in_luau:?} {fast:?} {text}");
    }
}

/// Closures over a call's locals are interpreted. An error is reported with its line.
#[test]
fn what_is_made_in_play_and_what_fails_stays_in_luau() {
    let own = "local function choose(me)\n\tlocal part = me.seat / 4\n\treturn (search.ismcts({ depth = 3,\n\t\tevaluate = function(seat)\n\t\t\treturn part * position.get(seat)\n\t\tend }))\nend\nreturn { choose = choose }\n";
    let ([fast, exact], answered, in_luau) = Robot::made(own, &[]).both_ways(&moment("en-garde", 4));
    assert_eq!((&fast, answered), (&exact, 0));
    let told =
        "robots/made.lua:4 stays in Luau: the function uses variables of a call, or is not the only one of its line";
    assert!(in_luau[..] == [format!("{told}; and so does everything else of the scripts")], "{in_luau:?}");
    let two = "local near, far = function(seat) return seat end, function(seat) return -seat end\n\
        return { choose = function() return (search.ismcts({ depth = 3, evaluate = if #near then far else near })) end }\n".replace("#near", "match.ply() > 0");
    let ([fast, exact], answered, _) = Robot::made(&two, &[]).both_ways(&moment("en-garde", 4));
    assert_eq!((&fast, answered), (&exact, 0));
    let fails = "local function worth(seat)\n\tif position.get(seats.left) > 9 then\n\t\terror(\"no idea\")\n\tend\n\treturn seat\nend\n\
         return { choose = function() return (search.ismcts({ depth = 3, evaluate = worth })) end }\n";
    let ([fast, exact], ..) = Robot::made(fails, &[]).both_ways(&moment("en-garde", 4));
    assert!(
        fast == exact && fast.as_ref().is_err_and(|fault| fault.contains("no idea") && fault.contains(", 3)")),
        "{fast:?} {exact:?}"
    );
}

/// Sets of cards last as long as the robot thinks, in whichever mode they are filled.
#[test]
fn sets_of_cards_go_in_and_out() {
    let text = "local function worth(seat)\n\tlocal seen = bunch.scratch(1)\n\tbunch.set(seen, card.coin, (bunch.count(seen, card.coin) + seat) % 50)\n\treturn money.get(seat) + bunch.count(seen, card.coin)\nend\n\
         return { choose = function() return (search.ismcts({ depth = 2, evaluate = worth, scale = 50 })) end }\n";
    let ([fast, exact], answered, _) = Robot::made(text, &[]).both_ways(&moment("archaeology", 4));
    assert!(fast == exact && fast.is_ok() && answered > 300, "{answered} {fast:?} {exact:?}");
}

/// Every robot of the project whose searches call a function.
#[test]
fn shipped_robots_choose_the_same() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("robots");
    let mut asking = 0;
    for folder in std::fs::read_dir(&root).unwrap() {
        let folder = folder.unwrap().path();
        let game = folder.file_name().unwrap().to_str().unwrap().to_owned();
        if !folder.is_dir() || game == "any" {
            continue;
        }
        let (files, _) = PackFiles::read_what_can_be(&folder, &root);
        for (path, text) in &files.texts {
            // A table of weights is never called.
            if path.contains('/') || !text.contains("evaluate = ") || text.contains("evaluate = {") {
                continue;
            }
            let file = files.source(path).unwrap();
            let ([fast, exact], answered, in_luau) = Robot { file, files: files.clone() }.both_ways(&moment(&game, 4));
            assert_eq!(fast, exact, "{game}/{path}");
            asking += u64::from(answered > 0);
            assert!(answered > 0 || !in_luau.is_empty() || text.contains("alphabeta"), "{game}/{path} {in_luau:?}");
        }
    }
    assert!(asking > 0);
}
