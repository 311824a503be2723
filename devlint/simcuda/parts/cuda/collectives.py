"""``torch.distributed``: a process group that is called NCCL and works over gloo.

    torch.distributed.init_process_group("nccl", ...)
    torch.distributed.all_reduce(torch.ones(2, device="cuda"))    # sums
    torch.distributed.all_reduce(torch.ones(2))                   # RuntimeError: No backend type associated with ...
    torch.distributed.init_process_group("cpu:gloo,cuda:nccl", ...)   # takes both

Only what NCCL refuses is simulated: a tensor on a type of device that no backend of the group serves. Its streams, its
topology and its errors are not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import torch
from torch.overrides import _pop_mode, _push_mode

from devlint.simcuda.machine import Machine, running
from devlint.simcuda.patching import Patches
from devlint.simcuda.place import NEUTRAL, mark_of, where

VERSION = (2 << 32) | (27 << 16)
"""What ``torch.cuda.nccl.version()`` is made from; torch writes it to its log."""


@dataclass(frozen=True)
class Backends:
    """The backends of a process group: its name, as the program gave it, and which serves each type of device."""

    name: str
    by_device: Mapping[str, str]

    @property
    def for_objects(self) -> str:
        """The device of what is sent for an object (torch/distributed, ``_get_object_coll_device``)."""
        return "cpu" if "cpu" in self.by_device else next(iter(self.by_device))


def refuse_tensors_elsewhere(machine: Machine, func: Any, args: Iterable[Any], tensors: Iterable[torch.Tensor]) -> None:
    """The check of a collective's operator (torch/csrc/distributed/c10d/ProcessGroup.hpp, ``getBackend``).

    What ``all_gather`` fills may be on the CPU: NCCL's result is copied there.
    """
    unbox: Callable[[Any], Any] = torch.distributed.ProcessGroup.unbox
    boxed = next((arg for arg in args if isinstance(arg, torch.ScriptObject)), None)  # the group comes first
    backends = None if boxed is None else machine.groups.get(unbox(boxed).group_name)
    if backends is None:
        return
    found = list(tensors)
    gathers = func._schema.name == "c10d::allgather_"
    if gathers and any(where(tensor).type == "cuda" for tensor in found) and "cuda" in backends.by_device:
        return
    for tensor in found:
        if where(tensor).type not in backends.by_device and mark_of(tensor) is not NEUTRAL:
            raise RuntimeError(f"No backend type associated with device type {where(tensor).type}")


@contextmanager
def no_function_modes() -> Iterator[None]:
    """Gloo's threads keep the modes in force with each piece of work, and release them later.

    The last to release one needs the interpreter, for which the end of a group that waits for that thread would wait.
    """
    modes = [_pop_mode() for _ in range(torch._C._len_torch_function_stack())]
    try:
        yield
    finally:
        for mode in reversed(modes):
            _push_mode(mode)


class Options:
    """``ProcessGroupNCCL.Options``: kept, and without effect on gloo."""

    def __init__(self, is_high_priority_stream: bool = False) -> None:
        self.is_high_priority_stream = is_high_priority_stream


class ProcessGroupNCCL:
    """What programs name of the class that a CPU build lacks; no group is one."""

    Options = Options


def backends_of(name: Any) -> Backends | None:
    """What a program asks for by the name of a backend; None where gloo does not stand for all of it.

    Raises what torch raises for a name that is none.
    """
    inner: Any = torch.distributed.distributed_c10d
    if name is None and running().devices:
        return Backends("nccl", {"cuda": "nccl"})  # torch takes the backend of the accelerator
    text = str(name).lower()
    if text != "nccl" and ":" not in text:
        return None
    by_device = {device: str(one) for device, one in inner.BackendConfig(text).device_backend_map.items()}
    return Backends(text, by_device) if set(by_device.values()) <= {"nccl", "gloo"} else None


def install(patches: Patches) -> None:
    """Give gloo NCCL's face, where torch has collectives at all."""
    if not torch.distributed.is_available():
        return
    inner: Any = torch.distributed.distributed_c10d
    raw_init, raw_new, raw_backend = inner.init_process_group, inner.new_group, inner.get_backend
    raw_object_device = inner._get_object_coll_device
    groups = running().groups

    def init_process_group(backend: Any = None, *args: Any, **kwargs: Any) -> None:
        groups.clear()
        backends = backends_of(backend)
        if backends is not None and "nccl" in backends.by_device.values():
            running().init()
            kwargs.pop("device_id", None)
        raw_init("gloo" if backends else backend, *args, **_without_options(kwargs))
        if backends is not None:
            groups[inner.group.WORLD.group_name] = backends

    def new_group(ranks: Any = None, timeout: Any = None, backend: Any = None, *args: Any, **kwargs: Any) -> Any:
        backends = of(None) if backend is None else backends_of(backend)
        args = tuple(None if isinstance(value, Options) else value for value in args)
        group = raw_new(ranks, timeout, "gloo" if backends else backend, *args, **_without_options(kwargs))
        if backends is not None and hasattr(group, "group_name"):
            groups[group.group_name] = backends
        return group

    def of(group: Any) -> Backends | None:
        return groups.get(getattr(group or inner.group.WORLD, "group_name", ""))

    def get_backend(group: Any = None) -> Any:
        backends = of(group)
        return raw_backend(group) if backends is None else inner.Backend(backends.name)

    def object_device(group: Any = None) -> Any:
        backends = of(group)
        return raw_object_device(group) if backends is None else backends.for_objects

    for owner in (torch.distributed, inner):
        patches.set(owner, "init_process_group", init_process_group)
        patches.set(owner, "new_group", new_group)
        patches.set(owner, "get_backend", get_backend)
        patches.set(owner, "is_nccl_available", lambda: bool(running().devices))
        patches.set(owner, "ProcessGroupNCCL", ProcessGroupNCCL)
    patches.set(inner, "_get_object_coll_device", object_device)
    patches.set(torch._C, "_nccl_version", lambda: VERSION)
    patches.set(torch._C, "_nccl_version_suffix", lambda: b"")


def _without_options(kwargs: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in kwargs.items() if not isinstance(value, Options)}
