"""Dvonn on 49 hexes in rows of 9, 10, 11, 10 and 9: a stack is a text of w, b and r, the bottom stone first."""

from referee import same

SEATS = ["white", "black"]
STEPS = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1)]
# Columns and rows from the lower left; each row above stands half a hex to the left.
HEXES = [(x, y) for y in range(1, 6) for x in range(11) if max(0, y - 3) <= x < 11 - max(0, 3 - y)]


def name(at):
    return "abcdefghijk"[at[0]] + str(at[1])


def way(step, n, at):
    return at[0] + n * step[0], at[1] + n * step[1]


class Referee:
    def __init__(self, head, state):
        self.stacks = {at: "" for at in HEXES}
        self.turn, self.put, self.over = 0, 0, False

    def check(self, line):
        boards = line["state"]["boards"]
        same("to act", line["to_act"], SEATS[self.turn])
        letters = {"S": "w", "s": "b", "*": "r"}
        found = {}
        for n, row in enumerate(boards["main"]):
            for x, glyph in enumerate(row):
                if (x, 5 - n) in self.stacks:
                    under = boards.get("main.under." + name((x, 5 - n)), "")
                    found[x, 5 - n] = "".join(letters[one] for one in under + glyph if one != ".")
        same("stacks", found, self.stacks)
        if self.put == 49:
            same("held", [line["state"]["vars"]["held." + seat] for seat in SEATS], self.held())

    def held(self):
        return [sum(len(s) for s in self.stacks.values() if s and s[-1] == one) for one in "wb"]

    def moves(self, seat):
        for at, stack in self.stacks.items():
            if not stack or stack[-1] != "wb"[seat]:
                continue
            if all(self.stacks.get(way(step, 1, at)) for step in STEPS):
                continue
            for step in STEPS:
                if self.stacks.get(way(step, len(stack), at)):
                    yield at, way(step, len(stack), at)

    def legal(self):
        if self.put < 49:
            return ["put " + name(at) for at, stack in self.stacks.items() if not stack]
        found = [f"{name(a)}-{name(b)}" for a, b in self.moves(self.turn)]
        return found or ["pass"]

    def act(self, text):
        if self.put < 49:
            at = next(at for at in HEXES if text == "put " + name(at))
            self.stacks[at] = "r" if self.put < 3 else "wb"[self.turn]
            self.put += 1
            self.turn = 1 - self.turn if self.put < 49 else 0
        else:
            if text != "pass":
                a, b = [next(at for at in HEXES if name(at) == part) for part in text.split("-")]
                self.stacks[b] += self.stacks[a]
                self.stacks[a] = ""
                seen = {at for at, stack in self.stacks.items() if "r" in stack}
                new = list(seen)
                while new:
                    at = new.pop()
                    for near in (way(step, 1, at) for step in STEPS):
                        if near not in seen and self.stacks.get(near):
                            seen.add(near)
                            new.append(near)
                self.stacks = {at: stack if at in seen else "" for at, stack in self.stacks.items()}
            self.turn = 1 - self.turn
        if self.put == 49:
            self.over = not any(self.moves(0)) and not any(self.moves(1))

    def end(self, line):
        same("over", self.over, True)
        held = self.held()
        same("scores", line["scores"], dict(zip(SEATS, held)))
        best = [seat for seat, n in zip(SEATS, held) if n == max(held)]
        same("winners", sorted(line["winners"]), sorted(best))
