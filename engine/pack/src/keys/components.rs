//! Keys of the components: seats, options, and tables of cards and words.

use super::Shape::*;
use super::{ART, KeyTable, open, table, words};
use crate::load::COLOURS;
use parlour_model::plans::SearchPlan;

pub(super) const COMPONENTS: &[KeyTable] = &[
    open(
        "",
        "the beginning of the file",
        "The keys before the first table, and the tables.",
        &[
            (
                "scores",
                Text,
                "`\"wins\"` (1 for a winner, the default), a variable per seat or team or a single one, `\"points of \
                 hand\"` (a column, added up over the cards of a seat's bag), or `\"script\"`",
            ),
            (
                "winners",
                Texts,
                "the ranking if an ending names no winner: `[\"most money\", \"least sold\"]`, numbers per seat or \
                 team, the later ones where earlier ones are even",
            ),
            (
                "ply_limit",
                Quantity,
                "the number of actions after which the match is broken off: by `on_limit`, or with the ending `limit`",
            ),
            (
                "extends",
                Text,
                "the parent of this pack: the file is merged over its tables, by the names of tables and rows. The \
                 parent's names, robots and engines aren't inherited",
            ),
            (
                "remove",
                Texts,
                "items of the parent that are removed: `[\"end.stalemate\", \"vars.short\", \"castle\"]`",
            ),
            ("game", Table, "what people call the game"),
            ("seats", Table, "who plays"),
            ("levels", Table, "the robots that play well or badly on purpose"),
            ("options", Table, "what `--set KEY=VALUE` may change; one that nothing reads is refused"),
            ("variants", Table, "sets of options"),
            ("lists", Table, "lists of words: `role = [\"treasure\", \"map\"]`"),
            ("synonyms", Table, "what people write for words of lists besides"),
            ("columns", Table, "the columns of tables of the pack's own"),
            (
                "constants",
                Table,
                "`special = \"value\"` says that the table `[special]` gives names to words of the list `value`: `skip \
                 = \"A\"` is `special.skip` in scripts",
            ),
            ("card", Tables, "the kinds of card, written `[[card]]`"),
            ("zones", Table, "the places for cards"),
            ("combinations", Table, "cards that mean something together"),
            ("climbing", Table, "the climbing that the engine plays"),
            ("auction", Table, "the auction that the engine plays"),
            ("trick", Table, "the tricks that the engine plays"),
            ("boards", Table, "the boards"),
            ("vars", Table, "the variables"),
            ("notation", Table, "how positions are written on one line"),
            ("engines", Table, "the protocols by which engines from outside play the game"),
            ("chance", Table, "the random outcomes"),
            ("dice", Table, "the dice"),
            ("setup", Table, "how a match is dealt"),
            ("piece", Tables, "the pieces, written `[[piece]]`"),
            ("shape", Tables, "shapes of several squares, written `[[shape]]`"),
            ("place", Tables, "what is put onto the board, written `[[place]]`"),
            ("castle", Tables, "what moves two pieces at once, written `[[castle]]`"),
            ("custody", Tables, "what a piece captures by moving beside it, written `[[custody]]`"),
            ("end", Tables, "what ends a match, written `[[end]]`"),
            (
                "endings",
                Table,
                "the sentences of the endings: `touch = \"{winner} wins by a touch\"`; if several can win, `{winner} \
                 {winner:wins|win}`. One that no script calls and no `[[end]]` has is refused",
            ),
            ("refusals", Table, "what is said against an action"),
            ("phases", Table, "the kinds of decision"),
            ("actions", Table, "the actions"),
            ("events", Table, "what is told"),
        ],
    ),
    table(
        "game",
        "[game]",
        "What people call the game, and how lists and searches treat it.",
        &[
            ("title", Text, "its name; the only required key"),
            (
                "synonyms",
                Texts,
                "other names of the game: `[\"checkers\", \"dames\"]`. Upper case, blanks and hyphens make no \
                 difference; a name that another pack has is a fault",
            ),
            ("summary", Text, "one sentence"),
            ("designer", Text, "who designed it"),
            (
                "family",
                Text,
                "its group in lists of games, such as `chess`; without it `cards`, `boards`, `dice` or `others`, by \
                 its components",
            ),
            ("version", Text, "a text that saved matches keep, to identify the rules"),
            ("variant", Text, "the default variant; otherwise the first"),
            (
                "search",
                Word(words!(SearchPlan::ALL)),
                "the search of `thinker`, hints and reviews, as `parlour tune GAME --search` prints it: `alphabeta`; \
                 `uct`, `uct-history` or `uct-mast` if nothing is hidden or left to chance; `ismcts`, `ismcts-mast`; \
                 `worth` for whole turns or a few plies, judged by the hook `worth`; or `worth-now` to judge the \
                 position after each action. Without it the possible searches play a few matches against each other if \
                 two seats see everything; otherwise `worth` is used if the hook exists, else `ismcts-mast`",
            ),
        ],
    ),
    table(
        "seats",
        "[seats]",
        "Fixed seats by `names`, or any number from `min` to `max`.",
        &[
            ("names", Texts, "the names of fixed seats; a, b, c and so on unless given"),
            ("min", Range(1, 16), "the fewest seats"),
            ("max", Range(1, 16), "the most seats"),
            ("counts", Numbers, "the possible numbers of seats, if some between are missing: `[2, 3, 4, 6]`"),
            ("players", Range(1, 16), "the default number of seats"),
            (
                "first",
                Any,
                "the seat that acts first where pieces move by tables, or by variant `{ VARIANT = \"SEAT\" }`; the \
                 first of `names` unless given",
            ),
            (
                "together",
                Flag,
                "true: the seats play together, and the score is the result; so it is for a single seat",
            ),
            (
                "teams",
                Any,
                "the sides: `[[\"a\", \"c\"], [\"b\", \"d\"]]`, or by the number of seats, `{ 4 = [...], 6 = [...] }`",
            ),
            (
                "colours",
                Words(COLOURS),
                "the colours of the seats' names and pieces: red, green, yellow, blue, magenta, cyan, white",
            ),
            (
                "alive",
                Text,
                "a variable, dice or a zone with `per = \"seat\"`: a seat for which it is 0 or empty is out of the \
                 match. Turns, `decide.all_PHASE()` and `other seat` skip it",
            ),
            ("robots", Texts, "the default robots"),
        ],
    ),
    table(
        "levels",
        "[levels]",
        "The robots of the levels, written as in `--seats`: `hard = \"regent(depth=4)@3000\"`. The nodes or the time \
         after the `@` belong to the level, so that it plays alike everywhere. `parlour arena GAME --levels` measures \
         whether each beats the one below.",
        &[
            ("easy", Text, "for new players; `thinker` with a few nodes unless given"),
            ("medium", Text, "the robots of `[seats]` unless given"),
            ("hard", Text, "the best, which `hint` asks; that of `medium` with more time unless given"),
        ],
    ),
    table(
        "options.*",
        "[options]  NAME = { ... }",
        "A whole number, true or false, or a word, which `--set KEY=VALUE` changes; one that nothing reads is refused. \
         Tables make groups: `mat.spaces = { ... }` is `option.mat_spaces` in scripts.",
        &[
            ("default", Scalar, "the default value"),
            ("min", Bound, "the least number, or an option below which it can't be; 0 unless given"),
            ("max", Bound, "the greatest, or an option above which it can't be, as in `max = \"big_blind\"`"),
            (
                "choices",
                Choices,
                "the allowed words, or instead of `min` and `max` the allowed numbers: `{ default = 8, choices = [6, \
                 8, 10] }`",
            ),
            ("help", Text, "a sentence for players"),
        ],
    ),
    table(
        "variants.*",
        "[variants.NAME]",
        "A set of options under a name.",
        &[
            ("help", Text, "a sentence for players"),
            ("set", Table, "the values of options: `{ option = value }`"),
            ("extends", Text, "another variant, whose values it has unless it sets them itself"),
        ],
    ),
    open(
        "synonyms.*",
        "[synonyms]  LIST = { WORD = [...] }",
        "Other words that people write for those of a list, also in the names of cards: with `rank = { T = [\"10\", \
         \"ten\"] }` and `suit = { C = \"clubs\" }` the card `TC` is `10C` and `ten of clubs` as well.",
        &[],
    ),
    table(
        "columns.*.*",
        "[columns.TABLE]  COLUMN = { ... }",
        "A column of a table of the pack's own, written `[[TABLE]]`; the cards are the table `card`.",
        &[
            ("type", Text, "`int`, `ints`, `bool`, `text` (written on a card if there is room), or the name of a list"),
            ("min", Number, "the least number of a cell"),
            ("max", Number, "the greatest number of a cell"),
            ("least", Range(0, 1000), "of `ints`: the least length of the list"),
            ("default", Any, "the value of rows without the column"),
            ("title", Text, "its name for people, if that is not its name for scripts"),
        ],
    ),
    open(
        "constants",
        "[constants]",
        "`special = \"value\"` makes `[special]` a table of names for words of the list `value`: with `skip = \"A\"` \
         there, scripts have `special.skip`. A name that no script reads is refused.",
        &[],
    ),
    open(
        "card[]",
        "[[card]]",
        "A kind of card. Its other keys are the columns. A cell can be computed: `{ sum = [\"value\", \"colour\"] }` \
         of other columns, where words count from 0 and wrap round their list, or `{ by = \"rank\", is = { A = 1, K = \
         10 } }` by the word of another column.",
        &[
            ("name", Text, "its name; `{COLUMN}` is filled in"),
            ("title", Text, "its name for people, if that is not its name for scripts"),
            ("plural", Text, "its plural for people"),
            ("art", Text, ART),
            ("count", Quantity, "the number of copies; 1 unless given"),
            (
                "each",
                Table,
                "one row for each combination of values: `{ value = \"all\", colour = [\"red\", \"blue\"] }`",
            ),
        ],
    ),
    open(
        "*[]",
        "[[TABLE]]",
        "A row of another table; its other keys are the columns of `[columns.TABLE]`.",
        &[
            ("name", Text, "its name; `{COLUMN}` is filled in"),
            ("title", Text, "its name for people, if that is not its name for scripts"),
            ("plural", Text, "its plural for people"),
            ("art", Text, ART),
            (
                "each",
                Table,
                "one row for each combination of values: `{ value = \"all\", colour = [\"red\", \"blue\"] }`",
            ),
        ],
    ),
    table(
        "*[].*",
        "COLUMN = { ... }",
        "A computed cell.",
        &[
            ("sum", Texts, "the columns that are added up"),
            ("by", Text, "a column of words; each has its value in `is`"),
            ("is", Table, "`{ WORD = VALUE }`; a word that is left out has the column's default"),
        ],
    ),
    open("*[].*.is", "is = { WORD = VALUE }", "The value for each word of the column `by`.", &[]),
];
