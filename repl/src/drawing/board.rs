//! Boards in text: squares with coordinates and highlights, with the seats and their pieces beside them.

use std::collections::BTreeMap;

use parlour_engine::game::Game;
use parlour_engine::grammar::{Piece, VerbSpec};
use parlour_engine::ids::{BoardId, Seat, Square, VarId, Verb};
use parlour_engine::kind::Kind;
use parlour_engine::layout::BoardLayout;
use parlour_engine::pack::boards::{Look, Naming, Shape};
use parlour_engine::pack::looks::VarLook;
use parlour_engine::pack::pieces::{Follows, ShapeSpec};
use parlour_engine::pack::spec::Per;
use parlour_table::SeatView;
use parlour_table::scene::{BoardScene, Figure, held, is_star, shapes_left, turn};

use super::seats::bold;
use super::shapes::{heads, shaped};
use super::table::beside;
use crate::context::Style;
use crate::marks::{columns, escape, fit, wrap};

/// The maximum number of columns with room for marks on both sides of a square.
const ROOMY: usize = 24;
/// The maximum number of columns with room between squares.
const CROWDED: usize = 37;
/// The maximum number of rows that leave room on the screen.
const HIGH: usize = 18;
/// The columns of the screen.
pub(crate) const SCREEN: usize = 80;
/// The columns for labels of rows.
pub(crate) const MARGIN: usize = 4;
/// A no-break space.
const UNBROKEN: &str = "\u{a0}";
/// The minimum width of the panel beside a board.
const LEAST_PANEL: usize = 30;

/// The signs on both sides of a square.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    pub(crate) left: char,
    pub(crate) right: char,
    pub(crate) style: &'static str,
    /// True if the signs are seats' tokens.
    pub(crate) is_token: bool,
}

impl Mark {
    /// A square of the last action.
    const LAST: Self = Self { left: '(', right: ')', style: "bold yellow", is_token: false };
    /// A royal piece in danger.
    const DANGER: Self = Self { left: '!', right: '!', style: "bold red", is_token: false };
    /// The square that was asked about.
    pub(crate) const CHOSEN: Self = Self { left: '[', right: ']', style: "bold", is_token: false };

    /// The tokens of one seat, or of two, one on each side.
    fn tokens(game: &Game, seats: &[usize]) -> Option<Self> {
        let sign = |seat: &usize| game.seat_name(Seat::from_index(*seat)).chars().next().unwrap_or('*');
        let first = seats.first()?;
        let right = seats.get(1).map_or(' ', sign);
        Some(Self { left: sign(first), right, style: bold(*first), is_token: true })
    }

    /// The sign to the left of a square.
    pub(crate) fn left_side(&self) -> String {
        self.side(self.left)
    }

    /// The sign to the right of a square.
    pub(crate) fn right_side(&self) -> String {
        self.side(self.right)
    }

    fn side(&self, text: char) -> String {
        if text == ' ' {
            return text.to_string();
        }
        format!("[{}]{}[/]", self.style, escape(&text.to_string()))
    }
}

/// The marks of a board by square index, in row-major order from 0.
pub(crate) type Marks = BTreeMap<usize, Mark>;

/// The board of the pieces with the panel beside it; other boards alone.
pub(crate) fn picture(
    game: &Game,
    view: &SeatView,
    scene: &BoardScene,
    board: usize,
    (last, danger): (&[usize], &[(Seat, Square)]),
    style: Style,
) -> String {
    let (width, viewer) = (style.width, view.seat());
    let mut marks: Marks = last.iter().map(|&square| (square, Mark::LAST)).collect();
    if game.piece_board() != Some(BoardId::from_index(board)) {
        let squares = scene.squares.iter().enumerate();
        let tokens = squares.filter_map(|(n, square)| Some((n, Mark::tokens(game, &square.as_ref()?.tokens)?)));
        marks.extend(tokens);
        return with_key(grid(game, view, board, &marks, style), scene, width);
    }
    marks.extend(danger.iter().map(|(_, square)| (square.index(), Mark::DANGER)));
    let grid = grid(game, view, board, &marks, style);
    let wide = match game.pack().boards[board].shape {
        Shape::Squares if !has_joints(game, board) => {
            MARGIN + cell_width(game, board) * game.board(BoardId::from_index(board)).width + other_side(game, board)
        }
        _ => 0,
    };
    let wide = grid.iter().map(|line| columns(line)).fold(wide, usize::max) + 3;
    if wide + LEAST_PANEL > width {
        let lines: Vec<String> =
            grid.into_iter().chain([String::new()]).chain(panel(game, view, viewer, danger, width)).collect();
        return lines.join("\n") + "\n";
    }
    let panel = panel(game, view, viewer, danger, width - wide);
    let mut out = String::new();
    for n in 0..grid.len().max(panel.len()) {
        let left = grid.get(n).map_or("", String::as_str);
        let right = panel.get(n).map_or("", String::as_str);
        let gap = if right.is_empty() { 0 } else { wide - columns(left) };
        out.push_str(&format!("{left}{}{right}\n", " ".repeat(gap)));
    }
    out
}

/// True if another board has the edges or corners of a board.
fn has_joints(game: &Game, board: usize) -> bool {
    game.pack().boards.iter().any(|other| other.joints.is_some_and(|joints| joints.board == board))
}

/// A board with its legend: beside it if there is room, or else below.
fn with_key(grid: Vec<String>, scene: &BoardScene, width: usize) -> String {
    let is_there = |key: &&Figure| scene.squares.iter().flatten().any(|square| square.figure.as_ref() == Some(key));
    let key: Vec<String> =
        scene.key.iter().filter(is_there).map(|key| escape(&format!("{} {}", key.glyph, key.title))).collect();
    let wide = grid.iter().map(|line| columns(line)).max().unwrap_or(0) + 3;
    let room = key.iter().map(|text| columns(text)).max().unwrap_or(0);
    let mut out = String::new();
    let is_beside = grid.len() > key.len() && wide + room <= width;
    for (n, line) in grid.iter().enumerate() {
        match n.checked_sub(1).and_then(|n| key.get(n)).filter(|_| is_beside) {
            Some(text) => out.push_str(&format!("{}[dim]{text}[/]\n", fit(line, wide))),
            None => out.push_str(&format!("{line}\n")),
        }
    }
    if !is_beside && !key.is_empty() {
        let cells: Vec<String> = key.iter().map(|text| fit(text, room)).collect();
        out.push('\n');
        for cells in cells.chunks((width / (room + 2)).max(1)) {
            out.push_str(&format!("[dim]{}[/]\n", cells.join("  ").trim_end()));
        }
    }
    out
}

/// The squares with their coordinates, line by line.
pub(crate) fn grid(game: &Game, view: &SeatView, board: usize, marks: &Marks, style: Style) -> Vec<String> {
    let mut lines = ground(game, view, board, &with_heights(game, view, board, marks), style);
    lines.extend(stacks(game, view, board));
    lines
}

/// The marks of a board with the heights of its stacks to the right of their squares.
fn with_heights(game: &Game, view: &SeatView, board: usize, marks: &Marks) -> Marks {
    let mut marks = marks.clone();
    if game.board(BoardId::from_index(board)).stacks.is_some() {
        for square in 0..view.cells(BoardId::from_index(board)).len() {
            let under = view.under(BoardId::from_index(board), Square::from_index(square)).len();
            if let Some(under) = u32::try_from(under).ok().filter(|&under| under > 0) {
                let right = char::from_digit(under + 1, 10).unwrap_or('+');
                let plain = Mark { left: ' ', right, style: "dim", is_token: false };
                let mark = marks.entry(square).or_insert(plain);
                // A bracket without its other half would look cut off.
                let left = if matches!(mark.left, '(' | '[') { ONE_SIDED } else { mark.left };
                (mark.left, mark.right) = (left, right);
            }
        }
    }
    marks
}

/// The sign before a marked square whose stack has its height after it.
const ONE_SIDED: char = '>';

/// A line for each few stacks of a board: its square, and its pieces, the bottom one first.
fn stacks(game: &Game, view: &SeatView, board: usize) -> Vec<String> {
    let id = BoardId::from_index(board);
    let cells = view.cells(id);
    let told = |square: usize| {
        let under = view.under(id, Square::from_index(square));
        let all = under.iter().filter_map(|&symbol| u8::try_from(symbol + 1).ok()).chain([cells[square]]);
        let all: String = all.map(|cell| cell_text(game, board, cell)).collect();
        (!under.is_empty()).then(|| format!("{} {all}", game.square_name(id, Square::from_index(square))))
    };
    let all: Vec<String> = (0..cells.len()).filter_map(told).collect();
    let mut lines: Vec<String> = Vec::new();
    for stack in all {
        match lines.last_mut().filter(|line| columns(line) + 2 + columns(&stack) <= MAX_STACKS) {
            Some(line) => line.push_str(&format!("  {stack}")),
            None => lines.push(stack),
        }
    }
    lines.into_iter().map(|line| format!("{:MARGIN$}{line}", "")).collect()
}

/// The columns for a line of stacks.
const MAX_STACKS: usize = 40;

/// The squares of a board, without what stands under pieces.
fn ground(game: &Game, view: &SeatView, board: usize, marks: &Marks, style: Style) -> Vec<String> {
    if let Some(lines) = shaped(game, view, board, marks, style) {
        return lines;
    }
    let id = BoardId::from_index(board);
    let (layout, spec) = (game.board(id), &game.pack().boards[board]);
    let cells = view.cells(id);
    let cell_width = cell_width(game, board);
    let naming = spec.naming.on(layout.width, layout.height);
    let is_lettered = layout.height > 1 && naming != Naming::Numbers;
    let drops = drops_by_number(game, board);
    let by_number = drops || !is_lettered;
    let (rows, columns, is_above) = heads(&layout, if by_number { Naming::Numbers } else { naming }, style.is_flipped);
    let columns = if game.sides(id).is_empty() { columns } else { game.column_titles(id, naming) };
    let rows = if layout.height == 1 || drops { vec![String::new(); layout.height] } else { rows };
    let is_above = !is_lettered || is_above && !drops;
    let beside = spec.also.map(|also| heads(&layout, also, style.is_flipped));
    let painter = Painter { game, board, cells, marks, style, cell_width };
    let per_line = if layout.height == 1 { (style.width - MARGIN) / cell_width } else { 76 };
    let mut lines = Vec::new();
    for first in (0..layout.width).step_by(per_line) {
        let shown = first..layout.width.min(first + per_line);
        let names: String = columns[shown.clone()].iter().map(|name| column_head(name, cell_width)).collect();
        let tens: String = match by_number && cell_width < 3 && shown.end > 9 {
            true => columns[shown.clone()].iter().map(|name| tens_head(name, cell_width)).collect(),
            false => String::new(),
        };
        let mut above = vec![format!("[dim]{:MARGIN$}{}[/]", "", names.trim_end())];
        if !tens.is_empty() {
            above.insert(0, format!("[dim]{:MARGIN$}{}[/]", "", tens.trim_end()));
        }
        let others = beside.as_ref().map(|(_, names, _)| {
            let names: String = names[shown.clone()].iter().map(|name| column_head(name, cell_width)).collect();
            format!("[dim]{:MARGIN$}{}[/]", "", names.trim_end())
        });
        let (above, below) =
            if is_above { (above, others.into_iter().collect()) } else { (others.into_iter().collect(), above) };
        lines.extend(above);
        lines.extend((0..layout.height).map(|row| {
            let places = row * layout.width + shown.start..row * layout.width + shown.end;
            let squares: Vec<usize> = places.map(|place| turned(place, &layout, style)).collect();
            let squares = painter.row(&squares);
            let (number, squares) = (&rows[row], squares.trim_end());
            match &beside {
                Some((names, ..)) => format!("[dim]{number:>3}[/] {squares}[dim]{:>OTHER_SIDE$}[/]", names[row]),
                None => format!("[dim]{number:>3}[/] {squares}"),
            }
        }));
        lines.extend(below);
    }
    lines
}

/// The columns for the second label of a row, to its right.
const OTHER_SIDE: usize = 3;

/// The width of labels to the right of rows.
fn other_side(game: &Game, board: usize) -> usize {
    if game.pack().boards[board].also.is_some() { OTHER_SIDE } else { 0 }
}

/// The square drawn at an index, both from 0 in row-major order.
pub(crate) fn turned(place: usize, layout: &BoardLayout, style: Style) -> usize {
    if style.is_flipped { layout.width * layout.height - 1 - place } else { place }
}

/// Draws the squares of a board.
struct Painter<'a> {
    game: &'a Game,
    board: usize,
    cells: &'a [u8],
    marks: &'a Marks,
    style: Style,
    cell_width: usize,
}

impl Painter<'_> {
    /// A row of squares.
    fn row(&self, squares: &[usize]) -> String {
        let glyph = |square: usize| self.glyph(square);
        match self.cell_width {
            2 => narrow_row(squares, &glyph, self.marks),
            _ => squares.iter().map(|&square| self.square(square)).collect(),
        }
    }

    fn is_dark(&self, square: usize) -> bool {
        let layout = self.game.board(BoardId::from_index(self.board));
        (layout.height - 1 - square / layout.width + square % layout.width).is_multiple_of(2)
    }

    /// The sign of a square; an empty one shows the pattern of the board.
    fn glyph(&self, square: usize) -> String {
        let is_empty = self.cells[square] == 0;
        let layout = self.game.board(BoardId::from_index(self.board));
        match self.game.pack().boards[self.board].look {
            Look::Points if is_empty && is_star((layout.width, layout.height), square) => "+".to_owned(),
            _ => square_text(self.game, self.board, self.cells, square),
        }
    }

    fn square(&self, square: usize) -> String {
        let mark = self.marks.get(&square);
        let spec = &self.game.pack().boards[self.board];
        if spec.look != Look::Chequered || self.cell_width != 3 {
            return with_mark(&self.glyph(square), mark, self.cell_width);
        }
        let (is_dark, is_empty) = (self.is_dark(square), self.cells[square] == 0);
        let ground = if is_dark && !self.style.has_color { SHADE } else { " " };
        let has_figure = usize::from(self.cells[square])
            .checked_sub(1)
            .is_some_and(|n| spec.symbols.get(n).is_some_and(|symbol| symbol.figure.is_some()));
        let is_unseen = spec.sight.is_some_and(|sight| sight.unseen == self.cells[square]);
        let (ground, is_empty) = if is_unseen { (FOG, true) } else { (ground, is_empty) };
        let glyph = match self.glyph(square) {
            glyph if is_unseen && !self.style.has_color => glyph,
            _ if is_empty => ground.to_owned(),
            // On coloured squares figures differ by seat in shape.
            _ if has_figure && self.style.has_color => spec.figure(self.cells[square]).to_string(),
            glyph => glyph,
        };
        let (left, right) = match mark {
            // Few foreground colours are readable on coloured squares.
            Some(mark) if self.style.has_color => {
                let mark = Mark { style: "bold", ..*mark };
                (mark.left_side(), mark.right_side())
            }
            Some(mark) => (mark.left_side(), mark.right_side()),
            None => (ground.to_owned(), ground.to_owned()),
        };
        let style = if is_dark { "dark-square" } else { "light-square" };
        let style = if is_unseen { "dim" } else { style };
        match self.style.has_color {
            true => format!("[{style}]{left}{glyph}{right}[/]"),
            false => format!("{left}{glyph}{right}"),
        }
    }
}

/// The pattern of squares that aren't seen.
const FOG: &str = "\u{2592}";

/// The pattern of dark squares without colours.
const SHADE: &str = "\u{2591}";

/// The width of a square in columns of the screen.
fn cell_width(game: &Game, board: usize) -> usize {
    let layout = game.board(BoardId::from_index(board));
    match layout.width {
        _ if layout.height == 1 => 3,
        // A board as high as the screen needs its panel beside it, as far as possible.
        w if layout.height > HIGH && MARGIN + 3 * w + 3 + LEAST_PANEL > SCREEN => 2,
        0..=ROOMY => 3,
        w if w <= CROWDED => 2,
        _ => 1,
    }
}

/// True if columns are labelled by numbers: in drop games.
fn drops_by_number(game: &Game, board: usize) -> bool {
    let has_column = |verb: &VerbSpec| verb.args.iter().any(|arg| arg.name == "column" && arg.kind == Kind::Number);
    game.piece_board() == Some(BoardId::from_index(board)) && game.pack().verbs.iter().any(has_column)
}

/// The tens digit of a column's number, above its last digit.
fn tens_head(name: &str, cell_width: usize) -> String {
    let tens = name.chars().rev().nth(1).unwrap_or(' ');
    if cell_width == 2 { format!(" {tens}") } else { tens.to_string() }
}

fn column_head(name: &str, cell_width: usize) -> String {
    let last = name.chars().next_back().unwrap_or(' ');
    match cell_width {
        3 => format!("{name:>2} "),
        2 => format!(" {last}"),
        _ => last.to_string(),
    }
}

/// The contents of a square, coloured; a space for a gap.
pub(crate) fn square_text(game: &Game, board: usize, cells: &[u8], square: usize) -> String {
    match game.has_square(BoardId::from_index(board), Square::from_index(square)) {
        true => cell_text(game, board, cells[square]),
        false => " ".to_owned(),
    }
}

/// The glyph of a cell, coloured.
pub(crate) fn cell_text(game: &Game, board: usize, cell: u8) -> String {
    let spec = &game.pack().boards[board];
    let glyph = escape(&spec.figure(cell).to_string());
    match usize::from(cell).checked_sub(1).and_then(|n| spec.symbols.get(n)) {
        None => format!("[dim]{glyph}[/]"),
        Some(symbol) => match symbol.piece {
            Some((_, seat)) => format!("[bold {}]{glyph}[/]", colour(game, seat)),
            None if spec.sight.is_some_and(|sight| sight.unseen == cell) => format!("[dim]{glyph}[/]"),
            None => format!("[yellow]{glyph}[/]"),
        },
    }
}

/// Squares with one character between them. Of two marks that meet there, that of the right square is shown.
pub(crate) fn narrow_row(squares: &[usize], cell: &dyn Fn(usize) -> String, marks: &Marks) -> String {
    let mut text = String::new();
    let mut last: Option<&Mark> = None;
    for &square in squares {
        let mark = marks.get(&square);
        text.push_str(&match (last, mark) {
            (_, Some(mark)) => mark.left_side(),
            (Some(last), None) => last.right_side(),
            (None, None) => " ".to_owned(),
        });
        text.push_str(&cell(square));
        last = mark;
    }
    text + &last.map(Mark::right_side).unwrap_or_default()
}

/// A square with its mark, one or three characters wide.
pub(crate) fn with_mark(glyph: &str, mark: Option<&Mark>, cell_width: usize) -> String {
    match (cell_width, mark) {
        (3, None) => format!(" {glyph} "),
        (3, Some(mark)) => format!("{}{glyph}{}", mark.left_side(), mark.right_side()),
        (_, None) => glyph.to_owned(),
        (_, Some(mark)) if mark.is_token => mark.left_side(),
        (_, Some(_)) => format!("[reverse]{glyph}[/]"),
    }
}

/// The colour of a seat.
pub(crate) fn colour(game: &Game, seat: usize) -> &str {
    const OTHERS: [&str; 6] = ["cyan", "magenta", "yellow", "green", "blue", "red"];
    game.pack().seats.colours.get(seat).map_or(OTHERS[seat % OTHERS.len()], String::as_str)
}

/// The panel beside the board: variables, the seats with theirs, and the legend.
fn panel(game: &Game, view: &SeatView, viewer: Option<Seat>, danger: &[(Seat, Square)], width: usize) -> Vec<String> {
    let pack = game.pack();
    let mut lines = Vec::new();
    let is_there = |var: usize| {
        let spec = &pack.vars[var];
        game.var(VarId::from_index(var)).count > 0 && !spec.internal && spec.look != Some(VarLook::Hidden)
    };
    for (var, spec) in pack.vars.iter().enumerate().filter(|(var, spec)| is_there(*var) && spec.per == Per::One) {
        let value = match spec.follows {
            Some(Follows::Turns) => turn(view, VarId::from_index(var)),
            _ => value_text(game, view, var, 0),
        };
        lines.push(format!("{} {}", escape(&spec.title), escape(&value)));
    }
    if !lines.is_empty() {
        lines.push(String::new());
    }
    let named = |seat: Seat| seat_name(game, seat, viewer) + out_mark(view, seat);
    let label = game.seats().map(|seat| columns(&named(seat))).max().unwrap_or(0);
    for seat in game.seats() {
        let due = if view.due().is_some_and(|due| due.seat == seat) { ">" } else { " " };
        let name = named(seat);
        let gap = " ".repeat(label - columns(&name));
        let mut parts = vec![glyphs(game, seat.index())];
        let mut hands = Vec::new();
        for (var, spec) in pack.vars.iter().enumerate().filter(|(var, _)| is_there(*var)) {
            let member = match spec.per {
                Per::Seat => seat.index(),
                Per::Team => game.team_of(seat),
                _ => continue,
            };
            let text = format!("{} {}", spec.title, value_text(game, view, var, member));
            if spec.follows == Some(Follows::Hand) {
                hands.extend(wrap(&text, width.saturating_sub(2), 2).lines().map(|line| format!("  {}", escape(line))));
            } else {
                parts.push(escape(&text));
            }
        }
        let line = format!("{due} [bold {}]{name}[/]{gap}  {}", colour(game, seat.index()), parts.join("  "));
        lines.extend(wrap(&line, width, 4).lines().map(|line| line.replace(UNBROKEN, " ")));
        lines.extend(hands);
        let square = danger.iter().find(|(of, _)| *of == seat).map(|(_, square)| square);
        if let (Some(square), Some(board)) = (square, game.piece_board()) {
            let title = game.symbol_title(board, view.symbol(board, *square).unwrap_or(0));
            lines.push(format!("  [bold red]{} in danger![/]", escape(&title)));
        }
    }
    let legend = legend(game);
    if !legend.is_empty() {
        lines.push(String::new());
        let wrapped = wrap(&legend, width, 0);
        lines.extend(wrapped.lines().map(|line| line.trim_end().replace(UNBROKEN, " ")));
    }
    lines
}

/// The note behind the name of a seat that is out of the match.
pub(crate) fn out_mark(view: &SeatView, seat: Seat) -> &'static str {
    if view.is_in(seat) { "" } else { " (out)" }
}

fn seat_name(game: &Game, seat: Seat, viewer: Option<Seat>) -> String {
    let you = if viewer == Some(seat) { " (you)" } else { "" };
    format!("{}{you}", escape(game.seat_name(seat)))
}

pub(crate) fn value_text(game: &Game, view: &SeatView, var: usize, member: usize) -> String {
    if let Some(held) = held(view, VarId::from_index(var), member) {
        let told = |(glyph, count): (char, i32)| if count == 1 { glyph.to_string() } else { format!("{count}{glyph}") };
        return or_dash(held.into_iter().map(told).collect());
    }
    if let Some(left) = shapes_left(view, VarId::from_index(var), member) {
        let told = |(name, count): (String, i32)| if count == 1 { name } else { format!("{count} {name}") };
        return or_dash(left.into_iter().map(told).collect());
    }
    // True for flags of unmoved pieces.
    let is_flag = game.pack().vars[var].follows == Some(Follows::Unmoved);
    match view.value(VarId::from_index(var), member) {
        serde_json::Value::Array(values) if let Some(names) = game.part_names(VarId::from_index(var)) => {
            named(&names, &values)
        }
        serde_json::Value::Number(n) if is_flag => if n.as_i64() == Some(0) { "no" } else { "yes" }.to_owned(),
        serde_json::Value::String(text) if text.is_empty() => "-".to_owned(),
        serde_json::Value::String(text) => text,
        other => other.to_string(),
    }
}

/// A list of things; a dash if there is none.
fn or_dash(things: Vec<String>) -> String {
    if things.is_empty() { "-".to_owned() } else { things.join(" ") }
}

/// The drawing of a shape in all its orientations, of one of these, or of all as `shapes`; `None` if a name is none of
/// these. Drawings stand side by side as far as the width allows.
pub(crate) fn drawn_shapes(game: &Game, name: &str, width: usize) -> Option<String> {
    // A square can have the name of a shape in lower case.
    let is_named = |of: &str| name == of;
    let is_any = name.eq_ignore_ascii_case("shapes");
    let shapes = &game.pack().moves.shapes;
    let wanted = shapes.iter().flat_map(|shape| {
        let is_whole = is_any || is_named(&shape.name);
        let all = shape.orientation_names().zip(&shape.orientations);
        all.filter(move |(orientation, _)| is_whole || is_named(orientation))
    });
    let mut out: Vec<String> = Vec::new();
    let mut line: Vec<String> = Vec::new();
    for (orientation, squares) in wanted {
        let rows = ShapeSpec::drawn(squares).into_iter().map(|row| row.replace('x', "██").replace('.', "  "));
        let block: Vec<String> = std::iter::once(orientation).chain(rows).collect();
        let wide = |lines: &[String]| lines.iter().map(|line| columns(line)).max().unwrap_or(0);
        let at = wide(&line) + APART;
        if line.is_empty() || at + wide(&block) > width {
            out.extend(std::mem::replace(&mut line, block));
            out.push(String::new());
        } else {
            line = beside(&line, &block, at);
        }
    }
    out.append(&mut line);
    let trimmed: Vec<&str> = out.iter().map(|line| line.trim_end()).collect();
    (trimmed.len() > 1).then(|| trimmed[1..].join("\n"))
}

/// The gap between drawings of shapes.
const APART: usize = 3;

/// Values with their names: `ones 3, twos 0`.
pub(crate) fn named(names: &[String], values: &[serde_json::Value]) -> String {
    let plain = |value: &serde_json::Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let each = names.iter().zip(values).map(|(name, value)| format!("{name} {}", plain(value)));
    each.collect::<Vec<_>>().join(", ")
}

/// The glyphs of a seat's pieces in its colour, as marked text; in words if the seats' glyphs differ only in case.
fn glyphs(game: &Game, seat: usize) -> String {
    let own: Vec<char> = pieces(game).filter(|&(_, of, _)| of == seat).map(|(_, _, glyph)| glyph).collect();
    let painted = |glyphs: String| format!("[bold {}]{}[/]", colour(game, seat), escape(&glyphs));
    match own.as_slice() {
        [] => String::new(),
        own if own.len() < 4 => painted(own.iter().map(char::to_string).collect::<Vec<_>>().join(UNBROKEN)),
        own if own.iter().all(|glyph| glyph.is_uppercase()) => "upper case".to_owned(),
        own if own.iter().all(|glyph| glyph.is_lowercase()) => "lower case".to_owned(),
        own => painted(own.iter().collect()),
    }
}

/// The kinds of pieces: symbol, seat and character.
fn pieces(game: &Game) -> impl Iterator<Item = (usize, usize, char)> {
    let symbols = game.piece_board().map_or(&[][..], |board| &game.pack().boards[board.index()].symbols);
    symbols
        .iter()
        .enumerate()
        .filter_map(|(n, symbol)| Some((n, symbol.piece?.1, symbol.figure.unwrap_or(symbol.glyph))))
}

/// The legend of characters as they look on the board, if there are several kinds of pieces.
fn legend(game: &Game) -> String {
    let Some(board) = game.piece_board() else { return String::new() };
    let symbols = game.pack().boards[board.index()].symbols.iter().enumerate();
    let (pieces, others): (Vec<_>, Vec<_>) = symbols
        .filter(|(_, symbol)| symbol.piece.is_none_or(|(_, seat)| seat == 0))
        .partition(|(_, s)| s.piece.is_some());
    let entries: Vec<String> = pieces
        .into_iter()
        .chain(others)
        .map(|(n, _)| {
            let glyph = u8::try_from(n + 1).map_or_else(|_| String::new(), |cell| cell_text(game, board.index(), cell));
            let title = escape(&game.symbol_title(board, n)).replace(' ', UNBROKEN);
            format!("{glyph}{UNBROKEN}[dim]{title}[/]")
        })
        .collect();
    if entries.len() < 2 { String::new() } else { entries.join("  ") }
}

/// The marks of possible actions: the sign of the action on both sides of a square, or of two actions one on each side.
pub(crate) fn reach_marks(game: &Game, reach: &[(Verb, Square)]) -> Marks {
    let mut marks = Marks::new();
    for &(verb, target) in reach {
        let (sign, style) = sign(game, verb);
        let (first, last) = (sign.chars().next().unwrap_or('*'), sign.chars().last().unwrap_or('*'));
        let right = if sign.chars().count() > 1 { last } else { ' ' };
        marks.entry(target.index()).and_modify(|mark: &mut Mark| mark.right = first).or_insert(Mark {
            left: first,
            right,
            style,
            is_token: false,
        });
    }
    marks
}

/// The sign of a kind of action: the separator of its squares in the syntax, or its first letter.
pub(crate) fn sign(game: &Game, verb: Verb) -> (String, &'static str) {
    const STYLES: [&str; 6] = ["bold green", "bold red", "bold yellow", "bold cyan", "bold magenta", "bold blue"];
    let spec = &game.pack().verbs[verb.index()];
    let between = spec.pieces.windows(3).find_map(|pieces| match pieces {
        [Piece::Arg(_), Piece::Literal(text), Piece::Arg(_)] => {
            Some(text.trim()).filter(|text| (1..=2).contains(&text.chars().count()))
        }
        _ => None,
    });
    let sign = between.map_or_else(|| spec.name.chars().take(1).collect(), str::to_owned);
    (sign, STYLES[verb.index() % STYLES.len()])
}
