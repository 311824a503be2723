"""Recall on planted bugs.

    python -m benchmarks.mutants --repositories DIR                      # every source that can be had
    python -m benchmarks.mutants --sources timm,pytorch/examples --repositories DIR --list missed
    python -m benchmarks.mutants --operators "batch not moved" --sample 0

A mutant is a program in which one bug was planted. It is *caught* when devlint raises an alarm that the program
without the bug does not raise, and that lies on the changed statement or names it in a note; *elsewhere* when the new
alarm lies anywhere else in the file. Not every mutant is a bug: README.md says how many are.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks import CACHE, REPOSITORY
from benchmarks.mutants.operators import OPERATORS
from benchmarks.mutants.plant import Mutant, draw
from benchmarks.mutants.sources import source
from benchmarks.releases import Unavailable
from benchmarks.scan import Alarm, FileResult, read, scan
from benchmarks.statements import Statements
from benchmarks.table import share, table, write_json

PROGRAMS = (
    "pytorch/examples",
    "karpathy/nanoGPT",
    "rasbt/LLMs-from-scratch",
    "eriklindernoren/PyTorch-GAN",
    "yunjey/pytorch-tutorial",
    "vwxyzjn/cleanrl",
    "bentrevett/pytorch-seq2seq",
    "udlbook/udlbook",
    "mrdbourke/pytorch-deep-learning",
    "milesial/Pytorch-UNet",
    "dome272/Diffusion-Models-pytorch",
    "kuangliu/pytorch-cifar",
)
PACKAGES = (
    "timm",
    "kornia",
    "torch-geometric",
    "open-clip-torch",
    "monai",
    "stable-baselines3",
    "litgpt",
    "ultralytics",
)


@dataclass(frozen=True, slots=True)
class Judgement:
    """What came of one mutant: "caught", "elsewhere", "missed" or "not analysed", and the codes that are new."""

    mutant: Mutant
    verdict: str
    codes: tuple[str, ...] = ()


def judge(mutant: Mutant, before: FileResult, after: FileResult) -> Judgement:
    """Judge a mutant from what the linter says of the program without and with the bug."""
    if not (before.linted and after.linted):
        return Judgement(mutant, "not analysed")
    known = Counter((alarm.code, alarm.statement) for alarm in before.alarms)
    new: list[Alarm] = []
    for alarm in after.alarms:
        key = alarm.code, alarm.statement
        known[key] -= 1
        if known[key] < 0:
            new.append(alarm)
    if not new:
        return Judgement(mutant, "missed")
    statements = Statements(read(mutant.file))
    changed = statements.at(mutant.line)
    here = any(changed in (alarm.statement, *map(statements.at, alarm.notes)) for alarm in new)
    return Judgement(mutant, "caught" if here else "elsewhere", tuple(sorted({alarm.code for alarm in new})))


def measure(mutants: Sequence[Mutant], tree: Path, jobs: int) -> list[Judgement]:
    """Lint mutants and originals, and judge."""
    names = {mutant.file: mutant.path for mutant in mutants} | {mutant.original: mutant.path for mutant in mutants}
    results = {result.path: result for result in scan(names, tree, jobs, names)}
    return [judge(mutant, results[mutant.original], results[mutant.file]) for mutant in mutants]


def summary(judged: Sequence[Judgement], of: Callable[[Mutant], str], order: Iterable[str]) -> str:
    """One row for each value of ``of``, and one for all."""
    rows = []
    for name in [*order, "all"]:
        counts = Counter(one.verdict for one in judged if name in ("all", of(one.mutant)))
        total = counts.total() - counts["not analysed"]
        either = counts["caught"] + counts["elsewhere"]
        rows.append([name, total, counts["caught"], share(counts["caught"], total), counts["elsewhere"], either])
        rows[-1] += [share(either, total), counts["not analysed"]]
    return table(["", "mutants", "caught", "recall", "elsewhere", "either", "", "not analysed"], rows)


def _show(one: Judgement) -> None:
    mutant = one.mutant
    print(f"{one.verdict} {' '.join(one.codes)} [{mutant.operator}] {mutant.source}: {mutant.path}:{mutant.line}")
    print(f"  - {mutant.before[:160]}\n  + {mutant.after[:160]}")


def main(arguments: list[str] | None = None) -> int:
    """The command: 0, 1 when a source could not be had, 2 on bad usage."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sources", default="all", help="packages and owner/name, commas between (all)")
    parser.add_argument("--operators", default="all", help="names, commas between (all)")
    parser.add_argument("--root", type=Path, default=CACHE / "packages", help="where releases are kept")
    parser.add_argument("--repositories", type=Path, default=CACHE / "repositories", help="folder of clones")
    parser.add_argument("--sample", type=int, default=12, metavar="K", help="of each operator and source; 0: all")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--list", choices=("missed", "elsewhere", "caught", "all"), help="print these mutants too")
    parser.add_argument("--json", type=Path, help="write every judgement here")
    parser.add_argument("--tree", type=Path, default=REPOSITORY, help="the checkout of devlint to measure")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="leave the mutants in DIR")
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args(arguments)
    operators = list(OPERATORS) if args.operators == "all" else args.operators.split(",")
    unknown = [name for name in operators if name not in OPERATORS]
    if unknown:
        parser.error(f"no operator {unknown[0]!r}; there are: {', '.join(OPERATORS)}")

    names = [*PACKAGES, *PROGRAMS] if args.sources == "all" else args.sources.split(",")
    mutants, missing, versions = [], [], {}
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            try:
                found = source(name, args.root, args.repositories)
            except Unavailable as error:
                missing.append(str(error))
                continue
            versions[name] = found.version
            into = (args.keep or Path(folder)) / name.replace("/", "+")
            mutants += draw(found, args.sample, args.seed, operators, into)
        judged = measure(mutants, args.tree, args.jobs)

    print(summary(judged, lambda mutant: mutant.operator, operators) + "\n")
    print(summary(judged, lambda mutant: mutant.source, versions) + "\n")
    for name, version in versions.items():
        print(f"{name}: {version}")
    for one in judged if args.list else ():
        if args.list in ("all", one.verdict):
            _show(one)
    if args.json:
        write_json(args.json, {"versions": versions, "mutants": judged})
    for line in missing:
        print(line, file=sys.stderr)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
