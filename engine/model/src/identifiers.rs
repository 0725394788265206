//! Names usable in scripts, and replacements of others.

use parlour_luau::is_keyword;

/// An identifier made from a name: `mat.spaces` becomes `mat_spaces`; `None` if that isn't possible.
pub fn identifier(name: &str) -> Option<String> {
    let name: String = name.chars().map(|c| if c == '.' || c == '-' || c == ' ' { '_' } else { c }).collect();
    let fine = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !name.starts_with(|c: char| c.is_ascii_digit())
        && !name.is_empty();
    (fine && !is_keyword(&name)).then_some(name)
}

/// The name of a member of a namespace: a Luau keyword takes an underscore, `offer.end_()`.
pub fn member_name(name: &str) -> String {
    let tail = if is_keyword(name) { "_" } else { "" };
    format!("{name}{tail}")
}

/// True if a name can be a word of scripts unchanged.
pub fn is_member(name: &str) -> bool {
    identifier(name).is_some_and(|id| id == name)
}

/// The meaning of a reserved name in scripts, which no zone, variable or board can have.
pub fn meaning(name: &str) -> Option<&'static str> {
    let found = RESERVED.iter().find(|(names, _)| names.contains(&name));
    let keyword = is_keyword(name).then_some("a word of Luau");
    found.map(|(_, meaning)| *meaning).or(keyword)
}

/// Reserved names in scripts, with their meaning.
const RESERVED: &[(&[&str], &str)] = &[
    (&["bunch"], "sets of cards to work with"),
    (&["combination"], "the combinations of cards"),
    (&["card"], "the kinds of cards"),
    (&["chance"], "the random outcomes of `[chance]`"),
    (&["core"], "what the words themselves need"),
    (&["decide"], "what asks seats for decisions"),
    (&["ending"], "the endings of `[endings]`"),
    (&["event"], "the events of `[events]`"),
    (&["match"], "the match"),
    (&["offer", "offers"], "what offers actions"),
    (&["option"], "the options of `[options]`"),
    (&["knowledge", "predict", "random", "search"], "a word of robots"),
    (&["refusal"], "the refusals of `[refusals]`"),
    (&["score"], "the scores at the end"),
    (&["seats", "teams"], "who plays"),
    (&["setup"], "what deals"),
    (&["turn"], "what gives the turn"),
    (&["ui"], "a word of front ends"),
    (&["continue", "export", "type", "self"], "a word of Luau"),
    (&["bit32", "buffer", "coroutine", "math", "string", "table", "utf8", "vector"], "a library of Luau"),
    (
        &[
            "print",
            "error",
            "assert",
            "pairs",
            "ipairs",
            "next",
            "select",
            "tonumber",
            "tostring",
            "typeof",
            "unpack",
            "pcall",
            "xpcall",
            "rawget",
            "rawset",
            "rawequal",
            "rawlen",
            "setmetatable",
            "getmetatable",
            "require",
        ],
        "a function of Luau",
    ),
    (&["rules"], "the hooks of the game"),
];
