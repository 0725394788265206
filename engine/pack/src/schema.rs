//! The JSON Schema of `game.toml`, generated from the tables of keys: editors complete and document keys with it.

use serde_json::{Map, Value, json};

use super::keys::{Key, KeyTable, REQUIRED, Shape, TABLES};

/// A row of a table of the pack's own, and a cell of it.
const ROW: &str = "*[]";
const CELL: &str = "*[].*";
/// An area of a board, under any key.
const AREA: &str = "AREA";

/// Tables that a child pack may write in part: they have no required keys here, and the loader reports missing ones.
const IN_PARTS: [&str; 5] = ["dice.*", "boards.*.sizes", "notation", "castle[]", "end[]"];

/// The JSON Schema (draft 7) of `game.toml`: documents every key; tables without names of the pack's own are closed.
pub fn schema() -> Value {
    let mut schema = Map::new();
    schema.insert("$schema".to_owned(), json!("http://json-schema.org/draft-07/schema#"));
    schema.insert("title".to_owned(), json!("game.toml of a game of Parlour"));
    schema.insert("type".to_owned(), json!("object"));
    schema.extend(at(""));
    schema.insert("definitions".to_owned(), json!({ AREA: at(AREA) }));
    // A child pack inherits missing keys.
    let needed = REQUIRED.iter().filter(|(table, _)| table.is_empty()).flat_map(|(_, keys)| *keys);
    let own = needed.map(|(key, _)| *key).filter(|key| *key != "game").collect::<Vec<_>>();
    schema.insert("required".to_owned(), json!(["game"]));
    schema.insert("anyOf".to_owned(), json!([{ "required": ["extends"] }, { "required": own }]));
    // Tables of the pack's own are lists of rows, or assign names to the words of a list.
    schema.insert("additionalProperties".to_owned(), json!({ "type": ["array", "object"], "items": at(ROW) }));
    Value::Object(schema)
}

/// A shape as JSON Schema.
fn written(shape: Shape) -> Value {
    let list_of = |one: Value| json!({ "anyOf": [one, { "type": "array", "items": one }] });
    match shape {
        Shape::Any => json!({}),
        Shape::Table => json!({ "type": "object" }),
        Shape::Area => {
            let (area, name) = (json!({ "$ref": format!("#/definitions/{AREA}") }), json!({ "type": "string" }));
            json!({ "anyOf": [area, name, { "type": "array", "items": { "anyOf": [area, name] } }] })
        }
        Shape::Tables => json!({ "type": "array" }),
        Shape::Text => json!({ "type": "string" }),
        Shape::Texts => list_of(json!({ "type": "string" })),
        Shape::Choices => list_of(json!({ "type": ["string", "integer"] })),
        Shape::Word(words) => json!({ "enum": words }),
        Shape::Words(words) => list_of(json!({ "enum": words })),
        Shape::Glyph => json!({ "type": "string", "minLength": 1, "maxLength": 1 }),
        Shape::Glyphs => json!({ "type": "array", "items": written(Shape::Glyph) }),
        Shape::Flag => json!({ "type": "boolean" }),
        Shape::Switch => json!({ "type": ["boolean", "string"] }),
        Shape::Number => json!({ "type": "integer" }),
        Shape::Range(least, most) => json!({ "type": "integer", "minimum": least, "maximum": most }),
        Shape::Bound => json!({ "type": ["integer", "string"] }),
        Shape::Numbers => list_of(json!({ "type": "integer" })),
        Shape::Quantity => json!({ "type": ["integer", "string", "object"] }),
        Shape::Quantities => list_of(json!({ "type": ["integer", "string"] })),
        Shape::Scalar => json!({ "type": ["integer", "string", "boolean"] }),
    }
}

fn table_at(path: &str) -> Option<&'static KeyTable> {
    TABLES.iter().find(|table| table.path == path)
}

/// The schema at a path of [`TABLES`]. Values there that are neither a table nor a list aren't checked.
fn at(path: &str) -> Map<String, Value> {
    let mut out = Map::new();
    if let Some(table) = table_at(path) {
        out.insert("description".to_owned(), json!(table.about));
        let property = |&(key, shape, says): &Key| {
            let inner = if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
            let mut property = at(&inner);
            if let Value::Object(written) = written(shape) {
                property.extend(written);
            }
            property.insert("description".to_owned(), json!(says));
            (key.to_owned(), Value::Object(property))
        };
        out.insert("properties".to_owned(), table.keys.iter().map(property).collect());
        if path != CELL && (path.ends_with(".*") || path.ends_with("[]")) {
            out.insert("type".to_owned(), json!("object"));
        }
        if let Some((_, keys)) = REQUIRED.iter().find(|(table, _)| *table == path && !IN_PARTS.contains(table)) {
            out.insert("required".to_owned(), keys.iter().map(|(key, _)| json!(key)).collect());
        }
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
    if path == "events" {
        let event = Value::Object(at("events.*"));
        out.insert("additionalProperties".to_owned(), json!({ "anyOf": [event, { "type": "string" }] }));
    }
    if path == "options" {
        // Names of tables form groups.
        let option = Value::Object(at("options.*"));
        let group = json!({ "type": "object", "additionalProperties": { "type": "object" } });
        out.insert("additionalProperties".to_owned(), json!({ "anyOf": [option, group] }));
    }
    out
}
