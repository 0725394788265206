//! An example for each function of the script API: a call at a moment of the sample, with its result.

use parlour_engine::play::Match;
use parlour_engine::state::State;

/// The length from which a value isn't written in full.
const LONG: usize = 60;

/// The moment of the sample for the examples.
pub(super) const MOMENT: &str = "
[zones]
deck = [\"coin\", \"map\", \"coin\"]
trick = [\"map\", \"coin\"]
market = [\"coin\", \"map\", \"map\"]
\"hand.white\" = [\"coin\", \"map\"]
\"hand.black\" = [\"coin\"]
\"chamber.cellar\" = [\"coin\", \"map\"]

[vars]
\"money.white\" = 3
\"cup.white\" = [3, 5]
";

/// The example of a function: its call and, if interesting, its result.
pub(super) fn example(played: &mut Match, word: &str) -> Result<String, String> {
    let call = call(word);
    let mut state: State = played.state().clone();
    let gives = played.host().evaluate_on(&mut state, &call).map_err(|faults| format!("{call}: {faults}"))?;
    Ok(match word.contains('(') {
        false => format!("Here it is `{}`.", shortened(&gives)),
        true if tells(word, &gives) => format!("`{call}` is `{gives}`."),
        true => format!("`{call}`"),
    })
}

/// The beginning of a long value.
fn shortened(gives: &str) -> String {
    match gives.char_indices().nth(LONG) {
        Some((at, _)) => format!("{} ...", gives[..at].rsplit_once(' ').map_or(gives, |(whole, _)| whole)),
        None => gives.to_owned(),
    }
}

/// True if a result is informative: not nil, and not the number of a working set of cards.
fn tells(word: &str, gives: &str) -> bool {
    let name = word.split('(').next().unwrap_or_default();
    let gives_bunch = name.starts_with("bunch.scratch") || name.contains(".contents") || name.contains(".pick_");
    gives != "nil" && gives.len() <= LONG && !gives.contains("function") && !gives_bunch
}

/// A function with its arguments.
fn call(word: &str) -> String {
    let Some((name, parameters)) = word.split_once('(') else {
        return word.to_owned();
    };
    let names = parameters.trim_end_matches(')').split(", ").filter_map(|part| part.split(':').next());
    let arguments: Vec<String> =
        names.filter(|name| !name.is_empty()).map(|parameter| argument(name, parameter)).collect();
    format!("{name}({})", arguments.join(", "))
}

/// The argument for a parameter of a function.
fn argument(word: &str, parameter: &str) -> String {
    let (space, name) = word.split_once('.').unwrap_or(("", word));
    match parameter.trim_end_matches('_') {
        "corner" => "posts.square(2, 2)".to_owned(),
        "past" => "function() return false end".to_owned(),
        "skip" => "true".to_owned(),
        "way" if name == "from" => "posts.right".to_owned(),
        "from" if space == "fences" => "field.square(1, 1)".to_owned(),
        "to" if space == "fences" => "field.square(1, 2)".to_owned(),
        "square" if name == "of" => "field.square(1, 1)".to_owned(),
        "square" if space == "fences" => "fences.square(1, 2)".to_owned(),
        "square" if space == "posts" => "posts.square(2, 2)".to_owned(),
        "square" if space == "court" => "court.square(3, 2)".to_owned(),
        "square" if space == "sea" => "sea.square(1, 1)".to_owned(),
        "symbol" if space == "sea" => "sea.boat_white".to_owned(),
        "way" if space == "sea" => "sea.right".to_owned(),
        "i" if name == "rule_out" => "seats.black".to_owned(),
        "card" if name == "rule_out" => "card.map".to_owned(),
        "i" if space == "chamber" => "room.cellar".to_owned(),
        "j" if name.ends_with("_chamber") => "room.cellar".to_owned(),
        "other" | "j" => "seats.black".to_owned(),
        "row" if space == "main" => "4".to_owned(),
        "row" => format!("{space}.{}", row(space)),
        "value" if name.ends_with("_suit") => "suit.hearts".to_owned(),
        "from" if name.starts_with("take_to") => "1".to_owned(),
        "bunch" => held("hand"),
        "cards" => held(space),
        "n" if name == "text" || name == "roll" || name == "set" => "2".to_owned(),
        parameter => usual(parameter).to_owned(),
    }
}

/// A row of a table.
fn row(table: &str) -> &'static str {
    match table {
        "room" => "cellar",
        "piece" => "man",
        _ => "map",
    }
}

/// All cards of a zone of the sample, as a working set.
fn held(zone: &str) -> String {
    match zone {
        "market" => "market.contents(bunch.scratch(1))".to_owned(),
        "chamber" => "chamber.contents(room.cellar, bunch.scratch(1))".to_owned(),
        zone => format!("{zone}.contents(seats.white, bunch.scratch(1))"),
    }
}

/// The default argument for a parameter.
fn usual(parameter: &str) -> &'static str {
    match parameter {
        "seat" | "i" | "leader" => "seats.white",
        "card" | "c" => "card.coin",
        "word" => "suit.hearts",
        "trump" => "suit.spades",
        "into" => "bunch.scratch(1)",
        "square" | "from" => "main.square(4, 1)",
        "to" => "main.square(1, 1)",
        "kind" => "piece.man",
        "symbol" | "piece" => "main.man_white",
        "face" => "3",
        "may" => "function(to) return main.at(to) ~= 0 end",
        "only" => "function(seat) return seat == seats.black end",
        "near" => "main.neighbours",
        "goal" => "function(at) return main.row(at) == 1 end",
        "after" | "target" => "0",
        "by" | "most" | "price" | "value" => "2",
        _ => "1",
    }
}
