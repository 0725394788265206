//! Transient open information within the last action: a trick that is taken as soon as it is complete, hands that are
//! shown before the next deal.

use std::collections::HashMap;

use parlour_engine::ids::{VarId, ZoneId};
use parlour_engine::rules::Shown;
use parlour_engine::state::State;

use crate::look::Look;
use crate::scene::Scene;
use crate::table::Table;
use crate::told;
use crate::view::SeatView;
use crate::viewer::Viewer;

/// Open cards and dice, by zone or variable, member and kind, with their counts.
type Open = HashMap<(usize, usize, usize), usize>;

/// A moment in the middle of an action.
#[derive(Clone, Debug)]
pub struct Passing {
    /// The view of a viewer then.
    pub scene: Scene,
    /// The number of the last events of the action that haven't happened then, of those that the viewer observes.
    pub later: usize,
}

impl Table {
    /// The moment in the middle of the last action, if something was open then that was open neither before nor after
    /// it. Of several such moments it is the last one at which everything open since the first is still open. With
    /// `asks_pack` false the display script isn't run.
    pub fn passing(&mut self, viewer: Viewer, asks_pack: bool) -> Option<Passing> {
        let within = self.within_last();
        let mut look = self.look(viewer);
        let before = look.before()?;
        let known = [open(&before), open(look.view())];
        let mut shown: Option<(Open, usize, State)> = None;
        for (n, state) in within {
            let now = passing(open(&look.view_of(&state)), &known);
            match &shown {
                None if now.is_empty() => {}
                Some((so_far, ..)) if !so_far.iter().all(|(thing, count)| now.get(thing) >= Some(count)) => break,
                _ => shown = Some((now, n, state)),
            }
        }
        let (_, told, state) = shown?;
        look.go_to(&state);
        let said = if asks_pack { look.shown().unwrap_or_default() } else { Shown::default() };
        let scene = look.scene(&[], &said);
        let later = self.played().steps().last().and_then(|step| step.events.get(told..)).unwrap_or_default();
        let later = told::events(self.game(), later, self.sight(viewer)).len();
        Some(Passing { scene, later })
    }
}

impl Look<'_> {
    /// Switches to another state of the match.
    fn go_to(&mut self, state: &State) {
        *self.view_mut() = self.view_of(state);
    }
}

/// The cards and dice that a viewer sees.
fn open(view: &SeatView) -> Open {
    let game = view.game();
    let mut open = Open::new();
    let zones = game.pack().zones.len();
    for zone in 0..zones {
        for member in 0..game.zone_count(ZoneId::from_index(zone)) {
            for card in view.cards(ZoneId::from_index(zone), member).into_iter().flatten() {
                *open.entry((zone, member, card.index())).or_default() += 1;
            }
        }
    }
    for (n, _) in game.pack().vars.iter().enumerate().filter(|(_, spec)| spec.dice.is_some()) {
        let var = VarId::from_index(n);
        for member in 0..game.var(var).count {
            for slot in 0..game.var(var).length {
                if let Some(die) =
                    view.number(var, member, slot).and_then(|die| usize::try_from(die).ok()).filter(|&die| die > 0)
                {
                    *open.entry((zones + n, member, die)).or_default() += 1;
                }
            }
        }
    }
    open
}

/// The items that exceed their counts at all known moments.
fn passing(mut now: Open, known: &[Open]) -> Open {
    now.retain(|thing, count| {
        let most = known.iter().filter_map(|open| open.get(thing)).max();
        *count > most.copied().unwrap_or(0)
    });
    now
}
