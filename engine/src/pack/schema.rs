//! The JSON Schema of `game.toml`, made from the tables of keys: editors complete keys by it and tell what they are for.

use serde_json::{Map, Value, json};

use super::keys::{KeyTable, TABLES};

/// A row of a table of the pack's own, and a cell of it.
const ROW: &str = "*[]";
const CELL: &str = "*[].*";
/// The squares of a row of moves, a placing or an ending, under whatever key.
const AREA: &str = "AREA";
const AREAS: [&str; 4] = ["to", "from", "start", "in"];
/// The lists of tables in which those keys are squares.
const OF_SQUARES: [&str; 3] = ["piece[]", "place[]", "end[]"];

/// The JSON Schema (draft 7) of `game.toml`: every key with what it says, tables without names of the pack's own closed.
pub fn schema() -> Value {
    let mut schema = Map::new();
    schema.insert("$schema".to_owned(), json!("http://json-schema.org/draft-07/schema#"));
    schema.insert("title".to_owned(), json!("game.toml of a game of Parlour"));
    schema.insert("type".to_owned(), json!("object"));
    schema.extend(at(""));
    // Tables of the pack's own are lists of rows, or give names to the words of a list.
    schema.insert("additionalProperties".to_owned(), json!({ "items": at(ROW) }));
    schema.insert("required".to_owned(), json!(["game"]));
    Value::Object(schema)
}

fn table_at(path: &str) -> Option<&'static KeyTable> {
    TABLES.iter().find(|table| table.path == path)
}

/// What can stand at a path of [`TABLES`]. What is neither a table nor a list there is not looked at.
fn at(path: &str) -> Map<String, Value> {
    let mut out = Map::new();
    if let Some(table) = table_at(path) {
        out.insert("description".to_owned(), json!(table.about));
        let property = |&(key, says): &(&str, &str)| {
            let inner = if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
            let mut property = at(&inner);
            if key == "between" || AREAS.contains(&key) {
                let is_of_squares = OF_SQUARES.iter().any(|list| path.starts_with(list));
                if is_of_squares && key == "between" {
                    property.insert("items".to_owned(), Value::Object(at(AREA)));
                } else if is_of_squares {
                    property.extend(at(AREA));
                }
            }
            property.insert("description".to_owned(), json!(says));
            (key.to_owned(), Value::Object(property))
        };
        out.insert("properties".to_owned(), table.keys.iter().map(property).collect());
        if !table.has_own {
            out.insert("additionalProperties".to_owned(), json!(false));
        }
    }
    if path.ends_with("[]") && (path == ROW || path == "card[]") {
        out.insert("additionalProperties".to_owned(), Value::Object(at(CELL)));
    }
    if table_at(&format!("{path}[]")).is_some() {
        out.insert("items".to_owned(), Value::Object(at(&format!("{path}[]"))));
    }
    let named = format!("{path}.*");
    if !path.is_empty() && path != ROW && TABLES.iter().any(|table| table.path.starts_with(&named)) {
        out.insert("additionalProperties".to_owned(), Value::Object(at(&named)));
    }
    if path == "options" {
        // Names of tables make groups.
        let option = Value::Object(at("options.*"));
        let group = json!({ "type": "object", "additionalProperties": { "type": "object" } });
        out.insert("additionalProperties".to_owned(), json!({ "anyOf": [option, group] }));
    }
    out
}
