//! The style of pictures: a style sheet with colour variables for pages, and with resolved colours for files.

/// The style sheet, for a page that shows pictures. Its colour variables have values for the light theme and, under
/// `[data-night]`, for the dark one; suits have two colours under `[data-two-colours]`.
pub const STYLE: &str = include_str!("table.css");

/// The style sheet with the colour variables of a theme resolved, for viewers without support for them.
pub(crate) fn resolved(night: bool) -> String {
    let (names, rules) = STYLE.split_once("/* Rules */").unwrap_or(("", STYLE));
    let (day, by_night) = names.split_once("[data-night]").unwrap_or((names, ""));
    let mut values: Vec<(&str, &str)> = declared(day);
    if night {
        let changed = declared(by_night.split_once('}').map_or("", |(first, _)| first));
        for (name, value) in changed {
            values.retain(|(known, _)| *known != name);
            values.push((name, value));
        }
    }
    let mut out = rules.split_once("/* Page */").map_or(rules, |(shown, _)| shown).to_owned();
    for (name, value) in values {
        out = out.replace(&format!("var({name})"), value);
    }
    out
}

/// The names and values declared in a rule.
fn declared(text: &str) -> Vec<(&str, &str)> {
    let inside = text.rsplit_once('{').map_or(text, |(_, inside)| inside);
    let pairs = inside.trim_end_matches(['}', ' ', '\n', ':', 'r', 'o', 't']).split(';');
    pairs.filter_map(|pair| pair.trim().split_once(": ")).filter(|(name, _)| name.starts_with("--")).collect()
}
