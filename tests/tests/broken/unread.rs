//! Unused declarations have no effect, and so are faults, reported at their lines.

use super::{check, edited, faults};

/// The faults of the valid pack after an addition to its tables.
#[track_caller]
fn added(before: &str, text: &str, expected: &[&str]) {
    check(&[("game.toml", before, &format!("{text}\n\n{before}"))], expected);
}

/// Its faults after an addition to its tables, with `used` in a script.
#[track_caller]
fn used(before: &str, text: &str, used: &str) {
    let script = format!("local _noted = {{ {used}, ");
    check(&[("game.toml", before, &format!("{text}\n\n{before}")), ("rules.lua", "local _noted = { ", &script)], &[]);
}

#[test]
fn a_list() {
    let never = "never-used: duel/game.toml:29:1: nothing reads the list `metal` (name it as a type or in a script, or \
                 leave it out)";
    let metal = "metal = [\"iron\", \"bronze\"]";
    added("[columns.card]", metal, &[never]);
    used("[columns.card]", metal, "metal.iron");
    used("[columns.card]", metal, "metal");
    check(
        &[(
            "game.toml",
            "[columns.card]",
            &format!("{metal}\n\n[columns.card]\nmetal = {{ type = \"metal\", default = \"iron\" }}"),
        )],
        &[],
    );
}

#[test]
fn a_table() {
    let never = "never-used: duel/game.toml:36:3: nothing reads the table `room` (name it as a type or in a script, or \
                 leave it out)";
    let room = "[columns.room]\n\n[[room]]\nname = \"hall\"";
    let columns = "gains = { type = \"ints\", least = 1, min = 0, max = 99, default = [1] }";
    let edit = format!("{columns}\n\n{room}");
    check(&[("game.toml", columns, &edit)], &[never]);
    check(&[("game.toml", columns, &edit), ("rules.lua", "local _noted = { ", "local _noted = { room.name, ")], &[]);
}

#[test]
fn a_zone() {
    let never = "never-used: duel/game.toml:58:1: nothing reads the zone `exile` (name it in a script or a table, or \
                 leave it out)";
    let exile = "exile = { kind = \"pile\", seen = \"all\" }";
    added("[vars]", exile, &[never]);
    used("[vars]", exile, "exile.size");
    used("[vars]", exile, "deck.to_exile");
    // A zone as a value may have any other as its target.
    used("[vars]", exile, "deck");
}

#[test]
fn a_variable() {
    let never = "never-used: duel/game.toml:63:1: nothing reads the variable `courage` (name it in a script or a table, \
                 or leave it out)";
    let courage = "courage = { min = 0, max = 9 }";
    added("[setup]", courage, &[never]);
    used("[setup]", courage, "courage.get");
    let mistyped = edited(&[
        ("game.toml", "[setup]", &format!("{courage}\n\n[setup]")),
        ("rules.lua", "{ last", "{ corage.get, last"),
    ]);
    // The script's mistake is reported first.
    assert!(faults(mistyped)[0].contains("corage"));
}

#[test]
fn a_chance() {
    let never = "never-used: duel/game.toml:71:1: no script asks for the chance `die` (ask for it in a script, as in \
                 `chance.die()`, or leave it out)";
    let die = "die = { roll = 6 }";
    added("[phases]", die, &[never]);
    used("[phases]", die, "chance.die");
}

#[test]
fn an_event() {
    let never = "never-used: duel/game.toml:87:9: nothing tells the event `bow` (tell it in a script, as in \
                 `event.bow()`, or leave it out)";
    let bow = "[events.bow]\ntext.all = \"Everybody bows.\"";
    added("[endings]", bow, &[never]);
    used("[endings]", bow, "event.bow");
}

#[test]
fn an_ending() {
    let never = |name: &str| {
        format!(
            "never-used: duel/game.toml:89:1: no match ends with the ending `{name}` (end with it in a script, as in \
             `ending.{name}()`, or in an `[[end]]`, or leave it out)"
        )
    };
    let out = "out = \"{winner} wins by strength\"";
    let and = |more: &str| format!("{out}\n{more}");
    check(&[("game.toml", out, &and("even = \"nobody wins\""))], &[&never("even")]);
    // The engine ends with this one at the limit.
    check(&[("game.toml", out, &and("limit = \"it took too long\""))], &[]);
    let near = "never-used: duel/game.toml:84:1: no match ends with the ending `uot` (did you mean `out`, which";
    let mistyped = faults(edited(&[("game.toml", out, "uot = \"{winner} wins by strength\"")]));
    assert!(mistyped[0].starts_with("unknown-member: duel/rules.lua:15:9"), "{mistyped:?} against {near}");
}

#[test]
fn names_in_sentences_do_not_count_and_holes_of_refusals_do() {
    let courage = "courage = { min = 0, max = 9 }";
    let refusals = |text: &str| format!("[refusals]\ntoo_low = \"{text}\"\n\n[lists]");
    let returned = ("rules.lua", "or `you hold no {card.name(c)}`", "or refusal.too_low");
    let vars = format!("{courage}\n\n[setup]");
    check(
        &[("game.toml", "[setup]", &vars), ("game.toml", "[lists]", &refusals("your courage is too low")), returned],
        &["never-used: duel/game.toml:66:1: nothing reads the variable `courage` (name it in a script or a table, or \
           leave it out)"],
    );
    check(
        &[("game.toml", "[setup]", &vars), ("game.toml", "[lists]", &refusals("you have only {courage}")), returned],
        &[],
    );
}
