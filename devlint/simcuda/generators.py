"""Random generators have a device and a state of Philox: a seed, and an offset that each draw moves on.

g = torch.Generator(device="cuda:1")
torch.rand(2, device="cuda:1", generator=g)
torch.rand(2, generator=g)    # RuntimeError: Expected a 'cpu' device type for generator but found 'cuda'
g.get_state()                 # 16 bytes on the CPU: the seed and the offset

The numbers of a draw come from the CPU's generator, seeded anew by the seed and the offset: the same state gives the
same numbers, whatever was drawn on the CPU.
"""

from __future__ import annotations

import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import torch

from devlint.simcuda.machine import running
from devlint.simcuda.patching import Patches
from devlint.simcuda.place import is_simulated, where

RawGenerator = torch._C.Generator
_raw_device: Any = RawGenerator.device.__get__
CPU = torch.device("cpu")
DEFAULT_SEED = 67280421310721
_WORD = 2**64


class Philox:
    """Where a generator of a device is and what it has drawn; aten/src/ATen/cuda/CUDAGeneratorImpl.cpp."""

    __slots__ = ("device", "offset", "seed")

    def __init__(self, device: torch.device, seed: int, offset: int = 0) -> None:
        self.device, self.seed, self.offset = device, seed % _WORD, offset

    def next_seed(self) -> int:
        """The seed of the CPU's generator for the next draw (splitmix64 of both words)."""
        word = (self.seed + (self.offset + 1) * 0x9E3779B97F4A7C15) % _WORD
        self.offset += 4
        for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
            word = ((word ^ (word >> shift)) * factor) % _WORD
        return word ^ (word >> 31)

    def state(self) -> torch.Tensor:
        """Both words as bytes, behind what a kind of device keeps there besides."""
        before = bytes(running().accelerator.bytes_before_seed)
        words = self.seed.to_bytes(8, "little") + self.offset.to_bytes(8, "little")
        with torch._C._DisableTorchDispatch(), torch._C.DisableTorchFunction():
            return torch.frombuffer(bytearray(before + words), dtype=torch.uint8)

    def restore(self, state: torch.Tensor) -> None:
        """Take both words from bytes; those of eight bytes are an old seed alone, which MPS does not know."""
        check_state(state)
        before = running().accelerator.bytes_before_seed
        if state.numel() not in ((before + 16,) if before else (8, 16)):
            raise RuntimeError("RNG state is wrong size")
        data = bytes(state.tolist())[before:]
        self.seed = int.from_bytes(data[:8], "little")
        self.offset = int.from_bytes(data[8:], "little")


_states: dict[int, Philox] = {}


def address(generator: torch.Generator) -> int:
    """The address of the C++ generator, which C++ hands back as new Python objects."""
    found: int = generator._cdata  # type: ignore[attr-defined]
    return found


def philox_of(generator: torch.Generator) -> Philox | None:
    """The state of a generator on a simulated device; None for one on the CPU."""
    return _states.get(address(generator))


def generator_device(generator: torch.Generator) -> torch.device:
    """Where a generator is."""
    found = philox_of(generator)
    device: torch.device = _raw_device(generator) if found is None else found.device
    return device


def check_state(state: torch.Tensor) -> None:
    """aten/src/ATen/core/Generator.h, ``check_rng_state``."""
    if where(state).type != "cpu" or state.dtype is not torch.uint8:
        raise TypeError("RNG state must be a torch.ByteTensor")


def check_generator(generator: torch.Generator, place: torch.device) -> None:
    """aten/src/ATen/core/Generator.h, ``check_generator``: only the type of the device is compared."""
    found = generator_device(generator).type
    if found != place.type:
        raise RuntimeError(f"Expected a '{place.type}' device type for generator but found '{found}'")


def advance(generator: torch.Generator) -> torch.Generator:
    """The generator, ready for one draw."""
    found = philox_of(generator)
    if found is not None:
        _raw_seed(generator, found.next_seed())
    return generator


@contextmanager
def drawing(generator: torch.Generator) -> Iterator[None]:
    """What operators without an argument for it draw comes from *generator*; the CPU's own draws nothing."""
    found = philox_of(generator)
    default = torch.default_generator
    state = RawGenerator.get_state(default)
    _raw_seed(default, 0 if found is None else found.next_seed())
    try:
        yield
    finally:
        RawGenerator.set_state(default, state)


_raw_seed: Any = RawGenerator.manual_seed


class _AnyGenerator(type(RawGenerator)):  # type: ignore[misc]
    def __instancecheck__(cls, instance: Any) -> bool:
        return isinstance(instance, RawGenerator)


class Generator(RawGenerator, metaclass=_AnyGenerator):
    """``torch.Generator`` of the simulated machine."""

    def __new__(cls, device: Any = "cpu") -> Generator:
        place = running().place(device)
        self: Generator = super().__new__(cls, CPU if is_simulated(place) else place)  # type: ignore[call-arg]
        if is_simulated(place):
            given = running().place(device) if isinstance(device, int) else torch.device(device)
            only_one = running().accelerator.most == 1
            register(self, place if only_one else given, DEFAULT_SEED)  # one made for "cuda" has no index
        return self

    def __init__(self, device: Any = "cpu") -> None:
        pass

    def __reduce__(self) -> Any:
        found = philox_of(self)
        if found is None:
            return super().__reduce__()
        return _rebuilt, (found.device, found.seed, found.offset)

    @property
    def device(self) -> torch.device:  # type: ignore[override]
        """The device it was made for."""
        return generator_device(self)

    def manual_seed(self, seed: int) -> torch.Generator:
        """The seed, and nothing drawn."""
        found = philox_of(self)
        if found is None:
            return super().manual_seed(seed)
        super().manual_seed(seed)  # which refuses what is no seed
        found.seed, found.offset = seed % _WORD, 0
        return self

    def seed(self) -> int:
        """A seed from the system."""
        seed = super().seed()
        found = philox_of(self)
        if found is not None:
            found.seed, found.offset = seed % _WORD, 0
        return seed

    def initial_seed(self) -> int:
        found = philox_of(self)
        return super().initial_seed() if found is None else found.seed

    def get_state(self) -> torch.Tensor:
        """Seed and offset on CUDA, the whole state on the CPU."""
        found = philox_of(self)
        return super().get_state() if found is None else found.state()

    def set_state(self, state: torch.Tensor) -> torch.Generator:
        """The state is read on the CPU."""
        check_state(state)
        found = philox_of(self)
        if found is None:
            return super().set_state(state)
        found.restore(state)
        return self

    def get_offset(self) -> int:
        """What has been drawn; only CUDA counts it."""
        found = philox_of(self)
        if found is None:
            return int(super().get_offset())
        return found.offset

    def set_offset(self, offset: int) -> torch.Generator:
        """Go on from an offset."""
        found = philox_of(self)
        if found is None:
            super().set_offset(offset)
        elif offset % 4:
            raise RuntimeError("offset must be a multiple of 4")
        else:
            found.offset = offset
        return self

    def clone_state(self) -> Any:
        """A generator of its own in the same state."""
        found = philox_of(self)
        if found is None:
            return super().clone_state()
        return _rebuilt(found.device, found.seed, found.offset)

    def graphsafe_get_state(self) -> Any:
        """A generator that shares the state; a simulated one shares nothing, and has the same."""
        return self.clone_state()

    def graphsafe_set_state(self, state: torch.Generator) -> torch.Generator:
        """Take the state of another generator."""
        found, other = philox_of(self), philox_of(state)
        if found is None or other is None:
            super().graphsafe_set_state(state)
        else:
            found.seed, found.offset = other.seed, other.offset
        return self


def _rebuilt(device: torch.device, seed: int, offset: int) -> Generator:
    """What a pickled generator becomes."""
    made = Generator(device)
    found = philox_of(made)
    assert found is not None, "only generators on CUDA are rebuilt here"
    found.seed, found.offset = seed, offset
    return made


def register(generator: torch.Generator, device: torch.device, seed: int) -> None:
    """Say that a generator belongs to a simulated device."""
    _states[address(generator)] = Philox(device, seed)
    weakref.finalize(generator, _states.pop, address(generator), None)


def default_generator(device: torch.device) -> torch.Generator:
    """The default generator of *device*, seeded as torch is."""
    make: Any = RawGenerator.__new__
    generator: torch.Generator = make(Generator, CPU)
    register(generator, device, torch.initial_seed())
    return generator


def install(patches: Patches) -> None:
    machine = running()
    machine.generators = [default_generator(device) for device in machine.devices]
    patches.set(torch, "Generator", Generator)
    raw_set_state = torch.random.set_rng_state

    def set_rng_state(new_state: torch.Tensor) -> None:
        check_state(new_state)
        raw_set_state(new_state)

    for owner in (torch, torch.random):
        patches.set(owner, "set_rng_state", set_rng_state)
