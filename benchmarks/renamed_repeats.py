"""How much of the evaluation repeats but for the identities of objects, and whether the same comes out of it.

    python -m benchmarks.renamed_repeats [--packages torchmetrics,accelerate,kornia]

What a call could take over from an earlier one of the same file, were calls tabulated by what they are given (Wilson
and Lam's partial transfer functions): the same function, at the same depth, with arguments, fields of all objects that
can be reached from them and conditions on these that are equal once identities are numbered by their first occurrence.
*Alike* counts those after which value, written fields and kinds of facts are equal, too, under the same numbers:
nothing less could be taken over. *Within* counts of these the ones that ask nothing about the calls around them, which
another place would answer otherwise. Steps are counted for the outermost of the calls that repeat.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from pathlib import Path
from typing import Any

from benchmarks import CACHE
from benchmarks.ecosystem.packages import package
from benchmarks.repeats import evaluated
from benchmarks.table import share, table

MOST_OBJECTS = 400
"""The objects that a call may reach; one that reaches more is no candidate."""
_AROUND = ("outermost", "functions", "method", "instances", "at", "is_direct", "crossing", "leading_to")
"""What ``CallSite`` answers about the calls around the one in progress."""


class Numbering:
    """Canonical forms, in which identities are numbers in the order they are met."""

    def __init__(self) -> None:
        self.numbers: dict[Any, int] = {}
        self.kept: list[object] = []  # what has gone would leave its id to another object

    def form(self, value: Any) -> Hashable:
        """The canonical form of ``value``, whose objects get numbers unless they have one."""
        from devlint.flow.values.definitions import ClassValue, FunctionValue, Home
        from devlint.flow.values.identity import MadeAt
        from devlint.forms.form import Form

        kind = type(value)
        if isinstance(value, MadeAt):
            return "#", self.numbers.setdefault(value, len(self.numbers))
        if isinstance(value, (Form, Home)):
            self.kept.append(value)
            return id(value)
        if isinstance(value, ClassValue):
            return self.form(value.form)
        if isinstance(value, FunctionValue):
            return self.form(value.form), tuple(map(id, value.closure)), self.form(value.bound)
        if isinstance(value, frozenset):
            return frozenset(map(self.form, sorted(value, key=lambda one: repr(self._known(one)))))
        if hasattr(kind, "_record"):
            return kind, *(self.form(getattr(value, name)) for name in kind._record)
        if isinstance(value, (tuple, list)):
            return kind, *map(self.form, value)
        if isinstance(value, Hashable):
            return kind, value
        self.kept.append(value)
        return id(value)

    def _known(self, value: Any) -> Hashable:
        """What tells the elements of a set apart that have no numbers yet."""
        if hasattr(value, "call"):
            return value.form, self.numbers.get(value, -1)
        return tuple(map(self._known, value)) if isinstance(value, (tuple, frozenset)) else str(value)

    def fields(self, state: Any) -> tuple[Hashable, ...] | None:
        """The fields of all objects with numbers, those that are met on the way included; None for too many."""
        parts: dict[Any, list[Any]] = {}
        for owner in state.fields.owners:
            parts.setdefault(_root(owner), []).append(owner)
        found: list[Hashable] = []
        waiting = list(self.numbers)
        for done in range(MOST_OBJECTS):
            if done >= len(waiting):
                return tuple(found)
            for owner in parts.get(waiting[done], ()):
                keys = [key for key in state.fields.owners[owner] if (owner, key) in state.fields]
                found += [(self.form(owner), key, self.form(state.fields[owner, key])) for key in keys]
            waiting += list(self.numbers)[len(waiting) :]
        return None


def _root(identity: Any) -> Any:
    """The object that the one with this identity is a part of, near or far."""
    while type(identity) is tuple and identity:
        identity = identity[0]
    return identity


def _speaks_of(value: Any, numbers: dict[Any, int]) -> bool:
    """Whether a condition is about one of the objects with numbers."""
    inner: Iterable[Any] = value if isinstance(value, (tuple, frozenset)) else ()
    return (isinstance(value, Hashable) and value in numbers) or any(_speaks_of(one, numbers) for one in inner)


class RenamedRepeats:
    """Counts steps while it stands in for ``devlint.flow.call.run_function``."""

    def __init__(self, run_function: Any) -> None:
        self._run_function = run_function
        self._seen: dict[Hashable, tuple[Hashable, bool]] = {}
        self._kept: list[object] = []
        self._inside = False
        self._asked: list[int] = []  # for each call in progress: what was asked about those around it
        self.count: Counter[str] = Counter()

    def next_file(self) -> None:
        """Forget the calls of the file before."""
        self._seen.clear()
        self._kept.clear()

    def around(self) -> None:
        """Take note that something about the calls around is asked."""
        self._asked = [one + 1 for one in self._asked]

    def __call__(
        self, run: Any, state: Any, function: Any, frame: dict[str, Any], at: Any, arguments: Any = None
    ) -> Any:
        """Evaluate the body of ``function``, as what this stands for does."""
        if at is function.form:  # it is evaluated by itself
            return self._run_function(run, state, function, frame, at, arguments)
        names = Numbering()
        given = [(name, names.form(value)) for name, value in frame.items()]
        about = (names.form(function), len(run.site.functions), run.site.abroad)
        reached = names.fields(state)
        guards = frozenset(names.form(one) for one in state.guards if _speaks_of(one, names.numbers))
        key = (tuple(given), about, reached, guards)
        self._kept.append((names.kept, function))
        earlier = None if reached is None else self._seen.get(key)
        counts = earlier is not None and not self._inside
        before, facts, steps = dict(state.fields), len(run.domain.recorder.facts), run.steps
        self._inside = self._inside or counts
        self._asked.append(0)
        try:
            value = self._run_function(run, state, function, frame, at, arguments)
        finally:
            asked = self._asked.pop() > 0
            self._inside = self._inside and not counts
        written = [(field, one) for field, one in state.fields.items() if before.get(field) is not one]
        gone = [field for field in before if field not in state.fields]
        kinds = tuple(type(one) for one in run.domain.recorder.facts[facts:])
        outcome = (names.form(value), names.form(written), names.form(gone), kinds)
        self.count["calls"] += 1
        if reached is not None and earlier is None:
            self._seen[key] = (outcome, asked)
        if counts and earlier is not None:
            same = earlier[0] == outcome
            self.count["repeated"] += 1
            self.count["steps"] += steps - run.steps
            self.count["alike"] += (steps - run.steps) * same
            self.count["within"] += (steps - run.steps) * (same and not asked and not earlier[1])
        return value


def measured(files: Sequence[Path]) -> list[object]:
    """The row of the table for ``files``."""
    from devlint.flow.site import CallSite

    plain = {name: vars(CallSite)[name] for name in _AROUND}
    counting: list[RenamedRepeats] = []

    def begin(run_function: Any) -> RenamedRepeats:
        counting.append(RenamedRepeats(run_function))
        return counting[0]

    def noted(name: str) -> Any:
        def get(site: Any, *given: Any) -> Any:
            counting[0].around()
            return plain[name].fget(site) if isinstance(plain[name], property) else plain[name](site, *given)

        return property(get) if isinstance(plain[name], property) else get

    try:
        for name in _AROUND:
            setattr(CallSite, name, noted(name))
        total = evaluated(files, begin)
    finally:
        for name, one in plain.items():
            setattr(CallSite, name, one)
    count = counting[0].count
    shares = [share(count[name], total) for name in ("steps", "alike", "within")]
    return [count["calls"], count["repeated"], total, *shares]


def main(arguments: list[str] | None = None) -> int:
    """The command: 0 when it has read all files."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--packages", default="torchmetrics,accelerate,kornia", help="names with commas between")
    parser.add_argument("--root", type=Path, default=CACHE / "packages", help="where releases are kept")
    args = parser.parse_args(arguments)
    rows = [[name, *measured(package(name, args.root).files)] for name in args.packages.split(",")]
    print(table(["", "calls", "repeated", "steps", "under repeats", "alike", "within"], rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
