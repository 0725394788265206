//! Actions, phases, events and endings.

use super::MOST;
use super::names::Names;
use crate::product::unknown_field;
use crate::reader::{Node, Section, Value};
use crate::reads::Reads;
use crate::spec::{
    EndingSpec, MomentSpec, OptionKind, OptionSpec, Per, PhaseSpec, SetupSpec, Span, ZoneKind, ZoneSpec,
};
use parlour_model::combination::Combination;
use parlour_model::diagnostic::{Code, Unplaced, suggest};
use parlour_model::event::{EventSpec, FieldSpec};
use parlour_model::grammar::{Again, Arg, Flag, Order, SeenBy, UsageError, VerbSpec, parse_usage};
use parlour_model::identifiers::member_name;
use parlour_model::ids::ZoneId;
use parlour_model::kind::{self, Kind, Use, read_domain};

/// The name of the acting seat in declarations of visibility.
const ACTOR: &str = "seat";

pub(super) fn read_verbs(
    top: &Section<'_>,
    names: &Names<'_>,
    (zones, combinations): (&[ZoneSpec], &[Combination]),
    options: &[OptionSpec],
    card_types: usize,
) -> Vec<VerbSpec> {
    let mut verbs: Vec<VerbSpec> = Vec::new();
    let mut aliases: Vec<(usize, String, Span)> = Vec::new();
    for (name, section) in top.named_sections("actions") {
        let usage = section.string("usage").unwrap_or_else(|| name.clone());
        let span = if section.node("usage").is_some() { section.value_span("usage") } else { section.span.clone() };
        let places = kind::Places { named: names.kinds(), zones, combinations, options, span: &span };
        let resolve = |written: &str| read_domain(written, &places).map_err(String::from);
        match parse_usage(&usage, card_types, resolve) {
            Ok((pieces, mut args, width)) => {
                read_seen_arguments(&section, &mut args);
                let written = section.strings("aliases").unwrap_or_default();
                aliases.extend(written.into_iter().map(|(word, span)| (verbs.len(), word, span)));
                verbs.push(VerbSpec {
                    order: read_order(&section, options),
                    captures: read_captures(&section, &args),
                    pieces,
                    args,
                    width,
                    aliases: Vec::new(),
                    told: read_told(&section),
                    help: section.string("help").unwrap_or_default(),
                    title: section.string("title"),
                    at: read_at(&section, zones),
                    name,
                });
            }
            Err(UsageError { message, help }) => {
                let message = format!("the usage of `{name}` can't be read: {message}");
                match help {
                    Some(help) => section.sink.fault_help(Code::BadUsage, &span, message, help),
                    None => section.sink.fault(Code::BadUsage, &span, message),
                }
                section.node("aliases");
                section.node("help");
                section.node("title");
                section.node("at");
                section.node("told");
                section.node("captures");
                section.node("seen");
                // The verb stays, so that phases can name it.
                verbs.push(VerbSpec {
                    name,
                    pieces: Vec::new(),
                    args: Vec::new(),
                    aliases: Vec::new(),
                    told: None,
                    help: String::new(),
                    title: None,
                    at: None,
                    width: 1,
                    order: read_order(&section, options),
                    captures: None,
                });
            }
        }
        section.finish();
    }
    if verbs.is_empty() {
        // Names of actions aren't reported then.
        top.missing("actions", "at least one action, such as `[actions.move]` with its `usage`");
    }
    for (n, alias, span) in aliases {
        add_alias(top, &mut verbs, n, alias, &span);
    }
    verbs
}

/// Reads the zone that is tapped for an action.
fn read_at(section: &Section<'_>, zones: &[ZoneSpec]) -> Option<ZoneId> {
    let name = section.string("at")?;
    let found = zones.iter().position(|zone| zone.name == name);
    if found.is_none() {
        let known = zones.iter().map(|zone| zone.name.as_str());
        section.fault_help("at", Code::UnknownZone, format!("there is no zone `{name}`"), suggest(&name, known));
    }
    found.map(ZoneId::from_index)
}

/// Adds an alias of an action's first word, which must be unique.
fn add_alias(top: &Section<'_>, verbs: &mut [VerbSpec], n: usize, alias: String, span: &Span) {
    let has = |verb: &VerbSpec| verb.first_words().map(str::to_lowercase).any(|word| word == alias.to_lowercase());
    let other = verbs.iter().enumerate().find(|(other, verb)| *other != n && has(verb));
    if let Some((_, other)) = other {
        let message = format!("`{alias}` is a word for the action `{}` already", other.name);
        top.sink.fault_help(Code::AmbiguousAlias, span, message, "expected a word that no other action begins with");
        return;
    }
    verbs[n].aliases.push(alias);
}

/// The words for a piece that acts again.
pub(crate) const AGAIN: &[(&str, Again)] = &[("always", Again::Always), ("unchanged", Again::Unchanged)];
/// The words for the turn after an action of a script: true if it passes.
pub(crate) const TURNS: &[(&str, bool)] = &[("next", true)];

/// Reads the precedence of an action.
fn read_order(section: &Section<'_>, options: &[OptionSpec]) -> Order {
    // These are read with the moves.
    section.node("does");
    section.node("given");
    section.node("takes");
    section.node("then");
    Order {
        must: read_flag(section, "must", options),
        pass: section.bool("pass").unwrap_or(false),
        again: section.word("again", AGAIN),
        longest: read_flag(section, "longest", options),
        passes_turn: section.word("turn", TURNS).unwrap_or(false),
    }
}

/// Reads a flag: true or false, or the name of a boolean option.
pub(crate) fn read_flag(section: &Section<'_>, key: &str, options: &[OptionSpec]) -> Flag {
    if let Some(Value::Str(name)) = section.node(key).map(|node| &node.value) {
        let is_flag = |option: &OptionSpec| matches!(option.kind, OptionKind::Bool);
        if let Some(n) = options.iter().position(|option| is_flag(option) && option.key == *name) {
            return Flag::Option(n);
        }
        let known = options.iter().filter(|option| is_flag(option)).map(|option| option.key.as_str());
        let message = format!("there is no option `{name}` that is true or false");
        section.fault_help(key, Code::UnknownOption, message, suggest(name, known));
        return Flag::No;
    }
    if section.bool(key).unwrap_or(false) { Flag::Yes } else { Flag::No }
}

/// Reads `captures`: the square argument with the piece that the action takes.
fn read_captures(section: &Section<'_>, args: &[Arg]) -> Option<usize> {
    let name = section.string("captures")?;
    let is_square = |arg: &Arg| matches!(arg.kind, Kind::Square(_));
    let found = args.iter().position(|arg| arg.name == name);
    if let Some(n) = found.filter(|&n| is_square(&args[n])) {
        return Some(n);
    }
    let message = match found {
        Some(_) => format!("the argument `{name}` doesn't name a square"),
        None => format!("the usage has no argument `{name}`"),
    };
    let mut squares = args.iter().filter(|arg| is_square(arg)).map(|arg| arg.name.as_str()).peekable();
    let help = match squares.peek() {
        Some(_) => suggest(&name, squares),
        None => "`captures` is for an action with an argument such as `{to:square}`".to_owned(),
    };
    section.fault_help("captures", Code::UnknownField, message, help);
    None
}

/// Reads `seen`: the seats that may know an argument of an action, besides the acting one.
fn read_seen_arguments(section: &Section<'_>, args: &mut [Arg]) {
    let Some(inner) = section.section("seen") else { return };
    for entry in inner.entries() {
        let Some(hidden) = args.iter().position(|arg| arg.name == entry.key) else {
            let message = format!("the usage has no argument `{}`", entry.key);
            let help = suggest(&entry.key, args.iter().map(|arg| arg.name.as_str()));
            inner.sink.fault_help(Code::UnknownField, &entry.key_span, message, help);
            continue;
        };
        let mut seats = Vec::new();
        for (name, span) in inner.strings(&entry.key).unwrap_or_default() {
            match args.iter().position(|arg| arg.name == name && arg.kind == Kind::Seat) {
                _ if name == ACTOR => {}
                Some(seat) => seats.push(seat),
                None => inner.sink.fault_help(
                    Code::UnknownField,
                    &span,
                    format!("`{name}` is not an argument of type seat of this action"),
                    format!(
                        "expected `\"{ACTOR}\"` for the seat that acts, or an argument whose seat may see this one"
                    ),
                ),
            }
        }
        args[hidden].seen_by = SeenBy::Actor(seats);
    }
}

pub(super) fn read_phases(top: &Section<'_>, verbs: &[VerbSpec]) -> Vec<PhaseSpec> {
    let mut phases = Vec::new();
    let mut all_are_known = true;
    for (name, section) in top.named_sections("phases") {
        let written = section.strings("actions").unwrap_or_default();
        let is_step = section.bool("step").unwrap_or(false);
        if is_step && !written.is_empty() {
            section.fault("actions", Code::WrongAction, format!("nobody acts in the step `{name}`"));
        } else if is_step && phases.is_empty() {
            section.fault("step", Code::WrongAction, "the first phase gives the first turn, and can't be a step");
        } else if written.is_empty() && !is_step {
            section.missing("actions", "the list of actions that are possible in this phase");
        }
        let count = written.len();
        let every: Vec<usize> = (0..verbs.len()).collect();
        let actions = verbs_named(&section, written, verbs, &every);
        all_are_known &= (count > 0 || is_step) && actions.len() == count;
        check_alike(&section, verbs, &actions);
        let text = section.string("text").unwrap_or_else(|| name.replace('_', " "));
        let enter = read_enter(&section, verbs, &actions);
        let simultaneous = section.bool("simultaneous").unwrap_or(false);
        let pass = section.string("pass").and_then(|word| {
            let written = vec![(word, section.value_span("pass"))];
            verbs_named(&section, written, verbs, &actions).first().copied()
        });
        if simultaneous && (is_step || pass.is_some()) {
            let key = if is_step { "step" } else { "pass" };
            section.fault(key, Code::WrongAction, "seats that decide at the same time are not asked one by one");
        }
        let moments = read_moments(&section, verbs, &actions);
        let span = section.span.clone();
        phases.push(PhaseSpec { name, text, moments, actions, enter, pass, is_step, simultaneous, span });
        section.finish();
    }
    if phases.is_empty() {
        top.missing("phases", "at least one phase, such as `[phases.turn]` with its `actions`");
    } else if all_are_known {
        check_every_action_has_a_phase(top, verbs, &phases);
    }
    phases
}

/// The verbs with these names among some; unknown names are faults.
fn verbs_named(section: &Section<'_>, written: Vec<(String, Span)>, verbs: &[VerbSpec], among: &[usize]) -> Vec<usize> {
    let find = |(name, span): (String, Span)| {
        let found = among.iter().copied().find(|&verb| verbs[verb].name == name);
        if found.is_none() && !verbs.is_empty() {
            let known = among.iter().map(|&verb| verbs[verb].name.as_str());
            let (message, help) = (format!("there is no action `{name}`"), suggest(&name, known));
            section.sink.fault_help(Code::UnknownAction, &span, message, help);
        }
        found
    };
    written.into_iter().filter_map(find).collect()
}

/// Reads the texts shown while some actions of a phase are possible, or aren't.
fn read_moments(phase: &Section<'_>, verbs: &[VerbSpec], actions: &[usize]) -> Vec<MomentSpec> {
    let read = |section: Section<'_>| {
        let named = |key: &str| {
            let written = section.strings(key).unwrap_or_default();
            verbs_named(&section, written, verbs, actions)
        };
        let (can, cannot) = (named("can"), named("cannot"));
        let text = section.string("text");
        if text.is_none() {
            section.missing("text", "what is to be done then");
        }
        section.finish();
        MomentSpec { can, cannot, text: text.unwrap_or_default() }
    };
    phase.rows("moments").into_iter().map(read).collect()
}

/// Reports actions that no phase has: they are never legal.
fn check_every_action_has_a_phase(top: &Section<'_>, verbs: &[VerbSpec], phases: &[PhaseSpec]) {
    let Some(Value::Table(actions)) = top.node("actions").map(|node| &node.value) else { return };
    for (n, verb) in verbs.iter().enumerate().filter(|(n, _)| !phases.iter().any(|phase| phase.actions.contains(n))) {
        let entry = actions.get(&verb.name);
        top.sink.fault_help(
            Code::NeverUsed,
            &entry.map_or_else(|| top.value_span("actions"), |entry| entry.key_span.clone()),
            format!("no phase has the action `{}`, so it is never legal", verbs[n].name),
            "name it in the `actions` of a phase, or leave it out",
        );
    }
}

/// Reports two actions of a phase with the same notation.
fn check_alike(section: &Section<'_>, verbs: &[VerbSpec], actions: &[usize]) {
    for (n, &verb) in actions.iter().enumerate() {
        let verb = &verbs[verb];
        if verb.pieces.is_empty() {
            continue;
        }
        let others = actions[..n].iter().map(|&other| &verbs[other]);
        if let Some(other) = others.filter(|other| other.name != verb.name).find(|other| verb.is_written_like(other)) {
            section.fault_help(
                "actions",
                Code::AmbiguousUsage,
                format!("`{}` and `{}` are both written `{}`", other.name, verb.name, verb.usage()),
                "give one of them another sign or word in its `usage` or `aliases`",
            );
        }
    }
}

/// Reads the action of an empty line: one of the phase's without required arguments.
fn read_enter(section: &Section<'_>, verbs: &[VerbSpec], actions: &[usize]) -> Option<usize> {
    let word = section.string("enter")?;
    let bare = || actions.iter().copied().filter(|&verb| verbs[verb].args.iter().all(|arg| arg.optional));
    let found = bare().find(|&verb| verbs[verb].name == word);
    if found.is_none() && !verbs.is_empty() {
        section.fault_help(
            "enter",
            Code::UnknownAction,
            format!("`{word}` is not an action of this phase that can stand alone"),
            suggest(&word, bare().map(|verb| verbs[verb].name.as_str())),
        );
    }
    found
}

/// Reads the sentence about an action for other seats.
fn read_told(section: &Section<'_>) -> Option<String> {
    let text = section.string("told")?;
    if text.replace("{seat}", "").contains(['{', '}']) {
        let span = section.value_span("told");
        section.sink.fault(Code::BadSentence, &span, "only `{seat}` can stand in braces here");
    }
    Some(text)
}

/// Checks that `turn` stands where a script does the action, and one seat at a time decides; `is_own` tells the actions that
/// the engine does itself.
pub(super) fn check_turns(top: &Section<'_>, verbs: &[VerbSpec], phases: &[PhaseSpec], is_own: impl Fn(usize) -> bool) {
    for (n, verb) in verbs.iter().enumerate().filter(|(_, verb)| verb.order.passes_turn) {
        let why = if phases.iter().any(|phase| phase.simultaneous && phase.actions.contains(&n)) {
            "seats decide at the same time"
        } else if is_own(n) {
            "the engine gives the turn itself"
        } else {
            continue;
        };
        if let Some(section) = top.section("actions").and_then(|actions| actions.section(&verb.name)) {
            section.fault("turn", Code::WrongAction, format!("`turn` is not for `{}`, where {why}", verb.name));
        }
    }
}

/// Checks that scripts do the actions of a phase with `pass`; `is_own` tells those that the engine does itself.
pub(super) fn check_passes(
    top: &Section<'_>,
    verbs: &[VerbSpec],
    phases: &[PhaseSpec],
    is_own: impl Fn(usize) -> bool,
) {
    for phase in phases.iter().filter(|phase| phase.pass.is_some()) {
        if let Some(&verb) = phase.actions.iter().find(|&&verb| is_own(verb))
            && let Some(section) = top.section("phases").and_then(|phases| phases.section(&phase.name))
        {
            let message = format!("`pass` is not for a phase with `{}`, which no script does", verbs[verb].name);
            section.fault("pass", Code::WrongAction, message);
        }
    }
}

/// True if an action has an event of its name that no script emits, and whose fields are the acting seat and arguments of the
/// action.
pub(super) fn is_told_by_engine(verb: &VerbSpec, events: &[EventSpec], reads: Option<&Reads>) -> bool {
    let Some(event) = events.iter().find(|event| event.name == verb.name) else { return false };
    let fits = |field: &FieldSpec| match verb.args.iter().find(|arg| arg.name == field.name) {
        Some(arg) => arg.kind == field.kind,
        None => field.name == "seat" && field.kind == Kind::Seat,
    };
    !may_be_emitted(&event.name, reads) && event.fields.iter().all(fits)
}

/// True unless it is known that no script emits an event.
fn may_be_emitted(event: &str, reads: Option<&Reads>) -> bool {
    let emitted = reads.and_then(|reads| reads.members("event"));
    emitted.is_none_or(|names| names.contains(&member_name(event).as_str()))
}

/// The bags that the event `deal` tells of where no script emits it: those of the seats that cards are dealt to first. Its
/// fields are the seat and its cards.
pub(super) fn told_deal(
    setup: &SetupSpec,
    zones: &[ZoneSpec],
    events: &[EventSpec],
    reads: Option<&Reads>,
) -> Option<ZoneId> {
    let event = events.iter().find(|event| event.name == "deal")?;
    let fits =
        |field: &FieldSpec| matches!((field.name.as_str(), field.kind), ("seat", Kind::Seat) | ("cards", Kind::Cards));
    let is_dealt = |zone: &&ZoneId| {
        let zone = &zones[zone.index()];
        zone.kind == ZoneKind::Bag && zone.per == Per::Seat
    };
    let dealt = setup.deals.iter().map(|deal| &deal.to).find(is_dealt).copied();
    dealt.filter(|_| !may_be_emitted(&event.name, reads) && event.fields.iter().all(fits))
}

/// The texts of an event: that of all, or those of audiences.
fn event_texts(node: &Node) -> Vec<&str> {
    match &node.value {
        Value::Str(text) => vec![text],
        Value::Table(table) => table.0.iter().flat_map(|entry| event_texts(&entry.node)).collect(),
        _ => Vec::new(),
    }
}

/// Adds the fields of an event that declares none: the acting seat and the arguments of the action of its name, hidden as
/// these are, or else what its texts name by types.
fn imply_fields(event: &mut EventSpec, texts: &[&str], names: &Names<'_>, verbs: &[VerbSpec], card_types: usize) {
    let Some(verb) = verbs.iter().find(|verb| verb.name == event.name) else {
        let holes = texts.iter().flat_map(|text| text.split('{').skip(1)).filter_map(|rest| rest.split('}').next());
        let words = holes.flat_map(|hole| hole.split(':').next().unwrap_or_default().split(" of "));
        for word in words {
            let kind = Kind::named(word, names.kinds(), Use::Field);
            if let (Ok(kind), false) = (kind, event.fields.iter().any(|field| field.name == word)) {
                event.add_field(word, kind, kind.width(4, card_types));
            }
        }
        return;
    };
    let acting = usize::from(verb.args.iter().all(|arg| arg.name != "seat"));
    if acting == 1 {
        event.add_field("seat", Kind::Seat, Kind::Seat.width(4, card_types));
    }
    for arg in &verb.args {
        event.add_field(&arg.name, arg.kind, arg.kind.width(4, card_types));
        if let SeenBy::Actor(others) = &arg.seen_by {
            let seen_by = (0..acting).chain(others.iter().map(|other| other + acting));
            if let Some(field) = event.fields.last_mut() {
                field.seen_by.extend(seen_by);
            }
        }
    }
}

/// Reads the text of an event for all viewers, which stands under a key of a section. Its faults are reported if the fields
/// are known.
fn read_sentences(event: &mut EventSpec, text: &str, (section, key): (&Section<'_>, &str), are_known: bool) {
    match event.sentences(text) {
        Ok(texts) => event.texts = texts,
        Err(_) if !are_known => {}
        Err(message) => section.fault(key, Code::BadSentence, message),
    }
}

pub(super) fn read_events(
    top: &Section<'_>,
    names: &Names<'_>,
    verbs: &[VerbSpec],
    card_types: usize,
) -> Vec<EventSpec> {
    let mut events = Vec::new();
    let Some(all) = top.section("events") else { return events };
    for entry in all.entries() {
        let mut spec = EventSpec { name: entry.key.clone(), width: 1, ..EventSpec::default() };
        // The arguments of an action whose usage can't be read, which is reported, aren't known.
        let is_unread = verbs.iter().any(|verb| verb.name == entry.key && verb.pieces.is_empty());
        if let Value::Str(text) = &entry.node.value {
            imply_fields(&mut spec, &[text], names, verbs, card_types);
            read_sentences(&mut spec, text, (&all, &entry.key), !is_unread);
            events.push(spec);
            continue;
        }
        let Some(section) = all.section(&entry.key) else { continue };
        if !section.is_written("fields") {
            let texts = section.node("text").map(event_texts).unwrap_or_default();
            imply_fields(&mut spec, &texts, names, verbs, card_types);
        }
        for (written, span) in section.strings("fields").unwrap_or_default() {
            match read_field(&written, names) {
                Ok((field, kind)) => spec.add_field(&field, kind, kind.width(4, card_types)),
                Err(message) => {
                    section.sink.fault_help(
                        Code::BadField,
                        &span,
                        message,
                        "expected something like `from: seat` or `card: card`",
                    );
                    // The field stays, with a type that accepts anything, so that references to it aren't faults as
                    // well.
                    spec.add_field(written.split(':').next().unwrap_or_default().trim(), Kind::Seat, 0);
                }
            }
        }
        if let Some(inner) = section.section("seen") {
            read_seen(&inner, &mut spec);
        }
        if let Some(inner) = section.section("turned") {
            for entry in inner.entries() {
                let last = inner.int_within(&entry.key, 1..=1000).and_then(|last| i32::try_from(last).ok());
                let fits = |field: &&mut FieldSpec| {
                    field.name == entry.key && matches!(field.kind, Kind::Number | Kind::Word(_))
                };
                match spec.fields.iter_mut().find(fits) {
                    Some(field) => field.turned = last,
                    None => inner.sink.fault_help(
                        Code::UnknownField,
                        &entry.key_span,
                        format!("`{}` can't be counted from either side", entry.key),
                        "expected a field that is a number or a word of a list",
                    ),
                }
            }
        }
        if let Some(Value::Str(text)) = section.node("text").map(|node| &node.value) {
            read_sentences(&mut spec, text, (&section, "text"), !is_unread || section.is_written("fields"));
        } else if let Some(inner) = section.section("text") {
            for entry in inner.entries() {
                let seat_field = spec.fields.iter().any(|f| f.name == entry.key && f.kind == Kind::Seat);
                if !seat_field && entry.key != "all" {
                    inner.sink.fault_help(
                        Code::UnknownAudience,
                        &entry.key_span,
                        format!("`{}` is not an audience of this event", entry.key),
                        "expected `all` or the name of a field of type seat",
                    );
                }
                match inner.string(&entry.key).map(|text| spec.sentence(&text)) {
                    Some(Ok(sentence)) => spec.texts.push((entry.key.clone(), sentence)),
                    Some(Err(message)) => inner.fault(&entry.key, Code::BadSentence, message),
                    None => {}
                }
            }
        }
        section.finish();
        events.push(spec);
    }
    if events.len() > MOST {
        top.fault("events", Code::TooMany, format!("more than {MOST} kinds of events"));
    }
    events
}

fn read_seen(inner: &Section<'_>, spec: &mut EventSpec) {
    for entry in inner.entries() {
        let Some(field) = spec.fields.iter().position(|f| f.name == entry.key) else {
            inner.sink.fault_help(
                Code::UnknownField,
                &entry.key_span,
                format!("the event has no field `{}`", entry.key),
                suggest(&entry.key, spec.fields.iter().map(|f| f.name.as_str())),
            );
            continue;
        };
        for (seat, span) in inner.strings(&entry.key).unwrap_or_default() {
            if seat == "none" {
                spec.fields[field].secret = true;
                continue;
            }
            let (name, is_hidden) = seat.strip_prefix("not ").map_or((seat.as_str(), false), |name| (name, true));
            match spec.fields.iter().position(|f| f.name == name && f.kind == Kind::Seat) {
                Some(n) if is_hidden => spec.fields[field].hidden_from.push(n),
                Some(n) => spec.fields[field].seen_by.push(n),
                None => inner.sink.fault_help(
                    Code::UnknownField,
                    &span,
                    format!("`{name}` is not a field of type seat of this event"),
                    "expected a field whose seat may see this one, or \"none\"",
                ),
            }
        }
    }
}

fn read_field(written: &str, names: &Names<'_>) -> Result<(String, Kind), String> {
    let (name, kind) = written.split_once(':').ok_or_else(|| format!("the field `{written}` has no type"))?;
    let fault = |help: Unplaced| format!("there is no field type `{}`: {help}", kind.trim());
    Ok((name.trim().to_owned(), Kind::named(kind.trim(), names.kinds(), Use::Field).map_err(fault)?))
}

pub(super) fn read_endings(top: &Section<'_>) -> Vec<EndingSpec> {
    let Some(section) = top.section("endings") else {
        return Vec::new();
    };
    section
        .entries()
        .filter_map(|entry| {
            let text = section.string(&entry.key)?;
            if let Some(message) = unknown_field(&text, |hole| EndingSpec::forms(hole).is_some(), &["winner"]) {
                let (code, span) = (Code::BadSentence, &entry.node.span);
                if text.contains("{winner:") {
                    section.sink.fault_help(
                        code,
                        span,
                        message,
                        "expected such as `{winner:is|are}`, for one and for several",
                    );
                } else {
                    section.sink.fault(code, span, message);
                }
            }
            Some(EndingSpec { name: entry.key.clone(), text })
        })
        .collect()
}
