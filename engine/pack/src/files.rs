//! The files of packs: built into the program or in folders.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::Pack;
use crate::inherit::Parent;
use parlour_model::diagnostic::{Code, Diagnostic, Faults, SourceFile, suggest};

/// A pack's text files by their path inside the pack.
#[derive(Clone, Debug, Default)]
pub struct PackFiles {
    /// The pack's name: that of its folder.
    pub name: String,
    /// The folder, if the files come from one.
    pub folder: Option<PathBuf>,
    /// Prefix of file paths in messages.
    pub prefix: String,
    /// The texts, including those of the parent.
    pub texts: BTreeMap<String, Arc<str>>,
    /// The pack that it extends.
    pub parent: Parent,
    /// Paths of the parent's texts, each with the name of its file.
    pub inherited: BTreeMap<String, Arc<str>>,
}

/// A sentence that names the folders that don't exist; empty if all do.
pub fn missing_folders(folders: &[PathBuf]) -> String {
    let missing = folders.iter().filter(|folder| !folder.is_dir()).map(|folder| folder.display().to_string());
    let missing: Vec<String> = missing.collect();
    match missing.as_slice() {
        [] => String::new(),
        [one] => format!("; the folder {one} isn't there"),
        several => format!("; the folders {} aren't there", several.join(", ")),
    }
}

/// Limit of a pack file, in bytes.
const MAX_FILE: u64 = 4 << 20;
/// Limits of a pack: number of files, and bytes of all of them.
const MAX_FILES: usize = 2_000;
const MAX_ALL: usize = 32 << 20;

/// The handler of an unreadable file: gets its path in the folder, and the fault.
type Unreadable<'a> = &'a mut dyn FnMut(&str, Diagnostic) -> Result<(), Diagnostic>;

fn not_read(path: &Path, error: &std::io::Error) -> Diagnostic {
    Diagnostic::new(Code::Unreadable, format!("can't read {}: {error}", path.display()))
}

fn read_file(path: &Path) -> Result<String, Diagnostic> {
    if std::fs::metadata(path).is_ok_and(|meta| meta.len() > MAX_FILE) {
        return Err(Diagnostic::new(Code::Unreadable, format!("{} is longer than 4 MiB", path.display())));
    }
    let bytes = std::fs::read(path).map_err(|error| not_read(path, &error))?;
    String::from_utf8(bytes)
        .map_err(|error| Diagnostic::new(Code::NotUtf8, format!("{} is not UTF-8: {error}", path.display())))
}

fn outside(path: &Path) -> Diagnostic {
    let message = format!("{} is a link that leads out of the pack", path.display());
    Diagnostic::new(Code::Unreadable, message).help("expected files of the pack's own")
}

/// True if a path leads outside of the given folders.
fn leads_out(path: &Path, roots: &[PathBuf]) -> bool {
    path.canonicalize().is_ok_and(|real| !roots.iter().any(|root| real.starts_with(root)))
}

impl PackFiles {
    /// Reads the `.toml`, `.lua`, `.md` and `.svg` files of a folder and its subfolders. The parent pack is looked up
    /// beside it.
    ///
    /// # Errors
    /// A folder or file that can't be read, isn't UTF-8 or is too long.
    pub fn read(folder: &Path) -> Result<Self, Diagnostic> {
        let files = Self::read_within(folder, folder)?;
        let real = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
        let mut beside = Library::default();
        if let Some(shelf) = real.parent() {
            beside.add_folder(shelf);
        }
        Ok(beside.inherit(files))
    }

    /// Reads a folder whose links may point to other places in a library of packs, but nowhere else.
    ///
    /// # Errors
    /// As for [`PackFiles::read`].
    pub(crate) fn read_within(folder: &Path, library: &Path) -> Result<Self, Diagnostic> {
        Self::read_by(folder, library, &mut |_, fault| Err(fault))
    }

    /// The same, but leaves out unreadable files: their paths in the folder are returned with their faults; an empty
    /// path is the folder itself.
    pub fn read_what_can_be(folder: &Path, library: &Path) -> (Self, Vec<(String, Diagnostic)>) {
        let mut faults = Vec::new();
        let read = Self::read_by(folder, library, &mut |path, fault| {
            faults.push((path.to_owned(), fault));
            Ok(())
        });
        let files = read.unwrap_or_else(|fault| {
            faults.push((String::new(), fault));
            Self::default()
        });
        (files, faults)
    }

    /// The same; the handler of a fault decides if the other files are read.
    fn read_by(folder: &Path, library: &Path, unreadable: Unreadable<'_>) -> Result<Self, Diagnostic> {
        let name = folder
            .canonicalize()
            .ok()
            .and_then(|path| path.file_name().map(|name| name.to_string_lossy().into_owned()))
            .unwrap_or_default();
        let mut files =
            Self { name, folder: Some(folder.to_owned()), prefix: format!("{}/", folder.display()), ..Self::default() };
        let roots = [folder, library].map(|root| root.canonicalize().unwrap_or_else(|_| root.to_owned()));
        files.read_folder(folder, "", (&roots, unreadable), 0)?;
        let (count, length) = (files.texts.len(), files.texts.values().map(|text| text.len()).sum::<usize>());
        if count > MAX_FILES || length > MAX_ALL {
            let message = format!("{} holds {count} files of {length} bytes", folder.display());
            let most = format!("a pack has at most {MAX_FILES} files of {} MiB in all", MAX_ALL >> 20);
            return Err(Diagnostic::new(Code::Unreadable, message).help(most));
        }
        Ok(files)
    }

    fn read_folder(
        &mut self,
        folder: &Path,
        inside: &str,
        (roots, unreadable): (&[PathBuf], Unreadable<'_>),
        depth: usize,
    ) -> Result<(), Diagnostic> {
        let entries = match std::fs::read_dir(folder) {
            Ok(entries) => entries,
            Err(error) => return unreadable(inside, not_read(folder, &error)),
        };
        let mut entries: Vec<_> = entries.filter_map(Result::ok).collect();
        entries.sort_by_key(std::fs::DirEntry::file_name);
        for entry in entries {
            let path = entry.path();
            let name = format!("{inside}{}", entry.file_name().to_string_lossy());
            if path.is_dir() {
                if leads_out(&path, roots) {
                    unreadable(&name, outside(&path))?;
                } else if depth < 4 {
                    self.read_folder(&path, &format!("{name}/"), (roots, unreadable), depth + 1)?;
                }
                continue;
            }
            if !matches!(path.extension().and_then(|e| e.to_str()), Some("toml" | "lua" | "md" | "svg")) {
                continue;
            }
            if leads_out(&path, roots) {
                unreadable(&name, outside(&path))?;
                continue;
            }
            if !path.is_file() || self.texts.len() > MAX_FILES {
                continue;
            }
            match read_file(&path) {
                Ok(text) => drop(self.texts.insert(name, text.into())),
                Err(fault) => unreadable(&name, fault)?,
            }
        }
        Ok(())
    }

    /// The files that can change the game's rules, with their paths in the pack.
    pub fn rules(&self) -> impl Iterator<Item = (&str, &str)> {
        let own = |path: &str| path.trim_start_matches("parent/").to_owned();
        let decides = move |path: &str| {
            let own = own(path);
            own == "game.toml" || own.ends_with(".lua") && own != "display.lua"
        };
        let files = self.texts.iter().map(|(path, text)| (path.as_str(), &**text));
        files.filter(move |(path, _)| decides(path))
    }

    /// A file as a source of diagnostics.
    pub fn source(&self, path: &str) -> Option<SourceFile> {
        let text = self.texts.get(path)?;
        Some(SourceFile::new(self.file_name(path), text.clone()))
    }

    /// The name of a file in messages.
    pub(super) fn file_name(&self, path: &str) -> String {
        self.inherited.get(path).map_or_else(|| format!("{}{path}", self.prefix), |name| name.to_string())
    }

    /// The text of a file by its name in messages.
    pub fn text_of(&self, name: &str) -> Option<&Arc<str>> {
        let own = name.strip_prefix(self.prefix.as_str()).filter(|path| !self.inherited.contains_key(*path));
        let path =
            own.or_else(|| self.inherited.iter().find(|(_, file)| &***file == name).map(|(path, _)| path.as_str()));
        self.texts.get(path?)
    }

    /// True if a file is the parent's.
    pub(super) fn is_inherited(&self, path: &str) -> bool {
        self.inherited.contains_key(path)
    }
}

/// The packs that can be played: those of folders first, then the built-in ones.
///
/// ```
/// use parlour_engine::Library;
///
/// let mut library = Library::default();
/// library.add_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../../rules"));
/// let pack = library.load("othello")?;
/// assert_eq!(pack.title, "Othello");
/// assert!(library.load("othelo").is_err_and(|fault| fault.to_string().contains("did you mean `othello`?")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Library {
    folders: Vec<PathBuf>,
    built_in: Arc<BTreeMap<String, PackFiles>>,
}

impl Library {
    /// A library with the given packs built in.
    pub fn new(built_in: impl IntoIterator<Item = PackFiles>) -> Self {
        let built_in = built_in.into_iter().map(|files| (files.name.clone(), files)).collect();
        Self { folders: Vec::new(), built_in: Arc::new(built_in) }
    }

    /// Puts a folder of packs in front of those added before. A folder that doesn't exist has no packs, which is
    /// reported when one is requested.
    pub fn add_folder(&mut self, folder: impl Into<PathBuf>) {
        self.folders.insert(0, folder.into());
    }

    /// The folders of packs, in the order of lookup.
    pub fn folders(&self) -> &[PathBuf] {
        &self.folders
    }

    /// The names of all packs, sorted.
    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = self.built_in.keys().cloned().collect();
        for folder in &self.folders {
            let Ok(entries) = std::fs::read_dir(folder) else {
                continue;
            };
            names.extend(
                entries
                    .filter_map(Result::ok)
                    .filter(|entry| entry.path().join("game.toml").is_file())
                    .map(|entry| entry.file_name().to_string_lossy().into_owned()),
            );
        }
        names.sort();
        names.dedup();
        names
    }

    /// True if a pack has the name.
    pub fn has(&self, name: &str) -> bool {
        let is_plain = Path::new(name).components().count() == 1 && !name.starts_with('.');
        let in_folder = || self.folders.iter().any(|folder| folder.join(name).join("game.toml").is_file());
        is_plain && (self.built_in.contains_key(name) || in_folder())
    }

    /// The files of a pack, with those of the packs that it extends.
    ///
    /// # Errors
    /// No pack has the name, or its files can't be read.
    pub fn files(&self, name: &str) -> Result<PackFiles, Diagnostic> {
        Ok(self.inherit(self.own_files(name)?))
    }

    /// Adds the files of the parents, found in the library, to the files of a pack outside of it; a parent may also be
    /// in the pack.
    pub fn inherit(&self, files: PackFiles) -> PackFiles {
        files.with_parent(&|name| self.own_files(name))
    }

    /// The files of a pack alone.
    fn own_files(&self, name: &str) -> Result<PackFiles, Diagnostic> {
        if self.has(name) {
            for folder in &self.folders {
                let path = folder.join(name);
                if path.join("game.toml").is_file() {
                    return PackFiles::read_within(&path, folder);
                }
            }
            if let Some(files) = self.built_in.get(name) {
                return Ok(files.clone());
            }
        }
        let names = self.names();
        let help = suggest(name, names.iter().map(String::as_str)) + &missing_folders(&self.folders);
        Err(Diagnostic::new(Code::UnknownGame, format!("there is no game `{name}`")).help(help))
    }

    /// The tables of a pack, `game.toml`, if they can be read.
    pub(super) fn tables(&self, name: &str) -> Option<SourceFile> {
        for folder in &self.folders {
            let path = folder.join(name).join("game.toml");
            if path.is_file() {
                return Some(SourceFile::new(path.display().to_string(), read_file(&path).ok()?));
            }
        }
        self.built_in.get(name)?.source("game.toml")
    }

    /// Reads and checks a pack.
    ///
    /// # Errors
    /// All its faults.
    pub fn load(&self, name: &str) -> Result<Arc<Pack>, Faults> {
        Pack::load(self.files(name)?).map(Pack::into_shared)
    }
}
