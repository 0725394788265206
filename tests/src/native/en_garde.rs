//! En Garde with both variants, one touch to win.

use parlour_engine::chance::Generator;
use serde_json::{Value, json};

use super::pick;

const SPACES: i8 = 23;
const HAND: u8 = 5;
const VALUES: usize = 5;
const CARDS: usize = 25;
const SEATS: [&str; 2] = ["left", "right"];

/// A play; values are 1 to 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Forward by a value.
    Advance(u8),
    /// Back by a value.
    Retreat(u8),
    /// An attack at exactly that distance.
    Attack(u8),
    /// A parry.
    Parry(u8),
    /// No attack at the last chance.
    Pass,
}

impl Action {
    /// The text in records of matches.
    pub fn text(self) -> String {
        match self {
            Action::Advance(c) => format!("advance {c}"),
            Action::Retreat(c) => format!("retreat {c}"),
            Action::Attack(c) => format!("attack {c}"),
            Action::Parry(c) => format!("parry {c}"),
            Action::Pass => "pass".to_owned(),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Fence,
    Parry,
    LastChance,
    Over,
}

/// A match; seats are 0 and 1.
#[derive(Clone, Debug)]
pub struct EnGarde {
    generator: Generator,
    parries: bool,
    phase: Phase,
    seat: usize,
    /// The number of cards of each value in each hand.
    hands: [[u8; VALUES]; 2],
    sizes: [u8; 2],
    deck: [u8; CARDS],
    deck_size: usize,
    discard: [u8; CARDS],
    discard_size: usize,
    position: [i8; 2],
    attack: u8,
    last_card: Option<usize>,
    winner: Option<usize>,
}

/// The legal actions by kind.
struct Open {
    actions: [Action; 3 * VALUES],
    len: usize,
}

impl Open {
    fn push(&mut self, action: Action) {
        self.actions[self.len] = action;
        self.len += 1;
    }
}

impl EnGarde {
    /// A shuffled and dealt match; `parries` is the variant `standard`.
    pub fn start(seed: u64, parries: bool) -> Self {
        let mut deck = [0; CARDS];
        for (n, card) in deck.iter_mut().enumerate() {
            *card = (n / 5 + 1) as u8;
        }
        let mut generator = Generator::from_seed(seed);
        generator.shuffle(&mut deck);
        let mut game = Self {
            generator,
            parries,
            phase: Phase::Fence,
            seat: 0,
            hands: [[0; VALUES]; 2],
            sizes: [0; 2],
            deck,
            deck_size: CARDS,
            discard: [0; CARDS],
            discard_size: 0,
            position: [1, SPACES],
            attack: 0,
            last_card: None,
            winner: None,
        };
        for _ in 0..HAND {
            game.take_card(0);
            game.take_card(1);
        }
        game
    }

    /// True if the match has ended.
    pub fn is_over(&self) -> bool {
        self.phase == Phase::Over
    }

    /// The seat that has won; `None` for a draw and while the match goes on.
    pub fn winner(&self) -> Option<usize> {
        self.winner
    }

    /// The match's own generator.
    pub fn generator(&self) -> &Generator {
        &self.generator
    }

    /// Plays to the end; returns the number of plies.
    pub fn playout(&mut self, policy: &mut Generator) -> u32 {
        let mut plies = 0;
        while !self.is_over() {
            self.step(policy);
            plies += 1;
        }
        plies
    }

    /// Plays a random action and returns it.
    pub fn step(&mut self, policy: &mut Generator) -> Action {
        let mut open = Open { actions: [Action::Pass; 3 * VALUES], len: 0 };
        let ends = self.legal(&mut open);
        let action = open.actions[pick(&ends, policy)];
        self.apply(action);
        action
    }

    fn distance(&self) -> i8 {
        self.position[1] - self.position[0]
    }

    fn ground(&self, seat: usize) -> i8 {
        if seat == 0 { self.position[0] - 1 } else { SPACES - self.position[1] }
    }

    fn holds(&self, seat: usize, value: i8) -> bool {
        (1..=VALUES as i8).contains(&value) && self.hands[seat][value as usize - 1] > 0
    }

    /// Lists the legal actions; returns the end of each kind.
    fn legal(&self, open: &mut Open) -> [usize; 3] {
        let hand = &self.hands[self.seat];
        let far = self.distance();
        let mut ends = [0; 3];
        match self.phase {
            Phase::Fence => {
                for c in 1..=VALUES as u8 {
                    if hand[c as usize - 1] > 0 && (c as i8) < far {
                        open.push(Action::Advance(c));
                    }
                }
                ends[0] = open.len;
                let room = self.ground(self.seat);
                for c in 1..=VALUES as u8 {
                    if hand[c as usize - 1] > 0 && c as i8 <= room {
                        open.push(Action::Retreat(c));
                    }
                }
                ends[1] = open.len;
                if self.holds(self.seat, far) {
                    open.push(Action::Attack(far as u8));
                }
            }
            Phase::Parry => open.push(Action::Parry(self.attack)),
            Phase::LastChance => {
                if self.holds(self.seat, far) {
                    open.push(Action::Attack(far as u8));
                }
                ends = [open.len; 3];
                open.push(Action::Pass);
            }
            Phase::Over => {}
        }
        ends[2] = open.len;
        ends
    }

    fn apply(&mut self, action: Action) {
        let seat = self.seat;
        match action {
            Action::Advance(c) => self.go(c, c as i8),
            Action::Retreat(c) => self.go(c, -(c as i8)),
            Action::Attack(c) => {
                self.put_down(seat, c);
                if self.parries {
                    self.draw(seat);
                    if self.holds(1 - seat, c as i8) {
                        self.attack = c;
                        self.seat = 1 - seat;
                        self.phase = Phase::Parry;
                        return;
                    }
                }
                self.end(Some(seat));
            }
            Action::Parry(c) => {
                self.put_down(seat, c);
                self.attack = 0;
                match self.last_card {
                    Some(drawer) if drawer == seat => self.compare_ground(),
                    Some(_) => self.phase = Phase::LastChance,
                    None => {
                        while self.sizes[seat] < HAND && self.deck_size > 0 {
                            self.draw(seat);
                        }
                        self.next_turn(seat);
                    }
                }
            }
            Action::Pass => self.compare_ground(),
        }
    }

    fn go(&mut self, card: u8, by: i8) {
        let seat = self.seat;
        self.position[seat] += if seat == 0 { by } else { -by };
        self.put_down(seat, card);
        self.draw(seat);
        self.next_turn(1 - seat);
    }

    fn put_down(&mut self, seat: usize, card: u8) {
        self.hands[seat][card as usize - 1] -= 1;
        self.sizes[seat] -= 1;
        self.discard[self.discard_size] = card;
        self.discard_size += 1;
    }

    fn take_card(&mut self, seat: usize) {
        self.deck_size -= 1;
        let card = self.deck[self.deck_size];
        self.hands[seat][card as usize - 1] += 1;
        self.sizes[seat] += 1;
    }

    fn draw(&mut self, seat: usize) {
        if self.deck_size > 0 {
            self.take_card(seat);
            if self.deck_size == 0 {
                self.last_card = Some(seat);
            }
        }
    }

    fn next_turn(&mut self, seat: usize) {
        if let Some(drawer) = self.last_card {
            self.seat = 1 - drawer;
            self.phase = Phase::LastChance;
            return;
        }
        self.seat = seat;
        self.phase = Phase::Fence;
        let (far, back) = (self.distance(), self.ground(seat));
        let most = far.max(back);
        if !(1..=VALUES as i8).any(|c| c <= most && self.hands[seat][c as usize - 1] > 0) {
            self.end(Some(1 - seat));
        }
    }

    fn compare_ground(&mut self) {
        let (left, right) = (self.ground(0), self.ground(1));
        self.end((left != right).then(|| usize::from(left < right)));
    }

    fn end(&mut self, winner: Option<usize>) {
        self.winner = winner;
        self.phase = Phase::Over;
    }

    /// Zones and variables as the engine shows them.
    pub fn state(&self) -> Value {
        let hand = |seat: usize| -> Vec<String> {
            let counts = self.hands[seat].iter().enumerate();
            counts.flat_map(|(c, &n)| vec![(c + 1).to_string(); usize::from(n)]).collect()
        };
        let pile = |cards: &[u8]| -> Vec<String> { cards.iter().map(u8::to_string).collect() };
        json!({
            "zones": {
                "deck": pile(&self.deck[..self.deck_size]),
                "hand.left": hand(0),
                "hand.right": hand(1),
                "discard": pile(&self.discard[..self.discard_size]),
            },
            "boards": {},
            "vars": {
                "position.left": self.position[0],
                "position.right": self.position[1],
                "attack": self.attack,
                "last_card": self.last_card.map_or("", |seat| SEATS[seat]),
                "touches.left": 0,
                "touches.right": 0,
            },
        })
    }
}
