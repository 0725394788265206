//! The words of the match: seats, options, turns and decisions, endings, chance.

use super::member::Member;
use super::writer::{Writer, number_list, outcomes, quote, resets, text_list};
use super::zones::Family;
use crate::template::File;
use parlour_game::Game;
use parlour_model::ids::Seat;
use parlour_model::kind::Kind;
use parlour_model::layout::ZoneLayout;
use parlour_pack::spec::{OptionValue, ScoreRule};

/// For each seat the next one of its team, from 1.
fn partners(game: &Game) -> impl Iterator<Item = i64> {
    let count = game.seat_count();
    game.seats().map(move |seat| {
        let later = (1..=count).map(|n| (seat.index() + n) % count);
        let is_partner = |other: &usize| game.team_of(Seat::from_index(*other)) == game.team_of(seat);
        later.into_iter().find(is_partner).unwrap_or(seat.index()) as i64 + 1
    })
}

impl Writer<'_> {
    pub(super) fn core(&mut self) {
        self.write(File::Core, self.holes());
    }

    pub(super) fn seats(&mut self) {
        let game = self.game;
        let names: Vec<&str> = game.seats().map(|seat| game.seat_name(seat)).collect();
        let all_names = text_list(names.iter().copied());
        let holes = self.holes().with("all_names", all_names).with("before", 2 * names.len() - 2);
        let holes = holes.with_some("alive", self.alive("seat"));
        self.write_with(File::Seats, holes, |writer| {
            let says_alive = game.pack().seats.alive.is_some();
            for (index, name) in names.iter().enumerate() {
                let of_alive = |id: &str| says_alive && ["is_alive", "count_alive"].contains(&id);
                let is_taken = |id: &str| ["count", "next", "before", "name"].contains(&id) || of_alive(id);
                writer.named("seats", name, is_taken, &format!("The seat `{name}`."), (index + 1).to_string());
            }
        });
    }

    /// The expression that is true if a seat is still in, by a name that holds the seat; `None` if no variable tells
    /// it.
    fn alive(&self, seat: &str) -> Option<String> {
        self.game.pack().seats.alive?;
        // If options leave out that variable, all seats are in.
        Some(self.game.layout().alive.map_or_else(|| "true".to_owned(), |alive| alive.test(seat)))
    }

    pub(super) fn teams(&mut self) {
        let game = self.game;
        if !game.pack().seats.have_partners() {
            return;
        }
        let count = game.teams().len();
        let names: Vec<String> = (0..count).map(|team| game.team_name(team)).collect();
        let holes = self
            .holes()
            .with("count", count)
            .with("all_names", text_list(names.iter().map(String::as_str)))
            .with("all_partners", number_list(partners(game)))
            .with("all_of", number_list(game.seats().map(|seat| game.team_of(seat) as i64 + 1)));
        self.write(File::Teams, holes);
    }

    pub(super) fn options(&mut self) {
        for (key, value) in self.game.options() {
            let text = match value {
                OptionValue::Int(n) => n.to_string(),
                OptionValue::Bool(flag) => flag.to_string(),
                OptionValue::Word(word) => quote(word),
            };
            self.named("option", key, |_| false, &format!("The option `{key}`."), text);
        }
        if let Some(variant) = self.game.variant() {
            let variant = quote(variant);
            self.members.push(Member::constant("option", "variant".to_owned(), false, "The variant's name.", variant));
        }
    }

    pub(super) fn turns(&mut self) {
        let game = self.game;
        let pack = game.pack();
        for (phase, number) in pack.phases.iter().zip(1..) {
            let holes = self.holes().with("phase", &phase.name).with("number", number);
            let holes = holes.with("text", &phase.text).with("most", game.layout().stack);
            let holes = holes.with("resets", resets(game, |resets| resets.phases.contains(&(number - 1))));
            let holes = holes
                .with_some("alive", self.alive("seat"))
                .with("is_in", self.alive("other").unwrap_or_else(|| "true".to_owned()));
            let holes = holes.with_flag("step", phase.is_step);
            self.write(File::Phase, holes.with_flag("simultaneous", phase.simultaneous));
        }
        let before_scores = (pack.scores == ScoreRule::Script).then(|| game.layout().scores as i64 - 4);
        let own = |seat: Seat| i64::from(game.teams()[game.team_of(seat)]);
        let masks = (game.teams().len() < game.seat_count()).then(|| number_list(game.seats().map(own)));
        let holes = self.holes().with_some("before_scores", before_scores).with_some("masks", masks);
        self.write_with(File::Match, holes, |writer| {
            for (ending, number) in pack.endings.iter().zip(1..) {
                // If a script doesn't name the winners, the rules of winning do.
                let names_winner = pack.winners.is_empty() && ending.names_winner();
                let holes = writer.holes().with("ending", &ending.name).with("number", number);
                writer.write(File::Ending, holes.with_flag("names_winner", names_winner));
            }
        });
    }

    pub(super) fn chances(&mut self) {
        let game = self.game;
        let pack = game.pack();
        for (n, chance) in pack.chances.iter().enumerate() {
            let layout = game.layout().chances[n];
            let holes = self.holes().with("chance", &chance.name).with("cursor", layout.cursor);
            let holes = outcomes(holes, layout);
            if chance.dice.is_some() {
                // The word of the dice rolls them.
                continue;
            }
            if chance.kind != Kind::Card {
                let holes = holes.with("word", &chance.name).with("zone", "").with("outcomes", game.outcomes(n));
                self.write(File::Chance, holes);
                continue;
            }
            for (z, zone) in pack.zones.iter().enumerate() {
                if !matches!(game.layout().zones[z].first(), Some(ZoneLayout::Bag(_))) {
                    continue;
                }
                let holes = holes.clone().with("word", format!("{}_from_{}", chance.name, zone.name));
                let holes = holes.with("zone", &zone.name).with("title", &zone.title);
                self.write(File::Chance, holes.with("i", Family::of_zone(game, z).index("i")));
            }
        }
    }
}
