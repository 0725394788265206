//! The tutorial for games, executed with the programs: `rules/TUTORIAL.md`.

use crate::desk::Desk;

const TUTORIAL: &str = include_str!("../../../rules/TUTORIAL.md");

/// Applies a snippet: a file, an addition or change to one, a robot, a test.
fn follow(desk: &Desk, snippet: &str) {
    let (head, text) = snippet.split_once('\n').unwrap();
    let (what, path) =
        head.trim_matches(['#', '-', ' ', '<', '>', '!']).split_once(": ").expect("what a snippet is for");
    let file = format!("{}/{path}", if what == "robot" { "ai/robots" } else { "rules" });
    match what {
        "more" => desk.put(&file, desk.read(&file) + text),
        "change" => {
            let (old, new) = text.split_once("# to\n").unwrap();
            desk.put(&file, desk.read(&file).replacen(old, new, 1));
        }
        _ => desk.put(&file, text),
    }
}

/// Input lines of a page are indented by four spaces.
fn typed(section: &str) -> impl Iterator<Item = &str> {
    section.lines().filter_map(|line| line.strip_prefix("    ").filter(|line| !line.starts_with(' ')))
}

/// After each section the game is valid, `check` reports nothing else, and the opponent is the named one.
#[test]
fn its_check_is_quiet_after_each_section() {
    let desk = Desk::new();
    let mut sections = 0;
    for section in TUTORIAL.split("\n## ").skip(1) {
        let before_code = section.split("\n```").step_by(2);
        for line in before_code.flat_map(typed) {
            let words: Vec<&str> = line.split(' ').collect();
            match words.as_slice() {
                ["parlour", arguments @ ..] => assert_eq!(desk.parlour(arguments).err, "", "{line}"),
                ["rm", files @ ..] => files.iter().for_each(|file| std::fs::remove_file(desk.path(file)).unwrap()),
                _ => panic!("{line}"),
            }
        }
        for block in section.split("\n```").skip(1).step_by(2) {
            follow(&desk, &format!("{}\n", block.split_once('\n').unwrap().1));
        }
        let checked = desk.parlour(&["check", "rules/pearls"]);
        assert_eq!((checked.out.as_str(), checked.err.as_str()), ("ok  rules/pearls\n", ""), "{section}");
        let played = desk.play(&["pearls", "--seed", "1"], "quit\n");
        assert!(played.out.contains("Pearls: a is human, b is thinker."), "{}", played.out);
        sections += 1;
    }
    assert!(sections > 5 && TUTORIAL.contains("plays it, against `thinker`"), "{sections}");
}
