//! Cached moments of matches, as contexts for texts.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use parlour_engine::chance::Generator;
use parlour_engine::game::Config;
use parlour_engine::pack::{Library, Pack, PackFiles};
use parlour_engine::play::Match;

/// The maximum number of actions before a moment.
const LATEST: usize = 60;
/// The number of actions between moments.
const APART: usize = 10;

/// The files of the packs of the repository.
pub(super) fn files() -> &'static [PackFiles] {
    static FILES: OnceLock<Vec<PackFiles>> = OnceLock::new();
    FILES.get_or_init(|| {
        let mut library = Library::default();
        library.add_folder(Path::new(env!("CARGO_MANIFEST_DIR")).join("../rules"));
        library.names().iter().filter_map(|name| library.files(name).ok()).collect()
    })
}

/// The packs of the repository.
pub(super) fn packs() -> &'static [Arc<Pack>] {
    static PACKS: OnceLock<Vec<Arc<Pack>>> = OnceLock::new();
    PACKS.get_or_init(|| {
        files().iter().filter_map(|files| Pack::load(files.clone()).ok()).map(Pack::into_shared).collect()
    })
}

/// A pack of the repository.
pub(super) fn pack(name: &str) -> Option<&'static Arc<Pack>> {
    packs().iter().find(|pack| pack.name == name)
}

/// Calls a function with a match at the moment that a line names by game and number of random actions, as in
/// `archaeology 12`.
pub(super) fn at(line: &str, act: impl FnOnce(&mut Match)) {
    thread_local! {
        static MATCHES: RefCell<HashMap<(String, usize), Option<Match>>> = RefCell::default();
    }
    let (name, number) = line.split_once(' ').unwrap_or((line, "0"));
    if pack(name).is_none() {
        return;
    }
    // Each moment has a script host of its own.
    let plies = number.trim().parse::<usize>().unwrap_or(0) % LATEST / APART * APART;
    MATCHES.with_borrow_mut(|matches| {
        let played = matches.entry((name.to_owned(), plies)).or_insert_with(|| play(name, plies));
        if let Some(played) = played {
            act(played);
        }
    });
}

fn play(name: &str, plies: usize) -> Option<Match> {
    let game = pack(name)?.configure(&Config::default()).ok()?;
    let mut rng = Generator::from_seed(plies as u64);
    let mut played = Match::new(game.clone(), 1, vec!["random".to_owned(); game.seat_count()]).ok()?;
    for _ in 0..plies {
        let count = u32::try_from(played.legal().len()).ok().filter(|&count| count > 0)?;
        let action = played.legal().get(&game, if count > 1 { rng.below(count) as usize } else { 0 });
        played.act(&action).ok()?;
    }
    Some(played)
}
