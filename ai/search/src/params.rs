//! The parameters of robots: declared in the robot's table, given in its seat.
//!
//! ```lua
//! params = {
//!     patience = { default = 3, min = 0, max = 9, help = "Turns that it waits for a bigger set." },
//!     bold = false,
//! }
//! ```
//!
//! The table is read without running the robot, so that robots can be listed without a match; it must be a plain table
//! of numbers, texts, true and false.

use parlour_engine::diagnostic::{Code, Diagnostic, Faults, SourceFile, suggest};
use parlour_engine::script::{Error, Machine, Value};

/// The type and range of a parameter.
#[derive(Clone, Debug, PartialEq)]
pub enum ParamKind {
    /// A number; whole if the default is.
    Number {
        /// Least value.
        min: f64,
        /// Greatest value.
        max: f64,
        /// Only whole numbers.
        whole: bool,
    },
    /// True or false.
    Flag,
    /// One of a few words; any text if there are none.
    Word(Vec<String>),
}

/// The value of a parameter.
#[derive(Clone, Debug, PartialEq)]
pub enum ParamValue {
    /// A number.
    Number(f64),
    /// True or false.
    Flag(bool),
    /// A word.
    Word(String),
}

impl std::fmt::Display for ParamValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Number(n) => write!(f, "{n}"),
            Self::Flag(flag) => write!(f, "{flag}"),
            Self::Word(word) => f.write_str(word),
        }
    }
}

/// A parameter of a robot.
#[derive(Clone, Debug, PartialEq)]
pub struct ParamSpec {
    /// Its name.
    pub name: String,
    /// Type and range.
    pub kind: ParamKind,
    /// The default value.
    pub default: ParamValue,
    /// One sentence.
    pub help: String,
}

impl ParamSpec {
    /// The accepted values, in words: `0 to 9`.
    pub fn range(&self) -> String {
        match &self.kind {
            ParamKind::Number { min, max, whole } => {
                let what = if *whole { "a whole number" } else { "a number" };
                match (min.is_finite(), max.is_finite()) {
                    (true, true) => format!("{what} from {min} to {max}"),
                    (true, false) => format!("{what} of at least {min}"),
                    (false, true) => format!("{what} of at most {max}"),
                    (false, false) => what.to_owned(),
                }
            }
            ParamKind::Flag => "true or false".to_owned(),
            ParamKind::Word(words) if words.is_empty() => "a word".to_owned(),
            ParamKind::Word(words) => words.join(", "),
        }
    }

    fn read(&self, text: &str) -> Option<ParamValue> {
        match &self.kind {
            ParamKind::Number { min, max, whole } => {
                let n: f64 = text.parse().ok()?;
                let fits = n.is_finite() && n >= *min && n <= *max && (!whole || n.fract() == 0.0);
                fits.then_some(ParamValue::Number(n))
            }
            ParamKind::Flag => text.parse().ok().map(ParamValue::Flag),
            ParamKind::Word(words) => {
                (words.is_empty() || words.iter().any(|w| w == text)).then(|| ParamValue::Word(text.to_owned()))
            }
        }
    }
}

/// Returns the values of all parameters: those given, and the defaults.
///
/// # Errors
/// Names that the robot does not have, and values out of range.
pub fn settle(
    robot: &str,
    specs: &[ParamSpec],
    given: &[(String, String)],
) -> Result<Vec<(String, ParamValue)>, Faults> {
    let mut faults = Vec::new();
    for (key, _) in given.iter().filter(|(key, _)| !specs.iter().any(|spec| spec.name == *key)) {
        let help = if specs.is_empty() {
            "it has no parameters".to_owned()
        } else {
            suggest(key, specs.iter().map(|spec| spec.name.as_str()))
        };
        faults.push(
            Diagnostic::new(Code::UnknownParameter, format!("the robot `{robot}` has no parameter `{key}`")).help(help),
        );
    }
    let mut values = Vec::new();
    for spec in specs {
        let text = given.iter().find(|(key, _)| *key == spec.name).map(|(_, text)| text);
        match text.map(|text| spec.read(text).ok_or(text)) {
            None => values.push((spec.name.clone(), spec.default.clone())),
            Some(Ok(value)) => values.push((spec.name.clone(), value)),
            Some(Err(text)) => faults.push(
                Diagnostic::new(
                    Code::OutOfRange,
                    format!("the parameter `{}` of `{robot}` can't be `{text}`", spec.name),
                )
                .help(format!("expected {}", spec.range())),
            ),
        }
    }
    if faults.is_empty() { Ok(values) } else { Err(Faults(faults)) }
}

/// Memory limit for evaluating the table of parameters, in bytes.
const MEMORY: usize = 8 << 20;

/// Reads the parameters that a robot's file declares.
///
/// # Errors
/// A table that isn't plain, or a parameter without a default or with one out of its range.
pub fn declared(file: &SourceFile) -> Result<Vec<ParamSpec>, Faults> {
    let Some((at, text)) = table_text(&file.text) else {
        return Ok(Vec::new());
    };
    let fault = |message: String| Diagnostic::new(Code::BadParameter, message).at(file.place(at));
    let not_plain =
        |error: Error| {
            let message = error.to_string();
            let first = message.lines().next().unwrap_or_default().to_owned();
            Faults::from(fault(format!("`params` can't be read: {first}")).help(
                "write it as a plain table of numbers, texts, true and false, such as `params = { patience = 3 }`",
            ))
        };
    let machine = Machine::bare(MEMORY).map_err(not_plain)?;
    let table = machine.plain_table(&text).map_err(not_plain)?;
    let mut specs = Vec::new();
    let mut faults = Vec::new();
    for pair in table.pairs() {
        let (key, value) = pair.map_err(not_plain)?;
        let Value::Text(key) = key else {
            faults.push(fault("`params` has a value without a name".to_owned()).help("write `name = value`"));
            continue;
        };
        match read_spec(key.lossy(), &value) {
            Ok(spec) => specs.push(spec),
            Err(message) => faults.push(fault(message)),
        }
    }
    for spec in &mut specs {
        if let ParamKind::Number { whole, .. } = &mut spec.kind {
            *whole &= !has_point(&text, &spec.name);
        }
    }
    // Tables are unordered.
    specs.sort_by_key(|spec| position(&text, &spec.name));
    if faults.is_empty() { Ok(specs) } else { Err(Faults(faults)) }
}

fn position(text: &str, name: &str) -> usize {
    text.match_indices(name)
        .find(|(at, _)| text[at + name.len()..].trim_start().starts_with('='))
        .map_or(usize::MAX, |(at, _)| at)
}

/// True if the default of a parameter or a bound of its range is written with a decimal point: `1.0` declares a real
/// number, which the value itself doesn't show.
fn has_point(text: &str, name: &str) -> bool {
    let entry = text.get(position(text, name)..).unwrap_or_default();
    let entry = &entry[..entry.find('}').unwrap_or(entry.len())];
    let value = |key: &str| {
        let (_, behind) = entry.split_once(key)?;
        let number = behind.trim_start().strip_prefix('=')?.trim_start();
        Some(&number[..number.find(|c: char| !c.is_ascii_digit() && c != '.' && c != '-').unwrap_or(number.len())])
    };
    ["default", "min", "max"].iter().filter_map(|key| value(key)).any(|number| number.contains('.'))
}

const KEYS: &[&str] = &["default", "min", "max", "help", "values"];

fn read_spec(name: String, value: &Value) -> Result<ParamSpec, String> {
    let Value::Table(table) = value else {
        let default =
            plain(value).ok_or_else(|| format!("the parameter `{name}` is not a number, a text, true or false"))?;
        let kind = kind_of(&default, None, None, Vec::new());
        return Ok(ParamSpec { name, kind, default, help: String::new() });
    };
    for (key, _) in table.pairs().filter_map(Result::ok) {
        let key = key.shown();
        if !KEYS.contains(&key.as_str()) {
            return Err(format!(
                "the parameter `{name}` has an unknown key `{key}`; {}",
                suggest(&key, KEYS.iter().copied())
            ));
        }
    }
    let get = |key: &str| table.get::<Value>(key).unwrap_or(Value::Nil);
    let default = plain(&get("default")).ok_or_else(|| format!("the parameter `{name}` needs a `default`"))?;
    let bound = |key: &str| match get(key) {
        Value::Nil => Ok(None),
        Value::Number(n) => Ok(Some(n)),
        _ => Err(format!("`{key}` of the parameter `{name}` is not a number")),
    };
    let words = match get("values") {
        Value::Table(list) => (1..=list.len()).filter_map(|n| list.get::<String>(n).ok()).collect(),
        _ => Vec::new(),
    };
    let help = match get("help") {
        Value::Text(text) => text.lossy(),
        _ => String::new(),
    };
    let kind = kind_of(&default, bound("min")?, bound("max")?, words);
    let spec = ParamSpec { name, kind, default, help };
    if spec.read(&spec.default.to_string()).is_none() {
        return Err(format!(
            "the parameter `{}` has the default {}; expected {}",
            spec.name,
            spec.default,
            spec.range()
        ));
    }
    Ok(spec)
}

fn plain(value: &Value) -> Option<ParamValue> {
    match value {
        Value::Number(n) => Some(ParamValue::Number(*n)),
        Value::Flag(flag) => Some(ParamValue::Flag(*flag)),
        Value::Text(text) => Some(ParamValue::Word(text.lossy())),
        _ => None,
    }
}

fn kind_of(default: &ParamValue, min: Option<f64>, max: Option<f64>, words: Vec<String>) -> ParamKind {
    match default {
        ParamValue::Number(n) => ParamKind::Number {
            min: min.unwrap_or(f64::NEG_INFINITY),
            max: max.unwrap_or(f64::INFINITY),
            whole: n.fract() == 0.0
                && min.is_none_or(|n| n.fract() == 0.0)
                && max.is_none_or(|n| n.fract() == 0.0)
                && (min.is_some() || max.is_some()),
        },
        ParamValue::Flag(_) => ParamKind::Flag,
        ParamValue::Word(_) => ParamKind::Word(words),
    }
}

/// The text of the table after `params =`, and its start offset.
fn table_text(text: &str) -> Option<(usize, String)> {
    let from = text.match_indices("params").find_map(|(at, word)| {
        let line = &text[..at];
        let line = &line[line.rfind('\n').map_or(0, |n| n + 1)..];
        let begins_word = !line.ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let after = text[at + word.len()..].trim_start().strip_prefix('=')?.trim_start();
        (begins_word && !line.contains("--") && after.starts_with('{')).then(|| text.len() - after.len())
    })?;
    let mut depth = 0_usize;
    let mut chars = text[from..].char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '{' => depth += 1,
            '}' => {
                depth -= 1;
                if depth == 0 {
                    return Some((from, text[from..=from + at].to_owned()));
                }
            }
            '"' | '\'' => {
                while let Some((_, inner)) = chars.next() {
                    if inner == '\\' {
                        chars.next();
                    } else if inner == c || inner == '\n' {
                        break;
                    }
                }
            }
            '-' if text[from + at..].starts_with("--") => {
                chars.find(|(_, inner)| *inner == '\n');
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<ParamSpec>, Faults> {
        declared(&SourceFile::new("x.lua", text))
    }

    #[test]
    fn parameters_are_read_in_order_without_running_the_file() {
        let specs = read(
            "-- params = { no = 1 }\nlocal robot = {}\nrobot.params = {\n\tzeal = { default = 2, min = 0, max = 9, \
             help = \"a } in it\" }, -- } too\n\tbold = false,\n}\nerror('never run')",
        )
        .unwrap();
        assert_eq!(specs.iter().map(|s| s.name.as_str()).collect::<Vec<_>>(), ["zeal", "bold"]);
        assert_eq!(specs[0].range(), "a whole number from 0 to 9");
        let parts = read("params = { a = { default = 1.0, min = 0, max = 2, help = \"x\" } }").unwrap();
        assert_eq!(parts[0].range(), "a number from 0 to 2");
        let values = settle("x", &specs, &[("zeal".to_owned(), "4".to_owned())]).unwrap();
        assert_eq!(values[0].1, ParamValue::Number(4.0));
        assert_eq!(values[1].1, ParamValue::Flag(false));
    }

    #[test]
    fn what_is_given_is_checked() {
        let specs = read("return { params = { zeal = { default = 2, min = 0, max = 9 } } }").unwrap();
        let message = |key: &str, value: &str| {
            settle("x", &specs, &[(key.to_owned(), value.to_owned())]).unwrap_err().to_string()
        };
        assert_eq!(
            message("zeal", "12"),
            "the parameter `zeal` of `x` can't be `12` (expected a whole number from 0 to 9)"
        );
        assert_eq!(message("zael", "1"), "the robot `x` has no parameter `zael` (did you mean `zeal`?)");
    }

    #[test]
    fn what_is_declared_is_checked() {
        let message = |text: &str| read(text).unwrap_err().to_string();
        assert!(
            message("\nparams = { a = { min = 1 } }").starts_with("x.lua:2:10: the parameter `a` needs a `default`")
        );
        assert!(message("params = { a = { default = 5, max = 1 } }").contains("expected a whole number of at most 1"));
        assert!(message("params = { a = { default = 5, mx = 1 } }").contains("did you mean `max`?"));
        assert!(message("params = { a = f() }").contains("plain table"));
    }

    #[test]
    fn nothing_is_run_where_parameters_are_read() {
        let calls = [
            "(function() while true do end end)()",
            "(function() local t = {} while true do t = { t, t } end end)()",
            "require './lib/x'",
            "--[[ ]] require 'x' --",
            "('x'):rep(1e9)",
            "print{}",
            "(function() return 1 end)()",
        ];
        for call in calls {
            let message = read(&format!("params = {{ a = {call}\n }}")).unwrap_err().to_string();
            assert!(message.starts_with("x.lua:1:10: `params` can't be read: "), "{call}: {message}");
        }
    }
}
