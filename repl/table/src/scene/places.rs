//! Zones: the place of each at the table, the layout and the visibility of its cards.

use parlour_engine::game::Game;
use parlour_engine::ids::{CardType, Seat, VarId, ZoneId};
use parlour_engine::pack::looks::ZoneLook;
use parlour_engine::pack::spec::{Cell, Column, Per, Seen, TricksSpec, ZoneKind, ZoneSpec};

use super::{At, CardScene, CardSet, Fact, Lies, Place, cards, laid};
use crate::view::SeatView;

/// All zones but those that a pack hides.
pub(super) fn all(view: &SeatView) -> Vec<Place> {
    let game = view.game();
    let zones = game.pack().zones.iter().enumerate().filter(|(_, spec)| spec.look != Some(ZoneLook::Hidden));
    let members = zones.flat_map(|(n, spec)| (0..game.zone_count(ZoneId::from_index(n))).map(move |m| (n, spec, m)));
    let places = members.map(|(n, spec, member)| place(view, ZoneId::from_index(n), spec, member));
    places.chain(laid::all(view)).collect()
}

fn place(view: &SeatView, zone: ZoneId, spec: &ZoneSpec, member: usize) -> Place {
    let game = view.game();
    let cards = view.cards(zone, member);
    let owner = owner(view, zone, spec, member);
    let at = at(view, spec, owner);
    let lies = lies(game, spec, &at);
    Place {
        name: game.member_name(&spec.label, &spec.per, member),
        zone: spec.label.clone(),
        title: spec.title.clone(),
        of: match spec.per {
            Per::One => owner.map(|seat| game.seat_name(seat).to_owned()),
            _ => game.entry_name(&spec.per, member),
        },
        is_ours: is_ours(view, zone, spec, owner),
        count: cards.len(),
        is_idle: is_idle(view, zone, member),
        sum: spec.sum.and_then(|column| sum(game, column, &cards)),
        note: spec.note.filter(|_| !cards.is_empty()).and_then(|column| note(game, &spec.per, member, column)),
        known: view.notes().of_zone(zone, member).map(str::to_owned).or_else(|| top(game, (spec, lies), &cards)),
        cards: in_sight(view, zone, (spec, member), &cards, lies),
        // A tray beside the hand is there while cards lie in it, or all lay theirs away.
        room: if at == At::Hand && cards.is_empty() && !is_laying(view) { 0 } else { spec.room },
        groups: Vec::new(),
        to_come: Vec::new(),
        has_numbers: false,
        at,
        lies,
    }
}

/// The top card of a pile face down, if the viewer knows it.
fn top(game: &Game, (spec, lies): (&ZoneSpec, Lies), cards: &[Option<CardType>]) -> Option<String> {
    let top = (*cards.last()?)?;
    let row = cards::table(game)?.rows.get(top.index())?;
    (lies == Lies::Pile && spec.seen == Seen::None).then(|| format!("on top: {}", row.title))
}

/// True if the viewer decides at the same time as others.
fn is_laying(view: &SeatView) -> bool {
    let phases = &view.game().pack().phases;
    view.due().is_some_and(|due| view.seat().is_some() && phases[due.phase.index()].simultaneous)
}

/// True if the cards of a zone are out of play.
fn is_idle(view: &SeatView, zone: ZoneId, member: usize) -> bool {
    let mut vars = view.game().pack().vars.iter().enumerate().filter(|(_, spec)| spec.idles == Some(zone));
    vars.any(|(var, _)| view.number(VarId::from_index(var), member, 0).is_some_and(|number| number != 0))
}

/// The value in a column of the indexing table for a member of a zone.
fn note(game: &Game, per: &Per, member: usize, column: usize) -> Option<Fact> {
    let Per::Table(table) = per else { return None };
    let table = &game.pack().tables[*table];
    let value = cards::cell_text(table.rows.get(member)?.cells.get(column)?)?;
    let Column { name, title, .. } = &table.columns[column];
    Some(Fact { name: name.clone(), title: title.clone(), value, ..Fact::default() })
}

/// The sum of a column over some cards, if all of them are known.
fn sum(game: &Game, column: usize, cards: &[Option<CardType>]) -> Option<Fact> {
    let table = cards::table(game)?;
    let number = |card: &Option<CardType>| match table.rows[(*card)?.index()].cells.get(column)? {
        Cell::Int(number) => Some(*number),
        _ => None,
    };
    let sum: i64 = cards.iter().map(number).sum::<Option<i64>>()?;
    let Column { name, title, .. } = &table.columns[column];
    Some(Fact { name: name.clone(), title: title.clone(), value: sum.to_string(), ..Fact::default() })
}

/// The seat at which a zone lies: the first of a team, or the one that a variable holds.
fn owner(view: &SeatView, zone: ZoneId, spec: &ZoneSpec, member: usize) -> Option<Seat> {
    let game = view.game();
    match spec.per {
        Per::Seat => Some(Seat::from_index(member)),
        Per::Team => game.members(member).next(),
        Per::One => {
            seat_in(view, game.pack().vars.iter().position(|var| var.owns == Some(zone)).map(VarId::from_index)?)
        }
        _ => None,
    }
}

/// The seat that a variable of the table holds.
fn seat_in(view: &SeatView, var: VarId) -> Option<Seat> {
    let number = usize::try_from(view.number(var, 0, 0)?).ok()?;
    number.checked_sub(1).map(Seat::from_index)
}

/// True if a zone lies at a partner of the viewer's, and its cards are played by other seats than that.
fn is_ours(view: &SeatView, zone: ZoneId, spec: &ZoneSpec, owner: Option<Seat>) -> bool {
    let game = view.game();
    let is_partner = |(own, owner): (Seat, Seat)| own != owner && game.team_of(own) == game.team_of(owner);
    let is_played = || game.pack().verbs.iter().any(|verb| (0..verb.args.len()).any(|n| verb.zones(n).contains(&zone)));
    spec.per == Per::One && view.seat().zip(owner).is_some_and(is_partner) && is_played()
}

/// The place of a zone: a seat's hand, at a seat, common supply, or the centre.
fn at(view: &SeatView, spec: &ZoneSpec, owner: Option<Seat>) -> At {
    match owner {
        Some(seat) if view.seat() == Some(seat) && (is_hand(spec) || spec.per == Per::One) => At::Hand,
        Some(seat) => At::Seat(seat.index()),
        None if spec.kind == ZoneKind::Pile && spec.trick.is_none() => At::Supply,
        None if spec.seen == Seen::None => At::Supply,
        None => At::Centre,
    }
}

/// True if the zone is private to a seat.
pub(super) fn is_hand(spec: &ZoneSpec) -> bool {
    spec.per == Per::Seat && matches!(spec.seen, Seen::Owner | Seen::Others)
}

fn lies(game: &Game, spec: &ZoneSpec, at: &At) -> Lies {
    if let Some(look) = spec.look {
        return match look {
            ZoneLook::Fan => Lies::Fan,
            ZoneLook::Row => Lies::Row,
            ZoneLook::Stacks => Lies::Stacks,
            ZoneLook::Grid => Lies::Grid,
            ZoneLook::Cascade => Lies::Cascade,
            ZoneLook::Small => Lies::Small,
            ZoneLook::Count => Lies::Chips,
            _ => Lies::Pile,
        };
    }
    let is_large = game.pack().card_types() > MAX_KINDS;
    match (at, spec.kind) {
        _ if spec.trick.is_some() => Lies::Trick,
        _ if is_hand(spec) => Lies::Fan,
        (At::Seat(_), ZoneKind::Bag) if is_large => Lies::Chips,
        (At::Centre, ZoneKind::Bag) if is_large => Lies::Fan,
        (_, ZoneKind::Bag) => Lies::Stacks,
        _ => Lies::Pile,
    }
}

/// The maximum number of kinds of card that are shown as stacks.
const MAX_KINDS: usize = 20;

/// The visible cards: of a pile the top, of a bag the merged kinds, of others all.
fn in_sight(
    view: &SeatView,
    zone: ZoneId,
    (spec, member): (&ZoneSpec, usize),
    cards: &[Option<CardType>],
    lies: Lies,
) -> Vec<CardScene> {
    let game = view.game();
    let name = |card: Option<CardType>| card.map(|card| game.card_name(card).to_owned());
    match lies {
        // A pile that nobody sees is face down, and so is a deck once the match is over and everything is known.
        Lies::Pile | Lies::Small if spec.seen == Seen::None && (lies == Lies::Pile || view.due().is_none()) => {
            (!cards.is_empty()).then(|| CardScene::of(None, cards.len())).into_iter().collect()
        }
        // Of a deck that is only counted no card is another's equal or different.
        Lies::Chips if spec.seen == Seen::None && cards.iter().all(Option::is_none) => {
            (!cards.is_empty()).then(|| CardScene::of(None, cards.len())).into_iter().collect()
        }
        Lies::Pile => cards.last().map(|&card| CardScene::of(name(card), cards.len())).into_iter().collect(),
        _ if spec.kind == ZoneKind::Bag || matches!(lies, Lies::Stacks | Lies::Grid | Lies::Small) => {
            let mut sorted = cards.to_vec();
            sorted.sort_by_key(|card| card.map_or(usize::MAX, CardType::index));
            sorted.chunk_by(|a, b| a == b).map(|same| CardScene::of(name(same[0]), same.len())).collect()
        }
        _ => {
            let players = if lies == Lies::Trick { players(view, zone, cards.len()) } else { Vec::new() };
            let each = cards.iter().enumerate();
            each.map(|(n, &card)| CardScene {
                nth: Some(n + 1),
                by: players.get(n).copied(),
                marks: cards::marks(view, zone, member, n),
                corners: Vec::new(),
                known: cards::known(view, zone, member, n),
                ..CardScene::of(name(card), 1)
            })
            .collect()
        }
    }
}

/// Marks the open cards that decide.
pub(super) fn mark_deciding(game: &Game, places: &mut [Place], deciding: &[CardType]) {
    let names: Vec<&str> = deciding.iter().map(|&card| game.card_name(card)).collect();
    let cards = places.iter_mut().flat_map(|place| &mut place.cards);
    for card in cards.filter(|card| card.card.as_deref().is_some_and(|name| names.contains(&name))) {
        card.is_deciding = true;
    }
}

/// Finds the numbers that are still to come from a pile face down: the one hidden place of a game whose cards are the
/// numbers from 1, each once.
pub(super) fn count_down(game: &Game, places: &mut [Place]) {
    let counts = game.card_counts();
    let numbers = (0..counts.len()).map(CardType::from_index).filter(|card| counts[card.index()] > 0);
    let names: Vec<&str> = numbers.map(|card| game.card_name(card)).collect();
    let are_numbers = names.iter().enumerate().all(|(n, name)| *name == (n + 1).to_string());
    let are_single = counts.iter().all(|&count| count <= 1);
    if !are_numbers || !are_single || !(MIN_NUMBERS..=MAX_KINDS).contains(&names.len()) {
        return;
    }
    // Cards that are numbers of a variable are others.
    let is_dealt = |place: &&Place| !place.has_numbers;
    let seen: Vec<String> =
        places.iter().filter(is_dealt).flat_map(|place| &place.cards).filter_map(|card| card.card.clone()).collect();
    let is_hidden = |place: &Place| place.count > 0 && place.cards.iter().all(|card| card.card.is_none());
    let mut hidden = places.iter_mut().filter(|place| !place.has_numbers && is_hidden(place));
    if let (Some(pile), None) = (hidden.next(), hidden.next())
        && pile.of.is_none()
        && pile.count + seen.len() == names.len()
    {
        pile.to_come = names.iter().map(|name| !seen.iter().any(|seen| seen == name)).collect();
    }
}

/// The fewest numbers that are counted down.
const MIN_NUMBERS: usize = 5;

/// Sets of cards that a seat has laid down, with what each is worth.
pub(super) fn sets(game: &Game, sets: &[Vec<CardType>]) -> Vec<CardSet> {
    let of = |set: &Vec<CardType>| {
        let card = *set.first().filter(|first| set.iter().all(|card| card == *first))?;
        let worth = set.len().checked_sub(1).and_then(|n| cards::ladder(game, card)?.get(n).copied());
        Some(CardSet { card: game.card_name(card).to_owned(), count: set.len(), worth })
    };
    sets.iter().filter_map(of).collect()
}

/// The seats whose cards lie in a trick, the first one first. Without `[trick]` each seat plays one in the order of play.
fn players(view: &SeatView, zone: ZoneId, played: usize) -> Vec<usize> {
    let count = view.game().seat_count();
    let tricks = view.game().pack().tricks.as_ref().filter(|tricks| tricks.pile() == zone);
    let first = match tricks {
        Some(tricks) => seat_in(view, tricks.leader()).map(Seat::index),
        None => view.due().map(|due| (due.seat.index() + count * 2 - played % (count + 1)) % count),
    };
    let Some(first) = first else { return Vec::new() };
    let out = tricks.and_then(TricksSpec::out);
    let plays = |seat: &usize| {
        view.is_in(Seat::from_index(*seat)) && out.is_none_or(|var| view.number(var, *seat, 0) == Some(0))
    };
    let around = (0..count).map(|n| (first + n) % count);
    if tricks.is_some() { around.filter(plays).collect() } else { around.collect() }
}

impl CardScene {
    pub(super) fn of(card: Option<String>, count: usize) -> Self {
        Self {
            card,
            count,
            nth: None,
            by: None,
            marks: Vec::new(),
            corners: Vec::new(),
            known: Vec::new(),
            is_last: false,
            is_deciding: false,
        }
    }
}

/// The variables that annotate the cards of a zone.
pub(super) fn marking(game: &Game, zone: ZoneId) -> impl Iterator<Item = VarId> + '_ {
    let vars = game.pack().vars.iter().enumerate();
    vars.filter(move |(_, spec)| spec.marks == Some(zone)).map(|(n, _)| VarId::from_index(n))
}

/// Lays the cards of the viewer's hand by the groups that the pack tells of, the others after them.
pub(super) fn group(game: &Game, places: &mut [Place], groups: &[Vec<CardType>]) {
    let is_hand = |place: &&mut Place| place.at == At::Hand && place.cards.iter().all(|card| card.nth.is_none());
    let Some(hand) = places.iter_mut().find(is_hand) else { return };
    let mut left = std::mem::take(&mut hand.cards);
    for group in groups {
        let before = hand.cards.len();
        for card in group {
            let name = game.card_name(*card);
            let Some(n) = left.iter().position(|held| held.card.as_deref() == Some(name)) else { continue };
            left[n].count -= 1;
            hand.cards.push(CardScene { count: 1, ..left[n].clone() });
            left.retain(|held| held.count > 0);
        }
        hand.groups.extend(Some(hand.cards.len() - before).filter(|count| *count > 0));
    }
    hand.cards.append(&mut left);
}
