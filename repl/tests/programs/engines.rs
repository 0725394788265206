//! External engines at a table, and robots as engines for other programs.

use std::process::Stdio;

use crate::desk::{Desk, program};

/// The answers of `parlour engine` to some lines.
fn engine(arguments: &[&str], lines: &str) -> Vec<String> {
    let desk = Desk::new();
    let arguments: Vec<&str> = std::iter::once("engine").chain(arguments.iter().copied()).collect();
    let mut command = desk.command(&program(), &arguments);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), lines.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

fn moves(answers: &[String]) -> Vec<&str> {
    answers.iter().filter_map(|line| line.strip_prefix("bestmove ")).collect()
}

#[test]
fn a_robot_speaks_uci() {
    let chess = ["chess", "--protocol", "uci"];
    let told = engine(&chess, "uci\nisready\nposition startpos moves e2e4 e7e5\ngo nodes 500\nquit\n");
    assert!(told[0].starts_with("id name Parlour"), "{told:?}");
    assert!(told.contains(&"uciok".to_owned()) && told.contains(&"readyok".to_owned()), "{told:?}");
    assert!(told.iter().any(|line| line.starts_with("info depth ") && line.contains(" pv ")), "{told:?}");
    assert_eq!(moves(&told).len(), 1);
    // The pawn is promoted to a queen, and the king castles by its own squares.
    let told = engine(&chess, "position fen 7k/P7/8/8/8/8/8/K7 w - - 0 1\ngo nodes 2000\n");
    assert_eq!(moves(&told), ["a7a8q"]);
    let castled = "position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 e1g1\ngo nodes 200\n";
    assert_eq!(moves(&engine(&chess, castled)).len(), 1);
    // Checkmate ends the match, and an illegal move is reported.
    let told = engine(&chess, "position startpos moves f2f3 e7e5 g2g4 d8h4\ngo nodes 10\n");
    assert_eq!(told, ["bestmove (none)"]);
    let told = engine(&chess, "position startpos moves e2e5\nposition fen nonsense\n");
    assert!(told.iter().all(|line| line.starts_with("info string ")) && told.len() >= 2, "{told:?}");
}

#[test]
fn a_promotion_without_a_choice_has_its_letter() {
    let makruk = ["makruk", "--protocol", "uci"];
    let from = "position fen 4k3/8/8/P7/8/8/8/4K3 w - - 0 1";
    let told = engine(&makruk, &format!("{from} moves a5a6m e8d7\ngo nodes 50\n"));
    assert!(moves(&told).len() == 1 && !told.iter().any(|line| line.starts_with("info string")), "{told:?}");
    let told = engine(&makruk, "position fen k7/8/2R5/4P3/8/8/8/4K3 w - - 0 1 moves e5e6m a8b8 e6d5\n");
    assert!(told.is_empty(), "{told:?}");
    let told = engine(&makruk, &format!("{from} moves a5a6\n"));
    assert!(told[0].contains("`a5a6` is not a legal move"), "{told:?}");
}

#[test]
fn a_search_without_an_end_is_stopped() {
    for game in ["chess", "breakthrough", "xiangqi"] {
        let told = engine(&[game, "--protocol", "uci"], "position startpos\ngo infinite\nisready\nstop\nquit\n");
        assert_eq!(moves(&told).len(), 1, "{told:?}");
    }
}

#[test]
fn shogi_and_xiangqi_have_their_own_protocols() {
    let shogi = "usi\nisready\nusinewgame\nposition startpos moves 7g7f 3c3d 8h2b+ 3a2b B*5e\ngo nodes 200\n";
    let told = engine(&["shogi", "--protocol", "usi"], shogi);
    assert!(told.contains(&"usiok".to_owned()) && moves(&told).len() == 1, "{told:?}");
    let mini = "position sfen rbsgk/4p/5/P4/KGSBR b - 1\ngo nodes 200\n";
    assert_eq!(moves(&engine(&["shogi", "--variant", "mini", "--protocol", "usi"], mini)).len(), 1);
    let told = engine(&["xiangqi", "--protocol", "ucci"], "ucci\nposition startpos moves h2e2 h9g7\ngo nodes 200\n");
    assert!(told.contains(&"ucciok".to_owned()) && moves(&told).len() == 1, "{told:?}");
    let wrong = Desk::new().parlour(&["engine", "shogi", "--protocol", "uci"]);
    assert_eq!(wrong.status, 2);
    assert!(wrong.err.contains("usi"), "{}", wrong.err);
}

#[test]
fn go_is_played_over_gtp() {
    let lines = "1 protocol_version\nboardsize 7\nclear_board\nkomi 6.5\nplay black D4\nplay white d4\ngenmove white\n\
                 undo\ntime_settings 0 1 1\ngenmove b\nboardsize 99\nnonsense\nlist_commands\nquit\n";
    let told = engine(&["go", "--protocol", "gtp"], lines);
    assert_eq!(told[0], "=1 2");
    let refused: Vec<&String> = told.iter().filter(|line| line.starts_with('?')).collect();
    assert_eq!(refused, ["? illegal move", "? unacceptable size", "? unknown command"]);
    assert!(told.contains(&"known_command".to_owned()));
}

/// Two robots play a match as engines of each other's tables, in each protocol.
#[test]
fn an_engine_takes_a_seat() {
    let desk = Desk::new();
    let mine = |game: &str, protocol: &str, rest: &str| {
        format!("{protocol}:{} engine {game} --protocol {protocol} --robot thinker {rest}", program())
    };
    for (game, protocol, limit, robot) in [
        ("chess", "uci", "@60", "random"),
        ("breakthrough", "uci", "@60", "random"),
        ("shogi", "usi", "@40", "random"),
        ("xiangqi", "ucci", "@40", "random"),
    ] {
        let engine = mine(game, protocol, "") + limit;
        let seats = format!("{engine},{robot}");
        let ran = desk.parlour(&["arena", game, "--seats", &seats, "--games", "2", "--seed", "1", "--json"]);
        assert_eq!(ran.status, 0, "{}", ran.err);
        let errors =
            ran.json()["robots"].as_array().unwrap().iter().map(|robot| robot["errors"].as_u64().unwrap()).sum::<u64>();
        assert_eq!(errors, 0, "{game}: {} {}", ran.out, ran.err);
    }
    let seats = format!("{}@5ms,random", mine("go", "gtp", "").trim_end());
    let ran =
        desk.parlour(&["trace", "go", "--set", "size=5", "--set", "turns_limit=15", "--seats", &seats, "--seed", "3"]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{}", ran.out);
}

/// Engines that exit, are silent, write nonsense or make illegal moves: the match goes on, and each fault is reported.
#[cfg(unix)]
#[test]
fn engines_that_fail_are_told() {
    let desk = Desk::new();
    let script = |name: &str, text: &str| {
        desk.put(name, format!("#!/bin/sh\n{text}"));
        let path = desk.path(name);
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(&path, mode).unwrap();
        path.display().to_string()
    };
    let answer = "while read -r line; do case $line in uci) echo 'option name Skill Level type spin'; echo uciok;; \
                  isready) echo readyok;; go*) GO;; quit) exit;; esac; done\n";
    let play = |name: &str, go: &str, rest: &str| {
        let engine = script(name, &answer.replace("GO", go));
        let seats = format!("uci:{engine}{rest},random");
        desk.parlour(&["trace", "breakthrough", "--seats", &seats, "--seed", "1"])
    };
    let ran = play("ends", "exit", "");
    assert!(ran.status == 0 && ran.err.contains("it has ended"), "{}", ran.err);
    let ran = play("wrong", "echo bestmove a1h8", "");
    assert!(ran.status == 0 && ran.err.contains("answered `a1h8`; expected one of the legal moves"), "{}", ran.err);
    let ran = play("resigns", "echo bestmove resign", "");
    assert!(ran.status == 0 && ran.out.contains("resigns"), "{} {}", ran.out, ran.err);
    let ran = play("silent", "sleep 60", "@20ms");
    assert!(ran.status == 0 && ran.err.contains("gave no answer within"), "{}", ran.err);
    let ran = play("good", "echo bestmove a1h8", "[Skill Levl=3]");
    assert!(ran.status == 2 && ran.err.contains("has no option `Skill Levl`"), "{}", ran.err);
    // Fairy-Stockfish has `UCI_Variant` whichever protocol it speaks.
    let usi = script(
        "fairy",
        "while read -r line; do case $line in usi) echo 'option name UCI_Variant type combo'; echo usiok;; \
         'setoption name UCI_Variant value minishogi') mini=1;; isready) echo readyok;; \
         go*) if [ \"$mini\" ]; then echo bestmove resign; else echo bestmove 9f5f; fi;; quit) exit;; esac; done\n",
    );
    let seats = format!("usi:{usi},random");
    let ran = desk.parlour(&["trace", "shogi", "--variant", "mini", "--seats", &seats, "--seed", "1"]);
    assert!(ran.status == 0 && ran.err.is_empty() && ran.out.contains("resigned"), "{} {}", ran.out, ran.err);
    let none = desk.parlour(&["trace", "hearts", "--seats", "uci:sh", "--seed", "1"]);
    assert!(none.status == 2 && none.err.contains("`[engines]`"), "{}", none.err);
}

/// Queries of another program: in parallel, from the start and from scenarios, cancelled, and invalid.
#[test]
fn queries_are_answered_by_lines() {
    let desk = Desk::new();
    let ask = |arguments: &[&str], lines: &[serde_json::Value]| {
        let mut command = desk.command(&program(), &[&["analyse", "--lines"], arguments].concat());
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        std::io::Write::write_all(&mut child.stdin.take().unwrap(), text.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{output:?}");
        let text = String::from_utf8(output.stdout).unwrap();
        let answers: Vec<serde_json::Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        move |id: serde_json::Value| answers.iter().find(|answer| answer["id"] == id).cloned().unwrap()
    };
    let told = ask(
        &["tic-tac-toe"],
        &[
            serde_json::json!({ "id": 1, "actions": ["a1", "b1", "a2", "b2"], "nodes": 2000 }),
            serde_json::json!({ "id": "two", "scenario": { "to_act": "o", "boards": { "main": ["OO.", "XX.", "..X"] } }, "nodes": 2000 }),
            serde_json::json!({ "id": 3, "actions": ["a1", "a1"] }),
            serde_json::json!({ "id": 4, "seat": "o", "nodes": 10 }),
            serde_json::json!({ "id": 5, "nodes": 0 }),
            serde_json::json!({ "id": 6, "turns": 1 }),
            serde_json::json!({ "id": 7, "cancel": true }),
            serde_json::json!([1]),
        ],
    );
    assert_eq!((&told(1.into())["to_act"], &told(1.into())["actions"][0]["action"]), (&"x".into(), &"a3".into()));
    assert_eq!(told("two".into())["actions"][0]["action"], "c3");
    for (id, why) in [
        (3, "action 2 (`a1`)"),
        (4, "is not to act, x is"),
        (5, "`nodes` must be"),
        (6, "`turns`"),
        (7, "no such query"),
    ] {
        assert!(told(id.into())["error"].as_str().unwrap().contains(why), "{}", told(id.into()));
    }
    assert!(told(serde_json::Value::Null)["error"].as_str().unwrap().contains("expected an object"));
    let endless = serde_json::json!({ "id": 1, "time_ms": 3_600_000 });
    let told = ask(
        &["hearts", "--jobs", "1"],
        &[
            endless.clone(),
            serde_json::json!({ "id": 2, "time_ms": 3_600_000 }),
            serde_json::json!({ "id": 2, "cancel": true }),
            serde_json::json!({ "id": 1, "cancel": true }),
        ],
    );
    assert_eq!((&told(1.into())["error"], &told(2.into())["error"]), (&"cancelled".into(), &"cancelled".into()));
}
