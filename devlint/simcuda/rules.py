"""What the dispatch mode does around an operator: check, choose the random generator, count synchronisations.

check(torch.ops.aten.mm.default, (a_on_cuda, b_on_cpu), {})    # raises RuntimeError
"""

from __future__ import annotations

import warnings
from typing import Any

import torch

from devlint.simcuda import checks, kernels
from devlint.simcuda.checks import CPU, Check, Device
from devlint.simcuda.generators import advance, check_generator, drawing
from devlint.simcuda.machine import Machine
from devlint.simcuda.parts import determinism
from devlint.simcuda.place import mark_of, where

SYNCHRONISING = frozenset(
    {
        "_local_scalar_dense",
        "nonzero",
        "masked_select",
        "_unique",
        "_unique2",
        "unique_dim",
        "unique_consecutive",
        "unique_dim_consecutive",
        "equal",
        "bincount",
        "repeat_interleave",
    }
)
"""Operators that wait for the device because their result, or its size, is needed on the host."""
INDEXING = frozenset({"index", "index_put", "index_put_", "_index_put_impl_"})


class Rule:
    """What is known of one operator."""

    def __init__(self, func: Any) -> None:
        name = checks.short_name(func)
        self.name = name
        self.check: Check = checks.check_for(func)
        self.foreach = name.startswith(("_foreach_", "_amp_foreach_", "_fused_"))
        self.always = name in checks.ALWAYS
        self.random = torch.Tag.nondeterministic_seeded in func.tags
        names = [argument.name for argument in func._schema.arguments]
        self.generator_position = names.index("generator") if "generator" in names else -1
        self.synchronises = name in SYNCHRONISING
        self.indexes = name in INDEXING
        self.first_only = name == "_pack_padded_sequence"  # the batch sizes stay on the CPU
        self.alert = determinism.ALERTS.get(name) or determinism.ALERTS.get(checks.full_name(func))
        self.composite = checks.is_composite(func)
        self.plain = not (self.foreach or self.always or self.random or self.synchronises or self.indexes or self.alert)


_rules: dict[Any, Rule] = {}


def rule_for(func: Any) -> Rule:
    """The rule of an operator, made at its first use."""
    found = _rules.get(func)
    if found is None:
        found = _rules[func] = Rule(func)
    return found


def check(rule: Rule, func: Any, args: Any, kwargs: Any) -> Device:
    """Compare the devices of an operator's tensors; returns the device of the result or raises as CUDA does.

    Within a backward pass a 0-dim gradient is moved to where it belongs (torch/csrc/autograd/engine.cpp,
    ``validate_outputs``).
    """
    try:
        return rule.check(func, args, kwargs)
    except RuntimeError:
        if torch._C._current_graph_task_id() == -1:
            raise
        tensors = [tensor for _, tensor in checks.arguments(func, args, kwargs)]
        if all(tensor.dim() > 0 for tensor in tensors):
            raise
        return where(max(tensors, key=lambda tensor: tensor.dim()))


def columns(func: Any, args: Any, kwargs: Any) -> list[Device]:
    """Operators on lists take them one column at a time: each column may be on a device of its own."""
    lists = [value for value in (*args, *kwargs.values()) if isinstance(value, (list, tuple)) and value]
    lists = [values for values in lists if all(isinstance(value, torch.Tensor) for value in values)]
    places: list[Device] = [mark_of(tensor) for tensor in lists[0]]
    if checks.short_name(func) == "_foreach_copy_":
        return places
    for values in lists[1:]:
        for position, (tensor, other) in enumerate(zip(values, lists[0], strict=False)):
            if where(tensor) != where(other) and tensor.dim() > 0:
                raise checks.two_devices(where(other), where(tensor))
            places[position] = places[position] or mark_of(tensor)
    return places


def generator(rule: Rule, machine: Machine, args: Any, kwargs: Any, device: Device) -> Any:
    """The generator of a random operator that runs on *device*, checked or chosen; None for the CPU's own."""
    given = kwargs.get("generator")
    if given is None and len(args) > rule.generator_position >= 0:
        given = args[rule.generator_position]
    if given is not None:
        check_generator(given, device or CPU)
        return given
    return None if device is None or device.type != "cuda" else machine.generator(device)


def draw(rule: Rule, machine: Machine, func: Any, args: Any, kwargs: Any, device: Device) -> Any:
    """Run a random operator with the numbers of the generator of *device*."""
    chosen = generator(rule, machine, args, kwargs, device)
    if chosen is None:
        return kernels.run(func, args, kwargs)
    position = rule.generator_position
    if position < 0:
        with drawing(chosen):
            return kernels.run(func, args, kwargs)
    advance(chosen)
    if position < len(args):
        return kernels.run(func, (*args[:position], chosen, *args[position + 1 :]), kwargs)
    return kernels.run(func, args, {**kwargs, "generator": chosen})


def synchronises(rule: Rule, args: Any) -> bool:
    """Whether the host waits for the device: to read a value, or to count a mask."""
    if rule.indexes:
        return any(index is not None and index.dtype in (torch.bool, torch.uint8) for index in args[1])
    return rule.synchronises


def count_sync(machine: Machine, name: str) -> None:
    """Count a synchronisation, and warn or raise as ``set_sync_debug_mode`` says (c10/cuda/CUDAFunctions.cpp)."""
    machine.arrive()
    machine.syncs[name] += 1
    if machine.ledger is not None and name != "copy":  # a copy is recorded with its bytes
        machine.ledger.record_wait(name)
    if machine.sync_mode == 2:
        raise RuntimeError("called a synchronizing CUDA operation")
    if machine.sync_mode == 1:
        warnings.warn("called a synchronizing CUDA operation", stacklevel=3)
