//! Mistakes in the tables of the repository's packs: each is reported once, at its cause.

use parlour_engine::diagnostic::Code;
use parlour_engine::pack::Pack;

use super::{Edit, duel, faults};
use crate::packs::library;

/// The faults of a pack of the repository after some edits.
#[track_caller]
fn slip(game: &str, edits: &[Edit<'_>], expected: &[&str]) {
    let mut files = library().files(game).unwrap();
    files.prefix = String::new();
    for (file, old, new) in edits {
        let text = files.texts[*file].to_string();
        assert!(text.contains(old), "`{old}` should stand in {file} of {game}");
        files.texts.insert((*file).to_owned(), text.replacen(old, new, 1).into());
    }
    assert_eq!(faults(files), expected);
}

#[test]
fn a_bracket_that_is_left_open_is_told_once_where_it_is_opened() {
    slip(
        "final-card-down",
        &[("game.toml", "\"answer\"] }", "\"answer\"]")],
        &["toml-syntax: game.toml:76:9: `{` is never closed (expected its `}` before line 78)"],
    );
    slip(
        "treasure-hunt",
        &[("game.toml", "set = { sets = 4, max_per_line = 4 }", "set = { sets = 4, max_per_line = 4")],
        &["toml-syntax: game.toml:34:7: `{` is never closed (expected its `}` before line 38)"],
    );
    slip(
        "breakthrough",
        &[("game.toml", "\"forward-diagonal\" },\n]", "\"forward-diagonal\" },\n")],
        &["toml-syntax: game.toml:26:9: `[` is never closed (expected its `]` before line 31)"],
    );
    slip(
        "breakthrough",
        &[("game.toml", "start = { rows = [1, 2] }", "start = { rows = [1, 2 }")],
        &["toml-syntax: game.toml:25:18: `[` is never closed (expected its `]` on this line)"],
    );
}

#[test]
fn a_quote_that_is_left_open_is_told_once_where_it_is_opened() {
    slip(
        "final-card-down",
        &[("game.toml", "robots = [\"first-fit\"]", "robots = [\"first-fit]")],
        &["toml-syntax: game.toml:15:11: `\"` is never closed (expected its `\"` on this line)"],
    );
    slip(
        "final-card-down",
        &[("game.toml", "\"hearts\", \"dia", "\"hearts, \"dia")],
        &["toml-syntax: game.toml:27:9: `\"` is never closed (expected its `\"` on this line)"],
    );
}

#[test]
fn a_bracket_or_quote_left_out_anywhere_is_one_fault_of_its_line() {
    let files = duel();
    let text = files.texts["game.toml"].to_string();
    for (at, mark) in text.char_indices().filter(|(_, c)| "[]{}\"".contains(*c)) {
        let (before, after) = (&text[..at], &text[at + 1..]);
        let mut files = files.clone();
        files.texts.insert("game.toml".to_owned(), format!("{before}{after}").into());
        let Err(found) = Pack::load(files) else {
            continue;
        };
        let line = before.matches('\n').count() + 1;
        if found.0[0].code == Code::TomlSyntax {
            let told = found.0[0].place.as_ref().map(|place| place.line as usize);
            assert_eq!((found.0.len(), told), (1, Some(line)), "without `{mark}` of line {line}: {found}");
        }
    }
}

#[test]
fn an_end_that_can_not_be_read_says_nothing_of_its_other_keys() {
    slip(
        "breakthrough",
        &[("game.toml", "when = \"reach\"", "when = \"reech\"")],
        &["unknown-word: game.toml:32:8: `end[1].when` can't be `reech` (did you mean `reach`?)"],
    );
    slip(
        "breakthrough",
        &[("game.toml", "when = \"reach\"\n", "")],
        &["missing-key: game.toml:31:1: `end[1].when` is missing (expected what brings the end about: \"no_move\", \
         \"turns\", \"reach\", ...)"],
    );
    slip(
        "connect-four",
        &[("game.toml", "length = 4", "length = 0")],
        &["out-of-range: game.toml:31:10: `end[1].length` is 0 (expected 2 to 64)"],
    );
}

#[test]
fn what_a_variable_says_names_variables_and_options() {
    let line = library().files("liars-dice").unwrap().texts["game.toml"]
        .lines()
        .position(|l| l.starts_with("count = "))
        .unwrap();
    slip(
        "liars-dice",
        &[("game.toml", "{face}{count:|s}\"]", "{fcae}{count:|s}\"]")],
        &[&format!(
            "bad-sentence: game.toml:{}:41: `{{fcae}}` is neither a variable nor an option; did you mean `face`?",
            line + 1
        )],
    );
}

#[test]
fn words_for_one_and_for_several_go_by_a_number() {
    slip(
        "goofspiel",
        &[("game.toml", "{points:point|points}", "{sum:point|points}")],
        &["bad-sentence: game.toml:63:8: `{sum}` is not a field that can stand here; known here: points"],
    );
}

#[test]
fn the_values_of_a_list_have_as_many_names() {
    slip(
        "hanabi",
        &[(
            "game.toml",
            "height = { length = 5, max = 5, names = \"colour\"",
            "height = { length = 6, names = \"colour\"",
        )],
        &["wrong-count: game.toml:76:32: `colour` has 5 words (expected a list of as many values: `length = 5`)"],
    );
}

#[test]
fn an_effect_that_is_unknown_says_nothing_of_what_it_puts() {
    slip(
        "advance",
        &[("game.toml", "do = \"build\"", "do = \"biuld\"")],
        &["unknown-word: game.toml:51:12: a piece can't `biuld` (did you mean `build`?)"],
    );
}

#[test]
fn a_column_that_can_not_be_read_says_nothing_of_what_is_in_it() {
    slip(
        "archaeology",
        &[("game.toml", "trade = { type = \"int\",", "trade = { type = \"integer\",")],
        &["unknown-type: game.toml:30:18: there is no column type `integer` (known here: int, ints, bool, text, role)"],
    );
    slip(
        "archaeology",
        &[("game.toml", "role = { type = \"role\",", "role = { type = \"rloe\",")],
        &["unknown-type: game.toml:29:17: there is no column type `rloe` (did you mean `role`?)"],
    );
    slip(
        "treasure-hunt",
        &[("game.toml", "glyph = { type = \"text\" }", "glyph = { }")],
        &[
            "missing-key: game.toml:44:9: `columns.effect.glyph.type` is missing (expected int, ints, bool, text or the \
         name of a list)",
        ],
    );
}

#[test]
fn a_table_of_actions_or_columns_by_a_wrong_name_is_named() {
    slip(
        "advance",
        &[("game.toml", "[actions]", "[action]")],
        &["unknown-key: game.toml:130:2: there is no key `action` (did you mean `actions`?)"],
    );
    slip(
        "final-card-down",
        &[("game.toml", "[columns.card]", "[columns.crad]")],
        &[
            "unknown-table: game.toml:39:1: there is no row `[[crad]]` that could have these columns (did you mean `card`?)",
        ],
    );
}

#[test]
fn constants_of_an_unknown_list_say_nothing_of_their_table() {
    slip(
        "final-card-down",
        &[("game.toml", "special = \"value\"", "special = \"values\"")],
        &["unknown-list: game.toml:31:11: there is no list `values` (did you mean `value`?)"],
    );
    slip(
        "final-card-down",
        &[("game.toml", "special = \"value\"", "special = 1")],
        &["wrong-type: game.toml:31:11: `constants.special` must be a text, but is a whole number"],
    );
}

#[test]
fn a_usage_that_says_no_square_is_told_once() {
    slip(
        "breakthrough",
        &[("game.toml", "{from:square}-{to:square}", "{from:square-{to:square}")],
        &["bad-usage: game.toml:50:18: the usage of `move` can't be read: a `{` without its `}` \
         (expected something like `trade {give:cards} for {take:cards}`)"],
    );
    slip(
        "advance",
        &[("game.toml", "{from:square}x{to:square}", "take {to:square}")],
        &["bad-usage: game.toml:41:21: the usage of `capture` does not say which squares (expected the arguments \
         `{from:square}` and `{to:square}`)"],
    );
}

#[test]
fn words_for_a_seat_stand_in_one_text_for_all() {
    slip(
        "hearts",
        &[("game.toml", "text = \"{seat} {play|plays} {card}.\"", "text.all = \"{seat} {play|plays} {card}.\"")],
        &[
            "bad-sentence: game.toml:152:12: `{play|plays}`: words for a seat and for the others stand only in one text for \
         all viewers, `text = \"...\"`",
        ],
    );
}

#[test]
fn a_count_by_seats_has_numbers_of_seats_of_the_game() {
    slip(
        "beeyard",
        &[("game.toml", "{ 2 = 24, 3 = 31, 4 = 38 }", "{ 2 = 24, 3 = 31, 5 = 38 }")],
        &["wrong-seats: game.toml:41:9: `5` is not a number of seats of this game (expected 2 to 4)"],
    );
}

#[test]
fn a_symbol_of_another_board_is_told_from_an_unknown_one() {
    slip(
        "quoridor",
        &[(
            "game.toml",
            "[boards.posts]",
            "[[place]]\nverb = \"go\"\nputs = \"pawn\"\non = \"wall\"\n\n[boards.posts]",
        )],
        &[
            "unknown-word: game.toml:32:6: `wall` is a symbol of the board `fences` (expected one of `main`, the board of the \
         pieces: scripts fill the other boards)",
        ],
    );
}

#[test]
fn sentences_with_an_unknown_field_are_refused_everywhere() {
    slip(
        "final-card-down",
        &[("game.toml", "out = \"{winner} wins", "out = \"{winer} wins")],
        &["bad-sentence: game.toml:153:7: `{winer}` is not a field that can stand here; did you mean `winner`?"],
    );
    slip(
        "final-card-down",
        &[("game.toml", "out = \"{winner} wins", "out = \"{winner} {winner:wins}")],
        &["bad-sentence: game.toml:153:7: `{winner:wins}` is not a field that can stand here; known here: winner \
           (expected such as `{winner:is|are}`, for one and for several)"],
    );
    slip(
        "treasure-hunt",
        &[("game.toml", "title = \"{step} {step:square|squares} down\"", "title = \"{stp} squares down\"")],
        &["bad-sentence: game.toml:83:9: `{stp}` is not a field that can stand here; did you mean `step`?"],
    );
    slip(
        "treasure-hunt",
        &[("game.toml", "title = \"{step} {step:square|squares} down\"", "title = \"{step squares down\"")],
        &["bad-sentence: game.toml:83:9: a brace is not closed"],
    );
}

#[test]
fn options_say_what_they_can_be() {
    slip(
        "final-card-down",
        &[("game.toml", "hand_size = { default", "hand_size = { defualt")],
        &["unknown-key: game.toml:18:15: there is no key `options.hand_size.defualt` (did you mean \
         `default`?)"],
    );
    slip(
        "final-card-down",
        &[("game.toml", "play_after_draw = { default = false", "play_after_draw = { default = \"no\"")],
        &[
            "missing-key: game.toml:19:31: the option `play_after_draw` is the word `no`, but has no `choices` (expected \
         true or false, a whole number, or a word and the words that it can be, as in `choices = [\"a\", \"b\"]`)",
        ],
    );
}

#[test]
fn a_number_of_seats_that_can_not_be_is_told_once() {
    slip(
        "final-card-down",
        &[("game.toml", "min = 2\n", "min = 0\n")],
        &["out-of-range: game.toml:12:7: `seats.min` is 0 (expected 1 to 10)"],
    );
    slip(
        "final-card-down",
        &[("game.toml", "max = 10\n", "max = 100\n")],
        &["out-of-range: game.toml:13:7: `seats.max` is 100 (expected 1 to 16)"],
    );
    slip(
        "breakthrough",
        &[("game.toml", "robots =", "max = 17\nrobots =")],
        &["out-of-range: game.toml:11:7: `seats.max` is 17 (expected 1 to 16)"],
    );
}

#[test]
fn an_alias_that_is_the_word_of_another_action_is_refused() {
    let fault = "(expected a word that no other action begins with)";
    slip(
        "final-card-down",
        &[("game.toml", "aliases = [\"pass\"]", "aliases = [\"play\"]")],
        &[&format!("ambiguous-alias: game.toml:103:36: `play` is a word for the action `play` already {fault}")],
    );
    slip(
        "en-garde",
        &[("game.toml", "aliases = [\"back\"]", "aliases = [\"back\", \"Forward\"]")],
        &[&format!("ambiguous-alias: game.toml:107:71: `Forward` is a word for the action `advance` already {fault}")],
    );
}

#[test]
fn a_line_longer_than_the_board_is_refused() {
    slip(
        "tic-tac-toe",
        &[("game.toml", "length = 3", "length = 4")],
        &[
            "out-of-range: game.toml:25:10: no line of `main` has 4 squares (expected at most 3: it has 3 columns and 3 rows)",
        ],
    );
}

#[test]
fn synonyms_are_of_words_that_are_there_and_of_one_only() {
    slip(
        "hearts",
        &[("game.toml", "[synonyms.suit]", "[synonyms.suits]"), ("game.toml", "J = \"jack\"", "X = \"jack\"")],
        &[
            "unknown-word: game.toml:42:1: `X` is not a word of `rank` (known here: 2, 3, 4, 5, 6, 7, 8, 9, T, J, Q, K, A)",
            "unknown-list: game.toml:47:1: there is no list `suits` (did you mean `suit`?)",
        ],
    );
    slip(
        "hearts",
        &[("game.toml", "J = \"jack\"", "J = \"q\"")],
        &["duplicate: game.toml:42:5: `q` stands twice for words of `rank`"],
    );
}

#[test]
fn a_key_that_is_not_known_is_told_whatever_stands_below_it() {
    let short = "[events]\nplace = \"{seat} {mark|marks} {to}.\"";
    let end = "[events.place]\ntext = \"{seat} {mark|marks} {to}.\"";
    let known = "(known here: fields, seen, text, turned)";
    for (below, column) in [
        ("foo = \"foo\"", 1),
        ("foo = [\"foo\"]", 1),
        ("foo = { a = \"foo\" }", 1),
        ("[events.place.foo]\na = \"foo\"", 15),
    ] {
        let expected = format!("unknown-key: game.toml:46:{column}: there is no key `events.place.foo` {known}");
        slip("tic-tac-toe", &[("game.toml", short, &format!("{end}\n{below}"))], &[&expected]);
    }
    // Neither is reported only because of the other.
    let told =
        |line: u32, key: &str| format!("unknown-key: game.toml:{line}:1: there is no key `events.place.{key}` {known}");
    let edit = format!("{end}\nfoo = \"bar\"\nbar = \"foo\"");
    slip("tic-tac-toe", &[("game.toml", short, &edit)], &[&told(46, "foo"), &told(47, "bar")]);
}

#[test]
fn dice_that_can_not_be_rolled_are_told_where_their_faces_stand() {
    slip(
        "yahtzee",
        &[("game.toml", "cup = { faces = 6,", "cup = { faces = 65536,")],
        &["out-of-range: game.toml:70:17: `cup` rolls 1 to 65536 (expected 1 to 65535)"],
    );
}

#[test]
fn a_pass_without_an_end_is_told_where_it_stands() {
    let mut files = library().files("othello").unwrap();
    files.prefix = String::new();
    let text = files.texts["game.toml"].to_string();
    let (before, behind) = text.split_once("[[end]]").unwrap();
    let (_, behind) = behind.split_once("[endings]").unwrap();
    // With the original number of lines.
    files.texts.insert("game.toml".to_owned(), format!("{before}\n\n\n\n\n\n[endings]{behind}").into());
    let said = faults(files);
    let wanted =
        "missing-key: game.toml:50:33: a pass needs an end for a seat that can't even pass, and `end` is missing";
    assert!(said.iter().any(|fault| fault.starts_with(wanted)), "{said:#?}");
}

/// A removed key is reported as such, with its replacement.
#[test]
fn a_key_that_is_gone_says_what_replaces_it() {
    slip(
        "gin-rummy",
        &[("game.toml", "[game]", "recall = true\n\n[game]")],
        &[
            "unknown-key: game.toml:6:1: there is no key `recall` any more (leave it out: a seat knows a card as long as it \
           sees where the card goes; what else follows from what everybody knows, the hook `possible` can say)",
        ],
    );
}
