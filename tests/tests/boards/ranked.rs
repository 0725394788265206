//! Endings of tables that rank the seats by `winners`.

use parlour_engine::Words;
use parlour_engine::game::Config;
use parlour_engine::play::Match;

use super::pack_of;

const TABLES: &str = r#"
winners = ["MOST got"]
[game]
title = "Steps"
[seats]
names = ["white", "black"]
[boards.main]
width = 3
height = 1
start = ["A.a"]
[[piece]]
name = "man"
glyph = "A"
moves = [{ do = "move", step = "all" }]
[vars]
got = { per = "seat", max = 9 }
[[end]]
when = "no_move"
result = "winners"
ending = "done"
[endings]
done = "{winner} {winner:wins|win}"
[phases]
turn = { actions = ["move"] }
[actions]
move = { usage = "{from:square}-{to:square}" }
"#;

const RULES: &str = "
local move = {}
function move.after(seat)
	got.add(seat, 1)
end
return { actions = { move = move } }
";

#[test]
fn who_wins_when_nothing_moves_is_a_matter_of_numbers() {
    for (most, winner) in [("most", "white"), ("least", "black")] {
        let tables = TABLES.replace("MOST", most);
        let pack = pack_of(&tables, RULES).unwrap_or_else(|faults| panic!("{faults}"));
        let game = pack.configure(&Config::default()).unwrap();
        let mut played = Match::new(game.clone(), 1, vec!["human".to_owned(); 2]).unwrap();
        let action = played.parse("1-2").unwrap();
        played.act(&action).unwrap();
        assert!(played.state().is_over());
        assert_eq!(game.ending_text(played.state()).unwrap(), format!("{winner} wins"));
    }
}
