//! Knowledge of hidden cards, checked against an oracle: small packs in which cards are moved, shuffled, shown and put
//! back, and all arrangements of their cards that a seat can't distinguish from the real one.

use std::collections::BTreeMap;
use std::sync::Arc;

use parlour_engine::Words;
use parlour_engine::chance::Generator;
use parlour_engine::game::{Config, Game};
use parlour_engine::ids::{CardType, Seat, ZoneId};
use parlour_engine::pack::{Pack, PackFiles};
use parlour_engine::play::Match;
use parlour_engine::state::State;
use parlour_engine::worlds::WorldCounts;

/// Eight cards of four types, three seats, and a deal.
const TABLES: &str = r#"
[game]
title = "Laboratory"
[seats]
min = 3
max = 3
[[card]]
name = "ash"
count = COUNT_A
[[card]]
name = "birch"
count = COUNT_B
[[card]]
name = "cedar"
count = COUNT_C
[[card]]
name = "date"
count = COUNT_D
[zones]
deck = { kind = "pile", seen = "none" }
hand = { kind = "bag", per = "seat", seen = "owner" }
nook = { kind = "pile", per = "seat", seen = "none" }
heap = { kind = "pile", seen = "all" }
[setup]
source = "deck"
deal = [{ to = "hand", count = DEALT }]
[phases]
turn = { actions = ["act"] }
[actions]
act = { usage = "act {a:number 1 to 19} {b:number 1 to 3} {c:number 1 to 3}" }
[endings]
over = "over"
"#;

const RULES: &str = r#"
local _unused = { ending.over }
local act = {}
local does = {
	function(s) deck.to_hand(s) end,
	function(s, t) hand.to_hand(s, hand.random(s), t) end,
	function(s) hand.to_nook(s, hand.random(s), s) end,
	function(s) hand.to_deck(s, hand.random(s)) end,
	function() deck.shuffle() end,
	function(s) hand.show(s, hand.next(s, 0)) end,
	function(s, t) hand.show_to(s, hand.next(s, 0), t) end,
	function(s) hand.to_heap(s, hand.random(s)) end,
	function(s, t) nook.to_hand(s, t) end,
	function() heap.all_to_deck() end,
	function(s) deck.show_to(deck.size(), s) end,
	function(s) nook.shuffle(s) end,
	function(s) nook.to_deck(s) end,
	function(s) hand.put_to_deck(s, hand.random(s), 1) end,
	function(s) nook.show(s, 1) end,
	function(s, t) nook.to_nook(s, t) end,
	function() heap.turn_over_to_deck(0) end,
	function(s) heap.to_hand(s) end,
	function(s, t) hand.rule_out(s, t) end,
}
function act.allow(seat, a, b, c) return ALLOWED end
function act.apply(seat, a, b, c)
	does[a](b, c)
	turn.turn(seat)
end
return {
	setup = function() turn.turn(1) end,
	MORE
	actions = { act = act },
}
"#;

/// The effect of an action, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Act {
    Draw = 1,
    Give,
    Hide,
    Back,
    Shuffle,
    Show,
    ShowTo,
    Toss,
    Lift,
    Gather,
    Peek,
    Mix,
    Lay,
    Under,
    Turn,
    Pass,
    TurnOver,
    Take,
    Lack,
}

const ACTS: [Act; 19] = [
    Act::Draw,
    Act::Give,
    Act::Hide,
    Act::Back,
    Act::Shuffle,
    Act::Show,
    Act::ShowTo,
    Act::Toss,
    Act::Lift,
    Act::Gather,
    Act::Peek,
    Act::Mix,
    Act::Lay,
    Act::Under,
    Act::Turn,
    Act::Pass,
    Act::TurnOver,
    Act::Take,
    Act::Lack,
];

/// A zone of the pack: the deck, a hand, a nook or the heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum At {
    Deck,
    Hand(usize),
    Nook(usize),
    Heap,
}

impl At {
    const ALL: [Self; 8] = [
        Self::Deck,
        Self::Hand(0),
        Self::Hand(1),
        Self::Hand(2),
        Self::Nook(0),
        Self::Nook(1),
        Self::Nook(2),
        Self::Heap,
    ];

    fn number(self) -> usize {
        Self::ALL.iter().position(|at| *at == self).unwrap()
    }

    fn is_bag(self) -> bool {
        matches!(self, Self::Hand(_))
    }

    fn is_seen_by(self, viewer: Option<usize>, shape: Shape) -> bool {
        let by = |seen: &str, seat: usize| match seen {
            "owner" => viewer == Some(seat),
            "others" => viewer.is_some_and(|viewer| viewer != seat),
            seen => seen == "all",
        };
        match self {
            Self::Hand(seat) => by(shape.hand, seat),
            Self::Nook(seat) => by(shape.nook, seat),
            Self::Heap => true,
            Self::Deck => false,
        }
    }
}

/// Visibility of the hands and the nooks.
#[derive(Clone, Copy, Debug)]
struct Shape {
    hand: &'static str,
    nook: &'static str,
}

const USUAL: Shape = Shape { hand: "owner", nook: "none" };

/// The types of the cards in each zone; bags are sorted.
type Cards = [Vec<u8>; 8];

fn cards_of(game: &Game, state: &State) -> Cards {
    At::ALL.map(|at| {
        let (name, member) = match at {
            At::Deck => ("deck", 0),
            At::Hand(seat) => ("hand", seat),
            At::Nook(seat) => ("nook", seat),
            At::Heap => ("heap", 0),
        };
        let zone = game.pack().zones.iter().position(|zone| zone.name == name).unwrap();
        let cards = game.zone_cards(state, ZoneId::from_index(zone), member);
        cards.into_iter().map(|card| card.map_or(u8::MAX, |card: CardType| card.index() as u8)).collect()
    })
}

/// The game with a result of `allow` and further hooks.
fn game_with(counts: [usize; 4], dealt: usize, allowed: &str, more: &str) -> Arc<Game> {
    game_of(TABLES, &RULES.replace("ALLOWED", allowed).replace("MORE", more), counts, dealt)
}

/// A game of the same zones by other tables and rules.
fn game_of(tables: &str, rules: &str, counts: [usize; 4], dealt: usize) -> Arc<Game> {
    let mut tables = tables.replace("DEALT", &dealt.to_string());
    for (hole, count) in ["COUNT_A", "COUNT_B", "COUNT_C", "COUNT_D"].into_iter().zip(counts) {
        tables = tables.replace(hole, &count.to_string());
    }
    let texts = [("game.toml", tables.as_str()), ("rules.lua", rules)];
    let texts = texts.into_iter().map(|(path, text)| (path.to_owned(), text.into())).collect();
    let files = PackFiles { name: "laboratory".to_owned(), texts, ..PackFiles::default() };
    let pack = Pack::load(files).unwrap_or_else(|faults| panic!("{faults}")).into_shared();
    pack.configure(&Config::default()).unwrap_or_else(|faults| panic!("{faults}"))
}

/// The probability distribution over all arrangements that a viewer can't distinguish from the real one.
struct Oracle {
    viewer: Option<usize>,
    shape: Shape,
    odds: BTreeMap<Cards, f64>,
}

/// The distinct permutations of some cards.
fn orders(cards: &[u8]) -> Vec<Vec<u8>> {
    let mut cards = cards.to_vec();
    cards.sort_unstable();
    let mut out = vec![cards.clone()];
    // The next permutation in lexicographic order.
    while let Some(n) = cards.windows(2).rposition(|pair| pair[0] < pair[1]) {
        let m = cards.iter().rposition(|card| *card > cards[n]).unwrap();
        cards.swap(n, m);
        cards[n + 1..].reverse();
        out.push(cards.clone());
    }
    out
}

impl Oracle {
    /// A deck in any order, from which each hand is dealt in turn.
    fn new(viewer: Option<usize>, shape: Shape, (counts, dealt): ([usize; 4], usize), real: &Cards) -> Self {
        let all: Vec<u8> = (0..4_u8).flat_map(|card| vec![card; counts[usize::from(card)]]).collect();
        let mut odds = BTreeMap::new();
        for deck in orders(&all) {
            let mut cards = Cards::default();
            cards[0] = deck;
            for n in 0..3 * dealt {
                let card = cards[0].pop().unwrap();
                cards[1 + n % 3].push(card);
            }
            cards[1..4].iter_mut().for_each(|hand| hand.sort_unstable());
            let looks_real = |at: At| !at.is_seen_by(viewer, shape) || cards[at.number()] == real[at.number()];
            if At::ALL.into_iter().all(looks_real) {
                *odds.entry(cards).or_default() += 1.0;
            }
        }
        Self { viewer, shape, odds }
    }

    fn step(&mut self, each: impl Fn(&Cards, &mut dyn FnMut(Cards, f64))) {
        let mut odds = BTreeMap::new();
        for (cards, n) in &self.odds {
            each(cards, &mut |cards, factor| *odds.entry(cards).or_default() += n * factor);
        }
        self.odds = odds;
    }

    /// Updates for a card's move between zones: any card of a bag, or that at an index of a pile.
    fn moved(&mut self, from: At, place: usize, to: At, reached: usize, real: u8) {
        let is_seen = [from, to].iter().any(|at| at.is_seen_by(self.viewer, self.shape));
        self.step(|cards, out| {
            let source = &cards[from.number()];
            let places: Vec<usize> = if from.is_bag() { (0..source.len()).collect() } else { vec![place] };
            for place in places.into_iter().filter(|place| !is_seen || source[*place] == real) {
                let mut after = cards.clone();
                let card = after[from.number()].remove(place);
                let target = &mut after[to.number()];
                target.insert(reached.min(target.len()), card);
                if to.is_bag() {
                    target.sort_unstable();
                }
                out(after, 1.0);
            }
        });
    }

    fn shuffled(&mut self, at: At, real: &[u8]) {
        let is_seen = at.is_seen_by(self.viewer, self.shape);
        self.step(|cards, out| {
            let all = orders(&cards[at.number()]);
            for order in all.iter().filter(|order| !is_seen || order.as_slice() == real) {
                let mut after = cards.clone();
                after[at.number()] = order.clone();
                out(after, 1.0 / all.len() as f64);
            }
        });
    }

    /// Keeps the arrangements of which something is true.
    fn told(&mut self, is_true: impl Fn(&Cards) -> bool) {
        self.odds.retain(|cards, _| is_true(cards));
    }

    /// Updates for a shown card: one of a bag, or that at an index of a pile.
    fn shown(&mut self, at: At, place: usize, whom: Option<usize>, real: u8) {
        if whom.is_some() && whom != self.viewer {
            return;
        }
        self.step(|cards, out| {
            let source = &cards[at.number()];
            let n = if at.is_bag() {
                source.iter().filter(|card| **card == real).count()
            } else {
                usize::from(source[place] == real)
            };
            if n > 0 {
                out(cards.clone(), n as f64);
            }
        });
    }
}

/// The card that the first bag has one more of.
fn missing(before: &[u8], after: &[u8]) -> u8 {
    let count = |cards: &[u8], card| cards.iter().filter(|other| **other == card).count();
    (0..4).find(|card| count(before, *card) > count(after, *card)).unwrap()
}

/// A match of the test game with an oracle for each seat and for onlookers.
struct Laboratory {
    game: Arc<Game>,
    played: Match,
    oracles: Vec<Oracle>,
}

impl Laboratory {
    fn new(counts: [usize; 4], dealt: usize, seed: u64) -> Self {
        Self::shaped(USUAL, counts, dealt, seed)
    }

    fn shaped(shape: Shape, counts: [usize; 4], dealt: usize, seed: u64) -> Self {
        let tables = TABLES.replace("seen = \"owner\"", &format!("seen = \"{}\"", shape.hand));
        let nook = "nook = { kind = \"pile\", per = \"seat\", seen = \"none\" }";
        assert!(tables.contains(nook));
        let tables = tables.replace(nook, &nook.replace("none", shape.nook));
        let game = game_of(&tables, &RULES.replace("ALLOWED", "true").replace("MORE", ""), counts, dealt);
        let played = Match::new(game.clone(), seed, vec!["random".to_owned(); 3]).unwrap();
        let real = cards_of(&game, played.state());
        let viewers = [Some(0), Some(1), Some(2), None];
        let oracles = viewers.map(|viewer| Oracle::new(viewer, shape, (counts, dealt), &real)).into();
        Self { game, played, oracles }
    }

    fn cards(&self) -> Cards {
        cards_of(&self.game, self.played.state())
    }

    /// True if an action is possible.
    fn can(&self, act: Act, s: usize, t: usize) -> bool {
        let cards = self.cards();
        let has = |at: At| !cards[at.number()].is_empty();
        match act {
            Act::Draw => has(At::Deck),
            Act::Peek => has(At::Deck),
            Act::Give => has(At::Hand(s)) && s != t,
            Act::Hide | Act::Back | Act::Show | Act::Toss | Act::Under => has(At::Hand(s)),
            // A card held twice may be shown twice.
            Act::ShowTo => has(At::Hand(s)) && s != t,
            Act::Lift | Act::Lay | Act::Turn => has(At::Nook(s)),
            Act::Pass => has(At::Nook(s)) && s != t,
            Act::Shuffle | Act::Mix => true,
            Act::Lack => !cards[At::Hand(s).number()].contains(&(t as u8)),
            Act::Gather | Act::TurnOver | Act::Take => has(At::Heap),
        }
    }

    fn act(&mut self, act: Act, s: usize, t: usize) {
        let before = self.cards();
        let text = format!("act {} {} {}", act as usize, s + 1, t + 1);
        let action = self.game.parse_action(&text, None).unwrap();
        self.played.act(&action).unwrap();
        let after = self.cards();
        let len = |at: At| before[at.number()].len();
        let top = |at: At| len(at).wrapping_sub(1);
        let gone = |at: At| missing(&before[at.number()], &after[at.number()]);
        let (hand, nook) = (At::Hand(s), At::Nook(s));
        for n in 0..self.oracles.len() {
            let oracle = &mut self.oracles[n];
            match act {
                Act::Draw => oracle.moved(At::Deck, top(At::Deck), hand, 0, *before[0].last().unwrap()),
                Act::Give => oracle.moved(hand, 0, At::Hand(t), 0, gone(hand)),
                Act::Hide => oracle.moved(hand, 0, nook, usize::MAX, gone(hand)),
                Act::Back => oracle.moved(hand, 0, At::Deck, usize::MAX, gone(hand)),
                Act::Under => oracle.moved(hand, 0, At::Deck, 0, gone(hand)),
                Act::Toss => oracle.moved(hand, 0, At::Heap, usize::MAX, gone(hand)),
                Act::Lift => {
                    let (at, card) = (top(nook), *before[nook.number()].last().unwrap());
                    oracle.moved(nook, at, At::Hand(t), 0, card);
                }
                Act::Lay => oracle.moved(nook, top(nook), At::Deck, usize::MAX, *before[nook.number()].last().unwrap()),
                Act::Pass => {
                    oracle.moved(nook, top(nook), At::Nook(t), usize::MAX, *before[nook.number()].last().unwrap())
                }
                Act::Gather | Act::TurnOver => {
                    // Both take the top card first.
                    for card in before[At::Heap.number()].iter().enumerate().rev() {
                        oracle.moved(At::Heap, card.0, At::Deck, usize::MAX, *card.1);
                    }
                }
                Act::Take => oracle.moved(At::Heap, top(At::Heap), hand, 0, *before[At::Heap.number()].last().unwrap()),
                Act::Lack => oracle.told(|cards| !cards[hand.number()].contains(&(t as u8))),
                Act::Shuffle => oracle.shuffled(At::Deck, &after[0]),
                Act::Mix => oracle.shuffled(nook, &after[nook.number()]),
                Act::Peek => oracle.shown(At::Deck, top(At::Deck), Some(s), *before[0].last().unwrap()),
                Act::Turn => oracle.shown(nook, 0, None, before[nook.number()][0]),
                // The first card of the bag, which nobody else knows to be the first.
                Act::Show => oracle.shown(hand, 0, None, before[hand.number()][0]),
                Act::ShowTo => oracle.shown(hand, 0, Some(t), before[hand.number()][0]),
            }
        }
    }

    /// Samples worlds for each viewer and compares them with the oracle: returns the number of impossible worlds, and
    /// of all.
    fn compare(&mut self, draws: usize, is_exact: bool) -> (usize, usize) {
        let mut rng = Generator::from_seed(draws as u64);
        let (mut wrong, mut all) = (0, 0);
        for n in 0..self.oracles.len() {
            let viewer = self.oracles[n].viewer.map(|seat| Seat(seat as u8));
            let view = self.played.view(viewer);
            let knowledge = view.knowledge().unwrap();
            assert_eq!(knowledge.against(&self.game, self.played.state()), None);
            assert!(!knowledge.is_contradicted());
            let worlds = self.played.host().worlds(&view).unwrap();
            assert!(worlds.are_known());
            let mut drawn: BTreeMap<Cards, usize> = BTreeMap::new();
            for _ in 0..draws {
                let world = self.played.host().draw(&worlds, &mut rng).unwrap();
                *drawn.entry(cards_of(&self.game, &world)).or_default() += 1;
            }
            let odds = &self.oracles[n].odds;
            let total: f64 = odds.values().sum();
            let outside = |cards: &&Cards| !odds.contains_key(*cards);
            let some = drawn.keys().find(outside);
            if let Some(some) = some.filter(|_| is_exact) {
                panic!(
                    "{viewer:?} can't be in {some:?}, but in one of {} others, as {:?}",
                    odds.len(),
                    odds.keys().next()
                );
            }
            wrong += drawn.iter().filter(|(cards, _)| outside(cards)).map(|(_, n)| n).sum::<usize>();
            all += draws;
            // Every arrangement with a sufficient expected count occurs.
            for (cards, n) in odds.iter().filter(|(_, n)| **n / total * draws as f64 > 25.0) {
                assert!(drawn.contains_key(cards), "{viewer:?} never imagines {cards:?}, whose odds are {}", n / total);
            }
        }
        (wrong, all)
    }
}

/// If a card can have only one known property at a time, knowledge is exact.
fn wander(counts: [usize; 4], dealt: usize, acts: &[Act], steps: usize, seeds: u64, is_exact: bool) -> (usize, usize) {
    wander_in(USUAL, (counts, dealt), acts, steps, seeds, is_exact)
}

/// The same where other seats see the hands and the nooks.
fn wander_in(
    shape: Shape,
    (counts, dealt): ([usize; 4], usize),
    acts: &[Act],
    steps: usize,
    seeds: u64,
    is_exact: bool,
) -> (usize, usize) {
    let (mut wrong, mut all) = (0, 0);
    for seed in 0..seeds {
        let mut laboratory = Laboratory::shaped(shape, counts, dealt, seed);
        let mut rng = Generator::from_seed(100 + seed);
        let mut told = Vec::new();
        for _ in 0..steps {
            let pick = |n: usize, rng: &mut Generator| rng.below(n as u32) as usize;
            let (act, s, t) = (acts[pick(acts.len(), &mut rng)], pick(3, &mut rng), pick(3, &mut rng));
            if laboratory.can(act, s, t) {
                told.push((act, s, t));
                println!("{told:?}");
                laboratory.act(act, s, t);
            }
        }
        let (a, b) = laboratory.compare(300, is_exact);
        wrong += a;
        all += b;
    }
    (wrong, all)
}

/// A deck that is shuffled, drawn from and put back to, with cards played openly: as in deck building.
#[test]
fn cards_that_are_drawn_played_and_shuffled_back_are_known_exactly() {
    let acts = [Act::Draw, Act::Toss, Act::Gather, Act::Shuffle, Act::TurnOver];
    wander([3, 2, 2, 1], 1, &acts, 10, 12, true);
    wander([1, 1, 1, 3], 1, &acts, 12, 12, true);
}

/// Under arbitrary moves impossible worlds are hardly ever sampled, and no possible one is excluded.
#[test]
fn wandering_cards_are_known_as_far_as_that_can_be_deduced() {
    for counts in [[3, 2, 2, 1], [1, 1, 1, 3], [2, 2, 1, 1]] {
        let (wrong, all) = wander(counts, 1, &ACTS, 24, 10, false);
        println!("{counts:?}: {wrong} of {all} worlds can't be");
        assert!(wrong * 50 <= all, "{counts:?}: {wrong} of {all} worlds can't be");
    }
}

/// The absence of a type from a hand is known exactly until a card comes to it unseen.
#[test]
fn cards_that_a_hand_lacks_are_elsewhere() {
    let acts = [Act::Lack, Act::Toss, Act::Gather, Act::Shuffle];
    wander([3, 2, 2, 1], 2, &acts, 8, 12, true);
    wander([2, 2, 1, 1], 1, &acts, 8, 12, true);
}

/// A game in which a seat plays a card that isn't below the last one, and passes and draws if it has none.
const CLIMB: &str = "
local play, pass = {}, {}
function play.allow(_seat, c)
	return heap.size() == 0 or c >= heap.top() or 'too low'
end
function play.apply(seat, c)
	hand.to_heap(seat, c)
	if hand.size(seat) == 0 then
		ending.over(seat)
	else
		turn.turn(seats.next(seat))
	end
end
function pass.apply(seat)
	if deck.size() > 0 and nook.size(seat) == 0 then
		deck.to_hand(seat)
	else
		heap.all_to_deck()
		deck.shuffle()
	end
	turn.turn(seats.next(seat))
end
return { setup = function() turn.turn(1) end, actions = { play = play, pass = pass } }
";

/// A pass tells which cards a seat doesn't have: no world has them there, and every other arrangement occurs.
#[test]
fn a_pass_tells_what_could_not_be_played() {
    let mut passes = 0;
    for seed in 0..16 {
        let (counts, dealt) = ([3, 2, 2, 1], 2);
        let actions = "act = { usage = \"act {a:number 1 to 19} {b:number 1 to 3} {c:number 1 to 3}\" }";
        let verbs = "play = { usage = \"play {c:card of hand}\", must = true }\npass = { usage = \"pass\" }";
        let tables = TABLES.replace(actions, verbs).replace("[\"act\"]", "[\"play\", \"pass\"]");
        let game = game_of(&tables, CLIMB, counts, dealt);
        let played = Match::new(game.clone(), seed, vec!["random".to_owned(); 3]).unwrap();
        let real = cards_of(&game, played.state());
        let viewers = [Some(0), Some(1), Some(2), None];
        let oracles = viewers.map(|viewer| Oracle::new(viewer, USUAL, (counts, dealt), &real)).into();
        let mut laboratory = Laboratory { game, played, oracles };
        let mut rng = Generator::from_seed(seed);
        for _ in 0..7 {
            let Some(due) = laboratory.played.decision() else { break };
            let before = laboratory.cards();
            let legal = laboratory.played.legal();
            let action = legal.get(&laboratory.game, rng.below(legal.len() as u32) as usize);
            let is_pass = laboratory.game.action_text(&action) == "pass";
            laboratory.played.act(&action).unwrap();
            let (hand, after) = (At::Hand(due.seat.index()), laboratory.cards());
            let last = before[At::Heap.number()].last().copied().unwrap_or(0);
            passes += usize::from(is_pass);
            for oracle in &mut laboratory.oracles {
                if !is_pass {
                    let card = missing(&before[hand.number()], &after[hand.number()]);
                    oracle.moved(hand, 0, At::Heap, usize::MAX, card);
                    continue;
                }
                oracle.told(|cards| cards[hand.number()].iter().all(|card| *card < last));
                match before[0].last() {
                    Some(&top) => oracle.moved(At::Deck, before[0].len() - 1, hand, 0, top),
                    None => {
                        for card in before[At::Heap.number()].iter().enumerate().rev() {
                            oracle.moved(At::Heap, card.0, At::Deck, usize::MAX, *card.1);
                        }
                        oracle.shuffled(At::Deck, &after[0]);
                    }
                }
            }
            if laboratory.played.decision().is_some() {
                let (wrong, all) = laboratory.compare(200, false);
                assert!(wrong * 50 <= all, "{wrong} of {all} worlds can't be");
            }
        }
    }
    assert!(passes > 12, "{passes}");
}

/// Random packs: numbers of cards, sizes of hands and who sees what vary, and all actions are taken at random.
#[test]
fn wandering_cards_are_known_whoever_sees_the_zones() {
    let mut rng = Generator::from_seed(27);
    let mut below = |n: u32| rng.below(n) as usize;
    let (mut wrong, mut all) = (0, 0);
    for hand in ["owner", "others", "none"] {
        for nook in ["none", "owner", "others"] {
            for _ in 0..2 {
                let counts = [1 + below(2), 1 + below(2), below(2) + 1, 1 + below(2)];
                let dealt = 1 + below(if counts.iter().sum::<usize>() > 6 { 2 } else { 1 });
                println!("{hand}, {nook}, {counts:?}, {dealt}");
                let (a, b) = wander_in(Shape { hand, nook }, (counts, dealt), &ACTS, 16, 2, false);
                wrong += a;
                all += b;
            }
        }
    }
    println!("{wrong} of {all} worlds can't be");
    assert!(wrong * 50 <= all, "{wrong} of {all} worlds can't be");
}

/// If only chance hides cards, worlds have its probabilities.
#[test]
fn worlds_have_the_odds_of_chance() {
    let acts = [Act::Draw, Act::Toss, Act::Gather, Act::Shuffle, Act::Hide, Act::Lay, Act::Mix, Act::Take];
    for seed in 0..8 {
        let mut laboratory = Laboratory::new([3, 1, 1, 2], 1, seed);
        let mut rng = Generator::from_seed(40 + seed);
        for _ in 0..10 {
            let mut pick = |n: usize| rng.below(n as u32) as usize;
            let (act, s, t) = (acts[pick(acts.len())], pick(3), pick(3));
            if laboratory.can(act, s, t) {
                laboratory.act(act, s, t);
            }
        }
        let mut rng = Generator::from_seed(seed);
        for oracle in &laboratory.oracles {
            let view = laboratory.played.view(oracle.viewer.map(|seat| Seat(seat as u8)));
            let worlds = laboratory.played.host().worlds(&view).unwrap();
            let total: f64 = oracle.odds.values().sum();
            let draws = (30 * oracle.odds.len()).clamp(1000, 10_000);
            let mut drawn: BTreeMap<Cards, f64> = BTreeMap::new();
            for _ in 0..draws {
                let world = laboratory.played.host().draw(&worlds, &mut rng).unwrap();
                *drawn.entry(cards_of(&laboratory.game, &world)).or_default() += 1.0;
            }
            // Chi-squared test over sufficiently expected outcomes, with a tolerance of six standard deviations.
            let (mut chi, mut free) = (0.0, 0.0);
            for (cards, n) in &oracle.odds {
                let expected = n / total * draws as f64;
                if expected >= 5.0 {
                    chi += (drawn.get(cards).copied().unwrap_or_default() - expected).powi(2) / expected;
                    free += 1.0;
                }
            }
            assert!(drawn.keys().all(|cards| oracle.odds.contains_key(cards)), "seed {seed}, {:?}", oracle.viewer);
            let most = free + 6.0 * f64::sqrt(2.0 * free) + 1.0;
            assert!(chi < most, "seed {seed}, {:?}: chi-squared {chi} with {free}", oracle.viewer);
        }
    }
}

/// An open card is taken, and a card is then laid away face down: it is in one of the two places.
#[test]
fn an_open_card_that_is_taken_stays_with_the_hand_or_what_is_laid_away() {
    let mut laboratory = Laboratory::new([1, 1, 2, 4], 2, 3);
    for (act, s) in [(Act::Toss, 1), (Act::Take, 0), (Act::Hide, 0)] {
        laboratory.act(act, s, 0);
        laboratory.compare(200, true);
    }
    let view = laboratory.played.view(Some(Seat(2)));
    let hidden: Vec<bool> =
        At::ALL.map(|at| cards_of(&laboratory.game, view.state())[at.number()].contains(&u8::MAX)).into();
    assert!(hidden[At::Hand(0).number()] && hidden[At::Nook(0).number()]);
}

/// Cards put back by a seat are in the deck, through any shuffles, until a card is drawn.
#[test]
fn cards_that_are_put_back_are_in_the_deck_until_somebody_draws() {
    let mut laboratory = Laboratory::new([1, 1, 1, 5], 2, 4);
    let steps = [
        (Act::Draw, 0),
        (Act::Back, 0),
        (Act::Under, 0),
        (Act::Shuffle, 0),
        (Act::Draw, 1),
        (Act::Shuffle, 0),
        (Act::Draw, 2),
    ];
    for (act, s) in steps {
        laboratory.act(act, s, 0);
        laboratory.compare(200, true);
    }
}

/// A card shown to one seat is known only to it.
#[test]
fn a_card_that_is_shown_to_a_seat_is_known_to_it() {
    let mut laboratory = Laboratory::new([2, 2, 2, 2], 1, 5);
    laboratory.act(Act::ShowTo, 0, 1);
    laboratory.act(Act::Peek, 2, 0);
    laboratory.compare(200, true);
    let shown = |viewer: u8, at: At| {
        let view = laboratory.played.view(Some(Seat(viewer)));
        cards_of(&laboratory.game, view.state())[at.number()].iter().filter(|card| **card != u8::MAX).count()
    };
    assert_eq!([1, 2].map(|viewer| shown(viewer, At::Hand(0))), [1, 0]);
    assert_eq!([0, 1, 2].map(|viewer| shown(viewer, At::Deck)), [0, 0, 1]);
    for (act, s) in [(Act::Shuffle, 0), (Act::Hide, 0), (Act::Back, 0), (Act::Draw, 1)] {
        if laboratory.can(act, s, 0) {
            laboratory.act(act, s, 0);
        }
        laboratory.compare(200, true);
    }
}

/// Knowledge is undone with actions, is the same in a replayed record, and begins in a scenario with its visible cards.
#[test]
fn knowledge_follows_undo_and_records() {
    let mut laboratory = Laboratory::new([2, 2, 2, 2], 1, 6);
    let steps = [(Act::Toss, 0), (Act::Draw, 0), (Act::Take, 1), (Act::Hide, 1), (Act::Shuffle, 0), (Act::Draw, 2)];
    let known = |played: &Match, viewer| {
        let view = played.view(viewer);
        let knowledge = view.knowledge().unwrap();
        let zones = (0..4).map(ZoneId::from_index);
        let all = zones.flat_map(|zone| (0..3).map(move |member| (zone, member)));
        all.map(|(zone, member)| knowledge.at_least(zone, member)).collect::<Vec<_>>()
    };
    let viewers = [Some(Seat(0)), Some(Seat(1)), Some(Seat(2)), None];
    let mut before = Vec::new();
    for (act, s) in steps {
        before.push(viewers.map(|viewer| known(&laboratory.played, viewer)));
        laboratory.act(act, s, 0);
    }
    let played = &mut laboratory.played;
    let last = viewers.map(|viewer| known(played, viewer));
    for n in (0..steps.len()).rev() {
        played.undo(1).unwrap();
        assert_eq!(viewers.map(|viewer| known(played, viewer)), before[n]);
    }
    played.redo(steps.len()).unwrap();
    assert_eq!(viewers.map(|viewer| known(played, viewer)), last);
    let copy = played.standing().take_up(None).unwrap();
    assert_eq!(viewers.map(|viewer| known(&copy, viewer)), last);
    played.undo(3).unwrap();
    played.redo(2).unwrap();
    assert_eq!(viewers.map(|viewer| known(played, viewer)), before[steps.len() - 1]);
}

/// The hook `fits` rejects whole worlds, and their number is reported; rejecting the truth is a fault.
#[test]
fn fits_rejects_worlds_as_a_whole() {
    // The second hand has more cards of the first type than the third.
    let fits = |sign: &str| {
        format!("fits = function(seat) return seat ~= 1 or hand.count(2, card.ash) {sign} hand.count(3, card.ash) end,")
    };
    let game = game_with([3, 2, 2, 1], 2, "true", &fits(">"));
    let mut seeds = (0..50).map(|seed| Match::new(game.clone(), seed, vec!["random".to_owned(); 3]).unwrap());
    let is_more = |cards: Cards| {
        let ashes = |seat: usize| cards[At::Hand(seat).number()].iter().filter(|card| **card == 0).count();
        ashes(1) > ashes(2)
    };
    let mut played = seeds.find(|played| is_more(cards_of(&game, played.state()))).unwrap();
    assert!(played.excluded_truth().unwrap().is_none());
    let view = played.view(Some(Seat(0)));
    let worlds = played.host().worlds(&view).unwrap();
    for seed in 0..100 {
        let world = played.host().draw(&worlds, &mut Generator::from_seed(seed)).unwrap();
        assert!(is_more(cards_of(&game, &world)));
    }
    let WorldCounts { drawn, rejected, .. } = worlds.counts();
    assert!(drawn == 100 + rejected && rejected > 0);
    let game = game_with([3, 2, 2, 1], 2, "true", &fits("< 0 *"));
    let mut played = Match::new(game, 1, vec!["random".to_owned(); 3]).unwrap();
    let fault = played.excluded_truth().unwrap().unwrap().to_string();
    assert!(fault.contains("rules.lua:") && fault.contains("`fits` refuses the true state"), "{fault}");
    let view = played.view(Some(Seat(0)));
    let worlds = played.host().worlds(&view).unwrap();
    let fault = played.host().draw(&worlds, &mut Generator::from_seed(1)).unwrap_err().to_string();
    assert!(fault.contains("`fits` rejects all of 2000 worlds"), "{fault}");
}

/// A hook `possible` that excludes the truth is reported with the last action.
#[test]
fn a_hook_that_excludes_the_truth_is_told() {
    let more = "possible = { hand = function(seat, c) return c ~= card.date end },";
    let game = game_with([2, 2, 2, 2], 2, "true", more);
    let mut faults = (0..20).filter_map(|seed| {
        let mut played = Match::new(game.clone(), seed, vec!["random".to_owned(); 3]).unwrap();
        let action = game.parse_action("act 5 1 1", None).unwrap();
        played.act(&action).unwrap();
        played.excluded_truth().unwrap().map(|fault| (fault.to_string(), fault.help.unwrap_or_default()))
    });
    let (fault, help) = faults.next_back().unwrap();
    assert!(fault.contains("has date at `hand.") && fault.contains("where it is"), "{fault}");
    assert!(help.contains("after action 1, `act 5 1 1`"), "{help}");
}

/// A seat observes its own options: they are the same in its worlds.
#[test]
fn worlds_leave_the_viewer_its_legal_actions() {
    let allowed = "a ~= 8 or hand.count(2, card.ash) > 0";
    let game = game_with([2, 2, 2, 2], 2, allowed, "");
    let mut both = [false; 2];
    for seed in 0..12 {
        let mut played = Match::new(game.clone(), seed, vec!["random".to_owned(); 3]).unwrap();
        let has = |cards: Cards| cards[At::Hand(1).number()].contains(&0);
        let really = has(cards_of(&game, played.state()));
        both[usize::from(really)] = true;
        let view = played.view(Some(Seat(0)));
        let worlds = played.host().worlds(&view).unwrap();
        for seed in 0..30 {
            let world = played.host().draw(&worlds, &mut Generator::from_seed(seed)).unwrap();
            assert_eq!(has(cards_of(&game, &world)), really);
        }
    }
    assert_eq!(both, [true; 2]);
}

/// The hook `possible` narrows the domain of a hidden variable, value by value.
#[test]
fn hidden_numbers_have_the_values_that_are_possible() {
    let tables = TABLES.replace("[phases]", "[vars]\nsecret = { per = \"seat\", max = 6, seen = \"owner\" }\n[phases]");
    let rules = |remainder: usize| {
        let hook = format!("possible = {{ secret = function(_seat, value) return value % 2 == {remainder} end }},");
        let setup = "setup = function() for seat = 1, 3 do secret.set(seat, 2 * seat) end turn.turn(1) end";
        RULES.replace("ALLOWED", "true").replace("MORE", &hook).replace("setup = function() turn.turn(1) end", setup)
    };
    let game = game_of(&tables, &rules(0), [2, 2, 2, 2], 1);
    let mut played = Match::new(game.clone(), 1, vec!["random".to_owned(); 3]).unwrap();
    assert_eq!(played.excluded_truth().unwrap(), None);
    let view = played.view(Some(Seat(0)));
    let worlds = played.host().worlds(&view).unwrap();
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for seed in 0..300 {
        let world = played.host().draw(&worlds, &mut Generator::from_seed(seed)).unwrap();
        let vars = game.state_json(&world)["vars"].clone();
        assert_eq!(vars["secret.a"], 2, "its own");
        *seen.entry(vars["secret.b"].to_string()).or_default() += 1;
    }
    assert_eq!(seen.keys().collect::<Vec<_>>(), ["2", "4", "6"]);
    assert!(seen.values().all(|n| *n > 60), "{seen:?}");
    let game = game_of(&tables, &rules(1), [2, 2, 2, 2], 1);
    let mut played = Match::new(game, 1, vec!["random".to_owned(); 3]).unwrap();
    let fault = played.excluded_truth().unwrap().unwrap().to_string();
    assert!(fault.contains("where `possible` excludes it"), "{fault}");
}

/// Bags of which a viewer knows some cards, and may know them by several tokens: what is drawn for the rest agrees with
/// all that the viewer knows.
#[test]
fn worlds_agree_with_what_is_known_of_bags() {
    let config = Config { seats: Some(4), ..Config::default() };
    let game = crate::packs::library().load("archaeology").unwrap().configure(&config).unwrap();
    let mut played = Match::new(game.clone(), 3, vec!["random".to_owned(); 4]).unwrap();
    let mut generator = Generator::from_seed(1);
    while played.decision().is_some() && played.steps().len() < 90 {
        for seat in game.seats() {
            let view = played.view(Some(seat));
            let worlds = played.host().worlds(&view).unwrap();
            for _ in 0..8 {
                let world = played.host().draw(&worlds, &mut generator).unwrap();
                assert_eq!(view.knowledge().and_then(|known| known.against(&game, &world)), None);
            }
        }
        let action = played.legal().get(&game, generator.below(played.legal().len() as u32) as usize);
        played.act(&action).unwrap();
    }
}
