//! The template language, and the files written in it.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::fill::Scope;
use super::*;

/// The parsed words of a template.
fn words(text: &str) -> Vec<Word<'_>> {
    let parsed = parse(text);
    assert_eq!(parsed.strays, Vec::<&str>::new());
    parsed.words
}

/// The filled lines of the first word that isn't inline.
fn filled(text: &str, holes: &Holes) -> String {
    let words = words(text);
    let scope = Scope { inlines: [words.as_slice(), &[]], holes, arguments: &[] };
    let word = words.iter().find(|word| word.is != Is::Inline).unwrap();
    let mut out = format!("{}({}) ", word.name, scope.parameters(word.parameters));
    scope.lines(word.body, ' ', &mut out);
    out.trim_end().to_owned()
}

#[test]
fn holes_are_filled_and_empty_ones_leave_their_commas() {
    let text = "function a.b($i: number, card: number, $j: number)\n\tc($i, card, $j)\n\t$none\n\treturn $i\nend\n";
    let holes = |i, j| Holes::default().with("i", i).with("j", j).with("none", "");
    assert_eq!(filled(text, &holes("i", "j")), "a.b(i: number, card: number, j: number) c(i, card, j) return i");
    assert_eq!(filled(text, &holes("i", "")), "a.b(i: number, card: number) c(i, card) return i");
    assert_eq!(filled(text, &holes("", "j")), "a.b(card: number, j: number) c(card, j) return");
}

#[test]
fn what_is_around_fills_what_is_not_filled_nearer() {
    let far = Rc::new(Holes::default().with("a", 1).with("b", 2));
    let holes = Holes::around(&[&far]).with("b", 3);
    assert_eq!(filled("function f()\n\treturn $a + $b + $c\nend\n", &holes), "f() return 1 + 3 + $c");
}

#[test]
fn conditions_keep_one_part_or_the_other() {
    let text = "function f()\n\t$if a\n\t$if b\n\tboth()\n\t$else\n\ta()\n\t$end\n\t$else\n\tnone()\n\t$end\nend\n";
    let holes = |a, b| Holes::default().with_flag("a", a).with_flag("b", b);
    assert_eq!(filled(text, &holes(true, true)), "f() both()");
    assert_eq!(filled(text, &holes(true, false)), "f() a()");
    assert_eq!(filled(text, &holes(false, true)), "f() none()");
}

#[test]
fn inline_functions_are_written_out_with_their_arguments() {
    let text = "\
inline function get($at)
	read(STATE, $at)
end

inline function none($x)
	$if x
	check($x)
	$end
end

function f()
	@none($empty)
	@none(\"a, b\")
	@none($empty)
	return @get(g(1, $two)), @get({@get(3)})
end
";
    let holes = Holes::default().with("two", 2).with("empty", "");
    assert_eq!(filled(text, &holes), "f() check(\"a, b\") return read(STATE, g(1, 2)), read(STATE, {read(STATE, 3)})");
    assert_eq!(filled("function f()\n\t@what(1)\nend\n", &holes), "f() @what");
}

#[test]
fn words_have_documentation_and_are_chosen() {
    let text = "\
-- About the file.

--- Says `$a`
--- twice.
change function x.$a()
	f()
end

$if b
--- Two.
x.two = $b
$else
function x.one()
	f()
end
$end

$more
";
    let words = words(text);
    let kinds: Vec<Is> = words.iter().map(|word| word.is).collect();
    assert_eq!(kinds, [Is::Change, Is::Constant, Is::Ask, Is::More]);
    let holes = Holes::default().with("a", "name").with("b", "");
    let says = |word: &Word<'_>| (word.name(File::Core, &holes), word.doc(File::Core, &holes));
    assert_eq!(says(&words[0]), ("x.name".to_owned(), "Says `name` twice.".to_owned()));
    let wanted = |holes: &Holes| -> Vec<bool> { words.iter().map(|word| word.is_wanted(File::Core, holes)).collect() };
    assert_eq!(wanted(&holes), [true, false, true, true]);
    assert_eq!(wanted(&Holes::default().with("b", 2)), [true, true, false, true]);
}

#[test]
fn what_is_not_a_word_is_noticed() {
    for text in ["local x = 1", "function f(", "function f()\n\tg()\n", "$if a\n", "  x = 1", "junk"] {
        assert!(!parse(text).strays.is_empty(), "{text}");
    }
}

/// The names behind a mark in the lines that aren't comments.
fn marked(text: &str, mark: char) -> BTreeSet<&str> {
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("--"));
    let pieces = lines.flat_map(|line| line.split(mark).skip(1));
    pieces.map(|piece| piece.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next().unwrap_or("")).collect()
}

#[test]
fn files_hold_words_and_nothing_else() {
    let mut used = BTreeSet::new();
    let mut inline = BTreeSet::new();
    for &file in File::ALL {
        let (name, text) = file.text();
        assert_eq!(parse(text).strays, Vec::<&str>::new(), "{name}");
        for word in file.words() {
            let is_told = !word.doc.is_empty() || word.is == Is::More;
            assert!(is_told, "{name}: {} is not documented", word.name);
            assert!(!word.body.lines().any(|line| line.trim_start().trim_start_matches("--").contains("--")), "{name}");
            if word.is == Is::Inline {
                assert!(inline.insert((file as usize, word.name)), "{name}: {} is there twice", word.name);
            }
        }
        for called in marked(text, '@') {
            let own = file.words().iter().any(|word| word.is == Is::Inline && word.name == called);
            let shared = File::Inline.words().iter().any(|word| word.name == called);
            assert!(own || shared, "{name}: there is no inline function `{called}`");
            used.insert((if own { file as usize } else { File::Inline as usize }, called));
        }
    }
    // Words that Rust expands itself.
    let in_setup = ["deal_to_one", "deal_round", "deal_to_member", "lay", "mix", "mix_in", "put_back", "tell_dealt"];
    used.extend(in_setup.map(|name| (File::Setup as usize, name)));
    used.insert((File::Inline as usize, "check_argument_there"));
    assert_eq!(inline.difference(&used).collect::<Vec<_>>(), Vec::<&(usize, &str)>::new(), "inline, but not used");
}
