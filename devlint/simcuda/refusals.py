"""What is not simulated is refused with one sentence.

torch.cuda.CUDAGraph()  # NotSimulated: simulated CUDA does not run a CUDA graph: nothing is queued ...
torch.compile(net)      # runs without compilation, with one warning
"""

from __future__ import annotations

import functools
import sys
import warnings
from collections.abc import Callable
from typing import Any, NoReturn

import torch
from torch._subclasses.fake_tensor import FakeTensor

from devlint.simcuda.machine import running
from devlint.simcuda.patching import Patches
from devlint.simcuda.place import is_simulated


class NotSimulated(RuntimeError):
    """A feature of CUDA that the simulation does not have."""


class NotSupplied(NotSimulated, AttributeError):
    """A function of a build of torch for CUDA that the simulation does not have; for ``hasattr`` it is not there."""


REASONS = {
    "a custom CUDA kernel": "device code cannot run on a CPU",
    "a Triton kernel": "device code cannot run on a CPU",
    "torch.export and FakeTensorMode": "a fake tensor of a device needs that device's part of torch",
    "a private pool of memory": "nothing is allocated on a device",
    "emit_nvtx": "a build without CUDA has no such profiler",
    "a device's sensors": "no driver answers for a simulated device",
    "a Metal kernel": "device code cannot run on a CPU",
    "Metal's profiler and captures": "no command is given to Metal",
    "a collective on its devices": "the process groups of a CPU build have tensors on the CPU only",
    "an XPU graph": "nothing is queued on a device that could be captured",
    "a CUDA graph": "nothing is queued on a device that could be captured",
    "TorchScript's freeze and optimize_for_inference": "they fold the CPU into the script as the device of its tensors",
    "TorchScript's trace of a move": "it would record the CPU as where the tensor goes",
}


_raw_compile: Callable[..., Any] = torch.compile


def refuse(feature: str) -> NoReturn:
    """Raise the sentence that names *feature*."""
    raise NotSimulated(f"simulated {running().accelerator.label} does not run {feature}: {REASONS[feature]}")


def only_shapes() -> bool:
    """Whether fake tensors are asked for shapes only, by the propagation of placements of DTensor."""
    frame: Any = sys._getframe(1)
    while frame is not None:
        if str(frame.f_globals.get("__name__")).startswith("torch.distributed.tensor"):
            return True
        frame = frame.f_back
    return False


def refuse_fake(tensor: Any) -> bool:
    """Raise the sentence for a fake tensor that shall be on a simulated device; whether it is one for shapes only."""
    fake = isinstance(tensor, FakeTensor)
    if fake and not only_shapes():
        refuse("torch.export and FakeTensorMode")
    return fake


def refuse_operator(func: Any) -> NoReturn:
    """Raise the sentence for an operator without a kernel on the CPU."""
    label = running().accelerator.label
    raise NotSimulated(f"simulated {label} does not run {func._schema.name}: it has a kernel on CUDA only")


def missing_of_build(name: str) -> NoReturn:
    """``torch._C.__getattr__``: raise the sentence for a function that only a build for CUDA has."""
    if name.startswith(OF_A_BUILD):
        label = running().accelerator.label
        raise NotSupplied(f"simulated {label} does not run torch._C.{name}: only a build of torch for CUDA has it")
    raise AttributeError(f"module 'torch._C' has no attribute '{name}'")


OF_A_BUILD = ("_cuda_", "_cudnn", "_cufft", "_nccl_", "_gds_", "_cusparselt")
"""How the names of such functions begin."""


def refusing(feature: str) -> Callable[..., Any]:
    """A function that refuses."""
    return lambda *args, **kwargs: refuse(feature)


def refused_class(feature: str, original: type) -> type:
    """A class of the name of *original* that refuses to be made; annotations and subclasses may use it."""

    def new(cls: type, *args: Any, **kwargs: Any) -> NoReturn:
        refuse(feature)

    return type(original.__name__, (), {"__new__": new, "__doc__": original.__doc__, "__module__": original.__module__})


def compile_(model: Any = None, *, disable: bool = False, **options: Any) -> Any:
    """``torch.compile``: what it returns runs without compilation, and says so once for the simulation."""
    if model is None:
        return lambda function: compile_(function, disable=disable, **options)
    if disable:
        return model
    warn_of_compilation()
    if isinstance(model, torch.nn.Module):
        compiled = _raw_compile(model, **options)
        compiled.forward = model.__call__
        return compiled

    @functools.wraps(model)
    def uncompiled(*args: Any, **kwargs: Any) -> Any:
        return model(*args, **kwargs)

    return uncompiled


def compile_in_place(self: torch.nn.Module, *args: Any, **kwargs: Any) -> None:
    """``Module.compile``: the module stays as it is."""
    warn_of_compilation()


def warn_of_compilation() -> None:
    """Warn, once for each simulation, that nothing is compiled."""
    machine = running()
    if not machine.warned_of_compilation:
        machine.warned_of_compilation = True
        warnings.warn(
            f"simulated {machine.accelerator.label} runs what torch.compile is given without compiling it: compiled "
            "code leaves torch's operators, where devices are compared",
            stacklevel=3,
        )


def fake_tensor(raw: Callable[..., Any]) -> Callable[..., Any]:
    """``FakeTensor.__new__``: a build without CUDA ends the process when one on CUDA takes part in autograd."""

    def new(cls: Any, fake_mode: Any, elem: Any, device: torch.device, *args: Any, **kwargs: Any) -> Any:
        if is_simulated(device) and only_shapes():
            device = torch.device("cpu")
        elif is_simulated(device):
            refuse("torch.export and FakeTensorMode")
        return raw(cls, fake_mode, elem, device, *args, **kwargs)

    return new


def registering(raw: Callable[..., Any]) -> Callable[..., Any]:
    """``torch.library.Library.impl``: a program's kernels for a device are run for operators outside of ``aten``."""

    @functools.wraps(raw)
    def impl(self: Any, op_name: Any, fn: Any, dispatch_key: str = "", **kwargs: Any) -> Any:
        label = running().accelerator.label
        is_refused = dispatch_key == f"Autograd{label}" or (dispatch_key == label and self.ns == "aten")
        if is_refused and not _is_torch_registering():
            raise NotSimulated(f"simulated {label} does not run {self.ns}::{op_name} registered for {dispatch_key}")
        return raw(self, op_name, fn, dispatch_key, **kwargs)

    return impl


def _is_torch_registering() -> bool:
    """Whether the innermost module that is neither this one nor ``torch.library`` belongs to torch."""
    passed = (__name__, "torch.library", "torch._library.custom_ops")
    frame: Any = sys._getframe(1)
    while frame is not None and frame.f_globals.get("__name__") in passed:
        frame = frame.f_back
    return frame is not None and str(frame.f_globals.get("__name__")).startswith("torch.")


def install(patches: Patches) -> None:
    """Replace the entrances to what is refused."""
    patches.set(torch.library.Library, "impl", registering(torch.library.Library.impl))
    patches.set(torch, "compile", compile_)
    patches.set(torch.nn.Module, "compile", compile_in_place)
    patches.set(torch.autograd.profiler, "emit_nvtx", refused_class("emit_nvtx", torch.autograd.profiler.emit_nvtx))
    for name in ("freeze", "optimize_for_inference"):
        patches.set(torch.jit, name, refusing("TorchScript's freeze and optimize_for_inference"))
    patches.set(FakeTensor, "__new__", staticmethod(fake_tensor(FakeTensor.__new__)))
    jitted = getattr(torch.cuda.jiterator, "_JittedFunction", None)
    if jitted is not None:
        patches.set(jitted, "__call__", refusing("a custom CUDA kernel"))
    extension = sys.modules.get("torch.utils.cpp_extension")
    for name in ("load", "load_inline", "CUDAExtension") if extension is not None else ():
        patches.set(extension, name, refusing("a custom CUDA kernel"))
    triton = sys.modules.get("triton.runtime.jit")
    if triton is not None:
        patches.set(triton.JITFunction, "run", refusing("a Triton kernel"))
