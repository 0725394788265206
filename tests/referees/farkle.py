"""Farkle: ones, fives, three or more alike (each die more doubles), straights and three pairs."""

from collections import Counter

from referee import same


class Referee:
    def __init__(self, head, state):
        self.seats, self.options = head["seats"], head["options"]
        self.points, self.turn, self.pot, self.picked, self.last = [0] * len(self.seats), None, 0, 0, None
        self.kept, self.events, self.over = 0, None, False
        self.expect = 6

    def sets(self, dice):
        count = Counter(dice)
        found = {}
        for face, n in count.items():
            if face in (1, 5):
                found[str(face)] = 100 if face == 1 else 50
            for k in range(3, n + 1):
                found[str(face) * k] = (1000 if face == 1 else 100 * face) << (k - 3)
        if self.options["specials"] and len(dice) == 6:
            if len(count) == 6:
                found["123456"] = 1500
            if all(n % 2 == 0 for n in count.values()):
                found["pairs"] = 1500
        return found

    def check(self, line):
        dice, state = line["state"]["vars"]["cup"], line["state"]["vars"]
        if self.turn is None:
            self.turn = self.seats.index(line["to_act"])
            self.pot = self.picked = self.kept = 0
        if self.expect is not None:
            same("dice", len(dice), self.expect)
            same("something scores", bool(self.sets(dice)), True)
            self.dice, self.expect = sorted(dice), None
        same("dice left", sorted(dice), self.dice)
        same("to act", line["to_act"], self.seats[self.turn])
        same("pot", state["pot"], self.pot)
        same("points", [state[f"points.{s}"] for s in self.seats], self.points)
        self.events = line["events"]

    def legal(self):
        actions = [f"keep {name}" for name in self.sets(self.dice)]
        if self.picked:
            actions.append("roll")
            if self.points[self.turn] or self.pot >= self.options["opening"]:
                actions.append("bank")
        return actions

    def act(self, text):
        verb, *what = text.split()
        if verb == "keep":
            self.pot += self.sets(self.dice)[what[0]]
            taken = self.dice[:] if what[0] == "pairs" else [int(d) for d in what[0]]
            for die in taken:
                self.dice.remove(die)
            self.picked += len(taken)
            return
        if verb == "bank":
            self.points[self.turn] += self.pot
            if self.last is None and self.points[self.turn] >= self.options["target"]:
                self.last = self.turn
        rolls = [e for e in self.events if e["kind"] == "roll"]
        seat, dice = self.turn, len(self.dice) or 6
        if verb == "bank":
            seat, dice = self.following(seat), 6
        for roll in rolls:
            same("roller", roll["seat"], self.seats[seat])
            same("dice rolled", len(roll["dice"]), dice)
            if self.sets(roll["dice"]):
                break
            seat, dice = self.following(seat), 6
        if self.over:
            return
        self.expect, self.picked = dice, 0
        if verb == "bank" or seat != self.turn or len(rolls) > 1:
            self.turn = None

    def following(self, seat):
        seat = (seat + 1) % len(self.seats)
        self.over = self.over or seat == self.last
        return seat

    def end(self, line):
        same("over", self.over, True)
        same("scores", line["scores"], dict(zip(self.seats, self.points)))
        most = max(self.points)
        same("winners", line["winners"], [s for s, p in zip(self.seats, self.points) if p == most])
