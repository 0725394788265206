//! The words for offering actions, refusing them with a reason, and emitting events.

use std::fmt::Write as _;

use super::writer::{Writer, quote};
use super::{ACTION_BYTES, EVENT_BYTES, FIRST_REFUSAL, control};
use crate::template::File;
use parlour_model::ids::Verb;
use parlour_model::kind::Kind;

impl Writer<'_> {
    pub(super) fn offers(&mut self) {
        let game = self.game;
        let (width, types) = (game.action_width(), self.types());
        for (v, verb) in game.pack().verbs.iter().enumerate() {
            let (mut arguments, mut checks) = (String::new(), String::new());
            let (mut parameters, mut names) = (Vec::new(), Vec::new());
            for (n, arg) in verb.args.iter().enumerate() {
                let name = format!("{}_", arg.name);
                let what = quote(&format!("offer.{}: {}", verb.name, arg.name));
                // Writing to a `String` can't fail.
                if arg.kind == Kind::Cards {
                    self.check("check_read", &[&name, &what], &mut checks);
                    let _ = write!(arguments, "buffer.copy(ACTS, o + {}, ACTS, {name}, {types}) ", arg.offset);
                } else {
                    let (least, most) = match game.value_count(arg.kind) {
                        Some(count) => (1, count),
                        None => {
                            let (least, most) = game.argument_range(Verb::from_index(v), n);
                            (usize::from(least), usize::from(most))
                        }
                    };
                    if arg.optional {
                        let _ = write!(checks, "{name} = {name} or 0 ");
                    }
                    if let Some(before) = arg.behind {
                        let before = &verb.args[before].name;
                        let message = quote(&format!(
                            "offer.{}: {} is given and {before}, which is written like it, is not: give {before} first",
                            verb.name, arg.name
                        ));
                        let _ = write!(checks, "if {name} ~= 0 and {before}_ == 0 then core.fail({message}) end ");
                    }
                    let least = if arg.optional { 0 } else { least };
                    let bounds = [&name, &least.to_string(), &most.to_string(), &what];
                    self.check("check_within", &bounds.map(String::as_str), &mut checks);
                    if let Kind::Square(board) = arg.kind
                        && game.has_gaps(board)
                    {
                        let of = &game.pack().boards[board.index()].name;
                        self.check("check_argument_there", &[&name, of, &what], &mut checks);
                    }
                    let _ = write!(arguments, "buffer.writeu16(ACTS, o + {}, {name}) ", arg.offset);
                }
                parameters.push(format!("{name}: number{}", if arg.optional { "?" } else { "" }));
                names.push(name);
            }
            let holes = self
                .holes()
                .with("verb", &verb.name)
                .with("usage", verb.usage())
                .with("number", v + 1)
                .with("parameters", parameters.join(", "))
                .with("names", names.join(", "))
                .with("checks", checks)
                .with("arguments", arguments)
                .with("last_place", ACTION_BYTES - width)
                .with("width", width);
            self.write(File::Offer, holes);
        }
        self.write(File::Offers, self.holes());
    }

    pub(super) fn refusals(&mut self) {
        for (n, refusal) in self.game.pack().refusals.iter().enumerate() {
            let names: Vec<String> = refusal.arguments.iter().map(|argument| format!("{}_", argument.name)).collect();
            let place = |n: usize| control::HOLES + 4 * (refusal.first + n);
            let write = |(n, name): (usize, &String)| format!("buffer.writei32(CTRL, {}, {name}) ", place(n));
            let parameters: Vec<String> = names.iter().map(|name| format!("{name}: number")).collect();
            let mut checks = String::new();
            for name in &names {
                self.check("check_whole", &[name, &quote(&format!("refusal.{}", refusal.name))], &mut checks);
            }
            let holes = self
                .holes()
                .with("refusal", &refusal.name)
                .with("text", &refusal.text)
                .with("number", FIRST_REFUSAL + n as i64)
                .with("parameters", parameters.join(", "))
                .with("arguments", checks + &names.iter().enumerate().map(write).collect::<String>());
            self.write(File::Refusal, holes);
        }
    }

    pub(super) fn events(&mut self) {
        let (game, types) = (self.game, self.types());
        for (event, number) in game.pack().events.iter().zip(1..) {
            let (mut fields, mut checks) = (String::new(), String::new());
            let (mut parameters, mut names) = (Vec::new(), Vec::new());
            for field in &event.fields {
                let name = format!("{}_", field.name);
                let what = quote(&format!("event.{}: {}", event.name, field.name));
                if field.kind == Kind::Cards {
                    self.check("check_read", &[&name, &what], &mut checks);
                    let _ = write!(fields, "buffer.copy(EVTS, o + {}, ACTS, {name}, {types}) ", field.offset);
                } else if field.kind == Kind::Numbers {
                    let _ = write!(checks, "core.check_list({name}, {what}) ");
                    let _ = write!(fields, "core.tell_list(o + {}, {name}) ", field.offset);
                    parameters.push(format!("{name}: {{number}}"));
                    names.push(name);
                    continue;
                } else {
                    // 0 is none; a number has to fit in 32 bits.
                    let (least, most) = match game.value_count(field.kind) {
                        Some(count) => (0, count as i64),
                        None => (i64::from(i32::MIN), i64::from(i32::MAX)),
                    };
                    let bounds = [&name, &least.to_string(), &most.to_string(), &what];
                    self.check("check_within", &bounds.map(String::as_str), &mut checks);
                    if let Kind::Square(board) = field.kind
                        && game.has_gaps(board)
                    {
                        let of = &game.pack().boards[board.index()].name;
                        self.check("check_argument_there", &[&name, of, &what], &mut checks);
                    }
                    // Writing to a `String` can't fail.
                    let _ = write!(fields, "buffer.writei32(EVTS, o + {}, {name}) ", field.offset);
                }
                parameters.push(format!("{name}: number"));
                names.push(name);
            }
            let holes = self
                .holes()
                .with("event", &event.name)
                .with("number", number)
                .with("parameters", parameters.join(", "))
                .with("names", names.join(", "))
                .with("checks", checks)
                .with("fields", fields)
                .with("last_place", EVENT_BYTES - event.width)
                .with("width", event.width);
            self.write(File::Event, holes);
        }
    }

    /// Rejects an invalid argument.
    fn check(&self, piece: &str, arguments: &[&str], out: &mut String) {
        File::Inline.inline(piece, arguments, &self.holes, out);
    }
}
