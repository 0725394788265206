//! The protocol between clients and tables, frame by frame.

use serde::Deserialize;
use serde_json::{Value, json};

use crate::limits::Limits;

/// A client's request.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum Ask {
    Sit {
        token: String,
        #[serde(default)]
        since: Option<u64>,
        /// True if frames are to be compressed.
        #[serde(default)]
        deflate: bool,
        #[serde(default)]
        name: Option<String>,
        /// The host's token, if the client has it besides its own.
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
    /// Changes the client's name.
    Name {
        text: String,
    },
    /// Resigns for a seat.
    Resign {
        id: Id,
    },
    /// Offers a draw for a seat.
    Offer {
        id: Id,
        kind: String,
    },
    /// A seat's contribution to a fair deal.
    Word {
        id: Id,
        word: String,
    },
    /// Asks for a rematch.
    Again {
        id: Id,
    },
    /// Changes the player of a seat.
    Seat {
        id: Id,
        seat: String,
        player: String,
    },
    /// Subscribes to pictures of a size in pixels, with boards optionally turned round.
    Paint {
        width: u32,
        height: u32,
        #[serde(default)]
        turned: bool,
    },
    /// A position of a finished match, as a seat saw it, or with hidden information.
    Look {
        id: Id,
        at: usize,
        #[serde(default)]
        seat: Option<String>,
    },
    /// The review of a finished match.
    Review {
        id: Id,
    },
    /// A finished match as a save, up to a moment.
    Save {
        id: Id,
        #[serde(default)]
        at: Option<usize>,
    },
    /// A link that shows a finished match to others.
    Link {
        id: Id,
    },
}

impl Ask {
    /// The client's id of the request, if it expects an answer.
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

/// A client's id of a request.
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

/// Parses a frame.
///
/// # Errors
/// The fault of an invalid frame.
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

/// An error message.
pub(crate) fn error(text: &str) -> Value {
    json!({ "type": "error", "text": text })
}

pub(crate) fn done(id: &Id) -> Value {
    json!({ "type": "done", "id": id.0 })
}

pub(crate) fn refused(id: &Id, why: &str) -> Value {
    json!({ "type": "refused", "id": id.0, "why": why })
}

/// Sanitizes a person's text: one line without hidden characters, shortened.
pub(crate) fn clean(text: &str, most: usize) -> String {
    let shown = text.chars().filter(|&c| !c.is_control() && !parlour_table::sanitize::is_hidden(c));
    shown.take(most).collect::<String>().trim().to_owned()
}

/// A message to a client's connection.
#[derive(Clone, Debug)]
pub(crate) enum Out {
    /// A frame.
    Text(String),
    /// Ends the connection with a code and reason.
    Close(u16, &'static str),
}
