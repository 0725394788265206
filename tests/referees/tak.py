"""Tak on 4, 5 or 6 rows: flats, walls and capstones, stacks that walk and drop stones, roads and the count of flats.

Actions are those of Portable Tak Notation. The rows of a stack are texts, the bottom first: `F`, `S` and `C` are white's."""

from referee import same

SEATS = ["white", "black"]
STONES = {4: (15, 0), 5: (21, 1), 6: (30, 1)}
WAYS = {"+": (0, 1), "-": (0, -1), "<": (-1, 0), ">": (1, 0)}
LETTERS = ["FSC", "fsc"]


def name(square):
    return "abcdef"[square[0]] + str(square[1] + 1)


def place(text):
    return ("abcdef".index(text[0]), int(text[1]) - 1)


def compositions(count):
    """All ways to write a number as a sum, as lists in order."""
    if count == 0:
        return [[]]
    return [[first, *rest] for first in range(1, count + 1) for rest in compositions(count - first)]


class Game:
    """A position: stacks by squares, stones and capstones of both seats, and whose turn it is."""

    def __init__(self, size):
        self.size = size
        self.stacks = {(column, row): "" for column in range(size) for row in range(size)}
        self.flats, self.caps = [STONES[size][0]] * 2, [STONES[size][1]] * 2
        self.turn, self.ply, self.winner, self.why = 0, 0, None, None

    def copy(self):
        other = Game(self.size)
        other.stacks, other.flats, other.caps = dict(self.stacks), list(self.flats), list(self.caps)
        other.turn, other.ply, other.winner, other.why = self.turn, self.ply, self.winner, self.why
        return other

    def spreads(self, start, count, way):
        """The ways in which so many stones can be dropped in a direction."""
        moved = self.stacks[start][-count:]
        for drops in compositions(count):
            at, last = start, len(drops) - 1
            for n, dropped in enumerate(drops):
                at = (at[0] + WAYS[way][0], at[1] + WAYS[way][1])
                if at not in self.stacks:
                    break
                top = self.stacks[at][-1:].upper()
                flattens = n == last and dropped == 1 and moved[-1].upper() == "C"
                if top == "C" or top == "S" and not flattens:
                    break
            else:
                yield drops

    def actions(self):
        found = {}
        empty = [square for square, stack in self.stacks.items() if not stack]
        if self.ply < 2:
            return {name(to): ("put", to, LETTERS[1 - self.turn][0]) for to in empty}
        flat, wall, cap = LETTERS[self.turn]
        for to in empty:
            if self.flats[self.turn]:
                found[name(to)] = ("put", to, flat)
                found["S" + name(to)] = ("put", to, wall)
            if self.caps[self.turn]:
                found["C" + name(to)] = ("put", to, cap)
        for start, stack in self.stacks.items():
            if stack and stack[-1] in LETTERS[self.turn]:
                for count in range(1, min(len(stack), self.size) + 1):
                    for way in WAYS:
                        for drops in self.spreads(start, count, way):
                            digits = "".join(map(str, drops)) if len(drops) > 1 else ""
                            text = f"{count if count > 1 else ''}{name(start)}{way}{digits}"
                            found[text] = ("move", start, way, drops)
        return found

    def has_road(self, seat):
        road = {at for at, stack in self.stacks.items() if stack and stack[-1] in LETTERS[seat][0] + LETTERS[seat][2]}
        for axis in (0, 1):
            reached = {at for at in road if at[axis] == 0}
            while True:
                more = {(c + x, r + y) for c, r in reached for x, y in WAYS.values()} & road
                if more <= reached:
                    break
                reached |= more
            if any(at[axis] == self.size - 1 for at in reached):
                return True
        return False

    def act(self, action):
        kind, at, *rest = action
        if kind == "put":
            letter = rest[0]
            owner = 0 if letter in LETTERS[0] else 1
            if letter.upper() == "C":
                self.caps[owner] -= 1
            else:
                self.flats[owner] -= 1
            self.stacks[at] = letter
        else:
            way, drops = rest
            count = sum(drops)
            moved = self.stacks[at][-count:]
            self.stacks[at] = self.stacks[at][:-count]
            for dropped in drops:
                at = (at[0] + WAYS[way][0], at[1] + WAYS[way][1])
                under = self.stacks[at].replace("S", "F").replace("s", "f")
                self.stacks[at] = under + moved[:dropped]
                moved = moved[dropped:]
        self.end()
        self.turn, self.ply = 1 - self.turn, self.ply + 1

    def end(self):
        for seat in (self.turn, 1 - self.turn):
            if self.has_road(seat):
                self.winner, self.why = [SEATS[seat]], "road"
                return
        if all(self.stacks.values()) or self.flats[self.turn] + self.caps[self.turn] == 0:
            tops = [stack[-1:] for stack in self.stacks.values()]
            lead = tops.count("F") - tops.count("f")
            self.winner = [] if lead == 0 else [SEATS[lead < 0]]
            self.why = "flats"


class Referee:
    def __init__(self, head, state):
        self.game = Game(int(head["options"]["size"]))

    def check(self, line):
        game, state = self.game, line["state"]
        same("over", game.winner, None)
        size = len(state["boards"]["main"])
        same("size", size, game.size)
        for square, stack in game.stacks.items():
            top = state["boards"]["main"][size - 1 - square[1]][square[0]].replace(".", "")
            same(name(square), state["boards"].get("main.under." + name(square), "") + top, stack)
        for seat, flats, caps in zip(SEATS, game.flats, game.caps):
            hand = state["vars"]["hand." + seat]
            same("hand of " + seat, (hand.get("flat", 0), hand.get("cap", 0)), (flats, caps))
        same("to act", line["to_act"], SEATS[game.turn])

    def legal(self):
        return list(self.game.actions())

    def act(self, text):
        self.game.act(self.game.actions()[text])

    def end(self, line):
        if "third time" in line["reason"]:
            return
        same("winners", sorted(line["winners"]), sorted(self.game.winner or []))
        same("reason", self.game.why in line["reason"], True)
