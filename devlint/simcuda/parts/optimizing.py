"""Optimizers: which tensors share a device, which they ask C++, and updates of tensors that all do.

    torch.optim.AdamW([p_on_cuda_0, p_on_cuda_1]).step()    # two groups, one for each device

An update of plain tensors that are all on one device changes them in place and keeps nothing else, so its operators run
without the modes.
"""

from __future__ import annotations

import functools
import importlib
import inspect
from collections.abc import Callable
from typing import Any

import torch

from devlint.simcuda.machine import running
from devlint.simcuda.patching import Patches
from devlint.simcuda.place import NONE_SEEN, UNLIKE, common_device, is_simulated, where

UPDATES = ("adadelta", "adagrad", "adam", "adamax", "adamw", "rmsprop", "sgd")
"""The functions of ``torch.optim`` that make no tensor of the optimizer's state and read none on the host."""
CHOICES = ("capturable", "differentiable", "fused")
"""Ways of updating that keep the steps on a device, or more than the result."""
_FLOATING = frozenset({torch.float32, torch.float64})
_NoFunctionModes = torch._C.DisableTorchFunction
_NoDispatchModes = torch._C._DisableTorchDispatch


def group_tensors(lists: list[list[torch.Tensor | None]], with_indices: bool = False) -> dict[Any, Any]:
    """Groups of columns by device and dtype of the first list (torch/csrc/utils: ``_group_tensors_by_device_...``)."""
    groups: dict[Any, Any] = {}
    for position, leader in enumerate(lists[0]):
        assert leader is not None, "the first list holds tensors only"
        columns, indices = groups.setdefault((where(leader), leader.dtype), ([[] for _ in lists], []))
        for column, values in zip(columns, lists, strict=True):
            if values:
                column.append(values[position])
        if with_indices:
            indices.append(position)
    return groups


def updating(raw: Callable[..., None]) -> Callable[..., None]:
    """One of `UPDATES`, without the modes where that makes no difference."""
    names = list(inspect.signature(raw).parameters)
    steps = names.index("state_steps") if "state_steps" in names else len(names)
    machine = running()

    @functools.wraps(raw)
    def update(*args: Any, **kwargs: Any) -> None:
        ours = torch._C._len_torch_function_stack() == torch._C._len_torch_dispatch_stack() == 1
        if ours and machine.account is None and not torch.is_grad_enabled() and is_alike(args, steps, kwargs):
            with _NoFunctionModes():
                held = [_NoDispatchModes()]  # in force for as long as it lives
                try:
                    raw(*args, **kwargs)
                finally:
                    held.clear()
        else:
            raw(*args, **kwargs)

    return update


def is_alike(lists: tuple[Any, ...], steps: int, options: dict[str, Any]) -> bool:
    """True if all tensors are plain ones of full precision on one device, but the steps, which are on the CPU."""
    if any(map(options.get, CHOICES)) or any(isinstance(option, torch.Tensor) for option in options.values()):
        return False
    with _NoFunctionModes():
        if any(not isinstance(values, list) or None in map(type_or_none, values) for values in lists):
            return False
        device = common_device((*lists[:steps], *lists[steps + 1 :]))
        if device is None or device is UNLIKE or device is NONE_SEEN or not is_simulated(device):
            return False
        return common_device(lists[steps : steps + 1]) in (None, NONE_SEEN) and all(
            tensor.dtype in _FLOATING for values in lists for tensor in values
        )


def type_or_none(value: Any) -> type | None:
    """The type of a tensor; None for what is none."""
    return type(value) if isinstance(value, torch.Tensor) else None


def install(patches: Patches) -> None:
    """Replace the grouping and the updates."""
    patches.set(torch._C, "_group_tensors_by_device_and_dtype", group_tensors)
    for name in UPDATES:
        module = importlib.import_module(f"torch.optim.{name}")
        patches.set(module, name, updating(getattr(module, name)), by_identity=False)
