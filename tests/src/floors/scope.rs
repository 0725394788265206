//! Name resolution: through every `use` and `pub use` to the defining module.

use super::source::{Crate, Named};

/// The maximum length of a chain of imports.
const LONGEST: usize = 32;

impl Crate {
    /// The modules that define a path's item; none for other crates' items, several for a name in several namespaces. A
    /// path in a `use` begins at the module, any other one also at the names in it.
    pub(super) fn places(&self, module: usize, path: &[String]) -> Vec<usize> {
        let mut places = Vec::new();
        self.follow(module, path, &mut places, LONGEST);
        places.sort_unstable();
        places.dedup();
        places
    }

    fn follow(&self, module: usize, path: &[String], places: &mut Vec<usize>, left: usize) {
        let Some((first, rest)) = path.split_first() else { return };
        let start = match first.as_str() {
            "crate" => Some(0),
            "self" => Some(module),
            "super" => self.modules[module].parent,
            _ => {
                self.inside(module, path, places, left);
                return;
            }
        };
        let Some(start) = start else { return };
        match rest.first().map(String::as_str) {
            None => places.push(start),
            Some("super") => self.follow(start, rest, places, left),
            Some(_) if self.inside(start, rest, places, left) => {}
            // Macro-generated items aren't seen; the path ends at the macro.
            Some(_) => places.push(start),
        }
    }

    /// Resolves a path from a module into it; true if its first name is known there.
    fn inside(&self, module: usize, path: &[String], places: &mut Vec<usize>, left: usize) -> bool {
        let (Some((first, rest)), Some(left)) = (path.split_first(), left.checked_sub(1)) else { return true };
        let known = self.modules[module].names.get(first).map_or(&[] as &[Named], Vec::as_slice);
        for named in known {
            match named {
                Named::Item => places.push(module),
                Named::Module(child) if rest.is_empty() => places.push(*child),
                Named::Module(child) => {
                    if !self.inside(*child, rest, places, left) {
                        places.push(*child);
                    }
                }
                // An import of a crate under its own name is external.
                Named::Import(import) if import.len() == 1 && import[0] == *first => {}
                Named::Import(import) => {
                    let whole = [import.as_slice(), rest].concat();
                    self.follow(module, &whole, places, left);
                }
            }
        }
        if !known.is_empty() {
            return true;
        }
        let mut is_known = false;
        for glob in &self.modules[module].globs {
            let mut from = Vec::new();
            self.follow(module, glob, &mut from, left);
            for other in from {
                is_known |= other != module && self.inside(other, path, places, left);
            }
        }
        is_known
    }
}
