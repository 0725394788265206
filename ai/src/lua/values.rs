//! Plain values of scripts as JSON and back: what a robot remembers.

use mlua::{Lua, Value};
use serde_json::{Map, Number};

/// How deep tables may lie in each other.
const DEEPEST: usize = 32;

/// A plain value as JSON.
///
/// # Errors
/// What is not plain, in words.
pub(crate) fn to_json(value: &Value, depth: usize) -> Result<serde_json::Value, String> {
    if depth > DEEPEST {
        return Err(format!("tables more than {DEEPEST} deep"));
    }
    Ok(match value {
        Value::Nil => serde_json::Value::Null,
        Value::Boolean(flag) => (*flag).into(),
        Value::Integer(n) => (*n).into(),
        Value::Number(n) if n.fract() == 0.0 && n.abs() < 9e15 => (*n as i64).into(),
        Value::Number(n) => Number::from_f64(*n).ok_or_else(|| format!("the number {n}"))?.into(),
        Value::String(text) => text.to_string_lossy().into(),
        Value::Table(table) => {
            let length = table.raw_len();
            let mut pairs = Vec::new();
            for pair in table.pairs::<Value, Value>() {
                pairs.push(pair.map_err(|error| error.to_string())?);
            }
            if length > 0 && pairs.len() == length {
                let mut list = Vec::new();
                for n in 1..=length {
                    let value = table.raw_get::<Value>(n).map_err(|error| error.to_string())?;
                    list.push(to_json(&value, depth + 1)?);
                }
                return Ok(list.into());
            }
            let mut out = Map::new();
            for (key, value) in pairs {
                // Numbers as keys are marked, so that they come back as numbers.
                let key = match key {
                    Value::String(text) => text.to_string_lossy(),
                    Value::Integer(n) => format!("#{n}"),
                    Value::Number(n) => format!("#{n}"),
                    other => return Err(format!("a {} as a key", other.type_name())),
                };
                out.insert(key, to_json(&value, depth + 1)?);
            }
            out.into()
        }
        other => return Err(format!("a {}", other.type_name())),
    })
}

/// JSON as a value of a script.
///
/// # Errors
/// A machine without memory.
pub(crate) fn from_json(lua: &Lua, json: &serde_json::Value) -> mlua::Result<Value> {
    Ok(match json {
        serde_json::Value::Null => Value::Nil,
        serde_json::Value::Bool(flag) => Value::Boolean(*flag),
        serde_json::Value::Number(n) => Value::Number(n.as_f64().unwrap_or_default()),
        serde_json::Value::String(text) => Value::String(lua.create_string(text)?),
        serde_json::Value::Array(list) => {
            let table = lua.create_table()?;
            for (n, value) in list.iter().enumerate() {
                table.raw_set(n + 1, from_json(lua, value)?)?;
            }
            Value::Table(table)
        }
        serde_json::Value::Object(map) => {
            let table = lua.create_table()?;
            for (key, value) in map {
                let value = from_json(lua, value)?;
                match key.strip_prefix('#').and_then(|n| n.parse::<f64>().ok()) {
                    Some(n) => table.raw_set(n, value)?,
                    None => table.raw_set(key.as_str(), value)?,
                }
            }
            Value::Table(table)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_remembered_comes_back() {
        let lua = Lua::new();
        let text = "{ seen = { [3] = 2, [7] = 1 }, list = { 1, 2.5, 'x' }, flag = true }";
        let value: Value = lua.load(format!("return {text}")).eval().unwrap();
        let json = to_json(&value, 0).unwrap();
        assert_eq!(to_json(&from_json(&lua, &json).unwrap(), 0).unwrap(), json);
        assert_eq!(json["list"], serde_json::json!([1, 2.5, "x"]));
        let value: Value = lua.load("return { f = print }").eval().unwrap();
        assert_eq!(to_json(&value, 0).unwrap_err(), "a function");
    }
}
