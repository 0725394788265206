//! Rules that are not turned into native code do the same as those that are.

use crate::boards::game;
use parlour_engine::action::ActionList;
use parlour_engine::chance::Generator;
use parlour_engine::rules::Rules;

#[test]
fn native_code_changes_nothing() {
    for name in ["archaeology", "treasure-hunt", "en-garde", "final-card-down", "chess", "scripted-chess"] {
        let game = game(name);
        let load = |rules: Result<Rules, _>| rules.unwrap_or_else(|faults| panic!("{faults}"));
        let (mut native, mut quick) = (load(Rules::new(game.clone())), load(Rules::quick(game.clone())));
        let mut rng = Generator::from_seed(7);
        let (mut events, mut same_events) = (Vec::new(), Vec::new());
        let mut state = native.start(3, &mut events).unwrap();
        assert_eq!(quick.start(3, &mut same_events).unwrap(), state, "{name}");
        for _ in 0..150 {
            let (mut list, mut same) = (ActionList::new(), ActionList::new());
            native.legal(&state, &mut list).unwrap();
            quick.legal(&state, &mut same).unwrap();
            assert_eq!(list, same, "{name}");
            if list.is_empty() {
                break;
            }
            let action = list.get(&game, rng.below(list.len() as u32) as usize);
            let mut after = state.clone();
            quick.apply(&mut after, &action, Some(&mut same_events)).unwrap();
            native.apply(&mut state, &action, Some(&mut events)).unwrap();
            assert_eq!(after, state, "{name}");
        }
        assert_eq!(events, same_events, "{name}");
    }
}
