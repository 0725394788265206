//! The edits and what is said of each: the code, the place, the message and the help.

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
    [];

    a_key_twice: "game.toml", "title = \"Duel\"" => "title = \"Duel\"\ntitle = \"Duel\"",
    [];

    an_unknown_key_at_the_top: "game.toml", "scores =" => "scroes =",
    [];

    an_unknown_key_of_a_zone: "game.toml", "ring = { kind = \"pile\", seen" => "ring = { kind = \"pile\", sene",
    [];

    an_unknown_table: "game.toml", "[chance]" => "[chances]",
    [];

    no_title: "game.toml", "title = \"Duel\"\n" => "",
    [];

    no_seats: "game.toml", "[seats]\nmin = 2\nmax = 3\n" => "",
    [];

    no_phases: "game.toml", "[phases]\nturn = { actions = [\"play\"], text = \"play a card\" }\n" => "",
    [];

    a_text_for_a_number: "game.toml", "min = 2\n" => "min = \"two\"\n",
    [];

    a_table_for_a_text: "game.toml", "summary = \"Play a card, gain its strength.\"" => "summary = { en = \"x\" }",
    [];

    a_number_with_a_fraction: "game.toml", "count = 6" => "count = 6.5",
    [];

    a_date: "game.toml", "count = 6" => "count = 2024-01-01",
    [];

    a_number_too_large: "game.toml", "count = 6" => "count = 99999999999999999999",
    [];

    too_many_seats: "game.toml", "max = 3\n" => "max = 40\n",
    [];

    more_seats_at_least_than_at_most: "game.toml", "min = 2\n" => "min = 4\n",
    [];

    an_option_outside_its_range: "game.toml", "default = 3, min = 1, max = 9" => "default = 12, min = 1, max = 9",
    [];

    an_option_that_is_no_choice: "game.toml", "default = \"small\"" => "default = \"smal\"",
    [];

    an_option_without_a_default: "game.toml", "default = 200, " => "",
    [];

    a_variant_with_an_unknown_option: "game.toml", "set = { hand_size = 2 }" => "set = { handsize = 2 }",
    [];

    a_variant_outside_the_range: "game.toml", "set = { hand_size = 2 }" => "set = { hand_size = 20 }",
    [];

    an_unknown_default_variant: "game.toml", "variant = \"short\"" => "variant = \"shrot\"",
    [];

    a_word_twice: "game.toml", "[\"sword\", \"shield\"]" => "[\"sword\", \"shield\", \"sword\"]",
    [];

    an_empty_list: "game.toml", "suit = [\"sword\", \"shield\"]" => "suit = []",
    [];

    an_unknown_column_type: "game.toml", "type = \"ints\"" => "type = \"itns\"",
    [];

    a_cell_of_the_wrong_type: "game.toml", "strength = 3" => "strength = \"big\"",
    [];

    a_cell_outside_its_range: "game.toml", "strength = 3" => "strength = 10",
    [];

    a_cell_that_is_no_word: "game.toml", "suit = \"shield\"\n" => "suit = \"sheild\"\n",
    [];

    a_cell_missing: "game.toml", "strength = 3\n" => "",
    [];

    an_empty_row_of_gains: "game.toml", "gains = [3, 4]" => "gains = []",
    [];

    gains_that_are_no_numbers: "game.toml", "gains = [3, 4]" => "gains = [3, \"4\"]",
    [];

    an_unknown_column: "game.toml", "strength = 3" => "strength = 3\nstrenght = 4",
    [];

    a_negative_count: "game.toml", "count = 4" => "count = -4",
    [];

    no_count: "game.toml", "count = 4\n" => "",
    [];

    a_card_twice: "game.toml", "name = \"blade\"" => "name = \"dagger\"",
    [];

    an_unknown_kind_of_zone: "game.toml", "deck = { kind = \"pile\"" => "deck = { kind = \"stack\"",
    [];

    an_unknown_way_of_seeing: "game.toml", "seen = \"owner\"" => "seen = \"own\"",
    [];

    a_zone_for_an_unknown_card: "game.toml", "\"blade\", \"buckler\"]" => "\"blade\", \"bukcler\"]",
    [];

    a_zone_per_unknown_table: "game.toml", "per = \"seat\", seen" => "per = \"row\", seen",
    [];

    a_zone_with_a_name_of_the_scripts: "game.toml", "ring = {" => "card = {",
    [];

    a_zone_and_a_variable_of_one_name: "game.toml", "played = {" => "ring = {",
    [];

    a_variable_up_to_an_unknown_option: "game.toml", "max = 99, start = 0" => "max = \"hand_szie\", start = 0",
    [];

    a_variable_that_starts_outside_its_range: "game.toml", "max = 99, start = 0" => "max = 99, start = 100",
    [];

    an_unknown_type_of_variable: "game.toml", "last_suit = { type = \"suit\" }" => "last_suit = { type = \"siut\" }",
    [];

    scores_of_an_unknown_variable: "game.toml", "scores = \"points\"" => "scores = \"point\"",
    [];

    a_deck_too_small: "game.toml", "hand_size = 4" => "hand_size = 9",
    [];

    a_deal_to_an_unknown_zone: "game.toml", "to = \"hand\", count" => "to = \"hnad\", count",
    [];

    a_deal_of_an_unknown_option: "game.toml", "count = \"hand_size\"" => "count = \"hand\"",
    [];

    a_deal_from_a_bag: "game.toml", "source = \"deck\"" => "source = \"hand\"",
    [];

    a_chance_without_a_kind: "game.toml", "first = { of = \"seat\" }" => "first = {}",
    [];

    a_chance_of_an_unknown_list: "game.toml", "first = { of = \"seat\" }" => "first = { of = \"seats\" }",
    [];

    a_phase_with_an_unknown_action: "game.toml", "actions = [\"play\"]" => "actions = [\"paly\"]",
    [];

    a_usage_without_its_end: "game.toml", "play {card:card}" => "play {card:card",
    [];

    a_usage_of_an_unknown_type: "game.toml", "play {card:card}" => "play {card:crad}",
    [];

    a_field_without_a_type: "game.toml", "fields = [\"seat: seat\", \"card: card\"]\ntext.seat" => "fields = [\"seat\", \"card: card\"]\ntext.seat",
    [];

    a_field_seen_by_nobody_known: "game.toml", "seen.card = [\"seat\"]" => "seen.card = [\"set\"]",
    [];

    a_sentence_for_nobody_known: "game.toml", "text.seat = \"You" => "text.seta = \"You",
    [];

    lua_syntax: "rules.lua", "local play = {}" => "local play = {",
    [];

    lua_syntax_at_the_end: "rules.lua", "\ton_limit = finish,\n" => "\ton_limit = finish\n",
    [];

    lua_syntax_in_a_required_file: "worth.lua", "return function(c)" => "return function(c",
    [];

    an_unknown_word: "rules.lua", "hand.count(seat, c) > 0" => "hand.cuont(seat, c) > 0",
    [];

    a_hidden_name: "rules.lua", "local best = 0" => "local hand = 0",
    [];

    a_stray_global: "rules.lua", "local play = {}" => "play = {}",
    [];

    a_stray_global_in_play: "rules.lua", "\tplayed.add(1)" => "\ttotal = 1",
    [];

    no_table: "rules.lua", "return {\n\tsetup" => "local _ = {\n\tsetup",
    [];

    no_setup: "rules.lua", "\tsetup = function" => "\tstup = function",
    [];

    no_limit: "rules.lua", "\ton_limit = finish,\n" => "",
    [];

    no_legal: "rules.lua", "function play.legal" => "function play.leagl",
    [];

    no_apply: "rules.lua", "function play.apply(seat, c)" => "local function apply(seat, c)",
    [];

    hooks_of_an_unknown_action: "rules.lua", "{ play = play }" => "{ play = play, pass = play }",
    [];

    an_error_at_the_top: "rules.lua", "local play = {}" => "local play = nil + 1",
    [];

    an_error_in_a_required_file: "worth.lua", "return function(c)" => "local x = nil + 1\nreturn function(c)",
    [];

    a_required_file_that_is_not_there: "rules.lua", "require(\"worth\")" => "require(\"wroth\")",
    [];

    a_file_that_requires_itself: "worth.lua", "local BONUS" => "local again = require(\"worth\")\nlocal BONUS",
    [];

    an_error_in_setup: "rules.lua", "turn.turn(chance.first())" => "turn.turn(chance.first() + nil)",
    [];

    an_error_in_legal: "rules.lua", "\t\t\toffer.play(c)" => "\t\t\tlocal x = card.name(c) + 1\n\t\t\toffer.play(x)",
    [];

    an_error_in_check: "rules.lua", "\treturn if hand.count" => "\tlocal x = {} < {}\n\treturn if hand.count",
    [];

    an_error_in_apply: "rules.lua", "\tlast_suit.set(card.suit(c))" => "\tlast_suit.set(card.suit(c).name)",
    [];

    an_error_in_a_function_of_another_file: "worth.lua", "[1]\n" => "[1] + nil\n",
    [];

    an_error_at_the_end: "rules.lua", "\tending.out()" => "\tending.out(99)",
    [];

    an_error_that_is_no_text: "rules.lua", "\tplayed.add(1)" => "\terror({ code = 1 })",
    [];

    an_error_of_the_scripts_own: "rules.lua", "\tplayed.add(1)" => "\terror(\"that was not expected\")",
    [];

    a_variable_outside_its_range: "rules.lua", "\tplayed.add(1)" => "\tplayed.set(100)",
    [];

    a_card_that_is_not_there: "rules.lua", "\thand.to_ring(seat, c)" => "\thand.to_ring(seat, c % 3 + 1)",
    [];

    a_seat_that_is_none: "rules.lua", "hand.size(following) == 0" => "hand.size(following + 9) == 0",
    [];

    a_turn_for_no_seat: "rules.lua", "\t\tturn.turn(following)" => "\t\tturn.turn(9)",
    [];

    a_turn_for_nothing: "rules.lua", "\t\tturn.turn(following)" => "\t\tturn.turn(nil)",
    [];

    nobody_to_act: "rules.lua", "\t\tturn.turn(chance.first())\n" => "",
    [];

    nothing_to_do: "rules.lua", "hand.count(seat, c) > 0" => "hand.count(seat, c) > 50",
    [];

    an_offer_of_no_card: "rules.lua", "\t\t\toffer.play(c)" => "\t\t\toffer.play(c + 40)",
    [];

    a_check_against_the_list: "rules.lua", "hand.count(seat, c) == 0 then" => "hand.count(seat, c) > 0 then",
    [];

    an_endless_loop_at_the_top: "rules.lua", "local play = {}" => "local play = {}\nwhile true do end",
    [];

    an_endless_loop_in_legal: "rules.lua", "\t\t\toffer.play(c)" => "\t\t\twhile true do end",
    [];

    an_endless_loop_in_apply: "rules.lua", "\tplayed.add(1)" => "\trepeat until false",
    [];

    an_endless_loop_in_pcall: "rules.lua", "\tplayed.add(1)" => "\twhile true do\n\t\tpcall(function()\n\t\t\twhile true do end\n\t\tend)\n\tend",
    [];

    recursion_without_end: "rules.lua", "\tplayed.add(1)" => "\tlocal function deep(n) return 1 + deep(n + 1) end\n\tdeep(1)",
    [];

    memory_hunger: "rules.lua", "\tplayed.add(1)" => "\tlocal all = {}\n\twhile true do\n\t\ttable.insert(all, table.create(10000, 1))\n\tend",
    [];

    memory_hunger_in_one_text: "rules.lua", "\tplayed.add(1)" => "\tlocal long = string.rep(\"x\", 1000000000)",
    [];

    memory_hunger_at_the_top: "rules.lua", "local play = {}" => "local play = { string.rep(\"x\", 1000000000) }",
    [];

    a_pattern_without_end: "rules.lua", "\tplayed.add(1)" => "\tstring.find(string.rep(\"a\", 5000), string.rep(\"a*\", 200) .. \"b\")",
    [];

    a_forbidden_library: "rules.lua", "\tplayed.add(1)" => "\tos.exit(1)",
    [];

    chance_of_the_scripts_own: "rules.lua", "\tplayed.add(1)" => "\tplayed.add(math.random(2))",
    [];
}
