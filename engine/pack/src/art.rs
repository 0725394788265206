//! Pictures: `art/NAME.svg` of a pack for a piece, a symbol of a board or a card, and the symbols that come with
//! Parlour, which tables name by `art = "coin"`. They are reduced to a whitelist of shapes, and anything else is a
//! fault: no scripts, no texts, no external references.

mod library;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

use roxmltree::{Document, Node, ParsingOptions};

pub use library::{symbol, symbol_names};

use super::Pack;
use super::reader::Section;
use super::spec::ArtName;
use parlour_model::diagnostic::{Code, Diagnostic, SourceFile, suggest};
use parlour_model::pieces::ShapeSpec;

/// The folder of pictures.
const FOLDER: &str = "art/";
/// Limit of a picture, in bytes.
const LONGEST: usize = 20_000;
/// Nesting limit of groups.
const DEEPEST: usize = 8;

/// Elements allowed in a picture.
const SHAPES: [&str; 8] = ["g", "path", "circle", "ellipse", "rect", "line", "polyline", "polygon"];
/// Metadata elements, which aren't shown.
const ABOUT: [&str; 3] = ["title", "desc", "metadata"];
/// Attributes of shapes.
const ATTRIBUTES: [&str; 27] = [
    "d",
    "cx",
    "cy",
    "r",
    "rx",
    "ry",
    "x",
    "y",
    "x1",
    "y1",
    "x2",
    "y2",
    "width",
    "height",
    "points",
    "transform",
    "fill",
    "fill-rule",
    "fill-opacity",
    "stroke",
    "stroke-width",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-miterlimit",
    "stroke-dasharray",
    "stroke-opacity",
    "opacity",
];
/// Attributes of the root element that don't change its appearance.
const OF_FILE: [&str; 5] = ["width", "height", "version", "id", "role"];

/// A picture: shapes in a square. A shape without a colour has that of its seat.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Art {
    /// The side of the square, whose top left corner is 0, 0.
    pub side: f64,
    /// The shapes, as elements of SVG.
    pub shapes: String,
}

/// The picture that a table names as `art`.
pub(super) fn read_art(section: &Section<'_>) -> Option<ArtName> {
    Some(ArtName { name: section.string("art")?, span: section.value_span("art") })
}

/// The pictures of a pack, by the name of their subject.
#[derive(Clone, Debug, Default)]
pub struct PackArt {
    /// Those of pieces, symbols of boards and cards.
    pub things: BTreeMap<String, Arc<Art>>,
    /// Those of the values on the spaces of a variable.
    pub vars: BTreeMap<String, Arc<Art>>,
    /// The files with pictures of nothing in the pack.
    pub unshown: Vec<String>,
}

/// Reads the pictures of a pack; the others become faults.
pub(super) fn read(pack: &Pack) -> (PackArt, Vec<Diagnostic>) {
    let (drawn, unshown, mut faults) = read_files(pack);
    let mut find = |asked: &ArtName| {
        let found = drawn.get(&asked.name).or_else(|| symbol(&asked.name)).cloned();
        faults.extend(found.is_none().then(|| unknown(pack, &drawn, asked)));
        found
    };
    let by_name: Vec<_> = named(pack).filter_map(|(thing, asked)| Some((thing.to_owned(), find(asked)?))).collect();
    let vars = pack.vars.iter().filter_map(|var| Some((var.name.clone(), find(var.art.as_ref()?)?))).collect();
    let mut things = pictures_of_shapes(&pack.moves.shapes);
    things.extend(drawn);
    things.extend(by_name);
    // Rows of a product name one picture at one place.
    faults.dedup_by_key(|fault| fault.to_string());
    (PackArt { things, vars, unshown }, faults)
}

/// The pictures of shapes of several squares and of their orientations, all in one scale, in the colour of a seat.
fn pictures_of_shapes(shapes: &[ShapeSpec]) -> BTreeMap<String, Arc<Art>> {
    const UNIT: usize = 10;
    let all = || shapes.iter().flat_map(|shape| &shape.orientations);
    let widest =
        all().map(|squares| ShapeSpec::extent(squares)).map(|(rows, columns)| rows.max(columns)).max().unwrap_or(1);
    let picture = |squares: &[(usize, usize)]| {
        let (rows, columns) = ShapeSpec::extent(squares);
        let (down, right) = ((widest - rows) * UNIT / 2, (widest - columns) * UNIT / 2);
        let mut shapes = String::new();
        for &(row, column) in squares {
            let (x, y, side) = (right + column * UNIT, down + row * UNIT, UNIT);
            let _ = write!(shapes, "<rect x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" rx=\"1.5\"/>");
        }
        Arc::new(Art { side: (widest * UNIT) as f64, shapes })
    };
    let of_shapes = shapes.iter().map(|shape| (shape.name.clone(), picture(&shape.orientations[0])));
    let named = shapes.iter().flat_map(|shape| shape.orientation_names().zip(&shape.orientations));
    of_shapes.chain(named.map(|(name, squares)| (name, picture(squares)))).collect()
}

/// The fault of a name without a picture in the pack or in Parlour.
fn unknown(pack: &Pack, drawn: &BTreeMap<String, Arc<Art>>, asked: &ArtName) -> Diagnostic {
    let mut known: Vec<&str> = drawn.keys().map(String::as_str).collect();
    symbol_names().for_each(|symbol| known.push(symbol));
    let name = &asked.name;
    let help = format!("expected `art/{name}.svg` in the pack, or the name of a symbol{}", suggest(name, known));
    let place = pack.table_file.place(asked.span.start);
    Diagnostic::new(Code::UnknownName, format!("there is no picture `{name}`")).at(place).help(help)
}

/// The things that name their picture, with that name.
fn named(pack: &Pack) -> impl Iterator<Item = (&str, &ArtName)> {
    let rows = pack.tables.iter().flat_map(|table| &table.rows);
    let rows = rows.filter_map(|row| Some((row.name.as_str(), row.art.as_ref()?)));
    let symbols = pack.boards.iter().flat_map(|board| &board.symbols);
    rows.chain(symbols.filter_map(|symbol| Some((symbol.name.as_str(), symbol.art.as_ref()?))))
}

/// The pictures in the pack's folder by their names, and the files with those of nothing in the pack.
fn read_files(pack: &Pack) -> (BTreeMap<String, Arc<Art>>, Vec<String>, Vec<Diagnostic>) {
    let (mut art, mut unshown, mut faults) = (BTreeMap::new(), Vec::new(), Vec::new());
    let files = pack.files.texts.keys().filter(|path| path.ends_with(".svg"));
    let known = names(pack);
    for path in files {
        let Some(source) = pack.files.source(path) else { continue };
        let name = path.strip_prefix(FOLDER).and_then(|file| file.strip_suffix(".svg"));
        match name.filter(|name| known.contains(name)) {
            // The parent pack has it for something that this pack doesn't have.
            None if pack.files.is_inherited(path) => {}
            // It may be of something that was taken out of the tables.
            None => unshown.push(path.clone()),
            Some(name) => match picture(&source) {
                Ok(picture) => drop(art.insert(name.to_owned(), Arc::new(picture))),
                Err(fault) => faults.push(fault),
            },
        }
    }
    (art, unshown, faults)
}

/// The names of things that can have a picture.
fn names(pack: &Pack) -> Vec<&str> {
    let rows = pack.tables.iter().filter(|table| matches!(table.name.as_str(), "piece" | "card"));
    let rows = rows.flat_map(|table| table.rows.iter().map(|row| row.name.as_str()));
    let symbols = pack.boards.iter().flat_map(|board| board.symbols.iter().map(|symbol| symbol.name.as_str()));
    let asked = named(pack).map(|(_, art)| art.name.as_str());
    let of_vars = pack.vars.iter().filter_map(|var| Some(var.art.as_ref()?.name.as_str()));
    rows.chain(symbols).chain(asked).chain(of_vars).collect()
}

fn picture(source: &SourceFile) -> Result<Art, Diagnostic> {
    let fault = |code, message: String| Diagnostic::new(code, message).at(source.place(0));
    if source.text.len() > LONGEST {
        return Err(fault(Code::OutOfRange, format!("the picture has {} bytes", source.text.len()))
            .help(format!("at most {LONGEST}")));
    }
    let options = ParsingOptions { allow_dtd: false, nodes_limit: 4000, ..ParsingOptions::default() };
    let document = Document::parse_with_options(&source.text, options).map_err(|error| {
        let at = error.pos();
        let line = source.line_place(at.row);
        Diagnostic::new(Code::Unreadable, format!("this is not SVG: {error}")).at(line)
    })?;
    let root = document.root_element();
    if root.tag_name().name() != "svg" {
        return Err(
            fault(Code::WrongType, format!("`{}` is not a picture", root.tag_name().name())).help("expected `svg`")
        );
    }
    let view = root.attribute("viewBox").map(numbers).unwrap_or_default();
    let side = match view.as_slice() {
        [0.0, 0.0, width, height] if width == height && *width > 0.0 => *width,
        _ => {
            let help = "expected a square from 0, as in `viewBox=\"0 0 45 45\"`";
            return Err(fault(Code::WrongType, "the picture has no square `viewBox`".to_owned()).help(help));
        }
    };
    let mut art = Art { side, shapes: String::new() };
    // Attributes of the root that apply to all its shapes go to a group.
    art.shapes.push_str("<g");
    attributes(source, &root, &mut art.shapes)?;
    art.shapes.push('>');
    shapes(source, &root, 0, &mut art.shapes)?;
    art.shapes.push_str("</g>");
    Ok(art)
}

fn numbers(text: &str) -> Vec<f64> {
    text.split([' ', ',']).filter_map(|number| number.parse().ok()).collect()
}

fn at(source: &SourceFile, node: &Node<'_, '_>) -> parlour_model::diagnostic::Place {
    source.place(node.range().start)
}

fn shapes(source: &SourceFile, parent: &Node<'_, '_>, depth: usize, out: &mut String) -> Result<(), Diagnostic> {
    for node in parent.children().filter(Node::is_element) {
        let name = node.tag_name().name();
        if ABOUT.contains(&name) {
            continue;
        }
        if !SHAPES.contains(&name) {
            let message = format!("`{name}` can't stand in a picture");
            let help = format!("expected {}{}", SHAPES.join(", "), suggest(name, SHAPES));
            return Err(Diagnostic::new(Code::UnknownKey, message).at(at(source, &node)).help(help));
        }
        if depth > DEEPEST {
            let fault = Diagnostic::new(Code::OutOfRange, "groups lie too deep in each other");
            return Err(fault.at(at(source, &node)).help(format!("at most {DEEPEST}")));
        }
        let _ = write!(out, "<{name}");
        attributes(source, &node, out)?;
        out.push('>');
        shapes(source, &node, depth + 1, out)?;
        let _ = write!(out, "</{name}>");
    }
    Ok(())
}

fn attributes(source: &SourceFile, node: &Node<'_, '_>, out: &mut String) -> Result<(), Diagnostic> {
    let is_root = node.tag_name().name() == "svg";
    for attribute in node.attributes() {
        let (name, value) = (attribute.name(), attribute.value());
        if is_root && (name == "viewBox" || OF_FILE.contains(&name)) || name == "id" {
            continue;
        }
        let place = || source.place(attribute.range().start);
        if attribute.namespace().is_some() || !ATTRIBUTES.contains(&name) {
            let message = format!("`{name}` can't be said of a shape");
            let help = format!(
                "colours and lines are attributes such as `fill` and `stroke-width`{}",
                suggest(name, ATTRIBUTES)
            );
            return Err(Diagnostic::new(Code::UnknownKey, message).at(place()).help(help));
        }
        let is_plain = |c: char| c.is_ascii_alphanumeric() || " \t\r\n.,-+#()%".contains(c);
        if !value.chars().all(is_plain) || value.to_ascii_lowercase().contains("url") {
            let message = format!("`{name}` has a value that a picture can't have");
            let help = "expected numbers, `none`, `currentColor` or a colour such as `#b23a48`";
            return Err(Diagnostic::new(Code::WrongType, message).at(place()).help(help));
        }
        let _ = write!(out, r#" {name}="{}""#, value.split_whitespace().collect::<Vec<_>>().join(" "));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_one(text: &str) -> Result<Art, String> {
        picture(&SourceFile::new("art/knight.svg", text)).map_err(|fault| fault.to_string())
    }

    #[test]
    fn shapes_are_kept_and_what_is_said_of_the_file_is_not() {
        let art = read_one(
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 45 45' width='90' fill='none'><title>A knight</title>\n<g \
             stroke-width='2'><path d='M1 1\n  h4'/></g></svg>",
        );
        let shapes = r#"<g fill="none"><g stroke-width="2"><path d="M1 1 h4"></path></g></g>"#.to_owned();
        assert_eq!(art, Ok(Art { side: 45.0, shapes }));
    }

    #[test]
    fn a_table_names_a_picture_of_the_pack_or_a_symbol() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../rules/hanabi");
        let load = |art: &str| {
            let mut files = crate::PackFiles::read(std::path::Path::new(folder)).unwrap();
            let text = files.texts["game.toml"].replace("art = \"{colour}\"", &format!("art = \"{art}\""));
            files.texts.insert("game.toml".to_owned(), text.into());
            files.texts.remove("art/blue.svg");
            Pack::load(files)
        };
        // A picture that nothing shows is left out.
        let unshown = load("coin").unwrap().art.unshown;
        assert_eq!(unshown, ["green", "red", "white", "yellow"].map(|name| format!("art/{name}.svg")));
        let message = load("{colour}").unwrap_err().to_string();
        assert!(message.contains("there is no picture `blue`") && message.contains("art/blue.svg"), "{message}");
        assert_eq!(message.matches("there is no picture").count(), 5, "{message}");
        let message = load("coyn").unwrap_err().to_string();
        assert!(
            message.contains("there is no picture `coyn`") && message.contains("did you mean `coin`?"),
            "{message}"
        );
    }

    #[test]
    fn what_could_do_something_is_refused_at_its_line() {
        let with = |inside: &str| read_one(&format!("<svg viewBox='0 0 9 9'>\n{inside}</svg>")).unwrap_err();
        assert!(with("<script>alert(1)</script>").starts_with("art/knight.svg:2:1: `script` can't stand in a picture"));
        assert!(with("<image href='http://a/b.png'/>").contains("`image` can't stand"));
        assert!(with("<path onclick='x()'/>").starts_with("art/knight.svg:2:7: `onclick` can't be said of a shape"));
        assert!(with("<path style='fill:url(x)'/>").contains("`style` can't be said"));
        assert!(with("<path fill='url(#a)'/>").contains("`fill` has a value"));
        assert!(with("<path d='&#60;b'/>").contains("`d` has a value"));
        assert!(with("<path fil='none'/>").contains("did you mean `fill`?"));
        assert!(read_one("<svg viewBox='0 0 9 8'/>").is_err_and(|fault| fault.contains("square")));
        assert!(read_one("<!DOCTYPE svg [<!ENTITY a 'b'>]><svg/>").is_err_and(|fault| fault.contains("not SVG")));
        assert!(read_one("<svg>").is_err());
    }
}
