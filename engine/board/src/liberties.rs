//! Groups with their liberties, for placings that capture groups: computed for a board, or updated incrementally from
//! ply to ply. They carry hashes for [superko](super::superko).

use smallvec::SmallVec;

use super::line_captures::squares_in;
use super::superko::{EMPTY_BOARD, EarlierBoards};
use super::{BoardRules, Changes};
use parlour_pack::pieces::Surrounds;

/// No group.
const NONE: u16 = u16::MAX;

/// The groups on a board. Sets of squares are bitboards of as many words as the board needs.
#[derive(Debug, Default)]
pub struct Groups {
    /// True if they belong to the board in play and are updated by each action.
    is_kept: bool,
    /// The number of words of a set of squares.
    words: usize,
    /// The index of the group of each square.
    pub of: Vec<u16>,
    /// The groups; removed ones stay until their index is used again.
    pub groups: Vec<Group>,
    /// Two sets for each group: its squares, and its liberties.
    sets: Vec<u64>,
    /// The indices of removed groups.
    free: Vec<u16>,
    /// The empty squares.
    pub empty: Vec<u64>,
    /// The empty squares with an empty neighbour.
    pub open: Vec<u64>,
    /// Squares where a placing of the seat to act has a liberty, and where it captures.
    lively: Vec<u64>,
    striking: Vec<u64>,
    stack: Vec<u16>,
    /// The earlier boards.
    earlier: EarlierBoards,
    /// The hash of the current board.
    pub board_hash: u64,
}

/// A group: pieces of one owner that are connected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Group {
    /// The number of its owner; 0 for a removed group.
    owner: u8,
    size: u16,
    liberties: u16,
    /// The change of the board's hash when the group is removed.
    hash: u64,
}

#[inline]
fn has(set: &[u64], square: u16) -> bool {
    set[usize::from(square >> 6)] >> (square & 63) & 1 != 0
}

#[inline]
fn assign(set: &mut [u64], square: u16, is_in: bool) {
    let word = &mut set[usize::from(square >> 6)];
    *word = *word & !(1 << (square & 63)) | u64::from(is_in) << (square & 63);
}

impl Groups {
    /// True if the groups are updated by each action.
    #[inline]
    pub fn are_kept(&self) -> bool {
        self.is_kept
    }

    /// The groups, if they are updated incrementally.
    #[inline]
    pub(super) fn kept(&self) -> Option<&Self> {
        self.is_kept.then_some(self)
    }

    /// Enables or disables incremental updates.
    #[inline]
    pub fn keep(&mut self, is_kept: bool) {
        self.is_kept = is_kept;
    }

    /// Adds the current board to the earlier ones; returns its hash.
    pub fn record_board(&mut self) -> u64 {
        self.earlier.add(self.board_hash);
        self.board_hash
    }

    /// True if the group on a square has no liberty except possibly one square.
    #[inline]
    pub(super) fn is_breathless_without(&self, square: u16, last: u16) -> bool {
        let group = self.of[usize::from(square)];
        let Some(Group { liberties, .. }) = self.groups.get(usize::from(group)) else {
            return false;
        };
        *liberties == 0 || *liberties == 1 && has(self.set(group, 1), last)
    }

    /// The squares of a group, or its liberties.
    #[inline]
    pub fn set(&self, group: u16, which: usize) -> &[u64] {
        let at = (2 * usize::from(group) + which) * self.words;
        &self.sets[at..at + self.words]
    }

    #[inline]
    fn set_mut(&mut self, group: u16, which: usize) -> &mut [u64] {
        let at = (2 * usize::from(group) + which) * self.words;
        &mut self.sets[at..at + self.words]
    }

    /// Counts the liberties of a group.
    #[inline]
    fn count(&mut self, group: u16) {
        let liberties = self.set(group, 1).iter().map(|word| word.count_ones() as u16).sum();
        self.groups[usize::from(group)].liberties = liberties;
    }

    /// Adds a group of a seat, without squares.
    fn add(&mut self, owner: u8) -> u16 {
        let fresh = Group { owner, ..Group::default() };
        if let Some(group) = self.free.pop() {
            self.groups[usize::from(group)] = fresh;
            self.set_mut(group, 0).fill(0);
            self.set_mut(group, 1).fill(0);
            return group;
        }
        self.groups.push(fresh);
        self.sets.resize(self.sets.len() + 2 * self.words, 0);
        (self.groups.len() - 1) as u16
    }

    /// Merges two groups; returns the remaining index.
    fn join(&mut self, one: u16, other: u16) -> u16 {
        let size = |group: u16| self.groups[usize::from(group)].size;
        let (into, from) = if size(one) < size(other) { (other, one) } else { (one, other) };
        let Self { of, sets, words, .. } = &mut *self;
        let width = 2 * *words;
        let squares = usize::from(from) * width;
        squares_in(&sets[squares..squares + *words]).for_each(|square| of[usize::from(square)] = into);
        for n in 0..width {
            sets[usize::from(into) * width + n] |= sets[squares + n];
        }
        let Group { size, hash, .. } = std::mem::take(&mut self.groups[usize::from(from)]);
        let joined = &mut self.groups[usize::from(into)];
        joined.size += size;
        joined.hash ^= hash;
        self.free.push(from);
        into
    }

    /// Updates the open squares at a square and its neighbours.
    #[inline]
    fn look_around(&mut self, rules: &BoardRules, square: u16) {
        for &place in rules.near(square).iter().chain([&square]) {
            let is_open = has(&self.empty, place) && rules.near(place).iter().any(|&next| has(&self.empty, next));
            assign(&mut self.open, place, is_open);
        }
    }

    /// Puts a piece on an empty square.
    fn put(&mut self, rules: &BoardRules, square: u16, cell: u8) {
        let owner = rules.owner[cell];
        let hash = rules.zobrist_key(square, cell);
        self.board_hash ^= hash;
        assign(&mut self.empty, square, false);
        let mut group = self.add(owner);
        self.groups[usize::from(group)] = Group { owner, size: 1, liberties: 0, hash };
        self.of[usize::from(square)] = group;
        assign(self.set_mut(group, 0), square, true);
        for &next in rules.near(square) {
            let other = self.of[usize::from(next)];
            if other == NONE {
                if has(&self.empty, next) {
                    assign(self.set_mut(group, 1), next, true);
                }
            } else if self.groups[usize::from(other)].owner != owner {
                assign(self.set_mut(other, 1), square, false);
                self.count(other);
            } else if other != group {
                group = self.join(group, other);
            }
        }
        assign(self.set_mut(group, 1), square, false);
        self.count(group);
        self.look_around(rules, square);
    }

    /// Removes a group from the board.
    fn remove(&mut self, rules: &BoardRules, group: u16) {
        let squares: SmallVec<[u64; 16]> = self.set(group, 0).into();
        self.board_hash ^= std::mem::take(&mut self.groups[usize::from(group)]).hash;
        self.free.push(group);
        squares_in(&squares).for_each(|square| {
            self.of[usize::from(square)] = NONE;
            assign(&mut self.empty, square, true);
        });
        squares_in(&squares).for_each(|square| {
            for &next in rules.near(square) {
                let other = self.of[usize::from(next)];
                if other != NONE {
                    assign(self.set_mut(other, 1), square, true);
                    self.count(other);
                }
            }
            self.look_around(rules, square);
        });
    }

    /// Updates the groups for the changes of an action: pieces put on empty squares, and whole groups removed. After
    /// other changes they are computed anew.
    pub(super) fn follow(&mut self, rules: &BoardRules, cells: &[u8], changes: &Changes) {
        let cell = |square: u16| cells[usize::from(square)];
        for &(square, before) in changes.as_slice() {
            let (group, now) = (self.of[usize::from(square)], cell(square));
            let is_placed = before == 0 && now != 0 && group == NONE && rules.owner_on(cells, square) != 0;
            let is_empty = has(&self.empty, square);
            if is_placed && is_empty {
                self.put(rules, square, now);
            } else if now == 0 && group != NONE {
                let mut is_whole = true;
                squares_in(self.set(group, 0)).for_each(|square| is_whole &= cell(square) == 0);
                if !is_whole {
                    return self.find(rules, cells);
                }
                self.remove(rules, group);
            } else if now != 0 || !is_empty {
                return self.find(rules, cells);
            }
        }
    }

    /// Computes the groups of a board.
    fn find(&mut self, rules: &BoardRules, cells: &[u8]) {
        self.words = cells.len().div_ceil(64);
        self.groups.clear();
        self.sets.clear();
        self.free.clear();
        self.of.clear();
        self.of.resize(cells.len(), NONE);
        for set in [&mut self.empty, &mut self.open] {
            set.clear();
            set.resize(self.words, 0);
        }
        for (square, _) in (0..).zip(cells).filter(|(_, cell)| **cell == 0) {
            assign(&mut self.empty, square, true);
        }
        self.board_hash = EMPTY_BOARD;
        for start in 0..cells.len() as u16 {
            let owner = rules.owner_on(cells, start);
            if owner == 0 {
                self.board_hash ^= rules.zobrist_key(start, cells[usize::from(start)]);
                let is_open = has(&self.empty, start) && rules.near(start).iter().any(|&next| has(&self.empty, next));
                assign(&mut self.open, start, is_open);
            } else if self.of[usize::from(start)] == NONE {
                self.find_group(rules, cells, start, owner);
            }
        }
    }

    /// Computes the group of a seat on a square.
    fn find_group(&mut self, rules: &BoardRules, cells: &[u8], start: u16, owner: u8) {
        let group = self.add(owner);
        let (mut hash, mut size) = (0, 0);
        self.of[usize::from(start)] = group;
        let mut stack = std::mem::take(&mut self.stack);
        stack.push(start);
        while let Some(square) = stack.pop() {
            hash ^= rules.zobrist_key(square, cells[usize::from(square)]);
            size += 1;
            assign(self.set_mut(group, 0), square, true);
            for &next in rules.near(square) {
                let place = usize::from(next);
                if cells[place] == 0 {
                    assign(self.set_mut(group, 1), next, true);
                } else if self.of[place] == NONE && rules.owner_on(cells, next) == owner {
                    self.of[place] = group;
                    stack.push(next);
                }
            }
        }
        self.stack = stack;
        self.groups[usize::from(group)] = Group { owner, size, liberties: 0, hash };
        self.count(group);
        self.board_hash ^= hash;
    }
}

impl BoardRules {
    /// Computes the squares where a seat can place. The groups of a state are computed unless they are updated
    /// incrementally.
    pub fn find_groups(&self, groups: &mut Groups, bytes: &[u8], seat: usize) {
        if !groups.is_kept {
            groups.find(self, self.cells(bytes));
            if let Some(history) = self.superko_history {
                groups.earlier.read(bytes, history);
            }
        }
        let own = seat as u8 + 1;
        let Groups { groups, sets, words, open, lively, striking, .. } = groups;
        lively.clear();
        lively.extend_from_slice(open);
        striking.clear();
        striking.resize(*words, 0);
        for (group, sets) in groups.iter().zip(sets.chunks_exact(2 * *words)) {
            let found = match (group.owner == own, group.liberties) {
                (true, 2..) => &mut *lively,
                (false, 1) => &mut *striking,
                _ => continue,
            };
            found.iter_mut().zip(&sets[*words..]).for_each(|(found, liberties)| *found |= liberties);
        }
        lively.iter_mut().zip(striking).for_each(|(lively, striking)| *lively |= *striking);
    }

    /// True if a seat can place on an empty square: the placing has a liberty or suicide is allowed, and no earlier
    /// board is repeated (positional superko). The groups are those computed for the seat.
    #[inline]
    pub fn can_surround(
        &self,
        groups: &Groups,
        bytes: &[u8],
        seat: usize,
        surrounds: Surrounds,
        puts: u8,
        square: u16,
    ) -> bool {
        let lives = has(&groups.lively, square);
        if !lives && !surrounds.suicide {
            return false;
        }
        let Some(history) = self.superko_history else {
            return true;
        };
        let mut hash = groups.board_hash ^ self.zobrist_key(square, puts);
        if !lives || has(&groups.striking, square) {
            hash ^= self.removed(groups, seat, square, lives);
            if !lives {
                hash ^= self.zobrist_key(square, puts);
            }
        }
        !groups.earlier.has(hash, bytes, history)
    }

    /// The change of the board's hash by the groups that a placing on a square removes: enemies whose last liberty it
    /// is, or the seat's own.
    fn removed(&self, groups: &Groups, seat: usize, square: u16, enemies: bool) -> u64 {
        let mut removed: SmallVec<[u16; 8]> = SmallVec::new();
        let mut hash = 0;
        for &next in self.near(square) {
            let place = groups.of[usize::from(next)];
            let Some(group) = groups.groups.get(usize::from(place)) else {
                continue;
            };
            let is_own = usize::from(group.owner) == seat + 1;
            if is_own != enemies && (is_own || group.liberties == 1) && !removed.contains(&place) {
                removed.push(place);
                hash ^= group.hash;
            }
        }
        hash
    }
}
