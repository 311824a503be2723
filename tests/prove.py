"""The report of proof: how many of each rule's marks a run has confirmed.

    python -m tests.prove               run every fixture on simulated GPUs and print the table
    python -m tests.prove dev301        only the fixtures whose name holds these words
    python -m tests.prove --record      on a machine with a GPU: run every fixture there and keep what happened

Marks are counted once however many functions reach them. A mark is proved when a bad function that reaches it fails
as claimed. What cannot run, and what nobody has run on hardware, is counted and shown; it is no error.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from devlint.simcuda.fidelity.children import each_in_a_child
from tests.harness import evidence
from tests.harness.marks import Exercise, Fixture, fixture_files, read

SECOND_GPU = "takes a second GPU"
COLUMNS = ("rule", "marks", "simulated", "hardware", "stale", "missing", "refuted", "cannot run", "ok runs")


def main(arguments: list[str] | None = None) -> int:
    """The exit status: 1 if a fixture does not do what it claims, else 0."""
    parser = argparse.ArgumentParser(prog="python -m tests.prove", description="how much of the fixtures is proved")
    parser.add_argument("words", nargs="?", default="", help="only fixtures whose folder's name holds this")
    parser.add_argument("--record", action="store_true", help="run on this machine's GPU and keep what happened")
    options = parser.parse_args(arguments)
    fixtures = [read(path) for path in fixture_files() if options.words in path.parent.name]
    if options.record:
        return record([exercise for fixture in fixtures for exercise in fixture.exercises])
    complaints = {e.id: complaint for e in _exercises(fixtures, "simulator") if (complaint := simulate(e)) is not None}
    for line in table(fixtures, complaints, evidence.recall()):
        print(line)
    for complaint in complaints.values():
        print(complaint, file=sys.stderr)
    return 1 if complaints else 0


def simulate(exercise: Exercise) -> str | None:
    """What the simulator has against *exercise*, or None."""
    from tests.harness.machines import on_simulated_gpus

    return on_simulated_gpus(exercise)


def real(exercise: Exercise) -> str:
    """What *exercise* did on this machine's last GPU: as claimed, a complaint, or that it takes a second one."""
    from tests.harness.machines import SecondGpuNeeded, on_real_gpus

    try:
        return on_real_gpus(exercise) or evidence.AS_CLAIMED
    except SecondGpuNeeded:
        return SECOND_GPU


def record(exercises: Iterable[Exercise], path: Path = evidence.EVIDENCE) -> int:
    """Run *exercises* on this machine's last GPU and keep the outcomes; records of other exercises stay."""
    import torch

    if not torch.cuda.is_available():
        print("there is no GPU here: nothing is recorded", file=sys.stderr)
        return 2
    records = evidence.recall(path)
    gpu, gpus = torch.cuda.get_device_name(), torch.cuda.device_count()
    there = [exercise for exercise in exercises if "hardware" in exercise.machines]
    for number, (exercise, outcome) in enumerate(each_in_a_child(real, there), 1):
        if outcome is None:
            print(f"{exercise.id}: not recorded, it ended the process or did not end")
        elif outcome == SECOND_GPU:
            print(f"{exercise.id}: not recorded, it takes a second GPU")
        else:
            records[exercise.id] = evidence.Record(exercise.fingerprint, torch.__version__, gpu, gpus, outcome)
            print(f"{exercise.id}: {outcome}")
        if number % 50 == 0:
            evidence.keep(records, path)
    evidence.keep(records, path)
    return 0


def table(fixtures: Iterable[Fixture], complaints: dict[str, str], records: dict[str, evidence.Record]) -> list[str]:
    """The lines of the report: one a rule, and their sum. *complaints* are what the simulator had to say, by id."""
    counts: dict[str, dict[str, int]] = defaultdict(lambda: dict.fromkeys(COLUMNS[1:], 0))
    for fixture in fixtures:
        row = counts[fixture.path.parent.name]
        for exercise in fixture.exercises:
            row["ok runs"] += not exercise.is_bad and "simulator" in exercise.machines and exercise.id not in complaints
        for mark in fixture.reports:
            reaching = [exercise for exercise in fixture.exercises if mark in exercise.reports]
            standings = {
                evidence.standing(exercise, records) for exercise in reaching if "hardware" in exercise.machines
            }
            row["marks"] += 1
            row["cannot run"] += not standings
            row["simulated"] += any("simulator" in e.machines and e.id not in complaints for e in reaching)
            best = next((s for s in ("proved", "refuted", "stale", "missing") if s in standings), None)
            if best is not None:
                row["hardware" if best == "proved" else best] += 1
    total = {column: sum(row[column] for row in counts.values()) for column in COLUMNS[1:]}
    rows = [(name, *map(str, row.values())) for name, row in sorted(counts.items())]
    rows.append(("all", *map(str, total.values())))
    widths = [max(len(row[i]) for row in [COLUMNS, *rows]) for i in range(len(COLUMNS))]
    return [
        row[0].ljust(widths[0])
        + "".join("  " + cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))
        for row in [COLUMNS, *rows]
    ]


def _exercises(fixtures: Iterable[Fixture], machine: str) -> list[Exercise]:
    return [exercise for fixture in fixtures for exercise in fixture.exercises if machine in exercise.machines]


if __name__ == "__main__":
    sys.exit(main())
