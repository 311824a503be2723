"""Moves: ``.to``, ``.cuda``, ``.cpu``, ``.type`` and what else copies a tensor from one device to another.

A move copies the data and marks the copy. Where a gradient is wanted it is an autograd function whose backward moves
the gradient back, as CUDA's copy does::

    w = torch.ones(3, requires_grad=True)
    w.to("cuda:1").sum().backward()
    w.grad.device                            # cpu

A copy to the CPU with ``non_blocking`` holds zeros until the program waits: on CUDA it may hold anything until then.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

import torch

from devlint.simcuda import origins, rules
from devlint.simcuda.machine import Where, positive, running
from devlint.simcuda.patching import Patches, as_method, original
from devlint.simcuda.place import check_conversion, is_simulated, put, where
from devlint.simcuda.refusals import refuse, refuse_fake

RawDevice = torch.device
_raw_to = original(torch.Tensor.to)
_raw_parse = torch._C._nn._parse_to
_raw_copy = original(torch.Tensor.copy_)
_plain_dispatch = torch.Tensor.__torch_dispatch__
_raw_setitem = original(torch.Tensor.__setitem__)


def stands_for_others(kind: type) -> bool:
    """Whether a class of tensors answers for operators itself."""
    return getattr(kind, "__torch_dispatch__", _plain_dispatch) is not _plain_dispatch


def copy_of(tensor: torch.Tensor, device: torch.device, dtype: torch.dtype, memory_format: torch.memory_format) -> Any:
    """The copy on *device* that a subclass makes of what it stands for."""
    if is_simulated(device) and refuse_fake(tensor):
        return tensor.to(dtype=dtype, memory_format=memory_format, copy=True)
    machine = running()
    before, machine.moving = machine.moving, device
    try:
        with torch._C.DisableTorchFunction():
            result = torch.ops.aten._to_copy.default(tensor, dtype=dtype, device=device, memory_format=memory_format)
    finally:
        machine.moving = before
    if isinstance(result, torch.Tensor) and where(result) != device:
        put(result, device)
    return result


def transfer(
    tensor: torch.Tensor,
    device: torch.device,
    dtype: torch.dtype | None = None,
    memory_format: torch.memory_format = torch.preserve_format,
    non_blocking: bool = False,
) -> torch.Tensor:
    """A copy on *device*, without gradient; between host and device it is waited for unless *non_blocking*."""
    if dtype is not None and dtype is not tensor.dtype and is_simulated(where(tensor)):
        check_conversion(dtype)  # a device casts before it copies
        check_conversion(tensor.dtype)
    if not non_blocking and device.type != "meta" and where(tensor).type != device.type:
        rules.count_sync(running(), "copy")
    elif is_simulated(device):
        running().arrive()  # copies follow each other in the order of the stream
    real = torch.device("cpu") if is_simulated(device) else device
    with _asking_no_function_mode(tensor), torch.no_grad():
        if stands_for_others(type(tensor)):
            copy: torch.Tensor = copy_of(tensor, device, dtype or tensor.dtype, memory_format)
            return copy
        with account.paused() if (account := running().account) else nullcontext():
            result: torch.Tensor = _raw_to(tensor, real, dtype or tensor.dtype, copy=True, memory_format=memory_format)
        put(result, device)
        if running().origins:
            origins.record_move(result, tensor, device)
        if (ledger := running().ledger) is not None and device.type != "meta":
            ledger.record_copy(where(tensor), device, result.nbytes)
        if non_blocking and device.type == "cpu" and is_simulated(where(tensor)):
            running().later(result)
    return result


def _asking_no_function_mode(tensor: torch.Tensor) -> Any:
    """What is done with a plain tensor here is no business of the function modes; a subclass may want to hear of it."""
    return torch._C.DisableTorchFunction() if type(tensor) is torch.Tensor else nullcontext()


class ToCopy(torch.autograd.Function):
    """The differentiable move."""

    generate_vmap_rule = True

    @staticmethod
    def forward(tensor: torch.Tensor, *how: Any) -> torch.Tensor:
        """The copy."""
        return transfer(tensor, *how)

    @staticmethod
    def setup_context(ctx: Any, inputs: tuple[Any, ...], output: torch.Tensor) -> None:
        """Remember where the gradient goes."""
        ctx.device, ctx.dtype = where(inputs[0]), inputs[0].dtype

    @staticmethod
    def backward(ctx: Any, grad: torch.Tensor) -> Any:
        """The gradient, moved back."""
        return move(grad, ctx.device, ctx.dtype), None, None, None, None


def move(
    tensor: torch.Tensor,
    device: torch.device,
    dtype: torch.dtype | None = None,
    copy: bool = False,
    memory_format: torch.memory_format = torch.preserve_format,
    non_blocking: bool = False,
) -> torch.Tensor:
    """``tensor.to(device, dtype)``: the tensor itself where nothing changes."""
    if torch._C._get_tracing_state() is not None and (is_simulated(device) or is_simulated(where(tensor))):
        refuse("TorchScript's trace of a move")
    if where(tensor) == device:
        if not copy and dtype is None and memory_format is torch.preserve_format:
            return tensor
        kept: torch.Tensor = _raw_to(tensor, dtype=dtype, copy=copy, memory_format=memory_format)
        return kept
    if tensor.requires_grad and torch.is_grad_enabled():
        how = (device, dtype, memory_format, non_blocking)
        result: torch.Tensor = ToCopy.apply(tensor, *how)  # type: ignore[no-untyped-call]
        return result
    return transfer(tensor, device, dtype, memory_format, non_blocking)


def to(self: torch.Tensor, *args: Any, **kwargs: Any) -> torch.Tensor:
    """``Tensor.to`` in its three forms: a device, a dtype, another tensor."""
    first: Any = args[0] if args else None
    if len(args) == 1 and not kwargs and type(first) in (str, RawDevice):
        return move(self, running().place(first))
    copy = kwargs.pop("copy", False)
    most = 2 if isinstance(first, (torch.dtype, torch.Tensor)) else 3
    if len(args) > most:
        copy, args = args[most], args[:most]
    device, dtype, non_blocking, memory_format = parse_to(*args, **kwargs)
    place = where(self) if device is None else running().place(device)
    return move(self, place, dtype, copy, memory_format or torch.preserve_format, non_blocking)


def parse_to(*args: Any, **kwargs: Any) -> Any:
    """What ``Tensor.to`` and ``Module.to`` are asked: device, dtype, non_blocking, memory_format.

    torch's own parser reads the device of another tensor in C++, and knows no accelerator that a number could mean.
    """
    first: Any = args[0] if args else None
    other: Any = first if isinstance(first, torch.Tensor) else kwargs.pop("other", None)
    if other is not None:
        args = (where(other), other.dtype, *(args[1:] if other is first else args))
    elif isinstance(first, int) and not isinstance(first, bool):
        args = (f"{running().accelerator.type}:{positive(first)}", *args[1:])
    if isinstance(kwargs.get("device"), int):
        kwargs["device"] = f"{running().accelerator.type}:{positive(kwargs['device'])}"
    return _raw_parse(*args, **kwargs)


def moving_to(kind: str) -> Callable[..., torch.Tensor]:
    """``Tensor.cuda`` or ``Tensor.xpu``: to the current device, or to the one given."""

    def to_gpu(
        self: torch.Tensor,
        device: Where = None,
        non_blocking: bool = False,
        memory_format: torch.memory_format = torch.preserve_format,
    ) -> torch.Tensor:
        if isinstance(device, str):
            device = torch.device(device)
        if isinstance(device, torch.device) and device.type != kind:
            raise RuntimeError(f"Invalid device, must be {kind} device")
        return move(self, running().gpu(device), memory_format=memory_format, non_blocking=non_blocking)

    to_gpu.__name__ = kind  # by which __torch_function__ of a subclass knows it
    return to_gpu


def cpu(self: torch.Tensor, memory_format: torch.memory_format = torch.preserve_format) -> torch.Tensor:
    """``Tensor.cpu``: the tensor itself if it is there."""
    return move(self, torch.device("cpu"), memory_format=memory_format)


def type_as(self: torch.Tensor, other: torch.Tensor) -> torch.Tensor:
    """``Tensor.type_as`` takes the device along: ``x.type(y.type())`` (torch/_tensor_docs.py)."""
    return move(self, where(other), other.dtype)


def copy_(self: torch.Tensor, src: torch.Tensor, non_blocking: bool = False) -> torch.Tensor:
    """``Tensor.copy_`` is legal between devices; the gradient goes back to where the source is."""
    if is_simulated(where(src)) and self.dtype is not src.dtype:
        check_conversion(self.dtype)
    if src.requires_grad and torch.is_grad_enabled() and where(src) != where(self):
        src = move(src, where(self))
    result: torch.Tensor = _raw_copy(self, src, non_blocking)
    return result


def _basic(index: Any) -> bool:
    parts = index if isinstance(index, tuple) else (index,)
    return all(isinstance(part, (int, slice, type(None), type(...))) for part in parts)


def setitem(self: torch.Tensor, index: Any, value: Any) -> None:
    """``x[index] = value``: basic indexing is a copy, which is legal between devices."""
    if isinstance(value, torch.Tensor) and value.requires_grad and _basic(index) and where(value) != where(self):
        value = move(value, where(self))
    _raw_setitem(self, index, value)


def install(patches: Patches) -> None:
    """Replace the methods that move."""
    methods: dict[str, Callable[..., Any]] = {
        "to": to,
        "cpu": cpu,
        "type_as": type_as,
        "copy_": copy_,
        "__setitem__": setitem,
    }
    kind = running().accelerator.type
    if hasattr(torch.Tensor, kind):  # MPS has none
        methods[kind] = moving_to(kind)
    for name, function in methods.items():
        patches.set(torch.Tensor, name, as_method(function))
    patches.set(torch._C._nn, "_parse_to", parse_to)
    lazy: Any = vars(torch.nn.parameter)["UninitializedTensorMixin"]
    moving = [torch.Tensor.to, torch.Tensor.cuda, torch.Tensor.cpu]
    patches.set(lazy, "_allowed_methods", [*lazy._allowed_methods, *moving])
