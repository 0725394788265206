//! The search that fits a game, by what the game declares of itself and by a few playouts that are made to see how long
//! they are and how far the scores lie apart.
//!
//! Two seats that see everything, with pieces that have scores or rules that say what a position is worth: alpha-beta.
//! Two seats that see everything without these: alpha-beta for a part of the budget, in case the game is decided soon,
//! then a tree of simulations. Everything else, and where more can come of an action than can be listed: whole turns,
//! where the rules say what a position is worth, else a tree of simulations.

use parlour_engine::chance::Generator;
use parlour_engine::diagnostic::Code;
use parlour_engine::pack::spec::ScoreRule;
use parlour_engine::rules::Playout;
use parlour_engine::worlds::Worlds;

use super::{Ask, Budget, DeepOptions, Found, Judge, Policy, Search, SearchError, TreeOptions};

/// The part of the budget in which alpha-beta looks for a decided game.
const PROOF: f64 = 0.15;
/// Positions of alpha-beta that are counted as one simulation.
const POSITIONS: u64 = 20;
/// Trial playouts of each policy.
const TRIALS: u32 = 12;
/// The longest playout that is played in a trial.
const LONGEST: u32 = 5_000;
/// The first kind of action that there is must end the game in so many times fewer plies than any kind to be preferred.
const SHORTER: u32 = 2;
/// The part of an ending's worth that is the margin of the scores, where there are scores.
const MARGIN: f64 = 0.25;

/// Which search was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// There was one action.
    Only,
    /// Alpha-beta.
    Deep,
    /// A tree of simulations.
    Tree,
    /// Whole turns.
    Turn,
    /// Candidates tried by the robot itself.
    Halving,
}

impl Way {
    /// The name of the search as robots call it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Only => "only",
            Self::Deep => "alphabeta",
            Self::Tree => "ismcts",
            Self::Turn => "turn",
            Self::Halving => "halving",
        }
    }
}

/// What trial playouts told.
#[derive(Clone, Copy, Debug)]
struct Trial {
    plies: u32,
    /// The mean distance between the best score of a team and the next.
    lead: f64,
}

impl Search {
    /// The best of the legal actions by the search that fits the game. The options of the ask are not looked at.
    ///
    /// # Errors
    /// Rules that fail, or a stop.
    pub(crate) fn think(
        &mut self,
        ask: &Ask<'_>,
        judge: &mut dyn Judge,
        generator: &mut Generator,
    ) -> Result<(Found, Way), SearchError> {
        if let [only] = *ask.among
            && !ask.deep.every
        {
            let all = vec![(only, 0, 0.5)];
            return Ok((Found { best: only, value: 0.5, nodes: 0, visits: 0, all, lines: Vec::new() }, Way::Only));
        }
        let mut used = 0;
        if self.game.seat_count() == 2 && self.game.teams().len() == 2 && !self.game.has_secrets() {
            let has_scores = self.game.pack().moves.pieces.iter().any(|piece| piece.score != 0);
            let is_judged = has_scores || self.host.has_worth();
            let budget = if is_judged {
                ask.budget.clone()
            } else {
                Budget { nodes: ask.budget.nodes.map(|n| n.saturating_mul(POSITIONS)), ..ask.budget.clone() }
                    .part(PROOF)
            };
            match self.alpha_beta(&Ask { budget, ..plain(ask) }, judge) {
                Ok(found) if is_judged || found.is_decided() => return Ok((found, Way::Deep)),
                Ok(found) => used = found.nodes.div_ceil(POSITIONS),
                // More than can be listed comes of an action: only a tree of simulations takes it as it comes.
                Err(SearchError::Rules(fault)) if matches!(fault.code, Code::ManyOutcomes | Code::UnlistedChance) => {}
                Err(error) => return Err(error),
            }
        }
        let worlds = self.worlds(ask.view)?;
        let usual = self.trial(ask, &worlds, Playout::ByVerb)?;
        if self.host.has_worth() {
            let options = TreeOptions { scale: usual.lead.max(1e-6), ..TreeOptions::default() };
            let found = self.turn(&worlds, &Ask { options, ..plain(ask) }, judge, generator)?;
            return Ok((found, Way::Turn));
        }
        let quick = self.trial(ask, &worlds, Playout::FirstVerb)?;
        // Where chance alone leads nowhere, what it learns leads there no sooner.
        let (policy, lead) = if quick.plies.saturating_mul(SHORTER) < usual.plies {
            (Policy::Random(Playout::FirstVerb), quick.lead)
        } else {
            (Policy::Learnt, usual.lead)
        };
        used += u64::from(2 * TRIALS);
        let margin = if matches!(self.game.pack().scores, ScoreRule::Wins) { 0.0 } else { MARGIN };
        let options = TreeOptions { policy, margin, scale: lead.max(1e-6), ..TreeOptions::default() };
        let nodes = ask.budget.nodes.map(|nodes| nodes.saturating_sub(used).max(1));
        let budget = Budget { nodes, ..ask.budget.clone() };
        let mut found = self.monte_carlo(&worlds, &Ask { options, budget, ..plain(ask) }, judge, generator)?;
        found.nodes += used;
        Ok((found, Way::Tree))
    }

    /// A few playouts from the position, by one policy. They are the same for whoever asks in a moment, and so odds that
    /// are reckoned from how far scores lie apart can be compared.
    fn trial(&mut self, ask: &Ask<'_>, worlds: &Worlds, policy: Playout) -> Result<Trial, SearchError> {
        let game = self.game.clone();
        let mut generator = Generator::from_seed(ask.view.state().position_hash());
        let (mut plies, mut lead) = (0, 0.0);
        for _ in 0..TRIALS {
            ask.budget.allows(0)?;
            let mut state = self.host.draw(worlds, &mut generator)?;
            plies += self.host.playout(&mut state, &mut generator, policy, LONGEST)?;
            let mut scores: Vec<f64> = (0..game.teams().len()).map(|team| game.team_score(&state, team)).collect();
            scores.sort_unstable_by(|a, b| b.total_cmp(a));
            if let [first, second, ..] = scores[..] {
                lead += first - second;
            }
        }
        Ok(Trial { plies, lead: lead / f64::from(TRIALS) })
    }
}

/// The same question with the usual options, but as whole a report.
fn plain<'a>(ask: &Ask<'a>) -> Ask<'a> {
    Ask {
        view: ask.view,
        legal: ask.legal,
        among: ask.among,
        options: TreeOptions::default(),
        deep: DeepOptions { every: ask.deep.every, ..DeepOptions::default() },
        budget: ask.budget.clone(),
    }
}
