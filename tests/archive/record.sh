#!/bin/sh
# Records finished matches into the archive: `tests/archive/record.sh PARLOUR FOLDER`, from the root of the repository,
# where PARLOUR is the program and FOLDER the archive. Matches that are there stay as they are.
set -eu
parlour=$1
archive=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# record GAME NAME OPTIONS...
record() {
    game=$1
    file=$archive/$game/$2.json
    shift 2
    mkdir -p "$archive/$game"
    if [ ! -e "$file" ]; then
        printf 'auto\nsave %s\n' "$file" |
            XDG_DATA_HOME=$work "$parlour" play "$game" "$@" --strict >/dev/null
    fi
}

for n in 1 2 3 4; do
    record tic-tac-toe "random-$n" --seed "$n" --seats random,random
    record tic-tac-toe "oracle-$n" --seed "$n" --seats oracle,random
    record tic-tac-toe "second-$n" --seed "$n" --seats random,oracle
    record connect-four "random-$n" --seed "$n" --seats random,random
    record connect-four "robot-$n" --seed "$n" --seats architect,random
    record connect-four "second-$n" --seed "$n" --seats random,architect
    record breakthrough "random-$n" --seed "$n" --seats random,random
    record breakthrough "robot-$n" --seed "$n" --seats marshal,random
    record breakthrough "second-$n" --seed "$n" --seats random,marshal
    record othello "random-$n" --seed "$n" --seats random,random
    record othello "robot-$n" --seed "$n" --seats glutton,random
    record othello "second-$n" --seed "$n" --seats random,warden
    record draughts "random-$n" --seed "$n" --seats random,random
    record draughts "robot-$n" --seed "$n" --seats poacher,random
    record draughts "second-$n" --seed "$n" --seats random,poacher
    record chess "random-$n" --seed "$n" --seats random,random
    record chess "robot-$n" --seed "$n" --seats squabbler,random
    record chess "second-$n" --seed "$n" --seats random,squabbler
    record king-of-the-hill "random-$n" --seed "$n" --seats random,random
    record king-of-the-hill "robot-$n" --seed "$n" --seats climber@30,random
    record king-of-the-hill "second-$n" --seed "$n" --seats random,climber@30
    record three-check "random-$n" --seed "$n" --seats random,random
    record three-check "robot-$n" --seed "$n" --seats checker@30,random
    record three-check "second-$n" --seed "$n" --seats random,checker@30
    record crazyhouse "random-$n" --seed "$n" --seats random,random
    record crazyhouse "robot-$n" --seed "$n" --seats dropper@30,random
    record crazyhouse "second-$n" --seed "$n" --seats random,dropper@30
    record abalone "random-$n" --seed "$n" --seats random,random
    record abalone "robot-$n" --seed "$n" --seats thinker@10,random
    record abalone "second-$n" --seed "$n" --seats random,thinker@10
    record hidden-ranks "random-$n" --seed "$n" --seats random,random
    record hidden-ranks "robot-$n" --seed "$n" --seats thinker@30,random
    record hidden-ranks "second-$n" --seed "$n" --seats random,thinker@30
    record dark-chess "random-$n" --seed "$n" --seats random,random
    record dark-chess "robot-$n" --seed "$n" --seats thinker@30,random
    record dark-chess "second-$n" --seed "$n" --seats random,thinker@30
    record sea-battle "random-$n" --seed "$n" --seats random,random
    record sea-battle "robot-$n" --seed "$n" --seats thinker@30,random
    record sea-battle "again-$n" --seed "$n" --set again=true --seats random,thinker@30
    record chinese-checkers "two-$n" --seed "$n" --seats thinker@10,thinker@10
    record chinese-checkers "three-$n" --seed "$n" --seats thinker@10,random,random
    record chinese-checkers "six-$n" --seed "$n" --seats random,thinker@10,random,random,thinker@10,random
    record kalah "random-$n" --seed "$n" --seats random,random
    record kalah "robot-$n" --seed "$n" --seats thinker@30,random
    record kalah "second-$n" --seed "$n" --seats random,thinker@30
    record oware "random-$n" --seed "$n" --seats random,random
    record oware "robot-$n" --seed "$n" --seats thinker@30,random
    record oware "second-$n" --seed "$n" --seats random,thinker@30
    record quilt "random-$n" --seed "$n" --seats random,random
    record quilt "robot-$n" --seed "$n" --seats thinker@30,random
    record quilt "second-$n" --seed "$n" --seats random,thinker@30
    record dvonn "random-$n" --seed "$n" --seats random,random
    record dvonn "robot-$n" --seed "$n" --seats thinker@10,random
    record dvonn "second-$n" --seed "$n" --seats random,thinker@10
    record lines-of-action "random-$n" --seed "$n" --seats random,random
    record lines-of-action "robot-$n" --seed "$n" --seats thinker@30,random
    record lines-of-action "second-$n" --seed "$n" --seats random,thinker@30
    record amazons "random-$n" --seed "$n" --seats random,random
    record amazons "robot-$n" --seed "$n" --seats huntress@30,random
    record amazons "second-$n" --seed "$n" --seats random,huntress@30
    record santorini "random-$n" --seed "$n" --seats random,random
    record santorini "robot-$n" --seed "$n" --seats shadow@30,random
    record santorini "second-$n" --seed "$n" --seats random,shadow@30
    record tak "random-$n" --seed "$n" --seats random,random
    record tak "robot-$n" --seed "$n" --seats paver@30,random
    record tak "four-$n" --seed "$n" --set size=4 --seats paver@30,paver@100
    record tak "six-$n" --seed "$n" --set size=6 --seats random,paver@30
    record brandubh "random-$n" --seed "$n" --seats random,random
    record brandubh "robot-$n" --seed "$n" --seats thinker@30,random
    record brandubh "second-$n" --seed "$n" --seats random,thinker@30
    record quoridor "random-$n" --seed "$n" --seats random,random
    record quoridor "robot-$n" --seed "$n" --seats thinker@30,random
    record quoridor "second-$n" --seed "$n" --seats random,thinker@30
    record dots-and-boxes "random-$n" --seed "$n" --seats random,random
    record dots-and-boxes "robot-$n" --seed "$n" --set columns=4 --set rows=3 --seats thinker@30,random
    record dots-and-boxes "second-$n" --seed "$n" --seats random,thinker@30,random
    record spades "random-$n" --seed "$n" --seats random,random,random,random
    record spades "robot-$n" --seed "$n" --seats counter,random,random,random
    record spades "second-$n" --seed "$n" --seats random,counter,random,random
    record contract-bridge "random-$n" --seed "$n" --seats random,random,random,random
    record contract-bridge "robot-$n" --seed "$n" --seats bidder,bidder,bidder,bidder
    record contract-bridge "second-$n" --seed "$n" --set deals=5 --seats random,bidder,random,bidder
    record beeyard "random-$n" --seed "$n" --seats random,random
    record beeyard "robot-$n" --seed "$n" --seats beekeeper,random
    record beeyard "four-$n" --seed "$n" --seats random,beekeeper,beekeeper,random
    record garret-and-cellar "random-$n" --seed "$n" --seats random,random
    record garret-and-cellar "robot-$n" --seed "$n" --seats thinker@30,random
    record garret-and-cellar "second-$n" --seed "$n" --seats random,thinker@30
    record cribbage "random-$n" --seed "$n" --seats random,random
    record cribbage "robot-$n" --seed "$n" --seats pegger,random
    record cribbage "second-$n" --seed "$n" --seats random,pegger
    record antichess "random-$n" --seed "$n" --seats random,random
    record antichess "robot-$n" --seed "$n" --seats giver@30,random
    record antichess "second-$n" --seed "$n" --seats random,giver@30
    record makruk "random-$n" --seed "$n" --seats random,random
    record makruk "robot-$n" --seed "$n" --seats elephant@30,random
    record makruk "second-$n" --seed "$n" --seats random,elephant@30
    record klondike "random-$n" --seed "$n" --seats random
    record klondike "second-$n" --seed "$((n + 10))" --seats random
    record klondike "robot-$n" --seed "$n" --seats patient
    record farkle "random-$n" --seed "$n" --seats random,random
    record farkle "robot-$n" --seed "$n" --seats banker,random
    record farkle "second-$n" --seed "$n" --seats random,banker
    record euchre "random-$n" --seed "$n" --seats random,random,random,random
    record euchre "robot-$n" --seed "$n" --seats farmer,random,random,random
    record euchre "second-$n" --seed "$n" --seats random,farmer,random,random
    record president "random-$n" --seed "$n" --seats random,random,random,random
    record president "robot-$n" --seed "$n" --seats steward,random,random,random
    record president "second-$n" --seed "$n" --seats random,steward,random,random
    record big-two "random-$n" --seed "$n" --set target=10 --seats random,random,random,random
    record big-two "robot-$n" --seed "$n" --set target=10 --seats taipan,random,random,random
    record big-two "second-$n" --seed "$n" --set target=10 --seats random,taipan,random
    record atomic-chess "random-$n" --seed "$n" --seats random,random
    record atomic-chess "second-$n" --seed "$((n + 10))" --seats random,random
    record atomic-chess "fivefold-$n" --seed "$((n + 20))" --set fivefold=true --seats random,random
    record xiangqi "random-$n" --seed "$n" --seats random,random
    record xiangqi "robot-$n" --seed "$n" --seats plunderer,random
    record xiangqi "second-$n" --seed "$n" --seats random,plunderer
    record shogi "random-$n" --seed "$n" --seats random,random
    record shogi "robot-$n" --seed "$n" --seats ronin,random
    record shogi "mini-$n" --seed "$n" --variant mini --seats random,ronin
    record advance "random-$n" --seed "$n" --seats random,random
    record advance "robot-$n" --seed "$n" --seats level4,random
    record advance "second-$n" --seed "$n" --seats random,level4
    record treasure-hunt "line-$n" --seed "$n" --variant line --seats random,random
    record treasure-hunt "grid-$n" --seed "$n" --variant grid --seats random,random
    record treasure-hunt "more-$n" --seed "$((n + 10))" --variant grid --seats random,random
    record en-garde "basic-$n" --seed "$n" --variant basic --seats fencer,random
    record en-garde "standard-$n" --seed "$n" --variant standard --seats fencer,counter
    record en-garde "touches-$n" --seed "$n" --variant standard --set touches_to_win=3 --seats random,random
    record archaeology "two-$n" --seed "$n" --seats digger,random
    record archaeology "three-$n" --seed "$n" --seats random,random,random
    record archaeology "optional-$n" --seed "$n" --set dig=optional --seats random,random,random,random,random
    record crazy-eights "two-$n" --seed "$n" --variant plain --seats suiter,random
    record crazy-eights "five-$n" --seed "$n" --variant plain --set target=60 --seats suiter,keeper,random,random,random
    record crazy-eights "action-$n" --seed "$n" --variant action --seats keeper,suiter,keeper
    record gin-rummy "match-$n" --seed "$n" --seats collector,random
    record gin-rummy "collectors-$n" --seed "$n" --set oklahoma=true --set big_gin=true --seats collector,collector
    record gin-rummy "single-$n" --seed "$n" --set target=0 --seats random,collector
    record goofspiel "two-$n" --seed "$n" --seats matcher,random
    record goofspiel "carry-$n" --seed "$n" --set ties=carry --seats matcher,random,matcher
    record goofspiel "five-$n" --seed "$n" --set ties=next --seats random,matcher,random,matcher,random
    record hearts "random-$n" --seed "$n" --set limit=30 --set jack=true --seats random,random,random,random
    record hearts "duckers-$n" --seed "$n" --set limit=60 --seats ducker,ducker,ducker,ducker
    record hearts "one-$n" --seed "$n" --set limit=40 --set moon=subtracts --seats ducker,random,random,random
    record liars-dice "two-$n" --seed "$n" --seats doubter,random
    record liars-dice "six-$n" --seed "$n" --seats doubter,doubter,random,doubter,random,doubter
    record liars-dice "tame-$n" --seed "$n" --set wild=false --set loss=difference --seats random,doubter,random
    record backgammon "random-$n" --seed "$n" --seats random,random
    record backgammon "robot-$n" --seed "$n" --seats runner,random
    record backgammon "match-$n" --seed "$n" --set length=3 --seats runner,runner
    record yahtzee "alone-$n" --seed "$n" --seats tallier
    record yahtzee "two-$n" --seed "$n" --set joker=free --seats tallier,random
    record yahtzee "four-$n" --seed "$n" --set joker=none --set bonus=0 --seats random,tallier,random,tallier
    record holdem "two-$n" --seed "$n" --set stack=40 --seats rock,random
    record holdem "six-$n" --seed "$n" --set hands=20 --seats rock,caller,random,rock,caller,random
    record holdem "four-$n" --seed "$n" --set stack=40 --set level=5 --seats random,rock,random,caller
    record final-card-down "two-$n" --seed "$n" --seats first-fit,random
    record final-card-down "four-$n" --seed "$n" --seats first-fit,keeper,shedder,spoiler
    record hex "random-$n" --seed "$n" --seats random,random
    record hex "robot-$n" --seed "$n" --set size=9 --seats mason,random
    record hex "second-$n" --seed "$n" --set size=7 --set swap=0 --seats random,mason
    record go "random-$n" --seed "$n" --seats random,random
    record go "robot-$n" --seed "$n" --seats brawler,random
    record go "brawlers-$n" --seed "$n" --set size=7 --set turns_limit=80 --seats brawler,brawler
    record nine-mens-morris "random-$n" --seed "$n" --seats random,random
    record nine-mens-morris "robot-$n" --seed "$n" --seats miller,random
    record nine-mens-morris "twelve-$n" --seed "$n" --set men=12 --set flying=0 --seats random,miller
    record hanabi "two-$n" --seed "$n" --seats pyrotechnist,pyrotechnist
    record hanabi "three-$n" --seed "$n" --seats random,pyrotechnist,pyrotechnist
    record hanabi "five-$n" --seed "$n" --seats random,random,random,random,random
    record final-card-down "draw-$n" --seed "$n" --set play_after_draw=true --seats random,random,random
done
