//! Formats the scripts and tables of games, robots, templates and the engine by `.stylua.toml` and `.taplo.toml`, or, with
//! `--check`, lists the files that differ and exits with 1 if any does.
//!
//! Usage: `parlour-format [--check] ROOT`

use std::error::Error;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use stylua_lib::OutputVerification;
use taplo::formatter;

type Outcome<T> = Result<T, Box<dyn Error>>;

/// The folders with scripts and tables.
const FOLDERS: [&str; 4] = ["rules", "ai/robots", "repl/templates", "engine/script/src"];

fn main() -> Outcome<ExitCode> {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let is_check = arguments.first().is_some_and(|first| first == "--check");
    arguments.drain(..usize::from(is_check));
    let [root] = arguments.as_slice() else { return Err("usage: parlour-format [--check] ROOT".into()) };
    let root = Path::new(root);
    let scripts: stylua_lib::Config = toml::from_str(&fs::read_to_string(root.join(".stylua.toml"))?)?;
    let tables: toml::Table = toml::from_str(&fs::read_to_string(root.join(".taplo.toml"))?)?;
    let said: formatter::OptionsIncomplete =
        tables.get("formatting").cloned().unwrap_or(toml::Table::new().into()).try_into()?;
    let mut tables = formatter::Options::default();
    tables.update(said);
    let mut differ = 0;
    for folder in FOLDERS {
        for path in files(&root.join(folder))? {
            let text = fs::read_to_string(&path)?;
            let formatted = if path.extension() == Some(OsStr::new("toml")) {
                formatter::format(&text, tables.clone())
            } else {
                stylua_lib::format_code(&text, scripts, None, OutputVerification::Full)?
            };
            if formatted == text {
                continue;
            }
            differ += 1;
            println!("{}{}", path.display(), if is_check { " is not formatted" } else { "" });
            if !is_check {
                fs::write(&path, formatted)?;
            }
        }
    }
    Ok(ExitCode::from(u8::from(is_check && differ > 0)))
}

/// The scripts and tables in a folder, recursively.
fn files(folder: &Path) -> Outcome<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files(&path)?);
        } else if matches!(path.extension().and_then(OsStr::to_str), Some("lua" | "luau" | "toml")) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}
