"""Names of devices and of accelerators.

model.to(device)              called a device
if args.use_npu: ...          speaks of an accelerator beside CUDA
"""

from __future__ import annotations

import re
from functools import lru_cache

_DEVICE = re.compile(r"device$|(^|_)dev$")
_DEVICE_OF_SELF = re.compile(r"self\.\w*device")
_GPU_OR_DEVICE = re.compile(r"gpu|device|cuda", re.I)
_GPU = re.compile(r"gpu|cuda", re.I)
_PLACEMENT = re.compile(r"device|gpu|cuda|accelerat|fabric|rank", re.I)
_MOVING = re.compile(r"device|gpu|cuda|accelerat|fabric|lightning|ignite|xpu|npu|mps\b|trainer", re.I)
_WHERE = re.compile(r"device|accelerator|platform|hardware", re.I)
_OTHERS = re.compile(r"(?:^|_)(mps|xpu|npu|mlu|hpu|musa)(?:_|$)", re.I)
_FRAMEWORK = re.compile(r"accelerat|fabric")
_MANAGER = re.compile(r"(^|[._])(fabric|trainer|strategy|accelerator|runner|engine|task)\.")
_ABOUT_CUDA = re.compile(r"cuda|gpu|nccl|triton|tensorrt|trt|bench|profil|demo|example|^test_(?!step$)|^main$", re.I)


@lru_cache(maxsize=512)
def is_called_device(name: str) -> bool:
    """True if the last part of this dotted name is that of a device: ``self.device``, ``target_dev``.

    Not for ``devices``, which are several, nor for ``device_id``, which is a number (``is_called_gpu_index``).
    """
    return _DEVICE.search(name.rpartition(".")[2]) is not None


def is_called_device_or_context(name: str) -> bool:
    """True if this dotted name is that of a device, or of the context that graph libraries call theirs: ``ctx.index``.

    Only where an attribute of devices is read: elsewhere ``ctx`` is the context of an autograd function.
    """
    return is_called_device(name) or name == "ctx" or name.endswith("_ctx")


def is_device_of_self(name: str) -> bool:
    """True if this is an attribute of ``self`` that holds a device: ``Loss(self.compute_device)``."""
    return _DEVICE_OF_SELF.fullmatch(name) is not None


def speaks_of_gpu(name: str) -> bool:
    """True if a number of this name is one of GPUs: ``if n_gpu > 0``."""
    return _GPU.search(name) is not None


def speaks_of_gpu_or_device(name: str) -> bool:
    """True if what is None or 0 is so for want of a GPU: ``device_index = 0 if gpu else None``."""
    return _GPU_OR_DEVICE.search(name) is not None


@lru_cache(maxsize=512)
def speaks_of_placement(name: str) -> bool:
    """True if an argument of this name says where a model goes: ``build(model, local_rank)``, ``fabric``."""
    return _PLACEMENT.search(name) is not None


def speaks_of_moving(name: str) -> bool:
    """True if code with this name or this text may move something: ``to``, ``device``, ``"cuda:0"``, ``Trainer``."""
    return name == "to" or _MOVING.search(name) is not None


def says_where(name: str) -> bool:
    """True if a word under this name tells where all is done: ``if args.platform == "gpu"``."""
    return _WHERE.search(name) is not None


def other_accelerator(name: str) -> str:
    """``"npu"`` for ``is_npu_available``: the accelerator beside CUDA that a name speaks of, or ""."""
    found = _OTHERS.search(name)
    return found[1].lower() if found is not None else ""


def is_device_of_framework(name: str) -> bool:
    """True if a loader moves what it gives to the device of this name by itself: ``accelerator.device``."""
    return _FRAMEWORK.search(name) is not None


def is_of_device_manager(place: str) -> bool:
    """True if a device lies in an object that sets the current GPU itself: ``self.trainer.device``."""
    return _MANAGER.search(place) is not None


def is_about_cuda(name: str) -> bool:
    """True if a function or class of this name is there for CUDA, or only shows something: ``bench_matmul_cuda``.

    Not for ``test_step``, which is a step of training.
    """
    return _ABOUT_CUDA.search(name) is not None
