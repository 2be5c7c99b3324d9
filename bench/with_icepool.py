"""Computes the basic attack of a duel with icepool. Run by `npm run bench -- rules --icepool <folder>`.

Reads the numbers of the duel as JSON from the first argument. Prints JSON with the CPU milliseconds of one computation
(the best of several) and the average of the points lost.
"""

import json
import sys
import time

from icepool import d, map as map_dice


def energy(n):
    def blow(combat, evade, damage):
        if combat == 1:
            return 0
        critical = combat >= n["critMin"]
        if not critical and n["evasion"] + evade > n["attackValue"]:
            return 0
        armor = n["rating"] if not critical and combat < n["coverage"] else 0
        return max(0, damage + n["bonus"] - armor)

    return map_dice(blow, d(20), d(10).explode(), n["count"] @ d(n["sides"]))


def clash(n):
    def blow(attack, dodge, damage, zone):
        if dodge + n["dodge"] >= attack + n["attack"]:
            return 0
        name = "head" if zone >= 10 else "legs" if zone >= 8 else "arms" if zone >= 6 else "torso"
        return max(0, damage + n["bonus"] - n[name])

    return map_dice(blow, d(20), d(12), n["count"] @ d(n["sides"]), d(10))


def seconds(n):
    def blow(attack, damage):
        if attack == 1 or (attack != 20 and attack + n["attack"] < n["defense"]):
            return 0
        return damage + n["bonus"]

    return map_dice(blow, d(20), n["count"] @ d(n["sides"]))


def slots(n):
    once = n["count"] @ d(n["sides"])
    often = (n["count"] * n["critMult"]) @ d(n["sides"])

    def blow(attack):
        if attack == 1 or (attack != 20 and attack + n["attack"] < n["defense"]):
            return 0
        return (often if attack >= n["critMin"] else once) + n["bonus"]

    return map_dice(blow, d(20))


def tempo(n):
    def blow(attack, damage):
        if attack + n["attack"] < n["defense"]:
            return 0
        return max(0, max(0, damage + n["bonus"] - n["deflection"]) - n["sturdy"])

    return map_dice(blow, d(20), n["count"] @ d(n["sides"]))


def main():
    numbers = json.loads(sys.argv[1])
    calculate = {f.__name__: f for f in (energy, clash, seconds, slots, tempo)}[numbers["ruleset"]]
    best = float("inf")
    for _ in range(20):
        begun = time.process_time()
        lost = calculate(numbers)
        best = min(best, time.process_time() - begun)
    print(json.dumps({"ms": best * 1000, "mean": float(lost.mean())}))


main()
