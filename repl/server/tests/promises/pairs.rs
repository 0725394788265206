//! Pairs of matches that a viewer can't distinguish, and the actions that preserve this.

use std::sync::Arc;

use parlour_engine::Words;
use parlour_engine::action::{Action, ActionList};
use parlour_engine::chance::Generator;
use parlour_engine::diagnostic::SourceFile;
use parlour_engine::game::{Config, Game};
use parlour_engine::ids::Seat;
use parlour_engine::pack::Pack;
use parlour_engine::play::Match;
use parlour_engine::rules::{Playout, Rules};
use parlour_engine::scenario::Scenario;
use parlour_engine::state::State;
use serde_json::Value;

/// The number of actions tried before the search for an indistinguishable pair is given up.
const TRIES: usize = 12;

/// Two matches that differ only in information hidden from a viewer.
pub(crate) struct Pair {
    pub(crate) worlds: [Match; 2],
    pub(crate) viewer: Option<Seat>,
}

/// A game in a variant, with a number of seats.
pub(crate) fn game(pack: &Arc<Pack>, variant: Option<&str>, seats: usize) -> Arc<Game> {
    let variant = variant.map(str::to_owned);
    let config = Config { variant, seats: Some(seats), ..Config::default() };
    pack.configure(&config).unwrap_or_else(|faults| panic!("{faults}"))
}

/// A pair at a moment of a random match; `None` if a scenario can't express the moment, or nothing is hidden then.
pub(crate) fn pair(game: &Arc<Game>, viewer: Option<Seat>, plies: u32, rng: &mut Generator) -> Option<Pair> {
    let mut rules = Rules::new(game.clone()).unwrap();
    let mut state = rules.start(rng.below(1 << 30).into(), &mut Vec::new()).unwrap();
    rules.playout(&mut state, rng, Playout::ByVerb, plies).unwrap();
    state.decision()?;
    let view = game.view(&state, viewer);
    let other = rules.determinize(&view, rng).unwrap();
    let worlds = [begun(game, &state)?, begun(game, &other)?];
    let [one, two] = &worlds;
    let is_pair = one.view(viewer) == two.view(viewer) && one.state() != two.state();
    is_pair.then_some(Pair { worlds, viewer })
}

/// A match that begins at a state, if a scenario can express it.
fn begun(game: &Game, state: &State) -> Option<Match> {
    let pack = game.pack();
    let scenario = Scenario::read(SourceFile::new("moment.toml", scenario(game, state)), pack).ok()?;
    let game = pack.configure(&Arc::new(scenario).config()).ok()?;
    let people = vec!["human".to_owned(); game.seat_count()];
    let begun = Match::new(game, 1, people).ok()?;
    begun.decision().is_some().then_some(begun)
}

fn scenario(game: &Game, state: &State) -> String {
    let mut text = format!("game = {:?}\nplayers = {}\n", game.name(), game.seat_count());
    if let Some(variant) = game.variant() {
        text += &format!("variant = {variant:?}\n");
    }
    if let Some(decision) = state.decision() {
        text += &format!("to_act = {:?}\n", game.seat_name(decision.seat));
    }
    for (key, named) in game.state_json(state).as_object().unwrap() {
        text += &format!("[{key}]\n");
        let said = named.as_object().unwrap().iter().filter(|(name, _)| !name.starts_with("decided."));
        said.for_each(|(name, value)| text += &format!("{} = {value}\n", Value::from(name.as_str())));
    }
    text
}

/// A uniformly random legal action.
fn any(played: &Match, rng: &mut Generator) -> Action {
    let legal = played.legal();
    legal.get(played.game(), rng.below(legal.len() as u32) as usize)
}

/// A viewer's observation of an action, and the state after it.
fn tried(played: &mut Match, action: &Action, viewer: Option<Seat>) -> (Vec<Value>, State) {
    let (game, mut after, mut events) = (played.game().clone(), played.state().clone(), Vec::new());
    played.host().apply(&mut after, action, Some(&mut events)).unwrap();
    (events.iter().map(|event| game.event_json(event, viewer, false)).collect(), after)
}

impl Pair {
    /// The seat to move; `None` at the end.
    pub(crate) fn due(&self) -> Option<Seat> {
        self.worlds[0].decision().map(|decision| decision.seat)
    }

    /// An action for each world that preserves indistinguishability; `None` if none was found.
    pub(crate) fn actions(&mut self, rng: &mut Generator) -> Option<[Action; 2]> {
        (0..TRIES).find_map(|n| {
            let one = any(&self.worlds[0], rng);
            let two = if self.due() == self.viewer || n % 2 == 0 { self.same(&one) } else { None };
            let two = two.unwrap_or_else(|| any(&self.worlds[1], rng));
            self.stays_alike(&one, &two).then_some([one, two])
        })
    }

    /// The action of the second world that corresponds to one of the first.
    fn same(&self, action: &Action) -> Option<Action> {
        let list: &ActionList = self.worlds[1].legal();
        list.iter(self.worlds[1].game()).find(|other| other.bytes() == action.bytes())
    }

    fn stays_alike(&mut self, one: &Action, two: &Action) -> bool {
        let viewer = self.viewer;
        let [first, second] = &mut self.worlds;
        let ((told, one), (told_other, two)) = (tried(first, one, viewer), tried(second, two, viewer));
        let game = first.game();
        let is_open = one.is_over() || two.is_over();
        !is_open && told == told_other && game.view(&one, viewer) == game.view(&two, viewer)
    }

    /// True if an action would be legal in one of the worlds.
    pub(crate) fn allows(&mut self, text: &str) -> bool {
        let allows = |played: &mut Match| match played.parse(text) {
            Ok(action) => played.check(&action).is_ok(),
            Err(_) => false,
        };
        self.worlds.iter_mut().any(allows)
    }

    /// Undoes to before the viewer's last action.
    pub(crate) fn go_back(&mut self) {
        for played in &mut self.worlds {
            let last = played.steps().iter().rposition(|step| Some(step.decision.seat) == self.viewer);
            let back = last.map_or(0, |last| played.steps().len() - last);
            played.undo(back).unwrap();
        }
    }
}
