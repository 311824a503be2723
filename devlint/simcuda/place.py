"""Where a tensor is: a mark on its storage.

A simulated CUDA tensor is an ordinary CPU tensor whose storage carries a device. Views, ``detach()``, ``Parameter(x)``
and ``p.data = x`` share the storage, so they share the device, and nothing about the tensor's type, identity or
autograd history changes::

    x = torch.ones(3)
    put(x, torch.device("cuda", 1))
    where(x[1:])                     # device(type='cuda', index=1)

torch keeps the Python object of a storage alive as long as the storage itself, so the mark lives as long as the data.
A storage without a mark is where torch says it is: on the CPU, or on the meta device.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from devlint.simcuda.accelerators import CUDA, Accelerator

KEY = "_simulated_device"
PINNED = "_simulated_pinned"
BLOCK = "_simulated_block"

NEUTRAL = torch.device("cpu", 127)
"""The mark of a tensor that torch made for itself inside an operator: it belongs wherever it is used first."""
neutral = [0]
"""How often the mark `NEUTRAL` has been given; a call during which it was not cannot have returned such a tensor."""

_storage = torch._C.TensorBase.untyped_storage
_device = torch._C.TensorBase.device.__get__

_devices: dict[tuple[str, int], torch.device] = {}
_simulated_type = CUDA.type
_unsupported: dict[torch.dtype, str] = {}
_inconvertible: dict[torch.dtype, str] = {}
_RELEASE = tuple(int(part) for part in torch.__version__.split(".")[:2])
_plain = (torch.Tensor, torch.nn.Parameter)
_compressed = (torch.sparse_csr, torch.sparse_csc, torch.sparse_bsr, torch.sparse_bsc)


def simulated(accelerator: Accelerator, index: int) -> torch.device:
    """The one object that stands for a simulated device: marks are compared by identity."""
    return _devices.setdefault((accelerator.type, index), torch.device(accelerator.type, index))


def simulate(accelerator: Accelerator) -> None:
    """Let the simulated devices be of this kind."""
    global _simulated_type, _unsupported, _inconvertible
    _simulated_type = accelerator.type
    _unsupported = {getattr(torch, name): words for name, words in accelerator.unsupported.items()}
    _inconvertible = {
        getattr(torch, name): words
        for name, words in accelerator.inconvertible.items()
        if accelerator.convertible_since.get(name, (_RELEASE[0] + 1, 0)) > _RELEASE
    }


def check_dtype(dtype: torch.dtype) -> None:
    """Raise TypeError where no simulated device can have a tensor of *dtype*."""
    if dtype in _unsupported:
        raise TypeError(_unsupported[dtype])


def check_conversion(dtype: torch.dtype) -> None:
    """Raise TypeError where no kernel of the simulated devices reads or writes a tensor of *dtype*."""
    if dtype in _inconvertible:
        raise TypeError(_inconvertible[dtype])


def is_simulated(device: object) -> bool:
    """True if this is a device of the kind that is simulated; what is no device at all is for torch to refuse."""
    return isinstance(device, torch.device) and device.type == _simulated_type


def marks_of(tensor: torch.Tensor) -> dict[str, Any] | None:
    """What is kept beside a tensor's storage; None for a tensor that has none and stands for no other."""
    kind = type(tensor)
    try:
        if kind is torch.Tensor or kind is torch.nn.Parameter:
            with torch._C.DisableTorchFunction():  # a function mode would be asked, for each question
                return _storage(tensor).__dict__
        return _storage(tensor).__dict__
    except (NotImplementedError, RuntimeError, TypeError, ValueError):
        return _marks_otherwise(tensor)


def _marks_otherwise(tensor: torch.Tensor) -> dict[str, Any] | None:
    """Of subclasses that refuse the question, of a sparse tensor's values, of what functorch wraps."""
    with torch._C.DisableTorchFunction():
        try:
            return _storage(tensor).__dict__
        except (NotImplementedError, RuntimeError):
            pass
        if tensor.layout is torch.sparse_coo:
            return marks_of(tensor._values())
        if tensor.layout in _compressed:
            return marks_of(tensor.values())
        if torch._C._functorch.is_functorch_wrapped_tensor(tensor):
            return marks_of(torch._C._functorch.get_unwrapped(tensor))
        if torch._C._functorch.is_legacy_batchedtensor(tensor):
            return marks_of(_not_batched(tensor))
    return None


def _not_batched(tensor: torch.Tensor) -> torch.Tensor:
    """The tensor that the ``vmap`` of ``torch.autograd.functional`` has wrapped, as often as it is nested."""
    nesting = torch._C._vmapmode_increment_nesting()
    torch._C._vmapmode_decrement_nesting()
    with torch._C._DisableTorchDispatch():
        for level in range(nesting - 1, 0, -1):
            tensor = torch._remove_batch_dim(tensor, level, 1, 0)
    return tensor


def real_device(tensor: torch.Tensor) -> torch.device:
    """Where torch itself says a tensor is."""
    with torch._C.DisableTorchFunction():
        return _device(tensor)


def mark_of(tensor: torch.Tensor) -> torch.device | None:
    """The mark of a tensor's storage: a simulated device, `NEUTRAL`, or None for the real device."""
    marks = marks_of(tensor)
    return None if marks is None else marks.get(KEY)


def where(tensor: torch.Tensor) -> torch.device:
    """The device a tensor is on, as the simulated machine sees it."""
    mark = mark_of(tensor)
    if mark is not None and mark is not NEUTRAL:
        return mark
    if type(tensor) not in _plain:
        local = getattr(tensor, "_local_tensor", None)  # of a DTensor, which C++ makes
        if isinstance(local, torch.Tensor):
            return where(local)
    return real_device(tensor)


def settle(tensor: torch.Tensor, place: torch.device) -> None:
    """Say that a tensor that torch made for itself is on *place*; another one stays where it is."""
    if mark_of(tensor) is NEUTRAL:
        put(tensor, place)


_Tensor, _Parameter = torch.Tensor, torch.nn.Parameter
_NO_TENSOR = frozenset({int, float, bool, type(None), str, torch.dtype, torch.memory_format, torch.layout})
NONE_SEEN, UNLIKE = object(), object()


def common_device(values: Any, common: Any = NONE_SEEN) -> Any:
    """The mark that all tensors among *values*, those in lists included, bear: a device, None for the CPU.

    `NONE_SEEN` where there is none; `UNLIKE` where they differ, or a value is of a kind that wants a closer look.
    """
    for value in values:
        kind = type(value)
        if kind is _Tensor or kind is _Parameter:
            try:
                mark = _storage(value).__dict__.get(KEY)
            except (NotImplementedError, RuntimeError):
                return UNLIKE
            if mark is not common:
                if common is not NONE_SEEN:
                    return UNLIKE
                common = mark
        elif kind is list or kind is tuple:
            if value and type(value[0]) not in _NO_TENSOR:
                common = common_device(value, common)
                if common is UNLIKE:
                    return UNLIKE
        elif kind not in _NO_TENSOR:
            return UNLIKE
    return common


def pin(tensor: torch.Tensor) -> torch.Tensor:
    """Mark a tensor's storage as pinned."""
    marks = marks_of(tensor)
    assert marks is not None, "only dense tensors are pinned"
    marks[PINNED] = True
    return tensor


def put(tensor: torch.Tensor, device: torch.device | None) -> None:
    """Mark a tensor's storage; None, or a device that is not simulated, removes the mark.

    Raises TypeError where the device can have no tensor of this dtype.
    """
    marks = marks_of(tensor)
    if marks is None:
        return
    if device is None or (not is_simulated(device) and device is not NEUTRAL):
        marks.pop(KEY, None)
        marks.pop(BLOCK, None)
    elif marks.get(KEY) is not device and not tensor.is_meta:
        if _unsupported and device is not NEUTRAL:
            check_dtype(tensor.dtype)
        if _allocate is not None and device is not NEUTRAL:
            marks[BLOCK] = _allocate(device.index, _storage(tensor).nbytes())
        marks[KEY] = device
        if device is NEUTRAL:
            neutral[0] += 1


_allocate: Callable[[int, int], object] | None = None


def account_with(allocate: Callable[[int, int], object] | None) -> None:
    """Have *allocate* called with the index of a device and the bytes of each storage that comes there.

    What it returns is kept beside the storage, and ends with it. None ends the account.
    """
    global _allocate
    _allocate = allocate
