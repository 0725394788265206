"""Random playouts of OpenSpiel's C++ in plies a second of processor time: `pip install open_spiel==2.0.2` first.

One simulation of its Monte Carlo search asks for so many rollouts in C++, from a position that is dealt; how long they are
is counted beforehand. Nothing of Python is in the time.
"""

import random
import time

import pyspiel

LIMIT_HOLDEM = (
    "universal_poker(betting=limit,numPlayers=4,numRounds=4,blind=1 2 0 0,raiseSize=2 2 4 4,firstPlayer=3 1 1 1,"
    "maxRaises=4 4 4 4,numSuits=4,numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1)"
)
GAMES = {
    "crazy eights, 5 seats": "crazy_eights(players=5)",
    "hearts": "hearts",
    "liar's dice, 2 seats": "liars_dice",
    "limit hold'em, 4 seats": LIMIT_HOLDEM,
    "gin rummy": "gin_rummy",
    "nine men's morris": "nine_mens_morris",
}


def step(state, generator):
    """Takes an action at random; 1 if it was a player's."""
    if state.is_chance_node():
        actions, odds = zip(*state.chance_outcomes())
        state.apply_action(generator.choices(actions, odds)[0])
        return 0
    state.apply_action(generator.choice(state.legal_actions()))
    return 1


def mean_length(game, generator, matches=300, seconds=2.0):
    plies, played, begun = 0, 0, time.time()
    while played < matches and time.time() - begun < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            plies += step(state, generator)
        played += 1
    return plies / played


def seconds_of(game, state, rollouts):
    evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 7)
    bot = pyspiel.MCTSBot(game, evaluator, 1.4, 1, 100, False, 7, False)
    begun = time.process_time()
    bot.mcts_search(state)
    return time.process_time() - begun


def main():
    for name, spec in GAMES.items():
        game, generator = pyspiel.load_game(spec), random.Random(1)
        length = mean_length(game, generator)
        state = game.new_initial_state()
        while state.is_chance_node():
            step(state, generator)
        rollouts, seconds = 50, 0.0
        while seconds < 1:
            rollouts = int(rollouts * max(2, 1.2 / max(seconds, 1e-3)))
            seconds = seconds_of(game, state, rollouts)
        print(f"{name}: {length:.1f} plies a playout, {rollouts * length / seconds / 1e6:.2f} million plies/s")


if __name__ == "__main__":
    main()
