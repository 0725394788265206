//! What happened: events come out of setting up and of applying actions, each with fields that everyone or only
//! some seats may see.

use smallvec::SmallVec;

use crate::ids::{EventKind, Seat};

/// The type of an event's field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldKind {
    /// A card type (0 for none).
    Card,
    /// Cards with counts.
    Cards,
    /// A seat (0 for none).
    Seat,
    /// A whole number.
    Number,
    /// A word of one of the pack's lists (0 for none).
    Word(usize),
    /// A square of a board (0 for off the board).
    Square(usize),
    /// The symbol of a board's cell.
    Symbol(usize),
    /// The same, told by its character instead of its name.
    Glyph(usize),
}

/// A field of a kind of event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldSpec {
    /// Its name and key in JSON.
    pub name: String,
    /// Its type.
    pub kind: FieldKind,
    /// The seat fields whose seats alone may see it; empty means everyone.
    pub seen_by: Vec<usize>,
    /// Nobody may see it; it stands only in traces.
    pub secret: bool,
    /// Where its bytes are in the event's record.
    pub offset: usize,
}

/// A kind of event.
#[derive(Clone, Debug, Default)]
pub struct EventSpec {
    /// Its name, `kind` in JSON.
    pub name: String,
    /// Its fields.
    pub fields: Vec<FieldSpec>,
    /// Sentences by audience: the name of a seat field, or `all`. The first whose seat is the viewer's is told.
    /// `{field}` stands for a field's value.
    pub texts: Vec<(String, String)>,
    /// Bytes of a record, the kind included.
    pub width: usize,
}

/// Something that happened, in the game's binary form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// What happened.
    pub kind: EventKind,
    /// The record: the kind's number, then the fields at their offsets; numbers are little-endian `i32`.
    pub record: SmallVec<[u8; 24]>,
}

impl Event {
    /// The number in a field that is not of the type cards.
    pub fn number(&self, field: &FieldSpec) -> i32 {
        let at = field.offset;
        match self.record.get(at..at + 4) {
            Some(bytes) => i32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]),
            None => 0,
        }
    }

    /// The counts in a field of the type cards.
    pub fn cards(&self, field: &FieldSpec, card_types: usize) -> &[u8] {
        self.record.get(field.offset..field.offset + card_types).unwrap_or_default()
    }
}

impl EventSpec {
    /// Whether a seat (or an onlooker, `None`) may see a field of an event.
    pub fn may_see(&self, event: &Event, field: &FieldSpec, viewer: Option<Seat>) -> bool {
        if field.secret {
            return false;
        }
        if field.seen_by.is_empty() {
            return true;
        }
        let Some(viewer) = viewer else { return false };
        field.seen_by.iter().any(|&n| event.number(&self.fields[n]) == i32::from(viewer.number()))
    }
}
