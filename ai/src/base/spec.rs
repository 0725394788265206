//! How a robot is asked for: `hoarder(patience=3)`, `regent@200ms`.

use std::fmt;
use std::time::Duration;

use parlour_engine::diagnostic::{Code, Diagnostic};

use super::player::Thinking;

/// The word for a person, who is never asked by a table.
pub const HUMAN: &str = "human";
/// The robot that is there for every game, file or not.
pub const RANDOM: &str = "random";
/// The robot that sits down where a pack names none.
pub const THINKER: &str = "thinker";

/// A robot as it was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RobotSpec {
    /// Its name.
    pub name: String,
    /// The parameters given: name and text.
    pub given: Vec<(String, String)>,
    /// How much it may think for a move, if that is not left to who asks it.
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

/// The command of a seat that an outside program takes, as in `exec:COMMAND`; `None` for people and robots.
pub fn program(text: &str) -> Option<&str> {
    text.trim().strip_prefix("exec:").map(str::trim)
}

/// Whether a text can be the name of a robot.
pub fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '-' || c == '_')
}

/// The most nodes and the longest time that a robot can be given for a move.
const MOST: (u64, Duration) = (1_000_000_000_000, Duration::from_secs(86_400));

/// Reads how much a robot may think: `100ms`, `1.5s`, or a number of nodes.
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

/// Reads `hoarder` or `hoarder(patience=3, bold=true)`, and how much it may think if that is given: `regent@200ms`,
/// `regent@2s`, `regent@3000` for so many nodes.
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
