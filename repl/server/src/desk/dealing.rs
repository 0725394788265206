//! Provably fair deals: the match begins when every person has contributed a word.

use parlour_engine::Seat;
use parlour_table::{History, Seed, Table, deal};
use serde_json::{Map, Value, json};

use super::Desk;
use crate::limits::Limits;
use crate::message::{self, Id};

impl Desk {
    /// True if the match has begun; a position shown before that is provisional.
    pub(super) fn is_dealt(&self) -> bool {
        self.metadata.fair.as_ref().is_none_or(|fair| fair.is_dealt)
    }

    pub(super) fn word(&mut self, client: u64, seat: Seat, id: &Id, word: &str) {
        let Some(fair) = self.metadata.fair.as_mut().filter(|fair| !fair.is_dealt) else {
            return self.send(client, &message::refused(id, "no word is asked for now"));
        };
        if fair.words[seat.index()].is_some() {
            return self.send(client, &message::refused(id, "you have said your word"));
        }
        fair.words[seat.index()] = Some(message::clean(word, Limits::LONGEST_WORD));
        if !self.write() {
            if let Some(fair) = &mut self.metadata.fair {
                fair.words[seat.index()] = None;
            }
            return self.send(client, &message::refused(id, "the server can't keep it just now"));
        }
        self.send(client, &message::done(id));
        self.changed();
        self.ask_robot();
    }

    /// People who haven't contributed a word.
    fn silent(&self) -> Vec<Seat> {
        let has_said = |seat: &Seat| self.metadata.fair.as_ref().is_some_and(|fair| fair.words[seat.index()].is_some());
        self.table.humans().into_iter().filter(|seat| !has_said(seat)).collect()
    }

    /// The contributed words, in seat order.
    fn words(&self) -> Vec<(String, String)> {
        let Some(fair) = &self.metadata.fair else { return Vec::new() };
        let game = self.table.game();
        let word = |seat: Seat| Some((game.seat_name(seat).to_owned(), fair.words[seat.index()].clone()?));
        game.seats().filter_map(word).collect()
    }

    /// Begins the match once all words are contributed.
    pub(super) fn deal(&mut self) {
        if self.is_dealt() || !self.silent().is_empty() || self.is_stuck() {
            return;
        }
        let Some(secret) = self.metadata.fair.as_ref().map(|fair| fair.secret.clone()) else { return };
        let seed = Seed::Fresh(deal::seed(&secret, &self.words()));
        let (game, players) = (self.table.game().clone(), self.table.players().to_vec());
        // The game was begun before with the same players: only the rules can fail on this seed.
        let mut table = match Table::begin(game, players, seed, &self.shared.robots.for_workers()) {
            Ok(table) => table,
            Err(error) => return self.get_stuck(None, &error),
        };
        table.set_thinking(self.table.thinking());
        table.go_on_from(&History::unknown(self.table.version()));
        table.keep_in(&self.shared.store.saves(&self.id));
        table.autosave();
        self.table = table;
        if let Some(fair) = &mut self.metadata.fair {
            fair.is_dealt = true;
        }
        self.write();
        self.clients.values_mut().for_each(|client| client.has = 0);
    }

    /// Stores the secret and the words in the save at the end.
    pub(super) fn open_deal(&mut self) {
        let Some(fair) = self.metadata.fair.as_ref().filter(|_| self.is_over()) else { return };
        let tags = deal::tags(&fair.secret, &self.words());
        if tags.first().is_some_and(|(name, _)| self.table.said(name).is_none()) {
            self.table.say(tags);
        }
    }

    /// The state of the deal, for clients. Words are published when all are contributed, so that none depends on
    /// another.
    pub(super) fn deal_told(&self) -> Option<Value> {
        let fair = self.metadata.fair.as_ref()?;
        let words: Map<String, Value> = self.words().into_iter().map(|(seat, word)| (seat, word.into())).collect();
        let silent: Vec<&str> = self.silent().into_iter().map(|seat| self.table.game().seat_name(seat)).collect();
        Some(json!({
            "commitment": deal::commitment(&fair.secret),
            "is_dealt": fair.is_dealt,
            "waits_for": if fair.is_dealt { Vec::new() } else { silent },
            "words": fair.is_dealt.then_some(words),
            "secret": self.is_over().then_some(&fair.secret),
        }))
    }
}
