//! Keys of pieces and their moves, placings and endings.

use super::Shape::*;
use super::{ART, Key, KeyTable, open, table, words};
use crate::boards::HEADINGS;
use crate::pieces::{CAPTURES, EFFECTS, ENDS, HOSTILE_SIDES, LEGS, LINES, PUSHED_OFF, VERDICTS};

/// The keys of a condition on the number of pieces.
const PIECE_COUNT: &[Key] = &[
    ("most", Quantity, "of `pieces`: so many or fewer: a number or an option"),
    ("above", Quantity, "of `pieces`: more than so many"),
];

pub(super) const PIECES: &[KeyTable] = &[
    table(
        "piece[]",
        "[[piece]]",
        "A kind of piece; every seat has its own. At most 255 things can stand on a board: symbols, and each kind once \
         for every seat.",
        &[
            ("name", Text, "its name; `main.NAME_SEAT` in scripts"),
            ("title", Text, "its name for people, if that is not its name for scripts"),
            ("plural", Text, "its plural for people"),
            ("art", Text, ART),
            ("board", Text, "its board; the first unless given"),
            ("glyph", Glyph, "a letter, upper case for the first seat, lower case for the second"),
            ("glyphs", Glyphs, "instead a character for each seat"),
            (
                "figures",
                Glyphs,
                "for each seat the character on a screen, but not in input and saves: `[\"♔\", \"♚\"]`",
            ),
            ("sign", Text, "its notation in actions and positions, such as `+P`; its name unless given"),
            ("score", Range(0, 1_000_000), "its value"),
            ("royal", Flag, "true: it is never captured, and no action may leave it attacked"),
            ("most", Range(1, 1024), "the most that a seat can have on the board"),
            (
                "length",
                Range(1, 32),
                "the number of squares of a row or column on which it lies, with a part of it on each, as a ship; 1 \
                 unless given",
            ),
            ("demotes", Texts, "the piece as which it goes to a hand; itself unless given"),
            ("stock", Quantity, "the number that each seat has in hand at the start"),
            ("start", Area, "the area where it stands at the start"),
            ("protects", Any, "directions in which its friends can't be captured or shot"),
            ("moves", Tables, "its moves"),
        ],
    ),
    table(
        "piece[].moves[]",
        "moves = [{ ... }]",
        "What a piece can do: an effect and one pattern with directions.",
        &[
            (
                "do",
                Words(words!(EFFECTS)),
                "one or more of `move`, `capture`, `shoot` (captures and stays), `build` (puts `puts` on the target), \
                 `swap` (changes places with the target), `convert` (an enemy becomes an own piece), `jump` (captures \
                 what it passes over), `push` (the target and what stands behind it move on)",
            ),
            ("step", Any, "pattern: one step, or `least` steps"),
            ("slide", Any, "pattern: any number of steps over what `way` allows, `empty` unless given"),
            ("leap", Any, "pattern: as `step`, over anything; `anywhere` leads to every other square"),
            ("ray", Any, "pattern: as `slide`, over anything"),
            ("least", Range(1, 64), "fewest steps"),
            ("most", Range(1, 64), "most steps"),
            (
                "on",
                Texts,
                "the contents of the target: `empty`, `own`, `enemy`, `any`, a piece (of an enemy, if it is taken) or \
                 a symbol",
            ),
            ("except", Texts, "contents of the target that are excluded, as in `on`"),
            (
                "way",
                Texts,
                "the contents of the squares on the way; of a `jump` those that are jumped, `enemy` unless given",
            ),
            (
                "leg",
                Word(words!(LEGS)),
                "the steps that a leap takes first, `orthogonal` or `diagonal`; each square on them must hold what \
                 `way` says, `empty` unless given",
            ),
            (
                "over",
                Table,
                "`{ any = 1 }`: the piece passes over exactly this many of these, and otherwise only over what `way` \
                 says, `empty` unless given",
            ),
            (
                "chains",
                Flag,
                "true: the piece may repeat it in one action; each square that a chain reaches is a target, once. For \
                 `do = \"move\"` onto empty squares",
            ),
            (
                "carries",
                Flag,
                "on a board with `stack`: true: everything under the piece goes with it; otherwise it stays and is \
                 uncovered",
            ),
            (
                "leaves",
                Text,
                "of a `jump`: a symbol in place of each jumped piece until the moving piece stops, so that none is \
                 jumped twice",
            ),
            (
                "if",
                Table,
                "`{ OPTION = VALUE }`: it exists only if options have these values; scripts read the `start` of a \
                 variable that doesn't",
            ),
            (
                "pushes",
                Table,
                "of a `push`: the line that moves on by one square, own pieces first and then others; without it others \
                 only",
            ),
            (
                "pieces",
                Table,
                "only while its seat has at most so many pieces, `{ most = 3 }`, or more, `{ above = 3 }`, those in \
                 hand included; not for moves that take something",
            ),
            ("from", Area, "the area of its origin"),
            ("to", Area, "the area of its target"),
            ("unmoved", Flag, "true: only for a piece that hasn't moved"),
            (
                "passes",
                Flag,
                "true: an enemy with `overtakes` can take the piece at once, on the square that it passes over",
            ),
            (
                "overtakes",
                Flag,
                "of a `capture`: true: it goes to the square that was just passed over, and takes the piece that did \
                 so",
            ),
            ("puts", Texts, "of a `build`: what is built"),
            (
                "becomes",
                Any,
                "a piece, or `{ piece = [...], in = AREA }`; an argument of type `piece` chooses among several",
            ),
            ("verb", Text, "the action, if its name is not that of the effect"),
        ],
    ),
    table(
        "piece[].moves[].pushes",
        "pushes = { ... }",
        "The line of pieces that moves on.",
        &[
            ("own", Range(0, 31), "the most own pieces, without the one that acts; 0 unless given"),
            ("others", Any, "the most pieces of others; `fewer`: fewer than own ones, with the one that acts"),
            (
                "off",
                Word(words!(PUSHED_OFF)),
                "what can be pushed off the board, where it is gone; `others` unless given",
            ),
        ],
    ),
    table("piece[].moves[].pieces", "pieces = { most = 3 }", "How many pieces a seat has.", PIECE_COUNT),
    table(
        "piece[].moves[].becomes",
        "becomes = { ... }",
        "What a piece turns into.",
        &[
            ("piece", Texts, "the piece, or those to choose from"),
            ("in", Area, "the area in which it happens; everywhere unless given"),
            ("leaving", Flag, "true: also if it comes from this area"),
            ("optional", Flag, "true: it may remain unchanged, unless it could never move again"),
            ("verb", Text, "the action that changes it, if it is a separate one"),
            ("stopping", Flag, "true: only if it doesn't go on from there"),
        ],
    ),
    table(
        "place[]",
        "[[place]]",
        "Something is put onto the board.",
        &[
            (
                "puts",
                Texts,
                "a piece of the seat, or several, among which an argument of type `piece` chooses; or a symbol",
            ),
            ("hand", Flag, "true: it comes from the hand of the seat, a variable with `follows = \"hand\"`"),
            (
                "once",
                Word(words!(LINES)),
                "with `hand`: `row` or `column`, on which no other such piece of the seat stands",
            ),
            ("mobile", Flag, "with `hand`: true: only where it could ever move"),
            ("mates", Flag, "with `hand`: false: it may not mate at once"),
            ("on", Texts, "the contents of the square, as for moves; `empty` unless given"),
            ("except", Texts, "contents of the target that are excluded, as in `on`"),
            ("to", Area, "the area of the square"),
            ("falls", Words(words!(HEADINGS)), "the side to which it falls: the action names a `column`"),
            (
                "if",
                Table,
                "`{ OPTION = VALUE }`: it exists only if options have these values; scripts read the `start` of a \
                 variable that doesn't",
            ),
            ("encloses", Any, "directions in which lines of enemies between this and another own piece change sides"),
            (
                "captures",
                Word(words!(CAPTURES)),
                "`surrounded`: groups of enemies without liberties (empty squares next to them) are removed",
            ),
            ("suicide", Flag, "with `captures`: true: an own group may be left without liberties, and is removed"),
            (
                "shapes",
                Flag,
                "true: a shape of several squares is put, each as `puts`: an argument of type `orientation` names it \
                 and how it lies, and `to` is its first square, the left one of its upper row",
            ),
            (
                "uses",
                Text,
                "with `shapes`: the number of each that a seat has: a variable with `per = [\"seat\", \"shape\"]`",
            ),
            ("covers", Area, "the area in which one of its squares must lie, while all must lie in `to`"),
            ("beside", Texts, "the contents of a square next to one of its squares, as in `on`"),
            ("corner", Texts, "the contents of a square that touches one of its squares at a corner"),
            ("apart", Texts, "contents that no square next to one of its squares may have"),
            (
                "pieces",
                Table,
                "only while its seat has at most so many pieces, `{ most = 3 }`, or more, `{ above = 3 }`, those in \
                 hand included; not for moves that take something",
            ),
            ("verb", Text, "the action, if it is not `place`"),
            ("id", Text, "its name for packs that extend this one; its `verb` or `ending` unless given"),
            (
                "after",
                Text,
                "in a pack that extends another: the row after which it goes; before all rows unless given",
            ),
        ],
    ),
    table("place[].pieces", "pieces = { most = 0 }", "How many pieces the seat has that places one.", PIECE_COUNT),
    table(
        "shape[]",
        "[[shape]]",
        "A shape of several squares for `[[place]]`. The list `shape` has their names, the list `orientation` the ways \
         in which they can lie: `I`, or `Ia` and `Ib` if there are two.",
        &[
            ("name", Text, "its name"),
            ("title", Text, "its name for people, if that is not its name for scripts"),
            ("rows", Texts, "its rows, `x` for each square"),
            ("turns", Flag, "false: it can't be turned"),
            ("mirrors", Flag, "false: it can't be turned over"),
        ],
    ),
    table(
        "castle[]",
        "[[castle]]",
        "The royal piece and another move at once in the seat's own first row. All squares between them must be empty, \
         and the royal piece is in danger neither where it stands nor on its way.",
        &[
            ("verb", Text, "the action, without arguments"),
            ("right", Text, "a variable per seat that must be 1, such as one with `follows = \"unmoved\"`"),
            ("royal", Numbers, "the columns of the royal piece, from and to: `[5, 7]`"),
            ("other", Numbers, "those of the other piece: `[8, 6]`"),
            ("event", Text, "the event that tells it, if its name is not the action's"),
        ],
    ),
    table(
        "custody[]",
        "[[custody]]",
        "Custodial capture: after a move, each enemy next to the moved piece is taken if it stands between that piece \
         and something hostile in its row or column. All are taken at once. Of several rows that fit an enemy on its \
         square the first decides.",
        &[
            ("verb", Text, "the action of the move"),
            ("piece", Texts, "the enemies that can be taken; any unless given"),
            ("with", Texts, "what is hostile: `own` pieces, the default, a piece or a symbol"),
            (
                "sides",
                Word(words!(HOSTILE_SIDES)),
                "`two`, the default: the square behind the enemy, seen from the moved piece, is hostile; `all`: all \
                 squares next to it are",
            ),
            ("in", Area, "the area in which enemies are taken"),
            ("counts", Text, "a number per seat to which 1 is added for each enemy taken, up to its maximum"),
            ("stays", Flag, "with `counts`: true: the enemy remains, as a king whose capture ends the match"),
            ("event", Text, "the event that tells each: `seat`, `piece`, `square`"),
            (
                "if",
                Table,
                "`{ OPTION = VALUE }`: it exists only if options have these values; scripts read the `start` of a \
                 variable that doesn't",
            ),
            ("id", Text, "its name for packs that extend this one; its `verb` or `ending` unless given"),
            (
                "after",
                Text,
                "in a pack that extends another: the row after which it goes; before all rows unless given",
            ),
        ],
    ),
    table(
        "end[]",
        "[[end]]",
        "The end of a match by tables; the first row of the file whose condition holds counts.",
        &[
            (
                "when",
                Word(ENDS),
                "its condition: `no_move`, `turns`, `reach`, `line`, `joined`, `captured`, `counter`, `empty`, `last` \
                 (by `alive` of `[seats]` one seat or team is left, or none), `repetition`, `bare` or `entered` (the \
                 royal piece of the seat to act stands in an area, not in danger)",
            ),
            (
                "result",
                Word(words!(VERDICTS)),
                "`win`, `lose` or `draw` for the seat that meets the condition; required, except with `last`, where it \
                 is `win` unless given; `score` (of pieces, those in hand too; of a stack the top one) or `area` \
                 (pieces, and empty squares from which only theirs can be reached); `winners`: as `winners` at the \
                 beginning of the file says; or with `repetition` `forbidden`: an action that restores an earlier \
                 board, whichever seat is to act, isn't legal",
            ),
            ("ending", Text, "one of the `[endings]`"),
            (
                "if",
                Table,
                "`{ OPTION = VALUE }`: it exists only if options have these values; scripts read the `start` of a \
                 variable that doesn't",
            ),
            ("even", Text, "with `score` and `area`: the ending for even scores; of `last`: if no seat is left"),
            ("bonus", Quantities, "with `area`: an addition for each seat, such as `[0, \"komi\"]`"),
            (
                "danger",
                Flag,
                "`no_move`: only if the seat's royal piece is in danger, or only if not; `repetition`: true: only if \
                 one seat, and no other, has put a royal piece in danger by all of its actions since the position \
                 first occurred, and for that seat",
            ),
            ("unless", Table, "`{ OPTION = VALUE }`: it exists only if options don't have these values"),
            ("seat", Text, "with `win` or `lose`: the seat that wins or loses, whichever meets the condition"),
            ("limit", Quantity, "`turns`: the number of full turns; needs a variable with `follows = \"turns\"`"),
            ("to", Area, "`reach`, `entered`: the area"),
            (
                "others",
                Range(0, 400),
                "`entered`: the number of other pieces of the seat that must stand there as well",
            ),
            (
                "points",
                Quantities,
                "`entered`: the points that these and those in hand must have together; a list has a number for each \
                 seat",
            ),
            ("worth", Table, "`entered`: the points of pieces, `{ rook = 5 }`; others count 1"),
            ("piece", Texts, "`reach`, `line`, `joined`, `captured`: the pieces; any unless given"),
            ("length", Range(2, 64), "`line`: the least number in a row"),
            (
                "between",
                Area,
                "`joined`: the areas that one group of pieces must reach: `[{ rows = [1] }, { rows = [-1] }]`; unless \
                 given, all pieces of a seat must be one group",
            ),
            ("corners", Flag, "`joined`: true: pieces that touch at a corner are connected as well"),
            ("var", Text, "`counter`: a number; of one per seat, that of the acting seat is tested first"),
            ("reaches", Quantity, "`counter`: this or more"),
            ("falls_to", Quantity, "`counter`: this or less"),
            (
                "zones",
                Texts,
                "`empty`: a zone without cards, or a list of zones that are all empty; of a single one with `per = \
                 \"seat\"` that of any seat, the acting seat's first",
            ),
            ("any_number", Texts, "`bare`: pieces of which any number may be left beside the royal ones"),
            ("single", Texts, "`bare`: pieces of which a single one may be left"),
            ("one_colour", Texts, "`bare`: pieces that may be left if all stand on squares of one colour"),
            ("times", Range(2, 10), "`repetition`: the number of occurrences; 3 unless given"),
            ("within", Range(4, 4096), "`repetition`: the number of plies in which they occur; 100 unless given"),
            ("id", Text, "its name for packs that extend this one; its `verb` or `ending` unless given"),
            (
                "after",
                Text,
                "in a pack that extends another: the row after which it goes; before all rows unless given",
            ),
        ],
    ),
    open(
        "end[].worth",
        "worth = { PIECE = POINTS }",
        "What a piece counts where its seat's royal piece has entered.",
        &[],
    ),
    table(
        "AREA",
        "{ rows = [1, -1] }",
        "An area, as a seat sees it: 1 is its own first row, -1 the farthest. Instead of it stands the name of one of \
         the board's `areas`, or a list of areas, whose union it is.",
        &[
            ("rows", Numbers, "rows"),
            ("columns", Numbers, "columns"),
            ("first", Quantity, "this many rows from its own first: a number or an option"),
            ("last", Quantity, "this many rows from the farthest"),
            ("squares", Texts, "squares by name"),
        ],
    ),
];
