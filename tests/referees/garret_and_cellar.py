"""Garret and Cellar by its guide: the cards with their moments, the chain, arrivals and deaths."""

from referee import same

NAMES, TOKEN = ["garret", "cellar"], ["moth", "mouse"]

# name: price, attack/health (of dwellers), and its words
CARDS = {}
for text in """
dustling 1 1/1; peeper 1 1/2; hobbyhorse 2 2/1 swift; nutcracker 2 2/3 guard; marionette 2 2/2 friend; drummer 3 2/3
owl 3 2/2 sly; lampwing 3 1/3; poltergeist 4 4/3 sly; jackbox 3 3/1; governess 4 3/4 guard foe; weathercock 4 3/5
widow 5 4/4; moonling 5 3/5; grandfather 6 5/5 guard; nightmare 7 6/5 swift; moth 0 1/1 sly; mouse 0 1/1
gust 2 prank thing; mothballs 2 prank; lullaby 2 prank foe; ladder 3 prank; masquerade 3 prank; spyglass 1 prank
thunderclap 4 prank foe; hush 2 whisper; creak 1 whisper; icicle 2 whisper foe; shroud 1 whisper friend
flurry 2 whisper; musicbox 2 keepsake; snowglobe 3 keepsake
scurrier 1 1/1; earwig 1 2/1; puffball 2 1/3 guard; cooper 2 2/2 friend; rat 2 2/1; weaver 3 1/4; toad 3 2/4 guard
ferret 3 3/2 swift foe; yeastling 3 2/2; badger 4 3/4; stoker 4 3/3 foe; piper 4 2/4; pickler 4 2/5 guard
ratking 5 3/3; coalman 6 4/5; boiler 7 5/8 guard
mousetrap 2 prank foe; brine 2 prank; infestation 3 prank; feast 3 prank; cavein 5 prank thing; stocktaking 2 prank
mould 3 prank foe; stink 2 whisper; cork 1 whisper foe; cobweb 2 whisper; burrow 1 whisper friend; barricade 2 whisper
larder 2 keepsake; cauldron 3 keepsake""".replace("\n", ";").split(";"):
    if text.strip():
        name, price, *words = text.split()
        CARDS[name] = (int(price), words)


def words(name):
    return CARDS[name][1]


def is_dweller(name):
    return "/" in "".join(words(name)[:1])


class Card:
    """A card in a line."""

    def __init__(self, name):
        self.name, self.dweller = name, is_dweller(name)
        self.base, self.health = map(int, words(name)[0].split("/")) if self.dweller else (0, 0)
        self.more, self.wounds, self.sleep, self.ready = 0, 0, 0, "swift" in words(name)
        self.fresh, self.leaves = True, None

    def attack(self):
        return max(self.base + self.more, 0)


class Referee:
    def __init__(self, head, state):
        options = head["options"]
        self.hours, self.most = options["hours"], options["candles"]
        self.warmth, self.lines, self.spent, self.turns = [options["warmth"]] * 2, [[], []], [set(), set()], [0, 0]
        self.candles, self.peek, self.lost = [0, 0], [set(), set()], [0, 0]
        self.decks = [state["zones"][f"deck.{n}"] for n in NAMES]
        self.hands = [set(state["zones"][f"hand.{n}"]) for n in NAMES]
        self.turn = state["vars"]["turns.cellar"]
        self.turns[self.turn], self.candles[self.turn] = 1, 1
        same("cards dealt", [len(self.hands[self.turn]), len(self.hands[1 - self.turn])], [4, 5])
        same("decks", [len(d) + len(h) for d, h in zip(self.decks, self.hands)], [30, 30])
        self.chain, self.strike, self.to_act, self.choice, self.over = [], None, self.turn, None, False

    def check(self, line):
        zones, vars = line["state"]["zones"], line["state"]["vars"]
        same("to act", line["to_act"], NAMES[self.to_act])
        same("chain", zones["chain"], [c for _, c, _ in self.chain])
        self.compare(zones, vars)

    def compare(self, zones, vars):
        for s, n in enumerate(NAMES):
            gone = self.hands[s] - set(zones[f"hand.{n}"])
            same(f"lost cards of {n}", len(gone), self.lost[s])
            self.hands[s] -= gone
            self.spent[s] |= gone
            self.lost[s] = 0
            same(f"hand of {n}", set(zones[f"hand.{n}"]), self.hands[s])
            same(f"deck of {n}", zones[f"deck.{n}"], self.decks[s])
            same(f"spent of {n}", set(zones[f"spent.{n}"]), self.spent[s])
            same(f"top cards of {n}", set(zones[f"peek.{n}"]), self.peek[s])
            same(f"warmth of {n}", vars[f"warmth.{n}"], self.warmth[s])
            same(f"candles of {n}", vars[f"candles.{n}"], self.candles[s])
            line = self.lines[s]
            same(f"line of {n}", zones[f"line.{n}"], [c.name for c in line])
            marks = [[vars[f"{v}.{n}"][i] for v in ("wounds", "bold", "asleep", "tired")] for i in range(len(line))]
            same(f"marks of {n}", marks, [[c.wounds, c.more, c.sleep, int(not c.ready)] for c in line])

    # ---- what may be done

    def aims(self, s, name):
        if "friend" in words(name):
            found = [c.name for c in self.lines[s] if c.dweller]
        else:
            found = [c.name for c in self.lines[1 - s] if c.dweller or "thing" in words(name)]
        return list(dict.fromkeys(found))

    def aimed(self, s, verb, name):
        if not set(words(name)) & {"friend", "foe", "thing"}:
            return [f"{verb} {name}"]
        found = [f"{verb} {name} on {t}" for t in self.aims(s, name)]
        return found or ([f"{verb} {name}"] if is_dweller(name) else [])

    def legal(self):
        s, result = self.to_act, []
        if self.choice == "look":
            return [f"take {c}" for c in self.peek[s]]
        if self.choice == "lay off":
            return [f"lay off {c}" for c in self.hands[s]]
        bought = [c for c in self.hands[s] if CARDS[c][0] <= self.candles[s]]
        if self.choice == "answer":
            for c in bought:
                top = self.chain[-1][1] if self.chain else None
                fits = {
                    "creak": not self.chain and self.strike,
                    "stink": not self.chain and self.strike,
                    "hush": top,
                    "cobweb": top and words(top)[0] in ("prank", "whisper"),
                }.get(c, True)
                if words(c)[0] == "whisper" and fits:
                    result += self.aimed(s, "answer", c)
            return result + ["pass"]
        for c in bought:
            if words(c)[0] != "whisper" and (words(c)[0] == "prank" or len(self.lines[s]) < 7):
                result += self.aimed(s, "play", c)
        over = self.lines[1 - s]
        guarded = any("guard" in words(c.name) for c in over)
        for c in self.lines[s]:
            if c.dweller and c.ready and c.attack() > 0:
                free = not guarded or "sly" in words(c.name)
                result += [f"strike {c.name}"] if free else []
                result += [f"strike {c.name} at {t.name}" for t in over if t.dweller and (free or "guard" in words(t.name))]
        return list(dict.fromkeys(result)) + ["end"]

    # ---- what is done

    def act(self, text):
        s, (verb, *rest) = self.to_act, text.split()
        if verb in ("play", "answer"):
            self.candles[s] -= CARDS[rest[0]][0]
            self.hands[s].remove(rest[0])
            self.chain.append((s, rest[0], rest[-1] if len(rest) > 1 else None))
            self.ask(1 - s)
        elif verb == "strike":
            c = next(c for c in self.lines[s] if c.name == rest[0] and c.ready and c.attack() > 0)
            c.ready = False
            goal = next(t for t in self.lines[1 - s] if t.name == rest[-1]) if len(rest) > 1 else None
            self.strike = (s, c, goal)
            self.ask(1 - s)
        elif verb == "take":
            self.peek[s].remove(rest[0])
            self.hands[s].add(rest[0])
            order = [c for c in CARDS if c in self.peek[s]]
            self.decks[s] = order[::-1] + self.decks[s]
            self.peek[s] = set()
            self.resolve()
        elif verb == "lay":
            self.hands[s].remove(rest[1])
            self.spent[s].add(rest[1])
            self.draw(s, 3)
            if not self.settle():
                self.resolve()
        elif verb == "pass":
            self.resolve()
        else:
            for c in self.lines[s]:
                if c.name == "boiler":
                    self.burn(1 - s, 1)
            if not self.settle():
                self.begin(1 - s)

    def ask(self, s):
        if self.candles[s] and self.hands[s] and len(self.chain) < 12:
            self.to_act, self.choice = s, "answer"
        else:
            self.resolve()

    def begin(self, s):
        if self.turns[s] == self.hours:
            self.over = True
            return
        self.turns[s] += 1
        self.turn = self.to_act = s
        self.candles[s] = min(self.turns[s], self.most)
        for c in self.lines[s]:
            if c.sleep:
                c.sleep -= 1
            else:
                c.ready = True
        self.draw(s, 1)
        for c in self.lines[s]:
            self.begins(s, c)
        self.settle()

    def begins(self, s, c):
        if c.name == "nutcracker":
            c.wounds = 0
        elif c.name in ("lampwing", "piper"):
            self.token(s, 1)
        elif c.name == "weathercock":
            if len(self.hands[s]) - self.lost[s] < len(self.hands[1 - s]) - self.lost[1 - s]:
                self.draw(s, 1)
        elif c.name == "grandfather":
            self.grow([d for d in self.lines[s] if d is not c], 0, 1)
        elif c.name == "musicbox":
            self.warm(s, 1)
        elif c.name == "snowglobe":
            self.hit(sorted((d for d in self.lines[1 - s] if d.dweller), key=lambda d: -d.attack())[:1], 1)
        elif c.name == "puffball":
            self.grow([c], 0, 1)
        elif c.name == "yeastling":
            self.grow([c], 1, 1)
        elif c.name == "cauldron":
            self.grow([d for d in self.lines[s] if d.dweller][:1], 1, 1)

    def draw(self, s, n):
        for _ in range(n):
            if self.decks[s]:
                self.hands[s].add(self.decks[s].pop())
            else:
                self.burn(s, 2)

    def burn(self, s, n):
        self.warmth[s] = max(self.warmth[s] - n, 0)

    def warm(self, s, n):
        self.warmth[s] = min(self.warmth[s] + n, 999)

    def hit(self, cards, n):
        for c in cards:
            c.wounds += n if c.dweller else 0

    def grow(self, cards, attack, health):
        for c in cards:
            if c.dweller:
                c.more += attack
                c.health += health

    def token(self, s, n):
        for _ in range(n):
            if len(self.lines[s]) < 7:
                self.lines[s].append(Card(TOKEN[s]))

    def lose(self, s):
        if len(self.hands[s]) > self.lost[s]:
            self.lost[s] += 1

    # ---- the chain

    def resolve(self):
        self.to_act, self.choice = self.turn, None
        while self.chain:
            s, name, t = self.chain.pop()
            side = self.lines[s if "friend" in words(name) else 1 - s]
            aim = next((c for c in side if c.name == t), None) if t else None
            wants = set(words(name)) & {"friend", "foe", "thing"}
            if is_dweller(name) or words(name)[0] == "keepsake":
                if len(self.lines[s]) == 7:
                    self.spent[s].add(name)
                else:
                    card = Card(name)
                    self.lines[s].append(card)
                    if aim or not wants:
                        self.arrives(s, card, aim)
            else:
                self.spent[s].add(name)
                if aim or not wants:
                    self.cast(s, name, aim)
                    for w, c in self.everywhere():
                        if c.name == "peeper" and w == s:
                            self.grow([c], 1, 0)
                        elif c.name == "moonling" and w == s:
                            self.token(w, 1)
                        elif c.name == "pickler" and w != s:
                            self.warm(w, 2)
            if self.settle() or self.choice:
                return
        if self.strike:
            self.fight(*self.strike)
            self.strike = None
            self.settle()

    def everywhere(self):
        """All cards of both lines, with their seats, in the order of triggers; a line may grow meanwhile."""
        for s in (self.turn, 1 - self.turn):
            for c in self.lines[s]:
                yield s, c

    def arrives(self, s, c, aim):
        over = self.lines[1 - s]
        if c.name == "marionette":
            self.grow([aim], 1, 1)
        elif c.name == "cooper":
            self.grow([aim], 0, 2)
        elif c.name == "owl":
            self.draw(s, 1)
        elif c.name == "governess":
            self.lull(aim, 1)
        elif c.name == "nightmare":
            self.lose(1 - s)
        elif c.name == "scurrier":
            self.token(s, 1)
        elif c.name == "toad":
            self.warm(s, 2)
        elif c.name in ("ferret", "stoker"):
            self.hit([aim], 1 if c.name == "ferret" else 2)
        elif c.name == "ratking":
            n = sum(d.dweller for d in self.lines[s]) - 1
            self.grow([c], n, n)
        elif c.name == "coalman":
            self.hit(over, 2)

    def lull(self, c, n):
        c.sleep, c.ready = max(c.sleep, n), False

    def stop(self):
        s, c, _ = self.strike
        self.strike = None
        return c if c in self.lines[s] else None

    def cast(self, s, name, aim):
        mine, over = self.lines[s], self.lines[1 - s]
        if name in ("gust", "burrow"):
            aim.leaves = "home"
            self.warm(s, 1 if name == "burrow" else 0)
        elif name == "cavein":
            aim.leaves = "away"
        elif name == "mothballs":
            self.hit(over, 1)
        elif name == "lullaby":
            self.lull(aim, 2)
        elif name == "ladder":
            self.draw(s, 2)
        elif name == "masquerade":
            self.grow(mine, 1, 1)
        elif name == "barricade":
            self.grow(mine, 0, 1)
        elif name == "spyglass":
            for _ in range(min(3, len(self.decks[s]))):
                self.peek[s].add(self.decks[s].pop())
            if self.peek[s]:
                self.to_act, self.choice = s, "look"
        elif name == "stocktaking":
            if self.hands[s]:
                self.to_act, self.choice = s, "lay off"
            else:
                self.draw(s, 3)
        elif name == "thunderclap":
            self.hit([aim], 4)
            self.burn(1 - s, 2)
        elif name in ("icicle", "mousetrap", "cork"):
            self.hit([aim], {"icicle": 2, "mousetrap": 3, "cork": 1}[name])
        elif name == "shroud":
            self.grow([aim], 0, 2)
        elif name in ("flurry", "infestation"):
            self.token(s, 2 if name == "flurry" else 3)
        elif name == "brine":
            for c in mine:
                c.wounds = 0
            self.warm(s, 3)
        elif name == "feast":
            self.draw(s, sum(c.dweller for c in mine) // 2)
        elif name == "mould":
            aim.more -= 2
            self.hit([aim], 1)
        elif name in ("hush", "cobweb"):
            owner, card, _ = self.chain.pop()
            self.spent[owner].add(card)
        elif name in ("creak", "stink"):
            c = self.stop()
            if c and name == "stink":
                self.hit([c], 2)

    def fight(self, s, c, goal):
        if c not in self.lines[s] or goal and goal not in self.lines[1 - s]:
            return
        if c.name == "hobbyhorse":
            self.grow([c], 1, 0)
        elif c.name == "poltergeist":
            self.lose(1 - s)
        elif c.name == "rat":
            self.token(s, 1)
        if goal:
            blow, back = c.attack(), goal.attack()
            self.hit([goal], blow)
            self.hit([c], back)
        else:
            self.burn(1 - s, c.attack())

    # ---- arrivals and deaths

    def settle(self):
        while self.notice():
            pass
        self.over = 0 in self.warmth
        return self.over

    def notice(self):
        for s, c in self.everywhere():
            if c.fresh:
                c.fresh = False
                for w, d in self.everywhere():
                    if d.name == "drummer" and d is not c and w == s:
                        self.grow([c], 1, 0)
                    elif d.name == "weaver" and w != s:
                        self.hit([c], 1)
                return True
        for s, c in self.everywhere():
            if c.leaves or c.dweller and c.wounds >= c.health:
                self.leave(s, c)
                return True
        return False

    def leave(self, s, c):
        self.lines[s].remove(c)
        if c.name not in TOKEN:
            (self.hands if c.leaves == "home" else self.spent)[s].add(c.name)
        if c.name in ("dustling", "musicbox"):
            self.draw(s, 1)
        if c.leaves != "home" and c.dweller:
            if c.name == "jackbox":
                self.hit(self.lines[1 - s], 1)
            elif c.name == "earwig":
                self.burn(1 - s, 1)
            for w, d in self.everywhere():
                if w == s and d.name == "widow":
                    self.burn(1 - w, 1)
                    self.warm(w, 1)
                elif w == s and d.name == "badger":
                    self.grow([d], 1, 0)
                elif w == s and d.name == "larder":
                    self.warm(w, 1)

    def end(self, line):
        self.compare(line["state"]["zones"], line["state"]["vars"])
        same("over", self.over, True)
        best = max(self.warmth)
        winners = [n for n, w in zip(NAMES, self.warmth) if w == best]
        same("winners", line["winners"], winners if len(winners) == 1 else [])
