"""Quilt: patches of one to five squares that touch own ones at corners and never along an edge."""

from referee import same

# Each patch as it is drawn, the upper row first.
DRAWN = {
    "I1": "x", "I2": "xx", "I3": "xxx", "V3": "x. xx", "I4": "xxxx", "L4": "..x xxx", "N4": "xx. .xx", "O4": "xx xx",
    "T4": ".x. xxx", "F5": ".xx xx. .x.", "I5": "xxxxx", "L5": "...x xxxx", "N5": "xxx. ..xx", "P5": "xx xx x.",
    "T5": "xxx .x. .x.", "U5": "x.x xxx", "V5": "x.. x.. xxx", "W5": "x.. xx. .xx", "X5": ".x. xxx .x.",
    "Y5": "..x. xxxx", "Z5": "xx. .x. .xx",
}
LETTER = {"R": "red", "B": "blue", "G": "green", "Y": "yellow"}


def moved(squares):
    """Squares as (down, right), moved so that the upper left one of the frame is 0, 0."""
    top, left = min(down for down, _ in squares), min(right for _, right in squares)
    return frozenset((down - top, right - left) for down, right in squares)


def ways(text):
    rows = text.split()
    drawn = moved({(down, right) for down, row in enumerate(rows) for right, sign in enumerate(row) if sign == "x"})
    found = []
    for side in [drawn, moved({(down, -right) for down, right in drawn})]:
        for _ in range(4):
            if side not in found:
                found.append(side)
            side = moved({(right, -down) for down, right in side})
    return found


def polyominoes(most):
    """All shapes of so many squares, each in one of its forms."""
    sizes = [{frozenset({(0, 0)})}]
    for _ in range(most - 1):
        grown = set()
        for shape in sizes[-1]:
            for down, right in shape:
                for more in [(down + 1, right), (down - 1, right), (down, right + 1), (down, right - 1)]:
                    if more not in shape:
                        grown.add(min(forms(shape | {more}), key=sorted))
        sizes.append(grown)
    return {shape for size in sizes for shape in size}


def forms(shape):
    out = []
    for side in [shape, {(down, -right) for down, right in shape}]:
        for _ in range(4):
            out.append(moved(side))
            side = {(right, -down) for down, right in side}
    return out


PATCHES = {}
for name, text in DRAWN.items():
    all_ways = ways(text)
    for n, way in enumerate(all_ways):
        PATCHES[name + ("" if len(all_ways) == 1 else "abcdefgh"[n])] = (name, way)
assert {min(forms(ways(text)[0]), key=sorted) for text in DRAWN.values()} == polyominoes(5)


class Referee:
    def __init__(self, head, state):
        rows = state["boards"]["main"]
        self.side = len(rows)
        self.seats = ["red", "blue", "green", "yellow"][: head.get("players") or len(head["seats"])]
        same("side", self.side, {2: 14, 3: 17, 4: 20}[len(self.seats)])
        self.owner, self.turn = {}, 0
        self.left = {seat: set(DRAWN) for seat in self.seats}

    def check(self, line):
        rows = line["state"]["boards"]["main"]
        found = {(d, r): LETTER[sign] for d, row in enumerate(rows) for r, sign in enumerate(row) if sign != "."}
        same("owners of squares", found, self.owner)
        same("to act", line["to_act"], self.seats[self.turn])
        for seat in self.seats:
            same("squares of " + seat, line["state"]["vars"]["covered." + seat], list(self.owner.values()).count(seat))
            same("patches of " + seat, sum(line["state"]["vars"]["left." + seat]), len(self.left[seat]))

    def squares(self, way, first):
        """The squares of a patch whose first square, the left one of its upper row, is given; none if some are outside."""
        right = min(right for down, right in way if down == 0)
        squares = [(first[0] + down, first[1] + across - right) for down, across in way]
        return squares if all(0 <= n < self.side for square in squares for n in square) else []

    def fits(self, squares, own):
        if not squares or any(square in self.owner for square in squares):
            return False
        beside = {(d + y, r + x) for d, r in squares for y, x in [(0, 1), (1, 0), (0, -1), (-1, 0)]}
        touched = {(d + y, r + x) for d, r in squares for y, x in [(1, 1), (1, -1), (-1, 1), (-1, -1)]}
        if not own:
            return any(d in (0, self.side - 1) and r in (0, self.side - 1) for d, r in squares)
        return not beside & own and bool(touched & own)

    def patches(self, seat):
        found = []
        own = {square for square, owner in self.owner.items() if owner == seat}
        for text, (name, way) in PATCHES.items():
            if name in self.left[seat]:
                for down in range(self.side):
                    for right in range(self.side):
                        if self.fits(self.squares(way, (down, right)), own):
                            found.append(f"{text} {'abcdefghijklmnopqrst'[right]}{self.side - down}")
        return found

    def legal(self):
        return self.patches(self.seats[self.turn]) or ["pass"]

    def act(self, text):
        if text != "pass":
            word, square = text.split()
            name, way = PATCHES[word]
            first = (self.side - int(square[1:]), "abcdefghijklmnopqrst".index(square[0]))
            self.owner |= {square: self.seats[self.turn] for square in self.squares(way, first)}
            self.left[self.seats[self.turn]].remove(name)
        self.turn = (self.turn + 1) % len(self.seats)

    def end(self, line):
        same("patches that fit", [patch for seat in self.seats for patch in self.patches(seat)], [])
        covered = {seat: list(self.owner.values()).count(seat) for seat in self.seats}
        best = sorted(seat for seat in self.seats if covered[seat] == max(covered.values()))
        same("winners", sorted(line["winners"]), best if len(best) < len(self.seats) else line["winners"])
