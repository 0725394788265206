//! UCI, and the protocols derived from it: USI for shogi, UCCI for xiangqi.

use std::io::Write;
use std::time::Duration;

use parlour_ai::{ParamKind, ParamSpec, Report, Thinking};
use parlour_engine::ids::Seat;
use parlour_engine::pack::engines::Protocol;

use super::desk::{Desk, Found};
use super::input::Input;
use super::{MOVES_TO_GO, USUAL};
use crate::failure::Failure;

/// Time limit of an infinite search.
const ENDLESS: Duration = Duration::from_secs(24 * 60 * 60);
/// Time reserved for communication.
const OVERHEAD: Duration = Duration::from_millis(30);

/// Serves commands until the input ends.
pub(super) fn serve(mut desk: Desk) -> Result<u8, Failure> {
    let stops = |line: &str| matches!(line.split_whitespace().next(), Some("stop" | "quit" | "gameover" | "ponderhit"));
    let input = Input::open(stops, |line| (line == "isready").then_some("readyok"));
    while let Some(line) = input.next() {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
        match word {
            "quit" => break,
            "uci" | "usi" | "ucci" => hello(&desk)?,
            "isready" => say("readyok")?,
            "setoption" => set_option(&mut desk, rest.trim())?,
            "ucinewgame" | "usinewgame" => desk.clear(),
            "position" => {
                if let Err(why) = position(&mut desk, rest) {
                    complain(&format!("{line}: {why}"))?;
                }
            }
            "go" => go(&mut desk, &input, rest)?,
            _ => {}
        }
    }
    Ok(0)
}

fn say(text: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{text}")?;
    out.flush()?;
    Ok(())
}

/// Reports an error in a form that programs show or ignore.
fn complain(why: &str) -> Result<(), Failure> {
    why.lines().try_for_each(|line| say(&format!("info string {line}")))
}

fn hello(desk: &Desk) -> Result<(), Failure> {
    let version = env!("CARGO_PKG_VERSION");
    say(&format!("id name Parlour {version} {} {}", desk.pack.title, desk.robot()))?;
    say("id author Parlour")?;
    let name = if desk.protocol == Protocol::Ucci { "" } else { "name " };
    for (param, value) in desk.params() {
        say(&format!("option {name}{} type {}", param.name, option_type(param, &value)))?;
    }
    let variant = match desk.protocol {
        Protocol::Usi => "USI_Variant",
        _ => "UCI_Variant",
    };
    say(&format!("option {name}{variant} type combo default {0} var {0}", desk.name))?;
    say(&format!("{}ok", desk.protocol))
}

/// The type of an option, with its range.
fn option_type(param: &ParamSpec, value: &str) -> String {
    match &param.kind {
        ParamKind::Number { min, max, whole: true } if min.is_finite() && max.is_finite() => {
            format!("spin default {value} min {min} max {max}")
        }
        ParamKind::Number { .. } => format!("string default {value}"),
        ParamKind::Flag => format!("check default {value}"),
        ParamKind::Word(words) if words.is_empty() => format!("string default {value}"),
        ParamKind::Word(words) => {
            let words: String = words.iter().map(|word| format!(" var {word}")).collect();
            format!("combo default {value}{words}")
        }
    }
}

fn set_option(desk: &mut Desk, text: &str) -> Result<(), Failure> {
    let (name, value) = match text.strip_prefix("name ") {
        Some(rest) => rest.split_once(" value ").unwrap_or((rest, "")),
        None => text.split_once(char::is_whitespace).unwrap_or((text, "")),
    };
    let (name, value) = (name.trim(), value.trim());
    let is_variant = ["UCI_Variant", "USI_Variant"].iter().any(|known| known.eq_ignore_ascii_case(name));
    // Options that programs set for every engine, though none of ours has them.
    let is_known_elsewhere = |name: &str| {
        let known = [
            "hash",
            "threads",
            "ponder",
            "multipv",
            "uci_chess960",
            "uci_analysemode",
            "usi_hash",
            "usi_ponder",
            "newgame",
        ];
        known.contains(&name.to_lowercase().as_str())
    };
    if is_variant && value != desk.name {
        return complain(&format!("{name}: this engine plays `{}`", desk.name));
    }
    if is_variant {
        return Ok(());
    }
    if name.eq_ignore_ascii_case("newgame") {
        desk.clear();
    }
    match desk.set_param(name, value) {
        Err(_) if is_known_elsewhere(name) => Ok(()),
        Err(why) => complain(&why),
        Ok(()) => Ok(()),
    }
}

/// Sets up a position: `startpos moves e2e4`, `fen ... moves ...`, `sfen ...`.
fn position(desk: &mut Desk, text: &str) -> Result<(), String> {
    let (start, moves) = match text.split_once("moves") {
        Some((start, moves)) => (start.trim(), moves.split_whitespace().collect()),
        None => (text.trim(), Vec::new()),
    };
    let start = match start.split_once(char::is_whitespace) {
        None if start == "startpos" => None,
        Some(("fen" | "sfen", position)) => Some(position.trim()),
        _ => return Err("expected `startpos`, or `fen` (in USI `sfen`) and a position".to_owned()),
    };
    desk.set_up(start, &moves)
}

/// The parameters of `go`.
#[derive(Default)]
struct Limits {
    /// The remaining time of each seat, and its increment.
    left: [Option<u64>; 2],
    increment: [u64; 2],
    /// The time per move after the main time has run out, in USI.
    byoyomi: Option<u64>,
    moves_to_go: Option<u32>,
    move_time: Option<u64>,
    nodes: Option<u64>,
    is_endless: bool,
}

impl Limits {
    fn read(protocol: Protocol, text: &str) -> Self {
        let mut limits = Self::default();
        let mut words = text.split_whitespace();
        // In shogi black moves first.
        let second = if protocol == Protocol::Usi { 'w' } else { 'b' };
        while let Some(word) = words.next() {
            let seat = usize::from(word.starts_with(second));
            let mut number = || words.next().and_then(|text| text.parse::<i64>().ok()).map(|n| n.max(0).unsigned_abs());
            match word {
                "wtime" | "btime" => limits.left[seat] = number(),
                "winc" | "binc" => limits.increment[seat] = number().unwrap_or(0),
                // UCCI sends the clock of the seat to move.
                "time" => limits.left = [number(); 2],
                "increment" => limits.increment = [number().unwrap_or(0); 2],
                "opptime" | "oppincrement" | "oppmovestogo" | "mate" | "depth" => _ = number(),
                "byoyomi" => limits.byoyomi = number(),
                "movestogo" => limits.moves_to_go = number().and_then(|n| u32::try_from(n).ok()),
                "movetime" => limits.move_time = number(),
                "nodes" => limits.nodes = number(),
                "infinite" | "ponder" => limits.is_endless = true,
                _ => {}
            }
        }
        limits
    }

    /// The thinking budget of a seat.
    fn thinking(&self, seat: Seat) -> Thinking {
        let place = seat.index().min(1);
        let for_move = |ms: u64| Duration::from_millis(ms).saturating_sub(OVERHEAD);
        let clock = self.left[place].map(|left| {
            let all = for_move(left);
            let share = all / self.moves_to_go.filter(|n| *n > 0).unwrap_or(MOVES_TO_GO);
            let share = share + Duration::from_millis(self.increment[place]) * 4 / 5;
            // The last move before a time control may take most of the time.
            share.min(all * 4 / 5)
        });
        let byoyomi = self.byoyomi.map(for_move);
        let time = match (self.is_endless, self.move_time, clock, byoyomi) {
            (true, ..) => ENDLESS,
            (_, Some(ms), ..) => for_move(ms),
            (_, _, Some(clock), Some(byoyomi)) => clock + byoyomi,
            (_, _, Some(clock), None) => clock,
            (_, _, None, Some(byoyomi)) => byoyomi,
            (_, _, None, None) => USUAL,
        };
        let least = Duration::from_millis(5);
        Thinking { time: time.max(least), nodes: self.nodes.filter(|_| !self.is_endless) }
    }
}

fn go(desk: &mut Desk, input: &Input, text: &str) -> Result<(), Failure> {
    let limits = Limits::read(desk.protocol, text);
    let seat = desk.due();
    let nobody = match desk.protocol {
        Protocol::Usi => "bestmove resign",
        Protocol::Ucci => "nobestmove",
        Protocol::Uci | Protocol::Gtp => "bestmove (none)",
    };
    let Some(seat) = seat else { return say(nobody) };
    let found = desk.think(input, limits.thinking(seat), limits.is_endless);
    match found {
        Ok(Some(Found { action, report })) => {
            let Some(text) = desk.texts(std::slice::from_ref(&action)).pop() else {
                complain("the protocol has no form for the robot's move")?;
                return say(nobody);
            };
            if let Some(report) = report {
                info(desk, &report, &action, &text)?;
            }
            say(&format!("bestmove {text}"))
        }
        Ok(None) => say(nobody),
        Err(why) => {
            complain(&why)?;
            say(nobody)
        }
    }
}

/// Sends the search report of the move.
fn info(desk: &mut Desk, report: &Report, action: &parlour_engine::Action, text: &str) -> Result<(), Failure> {
    let Some(judged) = report.actions.iter().find(|judged| judged.action == *action) else { return Ok(()) };
    let score = match judged.ends_in {
        Some(plies) => format!("mate {}", (plies.abs() + 1) / 2 * plies.signum()),
        None => format!("cp {}", centipawns(judged.value)),
    };
    let ms = report.took.as_millis().max(1);
    let nps = u128::from(report.nodes) * 1000 / ms;
    let line = desk.texts(&judged.line).join(" ");
    let line = if line.is_empty() { text } else { &line };
    let (depth, nodes) = (report.depth.max(1), report.nodes);
    say(&format!("info depth {depth} score {score} nodes {nodes} nps {nps} time {ms} pv {line}"))
}

/// Converts odds of winning to centipawns, by the logistic Elo curve: odds of ten to one are worth four pawns.
fn centipawns(odds: f64) -> i64 {
    let odds = odds.clamp(1e-4, 1.0 - 1e-4);
    (400.0 * (odds / (1.0 - odds)).log10()).round() as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_last() {
        let time = |protocol, seat: u8, text: &str| Limits::read(protocol, text).thinking(Seat(seat)).time.as_millis();
        assert_eq!(time(Protocol::Uci, 0, "movetime 500"), 470);
        assert_eq!(time(Protocol::Uci, 0, "wtime 60030 btime 1000 winc 1000"), 2800);
        assert_eq!(time(Protocol::Uci, 1, "wtime 60030 btime 1030 binc 10000"), 800);
        assert_eq!(time(Protocol::Uci, 1, "wtime 5 btime 3000 movestogo 1"), 2376);
        assert_eq!(time(Protocol::Usi, 0, "btime 0 wtime 0 byoyomi 1000"), 970);
        assert_eq!(time(Protocol::Usi, 0, "btime 30030 wtime 5"), 1000);
        assert_eq!(time(Protocol::Ucci, 1, "time 3030 movestogo 3"), 1000);
        assert_eq!(Limits::read(Protocol::Uci, "nodes 500").thinking(Seat(0)).nodes, Some(500));
        assert!(Limits::read(Protocol::Uci, "infinite").is_endless);
    }

    #[test]
    fn odds_are_pawns() {
        assert_eq!((centipawns(0.5), centipawns(10.0 / 11.0), centipawns(0.0)), (0, 400, -1600));
    }
}
