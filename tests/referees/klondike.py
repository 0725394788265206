"""Klondike as it is usually played: seven columns, kings to empty ones, cards back from home."""

from referee import Fault, same

RANKS, RED = "A23456789TJQK", "DH"


def fits(card, on):
    return RANKS.index(card[0]) + 1 == RANKS.index(on[0]) and (card[1] in RED) != (on[1] in RED)


class Referee:
    def __init__(self, head, state):
        self.turns, self.passes = head["options"]["draw"], head["options"]["passes"]
        zones = state["zones"]
        self.down = [list(zones[f"down.{n}"]) for n in range(1, 8)]
        self.up = [list(zones[f"up.{n}"]) for n in range(1, 8)]
        self.home = {s: [] for s in "CDSH"}
        self.stock, self.waste = list(zones["stock"]), []
        same("columns", [(len(d), len(u)) for d, u in zip(self.down, self.up)], [(n, 1) for n in range(7)])
        same("stock", len(self.stock), 24)
        self.past, self.idle, self.laid, self.stopped = 1, False, False, False

    def check(self, line):
        zones = line["state"]["zones"]
        same("stock", zones["stock"], self.stock)
        same("waste", zones["waste"], self.waste)
        same("home", [zones[f"home.{s}"] for s in "CDSH"], [self.home[s] for s in "CDSH"])
        same("face up", [zones[f"up.{n}"] for n in range(1, 8)], self.up)
        same("face down", [zones[f"down.{n}"] for n in range(1, 8)], self.down)

    def can_draw(self):
        return bool(self.stock) or bool(self.waste) and (self.passes == 0 or self.past < self.passes)

    def legal(self):
        actions = []
        ends = [u[-1] for u in self.up if u] + self.waste[-1:]
        actions += [f"home {c}" for c in ends if RANKS.index(c[0]) == len(self.home[c[1]])]
        sources = [(n, c) for n, u in enumerate(self.up) for c in u]
        sources += [(None, c) for c in self.waste[-1:] + [h[-1] for h in self.home.values() if h]]
        for n, c in sources:
            for to, u in enumerate(self.up):
                if n != to and (fits(c, u[-1]) if u else c[0] == "K"):
                    actions.append(f"move {c} to {to + 1}")
        if self.can_draw():
            actions.append("draw")
        if self.idle or not self.can_draw():
            actions.append("stop")
        return actions

    def take(self, card):
        for n, u in enumerate(self.up):
            if card in u:
                at = u.index(card)
                run = u[at:]
                del u[at:]
                if not u and self.down[n]:
                    u.append(self.down[n].pop())
                return run
        pile = self.waste if self.waste and self.waste[-1] == card else self.home[card[1]]
        if pile[-1] != card:
            raise Fault(f"{card} is covered")
        return [pile.pop()]

    def act(self, text):
        words = text.split()
        if words[0] == "draw":
            if self.stock:
                for _ in range(min(self.turns, len(self.stock))):
                    self.waste.append(self.stock.pop())
            else:
                self.stock, self.waste = self.waste[::-1], []
                self.past += 1
                self.idle, self.laid = not self.laid, False
            return
        if words[0] == "stop":
            self.stopped = True
            return
        cards = self.take(words[1])
        if words[0] == "home":
            self.home[words[1][1]] += cards
        else:
            self.up[int(words[3]) - 1] += cards
        self.idle, self.laid = False, True

    def end(self, line):
        count = sum(map(len, self.home.values()))
        same("over", self.stopped or count == 52, True)
        same("scores", list(line["scores"].values()), [count])
        same("winners", line["winners"], ["a"] if count == 52 else [])
