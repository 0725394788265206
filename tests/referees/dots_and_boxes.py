"""Dots and Boxes: a line closes the boxes at it, and whoever has closed one goes on."""

from referee import same

SIDES = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}
LETTER = {"B": "blue", "R": "red", "G": "green", "O": "orange"}


class Referee:
    def __init__(self, head, state):
        rows = state["boards"]["boxes"]
        self.wide, self.high = len(rows[0]), len(rows)
        self.seats = ["blue", "red", "green", "orange"][: head.get("players") or len(head["seats"])]
        self.owner, self.drawn, self.turn = {}, set(), 0

    def boxes(self):
        return [(column, row) for column in range(self.wide) for row in range(self.high)]

    def side(self, box, side):
        """A line, as the pair of the boxes at it, in order; one of them may be outside."""
        other = (box[0] + SIDES[side][0], box[1] + SIDES[side][1])
        return (min(box, other), max(box, other))

    def name(self, line):
        low, high = line
        is_over = low[0] == high[0]
        inside = [box for box in line if 0 <= box[0] < self.wide and 0 <= box[1] < self.high]
        box = low if low in inside else high
        side = {(True, True): "n", (True, False): "e", (False, True): "s", (False, False): "w"}[(box == low, is_over)]
        return "abcdefghi"[box[0]] + str(box[1] + 1) + side

    def lines(self):
        return {self.side(box, side) for box in self.boxes() for side in SIDES}

    def check(self, line):
        rows = line["state"]["boards"]["boxes"]
        found = {(c, r): LETTER[rows[-1 - r][c]] for c, r in self.boxes() if rows[-1 - r][c] != "."}
        same("owners of boxes", found, self.owner)
        drawn = sum(row.count("#") for row in line["state"]["boards"]["lines"])
        same("lines", drawn, len(self.drawn))
        same("to act", line["to_act"], self.seats[self.turn])

    def legal(self):
        return [self.name(line) for line in self.lines() - self.drawn]

    def act(self, text):
        line = next(line for line in self.lines() if self.name(line) == text)
        self.drawn.add(line)
        closed = [box for box in self.boxes() if box in line and all(self.side(box, s) in self.drawn for s in SIDES)]
        for box in closed:
            self.owner[box] = self.seats[self.turn]
        if not closed:
            self.turn = (self.turn + 1) % len(self.seats)

    def end(self, line):
        same("lines left", self.legal(), [])
        won = {seat: list(self.owner.values()).count(seat) for seat in self.seats}
        same("winners", sorted(line["winners"]), sorted(s for s in self.seats if won[s] == max(won.values())))
