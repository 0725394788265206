//! Options bounded by other options: an invalid bound is reported at its place.

use parlour_engine::diagnostic::Faults;
use parlour_engine::game::Config;
use parlour_engine::pack::Pack;

use super::{Edit, check, edited};

/// The maximum size of a hand is the ply limit.
const HAND: Edit<'_> = ("game.toml", "min = 1, max = 9, help", "min = 1, max = \"ply_limit\", help");

/// The faults of the valid pack after some edits of its tables, each with a unique old text.
#[track_caller]
fn told(edits: &[(&str, &str)], expected: &[&str]) {
    let edits: Vec<Edit<'_>> = edits.iter().map(|(old, new)| ("game.toml", *old, *new)).collect();
    check(&edits, expected);
}

fn configured(edits: &[Edit<'_>], set: &[(&str, &str)]) -> Result<(), Faults> {
    let set = set.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    let pack = Pack::load(edited(edits))?.into_shared();
    pack.configure(&Config { set, ..Config::default() }).map(drop)
}

#[track_caller]
fn refused(edits: &[Edit<'_>], set: &[(&str, &str)], expected: &str) {
    assert_eq!(configured(edits, set).unwrap_err().to_string(), expected);
}

#[test]
fn an_option_can_be_the_bound_of_another() {
    check(&[HAND], &[]);
    assert!(configured(&[HAND], &[("hand_size", "5"), ("ply_limit", "10")]).is_ok());
    refused(
        &[HAND],
        &[("hand_size", "11"), ("ply_limit", "10")],
        "the option `hand_size` is 11 (expected at most `ply_limit`, which is 10)",
    );
    // The last value of an option counts.
    assert!(configured(&[HAND], &[("hand_size", "300"), ("hand_size", "5")]).is_ok());
}

#[test]
fn what_no_other_option_makes_possible_is_refused_for_itself() {
    refused(
        &[HAND],
        &[("hand_size", "1001")],
        "the option `hand_size` can't be `1001` (expected a whole number from 1 to `ply_limit`, which is at most 1000)",
    );
    let limit = ("game.toml", "min = 10, max = 1000", "min = \"hand_size\", max = 1000");
    refused(
        &[limit],
        &[("ply_limit", "0")],
        "the option `ply_limit` can't be `0` (expected a whole number from `hand_size`, which is at least 1, to 1000)",
    );
}

#[test]
fn a_bound_may_have_such_a_bound_itself() {
    let middle = "[variants.short]";
    let edits = [
        ("game.toml", "min = 1, max = 9, help", "min = 1, max = \"middle\", help"),
        ("game.toml", middle, "middle = { default = 9, max = \"ply_limit\" }\n\n[variants.short]"),
        ("rules.lua", "local _noted = { ", "local _noted = { option.middle, "),
    ];
    check(&edits, &[]);
    refused(
        &edits,
        &[("hand_size", "9"), ("middle", "8"), ("ply_limit", "7")],
        "the option `ply_limit` can't be `7` (expected a whole number from 10 to 1000)",
    );
    let all = [("hand_size", "13"), ("middle", "12"), ("ply_limit", "11")];
    let faults = configured(&edits, &all).unwrap_err();
    let faults: Vec<String> = faults.0.iter().map(ToString::to_string).collect();
    assert_eq!(
        faults,
        [
            "the option `hand_size` is 13 (expected at most `middle`, which is 12)",
            "the option `middle` is 12 (expected at most `ply_limit`, which is 11)"
        ]
    );
    refused(
        &edits,
        &[("hand_size", "1001")],
        "the option `hand_size` can't be `1001` (expected a whole number from 1 to `middle`, which is at most 1000)",
    );
}

#[test]
fn a_bound_names_an_option_that_is_a_number() {
    let max = "min = 1, max = 9, help";
    told(
        &[(max, "min = 1, max = \"ply_limti\", help")],
        &[
            "unknown-option: duel/game.toml:16:43: there is no option `ply_limti` that holds a whole number (did you mean \
           `ply_limit`?)",
        ],
    );
    told(
        &[(max, "min = \"bonus\", max = 9, help")],
        &["unknown-option: duel/game.toml:16:34: there is no option `bonus` that holds a whole number (known here: \
           ply_limit)"],
    );
    told(
        &[(max, "min = 1, max = true, help")],
        &[
            "wrong-type: duel/game.toml:16:43: `options.hand_size.max` must be a whole number or the name of an option, but \
           is true or false",
        ],
    );
}

#[test]
fn bounds_that_lead_back_are_told_once() {
    let (hand, limit) = ("min = 1, max = 9, help", "min = 10, max = 1000, help");
    told(
        &[(hand, "min = 1, max = \"hand_size\", help")],
        &[
            "circular-bound: duel/game.toml:16:43: `options.hand_size.max` is `hand_size` itself (expected a whole number or \
           the name of another option)",
        ],
    );
    told(
        &[(hand, "min = 1, max = \"ply_limit\", help"), (limit, "min = \"hand_size\", max = 1000, help")],
        &["circular-bound: duel/game.toml:16:43: `options.hand_size.max` is `ply_limit`, whose bounds lead back to \
           `hand_size` (expected a whole number, or an option whose bounds don't depend on `hand_size`)"],
    );
    // An option bounded by a member of a cycle isn't part of the cycle.
    told(
        &[
            (hand, "min = 1, max = \"ply_limit\", help"),
            (limit, "min = 10, max = \"most\", help"),
            ("[variants.short]", "most = { default = 1000, max = \"ply_limit\" }\n\n[variants.short]"),
        ],
        &[
            "circular-bound: duel/game.toml:17:46: `options.ply_limit.max` is `most`, whose bounds lead back to `ply_limit` \
           (expected a whole number, or an option whose bounds don't depend on `ply_limit`)",
        ],
    );
}

#[test]
fn defaults_fit_together() {
    let (hand, limit) = ("default = 3, min = 1, max = 9,", "default = 200, min = 10, max = 1000,");
    told(
        &[(hand, "default = 201, min = 1, max = \"ply_limit\",")],
        &[
            "out-of-range: duel/game.toml:16:25: the option `hand_size` is 201 (expected at most `ply_limit`, which is 200)",
        ],
    );
    told(
        &[(hand, "default = 1001, min = 1, max = \"ply_limit\",")],
        &[
            "out-of-range: duel/game.toml:16:25: the option `hand_size` is 1001 (expected 1 to `ply_limit`, which is at most \
           1000)",
        ],
    );
    // Nothing is compared with a faulty bound.
    told(
        &[(hand, "default = 3, min = 1, max = \"ply_limit\","), (limit, "default = 2, min = 10, max = 1000,")],
        &["out-of-range: duel/game.toml:17:25: the option `ply_limit` is 2 (expected 10 to 1000)"],
    );
    told(
        &[(hand, "default = 3, min = 1, max = \"ply_limit\","), (limit, "min = 10, max = 1000,")],
        &[
            "missing-key: duel/game.toml:17:13: `options.ply_limit.default` is missing (expected the value of the option, as \
           in `{ default = 5, min = 1, max = 9 }`)",
        ],
    );
}

#[test]
fn what_a_variant_sets_fits_together() {
    let limit = ("default = 200, min = 10, max = 1000,", "default = 3, min = \"hand_size\", max = 1000,");
    told(
        &[limit],
        &[
            "out-of-range: duel/game.toml:24:21: with the variant `long` the option `ply_limit` is 3 (expected at least \
           `hand_size`, which is 4)",
        ],
    );
    told(
        &[limit, ("{ hand_size = 4, bonus = \"large\" }", "{ hand_size = 4, bonus = \"large\", ply_limit = 4 }")],
        &[],
    );
    told(
        &[limit, ("{ hand_size = 4, bonus = \"large\" }", "{ hand_size = 4, bonus = \"large\", ply_limit = 2 }")],
        &[
            "out-of-range: duel/game.toml:24:53: with the variant `long` the option `ply_limit` is 2 (expected at least \
           `hand_size`, which is 4)",
        ],
    );
    // A value inherited by the variant is reported at its own place.
    told(
        &[
            ("default = 200, min = 10, max = 1000,", "default = 1, min = \"hand_size\", max = 1000,"),
            ("hand_size = 2", "bonus = \"small\""),
        ],
        &[
            "out-of-range: duel/game.toml:17:25: the option `ply_limit` is 1 (expected at least `hand_size`, which is 3)",
            "out-of-range: duel/game.toml:24:21: with the variant `long` the option `ply_limit` is 1 (expected at least \
             `hand_size`, which is 4)",
        ],
    );
}
