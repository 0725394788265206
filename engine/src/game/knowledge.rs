//! What a seat, or an onlooker, knows of hidden cards: a fold over what it has observed of the moves, shuffles and shows
//! of a match.
//!
//! The cards lie in *slots*. Slots that a viewer can't tell apart are one *group*: all cards of a bag, all cards of a pile
//! that the viewer sees, and the places of a pile that were shuffled together. A place of a pile to which a card has gone
//! since then is a group of its own, and goes with its card where the pile is turned over or its cards go to another pile.
//!
//! Every card of the match is in one *token*: n cards of a type that lie among a set of groups. A card that the viewer sees
//! is a token with one group. The number of cards of a type that certainly lie among some groups is the sum of the tokens
//! whose sets are inside; the rules below never raise it, for any set of groups, above what is true.
//!
//! - A card that leaves a group unseen may be of any type that can be there. Of each type one card fewer is sure to be
//!   in the sets with the group, and as many as before in the sets that have the group where it goes as well. Where it was
//!   the last card, its group goes over into the other one.
//! - Of a type that is seen to leave a group one card fewer is sure to be in the sets with that group. Where several
//!   tokens may have been the card, those that are left merge: with the sets in order, each takes in the next one.
//! - A shuffle makes one group of all groups of a pile.
//! - A group that is filled by cards that are certainly there holds no other ones; a group that only so many cards can be
//!   in as it has slots holds them all.
//!
//! This is sound: [`Knowledge::against`] finds nothing against the true state. It is weaker than what could be deduced
//! where an unseen card is one of several of different types (the alternatives are kept for each type by itself), and where
//! a hidden card goes into a bag and another one out of it.

use std::collections::BTreeMap;
use std::fmt;

use smallvec::SmallVec;

use crate::game::Game;
use crate::game::view::View;
use crate::ids::{CardType, Seat, ZoneId};
use crate::layout::ZoneLayout;
use crate::state::State;
use crate::state::notes::{Note, Spot};

/// A group of slots, by its number.
pub(crate) type Group = u16;

/// Groups in ascending order.
pub(crate) type Groups = SmallVec<[Group; 8]>;

/// The most classes of tokens. With more of them knowledge is given up for that of the sizes of zones alone.
const MOST_CLASSES: usize = 1024;

/// What a viewer knows of the cards of a match.
///
/// ```
/// use parlour_engine::{Config, Library, Match, Seat};
///
/// # let mut library = Library::default();
/// # library.add_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../rules"));
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
    /// What was observed once contradicted what was known.
    is_contradicted: bool,
}

/// The groups of the cards of a zone.
#[derive(Clone, Debug)]
enum Slots {
    /// All cards are of one group.
    Whole(Group),
    /// The group of each place of a pile.
    Row(Vec<Group>),
}

/// The tokens with the same groups.
#[derive(Clone, Debug)]
struct Class {
    groups: Groups,
    /// How many cards of each type, in ascending order of types.
    cards: Vec<(u16, u32)>,
}

/// Something was observed that can't be by what is known.
#[derive(Clone, Copy, Debug)]
struct Contradiction;

/// The numbers of a viewer's knowledge aren't for every eye: they tell what the viewer knows.
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

/// The union of two sets of groups.
fn union(a: &Groups, b: &Groups) -> Groups {
    let mut out: Groups = a.iter().chain(b).copied().collect();
    out.sort_unstable();
    out.dedup();
    out
}

impl Knowledge {
    /// What a viewer knows of a match before anything has happened: there are no cards yet.
    pub(crate) fn new(game: &Game, viewer: Option<Seat>) -> Self {
        let mut out =
            Self { viewer, zones: Vec::new(), sizes: Vec::new(), classes: Vec::new(), is_contradicted: false };
        out.clear(game);
        out
    }

    /// What a viewer knows of a state whose past it doesn't know.
    pub(crate) fn of_view(game: &Game, view: &View) -> Self {
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
                        (Slots::Row(_), None, Some(group)) => group,
                        (Slots::Row(_), ..) => out.new_group(),
                    };
                    if let Slots::Row(row) = &mut out.zones[zone][member] {
                        row.push(group);
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

    /// Whose knowledge it is; `None` for an onlooker.
    pub fn viewer(&self) -> Option<Seat> {
        self.viewer
    }

    /// True if something was observed on the way that can't be by what was known. That is a fault of the engine or of a
    /// word, and what was known before is forgotten then.
    pub fn is_contradicted(&self) -> bool {
        self.is_contradicted
    }

    /// Cards of types that lie anywhere among some groups, or nowhere.
    fn spread(&mut self, pool: &[u32], mut among: Groups) {
        let slots = among.len() as u32;
        among.sort_unstable();
        among.dedup();
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
                ZoneLayout::Pile(_) if !game.sees(self.viewer, ZoneId::from_index(zone), member) => {
                    Slots::Row(Vec::new())
                }
                _ => {
                    self.sizes.push(0);
                    Slots::Whole((self.sizes.len() - 1) as Group)
                }
            });
            slots.collect()
        });
        self.zones = zones.collect();
    }

    /// Forgets everything but how many cards lie where.
    fn forget(&mut self, game: &Game) {
        self.classes.clear();
        let sizes = self.sizes.iter().enumerate();
        let among = sizes.flat_map(|(group, &n)| std::iter::repeat_n(group as Group, n as usize)).collect();
        let pool: Vec<u32> = game.card_counts().iter().map(|&n| n as u32).collect();
        self.spread(&pool, among);
    }

    /// Takes in what has happened, as far as the viewer observes it.
    pub(crate) fn observe(&mut self, game: &Game, notes: &[Note]) {
        for note in notes {
            if self.observe_one(game, note).is_err() {
                self.is_contradicted = true;
                self.forget(game);
            } else if self.classes.len() > MOST_CLASSES {
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
                if let Slots::Row(row) = self.slots(at)? {
                    row.push(group);
                }
                self.sizes[usize::from(group)] += 1;
                self.add(Groups::from_slice(&[group]), card, 1);
            }
            Note::Shuffle(at) => _ = self.shuffle(at),
            Note::Show { card, at, whom } => {
                let is_for_viewer = whom.is_none_or(|seat| self.viewer == Some(seat));
                if is_for_viewer && !self.sees(game, at) {
                    self.show(card, at)?;
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
        };
        let is_row = matches!(self.slots(from)?, Slots::Row(_));
        let whole = match self.slots(to)? {
            Slots::Whole(group) => Some(*group),
            Slots::Row(_) => None,
        };
        let reached = match whole {
            Some(group) => group,
            // It goes from place to place with its slot.
            None if is_row && !is_seen => left,
            None => self.new_group(),
        };
        if let Slots::Row(row) = self.slots(to)? {
            let place = usize::from(to.place).saturating_sub(1).min(row.len());
            row.insert(place, reached);
        }
        if left == reached {
            return Ok(());
        }
        if is_seen {
            self.leave(left, card)?;
            self.sizes[usize::from(reached)] += 1;
            self.add(Groups::from_slice(&[reached]), card, 1);
        } else {
            self.drift(left, reached);
        }
        self.settle_at(left, reached);
        Ok(())
    }

    /// Takes in that a card of a type is at a place.
    fn show(&mut self, card: u16, at: Spot) -> Result<(), Contradiction> {
        let group = match self.slots(at)? {
            Slots::Whole(group) => *group,
            Slots::Row(row) => *row.get(usize::from(at.place).wrapping_sub(1)).ok_or(Contradiction)?,
        };
        let is_whole = matches!(self.slots(at)?, Slots::Whole(_));
        let single = Groups::from_slice(&[group]);
        if is_whole && self.classes.iter().any(|class| class.groups == single && class.count(card) > 0) {
            return Ok(());
        }
        self.leave(group, card)?;
        let reached = if is_whole || self.sizes[usize::from(group)] == 0 { group } else { self.new_group() };
        self.sizes[usize::from(reached)] += 1;
        self.add(Groups::from_slice(&[reached]), card, 1);
        if let Slots::Row(row) = self.slots(at)? {
            row[usize::from(at.place) - 1] = reached;
        }
        self.settle_at(group, reached);
        Ok(())
    }

    /// Makes one group of all groups of a pile, and gives it; `None` for one without cards.
    fn shuffle(&mut self, at: Spot) -> Option<Group> {
        let row = match self.slots(at).ok()? {
            Slots::Whole(group) => return Some(*group),
            Slots::Row(row) => row.clone(),
        };
        let first = *row.first()?;
        if self.sizes[usize::from(first)] as usize == row.len() && row.iter().all(|group| *group == first) {
            return Some(first);
        }
        let mut counts: BTreeMap<Group, u32> = BTreeMap::new();
        row.iter().for_each(|group| *counts.entry(*group).or_default() += 1);
        let all = self.new_group();
        let whole = |(group, n): &(&Group, &u32)| self.sizes[usize::from(**group)] == **n;
        let gone: Groups = counts.iter().filter(whole).map(|(group, _)| *group).collect();
        for class in &mut self.classes {
            if class.groups.iter().any(|group| gone.binary_search(group).is_ok()) {
                class.groups.retain(|group| gone.binary_search(group).is_err());
                class.groups.push(all);
                class.groups.sort_unstable();
            }
        }
        for group in &gone {
            self.sizes[usize::from(all)] += std::mem::take(&mut self.sizes[usize::from(*group)]);
        }
        self.join();
        // Groups with places elsewhere as well give some of their cards.
        for (&group, &n) in counts.iter().filter(|(group, _)| gone.binary_search(group).is_err()) {
            (0..n).for_each(|_| self.drift(group, all));
        }
        if let Ok(Slots::Row(row)) = self.slots(at) {
            row.iter_mut().for_each(|group| *group = all);
        }
        self.settle();
        Some(all)
    }

    /// A group that no slot is of.
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
        // No token is left of one without slots.
        group as Group
    }

    fn add(&mut self, groups: Groups, card: u16, n: u32) {
        match self.classes.iter_mut().find(|class| class.groups == groups) {
            Some(class) => class.add(card, n),
            None => self.classes.push(Class { groups, cards: vec![(card, n)] }),
        }
    }

    /// Takes in that a card of a type leaves a group, seen by the viewer.
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

    /// Takes one card of a type out of the first of some sets of groups, and one out of each next one together with the one
    /// before it; into what the first becomes, if that is given.
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

    /// Takes in that some card goes from a group to another one, unseen by the viewer.
    fn drift(&mut self, left: Group, reached: Group) {
        let slots = self.sizes[usize::from(left)];
        self.sizes[usize::from(left)] = slots.saturating_sub(1);
        self.sizes[usize::from(reached)] += 1;
        if slots <= 1 {
            for class in self.classes.iter_mut().filter(|class| class.has(left)) {
                class.groups.retain(|group| *group != left && *group != reached);
                class.groups.push(reached);
                class.groups.sort_unstable();
            }
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

    /// Joins classes whose groups have become the same.
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

    /// Draws the conclusions from two groups whose cards have changed.
    fn settle_at(&mut self, a: Group, b: Group) {
        if [a, b].into_iter().any(|group| self.is_unsettled(group)) {
            self.settle();
        }
    }

    /// True if something follows from how many cards are or can be in a group.
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

    /// Draws the conclusions from how many cards are or can be in each group, until no more follow.
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

    /// The group of a place of a zone; a bag has one place.
    pub(crate) fn group(&self, zone: usize, member: usize, place: Option<usize>) -> Option<Group> {
        match self.zones.get(zone)?.get(member)? {
            Slots::Whole(group) => Some(*group),
            Slots::Row(row) => row.get(place?).copied(),
        }
    }

    /// The tokens: the groups, the type of card, and how many.
    pub(crate) fn tokens(&self) -> impl Iterator<Item = (&Groups, usize, u32)> {
        self.classes
            .iter()
            .flat_map(|class| class.cards.iter().map(|(card, n)| (&class.groups, usize::from(*card), *n)))
    }

    /// The number of slots of a group.
    pub(crate) fn slots_of(&self, group: Group) -> u32 {
        self.sizes.get(usize::from(group)).copied().unwrap_or(0)
    }

    /// The same without the cards that a view shows: what is known of the others. `None` if the view shows a card that can't
    /// be there by what is known.
    pub(crate) fn without_shown(&self, game: &Game, view: &State) -> Option<Self> {
        let mut out = self.clone();
        for (zone, family) in game.layout().zones.iter().enumerate() {
            for member in 0..family.len() {
                let cards = game.zone_cards(view, ZoneId::from_index(zone), member);
                let slots = match self.zones.get(zone)?.get(member)? {
                    Slots::Whole(_) => None,
                    Slots::Row(row) => Some(row.len()),
                };
                if slots.is_some_and(|slots| slots != cards.len()) {
                    return None;
                }
                for (place, card) in cards.iter().enumerate() {
                    let Some(card) = card else { continue };
                    let group = self.group(zone, member, Some(place))?;
                    out.leave(group, card.index() as u16).ok()?;
                }
            }
        }
        out.settle();
        Some(out)
    }

    /// The least number of cards of each type that lie in a zone for sure, of those that can be told to be there.
    pub fn at_least(&self, zone: ZoneId, member: usize) -> Vec<(CardType, u32)> {
        let Some(slots) = self.zones.get(zone.index()).and_then(|family| family.get(member)) else { return Vec::new() };
        let mut inside: Groups = match slots {
            Slots::Whole(group) => Groups::from_slice(&[*group]),
            Slots::Row(row) => row.iter().copied().collect(),
        };
        inside.sort_unstable();
        // A group that has slots elsewhere as well is not inside.
        if let Slots::Row(row) = slots {
            let here = |group: Group| row.iter().filter(|other| **other == group).count() as u32;
            inside.dedup();
            inside.retain(|group| here(*group) == self.slots_of(*group));
        }
        let mut counts: BTreeMap<u16, u32> = BTreeMap::new();
        let is_inside = |class: &&Class| class.groups.iter().all(|group| inside.binary_search(group).is_ok());
        for (card, n) in self.classes.iter().filter(is_inside).flat_map(|class| &class.cards) {
            *counts.entry(*card).or_default() += n;
        }
        counts.into_iter().map(|(card, n)| (CardType::from_index(usize::from(card)), n)).collect()
    }

    /// The contradiction between the true state and this knowledge, if there is one: a zone of another size than is known,
    /// or cards of a type that lie where they can't be. Then the knowledge is wrong, and not only weak.
    pub fn against(&self, game: &Game, state: &State) -> Option<String> {
        let types = game.pack().card_types();
        let mut lying: Vec<BTreeMap<Group, u32>> = vec![BTreeMap::new(); types];
        let mut sizes = vec![0; self.sizes.len()];
        for (zone, family) in game.layout().zones.iter().enumerate() {
            for member in 0..family.len() {
                let cards = game.zone_cards(state, ZoneId::from_index(zone), member);
                for (place, card) in cards.into_iter().enumerate() {
                    let name = || {
                        let spec = &game.pack().zones[zone];
                        game.member_name(&spec.label, &spec.per, member)
                    };
                    let Some(group) = self.group(zone, member, Some(place)) else {
                        return Some(format!("`{}` has more cards than is known", name()));
                    };
                    sizes[usize::from(group)] += 1;
                    if sizes[usize::from(group)] > self.slots_of(group) {
                        return Some(format!("`{}` has more cards than is known", name()));
                    }
                    if let Some(card) = card {
                        *lying[card.index()].entry(group).or_default() += 1;
                    }
                }
            }
        }
        for (card, lying) in lying.into_iter().enumerate().filter(|(_, lying)| !lying.is_empty()) {
            let tokens: Vec<(&Groups, u32)> =
                self.tokens().filter(|token| token.1 == card).map(|token| (token.0, token.2)).collect();
            if !fits(&tokens, &lying) {
                let name = game.card_name(CardType::from_index(card));
                return Some(format!("{name} lies where it can't be by what is known"));
            }
        }
        None
    }
}

/// True if each of the cards of a type, so many in each group, can be one of the tokens, each of which is in a set of
/// groups: a matching by augmenting paths.
pub(crate) fn fits(tokens: &[(&Groups, u32)], lying: &BTreeMap<Group, u32>) -> bool {
    // How many cards of each group each token has.
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

/// Gives a card of a group to a token, and its place there to one that takes another token.
fn give(
    group: Group,
    tokens: &[(&Groups, u32)],
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
