//! What clients and the table say to each other, frame by frame.

use serde::Deserialize;
use serde_json::{Value, json};

use crate::limits::Limits;

/// What a client asks for.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum Ask {
    Sit {
        token: String,
        #[serde(default)]
        since: Option<u64>,
        /// Frames are sent compressed.
        #[serde(default)]
        deflate: bool,
        #[serde(default)]
        name: Option<String>,
        /// The token of the host, for who has that besides one's own.
        #[serde(default)]
        host: Option<String>,
    },
    Act {
        id: Id,
        action: String,
    },
    Why {
        id: Id,
        action: String,
    },
    Hint {
        id: Id,
    },
    Undo {
        id: Id,
    },
    Answer {
        #[serde(default)]
        id: Option<Id>,
        yes: bool,
    },
    Chat {
        text: String,
    },
    /// A name that somebody takes from now on.
    Name {
        text: String,
    },
    /// A seat gives the match up.
    Resign {
        id: Id,
    },
    /// A seat offers a draw.
    Offer {
        id: Id,
        kind: String,
    },
    /// A seat's word for a fair deal.
    Word {
        id: Id,
        word: String,
    },
    /// Somebody wants to play once more.
    Again {
        id: Id,
    },
    /// Somebody else is to play a seat.
    Seat {
        id: Id,
        seat: String,
        player: String,
    },
    /// A client wants pictures, so many pixels wide and high, with the boards turned round if it likes.
    Paint {
        width: u32,
        height: u32,
        #[serde(default)]
        turned: bool,
    },
    /// A moment of a match that is over, as a seat saw it, or with everything open.
    Look {
        id: Id,
        at: usize,
        #[serde(default)]
        seat: Option<String>,
    },
    /// What the decisions of a match that is over were worth.
    Review {
        id: Id,
    },
    /// A match that is over as a save, up to a moment.
    Save {
        id: Id,
        #[serde(default)]
        at: Option<usize>,
    },
    /// A link for somebody to whom a match is shown that is over.
    Link {
        id: Id,
    },
}

impl Ask {
    /// What the client calls it, if it waits for an answer.
    pub(crate) fn id(&self) -> Option<&Id> {
        match self {
            Self::Act { id, .. }
            | Self::Why { id, .. }
            | Self::Hint { id }
            | Self::Undo { id }
            | Self::Again { id }
            | Self::Resign { id }
            | Self::Offer { id, .. }
            | Self::Word { id, .. }
            | Self::Seat { id, .. }
            | Self::Look { id, .. }
            | Self::Review { id }
            | Self::Save { id, .. }
            | Self::Link { id } => Some(id),
            Self::Answer { id, .. } => id.as_ref(),
            Self::Sit { .. } | Self::Chat { .. } | Self::Name { .. } | Self::Paint { .. } => None,
        }
    }
}

/// What a client calls something that it asks for.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Value")]
pub(crate) struct Id(pub(crate) Value);

impl TryFrom<Value> for Id {
    type Error = String;

    fn try_from(value: Value) -> Result<Self, String> {
        match &value {
            Value::Number(_) => Ok(Self(value)),
            Value::String(text) if text.len() <= Limits::LONGEST_ID => Ok(Self(value)),
            _ => Err(format!("an `id` is a number or a text of at most {} bytes", Limits::LONGEST_ID)),
        }
    }
}

/// Reads a frame.
///
/// # Errors
/// Why it can't be read.
pub(crate) fn read(text: &str) -> Result<Ask, String> {
    let ask: Ask = serde_json::from_str(text).map_err(|error| format!("this frame can't be read: {error}"))?;
    let longest = match &ask {
        Ask::Act { action, .. } | Ask::Why { action, .. } => (action.len(), Limits::LONGEST_ACTION),
        Ask::Chat { text } | Ask::Name { text } => (text.chars().count(), Limits::LONGEST_CHAT),
        Ask::Sit { token, .. } => (token.len(), Limits::LONGEST_ID),
        _ => (0, 0),
    };
    if longest.0 > longest.1 {
        return Err(format!("this is too long: at most {} are read", longest.1));
    }
    Ok(ask)
}

/// Something can't be done or understood.
pub(crate) fn error(text: &str) -> Value {
    json!({ "type": "error", "text": text })
}

pub(crate) fn done(id: &Id) -> Value {
    json!({ "type": "done", "id": id.0 })
}

pub(crate) fn refused(id: &Id, why: &str) -> Value {
    json!({ "type": "refused", "id": id.0, "why": why })
}

/// A text of a person, in one line and without what isn't seen, shortened.
pub(crate) fn clean(text: &str, most: usize) -> String {
    let shown = text.chars().filter(|&c| !c.is_control() && !parlour_table::visible::is_hidden(c));
    shown.take(most).collect::<String>().trim().to_owned()
}

/// What goes to a client.
#[derive(Clone, Debug)]
pub(crate) enum Out {
    /// A frame.
    Text(String),
    /// The connection ends, for a reason.
    Close(u16, &'static str),
}
