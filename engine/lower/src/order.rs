//! In which order Luau goes over a table that is written with texts as keys: by where these lie in its hash part, which
//! follows from their hashes and from the order in which they are written.

/// The longest text whose hash is worked out here; that of longer ones is another.
const LONGEST: usize = 31;

/// How many keys a table is written with at most.
const MOST_KEYS: usize = 32;

/// Luau's hash of a short text.
fn hash(text: &str) -> u32 {
    let add = |hash: u32, byte: &u8| hash ^ (hash << 5).wrapping_add(hash >> 2).wrapping_add(u32::from(*byte));
    text.as_bytes().iter().rev().fold(text.len() as u32, add)
}

/// A place of the hash part: the key that lies there, and the next place of the keys that belong to the same one.
#[derive(Clone, Copy, Debug, Default)]
struct Node {
    key: Option<usize>,
    next: Option<usize>,
}

/// The order in which Luau goes over keys that a table is written with, as their numbers; `None` if that is not known.
pub(crate) fn order(keys: &[&str]) -> Option<Vec<usize>> {
    if keys.len() > MOST_KEYS || keys.iter().any(|key| key.len() > LONGEST) {
        return None;
    }
    let mut nodes = vec![Node::default(); keys.len().next_power_of_two()];
    let place_of = |key: usize| hash(keys[key]) as usize & (keys.len().next_power_of_two() - 1);
    let mut last_free = nodes.len();
    for key in 0..keys.len() {
        let place = place_of(key);
        let Some(there) = nodes[place].key else {
            nodes[place].key = Some(key);
            continue;
        };
        let free = (0..last_free).rev().find(|n| nodes[*n].key.is_none())?;
        last_free = free;
        let own = place_of(there);
        if own == place {
            // The new one lies elsewhere, behind the one that is in its own place.
            nodes[free] = Node { key: Some(key), next: nodes[place].next };
            nodes[place].next = Some(free);
            continue;
        }
        // The one that is not in its own place makes way.
        let mut before = own;
        while nodes[before].next? != place {
            before = nodes[before].next?;
        }
        nodes[before].next = Some(free);
        nodes[free] = nodes[place];
        nodes[place] = Node { key: Some(key), next: None };
    }
    Some(nodes.into_iter().filter_map(|node| node.key).collect())
}
