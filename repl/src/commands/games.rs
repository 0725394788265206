//! `parlour games`: what can be played.

use std::fmt::Write;

use parlour_engine::pack::Pack;

use crate::context::Context;
use crate::failure::Failure;
use crate::marks::{escape, wrap};

/// Lists the games.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {}

impl Args {
    pub(crate) fn run(&self, context: &Context) -> Result<u8, Failure> {
        context.screen.show(&list(context))?;
        Ok(0)
    }
}

/// The games with their seats, variants and a sentence each.
pub(crate) fn list(context: &Context) -> String {
    let mut out = String::new();
    for name in context.library.names() {
        match context.library.load(&name) {
            Ok(pack) => entry(&pack, context.screen.width, &mut out),
            Err(faults) => {
                let n = faults.0.len();
                let faults = if n == 1 { "fault".to_owned() } else { format!("{n} faults") };
                let _ = writeln!(out, "[bold]{}[/]  [red]has {faults}: `parlour check {name}`[/]", escape(&name));
            }
        }
    }
    out
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
