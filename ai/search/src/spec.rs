//! Robot specifications: `hoarder(patience=3)`, `regent@200ms`.

use std::fmt;
use std::time::Duration;

use parlour_engine::diagnostic::{Code, Diagnostic};
use parlour_engine::pack::engines::Protocol;

use super::player::Thinking;

/// The name of a person as a player; tables never ask it for an action.
pub const HUMAN: &str = "human";
/// The robot that plays every game, without a file.
pub const RANDOM: &str = "random";
/// The default robot of packs that name none.
pub const THINKER: &str = "thinker";

/// The specification of a robot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RobotSpec {
    /// Its name.
    pub name: String,
    /// The parameters given: name and text.
    pub given: Vec<(String, String)>,
    /// Its own thinking budget; `None` leaves it to the caller.
    pub thinking: Option<Thinking>,
}

impl fmt::Display for RobotSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        if !self.given.is_empty() {
            let given: Vec<String> = self.given.iter().map(|(key, value)| format!("{key}={value}")).collect();
            write!(f, "({})", given.join(","))?;
        }
        match self.thinking {
            None => Ok(()),
            Some(Thinking { nodes: Some(nodes), .. }) => write!(f, "@{nodes}"),
            Some(Thinking { time, nodes: None }) => write!(f, "@{}ms", time.as_secs_f64() * 1000.0),
        }
    }
}

/// The command of an outside program, as in `exec:COMMAND`; `None` for people and robots.
pub fn program(text: &str) -> Option<&str> {
    text.trim().strip_prefix("exec:").map(str::trim)
}

/// The command of an outside program or an engine; `None` for people and robots.
pub fn command(text: &str) -> Option<&str> {
    program(text).or_else(|| Some(split_engine(text)?.command))
}

/// The specification of an engine: `uci:stockfish[UCI_LimitStrength=true,UCI_Elo=1700]@50ms`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineSeat {
    /// The protocol.
    pub protocol: Protocol,
    /// The command line.
    pub command: String,
    /// The options given: name and value.
    pub options: Vec<(String, String)>,
    /// The budget of a move; `None` leaves it to the caller.
    pub thinking: Option<Thinking>,
}

impl fmt::Display for EngineSeat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.protocol, self.command)
    }
}

/// The parts of an engine's specification.
struct EngineParts<'a> {
    protocol: Protocol,
    command: &'a str,
    options: &'a str,
    thinking: Option<Thinking>,
}

/// Splits an engine's specification; `None` for other texts.
fn split_engine(text: &str) -> Option<EngineParts<'_>> {
    let (protocol, rest) = text.trim().split_once(':')?;
    let protocol = Protocol::named(protocol)?;
    let timed = rest.rsplit_once('@').and_then(|(before, much)| Some((before, read_thinking(much)?)));
    let (rest, thinking) = timed.map_or((rest, None), |(before, thinking)| (before, Some(thinking)));
    let rest = rest.trim();
    let bracketed = rest.strip_suffix(']').and_then(|rest| rest.rsplit_once('['));
    let (command, options) = bracketed.unwrap_or((rest, ""));
    Some(EngineParts { protocol, command: command.trim(), options, thinking })
}

/// Parses an engine's specification; `None` for people, robots and other programs.
///
/// # Errors
/// No command, or an option without a value.
pub fn read_engine(text: &str) -> Option<Result<EngineSeat, Diagnostic>> {
    let EngineParts { protocol, command, options, thinking } = split_engine(text)?;
    let bad = |message: String| {
        let help =
            format!("write `{protocol}:COMMAND`, with options and time as in `{protocol}:./engine[Hash=64]@50ms`");
        Diagnostic::new(Code::BadSeat, message).help(help)
    };
    if command.is_empty() {
        return Some(Err(bad(format!("`{protocol}:` names no program"))));
    }
    let options = options.split(',').map(str::trim).filter(|option| !option.is_empty()).map(|option| {
        let (name, value) = option.split_once('=').ok_or_else(|| bad(format!("the option `{option}` has no value")))?;
        Ok((name.trim().to_owned(), value.trim().to_owned()))
    });
    let options = options.collect::<Result<Vec<_>, Diagnostic>>();
    Some(options.map(|options| EngineSeat { protocol, command: command.to_owned(), options, thinking }))
}

/// True if a text is a valid name of a robot.
pub fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '-' || c == '_')
}

/// The maximum node and time limits of a move.
const MOST: (u64, Duration) = (1_000_000_000_000, Duration::from_secs(86_400));

/// Parses a thinking budget: `100ms`, `1.5s`, or a number of nodes.
fn read_thinking(text: &str) -> Option<Thinking> {
    let time = |number: &str, unit: f64| {
        let time = Duration::try_from_secs_f64(number.trim().parse::<f64>().ok()? * unit).ok()?;
        (!time.is_zero() && time <= MOST.1).then_some(Thinking { time, nodes: None })
    };
    let text = text.trim();
    match (text.strip_suffix("ms"), text.strip_suffix('s')) {
        (Some(number), _) => time(number, 0.001),
        (None, Some(number)) => time(number, 1.0),
        (None, None) => {
            let nodes = text.parse().ok().filter(|nodes| (1..=MOST.0).contains(nodes))?;
            Some(Thinking { nodes: Some(nodes), ..Thinking::REPRODUCIBLE })
        }
    }
}

/// Parses `hoarder` or `hoarder(patience=3, bold=true)`, with an optional thinking budget: `regent@200ms`, `regent@2s`,
/// `regent@3000` for 3000 nodes.
///
/// # Errors
/// A text of another form.
pub fn read_robot(text: &str) -> Result<RobotSpec, Diagnostic> {
    let bad = |message: String| {
        Diagnostic::new(Code::BadSeat, message)
            .help("expected a robot's name, with parameters if any: `name(key=value)`")
    };
    let text = text.trim();
    let (text, thinking) = match text.rsplit_once('@').filter(|(_, after)| !after.contains(')')) {
        None => (text, None),
        Some((robot, much)) => match read_thinking(much) {
            Some(thinking) => (robot.trim_end(), Some(thinking)),
            None => {
                let message = format!("`{text}` should say after `@` how much the robot may think for a move");
                let help = "expected a time, as in `@200ms` or `@2s`, or a number of nodes, as in `@3000`";
                return Err(Diagnostic::new(Code::BadSeat, message).help(help));
            }
        },
    };
    let (name, rest) = match text.split_once('(') {
        None => (text, None),
        Some((name, rest)) => {
            let inside =
                rest.trim_end().strip_suffix(')').ok_or_else(|| bad(format!("`{text}` has no closing parenthesis")))?;
            (name.trim(), Some(inside))
        }
    };
    if !is_name(name) {
        return Err(bad(format!("`{text}` is not the name of a robot")));
    }
    let mut given: Vec<(String, String)> = Vec::new();
    for part in rest.unwrap_or_default().split(',').map(str::trim).filter(|part| !part.is_empty()) {
        let (key, value) = part.split_once('=').ok_or_else(|| bad(format!("the parameter `{part}` has no value")))?;
        let key = key.trim();
        if given.iter().any(|(known, _)| known == key) {
            return Err(bad(format!("the parameter `{key}` stands twice")));
        }
        given.push((key.to_owned(), value.trim().to_owned()));
    }
    Ok(RobotSpec { name: name.to_owned(), given, thinking })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_robot_is_a_name_and_parameters() {
        let spec = read_robot("hoarder( patience = 3 )").unwrap();
        assert_eq!((spec.name.as_str(), spec.given), ("hoarder", vec![("patience".to_owned(), "3".to_owned())]));
        for bad in
            ["hoarder(", "", "a b", "a(b)", "a(b=1,b=2)", "a@", "a@0ms", "a@fast", "a@-1s", "a@1.5", "@1s", "a@1e300s"]
        {
            assert!(read_robot(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn an_engine_is_a_command_with_options_and_a_time() {
        let read = |text: &str| read_engine(text).unwrap().unwrap();
        let engine = read("uci:stockfish[UCI_LimitStrength=true, Skill Level=3]@50ms");
        assert_eq!((engine.protocol, engine.command.as_str()), (Protocol::Uci, "stockfish"));
        let options = [("UCI_LimitStrength", "true"), ("Skill Level", "3")];
        assert_eq!(engine.options, options.map(|(name, value)| (name.to_owned(), value.to_owned())));
        assert_eq!(engine.thinking, Some(Thinking { time: Duration::from_millis(50), nodes: None }));
        assert_eq!(read("gtp: gnugo --mode gtp --level 1").command, "gnugo --mode gtp --level 1");
        assert_eq!(read("usi:ssh me@there ./e").command, "ssh me@there ./e");
        assert!(read_engine("uci:").unwrap().is_err() && read_engine("uci:e[Hash]").unwrap().is_err());
        assert!(read_engine("exec:uci:x").is_none() && read_engine("thinker@50ms").is_none());
        assert_eq!(command("ucci:./e@2s"), Some("./e"));
    }

    #[test]
    fn a_robot_may_have_a_time_or_a_number_of_nodes_of_its_own() {
        let thinking = |text: &str| read_robot(text).unwrap().thinking;
        assert_eq!(thinking("hoarder(name=a@b)"), None);
        assert_eq!(thinking("regent@200ms"), Some(Thinking { time: Duration::from_millis(200), nodes: None }));
        assert_eq!(
            thinking("regent(depth=3) @ 1.5s"),
            Some(Thinking { time: Duration::from_millis(1500), nodes: None })
        );
        assert_eq!(thinking("regent@3000").and_then(|thinking| thinking.nodes), Some(3000));
        for (text, written) in
            [("regent( depth=3 )@2s", "regent(depth=3)@2000ms"), ("a@0.5ms", "a@0.5ms"), ("a@70", "a@70")]
        {
            assert_eq!(read_robot(text).unwrap().to_string(), written);
        }
    }

    #[test]
    fn a_program_is_told_by_its_beginning() {
        assert_eq!(program(" exec: ./mine --fast "), Some("./mine --fast"));
        assert_eq!((program("executor"), program("human")), (None, None));
    }
}
