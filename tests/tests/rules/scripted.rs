//! Othello and draughts with scripts instead of tables: the counts are those of the tables.

use super::{Edit, nodes, rules, set_up, texts, why};
use parlour_engine::Words;
use parlour_engine::rules::Rules;

const OTHELLO: &[Edit<'static>] = &[
    ("game.toml", "[[place]]\nputs = \"disc\"\nencloses = \"all\"\n", ""),
    ("game.toml", "place = { usage = \"{to:square}\"", "place = { usage = \"{to:empty square}\""),
    (
        "rules.lua",
        "",
        "local DISC = { main.disc_black, main.disc_white }

local function enclosed(seat, to, down, right)
	local row, column, n = main.row(to) + down, main.column(to) + right, 0
	while true do
		local square = main.square(row, column)
		local disc = if square == 0 then 0 else main.at(square)
		if disc == 0 then
			return 0
		elseif disc == DISC[seat] then
			return n
		end
		row, column, n = row + down, column + right, n + 1
	end
end

local place = {}

function place.allow(seat, to)
	for down = -1, 1 do
		for right = -1, 1 do
			if (down ~= 0 or right ~= 0) and enclosed(seat, to, down, right) > 0 then
				return true
			end
		end
	end
	return 'it would enclose nothing'
end

function place.apply(seat, to)
	for down = -1, 1 do
		for right = -1, 1 do
			if down ~= 0 or right ~= 0 then
				for n = 1, enclosed(seat, to, down, right) do
					main.set(main.square(main.row(to) + n * down, main.column(to) + n * right), DISC[seat])
				end
			end
		end
	end
	main.set(to, DISC[seat])
	turn.turn(seats.next(seat))
end

return { actions = { place = place } }",
    ),
];

#[test]
fn othello_by_a_script_has_its_known_counts() {
    let mut host = rules("othello", OTHELLO);
    let state = host.position(None, None).unwrap();
    assert_eq!(nodes(&mut host, &state, 6), [4, 12, 56, 244, 1_396, 8_200]);
}

/// A seat without a scripted action passes like one without an action of tables.
#[test]
fn othello_by_a_script_passes_and_ends() {
    let mut host = rules("othello", OTHELLO);
    let mut state = set_up(&mut host, "XO6/8/8/8/8/8/8/8", 1);
    assert_eq!(texts(&mut host, &state), ["pass"]);
    assert_eq!(why(&mut host, &state, "c1"), "it would enclose nothing");
    assert_eq!(why(&mut host, &state, "a8"), "a8 is not empty");
    super::act(&mut host, &mut state, "pass");
    assert_eq!(why(&mut host, &state, "pass"), "`pass` is not allowed: there is something else that you can do");
    super::act(&mut host, &mut state, "c8");
    assert_eq!(host.game().ending_text(&state).as_deref(), Some("black has more discs"));
}

const DRAUGHTS: &[Edit<'static>] = &[
    (
        "game.toml",
        "    { do = \"jump\", leap = \"forward-diagonal\", least = 2, becomes = { piece = \"king\", in = { rows = [-1] } }, if = { flying = false } },\n",
        "",
    ),
    (
        "game.toml",
        "    { do = \"jump\", leap = \"diagonal\", least = 2, leaves = \"jumped\", becomes = { piece = \"king\", in = { rows = [-1] }, stopping = true }, if = { flying = true } },\n",
        "",
    ),
    ("game.toml", "    { do = \"jump\", leap = \"diagonal\", least = 2, if = { flying = false } },\n", ""),
    (
        "game.toml",
        "    { do = \"jump\", slide = \"diagonal\", over = { enemy = 1 }, leaves = \"jumped\", if = { flying = true } },\n",
        "",
    ),
    (
        "rules.lua",
        "",
        "local MAN, KING = { main.man_black, main.man_white }, { main.king_black, main.king_white }
local FORWARD, LAST = { -1, 1 }, { 1, 8 }

local jump = {}

local function between(from, to)
	return main.square((main.row(from) + main.row(to)) // 2, (main.column(from) + main.column(to)) // 2)
end

function jump.legal(seat)
	for from = 1, main.squares do
		local what = main.at(from)
		if what == MAN[seat] or what == KING[seat] then
			for down = -2, 2, 4 do
				for right = -2, 2, 4 do
					local to = main.square(main.row(from) + down, main.column(from) + right)
					if to > 0 and (what == KING[seat] or down == 2 * FORWARD[seat]) and main.at(to) == 0 then
						local over = main.at(between(from, to))
						local other = seats.next(seat)
						if over == MAN[other] or over == KING[other] then
							offer.jump(from, to)
						end
					end
				end
			end
		end
	end
end

function jump.apply(seat, from, to)
	local what = main.at(from)
	main.set(between(from, to), 0)
	main.set(from, 0)
	main.set(to, if main.row(to) == LAST[seat] then KING[seat] else what)
	turn.turn(seats.next(seat))
end

return { actions = { jump = jump } }",
    ),
];

const ROWS: [&str; 4] = [
    "1m1m1m1m/m1m1m1m1/1m1m1m1m/8/8/M1M1M1M1/1M1M1M1M/M1M1M1M1",
    "1m1m1m1m/m1m1m1m1/3m4/8/1m1m4/M1M1M1M1/1M1M1M1M/M1M1M1M1",
    "8/1m1m4/M7/4m3/8/2m5/1M6/8",
    "8/2m1m3/8/2m1m3/3K4/2m1m3/8/8",
];

#[test]
fn draughts_by_a_script_counts_as_by_tables() {
    let mut tables = rules("draughts", &[]);
    let mut script = rules("draughts", DRAUGHTS);
    let count = |host: &mut Rules, rows: &str, seat: usize| {
        let state = set_up(host, rows, seat);
        (texts(host, &state), nodes(host, &state, 6))
    };
    for rows in ROWS {
        for seat in 0..2 {
            assert_eq!(count(&mut script, rows, seat), count(&mut tables, rows, seat), "{rows}, seat {seat}");
        }
    }
}

#[test]
fn a_scripted_jump_goes_first_and_goes_on() {
    let mut host = rules("draughts", DRAUGHTS);
    let mut state = set_up(&mut host, "8/8/3m4/8/1m1m4/M7/6M1/8", 0);
    assert_eq!(texts(&mut host, &state), ["a3xc5"]);
    assert_eq!(why(&mut host, &state, "g2-f3"), "`g2-f3` is not allowed: `jump` is possible, and it goes first");
    super::act(&mut host, &mut state, "a3xc5");
    assert_eq!(texts(&mut host, &state), ["c5xe7"]);
    assert_eq!(why(&mut host, &state, "g2-f3"), "`g2-f3` is not allowed: the man on c5 has to go on");
    super::act(&mut host, &mut state, "c5xe7");
    assert_eq!(state.decision().map(|due| due.seat.index()), Some(1));
    let mut state = set_up(&mut host, "8/1m1m4/M7/8/8/8/8/8", 0);
    super::act(&mut host, &mut state, "a6xc8");
    assert_eq!(state.decision().map(|due| due.seat.index()), Some(1), "a man that has become a king stops");
}
