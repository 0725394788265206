//! The edits with their faults: code, place, message and help.

use super::check;

macro_rules! broken {
    ($($name:ident: $file:literal, $old:literal => $new:literal, $expected:expr;)*) => {
        $(
            #[test]
            fn $name() {
                check(&[($file, $old, $new)], &$expected);
            }
        )*
    };
}

broken! {
    toml_syntax: "game.toml", "[game]" => "[game",
    ["toml-syntax: duel/game.toml:6:6: unclosed table, expected `]`"];

    a_key_twice: "game.toml", "title = \"Duel\"" => "title = \"Duel\"\ntitle = \"Duel\"",
    ["toml-syntax: duel/game.toml:8:1: the key `title` stands twice in its table (the other one stands at duel/game.toml:7:1)"];

    an_unknown_key_at_the_top: "game.toml", "scores =" => "scroes =",
    ["unknown-key: duel/game.toml:3:1: there is no key `scroes` (did you mean `scores`?)"];

    an_unknown_key_of_a_zone: "game.toml", "ring = { kind = \"pile\", seen" => "ring = { kind = \"pile\", sene",
    [
        "unknown-key: duel/game.toml:56:25: there is no key `zones.ring.sene` (did you mean `seen`?)",
    ];

    an_unknown_table: "game.toml", "[chance]" => "[chances]",
    ["unknown-key: duel/game.toml:68:2: there is no key `chances` (did you mean `chance`?)"];

    no_title: "game.toml", "title = \"Duel\"\n" => "",
    ["missing-key: duel/game.toml:6:1: `game.title` is missing (expected the name of the game)"];

    no_seats: "game.toml", "[seats]\nmin = 2\nmax = 3\n" => "",
    ["missing-key: duel/game.toml:1:1: `seats` is missing (expected a table `[seats]` with `names` or with `min` and `max`)"];

    no_phases: "game.toml", "[phases]\nturn = { actions = [\"play\"], text = \"play a card\" }\n" => "",
    ["missing-key: duel/game.toml:1:1: `phases` is missing (expected at least one phase, such as `[phases.turn]` with its `actions`)"];

    enter_for_an_action_with_arguments: "game.toml", "text = \"play a card\"" => "text = \"play a card\", enter = \"play\"",
    ["unknown-action: duel/game.toml:72:60: `play` is not an action of this phase that can stand alone (none is known here)"];

    a_filter_with_a_word_of_no_card: "game.toml", "holds = [\"dagger\", \"blade\", \"buckler\"]" => "holds = { suit = [\"sowrd\", \"shield\"] }",
    ["unknown-word: duel/game.toml:56:57: no card has the suit `sowrd` (did you mean `sword`?)"];

    a_colour_that_is_none: "game.toml", "max = 3\n" => "max = 3\ncolours = [\"rde\"]\n",
    ["unknown-word: duel/game.toml:14:12: `rde` is not a colour of a seat (did you mean `red`?)"];

    a_text_for_a_number: "game.toml", "min = 2\n" => "min = \"two\"\n",
    ["wrong-type: duel/game.toml:12:7: `seats.min` must be a whole number, but is a text"];

    a_table_for_a_text: "game.toml", "summary = \"Play a card, gain its strength.\"" => "summary = { en = \"x\" }",
    ["wrong-type: duel/game.toml:8:11: `game.summary` must be a text, but is a table"];

    a_number_with_a_fraction: "game.toml", "count = 6" => "count = 6.5",
    ["wrong-type: duel/game.toml:38:9: `card[1].count` must be a whole number, the name of an option, or a table by seats, but is a number with a fraction"];

    a_date: "game.toml", "count = 6" => "count = 2024-01-01",
    ["wrong-type: duel/game.toml:38:9: `card[1].count` must be a whole number, the name of an option, or a table by seats, but is a date"];

    a_number_too_large: "game.toml", "count = 6" => "count = 99999999999999999999",
    ["out-of-range: duel/game.toml:38:9: 99999999999999999999 is too large a number"];

    too_many_seats: "game.toml", "max = 3\n" => "max = 40\n",
    ["out-of-range: duel/game.toml:13:7: `seats.max` is 40 (expected 1 to 16)"];

    more_seats_at_least_than_at_most: "game.toml", "min = 2\n" => "min = 4\n",
    ["out-of-range: duel/game.toml:12:7: `seats.min` is 4 (expected 1 to 3)"];

    winners_by_neither_most_nor_least: "game.toml", "scores = \"points\"" => "scores = \"points\"\nwinners = [\"mots points\"]",
    ["bad-winners: duel/game.toml:4:12: `mots points` does not say who wins (expected `most` or `least` and the name of a number per seat, as in `most money`)"];

    winners_by_an_unknown_number: "game.toml", "scores = \"points\"" => "scores = \"points\"\nwinners = [\"least point\"]",
    ["unknown-var: duel/game.toml:4:12: there is no number per seat that is called `point` (did you mean `points`?)"];

    an_option_outside_its_range: "game.toml", "default = 3, min = 1, max = 9" => "default = 12, min = 1, max = 9",
    ["out-of-range: duel/game.toml:16:25: the option `hand_size` is 12 (expected 1 to 9)"];

    an_option_that_is_no_choice: "game.toml", "default = \"small\"" => "default = \"smal\"",
    ["unknown-word: duel/game.toml:18:21: the option `bonus` can't be `smal` (did you mean `small`?)"];

    an_option_without_a_default: "game.toml", "default = 200, " => "",
    ["missing-key: duel/game.toml:17:13: `options.ply_limit.default` is missing (expected the value of the option, as in `{ default = 5, min = 1, max = 9 }`)"];

    a_variant_with_an_unknown_option: "game.toml", "set = { hand_size = 2 }" => "set = { handsize = 2 }",
    ["unknown-option: duel/game.toml:21:9: there is no option `handsize` (did you mean `hand_size`?)"];

    a_variant_outside_the_range: "game.toml", "set = { hand_size = 2 }" => "set = { hand_size = 20 }",
    ["out-of-range: duel/game.toml:21:21: the option `hand_size` can't be set to this (expected a whole number from 1 to 9)"];

    an_unknown_default_variant: "game.toml", "variant = \"short\"" => "variant = \"shrot\"",
    ["unknown-variant: duel/game.toml:9:11: there is no variant `shrot` (did you mean `short`?)"];

    a_word_twice: "game.toml", "[\"sword\", \"shield\"]" => "[\"sword\", \"shield\", \"sword\"]",
    ["duplicate: duel/game.toml:27:28: `sword` stands twice in the list `suit` (the other one stands at duel/game.toml:27:9)"];

    an_empty_list: "game.toml", "suit = [\"sword\", \"shield\"]" => "suit = []",
    ["wrong-count: duel/game.toml:27:8: the list `suit` needs 1 to 250 words"];

    an_unknown_column_type: "game.toml", "type = \"ints\"" => "type = \"itns\"",
    ["unknown-type: duel/game.toml:32:18: there is no column type `itns` (did you mean `ints`?)"];

    a_cell_of_the_wrong_type: "game.toml", "strength = 3" => "strength = \"big\"",
    ["wrong-type: duel/game.toml:43:12: `card[2].strength` must be a whole number, but is a text"];

    a_cell_outside_its_range: "game.toml", "strength = 3" => "strength = 10",
    ["out-of-range: duel/game.toml:43:12: `card[2].strength` is 10 (expected 1 to 9)"];

    a_cell_that_is_no_word: "game.toml", "suit = \"shield\"\n" => "suit = \"sheild\"\n",
    ["unknown-word: duel/game.toml:49:8: `card[3].suit` can't be `sheild` (did you mean `shield`?)"];

    a_cell_missing: "game.toml", "strength = 3\n" => "",
    ["missing-key: duel/game.toml:40:1: `card[2].strength` is missing (expected a value for this column)"];

    an_empty_row_of_gains: "game.toml", "gains = [3, 4]" => "gains = []",
    ["too-short: duel/game.toml:44:9: `card[2].gains` has 0 numbers (expected at least 1)"];

    gains_that_are_no_numbers: "game.toml", "gains = [3, 4]" => "gains = [3, \"4\"]",
    ["wrong-type: duel/game.toml:44:13: `card[2].gains` must be whole numbers, but one is a text"];

    an_unknown_column: "game.toml", "strength = 3" => "strength = 3\nstrenght = 4",
    ["unknown-key: duel/game.toml:44:1: there is no key `card[2].strenght` (did you mean `strength`?)"];

    a_negative_count: "game.toml", "count = 4" => "count = -4",
    ["out-of-range: duel/game.toml:45:9: there can't be -4 cards of a kind (expected 0 to 255)"];

    a_card_twice: "game.toml", "name = \"blade\"" => "name = \"dagger\"",
    [
        "duplicate: duel/game.toml:41:8: `dagger` stands twice (the other one stands at duel/game.toml:35:8)",
        "unknown-card: duel/game.toml:56:58: there is no card `blade` (known here: dagger, buckler)",
    ];

    a_sentence_with_an_unknown_field: "game.toml", "\"You play a {card}.\"" => "\"You play a {crad}.\"",
    ["bad-sentence: duel/game.toml:79:13: `{crad}` is not a field that can stand here; did you mean `card`?"];

    a_sentence_that_counts_what_is_no_number: "game.toml", "\"You play a {card}.\"" => "\"You play {seat of card}.\"",
    ["bad-sentence: duel/game.toml:79:13: `{seat}` is not a field that can stand here; none is known here"];

    an_unknown_kind_of_zone: "game.toml", "deck = { kind = \"pile\"" => "deck = { kind = \"stack\"",
    ["unknown-word: duel/game.toml:54:17: `zones.deck.kind` can't be `stack` (known here: pile, bag)"];

    an_unknown_way_of_seeing: "game.toml", "seen = \"owner\"" => "seen = \"own\"",
    ["unknown-word: duel/game.toml:55:45: `zones.hand.seen` can't be `own` (did you mean `owner`?)"];

    a_zone_for_an_unknown_card: "game.toml", "\"blade\", \"buckler\"]" => "\"blade\", \"bukcler\"]",
    ["unknown-card: duel/game.toml:56:67: there is no card `bukcler` (did you mean `buckler`?)"];

    a_zone_per_unknown_table: "game.toml", "per = \"seat\", seen" => "per = \"row\", seen",
    [
        "unknown-table: duel/game.toml:55:30: there is no table or list `row` to lay this out over (known here: seat, team, card, suit)",
    ];

    a_zone_with_a_name_of_the_scripts: "game.toml", "ring = {" => "card = {",
    [
        "bad-name: duel/game.toml:56:8: a zone can't be called `card` (`card` is the kinds of cards in scripts: expected another name)",
        "unknown-zone: duel/game.toml:66:17: there is no zone `ring` (known here: deck, hand, card)",
    ];

    a_zone_and_a_variable_of_one_name: "game.toml", "played = {" => "ring = {",
    ["duplicate: duel/game.toml:61:8: `ring` is the name of a zone already (the other one stands at duel/game.toml:56:8)"];

    a_variable_up_to_an_unknown_option: "game.toml", "max = 99, start = 0" => "max = \"hand_szie\", start = 0",
    ["unknown-option: duel/game.toml:61:27: there is no option `hand_szie` that holds a whole number (did you mean `hand_size`?)"];

    a_variable_that_starts_outside_its_range: "game.toml", "max = 99, start = 0" => "max = 99, start = 100",
    ["out-of-range: duel/game.toml:61:10: the variable `played` starts at 100 (expected 0 to 99)"];

    an_unknown_type_of_variable: "game.toml", "last_suit = { type = \"suit\" }" => "last_suit = { type = \"siut\" }",
    ["unknown-type: duel/game.toml:60:22: there is no type `siut` for a variable (did you mean `suit`?, or `square of BOARD`)"];

    scores_of_an_unknown_variable: "game.toml", "scores = \"points\"" => "scores = \"point\"",
    ["unknown-var: duel/game.toml:3:10: the scores can't be `point` (did you mean `points`?)"];

    a_deck_too_small: "game.toml", "hand_size = 4" => "hand_size = 9",
    [
        "deck-too-small: duel/game.toml:65:32: the deck is too small to deal: 18 cards are needed with 2 seats, 15 are there (deal fewer cards or raise a `count`)",
        "deck-too-small: duel/game.toml:65:32: the deck is too small to deal: 27 cards are needed with 3 seats, 15 are there (deal fewer cards or raise a `count`)",
    ];

    a_deal_to_an_unknown_zone: "game.toml", "to = \"hand\", count" => "to = \"hnad\", count",
    ["unknown-zone: duel/game.toml:65:16: there is no zone `hnad` (did you mean `hand`?)"];

    a_deal_of_an_unknown_option: "game.toml", "count = \"hand_size\"" => "count = \"hand\"",
    ["unknown-option: duel/game.toml:65:32: there is no option `hand` that holds a whole number (known here: hand_size, ply_limit)"];

    a_deal_from_a_bag: "game.toml", "source = \"deck\"" => "source = \"hand\"",
    ["wrong-zone: duel/game.toml:64:10: `hand` must be a pile to deal from (expected a single pile, or one for each seat or each entry of a table or list)"];

    a_chance_without_a_kind: "game.toml", "first = { of = \"seat\" }" => "first = {}",
    ["missing-key: duel/game.toml:69:9: `chance.first.of` is missing (expected \"seat\", \"card\", or the name of a list; or `roll = N`)"];

    a_chance_of_an_unknown_list: "game.toml", "first = { of = \"seat\" }" => "first = { of = \"seats\" }",
    ["unknown-list: duel/game.toml:69:16: there is no list `seats` (did you mean `seat`?)"];

    a_moment_with_an_action_of_no_phase: "game.toml", "actions = [\"play\"]" => "actions = [\"play\"], moments = [{ can = [\"paly\"], text = \"play\" }]",
    ["unknown-action: duel/game.toml:72:50: there is no action `paly` (did you mean `play`?)"];

    a_phase_with_an_unknown_action: "game.toml", "actions = [\"play\"]" => "actions = [\"paly\"]",
    ["unknown-action: duel/game.toml:72:21: there is no action `paly` (did you mean `play`?)"];

    a_usage_without_its_end: "game.toml", "play {card:card}" => "play {card:card",
    ["bad-usage: duel/game.toml:75:18: the usage of `play` can't be read: a `{` without its `}` (expected something like `trade {give:cards} for {take:cards}`)"];

    a_usage_of_an_unknown_type: "game.toml", "play {card:card}" => "play {card:crad}",
    ["bad-usage: duel/game.toml:75:18: the usage of `play` can't be read: there is no argument type `crad`: did you mean `card`?"];

    a_usage_with_a_card_of_an_unknown_zone: "game.toml", "play {card:card}" => "play {card:card of hnad}",
    ["bad-usage: duel/game.toml:75:18: the usage of `play` can't be read: there is no zone `hnad`: did you mean `hand`?"];

    a_usage_with_a_card_of_a_hidden_zone: "game.toml", "play {card:card}" => "play {card:card of deck}",
    ["bad-usage: duel/game.toml:75:18: the usage of `play` can't be read: nobody sees the cards of `deck`, so that none can be named"];

    a_usage_with_a_range_the_wrong_way_round: "game.toml", "play {card:card}" => "play {card:number 5 to 1}",
    ["bad-usage: duel/game.toml:75:18: the usage of `play` can't be read: there is no number 5 to 1: the lesser one stands first"];

    a_usage_with_a_range_to_an_unknown_option: "game.toml", "play {card:card}" => "play {card:number 1 to hand_siez}",
    ["bad-usage: duel/game.toml:75:18: the usage of `play` can't be read: `hand_siez` is neither a number nor an option: did you mean `hand_size`?"];

    a_usage_with_a_range_that_no_argument_holds: "game.toml", "play {card:card}" => "play {card:number 1 to 70000}",
    ["bad-usage: duel/game.toml:75:18: the usage of `play` can't be read: 70000 is not from 0 to 65535"];

    a_usage_with_an_empty_square_without_a_board: "game.toml", "play {card:card}" => "play {card:empty square}",
    ["bad-usage: duel/game.toml:75:18: the usage of `play` can't be read: there is no argument type `square`: there is no board"];

    a_usage_with_a_range_to_an_option_of_words: "game.toml", "play {card:card}" => "play {card:number 1 to bonus}",
    ["unknown-option: duel/game.toml:75:18: there is no option `bonus` that holds a whole number (known here: hand_size, ply_limit)"];

    a_field_without_a_type: "game.toml", "fields = [\"seat: seat\", \"card: card\"]\ntext.seat" => "fields = [\"seat\", \"card: card\"]\ntext.seat",
    ["bad-field: duel/game.toml:78:11: the field `seat` has no type (expected something like `from: seat` or `card: card`)"];

    a_field_seen_by_nobody_known: "game.toml", "seen.card = [\"seat\"]" => "seen.card = [\"set\"]",
    ["unknown-field: duel/game.toml:84:14: `set` is not a field of type seat of this event (expected a field whose seat may see this one, or \"none\")"];

    a_sentence_for_nobody_known: "game.toml", "text.seat = \"You" => "text.seta = \"You",
    ["unknown-audience: duel/game.toml:79:6: `seta` is not an audience of this event (expected `all` or the name of a field of type seat)"];

    lua_syntax: "rules.lua", "local play = {}" => "local play = {",
    ["script-syntax: duel/rules.lua:20:1: Expected '(' when parsing function, got 'play'"];

    lua_syntax_at_the_end: "rules.lua", "\ton_limit = finish,\n" => "\ton_limit = finish\n",
    ["script-syntax: duel/rules.lua:51:2: Expected ',' after table constructor element"];

    lua_syntax_in_a_required_file: "worth.lua", "return function(c)" => "return function(c",
    ["script-error: duel/worth.lua:6:2: Expected ')' (to close '(' at line 5), got 'local'"];

    an_unknown_word: "rules.lua", "hand.count(seat, c) > 0" => "hand.cuont(seat, c) > 0",
    ["unknown-member: duel/rules.lua:22:11: there is no `hand.cuont` (did you mean `count`?)"];

    a_word_that_is_set: "rules.lua", "local best = 0" => "local best = 0\n\thand = 0",
    ["fixed-name: duel/rules.lua:7:2: `hand` is the game's and can't be set (a script uses the game's words as they are; call what is its own something else, with `local`)"];

    a_local_called_like_a_word: "rules.lua", "local best = 0" => "local best, hand, card, turn = 0, 0, 0, 0",
    [];

    a_word_over_several_lines: "rules.lua", "\tplayed.add(1)" => "\tplayed\n-- how many\n.add(1)\n\tpllayed.add(1)",
    ["unknown-name: duel/rules.lua:40:2: there is no `pllayed` (did you mean `played`?)"];

    a_card_that_is_none: "rules.lua", "\tplayed.add(1)" => "\tplayed.add(card[\"dager\"])",
    ["unknown-member: duel/rules.lua:37:18: there is no `card[\"dager\"]` (did you mean `dagger`?)"];

    an_offer_where_none_is_asked_for: "rules.lua", "\tplayed.add(1)" => "\toffer.play(1)",
    ["wrong-offer: duel/rules.lua:37:2: `offer.play` in `apply` of `play` (only `legal` offers actions)"];

    an_offer_through_a_local: "rules.lua", "\t\t\toffer.play(c)" => "\t\t\tlocal o = offer.play\n\t\t\to(c, 1)",
    ["wrong-arguments: duel/rules.lua:24:4: `offer.play` takes 1 (card), but 2 are given"];

    a_raw_buffer: "rules.lua", "\tplayed.add(1)" => "\tbuffer.writeu8(STATE, 20, 1)",
    ["unknown-name: duel/rules.lua:37:17: there is no `STATE` (did you mean `seat`?)"];

    a_raw_buffer_in_a_required_file: "worth.lua", "return function(c)" => "local raw = ...\nreturn function(c)",
    ["script-error: duel/worth.lua:5:13: there is no `...` (a name is the game's, Luau's, or declared with `local`)"];

    a_misspelled_namespace: "rules.lua", "\tplayed.add(1)" => "\tplayyed.add(1)",
    ["unknown-name: duel/rules.lua:37:2: there is no `playyed` (did you mean `played`?)"];

    a_stray_global: "rules.lua", "local play = {}" => "play = {}",
    ["global: duel/rules.lua:18:1: the script sets the global variable `play` (write `local` in front of it: all that lasts belongs into the game's variables)"];

    a_stray_global_in_play: "rules.lua", "\tplayed.add(1)" => "\ttotal = 1",
    ["global: duel/rules.lua:37:2: the script sets the global variable `total` (write `local` in front of it: all that lasts belongs into the game's variables)"];

    no_table: "rules.lua", "return {\n\tsetup" => "local _ = {\n\tsetup",
    ["no-table: duel/rules.lua:52:1: the script must return a table of rules (end the file with `return { setup = ..., actions = { ... } }`)"];

    no_setup: "rules.lua", "\tsetup = function" => "\tstup = function",
    ["unknown-hook: duel/rules.lua:47:2: a table of rules has no hook `stup` (did you mean `setup`?)"];

    no_limit: "rules.lua", "\ton_limit = finish,\n" => "",
    ["missing-hook: duel/rules.lua:46:1: there is a `ply_limit`, but no function `on_limit` (it ends the match, as in `ending.quiet()`; without it there must be an ending called `limit`)"];

    no_legal: "rules.lua", "function play.legal" => "function play.leagl",
    [
        "unknown-hook: duel/rules.lua:20:15: the action `play` has no hook `leagl` (did you mean `legal`?)",
    ];

    no_apply: "rules.lua", "function play.apply(seat, c)" => "local function apply(seat, c)",
    ["missing-hook: duel/rules.lua:51:14: the action `play` has no function `apply` (write `actions = { play = { apply = function(seat, ...) ... end } }`)"];

    a_hook_that_is_a_number: "rules.lua", "local play = {}" => "local play = { needs = 5 }",
    ["no-function: duel/rules.lua:18:16: `needs` of the action `play` is not a function (expected a function of the seat)"];

    hooks_of_an_unknown_action: "rules.lua", "{ play = play }" => "{ play = play, pass = play }",
    ["unknown-hook: duel/rules.lua:51:27: `actions` has no hook `pass` (known here: play)"];

    an_error_at_the_top: "rules.lua", "local play = {}" => "local play = nil + 1",
    ["script-error: duel/rules.lua:18:1: attempt to perform arithmetic (add) on nil and number"];

    an_error_in_a_required_file: "worth.lua", "return function(c)" => "local x = nil + 1\nreturn function(c)",
    ["script-error: duel/worth.lua:5:1: attempt to perform arithmetic (add) on nil and number"];

    a_required_file_that_is_not_there: "rules.lua", "require(\"worth\")" => "require(\"wroth\")",
    ["script-error: duel/rules.lua:3:1: there is no file `wroth.lua` to require (did you mean `worth`?)"];

    a_file_that_requires_itself: "worth.lua", "local BONUS" => "local again = require(\"worth\")\nlocal BONUS",
    ["script-error: duel/worth.lua:3:1: `worth.lua` requires itself"];

    an_error_in_setup: "rules.lua", "turn.turn(chance.first())" => "turn.turn(chance.first() + nil)",
    ["script-error: duel/rules.lua:48:3: attempt to perform arithmetic (add) on number and nil, in `setup`"];

    an_error_in_legal: "rules.lua", "\t\t\toffer.play(c)" => "\t\t\tlocal x = card.name(c) + 1\n\t\t\toffer.play(x)",
    ["script-error: duel/rules.lua:23:4: attempt to perform arithmetic (add) on string and number, in `legal` of `play`"];

    an_action_that_is_offered_twice: "rules.lua", "\t\t\toffer.play(c)" => "\t\t\toffer.play(c)\n\t\t\toffer.play(c)",
    ["offered-twice: duel/rules.lua:20:1: `play dagger` is offered twice at the same moment (each action is offered once)"];

    an_action_that_is_allowed_and_not_offered: "rules.lua", "hand.count(seat, c) >= 1 or" => "hand.count(seat, c) >= 0 or",
    ["not-offered: duel/rules.lua:20:1: `allow` has nothing against `play buckler`, but `legal` doesn't offer it (it is refused without a reason; `offers.incomplete()` says that `allow` alone decides)"];

    an_action_that_lacks_its_hooks: "rules.lua", "\tactions = { play = play }," => "\tworth = function() return play and play.x or hand.size(1) end,\n\tactions = { play = {} },",
    [
        "missing-hook: duel/rules.lua:52:14: the action `play` has no function `apply` (write `actions = { play = { apply = function(seat, ...) ... end } }`)",
        "missing-hook: duel/rules.lua:52:14: the action `play` has no function `allow` or `legal` (`allow = function(seat, ...)` says for each case true or what is against it)",
    ];

    a_word_that_lists_have: "game.toml", "suit = [\"sword\", \"shield\"]" => "suit = [\"sword\", \"shield\"]\nkind = [\"get\", \"count\"]",
    ["bad-name: duel/game.toml:28:16: a word of the list `kind` can't be called `count` (`kind.count` is something else in scripts)"];

    a_word_that_a_variable_hides: "game.toml", "suit = [\"sword\", \"shield\"]" => "suit = [\"sword\", \"shield\"]\nplayed = [\"get\", \"kept\", \"set\"]",
    ["bad-name: duel/game.toml:62:10: the variable `played` hides `get`, `set` of the list of the same name (expected another name for one of them)"];

    an_error_in_allow: "rules.lua", "\treturn hand.count" => "\tlocal x = {} < {}\n\treturn hand.count",
    ["script-error: duel/rules.lua:29:2: attempt to compare table < table, in `allow` of `play`"];

    an_error_in_apply: "rules.lua", "\tlast_suit.set(card.suit(c))" => "\tlast_suit.set(card.suit(c).name)",
    ["script-error: duel/rules.lua:35:2: attempt to index number with 'name', in `apply` of `play`"];

    an_error_in_a_function_of_another_file: "worth.lua", "[1]\n" => "[1] + nil\n",
    ["script-error: duel/worth.lua:6:2: attempt to perform arithmetic (add) on number and nil, in `apply` of `play`"];

    an_error_at_the_end: "rules.lua", "\tending.out()" => "\tending.out(99)",
    ["script-error: duel/rules.lua:15:2: match.winner: seat: expected a number from 1 to 2, got 99, in `apply` of `play`"];

    an_ending_without_its_winner: "rules.lua", "\t\t\tmatch.winner(seat)\n" => "",
    ["script-error: duel/rules.lua:14:2: ending.out: expected the seat that wins, which its text names, in `apply` of `play`"];

    an_error_that_is_no_text: "rules.lua", "\tplayed.add(1)" => "\terror({ code = 1 })",
    ["script-error: duel/rules.lua:37:2: an error was raised that is not a text, in `apply` of `play`"];

    an_error_of_the_scripts_own: "rules.lua", "\tplayed.add(1)" => "\terror(\"that was not expected\")",
    ["script-error: duel/rules.lua:37:2: that was not expected, in `apply` of `play`"];

    a_variable_outside_its_range: "rules.lua", "\tplayed.add(1)" => "\tplayed.set(100)",
    ["script-error: duel/rules.lua:37:2: played: expected 0 to 99, got 100, in `apply` of `play`"];

    a_variable_between_two_numbers: "rules.lua", "\tplayed.add(1)" => "\tplayed.add(1 / 2)",
    ["script-error: duel/rules.lua:37:2: played: expected a whole number, got 0.5, in `apply` of `play`"];

    a_card_that_is_not_there: "rules.lua", "\thand.to_ring(seat, c)" => "\thand.to_ring(seat, c % 3 + 1)",
    ["script-error: duel/rules.lua:34:2: hand.to_ring: there is no such card to take, in `apply` of `play`"];

    a_seat_that_is_none: "rules.lua", "hand.size(following) == 0" => "hand.size(following + 9) == 0",
    ["script-error: duel/rules.lua:39:2: hand: expected a number from 1 to 2, got 11, in `apply` of `play`"];

    a_turn_for_no_seat: "rules.lua", "\t\tturn.turn(following)" => "\t\tturn.turn(9)",
    ["script-error: duel/rules.lua:42:3: turn.turn: seat: expected a number from 1 to 2, got 9, in `apply` of `play`"];

    a_turn_for_nothing: "rules.lua", "\t\tturn.turn(following)" => "\t\tturn.turn(nil)",
    ["script-error: duel/rules.lua:42:3: turn.turn: seat: expected a number, got nil, in `apply` of `play`"];

    nobody_to_act: "rules.lua", "\t\tturn.turn(chance.first())\n" => "",
    ["no-decision: duel/rules.lua:47:2: after the setup nobody is to act and the match is not over (`setup` must give the turn to a seat, as in `turn.PHASE(1)`)"];

    nothing_to_do: "rules.lua", "hand.count(seat, c) > 0" => "hand.count(seat, c) > 50",
    ["no-action: duel/rules.lua:20:1: no legal action is offered in phase `turn` for seat `a`, and the match is not over (a state without a legal action must be an ending)"];

    an_offer_of_no_card: "rules.lua", "\t\t\toffer.play(c)" => "\t\t\toffer.play(c + 40)",
    ["script-error: duel/rules.lua:23:4: offer.play: card: expected a number from 1 to 3, got 41, in `legal` of `play`"];

    an_offer_between_two_cards: "rules.lua", "\t\t\toffer.play(c)" => "\t\t\toffer.play(c - 0.5)",
    ["script-error: duel/rules.lua:23:4: offer.play: card: expected a whole number from 1 to 3, got 0.5, in `legal` of `play`"];

    an_allow_against_the_list: "rules.lua", "return hand.count(seat, c) >= 1" => "return hand.count(seat, c) == 0",
    [
        "refused: `play dagger` is listed, but refused: you hold no dagger",
        "refused: `play blade` is listed, but refused: you hold no blade",
    ];

    an_offer_of_nothing: "rules.lua", "\t\t\toffer.play(c)" => "\t\t\toffer.play()",
    ["wrong-arguments: duel/rules.lua:23:4: `offer.play` takes 1 (card), but none is given"];

    a_transfer_of_no_card: "rules.lua", "\thand.to_ring(seat, c)" => "\thand.to_ring(seat)",
    ["wrong-arguments: duel/rules.lua:34:2: `hand.to_ring` takes 2 (seat, card), but 1 is given"];

    a_size_of_too_much: "rules.lua", "hand.size(following) == 0" => "hand.size(following, 1) == 0",
    ["wrong-arguments: duel/rules.lua:39:5: `hand.size` takes 1 (seat), but 2 are given"];

    an_ending_with_too_many_winners: "rules.lua", "\tending.out()" => "\tending.out(1, 2)",
    ["wrong-arguments: duel/rules.lua:15:2: `ending.out` takes 0 to 1 (seat), but 2 are given"];

    an_endless_loop_at_the_top: "rules.lua", "local play = {}" => "local play = {}\nwhile true do end",
    ["script-budget: duel/rules.lua:19:1: the script ran too long and was stopped"];

    an_endless_loop_in_legal: "rules.lua", "\t\t\toffer.play(c)" => "\t\t\twhile true do end",
    ["script-budget: duel/rules.lua:23:4: the script ran too long and was stopped, in `legal` of `play`"];

    an_endless_loop_in_apply: "rules.lua", "\tplayed.add(1)" => "\trepeat until false",
    ["script-budget: duel/rules.lua:37:2: the script ran too long and was stopped, in `apply` of `play`"];

    an_endless_loop_in_pcall: "rules.lua", "\tplayed.add(1)" => "\twhile true do\n\t\tpcall(function()\n\t\t\twhile true do end\n\t\tend)\n\tend",
    ["script-budget: duel/rules.lua:38:3: the script ran too long and was stopped, in `apply` of `play`"];

    recursion_without_end: "rules.lua", "\tplayed.add(1)" => "\tlocal function deep(n) return 1 + deep(n + 1) end\n\tdeep(1)",
    ["script-error: duel/rules.lua:37:2: stack overflow, in `apply` of `play`"];

    memory_hunger: "rules.lua", "\tplayed.add(1)" => "\tlocal all = {}\n\twhile true do\n\t\ttable.insert(all, buffer.create(1000000))\n\tend",
    ["script-memory: duel/rules.lua:32:1: the script needs too much memory, in `apply` of `play`"];

    memory_hunger_in_one_text: "rules.lua", "\tplayed.add(1)" => "\tlocal long = string.rep(\"x\", 1000000000)",
    ["script-memory: duel/rules.lua:32:1: the script needs too much memory, in `apply` of `play`"];

    memory_hunger_at_the_top: "rules.lua", "local play = {}" => "local play = { string.rep(\"x\", 1000000000) }",
    ["script-memory: duel/rules.lua:18:1: the script needs too much memory"];

    memory_hunger_in_a_required_file: "worth.lua", "return function(c)" => "while true do\n\ttable.insert(BONUS, string.rep(\"x\", 1000000000))\nend\nreturn function(c)",
    ["script-memory: duel/worth.lua:6:2: the script needs too much memory"];

    a_pattern_without_end: "rules.lua", "\tplayed.add(1)" => "\tstring.find(string.rep(\"a\", 5000), string.rep(\"a*\", 200) .. \"b\")",
    ["script-error: duel/rules.lua:37:2: pattern too complex, in `apply` of `play`"];

    a_forbidden_library: "rules.lua", "\tplayed.add(1)" => "\tos.exit(1)",
    ["taken-away: duel/rules.lua:37:2: scripts have no `os` (a script knows the match and nothing else; random numbers come from its generator, which the game declares)"];

    chance_of_the_scripts_own: "rules.lua", "\tplayed.add(1)" => "\tplayed.add(math.random(2))",
    ["taken-away: duel/rules.lua:37:13: scripts have no `math.random` (a script knows the match and nothing else; random numbers come from its generator, which the game declares)"];
}
