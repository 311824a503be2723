"""Arguments of one function that are treated differently: one is moved to a device, and one that it meets is not.

    def step(model, x, y, device):
        x = x.to(device)
        return cross_entropy(model(x), y)        `y` stays where the caller has it

Callers may well give both in their places, so this is a hint.
"""

from __future__ import annotations

from collections.abc import Mapping

from devlint.devices.facts.events import PairMet, on
from devlint.devices.facts.operations import LeftBehind, Operand
from devlint.devices.facts.recorder import Recorder
from devlint.devices.lattice.device import Followed, SymbolKind, is_accelerator, is_of_argument
from devlint.flow.values.definitions import FunctionValue
from devlint.flow.values.identity import made_by
from devlint.forms import form
from devlint.forms.bindings import Bindings
from devlint.forms.form import dotted
from devlint.forms.parts import called_in, calls_named, owners_of
from devlint.naming.hosts import says_cpu
from devlint.naming.places import looks_like_place
from devlint.torch_api.device_strings import device_string

_MOVES = frozenset({"to", "cuda", "cpu"})
_PLACED = frozenset({"device", "is_cuda", "get_device"})


def _met(recorder: Recorder, pair: PairMet) -> None:
    """Record an argument that stays where the caller has it, and meets what was moved as another argument was."""
    function = pair.run.site.outermost
    if function is None or pair.run.site.abroad or _is_private(function):
        return
    for stays, other in ((pair.a, pair.b), (pair.b, pair.a)):
        if not is_of_argument(stays.device) or stays.tensor.rank == 0 or not _is_sent(other):
            continue
        symbol = stays.device.symbol
        parameter = next((p for p in function.form.parameters.all if id(p) == made_by(symbol.key)), None)
        if parameter is None or parameter.name != symbol.text:
            continue
        moves = form.once(_moves_of, function.form)
        move = next((one for one in moves.values() if getattr(one.function, "name", "") != "cpu"), None)
        if move is not None and symbol.text not in moves and symbol.text not in form.once(_asked_for, function.form):
            left = stays.at, pair.guards, move, other.device, pair.operator
            recorder.add(LeftBehind(*left, parameter, None, of_call=True))


def _is_sent(other: Operand) -> bool:
    """Whether ``other`` is on a device that the code was given or names: not where an argument or a module is."""
    device = other.device
    return isinstance(device, Followed) and device.symbol.kind is SymbolKind.DEVICE or is_accelerator(device)


def _is_private(function: FunctionValue) -> bool:
    """Whether the callers of a function are in its project, and see to what they give."""
    name = getattr(function.form, "name", "")
    return name.startswith("_") and not name.endswith("__")


def _moves_of(function: form.Function | form.Lambda) -> Mapping[str, form.Call]:
    """The first move to a device, or to the CPU, of each parameter of ``function`` but models, by its name.

    A parameter whose name says that it is on the CPU, or whose place is asked for, is moved for a reason of its own.
    """
    called, bindings = set(called_in(function)), form.once(Bindings, function)
    names = {one.name for one in function.parameters.all} - called
    names = {one for one in names - form.once(_asked_for, function) if not says_cpu(one)}
    models = {id(value) for name in called for value in bindings.values_of(name)}
    found: dict[str, form.Call] = {}
    for call in calls_named(_MOVES, function):
        method = call.function
        if not isinstance(method, form.Attribute) or dotted(method.value) not in names:
            continue
        if id(call) in models:
            continue
        if method.name != "to" or _names_device(call):
            found.setdefault(dotted(method.value), call)
    return found


def _names_device(call: form.Call) -> bool:
    """Whether a ``to`` names a device, by the names of its arguments."""
    given = [*call.arguments, *(value for name, value in call.keywords if name == "device")]
    texts = [one.value for one in given if isinstance(one, form.Constant) and isinstance(one.value, str)]
    return any(map(looks_like_place, map(dotted, given))) or any(device_string(text) is not None for text in texts)


def _asked_for(function: form.Function | form.Lambda) -> frozenset[str]:
    """What ``function`` asks where it is."""
    return frozenset(owners_of(_PLACED, function))


LISTENS = (on(PairMet, _met),)
