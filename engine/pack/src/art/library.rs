//! The symbols that come with Parlour: drawings that any pack can name, `art = "coin"`.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use include_dir::{Dir, File, include_dir};

use super::{Art, picture};
use parlour_model::diagnostic::SourceFile;

/// The drawings, one file each.
static FILES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/symbols");

/// The symbols by name.
static SYMBOLS: LazyLock<BTreeMap<&'static str, Arc<Art>>> = LazyLock::new(|| {
    let read = |file: &File<'static>| {
        let name = file.path().file_stem()?.to_str()?;
        let source = SourceFile::new(file.path().to_string_lossy().into_owned(), file.contents_utf8()?);
        Some((name, Arc::new(picture(&source).ok()?)))
    };
    FILES.files().filter_map(read).collect()
});

/// The symbol with a name.
///
/// ```
/// use parlour_engine::pack::art::symbol;
///
/// assert!(symbol("coin").is_some() && symbol("coyn").is_none());
/// ```
pub fn symbol(name: &str) -> Option<&'static Arc<Art>> {
    SYMBOLS.get(name)
}

/// The names of all symbols, in alphabetical order.
pub fn symbol_names() -> impl Iterator<Item = &'static str> {
    SYMBOLS.keys().copied()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_symbol_is_a_small_picture_of_its_own() {
        let mut seen = BTreeSet::new();
        for file in FILES.files() {
            let (path, text) = (file.path().display().to_string(), file.contents_utf8().unwrap());
            let art = picture(&SourceFile::new(path.clone(), text)).unwrap();
            assert!(path.ends_with(".svg") && text.len() < 2000, "{path} has {} bytes", text.len());
            assert!((art.side - 64.0).abs() < f64::EPSILON, "{path} is {} wide", art.side);
            assert!(!art.shapes.contains("href") && !art.shapes.contains("url"), "{path}");
            assert!(seen.insert(art.shapes.clone()), "{path} is drawn like another");
            let (least, most) = reach(&art.shapes);
            assert!(least >= -0.01 && most <= 64.01, "{path} reaches from {least:.1} to {most:.1}");
        }
        assert!(seen.len() == SYMBOLS.len() && seen.len() >= 100, "{} symbols", seen.len());
    }

    /// The least and the greatest coordinate of the corners and control points of shapes.
    fn reach(shapes: &str) -> (f64, f64) {
        let mut all = Vec::new();
        for tag in shapes.split('<').filter(|tag| tag.contains('=')) {
            let value = |name: &str| tag.split(&format!(" {name}=\"")).nth(1)?.split('"').next();
            let number = |name: &str| value(name).and_then(|text| text.parse::<f64>().ok()).unwrap_or(0.0);
            let (x, y) = (number("cx"), number("cy"));
            match tag.split(' ').next() {
                Some("circle") => all.extend([x - number("r"), x + number("r"), y - number("r"), y + number("r")]),
                Some("ellipse") => all.extend([x - number("rx"), x + number("rx"), y - number("ry"), y + number("ry")]),
                Some("rect") => {
                    let (x, y) = (number("x"), number("y"));
                    all.extend([x, y, x + number("width"), y + number("height")]);
                }
                Some("path") => all.extend(ends(value("d").unwrap_or(""))),
                _ => {}
            }
        }
        (all.iter().copied().fold(f64::MAX, f64::min), all.iter().copied().fold(f64::MIN, f64::max))
    }

    /// The coordinates of the end points of a path's segments.
    fn ends(path: &str) -> Vec<f64> {
        let (mut at, mut begin, mut out) = ((0.0, 0.0), (0.0, 0.0), Vec::new());
        let parts = path.split_inclusive(|c: char| c.is_ascii_alphabetic()).collect::<Vec<_>>();
        for pair in parts.windows(2).chain(parts.last().map(std::slice::from_ref)) {
            let Some(command) = pair[0].chars().last() else { continue };
            let text = pair.get(1).map_or("", |text| text.trim_end_matches(|c: char| c.is_ascii_alphabetic()));
            let numbers = numbers(text);
            let width = match command.to_ascii_lowercase() {
                'h' | 'v' => 1,
                'c' => 6,
                's' | 'q' => 4,
                'a' => 7,
                'z' => 0,
                _ => 2,
            };
            if width == 0 {
                at = begin;
                continue;
            }
            for (n, step) in numbers.chunks(width).enumerate() {
                let base = if command.is_lowercase() { at } else { (0.0, 0.0) };
                at = match command.to_ascii_lowercase() {
                    'h' => (base.0 + step[0], at.1),
                    'v' => (at.0, base.1 + step[0]),
                    _ => (base.0 + step[width - 2], base.1 + step[width - 1]),
                };
                if n == 0 && command.eq_ignore_ascii_case(&'m') {
                    begin = at;
                }
                out.extend([at.0, at.1]);
            }
        }
        out
    }

    /// The numbers of a path, which a sign or a second point ends as well as whitespace.
    fn numbers(text: &str) -> Vec<f64> {
        let (mut out, mut now) = (Vec::new(), String::new());
        for c in text.chars().chain([' ']) {
            if !now.is_empty() && (matches!(c, ' ' | ',' | '-') || c == '.' && now.contains('.')) {
                out.push(now.parse().unwrap());
                now.clear();
            }
            now.extend((!matches!(c, ' ' | ',')).then_some(c));
        }
        out
    }
}
