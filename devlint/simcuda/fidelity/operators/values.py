"""Whether an operator on the simulated device gives the values, and the gradients, that it gives on the CPU.

print(agreement(op, torch.float32, 10))     # "10 samples agree"
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from typing import Any

import torch

from devlint.simcuda.fidelity.operators.samples import Sample, leaves, samples
from devlint.simcuda.fidelity.operators.trials import CPU, GPU, Trial, differentiable, on, outcome, tensors_in
from devlint.simcuda.machine import running

UNDEFINED = frozenset(
    "empty empty_like empty_permuted empty_strided new_empty new_empty_strided resize_ resize_as_".split()
)
"""Functions whose results hold whatever was in memory."""


def values(op: Any, most: int) -> Iterator[Trial]:
    """The comparisons of an operator: of the dtype that most code uses, and of integers."""
    declared = op.supported_dtypes("cuda") & op.supported_dtypes("cpu")
    wanted = [dtype for dtype in (torch.float32, torch.int64) if dtype in declared]
    for dtype in (wanted or sorted(declared, key=str)[:1]) if most else ():
        yield Trial(f"values {str(dtype).removeprefix('torch.')}", partial(agreement, op, dtype, most))


def agreement(op: Any, dtype: torch.dtype, most: int) -> str:
    """How many samples agree, or the first that does not; both sides draw the same random numbers."""
    running().shared_rng = True
    try:
        return _agreement(op, dtype, most)
    finally:
        running().shared_rng = False


def _agreement(op: Any, dtype: torch.dtype, most: int) -> str:
    count = 0
    for number, sample in enumerate(islice(samples(op, dtype, requires_grad=differentiable(op, dtype)), most)):
        here, there = (list(_numbers(op.op, sample, place)) for place in (CPU, GPU))
        if difference := _difference(here, there, compare=op.name not in UNDEFINED):
            return f"sample {number}: {difference}"
        count += 1
    return f"{count} samples agree"


def _numbers(function: Callable[..., Any], sample: Sample, place: str) -> Iterator[tuple[str, Any]]:
    """The results of an operator and its gradients, by name; or the error."""
    torch.manual_seed(7)
    random.seed(7)
    given = on(lambda path: place, sample)
    results: list[torch.Tensor] = []

    def call() -> str:
        result = given.process(function(given.input, *given.args, **given.kwargs))
        results.extend(tensors_in(result))
        return "" if results else str(result)

    yield "outcome", outcome(call)
    for number, tensor in enumerate(results):
        yield f"result {number}", tensor
    wanted = [tensor for tensor in results if tensor.requires_grad]
    if wanted:
        yield "backward", outcome(partial(_backward, wanted))
        for leaf in leaves(given):
            yield f"gradient of {leaf.path}", leaf.tensor.grad


def _backward(wanted: list[torch.Tensor]) -> str:
    torch.autograd.backward(wanted, [torch.ones_like(tensor) for tensor in wanted])
    return ""


def _difference(here: list[tuple[str, Any]], there: list[tuple[str, Any]], *, compare: bool) -> str:
    """In what the two sides differ; empty where they agree."""
    if len(here) != len(there):
        return f"{len(here)} values on the CPU, {len(there)} on the device"
    for (name, mine), (_, other) in zip(here, there, strict=True):
        if not isinstance(mine, torch.Tensor) or not isinstance(other, torch.Tensor):
            if str(mine) != str(other):
                return f"{name}: {mine} on the CPU, {other} on the device"
            continue
        if other.device != torch.device(GPU):
            return f"{name} is on {other.device}"
        if compare:
            text = outcome(partial(_close, mine, other))
            if text:
                return f"{name}: {text}"
    return ""


def _close(mine: torch.Tensor, other: torch.Tensor) -> str:
    torch.testing.assert_close(other.detach().cpu(), mine.detach(), equal_nan=True, rtol=0.0, atol=0.0)
    return ""
