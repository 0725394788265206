//! The JSON Schema of `game.toml`: every valid pack conforms to it, structural faults violate it, and every key has a
//! description.

use std::sync::LazyLock;

use parlour_engine::pack::keys::{REQUIRED, TABLES};
use parlour_engine::pack::schema::schema;
use parlour_engine::pack::{Pack, PackFiles};
use serde_json::Value;

use crate::packs::rules_folder;

/// The schema, to whose definitions parts of it refer.
static WHOLE: LazyLock<Value> = LazyLock::new(schema);

/// Validates a value against the keywords that the schema uses; an unknown keyword fails.
fn against(schema: &Value, value: &Value, path: &str, faults: &mut Vec<String>) {
    let Some(words) = schema.as_object() else {
        assert!(schema.is_boolean(), "{path}: {schema}");
        if schema == false {
            faults.push(format!("{path} is not known"));
        }
        return;
    };
    for (word, says) in words {
        match (word.as_str(), value) {
            ("description" | "title" | "$schema" | "properties" | "definitions", _) => {}
            ("$ref", value) => {
                let named = WHOLE.pointer(says.as_str().unwrap().trim_start_matches('#')).unwrap();
                against(named, value, path, faults);
            }
            ("type", value) => {
                let types = says.as_array().cloned().unwrap_or_else(|| vec![says.clone()]);
                if !types.iter().any(|name| name.as_str() == Some(type_of(value))) {
                    faults.push(format!("{path} is not of the type {says}"));
                }
            }
            ("enum", value) => {
                if !says.as_array().unwrap().contains(value) {
                    faults.push(format!("{path} can't be {value}"));
                }
            }
            ("minimum" | "maximum", Value::Number(number)) => {
                let (number, bound) = (number.as_i64().unwrap(), says.as_i64().unwrap());
                if (word == "minimum" && number < bound) || (word == "maximum" && number > bound) {
                    faults.push(format!("{path} is {number}, beyond the {word} {bound}"));
                }
            }
            ("minLength" | "maxLength", Value::String(text)) => {
                let (length, bound) = (text.chars().count() as u64, says.as_u64().unwrap());
                if (word == "minLength" && length < bound) || (word == "maxLength" && length > bound) {
                    faults.push(format!("{path} is {length} characters long"));
                }
            }
            ("required", Value::Object(table)) => {
                let missing = says.as_array().unwrap().iter().filter(|key| !table.contains_key(key.as_str().unwrap()));
                faults.extend(missing.map(|key| format!("{path} lacks {key}")));
            }
            ("additionalProperties", Value::Object(table)) => {
                let own = table.iter().filter(|(key, _)| schema["properties"].get(key.as_str()).is_none());
                own.for_each(|(key, value)| against(says, value, &format!("{path}.{key}"), faults));
            }
            ("items", Value::Array(list)) => {
                list.iter().for_each(|value| against(says, value, &format!("{path}[]"), faults));
            }
            ("anyOf", value) => {
                let fits = says.as_array().unwrap().iter().any(|one| {
                    let mut faults = Vec::new();
                    against(one, value, path, &mut faults);
                    faults.is_empty()
                });
                if !fits {
                    faults.push(format!("{path} is nothing of what it can be"));
                }
            }
            ("additionalProperties" | "items" | "required" | "minimum" | "maximum" | "minLength" | "maxLength", _) => {}
            (word, _) => panic!("{path}: what is `{word}`?"),
        }
    }
    if let Value::Object(table) = value {
        for (key, value) in table {
            if let Some(says) = schema["properties"].get(key) {
                against(says, value, &format!("{path}.{key}"), faults);
            }
        }
    }
}

fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_i64() => "integer",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

fn faults(text: &str) -> Vec<String> {
    let mut faults = Vec::new();
    against(&WHOLE, &toml::from_str(text).unwrap(), "", &mut faults);
    faults
}

#[test]
fn every_pack_fits() {
    let fixtures = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let folders = [rules_folder(), fixtures].map(|folder| std::fs::read_dir(folder).unwrap());
    let files = folders.into_iter().flatten().map(|entry| entry.unwrap().path().join("game.toml"));
    let mut count = 0;
    for file in files.filter(|file| file.is_file()) {
        let faults = faults(&std::fs::read_to_string(&file).unwrap());
        assert!(faults.is_empty(), "{}: {faults:#?}", file.display());
        count += 1;
    }
    assert!(count > 15);
}

/// Structural faults refused by the loader are refused by the schema, and so in an editor.
#[test]
fn what_can_not_be_is_told() {
    let begin = "[game]\ntitle = \"x\"\n[seats]\nmax = 2\n";
    for (text, fault) in [
        ("[zones]\nhand = { kind = \"bag\", seen = \"all\", sene = 1 }", ".zones.hand.sene is not known"),
        ("[[piece]]\nname = \"rook\"\nmoves = [{ sldie = 1 }]", ".piece[].moves[].sldie is not known"),
        ("[options]\nsize = { defualt = 3 }", ".options.size is nothing of what it can be"),
        ("[zones]\nhand = { kind = \"bga\", seen = \"all\" }", ".zones.hand.kind can't be \"bga\""),
        ("[zones]\nhand = { kind = \"bag\" }", ".zones.hand lacks \"seen\""),
        ("[vars]\nlast = { follows = \"last\" }", ".vars.last.follows can't be \"last\""),
        ("[vars]\nlast = { clamp = \"yes\" }", ".vars.last.clamp is not of the type \"boolean\""),
        ("[vars]\nlast = 3", ".vars.last is not of the type \"object\""),
        ("[[card]]\ncount = 1", ".card[] lacks \"name\""),
        ("[card]\nname = \"one\"\ncount = 1", ".card is not of the type \"array\""),
        ("[[card]]\nname = 1\ncount = 1", ".card[].name is not of the type \"string\""),
        (
            "[[card]]\nname = \"one\"\ncount = 1.5",
            ".card[].count is not of the type [\"integer\",\"string\",\"object\"]",
        ),
        ("[[piece]]\nname = \"rook\"\nglyph = \"RR\"", ".piece[].glyph is 2 characters long"),
        ("[[piece]]\nname = \"rook\"\nmost = 0", ".piece[].most is 0, beyond the minimum 1"),
        (
            "[[piece]]\nname = \"rook\"\nmoves = [{ do = [\"mvoe\"] }]",
            ".piece[].moves[].do is nothing of what it can be",
        ),
        ("[[end]]\nwhen = \"never\"", ".end[].when can't be \"never\""),
        ("[[end]]\nwhen = \"line\"\nlength = 65", ".end[].length is 65, beyond the maximum 64"),
        ("[[end]]\nwhen = \"line\"\nresult = \"wins\"", ".end[].result can't be \"wins\""),
        ("[boards.main]\nsquares = \"b1\"", ".boards.main.squares can't be \"b1\""),
        ("[actions]\ngo = { again = true }", ".actions.go.again can't be true"),
        ("[setup]\ndeal = []", ".setup lacks \"source\""),
    ] {
        assert_eq!(faults(&format!("{begin}{text}\n")), [fault], "{text}");
    }
    assert_eq!(faults("[seats]\nmin = 1\n"), [" lacks \"game\""]);
    assert_eq!(faults("[game]\ntitel = \"x\"\n[seats]\nmin = 1\n").len(), 2, "a key unknown, another missing");
    assert!(faults(&format!("{begin}[options.mat]\nsize = {{ default = 3 }}\n")).is_empty());
}

/// Keys required by the schema are required by the loader.
#[test]
fn what_is_demanded_can_not_be_left_out() {
    for (path, keys) in REQUIRED {
        assert!(TABLES.iter().any(|table| table.path == *path), "{path}");
        let table = TABLES.iter().find(|table| table.path == *path).unwrap();
        assert!(keys.iter().all(|(key, _)| table.keys.iter().any(|(known, ..)| known == key)), "{path}: {keys:?}");
    }
    let mut removed = 0;
    for name in ["archaeology", "chess", "backgammon", "treasure-hunt"] {
        let folder = rules_folder().join(name);
        let text = std::fs::read_to_string(folder.join("game.toml")).unwrap();
        let whole: toml::Table = toml::from_str(&text).unwrap();
        for (path, keys) in REQUIRED {
            for (key, _) in *keys {
                let mut without = whole.clone();
                if !remove(&mut without, path, key) {
                    continue;
                }
                removed += 1;
                let mut files = PackFiles::read(&folder).unwrap();
                files.texts.insert("game.toml".to_owned(), toml::to_string(&without).unwrap().into());
                assert!(Pack::load(files).is_err(), "{name}: `{key}` of `{path}` is not missed");
            }
        }
    }
    assert!(removed >= 32, "{removed}");
}

/// Removes a key from the first table at a path; returns true if there was one.
fn remove(table: &mut toml::Table, path: &str, key: &str) -> bool {
    let (head, rest) = path.split_once('.').unwrap_or((path, ""));
    let into = |value: &mut toml::Value| match value {
        toml::Value::Table(inner) => remove(inner, rest, key),
        toml::Value::Array(rows) => {
            rows.iter_mut().filter_map(toml::Value::as_table_mut).any(|inner| remove(inner, rest, key))
        }
        _ => false,
    };
    match head.trim_end_matches("[]") {
        "" => table.remove(key).is_some(),
        "*" if head == "*[]" => false,
        "*" => table.iter_mut().any(|(_, value)| into(value)),
        name => table.get_mut(name).is_some_and(into),
    }
}

#[test]
fn every_key_has_a_text() {
    let text = schema().to_string();
    for (key, _, says) in TABLES.iter().flat_map(|table| table.keys) {
        let says = serde_json::to_string(says).unwrap();
        assert!(!says.is_empty() && text.contains(&format!("\"{key}\":")) && text.contains(&says), "{key}");
    }
}
