"""Names bound before the simulation began: ``from torch import zeros`` at the top of a test module.

Functions of torch are replaced in torch's own namespaces; who holds one under another name calls the original, and
this mode, which every call of a torch function passes, hands it to the replacement::

    from torch import zeros
    with simulated_cuda():
        zeros(3, device="cuda")
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch._ops import OpOverload
from torch.overrides import TorchFunctionMode
from torch.utils._device import DeviceContext

from devlint.simcuda.place import KEY, NEUTRAL, is_simulated, marks_of, neutral

_Device, _Tensor, _Parameter = type(NEUTRAL), torch.Tensor, torch.nn.Parameter
_getitem = _Tensor.__getitem__
_BOUNDS = {int, type(None)}
_NoDispatchModes = torch._C._DisableTorchDispatch
_dispatch_modes = torch._C._len_torch_dispatch_stack
_function_modes = torch._C._len_torch_function_stack
_mode_at = torch._C._get_function_stack_at


def is_basic(tensor: Any, index: Any) -> bool:
    """True if ``tensor[index]`` is a view, which has the storage of its base, and so its device.

    The bounds of a slice are read on the host where they are tensors.
    """
    return (
        (type(index) is int or (type(index) is slice and {type(index.start), type(index.stop)} <= _BOUNDS))
        and (type(tensor) is _Tensor or type(tensor) is _Parameter)
        and tensor.layout is torch.strided
        and _dispatch_modes() == 1
    )


class NamesBoundBefore(TorchFunctionMode):
    """Calls the replacement of a function whose original is called."""

    def __init__(self, replacements: dict[Any, Callable[..., Any]]) -> None:
        super().__init__()
        self.find: Callable[[Any], Callable[..., Any] | None] = replacements.get

    def end(self) -> None:
        """Call the originals from now on, in threads that have outlived the simulation."""
        self.find = lambda function: None

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        """A replacement calls its original with the device of the data, which is the CPU: that call is left alone."""
        given = neutral[0]
        if func is _getitem and is_basic(*args):
            held = [_NoDispatchModes()]  # in force for as long as it lives
            try:
                return func(*args)
            finally:
                held.clear()
        if kwargs is None:
            result = (self.find(func) or func)(*args)
        elif (device := kwargs.get("device")) is not None and isinstance(device, _Device) and not is_simulated(device):
            result = func(*args, **kwargs)
        else:
            result = (self.find(func) or func)(*args, **kwargs)
        if neutral[0] != given and type(func) is not OpOverload:
            settle(result)
        return result


_OF_TORCH = frozenset({NamesBoundBefore, DeviceContext})


def is_programs_mode_on_top() -> bool:
    """True if a function mode of the program is the next to hear of a call.

    Not for the simulation's own mode, nor for the context of a default device, which the factories ask themselves.
    """
    modes = _function_modes()
    return modes > 0 and type(_mode_at(modes - 1)) not in _OF_TORCH and torch._C._is_torch_function_mode_enabled()


def settle(result: Any) -> None:
    """A tensor that C++ made for itself is on the CPU once a program has it; until then it may be used anywhere."""
    if type(result) is torch.Tensor:
        marks = marks_of(result)
        if marks and marks.get(KEY) is NEUTRAL:
            del marks[KEY]
    elif isinstance(result, (tuple, list)):
        for item in result:
            settle(item)
