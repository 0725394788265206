//! Synonyms of words in lists, `[synonyms]`, and the names of cards formed with them.

use std::collections::HashMap;

use crate::product::fill_in;
use crate::reader::Section;
use crate::spec::{Cell, ColumnKind, DataTable, Span, WordList};
use parlour_model::diagnostic::{Code, suggest};

/// Limit of other names of a card.
const MAX_NAMES: usize = 100;

/// Reads `[synonyms]`: `rank = { T = ["10", "ten"] }`.
pub(super) fn read_synonyms(top: &Section<'_>, lists: &mut [WordList]) {
    for (name, section) in top.named_sections("synonyms") {
        let known: Vec<String> = lists.iter().map(|list| list.name.clone()).collect();
        let Some(list) = lists.iter_mut().find(|list| list.name == name) else {
            let help = suggest(&name, known.iter().map(String::as_str));
            section.entries().for_each(|entry| _ = section.node(&entry.key));
            section.sink.fault_help(Code::UnknownList, &section.span, format!("there is no list `{name}`"), help);
            continue;
        };
        list.also = vec![Vec::new(); list.words.len()];
        let mut firsts: HashMap<String, Span> = HashMap::new();
        for entry in section.entries() {
            let written = section.strings(&entry.key).unwrap_or_default();
            let Some(n) = list.words.iter().position(|word| *word == entry.key) else {
                let message = format!("`{}` is not a word of `{name}`", entry.key);
                let help = suggest(&entry.key, list.words.iter().map(String::as_str));
                section.sink.fault_help(Code::UnknownWord, &entry.key_span, message, help);
                continue;
            };
            for (word, span) in written {
                let is_taken = |other: &String| other.to_lowercase() == word.to_lowercase();
                if list.words.iter().chain(list.also.iter().flatten()).any(is_taken) {
                    let message = format!("`{word}` stands twice for words of `{name}`");
                    match firsts.get(&word.to_lowercase()) {
                        Some(first) => section.sink.twice(&span, first, message),
                        // It is a word of the list itself.
                        None => section.sink.fault(Code::Duplicate, &span, message),
                    }
                } else {
                    firsts.insert(word.to_lowercase(), span);
                    list.also[n].push(word);
                }
            }
        }
    }
}

/// The other names of a card: with synonyms for words of lists, and with blanks between adjacent columns, as in `ten
/// clubs` for `TC`. `name` is its pattern, with columns as in `{rank}{suit}`.
pub(super) fn other_names(name: &str, table: &DataTable, cells: &[Cell], lists: &[WordList]) -> Vec<String> {
    let mut all = vec![cells.to_vec()];
    for (n, column) in
        table.columns.iter().enumerate().filter(|(_, column)| name.contains(&format!("{{{}}}", column.name)))
    {
        let (ColumnKind::Word(list), Some(Cell::Text(word))) = (&column.kind, cells.get(n)) else { continue };
        let Some(list) = lists.iter().find(|other| other.name == *list) else { continue };
        let with = |cells: &Vec<Cell>, word: &str| {
            let mut cells = cells.clone();
            cells[n] = Cell::Text(word.to_owned());
            cells
        };
        all = all
            .iter()
            .flat_map(|cells| list.written(word).map(move |word| with(cells, word)))
            .take(MAX_NAMES)
            .collect();
    }
    let spaced = name.replace("}{", "} {");
    let names = |cells: &Vec<Cell>| [name, &spaced].map(|name| fill_in(name, &table.columns, cells));
    let has_others = all.len() > 1;
    all.iter().filter(|_| has_others).flat_map(names).collect()
}
