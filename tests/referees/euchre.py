"""North American euchre by the rules of pagat.com: 24 cards, partners, going alone."""

from referee import same

NAMES, SUITS = ["north", "east", "south", "west"], "CDHS"
TWIN = dict(zip("CSDH", "SCHD"))


class Referee:
    def __init__(self, head, state):
        self.target, self.stick = head["options"]["target"], head["options"]["stick"]
        self.points, self.dealer = [0, 0], 2
        self.deal(state)

    def deal(self, state):
        self.dealer = (self.dealer + 1) % 4
        self.hands = [set(state["zones"][f"hand.{name}"]) for name in NAMES]
        same("cards dealt", [len(h) for h in self.hands], [5] * 4)
        self.up = state["zones"]["turned"][0]
        self.turn, self.passes, self.trump, self.maker, self.out = (self.dealer + 1) % 4, 0, None, None, None
        self.discarding, self.fresh, self.trick, self.won = False, False, [], [0] * 4

    def check(self, line):
        if self.fresh:
            self.deal(line["state"])
        state = line["state"]
        same("to act", line["to_act"], NAMES[self.turn])
        same("hands", [set(state["zones"][f"hand.{name}"]) for name in NAMES], self.hands)
        same("points", [state["vars"]["points.north+south"], state["vars"]["points.east+west"]], self.points)
        same("tricks", [state["vars"][f"won.{name}"] for name in NAMES], self.won)

    def suit(self, card):
        return self.trump if card[0] == "J" and card[1] == TWIN[self.trump] else card[1]

    def legal(self):
        if self.trump is None:
            if self.passes < 4:
                return ["order", "alone", "pass"]
            suits = [s for s in SUITS if s != self.up[1]]
            calls = [f"call {s}" for s in suits] + [f"alone in {s}" for s in suits]
            return calls + (["pass"] if self.passes < 7 or not self.stick else [])
        hand = self.hands[self.turn]
        if self.discarding:
            return [f"discard {c}" for c in hand]
        if self.trick:
            led = self.suit(self.trick[0][1])
            hand = [c for c in hand if self.suit(c) == led] or hand
        return [f"play {c}" for c in hand]

    def after(self, seat):
        seat = (seat + 1) % 4
        return (seat + 1) % 4 if seat == self.out else seat

    def act(self, text):
        words = text.split()
        if words[0] == "pass":
            self.passes += 1
            self.turn = (self.turn + 1) % 4
            self.fresh = self.passes == 8
        elif words[0] in ("order", "alone", "call"):
            self.trump = words[-1] if len(words) > 1 else self.up[1]
            self.maker = self.turn
            self.out = (self.turn + 2) % 4 if words[0] == "alone" else None
            if len(words) == 1 and self.out != self.dealer:
                self.hands[self.dealer].add(self.up)
                self.discarding, self.turn = True, self.dealer
            else:
                self.turn = self.after(self.dealer)
        elif words[0] == "discard":
            self.hands[self.turn].remove(words[1])
            self.discarding, self.turn = False, self.after(self.dealer)
        else:
            self.hands[self.turn].remove(words[1])
            self.trick.append((self.turn, words[1]))
            self.turn = self.after(self.turn)
            if len(self.trick) == (4 if self.out is None else 3):
                self.end_trick()

    def end_trick(self):
        led = self.suit(self.trick[0][1])

        def key(played):
            card = played[1]
            bower = card[0] == "J" and self.suit(card) == self.trump
            return (bower and card[1] == self.trump, bower, self.suit(card) == self.trump, self.suit(card) == led,
                    "9TJQKA".index(card[0]))

        self.turn = max(self.trick, key=key)[0]
        self.won[self.turn] += 1
        self.trick = []
        if sum(self.won) == 5:
            took = self.won[self.maker] + self.won[(self.maker + 2) % 4]
            side = self.maker % 2
            if took < 3:
                self.points[1 - side] += 2
            else:
                self.points[side] += 1 if took < 5 else 2 if self.out is None else 4
            self.fresh = True

    def end(self, line):
        same("over", max(self.points) >= self.target, True)
        winners = ["north", "south"] if self.points[0] > self.points[1] else ["east", "west"]
        same("winners", sorted(line["winners"]), sorted(winners))
        same("scores", line["scores"], dict(zip(NAMES, self.points * 2)))
