//! One table with its clients. It stays on the thread of its worker.

mod acting;
mod sitting;
mod telling;
mod thinking;
mod undoing;

use std::collections::BTreeMap;

use parlour_engine::Seat;
use parlour_painter::Frame;
use parlour_table::{Robots, Table};
use tokio::sync::mpsc::Sender;

use crate::message::{self, Ask, Out};
use crate::store::{Papers, Store};

pub(crate) use thinking::Asked;
use undoing::Wish;

/// Somebody at the table.
struct Client {
    out: Sender<Out>,
    seat: Option<Seat>,
    is_host: bool,
    /// The version that it has.
    has: u64,
    /// A hint is being thought of.
    is_hinted: bool,
    /// How large its pictures are, if it wants some.
    frame: Option<Frame>,
}

/// One table with its clients.
pub(crate) struct Desk {
    id: String,
    table: Table,
    papers: Papers,
    store: Store,
    robots: Robots,
    clients: BTreeMap<u64, Client>,
    wish: Option<Wish>,
    /// The version for which a robot is thinking.
    thinks_at: Option<u64>,
    /// What robots are to be asked.
    pub(crate) errands: Vec<Asked>,
}

impl Desk {
    pub(crate) fn new(id: &str, table: Table, papers: Papers, store: Store, robots: Robots) -> Self {
        let (id, clients, errands) = (id.to_owned(), BTreeMap::new(), Vec::new());
        let mut desk = Self { id, table, papers, store, robots, clients, wish: None, thinks_at: None, errands };
        desk.ask_robot();
        desk
    }

    /// Whether nobody is here and nothing goes on, so that the table need not be in memory.
    pub(crate) fn is_idle(&self) -> bool {
        self.clients.is_empty() && self.thinks_at.is_none() && self.errands.is_empty()
    }

    /// Does what a client asks for.
    pub(crate) fn heard(&mut self, client: u64, out: &Sender<Out>, ask: Ask) {
        if let Ask::Sit { token, since, name } = ask {
            return self.sit(client, out, &token, since, name);
        }
        let Some(known) = self.clients.get(&client) else {
            // A full queue is one of a client that is about to be sent away.
            let _ = out.try_send(Out::Text(message::error("sit down first").to_string()));
            return;
        };
        let seat = known.seat;
        match (ask, seat) {
            (Ask::Act { id, action }, Some(seat)) => self.act(client, seat, &id, &action),
            (Ask::Why { id, action }, Some(seat)) => self.why(client, seat, &id, &action),
            (Ask::Hint { id }, Some(seat)) => self.hint(client, seat, id),
            (Ask::Undo { id }, Some(seat)) => self.undo(client, seat, id),
            (Ask::Answer { id, yes }, Some(seat)) => self.answer(client, seat, id.as_ref(), yes),
            (Ask::Chat { text }, Some(seat)) => self.chat(client, seat, &text),
            (Ask::Paint { width, height }, _) => self.show(client, Frame::new(width, height)),
            (Ask::Act { id, .. } | Ask::Why { id, .. } | Ask::Hint { id } | Ask::Undo { id }, None) => {
                self.send(client, &message::refused(&id, "you look on"));
            }
            _ => self.send(client, &message::error("this can't be asked for here")),
        }
    }

    fn changed(&mut self) {
        self.wish = None;
        // Clients are told of what is as it is, and not once.
        drop(self.table.take_notes());
        self.tell_all();
    }

    /// Writes the papers; whether they could be.
    fn write(&mut self) -> bool {
        self.papers.save = self.table.name().unwrap_or_default().to_owned();
        self.papers.history = self.table.history();
        self.store.write(&self.id, &self.papers).is_ok()
    }
}
