"""Every operator passes here: its tensors' devices are compared, it runs on the CPU data, its results are marked.

    with DeviceMode(machine):
        torch.mm(a_on_cuda_0, b_on_cpu)     # raises, with the words of the CUDA kernel
        torch.mm(a_on_cuda_0, c_on_cuda_0)  # runs; the result's storage is marked cuda:0

A dispatch mode sees the operators that reach a kernel, also those of the backward pass and of functions written in C++.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import torch
from torch.utils._python_dispatch import TorchDispatchMode

from devlint.simcuda import rules
from devlint.simcuda.machine import Machine
from devlint.simcuda.place import KEY, NEUTRAL, put, mark_of, storage_of


def tensors_of(values: Iterable[Any]) -> Iterator[torch.Tensor]:
    """The tensors among arguments, those in lists included."""
    for value in values:
        if isinstance(value, torch.Tensor):
            yield value
        elif type(value) is list or type(value) is tuple:
            yield from tensors_of(value)


class DeviceMode(TorchDispatchMode):
    """The dispatch mode of one thread."""

    def __init__(self, machine: Machine) -> None:
        super().__init__()
        self.machine = machine

    @classmethod
    def _should_skip_dynamo(cls) -> bool:
        """torch would import its compiler at the first operator otherwise."""
        return False

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        kwargs = kwargs or {}
        if not self.machine.active:
            return func(*args, **kwargs)
        device: torch.device | None = None
        seen = mixed = neutral = False
        for tensor in tensors_of(args) if not kwargs else tensors_of((*args, *kwargs.values())):
            mark = mark_of(tensor)
            if mark is NEUTRAL:
                neutral = True
            elif not seen:
                seen, device = True, mark
            elif mark is not device:
                mixed = True
                device = device or mark
        if device is None:
            if seen or neutral:
                kwargs = rules.before(self.machine, func, args, kwargs, None)
                result = func(*args, **kwargs)
                if not seen:
                    _mark(result, NEUTRAL)
                return result
            return self._make(func, args, kwargs)
        if mixed or func in rules.always_checked:
            device = rules.check(func, args, kwargs, device)
        kwargs = rules.before(self.machine, func, args, kwargs, device)
        result = func(*args, **kwargs)
        if device is not None:
            _mark(result, device)
        return result

    def _make(self, func: Any, args: Any, kwargs: Any) -> Any:
        """An operator without tensors: one that torch calls for itself, or a compiled one that names a device."""
        device = kwargs.get("device")
        if device is None or device.type != "cuda":
            result = func(*args, **kwargs)
            _mark(result, NEUTRAL)
            return result
        result = func(*args, **{**kwargs, "device": torch.device("cpu")})
        _mark(result, self.machine.cuda(device))
        return result


def _mark(result: Any, device: torch.device) -> None:
    if isinstance(result, torch.Tensor):
        try:
            storage = storage_of(result)
        except (NotImplementedError, RuntimeError):
            put(result, device)
            return
        if storage.device.type == "cpu" or KEY in storage.__dict__:
            storage.__dict__[KEY] = device
    elif isinstance(result, (list, tuple)):
        for item in result:
            _mark(item, device)
