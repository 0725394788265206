//! Games written by hand in Rust, to measure the engine against.
//!
//! They play the very matches that the packs play: the same cards from the same seed, the same random numbers drawn
//! in the same order, the same policy (first a kind of action, then one of its cases, each equally likely). A test
//! holds them to it, action by action. They are made to be fast as one would write them for this one game: counts
//! in arrays, tables worked out beforehand, nothing allocated in the loop. What they leave out is what only the
//! engine is asked for: who has seen which card, events, reasons for a refusal. Of Advance there are only the moves.

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

/// Picks one of the runs that `ends` delimits, then a place in it, each equally likely: the policy of playouts.
///
/// Empty runs do not count. Returns the place counted over all runs; at least one of them must hold something.
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
