//! Versioned changes of a table, so that a client can request those it missed.

use parlour_ai::HUMAN;
use parlour_engine::play::Match;
use serde::{Deserialize, Serialize};

use crate::told::{self, EventTold, StepTold};
use crate::viewer::Sight;

/// A change as a viewer may know it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ChangeTold {
    /// The table version after it.
    pub version: u64,
    /// The kind of change.
    #[serde(flatten)]
    pub what: WhatTold,
    /// The event that reports a change other than an action, if any.
    #[serde(skip)]
    event: Option<EventTold>,
}

/// The kind of a change, as a viewer may know it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "change", rename_all = "snake_case")]
#[non_exhaustive]
pub enum WhatTold {
    /// The match began, or was resumed.
    Begun {
        /// The events of the set-up, if no action was taken before.
        events: Vec<EventTold>,
    },
    /// An action was taken.
    Acted(StepTold),
    /// Actions were undone; their events aren't reported any more.
    TakenBack {
        /// The number of remaining actions.
        to: usize,
    },
    /// The player of a seat changed.
    Seated {
        /// The seat.
        seat: String,
        /// The new player.
        player: String,
    },
    /// Hidden information was revealed.
    Revealed,
    /// A message that belongs to the match: a draw offered or declined, a resignation.
    Said {
        /// The message, as an event.
        events: Vec<EventTold>,
    },
    /// The rules were reloaded: everything must be fetched again.
    Reloaded,
}

#[derive(Clone, Debug)]
enum What {
    Begun {
        at: usize,
    },
    /// The index of the step; `None` once it was undone.
    Acted(Option<usize>),
    /// A change that every viewer may know as it is.
    Open(Open),
}

/// A change that isn't an action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Open {
    TakenBack { to: usize },
    Seated { seat: String, player: String },
    Revealed,
    Said { kind: String, seat: Option<String>, text: String },
    Reloaded,
}

impl Open {
    /// The event of the change for viewers.
    fn event(&self) -> Option<EventTold> {
        let Self::Seated { seat, player } = self else { return None };
        let text = match player.as_str() {
            HUMAN => format!("{seat} is played by a person from now on."),
            robot => format!("{seat} is played by a robot from now on: {robot}."),
        };
        let fields = [("seat", seat), ("player", player)].map(|(key, value)| (key.to_owned(), value.clone().into()));
        Some(EventTold { kind: SEAT.to_owned(), text: Some(text), fields: fields.into_iter().collect() })
    }

    fn told(&self) -> WhatTold {
        match self.clone() {
            Self::TakenBack { to } => WhatTold::TakenBack { to },
            Self::Seated { seat, player } => WhatTold::Seated { seat, player },
            Self::Revealed => WhatTold::Revealed,
            Self::Said { kind, seat, text } => {
                let fields = seat.map(|seat| ("seat".to_owned(), seat.into())).into_iter().collect();
                WhatTold::Said { events: vec![EventTold { kind, text: Some(text), fields }] }
            }
            Self::Reloaded => WhatTold::Reloaded,
        }
    }
}

/// The event kind for a change of a seat's player.
const SEAT: &str = "seat";
/// The maximum number of changes other than actions kept in a [`History`].
const KEPT: usize = 200;

/// The part of a table's changes that its match doesn't record. With it version numbers continue when the table is
/// resumed, so that a reconnecting client gets exactly the changes it missed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct History {
    /// The current version.
    version: u64,
    /// The changes other than actions, by version; `None` if there were too many to keep.
    open: Option<Vec<(u64, Open)>>,
    /// The version before the first change.
    #[serde(default)]
    base: u64,
}

impl History {
    /// The history of a table of which only the last version is known: clients with an earlier one get everything.
    pub fn unknown(version: u64) -> Self {
        Self { version, open: None, base: 0 }
    }
}

/// All changes of a table.
#[derive(Debug)]
pub(crate) struct Changes {
    /// The version before the first of them.
    base: u64,
    all: Vec<What>,
}

impl Changes {
    /// The changes of a new or resumed match.
    pub(crate) fn new(played: &Match) -> Self {
        Self { base: 0, all: vec![What::Begun { at: played.steps().len() }] }
    }

    /// The current version, from 1.
    pub(crate) fn version(&self) -> u64 {
        self.base + self.all.len() as u64
    }

    /// True if a client with a version can get just the changes it missed.
    pub(crate) fn has(&self, version: u64) -> bool {
        (self.base + 1..=self.version()).contains(&version)
    }

    /// The part that has to be stored beside the match.
    pub(crate) fn history(&self) -> History {
        let open = |(what, number): (&What, u64)| match what {
            What::Open(open) => Some((number, open.clone())),
            _ => None,
        };
        let open: Vec<_> = self.all.iter().zip(self.base + 1..).filter_map(open).collect();
        History { version: self.version(), open: (open.len() <= KEPT).then_some(open), base: self.base }
    }

    /// Continues the version numbers of a match that was resumed after a number of actions.
    pub(crate) fn go_on(&mut self, history: &History, steps: usize) {
        let before = history.open.as_ref().and_then(|open| rebuilt(history.base, open, steps));
        let (base, mut all) = match before {
            Some(all) => (history.base, all),
            // Each later action counts as one change, so that no version number is reused.
            None => (history.version + steps as u64, begun(steps)),
        };
        let is_new = |what: &What| matches!(what, What::Open(open) if !matches!(open, Open::TakenBack { .. }));
        all.extend(self.all.drain(..).filter(is_new));
        *self = Self { base, all };
    }

    /// Records new actions.
    pub(crate) fn acted(&mut self, played: &Match, before: usize) {
        self.all.extend((before..played.steps().len()).map(|n| What::Acted(Some(n))));
    }

    /// Records an undo.
    pub(crate) fn taken_back(&mut self, played: &Match) {
        let to = played.steps().len();
        forget(&mut self.all, to);
        self.all.push(What::Open(Open::TakenBack { to }));
    }

    pub(crate) fn seated(&mut self, seat: &str, player: &str) {
        let (seat, player) = (seat.to_owned(), player.to_owned());
        self.all.push(What::Open(Open::Seated { seat, player }));
    }

    pub(crate) fn revealed(&mut self) {
        self.all.push(What::Open(Open::Revealed));
    }

    /// Records a message that belongs to the match.
    pub(crate) fn said(&mut self, kind: &str, seat: Option<&str>, text: String) {
        let (kind, seat) = (kind.to_owned(), seat.map(str::to_owned));
        self.all.push(What::Open(Open::Said { kind, seat, text }));
    }

    /// Records a reload of the rules.
    pub(crate) fn reloaded(&mut self) {
        forget(&mut self.all, 0);
        self.all.push(What::Open(Open::Reloaded));
    }

    /// The changes after a version, as a viewer may know them now.
    pub(crate) fn since(&self, played: &Match, version: u64, sight: Sight) -> Vec<ChangeTold> {
        let from = usize::try_from(version.saturating_sub(self.base)).unwrap_or(usize::MAX).min(self.all.len());
        let told = |(n, what): (usize, &What)| {
            let event = match what {
                What::Open(open) => open.event(),
                _ => None,
            };
            let what = match what {
                What::Begun { at: 0 } => {
                    WhatTold::Begun { events: told::events(played.game(), played.opening(), sight) }
                }
                What::Begun { .. } => WhatTold::Begun { events: Vec::new() },
                What::Acted(step) => WhatTold::Acted(told::step(played, (*step)?, sight)?),
                What::Open(open) => open.told(),
            };
            Some(ChangeTold { version: self.base + n as u64 + 1, what, event })
        };
        self.all.iter().enumerate().skip(from).filter_map(told).collect()
    }
}

/// The changes of a match with this many actions and nothing else.
fn begun(steps: usize) -> Vec<What> {
    let acted = (0..steps).map(|n| What::Acted(Some(n)));
    std::iter::once(What::Begun { at: 0 }).chain(acted).collect()
}

/// Forgets undone steps.
fn forget(all: &mut [What], to: usize) {
    for what in all {
        if let What::Acted(step) = what {
            *step = step.filter(|&step| step < to);
        }
    }
}

/// Rebuilds the changes of a match with a number of actions; `None` if the stored changes contradict it.
fn rebuilt(base: u64, open: &[(u64, Open)], steps: usize) -> Option<Vec<What>> {
    let (mut all, mut at) = (begun(0), 0);
    for (number, open) in open {
        let before = usize::try_from(number.checked_sub(base + 1)?).ok()?;
        let acted = before.checked_sub(all.len())?;
        all.extend((at..at + acted).map(|n| What::Acted(Some(n))));
        at += acted;
        match open {
            Open::TakenBack { to } => {
                at = *to;
                forget(&mut all, at);
            }
            Open::Reloaded => forget(&mut all, 0),
            Open::Seated { .. } | Open::Revealed | Open::Said { .. } => {}
        }
        all.push(What::Open(open.clone()));
    }
    all.extend((at..steps).map(|n| What::Acted(Some(n))));
    (at <= steps).then_some(all)
}

impl ChangeTold {
    /// The events of the change.
    pub fn events(&self) -> &[EventTold] {
        match &self.what {
            WhatTold::Begun { events } | WhatTold::Said { events } => events,
            WhatTold::Acted(step) => &step.events,
            _ => self.event.as_slice(),
        }
    }
}
