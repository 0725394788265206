#![doc = include_str!("../README.md")]

mod advice;
mod branches;
mod changes;
mod choices;
pub mod clock;
pub mod deal;
mod description;
pub mod error;
mod file_error;
pub mod judging;
mod keeping;
pub mod lock;
mod look;
mod moments;
mod notes;
mod offers;
mod opened;
mod passing;
mod past;
pub mod reading;
pub mod reload;
mod request;
pub mod sanitize;
pub mod saves;
pub mod scene;
pub mod seats;
mod seed;
mod shelf;
mod snapshot;
mod study;
mod table;
mod targets;
mod told;
mod view;
mod viewer;
pub mod whole_file;

pub use advice::{Advice, Advised, Adviser};
pub use branches::Line;
pub use changes::{ChangeTold, History, WhatTold};
pub use choices::{ArgNow, DomainNow, Legal, LegalAction, Run, VerbNow};
pub use description::Description;
pub use error::Error;
pub use file_error::FileError;
pub use keeping::{Known, Note};
pub use look::{Look, Trial};
pub use moments::Learnt;
pub use offers::Offer;
pub use opened::Opened;
pub use parlour_ai::Thinking;
pub use parlour_ai::{HUMAN, RobotLibrary as Robots};
pub use passing::Passing;
pub use past::Past;
pub use request::{Hint, Reply, Request, Thinker};
pub use saves::Saves;
pub use seats::{Level, Player};
pub use seed::{Seed, fresh_seed};
pub use shelf::{Outcome, Shelf};
pub use snapshot::Snapshot;
pub use study::Study;
pub use table::{Answer, Reason, Table, Why};
pub use targets::{Target, Targets};
pub use told::{Ending, EventTold, StepTold, sentences};
pub use view::{BoardView, SeatStands, SeatView, VarView, ZoneView};
pub use viewer::Viewer;

/// The parts of a [`Description`].
pub mod described {
    pub use crate::description::{
        ArgSaid, BoardSaid, EventSaid, FieldSaid, KindName, OptionSaid, ParamSaid, PhaseSaid, PieceOfUsage, PieceSaid,
        RobotSaid, RowSaid, SeatsSaid, SymbolSaid, VarSaid, VariantSaid, VerbSaid, ZoneSaid,
    };
}
