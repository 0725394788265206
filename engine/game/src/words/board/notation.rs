//! Positions on one line, as in FEN: parsed into a scenario, and formatted.

use crate::words::board::impossible::{can_have_passed, impossible_claim, impossible_counts, impossible_pieces};
use std::sync::Arc;

use super::impossible::Claim;
use crate::scenario::Scenario;
use crate::scenario::read::MAX_PLIES;
use crate::{Config, Game};
use parlour_board::SquareSet;
use parlour_model::diagnostic::{Code, Diagnostic, Faults, SourceFile, suggest};
use parlour_model::ids::{BoardId, Seat, Square};
use parlour_model::layout::BoardLayout;
use parlour_model::state::State;
use parlour_pack::Pack;
use parlour_pack::boards::BoardSpec;
use parlour_pack::notation::{Field, NotationSpec};
use parlour_pack::pieces::{Follows, MovesSpec};
use parlour_pack::symbols::Symbol;

/// The letters of a symbol: a piece's sign in upper case for the first seat and in lower case for the second.
fn letters(moves: &MovesSpec, symbol: &Symbol) -> String {
    let signed = symbol.piece.and_then(|(piece, seat)| Some((moves.pieces.get(piece)?.sign.as_deref()?, seat)));
    match signed {
        Some((sign, 0)) => sign.to_uppercase(),
        Some((sign, 1)) => sign.to_lowercase(),
        _ => symbol.glyph.to_string(),
    }
}

/// A fault of a text, with its place.
struct Wrong {
    at: usize,
    message: String,
    help: String,
}

impl Wrong {
    fn at(at: usize, message: String, help: impl Into<String>) -> Self {
        Self { at, message, help: help.into() }
    }
}

/// Parses the rows of a board for a scenario. Missing squares are left out of the text; `there` are the existing ones.
fn read_rows(
    text: &str,
    at: usize,
    moves: &MovesSpec,
    board: &BoardSpec,
    (size, there): (BoardLayout, &SquareSet),
) -> Result<Vec<String>, Wrong> {
    let mut known: Vec<(String, char)> =
        board.symbols.iter().map(|symbol| (letters(moves, symbol), symbol.glyph)).collect();
    // Other programs use the pieces' characters of the pack's boards: E and H beside B and N.
    for glyph in board.symbols.iter().filter(|symbol| symbol.piece.is_some()).map(|symbol| symbol.glyph) {
        if known.iter().all(|(letters, _)| !letters.starts_with(glyph)) {
            known.push((glyph.to_string(), glyph));
        }
    }
    let mut rows = Vec::new();
    let mut place = at;
    for row in text.split('/') {
        let first = rows.len() * size.width;
        let is_there = |column: &usize| there.contains((first + column) as u16);
        let width = if rows.len() < size.height { (0..size.width).filter(is_there).count() } else { size.width };
        let mut out = String::new();
        let mut rest = row;
        while let Some(first) = rest.chars().next() {
            let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let here = place + row.len() - rest.len();
            if digits > 0 {
                let count = rest[..digits].parse::<usize>().unwrap_or(usize::MAX).min(width + 1);
                out.push_str(&".".repeat(count));
                rest = &rest[digits..];
                continue;
            }
            let longest = known.iter().filter(|(letters, _)| rest.starts_with(letters)).max_by_key(|(l, _)| l.len());
            let Some((letters, glyph)) = longest else {
                let help = suggest(&first.to_string(), known.iter().map(|(letters, _)| letters.as_str()));
                return Err(Wrong::at(here, format!("`{first}` doesn't stand for anything on a board"), help));
            };
            out.push(*glyph);
            rest = &rest[letters.len()..];
            if out.chars().count() > width {
                break;
            }
        }
        let count = out.chars().count();
        if count != width {
            let found = if count > width { format!("more than {width}") } else { count.to_string() };
            let message = format!("row {} has {}", rows.len() + 1, parlour_model::english::count(found, "square"));
            return Err(Wrong::at(place, message, format!("expected {width}")));
        }
        let mut glyphs = out.chars();
        let whole = (0..size.width)
            .map(|column| if width == size.width || is_there(&column) { glyphs.next() } else { Some(' ') });
        rows.push(whole.flatten().collect());
        place += row.len() + 1;
    }
    if rows.len() != size.height {
        let message = format!("the board has {}", parlour_model::english::count(rows.len(), "row"));
        return Err(Wrong::at(at, message, format!("expected {}, separated by `/`", size.height)));
    }
    Ok(rows)
}

/// Lines of a scenario, each with its byte in the notation.
type Lines = Vec<(usize, String)>;

/// A TOML string.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// The seat of a letter: the notation's own, or else the first of its name.
fn seat_of(game: &Game, spec: &NotationSpec, letter: &str) -> Option<usize> {
    let own = spec.seats.iter().position(|known| known == letter);
    let named =
        || game.seats().position(|seat| game.seat_name(seat).chars().next().is_some_and(|c| letter == c.to_string()));
    own.or_else(named)
}

/// Reads EPD operations, which replace the numbers at the end of a position: the values of fields, each with its place.
fn read_operations<'a>(
    spec: &'a NotationSpec,
    text: &'a str,
    at: usize,
) -> Result<Vec<(&'a Field, &'a str, usize)>, Wrong> {
    let mut out = Vec::new();
    let mut rest = text;
    loop {
        let here = at + text.len() - rest.trim_start().len();
        rest = rest.trim_start();
        if rest.is_empty() {
            return Ok(out);
        }
        let mut is_quoted = false;
        let end = rest.find(|c: char| {
            is_quoted ^= c == '"';
            c == ';' && !is_quoted
        });
        let Some(end) = end else {
            return Err(Wrong::at(here, format!("`{rest}` is not closed"), "expected `;` behind each operation"));
        };
        let mut words = rest[..end].split_whitespace();
        let field = match words.next() {
            Some("hmvc") => spec.fields.iter().find(|field| matches!(field, Field::Number(_))),
            Some("fmvn") => spec.fields.iter().find(|field| matches!(field, Field::Turn)),
            _ => None,
        };
        out.extend(field.zip(words.next()).map(|(field, number)| (field, number, here)));
        rest = &rest[end + 1..];
    }
}

/// A field of the notation as lines of a scenario: top-level ones, then variables, then boards.
fn read_field(game: &Game, spec: &NotationSpec, field: &Field, text: &str, at: usize) -> Result<[Lines; 3], Wrong> {
    let pack = game.pack();
    let board = pack.moves.board;
    let mut out = <[Lines; 3]>::default();
    match field {
        Field::Board => {
            let there = &game.board_starts()[board].there;
            let size = (game.layout().boards[board], there);
            let rows = read_rows(text, at, &pack.moves, &pack.boards[board], size)?;
            out[2].push((at, format!("{} = [", pack.boards[board].name)));
            let starts = std::iter::once(at).chain(text.match_indices('/').map(|(slash, _)| at + slash + 1));
            out[2].extend(starts.zip(rows).map(|(start, row)| (start, format!("{},", quoted(&row)))));
            out[2].push((at, "]".to_owned()));
        }
        Field::Seat => {
            let seat = seat_of(game, spec, text).ok_or_else(|| {
                let help = suggest(text, spec.seats.iter().map(String::as_str));
                Wrong::at(at, format!("`{text}` is not the letter of a seat"), help)
            })?;
            out[0].push((at, format!("to_act = {}", quoted(game.seat_name(Seat::from_index(seat))))));
        }
        Field::Hands | Field::Pocket => {
            out[1].extend(read_hands(game, text, at)?.lines().map(|line| (at, line.to_owned())))
        }
        Field::Flags(flags) => {
            let unknown = text.chars().find(|&letter| !flags.iter().any(|flag| flag.0 == letter));
            if let Some(letter) = unknown.filter(|_| text != "-") {
                let known: Vec<String> = flags.iter().map(|(letter, ..)| letter.to_string()).collect();
                let help = format!("expected `-` or letters of `{}`", known.concat());
                return Err(Wrong::at(at, format!("`{letter}` means nothing here"), help));
            }
            for &(letter, var, seat) in flags {
                let spec = &pack.vars[var];
                let name = game.member_name(&spec.label, &spec.per, seat);
                let place = at + text.find(letter).unwrap_or(0);
                out[1].push((place, format!("\"{name}\" = {}", i32::from(text.contains(letter)))));
            }
        }
        Field::Square(var) => {
            if text != "-" && game.square_named(BoardId::from_index(board), text).is_none() {
                return Err(Wrong::at(at, format!("`{text}` is not a square"), "expected a square, or `-` for none"));
            }
            let square = if text == "-" { "" } else { text };
            out[1].push((at, format!("\"{}\" = {}", pack.vars[*var].label, quoted(square))));
        }
        Field::Nothing if text == "-" => {}
        Field::Nothing => return Err(Wrong::at(at, format!("`{text}` means nothing here"), "expected `-`")),
        Field::Number(_) | Field::Turn | Field::Ply => {
            let number = text.parse::<u32>().ok().and_then(|n| i32::try_from(n).ok());
            let Some(number) = number else {
                return Err(Wrong::at(at, format!("`{text}` is not a number"), "expected a whole number"));
            };
            match field {
                Field::Number(var) => out[1].push((at, format!("\"{}\" = {number}", pack.vars[*var].label))),
                _ if i64::from(number) > MAX_PLIES / game.seat_count().max(1) as i64 => {
                    return Err(Wrong::at(at, format!("`{text}` is too much"), "expected a smaller number"));
                }
                _ => {}
            }
        }
    }
    Ok(out)
}

/// Checks the written fields for contradictions; they come with their texts and places.
fn demand_possible(game: &Game, spec: &NotationSpec, written: &[(&Field, &str, usize)]) -> Result<(), Wrong> {
    let pack = game.pack();
    let (board, size) = (&pack.boards[pack.moves.board], game.layout().boards[pack.moves.board]);
    let help = "expected a position that a match can come to";
    let Some(&(_, text, at)) = written.iter().find(|(field, ..)| **field == Field::Board) else { return Ok(()) };
    let there = &game.board_starts()[pack.moves.board].there;
    let rows = read_rows(text, at, &pack.moves, board, (size, there))?;
    let cell = |glyph: char| board.symbols.iter().position(|symbol| symbol.glyph == glyph).map_or(0, |n| n as u8 + 1);
    let cells: Vec<u8> = rows.iter().flat_map(|row| row.chars().map(cell)).collect();
    if let Some((square, message)) = impossible_pieces(game, &cells) {
        let row = square.map_or(0, |square| square / size.width);
        let before = text.split('/').take(row).map(|row| row.len() + 1).sum::<usize>();
        return Err(Wrong::at(at + before, message, help));
    }
    let hands = written.iter().find(|(field, ..)| matches!(field, Field::Hands | Field::Pocket));
    let counts = match hands {
        Some(&(_, text, at)) => count_hands(game, text, at)?,
        None => Vec::new(),
    };
    if let Some(surplus) = impossible_counts(game, &cells, &counts) {
        let row = surplus.square.map_or(0, |square| square / size.width);
        let before = text.split('/').take(row).map(|row| row.len() + 1).sum::<usize>();
        let at = hands.filter(|_| surplus.in_hand).map_or(at + before, |(_, _, at)| *at);
        return Err(Wrong::at(at, surplus.message, help));
    }
    let seat = |letter: &str| seat_of(game, spec, letter);
    let to_act = written.iter().find(|(field, ..)| **field == Field::Seat).and_then(|(_, text, _)| seat(text));
    for &(field, text, at) in written {
        match field {
            Field::Flags(flags) => {
                for &(letter, var, seat) in flags {
                    let Some(place) = text.find(letter) else { continue };
                    let claim = Claim { at: at + place, letter, var, seat };
                    if let Some(message) = impossible_claim(game, &cells, &claim) {
                        return Err(Wrong::at(claim.at, message, help));
                    }
                }
            }
            Field::Square(var) if pack.vars[*var].follows == Some(Follows::Passed) => {
                let square = game.square_named(BoardId::from_index(pack.moves.board), text);
                let can = |square: Square| can_have_passed(game, &cells, square.index(), to_act.unwrap_or(0));
                if !square.is_none_or(can) {
                    return Err(Wrong::at(at, format!("nothing has just passed over {text}"), help));
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// The number of pieces of each kind in each seat's hand, by index in the pack.
fn count_hands(game: &Game, text: &str, at: usize) -> Result<Vec<Vec<u32>>, Wrong> {
    let pack = game.pack();
    let symbols = &pack.boards[pack.moves.board].symbols;
    let mut counts = vec![vec![0_u32; pack.moves.pieces.len()]; game.seat_count()];
    let mut rest = if text == "-" { "" } else { text };
    while let Some(first) = rest.chars().next() {
        let here = at + text.len() - rest.len();
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let count = if digits > 0 { rest[..digits].parse().unwrap_or(u32::MAX) } else { 1 };
        rest = &rest[digits..];
        let of = |symbol: &&Symbol| rest.starts_with(&letters(&pack.moves, symbol));
        let longest = symbols.iter().filter(of).max_by_key(|symbol| letters(&pack.moves, symbol).len());
        let Some((symbol, (piece, seat))) = longest.and_then(|symbol| Some((symbol, symbol.piece?))) else {
            let known: Vec<String> = symbols.iter().map(|symbol| letters(&pack.moves, symbol)).collect();
            let help = suggest(&first.to_string(), known.iter().map(String::as_str));
            return Err(Wrong::at(here, format!("`{rest}` doesn't begin with a piece"), help));
        };
        if seat < counts.len() {
            counts[seat][piece] = counts[seat][piece].saturating_add(count).min(1 << 20);
        }
        rest = &rest[letters(&pack.moves, symbol).len()..];
    }
    Ok(counts)
}

fn read_hands(game: &Game, text: &str, at: usize) -> Result<String, Wrong> {
    let pack = game.pack();
    let Some(var) = pack.vars.iter().find(|var| var.follows == Some(Follows::Hand)) else {
        return Ok(String::new());
    };
    let name = |seat: usize| game.member_name(&var.label, &var.per, seat);
    let counts = count_hands(game, text, at)?;
    let mut out = String::new();
    for (seat, counts) in counts.iter().enumerate() {
        if counts.len() == 1 {
            out.push_str(&format!("\"{}\" = {}\n", name(seat), counts[0]));
            continue;
        }
        out.push_str(&format!("{} = {{}}\n", quoted(&name(seat))));
        for (piece, count) in pack.moves.pieces.iter().zip(counts).filter(|(_, count)| **count > 0) {
            out.push_str(&format!("\"{}.{}\" = {count}\n", name(seat), piece.name));
        }
    }
    Ok(out)
}

/// A state in the notation of the game's positions; `None` if it has none.
pub(crate) fn notation(game: &Game, state: &State) -> Option<String> {
    let spec = game.pack().notation.as_ref()?;
    let mut out = String::new();
    for field in &spec.fields {
        if !out.is_empty() && *field != Field::Pocket {
            out.push(' ');
        }
        out.push_str(&write_field(game, spec, field, state));
    }
    Some(out)
}

fn write_field(game: &Game, spec: &NotationSpec, field: &Field, state: &State) -> String {
    let pack = game.pack();
    let board = pack.moves.board;
    let or_none = |text: String| if text.is_empty() { "-".to_owned() } else { text };
    match field {
        Field::Board => {
            let layout = game.layout().boards[board];
            let cells = &state.bytes()[layout.offset..layout.offset + layout.width * layout.height];
            let there = &game.board_starts()[board].there;
            let rows = (0..layout.height).map(|y| {
                let (mut out, mut empty) = (String::new(), 0);
                let squares = (y * layout.width..(y + 1) * layout.width).filter(|&n| there.contains(n as u16));
                for cell in squares.map(|square| cells[square]) {
                    let symbol = usize::from(cell).checked_sub(1).and_then(|n| pack.boards[board].symbols.get(n));
                    let Some(symbol) = symbol else {
                        empty += 1;
                        continue;
                    };
                    if empty > 0 {
                        out.push_str(&empty.to_string());
                    }
                    empty = 0;
                    out.push_str(&letters(&pack.moves, symbol));
                }
                if empty > 0 { out + &empty.to_string() } else { out }
            });
            rows.collect::<Vec<_>>().join("/")
        }
        Field::Seat => {
            // The seat that would be to act once the match is over.
            let seat = state.pending().last().map(|decision| decision.seat.index());
            or_none(seat.and_then(|seat| spec.seats.get(seat)).cloned().unwrap_or_default())
        }
        Field::Hands | Field::Pocket => {
            let in_brackets = *field == Field::Pocket;
            let symbols = &pack.boards[board].symbols;
            let Some(hands) = game.board_rules().and_then(|rules| rules.hands.as_ref()) else {
                return if in_brackets { "[]" } else { "-" }.to_owned();
            };
            let held = (0..game.seat_count()).flat_map(|seat| hands.held(state.bytes(), seat));
            let text = held.filter_map(|(cell, count)| {
                let letters = letters(&pack.moves, symbols.get(usize::from(cell).checked_sub(1)?)?);
                Some(match count {
                    _ if in_brackets => letters.repeat(usize::try_from(count).unwrap_or(0)),
                    1 => letters,
                    _ => format!("{count}{letters}"),
                })
            });
            if in_brackets { format!("[{}]", text.collect::<String>()) } else { or_none(text.collect()) }
        }
        Field::Flags(flags) => {
            let is_set = |&&(_, var, seat): &&(char, usize, usize)| state.value(game.layout().vars[var], seat) != 0;
            or_none(flags.iter().filter(is_set).map(|(letter, ..)| *letter).collect())
        }
        Field::Square(var) => {
            let square = usize::try_from(state.value(game.layout().vars[*var], 0)).ok().and_then(|n| n.checked_sub(1));
            or_none(square.map_or_else(String::new, |square| {
                game.square_name(BoardId::from_index(board), Square::from_index(square))
            }))
        }
        Field::Number(var) => state.value(game.layout().vars[*var], 0).to_string(),
        Field::Nothing => "-".to_owned(),
        Field::Turn => ((turn_begun(game) + state.ply()) as usize / game.seat_count().max(1) + 1).to_string(),
        Field::Ply => {
            let before = game.scenario().and_then(|scenario| scenario.ply).unwrap_or(0);
            (before + state.ply() + 1).to_string()
        }
    }
}

/// The number of actions before a match, for numbering full turns: from its scenario, plus, in the current turn, those
/// of the seats before the first one.
pub(crate) fn turn_begun(game: &Game) -> u32 {
    let seats = game.seat_count().max(1) as u32;
    let scenario = game.scenario();
    let before = scenario.and_then(|scenario| scenario.ply).unwrap_or(0);
    let first = scenario.and_then(|scenario| game.seat_named(scenario.to_act()?));
    let begins = game.board_rules().map_or(0, |board| board.first as u32);
    before / seats * seats + first.map_or(0, |seat| (seat.index() as u32 + seats - begins) % seats)
}

/// The number of earlier actions by a field's number; `None` for the number with which a match begins.
fn ply_of(game: &Game, written: &[(&Field, &str, usize)]) -> Option<(usize, u32)> {
    let seats = game.seat_count().max(1) as u32;
    written.iter().find_map(|&(field, text, at)| {
        let number = text.parse::<u32>().ok()?.saturating_sub(1);
        match field {
            Field::Turn => Some((at, number * seats)),
            Field::Ply => Some((at, number)),
            _ => None,
        }
        .filter(|(_, before)| *before > 0)
    })
}

/// The parts of a word of a position, with the bracketed hands separated; true for those.
fn with_pocket_apart(word: &str, has_pocket: bool) -> Vec<(&str, bool)> {
    match word.split_once('[').filter(|_| has_pocket) {
        Some((before, hands)) => vec![(before, false), (hands, true)],
        None => vec![(word, false)],
    }
}

/// Parses a position in the notation of a pack's positions, for a configuration. Fields at the end may be omitted.
///
/// # Errors
/// A pack without a notation, or the first fault of the text, with its column.
pub fn scenario_of_notation(text: &str, pack: &Arc<Pack>, config: &Config) -> Result<Scenario, Faults> {
    let Some(spec) = &pack.notation else {
        let message = format!("{} has no notation of positions", pack.title);
        return Err(Diagnostic::new(Code::NoBoard, message).into());
    };
    let file = SourceFile::new(spec.name.as_str(), text);
    let game = pack.configure(config)?;
    let heads = [format!("game = {}", quoted(&pack.name)), "[vars]".to_owned(), "[boards]".to_owned()];
    let mut parts: [Lines; 3] = heads.map(|head| vec![(0, head)]);
    let mut fields = spec.fields.iter();
    let tell =
        |wrong: Wrong| Diagnostic::new(Code::BadPosition, wrong.message).at(file.place(wrong.at)).help(wrong.help);
    let mut written = Vec::new();
    let has_pocket = spec.fields.contains(&Field::Pocket);
    for (word, is_pocket) in text.split_whitespace().flat_map(|word| with_pocket_apart(word, has_pocket)) {
        let at = word.as_ptr() as usize - text.as_ptr() as usize;
        if !is_pocket && fields.clone().next() == Some(&Field::Pocket) {
            // Missing hands are empty.
            fields.next();
        }
        let word = match word.strip_suffix(']').filter(|_| is_pocket) {
            Some(hands) => hands,
            None if is_pocket => {
                return Err(
                    tell(Wrong::at(at, format!("`[{word}` is not closed"), "expected `]` behind the hands")).into()
                );
            }
            None => word,
        };
        let is_number = |field: &&Field| matches!(field, Field::Number(_) | Field::Turn | Field::Ply);
        let is_word = word.starts_with(|c: char| c.is_ascii_alphabetic()) && text[at..].contains(';');
        if is_word && fields.clone().next().is_none_or(|field| is_number(&field)) {
            for (field, word, at) in read_operations(spec, &text[at..], at).map_err(tell)? {
                written.push((field, word, at));
                let read = read_field(&game, spec, field, word, at).map_err(tell)?;
                parts.iter_mut().zip(read).for_each(|(part, read)| part.extend(read));
            }
            break;
        }
        let read = match fields.next() {
            Some(field) => {
                written.push((field, word, at));
                read_field(&game, spec, field, word, at)
            }
            None => {
                Err(Wrong::at(at, format!("`{word}` is too much"), format!("expected {} fields", spec.fields.len())))
            }
        };
        let read = read.map_err(tell)?;
        parts.iter_mut().zip(read).for_each(|(part, read)| part.extend(read));
    }
    demand_possible(&game, spec, &written).map_err(tell)?;
    parts[0].extend(ply_of(&game, &written).map(|(at, before)| (at, format!("ply = {before}"))));
    let scenario = Scenario::read(SourceFile::made_from(file, &parts.concat()), pack)?;
    Ok(Scenario { is_strict: true, ..scenario })
}
