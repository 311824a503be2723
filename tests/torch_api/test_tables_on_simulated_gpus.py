"""The generated rows on mixing devices against simulated GPUs: real values, and another reading of torch's checks."""

from __future__ import annotations

import sys
import warnings
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from devlint.torch_api.tables import Operator, operator

pytest.importorskip("expecttest")  # torch's own samples need it

import torch
from torch.utils._pytree import tree_flatten, tree_unflatten

from devlint.simcuda import simulated_cuda

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))

from tablegen.mixing import bind
from tablegen.samples import Sample, Samples, spread
from tablegen.signatures import Signature, signatures

#: gap: these compare the devices of their operands in C++, below the simulation, which therefore lets them pass.
BELOW_THE_SIMULATION = {"torch.meshgrid", "torch.Tensor.set_"}


def outcome(signature: Signature, sample: Sample, host: torch.Tensor | None) -> str:
    """What becomes of the call with all tensors but *host* on a simulated GPU."""
    flat, spec = tree_flatten((sample.args, sample.kwargs))
    with simulated_cuda(devices=1):
        placed = [
            v if not isinstance(v, torch.Tensor) else v.clone() if v is host else v.clone().to("cuda:0") for v in flat
        ]
        args, kwargs = tree_unflatten(placed, spec)
        try:
            with torch.no_grad():
                signature.function(*args, **kwargs)
        except Exception:
            return "raises"
    return "runs"


def moved_alone(signature: Signature, sample: Sample) -> Iterator[tuple[str, str]]:
    """For each tensor parameter, what happens when it alone stays on the host; of rank 1 or more, as are others."""
    tensors = [v for v in tree_flatten((sample.args, sample.kwargs))[0] if isinstance(v, torch.Tensor)]
    if len(tensors) < 2 or outcome(signature, sample, None) != "runs":
        return
    for name, value in bind(signature.params, sample, signature.method).items():
        leaves = [v for v in tree_flatten(value)[0] if isinstance(v, torch.Tensor)]
        others = max((v.dim() for v in tensors if leaves and v is not leaves[-1]), default=0)
        if leaves and leaves[-1].dim() and others:
            yield name, outcome(signature, sample, leaves[-1])


def disagreements(fact: Operator, results: dict[str, set[str]]) -> Iterator[str]:
    for name, seen in results.items():
        if fact.mixing in ("strict", "lenient") and name not in fact.free and "raises" not in seen:
            yield f"{fact.name}: a mix in {name} should raise"
        if fact.mixing == "free" and seen != {"runs"}:
            yield f"{fact.name}: a mix in {name} should run"


@pytest.mark.slow
def test_generated_rows_hold_on_simulated_gpus() -> None:
    warnings.simplefilter("ignore")
    torch.manual_seed(0)
    known, samples = signatures(), Samples()
    tried: list[str] = []
    wrong: list[str] = []
    for name, signature in known.items():
        fact = operator(name)
        if fact is None or fact.mixing in ("unknown", "index") or name in BELOW_THE_SIMULATION:
            continue
        usable = samples.of(signature, known)
        found: list[str] = []
        for limit in (4, 16):  # few samples show most of it: some only where an operand is used
            results: dict[str, set[str]] = defaultdict(set)
            for sample in spread(usable, limit):
                for parameter, seen in moved_alone(signature, sample):
                    results[parameter].add(seen)
            found = list(disagreements(fact, results))
            if not found:
                break
        if results:
            tried.append(name)
        wrong += found
    assert wrong == []
    assert len(tried) > 300
