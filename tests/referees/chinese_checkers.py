"""Chinese checkers on a star in three coordinates whose sum is 0: a hole lies in one of two triangles."""

from referee import same

SEATS = ["red", "yellow", "green", "cyan", "blue", "magenta"]
WAYS = [(1, -1, 0), (1, 0, -1), (0, 1, -1), (-1, 1, 0), (-1, 0, 1), (0, -1, 1)]
# The points clockwise from below: the coordinate that is large there, and its sign.
POINTS = [(2, 1), (0, -1), (1, 1), (2, -1), (0, 1), (1, -1)]
PLACES = {2: [0, 3], 3: [0, 2, 4], 4: [0, 1, 3, 4], 6: [0, 1, 2, 3, 4, 5]}
HOLES = [
    (x, y, -x - y)
    for x in range(-8, 9)
    for y in range(-8, 9)
    if max(x, y, -x - y) <= 4 or min(x, y, -x - y) >= -4
]


def name(hole):
    x, _, z = hole
    return "abcdefghijklmnopq"[x + 8] + str(9 - z)


def point(number):
    axis, sign = POINTS[number]
    return {hole for hole in HOLES if sign * hole[axis] > 4}


def beside(hole, way, steps=1):
    return tuple(a + steps * b for a, b in zip(hole, way))


class Referee:
    def __init__(self, head, state):
        self.seats = len(head["seats"])
        places = PLACES[self.seats]
        self.men = [point(place) for place in places]
        self.goals = [point((place + 3) % 6) for place in places]
        self.turn, self.winner = 0, None

    def check(self, line):
        same("winner", self.winner, None)
        rows = line["state"]["boards"]["main"]
        for seat in range(self.seats):
            men = {h for h in HOLES if rows[h[2] + 8][h[0] + 8] == "ABCDEF"[seat]}
            same(f"men of {SEATS[seat]}", sorted(men), sorted(self.men[seat]))
        same("to act", line["to_act"], SEATS[self.turn])

    def taken(self):
        return set().union(*self.men)

    def hops(self, man):
        taken = self.taken() - {man}
        found, open_ = {man}, [man]
        while open_:
            at = open_.pop()
            for way in WAYS:
                to = beside(at, way, 2)
                if beside(at, way) in taken and to in HOLES and to not in taken and to not in found:
                    found.add(to)
                    open_.append(to)
        return found - {man}

    def legal(self):
        taken, found = self.taken(), []
        for man in self.men[self.turn]:
            steps = {beside(man, way) for way in WAYS}
            steps = {to for to in steps if to in HOLES and to not in taken}
            found += [f"{name(man)}-{name(to)}" for to in steps | self.hops(man)]
        return found

    def act(self, text):
        man, to = (next(hole for hole in HOLES if name(hole) == part) for part in text.split("-"))
        self.men[self.turn].remove(man)
        self.men[self.turn].add(to)
        for seat in [(self.turn + n) % self.seats for n in range(self.seats)]:
            is_full = self.goals[seat] <= self.taken()
            if self.winner is None and is_full and self.goals[seat] & self.men[seat]:
                self.winner = seat
        self.turn = (self.turn + 1) % self.seats

    def end(self, line):
        if self.winner is not None:
            same("winners", line["winners"], [SEATS[self.winner]])
