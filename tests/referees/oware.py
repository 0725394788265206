"""Oware by the abapa rules, on a ring of twelve pits: south's 0 to 5, north's 6 to 11."""

from referee import same

SEATS = ["south", "north"]


class Referee:
    def __init__(self, head, state):
        self.ring = [4] * 12
        self.won = [0, 0]
        self.turn, self.over = 0, False

    def check(self, line):
        state = line["state"]["vars"]
        same("to act", line["to_act"], SEATS[self.turn])
        same("pits", state["pit.south"] + state["pit.north"], self.ring)
        same("stores", [state["store.south"], state["store.north"]], self.won)

    def side(self, seat):
        return range(6 * seat, 6 * seat + 6)

    def seeds(self, seat):
        return sum(self.ring[pit] for pit in self.side(seat))

    def moves(self):
        own = [pit for pit in self.side(self.turn) if self.ring[pit]]
        if self.seeds(1 - self.turn) == 0:
            own = [pit for pit in own if pit % 6 + self.ring[pit] > 5]
        return own

    def legal(self):
        return [f"sow {pit % 6 + 1}" for pit in self.moves()]

    def act(self, text):
        start = 6 * self.turn + int(text.split()[1]) - 1
        seeds, self.ring[start] = self.ring[start], 0
        pit = start
        while seeds:
            pit = (pit + 1) % 12
            if pit != start:
                self.ring[pit] += 1
                seeds -= 1
        caught = []
        while pit in self.side(1 - self.turn) and self.ring[pit] in (2, 3):
            caught.append(pit)
            pit -= 1
        total = sum(self.ring[pit] for pit in caught)
        if total < self.seeds(1 - self.turn):
            for pit in caught:
                self.ring[pit] = 0
            self.won[self.turn] += total
        if self.won[self.turn] > 24:
            self.over = True
            return
        self.turn = 1 - self.turn
        if not self.moves():
            self.over = True
            for seat in (0, 1):
                self.won[seat] += self.seeds(seat)
            self.ring = [0] * 12

    def end(self, line):
        if not self.over and "circles" in line["reason"]:
            self.won = [self.won[seat] + self.seeds(seat) for seat in (0, 1)]
            self.over = True
        same("over", self.over, True)
        same("scores", line["scores"], dict(zip(SEATS, self.won)))
        best = [s for s, n in zip(SEATS, self.won) if n == max(self.won)]
        same("winners", sorted(line["winners"]), sorted(best))
