//! Bounding boxes of a picture's shapes and texts, read from the SVG.

use std::fmt;

/// A shape or text, with its bounding box.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    pub(super) class: String,
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) w: f64,
    pub(super) h: f64,
    /// Its index in painting order: later ones are above.
    pub(super) order: usize,
    /// The zone or board of its tap target, if any.
    pub(super) of: String,
    /// For texts: the font size, and the text.
    pub(super) size: Option<f64>,
    pub(super) words: String,
    pub(super) is_cut: bool,
}

impl Shape {
    pub(super) fn right(&self) -> f64 {
        self.x + self.w
    }

    pub(super) fn bottom(&self) -> f64 {
        self.y + self.h
    }

    pub(super) fn is(&self, class: &str) -> bool {
        self.class.split(' ').any(|one| one == class)
    }

    /// The overlap of two boxes.
    pub(super) fn overlap(&self, other: &Self) -> f64 {
        let across = self.right().min(other.right()) - self.x.max(other.x);
        let down = self.bottom().min(other.bottom()) - self.y.max(other.y);
        across.min(down)
    }

    /// The member of a family of zones.
    pub(super) fn member(&self) -> Option<&str> {
        self.of.split_once('.').map(|(_, member)| member)
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { class, x, y, w, h, of, words, .. } = self;
        write!(f, "{class} `{words}` of `{of}` at {x:.0},{y:.0} ({w:.0}x{h:.0})")
    }
}

/// The contents of a picture.
pub(super) struct Drawn {
    pub(super) shapes: Vec<Shape>,
}

/// The bounding boxes of all shapes and texts of a picture.
pub(super) fn drawn(picture: &str) -> Drawn {
    let mut shapes: Vec<Shape> = Vec::new();
    let mut groups: Vec<String> = Vec::new();
    let mut cut: Option<(f64, f64, f64, f64)> = None;
    let mut symbol = 0;
    for (order, tag) in picture.split('<').skip(1).enumerate() {
        let (tag, inside) = tag.split_once('>').unwrap_or((tag, ""));
        let name = tag.split([' ', '/']).next().unwrap_or_default();
        if name == "symbol" || tag == "/symbol" || name == "defs" || tag == "/defs" {
            symbol += if tag.starts_with('/') { -1 } else { 1 };
        }
        if symbol > 0 {
            continue;
        }
        let text = |key: &str| value(tag, key);
        let number = |key: &str| text(key).and_then(|text| text.parse::<f64>().ok()).unwrap_or(0.0);
        let class = text("class").unwrap_or_default().to_owned();
        let of = groups.iter().rev().find(|of| !of.is_empty()).cloned().unwrap_or_default();
        let shape = |class: String, (x, y, w, h): (f64, f64, f64, f64)| Shape {
            class,
            x,
            y,
            w,
            h,
            order,
            of: of.clone(),
            size: None,
            words: String::new(),
            is_cut: false,
        };
        match name {
            "g" => groups.push(text("data-of").unwrap_or_default().to_owned()),
            "" if tag == "/g" => drop(groups.pop()),
            "" if tag == "/svg" => cut = None,
            "svg" if order > 0 => cut = Some((number("x"), number("y"), number("width"), number("height"))),
            "rect" => shapes.push(shape(class, (number("x"), number("y"), number("width"), number("height")))),
            "circle" => {
                let (x, y, r) = (number("cx"), number("cy"), number("r"));
                shapes.push(shape(class, (x - r, y - r, r * 2.0, r * 2.0)));
            }
            "ellipse" => {
                let ((x, y), (rx, ry)) = ((number("cx"), number("cy")), (number("rx"), number("ry")));
                shapes.push(shape(class, (x - rx, y - ry, rx * 2.0, ry * 2.0)));
            }
            // Pictures: mirrored or rotated ones keep their box.
            "use" => shapes.push(shape(class, (number("x"), number("y"), number("width"), number("height")))),
            "polygon" => shapes.push(shape(class, extent(text("points").unwrap_or_default()))),
            "text" if inside != "…" => {
                let (size, words) = (number("font-size"), unescaped(inside));
                let wide = text("textLength").map_or_else(|| width(&words, size), |_| number("textLength"));
                let (x, y) = (number("x"), number("y"));
                let left = match text("text-anchor") {
                    Some("middle") => x - wide / 2.0,
                    Some("end") => x - wide,
                    _ => x,
                };
                let place = match text("transform").and_then(turned) {
                    // Vertical texts, which end at a point.
                    Some((x, y)) => (x - size * 0.76, y, size * 0.8, wide),
                    None => cut.unwrap_or((left, y - size * 0.76, wide, size * 0.8)),
                };
                let words = Shape { size: Some(size), words, is_cut: cut.is_some(), ..shape(class, place) };
                shapes.push(words);
            }
            _ => {}
        }
    }
    Drawn { shapes }
}

/// The position of a text rotated to the left.
fn turned(transform: &str) -> Option<(f64, f64)> {
    let inside = transform.strip_prefix("translate(")?.strip_suffix(") rotate(-90)")?;
    let (x, y) = inside.split_once(' ')?;
    Some((x.parse().ok()?, y.parse().ok()?))
}

fn value<'a>(tag: &'a str, key: &str) -> Option<&'a str> {
    let begin = format!(" {key}=\"");
    let from = tag.find(&begin)? + begin.len();
    tag[from..].split('"').next()
}

fn extent(points: &str) -> (f64, f64, f64, f64) {
    let numbers: Vec<f64> = points.split([' ', ',']).filter_map(|number| number.parse().ok()).collect();
    let of = |first: usize| numbers.iter().skip(first).step_by(2).copied();
    let least = |first| of(first).fold(f64::MAX, f64::min);
    let most = |first| of(first).fold(f64::MIN, f64::max);
    (least(0), least(1), most(0) - least(0), most(1) - least(1))
}

fn unescaped(text: &str) -> String {
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
}

/// The width of a text in a typical sans-serif font.
fn width(words: &str, size: f64) -> f64 {
    let of = |c: char| match c {
        'i' | 'j' | 'l' | '.' | ',' | '\'' | '!' | ':' | '|' | ' ' => 0.3,
        'm' | 'w' | 'M' | 'W' => 0.85,
        c if c.is_uppercase() => 0.68,
        _ => 0.55,
    };
    words.chars().map(of).sum::<f64>() * size
}
