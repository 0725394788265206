//! A second random player for Archaeology, with lists of card names, that writes a trace. It shares only the tables
//! with the referee.

use serde_json::{Map, Value, json};

use super::tables::{Dig, Tables};
use crate::referee::faults::Rng;

/// The number of pairs of give and take above which trades aren't all listed.
const MANY_PAIRS: usize = 20_000;
/// The number of trades above which only the tight ones are listed.
const MANY_TRADES: usize = 200;

/// The seats' style of play.
pub(super) struct Style {
    /// Percentage of turns that end as soon as they may.
    pub(super) lazy: usize,
    /// Percentage of sales among the other choices, if there are any.
    pub(super) sales: usize,
}

/// A match, with information for the judgement.
pub(super) struct Played {
    pub(super) lines: Vec<Value>,
    /// True if some list of trades was too long even for the tight ones.
    pub(super) cut: bool,
}

/// The match is over, for this reason.
struct Over(&'static str);

type Cards = Vec<String>;

struct Table<'a> {
    rules: &'a Tables,
    style: &'a Style,
    rng: &'a mut Rng,
    played: Played,
    dig_site: Cards,
    chambers: Vec<Cards>,
    market: Cards,
    hands: Vec<Cards>,
    museums: Vec<Cards>,
    discard: Cards,
    removed: Cards,
    money: Vec<i64>,
    passes: usize,
    must_sell: bool,
    dug: bool,
    acted: bool,
    steps: usize,
}

/// Plays one match.
pub(super) fn play(rules: &Tables, seats: usize, style: &Style, rng: &mut Rng) -> Played {
    let names: Vec<&str> = ["a", "b", "c", "d", "e"][..seats].to_vec();
    let dig = if rules.dig == Dig::Required { "required" } else { "optional" };
    let header = json!({
        "type": "game", "game": "archaeology", "variant": null, "seed": 3,
        "seats": names, "robots": vec!["random"; seats],
        "options": {"dig": dig, "ply_limit": rules.ply_limit},
    });
    let copies = |id: &str, n: usize| vec![id.to_string(); n];
    let mut deck: Cards = vec![];
    let mut late = copies("thief", rules.thieves);
    late.extend(copies("sandstorm", *rules.sandstorms.get(&seats).unwrap_or(&0)));
    for kind in &rules.treasures {
        let to = if kind.id == "map" { &mut late } else { &mut deck };
        to.extend(copies(&kind.id, kind.count));
    }
    rng.shuffle(&mut deck);
    let mut deal = |n: usize| deck.split_off(deck.len() - n);
    let mut table = Table {
        rules,
        style,
        hands: (0..seats).map(|_| deal(rules.start_hand)).collect(),
        market: deal(rules.start_market),
        chambers: rules.chambers.iter().map(|c| deal(c.cards)).collect(),
        played: Played { lines: vec![header], cut: false },
        dig_site: vec![],
        museums: vec![vec![]; seats],
        discard: vec![],
        removed: vec![],
        money: vec![0; seats],
        passes: 0,
        must_sell: false,
        dug: false,
        acted: false,
        steps: 0,
        rng,
    };
    deck.extend(late);
    table.rng.shuffle(&mut deck);
    table.dig_site = deck;
    let first = table.rng.below(seats);
    let Over(reason) = table.turns(first).unwrap_err();
    table.finish(reason);
    table.played
}

impl Table<'_> {
    fn turns(&mut self, mut seat: usize) -> Result<(), Over> {
        self.over()?;
        loop {
            self.dug = false;
            self.acted = false;
            if self.dig_site.is_empty() && self.hands[seat].is_empty() {
                self.pass();
            } else {
                self.turn(seat)?;
            }
            seat = (seat + 1) % self.hands.len();
        }
    }

    fn pass(&mut self) {
        if self.passes < self.hands.len() {
            self.passes += 1;
        }
        if self.passes == self.hands.len() {
            self.must_sell = true;
        }
    }

    fn over(&self) -> Result<(), Over> {
        if self.dig_site.is_empty() && self.hands.concat().is_empty() {
            return Err(Over("nothing is left to dig and nobody has a card"));
        }
        Ok(())
    }

    fn turn(&mut self, seat: usize) -> Result<(), Over> {
        loop {
            let can_dig = !self.dug && !self.acted && !self.dig_site.is_empty();
            let must_dig = can_dig && self.rules.dig == Dig::Required;
            let mut legal: Vec<String> = vec![];
            if can_dig {
                legal.push("dig".into());
            }
            let mut complete = true;
            if !must_dig {
                if !self.must_sell {
                    legal.push("end".into());
                }
                let maps = count(&self.hands[seat], "map");
                for (chamber, cards) in self.rules.chambers.iter().zip(&self.chambers) {
                    if !cards.is_empty() && maps >= chamber.price {
                        legal.push(format!("explore {}", chamber.name));
                    }
                }
                for kind in &self.rules.treasures {
                    let have = count(&self.hands[seat], &kind.id);
                    for n in 1..=have.min(kind.sets.len()) {
                        legal.push(format!("sell {n} {}", kind.id));
                    }
                }
                complete = self.list_trades(seat, &mut legal);
            }
            let action = self.pick(&legal);
            self.record(seat, "turn", legal, complete, &action)?;
            let words: Vec<&str> = action.split(' ').collect();
            match words[0] {
                "dig" => {
                    if self.dig(seat)? {
                        // The turn restarts, and may be skipped.
                        self.over()?;
                        if self.dig_site.is_empty() && self.hands[seat].is_empty() {
                            self.pass();
                            return Ok(());
                        }
                    }
                }
                "end" => {
                    if !self.dug && !self.acted {
                        self.pass();
                    }
                    return Ok(());
                }
                "explore" => {
                    let chambers = &self.rules.chambers;
                    let i = chambers.iter().position(|c| c.name == words[1]).unwrap();
                    for _ in 0..chambers[i].price {
                        remove(&mut self.hands[seat], "map");
                        self.removed.push("map".into());
                    }
                    let found = std::mem::take(&mut self.chambers[i]);
                    self.hands[seat].extend(found);
                    self.busy();
                }
                "sell" => {
                    let n: usize = words[1].parse().unwrap();
                    let kind = self.rules.treasures.iter().find(|k| k.id == words[2]);
                    self.money[seat] += kind.unwrap().sets[n - 1];
                    for _ in 0..n {
                        remove(&mut self.hands[seat], words[2]);
                        self.museums[seat].push(words[2].into());
                    }
                    self.acted = true;
                    self.passes = 0;
                    self.must_sell = false;
                }
                _ => {
                    let (give, take) = action[6..].split_once(" for ").unwrap();
                    for card in spelt_out(give) {
                        remove(&mut self.hands[seat], &card);
                        self.market.push(card);
                    }
                    for card in spelt_out(take) {
                        remove(&mut self.market, &card);
                        self.hands[seat].push(card);
                    }
                    self.busy();
                }
            }
            self.over()?;
        }
    }

    fn busy(&mut self) {
        self.acted = true;
        if !self.must_sell {
            self.passes = 0;
        }
    }

    /// Digs; returns true for a sandstorm.
    fn dig(&mut self, seat: usize) -> Result<bool, Over> {
        let card = self.dig_site.pop().unwrap();
        self.dug = true;
        self.passes = 0;
        self.must_sell = false;
        if card == "thief" {
            self.discard.push(card);
            let others: Vec<usize> =
                (0..self.hands.len()).filter(|s| *s != seat && !self.hands[*s].is_empty()).collect();
            let Some(&first) = others.first() else {
                return Ok(false);
            };
            let mut victim = first;
            if others.len() > 1 {
                let legal: Vec<String> = others.iter().map(|s| format!("steal {}", name(*s))).collect();
                let i = self.rng.below(legal.len());
                victim = others[i];
                let action = legal[i].clone();
                self.record(seat, "steal", legal, true, &action)?;
            }
            let i = self.rng.below(self.hands[victim].len());
            let stolen = self.hands[victim].remove(i);
            let event = json!({"kind": "steal", "from": name(victim), "to": name(seat), "card": stolen});
            let last = self.played.lines.last_mut().unwrap();
            last["events"].as_array_mut().unwrap().push(event);
            self.hands[seat].push(stolen);
            return Ok(false);
        }
        if card != "sandstorm" {
            self.hands[seat].push(card);
            return Ok(false);
        }
        self.discard.push(card);
        self.dug = false;
        for i in 0..self.hands.len() {
            let who = (seat + i) % self.hands.len();
            let half = self.hands[who].len() / 2;
            if half == 0 {
                continue;
            }
            let mut legal = vec![];
            for part in self.parts(&self.hands[who], i64::MAX) {
                if part.iter().sum::<usize>() == half {
                    legal.push(format!("discard {}", self.spell(&part)));
                }
            }
            let action = self.rng.pick(&legal).clone();
            self.record(who, "sandstorm", legal, true, &action)?;
            for card in spelt_out(&action["discard ".len()..]) {
                remove(&mut self.hands[who], &card);
                self.market.push(card);
            }
        }
        Ok(true)
    }

    /// The submultisets of some cards by kind, up to a total value.
    fn parts(&self, cards: &[String], limit: i64) -> Vec<Vec<usize>> {
        let mut all = vec![(vec![], 0)];
        for kind in &self.rules.treasures {
            let have = count(cards, &kind.id);
            let mut more = vec![];
            for (part, value) in all {
                for n in 0..=have {
                    let value = value + n as i64 * kind.trade;
                    if value <= limit {
                        let mut part: Vec<usize> = part.clone();
                        part.push(n);
                        more.push((part, value));
                    }
                }
            }
            all = more;
        }
        all.into_iter().map(|(part, _)| part).collect()
    }

    fn value(&self, part: &[usize]) -> i64 {
        let kinds = part.iter().zip(&self.rules.treasures);
        kinds.map(|(n, kind)| *n as i64 * kind.trade).sum()
    }

    fn spell(&self, part: &[usize]) -> String {
        let kinds = part.iter().zip(&self.rules.treasures);
        let texts = kinds.filter(|(n, _)| **n > 0).map(|(n, kind)| format!("{n} {}", kind.id));
        texts.collect::<Vec<_>>().join(", ")
    }

    /// Lists the trades, all of them unless there are too many.
    fn list_trades(&mut self, seat: usize, legal: &mut Vec<String>) -> bool {
        let gives = self.parts(&self.hands[seat], i64::MAX);
        let all = gives.last().unwrap().clone();
        let takes = self.parts(&self.market, self.value(&all));
        let there: Vec<usize> = self.rules.treasures.iter().map(|k| count(&self.market, &k.id)).collect();
        if gives.len() * takes.len() > MANY_PAIRS {
            // A random sample of them.
            self.played.cut = true;
            for _ in 0..20 {
                let (give, take) = (self.rng.pick(&gives), self.rng.pick(&takes));
                let sides = [give, take].map(|part| part.iter().sum::<usize>());
                let text = format!("trade {} for {}", self.spell(give), self.spell(take));
                if sides[0] > 0 && sides[1] > 0 && self.value(take) <= self.value(give) && !legal.contains(&text) {
                    legal.push(text);
                }
            }
            return false;
        }
        let mut trades = vec![];
        for give in gives.iter().filter(|part| part.iter().any(|n| *n > 0)) {
            for take in takes.iter().filter(|part| part.iter().any(|n| *n > 0)) {
                if self.value(take) <= self.value(give) {
                    trades.push((give, take));
                }
            }
        }
        let complete = trades.len() <= MANY_TRADES;
        if !complete {
            trades.retain(|(give, take)| self.is_tight(give, take, &there));
        }
        for (give, take) in trades {
            legal.push(format!("trade {} for {}", self.spell(give), self.spell(take)));
        }
        complete
    }

    /// True if no card less could be given, none more taken, and no kind is on both sides.
    fn is_tight(&self, give: &[usize], take: &[usize], there: &[usize]) -> bool {
        (0..give.len()).all(|kind| {
            let mut less = give.to_vec();
            let mut more = take.to_vec();
            more[kind] += 1;
            let mut needed = true;
            if less[kind] > 0 {
                less[kind] -= 1;
                needed = less.iter().all(|n| *n == 0) || self.value(&less) < self.value(take);
            }
            let full = more[kind] > there[kind] || give[kind] > 0;
            needed && (full || self.value(&more) > self.value(give)) && give[kind] * take[kind] == 0
        })
    }

    fn pick(&mut self, legal: &[String]) -> String {
        if legal.iter().any(|a| a == "end") && self.rng.chance(self.style.lazy) {
            return "end".into();
        }
        let starts = ["sell", "explore", "trade", "dig", "end"];
        let sale = self.rng.chance(self.style.sales);
        let start = if sale { "sell" } else { *self.rng.pick(&starts) };
        let some: Vec<&String> = legal.iter().filter(|a| a.starts_with(start)).collect();
        if some.is_empty() {
            return self.rng.pick(legal).clone();
        }
        (*self.rng.pick(&some)).clone()
    }

    fn state(&self) -> Value {
        let mut zones = Map::new();
        zones.insert("dig_site".into(), json!(self.dig_site));
        zones.insert("market".into(), json!(self.market));
        zones.insert("discard".into(), json!(self.discard));
        zones.insert("removed".into(), json!(self.removed));
        for (chamber, cards) in self.rules.chambers.iter().zip(&self.chambers) {
            zones.insert(format!("chamber.{}", chamber.name), json!(cards));
        }
        let mut vars = Map::new();
        vars.insert("passes".into(), json!(self.passes));
        vars.insert("must_sell".into(), json!(u8::from(self.must_sell)));
        vars.insert("dug".into(), json!(u8::from(self.dug)));
        vars.insert("acted".into(), json!(u8::from(self.acted)));
        for seat in 0..self.hands.len() {
            zones.insert(format!("hand.{}", name(seat)), json!(self.hands[seat]));
            zones.insert(format!("museum.{}", name(seat)), json!(self.museums[seat]));
            vars.insert(format!("money.{}", name(seat)), json!(self.money[seat]));
            vars.insert(format!("sold.{}", name(seat)), json!(self.museums[seat].len()));
        }
        json!({"zones": zones, "boards": {}, "vars": vars})
    }

    fn record(
        &mut self,
        seat: usize,
        phase: &str,
        legal: Vec<String>,
        complete: bool,
        action: &str,
    ) -> Result<(), Over> {
        if self.steps == self.rules.ply_limit {
            return Err(Over("the limit of actions is reached: the money counts"));
        }
        let line = json!({
            "type": "step", "n": self.steps, "to_act": name(seat), "phase": phase,
            "state": self.state(), "legal": legal, "legal_complete": complete,
            "action": action, "events": [],
        });
        self.steps += 1;
        self.played.lines.push(line);
        Ok(())
    }

    fn finish(&mut self, reason: &str) {
        let rank = |seat: usize| (-self.money[seat], self.museums[seat].len());
        let best = (0..self.hands.len()).map(rank).min().unwrap();
        let winners: Vec<&str> = (0..self.hands.len()).filter(|s| rank(*s) == best).map(name).collect();
        let scores: Map<String, Value> =
            (0..self.hands.len()).map(|seat| (name(seat).to_string(), json!(self.money[seat]))).collect();
        let line = json!({
            "type": "end", "winners": winners, "scores": scores, "reason": reason,
            "state": self.state(),
        });
        self.played.lines.push(line);
    }
}

fn name(seat: usize) -> &'static str {
    ["a", "b", "c", "d", "e"][seat]
}

fn count(cards: &[String], id: &str) -> usize {
    cards.iter().filter(|card| *card == id).count()
}

fn remove(cards: &mut Cards, id: &str) {
    let place = cards.iter().position(|card| card == id).unwrap();
    cards.remove(place);
}

/// Expands a text such as `2 coin, 1 map` into single cards.
fn spelt_out(text: &str) -> Cards {
    let mut cards = vec![];
    for part in text.split(", ") {
        let (n, id) = part.split_once(' ').unwrap();
        cards.extend(vec![id.to_string(); n.parse().unwrap()]);
    }
    cards
}
