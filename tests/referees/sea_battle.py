"""Sea battle: two fleets of five ships in seas of 10 x 10, one shot at a time."""

from referee import same

LENGTHS = {"a": 5, "b": 4, "c": 3, "u": 3, "d": 2}
SEATS = ["white", "black"]
LETTERS = "abcdefghijklmnopqrstu"


def name(square):
    x, y = square
    return LETTERS[x] + str(y + 1)


def square(text):
    return LETTERS.index(text[0]), int(text[1:]) - 1


def sea(seat):
    return {(x + 11 * seat, y) for x in range(10) for y in range(10)}


def ship_at(start, way, length):
    step = (1, 0) if way == "across" else (0, -1)
    return {(start[0] + n * step[0], start[1] + n * step[1]) for n in range(length)}


class Referee:
    def __init__(self, head, state):
        self.again = head["options"]["again"]
        self.fleets = [{}, {}]
        self.shots = set()
        self.hits = [0, 0]
        self.turn, self.winner, self.unknown = 0, None, None

    def read(self, rows, seat):
        """The squares of a seat's ships on the board, by letter."""
        found = {}
        for up, row in enumerate(reversed(rows)):
            for x, sign in enumerate(row):
                if sign.lower() in LENGTHS and sign.isupper() == (seat == 0):
                    found.setdefault(sign.lower(), set()).add((x, up))
        return found

    def check(self, line):
        same("winner", self.winner, None)
        rows = line["state"]["boards"]["main"]
        if self.unknown is not None:
            self.learn(self.read(rows, self.unknown))
        for seat in (0, 1):
            same(f"fleet of {SEATS[seat]}", self.read(rows, seat), self.fleets[seat])
            same(f"hits of {SEATS[seat]}", line["state"]["vars"][f"hits.{SEATS[seat]}"], self.hits[seat])
        water = self.shots - set().union(*self.fleets[0].values(), *self.fleets[1].values())
        misses = {(x, up) for up, row in enumerate(reversed(rows)) for x, sign in enumerate(row) if sign == "o"}
        same("misses", misses, water)
        same("to act", line["to_act"], SEATS[self.turn])

    def learn(self, found):
        """Accepts a fleet that was placed by chance if every ship lies straight in its own sea, apart from the others."""
        seat, self.unknown = self.unknown, None
        for letter, placed in self.fleets[seat].items():
            same("a ship that was placed before", found[letter], placed)
        same("the ships", sorted(found), sorted(LENGTHS))
        for letter, squares in found.items():
            start = min(squares, key=lambda at: (at[0], -at[1]))
            lines = [ship_at(start, way, LENGTHS[letter]) for way in ("across", "down")]
            same(f"ship {letter} lies straight in its sea", squares in lines and squares <= sea(seat), True)
        self.fleets[seat] = found

    def legal(self):
        fleet = self.fleets[self.turn]
        if len(fleet) < 5:
            length = list(LENGTHS.values())[len(fleet)]
            free = sea(self.turn) - set().union(*fleet.values())
            places = [(at, way) for at in sea(self.turn) for way in ("across", "down")]
            fits = [(at, way) for at, way in places if ship_at(at, way, length) <= free]
            return ["deploy"] + [f"place {name(at)} {way}" for at, way in fits]
        return [f"shoot {name(at)}" for at in sea(1 - self.turn) - self.shots]

    def act(self, text):
        word, *rest = text.split()
        fleet = self.fleets[self.turn]
        if word == "shoot":
            at = square(rest[0])
            self.shots.add(at)
            is_hit = any(at in ship for ship in self.fleets[1 - self.turn].values())
            self.hits[self.turn] += is_hit
            if self.hits[self.turn] == 17:
                self.winner = self.turn
            if not (is_hit and self.again):
                self.turn = 1 - self.turn
            return
        if word == "place":
            letter = list(LENGTHS)[len(fleet)]
            fleet[letter] = ship_at(square(rest[0]), rest[1], LENGTHS[letter])
        else:
            self.unknown = self.turn
        if word == "deploy" or len(fleet) == 5:
            self.turn = 1 - self.turn

    def end(self, line):
        same("winner", line["winner"] if "winner" in line else line["winners"], [SEATS[self.winner]])
