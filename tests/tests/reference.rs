//! `rules/REFERENCE.md` and `rules/game.schema.json` are generated from the engine's own tables: the keys of packs and
//! the script API.
//!
//! `PARLOUR_BLESS=1 cargo test -p parlour-tests reference` updates them.

mod keys;
mod words;

use std::fmt::Write as _;
use std::path::Path;

use parlour_engine::game::{Config, Game};
use parlour_engine::ids::VarId;
use parlour_engine::pack::art::{symbol, symbol_names};
use parlour_engine::pack::keys::{KeyTable, Shape, TABLES};
use parlour_engine::pack::schema::schema;
use parlour_engine::pack::spec::{Per, ZoneKind};
use parlour_engine::pack::{Pack, PackFiles};
use parlour_engine::rules::Rules;

use crate::packs::{rules_folder, scene};
use keys::Samples;

const HEAD: &str = "# Reference

Every key of `game.toml` and every word of scripts. [README.md](README.md) teaches their use. This page is made by
`PARLOUR_BLESS=1 cargo test -p parlour-tests reference`.

A number can be written as a number, as the name of an option, by seats, `{ 2 = 6, 3 = 5 }` (a number of seats that is
not listed takes the value of the next smaller one that is; not in options), or by variants, `{ line = 1, grid = \"board.height\" }`; what is
`per = \"seat\"` by names of seats.

Types of arguments: `card`, `cards` (with counts), `seat`, `number`, `square`, `symbol`, `piece`, or a list; with several
boards `square of BOARD`. Domains: `card of ZONE`, `cards of ZONE` (what lies in the zone of the seat that acts, or in
the only one), `card of ZONE or ZONE` (what lies in one of them; of a zone for each row or word in any), `other seat`
(one that is in), `pair or run of ZONE` (cards that are one of these combinations), `any combination of ZONE`, `number 1 to 5` (each bound a number or an option), `empty square`.
`[as {colour:colour}]` may be left out. Fields of events have these types without `piece`, and `numbers` and `glyph`; what
tells a piece is a `symbol`.

Directions: `forward`, `back`, `left`, `right`, `forward-left` and so on, `ahead` (the three in front), `sideways`,
`forward-diagonal`, `back-diagonal`, `orthogonal`, `diagonal`, `all`; `[1, 2]` with all its turns and mirrors;
`{ forward = 2, right = 1 }`; or a list of these. On hexes there are `left`, `right`, `forward-left`, `forward-right`,
`back-left`, `back-right`, `ahead` (the two in front), `sideways` and `all`. On a board of lines, `lines` goes along
every line to either side, whichever way it turns; the others go along lines as long as these lead straight that way.
";

/// A list entry, wrapped at spaces to lines of up to 118 characters.
fn entry(page: &mut String, text: &str) {
    let mut line = String::from("-");
    for word in text.split(' ') {
        if line.chars().count() + word.chars().count() > 116 {
            let _ = writeln!(page, "{line}");
            line = String::from(" ");
        }
        line.push(' ');
        line.push_str(word);
    }
    let _ = writeln!(page, "{line}");
}

fn keys(page: &mut String) {
    page.push_str("\n## Keys of game.toml\n\nBehind each key stands the shortest that a game has written after it.\n");
    let samples = Samples::read();
    for table in TABLES {
        let _ = write!(page, "\n### {}\n\n", table.written);
        let _ = write!(page, "{}\n\n", table.about);
        keys_of(page, table, &samples);
    }
}

/// The keys of a table. Keys that are top-level tables of the file have sections of their own.
fn keys_of(page: &mut String, table: &KeyTable, samples: &Samples) {
    let examples = samples.of(table);
    for (key, shape, says) in table.keys {
        if table.path.is_empty() && matches!(shape, Shape::Table | Shape::Tables) {
            entry(page, &format!("`{key}`: {says}"));
            continue;
        }
        let missing = || panic!("no pack has `{key}` of `{}`: tests/fixtures/rare-keys", table.path);
        entry(page, &format!("`{key}`: {says}. {}", examples.get(key).unwrap_or_else(missing)));
    }
}

/// The keys of a scenario, in addition to those described in `rules/README.md`.
const SCENARIOS: &str = "
## Keys of a scenario

- `game`: the game that it is for; it must be there
- `variant`: its variant
- `players`: how many seats there are, at the top of the file; if it is not said, as many as are named, or as usual
- `to_act`: the seat that is to act
- `deck`: the cards of the match, if they are others than those of `game.toml`
- `[options]`: values of options
- `[zones]`: the cards of each zone that it names, bottom first: `\"hand.a\" = [\"five\"]`
- `[vars]`: values of variables, and faces of dice: `\"money.a\" = 3`, of a list `pit = [4, 4]`, `cup = [4, 2]`, of a single
  die `die = 4` or `die = [4]`
- `[boards]`: the rows of each board, the top row first; of one that hides squares those that scripts show to everyone,
  `\"main.lit\" = [\"a1\"]`, and to a seat alone, `\"main.lit.a\"`
- `[chance]`: what comes up next of each chance and of dice, in this order, and then at random: `cup = [6, 6]`
- `[expect]`: makes it a test, with `play`, `to_act`, `allowed`, `refused`, `winners`, `ending`, `[expect.zones]`,
  `[expect.vars]` and `[expect.boards]`
";

/// The description of an API namespace.
fn subject(game: &Game, namespace: &str) -> String {
    let pack = game.pack();
    let each = |per: &Per| match per {
        Per::Seat => " for each seat".to_owned(),
        Per::Team => " for each team".to_owned(),
        Per::Table(table) => format!(" for each row of the table `{}`", pack.tables[*table].name),
        _ => String::new(),
    };
    if let Some(zone) = pack.zones.iter().find(|zone| zone.name == namespace) {
        let kind = if zone.kind == ZoneKind::Pile { "a pile" } else { "a bag" };
        return format!("{kind}{}", each(&zone.per));
    }
    if let Some(n) = pack.vars.iter().position(|var| var.name == namespace) {
        if pack.vars[n].dice.is_some() {
            return format!("dice{}", each(&pack.vars[n].per));
        }
        let length = game.var(VarId::from_index(n)).length;
        let kind = if pack.vars[n].is_single() { "a number".to_owned() } else { format!("{length} numbers") };
        return format!("{kind}{}", each(&pack.vars[n].per));
    }
    if pack.tables.iter().any(|table| table.name == namespace) {
        return "a table".to_owned();
    }
    match namespace {
        "suit" => "a list of words",
        "special" => "constants",
        "main" => "a board",
        "field" => "a board of squares, beyond the words of every board",
        "fences" => "a board of edges, beyond the words of every board; those of corners are `joined` and `of`",
        "bunch" => "cards with counts, to work with and to offer",
        "chance" => "random outcomes",
        "combination" => "the combinations of cards",
        "decide" => "ask a seat for a decision before the turn goes on",
        "ending" => "end the match",
        "event" => "tell what happened",
        "match" => "how the match stands",
        "offer" | "offers" => "in `legal`: what can be done",
        "option" => "options",
        "refusal" => "in `needs` and `allow`: what is against an action",
        "score" => "scores",
        "seats" => "seats",
        "setup" => "the deal",
        "turn" => "whose turn it is, and in which phase",
        _ => "",
    }
    .to_owned()
}

/// The boards of the sample, the first in whose section a word of boards stands.
const BOARDS: [&str; 4] = ["main", "field", "fences", "posts"];

fn words(page: &mut String) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/words");
    let sample = PackFiles::read(&folder).unwrap();
    let tables = sample.texts["game.toml"].trim_end().to_owned();
    let pack = Pack::load(sample).unwrap_or_else(|faults| panic!("{faults}")).into_shared();
    let game = pack.configure(&Config::default()).unwrap();
    let words = Rules::new(game.clone()).unwrap_or_else(|faults| panic!("{faults}")).words();
    let mut played = scene(&pack, words::MOMENT);
    page.push_str(
        "\n## Words of scripts\n\nWhat a pack declares is there as words. These are those of the sample below, each \
         with an example\nin the moment that stands behind it. Seats, cards, squares and words of lists are numbers \
         from 1; 0 is none.\n",
    );
    let mut namespaces: Vec<&str> = Vec::new();
    for (word, _) in &words {
        let namespace = word.split('.').next().unwrap_or_default();
        if !namespaces.contains(&namespace) {
            namespaces.push(namespace);
        }
    }
    let mut faults = Vec::new();
    for namespace in namespaces {
        // What every board has stands at the first one that has it.
        let is_said = |word: &str| {
            let before = BOARDS.iter().take_while(|board| **board != namespace);
            let of = |board: &str| word.split_once('.').map(|(_, word)| format!("{board}.{word}"));
            let is_board = BOARDS.contains(&namespace);
            is_board && before.filter_map(|board| of(board)).any(|same| words.iter().any(|(word, _)| *word == same))
        };
        let own = words.iter().filter(|(word, _)| word.split('.').next() == Some(namespace) && !is_said(word));
        let own: Vec<_> = own.collect();
        if own.is_empty() {
            continue;
        }
        let _ = write!(page, "\n### `{namespace}`: {}\n\n", subject(&game, namespace));
        for (word, says) in own {
            match words::example(&mut played, word) {
                Ok(example) => entry(page, &format!("`{word}`: {says} {example}")),
                Err(fault) => faults.push(fault),
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
    let _ = write!(page, "\n### The sample\n\n```toml\n{tables}\n```\n");
    let _ = write!(page, "\nThe examples are in this moment of it:\n\n```toml{}```\n", words::MOMENT);
}

/// The list of built-in symbols.
fn symbols(page: &mut String) {
    let names: Vec<String> = symbol_names().map(|name| format!("`{name}`")).collect();
    page.push_str(
        "\n## Symbols\n\nWhat `art` can name besides the pictures of a pack's own, drawn for Parlour in one style:\n\n",
    );
    entry(page, &names.join(", "));
    page.push_str("\n![all symbols](../repl/pictures/symbols.svg)\n");
}

/// The looks of boards, zones and variables, each with the name of its picture.
const LOOKS: [(&str, &str); 20] = [
    ("A board with `look = \"plain\"`, and pieces with pictures of their own on discs: `advance`", "plain"),
    ("`look = \"chequered\"`: `chess`", "chequered"),
    ("`look = \"points\"`: `go`", "points-board"),
    ("`lines`: `nine-mens-morris`", "lines"),
    ("`shape = \"hexes\"`, with sides in the colours of the seats that join them: `hex`", "hexes"),
    ("`tokens = \"rings\"`, `river` and `palace`: `xiangqi`", "rings"),
    ("`tokens = \"tiles\"`, and pieces in hand at their seats: `shogi`", "tiles"),
    ("`tokens = \"figures\"` on plain squares: `tic-tac-toe`", "figures"),
    ("`stack`: symbols as storeys, a piece on top: `santorini`", "storeys"),
    ("`stack`: pieces under others as slabs, on hexes: `dvonn`", "slabs"),
    ("A variable with `look = \"strip\"` and `art`: `en-garde`", "strip"),
    ("Two of counts, one of each seat: `kalah`", "pits"),
    ("`look = \"points\"`, two with `\"beside\"`, and dice: `backgammon`", "points"),
    ("A list with a name for each place, and dice: `yahtzee`", "sheet"),
    ("A zone with `look = \"row\"`, variables with `\"stack\"`, `\"pot\"` and `\"button\"`: `holdem`", "row"),
    ("Piles, a bag in `stacks`, and a museum by its `count`: `archaeology`", "stacks"),
    ("A `trick`, and a hand as a `fan`: `hearts`", "trick"),
    ("Variables with `look = \"bar\"` and `\"tokens\"`, cards with marks: `hanabi`", "bar"),
    ("A zone with `look = \"grid\"`", "grid"),
    ("Zones with `look = \"cascade\"`", "cascade"),
];

/// A picture of each look.
fn looks(page: &mut String) {
    page.push_str(
        "\n## Looks\n\nThe same things painted, by `PARLOUR_BLESS=1 cargo test --workspace --test pictures -- \
         the_reference`. Pictures of any game, of\none's own as well: `parlour picture --out FOLDER/ GAME --rules DIR`.\n",
    );
    let pictures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../repl/pictures/looks");
    for (says, name) in LOOKS {
        assert!(pictures.join(format!("{name}.svg")).is_file(), "there is no picture of `{name}`");
        let _ = write!(page, "\n{says}\n\n![{name}](../repl/pictures/looks/{name}.svg)\n");
    }
}

/// All symbols with their names, in rows.
fn sheet() -> String {
    const SIDE: usize = 96;
    const COLUMNS: usize = 12;
    let rows = symbol_names().count().div_ceil(COLUMNS);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" \
         font-family=\"sans-serif\" font-size=\"11\" text-anchor=\"middle\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fffdf8\"/>\n",
        SIDE * COLUMNS,
        SIDE * rows
    );
    for (n, name) in symbol_names().enumerate() {
        let (x, y) = (n % COLUMNS * SIDE, n / COLUMNS * SIDE);
        let shapes = symbol(name).map_or("", |art| art.shapes.as_str());
        let _ = writeln!(
            out,
            "<g transform=\"translate({x} {y})\"><g fill=\"#2c5a8c\" color=\"#2c5a8c\" transform=\"translate(20 10) \
             scale(.875)\">{shapes}</g><text x=\"48\" y=\"84\" fill=\"#22262b\">{name}</text></g>"
        );
    }
    out + "</svg>\n"
}

#[test]
fn the_sheet_shows_every_symbol() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../repl/pictures/symbols.svg");
    if std::env::var_os("PARLOUR_BLESS").is_some() {
        std::fs::write(&file, sheet()).unwrap();
    }
    let written = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(written == sheet(), "repl/pictures/symbols.svg lacks symbols: write it anew with PARLOUR_BLESS=1");
}

#[test]
fn is_what_the_engine_knows() {
    let mut page = HEAD.to_owned();
    keys(&mut page);
    page.push_str(SCENARIOS);
    symbols(&mut page);
    looks(&mut page);
    words(&mut page);
    let file = rules_folder().join("REFERENCE.md");
    if std::env::var_os("PARLOUR_BLESS").is_some() {
        std::fs::write(&file, &page).unwrap();
    }
    let written = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(written == page, "rules/REFERENCE.md is not what the engine knows: write it anew with PARLOUR_BLESS=1");
}

/// Editors validate the packs of the repository with it (`.taplo.toml`).
#[test]
fn the_schema_beside_the_packs_is_what_the_loader_knows() {
    let (file, text) =
        (rules_folder().join("game.schema.json"), serde_json::to_string_pretty(&schema()).unwrap() + "\n");
    if std::env::var_os("PARLOUR_BLESS").is_some() {
        std::fs::write(&file, &text).unwrap();
    }
    let written = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(written == text, "rules/game.schema.json is not what the loader knows: write it anew with PARLOUR_BLESS=1");
}
