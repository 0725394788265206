//! Measured export of values from a Luau VM.
//!
//! The memory of a VM is limited, but its exported values are copied into memory that isn't. A copy can be far larger
//! than its source: a table reached twice is copied twice, and thirty tables of two references each unfold to a tree of
//! 10^9 nodes. So values are exported only here, as trees, within [`Limits`], and refused with the path of the excess.
//! Tables are read raw: no `__index`, `__len` or `__tostring` runs, because it wouldn't be watched.

use std::fmt;

use mlua::{Table, Value};
use serde_json::{Map, Number};

/// Limits of an exported value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Number of values, counting shared tables at each reference.
    pub values: usize,
    /// Bytes of all its texts.
    pub bytes: usize,
    /// Nesting depth of tables.
    pub depth: usize,
}

impl Limits {
    /// A text of one or a few lines: a refusal, a reason, an action.
    pub const TEXT: Self = Self::text(4 << 10);
    /// The picture of a position.
    pub const PICTURE: Self = Self::text(256 << 10);
    /// The memory of a robot. It is written into every save.
    pub const MEMORY: Self = Self { values: 100_000, bytes: 1 << 20, depth: 32 };
    /// The value of an expression, for display.
    pub const SHOWN: Self = Self { values: 1000, bytes: 16 << 10, depth: 3 };

    const fn text(bytes: usize) -> Self {
        Self { values: 1, bytes, depth: 0 }
    }
}

/// Bytes after which a text of an error, a name or a key is truncated.
const NAME: usize = 1 << 10;

/// Bytes that scripts may print in one call, and in total until they are read.
const LINE: usize = 4 << 10;
const OUTPUT: usize = 256 << 10;
/// Lines that scripts may print until they are read.
const LINES: usize = 10_000;

/// A value that can't be exported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The path inside the value, innermost step first.
    steps: Vec<String>,
    reason: String,
}

impl Refused {
    fn new(reason: impl Into<String>) -> Self {
        Self { steps: Vec::new(), reason: reason.into() }
    }

    fn inside(mut self, key: &Value) -> Self {
        // Deeper paths add nothing.
        if self.steps.len() < 64 {
            self.steps.push(match key {
                Value::String(text) => format!(".{}", cut(&text.to_string_lossy(), 40)),
                key => format!("[{}]", shown(key)),
            });
        }
        self
    }

    /// The refusal for a value of this name: `memory.a[3]` holds a function.
    pub fn of(&self, name: &str) -> String {
        let path: String = self.steps.iter().rev().map(String::as_str).collect();
        let path = if path.len() > 60 { format!("{}...", cut(&path, 60).trim_end_matches('…')) } else { path };
        format!("`{name}{path}` holds {}", self.reason)
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

/// The amounts exported.
struct Measure {
    limits: Limits,
    values: usize,
    bytes: usize,
}

impl Measure {
    fn new(limits: Limits) -> Self {
        Self { limits, values: 0, bytes: 0 }
    }

    fn value(&mut self) -> Result<(), Refused> {
        self.values += 1;
        match self.values > self.limits.values {
            true => Err(Refused::new(format!("more than {} values", self.limits.values))),
            false => Ok(()),
        }
    }

    fn text(&mut self, text: &mlua::LuaString) -> Result<String, Refused> {
        self.bytes = self.bytes.saturating_add(text.as_bytes().len());
        match self.bytes > self.limits.bytes {
            true => Err(Refused::new(format!("more than {} bytes of text", self.limits.bytes))),
            false => Ok(text.to_string_lossy()),
        }
    }

    fn json(&mut self, value: &Value, depth: usize) -> Result<serde_json::Value, Refused> {
        self.value()?;
        Ok(match value {
            Value::Nil => serde_json::Value::Null,
            Value::Boolean(flag) => (*flag).into(),
            Value::Integer(n) => (*n).into(),
            Value::Number(n) if n.fract() == 0.0 && n.abs() < 9e15 => (*n as i64).into(),
            Value::Number(n) => Number::from_f64(*n).ok_or_else(|| Refused::new(format!("the number {n}")))?.into(),
            Value::String(text) => self.text(text)?.into(),
            Value::Table(_) if depth == self.limits.depth => {
                return Err(Refused::new(format!("tables more than {} deep", self.limits.depth)));
            }
            Value::Table(table) => self.json_table(table, depth + 1)?,
            other => return Err(Refused::new(format!("a {}", other.type_name()))),
        })
    }

    fn json_table(&mut self, table: &Table, depth: usize) -> Result<serde_json::Value, Refused> {
        let length = table.raw_len();
        let size = self.count(table)?;
        if length > 0 && size == length {
            let mut list = Vec::new();
            for n in 1..=length {
                let value = table.raw_get::<Value>(n).map_err(|error| Refused::new(error.to_string()))?;
                list.push(self.json(&value, depth).map_err(|refused| refused.inside(&Value::Number(n as f64)))?);
            }
            return Ok(list.into());
        }
        let mut out = Map::new();
        for pair in table.pairs::<Value, Value>() {
            let (key, value) = pair.map_err(|error| Refused::new(error.to_string()))?;
            // Numeric keys are marked, so that they are read back as numbers.
            let name = match &key {
                Value::String(text) => self.text(text).map_err(|refused| refused.inside(&key))?,
                Value::Integer(n) => format!("#{n}"),
                Value::Number(n) => format!("#{n}"),
                other => return Err(Refused::new(format!("a {} as a key", other.type_name()))),
            };
            let value = self.json(&value, depth).map_err(|refused| refused.inside(&key))?;
            out.insert(name, value);
        }
        Ok(out.into())
    }

    /// The number of pairs of a table; counting stops at the limit.
    fn count(&self, table: &Table) -> Result<usize, Refused> {
        let mut size = 0;
        for pair in table.pairs::<Value, Value>() {
            pair.map_err(|error| Refused::new(error.to_string()))?;
            size += 1;
            if self.values + size > self.limits.values {
                return Err(Refused::new(format!("more than {} values", self.limits.values)));
            }
        }
        Ok(size)
    }

    /// Renders a value for display; the excess is left out.
    fn render(&mut self, value: &Value, depth: usize, out: &mut String) {
        match value {
            Value::Table(_) if depth == self.limits.depth || self.value().is_err() => out.push_str("{...}"),
            Value::Table(table) => {
                out.push('{');
                for (n, (key, value)) in table.pairs::<Value, Value>().filter_map(Result::ok).enumerate() {
                    out.push_str(if n > 0 { ", " } else { "" });
                    if n == 64 || self.value().is_err() || out.len() > self.limits.bytes {
                        out.push_str("...");
                        break;
                    }
                    if !matches!(key, Value::Integer(_) | Value::Number(_)) {
                        out.push_str(&shown(&key));
                        out.push_str(" = ");
                    }
                    self.render(&value, depth + 1, out);
                }
                out.push('}');
            }
            Value::String(text) => {
                let text = lossy(text, self.limits.bytes.saturating_sub(out.len()));
                out.push('"');
                out.push_str(&text);
                out.push('"');
            }
            other => out.push_str(&shown(other)),
        }
    }
}

/// A plain value as JSON.
///
/// # Errors
/// A value that isn't plain, or exceeds the limits.
pub(crate) fn json(value: &Value, limits: Limits) -> Result<serde_json::Value, Refused> {
    Measure::new(limits).json(value, 0)
}

/// A text; `None` for nil.
///
/// # Errors
/// A text that is too long, or a value of another type.
pub(crate) fn text(value: &Value, limits: Limits) -> Result<Option<String>, Refused> {
    match value {
        Value::Nil => Ok(None),
        Value::String(text) => Measure::new(limits).text(text).map(Some),
        Value::Integer(_) | Value::Number(_) => Ok(Some(shown(value))),
        other => Err(Refused::new(format!("a {}", other.type_name()))),
    }
}

/// A value for display; the excess is left out.
pub(crate) fn render(value: &Value) -> String {
    let mut out = String::new();
    Measure::new(Limits::SHOWN).render(value, 0, &mut out);
    out
}

/// A value as text, truncated, without addresses and without calling `__tostring`.
pub(crate) fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => lossy(text, NAME),
        Value::Error(error) => error_text(error),
        other => plain_text(other),
    }
}

/// The result of `tostring`: a value as text without addresses, which differ from run to run.
pub(crate) fn plain_text(value: &Value) -> String {
    match value {
        Value::Table(_) | Value::Function(_) | Value::Thread(_) | Value::UserData(_) | Value::LightUserData(_) => {
            value.type_name().to_owned()
        }
        Value::Buffer(_) => "buffer".to_owned(),
        Value::Error(error) => error_text(error),
        other => other.to_string().unwrap_or_default(),
    }
}

/// The message of a host error as scripts see it, without its context.
pub(crate) fn error_text(error: &mlua::Error) -> String {
    match error {
        mlua::Error::CallbackError { cause, .. } => error_text(cause),
        mlua::Error::RuntimeError(text) | mlua::Error::MemoryError(text) => {
            cut(text.split("\nstack traceback:").next().unwrap_or_default(), NAME)
        }
        other => cut(&other.to_string(), NAME),
    }
}

/// A name or a message, truncated for display.
pub fn clipped(text: &str) -> String {
    cut(text, NAME)
}

/// The first `most` bytes of a text, with a mark if it was truncated.
fn cut(text: &str, most: usize) -> String {
    match text.len() > most {
        true => format!("{}…", &text[..text.floor_char_boundary(most)]),
        false => text.to_owned(),
    }
}

fn lossy(text: &mlua::LuaString, most: usize) -> String {
    let bytes = text.as_bytes();
    let cut = &bytes[..bytes.len().min(most)];
    let mut out = String::from_utf8_lossy(cut).into_owned();
    if cut.len() < bytes.len() {
        out.push('…');
    }
    out
}

/// Printed lines that aren't read yet.
#[derive(Debug, Default)]
pub(crate) struct Output {
    lines: Vec<String>,
    bytes: usize,
    is_cut: bool,
}

impl Output {
    /// Adds a line of values, truncated to the space left.
    pub(crate) fn print<'a>(&mut self, values: impl Iterator<Item = &'a Value>) {
        if self.is_cut {
            return;
        }
        let mut line = String::new();
        for (n, value) in values.enumerate() {
            line.push_str(if n > 0 { "\t" } else { "" });
            match value {
                Value::String(text) => line.push_str(&lossy(text, LINE - line.len().min(LINE))),
                other => line.push_str(&shown(other)),
            }
            if line.len() > LINE {
                break;
            }
        }
        if line.len() > LINE {
            line = format!("{} (cut off: a line has at most {LINE} bytes)", cut(&line, LINE));
        }
        self.bytes += line.len();
        self.is_cut = self.bytes > OUTPUT || self.lines.len() >= LINES;
        self.lines.push(match self.is_cut {
            true => format!("(cut off: at most {OUTPUT} bytes and {LINES} lines are printed in one go)"),
            false => line,
        });
    }

    /// Takes the lines printed since the last call.
    pub(crate) fn take(&mut self) -> Vec<String> {
        std::mem::take(self).lines
    }
}

#[cfg(test)]
mod tests {
    use mlua::Lua;

    use super::*;

    fn value(lua: &Lua, text: &str) -> Value {
        lua.load(text).eval().unwrap()
    }

    fn refused(text: &str) -> String {
        let lua = Lua::new();
        json(&value(&lua, text), Limits::MEMORY).unwrap_err().of("memory")
    }

    #[test]
    fn a_shared_table_counts_each_time_that_it_is_reached() {
        assert_eq!(
            refused("local t = {} for _ = 1, 30 do t = { t, t } end return t").split("holds").last(),
            Some(" more than 100000 values")
        );
        let chain = refused("local t = {} for _ = 1, 40 do t = { t } end return { a = t }");
        assert!(chain.starts_with("`memory.a[1][1]") && chain.ends_with("holds tables more than 32 deep"), "{chain}");
        assert!(refused("local t = {} t.t = t return t").contains("tables more than 32 deep"));
    }

    #[test]
    fn what_is_too_much_is_refused_with_its_path() {
        let cases = [
            ("return { a = { 1, 2, print } }", "`memory.a[3]` holds a function"),
            ("return { [{}] = 1 }", "`memory` holds a table as a key"),
            ("return { a = { b = 0 / 0 } }", "`memory.a.b` holds the number NaN"),
            ("return { a = string.rep('x', 2 ^ 21) }", "`memory.a` holds more than 1048576 bytes of text"),
            (
                "local t = {} for n = 1, 2e5 do t[n] = n end return { t = t }",
                "`memory.t` holds more than 100000 values",
            ),
            (
                "local s, t = string.rep('x', 1000), {} for n = 1, 2000 do t[n] = s end return { t = t }",
                "`memory.t[1049]` holds more than 1048576 bytes of text",
            ),
        ];
        for (text, expected) in cases {
            assert_eq!(refused(text), expected, "{text}");
        }
    }

    #[test]
    fn no_method_of_a_value_is_called() {
        let lua = Lua::new();
        let trap = "local function trap() error('called') end \
                    return setmetatable({ 1, setmetatable({}, { __tostring = trap, __index = trap }) }, \
                    { __index = trap, __len = trap, __iter = trap, __tostring = trap })";
        let trap = value(&lua, trap);
        assert_eq!(json(&trap, Limits::MEMORY).unwrap(), serde_json::json!([1, {}]));
        assert_eq!((render(&trap).as_str(), shown(&trap).as_str()), ("{1, {}}", "table"));
    }

    #[test]
    fn what_is_shown_and_printed_has_an_end() {
        let lua = Lua::new();
        let huge = value(&lua, "local s = string.rep('x', 2 ^ 22) local t = { s, s } return { t, t, { t, { t } } }");
        assert!(render(&huge).len() < 2 * Limits::SHOWN.bytes);
        let mut output = Output::default();
        let text = value(&lua, "return string.rep('x', 2 ^ 22)");
        for _ in 0..1000 {
            output.print([&text, &text].into_iter());
        }
        let lines = output.take();
        assert!(lines[0].ends_with("… (cut off: a line has at most 4096 bytes)"), "{}", lines[0]);
        assert!(lines.iter().map(String::len).sum::<usize>() < 2 * OUTPUT);
        assert_eq!(
            lines.last().map(String::as_str),
            Some("(cut off: at most 262144 bytes and 10000 lines are printed in one go)")
        );
        output.print([Value::Boolean(true)].iter());
        assert_eq!(output.take(), ["true"], "what was read makes room");
    }

    #[test]
    fn a_text_is_a_text_and_not_too_long() {
        let lua = Lua::new();
        let text = |text: &str| super::text(&value(&lua, text), Limits::TEXT).map_err(|refused| refused.of("reason"));
        assert_eq!(text("return nil"), Ok(None));
        assert_eq!(text("return 'x'"), Ok(Some("x".to_owned())));
        assert_eq!(text("return 2"), Ok(Some("2".to_owned())));
        assert_eq!(text("return {}"), Err("`reason` holds a table".to_owned()));
        assert_eq!(text("return string.rep('x', 5000)"), Err("`reason` holds more than 4096 bytes of text".to_owned()));
    }
}
