"""``torch.cuda``'s memory figures: from the machine's account if it keeps one, and zero otherwise.

    with simulated_cuda(memory=2**30):
        x = torch.ones(2**20, device="cuda")
        torch.cuda.memory_allocated()              # 4194304
        torch.ones(2**30, device="cuda")           # torch.OutOfMemoryError: CUDA out of memory. ...
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import torch

from devlint.simcuda.machine import Where, running
from devlint.simcuda.measures.memory import MemoryAccount
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


def mem_get_info(device: Where = None) -> tuple[int, int]:
    return memory_info(running().cuda(device).index)


def nothing(*args: Any, **kwargs: Any) -> None:
    return None


def zero(*args: Any, **kwargs: Any) -> int:
    return 0


def install(patches: Patches) -> None:
    """The figures of the account, read by torch's own functions, or zeros in their place."""
    account = running().account
    patches.set(torch.cuda, "mem_get_info", mem_get_info)
    patches.set(torch.cuda, "set_per_process_memory_fraction", nothing)
    patches.set(torch._C, "_accelerator_getMemoryInfo", memory_info)
    patches.set(torch._C, "_accelerator_emptyHostCache", nothing)
    if account is None:
        _install_zeros(patches)
    else:
        _install_account(patches, account)


def _install_account(patches: Patches, account: MemoryAccount) -> None:
    patches.set(torch.cuda.memory, "is_initialized", torch.cuda.is_initialized)  # bound there at import
    for name, value in {
        "_cuda_memoryStats": account.stats,
        "_cuda_emptyCache": account.empty_cache,
        "_cuda_resetPeakMemoryStats": account.reset_peak,
        "_cuda_resetAccumulatedMemoryStats": account.reset_accumulated,
        "_accelerator_isAllocatorInitialized": lambda: True,
        "_accelerator_getDeviceStats": account.stats,
        "_accelerator_emptyCache": account.empty_cache,
        "_accelerator_resetPeakStats": account.reset_peak,
        "_accelerator_resetAccumulatedStats": account.reset_accumulated,
    }.items():
        patches.set(torch._C, name, value)


def _install_zeros(patches: Patches) -> None:
    for name in ("_cuda_emptyCache", "_cuda_resetPeakMemoryStats", "_cuda_resetAccumulatedMemoryStats"):
        patches.set(torch._C, name, nothing)
    patches.set(torch._C, "_accelerator_isAllocatorInitialized", lambda: False)
    patches.set(torch._C, "_accelerator_emptyCache", nothing)
    for name in ("memory_stats", "memory_stats_as_nested_dict"):
        patches.set(torch.cuda, name, lambda device=None: defaultdict(int))
    for name in ("allocated", "reserved", "cached"):
        patches.set(torch.cuda, f"memory_{name}", zero)
        patches.set(torch.cuda, f"max_memory_{name}", zero)
    for name in ("empty_cache", "reset_peak_memory_stats", "reset_accumulated_memory_stats"):
        patches.set(torch.cuda, name, nothing)
    for name in ("reset_max_memory_allocated", "reset_max_memory_cached"):
        patches.set(torch.cuda, name, nothing)
    summary = "simulated CUDA: memory is not accounted for"
    patches.set(torch.cuda, "memory_summary", lambda device=None, abbreviated=False: summary)
