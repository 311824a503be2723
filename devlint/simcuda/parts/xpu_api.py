"""``torch.xpu``: devices, streams, memory and random state of a machine with GPUs of Intel.

    torch.xpu.device_count()              # 2
    with torch.xpu.device(1):
        torch.ones(2, device="xpu")       # on xpu:1

The devices compute in double precision. The build of torch has no CUDA.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
import torch.xpu

from devlint.simcuda.machine import Machine, fields, running
from devlint.simcuda.parts import memory_api, streams
from devlint.simcuda.parts.accelerator_api import (
    exchange_device,
    hide_cuda,
    maybe_exchange_device,
    module_functions,
    nothing,
    set_device,
    wait,
)
from devlint.simcuda.patching import Patches
from devlint.simcuda.refusals import refused_class, refusing

NAME = "Simulated XPU device"
FIGURES = ("allocated_bytes", "reserved_bytes", "active_bytes", "requested_bytes")
"""What the allocator of XPU counts (torch/csrc/xpu/Module.cpp, ``memoryStats``)."""
SENSORS = ("temperature", "power_draw", "clock_rate", "utilization", "memory_usage", "device_memory_used")


def properties(index: int) -> Any:
    return fields(
        name=NAME,
        platform_name="Simulated",
        vendor="Simulated",
        driver_version="1",
        version="1",
        type="gpu",
        total_memory=memory_api.capacity(),
        max_compute_units=1,
        gpu_eu_count=8,
        gpu_subslice_count=1,
        max_work_group_size=1024,
        max_num_sub_groups=64,
        sub_group_sizes=[16, 32],
        has_fp16=True,
        has_fp64=True,
        has_atomic64=True,
        has_bfloat16_conversions=True,
        has_subgroup_matrix_multiply_accumulate=True,
        has_subgroup_matrix_multiply_accumulate_tensor_float32=True,
        has_subgroup_2d_block_io=True,
        is_integrated_gpu=False,
    )


def memory_functions(machine: Machine) -> dict[str, Callable[..., Any]]:
    """What ``torch.xpu.memory`` reads, by its name in ``torch._C``."""
    account = memory_api.account_of(machine)
    return {
        "_xpu_emptyCache": account.empty_cache,
        "_xpu_resetPeakMemoryStats": account.reset_peak,
        "_xpu_resetAccumulatedMemoryStats": account.reset_accumulated,
        "_xpu_memoryStats": lambda index: {name: account.stats(index)[name] for name in FIGURES},
        "_xpu_getMemoryInfo": memory_api.memory_info,
        "_xpu_getMemoryFraction": lambda index: 1.0,
        "_xpu_setMemoryFraction": nothing,
        "_xpu_memorySnapshot": memory_api.snapshot,
        "_xpu_recordMemoryHistory": nothing,
    }


def install(patches: Patches) -> None:
    """Supply what ``torch.xpu`` asks C++, and refuse what needs a driver."""
    machine = running()

    for name, value in {
        "_has_xpu": True,
        "_xpu_getDeviceCount": lambda: len(machine.devices),
        "_xpu_getDevice": lambda: machine.current,
        "_xpu_setDevice": set_device,
        "_xpu_exchangeDevice": exchange_device,
        "_xpu_maybeExchangeDevice": maybe_exchange_device,
        "_xpu_synchronize": wait,
        "_xpu_canDeviceAccessPeer": lambda device, peer: device != peer,
        "_xpu_isInBadFork": machine.in_bad_fork,
        "_xpu_getArchFlags": lambda: "pvc",
        **memory_functions(machine),
    }.items():
        patches.set(torch._C, name, value)
    own = module_functions(machine, properties)
    for name, value in own.items():
        patches.set(torch.xpu, name, value)
    for module in (torch.xpu.random, torch.xpu.memory):  # they bind these names at import
        for name in ("_lazy_init", "_lazy_call", "is_initialized", "device_count"):
            if hasattr(module, name):
                patches.set(module, name, own[name])
    streams.install_module(patches, torch.xpu)
    for name in ("XPUGraph", "graph"):
        if hasattr(torch.xpu, name):
            patches.set(torch.xpu, name, refused_class("an XPU graph", getattr(torch.xpu, name)))
    refused = {
        "make_graphed_callables": "an XPU graph",
        "MemPool": "a private pool of memory",
        **dict.fromkeys(SENSORS, "a device's sensors"),
    }
    for name, feature in refused.items():
        if hasattr(torch.xpu, name):
            patches.set(torch.xpu, name, refusing(feature))
    hide_cuda(patches)
