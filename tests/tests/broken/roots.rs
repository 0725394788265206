//! One mistake is one fault, reported at its cause; and invalid values aren't silently accepted.

use super::{check, edited, faults};

/// The faults of the valid pack after one edit of its tables.
#[track_caller]
fn slip(old: &str, new: &str, expected: &[&str]) {
    check(&[("game.toml", old, new)], expected);
}

/// Its faults after an addition before a table.
#[track_caller]
fn added(before: &str, text: &str, expected: &[&str]) {
    slip(before, &format!("{text}\n{before}"), expected);
}

#[test]
fn columns_of_a_mistyped_table_are_not_missed_in_its_rows() {
    slip(
        "[columns.card]",
        "[columns.crad]",
        &[
            "unknown-table: duel/game.toml:29:1: there is no row `[[crad]]` that could have these columns (did you mean \
         `card`?)",
        ],
    );
    slip(
        "[columns.card]",
        "[colums.card]",
        &["unknown-key: duel/game.toml:29:2: there is no key `colums` (did you mean `columns`?)"],
    );
}

#[test]
fn a_variable_can_not_follow_pieces_that_the_pack_does_not_have() {
    slip(
        "[vars]",
        "[vars]\nleft = { per = \"seat\", follows = \"pieces\" }",
        &[
            "nothing-to-follow: duel/game.toml:59:8: `left` follows what is done on a board, and this pack has no pieces \
         (declare `[[piece]]` with their moves, or leave `follows` out and set the variable in `rules.lua`)",
        ],
    );
}

#[test]
fn a_default_that_can_not_be_read_is_not_missed_in_the_rows() {
    slip(
        "strength = { type = \"int\", min = 1, max = 9 }",
        "strength = { type = \"int\", min = 1, max = 9, default = \"7\" }",
        &[
            "wrong-type: duel/game.toml:31:56: `columns.card.strength.default` must be a whole number, but is a text (write it without quotes: `7`)",
        ],
    );
}

#[test]
fn what_a_mistyped_table_declares_is_not_missed_elsewhere() {
    for (table, mistyped, place) in [
        ("[zones]", "[zoens]", "53:2: there is no key `zoens` (did you mean `zones`?)"),
        ("[lists]", "[lsits]", "26:2: there is no key `lsits` (did you mean `lists`?)"),
        ("[phases]", "[pahses]", "71:2: there is no key `pahses` (did you mean `phases`?)"),
        ("[actions]", "[acitons]", "74:2: there is no key `acitons` (did you mean `actions`?)"),
        ("[options]", "[optoins]", "15:2: there is no key `optoins` (did you mean `options`?)"),
        ("[endings]", "[edings]", "87:2: there is no key `edings` (did you mean `endings`?)"),
    ] {
        slip(table, mistyped, &[&format!("unknown-key: duel/game.toml:{place}")]);
    }
}

#[test]
fn a_word_without_quotes_is_told_to_need_some() {
    slip(
        "count = 6",
        "count = twenty",
        &["toml-syntax: duel/game.toml:38:9: `twenty` is not a number, `true`, `false` or a text in quotes (write \
         `\"twenty\"` if a text is meant)"],
    );
    slip(
        "suit = [\"sword\", \"shield\"]",
        "suit = [sword, \"shield\"]",
        &["toml-syntax: duel/game.toml:27:9: `sword` is not a number, `true`, `false` or a text in quotes (write \
         `\"sword\"` if a text is meant)"],
    );
}

#[test]
fn a_number_that_no_variable_can_hold_is_refused() {
    slip(
        "points = { per = \"seat\", min = 0, max = 99 }",
        "points = { per = \"seat\", min = 0, max = 2147483648 }",
        &["out-of-range: duel/game.toml:59:41: `vars.points.max` is 2147483648 (expected -2147483648 to 2147483647)"],
    );
    slip(
        "default = 200, min = 10, max = 1000,",
        "default = 200, min = 10, max = 3000000000,",
        &["out-of-range: duel/game.toml:17:46: `options.ply_limit.max` is 3000000000 (expected 10 to 2147483647)"],
    );
}

#[test]
fn an_option_that_is_not_a_table_is_not_missed_where_it_is_named() {
    slip(
        "hand_size = { default = 3, min = 1, max = 9, help = \"Cards in a hand.\" }",
        "hand_size = 3",
        &[
            "wrong-type: duel/game.toml:16:13: `options.hand_size` must be a table, but is a whole number (expected a table with \
           keys such as `default`, `min`, `max`, `choices`, `help`)",
        ],
    );
}

#[test]
fn an_action_that_no_phase_has_is_refused() {
    added(
        "[events.play]",
        "flee = { usage = \"flee\" }\n",
        &["never-used: duel/game.toml:77:1: no phase has the action `flee`, so it is never legal (name it in the \
         `actions` of a phase, or leave it out)"],
    );
}

#[test]
fn an_option_that_nothing_reads_is_refused() {
    added(
        "[variants.short]",
        "boldness = { default = 3 }\n",
        &[
            "never-used: duel/game.toml:20:1: nothing reads the option `boldness` (read it in a script, name it where a \
         number is expected, or leave it out)",
        ],
    );
    let mistyped = edited(&[("worth.lua", "option.bonus", "option.bonsu")]);
    assert_eq!(
        faults(mistyped)[0],
        "unknown-member: duel/worth.lua:3:25: there is no `option.bonsu` (did you mean `bonus`, which \
         duel/game.toml:18:1 declares?)"
    );
}
