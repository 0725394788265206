//! The files of the page, embedded in the program.

use std::collections::BTreeMap;
use std::sync::OnceLock;

/// Files of the folder `page`, by name.
macro_rules! files {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../page/", $name)))),*]
    };
}

/// The files, by name.
const FILES: &[(&str, &str)] = files![
    "act.js",
    "alerts.js",
    "around.js",
    "bidding.js",
    "cards.js",
    "chance.js",
    "chat.js",
    "choosing.js",
    "clocks.js",
    "composing.js",
    "crop.js",
    "dealing.js",
    "ending.js",
    "faults.js",
    "fitting.js",
    "form.js",
    "giving.js",
    "graph.js",
    "guide.js",
    "invite.js",
    "keys.js",
    "lobby.css",
    "lobby.html",
    "lobby.js",
    "make.js",
    "moments.js",
    "moving.js",
    "names.js",
    "note.js",
    "offers.js",
    "page.css",
    "picture.js",
    "place.js",
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

/// Entry modules of the pages: each is sent as one script with all its imports.
const ENTRIES: [&str; 2] = ["lobby.js", "table.js"];

/// A file of the page as it is sent; the painter provides the style of pictures.
pub(crate) fn file(name: &str) -> Option<&'static str> {
    static SENT: OnceLock<BTreeMap<&str, String>> = OnceLock::new();
    let all = || FILES.iter().copied().chain([("table.css", parlour_painter::STYLE)]);
    let made = |name: &str, text: &str| match name.ends_with(".css") {
        _ if ENTRIES.contains(&name) => bundle(name),
        true => bare(text, &STYLES).replace("}\n", "}").replace("{\n", "{"),
        false => bare(text, &[]),
    };
    let sent = SENT.get_or_init(|| all().map(|(name, text)| (name, made(name, text))).collect());
    sent.get(name).map(String::as_str)
}

/// Bundles a module with all its imports into one script: each module is a function that returns its exports. One
/// script compresses better than forty, and costs one request.
fn bundle(entry: &str) -> String {
    let text = |name: &str| FILES.iter().find(|(known, _)| *known == name).map_or("", |(_, text)| *text);
    let mut order = Vec::new();
    in_order(entry, &text, &mut order);
    // No code is before a comment in its line, so that a line can follow the end of a statement or the beginning of a block.
    let script: String = order.iter().map(|name| module(name, text(name))).collect();
    [";\n", "{\n", ",\n"].iter().fold(script, |script, end| script.replace(end, end.trim_end()))
}

/// Topological order of a module and its imports, each once and before its importers.
fn in_order<'a>(name: &'a str, text: &impl Fn(&str) -> &'a str, order: &mut Vec<&'a str>) {
    for import in text(name).lines().filter_map(imported) {
        if !order.contains(&import) {
            in_order(import, text, order);
        }
    }
    order.push(name);
}

/// The file imported by a line.
fn imported(line: &str) -> Option<&str> {
    line.strip_prefix("import ")?.split_once("'./")?.1.strip_suffix("';")
}

/// A module as an immediately invoked function.
fn module(name: &str, text: &str) -> String {
    let known_as = |name: &str| format!("${}", name.trim_end_matches(".js"));
    let mut exports = Vec::new();
    let mut body = String::new();
    let text = bare(text, &SCRIPTS);
    for line in text.lines() {
        if let Some(from) = imported(line) {
            let names = line.split_once('{').and_then(|(_, rest)| rest.split_once('}'));
            let names = names.map_or_else(String::new, |(names, _)| names.trim().replace(", ", ","));
            body += &format!("let {{{names}}}={};\n", known_as(from));
            continue;
        }
        let declared = line.strip_prefix("export ");
        let mut words = declared.unwrap_or_default().split(|c: char| !(c.is_alphanumeric() || c == '_'));
        exports.extend(words.find(|word| !["async", "function", "class", "let"].contains(word)));
        body += declared.unwrap_or(line);
        body.push('\n');
    }
    exports.retain(|name| !name.is_empty());
    format!("let {}=(()=>{{\n{body}return{{{}}};\n}})();\n", known_as(name), exports.join(","))
}

/// Strips comments and indentation. No string literal of the page spans lines or contains a comment with a type, so that no
/// text is changed.
fn bare(text: &str, more: &[(&str, &str)]) -> String {
    let mut is_comment = false;
    let mut out = String::with_capacity(text.len());
    for line in text.lines().map(str::trim) {
        // Code may follow the end of a comment, as for type casts.
        let is_whole = line.find("*/").is_none_or(|end| end + 2 == line.len());
        let begins = line.starts_with("/*") && is_whole;
        if !(is_comment || begins || line.starts_with("//") || line.is_empty()) {
            let from = out.len();
            push_untyped(line, &mut out);
            // What is declared once is as well declared by a shorter word that scripts have more often.
            for declared in ["", "export "] {
                if out[from..].starts_with(&format!("{declared}const ")) {
                    out.replace_range(from + declared.len()..from + declared.len() + "const".len(), "let");
                }
            }
            if imported(line).is_none() {
                close_up(&mut out, from, more);
            }
            out.push('\n');
        }
        is_comment = (is_comment || begins) && !line.ends_with("*/");
    }
    out
}

/// Operators and brackets that need no spaces around them, in scripts and in style sheets. No string literal has them with
/// spaces.
const SPACED: [(&str, &str); 16] = [
    (" => ", "=>"),
    (" === ", "==="),
    (" !== ", "!=="),
    (" && ", "&&"),
    (" || ", "||"),
    (" = ", "="),
    (" ? ", "?"),
    (" : ", ":"),
    (" ?? ", "??"),
    (" > ", ">"),
    (" < ", "<"),
    (" >= ", ">="),
    (" <= ", "<="),
    (" { ", "{"),
    ("; }", "}"),
    (" }", "}"),
];

/// Further ones in scripts: in style sheets sums and selectors need theirs.
const SCRIPTS: [(&str, &str); 9] = [
    (" + ", "+"),
    (" - ", "-"),
    (" * ", "*"),
    (" / ", "/"),
    ("(const ", "(let "),
    (") {", "){"),
    ("if (", "if("),
    ("for (", "for("),
    ("return (", "return("),
];

/// Further ones in style sheets: in scripts texts have such.
const STYLES: [(&str, &str); 3] = [("; ", ";"), (": ", ":"), (", ", ",")];

/// Removes the spaces around operators and brackets in what follows a position.
fn close_up(out: &mut String, from: usize, more: &[(&str, &str)]) {
    let mut line = out.split_off(from);
    for (spaced, close) in SPACED.iter().chain(more) {
        if line.contains(spaced) {
            line = line.replace(spaced, close);
        }
    }
    out.push_str(&line);
}

/// Appends a line of code without the types in it, which are comments such as `/** @type {A} */`.
fn push_untyped(line: &str, out: &mut String) {
    let mut rest = line;
    while let Some((code, (_, behind))) =
        rest.split_once("/** @").and_then(|(code, comment)| Some((code, comment.split_once("*/")?)))
    {
        out.push_str(code);
        rest = behind.trim_start();
    }
    out.push_str(rest);
}

/// The MIME type of a file, by its name.
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

    /// Every file in the folder of the page is served.
    #[test]
    fn every_file_of_the_page_is_inside() {
        let folder = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/page")).unwrap();
        let mut names: Vec<String> = folder.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        assert_eq!(names, FILES.iter().map(|(name, _)| (*name).to_owned()).collect::<Vec<_>>());
    }

    /// Comments are stripped, those inside lines as well.
    #[test]
    fn browsers_are_sent_code_alone() {
        let text = "// @ts-check\n/**\n * What.\n */\nexport function f() {\n  /** @type {A} */ (b).c = '// d';\n  /* e */\n}\n";
        assert_eq!(bare(text, &SCRIPTS), "export function f(){\n(b).c='// d';\n}\n");
    }

    /// Spaces around operators are stripped, and no text that is shown has such.
    #[test]
    fn no_text_has_spaced_operators() {
        let script = "a { b: c; }\nconst f = (x) => (x ? 'y z' : .5 + x);\n";
        assert_eq!(bare(script, &SCRIPTS), "a{b: c}\nlet f=(x)=>(x?'y z':.5+x);\n");
        let style = "a > b, c + d { e: calc(1px + 2px); f: g; }\n";
        assert_eq!(bare(style, &STYLES), "a>b,c + d{e:calc(1px + 2px);f:g}\n");
        let signs = STYLES.map(|(spaced, _)| spaced);
        for text in FILES.iter().filter(|(name, _)| name.ends_with(".css")).map(|(_, text)| text) {
            let texts = text.lines().flat_map(|line| line.split('"').skip(1).step_by(2));
            assert_eq!(texts.clone().find(|text| signs.iter().any(|sign| text.contains(sign))), None);
        }
        for (name, text) in FILES.iter().filter(|(name, _)| name.ends_with(".js")) {
            for line in text.lines().filter(|line| !line.trim_start().starts_with(['/', '*'])) {
                let spaced = |text: &&str| SPACED.iter().chain(&SCRIPTS).any(|(spaced, _)| text.contains(spaced));
                // Every other part between quotes is a text.
                let texts = line.split('\'').skip(1).step_by(2);
                assert_eq!(texts.clone().find(spaced), None, "{name}: {line}");
                let is_commented = line.split_once(" //").is_some_and(|(code, _)| !code.trim().is_empty());
                assert!(!is_commented, "{name}: {line}");
            }
        }
    }

    /// A page gets one script, with each module once, before its importers.
    #[test]
    fn a_script_has_all_its_modules() {
        let script = file("table.js").unwrap();
        for name in ["make", "settings", "choosing", "act", "table"] {
            assert_eq!(script.matches(&format!("let ${name}=(()=>{{")).count(), 1, "{name}");
        }
        assert!(!script.lines().any(|line| line.starts_with("import ") || line.starts_with("export ")));
        let made = module(
            "b.js",
            "import { f } from './a.js';\n// c\nexport async function g() {\n  f();\n}\nexport const h = 1;\n",
        );
        let expected = "let $b=(()=>{\nlet {f}=$a;\nasync function g(){\nf();\n}\nlet h=1;\nreturn{g,h};\n})();\n";
        assert_eq!(made, expected);
    }

    /// On plain HTTP, except at `localhost`, browsers lack the APIs of secure contexts. The page uses only the
    /// clipboard, sharing and notifications of these, each after feature detection.
    #[test]
    fn the_page_needs_no_secure_context() {
        let secure = [
            "randomUUID",
            "crypto.subtle",
            "serviceWorker",
            "wakeLock",
            "navigator.locks",
            "navigator.credentials",
            "navigator.storage",
            "mediaDevices",
            "geolocation",
            "PushManager",
            "caches.",
            "showSaveFilePicker",
            "showOpenFilePicker",
            "cookieStore",
            "navigator.gpu",
            "AudioWorklet",
            "queryLocalFonts",
            "PaymentRequest",
            "SharedArrayBuffer",
            "navigator.permissions",
        ];
        for (name, text) in FILES {
            let sent = bare(text, &[]);
            for each in secure {
                assert!(!sent.contains(each), "{name} uses {each}");
            }
            let asks = sent.contains("'share' in navigator");
            assert!(asks || !sent.contains("navigator.share"), "{name}");
            let asks = sent.contains("window.isSecureContext&&'Notification' in window");
            assert!(asks || !(sent.contains("Notification(") || sent.contains("Notification.")), "{name}");
            assert!(!sent.contains("clipboard") || sent.contains("if (navigator.clipboard)"), "{name}");
        }
    }

    /// The pages are small on the wire: all files of one, compressed.
    #[test]
    fn the_page_is_small() {
        let compressed = |text: &str| {
            let mut out = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
            std::io::Write::write_all(&mut out, text.as_bytes()).unwrap();
            out.finish().unwrap().len()
        };
        for (page, styles) in
            [("table", &["page.css", "table.css"][..]), ("lobby", &["page.css", "table.css", "lobby.css"])]
        {
            let (markup, script) = (format!("{page}.html"), format!("{page}.js"));
            let names = [script.as_str(), markup.as_str()].into_iter().chain(styles.iter().copied());
            let sum: usize = names.filter_map(file).map(compressed).sum();
            assert!(sum < 60_000, "{page}: {sum} bytes");
        }
    }
}
