"""Brandubh: rook moves, custodial captures, hostile corners and throne, a king that four, three or two pieces capture."""

from referee import same

START = ["+..R..+", "...R...", "...g...", "RRgkgRR", "...g...", "...R...", "+..R..+"]
CORNERS, THRONE = {(0, 0), (0, 6), (6, 0), (6, 6)}, (3, 3)
WAYS = [(0, 1), (1, 0), (0, -1), (-1, 0)]
SEATS = ["black", "white"]


def name(square):
    return "abcdefg"[square[1]] + str(7 - square[0])


def side(piece):
    return 0 if piece == "R" else 1


class Referee:
    def __init__(self, head, state):
        self.board = {(r, c): START[r][c] for r in range(7) for c in range(7) if START[r][c] in "Rgk"}
        self.turn, self.winner = 0, None

    def check(self, line):
        same("over", self.winner, None)
        rows = line["state"]["boards"]["main"]
        board = {(r, c): rows[r][c] for r in range(7) for c in range(7) if rows[r][c] in "Rgk"}
        same("board", sorted(board.items()), sorted(self.board.items()))
        same("to act", line["to_act"], SEATS[self.turn])

    def moves(self):
        found = {}
        for (row, column), piece in self.board.items():
            if side(piece) != self.turn:
                continue
            for down, right in WAYS:
                to = (row + down, column + right)
                while 0 <= to[0] < 7 and 0 <= to[1] < 7 and to not in self.board:
                    if piece == "k" or to not in CORNERS and to != THRONE:
                        found[f"{name((row, column))}-{name(to)}"] = ((row, column), to)
                    to = (to[0] + down, to[1] + right)
        return found

    def legal(self):
        return list(self.moves())

    def is_hostile(self, square):
        if square in self.board:
            return side(self.board[square]) == self.turn
        return square in CORNERS or square == THRONE

    def act(self, text):
        start, to = self.moves()[text]
        piece = self.board[to] = self.board.pop(start)
        if piece == "k" and to in CORNERS:
            self.winner = 1
        for down, right in WAYS:
            beside, behind = (to[0] + down, to[1] + right), (to[0] + 2 * down, to[1] + 2 * right)
            other = self.board.get(beside)
            if other is None or side(other) == self.turn:
                continue
            around = [(beside[0] + d, beside[1] + r) for d, r in WAYS]
            if other == "k" and (beside == THRONE or THRONE in around):
                if all(near == THRONE or self.board.get(near) == "R" for near in around):
                    self.winner = 0
            elif self.is_hostile(behind):
                if other == "k":
                    self.winner = 0
                else:
                    del self.board[beside]
        self.turn = 1 - self.turn

    def end(self, line):
        if "third time" in line["reason"]:
            return
        if self.winner is None:
            same("moves left", self.legal(), [])
            self.winner = 1 - self.turn
        same("winners", line["winners"], [SEATS[self.winner]])
