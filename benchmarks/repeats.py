"""How much of the evaluation repeats exactly: steps under calls that were evaluated with the very same objects before.

    python -m benchmarks.repeats [--packages torchmetrics,accelerate]

A call repeats where the same function is called at the same place, in the same calls around it, with the same objects
as arguments and under the same conditions as once before in that file: a further pass of a loop, or a method that is
run again. *With equal fields* counts those alone where no field of any object has changed in between; nothing less is
safe to take over. Steps are counted for the outermost of the calls that repeat.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol

from benchmarks import CACHE
from benchmarks.ecosystem.packages import package
from benchmarks.scan import lint_arguments, read
from benchmarks.table import share, table


class Repeats:
    """Counts steps while it stands in for ``devlint.flow.call.run_function``."""

    def __init__(self, run_function: Any) -> None:
        self._run_function = run_function
        self._seen: dict[tuple[Any, ...], dict[Any, Any]] = {}
        self._kept: list[Any] = []  # what has gone would leave its id to another object
        self._inside = False
        self.calls = self.repeated = self.steps_repeated = self.steps_equal = 0

    def next_file(self) -> None:
        """Forget the calls of the file before."""
        self._seen.clear()
        self._kept.clear()

    def __call__(
        self, run: Any, state: Any, function: Any, frame: dict[str, Any], at: Any, arguments: Any = None
    ) -> Any:
        """Evaluate the body of ``function``, as what this stands for does."""
        objects = tuple((name, id(value)) for name, value in frame.items())
        key = (id(run), id(function.form), run.identity(at), id(function.bound), objects, state.guards)
        self._kept.append((run, function, dict(frame)))
        repeats = key in self._seen and not self._inside
        before = self._seen.setdefault(key, dict(state.fields))
        equal = len(before) == len(state.fields)
        equal = equal and all(state.fields.get(field) is value for field, value in before.items())
        self.calls += 1
        self.repeated += repeats
        steps, self._inside = run.steps, self._inside or repeats
        try:
            return self._run_function(run, state, function, frame, at, arguments)
        finally:
            if repeats:
                self._inside = False
                self.steps_repeated += steps - run.steps
                self.steps_equal += (steps - run.steps) * equal


class Counting(Protocol):
    """What counts calls while it stands in for ``devlint.flow.call.run_function``."""

    def next_file(self) -> None:
        """Forget the calls of the file before."""


def evaluated(files: Sequence[Path], counting: Callable[[Any], Counting]) -> int:
    """Lint ``files`` with ``counting(run_function)`` in place of ``run_function``: the steps of the evaluator."""
    import devlint.devices.analysis  # noqa: F401 - loads all that calls what is replaced
    from devlint import NotAnalysed, lint
    from devlint.flow import call

    begun: list[tuple[Any, int]] = []

    def begin(program: Any, _: object) -> None:
        begun.append((program.run, program.run.left))

    plain = call.run_function
    standing, total = counting(plain), 0
    callers = [one for one in sys.modules.values() if vars(one).get("run_function") is plain]
    try:
        for module in callers:
            vars(module)["run_function"] = standing
        for file in files:
            standing.next_file()
            begun.clear()
            try:
                lint(read(file), str(file), begin=begin, **lint_arguments(None))
            except (SyntaxError, UnicodeDecodeError, NotAnalysed):
                continue
            total += sum(left - run.left for run, left in begun)
    finally:
        for module in callers:
            vars(module)["run_function"] = plain
    return total


def measured(files: Sequence[Path]) -> list[object]:
    """The row of the table for ``files``."""
    counting: list[Repeats] = []

    def begin(run_function: Any) -> Repeats:
        counting.append(Repeats(run_function))
        return counting[0]

    total = evaluated(files, begin)
    (repeats,) = counting
    return [
        repeats.calls,
        repeats.repeated,
        total,
        share(repeats.steps_repeated, total),
        share(repeats.steps_equal, total),
    ]


def main(arguments: list[str] | None = None) -> int:
    """The command: 0 when it has read all files."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--packages", default="torchmetrics,accelerate", help="names with commas between")
    parser.add_argument("--root", type=Path, default=CACHE / "packages", help="where releases are kept")
    args = parser.parse_args(arguments)
    rows = [[name, *measured(package(name, args.root).files)] for name in args.packages.split(",")]
    print(table(["", "calls", "repeated", "steps", "under repeats", "with equal fields"], rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
