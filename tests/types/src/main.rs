//! Type-checks the scripts of all games and robots with Luau's own analyzer, which luau-lsp is based on, by the type
//! definitions that `parlour games GAME --types` and `parlour robots GAME --types` print. Exits with 1 on any
//! diagnostic, or if a deliberate mistake isn't detected.
//!
//! Usage: `parlour-types PARLOUR ROOT`: the program `parlour`, and the folder with `rules/` and `ai/robots/`.

use std::error::Error;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use luau_analyzer_sys::{Diagnostic, NativeAnalyzer};

type Outcome<T> = Result<T, Box<dyn Error>>;

/// Definitions missing in this build of the analyzer.
const TABLE: &str = "
declare table: {
	clear: (table: {}) -> (),
	clone: <T>(table: T) -> T,
	concat: <V>(list: { V }, separator: string?, first: number?, last: number?) -> string,
	create: <V>(count: number, value: V?) -> { V },
	find: <V>(list: { V }, value: V, first: number?) -> number?,
	freeze: <T>(table: T) -> T,
	insert: (<V>(list: { V }, value: V) -> ()) & (<V>(list: { V }, place: number, value: V) -> ()),
	isfrozen: (table: {}) -> boolean,
	maxn: <V>(list: { V }) -> number,
	move: <V>(from: { V }, first: number, last: number, at: number, to: { V }?) -> { V },
	pack: <V>(...V) -> { [number]: V, n: number },
	remove: <V>(list: { V }, place: number?) -> V?,
	sort: <V>(list: { V }, before: ((V, V) -> boolean)?) -> (),
	unpack: <V>(list: { V }, first: number?, last: number?) -> ...V,
}
";

/// Deliberate mistakes in `--!strict`, each with the definitions of a game or of its robots: the analyzer must report
/// every one.
const SLIPS: &[(&str, &str)] = &[
    ("games", "return deck.sizes()"),
    ("games", "local n: string = deck.size()\nreturn n"),
    ("games", "position.set(seats.left)"),
    ("games", "local hooks: RuleActions = { pass = { allow = 1 } }\nreturn hooks"),
    ("robots", "deck.shuffle()"),
    ("robots", "return function(legal: Actions) return legal:of(\"attack\")[1].seat end"),
    ("robots", "return function(action: Action) return action.crad end"),
    ("robots", "return function(told: Event) return if told.kind == \"touch\" then told.card else 0 end"),
    ("robots", "search.ismcts({ exploration = \"much\" })"),
    ("robots", "local _, found = search.flat()\nreturn found.visit"),
];

/// Valid code in `--!strict`.
const FINE: &[(&str, &str)] = &[
    ("games", "local n: number = deck.size() + position.get(seats.left) + card.value(1)\nreturn n"),
    (
        "games",
        "local function allow(_seat: number, c: number)\n\treturn c > 0 or refusal.crossed\nend\n\
      return { actions = { attack = { allow = allow } } } :: Rules",
    ),
    ("robots", "return function(legal: Actions): number return legal:of(\"attack\")[1].card end"),
    ("robots", "return function(told: Event): number return if told.kind == \"move\" then told.to else 0 end"),
    (
        "robots",
        "local function choose(me: Me, legal: Actions)\n\
      \tlocal some = legal:where(function(action)\n\t\treturn action.verb ~= \"pass\"\n\tend)\n\
      \tlocal action, found = search.ismcts({ among = some, policy = \"kind\", exploration = 0.5 })\n\
      \tme.memory.last = found.value\n\treturn action, `{found.nodes}`\nend\nreturn { choose = choose }",
    ),
];

fn main() -> Outcome<ExitCode> {
    let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
    let (Some(parlour), Some(root)) = (arguments.next(), arguments.next()) else {
        return Err("usage: parlour-types PARLOUR ROOT".into());
    };
    let (mut files, mut faults) = (0, 0);
    let types = |kind: &str, game: &str| definitions(&parlour, &root, kind, game);
    for game in folders(&root.join("rules"))? {
        let folder = root.join("rules").join(&game);
        let mut analyzer = analyzer(&types("games", &game)?);
        for file in scripts(&folder)? {
            files += 1;
            faults += check(&mut analyzer, &file, &folder, &folder)?;
        }
    }
    for game in folders(&root.join("ai/robots"))? {
        let folder = root.join("ai/robots").join(&game);
        // Robots for every game are checked with the smallest game.
        let its = if game == "any" { "tic-tac-toe" } else { &game };
        let mut analyzer = analyzer(&types("robots", its)?);
        for file in scripts(&folder)? {
            files += 1;
            faults += check(&mut analyzer, &file, &folder, &root.join("rules").join(its))?;
        }
    }
    let texts = SLIPS.iter().map(|slip| (true, slip)).chain(FINE.iter().map(|fine| (false, fine)));
    for (expected, (kind, text)) in texts {
        let text = format!("--!strict\n{text}\n");
        let mut analyzer = analyzer(&types(kind, "en-garde")?);
        let found = analyzer.check("text", |name| (name == "text").then(|| text.clone()), |_, _| None);
        if found.is_empty() == expected {
            faults += 1;
            let says: Vec<&str> = found.iter().map(|one| one.message.as_str()).collect();
            println!("{text}{} {}", if expected { "nothing is found in it" } else { "is fine, but:" }, says.join("; "));
        }
    }
    println!("{files} scripts, {faults} faults");
    Ok(ExitCode::from(u8::from(faults > 0)))
}

/// The type definitions for a game or its robots.
fn definitions(parlour: &Path, root: &Path, kind: &str, game: &str) -> Outcome<String> {
    let (rules, robots) = (root.join("rules"), root.join("ai/robots"));
    let folders = [OsStr::new("--rules"), rules.as_os_str(), OsStr::new("--robots"), robots.as_os_str()];
    let output = Command::new(parlour).args([kind, game, "--types", "--color", "never"]).args(folders).output()?;
    if !output.status.success() {
        return Err(format!("{kind} {game}: {}", String::from_utf8_lossy(&output.stderr)).into());
    }
    Ok(String::from_utf8(output.stdout)?)
}

fn analyzer(definitions: &str) -> NativeAnalyzer {
    let mut analyzer = NativeAnalyzer::new();
    analyzer.add_definitions(TABLE);
    analyzer.add_definitions(definitions);
    analyzer
}

/// The folders in a folder, by name.
fn folders(of: &Path) -> Outcome<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(of)? {
        let entry = entry?;
        if entry.path().is_dir() {
            names.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    names.sort();
    Ok(names)
}

/// The scripts in a folder, recursively.
fn scripts(folder: &Path) -> Outcome<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(scripts(&path)?);
        } else if path.extension() == Some(OsStr::new("lua")) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// Prints the diagnostics of a file; `game` is the folder of `@game/NAME`.
fn check(analyzer: &mut NativeAnalyzer, file: &Path, folder: &Path, game: &Path) -> Outcome<usize> {
    let read = |name: &str| fs::read_to_string(name).ok();
    let resolve = |_: &str, name: &str| {
        let path = match name.strip_prefix("@game/") {
            Some(name) => game.join(name),
            None => folder.join(name),
        };
        Some(path.with_extension("lua").to_string_lossy().into_owned())
    };
    let found: Vec<Diagnostic> = analyzer.check(&file.to_string_lossy(), read, resolve);
    for one in &found {
        println!("{}:{}:{}: {}", file.display(), one.line + 1, one.col + 1, one.message);
    }
    Ok(found.len())
}
