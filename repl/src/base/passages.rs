//! Search in guides: the passages about a topic.

/// The maximum number of shown passages.
const MOST: usize = 12;
/// Stop words of questions.
const ASKING: [&str; 14] =
    ["a", "an", "about", "are", "can", "do", "does", "how", "i", "is", "the", "to", "what", "works"];

/// True if a line begins a list item.
pub(crate) fn is_item(line: &str) -> bool {
    let digits = line.trim_start_matches(|c: char| c.is_ascii_digit());
    line.starts_with("- ") || line.starts_with("* ") || digits.len() < line.len() && digits.starts_with(". ")
}

/// A passage of a guide in Markdown, with its heading.
struct Passage<'a> {
    heading: &'a str,
    text: String,
    is_row: bool,
}

/// The passages of a guide about a topic, in Markdown: the sections whose headings match, or else the matching
/// paragraphs, list items and rows. `None` if there are none.
pub(crate) fn about(guide: &str, topic: &str) -> Option<String> {
    let topic = topic.to_lowercase();
    let words: Vec<&str> = split(&topic).filter(|word| !ASKING.contains(word)).collect();
    if words.is_empty() {
        return None;
    }
    let passages = passages(guide);
    let has_heading = passages.iter().skip(1).any(|passage| speaks_of(passage.heading, &words));
    let found = passages.iter().filter(|passage| match has_heading {
        true => speaks_of(passage.heading, &words),
        false => speaks_of(&passage.text, &words),
    });
    let mut out = String::new();
    let mut last: Option<&Passage<'_>> = None;
    for passage in found.take(MOST) {
        if last.is_none_or(|last| last.heading != passage.heading) {
            out.push_str(&format!("\n# {}\n\n", passage.heading));
        } else if !(passage.is_row && last.is_some_and(|last| last.is_row)) {
            out.push('\n');
        }
        out.push_str(&passage.text);
        last = Some(passage);
    }
    last.map(|_| out.trim_start().to_owned())
}

/// The words of a text.
fn split(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

/// True if a text contains each of the words, in singular or plural.
fn speaks_of(text: &str, words: &[&str]) -> bool {
    let text = text.to_lowercase();
    let stem = |word: &str| word.strip_suffix('s').filter(|stem| stem.len() > 2).unwrap_or(word).to_owned();
    words.iter().all(|word| split(&text).any(|other| stem(other) == stem(word)))
}

/// The paragraphs, list items and table rows of a guide.
fn passages(guide: &str) -> Vec<Passage<'_>> {
    let mut out: Vec<Passage<'_>> = Vec::new();
    let (mut heading, mut is_open) = ("", false);
    for line in guide.lines() {
        let trimmed = line.trim_start();
        let is_row = trimmed.starts_with('|');
        if let Some(text) = trimmed.strip_prefix('#') {
            heading = text.trim_start_matches('#').trim();
            is_open = false;
        } else if trimmed.is_empty() {
            is_open = false;
        } else if is_open
            && !is_row
            && !is_item(trimmed)
            && let Some(last) = out.last_mut()
        {
            last.text.push_str(&format!("{line}\n"));
        } else if !trimmed.trim_matches(['|', '-', ':', ' ']).is_empty() {
            // Text outside of its list is unindented.
            out.push(Passage { heading, text: format!("{trimmed}\n"), is_row });
            is_open = !is_row;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const GUIDE: &str = "# Dunes\n\nDig in the sand.\n\n| card | what |\n|---|---|\n| storm | blows\n| map | leads |\n\n\
                         ## A storm\n\n- It blows\n  all cards away.\n- Nobody is safe.\n\n## Maps\n\nThree are enough.\n";

    #[test]
    fn a_heading_speaks_for_its_section() {
        assert_eq!(
            about(GUIDE, "storms").unwrap(),
            "# A storm\n\n- It blows\n  all cards away.\n\n- Nobody is safe.\n"
        );
        assert_eq!(about(GUIDE, "water in maps"), None);
        assert_eq!(about(GUIDE, "map").unwrap(), "# Maps\n\nThree are enough.\n");
    }

    #[test]
    fn other_words_are_found_where_they_stand() {
        assert_eq!(about(GUIDE, "how is sand").unwrap(), "# Dunes\n\nDig in the sand.\n");
        assert_eq!(about(GUIDE, "leads").unwrap(), "# Dunes\n\n| map | leads |\n");
        assert_eq!((about(GUIDE, "water"), about(GUIDE, "how to do")), (None, None));
    }
}
