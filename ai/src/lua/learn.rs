//! The table `learn` of a robot's file, and the features of a decision.

use parlour_engine::action::Action;
use parlour_engine::diagnostic::{Code, Diagnostic, SourceFile, suggest};
use parlour_engine::script::{Error, Function, Limits, Table, Value};
use serde_json::Value as Plain;

use super::{MOST_KEYS, Script, line_of};
use crate::base::lesson::{Features, Lesson, Outcome, Part};
use crate::base::player::Request;

/// The keys of the table.
const KEYS: &[&str] = &["features", "file", "outcome"];
/// Size limits of the features of a decision.
const LIMITS: Limits = Limits { values: 1_000, bytes: 64 << 10, depth: 4 };

/// Reads the table `learn` of a robot's table.
///
/// # Errors
/// Unknown keys, and values of the wrong type.
pub(super) fn declared(robot: &Table, file: &SourceFile) -> Result<Option<(Lesson, Function)>, Diagnostic> {
    let fault = |key: &str, message: String, help: String| {
        Diagnostic::new(Code::BadLesson, message).at(file.line_place(line_of(file, key))).help(help)
    };
    let table = match robot.get::<Value>("learn") {
        Ok(Value::Nil) => return Ok(None),
        Ok(Value::Table(table)) if !table.has_metatable() => table,
        _ => {
            let help = "expected a table, as in `learn = { file = \"lib/weights.lua\", features = features }`";
            return Err(fault("learn", "`learn` is not a plain table".to_owned(), help.to_owned()));
        }
    };
    for (key, _) in table.pairs().filter_map(Result::ok).take(MOST_KEYS) {
        let key = key.shown();
        if !KEYS.contains(&key.as_str()) {
            return Err(fault(&key, format!("`learn` has no key `{key}`"), suggest(&key, KEYS.iter().copied())));
        }
    }
    let get = |key: &str| table.get::<Value>(key).unwrap_or(Value::Nil);
    let Value::Function(features) = get("features") else {
        let help = "expected a function, called as `features(me, action)`, that returns a table of numbers";
        return Err(fault("learn", "`learn` needs a function `features`".to_owned(), help.to_owned()));
    };
    let text = |key: &str| get(key).text(Limits::TEXT).ok().flatten();
    let Some(path) = text("file").filter(|path| is_script(path)) else {
        let help = "expected a file below the robot's folder, as in `file = \"lib/weights.lua\"`";
        return Err(fault("learn", "`learn` needs a `file`".to_owned(), help.to_owned()));
    };
    let outcome = match text("outcome").as_deref() {
        Some("won") => Outcome::Won,
        Some("margin") => Outcome::Margin,
        Some("chosen") => Outcome::Chosen,
        None if get("outcome") == Value::Nil => Outcome::Won,
        _ => {
            let help = "expected \"won\", \"margin\" or \"chosen\"".to_owned();
            return Err(fault("outcome", "the `outcome` that is learnt is not known".to_owned(), help));
        }
    };
    Ok(Some((Lesson { file: path, outcome }, features)))
}

/// True if a path leads to a script below the robot's folder.
fn is_script(path: &str) -> bool {
    let is_name = |part: &str| {
        !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.'))
    };
    path.ends_with(".lua") && path.split('/').all(|part| is_name(part) && !part.starts_with('.'))
}

impl Script {
    /// Computes the features of a decision and an action.
    pub(super) fn features(
        &self,
        request: &Request<'_>,
        (action, width): (&Action, usize),
        file: &SourceFile,
    ) -> Result<Option<Features>, Diagnostic> {
        let Some((_, features)) = &self.hooks.learn else { return Ok(None) };
        let fault =
            |message: String| Diagnostic::new(Code::BadLesson, message).at(file.line_place(line_of(file, "learn")));
        let scripts = &self.scripts;
        scripts.block().show(request.view.state());
        let host = |error: Error| error.diagnostic(file);
        let mut record = action.bytes().to_vec();
        record.resize(width, 0);
        let bytes = scripts.machine().bytes(&record).map_err(host)?;
        let (_, actions) = self.list.call::<(Table, Table)>((bytes, 1)).map_err(host)?;
        let chosen = actions.get::<Value>(1).map_err(host)?;
        let (described, base): (Value, Value) = scripts.call(features, (&self.me, chosen), file)?;
        let base = match base {
            Value::Nil => 0.0,
            Value::Number(n) if n.is_finite() => n,
            other => {
                return Err(fault(format!("`features` returned a {} as its second value", other.kind()))
                    .help("expected a number, or nothing"));
            }
        };
        let plain = described.json(LIMITS).map_err(|refused| fault(refused.of("what `features` returned")))?;
        if plain.is_null() {
            return Ok(None);
        }
        let mut found = Features { values: Vec::new(), base };
        if !plain.is_object() && !plain.is_array() {
            return Err(fault(format!("`features` returned a {}", described.kind()))
                .help("expected a table of numbers, or nil"));
        }
        flatten(&plain, &mut Vec::new(), &mut found.values).map_err(|what| {
            fault(format!("`features` returned {what}")).help("expected numbers, and tables of numbers")
        })?;
        Ok(Some(found))
    }
}

/// Flattens a value into its numbers, with their paths.
fn flatten(value: &Plain, path: &mut Vec<Part>, out: &mut Vec<(Vec<Part>, f64)>) -> Result<(), String> {
    match value {
        Plain::Number(n) => out.push((path.clone(), n.as_f64().unwrap_or_default())),
        Plain::Array(list) => {
            for (n, value) in list.iter().enumerate() {
                path.push(Part::Number(n as i64 + 1));
                flatten(value, path, out)?;
                path.pop();
            }
        }
        Plain::Object(map) => {
            for (key, value) in map {
                let number = key.strip_prefix('#').and_then(|n| n.parse().ok());
                path.push(number.map_or_else(|| Part::Name(key.clone()), Part::Number));
                flatten(value, path, out)?;
                path.pop();
            }
        }
        other => {
            let what = if other.is_string() { "a text" } else { "true, false or nil" };
            return Err(format!("{what} at `{}`", Part::path(path)));
        }
    }
    Ok(())
}
