//! Editor support: a JSON schema of the tables, type definitions of the script API, and settings for Visual Studio
//! Code.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use parlour_ai::RobotLibrary;
use parlour_engine::game::Config;
use parlour_engine::pack::Pack;
use parlour_engine::pack::schema::schema;
use parlour_engine::script::definitions;
use parlour_table::whole_file::{write_in_folder, write_whole};

use crate::context::Context;
use crate::failure::Failure;

/// The schema in the folder of packs, as named by the first line of a `game.toml`.
pub(crate) const SCHEMA: &str = "game.schema.json";
/// The definitions, in the folder of a game and in that of its robots.
const TYPES: &str = "types.d.luau";
const SETTINGS: &str = r#"{
    "files.associations": { "*.lua": "luau" },
    "luau-lsp.platform.type": "standard",
    "luau-lsp.types.definitionFiles": ["types.d.luau"]
}
"#;

/// The schema as a file.
pub(crate) fn schema_text() -> String {
    // A JSON value can always be serialized.
    serde_json::to_string_pretty(&schema()).unwrap_or_default() + "\n"
}

/// Writes the editor support files for a game and its robots; returns the two folders to open.
///
/// # Errors
/// A game that can't be configured or isn't from a folder, or an unwritable file.
pub(crate) fn furnish(context: &Context, pack: &Arc<Pack>) -> Result<[PathBuf; 2], Failure> {
    let Some(folder) = &pack.files.folder else {
        return Err(Failure::Input(format!("`{}` is built in; expected a game in a folder", pack.name)));
    };
    write_in_folder(&folder.with_file_name(SCHEMA), schema_text())?;
    let robots = robots(context, pack);
    for (folder, types) in [folder, &robots].into_iter().zip(types(pack)?) {
        write_in_folder(&folder.join(TYPES), &types)?;
        add(&folder.join(".vscode/settings.json"), SETTINGS)?;
    }
    // Robots reach a file of the rules as `@game/NAME`.
    if folder.parent() == Some(Path::new("rules")) && robots.starts_with("ai/robots") {
        let alias = format!("{{ \"aliases\": {{ \"game\": \"../../../rules/{}\" }} }}\n", pack.name);
        add(&robots.join(".luaurc"), &alias)?;
    }
    Ok([folder.clone(), robots])
}

/// Updates existing definitions that are out of date; returns their files.
///
/// # Errors
/// As for [`furnish`].
pub(crate) fn refresh(context: &Context, pack: &Arc<Pack>) -> Result<Vec<PathBuf>, Failure> {
    let Some(folder) = &pack.files.folder else { return Ok(Vec::new()) };
    let files = [folder, &robots(context, pack)].map(|folder| folder.join(TYPES));
    if !files.iter().any(|file| file.is_file()) {
        return Ok(Vec::new());
    }
    let mut written = Vec::new();
    for (file, types) in files.into_iter().zip(types(pack)?) {
        if std::fs::read_to_string(&file).is_ok_and(|text| text != types) {
            write_whole(&file, &types)?;
            written.push(file);
        }
    }
    Ok(written)
}

/// The definitions for the rules and for the robots.
fn types(pack: &Arc<Pack>) -> Result<[String; 2], Failure> {
    let game = pack.configure(&Config::default())?;
    Ok([definitions(&game), RobotLibrary::definitions(&game)?])
}

/// The folder of a game's robots.
fn robots(context: &Context, pack: &Pack) -> PathBuf {
    context.folders.own_robots().join(&pack.name)
}

/// Writes a file unless it exists: an existing one may be a person's own.
fn add(path: &Path, text: &str) -> Result<(), Failure> {
    if path.exists() { Ok(()) } else { Ok(write_in_folder(path, text)?) }
}
