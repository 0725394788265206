"""Cribbage for two by the rules of the American Cribbage Congress: 121 points, six cards, no muggins."""

from itertools import combinations

from referee import same

RANKS, SEATS = "A23456789TJQK", ["a", "b"]


def number(card):
    return RANKS.index(card[0]) + 1


def value(card):
    return min(number(card), 10)


def hand_points(four, starter, is_crib):
    five = [*four, starter]
    points = 0
    for n in range(2, 6):
        for cards in combinations(five, n):
            points += 2 * (sum(map(value, cards)) == 15)
            points += 2 * (n == 2 and cards[0][0] == cards[1][0])
    for n in (5, 4, 3):
        runs = [c for c in combinations(five, n) if is_run(c)]
        if runs:
            points += n * len(runs)
            break
    if len({c[1] for c in four}) == 1:
        points += 5 if starter[1] == four[0][1] else 0 if is_crib else 4
    return points + sum(c[0] == "J" and c[1] == starter[1] for c in four)


def is_run(cards):
    numbers = sorted(map(number, cards))
    return numbers == list(range(numbers[0], numbers[0] + len(numbers)))


class Referee:
    def __init__(self, head, state):
        self.target, self.points, self.dealer, self.over = head["options"]["target"], [0, 0], 0, False
        self.deal(state)

    def deal(self, state):
        self.dealer = 1 - self.dealer
        self.hands = [list(state["zones"][f"hand.{name}"]) for name in SEATS]
        same("cards dealt", [len(h) for h in self.hands], [6, 6])
        self.waiting, self.crib, self.played, self.series, self.starter = [], [], [[], []], [], None
        self.turn, self.laying, self.fresh = 0, True, False

    def peg(self, seat, n):
        if not self.over:
            self.points[seat] = min(self.points[seat] + n, self.target)
            self.over = self.points[seat] >= self.target

    def check(self, line):
        state = line["state"]
        same("over", self.over, False)
        if self.fresh:
            self.deal(state)
        if not self.laying and not self.starter:
            self.starter = state["zones"]["starter"][0]
        same("to act", line["to_act"], SEATS[self.turn])
        same("hands", [sorted(state["zones"][f"hand.{name}"]) for name in SEATS], list(map(sorted, self.hands)))
        same("crib", sorted(state["zones"]["crib"]), sorted(self.crib))
        if self.starter and len(self.played[0]) + len(self.played[1]) == 0 and self.starter[0] == "J":
            self.peg(self.dealer, 2)
        same("points", [state["vars"][f"points.{name}"] for name in SEATS], self.points)

    def count(self):
        return sum(value(c) for _, c in self.series)

    def fits(self, seat):
        return [c for c in self.hands[seat] if self.count() + value(c) <= 31]

    def legal(self):
        if self.laying:
            return [f"lay {c}" for c in self.hands[self.turn]]
        return [f"play {c}" for c in self.fits(self.turn)]

    def act(self, text):
        card = text.split()[1]
        if self.laying:
            self.waiting.append((self.turn, card))
            self.turn = 1 - self.turn
            if len(self.waiting) == 2:
                for seat, c in self.waiting:
                    self.hands[seat].remove(c)
                    self.crib.append(c)
                self.waiting = []
                if len(self.crib) == 4:
                    self.laying, self.turn = False, 1 - self.dealer
            return
        seat = self.turn
        self.hands[seat].remove(card)
        self.played[seat].append(card)
        self.series.append((seat, card))
        cards = [c for _, c in self.series]
        self.peg(seat, 2 * (self.count() in (15, 31)))
        for n in (4, 3, 2):
            if len(cards) >= n and len({c[0] for c in cards[-n:]}) == 1:
                self.peg(seat, n * (n - 1))
                break
        for n in range(len(cards), 2, -1):
            if is_run(cards[-n:]):
                self.peg(seat, n)
                break
        for following in (1 - seat, seat):
            if self.fits(following):
                self.turn = following
                return
        self.peg(seat, self.count() != 31)
        self.series = []
        for following in (1 - seat, seat):
            if self.hands[following]:
                self.turn = following
                return
        other = 1 - self.dealer
        self.peg(other, hand_points(self.played[other], self.starter, False))
        self.peg(self.dealer, hand_points(self.played[self.dealer], self.starter, False))
        self.peg(self.dealer, hand_points(self.crib, self.starter, True))
        self.fresh = True

    def end(self, line):
        if not self.over:  # by his heels
            state = line["state"]
            same("his heels", state["zones"]["starter"][0][0], "J")
            self.peg(self.dealer, 2)
        same("over", self.over, True)
        same("scores", line["scores"], dict(zip(SEATS, self.points)))
        same("winners", line["winners"], [SEATS[self.points.index(self.target)]])
