//! Reading `[[move]]` and `[[end]]`.

use std::cell::RefCell;
use std::collections::HashSet;

use super::order::check_order;
use super::rows::Draft;
use super::spec::{
    BareSpec, Becomes, CastleSpec, Condition, Drop, EFFECTS, Effect, EndSpec, Follows, Leg, Line, MoveSpec, MovesSpec,
    Offset, Over, Standing, Surrounds, Verdict, When,
};
use super::squares::{read_area, read_areas, read_offsets};
use crate::diagnostic::{Code, suggest};
use crate::grammar::VerbSpec;
use crate::ids::ZoneId;
use crate::kind::Kind;
use crate::pack::boards::{BoardSpec, Shape, headings};
use crate::pack::load::places::{quantities, quantity};
use crate::pack::spec::{EndingSpec, OptionSpec, OptionValue, Per, Quantity, Span, VarSpec, WordList, ZoneSpec};
use crate::pack::tree::{Section, Value};

/// What else a pack has, to which moves and endings refer.
pub(in crate::pack) struct Known<'a> {
    pub(in crate::pack) boards: &'a [BoardSpec],
    pub(in crate::pack) verbs: &'a [VerbSpec],
    pub(in crate::pack) vars: &'a [VarSpec],
    pub(in crate::pack) zones: &'a [ZoneSpec],
    pub(in crate::pack) endings: &'a [EndingSpec],
    pub(in crate::pack) lists: &'a [WordList],
    pub(in crate::pack) options: &'a [OptionSpec],
}

/// What the moves are read with.
struct Reader<'a> {
    pieces: Vec<String>,
    board: Option<&'a BoardSpec>,
    verbs: &'a [VerbSpec],
    options: &'a [OptionSpec],
    /// The verbs that were found not to say which squares: once is enough.
    untold: RefCell<HashSet<usize>>,
    /// The kind of an argument that names a piece.
    piece_kind: Option<Kind>,
    /// Whether a variable holds the square that was passed over.
    has_passed: bool,
}

/// Reads the moves of the pieces, the placings and the endings.
pub(in crate::pack) fn read_moves(
    top: &Section<'_>,
    (board, drafts): (usize, Vec<Draft<'_>>),
    known: &Known<'_>,
) -> MovesSpec {
    let &Known { boards, verbs, vars, zones, endings, lists, options } = known;
    let reader = Reader {
        pieces: drafts.iter().map(|draft| draft.spec.name.clone()).collect(),
        board: boards.get(board),
        verbs,
        options,
        untold: RefCell::default(),
        has_passed: vars.iter().any(|var| var.follows == Some(Follows::Passed)),
        piece_kind: lists.iter().position(|list| list.name == "piece").map(Kind::Word),
    };
    let mut spec = MovesSpec { board, ..MovesSpec::default() };
    for Draft { spec: mut piece, section } in drafts {
        for row in section.rows("moves") {
            reader.moves(row, false, &mut piece.moves);
        }
        piece.demotes = reader.piece_list(&section, "demotes").first().copied();
        for key in ["demotes", "stock"].into_iter().filter(|key| section.node(key).is_some()) {
            demand_hand(&section, key, vars);
        }
        section.finish();
        spec.pieces.push(piece);
    }
    for row in top.rows("place") {
        if row.node("hand").is_some() {
            demand_hand(&row, "hand", vars);
        }
        reader.moves(row, true, &mut spec.places);
    }
    for row in top.rows("castle") {
        spec.castles.extend(reader.castle(&row, vars));
        row.finish();
    }
    check_order(top, &mut spec, verbs, vars);
    let mut ends = 0;
    for row in top.rows("end") {
        ends += 1;
        if let Some(end) = reader.end(&row, endings, vars, zones) {
            if spec.has_no_pieces() {
                demand_counter(&row, &end);
            }
            spec.ends.push(end);
        }
        row.finish();
    }
    // Who may always pass is never without an action.
    let is_free = |bare: &BareSpec| bare.effect == Effect::Pass && bare.given.is_none();
    let end = spec.ends.iter().any(|end| matches!(end.when, When::NoMove(_))) || spec.bare.iter().any(is_free);
    // One that is wrong may be the one.
    let all_are_read = spec.ends.len() == ends;
    if !spec.is_empty() && !end && all_are_read {
        top.missing("end", "what happens when a seat has no legal action: a row `[[end]]` with `when = \"no_move\"`");
    }
    spec
}

impl Reader<'_> {
    /// The shape of the board with the pieces.
    fn shape(&self) -> &Shape {
        self.board.map_or(&Shape::Squares, |board| &board.shape)
    }

    /// Reads one row: a move for each of its effects.
    fn moves(&self, row: Section<'_>, placing: bool, out: &mut Vec<MoveSpec>) {
        let mut effects = Vec::new();
        if placing {
            effects.push(("place", Effect::Place, row.span.clone()));
        } else {
            let words = row.strings("do").unwrap_or_default();
            if words.is_empty() {
                row.missing("do", "what the piece does: \"move\", \"capture\", \"shoot\", \"build\", \"swap\", ...");
            }
            let written = words.len();
            for (word, span) in words {
                match EFFECTS.iter().find(|(name, effect)| *name == word && *effect != Effect::Place) {
                    Some(&(name, effect)) => effects.push((name, effect, span)),
                    None => row.sink.fault_help(
                        Code::UnknownWord,
                        &span,
                        format!("a piece can't `{word}`"),
                        suggest(&word, EFFECTS.iter().map(|(name, _)| *name).filter(|name| *name != "place")),
                    ),
                }
            }
            if written == 0 || effects.len() < written {
                // What is wrong may be what puts something.
                row.node("puts");
            }
        }
        let Pattern { offsets, least, most, way, leg, over } =
            if placing { Pattern::default() } else { self.pattern(&row) };
        let on = row.node("on").map(|_| self.standings(&row, "on"));
        let except = self.standings(&row, "except");
        let area = |key: &str| row.node(key).and_then(|node| read_area(&row, key, node));
        let (from, to) = if placing { (None, area("to")) } else { (area("from"), area("to")) };
        let passes = !placing && row.bool("passes").unwrap_or(false);
        let overtakes = !placing && row.bool("overtakes").unwrap_or(false);
        let unmoved = !placing && row.bool("unmoved").unwrap_or(false);
        let puts = self.puts(&row, &effects);
        let drop = if placing { self.drop(&row, &puts) } else { None };
        let becomes = if placing { None } else { self.becomes(&row) };
        let leaves = if placing { None } else { self.leaves(&row, &effects) };
        let only_if = self.condition(&row);
        let falls = if placing { headings(&row, "falls").first().copied() } else { None };
        let encloses = if placing { row.node("encloses") } else { None };
        let encloses = encloses.map_or_else(Vec::new, |node| read_offsets(&row, node, self.shape()));
        let surrounds = if placing { surrounds(&row) } else { None };
        let written_verb = row.string("verb");
        if overtakes {
            effects.retain_mut(|(_, effect, _)| {
                let captures = *effect == Effect::Capture;
                *effect = Effect::Overtake;
                captures
            });
        }
        if (passes || overtakes) && !self.has_passed {
            let key = if passes { "passes" } else { "overtakes" };
            row.sink.fault_help(
                Code::MissingVar,
                &row.value_span(key),
                "no variable holds the square that was passed over",
                "expected a variable with `type = \"square of BOARD\"` and `follows = \"passed\"`",
            );
        }
        for (name, effect, span) in effects {
            let verb_span = if written_verb.is_some() { row.value_span("verb") } else { span };
            let Some(verb) = self.verb(&row, written_verb.as_deref().unwrap_or(name), &verb_span, effect) else {
                continue;
            };
            let choices = becomes
                .as_ref()
                .map_or(0, |becomes| becomes.pieces.len() + usize::from(becomes.optional && becomes.verb.is_none()));
            if choices > 1 {
                self.check_choice(&row, "becomes", becomes.as_ref().and_then(|becomes| becomes.verb).unwrap_or(verb));
            }
            if puts.len() > 1 {
                self.check_choice(&row, "puts", verb);
            }
            if effect == Effect::Jump && over.is_none() && !is_far(&offsets, least) {
                row.sink.fault_help(
                    Code::BadMove,
                    &row.value_span(if row.node("least").is_some() { "least" } else { pattern_key(&row) }),
                    "a jump of one step passes over nothing",
                    "expected at least two steps of one square each, as in `leap = \"diagonal\", least = 2`",
                );
            }
            if unmoved && matches!(effect, Effect::Capture | Effect::Shoot | Effect::Jump) {
                let message = "what a piece can take can't depend on whether it has moved";
                row.sink.fault(Code::BadMove, &row.value_span("unmoved"), message);
            }
            let spec = MoveSpec {
                verb,
                effect,
                offsets: offsets.clone(),
                least,
                most,
                on: on.clone().unwrap_or_else(|| vec![usual_target(effect)]),
                except: except.clone(),
                leg,
                over,
                leaves,
                only_if: only_if.clone(),
                way: if effect == Effect::Jump && over.is_none() && row.node("way").is_none() {
                    vec![Standing::Enemy]
                } else {
                    way.clone()
                },
                from: from.clone(),
                to: to.clone(),
                unmoved,
                passes,
                puts: None,
                becomes: becomes.clone(),
                falls,
                encloses: encloses.clone(),
                surrounds,
                drop,
                span: row.span.clone(),
            };
            match puts.as_slice() {
                [] => out.push(spec),
                all => out.extend(all.iter().map(|&puts| MoveSpec { puts: Some(puts), ..spec.clone() })),
            }
        }
        row.finish();
    }

    /// Directions, fewest and most steps, and what may stand on the way.
    fn pattern(&self, row: &Section<'_>) -> Pattern {
        let written: Vec<&str> = PATTERNS.into_iter().filter(|key| row.node(key).is_some()).collect();
        let Some(&key) = written.first() else {
            row.missing("step", "a pattern: `step`, `slide`, `leap` or `ray` with directions");
            // They are known all the same.
            for key in ["least", "most", "way", "leg", "over"] {
                row.node(key);
            }
            return Pattern { least: 1, most: 1, ..Pattern::default() };
        };
        if let Some(second) = written.get(1) {
            row.sink.fault(
                Code::BadMove,
                &row.value_span(second),
                format!("a move has one pattern, not `{key}` and this"),
            );
        }
        let offsets = row.node(key).map_or_else(Vec::new, |node| read_offsets(row, node, self.shape()));
        let far = matches!(key, "slide" | "ray");
        let least = row.int("least", 1..=64).unwrap_or(1);
        let most = row.int("most", 1..=64).unwrap_or(if far { 64 } else { least.max(1) });
        if least > most {
            row.sink.fault_help(
                Code::BadMove,
                &row.value_span("least"),
                format!("at least {least} and at most {most} steps are impossible"),
                "expected `least` to be no more than `most`",
            );
        }
        const LEGS: &[(&str, Leg)] = &[("orthogonal", Leg::Orthogonal), ("diagonal", Leg::Diagonal)];
        let leg = row.word("leg", LEGS);
        let over = self.over(row);
        let bends =
            |offset: &Offset| offset.right != 0 && offset.forward != 0 && offset.right.abs() != offset.forward.abs();
        if leg.is_some() && !offsets.iter().all(bends) {
            let message = "a leg is for leaps that go partly straight and partly aslant";
            row.sink.fault_help(
                Code::BadMove,
                &row.value_span("leg"),
                message,
                "expected something like `leap = [1, 2]`",
            );
        }
        if over.is_some() && leg.is_some() {
            let message = "a move has either a leg or something to pass over";
            row.sink.fault(Code::BadMove, &row.value_span("over"), message);
        }
        let way = match row.node("way") {
            Some(_) => self.standings(row, "way"),
            None if leg.is_none() && over.is_none() && matches!(key, "leap" | "ray") => vec![Standing::Any],
            None => vec![Standing::Empty],
        };
        Pattern { offsets, least: least as usize, most: most.max(least) as usize, way, leg, over }
    }

    /// What a piece has to pass over: `{ any = 1 }`.
    fn over(&self, row: &Section<'_>) -> Option<Over> {
        let node = row.node("over")?;
        if let Value::Table(table) = &node.value
            && let [entry] = table.0.as_slice()
            && let Value::Int(count @ 1..=8) = entry.node.value
        {
            let on = self.standing(row, &entry.key, &entry.key_span)?;
            if on != Standing::Empty {
                return Some(Over { on, count: count as u8 });
            }
        }
        let message = format!("`{}` says what is passed over, and how many of it", row.name("over"));
        row.sink.fault_help(
            Code::BadMove,
            &node.span,
            message,
            "expected something like `{ any = 1 }` or `{ enemy = 1 }`",
        );
        None
    }

    /// What stands in place of what a jump has passed over.
    fn leaves(&self, row: &Section<'_>, effects: &[(&str, Effect, Span)]) -> Option<u8> {
        let word = row.string("leaves")?;
        let span = row.value_span("leaves");
        let jumps = effects.iter().any(|(_, effect, _)| *effect == Effect::Jump);
        match self.standing(row, &word, &span)? {
            Standing::Symbol(cell) if jumps => Some(cell),
            _ => {
                let message = format!("`{word}` can't be left by this");
                row.sink.fault_help(
                    Code::BadMove,
                    &span,
                    message,
                    "expected a symbol of the board, on a row with `do = \"jump\"`",
                );
                None
            }
        }
    }

    /// The options that a row asks for: `if = { flying = true }`.
    fn condition(&self, row: &Section<'_>) -> Condition {
        let Some(node) = row.node("if") else {
            return Condition::default();
        };
        let Value::Table(table) = &node.value else {
            let message = format!("`{}` must be a table of options", row.name("if"));
            row.sink.fault_help(Code::WrongType, &node.span, message, "expected something like `{ OPTION = true }`");
            return Condition::default();
        };
        let mut values = Vec::new();
        for entry in &table.0 {
            let Some(n) = self.options.iter().position(|option| option.key == entry.key) else {
                let known = self.options.iter().map(|option| option.key.as_str());
                let message = format!("there is no option `{}`", entry.key);
                row.sink.fault_help(Code::UnknownOption, &entry.key_span, message, suggest(&entry.key, known));
                continue;
            };
            let text = match &entry.node.value {
                Value::Int(number) => number.to_string(),
                Value::Bool(flag) => flag.to_string(),
                Value::Str(word) => word.clone(),
                _ => String::new(),
            };
            match self.options[n].parse(&text) {
                Ok(value) if !matches!((&value, &entry.node.value), (OptionValue::Bool(_), Value::Str(_))) => {
                    values.push((n, value));
                }
                _ => {
                    let message = format!("the option `{}` can't have this value", entry.key);
                    row.sink.fault(Code::OutOfRange, &entry.node.span, message);
                }
            }
        }
        Condition(values)
    }

    fn standings(&self, row: &Section<'_>, key: &str) -> Vec<Standing> {
        row.strings(key).unwrap_or_default().iter().filter_map(|(word, span)| self.standing(row, word, span)).collect()
    }

    fn standing(&self, row: &Section<'_>, word: &str, span: &Span) -> Option<Standing> {
        const WORDS: [(&str, Standing); 4] =
            [("empty", Standing::Empty), ("own", Standing::Own), ("enemy", Standing::Enemy), ("any", Standing::Any)];
        if let Some((_, standing)) = WORDS.iter().find(|(name, _)| *name == word) {
            return Some(*standing);
        }
        if let Some(n) = self.pieces.iter().position(|piece| piece == word) {
            return Some(Standing::Piece(n));
        }
        let symbols = self.board.map(|board| board.symbols.as_slice()).unwrap_or_default();
        let terrain = || symbols.iter().enumerate().filter(|(_, symbol)| symbol.piece.is_none());
        if let Some((n, _)) = terrain().find(|(_, symbol)| symbol.name == word) {
            return Some(Standing::Symbol(n as u8 + 1));
        }
        let known = WORDS
            .iter()
            .map(|(name, _)| *name)
            .chain(self.pieces.iter().map(String::as_str))
            .chain(terrain().map(|(_, symbol)| symbol.name.as_str()));
        let help = suggest(word, known);
        row.sink.fault_help(Code::UnknownWord, span, format!("nothing called `{word}` can stand on a square"), help);
        None
    }

    /// What is put on the square: something, or pieces to choose from.
    fn puts(&self, row: &Section<'_>, effects: &[(&str, Effect, Span)]) -> Vec<Standing> {
        let wanted = effects.iter().any(|(_, effect, _)| matches!(effect, Effect::Build | Effect::Place));
        if !wanted {
            return Vec::new();
        }
        if row.node("puts").is_none() {
            row.missing("puts", "what is put on the square: a piece or a symbol of the board");
        }
        let words = row.strings("puts").unwrap_or_default();
        let several = words.len() > 1;
        let standings = words.iter().filter_map(|(word, span)| match self.standing(row, word, span)? {
            standing @ Standing::Piece(_) => Some(standing),
            standing @ Standing::Symbol(_) if !several => Some(standing),
            _ => {
                row.sink.fault(Code::UnknownWord, span, format!("`{word}` can't be put on a square"));
                None
            }
        });
        standings.collect()
    }

    /// What holds of pieces that come from the seat's hand.
    fn drop(&self, row: &Section<'_>, puts: &[Standing]) -> Option<Drop> {
        const LINES: &[(&str, Line)] = &[("row", Line::Row), ("column", Line::Column)];
        let is_drop = row.bool("hand").unwrap_or(false);
        let drop = Drop {
            once: row.word("once", LINES),
            mobile: row.bool("mobile").unwrap_or(false),
            mates: row.bool("mates").unwrap_or(true),
        };
        if is_drop && puts.iter().any(|standing| matches!(standing, Standing::Symbol(_))) {
            let message = "only pieces come from a hand";
            row.sink.fault(Code::UnknownWord, &row.value_span("puts"), message);
        }
        for key in ["once", "mobile", "mates"].into_iter().filter(|key| !is_drop && row.node(key).is_some()) {
            let message = format!("`{}` is about what comes from a hand", row.name(key));
            row.sink.fault_help(Code::BadMove, &row.value_span(key), message, "expected `hand = true` beside it");
        }
        is_drop.then_some(drop)
    }

    fn becomes(&self, row: &Section<'_>) -> Option<Becomes> {
        let node = row.node("becomes")?;
        let (section, key);
        let (owner, key) = if matches!(node.value, Value::Table(_)) {
            section = row.section("becomes")?;
            key = "piece";
            (&section, key)
        } else {
            (row, "becomes")
        };
        let pieces = self.piece_list(owner, key);
        if pieces.is_empty() {
            owner.missing(key, "the piece, or the list of pieces to choose from");
        }
        let mut area = None;
        let (mut stopping, mut leaving, mut optional, mut verb) = (false, false, false, None);
        if let Value::Table(_) = &node.value {
            stopping = owner.bool("stopping").unwrap_or(false);
            leaving = owner.bool("leaving").unwrap_or(false);
            optional = owner.bool("optional").unwrap_or(false);
            verb =
                owner.string("verb").and_then(|name| self.verb(owner, &name, &owner.value_span("verb"), Effect::Move));
            area = owner.node("in").and_then(|node| read_area(owner, "in", node));
            // Whatever else stands in the table is reported with the rest.
            const KEYS: [&str; 6] = ["piece", "in", "stopping", "leaving", "optional", "verb"];
            if let Value::Table(table) = &node.value {
                for entry in table.0.iter().filter(|entry| !KEYS.contains(&entry.key.as_str())) {
                    owner.sink.fault_help(
                        Code::UnknownKey,
                        &entry.key_span,
                        format!("there is no key `{}`", owner.name(&entry.key)),
                        suggest(&entry.key, KEYS),
                    );
                }
            }
        }
        Some(Becomes { pieces, area, stopping, leaving, optional, verb })
    }

    /// Where a piece can become one of several, or one of several is put, the action must say which.
    fn check_choice(&self, row: &Section<'_>, key: &str, verb: usize) {
        let VerbSpec { name, args, pieces, .. } = &self.verbs[verb];
        if pieces.is_empty() || args.iter().any(|arg| Some(arg.kind) == self.piece_kind) {
            return;
        }
        let (what, example) = match key {
            "puts" => ("is put", "{piece:piece}*{to:square}"),
            _ => ("it becomes", "{from:square}-{to:square}[={as:piece}]"),
        };
        row.sink.fault_help(
            Code::BadUsage,
            &row.value_span(key),
            format!("the usage of `{name}` doesn't say which of several pieces {what}"),
            format!("expected an argument of type `piece`, as in `{example}`"),
        );
    }

    fn piece_list(&self, section: &Section<'_>, key: &str) -> Vec<usize> {
        let mut out = Vec::new();
        for (word, span) in section.strings(key).unwrap_or_default() {
            match self.pieces.iter().position(|piece| *piece == word) {
                Some(n) => out.push(n),
                None => section.sink.fault_help(
                    Code::UnknownPiece,
                    &span,
                    format!("there is no piece `{word}`"),
                    suggest(&word, self.pieces.iter().map(String::as_str)),
                ),
            }
        }
        out
    }

    /// The verb of a move; its usage must say what the move needs to be told.
    fn verb(&self, row: &Section<'_>, name: &str, span: &Span, effect: Effect) -> Option<usize> {
        let Some(n) = self.verbs.iter().position(|verb| verb.name == name) else {
            // That there is no action at all is told where they are read.
            if !self.verbs.is_empty() {
                let help = suggest(name, self.verbs.iter().map(|verb| verb.name.as_str()));
                row.sink.fault_help(Code::UnknownAction, span, format!("there is no action `{name}`"), help);
            }
            return None;
        };
        let square = |wanted: &str| self.verbs[n].args.iter().any(|arg| arg.name == wanted && arg.kind.is_square());
        let column = self.verbs[n].args.iter().any(|arg| arg.name == "column" && arg.kind == Kind::Number);
        let told = if effect == Effect::Place { square("to") || column } else { square("from") && square("to") };
        // What is wrong with a usage that can't be read is reported.
        let is_read = !self.verbs[n].pieces.is_empty();
        if !told && is_read && self.untold.borrow_mut().insert(n) {
            row.sink.fault_help(
                Code::BadUsage,
                span,
                format!("the usage of `{name}` does not say which squares"),
                if effect == Effect::Place {
                    "expected the argument `{to:square}`, or `{column:number}` for what falls"
                } else {
                    "expected the arguments `{from:square}` and `{to:square}`"
                },
            );
        }
        told.then_some(n)
    }

    /// A move of two pieces at once.
    fn castle(&self, row: &Section<'_>, vars: &[VarSpec]) -> Option<CastleSpec> {
        let columns = |key: &str| {
            let numbers = quantities(row, key);
            match numbers.as_slice() {
                [Quantity::Fixed(from @ 1..=250), Quantity::Fixed(to @ 1..=250)] => {
                    Some([*from as usize, *to as usize])
                }
                _ => {
                    let message = format!("`{}` says from which column to which", row.name(key));
                    row.sink.fault_help(Code::BadMove, &row.value_span(key), message, "expected such as `[5, 7]`");
                    None
                }
            }
        };
        let (royal, other) = (columns("royal"), columns("other"));
        let event = row.string("event");
        let named = row.required_string("right", "a variable per seat that is 1 as long as this is possible");
        let right = named.and_then(|name| {
            let fits = |var: &VarSpec| var.per == Per::Seat && var.kind == Kind::Number;
            let found = vars.iter().position(|var| var.name == name && fits(var));
            if found.is_none() {
                let help = suggest(&name, vars.iter().filter(|var| fits(var)).map(|var| var.name.as_str()));
                let message = format!("there is no number per seat that is called `{name}`");
                row.sink.fault_help(Code::UnknownVar, &row.value_span("right"), message, help);
            }
            found
        });
        let verb = row.required_string("verb", "the action")?;
        let Some(verb) = self.verbs.iter().position(|known| known.name == verb) else {
            let help = suggest(&verb, self.verbs.iter().map(|verb| verb.name.as_str()));
            row.sink.fault_help(
                Code::UnknownAction,
                &row.value_span("verb"),
                format!("there is no action `{verb}`"),
                help,
            );
            return None;
        };
        if !self.verbs[verb].args.is_empty() {
            let message = format!("the usage of `{}` has arguments, and nothing is to be said", self.verbs[verb].name);
            row.sink.fault_help(Code::BadUsage, &row.value_span("verb"), message, "expected such as `usage = \"O-O\"`");
        }
        Some(CastleSpec { verb, right: right?, royal: royal?, other: other?, event, span: row.span.clone() })
    }

    /// What brings an ending about.
    fn when(&self, row: &Section<'_>, vars: &[VarSpec], zones: &[ZoneSpec]) -> Option<When> {
        const WHEN: [&str; 10] =
            ["no_move", "turns", "reach", "line", "joined", "captured", "counter", "empty", "repetition", "bare"];
        let known = |row: &Section<'_>| {
            // It may be any, so that the keys of all are known.
            for key in [
                "danger",
                "limit",
                "to",
                "piece",
                "length",
                "var",
                "reaches",
                "falls_to",
                "times",
                "within",
                "between",
                "bonus",
                "zones",
                "single",
                "one_colour",
            ] {
                row.node(key);
            }
        };
        let expected = "what brings the end about: \"no_move\", \"turns\", \"reach\", ...";
        let Some(written) = row.required_string("when", expected) else {
            known(row);
            return None;
        };
        Some(match written.as_str() {
            "no_move" => When::NoMove(row.bool("danger")),
            "turns" => {
                if !vars.iter().any(|var| var.follows == Some(Follows::Turns)) {
                    let message = "no variable counts the turns";
                    row.sink.fault_help(
                        Code::MissingVar,
                        &row.value_span("when"),
                        message,
                        "expected a variable with `follows = \"turns\"`",
                    );
                }
                let limit = quantity(row, "limit");
                if limit.is_none() && row.node("limit").is_none() {
                    row.missing("limit", "the number of full turns");
                }
                if let Some(Quantity::Fixed(turns @ ..1)) = limit {
                    let message = format!("`{}` is {turns}", row.name("limit"));
                    row.sink.fault_help(Code::OutOfRange, &row.value_span("limit"), message, "expected 1 or more");
                }
                When::Turns(limit?)
            }
            "reach" => {
                if row.node("to").is_none() {
                    row.missing("to", "an area, such as `{ rows = [-1] }`");
                }
                let area = row.node("to").and_then(|node| read_area(row, "to", node));
                When::Reach(self.piece_list(row, "piece"), area?)
            }
            "line" => {
                if row.node("length").is_none() {
                    row.missing("length", "how many in a row");
                }
                When::Line(row.int("length", 2..=64)? as usize)
            }
            "joined" => {
                let areas = read_areas(row, "between");
                if areas.len() < 2 {
                    row.missing("between", "two areas or more, such as `[{ rows = [1] }, { rows = [-1] }]`");
                    return None;
                }
                When::Joined(areas)
            }
            "bare" => {
                When::Bare { single: self.piece_list(row, "single"), one_colour: self.piece_list(row, "one_colour") }
            }
            "captured" => When::Captured(self.piece_list(row, "piece")),
            "counter" => counter(row, vars)?,
            "empty" => empty(row, zones)?,
            "repetition" => When::Repetition {
                times: row.int("times", 2..=10).unwrap_or(3) as usize,
                within: row.int("within", 4..=4096).unwrap_or(100) as usize,
                danger: row.bool("danger").unwrap_or(false),
            },
            other => {
                row.sink.fault_help(
                    Code::UnknownWord,
                    &row.value_span("when"),
                    format!("`{}` can't be `{other}`", row.name("when")),
                    suggest(other, WHEN),
                );
                known(row);
                return None;
            }
        })
    }

    fn end(&self, row: &Section<'_>, endings: &[EndingSpec], vars: &[VarSpec], zones: &[ZoneSpec]) -> Option<EndSpec> {
        let when = self.when(row, vars, zones);
        const VERDICTS: &[(&str, Verdict)] = &[
            ("win", Verdict::Win),
            ("lose", Verdict::Lose),
            ("draw", Verdict::Draw),
            ("score", Verdict::Score),
            ("area", Verdict::Area),
            ("winners", Verdict::Winners),
            ("forbidden", Verdict::Forbidden),
        ];
        if row.node("result").is_none() {
            row.missing(
                "result",
                "\"win\", \"lose\", \"draw\", \"score\" or \"area\", for the seat that it happens to",
            );
        }
        let verdict = row.word("result", VERDICTS);
        let ending = |key: &str| {
            let name = row.string(key)?;
            let found = endings.iter().position(|ending| ending.name == name);
            if found.is_none() {
                row.sink.fault_help(
                    Code::UnknownEnding,
                    &row.value_span(key),
                    format!("there is no ending `{name}`"),
                    suggest(&name, endings.iter().map(|ending| ending.name.as_str())),
                );
            }
            found
        };
        let only_if = self.condition(row);
        if verdict == Some(Verdict::Forbidden) {
            if when.as_ref().is_some_and(|when| !matches!(when, When::Repetition { .. })) {
                row.sink.fault_help(
                    Code::BadMove,
                    &row.value_span("result"),
                    "only repetition can be forbidden",
                    "expected `when = \"repetition\"`",
                );
            }
            let about = row.value_span("when");
            return Some(EndSpec {
                when: when?,
                verdict: Verdict::Forbidden,
                ending: 0,
                even: 0,
                bonus: Vec::new(),
                only_if,
                about,
            });
        }
        if row.node("ending").is_none() {
            row.missing("ending", "the name of one of the `[endings]`");
        }
        let (ending, even) = (ending("ending"), ending("even"));
        if matches!(verdict, Some(Verdict::Score | Verdict::Area)) && row.node("even").is_none() {
            row.missing("even", "the name of the ending when the scores are even");
        }
        let bonus = if verdict == Some(Verdict::Area) { quantities(row, "bonus") } else { Vec::new() };
        let ending = ending?;
        let about = row.value_span(if matches!(when, Some(When::Line(_))) { "length" } else { "when" });
        Some(EndSpec { when: when?, verdict: verdict?, ending, even: even.unwrap_or(ending), bonus, only_if, about })
    }
}

/// Reports a key that is about hands where there are none.
fn demand_hand(row: &Section<'_>, key: &str, vars: &[VarSpec]) {
    if !vars.iter().any(|var| var.follows == Some(Follows::Hand)) {
        row.sink.fault_help(
            Code::MissingVar,
            &row.value_span(key),
            "no variable holds what seats have in hand",
            "expected a variable with `per = \"seat\"` and `follows = \"hand\"`",
        );
    }
}

/// Reports an ending that looks at pieces where there are none.
fn demand_counter(row: &Section<'_>, end: &EndSpec) {
    let (key, help) = if !matches!(end.when, When::Counter { .. } | When::Empty { .. }) {
        ("when", "expected `counter` or `empty`; or a script ends the match, as in `ending.NAME(winner)`")
    } else if end.verdict == Verdict::Score {
        ("result", "expected `win`, `lose`, `draw` or `winners`")
    } else {
        return;
    };
    let message = format!("`{}` is about pieces, and the pack has none", row.name(key));
    row.sink.fault_help(Code::NoPieces, &row.value_span(key), message, help);
}

/// The variable and the number of an ending that counts.
fn counter(row: &Section<'_>, vars: &[VarSpec]) -> Option<When> {
    let counts = |var: &VarSpec| {
        var.kind == Kind::Number && matches!(var.per, Per::One | Per::Seat) && var.length == Quantity::Fixed(1)
    };
    let name = row.required_string("var", "the name of a variable that holds a number");
    let (reaches, falls_to) = (quantity(row, "reaches"), quantity(row, "falls_to"));
    let both = "`reaches` (this or more) or `falls_to` (this or less)";
    match (row.node("reaches"), row.node("falls_to")) {
        (None, None) => row.missing("reaches", both),
        (Some(_), Some(_)) => {
            let message = "a counter has one limit, not `reaches` and this";
            row.sink.fault_help(Code::BadMove, &row.value_span("falls_to"), message, format!("expected {both}"));
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
        row.sink.fault_help(Code::UnknownVar, &row.value_span("var"), message, suggest(&name, known));
        return None;
    };
    match (reaches, falls_to) {
        (Some(limit), None) => Some(When::Counter { var, limit, at_least: true }),
        (None, Some(limit)) => Some(When::Counter { var, limit, at_least: false }),
        _ => None,
    }
}

/// The zones of an ending that looks for cards.
fn empty(row: &Section<'_>, zones: &[ZoneSpec]) -> Option<When> {
    let Some(written) = row.strings("zones") else {
        if row.node("zones").is_none() {
            row.missing("zones", "the name of a zone, or a list of them");
        }
        return None;
    };
    let mut found = Vec::new();
    for (name, span) in written {
        match zones.iter().position(|zone| zone.name == name) {
            Some(n) => found.push(ZoneId::from_index(n)),
            None => {
                let known = zones.iter().map(|zone| zone.name.as_str());
                row.sink.fault_help(
                    Code::UnknownZone,
                    &span,
                    format!("there is no zone `{name}`"),
                    suggest(&name, known),
                );
            }
        }
    }
    let per_seat = matches!(found.as_slice(), [only] if zones[only.index()].per == Per::Seat);
    (!found.is_empty()).then_some(When::Empty { zones: found, per_seat })
}

/// What becomes of groups without liberties.
fn surrounds(row: &Section<'_>) -> Option<Surrounds> {
    let surrounds = row.word("captures", &[("surrounded", ())]);
    let suicide = row.bool("suicide");
    if surrounds.is_none() && suicide.is_some() {
        let message = "without captures of groups nothing is left without liberties";
        row.sink.fault_help(Code::BadMove, &row.value_span("suicide"), message, "expected `captures = \"surrounded\"`");
    }
    surrounds.map(|()| Surrounds { suicide: suicide.unwrap_or(false) })
}

/// Where a move leads, and what must be on the way.
#[derive(Default)]
struct Pattern {
    offsets: Vec<Offset>,
    least: usize,
    most: usize,
    way: Vec<Standing>,
    leg: Option<Leg>,
    over: Option<Over>,
}

/// The keys of the patterns of a move.
const PATTERNS: [&str; 4] = ["step", "slide", "leap", "ray"];

/// The pattern that a row has, or else the one that it should have.
fn pattern_key(row: &Section<'_>) -> &'static str {
    PATTERNS.into_iter().find(|key| row.node(key).is_some()).unwrap_or("step")
}

/// Whether a move goes over squares on its way, one after the other.
fn is_far(offsets: &[Offset], least: usize) -> bool {
    let is_single = |&Offset { right, forward }: &Offset| {
        (2..=right.abs().max(forward.abs())).all(|n| right % n != 0 || forward % n != 0)
    };
    offsets.is_empty() || (least >= 2 && offsets.iter().all(is_single))
}

fn usual_target(effect: Effect) -> Standing {
    match effect {
        Effect::Move
        | Effect::Build
        | Effect::Place
        | Effect::Jump
        | Effect::Pass
        | Effect::TakeOver
        | Effect::Overtake
        | Effect::Castle => Standing::Empty,
        Effect::Capture | Effect::Shoot | Effect::Convert => Standing::Enemy,
        Effect::Swap => Standing::Own,
    }
}
