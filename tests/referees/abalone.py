"""Abalone by the rules of Michel Lalet and Laurent Lévi: men are at cube coordinates, and lines are found from their men."""

from referee import same

SEATS = ["black", "white"]
WAYS = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)]


def name(hex):
    return "abcdefghi"[hex[0] + 4] + str(5 - hex[1])


def hex_of(text):
    return "abcdefghi".index(text[0]) - 4, 5 - int(text[1:])


def on_board(hex):
    return max(abs(hex[0]), abs(hex[1]), abs(hex[0] + hex[1])) <= 4


def step(hex, way, n=1):
    return hex[0] + n * way[0], hex[1] + n * way[1]


class Referee:
    def __init__(self, head, state):
        self.off, self.quiet_limit = head["options"]["off"], head["options"]["quiet_limit"]
        self.turn, self.quiet, self.over = 0, 0, None
        self.men = [set(), set()]
        for q in range(-4, 5):
            for r in range(-4, 5):
                if on_board((q, r)):
                    for seat, side in ((0, 1), (1, -1)):
                        is_home = side * r >= 3 or side * r == 2 and abs(2 * q + r) <= 2
                        if is_home:
                            self.men[seat].add((q, r))
        self.seen = {self.key(): 1}

    def key(self):
        return self.turn, frozenset(self.men[0]), frozenset(self.men[1])

    def check(self, line):
        same("over", self.over, None)
        rows = line["state"]["boards"]["main"]
        for seat, sign in enumerate("XO"):
            men = {(c - 4, r - 4) for r in range(9) for c in range(9) if rows[r][c] == sign}
            same(f"men of {SEATS[seat]}", sorted(men), sorted(self.men[seat]))
        same("to act", line["to_act"], SEATS[self.turn])

    def pushed(self, man, way):
        """The men of both sides that go along, the nearest first, and what is behind them; None if they can't."""
        own, theirs = self.men[self.turn], self.men[1 - self.turn]
        mine, others = [], []
        at = step(man, way)
        while at in own:
            mine.append(at)
            at = step(at, way)
        while at in theirs:
            others.append(at)
            at = step(at, way)
        if len(mine) > 2 or len(others) > len(mine) or at in own or not (on_board(at) or others):
            return None
        return mine, others

    def asides(self):
        own, theirs = self.men[self.turn], self.men[1 - self.turn]
        found = {}
        for way in WAYS[:3]:
            for man in own:
                for length in (2, 3):
                    line = [step(man, way, n) for n in range(length)]
                    if not all(hex in own for hex in line):
                        continue
                    for aside in WAYS:
                        to = [step(hex, aside) for hex in line]
                        if aside not in (way, (-way[0], -way[1])) and all(
                            on_board(hex) and hex not in own and hex not in theirs for hex in to
                        ):
                            # A line is named from either end.
                            found[frozenset((line[0], line[-1])), aside] = line, to
        return found

    def legal(self):
        texts = []
        for man in self.men[self.turn]:
            for way in WAYS:
                if on_board(step(man, way)) and self.pushed(man, way) is not None:
                    texts.append(f"{name(man)}-{name(step(man, way))}")
        for (_, aside), (line, to) in self.asides().items():
            # The pack names the end from which the line goes up or to the right.
            first = 0 if self.is_first(line[0], line[-1]) else -1
            texts.append(f"{name(line[first])}:{name(line[-1 - first])}-{name(to[first])}")
        return texts

    @staticmethod
    def is_first(one, other):
        return (one[1], -one[0]) > (other[1], -other[0]) if one[1] != other[1] else one[0] < other[0]

    def act(self, text):
        own, theirs = self.men[self.turn], self.men[1 - self.turn]
        self.quiet += 1
        if ":" in text:
            ends, to = text.split("-")
            one, other = map(hex_of, ends.split(":"))
            aside = (hex_of(to)[0] - one[0], hex_of(to)[1] - one[1])
            line, squares = self.asides()[frozenset((one, other)), aside]
            own.difference_update(line)
            own.update(squares)
        else:
            man, to = map(hex_of, text.split("-"))
            way = (to[0] - man[0], to[1] - man[1])
            mine, others = self.pushed(man, way)
            own.difference_update([man, *mine])
            theirs.difference_update(others)
            own.update(step(hex, way) for hex in [man, *mine])
            theirs.update(hex for hex in (step(hex, way) for hex in others) if on_board(hex))
            if others and not on_board(step(others[-1], way)):
                self.quiet = 0
        seat, self.turn = self.turn, 1 - self.turn
        self.seen[self.key()] = self.seen.get(self.key(), 0) + 1
        if len(self.men[1 - seat]) <= 14 - self.off:
            self.over = [SEATS[seat]], "off the board"
        elif not self.legal():
            self.over = [SEATS[seat]], "can't move"
        elif self.quiet >= self.quiet_limit:
            self.over = [], "long time"
        elif self.seen[self.key()] >= 3:
            self.over = [], "third time"

    def end(self, line):
        if self.over is None:
            same("reason", line["reason"], None)
        winners, words = self.over
        same("winners", sorted(line["winners"]), winners)
        same("reason", words in line["reason"], True)
