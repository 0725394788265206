//! Pieces and their moves, placings and endings.

use super::{KeyTable, table};

pub(super) const PIECES: &[KeyTable] = &[
    table(
        "piece[]",
        "[[piece]]",
        "A kind of piece; every seat has its own.",
        &[
            ("name", "its name: scripts know `main.NAME_SEAT`"),
            ("title", "what people call it, if that is not its name"),
            ("plural", "what people call several"),
            ("board", "its board; the first unless given"),
            ("glyph", "a letter: upper case is the first seat's, lower case the second's"),
            ("glyphs", "or a character for each seat"),
            ("sign", "how actions and positions write it, such as `+P`; its name unless given"),
            ("score", "what it is worth"),
            ("royal", "never captured, and no action may leave it where it could be"),
            ("most", "how many a seat can have on the board"),
            ("demotes", "the piece as which it goes to a hand; itself unless given"),
            ("stock", "how many of it each seat has in hand at the start"),
            ("start", "an area where it stands at the start"),
            ("protects", "directions in which its friends can't be captured or shot"),
            ("moves", "what it can do"),
        ],
    ),
    table(
        "piece[].moves[]",
        "moves = [{ ... }]",
        "What a piece can do: an effect and one pattern with directions.",
        &[
            ("do", "one or more of `move`, `capture`, `shoot`, `build`, `swap`, `convert`, `jump`"),
            ("step", "pattern: one step, or `least` steps"),
            ("slide", "pattern: any number of steps, `way` empty"),
            ("leap", "pattern: as `step`, over anything; `anywhere` leads to every other square"),
            ("ray", "pattern: as `slide`, over anything"),
            ("least", "fewest steps"),
            ("most", "most steps"),
            ("on", "what may stand on the target: `empty`, `own`, `enemy`, `any`, a piece or a symbol"),
            ("except", "what may not"),
            ("way", "what may stand on the way; for a `jump` what may be jumped, `enemy` unless given"),
            (
                "leg",
                "`orthogonal` or `diagonal`: the steps that a leap takes first; each square that it comes through must \
         hold what `way` says, `empty` unless given",
            ),
            (
                "over",
                "`{ any = 1 }`: the piece passes over exactly so many of these, and else only over what `way` says, \
         `empty` unless given",
            ),
            (
                "leaves",
                "of a `jump`: a symbol that stands in place of what was jumped over until the piece has stopped, so that \
         nothing is jumped twice",
            ),
            ("if", "`{ OPTION = VALUE }`: there is such a move only where options have these values"),
            ("pieces", "only while its seat has so many pieces, those in hand included; not for what takes something"),
            ("from", "the area that it starts in"),
            ("to", "the area that it leads to"),
            ("unmoved", "only for a piece that has not moved yet"),
            ("passes", "true: an enemy with `overtakes` can take it on the square that it passes over, at once"),
            (
                "overtakes",
                "of a `capture`: true: it goes to the square that was just passed over, and takes what did so",
            ),
            ("puts", "what is built"),
            (
                "becomes",
                "a piece, or `{ piece = [...], in = AREA }`; of several an argument of type `piece` says which",
            ),
            ("verb", "the action, if its name is not the effect's"),
        ],
    ),
    table(
        "piece[].moves[].pieces",
        "pieces = { most = 3 }",
        "How many pieces a seat has.",
        &[("most", "so many or fewer: a number or an option"), ("above", "more than so many")],
    ),
    table(
        "piece[].moves[].becomes",
        "becomes = { ... }",
        "What a piece turns into.",
        &[
            ("piece", "the piece, or those to choose from"),
            ("in", "only in this area"),
            ("leaving", "true: as well where it comes from this area"),
            ("optional", "true: it may stay what it is, unless it could never move again then"),
            ("verb", "the action by which it becomes another, if that is one of its own"),
            ("stopping", "true: only where it doesn't go on from there"),
        ],
    ),
    table(
        "place[]",
        "[[place]]",
        "Something is put onto the board.",
        &[
            ("puts", "a piece of the seat, or several, of which an argument of type `piece` says which; or a symbol"),
            ("hand", "true: it comes from the hand of the seat, a variable with `follows = \"hand\"`"),
            ("once", "of what comes from a hand: `row` or `column`, on which no other such piece of the seat stands"),
            ("mobile", "of what comes from a hand: true: only where it could ever move from"),
            ("mates", "of what comes from a hand: false: it may not mate at once"),
            ("on", "what may stand there; `empty` unless given"),
            ("except", "what may not"),
            ("to", "the area"),
            ("falls", "the side to which it falls: the action names a `column`"),
            ("if", "`{ OPTION = VALUE }`: only where options have these values"),
            ("encloses", "directions in which a line of enemies between this and another own piece changes sides"),
            (
                "captures",
                "`surrounded`: groups of enemies that have no liberties then (no empty square next to them) are removed",
            ),
            ("suicide", "with `captures`: true lets a group of one's own be left without liberties, which removes it"),
            ("verb", "the action, if it is not `place`"),
        ],
    ),
    table(
        "castle[]",
        "[[castle]]",
        "Two pieces move at once in the seat's own first row: the royal one, and another. What is between them must be \
     empty, and the royal piece is in danger neither where it stands nor on its way.",
        &[
            ("verb", "the action, which has no arguments"),
            ("right", "a variable per seat that must be 1, such as one with `follows = \"unmoved\"`"),
            ("royal", "the columns that the royal piece goes from and to: `[5, 7]`"),
            ("other", "those of the other piece: `[8, 6]`"),
            ("event", "the event that tells it, if that has another name"),
        ],
    ),
    table(
        "end[]",
        "[[end]]",
        "What ends a match; the first in the file that has come about counts.",
        &[
            (
                "when",
                "`no_move`, `turns`, `reach`, `line`, `joined`, `captured`, `counter`, `empty`, `repetition` or `bare`",
            ),
            (
                "result",
                "`win`, `lose` or `draw` for the seat that it happens to; `score` (of pieces) or `area` (pieces, and empty \
         squares from which only theirs can be reached); `winners`: who wins is what `winners` at the beginning of the file \
         says; or `forbidden`, with `repetition`: an action that brings back an earlier board, whoever is to act, is not \
         legal",
            ),
            ("ending", "one of the `[endings]`"),
            ("if", "`{ OPTION = VALUE }`: only where options have these values"),
            ("even", "with `score` and `area`: the ending for even scores"),
            ("bonus", "with `area`: what each seat has besides, such as `[0, \"komi\"]`"),
            (
                "danger",
                "`no_move`: only if the seat's royal piece is in danger, or only if not; `repetition`: true: only if each \
         action of a seat since the position was there first has put a royal piece in danger, and it happens to that seat",
            ),
            ("limit", "`turns`: how many full turns; needs a variable with `follows = \"turns\"`"),
            ("to", "`reach`: the area"),
            ("piece", "`reach`, `captured`: which pieces; any unless given"),
            ("length", "`line`: how many in a row"),
            ("between", "`joined`: the areas that one group of pieces must reach: `[{ rows = [1] }, { rows = [-1] }]`"),
            ("var", "`counter`: a number; of one for each seat, that of the seat that acted is looked at first"),
            ("reaches", "`counter`: this or more"),
            ("falls_to", "`counter`: this or less"),
            (
                "zones",
                "`empty`: a zone or a list of them that have no cards left, all together; of one alone that each seat has, that \
         of any seat, and that of the seat that acted is looked at first",
            ),
            ("single", "`bare`: pieces of which a single one may be left beside the royal ones"),
            ("one_colour", "`bare`: pieces that may be left if all stand on squares of one colour"),
            ("times", "`repetition`: how often; 3 unless given"),
            ("within", "`repetition`: in how many plies; 100 unless given"),
        ],
    ),
    table(
        "AREA",
        "{ rows = [1, -1] }",
        "An area, as the seat sees it: 1 is its own first row, -1 the farthest.",
        &[
            ("rows", "rows"),
            ("columns", "columns"),
            ("first", "so many rows that are its own first: a number or an option"),
            ("last", "so many rows that are the farthest"),
            ("squares", "squares by name"),
        ],
    ),
];
