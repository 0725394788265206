//! Walls: what stands on edges and corners stops moves of tables.

use std::collections::BTreeSet;

use parlour_engine::Words;
use parlour_engine::chance::Generator;
use parlour_engine::ids::BoardId;
use parlour_engine::rules::Rules;
use parlour_engine::state::State;

const WIDTH: i64 = 5;
const HEIGHT: i64 = 4;

const TABLES: &str = r##"
ply_limit = 40
[game]
title = "Walls"
[seats]
names = ["white", "black"]
[boards.main]
width = 5
height = 4
walls = ["fences", "posts"]
start = [".r.h.", "k.b.n", "K.B.N", ".R.HC"]
[boards.fences]
edges_of = "main"
symbol = [{ name = "hedge", glyph = "#" }]
[boards.posts]
corners_of = "main"
symbol = [{ name = "post", glyph = "#" }]
[[piece]]
name = "king"
glyph = "K"
moves = [{ do = ["move", "capture"], step = "all" }]
[[piece]]
name = "rook"
glyph = "R"
moves = [{ do = ["move", "capture"], slide = "orthogonal" }]
[[piece]]
name = "bishop"
glyph = "B"
moves = [{ do = ["move", "capture"], slide = "diagonal" }]
[[piece]]
name = "horse"
glyph = "H"
moves = [{ do = ["move", "capture"], leap = [1, 2], leg = "orthogonal" }]
[[piece]]
name = "knight"
glyph = "N"
moves = [{ do = ["move", "capture"], leap = [1, 2] }]
[[piece]]
name = "cannon"
glyph = "C"
moves = [{ do = ["move", "capture"], slide = "orthogonal", over = { any = 1 } }]
[[piece]]
name = "hopper"
glyph = "Y"
moves = [{ do = "move", verb = "hop", step = "all", least = 2, most = 2, over = { any = 1 }, chains = true }]
[[end]]
when = "no_move"
result = "lose"
ending = "stuck"
[endings]
stuck = "{winner} wins"
limit = "a draw"
[phases]
turn = { actions = ["move", "capture", "hop"], text = "move" }
[actions]
move = { usage = "{from:square of main}-{to:square of main}" }
capture = { usage = "{from:square of main}x{to:square of main}" }
hop = { usage = "{from:square of main}^{to:square of main}" }
"##;

const RULES: &str = "return { on_limit = function() ending.limit() end }";

fn begin() -> (Rules, State) {
    super::begun(TABLES, RULES)
}

/// Column and row from the upper left.
type Place = (i64, i64);

/// A position of its own: pieces by their letters, and the pairs of squares that walls part.
struct Position {
    cells: Vec<u8>,
    parted: BTreeSet<(Place, Place)>,
}

const ALL: [Place; 8] = [(0, -1), (1, 0), (0, 1), (-1, 0), (1, -1), (1, 1), (-1, 1), (-1, -1)];

impl Position {
    fn at(&self, (x, y): Place) -> Option<u8> {
        let inside = (0..WIDTH).contains(&x) && (0..HEIGHT).contains(&y);
        inside.then(|| self.cells[(y * WIDTH + x) as usize])
    }

    /// The next square in a direction, unless a wall parts them.
    fn step(&self, from: Place, way: Place) -> Option<Place> {
        let to = (from.0 + way.0, from.1 + way.1);
        (self.at(to).is_some() && !self.parted.contains(&(from.min(to), from.max(to)))).then_some(to)
    }

    fn targets(&self, from: Place) -> BTreeSet<Place> {
        let mut out = BTreeSet::new();
        let slide = |ways: &[Place], out: &mut BTreeSet<Place>| {
            for &way in ways {
                let mut at = from;
                while let Some(to) = self.step(at, way) {
                    out.insert(to);
                    if self.at(to) != Some(b'.') {
                        break;
                    }
                    at = to;
                }
            }
        };
        match self.at(from).unwrap() {
            b'K' => out.extend(ALL.iter().filter_map(|&way| self.step(from, way))),
            b'R' => slide(&ALL[..4], &mut out),
            b'B' => slide(&ALL[4..], &mut out),
            b'N' | b'H' => {
                for (right, down) in [(1, 2), (2, 1)] {
                    for (x, y) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
                        let to = (from.0 + right * x, from.1 + down * y);
                        let leg = if right > down { (x, 0) } else { (0, y) };
                        let legs = |at: Place| self.step(at, (to.0 - at.0, to.1 - at.1));
                        let goes = match self.at(from) {
                            Some(b'N') => self.at(to).map(|_| to),
                            _ => self.step(from, leg).filter(|&at| self.at(at) == Some(b'.')).and_then(legs),
                        };
                        out.extend(goes);
                    }
                }
            }
            b'C' => {
                for &way in &ALL[..4] {
                    let (mut at, mut hurdles) = (from, 0);
                    while let Some(to) = self.step(at, way) {
                        if hurdles == 1 {
                            out.insert(to);
                        }
                        hurdles += u8::from(self.at(to) != Some(b'.'));
                        if hurdles == 2 {
                            break;
                        }
                        at = to;
                    }
                }
            }
            _ => {
                let mut open = vec![from];
                while let Some(at) = open.pop() {
                    for &way in &ALL {
                        let over = self.step(at, way).filter(|&over| over != from && self.at(over) != Some(b'.'));
                        let to = over.and_then(|over| self.step(over, way));
                        let to = to.filter(|to| self.at(*to) == Some(b'.'));
                        open.extend(to.filter(|&to| out.insert(to)));
                    }
                }
            }
        }
        out
    }
}

/// In positions at random with walls at random, each kind of piece goes where an oracle lets it go.
#[test]
fn steps_slides_legs_hurdles_and_chains_stop_at_walls() {
    let (mut rules, first) = begin();
    let game = rules.game().clone();
    let mut chance = Generator::from_seed(5);
    let layout = [0, 1, 2].map(|n| game.board(BoardId::from_index(n)));
    let (mut stopped, mut legal) = (0, Vec::new());
    for _ in 0..400 {
        let (mut state, mut position) = (first.clone(), Position { cells: Vec::new(), parted: BTreeSet::new() });
        let kinds: Vec<char> = "....KRBHNCYkrbhncy".chars().collect();
        let spec = &game.pack().boards[0];
        for square in 0..layout[0].squares() {
            let glyph = kinds[chance.below(kinds.len() as u32) as usize];
            position.cells.push(glyph as u8);
            state.bytes[layout[0].offset + square] = spec.cell(glyph).unwrap();
        }
        for (layout, is_edges) in [(layout[1], true), (layout[2], false)] {
            for place in 0..layout.squares() {
                let at = |n: usize| ((n as i64) % WIDTH, (n as i64) / WIDTH);
                let joined = layout.places.joined(place, (layout.width, layout.height));
                let pairs = match *joined.as_slice() {
                    [one, other] if is_edges => vec![(at(one), at(other))],
                    [a, b, c, d] => vec![(at(a), at(d)), (at(c), at(b))],
                    _ => continue,
                };
                if chance.below(3) == 0 {
                    state.bytes[layout.offset + place] = 1;
                    position.parted.extend(pairs.into_iter().map(|(one, other)| (one.min(other), one.max(other))));
                }
            }
        }
        let mut list = parlour_engine::action::ActionList::new();
        if rules.legal(&state, &mut list).is_err() {
            continue;
        }
        legal.clear();
        legal.extend(list.iter(&game).map(|action| game.action_text(&action)));
        let name = |(x, y): Place| format!("{}{}", (b'a' + x as u8) as char, HEIGHT - y);
        let mut expected = Vec::new();
        for from in (0..HEIGHT).flat_map(|y| (0..WIDTH).map(move |x| (x, y))) {
            let piece = position.at(from).unwrap();
            if !piece.is_ascii_uppercase() {
                continue;
            }
            let open = Position { cells: position.cells.clone(), parted: BTreeSet::new() };
            stopped += usize::from(open.targets(from) != position.targets(from));
            for to in position.targets(from) {
                let sign = match position.at(to).unwrap() {
                    b'.' if piece == b'Y' => '^',
                    b'.' => '-',
                    there if there.is_ascii_lowercase() => 'x',
                    _ => continue,
                };
                expected.push(format!("{}{sign}{}", name(from), name(to)));
            }
        }
        expected.sort_unstable();
        legal.sort_unstable();
        assert_eq!(legal, expected, "{:?}", position.cells.as_chunks::<5>().0);
        for action in list.iter(&game) {
            let mut after = state.clone();
            rules.apply(&mut after, &action, None).unwrap();
        }
    }
    assert!(stopped > 1000, "{stopped}");
}

#[test]
fn a_refusal_names_the_wall() {
    let (mut rules, mut state) = begin();
    rules
        .evaluate_on(&mut state, "fences.set(fences.between(main.square(4, 2), main.square(3, 2)), fences.hedge)")
        .unwrap();
    let game = rules.game().clone();
    let Ok(action) = game.parse_action("b1-b2", None) else { panic!("b1-b2 is an action") };
    let refusal = rules.check(&state, &action).unwrap_err().refusal().unwrap();
    assert_eq!(refusal.to_string(), "`b1-b2` is not allowed: the hedge at b1n is in the way");
}

/// Faults of `walls` name what can be there.
#[test]
fn walls_are_edges_or_corners_of_their_board() {
    let told = |from: &str, to: &str| match super::pack_of(&TABLES.replace(from, to), RULES) {
        Err(faults) => faults
            .0
            .iter()
            .map(|fault| format!("{} ({})", fault.message, fault.help.as_deref().unwrap_or("")))
            .collect(),
        Ok(_) => Vec::new(),
    };
    let walls = r#"walls = ["fences", "posts"]"#;
    assert_eq!(told(walls, r#"walls = ["fence"]"#), ["there is no board `fence` (did you mean `fences`?)"]);
    assert_eq!(
        told(walls, r#"walls = "main""#),
        [
            "`main` has neither edges nor corners of `main` (expected a board with `edges_of = \"main\"` or `corners_of = \"main\"`)"
        ]
    );
    assert_eq!(
        told("name = \"king\"\n", "name = \"king\"\nroyal = true\n"),
        ["a board with walls can't have a royal piece (expected an `[[end]]` with `when = \"captured\"` for it)"]
    );
}
