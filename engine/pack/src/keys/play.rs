//! Keys of play: chance, the setup, phases, actions, and events.

use super::Shape::*;
use super::{KeyTable, open, table, words};
use crate::load::words::{AGAIN, TURNS};
use crate::pieces::DOES;

pub(super) const PLAY: &[KeyTable] = &[
    table(
        "notation",
        "[notation]",
        "The notation of positions on one line, as in FEN. Pieces are written by their `sign` or `glyph`.",
        &[
            ("name", Text, "its name, such as `FEN`"),
            (
                "fields",
                Texts,
                "its fields, separated by blanks: `board` (rows separated by `/`, numbers for empty squares, nothing \
                 for places without a square), `seat` (to act), `hands`, `[hands]` (in brackets, right after the field \
                 before), `flags K:short.white k:short.black` (a letter if that variable is 1), `square VAR`, `number \
                 VAR`, `turn` and `ply` (the progress of the match), `-` (nothing)",
            ),
            ("seats", Texts, "the letters of the seats; the first letters of their names unless given"),
            (
                "plain",
                Text,
                "the piece whose letter is left out where players write moves by pieces: `e4`, `exd5` beside `Nf3`, \
                 `R1e2`, `e8=Q`. A pack with a notation accepts these beside the actions' own texts",
            ),
            (
                "games",
                Text,
                "the notation of whole matches, `PGN`, which `load`, `replay`, `review` and `analyse` read, and `save` \
                 and `replay --notation` write",
            ),
            ("variant", Text, "the name of this pack in `games` as a variant of another game: PGN's tag `Variant`"),
            (
                "unclaimed",
                Table,
                "options with which a match of `games` is read that continued after an ending that a player has to \
                 claim: `{ fivefold = true }`",
            ),
            (
                "older",
                Table,
                "options with which one is read that continued beyond these as well, from before such endings existed; \
                 the ending that was passed over is told",
            ),
        ],
    ),
    table(
        "engines",
        "[engines]",
        "The protocols by which external engines play the game, as in a seat `uci:COMMAND`, and by which `parlour \
         engine` plays it for other programs. Each has its own notation of squares and moves; positions are written by \
         `[notation]`. A value is the engines' name of the game: a text, or one for each variant that they play.",
        &[
            (
                "uci",
                Any,
                "the Universal Chess Interface; engines that play several games are sent the name as `UCI_Variant`",
            ),
            (
                "usi",
                Any,
                "the Universal Shogi Interface; likewise as `USI_Variant`, or as `UCI_Variant` if the engine has that: \
                 `{ standard = \"shogi\", mini = \"minishogi\" }`",
            ),
            ("ucci", Any, "the Universal Chinese Chess Protocol"),
            (
                "gtp",
                Any,
                "the Go Text Protocol, version 2; engines are sent the size of the board and an option `komi`",
            ),
        ],
    ),
    table(
        "chance.*",
        "[chance]  NAME = { ... }",
        "A random outcome, which scenarios can prescribe.",
        &[
            ("roll", Quantity, "a number from 1 to this, at most 65,535"),
            ("of", Text, "a `seat`, a `card`, or a word of this list"),
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
                "the pile from which all cards come, or a list of piles: each card begins in the first that may hold \
                 it (`holds`). A pile with `per` is one for each",
            ),
            ("deal", Tables, "the deals, one card at a time round the table"),
            ("hold_back", Any, "cards that are shuffled in after the deals: names, or `{ role = [\"thief\"] }`"),
            (
                "rest",
                Texts,
                "zones that take the cards that a scenario leaves over; without it they aren't in the match",
            ),
        ],
    ),
    table(
        "setup.deal[]",
        "deal = [{ ... }]",
        "One deal.",
        &[
            ("to", Text, "the zone; with one for each seat, all of them"),
            ("count", Quantity, "the number of cards for each"),
            (
                "from",
                Text,
                "of several sources, the one that deals: `tier1`, or `deck.red` of a pile for each colour; unless \
                 given, the only one whose cards `to` may hold, or of piles with the same `per` each to its own",
            ),
        ],
    ),
    table(
        "phases.*",
        "[phases]  NAME = { ... }",
        "A kind of decision.",
        &[
            ("actions", Texts, "its actions"),
            ("text", Text, "the prompt"),
            ("moments", Tables, "other prompts for moments when some of the actions are legal, or are not"),
            ("enter", Text, "the action without arguments for an empty line"),
            (
                "pass",
                Text,
                "the action that leaves it to the next seat that is asked; any other calls off those that are still to be \
         asked in this phase",
            ),
            (
                "step",
                Flag,
                "true: nobody decides; `steps.NAME(seat)` of `rules.lua` runs once all that was asked after `decide.NAME(seat)` \
         is decided",
            ),
            (
                "simultaneous",
                Flag,
                "true: the seats that are asked decide in secret, and all is done when the last has decided",
            ),
        ],
    ),
    table(
        "phases.*.moments[]",
        "moments = [{ can = [...], ... }]",
        "The prompt of a moment; the first row that fits is taken.",
        &[
            ("can", Texts, "actions that are all legal now"),
            ("cannot", Texts, "actions of which none is legal now"),
            ("text", Text, "its prompt"),
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
                "its form, such as `trade {give:cards} for {take:cards}`; the name unless given. Text in square \
                 brackets may be left out, each argument in it is then 0; brackets aren't nested",
            ),
            ("aliases", Texts, "other first words"),
            ("help", Text, "a sentence for players"),
            (
                "title",
                Text,
                "of an action without arguments: the label of its button, its form unless given; `display.lua` gives \
                 labels with numbers",
            ),
            (
                "at",
                Text,
                "of an action without arguments: the zone whose cards are tapped for it, as the stock to draw from it",
            ),
            ("told", Text, "the sentence that tells others of it if no event does: `{seat} ends the turn.`"),
            (
                "turn",
                Word(words!(TURNS)),
                "of an action of a script: `next` gives the next seat the turn, in the same phase, before `apply`, \
                 which can give it to another; without it the turn stays until a script gives it",
            ),
            ("must", Switch, "true, or the name of an option: while such an action is legal, only such are"),
            (
                "pass",
                Flag,
                "true: changes only the turn, and is legal if its seat can do nothing else, unless its royal piece is \
                 in danger; an `[[end]]` with `when = \"no_move\"` must exist",
            ),
            (
                "again",
                Word(words!(AGAIN)),
                "`always`: the piece that has acted goes on as long as it can; `unchanged`: until it has become \
                 another. It must go on, unless an action that does `stop` ends its turn. Needs a variable with \
                 `follows = \"goes_on\"`",
            ),
            (
                "then",
                Text,
                "of an action of `moves`: the phase in which the piece that has acted acts once more in the same turn, \
                 and nothing else; the turn ends if it can't. Needs a variable with `follows = \"goes_on\"`",
            ),
            (
                "longest",
                Switch,
                "true, or the name of an option: of the chains that `again` makes, only the longest are legal, counted \
                 by tables",
            ),
            (
                "seen",
                Table,
                "`seen.card = [\"seat\"]` hides an argument from all but the acting seat and the seats in these \
                 arguments",
            ),
            (
                "does",
                Word(words!(DOES)),
                "of an action without arguments in a game with pieces: `nothing`, a pass that is always possible; \
                 `stop`, which ends the turn of a piece that may act again; or `take_over`, by which the second seat, \
                 as its first action, takes what the first has played: pieces change sides, and on a board as wide as \
                 high rows become columns",
            ),
            ("given", Quantity, "with `does`: a number, such as an option; at 0 the action doesn't exist"),
            ("captures", Text, "of an action of a script: the square argument whose piece it takes"),
            (
                "takes",
                Table,
                "an additional capture of an action of tables when it completes a line, named by an argument that may \
                 be left out: `{to:square}[x{take:square}]`",
            ),
        ],
    ),
    table(
        "actions.*.takes",
        "takes = { line = 3 }",
        "A move or placing that completes a line of this many pieces of its seat takes one of another seat.",
        &[
            ("line", Range(2, 64), "the length of the line"),
            (
                "spares_lines",
                Switch,
                "true, or the name of an option: pieces in such lines are taken only if there are no others",
            ),
        ],
    ),
    open(
        "refusals",
        "[refusals]",
        "Reasons against an action, by name. `too_far = \"{by:number} is too far for {card}\"` is `return \
         refusal.too_far(by, card)` in scripts, with the holes in the order of the text; without holes it is `return \
         refusal.NAME`. A hole is `{NAME:TYPE}`, of the types of fields of events, or `{NAME}` if the name is that of \
         a type, or repeats an earlier hole. `{n:number of c:card}` is a number of a card (`2 coins`, `no coins`), \
         `{plural of c:card}` its plural. `{VAR}` and `{ZONE}` (a bag), of the acting seat where each has one, are \
         filled by the engine; `{names of ZONE}` lists each card by its name. Text in square brackets is left out if \
         nothing fills one of its holes. A refusal that no script returns is refused.",
        &[],
    ),
    table(
        "events.*",
        "[events.NAME]",
        "Something that is told, by `event.NAME(...)` of a script. An event with the name of an action, with the \
         acting `seat` and arguments as fields, is told by the engine before the action is done if no script tells it; \
         so is `deal`, with `seat` and `cards`, after a deal, for each seat's bag. `[events]` with `NAME = \"TEXT\"` \
         is the short form of an event with only a text.",
        &[
            (
                "fields",
                Texts,
                "`[\"from: seat\", \"card: card\"]`; unless given, of an event with the name of an action the acting \
                 `seat` and the arguments, as visible as these, and of another the types that its texts name: \
                 `{seat}`, `{card}`",
            ),
            (
                "seen",
                Table,
                "`seen.card = [\"from\"]` hides a field from all but these seats, `[\"not from\"]` from these seats, \
                 `[\"none\"]` from everyone",
            ),
            (
                "turned",
                Table,
                "`turned.from = 24`: the first 24 values of that field are counted by each seat from its own side, and \
                 in texts for other seats than the event's first from the other end",
            ),
            (
                "text",
                Any,
                "a text for everyone: `\"{seat} {take|takes} {card} from {victim}\"`. A seat that it names reads `you` \
                 and the first word; `{victim:lose|loses}` are words of another seat than the first. Or a table: \
                 `text.from` for the seat in that field, `text.all` for everyone else. `{card}` is a field's value, \
                 `{number of card}` a number of it, `{words of number}` a number in words, `{points:point|points}` a \
                 word for one and for several; text in square brackets is left out if a field in it holds nothing",
            ),
        ],
    ),
];
