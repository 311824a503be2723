"""Mutants: programs with a few small mistakes, as an editor or a merge leaves them.

    mutant(text, Random("1:17"))     lines dropped, doubled, swapped or indented anew, names exchanged, odd text
    part(text, Random("1:17"))       what stands at the top of a file, and one to three of its functions and classes
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable

_NAME = re.compile(r"\b[A-Za-z_]\w*\b")
_ODD = ("(", "]", "{", ":", ",", "*", "**", "->", ":=", "\\\n", "\x00", "\x0c", "\u202e", "'", '"""', "9" * 5000)
_BLOCK = re.compile(r"^(?=(?:def|class|async|@|if|for|while|with|try)\b|@)", re.MULTILINE)


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


def part(text: str, chance: random.Random) -> str:
    """What stands above the first block of ``text``, and one to three of its blocks."""
    head, *blocks = _BLOCK.split(text)
    if len(blocks) < 2:
        return text
    chosen = sorted(chance.sample(range(len(blocks)), k=min(len(blocks), chance.randint(1, 3))))
    return head + "".join(blocks[number] for number in chosen)
