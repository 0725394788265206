//! `[combinations]`: what cards are together, such as a pair or a straight.

use std::collections::BTreeMap;

use super::names::Names;
use super::tables::read_cell;
use crate::product::number;
use crate::reader::Section;
use crate::spec::{Cell, Column, ColumnKind, DataTable};
use parlour_model::combination::{Chain, Combination, CombinationShape};
use parlour_model::diagnostic::{Code, suggest};
use parlour_model::english::{count, listed, number_in_words};
use parlour_model::kind::{Named, is_kind};

/// The most cards of a combination.
const MOST_CARDS: i64 = 100;

/// The words for cards that differ in nothing else: true if only the first ones are listed.
pub(crate) const LISTED: &[(&str, bool)] = &[("all", false), ("first", true)];

/// Card types by the values of columns.
type Groups = BTreeMap<Vec<i64>, Vec<usize>>;

pub(super) fn read_combinations(top: &Section<'_>, names: &Names<'_>) -> Vec<Combination> {
    let sections = top.named_sections("combinations");
    let cards = names.tables.iter().find(|table| table.name == "card");
    if let (Some((_, section)), None) = (sections.first(), cards) {
        section.sink.fault(Code::UnknownTable, &section.span, "a combination needs cards, and there is no `[[card]]`");
    }
    let known = Named { lists: names.lists, boards: names.boards };
    let read = |(name, section): (String, Section<'_>)| {
        if is_kind(&name, known) || name == "other" || name == "empty" || name == "or" || name == "of" {
            let message = format!("a combination can't be called `{name}`, which means something else in a usage");
            section.sink.fault(Code::BadName, &section.span, message);
        }
        let found = cards.and_then(|cards| read_combination(&name, &section, cards, names));
        if found.is_none() {
            // Its other keys weren't all read.
            section.sink.lose_name(&name, &section.span);
            return None;
        }
        section.finish();
        found
    };
    let combinations: Vec<Combination> = sections.into_iter().filter_map(read).collect();
    for (n, later) in combinations.iter().enumerate() {
        if let Some(earlier) = combinations[..n].iter().find(|earlier| earlier.covers(later)) {
            let message =
                format!("cards that are `{}` always count as `{}`, which stands before it", later.name, earlier.name);
            let help = format!("write `{}` before `{}`", later.name, earlier.name);
            top.sink.fault_help(Code::NeverUsed, &later.span, message, help);
        }
    }
    combinations
}

/// Asks for every key before anything is missing, so that each is known.
struct Keys {
    same: Vec<usize>,
    run: Option<usize>,
    cards: Option<(usize, usize)>,
    each: Option<usize>,
    ace: Option<i64>,
    groups: Option<Vec<usize>>,
    is_listed_once: bool,
    title: String,
}

fn read_combination(name: &str, section: &Section<'_>, table: &DataTable, names: &Names<'_>) -> Option<Combination> {
    let run = section.string("run").map(|column| ordered_column(section, "run", &column, table));
    let keys = Keys {
        same: read_same(section, table)?,
        run: run.flatten(),
        cards: read_cards(section),
        each: section.int("each").map(|each| each as usize),
        ace: read_ace(section, run.flatten().map(|run| &table.columns[run]), names),
        groups: read_groups(section),
        is_listed_once: section.word("list", LISTED).unwrap_or(false),
        title: section.string("title").unwrap_or_else(|| name.replace('_', " ")),
    };
    if run == Some(None) {
        return None;
    }
    for (key, needs) in [("each", "run"), ("ace", "run"), ("groups", "same")] {
        if section.is_written(key) && !section.is_written(needs) {
            section.fault(key, Code::MissingKey, format!("`{}` needs `{needs}` beside it", section.name(key)));
            return None;
        }
    }
    if section.is_written("groups") && (section.is_written("run") || section.is_written("cards")) {
        let help = "`groups` says how many cards each group has: `groups = [3, 2]`";
        section.fault_help("groups", Code::UnknownKey, "`groups` doesn't go with `run` or `cards`", help);
        return None;
    }
    let mut groups = Groups::new();
    let columns: Vec<usize> = keys.same.iter().copied().chain(keys.run).collect();
    for (card, row) in table.rows.iter().enumerate() {
        let values = columns.iter().map(|&n| value(&row.cells[n], &table.columns[n].kind, names));
        groups.entry(values.collect()).or_default().push(card);
    }
    let (types, groups): (Vec<Vec<i64>>, Vec<Vec<usize>>) = groups.into_iter().unzip();
    let values = types.iter().map(|values| values.first().copied().unwrap_or(0)).collect();
    let (shape, cards) = match (keys.run, keys.groups) {
        (Some(_), _) => {
            let each = keys.each.unwrap_or(1);
            let chains = chains(&types, keys.ace);
            let longest = each * chains.iter().map(Chain::distinct).max().unwrap_or(0);
            let (least, most) = keys.cards.unwrap_or((2 * each, longest));
            (CombinationShape::Run { each, chains }, (least, most.min(longest)))
        }
        (None, Some(mut sizes)) => {
            sizes.sort_unstable_by(|a, b| b.cmp(a));
            let all = sizes.iter().sum();
            (CombinationShape::Groups(sizes), (all, all))
        }
        (None, None) => {
            let Some(cards) = keys.cards else {
                section.missing("cards", "the number of cards, such as `2`, or the least and the greatest: `[1, 4]`");
                return None;
            };
            (CombinationShape::Same, cards)
        }
    };
    if let CombinationShape::Run { each, .. } = shape
        && (cards.0 < 2 * each || cards.0 > cards.1)
    {
        let message = format!("no run has {} to {} cards", cards.0, cards.1);
        let help = format!("expected at least {} cards, and values that follow each other", 2 * each);
        section.fault_help("run", Code::OutOfRange, message, help);
        return None;
    }
    let title = |columns: &[usize]| {
        let titles: Vec<&str> = columns.iter().map(|&n| table.columns[n].title.as_str()).collect();
        listed(&titles, "and")
    };
    Some(Combination {
        meaning: meaning(&shape, cards, &title(&keys.same), &keys.run.map_or_else(String::new, |run| title(&[run]))),
        name: name.to_owned(),
        same: keys.same,
        run: keys.run,
        title: keys.title,
        shape,
        cards,
        groups,
        values,
        is_listed_once: keys.is_listed_once,
        span: section.span.clone(),
    })
}

/// The value of a cell; a word counts by its place in the list, from 1.
fn value(cell: &Cell, kind: &ColumnKind, names: &Names<'_>) -> i64 {
    match (cell, kind) {
        (Cell::Bool(flag), _) => i64::from(*flag),
        (_, ColumnKind::Word(_)) => number(cell, kind, names.lists).map_or(0, |place| place + 1),
        _ => number(cell, kind, names.lists).unwrap_or(0),
    }
}

/// Groups whose last value follows each other, the others being the same. The group of an `ace` stands at either end.
fn chains(types: &[Vec<i64>], ace: Option<i64>) -> Vec<Chain> {
    let split = |group: usize| types[group].split_last().map_or((0, &[][..]), |(value, others)| (*value, others));
    let mut chains: Vec<Chain> = Vec::new();
    for group in 0..types.len() {
        let (value, others) = split(group);
        match chains.last_mut() {
            Some(chain) if value == chain.end() && others == split(chain.groups[0]).1 => chain.groups.push(group),
            _ => chains.push(Chain { start: value, groups: vec![group] }),
        }
    }
    for group in (0..types.len()).filter(|&group| ace == Some(split(group).0)) {
        let others = split(group).1;
        let mut alike = chains.iter_mut().filter(|chain| split(chain.groups[0]).1 == others);
        let Some(first) = alike.next() else { continue };
        let is_first = first.groups[0] == group;
        match alike.next_back() {
            // It is the least value: it comes after the greatest, too.
            Some(last) if is_first => last.groups.push(group),
            None if is_first => first.groups.push(group),
            Some(last) if last.groups.last() != Some(&group) => {}
            _ => {
                first.start -= 1;
                first.groups.insert(0, group);
            }
        }
    }
    chains
}

/// The composition in words.
fn meaning(shape: &CombinationShape, (least, most): (usize, usize), same: &str, run: &str) -> String {
    let cards = match (least == most, most) {
        (true, _) => count(most, "card"),
        (false, _) => format!("{least} to {most} cards"),
    };
    let all = if same.is_empty() { String::new() } else { format!(" of the same {same}") };
    match shape {
        CombinationShape::Same => format!("{cards}{all}"),
        CombinationShape::Run { each: 1, .. } => format!("{cards}{all} in a row by {run}"),
        CombinationShape::Run { each, .. } => {
            let each = number_in_words(*each as i32);
            format!("{cards}{all}, {each} of each {run} in a row")
        }
        CombinationShape::Groups(sizes) => {
            let part = |(n, size): (usize, &usize)| match n {
                0 => format!("{} of one {same}", count(size, "card")),
                _ => format!("{size} of another"),
            };
            listed(&sizes.iter().enumerate().map(part).collect::<Vec<_>>(), "and")
        }
    }
}

/// Reads a column of cards in which values can follow each other or be compared.
fn ordered_column(section: &Section<'_>, key: &str, name: &str, table: &DataTable) -> Option<usize> {
    let fits = |column: &Column| matches!(column.kind, ColumnKind::Int(..) | ColumnKind::Word(_) | ColumnKind::Bool);
    let found = table.columns.iter().position(|column| column.name == name && fits(column));
    if found.is_none() {
        let known = table.columns.iter().filter(|column| fits(column)).map(|column| column.name.as_str());
        let message = match table.columns.iter().any(|column| column.name == name) {
            true => format!("the column `{name}` is neither a number nor a word of a list"),
            false => format!("cards have no column `{name}`"),
        };
        section.fault_help(key, Code::UnknownColumn, message, suggest(name, known));
    }
    found
}

fn read_same(section: &Section<'_>, table: &DataTable) -> Option<Vec<usize>> {
    let written = section.strings("same").unwrap_or_default();
    written.iter().map(|(name, _)| ordered_column(section, "same", name, table)).collect()
}

/// Reads a number of cards, or the least and the greatest.
fn read_cards(section: &Section<'_>) -> Option<(usize, usize)> {
    let numbers = section.ints("cards")?;
    let (least, most) = match numbers[..] {
        [only] => (only, only),
        [least, most] => (least, most),
        _ => (0, 0),
    };
    if !(1 <= least && least <= most && most <= MOST_CARDS) {
        let help = format!("expected a number from 1 to {MOST_CARDS}, or the least and the greatest: `[3, 5]`");
        section.fault_help("cards", Code::OutOfRange, format!("`{}` is {numbers:?}", section.name("cards")), help);
        return None;
    }
    Some((least as usize, most as usize))
}

fn read_groups(section: &Section<'_>) -> Option<Vec<usize>> {
    let numbers = section.ints("groups")?;
    let is_small = numbers.iter().sum::<i64>() <= MOST_CARDS && (2..=MOST_GROUPS).contains(&numbers.len());
    if !is_small || numbers.iter().any(|&n| n < 1) {
        let help = format!("expected the numbers of cards of two to {MOST_GROUPS} groups, as in `[3, 2]`");
        section.fault_help("groups", Code::OutOfRange, format!("`{}` is {numbers:?}", section.name("groups")), help);
        return None;
    }
    Some(numbers.into_iter().map(|n| n as usize).collect())
}

/// The most groups of a combination.
const MOST_GROUPS: usize = 8;

/// Reads the value that stands at either end.
fn read_ace(section: &Section<'_>, column: Option<&Column>, names: &Names<'_>) -> Option<i64> {
    let node = section.node("ace")?;
    let kind = &column?.kind;
    read_cell(section, node, "ace", kind, names.lists).map(|cell| value(&cell, kind, names))
}
