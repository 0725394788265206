//! Description of a game as plain data, for front ends before anything is played.

use parlour_ai::{ParamKind, ParamValue, RobotLibrary};
use parlour_engine::game::Game;
use parlour_engine::grammar::{Arg, Piece, SeenBy, VerbSpec};
use parlour_engine::ids::{BoardId, VarId, ZoneId};
use parlour_engine::kind::{Domain, Kind};
use parlour_engine::pack::boards::{Naming, Shape};
use parlour_engine::pack::pieces::ShapeSpec;
use parlour_engine::pack::spec::{Cell, OptionKind, OptionSpec, OptionValue, Per, Seen, VarSpec, ZoneKind, ZoneSpec};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value, json};

use crate::seats::{self, Level};

/// A game with fixed variant, options and number of seats, as plain data.
///
/// Names are those of views, events and actions; titles are for people. For a game with default settings it holds
/// everything a lobby needs: variants, options with their defaults, numbers of seats, robots.
///
/// ```
/// use parlour_engine::{Config, Library};
/// use parlour_table::{Description, Robots};
///
/// # let mut library = Library::default();
/// # library.add_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../../rules"));
/// let game = library.load("chess")?.configure(&Config::default())?;
/// let chess = Description::of(&game, &Robots::new());
/// assert_eq!((chess.title.as_str(), chess.boards[0].squares[0].as_deref()), ("Chess", Some("a8")));
/// let written = serde_json::to_value(&chess).unwrap_or_default();
/// assert_eq!(written["seats"]["names"], serde_json::json!(["white", "black"]));
/// # Ok::<(), parlour_table::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Description {
    /// The game's identifier.
    pub name: String,
    /// The title for people.
    pub title: String,
    /// One sentence.
    pub summary: String,
    /// The designer.
    pub designer: String,
    /// The pack's own version.
    pub version: Option<String>,
    /// The players' guide, in Markdown.
    pub guide: Option<String>,
    /// The selected variant.
    pub variant: Option<String>,
    /// The variants.
    pub variants: Vec<VariantSaid>,
    /// The options by name.
    #[serde(serialize_with = "by_name")]
    pub options: Vec<(String, OptionSaid)>,
    /// The seats.
    pub seats: SeatsSaid,
    /// True if the game has hidden information.
    pub has_secrets: bool,
    /// The kinds of decisions.
    pub phases: Vec<PhaseSaid>,
    /// The kinds of actions.
    pub verbs: Vec<VerbSaid>,
    /// The boards.
    pub boards: Vec<BoardSaid>,
    /// The zones.
    pub zones: Vec<ZoneSaid>,
    /// The kinds of cards.
    pub cards: Vec<RowSaid>,
    /// The tables whose rows name the values of a kind: cards, pieces and others.
    #[serde(serialize_with = "by_name")]
    pub tables: Vec<(String, Vec<RowSaid>)>,
    /// The lists of words.
    #[serde(serialize_with = "by_name")]
    pub lists: Vec<(String, Vec<String>)>,
    /// The pieces that move by tables.
    pub pieces: Vec<PieceSaid>,
    /// The variables, without internal ones.
    pub vars: Vec<VarSaid>,
    /// The kinds of events.
    pub events: Vec<EventSaid>,
    /// The robots.
    pub robots: Vec<RobotSaid>,
    /// The levels of robots.
    pub levels: Vec<&'static str>,
}

/// Serializes a list of named items as an object.
fn by_name<T: Serialize, S: Serializer>(list: &[(String, T)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(list.iter().map(|(name, value)| (name, value)))
}

/// A variant.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct VariantSaid {
    /// Its name.
    pub name: String,
    /// One sentence.
    pub help: String,
    /// The options that it sets.
    pub set: Map<String, Value>,
}

/// An option.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct OptionSaid {
    /// `int`, `bool`, `word` or `numbers`.
    pub kind: &'static str,
    /// The value without a variant's or player's choice.
    pub default: Value,
    /// The selected value.
    pub value: Value,
    /// The minimum of an integer option.
    pub min: Option<i64>,
    /// The maximum of an integer option.
    pub max: Option<i64>,
    /// The option whose value is the maximum.
    pub max_option: Option<String>,
    /// The allowed values, if they are listed.
    pub choices: Vec<Value>,
    /// One sentence.
    pub help: String,
}

/// The seats.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct SeatsSaid {
    /// Fewest seats.
    pub min: usize,
    /// Most seats.
    pub max: usize,
    /// The default number of seats.
    pub default: usize,
    /// Names of the selected seats, in the order of play.
    pub names: Vec<String>,
    /// Names for the maximum number of seats.
    pub all_names: Vec<String>,
    /// The numbers of seats, ascending.
    pub counts: Vec<usize>,
    /// Colours of the seats on a screen, where the pack declares them.
    pub colours: Vec<String>,
    /// True for a cooperative game with one score.
    pub together: bool,
    /// The seats of each team, by name; without teams each seat is its own.
    pub teams: Vec<Vec<String>>,
    /// The default players of the seats.
    pub players: Vec<String>,
}

/// A kind of decision.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct PhaseSaid {
    /// Its name.
    pub name: String,
    /// The seat's task, for a prompt.
    pub text: String,
    /// The possible verbs.
    pub verbs: Vec<String>,
    /// The verb of an empty line.
    pub enter: Option<String>,
    /// True if the seats decide simultaneously.
    pub simultaneous: bool,
}

/// A kind of action.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct VerbSaid {
    /// Its name.
    pub name: String,
    /// The syntax for people: `trade GIVE for TAKE`.
    pub usage: String,
    /// The syntax as a list of pieces.
    pub pieces: Vec<PieceOfUsage>,
    /// Its arguments.
    pub args: Vec<ArgSaid>,
    /// Synonyms of its first word.
    pub aliases: Vec<String>,
    /// One sentence.
    pub help: String,
    /// The words of its button, if they differ from its form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The zone that is tapped for it, by its name in views.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
}

/// A piece of a usage.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum PieceOfUsage {
    /// Literal text.
    Text(String),
    /// An argument by name.
    Arg(String),
    /// An optional part.
    Optional(Vec<PieceOfUsage>),
}

/// An argument of a verb.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ArgSaid {
    /// Its name.
    pub name: String,
    /// Its kind.
    #[serde(flatten)]
    pub kind: KindName,
    /// True if it is optional.
    pub optional: bool,
    /// The zones that its cards come from, by name, if restricted.
    pub zones: Vec<String>,
    /// True if the square must be empty.
    pub empty: bool,
    /// True if the seat must be another one.
    pub other: bool,
    /// The inclusive range of a number, if restricted.
    pub range: Option<(u16, u16)>,
    /// True if it is hidden from other seats.
    pub hidden: bool,
}

/// A kind of value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct KindName {
    /// `number`, `numbers`, `card`, `cards`, `seat`, `word`, `square`, `symbol` or `glyph`.
    pub kind: &'static str,
    /// The board of a square or symbol, the list of a word.
    pub of: Option<String>,
}

impl KindName {
    pub(crate) fn of(game: &Game, kind: Kind) -> Self {
        let board = |board: BoardId| Some(game.pack().boards[board.index()].name.clone());
        let (kind, of) = match kind {
            Kind::Number => ("number", None),
            Kind::Numbers => ("numbers", None),
            Kind::Card => ("card", None),
            Kind::Cards => ("cards", None),
            Kind::Seat => ("seat", None),
            Kind::Word(list) => ("word", Some(game.pack().lists[list].name.clone())),
            Kind::Square(of) => ("square", board(of)),
            Kind::Symbol(of) => ("symbol", board(of)),
            Kind::Glyph(of) => ("glyph", board(of)),
        };
        Self { kind, of }
    }
}

/// A board.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct BoardSaid {
    /// Its name.
    pub name: String,
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// `squares`, `hexes` (each row half a hex to the right of the one above it) or `lines`.
    pub shape: &'static str,
    /// The squares of each line by name, for boards of lines.
    pub lines: Vec<Vec<String>>,
    /// The naming scheme of squares.
    pub naming: &'static str,
    /// The name of each square in row-major order from the top left; `None` for gaps.
    pub squares: Vec<Option<String>>,
    /// The symbols of its cells.
    pub symbols: Vec<SymbolSaid>,
    /// True if pieces with declared moves play on it.
    pub has_pieces: bool,
}

/// A symbol: possible contents of a cell.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct SymbolSaid {
    /// Its name.
    pub name: String,
    /// The title for people.
    pub title: String,
    /// Its character.
    pub glyph: char,
    /// The kind of piece, by name, if it is one.
    pub piece: Option<String>,
    /// The owner.
    pub seat: Option<String>,
}

/// A zone, or a family of zones.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ZoneSaid {
    /// Its name in views.
    pub name: String,
    /// The title for people.
    pub title: String,
    /// `pile`, in order, or `bag`.
    pub kind: &'static str,
    /// Its visibility: `all`, `owner`, `others` or `none`.
    pub seen: &'static str,
    /// The index set of a family: `seat`, `team`, a table or a list; `None` for a single zone.
    pub per: Option<String>,
    /// The names of its members in views.
    pub members: Vec<String>,
    /// The possible cards of each member; empty if unrestricted.
    pub holds: Vec<Vec<String>>,
    /// True if tricks are played here.
    pub is_trick: bool,
}

/// A row of a table: a kind of card, of piece, or of something else.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct RowSaid {
    /// Its name.
    pub name: String,
    /// The title for people.
    pub title: String,
    /// The plural of the title.
    pub plural: String,
    /// The title with its article: `a map`.
    pub one: String,
    /// The number of copies in the match, for a card.
    pub count: Option<usize>,
    /// Its values by column.
    pub columns: Map<String, Value>,
    /// The rows of the drawing of a shape of several squares, or of one of its orientations.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub drawn: Vec<String>,
}

/// A piece with declared moves.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct PieceSaid {
    /// Its name.
    pub name: String,
    /// Its character for each seat.
    pub glyphs: Vec<String>,
    /// Its letter in a notation.
    pub sign: Option<String>,
}

/// A variable, or a family of variables.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct VarSaid {
    /// Its name in views.
    pub name: String,
    /// The title for people.
    pub title: String,
    /// The kind of its values.
    #[serde(flatten)]
    pub kind: KindName,
    /// The index set of a family: `seat`, `team`, a table or a list; `None` for a single variable.
    pub per: Option<String>,
    /// The names of its members in views.
    pub members: Vec<String>,
    /// The names of its slots, if it has several with names.
    pub parts: Vec<String>,
    /// True if it holds a list of values.
    pub is_list: bool,
    /// True if its values are dice.
    pub is_dice: bool,
    /// The zone whose cards it annotates.
    pub marks: Option<String>,
    /// Its visibility: `all`, `owner`, `others` or `none`.
    pub seen: &'static str,
    /// The least value.
    pub min: i32,
    /// The greatest value.
    pub max: i32,
    /// The initial value.
    pub start: i32,
}

/// A kind of event.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct EventSaid {
    /// Its name.
    pub kind: String,
    /// Its fields.
    pub fields: Vec<FieldSaid>,
}

/// A field of an event.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct FieldSaid {
    /// Its name.
    pub name: String,
    /// Its kind.
    #[serde(flatten)]
    pub kind: KindName,
    /// True if some viewers may not see it.
    pub hidden: bool,
}

/// A robot.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct RobotSaid {
    /// Its name.
    pub name: String,
    /// Its description.
    pub summary: String,
    /// Its parameters.
    pub params: Vec<ParamSaid>,
}

/// A parameter of a robot.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ParamSaid {
    /// Its name.
    pub name: String,
    /// `number`, `flag` or `word`.
    pub kind: &'static str,
    /// The default value.
    pub default: Value,
    /// The allowed values, in words.
    pub range: String,
    /// One sentence.
    pub help: String,
}

impl Description {
    /// The description of a game, and of the robots that play it.
    pub fn of(game: &Game, robots: &RobotLibrary) -> Self {
        let pack = game.pack();
        let variant = |variant: &parlour_engine::pack::spec::VariantSpec| VariantSaid {
            name: variant.name.clone(),
            help: variant.help.clone(),
            set: variant.set.iter().map(|(n, value)| (pack.options[*n].key.clone(), option_value(value))).collect(),
        };
        let options = pack.options.iter().zip(game.options());
        let row = |count: Option<usize>, table: usize, n: usize| row(game, count, table, n);
        let tables = pack.tables.iter().enumerate();
        let rows = |(t, table): (usize, &parlour_engine::pack::spec::DataTable)| {
            (table.name.clone(), (0..table.rows.len()).map(|n| row(None, t, n)).collect())
        };
        let counts = game.card_counts();
        let vars =
            pack.vars.iter().enumerate().filter(|(n, var)| !var.internal && game.var(VarId::from_index(*n)).count > 0);
        Self {
            name: pack.name.clone(),
            title: pack.title.clone(),
            summary: pack.summary.clone(),
            designer: pack.designer.clone(),
            version: pack.version.clone(),
            guide: pack.guide.as_ref().map(|guide| guide.text.to_string()),
            variant: game.variant().map(str::to_owned),
            variants: pack.variants.iter().map(variant).collect(),
            options: options.map(|(spec, (key, value))| (key.to_owned(), option(spec, value))).collect(),
            seats: seats_said(game, robots),
            has_secrets: game.has_secrets(),
            phases: phases(game),
            verbs: pack.verbs.iter().enumerate().map(|(n, verb)| verb_said(game, n, verb)).collect(),
            boards: game.boards().map(|board| board_said(game, board)).collect(),
            zones: pack.zones.iter().enumerate().map(|(n, zone)| zone_said(game, n, zone)).collect(),
            cards: (0..pack.card_types()).map(|n| row(counts.get(n).copied(), 0, n)).collect(),
            tables: tables.map(rows).collect(),
            lists: pack.lists.iter().map(|list| (list.name.clone(), list.words.clone())).collect(),
            pieces: pieces(game),
            vars: vars.map(|(n, var)| var_said(game, VarId::from_index(n), var)).collect(),
            events: events(game),
            robots: robots.names(&pack.name).iter().filter_map(|name| robot(robots, &pack.name, name)).collect(),
            levels: Level::ALL.map(Level::name).to_vec(),
        }
    }
}

fn option_value(value: &OptionValue) -> Value {
    match value {
        OptionValue::Int(n) => json!(n),
        OptionValue::Bool(flag) => json!(flag),
        OptionValue::Word(word) => json!(word),
    }
}

fn option(spec: &OptionSpec, value: &OptionValue) -> OptionSaid {
    let (kind, range, choices) = match &spec.kind {
        OptionKind::Int { min, max } => ("int", Some((min, max)), Vec::new()),
        OptionKind::Bool => ("bool", None, vec![json!(false), json!(true)]),
        OptionKind::Word(words) => ("word", None, words.iter().map(|word| json!(word)).collect()),
        OptionKind::Numbers(numbers) => ("numbers", None, numbers.iter().map(|n| json!(n)).collect()),
        _ => ("other", None, Vec::new()),
    };
    OptionSaid {
        kind,
        default: option_value(&spec.default),
        value: option_value(value),
        min: range.map(|(min, _)| min.number),
        max: range.map(|(_, max)| max.number),
        max_option: range.and_then(|(_, max)| max.option.clone()),
        choices,
        help: spec.help.clone(),
    }
}

fn seats_said(game: &Game, robots: &RobotLibrary) -> SeatsSaid {
    let spec = &game.pack().seats;
    let name = |seat| game.seat_name(seat).to_owned();
    SeatsSaid {
        min: spec.min,
        max: spec.max,
        default: spec.default,
        names: game.seats().map(name).collect(),
        all_names: spec.names.clone(),
        counts: spec.counts.clone(),
        colours: spec.colours.clone(),
        together: game.is_together(),
        teams: (0..game.teams().len()).map(|team| game.members(team).map(name).collect()).collect(),
        players: seats::default_players(game, robots, None),
    }
}

fn phases(game: &Game) -> Vec<PhaseSaid> {
    let verb = |n: &usize| game.pack().verbs[*n].name.clone();
    let said = |phase: &parlour_engine::pack::spec::PhaseSpec| PhaseSaid {
        name: phase.name.clone(),
        text: phase.text.clone(),
        verbs: phase.actions.iter().map(verb).collect(),
        enter: phase.enter.as_ref().map(verb),
        simultaneous: phase.simultaneous,
    };
    game.pack().phases.iter().map(said).collect()
}

fn verb_said(game: &Game, n: usize, verb: &VerbSpec) -> VerbSaid {
    VerbSaid {
        name: verb.name.clone(),
        usage: verb.usage(),
        pieces: pieces_of_usage(verb),
        args: (0..verb.args.len()).map(|arg| arg_said(game, n, arg, &verb.args[arg])).collect(),
        aliases: verb.aliases.clone(),
        help: verb.help.clone(),
        title: verb.title.clone().filter(|_| verb.args.is_empty()),
        at: verb.at.filter(|_| verb.args.is_empty()).map(|zone| game.pack().zones[zone.index()].label.clone()),
    }
}

fn pieces_of_usage(verb: &VerbSpec) -> Vec<PieceOfUsage> {
    let (mut out, mut inside): (Vec<PieceOfUsage>, Option<Vec<PieceOfUsage>>) = (Vec::new(), None);
    for piece in &verb.pieces {
        let said = match piece {
            Piece::Open => {
                inside = Some(Vec::new());
                continue;
            }
            Piece::Close => PieceOfUsage::Optional(inside.take().unwrap_or_default()),
            Piece::Literal(text) => PieceOfUsage::Text(text.clone()),
            Piece::Arg(n) => PieceOfUsage::Arg(verb.args[*n].name.clone()),
        };
        inside.as_mut().unwrap_or(&mut out).push(said);
    }
    out
}

fn arg_said(game: &Game, verb: usize, n: usize, arg: &Arg) -> ArgSaid {
    let range = matches!(arg.domain, Domain::Range(..))
        .then(|| game.argument_range(parlour_engine::ids::Verb::from_index(verb), n));
    let zones = game.pack().verbs[verb].zones(n).iter().map(|zone| game.pack().zones[zone.index()].label.clone());
    ArgSaid {
        name: arg.name.clone(),
        kind: KindName::of(game, arg.kind),
        optional: arg.optional,
        zones: zones.collect(),
        empty: arg.domain == Domain::Empty,
        other: arg.domain == Domain::OtherSeat,
        range,
        hidden: arg.seen_by != SeenBy::All,
    }
}

fn board_said(game: &Game, board: BoardId) -> BoardSaid {
    let spec = &game.pack().boards[board.index()];
    let layout = game.board(board);
    let (shape, lines) = match &spec.shape {
        Shape::Squares => ("squares", Vec::new()),
        Shape::Hexes => ("hexes", Vec::new()),
        Shape::Lines(lines) => {
            let names = |line: &Vec<(String, _)>| line.iter().map(|(name, _)| name.clone()).collect();
            ("lines", lines.iter().map(names).collect())
        }
    };
    let naming = match spec.naming.on(layout.width, layout.height) {
        Naming::FromBelow => "a1",
        Naming::FromAbove => "a1-down",
        Naming::Letters => "aa",
        Naming::Numbers => "row,column",
        Naming::FromRight => "1a",
        Naming::WithoutI => "A1",
    };
    let squares = (0..layout.squares()).map(parlour_engine::ids::Square::from_index);
    let symbol = |(n, symbol): (usize, &parlour_engine::pack::symbols::Symbol)| SymbolSaid {
        name: symbol.name.clone(),
        title: game.symbol_title(board, n),
        glyph: symbol.glyph,
        piece: symbol.piece.and_then(|(piece, _)| Some(game.pack().moves.pieces.get(piece)?.name.clone())),
        seat: symbol.piece.and_then(|(_, seat)| game.pack().seats.names.get(seat).cloned()),
    };
    BoardSaid {
        name: spec.name.clone(),
        width: layout.width,
        height: layout.height,
        shape,
        lines,
        naming,
        squares: squares
            .map(|square| game.has_square(board, square).then(|| game.square_name(board, square)))
            .collect(),
        symbols: spec.symbols.iter().enumerate().map(symbol).collect(),
        has_pieces: game.piece_board() == Some(board),
    }
}

fn seen(seen: Seen) -> &'static str {
    match seen {
        Seen::All => "all",
        Seen::Owner => "owner",
        Seen::Others => "others",
        _ => "none",
    }
}

fn per(game: &Game, per: &Per) -> Option<String> {
    game.pack().per_name(per).map(str::to_owned)
}

fn zone_said(game: &Game, n: usize, zone: &ZoneSpec) -> ZoneSaid {
    let family = 0..game.zone_count(ZoneId::from_index(n));
    let names = |types: &[usize]| types.iter().map(|&card| game.pack().card_rows()[card].name.clone()).collect();
    ZoneSaid {
        name: zone.label.clone(),
        title: zone.title.clone(),
        kind: if zone.kind == ZoneKind::Pile { "pile" } else { "bag" },
        seen: seen(zone.seen),
        per: per(game, &zone.per),
        members: family.clone().map(|member| game.member_name(&zone.label, &zone.per, member)).collect(),
        holds: family.filter_map(|member| zone.holds.types(member).map(names)).collect(),
        is_trick: zone.trick.is_some(),
    }
}

fn row(game: &Game, count: Option<usize>, table: usize, n: usize) -> RowSaid {
    let table = &game.pack().tables[table];
    let row = &table.rows[n];
    let cell = |cell: &Cell| match cell {
        Cell::Int(n) => json!(n),
        Cell::Ints(list) => json!(list),
        Cell::Bool(flag) => json!(flag),
        Cell::Text(text) => json!(text),
    };
    let columns = table.columns.iter().zip(&row.cells);
    RowSaid {
        name: row.name.clone(),
        title: row.title.clone(),
        plural: row.plural.clone(),
        one: row.with_article(),
        count,
        columns: columns.map(|(column, value)| (column.name.clone(), cell(value))).collect(),
        drawn: drawn(game, &table.name, &row.name),
    }
}

/// The rows of the drawing of a shape, by its name or that of an orientation.
fn drawn(game: &Game, table: &str, name: &str) -> Vec<String> {
    let mut shapes = game.pack().moves.shapes.iter();
    let squares = match table {
        "shape" => shapes.find(|shape| shape.name == name).and_then(|shape| shape.orientations.first()),
        "orientation" => shapes.find_map(|shape| shape.orientation(name)),
        _ => None,
    };
    squares.map_or_else(Vec::new, |squares| ShapeSpec::drawn(squares))
}

fn pieces(game: &Game) -> Vec<PieceSaid> {
    let said = |piece: &parlour_engine::pack::pieces::PieceSpec| PieceSaid {
        name: piece.name.clone(),
        glyphs: piece.glyphs.iter().map(char::to_string).collect(),
        sign: piece.sign.clone(),
    };
    game.pack().moves.pieces.iter().map(said).collect()
}

fn var_said(game: &Game, var: VarId, spec: &VarSpec) -> VarSaid {
    let layout = game.var(var);
    let range = game.var_range(var, 0, 0);
    VarSaid {
        name: spec.label.clone(),
        title: spec.title.clone(),
        kind: KindName::of(game, spec.kind),
        per: per(game, &spec.per),
        members: (0..layout.count).map(|member| game.member_name(&spec.label, &spec.per, member)).collect(),
        parts: game.part_names(var).unwrap_or_default(),
        is_list: !spec.is_single(),
        is_dice: spec.dice.is_some(),
        marks: spec.marks.map(|zone| game.pack().zones[zone.index()].label.clone()),
        seen: seen(spec.seen),
        min: range.min,
        max: range.max,
        start: range.start,
    }
}

fn events(game: &Game) -> Vec<EventSaid> {
    let field = |field: &parlour_engine::event::FieldSpec| FieldSaid {
        name: field.name.clone(),
        kind: KindName::of(game, field.kind),
        hidden: field.is_hidden(),
    };
    let said = |event: &parlour_engine::event::EventSpec| EventSaid {
        kind: event.name.clone(),
        fields: event.fields.iter().map(field).collect(),
    };
    game.pack().events.iter().map(said).collect()
}

fn robot(robots: &RobotLibrary, game: &str, name: &str) -> Option<RobotSaid> {
    let info = robots.info(game, name).ok()?;
    let param = |param: &parlour_ai::ParamSpec| ParamSaid {
        name: param.name.clone(),
        kind: match param.kind {
            ParamKind::Number { .. } => "number",
            ParamKind::Flag => "flag",
            ParamKind::Word(_) => "word",
        },
        default: match &param.default {
            ParamValue::Number(n) => json!(n),
            ParamValue::Flag(flag) => json!(flag),
            ParamValue::Word(word) => json!(word),
        },
        range: param.range(),
        help: param.help.clone(),
    };
    Some(RobotSaid { name: info.name, summary: info.summary, params: info.params.iter().map(param).collect() })
}
