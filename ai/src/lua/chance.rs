//! Random generators of robots. They are derived from the match's seed, so that a match is reproducible, by a one-way
//! key derivation function: a robot can't recover the seed, and with it hidden cards, and each trial costs so much that
//! a brute-force search over seeds is infeasible.

use std::cell::RefCell;
use std::sync::Arc;

use argon2::{Algorithm, Argon2, Params, Version};
use parlour_engine::chance::Generator;
use parlour_engine::game::Game;
use parlour_engine::ids::Seat;

/// Argon2id cost of deriving a match's key: memory blocks of a KiB, passes. One core tries a few thousand seeds a
/// second.
const COST: (u32, u32) = (256, 1);
/// The length in bytes of a match's key, from which the generators of its seats are taken.
const KEY: usize = 32 * SEATS;
/// Seats are bits of a 16-bit mask; seat 0 stands for no seat.
const SEATS: usize = 17;

thread_local! {
    /// The last derived key: the robots of a match ask one after the other.
    static LAST: RefCell<Option<MatchKey>> = const { RefCell::new(None) };
}

/// The key of a match.
struct MatchKey {
    game: Arc<str>,
    seed: u64,
    key: [u8; KEY],
}

/// The generator of a robot's seat in a match, derived lazily at the first draw.
#[derive(Clone, Debug)]
pub(crate) struct SeatChance {
    game: Arc<str>,
    seat: Seat,
    seed: u64,
    drawn: Option<Generator>,
}

impl SeatChance {
    /// The generator of a seat in the match with a seed.
    pub(crate) fn new(game: &Game, seat: Seat, seed: u64) -> Self {
        Self { game: game.name().into(), seat, seed, drawn: None }
    }

    /// Resets it for another match.
    pub(crate) fn begin(&mut self, seat: Seat, seed: u64) {
        (self.seat, self.seed, self.drawn) = (seat, seed, None);
    }

    /// The generator.
    pub(crate) fn generator(&mut self) -> &mut Generator {
        let Self { game, seat, seed, drawn } = self;
        drawn.get_or_insert_with(|| derived(game, *seat, *seed))
    }

    /// Continues with a saved generator.
    pub(crate) fn go_on(&mut self, generator: Generator) {
        self.drawn = Some(generator);
    }
}

fn derived(game: &Arc<str>, seat: Seat, seed: u64) -> Generator {
    LAST.with_borrow_mut(|last| {
        let key = match last {
            Some(last) if (&*last.game, last.seed) == (&**game, seed) => &last.key,
            _ => &last.insert(MatchKey { game: game.clone(), seed, key: key(game, seed) }).key,
        };
        let at = 32 * (usize::from(seat.number()) % SEATS);
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&key[at..at + 16]);
        Generator::from_bytes(&bytes)
    })
}

/// Derives the key of a match by Argon2id. Each seat gets the first half of one of its 32-byte blocks, so that one
/// seat's generator says nothing about another's.
fn key(game: &str, seed: u64) -> [u8; KEY] {
    let mut key = [0; KEY];
    let params = Params::new(COST.0, COST.1, 1, Some(KEY)).unwrap_or_default();
    let argon = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
    let salt = format!("robots of parlour: {game}");
    let done = argon.hash_password_into(&seed.to_le_bytes(), salt.as_bytes(), &mut key);
    // The only errors are lengths out of bounds, and these are within them.
    debug_assert!(done.is_ok());
    key
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Robots' draws for a seed are stable between versions, so that matches can be replayed.
    #[test]
    fn generators_are_the_same_for_the_same_seed_and_others_for_others() {
        let game: Arc<str> = "some-game".into();
        let first = |game: &Arc<str>, seat, seed| derived(game, Seat(seat), seed).to_bytes();
        let all = [
            first(&game, 0, 1),
            first(&game, 1, 1),
            first(&game, 15, 1),
            first(&game, 0, 2),
            first(&"other-game".into(), 0, 1),
        ];
        for (n, one) in all.iter().enumerate() {
            assert!(all[..n].iter().all(|other| other != one) && one.iter().any(|&byte| byte != 0));
        }
        assert_eq!(first(&game, 0, 1), all[0]);
        assert_ne!(all[0], Generator::from_seed(1).to_bytes());
    }
}
