"""Random generators have a device, and every operator that takes one checks its type.

g = torch.Generator(device="cuda:1")
torch.rand(2, device="cuda:1", generator=g)
torch.rand(2, generator=g)    # RuntimeError: Expected a 'cpu' device type for generator but found 'cuda'
"""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Any

import torch

from devlint.simcuda.machine import check_state, running
from devlint.simcuda.patching import Patches

RawGenerator = torch._C.Generator
_raw_device: Callable[[torch.Generator], torch.device] = RawGenerator.device.__get__
_devices: dict[int, torch.device] = {}


def generator_device(generator: torch.Generator) -> torch.device:
    """Where a generator is; C++ hands generators back as new Python objects, so their address names them."""
    return _devices.get(address(generator)) or _raw_device(generator)


def address(generator: torch.Generator) -> int:
    """The address of the C++ generator."""
    found: int = generator._cdata  # type: ignore[attr-defined]
    return found


def check_generator(generator: torch.Generator, place: torch.device) -> None:
    """aten/src/ATen/core/Generator.h, ``check_generator``: only the type of the device is compared."""
    found = generator_device(generator).type
    if found != place.type:
        raise RuntimeError(f"Expected a '{place.type}' device type for generator but found '{found}'")


class _AnyGenerator(type(RawGenerator)):  # type: ignore[misc]
    def __instancecheck__(cls, instance: Any) -> bool:
        return isinstance(instance, RawGenerator)


class Generator(RawGenerator, metaclass=_AnyGenerator):
    """``torch.Generator`` of the simulated machine."""

    def __new__(cls, device: Any = "cpu") -> Generator:
        place = running().place(device)
        real = torch.device("cpu") if place.type == "cuda" else place
        self: Generator = super().__new__(cls, real)  # type: ignore[call-arg]
        if place.type == "cuda":
            register(self, place)
        return self

    def __init__(self, device: Any = "cpu") -> None:
        pass

    def set_state(self, state: torch.Tensor) -> torch.Generator:
        """The state is read on the CPU."""
        check_state(state)
        return super().set_state(state)

    @property
    def device(self) -> torch.device:  # type: ignore[override]
        """The device it was made for."""
        return generator_device(self)


def register(generator: torch.Generator, device: torch.device) -> None:
    """Say that a default generator belongs to a simulated device."""
    _devices[address(generator)] = device
    weakref.finalize(generator, _devices.pop, address(generator), None)


def install(patches: Patches) -> None:
    patches.set(torch, "Generator", Generator)
    raw_set_state = torch.random.set_rng_state

    def set_rng_state(new_state: torch.Tensor) -> None:
        check_state(new_state)
        raw_set_state(new_state)

    for owner in (torch, torch.random):
        patches.set(owner, "set_rng_state", set_rng_state)
