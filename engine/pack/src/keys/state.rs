//! Keys of the state: zones, variables, dice and boards.

use super::Shape::*;
use super::{ART, KeyTable, open, table, words};
use crate::boards::{HEADINGS, LOOKS, NAMINGS, SHAPES, SQUARES_SEEN, TOKENS};
use crate::load::combinations::LISTED;
use crate::load::looks::{VAR_LOOKS, ZONE_LOOKS};
use crate::load::places::ZONE_KINDS;
use crate::load::visibility::SEEN;
use crate::pieces::FOLLOWS;

pub(super) const STATE: &[KeyTable] = &[
    table(
        "zones.*",
        "[zones]  NAME = { ... }",
        "A place for cards.",
        &[
            ("kind", Word(words!(ZONE_KINDS)), "`pile`: ordered, the top last; `bag`: a number of each card"),
            ("seen", Word(words!(SEEN)), "the seats that see the cards: `all`, the `owner`, all `others` or `none`"),
            ("per", Text, "one zone for each `seat`, `team`, row of a table or word of a list"),
            (
                "holds",
                Any,
                "the cards that can be in it, as everybody knows: names, or `{ role = [\"treasure\"] }`, or `{ suit = \
                 \"seat\" }` for the first suit with the first seat and so on, likewise with a list or table that is \
                 its `per`, `{ tier = \"tier\" }`; all unless given",
            ),
            ("trick", Table, "of a pile: the columns of its tricks: `{ suit = \"suit\", rank = \"rank\" }`"),
            (
                "look",
                Word(words!(ZONE_LOOKS)),
                "its look: a `fan`, a `pile` with its top in sight, a `row`, `stacks` of each kind, a `grid` of tiles \
                 with their names for a supply, a `cascade` from the top down for a column of a solitaire (on the \
                 cards of a zone with the same `per` that nobody sees), `small` cards the size of a word for large \
                 zones that are rarely read, grouped by family, a `count` of each kind of card or in all, or `hidden`. \
                 Unless given, an open bag shows stacks; in a pack of more than 20 kinds of card it is a `count` at a \
                 seat, a `fan` in the middle",
            ),
            (
                "sum",
                Text,
                "a column of numbers, whose sum is shown to viewers who know all cards, as the points of a hand",
            ),
            (
                "note",
                Text,
                "a column of the table that is its `per`: the cell of its row is shown while it has cards, as the \
                 price of a chamber",
            ),
            (
                "room",
                Range(1, 40),
                "of a `row`: the number of places; empty ones are drawn, in a zone that only its seat sees while it \
                 has cards",
            ),
            ("title", Text, "its name for people, if that is not its name for scripts"),
            ("label", Text, "its name in traces and scenarios, if scripts need another"),
        ],
    ),
    table(
        "zones.*.trick",
        "trick = { suit = COLUMN, rank = COLUMN }",
        "The columns by which the highest card of a trick is found, whose first card lies at the bottom.",
        &[
            ("suit", Text, "the column that must be followed"),
            ("rank", Text, "the column by which the highest card is found"),
        ],
    ),
    table(
        "combinations.*",
        "[combinations]  NAME = { ... }",
        "Cards that belong together, such as a pair or a straight. `{cards:pair or run of hand}` is an argument for \
         them, whose legal values the engine lists; `combination.of(cards)` is the combination that a bunch is.",
        &[
            ("same", Texts, "the columns, one or a list, in which all cards have the same value"),
            (
                "cards",
                Numbers,
                "the number of cards, or the least and the greatest: `[3, 13]`; any number unless given. Alone: any \
                 cards of this number",
            ),
            ("run", Text, "the column whose values go up one by one"),
            ("each", Range(2, 20), "of a run: the number of cards of each value, 2 for pairs in a row"),
            ("ace", Any, "of a run: the least or greatest value, which stands at the other end as well"),
            (
                "groups",
                Numbers,
                "two to eight sizes of groups, each with another value in `same`: `[3, 2]` for a full house",
            ),
            (
                "list",
                Word(words!(LISTED)),
                "`first`: of cards that differ in nothing else, only the first ones of the card table are listed; \
                 others can still be played. `all` unless given",
            ),
            ("title", Text, "its name for people, if that is not its name for scripts"),
        ],
    ),
    table(
        "trick",
        "[trick]",
        "Tricks that the engine plays: each seat in turn plays a card onto a pile with `trick`, of the suit that was \
         led if it can, and the highest takes them all. Each card is told by the event of its action's name (`seat`, \
         `card`), a trick by that of the pile's name (`seat`: the taker). The refusals `follow`, `unbroken` and \
         `opening` have texts unless the pack gives them others. Exceptions are functions in `trick = { ... }` of \
         `rules.lua`.",
        &[
            ("pile", Text, "the pile, if several have `trick`"),
            (
                "actions",
                Texts,
                "the actions that play a card, each with one argument such as `{c:card of hand}`; a card from a single \
                 bag, such as a dummy's, counts as that of the seat whose turn in the trick it is",
            ),
            (
                "leader",
                Text,
                "the variable with the seat that leads; `trick.turn(seat)` sets it and gives that seat the turn",
            ),
            ("to", Text, "the zone of a taken trick, of the seat or team that takes it if each has one"),
            ("won", Text, "the variable that counts the tricks of a seat or team"),
            (
                "trump",
                Text,
                "the suit that beats the others, or a variable that holds it; none at 0 and at other words than suits",
            ),
            ("opens", Text, "the card that its holder must lead"),
            ("unbroken", Text, "a suit that isn't led before one was played, unless nothing else is left"),
            ("broken", Text, "the variable that is 1 from then on"),
            (
                "voids",
                Text,
                "the variable, a number for each suit of each seat, that is 1 if a seat has shown that it has none; \
                 worlds observe it",
            ),
            ("out", Text, "the variable that isn't 0 for a seat that sits out"),
            (
                "dummy",
                Text,
                "the variable with the seat whose cards lie open once a card is led: they go to the single bag of one of the \
     `actions`, which is told by the event of its name (`seat`, `cards`), and the seat's partner plays them",
            ),
        ],
    ),
    table(
        "climbing",
        "[climbing]",
        "Climbing that the engine plays: each seat in turn plays the same combination, with as many cards and higher, \
         or passes; the seat that isn't beaten leads the next round, or the next seat that has cards. Combinations are \
         compared by the second value of `combination.of`. Actions are told by the events of their names (`seat`, \
         `cards`), a new lead by that of the pile's name (`seat`). The refusals `kind`, `too_low` and `lead` have \
         texts unless the pack gives them others. Exceptions are functions in `climbing = { ... }` of `rules.lua`.",
        &[
            ("play", Text, "the action that plays cards, with one argument such as `{cards:single or pair of hand}`"),
            ("pass", Text, "the action that plays nothing"),
            ("pile", Text, "the bag of the cards to beat"),
            ("to", Text, "the zone of beaten cards"),
            ("leader", Text, "the variable with the seat that has played them, 0 if a seat leads"),
            (
                "passed",
                Text,
                "the variable that is 1 for a seat that has passed, which then plays no more in this round; without it \
                 the seat is asked again",
            ),
            (
                "bombs",
                Texts,
                "combinations that beat all others of any number of cards, each those before it in the list",
            ),
            ("order", Texts, "combinations of which each beats those before it in the list that have as many cards"),
        ],
    ),
    table(
        "auction",
        "[auction]",
        "An auction that the engine plays: each seat in turn bids more than the highest bid, or passes. Bids are \
         compared by their arguments, the first one first. At the end the engine calls `auction.over(seat)` of \
         `rules.lua` with the seat of the highest bid, 0 if all have passed. The refusal `underbid` has a text unless \
         the pack gives it another. The variables belong to a deal: `resets = \"deal\"`. `passes`, `passed` and \
         `asked` are three ways to end it; one is given.",
        &[
            ("bid", Text, "the action that bids, with numbers and words: `bid {level:number 1 to 7}{strain:strain}`"),
            ("pass", Text, "the action that passes"),
            ("calls", Texts, "other actions in place of a bid or a pass, such as a double"),
            (
                "highest",
                Text,
                "the variable with the value of the highest bid, 0 before one: its argument; of several arguments the \
                 rank of the bid among all, the lowest being 1",
            ),
            ("bidder", Text, "the variable with the seat of the highest bid"),
            (
                "passes",
                Text,
                "the variable that counts passes in succession: the auction ends when all others have passed",
            ),
            (
                "passed",
                Text,
                "the variable that is 1 for a seat that has passed, which isn't asked again: the auction ends when \
                 nobody else is left",
            ),
            ("asked", Text, "the variable that counts calls: the auction ends when each seat has called once"),
            ("most", Range(1, i32::MAX as i64), "the value of a bid that ends the auction at once"),
        ],
    ),
    table(
        "vars.*",
        "[vars]  NAME = { ... }",
        "A number of 32 bits, or the number of a seat, card, symbol, square or word, 0 for none.",
        &[
            ("type", Text, "`seat`, `card`, `symbol`, the name of a list, or `square of BOARD`; a number unless given"),
            ("min", Quantity, "the least value; 0 unless given"),
            ("max", Quantity, "the greatest value"),
            (
                "start",
                Any,
                "the value at the start; with `per = \"seat\"` also by names of seats, `{ left = 1, right = 23 }`",
            ),
            (
                "if",
                Table,
                "`{ OPTION = VALUE }`: it exists only if options have these values; scripts read the `start` of a \
                 variable that doesn't",
            ),
            (
                "resets",
                Texts,
                "the moment at which it returns to its start: `\"deal\"` (`setup.deal()`), a phase (a seat is given \
                 the turn in it, except by `resume`), or a list of these",
            ),
            (
                "clamp",
                Flag,
                "true: a value below `min` or above `max` becomes that bound; without it such a value is refused",
            ),
            (
                "per",
                Texts,
                "one for each `seat`, `team`, row of a table or word of a list; `[\"seat\", \"suit\"]`: one for each \
                 pair, `NAME.get(seat, suit)` in scripts, a list by suits for each seat in traces",
            ),
            (
                "length",
                Quantity,
                "the length of a list; with `per` one for each: `pit = { per = \"seat\", length = 6, start = 4 }`",
            ),
            (
                "follows",
                Word(words!(FOLLOWS)),
                "computed by the engine: `turns` (full turns completed); `last_from`, `last_to`; `goes_on` (the square \
                 of the piece that acts again); `passes` (in succession, of actions that do `nothing`); `passed` (the \
                 square that a move with `passes` has just passed over, if an enemy can take there); `quiet` (actions \
                 in succession without a capture); `material` (actions since nothing is on the board beyond a row of \
                 `left`); and per seat `area` (at the end of the match), `score` and `pieces` (those in hand \
                 included), `hand` (a number for each kind of piece, `hand.get(seat, piece.NAME)`; with a single kind \
                 `hand.get(seat)`), `unmoved` (1 until a piece leaves the squares `of`), `checks` (its actions that \
                 put a royal piece of another seat in danger)",
            ),
            ("captures", Flag, "of a `hand`: true: pieces that its seat captures go there"),
            (
                "seen",
                Word(words!(SEEN)),
                "the seats that see its value: `all` unless given, the `owner`, all `others` or `none`; everyone sees \
                 whether it is 0",
            ),
            ("of", Area, "of `unmoved`: the area of the squares"),
            (
                "left",
                Any,
                "of `material`: rows with a table of pieces for each seat, in either order: `[[{ king = 2 }, { king = \
                 1 }]]`; the count goes on from one row to another",
            ),
            ("but", Texts, "of `quiet`: pieces whose moves restart the count"),
            ("internal", Flag, "true: traces leave it out"),
            ("passing", Flag, "true: positions that differ only in it are the same for `repetition`"),
            (
                "marks",
                Text,
                "a pile with the same `per`: the first value of the list belongs to the card at place 1 and so on, and \
                 goes with it inside the pile and to another pile of its family; a card from elsewhere has the `start`",
            ),
            (
                "idles",
                Text,
                "a zone with the same `per`: its cards are out of play if this isn't 0, as after a fold, and their \
                 number isn't shown",
            ),
            ("owns", Text, "of the type `seat`: a single zone that lies at that seat, as the open cards of a dummy"),
            (
                "look",
                Word(words!(VAR_LOOKS)),
                "its look: a `strip` of spaces (a number per seat is a position; a list is a count on each space, \
                 negative for the second seat; two lists, one of each seat, are pits that face each other), `points` \
                 as in backgammon, `beside` these, the `score` of its seat (with a maximum of 20 to 200 also a race of \
                 pegs), a `stack` of chips with its amount, the sum of all seats as one `pot`, as many `tokens` as its \
                 value out of its maximum, a `bar` that is full at its maximum, a `button` at the seat that it names, \
                 a large `sign` in the middle or on the strip of its seat, a claim of as many `dice`, `cards` (a \
                 number per seat is the card of that name, laid in the middle; a list of 0 and 1 the cards that it \
                 still holds), or `hidden`",
            ),
            ("face", Text, "of `dice`: the variable with their face"),
            ("by", Text, "of `dice`: the variable with the seat that claims"),
            ("at", Text, "the zone at which it is painted as a large sign, as the suit to match on a pile"),
            (
                "art",
                Text,
                "the picture of the figures on a `strip`, or of what a `stack`, `tokens` or a `button` are made of, as \
                 for cards",
            ),
            (
                "says",
                Texts,
                "a sentence instead of its name and value, unless it is 0: `{name}` is the value of a variable of the \
                 table or of the same seat, or of an option, `{words of name}` a number in words, `{name:card|cards}` \
                 a word for one and for several; text in square brackets is left out if one of its values is 0. A list \
                 has a text for each value from the least up, the last for all others; an empty one says nothing. With \
                 `marks` it is the mark of each card: one such as `-2 health` is added to the number with that title in \
                 a lower corner of the card",
            ),
            ("names", Text, "of a list: the list of words that label its values"),
            (
                "set_of",
                Text,
                "each value is a set of words of this list, a bit for each, the lowest for the first; `numbers`: for \
                 1, 2, 3 and so on",
            ),
            ("title", Text, "its name for people, if that is not its name for scripts"),
            ("label", Text, "its name in traces and scenarios, if scripts need another"),
        ],
    ),
    table(
        "dice.*",
        "[dice]  NAME = { ... }",
        "Dice that are rolled together. A scenario gives the faces that are there, and in `[chance]` those that come \
         up.",
        &[
            ("faces", Quantity, "the number of faces of each; at most 65,535"),
            ("count", Quantity, "the most dice that there can be; 1 unless given"),
            ("per", Text, "dice for each `seat`, `team`, row of a table or word of a list"),
            (
                "seen",
                Word(words!(SEEN)),
                "the seats that see their faces: `all` unless given, the `owner`, all `others` or `none`",
            ),
            ("sorted", Flag, "true: they lie in the order of their faces; otherwise as they were rolled"),
            (
                "resets",
                Texts,
                "the moment at which they are removed: `\"deal\"`, a phase (a seat is given the turn in it), or a list \
                 of these",
            ),
            ("title", Text, "its name for people, if that is not its name for scripts"),
            ("label", Text, "its name in traces and scenarios, if scripts need another"),
        ],
    ),
    table(
        "boards.*",
        "[boards.NAME]",
        "A board. Row 1 is the top one as it is written.",
        &[
            ("width", Quantity, "columns"),
            ("height", Quantity, "rows"),
            (
                "start",
                Any,
                "the rows at the start, a character for each square: `.` is empty, a blank is a place without a \
                 square. Or a table of such lists by variant, `{ VARIANT = [...] }`, or by the number of seats, where \
                 one that isn't listed has the rows of the next smaller one; the squares can differ",
            ),
            (
                "sizes",
                Table,
                "other sizes, chosen by an option, each with its rows at the start: `{ option = \"size\", 7 = [...] }`",
            ),
            (
                "forward",
                Words(words!(HEADINGS)),
                "the forward direction of each seat: `[\"up\", \"down\"]`, the default for two",
            ),
            ("symbol", Tables, "things that belong to nobody, such as walls"),
            (
                "symbols",
                Text,
                "a table with a column `glyph` whose rows can lie on squares: a row is `main.NAME` in scripts, and \
                 `main.at(square)` is its number in the table, so that `TABLE.COLUMN(main.at(square))` is its cell",
            ),
            ("scatter", Table, "lays rows of that table out at random"),
            (
                "squares",
                Word(words!(NAMINGS)),
                "the names of squares: `a1` (row 1 at the bottom, the default), `a1-down` (row 1 on top), `aa` \
                 (letters for column and row from the top left), `1a` (a number for the column from the right, a \
                 letter for the row from the top), `A1` (as `a1`, without the letter I), or `row,column`",
            ),
            (
                "also",
                Word(words!(NAMINGS)),
                "a second notation of squares, which is read, shown at the other edges, and told beside the name",
            ),
            (
                "look",
                Word(words!(LOOKS)),
                "its look: `plain`, `chequered` (the lower left square dark), `points` where lines cross, with star \
                 points, or `water`, on which pieces with a `length` are ships",
            ),
            (
                "tokens",
                Word(words!(TOKENS)),
                "the look of pieces without `figures`: `discs` of the colour of their seat, light discs with `rings` \
                 of it, five-sided `tiles` that point away from their seat, or `figures`: only their pictures",
            ),
            (
                "kinds",
                Word(words!(SEEN)),
                "the seats that see the kind of a piece: `all` unless given, its `owner`, all `others` or `none`; \
                 everyone sees that a piece stands there, and whose. Not together with `seen`",
            ),
            ("back", Text, "the piece that stands for one of unseen kind"),
            (
                "seen",
                Word(words!(SQUARES_SEEN)),
                "the squares that a seat sees: `all` unless given; those of its own pieces, `owner`; also those to \
                 which they can now move, capture or jump by tables, `reach`; or `none`. Scripts show others by \
                 `main.light`. On the rest stands the symbol `unseen`, written `?`",
            ),
            (
                "sight",
                Range(1, 100),
                "with `seen`: the number of steps from its own pieces within which a seat sees all squares as well",
            ),
            (
                "sides",
                Texts,
                "two corners of each seat's own side of the board: `[\"a1:h8\", \"j1:q8\"]`. Pieces with a `length` \
                 lie there, and with `seen` a seat sees its side; scripts ask `main.side`. If each square is on a side, \
                 labels and sentences count columns and rows of each from its own first, and actions can be typed so",
            ),
            (
                "areas",
                Table,
                "named areas: `camp = [{ rows = [1] }, { squares = [\"d2\"] }]`. Each is a table, the name of an \
                 earlier one, or a list of these, whose union it is. The name can stand for any area, and scripts ask \
                 `main.in_camp(square, seat)`",
            ),
            (
                "river",
                Range(1, 100),
                "with `points`: the number of rows below a river, which only the outermost lines cross",
            ),
            (
                "palace",
                Range(1, 100),
                "with `points`: the size of the blocks in the middle of both ends whose corners are joined by lines",
            ),
            (
                "shape",
                Word(words!(SHAPES)),
                "`squares`, or `hex`: each row stands half a hex to the right of the one above",
            ),
            (
                "lines",
                Any,
                "a board of points on lines: `[[\"a1\", \"d1\", \"g1\"], [\"a1\", \"a4\"]]`. Neighbours are next to \
                 each other on a line, squares on no line don't exist, and a line that ends where it begins is a ring",
            ),
            (
                "stack",
                Range(2, 200),
                "the greatest number of pieces on each other on a square. Moves and buildings by tables cover a piece \
                 on their target; tables see and move top pieces. Scripts ask `main.size(square)` and \
                 `main.level(square, n)`, and change stacks by `main.push`, `main.pop` and `main.carry`",
            ),
            (
                "edges_of",
                Text,
                "another board, of squares in rows and columns: the squares of this one are its edges, one for each \
                 two neighbours, for walls between squares. An edge is named as a side of a square: `e3n` is north of \
                 e3, and `e4s` is the same",
            ),
            (
                "corners_of",
                Text,
                "another board: the squares of this one are the corners where four of its squares meet: `e3` is at the \
                 upper right of the square e3; with `rim`, the lower left one is a1",
            ),
            (
                "rim",
                Flag,
                "with `edges_of` or `corners_of`: true: those at the rim of the board as well, as in dots and boxes",
            ),
            (
                "walls",
                Texts,
                "boards of its edges and corners: something on an edge stops steps, slides and jumps of tables over \
                 it, something on a corner those diagonally through it; leaps pass over both",
            ),
        ],
    ),
    open(
        "boards.*.sizes",
        "sizes = { option = \"NAME\", VALUE = [...] }",
        "The rows at the start by the value of an option, which determine width and height; with any other value the \
         board has its own `width`, `height` and `start`.",
        &[("option", Text, "the option, a whole number")],
    ),
    open(
        "boards.*.start",
        "start = { VARIANT = [...] }, or { SEATS = [...] }",
        "The rows at the start of each variant; or by the number of seats, where one that is not listed has the rows \
         of the next smaller one that is. Which squares are there, those of the match say.",
        &[],
    ),
    table(
        "boards.*.symbol[]",
        "[[boards.NAME.symbol]]",
        "Something on squares that belongs to nobody.",
        &[
            ("name", Text, "its name for scripts"),
            ("glyph", Glyph, "its character"),
            ("art", Text, ART),
            ("row", Quantity, "with `column`, a square on which it always lies at the start"),
            ("column", Quantity, "see `row`"),
            ("stays", Flag, "true: it lies on its start squares and nowhere else, in every scenario too"),
            ("under", Texts, "squares on which it lies whenever no piece stands there, as a throne"),
        ],
    ),
    table(
        "boards.*.scatter",
        "[boards.NAME.scatter]",
        "Rows of `symbols` that lie at random at the start.",
        &[
            ("count", Quantity, "the number of each row in a set: a number or a column"),
            ("sets", Quantity, "the number of sets"),
            ("most_per_line", Quantity, "the most in any row or column"),
        ],
    ),
];
