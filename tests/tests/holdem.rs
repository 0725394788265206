//! Rulings of hold'em that no random match is sure to meet, and how often each kind of hand occurs.

use std::sync::Arc;

use parlour_engine::diagnostic::SourceFile;
use parlour_engine::game::Config;
use parlour_engine::pack::Pack;
use parlour_engine::play::Match;
use parlour_engine::scenario::Scenario;

use crate::packs::{library, load, scene};
use parlour_engine::Words;

/// Takes actions, each written after the seat that takes it.
#[track_caller]
fn act(played: &mut Match, actions: &[&str]) {
    for text in actions {
        let (seat, action) = text.split_once(": ").unwrap();
        let decision = played.decision().unwrap();
        assert_eq!(played.game().seat_name(decision.seat), seat, "who acts before `{text}`");
        let action = played.parse(action).unwrap_or_else(|error| panic!("{text}: {error}"));
        played.act(&action).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
}

fn refusal(played: &mut Match, text: &str) -> String {
    let action = played.parse(text).unwrap();
    played.check(&action).unwrap_err().refusal().unwrap().to_string()
}

fn var(played: &Match, name: &str) -> i64 {
    played.game().state_json(played.state())["vars"][name].as_i64().unwrap()
}

/// Three seats on the river without a bet; `a` is to act, `c` has the button.
fn river(hands: [&str; 3], board: &str, stacks: [i64; 3], paid: i64) -> Match {
    let cards = |text: &str| text.split(' ').map(|card| format!("\"{card}\"")).collect::<Vec<_>>().join(", ");
    let zone = |n: usize| format!("\"hand.{}\" = [{}]\n", ["a", "b", "c"][n], cards(hands[n]));
    let per_seat = |name: &str, numbers: [i64; 3]| {
        format!("\"{name}.a\" = {}\n\"{name}.b\" = {}\n\"{name}.c\" = {}\n", numbers[0], numbers[1], numbers[2])
    };
    let text = format!(
        "players = 3\nto_act = \"a\"\n[options]\nhands = 1\n[zones]\nboard = [{}]\n{}{}{}[vars]\nbutton = \"c\"\n\
         bet_to = 0\nraise_by = 2\n{}{}",
        cards(board),
        zone(0),
        zone(1),
        zone(2),
        per_seat("stack", stacks),
        per_seat("paid", [paid; 3]),
    );
    scene(&load("holdem"), &text)
}

const HANDS: [&str; 3] = ["As Ad", "Ks Kd", "7c 2d"];
const BOARD: &str = "3h 4s 9d Jc Qh";

/// A raise must add as much as the last full one; a short all-in changes what must be called, but not that.
#[test]
fn a_raise_adds_at_least_the_last_full_one() {
    let mut played = river(HANDS, BOARD, [100, 15, 100], 10);
    assert!(refusal(&mut played, "bet 1").contains("expected 2 to 100"));
    act(&mut played, &["a: bet 10", "b: raise to 15"]);
    assert!(refusal(&mut played, "raise to 24").contains("expected 25 to 100"));
    act(&mut played, &["c: call"]);
    assert!(refusal(&mut played, "raise to 40").contains("nobody has made a full raise since you acted"));
    act(&mut played, &["a: call"]);
    assert_eq!(["a", "b", "c"].map(|seat| var(&played, &format!("stack.{seat}"))), [85 + 75, 0, 85]);
}

/// No seat raises if none could call, even if short all-ins since its last action add up to a full raise.
#[test]
fn nobody_raises_those_who_are_all_in() {
    let mut played = river(HANDS, BOARD, [100, 15, 21], 10);
    act(&mut played, &["a: bet 10", "b: raise to 15", "c: raise to 21"]);
    assert!(refusal(&mut played, "raise to 40").contains("all the others are all-in"));
}

/// Each pot goes to the best of those who have paid for it.
#[test]
fn side_pots_go_to_those_who_have_paid_for_them() {
    let mut played = river(HANDS, BOARD, [20, 50, 100], 10);
    act(&mut played, &["a: bet 20", "b: raise to 50", "c: call"]);
    assert_eq!(["a", "b", "c"].map(|seat| var(&played, &format!("stack.{seat}"))), [90, 60, 50]);
}

/// The chips that can't be shared go to the winners nearest to the left of the button.
#[test]
fn odd_chips_go_to_the_left_of_the_button() {
    let mut played = river(["As Kd", "Ad Kc", "7c 2d"], BOARD, [10, 10, 10], 3);
    act(&mut played, &["a: check", "b: check", "c: check"]);
    assert_eq!(["a", "b", "c"].map(|seat| var(&played, &format!("stack.{seat}"))), [15, 14, 10]);
}

/// The small blind never pays more than there is to call.
#[test]
fn the_small_blind_is_at_most_the_big_one() {
    let pack = load("holdem");
    let begun = |small: &str, big: &str| {
        let set = [("small_blind", small), ("big_blind", big)];
        let set = set.map(|(key, value)| (key.to_owned(), value.to_owned())).to_vec();
        let game = pack.configure(&Config { set, ..Config::default() }).map_err(|faults| faults.to_string())?;
        Match::new(game, 1, vec!["random".to_owned(); 4]).map_err(|faults| faults.to_string())
    };
    for (small, big) in [("1", "1"), ("9", "9"), ("9", "10000")] {
        assert!(begun(small, big).unwrap().parse("call").is_ok(), "{small} and {big}");
    }
    let refusal = begun("9", "2").unwrap_err();
    assert_eq!(refusal, "the option `small_blind` is 9 (expected at most `big_blind`, which is 2)");
}

/// Blinds double at most ten times, even the largest ones: all seats are all-in then.
#[test]
fn the_largest_blinds_double_ten_times() {
    let text = "players = 2\nto_act = \"a\"\n[options]\nsmall_blind = 10000\nbig_blind = 10000\nlevel = 1\n\
                [zones]\nboard = [\"3h\", \"4s\", \"9d\", \"Jc\", \"Qh\"]\n\"hand.a\" = [\"As\", \"Ad\"]\n\
                \"hand.b\" = [\"Ks\", \"Kd\"]\n[vars]\nbutton = \"b\"\nraise_by = 2\nplayed = 10\n\
                \"stack.a\" = 90\n\"stack.b\" = 80\n\"paid.a\" = 10\n\"paid.b\" = 20\n";
    let mut played = scene(&load("holdem"), text);
    act(&mut played, &["a: check", "b: check"]);
    assert!(played.decision().is_none(), "the hands after it are played to the end");
}

/// A value set by a scenario is checked at its line, and may be overridden when the match begins.
#[test]
fn blinds_of_a_scenario_fit_together() {
    let pack = load("holdem");
    let read = |text: &str| {
        let file = SourceFile::new("scene.toml", format!("game = \"holdem\"\n{text}"));
        Arc::new(Scenario::read(file, &pack).unwrap_or_else(|faults| panic!("{faults}")))
    };
    let refusal = |text: &str| pack.configure(&read(text).config()).unwrap_err().to_string();
    assert_eq!(
        refusal("[options]\nsmall_blind = 9\nstack = 50\n"),
        "scene.toml:3:15: the option `small_blind` is 9 (expected at most `big_blind`, which is 2)"
    );
    assert_eq!(
        refusal("[options]\nsmall_blind = 9\nbig_blind = 8\n"),
        "scene.toml:3:15: the option `small_blind` is 9 (expected at most `big_blind`, which is 8)"
    );
    let mut config = read("[options]\nbig_blind = 5\n").config();
    config.set.push(("small_blind".to_owned(), "6".to_owned()));
    assert_eq!(
        pack.configure(&config).unwrap_err().to_string(),
        "scene.toml:3:13: the option `small_blind` is 6 (expected at most `big_blind`, which is 5)"
    );
    config.set.push(("big_blind".to_owned(), "6".to_owned()));
    assert!(pack.configure(&config).is_ok());
}

/// The pack's own ranking over all hands of five cards; hands equal up to suits are evaluated once.
#[test]
fn every_kind_of_hand_occurs_as_often_as_is_known() {
    let mut files = library().files("holdem").unwrap();
    let rules = files.texts["rules.lua"].replacen("function fold.apply(seat)\n", COUNT, 1);
    files.texts.insert("rules.lua".to_owned(), rules.into());
    let pack = Pack::load(files).unwrap_or_else(|faults| panic!("{faults}")).into_shared();
    let config = Config { seats: Some(9), ..Config::default() };
    let game = pack.configure(&config).unwrap_or_else(|faults| panic!("{faults}"));
    let mut played = Match::new(game, 1, vec!["random".to_owned(); 9]).unwrap();
    let fold = played.parse("fold").unwrap();
    played.act(&fold).unwrap_or_else(|error| panic!("{error}"));
    let counts = ["a", "b", "c", "d", "e", "f", "g", "h", "i"].map(|seat| 4 * var(&played, &format!("paid.{seat}")));
    assert_eq!(counts, [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 40]);
}

/// A replacement for `fold`: the variables `paid` get a quarter of the counts of each category.
const COUNT: &str = r#"function fold.apply(seat)
	local WAYS, counts = { 4, 6, 4, 1 }, {}
	local function add(cards, ways)
		local kind = ranks.best(cards, 5) // 1048576
		counts[kind] = (counts[kind] or 0) + ways
	end
	local function id(r, s)
		return (r - 1) * 4 + s
	end
	local function extend(list, from)
		if #list < 5 then
			for r = from, 13 do
				local more = table.clone(list)
				table.insert(more, r)
				extend(more, r)
			end
			return
		end
		local cards, ways, same, distinct = {}, 1, 0, true
		for n, r in list do
			same = if list[n - 1] == r then same + 1 else 1
			distinct = distinct and same == 1
			if same == 5 then
				return
			end
			if list[n + 1] ~= r then
				ways *= WAYS[same]
			end
			cards[n] = id(r, same)
		end
		if distinct then
			add(cards, 4)
			cards[5] = id(list[5], 2)
			ways -= 4
		end
		add(cards, ways)
	end
	extend({}, 1)
	for kind = 0, 8 do
		paid.set(kind + 1, counts[kind] / 4)
	end
	if paid.get(1) > 0 then
		return
	end
"#;

/// A raise is possible as long as another player has chips, even fewer; the unmatched part is returned.
#[test]
fn a_raise_beyond_all_others_goes_back() {
    let mut played = river(HANDS, BOARD, [40, 10, 0], 10);
    act(&mut played, &["a: bet 10", "b: call"]);
    assert!(played.decision().is_none());
    let mut played = river(HANDS, BOARD, [40, 15, 0], 10);
    act(&mut played, &["a: bet 2", "b: raise to 14", "a: raise to 40"]);
    assert_eq!((var(&played, "stack.a"), var(&played, "paid.a")), (0, 50));
    act(&mut played, &["b: call"]);
    // One chip more was matched; 25 go back to `a`, who wins the pot of three times 10 and twice 15.
    assert_eq!(var(&played, "stack.a"), 25 + 30 + 30);
}
