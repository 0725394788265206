//! Faulty refusals: the texts in `game.toml` and their names in scripts.

use super::check;

/// The faults of the fixture with a table of refusals, and with a result of its `allow` for a card that isn't in the
/// hand.
#[track_caller]
fn told(refusals: &str, returned: &str, expected: &[&str]) {
    let tables = format!("[refusals]\n{refusals}\n\n[lists]");
    let script = "`you hold no {card.name(c)}`";
    check(&[("game.toml", "[lists]", &tables), ("rules.lua", script, returned)], expected);
}

const NONE: &str = "none = \"you hold {n:number of card}\"";

#[test]
fn a_sound_one_is_taken() {
    told(NONE, "refusal.none(hand.count(seat, c), c)", &[]);
    told("none = \"no\"", "refusal.none", &[]);
    told(NONE, "function() return refusal.none(0, c) end", &[]);
}

#[test]
fn its_name_is_looked_for() {
    let never = "never-used: duel/game.toml:27:1: no script returns the refusal `none`";
    let slip = "unknown-member: duel/rules.lua:29:45: there is no `refusal.nome` (did you mean `none`, which \
                duel/game.toml:27:1 declares?)";
    told(NONE, "refusal.nome(0, c)", &[slip]);
    let return_it = "(return it from a hook, as in `return refusal.none`, or leave it out)";
    told(NONE, "false", &[&format!("{never} {return_it}")]);
    let two = format!("{NONE}\nother = \"no\"");
    let other = "never-used: duel/game.toml:28:1: no script returns the refusal `other` (return it from a hook, as in \
                 `return refusal.other`, or leave it out)";
    told(&two, "refusal.none(0, c)", &[other]);
    told(
        "none = \"no\"",
        "if c > 0 then refusal.none else refusal.nothing",
        &["unknown-member: duel/rules.lua:29:77: there is no `refusal.nothing` (known here: none)"],
    );
}

#[test]
fn its_holes_are_counted() {
    let at = "wrong-arguments: duel/rules.lua:29:37: `refusal.none`";
    told(NONE, "refusal.none(c)", &[&format!("{at} takes 2 (n, card), but 1 is given")]);
    let needs = "needs what fills its holes (n, card) (write `refusal.none(n, card)`)";
    told(NONE, "refusal.none", &[&format!("{at} {needs}")]);
    told("none = \"no\"", "refusal.none(c)", &[&format!("{at} has no holes to fill (write `refusal.none`)")]);
}

#[test]
fn its_text_is_read() {
    let at = "bad-sentence: duel/game.toml:27:8:";
    told(
        "none = \"no {crad}\"",
        "refusal.none(c)",
        &[&format!("{at} `{{crad}}` needs a type, as in `{{crad:number}}`")],
    );
    told("none = \"no {card\"", "refusal.none(c)", &[&format!("{at} a brace is not closed")]);
    told(
        "end = \"no\"",
        "refusal.end_",
        &["bad-name: duel/game.toml:27:1: a refusal can't be called `end` (expected a \
          name of letters, digits and `_` that is not a word of Luau)"],
    );
    told(
        "none = 3",
        "refusal.none",
        &["wrong-type: duel/game.toml:27:8: `refusals.none` must be a text, but is a whole number"],
    );
}
