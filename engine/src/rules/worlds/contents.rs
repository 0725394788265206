//! What can stand on each square that a viewer doesn't see: a domain of cells for each, narrowed by what the viewer observes.
//!
//! Observed are the squares that the viewer sees and, when it is to act, its legal actions by tables. A cell leaves the
//! domain of a square if with it the observations differ from the real ones in the same way however the other squares are
//! filled, and not with all other cells of the domain. This is arc consistency (Mackworth 1977) with some fillings in
//! place of all: as empty and as full as the domains allow, which is exact where more pieces only block or only open, as
//! with steps, slides and captures; and some between, where a piece passes over others. That may still remove too much,
//! so some worlds are drawn from the domains as they are before.

use std::collections::BTreeSet;

use xxhash_rust::xxh3::xxh3_64;

use parlour_board::{BoardRules, Scratch, Tier};
use parlour_game::Game;
use parlour_model::action::{Action, ActionList};
use parlour_model::cells::CellSet;
use parlour_model::chance::Generator;
use parlour_model::ids::{BoardId, Seat};
use parlour_model::state::State;
use parlour_pack::pieces::Effect;

/// The fillings between empty and full where pieces pass over others.
const BETWEEN: usize = 8;

/// For each square, the cells that can stand there; none for a square that the viewer sees.
pub(super) type Domains = Vec<CellSet>;

/// The observations of a viewer on a board.
pub(super) struct Observer<'a> {
    pub(super) game: &'a Game,
    pub(super) board: BoardId,
    pub(super) viewer: Option<Seat>,
    /// The tables of the board and the viewer's legal actions, if it is to act and they are known.
    pub(super) legal: Option<(&'a BoardRules, &'a ActionList)>,
    /// True if the legal actions by tables are all that are pseudo-legal.
    pub(super) is_all: bool,
}

impl Observer<'_> {
    /// The facts that are observed in a view or a full state: squares seen, by index, and hashes of actions by tables.
    fn facts(&self, state: &State, real: bool) -> BTreeSet<u64> {
        let sight = self.game.sight(state, self.board, self.viewer);
        let mut out: BTreeSet<u64> = (0..sight.len()).filter(|&n| sight[n]).map(|n| n as u64).collect();
        let (Some((rules, legal)), Some(due)) = (self.legal, state.decision()) else { return out };
        let verbs = rules.phase_verbs[due.phase.index()];
        let mut pseudo = ActionList::new();
        let list = match real {
            true => legal,
            false => {
                pseudo.width = rules.action_width;
                let tier = Tier { verbs, only: None };
                rules.list_unjudged(&mut Scratch::default(), state, due.seat.index(), tier, &mut pseudo);
                &pseudo
            }
        };
        let records = (0..list.len()).map(|n| list.record(n)).filter(|record| verbs >> record[0] & 1 != 0);
        out.extend(records.map(|record| xxh3_64(Action::without_rest(self.game, record)) | 1 << 63));
        out
    }

    /// The facts that a full state contradicts.
    fn wrong(&self, state: &State, real: &BTreeSet<u64>) -> BTreeSet<u64> {
        let facts = self.facts(state, false);
        let is_counted = |fact: &u64| self.is_all || fact >> 63 == 0 || real.contains(fact);
        facts.symmetric_difference(real).copied().filter(is_counted).collect()
    }

    /// True if there are moves by tables that pass over other pieces.
    fn passes_over(&self) -> bool {
        let rules = self.game.board_rules().filter(|rules| rules.board == self.board.index());
        rules.is_some_and(|rules| {
            rules.has_chains() || rules.rules.iter().any(|rule| rule.over > 0 || rule.effect == Effect::Jump)
        })
    }

    /// Narrows the domains of the squares of a view by what is observed.
    pub(super) fn narrow(&self, view: &State, domains: &mut Domains) {
        let offset = self.game.layout().boards[self.board.index()].offset;
        let real = self.facts(view, true);
        let mut generator = Generator::from_seed(0);
        loop {
            let fill = |fills: &mut dyn FnMut() -> bool| {
                let mut state = view.clone();
                for (square, &domain) in domains.iter().enumerate().filter(|(_, domain)| !domain.is_empty()) {
                    state.bytes[offset + square] = filling(domain, fills());
                }
                state
            };
            let mut fillings = vec![fill(&mut || false), fill(&mut || true)];
            let between = if self.passes_over() { BETWEEN } else { 0 };
            fillings.extend((0..between).map(|_| fill(&mut || generator.below(2) == 0)));
            let with = |state: &State, square: usize, cell: u8| {
                let mut state = state.clone();
                state.bytes[offset + square] = cell;
                state
            };
            let wrong = |square: usize, cell: u8| -> BTreeSet<u64> {
                let mut sets = fillings.iter().map(|state| self.wrong(&with(state, square, cell), &real));
                let first = sets.next().unwrap_or_default();
                sets.fold(first, |common, set| common.intersection(&set).copied().collect())
            };
            // A square matters if something is observed otherwise when it is filled, or emptied.
            let seen: Vec<BTreeSet<u64>> = fillings.iter().map(|state| self.facts(state, false)).collect();
            let matters = |square: usize| {
                fillings.iter().zip(&seen).any(|(state, seen)| {
                    let is_full = state.bytes[offset + square] != 0;
                    self.facts(&with(state, square, filling(domains[square], !is_full)), false) != *seen
                })
            };
            let open = (0..domains.len()).filter(|&square| domains[square].len() > 1 && matters(square));
            let mut narrowed = Vec::new();
            for square in open {
                let cells: Vec<(u8, BTreeSet<u64>)> =
                    domains[square].iter().map(|cell| (cell, wrong(square, cell))).collect();
                let is_common = |fact: &&u64| cells.iter().all(|(_, wrong)| wrong.contains(fact));
                let common = cells[0].1.iter().filter(is_common).count();
                let kept = cells.iter().filter(|(_, wrong)| wrong.len() == common);
                let kept: CellSet = kept.map(|(cell, _)| *cell).collect();
                if !kept.is_empty() && kept != domains[square] {
                    narrowed.push((square, kept));
                }
            }
            if narrowed.is_empty() {
                return;
            }
            narrowed.into_iter().for_each(|(square, kept)| domains[square] = kept);
        }
    }
}

/// The cell of a domain that fills a square least or most.
fn filling(domain: CellSet, full: bool) -> u8 {
    let filled = (domain & !CellSet::VACANT).iter().next();
    filled.filter(|_| full || !domain.has(0)).unwrap_or(0)
}
