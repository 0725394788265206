//! The keys of `game.toml`, each with what it says: what `rules/REFERENCE.md` is made from. A test holds that these are
//! the keys that the readers ask for.

/// A table of a pack and its keys.
#[derive(Clone, Copy, Debug)]
pub struct KeyTable {
    /// Where it stands: `*` is a name of the pack's own, `[]` one of a list of tables.
    pub path: &'static str,
    /// How it is written.
    pub written: &'static str,
    /// What it is for.
    pub about: &'static str,
    /// Its keys and what each says. A table with names of its own besides, such as columns, has only the fixed ones.
    pub keys: &'static [(&'static str, &'static str)],
    /// Whether there are keys besides, with names of the pack's own.
    pub has_own: bool,
}

/// A table with just these keys.
const fn table(
    path: &'static str,
    written: &'static str,
    about: &'static str,
    keys: &'static [(&'static str, &'static str)],
) -> KeyTable {
    KeyTable { path, written, about, keys, has_own: false }
}

/// A table with keys of the pack's own besides.
const fn open(
    path: &'static str,
    written: &'static str,
    about: &'static str,
    keys: &'static [(&'static str, &'static str)],
) -> KeyTable {
    KeyTable { path, written, about, keys, has_own: true }
}

/// All tables, in the order in which a pack usually has them.
pub const TABLES: &[KeyTable] = &[
    open(
        "",
        "the beginning of the file",
        "What stands before the first table, and the tables themselves.",
        &[
            (
                "scores",
                "`\"wins\"` (1 for a winner, the default), the name of a variable per seat or team or of one for all, \
         `\"points of hand\"` (a column of all cards that a seat holds in a bag, added up), or `\"script\"`",
            ),
            (
                "winners",
                "who wins where an ending names nobody: `[\"most money\", \"least sold\"]`, numbers per seat or team, the later \
         ones where the earlier are even",
            ),
            ("ply_limit", "after how many actions the match is broken off: by `on_limit`, or with the ending `limit`"),
            (
                "recall",
                "true: what a seat knows of cards stays when one of them leaves face down, as a set: these cards are among \
         these places",
            ),
            ("game", "what people call the game"),
            ("seats", "who plays"),
            ("options", "what `--set KEY=VALUE` may change"),
            ("variants", "sets of options"),
            ("lists", "lists of words: `role = [\"treasure\", \"map\"]`"),
            ("columns", "the columns of tables of the pack's own"),
            (
                "constants",
                "`special = \"value\"` says that the table `[special]` gives names to words of the list `value`: \
         `skip = \"A\"` is `special.skip` in scripts",
            ),
            ("card", "the kinds of card, written `[[card]]`"),
            ("zones", "the places for cards"),
            ("boards", "the boards"),
            ("vars", "the variables"),
            ("notation", "how positions are written on one line"),
            ("chance", "the random outcomes"),
            ("dice", "the dice"),
            ("setup", "how a match is dealt"),
            ("piece", "the pieces, written `[[piece]]`"),
            ("place", "what is put onto the board, written `[[place]]`"),
            ("castle", "what moves two pieces at once, written `[[castle]]`"),
            ("end", "what ends a match, written `[[end]]`"),
            ("endings", "how a match can end, as a sentence: `touch = \"{winner} wins by a touch\"`"),
            ("refusals", "what is said against an action"),
            ("phases", "the kinds of decision"),
            ("actions", "the actions"),
            ("events", "what is told"),
        ],
    ),
    table(
        "game",
        "[game]",
        "What people call the game.",
        &[
            ("title", "its name; the only key that must be there"),
            ("summary", "one sentence"),
            ("designer", "who designed it"),
            ("version", "a text that saved matches keep, to say by which rules they were played"),
            ("variant", "the variant that is played unless another is asked for; otherwise the first"),
        ],
    ),
    table(
        "seats",
        "[seats]",
        "Fixed seats by name, or from so many to so many.",
        &[
            ("names", "the names of fixed seats; without them a, b, c and so on"),
            ("min", "the fewest seats"),
            ("max", "the most"),
            ("players", "how many unless another number is asked for"),
            (
                "together",
                "true: nobody plays against anybody, and a match is as good as its score; a single seat always plays so",
            ),
            (
                "teams",
                "who is on whose side: `[[\"a\", \"c\"], [\"b\", \"d\"]]`, or by the number of seats, `{ 4 = [...], 6 = [...] }`",
            ),
            ("colours", "colours of the seats' names and pieces: red, green, yellow, blue, magenta, cyan, white"),
            ("robots", "the robots that sit down by default"),
        ],
    ),
    table(
        "options.*",
        "[options]  NAME = { ... }",
        "A number, true or false, or a word. Names of tables make groups: \
     `mat.spaces = { ... }` is `option.mat_spaces` in scripts.",
        &[
            ("default", "the value unless another is given"),
            ("min", "the least number; 0 unless given"),
            ("max", "the greatest"),
            ("choices", "the words that it can be"),
            ("help", "a sentence for players"),
        ],
    ),
    table(
        "variants.*",
        "[variants.NAME]",
        "A set of options under a name.",
        &[("help", "a sentence for players"), ("set", "`{ option = value }`")],
    ),
    table(
        "columns.*.*",
        "[columns.TABLE]  COLUMN = { ... }",
        "A column of a table of the pack's own, written \
     `[[TABLE]]`; the cards are the table `card`.",
        &[
            ("type", "`int`, `ints`, `bool`, `text`, or the name of a list"),
            ("min", "the least number"),
            ("max", "the greatest number"),
            ("least", "of `ints`: how many there are at least"),
            ("default", "the value in rows that leave the column out"),
        ],
    ),
    open(
        "constants",
        "[constants]",
        "Names for words of a list, for scripts: `special = \"value\"` says that the table `[special]` gives names to words \
     of the list `value`. A name that no script reads is refused.",
        &[],
    ),
    open(
        "card[]",
        "[[card]]",
        "A kind of card. Its other keys are the columns; each can be a value, or \
     `{ sum = [\"value\", \"colour\"] }` of other columns, where words count from 0 and go round their list, or \
     `{ by = \"rank\", is = { A = 1, K = 10 } }` by the word of another column.",
        &[
            ("name", "its name for scripts and players; `{COLUMN}` is filled in"),
            ("title", "what people call it, if that is not its name"),
            ("plural", "what people call several"),
            ("count", "how many there are"),
            ("each", "one row for each combination: `{ value = \"all\", colour = [\"red\", \"blue\"] }`"),
        ],
    ),
    open(
        "*[]",
        "[[TABLE]]",
        "A row of another table; its other keys are the columns of `[columns.TABLE]`.",
        &[
            ("name", "its name for scripts; `{COLUMN}` is filled in"),
            ("title", "what people call it, if that is not its name"),
            ("plural", "what people call several"),
            ("each", "one row for each combination, as for cards"),
        ],
    ),
    table(
        "*[].*",
        "COLUMN = { ... }",
        "A cell that is worked out from others.",
        &[
            ("sum", "the columns that are added up"),
            ("by", "a column of words; each has its value in `is`"),
            ("is", "`{ WORD = VALUE }`; a word that is left out has the column's default"),
        ],
    ),
    open("*[].*.is", "is = { WORD = VALUE }", "The value for each word of the column `by`.", &[]),
    table(
        "zones.*",
        "[zones]  NAME = { ... }",
        "A place for cards.",
        &[
            ("kind", "`pile`: in order, the top last; `bag`: so many of each"),
            ("seen", "who sees the cards: `all`, the `owner`, all `others` or `none`"),
            ("per", "`seat`, or the name of a table: one zone for each"),
            (
                "holds",
                "which cards can be there, as everybody knows: names, or `{ role = [\"treasure\"] }`, or `{ suit = \"seat\" }` \
         for the first suit with the first seat and so on; all unless given",
            ),
            ("trick", "of a pile: who takes a trick that is played there: `{ suit = \"suit\", rank = \"rank\" }`"),
            ("title", "what people call it"),
            ("label", "its name in traces and scenarios, if scripts need another"),
        ],
    ),
    table(
        "zones.*.trick",
        "trick = { suit = COLUMN, rank = COLUMN }",
        "What decides who takes a trick, whose first card lies at the bottom.",
        &[("suit", "the column that is followed"), ("rank", "the column by which the highest card is found")],
    ),
    table(
        "vars.*",
        "[vars]  NAME = { ... }",
        "A number, or something that is counted from 1, 0 being none.",
        &[
            ("type", "`seat`, `card`, `symbol`, the name of a list, or `square of BOARD`; a number unless given"),
            ("min", "the least number; 0 unless given"),
            ("max", "the greatest"),
            (
                "start",
                "the value at the start; with `per = \"seat\"` it can be by names of seats, `{ left = 1, right = 23 }`",
            ),
            (
                "resets",
                "when it falls back to its start: `\"deal\"` (`setup.deal()`), the name of a phase (when a seat is given the \
         turn in it, but for `resume`), or a list of these",
            ),
            (
                "clamp",
                "true: a value below `min` or above `max` becomes that bound; without it such a value is refused",
            ),
            ("per", "`seat`, or the name of a table: one for each"),
            ("length", "a list of so many; with `per` one for each: `pit = { per = \"seat\", length = 6, start = 4 }`"),
            (
                "follows",
                "kept in step by the engine: `turns` (full turns completed), `last_from`, `last_to`, `goes_on`, `passes` (in \
         succession, of actions that do `nothing`), `area` (per seat, worked out when the match ends), and per \
         seat `score` and `pieces`, those in hand included, `hand`, a number for each kind of piece, \
         `hand.get(seat, piece.NAME)` in scripts, and `unmoved`, 1 as long as what stood on some squares at the start has \
         not left them; `passed` (the square that a move with `passes` has just passed over, where an enemy stands that \
         can take there) and `quiet` (actions in succession without a capture)",
            ),
            ("captures", "of a `hand`: true: what its seat captures goes there"),
            (
                "seen",
                "who sees its values: `all`, the `owner`, all `others` or `none`; that one is 0 is seen by everyone",
            ),
            ("of", "of `unmoved`: the area"),
            ("but", "of `quiet`: pieces whose moves begin the count anew"),
            ("internal", "true keeps it out of traces"),
            ("passing", "true: its value does not count for which positions are the same"),
            (
                "marks",
                "a pile with the same `per`: value 1 of the list is of the card at place 1 and so on, and goes with it \
         inside the pile and to another of its family; a card from elsewhere begins with `start`",
            ),
            ("label", "its name in traces and scenarios, if scripts need another"),
        ],
    ),
    table(
        "dice.*",
        "[dice]  NAME = { ... }",
        "Dice that are rolled together. A scenario gives the faces that are there, and in `[chance]` those that come up.",
        &[
            ("faces", "how many faces each has; at most 255"),
            ("count", "how many there are at most; 1 unless given"),
            ("per", "`seat`, or the name of a table: dice for each"),
            ("seen", "who sees what they show: `all` unless given, the `owner`, all `others` or `none`"),
            ("sorted", "true: they lie in the order of their faces, and else as they were rolled"),
            ("label", "their name in traces and scenarios, if scripts need another"),
        ],
    ),
    table(
        "boards.*",
        "[boards.NAME]",
        "A board. Row 1 is the top one as it is written.",
        &[
            ("width", "columns"),
            ("height", "rows"),
            (
                "start",
                "the rows at the start, a character for each square, `.` is empty; or a table of such lists by variants",
            ),
            ("forward", "where each seat's pieces look: `[\"up\", \"down\"]`, which is usual for two"),
            ("symbol", "what belongs to nobody, such as walls"),
            ("symbols", "a table with a column `glyph` whose rows can lie on squares"),
            ("scatter", "lays the rows of that table out at random"),
            (
                "squares",
                "how squares are named: `a1` (row 1 at the bottom, the default), `a1-down` (row 1 on top), `aa` (letters \
         for column and row from the top left), `1a` (a number for the column from the right, a letter for the row from \
         the top), or `row,column`",
            ),
            ("shape", "`squares`, or `hex`: each row stands half a hex to the right of the one above"),
            (
                "lines",
                "a board of points on lines: `[[\"a1\", \"d1\", \"g1\"], [\"a1\", \"a4\"]]`; the next to a point is the next on \
         its lines, and squares on no line are not there; a line that ends where it begins is a ring",
            ),
        ],
    ),
    open("boards.*.start", "start = { VARIANT = [...] }", "The rows at the start of each variant.", &[]),
    table(
        "boards.*.symbol[]",
        "[[boards.NAME.symbol]]",
        "What can lie on a square and belongs to nobody.",
        &[
            ("name", "its name for scripts"),
            ("glyph", "its character"),
            ("row", "with `column`, a square where it always lies at the start"),
            ("column", "see `row`"),
            (
                "stays",
                "true: it lies where it lies at the start and nowhere else, in scenarios too, which may leave it out",
            ),
        ],
    ),
    table(
        "boards.*.scatter",
        "[boards.NAME.scatter]",
        "What lies at random at the start.",
        &[
            ("count", "how many of each row in a set: a number or a column"),
            ("sets", "how many sets"),
            ("most_per_line", "how many at most in any row and column"),
        ],
    ),
    table(
        "notation",
        "[notation]",
        "How positions are written on one line, as in FEN. Pieces are written by their `sign` or `glyph`.",
        &[
            ("name", "what people call it, such as `FEN`"),
            (
                "fields",
                "what stands there, parted by blanks: `board` (rows parted by `/`, numbers for empty squares), `seat` (who is \
         to act), `hands`, `flags K:short.white k:short.black` (a letter if that variable is 1), `square VAR`, `number VAR`, \
         `turn` and `ply` (how far the match has come; not kept when it is read), `-` (nothing)",
            ),
            ("seats", "the letters of the seats; the first letters of their names unless given"),
            (
                "plain",
                "the piece whose letter is left out where players write moves by pieces: `e4`, `exd5` beside `Nf3`, `R1e2`, \
         `e8=Q`. A pack with a notation takes these beside the actions' own texts",
            ),
        ],
    ),
    table(
        "chance.*",
        "[chance]  NAME = { ... }",
        "A random outcome, which scenarios can prescribe.",
        &[("roll", "a number from 1 to this"), ("of", "`seat`, `card`, or the name of a list")],
    ),
    table(
        "setup",
        "[setup]",
        "The deal.",
        &[
            ("source", "the pile that all cards come from"),
            ("deal", "the deals, one card at a time round the table"),
            ("hold_back", "cards that are shuffled in after the deals: names, or `{ role = [\"thief\"] }`"),
            ("rest", "zones that take what a scenario leaves over"),
        ],
    ),
    table(
        "setup.deal[]",
        "deal = [{ ... }]",
        "One deal.",
        &[("to", "the zone; with one for each seat, all of them"), ("count", "how many cards for each")],
    ),
    table(
        "phases.*",
        "[phases]  NAME = { ... }",
        "A kind of decision.",
        &[
            ("actions", "what can be done in it"),
            ("text", "the prompt"),
            ("enter", "the action without arguments that an empty line stands for"),
            (
                "simultaneous",
                "true: the seats that are asked decide unseen by each other, and all is done when the last has decided",
            ),
        ],
    ),
    table(
        "actions.*",
        "[actions]  NAME = { ... }",
        "An action.",
        &[
            ("usage", "its form, such as `trade {give:cards} for {take:cards}`; the name unless given"),
            ("aliases", "other first words"),
            ("help", "a sentence for players"),
            ("must", "true, or the name of an option: where such an action is possible only such are legal"),
            (
                "pass",
                "true: changes nothing but whose turn it is, and is legal where its seat can do nothing else, unless its \
         royal piece is in danger",
            ),
            (
                "again",
                "`always`: the piece that has acted goes on as long as it can; `unchanged`: until it has become \
         another. Needs a variable with `follows = \"goes_on\"`",
            ),
            (
                "longest",
                "true, or the name of an option: of the chains that `again` makes, only those of the most actions are \
         legal, counted by tables",
            ),
            (
                "seen",
                "`seen.card = [\"seat\"]` hides an argument from all but the seat that acts and the seats that the named \
         arguments name",
            ),
            (
                "does",
                "of an action without arguments: `nothing`, a pass that is always possible; or `take_over`, by which the \
         second seat, as its first action, takes what the first has played: pieces change sides, and where the board is \
         as wide as high rows become columns",
            ),
            ("given", "with `does`: a number, such as an option; at 0 there is no such action"),
            ("captures", "of an action of a script: the square argument whose piece it takes"),
            (
                "exchange",
                "the engine does it: cards of a seat's bag for cards of another bag that are together not worth more",
            ),
        ],
    ),
    table(
        "actions.*.exchange",
        "exchange = { ... }",
        "The usage has `{give:cards}` and then `{take:cards}`.",
        &[
            ("give", "the bag of each seat"),
            ("take", "the bag that all share"),
            ("value", "the column of what a card is worth"),
        ],
    ),
    open(
        "refusals",
        "[refusals]",
        "What hooks say against an action, by name: `too_far = \"{by:number} is too far for {card}\"` is \
     `return refusal.too_far(by, card)` in scripts, its holes filled in the order in which they stand first; without \
     holes it is `return refusal.NAME`. A hole is `{NAME:TYPE}`, of the types of fields of events, or `{NAME}` where the \
     name is that of a type, and where it stands again. `{n:number of c:card}` is so many of a card (`2 coins`, \
     `no coins`), `{plural of c:card}` what several are called. `{VAR}` and \
     `{ZONE}` (a bag), of the seat that acts where each has one, need nothing from the script; `{names of ZONE}` is each \
     card by its name. What stands in square brackets is left out where nothing fills its first hole. A refusal that no script returns is refused.",
        &[],
    ),
    table(
        "events.*",
        "[events.NAME]",
        "Something that is told.",
        &[
            (
                "fields",
                "`[\"from: seat\", \"card: card\"]`: types of arguments, `symbol` and `glyph` (what lies on a square)",
            ),
            (
                "seen",
                "`seen.card = [\"from\"]` hides a field from all but those seats; `[\"not from\"]` shows it to all seats but \
         those; `[\"none\"]` hides it from everyone",
            ),
            (
                "text",
                "`text.from` is for the seat in that field, `text.all` for everyone else; `{card}` is a field's value, \
         `{number of card}` so many of it; what stands in square brackets is left out where a field in it holds nothing",
            ),
        ],
    ),
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
            ("leap", "pattern: as `step`, over anything"),
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

#[cfg(test)]
pub(super) use tests::note;

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::collections::{BTreeMap, BTreeSet};
    use std::path::{Path, PathBuf};

    use super::TABLES;
    use crate::pack::{Pack, PackFiles};

    thread_local! {
        static ASKED: RefCell<BTreeMap<String, BTreeSet<String>>> = RefCell::default();
    }

    /// Notes what a reader has asked a table for.
    pub(in crate::pack) fn note(path: &str, keys: &[&str]) {
        ASKED.with_borrow_mut(|asked| {
            asked.entry(general(path)).or_default().extend(keys.iter().map(|key| (*key).to_owned()));
        });
    }

    /// The path in [`TABLES`] of a table of some pack.
    fn general(path: &str) -> String {
        let parts: Vec<&str> = path.split('.').collect();
        let bare = |part: &str| part.split('[').next().unwrap_or_default().to_owned();
        let of_list = |part: &str| if part.contains('[') { bare(part) + "[]" } else { part.to_owned() };
        let rows = |part: &str| match of_list(part).as_str() {
            known @ ("card[]" | "piece[]" | "place[]" | "castle[]" | "end[]") => known.to_owned(),
            other if other.ends_with("[]") => "*[]".to_owned(),
            other => other.to_owned(),
        };
        match parts.as_slice() {
            ["options", ..] => "options.*".to_owned(),
            [first, .., "to" | "from" | "start" | "in"] if first.contains('[') => "AREA".to_owned(),
            [first, last] if first.contains('[') && last.starts_with("between[") => "AREA".to_owned(),
            ["vars", _, "of"] => "AREA".to_owned(),
            ["columns", ..] => "columns.*.*".to_owned(),
            ["setup", rest] => format!("setup.{}", of_list(rest)),
            [first] => rows(first),
            [first, second, rest @ ..] if !first.contains('[') => {
                let _ = second;
                let rest: String = rest.iter().map(|part| format!(".{}", of_list(part))).collect();
                format!("{first}.*{rest}")
            }
            [first, rest @ ..] if first.starts_with("piece[") => {
                let rest: String = rest.iter().map(|part| format!(".{}", of_list(part))).collect();
                format!("piece[]{rest}")
            }
            _ => "*[].*".to_owned(),
        }
    }

    fn packs(folder: &str) -> Vec<PathBuf> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        entries.filter(|path| path.join("game.toml").is_file()).collect()
    }

    #[test]
    fn every_key_that_is_read_is_in_the_tables_and_every_key_there_is_read() {
        for folder in packs("../rules").into_iter().chain(packs("../tests/fixtures")) {
            Pack::load(PackFiles::read(&folder).unwrap()).unwrap();
        }
        // What ends a match by a word that nobody knows is asked for the keys of all endings.
        let mut wrong =
            PackFiles::read(&packs("../rules").into_iter().find(|path| path.ends_with("tic-tac-toe")).unwrap());
        if let Ok(files) = &mut wrong {
            let text = files.texts["game.toml"].replace("when = \"line\"", "when = \"whatever\"");
            files.texts.insert("game.toml".to_owned(), text.into());
        }
        assert!(Pack::load(wrong.unwrap()).is_err());
        let asked = ASKED.take();
        let mut faults = Vec::new();
        for table in TABLES {
            let Some(read) = asked.get(table.path) else {
                // No pack has one.
                continue;
            };
            let written: BTreeSet<String> = table.keys.iter().map(|(key, _)| (*key).to_owned()).collect();
            let untold = read.difference(&written).filter(|_| !table.has_own);
            faults.extend(untold.map(|key| format!("`{key}` of `{}` is not told", table.path)));
            faults.extend(written.difference(read).map(|key| format!("nobody reads `{key}` of `{}`", table.path)));
        }
        assert!(faults.is_empty(), "{faults:#?}");
        let unknown: Vec<_> = asked.keys().filter(|path| !TABLES.iter().any(|table| table.path == *path)).collect();
        assert!(unknown.is_empty(), "tables without keys: {unknown:?}");
    }
}
