"""``torch.mps`` and ``torch.backends.mps``: the one device of a Mac.

    torch.backends.mps.is_available()      # True
    torch.mps.current_allocated_memory()   # bytes on the device

The Mac has macOS 15 and a build of torch without CUDA.
"""

from __future__ import annotations

import torch
import torch.backends.mps
import torch.mps.event
import torch.mps.profiler

from devlint.simcuda.composites import checked
from devlint.simcuda.generators import default_generator
from devlint.simcuda.machine import Machine, running
from devlint.simcuda.parts import memory_api, streams
from devlint.simcuda.parts.accelerator_api import hide_cuda, nothing, wait
from devlint.simcuda.patching import Patches
from devlint.simcuda.place import is_simulated, where
from devlint.simcuda.refusals import refusing

MACOS = (15, 0)


def is_macos_or_newer(major: int, minor: int) -> bool:
    return (major, minor) <= MACOS


def linear(input: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor | None = None) -> None:
    """aten/src/ATen/native/mps/operations/Linear.mm: the kernel of MPS names the argument that is elsewhere."""
    named = [("input", input), ("weight", weight), ("bias", bias)]
    places = [(name, where(tensor)) for name, tensor in named if tensor is not None]
    elsewhere = [(name, place.type) for name, place in places if not is_simulated(place)]
    if elsewhere and len(elsewhere) < len(places):
        name, place_type = elsewhere[0]
        raise RuntimeError(f"Tensor for argument {name} is on {place_type} but expected on mps")


def generator_of(machine: Machine) -> torch.Generator:
    """The default generator; one that nothing draws from where there is no device."""
    return machine.generators[0] if machine.generators else default_generator(torch.device("mps", 0))


def install(patches: Patches) -> None:
    """Supply what ``torch.mps`` asks C++, and refuse Metal itself."""
    machine = running()
    account = memory_api.account_of(machine)
    generator = generator_of(machine)
    for name, value in {
        "_has_mps": True,
        "_mps_is_available": lambda: bool(machine.devices),
        "_mps_is_on_macos_or_newer": is_macos_or_newer,
        "_mps_is_in_bad_fork": machine.in_bad_fork,
        "_mps_get_default_generator": lambda: generator,
        "_mps_deviceSynchronize": wait,
        "_mps_emptyCache": account.empty_cache,
        "_mps_setMemoryFraction": nothing,
        "_mps_currentAllocatedMemory": lambda: account.devices[0].bytes.current,
        "_mps_driverAllocatedMemory": lambda: account.devices[0].figures["reserved_bytes", "all"].current,
        "_mps_recommendedMaxMemory": memory_api.capacity,
        "_mps_maxBufferLength": memory_api.capacity,
        "_mps_get_name": lambda: "Simulated MPS device",
        "_mps_get_core_count": lambda: 8,
    }.items():
        patches.set(torch._C, name, value)
    for name, value in {
        "is_available": lambda: bool(machine.devices),
        "is_macos_or_newer": is_macos_or_newer,
        "is_macos13_or_newer": lambda minor=0: is_macos_or_newer(13, minor),
        "get_name": lambda: "Simulated MPS device",
        "get_core_count": lambda: 8,
    }.items():
        patches.set(torch.backends.mps, name, value)  # torch's own remember their first answer
    patches.set(torch.mps, "_is_in_bad_fork", machine.in_bad_fork)
    patches.set(torch.mps, "_default_mps_generator", generator)
    for owner in (torch.mps, torch.mps.event):
        patches.set(owner, "Event", streams.Event)
    for name in ("compile_shader", "load_metallib"):
        patches.set(torch.mps, name, refusing("a Metal kernel"))
    for name in ("start", "metal_capture"):
        patches.set(torch.mps.profiler, name, refusing("Metal's profiler and captures"))
    for owner in (torch._C._nn, torch.nn.functional):
        patches.set(owner, "linear", checked(linear, owner.linear))
    hide_cuda(patches)
