//! Requests to robots: for their own seats, and for hints.

use parlour_engine::Seat;
use parlour_table::{Level, Reply, Request, Viewer};
use serde_json::json;

use super::Desk;
use crate::limits::Limits;
use crate::message::{self, Id};

/// A request to a robot, with its origin.
pub(crate) struct Asked {
    pub(crate) request: Request,
    /// The client and its request id, for a hint.
    pub(crate) hint: Option<(u64, Id)>,
}

impl Desk {
    /// Asks the robot to move, unless it is thinking already or an action is queued.
    pub(super) fn ask_robot(&mut self) {
        self.take_intended();
        let version = self.table.version();
        // With nobody connected, robots play on until a person is to act, with a limit.
        let is_watched =
            !self.clients.is_empty() || !self.table.humans().is_empty() && self.unwatched < Limits::UNWATCHED;
        if self.thinks_at == Some(version) || self.is_stuck() || !is_watched {
            return;
        }
        if let Some(request) = self.table.request().filter(|_| self.due().is_some()) {
            self.thinks_at = Some(version);
            self.requests.push(Asked { request, hint: None });
        }
    }

    /// Handles a robot's answer.
    pub(crate) fn replied(&mut self, reply: Reply, hint: Option<(u64, Id)>) {
        match hint {
            Some((client, id)) => self.hinted(client, &id, reply),
            None => {
                self.thinks_at = None;
                let (seat, robot, faults) = (reply.seat(), reply.robot().to_owned(), reply.faults());
                match self.table.take_reply(reply) {
                    Ok(true) => {
                        self.acted_at = self.table.version();
                        self.unwatched = if self.clients.is_empty() { self.unwatched + 1 } else { 0 };
                        // In long matches not every action of a robot is autosaved, but announced ones must be durable.
                        if !self.table.is_kept() {
                            self.table.autosave();
                        }
                        if let Some(faults) = faults {
                            self.say_erred(seat, &robot, &faults);
                        }
                        self.settle();
                        self.changed();
                    }
                    // The table has changed since the request.
                    Ok(false) => {}
                    // It would fail again until something changes.
                    Err(error) => self.get_stuck(Some(seat), &error),
                }
                self.ask_robot();
            }
        }
    }

    pub(super) fn hint(&mut self, client: u64, seat: Seat, id: Id) {
        let robot = || {
            if self.clients.get(&client).is_some_and(|client| client.is_hinted) {
                return Err("a hint is being thought of already".to_owned());
            }
            if !self.metadata.order.hints {
                return Err("there are no hints at this table".to_owned());
            }
            self.own_turn(seat)?;
            let request = self.table.hint_request(Viewer::of(seat), &self.shared.robots, Level::BEST.name());
            request.map_err(|error| self.why_not(client, &error))
        };
        match robot() {
            Ok(request) => {
                self.requests.push(Asked { request, hint: Some((client, id)) });
                if let Some(known) = self.clients.get_mut(&client) {
                    known.is_hinted = true;
                }
            }
            Err(why) => self.send(client, &message::refused(&id, &why)),
        }
    }

    fn hinted(&mut self, client: u64, id: &Id, reply: Reply) {
        let Some(known) = self.clients.get_mut(&client) else { return };
        known.is_hinted = false;
        let Some(seat) = known.seat else { return };
        let answer = match self.table.hint(Viewer::of(seat), reply) {
            Ok(Some(hint)) => {
                let mut answer = json!(hint);
                (answer["type"], answer["id"]) = (json!("hint"), id.0.clone());
                answer
            }
            Ok(None) => message::refused(id, "the match has gone on"),
            Err(error) => message::refused(id, &self.why_not(client, &error)),
        };
        self.send(client, &answer);
    }
}
