//! Writing SVG: elements in order, with what they say escaped, and words that fit.

use std::fmt::Write;

use parlour_table::scene::Art;

/// A rectangle, in pixels from the top left.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Rect {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) w: f64,
    pub(crate) h: f64,
}

impl Rect {
    /// One with these sides; below 0 they are 0.
    pub(crate) const fn new(x: f64, y: f64, w: f64, h: f64) -> Self {
        Self { x, y, w: w.max(0.0), h: h.max(0.0) }
    }

    pub(crate) fn middle(&self) -> f64 {
        self.x + self.w / 2.0
    }

    /// The same with less on all sides.
    pub(crate) fn inset(&self, by: f64) -> Self {
        Self::new(self.x + by, self.y + by, self.w - 2.0 * by, self.h - 2.0 * by)
    }

    /// The part of it from the top, and the rest.
    pub(crate) fn split_top(&self, height: f64) -> (Self, Self) {
        let height = height.clamp(0.0, self.h);
        let below = Self::new(self.x, self.y + height, self.w, self.h - height);
        (Self { h: height, ..*self }, below)
    }

    /// The part of it from the bottom, and the rest.
    pub(crate) fn split_bottom(&self, height: f64) -> (Self, Self) {
        let (above, below) = self.split_top(self.h - height.clamp(0.0, self.h));
        (below, above)
    }
}

/// What can be tapped, as the page knows it.
pub(crate) struct Thing<'a> {
    pub(crate) kind: &'a str,
    pub(crate) of: &'a str,
    pub(crate) value: &'a str,
    /// Its place in its zone, where actions name that.
    pub(crate) nth: Option<usize>,
    /// What tells it from others of the same value.
    pub(crate) copy: usize,
    /// How many look alike there.
    pub(crate) count: usize,
    /// In words.
    pub(crate) label: String,
    /// More classes.
    pub(crate) class: &'a str,
}

/// An SVG that is being written.
#[derive(Default)]
pub(crate) struct Svg {
    pub(crate) text: String,
}

/// How words are set.
#[derive(Clone, Copy)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

impl Svg {
    pub(crate) fn rect(&mut self, class: &str, rect: Rect, round: f64) {
        let Rect { x, y, w, h } = rect;
        let _ = write!(
            self.text,
            r#"<rect class="{class}" x="{x:.1}" y="{y:.1}" width="{w:.1}" height="{h:.1}" rx="{round}"/>"#
        );
    }

    pub(crate) fn circle(&mut self, class: &str, (x, y): (f64, f64), r: f64) {
        let _ = write!(self.text, r#"<circle class="{class}" cx="{x:.1}" cy="{y:.1}" r="{r:.1}"/>"#);
    }

    pub(crate) fn line(&mut self, class: &str, (x1, y1): (f64, f64), (x2, y2): (f64, f64)) {
        let _ = write!(self.text, r#"<line class="{class}" x1="{x1:.1}" y1="{y1:.1}" x2="{x2:.1}" y2="{y2:.1}"/>"#);
    }

    pub(crate) fn polygon(&mut self, class: &str, points: &[(f64, f64)]) {
        let points: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let _ = write!(self.text, r#"<polygon class="{class}" points="{}"/>"#, points.join(" "));
    }

    /// A path that is drawn in a square of 45, laid into another square.
    pub(crate) fn path(&mut self, class: &str, path: &str, (x, y): (f64, f64), size: f64) {
        let scale = size / 45.0;
        let _ = write!(
            self.text,
            r#"<path class="{class}" transform="translate({x:.1} {y:.1}) scale({scale:.3})" d="{path}"/>"#
        );
    }

    /// A picture of a pack's own in a square.
    pub(crate) fn art(&mut self, class: &str, art: &Art, at: Rect) {
        let (scale, Rect { x, y, .. }) = (at.w / art.side, at);
        let shapes = &art.shapes;
        let _ = write!(
            self.text,
            r#"<g class="art {class}" transform="translate({x:.1} {y:.1}) scale({scale:.3})">{shapes}</g>"#
        );
    }

    /// Words at a place, cut off where they are wider than there is room.
    pub(crate) fn words(&mut self, class: &str, at: (f64, f64), size: (f64, f64), anchor: Anchor, words: &str) {
        self.text_at(class, "", at, size, anchor, words);
    }

    /// A sign for the eye alone, which is not read aloud: the letter on a token.
    pub(crate) fn letter(&mut self, class: &str, at: (f64, f64), size: (f64, f64), letter: &str) {
        self.text_at(class, r#" aria-hidden="true""#, at, size, Anchor::Middle, letter);
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
        let words_escaped = escaped(words);
        if width(words, size) <= room {
            // The blank keeps words apart for a program that reads them one after the other.
            let _ = write!(
                self.text,
                r#" <text class="{class}"{hidden} x="{x:.1}" y="{y:.1}" font-size="{size:.1}" text-anchor="{name}">{words_escaped}</text>"#
            );
            return;
        }
        // They stand there as a whole, so that what is seen of them is part of what is read aloud, and are cut off.
        let (shown, top) = ((room - size).max(0.0), y - size);
        let (end, high) = (left + shown, size * 1.4);
        let _ = write!(
            self.text,
            r#" <svg x="{left:.1}" y="{top:.1}" width="{shown:.1}" height="{high:.1}"><text class="{class}"{hidden} x="0" y="{size:.1}" font-size="{size:.1}">{words_escaped}</text></svg><text class="{class}" aria-hidden="true" x="{end:.1}" y="{y:.1}" font-size="{size:.1}">…</text>"#
        );
    }

    /// Opens a group of something that can be tapped; `close` ends it.
    pub(crate) fn open(&mut self, thing: &Thing<'_>) {
        let Thing { kind, of, value, nth, copy, count, label, class } = thing;
        let (of, value) = (escaped(of), escaped(value));
        let place = nth.map_or_else(String::new, |nth| format!(r#" data-nth="{nth}""#));
        let many = if *count > 1 { format!(r#" data-count="{count}""#) } else { String::new() };
        let _ = write!(
            self.text,
            r#"<g class="{kind} {class}" data-kind="{kind}" data-of="{of}" data-value="{value}"{place}{many} data-key="{kind}:{of}:{value}:{copy}" aria-label="{}" tabindex="-1">"#,
            escaped(label)
        );
    }

    /// Opens a group of a thing that moves from picture to picture.
    pub(crate) fn open_figure(&mut self, of: &str, at: &str, figure: &str) {
        let (of, at, figure) = (escaped(of), escaped(at), escaped(figure));
        let _ = write!(self.text, r#"<g class="figure" data-key="figure:{of}:{at}" data-figure="{figure}">"#);
    }

    pub(crate) fn close(&mut self) {
        self.text.push_str("</g>");
    }
}

/// Text in which nothing is markup.
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

/// How wide words are about, set in a sans of a size.
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
