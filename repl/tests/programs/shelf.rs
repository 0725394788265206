//! The programs outside of matches: completions, manual pages, lists of games, robots and saved matches.

use crate::desk::Desk;

#[test]
fn shells_complete_every_command() {
    let desk = Desk::new();
    for shell in ["bash", "zsh", "fish"] {
        let ran = desk.parlour(&["completions", shell]);
        assert_eq!((ran.status, ran.err.as_str()), (0, ""));
        for word in ["arena", "completions", "perft", "saves", "against", "quiet"] {
            assert!(ran.out.contains(word), "{shell} does not know `{word}`");
        }
    }
    let shells = "expected bash, elvish, fish, powershell, zsh";
    desk.parlour(&["completions", "tcsh"]).refuses(&format!("parlour: SHELL tcsh: {shells}"));
}

#[test]
fn every_command_has_a_manual_page() {
    let desk = Desk::new();
    let ran = desk.parlour(&["man", "pages"]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    let help = desk.parlour(&["--help"]).out;
    let commands = help.lines().skip_while(|line| *line != "Playing:").take_while(|line| *line != "Options:");
    let commands = commands.filter(|line| line.starts_with("  "));
    // A wrapped description is indented further.
    let names = commands.filter(|line| line.chars().nth(2).is_some_and(|c| c != ' '));
    let mut count = 0;
    for name in names.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help") {
        let page = desk.read(&format!("pages/man1/parlour-{name}.1"));
        assert!(page.contains(".SH SYNOPSIS") && page.contains(name), "{name}");
        count += 1;
    }
    assert!(count > 12, "{help}");
    assert!(desk.read("pages/man1/parlour.1").contains("parlour\\-arena"));
    assert!(desk.read("pages/man1/advance.1").contains("IN"));
    desk.put("file", "");
    desk.parlour(&["man", "file"]).refuses("parlour: file is not a folder");
}

#[test]
fn games_and_robots_are_listed_as_json() {
    let desk = Desk::new();
    let games = desk.parlour(&["games", "--json"]).json();
    let en_garde = games["games"].as_array().unwrap().iter().find(|game| game["game"] == "en-garde").unwrap();
    assert_eq!(en_garde["variants"][0]["name"], "basic");
    assert_eq!((&en_garde["seats"]["min"], &en_garde["seats"]["max"]), (&2.into(), &2.into()));
    let option = &en_garde["options"][0];
    assert!(option["key"].is_string() && !option["default"].is_null(), "{option}");
    let holdem = desk.parlour(&["games", "holdem", "--json"]).json();
    let options = holdem["games"][0]["options"].as_array().unwrap();
    let small = options.iter().find(|option| option["key"] == "small_blind").unwrap();
    assert_eq!((&small["min"], &small["max"], &small["at_most"]), (&1.into(), &10000.into(), &"big_blind".into()));
    assert!(small["at_least"].is_null(), "{small}");
    let robots = desk.parlour(&["robots", "archaeology", "--json"]).json();
    let robots = robots["robots"].as_array().unwrap();
    assert_eq!((&robots[0]["game"], &robots[0]["name"]), (&"archaeology".into(), &"random".into()));
    let hoarder = robots.iter().find(|robot| robot["name"] == "hoarder").unwrap();
    assert_eq!(hoarder["params"][0]["name"], "patience");
}

#[test]
fn saved_matches_are_listed_with_their_results_and_deleted() {
    let desk = Desk::new();
    assert_eq!(desk.parlour(&["saves"]).out, "There are no saved matches.\n");
    let lines = "a1\nb1\na2\nb2\n";
    desk.play(&["tic-tac-toe", "--seats", "human,human", "--seed", "5"], &format!("{lines}save mine\na3\n"));
    let listed = desk.parlour(&["saves", "--json"]).json();
    let listed = listed["saves"].as_array().unwrap();
    let [over, open] = ["tic-tac-toe-5", "mine"].map(|name| listed.iter().find(|save| save["name"] == name).unwrap());
    assert_eq!((&over["actions"], &over["over"]), (&5.into(), &true.into()));
    assert_eq!(over["result"]["winners"].as_array().unwrap().len(), 1);
    assert_eq!((&open["actions"], &open["over"], &open["result"]), (&4.into(), &false.into(), &None::<u8>.into()));
    assert_eq!(over["seats"], serde_json::json!(["human", "human"]));
    // The session shows the same as the command.
    let told = desk.parlour(&["saves"]).out;
    assert!(told.contains("tic-tac-toe, human - human, 4 actions, not over, just now"), "{told}");
    assert!(desk.session(&[], "saves\n").out.contains(&told));

    desk.parlour(&["saves", "--delete", "mine", "--delete", "mnie"])
        .refuses("parlour: --delete: there is no saved match `mnie` (did you mean `mine`?)");
    assert_eq!(desk.parlour(&["saves", "--delete", "mine"]).status, 0);
    let left = desk.parlour(&["saves", "--json"]).json();
    assert_eq!(left["saves"].as_array().unwrap().len(), 1);
}

#[test]
fn a_match_that_is_played_is_not_deleted() {
    let desk = Desk::new();
    let mut session = desk.open(&["play", "tic-tac-toe", "--seats", "human,human", "--seed", "5"]);
    session.types("a1");
    session.types("save mine");
    session.until("Saved: ");
    let ran = desk.parlour(&["saves", "--delete", "mine"]);
    assert!(ran.status == 2 && ran.err.starts_with("parlour: `mine` is being played by process "), "{ran:?}");
}

#[test]
fn a_quiet_command_tells_results_only() {
    let desk = Desk::new();
    let arena = ["arena", "tic-tac-toe", "--games", "2"];
    assert!(desk.parlour(&arena).err.starts_with("Seed "));
    let quiet = desk.parlour(&[&["-q"], &arena[..]].concat());
    assert!(quiet.err.is_empty() && !quiet.out.is_empty(), "{quiet:?}");
    desk.parlour(&["-q", "games", "--color", "red"]).refuses("parlour: --color red: expected auto, always, never");
}

#[test]
fn a_match_is_not_saved_under_a_name_that_can_not_be_typed() {
    let desk = Desk::new();
    std::fs::create_dir(desk.path("folder")).unwrap();
    let lines = "a1\nsave \u{1b}[31mred\nsave a\tb\nsave .\nsave ..\nsave folder/\nsave ./folder\nsave good name\n";
    let ran = desk.play(&["tic-tac-toe", "--seats", "human,human", "--seed", "5"], lines);
    let told: Vec<&str> =
        ran.err.lines().map(|line| line.strip_prefix("the match can't be saved as ").unwrap()).collect();
    let (unseen, folder) = ("the name has a character in it that isn't seen", "that is a folder");
    let expected = [
        format!("`\\u{{1b}}[31mred`: {unseen}"),
        format!("`a\\tb`: {unseen}"),
        format!("`.`: {folder}; a name is expected, or the path of a file"),
        format!("`..`: {folder}; a name is expected, or the path of a file"),
        format!("`folder/`: {folder}; a name is expected, or the path of a file"),
        format!("`./folder`: {folder}"),
    ];
    assert_eq!(told, expected);
    assert!(desk.path("data/parlour/saves/good name.json").exists());
}

/// A folder or pipe named as a save is refused, without reading from pipes and devices.
#[cfg(unix)]
#[test]
fn what_is_no_file_is_not_taken_for_a_saved_match() {
    let desk = Desk::new();
    std::fs::create_dir(desk.path("folder")).unwrap();
    nix::unistd::mkfifo(&desk.path("pipe"), nix::sys::stat::Mode::S_IRWXU).unwrap();
    desk.parlour(&["replay", "folder"]).refuses("parlour: `folder` is a folder, not a saved match");
    desk.parlour(&["replay", "./pipe"]).refuses("parlour: `./pipe` is a pipe or a device, not a saved match");
    desk.parlour(&["replay", "/dev/zero"]).refuses("parlour: `/dev/zero` is a pipe or a device, not a saved match");
    let ran = desk.play(&["tic-tac-toe", "--seats", "human,human", "--seed", "5"], "a1\nsave ./pipe\n");
    assert_eq!(ran.err, "the match can't be saved as `./pipe`: that is a pipe or a device\n");
}

/// The error for a damaged save is short, for any contents.
#[test]
fn a_damaged_save_gives_a_short_error() {
    let desk = Desk::new();
    desk.play(&["tic-tac-toe", "--seats", "human,human", "--seed", "5"], "a1\nsave ./mine.json\n");
    let mut saved: serde_json::Value = serde_json::from_str(&desk.read("mine.json")).unwrap();
    saved["actions"] = serde_json::json!(["x".repeat(1 << 20)]);
    // As from before saves had a checksum.
    saved.as_object_mut().unwrap().remove("proof");
    desk.put("mine.json", saved.to_string());
    let ran = desk.parlour(&["replay", "mine.json"]);
    assert!(ran.status == 2 && ran.out.is_empty() && ran.err.len() < 3_000, "{}: {}", ran.err.len(), &ran.err[..500]);
}
