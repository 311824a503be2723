"""What tools ask of a CUDA build: the runtime's module, ranges for a profiler, cuDNN's version.

    with torch.cuda.nvtx.range("step"): ...    # no profiler listens
    torch.backends.cudnn.version()             # 91002
"""

from __future__ import annotations

import types
from typing import Any

import torch

from devlint.simcuda.machine import running
from devlint.simcuda.patching import Patches
from devlint.simcuda.place import where
from devlint.simcuda.refusals import missing_of_build, refused_class, refusing

CUDNN = 91002
UNTRACKED = -2
"""What NVTX answers while no profiler listens."""
IMPORTED: dict[str, Any] = {
    "_cuda_CUDAAllocator_AllocatorState": type("AllocatorState", (), {}),
    "_set_cached_tensors_enabled": lambda enabled: None,
}
"""What torch's compiler imports of a CUDA build, as ``torch._dynamo.reset()`` does, and uses for CUDA graphs only."""
CUDNN_DTYPES = (torch.float16, torch.float32, torch.float64)


def nvtx() -> Any:
    """``torch._C._nvtx``."""
    return types.SimpleNamespace(
        rangePushA=lambda message: UNTRACKED,
        rangePop=lambda: UNTRACKED,
        rangeStartA=lambda message: 0,
        rangeEnd=lambda handle: None,
        markA=lambda message: None,
        deviceRangeStart=lambda message, stream: None,
        deviceRangeEnd=lambda handle, stream: None,
    )


def runtime() -> Any:
    """``torch.cuda.cudart()``, without what only a driver can answer."""
    running().init()
    machine = running()

    def memory(device: int) -> tuple[int, int]:
        machine.check(device)
        found: tuple[int, int] = torch._C._accelerator_getMemoryInfo(device)
        return found

    success = torch.cuda.CudaError.__init__.__globals__.get("cudaStatus")
    zero = getattr(success, "SUCCESS", 0)
    return types.SimpleNamespace(
        cudaMemGetInfo=memory,
        cudaProfilerStart=lambda: zero,
        cudaProfilerStop=lambda: zero,
        cudaGetErrorString=lambda code: "no error" if int(code) == 0 else "unknown error",
        cudaHostRegister=lambda pointer, size, flags: zero,
        cudaHostUnregister=lambda pointer: zero,
        cudaError=types.SimpleNamespace(success=zero),
    )


def is_acceptable(tensor: torch.Tensor) -> bool:
    """Whether cuDNN takes a tensor."""
    return torch._C._get_cudnn_enabled() and where(tensor).type == "cuda" and tensor.dtype in CUDNN_DTYPES


def install(patches: Patches) -> None:
    """Supply what a CPU build of torch lacks; what needs a driver is refused."""
    patches.set(torch.cuda.nvtx, "_nvtx", nvtx())
    for owner in (torch.cuda, torch.cuda.profiler):
        patches.set(owner, "cudart", runtime)
    patches.set(torch.cuda.profiler, "check_error", lambda code: None)
    if running().devices:
        cudnn: Any = torch.backends.cudnn
        for name, value in {
            "is_available": lambda: True,
            "version": lambda: CUDNN,
            "is_acceptable": is_acceptable,
        }.items():
            patches.set(cudnn, name, value)
    if hasattr(torch, "_use_cudnn_rnn_flatten_weight"):  # a build for CUDA has it, without a device to do it on
        patches.set(torch, "_use_cudnn_rnn_flatten_weight", lambda: False)
    patches.set(torch._C, "__getattr__", missing_of_build)
    patches.set(torch.cuda, "graph_pool_handle", refusing("a CUDA graph"))
    for name in ("CUDAGraph", "graph"):
        patches.set(torch.cuda, name, refused_class("a CUDA graph", getattr(torch.cuda, name)))
    patches.set(torch.cuda, "MemPool", refused_class("a private pool of memory", torch.cuda.MemPool))
    patches.set(torch.cuda, "make_graphed_callables", refusing("a CUDA graph"))
    for name, stand_in in IMPORTED.items():
        if not hasattr(torch._C, name):
            patches.set(torch._C, name, stand_in)
    patches.set(torch.cuda, "_compile_kernel", refusing("a custom CUDA kernel"))
    for name in ("temperature", "power_draw", "clock_rate", "list_gpu_processes", "device_memory_used"):
        patches.set(torch.cuda, name, refusing("a device's sensors"))
    patches.set(torch._C, "_cuda_getCurrentBlasHandle", lambda: 0)
