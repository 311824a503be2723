"""An account of the memory on each simulated device, and the error when a limit is passed.

account = MemoryAccount(limit=2**30)
block = account.allocate(0, 4096)     # held beside the storage; its end is the end of the allocation
account.stats(0)                      # what torch._C._cuda_memoryStats(0) returns
account.allocate(0, 2**31)            # torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB. ...

The bytes are those of storages, rounded up as the caching allocator of CUDA does. What libraries of CUDA take for
themselves, its fragments and a kernel's scratch space are not counted.
"""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import torch

from devlint.simcuda.accelerators import CUDA, Accelerator
from devlint.simcuda.origins import Origin, users_line

ROUNDING = 512
"""c10/cuda/CUDACachingAllocator.cpp, ``kMinBlockSize``."""
SMALL = 2**20
"""The largest block of the small pool, ``kSmallSize``."""
SEGMENT = 2**21
"""The least that is taken from the driver at once, ``kSmallBuffer``."""
POOLS = ("all", "small_pool", "large_pool")


class Figure:
    """One figure of the allocator: how much there is, was at most, came and went."""

    __slots__ = ("allocated", "current", "freed", "peak")

    def __init__(self) -> None:
        self.current = self.peak = self.allocated = self.freed = 0

    def change(self, amount: int) -> None:
        """Add, or with a negative amount take away."""
        self.current += amount
        if amount > 0:
            self.allocated += amount
            self.peak = max(self.peak, self.current)
        else:
            self.freed -= amount

    def as_dict(self) -> dict[str, int]:
        """As torch gives it."""
        return {name: getattr(self, name) for name in ("current", "peak", "allocated", "freed")}


class DeviceMemory:
    """The figures of one device, by name and pool, and the most it held, which no program resets."""

    def __init__(self) -> None:
        self.figures: dict[tuple[str, str], Figure] = defaultdict(Figure)
        self.out_of_memory = 0
        self.highest = 0
        self.highest_at: Origin | None = None

    @property
    def bytes(self) -> Figure:
        """The bytes that are allocated."""
        return self.figures["allocated_bytes", "all"]

    def change(self, size: int, rounded: int, sign: int) -> None:
        """Count a block that comes (1) or goes (-1)."""
        for pool in ("all", "small_pool" if rounded <= SMALL else "large_pool"):
            for name, amount in (("allocated_bytes", rounded), ("requested_bytes", size), ("allocation", 1)):
                self.figures[name, pool].change(sign * amount)
        reserved = self.figures["reserved_bytes", "all"]
        missing = self.bytes.current - reserved.current
        if missing > 0:
            reserved.change(-(-missing // SEGMENT) * SEGMENT)


class Block:
    """A piece of a device's memory; it is given back when nothing refers to it."""

    __slots__ = ("account", "index", "rounded", "size")

    def __init__(self, account: MemoryAccount, index: int, size: int, rounded: int) -> None:
        self.account, self.index, self.size, self.rounded = account, index, size, rounded

    def __del__(self) -> None:
        self.account.free(self)


class MemoryAccount:
    """The memory of all devices. *limit* is what each has, in bytes; *lines* keeps the line that reached the peak."""

    def __init__(
        self, limit: int | None = None, *, lines: bool = False, accelerator: Accelerator = CUDA
    ) -> None:
        self.accelerator = accelerator
        self.limit = limit
        self.lines = lines
        self.devices: dict[int, DeviceMemory] = defaultdict(DeviceMemory)
        self._paused = threading.local()
        self._lock = threading.RLock()  # a block may go while another comes, in the same thread

    def allocate(self, index: int, size: int) -> Block | None:
        """Count *size* bytes on a device; raises torch.OutOfMemoryError where they pass the limit."""
        rounded = -(-size // ROUNDING) * ROUNDING
        if not rounded or getattr(self._paused, "on", False):
            return None
        with self._lock:
            memory = self.devices[index]
            if self.limit is not None and memory.bytes.current + rounded > self.limit:
                memory.out_of_memory += 1
                raise self._error(index, rounded)
            memory.change(size, rounded, 1)
            if memory.bytes.current > memory.highest:
                memory.highest = memory.bytes.current
                memory.highest_at = users_line() if self.lines else None
            return Block(self, index, size, rounded)

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Count nothing in this thread: a copy to another device bears the mark of its source while it is made."""
        self._paused.on = True
        try:
            yield
        finally:
            self._paused.on = False

    def free(self, block: Block) -> None:
        """Count a block that nothing refers to any more."""
        with self._lock:
            self.devices[block.index].change(block.size, block.rounded, -1)

    def empty_cache(self) -> None:
        """Give back what is reserved and not allocated."""
        for memory in self.devices.values():
            reserved = memory.figures["reserved_bytes", "all"]
            reserved.change(-(-memory.bytes.current // SEGMENT) * SEGMENT - reserved.current)

    def reset_peak(self, index: int) -> None:
        """Begin new peaks."""
        for figure in self.devices[index].figures.values():
            figure.peak = figure.current

    def reset_accumulated(self, index: int) -> None:
        """Begin new sums."""
        for figure in self.devices[index].figures.values():
            figure.allocated = figure.freed = 0

    def stats(self, index: int) -> dict[str, Any]:
        """The allocator's statistics, with all of the names that torch gives."""
        memory = self.devices[index]
        zero = Figure()
        nested: dict[str, Any] = {
            name: {pool: memory.figures.get((same, pool), zero).as_dict() for pool in POOLS}
            for name, same in (
                ("allocation", "allocation"),
                ("segment", "segment"),
                ("active", "allocation"),
                ("inactive_split", ""),
                ("allocated_bytes", "allocated_bytes"),
                ("reserved_bytes", "reserved_bytes"),
                ("active_bytes", "allocated_bytes"),
                ("inactive_split_bytes", ""),
                ("requested_bytes", "requested_bytes"),
            )
        }
        nested.update({name: zero.as_dict() for name in ("oversize_allocations", "oversize_segments")})
        names = ("num_alloc_retries", "num_sync_all_streams", "num_device_alloc", "num_device_free", "max_split_size")
        return {**nested, **dict.fromkeys(names, 0), "num_ooms": memory.out_of_memory}

    def _error(self, index: int, size: int) -> RuntimeError:
        memory, limit = self.devices[index], self.limit or 0
        used = memory.bytes.current
        reserved = min(memory.figures["reserved_bytes", "all"].current, limit)
        words = self.accelerator.out_of_memory.format(
            size=readable(size),
            index=index,
            limit=readable(limit),
            free=readable(max(limit - used, 0)),
            used=readable(used),
            reserved=readable(max(reserved - used, 0)),
        )
        return torch.OutOfMemoryError(words) if self.accelerator.has_memory_error else RuntimeError(words)


def readable(size: int) -> str:
    """``20.00 MiB``, as the allocator writes a size."""
    for unit, factor in (("GiB", 2**30), ("MiB", 2**20), ("KiB", 2**10)):
        if size >= factor:
            return f"{size / factor:.2f} {unit}"
    return f"{size} bytes"
