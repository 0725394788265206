//! `parlour guide`: how a game is played.

use crate::context::Context;
use crate::failure::Failure;
use crate::marks::{escape, wrap};

/// Explains a game to players.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The game.
    game: String,
}

impl Args {
    pub(crate) fn run(&self, context: &Context) -> Result<u8, Failure> {
        show(context, &self.game)?;
        Ok(0)
    }
}

/// Shows the guide of a game.
///
/// # Errors
/// A game that isn't there or has no guide.
pub(crate) fn show(context: &Context, game: &str) -> Result<(), Failure> {
    let files = context.library.files(game)?;
    match files.texts.get("guide.md") {
        Some(text) => context.screen.show(&render(text, context.screen.width)),
        None => Err(Failure::Input(format!("{game} has no guide"))),
    }
}

/// Markdown for a screen: headings, emphasis and code stand out, paragraphs are filled.
fn render(text: &str, width: usize) -> String {
    let mut out = String::new();
    let mut paragraph = String::new();
    let mut is_code = false;
    let flush = |paragraph: &mut String, out: &mut String| {
        if !paragraph.is_empty() {
            let indent = paragraph.len() - paragraph.trim_start().len();
            let hang = if is_item(paragraph.trim_start()) { indent + 2 } else { indent };
            out.push_str(&wrap(&emphasis(paragraph), width, hang));
            out.push('\n');
            paragraph.clear();
        }
    };
    for line in text.lines() {
        let trimmed = line.trim_start();
        if trimmed.starts_with("```") {
            flush(&mut paragraph, &mut out);
            is_code = !is_code;
        } else if is_code || trimmed.starts_with('|') || line.starts_with("    ") && paragraph.is_empty() {
            flush(&mut paragraph, &mut out);
            out.push_str(&format!("{}\n", escape(line)));
        } else if let Some(heading) = trimmed.strip_prefix('#') {
            flush(&mut paragraph, &mut out);
            out.push_str(&format!("[bold]{}[/]\n", escape(heading.trim_start_matches('#').trim())));
        } else if trimmed.is_empty() {
            flush(&mut paragraph, &mut out);
            out.push('\n');
        } else {
            if is_item(trimmed) {
                flush(&mut paragraph, &mut out);
            }
            if paragraph.is_empty() {
                paragraph.push_str(line);
            } else {
                paragraph.push(' ');
                paragraph.push_str(trimmed);
            }
        }
    }
    flush(&mut paragraph, &mut out);
    out
}

/// Whether a line begins an entry of a list.
fn is_item(line: &str) -> bool {
    let digits = line.trim_start_matches(|c: char| c.is_ascii_digit());
    line.starts_with("- ") || line.starts_with("* ") || digits.len() < line.len() && digits.starts_with(". ")
}

/// `**bold**` and `` `code` `` as marks.
fn emphasis(text: &str) -> String {
    let mut out = String::new();
    let mut is_bold = false;
    for (n, part) in escape(text).split('`').enumerate() {
        if n % 2 == 1 {
            out.push_str(&format!("[cyan]{part}[/]"));
            continue;
        }
        for (k, piece) in part.split("**").enumerate() {
            if k > 0 {
                is_bold = !is_bold;
                out.push_str(if is_bold { "[bold]" } else { "[/]" });
            }
            out.push_str(piece);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::marks;

    #[test]
    fn a_guide_reads_well_without_colour() {
        let text = "# Title\n\nOne **two** `three`\nfour.\n\n- an item that\n  goes on\n- another\n";
        let plain = marks::render(&render(text, 20), false);
        assert_eq!(plain, "Title\n\nOne two three four.\n\n- an item that goes\n  on\n- another\n");
    }
}
