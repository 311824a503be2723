"""torch's operator database: the trials, the processes that run them, the files that keep their outcomes."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

pytest.importorskip("torch")
pytest.importorskip("expecttest")

from devlint.simcuda import simulated_cuda
from devlint.simcuda.fidelity.operators import pool as pools
from devlint.simcuda.fidelity.operators.__main__ import RECORDS
from devlint.simcuda.fidelity.operators.pool import Pool
from devlint.simcuda.fidelity.operators.record import Record
from devlint.simcuda.fidelity.operators.samples import database, title
from devlint.simcuda.fidelity.operators.trials import mixing, outcome

WORKER = """
import json, os, sys, time
def say(**answer):
    print(json.dumps(answer), flush=True)
say(ready=True)
for line in sys.stdin:
    operator, skip = map(int, line.split())
    for n in range(skip, 4):
        say(begin=f"t{n}")
        if operator == 1 and n == 1:
            os.abort()
        if operator == 2 and n == 2:
            time.sleep(60)
        say(key=f"t{n}", outcome="done")
    say(end=True)
"""


def test_a_trial_that_ends_its_process_costs_only_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "PER_TRIAL", 0.3)
    found: dict[int, dict[str, str]] = {}
    pool = Pool([sys.executable, "-S", "-c", WORKER], processes=2, seconds=30.0)
    pool.run([0, 1, 2], lambda n, key, text: found.setdefault(n, {}).update({key: text}), lambda: None, 0.1)
    assert found[0] == {"t0": "done", "t1": "done", "t2": "done", "t3": "done", "end": ""}
    assert found[1] == {**found[0], "t1": "ends the process with signal 6"}
    assert found[2] == {**found[0], "t2": "takes more than 0 s"}
    assert pool.losses == 2


def test_a_pool_stops_when_its_time_is_over() -> None:
    found: list[str] = []
    Pool([sys.executable, "-S", "-c", WORKER], processes=1, seconds=0.5).run(
        [2, 0], lambda n, key, text: found.append(key), lambda: None, 0.1
    )
    assert found == ["t0", "t1"]


def test_a_record_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    facts = {"gpu": "G", "torch": "2.13.0", "date": "2026-11-26"}
    record = Record(facts, {"add": {"a": "runs", "b": "runs", "c": "é"}})
    record.write(path)
    assert Record.read(path) == record
    assert path.read_text().count("runs") == 1
    path.write_text("[]")
    with pytest.raises(ValueError, match="is no record of operators"):
        Record.read(path)


@pytest.mark.parametrize("name", "add addcmul addmm nn.functional.conv2d nn.functional.pixel_shuffle".split())
def test_the_simulation_does_what_a_gpu_did(name: str) -> None:
    there = Record.read(next(RECORDS.glob("*.json"))).outcomes[name]
    with simulated_cuda(1):
        op = next(op for op in database() if title(op) == name)
        tried = [(trial.key, trial.run) for trial in mixing(op) if trial.key in there and "/syncs" not in trial.key]
        found = {key: outcome(run) for key, run in tried if "float32" in key and not key.endswith("/out")}
    assert found == {key: there[key] for key in found}
    assert found
