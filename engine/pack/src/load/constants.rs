//! Tables of constants: values that a pack assigns to words of its lists, for its scripts.

use super::names::Names;
use crate::reader::Section;
use crate::spec::{Constant, ConstantTable};
use parlour_model::diagnostic::{Code, suggest};

/// Reads the tables that `[constants]` names, each with the list of its words.
pub(super) fn read_constants(top: &Section<'_>, names: &Names<'_>) -> Vec<ConstantTable> {
    let mut tables = Vec::new();
    let Some(section) = top.section("constants") else {
        return tables;
    };
    for entry in section.entries() {
        // The table counts as known even if its list is faulty.
        top.node(&entry.key);
        let Some(list) = section.string(&entry.key) else {
            continue;
        };
        let known = names.lists.iter().map(|list| list.name.as_str());
        let Some(list) = section.sink.find((Code::UnknownList, "list"), &list, &entry.node.span, known) else {
            continue;
        };
        let Some(inner) = top.section(&entry.key) else {
            top.missing(&entry.key, &format!("a table `[{}]`, because `[constants]` names it", entry.key));
            continue;
        };
        let words = &names.lists[list].words;
        let of = names.lists[list].name.clone();
        let mut table =
            ConstantTable { name: entry.key.clone(), list: of, entries: Vec::new(), span: entry.key_span.clone() };
        for constant in inner.entries() {
            let Some(word) = inner.string(&constant.key) else {
                continue;
            };
            let place = words.iter().position(|known| *known == word).map_or(0, |n| n + 1);
            if place == 0 && !word.is_empty() {
                inner.sink.fault_help(
                    Code::UnknownWord,
                    &constant.node.span,
                    format!("`{}` can't be `{word}`", inner.name(&constant.key)),
                    suggest(&word, words.iter().map(String::as_str)),
                );
            }
            table.entries.push(Constant { name: constant.key.clone(), place, span: constant.key_span.clone() });
        }
        tables.push(table);
    }
    section.finish();
    tables
}
