//! Keys of the components: seats, options, and tables of cards and words.

use super::Shape::*;
use super::{ART, KeyTable, open, table};
use parlour_model::plans::SearchPlan;

pub(super) const COMPONENTS: &[KeyTable] = &[
    open(
        "",
        "the beginning of the file",
        "What stands before the first table, and the tables themselves.",
        &[
            (
                "scores",
                Text,
                "`\"wins\"` (1 for a winner, the default), the name of a variable per seat or team or of one for all, \
         `\"points of hand\"` (a column of all cards that a seat holds in a bag, added up), or `\"script\"`",
            ),
            (
                "winners",
                Texts,
                "who wins where an ending names nobody: `[\"most money\", \"least sold\"]`, numbers per seat or team, the later \
         ones where the earlier are even",
            ),
            (
                "ply_limit",
                Quantity,
                "after how many actions the match is broken off: by `on_limit`, or with the ending `limit`",
            ),
            (
                "extends",
                Text,
                "the game that this one is made from, `extends = \"chess\"`: what is written here is laid over its tables. Tables merge \
         by their names, rows of lists by theirs; of what the other game calls itself, and of its robots and engines, nothing is taken",
            ),
            (
                "remove",
                Texts,
                "what of the game that this one extends is taken away: `[\"end.stalemate\", \"vars.short\", \"castle\"]`",
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
                "`special = \"value\"` says that the table `[special]` gives names to words of the list `value`: \
         `skip = \"A\"` is `special.skip` in scripts",
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
                "how a match can end, as a sentence: `touch = \"{winner} wins by a touch\"`; where several \
         can win, `{winner} {winner:wins|win}` reads well for all; one that no script calls and no \
         `[[end]]` has is refused",
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
        "What people call the game.",
        &[
            ("title", Text, "its name; the only key that must be there"),
            (
                "synonyms",
                Texts,
                "other names by which people ask for the game: `[\"checkers\", \"dames\"]`. Upper case, blanks and hyphens make no \
         difference. A name that another pack has as well is a fault",
            ),
            ("summary", Text, "one sentence"),
            ("designer", Text, "who designed it"),
            (
                "family",
                Text,
                "what it stands under in lists of games, such as `chess`; without it `cards`, `boards`, `dice` or `others`, by \
         what it is played with",
            ),
            ("version", Text, "a text that saved matches keep, to say by which rules they were played"),
            ("variant", Text, "the variant that is played unless another is asked for; otherwise the first"),
            (
                "search",
                Word(SearchPlan::NAMES),
                "the search by which `thinker`, hints and reviews play the game, as `parlour tune GAME --search` prints it: \
         `alphabeta`; `uct`, `uct-history` or `uct-mast` where nothing is hidden and nothing left to chance; `ismcts`, \
         `ismcts-mast`; `worth` for whole turns or a few plies that the hook `worth` judges; or `worth-now` where it judges each \
         position that is reached. Without it the searches that \
         fit play a few matches against each other where two seats see everything; elsewhere `worth` is taken where there \
         is that hook, else `ismcts-mast`",
            ),
        ],
    ),
    table(
        "seats",
        "[seats]",
        "Fixed seats by name, or from so many to so many.",
        &[
            ("names", Texts, "the names of fixed seats; without them a, b, c and so on"),
            ("min", Range(1, 16), "the fewest seats"),
            ("max", Range(1, 16), "the most"),
            (
                "counts",
                Numbers,
                "the numbers of seats, where not all from the fewest to the most can play: `[2, 3, 4, 6]`",
            ),
            ("players", Range(1, 16), "how many unless another number is asked for"),
            (
                "first",
                Any,
                "the seat that acts first where pieces move by tables, or by variant `{ VARIANT = \"SEAT\" }`; the first of \
         the names unless given",
            ),
            (
                "together",
                Flag,
                "true: nobody plays against anybody, and a match is as good as its score; a single seat always plays so",
            ),
            (
                "teams",
                Any,
                "who is on whose side: `[[\"a\", \"c\"], [\"b\", \"d\"]]`, or by the number of seats, `{ 4 = [...], 6 = [...] }`",
            ),
            (
                "colours",
                Words(&["red", "green", "yellow", "blue", "magenta", "cyan", "white"]),
                "colours of the seats' names and pieces: red, green, yellow, blue, magenta, cyan, white",
            ),
            (
                "alive",
                Text,
                "a variable, dice or a zone with `per = \"seat\"`: a seat that has 0 or none of it is out of the match. Turns, \
         `decide.all_PHASE()` and `other seat` pass it over",
            ),
            ("robots", Texts, "the robots that sit down by default"),
        ],
    ),
    table(
        "levels",
        "[levels]",
        "The robots behind the levels, written as in `--seats`: `hard = \"regent(depth=4)@3000\"`. The nodes or the time after \
     the `@` belong to the level, so that it plays alike everywhere. `parlour arena GAME --levels` measures whether each beats \
     the one below.",
        &[
            ("easy", Text, "for who plays the game for the first time; `thinker` with a few nodes unless given"),
            ("medium", Text, "the robots of `[seats]` unless given"),
            ("hard", Text, "the best, whom `hint` asks; that of `medium` with more time unless given"),
        ],
    ),
    table(
        "options.*",
        "[options]  NAME = { ... }",
        "A whole number, true or false, or a word. Names of tables make groups: \
     `mat.spaces = { ... }` is `option.mat_spaces` in scripts.",
        &[
            ("default", Scalar, "the value unless another is given"),
            ("min", Bound, "the least number, or an option that it can't be below; 0 unless given"),
            ("max", Bound, "the greatest, or an option that it can't be above, as in `max = \"big_blind\"`"),
            (
                "choices",
                Choices,
                "the words that it can be, or, in place of `min` and `max`, the whole numbers: `{ default = 8, choices = [6, 8, 10] }`",
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
            ("set", Table, "`{ option = value }`"),
            ("extends", Text, "another variant of the game, which sets whatever this one doesn't"),
        ],
    ),
    open(
        "synonyms.*",
        "[synonyms]  LIST = { WORD = [...] }",
        "Other words that people write for those of a list, also in the names of cards: with `rank = { T = [\"10\", \"ten\"] }` \
     and `suit = { C = \"clubs\" }` the card `TC` is `10C` and `ten of clubs` as well.",
        &[],
    ),
    table(
        "columns.*.*",
        "[columns.TABLE]  COLUMN = { ... }",
        "A column of a table of the pack's own, written \
     `[[TABLE]]`; the cards are the table `card`.",
        &[
            ("type", Text, "`int`, `ints`, `bool`, `text`, or the name of a list"),
            ("min", Number, "the least number"),
            ("max", Number, "the greatest number"),
            ("least", Range(0, 1000), "of `ints`: how many there are at least"),
            ("default", Any, "the value in rows that leave the column out"),
            ("title", Text, "what people call it, where cards are shown as a table"),
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
            ("name", Text, "its name for scripts and players; `{COLUMN}` is filled in"),
            ("title", Text, "what people call it, if that is not its name"),
            ("plural", Text, "what people call several"),
            ("art", Text, ART),
            ("count", Quantity, "how many there are; 1 unless given"),
            ("each", Table, "one row for each combination: `{ value = \"all\", colour = [\"red\", \"blue\"] }`"),
        ],
    ),
    open(
        "*[]",
        "[[TABLE]]",
        "A row of another table; its other keys are the columns of `[columns.TABLE]`.",
        &[
            ("name", Text, "its name for scripts; `{COLUMN}` is filled in"),
            ("title", Text, "what people call it, if that is not its name, as in `costs {step} {step:life|lives}`"),
            ("plural", Text, "what people call several"),
            ("art", Text, ART),
            ("each", Table, "one row for each combination, as for cards"),
        ],
    ),
    table(
        "*[].*",
        "COLUMN = { ... }",
        "A cell that is worked out from others.",
        &[
            ("sum", Texts, "the columns that are added up"),
            ("by", Text, "a column of words; each has its value in `is`"),
            ("is", Table, "`{ WORD = VALUE }`; a word that is left out has the column's default"),
        ],
    ),
    open("*[].*.is", "is = { WORD = VALUE }", "The value for each word of the column `by`.", &[]),
];
