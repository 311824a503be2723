"""``torch.cuda``: devices, streams and random state of the simulated machine.

    torch.cuda.device_count()              # 2
    with torch.cuda.device(1):
        torch.ones(2, device="cuda")       # on cuda:1

Most of ``torch.cuda`` is Python over a few functions of ``torch._C``; those are supplied, and the rest is torch's own.
"""

from __future__ import annotations

from typing import Any

import torch

from devlint.simcuda.machine import Machine, running
from devlint.simcuda.parts import memory_api, streams
from devlint.simcuda.parts.accelerator_api import (
    exchange_device,
    maybe_exchange_device,
    module_functions,
    nothing,
    set_device,
    wait,
)
from devlint.simcuda.parts.cuda.device_properties import DeviceProperties
from devlint.simcuda.patching import Patches


def properties(index: int) -> DeviceProperties:
    return DeviceProperties(running().check(index), memory_api.capacity())


def zero(*args: Any, **kwargs: Any) -> int:
    return 0


def set_sync_debug_mode(mode: int) -> None:
    running().sync_mode = mode


def install(patches: Patches) -> None:
    machine: Machine = running()

    for name, value in {
        "_has_cuda": True,
        "_cuda_getDeviceCount": lambda: len(machine.devices),
        "_cuda_getDevice": lambda: machine.current,
        "_cuda_setDevice": set_device,
        "_cuda_exchangeDevice": exchange_device,
        "_cuda_maybeExchangeDevice": maybe_exchange_device,
        "_cuda_synchronize": wait,
        "_cuda_sleep": nothing,
        "_cuda_getCurrentSolverHandle": zero,
        "_CudaDeviceProperties": DeviceProperties,
        "_cuda_set_sync_debug_mode": set_sync_debug_mode,
        "_cuda_get_sync_debug_mode": lambda: machine.sync_mode,
        "_cuda_canDeviceAccessPeer": lambda device, peer: device != peer,
        "_cuda_isInBadFork": machine.in_bad_fork,
        "_cuda_ipc_collect": nothing,
        "_cuda_getArchFlags": lambda: "sm_80",
        "_cuda_getCurrentRawStream": zero,
        "_cuda_getCompiledVersion": lambda: 13000,
        **memory_api.cuda_functions(machine),
    }.items():
        patches.set(torch._C, name, value)
    for name, value in {
        **module_functions(machine, properties),
        "is_current_stream_capturing": lambda: False,
        "is_bf16_supported": lambda including_emulation=True: bool(machine.devices),
        "utilization": zero,
    }.items():
        patches.set(torch.cuda, name, value)
    # The random functions bind these names at import.
    for name in ("_lazy_init", "_lazy_call", "is_initialized", "device_count"):
        patches.set(torch.cuda.random, name, getattr(torch.cuda, name))
    patches.set(torch.version, "cuda", "13.0")
    patches.set(torch.cuda, "_CudaDeviceProperties", DeviceProperties)
    streams.install_module(patches, torch.cuda)
    patches.set(torch.cuda, "ExternalStream", streams.ExternalStream)
    patches.set(torch.cuda.streams, "ExternalStream", streams.ExternalStream)
