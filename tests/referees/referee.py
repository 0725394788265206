"""Referees in Python: each follows matches of `parlour trace` by rules of its own, written from the published rules of the
game and not from its pack, and says where they differ.

    python3 tests/referees/referee.py PARLOUR GAME [MATCHES] [OPTION...]
"""

import importlib
import json
import subprocess
import sys


class Fault(Exception):
    """A difference between a match and the rules."""


def same(what, found, expected):
    """Raises a fault unless both are the same."""
    if found != expected:
        raise Fault(f"{what}: {found!r}, and by the referee {expected!r}")


def judge(program, game, matches, options):
    """Follows matches; returns how many there were, how many actions, and the faults."""
    rules = importlib.import_module(game.replace("-", "_"))
    command = [program, "trace", game, "--games", str(matches), "--seed", "1", *options]
    lines = subprocess.Popen(command, stdout=subprocess.PIPE, text=True).stdout
    played, actions, faults, referee, head, at = 0, 0, [], None, None, 0
    for line in lines:
        line = json.loads(line)
        try:
            if line["type"] == "game":
                head, referee = line, None
            elif line["type"] == "step":
                at = line["n"]
                if at == 0:
                    referee = rules.Referee(head, line["state"])
                if referee:
                    referee.check(line)
                    same("legal actions", sorted(line["legal"]), sorted(referee.legal()))
                    referee.act(line["action"])
                actions += 1
            else:
                played += 1
                if referee and "broken off" not in line["reason"]:
                    referee.end(line)
        except Fault as fault:
            faults.append(f"seed {head['seed']}, action {at}: {fault}")
            referee = None
    return played, actions, faults


def main():
    program, game, *rest = sys.argv[1:]
    matches = int(rest[0]) if rest else 100
    played, actions, faults = judge(program, game, matches, rest[1:])
    for fault in faults[:5]:
        print(fault)
    print(f"{game}: {played} matches, {actions} actions, {len(faults)} matches with faults")
    return 1 if faults or played < matches else 0


if __name__ == "__main__":
    sys.exit(main())
