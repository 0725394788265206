//! Results of the parser and of the analysis of names.

use std::rc::Rc;

use super::*;
use crate::parser::parse;
use crate::tree::{Capture, Does, Expression};

/// The free names, with their keys and arguments.
fn free(text: &str) -> Vec<String> {
    let script = Script::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let free = script.uses.iter().filter(|used| used.root == Root::Free);
    free.map(|used| {
        let key = match used.key {
            Key::None => String::new(),
            Key::Field(name, _) => format!(".{name}"),
            Key::Quoted(name, _) => format!("[{name}]"),
            Key::Computed => "[]".to_owned(),
            Key::Method(name, _) => format!(":{name}"),
        };
        let call = match used.call {
            None => String::new(),
            Some(Given { written, is_open }) => format!("({written}{})", if is_open { "+" } else { "" }),
        };
        format!("{}{key}{call}{}", used.name, if used.is_set { " set" } else { "" })
    })
    .collect()
}

#[test]
fn a_local_hides_a_name_in_its_scope_only() {
    assert_eq!(free("hand.a() do local hand = hand.b hand.c() end hand.d()"), ["hand.a(0)", "hand.b", "hand.d(0)"]);
    assert_eq!(free("local function hand(x) return hand(x) end"), [""; 0]);
    assert_eq!(free("for hand = hand, 2 do hand() end hand()"), ["hand", "hand(0)"]);
    assert_eq!(free("for a, hand in hand do hand(a) end hand()"), ["hand", "hand(0)"]);
    assert_eq!(free("repeat local hand = 1 until hand hand()"), ["hand(0)"]);
    assert_eq!(free("local f = function(hand, ...) return hand, ... end hand()"), ["hand(0)"]);
    assert_eq!(free("if x then local hand = 1 else hand() end"), ["x", "hand(0)"]);
    assert_eq!(free("function t.f(hand) hand() end function t:g() self() end"), ["t.f set", "t.g set"]);
}

#[test]
fn keys_and_arguments_are_read() {
    assert_eq!(free("a.b(1, f(), ...)"), ["a.b(3+)", "f(0)", "..."]);
    assert_eq!(
        free("return a['x y'], a[b], a.b.c(1), a:b(1), a.b 'x', a { 1 }, a.b(f(), 1)"),
        ["a[x y]", "a[]", "b", "a.b", "a:b(1)", "a.b(1)", "a(1)", "a.b(2)", "f(0)"]
    );
    assert_eq!(
        free("a = 1 a.b = 2 a.b.c = 3 a += 1 x, y.z = 1, 2"),
        ["a set", "a.b set", "a.b", "a set", "x set", "y.z set"]
    );
    assert_eq!(free("return `n {hand.size(1)} {m}`"), ["hand.size(1)", "m"]);
    assert_eq!(free("return ({ hand = 1, [hand] = 2 }).hand"), ["hand"]);
}

#[test]
fn all_of_luau_is_read() {
    for text in [
        "local x: number, y: { [string]: number }? = 1, nil",
        "local function f<T, U...>(a: T, ...: any): (T, number) return a, 1 end",
        "type Pair = { left: number, right: string? } export type T<U> = (U) -> ...number",
        "local p = (x :: any) :: typeof(f(1)) + 1",
        "local x = if a then 1 elseif b then 2 else 3",
        "while true do if x then continue end break end",
        "local continue, type, export = 1, 2, 3 type = 2 type(x) export.y = 1 continue = 3",
        "for i: number = 1, 2, 3 do end for _, v: T in pairs(t) do end",
        "@native function f() end @native local function g() end",
        "local t = { 1, 2; a = 3, ['b'] = 4, f(), function() end, }",
        "return not -#x ^ 2 .. `{a}`, function(...: number): () end",
        "f { a = 1 } 'x' [[y]] `z` :m 'w'.n[1] = 2",
        "local g: <T>(T) -> (T | nil) & any = h",
        "goto = 1; do ; end; return;",
        "",
    ] {
        assert!(Script::parse(text).is_ok(), "{text}: {:?}", Script::parse(text));
    }
}

#[test]
fn what_is_not_luau_is_told_with_its_place() {
    for (text, at) in [("local = 1", 6), ("x", 1), ("f(", 2), ("if a then", 9), ("a.b.c", 5), ("end", 0), ("x <= 1", 2)]
    {
        assert_eq!(parse("", text).err(), Some(SyntaxError::At(at)), "{text}");
    }
    assert!(parse("", &format!("local x: {}", "T | ".repeat(100))).is_err());
}

#[test]
fn nesting_is_limited_but_long_expressions_are_read() {
    for (open, close) in [("(", ")"), ("{", "}"), ("f(", ")"), ("function() return ", " end"), ("`{", "}`")] {
        let nested = |depth: usize| format!("x = {}1{}", open.repeat(depth), close.repeat(depth));
        assert!(Script::parse(&nested(60)).is_ok(), "{open}");
        assert!(Script::parse(&nested(100_000)).is_err(), "{open}");
    }
    assert!(parse("", &"do ".repeat(100_000)).is_err());
    for piece in [" + 1", " .. 1", "()", ".a", "^2", " and 1", "{}"] {
        let long = |length: usize| format!("x = f{} x()", piece.repeat(length));
        assert!(Script::parse(&long(900)).is_ok(), "{piece}");
        assert!(Script::parse(&long(100_000)).is_err(), "{piece}");
    }
    assert!(Script::parse(&format!("x = {}", "not ".repeat(100_000))).is_err());
}

#[test]
fn literals_are_values() {
    let first = |text: &str| match &parse("", &format!("return {text}")).unwrap().body[0].does {
        Does::Return(values) => format!("{:?}", values[0]),
        does => panic!("{does:?}"),
    };
    for (text, value) in [
        ("0x1F", "Number(31.0)"),
        ("0b1_01", "Number(5.0)"),
        ("1.5e-3", "Number(0.0015)"),
        (".5", "Number(0.5)"),
        ("-2", "Number(-2.0)"),
        ("0xFFFFFFFFFFFFFFFFFF", "Number(1.8446744073709552e19)"),
        (r"'a\n\65\x41\u{e9}\z  b'", "Text(\"a\\nAAéb\")"),
        (r"'\u{D800}'", "Bytes([237, 160, 128])"),
        ("[=[\na]]]=]", "Text(\"a]]\")"),
    ] {
        assert_eq!(first(text), value, "{text}");
    }
    for text in ["1e", "0x", "'\\300'", "'\\xzz'", "'\\u{110000}'"] {
        assert!(parse("", &format!("return {text}")).is_err(), "{text}");
    }
}

#[test]
fn operators_bind_as_in_luau() {
    let first = |text: &str| match &parse("", &format!("return {text}")).unwrap().body[0].does {
        Does::Return(values) => shown(&values[0]),
        does => panic!("{does:?}"),
    };
    fn shown(expression: &Expression) -> String {
        match expression {
            Expression::Number(number) => number.to_string(),
            Expression::Binary(operator, both) => format!("({:?} {} {})", operator, shown(&both.0), shown(&both.1)),
            Expression::And(both) => format!("(and {} {})", shown(&both.0), shown(&both.1)),
            Expression::Or(both) => format!("(or {} {})", shown(&both.0), shown(&both.1)),
            Expression::Unary(operator, inner) => format!("({operator:?} {})", shown(inner)),
            other => format!("{other:?}"),
        }
    }
    for (text, tree) in [
        ("1 + 2 * 3", "(Add 1 (Multiply 2 3))"),
        ("1 - 2 - 3", "(Subtract (Subtract 1 2) 3)"),
        ("1 .. 2 .. 3", "(Concat 1 (Concat 2 3))"),
        ("-2 ^ 3 ^ 4", "(Minus (Power 2 (Power 3 4)))"),
        ("2 ^ -3", "(Power 2 -3)"),
        ("not 1 == 2", "(Equal (Not 1) 2)"),
        ("1 or 2 and 3 < 4 .. 5", "(or 1 (and 2 (Less 3 (Concat 4 5))))"),
        ("(1 + 2) // 3 % 4", "(Modulo (FloorDivide (Add 1 2) 3) 4)"),
    ] {
        assert_eq!(first(text), tree, "{text}");
    }
}

#[test]
fn functions_have_captures_lines_and_spans() {
    let text = "local a, b = 1, 2\nlocal function f(x)\n return function() return b, x, y end\nend\n@native\nfunction t.u:m() end";
    let file = parse("f.lua", text).unwrap();
    let [f, m] = &file.inner[..] else { panic!("{:?}", file.inner) };
    assert_eq!((f.line, m.line, f.inner[0].line), (2, 5, 3));
    assert_eq!(f.captures, [Capture::Slot(1)]);
    assert_eq!(f.inner[0].captures, [Capture::Outer(0), Capture::Slot(0)]);
    assert_eq!(&text[f.span.range()], "local function f(x)\n return function() return b, x, y end\nend");
    assert_eq!(&text[f.inner[0].span.range()], "function() return b, x, y end");
    assert_eq!(m.named.map(|name| &text[name.range()]), Some("t.u:m"));
    assert_eq!((file.slots, m.parameters.len(), m.slots), (3, 1, 1));
}

#[test]
fn closures_over_variables_of_calls_and_loops_are_their_own() {
    let text = "local a = 1
        local function f(x) return function() return a end, function() return x end, function() return function() return x end end end
        for i = 1, 2 do g(function() return i end, function() return f end) end
        for k in pairs(a) do local function h() return k, a end end";
    let file = parse("f.lua", text).unwrap();
    let own =
        |functions: &[Rc<crate::tree::Function>]| functions.iter().map(|function| function.is_own).collect::<Vec<_>>();
    assert_eq!(own(&file.inner), [false, true, false, true]);
    assert_eq!(own(&file.inner[0].inner), [false, true, true]);
}

#[test]
fn what_locals_and_fields_stand_for_is_known() {
    let script = Script::parse(
        "local play = {} local o = offer.play local function f() end \
         function play.legal() o() end play.check = f local g = f g = 1 return { actions = { play = play } }",
    )
    .unwrap();
    let Meaning::Table(returned) = script.returned else { panic!("{:?}", script.returned) };
    let Meaning::Table(actions) = script.field(returned, "actions") else { panic!() };
    let Meaning::Table(play) = script.resolve(script.field(actions, "play")) else { panic!() };
    assert_eq!(script.field(play, "legal"), Meaning::Function(2));
    assert_eq!(script.resolve(script.field(play, "check")), Meaning::Function(1));
    let named = |name: &str| script.locals.iter().position(|local| local.name == name).unwrap();
    assert!(matches!(script.value(named("o")), Meaning::Use(_)));
    assert_eq!(script.value(named("g")), Meaning::Nothing);
}
