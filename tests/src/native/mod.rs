//! Handwritten games in Rust, by which the engine's speed is measured.
//!
//! They play the same matches as the packs: the same cards from the same seed, the same random numbers drawn in the
//! same order, the same policy (a random kind of action, then a random case of it). A test compares them action by
//! action. They are optimized for the single game: counts in arrays, precomputed tables, no allocation in the loop.
//! They omit everything that only the engine needs: knowledge of cards, events, reasons of refusals. Of Advance only
//! the moves are implemented.

pub mod advance;
pub mod archaeology;
#[cfg(test)]
mod board_tests;
pub mod breakthrough;
pub mod connect_four;
pub mod en_garde;
#[cfg(test)]
mod tests;
mod trades;

use parlour_engine::chance::Generator;

/// Picks one of the runs delimited by `ends`, then an index in it, both uniformly: the policy of playouts.
///
/// Empty runs are skipped. Returns the index over all runs; at least one must be nonempty.
fn pick(ends: &[usize], policy: &mut Generator) -> usize {
    let mut begin = 0;
    let mut kinds = 0;
    for &end in ends {
        kinds += u32::from(end > begin);
        begin = end;
    }
    let mut skip = if kinds > 1 { policy.below(kinds) } else { 0 };
    begin = 0;
    for &end in ends {
        if end > begin {
            if skip == 0 {
                let cases = (end - begin) as u32;
                return begin + if cases > 1 { policy.below(cases) as usize } else { 0 };
            }
            skip -= 1;
        }
        begin = end;
    }
    begin
}
