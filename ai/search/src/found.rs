//! Conversion of search results to reports.

use std::time::Duration;

use parlour_engine::action::{Action, ActionList};
use parlour_engine::game::Game;

use super::{Found, Rated, SURE};
use crate::report::{Judged, Report};

impl Found {
    /// The report of the result; `legal` is the list of actions that was searched.
    pub fn report(&self, game: &Game, legal: &ActionList, took: Duration) -> Report {
        let actions = self.judged(game, legal);
        let line = actions.first().map_or(0, |best| best.line.len() as u64);
        let depth = if self.form.has_leads { self.visits } else { line };
        Report {
            search: self.form.name,
            effort: (self.form.effort)(self),
            heading: self.form.heading,
            nodes: self.nodes,
            depth,
            took,
            actions,
        }
    }

    /// The evaluated actions of a list.
    pub(crate) fn judged(&self, game: &Game, legal: &ActionList) -> Vec<Judged> {
        let of = |rated: &Rated| {
            let sure = self.form.has_leads && rated.value.abs() > SURE;
            let plies = (2.0 * SURE - rated.value.abs()).round() as i64;
            let line = rated.line.iter().map(|record| Action::from_record(game, record));
            let action = legal.get(game, rated.index);
            Judged {
                line: if rated.line.is_empty() { vec![action.clone()] } else { line.collect() },
                action,
                value: rated.odds,
                lead: (self.form.has_leads && !sure).then_some(rated.value),
                is_bound: rated.is_bound,
                ends_in: sure.then_some(if rated.value > 0.0 { plies } else { -plies }),
                visits: rated.visits,
            }
        };
        self.all.iter().map(of).collect()
    }
}
