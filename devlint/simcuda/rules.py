"""What the dispatch mode does around an operator: check, choose the random generator, count synchronisations.

check(torch.ops.aten.mm.default, (a_on_cuda, b_on_cpu), {})    # raises RuntimeError
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import torch

from devlint.simcuda import checks, kernels
from devlint.simcuda.accelerators import CUDA, Accelerator
from devlint.simcuda.checks import CPU, Check, Device
from devlint.simcuda.generators import advance, check_generator, drawing
from devlint.simcuda.machine import Machine, running
from devlint.simcuda.measures import determinism
from devlint.simcuda.operators import dtypes, missing, results, special_checks, waits
from devlint.simcuda.place import check_conversion, is_simulated, mark_of, where

ALGEBRA = ("linalg", "cholesky", "lstsq", "triangular", "lu_", "ormqr", "geqrf", "eig")
"""Parts of the names of operators whose kernels call others on conjugate views."""
SPARED = frozenset({"mm", "bmm", "addmm", "addbmm", "baddbmm", "mv", "addmv", "dot", "vdot", "roll"})
"""Operators that start no kernel, and so lack none, where there is nothing to compute."""
QUANTIZED_DTYPES = frozenset({torch.qint8, torch.quint8, torch.qint32})
BYTES = frozenset({"copy_", "clone", "_local_scalar_dense", "empty_like", "new_empty", "new_empty_strided"})

checks.SPECIAL.update(special_checks.CHECKS)


PARTS = ("CompositeExplicitAutograd", "CompositeExplicitAutogradNonFunctional", "CompositeImplicitAutograd")
"""The keys of the dispatcher under which an operator is written in terms of others."""


def is_composite(func: Any) -> bool:
    """Whether an operator is written in terms of others on every device, so that theirs are the checks."""
    name = func.name()
    has: Callable[[str, str], bool] = torch._C._dispatch_has_kernel_for_dispatch_key
    if torch.Tag.pointwise in func.tags and checks.short_name(func).endswith("_"):
        return False
    return (
        checks.short_name(func) not in checks.SPECIAL
        and checks.full_name(func) not in checks.OWN
        and not has(name, "CPU")
        and any(has(name, key) for key in PARTS)
    )


class Rule:
    """What is known of one operator."""

    def __init__(self, func: Any) -> None:
        name = checks.short_name(func)
        self.name = name
        self.check: Check = checks.check_for(func)
        self.foreach = name.startswith(("_foreach_", "_amp_foreach_", "_fused_"))
        self.always = name in checks.ALWAYS
        self.composite = is_composite(func)
        cuda = running().accelerator is CUDA
        if not cuda and (name in special_checks.OF_CUDA or self.check is checks.absent):
            self.check = checks.elementwise
        self.writes = cuda and results.is_written_elsewhere(func)
        self.lacks = dtypes.lacked_by(func) if cuda else frozenset()
        self.quantized = not cuda or checks.full_name(func) not in checks.QUANTIZED
        if not self.quantized:
            self.lacks |= QUANTIZED_DTYPES
        self.random = torch.Tag.nondeterministic_seeded in func.tags
        names = [argument.name for argument in func._schema.arguments]
        self.generator_position = names.index("generator") if "generator" in names else -1
        self.waits = waits.counter(func)
        aliases = [argument.alias_info for argument in func._schema.arguments if argument.alias_info is not None]
        self.is_view = any(not alias.is_write for alias in aliases)
        self.first_only = name == "_pack_padded_sequence"  # the batch sizes stay on the CPU
        self.absent = self.check is checks.absent or missing.is_missing(checks.full_name(func))
        self.conjugates = self.composite or any(word in name for word in ALGEBRA)
        alert = determinism.ALERTS.get(name) or determinism.ALERTS.get(checks.full_name(func))
        self.alert = alert if cuda else None
        special = self.foreach or self.always or self.random or self.waits is not None
        self.plain = not (special or self.lacks or self.absent or self.alert)
        asks = self.always or self.random or self.waits is not None or self.absent or name in ("set_", "_to_copy")
        alike = name.startswith("_foreach_") or not self.foreach  # on lists, and all of them are in one place
        asks = asks or func in kernels.WHOLE_IN_PLACE
        self.simple = alike and not (asks or self.alert) and func.namespace == "aten"


_rules: dict[Any, Rule] = {}
_rules_by_kind: dict[str, dict[Any, Rule]] = {CUDA.type: _rules}


def use_rules_of(accelerator: Accelerator) -> None:
    """Have `rule_for` answer for this kind of device."""
    global _rules
    _rules = _rules_by_kind.setdefault(accelerator.type, {})


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
    if rule.writes:
        results.check(func, args, kwargs)
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
                places_of = sorted((where(other), where(tensor)), key=lambda place: place.type == "cpu")
                raise checks.two_devices(*places_of)
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
    return None if device is None or not is_simulated(device) else machine.generator(device)


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


def check_kernel(rule: Rule, func: Any, args: Any, kwargs: Any) -> None:
    """Raise what CUDA raises where it lacks the operator, or lacks it for the dtype in which it computes."""
    if rule.absent and rule.check is checks.absent:
        rule.check(func, args, kwargs)
    elif rule.absent:
        missing.refuse(checks.full_name(func))
    if not rule.quantized and any(one.dtype in QUANTIZED_DTYPES for _, one in checks.arguments(func, args, kwargs)):
        raise checks.without_kernel(checks.full_name(func), "QuantizedCUDA")
    dtype = dtypes.of_kernel(func, args, kwargs)
    if dtype not in rule.lacks or (rule.name in SPARED and _is_empty(rule.name, args)):
        return
    if dtype is not None and (message := dtypes.entry_of(func, args, kwargs).lacks.get(dtype)):
        raise dtypes.error(message, dtype)


def _is_empty(name: str, args: Any) -> bool:
    """Whether a tensor among the arguments has no element, or one that is rolled has no dimension."""
    tensors = [value for value in args if isinstance(value, torch.Tensor)]
    return any(tensor.numel() == 0 for tensor in tensors) or (name == "roll" and tensors[0].dim() == 0)


def check_conversions(rule: Rule, args: Any, kwargs: Any, result: Any) -> None:
    """Raise TypeError where a kernel reads or writes a dtype that those of the device do not.

    A view reads nothing, and what gives or copies memory in the same dtype does not ask what the bytes mean.
    """
    if rule.is_view or rule.name in BYTES or (rule.name == "_to_copy" and kwargs.get("dtype") in (None, args[0].dtype)):
        return
    for value in (*args, *kwargs.values(), result):
        for item in value if isinstance(value, (list, tuple)) else (value,):
            if isinstance(item, torch.Tensor) and is_simulated(where(item)):
                check_conversion(item.dtype)


def count_sync(machine: Machine, name: str) -> None:
    """Count a synchronisation, and warn or raise as ``set_sync_debug_mode`` says (c10/cuda/CUDAFunctions.cpp)."""
    machine.arrive()
    machine.syncs[name] += 1
    if machine.ledger is not None and name not in ("copy", "copy_"):  # a copy is recorded with its bytes
        machine.ledger.record_wait(name)
    if machine.sync_mode == 2:
        raise RuntimeError("called a synchronizing CUDA operation")
    if machine.sync_mode == 1:
        warnings.warn("called a synchronizing CUDA operation", stacklevel=3)
