"""Contract bridge by the Laws of Duplicate Bridge 2017: the auction, the play, and the score of each deal."""

from referee import same

RANKS, STRAINS, NAMES = "23456789TJQKA", ["C", "D", "H", "S", "NT"], ["north", "east", "south", "west"]
# Who is vulnerable on boards 1 to 16: nobody, north and south, east and west, or both.
VULNERABLE = "-NEBNEB-EB-NB-NE"


def score(level, strain, doubled, vulnerable, tricks):
    """The points of the declarer's side (Law 77)."""
    over = tricks - level - 6
    if over < 0:
        if not doubled:
            return over * (100 if vulnerable else 50)
        table = [200] + [300] * 12 if vulnerable else [100, 200, 200] + [300] * 10
        return -sum(table[:-over]) * doubled
    each = 20 if strain in "CD" else 30
    below = (level * each + (10 if strain == "NT" else 0)) * (1, 2, 4)[doubled]
    total = below + 50 * doubled + (50 if below < 100 else 500 if vulnerable else 300)
    total += {6: 750 if vulnerable else 500, 7: 1500 if vulnerable else 1000}.get(level, 0)
    return total + over * (each if not doubled else 100 * doubled * (2 if vulnerable else 1))


class Referee:
    def __init__(self, head, state):
        self.deals, self.points, self.number, self.fresh = head["options"]["deals"], [0, 0], 0, False
        self.deal(state)

    def deal(self, state):
        self.number += 1
        self.hands = [set(state["zones"][f"hand.{name}"]) for name in NAMES]
        same("cards dealt", sorted(map(len, self.hands)), [13] * 4)
        same("different cards", len(set.union(*self.hands)), 52)
        self.turn = self.dealer = (self.number - 1) % 4
        board = VULNERABLE[(self.number - 1) % 16]
        self.vulnerable = [board in "NB", board in "EB"]
        self.calls, self.contract, self.doubled, self.dummy = [], None, 0, None
        self.trick, self.won, self.fresh, self.is_open = [], [0, 0], False, False

    def check(self, line):
        if self.fresh:
            self.deal(line["state"])
        zones, values = line["state"]["zones"], line["state"]["vars"]
        acts = self.turn if self.turn != self.dummy else (self.dummy + 2) % 4
        same("to act", line["to_act"], NAMES[acts])
        hands = [hand if not (self.is_open and n == self.dummy) else set() for n, hand in enumerate(self.hands)]
        same("hands", [set(zones[f"hand.{name}"]) for name in NAMES], hands)
        same("dummy", set(zones["dummy"]), self.hands[self.dummy] if self.is_open else set())
        same("trick", zones["trick"], [card for _, card in self.trick])
        sides = ["north+south", "east+west"]
        same("points", [values[f"points.{side}"] for side in sides], self.points)
        same("vulnerable", [values[f"vulnerable.{side}"] for side in sides], [int(v) for v in self.vulnerable])
        same("tricks", [values[f"won.{side}"] for side in sides], self.won)
        same("deal", values["deal"], self.number)

    def legal(self):
        if self.dummy is None:
            bids = [(level, strain) for level in range(1, 8) for strain in range(5)]
            calls = [f"bid {level}{STRAINS[strain]}" for level, strain in bids if not self.contract or (level, strain) > self.contract[:2]]
            calls.append("pass")
            is_own = self.contract and self.contract[2] % 2 == self.turn % 2
            if self.contract and not is_own and self.doubled == 0:
                calls.append("double")
            if is_own and self.doubled == 1:
                calls.append("redouble")
            return calls
        hand = self.hands[self.turn]
        if self.trick:
            hand = [card for card in hand if card[1] == self.trick[0][1][1]] or hand
        verb = "dummy" if self.turn == self.dummy else "play"
        return [f"{verb} {card}" for card in hand]

    def act(self, text):
        if self.dummy is None:
            self.call(text)
            return
        card = text.split()[1]
        self.hands[self.turn].remove(card)
        self.trick.append((self.turn, card))
        self.is_open = True
        self.turn = (self.turn + 1) % 4
        if len(self.trick) == 4:
            trump, led = STRAINS[self.contract[1]], self.trick[0][1][1]
            key = lambda played: (played[1][1] == trump, played[1][1] == led, RANKS.index(played[1][0]))
            self.turn = max(self.trick, key=key)[0]
            self.won[self.turn % 2] += 1
            self.trick = []
            if sum(self.won) == 13:
                side = self.dummy % 2
                level, strain, _ = self.contract
                points = score(level, STRAINS[strain], self.doubled, self.vulnerable[side], self.won[side])
                self.points[side if points > 0 else 1 - side] += abs(points)
                self.fresh = True

    def call(self, text):
        if text.startswith("bid "):
            bid = text[4:]
            self.contract, self.doubled = (int(bid[0]), STRAINS.index(bid[1:]), self.turn), 0
        elif text != "pass":
            self.doubled += 1
        self.calls.append((self.turn, text))
        self.turn = (self.turn + 1) % 4
        last = [call for _, call in self.calls[-3:]]
        if len(self.calls) > 3 and last == ["pass"] * 3:
            if not self.contract:
                self.fresh = True
                return
            _, strain, bidder = self.contract
            named = [seat for seat, call in self.calls if call[:4] == "bid " and call[5:] == STRAINS[strain] and seat % 2 == bidder % 2]
            self.dummy, self.turn = (named[0] + 2) % 4, (named[0] + 1) % 4

    def end(self, line):
        a, b = self.points
        same("deals", self.number, self.deals)
        same("winners", sorted(line["winners"]), sorted(NAMES if a == b else ["north", "south"] if a > b else ["east", "west"]))
        same("scores", line["scores"], dict(zip(NAMES, [a, b, a, b])))
