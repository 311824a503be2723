"""Keys of the state: the names, or beginnings of names, of fields that hold what is known of a module or tensor.

net.to(device)                MOVED: there
net.head = nn.Linear(8, 5)    the head is LATE
self.layers = [net]           net is UNREGISTERED
"""

from __future__ import annotations

from devlint.devices.lattice.device import DEFAULT
from devlint.devices.lattice.values import DeviceValue
from devlint.flow.state import State
from devlint.flow.value import Value

LATE = "@late"
"""The field that marks a module attached after its owner was moved, until it is moved itself."""

REGISTERED = "@registered"
"""The prefix of the fields that mark names a module has registered as a buffer or parameter."""

UNREGISTERED = "@unregistered"
"""The field that marks a module kept where its owner does not see it: in a list, a tuple or a dict."""

BUILT = "@built"
"""The field that marks the call that built a module of this file, and thereby its submodules."""

MOVED = "@moved"
"""The field that marks the move that put a module where it is."""

TWIN = "@twin"
"""The field that marks one of several tensors that were one before a move."""
DEFAULT_DEVICE = (("default device",), "@")
"""The field that keeps the device of ``with torch.device(...)`` or ``torch.set_default_device``."""
DEFAULT_TYPE = (("default tensor type",), "@")
"""The field that is there where ``torch.set_default_tensor_type`` may have made ``torch.Tensor`` one of CUDA."""
DEFAULTED = "defaulted"
"""Begins the identity of what code out of sight makes of a device that is None."""


def default_device(state: State) -> Value:
    """Where a factory without ``device=`` puts its tensor here."""
    return state.field(*DEFAULT_DEVICE) or DeviceValue(DEFAULT)
