"""torch's operator database: the trials, the processes that run them, the files that keep their outcomes."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

pytest.importorskip("torch")
pytest.importorskip("expecttest")

import torch

from devlint.simcuda import simulated_cuda
from devlint.simcuda.fidelity.operators import pool as pools
from devlint.simcuda.fidelity.operators.__main__ import RECORDS
from devlint.simcuda.fidelity.operators.comparison import Kind
from devlint.simcuda.fidelity.operators.kernels import Kernels, Witness
from devlint.simcuda.fidelity.operators.pool import Pool
from devlint.simcuda.fidelity.operators.reasons import reason_of
from devlint.simcuda.fidelity.operators.record import Record
from devlint.simcuda.fidelity.operators.samples import database, title
from devlint.simcuda.fidelity.operators.trials import outcome, trials
from devlint.simcuda.operators import foreign

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
    Pool([sys.executable, "-S", "-c", WORKER], processes=1, seconds=2.0).run(
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


SUBSET = """add addcmul addmm nn.functional.conv2d nn.functional.pixel_shuffle cumsum dot mv where roll equal
div.floor_rounding linalg.svdvals linalg.inv diag zeros eye scatter_reduce.amax nn.functional.binary_cross_entropy
index_fill masked_fill"""


@pytest.mark.parametrize("name", SUBSET.split())
def test_the_simulation_does_what_a_gpu_did(name: str) -> None:
    there = Record.read(next(RECORDS.glob("*.json"))).outcomes[name]
    with simulated_cuda(1):
        op = next(op for op in database() if title(op) == name)
        tried = [(trial.key, trial.run) for trial in trials(op) if trial.key in there]
        found = {key: outcome(run) for key, run in tried}
    assert found == {key: there[key] for key in found}
    assert found


def test_a_reason_is_that_of_its_functions_alone() -> None:
    known = "dtype float32", Kind.GRADIENT, "runs cuda:0 float32 | grads none"
    assert reason_of("linalg.det", *known) is not None
    assert reason_of("linalg.inv", *known) is None
    assert reason_of("linalg.det", "float32/1a2b3c4d/all", *known[1:]) is None
    assert reason_of("linalg.det", "dtype float32", Kind.RESULT, known[2]) is None
    assert reason_of("linalg.det", "dtype float32", Kind.GRADIENT, "runs cuda:0 float32 | grads cpu") is None


def test_a_witness_names_the_operator_and_the_dtype_it_computes_in() -> None:
    found, again = Kernels(), Kernels()
    small, mask = torch.ones(3, dtype=torch.uint16), torch.tensor([True, False, True])
    with Witness(found):
        torch.where(mask, small, small) * 0.5
        with pytest.raises(NotImplementedError):
            mask.to(torch.complex64).erfinv()
    again.add(found.text())
    outcomes = again.outcomes()
    assert outcomes["where.self"] == {"runs": ["uint16"]}
    assert outcomes["mul.Tensor"] == {"runs": ["float32"]}
    assert outcomes["erfinv"] == {"NotImplementedError: \"erfinv_vml_cpu\" not implemented for '{word}'": ["complex64"]}


def test_an_operator_runs_with_a_dtype_if_it_ever_did() -> None:
    found = Kernels()
    found.seen["f"]["int8"].update({"runs": 1, "NotImplementedError: \"f\" not implemented for 'Char'": 2})
    found.trivial["g"]["int8"].update({"runs": 3})
    found.seen["g"]["int8"].update({"RuntimeError: no Char": 1})
    assert found.outcomes()["f"] == {"runs": ["int8"]}
    assert found.outcomes(always=True)["f"] == {"NotImplementedError: \"f\" not implemented for '{word}'": ["int8"]}
    assert found.outcomes()["g"] == {"RuntimeError: no {word}": ["int8"]}


def test_an_operator_of_another_library_in_cpp_is_named() -> None:
    operator = torch.ops.aten.add.Tensor  # for one of a library, whose namespace is asked elsewhere
    with simulated_cuda(2):
        x, y = torch.ones(2, device="cuda:0"), torch.ones(2, device="cuda:1")
        with pytest.raises(RuntimeError, match=r"cuda:0 and cuda:1! \(in .*, whose kernel may say it in other words\)"):
            foreign.check(operator, (x, y), {})
        foreign.check(operator, (x, torch.tensor(1.0)), {})
