//! A second random player for En Garde, which writes a trace.

use serde_json::{Value, json};

use crate::referee::faults::Rng;

/// The configuration of play.
pub(super) struct Rules {
    pub(super) standard: bool,
    pub(super) spaces: i64,
    pub(super) hand_size: usize,
    pub(super) touches_to_win: i64,
    /// Percentage of turns limited to retreats, so that the deck runs out.
    pub(super) fear: usize,
}

const NAMES: [&str; 2] = ["left", "right"];

struct Round<'a> {
    rules: &'a Rules,
    rng: &'a mut Rng,
    lines: &'a mut Vec<Value>,
    touches: [i64; 2],
    deck: Vec<i64>,
    hands: [Vec<i64>; 2],
    discard: Vec<i64>,
    at: [i64; 2],
    attack: i64,
    last: Option<usize>,
}

/// All lines of a match.
pub(super) fn play(rules: &Rules, rng: &mut Rng) -> Vec<Value> {
    let mut lines = vec![json!({
        "type": "game", "game": "en-garde",
        "variant": if rules.standard { "standard" } else { "basic" },
        "seed": 7, "seats": NAMES, "robots": ["random", "random"],
        "options": {
            "touches_to_win": rules.touches_to_win,
            "mat.spaces": rules.spaces,
            "hand_size": rules.hand_size,
        },
    })];
    let mut touches = [0, 0];
    loop {
        let mut deck: Vec<i64> = (0..25).map(|i| 1 + i / 5).collect();
        rng.shuffle(&mut deck);
        let left = deck.split_off(deck.len() - rules.hand_size);
        let right = deck.split_off(deck.len() - rules.hand_size);
        let mut round = Round {
            rules,
            rng,
            lines: &mut lines,
            touches,
            deck,
            hands: [left, right],
            discard: vec![],
            at: [1, rules.spaces],
            attack: 0,
            last: None,
        };
        let winner = round.play();
        if let Some(winner) = winner {
            round.touches[winner] += 1;
        }
        touches = round.touches;
        let over = rules.touches_to_win == 1 || touches.contains(&rules.touches_to_win);
        if over {
            let state = round.state();
            let points = |seat| i64::from(winner == Some(seat));
            lines.push(json!({
                "type": "end",
                "winners": winner.map(|w| NAMES[w]).into_iter().collect::<Vec<_>>(),
                "scores": {"left": points(0), "right": points(1)},
                "reason": "it is over", "state": state,
            }));
            return lines;
        }
    }
}

impl Round<'_> {
    fn state(&self) -> Value {
        let cards = |zone: &[i64]| -> Vec<String> { zone.iter().map(|card| card.to_string()).collect() };
        let mut vars = json!({
            "position.left": self.at[0], "position.right": self.at[1],
            "attack": self.attack, "last_card": self.last.map_or("", |seat| NAMES[seat]),
        });
        if self.rules.touches_to_win > 1 {
            vars["touches.left"] = json!(self.touches[0]);
            vars["touches.right"] = json!(self.touches[1]);
        }
        json!({
            "zones": {
                "deck": cards(&self.deck), "discard": cards(&self.discard),
                "hand.left": cards(&self.hands[0]), "hand.right": cards(&self.hands[1]),
            },
            "boards": {},
            "vars": vars,
        })
    }

    /// Writes a step and returns its action.
    fn choose(&mut self, seat: usize, phase: &str, legal: &[String]) -> String {
        let mut action = self.rng.pick(legal).clone();
        if self.rng.chance(self.rules.fear) {
            let back: Vec<&String> = legal.iter().filter(|a| a.starts_with("retreat")).collect();
            if !back.is_empty() {
                action = (*self.rng.pick(&back)).clone();
            }
        }
        let steps = self.lines.iter().rev();
        let n = steps.take_while(|line| line["type"] == "step").count();
        self.lines.push(json!({
            "type": "step", "n": n, "to_act": NAMES[seat], "phase": phase,
            "state": self.state(), "legal": legal, "legal_complete": true,
            "action": action, "events": [{"kind": "played"}],
        }));
        action
    }

    fn drop_card(&mut self, seat: usize, card: i64) {
        let place = self.hands[seat].iter().position(|c| *c == card).unwrap();
        self.hands[seat].remove(place);
        self.discard.push(card);
    }

    fn draw(&mut self, seat: usize) {
        if let Some(card) = self.deck.pop() {
            self.hands[seat].push(card);
            if self.deck.is_empty() {
                self.last = Some(seat);
            }
        }
    }

    /// Resolves an attack: true if it is parried.
    fn parried(&mut self, by: usize, card: i64) -> bool {
        if !self.rules.standard || !self.hands[by].contains(&card) {
            return false;
        }
        self.attack = card;
        self.choose(by, "parry", &[format!("parry {card}")]);
        self.attack = 0;
        self.drop_card(by, card);
        true
    }

    /// Plays the round to its end and returns the winner.
    fn play(&mut self) -> Option<usize> {
        let mut seat = 0;
        while self.last.is_none() {
            let foe = 1 - seat;
            let gap = self.at[1] - self.at[0];
            let room = [self.at[0] - 1, self.rules.spaces - self.at[1]][seat];
            let mut values = self.hands[seat].clone();
            values.sort();
            values.dedup();
            let mut legal = vec![];
            for value in values {
                if value < gap {
                    legal.push(format!("advance {value}"));
                }
                if value <= room {
                    legal.push(format!("retreat {value}"));
                }
                if value == gap {
                    legal.push(format!("attack {value}"));
                }
            }
            if legal.is_empty() {
                return Some(foe);
            }
            let action = self.choose(seat, "play", &legal);
            let (verb, card) = action.split_once(' ').unwrap();
            let card: i64 = card.parse().unwrap();
            self.drop_card(seat, card);
            if verb == "attack" {
                if self.rules.standard {
                    self.draw(seat);
                }
                if !self.parried(foe, card) {
                    return Some(seat);
                }
                while self.hands[foe].len() < self.rules.hand_size && !self.deck.is_empty() {
                    self.draw(foe);
                }
            } else {
                let forward = (verb == "advance") == (seat == 0);
                self.at[seat] += if forward { card } else { -card };
                self.draw(seat);
            }
            seat = foe;
        }
        self.last_chance(1 - self.last.unwrap())
    }

    fn last_chance(&mut self, seat: usize) -> Option<usize> {
        let gap = self.at[1] - self.at[0];
        let mut legal = vec!["pass".to_string()];
        if self.hands[seat].contains(&gap) {
            legal.insert(0, format!("attack {gap}"));
        }
        if self.choose(seat, "play", &legal) != "pass" {
            self.drop_card(seat, gap);
            if !self.parried(1 - seat, gap) {
                return Some(seat);
            }
        }
        let moved = [self.at[0] - 1, self.rules.spaces - self.at[1]];
        match moved[0] - moved[1] {
            0 => None,
            more => Some(usize::from(more < 0)),
        }
    }
}
