//! Looking back at a finished match: past positions, review of decisions, saves.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use parlour_engine::{Seat, as_sentence};
use parlour_table::judging::Decision;
use parlour_table::scene::Scene;
use parlour_table::{Error, Study, Viewer, sentences};
use serde_json::{Value, json};

use super::Desk;
use crate::limits::Limits;
use crate::message::{self, Id};
use crate::token::{self, Hash};

/// The review of a finished match.
#[derive(Debug)]
pub(super) struct Review {
    /// The table version it belongs to.
    version: u64,
    decisions: Vec<Value>,
    is_done: bool,
    /// The clients that receive it.
    told: Vec<u64>,
    /// Set while a client still wants it.
    is_wanted: Arc<AtomicBool>,
}

/// A match to be reviewed, with a node budget per decision.
pub(crate) struct Studied {
    pub(crate) study: Study,
    pub(crate) nodes: u64,
    pub(crate) version: u64,
    pub(crate) is_wanted: Arc<AtomicBool>,
}

/// A progress report of a review; the last one may complete it.
#[derive(Debug)]
pub(crate) struct Found {
    pub(crate) version: u64,
    pub(crate) decisions: Vec<Decision>,
    pub(crate) is_done: bool,
}

/// The refusal while the match goes on.
const NOT_OVER: &str = "the match is not over";

impl Desk {
    /// Sends a past position: as a seat saw it, or with hidden information.
    pub(super) fn look_back(&mut self, client: u64, id: &Id, at: usize, seat: Option<&str>) {
        let Some(pictures) = self.clients.get(&client).and_then(|client| client.pictures) else {
            return self.send(client, &message::refused(id, "say how large pictures are to be: `paint`"));
        };
        let told = match self.is_over() {
            true => self.moment(at, seat).and_then(|told| told.map_err(|error| self.why_not(client, &error))),
            false => Err(NOT_OVER.to_owned()),
        };
        match told {
            Ok((mut told, scene)) => {
                told["type"] = json!("moment");
                told["id"] = id.0.clone();
                told["picture"] = json!(pictures.paint(&scene));
                self.send(client, &told);
            }
            Err(why) => self.send(client, &message::refused(id, &why)),
        }
    }

    /// A past position and its scene; inside, a failure of the rules.
    fn moment(&mut self, at: usize, seat: Option<&str>) -> Result<Result<(Value, Scene), Error>, String> {
        if !self.looks.take() {
            return Err("one moment after the other; try again in a moment".to_owned());
        }
        let game = self.table.game().clone();
        let seat = match seat {
            Some(name) => Some(game.seats().find(|&seat| game.seat_name(seat) == name).ok_or("there is no such seat")?),
            None => None,
        };
        let viewer = seat.map_or(Viewer::EVERYONE, Viewer::of);
        let lost = self.table.conclusion().map(|end| format!("{}.", as_sentence(end.reason(&game))));
        let mut past = self.table.past(viewer);
        if let Err(error) = past.go(at) {
            return Ok(Err(error));
        }
        let mut events = past.last().map(|step| sentences(&step.events)).unwrap_or_default();
        events.extend(lost.filter(|_| past.now() == past.total()));
        let due = past.due().map(|due| game.seat_name(due.seat));
        let told = json!({ "at": past.now(), "total": past.total(), "told": events, "due": due });
        Ok(past.scene().map(|scene| (told, scene)))
    }

    /// Requests the review of the match, shared by all clients that ask.
    pub(super) fn review(&mut self, client: u64, id: &Id) {
        let may = self.is_over();
        let Some(study) = self.table.study_elsewhere().filter(|_| may) else {
            return self.send(client, &message::refused(id, NOT_OVER));
        };
        self.send(client, &message::done(id));
        let version = self.table.version();
        let is_new = self.review.as_ref().is_none_or(|review| review.version != version || review.is_given_up());
        if is_new {
            let is_wanted = Arc::new(AtomicBool::new(true));
            let nodes = (Limits::REVIEW_NODES / self.table.step_count().max(1) as u64).clamp(100, 2000);
            self.studies.push(Studied { study, nodes, version, is_wanted: is_wanted.clone() });
            self.review = Some(Review { version, decisions: Vec::new(), is_done: false, told: Vec::new(), is_wanted });
        }
        let Some(review) = &mut self.review else { return };
        if !review.told.contains(&client) {
            review.told.push(client);
        }
        let frame = judged(&review.decisions, review.is_done);
        self.send(client, &frame);
    }

    /// Refuses a review because of load.
    pub(crate) fn refuse_review(&mut self) {
        let Some(review) = self.review.take() else { return };
        for client in review.told {
            self.send(client, &message::error("many matches are being looked at; try again in a moment"));
        }
    }

    /// Handles a progress report of a review.
    pub(crate) fn judged(&mut self, found: &Found) {
        let game = self.table.game().clone();
        if self.review.as_ref().is_none_or(|review| review.version != found.version) {
            return;
        }
        let sentence = |decision: &Decision| {
            let step = self.table.step(decision.n.checked_sub(1)?, Viewer::EVERYONE)?;
            sentences(&step.events).into_iter().next()
        };
        let told = |decision| as_told(&game, decision, sentence(decision));
        let new: Vec<Value> = found.decisions.iter().map(told).collect();
        let Some(review) = self.review.as_mut() else { return };
        review.is_done = found.is_done;
        let (frame, clients) = (judged(&new, found.is_done), review.told.clone());
        review.decisions.extend(new);
        for client in clients {
            self.send(client, &frame);
        }
    }

    /// Removes a client; cancels the review if nobody else wants it.
    pub(super) fn ask_no_more(&mut self, client: u64) {
        let Some(review) = &mut self.review else { return };
        review.told.retain(|&told| told != client);
        if review.told.is_empty() && !review.is_done {
            review.is_wanted.store(false, Ordering::Relaxed);
        }
    }

    /// Sends the match as a save, up to a moment.
    pub(super) fn save_of(&mut self, client: u64, id: &Id, at: Option<usize>) {
        // A save contains the seed, and so all future chance.
        let saved = match self.is_over() {
            true => self
                .saved(at)
                .map_err(|error| error.map_or_else(|| NOT_OVER.to_owned(), |error| self.why_not(client, &error))),
            false => Err(NOT_OVER.to_owned()),
        };
        match saved {
            Ok((name, text)) => {
                self.send(client, &json!({ "type": "saved", "id": id.0, "name": name, "text": text }));
            }
            Err(why) => self.send(client, &message::refused(id, &why)),
        }
    }

    fn saved(&mut self, at: Option<usize>) -> Result<(String, String), Option<Error>> {
        let mut past = self.table.past(Viewer::EVERYONE);
        past.go(at.unwrap_or(usize::MAX)).map_err(Some)?;
        let name = format!("{}-{}.json", past.game().name(), past.now());
        past.record().map(|record| (name, record.write())).ok_or(None)
    }

    /// Issues a token for a viewer of the match.
    pub(super) fn link(&mut self, client: u64, id: &Id) {
        if !self.is_over() {
            return self.send(client, &message::refused(id, NOT_OVER));
        }
        let Ok(token) = token::fresh() else {
            return self.send(client, &message::refused(id, "no link can be made just now"));
        };
        if self.metadata.shown.len() >= Limits::LINKS {
            self.metadata.shown.remove(0);
        }
        self.metadata.shown.push(Hash::of(&token));
        self.write();
        self.send(client, &json!({ "type": "link", "id": id.0, "token": token }));
    }
}

impl Review {
    /// True if no client wants the review any more.
    fn is_given_up(&self) -> bool {
        !self.is_done && !self.is_wanted.load(Ordering::Relaxed)
    }
}

fn judged(decisions: &[Value], is_done: bool) -> Value {
    json!({ "type": "judged", "decisions": decisions, "is_done": is_done })
}

/// A reviewed decision for clients, with the first sentence of its events.
fn as_told(game: &parlour_engine::Game, decision: &Decision, sentence: Option<String>) -> Value {
    let seat: Seat = decision.seat;
    json!({
        "n": decision.n,
        "seat": game.seat_name(seat),
        "action": decision.action,
        "told": decision.told,
        "sentence": sentence,
        "place": decision.place,
        "value": decision.value,
        "best": decision.best,
        "best_told": decision.best_told,
        "best_value": decision.best_value,
        "line": decision.line,
    })
}
