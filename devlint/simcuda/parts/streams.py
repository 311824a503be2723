"""Streams and events: work is done when it is asked for, so order is kept and nothing waits.

The data of an asynchronous copy to the CPU is there once the program waits for it (``Machine.arrive``).

side = torch.cuda.Stream()
with torch.cuda.stream(side):
    y = x * 2
torch.cuda.current_stream().wait_stream(side)
"""

from __future__ import annotations

import itertools
import time
from typing import Any

import torch

from devlint.simcuda.machine import running
from devlint.simcuda.patching import Patches
from devlint.simcuda.place import is_simulated, where
from devlint.simcuda.rules import count_sync


def device_of(device: Any) -> torch.device:
    """The simulated device that is meant; another kind is refused (torch/cuda/_utils.py, ``_get_device_index``)."""
    machine = running()
    machine.init()
    utils = getattr(machine.module, "_utils", None)
    if utils is None:
        return machine.device(device)
    index: int = utils._get_device_index(device, optional=True)
    return machine.devices[machine.check(index)]


_handles = itertools.count(0x10, 0x10)
"""The handles of streams; that of a default stream is 0."""


class Event:
    """``torch.cuda.Event``."""

    def __init__(self, enable_timing: bool = False, blocking: bool = False, interprocess: bool = False, **_: Any):
        self.enable_timing = enable_timing
        self.recorded: float | None = None

    def record(self, stream: Any = None) -> None:
        self.recorded = time.perf_counter()

    def wait(self, stream: Any = None) -> None: ...

    def synchronize(self) -> None:
        running().arrive()

    def query(self) -> bool:
        running().arrive()
        return True

    def elapsed_time(self, end_event: Event) -> float:
        """Milliseconds from this event to *end_event*; both must have been made with ``enable_timing``."""
        if not (self.enable_timing and end_event.enable_timing):
            raise ValueError("Both events must be created with argument 'enable_timing=True'.")
        if self.recorded is None or end_event.recorded is None:
            raise ValueError("Both events must be recorded before calculating elapsed time.")
        return (end_event.recorded - self.recorded) * 1000


class Stream:
    """``torch.cuda.Stream``."""

    def __init__(self, device: Any = None, priority: int = 0, *, _default: bool = False, **_: Any) -> None:
        self.device = device_of(device)
        least, greatest = self.priority_range()
        self.priority = min(max(priority, greatest), least)
        self.cuda_stream = 0 if _default else next(_handles)

    @staticmethod
    def priority_range() -> tuple[int, int]:
        """The least and the greatest priority that torch gives (c10/cuda/CUDAStream.h, ``priority_range``)."""
        return running().accelerator.priorities

    def __repr__(self) -> str:
        name = f"torch.{self.device.type}.Stream"
        return f"<{name} device={self.device} {self.device.type}_stream={self.cuda_stream:#x}>"

    def wait_stream(self, stream: Any) -> None: ...

    def wait_event(self, event: Any) -> None: ...

    def synchronize(self) -> None:
        count_sync(running(), "synchronize")

    def query(self) -> bool:
        running().arrive()
        return True

    def record_event(self, event: Event | None = None) -> Event:
        event = event or Event()
        event.record(self)
        return event

    def is_capturing(self) -> bool:
        """Graphs are not simulated, so nothing is being captured."""
        return False

    @property
    def device_index(self) -> int:
        return self.device.index

    def __enter__(self) -> Stream:
        self._context = StreamContext(self)
        self._context.__enter__()
        return self

    def __exit__(self, *exc: object) -> None:
        self._context.__exit__(*exc)


class StreamContext:
    """``torch.cuda.stream(s)``: makes the stream and its device current."""

    def __init__(self, stream: Stream | None) -> None:
        self.stream = stream

    def __enter__(self) -> None:
        machine = running()
        self.before = machine.current, machine.streams.copy()
        if self.stream is not None:
            machine.current = self.stream.device.index
            machine.streams[self.stream.device.index] = self.stream

    def __exit__(self, *exc: object) -> None:
        running().current, running().streams = self.before


class ExternalStream(Stream):
    """``torch.cuda.ExternalStream``: a stream that another library has made."""

    def __init__(self, stream_ptr: int, device: Any = None, **_: Any) -> None:
        super().__init__(device)
        self.cuda_stream = stream_ptr


def record_stream(self: torch.Tensor, stream: Any) -> None:
    """Only what is on a device is kept for a stream."""
    if not is_simulated(where(self)):
        raise NotImplementedError("Could not run 'aten::record_stream' with arguments from the 'CPU' backend.")


def default_stream(device: Any = None) -> Stream:
    machine = running()
    place = device_of(device)
    if place.index not in machine.default_streams:
        machine.default_streams[place.index] = Stream(place, _default=True)
    found: Stream = machine.default_streams[place.index]
    return found


def current_stream(device: Any = None) -> Stream:
    machine = running()
    found: Stream | None = machine.streams.get(device_of(device).index)
    return found or default_stream(device)


def set_stream(stream: Stream | None) -> None:
    if stream is not None:
        machine = running()
        machine.current = stream.device.index
        machine.streams[stream.device.index] = stream


def install(patches: Patches) -> None:
    """Replace what all kinds of devices have."""
    patches.set(torch, "Stream", Stream)
    patches.set(torch, "Event", Event)
    patches.set(torch.nn.parallel._functions, "_streams", None)
    patches.set(torch.Tensor, "record_stream", record_stream)


def install_module(patches: Patches, module: Any) -> None:
    """Replace what ``torch.cuda`` or its like has."""
    for name, value in {
        "Stream": Stream,
        "Event": Event,
        "stream": StreamContext,
        "StreamContext": StreamContext,
        "current_stream": current_stream,
        "default_stream": default_stream,
        "set_stream": set_stream,
    }.items():
        if hasattr(module, name):
            patches.set(module, name, value)
    for name in ("Stream", "Event"):
        patches.set(module.streams, name, getattr(module, name))
