"""President by the rules of pagat.com: twos high, sets of one rank, two cards and one given and given back."""

from referee import same

RANKS, SUITS = "3456789TJQKA2", "CDHS"


def order(card):
    return RANKS.index(card[0]), SUITS.index(card[1])


class Referee:
    def __init__(self, head, state):
        self.seats = head["seats"]
        self.target, self.exchange = head["options"]["target"], head["options"]["exchange"]
        self.points, self.before, self.over = [0] * len(self.seats), None, False
        self.deal(state)

    def deal(self, state):
        self.hands = [set(state["zones"][f"hand.{name}"]) for name in self.seats]
        same("cards dealt", sum(map(len, self.hands)), 52)
        self.top, self.holder, self.places, self.owed, self.fresh = [], None, [], [], False
        if self.before is None:
            self.turn = next(n for n, h in enumerate(self.hands) if "3C" in h)
        else:
            self.turn = self.before[0]
            if self.exchange:
                # The cards of the lower seats have gone over already.
                self.owed = [(self.before[0], self.before[-1])] * 2
                if len(self.seats) > 3:
                    self.owed.append((self.before[1], self.before[-2]))
                for above, below in {pair: 0 for pair in self.owed}:
                    given = max(order(c)[0] for c in self.hands[below])
                    n = self.owed.count((above, below))
                    highest = sorted((order(c)[0] for c in self.hands[above]), reverse=True)[:n]
                    same("the highest cards were given", all(r >= given for r in highest), True)

    def check(self, line):
        if self.fresh:
            self.deal(line["state"])
        state = line["state"]
        self.turn = self.owed[0][0] if self.owed else self.turn
        same("to act", line["to_act"], self.seats[self.turn])
        same("hands", [set(state["zones"][f"hand.{name}"]) for name in self.seats], self.hands)
        same("points", [state["vars"][f"points.{name}"] for name in self.seats], self.points)

    def legal(self):
        hand = self.hands[self.turn]
        if self.owed:
            return [f"give {c}" for c in hand]
        actions = ["pass"] if self.top else []
        for n, r in enumerate(RANKS):
            cards = sorted((c for c in hand if c[0] == r), key=order)
            if self.top:
                if len(cards) >= len(self.top) and n > order(self.top[0])[0]:
                    actions.append("play " + ", ".join(cards[: len(self.top)]))
            else:
                actions += ["play " + ", ".join(cards[:k]) for k in range(1, len(cards) + 1)]
        return actions

    def act(self, text):
        verb, *cards = text.replace(",", "").split()
        if verb == "give":
            above, below = self.owed.pop(0)
            self.hands[above].remove(cards[0])
            self.hands[below].add(cards[0])
            if not self.owed:
                self.turn = self.before[0]
            return
        seat, count = self.turn, len(self.seats)
        if verb == "play":
            self.hands[seat] -= set(cards)
            self.top, self.holder = cards, seat
            if not self.hands[seat]:
                self.points[seat] += 2 if not self.places else 1 if len(self.places) == 1 and count > 3 else 0
                self.places.append(seat)
                if len(self.places) == count - 1:
                    self.places += [n for n in range(count) if n not in self.places]
                    self.before, self.fresh = self.places, True
                    self.over = max(self.points) >= self.target
                    return
        seat = (seat + 1) % count
        while seat != self.holder and not self.hands[seat]:
            seat = (seat + 1) % count
        if seat == self.holder:
            self.top = []
            while not self.hands[seat]:
                seat = (seat + 1) % count
        self.turn = seat

    def end(self, line):
        same("over", self.over, True)
        same("scores", line["scores"], dict(zip(self.seats, self.points)))
        most = max(self.points)
        same("winners", line["winners"], [s for s, p in zip(self.seats, self.points) if p == most])
