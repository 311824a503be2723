"""Facts about operations: records of what the evaluator saw at a place, which rules read.

    x * torch.ones(3)    Clash(Operand(x, the device of `x`), Operand(torch.ones(3), the default device), ...)

A rule reads one kind of fact and gives findings; it names neither syntax nor tables. Forms stand for places in the
code; the linter turns them into spans and texts when there is something to report.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

from devlint.base.record import dataclass
from devlint.devices.facts.assumptions import Assumption
from devlint.devices.lattice.conditions import AVAILABLE
from devlint.devices.lattice.device import Device, Followed, accelerated, asked_for_itself, is_of_argument
from devlint.devices.lattice.tensors import Made, Tensor
from devlint.flow.values.definitions import FunctionValue
from devlint.flow.values.guards import Guards
from devlint.flow.values.identity import has_whole, tag_of, without_call
from devlint.forms import form

if TYPE_CHECKING:
    pass

OF_MODULE = "of the module"
"""Ends the identity of the weights of a module that the code writes, and nothing applies, where it stands."""

OF_OBJECT = "of the object"
"""Ends the identity of what stands for an object of a library that is no module."""


@dataclass(frozen=True, slots=True, eq=False)
class Operand:
    """One tensor of an operation and the expression it stands in."""

    tensor: Tensor
    at: form.Form

    @property
    def device(self) -> Device:
        """Where the tensor is."""
        return self.tensor.device

    @property
    def made(self) -> Made | None:
        """Why it is there."""
        return self.tensor.cause.made if self.tensor.cause else None

    @property
    def maker(self) -> form.Form:
        """The place in the code that put it there, or the operand itself."""
        return self.tensor.cause.at if self.tensor.cause else self.at

    @property
    def is_module(self) -> bool:
        """Whether it stands for the weights of a module, which is what ``at`` is."""
        return tag_of(self.tensor.id) == OF_MODULE

    @property
    def is_object(self) -> bool:
        """Whether it stands for an object of a library that has no device to be asked for, which is what ``at`` is."""
        return tag_of(self.tensor.id) == OF_OBJECT

    @property
    def part(self) -> Hashable:
        """Which part of which batch it is, or was computed from; the same in every call of the function."""
        known = (self.tensor.id, *self.tensor.roots)
        parts = [one for one in known if has_whole(one)]
        return frozenset(map(without_call, parts or (one for one in known if tag_of(one) in ("batch", "item"))))


@dataclass(frozen=True, slots=True, eq=False)
class Fact:
    """Something seen at ``at``, where ``guards`` hold."""

    at: form.Form
    guards: Guards


@dataclass(frozen=True, slots=True, eq=False)
class Elsewhere:
    """A place ``at`` in a ``function`` of another file, where something happens to what the file has passed to it."""

    function: FunctionValue
    at: form.Form


@dataclass(frozen=True, slots=True, eq=False)
class Clash(Fact):
    """Two tensors meet that cannot: ``host`` is the one on the CPU (or the later one, on another accelerator)."""

    host: Operand
    other: Operand
    operator: str
    indexed: bool = False  # `host[other]`
    unsent: form.Form | None = None  # the one use of an attribute that is sent to a device wherever else it is used
    late: bool = False  # that use does send it, after it has met something
    assumptions: tuple[Assumption, ...] = ()  # beside those about the two tensors
    elsewhere: Elsewhere | None = None  # where a function of another file makes ``host``
    discarded: form.Form | None = None  # a move of one of the two whose result was thrown away
    abroad: tuple[form.Form, ...] = ()  # the calls in other files that lead from ``at`` to where they meet, and that

    @property
    def cause(self) -> form.Form:
        """What has to be mended: the move that was thrown away, or what put ``host`` where it is."""
        return self.discarded or self.host.maker

    @property
    def surely(self) -> bool:
        """Whether both devices are known, the default one among them."""
        return not isinstance(self.host.device, Followed) and not isinstance(self.other.device, Followed)

    @property
    def related(self) -> bool:
        """Whether nothing but a mistake explains that ``other`` is not on the CPU.

        It is on a known accelerator, follows the module or a device that was chosen, was found on an accelerator by a
        test, or shares data with ``host``: a tensor that comes from elsewhere may well be on the CPU itself.
        """
        device = self.other.device
        if isinstance(device, Followed) and is_of_argument(device):
            if (accelerated(device.symbol), True) in self.guards:
                return True
            mine = self.host.tensor.roots | {self.host.tensor.id}
            return bool(mine & (self.other.tensor.roots | {self.other.tensor.id}))
        return True


@dataclass(frozen=True, slots=True, eq=False)
class KeptArgument(Fact):
    """An input of a module meets ``kept``, which ``__init__`` was given and does not register, in ``operator``."""

    kept: Operand
    other: Operand
    operator: str


@dataclass(frozen=True, slots=True, eq=False)
class TwoDevices(Fact):
    """Two tensors meet that were put on different devices of one object: ``self.device`` and ``self.other_device``.

    With ``kept``, ``one`` is on a device that a module has remembered since it was built, ``other`` where it is now.
    """

    one: Operand
    other: Operand
    operator: str
    kept: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class LeftBehind(Fact):
    """A part of a batch is used as it came in ``operator``, where ``moved`` sent another part to ``device``.

    ``part`` says which one of those that ``cause`` makes. With ``of_call``, the parts are arguments of one function.
    """

    moved: form.Form
    device: Device
    operator: str
    cause: form.Form
    part: Hashable
    of_call: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Result(Fact):
    """A tensor made without a device leaves a function that works on what follows the caller's device.

    ``at`` is where it was made; ``other`` what it was "filled" from, in whose size it was made ("sized"), what the
    function returns elsewhere ("beside"), what the list holds that it is put into ("among"), or the gradient that a
    ``backward`` was given ("gradient").
    """

    other: Operand
    how: str
    assumptions: tuple[Assumption, ...] = ()  # beside those about ``other``


@dataclass(frozen=True, slots=True, eq=False)
class Move(Fact):
    """A tensor is moved. ``bare`` is true for a move to "cuda" without an index."""

    before: Tensor
    after: Tensor
    bare: bool
    current_chosen: bool = False  # under `set_device` or `torch.cuda.device`

    @property
    def sends_what_is_not_there(self) -> bool:
        """Whether it goes to CUDA because it is not on CUDA, which does not say that it is on the CPU.

        Where there is CUDA no other accelerator is to be expected.
        """
        device = self.before.device
        if not self.bare or not isinstance(device, Followed) or (AVAILABLE, True) in self.guards:
            return False
        asked = dict(self.guards)
        return asked.get(accelerated(device.symbol)) is False and asked_for_itself(device.symbol) not in asked

    @property
    def returns_elsewhere(self) -> bool:
        """Whether the tensor may have come from another accelerator than the current one."""
        return self.before.history.came_from not in (None, self.after.device) and not self.current_chosen


@dataclass(frozen=True, slots=True, eq=False)
class Parted(Fact):
    """Two tensors of one place meet, of which ``moved`` has been moved from there."""

    moved: Operand
    stayed: Operand


@dataclass(frozen=True, slots=True, eq=False)
class Discarded(Fact):
    """The result of a move is thrown away."""

    tensor: Tensor
    target: Device
    method: str


@dataclass(frozen=True, slots=True, eq=False)
class NotCalled(Fact):
    """A method that moves what it is called on is used as if it had been called, at the place that names it."""


@dataclass(frozen=True, slots=True, eq=False)
class ToHost(Fact):
    """A tensor is turned into a numpy array; rules see only those that may be on an accelerator.

    ``calls`` counts the functions in progress, ``within`` is the innermost of them.
    """

    tensor: Operand
    method: str
    inside: FunctionValue | None = None  # the outermost function: no call in the file gives its arguments
    within: FunctionValue | None = None
    calls: int = 0
    detached: bool = False  # it was taken out of a graph: a tensor for certain, and a network's
    of_host: bool = False  # code out of sight made it of what is on the CPU
    elsewhere: Elsewhere | None = None  # where a function of another file converts what it is given
    of_loader: bool = False  # it is a batch, or a part of one, of a loader whose data are not known

    @property
    def takes_tensors_only(self) -> bool:
        """True of ``.numpy()``: NumPy's functions take arrays and numbers, too."""
        return self.method == ".numpy()"


@dataclass(frozen=True, slots=True, eq=False)
class Unlike(Fact):
    """The only tensor of a function that is made without a device; ``sibling`` is one made on the caller's.

    With ``path``, the sibling takes its place on another path through the function, where it is sent to a device.
    """

    sibling: form.Form
    path: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class HostOnly(Fact):
    """A tensor that may be on an accelerator is given to ``operation``, which takes what is on the CPU.

    Where it ``makes`` that tensor, the device is what it is given.
    """

    tensor: Operand
    operation: str
    makes: bool = False


STORED = "array[...] = x"
"""The name of storing; the place reported is the one that is stored in."""
