//! What is answered to lines with a slip in them: `slips.txt` holds the lines that are typed, match by match, and below
//! each of them its answer. A line that is taken, or answered with what it asks for, has none.
//!
//! `PARLOUR_BLESS=1 cargo test -p parlour --test programs slips` writes the answers anew.

use std::path::Path;

use crate::desk::Desk;

/// Typed after every line: its answer parts the answers of others.
const END: &str = ":the-answer-ends";

#[test]
fn are_answered_with_what_was_expected() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/slips.txt");
    let kept = std::fs::read_to_string(&file).unwrap().replace("\r\n", "\n");
    let answered: Vec<String> = kept.split("\n\n").map(answer).collect();
    let answered = answered.join("\n\n") + "\n";
    if std::env::var_os("PARLOUR_BLESS").is_some() {
        return std::fs::write(&file, &answered).unwrap();
    }
    for (kept, answered) in kept.lines().zip(answered.lines()) {
        assert_eq!(kept, answered, "if that is meant, write {} anew with PARLOUR_BLESS=1", file.display());
    }
    assert_eq!(kept.lines().count(), answered.lines().count(), "lines at the end of {}", file.display());
}

/// The lines of one session with what is answered to them. The first line is `#` and what the program is called with.
fn answer(session: &str) -> String {
    let mut lines = session.lines();
    let call = lines.next().unwrap().strip_prefix('#').unwrap();
    let arguments: Vec<&str> = call.split_whitespace().collect();
    let typed: Vec<&str> = lines.filter_map(|line| line.strip_prefix("> ")).collect();
    let input: String = typed.iter().map(|line| format!("{line}\n{END}\n")).collect();
    let ran = Desk::new().session(&arguments, &input);
    assert_eq!(ran.status, 0, "{ran:?}");

    let mut text = format!("#{call}");
    let mut said = ran.err.lines();
    for line in typed {
        text += &format!("\n> {line}");
        for answer in said.by_ref().take_while(|answer| !answer.contains(&END[1..])) {
            text += &format!("\n{answer}");
        }
    }
    text
}
