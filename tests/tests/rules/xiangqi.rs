//! Xiangqi: a guard of a script narrows what tables can do, in danger too. The counts of the start are the published
//! ones.

use super::{nodes, rules, set_up, texts, why};

#[test]
fn the_start_has_its_known_counts() {
    let mut host = rules("xiangqi", &[]);
    let state = host.position(None, None).unwrap();
    assert_eq!(nodes(&mut host, &state, 3), [44, 1_920, 79_666]);
}

/// Without hooks the same tables count what pieces could do if nothing stood in their way.
#[test]
fn a_guard_is_asked_of_what_could_take_the_general_too() {
    let mut host = rules("xiangqi", &[]);
    // The cannon on e5 has no screen before the general on e1, and the horse on g2 has a leg at f2.
    let state = set_up(&mut host, "4g4/9/9/9/9/4c4/9/9/5Sh2/4G4", 0);
    assert_eq!(why(&mut host, &state, "e1-d1"), "allowed");
    assert_eq!(
        why(&mut host, &state, "f2-f3"),
        "`f2-f3` is not allowed: it would leave your general in danger",
        "the horse's leg would be free"
    );
}

#[test]
fn generals_may_not_face_each_other() {
    let mut host = rules("xiangqi", &[]);
    let state = set_up(&mut host, "4g4/9/9/9/9/9/9/9/4R4/4G4", 0);
    let legal = texts(&mut host, &state);
    assert!(legal.contains(&"e2-e3".to_owned()), "{legal:?}");
    assert_eq!(why(&mut host, &state, "e2-d2"), "`e2-d2` is not allowed: it would leave your general in danger");
    let state = set_up(&mut host, "3g5/9/9/9/9/9/9/9/9/4G4", 0);
    assert_eq!(texts(&mut host, &state), ["e1-e2", "e1-f1"]);
}

#[test]
fn what_stands_in_the_way_is_told() {
    let mut host = rules("xiangqi", &[]);
    let state = host.position(None, None).unwrap();
    assert_eq!(why(&mut host, &state, "b1-d2"), "the horse's leg is blocked");
    let state = set_up(&mut host, "3g5/9/9/9/9/9/9/9/3S5/2E1G4", 0);
    assert_eq!(why(&mut host, &state, "c1-e3"), "the elephant's eye is blocked");
    let state = set_up(&mut host, "3g5/9/9/1r7/9/1s7/1s7/9/1C7/4G4", 0);
    assert_eq!(why(&mut host, &state, "b2xb5"), "allowed");
    assert_eq!(why(&mut host, &state, "b2xb7"), "a cannon captures over just one piece");
    assert_eq!(why(&mut host, &state, "b2xb4"), "a cannon captures over just one piece");
}
