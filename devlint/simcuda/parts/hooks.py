"""What a hook of a tensor is given, and what it may return.

    h.register_hook(lambda grad: grad.cpu())
    # hook '<lambda>' has changed the type of value (was torch.cuda.FloatTensor got torch.FloatTensor)

C++ compares the gradient before and after the hook (torch/csrc/autograd/python_hook.cpp, ``check_single_result``),
where both are on the CPU here.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import torch

from devlint.simcuda.checks import type_name
from devlint.simcuda.patching import Patches
from devlint.simcuda.place import settle, where


def compared(hook: Callable[..., Any], place: torch.device) -> Callable[..., Any]:
    """*hook*, given a gradient that is on *place* and asked for one that is there too."""

    @functools.wraps(hook)
    def call(grad: torch.Tensor) -> Any:
        settle(grad, place)
        result = hook(grad)
        if isinstance(result, torch.Tensor) and where(result).type != where(grad).type:
            name = getattr(hook, "__name__", "<unknown>")
            raise RuntimeError(
                f"hook '{name}' has changed the type of value (was {type_name(grad)} got {type_name(result)})"
            )
        return result

    return call


def registering(raw: Callable[..., Any]) -> Callable[..., Any]:
    """``Tensor.register_hook``."""

    @functools.wraps(raw)
    def register_hook(self: torch.Tensor, hook: Callable[..., Any]) -> Any:
        return raw(self, compared(hook, where(self)))

    return register_hook


def grad_of(raw: Callable[..., Any]) -> Callable[..., Any]:
    """``torch.autograd.grad``: a gradient that torch made for itself is where its input is."""

    @functools.wraps(raw)
    def grad(outputs: Any, inputs: Any, *args: Any, **kwargs: Any) -> Any:
        result = raw(outputs, inputs, *args, **kwargs)
        for source, found in zip([inputs] if isinstance(inputs, torch.Tensor) else inputs, result, strict=False):
            if isinstance(source, torch.Tensor) and isinstance(found, torch.Tensor):
                settle(found, where(source))
        return result

    return grad


def install(patches: Patches) -> None:
    """Stand between torch and the hooks."""
    patches.set(torch.Tensor, "register_hook", registering(torch.Tensor.register_hook))
    patches.set(torch.autograd, "grad", grad_of(torch.autograd.grad))
