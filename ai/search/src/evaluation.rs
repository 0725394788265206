//! Learnt evaluations: n-tuple networks over observation vectors (Lucas, "Learning to Play Othello with N-Tuple
//! Systems", 2008; Thill, Koch and Konen, "Reinforcement Learning with N-Tuples on the Game Connect-4", 2012), and their
//! file.

use std::io::{Read, Write};
use std::sync::Arc;

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use parlour_engine::action::ActionList;
use parlour_engine::chance::Generator;
use parlour_engine::diagnostic::{Code, Diagnostic};
use parlour_engine::game::Game;
use parlour_engine::ids::Seat;
use parlour_engine::observation::{Observation, ObservedBoard};
use parlour_engine::state::State;
use serde::{Deserialize, Serialize};

use super::{Judge, SearchError};

/// The format of a file.
const FORMAT: &str = "parlour evaluation 2";
/// Entries of one tuple's table at most.
const MAX_ENTRIES: usize = 20_000;
/// Entries of all tables at most.
const MAX_WEIGHTS: usize = 6_000_000;
/// Tuples of one evaluation at most.
const MAX_TUPLES: usize = 2_500;
/// Tuples of squares along random walks, for each square of a board.
const WALKS: usize = 2;
/// Tuples of squares of one board at most, but for those of single squares.
const MAX_WALKS: usize = 120;
/// Squares of a tuple at most.
const LONGEST_WALK: usize = 8;
/// Pairs of numbers that are no squares.
const MAX_PAIRS: usize = 1_200;
/// Of these at least this many with the number of cards of one type, if there are that many.
const LEAST_OF_CARDS: usize = 600;
/// Entries of the table of such a pair at most.
const MAX_OF_A_PAIR: usize = 600;
/// The longest header of a file.
const LONGEST_HEADER: usize = 1 << 20;

/// The first line of a file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    format: String,
    game: String,
    variant: Option<String>,
    seats: usize,
    /// The observation vectors that it is for.
    signature: String,
    tuples: Vec<Vec<u16>>,
    /// The value of one step of a stored weight.
    step: f32,
    scale: f32,
    offset: f32,
    games: u64,
    plies: u64,
}

/// The views of a state that are evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Views {
    /// Two opposing seats that see the same: the first one's view; the second seat's value is negated. One set of tables.
    Duel,
    /// Zones and variables that belong to seats: each seat's view, counted from itself. A set of tables for all seats, and one
    /// for each seat, since positions and sides in variables may still tell seats apart.
    Relative,
    /// Each seat's view with a set of tables of its own.
    Absolute,
}

impl Views {
    fn of(game: &Game) -> Self {
        match super::think::is_duel(game) && !game.has_secrets() {
            true => Self::Duel,
            false if game.boards().next().is_none() => Self::Relative,
            false => Self::Absolute,
        }
    }

    /// The number of sets of tables.
    fn sets(self, game: &Game) -> usize {
        match self {
            Self::Duel => 1,
            Self::Relative => 1 + game.seat_count(),
            Self::Absolute => game.seat_count(),
        }
    }

    /// The layouts of the seats' vectors.
    fn observers(self, game: &Game) -> Vec<Observation> {
        game.seats().map(|seat| game.observation(seat, self == Self::Relative)).collect()
    }
}

/// A learnt evaluation of one game, variant and number of seats.
#[derive(Clone, Debug)]
pub struct Evaluation {
    observers: Vec<Observation>,
    /// The places of each tuple in the vector.
    tuples: Vec<Vec<u16>>,
    /// The first entry of each tuple's table, and the factor of each of its places.
    tables: Vec<(usize, Vec<u32>)>,
    /// The entries of one set of tables.
    size: usize,
    /// Weights: sets of tables, as the views say.
    pub weights: Vec<f32>,
    views: Views,
    is_together: bool,
    /// The unit of scores, where all play together.
    pub scale: f32,
    /// The zero of scores, where all play together.
    pub offset: f32,
    /// Matches and plies from which it was learnt.
    pub games: u64,
    /// Plies from which it was learnt.
    pub plies: u64,
}

impl Evaluation {
    /// An evaluation that knows nothing, with tuples chosen by a seed.
    pub fn new(game: &Game, seed: u64) -> Self {
        let views = Views::of(game);
        let observers = views.observers(game);
        let levels: Vec<u16> = observers[0].levels().collect();
        let most = MAX_WEIGHTS / views.sets(game);
        let tuples = tuples(&observers[0], &levels, most, &mut Generator::from_seed(seed));
        Self::of_tuples(game, observers, tuples)
    }

    fn of_tuples(game: &Game, observers: Vec<Observation>, tuples: Vec<Vec<u16>>) -> Self {
        let levels: Vec<u16> = observers[0].levels().collect();
        let (mut tables, mut size) = (Vec::with_capacity(tuples.len()), 0);
        for tuple in &tuples {
            let (mut factor, mut factors) = (1, Vec::with_capacity(tuple.len()));
            for &place in tuple {
                factors.push(factor);
                factor *= u32::from(levels[usize::from(place)]);
            }
            tables.push((size, factors));
            size += factor as usize;
        }
        let views = Views::of(game);
        Self {
            observers,
            tuples,
            tables,
            size,
            weights: vec![0.0; views.sets(game) * size],
            views,
            is_together: game.is_together(),
            scale: 1.0,
            offset: 0.0,
            games: 0,
            plies: 0,
        }
    }

    /// The part of a step of learning that each active weight takes, in their order: together half of it those of single
    /// numbers, which generalize, and half those of the many combinations.
    pub fn parts(&self) -> Vec<f32> {
        let times = if self.views == Views::Relative { 2 } else { 1 };
        let is_single = |tuple: &Vec<u16>| tuple.len() == 1;
        let count =
            |single: bool| (times * self.tuples.iter().filter(|tuple| is_single(tuple) == single).count()) as f32;
        let groups = if count(true) > 0.0 && count(false) > 0.0 { 2.0 } else { 1.0 };
        let part = |tuple| 1.0 / groups / count(is_single(tuple));
        self.tuples.iter().flat_map(|tuple| std::iter::repeat_n(part(tuple), times)).collect()
    }

    /// True if the second of two seats has the negated value of the first.
    pub fn is_duel(&self) -> bool {
        self.views == Views::Duel
    }

    /// Appends the indices of the weights that count in a state for a seat. `vector` is working memory.
    pub fn active(&self, state: &State, seat: Seat, vector: &mut Vec<u16>, out: &mut Vec<u32>) {
        self.each_active(state, seat, vector, |weight| out.push(weight as u32));
    }

    /// Calls a function with the index of each weight that counts in a state for a seat, in the order of the tuples.
    fn each_active(&self, state: &State, seat: Seat, vector: &mut Vec<u16>, mut found: impl FnMut(usize)) {
        let observer = if self.is_duel() { 0 } else { seat.index() };
        self.observers[observer].read(state, vector);
        // The seat's own set, and for relative views the one of all seats before the others.
        let is_shared = self.views == Views::Relative;
        let set = self.size * (observer + usize::from(is_shared));
        for (tuple, (first, factors)) in self.tuples.iter().zip(&self.tables) {
            let entry: u32 =
                tuple.iter().zip(factors).map(|(&place, factor)| u32::from(vector[usize::from(place)]) * factor).sum();
            if is_shared {
                found(first + entry as usize);
            }
            found(set + first + entry as usize);
        }
    }

    /// The sum of some weights.
    pub fn sum(&self, active: &[u32]) -> f32 {
        active.iter().map(|&n| self.weights[n as usize]).sum()
    }

    /// The value of a state that is not over for a seat: log odds of winning, or the expected score where all play
    /// together.
    pub fn value(&self, state: &State, seat: Seat, vector: &mut Vec<u16>) -> f32 {
        let mut sum = 0.0;
        self.each_active(state, seat, vector, |weight| sum += self.weights[weight]);
        match (self.is_together, self.is_duel() && seat.index() == 1) {
            (true, _) => self.offset + self.scale * sum,
            (false, true) => -sum,
            (false, false) => sum,
        }
    }

    /// The file: a line of JSON, then the weights as steps of 16 bits, little-endian, compressed by deflate.
    ///
    /// # Errors
    /// None in practice: both are written to memory.
    pub fn to_bytes(&self, game: &Game) -> std::io::Result<Vec<u8>> {
        let most = self.weights.iter().fold(0.0_f32, |most, weight| most.max(weight.abs()));
        let step = if most > 0.0 { most / f32::from(i16::MAX) } else { 1.0 };
        let header = Header {
            format: FORMAT.to_owned(),
            game: game.name().to_owned(),
            variant: game.variant().map(str::to_owned),
            seats: game.seat_count(),
            signature: signature(&self.observers),
            tuples: self.tuples.clone(),
            step,
            scale: self.scale,
            offset: self.offset,
            games: self.games,
            plies: self.plies,
        };
        let mut out = serde_json::to_vec(&header)?;
        out.push(b'\n');
        let mut deflated = DeflateEncoder::new(out, Compression::best());
        let steps = self.weights.iter().flat_map(|weight| ((weight / step).round() as i16).to_le_bytes());
        deflated.write_all(&steps.collect::<Vec<u8>>())?;
        deflated.finish()
    }

    /// Reads a file for a game.
    ///
    /// # Errors
    /// A file that is damaged, or that was learnt for another game, variant, number of seats or layout of the state.
    pub fn from_bytes(bytes: &[u8], name: &str, game: &Game) -> Result<Self, Diagnostic> {
        let fault = |message: String, help: &str| Diagnostic::new(Code::BadEvaluation, message).help(help);
        let damaged = || {
            fault(format!("{name} is not an evaluation, or is damaged"), "`parlour learn GAME --out FILE` writes one")
        };
        let end = bytes.iter().take(LONGEST_HEADER).position(|&byte| byte == b'\n').ok_or_else(damaged)?;
        let header: Header = serde_json::from_slice(&bytes[..end]).map_err(|_| damaged())?;
        if header.format != FORMAT {
            let message = format!("{name} has the format `{}`; expected `{FORMAT}`", header.format);
            return Err(fault(message, "`parlour learn` learns it anew, into another file"));
        }
        let views = Views::of(game);
        let observers = views.observers(game);
        let known = (game.name(), game.variant(), game.seat_count());
        if (header.game.as_str(), header.variant.as_deref(), header.seats) != known
            || header.signature != signature(&observers)
        {
            let of = |variant: Option<&str>| variant.map_or(String::new(), |variant| format!(" ({variant})"));
            let message = format!(
                "{name} was learnt for {}{} with {} seats, and not for {}{} with {} seats as it is now",
                header.game,
                of(header.variant.as_deref()),
                header.seats,
                known.0,
                of(known.1),
                known.2
            );
            return Err(fault(message, "`parlour learn` learns it anew"));
        }
        let levels: Vec<u16> = observers[0].levels().collect();
        let entries = |tuple: &Vec<u16>| {
            let mut sizes = tuple.iter().map(|&place| levels.get(usize::from(place)).map(|&size| usize::from(size)));
            sizes.try_fold(1_usize, |all, size| size.map(|size| all.saturating_mul(size)))
        };
        let sizes: Option<Vec<usize>> = header.tuples.iter().map(entries).collect();
        let is_sized = sizes.is_some_and(|sizes| {
            sizes.len() <= MAX_TUPLES
                && sizes.iter().all(|&size| size <= MAX_ENTRIES)
                && sizes.iter().sum::<usize>() <= MAX_WEIGHTS / views.sets(game)
        });
        if !is_sized || ![header.step, header.scale, header.offset].iter().all(|number| number.is_finite()) {
            return Err(damaged());
        }
        let mut out = Self::of_tuples(game, observers, header.tuples);
        let mut steps = Vec::new();
        let most = 2 * out.weights.len() as u64;
        let inflated = DeflateDecoder::new(&bytes[end + 1..]).take(most + 1).read_to_end(&mut steps);
        if inflated.is_err() || steps.len() as u64 != most {
            return Err(damaged());
        }
        for (weight, step) in out.weights.iter_mut().zip(steps.chunks_exact(2)) {
            *weight = f32::from(i16::from_le_bytes([step[0], step[1]])) * header.step;
        }
        (out.scale, out.offset, out.games, out.plies) = (header.scale, header.offset, header.games, header.plies);
        Ok(out)
    }
}

fn signature(observers: &[Observation]) -> String {
    // Texts of long vectors are long.
    let texts: Vec<String> = observers.iter().map(Observation::signature).collect();
    format!("{:016x}", xxhash_rust::xxh3::xxh3_64(texts.join("|").as_bytes()))
}

/// The tuples of an evaluation: every number alone, lines and random walks of squares and of tracks, each together with the
/// seat to act, and pairs of other numbers; `most` entries in all.
fn tuples(observation: &Observation, levels: &[u16], most: usize, generator: &mut Generator) -> Vec<Vec<u16>> {
    let mut out: Vec<Vec<u16>> = (0..levels.len().min(MAX_TUPLES / 2)).map(|place| vec![place as u16]).collect();
    let mut is_square = vec![false; levels.len()];
    for board in observation.boards() {
        board.places.iter().flatten().for_each(|&place| is_square[place] = true);
        walks(board, levels, generator, &mut out);
    }
    observation.tracks().iter().for_each(|track| walks(track, levels, generator, &mut out));
    let others: Vec<usize> = (0..levels.len()).filter(|&place| !is_square[place] && levels[place] > 1).collect();
    let counts: Vec<bool> = observation.counts().collect();
    // Pairs in which neither is the number of cards of one type, and the many others.
    let (mut pairs, mut of_cards) = (Vec::new(), Vec::new());
    for (n, &a) in others.iter().enumerate() {
        let fits = |&&b: &&usize| usize::from(levels[a]) * usize::from(levels[b]) <= MAX_OF_A_PAIR;
        for &b in others[n + 1..].iter().filter(fits) {
            let kind = if counts[a] || counts[b] { &mut of_cards } else { &mut pairs };
            kind.push(vec![a as u16, b as u16]);
        }
    }
    generator.shuffle(&mut pairs);
    generator.shuffle(&mut of_cards);
    pairs.truncate(MAX_PAIRS - LEAST_OF_CARDS.min(of_cards.len()));
    of_cards.truncate(MAX_PAIRS - pairs.len());
    out.extend(pairs);
    out.extend(of_cards);
    let mut size = 0;
    out.retain(|tuple| {
        let entries: usize = tuple.iter().map(|&place| usize::from(levels[usize::from(place)])).product();
        let fits = entries <= MAX_ENTRIES && size + entries <= most;
        size += if fits { entries } else { 0 };
        fits
    });
    out.truncate(MAX_TUPLES);
    out
}

/// Adds straight lines and random walks over neighbouring squares, as long as their tables may be.
fn walks(board: &ObservedBoard, levels: &[u16], generator: &mut Generator, out: &mut Vec<Vec<u16>>) {
    let squares: Vec<usize> = (0..board.places.len()).filter(|&square| board.places[square].is_some()).collect();
    let Some(level) = squares.iter().filter_map(|&square| board.places[square]).map(|place| levels[place]).max() else {
        return;
    };
    let to_act = usize::from(levels[0]);
    let mut longest = 1;
    while longest < LONGEST_WALK && usize::from(level).pow(longest as u32 + 1) * to_act <= MAX_ENTRIES {
        longest += 1;
    }
    if longest < 2 {
        return;
    }
    let at = |square: usize, (right, down): (isize, isize)| {
        let (x, y) = ((square % board.width) as isize + right, (square / board.width) as isize + down);
        let is_inside = (0..board.width as isize).contains(&x) && (0..board.height as isize).contains(&y);
        let there = is_inside.then_some((y * board.width as isize + x) as usize)?;
        board.places[there].map(|_| there)
    };
    let mut found: Vec<Vec<usize>> = Vec::new();
    for &square in &squares {
        for step in [(1, 0), (0, 1), (1, 1), (1, -1)] {
            let mut line = vec![square];
            while line.len() < longest.min(4)
                && let Some(next) = line.last().and_then(|&last| at(last, step))
            {
                line.push(next);
            }
            if line.len() == longest.min(4) {
                found.push(line);
            }
        }
    }
    generator.shuffle(&mut found);
    found.truncate(MAX_WALKS / 2);
    for _ in 0..(WALKS * squares.len()).min(MAX_WALKS) {
        let mut walk = vec![squares[generator.below(squares.len() as u32) as usize]];
        for _ in 0..64 {
            let last = walk[generator.below(walk.len() as u32) as usize];
            let step = (generator.below(3) as isize - 1, generator.below(3) as isize - 1);
            if let Some(next) = at(last, step).filter(|next| !walk.contains(next)) {
                walk.push(next);
            }
            if walk.len() == longest {
                break;
            }
        }
        walk.sort_unstable();
        found.push(walk);
    }
    found.sort();
    found.dedup();
    let tuple = |walk: Vec<usize>| {
        std::iter::once(0)
            .chain(walk.iter().filter_map(|&square| board.places[square]).map(|place| place as u16))
            .collect()
    };
    out.extend(found.into_iter().map(tuple));
}

/// A learnt evaluation as the judge of a search.
#[derive(Clone, Debug)]
pub struct LearntJudge {
    /// The evaluation.
    pub evaluation: Arc<Evaluation>,
    /// The features of the state.
    pub vector: Vec<u16>,
}

impl Judge for LearntJudge {
    fn evaluate(&mut self, state: &State, seat: Seat) -> Result<Option<f64>, SearchError> {
        Ok(Some(f64::from(self.evaluation.value(state, seat, &mut self.vector))))
    }

    fn has_evaluate(&self) -> bool {
        true
    }

    fn rollout(&mut self, _state: &State, _legal: &ActionList) -> Result<Option<usize>, SearchError> {
        Ok(None)
    }

    fn has_rollout(&self) -> bool {
        false
    }
}
