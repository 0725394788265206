//! Saved matches: the autosaves, those that a person names, and the history of lines.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use etcetera::BaseStrategy;
use parlour_engine::diagnostic::{Faults, SourceFile, did_you_mean, suggest};
use parlour_engine::pack::Library;
use parlour_engine::pgn::Pgn;
use parlour_engine::play::Record;
use parlour_engine::script::clipped;

use crate::failure::Failure;
use crate::lock::{Holder, Lock};
use crate::seats::HUMAN;
use crate::visible;
use crate::whole_file::WholeFile;

/// No saved match is as long as this, in bytes.
const LONGEST: u64 = 64 << 20;
/// How many autosaves of a game are kept.
const KEPT: usize = 20;
/// So many matches are named where a name can be several.
const MOST_NAMED: usize = 5;
/// So many matches of a file are listed.
const MOST_LISTED: usize = 30;
/// The end of the name of the autosave of a match that is over.
const OVER: &str = ".over.json";

/// A saved match in the folder of saves.
#[derive(Clone, Debug)]
pub(crate) struct Saved {
    pub(crate) path: PathBuf,
    /// When it was written.
    pub(crate) time: SystemTime,
}

/// The folder of everything that lasts, `parlour` in the user's data folder; `None` if there is no such folder.
pub(crate) fn folder() -> Option<PathBuf> {
    Some(etcetera::choose_base_strategy().ok()?.data_dir().join("parlour"))
}

/// The file with the lines of earlier sessions.
pub(crate) fn history_file() -> Option<PathBuf> {
    let folder = folder()?;
    std::fs::create_dir_all(&folder).ok()?;
    Some(folder.join("history"))
}

/// Where an autosave is.
fn autosave_file(name: &str, is_over: bool) -> Option<PathBuf> {
    let end = if is_over { OVER } else { ".json" };
    Some(folder()?.join("autosave").join(format!("{name}{end}")))
}

/// Where a match is kept while it is played.
#[derive(Debug)]
pub(crate) struct Place {
    /// The name of its autosave.
    pub(crate) name: String,
    /// What `load` finds the match by that it came from, until it is saved under its own name.
    pub(crate) source: Option<String>,
    /// What nobody else may play or write meanwhile: the autosave, the file it came from, those it was saved to.
    pub(crate) locks: Vec<Arc<Lock>>,
}

/// A place for a match under a name that no other match has: with its seed if a person has chosen it, else with a number
/// that tells nothing.
pub(crate) fn new_place(game: &str, seed: Option<u64>) -> Place {
    let is_free = |name: &str| {
        let is_named = seed.is_none() && named(name).exists();
        !is_named && [false, true].iter().all(|&is_over| autosave_file(name, is_over).is_none_or(|path| !path.exists()))
    };
    let first = format!("{game}-{}", seed.unwrap_or(1));
    let others = (2_u64..).map(|n| match seed {
        Some(seed) => format!("{game}-{seed}-{n}"),
        None => format!("{game}-{n}"),
    });
    if let Some(folder) = autosave_file(&first, false).as_deref().and_then(Path::parent) {
        // Where it can't be made, that is said when the match is saved.
        let _ = std::fs::create_dir_all(folder);
    }
    for name in std::iter::once(first.clone()).chain(others).filter(|name| is_free(name)) {
        let Some(file) = autosave_file(&name, false) else { break };
        // Another session may have taken the name since, and even have finished with it.
        if let Ok(lock) = Lock::take(&file)
            && is_free(&name)
        {
            return Place { name, source: None, locks: vec![lock] };
        }
    }
    Place { name: first, source: None, locks: Vec::new() }
}

/// A place for what goes another way from an earlier moment of a match: the name of the match with `-b2`, `-b3` and so
/// on. What the match holds stays locked.
pub(crate) fn new_branch(parent: &Place) -> Place {
    let is_branch = |end: &str| end.strip_prefix('b').is_some_and(|n| n.parse::<u64>().is_ok());
    let base = parent.name.rsplit_once('-').filter(|(_, end)| is_branch(end)).map_or(&*parent.name, |(base, _)| base);
    let is_free = |name: &str| {
        [false, true].iter().all(|&is_over| autosave_file(name, is_over).is_none_or(|path| !path.exists()))
    };
    let mut locks = parent.locks.clone();
    for name in (2_u64..).map(|n| format!("{base}-b{n}")).filter(|name| is_free(name)) {
        let Some(file) = autosave_file(&name, false) else { break };
        // Another session may have taken the name since, and even have finished with it.
        if let Ok(lock) = Lock::take(&file)
            && is_free(&name)
        {
            locks.push(lock);
            return Place { name, source: None, locks };
        }
    }
    Place { name: format!("{base}-b2"), source: None, locks }
}

/// The place of a match that goes on from a file: the autosave that it is, or else one of its own.
///
/// # Errors
/// Somebody else plays it.
pub(crate) fn place_of(path: &Path, record: &Record) -> Result<Place, Failure> {
    let lock = claim(path)?;
    let mut place = match autosave_named(path) {
        Some(name) => Place { name, source: None, locks: Vec::new() },
        None => {
            let source = name_of(path).unwrap_or_else(|| path.display().to_string());
            Place { source: Some(source), ..new_place(&record.game, None) }
        }
    };
    place.locks.push(lock);
    Ok(place)
}

/// Keeps others from playing or writing a saved match.
///
/// # Errors
/// Somebody else plays it.
fn claim(path: &Path) -> Result<Arc<Lock>, Failure> {
    Lock::take(&locked_for(path)).map_err(|holder| {
        let name = name_of(path).unwrap_or_else(|| path.display().to_string());
        Failure::Input(format!("`{name}` is being played by {holder}; `replay {name}` shows it as it was saved"))
    })
}

/// Who else plays a saved match, if anybody does.
pub(crate) fn played_by(path: &Path) -> Option<Holder> {
    Lock::holder(&locked_for(path))
}

/// What stands for a saved match when it is locked: an autosave changes its name with the end of its match.
fn locked_for(path: &Path) -> PathBuf {
    autosave_named(path).and_then(|name| autosave_file(&name, false)).unwrap_or_else(|| path.to_owned())
}

/// The name of an autosave, if a file is one.
pub(crate) fn autosave_named(path: &Path) -> Option<String> {
    let file = path.file_name()?.to_str()?;
    let name = file.strip_suffix(OVER).or_else(|| file.strip_suffix(".json"))?;
    (path.parent()? == folder()?.join("autosave")).then(|| name.to_owned())
}

/// Saves a match without being asked, under the name of its [`Place`].
///
/// # Errors
/// A folder that can't be written.
pub(crate) fn autosave(record: &Record, name: &str, is_over: bool) -> Result<(), Failure> {
    let (Some(path), Some(other)) = (autosave_file(name, is_over), autosave_file(name, !is_over)) else {
        return Err(Failure::Input("there is no folder for saved matches: the home folder is not known".to_owned()));
    };
    write_in_folder(&path, &record.write())?;
    // The match was not over a moment ago, or is not any more.
    let _ = std::fs::remove_file(other);
    Ok(())
}

/// The autosaves of a game's matches that are not over, the latest first.
pub(crate) fn unfinished(game: &str) -> Vec<Saved> {
    autosaves(game).into_iter().filter(|saved| !is_over(&saved.path)).collect()
}

fn autosaves(game: &str) -> Vec<Saved> {
    let begin = format!("{game}-");
    let is_of_game = |saved: &Saved| {
        let name = saved.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        name.strip_prefix(&begin).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    };
    list("autosave").into_iter().filter(is_of_game).collect()
}

/// Whether an autosave is of a match that is over.
pub(crate) fn is_over(path: &Path) -> bool {
    path.to_string_lossy().ends_with(OVER)
}

/// The name of the latest autosave that is not over and free to be played, and how many actions it has.
pub(crate) fn waiting() -> Option<(String, usize)> {
    let is_free = |saved: &Saved| !is_over(&saved.path) && played_by(&saved.path).is_none();
    let saved = list("autosave").into_iter().find(is_free)?;
    let name = name_of(&saved.path)?;
    let record = Record::read(&name, &read(&saved.path).ok()?).ok()?;
    Some((name, record.actions.len()))
}

/// Removes the oldest autosaves of a game.
pub(crate) fn prune(game: &str) {
    for saved in autosaves(game).into_iter().skip(KEPT).filter(|saved| played_by(&saved.path).is_none()) {
        // One that can't be removed now will be tried again next time.
        let _ = std::fs::remove_file(saved.path);
    }
}

/// Every saved match, the latest first: those that were named, and the autosaves.
pub(crate) fn all() -> Vec<Saved> {
    let mut saves = list("saves");
    saves.extend(list("autosave"));
    saves.sort_by_key(|saved| std::cmp::Reverse(saved.time));
    saves
}

/// Deletes saved matches by their names, and says which files they were.
///
/// # Errors
/// A name without a match, or a match that somebody plays: nothing is deleted then. A file that can't be removed.
pub(crate) fn delete(names: &[String]) -> Result<Vec<PathBuf>, Failure> {
    let find = |name: &String| -> Result<(PathBuf, Arc<Lock>), Failure> {
        let path = in_folder(unquoted(name)).filter(|_| Path::new(unquoted(name)).components().count() == 1);
        let path = path.ok_or_else(|| {
            let known = self::names();
            let near = suggest(name, known.iter().map(String::as_str));
            Failure::Input(format!("--delete: there is no saved match `{name}` ({near})"))
        })?;
        let lock = claim(&path)?;
        Ok((path, lock))
    };
    let found = names.iter().map(find).collect::<Result<Vec<_>, _>>()?;
    let remove = |(path, _): &(PathBuf, Arc<Lock>)| {
        std::fs::remove_file(path).map_err(|error| Failure::file(path, error))?;
        Ok(path.clone())
    };
    found.iter().map(remove).collect()
}

/// The names of all saved matches, the latest first.
pub(crate) fn names() -> Vec<String> {
    all().iter().filter_map(|saved| name_of(&saved.path)).collect()
}

/// The name under which [`load`] finds a saved match; `None` if it has none of its own.
pub(crate) fn name_of(path: &Path) -> Option<String> {
    let file = path.file_name()?.to_str()?;
    let name =
        if path.parent()?.ends_with("saves") { file.strip_suffix(".json")?.to_owned() } else { autosave_named(path)? };
    (in_folder(&name)? == path).then_some(name)
}

/// The saved match of a name: one that a person has given, or else that of an autosave. `.json` may stand behind it.
fn in_folder(name: &str) -> Option<PathBuf> {
    let folder = folder()?;
    let name = name.strip_suffix(".json").unwrap_or(name);
    let places = [("saves", ".json"), ("autosave", ".json"), ("autosave", OVER)];
    places.map(|(inner, end)| folder.join(inner).join(format!("{name}{end}"))).into_iter().find(|path| path.is_file())
}

fn list(inner: &str) -> Vec<Saved> {
    let entries = folder().and_then(|folder| std::fs::read_dir(folder.join(inner)).ok());
    let mut saves: Vec<Saved> = entries
        .into_iter()
        .flatten()
        .filter_map(Result::ok)
        .filter(|entry| entry.path().extension().is_some_and(|end| end == "json"))
        .filter_map(|entry| Some(Saved { path: entry.path(), time: entry.metadata().ok()?.modified().ok()? }))
        .collect();
    saves.sort_by_key(|saved| std::cmp::Reverse(saved.time));
    saves
}

/// The file that a person means: a path, or a name in the folder of saves. Quotes around it are left out, and `~/` is
/// the home folder, as in a shell.
fn named(file: &str) -> PathBuf {
    let file = unquoted(file);
    let path = match (file.strip_prefix("~/"), etcetera::home_dir()) {
        (Some(rest), Ok(home)) => home.join(rest),
        _ => PathBuf::from(file),
    };
    let is_name = path.components().count() == 1 && path.extension().is_none();
    match folder() {
        Some(folder) if is_name => folder.join("saves").join(format!("{file}.json")),
        _ => path,
    }
}

fn unquoted(file: &str) -> &str {
    ['"', '\''].iter().find_map(|&quote| file.strip_prefix(quote)?.strip_suffix(quote)).unwrap_or(file)
}

/// Where a person wants a match to be saved.
///
/// # Errors
/// A name that can't be typed again, or that is of something else than a file.
fn place_for(file: &str) -> Result<PathBuf, Failure> {
    let written = unquoted(file);
    let refuse = |why: &str| {
        let name = clipped(&visible::spelled_out(written));
        Err(Failure::Input(format!("the match can't be saved as `{name}`: {why}")))
    };
    if written.chars().any(|c| c.is_control() || visible::is_hidden(c)) {
        return refuse("the name has a character in it that isn't seen");
    }
    if Path::new(written).file_name().is_none() || written.ends_with('/') {
        return refuse("that is a folder; a name is expected, or the path of a file");
    }
    let path = named(file);
    match kind_of_other(&path) {
        Some(kind) => refuse(&format!("that is {kind}")),
        None => Ok(path),
    }
}

/// What is there instead of a file, if something is.
fn kind_of_other(path: &Path) -> Option<&'static str> {
    let kind = std::fs::metadata(path).ok()?.file_type();
    match (kind.is_file(), kind.is_dir()) {
        (true, _) => None,
        (_, true) => Some("a folder"),
        _ => Some("a pipe or a device"),
    }
}

/// Saves a match where a person wants it; a name alone is a file in the folder of saves.
///
/// # Errors
/// A file that can't be written, that somebody else plays, or that is there and is something else than an earlier
/// moment of the match.
pub(crate) fn save(record: &Record, file: &str) -> Result<(PathBuf, Arc<Lock>), Failure> {
    let path = place_for(file)?;
    let is_ours = folder().is_some_and(|own| path.starts_with(own));
    if let Some(folder) = path.parent().filter(|_| is_ours) {
        std::fs::create_dir_all(folder).map_err(|error| Failure::file(&path, error))?;
    }
    let lock = claim(&path)?;
    if path.exists() {
        let text = read(&path).unwrap_or_default();
        let other = match Record::read(file, &text) {
            Err(_) => Some("not a saved match".to_owned()),
            // The same match later on takes the place of the one that was saved.
            Ok(old) if (&old.game, old.seed) == (&record.game, record.seed) => {
                let goes_on = record.actions.starts_with(&old.actions);
                (!goes_on)
                    .then(|| "a line of this match that went on otherwise; a branch needs a name of its own".to_owned())
            }
            Ok(old) => Some(format!("another match, of {}", old.game)),
        };
        if let Some(other) = other {
            return Err(Failure::Input(format!("{} is there already and is {other}", path.display())));
        }
    }
    let write = if is_ours { write_in_folder } else { write_whole };
    write(&path, &record.write())?;
    Ok((path, lock))
}

/// Writes a match in a notation of games where a person wants it.
///
/// # Errors
/// A file that can't be written, or that is there and has something else in it.
pub(crate) fn save_game(text: &str, file: &str) -> Result<PathBuf, Failure> {
    let path = place_for(file)?;
    if path.exists() && read(&path).is_ok_and(|there| there != text) {
        return Err(Failure::Input(format!("{} is there already and is something else", path.display())));
    }
    write_whole(&path, text)?;
    Ok(path)
}

/// Whether the name of a file says that a match in a notation of games belongs there.
pub(crate) fn is_game(file: &str) -> bool {
    Pgn::is_one(unquoted(file), "")
}

/// Reads a saved match: a path, or the name of one that a person or an autosave has saved. A number behind it says which
/// match of a file with several is meant, from 1.
///
/// # Errors
/// A file that can't be read or is not a saved match.
pub(crate) fn load(library: &Library, file: &str) -> Result<(PathBuf, Record), Failure> {
    if let Some((name, number)) = file.trim_end().rsplit_once(char::is_whitespace)
        && let Ok(number) = number.parse()
        && !Path::new(file).exists()
        && let name = name.trim_end()
        && let Some(path) = [PathBuf::from(name), named(name)].into_iter().find(|path| path.is_file())
    {
        return read_record(library, path, Some(number));
    }
    let given = [PathBuf::from(file), named(file)].into_iter().find(|path| path.is_file());
    let is_name = Path::new(unquoted(file)).components().count() == 1;
    let Some(path) = given.or_else(|| in_folder(unquoted(file)).filter(|_| is_name)) else {
        return by_beginning(library, unquoted(file), is_name);
    };
    read_record(library, path, None)
}

/// Reads the saved match whose name begins so, if there is just one.
fn by_beginning(library: &Library, file: &str, is_name: bool) -> Result<(PathBuf, Record), Failure> {
    let mut names = if is_name { names() } else { Vec::new() };
    let near = did_you_mean(file, names.iter().map(String::as_str)).map(str::to_owned);
    names.retain(|name| !file.is_empty() && name.starts_with(file));
    let other = if names.is_empty() { kind_of_other(Path::new(file)) } else { None };
    match (names.as_slice(), near) {
        _ if let Some(kind) = other => Err(Failure::Input(format!("`{file}` is {kind}, not a saved match"))),
        ([one], _) if let Some(path) = in_folder(one) => read_record(library, path, None),
        ([], Some(near)) => {
            Err(Failure::Input(format!("there is no file and no saved match `{file}`; did you mean `{near}`?")))
        }
        ([], None) => Err(Failure::Input(format!("there is no file and no saved match `{file}`"))),
        (several, _) => {
            let several: Vec<String> = several.iter().take(MOST_NAMED).map(|name| format!("`{name}`")).collect();
            Err(Failure::Input(format!("`{file}` can be the match {}", several.join(" or "))))
        }
    }
}

/// Reads a file: a saved match, or one in a notation of games, with people at all seats.
fn read_record(library: &Library, path: PathBuf, number: Option<usize>) -> Result<(PathBuf, Record), Failure> {
    let text = read(&path)?;
    let name = path.display().to_string();
    if Pgn::is_one(&name, &text) {
        let games = Pgn::read(&SourceFile::new(name.as_str(), text)).map_err(Faults::from)?;
        let game = match (games.as_slice(), number) {
            ([only], None) => only,
            (_, Some(number)) if let Some(game) = number.checked_sub(1).and_then(|n| games.get(n)) => game,
            _ => return Err(Failure::Input(which(&name, &games, number))),
        };
        let record = game.play(&library.pack_of_games()?, HUMAN)?.record();
        return Ok((path, record));
    }
    if let Some(number) = number {
        return Err(Failure::Input(format!("{name} has one match: leave out the {number}")));
    }
    let record = Record::read(&path.display().to_string(), &text)?;
    Ok((path, record))
}

/// The matches of a file, from which one must be chosen.
fn which(name: &str, games: &[Pgn], number: Option<usize>) -> String {
    let count = match games.len() {
        1 => "1 match".to_owned(),
        n => format!("{n} matches"),
    };
    let asked = number.map_or_else(String::new, |number| format!(", and none with the number {number}"));
    let mut out = format!("{name} has {count}{asked}; name one by its number behind the file, such as `{name} 1`:");
    for (n, game) in games.iter().enumerate().take(MOST_LISTED) {
        out += &format!("\n{:>3}  {}", n + 1, game.title());
    }
    if games.len() > MOST_LISTED {
        out += &format!("\n...  and {} more", games.len() - MOST_LISTED);
    }
    out
}

/// The text of a saved match.
///
/// # Errors
/// A file that can't be read, is too long or isn't text.
pub(crate) fn read(path: &Path) -> Result<String, Failure> {
    // To read from a pipe or a device could take for ever.
    if let Some(kind) = kind_of_other(path) {
        return Err(Failure::Input(format!("{} is {kind}, not a saved match", path.display())));
    }
    let unreadable = |error| Failure::file(path, error);
    let mut bytes = Vec::new();
    File::open(path).map_err(unreadable)?.take(LONGEST + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    let refuse = |what: String| Failure::Input(format!("{} is not a saved match: {what}", path.display()));
    if bytes.len() as u64 > LONGEST {
        return Err(refuse(format!("it is longer than {} MiB", LONGEST >> 20)));
    }
    String::from_utf8(bytes).map_err(|error| {
        let line = error.as_bytes()[..error.utf8_error().valid_up_to()].split(|&byte| byte == b'\n').count();
        refuse(format!("line {line} is not text in UTF-8"))
    })
}

/// Writes a file so that it is there whole or not at all.
///
/// # Errors
/// A file that can't be written.
pub(crate) fn write_whole(path: &Path, text: &str) -> Result<(), Failure> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.is_dir()) {
        return Err(Failure::Input(format!("{}: there is no folder {}", path.display(), folder.display())));
    }
    WholeFile::open(path)?.write(text)
}

/// Writes a file whole or not at all, in a folder that is made if it is missing.
///
/// # Errors
/// A folder that can't be made, a file that can't be written.
pub(crate) fn write_in_folder(path: &Path, text: &str) -> Result<(), Failure> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(|error| Failure::file(path, error))?;
    }
    write_whole(path, text)
}
