//! Which names a script can use as they stand, and what becomes of the others.

/// An identifier made from a name: `mat.spaces` becomes `mat_spaces`; `None` if it can't be one.
pub(crate) fn identifier(name: &str) -> Option<String> {
    let name: String = name.chars().map(|c| if c == '.' || c == '-' || c == ' ' { '_' } else { c }).collect();
    let fine = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !name.starts_with(|c: char| c.is_ascii_digit())
        && !name.is_empty();
    (fine && !KEYWORDS.contains(&name.as_str())).then_some(name)
}

/// What a member of a namespace is called: a word that Luau keeps for itself takes an underscore, `offer.end_()`.
pub(crate) fn member_name(name: &str) -> String {
    let tail = if KEYWORDS.contains(&name) { "_" } else { "" };
    format!("{name}{tail}")
}

/// Words that Luau keeps for itself.
pub(crate) const KEYWORDS: &[&str] = &[
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "if", "in", "local", "nil", "not", "or",
    "repeat", "return", "then", "true", "until", "while",
];

/// Whether a word of scripts can have a name as it stands.
pub(crate) fn is_member(name: &str) -> bool {
    identifier(name).is_some_and(|id| id == name)
}

/// Names that zones, variables and boards can't have, because scripts use them for something else.
pub(crate) const RESERVED: &[&str] = &[
    "bunch",
    "card",
    "chance",
    "core",
    "decide",
    "ending",
    "event",
    "match",
    "offer",
    "offers",
    "option",
    "predict",
    "random",
    "refusal",
    "score",
    "search",
    "seats",
    "teams",
    "setup",
    "turn",
    "ui",
    "bit32",
    "buffer",
    "coroutine",
    "math",
    "string",
    "table",
    "utf8",
    "vector",
    "and",
    "break",
    "do",
    "else",
    "elseif",
    "end",
    "false",
    "for",
    "function",
    "if",
    "in",
    "local",
    "nil",
    "not",
    "or",
    "repeat",
    "return",
    "then",
    "true",
    "until",
    "while",
    "continue",
    "export",
    "type",
    "self",
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
    "row",
    "rules",
];
