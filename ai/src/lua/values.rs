//! JSON as values of scripts: what a robot has remembered.

use mlua::{Lua, Value};

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
            // The order in which keys are set may be that in which a script meets them.
            let mut pairs: Vec<_> = map.iter().collect();
            pairs.sort_unstable_by_key(|(key, _)| *key);
            for (key, value) in pairs {
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
    use parlour_engine::script::outside::{Limits, json};

    use super::*;

    #[test]
    fn what_is_remembered_comes_back() {
        let lua = Lua::new();
        let text = "{ seen = { [3] = 2, [7] = 1 }, list = { 1, 2.5, 'x' }, flag = true }";
        let value: Value = lua.load(format!("return {text}")).eval().unwrap();
        let found = json(&value, Limits::MEMORY).unwrap();
        assert_eq!(json(&from_json(&lua, &found).unwrap(), Limits::MEMORY).unwrap(), found);
        assert_eq!(found["list"], serde_json::json!([1, 2.5, "x"]));
    }
}
