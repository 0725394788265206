//! The words of all packs, and of packs with features that those don't have, are valid Luau without holes.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use mlua::Lua;

use super::member::{BUNCHES, RANGES};
use super::*;
use crate::vm::{Room, Vm};
use crate::words::{File, Is, Word};
use parlour_game::scenario::Scenario;
use parlour_game::{Config, Game};
use parlour_model::diagnostic::SourceFile;
use parlour_pack::{Library, Pack, PackFiles};

/// Features that no pack in `rules/` has: piles whose cards their owners see, families of one, lists of values, kept
/// cards, a chance of cards, members with other ranges, words that are Luau keywords, and a number of partners that is
/// left out; with the maximum number of card types.
const ODD: &str = r#"
scores = "script"

[game]
title = "Odd"

[seats]
min = 1
max = 3
together = true

[options]
ranked = { default = false, help = "Whether there are ranks." }

[lists]
colour = ["red", "blue"]

[columns.room]
size = { type = "int", min = 1, max = 9 }

[[room]]
name = "hall"
size = 3

[columns.card]
value = { type = "int", min = 1, max = 9 }
colour = { type = "colour" }

[zones]
deck = { kind = "pile", seen = "none" }
open = { kind = "pile", seen = "all" }
mark = { kind = "pile", seen = "all" }
stack = { kind = "pile", per = "seat", seen = "owner" }
shelf = { kind = "pile", per = "room", seen = "all" }
secret = { kind = "bag", seen = "none" }
pool = { kind = "bag", seen = "all" }
hand = { kind = "bag", per = "seat", seen = "owner" }

[vars]
gold = { per = "seat", min = 0, max = 9 }
luck = { per = "seat", min = 0, max = { a = 3, b = 5, c = 7 } }
marks = { per = "seat", length = 3, min = 0, max = 9 }
days = { length = 2, min = 0, max = 9 }
rank = { per = "seat", min = 0, max = 9, if = { ranked = true } }

[setup]
source = "deck"
hold_back = ["card 1"]
deal = [{ to = "pool", count = 1 }, { to = "hand", count = 1 }]
rest = ["deck"]

[chance]
die = { roll = 6 }
draw = { of = "card" }

[phases]
turn = { actions = ["end", "give"] }

[actions]
end = {}
give = { usage = "give {card:card} {some:cards} [to {to:seat}]" }

[events.given]
fields = ["card: card", "some: cards", "to: seat"]
text.all = "{to} got it."

[endings]
done = "Done"
"#;

const PRESCRIBED: &str = "game = \"odd\"\n[chance]\ndie = [3]\ndraw = [\"card 2\"]\n";

fn odd(kinds: usize, seats: usize, scenario: Option<&str>) -> Arc<Game> {
    let mut text = ODD.to_owned();
    for n in 1..=kinds {
        let _ = write!(text, "[[card]]\nname = \"card {n}\"\nvalue = {}\ncolour = \"red\"\ncount = 3\n", n % 9 + 1);
    }
    let texts = [("game.toml", text.as_str()), ("rules.lua", "return {}")];
    let texts = texts.iter().map(|(name, text)| ((*name).to_owned(), (*text).into())).collect();
    let files = PackFiles { name: "odd".to_owned(), texts, ..PackFiles::default() };
    let pack = Pack::load(files).unwrap_or_else(|faults| panic!("{faults}")).into_shared();
    let read = |text: &str| Scenario::read(SourceFile::new("scene.toml", text.to_owned()), &pack);
    let scenario = scenario.map(|text| read(text).unwrap_or_else(|faults| panic!("{faults}")));
    let config = Config { seats: Some(seats), scenario: scenario.map(Arc::new), ..Config::default() };
    pack.configure(&config).unwrap_or_else(|faults| panic!("{faults}"))
}

/// All packs of the repository in every variant, with the fewest and the most seats, and odd ones.
fn games() -> Vec<Arc<Game>> {
    let mut games = vec![odd(3, 1, None), odd(3, 3, None), odd(60, 2, None), odd(300, 2, None)];
    games.extend([odd(3, 2, Some(PRESCRIBED)), odd(300, 3, Some(PRESCRIBED))]);
    let mut library = Library::default();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    library.add_folder(root.join("rules"));
    library.add_folder(root.join("tests/fixtures"));
    for name in library.names() {
        let Ok(pack) = library.load(&name) else { continue };
        let variants = pack.variants.iter().map(|variant| Some(variant.name.clone()));
        for variant in variants.chain([None]) {
            for seats in 1..=10 {
                let config = Config { variant: variant.clone(), seats: Some(seats), ..Config::default() };
                games.extend(pack.configure(&config));
            }
        }
    }
    assert!(games.len() > 20, "{}", games.len());
    games
}

/// The names in capitals that are left in a text, which no constant stands for.
fn left(text: &str) -> Vec<&str> {
    parlour_luau::tokens(text)
        .into_iter()
        .map(|token| token.text)
        .filter(|name| crate::words::is_constant(name))
        .collect()
}

#[test]
fn every_word_of_every_pack_is_luau_without_constants_that_are_not_given() {
    let lua = Lua::new();
    for game in games() {
        let prelude = Prelude::new(&game, false);
        for member in &prelude.members {
            let word = format!("{}: {}.{}", game.pack().name, member.namespace, member.name);
            match member.code() {
                Code::Constant(value) => assert!(!value.is_empty() && left(value).is_empty(), "{word}"),
                Code::Function(parameters, body) => {
                    let text = format!("{parameters} {body}");
                    assert_eq!(left(&text), Vec::<&str>::new(), "{word}");
                    // Behind them stand the lines of a script, which keep their numbers.
                    assert!(!text.contains('\n'), "{word}: {text}");
                }
            }
        }
        // All namespaces with the words that they use, including `core`.
        let namespaces: BTreeSet<&str> = prelude.namespaces().collect();
        let text = prelude.tables(&namespaces);
        let loaded = lua.load(&text).set_name("=prelude").into_function();
        assert!(loaded.is_ok(), "{}: {loaded:?}\n{text}", game.pack().name);
    }
}

#[test]
fn helpers_of_words_have_names_of_their_own() {
    for game in games() {
        let prelude = Prelude::new(&game, false);
        let helpers = prelude.members.iter().filter(|member| member.namespace == "core");
        let mut names = BTreeSet::new();
        for helper in helpers {
            assert!(names.insert(&helper.name), "{}: core.{}", game.pack().name, helper.name);
        }
    }
}

#[test]
fn functions_of_packs_tell_what_they_return() {
    let game = odd(3, 2, None);
    let prelude = Prelude::new(&game, false);
    assert_eq!(prelude.gives("offer", "give").as_deref(), Some(""));
    assert_eq!(prelude.gives("event", "given").as_deref(), Some(""));
    assert_eq!(prelude.gives("hand", "count").as_deref(), Some("number"));
    assert_eq!(prelude.gives("endings", "done"), None);
}

#[test]
fn every_word_of_the_files_is_in_some_pack_and_every_constant_in_some_file() {
    let mut wanted: BTreeSet<usize> = BTreeSet::new();
    let mut given: BTreeMap<&str, bool> = BTreeMap::new();
    for game in games() {
        for member in &Prelude::new(&game, false).members {
            if let Some((word, constants)) = member.origin() {
                wanted.insert(std::ptr::from_ref(word).addr());
                constants.names().into_iter().for_each(|name| _ = given.insert(name, false));
            }
        }
    }
    for (words, (path, text)) in File::ALL.iter().map(|file| (file.words(), file.text())) {
        for word in words.iter().filter(|word: &&Word| word.is != Is::More) {
            assert!(wanted.contains(&std::ptr::from_ref(word).addr()), "{path}: no game has {}", word.name);
        }
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let capitals =
            |piece: &str| piece.find(|c: char| c.is_ascii_uppercase()).map(|at| piece[at..].to_ascii_lowercase());
        let used: BTreeSet<String> = text.split(|c: char| !is_part(c)).filter_map(capitals).collect();
        // Subjects are named by the words that are called on them, indices and ranges by parameters.
        let subjects = ["i", "j", "members", "from_members", "to_members"];
        let subjects: Vec<&str> = subjects.into_iter().chain(RANGES.iter().map(|(_, _, most)| *most)).collect();
        for (name, is_used) in &mut given {
            let name = name.to_ascii_lowercase();
            *is_used |= used.contains(&name) || text.contains(&format!("{name}.")) || subjects.contains(&name.as_str());
        }
    }
    let idle: Vec<&&str> = given.iter().filter(|(_, is_used)| !**is_used).map(|(name, _)| name).collect();
    assert_eq!(idle, Vec::<&&str>::new(), "given, but in no file");
}

/// Calls every word of a game once for each of its parameters with a fraction, or an infinite number, and returns the
/// words that accept it.
fn taken(game: &Arc<Game>, is_heard: bool) -> Vec<String> {
    let prelude = Prelude::new(game, false);
    let has_bunches = prelude.namespaces().any(|name| name == "bunch");
    let mut calls = String::new();
    for namespace in prelude.namespaces() {
        for member in prelude.visible(namespace).unwrap() {
            let Code::Function(parameters, _) = member.code() else { continue };
            let names: Vec<&str> = parameters
                .split(", ")
                .filter(|name| !name.is_empty())
                .filter_map(|name| name.split(':').next())
                .collect();
            for (n, name) in names.iter().enumerate() {
                // Bounds may be any number.
                if member.name.starts_with("any_") && matches!(*name, "least" | "most") {
                    continue;
                }
                let beyond: &[&str] =
                    if namespace == "event" { &["2147483648", "-2147483649", "1099511627776"] } else { &[] };
                for wrong in ["1.5", "0 / 0", "math.huge", "-math.huge"].iter().chain(beyond) {
                    let given = names.iter().enumerate().map(|(k, name)| match (k == n, *name) {
                        (true, _) => *wrong,
                        (false, name) if has_bunches && BUNCHES.contains(&name) => "bunch.scratch(1)",
                        (false, _) => "1",
                    });
                    let given = given.collect::<Vec<_>>().join(", ");
                    let word = format!("{namespace}.{}", member.name);
                    let _ = writeln!(calls, "refuse('{word}({given})', function() {word}({given}) end)");
                }
            }
        }
    }
    let script = format!(
        "local calls_taken = {{}}\nlocal function refuse(call, f)\n\tlocal ran, why = pcall(f)\n\
         \tif ran or not string.find(why, 'expected', 1, true) then table.insert(calls_taken, call .. ': ' .. tostring(why)) end\n\
         end\nlocal calls = {{ {} }}\nfor _, call in calls do call() end\nreturn calls_taken",
        calls.lines().map(|call| format!("function() {call} end,\n")).collect::<String>()
    );
    let room = Room { state: game.layout().size, actions: ACTION_BYTES, events: EVENT_BYTES + NOTE_BYTES };
    let mut machine = Vm::new(game, Rc::new(prelude), room, std::time::Duration::from_secs(60)).unwrap();
    // Events are rejected with and without a listener.
    machine.control.bytes_mut()[control::EVENTS_ON] = u8::from(is_heard);
    let taken = machine.run_file(&SourceFile::new("calls.lua", script)).unwrap_or_else(|faults| panic!("{faults}"));
    taken.as_table().unwrap().sequence_values().map(Result::unwrap).collect()
}

#[test]
fn no_word_takes_a_number_between_two_or_without_an_end() {
    let mut library = Library::default();
    library.add_folder(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rules"));
    library.add_folder(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures"));
    let packs = library.names().into_iter().filter_map(|name| library.load(&name).ok());
    let games = packs.filter_map(|pack| pack.configure(&Config::default()).ok());
    for game in games.chain([odd(3, 3, None)]) {
        for is_heard in [true, false] {
            assert_eq!(taken(&game, is_heard), Vec::<String>::new(), "{}", game.pack().name);
        }
    }
}
