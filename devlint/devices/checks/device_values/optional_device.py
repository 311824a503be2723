"""Devices that may be None, and the indices of those that may have none.

def place(x, device=None):
    if device.type == "cuda": ...             None, for those who give none
device = torch.device(name)
device.index < torch.cuda.device_count()      None, for `torch.device("cuda")`
torch.device(device, 0)                       with an index, torch takes the name of a kind
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.facts.device_choices import Misused
from devlint.devices.facts.events import DeviceMade, OperandsMet, on
from devlint.devices.facts.recorder import Sink
from devlint.devices.lattice.device import Followed
from devlint.devices.lattice.values import DeviceValue
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.definitions import FunctionValue
from devlint.flow.values.state import State
from devlint.flow.values.value import options
from devlint.forms import form
from devlint.forms.bindings import Bindings
from devlint.forms.form import dotted


def is_left_out(function: FunctionValue, place: form.Expression) -> bool:
    """Whether ``place`` is a parameter that is None for those who give none, and ``function`` never asks whether."""
    name = dotted(place)
    left_out = any(p.name == name and isinstance(p.default, form.Constant) for p in function.form.parameters.all)
    called = getattr(function.form, "name", "")
    if not left_out or called.startswith("_") and called != "__init__":
        return False
    if form.once(Bindings, function.form).to(name):
        return False
    read = [part for part in form.walk(function.form, form.Attribute) if part.name in ("type", "index")]
    members = {id(part.value) for part in read}
    for part in form.walk(function.form):
        if isinstance(part, (form.If, form.Conditional, form.Assert)):
            if any(one.id == name and id(one) not in members for one in form.walk(part.test, form.Name)):
                return False
        elif isinstance(part, form.Boolean) and name in map(dotted, part.operands):
            return False
    return True


def _ordered(sink: Sink, event: OperandsMet) -> None:
    """``device.index < n``: the index of a device that was made of an argument may be None."""
    if event.operator in ("<", "<=", ">", ">="):
        for _, at in (event.left, event.right):
            _number(event.run, event.state, sink, at)


def _number(run: Evaluator, state: State, sink: Sink, at: form.Expression) -> None:
    """Report ``at``, which stands where a number has to, if it is an index that may be None."""
    function = run.site.function
    if function is None or not isinstance(at, form.Attribute) or at.name != "index" or not _is_made(run, state, at):
        return
    if not any(dotted(one) == dotted(at) for one in _asked(function.form)):
        sink.add(Misused(at, state.guards, "no number", "", None))


def _asked(function: form.Form) -> Iterator[form.Expression]:
    """What the conditions of a function ask the truth of, or compare with something that it may equal."""
    for part in form.walk(function):
        if isinstance(part, form.Compare) and part.operators[0] in ("is", "is not", "==", "!="):
            yield from (part.left, *part.comparators)
        elif isinstance(part, form.Boolean):
            yield from part.operands
        elif isinstance(part, (form.If, form.Conditional)):
            yield part.test
        elif isinstance(part, form.Unary):
            yield part.operand


def _is_made(run: Evaluator, state: State, at: form.Attribute) -> bool:
    """Whether an attribute is one of what ``torch.device`` has made of a name, without an index of its own."""
    possible = [one for _, one in options(run.evaluate(state, at.value))]
    made = [one for one in possible if isinstance(one, DeviceValue) and one.made and not one.numbered]
    followed = [one for one in made if isinstance(one.device, Followed) and not one.of_tensor]
    return bool(followed) and len(followed) == len(possible)


def _made(sink: Sink, event: DeviceMade) -> None:
    """``torch.device(device, 0)``: with an index, torch takes the name of a kind only."""
    if event.index is not None and all(isinstance(one, DeviceValue) and one.made for _, one in options(event.given)):
        sink.add(Misused(event.at, event.state.guards, "two indices", "", None))


LISTENS = (on(OperandsMet, _ordered), on(DeviceMade, _made))
