//! Minimal packs of every kind, without declarations about their look.

use std::path::{Path, PathBuf};

use parlour_engine::Library;

/// The name of a pack, its tables, and its script.
type Pack = (&'static str, &'static str, &'static str);

/// A script whose only action moves a card and passes the turn on.
const PASSES: &str =
    "local go = {}\nfunction go.apply(seat)\n\tturn.turn(seats.next(seat))\nend\nreturn { actions = { go = go } }\n";

/// Scripts that count, place, and record something.
const COUNTS: &str = "local go = {}
function go.apply(seat)
	coins.set(seat, coins.get(seat) + 1)
	turn.turn(seats.next(seat))
end
return { actions = { go = go } }
";
const FIELD: &str = "local go = {}
function go.apply(seat)
	walls.set(seat, walls.get(seat) - 1)
	main.set(1 + walls.get(seat), main.rock)
	turn.turn(seats.next(seat))
end
return { actions = { go = go } }
";
const CUPS: &str = "local go = {}
function go.apply(seat)
	cup.roll(seat, 5)
	boxes.set(seat, 2, 10)
	turn.turn(seats.next(seat))
end
return { actions = { go = go } }
";

/// The script of a solitaire: seven columns, each with covered and open cards.
const SOLITAIRE: &str = "local go = {}
function go.apply(_seat)
	if stock.size() > 0 then
		stock.to_waste()
	elseif waste.size() > 0 then
		waste.to_home(1 + waste.size() % 4)
	end
	turn.turn(1)
end
return {
	opening = function()
		for n = 1, column.count do
			for _ = 1, n do
				stock.to_down(n)
			end
			for _ = 1, 7 - n do
				stock.to_up(n)
			end
		end
		turn.turn(1)
	end,
	actions = { go = go },
}
";

const HEAD: &str = r#"
ply_limit = 12
[game]
title = "TITLE"
summary = "A plain pack."
[endings]
limit = "enough"
[phases]
turn = { actions = ["go"], text = "go on" }
[actions]
go = { help = "Go on." }
"#;

const SUITS: &str = r#"
[lists]
suit = ["C", "D", "H", "S"]
rank = ["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"]
[columns.card]
suit = { type = "suit" }
rank = { type = "rank" }
[[card]]
name = "{rank}{suit}"
each = { suit = "all", rank = "all" }
count = 1
"#;

const KINDS: &str = r#"
[columns.card]
cost = { type = "int" }
"#;

const PACKS: [Pack; 6] = [
    (
        "solitaire",
        r#"
[seats]
min = 1
max = 1
[zones]
stock = { kind = "pile", seen = "none" }
waste = { kind = "pile", seen = "all" }
home = { kind = "pile", per = "suit", seen = "all" }
down = { kind = "pile", per = "column", seen = "none" }
up = { kind = "pile", per = "column", seen = "all", look = "row" }
[setup]
source = "stock"
rest = ["stock"]
"#,
        SOLITAIRE,
    ),
    (
        "supply",
        r#"
[seats]
min = 3
max = 3
[zones]
box = { kind = "pile", seen = "none" }
hand = { kind = "bag", per = "seat", seen = "owner" }
supply = { kind = "bag", seen = "all" }
[setup]
source = "box"
deal = [{ to = "hand", count = 5 }]
rest = ["supply"]
"#,
        PASSES,
    ),
    (
        "crowd",
        r#"
[seats]
min = 8
max = 8
[zones]
deck = { kind = "pile", seen = "none" }
hand = { kind = "bag", per = "seat", seen = "owner" }
shown = { kind = "bag", per = "seat", seen = "all", title = "on the table" }
[vars]
coins = { per = "seat", max = 100, start = 2 }
[setup]
source = "deck"
deal = [{ to = "hand", count = 4 }, { to = "shown", count = 2 }]
rest = ["deck"]
"#,
        COUNTS,
    ),
    (
        "long-hands",
        r#"
[seats]
min = 2
max = 2
[zones]
deck = { kind = "pile", seen = "none", title = "the pile of cards that are left" }
hand = { kind = "bag", per = "seat", seen = "owner" }
[setup]
source = "deck"
deal = [{ to = "hand", count = 24 }]
rest = ["deck"]
"#,
        PASSES,
    ),
    (
        "field",
        r#"
[seats]
names = ["first_player", "second_player"]
[boards.main]
width = 14
height = 9
[[boards.main.symbol]]
name = "rock"
glyph = "x"
[vars]
walls = { per = "seat", max = 10, start = 10, title = "walls that are left" }
"#,
        FIELD,
    ),
    (
        "cups",
        r#"
[seats]
min = 3
max = 3
[dice]
cup = { faces = 6, count = 5, per = "seat", seen = "owner", sorted = true }
[vars]
boxes = { per = ["seat", "box"], min = -1, max = 50, start = -1 }
[lists]
box = ["ones", "twos", "threes", "fours", "fives", "sixes", "three_of_a_kind", "four_of_a_kind", "full_house", "small_straight", "large_straight", "yahtzee", "chance"]
"#,
        CUPS,
    ),
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("plain-packs")
}

/// The names of the packs.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    PACKS.iter().map(|(name, ..)| *name)
}

/// The packs, written into a folder of the build.
pub(super) fn library() -> Library {
    for (name, tables, script) in PACKS {
        let at = folder().join(name);
        std::fs::create_dir_all(&at).unwrap();
        let cards = match name {
            "solitaire" => {
                SUITS.replacen("\nrank =", "\ncolumn = [\"1\", \"2\", \"3\", \"4\", \"5\", \"6\", \"7\"]\nrank =", 1)
            }
            "long-hands" | "crowd" => SUITS.to_owned(),
            "supply" => {
                let kinds =
                    (0..19).map(|n| format!("[[card]]\nname = \"workshop_{n}\"\ncost = {}\ncount = 12\n", n % 7));
                KINDS.to_owned() + &kinds.collect::<String>()
            }
            _ => String::new(),
        };
        let text = HEAD.replace("TITLE", name) + &cards + tables;
        std::fs::write(at.join("game.toml"), text).unwrap();
        std::fs::write(at.join("rules.lua"), script).unwrap();
    }
    let mut library = Library::default();
    library.add_folder(folder());
    library
}

/// A solitaire with two families of columns.
const TWO_COLUMNS: &str = r#"
[seats]
min = 1
max = 1
[lists]
suit = ["C", "D", "H", "S"]
rank = ["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"]
column = ["1", "2", "3"]
[columns.card]
suit = { type = "suit" }
rank = { type = "rank" }
[[card]]
name = "{rank}{suit}"
each = { suit = "all", rank = "all" }
count = 1
[zones]
stock = { kind = "pile", seen = "none" }
left = { kind = "pile", per = "column", seen = "all", look = "cascade" }
right = { kind = "pile", per = "column", seen = "all", look = "cascade" }
[setup]
source = "stock"
rest = ["stock"]
"#;

/// The script that fills its columns.
const FILLS_COLUMNS: &str = "local go = {}
function go.apply(_seat)
	turn.turn(1)
end
return {
	opening = function()
		for n = 1, column.count do
			for _ = 1, 4 do
				stock.to_left(n)
				stock.to_right(n)
			end
		end
		turn.turn(1)
	end,
	actions = { go = go },
}
";

/// A library with that pack alone.
pub(super) fn two_columns() -> Library {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("two-columns-packs");
    let at = folder.join("two-columns");
    std::fs::create_dir_all(&at).unwrap();
    std::fs::write(at.join("game.toml"), HEAD.replace("TITLE", "two-columns") + TWO_COLUMNS).unwrap();
    std::fs::write(at.join("rules.lua"), FILLS_COLUMNS).unwrap();
    let mut library = Library::default();
    library.add_folder(folder);
    library
}
