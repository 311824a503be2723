"""Replay the probes on the machine at hand and print where it differs from what is expected or recorded.

    python -m devlint.simcuda.fidelity [words] [--simulate] [--record [FOLDER]] [--devices 2]

On a machine with CUDA the probes run on it, else (or with ``--simulate``) on the simulation. ``--record`` keeps the
outcomes of real CUDA in ``records/`` beside this file or in another folder, with those of earlier runs on the same
GPU and torch; any release of torch will do there. The exit status is 1 if an outcome is not the expected one and no gap
is named.
"""

from __future__ import annotations

import argparse
import datetime
import json
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import torch

from devlint.simcuda.fidelity.children import each_in_a_child
from devlint.simcuda.fidelity.probes import Probe, all_probes, run

RECORDS = Path(__file__).parent / "records"


def recorded() -> dict[str, dict[str, str]]:
    """Outcomes from hardware: for each probe, what was seen by which record (GPU, torch, date)."""
    seen: dict[str, dict[str, str]] = {}
    for path in sorted(RECORDS.glob("*.json")):
        record = json.loads(path.read_text(encoding="utf-8"))
        title = f"{record['gpu']}, torch {record['torch']}, {record['date']}"
        for probe, outcome in record["outcomes"].items():
            seen.setdefault(probe, {})[title] = outcome
    return seen


def record(outcomes: dict[str, str], folder: Path) -> Path:
    """Keep the outcomes of this machine's GPU in a folder, beside those that it has kept of other probes."""
    name, version = torch.cuda.get_device_name(), torch.__version__
    count = torch.cuda.device_count()
    path = folder / f"{name.lower().replace(' ', '-')}-{count}-torch-{version.split('+')[0]}.json"
    known = json.loads(path.read_text(encoding="utf-8"))["outcomes"] if path.exists() else {}
    facts: dict[str, Any] = {
        "gpu": name,
        "devices": count,
        "torch": version,
        "cuda": torch.version.cuda,
        "date": datetime.date.today().isoformat(),
        "outcomes": {**known, **outcomes},
    }
    folder.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(facts, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return path


def replay(probes: list[Probe], devices: int) -> dict[str, str]:
    """The outcome on the simulation of every probe that takes no more devices than *devices*."""
    from devlint.simcuda import simulated_cuda

    outcomes = {}
    for probe in probes:
        if probe.devices <= devices:
            with simulated_cuda(devices):
                outcomes[probe.id] = run(probe)
    return outcomes


def replay_on_hardware(probes: list[Probe], keep: Callable[[dict[str, str]], object]) -> dict[str, str]:
    """The outcome on real CUDA of every probe that has enough devices here; *keep* hears of them now and then."""
    fitting = [probe for probe in probes if probe.devices <= torch.cuda.device_count()]
    outcomes: dict[str, str] = {}
    for number, (probe, outcome) in enumerate(each_in_a_child(run, fitting), 1):
        if outcome is None:
            print(f"{probe.id}\n    ended the process, or did not end: no outcome", file=sys.stderr)
        else:
            outcomes[probe.id] = outcome
        if number % 50 == 0:
            keep(outcomes)
    keep(outcomes)
    return outcomes


def differences(probes: list[Probe], outcomes: dict[str, str]) -> tuple[list[str], list[str]]:
    """What differs from the expectation or from a record: the unexplained, and the gaps that are named."""
    seen = recorded()
    unexplained: list[str] = []
    named: list[str] = []
    for probe in probes:
        outcome = outcomes.get(probe.id)
        if outcome is None:
            continue
        wanted = {"expected": probe.expected} if not probe.agrees(outcome) else {}
        real = seen.get(probe.id, {})
        wanted |= {title: hardware for title, hardware in real.items() if not probe.same(outcome, hardware)}
        for title, other in wanted.items():
            text = f"{probe.id}\n    here      {outcome}\n    {title:<9} {other}\n    source    {probe.source}"
            (named if probe.gap else unexplained).append(text + (f"\n    gap       {probe.gap}" if probe.gap else ""))
    return unexplained, named


def main(arguments: list[str]) -> int:
    """The exit status: 1 for an unexplained difference."""
    parser = argparse.ArgumentParser(prog="python -m devlint.simcuda.fidelity", description=__doc__)
    parser.add_argument("words", nargs="?", default="", help="only probes whose topic or code holds this")
    parser.add_argument("--simulate", action="store_true", help="use the simulation also where there is real CUDA")
    parser.add_argument(
        "--record", nargs="?", type=Path, const=RECORDS, metavar="FOLDER", help="keep the outcomes of real CUDA"
    )
    parser.add_argument("--devices", type=int, default=2, help="devices of the simulation (default 2)")
    options = parser.parse_args(arguments)
    probes = [probe for probe in all_probes() if options.words in probe.id]
    real = torch.cuda.is_available() and not options.simulate
    if options.record and not real:
        print("there is no CUDA device here: nothing is recorded", file=sys.stderr)
        return 2
    if real:
        keep = partial(record, folder=options.record) if options.record else lambda outcomes: None
        outcomes = replay_on_hardware(probes, keep)
    else:
        outcomes = replay(probes, options.devices)
    unexplained, named = differences(probes, outcomes)
    print(*unexplained, *named, sep="\n")
    hardware = recorded()
    print(
        f"{len(probes)} probes, {len(outcomes)} run on {torch.cuda.get_device_name() if real else 'the simulation'}; "
        f"{sum(probe.id in hardware for probe in probes)} recorded from hardware, "
        f"{sum(probe.id not in hardware for probe in probes)} rest on torch's sources and documentation; "
        f"{len(unexplained)} differ, {len(named)} differ as known"
    )
    return int(bool(unexplained))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
