//! Chess, as a guard that the vocabulary holds it: tables for the pieces, a little Lua for castling and for taking in
//! passing. The counts are those that the programs of chess agree on.

use parlour_engine::action::ActionList;
use parlour_engine::chance::Generator;
use parlour_engine::ids::BoardId;
use parlour_engine::rules::Rules;
use parlour_engine::state::State;

use super::{host, position};

fn set_up(host: &mut Rules, rows: &str, seat: usize) -> State {
    let rows: Vec<String> = rows.split('/').map(str::to_owned).collect();
    position(host, &rows, seat)
}

#[track_caller]
fn counts(rows: &str, nodes: &[u64]) {
    let mut host = host("chess");
    let state = set_up(&mut host, rows, 0);
    assert_eq!(host.perft(&state, nodes.len() as u32).unwrap().nodes, nodes, "{rows}");
}

fn texts(host: &mut Rules, state: &State) -> Vec<String> {
    let mut list = ActionList::new();
    host.legal(state, &mut list).unwrap();
    let game = host.game().clone();
    list.iter(&game).map(|action| game.action_text(&action)).collect()
}

fn why(host: &mut Rules, state: &State, text: &str) -> String {
    let action = host.game().parse_action(text, None).unwrap();
    host.check(state, &action).unwrap().map_or_else(|refusal| refusal.to_string(), |()| "allowed".to_owned())
}

#[track_caller]
fn act(host: &mut Rules, state: &mut State, text: &str) {
    assert_eq!(why(host, state, text), "allowed", "{text}");
    let action = host.game().parse_action(text, None).unwrap();
    host.apply(state, &action, None).unwrap();
}

#[test]
fn the_start_has_its_known_counts() {
    counts("rnbqkbnr/pppppppp/......../......../......../......../PPPPPPPP/RNBQKBNR", &[20, 400, 8_902, 197_281]);
}

#[test]
fn castling_taking_in_passing_and_promotion_have_their_known_counts() {
    counts("r...k..r/p.ppqpb./bn..pnp./...PN.../.p..P.../..N..Q.p/PPPBBPPP/R...K..R", &[48, 2_039, 97_862]);
    counts("......../..p...../...p..../KP.....r/.R...p.k/......../....P.P./........", &[14, 191, 2_812, 43_238]);
    counts("r...k..r/Pppp.ppp/.b...nbN/nP....../BBP.P.../q....N../Pp.P..PP/R..Q.RK.", &[6, 264, 9_467]);
    counts("rnbq.k.r/pp.Pbppp/..p...../......../..B...../......../PPP.NnPP/RNBQK..R", &[44, 1_486, 62_379]);
}

/// No action may leave a royal piece where it could be captured, be it of a table or of a script.
#[test]
fn a_script_s_action_that_exposes_the_king_is_refused() {
    let mut host = host("chess");
    let mut state = set_up(&mut host, "......../....p.../......../KP.....r/......../......../......../.......k", 1);
    act(&mut host, &mut state, "e7-e5");
    assert!(!texts(&mut host, &state).iter().any(|text| text.contains("passing")), "nothing beside the pawn");
    let mut state = set_up(&mut host, "......../..p...../......../KP.....r/......../......../......../.......k", 1);
    act(&mut host, &mut state, "c7-c5");
    let passing = "b5xc6 in passing";
    assert!(!texts(&mut host, &state).contains(&passing.to_owned()));
    assert_eq!(
        why(&mut host, &state, passing),
        "`b5xc6 in passing` is not allowed: it would leave your king in danger"
    );
    let mut state = set_up(&mut host, "......../..p...../......../.P.....r/K......./......../......../.......k", 1);
    act(&mut host, &mut state, "c7-c5");
    act(&mut host, &mut state, passing);
    let rows = host.game().board_rows(&state, BoardId(0));
    assert_eq!(rows[2..4], ["..P.....", ".......r"], "the pawn that stepped over c6 is gone");
}

#[test]
fn a_king_castles_through_no_danger() {
    let mut host = host("chess");
    let castles = |host: &mut Rules, rows: &str| {
        let state = set_up(host, rows, 0);
        let mut texts = texts(host, &state);
        texts.retain(|text| text.starts_with("castle"));
        texts
    };
    let both = castles(&mut host, "....k.../......../......../......../......../......../......../R...K..R");
    assert_eq!(both, ["castle king", "castle queen"]);
    let through = castles(&mut host, "....kr../......../......../......../......../......../......../R...K..R");
    assert_eq!(through, ["castle queen"]);
    let rook_only = castles(&mut host, ".r..k.../......../......../......../......../......../......../R...K..R");
    assert_eq!(rook_only, ["castle king", "castle queen"], "what the rook passes may be attacked");
    let out_of = castles(&mut host, "....r..k/......../......../......../......../......../......../R...K..R");
    assert_eq!(out_of, [""; 0]);
    let mut state = set_up(&mut host, "....k.../......../......../......../......../......../......../R...K..R", 0);
    for text in ["h1-h2", "e8-d8", "h2-h1", "d8-e8"] {
        act(&mut host, &mut state, text);
    }
    assert!(!texts(&mut host, &state).contains(&"castle king".to_owned()), "the rook has moved");
    act(&mut host, &mut state, "castle queen");
    assert_eq!(host.game().board_rows(&state, BoardId(0))[7], "..KR...R");
}

#[test]
fn a_match_ends_by_mate_stalemate_or_after_too_long_a_time() {
    let mut host = host("chess");
    let mut state = host.start(1, &mut Vec::new()).unwrap();
    for text in ["f2-f3", "e7-e5", "g2-g4", "d8-h4"] {
        act(&mut host, &mut state, text);
    }
    assert_eq!(host.game().ending_text(&state).unwrap(), "black wins: checkmate");
    let mut state = set_up(&mut host, ".......k/......../.....K../......../......../......../......../......Q.", 0);
    act(&mut host, &mut state, "g1-g6");
    assert_eq!(host.game().ending_text(&state).unwrap(), "a draw: stalemate");
    let mut state = set_up(&mut host, ".......k/......../......../......../......../......../......../R...K...", 0);
    for _ in 0..25 {
        for text in ["e1-e2", "h8-h7", "e2-e1", "h7-h8"] {
            assert!(!state.is_over());
            act(&mut host, &mut state, text);
        }
    }
    assert_eq!(host.game().ending_text(&state).unwrap(), "a draw: nothing was captured for a long time");
}

#[test]
fn whatever_is_listed_is_accepted_and_read_back() {
    let mut host = host("chess");
    let mut rng = Generator::from_seed(8);
    let mut promoted = false;
    for seed in 0..4 {
        let mut state = host.start(seed, &mut Vec::new()).unwrap();
        let mut plies = 0;
        while !state.is_over() && plies < 300 {
            let mut list = ActionList::new();
            host.legal(&state, &mut list).unwrap();
            let action = list.get(host.game(), rng.below(list.len() as u32) as usize);
            let text = host.game().action_text(&action);
            promoted |= text.contains('=');
            assert_eq!(host.game().parse_action(&text, None).as_ref(), Ok(&action), "{text}");
            assert_eq!(host.check(&state, &action).unwrap(), Ok(()), "{text}");
            host.apply(&mut state, &action, None).unwrap();
            plies += 1;
        }
    }
    assert!(promoted, "pawns come through at random too");
}
