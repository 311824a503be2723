"""Where the CPU time of a check goes: samples of what runs, by stage, by room of the package and by function.

    python -m benchmarks.profile [--packages torchmetrics] [--part 10] [--top 30]

Lints files as ``benchmarks.steps`` does, and every few milliseconds of CPU time notes the functions in progress, which
slows nothing down. A stage is what the innermost of the functions in ``STAGES`` does that are in progress: what was
evaluated for it elsewhere is not in it. Beside each function stands the share of samples in which it ran itself, and in
which it or what it called did.
"""

from __future__ import annotations

import argparse
import signal
import sys
from collections import Counter
from pathlib import Path, PurePath
from types import FrameType

from benchmarks import CACHE, REPOSITORY
from benchmarks.ecosystem.packages import package
from benchmarks.scan import lint_file
from benchmarks.steps import chosen
from benchmarks.table import share, table

INTERVAL = 0.004  # seconds of CPU time, the least that common kernels tell apart

STAGES = {
    "ast.py:parse": "parsing, by Python",
    "<frozen importlib._bootstrap>:_find_and_load": "importing devlint",
    "scout/scout.py:scout": "scout",
    "scout/exports.py:imported": "scout",
    "forms/lowering.py:lower": "lowering",
    "forms/lowering.py:_inside": "lowering",
    "engine/detection.py:detected": "detectors and rules",
    "engine/detection.py:findings": "detectors and rules",
    "engine/projects.py:_summarise": "evaluation of imported modules",
    "devices/analysis.py:facts": "evaluation: objects, methods, what is left behind",
    "flow/evaluator.py:evaluate": "evaluation: expressions",
    "flow/evaluator.py:execute": "evaluation: statements",
    "flow/call.py:call_function": "evaluation: calls of functions in sight",
    "flow/values/state.py:join": "evaluation: joins of states",
    "flow/values/alternatives.py:merge": "evaluation: joins of alternatives",
    "devices/semantics/arithmetic.py:binary": "evaluation: operators and comparisons",
    "devices/semantics/imported_calls.py:call_imported": "evaluation: calls of torch and of libraries",
    "devices/semantics/calls/unresolved_calls.py:call": "evaluation: calls of unknown code",
    "devices/semantics/domain.py:method": "evaluation: methods of tensors, modules, unknown values",
    "devices/semantics/domain.py:parameter": "evaluation: evidence for parameters",
    "devices/evidence/evidence_of_file.py:of": "evaluation: evidence for parameters",
}
"""What functions do, by name."""


class Samples:
    """Counts of the functions in progress: by stage, by room of the innermost, by function alone and in all."""

    def __init__(self) -> None:
        self.count = 0
        self.stages: Counter[str] = Counter()
        self.rooms: Counter[str] = Counter()
        self.own: Counter[str] = Counter()
        self.total: Counter[str] = Counter()

    def take(self, number: int, frame: FrameType | None) -> None:
        """Note what is in progress in ``frame``."""
        names: list[str] = []
        room = ""
        while frame is not None:
            path = PurePath(frame.f_code.co_filename)
            known = path.is_relative_to(REPOSITORY / "devlint")
            file = path.relative_to(REPOSITORY / "devlint") if known else PurePath(path.name)
            names.append(f"{file}:{frame.f_code.co_name}")
            if known and not room:
                room = "/".join(file.parts[: 2 if file.parts[0] == "devices" else 1])
            frame = frame.f_back
        self.count += 1
        self.stages[next((STAGES[name] for name in names if name in STAGES), "the rest")] += 1
        self.rooms[room] += 1
        self.own[names[0]] += 1
        self.total.update(set(names))

    def shown(self, top: int) -> str:
        """Four tables, of the ``top`` entries each."""
        parts = []
        counted = (self.stages, self.rooms, self.own, self.total)
        for title, counts in zip(("stage", "room", "function itself", "function in all"), counted, strict=True):
            rows = [[name, share(count, self.count)] for name, count in counts.most_common(top)]
            parts.append(table([title, "of CPU time"], rows))
        return "\n\n".join(parts)


def main(arguments: list[str] | None = None) -> int:
    """The command: 0 when it has read all files."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--packages", default="torchmetrics", help="names with commas between")
    parser.add_argument("--root", type=Path, default=CACHE / "packages", help="where releases are kept")
    parser.add_argument("--part", type=int, default=100, metavar="N", help="of a hundred files, read N")
    parser.add_argument("--top", type=int, default=30, metavar="N", help="the entries of a table")
    args = parser.parse_args(arguments)

    samples = Samples()
    signal.signal(signal.SIGPROF, samples.take)
    for name in args.packages.split(","):
        for file in chosen(package(name, args.root).files, args.root, args.part):
            signal.setitimer(signal.ITIMER_PROF, INTERVAL, INTERVAL)
            lint_file((file, str(file)))
            signal.setitimer(signal.ITIMER_PROF, 0)
    print(f"{samples.count} samples\n\n{samples.shown(args.top)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
