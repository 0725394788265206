"""Kalah on a ring of fourteen pits: south's 0 to 5 and its store 6, north's 7 to 12 and its store 13."""

from referee import same

SEATS = ["south", "north"]


def column(pit):
    return pit + 1 if pit < 6 else 13 - pit


class Referee:
    def __init__(self, head, state):
        seeds = head["options"]["seeds"]
        self.alone = head["options"]["empty_captures"]
        self.ring = [seeds] * 6 + [0] + [seeds] * 6 + [0]
        self.turn, self.over = 0, False

    def check(self, line):
        state = line["state"]["vars"]
        same("to act", line["to_act"], SEATS[self.turn])
        same("south", state["south"], self.ring[:6])
        same("north", [-n for n in state["north"]], self.ring[7:13][::-1])
        same("stores", [state["store.south"], state["store.north"]], [self.ring[6], self.ring[13]])

    def own(self):
        return range(0, 6) if self.turn == 0 else range(7, 13)

    def legal(self):
        return [f"sow {column(pit)}" for pit in self.own() if self.ring[pit]]

    def act(self, text):
        number = int(text.split()[1])
        pit = next(p for p in self.own() if column(p) == number)
        store, other = (6, 13) if self.turn == 0 else (13, 6)
        seeds, self.ring[pit] = self.ring[pit], 0
        while seeds:
            pit = (pit + 1) % 14
            if pit != other:
                self.ring[pit] += 1
                seeds -= 1
        if pit in self.own() and self.ring[pit] == 1 and (self.ring[12 - pit] or self.alone):
            self.ring[store] += 1 + self.ring[12 - pit]
            self.ring[pit] = self.ring[12 - pit] = 0
        if pit != store:
            self.turn = 1 - self.turn
        if not any(self.ring[:6]) or not any(self.ring[7:13]):
            self.over = True
            self.ring = [0] * 6 + [sum(self.ring[:7])] + [0] * 6 + [sum(self.ring[7:])]

    def end(self, line):
        scores = [self.ring[6], self.ring[13]]
        same("over", self.over, True)
        same("scores", line["scores"], dict(zip(SEATS, scores)))
        best = [s for s, n in zip(SEATS, scores) if n == max(scores)]
        same("winners", sorted(line["winners"]), sorted(best))
