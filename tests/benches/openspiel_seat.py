"""Seats OpenSpiel's Monte Carlo search at a match: `pip install open_spiel==2.0.2` first, then for instance

    parlour arena connect-four --seats "thinker@100ms,exec:python3 tests/benches/openspiel_seat.py" \\
        --time 60000 --games 100 --jobs 1

Both think for the same processor time: before each of its actions the program reads how much its opponent has used since
the last one, and asks `MCTSBot` for as many simulations as take that long. Hex needs `--set size=9 --set swap=0`,
backgammon `--set gammons=false`.
"""

import argparse
import collections
import json
import os
import re
import sys
import time

import pyspiel

POINTS = "a7 d7 g7 b6 d6 f6 c5 d5 e5 a4 b4 c4 e4 f4 g4 c3 d3 e3 b2 d2 f2 a1 d1 g1".split()
SQUARE = re.compile(r"[a-t]\d+")


def squares(text):
    return SQUARE.findall(text)


def disc(state, text):
    return [int(text.split()[-1]) - 1]


def point(state, text):
    return [state.string_to_action(text)]


def pawn(state, text):
    """White moves first here, black there: ranks are counted from the other side."""
    (a, b) = (square[0] + str(9 - int(square[1:])) for square in squares(text))
    for tail in ("", "*"):
        for action in state.legal_actions():
            if state.action_to_string(action) == a + b + tail:
                return [action]
    raise ValueError(text)


def stone(state, text):
    """Columns and rows are letters here, rows counted from the top."""
    if text == "pass":
        return [81]
    column, row = (ord(letter) - ord("a") for letter in text)
    return [(8 - row) * 9 + column]


def cell(state, text):
    (square,) = squares(text)
    return [(int(square[1:]) - 1) * 9 + ord(square[0]) - ord("a")]


def man(state, text):
    """A man that is taken is an action of its own there."""
    names = [POINTS.index(square) for square in squares(text.replace("x", " "))]
    taken = names.pop() if "x" in text else None
    wanted = [f"Point {names[0]}" if len(names) == 1 else f"Move {names[0]} -> {names[1]}"]
    wanted += [f"Point {taken}"] if taken is not None else []
    actions, state = [], state.clone()
    for name in wanted:
        actions.append(next(a for a in state.legal_actions() if state.action_to_string(a) == name))
        state.apply_action(actions[-1])
    return actions


PROMOTED = {"knight": "n", "bishop": "b", "rook": "r", "queen": "q"}


def chessmove(state, text):
    """Moves are those of UCI there; white is the second player."""
    rank = "1" if state.current_player() == 1 else "8"
    castled = {"O-O": "e{0}g{0}", "O-O-O": "e{0}c{0}"}.get(text)
    move = castled.format(rank) if castled else "".join(squares(text)) + PROMOTED.get(text.partition("=")[2], "")
    action = state.parse_move_to_action(move)
    if action not in state.legal_actions():
        raise ValueError(text)
    return [action]


GAMES = {
    "connect-four": ("connect_four", disc),
    "othello": ("othello", point),
    "breakthrough": ("breakthrough", pawn),
    "hex": ("hex(board_size=9)", cell),
    "go": ("go(board_size=9,komi=7.5,max_game_length=500)", stone),
    "nine-mens-morris": ("nine_mens_morris", man),
    "chess": ("chess", chessmove),
    "backgammon": ("backgammon(scoring_type=winloss_scoring)", None),
}


def opponent():
    """The process that asks."""
    process = os.getppid()
    while True:
        with open(f"/proc/{process}/stat") as file:
            head, tail = file.read().rsplit(")", 1)
        if not head.endswith("sh"):
            return process
        process = int(tail.split()[1])


def used(process):
    """Seconds of processor time of a process and all its threads."""
    total = 0
    for thread in os.listdir(f"/proc/{process}/task"):
        try:
            with open(f"/proc/{process}/task/{thread}/schedstat") as file:
                total += int(file.read().split()[0])
        except FileNotFoundError:
            pass
    return total / 1e9


class Bot:
    def __init__(self, options):
        self.options = options
        self.opponent = opponent()
        self.spent = self.given = 0.0
        self.seen = None
        self.seed = 1

    def begin(self, name):
        spec, self.read = GAMES[name]
        self.game = pyspiel.load_game(spec)
        self.rate = 0.0
        state = self.game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
        self.search(state, 0.0)
        self.spent = 0.0

    def tell(self, event):
        """An event of the match; the actions that an `act` has are enough for most games."""

    def choose(self, asked):
        now = used(self.opponent)
        budget = self.options.first if self.seen is None else now - self.seen
        state = self.game.new_initial_state()
        for text in asked["actions"]:
            for action in self.read(state, text):
                state.apply_action(action)
        legal = {}
        for text in asked["legal"]:
            legal.setdefault(tuple(self.read(state, text)), text)
        if self.options.check:
            self.compare(state, legal)
        answer = []
        self.given += budget
        while tuple(answer) not in legal:
            # What was too long or too short before is made up for.
            seconds = max(self.given - self.spent, 0.2 * budget)
            answer.append(self.search(state, seconds))
            state.apply_action(answer[-1])
            if len(answer) > 3:
                raise ValueError(f"{answer} is none of {legal}")
        self.seen = used(self.opponent)
        return legal[tuple(answer)]

    def search(self, state, seconds):
        simulations = int(self.rate * seconds) or 200
        options = self.options
        evaluator = pyspiel.RandomRolloutEvaluator(options.rollouts, self.seed)
        self.seed += 1
        bot = pyspiel.MCTSBot(
            self.game, evaluator, options.uct, simulations, options.memory, not options.no_solver, self.seed, False
        )
        begun = time.process_time()
        action = bot.step(state)
        took = time.process_time() - begun
        self.spent += took
        # A search that has proven its position ends early: it says nothing of the rate.
        if took > 0.3 * seconds:
            self.rate = simulations / took
        return action

    def compare(self, state, legal):
        there = set(state.legal_actions())
        here = {actions[0] for actions in legal}
        if here != there:
            names = [state.action_to_string(action) for action in here ^ there if action in there]
            print(f"legal actions differ: {here ^ there} {names}", file=sys.stderr, flush=True)


STEP = re.compile(r"(bar|\d+)((?:/(?:off|\d+)\*?)+)(?:\((\d)\))?")


def steps(text):
    """The moves of single men in an action of backgammon: pairs of points, and the points on which a man was hit."""
    moves, hits = [], []
    for start, rest, times in STEP.findall(text.lower()):
        for _ in range(int(times or 1)):
            at = start
            for point in rest[1:].split("/"):
                moves.append((at, point.rstrip("*")))
                hits += [moves[-1][1]] if point.endswith("*") else []
                at = moves[-1][1]
    return moves, hits


def effect(moves, hits):
    """Identity of the position after some moves: the change of each point, and the men hit."""
    change = collections.Counter()
    for start, end in moves:
        change[start] -= 1
        change[end] += 1
    return {point: count for point, count in change.items() if count}, set(hits)


class BackgammonBot(Bot):
    """A turn is one action there, or two after a double, and an action for each man here."""

    SEATS = ["white", "black"]

    def begin(self, name):
        super().begin(name)
        self.state = self.game.new_initial_state()
        self.turn, self.hits, self.plan = [], [], []

    def tell(self, event):
        if event["kind"] == "move":
            self.turn.append((event["from"], event["to"]))
            self.hits += [event["to"]] if event["hit"] else []
        elif event["kind"] == "roll":
            if not self.state.is_chance_node():
                self.finish()
            dice = sorted(event["dice"][:2])
            starts = "XO"[self.SEATS.index(event["seat"])] + " starts"
            for action, _ in self.state.chance_outcomes():
                text = self.state.action_to_string(pyspiel.PlayerId.CHANCE, action)
                if sorted(map(int, text[-3:-1])) == dice and (starts in text or "starts" not in text):
                    self.state.apply_action(action)
                    return
            raise ValueError(event)

    def finish(self):
        """Takes the turn that was played to the state there."""
        wanted = effect(self.turn, self.hits)
        found = self.find(self.state, wanted, [], [])
        if found is None:
            raise ValueError(f"{self.turn} is no turn of {self.state}")
        self.state, self.turn, self.hits, self.plan = found, [], [], []

    def find(self, state, wanted, moves, hits):
        for action in state.legal_actions():
            more, hit = steps(state.action_to_string(action))
            after = state.child(action)
            if effect(moves + more, hits + hit) == wanted and after.is_chance_node() | after.is_terminal():
                return after
            if after.current_player() == state.current_player():
                if found := self.find(after, wanted, moves + more, hits + hit):
                    return found
        return None

    def choose(self, asked):
        now = used(self.opponent)
        budget = self.options.first if self.seen is None else now - self.seen
        if not self.turn:
            self.planned = self.state.clone()
        if not self.plan:
            self.given += budget
            action = self.search(self.planned, max(self.given - self.spent, 0.2 * budget))
            self.plan = steps(self.planned.action_to_string(action))[0]
            self.planned.apply_action(action)
        legal = {tuple(text.split("/")): text for text in asked["legal"]}
        move = next(move for move in self.plan if move in legal)
        self.plan.remove(move)
        self.seen = used(self.opponent)
        return legal[move]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--first", type=float, default=0.1, metavar="SECONDS", help="for an action before any of the opponent")
    parser.add_argument("--uct", type=float, default=2.0, metavar="C", help="the constant of exploration (%(default)s)")
    parser.add_argument("--rollouts", type=int, default=1, metavar="N", help="playouts of a simulation (%(default)s)")
    parser.add_argument("--memory", type=int, default=1000, metavar="MB", help="for the tree (%(default)s)")
    parser.add_argument("--no-solver", action="store_true", help="without proven wins and losses")
    parser.add_argument("--check", action="store_true", help="compare the legal actions at every decision")
    options = parser.parse_args()
    for line in sys.stdin:
        asked = json.loads(line)
        if asked["type"] == "hello":
            bot = (BackgammonBot if asked["game"] == "backgammon" else Bot)(options)
            bot.begin(asked["game"])
        elif asked["type"] == "events":
            for event in asked["events"]:
                bot.tell(event)
        elif asked["type"] == "act":
            print(json.dumps({"action": bot.choose(asked)}), flush=True)
        elif asked["type"] == "end":
            print(f"{bot.given:.2f} s given, {bot.spent:.2f} s used, {bot.rate:.0f} simulations/s", file=sys.stderr)


if __name__ == "__main__":
    main()
