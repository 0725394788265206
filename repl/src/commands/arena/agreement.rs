//! `parlour arena GAME --agreement`: agreement of robots at the same decisions.

use std::fmt::Write;

use parlour_ai::arena::{Agreement, Arena};
use serde_json::{Value, json};

use super::Args;
use crate::context::Context;
use crate::failure::Failure;
use crate::interrupt::{self, Watch};
use crate::marks::escape;

/// Columns for a robot's name.
const NAME: usize = 20;
/// The rate of agreement from which robots are practically the same.
const ALIKE: f64 = 0.75;

impl Args {
    /// Asks the robots at the same decisions, and shows their pairwise agreement.
    pub(super) fn agree(&self, context: &Context) -> Result<u8, Failure> {
        let arena = self.arena(context, None)?;
        let screen = &context.screen;
        if self.seed.is_none() && !self.json {
            screen.say(&format!("Seed {}.", arena.seed));
        }
        let watch = Watch::begin();
        let bar = screen.bar_of_games();
        bar.set_length(arena.games);
        let found = arena.agreement(&context.robots, watch.flag(), &mut |done| bar.set_position(done))?;
        bar.finish_and_clear();
        if self.json {
            screen.json(&to_json(&arena, &found))?;
        } else {
            screen.show(&figures(&arena, &found))?;
        }
        Ok(if watch.is_pressed() { interrupt::status() } else { 0 })
    }
}

/// The table in marked text.
fn figures(arena: &Arena, found: &Agreement) -> String {
    let mut out = String::new();
    let variant = arena.game.variant().map_or_else(String::new, |variant| format!(" {variant}"));
    // Writing to a `String` doesn't fail.
    let _ = writeln!(
        out,
        "[bold]{}{variant}[/], seed {}: {} moments with a choice, of {} games\n[bold]The same choice, in a hundred moments[/]",
        escape(arena.game.name()),
        arena.seed,
        found.moments,
        found.games,
    );
    let head: String = (1..=found.robots.len()).map(|n| format!("{n:>5}")).collect();
    let _ = writeln!(out, "{:4}{:NAME$}{head}", "", "");
    for (n, (robot, row)) in found.robots.iter().zip(&found.pairs).enumerate() {
        let name: String = robot.chars().take(NAME).collect();
        let pad = " ".repeat(NAME - name.chars().count());
        let cells: String = row
            .iter()
            .map(|pair| pair.map_or_else(|| format!("{:>5}", "."), |pair| format!("{:>5.0}", 100.0 * pair.rate)))
            .collect();
        let _ = writeln!(out, "{:>3} {}{pad}{cells}", n + 1, escape(&name));
    }
    for (robot, &errors) in found.robots.iter().zip(&found.errors).filter(|(_, errors)| **errors > 0) {
        let _ = writeln!(
            out,
            "[red]{} gave no answer {}[/]",
            escape(robot),
            parlour_engine::english::count(errors, "time")
        );
    }
    let mut alike = Vec::new();
    for (n, row) in found.pairs.iter().enumerate() {
        for (other, pair) in row.iter().enumerate().skip(n + 1) {
            alike.extend(pair.filter(|pair| pair.rate >= ALIKE).map(|pair| (pair, n, other)));
        }
    }
    alike.sort_by(|a, b| b.0.rate.total_cmp(&a.0.rate));
    for (pair, one, other) in alike {
        let [low, high] = pair.interval.map(|x| 100.0 * x);
        let (one, other) = (escape(&found.robots[one]), escape(&found.robots[other]));
        let _ = writeln!(out, "{one} and {other} are alike: {:.0}%, 95%: {low:.0}-{high:.0}", 100.0 * pair.rate);
    }
    out
}

fn to_json(arena: &Arena, found: &Agreement) -> Value {
    let each = |get: &dyn Fn(&parlour_ai::arena::Shared) -> Value| -> Value {
        found.pairs.iter().map(|row| row.iter().map(|pair| pair.as_ref().map(get)).collect::<Value>()).collect()
    };
    let robots = found.robots.iter().zip(&found.errors);
    json!({
        "game": arena.game.name(),
        "variant": arena.game.variant(),
        "seed": arena.seed,
        "games": found.games,
        "moments": found.moments,
        "robots": robots.map(|(name, errors)| json!({ "name": name, "errors": errors })).collect::<Value>(),
        "agreement": each(&|pair| json!(pair.rate)),
        "agreement_ci95": each(&|pair| json!(pair.interval)),
    })
}
