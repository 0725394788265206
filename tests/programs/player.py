#!/usr/bin/env python3
"""A player for any game of Parlour, as an example for programs that take a seat.

    parlour play en-garde --seats "human,exec:python3 tests/programs/player.py"

Parlour starts the program, writes one JSON object a line to its standard input, and reads one JSON object a line from
its standard output, but only after a line of type "act". What the program writes to standard error is shown.

    {"type": "hello", "game": ..., "variant": ..., "seat": ..., "options": {...}}   once, at the beginning
    {"type": "events", "events": [{"kind": ...}, ...]}                              what this seat sees happen
    {"type": "act", "view": {...}, "legal": [...], "legal_complete": ..., "time_ms": ...}
    {"type": "end", "winners": [...], "scores": {...}, "reason": ..., "view": {...}}

The view has the zones, boards and vars of the game; cards that the seat can't see are "?". The answer to "act" is
{"action": TEXT}, with a "reason" if you like. The list of legal actions is complete unless "legal_complete" is false:
then others are legal as well. A program that is late, or answers something that is not a legal action, is not asked again.
"""

import json
import random
import sys


class Player:
    """Likes actions that take something, and otherwise takes any kind of action, then any of its cases."""

    def hello(self, message):
        self.seat = message["seat"]
        self.seen = 0
        self.random = random.Random(f"{message['game']} {self.seat}")

    def events(self, message):
        self.seen += len(message["events"])

    def act(self, message):
        legal = message["legal"]
        # On boards "e2xe3" is a capture.
        captures = [action for action in legal if " " not in action and "x" in action]
        if captures:
            return {"action": self.random.choice(captures), "reason": "I take what I can"}
        kinds = {}
        for action in legal:
            kinds.setdefault(action.split()[0] if " " in action else "", []).append(action)
        kind = self.random.choice(sorted(kinds))
        return {"action": self.random.choice(kinds[kind]), "reason": f"{self.seen} things have happened so far"}

    def end(self, message):
        won = self.seat in message["winners"]
        # One write, so that the lines of several programs don't mix.
        sys.stderr.write(f"{self.seat}: {'won' if won else 'not won'}, {message['reason']}\n")


def main():
    player = Player()
    for line in sys.stdin:
        message = json.loads(line)
        answer = getattr(player, message["type"])(message)
        if message["type"] == "act":
            # Parlour waits for the line, so it must not stay in a buffer.
            print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
