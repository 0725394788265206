//! The JSON Schema of `game.toml`: every pack that can be loaded fits it, what the loader refuses does not, and it says
//! something about every key.

use parlour_engine::pack::keys::TABLES;
use parlour_engine::pack::schema::schema;
use serde_json::Value;

use crate::packs::rules_folder;

/// What is against a value, by the words that the schema uses; a word that is not known here fails.
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
            ("description" | "title" | "$schema" | "properties", _) => {}
            ("type", value) => {
                let fits = says == "object" && value.is_object();
                if !fits {
                    faults.push(format!("{path} is not of the type {says}"));
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
            ("additionalProperties" | "items" | "required", _) => {}
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

fn faults(text: &str) -> Vec<String> {
    let mut faults = Vec::new();
    against(&schema(), &toml::from_str(text).unwrap(), "", &mut faults);
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

#[test]
fn keys_that_nobody_reads_are_told() {
    let begin = "[game]\ntitle = \"x\"\n";
    for (text, fault) in [
        ("[seats]\nmin = 1\n", " lacks \"game\""),
        ("[game]\ntitel = \"x\"\n", ".game.titel is not known"),
        (
            "[game]\ntitle = \"x\"\n[zones]\nhand = { kind = \"bag\", sene = \"all\" }\n",
            ".zones.hand.sene is not known",
        ),
        (
            "[game]\ntitle = \"x\"\n[[piece]]\nname = \"rook\"\nmoves = [{ sldie = \"all\" }]\n",
            ".piece[].moves[].sldie is not known",
        ),
        ("[game]\ntitle = \"x\"\n[options]\nsize = { defualt = 3 }\n", ".options.size is nothing of what it can be"),
    ] {
        assert_eq!(faults(text), [fault], "{text}");
    }
    assert!(faults(&format!("{begin}[options.mat]\nsize = {{ default = 3 }}\n")).is_empty());
}

#[test]
fn every_key_has_a_text() {
    let text = schema().to_string();
    for (key, says) in TABLES.iter().flat_map(|table| table.keys) {
        let says = serde_json::to_string(says).unwrap();
        assert!(!says.is_empty() && text.contains(&format!("\"{key}\":")) && text.contains(&says), "{key}");
    }
}
