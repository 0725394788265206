"""Spades by the rules of pagat.com: partnerships, nil, bags."""

from referee import same

RANKS, NAMES = "23456789TJQKA", ["north", "east", "south", "west"]


class Referee:
    def __init__(self, head, state):
        options = head["options"]
        self.limit, self.floor = options["limit"], options["floor"]
        self.nil, self.bags = options["nil"], options["bags"]
        self.points, self.extra, self.dealer = [0, 0], [0, 0], 3
        self.deal(state)

    def deal(self, state):
        self.hands = [set(state["zones"][f"hand.{name}"]) for name in NAMES]
        same("cards dealt", sorted(map(len, self.hands)), [13] * 4)
        self.bids, self.won, self.trick, self.broken = [], [0] * 4, [], False
        self.turn = (self.dealer + 1) % 4
        self.fresh = False

    def check(self, line):
        if self.fresh:
            self.deal(line["state"])
        state = line["state"]
        same("to act", line["to_act"], NAMES[self.turn])
        same("hands", [set(state["zones"][f"hand.{name}"]) for name in NAMES], self.hands)
        same("points", [state["vars"]["points.north+south"], state["vars"]["points.east+west"]], self.points)
        same("bags", [state["vars"]["bag.north+south"], state["vars"]["bag.east+west"]], self.extra)
        same("tricks", [state["vars"][f"won.{name}"] for name in NAMES], self.won)

    def legal(self):
        if len(self.bids) < 4:
            return [f"bid {n}" for n in range(14)]
        hand = self.hands[self.turn]
        if self.trick:
            cards = [c for c in hand if c[1] == self.trick[0][1][1]] or hand
        else:
            cards = [c for c in hand if c[1] != "S" or self.broken] or hand
        return [f"play {c}" for c in cards]

    def act(self, text):
        verb, what = text.split()
        if verb == "bid":
            self.bids.append((self.turn, int(what)))
            self.turn = (self.turn + 1) % 4
            return
        self.hands[self.turn].remove(what)
        self.trick.append((self.turn, what))
        self.broken |= what[1] == "S"
        self.turn = (self.turn + 1) % 4
        if len(self.trick) == 4:
            led = self.trick[0][1][1]
            key = lambda played: (played[1][1] == "S", played[1][1] == led, RANKS.index(played[1][0]))
            self.turn = max(self.trick, key=key)[0]
            self.won[self.turn] += 1
            self.trick = []
            if sum(self.won) == 13:
                self.score()

    def score(self):
        bids = dict(self.bids)
        for side in (0, 1):
            pair = (side, side + 2)
            bid, took = sum(bids[n] for n in pair), sum(self.won[n] for n in pair)
            for n in pair:
                if bids[n] == 0:
                    self.points[side] += self.nil if self.won[n] == 0 else -self.nil
            if took < bid:
                self.points[side] -= 10 * bid
                continue
            self.points[side] += 10 * bid + took - bid
            self.extra[side] += took - bid
            if self.bags and self.extra[side] >= self.bags:
                self.extra[side] -= self.bags
                self.points[side] -= 100
        self.dealer = (self.dealer + 1) % 4
        self.fresh = True

    def end(self, line):
        a, b = self.points
        same("over", a != b and (max(a, b) >= self.limit or min(a, b) <= -self.floor), True)
        same("winners", sorted(line["winners"]), sorted(["north", "south"] if a > b else ["east", "west"]))
        same("scores", line["scores"], dict(zip(NAMES, [a, b, a, b])))
