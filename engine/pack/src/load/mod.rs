//! The loader: reads `game.toml` and collects the scripts; every fault is reported at its place.

mod auction;
mod bounds;
mod checks;
mod climbing;
pub(super) mod combinations;
mod constants;
pub(super) mod looks;
pub(super) mod names;
mod options;
pub(super) mod places;
mod played;
pub(super) mod quantities;
mod refusals;
mod scores;
mod setup;
mod synonyms;
pub(super) mod tables;
mod tricks;
mod unused;
mod vars;
pub(super) mod visibility;
pub(super) mod words;

use auction::read_auction;
use checks::{check_names, check_quantities, check_shared_names};
use climbing::{check_events as check_climbing_events, read_climbing};
use combinations::read_combinations;
use constants::read_constants;
use names::Names;
use options::{read_options, read_variants, settings_of};
use places::{read_chances, read_dice, read_zones};
use played::Known;
use quantities::quantity;
use refusals::read_refusals;
use scores::{read_scores, read_winners};
use setup::read_setup;
use tables::{read_lists, read_tables};
use tricks::{check_events as check_trick_events, read_tricks};
use unused::Declared;
use vars::{check_follows, check_left_out, read_vars};
use words::{
    check_passes, check_turns, is_told_by_engine, read_endings, read_events, read_phases, read_verbs, told_deal,
};
use xxhash_rust::xxh3::Xxh3;

use super::boards::BoardSpec;
use super::inherit::{self, Inheritance, Merged};
use super::plans::SearchPlan;
use super::reader::{Entry, Node, Section, Sink, Value};
use super::refusals::StateNames;
use super::spec::{
    AUCTION_REFUSAL, CLIMBING_REFUSALS, CardSpec, Per, Quantity, Seen, Span, TRICK_REFUSALS, VarSpec, VariantSpec,
    WinnerRule, WordList, ZoneSpec,
};
use super::{Alive, FirstSeat, LEVELS, LevelSpec, Pack, PackFiles, SeatSpec, catalogue, pieces};
use crate::reads::Reads;
use parlour_model::diagnostic::{Code, Faults, suggest};
use parlour_model::ids::{VarId, ZoneId};

/// Limit of things of a kind in a game.
const MOST: usize = 250;

/// Limit of card types.
const MAX_CARDS: usize = 8000;

/// Limit of seats, which are bits of a 16-bit mask.
const MAX_SEATS: i64 = 16;

impl Pack {
    /// Reads a pack's tables, and the texts of its scripts. What depends on the options, the variant or the number of
    /// seats is checked by [`Pack::configure`](crate::Pack::configure), and the scripts are compiled for one
    /// configuration by `Rules::new`.
    ///
    /// # Errors
    /// All faults, in the order of their places.
    pub fn load(files: PackFiles) -> Result<Self, Faults> {
        let Merged { sink, root, files, inheritance } = inherit::read(files)?;
        let pack = read_pack(&sink, &root, files);
        match pack {
            Some(mut pack) if sink.is_empty() => {
                let (art, faults) = super::art::read(&pack);
                pack.art = art;
                pack.inheritance = inheritance;
                if faults.is_empty() { Ok(pack) } else { Err(Faults(faults).sorted()) }
            }
            _ => Err(Faults(sink.into_faults()).sorted()),
        }
    }
}

fn read_pack(sink: &Sink, root: &Node, files: PackFiles) -> Option<Pack> {
    let top = Section::new(sink, root, "")?;
    top.pass_texts(&["extends"]);
    if top.is_written("remove") {
        let _ = top.strings("remove");
    }
    let game = game_section(&top, &files.name);
    let (options, option_index) = read_options(&top);
    let (variants, default_variant) = read_variants(&top, &options, &option_index, game.default_variant.as_deref());
    let (mut seats, alive) = read_seats(&top);
    let has_alive = alive.is_some();
    let levels = read_levels(&top);
    let mut lists = read_lists(&top);
    let (mut tables, cards) = read_tables(&top, &lists);
    let mut boards = super::boards::read_boards(&top, &tables, &variants, &seats);
    let (piece_board, drafts) = pieces::read_pieces(&top, &mut boards, &seats.names, &mut tables);
    let kinds = tables.iter().find(|table| table.name == "piece").map_or(&[][..], |table| &table.rows);
    let kinds: Vec<&str> = kinds.iter().map(|row| row.name.as_str()).collect();
    super::boards::settle_backs(&top, &mut boards, &kinds);
    let shapes = pieces::read_shapes(&top, &mut tables);
    for table in tables.iter().filter(|table| table.name != "card") {
        lists.push(WordList {
            name: table.name.clone(),
            words: table.rows.iter().map(|row| row.name.clone()).collect(),
            also: Vec::new(),
        });
    }
    let board_names: Vec<&str> = boards.iter().map(|board| board.name.as_str()).collect();
    let names = Names { tables: &tables, lists: &lists, boards: &board_names };
    let constants = read_constants(&top, &names);
    let zones = read_zones(&top, &names, seats.names.len());
    let mut chances = read_chances(&top, &names);
    let combinations = read_combinations(&top, &names);
    let verbs = read_verbs(&top, &names, (&zones, &combinations), &options, cards.len());
    let phases = read_phases(&top, &verbs);
    let mut vars = read_vars(&top, &names, &zones, &phases, &options);
    // Whether a piece has moved is seen by its owner alone where squares are hidden.
    let is_sighted = boards.get(piece_board).is_some_and(|board| board.sight.is_some());
    for var in vars.iter_mut().filter(|var| is_sighted && var.follows == Some(pieces::Follows::Unmoved)) {
        var.seen = Seen::Owner;
    }
    read_dice(&top, (&names, &phases), &mut vars, &mut chances);
    seats.alive = alive.and_then(|(name, span)| read_alive(sink, &name, &span, &vars, &zones));
    let notation = {
        let values = |section: &Section<'_>| settings_of(section, &options, &option_index);
        super::notation::read_notation(&top, &seats.names, &boards, &vars, &tables, values)
    };
    let engines = super::engines::read_engines(&top, !boards.is_empty(), &variants);
    let mut events = read_events(&top, &names, &verbs, cards.len());
    let endings = read_endings(&top);
    let state = StateNames { vars: &vars, zones: &zones };
    let mut refusals = read_refusals(&top, &names, state);
    let known = Known { names: &names, state, verbs: &verbs, phases: &phases };
    let tricks = read_tricks(&top, &known, &mut refusals);
    let climbing = read_climbing(&top, &known, &combinations, &mut refusals);
    let is_played = |verb| {
        tricks.as_ref().is_some_and(|tricks| tricks.plays(verb))
            || climbing.as_ref().is_some_and(|climbing| climbing.plays(verb))
    };
    let auction = read_auction(&top, &known, is_played, &mut refusals);
    check_climbing_events(&top, climbing.as_ref(), (&zones, &verbs), &events);
    check_trick_events(&top, tricks.as_ref(), (&zones, &verbs), &events);
    let mut setup =
        read_setup(&top, &setup::SetupReader { names: &names, zones: &zones, cards: &cards, seats: &seats.names });
    let scores = read_scores(&top, &vars, &zones, &tables);
    let ply_limit = top.node("ply_limit").and_then(|_| quantity(&top, "ply_limit"));
    let known = pieces::PackParts {
        seats: &seats.names,
        boards: &boards,
        verbs: &verbs,
        vars: &vars,
        phases: &phases,
        zones: &zones,
        endings: &endings,
        lists: &lists,
        tables: &tables,
        options: &options,
        has_alive,
    };
    let moves = pieces::read_moves(&top, (piece_board, drafts, shapes), &known);
    super::notation::check_signs(sink, notation.as_ref(), &moves.pieces);
    check_first(sink, &seats, &variants, &moves);
    check_follows(sink, &vars, &moves);
    for phase in phases.iter().filter(|phase| phase.simultaneous && !moves.is_empty()) {
        sink.fault_help(
            Code::UnknownKey,
            &phase.span,
            "`simultaneous` is not for a game whose pieces move by tables",
            "let scripts do the actions of this phase",
        );
    }
    pieces::complete_events(&top, &moves, (&verbs, &lists), &mut events);
    pieces::check_custody_events(&top, &moves, &events);
    let winners = read_winners(&top, &vars);
    demand_winners(&top, &moves, &winners);
    check_left_out(sink, &vars, &scores, &winners, &moves, notation.as_ref());
    let rolls = chances.iter().map(|chance| &chance.sides);
    let bounds = verbs.iter().flat_map(|verb| &verb.args).flat_map(|arg| arg.domain.quantities());
    let single = cards.iter().map(|card| &card.count).chain(rolls).chain(&ply_limit).chain(bounds);
    let single: Vec<&Quantity> = single.collect();
    let used = check_quantities(
        sink,
        (&options, &variants, &tables),
        &seats,
        (&zones, &vars, &boards),
        &setup,
        (&moves, &verbs),
        &single,
    );
    check_names(
        sink,
        &zones,
        &vars,
        &constants,
        &boards.iter().map(|b| (b.name.clone(), b.span.clone())).collect::<Vec<_>>(),
    );
    check_shared_names(sink, &vars, &lists);
    // Syntax errors of scripts are reported when they are loaded.
    let reads = Reads::of(&files);
    if let Some(reads) = &reads {
        unused::check_constants(sink, &constants, reads);
        let of_tricks = tricks.iter().flat_map(|_| TRICK_REFUSALS);
        let of_climbing = climbing.iter().flat_map(|_| CLIMBING_REFUSALS);
        let engines: Vec<&str> = of_tricks.chain(of_climbing).chain(auction.iter().map(|_| AUCTION_REFUSAL)).collect();
        unused::check_refusals(sink, &refusals, &engines, reads);
        unused::check_options(sink, &options, &used, reads);
    }
    let is_own = |verb: usize| is_played(verb) || moves.verbs().any(|moved| moved == verb);
    let gives_turn = |verb| is_own(verb) || auction.as_ref().is_some_and(|auction| auction.plays(verb));
    if tricks.as_ref().is_some_and(|tricks| tricks.dummy.is_some())
        && !seats.have_partners()
        && let Some(section) = top.section("trick")
    {
        section.fault("dummy", Code::MissingKey, "`dummy` needs `teams` in `[seats]`: its partner plays its cards");
    }
    check_turns(&top, &verbs, &phases, gives_turn);
    check_passes(&top, &verbs, &phases, is_own);
    let tells = (0..verbs.len()).map(|n| !is_own(n) && is_told_by_engine(&verbs[n], &events, reads.as_ref())).collect();
    setup.told = told_deal(&setup, &zones, &events, reads.as_ref());
    let reads_turns = reads.as_ref().is_none_or(|reads| reads.has("turn") || reads.has("decide"));
    let unread = match &reads {
        Some(reads) if sink.is_empty() => {
            let piles = tricks.iter().map(|tricks| tricks.pile).chain(climbing.iter().map(|climbing| climbing.pile));
            let piles = piles.map(|pile| zones[pile.index()].name.as_str()).collect();
            let declared = Declared {
                root,
                tables: &tables,
                verbs: &verbs,
                vars: &vars,
                piles,
                tells_deal: setup.told.is_some(),
                reads,
            };
            let mut unread = declared.unread(&sink.file);
            // Unused declarations of the parent aren't faults of this pack.
            unread.retain(|fault| fault.place.as_ref().is_none_or(|place| place.file == sink.file.name));
            unread
        }
        _ => Vec::new(),
    };
    let fingerprint = fingerprint(&files);
    let gives_turns = tricks.is_some() || climbing.is_some() || auction.is_some();
    let pack = Pack {
        name: files.name.clone(),
        title: game.title.unwrap_or_else(|| files.name.clone()),
        synonyms: game.synonyms,
        search: game.search,
        summary: game.summary,
        designer: game.designer,
        family: game.family.unwrap_or_else(|| usual_family(&cards, &boards, &vars).to_owned()),
        version: game.version,
        art: super::art::PackArt::default(),
        guide: files.source("guide.md"),
        seats,
        levels,
        options,
        variants,
        default_variant,
        tables,
        cards,
        lists,
        constants,
        zones,
        combinations,
        tells,
        climbing,
        auction,
        tricks,
        boards,
        notation,
        engines,
        vars,
        chances,
        phases,
        verbs,
        events,
        endings,
        refusals,
        scores,
        winners,
        ply_limit,
        setup,
        moves,
        table_file: sink.file.clone(),
        rules: files.source("rules.lua"),
        display: files.source("display.lua"),
        fingerprint,
        turns_by_script: reads_turns || gives_turns,
        files,
        inheritance: Inheritance::default(),
        unread,
    };
    top.finish();
    Some(pack)
}

/// Checks that `winners` exist if an ending leaves the winner to them.
fn demand_winners(top: &Section<'_>, moves: &pieces::MovesSpec, winners: &[WinnerRule]) {
    let is_left = moves.ends.iter().any(|end| end.verdict == pieces::Verdict::Winners);
    if is_left && winners.is_empty() && top.node("winners").is_none() {
        top.missing("winners", "who wins where `[[end]]` says `result = \"winners\"`, such as `[\"most money\"]`");
    }
}

/// Hashes every file that can change the game's rules.
fn fingerprint(files: &PackFiles) -> u64 {
    let mut hash = Xxh3::new();
    for (path, text) in files.rules() {
        hash.update(path.as_bytes());
        hash.update(&(text.len() as u64).to_le_bytes());
        hash.update(text.as_bytes());
    }
    hash.digest()
}

#[derive(Default)]
struct GameSection {
    title: Option<String>,
    synonyms: Vec<String>,
    summary: String,
    designer: String,
    family: Option<String>,
    version: Option<String>,
    default_variant: Option<String>,
    search: Option<SearchPlan>,
}

fn game_section(top: &Section<'_>, name: &str) -> GameSection {
    let Some(game) = top.section("game") else {
        return GameSection::default();
    };
    let title = game.string("title");
    let out = GameSection {
        synonyms: read_game_synonyms(&game, name, title.as_deref()),
        title,
        summary: game.string("summary").unwrap_or_default(),
        designer: game.string("designer").unwrap_or_default(),
        family: game.string("family").filter(|family| !family.trim().is_empty()),
        version: game.string("version"),
        default_variant: game.string("variant"),
        search: game.word("search", SearchPlan::ALL),
    };
    game.finish();
    out
}

/// Reads the other names of a game, which must be unique and differ from its name and its title.
fn read_game_synonyms(game: &Section<'_>, name: &str, title: Option<&str>) -> Vec<String> {
    let mut known: Vec<(String, Span)> = Vec::new();
    for (synonym, span) in game.strings("synonyms").unwrap_or_default() {
        let key = catalogue::key(&synonym);
        if key.is_empty() || synonym.chars().count() > catalogue::LONGEST {
            let help = format!("expected 1 to {} characters with a letter or a digit", catalogue::LONGEST);
            game.sink.fault_help(Code::BadName, &span, format!("`{synonym}` can't be a name of the game"), help);
        } else if key == catalogue::key(name) || title.is_some_and(|title| key == catalogue::key(title)) {
            let help = "leave it out: upper case, blanks and hyphens make no difference";
            game.sink.fault_help(Code::Duplicate, &span, format!("the game is called `{synonym}` already"), help);
        } else if let Some((_, first)) = known.iter().find(|(other, _)| catalogue::key(other) == key) {
            game.sink.twice(&span, first, format!("the synonym `{synonym}` stands twice"));
        } else {
            known.push((synonym, span));
        }
    }
    known.into_iter().map(|(synonym, _)| synonym).collect()
}

/// The default family of a game in lists.
fn usual_family(cards: &[CardSpec], boards: &[BoardSpec], vars: &[VarSpec]) -> &'static str {
    match () {
        () if !cards.is_empty() => "cards",
        () if !boards.is_empty() => "boards",
        () if vars.iter().any(|var| var.dice.is_some()) => "dice",
        () => "others",
    }
}

/// Reads `[levels]`.
fn read_levels(top: &Section<'_>) -> Vec<LevelSpec> {
    let Some(levels) = top.section("levels") else { return Vec::new() };
    let read =
        |name: &&'static str| Some(LevelSpec { name, robot: levels.string(name)?, span: levels.value_span(name) });
    let out = LEVELS.iter().filter_map(read).collect();
    levels.finish();
    out
}

/// Colours of seats' names.
pub(super) const COLOURS: &[&str] = &["red", "green", "yellow", "blue", "magenta", "cyan", "white"];

/// Reads the numbers of seats, ascending; none where they aren't listed.
fn read_counts(seats: &Section<'_>) -> Vec<i64> {
    let Some(counts) = seats.ints("counts") else { return Vec::new() };
    let is_ascending = counts.is_sorted_by(|a, b| a < b) && counts.iter().all(|n| (1..=MAX_SEATS).contains(n));
    if counts.is_empty() || !is_ascending {
        let message = format!("`counts` must be numbers from 1 to {MAX_SEATS}, each greater than the one before");
        seats.fault_help("counts", Code::OutOfRange, message, "expected such as `[2, 3, 4, 6]`");
        return Vec::new();
    }
    for key in ["min", "max"].into_iter().filter(|key| seats.node(key).is_some()) {
        let message = format!("`counts` says already what `{key}` says");
        seats.fault_help(key, Code::OutOfRange, message, "leave out one of them");
    }
    counts
}

/// Reads `[seats]`, and the text of `alive` with its place.
fn read_seats(top: &Section<'_>) -> (SeatSpec, Option<(String, Span)>) {
    let mut spec = SeatSpec { min: 2, max: 2, default: 2, ..SeatSpec::default() };
    let Some(seats) = top.section("seats") else {
        return (spec, None);
    };
    let names = seats.strings("names");
    let count = names.as_ref().map(|names| names.len() as i64);
    if count.is_some_and(|n| !(1..=MAX_SEATS).contains(&n)) {
        seats.fault("names", Code::OutOfRange, format!("1 to {MAX_SEATS} seats are possible"));
    }
    // A bound that can't be read is reported, and isn't checked against.
    let is_written = |key: &str| seats.node(key).is_some();
    let counts = read_counts(&seats);
    let (fewest, largest) = (counts.first().copied(), counts.last().copied());
    let most = seats.int("max").or(largest).or(count);
    let free = if is_written("max") { MAX_SEATS } else { 2 };
    let least = seats.int_within("min", 1..=most.unwrap_or(free)).or(fewest);
    let max = most.unwrap_or(least.unwrap_or(2).max(2));
    let min = least.or(if is_written("min") { Some(1) } else { count }).unwrap_or(max);
    let said = seats.int_within("players", min..=most.unwrap_or(free));
    if said.is_some_and(|said| !counts.is_empty() && !counts.contains(&said)) {
        seats.fault("players", Code::OutOfRange, "`players` is none of `counts`");
    }
    let default = said.unwrap_or(min.max(2).min(max));
    spec.counts = if counts.is_empty() { (min..=max).collect() } else { counts }.iter().map(|&n| n as usize).collect();
    let letters = (b'a'..=b'p').map(|letter| char::from(letter).to_string());
    spec.names = match names {
        Some(names) => names.into_iter().map(|(name, _)| name).collect(),
        None => letters.take(max as usize).collect(),
    };
    if spec.names.len() != max as usize {
        seats.fault("names", Code::WrongCount, format!("{} names for {max} seats", spec.names.len()));
    }
    spec.together = seats.bool("together").unwrap_or(false);
    spec.teams = read_teams(&seats, &spec.names, (min as usize, max as usize));
    if spec.together && !spec.teams.is_empty() {
        seats.fault_help(
            "together",
            Code::WrongTeams,
            "seats that play together are one team already",
            "leave out `together` or `teams`",
        );
    }
    for (colour, span) in seats.strings("colours").unwrap_or_default() {
        if !COLOURS.contains(&colour.as_str()) {
            seats.sink.fault_help(
                Code::UnknownWord,
                &span,
                format!("`{colour}` is not a colour of a seat"),
                suggest(&colour, COLOURS.iter().copied()),
            );
        }
        spec.colours.push(colour);
    }
    spec.robots = seats.strings("robots").unwrap_or_default();
    if spec.robots.len() > MOST {
        let found = format!("{} robots; {MOST} are possible", spec.robots.len());
        seats.fault("robots", Code::TooMany, found);
    }
    spec.first = read_first(&seats, &spec.names);
    (spec.min, spec.max, spec.default) = (min as usize, max as usize, default as usize);
    let alive = seats.string("alive").map(|name| (name, seats.value_span("alive")));
    seats.finish();
    (spec, alive)
}

/// Resolves the variable or zone that tells which seats are still in.
fn read_alive(sink: &Sink, name: &str, span: &Span, vars: &[VarSpec], zones: &[ZoneSpec]) -> Option<Alive> {
    let fits = |var: &VarSpec| var.per == Per::Seat && (var.is_single() || var.dice.is_some());
    let var = vars.iter().position(|var| var.name == name);
    let zone = zones.iter().position(|zone| zone.name == name);
    match (var, zone) {
        (Some(n), _) if fits(&vars[n]) => return Some(Alive::Var(VarId::from_index(n))),
        (_, Some(n)) if zones[n].per == Per::Seat => return Some(Alive::Zone(ZoneId::from_index(n))),
        (None, None) => {
            let known = vars.iter().filter(|var| fits(var)).map(|var| var.name.as_str());
            let known = known.chain(zones.iter().filter(|zone| zone.per == Per::Seat).map(|zone| zone.name.as_str()));
            let message = format!("there is no variable, dice or zone `{name}`");
            sink.fault_help(Code::UnknownName, span, message, suggest(name, known));
        }
        _ => sink.fault_help(
            Code::NoOwner,
            span,
            format!("`{name}` doesn't say for each seat whether it is still in"),
            "expected a variable with a single number, dice or a zone, with `per = \"seat\"`",
        ),
    }
    None
}

/// Reads `first`: the name of the seat that acts first, or names by variant.
fn read_first(seats: &Section<'_>, names: &[String]) -> Vec<FirstSeat> {
    let Some(node) = seats.node("first") else { return Vec::new() };
    let seat = |node: &Node| -> Option<usize> {
        let Value::Str(name) = &node.value else {
            let message = format!("`{}` must be the name of a seat, but is {}", seats.name("first"), node.kind());
            let help = "expected such as `\"white\"`, or by variant `{ VARIANT = \"white\" }`";
            seats.sink.fault_help(Code::WrongType, &node.span, message, help);
            return None;
        };
        seats.sink.find((Code::UnknownSeat, "seat"), name, &node.span, names.iter().map(String::as_str))
    };
    match &node.value {
        Value::Table(table) => {
            let entry = |entry: &Entry| {
                let variant = Some((entry.key.clone(), entry.key_span.clone()));
                Some(FirstSeat { variant, seat: seat(&entry.node)?, span: entry.node.span.clone() })
            };
            table.0.iter().filter_map(entry).collect()
        }
        _ => seat(node).map(|seat| FirstSeat { variant: None, seat, span: node.span.clone() }).into_iter().collect(),
    }
}

/// Checks the seats that act first against the variants, and against the source of the first turn.
fn check_first(sink: &Sink, seats: &SeatSpec, variants: &[VariantSpec], moves: &pieces::MovesSpec) {
    for first in &seats.first {
        if let Some((variant, span)) = &first.variant {
            let known = variants.iter().map(|variant| variant.name.as_str());
            sink.find((Code::UnknownName, "variant"), variant, span, known);
        }
        if moves.is_empty() {
            let message = "tables give the first turn only where pieces move by them";
            sink.fault_help(Code::NoPieces, &first.span, message, "let `setup` in `rules.lua` give it");
        }
        if first.seat >= seats.min {
            let message =
                format!("`{}` doesn't always play: there are matches of {} seats", seats.names[first.seat], seats.min);
            sink.fault_help(Code::OutOfRange, &first.span, message, "expected a seat that is in every match");
        }
    }
}

/// Reads `teams`: a list of teams, or lists of teams by the number of seats. A team is a list of seats by name.
fn read_teams(seats: &Section<'_>, names: &[String], (min, max): (usize, usize)) -> Vec<(usize, Vec<Vec<usize>>)> {
    let mut out = Vec::new();
    let Some(node) = seats.node("teams") else { return out };
    let tell = |span: &Span, message: String, help: String| {
        seats.sink.fault_help(Code::WrongTeams, span, message, help);
    };
    let example = || "expected such as `[[\"a\", \"c\"], [\"b\", \"d\"]]`".to_owned();
    let read = |node: &Node, count: Option<usize>| -> Option<(usize, Vec<Vec<usize>>)> {
        let Value::Array(written) = &node.value else {
            tell(&node.span, format!("`seats.teams` must be a list of teams, but is {}", node.kind()), example());
            return None;
        };
        let mut teams = Vec::new();
        let mut taken: Vec<usize> = Vec::new();
        for team in written {
            let Value::Array(members) = &team.value else {
                tell(&team.span, format!("a team is a list of seats, but this is {}", team.kind()), example());
                return None;
            };
            let mut found = Vec::new();
            for member in members {
                let name = if let Value::Str(name) = &member.value { name.as_str() } else { "" };
                let known = &names[..count.unwrap_or(names.len()).min(names.len())];
                match known.iter().position(|known| known == name) {
                    Some(seat) if taken.contains(&seat) => {
                        tell(&member.span, format!("the seat `{name}` is in two teams"), example());
                        return None;
                    }
                    Some(seat) => {
                        taken.push(seat);
                        found.push(seat);
                    }
                    None => {
                        let message = format!("there is no seat `{name}`");
                        tell(&member.span, message, suggest(name, known.iter().map(String::as_str)));
                        return None;
                    }
                }
            }
            teams.push(found);
        }
        let count = count.unwrap_or(taken.len());
        if taken.len() != count || taken.iter().any(|&seat| seat >= count) || teams.iter().any(Vec::is_empty) {
            let message = format!("these teams don't have each of {count} seats once");
            tell(&node.span, message, example());
            return None;
        }
        Some((count, teams))
    };
    match &node.value {
        Value::Table(by_seats) => {
            for entry in &by_seats.0 {
                match entry.key.parse::<usize>() {
                    Ok(count) if (min..=max).contains(&count) => out.extend(read(&entry.node, Some(count))),
                    _ => tell(
                        &entry.key_span,
                        format!("`{}` is not a number of seats of this game", entry.key),
                        format!("expected {min} to {max}"),
                    ),
                }
            }
        }
        _ => out.extend(read(node, None)),
    }
    out
}
