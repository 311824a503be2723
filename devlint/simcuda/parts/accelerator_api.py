"""``torch.accelerator``, streams and events: what all kinds of devices have.

    torch.accelerator.current_accelerator()      # device(type='cuda')
    with torch.accelerator.device_index(1):
        torch.accelerator.current_stream()       # of the second device

torch's own functions ask ``torch._C``, whose answers are supplied here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import torch

from devlint.simcuda.generators import default_generator
from devlint.simcuda.machine import Machine, running
from devlint.simcuda.parts import memory_api, streams
from devlint.simcuda.patching import Patches


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


def maybe_exchange_device(index: int) -> int:
    """The same by a name of its own: torch's compiler keeps what it knows of a function by its identity."""
    return exchange_device(index)


def wait(*args: Any, **kwargs: Any) -> None:
    running().arrive()


def nothing(*args: Any, **kwargs: Any) -> None:
    return None


def module_functions(machine: Machine, properties: Callable[[int], Any]) -> dict[str, Any]:
    """What ``torch.cuda`` and ``torch.xpu`` define themselves, by name; *properties* gives those of a device."""
    return {
        "is_available": lambda: bool(machine.devices),
        "device_count": lambda: len(machine.devices),
        "is_initialized": lambda: machine.process is not None and not machine.in_bad_fork(),
        "_is_in_bad_fork": machine.in_bad_fork,
        "_lazy_init": machine.init,
        "_lazy_call": lambda call, **kwargs: call() if machine.devices else None,
        "_exchange_device": exchange_device,
        "_maybe_exchange_device": maybe_exchange_device,
        "_get_device_properties": properties,
        "_initialized": False,
        "default_generators": tuple(machine.generators),
    }


@contextmanager
def resized(machine: Machine, devices: int, shared_rng: bool) -> Iterator[None]:
    """Give *machine* another number of devices in the body; those of both numbers keep their random state."""
    before = (machine.devices, machine.generators, machine.shared_rng, machine.current)
    more = Machine(devices, accelerator=machine.accelerator)
    kept = machine.generators[:devices]
    machine.devices = more.devices
    machine.generators = kept + [default_generator(device) for device in more.devices[len(kept) :]]
    machine.shared_rng = shared_rng
    machine.current = machine.current if machine.current < devices else 0
    _show_generators(machine)
    try:
        yield
    finally:
        machine.devices, machine.generators, machine.shared_rng, machine.current = before
        _show_generators(machine)


def _show_generators(machine: Machine) -> None:
    if hasattr(machine.module, "default_generators"):
        machine.module.default_generators = tuple(machine.generators)


def install(patches: Patches) -> None:
    """Supply the answers."""
    machine = running()
    raw_accelerator, raw_get_accelerator = torch._C._accelerator_getAccelerator, torch._C._get_accelerator
    kind = torch.device(machine.accelerator.type)
    patches.set(
        torch._C, "_get_accelerator", lambda check=None: kind if machine.devices else raw_get_accelerator(check)
    )
    for name, value in {
        "getAccelerator": lambda: kind if machine.devices else raw_accelerator(),
        "getDeviceIndex": lambda: machine.current,
        "setDeviceIndex": set_device,
        "exchangeDevice": exchange_device,
        "maybeExchangeDevice": maybe_exchange_device,
        "getDeviceCapability": lambda index: {"supported_dtypes": set()},
        "getStream": lambda index: streams.current_stream(index),
        "setStream": streams.set_stream,
        "synchronizeDevice": wait,
    }.items():
        patches.set(torch._C, f"_accelerator_{name}", value)
    memory_api.install(patches)
    streams.install(patches)


def hide_cuda(patches: Patches) -> None:
    """Let torch be a build without CUDA, whatever it is."""

    def not_compiled() -> None:
        raise AssertionError("Torch not compiled with CUDA enabled")

    for name, value in {
        "is_available": lambda: False,
        "device_count": lambda: 0,
        "_lazy_init": not_compiled,
    }.items():
        patches.set(torch.cuda, name, value)
    patches.set(torch.cuda.random, "_lazy_init", not_compiled)
    patches.set(torch._C, "_has_cuda", False)
    patches.set(torch.version, "cuda", None)
