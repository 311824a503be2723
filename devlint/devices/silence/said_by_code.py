"""Meetings that the code around them excuses: it says where things are, even where nobody knows who gave them.

torch.cat([x, torch.zeros(3)]).to(self.device)     sent there now: nothing of it was there before
y = x * (1 - torch.eye(3)); y.numpy()              read as it is by NumPy: all of it is on the host
self.windows[str(x.device)]                        kept by its device: it is where it is looked for
torch.onnx.export(self.net, torch.zeros(3), path)  who exports its own parts does so on the host
DataParallel(net)                                  moves what it is given to where the model is
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from devlint.devices.facts.operations import Clash, Fact, LeftBehind, Result
from devlint.devices.lattice.device import Device, is_of_argument
from devlint.devices.patterns.cuda_by_name import last
from devlint.devices.semantics.calls.callers import parameter_of
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.index import Index
from devlint.naming.names import is_called_model, is_device_name

_VIEWS = frozenset({"detach", "data", "clone", "contiguous", "squeeze", "T", "t"})
"""What is read of a tensor on its way to NumPy and leaves it where it is."""

_CHOOSERS = frozenset({"", "self", "args", "config", "cfg", "opt", "options", "hparams", "params"})
"""What holds a device that was chosen once for all."""


def without(facts: Iterable[Fact], every: Index) -> list[Fact]:
    """The ``facts`` of a file, whose forms are ``every``, without those that are excused."""
    facts = list(facts)
    if not any(isinstance(fact, (Clash, Result, LeftBehind)) for fact in facts):
        return facts
    code = _Code(every)
    return [fact for fact in facts if not code.excuses(fact)]


class _Code:
    """What a file says of the places of what meets in it."""

    def __init__(self, every: Index) -> None:
        calls = every.of(form.Call)
        self.every = every
        read = (one for one in every.of(form.Assign) if isinstance(one.value, form.Attribute))
        places = (one.targets for one in read if dotted(one.value).endswith(".device"))
        asked = {place.id for several in places for place in several if isinstance(place, form.Name)}
        self.sent = {id(part) for call in calls if _sends(call, asked) for part in _receivers(call)}
        self.read = [name for call in calls if (name := _read_by_numpy(call)) is not None]
        self.scatters = any(map(_scatters, calls))
        exporting = [call for call in calls if dotted(call.function).endswith(("onnx.export", "dynamo_export"))]
        self.exporting = {id(part) for part in self._around(exporting)}

    def _around(self, calls: list[form.Call]) -> Iterator[form.Form]:
        """All that stands in the functions around ``calls``."""
        wanted = set(map(id, calls))
        for function in self.every.of(form.Function) if wanted else ():
            inside = list(form.walk(function))
            if any(id(part) in wanted for part in inside):
                yield from inside

    def excuses(self, fact: Fact) -> bool:
        """Whether the code says that nothing is wrong with ``fact``."""
        if isinstance(fact, LeftBehind):
            return self.scatters and is_called_model(fact.operator)
        if isinstance(fact, Clash):
            given = is_of_argument(fact.other.device)
            scattered = given and self.scatters and fact.other.tensor.parameter
            example = not given and id(fact.host.culprit) in self.exporting
            if scattered or example or self._is_kept_by_device(fact.other.at):
                return True
        if not isinstance(fact, (Clash, Result)) or not is_of_argument(fact.other.device):
            return False
        looked_up = isinstance(fact, Clash) and fact.indexed  # a table may stay where it is, whatever it is asked for
        if id(fact.at) in self.sent and not looked_up:
            return True
        return not fact.other.tensor.parameter and self._is_read(fact)

    def _is_kept_by_device(self, at: form.Form) -> bool:
        """``self.windows[str(x.device)]``, and the same by way of a variable."""
        if not isinstance(at, form.Subscript):
            return False
        keys: list[form.Form] = [at.index]
        if isinstance(at.index, form.Name):
            stored = (one for one in self.every.of(form.Assign) if dotted(at.index) in map(dotted, one.targets))
            keys += [one.value for one in stored]
        return any(part.name == "device" for key in keys for part in form.walk(key, form.Attribute))

    def _is_read(self, fact: Clash | Result) -> bool:
        """Whether the function in which the operands meet has NumPy read the argument, or what it makes of them."""
        inside = _function_of(fact.other.device, self.every) if self.read else None
        if inside is None:
            return False
        function, parameter = inside
        names = {parameter.name}
        for part in form.walk(function, form.Assign):
            if any(one is fact.at for one in form.walk(part.value)):
                names |= {dotted(target) for target in part.targets}
        own = {id(part) for part in form.walk(function, form.Name)}
        return any(name.id in names and id(name) in own for name in self.read)


def _scatters(call: form.Call) -> bool:
    """``DataParallel(net)``, and ``DistributedDataParallel(net, device_ids=[rank])``, which move their inputs."""
    name = last(call.function)
    if name == "DataParallel":
        return True
    return name in ("DistributedDataParallel", "DDP") and any(key == "device_ids" for key, _ in call.keywords)


def _sends(call: form.Call, asked: set[str]) -> bool:
    """``y.cuda()``, ``y.to(self.device)``: to where somebody has chosen for all, not to where another tensor is.

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
    chosen = is_device_name(name) and owner.rpartition(".")[2] in _CHOOSERS
    return chosen and dotted(given[0]) not in asked


def _receivers(call: form.Call) -> Iterator[form.Form]:
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


def _function_of(device: Device, every: Index) -> tuple[form.Function, form.Parameter] | None:
    """The function, and its parameter, that decides on ``device``."""
    wanted = parameter_of(device)
    for function in every.of(form.Function):
        for parameter in function.parameters.all:
            if id(parameter) == wanted:
                return function, parameter
    return None
