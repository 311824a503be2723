"""Memory figures of devices: those of the machine's account if it keeps one, and zero otherwise.

    with simulated_cuda(memory=2**30):
        x = torch.ones(2**20, device="cuda")
        torch.cuda.memory_allocated()              # 4194304
        torch.ones(2**30, device="cuda")           # torch.OutOfMemoryError: CUDA out of memory. ...

torch's own functions read them by the names of its allocator (torch/csrc/cuda/Module.cpp).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from devlint.simcuda.machine import Machine, running
from devlint.simcuda.measures.memory import Figure, MemoryAccount
from devlint.simcuda.patching import Patches

CAPACITY = 16 * 2**30
"""What a device says it has where no limit is set."""


def capacity() -> int:
    """The memory of each device, in bytes."""
    account = running().account
    return CAPACITY if account is None or account.limit is None else account.limit


def memory_info(index: int) -> tuple[int, int]:
    """Free and total bytes of a device."""
    account = running().account
    return capacity() - (account.devices[index].bytes.current if account else 0), capacity()


def host_memory_stats() -> dict[str, Any]:
    """The figures of the allocator of pinned memory, which is not accounted for."""
    names = ("allocations", "segments", "allocated_bytes", "reserved_bytes", "active_requests", "active_bytes")
    times = dict.fromkeys(("total", "max", "min", "count", "avg"), 0)
    return {
        **{name: Figure().as_dict() for name in names},
        "host_alloc_time": times,
        "host_free_time": dict(times),
        **dict.fromkeys(("num_host_alloc", "num_host_free"), 0),
    }


def snapshot(pool: Any = None) -> dict[str, Any]:
    """No segment is known, and no allocation has a history."""
    return {"segments": [], "device_traces": [[] for _ in running().devices], "allocator_settings": {}}


def of_a_device(machine: Machine, function: Callable[[int], Any]) -> Callable[[int], Any]:
    """*function* of the index of a device (c10/cuda/CUDACachingAllocator.cpp, ``assertValidDevice``)."""

    def call(device: int) -> Any:
        if not 0 <= device < len(machine.devices):
            raise RuntimeError(f"Invalid device argument {chr(device & 127)}: did you call init?")  # a char is printed
        return function(device)

    return call


def nothing(*args: Any, **kwargs: Any) -> None:
    return None


def cuda_functions(machine: Machine) -> dict[str, Callable[..., Any]]:
    """What ``torch.cuda`` reads, by its name in ``torch._C``."""
    account = account_of(machine)
    return {
        "_cuda_emptyCache": account.empty_cache,
        "_cuda_resetPeakMemoryStats": of_a_device(machine, account.reset_peak),
        "_cuda_resetAccumulatedMemoryStats": of_a_device(machine, account.reset_accumulated),
        "_cuda_memoryStats": of_a_device(machine, account.stats),
        "_cuda_hostMemoryStats": host_memory_stats,
        "_cuda_resetPeakHostMemoryStats": nothing,
        "_cuda_resetAccumulatedHostMemoryStats": nothing,
        "_cuda_setMemoryFraction": nothing,
        "_cuda_getMemoryFraction": lambda device: 1.0,
        "_cuda_memorySnapshot": snapshot,
        "_cuda_record_memory_history": nothing,
        "_cuda_record_memory_history_legacy": nothing,
        "_cuda_getAllocatorBackend": lambda: "native",
        "_cuda_cudaCachingAllocator_raw_alloc": lambda *args: 0,
        "_cuda_cudaCachingAllocator_raw_delete": nothing,
    }


def account_of(machine: Machine) -> MemoryAccount:
    """The machine's account, or an empty one, for zeros."""
    return machine.account or MemoryAccount()


def install(patches: Patches) -> None:
    """Supply what ``torch.accelerator`` reads."""
    machine = running()
    account = account_of(machine)
    for name, value in {
        "isAllocatorInitialized": lambda: machine.account is not None,
        "getDeviceStats": account.stats,
        "emptyCache": account.empty_cache,
        "emptyHostCache": nothing,
        "resetPeakStats": account.reset_peak,
        "resetAccumulatedStats": account.reset_accumulated,
        "getMemoryInfo": memory_info,
    }.items():
        patches.set(torch._C, f"_accelerator_{name}", value)
