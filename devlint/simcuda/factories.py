"""Functions that make tensors: with ``device=``, under a default device, like another tensor, from data.

torch.zeros(3, device="cuda")                  # on the current device
torch.zeros_like(x)                            # where x is
with torch.device("cuda:1"): torch.rand(2)     # on cuda:1
torch.as_tensor(x, device="cpu")               # a move
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import torch
from torch.utils._device import DeviceContext, _device_constructors

from devlint.simcuda import origins
from devlint.simcuda.checks import named_argument
from devlint.simcuda.generators import advance, check_generator
from devlint.simcuda.kernels import made_otherwise
from devlint.simcuda.machine import running
from devlint.simcuda.moves import move
from devlint.simcuda.patching import Patches, as_method, original, with_tensor_by_name
from devlint.simcuda.place import check_conversion, is_simulated, pin, put, where
from devlint.simcuda.refusals import refuse_fake
from devlint.simcuda.rules import count_sync

CPU = torch.device("cpu")
FROM_DATA = ("tensor", "as_tensor", "asarray")
LIKE = ("empty_like", "zeros_like", "ones_like", "full_like", "rand_like", "randn_like", "randint_like")
NEW = ("new_empty", "new_zeros", "new_ones", "new_full", "new_empty_strided", "new_tensor")
RANDOM = frozenset({"rand", "randn", "randint", "randperm", "normal"})


def default_device() -> torch.device | None:
    """The device of ``with torch.device(...)`` or ``set_default_device`` in force, None for the CPU."""
    for position in reversed(range(torch._C._len_torch_function_stack())):  # the innermost is the last
        mode = torch._C._get_function_stack_at(position)
        if isinstance(mode, DeviceContext):
            device: torch.device = mode.device
            return device
    return None


def finish(tensor: torch.Tensor, device: torch.device, pinned: bool) -> torch.Tensor:
    if pinned and device.type != "cpu":
        raise RuntimeError("Only dense CPU tensors can be pinned")
    if is_simulated(device) and type(tensor) is not torch.Tensor and refuse_fake(tensor):
        return tensor
    put(tensor, device)
    if running().origins:
        origins.remember(tensor)
    return pin(tensor) if pinned else tensor


def real(device: torch.device) -> torch.device:
    return CPU if is_simulated(device) else device


def factory(raw: Callable[..., Any]) -> Callable[..., Any]:
    """A factory that takes its device from ``device=`` or from the default device."""
    name = raw.__name__

    @functools.wraps(raw)
    def make(*args: Any, device: Any = None, pin_memory: bool = False, **kwargs: Any) -> Any:
        out = kwargs.get("out")
        if device is None:
            device = (where(out) if out is not None else default_device()) or CPU
        place = running().place(device)
        if out is not None and where(out).type != place.type:
            words = f"device type {place.type} does not match device type of out parameter ({where(out).type})"
            raise RuntimeError(words)
        generator = kwargs.get("generator")
        if generator is not None:
            check_generator(generator, place)
            advance(generator)
        elif name in RANDOM and is_simulated(place):
            chosen = running().generator(place)
            if chosen is not None:
                kwargs["generator"] = advance(chosen)
        try:
            result = raw(*args, device=real(place), **kwargs)
        except RuntimeError as error:
            if not is_simulated(place):
                raise
            result = made_otherwise(raw, args, kwargs, error)
        result = result if out is not None else finish(result, place, pin_memory)
        if is_simulated(place) and not name.startswith("empty"):
            check_conversion(result.dtype)
        return result

    return make


def normal(raw: Callable[..., Any]) -> Callable[..., Any]:
    """``torch.normal`` is a factory where it is given a size, and an operator on tensors otherwise."""
    of_a_size = factory(raw)

    @functools.wraps(raw)
    def make(*args: Any, **kwargs: Any) -> Any:
        sized = "size" in kwargs or (len(args) > 2 and not isinstance(args[2], torch.Generator))
        if sized:
            return of_a_size(*args, **{"device": CPU, **kwargs})  # no default device: torch/utils/_device.py
        return raw(*args, **kwargs)

    return make


def like(raw: Callable[..., Any]) -> Callable[..., Any]:
    """A factory whose first argument is a tensor that gives the device unless ``device=`` does."""

    @with_tensor_by_name
    @functools.wraps(raw)
    def make(self: torch.Tensor, *args: Any, device: Any = None, pin_memory: bool = False, **kwargs: Any) -> Any:
        place = where(self) if device is None else running().place(device)
        if device is not None:
            kwargs["device"] = real(place)
        return finish(raw(self, *args, **kwargs), place, pin_memory)

    return make


def from_data(raw: Callable[..., Any]) -> Callable[..., Any]:
    """``tensor``, ``as_tensor``, ``asarray``: without ``device=``, a tensor given as data keeps its device."""
    copies = raw.__name__ == "tensor"

    @functools.wraps(raw)
    def make(data: Any, *args: Any, device: Any = None, pin_memory: bool = False, **kwargs: Any) -> Any:
        source = where(data) if isinstance(data, torch.Tensor) else None
        if device is None:
            device = default_device() or source
        place = CPU if device is None else running().place(device)
        if source is not None and not copies and source != place:
            return move(raw(data, *args, **kwargs), place)
        result = raw(data, *args, device=real(place), **kwargs)
        if is_simulated(place) and source is None:
            count_sync(running(), "copy")
        return result if result is data else finish(result, place, pin_memory and place.type == "cpu")

    return make


def sparse(raw: Callable[..., Any]) -> Callable[..., Any]:
    """A sparse factory: without ``device=``, the values give the device and the indices go there."""
    position = 1 if raw.__name__ == "sparse_coo_tensor" else 2

    @functools.wraps(raw)
    def make(*args: Any, device: Any = None, **kwargs: Any) -> Any:
        values = args[position] if len(args) > position else kwargs.get("values")
        if device is None:
            indices_too(args, values)
            device = where(values) if isinstance(values, torch.Tensor) else default_device() or CPU
        place = running().place(device)
        data = [move(value, real(place)) if isinstance(value, torch.Tensor) else value for value in args]
        return finish(raw(*data, device=real(place), **kwargs), place, False)

    return make


def indices_too(args: Any, values: Any) -> None:
    """The generated check of a sparse factory: indices and values are on one device."""
    if len(args) > 1 and isinstance(args[0], torch.Tensor) and isinstance(values, torch.Tensor):
        found, place = where(args[0]), where(values)
        if found != place:
            kernel = "wrapper_SparseCUDA___sparse_coo_tensor_with_dims_and_tensors"
            raise named_argument("values", place, found, kernel)


def nested(raw: Callable[..., Any]) -> Callable[..., Any]:
    """A nested tensor is where the first tensor of its list is, unless ``device=`` says otherwise."""
    with_device = factory(raw)

    @functools.wraps(raw)
    def make(tensor_list: Any, *args: Any, device: Any = None, **kwargs: Any) -> Any:
        leader = tensor_list[0] if isinstance(tensor_list, (list, tuple)) and tensor_list else None
        if device is None and isinstance(leader, torch.Tensor):
            device = default_device() or where(leader)
        if kwargs.get("layout") is torch.jagged:  # written in Python, of operators that are seen
            return raw(tensor_list, *args, device=device, **kwargs)
        return with_device(tensor_list, *args, device=device, **kwargs)

    return make


def install(patches: Patches) -> None:
    for raw in _device_constructors():
        owner = torch
        if raw.__name__ == "nested_tensor":
            patches.set(torch.nested, raw.__name__, nested(raw))
            continue
        if raw.__name__.startswith("sparse_"):
            patches.set(owner, raw.__name__, sparse(raw))
            continue
        if raw.__name__ in ("fft_fftfreq", "fft_rfftfreq"):
            patches.set(torch.fft, raw.__name__[4:], factory(raw))
            continue
        patches.set(owner, raw.__name__, from_data(raw) if raw.__name__ in FROM_DATA else factory(raw))
    patches.set(torch, "normal", normal(torch.normal))
    for name in LIKE:
        patches.set(torch, name, like(getattr(torch, name)))
    for name in NEW:
        patches.set(torch.Tensor, name, as_method(like(original(getattr(torch.Tensor, name)))))
