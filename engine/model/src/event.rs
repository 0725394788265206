//! Events: results of setting up and of applying actions, each with fields that everyone or only some seats may see.

use smallvec::SmallVec;

use crate::diagnostic::{Unplaced, suggest};
use crate::ids::{EventKind, Seat};
use crate::kind::{Kind, Numbers, Value};
use crate::text::{self, Names, Part, Piece, Use, by_audience};

/// The sentence of an event, with fields by index.
pub type Sentence = Vec<Part<usize>>;

/// A field of a kind of event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldSpec {
    /// Its name and key in JSON.
    pub name: String,
    /// Its type.
    pub kind: Kind,
    /// The seat fields whose seats alone may see it; empty means everyone.
    pub seen_by: Vec<usize>,
    /// The seat fields whose seats may not see it; all other seats may, but spectators may not.
    pub hidden_from: Vec<usize>,
    /// True if nobody may see it; it is only in traces.
    pub secret: bool,
    /// If each seat counts its first `n` values from its own side: other seats read the values of an event from the
    /// other end.
    pub turned: Option<i32>,
    /// The offset of its bytes in the event's record.
    pub offset: usize,
}

/// A kind of event.
#[derive(Clone, Debug, Default)]
pub struct EventSpec {
    /// Its name, `kind` in JSON.
    pub name: String,
    /// Its fields.
    pub fields: Vec<FieldSpec>,
    /// Sentences by audience: the name of a seat field, or `all`. The first one that fits the viewer is used.
    pub texts: Vec<(String, Sentence)>,
    /// Bytes of a record, including the kind.
    pub width: usize,
}

/// An event in the game's binary form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Its kind.
    pub kind: EventKind,
    /// The record: the kind's number, then the fields at their offsets; numbers are little-endian `i32`.
    pub record: SmallVec<[u8; 24]>,
    /// The viewers that don't observe it, or some of its fields, by what they see on boards.
    pub blanks: Blanks,
}

/// The viewers that don't observe an action or an event, or some of its parts: a bit for each seat, and the last for
/// spectators.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Blanks {
    /// Those that don't observe any of it.
    whole: u32,
    /// Those that don't observe a part, by the offset of its bytes in the record.
    parts: SmallVec<[(u16, u32); 2]>,
}

impl Blanks {
    fn bit(viewer: Option<Seat>) -> u32 {
        viewer.map_or(1 << 31, |seat| 1 << seat.0)
    }

    /// Hides all of it from a viewer.
    pub fn hide(&mut self, viewer: Option<Seat>) {
        self.whole |= Self::bit(viewer);
    }

    /// Hides a part from a viewer.
    pub fn hide_part(&mut self, offset: usize, viewer: Option<Seat>) {
        let offset = offset as u16;
        match self.parts.iter_mut().find(|(at, _)| *at == offset) {
            Some((_, mask)) => *mask |= Self::bit(viewer),
            None => self.parts.push((offset, Self::bit(viewer))),
        }
    }

    /// True if all of it is hidden from a viewer.
    pub fn hides(&self, viewer: Option<Seat>) -> bool {
        self.whole & Self::bit(viewer) != 0
    }

    /// True if a part is hidden from a viewer.
    pub fn hides_part(&self, offset: usize, viewer: Option<Seat>) -> bool {
        let is_it = |(at, mask): &(u16, u32)| usize::from(*at) == offset && mask & Self::bit(viewer) != 0;
        self.hides(viewer) || self.parts.iter().any(is_it)
    }
}

impl Event {
    /// True if a viewer doesn't observe it at all, because it happens on squares that the viewer doesn't see.
    pub fn is_unseen(&self, viewer: Option<Seat>) -> bool {
        self.blanks.hides(viewer)
    }

    /// The number in a field of a type other than cards.
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

    /// A field's value.
    pub fn value(&self, field: &FieldSpec, card_types: usize) -> Value<'_> {
        match field.kind {
            Kind::Cards => Value::Cards(self.cards(field, card_types)),
            Kind::Numbers => {
                let bytes = self.record.get(field.offset..field.offset + Numbers::WIDTH);
                Value::Numbers(Numbers(bytes.unwrap_or_default()))
            }
            _ => Value::Number(self.number(field)),
        }
    }
}

impl FieldSpec {
    /// True if some viewer may not see it.
    pub fn is_hidden(&self) -> bool {
        self.secret || !self.seen_by.is_empty() || !self.hidden_from.is_empty()
    }
}

impl EventSpec {
    /// Adds a field that everyone sees, of so many bytes.
    pub fn add_field(&mut self, name: &str, kind: Kind, width: usize) {
        self.fields.push(FieldSpec {
            name: name.to_owned(),
            kind,
            seen_by: Vec::new(),
            hidden_from: Vec::new(),
            secret: false,
            turned: None,
            offset: self.width,
        });
        self.width += width;
    }

    /// Reads a sentence.
    ///
    /// # Errors
    /// The first fault, such as an unknown name in braces, with the known ones.
    pub fn sentence(&self, text: &str) -> Result<Sentence, Unplaced> {
        let is_of_seats =
            |hole: &str| hole.contains('|') && hole.split_once(':').is_none_or(|(name, _)| self.is_seat(name));
        for piece in text::pieces(text) {
            if let Ok(Piece::Hole(hole)) = piece
                && is_of_seats(hole)
            {
                return Err(format!(
                    "`{{{hole}}}`: words for a seat and for the others stand only in one text for all viewers, \
                     `text = \"...\"`"
                )
                .into());
            }
        }
        text::read(text, &mut &*self)
    }

    /// The sentences of one text for all viewers, by audience, as [`by_audience`] has them.
    ///
    /// # Errors
    /// The first unknown name in braces, with the known ones.
    pub fn sentences(&self, text: &str) -> Result<Vec<(String, Sentence)>, Unplaced> {
        let texts = by_audience(text, &|name| self.is_seat(name))?.into_iter();
        texts.map(|(audience, text)| Ok((audience, self.sentence(&text)?))).collect()
    }

    /// True if a field is a seat.
    fn is_seat(&self, name: &str) -> bool {
        self.fields.iter().any(|field| field.name == name && field.kind == Kind::Seat)
    }

    /// A number of a field as a viewer counts it; spectators count as the first seat.
    pub fn counted(&self, event: &Event, field: &FieldSpec, viewer: Option<Seat>) -> i32 {
        let number = event.number(field);
        let Some(last) = field.turned.filter(|last| (1..=*last).contains(&number)) else { return number };
        let of = self.fields.iter().find(|field| field.kind == Kind::Seat).map_or(0, |field| event.number(field));
        if of == viewer.map_or(1, |viewer| i32::from(viewer.number())) { number } else { last + 1 - number }
    }

    /// True if a seat (or a spectator, `None`) may see a field of an event.
    pub fn may_see(&self, event: &Event, field: &FieldSpec, viewer: Option<Seat>) -> bool {
        if field.secret || event.blanks.hides_part(field.offset, viewer) {
            return false;
        }
        if field.seen_by.is_empty() && field.hidden_from.is_empty() {
            return true;
        }
        let Some(viewer) = viewer else { return false };
        let is_viewer = |n: &usize| event.number(&self.fields[*n]) == i32::from(viewer.number());
        (field.seen_by.is_empty() || field.seen_by.iter().any(is_viewer)) && !field.hidden_from.iter().any(is_viewer)
    }
}

/// Fields by their names.
impl Names for &EventSpec {
    type Hole = usize;

    fn find(&mut self, name: &str, of: Use) -> Result<usize, String> {
        let fits = |kind: Kind| match of {
            Use::Value => true,
            Use::Number => kind == Kind::Number,
            Use::Card => kind == Kind::Card,
            Use::Cards => kind == Kind::Cards,
        };
        let known = || self.fields.iter().filter(|field| fits(field.kind)).map(|field| field.name.as_str());
        let found = self.fields.iter().position(|field| field.name == name && fits(field.kind));
        found.ok_or_else(|| format!("`{{{name}}}` is not a field that can stand here; {}", suggest(name, known())))
    }
}
