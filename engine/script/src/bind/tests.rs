use super::*;
use parlour_model::diagnostic::Faults;

/// A game with a zone, and an action to offer.
struct Hand;

impl Words for Hand {
    fn has(&self, namespace: &str) -> bool {
        ["hand", "offer", "card"].contains(&namespace)
    }

    fn has_member(&self, namespace: &str, name: &str) -> bool {
        self.members(namespace).contains(&name) || self.keys(namespace).contains(&name)
    }

    fn members(&self, namespace: &str) -> Vec<&str> {
        match namespace {
            "hand" => vec!["count", "size"],
            "offer" => vec!["play", "name"],
            _ => vec!["coin"],
        }
    }

    fn keys(&self, namespace: &str) -> Vec<&str> {
        if namespace == "card" { vec!["2 clubs"] } else { Vec::new() }
    }

    fn takes(&self, namespace: &str, member: &str) -> Option<Takes> {
        let (names, least): (&[&str], usize) = match (namespace, member) {
            ("hand", "count") => (&["seat", "card"], 2),
            ("hand", "size") => (&["seat", "from"], 1),
            ("offer", _) => (&["card"], 1),
            _ => return None,
        };
        Some(Takes { names: names.iter().map(|name| (*name).to_owned()).collect(), least })
    }

    fn gives(&self, _: &str, member: &str) -> Option<String> {
        ["count", "size"].contains(&member).then(|| "number".to_owned())
    }

    fn is_of_match(&self, namespace: &str, _: &str) -> bool {
        namespace == "hand"
    }

    fn namespaces(&self) -> Vec<&str> {
        vec!["hand", "offer", "card"]
    }

    fn has_global(&self, name: &str) -> bool {
        ["print", "math", "memo"].contains(&name)
    }

    fn library(&self, name: &str) -> Option<Vec<String>> {
        (name == "math").then(|| vec!["floor".to_owned(), "max".to_owned()])
    }
}

fn bound(text: &str) -> String {
    let bound = bind(&SourceFile::new("x.lua", text), &Hand).ok().expect("the script should be bound");
    bound.text(text, |replacement| match replacement {
        Replacement::Member(namespace, name) => format!("<{namespace}.{name}>"),
        Replacement::Namespace(namespace) => format!("<{namespace}>"),
        Replacement::Text(text) => text.clone(),
    })
}

fn said(text: &str) -> Vec<String> {
    match bind(&SourceFile::new("x.lua", text), &Hand) {
        Ok(_) => Vec::new(),
        Err(Unbound::Syntax(error)) => vec![error.to_string()],
        Err(Unbound::Faults(faults)) => Faults(faults).sorted().0.iter().map(ToString::to_string).collect(),
    }
}

#[test]
fn members_become_names() {
    assert_eq!(bound("return hand.count(1, 2)"), "return <hand.count>(1, 2)");
    assert_eq!(
        bound("local x = `n {hand.size(1)} m` .. hand.size(2)"),
        "local x = `n {<hand.size>(1)} m` .. <hand.size>(2)"
    );
    assert_eq!(bound("return hand['count'](1, 2), card[\"2 clubs\"]"), "return <hand.count>(1, 2), <card.2 clubs>");
    assert_eq!(bound("return hand, card[1], { hand = 1 }"), "return <hand>, <card>[1], { hand = 1 }");
}

#[test]
fn lines_stay_where_they_are() {
    let text = "return hand\n-- how many\n  .size\n(1)";
    assert_eq!(bound(text), "return <hand.size>\n\n\n(1)");
}

#[test]
fn a_local_of_any_name_hides_the_word_in_its_scope_only() {
    assert_eq!(
        bound("do local hand = hand.size(1) print(hand.x, hand.size) end print(hand.size)"),
        "do local hand = <hand.size>(1) print(hand.x, hand.size) end print(<hand.size>)"
    );
    assert_eq!(
        bound("local function f(card, offer) return card.x + offer.y end"),
        "local function f(card, offer) return card.x + offer.y end"
    );
}

#[test]
fn texts_comments_and_fields_stay() {
    for text in ["-- hand.foo", "print 'hand.foo'", "print [[hand.foo]]", "print(math.max.hand.foo)", "print `hand.x`"]
    {
        assert_eq!(bound(text), text);
    }
}

#[test]
fn what_is_not_there_is_told_at_its_place() {
    for (text, expected) in [
        ("\n  hand.cuont(1)", "x.lua:2:8: there is no `hand.cuont` (did you mean `count`?)"),
        ("return card['3 clubs']", "x.lua:1:13: there is no `card[\"3 clubs\"]` (did you mean `2 clubs`?)"),
        ("return math.flor(1)", "x.lua:1:13: there is no `math.flor` (did you mean `floor`?)"),
        ("\nreturn hnad.count(1) + hnad.size(1)", "x.lua:2:8: there is no `hnad` (did you mean `hand`?)"),
        ("local total = 1\nprint(`{totl}`)", "x.lua:2:9: there is no `totl` (did you mean `total`?)"),
        (
            "do local a = 1 end print(abacus)",
            "x.lua:1:26: there is no `abacus` (a name is the game's, Luau's, or declared with `local`)",
        ),
        (
            "local function f(legal) return legal end\nprint(legal)",
            "x.lua:2:7: there is no `legal` (a local of that name is seen elsewhere only: hand it on as an argument, or \
             declare it before all that use it)",
        ),
        ("print(...)", "x.lua:1:7: there is no `...` (a name is the game's, Luau's, or declared with `local`)"),
        ("local h = hand\nh.cuont(1)", "x.lua:2:3: there is no `hand.cuont` (did you mean `count`?)"),
        ("hand:count(1)", "x.lua:1:6: `hand:count` is called with a colon (write `hand.count`)"),
    ] {
        assert_eq!(said(text), [expected], "{text}");
    }
}

#[test]
fn the_raw_buffers_are_unknown_names() {
    for name in ["STATE", "ACTS", "CTRL", "EVTS", "ATTACKED", "WORDS", "core", "hand__count", "more__", "rules"] {
        let unknown = format!("x.lua:1:7: there is no `{name}` (");
        let told = said(&format!("print({name})"));
        assert!(told.len() == 1 && told[0].starts_with(&unknown), "{told:?}");
        assert_eq!(said(&format!("local {name} = 1 print({name})")), [""; 0]);
    }
}

#[test]
fn a_function_sets_no_local_of_its_file() {
    let fault = "a function sets `n`, a local variable of the file (a match that is saved and goes on, or goes back, \
                 would not find it: what lasts belongs into the game's `vars`, or for a robot into `me.memory`)";
    for (text, place) in [
        ("local n = 0 local function f() n = n + 1 n = 2 end return f", Some("1:32")),
        ("local n local t = {} function t.f() n += 1 end return t", Some("1:37")),
        ("do local n return function() return function() n = 1 end end end", Some("1:48")),
        // Locals set at load time, and those that end with a call, don't last.
        ("local n = 0 for k = 1, 3 do n += k end return function() return n end", None),
        ("return function() local n = 0 local function f() n += 1 end f() return n end", None),
        ("local n = 0 return function(n) n = 1 return n end", None),
        ("local f function f() return f end return f", None),
    ] {
        let expected: Vec<String> = place.iter().map(|place| format!("x.lua:{place}: {fault}")).collect();
        assert_eq!(
            if place.is_some() {
                said(text)
            } else {
                bound(text);
                Vec::new()
            },
            expected,
            "{text}"
        );
    }
}

#[test]
fn globals_and_words_can_not_be_set() {
    for (text, expected) in [
        (
            "total = 1 print(total)",
            "x.lua:1:1: the script sets the global variable `total` (write `local` in front of it: all that lasts belongs into the game's variables)",
        ),
        (
            "function total() end total()",
            "x.lua:1:10: the script sets the global variable `total` (write `local` in front of it: all that lasts belongs into the game's variables)",
        ),
        (
            "hand.count = 1",
            "x.lua:1:1: `hand.count` is the game's and can't be set (a script uses the game's words as they are; call what is its own something else, with `local`)",
        ),
        (
            "hand = 1",
            "x.lua:1:1: `hand` is the game's and can't be set (a script uses the game's words as they are; call what is its own something else, with `local`)",
        ),
    ] {
        assert_eq!(said(text), [expected], "{text}");
    }
}

#[test]
fn arguments_are_counted() {
    for (text, given) in [
        ("hand.count()", "none is"),
        ("hand.count(1)", "1 is"),
        ("hand.count \"a, b\"", "1 is"),
        ("hand.count(({})[{ 1, 2 }])", "1 is"),
        ("hand.count(print(1, 2) + 1)", "1 is"),
        ("hand.count(print(1, 2), 1, 2)", "3 are"),
        ("hand.count(`{1}`, 2, 3)", "3 are"),
        ("hand.count(1, 2, 3, print())", "3 or more are"),
        ("hand.count((print()))", "1 is"),
    ] {
        assert_eq!(said(text), [format!("x.lua:1:1: `hand.count` takes 2 (seat, card), but {given} given")], "{text}");
    }
    assert_eq!(said("\n hand.size()"), ["x.lua:2:2: `hand.size` takes 1 to 2 (seat, from), but none is given"]);
    assert_eq!(said("local o = offer.play\no(1, 2)"), ["x.lua:2:1: `offer.play` takes 1 (card), but 2 are given"]);
    assert_eq!(said("local o = offer\no.play()"), ["x.lua:2:1: `offer.play` takes 1 (card), but none is given"]);
    for text in [
        "hand.count(1, 2)",
        "local function f(...) hand.count(...) end",
        "hand.count(print())",
        "hand.count(print \"x\")",
        "hand.count(1 :: { number }, 2)",
        "print(hand.count)",
        "print(hand.count, 1)",
        "hand.size(1)",
        "hand.size(1, `{2}`)",
        "local o = offer.play if o then o = print end o(1, 2)",
    ] {
        assert_eq!(said(text), [""; 0], "{text}");
    }
}

#[test]
fn an_action_is_offered_by_its_own_legal_only() {
    let script = |legal: &str, apply: &str| {
        format!(
            "local function each(o) offer.play(1) end\nlocal play = {{}}\nfunction play.legal(seat)\n\t{legal}\nend\n\
             function play.apply()\n\t{apply}\nend\nreturn {{ actions = {{ play = play }} }}"
        )
    };
    assert_eq!(said(&script("offer.play(1) each(2)", "")), [""; 0]);
    let other = "x.lua:4:2: `offer.name` in `legal` of `play` (`legal` of `play` offers `play` and nothing else)";
    assert_eq!(said(&script("offer.name(1)", "")), [other]);
    assert_eq!(
        said(&script("for _ = 1, 2 do (function() offer.name(1) end)() end", "")),
        [other.replace(":2:", ":30:")]
    );
    let asked = "x.lua:7:2: `offer.play` in `apply` of `play` (only `legal` offers actions)";
    assert_eq!(said(&script("", "offer.play(1)")), [asked]);
    assert_eq!(said(&script("each()", "each()")), [""; 0]);
    assert_eq!(said(&script("", "each()")), [asked.replace(":7:2:", ":1:24:")]);
    let listed = "return { actions = { [\"play\"] = { legal = function() local o = offer.name o(1) end } } }";
    assert_eq!(said(listed).len(), 1, "{:?}", said(listed));
}

/// The result that `memo` caches depends on its argument alone: words of the match are reported at their place.
#[test]
fn what_is_remembered_reads_no_match() {
    for text in [
        "local worth = memo(function(n) return hand.size(n, 1) end)",
        "local function at(n) return hand.size(n, 1) end local worth = memo(at)",
        "local function at(n) return hand.size(n, 1) end local worth = memo(function(n) return at(n) end)",
        "local worth = memo(function(n) local function at() return hand.size(n, 1) end return at() end)",
        "local size = hand.size local worth = memo(function(n) return size(n, 1) end)",
        "local h = hand local worth = memo( function(n) return h.size(n, 1) end )",
        "local tools = {} function tools.at(n) return hand.size(n, 1) end local worth = memo(function(n) return tools.at(n) end)",
    ] {
        let said = said(text);
        let expected =
            " is of the match, and the function is one that `memo` remembers (what is remembered must follow";
        assert!(said.len() == 1 && said[0].contains(expected), "{text}: {said:?}");
    }
    for text in [
        "local worth = memo(function(n) return card.coin + n end) return function() return hand.size(1, 1) end",
        "local function at(n) return hand.size(n, 1) end local worth = memo(math.floor) return at",
        "local worth = memo(function(hand) return hand.size(1, 1) end)",
    ] {
        assert_eq!(said(text), [""; 0], "{text}");
    }
}
