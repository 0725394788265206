//! The library of robots: those of folders first, then the built-in ones.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use include_dir::{Dir, include_dir};
use parlour_engine::diagnostic::{Code, Diagnostic, Faults, SourceFile, suggest};
use parlour_engine::game::Game;
use parlour_engine::ids::Seat;
use parlour_engine::pack::{PackFiles, missing_folders};

use super::absent::AbsentPlayer;
use super::engine::EnginePlayer;
use super::exec::ProgramPlayer;
use super::learnt::LearntPlayer;
use super::process::{Outside, look_up};
use super::random::{RandomPlayer, generator};
use crate::lua::{self, LuaPlayer};
use parlour_search::Evaluation;
use parlour_search::params::{self, ParamSpec};
use parlour_search::player::Player;
use parlour_search::spec::{self, HUMAN, RANDOM};

static BUILT_IN: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/robots");

/// The folder name of robots that play every game.
const ANY: &str = "any";

/// The ending of the file of a learnt evaluation, which is a robot as well.
const LEARNT: &str = "eval";
/// The longest such file.
const LONGEST_LEARNT: u64 = 32 << 20;

/// Description of a robot that needs no match.
#[derive(Clone, Debug, PartialEq)]
pub struct RobotInfo {
    /// Its name.
    pub name: String,
    /// Its description: the first comment of its file.
    pub summary: String,
    /// Its file; `None` for robots without one.
    pub file: Option<String>,
    /// Its parameters.
    pub params: Vec<ParamSpec>,
}

/// A folder of robots.
struct Source {
    files: PackFiles,
    /// The unreadable files, by their paths in the folder, with the errors.
    unread: Vec<(String, Diagnostic)>,
    /// The robots that are learnt evaluations.
    learnt: Vec<String>,
}

/// The robots, from all sources.
///
/// ```
/// use parlour_ai::{Request, RobotLibrary};
/// use parlour_engine::{Config, Library, Match, Seat};
///
/// # let mut library = Library::default();
/// # library.add_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../rules"));
/// let mut robots = RobotLibrary::new();
/// robots.add_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/robots"));
/// assert!(robots.names("en-garde").contains(&"fencer".to_owned()));
///
/// // A robot gets a view, never the state.
/// let game = library.load("en-garde")?.configure(&Config::default())?;
/// let mut played = Match::new(game.clone(), 7, vec!["fencer".to_owned(), "human".to_owned()])?;
/// let mut fencer = robots.seat(&game, Seat(0), "fencer", 7)?;
/// let view = played.view(Some(Seat(0)));
/// let request = Request { view: &view, legal: played.legal(), time: std::time::Duration::from_secs(1), nodes: None };
/// let choice = fencer.choose(&request)?;
/// played.check(&choice.action)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct RobotLibrary {
    folders: Vec<PathBuf>,
    outside: Outside,
    /// True if robots think on background workers.
    is_elsewhere: bool,
    /// True if programs may be started.
    starts_programs: bool,
}

impl RobotLibrary {
    /// The built-in robots.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a folder: `GAME/NAME.lua` takes precedence over earlier sources, and `any/NAME.lua`, which plays every
    /// game, follows the game's own robots. A missing folder has no robots, which is reported when one is requested.
    pub fn add_folder(&mut self, folder: impl Into<PathBuf>) {
        self.folders.insert(0, folder.into());
    }

    /// The folders of robots, in the order of precedence.
    pub fn folders(&self) -> &[PathBuf] {
        &self.folders
    }

    /// Sets the options for running outside programs.
    pub fn run_outside(&mut self, outside: Outside) {
        self.outside = outside;
    }

    /// Allows starting programs: a player `exec:COMMAND`, or an engine such as `uci:COMMAND`, runs a command through
    /// the shell of this machine. Allow it only if everyone who names players may run anything here, and never for
    /// names from a page, a save or a message. Without it such a player is refused.
    pub fn allow_exec(&mut self) -> &mut Self {
        self.starts_programs = true;
        self
    }

    /// The same robots, without permission to start programs.
    #[must_use]
    pub fn without_exec(&self) -> Self {
        Self { starts_programs: false, ..self.clone() }
    }

    /// The command of a player that is a program, if it may be started.
    ///
    /// # Errors
    /// Programs aren't allowed.
    fn program<'t>(&self, text: &'t str) -> Result<Option<&'t str>, Diagnostic> {
        let command = spec::command(text);
        if command.is_some() && !self.starts_programs {
            let message = format!("the program `{}` isn't started: programs aren't allowed here", text.trim());
            let help = "`allow_exec()` of the robots allows them, for players whom somebody has named who may run anything \
                        on this machine";
            return Err(Diagnostic::new(Code::BadProgram, message).help(help));
        }
        Ok(command)
    }

    /// The same robots for a table on which none thinks itself: a seated player only holds the robot's memory, and is
    /// asked through a request to a background worker ([`Request`](super::worker::Request)). It starts no program.
    #[must_use]
    pub fn for_workers(&self) -> Self {
        Self { is_elsewhere: true, ..self.clone() }
    }

    /// The robots of a game, sorted, `random` first.
    pub fn names(&self, game: &str) -> Vec<String> {
        let mut names = names_in(&self.sources(game));
        names.insert(0, RANDOM.to_owned());
        names
    }

    /// The robots written for a game, sorted; those that play every game if there are none.
    pub fn own_names(&self, game: &str) -> Vec<String> {
        let own = names_in(&self.sources_in(game));
        if own.is_empty() { names_in(&self.sources(game)) } else { own }
    }

    /// Faults of a game's robot files that are found without loading them: unreadable files and invalid names.
    pub fn faults(&self, game: &str) -> Vec<Diagnostic> {
        let of_source = |source: Source| {
            let names = source.files.texts.keys().filter(|path| !path.contains('/') && path.ends_with(".lua"));
            let misnamed = names.filter(|path| robot_of(path).is_none()).map(|path| {
                let message = format!("{}{path} can't be a robot by its name", source.files.prefix);
                let help = "expected letters, digits, `-` and `_` before `.lua`, and not `human`, who is a person";
                Diagnostic::new(Code::BadName, message).help(help)
            });
            let misnamed: Vec<Diagnostic> = misnamed.collect();
            source.unread.into_iter().map(|(_, fault)| fault).chain(misnamed).collect::<Vec<_>>()
        };
        self.sources(game).into_iter().flat_map(of_source).collect()
    }

    /// A robot's description and parameters.
    ///
    /// # Errors
    /// No robot has the name, or its parameters can't be read.
    pub fn info(&self, game: &str, name: &str) -> Result<RobotInfo, Faults> {
        if let Some(file) = self.learnt_file(game, name) {
            let summary = "Searches by an evaluation that was learnt by self-play.".to_owned();
            return Ok(RobotInfo { name: name.to_owned(), summary, file: Some(file.shown()), params: Vec::new() });
        }
        let Some((file, _)) = self.find(game, name)? else {
            return Ok(RobotInfo {
                name: RANDOM.to_owned(),
                summary: "Any kind of action, then any of its cases, each equally likely.".to_owned(),
                file: None,
                params: Vec::new(),
            });
        };
        Ok(RobotInfo {
            name: name.to_owned(),
            summary: summary(&file.text),
            params: params::declared(&file)?,
            file: Some(file.name.to_string()),
        })
    }

    /// Type definitions of the API for robots of a game, for luau-lsp.
    ///
    /// # Errors
    /// The script host can't start.
    pub fn definitions(game: &Arc<Game>) -> Result<String, Faults> {
        lua::definitions(game)
    }

    /// Makes a player for a seat: a robot, as in `hoarder(patience=3)` or `hoarder@200ms`, or a program, as in
    /// `exec:COMMAND`.
    ///
    /// # Errors
    /// All faults of the seat, the robot's file or its parameters; a program, unless programs are allowed by
    /// [`RobotLibrary::allow_exec`].
    pub fn seat(&self, game: &Arc<Game>, seat: Seat, text: &str, seed: u64) -> Result<Box<dyn Player>, Faults> {
        if self.is_elsewhere {
            self.takes(game.name(), text)?;
            return Ok(Box::new(AbsentPlayer::new(text)));
        }
        if let Some(command) = self.program(text)? {
            if let Some(engine) = spec::read_engine(text) {
                return Ok(Box::new(EnginePlayer::start(game.clone(), seat, engine?, &self.outside)?));
            }
            return Ok(Box::new(ProgramPlayer::start(game.clone(), seat, command, &self.outside)?));
        }
        let spec = spec::read_robot(text)?;
        if let Some((file, bytes)) = self.learnt(game.name(), &spec.name)? {
            params::settle(&spec.name, &[], &spec.given)?;
            let evaluation = Evaluation::from_bytes(&bytes, &file, game)?;
            return Ok(Box::new(LearntPlayer::new(&spec.name, game.clone(), (seat, seed), evaluation)?));
        }
        let Some((file, files)) = self.find(game.name(), &spec.name)? else {
            params::settle(RANDOM, &[], &spec.given)?;
            return Ok(Box::new(RandomPlayer::new(game.clone(), generator(seat, seed))));
        };
        let values = params::settle(&spec.name, &params::declared(&file)?, &spec.given)?;
        Ok(Box::new(LuaPlayer::new(game.clone(), (seat, seed), spec, file, files, values)?))
    }

    /// Checks that a robot exists and accepts its parameters, without loading it.
    ///
    /// # Errors
    /// A text of another form, an unknown robot, unknown or invalid parameters.
    pub fn takes(&self, game: &str, text: &str) -> Result<(), Faults> {
        let spec = spec::read_robot(text)?;
        let declared = match self.learnt_file(game, &spec.name) {
            Some(_) => Vec::new(),
            None => match self.find(game, &spec.name)? {
                Some((file, _)) => params::declared(&file)?,
                None => Vec::new(),
            },
        };
        params::settle(&spec.name, &declared, &spec.given).map(drop)
    }

    /// Checks that a player could be seated, and returns a hash of its file and the files that it may require. A
    /// program isn't started, and has no hash.
    ///
    /// # Errors
    /// As for [`RobotLibrary::seat`].
    pub fn fingerprint(&self, game: &Arc<Game>, text: &str) -> Result<u64, Faults> {
        if let Some(command) = self.program(text)?.filter(|command| !command.is_empty()) {
            look_up(command)?;
            return Ok(0);
        }
        self.seat(game, Seat(0), text, 0)?;
        let name = spec::read_robot(text)?.name;
        if let Some((_, bytes)) = self.learnt(game.name(), &name)? {
            return Ok(xxhash_rust::xxh3::xxh3_64(&bytes));
        }
        let Some((file, files)) = self.find(game.name(), &name)? else {
            return Ok(0);
        };
        let mut text = file.text.to_string();
        for (path, shared) in files.texts.iter().filter(|(path, _)| path.contains('/')) {
            text.push_str(path);
            text.push_str(shared);
        }
        Ok(xxhash_rust::xxh3::xxh3_64(text.as_bytes()))
    }

    /// The folder of a robot's file; `None` for built-in robots.
    ///
    /// # Errors
    /// No robot has the name.
    pub fn folder(&self, game: &str, name: &str) -> Result<Option<PathBuf>, Faults> {
        if self.learnt_file(game, name).is_some() {
            return Ok(None);
        }
        let Some((_, files)) = self.find(game, name)? else { return Ok(None) };
        let is_it = |inner: &PathBuf, folder: &PathBuf| {
            let (read, _) = PackFiles::read_what_can_be(inner, folder);
            read.prefix == files.prefix && read.texts == files.texts
        };
        let inner = |folder: &PathBuf| {
            let places = [game, ANY].map(|game| folder.join(game));
            places.into_iter().find(|inner| inner.is_dir() && is_it(inner, folder))
        };
        Ok(self.folders.iter().find_map(inner))
    }

    /// The file of a robot that is a learnt evaluation.
    fn learnt_file(&self, game: &str, name: &str) -> Option<LearntFile> {
        if !spec::is_name(name) {
            return None;
        }
        for folder in self.folders.iter().map(|folder| folder.join(game)) {
            if folder.join(format!("{name}.lua")).is_file() {
                return None;
            }
            let path = folder.join(format!("{name}.{LEARNT}"));
            if path.is_file() {
                return Some(LearntFile::Path(path));
            }
        }
        let path = format!("{game}/{name}.{LEARNT}");
        BUILT_IN.get_file(&path).map(|file| LearntFile::BuiltIn(format!("ai/robots/{path}"), file.contents()))
    }

    /// The shown name and the contents of the file of a robot that is a learnt evaluation.
    ///
    /// # Errors
    /// A file that can't be read.
    fn learnt(&self, game: &str, name: &str) -> Result<Option<(String, Vec<u8>)>, Diagnostic> {
        self.learnt_file(game, name).map(|file| Ok((file.shown(), file.read()?))).transpose()
    }

    /// The text of a robot's script, by the file name that messages show.
    pub fn script(&self, game: &str, file: &str) -> Option<String> {
        let text = |files: &PackFiles| Some(files.texts.get(file.strip_prefix(files.prefix.as_str())?)?.to_string());
        self.sources(game).iter().find_map(|source| text(&source.files))
    }

    /// A robot's file and the files beside it; `None` for `random` unless a file has that name.
    fn find(&self, game: &str, name: &str) -> Result<Option<(SourceFile, PackFiles)>, Diagnostic> {
        let file_name = format!("{name}.lua");
        for Source { files, unread, .. } in self.sources(game) {
            if let Some((_, fault)) = unread.into_iter().find(|(path, _)| *path == file_name) {
                return Err(fault);
            }
            if robots(&files).any(|robot| robot == name)
                && let Some(file) = files.source(&file_name)
            {
                return Ok(Some((file, files)));
            }
        }
        if name == RANDOM {
            return Ok(None);
        }
        let names = self.names(game);
        let help = suggest(name, names.iter().map(String::as_str)) + &missing_folders(&self.folders);
        Err(Diagnostic::new(Code::UnknownRobot, format!("{game} has no robot `{name}`")).help(help))
    }

    /// The folders of a game's robots, then those of robots that play every game.
    fn sources(&self, game: &str) -> Vec<Source> {
        let mut out = self.sources_in(game);
        if game != ANY {
            out.append(&mut self.sources_in(ANY));
        }
        out
    }

    fn sources_in(&self, game: &str) -> Vec<Source> {
        let mut out: Vec<Source> = self
            .folders
            .iter()
            .map(|folder| (folder, folder.join(game)))
            .filter(|(_, inner)| inner.is_dir())
            .map(|(folder, inner)| {
                let (files, unread) = PackFiles::read_what_can_be(&inner, folder);
                Source { files, unread, learnt: learnt_in(&inner) }
            })
            .collect();
        if let Some(folder) = BUILT_IN.get_dir(game) {
            let mut files =
                PackFiles { name: game.to_owned(), prefix: format!("ai/robots/{game}/"), ..PackFiles::default() };
            read_built_in(folder, folder, &mut files);
            let paths = folder.files().map(|file| file.path().to_owned());
            out.push(Source {
                files,
                unread: Vec::new(),
                learnt: paths.filter_map(|path| learnt_name(&path)).collect(),
            });
        }
        out
    }
}

/// The file of a robot that is a learnt evaluation.
enum LearntFile {
    /// A file of a folder.
    Path(PathBuf),
    /// The shown name and the contents of a file that is built in.
    BuiltIn(String, &'static [u8]),
}

impl LearntFile {
    fn shown(&self) -> String {
        match self {
            Self::Path(path) => path.display().to_string(),
            Self::BuiltIn(name, _) => name.clone(),
        }
    }

    /// Reads its contents.
    ///
    /// # Errors
    /// A file that can't be read.
    fn read(&self) -> Result<Vec<u8>, Diagnostic> {
        let path = match self {
            Self::BuiltIn(_, contents) => return Ok(contents.to_vec()),
            Self::Path(path) => path,
        };
        let unread = |why: &dyn std::fmt::Display| {
            Diagnostic::new(Code::Unreadable, format!("can't read {}: {why}", path.display()))
        };
        if std::fs::metadata(path).is_ok_and(|meta| meta.len() > LONGEST_LEARNT) {
            return Err(unread(&"it is longer than 32 MiB"));
        }
        std::fs::read(path).map_err(|error| unread(&error))
    }
}

/// The robots of a folder that are learnt evaluations.
fn learnt_in(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    entries.map(|entry| entry.path()).filter(|path| path.is_file()).filter_map(|path| learnt_name(&path)).collect()
}

/// The robot that the file of a learnt evaluation is by its name.
fn learnt_name(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_str()?.strip_suffix(LEARNT)?.strip_suffix('.')?;
    (spec::is_name(name) && name != HUMAN).then(|| name.to_owned())
}

/// The names of the robots of some folders, sorted, without `random`.
fn names_in(sources: &[Source]) -> Vec<String> {
    let of_source =
        |source: &Source| -> Vec<String> { robots(&source.files).chain(source.learnt.iter().cloned()).collect() };
    let mut names: Vec<String> = sources.iter().flat_map(of_source).collect();
    names.sort();
    names.dedup();
    names.retain(|name| name != RANDOM);
    names
}

fn read_built_in(root: &Dir<'_>, folder: &Dir<'_>, files: &mut PackFiles) {
    for file in folder.files() {
        if let (Ok(path), Some(text)) = (file.path().strip_prefix(root.path()), file.contents_utf8()) {
            files.texts.insert(path.to_string_lossy().replace('\\', "/"), text.into());
        }
    }
    for inner in folder.dirs() {
        read_built_in(root, inner, files);
    }
}

/// The robots of a folder: its direct files, not those in subfolders, which are for `require`. A file whose name could
/// be parsed as something else, such as a program, is skipped.
fn robots(files: &PackFiles) -> impl Iterator<Item = String> + use<'_> {
    files.texts.keys().filter(|path| !path.contains('/')).filter_map(|path| robot_of(path).map(str::to_owned))
}

/// The name of the robot in a file of a robots' folder.
fn robot_of(path: &str) -> Option<&str> {
    path.strip_suffix(".lua").filter(|name| spec::is_name(name) && *name != HUMAN)
}

/// The first comment of a file as one text.
fn summary(text: &str) -> String {
    let lines = text.lines().map(str::trim).skip_while(|line| line.is_empty() || line.starts_with("--!"));
    let words: Vec<&str> =
        lines.map_while(|line| line.strip_prefix("--")).map(str::trim).take_while(|line| !line.is_empty()).collect();
    words.join(" ")
}
