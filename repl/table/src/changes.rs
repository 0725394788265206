//! What has changed at a table, number by number, so that a client can ask for what it missed.

use parlour_engine::play::Match;
use serde::Serialize;

use crate::told::{self, EventTold, StepTold};
use crate::viewer::Sight;

/// A change as a viewer may know it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ChangeTold {
    /// The number of the change: the version of the table after it.
    pub version: u64,
    /// What has changed.
    #[serde(flatten)]
    pub what: WhatTold,
}

/// What has changed, as a viewer may know it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "change", rename_all = "snake_case")]
#[non_exhaustive]
pub enum WhatTold {
    /// The match began, or was taken up again.
    Begun {
        /// What happened while it was set up, if no action was taken before.
        events: Vec<EventTold>,
    },
    /// An action was taken.
    Acted(StepTold),
    /// Actions were taken back; what they had brought about is not told any more.
    TakenBack {
        /// So many actions are left.
        to: usize,
    },
    /// Somebody else sits on a seat.
    Seated {
        /// The seat.
        seat: String,
        /// Who sits there.
        player: String,
    },
    /// Hidden things were revealed.
    Revealed,
    /// The match goes on by other rules: everything is to be looked at anew.
    Reloaded,
}

#[derive(Clone, Debug)]
enum What {
    Begun {
        at: usize,
    },
    /// The place of the step; `None` once it was taken back.
    Acted(Option<usize>),
    /// What every viewer may know as it is.
    Open(WhatTold),
}

/// All changes of a table.
#[derive(Debug)]
pub(crate) struct Changes(Vec<What>);

impl Changes {
    /// Those of a match that begins or goes on.
    pub(crate) fn new(played: &Match) -> Self {
        Self(vec![What::Begun { at: played.steps().len() }])
    }

    /// The number of the last change, from 1.
    pub(crate) fn version(&self) -> u64 {
        self.0.len() as u64
    }

    /// An action was taken, or several.
    pub(crate) fn acted(&mut self, played: &Match, before: usize) {
        self.0.extend((before..played.steps().len()).map(|n| What::Acted(Some(n))));
    }

    /// Actions were taken back.
    pub(crate) fn taken_back(&mut self, played: &Match) {
        let to = played.steps().len();
        for what in &mut self.0 {
            if let What::Acted(step) = what {
                *step = step.filter(|&step| step < to);
            }
        }
        self.0.push(What::Open(WhatTold::TakenBack { to }));
    }

    pub(crate) fn seated(&mut self, seat: &str, player: &str) {
        let (seat, player) = (seat.to_owned(), player.to_owned());
        self.0.push(What::Open(WhatTold::Seated { seat, player }));
    }

    pub(crate) fn revealed(&mut self) {
        self.0.push(What::Open(WhatTold::Revealed));
    }

    /// The steps are those of other rules.
    pub(crate) fn reloaded(&mut self) {
        self.0.iter_mut().for_each(|what| {
            if let What::Acted(step) = what {
                *step = None;
            }
        });
        self.0.push(What::Open(WhatTold::Reloaded));
    }

    /// The changes after a version, as a viewer may know them now.
    pub(crate) fn since(&self, played: &Match, version: u64, sight: Sight) -> Vec<ChangeTold> {
        let from = usize::try_from(version).unwrap_or(usize::MAX).min(self.0.len());
        let told = |(n, what): (usize, &What)| {
            let what = match what {
                What::Begun { at: 0 } => {
                    WhatTold::Begun { events: told::events(played.game(), played.opening(), sight) }
                }
                What::Begun { .. } => WhatTold::Begun { events: Vec::new() },
                What::Acted(step) => WhatTold::Acted(told::step(played, (*step)?, sight)?),
                What::Open(what) => what.clone(),
            };
            Some(ChangeTold { version: n as u64 + 1, what })
        };
        self.0.iter().enumerate().skip(from).filter_map(told).collect()
    }
}

impl ChangeTold {
    /// The events of the change.
    pub fn events(&self) -> &[EventTold] {
        match &self.what {
            WhatTold::Begun { events } => events,
            WhatTold::Acted(step) => &step.events,
            _ => &[],
        }
    }
}
