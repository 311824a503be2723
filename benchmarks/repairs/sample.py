"""A sample of repairs to be read: half of findings of published code, half of planted bugs, over all rules.

    python -m benchmarks.repairs.sample 60 --seed 1       # of what benchmarks.repairs has measured

Of each half the rules take turns, in an order that the seed decides as it does which repairs of a rule are drawn, so
that rare rules are read, too. Repairs that were taken back are left out, and repairs of one statement in several texts
count once.
"""

from __future__ import annotations

import argparse
import difflib
import random
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from benchmarks import CACHE
from benchmarks.repairs.measure import Tried
from benchmarks.repairs.state import State


def drawn(repairs: Iterable[Tried], size: int, seed: int) -> list[Tried]:
    """At most ``size`` of the repairs, the rules by turns."""
    chance = random.Random(seed)
    different = {(one.code, *one.before): one for one in repairs}
    by_rule: dict[str, list[Tried]] = {}
    for one in sorted(different.values(), key=lambda one: (one.path, one.line, one.code)):
        by_rule.setdefault(one.code, []).append(one)
    rules = sorted(by_rule)
    chance.shuffle(rules)
    for code in rules:
        chance.shuffle(by_rule[code])
    chosen: list[Tried] = []
    while len(chosen) < size and any(by_rule.values()):
        chosen += [by_rule[code].pop() for code in rules if by_rule[code]][: size - len(chosen)]
    return chosen


def shown(number: int, one: Tried) -> Iterator[str]:
    """The lines of a report: where, what is said, and what changes."""
    path = one.path.split("/files/")[-1]
    yield f"## {number}. {one.code}, {one.safety}, {one.level}: {path}:{one.line}"
    yield one.message
    if one.planted:
        yield f"planted: {', '.join(dict.fromkeys(one.planted))}"
    yield "```diff"
    yield from list(difflib.unified_diff(one.before, one.after, n=3, lineterm=""))[3:] or one.before
    yield "```"


def main(arguments: list[str] | None = None) -> int:
    """Print the sample."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.repairs.sample",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("size", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--state", type=Path, default=CACHE / "repairs", help="where results are kept")
    args = parser.parse_args(arguments)
    real: list[Tried] = []
    planted: list[Tried] = []
    for file in sorted(args.state.glob("*.jsonl")):
        if ".old" in file.suffixes:
            continue
        for (_, number), judged in State(args.state, file.stem).results.items():
            held = [one for one in judged.repairs if not one.reason] if judged is not None else []
            (planted if number else real).extend(one for one in held if one.planted or not number)
    sample = drawn(real, args.size // 2, args.seed)
    sample += drawn(planted, args.size - len(sample), args.seed)
    for number, one in enumerate(sample, 1):
        print("\n".join(shown(number, one)) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
