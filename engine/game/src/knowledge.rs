//! Knowledge of hidden cards: a fold over the moves, shuffles and shows of a match that a seat, or a spectator, has
//! observed.
//!
//! The cards lie in *slots*. Slots whose cards a viewer can't distinguish form a *group*: all cards of a zone that it
//! sees, and the places of a pile that were shuffled together. A slot moves with its card from place to place, into
//! bags as well, so a group may have slots in several zones: a deck that was shuffled and dealt is one group.
//!
//! Every card of the match is in one *token*: n cards of a type that lie among a set of groups. A card that the viewer
//! sees is a token with one group. A lower bound of the cards of a type among some groups is the sum of the tokens
//! whose sets are inside; the rules below never raise it, for any set of groups, above the true number.
//!
//! - A shuffle merges the slots of a pile into one group. A card that leaves a bag unseen may be from any of its slots,
//!   which are merged into one group first; one that leaves it seen, from any slot that can have its type.
//! - If only some slots of a group are merged with others, each of them may have a card of any type that can be in the
//!   group. For each type, the bound decreases by one in the sets with the group, and stays in the sets that also have
//!   the new group.
//! - If a card of a type is seen leaving a group, the bound of that type decreases by one in the sets with that group.
//!   If several tokens may have been the card, the remaining ones are merged: with the sets in order, each is joined
//!   with the next one.
//! - If an action tells that a zone has no card of a type, its slots form groups of their own, which the tokens of the type
//!   leave.
//! - A group filled by cards that are certainly in it holds no others; a group with as many possible cards as slots
//!   holds them all.
//!
//! This is sound: [`Knowledge::against`] finds no contradiction with the true state. It isn't complete if some slots of
//! a group are mixed with others, as when cards go unseen into a bag and out of it: the alternatives are tracked for
//! each type separately, without their probabilities.

use std::collections::BTreeMap;
use std::fmt;

use smallvec::SmallVec;

use crate::Game;
use crate::view::View;
use parlour_model::ids::{CardType, Seat, ZoneId};
use parlour_model::layout::ZoneLayout;
use parlour_model::state::State;
use parlour_model::state::notes::{Note, Spot};

/// A group of slots, by its number.
pub type Group = u16;

/// Groups in ascending order.
pub type Groups = SmallVec<[Group; 8]>;

/// Limit of token classes. Beyond it, knowledge is reduced to the sizes of zones.
const MAX_CLASSES: usize = 1024;

/// The knowledge that a viewer has of the cards of a match.
///
/// ```
/// use parlour_engine::{Config, Library, Match, Seat};
///
/// # let mut library = Library::default();
/// # library.add_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../../rules"));
/// let game = library.load("hearts")?.configure(&Config::default())?;
/// let played = Match::new(game.clone(), 7, vec!["random".to_owned(); 4])?;
/// let view = played.view(Some(Seat(0)));
/// let knowledge = view.knowledge().expect("a match has hidden cards");
/// assert_eq!(knowledge.against(&game, played.state()), None, "the truth is possible");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Knowledge {
    viewer: Option<Seat>,
    zones: Vec<Vec<Slots>>,
    /// The number of slots of each group.
    sizes: Vec<u32>,
    classes: Vec<Class>,
    /// True once an observation has contradicted the knowledge.
    is_contradicted: bool,
}

/// The groups of the cards of a zone.
#[derive(Clone, Debug)]
enum Slots {
    /// A single group: a zone that the viewer sees.
    Whole(Group),
    /// The group of each place of a pile.
    Row(Vec<Group>),
    /// The groups of the cards of a bag, unordered.
    Heap(Vec<Group>),
}

impl Slots {
    /// The groups of the slots; empty if the viewer sees the cards.
    fn groups(&self) -> &[Group] {
        match self {
            Self::Whole(_) => &[],
            Self::Row(groups) | Self::Heap(groups) => groups,
        }
    }

    fn groups_mut(&mut self) -> &mut [Group] {
        match self {
            Self::Whole(_) => &mut [],
            Self::Row(groups) | Self::Heap(groups) => groups,
        }
    }
}

/// The tokens with the same groups.
#[derive(Clone, Debug)]
struct Class {
    groups: Groups,
    /// The number of cards of each type, in ascending order of types.
    cards: Vec<(u16, u32)>,
}

/// An observation that contradicts the knowledge.
#[derive(Clone, Copy, Debug)]
struct Contradiction;

/// The contents are left out: they are private to the viewer.
impl fmt::Debug for Knowledge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Knowledge").field("viewer", &self.viewer).finish_non_exhaustive()
    }
}

impl Class {
    fn has(&self, group: Group) -> bool {
        self.groups.binary_search(&group).is_ok()
    }

    fn count(&self, card: u16) -> u32 {
        self.cards.binary_search_by_key(&card, |entry| entry.0).map_or(0, |at| self.cards[at].1)
    }

    fn total(&self) -> u32 {
        self.cards.iter().map(|(_, n)| n).sum()
    }

    /// Replaces some groups by one, if any of them occurs.
    fn replace(&mut self, gone: &[Group], by: Group) {
        if self.groups.iter().any(|group| gone.contains(group)) {
            self.groups.retain(|group| *group != by && !gone.contains(group));
            self.groups.push(by);
            self.groups.sort_unstable();
        }
    }

    fn add(&mut self, card: u16, n: u32) {
        match self.cards.binary_search_by_key(&card, |entry| entry.0) {
            Ok(at) => self.cards[at].1 += n,
            Err(at) => self.cards.insert(at, (card, n)),
        }
    }

    fn take(&mut self, card: u16) {
        if let Ok(at) = self.cards.binary_search_by_key(&card, |entry| entry.0) {
            self.cards[at].1 -= 1;
            if self.cards[at].1 == 0 {
                self.cards.remove(at);
            }
        }
    }
}

/// A set of groups.
pub fn set(groups: impl IntoIterator<Item = Group>) -> Groups {
    let mut out: Groups = groups.into_iter().collect();
    out.sort_unstable();
    out.dedup();
    out
}

/// The union of two sets of groups.
fn union(a: &[Group], b: &[Group]) -> Groups {
    set(a.iter().chain(b).copied())
}

impl Knowledge {
    /// The knowledge before a match begins: there are no cards yet.
    pub fn new(game: &Game, viewer: Option<Seat>) -> Self {
        let mut out =
            Self { viewer, zones: Vec::new(), sizes: Vec::new(), classes: Vec::new(), is_contradicted: false };
        out.clear(game);
        out
    }

    /// The knowledge in a view alone, of a state whose past the viewer hasn't seen.
    pub fn of_view(game: &Game, view: &View) -> Self {
        let mut out = Self::new(game, view.viewer());
        let mut pool: Vec<u32> = game.card_counts().iter().map(|&n| n as u32).collect();
        let mut unknown = Groups::new();
        for (zone, family) in game.layout().zones.iter().enumerate() {
            for member in 0..family.len() {
                let cards = game.zone_cards(view.state(), ZoneId::from_index(zone), member);
                let mut own = None;
                for card in cards {
                    let group = match (&out.zones[zone][member], card, own) {
                        (Slots::Whole(group), ..) => *group,
                        (_, None, Some(group)) => group,
                        _ => out.new_group(),
                    };
                    if let Slots::Row(groups) | Slots::Heap(groups) = &mut out.zones[zone][member] {
                        groups.push(group);
                    }
                    out.sizes[usize::from(group)] += 1;
                    match card {
                        Some(card) => {
                            out.add(Groups::from_slice(&[group]), card.index() as u16, 1);
                            pool[card.index()] = pool[card.index()].saturating_sub(1);
                        }
                        None => {
                            own = Some(group);
                            unknown.push(group);
                        }
                    }
                }
            }
        }
        out.spread(&pool, unknown);
        out
    }

    /// The viewer; `None` for a spectator.
    pub fn viewer(&self) -> Option<Seat> {
        self.viewer
    }

    /// True if an observation has contradicted the knowledge. That is a fault of the engine or of a word, and the
    /// earlier knowledge is dropped then.
    pub fn is_contradicted(&self) -> bool {
        self.is_contradicted
    }

    /// Adds cards of types that lie anywhere among some groups, or nowhere.
    fn spread(&mut self, pool: &[u32], slots: Groups) {
        let (mut among, slots) = (set(slots.iter().copied()), slots.len() as u32);
        let left = pool.iter().sum::<u32>().saturating_sub(slots);
        if left > 0 {
            let nowhere = self.new_group();
            self.sizes[usize::from(nowhere)] = left;
            among.push(nowhere);
        }
        for (card, &n) in pool.iter().enumerate().filter(|(_, n)| **n > 0) {
            self.add(among.clone(), card as u16, n);
        }
        self.settle();
    }

    fn clear(&mut self, game: &Game) {
        self.sizes.clear();
        self.classes.clear();
        let zones = game.layout().zones.iter().enumerate().map(|(zone, family)| {
            let slots = family.iter().enumerate().map(|(member, layout)| match layout {
                _ if game.sees(self.viewer, ZoneId::from_index(zone), member) => {
                    self.sizes.push(0);
                    Slots::Whole((self.sizes.len() - 1) as Group)
                }
                ZoneLayout::Pile(_) => Slots::Row(Vec::new()),
                ZoneLayout::Bag(_) => Slots::Heap(Vec::new()),
            });
            slots.collect()
        });
        self.zones = zones.collect();
    }

    /// Drops everything but the sizes of zones.
    fn forget(&mut self, game: &Game) {
        self.classes.clear();
        let sizes = self.sizes.iter().enumerate();
        let among = sizes.flat_map(|(group, &n)| std::iter::repeat_n(group as Group, n as usize)).collect();
        let pool: Vec<u32> = game.card_counts().iter().map(|&n| n as u32).collect();
        self.spread(&pool, among);
    }

    /// Updates the knowledge by what the viewer observes of some notes.
    pub fn observe(&mut self, game: &Game, notes: &[Note]) {
        for note in notes {
            if self.observe_one(game, note).is_err() {
                self.is_contradicted = true;
                self.forget(game);
            } else if self.classes.len() > MAX_CLASSES {
                self.forget(game);
            }
        }
    }

    fn observe_one(&mut self, game: &Game, note: &Note) -> Result<(), Contradiction> {
        match *note {
            Note::Clear => self.clear(game),
            Note::Lost => self.forget(game),
            Note::Lay { card, at } => {
                let group = match self.shuffle(at) {
                    Some(group) => group,
                    None => self.new_group(),
                };
                if let Slots::Row(groups) | Slots::Heap(groups) = self.slots(at)? {
                    groups.push(group);
                }
                self.sizes[usize::from(group)] += 1;
                self.add(Groups::from_slice(&[group]), card, 1);
            }
            Note::Piece { .. } | Note::Set { .. } => {}
            Note::Shuffle(at) => _ = self.shuffle(at),
            Note::Show { card, at, whom } => {
                let is_for_viewer = whom.is_none_or(|seat| self.viewer == Some(seat));
                if is_for_viewer && !self.sees(game, at) {
                    self.show(card, at)?;
                }
            }
            Note::Lack { card, at } => {
                if !self.sees(game, at) {
                    self.exclude(card, at)?;
                }
            }
            Note::Move { card, from, to } => {
                let is_seen = self.sees(game, from) || self.sees(game, to);
                self.move_card(card, from, to, is_seen)?;
            }
        }
        Ok(())
    }

    fn sees(&self, game: &Game, at: Spot) -> bool {
        game.sees(self.viewer, ZoneId::from_index(usize::from(at.zone)), usize::from(at.member))
    }

    fn slots(&mut self, at: Spot) -> Result<&mut Slots, Contradiction> {
        self.zones
            .get_mut(usize::from(at.zone))
            .and_then(|family| family.get_mut(usize::from(at.member)))
            .ok_or(Contradiction)
    }

    fn move_card(&mut self, card: u16, from: Spot, to: Spot, is_seen: bool) -> Result<(), Contradiction> {
        let left = match self.slots(from)? {
            Slots::Whole(group) => *group,
            Slots::Row(row) if (1..=row.len()).contains(&usize::from(from.place)) => {
                row.remove(usize::from(from.place) - 1)
            }
            Slots::Row(_) => return Err(Contradiction),
            Slots::Heap(_) => {
                let group = self.leaving(from, is_seen.then_some(card))?;
                if let Slots::Heap(heap) = self.slots(from)? {
                    let at = heap.iter().position(|other| *other == group).ok_or(Contradiction)?;
                    heap.swap_remove(at);
                }
                group
            }
        };
        let reached = match self.slots(to)? {
            Slots::Whole(group) => *group,
            // It moves with its slot.
            _ if !is_seen => left,
            _ => self.new_group(),
        };
        match self.slots(to)? {
            Slots::Whole(_) => {}
            Slots::Row(row) => {
                let place = usize::from(to.place).saturating_sub(1).min(row.len());
                row.insert(place, reached);
            }
            Slots::Heap(heap) => heap.push(reached),
        }
        if is_seen {
            self.leave(left, card)?;
            self.sizes[usize::from(reached)] += 1;
            self.add(Groups::from_slice(&[reached]), card, 1);
            self.settle_at(left, reached);
        }
        Ok(())
    }

    /// The group of the slot of a bag from which a card leaves; its type is given if it is seen. If several groups are
    /// possible, they are merged.
    fn leaving(&mut self, at: Spot, seen: Option<u16>) -> Result<Group, Contradiction> {
        let mut groups = set(self.slots(at)?.groups().iter().copied());
        if let Some(card) = seen {
            let can_have = |group: Group| self.classes.iter().any(|class| class.has(group) && class.count(card) > 0);
            groups.retain(|group| can_have(*group));
        }
        match groups.as_slice() {
            [] => Err(Contradiction),
            [only] => Ok(*only),
            _ => Ok(self.mix(at, &groups)),
        }
    }

    /// The group of a slot of a bag for a card of a type that a view shows in it: one that certainly has it, if there
    /// is one.
    fn shown_in_bag(&mut self, at: Spot, card: u16) -> Result<Group, Contradiction> {
        let inside = self.classes_inside(usize::from(at.zone), usize::from(at.member));
        let certain = inside.filter(|class| class.count(card) > 0);
        let groups = certain.map(|class| class.groups.clone()).min_by_key(|groups| groups.len());
        match groups.as_deref() {
            Some([only]) => Ok(*only),
            Some(groups) => Ok(self.mix(at, groups)),
            None => self.leaving(at, Some(card)),
        }
    }

    /// Updates the knowledge by a card of a type seen at a place.
    fn show(&mut self, card: u16, at: Spot) -> Result<(), Contradiction> {
        let place = usize::from(at.place).wrapping_sub(1);
        let group = match self.slots(at)? {
            Slots::Whole(_) => return Ok(()),
            Slots::Row(row) => *row.get(place).ok_or(Contradiction)?,
            Slots::Heap(_) => {
                let (zone, member) = (usize::from(at.zone), usize::from(at.member));
                if self.classes_inside(zone, member).any(|class| class.count(card) > 0) {
                    return Ok(());
                }
                self.leaving(at, Some(card))?
            }
        };
        self.leave(group, card)?;
        let reached = if self.sizes[usize::from(group)] == 0 { group } else { self.new_group() };
        self.sizes[usize::from(reached)] += 1;
        self.add(Groups::from_slice(&[reached]), card, 1);
        match self.slots(at)? {
            Slots::Whole(_) => {}
            Slots::Row(row) => row[place] = reached,
            Slots::Heap(heap) => {
                heap.iter_mut().find(|other| **other == group).into_iter().for_each(|slot| *slot = reached);
            }
        }
        self.settle_at(group, reached);
        Ok(())
    }

    /// Updates the knowledge by the absence of a type from a zone. Its slots are distinguished from those of their groups
    /// in other places, and the tokens of the type no longer refer to them.
    fn exclude(&mut self, card: u16, at: Spot) -> Result<(), Contradiction> {
        let mut counts: BTreeMap<Group, u32> = BTreeMap::new();
        self.slots(at)?.groups().iter().for_each(|group| *counts.entry(*group).or_default() += 1);
        let mut own = Groups::new();
        for (group, n) in counts {
            if n == self.sizes[usize::from(group)] {
                own.push(group);
                continue;
            }
            let part = self.new_group();
            self.sizes[usize::from(group)] -= n;
            self.sizes[usize::from(part)] = n;
            for class in self.classes.iter_mut().filter(|class| class.has(group)) {
                class.groups = union(&class.groups, &[part]);
            }
            if let Ok(slots) = self.slots(at) {
                slots.groups_mut().iter_mut().filter(|other| **other == group).for_each(|other| *other = part);
            }
            own.push(part);
        }
        let mut left: Vec<(Groups, u32)> = Vec::new();
        for class in self.classes.iter_mut().filter(|class| own.iter().any(|group| class.has(*group))) {
            let n = class.count(card);
            if n > 0 {
                let groups: Groups = class.groups.iter().copied().filter(|group| !own.contains(group)).collect();
                if groups.is_empty() {
                    return Err(Contradiction);
                }
                class.cards.retain(|(other, _)| *other != card);
                left.push((groups, n));
            }
        }
        left.into_iter().for_each(|(groups, n)| self.add(groups, card, n));
        self.classes.retain(|class| !class.cards.is_empty());
        self.join();
        self.settle();
        Ok(())
    }

    /// Merges all groups of a pile, and returns the result; `None` if it has no cards.
    fn shuffle(&mut self, at: Spot) -> Option<Group> {
        let groups = match self.slots(at).ok()? {
            Slots::Whole(group) => return Some(*group),
            slots => slots.groups(),
        };
        let groups = set(groups.iter().copied());
        match groups.as_slice() {
            [] => None,
            // Slots of the group in other places stay distinguished from these as before.
            [only] => Some(*only),
            _ => Some(self.mix(at, &groups)),
        }
    }

    /// Merges the slots of a zone that belong to some groups, and returns the new group.
    fn mix(&mut self, at: Spot, groups: &[Group]) -> Group {
        let mut counts: BTreeMap<Group, u32> = BTreeMap::new();
        for group in self.slots(at).map(|slots| slots.groups().to_vec()).unwrap_or_default() {
            if groups.contains(&group) {
                *counts.entry(group).or_default() += 1;
            }
        }
        let all = self.new_group();
        let whole = |(group, n): &(&Group, &u32)| self.sizes[usize::from(**group)] == **n;
        let gone: Groups = counts.iter().filter(whole).map(|(group, _)| *group).collect();
        self.classes.iter_mut().for_each(|class| class.replace(&gone, all));
        for group in &gone {
            self.sizes[usize::from(all)] += std::mem::take(&mut self.sizes[usize::from(*group)]);
        }
        self.join();
        // Groups that also have slots elsewhere contribute some of their cards.
        for (&group, &n) in counts.iter().filter(|(group, _)| gone.binary_search(group).is_err()) {
            (0..n).for_each(|_| self.drift(group, all));
        }
        if let Ok(slots) = self.slots(at) {
            slots.groups_mut().iter_mut().filter(|group| groups.contains(group)).for_each(|group| *group = all);
        }
        self.settle();
        all
    }

    /// A group without slots.
    fn new_group(&mut self) -> Group {
        let is_whole = |group: usize| {
            let zones = self.zones.iter().flatten();
            zones.into_iter().any(|slots| matches!(slots, Slots::Whole(whole) if usize::from(*whole) == group))
        };
        let free = (0..self.sizes.len()).find(|&group| self.sizes[group] == 0 && !is_whole(group));
        let group = free.unwrap_or_else(|| {
            self.sizes.push(0);
            self.sizes.len() - 1
        });
        // Tokens don't refer to a group without slots.
        group as Group
    }

    fn add(&mut self, groups: Groups, card: u16, n: u32) {
        match self.classes.iter_mut().find(|class| class.groups == groups) {
            Some(class) => class.add(card, n),
            None => self.classes.push(Class { groups, cards: vec![(card, n)] }),
        }
    }

    /// Updates the knowledge by a card of a type seen leaving a group.
    fn leave(&mut self, group: Group, card: u16) -> Result<(), Contradiction> {
        let mut from: Vec<Groups> = Vec::new();
        for class in self.classes.iter().filter(|class| class.has(group) && class.count(card) > 0) {
            from.push(class.groups.clone());
        }
        if from.is_empty() || self.sizes[usize::from(group)] == 0 {
            return Err(Contradiction);
        }
        self.sizes[usize::from(group)] -= 1;
        self.thin(&mut from, card, None);
        self.classes.retain(|class| !class.cards.is_empty());
        Ok(())
    }

    /// Removes one card of a type from each of some sets of groups, and adds one to the union of each two consecutive
    /// sets; with `reached`, also one to the first set extended by that group.
    fn thin(&mut self, from: &mut [Groups], card: u16, reached: Option<Group>) {
        from.sort_unstable_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
        let mut added: Vec<Groups> = from.windows(2).map(|pair| union(&pair[0], &pair[1])).collect();
        if let (Some(group), Some(first)) = (reached, from.first()) {
            added.push(union(first, &Groups::from_slice(&[group])));
        }
        for class in self.classes.iter_mut().filter(|class| from.contains(&class.groups)) {
            class.take(card);
        }
        for groups in added {
            self.add(groups, card, 1);
        }
    }

    /// Updates the knowledge by an unseen card moving from a group to another one.
    fn drift(&mut self, left: Group, reached: Group) {
        let slots = self.sizes[usize::from(left)];
        self.sizes[usize::from(left)] = slots.saturating_sub(1);
        self.sizes[usize::from(reached)] += 1;
        if slots <= 1 {
            self.classes.iter_mut().for_each(|class| class.replace(&[left], reached));
            self.join();
            return;
        }
        let mut of_types: BTreeMap<u16, Vec<Groups>> = BTreeMap::new();
        let mut few = 0;
        for class in self.classes.iter().filter(|class| class.has(left) && !class.has(reached)) {
            few += 1;
            for (card, _) in &class.cards {
                of_types.entry(*card).or_default().push(class.groups.clone());
            }
        }
        if few == 0 {
            return;
        }
        for (card, mut from) in of_types {
            self.thin(&mut from, card, Some(reached));
        }
        self.classes.retain(|class| !class.cards.is_empty());
    }

    /// Joins classes whose sets of groups have become equal.
    fn join(&mut self) {
        self.classes.sort_by(|a, b| a.groups.cmp(&b.groups));
        self.classes.dedup_by(|later, first| {
            let is_same = later.groups == first.groups;
            if is_same {
                later.cards.iter().for_each(|(card, n)| first.add(*card, *n));
            }
            is_same
        });
    }

    /// Draws conclusions about two groups whose cards have changed.
    fn settle_at(&mut self, a: Group, b: Group) {
        if [a, b].into_iter().any(|group| self.is_unsettled(group)) {
            self.settle();
        }
    }

    /// True if the certain or possible cards of a group allow a conclusion.
    fn is_unsettled(&self, group: Group) -> bool {
        let (mut sure, mut possible) = (0, 0);
        for class in self.classes.iter().filter(|class| class.has(group)) {
            let n = class.total();
            possible += n;
            sure += if class.groups.len() == 1 { n } else { 0 };
        }
        let slots = self.sizes[usize::from(group)];
        sure < possible && (sure == slots || possible == slots)
    }

    /// Draws conclusions from the certain and possible cards of each group, to a fixpoint.
    fn settle(&mut self) {
        while let Some(group) = (0..self.sizes.len() as Group).find(|&group| self.is_unsettled(group)) {
            let single = Groups::from_slice(&[group]);
            let sure: u32 = self.classes.iter().filter(|class| class.groups == single).map(Class::total).sum();
            let is_full = sure == self.sizes[usize::from(group)];
            for class in self.classes.iter_mut().filter(|class| class.has(group) && class.groups.len() > 1) {
                match is_full {
                    true => class.groups.retain(|other| *other != group),
                    false => class.groups = single.clone(),
                }
            }
            self.join();
        }
    }

    /// The groups of the hidden slots of a zone: of a pile place by place, of a bag unordered.
    pub fn groups(&self, zone: usize, member: usize) -> &[Group] {
        self.zones.get(zone).and_then(|family| family.get(member)).map_or(&[], Slots::groups)
    }

    /// The tokens: groups, card type, and count.
    pub fn tokens(&self) -> impl Iterator<Item = (&Groups, usize, u32)> {
        self.classes
            .iter()
            .flat_map(|class| class.cards.iter().map(|(card, n)| (&class.groups, usize::from(*card), *n)))
    }

    /// The same without the cards that a view shows, and true if it says as much of the others: tokens that could be a
    /// shown card merge. Piles keep their places. `None` if the view contradicts the knowledge.
    pub fn without_shown(&self, game: &Game, view: &State) -> Option<(Self, bool)> {
        let (mut out, mut is_exact) = (self.clone(), true);
        for (zone, family) in game.layout().zones.iter().enumerate() {
            for member in 0..family.len() {
                let cards = game.zone_cards(view, ZoneId::from_index(zone), member);
                let at = Spot { zone: zone as u16, member: member as u16, place: 0 };
                if !matches!(self.zones.get(zone)?.get(member)?, Slots::Whole(_))
                    && self.groups(zone, member).len() != cards.len()
                {
                    return None;
                }
                for (place, card) in cards.iter().enumerate() {
                    let Some(card) = card.map(|card| card.index() as u16) else { continue };
                    let group = match out.slots(at).ok()? {
                        Slots::Whole(group) => *group,
                        Slots::Row(row) => *row.get(place)?,
                        Slots::Heap(heap) => {
                            is_exact &= heap.windows(2).all(|pair| pair[0] == pair[1]);
                            let group = out.shown_in_bag(at, card).ok()?;
                            if let Slots::Heap(heap) = out.slots(at).ok()? {
                                let n = heap.iter().position(|other| *other == group)?;
                                heap.remove(n);
                            }
                            group
                        }
                    };
                    let can_be = |class: &&Class| class.has(group) && class.count(card) > 0;
                    is_exact &= out.classes.iter().filter(can_be).count() == 1;
                    out.leave(group, card).ok()?;
                    out.settle_at(group, group);
                }
            }
        }
        Some((out, is_exact))
    }

    /// The groups all of whose slots are in a zone, in ascending order.
    fn inside(&self, zone: usize, member: usize) -> Groups {
        let mut counts: BTreeMap<Group, u32> = BTreeMap::new();
        match self.zones.get(zone).and_then(|family| family.get(member)) {
            Some(Slots::Whole(group)) => return Groups::from_slice(&[*group]),
            Some(slots) => slots.groups().iter().for_each(|group| *counts.entry(*group).or_default() += 1),
            None => {}
        }
        counts.into_iter().filter(|(group, n)| self.sizes[usize::from(*group)] == *n).map(|(group, _)| group).collect()
    }

    /// The classes whose cards are all in a zone.
    fn classes_inside(&self, zone: usize, member: usize) -> impl Iterator<Item = &Class> {
        let inside = self.inside(zone, member);
        self.classes.iter().filter(move |class| class.groups.iter().all(|group| inside.binary_search(group).is_ok()))
    }

    /// Lower bounds of the number of cards of each type in a zone.
    pub fn at_least(&self, zone: ZoneId, member: usize) -> Vec<(CardType, u32)> {
        let mut counts: BTreeMap<u16, u32> = BTreeMap::new();
        for (card, n) in self.classes_inside(zone.index(), member).flat_map(|class| &class.cards) {
            *counts.entry(*card).or_default() += n;
        }
        counts.into_iter().map(|(card, n)| (CardType::from_index(usize::from(card)), n)).collect()
    }

    /// Upper bounds of the number of cards of each type in a zone; a type that isn't listed can't be there.
    pub fn at_most(&self, zone: ZoneId, member: usize) -> Vec<(CardType, u32)> {
        let own = match self.zones.get(zone.index()).and_then(|family| family.get(member)) {
            Some(Slots::Whole(group)) => Groups::from_slice(&[*group]),
            Some(slots) => set(slots.groups().iter().copied()),
            None => Groups::new(),
        };
        let mut counts: BTreeMap<u16, u32> = BTreeMap::new();
        for class in self.classes.iter().filter(|class| own.iter().any(|group| class.has(*group))) {
            for (card, n) in &class.cards {
                *counts.entry(*card).or_default() += n;
            }
        }
        counts.into_iter().map(|(card, n)| (CardType::from_index(usize::from(card)), n)).collect()
    }

    /// The contradiction between the true state and this knowledge, if there is one: a zone of another size, or cards
    /// of a type where they can't be. Then the knowledge is unsound, not just incomplete.
    pub fn against(&self, game: &Game, state: &State) -> Option<String> {
        let types = game.pack().card_types();
        // Groups of piles, and bags, which are numbered behind all groups.
        let mut lying: Vec<BTreeMap<Group, u32>> = vec![BTreeMap::new(); types];
        let mut of_group: Vec<Groups> = vec![Groups::new(); self.sizes.len()];
        let mut bags = self.sizes.len() as Group;
        for (zone, family) in game.layout().zones.iter().enumerate() {
            for member in 0..family.len() {
                let cards = game.zone_cards(state, ZoneId::from_index(zone), member);
                let slots = &self.zones[zone][member];
                let is_as_large = match slots {
                    Slots::Whole(group) => self.sizes[usize::from(*group)] as usize == cards.len(),
                    slots => slots.groups().len() == cards.len(),
                };
                if !is_as_large {
                    let spec = &game.pack().zones[zone];
                    let name = game.member_name(&spec.label, &spec.per, member);
                    return Some(format!("`{name}` has {} cards", cards.len()));
                }
                if let Slots::Heap(heap) = slots {
                    heap.iter().for_each(|group| of_group[usize::from(*group)].push(bags));
                }
                for (place, card) in cards.into_iter().enumerate() {
                    let at = match slots {
                        Slots::Whole(group) => *group,
                        Slots::Row(row) => row[place],
                        Slots::Heap(_) => bags,
                    };
                    if let Some(card) = card {
                        *lying[card.index()].entry(at).or_default() += 1;
                    }
                }
                bags += 1;
            }
        }
        for (card, lying) in lying.into_iter().enumerate().filter(|(_, lying)| !lying.is_empty()) {
            let with_bags = |groups: &Groups| {
                let bags = groups.iter().flat_map(|group| of_group[usize::from(*group)].iter());
                set(groups.iter().chain(bags).copied())
            };
            let of_card = self.tokens().filter(|token| token.1 == card);
            let tokens: Vec<(Groups, u32)> = of_card.map(|(groups, _, n)| (with_bags(groups), n)).collect();
            if !fits(&tokens, &lying) {
                let name = game.card_name(CardType::from_index(card));
                return Some(format!("{name} lies where it can't be by what is known"));
            }
        }
        None
    }
}

/// True if the cards of a type, counted by group, can be assigned to the tokens, each of which is in a set of groups: a
/// matching by augmenting paths.
pub fn fits(tokens: &[(Groups, u32)], lying: &BTreeMap<Group, u32>) -> bool {
    // The number of cards of each group assigned to each token.
    let mut given: Vec<BTreeMap<Group, u32>> = vec![BTreeMap::new(); tokens.len()];
    let mut left: Vec<u32> = tokens.iter().map(|token| token.1).collect();
    for (&group, &n) in lying {
        for _ in 0..n {
            if !give(group, tokens, &mut given, &mut left, &mut vec![false; tokens.len()]) {
                return false;
            }
        }
    }
    true
}

/// Assigns a card of a group to a token, moving another card along an augmenting path.
fn give(
    group: Group,
    tokens: &[(Groups, u32)],
    given: &mut [BTreeMap<Group, u32>],
    left: &mut [u32],
    seen: &mut [bool],
) -> bool {
    for n in 0..tokens.len() {
        if seen[n] || tokens[n].0.binary_search(&group).is_err() {
            continue;
        }
        seen[n] = true;
        if left[n] > 0 {
            left[n] -= 1;
            *given[n].entry(group).or_default() += 1;
            return true;
        }
        let others: Groups = given[n].keys().copied().filter(|other| *other != group).collect();
        for other in others {
            if give(other, tokens, given, left, seen) {
                if let Some(count) = given[n].get_mut(&other) {
                    *count -= 1;
                    if *count == 0 {
                        given[n].remove(&other);
                    }
                }
                *given[n].entry(group).or_default() += 1;
                return true;
            }
        }
    }
    false
}
