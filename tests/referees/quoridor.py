"""Quoridor: pawns that jump, walls of two edges that never close a last way; two seats or four."""

from collections import deque

from referee import same

WAYS = [(1, 0), (0, 1), (-1, 0), (0, -1)]
# Column and row of each seat's pawn, from the lower left, and whether a square is its goal.
START = {"white": (4, 0), "black": (4, 8), "red": (0, 4), "blue": (8, 4)}
GOAL = {
    "white": lambda at: at[1] == 8,
    "black": lambda at: at[1] == 0,
    "red": lambda at: at[0] == 8,
    "blue": lambda at: at[0] == 0,
}
LETTER = {"w": "white", "b": "black", "r": "red", "u": "blue"}
CLOCKWISE = ["white", "red", "black", "blue"]


def name(at):
    return "abcdefghi"[at[0]] + str(at[1] + 1)


def place(text):
    return ("abcdefghi".index(text[0]), int(text[1]) - 1)


def steps_closed(column, row, lie):
    """The pairs of squares that a wall parts, whose middle is at the upper right of a square."""
    if lie == "h":
        return [((column + n, row), (column + n, row + 1)) for n in (0, 1)]
    return [((column, row + n), (column + 1, row + n)) for n in (0, 1)]


class Referee:
    def __init__(self, head, state):
        count = sum(cell != "." for row in state["boards"]["main"] for cell in row)
        self.seats = [seat for seat in CLOCKWISE if count == 4 or seat in ("white", "black")]
        self.pawns = {seat: START[seat] for seat in self.seats}
        self.left = {seat: 10 if count == 2 else 5 for seat in self.seats}
        self.walls, self.closed, self.turn, self.winner = {}, set(), "white", None

    def check(self, line):
        same("over", self.winner, None)
        rows = line["state"]["boards"]["main"]
        found = {(c, 8 - r): LETTER[rows[r][c]] for r in range(9) for c in range(9) if rows[r][c] != "."}
        same("pawns", found, {at: seat for seat, at in self.pawns.items()})
        posts = line["state"]["boards"]["posts"]
        found = {(c, 7 - r) for r in range(8) for c in range(8) if posts[r][c] != "."}
        same("middles of walls", found, set(self.walls))
        fences = line["state"]["boards"]["fences"]
        same("closed edges", sum(row.count("#") for row in fences), len(self.closed))
        same("to act", line["to_act"], self.turn)

    def step(self, at, way, closed=frozenset()):
        to = (at[0] + way[0], at[1] + way[1])
        pair = (min(at, to), max(at, to))
        inside = 0 <= to[0] < 9 and 0 <= to[1] < 9
        return to if inside and pair not in self.closed and pair not in closed else None

    def targets(self):
        at, taken, found = self.pawns[self.turn], set(self.pawns.values()), set()
        for way in WAYS:
            to = self.step(at, way)
            if to is None or to not in taken:
                found.add(to)
                continue
            over = self.step(to, way)
            if over is not None and over not in taken:
                found.add(over)
            else:
                found |= {self.step(to, aside) for aside in WAYS if aside[0] * way[0] + aside[1] * way[1] == 0} - taken
        return found - {None}

    def has_way(self, seat, closed):
        seen, queue = {self.pawns[seat]}, deque([self.pawns[seat]])
        while queue:
            at = queue.popleft()
            if GOAL[seat](at):
                return True
            new = {self.step(at, way, closed) for way in WAYS} - {None} - seen
            seen |= new
            queue.extend(new)
        return False

    def legal(self):
        found = [name(to) for to in self.targets()]
        if self.left[self.turn] == 0:
            return found
        for column in range(8):
            for row in range(8):
                for lie in "hv":
                    closed = set(steps_closed(column, row, lie))
                    fits = (column, row) not in self.walls and not closed & self.closed
                    if fits and all(self.has_way(seat, closed) for seat in self.seats):
                        found.append(name((column, row)) + lie)
        return found

    def act(self, text):
        if text[-1] in "hv":
            at = place(text)
            self.walls[at] = text[-1]
            self.closed |= set(steps_closed(*at, text[-1]))
            self.left[self.turn] -= 1
        else:
            self.pawns[self.turn] = place(text)
            if GOAL[self.turn](place(text)):
                self.winner = self.turn
        self.turn = self.seats[(self.seats.index(self.turn) + 1) % len(self.seats)]

    def end(self, line):
        if "third time" in line["reason"]:
            return
        if self.winner is None:
            same("moves left", self.legal(), [])
            same("winners", line["winners"], [])
        else:
            same("winners", line["winners"], [self.winner])
