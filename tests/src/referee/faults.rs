//! Helpers of the referees' tests: a random generator, and fault injection into valid traces.

use serde_json::{Value, json};

use super::Violation;

/// SplitMix64, portable and sufficient for tests.
pub(crate) struct Rng(pub(crate) u64);

impl Rng {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `bound`, which is positive.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    pub(crate) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub(crate) fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}

pub(crate) fn texts(lines: &[Value]) -> impl Iterator<Item = String> {
    lines.iter().map(Value::to_string)
}

/// Fails with the first violations, if any.
#[track_caller]
pub(crate) fn assert_sound(violations: &[Violation]) {
    let some: Vec<String> = violations.iter().take(10).map(|v| v.to_string()).collect();
    assert!(some.is_empty(), "{}", some.join("\n"));
}

/// Fails unless a violation's message contains a text.
#[track_caller]
pub(crate) fn assert_caught(violations: &[Violation], part: &str) {
    let all: Vec<String> = violations.iter().map(|v| v.to_string()).collect();
    assert!(all.iter().any(|text| text.contains(part)), "nothing about '{part}' in {all:#?}");
}

/// Injects one fault into a valid trace of one match and describes it; `None` if the picked fault doesn't fit the
/// picked place. `piles` are name prefixes of ordered zones.
pub(crate) fn spoil(lines: &mut Vec<Value>, piles: &[&str], rng: &mut Rng) -> Option<String> {
    let last = lines.len() - 1;
    let at = 1 + rng.below(last);
    if rng.chance(50) {
        let what = spoil_state(&mut lines[at]["state"], piles, rng)?;
        return Some(format!("line {at}: {what}"));
    }
    let what = if at == last { spoil_end(lines, rng)? } else { spoil_step(lines, at, rng)? };
    Some(format!("line {at}: {what}"))
}

fn spoil_state(state: &mut Value, piles: &[&str], rng: &mut Rng) -> Option<String> {
    let zones = state["zones"].as_object_mut()?;
    let names: Vec<String> = zones.keys().cloned().collect();
    let name = rng.pick(&names).clone();
    let cards = zones[&name].as_array()?.clone();
    match rng.below(9) {
        0 => {
            let other = rng.pick(&names).clone();
            if other == name || cards.is_empty() {
                return None;
            }
            let card = zones[&name].as_array_mut()?.remove(rng.below(cards.len()));
            let what = format!("{card} moved from {name} to {other}");
            zones[&other].as_array_mut()?.push(card);
            Some(what)
        }
        1 if !cards.is_empty() => {
            let card = zones[&name].as_array_mut()?.remove(rng.below(cards.len()));
            Some(format!("{card} lost from {name}"))
        }
        2 if !cards.is_empty() => {
            let card = rng.pick(&cards).clone();
            let what = format!("{card} twice in {name}");
            zones[&name].as_array_mut()?.push(card);
            Some(what)
        }
        3 if cards.len() > 1 && piles.iter().any(|pile| name.starts_with(pile)) => {
            let (i, j) = (rng.below(cards.len()), rng.below(cards.len()));
            if cards[i] == cards[j] {
                return None;
            }
            zones[&name].as_array_mut()?.swap(i, j);
            Some(format!("{i} and {j} swapped in {name}"))
        }
        4 => {
            zones.shift_remove(&name);
            Some(format!("no zone {name}"))
        }
        5 => {
            zones[&name].as_array_mut()?.push(json!("joker"));
            Some(format!("a joker in {name}"))
        }
        _ => {
            let vars = state["vars"].as_object_mut()?;
            let names: Vec<String> = vars.keys().cloned().collect();
            let name = rng.pick(&names).clone();
            let value = vars[&name].clone();
            vars[&name] = match value.as_i64() {
                Some(number) if rng.chance(50) => json!(number + 1),
                Some(0) => json!(true),
                Some(number) => json!(number - 1),
                None if value == "" => json!("left"),
                None => json!(""),
            };
            Some(format!("{name} {value} became {}", vars[&name]))
        }
    }
}

fn spoil_step(lines: &mut Vec<Value>, at: usize, rng: &mut Rng) -> Option<String> {
    let seats = lines[0]["seats"].as_array()?.clone();
    let step = &mut lines[at];
    let legal = step["legal"].as_array()?.clone();
    match rng.below(12) {
        0 => {
            let gone = step["legal"].as_array_mut()?.remove(rng.below(legal.len()));
            // An incomplete list may omit trades.
            let may_go = step["legal_complete"] == false && gone.as_str()?.contains("trade");
            (!may_go).then(|| format!("{gone} not listed"))
        }
        1 => {
            let again = rng.pick(&legal).clone();
            let what = format!("{again} listed twice");
            step["legal"].as_array_mut()?.push(again);
            Some(what)
        }
        2 => {
            let nonsense = ["advance 9", "sell 9 coin", "end of it", "", "Dig", "steal z"];
            let text = *rng.pick(&nonsense);
            step["legal"].as_array_mut()?.push(json!(text));
            Some(format!("'{text}' listed"))
        }
        3 => {
            let other = rng.pick(&seats).clone();
            if step["to_act"] == other {
                return None;
            }
            let what = format!("{} to act, not {other}", step["to_act"]);
            step["to_act"] = other;
            Some(what)
        }
        4 => {
            let other = rng.pick(&legal).clone();
            let trades = other.as_str()?.starts_with("trade") && step["action"].as_str()?.starts_with("trade");
            // Different trades can have the same result.
            if step["action"] == other || trades {
                return None;
            }
            let what = format!("{} became {other}", step["action"]);
            step["action"] = other;
            Some(what)
        }
        5 => {
            step["action"] = json!("fold");
            Some("fold".into())
        }
        6 => {
            step["phase"] = json!("");
            Some("no phase".into())
        }
        7 => {
            lines.remove(at);
            Some("step left out".into())
        }
        8 => {
            let again = step.clone();
            lines.insert(at, again);
            Some("step twice".into())
        }
        9 => {
            let events = step["events"].as_array_mut()?;
            let event = events.iter_mut().find(|event| event["kind"] == "steal")?;
            let key = *rng.pick(&["from", "to", "card", "kind"]);
            event[key] = json!("z");
            Some(format!("'{key}' of the event changed"))
        }
        10 => {
            step["n"] = json!(9999);
            Some("n is 9999".into())
        }
        _ => {
            step["legal"] = json!([]);
            Some("nothing listed".into())
        }
    }
}

fn spoil_end(lines: &mut Vec<Value>, rng: &mut Rng) -> Option<String> {
    let last = lines.len() - 1;
    let end = &mut lines[last];
    let winners = end["winners"].as_array()?.clone();
    let scores = end["scores"].as_object()?.clone();
    let seats: Vec<String> = scores.keys().cloned().collect();
    let seat = rng.pick(&seats).clone();
    match rng.below(5) {
        0 => {
            let wins = winners.iter().any(|winner| *winner == seat);
            end["winners"] = if wins && winners.len() > 1 {
                winners.into_iter().filter(|w| *w != seat).collect()
            } else if wins {
                json!([])
            } else {
                json!([seat])
            };
            Some(format!("the winners became {}", end["winners"]))
        }
        1 => {
            end["scores"][&seat] = json!(scores[&seat].as_f64()? + 0.5);
            Some(format!("{seat} has half a point more"))
        }
        2 => {
            end["reason"] = json!(" ");
            Some("no reason".into())
        }
        3 => {
            end["scores"].as_object_mut()?.shift_remove(&seat);
            Some(format!("no score for {seat}"))
        }
        _ => {
            lines.pop();
            Some("no end".into())
        }
    }
}
