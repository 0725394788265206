//! Pictures of tables: scenes as SVG.
//!
//! [`paint`] makes a picture of a [`Scene`] for a page that includes [`STYLE`]; [`paint_alone`] makes a self-contained
//! one, for a file, and [`paint_marked`] one that marks what can be tapped. Tap targets are groups with `data-kind` (`square`, `card`, `seat`, `space`, `die`, `row`),
//! `data-of` (its board, zone, track or sheet), `data-value` (as in actions) and a label in words. The painter knows no
//! game.
//!
//! ```
//! use parlour_engine::{Config, Library, Seat};
//! use parlour_painter::{Frame, paint_alone};
//! use parlour_table::{Robots, Seed, Table, Viewer};
//!
//! # let mut library = Library::default();
//! # library.add_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../../rules"));
//! let game = library.load("chess")?.configure(&Config::default())?;
//! let mut table = Table::begin(game, vec!["human".to_owned()], Seed::Chosen(7), &Robots::new())?;
//! let picture = paint_alone(&table.scene(Viewer::of(Seat(0)))?, Frame::new(640, 720), false);
//! assert!(picture.starts_with("<svg") && picture.contains(r#"aria-label="e1, white king""#));
//! # Ok::<(), parlour_table::Error>(())
//! ```

mod asked;
mod board;
mod calls;
mod card;
mod claim;
mod columns;
mod court;
mod cups;
mod dice;
mod family;
mod free;
mod hull;
mod items;
mod layout;
mod names;
mod panels;
mod pits;
mod place;
mod plate;
mod race;
mod roles;
mod sheet;
mod signs;
mod small;
mod style;
mod suits;
mod svg;
mod tile;
mod track;

use parlour_table::Targets;
use parlour_table::scene::Scene;
pub use style::STYLE;
use svg::{Rect, Svg, escaped};

/// The size of a picture, in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    pub(crate) width: f64,
    pub(crate) height: f64,
    /// True if what has happened is told where there is room.
    pub(crate) is_told: bool,
}

impl Frame {
    /// The minimum and maximum side of a picture.
    pub const SIDES: std::ops::RangeInclusive<u32> = 160..=4000;

    /// A frame; sides are clamped to [`Frame::SIDES`].
    pub fn new(width: u32, height: u32) -> Self {
        let side = |side: u32| f64::from(side.clamp(*Self::SIDES.start(), *Self::SIDES.end()));
        Self { width: side(width), height: side(height), is_told: false }
    }
}

/// Paints a scene, for a page that includes [`STYLE`].
pub fn paint(scene: &Scene, frame: Frame) -> String {
    picture(scene, None, frame, "", layout::paint)
}

/// Paints a thumbnail of a scene, its most characteristic part, for a page that includes [`STYLE`].
pub fn paint_tile(scene: &Scene, frame: Frame) -> String {
    picture(scene, None, frame, "", layout::paint_tile)
}

/// Paints a scene with its style inside, in the light or dark theme.
pub fn paint_alone(scene: &Scene, frame: Frame, night: bool) -> String {
    picture(scene, None, frame, &style_inside(night), layout::paint)
}

/// Paints a scene with its style inside, and marks the targets with which the viewer's legal actions can begin.
pub fn paint_marked(scene: &Scene, targets: &Targets, frame: Frame, night: bool) -> String {
    picture(scene, Some(targets), frame, &style_inside(night), layout::paint)
}

/// The prompt of a seat at its turn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    /// The decision in a sentence.
    pub text: String,
    /// The actions that no target stands for.
    pub offers: Vec<String>,
    /// The log: sentences, each with the number of the seat that acted.
    pub log: Vec<(usize, String)>,
}

/// Paints the same with what the viewer is asked below the table, and what has happened beside a board that leaves room.
pub fn paint_asked(scene: &Scene, (targets, asked): (&Targets, &Asked), frame: Frame, night: bool) -> String {
    picture_asked(scene, (Some(targets), Some(asked)), frame, &style_inside(night), layout::paint)
}

fn style_inside(night: bool) -> String {
    format!("<style>{}</style>", style::resolved(night))
}

/// The size of a window whose things have their usual size, and the most that they grow in a larger one.
const LARGE: (f64, f64) = (1000.0, 780.0);
const MAX_SCALE: f64 = 1.6;

/// The least size of what is told on the felt of a window and of a phone, and its distance from the edge of that.
const LOG: [(f64, f64); 2] = [(210.0, 110.0), (300.0, 68.0)];
const FELT_EDGE: f64 = 8.0;

fn picture(
    scene: &Scene,
    targets: Option<&Targets>,
    frame: Frame,
    style: &str,
    inside: fn(&mut Svg, &Scene, Frame) -> Option<Rect>,
) -> String {
    picture_asked(scene, (targets, None), frame, style, inside)
}

fn picture_asked(
    scene: &Scene,
    (targets, asked): (Option<&Targets>, Option<&Asked>),
    frame: Frame,
    style: &str,
    inside: fn(&mut Svg, &Scene, Frame) -> Option<Rect>,
) -> String {
    let Frame { width, height, .. } = frame;
    // In a large window all things grow, words as well.
    let scale = (width / LARGE.0).min(height / LARGE.1).clamp(1.0, MAX_SCALE);
    let is_told = asked.is_some_and(|asked| !asked.log.is_empty());
    let frame = Frame { width: (width / scale).round(), height: (height / scale).round(), is_told };
    let title = escaped(&scene.title);
    let text = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {} {}" width="{width}" height="{height}" role="group" aria-label="{title}">{style}"#,
        frame.width, frame.height
    );
    let mut svg = Svg::begin(text);
    if let Some(targets) = targets.filter(|targets| !targets.is_empty()) {
        svg.mark(targets);
    }
    svg.felt(Rect::new(0.0, 0.0, frame.width, frame.height), 12.0);
    let below = asked.map_or(0.0, |asked| asked::height(asked, frame.width)).min(frame.height / 2.0);
    let free = inside(&mut svg, scene, Frame { height: frame.height - below, ..frame });
    if let Some(asked) = asked {
        // Otherwise it is told on the felt, if there is room.
        let felt = Rect::new(0.0, 0.0, frame.width, frame.height - below).inset(FELT_EDGE);
        let is_phone = frame.width.min(frame.height) < layout::PHONE;
        let least = if is_phone { LOG[1] } else { LOG[0] };
        let free = free.or_else(|| free::largest(felt, svg.taken(), least).filter(|_| is_told));
        if let Some(free) = free {
            asked::paint_log(&mut svg, scene, &asked.log, free);
        }
        asked::paint(&mut svg, asked, Rect::new(0.0, frame.height - below, frame.width, below));
    }
    let definitions = svg.definitions();
    svg.text.push_str(&definitions);
    svg.text.push_str("</svg>");
    let two_colours = scene.has_two_colours.then(|| "two-colours".to_owned());
    let classes: Vec<String> = svg.is_marked().then(|| svg.marks()).into_iter().chain(two_colours).collect();
    if !classes.is_empty() {
        svg.text.insert_str("<svg".len(), &format!(r#" class="{}""#, classes.join(" ")));
    }
    svg.text
}
