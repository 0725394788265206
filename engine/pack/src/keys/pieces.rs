//! Keys of pieces and their moves, placings and endings.

use super::Shape::*;
use super::{ART, Key, KeyTable, open, table};
use crate::pieces::ENDS;

/// The keys of a condition on the number of pieces.
const PIECE_COUNT: &[Key] =
    &[("most", Quantity, "so many or fewer: a number or an option"), ("above", Quantity, "more than so many")];

pub(super) const PIECES: &[KeyTable] = &[
    table(
        "piece[]",
        "[[piece]]",
        "A kind of piece; every seat has its own. At most 255 things can stand on a board, each kind once for every seat.",
        &[
            ("name", Text, "its name: scripts know `main.NAME_SEAT`"),
            ("title", Text, "what people call it, if that is not its name"),
            ("plural", Text, "what people call several"),
            ("art", Text, ART),
            ("board", Text, "its board; the first unless given"),
            ("glyph", Glyph, "a letter: upper case is the first seat's, lower case the second's"),
            ("glyphs", Glyphs, "or a character for each seat"),
            ("figures", Glyphs, "for each seat the character that a screen shows in its place: `[\"♔\", \"♚\"]`"),
            ("sign", Text, "how actions and positions write it, such as `+P`; its name unless given"),
            ("score", Range(0, 1_000_000), "what it is worth"),
            ("royal", Flag, "never captured, and no action may leave it where it could be"),
            ("most", Range(1, 1024), "how many a seat can have on the board"),
            (
                "length",
                Range(1, 32),
                "on how many squares of a row or column it lies, with a part of it on each, as a ship does; 1 unless given",
            ),
            ("demotes", Texts, "the piece as which it goes to a hand; itself unless given"),
            ("stock", Quantity, "how many of it each seat has in hand at the start"),
            ("start", Area, "an area where it stands at the start"),
            ("protects", Any, "directions in which its friends can't be captured or shot"),
            ("moves", Tables, "what it can do"),
        ],
    ),
    table(
        "piece[].moves[]",
        "moves = [{ ... }]",
        "What a piece can do: an effect and one pattern with directions.",
        &[
            (
                "do",
                Words(&["move", "capture", "shoot", "build", "swap", "convert", "jump"]),
                "one or more of `move`, `capture`, `shoot`, `build`, `swap`, `convert`, `jump`",
            ),
            ("step", Any, "pattern: one step, or `least` steps"),
            ("slide", Any, "pattern: any number of steps, `way` empty"),
            ("leap", Any, "pattern: as `step`, over anything; `anywhere` leads to every other square"),
            ("ray", Any, "pattern: as `slide`, over anything"),
            ("least", Range(1, 64), "fewest steps"),
            ("most", Range(1, 64), "most steps"),
            (
                "on",
                Texts,
                "what may stand on the target: `empty`, `own`, `enemy`, `any`, a piece (where it is taken, one of an enemy) or a symbol",
            ),
            ("except", Texts, "what may not"),
            ("way", Texts, "what may stand on the way; for a `jump` what may be jumped, `enemy` unless given"),
            (
                "leg",
                Word(&["orthogonal", "diagonal"]),
                "`orthogonal` or `diagonal`: the steps that a leap takes first; each square that it comes through must \
         hold what `way` says, `empty` unless given",
            ),
            (
                "over",
                Table,
                "`{ any = 1 }`: the piece passes over exactly so many of these, and else only over what `way` says, \
         `empty` unless given",
            ),
            (
                "chains",
                Flag,
                "true: the piece may do so again and again in one action: each square that it reaches by such a chain is a \
         target, once; for `do = \"move\"` onto empty squares",
            ),
            (
                "carries",
                Flag,
                "on a board with `stack`: true: what stands under the piece goes with it, and else stays and is uncovered",
            ),
            (
                "leaves",
                Text,
                "of a `jump`: a symbol that stands in place of what was jumped over until the piece has stopped, so that \
         nothing is jumped twice",
            ),
            ("if", Table, "`{ OPTION = VALUE }`: there is such a move only where options have these values"),
            (
                "pieces",
                Table,
                "only while its seat has so many pieces, those in hand included; not for what takes something",
            ),
            ("from", Area, "the area that it starts in"),
            ("to", Area, "the area that it leads to"),
            ("unmoved", Flag, "only for a piece that has not moved yet"),
            ("passes", Flag, "true: an enemy with `overtakes` can take it on the square that it passes over, at once"),
            (
                "overtakes",
                Flag,
                "of a `capture`: true: it goes to the square that was just passed over, and takes what did so",
            ),
            ("puts", Texts, "what is built"),
            (
                "becomes",
                Any,
                "a piece, or `{ piece = [...], in = AREA }`; of several an argument of type `piece` says which",
            ),
            ("verb", Text, "the action, if its name is not the effect's"),
        ],
    ),
    table("piece[].moves[].pieces", "pieces = { most = 3 }", "How many pieces a seat has.", PIECE_COUNT),
    table(
        "piece[].moves[].becomes",
        "becomes = { ... }",
        "What a piece turns into.",
        &[
            ("piece", Texts, "the piece, or those to choose from"),
            ("in", Area, "only in this area"),
            ("leaving", Flag, "true: as well where it comes from this area"),
            ("optional", Flag, "true: it may stay what it is, unless it could never move again then"),
            ("verb", Text, "the action by which it becomes another, if that is one of its own"),
            ("stopping", Flag, "true: only where it doesn't go on from there"),
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
                "a piece of the seat, or several, of which an argument of type `piece` says which; or a symbol",
            ),
            ("hand", Flag, "true: it comes from the hand of the seat, a variable with `follows = \"hand\"`"),
            (
                "once",
                Word(&["row", "column"]),
                "of what comes from a hand: `row` or `column`, on which no other such piece of the seat stands",
            ),
            ("mobile", Flag, "of what comes from a hand: true: only where it could ever move from"),
            ("mates", Flag, "of what comes from a hand: false: it may not mate at once"),
            ("on", Texts, "what may stand there; `empty` unless given"),
            ("except", Texts, "what may not"),
            ("to", Area, "the area"),
            (
                "falls",
                Words(&["up", "down", "left", "right"]),
                "the side to which it falls: the action names a `column`",
            ),
            ("if", Table, "`{ OPTION = VALUE }`: only where options have these values"),
            ("encloses", Any, "directions in which a line of enemies between this and another own piece changes sides"),
            (
                "captures",
                Word(&["surrounded"]),
                "`surrounded`: groups of enemies that have no liberties then (no empty square next to them) are removed",
            ),
            (
                "suicide",
                Flag,
                "with `captures`: true lets a group of one's own be left without liberties, which removes it",
            ),
            (
                "shapes",
                Flag,
                "true: a shape of several squares is put, each of them `puts`: an argument of type `orientation` says which and how it \
                 lies, and `to` where its first square goes, the left one of its upper row",
            ),
            (
                "uses",
                Text,
                "of shapes: the number that each seat has of each: a variable with `per = [\"seat\", \"shape\"]`",
            ),
            ("covers", Area, "the area in which one of its squares must lie, while all must lie in `to`"),
            ("beside", Texts, "what must stand next to one of its squares, as `on` says it"),
            ("corner", Texts, "what must touch one of its squares at a corner"),
            ("apart", Texts, "what may stand next to none of its squares"),
            ("pieces", Table, "only while its seat has so many pieces, those in hand included: `{ most = 0 }`"),
            ("verb", Text, "the action, if it is not `place`"),
            ("id", Text, "what packs that extend this one call the row; its `verb` unless given"),
            (
                "after",
                Text,
                "in a pack that extends another: the row behind which it goes; before all rows unless given",
            ),
        ],
    ),
    table("place[].pieces", "pieces = { most = 0 }", "How many pieces the seat has that places one.", PIECE_COUNT),
    table(
        "shape[]",
        "[[shape]]",
        "A shape of several squares for `[[place]]`. The lists `shape` and `orientation` have their names and the ways in which they \
         can lie: `I`, and `Ia` and `Ib` if it can be turned.",
        &[
            ("name", Text, "its name"),
            ("title", Text, "what people call it, if that is not its name"),
            ("rows", Texts, "its rows, `x` for each of its squares"),
            ("turns", Flag, "false: it can't be turned"),
            ("mirrors", Flag, "false: it can't be turned over"),
        ],
    ),
    table(
        "castle[]",
        "[[castle]]",
        "Two pieces move at once in the seat's own first row: the royal one, and another. What is between them must be \
     empty, and the royal piece is in danger neither where it stands nor on its way.",
        &[
            ("verb", Text, "the action, which has no arguments"),
            ("right", Text, "a variable per seat that must be 1, such as one with `follows = \"unmoved\"`"),
            ("royal", Numbers, "the columns that the royal piece goes from and to: `[5, 7]`"),
            ("other", Numbers, "those of the other piece: `[8, 6]`"),
            ("event", Text, "the event that tells it, if that has another name"),
        ],
    ),
    table(
        "custody[]",
        "[[custody]]",
        "Custodial capture: after a move, enemies next to the piece that has moved are taken where they stand between it and \
     something hostile in its row or column, one at a time on each side and all at once. Of several rows that fit an enemy on its square the first decides.",
        &[
            ("verb", Text, "the action of the move"),
            ("piece", Texts, "which enemies; any unless given"),
            ("with", Texts, "what is hostile: `own` pieces, which is usual, a piece or a symbol"),
            (
                "sides",
                Word(&["two", "all"]),
                "`two`: what is behind the enemy, seen from the piece that has moved, is hostile; `all`: so are all squares next to it",
            ),
            ("in", Area, "only in this area"),
            ("counts", Text, "a number of each seat to which 1 is added for each enemy taken, up to its greatest"),
            ("stays", Flag, "with `counts`: true: the enemy stays where it is, as a king whose capture ends the match"),
            ("event", Text, "the event that tells each: `seat`, `piece`, `square`"),
            ("if", Table, "`{ OPTION = VALUE }`: only where options have these values"),
            ("id", Text, "what packs that extend this one call the row; its `verb` unless given"),
            (
                "after",
                Text,
                "in a pack that extends another: the row behind which it goes; before all rows unless given",
            ),
        ],
    ),
    table(
        "end[]",
        "[[end]]",
        "What ends a match; the first in the file that has come about counts.",
        &[
            (
                "when",
                Word(ENDS),
                "`no_move`, `turns`, `reach`, `line`, `joined`, `captured`, `counter`, `empty`, `last` (by `alive` of `[seats]` \
         one seat or one team is still in, or none), `repetition`, `bare` or `entered` (the royal piece of the seat to act stands in an area and in no danger)",
            ),
            (
                "result",
                Word(&["win", "lose", "draw", "score", "area", "winners", "forbidden"]),
                "`win`, `lose` or `draw` for the seat that it happens to; it must be there, but with `last` it is `win` unless given; `score` (of pieces, those in hand too; of a stack the top one) or `area` (pieces, and empty \
         squares from which only theirs can be reached); `winners`: who wins is what `winners` at the beginning of the file \
         says; or `forbidden`, with `repetition`: an action that brings back an earlier board, whoever is to act, is not \
         legal",
            ),
            ("ending", Text, "one of the `[endings]`"),
            ("if", Table, "`{ OPTION = VALUE }`: only where options have these values"),
            (
                "even",
                Text,
                "with `score` and `area`: the ending for even scores; of `last`: the ending if no seat is left",
            ),
            ("bonus", Quantities, "with `area`: what each seat has besides, such as `[0, \"komi\"]`"),
            (
                "danger",
                Flag,
                "`no_move`: only if the seat's royal piece is in danger, or only if not; `repetition`: true: only if each \
         action of one seat, and of no other, since the position was there first has put a royal piece in danger, and it \
         happens to that seat",
            ),
            (
                "unless",
                Table,
                "the options with which there is no such ending, as `if` has those with which there is one",
            ),
            ("seat", Text, "with `win` or `lose`: the seat that wins or loses, whichever it happens to"),
            ("limit", Quantity, "`turns`: how many full turns; needs a variable with `follows = \"turns\"`"),
            ("to", Area, "`reach`, `entered`: the area"),
            ("others", Range(0, 400), "`entered`: how many other pieces of the seat must stand there as well"),
            (
                "points",
                Quantities,
                "`entered`: how much these and those in hand must count together; a list has a number for each seat",
            ),
            ("worth", Table, "`entered`: what pieces count, such as `{ rook = 5 }`; the others count 1"),
            ("piece", Texts, "`reach`, `line`, `joined`, `captured`: which pieces; any unless given"),
            ("length", Range(2, 64), "`line`: how many in a row, or more"),
            (
                "between",
                Area,
                "`joined`: the areas that one group of pieces must reach: `[{ rows = [1] }, { rows = [-1] }]`; unless given, all \
                 pieces of a seat must be one group",
            ),
            ("corners", Flag, "`joined`: true: pieces that touch at a corner are connected as well"),
            ("var", Text, "`counter`: a number; of one for each seat, that of the seat that acted is looked at first"),
            ("reaches", Quantity, "`counter`: this or more"),
            ("falls_to", Quantity, "`counter`: this or less"),
            (
                "zones",
                Texts,
                "`empty`: a zone or a list of them that have no cards left, all together; of one alone that each seat has, that \
         of any seat, and that of the seat that acted is looked at first",
            ),
            ("any_number", Texts, "`bare`: pieces of which any number may be left beside the royal ones"),
            ("single", Texts, "`bare`: pieces of which a single one may be left besides"),
            ("one_colour", Texts, "`bare`: pieces that may be left if all stand on squares of one colour"),
            ("times", Range(2, 10), "`repetition`: how often; 3 unless given"),
            ("within", Range(4, 4096), "`repetition`: in how many plies; 100 unless given"),
            ("id", Text, "what packs that extend this one call the row; its `ending` unless given"),
            (
                "after",
                Text,
                "in a pack that extends another: the row behind which it goes; before all rows unless given",
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
        "An area, as the seat sees it: 1 is its own first row, -1 the farthest. The name of one of `areas` of the board, or a list of \
         areas, whose union it is, can stand in its place.",
        &[
            ("rows", Numbers, "rows"),
            ("columns", Numbers, "columns"),
            ("first", Quantity, "so many rows that are its own first: a number or an option"),
            ("last", Quantity, "so many rows that are the farthest"),
            ("squares", Texts, "squares by name"),
        ],
    ),
];
