//! Iteration order of a table written with text keys: their positions in Luau's hash part, which follow from their
//! hashes and the order of insertion.

/// The longest text that this hash covers; Luau hashes longer ones otherwise.
const LONGEST: usize = 31;

/// Limit of keys in a table constructor.
const MAX_KEYS: usize = 32;

/// Luau's hash of a short string.
fn hash(text: &str) -> u32 {
    let add = |hash: u32, byte: &u8| hash ^ (hash << 5).wrapping_add(hash >> 2).wrapping_add(u32::from(*byte));
    text.as_bytes().iter().rev().fold(text.len() as u32, add)
}

/// A node of the hash part: its key, and the next node of the collision chain.
#[derive(Clone, Copy, Debug, Default)]
struct Node {
    key: Option<usize>,
    next: Option<usize>,
}

/// Luau's iteration order of the keys of a table constructor, as indices; `None` if it isn't known.
pub(crate) fn order(keys: &[&str]) -> Option<Vec<usize>> {
    if keys.len() > MAX_KEYS || keys.iter().any(|key| key.len() > LONGEST) {
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
            // The node's key is in its main position: the new key goes to a free node of its chain.
            nodes[free] = Node { key: Some(key), next: nodes[place].next };
            nodes[place].next = Some(free);
            continue;
        }
        // The node's key isn't in its main position: it moves to the free node.
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
