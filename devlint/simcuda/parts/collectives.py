"""``torch.distributed``: a process group that is called NCCL and works over gloo.

    torch.distributed.init_process_group("nccl", ...)
    torch.distributed.all_reduce(torch.ones(2, device="cuda"))    # sums
    torch.distributed.all_reduce(torch.ones(2))                   # RuntimeError: No backend type associated with ...

Only what NCCL refuses is simulated: a tensor that is not on a device. Its streams, its topology and its errors are not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import torch
from torch.overrides import _pop_mode, _push_mode

from devlint.simcuda.machine import Machine, running
from devlint.simcuda.patching import Patches
from devlint.simcuda.place import NEUTRAL, mark_of, where

VERSION = (2 << 32) | (27 << 16)
"""What ``torch.cuda.nccl.version()`` is made from; torch writes it to its log."""


def refuse_host_tensors(machine: Machine, func: Any, args: Iterable[Any], tensors: Iterable[torch.Tensor]) -> None:
    """The check of a collective's operator (torch/csrc/distributed/c10d/ProcessGroup.hpp, ``getBackend``).

    What ``all_gather`` fills may be on the CPU: NCCL's result is copied there.
    """
    unbox: Callable[[Any], Any] = torch.distributed.ProcessGroup.unbox
    boxed = next((arg for arg in args if isinstance(arg, torch.ScriptObject)), None)  # the group comes first
    if boxed is None or unbox(boxed).group_name not in machine.nccl_groups:
        return
    found = list(tensors)
    gathers = func._schema.name == "c10d::allgather_"
    if gathers and any(where(tensor).type == "cuda" for tensor in found):
        return
    for tensor in found:
        if where(tensor).type != "cuda" and mark_of(tensor) is not NEUTRAL:
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


def _is_nccl(backend: Any) -> bool:
    return str(backend).lower() == "nccl"


def install(patches: Patches) -> None:
    """Give gloo NCCL's face, where torch has collectives at all."""
    if not torch.distributed.is_available():
        return
    inner: Any = torch.distributed.distributed_c10d
    raw_init, raw_new, raw_backend = inner.init_process_group, inner.new_group, inner.get_backend
    raw_object_device = inner._get_object_coll_device
    names = running().nccl_groups

    def init_process_group(backend: Any = None, *args: Any, **kwargs: Any) -> None:
        names.clear()
        if backend is None and running().devices:
            backend = "nccl"  # torch takes the backend of the accelerator
        if _is_nccl(backend):
            running().init()
            kwargs.pop("device_id", None)
        raw_init("gloo" if _is_nccl(backend) else backend, *args, **kwargs)
        if _is_nccl(backend):
            names.add(inner.group.WORLD.group_name)

    def new_group(ranks: Any = None, timeout: Any = None, backend: Any = None, *args: Any, **kwargs: Any) -> Any:
        nccl = _is_nccl(backend or get_backend())
        group = raw_new(ranks, timeout, "gloo" if nccl else backend, *args, **kwargs)
        if nccl and hasattr(group, "group_name"):
            names.add(group.group_name)
        return group

    def get_backend(group: Any = None) -> Any:
        found = group or inner.group.WORLD
        return "nccl" if getattr(found, "group_name", None) in names else raw_backend(group)

    def object_device(group: Any = None) -> Any:
        return "cuda" if get_backend(group) == "nccl" else raw_object_device(group)

    for owner in (torch.distributed, inner):
        patches.set(owner, "init_process_group", init_process_group)
        patches.set(owner, "new_group", new_group)
        patches.set(owner, "get_backend", get_backend)
        patches.set(owner, "is_nccl_available", lambda: bool(running().devices))
    patches.set(inner, "_get_object_coll_device", object_device)
    patches.set(torch._C, "_nccl_version", lambda: VERSION)
    patches.set(torch._C, "_nccl_version_suffix", lambda: b"")
