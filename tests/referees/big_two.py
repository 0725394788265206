"""Big Two by the published rules (pagat.com and others): suits from diamonds up to spades, straights up to jack to two, flushes by
their highest card, passing for the moment, penalties doubled from ten cards on and tripled for thirteen."""

from collections import Counter
from itertools import combinations

from referee import same

RANKS, SUITS = "3456789TJQKA2", "DCHS"
HIGHER = ["straight", "flush", "full house", "four and one", "straight flush"]


def order(card):
    return RANKS.index(card[0]), SUITS.index(card[1])


def rate(cards):
    """The kind of cards, as a number among those of the same size, and what decides within the kind; None if they are none."""
    ranks = Counter(order(c)[0] for c in cards)
    top = max(map(order, cards))
    if len(cards) <= 3:
        return (0, top) if len(ranks) == 1 else None
    if len(cards) != 5:
        return None
    straight = len(ranks) == 5 and max(ranks) - min(ranks) == 4
    flush = len({c[1] for c in cards}) == 1
    most, times = ranks.most_common(1)[0]
    if straight and flush:
        return HIGHER.index("straight flush"), top
    if times == 4:
        return HIGHER.index("four and one"), (most,)
    if times == 3 and len(ranks) == 2:
        return HIGHER.index("full house"), (most,)
    if flush:
        return HIGHER.index("flush"), top
    return (HIGHER.index("straight"), top) if straight else None


class Referee:
    def __init__(self, head, state):
        self.seats, self.target = head["seats"], head["options"]["target"]
        self.points, self.over = [0] * len(self.seats), False
        self.deal(state)

    def deal(self, state):
        self.hands = [set(state["zones"][f"hand.{name}"]) for name in self.seats]
        same("cards dealt", [len(h) for h in self.hands], [13] * len(self.seats))
        same("different cards", len(set.union(*self.hands)), 13 * len(self.seats))
        self.lowest = min(set.union(*self.hands), key=order)
        self.turn = next(n for n, h in enumerate(self.hands) if self.lowest in h)
        self.top, self.holder, self.fresh, self.first = [], None, False, True

    def check(self, line):
        if self.fresh:
            self.deal(line["state"])
        state = line["state"]
        same("to act", line["to_act"], self.seats[self.turn])
        same("hands", [set(state["zones"][f"hand.{name}"]) for name in self.seats], self.hands)
        same("to beat", set(state["zones"]["top"]), set(self.top))
        same("points", [state["vars"][f"points.{name}"] for name in self.seats], self.points)

    def legal(self):
        hand = sorted(self.hands[self.turn], key=order)
        actions = ["pass"] if self.top else []
        beaten = rate(self.top) if self.top else None
        for n in [len(self.top)] if self.top else [1, 2, 3, 5]:
            for cards in combinations(hand, n):
                rated = rate(cards)
                if rated and (not beaten or rated > beaten) and (not self.first or self.lowest in cards):
                    actions.append("play " + ", ".join(cards))
        return actions

    def act(self, text):
        verb, *cards = text.replace(",", "").split()
        if verb == "play":
            self.hands[self.turn] -= set(cards)
            self.top, self.holder, self.first = cards, self.turn, False
            if not self.hands[self.turn]:
                for n, left in enumerate(map(len, self.hands)):
                    self.points[n] += left * (3 if left == 13 else 2 if left >= 10 else 1)
                self.over, self.fresh = max(self.points) >= self.target, True
                return
        self.turn = (self.turn + 1) % len(self.seats)
        if self.turn == self.holder:
            self.top = []

    def end(self, line):
        same("over", self.over, True)
        same("scores", line["scores"], {s: -p for s, p in zip(self.seats, self.points)})
        least = min(self.points)
        same("winners", line["winners"], [s for s, p in zip(self.seats, self.points) if p == least])
