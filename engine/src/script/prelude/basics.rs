//! The words of the match: seats, options, turns and decisions, chance.

use super::control;
use super::writer::{DOWN, Writer, below, bits, join, quote, text_list};
use crate::kind::Kind;
use crate::layout::{DEPTH, ENDING, OVER, PLY, RNG, STACK, WINNERS, ZoneLayout};
use crate::pack::spec::{OptionValue, ScoreRule};

impl Writer<'_> {
    pub(super) fn core(&mut self) {
        self.ask("core", "fail", "Ends the script with a message.", "message: string", "error(message, 3)");
        self.ask(
            "core",
            "outside",
            "Refuses a number that is out of range.",
            "what: string, got: any, most: number",
            "error(`{what}: expected a number from 1 to {most}, got {got}`, 3)",
        );
        self.change("core", "bits", "32 random bits.", "", format!("{}return r", bits("STATE", RNG)));
        let policy_bits = format!("{}return r", bits("CTRL", control::POLICY_RNG));
        self.change("core", "policy_bits", "32 random bits of a playout.", "", policy_bits);
        for (name, bits) in [("again", "core.bits"), ("policy_again", "core.policy_bits")] {
            self.change(
                "core",
                name,
                "Draws once more as long as a product of n and 32 random bits would favour some numbers.",
                "n: number, x: number",
                format!(
                    "local threshold = (4294967296 - n) % n local hi = math.floor(x * {DOWN}) \
                     while x - hi * 4294967296 < threshold do x = {bits}() * n hi = math.floor(x * {DOWN}) end \
                     return hi"
                ),
            );
        }
        let body = format!("{}return hi", below("STATE", RNG, "n", "core.again"));
        self.change("core", "below", "A random number from 0 to n - 1.", "n: number", body);
        let (seats, types) = (self.game.seat_count(), self.types());
        self.change(
            "core",
            "learn",
            "Notes that the seats of a mask know one card more of a type in a bag.",
            "any: number, known: number, card: number, mask: number",
            format!(
                "buffer.writeu8(STATE, any, 1) \
                 for v = 0, {} do if bit32.extract(mask, v) ~= 0 then \
                 local o = known + v * {types} + card - 1 buffer.writeu8(STATE, o, buffer.readu8(STATE, o) + 1) end end",
                seats - 1
            ),
        );
        self.change(
            "core",
            "forget",
            "Notes that a card of a type left a bag, seen only by the seats of a mask; returns those who know all the same.",
            "any: number, known: number, card: number, mask: number, size: number",
            format!(
                "local sure, left = 0, 0 \
                 for v = 0, {} do local row = known + v * {types} local o = row + card - 1 local k = buffer.readu8(STATE, o) \
                 if bit32.extract(mask, v) ~= 0 or k == size then \
                 if k > 0 then buffer.writeu8(STATE, o, k - 1) end \
                 if k == size then sure = bit32.bor(sure, bit32.lshift(1, v)) end \
                 else for x = row, row + {} do local n = buffer.readu8(STATE, x) if n > 0 then buffer.writeu8(STATE, x, n - 1) end end end \
                 for x = row, row + {} do left += buffer.readu8(STATE, x) end end \
                 if left == 0 then buffer.writeu8(STATE, any, 0) end return sure",
                seats - 1,
                types.saturating_sub(1),
                types.saturating_sub(1)
            ),
        );
    }

    pub(super) fn seats(&mut self) {
        let game = self.game;
        let n = game.seat_count();
        self.constant("seats", "count", "How many seats there are.", n.to_string());
        let names: Vec<&str> = game.seats().map(|seat| game.seat_name(seat)).collect();
        for (index, name) in names.iter().enumerate() {
            let is_taken = |id: &str| ["count", "next", "before", "name"].contains(&id);
            self.named("seats", name, is_taken, &format!("The seat `{name}`."), (index + 1).to_string());
        }
        self.constant("seats", "all_names", "The names of the seats.", text_list(names));
        self.ask("seats", "next", "The seat to the left, clockwise.", "seat: number", format!("return seat % {n} + 1"));
        self.ask(
            "seats",
            "before",
            "The seat to the right.",
            "seat: number",
            format!("return (seat + {}) % {n} + 1", n + n - 2),
        );
        self.ask("seats", "name", "The name of a seat.", "seat: number", "return seats.all_names[seat] or \"\"");
    }

    pub(super) fn options(&mut self) {
        for (key, value) in self.game.options() {
            let text = match value {
                OptionValue::Int(n) => n.to_string(),
                OptionValue::Bool(flag) => flag.to_string(),
                OptionValue::Word(word) => quote(word),
            };
            self.named("option", key, |_| false, &format!("The option `{key}`."), text);
        }
        if let Some(variant) = self.game.variant() {
            self.constant("option", "variant", "The variant's name.", quote(variant));
        }
    }

    pub(super) fn turns(&mut self) {
        let game = self.game;
        let pack = game.pack();
        for (n, phase) in pack.phases.iter().enumerate() {
            let number = n + 1;
            let seat_check = |word: &str| {
                let seats = game.seat_count();
                format!(
                    "if not (seat and seat >= 1 and seat <= {seats}) then core.outside(\"{word}.{}\", seat, {seats}) end ",
                    phase.name
                )
            };
            self.change(
                "turn",
                &phase.name,
                &format!("Gives the turn to a seat: {}.", phase.text),
                "seat: number",
                format!("{}buffer.writeu8(STATE, {STACK}, {number}) buffer.writeu8(STATE, {}, seat) if buffer.readu8(STATE, {DEPTH}) == 0 then buffer.writeu8(STATE, {DEPTH}, 1) end", seat_check("turn"), STACK + 1),
            );
            self.change(
                "decide",
                &phase.name,
                &format!("Asks a seat for a decision before anything else goes on: {}.", phase.text),
                "seat: number",
                format!(
                    "{}local d = buffer.readu8(STATE, {DEPTH}) if d >= {most} then core.fail(\"more than {most} decisions are pending\") end \
                     buffer.writeu8(STATE, {STACK} + 2 * d, {number}) buffer.writeu8(STATE, {} + 2 * d, seat) buffer.writeu8(STATE, {DEPTH}, d + 1)",
                    seat_check("decide"),
                    STACK + 1,
                    most = game.layout().stack
                ),
            );
        }
        self.ask(
            "match",
            "seat",
            "Whose turn it is; a pending decision may be another seat's.",
            "",
            format!("return buffer.readu8(STATE, {})", STACK + 1),
        );
        self.ask("match", "ply", "How many actions were taken.", "", format!("return buffer.readu32(STATE, {PLY})"));
        self.ask(
            "match",
            "won",
            "Whether a seat has won; false while the match goes on.",
            "seat: number",
            format!(
                "if not (seat >= 1 and seat <= {n}) then core.outside(\"match.won\", seat, {n}) end \
                 return bit32.extract(buffer.readu16(STATE, {WINNERS}), seat - 1) ~= 0",
                n = game.seat_count()
            ),
        );
        self.ask(
            "match",
            "over",
            "Whether the match is over.",
            "",
            format!("return buffer.readu8(STATE, {OVER}) ~= 0"),
        );
        self.ask(
            "match",
            "pending",
            "How many decisions are pending besides the turn itself.",
            "",
            format!("return buffer.readu8(STATE, {DEPTH}) - 1"),
        );
        let winner_check = format!(
            "if not (seat >= 1 and seat <= {n}) then core.outside(\"winner\", seat, {n}) end ",
            n = game.seat_count()
        );
        let mark = format!(
            "{winner_check}buffer.writeu16(STATE, {WINNERS}, bit32.bor(buffer.readu16(STATE, {WINNERS}), bit32.lshift(1, seat - 1)))"
        );
        self.change(
            "match",
            "winner",
            "Counts a seat among the winners, before the match is ended.",
            "seat: number",
            mark.clone(),
        );
        for (n, ending) in pack.endings.iter().enumerate() {
            self.change(
                "ending",
                &ending.name,
                "Ends the match; a seat that is given is counted among the winners.",
                "seat: number?",
                format!("buffer.writeu8(STATE, {OVER}, 1) buffer.writeu8(STATE, {ENDING}, {}) if seat then match.winner(seat) end", n + 1),
            );
        }
        if pack.scores == ScoreRule::Script {
            let at = game.layout().scores as i64 - 4;
            self.change(
                "score",
                "set",
                "Sets a seat's score at the end.",
                "seat: number, value: number",
                format!("{winner_check}buffer.writei32(STATE, {at} + seat * 4, value)"),
            );
        }
    }

    pub(super) fn chances(&mut self) {
        let game = self.game;
        let pack = game.pack();
        for (n, chance) in pack.chances.iter().enumerate() {
            let layout = game.layout().chances[n];
            let prescribed = |random: String| {
                if layout.capacity == 0 {
                    return random;
                }
                let at = layout.cursor;
                format!(
                    "local k = buffer.readu16(STATE, {at}) if k < buffer.readu16(STATE, {}) then \
                     buffer.writeu16(STATE, {at}, k + 1) return buffer.readu8(STATE, {} + k) end {random}",
                    at + 2,
                    at + 4
                )
            };
            if chance.kind != Kind::Card {
                let doc = format!("A random outcome from 1 to {}.", game.outcomes(n));
                self.change(
                    "chance",
                    &chance.name,
                    &doc,
                    "",
                    prescribed(format!("return core.below({}) + 1", game.outcomes(n))),
                );
                continue;
            }
            for (z, zone) in pack.zones.iter().enumerate() {
                if !matches!(game.layout().zones[z].first(), Some(ZoneLayout::Bag(_))) {
                    continue;
                }
                let family = self.family(z);
                let (index, i) = (family.parameter("i"), if family.stride == 0 { "" } else { "i" });
                let body = if layout.capacity == 0 {
                    format!("return {}.random({i})", zone.name)
                } else {
                    let at = layout.cursor;
                    format!(
                        "local k = buffer.readu16(STATE, {at}) if k < buffer.readu16(STATE, {}) then \
                         local card = {} \
                         if {}.count({}) == 0 then core.fail(\"the scenario prescribes a card for `{}` that is not there\") end \
                         buffer.writeu16(STATE, {at}, k + 1) return card end return {}.random({i})",
                        at + 2,
                        self.card_at(&(at + 4).to_string(), "k"),
                        zone.name,
                        join(&[i, "card"]),
                        chance.name,
                        zone.name
                    )
                };
                let doc = format!("A random card of {}; it stays where it is.", zone.title);
                self.change("chance", &format!("{}_from_{}", chance.name, zone.name), &doc, &index, body);
            }
        }
    }
}
