"""Santorini without gods: workers climb one level at most, build beside them, and win by stepping onto a third level."""

from referee import same

SEATS = ["blue", "red"]
SQUARES = [(column, row) for row in range(5) for column in range(5)]


def name(square):
    return "abcde"[square[0]] + str(square[1] + 1)


def beside(square):
    near = [(square[0] + x, square[1] + y) for x in (-1, 0, 1) for y in (-1, 0, 1)]
    return [other for other in near if other != square and other in SQUARES]


class Referee:
    def __init__(self, head, state):
        self.levels = dict.fromkeys(SQUARES, 0)
        self.domes, self.workers = set(), {}
        self.turn, self.builder, self.winner = 0, None, None

    def stack(self, square):
        """What stands on a square, the bottom first, as traces write it."""
        top = "^" if square in self.domes else {None: "", 0: "W", 1: "w"}[self.workers.get(square)]
        return "=" * self.levels[square] + top

    def check(self, line):
        same("over", self.winner, None)
        boards = line["state"]["boards"]
        for column, row in SQUARES:
            at = name((column, row))
            top = boards["main"][4 - row][column]
            same(at, boards.get("main.under." + at, "") + top.replace(".", ""), self.stack((column, row)))
        same("to act", line["to_act"], SEATS[self.turn])
        same("phase", line["phase"], "build" if self.builder else "turn")
        same("builder", line["state"]["vars"]["builder"], name(self.builder) if self.builder else "")

    def is_open(self, square):
        return square not in self.domes and square not in self.workers

    def actions(self):
        """The legal actions: by their text, the kind and the squares."""
        if len(self.workers) < 4:
            return {f"put {name(to)}": ("put", None, to) for to in SQUARES if to not in self.workers}
        found = {}
        if self.builder:
            for to in filter(self.is_open, beside(self.builder)):
                sign = "^" if self.levels[to] == 3 else "+"
                found[f"{name(self.builder)}{sign}{name(to)}"] = (sign, self.builder, to)
            return found
        for start, seat in self.workers.items():
            if seat == self.turn:
                for to in filter(self.is_open, beside(start)):
                    if self.levels[to] - self.levels[start] < 2:
                        found[f"{name(start)}-{name(to)}"] = ("-", start, to)
        return found

    def legal(self):
        return list(self.actions())

    def act(self, text):
        kind, start, to = self.actions()[text]
        if kind == "put":
            self.workers[to] = self.turn
            if len(self.workers) % 2 == 0:
                self.turn = 1 - self.turn
        elif kind == "-":
            self.workers[to] = self.workers.pop(start)
            self.builder = to
            if self.levels[to] == 3:
                self.winner = self.turn
        else:
            if kind == "+":
                self.levels[to] += 1
            else:
                self.domes.add(to)
            self.builder, self.turn = None, 1 - self.turn

    def end(self, line):
        if self.winner is None:
            same("moves left", self.legal(), [])
            self.winner = 1 - self.turn
            same("reason", "can't go on" in line["reason"], True)
        else:
            same("reason", "third level" in line["reason"], True)
        same("winners", line["winners"], [SEATS[self.winner]])
