"""What the code does with a tensor, or with the result of a meeting, afterwards: it shows where all of it was.

torch.cat([x, torch.zeros(3)]).to(self.device)     sent there now: nothing of it was there before
y = x * (1 - torch.eye(3)); y.numpy()              read as it is by NumPy: all of it is on the CPU
self.w = self.w.to(x.device)                       the object itself sends what it does not register
for grid in grids(x): use(grid.to(x.device))       the caller moves what the function returns
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from devlint.devices.analyzed_file import AnalyzedFile
from devlint.devices.facts.modules import StateLeft
from devlint.devices.facts.operations import Clash, Fact, Operand, Result
from devlint.devices.facts.reason import Reason
from devlint.devices.lattice.device import Device
from devlint.devices.lattice.tensors import Made
from devlint.devices.semantics.calls.callers import parameter_of
from devlint.forms import form
from devlint.forms.bindings import Bindings
from devlint.forms.form import dotted
from devlint.forms.source_file import SourceFile
from devlint.naming.devices import is_called_device

SENT_AT_ONCE = Reason(
    "sent-at-once",
    "An operation whose result is sent to `self.device`, or by `.cuda()`, in the same expression: its operands were on "
    "the CPU.",
    ("DEV102", "DEV110"),
)
READ_BY_NUMPY = Reason(
    "read-by-numpy",
    "An operation whose result, or whose argument, the function reads by `.numpy()` as it is: its operands are on the "
    "CPU.",
    ("DEV102", "DEV110"),
)
SENT_BY_ITS_OBJECT = Reason(
    "sent-by-its-object",
    "A tensor that an object keeps unregistered and itself sends to the device of its input (`self.w = "
    "self.w.to(x.device)`).",
    ("DEV102", "DEV302"),
)
SENT_BY_CALLEE = Reason(
    "sent-by-callee",
    "What a module or loss that was handed in is given (`self.loss(x, labels)`), if a class of the file that is called "
    "so sends that argument to the device of another one.",
    ("DEV102",),
)
MOVED_BY_CALLER = Reason(
    "moved-by-caller",
    "A result that is moved before it is returned, or by a caller in the file.",
    ("DEV110",),
)
MOVED_BY_USERS = Reason(
    "moved-by-users",
    "A module of an object that other code moves (`other.net = other.net.to(device)`).",
    ("DEV310",),
)
STATE_HANDED_OUT = Reason(
    "state-handed-out",
    "An optimizer whose state the code iterates over, or that is passed to other code, which may move its state.",
    ("DEV308",),
)

_VIEWS = frozenset({"detach", "data", "clone", "contiguous", "squeeze", "T", "t"})
"""What is read of a tensor on its way to NumPy and leaves it where it is."""

_MOVED = re.compile(r"(?<!\bself)\.(\w+)\.(?:to|cuda)\(")

_CHOOSERS = frozenset({"", "self", "args", "config", "cfg", "opt", "options", "hparams", "params"})
"""What holds a device that was chosen once for all."""


def is_moved_by_caller(fact: Result, file: AnalyzedFile) -> bool:
    """True if a tensor that a function makes and returns is moved afterwards."""
    return id(fact.at) in file.settled


def is_state_handed_out(fact: StateLeft, file: AnalyzedFile) -> bool:
    """True if the state of the optimizer is read, so that the code may move it."""
    return id(fact.made) in file.settled


def is_sent_by_its_object(one: Operand, file: AnalyzedFile) -> bool:
    """True if the object that keeps ``one`` unregistered sends it to where it is used."""
    cause = one.tensor.cause
    return cause is not None and cause.made is Made.ATTRIBUTE and id(cause.at) in file.recorder.knowledge.sent


def is_moved_by_users(fact: Clash, file: AnalyzedFile) -> bool:
    """True if a module that an object has built is moved through another name than ``self`` in the file."""
    built = fact.host.maker
    if fact.host.made is not Made.MODULE or not isinstance(built, form.Call):
        return False
    names = {name.removeprefix("self.") for name in file.bindings.names_with(built)}
    return not names.isdisjoint(file.once(_moved_of_others, None))


def _moved_of_others(of: None, file: SourceFile) -> frozenset[str]:
    """The attributes that ``file`` moves of anything but ``self``: "net" of ``other.net.to(device)``."""
    return frozenset(_MOVED.findall(file.content))


class Sent:
    """The operations of a file whose results are sent to a device at once."""

    def __init__(self, file: AnalyzedFile) -> None:
        calls = file.of(form.Call)
        asked = {one.name for one in file.bindings.every if dotted(one.value).endswith(".device")}
        self.parts = {id(part) for call in calls if _sends(call, asked) for part in _receivers(call)}

    def is_sent(self, fact: Fact) -> bool:
        """True if what ``fact`` is about is sent at once. Not a table that is looked up in, which may stay."""
        looked_up = isinstance(fact, Clash) and fact.indexed
        return id(fact.at) in self.parts and not looked_up


class ReadByNumpy:
    """The variables of a file that NumPy reads as they are."""

    def __init__(self, file: AnalyzedFile) -> None:
        self.every = file
        self.names = [name for call in self.every.of(form.Call) if (name := _read_by_numpy(call)) is not None]

    def is_read(self, fact: Clash | Result) -> bool:
        """True if the function in which the operands meet has NumPy read the argument, or what it makes of them."""
        inside = _function_of(fact.other.device, self.every) if self.names else None
        if inside is None or fact.other.tensor.parameter:
            return False
        function, parameter = inside
        names = {parameter.name} | form.once(Bindings, function).names_with(fact.at)
        return any(name.id in names and function in self.every.definitions(name) for name in self.names)


def _sends(call: form.Call, asked: set[str]) -> bool:
    """``y.cuda()``, ``y.to(self.device)``: to the device chosen for the whole program, not to where another tensor is.

    ``asked`` are the variables that hold where a tensor is.
    """
    if not isinstance(call.function, form.Attribute):
        return False
    if call.function.name == "cuda":
        return not call.arguments and not call.keywords
    given = [*call.arguments, *(value for name, value in call.keywords if name == "device")]
    if call.function.name != "to" or not given:
        return False
    owner, _, name = dotted(given[0]).rpartition(".")
    chosen = is_called_device(name) and owner.rpartition(".")[2] in _CHOOSERS
    return chosen and dotted(given[0]) not in asked


def _receivers(call: form.Form) -> Iterator[form.Form]:
    """What a method is called on: ``x + y``, ``(x + y).float()`` for ``(x + y).float().cuda()``."""
    if not isinstance(call, form.Call) or not isinstance(call.function, form.Attribute):
        return
    at: form.Form = call.function.value
    while True:
        yield at
        if isinstance(at, form.Call) and isinstance(at.function, form.Attribute):
            at = at.function.value
        elif isinstance(at, form.Subscript):
            at = at.value
        else:
            return


def _read_by_numpy(call: form.Call) -> form.Name | None:
    """``y`` for ``y.numpy()``, ``y[0].numpy()`` and ``y.detach().numpy()``; None for everything else."""
    function = call.function
    if not isinstance(function, form.Attribute) or function.name != "numpy" or call.arguments or call.keywords:
        return None
    at = function.value
    while not isinstance(at, form.Name):
        if isinstance(at, form.Call) and not at.arguments and not at.keywords:
            at = at.function
        elif isinstance(at, form.Attribute) and at.name in _VIEWS or isinstance(at, form.Subscript):
            at = at.value
        else:
            return None
    return at


def _function_of(device: Device, file: SourceFile) -> tuple[form.Function, form.Parameter] | None:
    """The function, and its parameter, that decides on ``device``."""
    wanted = parameter_of(device)
    for function in file.of(form.Function):
        for parameter in function.parameters.all:
            if id(parameter) == wanted:
                return function, parameter
    return None
