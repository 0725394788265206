//! How a robot is asked for: `hoarder(patience=3)`.

use parlour_engine::diagnostic::{Code, Diagnostic};

/// A robot as it was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RobotSpec {
    /// Its name.
    pub name: String,
    /// The parameters given: name and text.
    pub given: Vec<(String, String)>,
}

/// The command of a seat that an outside program takes, as in `exec:COMMAND`; `None` for people and robots.
pub fn program(text: &str) -> Option<&str> {
    text.trim().strip_prefix("exec:").map(str::trim)
}

/// Whether a text can be the name of a robot.
pub fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '-' || c == '_')
}

/// Reads `hoarder` or `hoarder(patience=3, bold=true)`.
///
/// # Errors
/// A text of another form.
pub fn read_robot(text: &str) -> Result<RobotSpec, Diagnostic> {
    let bad = |message: String| {
        Diagnostic::new(Code::BadSeat, message)
            .help("expected a robot's name, with parameters if any: `name(key=value)`")
    };
    let text = text.trim();
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
    Ok(RobotSpec { name: name.to_owned(), given })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_robot_is_a_name_and_parameters() {
        let spec = read_robot("hoarder( patience = 3 )").unwrap();
        assert_eq!((spec.name.as_str(), spec.given), ("hoarder", vec![("patience".to_owned(), "3".to_owned())]));
        for bad in ["hoarder(", "", "a b", "a(b)", "a(b=1,b=2)"] {
            assert!(read_robot(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_program_is_told_by_its_beginning() {
        assert_eq!(program(" exec: ./mine --fast "), Some("./mine --fast"));
        assert_eq!((program("executor"), program("human")), (None, None));
    }
}
