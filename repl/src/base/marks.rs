//! Text with style markup: `[bold]text[/]`.
//!
//! A mark names one or more styles, separated by spaces; `[/]` ends the innermost mark; `[[` is a literal bracket.
//! Brackets around anything else are text. Plain rendering leaves only the text.

use anstyle::{Ansi256Color, AnsiColor, Color, Style};
use parlour_table::sanitize::{is_hidden, sanitized};
use unicode_width::UnicodeWidthChar;

/// The foreground on a board's squares, and their backgrounds.
const INK: Option<Color> = Some(Color::Ansi256(Ansi256Color(16)));
const LIGHT: Option<Color> = Some(Color::Ansi256(Ansi256Color(187)));
const DARK: Option<Color> = Some(Color::Ansi256(Ansi256Color(137)));

/// A piece of marked text.
enum Token<'a> {
    Text(&'a str),
    Open(Style),
    Close,
}

/// Renders the text for a screen: with escape sequences, or without.
pub(crate) fn render(text: &str, color: bool) -> String {
    let mut out = String::with_capacity(text.len());
    let mut open: Vec<Style> = Vec::new();
    for token in tokens(text) {
        match token {
            Token::Text(text) => out.push_str(&sanitized(text)),
            Token::Open(style) => {
                let style = open.last().map_or(style, |outer| over(*outer, style));
                if color {
                    out.push_str(&style.render().to_string());
                }
                open.push(style);
            }
            Token::Close => {
                let closed = open.pop();
                if color && closed.is_some() {
                    out.push_str("\u{1b}[0m");
                    if let Some(outer) = open.last() {
                        out.push_str(&outer.render().to_string());
                    }
                }
            }
        }
    }
    if color && !open.is_empty() {
        out.push_str("\u{1b}[0m");
    }
    out
}

/// Escapes a text, so that nothing in it is a mark.
pub(crate) fn escape(text: &str) -> String {
    text.replace('[', "[[")
}

/// Wraps marked text to lines of at most `width` columns, at spaces; later lines are indented.
pub(crate) fn wrap(text: &str, width: usize, indent: usize) -> String {
    let mut out = String::new();
    for (n, line) in text.split('\n').enumerate() {
        if n > 0 {
            out.push('\n');
        }
        wrap_line(line, width, indent, &mut out);
    }
    out
}

fn wrap_line(line: &str, width: usize, indent: usize, out: &mut String) {
    let start = line.len() - line.trim_start_matches(' ').len();
    out.push_str(&line[..start]);
    let mut column = start;
    let mut is_first = true;
    for word in words(&line[start..]) {
        let wide = columns(word);
        if !is_first {
            if column + 1 + wide > width && column > indent {
                out.push('\n');
                out.push_str(&" ".repeat(indent));
                column = indent;
            } else {
                out.push(' ');
                column += 1;
            }
        }
        out.push_str(word);
        column += wide;
        is_first = false;
    }
}

/// The words of marked text; spaces inside marks don't separate.
fn words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let (mut begin, mut at) = (0, 0);
    while let Some(found) = text[at..].find([' ', '[']) {
        at += found;
        if text[at..].starts_with(' ') {
            words.push(&text[begin..at]);
            begin = at + 1;
        }
        at += match opened(&text[at..]) {
            Some((_, behind)) => text.len() - at - behind.len(),
            _ if text[at..].starts_with("[[") => 2,
            _ => 1,
        };
    }
    words.push(&text[begin..]);
    words
}

/// The width of marked text in columns.
pub(crate) fn columns(text: &str) -> usize {
    tokens(text)
        .map(|token| match token {
            Token::Text(text) => text.chars().filter(|&c| !is_hidden(c)).map(|c| c.width().unwrap_or(0)).sum(),
            _ => 0,
        })
        .sum()
}

/// Pads marked text with spaces to a width.
pub(crate) fn fit(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(columns(text))))
}

fn over(outer: Style, inner: Style) -> Style {
    let color = inner.get_fg_color().or(outer.get_fg_color());
    let ground = inner.get_bg_color().or(outer.get_bg_color());
    Style::new().fg_color(color).bg_color(ground).effects(outer.get_effects() | inner.get_effects())
}

/// The style of the mark at the beginning of a text, and the rest. Marks contain no brackets, so that parsing is linear
/// in the number of brackets.
fn opened(text: &str) -> Option<(Style, &str)> {
    let inside = text.strip_prefix('[')?;
    let (names, behind) = inside.split_at(inside.find(['[', ']'])?);
    Some((style(names)?, behind.strip_prefix(']')?))
}

fn tokens(text: &str) -> impl Iterator<Item = Token<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        if let Some(behind) = rest.strip_prefix("[[") {
            rest = behind;
            return Some(Token::Text("["));
        }
        if let Some(behind) = rest.strip_prefix("[/]") {
            rest = behind;
            return Some(Token::Close);
        }
        if let Some((style, behind)) = opened(rest) {
            rest = behind;
            return Some(Token::Open(style));
        }
        let end = rest.char_indices().skip(1).find(|(_, c)| *c == '[').map_or(rest.len(), |(at, _)| at);
        let (text, behind) = rest.split_at(end);
        rest = behind;
        Some(Token::Text(text))
    })
}

/// The style with these names, if all of them are known.
fn style(names: &str) -> Option<Style> {
    names.split(' ').try_fold(Style::new(), |style, name| {
        Some(match name {
            "bold" => style.bold(),
            "dim" => style.dimmed(),
            "underline" => style.underline(),
            "reverse" => style.invert(),
            "red" => style.fg_color(Some(AnsiColor::Red.into())),
            "green" => style.fg_color(Some(AnsiColor::Green.into())),
            "yellow" => style.fg_color(Some(AnsiColor::Yellow.into())),
            "blue" => style.fg_color(Some(AnsiColor::Blue.into())),
            "magenta" => style.fg_color(Some(AnsiColor::Magenta.into())),
            "cyan" => style.fg_color(Some(AnsiColor::Cyan.into())),
            "white" => style.fg_color(Some(AnsiColor::White.into())),
            // All signs on a board's squares have one foreground.
            "light-square" => style.fg_color(INK).bg_color(LIGHT),
            "dark-square" => style.fg_color(INK).bg_color(DARK),
            _ => return None,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_text_has_no_marks() {
        assert_eq!(render("[bold]a[/] [red bold]b[/] [[c] [d] e[", false), "a b [c] [d] e[");
    }

    #[test]
    fn a_line_is_not_broken_within_a_mark() {
        assert_eq!(wrap("a [bold red]b c[/] [[bold d]", 10, 1), "a [bold red]b c[/]\n [[bold d]");
        assert_eq!(wrap("[bold red]a[/] b", 3, 0), "[bold red]a[/] b");
    }

    #[test]
    fn an_inner_style_ends_where_it_ends() {
        let text = render("[bold]a[red]b[/]c[/]", true);
        assert_eq!(text, "\u{1b}[1ma\u{1b}[1m\u{1b}[31mb\u{1b}[0m\u{1b}[1mc\u{1b}[0m");
    }

    #[test]
    fn control_characters_of_packs_do_not_reach_the_screen() {
        assert_eq!(render("a\u{1b}[2Jb\u{202e}\u{200b}c", true), "a[2Jbc");
        assert_eq!(columns("a\u{202e}\u{ad}b"), 2);
    }

    #[test]
    fn lines_break_at_blanks_and_marks_take_no_room() {
        assert_eq!(wrap("[bold]one[/] two three", 8, 2), "[bold]one[/] two\n  three");
        assert_eq!(columns("[bold]◄é[/][["), 3);
    }
}
