//! The Go Text Protocol, version 2.

use std::io::Write;
use std::time::Duration;

use parlour_ai::Thinking;
use parlour_engine::Words;
use parlour_engine::game::Config;
use parlour_engine::ids::{BoardId, Seat};

use super::desk::Desk;
use super::input::Input;
use super::{MOVES_TO_GO, USUAL};
use crate::failure::Failure;

const COMMANDS: [&str; 18] = [
    "boardsize",
    "clear_board",
    "final_score",
    "genmove",
    "known_command",
    "komi",
    "list_commands",
    "name",
    "play",
    "protocol_version",
    "quit",
    "reg_genmove",
    "set_param",
    "showboard",
    "time_left",
    "time_settings",
    "undo",
    "version",
];

/// The time settings.
struct Clock {
    /// The fixed time per move, if any.
    for_move: Option<Duration>,
    /// The remaining time of each colour, and the number of moves for it.
    left: [Option<(Duration, u32)>; 2],
}

/// Serves commands until the input ends.
pub(super) fn serve(mut desk: Desk) -> Result<u8, Failure> {
    let input = Input::open(|line| line == "quit", |_| None);
    let mut clock = Clock { for_move: None, left: [None; 2] };
    while let Some(line) = input.next() {
        let line = line.split('#').next().unwrap_or_default().replace('\t', " ");
        let mut words = line.split_whitespace().peekable();
        let id = words.next_if(|word| word.chars().all(|c| c.is_ascii_digit())).unwrap_or_default().to_owned();
        let Some(command) = words.next() else { continue };
        let given: Vec<&str> = words.collect();
        let answer = answer(&mut desk, &input, &mut clock, command, &given);
        let mut out = std::io::stdout().lock();
        match answer {
            Ok(text) => write!(out, "={id} {text}\n\n")?,
            Err(why) => write!(out, "?{id} {}\n\n", why.replace('\n', " "))?,
        }
        out.flush()?;
        if command == "quit" {
            break;
        }
    }
    Ok(0)
}

fn answer(desk: &mut Desk, input: &Input, clock: &mut Clock, command: &str, given: &[&str]) -> Result<String, String> {
    let done = Ok(String::new());
    match (command, given) {
        ("protocol_version", _) => Ok("2".to_owned()),
        ("name", _) => Ok(format!("Parlour {} {}", desk.pack.title, desk.robot())),
        ("version", _) => Ok(env!("CARGO_PKG_VERSION").to_owned()),
        ("known_command", [name, ..]) => Ok(COMMANDS.contains(name).to_string()),
        ("list_commands", _) => Ok(COMMANDS.join("\n")),
        ("quit", _) => done,
        ("boardsize", [size, ..]) => board_size(desk, size).map(|()| String::new()),
        ("clear_board", _) => {
            desk.clear();
            done
        }
        ("komi", [komi, ..]) => set_komi(desk, komi).map(|()| String::new()),
        ("play", [colour, text, ..]) => {
            on_turn(desk, colour)?;
            desk.act(text).map_err(|_| "illegal move".to_owned())?;
            done
        }
        ("undo", _) => desk.undo().map(|()| String::new()),
        ("genmove", [colour, ..]) => generate(desk, input, clock, colour, true),
        ("reg_genmove", [colour, ..]) => generate(desk, input, clock, colour, false),
        ("time_settings", [main, byoyomi, stones, ..]) => {
            let [main, byoyomi, stones] = [main, byoyomi, stones].map(|text| text.parse::<u32>().ok());
            let (Some(main), Some(byoyomi), Some(stones)) = (main, byoyomi, stones) else {
                return Err("expected three numbers".to_owned());
            };
            *clock = Clock {
                for_move: (main == 0 && stones > 0).then(|| Duration::from_secs(byoyomi.into()) / stones),
                left: [(main > 0).then(|| (Duration::from_secs(main.into()), 0)); 2],
            };
            done
        }
        ("time_left", [colour, time, stones, ..]) => {
            let (Some(time), Some(stones)) = (time.parse::<u64>().ok(), stones.parse().ok()) else {
                return Err("expected a colour and two numbers".to_owned());
            };
            clock.left[usize::from(is_white(colour)?)] = Some((Duration::from_secs(time), stones));
            done
        }
        ("set_param", [name, value, ..]) => desk.set_param(name, value).map(|()| String::new()),
        ("showboard", _) => {
            let game = desk.game().map_err(|faults| faults.to_string())?;
            let played = desk.played().map_err(|faults| faults.to_string())?;
            let board = game.piece_board().unwrap_or(BoardId::from_index(0));
            Ok(format!("\n{}", game.board_rows(played.state(), board).join("\n")))
        }
        ("final_score", _) => final_score(desk),
        (known, _) if COMMANDS.contains(&known) => Err("syntax error".to_owned()),
        _ => Err("unknown command".to_owned()),
    }
}

fn is_white(colour: &str) -> Result<bool, String> {
    match colour.to_lowercase().as_str() {
        "w" | "white" => Ok(true),
        "b" | "black" => Ok(false),
        _ => Err(format!("`{colour}` is not a colour")),
    }
}

/// The seat of a colour: by its name, or else black moves first.
fn seat_of(desk: &mut Desk, colour: &str) -> Result<Seat, String> {
    let is_white = is_white(colour)?;
    let game = desk.game().map_err(|faults| faults.to_string())?;
    let name = if is_white { "white" } else { "black" };
    Ok(game.seat_named(name).unwrap_or(Seat::from_index(usize::from(is_white))))
}

/// Makes it a colour's turn: the other one passes, if it can.
fn on_turn(desk: &mut Desk, colour: &str) -> Result<(), String> {
    let seat = seat_of(desk, colour)?;
    if desk.due().is_some_and(|due| due != seat) {
        desk.act("pass").map_err(|_| format!("{colour} is not on turn"))?;
    }
    Ok(())
}

fn generate(desk: &mut Desk, input: &Input, clock: &Clock, colour: &str, is_played: bool) -> Result<String, String> {
    on_turn(desk, colour)?;
    let left = clock.left[usize::from(is_white(colour)?)];
    let time = match (clock.for_move, left) {
        (_, Some((left, stones))) => left * 9 / 10 / if stones > 0 { stones } else { MOVES_TO_GO },
        (Some(time), None) => time * 9 / 10,
        (None, None) => USUAL,
    };
    let thinking = Thinking { time: time.max(Duration::from_millis(5)), nodes: None };
    let found = desk.think(input, thinking, false)?;
    let Some(found) = found else { return Ok("pass".to_owned()) };
    let text =
        desk.texts(std::slice::from_ref(&found.action)).pop().ok_or("the protocol has no form for the robot's move")?;
    if is_played {
        desk.act(&text)?;
    }
    Ok(text)
}

/// Configures the game for a board size, by the corresponding option.
fn board_size(desk: &mut Desk, size: &str) -> Result<(), String> {
    let unacceptable = || "unacceptable size".to_owned();
    let lines = size.parse::<usize>().map_err(|_| unacceptable())?;
    let fits = |config: &Config| {
        let game = desk.pack.configure(config).ok();
        game.and_then(|game| game.board_size()) == Some((lines, lines))
    };
    let keys = desk.pack.options.iter().map(|option| option.key.clone());
    let with = |key: String| {
        let mut config = desk.config.clone();
        config.set.retain(|(known, _)| *known != key);
        config.set.push((key, size.to_owned()));
        config
    };
    let mut configs = std::iter::once(desk.config.clone()).chain(keys.map(with));
    let config = configs.find(fits).ok_or_else(unacceptable)?;
    desk.config = config;
    desk.clear();
    Ok(())
}

/// Sets the option `komi`, rounded up if the game counts whole points.
fn set_komi(desk: &mut Desk, komi: &str) -> Result<(), String> {
    let komi = komi.parse::<f64>().map_err(|_| "komi not a float".to_owned())?;
    let mut config = desk.config.clone();
    config.set.retain(|(key, _)| key != "komi");
    config.set.push(("komi".to_owned(), format!("{}", komi.round() as i64)));
    desk.pack.configure(&config).map_err(|faults| faults.to_string())?;
    desk.config = config;
    desk.clear();
    Ok(())
}

/// The score of a finished match: `B+3`, `W+7`, `0`.
fn final_score(desk: &mut Desk) -> Result<String, String> {
    let seats = [seat_of(desk, "black")?, seat_of(desk, "white")?];
    let game = desk.game().map_err(|faults| faults.to_string())?;
    let state = desk.played().map_err(|faults| faults.to_string())?.state();
    if !state.is_over() {
        return Err("cannot score: the match isn't over".to_owned());
    }
    let [black, white] = seats.map(|seat| game.score(state, seat));
    Ok(match black.cmp(&white) {
        std::cmp::Ordering::Greater => format!("B+{}", black - white),
        std::cmp::Ordering::Less => format!("W+{}", white - black),
        std::cmp::Ordering::Equal => "0".to_owned(),
    })
}
