"""Bee Yard by its guide. The order of a shuffled deck is read from the trace; all else is worked out here."""

from collections import Counter

from referee import Fault, same

# Price, nectar, points, cards drawn and bees more to play; the last two None where the card is not a bee.
CARDS = {
    "clover": (0, 1, 0, None, None), "lavender": (3, 2, 0, None, None), "sunflower": (6, 3, 0, None, None),
    "skep": (2, 0, 1, None, None), "hive": (5, 0, 3, None, None), "apiary": (8, 0, 6, None, None),
    "guard": (2, 0, 0, 2, 0), "worker": (3, 0, 0, 1, 2), "smoker": (3, 0, 0, 0, 0), "forager": (4, 0, 0, 3, 0),
    "press": (4, 0, 0, 0, 0), "wasp": (4, 0, 0, 2, 0), "dancer": (5, 0, 0, 2, 1), "swarm": (5, 0, 0, 0, 0),
    "mite": (0, 0, -1, None, None),
}
START = Counter(clover=7, skep=3)


class Referee:
    def __init__(self, head, state):
        self.weeks = head["options"]["weeks"]
        zones = state["zones"]
        self.seats = sorted(name[5:] for name in zones if name.startswith("hand."))
        self.supply = Counter(zones["supply"])
        self.kinds = set(self.supply) - {"mite"}
        same("for sale", self.kinds, set(CARDS) - ({"mite"} if head["options"]["wasps"] else {"mite", "wasp"}))
        self.hand = {seat: Counter(zones[f"hand.{seat}"]) for seat in self.seats}
        self.deck = {seat: list(zones[f"deck.{seat}"]) for seat in self.seats}
        self.discard = {seat: [] for seat in self.seats}
        for seat in self.seats:
            same(f"cards of {seat}", self.hand[seat] + Counter(self.deck[seat]), START)
            same(f"hand of {seat}", self.hand[seat].total(), 5)
        self.turn, self.week, self.out, self.waiting, self.phase, self.pending = 0, 1, Counter(), [], "turn", None
        self.over = False
        self.begin_turn()

    def begin_turn(self):
        self.bees, self.buys, self.bought, self.gained, self.spent = 1, 1, False, 0, 0

    @property
    def seat(self):
        return self.seats[self.turn]

    def actor(self):
        return self.waiting[0] if self.waiting else self.seat

    def check(self, line):
        self.learn(line["state"]["zones"])
        zones, values = line["state"]["zones"], line["state"]["vars"]
        same("over", self.over, False)
        same("to act", line["to_act"], self.actor())
        same("supply", Counter(zones["supply"]), self.supply)
        same("bees out", Counter(zones["out"]), self.out)
        same("week", values["week"], self.week)
        for seat in self.seats:
            same(f"hand.{seat}", Counter(zones[f"hand.{seat}"]), self.hand[seat])
            same(f"deck.{seat}", zones[f"deck.{seat}"], self.deck[seat])
            same(f"discard.{seat}", Counter(zones[f"discard.{seat}"]), Counter(self.discard[seat]))
            same(f"points.{seat}", values[f"points.{seat}"], self.points(seat))

    def learn(self, zones):
        """Takes over what was drawn, which must fit what the seat has."""
        if not self.pending:
            return
        seat, known, pool, count = self.pending
        self.pending = None
        drawn = Counter(zones[f"hand.{seat}"]) - self.hand[seat]
        left = list(zones[f"deck.{seat}"])
        same("cards drawn", drawn.total(), count)
        if pool is None:
            # From the top of a deck whose order is known.
            same("drawn from the deck", drawn, Counter(self.deck[seat][len(left):]))
            same("deck", left, self.deck[seat][:len(left)])
        else:
            same("drawn and left", drawn + Counter(left), known + pool)
            if known - drawn:
                raise Fault(f"{seat} drew {dict(drawn)} before the deck was empty, which had {dict(known)}")
        self.hand[seat] += drawn
        self.deck[seat] = left

    def draw(self, seat, n):
        deck, discard = self.deck[seat], self.discard[seat]
        if len(deck) >= n:
            self.pending = (seat, None, None, n)
        else:
            self.pending = (seat, Counter(deck), Counter(discard), min(n, len(deck) + len(discard)))
            self.discard[seat] = []
            if not discard:
                self.pending = (seat, Counter(deck), Counter(), len(deck))

    def owned(self, seat):
        own = self.hand[seat] + Counter(self.deck[seat]) + Counter(self.discard[seat])
        return own + (self.out if seat == self.seat else Counter())

    def points(self, seat):
        return sum(CARDS[card][2] * n for card, n in self.owned(seat).items())

    def nectar(self):
        return sum(CARDS[card][1] * n for card, n in self.hand[self.seat].items()) + self.gained - self.spent

    def legal(self):
        hand = self.hand[self.actor()]
        if self.phase == "answer":
            answers = ["guard"] if hand["guard"] else []
            answers += ["take mite"] if self.supply["mite"] else []
            return answers + [f"lose {card}" for card in hand]
        if self.phase == "smoke":
            return [f"smoke {card}" for card in hand] + ["stop"]
        if self.phase == "swarm":
            for_sale = [card for card in self.supply if card != "mite"]
            return [f"swarm {a} for {b}" for a in hand for b in for_sale if CARDS[b][0] <= CARDS[a][0] + 2] + ["stop"]
        plays = [f"play {card}" for card in hand if CARDS[card][3] is not None] if self.bees and not self.bought else []
        buys = [f"buy {card}" for card in self.supply if card != "mite" and CARDS[card][0] <= self.nectar()]
        return plays + buys + ["end"]

    def lose(self, zone, card):
        zone[card] -= 1
        if not zone[card]:
            del zone[card]

    def take(self, seat, card):
        self.lose(self.supply, card)
        self.discard[seat].append(card)

    def act(self, text):
        verb, _, rest = text.partition(" ")
        actor = self.actor()
        if verb == "play":
            self.lose(self.hand[actor], rest)
            self.out[rest] += 1
            self.bees += CARDS[rest][4] - 1
            if CARDS[rest][3]:
                self.draw(actor, CARDS[rest][3])
            if rest == "press":
                self.gained += sum(self.hand[actor][card] for card in ("skep", "hive", "apiary"))
                self.buys += 1
            elif rest in ("smoker", "swarm"):
                self.phase, self.waiting, self.puffs = {"smoker": "smoke"}.get(rest, rest), [actor], 2
            elif rest == "wasp":
                others = [self.seats[(self.turn + n) % len(self.seats)] for n in range(1, len(self.seats))]
                self.waiting = [seat for seat in others if self.hand[seat].total() > 3]
                self.phase = "answer" if self.waiting else "turn"
        elif verb == "buy":
            self.take(actor, rest)
            self.bought = True
            self.spent += CARDS[rest][0]
            self.buys -= 1
            if not self.buys:
                self.end_turn()
        elif verb == "end":
            self.end_turn()
        else:
            self.answer(actor, verb, rest)

    def answer(self, actor, verb, rest):
        is_done = True
        if verb == "lose":
            self.lose(self.hand[actor], rest)
            self.discard[actor].append(rest)
            is_done = self.hand[actor].total() <= 3
        elif verb == "take":
            self.take(actor, "mite")
        elif verb == "smoke":
            self.lose(self.hand[actor], rest)
            self.puffs -= 1
            is_done = not self.puffs or not self.hand[actor]
        elif verb == "swarm":
            given, _, taken = rest.partition(" for ")
            self.lose(self.hand[actor], given)
            self.take(actor, taken)
        if is_done:
            self.waiting.pop(0)
            self.phase = self.phase if self.waiting else "turn"

    def end_turn(self):
        seat = self.seat
        self.discard[seat] += list(self.out.elements()) + list(self.hand[seat].elements())
        self.out, self.hand[seat] = Counter(), Counter()
        self.draw(seat, 5)
        self.turn = (self.turn + 1) % len(self.seats)
        if self.turn == 0:
            gone = [card for card in self.kinds if not self.supply[card]]
            self.over = self.week == self.weeks or "apiary" in gone or len(gone) > 2
            self.week += not self.over
        self.begin_turn()

    def end(self, line):
        same("over", self.over, True)
        points = {seat: self.points(seat) + self.undrawn(seat) for seat in self.seats}
        best = max(points.values())
        same("winners", sorted(line["winners"]), [seat for seat in self.seats if points[seat] == best])
        same("scores", line["scores"], points)

    def undrawn(self, seat):
        """The points of cards that went from the discard pile into the deck for the last hand, which isn't shown."""
        if not self.pending or self.pending[0] != seat or self.pending[2] is None:
            return 0
        return sum(CARDS[card][2] * n for card, n in self.pending[2].items())
