"""``torch.distributed``: a process group that is called NCCL and works over gloo.

    torch.distributed.init_process_group("nccl", ...)
    torch.distributed.all_reduce(torch.ones(2, device="cuda"))    # sums
    torch.distributed.all_reduce(torch.ones(2))                   # RuntimeError: No backend type associated with ...

Only what NCCL refuses is simulated: a tensor that is not on a device. Its streams, its topology and its errors are not.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import Any

import torch

from devlint.simcuda.machine import running
from devlint.simcuda.patching import Patches
from devlint.simcuda.place import where

COLLECTIVES = """all_gather all_gather_into_tensor all_reduce all_to_all all_to_all_single broadcast gather irecv isend
recv reduce reduce_scatter reduce_scatter_tensor scatter send""".split()


def _tensors(values: Any) -> Iterator[torch.Tensor]:
    for value in values:
        if isinstance(value, torch.Tensor):
            yield value
        elif isinstance(value, (list, tuple)):
            yield from _tensors(value)


def starting(raw: Callable[..., Any]) -> Callable[..., Any]:
    """``init_process_group`` and ``new_group`` with gloo where NCCL alone is asked for."""

    @functools.wraps(raw)
    def start(backend: Any = None, *args: Any, **kwargs: Any) -> Any:
        running().nccl = str(backend).lower() == "nccl"
        if running().nccl:
            running().init()
            kwargs.pop("device_id", None)
            backend = "gloo"
        return raw(backend, *args, **kwargs)

    return start


def checking(raw: Callable[..., Any]) -> Callable[..., Any]:
    """A collective that refuses CPU tensors (torch/csrc/distributed/c10d/ProcessGroup.hpp, ``getBackend``)."""

    @functools.wraps(raw)
    def call(*args: Any, **kwargs: Any) -> Any:
        if running().nccl:
            for tensor in _tensors((*args, *kwargs.values())):
                if where(tensor).type != "cuda":
                    raise RuntimeError(f"No backend type associated with device type {where(tensor).type}")
        return raw(*args, **kwargs)

    return call


def install(patches: Patches) -> None:
    """Give gloo NCCL's face, where torch has collectives at all."""
    if not torch.distributed.is_available():
        return
    inner: Any = torch.distributed.distributed_c10d
    owners: tuple[Any, ...] = (torch.distributed, inner)
    raw_backend = inner.get_backend
    replacements: dict[str, Any] = {
        "init_process_group": starting(inner.init_process_group),
        "is_nccl_available": lambda: bool(running().devices),
        "get_backend": lambda group=None: "nccl" if running().nccl else raw_backend(group),
        **{name: checking(getattr(inner, name)) for name in COLLECTIVES},
    }
    for owner in owners:
        for name, function in replacements.items():
            patches.set(owner, name, function)
