//! Boards: squares, their contents, and labels.

use std::sync::Arc;

use parlour_engine::Square;
use parlour_engine::game::Game;
use parlour_engine::ids::{BoardId, Seat, VarId};
use parlour_engine::kind::Kind;
use parlour_engine::pack::art::Art;
use parlour_engine::pack::boards::{self as pack, Heading, Look, Places, Shape};
use parlour_engine::pack::pieces::{EndSpec, Follows, Formation, Verdict, When};
use parlour_engine::pack::spec::{Per, VarSpec};
use parlour_engine::pack::symbols::Symbol;
use parlour_engine::text::Part;

use super::{BoardLook, BoardScene, BoardShape, Figure, Form, Held, Joints, Panel, SquareScene, Tokens, facts};
use crate::look;
use crate::view::SeatView;

/// All boards. `last` holds for each the squares of the last action, `danger` attacked royal pieces.
pub(super) fn all(view: &SeatView, last: &[Vec<usize>], danger: &[(Seat, Square)]) -> Vec<BoardScene> {
    let last_of = |board: BoardId| last.get(board.index()).map_or(&[][..], Vec::as_slice);
    view.game().boards().map(|board| one(view, board, last_of(board), danger)).collect()
}

fn one(view: &SeatView, board: BoardId, last: &[usize], danger: &[(Seat, Square)]) -> BoardScene {
    let game = view.game();
    let spec = &game.pack().boards[board.index()];
    let layout = game.board(board);
    let (width, height) = (layout.width, layout.height);
    let naming = spec.also.unwrap_or(spec.naming).on(width, height);
    let (shape, lines) = match &spec.shape {
        Shape::Hexes => (BoardShape::Hexes, Vec::new()),
        Shape::Lines(lines) => (BoardShape::Lines, lines.iter().map(|line| places_of(game, board, line)).collect()),
        _ => (BoardShape::Squares, Vec::new()),
    };
    // The winning squares are shown once the match is over.
    let is_asked = view.due().is_none() && game.piece_board() == Some(board);
    let formed = if is_asked { game.formed(view.state()) } else { Vec::new() };
    let territory = if is_asked { game.territory(view.state()) } else { Vec::new() };
    let is_danger = |square: Square| game.piece_board() == Some(board) && danger.iter().any(|(_, at)| *at == square);
    let goals = |square: Square| {
        let is_board = game.piece_board() == Some(board);
        game.seats().filter(move |seat| is_board && game.is_goal(*seat, square))
    };
    let caption_of = |square: Square| view.notes().caption_of(board, &game.square_name(board, square));
    let square = |square: Square| {
        game.has_square(board, square).then(|| SquareScene {
            name: game.square_name(board, square),
            title: game.title_on_side(board, square),
            figure: view
                .symbol(board, square)
                .filter(|&symbol| !game.is_unseen_symbol(board, symbol))
                .map(|symbol| figure(game, board, symbol)),
            under: view.symbol(board, square).and_then(|symbol| {
                let name = game.square_name(board, square);
                let under = spec.symbols.iter().position(|other| other.is_under(&name));
                under.filter(|under| *under != symbol).map(|under| figure(game, board, under))
            }),
            stack: view.under(board, square).into_iter().map(|symbol| figure(game, board, symbol)).collect(),
            tokens: tokens(view, board, square),
            is_last: last.contains(&square.index()),
            by: None,
            trace: None,
            is_danger: is_danger(square),
            is_star: spec.look == Look::Points && is_star((width, height), square.index()),
            is_noted: false,
            is_goal: goals(square).next().is_some(),
            goal_of: goals(square).next().filter(|_| goals(square).count() == 1).map(Seat::index),
            home_of: None,
            is_winning: formed.contains(&square),
            territory_of: territory.iter().find(|(at, _)| *at == square).map(|(_, seat)| seat.index()),
            is_open: game.is_shown_to_all(view.state(), board, square)
                && view.symbol(board, square).is_some_and(|symbol| spec.symbols[symbol].piece.is_some()),
            caption: caption_of(square).map(str::to_owned),
            remembered: caption_of(square).and_then(|caption| remembered(game, board, caption)),
            known: view.notes().of_square(board, &game.square_name(board, square)).map(str::to_owned),
            is_unseen: view.symbol(board, square).is_some_and(|symbol| game.is_unseen_symbol(board, symbol)),
        })
    };
    BoardScene {
        name: spec.name.clone(),
        width,
        height,
        shape,
        look: match spec.look {
            Look::Chequered => BoardLook::Chequered,
            Look::Points => BoardLook::Points,
            Look::Water => BoardLook::Water,
            _ => BoardLook::Plain,
        },
        tokens: match spec.tokens {
            pack::Tokens::Discs => Tokens::Discs,
            pack::Tokens::Rings => Tokens::Rings,
            pack::Tokens::Tiles => Tokens::Tiles,
            pack::Tokens::Figures => Tokens::Figures,
        },
        river: spec.river.filter(|rows| *rows < height),
        palace: spec.palace.filter(|size| *size <= width.min(height)),
        is_upright: is_upright(game, board),
        has_tokens: token_vars(game, board).next().is_some(),
        start: token_vars(game, board).find_map(|var| nowhere(game, var)),
        is_turned: !is_upright(game, board) && is_turned(view, board),
        lines,
        squares: (0..layout.squares()).map(|n| square(Square::from_index(n))).collect(),
        rows: (0..height).map(|row| naming.row(row, height)).collect(),
        columns: game.column_titles(board, naming),
        key: key(game, board),
        twins: Vec::new(),
        sides: if shape == BoardShape::Hexes { sides(game, board) } else { Vec::new() },
        panels: panels(view, board),
        joints: joints(game, board),
        is_target: is_target(game, board),
        has_stacks: layout.stacks.is_some(),
        is_joined: game.piece_board() == Some(board) && !game.pack().moves.shapes.is_empty(),
    }
}

/// Marks squares that matter now.
pub(super) fn mark_noted(boards: &mut [BoardScene], noted: &[(BoardId, Vec<Square>)]) {
    for (board, squares) in noted {
        for square in squares {
            if let Some(Some(square)) = boards[board.index()].squares.get_mut(square.index()) {
                square.is_noted = true;
            }
        }
    }
}

/// The piece that a caption names.
fn remembered(game: &Game, board: BoardId, caption: &str) -> Option<Figure> {
    let title = caption.trim_end_matches('?');
    let symbols = &game.pack().boards[board.index()].symbols;
    let is_named = |place: &usize| {
        let Some((_, seat)) = symbols[*place].piece else { return false };
        let of_symbol = game.symbol_title(board, *place);
        title == of_symbol
            || title.strip_suffix(&of_symbol).map(str::trim) == Some(game.seat_name(Seat::from_index(seat)))
    };
    (0..symbols.len()).find(is_named).map(|place| figure(game, board, place))
}

/// Marks the squares of hexes on which pieces of seats stand at the start.
pub(super) fn mark_homes(all: &mut [BoardScene], first: &SeatView) {
    for (board, scene) in first.game().boards().zip(all).filter(|(_, scene)| scene.shape == BoardShape::Hexes) {
        let symbols = &first.game().pack().boards[board.index()].symbols;
        for (place, square) in scene.squares.iter_mut().enumerate() {
            let symbol = first.symbol(board, Square::from_index(place));
            if let Some(square) = square {
                square.home_of = symbol.and_then(|symbol| symbols[symbol].piece).map(|(_, seat)| seat);
            }
        }
    }
}

/// The sides of the seats, that of the viewer first, if each square of the board is on one of them.
fn panels(view: &SeatView, board: BoardId) -> Vec<Panel> {
    let game = view.game();
    let width = game.board(board).width;
    let squares = (0..game.board(board).squares()).map(Square::from_index);
    let there: Vec<Square> = squares.filter(|&square| game.has_square(board, square)).collect();
    if there.iter().any(|&square| game.side_of(board, square).is_none()) {
        return Vec::new();
    }
    let of_seat = |seat: Seat| {
        let own =
            || there.iter().filter(|&&square| game.side_of(board, square) == Some(seat)).map(|square| square.index());
        let span = |all: &dyn Fn(usize) -> usize| {
            let (least, most) = (own().map(all).min()?, own().map(all).max()?);
            Some((least, most - least + 1))
        };
        Some(Panel { seat: seat.index(), columns: span(&|n| n % width)?, rows: span(&|n| n / width)? })
    };
    let mut panels: Vec<Panel> = game.seats().filter_map(of_seat).collect();
    panels.sort_by_key(|panel| Some(panel.seat) != view.seat().map(Seat::index));
    panels
}

/// The relation of a board of edges or corners to the squares.
fn joints(game: &Game, board: BoardId) -> Option<Joints> {
    let joints = game.pack().boards[board.index()].joints?;
    Some(Joints {
        board: joints.board,
        are_edges: matches!(joints.places, Places::Edges { .. }),
        has_rim: joints.places.has_rim(),
        is_target: is_target(game, board),
    })
}

/// True if actions name squares of a board.
fn is_target(game: &Game, board: BoardId) -> bool {
    game.pack().verbs.iter().flat_map(|verb| &verb.args).any(|arg| arg.kind == Kind::Square(board))
}

/// The seats that own the top, right, bottom and left side of a board, in connection games; else nothing.
fn sides(game: &Game, board: BoardId) -> Vec<Option<usize>> {
    let layout = game.board(board);
    let (width, height) = (layout.width, layout.height);
    let all = |side: usize| -> Vec<Square> {
        let places: Vec<usize> = match side {
            0 => (0..width).collect(),
            1 => (0..height).map(|row| row * width + width - 1).collect(),
            2 => (0..width).map(|column| (height - 1) * width + column).collect(),
            _ => (0..height).map(|row| row * width).collect(),
        };
        places.into_iter().map(Square::from_index).collect()
    };
    let owns =
        |seat: Seat, side: &[Square]| (0..2).any(|area| side.iter().all(|&square| game.is_to_join(seat, area, square)));
    let owner = |side: usize| game.seats().find(|&seat| owns(seat, &all(side))).map(Seat::index);
    let owners: Vec<Option<usize>> = (0..4).map(owner).collect();
    if owners.iter().any(Option::is_some) && game.piece_board() == Some(board) { owners } else { Vec::new() }
}

/// Keeps of legends what is on the board, or was at the beginning, and shows pieces that only one seat has as that seat's.
pub(super) fn fit_keys(all: &mut [BoardScene], view: &SeatView, first: Option<&SeatView>) {
    for (board, scene) in view.game().boards().zip(all) {
        let game = view.game();
        let symbols = &game.pack().boards[board.index()].symbols;
        let views = || std::iter::once(view).chain(first);
        let on_it = |of: &SeatView| -> Vec<usize> {
            let squares = (0..scene.squares.len()).map(Square::from_index);
            squares.filter_map(|square| of.symbol(board, square)).collect()
        };
        let there: Vec<usize> = views().flat_map(on_it).collect();
        let key = scene.key.iter().filter_map(|entry| {
            let is_one = |&&symbol: &&usize| match (symbols[symbol].piece, entry.seat) {
                (Some((piece, _)), Some(_)) => piece_name(game, piece) == entry_piece(game, board, entry),
                (None, None) => symbols[symbol].name == entry.name,
                _ => false,
            };
            let of_seat = |seat: usize| {
                let is_of = |symbol: &&usize| symbols[**symbol].piece.is_some_and(|(_, owner)| owner == seat);
                there.iter().filter(is_one).find(is_of)
            };
            let own = view.seat().map(Seat::index).and_then(of_seat);
            let found = own.or_else(|| there.iter().find(is_one)).map(|&symbol| figure(game, board, symbol));
            // What a piece can be promoted to belongs to the legend as well.
            found.or_else(|| entry.is_promoted.then(|| entry.clone()))
        });
        scene.key = key.collect();
        // A piece whose seats have pictures of their own is explained by both.
        let twin = |entry: &Figure| {
            let piece = entry_piece(game, board, entry);
            let is_twin = |symbol: &&usize| {
                let of = symbols[**symbol].piece.filter(|(_, seat)| Some(*seat) != entry.seat);
                of.is_some_and(|(other, _)| piece_name(game, other) == piece)
            };
            let other = figure(game, board, *there.iter().find(is_twin).filter(|_| entry.seat.is_some())?);
            (entry.art.is_some() && other.art != entry.art).then_some(other)
        };
        scene.twins = scene.key.iter().map(twin).collect();
    }
}

/// The name of the piece of a legend's entry.
fn entry_piece<'a>(game: &'a Game, board: BoardId, entry: &Figure) -> &'a str {
    let symbols = &game.pack().boards[board.index()].symbols;
    let symbol = symbols.iter().find(|symbol| symbol.name == entry.name);
    symbol.and_then(|symbol| symbol.piece).map_or("", |(piece, _)| piece_name(game, piece))
}

/// Marks the points of a board with a river at which pieces begin, except those at its ends.
pub(super) fn mark_posts(all: &mut [BoardScene], first: &SeatView) {
    for (board, scene) in first.game().boards().zip(all).filter(|(_, scene)| scene.river.is_some()) {
        let inner = scene.width..scene.squares.len().saturating_sub(scene.width);
        for place in inner {
            let symbol = first.symbol(board, Square::from_index(place));
            let is_post = symbol.is_some_and(|symbol| !first.game().is_unseen_symbol(board, symbol));
            if let Some(square) = &mut scene.squares[place] {
                square.is_star = is_post;
            }
        }
    }
}

fn places_of<T>(game: &Game, board: BoardId, line: &[(String, T)]) -> Vec<usize> {
    line.iter().filter_map(|(name, _)| game.square_named(board, name)).map(Square::index).collect()
}

/// True if pieces fall down on a board.
fn is_upright(game: &Game, board: BoardId) -> bool {
    game.piece_board() == Some(board) && game.falls() == Some(Heading::Down)
}

/// True if the viewer's pieces move downwards, so that the board is shown turned round.
fn is_turned(view: &SeatView, board: BoardId) -> bool {
    let spec = &view.game().pack().boards[board.index()];
    let is_lines = matches!(spec.shape, Shape::Lines(_));
    let looks_down = |seat: Seat| spec.forward(seat.index()) == Heading::Down;
    !is_lines && view.game().piece_board() == Some(board) && view.seat().is_some_and(looks_down)
}

fn figure(game: &Game, board: BoardId, place: usize) -> Figure {
    let spec = &game.pack().boards[board.index()];
    let symbol = &spec.symbols[place];
    let kinds = game.pack().moves.pieces.len();
    let form = match symbol.piece {
        // Pieces of hidden kinds are on tokens, also those that aren't known.
        Some(_) if symbol.figure.is_some() && spec.kinds.is_none() => Form::Figure,
        Some(_) if kinds == 1 => Form::Stone,
        Some(_) => Form::Token,
        None => Form::Ground,
    };
    let demotes = symbol.piece.and_then(|(piece, _)| game.pack().moves.pieces[piece].demotes);
    let named = match symbol.piece {
        Some((piece, _)) => piece_name(game, piece),
        None => symbol.name.as_str(),
    };
    let art = &game.pack().art.things;
    Figure {
        // The seat's own picture comes first; a piece without a picture gets that of the piece it was promoted from.
        art: art.get(&symbol.name).or_else(|| art.get(named)).or_else(|| art.get(piece_name(game, demotes?))).cloned(),
        name: symbol.name.clone(),
        title: row_title(game, symbol).unwrap_or_else(|| game.symbol_title(board, place)),
        glyph: symbol.figure.unwrap_or(symbol.glyph).to_string(),
        seat: symbol.piece.map(|(_, seat)| seat),
        form,
        is_down: symbol.piece.is_some_and(|(_, seat)| spec.forward(seat) == Heading::Down),
        is_promoted: demotes.is_some(),
        is_royal: symbol.piece.is_some_and(|(piece, _)| game.pack().moves.pieces[piece].royal),
        length: symbol.piece.map_or(1, |(piece, _)| game.pack().moves.pieces[piece].length),
    }
}

/// The picture of a seat's only kind of piece, on a board whose pieces are pictures alone.
pub(super) fn mark(game: &Game, seat: Seat) -> Option<Arc<Art>> {
    let board = game.piece_board()?;
    let spec = &game.pack().boards[board.index()];
    let mut own = (0..spec.symbols.len())
        .filter(|&place| spec.symbols[place].piece.is_some_and(|(_, owner)| owner == seat.index()));
    let place = own.next().filter(|_| own.next().is_none() && spec.tokens == pack::Tokens::Figures)?;
    figure(game, board, place).art
}

/// A held piece with its count, from the indices of piece and seat.
fn piece(game: &Game, board: BoardId, (piece, seat): (usize, usize), count: usize) -> Option<Held> {
    let symbols = &game.pack().boards[board.index()].symbols;
    let place = symbols.iter().position(|symbol| symbol.piece == Some((piece, seat)))?;
    Some(Held { piece: piece_name(game, piece).to_owned(), figure: figure(game, board, place), count })
}

/// A shape of a seat, with the number that it has left.
fn shape(game: &Game, name: &str, seat: usize, count: i32) -> Held {
    let table = game.pack().tables.iter().find(|table| table.name == "shape");
    let row = table.and_then(|table| table.rows.iter().find(|row| row.name == name));
    let figure = Figure {
        name: name.to_owned(),
        title: row.map_or_else(|| name.to_owned(), |row| row.title.clone()),
        glyph: name.to_owned(),
        seat: Some(seat),
        form: Form::Figure,
        is_down: false,
        is_promoted: false,
        is_royal: false,
        length: 1,
        art: game.pack().art.things.get(name).cloned(),
    };
    Held { piece: name.to_owned(), figure, count: usize::try_from(count).unwrap_or(0) }
}

/// The pieces of a hand, or the shapes that are left, if a variable is about these.
pub(super) fn held(view: &SeatView, var: VarId, member: usize) -> Vec<Held> {
    let game = view.game();
    if let Some(left) = facts::shapes_left(view, var, member) {
        return left.into_iter().map(|(name, count)| shape(game, &name, member, count)).collect();
    }
    let (Some(kinds), Some(board)) = (game.hand_kinds(var), game.piece_board()) else { return Vec::new() };
    let count = |kind: usize| usize::try_from(view.number(var, member, kind).unwrap_or(0)).unwrap_or(0);
    let kinds = (0..kinds.len()).filter(|&kind| count(kind) > 0);
    kinds.filter_map(|kind| piece(game, board, (kind, member), count(kind))).collect()
}

/// For each of two seats the pieces that it has captured since the match began; empty if pieces return from hands, or
/// if there are more than at the start and those that were placed.
pub(super) fn taken(look: &look::Look<'_>, first: &SeatView) -> Vec<Vec<Held>> {
    let game = look.view().game();
    // Of pieces whose kinds are hidden everyone knows which are left, though not where: all worlds have the same.
    let open = if game.hides_kinds() { look.open() } else { None };
    let (first, view) = open.as_ref().map_or((first, look.view()), |[first, now]| (first, now));
    let vars = (0..game.pack().vars.len()).map(VarId::from_index);
    let has_hands = vars.into_iter().any(|var| game.hand_kinds(var).is_some());
    let Some(board) = game.piece_board().filter(|_| !has_hands && !game.hides_squares() && game.seat_count() == 2)
    else {
        return Vec::new();
    };
    let kinds = game.pack().moves.pieces.len();
    let symbols = &game.pack().boards[board.index()].symbols;
    let counts = |view: &SeatView, seat: usize| {
        let mut counts = vec![0_usize; kinds];
        for square in (0..game.board(board).squares()).map(Square::from_index) {
            let on_it = view.symbol(board, square).into_iter().chain(view.under(board, square));
            for (piece, _) in on_it.filter_map(|symbol| symbols[symbol].piece).filter(|(_, owner)| *owner == seat) {
                counts[piece] += 1;
            }
        }
        counts
    };
    // Where placings take groups, the stones that are gone were placed before.
    let takers = game.pack().moves.places.iter().filter(|place| place.takes_groups());
    let verbs: Vec<usize> = takers.map(|place| place.verb).collect();
    let placed = look.times(&verbs);
    let lost = |seat: usize| {
        let (mut was, is) = (counts(first, seat), counts(view, seat));
        if let [was] = was.as_mut_slice() {
            *was += placed[seat];
        }
        let mut lost: Vec<usize> = was.iter().zip(&is).map(|(was, is)| was.saturating_sub(*is)).collect();
        // Promoted pieces are counted as the most common kind.
        let promoted: usize = is.iter().zip(&was).map(|(is, was)| is.saturating_sub(*was)).sum();
        let common = (0..kinds).max_by_key(|&kind| was[kind])?;
        lost[common] = lost[common].checked_sub(promoted)?;
        Some(lost)
    };
    let of = |seat: usize| {
        let lost = lost(1 - seat).unwrap_or_default();
        // The most valuable first.
        let mut kinds: Vec<usize> = (0..lost.len()).filter(|&kind| lost[kind] > 0).collect();
        kinds.sort_by_key(|&kind| (counts(first, 1 - seat)[kind], kind));
        kinds.into_iter().filter_map(|kind| piece(game, board, (kind, 1 - seat), lost[kind])).collect()
    };
    (0..2).map(of).collect()
}

/// Names the seats that acted last on edges and corners whose symbols belong to no seat.
pub(super) fn name_actors(look: &look::Look<'_>, scenes: &mut [BoardScene]) {
    let game = look.view().game();
    for (board, scene) in game.boards().zip(scenes).filter(|(_, scene)| scene.joints.is_some()) {
        for (place, seat) in look.actors(board) {
            let square = scene.squares.get_mut(place).and_then(Option::as_mut);
            if let Some(square) = square.filter(|square| square.figure.as_ref().is_some_and(|on| on.seat.is_none())) {
                square.by = Some(seat.index());
            }
        }
    }
}

/// For each of two seats the excess of the scores of its pieces over those of the other, where captures are shown,
/// pieces have different scores, and no variable tells them.
pub(super) fn ahead(view: &SeatView, taken: &[Vec<Held>]) -> Vec<Option<i32>> {
    let game = view.game();
    if game.hides_kinds() {
        return Vec::new();
    }
    let mut scores: Vec<i32> =
        game.pack().moves.pieces.iter().map(|piece| piece.score).filter(|&score| score > 0).collect();
    scores.sort_unstable();
    scores.dedup();
    let is_told = game.pack().vars.iter().any(|spec| spec.follows == Some(Follows::Score));
    // Whoever wants to lose pieces isn't ahead by having more.
    let loses = |end: &EndSpec| {
        matches!(&end.when, When::Formation(Formation::Captured(of)) if of.is_empty()) && end.verdict == Verdict::Win
    };
    if game.pack().moves.ends.iter().filter(|end| end.is_there(game.option_values())).any(loses) {
        return Vec::new();
    }
    let Some(board) =
        game.piece_board().filter(|_| !is_told && scores.len() > 1 && taken.iter().any(|of| !of.is_empty()))
    else {
        return Vec::new();
    };
    let symbols = &game.pack().boards[board.index()].symbols;
    let mut sums = [0; 2];
    for square in (0..game.board(board).squares()).map(Square::from_index) {
        if let Some((piece, owner)) = view.symbol(board, square).and_then(|symbol| symbols[symbol].piece) {
            sums[owner] += game.pack().moves.pieces[piece].score;
        }
    }
    let more = |seat: usize| Some(sums[seat] - sums[1 - seat]).filter(|more| *more > 0);
    vec![more(0), more(1)]
}

/// The name of a kind of piece by index.
fn piece_name(game: &Game, piece: usize) -> &str {
    let table = game.pack().tables.iter().find(|table| table.name == "piece");
    table.and_then(|table| table.rows.get(piece)).map_or("", |row| row.name.as_str())
}

/// The title of a symbol that is a row of a table with a column `glyph`.
fn row_title(game: &Game, symbol: &Symbol) -> Option<String> {
    let tables = game.pack().tables.iter().filter(|table| table.columns.iter().any(|column| column.name == "glyph"));
    let row = tables.flat_map(|table| &table.rows).find(|row| symbol.piece.is_none() && row.name == symbol.name)?;
    Some(row.title.clone())
}

/// The legend of a board: kinds of pieces if there are several, and neutral symbols.
fn key(game: &Game, board: BoardId) -> Vec<Figure> {
    let symbols = game.pack().boards[board.index()].symbols.iter().enumerate();
    let seen = symbols.filter(|(place, _)| !game.is_unseen_symbol(board, *place));
    let of_one_seat = seen.filter(|(_, symbol)| symbol.piece.is_none_or(|(_, seat)| seat == 0));
    let key: Vec<Figure> = of_one_seat.map(|(place, _)| figure(game, board, place)).collect();
    if key.len() < 2 { Vec::new() } else { key }
}

/// The seats whose token is on a square, from per-seat variables of squares.
pub(super) fn tokens(view: &SeatView, board: BoardId, square: Square) -> Vec<usize> {
    let on = |var: VarId, seat: &Seat| view.number(var, seat.index(), 0) == Some(square.number().into());
    let stands = token_vars(view.game(), board).flat_map(|var| view.game().seats().filter(move |seat| on(var, seat)));
    stands.map(Seat::index).collect()
}

/// The name of the place of a token that is on no square: `lounge` from a text such as `in the lounge`.
fn nowhere(game: &Game, var: VarId) -> Option<String> {
    let [Part::Text(text)] = &game.pack().vars[var.index()].says.as_ref()?.texts.first()?[..] else { return None };
    ["in the ", "at the ", "on the "].iter().find_map(|head| text.strip_prefix(head)).map(str::to_owned)
}

/// The variables that say on which square of a board a seat is.
fn token_vars(game: &Game, board: BoardId) -> impl Iterator<Item = VarId> {
    let is_token = move |spec: &VarSpec| spec.kind == Kind::Square(board) && spec.per == Per::Seat && !spec.internal;
    let vars = game.pack().vars.iter().enumerate().filter(move |(_, spec)| is_token(spec));
    vars.map(|(n, _)| VarId::from_index(n))
}

/// True for star points of a square board: the crossings of the fourth lines from the edges on larger boards, of the
/// third on smaller ones, and the centre.
pub fn is_star((width, height): (usize, usize), square: usize) -> bool {
    let is_line = |at: usize, size: usize| {
        let from_edge = if size > 12 { 3 } else { 2 };
        let at = at.min(size - 1 - at);
        let is_middle = size % 2 == 1 && at == size / 2;
        (is_middle, size > 6 && (at == from_edge || is_middle && size > 13))
    };
    let ((is_middle, row), (is_centre, column)) = (is_line(square / width, height), is_line(square % width, width));
    width == height && (row && column || is_middle && is_centre)
}
