//! Boards on which pieces stand on each other.

use std::sync::Arc;

use parlour_engine::Words;
use parlour_engine::action::ActionList;
use parlour_engine::chance::Generator;
use parlour_engine::diagnostic::{Faults, SourceFile};
use parlour_engine::game::{Config, Game};
use parlour_engine::ids::{BoardId, VarId};
use parlour_engine::play::Match;
use parlour_engine::rules::Rules;
use parlour_engine::scenario::Scenario;
use parlour_engine::state::State;

/// Men step onto anything and take a top piece; kings do the same with all that is under them.
const TABLES: &str = r##"
ply_limit = 60
[game]
title = "Towers"
[seats]
names = ["white", "black"]
[boards.main]
width = 3
height = 3
stack = 4
symbol = [{ name = "plate", glyph = "=" }]
start = ["mkm", "...", "MKM"]
[[piece]]
name = "man"
glyph = "M"
score = 1
moves = [
    { do = "move", verb = "step", step = "all", on = "any", except = "enemy" },
    { do = "capture", verb = "take", step = "all" },
    { do = "build", verb = "lay", step = "all", on = ["empty", "plate"], puts = "plate" },
]
[[piece]]
name = "king"
glyph = "K"
score = 2
moves = [
    { do = "move", verb = "haul", step = "all", on = "any", carries = true },
    { do = "capture", verb = "grab", step = "all", carries = true },
]
[[place]]
puts = "man"
verb = "drop"
on = ["own", "plate"]
[vars]
pieces = { per = "seat", follows = "pieces" }
[[end]]
when = "no_move"
result = "lose"
ending = "stuck"
[endings]
stuck = "{winner} wins"
limit = "a draw"
[phases]
turn = { actions = ["step", "take", "lay", "haul", "grab", "drop"], text = "move" }
[actions]
step = { usage = "step {from:square}-{to:square}" }
take = { usage = "take {from:square}-{to:square}" }
lay = { usage = "lay {from:square}-{to:square}" }
haul = { usage = "haul {from:square}-{to:square}" }
grab = { usage = "grab {from:square}-{to:square}" }
drop = { usage = "drop {to:square}" }
"##;

const RULES: &str = "
return { on_limit = function() ending.limit() end }
";

fn load(tables: &str) -> Result<Arc<Game>, Faults> {
    super::game_of(tables, RULES)
}

fn begin() -> (Rules, State) {
    super::begun(TABLES, RULES)
}

/// The stack on each square, the bottom piece first.
fn stacks(game: &Game, state: &State) -> Vec<Vec<u8>> {
    let board = game.board(BoardId(0));
    let whole = |(square, &top): (usize, &u8)| {
        let under = state.under(board, square);
        assert!(top != 0 || under.is_empty(), "nothing stands under an empty square");
        under.iter().copied().chain((top != 0).then_some(top)).collect()
    };
    state.cells(board).iter().enumerate().map(whole).collect()
}

/// The stacks after an action, by the meaning of its verb.
fn after(game: &Game, mut stacks: Vec<Vec<u8>>, text: &str, seat: usize) -> Vec<Vec<u8>> {
    let (verb, squares) = text.split_once(' ').unwrap();
    let mut squares = squares.split('-').map(|name| game.square_named(BoardId(0), name).unwrap().index());
    let (from, to) = match verb {
        "drop" => (0, squares.next().unwrap()),
        _ => (squares.next().unwrap(), squares.next().unwrap()),
    };
    let own = |name: &str| {
        let symbols = &game.pack().boards[0].symbols;
        let place = symbols.iter().position(|symbol| {
            symbol.name == name || symbol.piece.is_some_and(|(piece, of)| piece == 0 && of == seat && name == "man")
        });
        place.unwrap() as u8 + 1
    };
    let moved = match verb {
        "step" | "take" => stacks[from].pop().into_iter().collect(),
        "haul" | "grab" => std::mem::take(&mut stacks[from]),
        "lay" => vec![own("plate")],
        _ => vec![own("man")],
    };
    if verb == "take" || verb == "grab" {
        stacks[to].pop();
    }
    stacks[to].extend(moved);
    stacks
}

/// In matches at random the stacks are what the actions say, none is higher than there is room for, and what would be
/// higher isn't legal.
#[test]
fn actions_of_tables_cover_and_uncover() {
    let (mut rules, first) = begin();
    let game = rules.game().clone();
    let mut chance = Generator::from_seed(7);
    let (mut list, mut highest, mut refused) = (ActionList::new(), 0, 0);
    for _ in 0..60 {
        let mut state = first.clone();
        while let Some(decision) = state.decision() {
            rules.legal(&state, &mut list).unwrap();
            let before = stacks(&game, &state);
            let all: Vec<_> = list.iter(&game).collect();
            for action in &all {
                let text = game.action_text(action);
                let expected = after(&game, before.clone(), &text, decision.seat.index());
                let mut next = state.clone();
                rules.apply(&mut next, action, None).unwrap();
                assert_eq!(stacks(&game, &next), expected, "{text} from {before:?}");
                highest = highest.max(expected.iter().map(Vec::len).max().unwrap_or(0));
                let value = |seat: usize| next.value(game.var(VarId::from_index(0)), seat);
                let tops = |seat: usize| {
                    let tops = expected.iter().filter_map(|stack| stack.last());
                    tops.filter(|&&top| game.pack().boards[0].seat_of(top) == Some(seat)).count() as i32
                };
                assert_eq!([value(0), value(1)], [tops(0), tops(1)], "{text}: pieces are those on top");
            }
            // A man steps onto a full stack of his own nowhere.
            let full = |square: usize| before[square].len() == 4;
            for (square, name) in
                game.squares(BoardId(0)).map(|square| (square.index(), game.square_name(BoardId(0), square)))
            {
                if full(square) {
                    refused += 1;
                    let onto =
                        |text: &String| !text.starts_with("take") && !text.starts_with("grab") && text.ends_with(&name);
                    let texts: Vec<String> = all.iter().map(|action| game.action_text(action)).collect();
                    assert!(!texts.iter().any(onto), "{name} is full: {texts:?}");
                }
            }
            let action = all[chance.below(all.len() as u32) as usize].clone();
            rules.apply(&mut state, &action, None).unwrap();
        }
    }
    assert!(highest == 4 && refused > 100, "{highest} {refused}");
}

fn is(rules: &mut Rules, state: &mut State, code: &str, expected: &str) {
    let found = rules.evaluate_on(state, code).unwrap_or_else(|faults| panic!("{code}: {faults}"));
    assert_eq!(found, expected, "{code}");
}

#[test]
fn scripts_change_stacks() {
    let (mut rules, mut state) = begin();
    let mut is = |code: &str, expected: &str| is(&mut rules, &mut state, code, expected);
    is("main.size(5)", "0");
    is("main.pop(5)", "0");
    is("main.push(5, main.plate)", "nil");
    is("main.push(5, main.man_white)", "nil");
    is("main.push(5, main.king_black)", "nil");
    is("{main.size(5), main.level(5, 1), main.level(5, 2), main.level(5, 3), main.level(5, 4)}", "{3, 1, 2, 5, 0}");
    is("{main.count_at(5, main.plate), main.count_at(5, main.man_black)}", "{1, 0}");
    is("main.at(5) == main.king_black", "true");
    is("main.carry(5, 6, 2)", "nil");
    is("{main.size(5), main.size(6), main.level(6, 1), main.at(6)}", "{1, 2, 2, 5}");
    is("main.carry(6, 6, 1)", "nil");
    is("main.pop(6)", "5");
    is("{main.size(6), main.at(6)}", "{1, 2}");
    is("main.carry(6, 5, 1)", "nil");
    is("main.set(5, main.plate)", "nil");
    is("{main.size(5), main.level(5, 2), main.at(6)}", "{1, 0, 0}");
    for _ in 0..3 {
        is("main.push(5, main.plate)", "nil");
    }
    let told = rules.evaluate_on(&mut state, "main.push(5, main.plate)").unwrap_err().to_string();
    assert!(told.contains("main.push: the stack is full"), "{told}");
    let told = rules.evaluate_on(&mut state, "main.carry(5, 6, 5)").unwrap_err().to_string();
    assert!(told.contains("main.carry: count: expected a number from 0 to 4, got 5"), "{told}");
}

/// A position of the game with what stands under pieces as a scenario says it, as JSON.
fn position(under: &str) -> Result<serde_json::Value, Faults> {
    let pack = super::pack_of(TABLES, RULES)?;
    let rows = "main = [\"..k\", \".M.\", \"...\"]";
    let text = format!("game = \"test\"\nto_act = \"white\"\n[boards]\n{rows}\n{under}");
    let scenario = Arc::new(Scenario::read(SourceFile::new("scene.toml", text), &pack)?);
    let game = pack.configure(&Config { scenario: Some(scenario), ..Config::default() })?;
    let played = Match::new(game.clone(), 1, vec!["random".to_owned(); 2])?;
    Ok(game.state_json(played.state()))
}

#[test]
fn scenarios_say_what_stands_under_pieces() {
    let json = position("\"main.under\" = { b2 = \"=m\" }").unwrap();
    assert_eq!(json["boards"]["main.under.b2"], "=m");
    assert!(position("").unwrap()["boards"].get("main.under.b2").is_none());
    for (under, expected) in [
        ("\"main.under\" = { b9 = \"=\" }", "there is no square `b9` of `main`"),
        ("\"main.under\" = { b2 = \"=?\" }", "`?` can't stand on `main`"),
        ("\"main.under\" = { a1 = \"=\" }", "nothing stands on a1 above `=`"),
        ("\"main.under\" = { b2 = \"====\" }", "5 pieces stand on b2"),
        ("\"main.under.b2\" = [\"=\"]", "what stands under a piece must be a text, but is a list"),
        ("\"mian.under\" = { b2 = \"=\" }", "did you mean `main`?"),
    ] {
        let told = position(under).err().map(|faults| faults.to_string()).unwrap_or_default();
        assert!(told.contains(expected), "{under}: {told}");
    }
}

#[test]
fn what_stacks_cannot_have_is_told() {
    for (old, new, expected) in [
        ("score = 2", "score = 2\nroyal = true", "a board of stacks can't have a royal piece"),
        ("stack = 4", "stack = 1", "`boards.main.stack` is 1 (expected 2 to 200)"),
        ("stack = 4\n", "", "no piece stands under another on this board"),
        ("name = \"plate\"", "name = \"level\"", "scripts can't name the symbol `level`: `main.level` is a function"),
        ("stack = 4", "stack = 4\nseen = \"owner\"", "leave out `seen` or `stack`"),
    ] {
        assert!(TABLES.contains(old), "{old}");
        let tables = TABLES.replace("\"plate\"", if new.contains("level") { "\"level\"" } else { "\"plate\"" });
        let loaded = load(&tables.replacen(old, new, 1)).and_then(Rules::new);
        let told = loaded.err().map(|faults| faults.to_string()).unwrap_or_default();
        assert!(told.contains(expected), "{new}: {told}");
    }
}
