//! Answers to mistyped lines: `slips.txt` holds the input lines by match, with each answer below its line. A line that
//! is accepted has no answer there.
//!
//! `PARLOUR_BLESS=1 cargo test -p parlour --test programs slips` updates the answers.

use std::path::Path;

use crate::desk::Desk;

/// Entered after every line: its answer separates the others.
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

/// The lines of one session with their answers. The first line is `#` and the program's arguments.
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

/// A refusal names the reason and the possible alternatives.
#[test]
fn a_refusal_names_the_reason_and_what_is_near() {
    let desk = Desk::new();
    let said = |game: &str, seed: &str, lines: &str| desk.play(&[game, "--seed", seed], lines).err;
    assert_eq!(said("hanabi", "3", "clue\n"), "there is no action `clue`; known here: play, discard, tell\n");
    let raised = said("holdem", "1", "raise -5\nraise x\n");
    assert!(raised.starts_with("`-5` is out of range: 4 to 100; the form is `raise to "), "{raised}");
    assert!(raised.contains("\n`x` is not a number: 4 to 100; "), "{raised}");
    let kept = said("yahtzee", "2", "roll\nkeep 3\nkeep 444\nkeep 64\n");
    for reason in ["no 3 is among the dice", "there are only 2 dice that show 4", "the lowest first, such as `keep 2`"]
    {
        assert!(kept.contains(reason), "{kept}");
    }
    let placed = said("go", "1", "d0\n");
    assert!(placed.contains("squares are two letters, the column first"), "{placed}");
    let made = desk.parlour(&["new", "robot", "nope/x"]).err;
    assert!(made.contains("there is no game `nope`") && !made.contains("nine-mens-morris`?"), "{made}");
}

/// A pawn on the last row may be promoted to several pieces: the answer to `b8` asks which.
#[test]
fn a_move_with_a_choice_is_asked_for_it() {
    let desk = Desk::new();
    let said = desk
        .play(&["chess", "--seats", "human,human", "--scenario", "8/1P5k/8/8/8/8/8/K7 w - - 0 1"], "b8\nb7b8\n")
        .err;
    for answer in said.lines() {
        assert!(answer.starts_with("which piece does it become?") && answer.contains("b7-b8=queen"), "{said}");
    }
    assert_eq!(said.lines().count(), 2, "{said}");
    let coordinates = desk.play(&["chess", "--seats", "human,human"], "g1f3\ne7e5\n").err;
    assert_eq!(coordinates, "");
}
