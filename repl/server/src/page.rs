//! The files of the page, which are inside the program.

/// Files of the folder `page` by name.
macro_rules! files {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../page/", $name)))),*]
    };
}

/// The files by name.
const FILES: &[(&str, &str)] = files![
    "act.js",
    "around.js",
    "choosing.js",
    "clocks.js",
    "composing.js",
    "dealing.js",
    "ending.js",
    "faults.js",
    "fitting.js",
    "form.js",
    "graph.js",
    "guide.js",
    "invite.js",
    "keys.js",
    "lobby.html",
    "lobby.js",
    "make.js",
    "moving.js",
    "note.js",
    "offers.js",
    "page.css",
    "picture.js",
    "review.js",
    "said.js",
    "seats.js",
    "settings.js",
    "table.html",
    "table.js",
    "tables.js",
    "talk.js",
    "tapping.js",
];

/// A file of the page; how pictures look is the painter's.
pub(crate) fn file(name: &str) -> Option<&'static str> {
    if name == "table.css" {
        return Some(parlour_painter::STYLE);
    }
    FILES.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

/// What a file is, by its name.
pub(crate) fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, end)| end) {
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "text/html; charset=utf-8",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file that is put into the folder of the page is served.
    #[test]
    fn every_file_of_the_page_is_inside() {
        let folder = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/page")).unwrap();
        let mut names: Vec<String> = folder.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        assert_eq!(names, FILES.iter().map(|(name, _)| (*name).to_owned()).collect::<Vec<_>>());
    }
}
