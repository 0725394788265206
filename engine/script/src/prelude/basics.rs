//! The words of the match: seats, options, turns and decisions, endings, chance.

use super::member::Member;
use super::writer::{Writer, number_list, outcomes, quote, resets, text_list};
use super::zones::Family;
use crate::words::File;
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
        self.write(File::Core, self.constants());
    }

    pub(super) fn seats(&mut self) {
        let game = self.game;
        let names: Vec<&str> = game.seats().map(|seat| game.seat_name(seat)).collect();
        let all_names = text_list(names.iter().copied());
        let constants = self.constants().with("all_names", all_names);
        self.write_with(File::Seats, constants, |writer| {
            let says_alive = game.pack().seats.alive.is_some();
            for (index, name) in names.iter().enumerate() {
                let of_alive = |id: &str| says_alive && ["is_alive", "count_alive"].contains(&id);
                let is_taken = |id: &str| ["count", "next", "before", "name"].contains(&id) || of_alive(id);
                writer.named("seats", name, is_taken, &format!("The seat `{name}`."), (index + 1).to_string());
            }
        });
    }

    pub(super) fn teams(&mut self) {
        let game = self.game;
        if !game.pack().seats.have_partners() {
            return;
        }
        let count = game.teams().len();
        let names: Vec<String> = (0..count).map(|team| game.team_name(team)).collect();
        let constants = self
            .constants()
            .with("count", count)
            .with("all_names", text_list(names.iter().map(String::as_str)))
            .with("all_partners", number_list(partners(game)))
            .with("all_of", number_list(game.seats().map(|seat| game.team_of(seat) as i64 + 1)));
        self.write(File::Teams, constants);
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
            let constants = self.constants().with("phase", &phase.name).with("number", number);
            let constants = constants.with("text", &phase.text).with_flag("step", phase.is_step);
            let constants = constants.with_some("resets", resets(game, |resets| resets.phases.contains(&(number - 1))));
            self.write(File::Phase, constants.with_flag("simultaneous", phase.simultaneous));
        }
        let before_scores = (pack.scores == ScoreRule::Script).then(|| game.layout().scores as i64 - 4);
        let own = |seat: Seat| i64::from(game.teams()[game.team_of(seat)]);
        let masks = (game.teams().len() < game.seat_count()).then(|| number_list(game.seats().map(own)));
        let constants = self.constants().with_some("before_scores", before_scores).with_some("masks", masks);
        self.write_with(File::Match, constants, |writer| {
            for (ending, number) in pack.endings.iter().zip(1..) {
                // If a script doesn't name the winners, the rules of winning do.
                let names_winner = pack.winners.is_empty() && ending.names_winner();
                let constants = writer.constants().with("ending", &ending.name).with("number", number);
                writer.write(File::Ending, constants.with_flag("names_winner", names_winner));
            }
        });
    }

    pub(super) fn chances(&mut self) {
        let game = self.game;
        let pack = game.pack();
        for (n, chance) in pack.chances.iter().enumerate() {
            let layout = game.layout().chances[n];
            let constants = self.constants().with("chance", &chance.name);
            let constants = outcomes(constants, layout);
            if chance.dice.is_some() {
                // The word of the dice rolls them.
                continue;
            }
            if chance.kind != Kind::Card {
                let constants =
                    constants.with("word", &chance.name).with("zone", "").with("outcomes", game.outcomes(n));
                self.write(File::Chance, constants);
                continue;
            }
            for (z, zone) in pack.zones.iter().enumerate() {
                if !matches!(game.layout().zones[z].first(), Some(ZoneLayout::Bag(_))) {
                    continue;
                }
                let constants = constants.clone().with("word", format!("{}_from_{}", chance.name, zone.name));
                let constants = constants.with("zone", &zone.name).with("title", &zone.title);
                self.write(File::Chance, constants.with("i", Family::of_zone(game, z).index("i")));
            }
        }
    }
}
