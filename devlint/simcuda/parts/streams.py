"""Streams and events: work is done when it is asked for, so order is kept and nothing waits.

The data of an asynchronous copy to the CPU is there once the program waits for it (``Machine.arrive``).

side = torch.cuda.Stream()
with torch.cuda.stream(side):
    y = x * 2
torch.cuda.current_stream().wait_stream(side)
"""

from __future__ import annotations

import time
from typing import Any

import torch

from devlint.simcuda.machine import running
from devlint.simcuda.patching import Patches


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

    def __init__(self, device: Any = None, priority: int = 0, **_: Any) -> None:
        self.device = running().device(device)
        self.priority = priority
        self.cuda_stream = 0

    def wait_stream(self, stream: Any) -> None: ...

    def wait_event(self, event: Any) -> None: ...

    def synchronize(self) -> None:
        running().arrive()

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


def default_stream(device: Any = None) -> Stream:
    machine = running()
    place = machine.device(device)
    if place.index not in machine.default_streams:
        machine.default_streams[place.index] = Stream(place)
    found: Stream = machine.default_streams[place.index]
    return found


def current_stream(device: Any = None) -> Stream:
    machine = running()
    found: Stream | None = machine.streams.get(machine.device(device).index)
    return found or default_stream(device)


def set_stream(stream: Stream | None) -> None:
    if stream is not None:
        machine = running()
        machine.current = stream.device.index
        machine.streams[stream.device.index] = stream


def install(patches: Patches) -> None:
    for name, value in {
        "Stream": Stream,
        "ExternalStream": Stream,
        "Event": Event,
        "stream": StreamContext,
        "StreamContext": StreamContext,
        "current_stream": current_stream,
        "default_stream": default_stream,
        "set_stream": set_stream,
    }.items():
        patches.set(torch.cuda, name, value)
    patches.set(torch, "Stream", Stream)
    patches.set(torch, "Event", Event)
    patches.set(torch.nn.parallel._functions, "_streams", None)
    patches.set(torch.Tensor, "record_stream", lambda self, stream: None)
