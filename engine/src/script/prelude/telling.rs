//! The words for offering actions, for saying what is against them, and for telling events.

use std::fmt::Write as _;

use super::writer::{Writer, copy};
use super::{ACTION_BYTES, EVENT_BYTES, FIRST_REFUSAL, control};
use crate::kind::Kind;
use crate::script::template::File;

impl Writer<'_> {
    pub(super) fn offers(&mut self) {
        let game = self.game;
        let (width, types) = (game.action_width(), self.types());
        for (verb, number) in game.pack().verbs.iter().zip(1..) {
            let mut arguments = String::new();
            let mut parameters = Vec::new();
            for arg in &verb.args {
                let name = format!("{}_", arg.name);
                let optional = if arg.optional { "?" } else { "" };
                // Writing to a `String` does not fail.
                let _ = match arg.kind {
                    Kind::Cards => {
                        arguments.push_str(&copy(("ACTS", "o", arg.offset), ("ACTS", &name), types));
                        Ok(())
                    }
                    _ if arg.optional => {
                        write!(arguments, "buffer.writeu16(ACTS, o + {}, {name} or 0) ", arg.offset)
                    }
                    _ => write!(arguments, "buffer.writeu16(ACTS, o + {}, {name}) ", arg.offset),
                };
                parameters.push(format!("{name}: number{optional}"));
            }
            let holes = self
                .holes()
                .with("verb", &verb.name)
                .with("usage", verb.usage())
                .with("number", number)
                .with("parameters", parameters.join(", "))
                .with("arguments", arguments)
                .with("last_place", ACTION_BYTES - width)
                .with("width", width);
            self.write(File::Offer, holes);
        }
        self.write(File::Offers, self.holes());
    }

    pub(super) fn refusals(&mut self) {
        for (n, refusal) in self.game.pack().refusals.iter().enumerate() {
            let names: Vec<String> = refusal.holes.iter().map(|hole| format!("{}_", hole.name)).collect();
            let place = |n: usize| control::HOLES + 4 * (refusal.first + n);
            let write = |(n, name): (usize, &String)| format!("buffer.writei32(CTRL, {}, {name}) ", place(n));
            let parameters: Vec<String> = names.iter().map(|name| format!("{name}: number")).collect();
            let holes = self
                .holes()
                .with("refusal", &refusal.name)
                .with("text", &refusal.text)
                .with("number", FIRST_REFUSAL + n as i64)
                .with("parameters", parameters.join(", "))
                .with("arguments", names.iter().enumerate().map(write).collect::<String>());
            self.write(File::Refusal, holes);
        }
    }

    pub(super) fn events(&mut self) {
        let types = self.types();
        for (event, number) in self.game.pack().events.iter().zip(1..) {
            let mut fields = String::new();
            let (mut parameters, mut names) = (Vec::new(), Vec::new());
            for field in &event.fields {
                let name = format!("{}_", field.name);
                let _ = match field.kind {
                    Kind::Cards => {
                        fields.push_str(&copy(("EVTS", "o", field.offset), ("ACTS", &name), types));
                        Ok(())
                    }
                    _ => write!(fields, "buffer.writei32(EVTS, o + {}, {name}) ", field.offset),
                };
                parameters.push(format!("{name}: number"));
                names.push(name);
            }
            let holes = self
                .holes()
                .with("event", &event.name)
                .with("number", number)
                .with("parameters", parameters.join(", "))
                .with("names", names.join(", "))
                .with("fields", fields)
                .with("last_place", EVENT_BYTES - event.width)
                .with("width", event.width);
            self.write(File::Event, holes);
        }
    }
}
