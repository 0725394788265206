//! Keys of the state: zones, variables, dice and boards.

use super::Shape::*;
use super::{ART, KeyTable, open, table};

pub(super) const STATE: &[KeyTable] = &[
    table(
        "zones.*",
        "[zones]  NAME = { ... }",
        "A place for cards.",
        &[
            ("kind", Word(&["pile", "bag"]), "`pile`: in order, the top last; `bag`: so many of each"),
            (
                "seen",
                Word(&["all", "owner", "others", "none"]),
                "who sees the cards: `all`, the `owner`, all `others` or `none`",
            ),
            ("per", Text, "`seat`, `team`, or the name of a table or list: one zone for each"),
            (
                "holds",
                Any,
                "which cards can be there, as everybody knows: names, or `{ role = [\"treasure\"] }`, or `{ suit = \"seat\" }` \
         for the first suit with the first seat and so on, likewise with a list or table that the zone is laid out over, \
         `{ tier = \"tier\" }`; all unless given",
            ),
            (
                "trick",
                Table,
                "of a pile: who takes a trick that is played there: `{ suit = \"suit\", rank = \"rank\" }`",
            ),
            (
                "look",
                Word(&["fan", "pile", "row", "stacks", "grid", "cascade", "small", "count", "hidden"]),
                "how its cards lie on a table that is painted: a `fan`, a `pile` with its top in sight, a `row`, `stacks` of \
         each kind, a `grid` of tiles with their names for a supply, a `cascade` from the top down for a column of a solitaire \
         (on the cards of a zone laid out over the same that nobody sees), `small` for many cards that are only looked up, a `count`, or `hidden`; unless given, what its kind \
         and who sees it suggest",
            ),
            (
                "sum",
                Text,
                "a column of numbers: what its cards come to is told with the zone, as the points in a hand; only to who knows \
         them all",
            ),
            (
                "note",
                Text,
                "a column of the table that is its `per`: what the row has there is told with the zone as long as it has \
         cards, as the price of a chamber",
            ),
            (
                "room",
                Range(1, 40),
                "of a `row`: for how many cards it has room, as the board of poker for five; empty places are drawn",
            ),
            ("title", Text, "what people call it"),
            ("label", Text, "its name in traces and scenarios, if scripts need another"),
        ],
    ),
    table(
        "zones.*.trick",
        "trick = { suit = COLUMN, rank = COLUMN }",
        "What decides who takes a trick, whose first card lies at the bottom.",
        &[
            ("suit", Text, "the column that is followed"),
            ("rank", Text, "the column by which the highest card is found"),
        ],
    ),
    table(
        "combinations.*",
        "[combinations]  NAME = { ... }",
        "Cards that mean something together, such as a pair or a straight. `{cards:pair or run of hand}` is an argument for them, \
     whose legal values the engine lists, and `combination.of(cards)` is which of them a bunch is.",
        &[
            ("same", Texts, "the columns in which all its cards have the same value, one or a list"),
            (
                "cards",
                Numbers,
                "the number of cards, or the least and the greatest: `[3, 13]`; of a run as many as there can be unless given; \
                 alone: any so many cards",
            ),
            ("run", Text, "the column in which its cards follow each other, without a gap"),
            ("each", Range(2, 20), "of a run: the number of cards of each value, 2 for pairs in a row"),
            ("ace", Any, "of a run: the least or greatest value, which stands at the other end as well"),
            (
                "groups",
                Numbers,
                "two to eight groups of so many cards, each with other values in `same`: `[3, 2]` for a full house",
            ),
            (
                "list",
                Word(&["all", "first"]),
                "`first` where cards of the same value are as good as each other: of these only the first ones of the card table \
         are listed as legal actions, and others can be played all the same; `all` unless given",
            ),
            ("title", Text, "what people call it, if that is not its name"),
        ],
    ),
    table(
        "trick",
        "[trick]",
        "Tricks that the engine plays: each seat in turn lays a card on a pile with `trick`, in the suit that was led if it can, \
     and the highest takes them all. The action is told by the event of its name (`seat`, `card`), a trick that is taken by that of \
     the pile (`seat`); cards are refused by `[refusals]` called `follow`, `unbroken` and `opening`, which the engine has unless the \
     pack does. `rules.lua` can add what is odd in `trick = { ... }`.",
        &[
            ("pile", Text, "the pile, where several have `trick`"),
            (
                "actions",
                Texts,
                "the actions that play a card, each with one argument such as `{c:card of hand}`; of a single bag, as that of a \
     dummy, the card is that of the seat whose turn in the trick it is",
            ),
            (
                "leader",
                Text,
                "the variable with the seat that leads; `trick.turn(seat)` sets it and gives that seat the turn",
            ),
            ("to", Text, "the zone that a trick goes to, of the seat or team that takes it if each has one"),
            ("won", Text, "the variable that counts the tricks that a seat or team takes"),
            (
                "trump",
                Text,
                "the suit that beats the others, or a variable that holds it; none at 0 and at other words than suits",
            ),
            ("opens", Text, "the card that must be led by who holds it"),
            ("unbroken", Text, "a suit that isn't led before one was played, unless nothing else is left"),
            ("broken", Text, "the variable that is 1 once it was"),
            (
                "voids",
                Text,
                "the variable, a number for each suit of each seat, that is 1 where a seat has shown that it has none; worlds go \
     by it",
            ),
            ("out", Text, "the variable that isn't 0 for a seat that sits out"),
        ],
    ),
    table(
        "climbing",
        "[climbing]",
        "Climbing that the engine plays: each seat in turn plays the same combination as was played, with as many cards and higher, \
     or passes; who isn't beaten leads to the next round, or the next seat that has cards. Combinations are compared by the second \
     value of `combination.of`. The actions are told by the events of their names (`seat`, `cards`), a new lead by that of the pile \
     (`seat`); refusals are called `kind`, `too_low` and `lead`, which the engine has unless the pack does. `rules.lua` can add what \
     is odd in `climbing = { ... }`.",
        &[
            ("play", Text, "the action that plays cards, with one argument such as `{cards:single or pair of hand}`"),
            ("pass", Text, "the action that plays nothing"),
            ("pile", Text, "the bag with the cards that are to be beaten"),
            ("to", Text, "the zone that they go to when they are beaten"),
            ("leader", Text, "the variable with the seat that has played them, 0 where a seat leads"),
            (
                "passed",
                Text,
                "the variable that is 1 for a seat that has passed, which then plays no more in this round; without it, passing is for the moment",
            ),
            (
                "bombs",
                Texts,
                "combinations that beat all others whatever their number of cards, each those before it in the list",
            ),
            ("order", Texts, "combinations of which each beats those before it in the list that have as many cards"),
        ],
    ),
    table(
        "auction",
        "[auction]",
        "An auction that the engine plays: each seat in turn bids more than the highest bid, or passes; when it is over, the engine \
     calls `auction = { over = function(seat) ... end }` of `rules.lua` with the seat of the highest bid, 0 if all have passed. Bids are \
     compared by their arguments, the first one first. A bid that is too low is refused by `underbid`, which the engine has unless \
     the pack does. The variables belong to a deal: `resets = \"deal\"`.",
        &[
            ("bid", Text, "the action that bids, with numbers and words: `bid {level:number 1 to 7}{strain:strain}`"),
            ("pass", Text, "the action that passes"),
            ("calls", Texts, "other actions in place of a bid or a pass, such as a double"),
            (
                "highest",
                Text,
                "the variable with the value of the highest bid, 0 before one: the argument; of several arguments the number of the \
     bid among all of them, the lowest being 1",
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
                "in place of it: the variable that is 1 for a seat that has passed, which then isn't asked again; the auction ends \
     when nobody else is left",
            ),
            (
                "asked",
                Text,
                "in place of it: the variable that counts calls; the auction ends when each seat has called once",
            ),
            ("most", Range(1, i32::MAX as i64), "the value of a bid that ends the auction at once"),
        ],
    ),
    table(
        "vars.*",
        "[vars]  NAME = { ... }",
        "A number of 32 bits, or something that is counted from 1, 0 being none.",
        &[
            ("type", Text, "`seat`, `card`, `symbol`, the name of a list, or `square of BOARD`; a number unless given"),
            ("min", Quantity, "the least number; 0 unless given"),
            ("max", Quantity, "the greatest"),
            (
                "start",
                Any,
                "the value at the start; with `per = \"seat\"` it can be by names of seats, `{ left = 1, right = 23 }`",
            ),
            (
                "if",
                Table,
                "`{ OPTION = VALUE }`: the variable is there only where options have these values; scripts read what it \
         begins with elsewhere",
            ),
            (
                "resets",
                Texts,
                "when it falls back to its start: `\"deal\"` (`setup.deal()`), the name of a phase (when a seat is given the \
         turn in it, but for `resume`), or a list of these",
            ),
            (
                "clamp",
                Flag,
                "true: a value below `min` or above `max` becomes that bound; without it such a value is refused",
            ),
            (
                "per",
                Texts,
                "`seat`, `team`, or the name of a table or list: one for each; two of these, `[\"seat\", \"suit\"]`: one for \
         each pair, `NAME.get(seat, suit)` in scripts, a list by suits for each seat in traces",
            ),
            (
                "length",
                Quantity,
                "a list of so many; with `per` one for each: `pit = { per = \"seat\", length = 6, start = 4 }`",
            ),
            (
                "follows",
                Word(&[
                    "turns",
                    "score",
                    "pieces",
                    "last_from",
                    "last_to",
                    "goes_on",
                    "passes",
                    "area",
                    "hand",
                    "unmoved",
                    "passed",
                    "quiet",
                    "material",
                    "checks",
                ]),
                "kept in step by the engine: `turns` (full turns completed), `last_from`, `last_to`, `goes_on`, `passes` (in \
         succession, of actions that do `nothing`), `area` (per seat, worked out when the match ends), and per \
         seat `score` and `pieces`, those in hand included, `hand`, a number for each kind of piece, \
         `hand.get(seat, piece.NAME)` in scripts (with a single kind `hand.get(seat)`), and `unmoved`, 1 as long as what stood on some squares at the start has \
         not left them, and `checks`, how many of its actions have put a royal piece of another seat in danger; `passed` (the square that a move with `passes` has just passed over, where an enemy stands that \
         can take there), `quiet` (actions in succession without a capture) and `material` (actions since no more is on \
         the board than a row of `left` says)",
            ),
            ("captures", Flag, "of a `hand`: true: what its seat captures goes there"),
            (
                "seen",
                Word(&["all", "owner", "others", "none"]),
                "who sees its values: `all` unless given, the `owner`, all `others` or `none`; that one is 0 is seen by everyone",
            ),
            ("of", Area, "of `unmoved`: the area"),
            (
                "left",
                Any,
                "of `material`: rows with a table of pieces for each seat, whichever has which: \
         `[[{ king = 2 }, { king = 1 }]]`; going from one row to another goes on counting",
            ),
            ("but", Texts, "of `quiet`: pieces whose moves begin the count anew"),
            ("internal", Flag, "true keeps it out of traces"),
            ("passing", Flag, "true: its value does not count for which positions are the same"),
            (
                "marks",
                Text,
                "a pile with the same `per`: value 1 of the list is of the card at place 1 and so on, and goes with it \
         inside the pile and to another of its family; a card from elsewhere begins with `start`",
            ),
            (
                "idles",
                Text,
                "a zone with the same `per` whose cards play no more where this isn't 0, as those of a seat that has folded: \
         how many there are isn't told then",
            ),
            (
                "owns",
                Text,
                "of a variable with the type `seat`: a single zone that lies at that seat, as the open cards of a dummy",
            ),
            (
                "look",
                Word(&[
                    "strip", "points", "beside", "score", "stack", "pot", "tokens", "bar", "button", "sign", "dice",
                    "cards", "hidden",
                ]),
                "how it is painted: a `strip` of spaces (of a number for each seat: where it stands; of a list: how many stand \
         on each, those below 0 the second seat's), `points` as in backgammon, `beside` these, as the `score` of its seat, \
         a `stack` of chips with its amount, what all seats have put in as one `pot`, as many `tokens` as it says of as many as \
         it can be, a `bar` that is full at its greatest value, a `button` at the seat that it names, a large `sign` in the middle, as many `dice` as are claimed, `cards` (of a number for each seat: the \
         card of that name, which the seat has laid in the middle; of a list of 0 and 1: the cards that it still holds), or `hidden`",
            ),
            ("face", Text, "of `dice`: the variable that says what they show"),
            ("by", Text, "of `dice`: the variable that says whose claim it is"),
            (
                "at",
                Text,
                "the zone at which it is painted as a large sign, as the suit to follow on a pile or what a hand is worth",
            ),
            (
                "art",
                Text,
                "the picture of what stands on the spaces of a `strip`, as for cards: figures that face each other; of a `stack`, of \
         `tokens` or of a `button`: what they are made of",
            ),
            (
                "says",
                Texts,
                "what is told instead of its name and value unless it is 0: a sentence in which `{name}` is the value of a \
         variable of the table or of the same seat, or of an option, `{words of name}` a number in words and `{name:card|cards}` a word for one and for several, and what stands in square brackets is left out where one of its values is 0; or a list of these, one for each value from the least up, \
         the last for all others, of which an empty one says nothing",
            ),
            ("names", Text, "of a list: the words of this list are what its values are called, one for each"),
            (
                "set_of",
                Text,
                "each value is a set, one bit for each word of this list, the lowest for the first; `numbers`: for 1, 2, 3 \
         and so on",
            ),
            ("title", Text, "what people call it beside a board"),
            ("label", Text, "its name in traces and scenarios, if scripts need another"),
        ],
    ),
    table(
        "dice.*",
        "[dice]  NAME = { ... }",
        "Dice that are rolled together. A scenario gives the faces that are there, and in `[chance]` those that come up.",
        &[
            ("faces", Quantity, "how many faces each has; at most 65,535"),
            ("count", Quantity, "how many there are at most; 1 unless given"),
            ("per", Text, "`seat`, `team`, or the name of a table or list: dice for each"),
            (
                "seen",
                Word(&["all", "owner", "others", "none"]),
                "who sees what they show: `all` unless given, the `owner`, all `others` or `none`",
            ),
            ("sorted", Flag, "true: they lie in the order of their faces, and else as they were rolled"),
            (
                "resets",
                Texts,
                "when they are taken off the table: `\"deal\"`, the name of a phase (when a seat is given the turn in it), or \
         a list of these",
            ),
            ("title", Text, "what people call them"),
            ("label", Text, "their name in traces and scenarios, if scripts need another"),
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
                "the rows at the start, a character for each square, `.` is empty, a blank a place where there is no \
         square; or a table of such lists by variants or by numbers of seats",
            ),
            (
                "sizes",
                Table,
                "other sizes that an option chooses, each with its rows at the start: `{ option = \"size\", 7 = [...] }`",
            ),
            (
                "forward",
                Words(&["up", "down", "left", "right"]),
                "where each seat's pieces look: `[\"up\", \"down\"]`, which is usual for two",
            ),
            ("symbol", Tables, "what belongs to nobody, such as walls"),
            (
                "symbols",
                Text,
                "a table with a column `glyph` whose rows can lie on squares: a row is `main.NAME` in scripts, and what \
         `main.at(square)` gives is its place in the table, so that `TABLE.COLUMN(main.at(square))` is its cell",
            ),
            ("scatter", Table, "lays the rows of that table out at random"),
            (
                "squares",
                Word(&["a1", "a1-down", "aa", "row,column", "1a", "A1"]),
                "how squares are named: `a1` (row 1 at the bottom, the default), `a1-down` (row 1 on top), `aa` (letters \
         for column and row from the top left), `1a` (a number for the column from the right, a letter for the row from \
         the top), `A1` (as `a1`, without the letter I), or `row,column`",
            ),
            (
                "also",
                Word(&["a1", "a1-down", "aa", "row,column", "1a", "A1"]),
                "how players write squares besides: it is read as well, shown at the other edges, and told beside the name",
            ),
            (
                "look",
                Word(&["plain", "chequered", "points", "water"]),
                "how it is painted: `plain`, `chequered` (light and dark squares, the lower left one dark), `points` where \
         lines cross, with star points, or `water`, on which pieces with a `length` are ships",
            ),
            (
                "tokens",
                Word(&["discs", "rings", "tiles", "figures"]),
                "what its pieces are made like that have no figure of their own: `discs` of the colour of their seat, light \
         discs with `rings` of it, five-sided `tiles` that point away from their seat, or `figures`: nothing but their pictures",
            ),
            (
                "kinds",
                Word(&["all", "owner", "others", "none"]),
                "who sees which pieces stand on it: `all` unless given, the `owner` of a piece, all `others` or `none`; that a \
         piece stands there, and whose, is seen all the same; not beside `seen`",
            ),
            ("back", Text, "the piece that stands for one whose kind isn't seen"),
            (
                "seen",
                Word(&["all", "owner", "reach", "none"]),
                "which squares a seat sees: `all` unless given; those of its own pieces, `owner`; these and the squares that they \
         go to or capture on now by tables, `reach`; or `none`. Scripts show others by `main.light`. The symbol `unseen`, \
         written `?`, stands on the rest",
            ),
            (
                "sight",
                Range(1, 100),
                "with `seen`: the number of steps from its own pieces within which a seat sees all squares besides",
            ),
            (
                "sides",
                Texts,
                "for each seat two corners of its own side of the board: `[\"a1:h8\", \"j1:q8\"]`. Pieces with a `length` are laid \
         there, and with `seen` a seat sees all squares of its side; scripts ask `main.side`",
            ),
            (
                "areas",
                Table,
                "named areas, each a table, the name of one before it, or a list of these, whose union it is: `camp = [{ rows = [1] }, \
         { squares = [\"d2\"] }]`. Wherever an area is expected its name can stand, and scripts ask `main.in_camp(square, seat)`",
            ),
            ("river", Range(1, 100), "with `points`: the rows below a river, where all lines stop but the outermost"),
            (
                "palace",
                Range(1, 100),
                "with `points`: the size of the blocks in the middle of both ends whose corners are joined by lines",
            ),
            (
                "shape",
                Word(&["squares", "hex"]),
                "`squares`, or `hex`: each row stands half a hex to the right of the one above",
            ),
            (
                "lines",
                Any,
                "a board of points on lines: `[[\"a1\", \"d1\", \"g1\"], [\"a1\", \"a4\"]]`; the next to a point is the next on \
         its lines, and squares on no line are not there; a line that ends where it begins is a ring",
            ),
            (
                "stack",
                Range(2, 200),
                "how many pieces can stand on each other on a square: a move or a building of tables onto a piece covers it, and \
         tables act with the top piece and meet the top piece; scripts ask `main.size(square)` and `main.level(square, n)`, and change \
         stacks by `main.push`, `main.pop` and `main.carry`",
            ),
            (
                "edges_of",
                Text,
                "another board, of squares in rows and columns: the squares of this one are the edges of those, one for each two \
         that are next to each other, such as walls between squares. Its size follows; an edge is named as a side of a square: \
         `e3n` is north of e3, and `e4s` is the same",
            ),
            (
                "corners_of",
                Text,
                "another board: the squares of this one are the corners where four of its squares meet: `e3` is the corner at \
         the upper right of the square e3; with `rim`, the lower left one is a1",
            ),
            (
                "rim",
                Flag,
                "with `edges_of` or `corners_of`: true: those at the rim of the board as well, as in dots and boxes",
            ),
            (
                "walls",
                Texts,
                "boards of its edges and corners: what stands on an edge stops steps, slides and jumps of tables over it, and what \
         stands on a corner those that go diagonally through it; leaps pass over both",
            ),
        ],
    ),
    open(
        "boards.*.sizes",
        "sizes = { option = \"NAME\", VALUE = [...] }",
        "The rows at the start by the value of an option. They say how many rows and columns there are then; with any other \
         value the board has the size and the start that are written.",
        &[("option", Text, "the option, which holds a whole number")],
    ),
    open(
        "boards.*.start",
        "start = { VARIANT = [...] }, or { SEATS = [...] }",
        "The rows at the start of each variant; or by the number of seats, where one that is not listed has the rows of the \
         next smaller one that is. Which squares are there, those of the match say.",
        &[],
    ),
    table(
        "boards.*.symbol[]",
        "[[boards.NAME.symbol]]",
        "What can lie on a square and belongs to nobody.",
        &[
            ("name", Text, "its name for scripts"),
            ("glyph", Glyph, "its character"),
            ("art", Text, ART),
            ("row", Quantity, "with `column`, a square where it always lies at the start"),
            ("column", Quantity, "see `row`"),
            (
                "stays",
                Flag,
                "true: it lies where it lies at the start and nowhere else, in scenarios too, which may leave it out",
            ),
            (
                "under",
                Texts,
                "squares on which it lies whenever no piece stands there, as a throne: what leaves such a square lays it bare",
            ),
        ],
    ),
    table(
        "boards.*.scatter",
        "[boards.NAME.scatter]",
        "What lies at random at the start.",
        &[
            ("count", Quantity, "how many of each row in a set: a number or a column"),
            ("sets", Quantity, "how many sets"),
            ("most_per_line", Quantity, "how many at most in any row and column"),
        ],
    ),
];
