//! What can be played.

use std::fmt::Write;

use parlour_engine::pack::Pack;
use parlour_engine::pack::spec::OptionKind;

use crate::context::Context;
use crate::marks::{escape, wrap};

/// Games with their seats, variants and a sentence each.
pub(crate) fn list(context: &Context, names: &[String]) -> String {
    let mut out = String::new();
    for name in names {
        match context.library.load(name) {
            Ok(pack) => entry(&pack, context.screen.width, &mut out),
            Err(faults) => {
                let n = faults.0.len();
                let faults = if n == 1 { "fault".to_owned() } else { format!("{n} faults") };
                let _ = writeln!(out, "[bold]{}[/]  [red]has {faults}: `parlour check {name}`[/]", escape(name));
            }
        }
    }
    out
}

/// The variants and options of a game, each with what it can be.
pub(crate) fn details(pack: &Pack, width: usize, out: &mut String) {
    for variant in &pack.variants {
        let _ = writeln!(out, "  [bold]--variant {}[/]", escape(&variant.name));
        let _ = writeln!(out, "{}", wrap(&format!("      {}", escape(&variant.help)), width, 6));
    }
    for option in &pack.options {
        let range = match &option.kind {
            OptionKind::Int { min, max } => format!("{min} to {max}"),
            OptionKind::Word(words) => words.join(", "),
            OptionKind::Numbers(numbers) => numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
            _ => "true or false".to_owned(),
        };
        let _ = writeln!(
            out,
            "  [bold]--set {}={}[/]  ({})",
            escape(&option.key),
            escape(&option.default.to_string()),
            escape(&range)
        );
        let _ = writeln!(out, "{}", wrap(&format!("      {}", escape(&option.help)), width, 6));
    }
}

fn entry(pack: &Pack, width: usize, out: &mut String) {
    let seats = match (pack.seats.min, pack.seats.max) {
        (min, max) if min == max => format!("{min} seats"),
        (min, max) => format!("{min} to {max} seats"),
    };
    let mut text = format!("[bold]{}[/]  {} ({seats}", escape(&pack.name), escape(&pack.title));
    if !pack.variants.is_empty() {
        let names: Vec<&str> = pack.variants.iter().map(|variant| variant.name.as_str()).collect();
        let _ = write!(text, "; variants {}", escape(&names.join(", ")));
    }
    let _ = write!(text, "). {}", escape(&pack.summary));
    let _ = writeln!(out, "{}", wrap(&text, width, 4));
}
