//! Rebuilds the crate when a pack changes, since the packs are embedded.

fn main() {
    println!("cargo::rerun-if-changed=../rules");
}
