//! Helpers of the referees' tests: randomness, matches played by the rules, and fault injection.

use serde_json::{Value, json};

use super::judge::{Outcome, Rules};
use super::trace::{Header, State, Step};
use super::{Start, Violation, referee_from};

/// Xorshift64, so that failures are reproducible.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number from 0 up to but not including `limit`, which is not 0.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % limit
    }
}

/// All faults in the lines of a trace.
pub(crate) fn faults(start: Start, lines: &[Value]) -> Vec<String> {
    let game = lines[0]["game"].as_str().unwrap_or_default();
    let found = referee_from(start, game, lines.iter().map(Value::to_string));
    found.iter().map(Violation::to_string).collect()
}

/// True if a path leads to a text for people, or to information about how the match was produced.
pub(crate) fn is_wording(path: &str) -> bool {
    ["/seed", "/phase", "/reason", "/robots/0", "/robots/1", "/robots/2"].contains(&path)
}

/// Asserts that a trace has no fault.
#[track_caller]
pub(crate) fn assert_clean(start: Start, lines: &[Value]) {
    let found = faults(start, lines);
    assert!(found.is_empty(), "{found:#?}");
}

/// Asserts that a trace with one value replaced has a fault whose text contains `message`.
#[track_caller]
pub(crate) fn assert_caught(start: Start, lines: &[Value], line: usize, pointer: &str, value: Value, message: &str) {
    let mut lines = lines.to_vec();
    *lines[line].pointer_mut(pointer).unwrap() = value;
    let found = faults(start, &lines);
    assert!(found.iter().any(|fault| fault.contains(message)), "{found:#?}");
}

/// Asserts that every single change of a clean trace is detected: a changed value, a removed or duplicated list entry,
/// a removed field or line, a duplicated line. Where `is_free` is true for a line and a path such as `/phase` the value
/// may change, but not be removed.
#[track_caller]
pub(crate) fn assert_every_change_is_caught(start: Start, lines: &[Value], is_free: impl Fn(usize, &str) -> bool) {
    assert_clean(start, lines);
    let mut changes = 0;
    let mut hold = |what: String, changed: &[Value]| {
        changes += 1;
        assert!(!faults(start, changed).is_empty(), "{what} is not caught");
    };
    for index in 0..lines.len() {
        let mut changed = lines.to_vec();
        changed.insert(index, lines[index].clone());
        if index > 0 {
            hold(format!("line {index} doubled"), &changed);
        }
        changed.drain(index..index + 2);
        hold(format!("line {index} left out"), &changed);
        for (path, line) in changed_values(&lines[index]) {
            if !is_free(index, &path) {
                changed = lines.to_vec();
                changed[index] = line;
                hold(format!("line {index}, {path}"), &changed);
            }
        }
    }
    assert!(changes > 100, "{changes}");
}

/// A value with every possible single change, each with its path; in it `-` marks a removed part, and `+` a duplicated
/// one.
fn changed_values(value: &Value) -> Vec<(String, Value)> {
    let mut changed = Vec::new();
    match value {
        Value::Null => changed.push((String::new(), json!("x"))),
        Value::Bool(yes) => changed.push((String::new(), json!(!yes))),
        Value::Number(n) => {
            changed.push((String::new(), json!(n.as_f64().unwrap() + 1.0)));
            if let Some(n) = n.as_i64() {
                changed.push((String::new(), json!(n + 1)));
                changed.push((String::new(), json!(n - 1)));
            }
            changed.push((String::new(), json!(n.to_string())));
        }
        Value::String(text) => {
            changed.push((String::new(), json!(format!("{text}x"))));
            changed.push((String::new(), Value::Null));
        }
        Value::Array(list) => {
            for (index, entry) in list.iter().enumerate() {
                let mut fewer = list.clone();
                fewer.remove(index);
                changed.push((format!("/-{index}"), json!(fewer)));
                let mut more = list.clone();
                more.insert(index, entry.clone());
                changed.push((format!("/+{index}"), json!(more)));
                for (path, entry) in changed_values(entry) {
                    let mut other = list.clone();
                    other[index] = entry;
                    changed.push((format!("/{index}{path}"), json!(other)));
                }
            }
        }
        Value::Object(map) => {
            for (key, entry) in map {
                let mut fewer = map.clone();
                fewer.remove(key);
                changed.push((format!("/-{key}"), json!(fewer)));
                for (path, entry) in changed_values(entry) {
                    let mut other = map.clone();
                    other.insert(key.clone(), entry);
                    changed.push((format!("/{key}{path}"), json!(other)));
                }
            }
        }
    }
    changed
}

/// A trace of a random match by the rules of a referee, cut off after `limit` steps. `events` draws the events of a
/// step.
pub(crate) fn playthrough<R: Rules>(
    game: Value,
    mut position: R::Position,
    random: &mut Random,
    limit: usize,
    events: impl Fn(&mut Random) -> Value,
) -> Vec<Value> {
    let mut faults = Vec::new();
    let header = Header::read(&game, &mut faults).unwrap();
    let rules = R::new(&header, &mut faults).unwrap();
    let state = |position: &R::Position| {
        let State { zones, boards, vars } = rules.show(position);
        json!({"zones": zones, "boards": boards, "vars": vars})
    };
    let mut lines = vec![game];
    for n in 0.. {
        let legal = rules.legal(&position);
        let mut line = json!({
            "type": "step", "n": n, "to_act": rules.to_act(&position), "phase": "",
            "state": state(&position), "legal": legal, "legal_complete": true,
        });
        if n == limit {
            line["type"] = json!("stop");
            lines.push(line);
            break;
        }
        line["action"] = json!(legal[random.below(legal.len())]);
        line["events"] = events(random);
        let played = Step::read(&line, &mut faults).unwrap().played.unwrap();
        lines.push(line);
        let outcome = rules.play(&position, &played.action, &played.events, &mut faults);
        match outcome.unwrap() {
            Outcome::Next(next) => position = next,
            Outcome::Over(ending) => {
                lines.push(json!({
                    "type": "end", "winners": ending.winners, "scores": ending.scores[0],
                    "reason": "it is over", "state": state(&ending.positions[0]),
                }));
                break;
            }
        }
    }
    assert!(faults.is_empty(), "{faults:?}");
    lines
}
