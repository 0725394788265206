//! Parts of scripts that stay in Luau, with their reasons, which `parlour-lower` gives where it can't compile them (its
//! calls of `unsupported`).

use std::fmt;

use parlour_lower::Unsupported;
use parlour_luau::tokens;
use parlour_model::diagnostic::Place;
use parlour_pack::PackFiles;
use serde::Serialize;

/// A part of a script that isn't compiled: an action of a search or a playout that reaches it is as slow as Luau.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct InLuau {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The reason.
    pub reason: String,
}

impl fmt::Display for InLuau {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, line, reason } = self;
        write!(f, "{file}:{line} stays in Luau: {reason}")
    }
}

impl InLuau {
    pub(super) fn of(unsupported: &Unsupported) -> Self {
        Self { file: unsupported.file.to_string(), line: unsupported.line, reason: unsupported.reason.clone() }
    }

    /// The same at a place that an author knows: a line with code of a file of the pack. Other files, such as the
    /// script driver, are replaced by the return of the rules, the last place of `rules`.
    pub(super) fn at_code(self, files: &PackFiles, rules: &Place) -> Self {
        let path = self.file.strip_prefix(files.prefix.as_str()).unwrap_or(&self.file);
        let Some(source) = files.source(path).filter(|source| *source.name == *self.file) else {
            return Self { file: rules.file.to_string(), line: rules.line, ..self };
        };
        let lines = tokens(&source.text).into_iter().map(|token| source.place(token.at).line);
        let (mut before, mut line) = (1, None);
        for own in lines {
            if own >= self.line {
                line = Some(own);
                break;
            }
            before = own;
        }
        Self { line: line.unwrap_or(before), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_name_lines_with_code_of_files_that_are_there() {
        let text = "-- a comment\n\n--[[ of\nmany lines ]]\nlocal a = 1\n-- the end\nreturn a\n";
        let texts = [("rules.lua".to_owned(), text.into())];
        let files = PackFiles { prefix: "x/".to_owned(), texts: texts.into(), ..PackFiles::default() };
        let rules = files.source("rules.lua").unwrap().line_place(7);
        let told = |file: &str, line: u32| {
            let note = InLuau { file: file.to_owned(), line, reason: String::new() }.at_code(&files, &rules);
            (note.file, note.line)
        };
        for (line, code) in [(1, 5), (2, 5), (4, 5), (5, 5), (6, 7), (7, 7), (9, 7)] {
            assert_eq!(told("x/rules.lua", line), ("x/rules.lua".to_owned(), code));
        }
        assert_eq!(told("driver", 1), ("x/rules.lua".to_owned(), 7));
        assert_eq!(told("x/none.lua", 1), ("x/rules.lua".to_owned(), 7));
    }
}
