"""``torch.cuda``: devices, streams, memory figures and random state of the simulated machine.

    torch.cuda.device_count()              # 2
    with torch.cuda.device(1):
        torch.ones(2, device="cuda")       # on cuda:1
    torch.cuda.memory_allocated()          # 0: nothing is allocated on a device

Most of ``torch.cuda`` is Python over a few functions of ``torch._C``; those are supplied, and the rest is torch's own.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import torch

from devlint.simcuda.machine import Machine, fields, running
from devlint.simcuda.parts import streams
from devlint.simcuda.patching import Patches

NAME = "Simulated CUDA device"
MEMORY = 16 * 2**30
"""What a device says it has; nothing of it is ever used."""


def set_device(index: int) -> None:
    running().init()
    running().current = running().check(index)


def exchange_device(index: int) -> int:
    """Make *index* current and return the one before; a negative index changes nothing."""
    if index < 0:
        return -1
    before = running().current
    set_device(index)
    return before


def properties(index: int) -> Any:
    return fields(
        name=NAME,
        major=8,
        minor=0,
        total_memory=MEMORY,
        multi_processor_count=1,
        warp_size=32,
        is_integrated=False,
        is_multi_gpu_board=False,
        gcnArchName=NAME,
        index=index,
        uuid=f"GPU-{index:08x}-0000-0000-0000-000000000000",
    )


def memory_stats(device: Any = None) -> dict[str, Any]:
    """Every figure is zero, whatever its name."""
    return defaultdict(int)


def nothing(*args: Any, **kwargs: Any) -> None:
    return None


def wait(*args: Any, **kwargs: Any) -> None:
    running().arrive()


def zero(*args: Any, **kwargs: Any) -> int:
    return 0


def set_sync_debug_mode(mode: int) -> None:
    running().sync_mode = mode


def install(patches: Patches) -> None:
    machine: Machine = running()
    count = len(machine.devices)
    for name, value in {
        "_has_cuda": True,
        "_cuda_getDeviceCount": lambda: count,
        "_cuda_getDevice": lambda: machine.current,
        "_cuda_setDevice": set_device,
        "_cuda_exchangeDevice": exchange_device,
        "_cuda_maybeExchangeDevice": exchange_device,
        "_cuda_synchronize": wait,
        "_cuda_set_sync_debug_mode": set_sync_debug_mode,
        "_cuda_get_sync_debug_mode": lambda: machine.sync_mode,
        "_cuda_canDeviceAccessPeer": lambda device, peer: device != peer,
        "_cuda_isInBadFork": machine.in_bad_fork,
        "_cuda_ipc_collect": nothing,
        "_cuda_getArchFlags": lambda: "sm_80",
        "_cuda_emptyCache": nothing,
        "_cuda_resetPeakMemoryStats": nothing,
        "_cuda_resetAccumulatedMemoryStats": nothing,
        "_cuda_getCurrentRawStream": zero,
        "_cuda_getCompiledVersion": lambda: 13000,
    }.items():
        patches.set(torch._C, name, value)
    if count:
        for name, value in {
            "getAccelerator": lambda: torch.device("cuda"),
            "getDeviceIndex": lambda: machine.current,
            "setDeviceIndex": set_device,
            "exchangeDevice": exchange_device,
            "maybeExchangeDevice": exchange_device,
            "getDeviceCapability": lambda index: {"supported_dtypes": set()},
            "getStream": lambda index: streams.current_stream(index),
            "setStream": streams.set_stream,
            "synchronizeDevice": wait,
            "isAllocatorInitialized": lambda: False,
            "emptyCache": nothing,
            "emptyHostCache": nothing,
            "getMemoryInfo": lambda index: (MEMORY, MEMORY),
        }.items():
            patches.set(torch._C, f"_accelerator_{name}", value)
    for name, value in {
        "is_available": lambda: count > 0,
        "device_count": lambda: count,
        "is_initialized": lambda: machine.process is not None and not machine.in_bad_fork(),
        "_is_in_bad_fork": machine.in_bad_fork,
        "_lazy_init": machine.init,
        "_lazy_call": lambda call, **kwargs: call() if count else None,
        "_exchange_device": exchange_device,
        "_maybe_exchange_device": exchange_device,
        "_get_device_properties": properties,
        "_initialized": False,
        "default_generators": tuple(machine.generators),
        "is_current_stream_capturing": lambda: False,
        "is_bf16_supported": lambda including_emulation=True: count > 0,
        "mem_get_info": lambda device=None: (MEMORY, MEMORY),
        "memory_stats": memory_stats,
        "memory_stats_as_nested_dict": memory_stats,
        "memory_allocated": zero,
        "max_memory_allocated": zero,
        "memory_reserved": zero,
        "max_memory_reserved": zero,
        "memory_cached": zero,
        "max_memory_cached": zero,
        "empty_cache": nothing,
        "reset_peak_memory_stats": nothing,
        "reset_max_memory_allocated": nothing,
        "reset_max_memory_cached": nothing,
        "reset_accumulated_memory_stats": nothing,
        "set_per_process_memory_fraction": nothing,
        "memory_summary": lambda device=None, abbreviated=False: "simulated CUDA: no memory is allocated on a device",
        "utilization": zero,
    }.items():
        patches.set(torch.cuda, name, value)
    # The random functions bind these names at import.
    for name in ("_lazy_init", "_lazy_call", "is_initialized", "device_count"):
        patches.set(torch.cuda.random, name, getattr(torch.cuda, name))
    patches.set(torch.backends.cudnn, "is_acceptable", lambda tensor: False)
    patches.set(torch.version, "cuda", "13.0")
    streams.install(patches)
