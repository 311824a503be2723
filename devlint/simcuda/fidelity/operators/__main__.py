"""Run torch's operator database on real CUDA or on the simulation, and keep or compare what happens.

    python -m devlint.simcuda.fidelity.operators --record FILE [--simulate] [--processes 8] [--seconds 300] [WORDS ...]
    python -m devlint.simcuda.fidelity.operators --compare FILE [--json TABLE]
    python -m devlint.simcuda.fidelity.operators --kernels FILE

The trials run in processes of their own, so that an operator that hangs or leaves the device unusable costs only its
own trial. The file is written every ten seconds; a run that was stopped goes on where it was with ``--resume``.
"""

from __future__ import annotations

import argparse
import json
import sys
import threading
import time
from pathlib import Path

import torch

from devlint.simcuda.fidelity.operators import kernels
from devlint.simcuda.fidelity.operators.kernels import Kernels
from devlint.simcuda.fidelity.operators.pool import Pool, worker
from devlint.simcuda.fidelity.operators.record import Record, facts_here
from devlint.simcuda.fidelity.operators.samples import database, title
from devlint.simcuda.fidelity.operators.table import COLUMNS, markdown, reasons, rows, unexplained, values

RECORDS = Path(__file__).parent / "records"


def keep_all(path: Path, options: argparse.Namespace) -> Record:
    """Run the trials of the chosen operators and keep their outcomes in a file."""
    titles = [title(op) for op in database()]
    record = Record(facts_here(options.simulate))
    if options.resume and path.exists():
        record.outcomes = Record.read(path).outcomes
    done = {name for name, outcomes in record.outcomes.items() if "end" in outcomes or "given up" in outcomes}
    wanted = [
        position
        for position, name in enumerate(titles)
        if name not in done and (not options.words or any(word in name for word in options.words))
    ]
    lock, began = threading.Lock(), time.monotonic()

    def keep(operator: int, key: str, outcome: str) -> None:
        with lock:
            record.outcomes.setdefault(titles[operator], {})[key] = outcome

    command = worker("--simulate", str(options.values)) if options.simulate else worker()
    patience = 20.0 if options.simulate else 1.0  # a busy CPU is slow, a GPU that does not answer hangs
    pool = Pool(command, processes=options.processes, seconds=options.seconds, patience=patience)

    def tick() -> None:
        with lock:
            record.facts["seconds"] = round(time.monotonic() - began)
            record.facts["processes lost"] = pool.losses
            record.write(path)
            ended = sum("end" in outcomes for outcomes in record.outcomes.values())
            count = sum(map(len, record.outcomes.values()))
        print(f"{time.monotonic() - began:5.0f} s: {ended} of {len(titles)} operators, {count} outcomes", flush=True)

    pool.run(wanted, keep, tick)
    return record


def keep_kernels(path: Path, options: argparse.Namespace) -> int:
    """Keep what the operators below the functions do with each dtype; the number of operators."""
    found, lock, began = Kernels(), threading.Lock(), time.monotonic()
    titles = [title(op) for op in database()]
    wanted = [n for n, name in enumerate(titles) if not options.words or any(word in name for word in options.words)]
    lost: list[str] = []

    def keep(operator: int, key: str, outcome: str) -> None:
        with lock:
            if outcome.startswith("{"):
                found.add(outcome)
            elif outcome:
                lost.append(f"{titles[operator]} {key}: {outcome}")

    def tick() -> None:
        with lock:
            kernels.write(path, {**facts_here(False), "lost": lost}, found)
        print(f"{time.monotonic() - began:5.0f} s: {len(found.seen)} operators, {len(lost)} trials lost", flush=True)

    Pool(worker("--kernels"), processes=options.processes, seconds=options.seconds).run(wanted, keep, tick)
    return len(found.seen)


def compare(here: Record, kept: Path | None) -> int:
    """Print how outcomes agree with each record of a GPU; the number of trials that differ in more than words."""
    tables, differing = [], 0
    for path in sorted(RECORDS.glob("*.json")):
        there = Record.read(path)
        found = {**rows(here, there), "values and gradients those of the CPU": values(here)}
        left = list(unexplained(here, there))
        print(f"{here.title} beside {there.title}\n\n{markdown(found)}\n")
        for reason, count in reasons(here, there).most_common():
            print(f"{count:5}  {reason}")
        table = {question: {column: counted[column] for column in COLUMNS} for question, counted in found.items()}
        tables.append({"here": here.facts, "there": there.facts, "table": table, "differences": left})
        differing += sum(counted["differ"] for counted in found.values())
    if kept is not None:
        kept.write_text(json.dumps(tables, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return differing


def main(arguments: list[str]) -> int:
    """The exit status."""
    parser = argparse.ArgumentParser(prog="python -m devlint.simcuda.fidelity.operators", description=__doc__)
    parser.add_argument("words", nargs="*", help="only operators whose name holds one of these")
    parser.add_argument("--record", type=Path, metavar="FILE", help="keep the outcomes of every trial in this file")
    parser.add_argument("--compare", type=Path, metavar="FILE", help="compare the outcomes in this file with records")
    parser.add_argument("--json", type=Path, metavar="TABLE", help="with --compare, keep table and differences here")
    parser.add_argument("--kernels", type=Path, metavar="FILE", help="keep what CUDA's operators do with each dtype")
    parser.add_argument("--simulate", action="store_true", help="use the simulation also where there is real CUDA")
    parser.add_argument("--resume", action="store_true", help="go on with the operators that the file does not have")
    parser.add_argument("--processes", type=int, default=2, help="how many at a time (default 2)")
    parser.add_argument(
        "--values", type=int, default=10, metavar="N", help="simulated, compare the values of so many (default 10)"
    )
    parser.add_argument("--seconds", type=float, default=86400.0, help="stop after this time")
    options = parser.parse_args(arguments)
    if options.compare is not None:
        try:
            return int(compare(Record.read(options.compare), options.json) > 0)
        except (OSError, ValueError) as error:
            print(f"cannot compare: {error}", file=sys.stderr)
            return 2
    if not options.simulate and not torch.cuda.is_available():
        print("there is no CUDA device here; --simulate runs the simulation", file=sys.stderr)
        return 2
    if options.kernels is not None:
        print(keep_kernels(options.kernels, options), "operators are kept in", options.kernels)
    if options.record is not None:
        record = keep_all(options.record, options)
        print(record.title, "is kept in", options.record)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
