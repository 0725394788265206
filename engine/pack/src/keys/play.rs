//! Keys of play: chance, the setup, phases, actions, and events.

use super::Shape::*;
use super::{KeyTable, open, table};

pub(super) const PLAY: &[KeyTable] = &[
    table(
        "notation",
        "[notation]",
        "How positions are written on one line, as in FEN. Pieces are written by their `sign` or `glyph`.",
        &[
            ("name", Text, "what people call it, such as `FEN`"),
            (
                "fields",
                Texts,
                "what stands there, separated by blanks: `board` (rows separated by `/`, numbers for empty squares, and nothing for places without a square), `seat` (who is \
         to act), `hands`, `[hands]` (in brackets, right behind the field before), `flags K:short.white k:short.black` (a letter if that variable is 1), `square VAR`, `number VAR`, \
         `turn` and `ply` (how far the match has come), `-` (nothing)",
            ),
            ("seats", Texts, "the letters of the seats; the first letters of their names unless given"),
            (
                "plain",
                Text,
                "the piece whose letter is left out where players write moves by pieces: `e4`, `exd5` beside `Nf3`, `R1e2`, \
         `e8=Q`. A pack with a notation takes these beside the actions' own texts",
            ),
            (
                "games",
                Text,
                "the notation of whole matches, by the name under which programs know it: the guide to packs lists those that \
         `load`, `replay`, `review` and `analyse` read, and `save` and `replay --notation` write",
            ),
            (
                "variant",
                Text,
                "the name by which programs know `games` of this pack as a variant of another game: PGN's tag `Variant`",
            ),
            (
                "unclaimed",
                Table,
                "options with which a match of `games` is read that was played on after an ending that a player has to \
         claim: `{ fivefold = true }`",
            ),
            (
                "older",
                Table,
                "options with which it is read that was played on beyond those ends too, from before there were such ends; \
         what would have ended it is told",
            ),
        ],
    ),
    table(
        "engines",
        "[engines]",
        "The protocols by which engines from outside play the game, as a seat `uci:COMMAND` or so, and by which `parlour engine` \
         plays it for other programs. Squares and moves are written as the protocol has them, positions as `[notation]` has them. \
         Each key is the name by which engines know the game: a text, or one for each variant that they play, as in \
         `usi = { standard = \"shogi\", mini = \"minishogi\" }`.",
        &[
            (
                "uci",
                Any,
                "the Universal Chess Interface; the name is told as `UCI_Variant` to engines that play several",
            ),
            (
                "usi",
                Any,
                "the Universal Shogi Interface; the name is told as `USI_Variant`, or as `UCI_Variant` where the engine has that",
            ),
            ("ucci", Any, "the Universal Chinese Chess Protocol"),
            ("gtp", Any, "the Go Text Protocol, version 2; the size of the board and an option `komi` are told"),
        ],
    ),
    table(
        "chance.*",
        "[chance]  NAME = { ... }",
        "A random outcome, which scenarios can prescribe: one of at most 65,535.",
        &[
            ("roll", Quantity, "a number from 1 to this, up to 65,535"),
            ("of", Text, "`seat`, `card`, or the name of a list"),
        ],
    ),
    table(
        "setup",
        "[setup]",
        "The deal.",
        &[
            (
                "source",
                Texts,
                "the pile that all cards come from, or a list of piles: each card begins in the first that may hold it \
         (`holds`); a pile for each entry of a list is as many",
            ),
            ("deal", Tables, "the deals, one card at a time round the table"),
            ("hold_back", Any, "cards that are shuffled in after the deals: names, or `{ role = [\"thief\"] }`"),
            ("rest", Texts, "zones that take what a scenario leaves over"),
        ],
    ),
    table(
        "setup.deal[]",
        "deal = [{ ... }]",
        "One deal.",
        &[
            ("to", Text, "the zone; with one for each seat, all of them"),
            ("count", Quantity, "how many cards for each"),
            (
                "from",
                Text,
                "of several sources, the one that deals: `tier1`, or `deck.red` of a pile for each colour; unless given, the \
         only one whose cards `to` may hold, or of a pile for each entry each to its own",
            ),
        ],
    ),
    table(
        "phases.*",
        "[phases]  NAME = { ... }",
        "A kind of decision.",
        &[
            ("actions", Texts, "what can be done in it"),
            ("text", Text, "the prompt"),
            (
                "moments",
                Tables,
                "rows with other prompts for moments when some of the actions are possible, or are not",
            ),
            ("enter", Text, "the action without arguments that an empty line stands for"),
            (
                "simultaneous",
                Flag,
                "true: the seats that are asked decide unseen by each other, and all is done when the last has decided",
            ),
        ],
    ),
    table(
        "phases.*.moments[]",
        "moments = [{ can = [...], ... }]",
        "The prompt of a moment; the first row that fits is taken.",
        &[
            ("can", Texts, "actions of which each is possible now"),
            ("cannot", Texts, "actions of which none is possible now"),
            ("text", Text, "the prompt"),
        ],
    ),
    table(
        "actions.*",
        "[actions]  NAME = { ... }",
        "An action.",
        &[
            (
                "usage",
                Text,
                "its form, such as `trade {give:cards} for {take:cards}`; the name unless given. What stands in square \
         brackets may be left out, each argument by itself and then 0; brackets can't be inside each other",
            ),
            ("aliases", Texts, "other first words"),
            ("help", Text, "a sentence for players"),
            (
                "title",
                Text,
                "of an action without arguments: what its button says, unless as its form; with a number, `display.lua` says it",
            ),
            (
                "at",
                Text,
                "of an action without arguments: the zone whose cards are tapped for it, as the stock to draw from it",
            ),
            ("told", Text, "the sentence that tells others of it where no event does: `{seat} ends the turn.`"),
            (
                "turn",
                Word(&["next"]),
                "of an action of a script: `next` gives the next seat the turn, in the same phase, before `apply`, which can \
         give it to another; without it the turn stays where it is until a script gives it",
            ),
            ("must", Switch, "true, or the name of an option: where such an action is possible only such are legal"),
            (
                "pass",
                Flag,
                "true: changes nothing but whose turn it is, and is legal where its seat can do nothing else, unless its \
         royal piece is in danger; a row `[[end]]` with `when = \"no_move\"` must say what happens then",
            ),
            (
                "again",
                Word(&["always", "unchanged"]),
                "`always`: the piece that has acted goes on as long as it can; `unchanged`: until it has become \
         another. Needs a variable with `follows = \"goes_on\"`",
            ),
            (
                "then",
                Text,
                "of an action of `moves`: the phase in which the piece that has acted acts once more in the same turn, and nothing \
         else; the turn ends where it can't. Needs a variable with `follows = \"goes_on\"`",
            ),
            (
                "longest",
                Switch,
                "true, or the name of an option: of the chains that `again` makes, only those of the most actions are \
         legal, counted by tables",
            ),
            (
                "seen",
                Table,
                "`seen.card = [\"seat\"]` hides an argument from all but the seat that acts and the seats that the named \
         arguments name",
            ),
            (
                "does",
                Word(&["nothing", "take_over", "stop"]),
                "of an action without arguments in a game with pieces: `nothing`, a pass that is always possible; `stop`, by which a piece that \
         `again` lets act once more ends its turn; or `take_over`, by which the second seat, as its first action, takes \
         what the first has played: pieces change sides, and where the board is as wide as high rows become columns",
            ),
            ("given", Quantity, "with `does`: a number, such as an option; at 0 there is no such action"),
            ("captures", Text, "of an action of a script: the square argument whose piece it takes"),
            (
                "takes",
                Table,
                "what an action of tables takes besides where it completes a line of its seat's pieces, named by an \
         argument that may be left out: `{to:square}[x{take:square}]`",
            ),
            (
                "exchange",
                Table,
                "the engine does it: cards of a seat's bag for cards of another bag that are together not worth more",
            ),
        ],
    ),
    table(
        "actions.*.takes",
        "takes = { line = 3 }",
        "A move or a placing that completes a line of so many of its seat's pieces takes one of another seat.",
        &[
            ("line", Range(2, 64), "how many in a row"),
            (
                "spares_lines",
                Switch,
                "true, or the name of an option: pieces in such lines are taken only where there are no others",
            ),
        ],
    ),
    table(
        "actions.*.exchange",
        "exchange = { ... }",
        "The usage has `{give:cards}` and then `{take:cards}`.",
        &[
            ("give", Text, "the bag of each seat"),
            ("take", Text, "the bag that all share"),
            ("value", Text, "the column of what a card is worth"),
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
     card by its name. What stands in square brackets is left out where nothing fills one of its holes. A refusal that no script returns is refused.",
        &[],
    ),
    table(
        "events.*",
        "[events.NAME]",
        "Something that is told: by a script, as `event.NAME(...)`, or, if it has the name of an action and no script tells it, by \
     the engine before the action is done, where its fields are the acting `seat` and arguments of the action by their names. \
     `deal`, with `seat` and `cards`, is told after a deal of each seat's bag, unless a script does it. \
     `[events]` with `NAME = \"TEXT\"` is the short form of an event with nothing but a text.",
        &[
            (
                "fields",
                Texts,
                "`[\"from: seat\", \"card: card\"]`: types of arguments, `symbol` and `glyph` (what lies on a square); unless \
         given, of an event with the name of an action the acting `seat` and the arguments, seen as these are, and of \
         another what its texts name by types: `{seat}`, `{card}`",
            ),
            (
                "seen",
                Table,
                "`seen.card = [\"from\"]` hides a field from all but those seats; `[\"not from\"]` shows it to all seats but \
         those; `[\"none\"]` hides it from everyone",
            ),
            (
                "turned",
                Table,
                "`turned.from = 24`: each seat counts the first 24 values of that field from its own side, so that texts \
         for other seats than the event's first count them from the other end",
            ),
            (
                "text",
                Any,
                "a text for everyone: `\"{seat} {take|takes} {card} from {victim}\"`; a seat that it names reads `you` and the \
         first word, `{victim:lose|loses}` are words of another seat than the first; or a table: `text.from` is for the seat in \
         that field, `text.all` for everyone else. `{card}` is a field's value, \
         `{number of card}` a number of it, `{words of number}` a number in words, `{points:point|points}` a word for one and for several; what stands in square \
         brackets is left out where a field in it holds nothing",
            ),
        ],
    ),
];
