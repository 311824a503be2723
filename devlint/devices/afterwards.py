"""What becomes of a result says where its operands were, even where nobody knows who gave them.

torch.cat([x, torch.zeros(3)]).to(self.device)     sent there now: nothing of it was there before
y = x * (1 - torch.eye(3)); y.numpy()              read as it is by NumPy: all of it is on the host
"""

from __future__ import annotations

from collections.abc import Iterable

from devlint.devices.device import Device, is_of_argument
from devlint.devices.facts import Clash, Fact, Result
from devlint.devices.parameters import is_device_name
from devlint.flow import form
from devlint.flow.form import dotted
from devlint.flow.index import Index

_VIEWS = frozenset({"detach", "data", "clone", "contiguous", "squeeze", "T", "t"})
"""What is read of a tensor on its way to NumPy and leaves it where it is."""


def without_host(facts: Iterable[Fact], every: Index) -> list[Fact]:
    """The ``facts`` without the meetings of arguments that are on the host by what becomes of the result."""
    facts = list(facts)
    if not any(_is_asked(fact) for fact in facts):
        return facts
    sent = {id(part) for call in every.of(form.Call) if _sends(call) for part in _receivers(call)}
    read = [name for call in every.of(form.Call) if (name := _read_by_numpy(call)) is not None]
    return [fact for fact in facts if not (_is_asked(fact) and (id(fact.at) in sent or _is_read(fact, read, every)))]


def _is_asked(fact: Fact) -> bool:
    return isinstance(fact, (Clash, Result)) and is_of_argument(fact.other.device)


def _sends(call: form.Call) -> bool:
    """``y.cuda()``, ``y.to(self.device)``: to where somebody has chosen for all, not to where another tensor is."""
    if not isinstance(call.function, form.Attribute):
        return False
    if call.function.name == "cuda":
        return not call.arguments and not call.keywords
    given = [*call.arguments, *(value for name, value in call.keywords if name == "device")]
    if call.function.name != "to" or not given:
        return False
    owner, _, name = dotted(given[0]).rpartition(".")
    return is_device_name(name) and owner.rpartition(".")[2] in _CHOOSERS


_CHOOSERS = frozenset({"", "self", "args", "config", "cfg", "opt", "options", "hparams", "params"})
"""What holds a device that was chosen once for all."""


def _receivers(call: form.Call) -> Iterable[form.Form]:
    """What a method is called on: ``x + y``, ``(x + y).float()`` for ``(x + y).float().cuda()``."""
    assert isinstance(call.function, form.Attribute), "it sends"
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
    """``y`` for ``y.numpy()`` and ``y.detach().numpy()``; None for everything else."""
    function = call.function
    if not isinstance(function, form.Attribute) or function.name != "numpy" or call.arguments or call.keywords:
        return None
    at = function.value
    while not isinstance(at, form.Name):
        if isinstance(at, form.Call) and not at.arguments and not at.keywords:
            at = at.function
        elif isinstance(at, form.Attribute) and at.name in _VIEWS:
            at = at.value
        else:
            return None
    return at


def _is_read(fact: Fact, read: list[form.Name], every: Index) -> bool:
    """Whether the function in which the operands meet has NumPy ``read`` the argument, or what it makes of them."""
    assert isinstance(fact, (Clash, Result)), "asked for"
    inside = _function_of(fact.other.device, every) if read else None
    if inside is None:
        return False
    function, parameter = inside
    names = {parameter.name}
    for part in form.walk(function, form.Assign):
        if any(one is fact.at for one in form.walk(part.value)):
            names |= {dotted(target) for target in part.targets}
    own = {id(part) for part in form.walk(function, form.Name)}
    return any(name.id in names and id(name) in own for name in read)


def _function_of(device: Device, every: Index) -> tuple[form.Function, form.Parameter] | None:
    """The function, and its parameter, that decides on ``device``."""
    key = device.symbol.key if is_of_argument(device) else None
    wanted = key[0] if isinstance(key, tuple) and key else None
    for function in every.of(form.Function):
        for parameter in function.parameters.all:
            if id(parameter) == wanted:
                return function, parameter
    return None
