"""Mutated programs, none of which may make devlint fail.

    python -m benchmarks.fuzz --programs 2000 --seed 1        mutates fixtures; prints each program that fails

A mutant is a fixture of which some lines are dropped, doubled, swapped or indented anew, some names exchanged and some
brackets, operators or odd characters put in. It fails where devlint reports an internal error, raises, or takes longer
than the limit of seconds. How many are refused is printed, since a text that is no Python is so at once.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from benchmarks import REPOSITORY
from devlint.batch import check
from devlint.files import Document
from devlint.options import Options

_NAME = re.compile(r"\b[A-Za-z_]\w*\b")
_ODD = ("(", "]", "{", ":", ",", "*", "**", "->", ":=", "\\\n", "\x00", "\x0c", "\u202e", "'", '"""', "9" * 5000)


def drop(lines: list[str], chance: random.Random) -> None:
    """Take a line out."""
    del lines[chance.randrange(len(lines))]


def double(lines: list[str], chance: random.Random) -> None:
    """Repeat some lines."""
    at = chance.randrange(len(lines))
    lines[at:at] = lines[at : at + chance.randint(1, 8)]


def swap(lines: list[str], chance: random.Random) -> None:
    """Exchange two lines, each of which keeps the indent of its place."""
    one, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    texts = lines[one].lstrip(), lines[other].lstrip()
    for at, text in zip((one, other), reversed(texts), strict=True):
        lines[at] = lines[at][: len(lines[at]) - len(lines[at].lstrip())] + text


def indent(lines: list[str], chance: random.Random) -> None:
    """Put some lines under what stands above them, or beside it."""
    at = chance.randrange(len(lines))
    for number in range(at, min(at + chance.randint(1, 5), len(lines))):
        text = lines[number]
        lines[number] = f"    {text}" if chance.random() < 0.5 else text.removeprefix("    ")


def rename(lines: list[str], chance: random.Random) -> None:
    """Write another name of the program in the place of one."""
    names = _NAME.findall("\n".join(lines))
    at = chance.randrange(len(lines))
    found = list(_NAME.finditer(lines[at]))
    if found:
        one = chance.choice(found)
        lines[at] = lines[at][: one.start()] + chance.choice(names) + lines[at][one.end() :]


def insert(lines: list[str], chance: random.Random) -> None:
    """Put something odd into a line."""
    at = chance.randrange(len(lines))
    column = chance.randint(0, len(lines[at]))
    lines[at] = lines[at][:column] + chance.choice(_ODD) + lines[at][column:]


CHANGES: tuple[Callable[[list[str], random.Random], None], ...] = (drop, double, swap, rename, rename, indent, insert)
WEIGHTS = (4, 4, 2, 9, 9, 1, 1)


def mutant(text: str, chance: random.Random) -> str:
    """``text`` after some changes."""
    lines = text.split("\n")
    for change in chance.choices(CHANGES, WEIGHTS, k=chance.randint(1, 3)):
        if len(lines) > 1:
            change(lines, chance)
    return "\n".join(lines)


def outcome_of(text: str, seconds: int) -> str:
    """What comes of a program in a word: "clean", "findings", "refused", or what failed."""
    try:
        outcome = check(Document("mutant.py", text), Options(no_cache=True, no_baseline=True, timeout=seconds))
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt):
            raise
        return f"raised {type(error).__name__}: {error}"
    if outcome.failures:
        return outcome.failures[0].message
    if outcome.error and not outcome.line:
        return outcome.error
    return "refused" if outcome.error or outcome.not_analysed else "findings" if outcome.found else "clean"


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", type=int, default=1000, metavar="N")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--timeout", type=int, default=5, metavar="SECONDS")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="write the programs that fail into this folder")
    arguments = parser.parse_args()
    texts = [path.read_text(encoding="utf-8") for path in sorted((REPOSITORY / "fixtures").rglob("*.py"))]
    chance = random.Random(arguments.seed)
    counts: Counter[str] = Counter()
    for number in range(arguments.programs):
        text = mutant(chance.choice(texts), chance)
        word = outcome_of(text, arguments.timeout)
        if word not in ("clean", "findings", "refused"):
            print(f"program {number} of seed {arguments.seed}: {word}", flush=True)
            if arguments.keep:
                arguments.keep.mkdir(parents=True, exist_ok=True)
                (arguments.keep / f"{arguments.seed}_{number}.py").write_bytes(text.encode("utf-8", "surrogatepass"))
            word = "failed"
        counts[word] += 1
    print(", ".join(f"{word} {counts[word]}" for word in ("clean", "findings", "refused", "failed")))
    return 1 if counts["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
