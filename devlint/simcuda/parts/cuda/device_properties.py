"""``torch.cuda.get_device_properties``: the figures of an A100, a common GPU of compute capability 8.0.

properties = DeviceProperties(1, total_memory=16 * 2**30)
properties.L2_cache_size                  # 41943040
print(properties)                         # _CudaDeviceProperties(name='Simulated CUDA device', major=8, minor=0, ...

The names are those that torch binds (torch/csrc/cuda/Module.cpp, ``registerCudaDeviceProperties``).
"""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

NAME = "Simulated CUDA device"


class DeviceUUID:
    """The identifier of a device: its text is that of the 16 ``bytes``."""

    def __init__(self, index: int) -> None:
        self.bytes = list(UUID(int=index << 96).bytes)

    def __str__(self) -> str:
        return str(UUID(bytes=bytes(self.bytes)))


@dataclass(frozen=True, repr=False, eq=False)
class DeviceProperties:
    """What a program reads of one device."""

    index: int
    total_memory: int
    name: str = NAME
    major: int = 8
    minor: int = 0
    multi_processor_count: int = 108
    warp_size: int = 32
    max_threads_per_block: int = 1024
    max_threads_per_multi_processor: int = 2048
    regs_per_multiprocessor: int = 65536
    shared_memory_per_block: int = 48 * 1024
    shared_memory_per_block_optin: int = 163 * 1024
    shared_memory_per_multiprocessor: int = 164 * 1024
    L2_cache_size: int = 40 * 2**20
    clock_rate: int = 1_410_000
    memory_clock_rate: int = 1_215_000
    memory_bus_width: int = 5120
    is_integrated: int = 0
    is_multi_gpu_board: int = 0
    gcnArchName: str = NAME
    pci_domain_id: int = 0
    pci_device_id: int = 0

    @property
    def pci_bus_id(self) -> int:
        """The number of the device's slot."""
        return self.index + 1

    @property
    def uuid(self) -> DeviceUUID:
        """The device's identifier."""
        return DeviceUUID(self.index)

    def __repr__(self) -> str:
        return (
            f"_CudaDeviceProperties(name='{self.name}', major={self.major}, minor={self.minor}, "
            f"total_memory={self.total_memory // 2**20}MB, multi_processor_count={self.multi_processor_count}, "
            f"uuid={self.uuid}, pci_bus_id={self.pci_bus_id}, pci_device_id={self.pci_device_id}, "
            f"pci_domain_id={self.pci_domain_id}, L2_cache_size={self.L2_cache_size // 2**20}MB)"
        )
