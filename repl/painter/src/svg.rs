//! SVG writer: elements in order, escaped text, text fitting.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::rc::Rc;

use parlour_table::scene::Art;
use parlour_table::{Target, Targets};

/// A rectangle, in pixels from the top left.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Rect {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) w: f64,
    pub(crate) h: f64,
}

impl Rect {
    /// A rectangle; negative sides become 0.
    pub(crate) const fn new(x: f64, y: f64, w: f64, h: f64) -> Self {
        Self { x, y, w: w.max(0.0), h: h.max(0.0) }
    }

    /// The top left.
    pub(crate) fn corner(&self) -> (f64, f64) {
        (self.x, self.y)
    }

    pub(crate) fn middle(&self) -> f64 {
        self.x + self.w / 2.0
    }

    pub(crate) fn centre(&self) -> (f64, f64) {
        (self.middle(), self.y + self.h / 2.0)
    }

    /// The rectangle, inset on all sides.
    pub(crate) fn inset(&self, by: f64) -> Self {
        Self::new(self.x + by, self.y + by, self.w - 2.0 * by, self.h - 2.0 * by)
    }

    /// Splits off the top, and returns both parts.
    pub(crate) fn split_top(&self, height: f64) -> (Self, Self) {
        let height = height.clamp(0.0, self.h);
        let below = Self::new(self.x, self.y + height, self.w, self.h - height);
        (Self { h: height, ..*self }, below)
    }

    /// Splits off the bottom, and returns both parts.
    pub(crate) fn split_bottom(&self, height: f64) -> (Self, Self) {
        let (above, below) = self.split_top(self.h - height.clamp(0.0, self.h));
        (below, above)
    }
}

/// A tap target with its data attributes.
pub(crate) struct Thing<'a> {
    pub(crate) kind: &'a str,
    pub(crate) of: &'a str,
    pub(crate) value: &'a str,
    /// Its index in its zone, if actions name cards by index.
    pub(crate) nth: Option<usize>,
    /// Its index among targets of the same value.
    pub(crate) copy: usize,
    /// The number of identical things.
    pub(crate) count: usize,
    /// The accessible name.
    pub(crate) label: String,
    /// Additional classes.
    pub(crate) class: &'a str,
}

/// An SVG under construction.
#[derive(Default)]
pub(crate) struct Svg {
    pub(crate) text: String,
    /// The enlargement of what is being painted.
    zoom: Zoom,
    /// Definitions of the pictures used, by id.
    symbols: BTreeMap<String, String>,
    /// The targets that are marked, if any are.
    targets: Option<Rc<Targets>>,
    /// The numbers of squares, of marked ones, and of those with a piece among these.
    squares: (usize, usize, usize),
    /// The bounding boxes of the shapes that have been painted.
    taken: Vec<Rect>,
}

/// A scale and the position of the origin.
#[derive(Clone, Copy)]
struct Zoom {
    scale: f64,
    origin: (f64, f64),
}

impl Default for Zoom {
    fn default() -> Self {
        Self { scale: 1.0, origin: (0.0, 0.0) }
    }
}

impl Zoom {
    fn point(self, (x, y): (f64, f64)) -> (f64, f64) {
        (self.origin.0 + x * self.scale, self.origin.1 + y * self.scale)
    }

    fn rect(self, rect: Rect) -> Rect {
        let (x, y) = self.point(rect.corner());
        Rect::new(x, y, rect.w * self.scale, rect.h * self.scale)
    }
}

/// The most squares that are marked.
const MANY: usize = 30;

/// The most pieces that are marked.
const MEN: usize = 6;

/// The minimum readable font size.
pub(crate) const LEAST_WORDS: f64 = 11.0;

/// The width of bold letters relative to the measured ones.
const BOLD: f64 = 1.2;

/// Text alignment.
#[derive(Clone, Copy)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

impl Svg {
    /// An SVG that begins with a text.
    pub(crate) fn begin(text: String) -> Self {
        Self { text, ..Self::default() }
    }

    /// Marks the targets with which a legal action can begin.
    pub(crate) fn mark(&mut self, targets: &Targets) {
        self.targets = Some(Rc::new(targets.clone()));
    }

    /// True if targets are marked.
    pub(crate) fn is_marked(&self) -> bool {
        self.targets.is_some()
    }

    /// True if a target is marked.
    pub(crate) fn may(&self, thing: &Thing<'_>) -> bool {
        let target = Target::new(thing.kind, thing.of, thing.value, thing.nth);
        self.targets.as_ref().is_some_and(|targets| targets.may(&target))
    }

    /// True if the only thing that can be tapped leads to a target.
    pub(crate) fn goes(&self, thing: &Thing<'_>) -> bool {
        let target = Target::new(thing.kind, thing.of, thing.value, thing.nth);
        self.targets.as_ref().is_some_and(|targets| targets.goes(&target))
    }

    /// The classes of a whole picture, which say how targets are marked: `many` if a third of the squares are or more
    /// than a few dozen, `placing` if no pieces are, and `crowded` if so many pieces are that their marks tell nothing.
    pub(crate) fn marks(&self) -> String {
        let (all, marked, men) = self.squares;
        let classes = [
            (self.is_marked(), "marked"),
            (marked * 3 > all || marked > MANY, "many"),
            (marked > 0 && men == 0, "placing"),
            (men > MEN, "crowded"),
        ];
        classes.into_iter().filter(|(is_there, _)| *is_there).map(|(_, class)| class).collect::<Vec<_>>().join(" ")
    }

    /// Paints enlarged, with coordinates relative to a point.
    pub(crate) fn zoomed(&mut self, scale: f64, origin: (f64, f64), inside: impl FnOnce(&mut Self)) {
        let before = self.zoom;
        self.zoom = Zoom { scale: before.scale * scale, origin: before.point(origin) };
        inside(self);
        self.zoom = before;
    }

    /// Paints with an opacity.
    pub(crate) fn faded(&mut self, opacity: f64, inside: impl FnOnce(&mut Self)) {
        let _ = write!(self.text, r#"<g opacity="{opacity}">"#);
        inside(self);
        self.text.push_str("</g>");
    }

    /// The bounding boxes of the shapes that have been painted, in coordinates of the picture.
    pub(crate) fn taken(&self) -> &[Rect] {
        &self.taken
    }

    /// Adds the bounding box of a shape, in coordinates of what is being painted.
    pub(crate) fn take(&mut self, rect: Rect) {
        self.taken.push(self.zoom.rect(rect));
    }

    /// A surface that other things lie on.
    pub(crate) fn ground(&mut self, class: &str, rect: Rect, round: f64) {
        self.rect(class, rect, round);
        self.taken.pop();
    }

    pub(crate) fn rect(&mut self, class: &str, rect: Rect, round: f64) {
        self.take(rect);
        let Rect { x, y, w, h } = self.zoom.rect(rect);
        let _ = write!(
            self.text,
            r#"<rect class="{class}" x="{x:.1}" y="{y:.1}" width="{w:.1}" height="{h:.1}" rx="{round}"/>"#
        );
    }

    /// The shadow of a thing that lies on the table, which is painted after it.
    pub(crate) fn drop_shadow(&mut self, of: Rect, round: f64) {
        let deep = (of.w.min(of.h) * 0.03).clamp(1.0, 3.0);
        self.rect("drop far", Rect { y: of.y + deep * 1.7, x: of.x - deep * 0.5, w: of.w + deep, ..of }, round + deep);
        self.rect("drop", Rect { y: of.y + deep, ..of }, round);
    }

    /// The ground of a picture: lighter in its middle.
    pub(crate) fn felt(&mut self, rect: Rect, round: f64) {
        self.symbols.entry("felt-light".to_owned()).or_insert_with(|| {
            r##"<radialGradient id="felt-light" cx=".5" cy=".45" r=".75"><stop offset="0" stop-color="#fff" stop-opacity=".07"/><stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset=".5" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".16"/></radialGradient>"##.to_owned()
        });
        self.ground("felt", rect, round);
        self.ground("felt felt-light", rect, round);
    }

    pub(crate) fn circle(&mut self, class: &str, at: (f64, f64), r: f64) {
        self.take(Rect::new(at.0 - r, at.1 - r, 2.0 * r, 2.0 * r));
        let ((x, y), r) = (self.zoom.point(at), r * self.zoom.scale);
        let _ = write!(self.text, r#"<circle class="{class}" cx="{x:.1}" cy="{y:.1}" r="{r:.1}"/>"#);
    }

    /// A circle of a line width.
    pub(crate) fn ring(&mut self, class: &str, at: (f64, f64), r: f64, wide: f64) {
        let ((x, y), r) = (self.zoom.point(at), r * self.zoom.scale);
        let _ = write!(
            self.text,
            r#"<circle class="{class}" cx="{x:.1}" cy="{y:.1}" r="{r:.1}" stroke-width="{wide:.1}"/>"#
        );
    }

    /// A ring around a piece that the last action has put there, with an edge that shows on any ground.
    pub(crate) fn arrived(&mut self, at: (f64, f64), r: f64) {
        let wide = (r * 0.16).clamp(1.8, 4.5);
        self.ring("last-edge", at, r, wide + 1.6);
        self.ring("last-ring", at, r, wide);
    }

    pub(crate) fn ellipse(&mut self, class: &str, at: (f64, f64), (rx, ry): (f64, f64)) {
        let ((x, y), rx, ry) = (self.zoom.point(at), rx * self.zoom.scale, ry * self.zoom.scale);
        let _ = write!(self.text, r#"<ellipse class="{class}" cx="{x:.1}" cy="{y:.1}" rx="{rx:.1}" ry="{ry:.1}"/>"#);
    }

    pub(crate) fn line(&mut self, class: &str, from: (f64, f64), to: (f64, f64)) {
        let ((x1, y1), (x2, y2)) = (self.zoom.point(from), self.zoom.point(to));
        let _ = write!(self.text, r#"<line class="{class}" x1="{x1:.1}" y1="{y1:.1}" x2="{x2:.1}" y2="{y2:.1}"/>"#);
    }

    /// A line of a width.
    pub(crate) fn stroke(&mut self, class: &str, (from, to): ((f64, f64), (f64, f64)), wide: f64) {
        let ((x1, y1), (x2, y2)) = (self.zoom.point(from), self.zoom.point(to));
        let _ = write!(
            self.text,
            r#"<line class="{class}" x1="{x1:.1}" y1="{y1:.1}" x2="{x2:.1}" y2="{y2:.1}" stroke-width="{wide:.1}"/>"#
        );
    }

    /// A wavy line of a width and an amplitude, from a point to the right.
    pub(crate) fn ripples(&mut self, class: &str, (x, y): (f64, f64), (wide, high): (f64, f64)) {
        let count = (wide / (high * 7.0)).round().max(1.0);
        let step = wide / count / 2.0;
        let _ = write!(self.text, r#"<path class="{class}" d="M{x:.1} {y:.1}q{:.1}-{high:.1} {step:.1} 0"#, step / 2.0);
        for _ in 1..(count as usize * 2) {
            let _ = write!(self.text, "t{step:.1} 0");
        }
        self.text.push_str(r#""/>"#);
    }

    pub(crate) fn polygon(&mut self, class: &str, points: &[(f64, f64)]) {
        let ends = |of: fn(&(f64, f64)) -> f64| {
            let least = points.iter().map(of).fold(f64::MAX, f64::min);
            (least, points.iter().map(of).fold(least, f64::max) - least)
        };
        let ((x, w), (y, h)) = (ends(|at| at.0), ends(|at| at.1));
        self.take(Rect::new(x, y, w, h));
        let points = points.iter().map(|at| self.zoom.point(*at));
        let points: Vec<String> = points.map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let _ = write!(self.text, r#"<polygon class="{class}" points="{}"/>"#, points.join(" "));
    }

    /// A path drawn in a square of 45, scaled into another square.
    pub(crate) fn path(&mut self, class: &str, path: &str, at: (f64, f64), size: f64) {
        self.take(Rect::new(at.0, at.1, size, size));
        let ((x, y), scale) = (self.zoom.point(at), size / 45.0 * self.zoom.scale);
        let _ = write!(
            self.text,
            r#"<path class="{class}" transform="translate({x:.1} {y:.1}) scale({scale:.3})" d="{path}"/>"#
        );
    }

    /// A picture in a square. Its shapes are defined once in the whole SVG.
    pub(crate) fn art(&mut self, class: &str, art: &Art, at: Rect) {
        self.art_turned(class, art, self.zoom.rect(at), "");
    }

    /// A picture, mirrored horizontally.
    pub(crate) fn art_mirrored(&mut self, class: &str, art: &Art, at: Rect) {
        let at = self.zoom.rect(at);
        let transform = format!(r#" transform="translate({:.1} 0) scale(-1 1)""#, at.x * 2.0 + at.w);
        self.art_turned(class, art, at, &transform);
    }

    /// A picture, rotated by 180 degrees.
    pub(crate) fn art_upside_down(&mut self, class: &str, art: &Art, at: Rect) {
        let at = self.zoom.rect(at);
        let transform = format!(r#" transform="rotate(180 {:.1} {:.1})""#, at.middle(), at.y + at.h / 2.0);
        self.art_turned(class, art, at, &transform);
    }

    /// A picture, stretched to its rectangle.
    pub(crate) fn stretched(&mut self, class: &str, art: &Art, at: Rect) {
        self.used(class, art, (self.zoom.rect(at), ""), r#" preserveAspectRatio="none""#);
    }

    fn art_turned(&mut self, class: &str, art: &Art, at: Rect, transform: &str) {
        self.used(class, art, (at, transform), "");
    }

    fn used(&mut self, class: &str, art: &Art, (at, transform): (Rect, &str), how: &str) {
        // Programs take a width of 0 for the whole picture's.
        if at.w < 1.0 || at.h < 1.0 {
            return;
        }
        self.taken.push(at);
        let shapes = shaded(class, &art.shapes);
        let id = format!("s{:08x}", hash(&shapes));
        let Rect { x, y, w, h } = at;
        let _ = write!(
            self.text,
            r##"<use class="art {class}" href="#{id}" x="{x:.1}" y="{y:.1}" width="{w:.1}" height="{h:.1}"{transform}/>"##
        );
        let side = art.side;
        self.symbols.entry(id).or_insert_with_key(|id| {
            format!(r#"<symbol id="{id}" viewBox="0 0 {side} {side}"{how}>{shapes}</symbol>"#)
        });
    }

    /// Appends a separately painted SVG on top.
    pub(crate) fn append(&mut self, other: Self) {
        self.text.push_str(&other.text);
        self.symbols.extend(other.symbols);
        self.taken.extend(other.taken);
    }

    /// The definitions of the pictures used.
    pub(crate) fn definitions(&self) -> String {
        if self.symbols.is_empty() {
            return String::new();
        }
        format!("<defs>{}</defs>", self.symbols.values().map(String::as_str).collect::<String>())
    }

    /// Vertical text, read upwards and ending at a point; omitted if it doesn't fit.
    pub(crate) fn words_up(&mut self, class: &str, (x, y): (f64, f64), (size, room): (f64, f64), words: &str) {
        if width(words, size) > room {
            return;
        }
        let words = escaped(words);
        let _ = write!(
            self.text,
            r#" <text class="{class}" transform="translate({x:.1} {y:.1}) rotate(-90)" font-size="{size:.1}" text-anchor="end">{words}</text>"#
        );
    }

    /// A rectangle with round corners only at its left end.
    pub(crate) fn spine(&mut self, class: &str, rect: Rect, round: f64) {
        let Rect { x, y, w, h } = rect;
        let (wide, high) = ((w - round).max(0.0), (h - 2.0 * round).max(0.0));
        let _ = write!(
            self.text,
            r#"<path class="{class}" d="M{:.1} {y:.1}h{wide:.1}v{h:.1}h-{wide:.1}a{round} {round} 0 0 1-{round}-{round}v-{high:.1}a{round} {round} 0 0 1 {round}-{round}z"/>"#,
            x + round
        );
    }

    /// Text at a point, truncated to a width.
    pub(crate) fn words(&mut self, class: &str, at: (f64, f64), size: (f64, f64), anchor: Anchor, words: &str) {
        self.text_at(class, "", at, size, anchor, words);
    }

    /// Text around a point, narrowed to a width.
    pub(crate) fn squeezed(&mut self, class: &str, at: (f64, f64), (size, wide): (f64, f64), words: &str) {
        let ((x, y), k, words) = (self.zoom.point(at), self.zoom.scale, escaped(words));
        let (size, wide) = (size * k, wide * k);
        let _ = write!(
            self.text,
            r#" <text class="{class}" x="{x:.1}" y="{y:.1}" font-size="{size:.1}" text-anchor="middle" textLength="{wide:.1}" lengthAdjust="spacingAndGlyphs">{words}</text>"#
        );
    }

    /// A purely visual sign, hidden from screen readers: the letter on a token.
    pub(crate) fn letter(&mut self, class: &str, at: (f64, f64), size: (f64, f64), letter: &str) {
        self.text_at(class, r#" aria-hidden="true""#, at, size, Anchor::Middle, letter);
    }

    /// A purely visual sign that begins at a point.
    pub(crate) fn letter_from(&mut self, class: &str, at: (f64, f64), size: (f64, f64), letter: &str) {
        self.text_at(class, r#" aria-hidden="true""#, at, size, Anchor::Start, letter);
    }

    fn text_at(
        &mut self,
        class: &str,
        hidden: &str,
        (x, y): (f64, f64),
        (size, room): (f64, f64),
        anchor: Anchor,
        words: &str,
    ) {
        let (name, left) = match anchor {
            Anchor::Start => ("start", x),
            Anchor::Middle => ("middle", x - room / 2.0),
            Anchor::End => ("end", x - room),
        };
        let size = size.max(LEAST_WORDS);
        let words_escaped = escaped(words);
        let wide = width(words, size);
        let fits = wide <= room;
        // Bold letters are wider than the measured ones.
        let across = wide.min(room) * BOLD;
        let start = match anchor {
            Anchor::Start => x,
            Anchor::Middle => x - across / 2.0,
            Anchor::End => x - across,
        };
        self.take(Rect::new(start, y - size, across, size * 1.3));
        let ((x, y), left) = (self.zoom.point((x, y)), self.zoom.point((left, y)).0);
        let (size, room) = (size * self.zoom.scale, room * self.zoom.scale);
        if fits {
            // The space separates texts for programs that read them in sequence.
            let _ = write!(
                self.text,
                r#" <text class="{class}"{hidden} x="{x:.1}" y="{y:.1}" font-size="{size:.1}" text-anchor="{name}">{words_escaped}</text>"#
            );
            return;
        }
        // The whole text is present, so that the visible part is a part of the accessible name, and clipped.
        let (shown, top) = ((room - size).max(0.0), y - size);
        let (end, high) = (left + shown, size * 1.4);
        let _ = write!(
            self.text,
            r#" <svg x="{left:.1}" y="{top:.1}" width="{shown:.1}" height="{high:.1}"><text class="{class}"{hidden} x="0" y="{size:.1}" font-size="{size:.1}">{words_escaped}</text></svg><text class="{class}" aria-hidden="true" x="{end:.1}" y="{y:.1}" font-size="{size:.1}">…</text>"#
        );
    }

    /// Opens the group of a tap target, which is marked if an action can begin with it; `close` ends it.
    pub(crate) fn open(&mut self, thing: &Thing<'_>) {
        self.open_as(thing, self.may(thing));
    }

    /// Opens the group of a tap target that is marked or not.
    pub(crate) fn open_as(&mut self, thing: &Thing<'_>, is_marked: bool) {
        let Thing { kind, of, value, nth, copy, count, label, class } = thing;
        let (of, value) = (escaped(of), escaped(value));
        let place = nth.map_or_else(String::new, |nth| format!(r#" data-nth="{nth}""#));
        let many = if *count > 1 { format!(r#" data-count="{count}""#) } else { String::new() };
        let may = if is_marked { " may" } else { "" };
        if *kind == "square" {
            let is_man = class.split(' ').any(|class| class == "taken");
            let (all, marked, men) = &mut self.squares;
            *all += 1;
            *marked += usize::from(!may.is_empty());
            *men += usize::from(!may.is_empty() && is_man);
        }
        let _ = write!(
            self.text,
            r#"<g class="{kind} {class}{may}" data-kind="{kind}" data-of="{of}" data-value="{value}"{place}{many} data-key="{kind}:{of}:{value}:{copy}" aria-label="{}" tabindex="-1">"#,
            escaped(label)
        );
    }

    /// A mark where actions lead, which is shown while one of them is being chosen.
    pub(crate) fn lead(&mut self, actions: &str, at: Rect) {
        let (actions, Rect { x, y, w, h }) = (escaped(actions), at);
        let r = w.min(h) / 2.0;
        let _ = write!(
            self.text,
            r#"<rect class="lead" data-leads="{actions}" x="{x:.1}" y="{y:.1}" width="{w:.1}" height="{h:.1}" rx="{r:.1}"/>"#
        );
    }

    /// A mark of a note that can be read by pointing at it, by tapping it, and by a screen reader.
    pub(crate) fn note(&mut self, at: (f64, f64), note: &str) {
        let (x, y) = self.zoom.point(at);
        let note = escaped(note);
        let _ = write!(
            self.text,
            r#"<g class="note-mark" data-note="{note}" role="button" tabindex="0" aria-label="{note}"><title>{note}</title><circle class="note-reach" cx="{x:.1}" cy="{y:.1}" r="16"/><circle class="note-disc" cx="{x:.1}" cy="{y:.1}" r="8"/><circle class="note-sign" cx="{x:.1}" cy="{:.1}" r="1.4"/><path class="note-sign" d="M{:.1} {:.1}h2.4v5.4h-2.4z"/></g>"#,
            y - 4.0,
            x - 1.2,
            y - 1.4
        );
    }

    /// What is shown on request: painted by a function, and kept out of the picture.
    pub(crate) fn aside(&mut self, class: &str, (w, h): (f64, f64), inside: impl FnOnce(&mut Self)) {
        let _ = write!(self.text, r#"<defs><g class="{class}" data-width="{w:.0}" data-height="{h:.0}">"#);
        let before = self.taken.len();
        inside(self);
        self.taken.truncate(before);
        self.text.push_str("</g></defs>");
    }

    /// Opens the group of dice in the colour of a seat.
    pub(crate) fn open_dice(&mut self, class: &str) {
        let _ = write!(self.text, r#"<g class="dice-of {class}">"#);
    }

    /// Opens the group of a figure that moves between pictures.
    pub(crate) fn open_figure(&mut self, of: &str, at: &str, figure: &str) {
        let (of, at, figure) = (escaped(of), escaped(at), escaped(figure));
        let _ = write!(self.text, r#"<g class="figure" data-key="figure:{of}:{at}" data-figure="{figure}">"#);
    }

    pub(crate) fn close(&mut self) {
        self.text.push_str("</g>");
    }
}

/// The highlight of pictures, as fill and stroke, and their shadow.
const LIGHT: [&str; 2] = [r##"fill="#fff" fill-opacity=".45""##, r##"stroke="#fff" stroke-opacity=".45""##];
const DARK: [&str; 2] = [r##"fill="#000" fill-opacity=".3""##, r##"stroke="#000" stroke-opacity=".3""##];

/// Removes tones without contrast to the colour below: no highlight on white, and no shadow on black.
fn shaded(class: &str, shapes: &str) -> String {
    let has = |words: &[&str]| class.split(' ').any(|word| words.contains(&word));
    let is_bright = class.split(' ').any(|word| word.starts_with("on-t-")) && !has(&["on-t-white", "on-t-yellow"]);
    if is_bright || has(&["t-white", "on-felt"]) {
        let fill = shapes.replace(LIGHT[0], r##"fill="#000" fill-opacity=".2""##);
        return fill.replace(LIGHT[1], r##"stroke="#000" stroke-opacity=".25""##);
    }
    if has(&["t-black", "on-t-white", "on-t-yellow"]) {
        let fill = shapes.replace(DARK[0], r##"fill="#fff" fill-opacity=".25""##);
        return fill.replace(DARK[1], r##"stroke="#fff" stroke-opacity=".3""##);
    }
    shapes.to_owned()
}

/// FNV-1a, folded to 32 bits: identical shapes have the same id in every picture of a page.
fn hash(text: &str) -> u32 {
    let sum = text
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    (sum ^ (sum >> 32)) as u32
}

/// Escapes a text for XML.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// Wraps words into lines of at most a width, by the font size and the width of a space.
pub(crate) fn wrapped<'a>(words: impl Iterator<Item = &'a str>, (size, blank): (f64, f64), wide: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words.filter(|word| !word.is_empty()) {
        match lines.last_mut() {
            Some(line) if width(line, size) + width(word, size) + blank <= wide => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// The approximate width of text in a sans-serif font.
pub(crate) fn width(words: &str, size: f64) -> f64 {
    let of = |c: char| match c {
        'i' | 'j' | 'l' | '.' | ',' | '\'' | '!' | ':' | '|' | ' ' => 0.3,
        'm' | 'w' | 'M' | 'W' => 0.9,
        c if c.is_uppercase() => 0.7,
        c if c.is_ascii() => 0.56,
        _ => 1.0,
    };
    words.chars().map(of).sum::<f64>() * size
}
