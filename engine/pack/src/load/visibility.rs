//! Visibility of zones and variables.

use crate::reader::Section;
use crate::spec::{Per, Seen};
use parlour_model::diagnostic::Code;

/// The words for visibility.
pub(crate) const SEEN: &[(&str, Seen)] =
    &[("all", Seen::All), ("owner", Seen::Owner), ("others", Seen::Others), ("none", Seen::None)];

/// Reads the visibility of something that has no owner, or of each of a family.
pub(super) fn read_seen(section: &Section<'_>, name: &str, what: &str, per: &Per) -> Option<Seen> {
    let seen = section.word("seen", SEEN);
    let is_unknown = *per == Per::One && section.node("per").is_some();
    if matches!(seen, Some(Seen::Owner | Seen::Others)) && *per != Per::Seat && !is_unknown {
        section.fault_help(
            "seen",
            Code::NoOwner,
            format!("the {what} `{name}` has no owner"),
            format!("only a {what} with `per = \"seat\"` can be seen by its owner"),
        );
    }
    seen
}
