//! One mistake is one fault: consequences aren't reported, and the message says how to correct it.

use parlour_engine::pack::PackFiles;

use super::{check, edited, faults};
use crate::packs::library;

/// The faults of the valid pack after one edit of its tables.
#[track_caller]
fn slip(old: &str, new: &str, expected: &[&str]) {
    check(&[("game.toml", old, new)], expected);
}

/// The faults of breakthrough after some edits of its tables.
#[track_caller]
fn breakthrough(edits: &[(&str, &str)], expected: &[&str]) {
    let mut files: PackFiles = library().files("breakthrough").unwrap();
    files.prefix = String::new();
    let mut text = files.texts["game.toml"].to_string();
    for (old, new) in edits {
        assert!(text.contains(old), "`{old}` should stand in the tables");
        text = text.replacen(old, new, 1);
    }
    files.texts.insert("game.toml".to_owned(), text.into());
    assert_eq!(faults(files), expected);
}

#[test]
fn a_list_for_a_table_says_which_keys_are_expected() {
    slip(
        "ring = { kind = \"pile\", seen",
        "ring = [\"pile\"]\nother = { kind = \"pile\", seen",
        &[
            "wrong-type: duel/game.toml:56:8: `zones.ring` must be a table, but is a list (expected a table with keys such as \
           `kind`, `seen`, `per`, `holds`, `trick`, `look`, `sum`, `note` and 3 more)",
        ],
    );
    slip(
        "turn = { actions = [\"play\"], text = \"play a card\" }",
        "turn = [\"play\"]",
        &[
            "wrong-type: duel/game.toml:72:8: `phases.turn` must be a table, but is a list (expected a table with keys such as \
           `actions`, `text`, `moments`, `enter`, `pass`, `step`, `simultaneous`)",
        ],
    );
    slip(
        "[seats]\nmin = 2",
        "[[seats]]\nmin = 2",
        &[
            "wrong-type: duel/game.toml:11:1: `seats` must be a table, but is a list (expected a table with keys such as \
           `names`, `min`, `max`, `counts`, `players`, `first`, `together`, `teams` and 3 more)",
        ],
    );
}

#[test]
fn two_values_without_a_comma_are_told_as_such() {
    slip(
        "count = 6",
        "count = [2 5, 10]",
        &[
            "toml-syntax: duel/game.toml:38:10: `2 5` is two values, and one was expected (write a comma between them: `2, 5`)",
        ],
    );
    slip(
        "count = 6",
        "count = 2 5",
        &["toml-syntax: duel/game.toml:38:9: `2 5` is two values, and one was expected (write a list: `[2, 5]`)"],
    );
}

#[test]
fn a_mistyped_pattern_of_a_move_is_one_fault() {
    for (written, meant) in [("lep", "leap"), ("sild", "slide"), ("stpe", "step")] {
        let message = format!(
            "unknown-key: game.toml:27:20: there is no key `piece[1].moves[1].{written}` (did you mean `{meant}`?)"
        );
        breakthrough(&[("{ do = \"move\", step", &format!("{{ do = \"move\", {written}"))], &[&message]);
    }
}

#[test]
fn a_row_that_can_not_be_read_is_not_missed() {
    breakthrough(
        &[("when = \"no_move\"", "when = \"no_move\"\nside = 3"), ("when = \"reach\"", "when = \"raech\"")],
        &[
            "unknown-word: game.toml:32:8: `end[1].when` can't be `raech` (did you mean `reach`?)",
            "unknown-key: game.toml:39:1: there is no key `end[2].side` (known here: danger, ending, even, if, \
             result, seat, unless, when)",
        ],
    );
}

#[test]
fn sides_of_dice_are_faces() {
    slip(
        "[chance]\n",
        "[chance]\nother = { sides = 6 }\n",
        &["unknown-key: duel/game.toml:69:11: there is no key `chance.other.sides` (did you mean `roll`?)"],
    );
}

#[test]
fn what_is_laid_out_over_something_unknown_has_an_owner_perhaps() {
    slip(
        "hand = { kind = \"bag\", per = \"seat\"",
        "hand = { kind = \"bag\", per = \"side\"",
        &[
            "unknown-table: duel/game.toml:55:30: there is no table or list `side` to lay this out over (known here: seat, \
           team, card, suit)",
        ],
    );
}

#[test]
fn rows_that_are_too_many_are_not_missed_by_name() {
    let list = (0..300).map(|n| n.to_string()).collect::<Vec<_>>().join(", ");
    let columns = "[columns.spell]\nn = { type = \"int\", min = 0, max = 1000 }\n";
    let rows = format!("[[spell]]\nname = \"s{{n}}\"\neach = {{ n = [{list}] }}\n");
    let files = edited(&[
        ("game.toml", "[columns.card]", &format!("{columns}{rows}[columns.card]")),
        ("game.toml", "[vars]", "[vars]\nlast = { type = \"spell\", start = \"s4\" }"),
    ]);
    assert_eq!(
        faults(files),
        ["wrong-count: duel/game.toml:33:14: `spell[1]` stands for 300 rows (expected 1 to 250)"]
    );
}

#[test]
fn cards_without_a_pile_are_one_fault() {
    slip(
        "deck = { kind = \"pile\", seen = \"none\"",
        "deck = { kind = \"pile\", holds = [\"dagger\"], seen = \"none\"",
        &[
            "wrong-card: duel/game.toml:41:8: the card `blade` and another have no pile to come from (expected that one of \
           `deck` may hold them: see `holds`)",
        ],
    );
}

#[test]
fn what_luau_keeps_for_itself_is_read_under_its_name_with_an_underscore() {
    let option = "[options]\nnil = { default = 1, min = 0, max = 5 }\n";
    for read in ["option.nil_", "option[\"nil\"]"] {
        let files = edited(&[
            ("game.toml", "[options]\n", option),
            ("rules.lua", "points.add(seat, worth(c))", &format!("points.add(seat, worth(c) + {read})")),
        ]);
        assert_eq!(faults(files), [""; 0], "{read}");
    }
}

#[test]
fn the_place_in_a_list_is_not_what_stands_there() {
    for (variables, told) in [("c, n", "c"), ("c", "c")] {
        let files = edited(&[(
            "rules.lua",
            "for c = 1, card.count do\n\t\tif hand.count(seat, c) > 0 then\n\t\t\toffer.play(c)\n\t\tend\n\tend",
            &format!("for {variables} in hand.cards(seat) do\n\t\toffer.play(c)\n\tend"),
        )]);
        let expected = format!(
            "wrong-loop: duel/rules.lua:21:6: `{told}` is a place in the list `hand.cards(seat)`, not what stands there \
             (write `for _, {told} in hand.cards(seat) do`)"
        );
        assert_eq!(faults(files), [expected], "{variables}");
    }
}

#[test]
fn the_place_in_a_list_is_told_for_every_word_that_gives_one() {
    let loop_over = |head: &str, body: &str| {
        faults(edited(&[(
            "rules.lua",
            "for c = 1, card.count do\n\t\tif hand.count(seat, c) > 0 then\n\t\t\toffer.play(c)\n\t\tend\n\tend",
            &format!("for {head} do\n\t\t{body}\n\tend"),
        )]))
    };
    // For any use of the second variable.
    let both = loop_over("c, n in hand.cards(seat)", "if hand.count(seat, c) > n then\n\t\t\toffer.play(n)\n\t\tend");
    assert!(both.len() == 1 && both[0].contains("`c` is a place in the list `hand.cards(seat)`"), "{both:?}");
    let names = loop_over("c in hand.names(seat)", "offer.play(c)");
    assert!(names.len() == 1 && names[0].contains("`c` is a place in the list `hand.names(seat)`"), "{names:?}");
    // Values that can't be iterated over.
    for (head, told) in [
        (
            "c in hand.size(seat)",
            "`hand.size(seat)` is a number, which a loop can't go through (write `for n = 1, hand.size(seat) do` to count up to it)",
        ),
        ("c in hand.count(seat, (1))", "`hand.count(seat, (1))` is a number"),
        ("c in card.text(1, 1)", "`card.text(1, 1)` is a text"),
        ("c in hand.cards", "`hand.cards` is a function"),
    ] {
        let faults = loop_over(head, "offer.play(c)");
        assert!(faults.len() == 1 && faults[0].contains(told), "{head}: {faults:?}");
    }
    // Valid iterations: indices used as indices, an iterator, a slice.
    for head in ["_, c in hand.cards(seat)", "c in hand.next, seat, 0", "place, c in hand.cards(seat)"] {
        let faults = loop_over(head, "offer.play(c)");
        assert!(!faults.iter().any(|fault| fault.starts_with("wrong-loop")), "{head}: {faults:?}");
    }
}

/// The line that changes something is reported, in a helper too, with the hook that called it.
#[test]
fn what_changes_where_only_asking_is_allowed_is_named_with_its_line() {
    let place = "(`needs`, `allow` and `legal` only ask; `apply` and `after` do)";
    let message = "the match is changed, or something told, where only asking is allowed";
    let helper = "local function note(c)\n\tif c > 1 then\n\t\tplayed.add(1)\n\tend\n\treturn true\nend\n";
    let legal = format!("{helper}function play.legal(seat)\n\tnote(1)\n\tnote(2)");
    check(
        &[("rules.lua", "function play.legal(seat)", &legal)],
        &[&format!("asking-changes: duel/rules.lua:22:3: {message}, in `legal` of `play` {place}")],
    );
    let allow = format!("{helper}function play.allow(seat, c)\n\tnote(c)");
    check(
        &[("rules.lua", "function play.allow(seat, c)", &allow)],
        &[&format!("asking-changes: duel/rules.lua:30:3: {message}, in `allow` of `play` {place}")],
    );
}

#[test]
fn a_piece_that_no_seat_has_ends_nothing() {
    let king = "[[piece]]\nname = \"king\"\nglyph = \"K\"\nmoves = [{ do = \"move\", step = \"all\" }]\n\n[[end]]\nwhen = \"captured\"\npiece = \"king\"\nresult = \"lose\"\nending = \"stuck\"\n\n[[end]]\nwhen = \"reach\"";
    let mut files: PackFiles = library().files("breakthrough").unwrap();
    files.prefix = String::new();
    let text = files.texts["game.toml"].replacen("[[end]]\nwhen = \"reach\"", king, 1);
    files.texts.insert("game.toml".to_owned(), text.into());
    let pack = parlour_engine::Pack::load(files).unwrap().into_shared();
    let game = pack.configure(&parlour_engine::Config::default()).unwrap();
    let told: Vec<String> = game.never_happens().iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        [
            "game.toml:37:8: no seat ever has a piece `king`, so that none can be captured (expected a piece that stands on the \
          board at the start, is put there or promoted to)"
        ]
    );
    for name in library().names() {
        let pack = library().load(&name).unwrap();
        for variant in pack.variant_choices() {
            let config = parlour_engine::Config { variant, ..parlour_engine::Config::default() };
            assert_eq!(pack.configure(&config).unwrap().never_happens(), [], "{name}");
        }
    }
}

/// An ending without effect because of `unless` is neither one that never happens nor a draw.
#[test]
fn an_ending_that_unless_leaves_out_is_left_out() {
    let king = "[[piece]]\nname = \"king\"\nglyph = \"K\"\nmoves = [{ do = \"move\", step = \"all\" }]\n\n[[end]]\nwhen = \"captured\"\npiece = \"king\"\nunless = { kings = false }\nresult = \"draw\"\nending = \"kingless\"\n\n[[end]]\nwhen = \"reach\"";
    for kings in [true, false] {
        let option = format!("[options]\nkings = {{ default = {kings}, help = \"Whether kings count.\" }}");
        let edits = [
            ("game.toml", "[options]", option.as_str()),
            ("game.toml", "[[end]]\nwhen = \"reach\"", king),
            ("game.toml", "[endings]", "[endings]\nkingless = \"a draw: no kings are left\""),
        ];
        let game = crate::boards::changed("breakthrough", &edits).unwrap();
        assert_eq!((game.never_happens().len(), game.has_draws()), (usize::from(kings), kings));
    }
}
