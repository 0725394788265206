//! The embedded packs.

use std::sync::LazyLock;

use include_dir::{Dir, File, include_dir};
use parlour_engine::pack::{Library, PackFiles};

static RULES: Dir<'_> = include_dir!("$PARLOUR_RULES");

/// The library of the embedded packs; folders can be added to it.
pub fn library() -> Library {
    static LIBRARY: LazyLock<Library> = LazyLock::new(|| {
        Library::new(RULES.dirs().filter(|dir| dir.get_file(dir.path().join("game.toml")).is_some()).map(read))
    });
    LIBRARY.clone()
}

fn read(dir: &Dir<'_>) -> PackFiles {
    let name = dir.path().to_string_lossy().into_owned();
    let mut files = PackFiles { prefix: format!("rules/{name}/"), name, ..PackFiles::default() };
    let mut folders = vec![dir];
    while let Some(folder) = folders.pop() {
        folders.extend(folder.dirs());
        files.texts.extend(folder.files().filter(|file| is_text(file)).filter_map(|file| {
            let path = file.path().strip_prefix(dir.path()).ok()?;
            Some((path.to_string_lossy().replace('\\', "/"), file.contents_utf8()?.into()))
        }));
    }
    files
}

fn is_text(file: &File<'_>) -> bool {
    matches!(file.path().extension().and_then(|e| e.to_str()), Some("toml" | "lua" | "md" | "svg"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pack_of_the_folder_is_built_in() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../rules");
        let mut beside = Library::default();
        beside.add_folder(folder);
        assert_eq!(library().names(), beside.names());
    }
}
