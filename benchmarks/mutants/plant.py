"""Mutants: programs with one bug, drawn from the sources and written where the linter can read them."""

from __future__ import annotations

import ast
import random
import warnings
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from benchmarks.mutants.operators import OPERATORS
from benchmarks.mutants.sources import Source
from benchmarks.mutants.text import Code, Edit


@dataclass(frozen=True, slots=True)
class Mutant:
    """One planted bug: ``line`` of ``file`` reads ``after`` where ``original`` has ``before``."""

    operator: str
    source: str
    path: str
    line: int
    before: str
    after: str
    file: Path
    original: Path


def draw(source: Source, size: int, seed: int, operators: Iterable[str], folder: Path) -> list[Mutant]:
    """At most ``size`` mutants of each operator from one source (all where 0), at random but always the same ones.

    The mutants and the originals they were made from are written into ``folder``.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        programs = {path: code for path, text in source.texts.items() if (code := _parsed(text)) is not None}
        mutants: list[Mutant] = []
        for name in operators:
            found = [(path, edits) for path, code in programs.items() for edits in OPERATORS[name](code)]
            chance = random.Random(f"{seed} {source.name} {name}")
            if size and len(found) > size:
                found = chance.sample(found, size)
            for path, edits in found:
                target = folder / f"{len(mutants)}.py"
                one = _written(name, source.name, path, programs[path], edits, target)
                mutants += [one] if one is not None else []
    return mutants


def _parsed(text: str) -> Code | None:
    try:
        return Code(text)
    except (SyntaxError, ValueError, RecursionError):
        return None


def _written(operator: str, source: str, path: str, code: Code, edits: list[Edit], target: Path) -> Mutant | None:
    text = code.edited(edits)
    try:
        ast.parse(text)
    except SyntaxError:
        return None
    start = min(edit.start for edit in edits)
    line = code.line(start)
    original = target.parent / "originals" / path.replace("/", "__")
    original.parent.mkdir(parents=True, exist_ok=True)
    original.write_text(code.source, encoding="utf-8")
    target.write_text(text, encoding="utf-8")
    before, after = (" ".join(one.split("\n")[line - 1].split()) for one in (code.source, text))
    return Mutant(operator, source, path, line, before, after, target, original)
