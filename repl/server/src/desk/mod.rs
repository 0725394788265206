//! A table with its connected clients, owned by the thread of its worker.

mod acting;
mod again;
mod back;
mod consent;
mod dealing;
mod failing;
mod offering;
mod onlooking;
mod presence;
mod reloading;
mod seating;
mod sitting;
mod telling;
mod thinking;
mod timing;
mod undoing;

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Instant;

use parlour_engine::Seat;
use parlour_engine::diagnostic::Faults;
use parlour_table::Table;
use tokio::sync::mpsc::Sender;

use crate::limits::{Bucket, Limits};
use crate::message::{self, Ask, Out};
use crate::shared::Shared;
use crate::store::TableMetadata;
use crate::token::Hash;

use back::Review;
pub(crate) use back::{Found, Studied};
use consent::ConsentRequest;
use failing::Stuck;
use telling::Pictures;
pub(crate) use thinking::Asked;

/// A connected client.
struct Client {
    out: Sender<Out>,
    /// The seat of its token.
    place: Option<Seat>,
    /// The seat that it plays: that of its token, unless a robot fills in.
    seat: Option<Seat>,
    is_host: bool,
    /// The table version that it has; 0 for none.
    has: u64,
    /// True while a hint is being computed.
    is_hinted: bool,
    /// Its subscription of pictures.
    pictures: Option<Pictures>,
    /// The seat whose cards it has seen, if seats have hidden information.
    seen: Option<Seat>,
    /// Its location, as a hash of its address.
    from: Hash,
}

/// A table with its connected clients.
pub(crate) struct Desk {
    id: String,
    table: Table,
    metadata: TableMetadata,
    shared: Arc<Shared>,
    clients: BTreeMap<u64, Client>,
    /// The connected seats, as last reported.
    here: Vec<bool>,
    /// The number of onlookers, as last reported.
    looking: usize,
    /// The time of the next update of delayed onlookers, in server time.
    shows_at: Option<u64>,
    wish: Option<ConsentRequest>,
    /// A rematch that all have agreed to.
    agreed: Option<ConsentRequest>,
    /// The version for which a robot is thinking.
    thinks_at: Option<u64>,
    /// The failure by which the match is stuck.
    fault: Option<Stuck>,
    /// The fault of the display script.
    unshown: Option<Faults>,
    /// The time at which a disabled display script is enabled again.
    shows_from: Option<Instant>,
    /// Actions of robots since somebody was connected.
    unwatched: u32,
    /// Pending requests to robots.
    pub(crate) requests: Vec<Asked>,
    /// Matches to be reviewed.
    pub(crate) studies: Vec<Studied>,
    /// The review of the match.
    review: Option<Review>,
    /// Rate limit of past positions.
    looks: Bucket,
    /// The version after the last action.
    acted_at: u64,
}

impl Desk {
    pub(crate) fn new(id: &str, table: Table, metadata: TableMetadata, shared: Arc<Shared>) -> Self {
        let (clients, requests, here) = (BTreeMap::new(), Vec::new(), vec![false; table.players().len()]);
        let (wish, agreed, thinks_at) = (None, None, None);
        let (fault, unshown, shows_from, unwatched) = (None, None, None, 0);
        let id = id.to_owned();
        let (studies, review, looks) = (Vec::new(), None, Bucket::new(Limits::LOOKS.0, Limits::LOOKS.1));
        let mut desk = Self {
            id,
            table,
            metadata,
            shared,
            clients,
            here,
            looking: 0,
            shows_at: None,
            wish,
            agreed,
            thinks_at,
            fault,
            unshown,
            shows_from,
            unwatched,
            requests,
            studies,
            review,
            looks,
            acted_at: 0,
        };
        desk.end_again();
        desk.deal();
        desk.wind();
        desk.ask_robot();
        desk
    }

    /// True if nobody is connected and nothing is pending, so that the table can be unloaded.
    pub(crate) fn is_idle(&self) -> bool {
        let is_still = self.thinks_at.is_none() && self.requests.is_empty();
        // Unsaved state exists only in memory.
        self.clients.is_empty() && is_still && !self.is_unsaved()
    }

    /// Handles a client's request.
    pub(crate) fn heard(&mut self, client: u64, from: &IpAddr, out: &Sender<Out>, ask: Ask) {
        if let Ask::Sit { token, since, name, host, .. } = ask {
            return self.sit(client, out, self.from(from), [&token, host.as_deref().unwrap_or_default()], since, name);
        }
        let Some(known) = self.clients.get(&client) else {
            // A client with a full queue is about to be disconnected.
            let _ = out.try_send(Out::Text(message::error("sit down first").to_string()));
            return;
        };
        let (seat, id) = (known.seat, ask.id().cloned());
        match (ask, seat) {
            (Ask::Act { id, action }, Some(seat)) => self.act(client, seat, &id, &action),
            (Ask::Why { id, action }, Some(seat)) => self.why(client, seat, &id, &action),
            (Ask::Hint { id }, Some(seat)) => self.hint(client, seat, id),
            (Ask::Undo { id }, Some(seat)) => self.undo(client, seat, id),
            (Ask::Resign { id }, Some(seat)) => self.resign(client, seat, id),
            (Ask::Offer { id, kind }, Some(seat)) => self.offer(client, seat, &id, &kind),
            (Ask::Word { id, word }, Some(seat)) => self.word(client, seat, &id, &word),
            (Ask::Again { id }, Some(seat)) => self.again(client, seat, id),
            (Ask::Answer { id, yes }, Some(seat)) => self.answer(client, seat, id.as_ref(), yes),
            (Ask::Chat { text }, Some(seat)) => self.chat(client, seat, &text),
            (Ask::Name { text }, Some(seat)) => self.rename(client, seat, &text),
            (Ask::Seat { id, seat, player }, _) => self.seat(client, &id, &seat, &player),
            (Ask::Paint { width, height, turned }, _) => self.show(client, Pictures::new(width, height, turned)),
            (Ask::Look { id, at, seat }, _) => self.look_back(client, &id, at, seat.as_deref()),
            (Ask::Review { id }, _) => self.review(client, &id),
            (Ask::Save { id, at }, _) => self.save_of(client, &id, at),
            (Ask::Link { id }, _) => self.link(client, &id),
            _ => match id {
                Some(id) => self.send(client, &message::refused(&id, "you look on")),
                None => self.send(client, &message::error("this can't be asked for here")),
            },
        }
    }

    fn changed(&mut self) {
        self.wish = None;
        // Clients get the current state, not one-time notifications.
        drop(self.table.take_notes());
        self.deal();
        self.wind();
        self.open_deal();
        self.tell_all();
    }

    /// Writes the metadata; returns true on success.
    fn write(&mut self) -> bool {
        self.metadata.save = self.table.name().unwrap_or_default().to_owned();
        self.metadata.history = self.table.history();
        self.shared.store.write(&self.id, &self.metadata).is_ok()
    }
}
