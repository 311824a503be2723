"""What the state remembers of a value beside the value itself: the keys of its fields, and what each holds.

net.to(device)                net has MOVED, and its PLACE is there
net.head = nn.Linear(8, 5)    the head is LATE
self.layers = [net]           net is UNREGISTERED
out[0] = x                    out is FILLED from x

A field is kept under the identity of its owner and one of these keys: ``state.field(net.id, PLACE)``. Attributes are
fields, too: their keys begin with a dot.
"""

from __future__ import annotations

from typing import TypeAlias

from devlint.devices.lattice.device import DEFAULT
from devlint.devices.lattice.values import DeviceValue
from devlint.flow.values.identity import has_whole
from devlint.flow.values.state import State
from devlint.flow.values.value import Identity, Value
from devlint.forms import form

Key: TypeAlias = str
"""What a field is called, or what its name begins with."""

Field: TypeAlias = tuple[Identity, Key]
"""A field of the whole program, which has no owner among the values."""

# Of a module

PLACE = "place"
"""Where a module is: a ``DeviceValue`` or a choice of them."""

MOVED = "@moved"
"""The move that put a module where it is: a ``Mark``."""

LATE = "@late"
"""That a module was attached after its owner was moved, until it is moved itself: a ``Mark``."""

BUILT = "@built"
"""The call that built a module of this file, and thereby its submodules: a ``Mark``."""

REGISTERED = "@registered"
"""Begins the keys that say which names a module has registered as buffers or parameters: a ``Mark``."""

UNREGISTERED = "@unregistered"
"""That a module is kept where its owner does not see it, in a list, a tuple or a dict: a ``Mark``."""

STRANGE = "@strange"
"""Where something of a class from elsewhere was built: a ``Mark``."""

OF_LIBRARY = "@of library"
"""The call of a library that gave a batch: what becomes of an entry that is put into it is not known. A ``Mark``."""

CLASS = "@class"
"""The class of the project of which something that is not evaluated is an instance: a ``ClassValue``."""

AROUND = "@around"
"""The module around which an object of a library is made, which is where that module is now: its value."""

LIBRARY = "@library"
"""The class of a library, of which there is a stub, that something is an instance of: an ``External``."""

BY_ARGUMENT = "@by argument"
"""Where what a function was given or looked up was called, a class perhaps, that made this: a ``Mark``.

If this is a module, it is on the CPU.
"""

PROVED = "@proved"
"""That something from elsewhere is a module for certain: a ``Mark``."""

DISPATCHED = "@dispatched"
"""What placed a model in parts: a ``Mark`` with the name of the argument."""

FIRST_GPU = "@first GPU"
"""The number of the first GPU that a module is spread over, which it has to be on: a ``Mark`` with it as text."""

PLACING = "@placing"
"""That the settings of a trainer let it move its model to the GPU: a ``Mark``."""

APPLIED = "@applied"
"""That something out of sight was applied on a device before it was moved: an ``Applied``."""

HOLDS = "@holds"
"""Begins the keys of the models out of sight around which a module is built, and which were applied before."""

TRAINED = "@trained"
"""Where an optimizer of the weights of a module got its state: a ``Mark``."""

WEIGHT_PLACE = "@weight place"
"""Where a parameter is, by its own identity, since its module was moved: a ``DeviceValue`` or a choice of them."""

LEFT = "@left"
"""The state of an optimizer that stayed where the weights of a module were before they moved: a ``Left``."""

DOUBLE = "@double"
"""That the weights of a module were cast to float64: a ``Mark``."""

# Of a tensor

TWIN = "@twin"
"""The move before which a tensor was one with another: a ``Mark``."""

DISCARDED = "@discarded"
"""The move of a tensor whose result was thrown away, which is the bug to report: a ``Mark``."""

DETACHED = "@detached"
"""Where a tensor was taken out of a graph: it comes from a network, and is a tensor for certain; a ``Mark``."""

COPIED = "@copied"
"""Where a tensor was copied from a weight, or shares its data but not its moves: a ``Mark``."""

PENDING = "@pending"
"""The copy under way to a tensor: a ``Pending``."""

SIZED = "@sized"
"""The tensor in whose size another one was made: a ``Filling``."""

FILLED = "@filled"
"""What a tensor on the CPU was filled with from elsewhere: a ``Filling``."""

CARRIED = "@carried"
"""The filled tensors on the CPU that unknown code made something of: a ``Carried``."""

OF_HOST = "@of host"
"""That unknown code made something of tensors on the CPU: a true ``Literal``."""

OUTPUT = "@output"
"""That a model that was moved gave something, or what methods of tensors made of that: a ``Mark``."""

RECKONED = "@arithmetic_result"
"""That something unknown is the result of arithmetic, which no module has: a true ``Literal``."""

OF_LOADER = "@of loader"
"""That something is a batch of a loader whose data are not known: a true ``Literal``."""

MENDED = "@mended"
"""Where the tensors that one form put on the CPU are once a clash of theirs is mended, which was reported: a
``DeviceValue`` under ``as_maker`` of that form."""

# Of a batch and its parts

APART = "@apart"
"""That one part of a batch was moved, or what a model made of a part that was not: an ``Apart``."""

WENT = "@went"
"""Where a part of a batch was moved: a ``DeviceValue``."""

ITEMS_OF = "@items of"
"""The mapping whose items or values something goes through: a value under the identity of what ``items()`` gives."""

TOUCHED = "@touched"
"""That something was done to a batch in place: a true ``Literal``."""

PART_MOVED = "@part moved"
"""That a part of a batch was moved in place, and the others were not: a true ``Literal``."""

ANY_PART = "[any]"
"""The part of an identity that stands for any one part of a batch, whatever its name: see ``model_inputs.is_fed``."""

# Of a file that the program writes

SAVED = "@saved"
"""Where a file, by its path or buffer, was written: a ``Mark``."""

# Of the whole program

DEFAULT_DEVICE: Field = (("default device",), "@")
"""The device of ``with torch.device(...)`` or ``torch.set_default_device``: a ``DeviceValue``."""

OUTER_DEFAULT = "default device outside"
"""Begins the owner of the default device that holds again after a ``with torch.device(...)`` in progress."""

DEFAULT_TYPE: Field = (("default tensor type",), "@")
"""That ``torch.set_default_tensor_type`` may have made ``torch.Tensor`` one of CUDA: an unknown ``DeviceValue``."""

BACKWARD: Field = (("backward pass",), "@")
"""That a backward pass was made, so that weights have gradients: a true ``Literal``."""

CURRENT_DEVICE: Field = (("current device",), "@")
"""That the current CUDA device was chosen: a ``DeviceValue`` with its number, or a true ``Literal``."""

# Parts of identities, and no keys

APPLIED_WEIGHTS = "applied"
"""Ends the identity of all weights of a module, where that is applied: they are where the module is then."""

DEFAULTED = "defaulted"
"""Begins the identity of what code out of sight makes of a device that is None."""


def as_maker(at: form.Form) -> Identity:
    """The owner of what is remembered of all tensors that ``at`` put where they are."""
    return ("maker", id(at))


def default_device(state: State) -> Value:
    """Where a factory without ``device=`` puts its tensor here."""
    return state.field(*DEFAULT_DEVICE) or DeviceValue(DEFAULT)


def outer_default(state: State) -> Field | None:
    """Where the default device is kept that holds again after the innermost ``with torch.device(...)`` in progress."""
    kept = (key for key in reversed(state.fields) if isinstance(key[0], tuple) and key[0][:1] == (OUTER_DEFAULT,))
    return next(kept, None)


def is_output(state: State, identity: Identity) -> bool:
    """Whether a model that was moved has given what has this identity, or something that it is a part of."""
    return is_marked(state, identity, OUTPUT)


def is_marked(state: State, identity: Identity, key: Key) -> bool:
    """Whether what has this identity, or what it is a part of, has a field under ``key``."""
    while (identity, key) not in state.fields:
        if not has_whole(identity):
            return False
        identity = identity[0]
    return True
