//! Chess, entirely in tables; `scripted-chess` has castling, en passant and draws in a script. The counts are the
//! published ones.

use parlour_engine::Words;
use parlour_engine::action::ActionList;
use parlour_engine::chance::Generator;
use parlour_engine::ids::BoardId;
use parlour_engine::rules::Rules;
use parlour_engine::state::State;

use super::{changed, host, position, texts};

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

fn why(host: &mut Rules, state: &State, text: &str) -> String {
    let action = host.game().parse_action(text, None).unwrap();
    match host.check(state, &action) {
        Ok(()) => "allowed".to_owned(),
        Err(error) => error.refusal().unwrap_or_else(|fault| panic!("{text}: {fault}")).to_string(),
    }
}

#[track_caller]
fn act(host: &mut Rules, state: &mut State, text: &str) {
    assert_eq!(why(host, state, text), "allowed", "{text}");
    let action = host.game().parse_action(text, None).unwrap();
    host.apply(state, &action, None).unwrap();
}

const START: &str = "rnbqkbnr/pppppppp/......../......../......../......../PPPPPPPP/RNBQKBNR";

#[test]
fn the_start_has_its_known_counts() {
    counts(START, &[20, 400, 8_902, 197_281]);
}

/// The five standard positions, the last of them by Steven Edwards.
const POSITIONS: [(&str, [u64; 4]); 5] = [
    ("r...k..r/p.ppqpb./bn..pnp./...PN.../.p..P.../..N..Q.p/PPPBBPPP/R...K..R", [48, 2_039, 97_862, 4_085_603]),
    ("......../..p...../...p..../KP.....r/.R...p.k/......../....P.P./........", [14, 191, 2_812, 43_238]),
    ("r...k..r/Pppp.ppp/.b...nbN/nP....../BBP.P.../q....N../Pp.P..PP/R..Q.RK.", [6, 264, 9_467, 422_333]),
    ("rnbq.k.r/pp.Pbppp/..p...../......../..B...../......../PPP.NnPP/RNBQK..R", [44, 1_486, 62_379, 2_103_487]),
    ("r....rk./.pp.qppp/p.np.n../..b.p.B./..B.P.b./P.NP.N../.PP.QPPP/R....RK.", [46, 2_079, 89_890, 3_894_594]),
];

#[test]
fn castling_en_passant_and_promotion_have_their_known_counts() {
    for (rows, nodes) in POSITIONS {
        counts(rows, &nodes[..3]);
    }
}

/// `cargo test --release -p parlour-tests boards::chess -- --ignored`
#[test]
#[ignore = "takes minutes without optimisation"]
fn the_known_counts_go_on_deeper() {
    counts(START, &[20, 400, 8_902, 197_281, 4_865_609]);
    for (rows, nodes) in POSITIONS {
        counts(rows, &nodes);
    }
}

/// No action of a table or script may leave a royal piece attacked.
#[test]
fn a_script_s_action_that_exposes_the_king_is_refused() {
    let mut host = host("chess");
    let mut state = set_up(&mut host, "......../....p.../......../KP.....r/......../......../......../.......k", 1);
    act(&mut host, &mut state, "e7-e5");
    assert!(!texts(&mut host, &state).iter().any(|text| text.ends_with("e.p.")), "nothing beside the pawn");
    let mut state = set_up(&mut host, "......../..p...../......../KP.....r/......../......../......../.......k", 1);
    act(&mut host, &mut state, "c7-c5");
    let passing = "b5xc6 e.p.";
    assert!(!texts(&mut host, &state).contains(&passing.to_owned()));
    let reason = "`b5xc6 e.p.` is not allowed: the pawn on b5 can't en_passant like that";
    assert_eq!(why(&mut host, &state, passing), reason);
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
        texts.retain(|text| text.starts_with('O'));
        texts
    };
    let both = castles(&mut host, "....k.../......../......../......../......../......../......../R...K..R");
    assert_eq!(both, ["O-O", "O-O-O"]);
    let through = castles(&mut host, "....kr../......../......../......../......../......../......../R...K..R");
    assert_eq!(through, ["O-O-O"]);
    let rook_only = castles(&mut host, ".r..k.../......../......../......../......../......../......../R...K..R");
    assert_eq!(rook_only, ["O-O", "O-O-O"], "what the rook passes may be attacked");
    let out_of = castles(&mut host, "....r..k/......../......../......../......../......../......../R...K..R");
    assert_eq!(out_of, [""; 0]);
    let mut state = set_up(&mut host, "....k.../......../......../......../......../......../......../R...K..R", 0);
    for text in ["h1-h2", "e8-d8", "h2-h1", "d8-e8"] {
        act(&mut host, &mut state, text);
    }
    assert!(!texts(&mut host, &state).contains(&"O-O".to_owned()), "the rook has moved");
    act(&mut host, &mut state, "O-O-O");
    assert_eq!(host.game().board_rows(&state, BoardId(0))[7], "..KR...R");
}

#[test]
fn a_match_ends_by_mate_stalemate_or_repetition() {
    let mut host = host("chess");
    let mut state = host.start(1, &mut Vec::new()).unwrap();
    for text in ["f2-f3", "e7-e5", "g2-g4", "d8-h4"] {
        act(&mut host, &mut state, text);
    }
    assert_eq!(host.game().ending_text(&state).unwrap(), "black wins: checkmate");
    let mut state = set_up(&mut host, ".......k/......../.....K../......../......../......../......../......Q.", 0);
    act(&mut host, &mut state, "g1-g6");
    assert_eq!(host.game().ending_text(&state).unwrap(), "a draw: stalemate");
    let rows = ".......k/......../......../......../......../......../......../R...K...";
    let mut state = set_up(&mut host, rows, 0);
    for text in ["a1-a2", "h8-g8", "a2-a1", "g8-h8"].repeat(2) {
        assert!(!state.is_over());
        act(&mut host, &mut state, text);
    }
    assert!(!state.is_over(), "at first white could castle");
    act(&mut host, &mut state, "a1-a2");
    assert_eq!(host.game().ending_text(&state).unwrap(), "a draw: the same position for the third time");
}

/// The fifty-move rule: a pawn's move resets the counter.
#[test]
fn a_match_ends_after_too_long_without_a_capture_or_a_pawn_s_move() {
    let quiet = ("game.toml", "quiet_limit = { default = 100", "quiet_limit = { default = 4");
    let mut host = changed("chess", &[quiet]).and_then(Rules::new).unwrap_or_else(|faults| panic!("{faults}"));
    let mut state = set_up(&mut host, ".......k/......../......../......../......../......../P......./R...K...", 0);
    for text in ["a1-b1", "h8-h7", "b1-b2", "h7-h6"] {
        assert!(!state.is_over(), "before {text}");
        act(&mut host, &mut state, text);
    }
    assert_eq!(host.game().ending_text(&state).unwrap(), "a draw: too long without a capture or a pawn's move");
    let mut state = set_up(&mut host, ".......k/......../......../......../......../......../P......./R...K...", 0);
    for text in ["a1-b1", "h8-h7", "a2-a3", "h7-h6", "b1-b2", "h6-h5"] {
        act(&mut host, &mut state, text);
    }
    assert!(!state.is_over());
}

#[test]
fn a_match_ends_when_nobody_can_ever_checkmate() {
    let mut host = host("chess");
    let mut taken = |rows: &str, text: &str| {
        let mut state = set_up(&mut host, rows, 0);
        act(&mut host, &mut state, text);
        host.game().ending_text(&state)
    };
    let bare = Some("a draw: nobody has enough to checkmate".to_owned());
    assert_eq!(taken("k......./......../......../......../......../......../.p....../K.......", "a1xb2"), bare);
    assert_eq!(taken("k......./......../......../......../......../......../.p.....N/K.......", "a1xb2"), bare);
    assert_eq!(taken("k...b.../......../......../......../......../......../.p....../K.B.....", "a1xb2"), None);
    assert_eq!(taken("k..b..../......../......../......../......../......../.p....../K.B.....", "a1xb2"), bare);
    assert_eq!(taken("k......./......../......../......../......../......../.p....NN/K.......", "a1xb2"), None);
    assert_eq!(taken("k......./......../......../......../......../......../.p.....P/K.......", "a1xb2"), None);
    assert_eq!(taken(".......k/P......./......../......../......../......../......../K.......", "a7-a8=knight"), bare);
    assert_eq!(taken(".......k/P......./......../......../......../......../......../K.......", "a7-a8=rook"), None);
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
            host.check(&state, &action).unwrap_or_else(|error| panic!("{text}: {error}"));
            host.apply(&mut state, &action, None).unwrap();
            plies += 1;
        }
    }
    assert!(promoted, "pawns come through at random too");
}

/// Tables and an equivalent script agree in every match: in actions, texts, events and bytes.
#[test]
fn tables_do_what_a_script_does() {
    let (mut tables, mut script) = (host("chess"), host("scripted-chess"));
    let games = [tables.game().clone(), script.game().clone()];
    for seed in 0..4 {
        let mut states = [tables.start(seed, &mut Vec::new()).unwrap(), script.start(seed, &mut Vec::new()).unwrap()];
        let mut generator = Generator::from_seed(seed);
        while !states[0].is_over() {
            assert_eq!(states[0].bytes(), states[1].bytes(), "seed {seed}");
            let mut lists = [ActionList::new(), ActionList::new()];
            tables.legal(&states[0], &mut lists[0]).unwrap();
            script.legal(&states[1], &mut lists[1]).unwrap();
            let all = [0, 1].map(|n| lists[n].iter(&games[n]).collect::<Vec<_>>());
            let texts = [0, 1].map(|n| all[n].iter().map(|action| games[n].action_text(action)).collect::<Vec<_>>());
            assert_eq!(texts[0], texts[1], "seed {seed}");
            let special = all[0].iter().position(|action| action.verb().index() >= 2);
            let chosen = special.unwrap_or_else(|| generator.below(all[0].len() as u32) as usize);
            let mut events = [Vec::new(), Vec::new()];
            tables.apply(&mut states[0], &all[0][chosen], Some(&mut events[0])).unwrap();
            script.apply(&mut states[1], &all[1][chosen], Some(&mut events[1])).unwrap();
            assert_eq!(events[0], events[1], "seed {seed}: {}", texts[0][chosen]);
        }
        assert_eq!(states[0].bytes(), states[1].bytes(), "seed {seed}");
    }
}
