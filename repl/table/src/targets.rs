//! Tap targets: the things of a scene with which a legal action can begin, by the grammar of the game alone.

use std::collections::{BTreeMap, BTreeSet};

use parlour_engine::english::capitalized;
use serde_json::{Map, Value};

use crate::Description;
use crate::choices::{ArgNow, DomainNow, Legal, LegalAction};
use crate::described::{ArgSaid, RowSaid, VerbSaid};
use crate::scene::{At, Scene};

/// A thing of a picture, by the data attributes of its tap target.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Target<'a> {
    /// `square`, `card`, `seat`, `space`, `die`, `row` or `piece`.
    pub kind: &'a str,
    /// Its board, zone, track, sheet or dice.
    pub of: &'a str,
    /// Its value, as in actions.
    pub value: &'a str,
    /// Its index in its zone, if actions name cards by index.
    pub nth: Option<usize>,
}

impl<'a> Target<'a> {
    /// A target.
    pub const fn new(kind: &'a str, of: &'a str, value: &'a str, nth: Option<usize>) -> Self {
        Self { kind, of, value, nth }
    }

    /// The family of its zone and the member of that: `hand` and `west` of `hand.west`.
    fn zone(self) -> (&'a str, Option<&'a str>) {
        self.of.split_once('.').map_or((self.of, None), |(family, member)| (family, Some(member)))
    }
}

/// The targets with which a legal action of the viewer can begin.
#[derive(Clone, Debug, Default)]
pub struct Targets {
    actions: Vec<LegalAction>,
    verbs: BTreeMap<String, VerbSaid>,
    /// The arguments of the verbs whose actions are put together from cards, by verb.
    composed: BTreeMap<String, Vec<ArgNow>>,
    /// The verbs whose numbers consist of the digits of dice.
    keeping: BTreeSet<String>,
    seat: Option<String>,
    seats: BTreeSet<String>,
    /// The viewer's hands, by name.
    hands: BTreeSet<String>,
    /// The other seats of whose hands the viewer sees cards.
    open: BTreeSet<String>,
    /// The values in the columns of each card.
    columns: BTreeMap<String, Vec<Value>>,
    /// The values in the columns of each row, by table.
    rows: BTreeMap<String, BTreeMap<String, Vec<Value>>>,
    /// For each board its width and its squares.
    boards: BTreeMap<String, (usize, Vec<Option<String>>)>,
}

/// The reading of a card of the viewer's own hand by an action.
#[derive(Clone, Copy, Default)]
struct Held {
    /// True if the action takes such a card by itself: then the words written on it don't count.
    is_itself: bool,
    /// True if the action has no other argument.
    is_whole: bool,
    /// True if the action is about cards of another seat that the viewer sees: then its numbers mean those.
    is_unmeant: bool,
}

/// The match between a target and an argument: it is its value, says it by something else about it, or hints at it.
const EXACT: usize = 3;
const NEAR: usize = 2;
const LOOSE: usize = 1;

impl Targets {
    /// The targets of a scene, for the legal actions of its viewer.
    pub fn new(description: &Description, legal: &Legal, scene: &Scene) -> Self {
        let is_composed = |args: &[ArgNow]| args.iter().any(|arg| arg.kind.kind == "cards");
        let composed = legal.verbs.iter().filter(|verb| verb.is_listed && is_composed(&verb.args));
        let composed: BTreeMap<String, Vec<ArgNow>> =
            composed.map(|verb| (verb.verb.clone(), verb.args.clone())).collect();
        let actions = legal.actions.iter().filter(|action| !composed.contains_key(&action.verb)).cloned().map(by_way);
        let hands = scene.places.iter().filter(|place| place.at == At::Hand).map(|place| place.name.clone());
        let hands: BTreeSet<String> = hands.collect();
        let families: BTreeSet<&str> = hands.iter().filter_map(|hand| hand.split('.').next()).collect();
        let open = scene.places.iter().filter(|place| {
            let is_seen = place.cards.iter().any(|card| card.card.is_some());
            is_seen
                && !hands.contains(&place.name)
                && place.name.split('.').next().is_some_and(|of| families.contains(of))
        });
        let open = open.filter_map(|place| Some(place.name.split_once('.')?.1.to_owned())).collect();
        let boards = description.boards.iter();
        let mut targets = Self {
            actions: actions.collect(),
            verbs: description.verbs.iter().map(|verb| (verb.name.clone(), verb.clone())).collect(),
            composed,
            keeping: BTreeSet::new(),
            seat: scene.viewer.clone(),
            seats: description.seats.all_names.iter().chain(&description.seats.names).cloned().collect(),
            hands,
            open,
            columns: columns_of(&description.cards),
            rows: description.tables.iter().map(|(name, rows)| (name.clone(), columns_of(rows))).collect(),
            boards: boards.map(|board| (board.name.clone(), (board.width, board.squares.clone()))).collect(),
        };
        let own = scene.seats.iter().find(|seat| seat.is_own).map(|seat| seat.number);
        let dice = scene.dice.iter().filter(|dice| dice.seat.is_none() || dice.seat == own);
        let dice: Vec<i32> = dice.flat_map(|dice| dice.shown.iter().flatten().copied()).collect();
        targets.keeping = targets.verbs.keys().filter(|verb| targets.keeps(verb, &digits_of(&dice))).cloned().collect();
        targets
    }

    /// True if no action can begin with a target.
    pub fn is_empty(&self) -> bool {
        self.actions.is_empty() && self.composed.is_empty()
    }

    /// True if a legal action can begin with a target: squares and spaces in the order in which the action is written.
    pub fn may(&self, target: &Target<'_>) -> bool {
        self.begins_listed(target) || self.begins_composed(target)
    }

    /// True if the only thing with which actions can begin leads to a target, such as a point that a checker may enter.
    pub fn goes(&self, target: &Target<'_>) -> bool {
        let values = |action: &LegalAction| action.args.values().map(text_of).collect::<Vec<_>>();
        let all: Vec<Vec<String>> = self.actions.iter().map(values).collect();
        let first = all.first().and_then(|values| values.first());
        let is_single = first.is_some() && all.iter().all(|values| values.first() == first);
        is_single && target.kind == "space" && all.iter().any(|values| values[1..].iter().any(|to| to == target.value))
    }

    /// The titles of the actions that no target of a scene stands for: those without arguments, and those with numbers or
    /// words that nothing shows, with an ellipsis.
    pub fn untapped(&self, scene: &Scene) -> Vec<String> {
        let mut names: Vec<&str> = self.actions.iter().map(|action| action.verb.as_str()).collect();
        names.dedup();
        let has_numbers = scene.tracks.iter().any(|track| track.spaces.len() > 1)
            || scene
                .places
                .iter()
                .any(|place| self.hands.contains(&place.name) && place.cards.iter().any(|c| c.nth.is_some()))
            || scene.boards.iter().any(|board| board.is_upright)
            || !scene.sheets.is_empty();
        let mut offers = Vec::new();
        for verb in names.into_iter().filter_map(|name| self.verbs.get(name)) {
            let title = scene.labels.get(&verb.name).or(verb.title.as_ref());
            let title = title.cloned().unwrap_or_else(|| verb.name.replace('_', " "));
            let is_chosen = |arg: &ArgSaid| matches!(arg.kind.kind, "number" | "word");
            let offer = match verb.args.is_empty() {
                true if verb.at.is_none() && self.actions.iter().any(|a| a.verb == verb.name && a.way.is_none()) => {
                    title
                }
                false if verb.args.iter().all(is_chosen) && !has_numbers && !self.keeping.contains(&verb.name) => {
                    format!("{title}…")
                }
                _ => continue,
            };
            let offer = capitalized(&offer);
            if !offers.contains(&offer) {
                offers.push(offer);
            }
        }
        offers
    }

    fn args(&self, verb: &str) -> &[ArgSaid] {
        self.verbs.get(verb).map_or(&[], |verb| &verb.args)
    }

    fn begins_listed(&self, target: &Target<'_>) -> bool {
        if target.kind == "die" {
            let kept = self.actions.iter().filter(|action| self.keeping.contains(&action.verb));
            return kept.filter_map(|action| self.number(action)).any(|digits| digits.contains(target.value));
        }
        let is_piled = |action: &LegalAction| {
            let at = self.verbs.get(&action.verb).and_then(|verb| verb.at.as_deref());
            target.kind == "card" && at == Some(target.zone().0)
        };
        if self.actions.iter().any(is_piled) {
            return true;
        }
        // Only the actions that it fits best.
        let keyed: Vec<(usize, bool)> = self.actions.iter().map(|action| self.fit(action, target)).collect();
        let best = keyed.iter().map(|(key, _)| *key).max().unwrap_or(0);
        let is_ordered = matches!(target.kind, "square" | "space");
        best > 0 && keyed.iter().any(|(key, is_next)| *key == best && (*is_next || !is_ordered))
    }

    /// The fit of an action, and true if the target is its first argument, or if that is a number.
    fn fit(&self, action: &LegalAction, target: &Target<'_>) -> (usize, bool) {
        let way = [way_arg("from"), way_arg("to")];
        let said = self.args(&action.verb).iter().map(Asked::of);
        let args: Vec<Asked<'_>> = if action.way.is_some() { way.to_vec() } else { said.collect() };
        // A square that an action with squares doesn't name has nothing to do with its numbers.
        let is_named = || action.args.values().any(|value| text_of(value) == target.value);
        if target.kind == "square" && args.iter().any(|arg| arg.kind == "square") && !is_named() {
            return (0, false);
        }
        let held = self.held(action, target, &args);
        let rank = |arg| self.rank(target, arg, action.args.get(arg.name), held);
        let ranks: Vec<usize> = args.iter().map(rank).collect();
        let rank = ranks.iter().copied().max().unwrap_or(0);
        if rank == 0 {
            return (0, false);
        }
        let filled = |n: usize| ranks[n] == rank;
        let first = (0..args.len()).find(|&n| filled(n)).unwrap_or(0);
        if rank < EXACT {
            return (
                rank * 100 + ranks.iter().filter(|one| **one == rank).count(),
                filled(0) || args[0].kind == "number",
            );
        }
        let alike = args[..first].iter().filter(|arg| arg.kind == args[first].kind).count();
        (rank * 100 + 50 - alike.min(50), first == 0 || alike == 0 && args[0].kind == "number")
    }

    /// The reading of a card of the viewer's own hand by an action.
    fn held(&self, action: &LegalAction, target: &Target<'_>, args: &[Asked<'_>]) -> Held {
        if target.kind != "card" || !self.is_own(target) {
            return Held::default();
        }
        let is_card = |arg: &Asked<'_>| matches!(arg.kind, "card" | "cards") && self.comes_from(target, arg.zones);
        let seats = args.iter().filter(|arg| arg.kind == "seat").filter_map(|arg| action.args.get(arg.name)?.as_str());
        let mut others = seats.filter(|seat| Some(*seat) != self.seat.as_deref());
        Held {
            is_itself: args.iter().any(is_card),
            is_whole: args.len() < 2,
            is_unmeant: others.any(|seat| self.open.contains(seat)),
        }
    }

    fn rank(&self, target: &Target<'_>, arg: &Asked<'_>, value: Option<&Value>, held: Held) -> usize {
        let Some(value) = value else { return 0 };
        let is_same = text_of(value) == target.value;
        let when = |is: bool, rank: usize| if is { rank } else { 0 };
        match target.kind {
            "square" if arg.kind == "square" => when(is_same && arg.of.is_none_or(|of| of == target.of), EXACT),
            // Into a column: its number says which.
            "square" if arg.kind == "number" => {
                when(self.column(target).is_some_and(|column| is_number(value, column)), LOOSE)
            }
            "square" | "die" => 0,
            "card" => self.rank_of_card(target, arg, (value, is_same), held),
            "seat" => when(arg.kind == "seat" && is_same, EXACT),
            "space" => when(is_same && matches!(arg.kind, "number" | "word"), EXACT),
            "piece" if self.owner(target).is_some_and(|owner| self.seat.as_deref() != Some(owner)) => 0,
            "piece" if !is_same => when(self.is_of(target, arg, value), LOOSE),
            _ => when(is_same && !matches!(arg.kind, "square" | "seat"), EXACT),
        }
    }

    /// True if the row of an argument's value says the target in a column, as the orientation of a shape does.
    fn is_of(&self, target: &Target<'_>, arg: &Asked<'_>, value: &Value) -> bool {
        let row = arg.of.and_then(|of| self.rows.get(of)?.get(value.as_str()?));
        row.is_some_and(|cells| cells.iter().any(|cell| cell.as_str() == Some(target.value)))
    }

    fn rank_of_card(
        &self,
        target: &Target<'_>,
        arg: &Asked<'_>,
        (value, is_same): (&Value, bool),
        held: Held,
    ) -> usize {
        let when = |is: bool, rank: usize| if is { rank } else { 0 };
        let (family, member) = target.zone();
        if arg.kind == "card" && is_same {
            return when(self.comes_from(target, arg.zones), EXACT);
        }
        if arg.kind == "number" && held.is_unmeant {
            return 0;
        }
        if let ("number", Some(nth)) = (arg.kind, target.nth) {
            return when(is_number(value, nth) && self.is_numbered(target, arg), EXACT);
        }
        if arg.kind == "seat" {
            return when(self.owner(target).is_some_and(|owner| value.as_str() == Some(owner)), NEAR);
        }
        if is_same && arg.kind != "number" || member.is_some() && value.as_str() == member {
            return NEAR;
        }
        // The columns of a card count where it is held: of one's own where they say the action whole, as no card of the
        // hand says a bid of a number and a suit.
        let is_held = self.hands.iter().any(|hand| hand.split('.').next() == Some(family));
        let is_meant = !held.is_itself && (held.is_whole || !self.is_own(target));
        when(is_held && is_meant && self.columns.get(target.value).is_some_and(|cells| cells.contains(value)), NEAR)
    }

    /// True if the numbers of an argument say which card of a place is meant: one of the viewer's own, or one of nobody's
    /// where the numbers have a range. Without that they are an amount.
    fn is_numbered(&self, target: &Target<'_>, arg: &Asked<'_>) -> bool {
        self.is_own(target) || arg.is_ranged && self.owner(target).is_none()
    }

    /// The number of the column of a square, from 1.
    fn column(&self, target: &Target<'_>) -> Option<usize> {
        let (width, squares) = self.boards.get(target.of)?;
        let place = squares.iter().position(|square| square.as_deref() == Some(target.value))?;
        Some(place % width + 1)
    }

    /// True if a card is in the viewer's own hand or, if nobody has one, at the viewer's seat.
    pub fn is_own(&self, target: &Target<'_>) -> bool {
        match self.hands.is_empty() {
            false => self.hands.contains(target.of),
            true => self.seat.is_some() && target.zone().1 == self.seat.as_deref(),
        }
    }

    /// The seat at which a card lies.
    fn owner<'a>(&self, target: &Target<'a>) -> Option<&'a str> {
        target.zone().1.filter(|member| self.seats.contains(*member))
    }

    fn comes_from(&self, target: &Target<'_>, zones: &[String]) -> bool {
        let owner = self.owner(target);
        (owner.is_none() || owner == self.seat.as_deref())
            && (zones.is_empty() || zones.iter().any(|zone| zone == target.zone().0))
    }

    fn begins_composed(&self, target: &Target<'_>) -> bool {
        self.composed.iter().any(|(verb, args)| args.iter().any(|arg| self.takes(arg, verb, target)))
    }

    fn takes(&self, arg: &ArgNow, verb: &str, target: &Target<'_>) -> bool {
        if arg.kind.kind == "cards" {
            let said = self.args(verb).iter().find(|said| said.name == arg.name);
            let zones = said.map_or(&[][..], |said| said.zones.as_slice());
            let is_side = if zones.is_empty() { self.is_own(target) } else { self.comes_from(target, zones) };
            let is_there = match &arg.domain {
                DomainNow::Cards { most } => most.get(target.value).and_then(Value::as_u64).unwrap_or(0) > 0,
                _ => true,
            };
            return target.kind == "card" && is_side && is_there;
        }
        let is_kind = match arg.kind.kind {
            "square" => target.kind == "square" && arg.kind.of.as_deref().is_none_or(|of| of == target.of),
            kind => kind == target.kind || matches!(target.kind, "space" | "row") && matches!(kind, "word" | "number"),
        };
        let is_valued = match &arg.domain {
            DomainNow::Values { values } => values.iter().any(|value| text_of(value) == target.value),
            _ => true,
        };
        is_kind && is_valued
    }

    /// True if the numbers of a verb name some of the dice, whose sorted digits are given.
    fn keeps(&self, verb: &str, dice: &str) -> bool {
        // A bid with a count and a face names none.
        let [arg] = self.args(verb) else { return false };
        if !matches!(arg.kind.kind, "number" | "word") {
            return false;
        }
        let values = self.actions.iter().filter(|action| action.verb == *verb).map(|action| action.args.get(&arg.name));
        // Names of sets may be words for some, such as a straight.
        let is_digits = |text: &String| !text.is_empty() && text.chars().all(|c| ('1'..='9').contains(&c));
        let values: Vec<Option<String>> = values.map(|value| value.map(text_of)).collect();
        let mut values = values.iter().filter(|value| arg.kind.kind == "number" || value.iter().any(&is_digits));
        let mut is_any = false;
        let all = values.all(|value| {
            is_any = true;
            value.as_ref().is_some_and(|value| holds(dice, &sorted(value)))
        });
        is_any && all
    }

    /// The digits of the number or word of an action.
    fn number(&self, action: &LegalAction) -> Option<String> {
        let arg = self.args(&action.verb).iter().find(|arg| matches!(arg.kind.kind, "number" | "word"))?;
        action.args.get(&arg.name).map(text_of)
    }
}

/// An argument of a verb, or of an action that leads from square to square without naming them.
#[derive(Clone, Copy)]
struct Asked<'a> {
    name: &'a str,
    kind: &'a str,
    of: Option<&'a str>,
    zones: &'a [String],
    /// True for a number with a range.
    is_ranged: bool,
}

impl<'a> Asked<'a> {
    fn of(arg: &'a ArgSaid) -> Self {
        let (kind, of) = (arg.kind.kind, arg.kind.of.as_deref());
        Self { name: &arg.name, kind, of, zones: &arg.zones, is_ranged: arg.range.is_some() }
    }
}

/// The values in the columns of each row.
fn columns_of(rows: &[RowSaid]) -> BTreeMap<String, Vec<Value>> {
    rows.iter().map(|row| (row.name.clone(), row.columns.values().cloned().collect())).collect()
}

const fn way_arg(name: &str) -> Asked<'_> {
    Asked { name, kind: "square", of: None, zones: &[], is_ranged: false }
}

/// An action with the squares between which it leads as its arguments, if it names none.
fn by_way(mut action: LegalAction) -> LegalAction {
    if let Some([from, to]) = action.way.clone() {
        action.args = Map::from_iter([("from".to_owned(), from.into()), ("to".to_owned(), to.into())]);
    }
    action
}

fn is_number(value: &Value, number: usize) -> bool {
    value.as_u64() == u64::try_from(number).ok()
}

fn text_of(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn digits_of(dice: &[i32]) -> String {
    sorted(&dice.iter().map(i32::to_string).collect::<String>())
}

fn sorted(text: &str) -> String {
    let mut digits: Vec<char> = text.chars().collect();
    digits.sort_unstable();
    digits.into_iter().collect()
}

/// True if sorted digits contain others.
fn holds(all: &str, some: &str) -> bool {
    let mut wanted = some.chars().peekable();
    for digit in all.chars() {
        wanted.next_if_eq(&digit);
    }
    wanted.peek().is_none()
}
