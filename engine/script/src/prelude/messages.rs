//! The words for offering actions, refusing them with a reason, and emitting events.

use std::fmt::Write as _;

use super::member::{Member, whole, within};
use super::writer::{Writer, quote};
use super::{FIRST_REFUSAL, control};
use crate::words::File;
use parlour_model::identifiers::member_name;
use parlour_model::ids::Verb;
use parlour_model::kind::Kind;

impl Writer<'_> {
    pub(super) fn offers(&mut self) {
        let game = self.game;
        let types = self.types();
        for (v, verb) in game.pack().verbs.iter().enumerate() {
            let (mut arguments, mut checks) = (String::new(), String::new());
            let (mut parameters, mut names) = (Vec::new(), Vec::new());
            for (n, arg) in verb.args.iter().enumerate() {
                let name = format!("{}_", arg.name);
                let what = quote(&format!("offer.{}: {}", verb.name, arg.name));
                // Writing to a `String` can't fail.
                if arg.kind == Kind::Cards {
                    let _ = write!(checks, "core.check_read({name}, {what}) ");
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
                    checks.push_str(&within(&name, least, most, &what));
                    if let Kind::Square(board) = arg.kind
                        && game.has_gaps(board)
                    {
                        let of = &game.pack().boards[board.index()].name;
                        let _ =
                            write!(checks, "if {name} ~= 0 then core.check_there({name}, {of}.all_there, {what}) end ");
                    }
                    let _ = write!(arguments, "buffer.writeu16(ACTS, o + {}, {name}) ", arg.offset);
                }
                parameters.push(format!("{name}: number{}", if arg.optional { "?" } else { "" }));
                names.push(name);
            }
            let (parameters, names) = (parameters.join(", "), names.join(", "));
            let offer = format!("offer_{}", verb.name);
            let body = format!("local o = core.begin_offer({}) {arguments}", v + 1);
            self.members.push(Member::function("core", &offer, String::new(), &parameters, &body));
            let doc = format!("Offers `{}` as a legal action.", verb.usage());
            let body = format!("{checks}core.{offer}({names})");
            self.members.push(Member::function("offer", &verb.name, doc, &parameters, &body));
        }
        self.write(File::Offers, self.constants());
    }

    pub(super) fn refusals(&mut self) {
        for (n, refusal) in self.game.pack().refusals.iter().enumerate() {
            let names: Vec<String> = refusal.arguments.iter().map(|argument| format!("{}_", argument.name)).collect();
            let place = |n: usize| control::HOLES + 4 * (refusal.first + n);
            let write = |(n, name): (usize, &String)| format!("buffer.writei32(CTRL, {}, {name}) ", place(n));
            let parameters: Vec<String> = names.iter().map(|name| format!("{name}: number")).collect();
            let what = quote(&format!("refusal.{}", refusal.name));
            let checks: String = names.iter().map(|name| whole(name, &what)).collect();
            let (number, doc) = (FIRST_REFUSAL + n as i64, format!("Against an action: {}", refusal.text));
            if names.is_empty() {
                let name = member_name(&refusal.name);
                self.members.push(Member::constant("refusal", name, false, &doc, number.to_string()));
                continue;
            }
            let arguments = names.iter().enumerate().map(write).collect::<String>();
            let body = format!("{checks}{arguments}return {number}");
            let member = Member::function("refusal", &refusal.name, doc, &parameters.join(", "), &body);
            self.members.push(member.giving("number"));
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
                    let _ = write!(checks, "core.check_read({name}, {what}) ");
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
                    checks.push_str(&within(&name, least, most, &what));
                    if let Kind::Square(board) = field.kind
                        && game.has_gaps(board)
                    {
                        let of = &game.pack().boards[board.index()].name;
                        let _ =
                            write!(checks, "if {name} ~= 0 then core.check_there({name}, {of}.all_there, {what}) end ");
                    }
                    // Writing to a `String` can't fail.
                    let _ = write!(fields, "buffer.writei32(EVTS, o + {}, {name}) ", field.offset);
                }
                parameters.push(format!("{name}: number"));
                names.push(name);
            }
            let (parameters, names) = (parameters.join(", "), names.join(", "));
            let tell = format!("event_{}", event.name);
            let body = format!("local o = core.begin_event({number}, {}) {fields}", event.width);
            self.members.push(Member::function("core", &tell, String::new(), &parameters, &body));
            // Errors don't depend on whether anybody listens.
            let is_heard = format!("buffer.readu8(CTRL, {}) ~= 0", control::EVENTS_ON);
            let body = format!("{checks}if {is_heard} then core.{tell}({names}) end");
            let doc = "Tells that this happened.".to_owned();
            self.members.push(Member::function("event", &event.name, doc, &parameters, &body));
        }
    }
}
