//! Locates the packs to embed, and rebuilds the crate when one changes: in the repository they are beside the crate, in
//! its published package inside it.

use std::path::Path;

fn main() {
    let here = std::env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    let beside = Path::new(&here).join("../rules");
    let rules = if beside.is_dir() { beside } else { Path::new(&here).join("rules") };
    println!("cargo::rerun-if-changed={}", rules.display());
    println!("cargo::rustc-env=PARLOUR_RULES={}", rules.display());
}
