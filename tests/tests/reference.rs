//! `rules/REFERENCE.md` and `rules/game.schema.json` are generated from the engine's own tables: the keys of packs and
//! the script API.
//!
//! `PARLOUR_BLESS=1 cargo test -p parlour-tests reference` updates them.

mod alike;
mod keys;
mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use parlour_engine::game::{Config, Game};
use parlour_engine::ids::VarId;
use parlour_engine::pack::art::{symbol, symbol_names};
use parlour_engine::pack::keys::{Key, KeyTable, Shape, TABLES};
use parlour_engine::pack::schema::schema;
use parlour_engine::pack::spec::{Per, ZoneKind};
use parlour_engine::pack::{Pack, PackFiles};
use parlour_engine::rules::Rules;

use crate::packs::{rules_folder, scene};
use keys::Samples;

const HEAD: &str = "# Reference

Every key of `game.toml` and every word of scripts; [README.md](README.md) teaches their use. This page is made by
`PARLOUR_BLESS=1 cargo test -p parlour-tests reference`.

**Numbers** can be written as a number, as the name of an option, by the number of seats, `{ 2 = 6, 3 = 5 }` (a number
that isn't listed has the value of the next smaller one; not in options), or by variant,
`{ line = 1, grid = \"board.height\" }`; numbers with `per = \"seat\"` also by the names of seats.

**Arguments** of actions have the types `card`, `cards` (with counts), `seat`, `number`, `square` (with several boards
`square of BOARD`), `symbol`, `piece`, or the name of a list. A domain restricts them, and is listed without `legal`:

- `card of ZONE`, `cards of ZONE`: what lies in the zone of the acting seat, or in the only one; `card of ZONE or ZONE`:
  in one of several, of a zone per row or word in any
- `pair or run of ZONE`: cards that are one of these [combinations](#combinations--name----);
  `any combination of ZONE`: one of any
- `other seat` (one that is in), `number 1 to 5` (each bound a number or an option), `empty square`

`[as {colour:colour}]` may be left out. Fields of events have these types except `piece` (a piece is a `symbol`), and
`numbers` and `glyph`.

**Directions** are `forward`, `back`, `left`, `right`, `forward-left` and so on, `ahead` (the three in front),
`sideways`, `forward-diagonal`, `back-diagonal`, `orthogonal`, `diagonal`, `all`; `[1, 2]` with all its turns and
mirrors; `{ forward = 2, right = 1 }`; or a list of these. On hexes there are `left`, `right`, `forward-left`,
`forward-right`, `back-left`, `back-right`, `ahead` (the two in front), `sideways` and `all`. On a board of lines,
`lines` goes along every line in both directions, through all its turns; the others follow a line as long as it leads
straight that way.
";

/// The greatest length of a line.
const WIDTH: usize = 120;

/// The length up to which code isn't broken at its spaces.
const WHOLE: usize = 60;

/// The parts of a text between which a line can end: words, and code that isn't too long.
fn parts(text: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match parts.last_mut() {
            Some(last) if last.matches('`').count() % 2 == 1 && last.len() + word.len() < WHOLE => {
                *last += " ";
                *last += word;
            }
            _ => parts.push(word.to_owned()),
        }
    }
    parts
}

/// A text, wrapped at spaces; further lines are indented like the text of a list entry if the first begins with `-`.
fn paragraph(page: &mut String, text: &str) {
    let indent = if text.starts_with("- ") { "  " } else { "" };
    let mut line = String::new();
    for part in parts(text) {
        if line.chars().count() + 1 + part.chars().count() > WIDTH {
            let _ = writeln!(page, "{line}");
            line = format!("{indent}{part}");
        } else {
            line += if line.is_empty() { "" } else { " " };
            line += &part;
        }
    }
    let _ = writeln!(page, "{line}");
}

fn entry(page: &mut String, text: &str) {
    paragraph(page, &format!("- {text}"));
}

/// Keys with the same description in at least this many tables are described once.
const SHARED: usize = 2;

/// True if a key means the same in several tables.
fn is_shared(key: &Key) -> bool {
    let same = |other: &&Key| other.0 == key.0 && other.2 == key.2;
    TABLES.iter().flat_map(|table| table.keys).filter(same).count() >= SHARED
}

fn keys(page: &mut String) {
    page.push_str("\n## Keys of game.toml\n\n");
    paragraph(
        page,
        "Behind each key stands the shortest value that a game gives it. `[TABLE]  NAME = { ... }` is a table with a \
         row for each name. These keys mean the same wherever they occur:",
    );
    page.push('\n');
    let samples = Samples::read();
    let mut said: BTreeSet<(&str, &str)> = BTreeSet::new();
    for table in TABLES {
        let examples = samples.of(table);
        for key in table.keys.iter().filter(|key| is_shared(key)) {
            if said.insert((key.0, key.2)) {
                entry(page, &format!("`{}`: {}. {}", key.0, key.2, example(&examples, table, key.0)));
            }
        }
    }
    for table in TABLES.iter().filter(|table| !is_said_by_its_key(table)) {
        let _ = write!(page, "\n### {}\n\n", table.written);
        paragraph(page, table.about);
        keys_of(page, table, &samples);
    }
}

/// True if a table without keys of its own is described at the key that holds it.
fn is_said_by_its_key(table: &KeyTable) -> bool {
    let holds = |(path, key): (&str, &str)| {
        TABLES.iter().any(|outer| outer.path == path && outer.keys.iter().any(|(known, ..)| *known == key))
    };
    table.keys.iter().all(is_shared) && table.path.rsplit_once('.').is_some_and(holds)
}

/// True if a top-level table has a section of its own.
fn has_section(key: &str) -> bool {
    let first = |path: &'static str| path.split(['.', '[']).next().unwrap_or_default();
    TABLES.iter().any(|table| first(table.path) == key)
}

/// The keys of a table: its own, then the names of those that mean the same elsewhere. At the beginning of the file,
/// tables with sections of their own are only named.
fn keys_of(page: &mut String, table: &KeyTable, samples: &Samples) {
    let examples = samples.of(table);
    let (shared, own): (Vec<&Key>, Vec<&Key>) = table.keys.iter().partition(|key| is_shared(key));
    let is_section = |(key, shape, _): &&&Key| {
        table.path.is_empty() && matches!(shape, Shape::Table | Shape::Tables) && has_section(key)
    };
    let (sections, own): (Vec<&Key>, Vec<&Key>) = own.iter().partition(is_section);
    if !table.keys.is_empty() {
        page.push('\n');
    }
    for (key, shape, says) in own {
        match table.path.is_empty() && matches!(shape, Shape::Table | Shape::Tables) {
            true => entry(page, &format!("`{key}`: {says}")),
            false => entry(page, &format!("`{key}`: {says}. {}", example(&examples, table, key))),
        }
    }
    let names = |keys: &[&Key]| keys.iter().map(|(key, ..)| format!("`{key}`")).collect::<Vec<_>>().join(", ");
    if !sections.is_empty() {
        entry(page, &format!("{}: tables with sections of their own below", names(&sections)));
    }
    if !shared.is_empty() {
        entry(page, &format!("{}: [as elsewhere](#keys-of-gametoml)", names(&shared)));
    }
}

/// The example of a key.
fn example(examples: &BTreeMap<&'static str, String>, table: &KeyTable, key: &str) -> String {
    let missing = || panic!("no pack has `{key}` of `{}`: tests/fixtures/rare-keys", table.path);
    examples.get(key).unwrap_or_else(missing).clone()
}

/// The keys of a scenario; `rules/README.md` shows one.
const SCENARIOS: &str = "
## Keys of a scenario

- `game`, `variant`, `players`: the game, which must be there, its variant, and the number of seats; without it as many
  as the file names, or the default number
- `to_act`, `phase`: the seat that is to act, and the kind of its decision where the rules don't derive it
- `ply`: the number of actions before the position, for the numbers of moves; 0 unless given
- `deck`: the cards of the match, if they are others than those of `game.toml`
- `[options]`: values of options
- `[zones]`: the cards of each zone that it names, bottom first: `\"hand.a\" = [\"five\"]`
- `[vars]`: values of variables, and faces of dice: `\"money.a\" = 3`, of a list `pit = [4, 4]`, `cup = [4, 2]`, of a
  single die `die = 4`; of a team by its seats, `\"points.north+south\" = 4`, of a pair by both, `sheet.a.house = 25`
- `[boards]`: the rows of each board, the top row first; what lies under the top pieces,
  `\"main.under\" = { c3 = \"==\" }`; of a board that hides squares those that scripts show to everyone,
  `\"main.lit\" = [\"a1\"]`, and to a seat alone, `\"main.lit.a\"`
- `[chance]`: the next outcomes of each chance and of dice, in this order, and then at random: `cup = [6, 6]`
- `[expect]`: makes it a test: after `play`, a list of actions, the position has this `to_act`, these actions in
  `allowed`, those in `refused` with a part of the reason, `{ pass = \"draw\" }`, these `winners` and this `ending`, and
  the contents in `[expect.zones]` (bags in any order), `[expect.vars]` and `[expect.boards]`
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
        return "a table, as is each of the pack's own; `copies`, `text` and `with_COLUMN` only of cards".to_owned();
    }
    match namespace {
        "suit" => "a list of words",
        "special" => "constants",
        "main" => "a board",
        "field" => "a board of squares, beyond the words of every board",
        "fences" => "a board of edges, beyond the words of every board; those of corners are `joined` and `of`",
        "court" => "a board with a royal piece and hidden kinds, beyond the words of every board",
        "sea" => "a board of hidden squares, beyond the words of every board",
        "teams" => "teams",
        "bunch" => "cards with counts, to work with and to offer",
        "chance" => "random outcomes",
        "combination" => "the combinations of cards",
        "decide" => "ask a seat for a decision before the turn goes on",
        "ending" => "end the match",
        "event" => "tell what happened",
        "match" => "how the match stands",
        "offer" | "offers" => "in `legal`: the actions of its list",
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

const WORDS: &str = "
## Words of scripts

The declarations of a pack are words of its scripts. These are the words of [the sample](#the-sample) below, each with
an example in the moment that stands behind it. Seats, cards, squares and words of lists are numbers from 1; 0 is none.
Parameters are numbers unless a type stands behind them. Words that differ only in a name stand here once:

- those of another zone, board, variable, table or list of the same kind; without `per` they lack the parameter `i`,
  the seat or row: `market.count(card.coin)` beside `hand.count(seats.white, card.coin)`, `round.get()` beside
  `money.get(seats.white)`, and a pile with `per` has `deck.size(seat)`
- those of another target of cards, whose seat or row, if it has one, is `j`: `hand.to_chamber(seat, c, room.cellar)`
- those of another column, row, piece, phase, action, event or ending

The words of hidden boards and of decisions at the same time are those of two more samples,
[words-court](../tests/fixtures/words-court/game.toml) and [words-sea](../tests/fixtures/words-sea/game.toml).
";

/// The samples: their folders of fixtures, and the moments of their examples.
const SAMPLES: [(&str, &str); 3] = [("words", words::MOMENT), ("words-court", ""), ("words-sea", "")];

fn words(page: &mut String) {
    page.push_str(WORDS);
    let mut said = BTreeSet::new();
    let mut shown = String::new();
    for (name, moment) in SAMPLES {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(name);
        let sample = PackFiles::read(&folder).unwrap();
        if shown.is_empty() {
            shown = sample.texts["game.toml"].trim_end().to_owned();
        }
        let pack = Pack::load(sample).unwrap_or_else(|faults| panic!("{faults}")).into_shared();
        words_of(page, &pack, moment, &mut said);
    }
    let _ = write!(page, "\n### The sample\n\n```toml\n{shown}\n```\n");
    let _ = write!(page, "\nThe examples are in this moment of it:\n\n```toml{}```\n", words::MOMENT);
}

/// The words of a sample, but for those that stand elsewhere already.
fn words_of(page: &mut String, pack: &Arc<Pack>, moment: &str, said: &mut BTreeSet<String>) {
    let game = pack.configure(&Config::default()).unwrap();
    let words = Rules::new(game.clone()).unwrap_or_else(|faults| panic!("{faults}")).words();
    let mut played = scene(pack, moment);
    let mut namespaces: Vec<&str> = Vec::new();
    for (word, _) in &words {
        let namespace = word.split('.').next().unwrap_or_default();
        if !namespaces.contains(&namespace) {
            namespaces.push(namespace);
        }
    }
    let mut faults = Vec::new();
    for namespace in namespaces {
        let mut section = String::new();
        for (word, says) in words.iter().filter(|(word, _)| word.split('.').next() == Some(namespace)) {
            let general = alike::general(pack, word);
            // Words of further boards and samples have no arguments for an example if they stand elsewhere.
            if said.contains(&general) && (alike::kind(pack, namespace) == "board" || moment.is_empty()) {
                continue;
            }
            match words::example(&mut played, word) {
                Ok(example) if said.insert(general) => {
                    let word = word.replace(": number", "").replace("_,", ",").replace("_)", ")");
                    let stop = if says.ends_with(['.', ':']) { "" } else { "." };
                    entry(&mut section, &format!("`{word}`: {says}{stop} {example}"));
                }
                Ok(_) => {}
                Err(fault) => faults.push(fault),
            }
        }
        if !section.is_empty() {
            let _ = write!(page, "\n### `{namespace}`: {}\n\n{section}", subject(&game, namespace));
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
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
    ("`shape = \"hex\"`, with sides in the colours of the seats that join them: `hex`", "hexes"),
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
    page.push_str("\n## Looks\n\n");
    paragraph(
        page,
        "Painted by `PARLOUR_BLESS=1 cargo test --workspace --test pictures -- the_reference`. Pictures of any game, \
         your own too: `parlour picture --out FOLDER/ GAME --rules DIR`.",
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
