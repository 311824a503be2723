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

from torch.overrides import TorchFunctionMode


class NamesBoundBefore(TorchFunctionMode):
    """Calls the replacement of a function whose original is called."""

    def __init__(self, replacements: dict[Any, Callable[..., Any]]) -> None:
        super().__init__()
        self.find = replacements.get

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        """A replacement calls its original with the device of the data, which is the CPU: that call is left alone."""
        if kwargs is None:
            return (self.find(func) or func)(*args)
        device = kwargs.get("device")
        if device is not None and getattr(device, "type", "cuda") != "cuda":
            return func(*args, **kwargs)
        return (self.find(func) or func)(*args, **kwargs)
