//! Random playouts.

use super::Rules;
use super::branches::id_of;
use super::pipeline::Pipeline;
use super::rounds::{Record, store};
use parlour_model::action::ActionList;
use parlour_model::chance::Generator;
use parlour_model::diagnostic::Diagnostic;
use parlour_model::ids::Seat;
use parlour_model::layout::DEPTH;
use parlour_model::state::State;
use parlour_model::state::playout::AtRandom;
pub use parlour_model::state::playout::{ActionMeans, Playout, Taken};

/// Turns of compiled scripts in a row, after which the stop flag is checked.
const MAX_TURNS: u32 = 4_000;

impl Rules {
    /// Plays at random until the match is over or `most` plies were played; returns the number of plies.
    ///
    /// # Errors
    /// A script that fails; the state is unchanged.
    pub fn playout(
        &mut self,
        state: &mut State,
        generator: &mut Generator,
        policy: Playout,
        most: u32,
    ) -> Result<u32, Diagnostic> {
        self.play_at_random(state, AtRandom { generator, policy, most, taken: None, means: None })
    }

    /// Plays at random as [`Rules::playout`] does, or guided by the mean utilities of actions with occasional random
    /// ones; appends the actions to a list.
    ///
    /// # Errors
    /// A script that fails; the state is unchanged.
    pub fn recorded_playout(
        &mut self,
        state: &mut State,
        generator: &mut Generator,
        policy: Playout,
        most: u32,
        means: Option<&ActionMeans>,
        taken: &mut Vec<Taken>,
    ) -> Result<u32, Diagnostic> {
        self.play_at_random(state, AtRandom { generator, policy, most, taken: Some(taken), means })
    }

    fn play_at_random(&mut self, state: &mut State, random: AtRandom<'_>) -> Result<u32, Diagnostic> {
        if state.is_over() {
            return Ok(0);
        }
        if let Some(tables) = &self.tables {
            return Ok(tables.playout(&mut self.pipeline.scratch, state, random));
        }
        let mut played = state.clone();
        let plies = self.pipeline.playout(&mut played, random)?;
        state.copy_from(&played);
        Ok(plies)
    }
}

/// The reason that compiled scripts stop taking turns.
enum Stop {
    /// All plies are taken, or as many as are taken between two checks of the stop flag.
    Enough,
    /// The consequences of the last action, which was this seat's, may end the match.
    Acted(Seat),
    /// This action was chosen, but not taken.
    Chosen(Record),
    /// No list of actions.
    Unlisted,
}

impl Pipeline {
    /// Plays at random, action by action; the state is left as it is if something fails.
    pub(super) fn playout(&mut self, state: &mut State, mut random: AtRandom<'_>) -> Result<u32, Diagnostic> {
        let (most, mut plies) = (random.most, 0);
        let mut list = ActionList::new();
        list.width = self.game.action_width();
        while plies < most && !state.is_over() {
            let (taken, stop) = self.turns(state, random.with_most(most - plies))?;
            plies += taken;
            let record = match stop {
                Stop::Enough => continue,
                Stop::Acted(seat) => {
                    self.conclude(state, seat.index(), false, None)?;
                    continue;
                }
                Stop::Chosen(record) => record,
                Stop::Unlisted => {
                    list.clear();
                    self.legal(state, &mut list)?;
                    if list.is_empty() {
                        return Err(self.no_action(state));
                    }
                    let seat = state.decision().map_or(0, |decision| decision.seat.index() as u8);
                    let starts = list.starts();
                    let id = |n: usize| id_of(list.record(n));
                    let n = random.choose(seat, starts.len() - 1, |verb| starts[verb], id);
                    Record::from_slice(list.record(n))
                }
            };
            self.apply(state, &record, None)?;
            plies += 1;
        }
        Ok(plies)
    }

    /// Lets the compiled scripts of a game without tables take turns, as far as they can; returns the number of plies.
    fn turns(&self, state: &mut State, mut random: AtRandom<'_>) -> Result<(u32, Stop), Diagnostic> {
        let Some(host) = self.host.as_ref().filter(|_| self.board.is_none()) else { return Ok((0, Stop::Unlisted)) };
        let round = self.game.layout().round;
        let (most, limit) = (random.most.min(MAX_TURNS), self.game.ply_limit().unwrap_or(u32::MAX));
        let played = host.borrow_mut().turns(random.asks_identity(), |turns| {
            let mut plies = 0;
            let mut listed = turns.list(state);
            while plies < most {
                let Some((list, decision)) = listed.filter(|list| list.verbs > 0).zip(state.decision()) else {
                    return (plies, Stop::Unlisted);
                };
                if plies > 0 && !list.may_go_on {
                    break;
                }
                let (seat, id) = (decision.seat, |n: usize| id_of(list.record(n)));
                let n = random.choose(seat.index() as u8, list.verbs, |verb| list.start(verb), id);
                let record = Record::from_slice(list.record(n));
                plies += 1;
                if let Some(round) = round.filter(|_| self.game.decides_unseen(state)) {
                    if state.bytes[DEPTH] <= state.bytes[round.offset] {
                        return (plies - 1, Stop::Chosen(record));
                    }
                    store(state, round, seat, &record);
                    listed = turns.list(state);
                    continue;
                }
                listed = turns.take(state, seat, n, plies < most);
                if listed.is_none() {
                    return (plies - 1, Stop::Chosen(record));
                }
                if state.is_over() || state.ply() >= limit || self.ends.may_apply(state) {
                    return (plies, Stop::Acted(seat));
                }
            }
            (plies, Stop::Enough)
        })?;
        Ok(played.unwrap_or((0, Stop::Unlisted)))
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use parlour_game::Config;
    use parlour_pack::{Library, Pack, PackFiles};

    /// Every pack of the repository and each of its variants, with two instances of rules: compiled, and interpreted by
    /// Luau.
    fn all_games(mut look: impl FnMut(&str, &mut Rules, &mut Rules)) {
        let mut library = Library::default();
        library.add_folder(Path::new(env!("CARGO_MANIFEST_DIR")).join("../rules"));
        for name in library.names() {
            let pack = library.load(&name).unwrap();
            let variants = pack.variants.iter().map(|variant| Some(variant.name.clone()));
            let variants: Vec<Option<String>> = if pack.variants.is_empty() { vec![None] } else { variants.collect() };
            for variant in variants {
                let config = Config { variant, ..Config::default() };
                let game = pack.configure(&config).unwrap();
                let mut fast = Rules::new(game.clone()).unwrap();
                if let Some(host) = &fast.pipeline.host {
                    host.borrow_mut().lower_now();
                }
                let mut plain = Rules::new(game).unwrap();
                plain.keep_in_luau();
                look(&name, &mut fast, &mut plain);
            }
        }
    }

    /// As [`Playout::choose`], but without a draw where there is no choice, as in playouts.
    fn choose(policy: Playout, list: &ActionList, generator: &mut Generator) -> usize {
        let mut draw = |n: usize| if n > 1 { generator.below(n as u32) as usize } else { 0 };
        let verbs: Vec<u8> = (0..list.len()).map(|n| list.record(n)[0]).collect();
        let kinds: Vec<&[u8]> = verbs.chunk_by(|a, b| a == b).collect();
        let kind = match policy {
            Playout::ByAction => return draw(list.len()),
            Playout::FirstVerb => 0,
            Playout::ByVerb => draw(kinds.len()),
        };
        kinds[..kind].iter().map(|kind| kind.len()).sum::<usize>() + draw(kinds[kind].len())
    }

    /// Legal actions and effects are the same in machine code as in Luau, ply by ply.
    #[test]
    fn machine_code_does_what_luau_does() {
        all_games(|name, fast, plain| {
            for seed in 0..2 {
                let (mut told, mut expected_told) = (Vec::new(), Vec::new());
                let mut state = fast.start(seed, &mut told).unwrap();
                let start = plain.start(seed, &mut expected_told).unwrap();
                assert!(state == start && told == expected_told, "{name}, seed {seed}: the match begins differently");
                let mut generator = Generator::from_seed(seed);
                let (mut list, mut expected) = (ActionList::new(), ActionList::new());
                for ply in 0..120 {
                    if state.is_over() {
                        break;
                    }
                    fast.legal(&state, &mut list).unwrap();
                    plain.legal(&state, &mut expected).unwrap();
                    assert_eq!(list.bytes, expected.bytes, "{name}, seed {seed}, ply {ply}");
                    assert_eq!(list.incomplete, expected.incomplete, "{name}, seed {seed}, ply {ply}");
                    let seat = state.decision().unwrap().seat;
                    let worth = (fast.worth(&state, seat).unwrap(), plain.worth(&state, seat).unwrap());
                    assert_eq!(worth.0, worth.1, "{name}, seed {seed}, ply {ply}");
                    let action = list.get(fast.game(), Playout::ByVerb.choose(&list, &mut generator).unwrap());
                    let mut other = state.clone();
                    fast.apply(&mut state, &action, None).unwrap();
                    plain.apply(&mut other, &action, None).unwrap();
                    assert!(state == other, "{name}, seed {seed}, ply {ply}: the states differ");
                }
            }
        });
    }

    /// Turns of compiled scripts are the same as the pipeline's actions, one by one: the same plies, bytes and random
    /// numbers, to the end and cut short. Tables are excluded: they generate actions in an order of their own.
    #[test]
    fn playouts_are_those_of_the_pipeline() {
        all_games(|name, rules, plain_rules| {
            let seeds = if rules.pipeline.board.is_none() { 3 } else { 0 };
            for seed in 0..seeds {
                let start = rules.start(seed, &mut Vec::new()).unwrap();
                for policy in [Playout::ByVerb, Playout::ByAction, Playout::FirstVerb] {
                    for most in [seed as u32, 40, 400] {
                        let (mut one, mut first) = (start.clone(), Generator::from_seed(seed));
                        let fast = rules.playout(&mut one, &mut first, policy, most).unwrap();
                        let (mut other, mut second) = (start.clone(), Generator::from_seed(seed));
                        let (mut list, mut plain) = (ActionList::new(), 0);
                        while plain < most && !other.is_over() {
                            plain_rules.legal(&other, &mut list).unwrap();
                            let n = choose(policy, &list, &mut second);
                            let action = list.get(rules.game(), n);
                            plain_rules.apply(&mut other, &action, None).unwrap();
                            plain += 1;
                        }
                        assert_eq!((fast, first), (plain, second), "{name}, seed {seed}, {policy:?}, at most {most}");
                        assert!(one == other, "{name}, seed {seed}, {policy:?}, at most {most}: the states differ");
                    }
                    let recorded = |rules: &mut Rules| {
                        let (mut state, mut generator) = (start.clone(), Generator::from_seed(seed));
                        let (mut means, mut all) = (ActionMeans::default(), Vec::new());
                        means.clear();
                        for utility in [0.0, 1.0, 0.5] {
                            let (means_now, mut taken) = (Some(&means), Vec::new());
                            state.copy_from(&start);
                            rules
                                .recorded_playout(&mut state, &mut generator, policy, 60, means_now, &mut taken)
                                .unwrap();
                            taken.iter().for_each(|&action| means.add(action, utility));
                            all.extend(taken);
                        }
                        (state, generator, all)
                    };
                    let (compiled, interpreted) = (recorded(rules), recorded(plain_rules));
                    assert!(compiled == interpreted, "{name}, seed {seed}, {policy:?}: guided playouts differ");
                }
            }
        });
    }

    /// The turns of a slice share one work budget, so that the stop flag is checked in time however heavy actions are.
    #[test]
    fn heavy_turns_end_a_slice() {
        let mut files = PackFiles::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures/duel")).unwrap();
        let begins = "function play.apply(seat, c)\n";
        let heavy = "local s = 0 for i = 1, 1500 do for j = 1, 1500 do s += (i * j) % 7 end end\n";
        let rules = files.texts["rules.lua"].replace(begins, &format!("{begins}{heavy}"));
        assert!(rules.contains(heavy));
        files.texts.insert("rules.lua".to_owned(), rules.into());
        let pack = Pack::load(files).unwrap().into_shared();
        let mut rules = Rules::new(pack.configure(&Config::default()).unwrap()).unwrap();
        assert_eq!(rules.in_luau(), []);
        let mut state = rules.start(1, &mut Vec::new()).unwrap();
        let mut generator = Generator::from_seed(1);
        let policy = Playout::ByAction;
        let random = AtRandom { generator: &mut generator, policy, most: 100, taken: None, means: None };
        let (plies, stop) = rules.pipeline.turns(&mut state, random).unwrap();
        assert!(matches!(stop, Stop::Enough) && (1..=2).contains(&plies), "{plies}");
        rules.playout(&mut state, &mut generator, policy, 100).unwrap();
        assert!(state.is_over());
    }
}
