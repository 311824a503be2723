"""Gradients that a custom ``autograd.Function`` returns are where its inputs were.

    class Scale(torch.autograd.Function):
        @staticmethod
        def backward(ctx, grad):
            return grad.cpu() * 2     # the input was on cuda:0

    # Function ScaleBackward returned an invalid gradient at index 0 - expected device cuda:0 but got cpu

The engine makes this check in C++ (torch/csrc/autograd/engine.cpp, ``validate_outputs``), where all devices are equal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import torch

from devlint.simcuda.machine import running
from devlint.simcuda.moves import ToCopy
from devlint.simcuda.patching import Patches
from devlint.simcuda.place import is_simulated, settle, where

PLACES = "_simulated_places"
OUTPUTS = "_simulated_outputs"


def applying(raw: Any) -> Any:
    """``Function.apply``, of Python or of C++, which notes on the node of the graph where its tensor inputs are."""

    def apply(cls: Any, *args: Any, **kwargs: Any) -> Any:
        result = raw.__get__(None, cls)(*args, **kwargs)
        outputs = result if isinstance(result, tuple) else (result,)
        node = next((o.grad_fn for o in outputs if isinstance(o, torch.Tensor) and o.grad_fn is not None), None)
        if cls is not ToCopy and isinstance(node, torch.autograd.function.BackwardCFunction):
            setattr(node, PLACES, [where(arg) if isinstance(arg, torch.Tensor) else None for arg in args])
            setattr(node, OUTPUTS, [where(o) if isinstance(o, torch.Tensor) else None for o in outputs])
        return result

    return classmethod(apply)


def going_back(raw: Callable[..., Any]) -> Callable[..., Any]:
    """``BackwardCFunction.apply``, between what was noted: zeros of torch's own settle, results are compared."""

    def apply(self: Any, *args: Any) -> Any:
        for grad, place in zip(args, getattr(self, OUTPUTS, ()), strict=False):
            if isinstance(grad, torch.Tensor) and place is not None:
                settle(grad, place)  # zeros in the place of a gradient that was not computed
        with _on_gpu_of(args):
            result = raw(self, *args)
        grads = result if isinstance(result, tuple) else (result,)
        noted = [(place, grad) for place, grad in zip(getattr(self, PLACES, ()), grads, strict=False) if place]
        for index, (place, grad) in enumerate(noted):
            if isinstance(grad, torch.Tensor):
                settle(grad, place)
            if isinstance(grad, torch.Tensor) and grad.dim() > 0 and where(grad) != place:
                raise RuntimeError(
                    f"Function {type(self).__name__} returned an invalid gradient at index {index} - expected device "
                    f"{place} but got {where(grad)}"
                )
        return result

    return apply


@contextmanager
def _on_gpu_of(gradients: tuple[Any, ...]) -> Iterator[None]:
    """The engine goes back in a thread for each GPU, which is the current one there (``Engine::thread_init``)."""
    places = [where(one) for one in gradients if isinstance(one, torch.Tensor)]
    machine = running()
    before = machine.current
    machine.current = next((p.index for p in places if is_simulated(p) and p.index is not None), before)
    try:
        yield
    finally:
        machine.current = before


def install(patches: Patches) -> None:
    """Watch custom functions go forward and back."""
    function, node = torch.autograd.Function, torch.autograd.function.BackwardCFunction
    patches.set(function, "apply", applying(vars(function)["apply"]))
    patches.set(node, "apply", going_back(node.apply))
