//! A libFuzzer target, selected by `PARLOUR_TARGET`. `run` beside this file builds and starts it.

#![no_main]
#![allow(clippy::expect_used)]

use std::path::PathBuf;
use std::sync::LazyLock;

use parlour_tests::fuzz::Target;

static TARGET: LazyLock<&Target> = LazyLock::new(|| {
    let name = std::env::var("PARLOUR_TARGET").expect("PARLOUR_TARGET should name a target");
    Target::named(&name).expect("PARLOUR_TARGET should name a target")
});

/// Writes the seed corpus into the folder that `PARLOUR_SEEDS` names.
fn put_seeds() {
    let Some(folder) = std::env::var_os("PARLOUR_SEEDS").map(PathBuf::from) else { return };
    std::fs::create_dir_all(&folder).expect("a folder for the texts to begin with");
    for (n, text) in TARGET.texts().iter().enumerate() {
        std::fs::write(folder.join(format!("seed-{n}")), text).expect("a text to begin with");
    }
}

libfuzzer_sys::fuzz_target!(init: put_seeds(), |data: &[u8]| TARGET.run_bytes(data));
