//! The words for offering actions and for telling events.

use std::fmt::Write as _;

use super::writer::{Writer, copy};
use super::{ACTION_BYTES, EVENT_BYTES, control};
use crate::kind::Kind;

impl Writer<'_> {
    pub(super) fn offers(&mut self) {
        let game = self.game;
        let (stride, types) = (game.action_width(), self.types());
        for (n, verb) in game.pack().verbs.iter().enumerate() {
            let mut body = format!(
                "local o = buffer.readu32(CTRL, {end}) if o > {most} then core.fail(\"more actions than can be listed\") end \
                 buffer.writeu8(ACTS, o, {}) ",
                n + 1,
                end = control::LIST_END,
                most = ACTION_BYTES - stride
            );
            let mut parameters = Vec::new();
            for arg in &verb.args {
                let name = format!("{}_", arg.name);
                let optional = if arg.optional { "?" } else { "" };
                let _ = match arg.kind {
                    Kind::Cards => {
                        body.push_str(&copy(("ACTS", "o", arg.offset), ("ACTS", &name), types));
                        Ok(())
                    }
                    _ if arg.optional => write!(body, "buffer.writeu16(ACTS, o + {}, {name} or 0) ", arg.offset),
                    _ => write!(body, "buffer.writeu16(ACTS, o + {}, {name}) ", arg.offset),
                };
                parameters.push(format!("{name}: number{optional}"));
            }
            let _ = write!(body, "buffer.writeu32(CTRL, {}, o + {stride})", control::LIST_END);
            let doc = format!("Offers `{}` as a legal action.", verb.usage());
            self.change("offer", &verb.name, &doc, &parameters.join(", "), body);
        }
        self.change(
            "offers",
            "incomplete",
            "Says that legal actions were left out of the list.",
            "",
            format!("buffer.writeu8(CTRL, {}, 1)", control::INCOMPLETE),
        );
    }

    pub(super) fn events(&mut self) {
        let types = self.types();
        for (n, event) in self.game.pack().events.iter().enumerate() {
            let mut parameters = Vec::new();
            let mut names = Vec::new();
            let mut body = format!(
                "local o = buffer.readu32(CTRL, {end}) if o > {most} then core.fail(\"too many events\") end buffer.writeu8(EVTS, o, {}) ",
                n + 1,
                end = control::EVENTS_END,
                most = EVENT_BYTES - event.width
            );
            for field in &event.fields {
                let name = format!("{}_", field.name);
                let _ = match field.kind {
                    Kind::Cards => {
                        body.push_str(&copy(("EVTS", "o", field.offset), ("ACTS", &name), types));
                        Ok(())
                    }
                    _ => write!(body, "buffer.writei32(EVTS, o + {}, {name}) ", field.offset),
                };
                parameters.push(format!("{name}: number"));
                names.push(name);
            }
            let _ = write!(body, "buffer.writeu32(CTRL, {}, o + {})", control::EVENTS_END, event.width);
            let parameters = parameters.join(", ");
            let writer = format!("event_{}", event.name);
            self.change("core", &writer, "Writes an event.", &parameters, body);
            self.change(
                "event",
                &event.name,
                "Tells that this happened.",
                &parameters,
                format!(
                    "if buffer.readu8(CTRL, {}) ~= 0 then core.{writer}({}) end",
                    control::EVENTS_ON,
                    names.join(", ")
                ),
            );
        }
    }
}
