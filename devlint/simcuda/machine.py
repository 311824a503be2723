"""The simulated machine: how many devices there are, of which kind, and which is the current one.

machine = Machine(devices=2)
machine.gpu("cuda")       # device(type='cuda', index=0): the current device of this thread
machine.gpu(1)            # device(type='cuda', index=1)
machine.gpu("cuda:7")     # AcceleratorError: CUDA error: invalid device ordinal
"""

from __future__ import annotations

import os
import threading
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import torch

from devlint.simcuda.accelerators import CUDA, Accelerator
from devlint.simcuda.place import is_simulated, simulate, simulated

if TYPE_CHECKING:
    from devlint.simcuda.measures.ledger import Ledger
    from devlint.simcuda.measures.memory import MemoryAccount

Where = torch.device | str | int | None

def positive(number: int) -> int:
    """A number that may be that of a device; torch itself refuses others, before any device is asked."""
    if number < 0:
        raise RuntimeError("Device index must not be negative")
    return number


class Machine:
    """State of the simulated devices. One machine is active at a time; ``active`` ends with its context."""

    def __init__(
        self, devices: int, *, accelerator: Accelerator = CUDA, shared_rng: bool = False, origins: bool = False
    ) -> None:
        self.accelerator = accelerator
        self.devices = [simulated(accelerator, index) for index in range(devices)]
        self.generators: list[torch.Generator] = []  # of the devices, once the machine runs
        self.shared_rng = shared_rng
        self.origins = origins
        self.active = False
        self.used: Callable[[], None] = lambda: None
        """Called at every use of a device: the thread's operators pass the simulation from the first on."""
        self.warned_of_compilation = False
        self.ledger: Ledger | None = None
        self.account: MemoryAccount | None = None
        self.late: list[tuple[torch.Tensor, torch.Tensor]] = []  # copies to the host under way, and what they bring
        self.process: int | None = None
        self.sync_mode = 0
        self.syncs: Counter[str] = Counter()
        self.default_streams: dict[int, Any] = {}
        self.groups: dict[str, Any] = {}  # the backends of process groups, by their names
        self.autocast: torch.library.Library | None = None
        self.constructed: torch.device | None = None  # where `torch.Tensor(...)` makes tensors, by default type
        self._local = threading.local()

    @property
    def module(self) -> Any:
        """``torch.cuda``, ``torch.mps`` or ``torch.xpu``."""
        return getattr(torch, self.accelerator.type)

    @property
    def current(self) -> int:
        """Index of the current device of this thread."""
        return getattr(self._local, "index", 0)

    @current.setter
    def current(self, index: int) -> None:
        self._local.index = index

    @property
    def moving(self) -> torch.device | None:
        """Where a subclass of tensors is asked to copy what it stands for, in this thread."""
        return getattr(self._local, "moving", None)

    @moving.setter
    def moving(self, device: torch.device | None) -> None:
        self._local.moving = device

    @property
    def said(self) -> str | None:
        """The message of the last operator that failed in this thread, kept for code that drops the exception."""
        return getattr(self._local, "said", None)

    @said.setter
    def said(self, words: str | None) -> None:
        self._local.said = words

    @property
    def streams(self) -> dict[int, Any]:
        """The current stream of each device, in this thread; the default one where none is set."""
        found: dict[int, Any] = self._local.__dict__.setdefault("streams", {})
        return found

    @streams.setter
    def streams(self, streams: dict[int, Any]) -> None:
        self._local.streams = streams

    def later(self, result: torch.Tensor) -> None:
        """Take back what a copy to the CPU has brought, until the program waits for it."""
        with torch.no_grad():
            self.late.append((result, result.detach().clone()))
            result.zero_()

    def arrive(self) -> None:
        """The program waits: the copies to the CPU that are pending are done."""
        late, self.late = self.late, []
        for result, data in late:
            result.data.copy_(data)

    def in_bad_fork(self) -> bool:
        """Whether this is a forked child of a process that has used CUDA."""
        return self.process is not None and self.process != os.getpid()

    def init(self) -> None:
        """What torch does at the first use of a device in a process.

        Raises RuntimeError without devices, and in a forked child of a process that has used one
        (torch/cuda/__init__.py and torch/xpu/__init__.py, ``_lazy_init``).
        """
        if not self.devices:
            raise RuntimeError(self.accelerator.absent)
        if self.process is None:
            self.process = os.getpid()
            if hasattr(self.module, "_initialized"):
                self.module._initialized = True  # read by torch.utils.checkpoint; taken back with the patches
        elif self.in_bad_fork():
            raise RuntimeError(self.accelerator.forked)

    def check(self, index: int) -> int:
        """An index that exists; raises torch.AcceleratorError as the CUDA runtime does, RuntimeError as others do."""
        devices = len(self.devices)
        if not 0 <= index < devices:
            words = self.accelerator.no_such_index.format(index=index, devices=devices)
            raise torch.AcceleratorError(words) if self.accelerator is CUDA else RuntimeError(words)
        return index

    def gpu(self, device: Where = None) -> torch.device:
        """The simulated device meant by *device*, where something will be."""
        self.used()
        return self.device(device)

    def device(self, device: Where = None) -> torch.device:
        """The simulated device meant by *device*; None and one without an index mean the current one."""
        self.init()
        if isinstance(device, int):
            return self.devices[self.check(positive(device))]
        if isinstance(device, str):
            device = torch.device(device)
        index = None if device is None else device.index
        return self.devices[self.current if index is None else self.check(index)]

    def place(self, device: Where) -> torch.device:
        """Any device: one of the simulated kind becomes one of the machine's, another is returned as it is."""
        if isinstance(device, int):
            return self.gpu(device)
        if isinstance(device, str):
            device = torch.device(device)
        assert device is not None, "a place is asked for a device that was given"
        return self.gpu(device) if is_simulated(device) else device

    def generator(self, device: torch.device) -> torch.Generator | None:
        """The default generator of a simulated device; None where the CPU's serves all devices."""
        return None if self.shared_rng else self.generators[device.index]


_machine: Machine | None = None


def running() -> Machine:
    """The active machine."""
    assert _machine is not None, "no simulated machine is active"
    return _machine


def active_machine() -> Machine | None:
    return _machine


def start(machine: Machine) -> None:
    global _machine
    if _machine is not None:
        raise RuntimeError("a simulated machine is already active")
    simulate(machine.accelerator)
    machine.active = True
    _machine = machine


def stop(machine: Machine) -> None:
    global _machine
    machine.active = False
    _machine = None


def fields(**values: Any) -> Any:
    """A small record with attributes, for ``get_device_properties`` and the like."""
    return type("_CudaDeviceProperties", (), values)()
