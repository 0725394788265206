//! Players' guides.

use crate::context::Context;
use crate::failure::Failure;
use crate::marks::{columns, escape, wrap};
use crate::passages::{self, is_item};

/// The guide of a game, in marked text.
///
/// # Errors
/// A missing game, or one without a guide.
pub(crate) fn text(context: &Context, game: &str) -> Result<String, Failure> {
    let game = &context.game(game)?;
    let files = context.library.files(game)?;
    match files.texts.get("guide.md") {
        Some(text) => Ok(render(text, context.screen.width)),
        None => Err(Failure::Input(format!("{game} has no guide"))),
    }
}

/// The passages of a game's guide about a topic, in marked text; `None` if there are none.
///
/// # Errors
/// A missing game.
pub(crate) fn about(context: &Context, game: &str, topic: &str) -> Result<Option<String>, Failure> {
    let files = context.library.files(game)?;
    let found = files.texts.get("guide.md").and_then(|guide| passages::about(guide, topic));
    Ok(found.map(|text| render(&text, context.screen.width)))
}

/// The longer words of a game's guide.
///
/// # Errors
/// A missing game.
pub(crate) fn words(context: &Context, game: &str) -> Result<Vec<String>, Failure> {
    let files = context.library.files(game)?;
    let text = files.texts.get("guide.md").map_or_else(String::new, |text| text.to_lowercase());
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.len() > 3);
    Ok(words.map(str::to_owned).collect())
}

/// Renders Markdown for a screen: styled headings, emphasis and code, filled paragraphs.
fn render(text: &str, width: usize) -> String {
    let mut out = String::new();
    let mut paragraph = String::new();
    let mut rows: Vec<Vec<String>> = Vec::new();
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
        if trimmed.starts_with('|') && !is_code {
            flush(&mut paragraph, &mut out);
            rows.push(cells(trimmed));
            continue;
        }
        out.push_str(&table(&std::mem::take(&mut rows), width));
        if trimmed.starts_with("```") {
            flush(&mut paragraph, &mut out);
            is_code = !is_code;
        } else if is_code || line.starts_with("    ") && paragraph.is_empty() {
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
    out.push_str(&table(&rows, width));
    out
}

/// The cells of a row of a table.
fn cells(line: &str) -> Vec<String> {
    line.trim().trim_matches('|').split('|').map(|cell| emphasis(cell.trim())).collect()
}

/// A table in columns, the last of which is filled to the width; the separator row is omitted.
fn table(rows: &[Vec<String>], width: usize) -> String {
    let is_rule = |row: &Vec<String>| row.iter().all(|cell| cell.chars().all(|c| matches!(c, '-' | ':')));
    let has_heads = rows.get(1).is_some_and(is_rule);
    let rows: Vec<&Vec<String>> = rows.iter().filter(|row| !is_rule(row)).collect();
    let count = rows.iter().map(|row| row.len()).max().unwrap_or(0);
    let wide = |n: usize| rows.iter().filter_map(|row| row.get(n)).map(|cell| columns(cell)).max().unwrap_or(0);
    let widths: Vec<usize> = (0..count.saturating_sub(1)).map(wide).collect();
    let indent: usize = 2 + widths.iter().map(|wide| wide + 2).sum::<usize>();
    let mut out = String::new();
    for (n, row) in rows.into_iter().enumerate() {
        let mut line = "  ".to_owned();
        for (cell, wide) in row.iter().zip(&widths) {
            line.push_str(&format!("{cell}{}", " ".repeat(wide + 2 - columns(cell))));
        }
        if row.len() == count {
            line.push_str(row.last().map_or("", String::as_str));
        }
        let line = if n == 0 && has_heads { format!("[dim]{line}[/]") } else { line };
        out.push_str(&format!("{}\n", wrap(&line, width, indent)));
    }
    out
}

/// Converts `**bold**` and `` `code` `` to marks.
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

    #[test]
    fn a_table_is_set_in_columns() {
        let text = "| sign | what it does |\n|---|---|\n| `@` | back to the lounge |\n| **L** | a life |\n\nend\n";
        let plain = marks::render(&render(text, 24), false);
        let rows = "  sign  what it does\n  @     back to the\n        lounge\n  L     a life\n";
        assert_eq!(plain, format!("{rows}\nend\n"));
    }
}
