//! `[[end]]`: the condition of an ending, and its winner.

use super::Reader;
use crate::load::quantities::{quantities, quantity};
use crate::pieces::condition::conditions_of;
use crate::pieces::squares::{read_area, read_areas};
use crate::reader::Section;
use crate::spec::{EndingSpec, Per, Quantity, VarSpec, ZoneSpec};
use parlour_model::diagnostic::{Code, suggest};
use parlour_model::ids::ZoneId;
use parlour_model::kind::Kind;
use parlour_model::pieces::{Area, ENDS, EndSpec, Follows, Formation, Verdict, When};

/// The words for results.
pub(crate) const VERDICTS: &[(&str, Verdict)] = &[
    ("win", Verdict::Win),
    ("lose", Verdict::Lose),
    ("draw", Verdict::Draw),
    ("score", Verdict::Score),
    ("area", Verdict::Area),
    ("winners", Verdict::Winners),
    ("forbidden", Verdict::Forbidden),
];

impl Reader<'_> {
    /// Reads the condition of an ending.
    fn when(&self, row: &Section<'_>, vars: &[VarSpec], zones: &[ZoneSpec]) -> Option<When> {
        let Some(written) = row.string("when") else {
            row.ask_all();
            return None;
        };
        Some(match written.as_str() {
            "no_move" => When::NoMove(row.bool("danger")),
            "turns" => {
                if !vars.iter().any(|var| var.follows == Some(Follows::Turns)) {
                    let message = "no variable counts the turns";
                    row.fault_help("when", Code::MissingVar, message, "expected a variable with `follows = \"turns\"`");
                }
                let limit = quantity(row, "limit");
                row.demand("limit", "the number of full turns");
                if let Some(Quantity::Fixed(turns @ ..1)) = limit {
                    let message = format!("`{}` is {turns}", row.name("limit"));
                    row.fault_help("limit", Code::OutOfRange, message, "expected 1 or more");
                }
                When::Turns(limit?)
            }
            "reach" => {
                let area = reached(row);
                When::Formation(Formation::Reach(self.piece_list(row, "piece"), area?))
            }
            "entered" => When::Formation(self.entered(row)?),
            "line" => {
                row.demand("length", "how many in a row");
                When::Formation(Formation::Line(row.int("length")? as usize, self.piece_list(row, "piece")))
            }
            "joined" => {
                let areas = read_areas(row, "between");
                if areas.len() == 1 {
                    row.missing("between", "two areas or more, such as `[{ rows = [1] }, { rows = [-1] }]`");
                    return None;
                }
                let corners = row.bool("corners").unwrap_or(false);
                When::Formation(Formation::Joined { pieces: self.piece_list(row, "piece"), areas, corners })
            }
            "bare" => {
                let [any_number, single, one_colour] =
                    ["any_number", "single", "one_colour"].map(|key| self.piece_list(row, key));
                if !self.has_royal && [&any_number, &single, &one_colour].iter().all(|pieces| pieces.is_empty()) {
                    let message = "no piece is royal, so that nothing could be left";
                    let help = "expected `royal = true` of a piece, or `any_number`, `single` or `one_colour`";
                    row.fault_help("when", Code::NoPieces, message, help);
                }
                When::Formation(Formation::Bare { any_number, single, one_colour })
            }
            "captured" => When::Formation(Formation::Captured(self.piece_list(row, "piece"))),
            "counter" => counter(row, vars)?,
            "empty" => empty(row, zones)?,
            "last" => {
                if !self.has_alive {
                    row.fault_help(
                        "when",
                        Code::MissingVar,
                        "nothing says which seats are out",
                        "expected `alive` in `[seats]`: the name of a variable, dice or a zone with `per = \"seat\"`",
                    );
                }
                When::Last
            }
            "repetition" => When::Repetition {
                times: row.int("times").unwrap_or(3) as usize,
                within: row.int("within").unwrap_or(100) as usize,
                danger: row.bool("danger").unwrap_or(false),
            },
            other => {
                row.fault_help(
                    "when",
                    Code::UnknownWord,
                    format!("`{}` can't be `{other}`", row.name("when")),
                    suggest(other, ENDS.iter().copied()),
                );
                row.ask_all();
                return None;
            }
        })
    }

    /// Reads the condition for a royal piece to have entered (impasse).
    fn entered(&self, row: &Section<'_>) -> Option<Formation> {
        let to = reached(row);
        let others = row.int("others").unwrap_or(0) as usize;
        let points = quantities(row, "points");
        let mut worth = Vec::new();
        if let Some(section) = row.section("worth") {
            for (place, name) in self.pieces.iter().enumerate() {
                worth.extend(section.int_within(name, 0..=1000).map(|points| (place, points as i32)));
            }
            section.finish();
        }
        if !self.has_royal {
            let message = "no piece is royal, so that none can enter";
            row.fault_help("when", Code::NoPieces, message, "expected `royal = true` of a piece");
        }
        Some(Formation::Entered { to: Box::new(to?), others, worth, points })
    }

    pub(super) fn end(
        &self,
        row: &Section<'_>,
        endings: &[EndingSpec],
        vars: &[VarSpec],
        zones: &[ZoneSpec],
    ) -> Option<EndSpec> {
        let when = self.when(row, vars, zones);
        let is_last = matches!(when, Some(When::Last));
        if !is_last {
            row.demand(
                "result",
                "`win`, `lose`, `draw`, `score` or `area`, for the seat that it happens to, or `winners`",
            );
        }
        let is_written = row.node("result").is_some();
        let verdict = row.word("result", VERDICTS).or((is_last && !is_written).then_some(Verdict::Win));
        let ending = |key: &str| {
            let known = endings.iter().map(|ending| ending.name.as_str());
            row.sink.find((Code::UnknownEnding, "ending"), &row.string(key)?, &row.value_span(key), known)
        };
        let only_if = self.condition(row);
        let unless = conditions_of(row, "unless", self.options);
        if verdict == Some(Verdict::Forbidden) {
            if when.as_ref().is_some_and(|when| !matches!(when, When::Repetition { .. })) {
                row.fault_help(
                    "result",
                    Code::BadMove,
                    "only repetition can be forbidden",
                    "expected `when = \"repetition\"`",
                );
            }
            let about = row.value_span("when");
            return Some(EndSpec {
                when: when?,
                verdict: Verdict::Forbidden,
                seat: None,
                ending: 0,
                even: 0,
                bonus: Vec::new(),
                only_if,
                unless,
                about,
            });
        }
        let seat = row.string("seat").and_then(|name| {
            let known = self.seats.iter().map(String::as_str);
            row.sink.find((Code::UnknownSeat, "seat"), &name, &row.value_span("seat"), known)
        });
        if seat.is_some() && !matches!(verdict, None | Some(Verdict::Win | Verdict::Lose)) {
            let message = "a seat is named only where it wins or loses";
            row.fault_help("seat", Code::BadMove, message, "expected `result = \"win\"` or `\"lose\"`, or no `seat`");
        }
        row.demand("ending", "the name of one of the `[endings]`");
        let (ending, even) = (ending("ending"), ending("even"));
        if matches!(verdict, Some(Verdict::Score | Verdict::Area)) {
            row.demand("even", "the name of the ending when the scores are even");
        }
        let bonus = if verdict == Some(Verdict::Area) { quantities(row, "bonus") } else { Vec::new() };
        let ending = ending?;
        let about =
            row.value_span(if matches!(when, Some(When::Formation(Formation::Line(..)))) { "length" } else { "when" });
        Some(EndSpec {
            when: when?,
            verdict: verdict?,
            seat,
            ending,
            even: even.unwrap_or(ending),
            bonus,
            only_if,
            unless,
            about,
        })
    }
}

/// Reads the area that must be reached.
fn reached(row: &Section<'_>) -> Option<Area> {
    row.demand("to", "an area, such as `{ rows = [-1] }`");
    row.node("to").and_then(|node| read_area(row, "to", node))
}

/// Reports an ending about pieces in a game without pieces.
pub(super) fn demand_counter(row: &Section<'_>, end: &EndSpec) {
    let (key, help) = if end.when.is_about_pieces() {
        ("when", "expected `counter`, `empty` or `last`; or a script ends the match, as in `ending.NAME(winner)`")
    } else if end.verdict == Verdict::Score {
        ("result", "expected `win`, `lose`, `draw` or `winners`")
    } else {
        return;
    };
    let message = format!("`{}` is about pieces, and the pack has none", row.name(key));
    row.fault_help(key, Code::NoPieces, message, help);
}

/// Reads the variable and the number of an ending that counts.
fn counter(row: &Section<'_>, vars: &[VarSpec]) -> Option<When> {
    let counts = |var: &VarSpec| var.kind == Kind::Number && matches!(var.per, Per::One | Per::Seat) && var.is_single();
    let name = row.required_string("var", "the name of a variable that holds a number");
    let (reaches, falls_to) = (quantity(row, "reaches"), quantity(row, "falls_to"));
    let both = "`reaches` (this or more) or `falls_to` (this or less)";
    match (row.node("reaches"), row.node("falls_to")) {
        (None, None) => row.missing("reaches", both),
        (Some(_), Some(_)) => {
            let message = "a counter has one limit, not `reaches` and this";
            row.fault_help("falls_to", Code::BadMove, message, format!("expected {both}"));
        }
        _ => {}
    }
    let name = name?;
    let Some(var) = vars.iter().position(|var| var.name == name && counts(var)) else {
        let message = if vars.iter().any(|var| var.name == name) {
            format!("the variable `{name}` doesn't hold one number, or one for each seat")
        } else {
            format!("there is no variable `{name}`")
        };
        let known = vars.iter().filter(|var| counts(var)).map(|var| var.name.as_str());
        row.fault_help("var", Code::UnknownVar, message, suggest(&name, known));
        return None;
    };
    match (reaches, falls_to) {
        (Some(limit), None) => Some(When::Counter { var, limit, at_least: true }),
        (None, Some(limit)) => Some(When::Counter { var, limit, at_least: false }),
        _ => None,
    }
}

/// Reads the zones of an ending by empty zones.
fn empty(row: &Section<'_>, zones: &[ZoneSpec]) -> Option<When> {
    let Some(written) = row.strings("zones") else {
        row.demand("zones", "the name of a zone, or a list of them");
        return None;
    };
    let mut found = Vec::new();
    for (name, span) in written {
        let known = zones.iter().map(|zone| zone.name.as_str());
        found.extend(row.sink.find((Code::UnknownZone, "zone"), &name, &span, known).map(ZoneId::from_index));
    }
    let per_seat = matches!(found.as_slice(), [only] if zones[only.index()].per == Per::Seat);
    (!found.is_empty()).then_some(When::Empty { zones: found, per_seat })
}
