"""Lines of Action by the rules of Claude Soucie's game in Sid Sackson's book."""

from referee import same

SEATS = ["black", "white"]
WAYS = [(d, r) for d in (-1, 0, 1) for r in (-1, 0, 1) if d or r]


def name(square):
    return "abcdefgh"[square[1]] + str(8 - square[0])


def on_board(square):
    return 0 <= square[0] < 8 and 0 <= square[1] < 8


class Referee:
    def __init__(self, head, state):
        self.draw = head["options"]["both_draw"]
        ends = range(1, 7)
        self.men = [{(r, c) for r in (0, 7) for c in ends}, {(r, c) for r in ends for c in (0, 7)}]
        self.turn, self.winners = 0, None

    def check(self, line):
        same("over", self.winners, None)
        rows = line["state"]["boards"]["main"]
        for seat, sign in enumerate("XO"):
            men = {(r, c) for r in range(8) for c in range(8) if rows[r][c] == sign}
            same(f"men of {SEATS[seat]}", sorted(men), sorted(self.men[seat]))
        same("to act", line["to_act"], SEATS[self.turn])

    def moves(self):
        own, theirs = self.men[self.turn], self.men[1 - self.turn]
        found = {}
        for man in own:
            for down, right in WAYS:
                line = [(man[0] + n * down, man[1] + n * right) for n in range(-7, 8)]
                count = sum(square in own or square in theirs for square in line)
                to = (man[0] + count * down, man[1] + count * right)
                way = [(man[0] + n * down, man[1] + n * right) for n in range(1, count)]
                if on_board(to) and to not in own and not any(square in theirs for square in way):
                    found[name(man) + ("x" if to in theirs else "-") + name(to)] = (man, to)
        return found

    def legal(self):
        return list(self.moves())

    def connected(self, seat):
        left = set(self.men[seat])
        queue = [left.pop()]
        while queue:
            at = queue.pop()
            near = {(at[0] + d, at[1] + r) for d, r in WAYS} & left
            left -= near
            queue += near
        return not left

    def act(self, text):
        man, to = self.moves()[text]
        self.men[self.turn].remove(man)
        self.men[self.turn].add(to)
        self.men[1 - self.turn].discard(to)
        own, theirs = self.connected(self.turn), self.connected(1 - self.turn)
        if own and theirs and self.draw:
            self.winners = []
        elif own or theirs:
            self.winners = [SEATS[self.turn if own else 1 - self.turn]]
        self.turn = 1 - self.turn

    def end(self, line):
        if self.winners is None and "third time" in line["reason"]:
            return
        if self.winners is None:
            same("moves left", self.legal(), [])
            self.winners = [SEATS[1 - self.turn]]
        same("winners", line["winners"], self.winners)
