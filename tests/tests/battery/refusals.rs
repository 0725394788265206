//! Actions that aren't listed are refused with a reason, and change nothing.

use parlour_engine::Words;
use parlour_engine::action::Action;
use parlour_engine::chance::Generator;
use parlour_engine::game::Game;
use parlour_engine::ids::{CardType, Verb};
use parlour_engine::kind::Kind;
use parlour_engine::play::{ActError, Match};

use super::{Check, cards_of, watch};

/// The maximum number of cases of a verb that are all tried.
const FEW: usize = 60;
/// The number of sampled cases of other verbs.
const TRIES: usize = 12;

/// The number of values of an argument that isn't of type cards, and the first value.
fn values(game: &Game, kind: Kind, optional: bool) -> (usize, usize) {
    let Some(count) = game.value_count(kind) else {
        return if kind == Kind::Cards { (1, 0) } else { (8, 0) };
    };
    if optional { (count + 1, 0) } else { (count, 1) }
}

/// An action of a verb: the `n`th of all its cases in mixed radix over the arguments; cards are random, often from the
/// acting seat's.
fn case(game: &Game, verb: Verb, mut n: usize, rng: &mut Generator) -> Action {
    let spec = &game.pack().verbs[verb.index()];
    let mut action = Action::new(game, verb);
    for arg in &spec.args {
        if arg.kind == Kind::Cards {
            for card in 0..game.pack().card_types() {
                let count = if rng.below(3) == 0 { rng.below(4) as u8 } else { 0 };
                action.set_count(arg, CardType::from_index(card), count);
            }
            continue;
        }
        let (count, first) = values(game, arg.kind, arg.optional);
        let value = (first + n % count) as u16;
        n /= count;
        action.set_number(arg, value);
    }
    action
}

/// A legal action with one of its arguments changed.
fn mutated(played: &Match, rng: &mut Generator) -> Action {
    let game = played.game();
    let legal = played.legal();
    let mut action = legal.get(game, rng.below(legal.len() as u32) as usize);
    let spec = &game.pack().verbs[action.verb().index()];
    if !spec.args.is_empty() {
        let arg = &spec.args[rng.below(spec.args.len() as u32) as usize];
        if arg.kind == Kind::Cards {
            let types = game.pack().card_types();
            let card = rng.below(types as u32) as usize;
            let count = action.cards(arg, types)[card];
            let count = if count == 0 || rng.below(2) == 0 { count + 1 } else { count - 1 };
            action.set_count(arg, CardType::from_index(card), count);
        } else {
            let (count, first) = values(game, arg.kind, arg.optional);
            let value = first as u16 + rng.below(count as u32) as u16;
            action.set_number(arg, value);
        }
    }
    action
}

/// The actions tried at a moment.
fn candidates(played: &Match, rng: &mut Generator) -> Vec<Action> {
    let game = played.game();
    let mut all = Vec::new();
    for (n, spec) in game.pack().verbs.iter().enumerate() {
        let verb = Verb::from_index(n);
        let cases: usize = spec.args.iter().map(|arg| values(game, arg.kind, arg.optional).0).product();
        let open = spec.args.iter().any(|arg| arg.kind == Kind::Cards);
        if cases <= FEW && !open {
            all.extend((0..cases).map(|n| case(game, verb, n, rng)));
        } else {
            all.extend((0..TRIES).map(|_| {
                let n = rng.below(cases as u32) as usize;
                case(game, verb, n, rng)
            }));
        }
    }
    all.extend((0..TRIES).map(|_| mutated(played, rng)));
    all
}

fn refuse(played: &mut Match, rng: &mut Generator) {
    if rng.below(3) > 0 {
        return;
    }
    let (state, legal) = (played.state().clone(), played.legal().clone());
    for action in candidates(played, rng) {
        let text = played.game().action_text(&action);
        let listed = legal.position(played.game(), &action).is_some();
        match played.host().check(&state, &action) {
            Ok(()) if listed => {}
            Ok(()) => {
                assert!(!legal.is_complete(), "`{text}` is accepted, but not listed");
                let mut after = state.clone();
                played.host().apply(&mut after, &action, None).unwrap();
                assert_eq!(cards_of(played.game(), &after), played.game().card_counts(), "after `{text}`");
            }
            Err(error) => {
                let refusal = error.refusal().unwrap();
                assert!(!listed, "`{text}` is listed, but refused: {refusal}");
                assert!(!refusal.to_string().trim().is_empty(), "`{text}` is refused without a reason");
                refused(played, &action);
            }
        }
    }
}

pub(super) const REFUSED: Check = Check::look("refused exactly when not legal", refuse);

#[test]
fn an_action_is_refused_exactly_when_it_is_not_legal() {
    watch(2, &REFUSED);
}

/// Checks that a refused action leaves the match unchanged.
#[track_caller]
fn refused(played: &mut Match, action: &Action) {
    let (state, legal, steps) = (played.state().clone(), played.legal().clone(), played.steps().len());
    let error = played.act(action).map(|_| ()).unwrap_err();
    assert!(matches!(error, ActError::Refused(_)), "{error}");
    assert_eq!(state.bytes(), played.state().bytes());
    assert_eq!(&legal, played.legal());
    assert_eq!(steps, played.steps().len());
}

fn refuse_all(played: &mut Match) {
    let game = played.game().clone();
    for n in 0..game.pack().verbs.len() {
        let action = Action::new(&game, Verb::from_index(n));
        refused(played, &action);
    }
}

pub(super) const OVER: Check = Check::end("nothing is possible after the end", refuse_all);

#[test]
fn nothing_is_possible_after_the_end() {
    watch(2, &OVER);
}
