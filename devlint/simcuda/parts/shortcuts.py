"""Common functions whose tensors are plain and all on one device run without the modes; only the result is marked.

    a + b                # both on cuda:0: one comparison of two marks, the operator, a mark on its result
    batch.view(-1)       # a view has the storage of its base, and so its device
    a + b_on_the_cpu     # passes the modes, which know what CUDA says

A function is in the tables if nothing but its arguments, views of them and its result is kept for the backward pass:
what it makes for itself inside would have no mark there.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import torch
from torch.autograd import forward_ad

from devlint.simcuda import origins
from devlint.simcuda.function_mode import is_programs_mode_on_top
from devlint.simcuda.machine import running
from devlint.simcuda.patching import Patches, called_directly, overriding
from devlint.simcuda.place import KEY, NEUTRAL, common_device, put

OPERATORS = """__add__ __radd__ __sub__ __rsub__ __mul__ __rmul__ __truediv__ __div__ __neg__ __eq__ __ne__
__lt__ __le__ __gt__ __ge__ __iadd__ __isub__ __imul__ __itruediv__""".split()
METHODS = """add add_ sub sub_ mul mul_ div div_ neg abs exp log sqrt sigmoid tanh relu sum mean view t transpose
permute unsqueeze squeeze expand detach clone select narrow""".split()
FUNCTIONS = """add sub mul div neg abs exp log sqrt sigmoid tanh relu sum mean transpose permute unsqueeze
squeeze""".split()
_FLOATING = frozenset({torch.float32, torch.float64})
_RARE = frozenset({torch.uint16, torch.uint32, torch.uint64, torch.float8_e4m3fn, torch.float8_e5m2})
_RARE |= frozenset({torch.qint8, torch.quint8, torch.qint32})

_Tensor, _Device = torch.Tensor, type(NEUTRAL)
_storage = torch._C.TensorBase.untyped_storage
_NoFunctionModes = torch._C.DisableTorchFunction
_NoDispatchModes = torch._C._DisableTorchDispatch
_hooks = torch._C._autograd._top_saved_tensors_default_hooks
_function_modes = torch._C._len_torch_function_stack
_tracing = torch._C._get_tracing_state
_dispatch_modes = torch._C._len_torch_dispatch_stack


def anything(args: Any, device: Any) -> bool:
    return True


def is_on_the_host(args: Any, device: Any) -> bool:
    """Whether no device need be waited for."""
    return device is None


def is_of_common_dtype(args: Any, device: Any) -> bool:
    """Whether the first tensor is of a type that all devices multiply."""
    return device is None or getattr(args[0], "dtype", None) not in _RARE


def keeps_no_copy(args: Any, device: Any) -> bool:
    """Whether a product in place need not copy what it overwrites, for the gradient of its second operand."""
    other = args[1] if len(args) > 1 else None
    wanted = isinstance(other, _Tensor) and other.requires_grad and torch.is_grad_enabled()
    return not wanted and is_of_common_dtype(args, device)


def is_one_product(args: Any, device: Any) -> bool:
    """Whether ``linear`` multiplies its input as it is, of a type that all devices have a kernel for."""
    x = args[0]
    return x.dtype in _FLOATING and (x.dim() == 2 or x.is_contiguous())


def shortcut(
    raw: Callable[..., Any], fits: Callable[[Any, Any], bool] = anything, *, is_method: bool = True
) -> Callable[..., Any]:
    """*raw*, without the modes where that makes no difference; what fails fails again under them, in CUDA's words.

    C++ finds a method by its name, and so what stands for it, for modes and classes of the program; no function.
    """
    machine = running()

    @functools.wraps(raw)
    def call(*args: Any, **kwargs: Any) -> Any:
        if (
            not kwargs
            and _function_modes() == 1
            and _dispatch_modes() == 1
            and machine.autocast is None
            and _hooks(True) is None
            and forward_ad._current_level < 0
        ):
            with _NoFunctionModes():
                device = common_device(args)
                if (device is None or (type(device) is _Device and device is not NEUTRAL)) and fits(args, device):
                    held = [_NoDispatchModes()]  # in force for as long as it lives
                    try:
                        result = raw(*args)
                    except RuntimeError:
                        if _tracing() is not None:
                            raise  # a trace that has failed cannot go on
                    else:
                        if device is not None:
                            mark(result, device)
                        if machine.origins:
                            origins.remember(result, args)
                        return result
                    finally:
                        held.clear()
        if args and not isinstance(args[0], _Tensor) and hasattr(type(args[0]), "__torch_function__"):
            return told_of(call, raw, args, kwargs)
        if not is_method and (is_programs_mode_on_top() or overriding(args)):
            return torch.overrides.handle_torch_function(call, args[:2], *args, **kwargs)
        return raw(*args, **kwargs)

    return called_directly(call)  # C++ asks the modes, where more than one is in force


def told_of(call: Callable[..., Any], raw: Callable[..., Any], args: Any, kwargs: Any) -> Any:
    """A class that is no tensor knows the functions that it overrides by identity: *raw*, or what stands for it."""
    try:
        return raw(*args, **kwargs)
    except (NotImplementedError, TypeError):
        return torch.overrides.handle_torch_function(call, args[:1], *args, **kwargs)


def mark(result: Any, device: torch.device) -> None:
    """Mark the tensor that a function returned."""
    if type(result) is _Tensor:
        marks = _storage(result).__dict__
        if marks.get(KEY) is not device:
            put(result, device)


def install(patches: Patches) -> None:
    """Put the shortcuts in front."""
    common = "__mul__ __rmul__ mul abs sigmoid tanh mean __eq__ __ne__ __lt__ __le__ __gt__ __ge__".split()
    special: dict[str, Callable[[Any, Any], bool]] = dict.fromkeys(common, is_of_common_dtype)
    special.update(dict.fromkeys(("__imul__", "mul_", "__itruediv__", "div_"), keeps_no_copy))
    special["item"] = is_on_the_host  # not `__getitem__`: a tensor would be a sequence to C++
    for name in (*OPERATORS, *METHODS, "item"):
        patches.set(_Tensor, name, shortcut(getattr(_Tensor, name), special.get(name, anything)))
    for name in FUNCTIONS:
        quick = shortcut(getattr(torch, name), special.get(name, anything), is_method=False)
        patches.set(torch, name, quick, by_identity=False)
    for owner in (torch._C._nn, torch.nn.functional):
        patches.set(owner, "linear", shortcut(owner.linear, is_one_product, is_method=False), by_identity=False)
