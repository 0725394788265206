//! The files of the page, which are inside the program.

use std::collections::BTreeMap;
use std::sync::OnceLock;

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

/// A file of the page as browsers are sent it; how pictures look is the painter's.
pub(crate) fn file(name: &str) -> Option<&'static str> {
    static SENT: OnceLock<BTreeMap<&str, String>> = OnceLock::new();
    let all = || FILES.iter().copied().chain([("table.css", parlour_painter::STYLE)]);
    let sent = SENT.get_or_init(|| all().map(|(name, text)| (name, preloading(&bare(text)))).collect());
    sent.get(name).map(String::as_str)
}

/// How a page asks for a module before it is needed.
const PRELOAD: &str = "<link rel=\"modulepreload\" href=\"/page/";

/// A page that asks for a module before it is needed asks for what that imports as well, so that a browser doesn't find
/// one after the other.
fn preloading(page: &str) -> String {
    let line = |line: &str| match line.strip_prefix(PRELOAD).and_then(|rest| rest.split_once('"')) {
        Some((name, end)) => imported(name).iter().map(|name| format!("{PRELOAD}{name}\"{end}\n")).collect(),
        None => format!("{line}\n"),
    };
    page.lines().map(line).collect()
}

/// A module and all that it imports, each once and the nearest first.
fn imported(name: &str) -> Vec<&str> {
    let mut found = vec![name];
    let mut next = 0;
    while let Some(&name) = found.get(next) {
        let text = FILES.iter().find(|(known, _)| *known == name).map_or("", |(_, text)| text);
        let imports = text.lines().filter(|line| line.starts_with("import "));
        for other in imports.filter_map(|line| line.split_once("'./")?.1.strip_suffix("';")) {
            if !found.contains(&other) {
                found.push(other);
            }
        }
        next += 1;
    }
    found
}

/// A text without the comments that have lines of their own, and without indentation. No text of the page goes over several
/// lines, so that nothing that is shown is lost.
fn bare(text: &str) -> String {
    let mut is_comment = false;
    let mut out = String::with_capacity(text.len());
    for line in text.lines().map(str::trim) {
        // What stands behind the end of a comment is code, as for the type of a value.
        let is_whole = line.find("*/").is_none_or(|end| end + 2 == line.len());
        let begins = line.starts_with("/*") && is_whole;
        if !(is_comment || begins || line.starts_with("//") || line.is_empty()) {
            out.push_str(line);
            out.push('\n');
        }
        is_comment = (is_comment || begins) && !line.ends_with("*/");
    }
    out
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

    /// Comments are for those who read the folder; types of values stay, since code stands behind them.
    #[test]
    fn browsers_are_sent_code_alone() {
        let text = "// @ts-check\n/**\n * What.\n */\nexport function f() {\n  /** @type {A} */ (b).c = '// d';\n  /* e */\n}\n";
        assert_eq!(bare(text), "export function f() {\n/** @type {A} */ (b).c = '// d';\n}\n");
    }

    /// What a module imports is asked for with it, each file once.
    #[test]
    fn a_page_asks_for_all_its_modules_at_once() {
        let page = file("table.html").unwrap();
        for name in ["table.js", "act.js", "choosing.js", "make.js"] {
            assert_eq!(page.matches(&format!("{PRELOAD}{name}\">")).count(), 1, "{name}: {page}");
        }
    }

    /// On plain HTTP anywhere but at `localhost` browsers lack what is for secure contexts alone. Nothing of it is used but
    /// the clipboard, without which the page gets by.
    #[test]
    fn the_page_needs_no_secure_context() {
        let secure = [
            "randomUUID",
            "crypto.subtle",
            "serviceWorker",
            "wakeLock",
            "navigator.share",
            "navigator.locks",
            "navigator.credentials",
            "navigator.storage",
            "mediaDevices",
            "geolocation",
            "Notification",
            "PushManager",
            "caches.",
            "showSaveFilePicker",
            "showOpenFilePicker",
            "cookieStore",
            "navigator.gpu",
            "AudioWorklet",
            "queryLocalFonts",
            "PaymentRequest",
            "isSecureContext",
            "SharedArrayBuffer",
            "navigator.permissions",
        ];
        for (name, text) in FILES {
            let sent = bare(text);
            for each in secure {
                assert!(!sent.contains(each), "{name} uses {each}");
            }
            assert!(!sent.contains("clipboard") || sent.contains("if (navigator.clipboard)"), "{name}");
        }
    }

    /// The page is small: all that a browser is sent of it.
    #[test]
    fn the_page_is_small() {
        let names = FILES.iter().map(|(name, _)| *name).chain(["table.css"]);
        let sum: usize = names.filter_map(file).map(str::len).sum();
        assert!(sum < 150_000, "{sum} bytes");
    }
}
