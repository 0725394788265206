//! The files of words, and how words are linked.

use std::rc::Rc;

use super::parse::parse;
use super::*;

/// The words of a text.
fn words(text: &'static str) -> Vec<Word> {
    let (words, strays) = parse("words", text);
    assert_eq!(strays, Vec::<&str>::new());
    words
}

/// The first word of a text as a game has it.
fn linked(text: &'static str, given: &Constants) -> String {
    let word = &words(text)[0];
    let (subject, name) = word.name(given);
    format!("{subject}.{name}({}) {}", word.parameters(given), word.body(given))
}

#[test]
fn constants_are_put_in_place_of_their_names() {
    let text = "function zone.to_TO(card: number)\n\t-- Twice SIZE.\n\tcore.roll_TO(SIZE + 2, NONE)\n\t\
                zone.fail(\"{ZONE}: {x}\", `{TO} has {card} of {SIZE}`)\nend\n";
    let given = Constants::default().with("zone", "hand").with("to", "deck").with("size", 7).with("none", "");
    let body = "core.roll_deck(7 + 2, nil) hand.fail(\"hand: {x}\", `deck has {card} of 7`)";
    assert_eq!(linked(text, &given), format!("hand.to_deck(card: number) {body}"));
}

#[test]
fn an_index_that_a_single_one_does_not_have_is_left_out() {
    let text = "function from.a(i: number, card: number, j: number)\n\tfrom.b(i, card, j)\n\tto.c(j)\n\t\
                core.d(i, SIZE + STRIDE * i)\nend\n";
    let given = |i, j| {
        let given = Constants::default().with("from", "x").with("to", "y").with("size", 3).with("stride", 4);
        given.with("i", i).with("j", j)
    };
    assert_eq!(
        linked(text, &given("i", "j")),
        "x.a(i: number, card: number, j: number) x.b(i, card, j) y.c(j) core.d(i, 3 + 4 * i)"
    );
    assert_eq!(linked(text, &given("i", "")), "x.a(i: number, card: number) x.b(i, card) y.c() core.d(i, 3 + 4 * i)");
    assert_eq!(linked(text, &given("", "j")), "x.a(card: number, j: number) x.b(card, j) y.c(j) core.d(1, 3 + 4 * 1)");
    let helper = "function core.x(i: number)\n\treturn i\nend\n";
    assert_eq!(linked(helper, &given("", "")), "core.x(i: number) return i");
}

#[test]
fn conditions_on_constants_are_decided_when_a_word_is_linked() {
    let text = "function a.b()\n\tif A and not B then\n\t\tone()\n\telseif B then\n\t\tif C == 2 then\n\t\t\ttwo()\n\t\tend\n\t\
                else\n\t\tnone()\n\tend\n\tif A and x then\n\t\tplay()\n\tend\nend\n";
    let given = |a, b, c: usize| Constants::default().with_flag("a", a).with_flag("b", b).with("c", c);
    assert_eq!(linked(text, &given(true, false, 0)), "a.b() one() if true and x then play() end");
    assert_eq!(linked(text, &given(true, true, 2)), "a.b() two()  if true and x then play() end");
    assert_eq!(linked(text, &given(false, false, 0)), "a.b() none() if nil and x then play() end");
}

#[test]
fn words_have_documentation_and_are_chosen() {
    let text = "-- About the file.\n\n--- Says {A}\n--- twice.\n--- @changes\nfunction x.a()\n\tf()\nend\n\n\
                if B then\n\t--- Two.\n\tx.two = B\nelse\n\t--- One.\n\tfunction x.one(): number\n\t\treturn 1\n\tend\nend\n\nmore()\n";
    let words = words(text);
    let kinds: Vec<Is> = words.iter().map(|word| word.is).collect();
    assert_eq!(kinds, [Is::Change, Is::Constant, Is::Ask, Is::More]);
    let given = Constants::default().with("a", "hello").with("b", "");
    assert_eq!(words[0].doc(&given), "Says hello twice.");
    assert_eq!(words[2].result(&given), "number");
    let wanted = |given: &Constants| -> Vec<bool> { words.iter().map(|word| word.is_wanted(given)).collect() };
    assert_eq!(wanted(&given), [true, false, true, true]);
    let given = Constants::around(&[&Rc::new(given)]).with("b", 2);
    assert_eq!(wanted(&given), [true, true, false, true]);
    assert_eq!(words[1].body(&given), "2");
}

#[test]
fn what_is_not_a_word_is_noticed() {
    for text in
        ["local x = 1", "function f()\nend", "function f(", "if x then\n\ta.b = 1\nend", "f()", "a.b, a.c = 1, 2"]
    {
        assert!(!parse("words", text).1.is_empty(), "{text}");
    }
}

#[test]
fn files_hold_words_and_nothing_else() {
    for &file in File::ALL {
        let (name, _) = file.text();
        assert_eq!(file.parsed().1, Vec::<&str>::new(), "{name}");
        for word in file.words() {
            assert!(!word.doc.is_empty() || word.is == Is::More, "{name}: {} is not documented", word.name);
        }
    }
}
